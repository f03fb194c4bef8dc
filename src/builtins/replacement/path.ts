/** Follows the field paths of replacements; docs/specification/replacements.md 4. */
import { failure, LimitError, type Location } from "../../diagnostics.ts";
import { compileRegex, type Matcher, setField } from "../../resource/index.ts";
import { parseText } from "../../yaml/index.ts";
import { get, isNull, map, type Node, scalar, seq } from "../../yaml/nodes/node.ts";
import { writtenTexts } from "./written-texts.ts";

/**
 * Finds the node at a path of a source; undefined if there is none. A path selects elements of lists by index, by `-` for
 * the last one, or by `[key=value]` for the first one with exactly this value.
 */
export function lookUp(root: Node, path: readonly string[], location?: Location): Node | undefined {
  const node = lookUpNullable(root, path, location);
  return node === undefined || isNull(node) ? undefined : node;
}

/** Like {@link lookUp}, but a null at the end of the path counts as a value. */
export function lookUpNullable(root: Node, path: readonly string[], location?: Location): Node | undefined {
  const lookup = { path, location };
  let node: Node | undefined = root;
  for (let at = 0; at < path.length && node !== undefined; at++) node = enter(node, path[at] as string, lookup);
  return node;
}

/** The node at the next element of the path of a source. An empty element leads to the node itself. */
export function enter(node: Node, element: string, lookup: Lookup): Node | undefined {
  const part = element.trim();
  if (part === "") return node;
  return isNull(node) ? undefined : step(node, part, lookup);
}

/** The parts of an error message. */
export interface Lookup {
  readonly path: readonly string[];
  readonly location: Location | undefined;
}

function step(node: Node, part: string, lookup: Lookup): Node | undefined {
  if (/^[+-]?\d+$/.test(part)) {
    if (part.startsWith("-")) throw lookupFailed(`array index ${Number(part)} cannot be negative`, lookup);
    return expect(node, "seq", lookup).items[Number(part)];
  }
  if (part === "-") return expect(node, "seq", lookup).items.at(-1);
  if (part === "*") throw lookupFailed("a wildcard is not supported in a source", lookup);
  if (!isListMatcher(part)) return get(expect(node, "map", lookup), part);
  const matcher = splitMatcher(part);
  if (matcher === undefined) throw lookupFailed(matcherProblem(part), lookup);
  return expect(node, "seq", lookup).items.find((item) =>
    matcher.key === ""
      ? item.kind === "scalar" && item.value === matcher.value
      : textUnder(item, matcher.key) === matcher.value,
  );
}

function textUnder(item: Node, key: string): string | undefined {
  const value = get(item, key);
  return value?.kind === "scalar" ? value.value : undefined;
}

function expect<K extends "map" | "seq">(node: Node, kind: K, lookup: Lookup): Extract<Node, { kind: K }> {
  if (node.kind === kind) return node as Extract<Node, { kind: K }>;
  throw lookupFailed(kindProblem(node, kind), lookup);
}

function lookupFailed(problem: string, { path, location }: Lookup): Error {
  const field = `\`${path.join(".")}\``;
  return failure("field-not-found", `error looking up replacement source: ${field}: ${problem}`, {
    ...location,
    hint: "Name one field: keys and indices, or `[key=value]` for an element of a list.",
  });
}

function kindProblem(node: Node, expected: "map" | "seq"): string {
  const names = { map: "a map", seq: "a list", scalar: "a single value" };
  return `expected ${names[expected]}, but found ${names[node.kind]}`;
}

function isListMatcher(part: string): boolean {
  return part.startsWith("[") && part.endsWith("]");
}

function splitMatcher(part: string): { key: string; value: string } | undefined {
  const inner = part.slice(1, -1);
  const equals = inner.indexOf("=");
  return equals < 0 ? undefined : { key: inner.slice(0, equals), value: inner.slice(equals + 1) };
}

function matcherProblem(part: string): string {
  return `${part} must contain fieldName=fieldValue to match elements of a list`;
}

/** The state of following a path. */
export interface Trail {
  /** The kind of node to create for a missing field; undefined to create nothing. */
  readonly create: Node["kind"] | undefined;
  /** True if the path left the object. Writes to the nodes that it found then have no effect. */
  isLost: boolean;
}

/** A path that is followed, and the nodes found at its end. */
interface Walk {
  readonly path: readonly string[];
  readonly trail: Trail;
  readonly found: Node[];
}

/**
 * Finds the nodes at a path of a target. Returns a text if the path cannot be followed. A path selects elements of lists
 * by index, by `*` for all, or by `[key=pattern]` with an unanchored pattern for the YAML of the value.
 */
export function matchPath(node: Node, path: readonly string[], trail: Trail): readonly Node[] | string {
  const walk: Walk = { path, trail, found: [] };
  return follow(node, 0, walk) ?? walk.found;
}

/** Adds what is found at the rest of the path. Returns a text if it cannot be followed. */
function follow(start: Node, from: number, walk: Walk): string | undefined {
  let node = start;
  for (let at = from; ; at++) {
    const part = walk.path[at];
    if (part === undefined) return void walk.found.push(node);
    const isIndex = isListIndex(part);
    if (!isIndex && isListMatcher(part)) return followMatches(listOf(node, walk.trail), part, at + 1, walk);
    if (part === "*") return followAll(elementsOf(node), at + 1, walk);
    const next = isIndex
      ? elementAt(listOf(node, walk.trail), Number(part), walk.path[at + 1], walk.trail)
      : fieldAt(node, part, walk.path[at + 1], walk.trail);
    if (typeof next !== "object") return next;
    node = next;
  }
}

function isListIndex(part: string): boolean {
  return /^\+?\d+$/.test(part);
}

/** The field of a map; undefined if there is none, and a text if the path cannot be followed. */
function fieldAt(node: Node, name: string, following: string | undefined, trail: Trail): Node | string | undefined {
  if (name === "") return "the path has an empty element";
  if (node.kind !== "map" && !isNull(node)) return kindProblem(node, "map");
  let field = get(node, name);
  if (field === undefined) {
    if (trail.create === undefined) return undefined;
    field = make(following, trail.create);
    // A null has no fields, so the new field is not part of the object. kustomize does the same.
    if (node.kind === "map") setField(node, name, field);
    else trail.isLost = true;
  }
  return field.kind === "scalar" && following !== undefined ? documentIn(field.value, trail) : field;
}

/** A copy of the parsed text. Writes to the copy have no effect, as in kustomize. */
function documentIn(text: string, trail: Trail): Node | string {
  const parsed = parseStructured(text);
  if (parsed === undefined) return "the path goes on below a single value";
  trail.isLost = true;
  return parsed;
}

/** Parses the first document of a text with its comments; undefined if it has none or is not YAML. */
export function parseStructured(text: string): Node | undefined {
  try {
    return parseText(text, "the text of a field");
  } catch (thrown) {
    if (thrown instanceof LimitError) throw thrown;
    return undefined;
  }
}

/** The list at a node. A null gets a new list, which is not part of the object. */
function listOf(node: Node, trail: Trail): Node {
  if (trail.create === undefined || !isNull(node)) return node;
  trail.isLost = true;
  return seq();
}

function elementAt(node: Node, index: number, following: string | undefined, trail: Trail): Node | string {
  const items = elementsOf(node);
  if (typeof items === "string") return items;
  if (items.length === index && trail.create !== undefined && node.kind === "seq")
    node.items.push(make(following, trail.create));
  return items[index] ?? `index ${index} specified but only ${items.length} elements found`;
}

function followMatches(node: Node, part: string, at: number, walk: Walk): string | undefined {
  const matcher = splitMatcher(part);
  if (matcher === undefined) return matcherProblem(part);
  const matches = compileRegex(matcher.value);
  if (matches === undefined) return `"${matcher.value}" is not a regular expression`;
  const before = walk.found.length;
  const problem = followFitting(node, matcher.key, matches, at, walk);
  if (problem !== undefined || walk.found.length > before) return problem;
  if (walk.trail.create === undefined || node.kind !== "seq") return undefined;
  const element =
    matcher.key === "" ? scalar(matcher.value) : map([{ key: scalar(matcher.key), value: scalar(matcher.value) }]);
  node.items.push(element);
  // Only the new element is matched again. A pattern need not match its own text.
  return followFitting(seq([element]), matcher.key, matches, at, walk);
}

function followFitting(node: Node, key: string, matches: Matcher, at: number, walk: Walk): string | undefined {
  const items = elementsOf(node);
  if (typeof items === "string") return items;
  const texts = writtenTexts(node, items, key);
  const fits = (_: Node, index: number): boolean => {
    const text = texts(index);
    return text !== undefined && matches(text);
  };
  const fitting = items.filter(fits);
  // An element that is the value itself ends the path. The rest of the path is ignored.
  return followAll(fitting, key === "" ? walk.path.length : at, walk);
}

function followAll(items: readonly Node[] | string, at: number, walk: Walk): string | undefined {
  if (typeof items === "string") return items;
  for (const item of items) {
    const problem = follow(item, at, walk);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function elementsOf(node: Node): Node[] | string {
  if (node.kind === "seq") return node.items;
  return isNull(node) ? [] : kindProblem(node, "seq");
}

/** Creates the node for an element of a path. The next element decides whether it is a list or a map. */
function make(next: string | undefined, create: Node["kind"]): Node {
  if (next === undefined || next === "") return ofKind(create);
  return isListMatcher(next) || isListIndex(next) ? seq() : map();
}

function ofKind(kind: Node["kind"]): Node {
  if (kind === "map") return map();
  return kind === "seq" ? seq() : scalar("");
}
