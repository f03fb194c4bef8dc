/** The templates of a chart, its own and those of the charts in it, and what they call; docs/specification/helm-charts.md 7.1, 7.5. */

import type { Directory } from "../sources/index.ts";
import { once } from "../store/index.ts";

/** Calls of templates whose result another rendering, or the cluster, would make another one. */
export interface TemplateCalls {
  /** True if two renderings can differ. */
  readonly chance: boolean;
  /** True if the time is among the reasons. */
  readonly time: boolean;
  /** The files that ask the cluster, which is not there. */
  readonly lookups: readonly string[];
}

/** Charts in charts in charts. More than helm's own users have. */
const MAX_DEPTH = 8;
const MAX_BYTES = 512 * 1024 * 1024;

/** Files that are certainly a template. Any other one can be executed by `tpl`, or printed as it is. */
const IS_TEMPLATE = /^(?:charts\/[^/]+\/)*templates\//;
/** Definitions, and files for people, which name functions in sentences. */
const IS_NO_TEMPLATE = /^(?:charts\/[^/]+\/)*crds\/|(?:^|\/)(?:README|CHANGELOG|LICENSE|NOTICE)[^/]*$/i;

/** The functions of sprig whose result is random, each time another one. `derivePassword` is none of them. */
const RANDOM =
  /\b(?:rand(?:Alpha(?:Num)?|Ascii|Numeric|Bytes|Int)|uuidv4|bcrypt|htpasswd|encryptAES|shuffle|gen(?:PrivateKey|(?:CA|SelfSignedCert|SignedCert)(?:WithKey)?))\b/;
/** Texts in an action, and the functions whose result is another one later. A text without an end goes to the end. */
const TIME = /"(?:\\.|[^"\\])*(?:"|$)|`[^`]*(?:`|$)|(?<![\w.$-])(now|ago|durationRound)(?![\w-])/g;
const LOOKUP = /(?<![\w.$-])lookup\s+["`(.$]/;

/** Much more than a day, so that each part of a date and of a time of day becomes another one. */
const LATER = '(now | dateModify "9613h7m11s")';

const found = new WeakMap<Directory, Promise<TemplateCalls>>();

/** Finds what the templates of a chart call, whether or not it is executed. Reads each chart once. */
export function templateCalls(files: Directory): Promise<TemplateCalls> {
  return once(found, files, async () => {
    const all = await unpacked(files);
    if (all === undefined) return { chance: true, time: false, lookups: [] };
    const calls = { chance: false, time: false, lookups: [] as string[] };
    for (const [name, bytes] of all) {
      if (IS_NO_TEMPLATE.test(name)) continue;
      const { chance, time, lookups } = callsIn(bytes);
      calls.chance ||= chance;
      calls.time ||= time && IS_TEMPLATE.test(name);
      if (lookups) calls.lookups.push(name);
    }
    return calls;
  });
}

/** Finds what one text calls, if it is a template: a chart can execute texts of values, too. */
export function callsIn(bytes: Uint8Array): { chance: boolean; time: boolean; lookups: boolean } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes("{{")) return { chance: false, time: false, lookups: false };
  const text = buffer.toString("latin1");
  const calls = { chance: RANDOM.test(text), time: false, lookups: false };
  for (const [start, end] of actionsIn(text)) {
    const action = text.slice(start, end);
    calls.time ||= [...action.matchAll(TIME)].some(([, name]) => name !== undefined);
    calls.lookups ||= LOOKUP.test(action);
  }
  return { ...calls, chance: calls.chance || calls.time };
}

/** The chart with templates that are executed more than a year later. Undefined if it cannot be told. */
export async function laterChart(files: Directory): Promise<Directory | undefined> {
  const all = await unpacked(files);
  if (all === undefined) return undefined;
  return new Map([...all].map(([name, bytes]) => [name, IS_TEMPLATE.test(name) ? later(bytes) : bytes]));
}

function later(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const edited = laterText(text);
  return edited === text ? bytes : Buffer.from(edited, "latin1");
}

function laterText(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const [start, end] of actionsIn(text)) {
    const action = text
      .slice(start, end)
      .replace(TIME, (match: string, name?: string) => (name === "now" ? LATER : match));
    parts.push(text.slice(at, start), action);
    at = end;
  }
  return parts.join("") + text.slice(at);
}

/** The places of the actions in a template. Those with the end of one in a text end there: what follows does not count. */
function* actionsIn(text: string): Iterable<readonly [start: number, end: number]> {
  for (let start = text.indexOf("{{"); start >= 0; start = text.indexOf("{{", start)) {
    const end = text.indexOf("}}", start + 2);
    if (end < 0) return;
    yield [start, end + 2];
    start = end + 2;
  }
}

/** The files of a chart, with those of packed charts in it as files. Undefined if a packed one cannot be read. */
export async function unpacked(files: Directory): Promise<Directory | undefined> {
  if (![...files.keys()].some(isPacked)) return files;
  const all = new Map<string, Uint8Array>();
  let bytes = 0;

  async function add(directory: Directory, prefix: string, depth: number): Promise<boolean> {
    if (depth > MAX_DEPTH) return false;
    for (const [name, content] of directory) {
      if (!isPacked(name)) {
        bytes += content.length;
        all.set(prefix + name, content);
        if (bytes > MAX_BYTES) return false;
        continue;
      }
      const { unpackChart } = await import("../sources/charts/chart-archive.ts");
      const inner = await unpackChart(Buffer.from(content), name).catch(() => undefined);
      if (inner === undefined || !(await add(inner, `${prefix}${name}.unpacked/`, depth + 1))) return false;
    }
    return true;
  }

  return (await add(files, "", 0)) ? all : undefined;
}

function isPacked(name: string): boolean {
  return /(?:^|\/)charts\/[^/]+\.tgz$/.test(name);
}
