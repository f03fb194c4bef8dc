/** Writes into JSON or YAML that is the text of a scalar; docs/specification/replacements.md 6. */
import { LimitError } from "../../diagnostics.ts";
import { goJson } from "../../resource/index.ts";
import { ALIAS, encodeDocument, parseResources, toValue } from "../../yaml/index.ts";
import { isNull, type Node, overwrite, type ScalarNode, scalar } from "../../yaml/nodes/node.ts";
import { EditedText } from "./edited-text.ts";
import { enter, matchPath, parseStructured, type Trail } from "./path.ts";

/**
 * Follows the path to the first scalar whose text parses, follows the rest of the path in it, writes, and stores the new
 * text. Returns false, without any change, if there is no such scalar or anything fails.
 * @throws the error of a budget that is used up
 */
export function setInStructuredData(
  root: Node,
  path: readonly string[],
  trail: Trail,
  write: (field: Node) => void,
): boolean {
  let unparsed: Node | undefined;
  for (const { field, length } of scalarsAlong(root, path)) {
    // Empty elements lead to the same scalar again.
    if (field === unparsed) continue;
    const rest = path.slice(length);
    if (writeAgain(field, rest, trail, write)) return true;
    const document = parseStructured(field.value);
    if (document === undefined) {
      unparsed = field;
      continue;
    }
    const text = attempt(() => rewrite(document, field.value, rest, trail, write));
    if (text === undefined) return false;
    field.value = text;
    const before = texts.get(field);
    if (before === undefined) texts.set(field, { text, edited: undefined, failures: 0 });
    else before.text = text;
    return true;
  }
  return false;
}

/** The scalars on the way of a path, without the one at its end, and the number of elements that lead to each. */
function* scalarsAlong(root: Node, path: readonly string[]): Generator<{ field: ScalarNode; length: number }> {
  const lookup = { path, location: undefined };
  let node = root;
  for (let length = 1; length < path.length; length++) {
    const next = attempt(() => enter(node, path[length - 1] as string, lookup));
    if (next === undefined) return;
    node = next;
    if (node.kind === "scalar" && !isNull(node)) yield { field: node, length };
  }
}

/** A text that was written into a field. */
interface WrittenText {
  text: string;
  /** Its parsed form, after a second write. */
  edited: EditedText | undefined;
  /** The number of times that the parsed form could not be used. */
  failures: number;
}

const texts = new WeakMap<Node, WrittenText>();

const MAX_FAILURES = 16;

/**
 * Writes into a text that the last write into the field made, and keeps its parsed form for the next write. Returns false,
 * without any change, if the text has to be parsed and written as a whole.
 */
function writeAgain(field: ScalarNode, path: readonly string[], trail: Trail, write: (field: Node) => void): boolean {
  const known = texts.get(field);
  if (known === undefined || known.text !== field.value || known.failures === MAX_FAILURES) return false;
  // With a pattern, a path can create fields although it finds others.
  if (trail.create !== undefined && path.some((part) => part.startsWith("[") || part === "*")) return false;
  const { edited = attempt(() => readAgain(field.value)) } = known;
  known.edited = edited;
  const isDone =
    edited !== undefined &&
    attempt(() => {
      const inText: Trail = { create: undefined, isLost: false };
      const fields = matchPath(edited.document, path, inText);
      return typeof fields !== "string" && fields.length > 0 && !inText.isLost && edited.write(fields, write);
    });
  if (edited === undefined || isDone !== true) {
    known.edited = undefined;
    known.failures++;
    return false;
  }
  field.value = edited.text;
  known.text = edited.text;
  if (edited.needsReparsing) known.edited = undefined;
  return true;
}

/** Parses a text that {@link rewrite} made. Undefined unless the parsed form is written as exactly this text. */
function readAgain(text: string): EditedText | undefined {
  const document = parseStructured(text);
  if (document === undefined || document.source?.text !== text) return undefined;
  if (isJson(text) && HAS_ALIASES.test(text)) return undefined;
  return written(document, text) === text ? new EditedText(text, document) : undefined;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof LimitError) throw thrown;
    return undefined;
  }
}

function rewrite(
  document: Node,
  original: string,
  path: readonly string[],
  trail: Trail,
  write: (field: Node) => void,
): string | undefined {
  const fields = matchPath(document, path, trail);
  if (typeof fields === "string" || fields.length === 0) return undefined;
  for (const field of fields) {
    if (field.tag === ALIAS) overwrite(field, scalar(""));
    write(field);
  }
  return written(document, original);
}

/** The text of a document, in the format of the text that it was read from. */
function written(document: Node, original: string): string {
  if (!isJson(original)) return encodeDocument(document).trim();
  // Indented JSON stays indented. Like kustomize, this looks for a line break and two spaces anywhere in the text.
  const isPretty = original.includes("\n") && original.includes("  ");
  return goJson(toValue(expanded(document, original)), isPretty ? "  " : undefined);
}

function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

/** The signs of comments, anchors, aliases and merge keys. */
const HAS_ALIASES = /[#&*]|<</;

/** Resolves aliases and merge keys, which JSON does not have. Fails as kustomize does for text that it cannot read again. */
function expanded(document: Node, original: string): Node {
  if (!HAS_ALIASES.test(original)) return document;
  const [node] = parseResources(encodeDocument(document), "the text of a field");
  return node ?? document;
}
