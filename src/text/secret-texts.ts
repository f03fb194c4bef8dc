/** The texts of a build that are, or may be, values of Secrets: messages are searched for them before anyone reads them. */

/** In place of a text that was withheld. */
export const WITHHELD = "<redacted>";

/** Shorter values are words that anybody guesses, and that occur in messages by chance. */
const MIN_LENGTH = 6;
/** From this length on, also words of letters alone count: no name is likely to be them by chance. */
const MIN_WORD_LENGTH = 16;
/** From this length on, a part of a line counts. */
const MIN_PART_LENGTH = 8;
/** The characters that are kept, for all builds of a tree together. What comes later is not known. */
const MAX_KEPT = 64 * 1024 * 1024;

/** Messages for which it is kept what was found. */
const MAX_KNOWN = 500;

type Sort = "objects" | "kustomization" | "source" | "values";

/** The texts that all builds of a tree noted, each once. */
class NotedTexts {
  readonly #ids = new Map<string, number>();
  /** In the order in which they were noted. */
  readonly #noted: (readonly [text: string, sort: Sort])[] = [];
  #kept = 0;
  /** The beginnings of all forms of the values in the first of them. */
  readonly #beginnings = new Beginnings();
  #indexed = 0;
  /** The noted texts found in messages that may hold a value, and how many noted texts were searched for. */
  readonly #known = new Map<string, { readonly found: (readonly [id: number, form: string])[]; upTo: number }>();

  /** @returns the number of the text; undefined if no more is kept */
  add(text: string, sort: Sort): number | undefined {
    const key = `${sort} ${text}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    if (this.#kept + text.length > MAX_KEPT) return undefined;
    this.#kept += text.length;
    this.#ids.set(key, this.#noted.length);
    return this.#noted.push([text, sort]) - 1;
  }

  /** The values in a message, each with the number of a noted text that has it. Reads what was noted once. */
  foundIn(message: string): readonly (readonly [id: number, form: string])[] {
    if (message.length < MIN_LENGTH) return [];
    for (; this.#indexed < this.#noted.length; this.#indexed++)
      for (const form of formsOf(...(this.#noted[this.#indexed] as [string, Sort]))) this.#beginnings.add(form);
    if (!this.#beginnings.mayBeIn(message)) return [];
    const known = this.#known.get(message) ?? { found: [], upTo: 0 };
    if (!this.#known.has(message)) {
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(message, known);
    }
    for (; known.upTo < this.#noted.length; known.upTo++)
      for (const form of formsOf(...(this.#noted[known.upTo] as [string, Sort])))
        if (message.includes(form)) known.found.push([known.upTo, form]);
    return known.found;
  }
}

/**
 * Notes what a build reads, cheaply, and looks for values in it only when there are messages. It reads texts by lines, so that files
 * that are no valid YAML count as well. Only what the build itself read counts: otherwise its messages would depend on which other
 * targets are built, and when.
 */
export class SecretTexts {
  readonly #texts: NotedTexts;
  readonly #outer: SecretTexts | undefined;
  /** The numbers of the texts that the build read. */
  readonly #own = new Set<number>();

  constructor(texts = new NotedTexts(), outer?: SecretTexts) {
    this.#texts = texts;
    this.#outer = outer;
  }

  /** For another build of the same tree. */
  forBuild(): SecretTexts {
    return new SecretTexts(this.#texts);
  }

  /** For a part of the build that other builds share. What it notes counts here as well. */
  apart(): SecretTexts {
    return new SecretTexts(this.#texts, this);
  }

  /** Adds what a part noted that was built before. */
  include(part: SecretTexts | undefined): void {
    if (part !== undefined) for (const id of part.#own) this.#add(id);
  }

  /** Notes a file of objects. Those without Secrets are not kept. */
  noteFile(bytes: Uint8Array): void {
    const buffer = bufferOf(bytes);
    if (HINTS.some((hint) => buffer.includes(hint))) this.#noteTelling(buffer.toString("utf8"));
  }

  /** Notes a kustomization. Whatever kinds it mentions, only some of its fields can hold values of Secrets. */
  noteKustomization(bytes: Uint8Array): void {
    const buffer = bufferOf(bytes);
    if (!HINTS.some((hint) => buffer.includes(hint))) return;
    const text = buffer.toString("utf8");
    if (HAS_SECRET_BLOCK.test(text) || SECRET_KIND.test(text)) this.#note(text, "kustomization");
  }

  noteObjects(text: string): void {
    if (HINTS.some((hint) => text.includes(hint))) this.#noteTelling(text);
  }

  /** Most objects that have the word only refer to a Secret. They would use up what is kept. */
  #noteTelling(text: string): void {
    const worthwhile = documentsOf(text).filter(
      (document) => SECRET_KIND.test(document) || HAS_SECRET_BLOCK.test(document),
    );
    if (worthwhile.length > 0) this.#note(worthwhile.join("\n---\n"), "objects");
  }

  /** Notes what becomes data of a Secret: a literal, or the content of a file. Each line counts, and each value in it. */
  noteSource(content: string | Uint8Array): void {
    this.#note(typeof content === "string" ? content : Buffer.from(content).toString("utf8"), "source");
  }

  /** Notes values of a chart. Those count whose keys say that they are secret. */
  noteValues(content: string | Uint8Array): void {
    this.#note(typeof content === "string" ? content : Buffer.from(content).toString("utf8"), "values");
  }

  #note(text: string, sort: Sort): void {
    const id = this.#texts.add(text, sort);
    if (id !== undefined) this.#add(id);
  }

  #add(id: number): void {
    // Whatever a part has, the whole has.
    if (this.#own.has(id)) return;
    this.#own.add(id);
    if (this.#outer !== undefined) this.#outer.#add(id);
  }

  /**
   * Replaces the values in the texts. Reads what was noted once; then takes time linear in the texts, but for those that hold the
   * beginning of a value.
   */
  mask<T extends string | undefined>(texts: readonly T[]): T[] {
    if (this.#own.size === 0) return [...texts];
    return texts.map((text) => (text === undefined ? text : (this.#masked(text) as T)));
  }

  #masked(text: string): string {
    const found = this.#texts.foundIn(text).filter(([id]) => this.#own.has(id));
    // The longest first: a shorter one may be a part of it.
    const forms = [...new Set(found.map(([, form]) => form))].sort((a, b) => b.length - a.length);
    return forms.reduce((rest, form) => rest.replaceAll(form, WITHHELD), text);
  }
}

/** Which beginnings of forms there are, in little memory: it may say yes for one that is none. */
class Beginnings {
  #bits = new Uint32Array(0);

  add(form: string): void {
    if (this.#bits.length === 0) this.#bits = new Uint32Array(BITS / 32);
    for (const bit of bitsOf(form, 0)) this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] as number) | (1 << (bit & 31));
  }

  /** Tells whether a form may begin somewhere in the text. */
  mayBeIn(text: string): boolean {
    if (this.#bits.length === 0) return false;
    for (let at = 0; at + MIN_LENGTH <= text.length; at++)
      if (bitsOf(text, at).every((bit) => (this.#bits[bit >>> 5] as number) & (1 << (bit & 31)))) return true;
    return false;
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The size of the set, 8 MiB: enough for a million forms with one wrong yes in a thousand places. */
const BITS = 2 ** 26;

/** Two numbers below {@link BITS} for the characters of a text from a place on. */
function bitsOf(text: string, from: number): readonly [number, number] {
  let hash = 0;
  for (let at = from; at < from + MIN_LENGTH; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) + 0x9e37;
  return [(hash >>> 0) % BITS, (Math.imul(hash, 0x85ebca6b) >>> 0) % BITS];
}

const HINTS = ["Secret", "secret"];
const SECRET_KIND = /\bkind["']?\s*:\s*["']?Secret\b/;
/** The object itself is a Secret, not one that it holds or names. */
const SECRET_ITSELF = /^["']?kind["']?\s*:\s*["']?Secret\b/m;
/** The fields of a kustomization that can hold values of Secrets. In the others, what looks like a value is a path or a name. */
const SECRET_BLOCK = /^["']?(?:secretGenerator|patches\w*|replacements|generators|transformers|validators|items)\b/;
/** The fields of a kustomization that list files, or the texts of configs and patches. */
const LISTS_FILES = /^["']?(?:generators|transformers|validators|patchesStrategicMerge)\b/;
/** One word is the name of a file, or an address. */
const FILE_ENTRY = /^\s*-\s+[^\s{}[\]]+\s*$/;
const FILE_ENTRIES = /^["']?\w+["']?\s*:\s*\[\s*(?:[^\s{}[\],]+\s*,\s*)*(?:[^\s{}[\],]+\s*)?\]\s*$/;
const HAS_SECRET_BLOCK = new RegExp(SECRET_BLOCK.source, "m");
const OPEN_BLOCK = /^["']?(?:apiVersion|kind|metadata|type)\b/;
const OPEN_LINE = /^[\s-]*["']?(?:apiVersion|group|kind|name|namespace|type|path|fieldPath|fieldPaths)["']?\s*:/;
const OPEN_VERSION = /^\s*["']?version["']?\s*:\s*v\d/;
const API_VERSION = /^v\d+(?:(?:alpha|beta)\d+)?$/;
const PATH_LINE = /^[\s-]*["']?(?:files|envs?|fieldPaths)["']?\s*:/;
const SECRET_KEY =
  /^[\s-]*["']?[\w.-]*(?:pass(?:word|wd|phrase)?|pwd|secret|token|credential|private|apikey|api[_-]key|accesskey|key|auth|dsn|connection|cert|pem|salt|signature|url|uri)[\w.-]*["']?\s*:/i;

/** The values in a text, in all forms in which programs print them. */
function* formsOf(text: string, sort: Sort): Generator<string> {
  for (const value of new Set(valuesOf(text, sort))) {
    yield* shapesOf(value);
    const decoded = decodedText(value);
    if (decoded !== undefined)
      for (const line of decoded.split(/\r?\n/)) for (const part of partsOf(line)) yield* shapesOf(part);
  }
}

function* shapesOf(value: string): Generator<string> {
  if (!isWorthWithholding(value)) return;
  yield value;
  const base64 = Buffer.from(value).toString("base64");
  yield base64.replace(/=+$/, "");
  yield Buffer.from(`${value}\n`).toString("base64").replace(/=+$/, "");
  for (const encode of [encodeURIComponent, (part: string) => JSON.stringify(part).slice(1, -1)]) {
    const encoded = /\p{Surrogate}/u.test(value) ? value : encode(value);
    if (encoded !== value) yield encoded;
  }
}

/** Tells whether a value is worth withholding. Common words, and names that consist of them, are not. */
function isWorthWithholding(value: string): boolean {
  if (value.length < MIN_LENGTH || /^[\s\d.,:-]*$/.test(value) || API_VERSION.test(value)) return false;
  return value.length >= MIN_WORD_LENGTH || !/^[A-Za-z]+(?:[-._/][A-Za-z]+)*$/.test(value);
}

function* valuesOf(text: string, sort: Sort): Generator<string> {
  if (sort === "source") {
    yield text.trim();
    for (const line of text.split(/\r?\n/)) yield* partsOf(line);
    return;
  }
  if (sort === "values") {
    yield* valuesOfChart(text);
    return;
  }
  for (const document of documentsOf(text)) {
    const isSecret = (sort === "objects" ? SECRET_KIND : SECRET_ITSELF).test(document);
    const isFlow = /^\s*[{[]/.test(document);
    let isChosen = isFlow && SECRET_KIND.test(document);
    let paths = -1;
    // The column of the entries in a list of files: undefined before the first of them, -1 in other fields.
    let entries: number | undefined = -1;
    for (const line of document.split(/\r?\n/)) {
      const column = line.search(/[^\s-]/);
      const isItem = /^\s*-/.test(line) && line.search(/-/) >= paths;
      if (paths >= 0 && (column > paths || column < 0) && (isItem || line.search(/\S/) > paths)) continue;
      // These name files, which have a rule of their own: whether a name may be quoted.
      paths = !isSecret && PATH_LINE.test(line) ? column : -1;
      if (paths >= 0) continue;
      if (!isFlow && /^[^\s#\-}\])]/.test(line)) {
        isChosen = isSecret ? !OPEN_BLOCK.test(line) : SECRET_BLOCK.test(line);
        entries = isSecret || !LISTS_FILES.test(line) ? -1 : undefined;
      }
      if (isItem) entries ??= line.indexOf("-");
      const isFile =
        entries === undefined ? FILE_ENTRIES.test(line) : line.indexOf("-") === entries && FILE_ENTRY.test(line);
      if (isChosen && !isFile && !OPEN_LINE.test(line)) yield* partsOf(line);
    }
  }
}

function documentsOf(text: string): string[] {
  return text.split(/^---.*$/m);
}

/** A secret key, and everything that is indented below it. */
function* valuesOfChart(text: string): Generator<string> {
  let below = -1;
  for (const line of text.split(/\r?\n/)) {
    const indent = line.search(/[^\s-]/);
    if (indent < 0) continue;
    if (below >= 0 && indent <= below) below = -1;
    if (below < 0 && SECRET_KEY.test(line)) below = indent;
    if (below >= 0) yield* partsOf(line);
  }
}

/** A line, its value after a colon or an equals sign, and the parts of it that are no words. */
function* partsOf(line: string): Generator<string> {
  const trimmed = line.trim().replace(/^(?:- +)+/, "");
  if (trimmed === "") return;
  const field = /^["']?[A-Za-z_][\w./-]*["']?:(?:\s+|$)/.exec(trimmed)?.[0];
  // Of a field, only its value can be secret: `patchesJson6902:` and `version: v1` say nothing, wherever a message has them.
  if (field !== undefined) return yield* field.length === trimmed.length ? [] : partsOf(trimmed.slice(field.length));
  // Items of a list or a map in brackets. What selects objects has no values.
  const items = /[{[]/.test(trimmed) ? trimmed.split(/[{}[\],]/).filter((item) => item.trim() !== "") : [];
  if (items.length > 0 && items.every((item) => OPEN_LINE.test(item) || OPEN_VERSION.test(item))) return;
  const pair = /^(?:["']?[\w./-]+["']?\s*[:=]\s*)(.*)$/.exec(trimmed);
  yield unquoted(trimmed);
  if (pair !== null) {
    yield unquoted(pair[1] as string);
    // A literal in a list: KEY=value within quotes.
    const inner = /^[\w./-]+=(.*)$/.exec(unquoted(trimmed));
    if (inner !== null) yield unquoted(inner[1] as string);
  }
  for (const [, quoted] of trimmed.matchAll(/"((?:[^"\\]|\\.)*)"/g)) yield quoted as string;
  for (const item of items) if (item !== trimmed && !OPEN_LINE.test(item)) yield* partsOf(item);
  for (const part of trimmed.split(/[\s"'`,;:=<>{}()[\]|]+/))
    if (part.length >= MIN_PART_LENGTH && /\d/.test(part) && /[A-Za-z]/.test(part)) yield part;
}

function unquoted(text: string): string {
  const rest = text.trim().replace(/,$/, "");
  return /^(["']).*\1$/.test(rest) ? rest.slice(1, -1) : rest.replace(/\s+#.*$/, "");
}

/** The text of base64 digits; undefined for other texts, and for bytes that are no text. */
function decodedText(value: string): string | undefined {
  if (value.length < MIN_LENGTH || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return undefined;
  const text = Buffer.from(value, "base64").toString("utf8");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes that are no text have them
  return /[\u0000-\u0008\ufffd]/.test(text) ? undefined : text;
}
