/** Prints a consolidated Composition as one document, or as data; docs/specification/composition.md 8. */
import { formatLocation, visible } from "../diagnostics.ts";
import { isInlineKustomization } from "../documents/index.ts";
import { clearField, scalarText } from "../resource/index.ts";
import { isRemote } from "../sources/index.ts";
import { encode, fromValue, resolveTag, toValue } from "../yaml/index.ts";
import {
  clone,
  type Entry as Field,
  get,
  isNull,
  type MapNode,
  map,
  type Node,
  scalar,
  seq,
} from "../yaml/nodes/node.ts";
import { DIRECTORY, ROOTS } from "./composition-document.ts";
import type { CatalogEntry, CompositionRoot, Consolidated, Entry } from "./consolidated.ts";
import { FUNCTION_ANNOTATIONS, RUNTIME_FIELDS } from "./overrides.ts";
import { API_VERSIONS } from "./schema.ts";
import type { CompositionView, EntryView } from "./view-schema.ts";

/**
 * One Composition document, with comments that say where each entry comes from. In place of the composition that it was
 * consolidated from, it builds to the same bytes.
 */
export function viewYaml<Root extends CompositionRoot<Root>>(consolidated: Consolidated<Root>): string {
  const { entries } = consolidated;
  const printed = entries.map((entry) => {
    const comments = commentsOf(entry).map((line) => `# ${oneLine(line)}\n`);
    return `${comments.join("")}${asItem(encode(placedConfig(entry, consolidated)))}`;
  });
  return `${encode(header(consolidated))}transformers:\n${printed.join("")}`;
}

/** The consolidated list as JSON. */
export function viewJson<Root extends CompositionRoot<Root>>({ entries }: Consolidated<Root>): string {
  const view: CompositionView = { version: 1, entries: entries.map(entryView) };
  // JSON writes a character in the same way as `visible`.
  return `${visible(JSON.stringify(view, (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value), 2))}\n`;
}

function entryView<Root>({ config, location, imports, overrides }: Entry<Root>): EntryView {
  const metadata = get(config, "metadata");
  const namespace = scalarText(get(metadata, "namespace"));
  return {
    apiVersion: scalarText(get(config, "apiVersion")),
    kind: scalarText(get(config, "kind")),
    name: scalarText(get(metadata, "name")),
    ...(namespace !== "" && { namespace }),
    definedIn: location,
    imports,
    overrides: overrides.map(({ location: place, fields }) => ({ ...place, fields })),
    runtime: runtimeOf(config),
    config: toValue(config),
  };
}

/** The document without its entries. */
function header<Root extends CompositionRoot<Root>>(consolidated: Consolidated<Root>): Node {
  const { root, imported, catalogs, openapi, buildMetadata } = consolidated;
  const roots = imported.map((each) => `${root.pathOf(each, ".")}\n`).join("");
  const fields: Field[] = [field("apiVersion", API_VERSIONS[0] ?? ""), field("kind", "Composition")];
  if (roots !== "") fields.push(nested("metadata", map([nested("annotations", map([field(ROOTS, roots)]))])));
  const paths = catalogs.map((entry) => catalogPathOf(root, entry));
  if (paths.length > 0) fields.push(list("catalogs", paths));
  if (openapi !== undefined) {
    const { path, version } = openapi;
    const parts = [path !== undefined && field("path", path), version !== undefined && field("version", version)];
    fields.push(nested("openapi", map(parts.filter((part) => part !== false))));
  }
  const options = buildMetadata?.map(({ text }) => text);
  if (options !== undefined) fields.push(list("buildMetadata", options));
  return map(fields);
}

/** A reference to a catalog as the top composition writes it: a file of another repository is one of git. */
function catalogPathOf<Root extends CompositionRoot<Root>>(top: Root, { root, path }: CatalogEntry<Root>): string {
  const [address = "", ...pin] = path.split(/(?=#)/);
  // Of what has a scheme, nothing is relative.
  if (/^(?:[a-z][a-z0-9+.-]*:|[^/]*@[^/]*:)/i.test(address)) return path;
  const placed = top.pathOf(root, address);
  return [isRemote(placed) ? `git::${placed}` : placed, ...pin].join("");
}

function field(name: string, value: string): Field {
  return { key: fromValue(name), value: fromValue(value) };
}

function nested(name: string, value: Node): Field {
  return { key: fromValue(name), value };
}

function list(name: string, texts: readonly string[]): Field {
  return nested(name, seq(texts.map(fromValue), texts.length === 0 ? "flow" : ""));
}

function commentsOf<Root>({ config, location, imports, overrides }: Entry<Root>): readonly string[] {
  const lines = [`defined in ${formatLocation(location)}`];
  if (imports.length > 0) lines.push(`imported by ${imports.map(formatLocation).join(", ")}`);
  for (const { location: place, fields } of overrides) {
    lines.push(`overridden by ${formatLocation(place)}${namesOf(fields)}`);
  }
  const runtime = runtimeOf(config);
  const why = runtime === "unresolved" ? ": the entry does not say what runs it" : "";
  return [...lines, `runtime: ${runtime}${why}`];
}

/** The most fields of one override in a comment. */
const MAX_FIELDS = 100;

function namesOf(fields: readonly string[]): string {
  if (fields.length === 0) return "";
  const more = fields.length > MAX_FIELDS ? ` and ${fields.length - MAX_FIELDS} more` : "";
  return `: ${fields.slice(0, MAX_FIELDS).join(", ")}${more}`;
}

/** Names of files and fields may hold any character. */
function oneLine(text: string): string {
  return visible(text).replaceAll("\n", "\\u000a").replaceAll("\t", "\\u0009");
}

function runtimeOf(config: MapNode): EntryView["runtime"] {
  if (isOwn(config)) return "built-in";
  const annotations = get(get(config, "metadata"), "annotations");
  const nodes = [
    ...RUNTIME_FIELDS.map((name) => get(config, name)),
    ...FUNCTION_ANNOTATIONS.map((name) => get(annotations, name)),
  ];
  return nodes.some((node) => node !== undefined && !isNull(node)) ? "inline" : "unresolved";
}

/** Tells whether krm-render itself runs the entry. */
function isOwn(config: MapNode): boolean {
  const apiVersion = scalarText(get(config, "apiVersion"));
  return apiVersion === "builtin" || isInlineKustomization(apiVersion, scalarText(get(config, "kind")));
}

/** The config with the annotation for the directory of its function. */
function placedConfig<Root extends CompositionRoot<Root>>(
  { config, root }: Entry<Root>,
  { root: top, buildMetadata = [] }: Consolidated<Root>,
): Node {
  const written = plain(config) as MapNode;
  putFirst(written, ["apiVersion", "kind", "metadata"]);
  // Notes on the origin of objects name the directory of built-ins as well.
  const tracksOrigins = buildMetadata.some(
    ({ text }) => text === "originAnnotations" || text === "transformerAnnotations",
  );
  const isBuiltin = scalarText(get(config, "apiVersion")) === "builtin";
  if (root.key === top.key || (isBuiltin && !tracksOrigins)) return written;
  const metadata = mapAt(written, "metadata");
  const annotations = mapAt(metadata, "annotations");
  clearField(annotations, DIRECTORY);
  annotations.entries.push(field(DIRECTORY, top.pathOf(root, ".")));
  return written;
}

function mapAt(into: MapNode, name: string): MapNode {
  const found = get(into, name);
  if (found?.kind === "map") {
    found.style = "";
    return found;
  }
  clearField(into, name);
  const made = map();
  into.entries.push(nested(name, made));
  return made;
}

function putFirst(node: MapNode, names: readonly string[]): void {
  const rank = ({ key }: Field): number => {
    const at = key.kind === "scalar" ? names.indexOf(key.value) : -1;
    return at < 0 ? names.length : at;
  };
  node.entries.sort((a, b) => rank(a) - rank(b));
}

/**
 * A copy in block style, without comments. Texts get the style that keeps them, since not every style of YAML survives
 * being written; all other scalars stay as they are.
 */
function plain(node: Node): Node {
  if (node.kind === "seq") return seq(node.items.map(plain), node.items.length === 0 ? "flow" : "");
  if (node.kind === "map") {
    const entries = node.entries.map(({ key, value }) => ({ key: plain(key), value: plain(value) }));
    return map(entries, entries.length === 0 ? "flow" : "");
  }
  const isText = node.tag === "!!str" || (node.tag === "" && (node.style !== "" || resolveTag(node.value) === "!!str"));
  if (!isText) {
    const copy = clone(node);
    copy.comment = undefined;
    return copy;
  }
  const text = fromValue(node.value);
  // The indentation of these blocks cannot be read back.
  if (text.style === "literal" && !/^\S/.test(node.value)) return scalar(node.value, "!!str", "double");
  return text;
}

/** A document as an item of a block list. */
function asItem(document: string): string {
  const lines = document.split("\n");
  return lines.map((line, index) => (index === 0 ? `- ${line}` : line === "" ? line : `  ${line}`)).join("\n");
}
