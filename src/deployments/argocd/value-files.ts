/** Finds the files that `valueFiles` and `fileParameters` of a source name; docs/specification/argocd-helm-sources.md 4 and 5. */
import { posix } from "node:path";
import type { ValuesFile } from "../../charts/index.ts";
import { failure, type Location } from "../../diagnostics.ts";
import type { Tree } from "../../sources/tree.ts";
import { decodeText } from "../../yaml/index.ts";
import { type BuildEnvironment, expand } from "./build-environment.ts";
import { type GlobEffort, glob, isPattern } from "./patterns/index.ts";
import type { TextItem } from "./source-fields.ts";

/** More entries than people write. */
const MAX_ENTRIES = 1_000;
/** The longest path of Linux. */
const MAX_PATH = 4_096;

/** The places that paths of a source begin at. */
export interface FileRules {
  readonly tree: Tree;
  /** The directory of the source, absolute within the tree; undefined for a chart that is fetched: paths lead into it. */
  readonly directory: string | undefined;
  readonly environment: BuildEnvironment;
  readonly effort: GlobEffort;
  /**
   * The tree of the source of the Application that has the `ref` with which a path begins, such as `$values`; undefined for none.
   * @throws KrmError `argocd-source-elsewhere` if that source is not at hand
   */
  readonly treeOfRef: (name: string, location: Location) => Tree | undefined;
}

/** A path, where it leads. */
export type Resolved =
  | { readonly address: string }
  | { readonly path: string; readonly tree: Tree }
  /** A file of the chart that is fetched. */
  | { readonly chartFile: string };

/** The beginning of a path that may stand for a source, such as `$values`; empty if it has none. */
export function refIn(path: string): string {
  return path.startsWith("$") ? (path.split("/", 1)[0] as string) : "";
}

/** @throws KrmError `argocd-invalid`, `argocd-source-elsewhere`, `argocd-values-elsewhere` */
export async function resolvePath({ text, location }: TextItem, rules: FileRules): Promise<Resolved> {
  const name = refIn(text);
  const referred = name === "" ? undefined : rules.treeOfRef(name, location);
  const isRef = referred !== undefined;
  const written = expand(isRef ? text.slice(name.length) : text, rules.environment);
  if (written.length > MAX_PATH) throw failure("argocd-invalid", "the path of a file is too long", { ...location });
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(written)?.[1]?.toLowerCase();
  if (scheme === "https" || scheme === "http") return { address: written };
  if (scheme !== undefined)
    throw failure("argocd-values-elsewhere", `a plugin of helm reads ${written} where Argo CD runs, if it may`, {
      ...location,
      hint: "Argo CD permits such files by `helm.valuesFileSchemes`. What is in them is not known here.",
    });
  const isInChart = rules.directory === undefined && !isRef;
  const path = joined(isRef || written.startsWith("/") ? "/" : (rules.directory ?? "/"), written);
  if (path === undefined || path === "/")
    throw failure("argocd-invalid", `${text} leads out of the ${isInChart ? "chart" : "repository"}`, {
      ...location,
      hint: "Name a file in it.",
    });
  return isInChart ? { chartFile: path.slice(1) } : { path, tree: referred ?? rules.tree };
}

/** Undefined for a path that leads above the top. */
export function joined(start: string, path: string): string | undefined {
  const steps = start.split("/").filter((step) => step !== "");
  for (const step of path.split("/")) {
    if (step === "..") {
      if (steps.pop() === undefined) return undefined;
    } else if (step !== "" && step !== ".") steps.push(step);
  }
  return `/${steps.join("/")}`;
}

/** A path behind a link that it may itself be: what two entries have in common is one file. */
export async function behindLink(tree: Tree, path: string): Promise<string> {
  const located = await tree.lookup(path);
  if (located === undefined) return path;
  const parent = await tree.lookup(posix.dirname(path));
  return parent !== undefined && posix.join(parent.path, posix.basename(path)) === located.path ? path : located.path;
}

/**
 * The values files, in the order in which helm gets them: each once, where it is named first. A pattern leaves out what another entry names.
 * @throws KrmError `argocd-invalid`, `argocd-source-elsewhere`, or `argocd-values-missing` for a file that is not there
 */
export async function valuesFilesOf(
  entries: readonly TextItem[],
  ignoresMissing: boolean,
  rules: FileRules,
): Promise<readonly ValuesFile[]> {
  if (entries.length > MAX_ENTRIES)
    throw failure("argocd-invalid", "`valueFiles` has too many entries", { ...(entries[0] as TextItem).location });
  const resolved: { readonly target: Resolved; readonly entry: TextItem }[] = [];
  for (const entry of entries) {
    const target = await resolvePath(entry, rules);
    const isPath = "path" in target;
    resolved.push({ target: isPath ? { ...target, path: await behindLink(target.tree, target.path) } : target, entry });
  }
  const explicit = new Set(
    resolved.flatMap(({ target }) => ("path" in target && !isPattern(target.path) ? [keyOf(target)] : [])),
  );
  const found = new Map<string, ValuesFile>();
  const add = (key: string, file: ValuesFile, location: Location): void => {
    refuseSeparators(key, location);
    if (!found.has(key)) found.set(key, file);
  };
  const addFile = async (path: string, tree: Tree, location: Location): Promise<void> => {
    // The chart is read of one tree.
    const file =
      tree === rules.tree ? { path, location } : { text: await textAt(tree, path), display: tree.display(path) };
    add(keyOf({ path, tree }), file, location);
  };
  for (const { target, entry } of resolved) {
    const { location } = entry;
    if ("address" in target) add(target.address, { address: target.address, location }, location);
    else if ("chartFile" in target) {
      refuseChartPattern(target.chartFile, location);
      add(target.chartFile, { chartFile: target.chartFile, isOptional: ignoresMissing, location }, location);
    } else if (isPattern(target.path)) {
      const paths = await glob(target.tree, target.path, location, rules.effort);
      if (paths.length === 0 && !ignoresMissing) throw missing(`${entry.text} matches no file`, location, true);
      for (const path of paths) {
        if (explicit.has(keyOf({ ...target, path }))) continue;
        if (!(await requireFile(target.tree, path, location)))
          throw missing(`${path.slice(1)} is a link that leads to no file of the repository`, location);
        await addFile(path, target.tree, location);
      }
    } else if (await isThere(target.tree, target.path, ignoresMissing, entry))
      await addFile(target.path, target.tree, location);
  }
  return [...found.values()];

  function keyOf({ path, tree }: { readonly path: string; readonly tree: Tree }): string {
    return tree === rules.tree ? path : `other ${path}`;
  }
}

async function textAt(tree: Tree, path: string): Promise<string> {
  return decodeText(await tree.read(path), tree.display(path));
}

async function isThere(tree: Tree, path: string, ignoresMissing: boolean, entry: TextItem): Promise<boolean> {
  if (await requireFile(tree, path, entry.location)) return true;
  if (ignoresMissing && !(await isBelowFile(tree, path))) return false;
  throw missing(`${entry.text} is not there: there is no file ${tree.display(path)}`, entry.location, !ignoresMissing);
}

/** Tells whether a path leads through a file. Argo CD does not count that as missing, and helm fails. */
async function isBelowFile(tree: Tree, path: string): Promise<boolean> {
  for (let at = posix.dirname(path); at !== "/"; at = posix.dirname(at)) {
    const located = await tree.lookup(at);
    if (located !== undefined) return located.type !== "directory";
  }
  return false;
}

/** Helm takes the option for values files apart as a line of CSV. */
function refuseSeparators(path: string, location: Location): void {
  if (!/[,"\r\n]/.test(path)) return;
  throw failure(
    "argocd-invalid",
    `${path} has a comma, a quote or a line break, at which helm takes the names of values files apart`,
    {
      ...location,
      hint: "Rename the file.",
    },
  );
}

/** False if nothing is there. @throws KrmError for what is no file */
export async function requireFile(tree: Tree, path: string, place: Location): Promise<boolean> {
  const located = await tree.lookup(path);
  if (located === undefined) return false;
  if (located.type === "file") return true;
  throw failure("argocd-invalid", `${tree.display(path)} is no file, so helm cannot read it`, {
    ...place,
    hint: "Name a file, or write a pattern that matches files only.",
  });
}

/** @param canBeIgnored true for an entry that an option would leave out */
export function missing(message: string, place: Location, canBeIgnored = false): Error {
  const option = canBeIgnored ? " `ignoreMissingValueFiles: true` leaves out what is not there." : "";
  return failure("argocd-values-missing", message, { ...place, hint: `Correct the path.${option}` });
}

function refuseChartPattern(path: string, location: Location): void {
  if (!isPattern(path)) return;
  throw failure("argocd-invalid", `${path} is a pattern for files of a chart that is fetched, which is not supported`, {
    ...location,
    hint: "Name the files.",
  });
}
