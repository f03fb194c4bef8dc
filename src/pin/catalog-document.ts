/** Writes catalogs: new ones, and functions into those that exist; docs/specification/lock.md 6. */
import { isMap, isScalar, isSeq, parseAllDocuments, parseDocument, stringify, type YAMLMap, type YAMLSeq } from "yaml";
import { type Catalog, compareCatalogs, describeFunction, readCatalog } from "../catalog/index.ts";
import { failure } from "../diagnostics.ts";

/** A function for a catalog, with its digests. */
export interface NewFunction {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
  readonly description?: string | undefined;
  readonly publisher?: string | undefined;
  readonly runtime: NewRuntime;
}

export type NewRuntime =
  | {
      readonly container: {
        readonly image: string;
        readonly requireNetwork?: true | undefined;
        readonly requireStorageMount?: true | undefined;
      };
    }
  | {
      readonly exec:
        | { readonly platforms: readonly NewPlatform[] }
        | { readonly path: string; readonly sha256: string };
    }
  | {
      readonly starlark: {
        readonly url?: string;
        readonly path?: string;
        readonly sha256: string;
        readonly dialect?: "kpt";
      };
    };

export interface NewPlatform {
  readonly os: string;
  readonly arch: string;
  readonly bin: string;
  readonly uri?: string;
  /** Relative to the catalog, instead of an address. */
  readonly path?: string;
  readonly sha256: string;
}

/** A catalog without functions. @param name of the catalog, for people */
export function emptyCatalog(name: string): string {
  const head = { apiVersion: "config.kubernetes.io/v1alpha1", kind: "Catalog", metadata: { name } };
  return `${stringify(head, { lineWidth: 0 })}spec:\n  krmFunctions: []\n`;
}

/**
 * Adds a function to a catalog, and changes nothing else in its text. A program for a further platform joins the version that
 * is there.
 * @param comment stands behind the image: the name that was resolved
 * @throws KrmError `catalog-entry-exists` unless `replace`; `catalog-layout` for a list that cannot be edited in place; and the
 *   problems of the catalog
 */
export function addFunction(
  text: string,
  file: string,
  added: NewFunction,
  { replace, comment }: { readonly replace: boolean; readonly comment?: string | undefined },
): string {
  const before = readCatalog(Buffer.from(text), file);
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const edited = mark + edit(text.slice(mark.length), file, added, replace, comment);
  requireSound(before, readCatalog(Buffer.from(edited), file), added, file);
  return edited;
}

function edit(text: string, file: string, added: NewFunction, replace: boolean, comment: string | undefined): string {
  const documents = parseAllDocuments(text, { logLevel: "silent", prettyErrors: false });
  const lists = (Array.isArray(documents) ? documents : []).map((one) => one.getIn(["spec", "krmFunctions"]));
  const list = lists.find((found) => isSeq(found));
  if (list === undefined) throw cannotEdit(file, "it has no list `krmFunctions`");
  const { description, publisher, group, kind } = added;
  const version = { name: added.version, runtime: added.runtime };
  const entry = list.items.find((item): item is YAMLMap => isMap(item) && isFor(item, added));
  if (entry === undefined) {
    const whole = {
      group,
      names: { kind },
      ...(description !== undefined && { description }),
      ...(publisher !== undefined && { publisher }),
      versions: [version],
    };
    return appended(text, list, rendered(whole, comment), file);
  }
  const versions = entry.get("versions");
  if (!isSeq(versions)) throw cannotEdit(file, "its versions are not a list");
  const existing = versions.items.find((item): item is YAMLMap => isMap(item) && item.get("name") === added.version);
  if (existing === undefined) return appended(text, versions, rendered(version, comment), file);
  const platforms = existing.getIn(["runtime", "exec", "platforms"]);
  const [platform] = "exec" in added.runtime && "platforms" in added.runtime.exec ? added.runtime.exec.platforms : [];
  if (platform !== undefined && isSeq(platforms)) {
    const same = platforms.items.find(
      (item) => isMap(item) && item.get("os") === platform.os && item.get("arch") === platform.arch,
    );
    if (same === undefined) return appended(text, platforms, rendered(platform, comment), file);
    if (replace) return replacedItem(text, platforms, same, rendered(platform, comment), file);
  }
  if (!replace) {
    throw failure("catalog-entry-exists", `the catalog has ${describeFunction(added)} already`, {
      file,
      hint: "Pass --replace to write its runtime again.",
    });
  }
  // Only what runs is written again: the schema and the description of the version stay.
  const runtime = existing.get("runtime", true);
  if (runtime === undefined || !isMap(runtime) || runtime.flow) {
    if (existing.items.length === 1 || (isMap(runtime) && existing.items.length === 2)) {
      return replacedItem(text, versions, existing, rendered(version, comment), file);
    }
    throw cannotEdit(file, "the version that is to be replaced has no `runtime` of its own in block style");
  }
  const [start, end] = runtime.range ?? [0, 0];
  // A comment behind the last line belongs to the old value.
  return replaced(text, start, lineEnd(text, contentEnd(text, end)), rendered(added.runtime, comment));
}

function isFor(entry: YAMLMap, { group, kind }: NewFunction): boolean {
  return entry.get("group") === group && (entry.getIn(["names", "kind"]) ?? entry.get("kind")) === kind;
}

function rendered(value: object, comment: string | undefined): string {
  const document = parseDocument(stringify(value, { lineWidth: 0 }));
  // The only image is that of this function.
  for (const path of [["runtime", "container"], ["versions", 0, "runtime", "container"], ["container"]]) {
    const image = document.getIn([...path, "image"], true);
    if (isScalar(image) && comment) image.comment = ` ${comment}`;
  }
  return document.toString({ lineWidth: 0 });
}

/** Adds an item behind the last one, with the indentation of the list. */
function appended(text: string, list: YAMLSeq, item: string, file: string): string {
  const newline = newlineOf(text);
  const [start, end] = list.range ?? [0, 0];
  if (list.items.length === 0) {
    // `[]` behind its key: the items begin below the key.
    const lineStart = text.lastIndexOf("\n", start) + 1;
    const indent = " ".repeat((/^[ -]*/.exec(text.slice(lineStart, start))?.[0] ?? "").length);
    const key = text.slice(0, start).trimEnd();
    return `${key}${newline}${asItem(item, indent, newline)}${text.slice(end)}`;
  }
  if (list.flow) throw cannotEdit(file, "a list is written in brackets");
  const at = lineEnd(text, contentEnd(text, end));
  return `${text.slice(0, at)}${newline}${asItem(item, indentOf(text, start), newline)}${text.slice(at)}`;
}

/** Writes an item in place of another one. */
function replacedItem(text: string, list: YAMLSeq, old: unknown, item: string, file: string): string {
  const range = isMap(old) ? old.range : undefined;
  if (list.flow || !range) throw cannotEdit(file, "a list is written in brackets");
  return replaced(text, range[0], contentEnd(text, range[1]), item);
}

function replaced(text: string, start: number, end: number, value: string): string {
  return text.slice(0, start) + indented(value, indentOf(text, start), newlineOf(text)) + text.slice(end);
}

function newlineOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** Spaces up to the column of an offset. */
function indentOf(text: string, at: number): string {
  return " ".repeat(at - (text.lastIndexOf("\n", at - 1) + 1));
}

function asItem(item: string, indent: string, newline: string): string {
  return `${indent}- ${indented(item, `${indent}  `, newline)}`;
}

/** The lines of a text, all but the first one indented, without a line break at the end. */
function indented(text: string, indent: string, newline: string): string {
  return text.trimEnd().split("\n").join(`${newline}${indent}`);
}

function contentEnd(text: string, end: number): number {
  return text.slice(0, end).trimEnd().length;
}

function lineEnd(text: string, at: number): number {
  const found = text.indexOf("\n", at);
  if (found < 0) return text.length;
  return text[found - 1] === "\r" ? found - 1 : found;
}

/** Nothing but the function may have changed. @throws KrmError `catalog-layout` */
function requireSound(before: Catalog, after: Catalog, added: NewFunction, file: string): void {
  const isAdded = (one: { group: string; kind: string; version: string }): boolean =>
    one.group === added.group && one.kind === added.kind && one.version === added.version;
  const others = compareCatalogs(before, after).filter((one) => one.state !== "equal" && !isAdded(one));
  if (others.length === 0 && after.entries.some(isAdded)) return;
  throw cannotEdit(file, "other functions would change");
}

function cannotEdit(file: string, why: string): Error {
  return failure("catalog-layout", `the catalog cannot be edited in place: ${why}`, {
    file,
    hint: "Write its lists in block style, one item below the other.",
  });
}
