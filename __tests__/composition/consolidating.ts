/** Consolidates compositions of a tree in memory, without an engine. */
import { posix } from "node:path";
import { type CompositionRoot, type Consolidated, consolidate } from "../../src/composition/index.ts";
import { failure, type Location } from "../../src/diagnostics.ts";
import { scalarText } from "../../src/resource/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import type { Tree } from "../../src/sources/tree.ts";
import { toValue } from "../../src/yaml/index.ts";
import { get } from "../../src/yaml/nodes/node.ts";

export class TestRoot implements CompositionRoot<TestRoot> {
  readonly tree: Tree;
  readonly path: string;
  readonly key: string;
  readonly namedAt: Location | undefined;
  readonly isRestricted = true;

  constructor(tree: Tree, path: string, namedAt: Location | undefined) {
    this.tree = tree;
    this.path = path;
    this.key = path;
    this.namedAt = namedAt;
  }

  get display(): string {
    return this.tree.display(this.path);
  }

  lookup(path: string) {
    return this.tree.lookup(posix.resolve(this.path, path));
  }

  async read(path: string, location: Location) {
    const resolved = posix.resolve(this.path, path);
    const located = await this.tree.lookup(resolved);
    if (located?.type !== "file") throw failure("file-not-found", `${path} does not exist`, location);
    if (!located.path.startsWith(this.path === "/" ? "/" : `${this.path}/`)) {
      throw failure("outside-root", `${path} is outside`, location);
    }
    return { bytes: await this.tree.read(resolved), display: this.tree.display(resolved) };
  }

  async importFrom(path: string, location: Location): Promise<TestRoot> {
    const located = await this.lookup(path);
    if (located?.type !== "directory") throw failure("not-a-directory", `${path} is not a directory`, location);
    return new TestRoot(this.tree, located.path, location);
  }

  pathOf(from: TestRoot, path: string): string {
    if (from.path === this.path || path.startsWith("/") || path.includes("//")) return path;
    return posix.relative(this.path, posix.resolve(from.path, path)) || ".";
  }
}

const KINDS = new Set([
  "ConfigMapGenerator",
  "HelmChartInflationGenerator",
  "LabelTransformer",
  "NamespaceTransformer",
  "PatchTransformer",
  "PrefixSuffixTransformer",
  "PrefixTransformer",
]);

/** Consolidates the composition of a directory. @param files by their paths; texts of YAML */
export async function consolidated(
  files: Readonly<Record<string, string>>,
  directory = "top",
): Promise<Consolidated<TestRoot>> {
  const tree = memoryTree(files);
  const root = new TestRoot(tree, posix.resolve("/", directory), undefined);
  const readComposition = async (at: TestRoot) => {
    for (const name of ["composition.yaml", "composition.yml"]) {
      if ((await at.lookup(name)) === undefined) continue;
      const { bytes, display } = await at.read(name, { file: name });
      return { display, text: Buffer.from(bytes).toString() };
    }
    return undefined;
  };
  const file = await readComposition(root);
  if (file === undefined) throw new Error(`no composition in ${directory}`);
  return consolidate(root, file, {
    builtinKinds: KINDS,
    readComposition,
    resume() {},
    async hasComposition(at, path) {
      return (await readComposition(await at.importFrom(path, { file: path }))) !== undefined;
    },
    buildConfigs: (_, path, location) =>
      Promise.reject(failure("no-kustomization", `${path} is not built here`, location)),
  });
}

/** The names of the final list. */
export function namesOf({ entries }: Consolidated<TestRoot>): readonly string[] {
  return entries.map(({ config }) => scalarText(get(get(config, "metadata"), "name")));
}

/** The configs of the final list, as plain values. */
export function valuesOf({ entries }: Consolidated<TestRoot>): readonly unknown[] {
  return entries.map(({ config }) => JSON.parse(JSON.stringify(toValue(config))) as unknown);
}

/** `code file:line:column: message` and the hint of the first problem. */
export async function problemOf(files: Readonly<Record<string, string>>, directory = "top"): Promise<string> {
  try {
    await consolidated(files, directory);
  } catch (thrown) {
    const { diagnostics } = thrown as { diagnostics?: readonly { code: string; hint?: string | undefined }[] };
    if (diagnostics === undefined) throw thrown;
    const [first] = diagnostics;
    return `${first?.code} ${(thrown as Error).message.split("\n")[0]} | ${first?.hint}`;
  }
  return "no problem";
}

/** A composition with its kind. */
export function composition(fields: string): string {
  return `kind: Composition\n${fields}`;
}

/** Entries without a meaning of their own: `a, b` under `transformers`, each of kind Fn. */
export function functionsNamed(...names: readonly string[]): string {
  return names.map((name) => `- {apiVersion: example.com/v1, kind: Fn, metadata: {name: ${name}}}\n`).join("");
}
