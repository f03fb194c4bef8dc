/** The imports that texts of jsonnet hold, by their tokens. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { importsOf } from "../../src/jsonnet/imports.ts";

const found = (text: string): string[] =>
  importsOf(text).map(({ kind, path, line, column }) => `${kind} ${path} ${line}:${column}`);

// docs/specification/argocd-sources.md 4.3
describe("importsOf", () => {
  test.each<[string, string, string[]]>([
    [
      "the three sorts",
      `[import "a", importstr 'b', importbin "c"]`,
      ["import a 1:2", "importstr b 1:14", "importbin c 1:29"],
    ],
    ["places", `local x =\n  import 'a';\n\n\timport /* c */ // d\n# e\n 'b'`, ["import a 2:3", "import b 4:2"]],
    ["escapes", String.raw`import "\u0061\/\"\\b'\t"`, ["import a/\"\\b'\t 1:1"]],
    ["pairs of surrogates", String.raw`import '\ud83d\ude00'`, ["import 😀 1:1"]],
    ["verbatim strings", `import @"a""b\\n" + import @'c''d'`, ['import a"b\\n 1:1', "import c'd 1:20"]],
    ["no space", `import"a"importstr'b'`, ["import a 1:1", "importstr b 1:10"]],
    [
      "numbers in front",
      `[1import "a", 1_000import "b", 1.5e-7import "c"]`,
      ["import a 1:3", "import b 1:20", "import c 1:38"],
    ],
    ["operators in front", `1+-!import "a"`, ["import a 1:5"]],
    ["none in comments", `# import "a"\n// import "b"\n/* import "c" */ /*/ import "d" */ 1`, []],
    ["none in strings", String.raw`"import 'a'" + 'import "b" \' import "c"' + @"import ""d""" + @'\' + "x"`, []],
    ["none in blocks", `|||\n  import "a"\n\n   import "b"\n|||`, []],
    ["a block to its end", `|||\n  a\n  ||| import "no"\n ||| + import "b"`, ["import b 4:8"]],
    ["blocks with tabs, and without the last line break", `|||-  \r\n\n\tx\n\t|||\n||| import "b"`, ["import b 5:5"]],
    ["a block takes no escapes", `|||\n  \\\n||| import "a"`, ["import a 3:5"]],
    ["blocks behind operators", `"a"+|||\n  import "a"\n|||`, []],
    ["comments behind operators", `1+// import "a"\n2 */* import "b" */ 3`, []],
    ["no block in an import", `import |||\n  a\n|||`, []],
    ["no other word", `local imports = 1, import_ = 2, ximport = 3; imports "a" + import_ "b" + ximport "c"`, []],
    ["nothing computed", `import (("a"))`, []],
    ["the literal of what jsonnet refuses", `import "a" + "b"`, ["import a 1:1"]],
    ["no wrong escapes", String.raw`[import "\x", import "\u12"]`, []],
    ["nothing behind a string without an end", `import "a" + "b\nimport 'c'`, ["import a 1:1"]],
    ["nothing behind a comment without an end", `import "a" /* import "b"`, ["import a 1:1"]],
    ["nothing behind a block without an end", `import "a" + |||\n  x\n import "b"`, ["import a 1:1"]],
    ["nothing behind a block without lines", `||| x import "b"`, []],
    ["nothing", "", []],
  ])("%s", (_, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  const word = fc.constantFrom("a", "lib/b.libsonnet", "../c", "ä ", "import 'x'", "//", "/*", "|||", "#", "@");
  const plain = (text: string): readonly [string, string[]] => [text, []];
  const quoted = (text: string, quote: string): string =>
    quote + text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`).replaceAll("\n", "\\n") + quote;
  const literal = fc.tuple(word, fc.constantFrom(`"`, `'`, `@"`, `@'`, `\\u`)).map(([text, form]) => {
    if (form === "\\u")
      return [
        text,
        `"${text
          .split("")
          .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`)
          .join("")}"`,
      ] as const;
    if (!form.startsWith("@")) return [text, quoted(text, form)] as const;
    const quote = form.slice(1);
    return [text, form + text.replaceAll(quote, quote + quote) + quote] as const;
  });
  const space = fc.constantFrom(
    " ",
    "\n",
    "\t",
    "\r\n",
    ' /* import "no" */ ',
    ' // import "no"\n',
    " # import 'no'\n",
    "",
  );
  const piece = fc.oneof(
    literal.map(([, text]) => plain(text)),
    fc
      .tuple(word, fc.constantFrom("  ", "\t", " \t"))
      .map(([text, indent]) => plain(`|||\n${indent}${text}\n\n${indent} import "no"\n|||`)),
    fc
      .constantFrom("1", "1_0.5e+3", "x", "self", "{", "}", "[", ";", "+", "==", "&&", "$", "imports", "_import")
      .map(plain),
    fc
      .tuple(fc.constantFrom("import", "importstr", "importbin"), space, literal)
      .map(([kind, between, [path, text]]) => [`${kind}${between}${text}`, [`${kind} ${path}`]] as const),
  );

  test("attack 9.38: finds the imports of any text, whatever comments and strings stand around them", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, space)), (pieces) => {
        const text = pieces.map(([[each], between]) => `${each}${between} `).join("");
        const expected = pieces.flatMap(([[, imports]]) => imports);
        expect(importsOf(text).map(({ kind, path }) => `${kind} ${path}`)).toEqual(expected);
        for (const { kind, line, column } of importsOf(text))
          expect(text.split("\n")[line - 1]?.slice(column - 1)).toMatch(new RegExp(`^${kind}`));
      }),
      { numRuns: 2000 },
    );
  });

  test("the work grows with the text", () => {
    const text = `"${"\\n".repeat(200_000)}" + @'${"''".repeat(200_000)}' + ${"/* * */".repeat(100_000)} import "a"`;
    expect(importsOf(text)).toHaveLength(1);
    expect(importsOf('import "a" + '.repeat(50_000))).toHaveLength(50_000);
  });
});
