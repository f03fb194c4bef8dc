/** The errors of reading trees, with the same messages for all kinds of trees. */
import { failure, type KrmError } from "../diagnostics.ts";
import { sizeText } from "../text/index.ts";
import type { Located, Tree } from "./tree.ts";

/** Larger files are refused: a JavaScript string holds at most 512 MiB. */
export const MAX_FILE_BYTES = 500 * 1024 * 1024;

type Place = Pick<Tree, "label" | "display">;

/** Narrows the result of a lookup to a file. @throws KrmError `file-not-found`, `not-a-file` */
export function requireFile<T extends Pick<Located, "type">>(tree: Place, path: string, found: T | undefined): T {
  if (found === undefined) {
    throw failure("file-not-found", `no such file in ${tree.label}`, { file: tree.display(path) });
  }
  if (found.type === "file") return found;
  const what = found.type === "directory" ? "a directory" : "neither a file nor a directory";
  throw failure("not-a-file", `expected a file, but this is ${what} in ${tree.label}`, { file: tree.display(path) });
}

/** Narrows the result of a lookup to a directory. @throws KrmError `directory-not-found`, `not-a-directory` */
export function requireDirectory<T extends Pick<Located, "type">>(tree: Place, path: string, found: T | undefined): T {
  if (found === undefined) {
    throw failure("directory-not-found", `no such directory in ${tree.label}`, { file: tree.display(path) });
  }
  if (found.type === "directory") return found;
  const what = found.type === "file" ? "a file" : "neither a file nor a directory";
  throw failure("not-a-directory", `expected a directory, but this is ${what} in ${tree.label}`, {
    file: tree.display(path),
  });
}

/** The error for an entry that exists but cannot be read, such as for lack of permission. */
export function unreadable(tree: Place, path: string, cause: unknown): KrmError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return failure("unreadable", `cannot be read: ${reason}`, { file: tree.display(path), cause });
}

/** The error for a file above {@link MAX_FILE_BYTES}. @param file its path as messages show it */
export function tooLarge(file: string, bytes: number): KrmError {
  const message = `is ${sizeText(bytes)} long; at most ${sizeText(MAX_FILE_BYTES)} of a file are read`;
  return failure("file-too-large", message, { file, hint: "Make it smaller, or leave it out of the kustomization." });
}
