/** Reads the field `directory.jsonnet` of a source, and evaluates its files; docs/specification/argocd-sources.md 4. */
import { failure, KrmError, type Location } from "../../diagnostics.ts";
import { findImports, type Jsonnet, type JsonnetVariable, type KnownImports } from "../../jsonnet/index.ts";
import { isMap } from "../../manifests/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { parseManifests, toConfigValue, type Value } from "../../yaml/index.ts";
import { type BuildEnvironment, expand, namesCommit } from "./build-environment.ts";
import type { Fields } from "./source-fields.ts";
import { behindLink, joined } from "./value-files.ts";

/** The parts of a directory of manifests that its files of jsonnet get. Plain data. */
export interface JsonnetSettings {
  /** The directories of `libs`, absolute within the tree. */
  readonly libraries: readonly string[];
  readonly externals: readonly SourceVariable[];
  readonly args: readonly SourceVariable[];
}

/** A variable with its values for the first file, the second one, and so on; the last one is that of all others. */
export interface SourceVariable extends Omit<JsonnetVariable, "value"> {
  readonly values: readonly string[];
}

/** More than people write. */
const MAX_ENTRIES = 1_000;
const MAX_TEXT = 1 << 17;
/** The most files whose values are expanded one by one. */
const MAX_EXPANSIONS = 10;

/**
 * The settings, and whether they name the commit; undefined where there are none.
 * @param directory with the fields of `directory`. @throws KrmError `argocd-invalid`
 */
export async function readJsonnet(
  directory: Fields,
  tree: Tree,
  environment: BuildEnvironment,
): Promise<{ readonly settings: JsonnetSettings; readonly namesCommit: boolean } | undefined> {
  const fields = directory.map("jsonnet");
  const lists = { externals: fields.maps("extVars"), args: fields.maps("tlas"), libs: fields.texts("libs") };
  for (const [name, { length }] of Object.entries(lists))
    if (length > MAX_ENTRIES)
      throw fields.wrong(`\`${name}\` has more than ${MAX_ENTRIES} entries`, fields.placeOf(), "Remove some.");
  if (Object.values(lists).every(({ length }) => length === 0)) return undefined;
  const libraries: string[] = [];
  for (const { text, location } of lists.libs) {
    const path = joined("/", text);
    if (path === undefined)
      throw fields.wrong(
        `\`libs\` has ${text}, which leads out of the repository`,
        location,
        "Name a directory in it.",
      );
    libraries.push(await behindLink(tree, path));
  }
  const variables = [...lists.externals, ...lists.args];
  return {
    settings: {
      libraries,
      externals: lists.externals.map((each) => variableOf(each, environment)),
      args: lists.args.map((each) => variableOf(each, environment)),
    },
    namesCommit: variables.some((each) => namesCommit(each.text("value"))),
  };
}

/** Argo CD expands the value before each file once more: `$$` of the first file is `$` of the second one. */
function variableOf(fields: Fields, environment: BuildEnvironment): SourceVariable {
  const location = fields.placeOf();
  const values: string[] = [];
  let value = fields.text("value");
  do {
    if (value.length > MAX_TEXT)
      throw fields.wrong("the value is too long", location, "Write a file that is imported.");
    value = expand(value, environment);
    values.push(value);
  } while (values.length < MAX_EXPANSIONS && expand(value, environment) !== value);
  return { name: fields.text("name"), values, isCode: fields.flag("code"), location };
}

/** The means by which files of jsonnet are evaluated. */
export interface JsonnetMeans {
  /** Undefined where none may run. */
  readonly jsonnet: Jsonnet | undefined;
  readonly known: KnownImports;
  readonly signal?: AbortSignal | undefined;
}

/** A program of a source. */
interface SourceProgram {
  /** Absolute within the tree. */
  readonly file: string;
  /** The directory of the source, absolute within the tree. */
  readonly directory: string;
  readonly settings: JsonnetSettings | undefined;
  /** The number of programs of the source that come before. */
  readonly index: number;
}

/** The program, as far as the search for its imports needs it. */
export function programOf({ file, directory, settings, index }: SourceProgram) {
  const valuesOf = (variables: readonly SourceVariable[] = []): readonly JsonnetVariable[] =>
    variables.map(({ values, ...variable }) => ({ ...variable, value: values[index] ?? (values.at(-1) as string) }));
  const [externals, args] = [valuesOf(settings?.externals), valuesOf(settings?.args)];
  return {
    file,
    libraries: [directory, ...(settings?.libraries ?? [])],
    externals,
    args,
    code: [...externals, ...args].flatMap(({ isCode, value, location }) => (isCode ? [{ text: value, location }] : [])),
  };
}

/**
 * The objects that a program prints: one, or those of a list.
 * @param place of the source
 * @throws KrmError `argocd-jsonnet` where jsonnet may not run, and what finding imports and evaluating throws
 */
export async function manifestsOfJsonnet(
  tree: Tree,
  given: SourceProgram,
  { jsonnet, known, signal }: JsonnetMeans,
  place: Location,
  onFile: (bytes: Uint8Array) => void,
): Promise<readonly { readonly value: Value; readonly origin: Location }[]> {
  const display = (path: string): string => tree.display(path);
  const origin = { file: display(given.file) };
  if (jsonnet === undefined)
    throw failure("argocd-jsonnet", `${origin.file} is a file of jsonnet, which may not run`, {
      ...place,
      hint: "Pass --enable-jsonnet; in the action, write `enable-jsonnet: true` under `settings`. This runs the jsonnet that is installed.",
    });
  const { code, ...program } = programOf(given);
  const { files, directories } = await findImports(tree, { ...program, code }, known, { onFile });
  const text = await jsonnet.evaluate({ ...program, files, directories, display, signal });
  const printed = valueOf(text, origin);
  const objects = Array.isArray(printed) ? printed.filter((each) => each !== null) : printed === null ? [] : [printed];
  return objects.map((value) => {
    const kind = isMap(value) ? value["kind"] : undefined;
    if (isMap(value) && typeof kind === "string" && kind !== "") return { value, origin };
    throw failure("invalid-resource", "it prints something that is neither an object with a kind nor a list of them", {
      ...origin,
      hint: "Let it print an object, or a list of objects; `std.objectValues` makes a list of the fields of an object.",
    });
  });
}

/** @throws KrmError `jsonnet-failed` */
function valueOf(text: string, origin: Location): Value {
  try {
    const [node] = parseManifests(text, origin.file);
    return node === undefined ? null : toConfigValue(node);
  } catch (cause) {
    if (!(cause instanceof KrmError)) throw cause;
    const message = `jsonnet prints what cannot be read: ${cause.diagnostics[0]?.message}`;
    throw failure("jsonnet-failed", message, { ...origin, cause });
  }
}
