/**
 * Decodes the YAML text that specifies a function. Unknown and duplicate fields are errors;
 * docs/specification/function-configs.md 1.1, 1.2, 1.4, 2.3.
 */
import { failure, KrmError, type Location } from "../../diagnostics.ts";
import { bool, type Decoder, type Dialect, list, Reading, record, text } from "../../documents/index.ts";
import { parseConfig, toConfigValue } from "../../yaml/index.ts";
import type { Node } from "../../yaml/nodes/node.ts";

type Decoded<D> = D extends Decoder<infer T> ? T : never;
type Section<F> = { readonly [Name in keyof F]?: Decoded<F[Name]> } & { readonly location?: Location };

/** Decodes a mapping, all of whose fields may be absent. */
function section<F extends Record<string, Decoder<unknown>>>(fields: F): Decoder<Section<F>> {
  return record(fields as unknown as Parameters<typeof record<Section<F>>>[0]);
}

const networkObject = section({ required: bool });

/** Early kpt wrote `network: {required: true}`. */
const network: Decoder<boolean> = (node, reading) => {
  if (node.kind !== "map") return bool(node, reading);
  const message = `${reading.field()} is a mapping, an early form; its \`required\` is used`;
  reading.report("deprecated-field", message, node, "Write `network: true`.", "warning");
  return networkObject(node, reading)?.required ?? false;
};

const document = section({
  container: section({
    image: text,
    sha256: text,
    network,
    mounts: list(section({ type: text, src: text, dst: text, rw: bool })),
    envs: list(text),
    env: list(text),
  }),
  exec: section({ path: text, sha256: text, args: list(text), envs: list(text), env: list(text) }),
  starlark: section({ path: text, url: text, name: text, sha256: text, dialect: text }),
  deferFailure: bool,
});

/** The decoded fields, before they are checked. */
export type Document = Decoded<typeof document>;

/** The known keys of a document. */
export const KEYS: ReadonlySet<string> = new Set(["container", "exec", "starlark", "deferFailure"]);

const dialect: Dialect = {
  unknownFields: "error",
  duplicateFields: "error",
  coercesToText: true,
  value: toConfigValue,
};

export interface DocumentReading {
  readonly document: Document;
  /** Collects the problems. `finish` throws or warns of them. */
  readonly reading: Reading;
}

/**
 * Decodes a specification. Any scalar is accepted where a text is expected.
 * @param where the annotation or field that holds it, for messages
 * @throws KrmError `invalid-function` for invalid YAML
 */
export function readDocument(source: string, location: Location, where: string): DocumentReading {
  const node = parse(source, location, where);
  const reading = new Reading(dialect, location.file, where);
  return { document: (node && document(node, reading)) ?? {}, reading };
}

/** The document of an annotation that only names an image. */
export function imageDocument(image: string, location: Location): DocumentReading {
  return { document: { container: { image } }, reading: new Reading(dialect, location.file, "") };
}

function parse(source: string, location: Location, where: string): Node | undefined {
  try {
    const node = parseConfig(source, location.file, { duplicateKeys: "error" });
    if (node?.source !== undefined) node.source.within = location;
    return node;
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const [first] = thrown.diagnostics;
    const message = `${where} cannot be read: ${first?.message ?? thrown.message}`;
    const hint = first?.hint;
    throw failure("invalid-function", message, { ...location, hint, cause: thrown });
  }
}
