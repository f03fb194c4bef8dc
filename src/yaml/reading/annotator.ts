/** Gives comments to the nodes of a document while it is composed, as go-yaml v3's parser does. */

import { type MarkedDocument, type Marks, placeOf } from "../nodes/index.ts";
import type { Node } from "../nodes/node.ts";
import type { Comment, CommentScanner } from "./comment-scanner.ts";
import * as T from "./tokens.ts";

/** How many tokens go-yaml scans before it hands out the first of them. */
const AHEAD = 3;

export class Annotator {
  readonly #scanner: CommentScanner;
  readonly #marks = new Map<Node, Marks>();
  /** Comments in front of the present token that no node has taken yet. */
  #head = "";
  #line = "";
  #foot = "";
  /** The comment above a dash behind which a collection begins: it belongs to the collection and not to its first key. */
  #stem = "";
  #documentHead = "";

  constructor(scanner: CommentScanner) {
    this.#scanner = scanner;
  }

  /** To be called before a token is looked at. Throws the scanner's {@link Fault}s. */
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

  /** An implicit document begins: what stands an empty line above the first token is a comment on the document. */
  documentStart(): void {
    const head = this.#head;
    const end = head.endsWith("\n") ? head.length - 1 : head.lastIndexOf("\n\n");
    if (end < 0) return;
    this.#documentHead = head.slice(0, end);
    this.#head = head.slice(end + (head.endsWith("\n") ? 1 : 2));
  }

  /** Behind a dash; `priorHead` is how much of the head comment stands above it, and `opens` tells what it opens. */
  dash(above: string, opens: boolean): void {
    if (above === "" || !opens) return;
    this.#stem = above;
    this.#head = this.#head.slice(above.length + 1);
  }

  get pendingHead(): string {
    return this.#head;
  }

  /** A scalar or alias: all comments at its token are its own. */
  scalar(node: Node): void {
    this.#setMarks(node, this.#head, this.#foot);
    if (this.#line !== "") node.comment = this.#line;
    this.#clear();
  }

  /** A collection begins; of the comments at a bracket only the head lasts. */
  open(node: Node, type: number): void {
    if (type === T.FLOW_MAP_START || type === T.FLOW_SEQ_START) {
      this.#setMarks(node, this.#head, "");
      this.#clear();
    } else if (type !== T.BLOCK_ENTRY) {
      this.#setMarks(node, this.#stem, "");
      this.#stem = "";
    }
  }

  /** A flow collection or a block map ends: comments at its end are its line and foot. */
  close(node: Node): void {
    if (this.#foot !== "") this.#setMarks(node, this.#marks.get(node)?.head ?? "", this.#foot);
    if (this.#line !== "") node.comment = this.#line;
    this.#clear();
  }

  /** An anchor or a tag in the text. */
  property(node: Node, anchor: string | undefined, tagged: boolean): void {
    const marks = this.#marks.get(node) ?? this.#setMarks(node, "", "", true);
    if (anchor !== undefined) marks.anchor = anchor;
    marks.tagged = tagged;
  }

  /** All marks, once the token behind the document was looked at. */
  finish(root: Node): MarkedDocument {
    this.#settle(root);
    const nodes = new Map<number, Marks>();
    for (const [node, marks] of this.#marks) {
      const place = placeOf(node);
      if (!nodes.has(place)) nodes.set(place, marks);
    }
    return { nodes, head: this.#documentHead, foot: this.#foot || this.#head };
  }

  #clear(): void {
    this.#head = this.#line = this.#foot = this.#stem = "";
  }

  #setMarks(node: Node, head: string, foot: string, always = false): Marks {
    const marks = this.#marks.get(node) ?? { head, foot, anchor: "", tagged: false };
    marks.head = head;
    marks.foot = foot;
    if (always || head !== "" || foot !== "") this.#marks.set(node, marks);
    return marks;
  }

  /** Feet in maps go to keys: one of a key to the key before it, one of a value to its key, one of a map to its last key. */
  #settle(node: Node): void {
    if (node.kind === "seq") for (const item of node.items) this.#settle(item);
    if (node.kind !== "map") return;
    const isBlock = node.style !== "flow";
    let previous: Node | undefined;
    for (const { key, value } of node.entries) {
      this.#settle(key);
      if (isBlock && previous !== undefined) this.#moveFoot(key, previous);
      this.#settle(value);
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
