/** The search in catalogs; docs/specification/catalogs.md 3, 4. */
import { describe, expect, test } from "@jest/globals";
import {
  type CatalogPorts,
  type CatalogReference,
  type CatalogSearch,
  findEntry,
  findFunction,
  type LoadedCatalog,
  parseCatalogReference,
  parseTrustLines,
  readCatalog,
  resolveReference,
  type SignatureDemand,
  sha256Of,
  shownReference,
  unusedReferences,
} from "../../src/catalog/index.ts";
import { type Diagnostic, failure, formatDiagnostic } from "../../src/diagnostics.ts";
import { catalogOf, catalogText, functionText, HEX, imageText, OTHER_HEX, rejection } from "./documents.ts";

const PAINT = { group: "fn.acme.test", version: "v1", kind: "Paint" };
const LOCATION = { file: "paint.yaml", line: 1, column: 1 };

/** The world of a test: what lies where, and what was asked for. */
class World {
  readonly loaded: string[] = [];
  readonly verified: string[] = [];
  readonly warnings: Diagnostic[] = [];
  readonly #files: ReadonlyMap<string, string>;
  readonly #base: ReadonlyMap<string, string> | undefined;

  constructor(files: Readonly<Record<string, string>>, base?: Readonly<Record<string, string>>) {
    this.#files = new Map(Object.entries(files));
    this.#base = base === undefined ? undefined : new Map(Object.entries(base));
  }

  ports(): CatalogPorts {
    const base = this.#base;
    return {
      load: async (reference) => {
        this.loaded.push(reference.normal);
        const text = this.#files.get(reference.normal);
        if (text === undefined) throw failure("remote-failed", `${reference.normal} is not there`);
        return loaded(text, reference.normal);
      },
      verify: async (reference, _, demand: SignatureDemand) => {
        this.verified.push(`${reference.normal} ${JSON.stringify(demand)}`);
        if ("key" in demand && demand.key === "wrong.pub") throw failure("signature-invalid", "wrong key");
      },
      ...(base && {
        baseline: async (reference) => {
          const text = base.get(reference.normal);
          return text === undefined ? undefined : catalogOf(text, reference.normal);
        },
      }),
      warn: (diagnostic) => this.warnings.push(typeof diagnostic === "function" ? diagnostic() : diagnostic),
    };
  }
}

function loaded(text: string, file: string): LoadedCatalog {
  const bytes = Buffer.from(text);
  return { sha256: sha256Of(bytes), catalog: () => readCatalog(bytes, file) };
}

function search(
  references: readonly string[],
  trusted: readonly string[],
  more: Partial<CatalogSearch> = {},
): CatalogSearch {
  return {
    references: references.map((text) =>
      parseCatalogReference(text, { file: "kustomization.yaml", line: 2, column: 3 }),
    ),
    trusted: parseTrustLines(trusted, { source: "trusted-catalogs", allowWildcards: true }),
    defaults: [],
    ...more,
  };
}

const defaults = (...texts: string[]) => parseTrustLines(texts, { source: "default-catalogs" });

/** The image that is found, or the problems. */
async function outcome(world: World, searched: CatalogSearch, id = PAINT): Promise<string> {
  let image: string | undefined;
  const problems = await rejection(async () => {
    const { entry } = await findFunction(id, searched, world.ports(), LOCATION);
    image = entry.runtimes.container?.image;
  });
  return image ?? problems.join("\n");
}

const ONE = catalogText(imageText("Paint", "one"));
const TWO = catalogText(imageText("Paint", "two"));
const A = "https://acme.test/a.yaml";
const B = "https://acme.test/b.yaml";

test("K1: a catalog beside the kustomization, trusted by its path", async () => {
  const world = new World({ "catalog.yaml": ONE });
  expect(await outcome(world, search(["catalog.yaml"], ["./catalog.yaml"]))).toBe("one");
});

test("K2: without trust nothing is read, and the message has the line to add", async () => {
  const world = new World({ "catalog.yaml": ONE });
  expect(await outcome(world, search(["catalog.yaml"], []))).toBe(
    "catalog-untrusted paint.yaml:1:1: no trusted catalog has Paint of fn.acme.test/v1: catalog.yaml is not trusted; " +
      "no catalog was searched\n" +
      "  hint: Look at it with `krm-render view catalog catalog.yaml`. If it may run, set `--trusted-catalog catalog.yaml`, " +
      "or add the line `catalog.yaml` to the input `trusted-catalogs`.",
  );
  expect(world.loaded).toEqual([]);
});

test("a search in many catalogs is ended between two of them, although none is trusted", async () => {
  const references = Array.from({ length: 10 }, (_, at) => `${at}.yaml`);
  let checks = 0;
  const check = (): void => {
    if (++checks === 3) throw failure("build-timeout", "it took too long");
  };
  const ports = { ...new World({}).ports(), check };
  expect(await rejection(() => findFunction(PAINT, search(references, []), ports, LOCATION))).toEqual([
    "build-timeout it took too long",
  ]);
});

test("no line is advised that would be refused", async () => {
  const from = (repository: string) =>
    resolveReference(parseCatalogReference("c.yaml"), { kind: "git", repository, directory: ".", ref: "v1" });
  const found = (...references: CatalogReference[]) => outcome(new World({}), { ...search([], []), references });
  const local = from("file:///srv/a");
  expect(await found(local)).toContain("\n  hint: No line can trust it: catalogs are fetched by https");
  expect(await found(from("https://u:p@git.test/a"))).not.toContain("set `");
  expect(await found(local, from("https://git.test/a"))).toContain(
    "set `--trusted-catalog git::https://git.test/a//c.yaml?ref=v1`",
  );
});

test("K3: what no function needs is not read, and causes a notice if it is not trusted", () => {
  const { references, trusted } = search(["catalog.yaml", A], [A]);
  expect(
    unusedReferences(references, trusted).map((one) => `${one.severity} ${one.code} ${formatDiagnostic(one)}`),
  ).toEqual([
    "notice catalog-unused kustomization.yaml:2:3: the catalog catalog.yaml is not trusted; no function needs it",
  ]);
});

describe("K4: the first definition counts", () => {
  test.each([
    [[A, B], "one", [A]],
    [[B, A], "two", [B]],
  ])("of the catalogs %j", async (references, expected, loads) => {
    const world = new World({ [A]: ONE, [B]: TWO });
    expect(await outcome(world, search(references, [A, B]))).toBe(expected);
    expect(world.loaded).toEqual(loads);
  });

  test("K4b: of one catalog", async () => {
    const world = new World({ "c.yaml": catalogText(imageText("Paint", "one"), imageText("Paint", "two")) });
    expect(await outcome(world, search(["c.yaml"], ["c.yaml"]))).toBe("one");
  });
});

test("K5: other versions are listed", async () => {
  const world = new World({ "c.yaml": ONE });
  expect(await outcome(world, search(["c.yaml"], ["c.yaml"]), { ...PAINT, version: "v1beta1" })).toBe(
    "catalog-function-unknown paint.yaml:1:1: no catalog has Paint of fn.acme.test/v1beta1; searched: c.yaml; versions known: v1\n" +
      "  hint: Write `apiVersion: fn.acme.test/v1`, or add the version to a catalog.",
  );
});

test.each([[{ ...PAINT, kind: "paint" }], [{ ...PAINT, group: "FN.acme.test" }], [{ ...PAINT, group: "acme.test" }]])(
  "group, version and kind match exactly: %j",
  async (id) => {
    expect(await outcome(new World({ "c.yaml": ONE }), search(["c.yaml"], ["c.yaml"]), id)).toContain(
      "catalog-function-unknown",
    );
  },
);

describe("K18: an untrusted catalog of an import", () => {
  test.each([
    ["after the entry", [A, B], "one"],
    ["before the entry", [B, A], "one"],
  ])("%s does not matter", async (_, references, expected) => {
    const world = new World({ [A]: ONE, [B]: TWO });
    expect(await outcome(world, search(references, [A]))).toBe(expected);
    expect(world.loaded).toEqual([A]);
  });
});

test("K19: a layer without catalogs finds nothing, whatever is trusted", async () => {
  const world = new World({ [A]: ONE });
  expect(await outcome(world, search([], [A]))).toBe(
    "catalog-function-unknown paint.yaml:1:1: no catalog has Paint of fn.acme.test/v1; no catalog was searched\n" +
      "  hint: List a catalog that has the function under `catalogs`, or name its program in the config.",
  );
  expect(world.loaded).toEqual([]);
});

test("K23: a kind of the core group is not searched for", async () => {
  const world = new World({ [A]: ONE });
  expect(await outcome(world, search([A], [A]), { group: "", version: "v1", kind: "ConfigMap" })).toBe(
    "catalog-core-group paint.yaml:1:1: a catalog cannot name the program for ConfigMap of v1, a kind of Kubernetes\n" +
      "  hint: Name the program in the config: an annotation `config.kubernetes.io/function`, or `runtime`.",
  );
  expect(world.loaded).toEqual([]);
});

describe("K26: a copy is referenced where the original is trusted", () => {
  test("with the digest of the copy it runs", async () => {
    const world = new World({ "catalog.yaml": ONE });
    const digest = sha256Of(Buffer.from(ONE));
    expect(await outcome(world, search(["catalog.yaml"], [`${A}#sha256=${digest}`]))).toBe("one");
    expect(world.loaded).toEqual(["catalog.yaml"]);
  });

  test("with another digest the message names both references and both ways out", async () => {
    const world = new World({ "catalog.yaml": ONE });
    const message = await outcome(world, search(["catalog.yaml"], [`${A}#sha256=${OTHER_HEX}`]));
    expect(message).toContain(`trusted, but not referenced, is: ${A}#sha256=${OTHER_HEX}`);
    expect(message).toContain(
      `If catalog.yaml is a copy of ${A}, reference that instead, or trust its content: \`${A}#sha256=${sha256Of(Buffer.from(ONE))}\``,
    );
  });

  test("without a digest nothing is read", async () => {
    const world = new World({ "catalog.yaml": ONE });
    const message = await outcome(world, search(["catalog.yaml"], [A]));
    expect(message).toContain(`trusted, but not referenced, is: ${A}`);
    expect(world.loaded).toEqual([]);
  });

  test("a copy that cannot be read is not trusted", async () => {
    expect(await outcome(new World({}), search(["catalog.yaml"], [`${A}#sha256=${HEX}`]))).toContain(
      "catalog-untrusted",
    );
  });
});

describe("K27: default catalogs", () => {
  test("serve without a reference, after the others", async () => {
    const world = new World({ [A]: ONE, [B]: TWO });
    expect(await outcome(world, search([], [], { defaults: defaults(A) }))).toBe("one");
    expect(await outcome(world, search([B], [B], { defaults: defaults(A) }))).toBe("two");
  });

  test("are trusted where they are referenced", async () => {
    expect(await outcome(new World({ [A]: ONE }), search([A], [], { defaults: defaults(A) }))).toBe("one");
  });

  test("must have their digest", async () => {
    const message = await outcome(
      new World({ [A]: ONE }),
      search([], [], { defaults: defaults(`${A}#sha256=${HEX}`) }),
    );
    expect(message).toContain(`catalog-digest the digest of ${A}#sha256=${HEX} differs`);
  });
});

describe("attack 9.1: a pull request lists a catalog of its own", () => {
  test("it is not fetched, and the function fails", async () => {
    const world = new World({ "https://evil.test/c.yaml": TWO });
    expect(await outcome(world, search(["https://evil.test/c.yaml"], [A]))).toContain(
      "https://evil.test/c.yaml is not trusted",
    );
    expect(world.loaded).toEqual([]);
  });

  test("in front of the trusted one, it changes nothing", async () => {
    const world = new World({ [A]: ONE, "https://evil.test/c.yaml": TWO });
    expect(await outcome(world, search(["https://evil.test/c.yaml", A], [A]))).toBe("one");
    expect(world.loaded).toEqual([A]);
  });

  test.each(["https", "oci", "git"])("a pin of its own does not make it fetch by %s", async (kind) => {
    const address = {
      https: "https://evil.test/c.yaml",
      oci: "oci://evil.test/c:v1",
      git: "git::https://evil.test/a//c.yaml",
    };
    const reference = `${address[kind as "oci"]}#sha256=${OTHER_HEX}`;
    const world = new World({});
    expect(await outcome(world, search([reference], [`${A}#sha256=${HEX}`]))).toContain("catalog-untrusted");
    expect(world.loaded).toEqual([]);
  });

  test("a pin that equals a trusted digest is fetched, and its content must have it", async () => {
    const digest = sha256Of(Buffer.from(ONE));
    const mirror = `https://mirror.test/c.yaml#sha256=${digest}`;
    const trusted = [`${A}#sha256=${digest}`];
    expect(await outcome(new World({ "https://mirror.test/c.yaml": ONE }), search([mirror], trusted))).toBe("one");
    expect(await outcome(new World({ "https://mirror.test/c.yaml": TWO }), search([mirror], trusted))).toContain(
      "catalog-digest",
    );
  });

  test("the name of a catalog trusts nothing", async () => {
    expect(await outcome(new World({ [A]: ONE }), search([A], ["acme"]))).toContain("catalog-untrusted");
  });
});

describe("digests", () => {
  const digest = sha256Of(Buffer.from(ONE));
  test.each([
    ["of the line", A, `${A}#sha256=${digest}`],
    ["of the reference", `${A}#sha256=${digest}`, A],
    ["of both", `${A}#sha256=${digest}`, `${A}#sha256=${digest}`],
  ])("%s must be that of the content, before it is parsed", async (_, reference, line) => {
    expect(await outcome(new World({ [A]: ONE }), search([reference], [line]))).toBe("one");
    const message = await outcome(new World({ [A]: "no catalog: [" }), search([reference], [line]));
    expect(message).toMatch(
      /^catalog-digest kustomization.yaml:2:3: the digest of \S+ differs: it is [0-9a-f]{64}, not /,
    );
  });

  test("several lines may allow several contents", async () => {
    const lines = [`${A}#sha256=${HEX}`, `${A}#sha256=${digest}`];
    expect(await outcome(new World({ [A]: ONE }), search([A], lines))).toBe("one");
  });
});

describe("signatures", () => {
  test("are checked where a line demands one, before the catalog is parsed", async () => {
    const world = new World({ [A]: ONE });
    expect(await outcome(world, search([A], [`${A} key=right.pub`]))).toBe("one");
    expect(world.verified).toEqual([`${A} {"key":"right.pub"}`]);
    expect(await outcome(new World({ [A]: "[" }), search([A], [`${A} key=wrong.pub`]))).toContain("signature-invalid");
  });

  test("are demanded of a copy, too", async () => {
    const world = new World({ "c.yaml": ONE });
    const line = `${A}#sha256=${sha256Of(Buffer.from(ONE))} identity=ci issuer=https://issuer.test`;
    expect(await outcome(world, search(["c.yaml"], [line]))).toBe("one");
    expect(world.verified).toHaveLength(1);
  });

  test("fail where nothing can check them", async () => {
    const ports: CatalogPorts = { load: async () => loaded(ONE, A), warn: () => {} };
    expect((await rejection(() => findFunction(PAINT, search([A], [`${A} key=a.pub`]), ports)))[0]).toContain(
      `catalog-signature kustomization.yaml:2:3: the signature of ${A} cannot be checked here`,
    );
  });
});

describe("attack 9.23: a catalog that can change", () => {
  const tag = "oci://r.test/fns:v1";
  const fixed = sha256Of(Buffer.from(ONE));
  test("K16: causes a warning with the line that pins it", async () => {
    const world = new World({ [tag]: ONE });
    expect(await outcome(world, search([tag], [tag]))).toBe("one");
    expect(world.warnings.map((one) => `${one.severity} ${formatDiagnostic(one)}`)).toEqual([
      `warning kustomization.yaml:2:3: the catalog ${tag} is trusted whatever it contains: the line that trusts it has neither a digest nor a commit\n` +
        `  hint: Look at it with \`krm-render view catalog ${tag}#sha256=${fixed}\`, and trust \`${tag}#sha256=${fixed}\`.`,
    ]);
  });

  test.each([
    ["a tag", tag, tag, "the line that trusts it has neither a digest nor a commit"],
    [
      "a line without a pin, whatever the reference pins",
      `${A}#sha256=${fixed}`,
      A,
      "the line that trusts it has neither",
    ],
    [
      "a wildcard, whatever the reference pins",
      `${A}#sha256=${fixed}`,
      "https://acme.test/*",
      "it is trusted by a wildcard",
    ],
  ])("the warning is true, and the line that it advises ends it: %s", async (_, reference, line, why) => {
    const world = new World({ [tag]: ONE, [A]: ONE });
    await outcome(world, search([reference], [line]));
    const [warning] = world.warnings;
    const bare = reference.replace(/#.*/, "");
    expect(warning?.message).toContain(`the catalog ${bare} is trusted whatever it contains: ${why}`);
    const [, advised = ""] = /trust `(.*)`/.exec(warning?.hint ?? "") ?? [];
    const again = new World({ [tag]: ONE, [A]: ONE });
    expect(await outcome(again, search([reference], [line, advised]))).toBe("one");
    expect(again.warnings).toEqual([]);
  });

  test.each([
    ["a tag", tag, [tag]],
    ["a wildcard", A, ["https://acme.test/*"]],
    ["a line without a pin, whatever the reference pins", `${A}#sha256=${fixed}`, [A]],
  ])("is refused where pins are required: %s", async (_, reference, lines) => {
    const world = new World({ [tag]: ONE, [A]: ONE });
    expect(await outcome(world, search([reference], lines, { requirePinned: true }))).toMatch(/^catalog-unpinned /);
  });

  test.each([
    ["a path", "c.yaml", ["c.yaml"]],
    ["a digest", A, [`${A}#sha256=${fixed}`]],
    [
      "a commit",
      `git::https://g.test/a//c.yaml?ref=${"c".repeat(40)}`,
      [`git::https://g.test/a//c.yaml?ref=${"c".repeat(40)}`],
    ],
    ["a wildcard, beside a digest", A, ["https://acme.test/*", `${A}#sha256=${fixed}`]],
  ])("is no concern: %s", async (_, reference, lines) => {
    const world = new World({ [parseCatalogReference(reference).normal]: ONE });
    expect(await outcome(world, search([reference], lines, { requirePinned: true }))).toBe("one");
    expect(world.warnings).toEqual([]);
  });
});

describe("a catalog that cannot be loaded", () => {
  test("fails where the search reaches it", async () => {
    expect(await outcome(new World({ [A]: ONE }), search([B, A], [A, B]))).toBe(`remote-failed ${B} is not there`);
    expect(await outcome(new World({ [A]: "[" }), search([A], [A]))).toMatch(/^invalid-yaml /);
  });

  test("does not matter behind the first match, unless it shall", async () => {
    expect(await outcome(new World({ [A]: ONE }), search([A, B], [A, B]))).toBe("one");
    const strict = search([A, B], [A, B], { failOnUnavailable: true });
    expect(await outcome(new World({ [A]: ONE }), strict)).toContain("remote-failed");
    expect(await outcome(new World({ [A]: ONE, [B]: TWO }), strict)).toBe("one");
  });
});

describe("attack 9.2: a pull request edits a catalog that is trusted by its path", () => {
  const base = catalogText(imageText("Paint", "one"), imageText("Stamp", "stamp"));
  const found = (head: string, before: Record<string, string>, kind = "Paint", line = "c.yaml") =>
    outcome(new World({ "c.yaml": head }, before), search(["c.yaml"], [line]), { ...PAINT, kind });

  test.each([
    ["the image", base.replace('"one"', '"evil"'), "runtime.container.image"],
    ["the digest", base.replace(HEX, OTHER_HEX), "runtime.container.sha256"],
    ["a permission", base.replace(`${HEX}}`, `${HEX}, requireNetwork: true}`), "runtime.container.requireNetwork"],
    ["the variables", base.replace(`${HEX}}`, `${HEX}, envs: [A=b]}`), "runtime.container.envs"],
    [
      "an entry in front",
      base.replace("krmFunctions:\n", `krmFunctions:\n  - ${imageText("Paint", "evil")}\n`),
      "runtime.container.image",
    ],
  ])("K17: %s: this entry fails, others run", async (_, head, field) => {
    const digest = sha256Of(Buffer.from(head));
    const message = await found(head, { "c.yaml": base });
    expect(message).toMatch(/^catalog-entry-changed c.yaml:6:\d+: /);
    expect(message).toContain(`the catalog entry of Paint of fn.acme.test/v1 changed in this pull request: ${field}\n`);
    expect(message).toContain(
      `Review it. Then merge the catalog first, or rerun with the trusted catalog \`c.yaml#sha256=${digest}\`.`,
    );
    expect(await found(head, { "c.yaml": base }, "Stamp")).toBe("stamp");
    expect(await found(head, { "c.yaml": base }, "Paint", `c.yaml#sha256=${digest}`)).not.toContain("changed");
  });

  test("K17: a new entry, and a new catalog", async () => {
    const head = `${base}  - ${imageText("New", "new")}\n`;
    expect(await found(head, { "c.yaml": base }, "New")).toContain(
      "the catalog entry of New of fn.acme.test/v1 is new in this pull request\n",
    );
    expect(await found(head, {}, "Paint")).toContain("is new in this pull request");
  });

  test("an entry without any known program is new, too", async () => {
    const head = catalogText(functionText("New", "{wasm: {}}"));
    expect(await found(head, { "c.yaml": base }, "New")).toContain("is new in this pull request");
  });

  test("texts for people may change, and digests may be spelled otherwise", async () => {
    const head = base
      .replace("group:", "description: better, tags: [a], publisher: me, group:")
      .replace(HEX, `"sha256:${HEX.toUpperCase()}"`);
    expect(await found(head, { "c.yaml": base })).toBe("one");
  });

  test("the pin that the pull request adds does not lift it", async () => {
    const head = base.replace('"one"', '"evil"');
    const reference = `c.yaml#sha256=${sha256Of(Buffer.from(head))}`;
    const world = new World({ "c.yaml": head }, { "c.yaml": base });
    expect(await outcome(world, search([reference], ["c.yaml"]))).toContain("catalog-entry-changed");
  });
});

test("attack 9.24: both sides search with the same lines, and a side that needs more fails", async () => {
  const trusted = [B];
  const world = new World({ [A]: ONE, [B]: TWO });
  expect(await outcome(world, search([B], trusted))).toBe("two");
  expect(await outcome(world, search([A], trusted))).toContain("catalog-untrusted");
});

describe("entries for configs whose kind says nothing", () => {
  const text = catalogText(
    functionText("Paint", "{container: {image: one}}", ", configMap: true"),
    functionText("Paint", "{container: {image: two}}", ", configMap: true"),
    functionText("Stamp", "{container: {image: three}}", ", configMap: true"),
  );
  const find = (image: string, references: string[], trusted: string[], base?: Record<string, string>) => {
    const world = new World({ "c.yaml": text }, base);
    return findEntry(({ runtimes }) => runtimes.container?.image === image, search(references, trusted), world.ports());
  };

  test("come from trusted catalogs, and only those that count", async () => {
    expect((await find("three", ["c.yaml"], ["c.yaml"]))?.entry.kind).toBe("Stamp");
    expect(await find("two", ["c.yaml"], ["c.yaml"])).toBeUndefined();
    expect(await find("three", ["c.yaml"], [])).toBeUndefined();
  });

  test("must be those of base", async () => {
    const problems = await rejection(() => find("three", ["c.yaml"], ["c.yaml"], { "c.yaml": ONE }));
    expect(problems[0]).toContain("is new in this pull request");
  });
});

test("the official groups are searched for in other catalogs, too: nothing is built in yet", async () => {
  const text = catalogText(imageText("Helm", "helm").replace("fn.acme.test", "kustomize.io"));
  const id = { group: "kustomize.io", version: "v1", kind: "Helm" };
  const { reference } = await findFunction(id, search([A], [A]), new World({ [A]: text }).ports());
  expect(reference && shownReference(reference)).toBe(A);
});
