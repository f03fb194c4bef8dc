/** Functions on maps, and those that choose among values. Each result was taken from Argo CD's own rendering. */
import { expect, test } from "@jest/globals";
import { ERROR, rendered } from "./rendered.ts";

// docs/specification/go-templates.md 5.2, 5.4
test.each([
  ['{{dict "a" 1 "b"}} {{dict 1 2}} {{dict}}', "map[a:1 b:] map[1:2] map[]"],
  ['{{get .labels "team"}}|{{get .labels "x"}}|{{get .missing "x"}}', "core||"],
  ['{{get .name "x"}}', ERROR],
  ['{{set .labels "new" 1}} {{.labels.new}}', "map[a.b/c:d new:1 team:core tier:1] 1"],
  ['{{set .missing "x" 1}}', ERROR],
  ['{{unset .labels "team"}} {{.labels}}', "map[a.b/c:d tier:1] map[a.b/c:d tier:1]"],
  ['{{hasKey .labels "team"}} {{hasKey .labels "x"}} {{hasKey .missing "x"}}', "true false false"],
  ['{{hasKey .nothing "x"}}', ERROR],
  ['{{pluck "n" (index .nested.list 0) .labels (index .nested.list 1)}}', "[one two]"],
  ['{{keys .labels | sortAlpha}} {{values (dict "a" 1)}}', "[a.b/c team tier] [1]"],
  ['{{pick .labels "team" "x"}} {{omit .labels "team"}}', "map[team:core] map[a.b/c:d tier:1]"],
  [
    '{{merge (dict "a" 1 "e" "" "m" (dict "x" 1)) (dict "a" 2 "e" "f" "b" 3 "m" (dict "x" 2 "y" 3))}}',
    "map[a:1 b:3 e:f m:map[x:1 y:3]]",
  ],
  [
    '{{mergeOverwrite (dict "a" 1 "e" "f" "m" (dict "x" 1)) (dict "a" 2 "e" "" "b" nil "m" (dict "x" 2 "y" 3))}}',
    "map[a:2 b:<nil> e: m:map[x:2 y:3]]",
  ],
  [
    '{{mustMerge (dict "l" (list 1)) (dict "l" (list 2) "k" (list))}} {{mustMergeOverwrite (dict "l" (list 1)) (dict "l" (list 2))}} {{mergeOverwrite (dict "l" (list 1)) (dict "l" (list))}}',
    "map[k:[] l:[1]] map[l:[2]] map[l:[]]",
  ],
  [
    '{{merge (dict "a" (dict "x" 1)) (dict "a" "s")}} {{merge (dict "a" "s") (dict "a" (dict "x" 1))}} {{mergeOverwrite (dict "a" "s") (dict "a" (dict "x" 1))}} {{mergeOverwrite (dict "a" (dict "x" 1)) (dict "a" "s")}}',
    "map[a:map[x:1]] map[a:s] map[a:map[x:1]] map[a:s]",
  ],
  ['{{merge .missing (dict "a" 1)}}', "map[a:1]"],
  ['{{merge (split "," "a") (dict)}}', ERROR],
  ["{{deepCopy .labels}} {{mustDeepCopy .tags}} {{deepCopy 1}}", "map[a.b/c:d team:core tier:1] [b a c a] 1"],
  ["{{deepCopy nil}}", ERROR],
  ['{{$c := deepCopy .nested}}{{$_ := set $c.a "b" 1}}{{.nested.a}}{{$c.a}}', "map[b:map[c:deep]]map[b:1]"],
  [
    '{{dig "a" "b" "c" "none" .nested}} {{dig "a" "x" "none" .nested}} {{dig "a" "none" .nested}}',
    "deep none map[b:map[c:deep]]",
  ],
  ['{{dig "a" "b" "c" "d" "none" .nested}}', ERROR],
  ['{{dig "a" .nested}}', ERROR],
  ['{{dig 1 "x" .nested}}', ERROR],
  [
    '{{default "d" .name}} {{default "d" .empty}} {{default "d" .missing}} {{default "d" 0}} {{default "d" .off}} {{.missing | default "x"}} {{default "d"}} {{.name | default}}',
    "web d d d d x d web",
  ],
  [
    "{{empty .name}} {{empty .empty}} {{empty .missing}} {{empty list}} {{empty dict}} {{empty 0.0}}",
    "false true true true true true",
  ],
  [
    '{{coalesce .missing .empty 0 .name}} {{coalesce}} {{all 1 "a"}} {{all}} {{any 0 ""}} {{any 0 1}}',
    "web <no value> true true false true",
  ],
  ['{{ternary "a" "b" true}} {{.off | ternary "a" "b"}}', "a b"],
  ['{{ternary "a" "b" "true"}}', ERROR],
  [
    '{{typeOf .name}} {{typeOf .replicas}} {{typeOf 1}} {{typeOf .tags}} {{typeOf .labels}} {{typeOf nil}} {{typeOf (list "a")}} {{typeOf (splitList "," "a")}} {{typeOf (split "," "a")}} {{typeOf (until 1)}} {{typeOf (add 1 1)}} {{typeOf (semver "1.0.0")}}',
    "string float64 int []interface {} map[string]interface {} <nil> []interface {} []string map[string]string []int int64 *semver.Version",
  ],
  [
    '{{kindOf .name}} {{kindOf .replicas}} {{kindOf .tags}} {{kindOf .labels}} {{kindOf nil}} {{kindOf (semver "1.0.0")}} {{kindOf (toDate "2006" "2020")}}',
    "string float64 slice map invalid ptr struct",
  ],
  [
    '{{typeIs "string" .name}} {{typeIsLike "semver.Version" (semver "1.0.0")}} {{kindIs "map" .labels}} {{kindIs "int" 1}}',
    "true true true true",
  ],
])("%j", (template, text) => {
  expect(rendered(template)).toBe(text);
});
