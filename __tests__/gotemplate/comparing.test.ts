/** Comparisons, and what stands at an index. Each result was taken from Argo CD's own rendering. */
import { expect, test } from "@jest/globals";
import { ERROR, rendered } from "./rendered.ts";

// docs/specification/go-templates.md 3.5, 5.1
test.each([
  ['{{eq .name "web"}} {{eq .name "a" "web"}} {{eq .name "a"}}', "true true false"],
  ["{{eq .replicas 3}}", ERROR],
  ["{{eq 1 1.0}}", ERROR],
  ["{{eq .replicas 3.0}} {{eq (int .replicas) 3}} {{eq (int64 3) 3}}", "true true true"],
  ["{{eq .name 1}}", ERROR],
  [
    "{{eq .nothing nil}} {{eq .missing nil}} {{eq .nothing .missing}} {{eq .name nil}} {{ne .name nil}}",
    "true true true false true",
  ],
  ["{{eq .tags .tags}}", ERROR],
  ["{{eq .tags nil}} {{eq .labels nil}}", "false false"],
  ["{{eq .labels .labels}}", ERROR],
  ["{{eq 1}}", ERROR],
  ["{{eq}}", ERROR],
  ['{{ne .name "x"}} {{ne 1 1}}', "true false"],
  ["{{ne 1 2 3}}", ERROR],
  ['{{lt 1 2}} {{lt 2.5 1.5}} {{lt "a" "b"}} {{lt "Z" "a"}} {{lt "é" "z"}}', "true false true true false"],
  ["{{lt 1 1.5}}", ERROR],
  ["{{lt true false}}", ERROR],
  ["{{lt .nothing 1}}", ERROR],
  ['{{le 1 1}} {{gt 2 1}} {{ge 1 2}} {{ge "b" "b"}}', "true true false true"],
  ['{{and 1 0 2}} {{and 1 2}} {{or 0 "" 3}} {{or 0 ""}} {{or .missing "x"}}', "0 2 3  x"],
  ["{{and .nothing .name.x}} {{or .name .name.x}}", "<no value> web"],
  ["{{and}}", ERROR],
  ["{{0 | and 1}} {{5 | or 0}} {{.missing | or .nothing}}", "0 5 <no value>"],
  ["{{not .on}} {{not .missing}}", "false true"],
  ["{{not 0 1}}", ERROR],
  ["{{len .tags}} {{len .labels}} {{len .text}} {{len .empty}}", "4 3 14 0"],
  ["{{len .nothing}}", ERROR],
  ["{{len 3}}", ERROR],
  [
    '{{index .tags 0}} {{index .labels "a.b/c"}} {{index .nested "a" "b" "c"}} {{index .nested.list 1 "n"}} {{index "abc" 1}}',
    "b d deep two 98",
  ],
  ["{{index .tags 9}}", ERROR],
  ["{{index .tags -1}}", ERROR],
  ["{{index .tags 4}}", ERROR],
  ['{{index .tags "x"}}', ERROR],
  ["{{index .tags 1.0}}", ERROR],
  ["{{index .tags .ratio}}", ERROR],
  ["{{index .labels 1}}", ERROR],
  ['{{index .labels "x"}}', "<no value>"],
  ["{{index .labels nil}}", ERROR],
  ["{{index .missing 0}}", ERROR],
  ["{{index .nothing}}", ERROR],
  ["{{index .tags}}", "[b a c a]"],
  ["{{index .name 0}}", "119"],
  ["{{index 1 0}}", ERROR],
  ["{{call .name}}", ERROR],
])("%j", (template, text) => {
  expect(rendered(template)).toBe(text);
});
