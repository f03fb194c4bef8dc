/** Finds the specification of a function in its config; functions.md A5.1 to A5.5, B4.7 to B4.10. */
import { failure, KrmError, type Location, type Warn } from "../../diagnostics.ts";
import { bool, type Decoder, list, record, text } from "../../documents/decoder.ts";
import { type Dialect, Reading } from "../../documents/reading.ts";
import { parseConfig, print, toConfigValue } from "../../yaml/index.ts";
import { get, isNull, locate, type MapNode, type Node } from "../../yaml/node.ts";
import type { FunctionSpecification, Mount } from "./function-specification.ts";

/** As they stand in a document. */
interface Document {
  readonly container?: {
    readonly image?: string;
    readonly sha256?: string;
    readonly network?: boolean;
    readonly mounts?: readonly MountDocument[];
    readonly envs?: readonly string[];
    readonly env?: readonly string[];
    readonly location?: Location;
  };
  readonly exec?: {
    readonly path?: string;
    readonly sha256?: string;
    readonly args?: readonly string[];
    readonly envs?: readonly string[];
    readonly env?: readonly string[];
    readonly location?: Location;
  };
  readonly starlark?: {
    readonly path?: string;
    readonly url?: string;
    readonly name?: string;
    readonly sha256?: string;
    readonly dialect?: string;
    readonly location?: Location;
  };
  readonly deferFailure?: boolean;
  readonly location?: Location;
}

interface MountDocument {
  readonly type?: string;
  readonly src?: string;
  readonly dst?: string;
  readonly rw?: boolean;
  readonly location?: Location;
}

/** Early kpt wrote `network: {required: true}`. */
const network: Decoder<boolean> = (node, reading) => {
  if (node.kind !== "map") return bool(node, reading);
  const value = get(node, "required");
  const message = `${reading.field()} is a boolean since 2021; \`required\` is read as one`;
  reading.report("deprecated-field", message, node, "Write `network: true`.", "warning");
  return value === undefined ? false : reading.within("required", () => bool(value, reading));
};

const document = record<Document>({
  container: record<NonNullable<Document["container"]>>({
    image: text,
    sha256: text,
    network,
    mounts: list(record<MountDocument>({ type: text, src: text, dst: text, rw: bool })),
    envs: list(text),
    env: list(text),
  }),
  exec: record<NonNullable<Document["exec"]>>({
    path: text,
    sha256: text,
    args: list(text),
    envs: list(text),
    env: list(text),
  }),
  starlark: record<NonNullable<Document["starlark"]>>({
    path: text,
    url: text,
    name: text,
    sha256: text,
    dialect: text,
  }),
  deferFailure: bool,
});

const KEYS: ReadonlySet<string> = new Set(["container", "exec", "starlark", "deferFailure"]);

const dialect: Dialect = {
  unknownFields: "error",
  duplicateFields: "error",
  coercesToText: true,
  value: toConfigValue,
};

const ANNOTATIONS = ["config.kubernetes.io/function", "config.k8s.io/function"] as const;
const CONTAINER_ANNOTATION = "config.kubernetes.io/container";

/**
 * The specification that a config holds, from the first form that it has: the annotation of either name, the field
 * `metadata.configFn`, the annotation that names a bare image; or the reserved field `runtime`, once `provider`.
 * Undefined for a config that holds none.
 * @param file how the user would name the config's file
 * @throws KrmError `invalid-function` and the problems of a document
 */
export function readSpecification(config: MapNode, file: string, warn: Warn): FunctionSpecification | undefined {
  const annotated = inAnnotation(config, file);
  const reserved = inReservedField(config, file);
  if (annotated !== undefined && reserved !== undefined) {
    if (JSON.stringify(withoutPlaces(annotated.document)) !== JSON.stringify(withoutPlaces(reserved.document))) {
      throw failure("invalid-function", "an annotation and a field name two ways to run this function", {
        ...reserved.location,
        hint: "Keep one of them.",
      });
    }
  }
  const found = annotated ?? reserved;
  if (found === undefined) return undefined;
  found.reading.finish(warn);
  return specificationOf(found.document, found.location, warn);
}

/** The fields of a config that are not for its function to see. */
export function reservedFields(config: MapNode): readonly string[] {
  return RESERVED.filter((name) => isReserved(get(config, name)));
}

interface Found {
  readonly document: Document;
  readonly location: Location;
  readonly reading: Reading;
}

function inAnnotation(config: MapNode, file: string): Found | undefined {
  const metadata = get(config, "metadata");
  const annotations = get(metadata, "annotations");
  for (const name of ANNOTATIONS) {
    const node = get(annotations, name);
    if (node?.kind === "scalar" && node.value !== "") return read(node.value, locate(node) ?? { file }, name);
  }
  const configFn = get(metadata, "configFn");
  if (configFn !== undefined && !isNull(configFn)) {
    return read(print(configFn), locate(configFn) ?? { file }, "metadata.configFn");
  }
  const image = get(annotations, CONTAINER_ANNOTATION);
  if (image?.kind !== "scalar" || image.value === "") return undefined;
  const location = locate(image) ?? { file };
  return { document: { container: { image: image.value } }, location, reading: new Reading(dialect, file, "") };
}

const RESERVED = ["runtime", "provider"] as const;

/** A function may have a field of that name for itself. It is ours only where it holds nothing but what is known. */
function isReserved(node: Node | undefined): boolean {
  if (node?.kind !== "map" || node.entries.length === 0) return false;
  return node.entries.every(({ key, value }) => {
    return key.kind === "scalar" && KEYS.has(key.value) && (key.value === "deferFailure" || value.kind === "map");
  });
}

function inReservedField(config: MapNode, file: string): Found | undefined {
  const found = RESERVED.flatMap((name) => {
    const node = get(config, name);
    if (node === undefined || !isReserved(node)) return [];
    return [read(print(node), locate(node) ?? { file }, name)];
  });
  const [first, second] = found;
  if (second !== undefined && first !== undefined) {
    if (JSON.stringify(withoutPlaces(first.document)) !== JSON.stringify(withoutPlaces(second.document))) {
      const message = "`runtime` and `provider` name two ways to run this function";
      throw failure("invalid-function", message, { ...second.location, hint: "Remove `provider`, its old name." });
    }
  }
  return first;
}

/** The text is YAML of its own, read strictly and with all scalars as text where text is expected. */
function read(source: string, location: Location, where: string): Found {
  const node = parse(source, location, where);
  const reading = new Reading(dialect, location.file, where);
  const decoded = node === undefined ? {} : document(node, reading);
  return { document: decoded ?? {}, location, reading };
}

function parse(source: string, location: Location, where: string): Node | undefined {
  try {
    const node = parseConfig(source, location.file, { duplicateKeys: "error" });
    if (node?.source !== undefined) node.source.within = location;
    return node;
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const [first] = thrown.diagnostics;
    throw failure("invalid-function", `${where} cannot be read: ${first?.message ?? thrown.message}`, {
      ...location,
      hint: first?.hint,
      cause: thrown,
    });
  }
}

function specificationOf(found: Document, location: Location, warn: Warn): FunctionSpecification | undefined {
  const { container, exec, starlark, deferFailure } = found;
  if (deferFailure) {
    warn({
      code: "ignored-field",
      severity: "warning",
      message: "`deferFailure` has no effect: a function that fails, fails the build",
      ...location,
    });
  }
  const isContainer = Boolean(container?.image);
  if (isContainer && (exec?.path || starlark !== undefined)) {
    warn({
      code: "several-runtimes",
      severity: "warning",
      message: "this function says several ways to run it; the container is used",
      ...location,
      hint: "Keep one of them.",
    });
  }
  if (container !== undefined && (isContainer || (exec === undefined && starlark === undefined))) {
    if (!container.image) throw missing("container.image", "Name the image of the function.", location);
    return {
      type: "container",
      image: container.image,
      sha256: container.sha256,
      network: container.network ?? false,
      mounts: (container.mounts ?? []).map(mountOf),
      envs: [...(container.envs ?? []), ...(container.env ?? [])],
      location,
    };
  }
  if (exec !== undefined) {
    if (!exec.path) throw missing("exec.path", "Name the executable of the function.", location);
    const { path, args = [], envs = [], env = [], sha256 } = exec;
    return { type: "exec", path, args, envs: [...envs, ...env], sha256, location };
  }
  if (starlark !== undefined) {
    const { path, url, name = "", sha256, dialect: language = "kustomize" } = starlark;
    if (Boolean(path) === Boolean(url)) {
      throw missing(
        path ? "only one of starlark.path and starlark.url" : "starlark.path",
        "Name one script.",
        location,
      );
    }
    if (language !== "kustomize" && language !== "kpt") {
      throw failure("invalid-function", `there is no dialect "${language}" of Starlark`, {
        ...location,
        hint: "Write kustomize, which is the default, or kpt.",
      });
    }
    return {
      type: "starlark",
      name,
      path: path || undefined,
      url: url || undefined,
      sha256,
      dialect: language,
      location,
    };
  }
  throw missing("container or exec", "Say how the function is run.", location);
}

function mountOf({ type = "bind", src = "", dst = "", rw = false }: MountDocument): Mount {
  return { type, source: src, target: dst, writable: rw };
}

function missing(field: string, hint: string, location: Location): Error {
  return failure("invalid-function", `the specification of this function lacks ${field}`, { ...location, hint });
}

/** For comparing two of them. */
function withoutPlaces(found: unknown): unknown {
  if (Array.isArray(found)) return found.map(withoutPlaces);
  if (typeof found !== "object" || found === null) return found;
  const kept = Object.entries(found).filter(([key]) => key !== "location");
  return Object.fromEntries(
    kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, withoutPlaces(value)]),
  );
}
