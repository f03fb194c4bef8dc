/** The entries of one composition: mappings, files, directories and texts; docs/specification/composition.md 3. */
import { type Diagnostic, failure, KrmError, type Location } from "../diagnostics.ts";
import { isOfKustomize, quote } from "../documents/index.ts";
import { clearField, parseInlineObjects, parseObjects, scalarText } from "../resource/index.ts";
import { isAddress, isRemote } from "../sources/index.ts";
import { stableJson } from "../text/index.ts";
import { decodeText, parseConfig, toConfigValue, toValue } from "../yaml/index.ts";
import { get, isNull, locate, type MapNode, map, type Node, scalar } from "../yaml/nodes/node.ts";
import { DIRECTORY } from "./composition-document.ts";
import type { CompositionRoot } from "./consolidated.ts";
import { type Identity, identityOf, MAX_NAME } from "./identity.ts";
import type { Limits } from "./limits.ts";
import { FUNCTION_ANNOTATIONS, RUNTIME_FIELDS } from "./overrides.ts";
import { LEGACY_KINDS } from "./path-fields.ts";
import { checkEntry } from "./schema-problems.ts";

/** The functions of the engine that reading entries calls. */
export interface EntryPorts<Root> {
  /** The kinds of apiVersion `builtin`. */
  readonly builtinKinds: ReadonlySet<string>;
  /** Builds the kustomization of a directory, and returns its objects. @throws KrmError */
  buildConfigs(root: Root, path: string, location: Location): Promise<readonly MapNode[]>;
  /** Tells whether a directory holds a composition. */
  hasComposition(root: Root, path: string): Promise<boolean>;
  /** Call it when the work continues after waiting, and in long loops. @throws KrmError if the time is up */
  resume(): void;
}

/** Counts the entries of a composition, and receives their reports. */
export interface EntryReading {
  warn(diagnostic: Diagnostic): void;
  readonly limits: Limits;
}

/** An entry before imports, overrides and order. */
export interface OwnEntry {
  readonly config: MapNode;
  readonly identity: Identity;
  readonly location: Location;
  /** True if its name is that of its kind. */
  readonly isUnnamed: boolean;
  /** The directory in which its function runs, if an earlier consolidation moved it. */
  readonly directory: string | undefined;
}

/**
 * The entries that one item of the list stands for, with names and apiVersions.
 * @throws KrmError
 */
export async function readEntries<Root extends CompositionRoot<Root>>(
  item: Node,
  root: Root,
  fallback: Location,
  ports: EntryPorts<Root>,
  reading: EntryReading,
): Promise<readonly OwnEntry[]> {
  const location = locate(item) ?? fallback;
  const configs = item.kind === "map" ? [item] : await configsAt(scalarText(item), root, location, ports, reading);
  // Mappings were checked with the composition that they are written in.
  const problems = item.kind === "map" ? [] : configs.flatMap((config) => checkEntry(config, location.file));
  if (problems.length > 0) throw new KrmError(problems);
  return configs.map((config) => ownEntry(config, location, ports, reading));
}

async function configsAt<Root extends CompositionRoot<Root>>(
  text: string,
  root: Root,
  location: Location,
  ports: EntryPorts<Root>,
  reading: EntryReading,
): Promise<readonly MapNode[]> {
  if (text.trim().includes("\n")) return parseInlineObjects(text, "the inline document", location, () => true);
  const located = isRemote(text) || text === "" ? undefined : await root.lookup(text);
  ports.resume();
  const isDirectory = located?.type === "directory";
  if (isDirectory && (await ports.hasComposition(root, text))) throw isComposition(quote(text), location);
  if (isDirectory || (isRemote(text) && !isAddress(text))) return ports.buildConfigs(root, text, location);
  const { bytes, display } = await root.read(text, location);
  ports.resume();
  const content = decodeText(bytes, display);
  reading.limits.addText(content, display);
  return parseObjects(content, display, () => true);
}

function isComposition(what: string, location: Location): Error {
  return failure("wrong-role", `${what} is a Composition, which is not a transformer`, {
    ...location,
    hint: "Import it under `transformersFrom`. To use its objects, list it under the `paths` of a ResourceAccumulator.",
  });
}

function ownEntry<Root>(config: MapNode, fallback: Location, ports: EntryPorts<Root>, reading: EntryReading): OwnEntry {
  const location = locate(config) ?? fallback;
  const identity = identityOf(config, ports.builtinKinds, fallback);
  const { apiVersion, kind, name } = identity;
  const isUnnamed = scalarText(get(get(config, "metadata"), "name")) === "";
  checkKind(identity, location);
  checkName(config, name, location, reading);
  checkRuntime(config, location);
  complete(config, identity);
  const metadata = get(config, "metadata") as MapNode;
  const annotations = get(metadata, "annotations");
  const directory = scalarText(get(annotations, DIRECTORY)) || undefined;
  if (directory !== undefined && annotations?.kind === "map") {
    clearField(annotations, DIRECTORY);
    if (annotations.entries.length === 0) clearField(metadata, "annotations");
  }
  return { config, identity: { ...identity, apiVersion, kind }, location, isUnnamed, directory };
}

function checkKind(identity: Identity, location: Location): void {
  const { apiVersion, kind } = identity;
  const isOurs = apiVersion === "builtin" || isOfKustomize(apiVersion);
  if (!isOurs) return;
  if (LEGACY_KINDS.has(kind)) {
    const now =
      kind === "Kustomize"
        ? "Write a Kustomization of apiVersion kustomize.config.k8s.io/v1beta1 with the fields of `spec`."
        : "Write a ResourceAccumulator of apiVersion builtin. It has `paths` at its top.";
    throw failure("composition-legacy-kind", `${kind} is a kind of an early draft of Composition`, {
      ...location,
      hint: now,
    });
  }
  if (kind === "Component") {
    throw failure("composition-inline-component", "a Component cannot be an entry of a composition", {
      ...location,
      hint: "List it under `components` of an inline Kustomization.",
    });
  }
  if (kind === "Composition") throw isComposition("this entry", location);
}

const RFC_1123 = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

function checkName(config: MapNode, name: string, location: Location, reading: EntryReading): void {
  const place = locate(get(get(config, "metadata"), "name")) ?? location;
  if (name.length > MAX_NAME || /\s/.test(name)) {
    const why = name.length > MAX_NAME ? `it has ${name.length} characters` : "it has blanks";
    throw failure("composition-name", `${quote(name)} cannot be the name of a transformer: ${why}`, {
      ...place,
      hint: `Use at most ${MAX_NAME} characters without blanks.`,
    });
  }
  if (RFC_1123.test(name)) return;
  reading.warn({
    code: "composition-name",
    severity: "warning",
    message: `${quote(name)} is not a valid name of an object in Kubernetes`,
    ...place,
    hint: "Use lower case letters, digits, `-` and `.`. Other implementations of Composition may refuse the name.",
  });
}

/**
 * Checks what an entry or an override says about its program.
 * @throws KrmError `composition-runtime-reserved`, `composition-runtime-conflict`
 */
export function checkRuntime(config: MapNode, location: Location): void {
  const written: [name: string, node: Node][] = [];
  for (const field of RUNTIME_FIELDS) {
    const node = get(config, field);
    if (node !== undefined && !isNull(node)) written.push([`\`${field}\``, node]);
  }
  for (const [name, node] of written) {
    if (node.kind === "map" && node.entries.length > 0) continue;
    throw failure(
      "composition-runtime-reserved",
      `${name} is reserved in a composition: it says what runs the function`,
      {
        ...(locate(node) ?? location),
        hint: "Write a mapping with `container`, `exec` or `starlark`. A field of the function needs another name.",
      },
    );
  }
  const annotation = get(get(get(config, "metadata"), "annotations"), FUNCTION_ANNOTATIONS[0]);
  const text = scalarText(annotation);
  const values: [name: string, value: string][] = written.map(([name, node]) => [name, stableJson(toValue(node))]);
  if (text !== "" && written.length > 0) {
    const parsed = parseConfig(text, "the annotation");
    values.push([
      `the annotation ${FUNCTION_ANNOTATIONS[0]}`,
      stableJson(parsed === undefined ? null : toConfigValue(parsed)),
    ]);
  }
  const [first, ...others] = values;
  const other = others.find(([, value]) => value !== first?.[1]);
  if (first === undefined || other === undefined) return;
  throw failure("composition-runtime-conflict", `${first[0]} and ${other[0]} specify different functions`, {
    ...(locate(written.at(-1)?.[1]) ?? location),
    hint: "Keep `runtime`.",
  });
}

/** Writes what the identity adds to a config: apiVersion and name. */
function complete(config: MapNode, { apiVersion, name }: Identity): void {
  if (scalarText(get(config, "apiVersion")) === "") {
    clearField(config, "apiVersion");
    config.entries.unshift({ key: scalar("apiVersion"), value: scalar(apiVersion, "!!str") });
  }
  const metadata = get(config, "metadata");
  if (metadata?.kind !== "map") {
    clearField(config, "metadata");
    config.entries.push({
      key: scalar("metadata"),
      value: map([{ key: scalar("name"), value: scalar(name, "!!str") }]),
    });
  } else if (scalarText(get(metadata, "name")) === "") {
    clearField(metadata, "name");
    metadata.entries.push({ key: scalar("name"), value: scalar(name, "!!str") });
  }
}
