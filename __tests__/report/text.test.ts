import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { visible } from "../../src/diagnostics.ts";
import { code, cut, cutBytes, fence, htmlCode, link, shortLine, word } from "../../src/report/text.ts";
import { anyText } from "../any-text.ts";

describe("attack 9.17: text of a pull request", () => {
  test.each([
    ["plain", "plain"],
    ["tab\tand\nnewline", "tab\tand\nnewline"],
    ["\u202egnp", "\\u202egnp"],
    ["\u001b[31m", "\\u001b[31m"],
    ["zero\u200bwidth", "zero\\u200bwidth"],
    ["half \ud800", "half \\ud800"],
    ["👩‍👩‍👧 é 漢 مرحبا", "👩‍👩‍👧 é 漢 مرحبا"],
  ])("visible %j", (text, expected) => {
    expect(visible(text)).toBe(expected);
  });

  test.each([
    ["apps/web:1.2", "`apps/web:1.2`"],
    ["@octocat", "`@octocat`"],
    ["a`b", "<code>a&#96;b</code>"],
    ["a|b", "<code>a&#124;b</code>"],
    ["<b>", "<code>&#60;b&#62;</code>"],
    [" padded ", "<code> padded </code>"],
    ["two\nlines", "`two lines`"],
    ["", "<code></code>"],
  ])("code %j", (text, expected) => {
    expect(code(text)).toBe(expected);
  });

  test.each([
    ["Deployment", "Deployment"],
    ["merge base", "merge base"],
    ["_x_", "`_x_`"],
    ["www.evil", "`www.evil`"],
  ])("word %j", (text, expected) => {
    expect(word(text)).toBe(expected);
  });

  test("code in a summary is always an element", () => {
    expect(htmlCode("a.b")).toBe("<code>a&#46;b</code>");
  });

  test.each([
    ["https://x.example/a(b)", "[x](https://x.example/a%28b%29)"],
    ["https://x.example/a b<c>|`\n", "[x](https://x.example/a%20b%3Cc%3E%7C%60%20)"],
    ["javascript:alert(1)", "x"],
    ["//x.example", "x"],
  ])("link to %j", (address, expected) => {
    expect(link("x", address)).toBe(expected);
  });

  test("a fence is longer than any run of backticks", () => {
    expect(fence(["```", "a ````` b"], "diff")).toBe("``````diff\n```\na ````` b\n``````");
  });

  test("a line of a fence stays one line", () => {
    expect(fence(["a\n```\nb"])).toBe("````\na\\n```\\nb\n````");
  });

  test("many spaces take linear time", () => {
    expect(code(`a${" ".repeat(300_000)}b \n c`, 5)).toBe("`a    … (300001 more characters)`");
    expect(code(`a${" ".repeat(30_000)}b \n c`, 5)).toBe("`a    … (29999 more characters)`");
  }, 20_000);

  test("of twenty million control characters, those that are shown are escaped", () => {
    const text = "\u0007".repeat(20_000_000);
    const more = 20_000_000 - 65_536 + 6 * 65_536 - 6;
    expect(code(text, 6)).toBe(`<code>&#92;u0007… &#40;${more} more characters&#41;</code>`);
    expect(htmlCode(text, 6)).toContain(`${more} more`);
    expect(fence([text], "", 6)).toContain(`\n\\u0007… (${more} more characters)\n`);
    expect(shortLine("😀".repeat(100_000), 3)).toBe("😀… (199998 more characters)");
  });

  test("a cut keeps characters whole", () => {
    expect(cut(`ab😀${"c".repeat(30)}`, 3)).toBe("ab… (32 more characters)");
    expect(cut("a".repeat(25), 3)).toBe("a".repeat(25));
    expect(cut("a".repeat(26), 3)).toBe("aaa… (23 more characters)");
    expect(cut("abc", 3)).toBe("abc");
    fc.assert(
      fc.property(anyText(), fc.nat({ max: 20 }), (text, bytes) => {
        const kept = cutBytes(text, bytes);
        expect(text.startsWith(kept)).toBe(true);
        expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(bytes);
        expect(Buffer.from(kept).toString()).toBe(kept);
      }),
    );
  });
});
