/** Programs that a config names itself, where only catalogs decide what runs; docs/specification/catalogs.md 5.6. */
import { about, failure, type Location } from "../diagnostics.ts";
import { type CatalogEntry, describeFunction, type FunctionId } from "./catalog.ts";
import { digitsOf, pinOf } from "./digest.ts";
import { imageName, qualifiedRepository } from "./image.ts";
import { type FoundFunction, findEntry, findFunction } from "./search.ts";
import type { CatalogPorts, CatalogSearch } from "./search-input.ts";

/** The program that a config names: the specification of a function has these fields. */
export type ExplicitRuntime =
  | {
      readonly type: "container";
      readonly image: string;
      readonly sha256?: string | undefined;
      readonly network: boolean;
      readonly mounts: readonly unknown[];
      readonly envs: readonly string[];
      readonly location: Location;
    }
  | {
      readonly type: "exec";
      readonly sha256?: string | undefined;
      readonly args: readonly string[];
      readonly envs: readonly string[];
      readonly location: Location;
    }
  | {
      readonly type: "starlark";
      readonly sha256?: string | undefined;
      readonly dialect: string;
      readonly location: Location;
    };

/**
 * Finds the entry that allows the program of a config: that of its group, version and kind in a trusted catalog, which must
 * name the same program by its digest, and must not allow less. For a ConfigMap, any entry with `configMap: true` that names
 * it.
 * @throws KrmError `explicit-runtime`, and the errors of `findFunction()`
 */
export async function findExplicit(
  id: FunctionId,
  runtime: ExplicitRuntime,
  search: CatalogSearch,
  ports: CatalogPorts,
): Promise<FoundFunction> {
  const { location } = runtime;
  if (id.group === "" && id.kind === "ConfigMap") {
    const isSame = (entry: CatalogEntry): boolean => entry.acceptsConfigMap && difference(runtime, entry) === undefined;
    const entry = await findEntry(isSame, search, ports);
    if (entry !== undefined) return entry;
    throw refused(`no trusted catalog has it with \`configMap: true\``, location);
  }
  let found: FoundFunction;
  try {
    found = await findFunction(id, search, ports, location);
  } catch (thrown) {
    throw about(thrown, describeFunction(id), location, "the program that this config names needs a catalog entry: ");
  }
  const problem = difference(runtime, found.entry);
  if (problem !== undefined) throw refused(`the catalog entry of ${describeFunction(id)} ${problem}`, location);
  return found;
}

function refused(problem: string, location: Location): Error {
  const message = `the program that this config names may not run: ${problem}`;
  const hint = "Remove it from the config, so that the catalog decides what runs.";
  return failure("explicit-runtime", message, { ...location, hint });
}

/** How an entry differs from the program of a config. @returns undefined if it names the same and allows no less */
function difference(runtime: ExplicitRuntime, entry: CatalogEntry): string | undefined {
  if (runtime.type === "container") return containerDifference(runtime, entry);
  const given = digestIn(runtime.sha256);
  if (given === undefined) return "counts only for a program with a digest, and this one has no `sha256`";
  if (runtime.type === "starlark") {
    const { starlark } = entry.runtimes;
    if (starlark === undefined) return "names no Starlark program";
    if ((digestIn(starlark.sha256) ?? pinOf(starlark.uri)) !== given) return "names another program";
    return starlark.dialect === runtime.dialect ? undefined : "names another dialect";
  }
  const { exec } = entry.runtimes;
  if (exec === undefined) return "names no executable";
  if (!exec.files.some((file) => (digestIn(file.sha256) ?? pinOf(file.uri)) === given)) return "names another program";
  if (JSON.stringify(exec.args) !== JSON.stringify(runtime.args)) return "names other arguments";
  return environmentDifference(runtime.envs, exec.envs);
}

function containerDifference(
  runtime: Extract<ExplicitRuntime, { type: "container" }>,
  entry: CatalogEntry,
): string | undefined {
  const { container } = entry.runtimes;
  if (container === undefined) return "names no image";
  const [own, listed] = [imageName(runtime.image, runtime.location), imageName(container.image, container.location)];
  if (qualifiedRepository(own) !== qualifiedRepository(listed)) return "names another image";
  const [written, allowed] = [digests(own.digest, runtime.sha256), digests(listed.digest, container.sha256)];
  if (written.size === 0) return "counts only for an image with a digest, and this one has none";
  if (written.size !== 1 || allowed.size !== 1 || ![...written].every((digest) => allowed.has(digest))) {
    return "names another digest";
  }
  if (runtime.network && !container.requireNetwork) return "does not allow it the network";
  if (runtime.mounts.length > 0 && !container.requireStorageMount) return "does not allow it mounts";
  return environmentDifference(runtime.envs, container.envs);
}

function environmentDifference(own: readonly string[], allowed: readonly string[]): string | undefined {
  const known = new Set(allowed);
  return own.every((variable) => known.has(variable)) ? undefined : "does not have its environment variables";
}

/** The digests that are given, as digits. A text that is no digest counts as one that nothing equals. */
function digests(written: string | undefined, sha256: string | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  if (written !== undefined) found.add(digitsOf(written) ?? written);
  if (sha256 !== undefined) found.add(digitsOf(sha256) ?? `invalid ${sha256}`);
  return found;
}

function digestIn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : digitsOf(text);
}
