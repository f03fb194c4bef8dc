/**
 * Decodes a kustomization file into a {@link Kustomization}, with its warnings and checks
 * (docs/specification/kustomization-file.md 2, 3).
 */
import { type Diagnostic, failure, KrmError } from "../diagnostics.ts";
import { rereadTexts, toConfigValue } from "../yaml/index.ts";
import { locate, map, type Node } from "../yaml/nodes/node.ts";
import { isComposition } from "./composition-name.ts";
import type { PathEntry } from "./decoder.ts";
import { words } from "./field-spec-tables.ts";
import { defaultApiVersion, fixUp } from "./fix-up.ts";
import { type Kustomization, type KustomizationFile, kustomizationFile } from "./kustomization.ts";
import { generatedFile, type KustomizationEdits, withEdits } from "./kustomization-edits.ts";
import { type Dialect, quote, Reading } from "./reading.ts";
import { type SourceEdits, withSourceEdits } from "./source-edits.ts";

const CONTROLLER = "kustomize-controller";

export interface DecodedKustomization {
  readonly kustomization: Kustomization;
  /** Warnings: deprecated fields in a fixed order, then fields given more than once. */
  readonly diagnostics: readonly Diagnostic[];
}

const strict: Dialect = {
  unknownFields: "error",
  duplicateFields: "warning",
  coercesToText: false,
  value: toConfigValue,
};

/** The reader of kustomize-controller, which writes the file again. */
const lenient: Dialect = {
  reader: CONTROLLER,
  unknownFields: "warning",
  duplicateFields: "warning",
  coercesToText: true,
  value: toConfigValue,
};

const emptyMessage = "this kustomization is empty: it has no field besides apiVersion and kind";
const emptyHint = "List something under `resources`, or remove the file.";

/** In the order in which kustomize warns. */
const deprecated: readonly (readonly [field: keyof KustomizationFile, replacement: string])[] = [
  ["bases", "resources"],
  ["commonLabels", "labels"],
  ["imageTags", "images"],
  ["patchesJson6902", "patches"],
  ["patchesStrategicMerge", "patches"],
  ["vars", "replacements"],
];

/**
 * Decodes the first document of a kustomization file; `node` is undefined where the file holds none.
 *
 * @param file how the user would name the file
 * @param edits that Argo CD makes in it
 * @throws KrmError with every problem of the file: `unknown-field`, `wrong-type`, `invalid-key`, `wrong-kind`,
 *   `wrong-api-version`, `empty-kustomization`
 */
export function decodeKustomization(node: Node | undefined, file: string, edits?: SourceEdits): DecodedKustomization {
  if (node === undefined) throw failure("empty-kustomization", emptyMessage, { file, hint: emptyHint });
  if (isComposition(node)) {
    throw failure("wrong-kind", "`kind` must be Kustomization or Component in a file of this name, not Composition", {
      ...(locate(keyOf(node, "kind")) ?? { file }),
      hint: "Rename the file to composition.yaml.",
    });
  }
  rereadArguments(node);
  const reading = new Reading(strict, file, "a kustomization");
  const written = kustomizationFile(node, reading);
  if (written === undefined) throw new KrmError(reading.diagnostics);

  checkKind(written, written, node, reading);
  const kustomization = fixUp(edits === undefined ? written : withSourceEdits(written, edits));
  if (!reading.failed && isEmpty(kustomization)) {
    reading.report("empty-kustomization", emptyMessage, node, emptyHint);
  }
  reading.finish();
  return { kustomization, diagnostics: [...deprecations(written, node, reading), ...reading.diagnostics] };
}

/**
 * Decodes a kustomization file as kustomize-controller does, and edits it (docs/specification/flux-kustomization.md 1, 3).
 * @throws KrmError as {@link decodeKustomization} does, but neither for unknown fields nor for a file without any
 */
export function decodeEdited(node: Node | undefined, file: string, edits: KustomizationEdits): DecodedKustomization {
  const document = node ?? map();
  rereadArguments(document);
  const reading = new Reading(lenient, file, "a kustomization");
  const written = kustomizationFile(document, reading);
  if (written === undefined) throw new KrmError(reading.diagnostics);
  checkKind(written, { apiVersion: defaultApiVersion("Kustomization"), ...written }, document, reading);
  reading.finish();
  const kustomization = fixUp(withEdits(written, edits, false));
  return { kustomization, diagnostics: [...deprecations(written, document, reading), ...reading.diagnostics] };
}

/**
 * The kustomization that kustomize-controller generates and edits (docs/specification/flux-kustomization.md 2, 3).
 * @param file its name
 * @throws KrmError `empty-kustomization`
 */
export function generatedKustomization(
  resources: readonly PathEntry[],
  file: string,
  edits: KustomizationEdits,
): Kustomization {
  const kustomization = fixUp(withEdits(generatedFile(resources, file), edits, true));
  if (!isEmpty(kustomization)) return kustomization;
  const message = `${CONTROLLER} generates an empty kustomization: there is no manifest below, and the namespace is an empty text`;
  throw failure("empty-kustomization", message, {
    ...(edits.namespace?.location ?? edits.location),
    hint: "Leave out the namespace, or give it a name.",
  });
}

/** Fields that kustomize does not hand to a built-in. Those of built-ins are written as JSON and read again. */
const KEPT: ReadonlySet<string> = new Set(
  words(`
    apiversion kind metadata openapi vars sortoptions buildmetadata resources bases components crds catalogs
    configurations generators transformers validators
  `),
);

/** Escapes in double quotes that may stand for a character that does not survive a round trip through JSON. */
const ESCAPE = /\\[NxuU]/;

/** Gives the arguments of built-ins the texts that they receive (docs/specification/kustomization-file.md 4.13). */
function rereadArguments(node: Node): void {
  if (node.kind !== "map" || (node.source !== undefined && !ESCAPE.test(node.source.text))) return;
  for (const { key, value } of node.entries) {
    if (key.kind === "scalar" && !KEPT.has(key.value.toLowerCase())) rereadTexts(value);
  }
}

/** @param counting the kind and the version that count; those that are given in `written` */
function checkKind(
  written: KustomizationFile,
  counting: Pick<KustomizationFile, "apiVersion" | "kind">,
  node: Node,
  reading: Reading,
): void {
  const kind = counting.kind || "Kustomization";
  if (kind !== "Kustomization" && kind !== "Component") {
    const message = `\`kind\` must be Kustomization or Component, not ${quote(kind)}`;
    const hint = "List objects in a file of their own, and that under `resources`.";
    reading.report("wrong-kind", message, keyOf(node, "kind"), hint);
  }
  const expected = defaultApiVersion(kind);
  const apiVersion = counting.apiVersion || expected;
  if (apiVersion === expected) return;
  if (written.apiVersion === undefined) {
    const missing = `\`apiVersion\` must be given for this kind: ${CONTROLLER} takes a file without one for ${apiVersion}`;
    reading.report("wrong-api-version", missing, keyOf(node, "kind"), `Add \`apiVersion: ${expected}\`.`);
    return;
  }
  const message = `\`apiVersion\` must be ${expected} for this kind, not ${quote(apiVersion)}`;
  reading.report("wrong-api-version", message, keyOf(node, "apiVersion"), "Correct it, or leave it out.");
}

/** Tells whether only apiVersion and kind are given. Empty lists and mappings count as given, empty strings do not. */
function isEmpty(kustomization: Kustomization): boolean {
  const aside = ["apiVersion", "kind", "location", "fieldPlaces"];
  return Object.entries(kustomization).every(([name, value]) => value === "" || aside.includes(name));
}

function deprecations(written: KustomizationFile, node: Node, reading: Reading): Diagnostic[] {
  return deprecated
    .filter(([name]) => written[name] !== undefined)
    .map(([name, replacement]) => ({
      code: "deprecated-field",
      severity: "warning",
      message: `\`${name}\` is deprecated`,
      ...reading.place(keyOf(node, name)),
      hint: `Use \`${replacement}\` instead.`,
    }));
}

/** The key node of a top-level field whose name matches in any case, for its place. */
function keyOf(node: Node, name: string): Node {
  const wanted = name.toLowerCase();
  const entries = node.kind === "map" ? node.entries : [];
  const entry = entries.find(({ key }) => key.kind === "scalar" && key.value.toLowerCase() === wanted);
  return entry?.key ?? node;
}
