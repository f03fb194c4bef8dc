/**
 * The data of configMapGenerator and secretGenerator: literals, files and env files as keys and values
 * (docs/specification/generators.md 2).
 */
import { isUtf8 } from "node:buffer";
import { posix } from "node:path";
import { type Diagnostic, failure, KrmError } from "../../diagnostics.ts";
import type { ConfigMapArgs, TextEntry } from "../../documents/index.ts";
import { isCertainlyPath, isNameLike, isPathLike, type SecretTexts } from "../../text/index.ts";
import { readEnvFile } from "./env-file.ts";

/** Text if the bytes are valid UTF-8. */
export type DataValue = { readonly text: string } | { readonly binary: Uint8Array };

export interface KeyValues {
  /** Keys of env files, then of literals, then of files, each in the order of the list. */
  readonly data: ReadonlyMap<string, DataValue>;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a file whose path is relative to the directory of the kustomization; fails with a KrmError. */
export type ReadFile = (path: string) => Promise<Uint8Array>;

/** The source of a key. */
export interface KeySource extends TextEntry {
  readonly list: "envs" | "literals" | "files";
}

export interface Observers {
  /** Called when the work goes on after a file was read. */
  readonly claim?: () => void;
  readonly origins?: Map<string, KeySource> | undefined;
  /** Undefined for a ConfigMap. */
  readonly secrets?: SecretTexts | undefined;
}

/** The content of one source. */
interface Loaded {
  readonly pairs: readonly (readonly [key: string, value: DataValue])[];
  readonly diagnostics?: readonly Diagnostic[];
}

/** Reads a file, and makes the content of a source of its bytes. */
type LoadFile = (path: string, loaded: (bytes: Uint8Array) => Loaded) => Promise<Loaded>;

/**
 * Loads the sources that an entry of a generator lists.
 *
 * @param object the object that is generated, for messages: `ConfigMap app`
 * @param trace receives the source of each key, and what may be a value of a Secret
 * @throws KrmError with every problem of the entry, each at the place of its source: `invalid-literal`,
 *   `invalid-file-source`, `invalid-utf8`, `duplicate-key`, and those of `readFile`
 */
export async function loadKeyValues(
  args: Pick<ConfigMapArgs, "envs" | "literals" | "files">,
  object: string,
  readFile: ReadFile,
  { claim, origins, secrets }: Observers = {},
): Promise<KeyValues> {
  const { envs = [], literals = [], files = [] } = args;
  const sources = [...envs, ...literals, ...files];
  const isSecret = object.startsWith("Secret");
  const listOf = (index: number): KeySource["list"] => {
    if (index < envs.length) return "envs";
    return index < envs.length + literals.length ? "literals" : "files";
  };
  const load = async (text: string, list: KeySource["list"]): Promise<Loaded> => {
    if (list === "envs") return loadEnvFile(text, read);
    return list === "literals" ? loadLiteral(text, isSecret) : loadFile(text, isSecret, read);
  };
  const read: LoadFile = async (path, loaded) => {
    const bytes = await readFile(path);
    claim?.();
    secrets?.noteSource(bytes);
    return loaded(bytes);
  };
  for (const { text } of isSecret ? literals : []) secrets?.noteSource(text);
  const data = new Map<string, DataValue>();
  const diagnostics: Diagnostic[] = [];
  // One after the other: large files that are read at the same time would take memory before it is counted.
  for (const [index, source] of sources.entries()) {
    const report = (problem: Diagnostic) => diagnostics.push({ ...problem, ...source.location, object });
    try {
      const loaded = await load(source.text, listOf(index));
      loaded.diagnostics?.forEach(report);
      for (const [key, value] of loaded.pairs) {
        if (data.has(key)) report(duplicateKey(key, isSecret));
        else {
          data.set(key, value);
          origins?.set(key, { ...source, list: listOf(index) });
        }
      }
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      const isValue = isSecret && mayBeValue(source.text, listOf(index));
      for (const one of thrown.diagnostics) report(isValue ? withoutSource(one, source.text, listOf(index)) : one);
    }
  }
  if (diagnostics.some((diagnostic) => diagnostic.severity === "error")) throw new KrmError(diagnostics);
  return { data, diagnostics };
}

function loadEnvFile(path: string, read: LoadFile): Promise<Loaded> {
  return read(path, (bytes) => {
    const { pairs, diagnostics } = readEnvFile(bytes, path);
    return { pairs: pairs.map(([key, text]) => [key, { text }]), diagnostics };
  });
}

function loadFile(source: string, isSecret: boolean, read: LoadFile): Promise<Loaded> {
  const { key, path } = splitFileSource(source, isSecret);
  return read(path, (bytes) => ({
    pairs: [[key, isUtf8(bytes) ? { text: decodeUtf8(bytes) } : { binary: bytes }]],
  }));
}

function loadLiteral(source: string, isSecret: boolean): Loaded {
  const separator = source.indexOf("=");
  if (separator <= 0) {
    // The source may be the secret itself, and messages can be public.
    const shown = isSecret ? "a literal of a Secret" : JSON.stringify(source);
    throw failure("invalid-literal", `${shown} is not a literal: it has no key`, { hint: "Write it as key=value." });
  }
  return { pairs: [[source.slice(0, separator), { text: withoutQuotes(source.slice(separator + 1)) }]] };
}

/** Removes one pair of quotes around the whole value. */
function withoutQuotes(value: string): string {
  const first = value[0];
  const quoted = value.length >= 2 && (first === '"' || first === "'") && value.endsWith(first);
  return quoted ? value.slice(1, -1) : value;
}

/** A file of a repository elsewhere, which a consolidated composition names by an address. The query holds a `=` of its own. */
const FILE_ELSEWHERE = /^([^=]+)=([^=?]+\/\/[^=?]+\?(?:ref=[^=&]*)?&?(?:submodules=false)?)$/;

/** Splits `key=path`. In `path` alone, the last element is the key. */
function splitFileSource(source: string, isSecret: boolean): { key: string; path: string } {
  const parts = FILE_ELSEWHERE.exec(source)?.slice(1) ?? source.split("=");
  const [key = "", path = ""] = parts;
  if (parts.length === 1) return { key: posix.basename(key), path: key };
  if (parts.length === 2 && key !== "" && path !== "") return { key, path };
  const missing = key === "" ? "has no key before the `=`" : "has no path after the `=`";
  const problem = parts.length > 2 ? "has more than one `=`, and neither a key nor a path can contain one" : missing;
  const hint = "Write it as path or key=path.";
  const shown = isSecret ? "an entry of `files` of a Secret" : JSON.stringify(source);
  throw failure("invalid-file-source", `${shown} ${problem}`, { hint });
}

/** Decodes bytes that are known to be UTF-8. A byte order mark is kept. */
function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

/**
 * Tells whether an entry of a Secret that names a file may be a value instead, such as `KEY=value` in the wrong list (decision 0022). It
 * is none if it looks like a path; after `KEY=` only if it has a directory or an ending.
 */
function mayBeValue(source: string, list: KeySource["list"]): boolean {
  if (list === "literals") return false;
  const separator = source.indexOf("=");
  if (separator < 0) return !isPathLike(source);
  return list === "envs" || !isNameLike(source.slice(0, separator)) || !isCertainlyPath(source.slice(separator + 1));
}

/** The problem of an entry without its text. The codes of entries, which do not quote them, stay as they are. */
function withoutSource(problem: Diagnostic, source: string, list: KeySource["list"]): Diagnostic {
  // A file that is too large is one, and no value.
  if (problem.code === "invalid-file-source" || problem.code === "file-too-large") return problem;
  const key = source.slice(0, Math.max(0, source.indexOf("=")));
  const named = isNameLike(key) ? ` with the key ${JSON.stringify(key)}` : "";
  return {
    code: problem.code,
    severity: problem.severity,
    message: `the file of an entry of \`${list}\`${named} cannot be read: its name is withheld, because it may be a value of the Secret`,
    hint:
      key === ""
        ? "Write the path of a file. If the entry is a value, write it as key=value under `literals`."
        : "If it is a value, move the entry to `literals`. If it is a file, correct its path.",
  };
}

function duplicateKey(key: string, isSecret: boolean): Diagnostic {
  const shown =
    isSecret && !isNameLike(key)
      ? "a key, which is withheld because it may be a value,"
      : `the key ${JSON.stringify(key)}`;
  const message = `${shown} is given more than once`;
  return { code: "duplicate-key", severity: "error", message, hint: "Give each key one value." };
}
