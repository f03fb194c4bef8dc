/** Catalogs that are written: every one is valid, and nothing but the function changes; docs/specification/lock.md 6.3, 6.4. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readCatalog } from "../../src/catalog/index.ts";
import { KrmError } from "../../src/diagnostics.ts";
import { addFunction, emptyCatalog, type NewFunction } from "../../src/pin/index.ts";

const DIGEST = `sha256:${"d".repeat(64)}`;
const HEX = "e".repeat(64);

function labeller(more: Partial<NewFunction> = {}): NewFunction {
  return {
    group: "example.com",
    kind: "Label",
    version: "v1",
    runtime: { container: { image: `example.com/label@${DIGEST}` } },
    ...more,
  };
}

const exec = (arch: string, sha256 = HEX): NewFunction =>
  labeller({
    runtime: { exec: { platforms: [{ os: "linux", arch, bin: "label", uri: "https://example.com/l.tgz", sha256 }] } },
  });

const add = (text: string, added: NewFunction, replace = false, comment?: string): string =>
  addFunction(text, "c.yaml", added, { replace, comment });

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof KrmError) return thrown.code;
    throw thrown;
  }
  return "nothing was thrown";
}

const NEW = `apiVersion: config.kubernetes.io/v1alpha1
kind: Catalog
metadata:
  name: team
spec:
  krmFunctions: []
`;

const ONE = `apiVersion: config.kubernetes.io/v1alpha1
kind: Catalog
metadata:
  name: team
spec:
  krmFunctions:
  - group: example.com
    names:
      kind: Label
    versions:
      - name: v1
        runtime:
          container:
            image: example.com/label@${DIGEST} # v1.0.0
`;

test("a new catalog has no functions", () => {
  expect(emptyCatalog("team")).toBe(NEW);
  expect(readCatalog(Buffer.from(NEW), "c.yaml").entries).toEqual([]);
});

test("the first function", () => {
  expect(add(NEW, labeller(), false, "v1.0.0")).toBe(ONE);
});

test("a second one stands behind the first, in the layout of the list", () => {
  const text = ONE.replace("  krmFunctions:\n", "  krmFunctions: # ours\n").replace(
    "# v1.0.0\n",
    "# v1.0.0\n\n# The end.\n",
  );
  const added = labeller({
    kind: "Other",
    description: "Adds.",
    runtime: { starlark: { path: "a.star", sha256: HEX } },
  });
  expect(add(text, added)).toBe(
    text.replace(
      "# v1.0.0\n",
      `# v1.0.0
  - group: example.com
    names:
      kind: Other
    description: Adds.
    versions:
      - name: v1
        runtime:
          starlark:
            path: a.star
            sha256: ${HEX}
`,
    ),
  );
});

test("another version joins the entry of its kind", () => {
  const text = add(ONE, labeller({ version: "v2" }));
  expect(text).toBe(
    `${ONE}      - name: v2\n        runtime:\n          container:\n            image: example.com/label@${DIGEST}\n`,
  );
});

test("a binary for another platform joins its version", () => {
  const one = add(NEW, exec("amd64"));
  const both = add(one, exec("arm64"));
  expect(both.startsWith(one.trimEnd())).toBe(true);
  expect(both.match(/arch: (\w+)/g)).toEqual(["arch: amd64", "arch: arm64"]);
  expect(codeOf(() => add(both, exec("arm64")))).toBe("catalog-entry-exists");
  expect(add(both, exec("arm64", "f".repeat(64)), true)).toBe(
    both.replace(new RegExp(`${HEX}(?=\\n$)`), "f".repeat(64)),
  );
});

describe("a function that is there", () => {
  test("is refused", () => {
    expect(codeOf(() => add(ONE, labeller()))).toBe("catalog-entry-exists");
    expect(() => add(ONE, labeller())).toThrow(/c\.yaml: the catalog has .*Label.* already/);
  });

  test("is replaced on demand; its schema and the rest of the file stay", () => {
    const text = ONE.replace("      - name: v1\n", "      - name: v1\n        idempotent: true # really\n").replace(
      "spec:",
      "# What we run.\nspec:",
    );
    const other = DIGEST.replaceAll("d", "c");
    const added = labeller({ runtime: { container: { image: `example.com/label@${other}`, requireNetwork: true } } });
    expect(add(text, added, true, "v2.0.0")).toBe(
      text.replace(`${DIGEST} # v1.0.0`, `${other} # v2.0.0\n            requireNetwork: true`),
    );
  });
});

test.each<[what: string, text: string, code: string]>([
  [
    "a list in brackets",
    ONE.replace(
      /krmFunctions:[\s\S]*/,
      "krmFunctions: [{group: a, names: {kind: B}, versions: [{name: v1, runtime: {starlark: {path: a.star}}}]}]\n",
    ),
    "catalog-layout",
  ],
  [
    "one definition",
    "apiVersion: config.kubernetes.io/v1alpha1\nkind: KRMFunctionDefinition\nspec:\n  group: a\n  names: {kind: B}\n  versions: [{name: v1, runtime: {starlark: {path: a.star}}}]\n",
    "catalog-layout",
  ],
  ["no catalog", "kind: ConfigMap\n", "wrong-kind"],
])("refuses %s", (_, text, code) => {
  expect(codeOf(() => add(text, labeller()))).toBe(code);
});

test("any functions, in any order, make a valid catalog in which all are found", () => {
  const added = fc.record({
    group: fc.constantFrom("example.com", "team.example.com"),
    kind: fc.constantFrom("A", "B", "C"),
    version: fc.constantFrom("v1", "v2", "1"),
    description: fc.option(fc.constantFrom("plain", "with: colon", "# sharp", "'quoted'", "two\nlines", "yes"), {
      nil: undefined,
    }),
  });
  const functions = fc.uniqueArray(added, { selector: (one) => JSON.stringify([one.group, one.kind, one.version]) });
  const start = fc.constantFrom(
    NEW,
    NEW.replaceAll("\n", "\r\n"),
    `\ufeff${NEW}`,
    `${NEW}# end`,
    `# start\n---\n${NEW}`,
  );
  fc.assert(
    fc.property(start, functions, (text, all) => {
      const written = all.reduce((result, one) => add(result, labeller(one)), text);
      const { entries } = readCatalog(Buffer.from(written), "c.yaml");
      const key = (one: { group: string; kind: string; version: string }): string =>
        `${one.group}/${one.kind}/${one.version}`;
      expect(entries.map(key).sort()).toEqual(all.map(key).sort());
      expect(/(?<!\r)\n/.test(written)).toBe(/(?<!\r)\n/.test(text));
    }),
    { numRuns: 30 },
  );
});
