import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { logText } from "../../src/diagnostics.ts";

/** Whether the runner reads a line as a command; see `ActionCommand` in actions/runner. */
function isCommand(line: string): boolean {
  return /^\s*::/.test(line) || line.includes("##[");
}

test.each([
  ["plain text", "plain text"],
  ["two\nlines", "two\nlines"],
  ["::error::boo", "| ::error::boo"],
  ["  \t::add-mask::x", "|   \t::add-mask::x"],
  ["fine\r::set-output name=a::b", "fine\n| ::set-output name=a::b"],
  ["fine\r\n::stop-commands::x", "fine\n| ::stop-commands::x"],
  ["see ##[group]x", "see ## [group]x"],
  ["a::b", "a::b"],
  ["\u001b[2Jgone\u0007", "\\u001b[2Jgone\\u0007"],
  ["\u2028::error::x", "\\u2028::error::x"],
])("%j is printed as %j", (text, printed) => {
  expect(logText(text)).toBe(printed);
});

test("attack 9.16: no text becomes a command", () => {
  const unit = fc.constantFrom(
    ":",
    "::",
    "#",
    "##[",
    "[",
    "\n",
    "\r",
    " ",
    "\t",
    "\u00a0",
    "\ufeff",
    "\u200b",
    "error",
    "]",
  );
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(
        logText(text)
          .split(/\r\n|\r|\n/)
          .filter(isCommand),
      ).toEqual([]);
    }),
  );
});
