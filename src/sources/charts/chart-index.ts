/** Reads the index of a chart repository in time that is linear in its size; docs/specification/helm-charts.md 5.3. */
import { failure, KrmError } from "../../diagnostics.ts";
import { shownAddress } from "../../store/http/addresses.ts";
import {
  compareVersions,
  parseFluxVersion,
  parseRange,
  parseVersion,
  sizeText,
  type Version,
} from "../../text/index.ts";
import { decodeText, parseConfig, toConfigValue, type Value } from "../../yaml/index.ts";
import type { ChartWanted } from "./chart-wanted.ts";

export interface IndexEntry {
  readonly version: string;
  /** The address in the index: absolute, or relative to the repository. */
  readonly url: string;
  /** 64 hexadecimal digits. Undefined if the index gives no SHA-256. */
  readonly digest: string | undefined;
}

export interface ChartIndex {
  /**
   * The entry that helm or source-controller would choose.
   * @param version exact, a range, or empty for the newest release
   * @throws KrmError `chart-not-found`, `chart-index`, `invalid-value`
   */
  find(name: string, version: string, chosenBy?: ChartWanted["chosenBy"]): IndexEntry;
}

const MIB = 1024 * 1024;
/** The limit of what is parsed at once: JSON, YAML in another layout than that of helm, and one version of a chart. */
const MAX_WHOLE = 8 * MIB;
/** The limit of the versions of one chart. */
const MAX_CHART = 16 * MIB;

/** More charts than a repository has, and more versions than a chart has. */
const MAX_CHARTS = 20_000;
const MAX_VERSIONS = 20_000;

/**
 * @param repo the repository in messages
 * @throws KrmError `chart-index`
 */
export function readIndex(bytes: Buffer, repo: string): ChartIndex {
  const refuse = (problem: string): KrmError =>
    failure("chart-index", `the index of ${shownAddress(repo)} cannot be used: ${problem}`, {
      hint: "Check whether the address is that of a chart repository, whose index.yaml `helm repo index` writes.",
    });
  const blocks = blocksOf(bytes, refuse);
  let whole: { readonly value: Value } | undefined;

  function fromWhole(name: string): readonly Value[] | undefined {
    if (bytes.length > MAX_WHOLE && whole === undefined) {
      throw refuse(`it is larger than ${sizeText(MAX_WHOLE)}, and not laid out as helm writes it`);
    }
    whole ??= { value: parseWhole(bytes, refuse) };
    const entries = fieldOf(whole.value, "entries");
    if (typeof entries !== "object" || entries === null || Array.isArray(entries)) {
      throw refuse("it has no map `entries`");
    }
    return listOf(fieldOf(entries, name));
  }

  function entriesOf(name: string): readonly Value[] | undefined {
    if (blocks === undefined) return fromWhole(name);
    const block = blocks.get(name);
    if (block === undefined) return undefined;
    if (block.end - block.start > MAX_CHART) {
      throw refuse(`the versions of ${name} take more than ${sizeText(MAX_CHART)}`);
    }
    const items = itemsOf(bytes.subarray(block.start, block.end)) ?? fromWhole(name);
    if (items !== undefined && items.length > MAX_VERSIONS) {
      throw refuse(`it has more than ${MAX_VERSIONS} versions of ${name}`);
    }
    return items;
  }

  return {
    find(name, version, chosenBy = "helm") {
      const isOfFlux = chosenBy === "source-controller";
      const matches = rangeOf(version);
      const counts = (entry: ValidEntry): boolean =>
        matches(entry) && (!isOfFlux || parseFluxVersion(entry.version) !== undefined);
      const entries = entriesOf(name);
      const absent = (problem: string, hint: string): KrmError =>
        failure("chart-not-found", `the index of ${shownAddress(repo)} has ${problem}`, { hint });
      if (entries === undefined) throw absent(`no chart ${name}`, "Check the name and the repository.");
      const valid = entries.flatMap(validEntry).sort((one, other) => compareVersions(other.parsed, one.parsed));
      const exact = valid.find((entry) => version !== "" && entry.version === version);
      const found = exact ?? (isOfFlux ? latest(valid.filter(counts)) : valid.find(counts));
      if (found === undefined) {
        const [newest] = valid;
        const hint =
          newest === undefined ? "Check the repository." : `Check the version. The newest one is ${newest.version}.`;
        throw absent(`no version of ${name} ${version === "" ? "that is a release" : `for ${version}`}`, hint);
      }
      if (found.url !== "") return found;
      throw absent(`no address for ${name} ${found.version}`, "Check the repository.");
    },
  };
}

/** The check of a version: a range, or of releases if it is empty. @throws KrmError `invalid-value` */
export function rangeOf(version: string): (entry: { readonly parsed: Version }) => boolean {
  const range = parseRange(version === "" ? "*" : version);
  if (range !== undefined) return ({ parsed }) => range(parsed);
  const hint = "Write it as helm reads it, such as 1.2.3, ~1.2 or >=1.2 <2.";
  throw failure("invalid-value", `${JSON.stringify(version.slice(0, 100))} is neither a version nor a range`, { hint });
}

interface ValidEntry extends IndexEntry {
  readonly parsed: Version;
  /** In milliseconds. 0 if the index does not say it. */
  readonly created: number;
}

/** The entry that was created last, of those that equal the first one but for what follows `+`: of equal ones, the last. */
function latest([first, ...others]: readonly ValidEntry[]): ValidEntry | undefined {
  if (first === undefined) return undefined;
  const equal = others.filter(({ parsed }) => compareVersions(parsed, first.parsed) === 0);
  return equal.reduce((one, other) => (other.created < one.created ? one : other), first);
}

/** An entry as helm accepts it; it leaves out all others. */
function validEntry(entry: Value): readonly ValidEntry[] {
  const [name, version, type] = ["name", "version", "type"].map((field) => fieldOf(entry, field) ?? "");
  if (typeof name !== "string" || name === "" || typeof version !== "string") return [];
  if (type !== "" && type !== "application" && type !== "library") return [];
  const parsed = parseVersion(version);
  if (parsed === undefined) return [];
  const [url] = listOf(fieldOf(entry, "urls")) ?? [];
  const digest = fieldOf(entry, "digest");
  const digits = typeof digest === "string" ? /^(?:sha256:)?([0-9a-f]{64})$/i.exec(digest)?.[1] : undefined;
  const created = fieldOf(entry, "created");
  const time = typeof created === "string" ? Date.parse(created) : 0;
  return [
    {
      version,
      parsed,
      url: typeof url === "string" ? url : "",
      digest: digits?.toLowerCase(),
      created: Number.isNaN(time) ? 0 : time,
    },
  ];
}

interface Block {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of each chart, by its name, where the index is laid out as helm writes it: a map `entries` in block style at the
 * beginning of a line, one chart a key, one version an item. Undefined for any other.
 */
function blocksOf(bytes: Buffer, refuse: (problem: string) => KrmError): ReadonlyMap<string, Block> | undefined {
  const blocks = new Map<string, Block>();
  let charts = 0;
  let isWithin = false;
  let indent: number | undefined;
  let open: { readonly name: string; readonly start: number } | undefined;
  const close = (end: number): void => {
    if (open !== undefined && !blocks.has(open.name)) blocks.set(open.name, { start: open.start, end });
    open = undefined;
  };
  for (const { start, first, next } of linesOf(bytes)) {
    const depth = first - start;
    const isItem = bytes[first] === DASH && (bytes[first + 1] === BLANK || isLineEnd(bytes[first + 1]));
    if (!isWithin) {
      isWithin =
        depth === 0 && /^entries:[ \t]*\r?\n?$/.test(bytes.toString("latin1", start, Math.min(next, start + 64)));
      continue;
    }
    if (depth === 0) {
      close(start);
      return indent === undefined ? undefined : blocks;
    }
    indent ??= depth;
    if (depth < indent) return undefined;
    if (depth > indent || isItem) {
      if (open === undefined) return undefined;
      continue;
    }
    close(start);
    const name = keyOf(bytes.toString("utf8", first, Math.min(next, first + MAX_KEY)));
    // A value on the line of its key is not in block style.
    if (name === undefined) return undefined;
    if (++charts > MAX_CHARTS) throw refuse(`it has more than ${MAX_CHARTS} charts`);
    open = { name, start: next };
  }
  close(bytes.length);
  return indent === undefined ? undefined : blocks;
}

const [BLANK, DASH, HASH, LINE_FEED, RETURN] = [0x20, 0x2d, 0x23, 0x0a, 0x0d];
const MAX_KEY = 1024;

function isLineEnd(byte: number | undefined): boolean {
  return byte === LINE_FEED || byte === RETURN || byte === undefined;
}

function keyOf(line: string): string | undefined {
  const [, double, single, plain] =
    /^(?:"([^"\\]*)"|'([^']*)'|([^\s"'#&*!|>{}[\]%@`][^\s:#]*)):[ \t]*(?:#.*)?\r?\n?$/.exec(line) ?? [];
  return double ?? single ?? plain;
}

/** The lines that hold more than blanks and comments: their start, their first character, and the start of the next one. */
function* linesOf(bytes: Buffer): Iterable<{ readonly start: number; readonly first: number; readonly next: number }> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, start);
    const next = end < 0 ? bytes.length : end + 1;
    let first = start;
    while (first < next && bytes[first] === BLANK) first++;
    if (first < next && !isLineEnd(bytes[first]) && bytes[first] !== HASH) yield { start, first, next };
    start = next;
  }
}

/** The versions of a chart, each parsed alone. Undefined if one of them cannot be read so. */
function itemsOf(block: Buffer): readonly Value[] | undefined {
  const starts: number[] = [];
  let indent: number | undefined;
  for (const { start, first } of linesOf(block)) {
    indent ??= first - start;
    if (first - start < indent) return undefined;
    if (first - start === indent && block[first] === DASH) starts.push(start);
    else if (first - start === indent || starts.length === 0) return undefined;
  }
  if (starts.length > MAX_VERSIONS) return starts.map(() => null);
  const items = starts.map((start, index) => {
    const item = block.subarray(start, starts[index + 1] ?? block.length);
    return item.length > MAX_WHOLE ? undefined : listOf(valueOf(decodeText(item, "")))?.[0];
  });
  return items.includes(undefined) ? undefined : (items as Value[]);
}

function valueOf(text: string): Value | undefined {
  try {
    const node = parseConfig(text, "");
    return node && toConfigValue(node);
  } catch (thrown) {
    if (thrown instanceof KrmError) return undefined;
    throw thrown;
  }
}

function parseWhole(bytes: Buffer, refuse: (problem: string) => KrmError): Value {
  const text = decodeText(bytes, "");
  try {
    return JSON.parse(text) as Value;
  } catch {
    const value = valueOf(text);
    if (value === undefined) throw refuse("it is neither JSON nor YAML");
    return value;
  }
}

function fieldOf(value: Value | undefined, name: string): Value | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function listOf(value: Value | undefined): readonly Value[] | undefined {
  return Array.isArray(value) ? value : undefined;
}
