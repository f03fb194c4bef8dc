/** Tells fixed references from those that move, and makes the edits that fix them; docs/specification/lock.md 5.2, 5.3. */
import { parseGitReference } from "../sources/index.ts";
import { isCommitId } from "../text/index.ts";
import type { Edit } from "./edits.ts";

export function isPinnedRepository(address: string): boolean {
  return isCommitId((parseGitReference(address)?.ref ?? "").toLowerCase());
}

/** True if the address of a file contains its digest, or a commit as in addresses of raw files. */
export function isPinnedFile(address: string): boolean {
  return (
    /#sha256[=:][0-9a-f]{64}$/i.test(address) || address.split(/[/?#]/).some((part) => isCommitId(part.toLowerCase()))
  );
}

export function hasDigest(reference: string): boolean {
  return /@sha256:[0-9a-f]{64}$/i.test(reference);
}

/** The kinds that an address under `resources` can be of, the likelier one first; docs/specification/loading.md 3.1. */
export function likelyKinds(address: string): readonly ("git" | "file")[] {
  const url = parseGitReference(address);
  if (url === undefined) return ["file"];
  const isNamedAsFile = /^[^?#]*\.(?:ya?ml|json)(?:[?#]|$)/i.test(address);
  const isNamedAsRepository = url.marked || url.ref !== undefined || /^https:\/\/github\.com\//i.test(url.repository);
  if (isNamedAsFile && !isNamedAsRepository) return ["file"];
  return isNamedAsRepository && !isNamedAsFile ? ["git", "file"] : ["file", "git"];
}

/** How the address of a repository gets a commit; undefined if its query cannot be read. */
export function commitEdit(address: string, commit: string): Edit | undefined {
  const edit = queryEdit(address, commit);
  const before = parseGitReference(address);
  const after = parseGitReference(address.slice(0, edit.start) + edit.text + address.slice(edit.end));
  const isSame = after?.ref === commit && after.repository === before?.repository && after.path === before.path;
  return isSame ? edit : undefined;
}

function queryEdit(address: string, commit: string): Edit {
  const question = address.indexOf("?");
  const end = address.length;
  if (question < 0) return { start: end, end, text: `?ref=${commit}` };
  let at = question + 1;
  const found: { name: string; start: number; end: number }[] = [];
  for (const pair of address.slice(at).split("&")) {
    const equals = pair.indexOf("=");
    if (equals >= 0) found.push({ name: pair.slice(0, equals), start: at + equals + 1, end: at + pair.length });
    at += pair.length + 1;
  }
  const first = (name: string) => found.find((one) => one.name === name);
  const given =
    [first("ref"), first("version")].find((one) => one !== undefined && one.end > one.start) ?? first("ref");
  if (given !== undefined) return { start: given.start, end: given.end, text: commit };
  return { start: end, end, text: `${address.endsWith("?") ? "" : "&"}ref=${commit}` };
}

/** How the name of an image or an artifact gets a digest in place of its tag. */
export function digestEdit(reference: string, digest: string): { readonly edit: Edit; readonly tag: string } {
  const colon = reference.lastIndexOf(":");
  const hasTag = colon > reference.lastIndexOf("/");
  const start = hasTag ? colon : reference.length;
  return {
    edit: { start, end: reference.length, text: `@${digest}` },
    tag: hasTag ? reference.slice(colon + 1) : "latest",
  };
}
