/** Attaches comments to the nodes of a document while it is composed, as go-yaml v3's parser does. */
import { type MarkedDocument, type Marks, placeOf } from "../nodes/index.ts";
import type { Node } from "../nodes/node.ts";
import type { Comment, CommentScanner } from "./comment-scanner.ts";
import * as T from "./tokens.ts";

/** How many tokens go-yaml scans before it returns the first of them. */
const AHEAD = 3;

export class Annotator {
  readonly #scanner: CommentScanner;
  readonly #marks = new Map<Node, Marks>();
  /** Comments in front of the current token that no node has taken yet. */
  #head = "";
  #line = "";
  #foot = "";
  /** The comment above a dash after which a collection begins. It belongs to the collection, not to its first key. */
  #collectionHead = "";
  #documentHead = "";

  constructor(scanner: CommentScanner) {
    this.#scanner = scanner;
  }

  /**
   * Scans ahead and collects the comments in front of a token. Call it before reading the token. Throws {@link Fault}s.
   */
  reach(at: number): void {
    const scanner = this.#scanner;
    const { tokens, comments } = scanner;
    while (!scanner.atEnd && (tokens.length - at < AHEAD || scanner.mayBeKey(at))) scanner.step();
    const start = tokens.starts[at] as number;
    const ends = tokens.types[at] === T.BLOCK_END;
    for (; scanner.taken < comments.length; scanner.taken++) {
      const comment = comments[scanner.taken] as Comment;
      if (start < comment.token || (ends && comment.head !== "")) return;
      this.#head = join(this.#head, comment.head);
      this.#line = join(this.#line, comment.line);
      this.#foot = join(this.#foot, comment.foot);
    }
  }

  /** Begins an implicit document. A comment separated from the first token by an empty line belongs to the document. */
  documentStart(): void {
    const head = this.#head;
    const end = head.endsWith("\n") ? head.length - 1 : head.lastIndexOf("\n\n");
    if (end < 0) return;
    this.#documentHead = head.slice(0, end);
    this.#head = head.slice(end + (head.endsWith("\n") ? 1 : 2));
  }

  /** Steps over a dash. `above` is the head comment above it; `opens` says that a collection begins after it. */
  dash(above: string, opens: boolean): void {
    if (above === "" || !opens) return;
    this.#collectionHead = above;
    this.#head = this.#head.slice(above.length + 1);
  }

  get pendingHead(): string {
    return this.#head;
  }

  /** Gives all comments at the token of a scalar or alias to it. */
  scalar(node: Node): void {
    this.#setMarks(node, this.#head, this.#foot);
    if (this.#line !== "") node.comment = this.#line;
    this.#clear();
  }

  /** Begins a collection. Of the comments at a bracket only the head is kept. */
  open(node: Node, type: number): void {
    if (type === T.FLOW_MAP_START || type === T.FLOW_SEQ_START) {
      this.#setMarks(node, this.#head, "");
      this.#clear();
    } else if (type !== T.BLOCK_ENTRY) {
      this.#setMarks(node, this.#collectionHead, "");
      this.#collectionHead = "";
    }
  }

  /** Ends a flow collection or a block map. Comments at its end become its line and foot comments. */
  close(node: Node): void {
    if (this.#foot !== "") this.#setMarks(node, this.#marks.get(node)?.head ?? "", this.#foot);
    if (this.#line !== "") node.comment = this.#line;
    this.#clear();
  }

  /** Records the anchor or the explicit tag of a node. */
  property(node: Node, anchor: string | undefined, tagged: boolean): void {
    const marks = this.#marks.get(node) ?? this.#setMarks(node, "", "", true);
    if (anchor !== undefined) marks.anchor = anchor;
    marks.tagged = tagged;
  }

  /** All marks of the document. Call it when {@link reach} was called for the token after the document. */
  finish(root: Node): MarkedDocument {
    this.#moveFeet(root);
    const nodes = new Map<number, Marks>();
    for (const [node, marks] of this.#marks) {
      const place = placeOf(node);
      if (!nodes.has(place)) nodes.set(place, marks);
    }
    return { nodes, head: this.#documentHead, foot: this.#foot || this.#head };
  }

  #clear(): void {
    this.#head = this.#line = this.#foot = this.#collectionHead = "";
  }

  #setMarks(node: Node, head: string, foot: string, always = false): Marks {
    const marks = this.#marks.get(node) ?? { head, foot, anchor: "", tagged: false };
    marks.head = head;
    marks.foot = foot;
    if (always || head !== "" || foot !== "") this.#marks.set(node, marks);
    return marks;
  }

  /**
   * Moves foot comments in maps to keys: from a key to the key before it, from a value to its key, from a map to its
   * last key.
   */
  #moveFeet(node: Node): void {
    if (node.kind === "seq") for (const item of node.items) this.#moveFeet(item);
    if (node.kind !== "map") return;
    const isBlock = node.style !== "flow";
    let previous: Node | undefined;
    for (const { key, value } of node.entries) {
      this.#moveFeet(key);
      if (isBlock && previous !== undefined) this.#moveFoot(key, previous);
      this.#moveFeet(value);
      if ((this.#marks.get(key)?.foot ?? "") === "") this.#moveFoot(value, key);
      previous = key;
    }
    if (isBlock && previous !== undefined) this.#moveFoot(node, previous);
  }

  #moveFoot(from: Node, to: Node): void {
    const marks = this.#marks.get(from);
    if (marks === undefined || marks.foot === "") return;
    this.#setMarks(to, this.#marks.get(to)?.head ?? "", marks.foot);
    marks.foot = "";
  }
}

function join(first: string, second: string): string {
  return first === "" || second === "" ? first + second : `${first}\n${second}`;
}
