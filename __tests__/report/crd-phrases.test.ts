/** The line that tells the change of a definition. */
import { expect, test } from "@jest/globals";
import { crdPhrases, sharedCrdPhrases } from "../../src/report/crd-phrases.ts";
import type { Phrase } from "../../src/report/edit-phrases.ts";
import type { CrdChange, CrdProperty } from "../../src/review/index.ts";

const NOTHING: CrdChange = { versions: [], properties: [], descriptions: 0 };
const property = (
  op: CrdProperty["op"],
  path: string,
  version = "v1",
  more: Partial<CrdProperty> = {},
): CrdProperty => ({
  version,
  path,
  op,
  ...more,
});

const line = (crd: Partial<CrdChange>): string => print(crdPhrases({ ...NOTHING, ...crd }));

function print(phrases: readonly Phrase[]): string {
  return phrases
    .map((phrase) => {
      if (typeof phrase === "string") return phrase;
      return "code" in phrase ? `\`${phrase.code}\`` : phrase.word;
    })
    .join("");
}

test.each<[line: string, crd: Partial<CrdChange>]>([
  ["", {}],
  [
    "v1 added; v1alpha1: `a` now required; v1, compared with the version that was stored: `a` now required",
    {
      versions: [{ name: "v1", op: "added" }],
      properties: [property("required", "a", "v1alpha1"), property("required", "a", "v1")],
    },
  ],
  ["1 description", { descriptions: 1 }],
  ["v1beta1 removed", { versions: [{ name: "v1beta1", op: "removed" }] }],
  [
    "v1 removed; v2 added and now stored",
    {
      versions: [
        { name: "v1", op: "removed" },
        { name: "v2", op: "added" },
        { name: "v2", op: "stored" },
      ],
    },
  ],
  [
    "v1beta1 removed; v1: `spec.foo` removed, `spec.bar` now required, 12 properties added, 30 descriptions",
    {
      versions: [{ name: "v1beta1", op: "removed" }],
      properties: [
        property("removed", "spec.foo"),
        property("required", "spec.bar"),
        ...Array.from({ length: 12 }, (_, index) => property("added", `spec.a${index}`)),
      ],
      descriptions: 30,
    },
  ],
  [
    "v1: `a` retyped `string → integer`, `b` narrowed `a, b → a`, `c` narrowed to `x`, 2 more properties narrowed, 1 property with another default, 7 more changes of properties",
    {
      properties: [
        property("retyped", "a", "v1", { before: "string", after: "integer" }),
        property("narrowed", "b", "v1", { before: "a, b", after: "a" }),
        property("narrowed", "c", "v1", { after: "x" }),
        property("narrowed", "d"),
        property("narrowed", "e"),
        property("default", "f"),
      ],
      moreProperties: 7,
    },
  ],
  [
    "v1: `a` narrowed to `minimum 0, maximum 9`, `b` narrowed to `minimum 0`, `b` narrowed `maximum 9 → maximum 8`",
    {
      properties: [
        property("narrowed", "a", "v1", { after: "minimum 0" }),
        property("narrowed", "a", "v1", { after: "maximum 9" }),
        property("narrowed", "b", "v1", { after: "minimum 0" }),
        property("narrowed", "b", "v1", { before: "maximum 9", after: "maximum 8" }),
      ],
    },
  ],
  [
    "v1: `…oauth2.url` narrowed (4×), `f` added",
    {
      properties: [
        ...["a", "b", "c.d", "e"].map((path) => property("narrowed", `${path}.oauth2.url`)),
        property("added", "f"),
      ],
    },
  ],
  [
    "v1, v2: `a` removed; v3: `a` added",
    {
      properties: [property("removed", "a"), property("removed", "a", "v2"), property("added", "a", "v3")],
    },
  ],
  [
    "v1: `a` now required, `b` added, `c` with another default; v2: `a` now required, 3 properties added, `e` with another default",
    {
      properties: [
        ...["v1", "v2"].flatMap((version) => [
          property("required", "a", version),
          property("added", "b", version),
          property("default", version === "v1" ? "c" : "e", version),
        ]),
        property("added", "c", "v2"),
        property("added", "d", "v2"),
      ],
    },
  ],
  [
    "v1: the whole schema retyped `object → any`",
    { properties: [property("retyped", "", "v1", { before: "object", after: "any" })] },
  ],
  [
    "v0 added; v1 added; v2 added; v3 added; v4 added; v5 added; 2 more versions",
    { versions: Array.from({ length: 8 }, (_, index) => ({ name: `v${index}`, op: "added" as const })) },
  ],
])("%s", (expected, crd) => {
  expect(line(crd)).toBe(expected);
});

const of = (...paths: readonly string[]) => paths.map((path) => property("narrowed", path, "v1", { after: "x" }));

test.each<[line: string, crds: readonly Partial<CrdChange>[]]>([
  ["v1: `a` narrowed to `x`", [{ properties: of("a") }, { properties: of("a") }]],
  [
    "`…oauth2.tokenUrl` narrowed to `x` (3×)",
    [{ properties: of("spec.a.oauth2.tokenUrl", "spec.oauth2.tokenUrl") }, { properties: of("b.oauth2.tokenUrl") }],
  ],
  [
    "`a.b` narrowed to `x` (2×), `c` narrowed to `x`, 3 descriptions",
    [
      { properties: of("a.b", "c"), descriptions: 1 },
      { properties: of("a.b"), descriptions: 2 },
    ],
  ],
  [
    "v1beta1 removed (2×); `a` narrowed to `x`",
    [
      { versions: [{ name: "v1beta1", op: "removed" }], properties: of("a") },
      { versions: [{ name: "v1beta1", op: "removed" }] },
    ],
  ],
  ["5 more changes of properties", [{ moreProperties: 2 }, { moreProperties: 3 }]],
  ["", []],
])("of several definitions: %s", (expected, crds) => {
  expect(print(sharedCrdPhrases(crds.map((crd) => ({ ...NOTHING, ...crd }))))).toBe(expected);
});
