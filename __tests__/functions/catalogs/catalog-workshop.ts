/** Builds trees in memory whose functions are Starlark programs of catalogs, with other machines that the test plays. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { posix } from "node:path";
import { parseTrustLines } from "../../../src/catalog/index.ts";
import { type Diagnostic, diagnosticsOf, failure } from "../../../src/diagnostics.ts";
import { createBuilder } from "../../../src/engine/index.ts";
import type { CatalogOptions, CatalogSources } from "../../../src/functions/catalogs/catalog-options.ts";
import { openSources } from "../../../src/functions/catalogs/open-sources.ts";
import type { Containers } from "../../../src/functions/containers.ts";
import { createFunctions, type FunctionsOfRun, type FunctionsOptions } from "../../../src/functions/index.ts";
import type { Uses } from "../../../src/lock/index.ts";
import { memoryTree, type Remotes } from "../../../src/sources/index.ts";
import type { Tree } from "../../../src/sources/tree.ts";
import { temporaryDirectories } from "../../sources/fixtures.ts";

const temporary = temporaryDirectories();

export const hex = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** A program that says who wrote it. */
export const script = (owner: string): string => `def run(items):
  for item in items:
    item["metadata"]["labels"] = {"owner": "${owner}"}

run(ctx.resource_list["items"])
`;

/** The runtime of a program beside the catalog. */
export const starlark = (owner: string, path = "fn.star"): string =>
  `starlark: {path: ${path}, sha256: "${hex(script(owner))}"}`;

export function catalog(runtime: string, more = "", kind = "Own"): string {
  return `apiVersion: config.kubernetes.io/v1alpha1
kind: Catalog
metadata: {name: c}
spec:
  krmFunctions:
  - group: fn.example.com
    names: {kind: ${kind}}
    versions:
    - name: v1
${more.replaceAll(/^(?=.)/gm, "      ")}      runtime: {${runtime}}
`;
}

export const CONFIG = "apiVersion: fn.example.com/v1\nkind: Own\nmetadata: {name: own}\n";
export const OBJECT = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cm}\n";

/** A kustomization with one object and one function. */
export function layer(catalogs: string, directory = "app"): Record<string, string> {
  return {
    [`${directory}/kustomization.yaml`]: `catalogs: [${catalogs && `"${catalogs}"`}]\nresources: [cm.yaml]\ntransformers: [fn.yaml]\n`,
    [`${directory}/cm.yaml`]: OBJECT,
    [`${directory}/fn.yaml`]: CONFIG,
  };
}

/** A catalog with its program, in a directory. */
export function published(owner: string, directory = "catalog"): Record<string, string> {
  return { [`${directory}/c.yaml`]: catalog(starlark(owner)), [`${directory}/fn.star`]: script(owner) };
}

export interface Settings {
  readonly trusted?: readonly string[];
  readonly defaults?: readonly string[];
  readonly baseline?: Tree;
  readonly catalogs?: Partial<CatalogOptions>;
  readonly functions?: Partial<FunctionsOptions>;
  readonly containers?: Containers;
  /** Files of other machines, by their addresses. */
  readonly web?: Readonly<Record<string, string>>;
}

export interface Run extends FunctionsOfRun {
  /** The requests to other machines, in order. */
  readonly fetched: string[];
}

export function open(settings: Settings = {}): Run {
  const { trusted = [], defaults = [], baseline, web = {}, containers } = settings;
  const fetched: string[] = [];
  const real = openSources({
    store: { directory: temporary() },
    privateHosts: false,
    allowHosts: [],
    insecureRegistries: [],
    tokenServers: [],
    env: {},
    log: () => undefined,
  });
  const content = (address: string): Uint8Array => {
    fetched.push(address);
    const found = web[address];
    if (found === undefined) throw failure("remote-not-found", `${address} is not there`);
    return Buffer.from(found);
  };
  const sources: CatalogSources = {
    ...real,
    store: real.store,
    document: async ({ normal }) => ({ bytes: content(normal) }),
    async file({ normal }, to) {
      const bytes = content(normal);
      writeFileSync(to, bytes, { flag: "wx" });
      return { sha256: hex(bytes) };
    },
  };
  const catalogs: CatalogOptions = {
    trusted: parseTrustLines(trusted, { source: "trusted" }),
    defaults: parseTrustLines(defaults, { source: "defaults" }),
    requirePinned: false,
    failOnUnavailable: false,
    switches: {
      network: { value: false, name: "--network", takesKinds: false },
      mounts: { value: false, name: "--allow-mounts", takesKinds: false },
    },
    nameOf: (path) => posix.relative("/", path),
    lockNameOf: (name) => name,
    pathOf: (name) => posix.join("/", name),
    baseline,
    platform: { os: "linux", arch: "amd64" },
    sources: async () => sources,
    close: () => real.close(),
    ...settings.catalogs,
  };
  const functions = createFunctions({
    alphaPlugins: false,
    exec: false,
    environment: { host: {}, inherited: [], given: [] },
    failOn: "error",
    log: () => undefined,
    isolation: "never",
    catalogs,
    ...(containers !== undefined && { containers: async () => containers }),
    ...settings.functions,
  });
  return { ...functions, fetched };
}

export interface Built {
  /** The owner that the program has written; undefined if the build failed or no function ran. */
  readonly owner: string | undefined;
  /** The errors of a build that fails, else its warnings and notices. */
  readonly diagnostics: readonly Diagnostic[];
  readonly messages: readonly string[];
}

export async function build(
  functions: FunctionsOfRun,
  tree: Tree,
  directory = "/app",
  more: { readonly remotes?: Remotes; readonly uses?: Uses } = {},
): Promise<Built> {
  const done = (text: string | undefined, diagnostics: readonly Diagnostic[]): Built => ({
    owner: /owner: (.*)/.exec(text ?? "")?.[1],
    diagnostics,
    messages: diagnostics.map(({ code, message }) => `${code}: ${message}`),
  });
  try {
    const { resources, diagnostics } = await createBuilder(tree, { ...more, functions }).build(directory);
    return done(resources.map(({ yaml }) => yaml).join("---\n"), diagnostics);
  } catch (thrown) {
    return done(undefined, diagnosticsOf(thrown));
  }
}

/** Opens functions, builds once, and closes them. */
export async function built(
  files: Readonly<Record<string, string>>,
  settings: Settings = {},
  more: Parameters<typeof build>[3] & { readonly links?: Readonly<Record<string, string>> } = {},
): Promise<Built & { readonly fetched: readonly string[] }> {
  const functions = open(settings);
  try {
    return { ...(await build(functions, memoryTree(files, more.links), "/app", more)), fetched: functions.fetched };
  } finally {
    await functions.close();
  }
}

/** Repositories on other machines, by their addresses. */
export function remotesOf(repositories: Readonly<Record<string, Readonly<Record<string, string>>>>): Remotes {
  const trees = new Map<string, Tree>();
  return {
    async repository({ repository, ref }) {
      const files = repositories[repository];
      if (files === undefined) throw failure("remote-failed", `there is no ${repository}`);
      const sha = "a".repeat(40);
      let tree = trees.get(repository);
      if (tree === undefined) {
        const display = (path: string): string => `${repository}//${path.slice(1)}?ref=${ref}`;
        tree = { ...memoryTree(files), display, commit: { repository, ref, sha } };
        trees.set(repository, tree);
      }
      return { tree, sha };
    },
    chart: ({ repo }) => Promise.reject(failure("remote-failed", `nobody fetches ${repo}`)),
    file: async (address) => {
      throw failure("remote-failed", `there is no ${address}`);
    },
  };
}
