/** Writes the digests into a catalog that it lacks, and changes nothing else; docs/specification/catalogs.md 8.3. */
import { isMap, isScalar, type Pair, parseAllDocuments, type Scalar, stringify, visit, type YAMLMap } from "yaml";
import {
  type Catalog,
  type CatalogReference,
  lintCatalog,
  readCatalog,
  type UnpinnedProgram,
  unpinnedPrograms,
} from "../catalog/index.ts";
import { getOrInsert } from "../collections.ts";
import { type Diagnostic, diagnosticsOf, failure } from "../diagnostics.ts";
import { type Edit, spliced } from "./edits.ts";

/** Finds digests: `sha256:` or nothing, and 64 digits. Each function throws a KrmError if that is not possible. */
export interface DigestSource {
  image(name: string): Promise<string>;
  file(source: CatalogReference, type: "exec" | "starlark"): Promise<string>;
}

export interface PinnedCatalog {
  readonly text: string;
  /** Why digests are still missing. */
  readonly problems: readonly Diagnostic[];
}

/**
 * The text of a catalog with the digest of every image, executable and script. Digests that are there stay as they are.
 * @param file as messages name it
 * @param reference where the catalog lies, for relative paths
 * @throws KrmError the problems of the catalog
 */
export async function pinCatalog(
  text: string,
  file: string,
  reference: CatalogReference,
  digests: DigestSource,
): Promise<PinnedCatalog> {
  const catalog = readCatalog(Buffer.from(text), file);
  const programs = unpinnedPrograms(catalog, reference);
  const problems: Diagnostic[] = [];
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const places = new Places(text.slice(mark.length), file);
  const known = new Map<string, Promise<string>>();
  const edits: Edit[] = [];
  for (const program of programs) {
    try {
      const key = program.type === "container" ? `image ${program.image}` : program.source.normal;
      const digest = await getOrInsert(known, key, () =>
        program.type === "container" ? digests.image(program.image) : digests.file(program.source, program.type),
      );
      edits.push(places.edit(program, digest.replace(/^sha256:/i, "")));
    } catch (thrown) {
      problems.push(...diagnosticsOf(thrown).map((one) => ({ ...one, ...(one.file ? {} : program.location) })));
    }
  }
  const sorted = edits.toSorted((a, b) => a.start - b.start);
  const edited = mark + spliced(places.text, sorted);
  const after = readCatalog(Buffer.from(edited), file);
  requireSound(catalog, after, reference, programs.length - edits.length);
  const wrong = lintCatalog(after, reference).filter(({ code, severity }) => severity === "error" && WRONG.has(code));
  return { text: edited, problems: [...problems, ...wrong] };
}

/** Codes of problems that keep a program from running although it may have a digest. */
const WRONG: ReadonlySet<string> = new Set(["catalog-invalid-digest", "catalog-program", "catalog-reference"]);

/** Finds the nodes of a text by their lines and columns. */
class Places {
  readonly text: string;
  readonly #file: string;
  readonly #maps = new Map<number, YAMLMap>();
  readonly #scalars = new Map<number, Scalar.Parsed>();
  readonly #starts: number[] = [0];

  constructor(text: string, file: string) {
    this.text = text;
    this.#file = file;
    for (const document of parseAllDocuments(text, { logLevel: "silent", prettyErrors: false })) {
      if (!("contents" in document)) continue;
      visit(document, {
        Map: (_, node) => void (node.range && this.#maps.set(node.range[0], node)),
        Scalar: (_, node) => void (node.range && this.#scalars.set(node.range[0], node as Scalar.Parsed)),
      });
    }
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  /** @throws KrmError `catalog-layout` */
  edit({ type, location }: UnpinnedProgram, digits: string): Edit {
    const { line = 1, column = 1 } = location;
    const at = (this.#starts[line - 1] ?? 0) + column - 1;
    const map = this.#maps.get(at);
    const edit = map === undefined ? this.#inScalar(type, at, digits) : this.#inMap(map, digits);
    if (edit !== undefined) return edit;
    throw failure("catalog-layout", "the digest of this program cannot be written in place", {
      ...location,
      file: this.#file,
      hint: `Add \`sha256: ${digits}\` by hand, or write the address on one line.`,
    });
  }

  /** Behind an address that is the whole program: `starlark: https://…`. */
  #inScalar(type: UnpinnedProgram["type"], at: number, digits: string): Edit | undefined {
    const scalar = this.#scalars.get(at);
    if (type !== "starlark" || scalar === undefined) return undefined;
    const [start, end] = scalar.range;
    const quote = scalar.type === "PLAIN" ? 0 : 1;
    if (this.text.slice(start + quote, end - quote) !== scalar.value) return undefined;
    return { start: end - quote, end: end - quote, text: `#sha256=${digits}` };
  }

  /** Adds a field behind the name or the address. */
  #inMap(map: YAMLMap, digits: string): Edit | undefined {
    const value = stringify(digits, { lineWidth: 0 }).trim();
    const own = pairOf(map, "sha256");
    if (own !== undefined) return this.#inEmpty(own, value);
    const named = ["image", "uri", "url", "path"].map((key) => pairOf(map, key)).find((pair) => pair !== undefined);
    const range = isScalar(named?.value) ? named.value.range : undefined;
    if (!range) return undefined;
    const end = range[1];
    if (map.flow) return { start: end, end, text: `, sha256: ${value}` };
    if (!isScalar(named?.value) || named.value.type?.startsWith("BLOCK")) return undefined;
    const from = map.range?.[0] ?? 0;
    const indent = " ".repeat(from - (this.text.lastIndexOf("\n", from - 1) + 1));
    const found = this.text.indexOf("\n", end);
    const newline = this.text[found - 1] === "\r" ? "\r\n" : "\n";
    const stop = found < 0 ? this.text.length : found - newline.length + 1;
    return { start: stop, end: stop, text: `${newline}${indent}sha256: ${value}` };
  }

  /** In place of a value that is there but says nothing: `sha256:` or `sha256: ""`. */
  #inEmpty(pair: Pair, value: string): Edit | undefined {
    const range = isScalar(pair.value) ? pair.value.range : undefined;
    if (!range) return undefined;
    const [start, end] = range;
    return { start, end, text: this.text[start - 1] === ":" ? ` ${value}` : value };
  }
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  if (!isMap(map)) return undefined;
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key);
}

/** @param missing the number of programs whose digests were not found @throws KrmError `catalog-layout` */
function requireSound(before: Catalog, after: Catalog, reference: CatalogReference, missing: number): void {
  const names = ({ entries }: Catalog): string =>
    JSON.stringify(entries.map(({ group, version, kind }) => [group, version, kind]));
  if (names(before) === names(after) && unpinnedPrograms(after, reference).length === missing) return;
  throw failure("catalog-layout", "the digests cannot be written in place: another part of the catalog would change", {
    file: before.file,
    hint: "Write its lists and mappings in block style, one field on each line.",
  });
}
