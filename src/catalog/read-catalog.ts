/** Reads the bytes of a catalog; docs/specification/catalogs.md 1. */
import { createHash } from "node:crypto";
import { type Diagnostic, failure, KrmError } from "../diagnostics.ts";
import { quote } from "../documents/index.ts";
import { scalarText } from "../resource/index.ts";
import { sizeText } from "../text/index.ts";
import { decodeText, parseResources } from "../yaml/index.ts";
import { get, isNull, locate, type MapNode, type Node } from "../yaml/nodes/node.ts";
import type { Catalog, CatalogEntry } from "./catalog.ts";
import { checkShape } from "./catalog-shape.ts";
import { readFunction } from "./read-function.ts";
import { API_VERSION, CATALOG_KINDS, DEFINITION_KIND, DRAFT_API_VERSION } from "./schema.ts";

/** The largest catalog, in bytes. */
export const MAX_CATALOG_BYTES = 1024 * 1024;
/** The most functions of a catalog. */
const MAX_FUNCTIONS = 2000;
/** The most levels of nesting in a catalog. */
const MAX_CATALOG_DEPTH = 64;

/** The digest of bytes: 64 hexadecimal digits in lower case. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Reads a catalog: one document that lists functions, or several documents. Cost is linear in the bytes.
 * @param file the file or address as messages name it, without credentials
 * @throws KrmError with every problem of its documents: `catalog-too-large`, `invalid-utf8`, `invalid-yaml`, `wrong-kind`,
 *   `wrong-api-version`, `duplicate-key`, `missing-field`, `wrong-type`, `invalid-value`
 */
export function readCatalog(bytes: Uint8Array, file: string): Catalog {
  if (bytes.length > MAX_CATALOG_BYTES) {
    throw tooLarge(`${sizeText(bytes.length)}; the limit is ${sizeText(MAX_CATALOG_BYTES)}`, file);
  }
  const rules = { aliases: "refused", rest: "refused", merges: "standard" } as const;
  const documents = parseResources(decodeText(bytes, file), file, rules);
  if (documents.length === 0) {
    throw failure("wrong-kind", "this catalog is empty", { file, hint: "Write a document with `kind: Catalog`." });
  }
  const problems: Diagnostic[] = [];
  const entries: CatalogEntry[] = [];
  let count = 0;
  let head: MapNode | undefined;
  for (const document of documents) {
    checkDepth(document, file);
    const kind = checkKind(document, file, problems);
    if (kind === undefined || document.kind !== "map") continue;
    const shape = checkShape(document, kind, file);
    problems.push(...shape);
    if (shape.some(({ severity }) => severity === "error")) continue;
    if (kind !== DEFINITION_KIND) head ??= document;
    const functions = functionsOf(document, kind);
    count += functions.length;
    if (count > MAX_FUNCTIONS) throw tooLarge(`more than ${MAX_FUNCTIONS} functions`, file);
    for (const each of functions) entries.push(...readFunction(each, file, problems));
  }
  problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  if (problems.some(({ severity }) => severity === "error")) throw new KrmError(problems);
  const metadata = get(head, "metadata");
  return {
    file,
    sha256: sha256Of(bytes),
    name: scalarText(get(metadata, "name")) || undefined,
    labels: textsOf(get(metadata, "labels")),
    entries,
    diagnostics: problems,
    documents,
  };
}

function tooLarge(what: string, file: string): Error {
  return failure("catalog-too-large", `this catalog has ${what}`, { file, hint: "Divide it into several catalogs." });
}

/** @throws KrmError `catalog-too-large` */
function checkDepth(node: Node, file: string, depth = 1): void {
  if (node.kind === "scalar") return;
  if (depth > MAX_CATALOG_DEPTH) {
    throw failure("catalog-too-large", `this catalog is nested deeper than ${MAX_CATALOG_DEPTH} levels`, {
      ...(locate(node) ?? { file }),
      hint: "Simplify the schema that is nested so deeply.",
    });
  }
  if (node.kind === "seq") for (const item of node.items) checkDepth(item, file, depth + 1);
  else {
    for (const { key, value } of node.entries) {
      checkDepth(key, file, depth + 1);
      checkDepth(value, file, depth + 1);
    }
  }
}

/** The kind of a document. Reports a wrong one, and then returns undefined. */
function checkKind(document: Node, file: string, problems: Diagnostic[]): string | undefined {
  const report = (code: string, message: string, found: Node | undefined, hint: string): undefined => {
    problems.push({ code, severity: "error", message, ...(locate(found ?? document) ?? { file }), hint });
  };
  if (document.kind !== "map") {
    const what = document.kind === "seq" ? "a list" : "a text";
    return report("wrong-type", `a catalog must be a mapping, not ${what}`, document, "Begin it with `kind: Catalog`.");
  }
  const found = get(document, "kind");
  const kind = scalarText(found);
  if (found === undefined || isNull(found)) {
    return report("wrong-kind", "this document of a catalog has no `kind`", found, "Add `kind: Catalog`.");
  }
  if (!CATALOG_KINDS.includes(kind) && kind !== DEFINITION_KIND) {
    const message = `\`kind\` must be ${CATALOG_KINDS.join(", ")} or ${DEFINITION_KIND} in a catalog, not ${quote(kind)}`;
    return report("wrong-kind", message, found, "Correct it, or move the document into a file of its own.");
  }
  const apiVersion = get(document, "apiVersion");
  const version = scalarText(apiVersion);
  if (version === DRAFT_API_VERSION) {
    problems.push({
      code: "deprecated-field",
      severity: "notice",
      message: `${DRAFT_API_VERSION} is the version of a draft of catalogs`,
      ...(locate(apiVersion) ?? { file }),
      hint: `Write \`apiVersion: ${API_VERSION}\`.`,
    });
  } else if (version !== API_VERSION) {
    const message = `\`apiVersion\` must be ${API_VERSION} for a ${kind}, not ${quote(version)}`;
    return report("wrong-api-version", message, apiVersion, `Write \`apiVersion: ${API_VERSION}\`.`);
  }
  return kind;
}

function functionsOf(document: MapNode, kind: string): readonly MapNode[] {
  const spec = get(document, "spec");
  if (kind === DEFINITION_KIND) return spec?.kind === "map" ? [spec] : [];
  const functions = get(spec, "krmFunctions");
  return functions?.kind === "seq" ? functions.items.filter((item) => item.kind === "map") : [];
}

function textsOf(node: Node | undefined): ReadonlyMap<string, string> {
  const entries = node?.kind === "map" ? node.entries : [];
  return new Map(entries.map(({ key, value }) => [scalarText(key), scalarText(value)]));
}
