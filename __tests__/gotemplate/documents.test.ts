/** JSON, YAML, encodings and digests. Each result was taken from Argo CD's own rendering. */
import { expect, test } from "@jest/globals";
import { ERROR, rendered } from "./rendered.ts";

// docs/specification/go-templates.md 5.2, 5.7
test.each([
  [
    '{{toJson .mixed}} {{toJson .labels}} {{toJson "<&>\\u2028é\\x01\\b"}} {{toJson .big}} {{toJson 1e21}} {{toJson 1e-7}} {{toJson nil}}',
    '["x",1,null,true,[1],{"k":"v"}] {"a.b/c":"d","team":"core","tier":"1"} "\\u003c\\u0026\\u003e\\u2028é\\u0001\\b" 1234567 1e+21 1e-7 null',
  ],
  [
    '{{trunc 1 "é" | toJson}} {{toJson "\\xff\\\\udfff\\ufffd"}} {{trunc 1 "é" | toRawJson}} {{trunc 1 "é" | toYaml}}',
    '"\\ufffd" "\\ufffd\\\\udfff�" "\\ufffd" �',
  ],
  [
    '{{toRawJson "<&>\\u2028\\\\u003c"}} {{mustToRawJson .json}}',
    '"<&>\\u2028\\\\u003c" "{\\"a\\":[1,2.5,null,\\"<x>\\"]}"',
  ],
  [
    "{{toPrettyJson .nested}} {{toPrettyJson list}} {{toPrettyJson dict}}",
    '{\n  "a": {\n    "b": {\n      "c": "deep"\n    }\n  },\n  "list": [\n    {\n      "n": "one"\n    },\n    {\n      "n": "two"\n    }\n  ]\n} [] {}',
  ],
  ['{{mustToJson 1}} {{mustToPrettyJson "a"}}', '1 "a"'],
  [
    '{{fromJson .json}} {{(fromJson .json).a}} {{fromJson "x"}} {{fromJson "1"}} {{fromJson "null"}} {{mustFromJson "[1]"}}',
    "map[a:[1 2.5 <nil> <x>]] [1 2.5 <nil> <x>] <no value> 1 <no value> [1]",
  ],
  ['{{mustFromJson "x"}}', ERROR],
  ["{{toYaml .nested}}", 'a:\n  b:\n    c: deep\nlist:\n- "n": one\n- "n": two'],
  ["{{toYaml .mixed}}", "- x\n- 1\n- null\n- true\n- - 1\n- k: v"],
  ["{{toYaml .labels | nindent 2}}", '\n  a.b/c: d\n  team: core\n  tier: "1"'],
  [
    '{{toYaml "text"}} {{toYaml 1}} {{toYaml .big}} {{toYaml 1e21}} {{toYaml 0.5}} {{toYaml nil}} {{toYaml list}} {{toYaml dict}} {{toYaml "true"}} {{toYaml "a: b"}} {{toYaml "1"}}',
    'text 1 1234567 1e+21 0.5 null [] {} "true" \'a: b\' "1"',
  ],
  ['{{toYaml "a\\nb\\n"}}', "|\n  a\n  b"],
  [
    '{{toYaml (fromJson "[12345678901234567890, 18446744073709551615, 9223372036854775807, -9223372036854775809, -0, 1e20, 1e22]")}}',
    "- 12345678901234567000\n- 1.8446744073709552e+19\n- 9223372036854776000\n- -9.223372036854776e+18\n- 0\n- 1e+20\n- 1e+22",
  ],
  [
    '{{toYaml (dict "a" (list (dict "b" 1 "c" (list)) "x\\ny") "y" "no" "n" "1e3" "z" "0x1" "e" "")}}',
    'a:\n- b: 1\n  c: []\n- |-\n  x\n  y\ne: ""\n"n": "1e3"\n"y": "no"\nz: "0x1"',
  ],
  [
    '{{fromYaml .yaml}} {{(fromYaml .yaml).b}} {{fromYaml ""}} {{fromYamlArray "- 1\\n- a"}} {{fromYaml "null" | toJson}} {{fromYaml "{}" | toJson}} {{fromYamlArray "" | toJson}}',
    "map[a:1 b:[x 2]] [x 2] map[] [1 a] {} {} []",
  ],
  ['{{fromYaml "x"}}', ERROR],
  ['{{fromYaml "- 1"}}', ERROR],
  ['{{fromYaml "a: ["}}', ERROR],
  ['{{fromYamlArray "a: 1"}}', ERROR],
  [
    '{{b64enc "héllo"}} {{b64dec "aMOpbGxv"}} {{b64dec "x"}} {{b64dec "!!!!"}} {{b64dec "YQ=="}} {{b64dec "YQ=x"}} {{b64dec "YWI=\\n"}} {{b64dec "YQ"}}',
    "aMOpbGxv héllo illegal base64 data at input byte 0 illegal base64 data at input byte 0 a illegal base64 data at input byte 2 ab illegal base64 data at input byte 0",
  ],
  [
    '{{b32enc "hello"}} {{b32dec "NBSWY3DP"}} {{b32dec "x"}} {{b32dec "MFRGG==="}} {{b32dec "MFRG"}}',
    "NBSWY3DP hello illegal base32 data at input byte 0 abc illegal base32 data at input byte 0",
  ],
  [
    '{{sha1sum "x"}} {{sha256sum "x"}} {{sha512sum "x"}} {{adler32sum "hello"}}',
    "11f6ad8ec52a2984abaafd7c3b516503785c2072 2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881 a4abd4448c49562d828115d13a1fccea927f52b4d5459297f8b43e42da89238bc13626e43dcb38ddb082488927ec904fb42057443983e88585179d50551afe62 103547413",
  ],
])("%j", (template, text) => {
  expect(rendered(template)).toBe(text);
});
