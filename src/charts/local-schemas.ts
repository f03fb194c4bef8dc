/**
 * Takes out of the schemas for values whatever helm would fetch: helm asks other hosts, and reads files of the machine, for references that
 * lead out of a schema; docs/specification/helm-charts.md 6.
 */
import type { Directory } from "../sources/index.ts";
import { once } from "../store/index.ts";
import { unpacked } from "./chart-templates.ts";

const IS_SCHEMA = /^(?:charts\/[^/]+\/)*values\.schema\.json$/;
/** A larger schema is left out as a whole. */
const MAX_BYTES = 8 * 1024 * 1024;
const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef"];
/** The schemas of schemas that helm has. */
const KNOWN = /^https?:\/\/json-schema\.org\/(?:schema|draft-0[467]\/schema|draft\/20(?:19-09|20-12)\/schema)#?$/;
const OUTSIDE = /"\$(?:ref|dynamicRef|recursiveRef)"\s*:\s*"[^#]|"\$schema"/;

export interface LocalSchemas {
  readonly files: Directory;
  /** False if a packed chart among the files cannot be read, so that its schema may lead anywhere. */
  readonly isCertain: boolean;
}

const known = new WeakMap<Directory, Promise<LocalSchemas>>();

/** Reads each chart once. Parts that lead nowhere else stay, so that helm checks the values by these. */
export function localSchemas(files: Directory): Promise<LocalSchemas> {
  return once(known, files, async () => {
    const all = await unpacked(files);
    if (all === undefined) return { files, isCertain: false };
    const changed = new Map<string, Uint8Array | undefined>();
    for (const [name, bytes] of all) {
      if (!IS_SCHEMA.test(name)) continue;
      const local = localSchema(bytes);
      if (local !== bytes) changed.set(name, local);
    }
    if (changed.size === 0) return { files, isCertain: true };
    const kept = [...all].flatMap(([name, bytes]): [string, Uint8Array][] => {
      const local = changed.has(name) ? changed.get(name) : bytes;
      return local === undefined ? [] : [[name, local]];
    });
    return { files: new Map(kept), isCertain: true };
  });
}

/** Undefined for a schema that is left out: one that leads out, too, if it cannot be read here. helm is not as strict about JSON. */
function localSchema(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length > MAX_BYTES) return undefined;
  // Without a byte order mark, which helm takes off, too.
  const text = new TextDecoder().decode(bytes);
  // Escapes can hide a name.
  if (!OUTSIDE.test(text) && !text.includes("\\u")) return bytes;
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch {
    return undefined;
  }
  let isChanged = false;
  const waiting: unknown[] = [schema];
  // Iterating over a list visits elements that are added meanwhile.
  for (const part of waiting) {
    if (typeof part !== "object" || part === null) continue;
    const fields = part as Record<string, unknown>;
    for (const name of REFERENCES) isChanged = drop(fields, name, (value) => value.startsWith("#")) || isChanged;
    isChanged = drop(fields, "$schema", (value) => KNOWN.test(value)) || isChanged;
    waiting.push(...Object.values(fields));
  }
  return isChanged ? Buffer.from(JSON.stringify(schema)) : bytes;
}

function drop(fields: Record<string, unknown>, name: string, isLocal: (value: string) => boolean): boolean {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (typeof value !== "string" || isLocal(value)) return false;
  delete fields[name];
  return true;
}
