/** Following the field paths of replacements; docs/specification/replacements.md 4. */
import { failure, type Location } from "../diagnostics.ts";
import { compileRegex, type Matcher, setField } from "../resource/index.ts";
import { encode, parseText } from "../yaml/index.ts";
import { get, isNull, map, type Node, scalar, seq } from "../yaml/nodes/node.ts";

/**
 * The node at a path in a source; undefined when there is none. Elements of lists are named by index, by `-` for the
 * last, or by `[key=value]` for the first that has exactly that value.
 */
export function lookUp(root: Node, path: readonly string[], location?: Location): Node | undefined {
  const node = lookUpNullable(root, path, location);
  return node === undefined || isNull(node) ? undefined : node;
}

/** The same, where a null at the end of the path is a value. */
export function lookUpNullable(root: Node, path: readonly string[], location?: Location): Node | undefined {
  const lookup = { path, location };
  let node: Node | undefined = root;
  for (const raw of path) {
    const part = raw.trim();
    if (part === "") continue;
    node = isNull(node) ? undefined : step(node, part, lookup);
    if (node === undefined) return undefined;
  }
  return node;
}

/** What a message about it names. */
interface Lookup {
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
  return `${names[expected]} is expected where ${names[node.kind]} stands`;
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

/** How a path is followed. */
export interface Trail {
  /** What is made at the end of the path where it is missing; nothing is made without it. */
  readonly create: Node["kind"] | undefined;
  /** Whether the path led to nodes that are no part of the object, so that writes to them have no effect. */
  isLost: boolean;
}

/**
 * The nodes at a path in a target, or a text that says why the path cannot be followed. Elements of lists are named by
 * index, by `*` for all, or by `[key=pattern]` with an unanchored pattern for the YAML of the value.
 */
export function matchPath(node: Node, path: readonly string[], trail: Trail): readonly Node[] | string {
  const part = path[0];
  if (part === undefined) return [node];
  const rest = path.slice(1);
  if (/^\+?\d+$/.test(part)) return matchIndex(listOf(node, trail), Number(part), rest, trail);
  if (isListMatcher(part)) return matchElements(listOf(node, trail), part, rest, trail);
  if (part === "*") return matchAll(elementsOf(node), rest, trail);
  return matchField(node, part, rest, trail);
}

function matchField(node: Node, name: string, rest: readonly string[], trail: Trail): readonly Node[] | string {
  if (name === "") return "the path has an empty element";
  if (node.kind !== "map" && !isNull(node)) return kindProblem(node, "map");
  let field = get(node, name);
  if (field === undefined) {
    if (trail.create === undefined) return [];
    field = make(rest[0], trail.create);
    // A null takes no fields: what is made for it leads nowhere, as in the reference.
    if (node.kind === "map") setField(node, name, field);
    else trail.isLost = true;
  }
  if (field.kind === "scalar" && rest.length > 0) return matchInText(field.value, rest, trail);
  return matchPath(field, rest, trail);
}

/** Goes on in a copy of what the text holds: writes there have no effect, as in the reference. */
function matchInText(text: string, rest: readonly string[], trail: Trail): readonly Node[] | string {
  const parsed = parseStructured(text);
  if (parsed === undefined) return "a single value stands where the path goes on";
  trail.isLost = true;
  return matchPath(parsed, rest, trail);
}

/** The first document of a text as it is written, comments included; undefined when it holds none or is no YAML. */
export function parseStructured(text: string): Node | undefined {
  try {
    return parseText(text, "the text of a field");
  } catch {
    return undefined;
  }
}

/** A null takes no elements either. */
function listOf(node: Node, trail: Trail): Node {
  if (trail.create === undefined || !isNull(node)) return node;
  trail.isLost = true;
  return seq();
}

function matchIndex(node: Node, index: number, rest: readonly string[], trail: Trail): readonly Node[] | string {
  const items = elementsOf(node);
  if (typeof items === "string") return items;
  if (items.length === index && trail.create !== undefined && node.kind === "seq")
    node.items.push(make(rest[0], trail.create));
  const item = items[index];
  if (item === undefined) return `index ${index} specified but only ${items.length} elements found`;
  return matchPath(item, rest, trail);
}

function matchElements(node: Node, part: string, rest: readonly string[], trail: Trail): readonly Node[] | string {
  const matcher = splitMatcher(part);
  if (matcher === undefined) return matcherProblem(part);
  const matches = compileRegex(matcher.value);
  if (matches === undefined) return `"${matcher.value}" is no regular expression`;
  const found = matchIn(node, matcher.key, matches, rest, trail);
  if (typeof found === "string" || found.length > 0 || trail.create === undefined || node.kind !== "seq") return found;
  const element =
    matcher.key === "" ? scalar(matcher.value) : map([{ key: scalar(matcher.key), value: scalar(matcher.value) }]);
  node.items.push(element);
  // Only the element just made is looked at again: a pattern need not match its own text.
  return matchIn(seq([element]), matcher.key, matches, rest, trail);
}

function matchIn(
  node: Node,
  key: string,
  matches: Matcher,
  rest: readonly string[],
  trail: Trail,
): readonly Node[] | string {
  const items = elementsOf(node);
  if (typeof items === "string") return items;
  const fits = (value: Node | undefined): boolean => value !== undefined && matches(encode(value).trim());
  // An element that is itself the value ends the path, whatever follows.
  if (key === "") return items.filter(fits);
  return matchAll(
    items.filter((item) => fits(get(item, key))),
    rest,
    trail,
  );
}

function matchAll(items: readonly Node[] | string, rest: readonly string[], trail: Trail): readonly Node[] | string {
  if (typeof items === "string") return items;
  const found: Node[] = [];
  for (const item of items) {
    const matched = matchPath(item, rest, trail);
    if (typeof matched === "string") return matched;
    found.push(...matched);
  }
  return found;
}

function elementsOf(node: Node): Node[] | string {
  if (node.kind === "seq") return node.items;
  return isNull(node) ? [] : kindProblem(node, "seq");
}

/** What is made for an element of a path depends on the next: lists for what goes into lists, maps for all else. */
function make(next: string | undefined, create: Node["kind"]): Node {
  if (next === undefined || next === "") return ofKind(create);
  return isListMatcher(next) || /^\+?\d+$/.test(next) ? seq() : map();
}

function ofKind(kind: Node["kind"]): Node {
  if (kind === "map") return map();
  return kind === "seq" ? seq() : scalar("");
}
