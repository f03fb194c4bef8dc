/** One composition file as it is written; docs/specification/composition.md 1. */
import { failure, KrmError, type Location } from "../diagnostics.ts";
import type { OpenApiField, PathEntry, TextEntry } from "../documents/index.ts";
import { scalarText } from "../resource/index.ts";
import { parseResources } from "../yaml/index.ts";
import { get, isNull, locate, type MapNode, type Node } from "../yaml/nodes/node.ts";
import { API_VERSIONS, SPELLINGS } from "./schema.ts";
import { checkShape } from "./schema-problems.ts";

/** The text of a composition file. */
export interface CompositionFile {
  /** Its name in messages. */
  readonly display: string;
  readonly text: string;
}

export interface Import {
  readonly path: string;
  readonly mode: "prepend" | "append";
  /** The entry. */
  readonly location: Location;
}

export interface CompositionDocument {
  readonly location: Location;
  /** The names of the fields in the vocabulary of this file. */
  readonly names: Vocabulary;
  readonly imports: readonly Import[];
  /** Mappings and texts. */
  readonly entries: readonly Node[];
  readonly overrides: List;
  /** Undefined without the field. */
  readonly order: List | undefined;
  readonly catalogs: readonly PathEntry[];
  readonly openapi: OpenApiField | undefined;
  readonly buildMetadata: readonly TextEntry[] | undefined;
  /** The directories of an earlier consolidation, see {@link ROOTS}. */
  readonly roots: readonly PathEntry[];
}

export interface List {
  readonly items: readonly MapNode[];
  readonly location: Location;
}

export interface Vocabulary {
  readonly imports: string;
  readonly entries: string;
  readonly overrides: string;
  readonly order: string;
}

/**
 * The annotation of a consolidated composition that lists the directories of the compositions that were imported, one a line.
 * Paths of built-ins may lead below them.
 */
export const ROOTS = "krm-render.dev/roots";

/** The annotation of an entry of a consolidated composition: the directory in which its function runs. */
export const DIRECTORY = "krm-render.dev/dir";

/**
 * Reads a composition file.
 * @throws KrmError with every problem of its shape: `invalid-yaml`, `wrong-kind`, `wrong-api-version`, `unknown-field`,
 *   `wrong-type` and others
 */
export function readDocument({ text, display }: CompositionFile): CompositionDocument {
  const [node, another] = parseResources(text, display, { rest: "refused", aliases: "limited", merges: "standard" });
  if (another !== undefined) {
    throw failure("invalid-yaml", "this composition has more than one document", {
      ...locate(another),
      hint: "Keep the first one, and move the others into files of their own.",
    });
  }
  if (node !== undefined && node.kind !== "map" && !isNull(node)) {
    const what = node.kind === "seq" ? "a list" : "a text";
    throw failure("wrong-type", `a composition must be a mapping, not ${what}`, {
      ...(locate(node) ?? { file: display }),
      hint: "Write its fields as `name: value`, beginning with `kind: Composition`.",
    });
  }
  if (node?.kind !== "map") {
    throw failure("composition-empty", "this composition is empty", {
      ...(locate(node) ?? { file: display }),
      hint: "List something under `transformers`, or remove the file.",
    });
  }
  checkKind(node, display);
  const problems = checkShape(node, display);
  if (problems.length > 0) throw new KrmError(problems);
  const location = locate(node) ?? { file: display };
  const place = (found: Node | undefined): Location => locate(found) ?? location;
  const listOf = (field: string): readonly Node[] => {
    const found = get(node, field);
    return found?.kind === "seq" ? found.items : [];
  };
  const mappings = (field: string): List => ({
    items: listOf(field).filter((item) => item.kind === "map"),
    location: place(get(node, field)),
  });
  const names = namesIn(node);
  const openapi = get(node, "openapi");
  const buildMetadata = get(node, "buildMetadata");
  return {
    location,
    names,
    imports: listOf(names.imports).map((item) => ({
      path: scalarText(get(item, "path")),
      mode: scalarText(get(item, "importMode")) === "append" ? "append" : "prepend",
      location: place(item),
    })),
    entries: listOf(names.entries),
    overrides: mappings(names.overrides),
    order: isAbsent(get(node, names.order)) ? undefined : mappings(names.order),
    catalogs: listOf("catalogs").map((item) => ({ path: scalarText(item), location: place(item) })),
    openapi: isAbsent(openapi) ? undefined : openApiField(openapi, place(openapi)),
    buildMetadata: isAbsent(buildMetadata)
      ? undefined
      : listOf("buildMetadata").map((item) => ({ text: scalarText(item), location: place(item) })),
    roots: rootsOf(node, place),
  };
}

/** The names of the fields in the spelling that a file uses. */
function namesIn(node: MapNode): Vocabulary {
  const isOld = [...SPELLINGS.values()].some((field) => get(node, field) !== undefined);
  const spelled = (field: string): string => (isOld ? (SPELLINGS.get(field) ?? field) : field);
  return {
    imports: spelled("transformersFrom"),
    entries: spelled("transformers"),
    overrides: spelled("transformerOverrides"),
    order: spelled("transformerOrder"),
  };
}

function isAbsent(node: Node | undefined): boolean {
  return node === undefined || isNull(node);
}

function openApiField(node: Node | undefined, location: Location): OpenApiField {
  const part = (name: string): string | undefined => scalarText(get(node, name)) || undefined;
  return { path: part("path"), version: part("version"), location };
}

function rootsOf(node: MapNode, place: (node: Node | undefined) => Location): readonly PathEntry[] {
  const found = get(get(get(node, "metadata"), "annotations"), ROOTS);
  const lines = scalarText(found).split("\n");
  return lines.filter((line) => line !== "").map((path) => ({ path, location: place(found) }));
}

/** @throws KrmError `wrong-kind`, `wrong-api-version` */
function checkKind(node: MapNode, file: string): void {
  const kind = get(node, "kind");
  const place = (found: Node | undefined): Location => locate(found ?? node) ?? { file };
  if (scalarText(kind) !== "Composition") {
    const message =
      kind === undefined || isNull(kind)
        ? "this composition has no `kind`"
        : `\`kind\` must be Composition in a file of this name, not "${scalarText(kind)}"`;
    throw failure("wrong-kind", message, {
      ...place(kind),
      hint: "Write `kind: Composition`, or give the file another name.",
    });
  }
  const apiVersion = get(node, "apiVersion");
  const version = scalarText(apiVersion);
  if (apiVersion === undefined || isNull(apiVersion) || API_VERSIONS.includes(version)) return;
  throw failure(
    "wrong-api-version",
    `\`apiVersion\` must be ${API_VERSIONS.join(" or ")} for a Composition, not "${version}"`,
    { ...place(apiVersion), hint: "Correct it, or leave it out." },
  );
}
