/**
 * Paths in the configs of built-ins. Each is relative to the directory of the composition that wrote it, also if an import or
 * an override brought it elsewhere; docs/specification/composition.md 4.
 */
import { posix } from "node:path";
import { failure, type Location } from "../diagnostics.ts";
import { COMPOSITION_FILE_NAMES, quote } from "../documents/index.ts";
import { inlineObjects, scalarText } from "../resource/index.ts";
import { isRemote } from "../sources/index.ts";
import { print } from "../yaml/index.ts";
import { get, locate, type MapNode, map, type Node, type ScalarNode, type Source, scalar } from "../yaml/nodes/node.ts";
import type { Base } from "./base.ts";
import type { CompositionRoot } from "./consolidated.ts";
import { type PathForm, pathFieldsOf } from "./path-fields.ts";

/** The directories of the compositions that texts were read for. */
export type Bases<Root> = ReadonlyMap<Source, Base<Root>>;

/** An entry whose paths are to be rewritten. */
interface Placed<Root> {
  readonly config: MapNode;
  /** The composition that the entry is written in. */
  readonly home: Base<Root>;
  readonly location: Location;
}

/**
 * Makes all paths of a built-in relative to one root, in place. Configs of functions are not changed.
 * @param resume is called before each path
 * @throws KrmError `outside-root` for a file outside of the directory of its composition
 */
export async function rewritePaths<Root extends CompositionRoot<Root>>(
  entry: Placed<Root>,
  top: Root,
  bases: Bases<Root>,
  resume: () => void,
): Promise<void> {
  const { config, home, location } = entry;
  const fields = pathFieldsOf(scalarText(get(config, "apiVersion")), scalarText(get(config, "kind")));
  for (const [path, form] of fields) {
    const steps = path.split(".");
    if (form === "chartHome") addChartHome(config, steps, home.root.key === top.key);
    for (const leaf of leavesOf(config, steps)) {
      const base = (leaf.source && bases.get(leaf.source)) ?? home;
      resume();
      await rewriteLeaf(leaf, form, { base, top, bases, location: locate(leaf) ?? location, resume });
    }
  }
}

interface Rewriting<Root> {
  readonly base: Base<Root>;
  readonly top: Root;
  readonly bases: Bases<Root>;
  readonly location: Location;
  readonly resume: () => void;
}

async function rewriteLeaf<Root extends CompositionRoot<Root>>(
  leaf: Node,
  form: PathForm,
  { base, top, bases, location, resume }: Rewriting<Root>,
): Promise<void> {
  if (form === "config") {
    const objects = configsIn(leaf, location);
    for (const config of objects ?? []) await rewritePaths({ config, home: base, location }, top, bases, resume);
    if (leaf.kind === "scalar" && objects !== undefined) {
      if (base.root.key !== top.key) write(leaf, objects.map((object) => print(object)).join("---\n"));
      return;
    }
  }
  if (leaf.kind !== "scalar" || (form === "patch" && isInlinePatch(leaf, location))) return;
  const { key, path } = form === "key=file" ? splitKey(leaf.value) : { key: "", path: leaf.value };
  if (path === "" || isRemote(path)) return;
  await checkPlace(path, form, base, location);
  const rewritten = top.pathOf(base.root, path);
  if (rewritten !== path) write(leaf, key + rewritten);
}

function write(leaf: ScalarNode, value: string): void {
  leaf.value = value;
  leaf.tag = "!!str";
}

/** `key=path`; a path without a key is its own. The key must not change with the path. */
function splitKey(text: string): { key: string; path: string } {
  const at = text.indexOf("=");
  if (at >= 0) return { key: text.slice(0, at + 1), path: text.slice(at + 1) };
  return { key: text === "" ? "" : `${posix.basename(text)}=`, path: text };
}

/** The inline configs of an entry; undefined for a path. */
function configsIn(leaf: Node, location: Location): readonly MapNode[] | undefined {
  if (leaf.kind === "map") return [leaf];
  if (leaf.kind !== "scalar") return [];
  return inlineObjects({ text: leaf.value, location }, () => true);
}

function isInlinePatch({ value }: ScalarNode, location: Location): boolean {
  return value.trim().includes("\n") || inlineObjects({ text: value, location }, () => true) !== undefined;
}

/** A chart is sought in `charts` beside the composition that lists it. */
function addChartHome(config: MapNode, steps: readonly string[], isTop: boolean): void {
  if (isTop) return;
  const [name = "", ...parents] = steps.toReversed();
  const field = parents.toReversed();
  // In a kustomization, the field belongs to a list of charts that may be absent.
  if (field.includes("*")) {
    for (const chart of leavesOf(config, field)) addField(chart, name);
  } else if (field.length === 0) addField(config, name);
  else if (get(config, "helmCharts") !== undefined) {
    const [globals = ""] = field;
    if (get(config, globals) === undefined) config.entries.push({ key: scalar(globals), value: map() });
    for (const found of leavesOf(config, field)) addField(found, name);
  }
}

function addField(node: Node, name: string): void {
  if (node.kind === "map" && get(node, name) === undefined)
    node.entries.push({ key: scalar(name), value: scalar("charts") });
}

/** The nodes at a path. Names of fields match in any case. */
function leavesOf(node: Node, steps: readonly string[]): readonly Node[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [node];
  if (step === "*") return node.kind === "seq" ? node.items.flatMap((item) => leavesOf(item, rest)) : [];
  if (node.kind !== "map") return [];
  const name = step.toLowerCase();
  return node.entries.flatMap(({ key, value }) =>
    key.kind === "scalar" && key.value.toLowerCase() === name ? leavesOf(value, rest) : [],
  );
}

/**
 * A file must lie in or below the directory of the composition that names it, as for a kustomization.
 * @throws KrmError `outside-root`
 */
export async function checkPlace<Root extends CompositionRoot<Root>>(
  path: string,
  form: PathForm,
  base: Base<Root>,
  location: Location,
): Promise<void> {
  const { root } = base;
  if (!root.isRestricted || form === "chartHome") return;
  // The file of a composition stands for its directory.
  const mayBeDirectory = form === "resource" || form === "config";
  if (mayBeDirectory && COMPOSITION_FILE_NAMES.includes(posix.basename(path))) return;
  const located = await root.lookup(path);
  if (base.holds(located?.path ?? posix.resolve(root.path, path))) return;
  if (mayBeDirectory && located?.type !== "file") return;
  const isLink = located !== undefined && located.path !== posix.resolve(root.path, path);
  const leads = isLink ? ` leads to ${root.tree.display(located.path)}, which` : "";
  throw failure(
    "outside-root",
    `${quote(path)}${leads} is outside of ${root.display}, the directory of the composition that names it`,
    {
      ...location,
      hint: "Move the file into that directory, or list it in a composition of its own directory and import that.",
    },
  );
}
