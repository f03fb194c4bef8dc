/**
 * The data of configMapGenerator and secretGenerator: literals, files and env files as keys and values
 * (docs/specification/generators.md 2).
 */
import { isUtf8 } from "node:buffer";
import { posix } from "node:path";
import { type Diagnostic, failure, KrmError } from "../diagnostics.ts";
import type { ConfigMapArgs, TextEntry } from "../documents/index.ts";
import { readEnvFile } from "./env-file.ts";

/** Text wherever the bytes are valid UTF-8. */
export type DataValue = { readonly text: string } | { readonly binary: Uint8Array };

export interface KeyValues {
  /** Those of env files, then literals, then files, each in the order of their lists. */
  readonly data: ReadonlyMap<string, DataValue>;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a file whose path is relative to the directory of the kustomization; fails with a KrmError. */
export type ReadFile = (path: string) => Promise<Uint8Array>;

/** Where a key comes from. */
export interface KeySource extends TextEntry {
  readonly list: "envs" | "literals" | "files";
}

/** What one source gives. */
interface Loaded {
  readonly pairs: readonly (readonly [key: string, value: DataValue])[];
  readonly diagnostics?: readonly Diagnostic[];
}

/**
 * Loads what an entry of a generator lists.
 *
 * @param object the object that is generated, for messages: `ConfigMap app`
 * @param origins gets the source of each key, where someone asks
 * @throws KrmError with every problem of the entry, each at the place of its source: `invalid-literal`,
 *   `invalid-file-source`, `invalid-utf8`, `duplicate-key`, and those of `readFile`
 */
export async function loadKeyValues(
  args: Pick<ConfigMapArgs, "envs" | "literals" | "files">,
  object: string,
  readFile: ReadFile,
  origins?: Map<string, KeySource>,
): Promise<KeyValues> {
  const { envs = [], literals = [], files = [] } = args;
  const sources = [...envs, ...literals, ...files];
  const isSecret = object.startsWith("Secret");
  const listOf = (index: number): KeySource["list"] => {
    if (index < envs.length) return "envs";
    return index < envs.length + literals.length ? "literals" : "files";
  };
  const results = await Promise.allSettled([
    ...envs.map(({ text }) => loadEnvFile(text, readFile)),
    ...literals.map(async ({ text }) => loadLiteral(text, isSecret)),
    ...files.map(({ text }) => loadFile(text, isSecret, readFile)),
  ]);
  const data = new Map<string, DataValue>();
  const diagnostics: Diagnostic[] = [];
  for (const [index, result] of results.entries()) {
    const report = (problem: Diagnostic) => diagnostics.push({ ...problem, ...sources[index]?.location, object });
    if (result.status === "rejected") {
      if (!(result.reason instanceof KrmError)) throw result.reason;
      result.reason.diagnostics.forEach(report);
      continue;
    }
    result.value.diagnostics?.forEach(report);
    for (const [key, value] of result.value.pairs) {
      if (data.has(key)) report(duplicateKey(key));
      else {
        data.set(key, value);
        origins?.set(key, { ...(sources[index] as TextEntry), list: listOf(index) });
      }
    }
  }
  if (diagnostics.some((diagnostic) => diagnostic.severity === "error")) throw new KrmError(diagnostics);
  return { data, diagnostics };
}

async function loadEnvFile(path: string, readFile: ReadFile): Promise<Loaded> {
  const { pairs, diagnostics } = readEnvFile(await readFile(path), path);
  return { pairs: pairs.map(([key, text]) => [key, { text }]), diagnostics };
}

async function loadFile(source: string, isSecret: boolean, readFile: ReadFile): Promise<Loaded> {
  const { key, path } = splitFileSource(source, isSecret);
  const bytes = await readFile(path);
  return { pairs: [[key, isUtf8(bytes) ? { text: decodeUtf8(bytes) } : { binary: bytes }]] };
}

function loadLiteral(source: string, isSecret: boolean): Loaded {
  const separator = source.indexOf("=");
  if (separator <= 0) {
    // What stands here may be the secret itself, and messages are posted for all to read.
    const shown = isSecret ? "a literal of a Secret" : JSON.stringify(source);
    throw failure("invalid-literal", `${shown} is not a literal: it has no key`, { hint: "Write it as key=value." });
  }
  return { pairs: [[source.slice(0, separator), { text: withoutQuotes(source.slice(separator + 1)) }]] };
}

/** One pair of quotes around the whole value is dropped, whatever stands inside. */
function withoutQuotes(value: string): string {
  const first = value[0];
  const quoted = value.length >= 2 && (first === '"' || first === "'") && value.endsWith(first);
  return quoted ? value.slice(1, -1) : value;
}

/** `path`, whose last element is the key, or `key=path`. */
function splitFileSource(source: string, isSecret: boolean): { key: string; path: string } {
  const parts = source.split("=");
  const [key = "", path = ""] = parts;
  if (parts.length === 1) return { key: posix.basename(key), path: key };
  if (parts.length === 2 && key !== "" && path !== "") return { key, path };
  const missing = key === "" ? "has no key before the `=`" : "has no path behind the `=`";
  const problem = parts.length > 2 ? "has more than one `=`, which neither a key nor a path can contain" : missing;
  const hint = "Write it as path or key=path.";
  const shown = isSecret ? "an entry of `files` of a Secret" : JSON.stringify(source);
  throw failure("invalid-file-source", `${shown} ${problem}`, { hint });
}

/** The text of bytes that are known to be UTF-8; a byte order mark is part of the value. */
function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

function duplicateKey(key: string): Diagnostic {
  const message = `the key ${JSON.stringify(key)} is given more than once`;
  return { code: "duplicate-key", severity: "error", message, hint: "Give each key one value." };
}
