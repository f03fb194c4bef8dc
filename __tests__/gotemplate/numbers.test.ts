/** Functions on numbers. Each result was taken from Argo CD's own rendering. */
import { expect, test } from "@jest/globals";
import { ERROR, rendered } from "./rendered.ts";

// docs/specification/go-templates.md 5.6
test.each([
  [
    '{{int 3.9}} {{int "12"}} {{int "0x1f"}} {{int "12.0"}} {{int "12.5"}} {{int "x"}} {{int true}} {{int nil}} {{int .tags}} {{int "1_000"}} {{int "010"}}',
    "3 12 31 12 0 0 1 0 0 1000 8",
  ],
  [
    '{{int64 -3.9}} {{int64 1e30}} {{float64 "1.5"}} {{float64 "x"}} {{float64 3}} {{float64 true}} {{toDecimal "777"}} {{toDecimal "9"}} {{float64 "1_000.5"}}',
    "-3 -9223372036854775808 1.5 0 3 1 511 0 1000.5",
  ],
  [
    '{{add}} {{add 1 2 3}} {{add 1.9 "2" nil}} {{add1 1}} {{sub 5 3}} {{mul 2 3 4}} {{div 7 2}} {{div -7 2}} {{mod 7 3}} {{mod -7 3}}',
    "0 6 3 2 2 24 3 -3 1 -1",
  ],
  ["{{div 1 0}}", ERROR],
  ["{{mod 1 0}}", ERROR],
  ["{{add 9223372036854775807 1}} {{mul 9223372036854775807 2}}", "-9223372036854775808 -2"],
  [
    "{{addf 0.1 0.2}} {{add1f 1.5}} {{subf 1 0.9}} {{mulf 1.1 1.1}} {{divf 1 3}} {{divf 2 3 2}} {{addf}} {{divf -1 3}}",
    "0.3 2.5 0.1 1.21 0.3333333333333333 0.3333333333333334 0 -0.3333333333333333",
  ],
  ["{{divf 1 0}}", ERROR],
  ["{{max 1 5 3}} {{min 1 5 -3}} {{biggest 1 2}} {{maxf 1.5 2.5}} {{minf 1 0.5}}", "5 -3 2 2.5 0.5"],
  [
    "{{ceil 1.1}} {{floor -1.1}} {{round 1.2345 2}} {{round 1.25 1}} {{round -1.25 1}} {{round 123.456 -1}} {{round 1.2345 3 0.9}} {{round 2.5 0}}",
    "2 -2 1.23 1.3 -1.3 120 1.234 3",
  ],
  ["{{round 1.5 1.0}}", "1.5"],
  ['{{round 1.5 "x"}}', ERROR],
  ['{{int .replicas | add 1}} {{.replicas | int | printf "%03d"}}', "4 003"],
])("%j", (template, text) => {
  expect(rendered(template)).toBe(text);
});
