/** The files that a directory is built from, with what they name elsewhere; docs/specification/lock.md 5.1. */
import { posix } from "node:path";
import { type CatalogReference, parseCatalogReference, withPath } from "../catalog/index.ts";
import { failure, type Location } from "../diagnostics.ts";
import { COMPOSITION_FILE_NAMES, isComposition, KUSTOMIZATION_FILE_NAMES } from "../documents/index.ts";
import type { Tree } from "../sources/tree.ts";
import { parseConfig, parseResources } from "../yaml/index.ts";
import type { Node } from "../yaml/nodes/node.ts";
import { findPlaces, type Role } from "./find-places.ts";
import type { Found, Include } from "./places.ts";

const MAX_FILES = 10_000;

export interface PinFile {
  /** Absolute within the tree, and free of symlinks. */
  readonly path: string;
  readonly display: string;
  readonly bytes: Uint8Array;
  /** Without a byte order mark. */
  readonly text: string;
  readonly found: Found;
  /** Reads another text as this one was read. */
  read(text: string): { readonly documents: readonly Node[]; readonly found: Found };
  readonly documents: readonly Node[];
  /** The place of a catalog, from the top; undefined for other files. */
  readonly catalog: CatalogReference | undefined;
}

/**
 * Reads a directory or a file and everything local that it includes, each file once for each of its roles.
 * @param start absolute within the tree
 * @param top files outside of this directory are not read
 * @throws KrmError for what cannot be found or read
 */
export async function collectFiles(tree: Tree, start: string, top: string): Promise<readonly PinFile[]> {
  const files: PinFile[] = [];
  const seen = new Set<string>();
  const read = new Set<string>();
  const pending: { readonly path: string; readonly as: Include["as"] | undefined; readonly location: Location }[] = [
    { path: start, as: undefined, location: { file: tree.display(start) } },
  ];
  // A list that grows: files include files.
  for (const { path, as, location } of pending) {
    const key = `${path}\0${as === "configs"}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const target = await targetOf(tree, path, as, location);
    if (target === undefined) continue;
    const reading = `${target.path}\0${target.role}\0${as === "configs"}`;
    if (read.has(reading)) continue;
    read.add(reading);
    if (!isWithin(top, target.path)) {
      const message = `${tree.display(target.path)} is not edited: it is outside of ${tree.display(top)}`;
      const hint = "Run the command in the repository that holds the files.";
      throw failure("outside-tree", message, { ...location, hint });
    }
    if (files.length >= MAX_FILES)
      throw failure("too-many-files", `more than ${MAX_FILES} files are included`, location);
    const file = await readFile(tree, target.path, target.role, as === "configs", top);
    files.push(file);
    const directory = posix.dirname(target.path);
    for (const include of file.found.includes) {
      pending.push({ path: posix.resolve(directory, include.path), as: include.as, location: include.location });
    }
  }
  return files;
}

/** The file to read, and as what. Undefined for a file of objects. */
async function targetOf(
  tree: Tree,
  path: string,
  as: Include["as"] | undefined,
  location: Location,
): Promise<{ readonly path: string; readonly role: Role } | undefined> {
  const located = await tree.lookup(path);
  if (located === undefined) {
    throw failure("file-not-found", `${tree.display(path)} does not exist`, { ...location, hint: "Correct the path." });
  }
  if (located.type === "directory") return inDirectory(tree, located.path, location);
  const name = posix.basename(located.path);
  const of = (role: Role) => ({ path: located.path, role });
  if (as === "catalog") return of("catalog");
  if (COMPOSITION_FILE_NAMES.includes(name)) {
    const config = parseConfig(await readText(tree, located.path), tree.display(located.path));
    if (isComposition(config)) return of("composition");
  }
  if (as !== undefined) return as === "configs" ? of("configs") : undefined;
  return of(KUSTOMIZATION_FILE_NAMES.includes(name) ? "kustomization" : await roleOf(tree, located.path));
}

async function inDirectory(tree: Tree, directory: string, location: Location) {
  for (const [role, names] of [
    ["kustomization", KUSTOMIZATION_FILE_NAMES],
    ["composition", COMPOSITION_FILE_NAMES],
  ] as const) {
    for (const name of names) {
      const located = await tree.lookup(posix.join(directory, name));
      if (located?.type === "file") return { path: located.path, role };
    }
  }
  throw failure("no-kustomization", `there is no kustomization or composition in ${tree.display(directory)}`, {
    ...location,
    hint: "Name a directory that holds one.",
  });
}

async function readText(tree: Tree, path: string): Promise<string> {
  return textOf(await tree.read(path), tree.display(path));
}

/** A file that the user names: a catalog, or configs of functions. */
async function roleOf(tree: Tree, path: string): Promise<Role> {
  const text = await readText(tree, path);
  return /^kind:[ \t]*["']?(?:Catalog|KRMFunctionCatalog|KRMFunctionDefinition)\b/m.test(text) ? "catalog" : "configs";
}

async function readFile(tree: Tree, path: string, role: Role, asConfigs: boolean, top: string): Promise<PinFile> {
  const bytes = await tree.read(path);
  const display = tree.display(path);
  const text = textOf(bytes, display);
  const read = (given: string): { documents: readonly Node[]; found: Found } => {
    const isOne = role === "kustomization" || role === "composition";
    const first = isOne ? parseConfig(given, display) : undefined;
    const documents = isOne ? (first === undefined ? [] : [first]) : parseResources(given, display);
    return { documents, found: findPlaces(documents, role, display, asConfigs) };
  };
  const catalog = role === "catalog" ? catalogAt(posix.relative(top, path)) : undefined;
  return { path, display, bytes, text, ...read(text), read, catalog };
}

function catalogAt(path: string): CatalogReference {
  const reference = parseCatalogReference("catalog.yaml");
  return reference.kind === "path" ? withPath(reference, path) : reference;
}

/** @throws KrmError `pin-unreadable` for a file that is not UTF-8: it could not be written as it was */
function textOf(bytes: Uint8Array, file: string): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  } catch (cause) {
    throw failure("pin-unreadable", "the file cannot be edited in place: it is not valid UTF-8", {
      file,
      hint: "Save it as UTF-8.",
      cause,
    });
  }
}

export const BYTE_ORDER_MARK = "\ufeff";

function isWithin(top: string, path: string): boolean {
  return top === "/" || path === top || path.startsWith(`${top}/`);
}
