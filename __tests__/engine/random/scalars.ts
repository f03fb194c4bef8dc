/** Values that people write in unusual ways: each reads differently in one of the dialects of YAML. */
import type { Draw } from "./draw.ts";
import { Lines, type Yaml } from "./yaml-text.ts";

const NUMBERS = [
  "0x1F",
  "0o17",
  "017",
  "08",
  "1_000",
  "1e3",
  ".5",
  "1.",
  "+1",
  "-0",
  "0.10",
  "1.0",
  "12345678901234567890",
];
const WORDS = [
  "~",
  "null",
  "Null",
  "TRUE",
  "yes",
  "on",
  "Off",
  "n",
  "2001-01-01",
  "2001-01-01T10:00:00Z",
  "12:30:45",
  ".inf",
];
const TAGGED = ["!!str 5", '!!int "5"', "!!float 1", "!!binary aGVsbG8=", "!!str", "!!bool true"];
const QUOTED = [
  '"tab\\there"',
  "'it''s'",
  '"\\u00e9 ☃"',
  "é",
  "日本語",
  '"😀"',
  '"a\\r\\nb"',
  '"trailing "',
  "' lead'",
  '"a: b"',
  "'# no'",
  "'*x'",
  '"-"',
  "'- a'",
  '"\\n"',
  '"multi\\n  line\\n"',
  "''",
  '"\\u2028"',
  "'{{ .Value }}'",
  "a'b\"c",
  "http://x/?a=b#c",
];
const COLLECTIONS = ["[]", "{}", "[a, b, [c]]", "{a: {b: c}}", "[1, 1.0, '1', true, ~]", '{"a b": c, 1x: 2}'];

const LONG =
  "a long text of many words that go on and on, so that whatever breaks lines at eighty has to break this one";

const TEXTS = [
  "one\ntwo\n",
  "one\n\n  indented\ntwo",
  `${LONG}\n${LONG}`,
  "a\n\n\n",
  "key: value\nlist:\n- a",
  "trail \ntwo",
  "tab\there\n",
  `x\n${"y".repeat(100)} z`,
];

export function unusual(draw: Draw): Yaml {
  if (draw.once(4)) return new Lines(draw.of(...TEXTS), draw.of("|", "|-", "|+", ">", ">-", ">+"));
  return draw.of(...draw.of(NUMBERS, WORDS, TAGGED, QUOTED, COLLECTIONS, [`"${LONG}"`, LONG]));
}

/** A value that is a string in every dialect. */
export function unusualText(draw: Draw): Yaml {
  return draw.once(3) ? new Lines(draw.of(...TEXTS), draw.of("|", "|-", ">", ">-")) : draw.of(...QUOTED);
}
