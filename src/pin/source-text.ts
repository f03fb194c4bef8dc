/** Finds the characters of a file that a scalar was read from, by the ranges of `yaml`'s documents. */
import { isCollection, isScalar, Lexer, parseAllDocuments, type Scalar, visit } from "yaml";
import { countBefore, getOrInsert } from "../collections.ts";
import { failure } from "../diagnostics.ts";
import { locateOffset, type ScalarNode, type Source } from "../yaml/nodes/node.ts";

/** The room for an anchor and a tag. */
const MAX_PROPERTIES = 1000;

/** Maps an offset in the value of a scalar to one in the file. */
type Mapping = (offset: number) => number;

/** The scalar of the file that holds a text. */
interface Holder {
  readonly parent: SourceText;
  readonly scalar: Scalar.Parsed;
  readonly mapping: Mapping;
  /** True if each line of the text is a line of the file. */
  readonly hasLines: boolean;
}

export class SourceText {
  readonly text: string;
  readonly #holder: Holder | undefined;
  readonly #scalars = new Map<number, Scalar.Parsed>();
  readonly #inFlow = new Set<Scalar.Parsed>();
  readonly #starts: number[] = [0];
  readonly #own = new Map<Source, Source>();
  #layout: Layout | undefined;

  /**
   * @param text without a byte order mark
   * @throws KrmError `pin-unreadable` for a text that `yaml` cannot read, though kustomize can
   */
  constructor(text: string, file: string, holder?: Holder) {
    this.text = text;
    this.#holder = holder;
    for (const document of parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent", prettyErrors: false })) {
      const [error] = "errors" in document ? document.errors : [];
      if (error !== undefined) throw unreadable(text, error.pos[0], error.message, file);
      if (!("contents" in document)) continue;
      visit(document, {
        Scalar: (_, node, path) => {
          if (!isScalar(node) || !node.range) return;
          this.#scalars.set(node.range[0], node as Scalar.Parsed);
          if (path.some((one) => isCollection(one) && one.flow)) this.#inFlow.add(node as Scalar.Parsed);
        },
      });
    }
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  /** The offset of a node that our own YAML reader has read from the same text. */
  offsetOf({ source, offset }: { readonly source: Source | undefined; readonly offset: number }): number | undefined {
    if (source === undefined) return undefined;
    const { line = 1, column = 1 } = locateOffset(this.#ownOf(source), offset);
    const start = this.#starts[line - 1];
    return start === undefined ? undefined : start + column - 1;
  }

  /** A source that places are found in by this text, also if messages show another one. It remembers where lines start. */
  #ownOf(source: Source): Source {
    return getOrInsert(this.#own, source, () => ({ file: "", text: source.text }));
  }

  /** The scalar of a node; undefined if it is written in a way that an edit could not keep: with escapes, folded, over lines. */
  #scalarOf(node: ScalarNode): { readonly scalar: Scalar.Parsed; readonly own: Mapping } | undefined {
    const at = this.offsetOf(node);
    if (at === undefined) return undefined;
    // In our own YAML reader, a node begins with its anchor and its tag.
    const properties = /^(?:[&!][^\s,[\]{}]*[ \t]+)*/.exec(this.text.slice(at, at + MAX_PROPERTIES))?.[0] ?? "";
    const scalar = this.#scalars.get(at) ?? this.#scalars.get(at + properties.length);
    if (scalar === undefined) return undefined;
    const own = this.#mappingOf(scalar, node.value);
    return own && { scalar, own };
  }

  /** The mapping from the value of a node to this text. */
  mapping(node: ScalarNode): Mapping | undefined {
    return this.#scalarOf(node)?.own;
  }

  /**
   * The range of a plain scalar in a flow collection, which needs quotes as soon as it contains a question mark: kustomize
   * takes that for the sign of a key there.
   */
  bareInFlow(node: ScalarNode): readonly [start: number, end: number] | undefined {
    const { scalar } = this.#scalarOf(node) ?? {};
    if (scalar?.type !== "PLAIN" || !this.#inFlow.has(scalar)) return undefined;
    return [this.toFile(scalar.range[0]), this.toFile(scalar.range[1])];
  }

  /** The offset in the file of an offset in this text. */
  toFile(offset: number): number {
    return this.#holder === undefined ? offset : this.#holder.parent.toFile(this.#holder.mapping(offset));
  }

  /** The text that a scalar holds. Undefined if its characters do not stand in the file as they are. */
  within(holder: ScalarNode, file: string): SourceText | undefined {
    const found = this.#scalarOf(holder);
    if (found === undefined) return undefined;
    const { scalar, own } = found;
    const hasLines = scalar.type === "BLOCK_LITERAL";
    return new SourceText(holder.value, file, { parent: this, scalar, mapping: own, hasLines });
  }

  /**
   * The place in the file for a comment about the value that ends at an offset: behind the line, or at the start of the text of the
   * existing comment. Undefined if its line ends within a text.
   */
  commentSpot(end: number): { readonly at: number; readonly existing: string | undefined } | undefined {
    const outer = this.#holder;
    if (outer !== undefined && !outer.hasLines) return outer.parent.commentSpot(outer.scalar.range[1]);
    this.#layout ??= layoutOf(this.text);
    const newline = this.lineEnd(end);
    if (newline === undefined) return undefined;
    const comment = commentFrom(this.#layout, end);
    if (comment === undefined || comment.start >= newline) return { at: this.toFile(newline), existing: undefined };
    const lead = /^#+[ \t]*/.exec(comment.text)?.[0] ?? "";
    return { at: this.toFile(comment.start + lead.length), existing: comment.text.slice(lead.length) };
  }

  /** The end of the line of an offset in this text. Undefined if that line ends within a scalar. */
  lineEnd(offset: number): number | undefined {
    this.#layout ??= layoutOf(this.text);
    const found = this.text.indexOf("\n", offset);
    if (found < 0) return this.text.length;
    const newline = this.text[found - 1] === "\r" ? found - 1 : found;
    return this.#layout.newlines.has(newline) ? newline : undefined;
  }

  #mappingOf({ type, range }: Scalar.Parsed, value: string): Mapping | undefined {
    const [start, end] = range;
    if (type === "BLOCK_LITERAL") return literalMapping(this.text, start, value);
    const quote = type === "PLAIN" ? 0 : 1;
    if (type === "BLOCK_FOLDED" || this.text.slice(start + quote, end - quote) !== value) return undefined;
    return (offset) => start + quote + offset;
  }
}

/** Each line of the value is the end of a line of the text. */
function literalMapping(text: string, start: number, value: string): Mapping | undefined {
  const lines: { readonly value: number; readonly text: number }[] = [];
  let at = text.indexOf("\n", start) + 1;
  if (at === 0) return undefined;
  let offset = 0;
  for (const line of value.split("\n")) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const whole = text.slice(at, text[end - 1] === "\r" ? end - 1 : end);
    const indent = whole.length - line.length;
    if (line !== "" && (!whole.endsWith(line) || /[^ ]/.test(whole.slice(0, Math.max(indent, 0))))) return undefined;
    lines.push({ value: offset, text: line === "" ? at : at + indent });
    offset += line.length + 1;
    at = end + 1;
  }
  return (wanted) => {
    const after = countBefore(lines, (line) => line.value <= wanted);
    const line = lines[Math.max(0, after - 1)] as { value: number; text: number };
    return line.text + wanted - line.value;
  };
}

interface Layout {
  /** The line breaks outside of scalars. */
  readonly newlines: ReadonlySet<number>;
  /** In the order of the text. */
  readonly comments: readonly { readonly start: number; readonly text: string }[];
}

/** Marks that the lexer adds, which are no characters of the text. */
const MARKS: ReadonlySet<string> = new Set(["\u0002", "\u0018", "\u001f"]);

function layoutOf(text: string): Layout {
  const newlines = new Set<number>();
  const comments: { start: number; text: string }[] = [];
  let at = 0;
  let isScalarNext = false;
  for (const token of new Lexer().lex(text)) {
    if (!isScalarNext && MARKS.has(token)) {
      isScalarNext = token === "\u001f";
      continue;
    }
    if (!isScalarNext && (token === "\n" || token === "\r\n")) newlines.add(at);
    else if (!isScalarNext && token.startsWith("#")) comments.push({ start: at, text: token });
    isScalarNext = false;
    at += token.length;
  }
  return { newlines, comments };
}

/** The first comment at or behind an offset. */
function commentFrom({ comments }: Layout, offset: number): Layout["comments"][number] | undefined {
  return comments[countBefore(comments, ({ start }) => start < offset)];
}

function unreadable(text: string, offset: number, reason: string, file: string): Error {
  const { line, column } = locateOffset({ file, text }, offset);
  return failure("pin-unreadable", `the file cannot be edited in place: ${reason}`, {
    file,
    line,
    column,
    hint: "Write it as YAML 1.2 reads it, too, or pin its references by hand.",
  });
}
