/** Parses the tree objects of git. */
import { compareBytewise } from "../../text/index.ts";
import { escapedName } from "../paths.ts";
import type { VirtualNode } from "../virtual-tree.ts";

export interface GitNode extends VirtualNode {
  readonly id: string;
  /** The id is that of a commit of another repository. Such nodes are `other` unless submodules are fetched. */
  readonly isSubmodule?: true;
}

const SPACE = 32;
const SUBMODULE = "160000";
const EXECUTABLE = "100755";

/**
 * The entries of a tree object in bytewise order. Submodules are `other`.
 * @param idBytes 20, or 32 in a SHA-256 repository
 * @throws Error if the bytes are not a tree object
 */
export function parseTreeObject(bytes: Buffer, idBytes: number): ReadonlyMap<string, GitNode> {
  const entries = new Map<string, GitNode>();
  let ordered = true;
  let previous = "";
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(SPACE, at);
    const nul = bytes.indexOf(0, space);
    const end = nul + 1 + idBytes;
    if (space < 0 || nul < 0 || end > bytes.length) throw new Error("not a tree object");
    const name = bytes.toString("utf8", space + 1, nul);
    if (isPossible(name)) {
      const mode = bytes.toString("latin1", at, space);
      const raw = bytes.subarray(space + 1, nul);
      const id = bytes.toString("hex", nul + 1, end);
      // A name that is lost must not replace another.
      if (isUtf8(name, raw)) entries.set(name, nodeOf(mode, typeOf(mode), id));
      else if (!entries.has(name)) entries.set(name, lostNode(raw, mode, id));
      // Git sorts a directory as if its name ended in a slash.
      ordered &&= compareBytewise(previous, name) < 0;
      previous = name;
    }
    at = end;
  }
  return ordered ? entries : new Map([...entries].sort(([a], [b]) => compareBytewise(a, b)));
}

function nodeOf(mode: string, type: GitNode["type"], id: string): GitNode {
  if (mode === SUBMODULE) return { type: "other", id, isSubmodule: true };
  return mode === EXECUTABLE && type === "file" ? { type, id, executable: true } : { type, id };
}

function lostNode(name: Uint8Array, mode: string, id: string): GitNode {
  const type = typeOf(mode);
  return { type: "other", id, lost: { shown: escapedName(name), type: type === "link" ? "other" : type } };
}

/** Git does not check out other names, but objects that are made by hand can contain them. */
function isPossible(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !name.includes("/") && name.toLowerCase() !== ".git";
}

/** A name that is not UTF-8 is listed with U+FFFD in it and, as on disk, cannot be looked up. */
function isUtf8(name: string, bytes: Buffer): boolean {
  return !name.includes("\ufffd") || Buffer.from(name).equals(bytes);
}

function typeOf(mode: string): GitNode["type"] {
  if (mode === "40000" || mode === "040000") return "directory";
  if (mode === "120000") return "link";
  return mode.startsWith("100") ? "file" : "other";
}
