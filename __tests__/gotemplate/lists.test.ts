/** Functions on lists. Each result was taken from Argo CD's own rendering. */
import { expect, test } from "@jest/globals";
import { ERROR, rendered } from "./rendered.ts";

// docs/specification/go-templates.md 5.2
test.each([
  ['{{list 1 "a" nil}} {{tuple 1 2}} {{list}}', "[1 a <nil>] [1 2] []"],
  [
    '{{append .tags "x"}} {{push .tags "x"}} {{prepend .tags "x"}} {{.tags}}',
    "[b a c a x] [b a c a x] [x b a c a] [b a c a]",
  ],
  ["{{append nil 1}}", ERROR],
  ['{{append "x" 1}}', ERROR],
  [
    "{{first .tags}} {{last .tags}} {{rest .tags}} {{initial .tags}} {{reverse .tags}}",
    "b a [a c a] [b a c] [a c a b]",
  ],
  [
    "{{first list}} {{last list}} {{rest list}} {{initial list}} {{rest list | toJson}}",
    "<no value> <no value> [] [] null",
  ],
  ["{{first .nothing}}", ERROR],
  ['{{first "abc"}}', ERROR],
  [
    '{{uniq .tags}} {{without .tags "a" "b"}} {{has "a" .tags}} {{has 1 .mixed}} {{has 1.0 .mixed}} {{has "a" nil}} {{compact .mixed}} {{compact (list 0 "" "x" nil)}}',
    "[b a c] [c] true false true false [x 1 true [1] map[k:v]] [x]",
  ],
  ['{{has 1 "x"}}', ERROR],
  ["{{slice .tags 1 3}} {{slice .tags 2}} {{slice .tags}} {{slice list 1 2}}", "[a c] [c a] [b a c a] <no value>"],
  ["{{slice .tags 3 1}}", ERROR],
  ["{{slice .name 1}}", ERROR],
  ["{{concat .tags (list 1) .numbers}} {{concat}} {{concat list list}}", "[b a c a 1 3 1.5 -2] [] []"],
  ['{{concat .tags "x"}}', ERROR],
  ["{{chunk 2 .tags}} {{chunk 3 (list 1 2 3 4 5 6)}} {{chunk 3 list}}", "[[b a] [c a]] [[1 2 3] [4 5 6]] []"],
  ["{{chunk 0 .tags}}", ERROR],
  ["{{chunk -1 (list 1 2)}}", "[]"],
  [
    "{{until 3}} {{until -2}} {{untilStep 0 10 3}} {{untilStep 3 0 -1}} {{untilStep 0 3 -1}} {{until 0}}",
    "[0 1 2] [0 -1] [0 3 6 9] [3 2 1] [] []",
  ],
  [
    "{{seq 3}}|{{seq 0}}|{{seq -2}}|{{seq 2 5}}|{{seq 5 2}}|{{seq 1 2 6}}|{{seq 5 -2 1}}|{{seq 1 0 3}}|{{seq}}|{{seq 1 2 3 4}}",
    "1 2 3|1 0|1 0 -1 -2|2 3 4 5|5 4 3 2|1 3 5|5 3 1|||",
  ],
  [
    '{{mustFirst .tags}} {{mustLast .tags}} {{mustRest .tags}} {{mustInitial .tags}} {{mustAppend .tags 1}} {{mustPrepend .tags 1}} {{mustPush .tags 1}} {{mustReverse .tags}} {{mustUniq .tags}} {{mustWithout .tags "a"}} {{mustHas "a" .tags}} {{mustSlice .tags 1 2}} {{mustCompact .mixed}} {{mustChunk 3 .tags}}',
    "b a [a c a] [b a c] [b a c a 1] [1 b a c a] [b a c a 1] [a c a b] [b a c] [b c] true [a] [x 1 true [1] map[k:v]] [[b a c] [a]]",
  ],
  [
    '{{deepEqual .tags (list "b" "a" "c" "a")}} {{deepEqual (list) (rest list)}} {{deepEqual 1 (int64 1)}} {{deepEqual .tags (splitList "," "b,a,c,a")}}',
    "true false false false",
  ],
])("%j", (template, text) => {
  expect(rendered(template)).toBe(text);
});
