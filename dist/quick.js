"use strict";
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));

// node:node:fs
var require_node_fs = __commonJS({
  "node:node:fs"(exports2, module2) {
    module2.exports = Object.create(process.getBuiltinModule("node:fs"));
  }
});

// node:node:path
var require_node_path = __commonJS({
  "node:node:path"(exports2, module2) {
    module2.exports = Object.create(process.getBuiltinModule("node:path"));
  }
});

// node:node:buffer
var require_node_buffer = __commonJS({
  "node:node:buffer"(exports2, module2) {
    module2.exports = Object.create(process.getBuiltinModule("node:buffer"));
  }
});

// node:node:os
var require_node_os = __commonJS({
  "node:node:os"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:os")[name] }));
  }
});

// node:node:v8
var require_node_v8 = __commonJS({
  "node:node:v8"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:v8")[name] }));
  }
});

// node:node:vm
var require_node_vm = __commonJS({
  "node:node:vm"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:vm")[name] }));
  }
});

// node:node:net
var require_node_net = __commonJS({
  "node:node:net"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:net")[name] }));
  }
});

// node:node:crypto
var require_node_crypto = __commonJS({
  "node:node:crypto"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:crypto")[name] }));
  }
});

// node:node:child_process
var require_node_child_process = __commonJS({
  "node:node:child_process"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:child_process")[name] }));
  }
});

// node:node:zlib
var require_node_zlib = __commonJS({
  "node:node:zlib"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:zlib")[name] }));
  }
});

// take-over:program
var require_program = __commonJS({
  "take-over:program"(exports2) {
    require("./program.js");
    exports2.then = () => {
    };
  }
});

// node:node:util
var require_node_util = __commonJS({
  "node:node:util"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:util")[name] }));
  }
});

// src/text/bytewise.ts
function compareBytewise(a, b) {
  if (a === b) return 0;
  let at2 = 0;
  while (at2 < a.length && a.charCodeAt(at2) === b.charCodeAt(at2)) at2++;
  const left = a.charCodeAt(at2);
  const right = b.charCodeAt(at2);
  if (Number.isNaN(left)) return -1;
  if (Number.isNaN(right)) return 1;
  return utf8Rank(left) - utf8Rank(right);
}
function utf8Rank(unit) {
  if (unit < 55296) return unit;
  return unit < 57344 ? unit + 8192 : unit - 2048;
}

// src/text/commit-id.ts
function isCommitId(text6) {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text6);
}

// src/text/duration.ts
var UNITS = /* @__PURE__ */ new Map([
  ["ns", 1e-9],
  ["us", 1e-6],
  ["\xB5s", 1e-6],
  ["\u03BCs", 1e-6],
  ["ms", 1e-3],
  ["s", 1],
  ["m", 60],
  ["h", 3600]
]);
function parseDuration(text6) {
  const sign = /^[+-]/.exec(text6)?.[0] ?? "";
  const body = text6.slice(sign.length);
  if (body === "0") return 0;
  if (!/^(?:(?:\d+(?:\.\d*)?|\.\d+)[^\d.]+)+$/.test(body)) return void 0;
  let seconds = 0;
  for (const [, number2 = "", name = ""] of body.matchAll(/([\d.]+)([^\d.]+)/g)) {
    const unit = UNITS.get(name);
    if (unit === void 0) return void 0;
    seconds += Number(number2) * unit;
  }
  return sign === "-" ? -seconds : seconds;
}

// src/text/json-pointer.ts
function pointerSteps(pointer) {
  return pointer.split("/").slice(1).map(unescapeStep);
}
function unescapeStep(step2) {
  return step2.includes("~") ? step2.replaceAll("~1", "/").replaceAll("~0", "~") : step2;
}

// src/text/kubernetes-names.ts
var SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
var NAME_PART = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
var MAX_LABEL = 63;
var MAX_SUBDOMAIN = 253;
function isDnsSubdomain(text6) {
  return text6.length <= MAX_SUBDOMAIN && SUBDOMAIN.test(text6);
}
function isLabelPart(text6) {
  return text6.length <= MAX_LABEL && NAME_PART.test(text6);
}
function isQualifiedName(text6) {
  const at2 = text6.indexOf("/");
  return at2 < 0 ? isLabelPart(text6) : isDnsSubdomain(text6.slice(0, at2)) && isLabelPart(text6.slice(at2 + 1));
}

// src/text/secret-shapes.ts
var MAX_NAME = 253;
var MAX_WORD = 31;
var MIN_RANDOM = 8;
var RANDOM_SHARE = 0.36;
var MIN_MIXED = 16;
var MAX_HARMLESS = 5;
function isHarmless(text6) {
  return text6.length <= MAX_HARMLESS;
}
function isNameLike(text6) {
  return text6.length <= MAX_NAME && /^[\w.@+:-]+$/.test(text6) && text6.split(/[^A-Za-z0-9]+/).every(isWord);
}
function isPathLike(text6) {
  const parts = text6.split("/");
  return text6.length <= 4096 && parts.every((part) => part === "" || isNameLike(part));
}
function isCertainlyPath(text6) {
  return isPathLike(text6) && (/^(?:\.{0,2}\/)?(?:[\w.-]+\/)+[\w.-]+$/.test(text6) || /^[\w-]*\.[a-z]{1,12}$/.test(text6));
}
function isWord(word2) {
  if (word2.length > MAX_WORD) return false;
  return !looksRandom(word2);
}
function looksRandom(word2) {
  if (word2.length < MIN_RANDOM) return false;
  let changes = 0;
  let digitRuns = 0;
  for (let at2 = 1; at2 < word2.length; at2++) {
    const [before, here] = [sortOf(word2, at2 - 1), sortOf(word2, at2)];
    if (before !== here && !(before === "upper" && here === "lower")) changes++;
    if (here === "digit" && before !== "digit") digitRuns++;
  }
  if (word2.length >= MIN_MIXED && /[a-z]/.test(word2) && /[A-Z]/.test(word2) && /\d[A-Za-z]/.test(word2)) return true;
  return digitRuns >= 3 || changes / (word2.length - 1) >= RANDOM_SHARE;
}
function sortOf(word2, at2) {
  const code = word2.charCodeAt(at2);
  if (code >= 97) return "lower";
  return code >= 65 ? "upper" : "digit";
}

// src/text/secret-texts.ts
var WITHHELD = "<redacted>";
var MIN_LENGTH = 6;
var MIN_WORD_LENGTH = 16;
var MIN_PART_LENGTH = 8;
var MAX_KEPT = 64 * 1024 * 1024;
var MAX_KNOWN = 500;
var NotedTexts = class {
  #ids = /* @__PURE__ */ new Map();
  /** In the order in which they were noted. */
  #noted = [];
  #kept = 0;
  /** The beginnings of all forms of the values in the first of them. */
  #beginnings = new Beginnings();
  #indexed = 0;
  /** The noted texts found in messages that may hold a value, and how many noted texts were searched for. */
  #known = /* @__PURE__ */ new Map();
  /** @returns the number of the text; undefined if no more is kept */
  add(text6, sort) {
    const key = `${sort} ${text6}`;
    const known = this.#ids.get(key);
    if (known !== void 0) return known;
    if (this.#kept + text6.length > MAX_KEPT) return void 0;
    this.#kept += text6.length;
    this.#ids.set(key, this.#noted.length);
    return this.#noted.push([text6, sort]) - 1;
  }
  /** The values in a message, each with the number of a noted text that has it. Reads what was noted once. */
  foundIn(message) {
    if (message.length < MIN_LENGTH) return [];
    for (; this.#indexed < this.#noted.length; this.#indexed++)
      for (const form of formsOf(...this.#noted[this.#indexed])) this.#beginnings.add(form);
    if (!this.#beginnings.mayBeIn(message)) return [];
    const known = this.#known.get(message) ?? { found: [], upTo: 0 };
    if (!this.#known.has(message)) {
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(message, known);
    }
    for (; known.upTo < this.#noted.length; known.upTo++)
      for (const form of formsOf(...this.#noted[known.upTo]))
        if (message.includes(form)) known.found.push([known.upTo, form]);
    return known.found;
  }
};
var SecretTexts = class _SecretTexts {
  #texts;
  #outer;
  /** The numbers of the texts that the build read. */
  #own = /* @__PURE__ */ new Set();
  constructor(texts4 = new NotedTexts(), outer) {
    this.#texts = texts4;
    this.#outer = outer;
  }
  /** For another build of the same tree. */
  forBuild() {
    return new _SecretTexts(this.#texts);
  }
  /** For a part of the build that other builds share. What it notes counts here as well. */
  apart() {
    return new _SecretTexts(this.#texts, this);
  }
  /** Adds what a part noted that was built before. */
  include(part) {
    if (part !== void 0) for (const id of part.#own) this.#add(id);
  }
  /** Notes a file of objects. Those without Secrets are not kept. */
  noteFile(bytes) {
    const buffer = bufferOf(bytes);
    if (HINTS.some((hint) => buffer.includes(hint))) this.#noteTelling(buffer.toString("utf8"));
  }
  /** Notes a kustomization. Whatever kinds it mentions, only some of its fields can hold values of Secrets. */
  noteKustomization(bytes) {
    const buffer = bufferOf(bytes);
    if (!HINTS.some((hint) => buffer.includes(hint))) return;
    const text6 = buffer.toString("utf8");
    if (HAS_SECRET_BLOCK.test(text6) || SECRET_KIND.test(text6)) this.#note(text6, "kustomization");
  }
  noteObjects(text6) {
    if (HINTS.some((hint) => text6.includes(hint))) this.#noteTelling(text6);
  }
  /** Most objects that have the word only refer to a Secret. They would use up what is kept. */
  #noteTelling(text6) {
    const worthwhile = documentsOf(text6).filter(
      (document) => SECRET_KIND.test(document) || HAS_SECRET_BLOCK.test(document)
    );
    if (worthwhile.length > 0) this.#note(worthwhile.join("\n---\n"), "objects");
  }
  /** Notes what becomes data of a Secret: a literal, or the content of a file. Each line counts, and each value in it. */
  noteSource(content) {
    this.#note(typeof content === "string" ? content : Buffer.from(content).toString("utf8"), "source");
  }
  /** Notes values of a chart. Those count whose keys say that they are secret. */
  noteValues(content) {
    this.#note(typeof content === "string" ? content : Buffer.from(content).toString("utf8"), "values");
  }
  #note(text6, sort) {
    const id = this.#texts.add(text6, sort);
    if (id !== void 0) this.#add(id);
  }
  #add(id) {
    if (this.#own.has(id)) return;
    this.#own.add(id);
    if (this.#outer !== void 0) this.#outer.#add(id);
  }
  /**
   * Replaces the values in the texts. Reads what was noted once; then takes time linear in the texts, but for those that hold the
   * beginning of a value.
   */
  mask(texts4) {
    if (this.#own.size === 0) return [...texts4];
    return texts4.map((text6) => text6 === void 0 ? text6 : this.#masked(text6));
  }
  #masked(text6) {
    const found = this.#texts.foundIn(text6).filter(([id]) => this.#own.has(id));
    const forms = [...new Set(found.map(([, form]) => form))].sort((a, b) => b.length - a.length);
    return forms.reduce((rest, form) => rest.replaceAll(form, WITHHELD), text6);
  }
};
var Beginnings = class {
  #bits = new Uint32Array(0);
  add(form) {
    if (this.#bits.length === 0) this.#bits = new Uint32Array(BITS / 32);
    for (const bit of bitsOf(form, 0)) this.#bits[bit >>> 5] = this.#bits[bit >>> 5] | 1 << (bit & 31);
  }
  /** Tells whether a form may begin somewhere in the text. */
  mayBeIn(text6) {
    if (this.#bits.length === 0) return false;
    for (let at2 = 0; at2 + MIN_LENGTH <= text6.length; at2++)
      if (bitsOf(text6, at2).every((bit) => this.#bits[bit >>> 5] & 1 << (bit & 31))) return true;
    return false;
  }
};
function bufferOf(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
var BITS = 2 ** 26;
function bitsOf(text6, from) {
  let hash = 0;
  for (let at2 = from; at2 < from + MIN_LENGTH; at2++) hash = Math.imul(hash ^ text6.charCodeAt(at2), 16777619) + 40503;
  return [(hash >>> 0) % BITS, (Math.imul(hash, 2246822507) >>> 0) % BITS];
}
var HINTS = ["Secret", "secret"];
var SECRET_KIND = /\bkind["']?\s*:\s*["']?Secret\b/;
var SECRET_ITSELF = /^["']?kind["']?\s*:\s*["']?Secret\b/m;
var SECRET_BLOCK = /^["']?(?:secretGenerator|patches\w*|replacements|generators|transformers|validators|items)\b/;
var LISTS_FILES = /^["']?(?:generators|transformers|validators|patchesStrategicMerge)\b/;
var FILE_ENTRY = /^\s*-\s+[^\s{}[\]]+\s*$/;
var FILE_ENTRIES = /^["']?\w+["']?\s*:\s*\[\s*(?:[^\s{}[\],]+\s*,\s*)*(?:[^\s{}[\],]+\s*)?\]\s*$/;
var HAS_SECRET_BLOCK = new RegExp(SECRET_BLOCK.source, "m");
var OPEN_BLOCK = /^["']?(?:apiVersion|kind|metadata|type)\b/;
var OPEN_LINE = /^[\s-]*["']?(?:apiVersion|group|kind|name|namespace|type|path|fieldPath|fieldPaths)["']?\s*:/;
var OPEN_VERSION = /^\s*["']?version["']?\s*:\s*v\d/;
var API_VERSION = /^v\d+(?:(?:alpha|beta)\d+)?$/;
var PATH_LINE = /^[\s-]*["']?(?:files|envs?|fieldPaths)["']?\s*:/;
var SECRET_KEY = /^[\s-]*["']?[\w.-]*(?:pass(?:word|wd|phrase)?|pwd|secret|token|credential|private|apikey|api[_-]key|accesskey|key|auth|dsn|connection|cert|pem|salt|signature|url|uri)[\w.-]*["']?\s*:/i;
function* formsOf(text6, sort) {
  for (const value of new Set(valuesOf(text6, sort))) {
    yield* shapesOf(value);
    const decoded = decodedText(value);
    if (decoded !== void 0)
      for (const line of decoded.split(/\r?\n/)) for (const part of partsOf(line)) yield* shapesOf(part);
  }
}
function* shapesOf(value) {
  if (!isWorthWithholding(value)) return;
  yield value;
  const base642 = Buffer.from(value).toString("base64");
  yield base642.replace(/=+$/, "");
  yield Buffer.from(`${value}
`).toString("base64").replace(/=+$/, "");
  for (const encode3 of [encodeURIComponent, (part) => JSON.stringify(part).slice(1, -1)]) {
    const encoded = new RegExp("\\p{Surrogate}", "u").test(value) ? value : encode3(value);
    if (encoded !== value) yield encoded;
  }
}
function isWorthWithholding(value) {
  if (value.length < MIN_LENGTH || /^[\s\d.,:-]*$/.test(value) || API_VERSION.test(value)) return false;
  return value.length >= MIN_WORD_LENGTH || !/^[A-Za-z]+(?:[-._/][A-Za-z]+)*$/.test(value);
}
function* valuesOf(text6, sort) {
  if (sort === "source") {
    yield text6.trim();
    for (const line of text6.split(/\r?\n/)) yield* partsOf(line);
    return;
  }
  if (sort === "values") {
    yield* valuesOfChart(text6);
    return;
  }
  for (const document of documentsOf(text6)) {
    const isSecret = (sort === "objects" ? SECRET_KIND : SECRET_ITSELF).test(document);
    const isFlow = /^\s*[{[]/.test(document);
    let isChosen = isFlow && SECRET_KIND.test(document);
    let paths2 = -1;
    let entries = -1;
    for (const line of document.split(/\r?\n/)) {
      const column = line.search(/[^\s-]/);
      const isItem = /^\s*-/.test(line) && line.search(/-/) >= paths2;
      if (paths2 >= 0 && (column > paths2 || column < 0) && (isItem || line.search(/\S/) > paths2)) continue;
      paths2 = !isSecret && PATH_LINE.test(line) ? column : -1;
      if (paths2 >= 0) continue;
      if (!isFlow && /^[^\s#\-}\])]/.test(line)) {
        isChosen = isSecret ? !OPEN_BLOCK.test(line) : SECRET_BLOCK.test(line);
        entries = isSecret || !LISTS_FILES.test(line) ? -1 : void 0;
      }
      if (isItem) entries ??= line.indexOf("-");
      const isFile2 = entries === void 0 ? FILE_ENTRIES.test(line) : line.indexOf("-") === entries && FILE_ENTRY.test(line);
      if (isChosen && !isFile2 && !OPEN_LINE.test(line)) yield* partsOf(line);
    }
  }
}
function documentsOf(text6) {
  return text6.split(/^---.*$/m);
}
function* valuesOfChart(text6) {
  let below = -1;
  for (const line of text6.split(/\r?\n/)) {
    const indent = line.search(/[^\s-]/);
    if (indent < 0) continue;
    if (below >= 0 && indent <= below) below = -1;
    if (below < 0 && SECRET_KEY.test(line)) below = indent;
    if (below >= 0) yield* partsOf(line);
  }
}
function* partsOf(line) {
  const trimmed = line.trim().replace(/^(?:- +)+/, "");
  if (trimmed === "") return;
  const field2 = /^["']?[A-Za-z_][\w./-]*["']?:(?:\s+|$)/.exec(trimmed)?.[0];
  if (field2 !== void 0) return yield* field2.length === trimmed.length ? [] : partsOf(trimmed.slice(field2.length));
  const items = /[{[]/.test(trimmed) ? trimmed.split(/[{}[\],]/).filter((item) => item.trim() !== "") : [];
  if (items.length > 0 && items.every((item) => OPEN_LINE.test(item) || OPEN_VERSION.test(item))) return;
  const pair = /^(?:["']?[\w./-]+["']?\s*[:=]\s*)(.*)$/.exec(trimmed);
  yield unquoted(trimmed);
  if (pair !== null) {
    yield unquoted(pair[1]);
    const inner = /^[\w./-]+=(.*)$/.exec(unquoted(trimmed));
    if (inner !== null) yield unquoted(inner[1]);
  }
  for (const [, quoted] of trimmed.matchAll(/"((?:[^"\\]|\\.)*)"/g)) yield quoted;
  for (const item of items) if (item !== trimmed && !OPEN_LINE.test(item)) yield* partsOf(item);
  for (const part of trimmed.split(/[\s"'`,;:=<>{}()[\]|]+/))
    if (part.length >= MIN_PART_LENGTH && /\d/.test(part) && /[A-Za-z]/.test(part)) yield part;
}
function unquoted(text6) {
  const rest = text6.trim().replace(/,$/, "");
  return /^(["']).*\1$/.test(rest) ? rest.slice(1, -1) : rest.replace(/\s+#.*$/, "");
}
function decodedText(value) {
  if (value.length < MIN_LENGTH || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return void 0;
  const text6 = Buffer.from(value, "base64").toString("utf8");
  return /[\u0000-\u0008\ufffd]/.test(text6) ? void 0 : text6;
}

// src/text/secrets.ts
function maskSecrets(text6) {
  return text6.replace(/(?<=:\/\/)[^/\s]*@(?!sha256:[0-9a-f]{64})/g, "***@").replace(/(authorization:\s*\w+\s+)\S+/gi, "$1***").replace(/\b(?:gh[a-z]_|github_pat_)\w{10,}/g, "***");
}

// src/text/shorten.ts
var DEFAULT_LENGTH = 100;
function shorten(text6, length = DEFAULT_LENGTH) {
  return text6.length <= length ? text6 : `${wholeCharacters(text6, length)}\u2026`;
}
function wholeCharacters(text6, length) {
  const last = text6.charCodeAt(length - 1);
  return text6.slice(0, last >= 55296 && last <= 56319 ? length - 1 : length);
}

// src/text/size.ts
var MIB = 1024 * 1024;
function sizeText(bytes) {
  if (bytes < MIB) return `${bytes} bytes`;
  return `${Math.ceil(bytes / MIB * 10) / 10} MiB`;
}

// src/text/spelling.ts
var MAX_NAME_LENGTH = 40;
function nearest(name, known, most = MAX_NAME_LENGTH) {
  if (name.length < 2 || name.length > MAX_NAME_LENGTH) return void 0;
  const wanted = name.toLowerCase();
  let best;
  let fewest = Math.min(most, Math.max(1, Math.floor(wanted.length / 3))) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - wanted.length) >= fewest) continue;
    const edits = editDistance(wanted, candidate.toLowerCase());
    if (edits >= fewest) continue;
    fewest = edits;
    best = candidate;
  }
  return best;
}
function editDistance(from, to) {
  let beforeLast = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same2 = from[row - 1] === to[column - 1];
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same2 ? 0 : 1));
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}
function at(row, column) {
  return row[column] ?? 0;
}

// src/diagnostics.ts
var KrmError = class extends Error {
  diagnostics;
  constructor(diagnostics, options) {
    const list2 = [diagnostics].flat().map(bounded);
    super(list2.map(formatDiagnostic).join("\n"), options);
    this.name = "KrmError";
    this.diagnostics = list2;
  }
  /** The code of the first diagnostic. */
  get code() {
    return this.diagnostics[0]?.code ?? "internal";
  }
};
var MAX_MESSAGE = 1e4;
function bounded(diagnostic) {
  const { message, hint } = diagnostic;
  if (message.length <= MAX_MESSAGE && (hint?.length ?? 0) <= MAX_MESSAGE) return diagnostic;
  return { ...diagnostic, message: shorten(message, MAX_MESSAGE), hint: hint && shorten(hint, MAX_MESSAGE) };
}
var LimitError = class extends Error {
  diagnostics;
  constructor(code, message, more = {}) {
    const diagnostic = bounded({ code, severity: "error", message, ...more });
    super(formatDiagnostic(diagnostic));
    this.name = "LimitError";
    this.diagnostics = [diagnostic];
  }
};
function failure(code, message, more = {}) {
  const { cause, ...rest } = more;
  return new KrmError({ code, severity: "error", message, ...rest }, cause === void 0 ? void 0 : { cause });
}
function about(thrown, object, location, prefix = "") {
  if (!(thrown instanceof KrmError)) return thrown;
  const diagnostics = thrown.diagnostics.map((one) => ({
    ...one.file === void 0 ? location : void 0,
    ...one,
    object: one.object ?? object,
    message: prefix + one.message
  }));
  return new KrmError(diagnostics, { cause: thrown });
}
function withHint(error, hint, concerns = () => true) {
  const diagnostics = error.diagnostics.map(
    (one) => concerns(one) ? { ...one, hint: one.hint === void 0 ? hint : `${one.hint} ${hint}` } : one
  );
  return new KrmError(diagnostics, { cause: error });
}
function diagnosticsOf(thrown) {
  if (thrown instanceof KrmError || thrown instanceof LimitError) return thrown.diagnostics;
  if (thrown instanceof RangeError && thrown.message === "Invalid string length") return [TOO_LARGE];
  if (FULL.has(String(thrown?.code))) {
    const message2 = `something cannot be written: ${thrown.message}`;
    return [{ code: "disk-full", severity: "error", message: message2, hint: FREE_SPACE }];
  }
  const message = `unexpected: ${thrown instanceof Error ? thrown.stack ?? thrown.message : String(thrown)}`;
  const hint = "This is a defect of krm-render. Please report it with the files that cause it.";
  return [{ code: "internal", severity: "error", message, hint }];
}
var FULL = /* @__PURE__ */ new Set(["ENOSPC", "EDQUOT"]);
var FREE_SPACE = "Free some space on this machine. On the command line, XDG_CACHE_HOME says where the store is, and TMPDIR where temporary files are.";
var TOO_LARGE = {
  code: "too-large",
  severity: "error",
  message: "a text is longer than 512 MiB, the longest that can be built",
  hint: "Look for a value or a file that is repeated many times."
};
function formatLocation(place) {
  if (place.file === void 0) return "";
  if (place.line === void 0) return place.file;
  return place.column === void 0 ? `${place.file}:${place.line}` : `${place.file}:${place.line}:${place.column}`;
}
function formatDiagnostic(diagnostic) {
  const place = formatLocation(diagnostic);
  const { message, hint } = bounded(diagnostic);
  const head = place === "" ? message : `${place}: ${message}`;
  return visible(hint === void 0 ? head : `${head}
  hint: ${hint}`);
}
var INVISIBLE = (
  // biome-ignore lint: these are the very characters to be found
  new RegExp("[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\ufff9-\\ufffb]|\\p{Surrogate}", "gu")
);
function visible(text6) {
  return text6.replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
function logText(text6) {
  const lines = text6.split(/\r\n|\r|\n/);
  return lines.map(logLine).join("\n");
}
function logLine(line) {
  const inert = visible(line).replaceAll("##[", "## [");
  return /^\s*::/.test(inert) ? `| ${inert}` : inert;
}
function distinct(diagnostics) {
  const seen = /* @__PURE__ */ new Set();
  return diagnostics.filter(({ file, line, column, message }) => {
    const key = `${file}:${line}:${column}:${message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

// src/cli/command.ts
var UsageError = class extends Error {
  hint;
  constructor(message, hint) {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
  }
};

// src/cli/terminal.ts
async function printDiagnostics(terminal2, diagnostics) {
  const lines = diagnostics.map((diagnostic) => `${diagnostic.severity}: ${logText(formatDiagnostic(diagnostic))}
`);
  if (lines.length > 0) await terminal2.stderr.write(lines.join(""));
}

// src/cli/outcome.ts
var FAILURE = 1;
var WRONG_USAGE = 2;
async function statusOf(terminal2, work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UsageError) {
      const hint = error.hint === void 0 ? "" : `  hint: ${error.hint}
`;
      await terminal2.stderr.write(visible(`error: ${error.message}
${hint}`));
      return WRONG_USAGE;
    }
    await printDiagnostics(terminal2, diagnosticsOf(error));
    return FAILURE;
  }
}

// src/cli/commands/build.ts
var import_node_fs15 = __toESM(require_node_fs(), 1);
var import_node_path26 = __toESM(require_node_path(), 1);

// src/documents/composition-kinds.ts
var GROUP = "kustomize.config.k8s.io";
function isOfKustomize(apiVersion) {
  return apiVersion.split("/")[0] === GROUP;
}
function isInlineKustomization(apiVersion, kind) {
  return kind === "Kustomization" && isOfKustomize(apiVersion);
}
var ACCUMULATOR_KINDS = /* @__PURE__ */ new Set(["ResourceAccumulator", "ResourceGenerator"]);

// src/yaml/nodes/binary.ts
var import_node_buffer = __toESM(require_node_buffer(), 1);

// src/yaml/nodes/fault.ts
var Fault = class extends Error {
  /** Offset into the scanned text, in UTF-16 code units. */
  offset;
  hint;
  constructor(offset, problem, hint) {
    super(problem);
    this.offset = offset;
    this.hint = hint;
  }
};

// src/budget/budget.ts
var NO_TASK = {
  spent: 0,
  asked: 0,
  allowed: Number.POSITIVE_INFINITY,
  extend() {
  },
  reserve() {
  },
  checkTime: void 0
};
var running = NO_TASK;
var since = 0;
var measuring = 0;
var MAX_LATENESS = 1e3;
var MAX_TIMER = 2 ** 31 - 1;
function openBudget({ seconds, memory, late, tooLarge: tooLarge2 }) {
  const idleBefore = seconds === void 0 ? 0 : idle();
  const left = () => (seconds ?? 0) * 1e3 - account2.spent - (busy() - since) - (idle() - idleBefore);
  let refusal;
  const account2 = {
    spent: 0,
    asked: 0,
    allowed: memory.first,
    extend() {
      if (refusal !== void 0) throw refusal;
      if (seconds !== void 0 && left() < measuring - MAX_LATENESS) throw refusal = late();
      const start = performance.now();
      const more = memory.more();
      measuring = performance.now() - start;
      if (more <= 0) throw refusal = tooLarge2();
      account2.allowed = account2.asked + more;
    },
    reserve(bytes) {
      if (refusal !== void 0) throw refusal;
      if (bytes > memory.first && !memory.has(bytes)) throw refusal = tooLarge2();
    },
    checkTime: seconds === void 0 ? void 0 : () => {
      if (left() <= 0) throw refusal ??= late();
    }
  };
  let isClosed = false;
  const claim = () => {
    const payer = isClosed ? NO_TASK : account2;
    if (running !== payer) change(payer);
  };
  const resume = () => {
    claim();
    if (refusal !== void 0) throw refusal;
    if (!isClosed) account2.checkTime?.();
  };
  return {
    get refusal() {
      return refusal;
    },
    claim,
    resume,
    run(step2) {
      resume();
      const result = step2();
      resume();
      return result;
    },
    async race(work) {
      if (seconds === void 0) return work;
      let timer;
      const timeUp = new Promise((_, reject) => {
        const wait = () => {
          const remaining = running === account2 ? left() : left() + (busy() - since);
          if (remaining <= 0) reject(refusal ??= late());
          else timer = setTimeout(wait, Math.min(Math.ceil(remaining), MAX_TIMER));
        };
        wait();
      });
      try {
        return await Promise.race([work, timeUp]);
      } finally {
        clearTimeout(timer);
      }
    },
    close() {
      isClosed = true;
      if (running === account2) change(NO_TASK);
    }
  };
}
function change(next) {
  const now = busy();
  running.spent += now - since;
  running.asked += CHUNK - meter.left;
  meter.left = CHUNK;
  running = next;
  since = now;
}
function idle() {
  return performance.eventLoopUtilization().idle;
}
function busy() {
  return performance.now() - idle();
}
var calls = 0;
function checkTime() {
  if ((++calls & 7) === 0) running.checkTime?.();
}
var CHUNK = 1 << 20;
var meter = { left: CHUNK };
function charge(bytes) {
  if ((meter.left -= bytes) < 0) settle();
}
var LONG_TEXT = 32;
function chargeText(text6) {
  if (text6.length > LONG_TEXT) charge(text6.length);
}
var PIECE_BYTES = 96;
var GrowingText = class {
  text;
  constructor(start) {
    this.text = start;
  }
  /** Charges a piece and appends it. @throws as {@link charge} does */
  add(piece) {
    charge(PIECE_BYTES + piece.length);
    this.text += piece;
  }
};
function checkRoom(bytes) {
  if (allowance !== void 0 && bytes > allowance.left) throw allowance.exceeded();
  running.reserve(bytes);
}
function reserve(bytes) {
  checkRoom(bytes);
  charge(bytes);
}
var allowance;
function settle() {
  const used2 = CHUNK - meter.left;
  running.asked += used2;
  meter.left = CHUNK;
  if (allowance !== void 0 && (allowance.left -= used2) < 0) throw allowance.exceeded();
  running.checkTime?.();
  if (running.asked <= running.allowed) return;
  running.extend();
  running.checkTime?.();
}

// src/budget/json.ts
var BYTES_PER_CHARACTER = 20;
function parseJson(text6) {
  reserve(text6.length * BYTES_PER_CHARACTER);
  return JSON.parse(text6);
}

// src/budget/memory.ts
var import_node_os = __toESM(require_node_os(), 1);
var import_node_v8 = __toESM(require_node_v8(), 1);
var import_node_vm = __toESM(require_node_vm(), 1);
var AMPLE = 0.4;
var SCARCE = 1 / 8;
var LEAST = 1 / 16;
var STEP = 0.4;
var FIRST = 32 * 1024 * 1024;
var GARBAGE = 256 * 1024 * 1024;
var MemoryPool = class {
  #open;
  #opened;
  #releases = /* @__PURE__ */ new Set();
  /** The bytes in use after {@link tidy} collected garbage. */
  #live = 0;
  /** @param open called at the first measurement: a small build does not need one */
  constructor(open) {
    this.#open = open;
  }
  get #memory() {
    return this.#opened ??= this.#open();
  }
  /** In bytes. */
  get limit() {
    return this.#memory.limit;
  }
  /** Calls `release` of this object when memory gets scarce, as long as the object lives. */
  register(releasable) {
    this.#releases.add(new WeakRef(releasable));
  }
  /**
   * Collects garbage if much has gathered. Call it when something large is dropped: the engine itself waits until a large heap
   * has grown fourfold.
   */
  tidy() {
    const memory = this.#memory;
    if (memory.used() - this.#live >= GARBAGE) this.#live = memory.inUse();
  }
  /** @param builds how many builds are in work at the same time */
  share(builds) {
    return {
      first: FIRST,
      more: () => {
        const { limit } = this.#memory;
        const room = this.#room();
        return room < limit * LEAST ? 0 : Math.max(limit * LEAST, room * STEP / builds);
      },
      has: (bytes) => this.#memory.limit - this.#memory.used() >= bytes || this.#room() >= bytes
    };
  }
  #room() {
    const memory = this.#memory;
    const { limit } = memory;
    let room = limit - memory.used();
    if (room < limit * AMPLE) room = limit - memory.inUse();
    if (room >= limit * SCARCE) return room;
    for (const reference2 of this.#releases) {
      const releasable = reference2.deref();
      if (releasable === void 0) this.#releases.delete(reference2);
      else releasable.release();
    }
    return limit - memory.inUse();
  }
};
var SHARE_OF_HEAP = 0.5;
var SHARE_OF_MACHINE = 0.5;
function processMemory() {
  const limit = Math.min((0, import_node_v8.getHeapStatistics)().heap_size_limit * SHARE_OF_HEAP, (0, import_node_os.totalmem)() * SHARE_OF_MACHINE);
  return { limit, used, inUse };
}
function used() {
  const { used_heap_size: heap, external_memory: external } = (0, import_node_v8.getHeapStatistics)();
  return heap + external;
}
var collect;
function inUse() {
  if (collect === void 0) {
    (0, import_node_v8.setFlagsFromString)("--expose-gc");
    collect = (0, import_node_vm.runInNewContext)("gc");
  }
  collect();
  return used();
}
var ofProcess;
function processPool() {
  return ofProcess ??= new MemoryPool(processMemory);
}

// src/yaml/nodes/key-index.ts
var FEW_ENTRIES = 24;
var READS_BEFORE_INDEX = 8;
var KEY_BYTES = 50;
var MAX_INDEXED = 1e6;
var indexes = /* @__PURE__ */ new WeakMap();
var indexed = 0;
function findEntry(entries, key) {
  let index = indexes.get(entries);
  if (index === void 0) {
    index = { positions: void 0, known: 0, last: void 0, reads: 0 };
    indexes.set(entries, index);
  }
  if (index.positions === void 0) {
    if (index.reads <= READS_BEFORE_INDEX * entries.length) return read(entries, key, index);
    index.positions = /* @__PURE__ */ new Map();
  }
  const { positions } = index;
  if (index.known > 0 && entries[index.known - 1] !== index.last) {
    positions.clear();
    index.known = 0;
  }
  charge(KEY_BYTES * (entries.length - index.known));
  for (; index.known < entries.length; index.known++) {
    const entry2 = entries[index.known];
    index.last = entry2;
    const node = entry2.key;
    if (node.kind === "scalar" && !positions.has(node.value)) positions.set(node.value, index.known);
    indexed++;
  }
  const position = positions.get(key);
  if (indexed > MAX_INDEXED) forgetAll();
  return position === void 0 ? void 0 : entries[position];
}
function read(entries, key, index) {
  for (let at2 = 0; at2 < entries.length; at2++) {
    const entry2 = entries[at2];
    if (entry2.key.kind !== "scalar" || entry2.key.value !== key) continue;
    index.reads += at2 + 1;
    return entry2;
  }
  index.reads += entries.length;
  return void 0;
}
function forgetAll() {
  indexes = /* @__PURE__ */ new WeakMap();
  indexed = 0;
}

// src/yaml/nodes/node.ts
var AnyNode = class {
  kind;
  tag;
  style;
  value;
  entries;
  items;
  source = void 0;
  offset = 0;
  comment = void 0;
  constructor(kind, tag, style, value, entries, items) {
    this.kind = kind;
    this.tag = tag;
    this.style = style;
    this.value = value;
    this.entries = entries;
    this.items = items;
    if (++uncharged === CHARGED_AT_ONCE) chargeNodes();
  }
};
var uncharged = 0;
var CHARGED_AT_ONCE = 1e3;
function chargeNodes() {
  uncharged = 0;
  charge(CHARGED_AT_ONCE * NODE_BYTES);
}
var NODE_BYTES = 144;
function checkRoomForNodes(count) {
  checkRoom(count * NODE_BYTES);
}
function scalar(value, tag = "", style = "") {
  chargeText(value);
  return new AnyNode("scalar", tag, style, value, void 0, void 0);
}
function map(entries = [], style = "") {
  return new AnyNode("map", "!!map", style, "", entries, void 0);
}
function seq(items = [], style = "") {
  return new AnyNode("seq", "!!seq", style, "", void 0, items);
}
function clone(node) {
  const from = node;
  const entries = from.entries === void 0 ? void 0 : copyEntries(from.entries, clone);
  const items = from.items === void 0 ? void 0 : copyItems(from.items, clone);
  const copy2 = new AnyNode(from.kind, from.tag, from.style, from.value, entries, items);
  copy2.source = from.source;
  copy2.offset = from.offset;
  copy2.comment = from.comment;
  return copy2;
}
function cloneObject(node) {
  let copies;
  const copy2 = (from) => {
    if (from.kind === "map") return placed(map(copyEntries(from.entries, copy2), from.style), from);
    if (from.kind === "seq") return placed(seq(copyItems(from.items, copy2), from.style), from);
    if (from.source !== void 0) return clone(from);
    copies ??= /* @__PURE__ */ new Map();
    let made = copies.get(from);
    if (made === void 0) copies.set(from, made = clone(from));
    return made;
  };
  return copy2(node);
}
function copyEntries(entries, copy2) {
  const copies = entries.slice();
  for (let at2 = 0; at2 < copies.length; at2++) {
    const { key, value } = copies[at2];
    copies[at2] = { key, value: copy2(value) };
  }
  return copies;
}
function copyItems(items, copy2) {
  const copies = items.slice();
  for (let at2 = 0; at2 < copies.length; at2++) copies[at2] = copy2(copies[at2]);
  return copies;
}
function placed(copy2, from) {
  copy2.tag = from.tag;
  copy2.source = from.source;
  copy2.offset = from.offset;
  copy2.comment = from.comment;
  return copy2;
}
function overwrite(target, source) {
  const to = target;
  const from = source;
  to.kind = from.kind;
  to.tag = from.tag;
  to.style = from.style;
  to.value = from.value;
  to.entries = from.entries;
  to.items = from.items;
  to.source = from.source;
  to.offset = from.offset;
  to.comment = from.comment;
}
function get(node, key) {
  if (node?.kind !== "map") return void 0;
  const { entries } = node;
  if (entries.length > FEW_ENTRIES) return findEntry(entries, key)?.value;
  for (let at2 = 0; at2 < entries.length; at2++) {
    const entry2 = entries[at2];
    if (entry2.key.kind === "scalar" && entry2.key.value === key) return entry2.value;
  }
  return void 0;
}
function isNull(node) {
  return node?.kind === "scalar" && node.tag === "!!null";
}
function locate(node) {
  if (node?.source === void 0) return void 0;
  return locateOffset(node.source, node.offset);
}
var LINE_BYTES = 16;
var lineStarts = /* @__PURE__ */ new WeakMap();
function locateOffset(source, offset) {
  if (source.within !== void 0) return source.within;
  let starts = lineStarts.get(source);
  if (starts === void 0) {
    starts = [0];
    for (let at2 = source.text.indexOf("\n"); at2 >= 0; at2 = source.text.indexOf("\n", at2 + 1)) {
      charge(LINE_BYTES);
      starts.push(at2 + 1);
    }
    lineStarts.set(source, starts);
  }
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = low + high + 1 >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return { file: source.file, line: low + 1, column: offset - starts[low] + 1 };
}

// src/yaml/nodes/failures.ts
function locateFaults(source, base, read2) {
  try {
    return read2();
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    const at2 = base + thrown.offset;
    const template = templateIn(source.text, at2);
    if (template === void 0) throw invalid(source, at2, thrown.message, thrown.hint);
    throw invalid(source, template, "this is a line of a template, which kustomize cannot read", RENDER);
  }
}
var RENDER = "Render the template first, and list its output. For a Helm chart, use `helmCharts`.";
var TEMPLATE = /^[ \t]*(?:- +)*(?:[\w./-]+: +(?=\{\{|\{%)|(?=\{%|\{\{-? *(?:if|else|end|range|with|define|template|include|block|\/\*|\.|\$)))/;
function templateIn(text6, at2) {
  const start = text6.lastIndexOf("\n", Math.max(0, at2 - 1)) + 1;
  const found = TEMPLATE.exec(text6.slice(start, start + MAX_LINE));
  return found === null ? void 0 : start + found[0].length;
}
var MAX_LINE = 1e3;
function invalid(source, offset, problem, hint) {
  const within3 = Math.min(offset, Math.max(source.text.length - 1, 0));
  return failure("invalid-yaml", `malformed YAML: ${problem}`, { ...locateOffset(source, within3), hint });
}
function failureAt(node, code, message, hint) {
  return failure(code, message, { ...locate(node), hint });
}
function isTemplate(node) {
  return node?.kind === "map" && node.entries.length === 1 && isTemplateKey(node.entries[0].key);
}
function isTemplateKey(key) {
  return key.kind === "map" && key.entries.length === 1 && isNull(key.entries[0].value);
}
function collectionAsKey(key) {
  const hint = isTemplateKey(key) ? "Render the template that contains this `{{ \u2026 }}` first, or quote it." : "Use a string as the key.";
  return failureAt(key, "non-string-key", `a ${key.kind === "map" ? "mapping" : "list"} cannot be a key`, hint);
}

// src/yaml/nodes/binary.ts
var BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
function decodeBinary(node) {
  const digits2 = node.value.replace(/[\r\n]/g, "");
  if (digits2.length % 4 !== 0 || !BASE64.test(digits2)) {
    throw failureAt(node, "not-representable", "!!binary value contains invalid base64 data");
  }
  return decodeBytes(Buffer.from(digits2, "base64"));
}
function decodeBytes(bytes) {
  if ((0, import_node_buffer.isUtf8)(bytes)) return bytes.toString("utf8");
  let text6 = "";
  let at2 = 0;
  while (at2 < bytes.length) {
    const length = sequenceLength(bytes, at2);
    text6 += length === 0 ? "\uFFFD" : bytes.toString("utf8", at2, at2 + length);
    at2 += Math.max(length, 1);
  }
  return text6;
}
function sequenceLength(bytes, at2) {
  const lead = bytes[at2];
  if (lead < 128) return 1;
  const length = lead < 194 || lead > 244 ? 0 : lead < 224 ? 2 : lead < 240 ? 3 : 4;
  if (length === 0 || at2 + length > bytes.length) return 0;
  return bytes.toString("utf8", at2, at2 + length).includes("\uFFFD") && !isReplacement(bytes, at2) ? 0 : length;
}
function isReplacement(bytes, at2) {
  return bytes[at2] === 239 && bytes[at2 + 1] === 191 && bytes[at2 + 2] === 189;
}

// src/yaml/nodes/characters.ts
function isBreak(code) {
  return code === 10 || code === 13 || code === 133 || code === 8232 || code === 8233;
}
function isBlank(code) {
  return code === 32 || code === 9;
}
function isBreakOrEnd(code) {
  return code === 10 || code === 0 || code >= 13 && isBreak(code);
}
function isBlankOrEnd(code) {
  return code === 32 || code === 10 || code === 9 || code === 0 || code >= 13 && isBreak(code);
}
function isWord2(code) {
  return code >= 97 && code <= 122 || code >= 65 && code <= 90 || code >= 48 && code <= 57 || code === 95 || code === 45;
}
function isHex(code) {
  return code >= 48 && code <= 57 || code >= 97 && code <= 102 || code >= 65 && code <= 70;
}
var CONTROL = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]/;

// src/yaml/nodes/marks.ts
var ALIAS = "*";
var KINDS = { scalar: 0, map: 1, seq: 2 };
function placeOf({ offset, kind, style }) {
  return offset * 4 + (kind === "map" && style === "flow" ? 3 : KINDS[kind]);
}
var documents = /* @__PURE__ */ new WeakMap();
function keepMarks(source, document) {
  documents.set(source, document);
  return document;
}
function marksOfSource(source) {
  return documents.get(source);
}

// src/yaml/nodes/numbers.ts
function formatNumber(value) {
  if (Number.isInteger(value) && value < 18446744073709552e3 && value > -9223372036854776e3) {
    return String(value === 0 ? 0 : value);
  }
  return formatFloat(value, String(Math.abs(value)));
}
function formatFloat64(value) {
  return formatFloat(value, String(Math.abs(value)));
}
function formatFloat32(value) {
  if (Number.isNaN(value)) return ".nan";
  if (!Number.isFinite(value)) return value > 0 ? ".inf" : "-.inf";
  const narrow = Math.fround(value);
  if (!Number.isFinite(narrow)) return narrow > 0 ? ".inf" : "-.inf";
  const magnitude = Math.abs(narrow);
  let digits2 = String(magnitude);
  for (let precision = 1; precision < 10; precision++) {
    const short = magnitude.toPrecision(precision);
    if (Math.fround(Number(short)) !== magnitude) continue;
    digits2 = String(Number(short));
    break;
  }
  return formatFloat(narrow, digits2);
}
function formatFloat(value, magnitude) {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (value === 0) return `${sign}0`;
  const [mantissa = "", power = "0"] = magnitude.split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const leading = (whole + fraction).match(/^0*/)?.[0].length ?? 0;
  const digits2 = (whole + fraction).slice(leading).replace(/0+$/, "");
  const exponent = whole.length - 1 - leading + Number(power);
  if (exponent < -4 || exponent >= 6) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    const tail = digits2.length > 1 ? `.${digits2.slice(1)}` : "";
    return `${sign}${digits2.charAt(0)}${tail}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits2}`;
  const padded = digits2.padEnd(exponent + 1, "0");
  const decimals = padded.slice(exponent + 1);
  return `${sign}${padded.slice(0, exponent + 1)}${decimals === "" ? "" : `.${decimals}`}`;
}

// src/yaml/nodes/plain-scalar-cache.ts
var MAX_LENGTH = 48;
var MAX_ENTRIES = 4096;
var PlainScalarCache = class {
  #known = /* @__PURE__ */ new Map();
  #resolve;
  constructor(resolve4) {
    this.#resolve = resolve4;
  }
  /** The text and its tag, from the cache if it is there. */
  get(text6) {
    if (text6.length > MAX_LENGTH) return { text: text6, tag: this.#resolve(text6) };
    const known = this.#known.get(text6);
    if (known !== void 0) return known;
    const made = { text: text6, tag: this.#resolve(text6) };
    if (this.#known.size >= MAX_ENTRIES) this.#known.clear();
    this.#known.set(text6, made);
    return made;
  }
};

// src/yaml/nodes/timestamps.ts
var PATTERN = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d+))?(Z|[+-]\d\d:\d\d))|(?: (\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d+))?))?$/;
function readTimestamp(text6) {
  if (text6.charCodeAt(4) !== 45) return void 0;
  const match = PATTERN.exec(text6);
  if (match === null) return void 0;
  const [, year = "", month = "", day = ""] = match;
  const hour = match[4] ?? match[9] ?? "0";
  const minute = match[5] ?? match[10] ?? "0";
  const second = match[6] ?? match[11] ?? "0";
  const zone = match[8] ?? "Z";
  if (Number(month) < 1 || Number(month) > 12) return void 0;
  if (Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month))) return void 0;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return void 0;
  if (zone !== "Z" && (Number(zone.slice(1, 3)) > 24 || Number(zone.slice(4)) > 60)) return void 0;
  const fraction = (match[7] ?? match[12] ?? "").slice(0, 9).replace(/0+$/, "");
  const clock = `${pad(hour)}:${pad(minute)}:${pad(second)}${fraction === "" ? "" : `.${fraction}`}`;
  return `${year}-${pad(month)}-${pad(day)}T${clock}${normalZone(zone)}`;
}
function hasJsonZone(instant) {
  return !/[+-]2[4-9]:\d\d$/.test(instant);
}
function normalZone(zone) {
  if (zone === "Z") return "Z";
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  if (minutes === 0) return "Z";
  return `${zone.charAt(0)}${pad(String(Math.floor(minutes / 60)))}:${pad(String(minutes % 60))}`;
}
function daysIn(year, month) {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}
function pad(digits2) {
  return digits2.padStart(2, "0");
}

// src/yaml/nodes/resolution.ts
var WORDS = new Map([
  ...["true", "True", "TRUE"].map((word2) => entry(word2, "!!bool", true)),
  ...["false", "False", "FALSE"].map((word2) => entry(word2, "!!bool", false)),
  ...["", "~", "null", "Null", "NULL"].map((word2) => entry(word2, "!!null", null)),
  ...[".nan", ".NaN", ".NAN"].map((word2) => entry(word2, "!!float", Number.NaN)),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map(
    (word2) => entry(word2, "!!float", Number.POSITIVE_INFINITY)
  ),
  ...["-.inf", "-.Inf", "-.INF"].map((word2) => entry(word2, "!!float", Number.NEGATIVE_INFINITY))
]);
var OLD_BOOLEANS = new Map([
  ...["y", "Y", "yes", "Yes", "YES", "on", "On", "ON"].map((word2) => entry(word2, "!!bool", true)),
  ...["n", "N", "no", "No", "NO", "off", "Off", "OFF"].map((word2) => entry(word2, "!!bool", false))
]);
function entry(word2, tag, value) {
  return [word2, { tag, value }];
}
function isTypedWord(text6) {
  return WORDS.has(text6) || OLD_BOOLEANS.has(text6);
}
var HINTS2 = new Uint8Array(128);
for (const char of "yYnNtTfFoO~") HINTS2[char.charCodeAt(0)] = 1;
HINTS2[46] = 2;
for (const char of "+-0123456789") HINTS2[char.charCodeAt(0)] = 3;
function isPlainlyString(text6) {
  const code = text6.charCodeAt(0);
  return code >= 128 || HINTS2[code] === 0;
}
function resolveTag(text6) {
  if (text6.length > 0 && isPlainlyString(text6)) return "!!str";
  return resolve(text6).tag;
}
function resolve(text6) {
  const word2 = WORDS.get(text6);
  if (word2 !== void 0) return word2;
  if (isPlainlyString(text6)) return { tag: "!!str", value: text6 };
  return resolveNumber(text6, true) ?? { tag: "!!str", value: text6 };
}
function resolve11(text6) {
  const word2 = WORDS.get(text6) ?? OLD_BOOLEANS.get(text6);
  if (word2 !== void 0) return word2;
  if (isPlainlyString(text6)) return { tag: "!!str", value: text6 };
  const resolved = resolveNumber(text6, false) ?? { tag: "!!str", value: text6 };
  return resolved.tag === "!!timestamp" ? { tag: "!!timestamp", value: text6 } : resolved;
}
var DECIMAL = /^[-+]?(?:0|[1-9][0-9]*)$/;
var PREFIXED = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+))$/;
var INNER_SIGN = /^0(?:b([-+][01]+)|o([-+][0-7]+))$/;
var FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
var DOTTED = /^\.[0-9][0-9_]*(?:[eE][-+]?[0-9][0-9_]*)?$/;
var LOOSE_UNDERSCORE = /_(?![0-9])/;
var NON_NUMERIC_LETTER = /[g-np-su-wyG-NP-SU-WY]/;
var MAX_DIGITS = 64;
var LEADING_ZEROS = /^0[xbo]?0*/;
var INT_MIN = -(2n ** 63n);
var UINT_MAX = 2n ** 64n - 1n;
function resolveNumber(text6, version12) {
  const hint = HINTS2[text6.charCodeAt(0)];
  if (hint === 2) {
    return DOTTED.test(text6) && !LOOSE_UNDERSCORE.test(text6) ? readFloat(withoutUnderscores(text6)) : void 0;
  }
  if (hint !== 3 || NON_NUMERIC_LETTER.test(text6)) return void 0;
  const time = readTimestamp(text6);
  if (time !== void 0) return { tag: "!!timestamp", value: time };
  const plain2 = withoutUnderscores(text6);
  if (DECIMAL.test(plain2)) return readInt(plain2, plain2) ?? readFloat(plain2);
  const prefixed = PREFIXED.exec(plain2);
  if (prefixed !== null) {
    const [, sign = "", hex, binary, octal] = prefixed;
    const digits3 = hex !== void 0 ? `0x${hex}` : binary !== void 0 ? `0b${binary}` : `0o${octal}`;
    const int3 = readInt(sign + digits3, plain2);
    if (int3 !== void 0) return int3;
  }
  if (FLOAT.test(plain2)) return readFloat(plain2);
  const inner = INNER_SIGN.exec(plain2);
  if (inner === null || inner[2] !== void 0 && !version12) return void 0;
  const digits2 = inner[1] ?? inner[2] ?? "";
  return readInt(`${digits2.charAt(0)}0${inner[1] === void 0 ? "o" : "b"}${digits2.slice(1)}`, plain2);
}
var FOREIGN = /[^-+._0-9a-fxoA-FXO]/;
function withoutUnderscores(text6) {
  if (!text6.includes("_") || FOREIGN.test(text6)) return text6;
  const bytes = Buffer.from(text6, "latin1");
  let length = 0;
  for (const byte of bytes) if (byte !== UNDERSCORE) bytes[length++] = byte;
  return bytes.toString("latin1", 0, length);
}
var UNDERSCORE = 95;
function readInt(literal, written2) {
  const negative = literal.charCodeAt(0) === 45;
  const signed = negative || literal.charCodeAt(0) === 43;
  const digits2 = signed ? literal.slice(1) : literal;
  if (digits2.length <= 13) return { tag: "!!int", value: negative ? -Number(digits2) || 0 : Number(digits2) };
  if (digits2.replace(LEADING_ZEROS, "").length > MAX_DIGITS) return void 0;
  const magnitude = BigInt(digits2);
  const value = negative ? -magnitude : magnitude;
  const limit = written2.charCodeAt(0) === 43 ? -INT_MIN - 1n : UINT_MAX;
  if (value < INT_MIN || value > limit) return void 0;
  const small = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
  return { tag: "!!int", value: small ? Number(value) : value };
}
function readFloat(text6) {
  const value = Number(text6);
  return Number.isFinite(value) ? { tag: "!!float", value } : void 0;
}
function resolveTag11(text6) {
  if (text6.length > 0 && isPlainlyString(text6)) return "!!str";
  return resolve11(text6).tag;
}

// src/yaml/nodes/shown-key.ts
function shownKey(key, mark = '"') {
  return isHarmless(key) || isNameLike(key) ? `key ${mark}${key}${mark}` : "key (withheld, because it may be a value)";
}

// src/yaml/nodes/styles.ts
function forgetStyles(node) {
  if (node.kind === "scalar") {
    if (node.style === "folded" || node.style === "literal") node.style = "double";
    return;
  }
  node.style = "";
  const children = node.kind === "seq" ? node.items : node.entries.map(({ value }) => value);
  for (const child of children) forgetStyles(child);
}

// src/yaml/nodes/tagged.ts
var CHECKED = /* @__PURE__ */ new Set(["!!bool", "!!int", "!!float", "!!null", "!!timestamp"]);
var INT64_MAX = 2n ** 63n - 1n;
function isChecked(tag) {
  return CHECKED.has(tag);
}
function resolveTagged(node, resolve4) {
  if (!isChecked(node.tag)) return node.value;
  const resolved = resolve4(node.value);
  if (resolved.tag === node.tag) return resolved.value;
  if (node.tag === "!!float" && resolved.tag === "!!int" && resolved.value <= INT64_MAX)
    return Number(resolved.value);
  throw failureAt(
    node,
    "not-representable",
    `cannot decode ${isHarmless(node.value) ? `${resolved.tag} \`${node.value}\`` : `a value of ${resolved.tag}`} as a ${node.tag}`,
    "Quote the value in the file that first sets this field, or write a value of that type."
  );
}
var EXCLAMATION = 33;
var AMPERSAND = 38;
var STATED = /(?:&\S+\s+)?![^\s,\]}]/y;
function isTagged({ source, offset }) {
  if (source === void 0) return false;
  const first2 = source.text.charCodeAt(offset);
  if (first2 !== EXCLAMATION && first2 !== AMPERSAND) return false;
  STATED.lastIndex = offset;
  return STATED.test(source.text);
}
var STYLED = /(?:[!&]\S*\s+)+(["'|>])/y;
var STYLES = { '"': "double", "'": "single", "|": "literal", ">": "folded" };
function writtenStyle(node) {
  if (node.style !== "" || node.source === void 0 || !isTagged(node)) return node.style;
  STYLED.lastIndex = node.offset;
  return STYLES[STYLED.exec(node.source.text)?.[1] ?? ""] ?? "";
}

// src/yaml/reading/cursor.ts
var LINE_BYTES2 = 96;
var Cursor = class {
  /** The text and one NUL that marks its end. */
  text;
  position = 0;
  /** Offset of the first character of the current line. */
  lineStart = 0;
  /** True if the text has line breaks other than LF, so that searching for LF is not enough. */
  hasOtherBreaks;
  constructor(text6) {
    this.text = [text6, "\0"].join("");
    this.hasOtherBreaks = /[\r\x85\u2028\u2029]/.test(text6);
  }
  get column() {
    return this.position - this.lineStart;
  }
  /** The offset of the break that ends the line of `from`, or the end of the text. */
  lineEnd(from) {
    if (!this.hasOtherBreaks) {
      const end = this.text.indexOf("\n", from);
      return end < 0 ? this.text.length - 1 : end;
    }
    let at2 = from;
    while (at2 < this.text.length - 1 && !isBreak(this.text.charCodeAt(at2))) at2++;
    return at2;
  }
  /** Steps over one line break and returns it as it appears in a value: LS and PS unchanged, any other as LF. */
  takeBreak() {
    charge(LINE_BYTES2);
    const code = this.text.charCodeAt(this.position);
    this.position++;
    if (code === 13 && this.text.charCodeAt(this.position) === 10) this.position++;
    this.lineStart = this.position;
    if (code === 8232) return "\u2028";
    return code === 8233 ? "\u2029" : "\n";
  }
  /** Tells whether the cursor is at a `---` or `...` at the start of a line. */
  atDocumentIndicator() {
    const at2 = this.position;
    if (at2 !== this.lineStart) return false;
    const code = this.text.charCodeAt(at2);
    if (code !== 45 && code !== 46) return false;
    if (this.text.charCodeAt(at2 + 1) !== code || this.text.charCodeAt(at2 + 2) !== code) return false;
    const after = this.text.charCodeAt(at2 + 3);
    return after === 32 || after === 9 || after === 0 || isBreak(after);
  }
};
function fold(first2, others) {
  if (first2 !== "\n") return first2 + others;
  return others === "" ? " " : others;
}

// src/yaml/reading/scalars.ts
var TABS = "Indent with spaces; YAML does not allow tabs for it.";
var plain = { value: "", endLine: 0, broken: false };
function readPlain(cursor, indent, inFlow) {
  const { text: text6 } = cursor;
  const start = cursor.position;
  let position = start;
  let head = "";
  let lineBegin = start;
  let end = start;
  let endLine2 = cursor.lineStart;
  let first2 = "";
  let others = "";
  let broken = false;
  let code = text6.charCodeAt(position);
  while (true) {
    if (position === cursor.lineStart) {
      cursor.position = position;
      if (cursor.atDocumentIndicator()) break;
    }
    if (code === 35) break;
    const begin = position;
    while (!isBlankOrEnd(code)) {
      if (code === 58 && isBlankOrEnd(text6.charCodeAt(position + 1))) break;
      if (inFlow && endsPlainInFlow(code)) break;
      code = text6.charCodeAt(++position);
    }
    if (position > begin) {
      if (broken) {
        head += text6.slice(lineBegin, end) + fold(first2, others);
        lineBegin = begin;
        broken = false;
        others = "";
      }
      end = position;
      endLine2 = cursor.lineStart;
    }
    if (!isBlank(code) && !isBreak(code)) break;
    while (true) {
      if (isBlank(code)) {
        if (broken && code === 9 && position - cursor.lineStart < indent) {
          throw new Fault(position, "found a tab character that violates indentation", TABS);
        }
        position++;
      } else if (isBreak(code)) {
        cursor.position = position;
        const taken = cursor.takeBreak();
        position = cursor.position;
        if (broken) others += taken;
        else first2 = taken;
        broken = true;
      } else break;
      code = text6.charCodeAt(position);
    }
    if (!inFlow && position - cursor.lineStart < indent) break;
  }
  cursor.position = position;
  const tail = text6.slice(lineBegin, end);
  plain.value = head === "" ? tail : head + tail;
  plain.endLine = endLine2;
  plain.broken = broken;
  return plain;
}
function endsPlainInFlow(code) {
  return code === 44 || code === 63 || code === 91 || code === 93 || code === 123 || code === 125;
}
function readQuoted(cursor, single) {
  const { text: text6 } = cursor;
  const quote2 = single ? 39 : 34;
  const start = cursor.position;
  const close = cursor.hasOtherBreaks ? -1 : closingQuote(text6, start, quote2);
  if (close > 0) {
    cursor.position = close + 1;
    return text6.slice(start + 1, close);
  }
  cursor.position++;
  const value = new GrowingText("");
  while (true) {
    if (cursor.atDocumentIndicator()) {
      throw new Fault(
        start,
        "found a document separator inside a quoted text",
        "Close the quotes, or indent the line."
      );
    }
    let position = cursor.position;
    let begin = position;
    let code = text6.charCodeAt(position);
    let broken = false;
    while (!isBlankOrEnd(code)) {
      if (code === quote2) {
        if (!single || text6.charCodeAt(position + 1) !== 39) break;
        value.add(text6.slice(begin, position + 1));
        position += 2;
        begin = position;
      } else if (code === 92 && !single) {
        value.add(text6.slice(begin, position));
        if (isBreak(text6.charCodeAt(position + 1))) {
          cursor.position = position + 1;
          cursor.takeBreak();
          position = begin = cursor.position;
          broken = true;
          break;
        }
        value.add(unescape(text6, position));
        position += escapeLength(text6.charCodeAt(position + 1));
        begin = position;
      } else position++;
      code = text6.charCodeAt(position);
    }
    value.add(text6.slice(begin, position));
    code = text6.charCodeAt(position);
    if (code === quote2) {
      cursor.position = position + 1;
      return value.text;
    }
    if (code === 0) {
      throw new Fault(start, "found unexpected end of stream in a quoted text", "Add the closing quote.");
    }
    cursor.position = position;
    value.add(readGap(cursor, broken));
  }
}
function closingQuote(text6, start, quote2) {
  let at2 = start + 1;
  let code = text6.charCodeAt(at2);
  while (code !== quote2 && code !== 10 && code !== 92 && code !== 0) code = text6.charCodeAt(++at2);
  return code === quote2 && (quote2 === 34 || text6.charCodeAt(at2 + 1) !== quote2) ? at2 : -1;
}
function readGap(cursor, escapedBreak) {
  const { text: text6 } = cursor;
  const begin = cursor.position;
  let broken = escapedBreak;
  let first2 = "";
  let others = "";
  let code = text6.charCodeAt(begin);
  while (true) {
    if (isBlank(code)) cursor.position++;
    else if (isBreak(code)) {
      const taken = cursor.takeBreak();
      if (broken) others += taken;
      else first2 = taken;
      broken = true;
    } else break;
    code = text6.charCodeAt(cursor.position);
  }
  if (!broken) return text6.slice(begin, cursor.position);
  return first2 === "" ? others : fold(first2, others);
}
var ESCAPES = {
  48: "\0",
  97: "\x07",
  98: "\b",
  116: "	",
  9: "	",
  110: "\n",
  118: "\v",
  102: "\f",
  114: "\r",
  101: "\x1B",
  32: " ",
  34: '"',
  39: "'",
  92: "\\",
  78: "\x85",
  95: "\xA0",
  76: "\u2028",
  80: "\u2029"
};
function hexDigits(code) {
  if (code === 120) return 2;
  if (code === 117) return 4;
  return code === 85 ? 8 : 0;
}
function escapeLength(code) {
  return 2 + hexDigits(code);
}
function unescape(text6, position) {
  const code = text6.charCodeAt(position + 1);
  const simple = ESCAPES[code];
  if (simple !== void 0) return simple;
  const digits2 = hexDigits(code);
  if (digits2 === 0) {
    throw new Fault(
      position,
      "found unknown escape character in a double-quoted text",
      code === 47 ? "YAML as kustomize reads it has no `\\/`; write `/`." : "Use single quotes, or double the backslash."
    );
  }
  const hex = text6.slice(position + 2, position + 2 + digits2);
  for (let at2 = 0; at2 < digits2; at2++) {
    if (!isHex(hex.charCodeAt(at2))) throw new Fault(position, `did not find expected ${digits2} hexadecimal digits`);
  }
  const point = Number.parseInt(hex, 16);
  if (point > 1114111 || point >= 55296 && point <= 57343) {
    throw new Fault(
      position,
      "found invalid Unicode character escape code",
      "Write the character itself, or one \\U with eight digits. Surrogate pairs are not supported."
    );
  }
  return String.fromCodePoint(point);
}

// src/yaml/reading/block-scalars.ts
function readBlock(cursor, parentIndent, onComment) {
  const literal = cursor.text.charCodeAt(cursor.position) === 124;
  const { text: text6 } = cursor;
  const header = readHeader(cursor, onComment);
  block.indent = header.increment === 0 ? 0 : Math.max(parentIndent, 0) + header.increment;
  skipEmptyLines(cursor, parentIndent);
  const { indent } = block;
  let value = "";
  let lineBreak = "";
  let afterBlank = false;
  let begin = cursor.position;
  let end = begin;
  while (cursor.position - cursor.lineStart === indent && text6.charCodeAt(cursor.position) !== 0) {
    const blank = isBlank(text6.charCodeAt(cursor.position));
    if (lineBreak === "") value = block.empty;
    else {
      const folds = !literal && !afterBlank && !blank && lineBreak === "\n";
      if (folds) value += text6.slice(begin, end) + (block.empty || " ");
      else if (lineBreak === "\n" && text6.charCodeAt(end) === 10) value += text6.slice(begin, end + 1) + block.empty;
      else value += text6.slice(begin, end) + lineBreak + block.empty;
    }
    begin = cursor.position;
    end = cursor.lineEnd(begin);
    afterBlank = blank;
    cursor.position = end;
    lineBreak = text6.charCodeAt(end) === 0 ? "" : cursor.takeBreak();
    skipEmptyLines(cursor, parentIndent);
  }
  value += text6.slice(begin, end);
  if (header.chomping >= 0) value += lineBreak;
  return header.chomping > 0 ? value + block.empty : value;
}
var block = { indent: 0, empty: "" };
function skipEmptyLines(cursor, parentIndent) {
  const { text: text6 } = cursor;
  const { indent } = block;
  let { position } = cursor;
  let deepest = 0;
  let empty = "";
  while (true) {
    const limit = indent === 0 ? text6.length : cursor.lineStart + indent;
    let code = text6.charCodeAt(position);
    while (code === 32 && position < limit) code = text6.charCodeAt(++position);
    const column = position - cursor.lineStart;
    if (column > deepest) deepest = column;
    if (code === 9 && position < limit) {
      throw new Fault(position, "found a tab character where an indentation space is expected", TABS);
    }
    cursor.position = position;
    if (!isBreak(code)) break;
    empty += cursor.takeBreak();
    position = cursor.position;
  }
  block.empty = empty;
  if (indent === 0) block.indent = Math.max(deepest, parentIndent + 1, 1);
}
function readHeader(cursor, onComment) {
  const { text: text6 } = cursor;
  const start = cursor.position;
  let chomping = 0;
  let increment = 0;
  let seen = 0;
  cursor.position++;
  for (let part = 0; part < 2; part++) {
    const code = text6.charCodeAt(cursor.position);
    if ((code === 43 || code === 45) && seen !== 1) {
      chomping = code === 43 ? 1 : -1;
      seen = 1;
    } else if (code >= 48 && code <= 57 && seen !== 2) {
      if (code === 48) throw new Fault(start, "found an indentation indicator equal to 0 in a block scalar");
      increment = code - 48;
      seen = 2;
    } else break;
    cursor.position++;
  }
  while (isBlank(text6.charCodeAt(cursor.position))) cursor.position++;
  if (text6.charCodeAt(cursor.position) === 35) {
    const end = cursor.lineEnd(cursor.position);
    onComment(text6.slice(cursor.position, end));
    cursor.position = end;
  }
  if (!isBreakOrEnd(text6.charCodeAt(cursor.position))) {
    throw new Fault(
      cursor.position,
      "did not find expected comment or line break after `|` or `>`",
      "Begin the text on the next line, indented, or quote it."
    );
  }
  if (isBreak(text6.charCodeAt(cursor.position))) cursor.takeBreak();
  return { chomping, increment };
}

// src/yaml/reading/simple-key.ts
var MAX_KEY_LENGTH = 1024;
var SimpleKey = class {
  /** Index of the token, -1 if there is none. */
  token = -1;
  position = 0;
  lineStart = 0;
  /** True if the token has to be a key, because it is at the column of the enclosing block map. */
  #required = false;
  /** Makes the token that is about to be read the candidate. `required` says that it has to be a key. */
  save(token, cursor, required) {
    this.drop();
    this.token = token;
    this.position = cursor.position;
    this.lineStart = cursor.lineStart;
    this.#required = required;
  }
  /** Drops the candidate. Throws a {@link Fault} if it has to be a key. */
  drop() {
    if (this.token >= 0 && this.#required) {
      throw new Fault(
        this.position,
        "could not find expected ':'",
        "Write `key: value`, or indent the line to make it part of the line above."
      );
    }
    this.token = -1;
  }
  /** Tells whether a `:` at the cursor makes the candidate a key. */
  isLive(cursor) {
    if (this.token < 0) return false;
    if (this.lineStart === cursor.lineStart && this.position + MAX_KEY_LENGTH >= cursor.position) return true;
    this.drop();
    return false;
  }
};

// src/yaml/reading/tokens.ts
var END = 0;
var VERSION_DIRECTIVE = 1;
var TAG_DIRECTIVE = 2;
var DOCUMENT_START = 3;
var DOCUMENT_END = 4;
var BLOCK_SEQ_START = 5;
var BLOCK_MAP_START = 6;
var BLOCK_END = 7;
var FLOW_SEQ_START = 8;
var FLOW_SEQ_END = 9;
var FLOW_MAP_START = 10;
var FLOW_MAP_END = 11;
var BLOCK_ENTRY = 12;
var FLOW_ENTRY = 13;
var KEY = 14;
var VALUE = 15;
var ALIAS2 = 16;
var ANCHOR = 17;
var TAG = 18;
var SCALAR = 19;
var SINGLE_QUOTED = 20;
var DOUBLE_QUOTED = 21;
var LITERAL = 22;
var FOLDED = 23;
var BROKEN = 24;
var SCALAR_STYLES = ["", "single", "double", "literal", "folded"];
var TOKEN_BYTES = 48;
var Tokens = class {
  types = [];
  /** The offset of each token in the scanned text. */
  starts = [];
  /** The texts of scalars, the names of anchors and aliases, tags as `handle suffix`. */
  values = [];
  /** Line comments by the index of the token before them; undefined if there are none. */
  comments = void 0;
  get length() {
    return this.types.length;
  }
  push(type, start, value = "") {
    this.types.push(type);
    this.starts.push(start);
    this.values.push(value);
    charge(TOKEN_BYTES);
  }
  /** Inserts a token before the one at `index`. Only keys need this, so the tokens of at most one line move. */
  insert(index, type, start) {
    this.types.push(0);
    this.starts.push(0);
    this.values.push("");
    for (let at2 = this.types.length - 1; at2 > index; at2--) {
      this.types[at2] = this.types[at2 - 1];
      this.starts[at2] = this.starts[at2 - 1];
      this.values[at2] = this.values[at2 - 1];
    }
    this.types[index] = type;
    this.starts[index] = start;
    this.values[index] = "";
  }
  /** Attaches a line comment to the last token, unless it has one. */
  comment(text6) {
    const last = this.types.length - 1;
    if (last < 0) return;
    this.comments ??= /* @__PURE__ */ new Map();
    if (!this.comments.has(last)) this.comments.set(last, text6);
  }
};

// src/yaml/reading/nesting.ts
var MAX_DEPTH = 1e3;
var Nesting = class {
  tokens = new Tokens();
  cursor;
  /** The columns of the block collections around the innermost one. */
  indents = [];
  /** The column of the innermost block collection, -1 at the top level. */
  indent;
  /** The key candidates of the collections around the innermost flow collection. */
  outerKeys = [];
  key = new SimpleKey();
  keyAllowed = true;
  flowLevel = 0;
  /** `indent` is the column of the enclosing block collection, if the text is part of another one. */
  constructor(cursor, indent) {
    this.cursor = cursor;
    this.indent = indent;
  }
  /** True if the cursor is inside brackets. */
  get isInFlow() {
    return this.flowLevel > 0;
  }
  openFlow(type) {
    this.saveKey();
    this.outerKeys.push(this.key);
    this.key = new SimpleKey();
    this.flowLevel++;
    if (this.flowLevel > MAX_DEPTH) throw new Fault(this.cursor.position, `nested deeper than ${MAX_DEPTH} levels`);
    this.keyAllowed = true;
    this.tokens.push(type, this.cursor.position++);
    return true;
  }
  closeFlow(type) {
    this.key.drop();
    if (this.flowLevel > 0) {
      this.flowLevel--;
      this.key = this.outerKeys.pop() ?? new SimpleKey();
    }
    this.keyAllowed = false;
    this.tokens.push(type, this.cursor.position++);
    return true;
  }
  /** Opens a block collection at `column`, unless one is open there. Its token is inserted at `index`. */
  openBlock(column, index, type, position) {
    if (this.indent >= column) return;
    this.indents.push(this.indent);
    this.indent = column;
    if (this.indents.length > MAX_DEPTH) throw new Fault(position, `nested deeper than ${MAX_DEPTH} levels`);
    if (index === this.tokens.length) this.tokens.push(type, position);
    else this.tokens.insert(index, type, position);
  }
  /** Closes the block collections that are deeper than `column`. */
  closeBlocks(column) {
    while (this.indent > column) {
      this.tokens.push(BLOCK_END, this.cursor.position);
      this.indent = this.indents.pop() ?? -1;
    }
  }
  /** Makes the next token the candidate for a key, if a key may begin at the cursor. */
  saveKey() {
    if (!this.keyAllowed) return;
    this.key.save(this.tokens.length, this.cursor, this.flowLevel === 0 && this.indent === this.cursor.column);
  }
};

// src/yaml/reading/block-tree.ts
var NONE = [];
var BlockTree = class {
  source;
  dialect;
  /** The open collections, outermost first, and the column of each. */
  nodes = [];
  columns = [];
  /**
   * The children of all open collections, and the index at which those of each begin. A collection gets its children as
   * one slice: an array that grows by push() takes more room.
   */
  #children = [];
  #starts = [];
  #count = 0;
  root = void 0;
  /** True if the last key or dash still needs a value. */
  awaitsValue = true;
  /** The offset of the null that stands for a missing value. */
  emptyAt = 0;
  /** The key that needs a value, in a map. */
  key = void 0;
  /** The plain scalar at the end of the last line. The next line may continue it. */
  last = void 0;
  constructor(source, dialect6) {
    this.source = source;
    this.dialect = dialect6;
  }
  /** Prepares for the next document. */
  reset() {
    this.nodes.length = this.columns.length = this.#starts.length = this.#count = 0;
    this.root = this.key = this.last = void 0;
    this.awaitsValue = true;
  }
  /** The column of the innermost open collection, -1 if none is open. */
  get indent() {
    return this.columns[this.columns.length - 1] ?? -1;
  }
  scalar(value, tag, style, position) {
    const node = scalar(value, tag, style);
    node.source = this.source;
    node.offset = position;
    return node;
  }
  /** Adds a node to the innermost open collection, or makes it the root. */
  attach(node) {
    const parent = this.nodes[this.nodes.length - 1];
    if (parent === void 0) this.root = node;
    else this.#children[this.#count++] = parent.kind === "seq" ? node : { key: this.key, value: node };
    this.awaitsValue = false;
    this.last = void 0;
  }
  /** Opens a collection at `column`. False if that is nested too deeply. */
  open(node, position, column) {
    if (this.nodes.length >= MAX_DEPTH) return false;
    node.source = this.source;
    node.offset = position;
    this.attach(node);
    this.nodes.push(node);
    this.columns.push(column);
    this.#starts.push(this.#count);
    return true;
  }
  /** Completes the collections that are deeper than `column`. A missing value becomes null. */
  close(column) {
    if (this.awaitsValue) this.attach(this.scalar("", "!!null", "", this.emptyAt));
    while (this.indent > column) this.pop();
  }
  /** Completes the innermost open collection. */
  pop() {
    const node = this.nodes.pop();
    const start = this.#starts.pop();
    this.columns.pop();
    const children = this.#children.slice(start, this.#count);
    this.#count = start;
    if (node?.kind === "seq") node.items = children;
    else if (node !== void 0) {
      node.entries = children;
      this.dialect.finish?.(node);
    }
  }
};

// src/yaml/reading/tags.ts
var LONG_PREFIX = "tag:yaml.org,2002:";
function readAnchor(cursor) {
  const { text: text6 } = cursor;
  const start = cursor.position;
  let end = start + 1;
  while (isWord2(text6.charCodeAt(end))) end++;
  if (end === start + 1 || !(isBlankOrEnd(text6.charCodeAt(end)) || "?:,]}%@`".includes(text6.charAt(end)))) {
    const mark = text6.charAt(start);
    throw new Fault(
      start,
      `did not find expected alphabetic or numeric character after \`${mark}\``,
      `Quote a text that begins with \`${mark}\`.`
    );
  }
  cursor.position = end;
  return text6.slice(start + 1, end);
}
function readTag(cursor) {
  const { text: text6 } = cursor;
  const start = cursor.position;
  let handle = "";
  let suffix = "";
  if (text6.charCodeAt(start + 1) === 60) {
    cursor.position += 2;
    suffix = readUri(cursor, "", start);
    if (text6.charCodeAt(cursor.position) !== 62) throw new Fault(start, "did not find the expected '>' of a tag");
    cursor.position++;
  } else {
    handle = readHandle(cursor, start);
    if (handle.length > 1 && handle.endsWith("!")) suffix = readUri(cursor, "", start);
    else {
      suffix = readUri(cursor, handle, start);
      handle = "!";
      if (suffix === "") [handle, suffix] = ["", "!"];
    }
  }
  if (!isBlankOrEnd(text6.charCodeAt(cursor.position))) {
    throw new Fault(
      start,
      "did not find expected whitespace or line break after a tag",
      "Quote a text that begins with `!`."
    );
  }
  return `${handle} ${suffix}`;
}
function readHandle(cursor, start) {
  const { text: text6 } = cursor;
  const begin = cursor.position;
  if (text6.charCodeAt(begin) !== 33) throw new Fault(start, "did not find expected '!'");
  let end = begin + 1;
  while (isWord2(text6.charCodeAt(end))) end++;
  if (text6.charCodeAt(end) === 33) end++;
  cursor.position = end;
  return text6.slice(begin, end);
}
var URI_MARKS = ";/?:@&=+$,.!~*'()[]";
function readUri(cursor, head, start) {
  const { text: text6 } = cursor;
  const uri = new GrowingText(head.slice(1));
  const begin = cursor.position;
  let from = begin;
  while (true) {
    const code = text6.charCodeAt(cursor.position);
    if (isWord2(code) || code !== 0 && URI_MARKS.includes(String.fromCharCode(code))) cursor.position++;
    else if (code === 37) {
      uri.add(text6.slice(from, cursor.position) + readEscapes(cursor, start));
      from = cursor.position;
    } else break;
  }
  if (head === "" && cursor.position === begin) throw new Fault(start, "did not find expected tag URI");
  return uri.text + text6.slice(from, cursor.position);
}
function readEscapes(cursor, start) {
  const { text: text6 } = cursor;
  const begin = cursor.position;
  while (text6.charCodeAt(cursor.position) === 37) {
    if (!isHex(text6.charCodeAt(cursor.position + 1)) || !isHex(text6.charCodeAt(cursor.position + 2))) {
      throw new Fault(start, "did not find URI escaped octet in a tag");
    }
    cursor.position += 3;
  }
  try {
    return decodeURIComponent(text6.slice(begin, cursor.position));
  } catch {
    throw new Fault(start, "found an incorrect UTF-8 octet in a tag");
  }
}
function expandTag(written2, handles) {
  const gap = written2.indexOf(" ");
  const handle = written2.slice(0, gap);
  const suffix = written2.slice(gap + 1);
  if (handle === "") return shortTag(suffix);
  const prefix = handles.get(handle);
  return prefix === void 0 ? void 0 : shortTag(prefix + suffix);
}
function shortTag(tag) {
  return tag.startsWith(LONG_PREFIX) ? `!!${tag.slice(LONG_PREFIX.length)}` : tag;
}
var DEFAULT_HANDLES = /* @__PURE__ */ new Map([
  ["!", "!"],
  ["!!", LONG_PREFIX]
]);

// src/yaml/reading/token-reader.ts
var TokenReader = class {
  #tokens;
  /** The fault that ended the scan. It is thrown when the reader reaches its token. */
  #fault;
  annotator;
  /** The index of the current token. */
  at = 0;
  /** The prefixes of tags by their handles. */
  handles = DEFAULT_HANDLES;
  constructor(tokens, fault, annotator) {
    this.#tokens = tokens;
    this.#fault = fault;
    this.annotator = annotator;
  }
  /** The type of the current token. */
  type() {
    this.annotator?.reach(this.at);
    const type = this.#tokens.types[this.at];
    if (type === BROKEN) throw this.#fault;
    return type;
  }
  /** The offset of the current token in the text. */
  start() {
    return this.#tokens.starts[this.at];
  }
  /** The text of the current token. */
  text() {
    return this.#tokens.values[this.at];
  }
  /** The comment after the current token. */
  comment() {
    return this.#tokens.comments?.get(this.at);
  }
  /** Gives the comment after the current token to a node. */
  takeComment(node) {
    node.comment = this.comment() ?? node.comment;
  }
  /** An error at the current token. */
  error(problem, hint) {
    if (this.#fault?.offset === this.start()) return this.#fault;
    return new Fault(this.start(), problem, hint);
  }
  /** Reads directives and `---`. True if there was a `---`. */
  prologue() {
    if (this.type() >= BLOCK_SEQ_START) return false;
    let version = false;
    const handles = /* @__PURE__ */ new Map();
    while (this.type() === VERSION_DIRECTIVE || this.type() === TAG_DIRECTIVE) {
      const value = this.text();
      if (this.type() === VERSION_DIRECTIVE) {
        if (version) throw this.error("found duplicate %YAML directive");
        if (value !== "1.1") throw this.error("found incompatible YAML document", "Remove the `%YAML` line.");
        version = true;
      } else {
        const gap = value.indexOf(" ");
        if (handles.has(value.slice(0, gap))) throw this.error("found duplicate %TAG directive");
        handles.set(value.slice(0, gap), value.slice(gap + 1));
      }
      this.at++;
    }
    const directives = this.at > 0;
    if (handles.size > 0) this.handles = new Map([...this.handles, ...handles]);
    if (this.type() !== DOCUMENT_START) {
      if (directives) {
        throw this.error(
          "did not find expected document start `---`",
          "Remove the `%` line. In resource files, the `---` after it begins another document."
        );
      }
      return false;
    }
    this.at++;
    return true;
  }
  /**
   * Throws a fault that is at most `ahead` tokens after the document. Like kustomize, ignores what else follows, unless `ahead`
   * is infinite: then only a further document that is empty may.
   */
  epilogue(ahead) {
    const { types, starts, length } = this.#tokens;
    for (let at2 = this.at; at2 <= this.at + ahead && at2 < length; at2++) {
      const type = types[at2];
      if (type === BROKEN) throw this.#fault;
      if (ahead === Number.POSITIVE_INFINITY && type !== DOCUMENT_END && type !== DOCUMENT_START && type !== END)
        throw new Fault(
          starts[at2],
          "there is text after the end of the document",
          "Remove it, or the `...` or the bracket that ends the document."
        );
    }
  }
};

// src/yaml/reading/aliases.ts
var SHRINKS_FROM = 4e5;
var SHRINKS_TO = 4e6;
var Aliases = class {
  /** The anchored nodes by the offsets of the aliases that were kept. */
  targets = /* @__PURE__ */ new Map();
  #anchors = /* @__PURE__ */ new Map();
  /** Anchored collections that are still being read. */
  #unfinished = /* @__PURE__ */ new Set();
  #written;
  #rule;
  #copied = 0;
  /** `tokens` is the number of tokens of the document. */
  constructor(tokens, rule) {
    this.#written = tokens / 2;
    this.#rule = rule;
  }
  /** Records that `node` has an anchor. */
  define(anchor, node) {
    this.#anchors.set(anchor, node);
    if (node.kind !== "scalar") this.#unfinished.add(node);
  }
  /** Call this when a collection is complete. */
  close(node) {
    if (this.#unfinished.size > 0) this.#unfinished.delete(node);
  }
  /** The node with this anchor. Throws a {@link Fault} if there is none. */
  check(anchor, offset) {
    const node = this.#anchors.get(anchor);
    if (node !== void 0) return node;
    throw new Fault(
      offset,
      "unknown anchor referenced",
      "Define the anchor in the same document, or quote a text that begins with `*`."
    );
  }
  /** A copy of the node with this anchor. `depth` is the nesting depth of the alias. Throws a {@link Fault}. */
  expand(anchor, offset, depth) {
    if (this.#rule === "refused") {
      throw new Fault(offset, "this document must not contain aliases", "Write out what the alias stands for.");
    }
    const node = this.#complete(anchor, offset);
    this.#measure(node, depth, offset);
    const total = this.#written + this.#copied;
    if (this.#rule === "limited" && this.#copied > 100 && total > 1e3 && this.#copied / total > allowedShare(total)) {
      throw new Fault(
        offset,
        "document contains excessive aliasing",
        "Write out the repeated parts, or split the file."
      );
    }
    return clone(node);
  }
  /** Records which node an alias that stays in the tree stands for. Throws a {@link Fault}. */
  keep(alias, anchor, offset) {
    this.targets.set(alias.offset, this.#complete(anchor, offset));
  }
  /** The node with this anchor. Throws a {@link Fault} within that node. */
  #complete(anchor, offset) {
    const node = this.check(anchor, offset);
    if (!this.#unfinished.has(node)) return node;
    throw new Fault(
      offset,
      `${isHarmless(anchor) ? `anchor '${anchor}' value` : "the value of an anchor"} contains itself`,
      "Remove the alias."
    );
  }
  /** Adds up the nodes of a tree that is copied to `depth`. */
  #measure(node, depth, offset) {
    if (depth > MAX_DEPTH) throw new Fault(offset, `nested deeper than ${MAX_DEPTH} levels`);
    this.#copied++;
    if (node.kind === "seq") for (const item of node.items) this.#measure(item, depth + 1, offset);
    else if (node.kind === "map") {
      for (const { key, value } of node.entries) {
        this.#measure(key, depth + 1, offset);
        this.#measure(value, depth + 1, offset);
      }
    }
  }
};
function allowedShare(total) {
  if (total <= SHRINKS_FROM) return 0.99;
  if (total >= SHRINKS_TO) return 0.1;
  return 0.99 - 0.89 * (total - SHRINKS_FROM) / (SHRINKS_TO - SHRINKS_FROM);
}

// src/yaml/reading/tree-builder.ts
var BLOCK_SEQ = 0;
var INDENTLESS_SEQ = 1;
var BLOCK_MAP = 2;
var FLOW_SEQ = 3;
var FLOW_MAP = 4;
var FLOW_PAIR = 5;
var TreeBuilder = class {
  stack = [];
  aliases;
  root;
  /** True if one of the keys is `<<`. */
  merges = false;
  #source;
  #base;
  #dialect;
  constructor(source, base, dialect6, tokens) {
    this.#source = source;
    this.#base = base;
    this.#dialect = dialect6;
    this.aliases = new Aliases(tokens, dialect6.aliases);
  }
  get frame() {
    return this.stack[this.stack.length - 1];
  }
  /** Sets the place of a node. `start` is an offset into the text being read. */
  place(node, start) {
    node.source = this.#source;
    node.offset = this.#base + start;
    return node;
  }
  /** The offset of a node in the text being read. */
  startOf(node) {
    return node.offset - this.#base;
  }
  /** Makes a null for a value that is left out. */
  empty(start) {
    return this.place(scalar("", "!!null"), start);
  }
  /** Adds a node to the innermost open collection: as an item, a key, or the value of the last key. */
  attach(node) {
    const { frame } = this;
    if (frame === void 0) {
      this.root = node;
    } else if (frame.node.kind === "seq") {
      frame.node.items.push(node);
    } else if (frame.key === void 0) {
      frame.key = node;
      if (node.kind === "scalar" && node.value === "<<") this.merges = true;
    } else {
      frame.node.entries.push({ key: frame.key, value: node });
      frame.key = void 0;
    }
  }
  /** Opens a collection. */
  push(mode, node) {
    if (this.stack.length >= MAX_DEPTH) throw new Fault(this.startOf(node), `nested deeper than ${MAX_DEPTH} levels`);
    this.stack.push({ mode, node, key: void 0, entered: false, lone: false });
  }
  /** Completes the innermost open collection. */
  pop() {
    const frame = this.stack.pop();
    this.aliases.close(frame.node);
    if (frame.node.kind === "map") this.#dialect.finish?.(frame.node);
  }
  /** Attaches a comment after a comma to the entry before the comma. */
  commentLast(node, comment) {
    const last = node.kind === "map" ? node.entries.at(-1)?.value : node.items.at(-1);
    if (last !== void 0) last.comment ??= comment;
  }
};

// src/yaml/reading/composer.ts
var Composer = class extends TokenReader {
  #dialect;
  tree;
  constructor(tokens, fault, tree, dialect6, annotator) {
    super(tokens, fault, annotator);
    this.tree = tree;
    this.#dialect = dialect6;
  }
  /** Composes the document. Undefined if there is none. Throws {@link Fault}s. */
  document() {
    const explicit = this.prologue();
    const type = this.type();
    if (type === END && !explicit) return void 0;
    if (!explicit) this.annotator?.documentStart();
    if (explicit && (type === END || type <= DOCUMENT_END)) this.tree.attach(this.tree.empty(this.start()));
    else this.node(true, false);
    for (let { frame } = this.tree; frame !== void 0; { frame } = this.tree) this.advance(frame);
    this.annotator?.reach(this.at);
    this.epilogue(this.#dialect.ahead);
    return this.tree.root;
  }
  /** Reads the next part of an open collection: a key, a value, an item, or its end. */
  advance(frame) {
    switch (frame.mode) {
      case BLOCK_MAP:
        return frame.key === void 0 ? this.#blockKey(frame) : this.#blockValue();
      case BLOCK_SEQ:
        return this.#blockEntry();
      case INDENTLESS_SEQ:
        return this.#indentlessEntry();
      case FLOW_SEQ:
        return this.#flowEntry(frame);
      case FLOW_MAP:
        return frame.key === void 0 ? this.#flowKey(frame) : this.#flowValue(frame, FLOW_MAP_END);
      default:
        return this.#flowPair(frame);
    }
  }
  #blockKey(frame) {
    const type = this.type();
    if (type === BLOCK_END) return this.#close(frame.node);
    if (type !== KEY) {
      throw this.error(
        "did not find expected key in a block mapping",
        "Check the indentation, and that every line is `key: value`."
      );
    }
    const start = this.start();
    this.at++;
    const next = this.type();
    if (next === KEY || next === VALUE || next === BLOCK_END) this.tree.attach(this.tree.empty(start));
    else this.node(true, true);
  }
  #blockValue() {
    const start = this.start();
    if (this.type() !== VALUE) {
      return this.tree.attach(this.tree.empty(this.annotator === void 0 ? start : -1 - this.at));
    }
    this.#keyComment();
    this.at++;
    const next = this.type();
    if (next === KEY || next === VALUE || next === BLOCK_END) this.tree.attach(this.tree.empty(start + 1));
    else this.node(true, true);
  }
  #blockEntry() {
    const type = this.type();
    const start = this.start();
    if (type === BLOCK_END) {
      this.at++;
      return this.tree.pop();
    }
    if (type !== BLOCK_ENTRY) {
      throw this.error(
        "did not find expected '-' indicator in a list",
        "Align the line with the items of the list, or indent it to make it part of the last one."
      );
    }
    const next = this.#dash();
    if (next === BLOCK_ENTRY || next === BLOCK_END) this.tree.attach(this.tree.empty(start + 1));
    else this.node(true, false);
  }
  #indentlessEntry() {
    if (this.type() !== BLOCK_ENTRY) return this.tree.pop();
    const start = this.start();
    const next = this.#dash();
    const ends = next === BLOCK_ENTRY || next === KEY || next === VALUE || next === BLOCK_END;
    if (ends) this.tree.attach(this.tree.empty(start + 1));
    else this.node(true, false);
  }
  /** Steps over a dash. Returns the type of the token after it. */
  #dash() {
    const above = this.annotator?.pendingHead ?? "";
    this.at++;
    const next = this.type();
    this.annotator?.dash(above, next === BLOCK_SEQ_START || next === BLOCK_MAP_START);
    return next;
  }
  #flowEntry(frame) {
    if (this.#closesFlow(frame, FLOW_SEQ_END, "did not find expected ',' or ']'")) return;
    if (this.type() === KEY) {
      const pair = this.tree.place(map([], "flow"), this.start());
      this.tree.attach(pair);
      this.tree.push(FLOW_PAIR, pair);
      this.at++;
      return;
    }
    this.node(false, false);
  }
  #flowPair(frame) {
    if (frame.entered && frame.key === void 0) return this.tree.pop();
    if (frame.key !== void 0) return this.#flowValue(frame, FLOW_SEQ_END);
    frame.entered = true;
    const type = this.type();
    if (type !== VALUE && type !== FLOW_ENTRY && type !== FLOW_SEQ_END) return this.node(false, false);
    this.tree.attach(this.tree.empty(this.start()));
    this.at++;
  }
  #flowKey(frame) {
    if (this.#closesFlow(frame, FLOW_MAP_END, "did not find expected ',' or '}'")) return;
    const start = this.start();
    if (this.type() !== KEY) {
      frame.lone = true;
      return this.node(false, false);
    }
    this.at++;
    const next = this.type();
    if (next === VALUE || next === FLOW_ENTRY || next === FLOW_MAP_END) this.tree.attach(this.tree.empty(start));
    else this.node(false, false);
  }
  #flowValue(frame, end) {
    const start = this.start();
    if (frame.lone || this.type() !== VALUE) {
      frame.lone = false;
      return this.tree.attach(this.tree.empty(start));
    }
    this.#keyComment();
    this.at++;
    const next = this.type();
    if (next === FLOW_ENTRY || next === end) this.tree.attach(this.tree.empty(start + 1));
    else this.node(false, false);
  }
  /** Steps over the comma between two entries, or over the closing bracket. True if the collection is complete. */
  #closesFlow(frame, end, problem) {
    if (this.type() !== end && frame.entered) {
      if (this.type() !== FLOW_ENTRY) {
        throw new Fault(
          this.tree.startOf(frame.node),
          problem,
          "Add the closing bracket or the missing comma of this collection."
        );
      }
      const comment = this.comment();
      if (comment !== void 0) this.tree.commentLast(frame.node, comment);
      this.at++;
    }
    frame.entered = true;
    if (this.type() !== end) return false;
    this.takeComment(frame.node);
    this.#close(frame.node);
    return true;
  }
  /** Reads one node: a whole scalar or alias, or the start of a collection. */
  node(block2, indentless) {
    let type = this.type();
    const start = this.start();
    if (type === ALIAS2) {
      this.tree.attach(this.#alias(start));
      this.at++;
      return;
    }
    let anchor;
    let tag;
    for (let property = 0; property < 2; property++) {
      if (type === ANCHOR && anchor === void 0) anchor = this.text();
      else if (type === TAG && tag === void 0) {
        tag = expandTag(this.text(), this.handles);
        if (tag === void 0) throw this.error("found undefined tag handle");
      } else break;
      this.at++;
      type = this.type();
    }
    const tagged = tag !== void 0;
    if (tag === "!") tag = this.#dialect.bangIsString && type >= SCALAR ? "!!str" : void 0;
    let node;
    if (type >= SCALAR) node = this.#scalar(type, tag);
    else if (type === FLOW_MAP_START || block2 && type === BLOCK_MAP_START) node = map();
    else if (type === FLOW_SEQ_START || block2 && type === BLOCK_SEQ_START) node = seq();
    else if (indentless && type === BLOCK_ENTRY) node = seq();
    else if (anchor !== void 0 || tagged) {
      node = this.tree.empty(start);
      if (tagged && this.#dialect.bangIsString) node.tag = "!!str";
      if (tag !== void 0) node.tag = tag;
    } else throw this.error("did not find expected node content", "Check that every bracket is closed.");
    if (node.kind !== "scalar" && tag !== void 0) node.tag = tag;
    this.tree.place(node, start);
    if (anchor !== void 0 || tagged) this.annotator?.property(node, anchor, tag !== void 0);
    if (anchor !== void 0) this.tree.aliases.define(anchor, node);
    this.tree.attach(node);
    if (node.kind !== "scalar") this.#open(type, node);
  }
  #alias(start) {
    const { tree } = this;
    const name = this.text();
    const isKept = this.annotator !== void 0 || this.#dialect.aliases === "kept";
    const node = isKept ? tree.place(scalar(name, ALIAS), start) : tree.aliases.expand(name, start, tree.stack.length);
    if (this.annotator !== void 0) tree.aliases.check(name, start);
    else if (isKept) tree.aliases.keep(node, name, start);
    this.takeComment(node);
    this.annotator?.scalar(node);
    return node;
  }
  #open(type, node) {
    if (type === FLOW_MAP_START || type === FLOW_SEQ_START) node.style = "flow";
    this.annotator?.open(node, type);
    if (type !== BLOCK_ENTRY) this.at++;
    if (type === BLOCK_MAP_START) this.tree.push(BLOCK_MAP, node);
    else if (type === BLOCK_SEQ_START) this.tree.push(BLOCK_SEQ, node);
    else if (type === FLOW_MAP_START) this.tree.push(FLOW_MAP, node);
    else this.tree.push(type === FLOW_SEQ_START ? FLOW_SEQ : INDENTLESS_SEQ, node);
  }
  #close(node) {
    this.annotator?.close(node);
    this.at++;
    this.tree.pop();
  }
  #scalar(type, tag) {
    const value = this.text();
    const style = SCALAR_STYLES[type - SCALAR] ?? "";
    let node;
    if (tag === void 0) node = scalar(value, style === "" ? this.#dialect.resolve(value) : "!!str", style);
    else node = scalar(value, tag, isChecked(tag) && this.annotator === void 0 ? "" : style);
    this.takeComment(node);
    this.annotator?.scalar(node);
    this.at++;
    return node;
  }
  /** Gives the comment after a colon to the key. */
  #keyComment() {
    const key = this.tree.frame?.key;
    if (key !== void 0) this.takeComment(key);
  }
};

// src/yaml/reading/directives.ts
function readVersionDirective(cursor) {
  const start = cursor.position;
  readName(cursor, "YAML");
  skipBlanks(cursor);
  const match = /^(\d{1,2})\.(\d{1,2})(?!\d)/.exec(cursor.text.slice(cursor.position, cursor.position + 6));
  if (match === null) throw new Fault(start, "did not find expected version number in a %YAML directive");
  cursor.position += match[0].length;
  endLine(cursor, start);
  return `${Number(match[1])}.${Number(match[2])}`;
}
function readTagDirective(cursor) {
  const start = cursor.position;
  readName(cursor, "TAG");
  skipBlanks(cursor);
  const handle = readHandle(cursor, start);
  if (handle !== "!" && !handle.endsWith("!")) throw new Fault(start, "did not find expected '!' in a %TAG directive");
  if (!isBlank(cursor.text.charCodeAt(cursor.position))) {
    throw new Fault(start, "did not find expected whitespace in a %TAG directive");
  }
  skipBlanks(cursor);
  const prefix = readUri(cursor, "", start);
  if (!isBlankOrEnd(cursor.text.charCodeAt(cursor.position))) {
    throw new Fault(start, "did not find expected whitespace or line break in a %TAG directive");
  }
  endLine(cursor, start);
  return `${handle} ${prefix}`;
}
function readName(cursor, expected) {
  const start = cursor.position;
  let end = start + 1;
  while (isWord2(cursor.text.charCodeAt(end))) end++;
  if (cursor.text.slice(start + 1, end) !== expected || !isBlankOrEnd(cursor.text.charCodeAt(end))) {
    throw new Fault(start, "found unknown directive name", "Quote a text that begins with `%`.");
  }
  cursor.position = end;
}
function skipBlanks(cursor) {
  while (isBlank(cursor.text.charCodeAt(cursor.position))) cursor.position++;
}
function endLine(cursor, start) {
  skipBlanks(cursor);
  if (cursor.text.charCodeAt(cursor.position) === 35) cursor.position = cursor.lineEnd(cursor.position);
  const code = cursor.text.charCodeAt(cursor.position);
  if (!isBreakOrEnd(code)) throw new Fault(start, "did not find expected comment or line break after a directive");
  if (isBreak(code)) cursor.takeBreak();
}

// src/yaml/reading/gaps.ts
var COMMENT_REACH = 512;
function skipGap(cursor, tokens, rules) {
  const { text: text6 } = cursor;
  let { tabs } = rules;
  let broken = false;
  while (true) {
    let code = text6.charCodeAt(cursor.position);
    while (code === 32 || code === 9 && tabs) code = text6.charCodeAt(++cursor.position);
    if (code === 9 && rules.tokenLine === cursor.lineStart) code = skipToComment(cursor, rules, false);
    while (code === 35) {
      const end = cursor.lineEnd(cursor.position);
      if (rules.tokenLine === cursor.lineStart) tokens.comment(text6.slice(cursor.position, end));
      cursor.position = end;
      code = skipToComment(cursor, rules, true);
    }
    if (!isBreak(code)) return broken;
    cursor.takeBreak();
    broken = true;
    tabs = rules.tabsAfterBreak;
  }
}
function skipToComment(cursor, rules, far) {
  const { text: text6, position } = cursor;
  if (rules.tabsAmongComments) {
    let at2 = position;
    const limit = position + COMMENT_REACH;
    while (at2 < limit && (isBlank(text6.charCodeAt(at2)) || far && isBreak(text6.charCodeAt(at2)))) at2++;
    while (at2 < limit && text6.charCodeAt(at2) === 35 && cursor.position < at2) {
      if (isBreak(text6.charCodeAt(cursor.position))) cursor.takeBreak();
      else cursor.position++;
    }
  }
  return text6.charCodeAt(cursor.position);
}

// src/yaml/reading/scanner.ts
function scan(text6, ahead, tabsAmongComments) {
  const scanner = new Scanner(new Cursor(text6), tabsAmongComments);
  let fault;
  try {
    while (scanner.step()) ;
    for (let extra = 0; extra < ahead && !scanner.atEnd; extra++) scanner.step();
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    fault = thrown;
    scanner.tokens.push(BROKEN, thrown.offset);
  }
  return { tokens: scanner.tokens, fault };
}
var Scanner = class extends Nesting {
  /** Start of the line on which the last token ended. */
  #tokenLine = -1;
  #started = false;
  /** Reused for each gap, to save an allocation. */
  #gap;
  /** `indent` is the column of the enclosing block collection, if the text is part of another one. */
  constructor(cursor, tabsAmongComments, indent = -1) {
    super(cursor, indent);
    this.#gap = { tokenLine: -1, tabs: false, tabsAfterBreak: false, tabsAmongComments };
  }
  get atEnd() {
    return this.tokens.types[this.tokens.length - 1] === END;
  }
  /** Reads one token. False at the end of the document. */
  step() {
    const { cursor } = this;
    this.skipToToken();
    if (this.flowLevel === 0) this.closeBlocks(cursor.column);
    const { position, text: text6 } = cursor;
    const code = text6.charCodeAt(position);
    if (code === 0) return this.#finish();
    if (position === cursor.lineStart) {
      if (code === 37) {
        this.#directive();
        return true;
      }
      if (cursor.atDocumentIndicator()) return this.#documentIndicator(code);
    }
    this.#started = true;
    this.#tokenLine = -2;
    const more = this.content(code);
    if (this.#tokenLine === -2) this.#tokenLine = cursor.lineStart;
    return more;
  }
  /** Reads the token that begins with `code`. */
  content(code) {
    const { text: text6, position } = this.cursor;
    const inFlow = this.flowLevel > 0;
    switch (code) {
      case 91:
        return this.openFlow(FLOW_SEQ_START);
      case 123:
        return this.openFlow(FLOW_MAP_START);
      case 93:
        return this.closeFlow(FLOW_SEQ_END);
      case 125:
        return this.closeFlow(FLOW_MAP_END);
      case 44:
        return this.#flowEntry();
      case 45:
        if (isBlankOrEnd(text6.charCodeAt(position + 1))) return this.#blockEntry();
        return this.#plain();
      case 63:
        if (inFlow || isBlankOrEnd(text6.charCodeAt(position + 1))) return this.#explicitKey();
        return this.#plain();
      case 58:
        if (inFlow || isBlankOrEnd(text6.charCodeAt(position + 1))) return this.#value();
        return this.#plain();
      case 42:
        return this.#name(ALIAS2);
      case 38:
        return this.#name(ANCHOR);
      case 33:
        this.saveKey();
        this.keyAllowed = false;
        this.tokens.push(TAG, position, readTag(this.cursor));
        return true;
      case 124:
      case 62:
        if (!inFlow) return this.#block(code === 124 ? LITERAL : FOLDED);
        break;
      case 39:
      case 34:
        this.saveKey();
        this.keyAllowed = false;
        this.tokens.push(
          code === 39 ? SINGLE_QUOTED : DOUBLE_QUOTED,
          position,
          readQuoted(this.cursor, code === 39)
        );
        return true;
      case 9:
      case 35:
      case 37:
      case 64:
      case 96:
        break;
      default:
        return this.#plain();
    }
    throw new Fault(position, "found character that cannot start any token", startHint(code));
  }
  /** Moves the cursor to the next token. */
  skipToToken() {
    const inFlow = this.flowLevel > 0;
    this.#gap.tokenLine = this.#tokenLine;
    this.#gap.tabs = inFlow || !this.keyAllowed;
    this.#gap.tabsAfterBreak = inFlow;
    const broken = skipGap(this.cursor, this.tokens, this.#gap);
    if (broken && !inFlow) this.keyAllowed = true;
  }
  #finish() {
    this.closeBlocks(-1);
    this.key.drop();
    this.tokens.push(END, this.cursor.position);
    return false;
  }
  #directive() {
    const { cursor, tokens } = this;
    this.closeBlocks(-1);
    this.key.drop();
    this.keyAllowed = false;
    const start = cursor.position;
    if (cursor.text.startsWith("%YAML", start)) tokens.push(VERSION_DIRECTIVE, start, readVersionDirective(cursor));
    else tokens.push(TAG_DIRECTIVE, start, readTagDirective(cursor));
  }
  /** Reads `---` or `...`. False if it ends the document. */
  #documentIndicator(code) {
    this.closeBlocks(-1);
    this.key.drop();
    this.keyAllowed = false;
    const start = this.cursor.position;
    this.cursor.position += 3;
    this.#tokenLine = this.cursor.lineStart;
    const ends = this.#started;
    this.tokens.push(code === 45 ? DOCUMENT_START : DOCUMENT_END, start);
    if (code === 45) this.#started = true;
    return !ends;
  }
  #flowEntry() {
    this.key.drop();
    this.keyAllowed = true;
    this.tokens.push(FLOW_ENTRY, this.cursor.position++);
    return true;
  }
  #blockEntry() {
    const { cursor } = this;
    if (this.flowLevel === 0) {
      if (!this.keyAllowed) {
        throw new Fault(
          cursor.position,
          "block sequence entries are not allowed in this context",
          "Begin the list on its own line, or quote the text."
        );
      }
      this.openBlock(cursor.column, this.tokens.length, BLOCK_SEQ_START, cursor.position);
    }
    this.key.drop();
    this.keyAllowed = true;
    this.tokens.push(BLOCK_ENTRY, cursor.position++);
    return true;
  }
  #explicitKey() {
    const { cursor } = this;
    if (this.flowLevel === 0) {
      if (!this.keyAllowed) throw new Fault(cursor.position, "mapping keys are not allowed in this context");
      this.openBlock(cursor.column, this.tokens.length, BLOCK_MAP_START, cursor.position);
    }
    this.key.drop();
    this.keyAllowed = this.flowLevel === 0;
    this.tokens.push(KEY, cursor.position++);
    return true;
  }
  #value() {
    const { cursor, tokens, key } = this;
    if (key.isLive(cursor)) {
      tokens.insert(key.token, KEY, key.position);
      if (this.flowLevel === 0) {
        this.openBlock(key.position - key.lineStart, key.token, BLOCK_MAP_START, key.position);
      }
      key.token = -1;
      this.keyAllowed = false;
    } else {
      if (this.flowLevel === 0) {
        if (!this.keyAllowed) {
          throw new Fault(
            cursor.position,
            "mapping values are not allowed in this context",
            "Quote a text that contains `: `, or check the indentation of this line and the one above."
          );
        }
        this.openBlock(cursor.column, tokens.length, BLOCK_MAP_START, cursor.position);
      }
      this.keyAllowed = this.flowLevel === 0;
    }
    tokens.push(VALUE, cursor.position++);
    return true;
  }
  #name(type) {
    this.saveKey();
    this.keyAllowed = false;
    const start = this.cursor.position;
    this.tokens.push(type, start, readAnchor(this.cursor));
    return true;
  }
  #block(type) {
    this.key.drop();
    this.keyAllowed = true;
    const start = this.cursor.position;
    let comment;
    const value = readBlock(this.cursor, this.indent, (text6) => {
      comment = text6;
    });
    this.tokens.push(type, start, value);
    if (comment !== void 0) this.lineComment(comment, start);
    this.#tokenLine = -1;
    return true;
  }
  /** Records the comment in the first line of a block scalar, whose token begins at `_start`. */
  lineComment(text6, _start) {
    this.tokens.comment(text6);
  }
  #plain() {
    this.saveKey();
    this.keyAllowed = false;
    const start = this.cursor.position;
    const plain2 = readPlain(this.cursor, this.indent + 1, this.flowLevel > 0);
    this.tokens.push(SCALAR, start, plain2.value);
    this.#tokenLine = plain2.endLine;
    if (plain2.broken) this.keyAllowed = true;
    return true;
  }
};
function startHint(code) {
  if (code === 9) return "Indent with spaces; YAML does not allow tabs for it.";
  return "Put the text in quotes.";
}

// src/yaml/reading/flow-reader.ts
function readFlow(cursor, indent, source, dialect6) {
  const { position, text: text6 } = cursor;
  const code = text6.charCodeAt(position);
  if (text6.charCodeAt(position + 1) === code + 2) {
    cursor.position += 2;
    const node2 = code === 91 ? seq([], "flow") : map([], "flow");
    node2.source = source;
    node2.offset = position;
    return node2;
  }
  const scanner = new Scanner(cursor, dialect6.tabsAmongComments, indent);
  const { tokens } = scanner;
  while (scanner.step() && scanner.isInFlow) ;
  if (scanner.isInFlow) return void 0;
  for (const type of tokens.types) {
    if (type === ANCHOR || type === ALIAS2 || type < FLOW_SEQ_START) return void 0;
  }
  const tree = new TreeBuilder(source, 0, dialect6, tokens.length);
  const node = new FlowComposer(tokens, void 0, tree, dialect6).flow();
  return tree.merges ? void 0 : node;
}
var FlowComposer = class extends Composer {
  /** Composes the flow collection that the tokens form. */
  flow() {
    this.node(false, false);
    for (let { frame } = this.tree; frame !== void 0; { frame } = this.tree) this.advance(frame);
    return this.tree.root;
  }
};

// src/yaml/reading/block-reader.ts
var GIVE_UP = -1;
var STARTS = new Uint8Array(128);
for (const char of "\0	,[]{}#&*!|>'\"%@`") STARTS[char.charCodeAt(0)] = 1;
for (const char of "-?:") STARTS[char.charCodeAt(0)] = 2;
var MAX_MISSES = 2;
var BlockReader = class extends BlockTree {
  #cursor;
  #text;
  /** Start of the line of {@link last}. */
  #lastLine = 0;
  /** The number of documents given up minus the number of documents read. */
  #misses = 0;
  /** Results of {@link #plainEnd}: the end of the text, and the offset of the character that ends it. */
  #end = 0;
  #stop = 0;
  /** `cursor` is at the start of the text of the source, whose only line breaks are LF. */
  constructor(cursor, source, dialect6) {
    super(source, dialect6);
    this.#cursor = cursor;
    this.#text = cursor.text;
  }
  /**
   * Reads the document between two offsets; `end` is the start of a line or the end of the text. Undefined if it gave
   * up.
   */
  read(base, end) {
    if (this.#misses > MAX_MISSES) return void 0;
    this.reset();
    this.#misses++;
    try {
      if (!this.#lines(base, end)) return void 0;
      this.#misses -= 2;
      return this.root;
    } catch (thrown) {
      if (thrown instanceof Fault || thrown instanceof KrmError) return void 0;
      throw thrown;
    }
  }
  /** Reads the lines of a document. False to give up. */
  #lines(base, end) {
    const text6 = this.#text;
    const cursor = this.#cursor;
    let start = base;
    if (text6.startsWith("---\n", start)) start += 4;
    while (true) {
      let position = start;
      let code = text6.charCodeAt(position);
      while (code === 32) code = text6.charCodeAt(++position);
      if (code === 10) start = position + 1;
      else if (position >= end) break;
      else if (code === 35) start = cursor.lineEnd(position) + 1;
      else {
        cursor.lineStart = cursor.position = start;
        if (start === position && cursor.atDocumentIndicator()) return false;
        start = this.#line(position, position - start, code);
        if (start < 0) return false;
      }
    }
    if (this.columns.length === 0) return false;
    this.close(-1);
    return true;
  }
  /** Reads one line of content, which begins at `position`. */
  #line(position, column, code) {
    const { columns, nodes } = this;
    const text6 = this.#text;
    let innermost = columns.length - 1;
    if (innermost < 0) return this.root === void 0 ? this.#content(position, column, code) : GIVE_UP;
    if (column > columns[innermost]) {
      return this.awaitsValue ? this.#content(position, column, code) : this.#continued(position);
    }
    if (code === 45 && isBlankOrEnd(text6.charCodeAt(position + 1))) {
      if (column < columns[innermost] || !this.awaitsValue || nodes[innermost]?.kind === "seq") {
        this.close(column);
        innermost = columns.length - 1;
        if (columns[innermost] !== column || nodes[innermost]?.kind !== "seq") return GIVE_UP;
        return this.#item(position);
      }
      return this.#content(position, column, code);
    }
    this.close(column);
    innermost = columns.length - 1;
    if (columns[innermost] === column && nodes[innermost]?.kind === "seq") {
      this.pop();
      innermost--;
    }
    if (columns[innermost] !== column || nodes[innermost]?.kind !== "map") return GIVE_UP;
    return this.#entry(position, -1, code);
  }
  /** Reads a value in a place where a block collection may begin: on its own line or after a dash. */
  #content(position, column, code) {
    if (code !== 45 || !isBlankOrEnd(this.#text.charCodeAt(position + 1))) return this.#entry(position, column, code);
    if (!this.open(seq(NONE), position, column)) return GIVE_UP;
    return this.#item(position);
  }
  /** Reads a dash and the value after it. */
  #item(dash) {
    const text6 = this.#text;
    const cursor = this.#cursor;
    this.last = void 0;
    this.awaitsValue = true;
    this.emptyAt = dash + 1;
    let position = dash + 1;
    let code = text6.charCodeAt(position);
    while (code === 32) code = text6.charCodeAt(++position);
    if (code === 10) return position + 1;
    if (code === 35) return cursor.lineEnd(position) + 1;
    return this.#content(position, position - cursor.lineStart, code);
  }
  /**
   * Reads `key: value` or a scalar. The key begins a map at `column`, or belongs to the innermost open map if that is
   * -1.
   */
  #entry(position, column, code) {
    const text6 = this.#text;
    const cursor = this.#cursor;
    let node;
    let colon = 0;
    if (code === 34 || code === 39) {
      const { lineStart } = cursor;
      cursor.position = position;
      const value = readQuoted(cursor, code === 39);
      node = this.scalar(value, "!!str", code === 39 ? "single" : "double", position);
      colon = cursor.position;
      while (text6.charCodeAt(colon) === 32) colon++;
      if (text6.charCodeAt(colon) !== 58) return column < 0 ? GIVE_UP : this.#ended(node);
      if (lineStart !== cursor.lineStart || !isBlankOrEnd(text6.charCodeAt(colon + 1))) return GIVE_UP;
    } else {
      const kind = this.#startOf(position, code);
      if (kind !== 0) return column < 0 || this.columns.length === 0 ? GIVE_UP : this.#value(position, code);
      const stop = this.#plainEnd(position);
      if (stop !== 58) return column < 0 ? GIVE_UP : this.#plain(position, stop);
      if (this.#end === position) return GIVE_UP;
      node = this.#plainScalar(position);
      colon = this.#stop;
    }
    if (colon - position > MAX_KEY_LENGTH) return GIVE_UP;
    if (column >= 0 && !this.open(map(NONE), position, column)) return GIVE_UP;
    if (node.value === "<<") return GIVE_UP;
    this.key = node;
    this.last = void 0;
    this.awaitsValue = true;
    this.emptyAt = colon + 1;
    return this.#afterColon(colon + 1);
  }
  /** Reads the rest of a line after a key and its colon. */
  #afterColon(start) {
    const text6 = this.#text;
    const cursor = this.#cursor;
    let position = start;
    let code = text6.charCodeAt(position);
    while (code === 32) code = text6.charCodeAt(++position);
    if (code === 10) return position + 1;
    if (code !== 35) return this.#value(position, code);
    const end = cursor.lineEnd(position);
    this.key.comment = text6.slice(position, end);
    return end + 1;
  }
  /** Reads a value that is not a block collection. */
  #value(position, code) {
    const cursor = this.#cursor;
    const kind = this.#startOf(position, code);
    if (kind === 0) {
      const stop = this.#plainEnd(position);
      return stop === 58 ? GIVE_UP : this.#plain(position, stop);
    }
    cursor.position = position;
    if (code === 34 || code === 39) {
      const value = readQuoted(cursor, code === 39);
      return this.#ended(this.scalar(value, "!!str", code === 39 ? "single" : "double", position));
    }
    if (code === 124 || code === 62) {
      const node2 = this.scalar("", "!!str", code === 124 ? "literal" : "folded", position);
      node2.value = readBlock(cursor, this.indent, (comment) => {
        node2.comment = comment;
      });
      this.attach(node2);
      return this.#text.charCodeAt(cursor.position) === 0 ? cursor.position : cursor.lineStart;
    }
    if (code !== 91 && code !== 123) return this.#text.charCodeAt(position) === 0 ? position : GIVE_UP;
    const node = readFlow(cursor, this.indent, this.source, this.dialect);
    return node === void 0 ? GIVE_UP : this.#ended(node);
  }
  /** Adds a plain scalar whose end {@link #plainEnd} has found. `stop` is the character after it. */
  #plain(position, stop) {
    if (stop === 9) return GIVE_UP;
    const node = this.#plainScalar(position);
    if (stop === 35) {
      this.#cursor.position = this.#stop;
      return this.#ended(node);
    }
    this.attach(node);
    this.last = node;
    this.#lastLine = this.#cursor.lineStart;
    return this.#stop + 1;
  }
  /** Attaches a node that ends at the cursor. Only a comment may follow on its line. */
  #ended(node) {
    const text6 = this.#text;
    const cursor = this.#cursor;
    let { position } = cursor;
    let code = text6.charCodeAt(position);
    while (code === 32) code = text6.charCodeAt(++position);
    if (code === 35) {
      const end = cursor.lineEnd(position);
      node.comment = text6.slice(position, end);
      position = end;
    } else if (code !== 10 && code !== 0) return GIVE_UP;
    this.attach(node);
    return position + 1;
  }
  /** Reads a line that can only continue the plain scalar above it. */
  #continued(position) {
    const { last } = this;
    const text6 = this.#text;
    const cursor = this.#cursor;
    if (last === void 0) return GIVE_UP;
    cursor.position = last.offset;
    cursor.lineStart = this.#lastLine;
    const plain2 = readPlain(cursor, this.indent + 1, false);
    if (cursor.position <= position) return GIVE_UP;
    last.value = plain2.value;
    last.tag = this.dialect.resolve(plain2.value);
    this.last = void 0;
    if (plain2.broken) return cursor.lineStart;
    const end = cursor.lineEnd(cursor.position);
    if (text6.charCodeAt(cursor.position) === 35) last.comment = text6.slice(cursor.position, end);
    else if (cursor.position < end) return GIVE_UP;
    return end + 1;
  }
  /** 0 if a plain scalar may begin at `position`. */
  #startOf(position, code) {
    const kind = code < 128 ? STARTS[code] : 0;
    return kind === 2 && !isBlankOrEnd(this.#text.charCodeAt(position + 1)) ? 0 : kind;
  }
  /**
   * Finds the end of a plain scalar on its line. Returns the character that ends it: a break, NUL, `#`, a tab, or `:`.
   */
  #plainEnd(position) {
    const text6 = this.#text;
    let at2 = position;
    let code = text6.charCodeAt(at2);
    while (true) {
      if (code < 59) {
        if (code === 58) {
          if (isBlankOrEnd(text6.charCodeAt(at2 + 1))) break;
        } else if (code === 10 || code === 9 || code === 0) break;
        else if (code === 35 && text6.charCodeAt(at2 - 1) === 32) break;
      }
      code = text6.charCodeAt(++at2);
    }
    this.#stop = at2;
    while (text6.charCodeAt(at2 - 1) === 32) at2--;
    this.#end = at2;
    return code;
  }
  /** Makes a scalar of the plain text from `position` to {@link #end}. */
  #plainScalar(position) {
    const { text: text6, tag } = this.dialect.texts.get(this.#text.slice(position, this.#end));
    return this.scalar(text6, tag, "", position);
  }
};
function blockReader(source, dialect6) {
  const cursor = new Cursor(source.text);
  return cursor.hasOtherBreaks || source.text.includes("\n---#") ? void 0 : new BlockReader(cursor, source, dialect6);
}

// src/yaml/reading/annotator.ts
var AHEAD = 3;
var Annotator = class {
  #scanner;
  #marks = /* @__PURE__ */ new Map();
  /** Comments in front of the current token that no node has taken yet. */
  #head = "";
  #line = "";
  #foot = "";
  /** The comment above a dash after which a collection begins. It belongs to the collection, not to its first key. */
  #collectionHead = "";
  #documentHead = "";
  constructor(scanner) {
    this.#scanner = scanner;
  }
  /**
   * Scans ahead and collects the comments in front of a token. Call it before reading the token. Throws {@link Fault}s.
   */
  reach(at2) {
    const scanner = this.#scanner;
    const { tokens, comments } = scanner;
    while (!scanner.atEnd && (tokens.length - at2 < AHEAD || scanner.mayBeKey(at2))) scanner.step();
    const start = tokens.starts[at2];
    const ends = tokens.types[at2] === BLOCK_END;
    for (; scanner.taken < comments.length; scanner.taken++) {
      const comment = comments[scanner.taken];
      if (start < comment.token || ends && comment.head !== "") return;
      this.#head = join(this.#head, comment.head);
      this.#line = join(this.#line, comment.line);
      this.#foot = join(this.#foot, comment.foot);
    }
  }
  /** Begins an implicit document. A comment separated from the first token by an empty line belongs to the document. */
  documentStart() {
    const head = this.#head;
    const end = head.endsWith("\n") ? head.length - 1 : head.lastIndexOf("\n\n");
    if (end < 0) return;
    this.#documentHead = head.slice(0, end);
    this.#head = head.slice(end + (head.endsWith("\n") ? 1 : 2));
  }
  /** Steps over a dash. `above` is the head comment above it; `opens` says that a collection begins after it. */
  dash(above, opens) {
    if (above === "" || !opens) return;
    this.#collectionHead = above;
    this.#head = this.#head.slice(above.length + 1);
  }
  get pendingHead() {
    return this.#head;
  }
  /** Gives all comments at the token of a scalar or alias to it. */
  scalar(node) {
    this.#setMarks(node, this.#head, this.#foot);
    if (this.#line !== "") node.comment = this.#line;
    this.#clear();
  }
  /** Begins a collection. Of the comments at a bracket only the head is kept. */
  open(node, type) {
    if (type === FLOW_MAP_START || type === FLOW_SEQ_START) {
      this.#setMarks(node, this.#head, "");
      this.#clear();
    } else if (type !== BLOCK_ENTRY) {
      this.#setMarks(node, this.#collectionHead, "");
      this.#collectionHead = "";
    }
  }
  /** Ends a flow collection or a block map. Comments at its end become its line and foot comments. */
  close(node) {
    if (this.#foot !== "") this.#setMarks(node, this.#marks.get(node)?.head ?? "", this.#foot);
    if (this.#line !== "") node.comment = this.#line;
    this.#clear();
  }
  /** Records the anchor or the explicit tag of a node. */
  property(node, anchor, tagged) {
    const marks = this.#marks.get(node) ?? this.#setMarks(node, "", "", true);
    if (anchor !== void 0) marks.anchor = anchor;
    marks.tagged = tagged;
  }
  /** All marks of the document. Call it when {@link reach} was called for the token after the document. */
  finish(root) {
    this.#moveFeet(root);
    const nodes = /* @__PURE__ */ new Map();
    for (const [node, marks] of this.#marks) {
      const place = placeOf(node);
      if (!nodes.has(place)) nodes.set(place, marks);
    }
    return { nodes, head: this.#documentHead, foot: this.#foot || this.#head };
  }
  #clear() {
    this.#head = this.#line = this.#foot = this.#collectionHead = "";
  }
  #setMarks(node, head, foot, always = false) {
    const marks = this.#marks.get(node) ?? { head, foot, anchor: "", tagged: false };
    marks.head = head;
    marks.foot = foot;
    if (always || head !== "" || foot !== "") this.#marks.set(node, marks);
    return marks;
  }
  /**
   * Moves foot comments in maps to keys: from a key to the key before it, from a value to its key, from a map to its
   * last key.
   */
  #moveFeet(node) {
    if (node.kind === "seq") for (const item of node.items) this.#moveFeet(item);
    if (node.kind !== "map") return;
    const isBlock = node.style !== "flow";
    let previous;
    for (const { key, value } of node.entries) {
      this.#moveFeet(key);
      if (isBlock && previous !== void 0) this.#moveFoot(key, previous);
      this.#moveFeet(value);
      if ((this.#marks.get(key)?.foot ?? "") === "") this.#moveFoot(value, key);
      previous = key;
    }
    if (isBlock && previous !== void 0) this.#moveFoot(node, previous);
  }
  #moveFoot(from, to) {
    const marks = this.#marks.get(from);
    if (marks === void 0 || marks.foot === "") return;
    this.#setMarks(to, this.#marks.get(to)?.head ?? "", marks.foot);
    marks.foot = "";
  }
};
function join(first2, second) {
  return first2 === "" || second === "" ? first2 + second : `${first2}
${second}`;
}

// src/yaml/reading/comment-scanner.ts
var REACH = 512;
var INSIDE = -1;
var START = { index: 0, line: 0, column: 0 };
var CommentScanner = class extends Scanner {
  comments = [];
  /** How many comments the parser has taken. Only the others can still change. */
  taken = 0;
  /** The start of the gap in front of the current token. */
  #gapStart = 0;
  #counted = { offset: 0, line: 0 };
  constructor(text6) {
    super(new Cursor(text6), true);
  }
  /** Tells whether the token may turn out to be a key. If so, go-yaml scans on before it returns the token. */
  mayBeKey(token) {
    const holds3 = (key) => key.token === token && key.isLive(this.cursor);
    if (this.key.token >= 0 && this.key.token < token) return false;
    return holds3(this.key) || this.outerKeys.some(holds3);
  }
  skipToToken() {
    const { cursor } = this;
    const { text: text6 } = cursor;
    this.#gapStart = cursor.position;
    const line = this.#lineOf(this.#gapStart);
    while (true) {
      while (isBlank(text6.charCodeAt(cursor.position))) {
        if (text6.charCodeAt(cursor.position) === 9 && this.flowLevel === 0 && this.keyAllowed) break;
        cursor.position++;
      }
      this.#raiseToHead();
      if (text6.charCodeAt(cursor.position) === 35) this.#readComments(line);
      if (!isBreak(text6.charCodeAt(cursor.position))) return;
      cursor.takeBreak();
      if (this.flowLevel === 0) this.keyAllowed = true;
    }
  }
  content(code) {
    const { cursor, tokens, flowLevel } = this;
    const ofLast = flowLevel === 0 ? code === 58 : code === 44;
    const owner2 = ofLast ? tokens.starts[tokens.length - 1] ?? 0 : cursor.position;
    const more = super.content(code);
    if (tokens.types[tokens.length - 1] !== BLOCK_ENTRY) this.#readLineComment(owner2);
    return more;
  }
  /** Closes blocks. A block ends before the comments after it that are at its own column. */
  closeBlocks(column) {
    let at2 = (column < 0 ? this.cursor.position : this.#gapStart) - 1;
    while (this.indent > column) {
      let stop = at2;
      for (let index = this.comments.length - 1; index >= this.taken; index--) {
        const comment = this.comments[index];
        if (comment.end < stop) break;
        if (comment.start.column === this.indent + 1) at2 = comment.start.index;
        stop = comment.scanned;
      }
      this.tokens.push(BLOCK_END, at2);
      this.indent = this.indents.pop() ?? -1;
    }
  }
  lineComment(text6, token) {
    this.#addLine(text6, token, START);
  }
  #addLine(line, token, start) {
    this.comments.push({ scanned: 0, token, start, end: 0, head: "", line, foot: "" });
  }
  /** The number of line breaks between the cursor and the last character before it that is neither blank nor break. */
  #breaksBefore() {
    const { text: text6, position } = this.cursor;
    let breaks = 0;
    for (let at2 = position - 1; at2 >= 0; at2--) {
      const code = text6.charCodeAt(at2);
      if (isBreak(code)) breaks += code === 13 && text6.charCodeAt(at2 + 1) === 10 ? 0 : 1;
      else if (!isBlank(code)) break;
    }
    return breaks;
  }
  /** The line of an offset, counted from 0. Successive calls need ascending offsets. */
  #lineOf(offset) {
    const { text: text6 } = this.cursor;
    for (; this.#counted.offset < offset; this.#counted.offset++) {
      const code = text6.charCodeAt(this.#counted.offset);
      if (isBreak(code) && !(code === 13 && text6.charCodeAt(this.#counted.offset + 1) === 10)) this.#counted.line++;
    }
    return this.#counted.line;
  }
  /** Reads the comment after a token on the same line, if there is one. */
  #readLineComment(token) {
    const { cursor } = this;
    if (this.#breaksBefore() > 0) return;
    let at2 = cursor.position;
    while (at2 < cursor.position + REACH && isBlank(cursor.text.charCodeAt(at2))) at2++;
    if (at2 === cursor.position + REACH || cursor.text.charCodeAt(at2) !== 35) return;
    const end = cursor.lineEnd(at2);
    this.#addLine(cursor.text.slice(at2, end), token, {
      index: at2,
      line: this.#lineOf(at2),
      column: at2 - cursor.lineStart
    });
    cursor.position = end;
  }
  /** Turns the comment after the first dash of a list into the head comment of the item below it. */
  #raiseToHead() {
    const { tokens, cursor, comments } = this;
    const comment = comments.length > this.taken ? comments[comments.length - 1] : void 0;
    if (comment === void 0 || comment.line === "" || isBreak(cursor.text.charCodeAt(cursor.position))) return;
    if (tokens.types[tokens.length - 1] !== BLOCK_ENTRY) return;
    if (tokens.types[tokens.length - 2] !== BLOCK_SEQ_START) return;
    comment.head = comment.line;
    comment.line = "";
    if (comment.start.line === this.#lineOf(cursor.position) - 1) comment.token = cursor.position;
  }
  /** Reads the comments up to the next token and divides them into foot comments and a head comment. */
  #readComments(gapLine) {
    const { cursor, flowLevel } = this;
    const { text: text6 } = cursor;
    const indent = Math.max(this.indent, 0);
    const breaks = this.#breaksBefore();
    const previous = this.#tokenBefore();
    let line = this.#lineOf(cursor.position);
    let { column } = cursor;
    let footLine = -1;
    if (gapLine > 0) footLine = line - breaks + (breaks === 0 && column > 1 ? 2 : 1);
    let firstEmpty = breaks <= 1;
    let recentEmpty = false;
    let start = START;
    let comment = "";
    let scanned = this.#gapStart;
    let token = previous.start;
    let ahead = 0;
    const add4 = (head, foot, owner2, end) => {
      this.comments.push({ scanned, token: owner2, start, end, head, line: "", foot });
    };
    const cut = () => {
      const end = cursor.position + ahead;
      add4("", comment, token, end);
      scanned = token = end;
      comment = "";
    };
    for (; ahead < REACH; ahead++) {
      column++;
      const code = codeAfterBreak(text6, cursor.position + ahead, ahead);
      if (isBlank(code)) continue;
      const closes = flowLevel > 0 && (code === 93 || code === 125);
      if (closes || isBreakOrEnd(code)) {
        if (closes || !recentEmpty) {
          const dedented = start.column - 1 < indent;
          if (closes || firstEmpty && (start.line === footLine && previous.type !== VALUE || dedented)) {
            if (comment !== "") {
              if (dedented) token = start.index;
              cut();
            }
          } else if (comment !== "" && code !== 0) comment += "\n";
        }
        if (closes || code === 0) break;
        firstEmpty = false;
        recentEmpty = true;
        column = 0;
        line++;
        continue;
      }
      if (comment !== "" && column - 1 < indent && column !== start.column) cut();
      if (code !== 35) break;
      if (comment === "") start = { index: cursor.position + ahead, line, column };
      else comment += "\n";
      recentEmpty = false;
      comment += this.#readLine(cursor.position + ahead);
      ahead = 0;
      column = 0;
      line = this.#lineOf(cursor.position);
    }
    if (comment !== "") add4(comment, "", start.index, cursor.position + ahead - 1);
  }
  /** The token before the gap, ignoring a comma. */
  #tokenBefore() {
    const { types, starts, length } = this.tokens;
    const at2 = types[length - 1] === FLOW_ENTRY && length > 1 ? length - 2 : length - 1;
    return { start: starts[at2] ?? 0, type: types[at2] ?? END };
  }
  /** Returns the comment that begins at `from` and moves the cursor to its end. */
  #readLine(from) {
    const { cursor } = this;
    while (cursor.position < from) {
      if (isBreak(cursor.text.charCodeAt(cursor.position))) cursor.takeBreak();
      else cursor.position++;
    }
    const end = cursor.lineEnd(from);
    cursor.position = end;
    return cursor.text.slice(from, end);
  }
};
function codeAfterBreak(text6, at2, ahead) {
  if (ahead > 0) {
    const before = text6.charCodeAt(at2 - 1);
    if (before >= 133 && isBreak(before)) return INSIDE;
  }
  return text6.charCodeAt(at2) || 0;
}

// src/yaml/reading/inflation.ts
function inflate(root, targets, copies) {
  checkRoomForNodes(copiedNodes(root, targets));
  return new Inflation(targets, copies).node(root, 0, !copies);
}
function copiedNodes(root, targets) {
  const anchored = new Set(targets.values());
  const sizes = /* @__PURE__ */ new Map();
  let count = 0;
  const sizeOf2 = (node) => {
    if (node.tag === ALIAS) {
      const target = targets.get(node.offset);
      const size2 = sizes.get(target) ?? sizeOf2(target);
      count += size2;
      return size2;
    }
    let size = 1;
    if (node.kind === "seq") for (const item of node.items) size += sizeOf2(item);
    else if (node.kind === "map") {
      for (const { key, value } of node.entries) if (key.tag !== "!!merge") size += sizeOf2(value);
    }
    if (anchored.has(node)) sizes.set(node, size);
    return size;
  };
  sizeOf2(root);
  return count;
}
var Inflation = class {
  #targets;
  #copies;
  constructor(targets, copies) {
    this.#targets = targets;
    this.#copies = copies;
  }
  /**
   * Expands a node in place, or returns a copy for an alias.
   * @param isOwn whether no alias needs the parts of the node as they were read, so that they need not be copied
   */
  node(node, depth, isOwn) {
    if (depth > MAX_DEPTH) {
      throw invalid(node.source, node.offset, `nested deeper than ${MAX_DEPTH} levels`);
    }
    if (node.tag === ALIAS) return clone(this.node(this.#target(node), depth, !this.#copies));
    if (node.kind === "seq") {
      node.items = node.items.map((item) => this.node(item, depth + 1, isOwn));
    } else if (node.kind === "map") {
      const entries = [...isOwn ? ownEntries(node) : ownEntries(node).map(copied), ...this.#merged(node, depth)];
      node.entries = entries.map(({ key, value }) => ({
        key: this.node(key, depth + 1, true),
        value: this.node(value, depth + 1, true)
      }));
    }
    return node;
  }
  #target(alias) {
    return this.#targets.get(alias.offset);
  }
  /** Copies of the entries that a merge key adds to a map: those of earlier maps win. */
  #merged(node, depth) {
    const [merge2, another] = node.entries.filter(({ key }) => key.tag === "!!merge");
    if (merge2 === void 0) return [];
    if (another !== void 0) throw failureAt(another.key, "invalid-yaml", "malformed YAML: duplicate merge key");
    const own = new Set(ownEntries(node).map(({ key }) => textOf(key)));
    const added = /* @__PURE__ */ new Map();
    for (const source of this.#sources(merge2.value, depth).reverse()) {
      checkTime();
      const seen = /* @__PURE__ */ new Set();
      for (const entry2 of source.entries) {
        const name = textOf(entry2.key);
        if (!own.has(name) && !seen.has(name)) added.set(name, entry2);
        seen.add(name);
      }
    }
    return [...added.values()].map(copied);
  }
  /** The maps in the value of a merge key. */
  #sources(value, depth) {
    if (value.kind === "map") {
      if (!this.#copies) this.node(value, depth + 1, true);
      return [value];
    }
    if (value.kind === "seq" && value.items.every(({ kind }) => kind !== "seq"))
      return value.items.flatMap((item) => this.#sources(item, depth));
    const target = value.tag === ALIAS ? this.#target(value) : void 0;
    if (target?.kind === "map") return [target];
    throw failureAt(
      value,
      "invalid-yaml",
      "malformed YAML: map merge requires map or sequence of maps as the value",
      "Give `<<` a map or a list of maps."
    );
  }
};
function ownEntries({ entries }) {
  const at2 = entries.findIndex(({ key }) => textOf(key) === "<<");
  return at2 < 0 ? entries : entries.toSpliced(at2, 1);
}
function copied({ key, value }) {
  return { key, value: clone(value) };
}
function textOf(key) {
  return key.kind === "scalar" ? key.value : "";
}

// src/yaml/reading/compose.ts
function compose(text6, source, base, dialect6) {
  const { tokens, fault } = scan(text6, dialect6.ahead, dialect6.tabsAmongComments);
  const tree = new TreeBuilder(source, base, dialect6, tokens.length);
  const root = new Composer(tokens, fault, tree, dialect6).document();
  if (root === void 0 || dialect6.aliases === "limited") return root;
  const { targets } = tree.aliases;
  return tree.merges || targets.size > 0 ? inflate(root, targets, tree.merges && dialect6.mergesLikeKyaml === true) : root;
}
function composeMarked(text6, source, base, dialect6) {
  const scanner = new CommentScanner(text6);
  const annotator = new Annotator(scanner);
  const tree = new TreeBuilder(source, base, dialect6, 0);
  const root = new Composer(scanner.tokens, void 0, tree, dialect6, annotator).document();
  return root === void 0 ? void 0 : { root, document: annotator.finish(root) };
}

// src/yaml/reading/resources.ts
function parseResources(text6, file, options) {
  return documentsOf2(text6, file, options === void 0 ? RESOURCES : dialectOf(options));
}
function documentsOf2(text6, file, dialect6) {
  const source = openSource(text6, file);
  const documents2 = [];
  const reader = blockReader(source, dialect6);
  for (const { base, end } of chunks(source)) {
    const node = reader?.read(base, end) ?? locateFaults(source, base, () => compose(source.text.slice(base, end), source, base, dialect6));
    if (node !== void 0 && !isNull(node)) documents2.push(node);
  }
  return documents2;
}
var BYTE_ORDER_MARK = 65279;
function withLineFeeds(text6) {
  charge(text6.length);
  const parts = [];
  for (let start = 0, end = 0; start < text6.length; start = end) {
    end = start + PART;
    if (text6.charCodeAt(end - 1) === 13) end++;
    parts.push(text6.slice(start, end).replaceAll("\r\n", "\n"));
  }
  return parts.join("");
}
var PART = 1 << 16;
function openSource(text6, file, normalizes = true) {
  const unmarked = text6.charCodeAt(0) === BYTE_ORDER_MARK ? text6.slice(1) : text6;
  const hasCr = normalizes && unmarked.includes("\r\n");
  const source = { file, text: hasCr ? withLineFeeds(unmarked) : unmarked };
  const control = CONTROL.exec(source.text);
  if (control !== null) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    throw invalid(
      source,
      control.index,
      `control characters are not allowed, here U+${code}`,
      "Remove the character, or write it as an escape in double quotes."
    );
  }
  return source;
}
function* chunks(source) {
  const { text: text6 } = source;
  let start = 0;
  while (true) {
    const base = text6.charCodeAt(start) === BYTE_ORDER_MARK ? start + 1 : start;
    const at2 = text6.indexOf("\n---", start);
    const end = at2 < 0 ? -1 : text6.indexOf("\n", at2 + 4);
    if (end < 0) {
      yield { base, end: text6.length };
      return;
    }
    const rest = text6.slice(at2 + 4, end).trim();
    if (rest !== "" && !rest.startsWith("#")) {
      throw invalid(
        source,
        at2 + 1,
        `invalid document separator: ${isHarmless(rest) ? `--- ${rest}` : "there is text behind `---`"}`,
        "Put what follows `---` on the next line, or indent the line if it is part of a text."
      );
    }
    yield { base, end: at2 + 1 };
    start = end + 1;
  }
}
function tagOf(text6) {
  return text6 === "<<" ? "!!merge" : resolveTag(text6);
}
var RESOURCES = {
  ahead: 2,
  tabsAmongComments: true,
  aliases: "kept",
  mergesLikeKyaml: true,
  bangIsString: false,
  resolve: tagOf,
  texts: new PlainScalarCache(tagOf)
};
function dialectOf({ aliases, rest, merges }) {
  return {
    ...RESOURCES,
    aliases: aliases ?? RESOURCES.aliases,
    mergesLikeKyaml: merges === void 0,
    ahead: rest === "refused" ? Number.POSITIVE_INFINITY : RESOURCES.ahead
  };
}
function mergeSources(value) {
  if (value.kind === "map") return [value];
  const sources = value.kind === "seq" ? value.items : [];
  const maps = sources.filter((item) => item.kind === "map");
  if (value.kind !== "seq" || maps.length < sources.length) {
    throw failureAt(
      value,
      "invalid-yaml",
      "malformed YAML: map merge requires map or sequence of maps as the value",
      "Give `<<` a map or a list of maps."
    );
  }
  return maps;
}

// src/yaml/reading/config.ts
function parseConfig(text6, file, options = {}) {
  const source = openSource(text6, file);
  const { duplicateKeys, onDuplicate } = options;
  const duplicates = [];
  const noting = { ...LENIENT, finish: (map2) => finish(map2, (key) => duplicates.push(key)) };
  const dialect6 = duplicateKeys === "error" ? STRICT : onDuplicate === void 0 ? LENIENT : noting;
  const quick = blockReader(source, dialect6)?.read(0, source.text.length);
  if (quick === void 0) duplicates.length = 0;
  const node = quick ?? locateFaults(source, 0, () => compose(source.text, source, 0, dialect6));
  for (const key of duplicates) onDuplicate?.(key);
  return node === void 0 || isNull(node) ? void 0 : node;
}
function readPrinted(text6) {
  const node = parseConfig(text6, "");
  return node === void 0 ? null : toConfigValue(node);
}
function toConfigValue(node) {
  if (node.kind === "seq") return node.items.map(toConfigValue);
  if (node.kind === "scalar") return scalarValue(node);
  const object = /* @__PURE__ */ Object.create(null);
  for (const { key, value } of node.entries) object[key.value] = toConfigValue(value);
  return object;
}
var LENIENT = {
  ahead: 0,
  tabsAmongComments: false,
  aliases: "limited",
  bangIsString: true,
  resolve: tagOf2,
  texts: new PlainScalarCache(tagOf2),
  finish: (node) => finish(node)
};
var STRICT = { ...LENIENT, finish: (node) => finish(node, "refuse") };
function tagOf2(text6) {
  if (text6 === "<<") return "!!merge";
  const tag = resolveTag11(text6);
  return tag === "!!timestamp" ? "!!str" : tag;
}
function finish(node, duplicates) {
  const entries = /* @__PURE__ */ new Map();
  const merged3 = /* @__PURE__ */ new Set();
  for (const entry2 of node.entries) {
    if (isMerge(entry2.key)) {
      for (const source of mergeSources(entry2.value).toReversed()) {
        for (const inner of source.entries) {
          entries.set(inner.key.value, inner);
          merged3.add(inner);
        }
      }
      continue;
    }
    const name = keyText(entry2.key);
    const before = entries.get(name);
    if (duplicates === "refuse" && before !== void 0) {
      throw failureAt(
        entry2.key,
        "duplicate-key",
        `${shownKey(name)} already set in map`,
        "Remove one of the two keys."
      );
    }
    if (before !== void 0) entries.delete(name);
    entries.set(name, entry2);
    const key = entry2.key;
    key.value = name;
    key.tag = "!!str";
    if (before !== void 0 && typeof duplicates === "function" && !merged3.has(before)) duplicates(key);
  }
  if (entries.size !== node.entries.length || node.entries.some(({ key }) => isMerge(key))) {
    node.entries = [...entries.values()];
  }
}
function isMerge(key) {
  return key.kind === "scalar" && key.tag === "!!merge" && key.value === "<<";
}
var NULL_KEY = "null cannot be a key";
function keyText(key) {
  if (key.kind !== "scalar") throw collectionAsKey(key);
  if (key.tag === "!!str") return key.value;
  const value = scalarValue(key);
  if (value === null) {
    throw failureAt(key, "non-string-key", NULL_KEY, 'Give the key a name, or quote it if its name is `"null"`.');
  }
  if (typeof value === "bigint" && value > 2n ** 63n - 1n) {
    throw failureAt(key, "non-string-key", "a number is too large for a key", "Quote the key.");
  }
  return typeof value === "number" && key.tag === "!!float" ? formatFloat32(value) : String(value);
}
function scalarValue(node) {
  if (node.tag === "!!str") return node.value;
  if (node.tag === "!!binary") return decodeBinary(node);
  const value = resolveTagged(node, resolve11);
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw failureAt(node, "not-representable", `${node.value} has no counterpart in JSON`, "Use a finite number.");
  }
  return value;
}

// src/yaml/reading/decode.ts
function decodeText(bytes, file) {
  const encoding = encodingOf(bytes);
  reserve(2 * bytes.length);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw failure("invalid-yaml", `the file is not valid ${encoding.toUpperCase().replace(/(LE|BE)$/, "")}`, {
      ...file === void 0 ? {} : { file },
      ...encoding === "utf-8" ? placeOfFault(bytes) : {},
      hint: "Save the file as UTF-8. Keep binary data in a separate file and list it under `files` of a generator.",
      cause
    });
  }
}
function placeOfFault(bytes) {
  const text6 = new TextDecoder("utf-8").decode(bytes);
  let at2 = bytes[0] === 239 && bytes[1] === 187 && bytes[2] === 191 ? 3 : 0;
  let line = 1;
  let column = 1;
  for (const character of text6) {
    if (character === "\uFFFD" && !(bytes[at2] === 239 && bytes[at2 + 1] === 191 && bytes[at2 + 2] === 189)) break;
    at2 += Buffer.byteLength(character);
    column = character === "\n" ? 1 : column + character.length;
    if (character === "\n") line++;
  }
  return { line, column };
}
function encodingOf(bytes) {
  if (bytes[0] === 255 && bytes[1] === 254) return "utf-16le";
  if (bytes[0] === 254 && bytes[1] === 255) return "utf-16be";
  return "utf-8";
}

// src/yaml/reading/document-place.ts
var bases = /* @__PURE__ */ new WeakMap();
var reached = /* @__PURE__ */ new WeakMap();
function placeInDocument({ source, offset }) {
  if (source === void 0) return { line: 0, column: 0 };
  let starts = bases.get(source);
  if (starts === void 0) bases.set(source, starts = [...chunks(source)].map(({ base: base2 }) => base2));
  const base = startBefore(starts, offset);
  const before = reached.get(source);
  const isOnWay = before !== void 0 && before.base === base && before.offset <= offset;
  const place = advance(source.text, isOnWay ? before : { base, offset: base, line: 1, column: 1 }, offset);
  reached.set(source, place);
  return place;
}
function startBefore(starts, offset) {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (starts[middle] <= offset) low = middle + 1;
    else high = middle;
  }
  return starts[low - 1] ?? 0;
}
var LINE_FEED = 10;
var RETURN = 13;
function advance(text6, from, offset) {
  let { line, column } = from;
  for (let at2 = from.offset; at2 < offset; at2++) {
    const code = text6.charCodeAt(at2);
    if (code === RETURN && text6.charCodeAt(at2 + 1) === LINE_FEED) continue;
    if (isBreak(code)) {
      line++;
      column = 1;
    } else if (!isSecondHalf(text6, at2)) column++;
  }
  return { base: from.base, offset, line, column };
}
function isSecondHalf(text6, at2) {
  const code = text6.charCodeAt(at2);
  return code >= 56320 && code < 57344 && text6.codePointAt(at2 - 1) > 65535;
}

// src/yaml/reading/marked-text.ts
function parseText(text6, file) {
  const source = openSource(text6, file, false);
  const marked = locateFaults(source, 0, () => composeMarked(source.text, source, 0, RESOURCES));
  if (marked !== void 0) keepMarks(source, marked.document);
  return marked?.root;
}
function marksOf(node) {
  return node.source === void 0 ? void 0 : documentOf(node.source).nodes.get(placeOf(node));
}
function documentOf(source) {
  return marksOfSource(source) ?? keepMarks(source, readMarks(source));
}
var NOTHING = { nodes: /* @__PURE__ */ new Map(), head: "", foot: "" };
function readMarks(source) {
  if (!source.text.includes("#")) return NOTHING;
  const nodes = /* @__PURE__ */ new Map();
  try {
    for (const { base, end } of chunks(source)) {
      const marked = composeMarked(source.text.slice(base, end), source, base, RESOURCES);
      for (const [place, marks] of marked?.document.nodes ?? []) {
        nodes.set(place, { ...marks, anchor: "", tagged: false });
      }
    }
  } catch (thrown) {
    if (thrown instanceof LimitError) throw thrown;
  }
  return { ...NOTHING, nodes };
}

// src/yaml/reading/yaml11.ts
var ONE_SCALAR = /^[A-Za-z0-9_.+~/-](?:[A-Za-z0-9_.+~/@=$^;()<-]|:(?=[A-Za-z0-9_./-]))*$/;
var MAX_TESTED_LENGTH = 1e6;
function isYaml11NonString(text6) {
  if (text6 === "" || text6.includes("\n")) return false;
  if (text6.length > MAX_TESTED_LENGTH || !ONE_SCALAR.test(text6)) return isOtherWhenParsed(text6);
  if (text6 === "-" || text6.startsWith("---") || text6.startsWith("...")) return isOtherWhenParsed(text6);
  const tag = resolveTag11(text6);
  return tag !== "!!str" && tag !== "!!timestamp";
}
function isOtherWhenParsed(text6) {
  try {
    const node = parseConfig(text6, "");
    return node === void 0 || node.kind !== "scalar" || typeof toConfigValue(node) !== "string";
  } catch (error) {
    if (!(error instanceof KrmError)) throw error;
    return error.message.includes(NULL_KEY);
  }
}

// src/yaml/writing/key-order.ts
var LETTER = new RegExp("^\\p{L}", "u");
var DIGIT = new RegExp("^\\p{Nd}", "u");
function isLetter(code) {
  if (code < 128) return code >= 97 && code <= 122 || code >= 65 && code <= 90;
  return LETTER.test(String.fromCodePoint(code));
}
function isDigit(code) {
  if (code < 128) return code >= 48 && code <= 57;
  return DIGIT.test(String.fromCodePoint(code));
}
function compareKeys(a, b) {
  const length = Math.min(a.length, b.length);
  let at2 = 0;
  while (at2 < length && a.charCodeAt(at2) === b.charCodeAt(at2)) at2++;
  if (at2 === length) return a.length - b.length;
  if (isTrail(a.charCodeAt(at2)) && isTrail(b.charCodeAt(at2)) && at2 > 0 && isLead(a.charCodeAt(at2 - 1))) at2--;
  const x = a.codePointAt(at2);
  const y = b.codePointAt(at2);
  const xLetter = isLetter(x);
  const yLetter = isLetter(y);
  if (xLetter && yLetter) return x - y;
  if (xLetter || yLetter) return yLetter ? -1 : 1;
  if (!isDigit(x) && !isDigit(y)) return x - y;
  const carry = (x === 48 || y === 48) && followsNonZero(a, at2) ? 1 : 0;
  const left = readRun(a, at2, carry);
  const right = readRun(b, at2, carry);
  if (left.value !== right.value) return left.value < right.value ? -1 : 1;
  if (left.length !== right.length) return left.length - right.length;
  return x - y;
}
function isLead(code) {
  return code >= 55296 && code < 56320;
}
function isTrail(code) {
  return code >= 56320 && code < 57344;
}
function followsNonZero(text6, at2) {
  for (let back = at2 - 1; back >= 0 && isDigit(text6.charCodeAt(back)); back--) {
    if (text6.charCodeAt(back) !== 48) return true;
  }
  return false;
}
var DIGIT_BYTES = 64;
function readRun(text6, at2, carry) {
  let end = at2;
  let wide = false;
  let value = carry;
  let length = 0;
  while (end < text6.length) {
    const code = text6.codePointAt(end);
    if (!isDigit(code)) break;
    wide ||= code > 57;
    value = value * 10 + (code - 48);
    end += code > 65535 ? 2 : 1;
    length++;
  }
  if (length < 15 && !wide) return { value, length };
  charge(DIGIT_BYTES * length);
  let exact = BigInt(carry);
  for (const char of text6.slice(at2, end)) {
    exact = BigInt.asIntN(64, exact * 10n + BigInt((char.codePointAt(0) ?? 48) - 48));
  }
  return { value: exact, length };
}
function sortKeys(keys) {
  return keys.length < 2 || isOrdered(keys, String) ? keys : keys.sort().sort(compareKeys);
}
function isOrdered(items, keyOf5) {
  let previous = "";
  for (const item of items) {
    const key = keyOf5(item);
    if (!isLexical(key) || previous !== "" && compareKeys(previous, key) >= 0) return false;
    previous = key;
  }
  return true;
}
function isLexical(key) {
  for (let at2 = 0; at2 < key.length; at2++) {
    const code = key.charCodeAt(at2);
    if (code > 127 || code >= 48 && code <= 57) return false;
  }
  return true;
}

// src/yaml/writing/scalar-style.ts
var INERT = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./\\$^;<=+()-~*&!|>'\"%@`") {
  INERT[char.charCodeAt(0)] = 1;
}
for (const char of ",[]{}?") INERT[char.charCodeAt(0)] = 1;
var INDICATORS = new Set(Array.from("#,[]{}&*!|>'\"%@`", (char) => char.charCodeAt(0)));
var EMPTY = { multiline: false, plain: true, single: true, block: false, tabs: false };
var FREE = { multiline: false, plain: true, single: true, block: true, tabs: false };
var QUOTED = { multiline: false, plain: false, single: true, block: true, tabs: false };
function analyze(text6) {
  if (text6 === "") return EMPTY;
  const first2 = text6.charCodeAt(0);
  let at2 = 0;
  while (at2 < text6.length) {
    const code = text6.charCodeAt(at2);
    if (code >= 128 || INERT[code] === 0) break;
    at2++;
  }
  if (at2 < text6.length) return analyzeFully(text6);
  return startsPlain(text6, first2) ? FREE : QUOTED;
}
function startsPlain(text6, first2) {
  if (INDICATORS.has(first2) || text6.startsWith("---") || text6.startsWith("...")) return false;
  if (first2 === 45 || first2 === 63 || first2 === 58) return text6.length > 1 && !isBlank(text6.charCodeAt(1));
  return true;
}
function analyzeFully(text6) {
  let plain2 = startsPlain(text6, text6.charCodeAt(0));
  let special = false;
  let tabs = false;
  let multiline = false;
  let breakSpace = false;
  let spaceBreak = false;
  let previous = 0;
  const { length } = text6;
  for (let at2 = 0; at2 < length; at2++) {
    const code = text6.charCodeAt(at2);
    if (code > 58 && code < 127) {
    } else if (code === 32) {
      if (isBreak(previous)) breakSpace = true;
    } else if (isBreak(code)) {
      multiline = true;
      if (code === 13 || code === 133) special = true;
      if (previous === 32) spaceBreak = true;
    } else if (code === 58) {
      if (at2 > 0 && (at2 + 1 >= length || isBlank(text6.charCodeAt(at2 + 1)))) plain2 = false;
    } else if (code === 35) {
      if (at2 > 0 && isBlankOrEnd(previous)) plain2 = false;
    } else if (code === 9) tabs = true;
    else if (code < 32 || code >= 127 && !isPrintable(code)) special = true;
    previous = code;
  }
  const last = text6.charCodeAt(length - 1);
  const edges = text6.charCodeAt(0) === 32 || last === 32;
  return {
    multiline,
    plain: plain2 && !edges && !multiline && !special && !tabs,
    single: !breakSpace && !spaceBreak && !special && !tabs,
    block: last !== 32 && !spaceBreak && !special,
    tabs
  };
}
function isPrintable(code) {
  return code >= 160 && (code < 55296 || code >= 57344 && code !== 65279 && code < 65534);
}
var BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
function looksTyped(text6) {
  if (resolveTag11(text6) !== "!!str") return true;
  const first2 = text6.charCodeAt(0);
  if (first2 > 57 || first2 < 43 || !text6.includes(":")) return false;
  return BASE_60.test(text6);
}
function styleOf(text6, analysis, asKey) {
  if (text6.includes("\n")) return !asKey && analysis.block && !analysis.tabs ? "literal" : "double";
  if (asKey && analysis.multiline) return "double";
  if (looksTyped(text6)) return "double";
  if (analysis.plain) return "plain";
  return analysis.single ? "single" : "double";
}
function allowsFlowPlain(text6, analysis) {
  return analysis.plain && text6 !== "" && !/[,?[\]{}:]/.test(text6);
}

// src/yaml/writing/scalar-text.ts
var WIDTH = 80;
function writeString(text6, asKey, column, indent) {
  const analysis = analyze(text6);
  const style = styleOf(text6, analysis, asKey);
  if (style === "plain") return !asKey && column + text6.length > WIDTH ? foldPlain(text6, column, indent) : text6;
  if (style === "literal") return writeLiteral(text6, indent);
  if (style === "single") return writeSingle(text6, column, indent, !asKey && column + 2 * text6.length > WIDTH);
  return writeDouble(text6, column, indent, !asKey);
}
function foldPlain(text6, start, indent) {
  const pad2 = `
${" ".repeat(indent)}`;
  const out = new GrowingText("");
  let begin = 0;
  for (let at2 = text6.indexOf(" ", WIDTH + 1 - start); at2 >= 0; ) {
    if (text6.charCodeAt(at2 - 1) === 32 || text6.charCodeAt(at2 + 1) === 32) at2 = text6.indexOf(" ", at2 + 1);
    else {
      out.add(text6.slice(begin, at2) + pad2);
      begin = at2 + 1;
      at2 = text6.indexOf(" ", begin + Math.max(WIDTH + 1 - indent, 0));
    }
  }
  return begin === 0 ? text6 : out.text + text6.slice(begin);
}
function writeSingle(text6, start, indent, folds) {
  if (!folds && !/[\n\u2028\u2029]/.test(text6))
    return text6.includes("'") ? `'${text6.replaceAll("'", "''")}'` : `'${text6}'`;
  const pad2 = " ".repeat(indent);
  const out = new GrowingText("'");
  let column = start + 1;
  let spaces = false;
  let breaks = false;
  let begin = 0;
  for (let at2 = 0; at2 < text6.length; at2++) {
    const code = text6.charCodeAt(at2);
    if (code === 32) {
      const inside = at2 > 0 && at2 < text6.length - 1 && text6.charCodeAt(at2 + 1) !== 32;
      if (folds && !spaces && column > WIDTH && inside) {
        out.add(`${text6.slice(begin, at2)}
${pad2}`);
        begin = at2 + 1;
        column = indent;
      } else column++;
      spaces = true;
    } else if (isBreak(code)) {
      if (!breaks && code === 10) {
        out.add(`${text6.slice(begin, at2)}
`);
        begin = at2;
      }
      column = 0;
      breaks = true;
    } else {
      if (breaks) {
        out.add(text6.slice(begin, at2) + pad2);
        begin = at2;
        column = indent;
      }
      if (code === 39) {
        out.add(`${text6.slice(begin, at2)}'`);
        begin = at2;
      }
      column += code === 39 ? 2 : 1;
      spaces = false;
      breaks = false;
    }
  }
  return `${out.text + text6.slice(begin)}'`;
}
var OTHER_BREAKS = /[\r\x85\u2028\u2029]/;
function writeLiteral(text6, indent) {
  const pad2 = " ".repeat(indent);
  const first2 = text6.charCodeAt(0);
  let header = first2 === 32 || isBreak(first2) ? "|2" : "|";
  const last = text6.charCodeAt(text6.length - 1);
  if (!isBreak(last)) header += "-";
  else if (text6.length === 1 || isBreak(text6.charCodeAt(text6.length - 2))) header += "+";
  const out = new GrowingText(`${header}
`);
  let begin = 0;
  const hasOtherBreaks = OTHER_BREAKS.test(text6);
  while (begin < text6.length) {
    let end = hasOtherBreaks ? begin : text6.indexOf("\n", begin);
    if (end < 0) end = text6.length;
    while (hasOtherBreaks && end < text6.length && !isBreak(text6.charCodeAt(end))) end++;
    out.add((end > begin ? pad2 : "") + text6.slice(begin, end + 1));
    begin = end + 1;
  }
  return out.text;
}
var SHORT = {
  0: "\\0",
  7: "\\a",
  8: "\\b",
  9: "\\t",
  10: "\\n",
  11: "\\v",
  12: "\\f",
  13: "\\r",
  27: "\\e",
  34: '\\"',
  92: "\\\\",
  133: "\\N",
  160: "\\_",
  8232: "\\L",
  8233: "\\P"
};
function writeDouble(text6, start, indent, folds) {
  const pad2 = `
${" ".repeat(indent)}`;
  const everything2 = text6.charCodeAt(0) === 65279;
  const out = new GrowingText('"');
  let column = start + 1;
  let spaces = false;
  let begin = 0;
  for (let at2 = 0; at2 < text6.length; at2++) {
    const code = text6.codePointAt(at2);
    if (code === 32 && !everything2) {
      const inside = at2 > 0 && at2 < text6.length - 1;
      if (folds && !spaces && column > WIDTH && inside) {
        const isDouble = text6.charCodeAt(at2 + 1) === 32;
        out.add(text6.slice(begin, at2) + pad2 + (isDouble ? "\\" : ""));
        begin = at2 + 1;
        column = isDouble ? indent + 1 : indent;
      } else column++;
      spaces = true;
      continue;
    }
    spaces = false;
    const end = code > 65535 ? at2 + 2 : at2 + 1;
    if (everything2 || mustEscape(code)) {
      const written2 = escape(code);
      out.add(text6.slice(begin, at2) + written2);
      begin = end;
      column += written2.length;
    } else column += end - at2;
    at2 = end - 1;
  }
  return `${out.text + text6.slice(begin)}"`;
}
function mustEscape(code) {
  if (code < 127) return code < 32 || code === 34 || code === 92;
  return code > 65535 || code === 8232 || code === 8233 || !isPrintable(code);
}
function escape(code) {
  const short = SHORT[code];
  if (short !== void 0) return short;
  const hex = code.toString(16).toUpperCase();
  if (code <= 255) return `\\x${hex.padStart(2, "0")}`;
  return code <= 65535 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

// src/yaml/writing/layout.ts
var PADS = Array.from({ length: 64 }, (_, width) => " ".repeat(width));
var BREAKS = PADS.map((pad2) => `
${pad2}`);
var MAX_SIMPLE_KEY = 128;
var Layout = class {
  #out = "";
  /** True if the output ends with a line break, or is empty. */
  #atLineStart = true;
  /** The document, ending in a newline. @throws the error of a budget that has no room for it */
  finish() {
    const out = this.#out;
    reserve(out.length);
    return isBreak(out.charCodeAt(out.length - 1)) ? out : `${out}
`;
  }
  /** Begins a line at `indent`, unless `inline`. */
  line(indent, inline) {
    if (inline) return;
    this.#out += (this.#atLineStart ? PADS[indent] : BREAKS[indent]) ?? (this.#atLineStart ? "" : "\n") + " ".repeat(indent);
    this.#atLineStart = false;
  }
  /** Begins an item of a list. Its value follows the dash. */
  item(indent, inline) {
    this.line(indent, inline);
    this.#out += "-";
  }
  /** Begins an entry whose key is written unchanged. Returns the column after the colon. */
  bareKey(text6, indent, inline) {
    this.line(indent, inline);
    this.#out += text6;
    this.#out += ":";
    return indent + text6.length + 1;
  }
  /** Ends the line with a literal block scalar. */
  block(text6, indent) {
    this.#out += " ";
    this.#text(writeLiteral(text6, indent + 2));
  }
  /** Ends the line with a plain scalar, folded if it is too long. `column` and `indent` are as in {@link scalar}. */
  folded(text6, column, indent) {
    this.bare(column + 1 + text6.length > WIDTH ? foldPlain(text6, column + 1, indent + 2) : text6);
  }
  /** Ends the line with a scalar in double quotes that needs no escapes. */
  quoted(text6) {
    this.#out += ` "${text6}"`;
  }
  /** Ends the line with a scalar that is written unchanged. */
  bare(text6) {
    this.#out += " ";
    this.#out += text6;
  }
  /**
   * Begins an entry of a map. Returns the column after the colon, or -1 if the key has the `? key` form: a collection
   * then begins on the line of the colon.
   */
  key(text6, indent, inline) {
    this.line(indent, inline);
    if (isSimple(text6)) {
      const written2 = writeString(text6, true, indent, indent);
      this.#out += `${written2}:`;
      return indent + written2.length + 1;
    }
    this.#out += "? ";
    this.#text(writeString(text6, false, indent + 2, indent + 2));
    this.line(indent, false);
    this.#out += ":";
    return -1;
  }
  /** Ends the line with a scalar. `column` is the end of the line so far, `indent` that of the enclosing collection. */
  scalar(value, column, indent) {
    this.#out += " ";
    if (typeof value === "string") this.#text(writeString(value, false, column + 1, indent + 2));
    else this.#text(typeof value === "number" ? formatNumber(value) : String(value));
  }
  /** Begins a collection on the line of its parent's dash or colon. */
  space() {
    this.#out += " ";
  }
  /** Ends the line with an empty collection. */
  empty(brackets) {
    this.#out += ` ${brackets}`;
  }
  /** Writes a scalar that is the whole document. */
  root(value) {
    if (typeof value === "string") this.#text(writeString(value, false, 0, 2));
    else this.#text(typeof value === "number" ? formatNumber(value) : String(value));
  }
  /** Writes an empty collection that is the whole document. */
  emptyRoot(brackets) {
    this.#text(brackets);
  }
  #text(written2) {
    this.#out += written2;
    this.#atLineStart = isBreak(written2.charCodeAt(written2.length - 1));
  }
};
function isSimple(text6) {
  if (text6.length <= MAX_SIMPLE_KEY / 3 && !/[\n\r\x85\u2028\u2029]/.test(text6)) return true;
  return !analyze(text6).multiline && Buffer.byteLength(text6) <= MAX_SIMPLE_KEY;
}
var SUSPECT = /[\x7f-\x9f\ufffe\uffff]/;
var MAX_JSON_KEY = 1024;
function jsonKey(text6, place) {
  if (SUSPECT.test(text6) && text6.includes("\x85")) throw unprintable(133, place);
  if (text6.length > MAX_JSON_KEY / 6 && JSON.stringify(text6).length > MAX_JSON_KEY) {
    throw failureAt(place, "not-representable", "a key is longer than kustomize can print");
  }
  return jsonText(text6, place);
}
function jsonText(text6, place) {
  if (!SUSPECT.test(text6)) return text6;
  const folded = text6.replace(/(?<! ) *\x85(?: *\x85)* */g, (gap) => {
    const breaks = gap.replaceAll(" ", "").length;
    return breaks === 1 ? " " : "\n".repeat(breaks - 1);
  });
  const control = SUSPECT.exec(folded);
  if (control === null) return folded;
  throw unprintable(control[0].charCodeAt(0), place);
}
function unprintable(code, place) {
  const name = code.toString(16).toUpperCase().padStart(4, "0");
  return failureAt(
    place,
    "not-representable",
    `control characters are not allowed, here U+${name}`,
    "Remove this character, which kustomize cannot print, or keep the value as binary data."
  );
}

// src/yaml/writing/emit.ts
function emit(value) {
  const layout = new Layout();
  if (Array.isArray(value) && value.length > 0) writeSeq(layout, value, 0, false);
  else if (isObject(value) && Object.keys(value).length > 0) writeMap(layout, value, 0, false);
  else if (typeof value === "object" && value !== null) layout.emptyRoot(Array.isArray(value) ? "[]" : "{}");
  else layout.root(typeof value === "string" ? jsonText(value) : value);
  return layout.finish();
}
function writeMap(layout, map2, indent, inline) {
  let first2 = inline;
  for (const key of sortKeys(Object.keys(map2))) {
    const column = layout.key(jsonKey(key), indent, first2);
    first2 = false;
    writeChild(layout, map2[key], indent, column, column >= 0);
  }
}
function writeSeq(layout, items, indent, inline) {
  let first2 = inline;
  for (const item of items) {
    layout.item(indent, first2);
    first2 = false;
    writeChild(layout, item, indent, -1, false);
  }
}
function writeChild(layout, value, indent, column, below) {
  if (Array.isArray(value)) {
    if (value.length === 0) return layout.empty("[]");
    if (below) return writeSeq(layout, value, indent, false);
    layout.space();
    return writeSeq(layout, value, indent + 2, true);
  }
  if (isObject(value)) {
    if (Object.keys(value).length === 0) return layout.empty("{}");
    if (!below) layout.space();
    return writeMap(layout, value, indent + 2, !below);
  }
  layout.scalar(typeof value === "string" ? jsonText(value) : value, below ? column : indent + 1, indent);
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/yaml/writing/encoder-output.ts
var EncoderOutput = class {
  text = "";
  column = 0;
  /** True if the next word needs no space in front of it. */
  whitespace = true;
  /** True if the current line has only indentation, dashes and question marks. The name is libyaml's. */
  indention = true;
  /** The column at which nodes begin; -1 outside the document. */
  indent = -1;
  /** The indentation of the foot comment just written. An empty line goes before a node that begins there. */
  footIndent = -1;
  /** The pending head comment. */
  head = "";
  /** The pending line comment. */
  line = "";
  /** The pending foot comment. */
  foot = "";
  /** The pending foot comment of the previous map entry. */
  tail = "";
  /** The line comment of a key, until its value is known. */
  keyLine = "";
  /** True if a pending comment will end the line, so that a comma has to go before it. */
  get endsLine() {
    return this.line !== "" || this.foot !== "" || this.tail !== "";
  }
  /** Writes a character such as `-` or `:`. */
  indicator(text6, options) {
    this.#write(text6, options.spaced === true);
    this.whitespace = options.opens === true;
    this.indention = this.indention && options.indents === true;
  }
  /** Writes a word, with a space in front of it. */
  word(text6) {
    if (text6 === "") {
      this.indention = false;
      return;
    }
    this.#write(text6, true);
    this.whitespace = this.indention = false;
  }
  /** Writes the lines of a block scalar after its first line. */
  block(lines) {
    this.whitespace = true;
    if (lines === "") return;
    this.#write(lines, false);
    this.indention = isBreak(lines.charCodeAt(lines.length - 1));
  }
  /** Moves to the column where the next node or comment begins. */
  startLine() {
    const indent = Math.max(this.indent, 0);
    if (!this.indention || this.column > indent || this.column === indent && !this.whitespace) this.break();
    if (this.footIndent === indent) this.break();
    if (this.column < indent) this.#write(" ".repeat(indent - this.column), false);
    this.whitespace = true;
    this.footIndent = -1;
  }
  headComment() {
    if (this.tail !== "") {
      this.#footLike(this.tail);
      this.tail = "";
    }
    if (this.head === "") return;
    this.startLine();
    this.#comment(this.head);
    this.head = "";
  }
  lineComment() {
    if (this.line === "") return;
    if (!this.whitespace) this.#write(" ", false);
    this.#comment(this.line);
    this.line = "";
  }
  footComment() {
    if (this.foot === "") return;
    this.#footLike(this.foot);
    this.foot = "";
  }
  break() {
    this.text += "\n";
    this.column = 0;
    this.indention = true;
  }
  #footLike(comment) {
    this.startLine();
    this.#comment(comment);
    this.footIndent = Math.max(this.indent, 0);
  }
  #comment(comment) {
    const lines = comment.split("\n");
    for (const [at2, line] of lines.entries()) {
      if (line !== "") {
        if (at2 > 0) this.startLine();
        this.#write(line.startsWith("#") ? line : `# ${line}`, false);
        this.indention = false;
      }
      if (at2 < lines.length - 1 || line !== "") this.break();
    }
    this.whitespace = true;
  }
  #write(text6, spaced) {
    const written2 = spaced && !this.whitespace ? ` ${text6}` : text6;
    this.text += written2;
    let lineStart = written2.length;
    while (lineStart > 0 && !isBreak(written2.charCodeAt(lineStart - 1))) lineStart--;
    this.column = lineStart === 0 ? this.column + written2.length : written2.length - lineStart;
  }
};

// src/yaml/writing/scalar-writing.ts
function writtenStyle2(node, inFlow, asKey, isTagged2) {
  const { value, tag } = node;
  const analysis = analyze(value);
  let style = node.style === "" && value.includes("\n") ? "literal" : node.style;
  if (style === "" && tag === "!!str" && !isTagged2 && resolveTag(value) !== "!!str") style = "double";
  if (asKey && analysis.multiline) style = "double";
  if (style === "") {
    const fits = inFlow ? allowsFlowPlain(value, analysis) : analysis.plain;
    if (fits && !(value === "" && (inFlow || asKey))) return "";
    style = "single";
  }
  if (style === "single" && !analysis.single) style = "double";
  if ((style === "literal" || style === "folded") && (!analysis.block || inFlow || asKey)) style = "double";
  return style;
}
function writeScalar(value, style, indent) {
  if (style === "single") return writeSingle(value, 0, indent, false);
  if (style === "double") return writeDouble(value, 0, indent, false);
  if (style === "literal") return writeLiteral(value, indent);
  return style === "folded" ? writeFolded(value, indent) : value;
}
function writtenTag(node) {
  const { tag } = node;
  if (node.kind !== "scalar") return tag === `!!${node.kind}` ? "" : tag;
  return tag === "" || tag === "!!str" || resolveTag(node.value) === tag ? "" : tag;
}
function writeFolded(text6, indent) {
  const literal = writeLiteral(text6, indent);
  const head = literal.slice(0, literal.indexOf("\n"));
  const pad2 = " ".repeat(indent);
  const out = new GrowingText(`>${head.slice(1)}
`);
  let leadingBlank = true;
  const isWidened = !/^\n*[ \t]/.test(text6);
  for (const [part] of text6.matchAll(/\n+|[^\n]+/g)) {
    if (part.startsWith("\n")) out.add(part + (leadingBlank || !isWidened ? "" : "\n"));
    else {
      out.add(pad2 + part);
      leadingBlank = part.startsWith(" ") || part.startsWith("	");
    }
  }
  return out.text;
}

// src/yaml/writing/encode.ts
function encode(node) {
  return new Encoder().document(node, "", "");
}
function encodeDocument(root) {
  const { head, foot } = root.source === void 0 ? { head: "", foot: "" } : documentOf(root.source);
  return new Encoder().document(root, head, foot);
}
var ALONE = {};
var BLOCK_ITEM = { inBlockSeq: true };
var SIMPLE_KEY = { inMap: true, isKey: true, isSimpleKey: true };
var COMPLEX_KEY = { inMap: true, isKey: true };
var VALUE2 = { inMap: true };
var MAX_SIMPLE_KEY2 = 128;
var Encoder = class {
  #out = new EncoderOutput();
  #indents = [];
  #flowLevel = 0;
  document(root, head, foot) {
    const out = this.#out;
    if (head !== "") {
      out.head = head;
      out.headComment();
      out.break();
    }
    this.#takeStartComments(root, ALONE);
    out.headComment();
    this.#writeNode(root, ALONE);
    if (foot !== "") out.foot = foot;
    out.footIndent = 0;
    out.footComment();
    out.footIndent = -1;
    out.startLine();
    return out.text;
  }
  /** Passes the comments at the start of a node to the output. `tail` is the foot comment of the previous entry. */
  #takeStartComments(node, place, tail = "") {
    const out = this.#out;
    const marks = marksOf(node);
    if (marks?.head) out.head = marks.head;
    if (node.kind === "scalar") this.#takeEndComments(node, place);
    if (tail !== "" && node.kind !== "seq" && node.tag !== ALIAS) out.tail = tail;
  }
  /** Passes the comments at the end of a node to the output. The foot comment of a key goes with the next entry. */
  #takeEndComments(node, place) {
    const foot = place.isKey ? void 0 : marksOf(node)?.foot;
    if (node.comment) this.#out.line = node.comment;
    if (foot) this.#out.foot = foot;
  }
  /** Writes a node whose start comments were passed on, and the comments after it. */
  #writeNode(node, place) {
    this.#writeStart(node, place);
    this.#out.lineComment();
    this.#out.footComment();
    this.#writeContent(node, place);
  }
  /** Writes a scalar, or the anchor and the tag of a collection. */
  #writeStart(node, place) {
    const out = this.#out;
    if (node.tag === ALIAS && node.kind === "scalar") return out.word(`*${node.value}`);
    const { anchor = "", tagged = false } = marksOf(node) ?? {};
    if (anchor !== "") out.word(`&${anchor}`);
    const tag = tagged ? node.tag : writtenTag(node);
    if (tag !== "") out.word(tag);
    if (node.kind === "scalar") this.#scalar(node, place, tagged);
  }
  #scalar(node, place, isTagged2) {
    const out = this.#out;
    this.#indentMore(true, place);
    const style = writtenStyle2(node, this.#flowLevel > 0, place.isSimpleKey === true, isTagged2);
    const text6 = writeScalar(node.value, style, out.indent);
    if (style === "literal" || style === "folded") {
      const end = text6.indexOf("\n");
      out.word(text6.slice(0, end));
      if (out.line === "") out.break();
      else out.lineComment();
      out.block(text6.slice(end + 1));
    } else out.word(text6);
    this.#indentLess();
  }
  #writeContent(node, place) {
    if (node.kind === "scalar") return;
    const isFlow = this.#flowLevel > 0 || node.style === "flow" || childrenOf(node).length === 0;
    if (node.kind === "map") return isFlow ? this.#flowMap(node, place) : this.#blockMap(node, place);
    return isFlow ? this.#flowSeq(node, place) : this.#blockSeq(node, place);
  }
  #blockSeq(node, place) {
    const out = this.#out;
    for (const [at2, item] of node.items.entries()) {
      this.#takeStartComments(item, BLOCK_ITEM);
      if (at2 === 0) this.#indentMore(false, place, place.inMap === true && (out.column === 0 || !out.indention));
      out.headComment();
      out.startLine();
      out.indicator("-", { spaced: true, indents: true });
      this.#writeNode(item, BLOCK_ITEM);
    }
    this.#takeEndComments(node, place);
    this.#indentLess();
  }
  #blockMap(node, place) {
    const out = this.#out;
    let tail = "";
    this.#indentMore(false, place);
    for (const { key, value } of node.entries) {
      const isSimple2 = isSimpleKey(key);
      const keyPlace = isSimple2 ? SIMPLE_KEY : COMPLEX_KEY;
      this.#takeStartComments(key, keyPlace, tail);
      tail = marksOf(key)?.foot ?? "";
      out.headComment();
      out.startLine();
      if (out.line !== "") {
        out.keyLine = out.line;
        out.line = "";
      }
      if (!isSimple2) out.indicator("?", { spaced: true, indents: true });
      this.#writeStart(key, keyPlace);
      this.#writeContent(key, keyPlace);
      this.#takeStartComments(value, VALUE2);
      if (isSimple2) out.indicator(":", {});
      else {
        out.startLine();
        out.indicator(":", { spaced: true, indents: true });
      }
      this.#keyComment(value);
      this.#writeNode(value, VALUE2);
    }
    if (tail !== "") out.tail = tail;
    this.#takeEndComments(node, place);
    out.headComment();
    this.#indentLess();
  }
  /**
   * Writes the line comment of a key after its colon if a block follows. A scalar takes it over unless it has its own.
   */
  #keyComment(value) {
    const out = this.#out;
    if (out.keyLine === "" || value.tag === ALIAS) return;
    if (value.kind === "scalar") {
      if (out.line !== "") return;
      out.line = out.keyLine;
    } else {
      if (value.style === "flow") return;
      const { line } = out;
      out.line = out.keyLine;
      out.lineComment();
      out.line = line;
    }
    out.keyLine = "";
  }
  #flowSeq(node, place) {
    this.#openFlow("[", place);
    let separated = true;
    for (const item of node.items) {
      this.#takeStartComments(item, ALONE);
      this.#separate(separated);
      separated = this.#out.endsLine;
      this.#flowChild(item, ALONE);
    }
    this.#takeEndComments(node, place);
    this.#leaveFlow();
    if (this.#out.column === 0) this.#out.startLine();
    this.#closeFlow("]");
  }
  #flowMap(node, place) {
    const out = this.#out;
    this.#openFlow("{", place);
    let separated = true;
    let tail = "";
    for (const { key, value } of node.entries) {
      const isSimple2 = isSimpleKey(key);
      const keyPlace = isSimple2 ? SIMPLE_KEY : COMPLEX_KEY;
      this.#takeStartComments(key, keyPlace, tail);
      tail = marksOf(key)?.foot ?? "";
      this.#separate(separated);
      if (!isSimple2) out.indicator("?", { spaced: true });
      this.#writeStart(key, keyPlace);
      this.#writeContent(key, keyPlace);
      this.#takeStartComments(value, VALUE2);
      out.indicator(":", { spaced: !isSimple2 });
      separated = out.endsLine;
      this.#flowChild(value, VALUE2);
    }
    if (tail !== "") out.tail = tail;
    this.#takeEndComments(node, place);
    if (!separated && (out.head !== "" || out.foot !== "" || out.tail !== "")) out.indicator(",", {});
    out.headComment();
    this.#leaveFlow();
    this.#closeFlow("}");
  }
  #openFlow(bracket, place) {
    this.#out.indicator(bracket, { spaced: true, opens: true });
    this.#indentMore(true, place);
    this.#flowLevel++;
  }
  #leaveFlow() {
    this.#flowLevel--;
    this.#indentLess();
  }
  #closeFlow(bracket) {
    this.#out.indicator(bracket, {});
    this.#out.lineComment();
    this.#out.footComment();
  }
  /** Prepares for the next child of a flow collection. If a comment ended the line, the comma was written before it. */
  #separate(separated) {
    const out = this.#out;
    if (!separated) out.indicator(",", {});
    out.headComment();
    if (out.column === 0) out.startLine();
  }
  #flowChild(node, place) {
    const out = this.#out;
    this.#writeStart(node, place);
    if (out.endsLine) out.indicator(",", {});
    out.lineComment();
    out.footComment();
    this.#writeContent(node, place);
  }
  /** Increases the indentation. `isCompact` keeps a list at the column of its key. */
  #indentMore(inFlow, place, isCompact = false) {
    const out = this.#out;
    this.#indents.push(out.indent);
    if (out.indent < 0) out.indent = inFlow ? 2 : 0;
    else if (place.inBlockSeq) out.indent += 2;
    else out.indent = 2 * Math.floor((out.indent + 2) / 2) - (isCompact ? 2 : 0);
  }
  #indentLess() {
    this.#out.indent = this.#indents.pop() ?? -1;
  }
};
function childrenOf(node) {
  return node.kind === "map" ? node.entries : node.items;
}
function isSimpleKey(key) {
  if (key.kind !== "scalar") return childrenOf(key).length === 0;
  const marks = marksOf(key);
  const tag = marks?.tagged ? key.tag : writtenTag(key);
  return !analyze(key.value).multiline && Buffer.byteLength(key.value + (marks?.anchor ?? "") + tag) <= MAX_SIMPLE_KEY2;
}

// src/yaml/writing/from-value.ts
function fromValue(value) {
  if (Array.isArray(value)) return seq(value.map(fromValue), value.length === 0 ? "flow" : "");
  if (typeof value === "object" && value !== null) {
    const entries = [];
    for (const key of sortKeys(Object.keys(value))) {
      entries.push({ key: text(key), value: fromValue(value[key]) });
    }
    return map(entries, entries.length === 0 ? "flow" : "");
  }
  if (typeof value === "string") return text(value);
  if (value === null) return scalar("null", "!!null");
  if (typeof value === "boolean") return scalar(String(value), "!!bool");
  if (!Number.isFinite(Number(value))) throw failure("not-representable", TOO_LARGE2, { hint: "Quote it." });
  const written2 = formatFloat64(Number(value));
  return scalar(written2, resolveTag(written2));
}
var TOO_LARGE2 = "a number is too large for 64-bit floating point";
function text(value) {
  const analysis = analyze(value);
  if (value.includes("\n")) return scalar(value, "!!str", analysis.block ? "literal" : "double");
  if (looksTyped(value) || resolveTag11(value) !== "!!str") return scalar(value, "!!str", "double");
  if (analysis.plain) return scalar(value, "!!str");
  return scalar(value, "!!str", analysis.single ? "single" : "double");
}

// src/yaml/writing/bare-text.ts
var PLAIN = 1;
var ORDERED = 2;
var CAREFUL = 4;
var NON_NUMERIC = 8;
var TRAITS = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-./")
  TRAITS[char.charCodeAt(0)] = PLAIN | ORDERED;
for (const char of "0123456789_()+*&!|>'\"%@`\\$^;<=,[]{}?~") TRAITS[char.charCodeAt(0)] = PLAIN;
for (const char of "ghijklmnpqrsuvwyGHIJKLMNPQRSUVWY") TRAITS[char.charCodeAt(0)] |= NON_NUMERIC;
for (const char of " :") TRAITS[char.charCodeAt(0)] = CAREFUL;
var FIRSTS = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/_$(") FIRSTS[char.charCodeAt(0)] = 1;
for (const char of "yYnNtTfFoO") FIRSTS[char.charCodeAt(0)] = 2;
for (const char of "0123456789-.") FIRSTS[char.charCodeAt(0)] = 3;
var MAX_WORD_LENGTH = 5;
var MAX_KEY_LENGTH2 = 42;
function beginning(text6) {
  const first2 = FIRSTS[text6.charCodeAt(0)];
  if (first2 === 1) return PLAIN;
  if (first2 === 2) return text6.length > MAX_WORD_LENGTH || !isTypedWord(text6) ? PLAIN : 0;
  if (first2 !== 3 || text6.startsWith("---") || text6.startsWith("...") || text6.charCodeAt(1) === 32) return 0;
  const mayBeWord = text6.length <= MAX_WORD_LENGTH && text6.charCodeAt(0) < 48;
  return mayBeWord ? 0 : NON_NUMERIC;
}
function isBareKey(text6) {
  if (text6.length > MAX_KEY_LENGTH2 || beginning(text6) !== PLAIN) return false;
  for (let at2 = 0; at2 < text6.length; at2++) {
    if ((TRAITS[text6.charCodeAt(at2)] & ORDERED) === 0) return false;
  }
  return true;
}
var UNKNOWN = 0;
var BARE = 1;
var FOLDED2 = 2;
function bareness(text6) {
  const { length } = text6;
  const needed = beginning(text6);
  if (needed === 0) return UNKNOWN;
  let seen = PLAIN;
  let spaced = false;
  for (let at2 = 1; at2 < length; at2++) {
    const code = text6.charCodeAt(at2);
    const traits = TRAITS[code];
    if (traits === CAREFUL) {
      if (code === 32) spaced = true;
      else if (at2 + 1 === length || text6.charCodeAt(at2 + 1) === 32) return UNKNOWN;
    } else if (traits === void 0 || traits === 0) return UNKNOWN;
    else seen |= traits;
  }
  if ((seen & needed) === 0) return UNKNOWN;
  if (!spaced) return BARE;
  return text6.charCodeAt(length - 1) === 32 ? UNKNOWN : FOLDED2;
}
function isBareQuoted(text6) {
  return text6.length <= MAX_INT_LENGTH && (isBareInt(text6) || isTypedWord(text6));
}
var LINES = /^[!-~][ -~\n]*$/;
var MAX_BLOCK_LENGTH = 1e5;
function isBareBlock(text6) {
  return text6.length <= MAX_BLOCK_LENGTH && LINES.test(text6) && !text6.endsWith(" ") && !text6.includes(" \n");
}
function isBareValue(text6, tag) {
  if (tag === "!!int") return isBareInt(text6);
  if (tag === "!!bool") return text6 === "true" || text6 === "false";
  return tag === "!!null" && text6 === "null";
}
var MAX_INT_LENGTH = 15;
function isBareInt(text6) {
  const { length } = text6;
  if (length > MAX_INT_LENGTH || length > 1 && text6.charCodeAt(0) === 48) return false;
  for (let at2 = 0; at2 < length; at2++) {
    const code = text6.charCodeAt(at2);
    if (code < 48 || code > 57) return false;
  }
  return length > 0;
}

// src/yaml/writing/folded.ts
var PARTS = /[^\n\u2028\u2029]+|[\n\u2028\u2029]+/g;
var IS_BREAK = /^[\n\u2028\u2029]/;
function refold(text6) {
  const start = text6.search(/[^\n\u2028\u2029]/);
  if (start < 0) return text6;
  const isWidened = !isBlank(text6.charCodeAt(start));
  const out = new GrowingText(text6.slice(0, start));
  let isFirst = true;
  let previousBlank = true;
  let breaks = "";
  for (const [part] of text6.slice(start).matchAll(PARTS)) {
    if (!IS_BREAK.test(part)) {
      const blank = isBlank(part.charCodeAt(0));
      out.add((isFirst ? "" : between(breaks, previousBlank || blank)) + part);
      isFirst = false;
      previousBlank = blank;
      breaks = "";
    } else breaks = part.startsWith("\n") && isWidened && !previousBlank ? `
${part}` : part;
  }
  return /[\n\u2028\u2029]{2}$/.test(text6) ? out.text + breaks : out.text + breaks.slice(0, 1);
}
function between(breaks, literal) {
  if (literal || !breaks.startsWith("\n")) return breaks;
  return breaks.length === 1 ? " " : breaks.slice(1);
}

// src/yaml/writing/to-value.ts
function toValue(node) {
  return valueOf(node, false, true);
}
function checkDecodable(node) {
  if (node.kind === "seq") for (const item of node.items) checkDecodable(item);
  else if (node.kind === "map") for (const { value } of uniqueEntries(node, false, true)) checkDecodable(value);
  else if (node.tag === "!!binary") decodeBinary(node);
  else resolveTagged(node, resolve);
}
var VALUE_BYTES = 32;
function valueOf(node, inFlow, top) {
  charge(VALUE_BYTES);
  if (node.kind === "scalar") return printedScalar(node, inFlow);
  const flow = inFlow || node.style === "flow";
  if (node.kind === "seq") return node.items.map((item) => valueOf(item, flow, false));
  const object = /* @__PURE__ */ Object.create(null);
  for (const { key, value } of uniqueEntries(node, flow, top)) object[key] = valueOf(value, flow, false);
  return object;
}
var MAX_PAIRWISE = 8;
function uniqueEntries(node, inFlow, top) {
  const { entries } = node;
  const seen = entries.length > MAX_PAIRWISE ? /* @__PURE__ */ new Set() : void 0;
  const named2 = [];
  let merges;
  for (let at2 = 0; at2 < entries.length; at2++) {
    const { key, value } = entries[at2];
    if (key.kind !== "scalar") throw collectionAsKey(key);
    if (seen === void 0 ? isAmong(key.value, entries, at2) : seen.has(key.value)) throw duplicateKey(node, key);
    seen?.add(key.value);
    if (top && isDropped(key)) continue;
    if (key.value === "<<" && isMergeKey(key)) merges = value;
    else named2.push({ key: keyText2(key, inFlow, top), value });
  }
  return merges === void 0 ? named2 : [...named2, ...inherited(merges, named2, inFlow)];
}
function isAmong(key, entries, end) {
  for (let at2 = 0; at2 < end; at2++) {
    if (entries[at2].key.value === key) return true;
  }
  return false;
}
function isDropped(key) {
  if (key.tag === "") return key.style === "" && key.value !== "" && resolveTag(key.value) === "!!null";
  return key.tag === "!!null" && key.value === "" && isTagged(key);
}
function isMergeKey({ tag, style }) {
  return tag === "!!merge" || style === "" && (tag === "" || tag === "!!str");
}
function inherited(merges, own, inFlow) {
  const seen = new Set(own.map(({ key }) => key));
  const entries = [];
  for (const source of mergeSources(merges)) {
    for (const entry2 of uniqueEntries(source, inFlow, false)) {
      if (seen.has(entry2.key)) continue;
      seen.add(entry2.key);
      entries.push(entry2);
    }
  }
  return entries;
}
function keyText2(key, inFlow, top) {
  const { tag, style, value } = key;
  if (tag === "!!str" && !value.includes("\n")) return value;
  if (value === "" && style === "" && (tag === "" || tag === "!!null" && !isTagged(key))) return "";
  if (top && tag !== "!!binary" && resolveTag(value) === "!!float") return value;
  const quoted = style !== "" && !analyze(value).multiline;
  const resolved = scalarValue2(key, inFlow || quoted);
  if (typeof resolved === "string" && !isForeign(key)) return resolved;
  if (top && resolved !== null) return tag === "!!binary" ? String(resolved) : value;
  throw failureAt(
    key,
    "non-string-key",
    `the ${shownKey(value, "`")} is not a string`,
    key.source === void 0 ? "Choose a key that does not read as a number, a boolean, a date or null." : isNameLike(value) ? `Quote it where it is written: "${value}".` : "Quote it where it is written."
  );
}
function isForeign({ tag, style, value }) {
  if (tag === "") return style === "" && resolveTag(value) === "!!timestamp";
  if (tag === "!!timestamp") return style === "";
  return tag !== "!!str" && tag !== "!!merge" && !isChecked(tag);
}
function duplicateKey(node, key) {
  const first2 = node.entries.find((entry2) => entry2.key.kind === "scalar" && entry2.key.value === key.value);
  const lines = first2 === void 0 ? void 0 : failureAt(first2.key, "", "").diagnostics[0]?.line;
  const where = lines === void 0 ? "" : ` at line ${lines}`;
  return failureAt(
    key,
    "duplicate-key",
    `mapping ${shownKey(key.value)} already defined${where}`,
    "Remove one of the two keys."
  );
}
function scalarValue2(node, inFlow) {
  const { tag, style, value } = node;
  if (tag === "!!str" || tag === "" && style !== "") return writtenText(node, inFlow);
  if (tag === "!!binary") return decodeBinary(node);
  if (tag !== "" && !isChecked(tag)) return writtenText(node, inFlow);
  if (tag === "" || resolveTag(value) === tag) {
    if (style !== "") return writtenText(node, inFlow);
    if (value.includes("\n")) return writtenText(node, inFlow);
    if (inFlow && (value === "" || value.includes(":")) && (tag === "" || !isTagged(node))) {
      return writtenText(node, inFlow);
    }
  }
  const resolved = tag === "" ? resolve(value).value : resolveTagged(node, resolve);
  if (typeof resolved === "number" && !Number.isFinite(resolved)) {
    throw failureAt(
      node,
      "not-representable",
      `${value} has no counterpart in JSON`,
      "Use a finite number, or quote it."
    );
  }
  return resolved;
}
function printedScalar(node, inFlow) {
  if (node.tag === "!!str") return writtenText(node, inFlow);
  return checkZone(node, inFlow, scalarValue2(node, inFlow));
}
function checkZone(node, inFlow, value) {
  const isTime = node.style === "" && (node.tag === "" || node.tag === "!!timestamp");
  if (isTime && !inFlow && typeof value === "string" && !hasJsonZone(value) && resolveTag(node.value) !== "!!str") {
    throw failureAt(node, "not-representable", "the time zone of a timestamp is out of range");
  }
  return value;
}
function writtenText(node, inFlow) {
  const { style, value } = node;
  if (style === "single" || style === "double" || inFlow) return value;
  if (style === "" && !value.includes("\n")) return value;
  if (value === "" || !analyze(value).block) return value;
  if (value.charCodeAt(0) === 9) {
    throw failureAt(
      node,
      "not-representable",
      "found a tab character where an indentation space is expected: a text of several lines cannot begin with a tab",
      "Remove the tab, or write the text in double quotes."
    );
  }
  return style === "folded" ? refold(value) : value;
}

// src/yaml/writing/print.ts
function print(node) {
  const layout = new Layout();
  if (node.kind === "scalar") {
    const value = printedScalar(node, false);
    layout.root(typeof value === "string" ? jsonText(value, node) : value);
    return layout.finish();
  }
  const flow = node.style === "flow";
  if (node.kind === "seq") {
    if (node.items.length === 0) layout.emptyRoot("[]");
    else printSeq(layout, node, 0, false, flow);
    return layout.finish();
  }
  const bare = bareEntries(node);
  const entries = bare === void 0 ? sortedEntries(node, flow, true) : [];
  if (bare !== void 0) printBare(layout, bare, 0, false, flow);
  else if (entries.length > 0) printNamed(layout, entries, 0, false, flow);
  else layout.emptyRoot("{}");
  return layout.finish();
}
function printBare(layout, entries, indent, inline, inFlow) {
  let first2 = inline;
  for (let at2 = 0; at2 < entries.length; at2++) {
    const { key, value } = entries[at2];
    const column = layout.bareKey(key.value, indent, first2);
    first2 = false;
    printChild(layout, value, indent, column, true, inFlow);
  }
}
function printNamed(layout, entries, indent, inline, inFlow) {
  let first2 = inline;
  for (const { key, value } of entries) {
    const column = layout.key(jsonKey(key, value), indent, first2);
    first2 = false;
    printChild(layout, value, indent, column, column >= 0, inFlow);
  }
}
function printSeq(layout, node, indent, inline, inFlow) {
  let first2 = inline;
  for (const item of node.items) {
    layout.item(indent, first2);
    first2 = false;
    printChild(layout, item, indent, -1, false, inFlow);
  }
}
function printChild(layout, node, indent, column, below, inFlow) {
  if (node.kind === "scalar") return printScalar(layout, node, below ? column : indent + 1, indent, inFlow);
  const flow = inFlow || node.style === "flow";
  if (node.kind === "seq") {
    if (node.items.length === 0) return layout.empty("[]");
    if (below) return printSeq(layout, node, indent, false, flow);
    layout.space();
    return printSeq(layout, node, indent + 2, true, flow);
  }
  const bare = bareEntries(node);
  const entries = bare === void 0 ? sortedEntries(node, flow, false) : [];
  if (bare === void 0 && entries.length === 0) return layout.empty("{}");
  if (!below) layout.space();
  if (bare !== void 0) printBare(layout, bare, indent + 2, !below, flow);
  else printNamed(layout, entries, indent + 2, !below, flow);
}
function printScalar(layout, node, column, indent, inFlow) {
  const { tag, style, value } = node;
  if (tag === "!!str" || tag === "") {
    const kind = bareness(value);
    if (kind === BARE) return layout.bare(value);
    if (kind === FOLDED2) return layout.folded(value, column, indent);
    if (tag !== "" && isBareQuoted(value)) return layout.quoted(value);
    if (style !== "folded" && value.includes("\n") && isBareBlock(value)) return layout.block(value, indent);
  } else if (style === "" && isBareValue(value, tag)) return layout.bare(value);
  const printed2 = printedScalar(node, inFlow);
  layout.scalar(typeof printed2 === "string" ? jsonText(printed2, node) : printed2, column, indent);
}
var MAX_INSERTION_SORT = 16;
function bareEntries(node) {
  const { entries } = node;
  if (entries.length === 0) return void 0;
  let previous = "";
  let isSorted = true;
  for (let at2 = 0; at2 < entries.length; at2++) {
    const { key } = entries[at2];
    if (key.kind !== "scalar" || key.tag !== "!!str" && key.tag !== "" || !isBareKey(key.value)) return void 0;
    if (key.value <= previous) isSorted = false;
    previous = key.value;
  }
  return isSorted ? entries : uniquelySorted(entries.slice());
}
function uniquelySorted(entries) {
  if (entries.length <= MAX_INSERTION_SORT) insertionSort(entries);
  else entries.sort((a, b) => textOf2(a) < textOf2(b) ? -1 : 1);
  for (let at2 = 1; at2 < entries.length; at2++) {
    if (textOf2(entries[at2 - 1]) === textOf2(entries[at2])) return void 0;
  }
  return entries;
}
function insertionSort(entries) {
  for (let at2 = 1; at2 < entries.length; at2++) {
    const entry2 = entries[at2];
    const key = textOf2(entry2);
    let to = at2;
    for (; to > 0 && key < textOf2(entries[to - 1]); to--) entries[to] = entries[to - 1];
    entries[to] = entry2;
  }
}
function textOf2(entry2) {
  return entry2.key.value;
}
function sortedEntries(node, inFlow, top) {
  const entries = uniqueEntries(node, inFlow, top);
  if (entries.length < 2 || isOrdered(entries, keyOf)) return entries;
  return entries.sort((a, b) => a.key < b.key ? -1 : 1).sort((a, b) => compareKeys(a.key, b.key));
}
function keyOf(entry2) {
  return entry2.key;
}

// src/yaml/writing/printed-value.ts
function printedValue(node) {
  return valueOf2(node, false, true);
}
function valueOf2(node, inFlow, top) {
  charge(VALUE_BYTES);
  if (node.kind === "scalar") return scalarOf(node);
  const flow = inFlow || node.style === "flow";
  return node.kind === "map" ? mapOf(node, flow, top) : listOf(node.items, flow);
}
function mapOf(node, inFlow, top) {
  const object = /* @__PURE__ */ Object.create(null);
  const bare = bareEntries(node);
  if (bare !== void 0) {
    for (let at2 = 0; at2 < bare.length; at2++) {
      const { key, value } = bare[at2];
      const read2 = valueOf2(value, inFlow, false);
      if (read2 === void 0) return void 0;
      object[key.value] = read2;
    }
    return object;
  }
  for (const { key, value } of sortedEntries(node, inFlow, top)) {
    const read2 = key.length <= MAX_KEY_LENGTH2 && bareness(key) === BARE ? valueOf2(value, inFlow, false) : void 0;
    if (read2 === void 0) return void 0;
    object[key] = read2;
  }
  return object;
}
function listOf(items, inFlow) {
  const list2 = [];
  for (const item of items) {
    const read2 = valueOf2(item, inFlow, false);
    if (read2 === void 0) return void 0;
    list2.push(read2);
  }
  return list2;
}
function scalarOf({ tag, style, value }) {
  if (tag === "!!str" || tag === "") {
    if (bareness(value) || tag !== "" && isBareQuoted(value)) return value;
    return style !== "folded" && value.includes("\n") && isBareBlock(value) ? value : void 0;
  }
  if (style !== "" || !isBareValue(value, tag)) return void 0;
  if (tag === "!!int") return Number(value);
  return tag === "!!null" ? null : value === "true";
}

// src/yaml/writing/reread.ts
function rereadTexts(node) {
  if (node.kind === "scalar") node.value = jsonText(node.value, node);
  else if (node.kind === "seq") for (const item of node.items) rereadTexts(item);
  else {
    for (const { key, value } of node.entries) {
      if (key.kind === "scalar") jsonKey(key.value, key);
      rereadTexts(value);
    }
  }
}

// src/documents/reading.ts
var scalarNames = /* @__PURE__ */ new Map([
  ["!!null", "null"],
  ["!!bool", "a boolean"],
  ["!!int", "a number"],
  ["!!float", "a number"]
]);
var MAX_DIAGNOSTICS = 100;
var HINTS3 = /* @__PURE__ */ new Map([
  ["a list", "Begin each entry with a dash."],
  ["a mapping", "Write its fields as `name: value`."],
  ["a string", "Write a single text."]
]);
var Reading = class {
  dialect;
  diagnostics = [];
  /** The kind of the document, such as `a kustomization`. */
  subject;
  #file;
  #path = [];
  #errors = 0;
  #exact = 0;
  constructor(dialect6, file, subject) {
    this.dialect = dialect6;
    this.subject = subject;
    this.#file = file;
  }
  /** Runs `read` for a field or an element of the current value. */
  within(segment, read2) {
    this.#path.push(segment);
    const result = read2();
    this.#path.pop();
    return result;
  }
  /** Runs `read` without converting numbers and booleans to text. */
  exactly(read2) {
    this.#exact++;
    const result = read2();
    this.#exact--;
    return result;
  }
  /** True if numbers and booleans are converted to text at this point. */
  get coercesToText() {
    return this.dialect.coercesToText && this.#exact === 0;
  }
  /** True if the current value is the document. */
  get isAtTop() {
    return this.#path.length === 0;
  }
  /** The place of a node. For nodes that the engine made, only the file is known. */
  place(node) {
    return locate(node) ?? { file: this.#file };
  }
  /** The current field, such as `labels[0].pairs`, or the document. @param more a field of it */
  field(more) {
    const path = more === void 0 ? this.#path : [...this.#path, more];
    return path.length === 0 ? this.subject : `\`${formatPath(path)}\``;
  }
  report(code, message, node, hint, severity = "error") {
    const place = this.place(node);
    this.#add({ code, severity, message, ...place, ...hint === void 0 ? {} : { hint } });
  }
  /** Tells whether further problems are only counted. Ask before making a message that takes time. */
  isFull(severity) {
    return this.diagnostics.length >= MAX_DIAGNOSTICS && (severity !== "error" || this.#errors > 0);
  }
  #add(diagnostic) {
    if (diagnostic.severity === "error") this.#errors++;
    if (this.diagnostics.length < MAX_DIAGNOSTICS || this.#errors === 1) this.diagnostics.push(diagnostic);
  }
  /** Reports a value of the wrong type. */
  mismatch(node, expected, hint = HINTS3.get(expected)) {
    this.report("wrong-type", `${this.field()} must be ${expected}, not ${this.describe(node)}`, node, hint);
  }
  /** The value of a scalar. Reports other nodes, and scalars without a value such as `!!int x`. */
  scalar(node, expected) {
    if (node.kind !== "scalar") return this.mismatch(node, expected);
    try {
      return this.dialect.value(node);
    } catch (error) {
      if (!(error instanceof KrmError)) throw error;
      for (const diagnostic of error.diagnostics) this.#add(diagnostic);
      return void 0;
    }
  }
  /** Describes a node in messages: `a list`, `a number`. */
  describe(node) {
    if (node.kind === "map") return "a mapping";
    if (node.kind === "seq") return "a list";
    return scalarNames.get(node.tag) ?? "a string";
  }
  /** True if an error has been reported. */
  get failed() {
    return this.#errors > 0;
  }
  /**
   * Sorts the problems by their places, and throws them together if one of them is an error.
   * @param warn receives the problems if none is an error
   */
  finish(warn = () => {
  }) {
    this.diagnostics.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
    if (this.failed) throw new KrmError(this.diagnostics);
    for (const diagnostic of this.diagnostics) warn(diagnostic);
  }
};
function formatPath(path) {
  let text6 = "";
  for (const segment of path) {
    if (typeof segment === "number") text6 += `[${segment}]`;
    else if (!/^[\w-]+$/.test(segment)) text6 += `[${quote(segment)}]`;
    else text6 += text6 === "" ? segment : `.${segment}`;
  }
  return text6;
}
function quoteField(name) {
  return isHarmless(name) || isNameLike(name) ? quote(name) : "(withheld, because it may be a value)";
}
function quoteHint(node) {
  return node.kind === "scalar" && isHarmless(node.value) ? `Quote the value: ${quote(node.value)}.` : "Quote the value.";
}
function quote(text6) {
  return JSON.stringify(shorten(text6));
}

// src/documents/composition-name.ts
var KUSTOMIZATION_FILE_NAMES = ["kustomization.yaml", "kustomization.yml", "Kustomization"];
var COMPOSITION_FILE_NAMES = ["composition.yaml", "composition.yml"];
function mayBeOfKustomize(node) {
  const apiVersion = textAt(node, "apiVersion");
  return apiVersion === "" || isOfKustomize(apiVersion);
}
function isComposition(node) {
  return textAt(node, "kind") === "Composition" && mayBeOfKustomize(node);
}
var OWN_FIELD = /^(?:transformers|modules)(?:From)?:/m;
var OWN_FIELDS = ["transformers", "transformersFrom", "modules", "modulesFrom"];
function isMistaken(node) {
  if (!OWN_FIELDS.some((field2) => get(node, field2) !== void 0)) return false;
  const kind = textAt(node, "kind");
  return kind === "" || nearest(kind.toLowerCase(), ["composition"]) !== void 0;
}
function compositionIn(bytes, file) {
  try {
    const node = parseConfig(decodeText(bytes, file), file);
    if (isComposition(node)) return node;
    return isMistaken(node) ? "invalid" : void 0;
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return mayBeComposition(bytes) ? "invalid" : void 0;
  }
}
function mayBeComposition(bytes) {
  return OWN_FIELD.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
}
function foreignDocument(node) {
  const kind = textAt(node, "kind");
  const apiVersion = textAt(node, "apiVersion");
  if (isMistaken(node)) return void 0;
  if (kind === "Composition" ? mayBeOfKustomize(node) : kind === "" || isOfKustomize(apiVersion)) return void 0;
  return `a ${quote(kind)}${apiVersion === "" ? "" : ` of ${quote(apiVersion)}`}`;
}
function textAt(node, key) {
  const found = get(node, key);
  return found?.kind === "scalar" && !isNull(found) ? found.value : "";
}

// src/documents/decoder.ts
function text2(node, reading) {
  const value = reading.scalar(node, "a string");
  if (value === void 0 || typeof value === "string") return value;
  if (value === null) return "";
  if (reading.coercesToText) return coerced(node, value);
  return reading.mismatch(node, "a string", quoteHint(node));
}
function coerced(node, value) {
  return typeof value === "number" && node.tag === "!!float" ? formatFloat32(value) : String(value);
}
function exactly(decoder) {
  return (node, reading) => reading.exactly(() => decoder(node, reading));
}
function bool(node, reading) {
  const value = reading.scalar(node, "a boolean");
  if (value === void 0 || typeof value === "boolean") return value;
  if (value === null) return false;
  const quoted = value === "true" || value === "false";
  return reading.mismatch(node, "a boolean", quoted ? "Remove the quotes." : void 0);
}
function int(node, reading) {
  const value = reading.scalar(node, "a whole number");
  if (value === void 0) return void 0;
  if (value === null) return 0;
  if (typeof value === "bigint" && BigInt.asIntN(64, value) === value) return Number(value);
  if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 63) return value;
  if (typeof value === "number" || typeof value === "bigint") {
    const written2 = quote(node.value);
    return reading.report(
      "wrong-type",
      `${reading.field()} must be a whole number of 64 bits, not ${written2}`,
      node,
      "Write a whole number."
    );
  }
  const quoted = typeof value === "string" && /^[+-]?\d+$/.test(value);
  return reading.mismatch(node, "a whole number", quoted ? "Remove the quotes." : void 0);
}
function anyMap(node, reading) {
  if (node.kind === "map") return node;
  return isNull(node) ? map() : reading.mismatch(node, "a mapping");
}
var MAX_PATH_LENGTH = 65536;
var PATH_TOO_LONG = `a path is longer than ${MAX_PATH_LENGTH} characters`;
function pathEntry(node, reading) {
  const path = text2(node, reading);
  if (path !== void 0 && path.length > MAX_PATH_LENGTH) return reading.report("path-too-long", PATH_TOO_LONG, node);
  return path === void 0 ? void 0 : { path, location: reading.place(node) };
}
function textEntry(node, reading) {
  const value = text2(node, reading);
  return value === void 0 ? void 0 : { text: value, location: reading.place(node) };
}
function textMap(node, reading) {
  const result = /* @__PURE__ */ new Map();
  if (isNull(node)) return result;
  if (node.kind !== "map") return reading.mismatch(node, "a mapping of strings");
  for (const entry2 of node.entries) {
    const key = keyText3(entry2.key, reading);
    if (key === void 0) continue;
    if (result.has(key)) reportDuplicate(key, entry2.key, reading);
    const value = reading.within(key, () => text2(entry2.value, reading));
    if (value !== void 0) result.set(key, value);
  }
  return result;
}
function list(element2) {
  return function decodeList(node, reading) {
    if (isNull(node)) return [];
    if (node.kind !== "seq") return reading.mismatch(node, "a list");
    const result = [];
    for (let index = 0; index < node.items.length; index++) {
      const item = reading.within(index, () => element2(node.items[index], reading));
      if (item !== void 0) result.push(item);
    }
    return result;
  };
}
function record(fields4, options = {}) {
  const names = Object.keys(fields4);
  const canonical = new Map(names.map((name) => [name.toLowerCase(), name]));
  const decoders = fields4;
  return function decodeRecord(node, reading) {
    if (!isNull(node) && node.kind !== "map") {
      const isFile2 = node.kind === "scalar" && names.includes("path");
      return reading.mismatch(node, "a mapping", isFile2 ? "Write `path:` in front of the name of a file." : void 0);
    }
    const result = { ...options.defaults };
    for (const [name, value] of node.kind === "map" ? chooseFields(node, reading) : []) {
      if (isNull(value)) continue;
      const decoded = reading.within(name, () => decoders[name](value, reading));
      if (decoded !== void 0) result[name] = decoded;
    }
    result.location = reading.place(node);
    return result;
  };
  function chooseFields(node, reading) {
    const chosen = /* @__PURE__ */ new Map();
    const spellings = /* @__PURE__ */ new Map();
    for (const { key, value } of node.entries) {
      const written2 = keyText3(key, reading);
      if (written2 === void 0) continue;
      const name = canonical.get(written2.toLowerCase());
      if (name === void 0) {
        reportUnknown(written2, key, reading);
        continue;
      }
      const before = spellings.get(name);
      if (before !== void 0) reportDuplicate(name, key, reading);
      if (before !== void 0 && before > written2) continue;
      spellings.set(name, written2);
      chosen.set(name, value);
    }
    return chosen;
  }
  function reportUnknown(written2, key, reading) {
    const severity = reading.dialect.unknownFields;
    if (options.besides?.has(written2) || reading.isFull(severity)) return;
    const near = nearest(written2, names);
    const all = names.length === 0 ? "It has none." : `Its fields are ${names.map((name) => `\`${name}\``).join(", ")}.`;
    const known = names.length <= 8 ? all : void 0;
    const hint = options.hints?.[written2] ?? (near === void 0 ? known : `Did you mean \`${near}\`?`) ?? "Correct its name, or remove it.";
    const message = `unknown field ${quoteField(written2)} in ${reading.field()}`;
    if (severity === "error") reading.report("unknown-field", message, key, hint);
    else
      reading.report(
        "ignored-field",
        `${message}: ${reading.dialect.reader ?? "kustomize"} ignores it`,
        key,
        hint,
        severity
      );
  }
}
function reportDuplicate(name, key, reading) {
  const severity = reading.dialect.duplicateFields;
  const message = `${reading.field(name)} is given more than once`;
  const hint = severity === "error" ? "Keep one of them." : "Merge them: only one of them counts.";
  reading.report("duplicate-field", message, key, hint, severity);
}
function keyText3(key, reading) {
  if (key.kind === "scalar" && (key.tag === "!!str" || key.tag === "")) return key.value;
  if (key.kind === "scalar" && reading.isAtTop) return key.value;
  const message = `a key in ${reading.field()} must be a string, not ${reading.describe(key)}`;
  return reading.report("invalid-key", message, key, "Quote it.");
}

// src/documents/field-spec-tables.ts
var everything = {};
function owner(kind, group = "", version = "") {
  return { ...group && { group }, ...version && { version }, kind };
}
function fields(of, paths2, create) {
  return paths2.map((path) => create ? { path, ...of, create: true } : { path, ...of });
}
function words(text6) {
  return text6.trim().split(/\s+/);
}
var podSpecs = {
  Pod: "spec",
  PodTemplate: "template/spec",
  Deployment: "spec/template/spec",
  ReplicaSet: "spec/template/spec",
  ReplicationController: "spec/template/spec",
  DaemonSet: "spec/template/spec",
  StatefulSet: "spec/template/spec",
  Job: "spec/template/spec",
  CronJob: "spec/jobTemplate/spec/template/spec"
};
function podFields(kind, paths2, version = "") {
  return fields(
    owner(kind, "", version),
    paths2.map((path) => `${podSpecs[kind]}/${path}`)
  );
}

// src/documents/kind-order.ts
var kindsFirst = words(`
  Namespace ResourceQuota StorageClass CustomResourceDefinition ServiceAccount PodSecurityPolicy Role ClusterRole
  RoleBinding ClusterRoleBinding ConfigMap Secret Endpoints Service LimitRange PriorityClass PersistentVolume
  PersistentVolumeClaim Deployment StatefulSet CronJob PodDisruptionBudget
`);
var kindsLast = ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"];
function kindRanks(first2, last) {
  const ranks2 = /* @__PURE__ */ new Map();
  for (const [index, kind] of first2.entries()) ranks2.set(kind, index - first2.length);
  for (const [index, kind] of last.entries()) ranks2.set(kind, index + 1);
  return ranks2;
}

// src/documents/ignored-input.ts
function withoutEffect(decoder) {
  return function decodeWithoutEffect(node, reading) {
    const message = `${reading.field()} has no effect: kustomize accepts it and drops it`;
    reading.report("ignored-field", message, node, "Remove it.", "warning");
    return decoder(node, reading);
  };
}
function oneOf(decoder, known) {
  return function decodeOneOf(node, reading) {
    const decoded = decoder(node, reading);
    const value = node.kind === "scalar" ? node.value : "";
    if (decoded !== void 0 && value !== "" && !known.includes(value)) {
      const message = `${reading.field()} has the unknown value ${quote(value)}: kustomize ignores it`;
      reading.report("ignored-value", message, node, hintFor(value, known), "warning");
    }
    return decoded;
  };
}
function reportOtherKeys(node, reading, known) {
  for (const { key } of node.kind === "map" ? node.entries : []) {
    if (reading.isFull("warning")) return;
    if (key.kind !== "scalar" || known.includes(key.value)) continue;
    const message = `unknown field ${quoteField(key.value)} in ${reading.field()}: kustomize ignores it`;
    reading.report("ignored-field", message, key, hintFor(key.value, known), "warning");
  }
}
var MAX_DUPLICATES = 100;
function warnOfDuplicates(diagnostics) {
  return (key) => {
    if (diagnostics.length === MAX_DUPLICATES) return;
    const message = `\`${shorten(key.value)}\` is given more than once: only the last one counts`;
    const hint = "Merge them into one.";
    diagnostics.push({ code: "duplicate-field", severity: "warning", message, ...locate(key), hint });
  };
}
function hintFor(value, known) {
  const near = nearest(value, known);
  const all = known.map((one) => `\`${one}\``).join(", ");
  return near === void 0 ? `Known values are ${all}.` : `Did you mean \`${near}\`?`;
}

// src/documents/kustomization-parts.ts
var texts = list(text2);
var textEntries = list(textEntry);
var exactText = exactly(text2);
var gvk = { group: exactText, version: exactText, kind: exactText };
var named = { ...gvk, name: exactText, namespace: exactText };
var BEHAVIORS = ["create", "merge", "replace", "unspecified"];
var splitApiVersion = "Give `group` and `version` instead.";
var objectMetaFields = { name: text2, namespace: text2, labels: textMap, annotations: textMap };
var selectorFields = { ...named, annotationSelector: text2, labelSelector: text2 };
var selector = record(selectorFields, {
  hints: { apiVersion: splitApiVersion, labels: "Did you mean `labelSelector`?" }
});
var fieldSpecFields = { ...gvk, path: text2, create: bool };
var fieldSpecs = list(
  record(fieldSpecFields, { defaults: { path: "" }, hints: { apiVersion: splitApiVersion } })
);
var labelFields = {
  pairs: textMap,
  includeSelectors: bool,
  includeTemplates: bool,
  includeVolumeClaimTemplates: bool,
  fields: fieldSpecs
};
var label = record(labelFields);
var patchOptions = { allowNameChange: bool, allowKindChange: bool };
var patchFields = {
  path: text2,
  patch: text2,
  target: selector,
  options: record(patchOptions)
};
var imageFields = { name: text2, newName: text2, tagSuffix: text2, newTag: text2, digest: text2 };
var image = record(imageFields);
var replicaFields = { name: text2, count: int };
var replica = record(replicaFields, { defaults: { name: "", count: 0 } });
var optionFields = { delimiter: text2, index: int, encoding: withoutEffect(text2), create: bool };
var fieldOptions = record(optionFields);
var sourceFields = { ...named, fieldPath: text2, options: fieldOptions };
var targetFields = { select: selector, reject: list(selector), fieldPaths: texts, options: fieldOptions };
var replacementFields = {
  source: record(sourceFields, {
    hints: { apiVersion: splitApiVersion, fieldPaths: "Did you mean `fieldPath`? A source has one." }
  }),
  sourceValue: text2,
  targets: list(record(targetFields))
};
var replacementEntry = { ...replacementFields, path: text2 };
var replacement = record(replacementEntry);
var inlineReplacement = record(replacementFields);
var varTarget = { ...named, apiVersion: text2 };
var fieldReference = { fieldPath: text2 };
var varFields = {
  name: text2,
  objref: record(varTarget),
  fieldref: record(fieldReference)
};
var variable = record(varFields, { defaults: { name: "" } });
var legacySortOptions = { orderFirst: texts, orderLast: texts };
var sortFields = { order: text2, legacySortOptions: record(legacySortOptions) };
var sortOptions = record(sortFields);
var generatorFields = { labels: textMap, annotations: textMap, disableNameSuffixHash: bool, immutable: bool };
var generatorOptions = record(generatorFields);
var configMapFields = {
  namespace: text2,
  name: text2,
  behavior: oneOf(text2, BEHAVIORS),
  literals: textEntries,
  files: textEntries,
  envs: textEntries,
  options: generatorOptions
};
var secretFields = { ...configMapFields, type: text2 };
var helmGlobalsFields = { chartHome: text2, configHome: text2 };
var helmChartFields = {
  name: text2,
  version: text2,
  repo: text2,
  releaseName: text2,
  namespace: text2,
  additionalValuesFiles: list(pathEntry),
  valuesFile: text2,
  valuesInline: anyMap,
  valuesMerge: text2,
  includeCRDs: bool,
  skipHooks: bool,
  apiVersions: texts,
  kubeVersion: text2,
  nameTemplate: text2,
  skipTests: bool,
  debug: bool,
  devel: bool
};
var oldHelmChartFields = {
  chartName: text2,
  chartVersion: text2,
  chartRepoUrl: text2,
  chartHome: text2,
  chartRepoName: withoutEffect(text2),
  helmBin: withoutEffect(text2),
  helmHome: text2,
  values: text2,
  valuesLocal: anyMap,
  valuesMerge: text2,
  releaseName: text2,
  releaseNamespace: withoutEffect(text2),
  extraArgs: withoutEffect(texts)
};
var oldHelmChart = record(oldHelmChartFields);
var OPEN_API = ["path", "version"];
var openApi = (node, reading) => {
  const entries = textMap(node, reading);
  if (entries === void 0) return void 0;
  reportOtherKeys(node, reading, OPEN_API);
  return { path: entries.get("path"), version: entries.get("version"), location: reading.place(node) };
};

// src/documents/configuration.ts
var TABLES = [
  "namePrefix",
  "nameSuffix",
  "namespace",
  "commonLabels",
  "labels",
  "templateLabels",
  "volumeClaimTemplateLabels",
  "commonAnnotations",
  "nameReference",
  "varReference",
  "images",
  "replicas"
];
var emptyConfiguration = Object.fromEntries(TABLES.map((name) => [name, []]));
var dialect = {
  unknownFields: "error",
  duplicateFields: "error",
  coercesToText: true,
  value: toConfigValue
};
var reference = record(
  { ...gvk, fieldSpecs },
  { defaults: { fieldSpecs: [] } }
);
var configurationFile = record(
  Object.fromEntries(
    TABLES.map((name) => [name, name === "nameReference" ? list(reference) : fieldSpecs])
  )
);
function decodeConfiguration(node, file) {
  if (node === void 0) return { location: { file } };
  const reading = new Reading(dialect, file, "a transformer configuration");
  const decoded = configurationFile(node, reading);
  reading.finish();
  return decoded;
}
function mergeConfigurations(base, files) {
  if (files.length === 0) return base;
  const { nameReference, ...tables2 } = base;
  const merged3 = {};
  for (const name of Object.keys(tables2)) {
    const add4 = (known, more) => mergeFieldSpecs(name, known, more);
    merged3[name] = mergeTables(
      tables2[name],
      files.map((file) => file[name] ?? []),
      add4
    );
  }
  const references = files.map((file) => file.nameReference ?? []);
  return { ...merged3, nameReference: mergeTables(nameReference, references, mergeReferences) };
}
function combineConfigurations(below, own, defaults) {
  if (own === defaults && (below === void 0 || below === defaults)) return defaults;
  const names = Object.keys(own);
  const combined2 = {};
  for (const name of names) {
    combined2[name] = name === "nameReference" ? mergeReferences(below?.nameReference ?? [], own.nameReference).sort(byRank) : mergeFieldSpecs(name, below?.[name] ?? [], own[name]).sort(byRank);
  }
  return combined2;
}
function mergeTables(base, files, add4) {
  let own = [];
  for (const table of files) own = add4(own, table.toSorted(byRank)).sort(byRank);
  return own.length === 0 ? base : add4(base, own).sort(byRank);
}
function mergeFieldSpecs(table, known, more) {
  const result = [];
  const byPath = /* @__PURE__ */ new Map();
  for (const spec of known) append2(spec);
  for (const spec of more) {
    const covering = byPath.get(spec.path)?.find((other) => isAmong2(other, spec));
    if (covering === void 0) append2(spec);
    else if (Boolean(covering.create) !== Boolean(spec.create)) throw conflict(table, covering, spec);
  }
  return result;
  function append2(spec) {
    result.push(spec);
    const same2 = byPath.get(spec.path);
    if (same2 === void 0) byPath.set(spec.path, [spec]);
    else same2.push(spec);
  }
}
function conflict(table, known, spec) {
  const [own, other] = spec.location === void 0 ? [known, spec] : [spec, known];
  const kinds = other.kind === void 0 ? "all kinds" : other.kind;
  const message = `\`${table}\` already has the field ${quote(own.path)} of ${kinds} with \`create: ${Boolean(other.create)}\``;
  const hint = `Give it \`create: ${Boolean(other.create)}\`, or narrow it to other kinds.`;
  return failure("conflicting-field-specs", message, { ...own.location, hint });
}
function mergeReferences(known, more) {
  const result = new Map(known.map((entry2) => [identity(entry2), entry2]));
  for (const added of more) {
    const key = identity(added);
    const same2 = result.get(key);
    const merged3 = same2 && mergeFieldSpecs("nameReference", same2.fieldSpecs, added.fieldSpecs);
    result.set(key, merged3 === void 0 ? added : { ...same2, fieldSpecs: merged3 });
  }
  return [...result.values()];
}
function identity({ group, version, kind }) {
  return JSON.stringify([group || "", version || "", kind || ""]);
}
function isAmong2(narrow, wide) {
  return (!wide.kind || wide.kind === narrow.kind) && (!wide.group || wide.group === narrow.group) && (!wide.version || wide.version === narrow.version);
}
var ranks = kindRanks(kindsFirst, kindsLast);
function byRank(a, b) {
  const rank = (ranks.get(a.kind ?? "") ?? 0) - (ranks.get(b.kind ?? "") ?? 0);
  if (rank !== 0) return rank;
  const [left, right] = [sortKey(a), sortKey(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
function sortKey({ group, version, kind }) {
  return `${group || "~G"}_${version || "~V"}_${kind || "~K"}`;
}

// src/documents/schema-types.ts
function wrongTypeInSchema(schema2, field2) {
  if (isNull(schema2)) return void 0;
  if (schema2.kind !== "map") return { node: schema2, field: field2, expected: "a schema" };
  for (const { key, value } of schema2.entries) {
    const name = key.kind === "scalar" ? key.value : "";
    const wrong = isNull(value) ? void 0 : SCHEMA_FIELDS.get(name)?.(value, name);
    if (wrong !== void 0) return wrong;
  }
  return void 0;
}
function scalarOf2(expected, accepts) {
  return (node, field2) => isNull(node) || node.kind === "scalar" && accepts(toConfigValue(node)) ? void 0 : { node, field: field2, expected };
}
function listOf2(expected, item) {
  return (node, field2) => node.kind === "seq" ? first(node.items, field2, item) : { node, field: field2, expected };
}
function mapOf2(expected, item) {
  return (node, field2) => node.kind === "map" ? first(
    node.entries.map(({ value }) => value),
    field2,
    item
  ) : { node, field: field2, expected };
}
function first(nodes, field2, check2) {
  for (const node of nodes) {
    const wrong = isNull(node) ? void 0 : check2(node, field2);
    if (wrong !== void 0) return wrong;
  }
  return void 0;
}
var INT64 = 2n ** 63n;
var text3 = scalarOf2("a string", (value) => typeof value === "string");
var bool2 = scalarOf2("a boolean", (value) => typeof value === "boolean");
var number = scalarOf2("a number", (value) => typeof value === "number" || typeof value === "bigint");
var int2 = scalarOf2("a whole number", (value) => {
  if (typeof value === "bigint") return value >= -INT64 && value < INT64;
  return typeof value === "number" && Number.isInteger(value) && Math.abs(value) < Number(INT64);
});
var address = scalarOf2("a valid address", (value) => typeof value !== "string" || isAddress(value));
var texts2 = listOf2("a list of strings", text3);
var schema = wrongTypeInSchema;
var schemas = listOf2("a list of schemas", schema);
var namedSchemas = mapOf2("a map of schemas", schema);
var schemaOrBool = (node, field2) => node.kind === "map" ? schema(node, field2) : bool2(node, field2) && { node, field: field2, expected: "a schema or a boolean" };
var SCHEMA_FIELDS = new Map([
  ...["id", "description", "format", "title", "pattern", "discriminator"].map((name) => [name, text3]),
  ...["$ref", "$schema"].map(
    (name) => [name, (node, field2) => node.kind === "scalar" ? address(node, field2) : void 0]
  ),
  ["type", (node, field2) => node.kind === "seq" ? texts2(node, field2) : text3(node, field2)],
  ...["nullable", "exclusiveMaximum", "exclusiveMinimum", "uniqueItems", "readOnly"].map(
    (name) => [name, bool2]
  ),
  ...["maximum", "minimum", "multipleOf"].map((name) => [name, number]),
  ...["maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"].map(
    (name) => [name, int2]
  ),
  ["enum", listOf2("a list", () => void 0)],
  ["required", texts2],
  // A scalar is ignored.
  [
    "items",
    (node, field2) => node.kind === "map" ? schema(node, field2) : node.kind === "seq" ? schemas(node, field2) : void 0
  ],
  ...["allOf", "oneOf", "anyOf"].map((name) => [name, schemas]),
  ["not", schema],
  ...["properties", "patternProperties", "definitions"].map((name) => [name, namedSchemas]),
  ...["additionalProperties", "additionalItems"].map((name) => [name, schemaOrBool]),
  [
    "dependencies",
    mapOf2(
      "a map",
      (node, field2) => node.kind === "map" ? schema(node, field2) : node.kind === "seq" ? texts2(node, field2) : void 0
    )
  ],
  [
    "externalDocs",
    (node, field2) => mapOf2("a map", () => void 0)(node, field2) ?? (node.kind === "map" ? first(
      node.entries.flatMap(
        ({ key, value }) => key.kind === "scalar" && (key.value === "description" || key.value === "url") ? [value] : []
      ),
      field2,
      text3
    ) : void 0)
  ]
]);
function isAddress(written2) {
  if (/[\x00-\x1f\x7f]/.test(written2) || written2.startsWith(":")) return false;
  const hash = written2.indexOf("#");
  const [main, fragment] = hash < 0 ? [written2, ""] : [written2.slice(0, hash), written2.slice(hash + 1)];
  const query = main.indexOf("?");
  const path = query < 0 ? main : main.slice(0, query);
  if (/%(?![0-9a-f]{2})/i.test(path) || /%(?![0-9a-f]{2})/i.test(fragment)) return false;
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(path);
  return scheme !== null || !/^[^/]*:/.test(path);
}

// src/documents/crd-definitions.ts
var MAX_FIELDS = 1e5;
function decodeCrdDefinitions(node, file) {
  if (node !== void 0) checkValues(node, file);
  const definitions = readDefinitions(node, file);
  const walk2 = new Walk(definitions, { file });
  for (const [name, properties] of definitions) {
    const isObject3 = ["kind", "apiVersion", "metadata"].every((field2) => get(properties, field2) !== void 0);
    if (isObject3) walk2.addType(name, name.slice(name.lastIndexOf(".") + 1), [], []);
  }
  return { ...walk2.tables, location: { file } };
}
function checkValues(node, file) {
  try {
    checkScalars(node);
  } catch (thrown) {
    throw about(thrown, file, { file }, `unable to read OpenAPI definitions from ${file}: `);
  }
}
function checkScalars(node) {
  if (node.kind === "scalar") toConfigValue(node);
  else if (node.kind === "seq") for (const item of node.items) checkScalars(item);
  else for (const { value } of node.entries) checkScalars(value);
}
function readDefinitions(node, file) {
  if (node?.kind !== "map") throw invalid2(node, file, "it holds no definitions of types");
  const definitions = /* @__PURE__ */ new Map();
  for (const { key, value } of node.entries) {
    const name = key.kind === "scalar" ? key.value : "";
    const isDefinition = value.kind === "map" || isNull(value);
    if (!isDefinition) throw invalid2(value, file, `${name} is not the definition of a type`);
    const schema2 = mapUnder(inAnyCase(value, "schema"), `the schema of ${name} is not a map`, file);
    const wrong = schema2 === void 0 ? void 0 : wrongTypeInSchema(schema2, "schema");
    if (wrong !== void 0) {
      throw invalid2(wrong.node, file, `\`${wrong.field}\` in the schema of ${name} must be ${wrong.expected}`);
    }
    checkDependencies(inAnyCase(value, "dependencies"), name, file);
    const properties = mapUnder(get(schema2, "properties"), `the properties of ${name} are not a map`, file);
    if (properties !== void 0) definitions.set(name, properties);
  }
  return definitions;
}
function checkDependencies(node, name, file) {
  if (node === void 0 || isNull(node)) return;
  const isList2 = node.kind === "seq" && node.items.every(({ kind }) => kind === "scalar");
  if (!isList2) throw invalid2(node, file, `the dependencies of ${name} are not a list of texts`);
}
function mapUnder(node, problem, file) {
  if (node === void 0 || isNull(node)) return void 0;
  if (node.kind !== "map") throw invalid2(node, file, problem);
  return node;
}
function inAnyCase(node, name) {
  if (node.kind !== "map") return void 0;
  return node.entries.find(({ key }) => key.kind === "scalar" && key.value.toLowerCase() === name)?.value;
}
var Walk = class {
  tables = { commonAnnotations: [], commonLabels: [], namePrefix: [], nameReference: [] };
  #definitions;
  #location;
  #fields = 0;
  constructor(definitions, location) {
    this.#definitions = definitions;
    this.#location = location;
  }
  /** @param within the types that led here, to stop at types that contain themselves */
  addType(name, kind, path, within3) {
    const properties = this.#definitions.get(name);
    if (properties === void 0 || within3.includes(name)) return;
    for (const { key, value } of properties.entries) {
      if (key.kind !== "scalar") continue;
      if (this.#fields++ === MAX_FIELDS) {
        throw failure("invalid-crd-definitions", `the types of this file have more than ${MAX_FIELDS} fields`, {
          ...this.#location,
          hint: "List a file with fewer types."
        });
      }
      const field2 = [...path, key.value];
      this.#addField(value, kind, field2);
      const reference2 = textOf3(get(value, "$ref"));
      if (reference2 !== void 0) this.addType(reference2, kind, field2, [...within3, name]);
    }
  }
  #addField(property, kind, path) {
    const spec = { kind, path: path.join("/"), location: locate(property) ?? this.#location };
    if (textOf3(get(property, "x-kubernetes-annotation")) !== void 0) this.tables.commonAnnotations.push(spec);
    if (textOf3(get(property, "x-kubernetes-label-selector")) !== void 0) this.tables.commonLabels.push(spec);
    if (textOf3(get(property, "x-kubernetes-identity")) !== void 0) this.tables.namePrefix.push(spec);
    const version = textOf3(get(property, "x-kubernetes-object-ref-api-version"));
    const referred = textOf3(get(property, "x-kubernetes-object-ref-kind"));
    if (version === void 0 || referred === void 0) return;
    const nameKey = textOf3(get(property, "x-kubernetes-object-ref-name-key")) ?? "name";
    const fieldSpecs2 = [{ ...spec, path: `${spec.path}/${nameKey}` }];
    this.tables.nameReference.push({ version, kind: referred, fieldSpecs: fieldSpecs2 });
  }
};
function textOf3(node) {
  return node?.kind === "scalar" && node.tag === "!!str" ? node.value : void 0;
}
function invalid2(node, file, problem) {
  return failure("invalid-crd-definitions", `unable to read OpenAPI definitions from ${file}: ${problem}`, {
    ...locate(node) ?? { file },
    hint: "`crds` lists definitions of types, as openapi-gen writes them. CustomResourceDefinitions belong under `resources`."
  });
}

// src/documents/fix-up.ts
function defaultApiVersion(kind) {
  return `kustomize.config.k8s.io/${kind === "Component" ? "v1alpha1" : "v1beta1"}`;
}
function fixUp(written2) {
  const {
    bases: bases2,
    imageTags,
    configMapGenerator: configMapGenerator2,
    secretGenerator: secretGenerator2,
    helmChartInflationGenerator: oldCharts,
    ...same2
  } = written2;
  const kind = written2.kind === "Component" ? "Component" : "Kustomization";
  const helmGlobals = written2.helmGlobals ?? globalsOf(oldCharts);
  return {
    ...same2,
    apiVersion: written2.apiVersion || defaultApiVersion(kind),
    kind,
    // An empty list counts as given under its new name only (docs/specification/kustomization-file.md 3.3).
    ...bases2?.length && { resources: [...written2.resources ?? [], ...bases2] },
    ...imageTags?.length && { images: [...written2.images ?? [], ...imageTags] },
    ...oldCharts?.length && { helmCharts: [...written2.helmCharts ?? [], ...oldCharts.map(chartOf)] },
    ...configMapGenerator2 && { configMapGenerator: configMapGenerator2.map(joinEnv) },
    ...secretGenerator2 && { secretGenerator: secretGenerator2.map(joinEnv) },
    ...helmGlobals && { helmGlobals }
  };
}
function joinEnv(written2) {
  const { env, ...args } = written2;
  if (env === void 0 || env.text === "") return args;
  return { ...args, envs: [...args.envs ?? [], env] };
}
function chartOf(old) {
  return {
    ...old.chartName !== void 0 && { name: old.chartName },
    ...old.chartVersion !== void 0 && { version: old.chartVersion },
    ...old.chartRepoUrl !== void 0 && { repo: old.chartRepoUrl },
    ...old.values !== void 0 && { valuesFile: old.values },
    ...old.valuesLocal !== void 0 && { valuesInline: old.valuesLocal },
    ...old.valuesMerge !== void 0 && { valuesMerge: old.valuesMerge },
    ...old.releaseName !== void 0 && { releaseName: old.releaseName },
    location: old.location
  };
}
function globalsOf(charts) {
  const configHome = charts?.findLast((chart) => chart.helmHome)?.helmHome;
  const chartHome = charts?.findLast((chart) => chart.chartHome)?.chartHome;
  const place = charts?.findLast((chart) => chart.helmHome || chart.chartHome)?.location;
  if (place === void 0) return void 0;
  return { ...configHome && { configHome }, ...chartHome && { chartHome }, location: place };
}

// src/documents/config-entry.ts
var configEntry = (node, reading) => {
  if (node.kind !== "map") return textEntry(node, reading);
  const message = `${reading.field()} is a mapping, which kustomize refuses`;
  reading.report("inline-config", message, node, "For kustomize, write it as a text: `- |`.", "notice");
  try {
    return { text: emit(toConfigValue(node)), location: reading.place(node), isMapping: true };
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const [first2] = thrown.diagnostics;
    return reading.report(first2?.code ?? "invalid-yaml", first2?.message ?? thrown.message, node, first2?.hint);
  }
};

// src/documents/kustomization.ts
var BUILD_METADATA = ["managedByLabel", "originAnnotations", "transformerAnnotations"];
var paths = list(pathEntry);
var patches = list(record(patchFields));
var kustomizationFields = {
  apiVersion: exactly(text2),
  kind: exactly(text2),
  metadata: record(objectMetaFields),
  openapi: openApi,
  namePrefix: text2,
  nameSuffix: text2,
  namespace: text2,
  commonLabels: textMap,
  commonAnnotations: textMap,
  labels: list(label),
  /** Each is a path or an inline patch (docs/specification/patches.md 4.1). */
  patchesStrategicMerge: list(textEntry),
  patchesJson6902: patches,
  patches,
  images: list(image),
  imageTags: list(image),
  replacements: list(exactly(replacement)),
  replicas: list(replica),
  vars: list(variable),
  sortOptions,
  resources: paths,
  bases: paths,
  components: paths,
  crds: paths,
  /** References to catalogs of functions. kustomize does not know the field. */
  catalogs: paths,
  configurations: paths,
  /**
   * Each is a path, a directory, an address or inline documents (docs/specification/plugin-configs.md 1.1). The same
   * holds for `transformers` and `validators`.
   */
  generators: list(configEntry),
  transformers: list(configEntry),
  validators: list(configEntry),
  buildMetadata: list(oneOf(textEntry, BUILD_METADATA)),
  configMapGenerator: list(exactly(record({ ...configMapFields, env: textEntry }))),
  secretGenerator: list(exactly(record({ ...secretFields, env: textEntry }))),
  generatorOptions,
  helmGlobals: record(helmGlobalsFields),
  helmCharts: list(record(helmChartFields)),
  helmChartInflationGenerator: list(oldHelmChart)
};
function fieldPlace({ fieldPlaces, location }, name) {
  return fieldPlaces?.[name] ?? location;
}
var compositionHint = "It is a field of a Composition, which a file named composition.yaml in a directory of its own holds.";
var kustomizationFile = record(kustomizationFields, {
  hints: Object.fromEntries(
    words(`
      transformersFrom transformerOverrides transformerOrder modules modulesFrom moduleOverrides moduleOrder
    `).map((name) => [name, compositionHint])
  )
});

// src/documents/kustomization-edits.ts
function generatedFile(resources, file) {
  return { location: { file }, ...resources.length > 0 && { resources } };
}
function withEdits(written2, edits, isGenerated) {
  const { location } = edits;
  const isWithoutResources = !written2.resources?.length;
  const [namespace, namePrefix, nameSuffix] = [
    edits.namespace ?? (isGenerated && isWithoutResources ? { text: "_placeholder", location } : void 0),
    edits.namePrefix,
    edits.nameSuffix
  ];
  const origins = { text: "originAnnotations", location: written2.location };
  const buildMetadata = edits.buildMetadata?.length ? edits.buildMetadata : !isGenerated && isWithoutResources ? [origins] : written2.buildMetadata;
  const fieldPlaces = {
    ...namespace && { namespace: namespace.location },
    ...namePrefix && { namePrefix: namePrefix.location },
    ...nameSuffix && { nameSuffix: nameSuffix.location }
  };
  const patches2 = appended(written2.patches, edits.patches);
  const components = appended(written2.components, edits.components);
  const patchesStrategicMerge = appended(written2.patchesStrategicMerge, edits.patchesStrategicMerge);
  const patchesJson6902 = appended(written2.patchesJson6902, edits.patchesJson6902);
  const { catalogs: _catalogs, ...known } = written2;
  return {
    ...known,
    ...namespace && { namespace: namespace.text },
    ...namePrefix && { namePrefix: namePrefix.text },
    ...nameSuffix && { nameSuffix: nameSuffix.text },
    ...patches2 && { patches: patches2 },
    ...components && { components },
    ...patchesStrategicMerge && { patchesStrategicMerge },
    ...patchesJson6902 && { patchesJson6902 },
    ...edits.images?.length && { images: mergedImages(written2.images ?? [], edits.images, edits.replacesImages) },
    ...buildMetadata && { buildMetadata },
    ...Object.keys(fieldPlaces).length > 0 && { fieldPlaces }
  };
}
function appended(written2 = [], more = []) {
  return more.length === 0 ? void 0 : [...written2, ...more];
}
function mergedImages(written2, edits, replaces = false) {
  const images = [...written2];
  const positions = /* @__PURE__ */ new Map();
  for (const [at2, { name = "" }] of images.entries()) if (!positions.has(name)) positions.set(name, at2);
  for (const edit of edits) {
    const name = edit.name ?? "";
    const at2 = positions.get(name);
    if (at2 === void 0) positions.set(name, images.push(edit) - 1);
    else images[at2] = replaces ? edit : merged(images[at2], edit);
  }
  return images;
}
function merged(image2, { newName, newTag, digest, location }) {
  const { newTag: _newTag, digest: _digest, ...others } = image2;
  if (!newName && !newTag && !digest) return image2;
  return {
    ...newTag || digest ? { ...others, ...newTag && { newTag }, ...digest && { digest } } : image2,
    ...newName && { newName },
    location
  };
}

// src/documents/source-edits.ts
var KEPT = "*";
function withSourceEdits(written2, edits) {
  const { namespace, namePrefix, nameSuffix, images, replicas, labels, annotations, patches: patches2, components } = edits;
  const { imageTags, ...file } = written2;
  const fieldPlaces = {
    ...namespace && { namespace: namespace.location },
    ...namePrefix && { namePrefix: namePrefix.location },
    ...nameSuffix && { nameSuffix: nameSuffix.location }
  };
  const named2 = new Set(written2.components?.map(({ path }) => path));
  const added = components.filter(({ path }) => !named2.has(path));
  return {
    ...file,
    ...images.length === 0 ? imageTags && { imageTags } : { images: editedImages([...file.images ?? [], ...imageTags ?? []], images) },
    ...namespace && { namespace: namespace.text },
    ...namePrefix && { namePrefix: namePrefix.text },
    ...nameSuffix && { nameSuffix: nameSuffix.text },
    ...replicas.length > 0 && { replicas: editedReplicas(file.replicas ?? [], replicas) },
    ...labels && labelled(file, labels),
    ...annotations && { commonAnnotations: joined(file.commonAnnotations, annotations, "annotation") },
    ...patches2.length > 0 && { patches: [...file.patches ?? [], ...patches2] },
    ...added.length > 0 && { components: [...file.components ?? [], ...added] },
    ...Object.keys(fieldPlaces).length > 0 && { fieldPlaces }
  };
}
function editedImages(written2, edits) {
  const asked = new Map(edits.map((edit) => [edit.name ?? "", edit]));
  const known = /* @__PURE__ */ new Map();
  for (const image2 of [...written2, ...asked.values()]) {
    const name = image2.name ?? "";
    const edit = asked.get(name);
    known.set(name, edit === void 0 ? image2 : merged2(known.get(name) ?? image2, edit));
  }
  return [...known.values()].map(withoutKept).sort(byName);
}
function merged2(image2, edit) {
  return {
    ...edit,
    ...edit.newName === KEPT && { newName: image2.newName ?? "" },
    ...edit.newTag === KEPT && { newTag: image2.newTag ?? "" },
    ...edit.digest === KEPT && { digest: image2.digest ?? "" }
  };
}
function withoutKept({ newName, newTag, digest, ...image2 }) {
  const isGiven = (text6) => text6 !== void 0 && text6 !== "" && text6 !== KEPT;
  return {
    ...image2,
    ...isGiven(newName) && { newName },
    ...isGiven(newTag) && { newTag },
    ...isGiven(digest) && { digest }
  };
}
function editedReplicas(written2, edits) {
  const known = new Map([...written2, ...edits].map((each) => [each.name, each]));
  return [...known.values()].sort(byName);
}
function byName(a, b) {
  return compareBytewise(a.name ?? "", b.name ?? "");
}
function labelled(file, edit) {
  const { withoutSelector, includeTemplates, location } = edit;
  if (!withoutSelector) return { commonLabels: joined(file.commonLabels, edit, "label") };
  const labels = file.labels ?? [];
  const at2 = labels.findIndex(
    (each) => !each.includeSelectors && (each.includeTemplates ?? false) === includeTemplates
  );
  const before = labels[at2];
  if (before === void 0)
    return { labels: [...labels, { pairs: joined(void 0, edit, "label"), includeTemplates, location }] };
  return { labels: labels.with(at2, { ...before, pairs: joined(before.pairs, edit, "label") }) };
}
function joined(written2, { pairs, isForced, location }, sort) {
  const before = written2 ?? /* @__PURE__ */ new Map();
  for (const key of pairs.keys())
    if (before.has(key) && !isForced)
      throw failure("argocd-invalid", `the kustomization file has the ${sort} ${key} already`, {
        ...location,
        hint: `Remove one, or set \`${sort === "label" ? "forceCommonLabels" : "forceCommonAnnotations"}\`.`
      });
  return new Map([...before, ...pairs]);
}

// src/documents/decode.ts
var CONTROLLER = "kustomize-controller";
var strict = {
  unknownFields: "error",
  duplicateFields: "warning",
  coercesToText: false,
  value: toConfigValue
};
var lenient = {
  reader: CONTROLLER,
  unknownFields: "warning",
  duplicateFields: "warning",
  coercesToText: true,
  value: toConfigValue
};
var emptyMessage = "this kustomization is empty: it has no field besides apiVersion and kind";
var emptyHint = "List something under `resources`, or remove the file.";
var deprecated = [
  ["bases", "resources"],
  ["commonLabels", "labels"],
  ["imageTags", "images"],
  ["patchesJson6902", "patches"],
  ["patchesStrategicMerge", "patches"],
  ["vars", "replacements"]
];
function decodeKustomization(node, file, edits) {
  if (node === void 0) throw failure("empty-kustomization", emptyMessage, { file, hint: emptyHint });
  if (isComposition(node)) {
    throw failure("wrong-kind", "`kind` must be Kustomization or Component in a file of this name, not Composition", {
      ...locate(keyOf2(node, "kind")) ?? { file },
      hint: "Rename the file to composition.yaml."
    });
  }
  rereadArguments(node);
  const reading = new Reading(strict, file, "a kustomization");
  const written2 = kustomizationFile(node, reading);
  if (written2 === void 0) throw new KrmError(reading.diagnostics);
  checkKind(written2, written2, node, reading);
  const kustomization = fixUp(edits === void 0 ? written2 : withSourceEdits(written2, edits));
  if (!reading.failed && isEmpty(kustomization)) {
    reading.report("empty-kustomization", emptyMessage, node, emptyHint);
  }
  reading.finish();
  return { kustomization, diagnostics: [...deprecations(written2, node, reading), ...reading.diagnostics] };
}
function decodeEdited(node, file, edits) {
  const document = node ?? map();
  rereadArguments(document);
  const reading = new Reading(lenient, file, "a kustomization");
  const written2 = kustomizationFile(document, reading);
  if (written2 === void 0) throw new KrmError(reading.diagnostics);
  checkKind(written2, { apiVersion: defaultApiVersion("Kustomization"), ...written2 }, document, reading);
  reading.finish();
  const kustomization = fixUp(withEdits(written2, edits, false));
  return { kustomization, diagnostics: [...deprecations(written2, document, reading), ...reading.diagnostics] };
}
function generatedKustomization(resources, file, edits) {
  const kustomization = fixUp(withEdits(generatedFile(resources, file), edits, true));
  if (!isEmpty(kustomization)) return kustomization;
  const message = `${CONTROLLER} generates an empty kustomization: there is no manifest below, and the namespace is an empty text`;
  throw failure("empty-kustomization", message, {
    ...edits.namespace?.location ?? edits.location,
    hint: "Leave out the namespace, or give it a name."
  });
}
var KEPT2 = new Set(
  words(`
    apiversion kind metadata openapi vars sortoptions buildmetadata resources bases components crds catalogs
    configurations generators transformers validators
  `)
);
var ESCAPE = /\\[NxuU]/;
function rereadArguments(node) {
  if (node.kind !== "map" || node.source !== void 0 && !ESCAPE.test(node.source.text)) return;
  for (const { key, value } of node.entries) {
    if (key.kind === "scalar" && !KEPT2.has(key.value.toLowerCase())) rereadTexts(value);
  }
}
function checkKind(written2, counting, node, reading) {
  const kind = counting.kind || "Kustomization";
  if (kind !== "Kustomization" && kind !== "Component") {
    const message2 = `\`kind\` must be Kustomization or Component, not ${quote(kind)}`;
    const hint = "List objects in a file of their own, and that under `resources`.";
    reading.report("wrong-kind", message2, keyOf2(node, "kind"), hint);
  }
  const expected = defaultApiVersion(kind);
  const apiVersion = counting.apiVersion || expected;
  if (apiVersion === expected) return;
  if (written2.apiVersion === void 0) {
    const missing3 = `\`apiVersion\` must be given for this kind: ${CONTROLLER} takes a file without one for ${apiVersion}`;
    reading.report("wrong-api-version", missing3, keyOf2(node, "kind"), `Add \`apiVersion: ${expected}\`.`);
    return;
  }
  const message = `\`apiVersion\` must be ${expected} for this kind, not ${quote(apiVersion)}`;
  reading.report("wrong-api-version", message, keyOf2(node, "apiVersion"), "Correct it, or leave it out.");
}
function isEmpty(kustomization) {
  const aside = ["apiVersion", "kind", "location", "fieldPlaces"];
  return Object.entries(kustomization).every(([name, value]) => value === "" || aside.includes(name));
}
function deprecations(written2, node, reading) {
  return deprecated.filter(([name]) => written2[name] !== void 0).map(([name, replacement2]) => ({
    code: "deprecated-field",
    severity: "warning",
    message: `\`${name}\` is deprecated`,
    ...reading.place(keyOf2(node, name)),
    hint: `Use \`${replacement2}\` instead.`
  }));
}
function keyOf2(node, name) {
  const wanted = name.toLowerCase();
  const entries = node.kind === "map" ? node.entries : [];
  const entry2 = entries.find(({ key }) => key.kind === "scalar" && key.value.toLowerCase() === wanted);
  return entry2?.key ?? node;
}

// src/documents/default-name-references.ts
var rbac = "rbac.authorization.k8s.io";
var admission = "admissionregistration.k8s.io";
var roleBinding = owner("RoleBinding", rbac);
var clusterRoleBinding = owner("ClusterRoleBinding", rbac);
var workloads = ["StatefulSet", "Deployment", "ReplicationController", "CronJob", "Job", "DaemonSet"];
var mounting = ["PodTemplate", "Deployment", "ReplicaSet", "DaemonSet", "StatefulSet", "Job"];
function namedByPods(field2) {
  return [...podFields("Pod", [field2]), ...workloads.flatMap((kind) => podFields(kind, [field2]))];
}
function scaledBy(kind) {
  return { kind, fieldSpecs: fields(owner("HorizontalPodAutoscaler"), ["spec/scaleTargetRef/name"]) };
}
var configMapFields2 = words(`
  volumes/configMap/name
  containers/env/valueFrom/configMapKeyRef/name
  initContainers/env/valueFrom/configMapKeyRef/name
  containers/envFrom/configMapRef/name
  initContainers/envFrom/configMapRef/name
  volumes/projected/sources/configMap/name
`);
var secretFields2 = words(`
  volumes/secret/secretName
  containers/env/valueFrom/secretKeyRef/name
  initContainers/env/valueFrom/secretKeyRef/name
  containers/envFrom/secretRef/name
  initContainers/envFrom/secretRef/name
  imagePullSecrets/name
  volumes/projected/sources/secret/name
`);
function projectedSecond(paths2) {
  return [...paths2.slice(0, 1), ...paths2.slice(-1), ...paths2.slice(1, -1)];
}
function mounted(paths2) {
  return [
    ...podFields("Pod", paths2, "v1"),
    ...mounting.flatMap((kind) => podFields(kind, paths2)),
    ...podFields("CronJob", projectedSecond(paths2))
  ];
}
var ingressClass = {
  kind: "IngressClass",
  group: "networking.k8s.io/v1",
  version: "v1",
  fieldSpecs: fields(owner("Ingress"), ["spec/ingressClassName"])
};
var nameReferences = [
  {
    kind: "StorageClass",
    group: "storage.k8s.io",
    version: "v1",
    fieldSpecs: [
      ...fields(owner("PersistentVolume"), ["spec/storageClassName"]),
      ...fields(owner("PersistentVolumeClaim"), ["spec/storageClassName"]),
      ...fields(owner("StatefulSet"), ["spec/volumeClaimTemplates/spec/storageClassName"])
    ]
  },
  {
    kind: "ServiceAccount",
    version: "v1",
    fieldSpecs: [
      ...fields(roleBinding, ["subjects"]),
      ...fields(clusterRoleBinding, ["subjects"]),
      ...namedByPods("serviceAccountName")
    ]
  },
  { kind: "Role", group: rbac, fieldSpecs: fields(roleBinding, ["roleRef/name"]) },
  {
    kind: "ClusterRole",
    group: rbac,
    fieldSpecs: [...fields(roleBinding, ["roleRef/name"]), ...fields(clusterRoleBinding, ["roleRef/name"])]
  },
  {
    kind: "ConfigMap",
    version: "v1",
    fieldSpecs: [
      ...mounted(configMapFields2),
      ...fields(owner("Node"), ["spec/configSource/configMap"]),
      ...fields(owner("Role"), ["rules/resourceNames"]),
      ...fields(owner("ClusterRole"), ["rules/resourceNames"]),
      ...fields(owner("Ingress"), ["metadata/annotations/nginx.ingress.kubernetes.io\\/fastcgi-params-configmap"])
    ]
  },
  {
    kind: "Secret",
    version: "v1",
    fieldSpecs: [
      ...mounted(secretFields2),
      ...fields(owner("Ingress"), [
        "spec/tls/secretName",
        "metadata/annotations/ingress.kubernetes.io\\/auth-secret",
        "metadata/annotations/nginx.ingress.kubernetes.io\\/auth-secret",
        "metadata/annotations/nginx.ingress.kubernetes.io\\/auth-tls-secret"
      ]),
      ...fields(owner("ServiceAccount"), ["imagePullSecrets/name"]),
      ...fields(
        owner("StorageClass"),
        words("parameters/secretName parameters/adminSecretName parameters/userSecretName parameters/secretRef")
      ),
      ...fields(owner("Role"), ["rules/resourceNames"]),
      ...fields(owner("ClusterRole"), ["rules/resourceNames"]),
      ...fields(owner("Service", "serving.knative.dev", "v1"), [
        "spec/template/spec/containers/env/valueFrom/secretKeyRef/name"
      ]),
      ...fields(owner("PersistentVolume"), ["spec/azureFile/secretName"])
    ]
  },
  {
    kind: "Service",
    version: "v1",
    fieldSpecs: [
      ...fields(owner("StatefulSet", "apps"), ["spec/serviceName"]),
      ...fields(
        owner("Ingress"),
        words(`
          spec/rules/http/paths/backend/serviceName
          spec/backend/serviceName
          spec/rules/http/paths/backend/service/name
          spec/defaultBackend/service/name
        `)
      ),
      ...fields(owner("APIService", "apiregistration.k8s.io"), ["spec/service/name"]),
      ...fields(owner("ValidatingWebhookConfiguration", admission), ["webhooks/clientConfig/service"]),
      ...fields(owner("MutatingWebhookConfiguration", admission), ["webhooks/clientConfig/service"])
    ]
  },
  {
    kind: "PriorityClass",
    group: "scheduling.k8s.io",
    version: "v1",
    fieldSpecs: namedByPods("priorityClassName")
  },
  {
    kind: "PersistentVolume",
    version: "v1",
    fieldSpecs: [
      ...fields(owner("PersistentVolumeClaim"), ["spec/volumeName"]),
      ...fields(owner("ClusterRole"), ["rules/resourceNames"])
    ]
  },
  {
    kind: "PersistentVolumeClaim",
    version: "v1",
    fieldSpecs: namedByPods("volumes/persistentVolumeClaim/claimName")
  },
  scaledBy("Deployment"),
  scaledBy("StatefulSet"),
  {
    kind: "ValidatingAdmissionPolicy",
    group: admission,
    fieldSpecs: fields(owner("ValidatingAdmissionPolicyBinding", admission), ["spec/policyName"])
  },
  ingressClass,
  scaledBy("ReplicaSet"),
  scaledBy("ReplicationController")
];

// src/documents/default-variable-references.ts
var variableReferences = [
  ...fields(owner("Service"), words("spec/ports/port spec/ports/targetPort")),
  ...fields(owner("PersistentVolume"), ["spec/nfs/server"]),
  ...podFields(
    "Deployment",
    words(`initContainers/volumeMounts/mountPath initContainers/env/value initContainers/command initContainers/args
      containers/volumeMounts/mountPath containers/env/value volumes/nfs/server`)
  ),
  ...fields(owner("Deployment"), ["spec/template/metadata/annotations"]),
  ...podFields("Deployment", words("containers/command containers/args")),
  ...podFields("StatefulSet", words("containers/volumeMounts/mountPath containers/env/value initContainers/args")),
  ...fields(owner("StatefulSet"), ["spec/volumeClaimTemplates/spec/nfs/server"]),
  ...podFields(
    "StatefulSet",
    words(`initContainers/command containers/command containers/args initContainers/volumeMounts/mountPath
      initContainers/env/value`)
  ),
  ...podFields(
    "CronJob",
    words(`initContainers/env/value initContainers/command initContainers/args containers/volumeMounts/mountPath
      containers/env/value containers/command initContainers/volumeMounts/mountPath`)
  ),
  ...fields(owner("CronJob"), ["spec/jobTemplate/spec/template/volumes/nfs/server"]),
  ...podFields("CronJob", ["containers/args"]),
  ...podFields(
    "DaemonSet",
    words(`containers/command volumes/nfs/server initContainers/volumeMounts/mountPath initContainers/env/value
      initContainers/command initContainers/args containers/volumeMounts/mountPath containers/env/value
      containers/args`)
  ),
  ...fields(owner("Ingress"), words("spec/tls/secretName spec/tls/hosts spec/rules/host")),
  ...podFields(
    "Job",
    words(`initContainers/command volumes/nfs/server containers/args containers/command containers/env/value
      containers/volumeMounts/mountPath initContainers/args initContainers/env/value
      initContainers/volumeMounts/mountPath`)
  ),
  ...podFields(
    "Pod",
    words(`containers/volumeMounts/mountPath containers/args initContainers/command initContainers/env/value
      initContainers/volumeMounts/mountPath volumes/nfs/server initContainers/args containers/env/value
      containers/command`)
  ),
  ...podFields(
    "ReplicaSet",
    words(`volumes/nfs/server containers/volumeMounts/mountPath containers/env/value containers/command containers/args
      initContainers/args initContainers/volumeMounts/mountPath initContainers/env/value initContainers/command`)
  ),
  ...fields(everything, words("metadata/labels metadata/annotations"))
];

// src/documents/replacement-file.ts
var dialect2 = {
  unknownFields: "warning",
  duplicateFields: "warning",
  coercesToText: true,
  value: toConfigValue
};
function decodeReplacements(node, file, warn) {
  const reading = new Reading(dialect2, file, "this file");
  if (node?.kind === "seq") {
    const replacements = list(inlineReplacement)(node, reading);
    reading.finish(warn);
    return replacements ?? [];
  }
  if (node?.kind !== "map") {
    const found = node === void 0 ? "nothing" : reading.describe(node);
    const hint = "Give it `source` and `targets`, as under `replacements`.";
    const place = node === void 0 ? { file } : reading.place(node);
    throw failure("wrong-type", `this file must hold a replacement or a list of them, not ${found}`, {
      ...place,
      hint
    });
  }
  const replacement2 = inlineReplacement(node, reading);
  reading.finish(warn);
  return replacement2 === void 0 ? [] : [replacement2];
}

// src/store/http/addresses.ts
var import_node_net = __toESM(require_node_net(), 1);
var REMOTE_PROTOCOLS = ["https", "http", "ssh", "git"];
var LOCAL_PROTOCOLS = [...REMOTE_PROTOCOLS, "file"];
var PARAMETER = /([?&;])([^=&;#?\s]*)=[^&;#\s]*/g;
var SECRET_NAME = /token|secret|passw|signature|credential|auth|jwt|key|^sig$|^code$/i;
var MAX_SHOWN = 2e3;
var HOST = "(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?|\\[[0-9a-f:.]+\\])";
var USER = "(?:[a-z0-9._~][a-z0-9._~+-]*@)?";
var SSH_URL = new RegExp(`^ssh://${USER}${HOST}(?::[0-9]*)?/`, "i");
var SCP = new RegExp(`^${USER}${HOST}:(?!:)`, "i");
var PLAIN_HOST = new RegExp(`^${HOST}$`, "i");
function shownAddress(address2) {
  const shown2 = maskSecrets(address2.replace(PARAMETER, withoutSecret)).replace(/[\x00-\x1f\x7f]/g, "");
  return shorten(shown2, MAX_SHOWN);
}
function withoutSecret(parameter, separator, name) {
  return SECRET_NAME.test(name) ? `${separator}${name}=***` : parameter;
}

// src/store/store-directory.ts
var import_node_os2 = __toESM(require_node_os(), 1);
var import_node_path = __toESM(require_node_path(), 1);
function defaultStoreDirectory(env) {
  const given = env["XDG_CACHE_HOME"];
  const caches = given !== void 0 && (0, import_node_path.isAbsolute)(given) ? given : (0, import_node_path.join)(env["HOME"] || (0, import_node_os2.homedir)(), ".cache");
  return (0, import_node_path.join)(caches, "krm-render");
}

// src/store/content-store.ts
var import_node_fs8 = __toESM(require_node_fs(), 1);
var import_node_path6 = __toESM(require_node_path(), 1);

// src/processes/at-exit.ts
var SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
var ORDER = ["programs", "services", "clients", "images", "directories"];
var cleanups = /* @__PURE__ */ new Set();
function cleanUpAtExit(stage, run2) {
  listen();
  const cleanup = { stage, run: run2 };
  cleanups.add(cleanup);
  return () => {
    if (cleanups.delete(cleanup) && cleanups.size === 0) stopListeningSoon();
  };
}
function uninterrupted(work) {
  const cancel = cleanUpAtExit("directories", () => void 0);
  try {
    return work();
  } finally {
    cancel();
  }
}
var isListening = false;
function listen() {
  if (isListening) return;
  isListening = true;
  for (const signal of SIGNALS) process.on(signal, onSignal);
  process.on("exit", cleanUp);
}
function stopListening() {
  isListening = false;
  for (const signal of SIGNALS) process.off(signal, onSignal);
  process.off("exit", cleanUp);
}
function stopListeningSoon() {
  const afterNextLook = () => {
    if (cleanups.size === 0) stopListening();
  };
  setImmediate(() => setImmediate(afterNextLook).unref()).unref();
}
function onSignal(signal) {
  cleanUp();
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
function cleanUp() {
  for (const stage of ORDER) {
    for (const cleanup of cleanups) if (cleanup.stage === stage) attempt(cleanup.run);
  }
  cleanups.clear();
  stopListening();
}
function attempt(run2) {
  try {
    run2();
  } catch {
  }
}

// src/processes/escaped-processes.ts
var import_node_crypto2 = __toESM(require_node_crypto(), 1);
var import_node_fs2 = __toESM(require_node_fs(), 1);

// src/processes/pause.ts
function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

// src/processes/process-numbers.ts
var import_node_child_process = __toESM(require_node_child_process(), 1);
var import_node_crypto = __toESM(require_node_crypto(), 1);
var import_node_fs = __toESM(require_node_fs(), 1);
var import_node_os3 = __toESM(require_node_os(), 1);
function processSpace() {
  const boot = readIfPossible("/proc/sys/kernel/random/boot_id");
  const parts = [(0, import_node_os3.hostname)(), boot, readIfPossible("/proc/self/ns/pid", import_node_fs.readlinkSync)];
  return (0, import_node_crypto.createHash)("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
}
function readIfPossible(path, read2 = readLatin1) {
  try {
    return read2(path);
  } catch {
    return "";
  }
}
function readLatin1(path) {
  return (0, import_node_fs.readFileSync)(path, "latin1");
}
function sendSignal(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
  }
}
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown.code === "EPERM";
  }
}
function isRunning(pid) {
  if (process.platform === "win32") return isAlive(pid);
  if (process.platform === "linux") {
    const status = readIfPossible(`/proc/${pid}/stat`);
    return status !== "" && !status.includes(") Z ");
  }
  const { stdout } = (0, import_node_child_process.spawnSync)("ps", ["-o", "stat=", "-p", `${pid}`], { encoding: "utf8" });
  return /^\s*[^Z\s]/.test(stdout);
}

// src/processes/escaped-processes.ts
function markOf(home) {
  return 1 + Number.parseInt((0, import_node_crypto2.createHash)("sha256").update(home).digest("hex").slice(0, 12), 16);
}
var EMPTY_LISTS = 2;
var MAX_LISTS = 200;
var BETWEEN_LISTS_MS = 2;
function endEscaped(home) {
  if (process.platform !== "linux") return;
  let empty = 0;
  for (let lists2 = 0; empty < EMPTY_LISTS && lists2 < MAX_LISTS; lists2++) {
    const found = escaped(home);
    empty = found.length === 0 ? empty + 1 : 0;
    for (const pid of found) sendSignal(pid, "SIGKILL");
    if (found.length > 0) pause(BETWEEN_LISTS_MS);
  }
}
function escaped(home) {
  const variables = [`TMPDIR=${home}\0`, `TMPDIR=${home}/`];
  const limit = new RegExp(`^Max file locks +${markOf(home)} `, "m");
  const found = [];
  for (const name of (0, import_node_fs2.readdirSync)("/proc")) {
    if (!/^\d+$/.test(name) || name === String(process.pid)) continue;
    const environment = readIfPossible(`/proc/${name}/environ`);
    const isFound = variables.some((variable2) => environment.includes(variable2)) || limit.test(readIfPossible(`/proc/${name}/limits`));
    if (isFound && isRunning(Number(name))) found.push(Number(name));
  }
  return found;
}

// src/processes/private-directory.ts
var import_node_fs3 = __toESM(require_node_fs(), 1);
var import_node_os4 = __toESM(require_node_os(), 1);
var import_node_path2 = __toESM(require_node_path(), 1);
function privateDirectory() {
  space ??= sweep();
  return uninterrupted(() => removedAtExit(temporaryDirectory(`krm-render-${process.pid}-${space}-`)));
}
function temporaryDirectory(prefix) {
  try {
    return (0, import_node_fs3.realpathSync)((0, import_node_fs3.mkdtempSync)((0, import_node_path2.join)((0, import_node_os4.tmpdir)(), prefix)));
  } catch (cause) {
    const hint = "Set the variable TMPDIR to a directory that can be written to.";
    const message = `a temporary directory cannot be created: ${cause.message}`;
    throw failure("output-unwritable", message, { hint, cause });
  }
}
function removedAtExit(path) {
  const cancel = cleanUpAtExit("directories", () => {
    endEscaped(path);
    removeTree(path);
  });
  return {
    path,
    remove() {
      removeTree(path);
      cancel();
    }
  };
}
function removeTree(path) {
  const remove3 = () => (0, import_node_fs3.rmSync)(path, { recursive: true, force: true, maxRetries: 3 });
  try {
    remove3();
  } catch {
    try {
      makeWritable(path);
      remove3();
    } catch {
    }
  }
}
function makeWritable(directory2) {
  (0, import_node_fs3.chmodSync)(directory2, 448);
  for (const entry2 of (0, import_node_fs3.readdirSync)(directory2, { withFileTypes: true })) {
    if (entry2.isDirectory()) makeWritable((0, import_node_path2.join)(directory2, entry2.name));
  }
}
var space;
function sweep() {
  const here = processSpace();
  try {
    for (const name of (0, import_node_fs3.readdirSync)((0, import_node_os4.tmpdir)())) {
      const [, pid, where] = /^krm-render-(\d+)-([0-9a-f]{16})-/.exec(name) ?? [];
      const path = (0, import_node_path2.join)((0, import_node_os4.tmpdir)(), name);
      if (where !== here || isAlive(Number(pid)) || !isPrivate(path)) continue;
      endEscaped(path);
      removeTree(path);
    }
  } catch {
  }
  return here;
}
function isPrivate(path) {
  const found = (0, import_node_fs3.lstatSync)(path);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 63) === 0;
}

// src/processes/make-directories.ts
var import_node_fs4 = __toESM(require_node_fs(), 1);
var import_node_path3 = __toESM(require_node_path(), 1);
function makeDirectories(path, mode = 511) {
  try {
    (0, import_node_fs4.mkdirSync)(path, { mode });
  } catch (error) {
    if (isDirectory(path)) return;
    const parent = (0, import_node_path3.dirname)(path);
    if (error.code !== "ENOENT" || parent === path) throw error;
    makeDirectories(parent, mode);
    try {
      (0, import_node_fs4.mkdirSync)(path, { mode });
    } catch (last) {
      if (!isDirectory(path)) throw last;
    }
  }
}
function isDirectory(path) {
  try {
    return (0, import_node_fs4.statSync)(path).isDirectory();
  } catch {
    return false;
  }
}

// src/store/entries.ts
var import_node_fs6 = __toESM(require_node_fs(), 1);
var import_node_path5 = __toESM(require_node_path(), 1);

// src/store/layout.ts
var import_node_crypto3 = __toESM(require_node_crypto(), 1);
var import_node_fs5 = __toESM(require_node_fs(), 1);
var import_node_path4 = __toESM(require_node_path(), 1);
var STORE_LAYOUT = "v1";
var LONGER_THAN_ANY_RUN = 7 * 24 * 60 * 60 * 1e3;
var space2;
function temporaryPath(top) {
  space2 ??= processSpace();
  return (0, import_node_path4.join)(top, "tmp", `${process.pid}-${space2}-${(0, import_node_crypto3.randomBytes)(12).toString("hex")}`);
}
function removeLeftovers(directory2, before = new Date(Date.now() - LONGER_THAN_ANY_RUN)) {
  const place = (0, import_node_path4.join)(directory2, STORE_LAYOUT, "tmp");
  space2 ??= processSpace();
  for (const name of namesIn(place)) {
    const [, pid, where] = /^(\d+)-([0-9a-f]{16})-/.exec(name) ?? [];
    const isDead = where === space2 && !isAlive(Number(pid));
    const stats = isDead ? void 0 : quietly(() => (0, import_node_fs5.statSync)((0, import_node_path4.join)(place, name)));
    if (isDead || stats !== void 0 && stats.mtime < before) removeQuietly((0, import_node_path4.join)(place, name));
  }
}
function namesIn(directory2) {
  return quietly(() => (0, import_node_fs5.readdirSync)(directory2)) ?? [];
}
function removeQuietly(path) {
  quietly(() => (0, import_node_fs5.rmSync)(path, { recursive: true, force: true }));
}
function quietly(work) {
  try {
    return work();
  } catch {
    return void 0;
  }
}

// src/store/entries.ts
function storeEntries(directory2) {
  const top = (0, import_node_path5.join)(directory2, STORE_LAYOUT);
  const commits = namesIn((0, import_node_path5.join)(top, "git")).flatMap((key) => {
    const home = (0, import_node_path5.join)(top, "git", key);
    const source = quietly(() => (0, import_node_fs6.readFileSync)((0, import_node_path5.join)(home, "source"), "utf8").trim());
    const ids = namesIn(home).filter((name) => name !== "source");
    return ids.flatMap((id) => entryOf({ kind: "commit", id, source, path: (0, import_node_path5.join)(home, id) }));
  });
  const files = namesIn((0, import_node_path5.join)(top, "files")).flatMap((name) => {
    const id = name.slice(name.indexOf("-") + 1);
    return entryOf({ kind: "file", id, source: void 0, path: (0, import_node_path5.join)(top, "files", name) });
  });
  return [...commits, ...files].sort((a, b) => a.usedAt.getTime() - b.usedAt.getTime());
}
function removeEntries(directory2, entries) {
  for (const { path } of entries) {
    const aside = temporaryPath((0, import_node_path5.join)(directory2, STORE_LAYOUT));
    quietly(() => (0, import_node_fs6.renameSync)(path, aside));
    (0, import_node_fs6.rmSync)(aside, { recursive: true, force: true });
  }
}
function tidyStore(directory2, limits) {
  const removed = entriesBeyond(storeEntries(directory2), limits);
  removeEntries(directory2, removed);
  removeNotes(directory2, limits);
  return removed;
}
function removeNotes(directory2, { days }) {
  const place = (0, import_node_path5.join)(directory2, STORE_LAYOUT, "notes");
  for (const name of namesIn(place)) {
    const path = (0, import_node_path5.join)(place, name);
    const stats = quietly(() => (0, import_node_fs6.statSync)(path));
    if (stats !== void 0 && stats.mtimeMs < beginning2(days)) removeQuietly(path);
  }
}
function beginning2(days) {
  return Date.now() - days * 24 * 60 * 60 * 1e3;
}
function entriesBeyond(entries, { days, bytes }) {
  const before = beginning2(days);
  let left = entries.reduce((sum, entry2) => sum + entry2.bytes, 0);
  return entries.filter((entry2) => {
    if (entry2.usedAt.getTime() >= before && left <= bytes) return false;
    left -= entry2.bytes;
    return true;
  });
}
function entryOf(known) {
  const stats = quietly(() => (0, import_node_fs6.statSync)(known.path));
  return stats === void 0 ? [] : [{ ...known, bytes: sizeOf(known.path, stats), usedAt: stats.mtime }];
}
function sizeOf(path, stats) {
  if (!stats.isDirectory()) return stats.size;
  return namesIn(path).reduce((sum, name) => {
    const below = quietly(() => (0, import_node_fs6.statSync)((0, import_node_path5.join)(path, name)));
    return below === void 0 ? sum : sum + sizeOf((0, import_node_path5.join)(path, name), below);
  }, 0);
}

// src/store/hashed-file.ts
var import_node_crypto4 = __toESM(require_node_crypto(), 1);
var import_node_fs7 = __toESM(require_node_fs(), 1);
function digestOfBytes(bytes) {
  return (0, import_node_crypto4.createHash)("sha256").update(bytes).digest("hex");
}
async function digestOfFile(path) {
  const hash = (0, import_node_crypto4.createHash)("sha256");
  for await (const part of (0, import_node_fs7.createReadStream)(path)) hash.update(part);
  return hash.digest("hex");
}

// src/store/content-store.ts
function openStore({ directory: directory2, scope = "", keep }) {
  const { top, remove: remove3 } = writableTop(directory2);
  const workplaces = /* @__PURE__ */ new Map();
  removeLeftovers(directory2);
  const key = (text6) => digestOfBytes(`${scope}\0${text6}`).slice(0, 40);
  const repositoryDirectory = (repository) => (0, import_node_path6.join)(top, "git", key(repository));
  const notePath = (question) => (0, import_node_path6.join)(top, "notes", key(`note ${question}`));
  const filePath = (digest) => (0, import_node_path6.join)(top, "files", `${key("files").slice(0, 12)}-${digest}`);
  const read2 = /* @__PURE__ */ new Map();
  const fresh = () => temporaryPath(top);
  const aside = (from) => {
    const temporary = fresh();
    workplaces.set(temporary, removedAtExit(temporary));
    (0, import_node_fs8.renameSync)(from, temporary);
    return temporary;
  };
  return {
    commit(repository, sha) {
      if (!isCommitId(sha)) return void 0;
      const path = (0, import_node_path6.join)(repositoryDirectory(repository), sha);
      const found = inodeOf(path);
      if (found === void 0) return void 0;
      read2.set(path, found);
      touch(path);
      return path;
    },
    knows: (repository) => namesIn(repositoryDirectory(repository)).some(isCommitId),
    workplace() {
      const path = fresh();
      workplaces.set(path, removedAtExit(path));
      makeDirectories(path);
      return path;
    },
    keepCommit(repository, shown2, sha, objects, isDamaged = false) {
      const home = repositoryDirectory(repository);
      const path = (0, import_node_path6.join)(home, sha);
      const kept = quietly(() => {
        makeDirectories(home);
        const source = (0, import_node_path6.join)(home, "source");
        if (quietly(() => (0, import_node_fs8.readFileSync)(source, "utf8")) !== `${shown2}
`) writeWhole(source, `${shown2}
`, fresh());
        if (isDamaged && inodeOf(path) === read2.get(path)) moveAway(path, fresh());
        (0, import_node_fs8.renameSync)(objects, path);
        return path;
      });
      if (kept !== void 0) return kept;
      if ((0, import_node_fs8.existsSync)(path) && !(isDamaged && inodeOf(path) === read2.get(path))) return path;
      return aside(objects);
    },
    discard(path) {
      workplaces.get(path)?.remove();
      workplaces.delete(path);
    },
    file(digest, maxBytes = Number.POSITIVE_INFINITY) {
      const path = filePath(digest);
      if ((quietly(() => (0, import_node_fs8.statSync)(path).size) ?? 0) > maxBytes) return void 0;
      const bytes = quietly(() => (0, import_node_fs8.readFileSync)(path));
      if (bytes === void 0 || digestOfBytes(bytes) !== digest) {
        removeQuietly(path);
        return void 0;
      }
      touch(path);
      return bytes;
    },
    keepFile(digest, bytes) {
      quietly(() => writeWhole(filePath(digest), bytes, fresh()));
    },
    async filePath(digest) {
      const path = filePath(digest);
      const found = await digestOfFile(path).catch(() => void 0);
      if (found === digest) {
        touch(path);
        return path;
      }
      removeQuietly(path);
      return void 0;
    },
    async moveFile(digest, from) {
      const found = await digestOfFile(from);
      if (found !== digest) throw new Error(`a file with the digest ${found} was to be stored as ${digest}`);
      const path = filePath(digest);
      const moved = quietly(() => {
        (0, import_node_fs8.renameSync)(from, path);
        return path;
      });
      return moved ?? aside(from);
    },
    recall(question) {
      const path = notePath(question);
      const digest = quietly(() => (0, import_node_fs8.readFileSync)(path, "utf8"))?.trim();
      if (digest === void 0 || !/^[0-9a-f]{64}$/.test(digest)) return void 0;
      touch(path);
      return digest;
    },
    note(question, digest) {
      quietly(() => writeWhole(notePath(question), `${digest}
`, fresh()));
    },
    close() {
      for (const place of workplaces.values()) place.remove();
      workplaces.clear();
      remove3();
      if (keep !== void 0) quietly(() => tidyStore(directory2, keep));
    }
  };
}
function writableTop(directory2) {
  const top = (0, import_node_path6.join)(directory2, STORE_LAYOUT);
  const made = quietly(() => {
    for (const part of ["git", "files", "notes", "tmp"]) makeDirectories((0, import_node_path6.join)(top, part), 448);
    uninterrupted(() => {
      const probe = temporaryPath(top);
      (0, import_node_fs8.mkdirSync)(probe);
      (0, import_node_fs8.rmSync)(probe, { recursive: true });
    });
    return true;
  });
  if (made) return { top, remove: () => {
  } };
  const temporary = privateDirectory();
  for (const part of ["git", "files", "notes", "tmp"]) (0, import_node_fs8.mkdirSync)((0, import_node_path6.join)(temporary.path, part));
  return { top: temporary.path, remove: () => temporary.remove() };
}
function writeWhole(path, content, temporary) {
  try {
    (0, import_node_fs8.writeFileSync)(temporary, content, { flag: "wx" });
    (0, import_node_fs8.renameSync)(temporary, path);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}
function moveAway(path, aside) {
  (0, import_node_fs8.renameSync)(path, aside);
  removeQuietly(aside);
}
function inodeOf(path) {
  return (0, import_node_fs8.statSync)(path, { throwIfNoEntry: false })?.ino;
}
function touch(path) {
  const now = /* @__PURE__ */ new Date();
  quietly(() => (0, import_node_fs8.utimesSync)(path, now, now));
}

// src/store/lazy-store.ts
function lazyStore(options) {
  let opened;
  const store = () => opened ??= openStore(options);
  return {
    file: (digest, maxBytes) => store().file(digest, maxBytes),
    keepFile: (digest, bytes) => store().keepFile(digest, bytes),
    filePath: (digest) => store().filePath(digest),
    recall: (question) => store().recall(question),
    note: (question, digest) => store().note(question, digest),
    workplace: () => store().workplace(),
    discard: (directory2) => store().discard(directory2),
    close: () => opened?.close()
  };
}

// src/sources/paths.ts
function parentOf(path) {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}
function nameOf(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}
function childOf(directory2, name) {
  return directory2 === "/" ? `/${name}` : `${directory2}/${name}`;
}
function relativeToTop(path) {
  return path === "/" ? "." : path.slice(1);
}
var MAX_PATH_LENGTH2 = 4096;
var UNNORMALISED = /^(?!\/)|\/(?:\.{0,2}\/|\.{1,2}$)|.\/$/s;
function assertNormalised(path) {
  if (UNNORMALISED.test(path)) throw new TypeError(`not a normalised absolute path: ${JSON.stringify(path)}`);
}
var BACKSLASH = 92;
function escapedName(bytes) {
  return Array.from(
    bytes,
    (byte) => byte > 32 && byte < 127 && byte !== BACKSLASH ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`
  ).join("");
}
var MAX_SEARCHED = 1e3;

// src/sources/tree-problems.ts
var MAX_FILE_BYTES = 500 * 1024 * 1024;
function requireFile(tree, path, found) {
  if (found === void 0) {
    throw failure("file-not-found", `no such file in ${tree.label}`, { file: tree.display(path) });
  }
  if (found.type === "file") return found;
  const what = found.type === "directory" ? "a directory" : "neither a file nor a directory";
  throw failure("not-a-file", `expected a file, but this is ${what} in ${tree.label}`, { file: tree.display(path) });
}
function requireDirectory(tree, path, found) {
  if (found === void 0) {
    throw failure("directory-not-found", `no such directory in ${tree.label}`, { file: tree.display(path) });
  }
  if (found.type === "directory") return found;
  const what = found.type === "file" ? "a file" : "neither a file nor a directory";
  throw failure("not-a-directory", `expected a directory, but this is ${what} in ${tree.label}`, {
    file: tree.display(path)
  });
}
function unreadable(tree, path, cause) {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return failure("unreadable", `cannot be read: ${reason}`, { file: tree.display(path), cause });
}
function tooLarge(file, bytes) {
  const message = `is ${sizeText(bytes)} long; at most ${sizeText(MAX_FILE_BYTES)} of a file are read`;
  return failure("file-too-large", message, { file, hint: "Make it smaller, or leave it out of the kustomization." });
}

// src/sources/helm/directory.ts
var import_node_crypto5 = __toESM(require_node_crypto(), 1);
var import_node_fs9 = __toESM(require_node_fs(), 1);
var import_node_path7 = __toESM(require_node_path(), 1);
var MAX_FILES = 2e4;
var MAX_DIRECTORIES = 2e4;
var MAX_BYTES = 256 * 1024 * 1024;
var MAX_DEPTH2 = 64;
async function readDirectory(tree, path, ignores = () => false) {
  const files = /* @__PURE__ */ new Map();
  let bytes = 0;
  let directories = 0;
  async function visit(directory2, prefix, depth) {
    if (depth > MAX_DEPTH2) throw tooLarge2(`nests deeper than ${MAX_DEPTH2} directories; do links form a loop?`);
    if (++directories > MAX_DIRECTORIES) throw tooLarge2(`holds more than ${MAX_DIRECTORIES} directories`);
    for (const { name, type } of await tree.list(directory2)) {
      const child = childOf(directory2, name);
      if (ignores(prefix + name, type === "directory")) continue;
      if (type === "directory") await visit(child, `${prefix}${name}/`, depth + 1);
      if (type !== "file") continue;
      const content = await tree.read(child);
      bytes += content.length;
      files.set(prefix + name, content);
      if (files.size > MAX_FILES) throw tooLarge2(`holds more than ${MAX_FILES} files`);
      if (bytes > MAX_BYTES) throw tooLarge2(`holds more than ${MAX_BYTES} bytes`);
    }
  }
  function tooLarge2(problem) {
    return failure("directory-too-large", `cannot be copied: it ${problem}`, { file: tree.display(path) });
  }
  await visit(path, "", 0);
  return files;
}
function bytesOf(directory2) {
  let bytes = 0;
  for (const content of directory2.values()) bytes += content.length;
  return bytes;
}

// src/sources/disk-tree.ts
var import_node_fs10 = __toESM(require_node_fs(), 1);
var WORKING_TREE = "the working tree";
function diskTree(root, options = {}) {
  const label2 = options.label ?? WORKING_TREE;
  const display = options.display ?? relativeToTop;
  const hidden = options.hidden;
  const place = { label: label2, display };
  const top = realRoot(root);
  const prefix = top === "/" ? "" : top;
  const found = /* @__PURE__ */ new Map([["/", { path: "/", type: "directory", size: 0 }]]);
  function locate2(path) {
    const known = found.get(path);
    if (known !== void 0 || found.has(path)) return known;
    if (path.length > MAX_PATH_LENGTH2) return void 0;
    assertNormalised(path);
    const result = locateUnknown(path);
    found.set(path, result);
    return result;
  }
  function locateUnknown(path) {
    const directory2 = locate2(parentOf(path));
    if (directory2?.type !== "directory" || isHidden(nameOf(path))) return void 0;
    const real = childOf(directory2.path, nameOf(path));
    if (real !== path) return locate2(real);
    const stats = attempt2(
      () => (0, import_node_fs10.lstatSync)(prefix + real, { throwIfNoEntry: false }),
      // An entry that this user may not see can exist all the same, and must not be skipped.
      (error) => isRefused(error) && unreadable(place, path, error)
    );
    if (stats === void 0) return void 0;
    return stats.isSymbolicLink() ? follow4(real) : { path: real, type: typeOf(stats), size: stats.size };
  }
  function follow4(link) {
    const target = attempt2(() => import_node_fs10.realpathSync.native(prefix + link));
    if (target === void 0 || !(target === top || target.startsWith(`${prefix}/`))) return void 0;
    const path = target === top ? "/" : target.slice(prefix.length);
    return locate2(path);
  }
  function isHidden(name) {
    return hidden !== void 0 && name.length === hidden.length && name.toLowerCase() === hidden;
  }
  function entryOf2(directory2, entry2) {
    if (entry2.name.includes("\uFFFD")) return spoiltEntry(directory2, entry2);
    if (entry2.isFile()) return { name: entry2.name, type: "file" };
    if (entry2.isDirectory()) return { name: entry2.name, type: "directory" };
    return { name: entry2.name, type: locate2(childOf(directory2, entry2.name))?.type ?? "other" };
  }
  function spoiltEntry(directory2, entry2) {
    const { name } = entry2;
    const located2 = locate2(childOf(directory2, name));
    if (located2 !== void 0) return { name, type: located2.type };
    const raw = (0, import_node_fs10.readdirSync)(`${prefix}${directory2}`, { encoding: "buffer" }).find((bytes) => bytes.toString() === name);
    const path = Buffer.concat([Buffer.from(`${prefix}${childOf(directory2, "")}`), raw ?? Buffer.from(name)]);
    return { name, type: "other", lost: lostEntry(path, raw ?? Buffer.from(name), entry2) };
  }
  return {
    label: label2,
    directory: prefix,
    display,
    async lookup(path) {
      const result = locate2(path);
      return result === void 0 ? void 0 : { path: result.path, type: result.type };
    },
    async read(path) {
      const file = requireFile(place, path, locate2(path));
      if (file.size > MAX_FILE_BYTES) throw tooLarge(display(path), file.size);
      checkRoom(file.size);
      try {
        return (0, import_node_fs10.readFileSync)(prefix + file.path);
      } catch (error) {
        throw unreadable(place, path, error);
      }
    },
    async list(path) {
      const directory2 = requireDirectory(place, path, locate2(path));
      try {
        return (0, import_node_fs10.readdirSync)(`${prefix}${directory2.path}`, { withFileTypes: true }).filter((entry2) => !isHidden(entry2.name)).map((entry2) => entryOf2(directory2.path, entry2)).sort((a, b) => compareBytewise(a.name, b.name));
      } catch (error) {
        throw unreadable(place, path, error);
      }
    }
  };
}
function realRoot(root) {
  const real = attempt2(() => import_node_fs10.realpathSync.native(root));
  if (real === void 0) throw failure("directory-not-found", "no such directory", { file: root });
  if (!(0, import_node_fs10.statSync)(real).isDirectory()) throw failure("not-a-directory", "expected a directory", { file: root });
  return real;
}
function lostEntry(path, name, entry2) {
  const type = entry2.isDirectory() ? "directory" : entry2.isFile() ? "file" : "other";
  return { shown: escapedName(name), type, holds: async (names) => type === "directory" && holds(path, names) };
}
function holds(directory2, names) {
  let count = 0;
  const pending = [directory2];
  for (let here = pending.pop(); here !== void 0; here = pending.pop()) {
    if (++count > MAX_SEARCHED) return true;
    const entries = attempt2(() => (0, import_node_fs10.readdirSync)(here, { withFileTypes: true, encoding: "buffer" }));
    if (entries === void 0) return true;
    for (const entry2 of entries) {
      const name = entry2.name;
      if (entry2.isDirectory()) pending.push(Buffer.concat([here, Buffer.from("/"), name]));
      else if (names.has(name.toString())) return true;
    }
  }
  return false;
}
function typeOf(stats) {
  if (stats.isFile()) return "file";
  return stats.isDirectory() ? "directory" : "other";
}
function attempt2(call, problem) {
  try {
    return call();
  } catch (error) {
    const thrown = problem?.(error);
    if (thrown) throw thrown;
    return void 0;
  }
}
function isRefused(error) {
  return ["EACCES", "EPERM", "EIO"].includes(error.code ?? "");
}

// src/collections.ts
function getOrInsert(map2, key, make4) {
  let value = map2.get(key);
  if (value === void 0) map2.set(key, value = make4());
  return value;
}

// src/sources/helm/create-helm.ts
function createHelm(options) {
  const ending = new AbortController();
  let loading;
  const load = () => loading ??= Promise.resolve().then(() => __toESM(require_program(), 1)).then(({ helmProcess }) => helmProcess(options, ending.signal));
  return {
    honoursConfigHome: options.configHome === "as-given",
    isIsolated: options.isolated === true,
    run: async (args, call) => (await load()).run(args, call),
    close: () => ending.abort()
  };
}

// src/sources/recorded-tree.ts
var Recording = class _Recording {
  tree;
  lookups = /* @__PURE__ */ new Set();
  lists = /* @__PURE__ */ new Set();
  gaps = /* @__PURE__ */ new Set();
  included = /* @__PURE__ */ new Set();
  constructor(tree) {
    this.tree = tree;
  }
  markIncomplete(reason) {
    this.gaps.add(reason);
  }
  include(record2) {
    if (record2 !== this) this.included.add(record2);
  }
  all() {
    const found = /* @__PURE__ */ new Set([this]);
    for (const record2 of found) if (record2 instanceof _Recording) for (const each of record2.included) found.add(each);
    return found;
  }
};
function recordedTree(tree) {
  const original = originalOf(tree);
  const record2 = new Recording(original);
  return {
    label: original.label,
    directory: original.directory,
    commit: original.commit,
    record: record2,
    async lookup(path) {
      record2.lookups.add(path);
      const located2 = await original.lookup(path);
      if (located2 !== void 0 && located2.path !== path) record2.lookups.add(located2.path);
      return located2;
    },
    read(path) {
      record2.lookups.add(path);
      return original.read(path);
    },
    list(path) {
      record2.lists.add(path);
      return original.list(path);
    },
    display: (path) => original.display(path)
  };
}
function originalOf(tree) {
  return tree.record?.tree ?? tree;
}
function recordedApart(tree) {
  if (tree.record === void 0) return tree;
  const apart = recordedTree(tree);
  tree.record.include(apart.record);
  return apart;
}
function includeRecord(tree, shared2) {
  if (shared2 !== void 0) tree.record?.include(shared2);
}

// src/sources/remote/lazy-remotes.ts
function lazyRemotes(options) {
  let opening;
  const open = () => opening ??= Promise.resolve().then(() => __toESM(require_program(), 1)).then(({ openRemotes: openRemotes2 }) => openRemotes2(options));
  return {
    repository: async (url, from) => (await open()).repository(url, from),
    file: async (address2, from) => (await open()).file(address2, from),
    chart: async (wanted, from) => (await open()).chart(wanted, from),
    async close() {
      await (await opening)?.close();
    }
  };
}

// src/sources/remote/git-url.ts
var import_node_path8 = __toESM(require_node_path(), 1);
var DEFAULT_TIMEOUT_SECONDS = 27;
var SCHEMES = ["ssh://", "https://", "http://", "file://"];
function parseGitUrl(text6) {
  if (text6.startsWith("/")) return void 0;
  const question = text6.indexOf("?");
  const address2 = question < 0 ? text6 : text6.slice(0, question);
  const host = splitHost(address2);
  if (host === void 0) return void 0;
  const parts = splitPath(host.rest, host.prefix === "file://");
  if (parts === void 0 || parts.repository === "" || leavesRepository(parts.path)) return void 0;
  return {
    repository: host.prefix + parts.repository,
    path: withoutSlash(parts.path),
    ...parseQuery(question < 0 ? "" : text6.slice(question + 1)),
    marked: parts.marked
  };
}
function splitHost(address2) {
  const forced2 = /^git::/i.exec(address2)?.[0] ?? "";
  const unforced = address2.slice(forced2.length);
  const scheme = SCHEMES.find((candidate) => unforced.slice(0, candidate.length).toLowerCase() === candidate) ?? "";
  const unschemed = unforced.slice(scheme.length);
  if (scheme === "file://") return { prefix: scheme, rest: unschemed };
  const user = /^[a-zA-Z][a-zA-Z0-9-]*@/.exec(unschemed)?.[0] ?? "";
  const located2 = unschemed.slice(user.length);
  const isGitHub = /^github\.com[/:]/i.test(located2);
  const isScp = scheme === "" && (user !== "" || isGitHub);
  if (scheme === "" && !isScp) return void 0;
  const end = endOfHost(located2, isScp);
  const host = end < 0 ? located2 : located2.slice(0, end + 1);
  const rest = end < 0 ? "" : located2.slice(end + 1);
  if (isGitHub) return { prefix: gitHubPrefix(scheme, user), rest };
  return host === "" ? void 0 : { prefix: scheme + user + host, rest };
}
function endOfHost(located2, isScp) {
  const slash = located2.indexOf("/");
  if (!isScp) return slash;
  const colon = located2.indexOf(":");
  return slash < 0 || colon > 0 && colon < slash ? colon : slash;
}
function gitHubPrefix(scheme, user) {
  return scheme === "ssh://" || user !== "" ? `${user}github.com:` : "https://github.com/";
}
function splitPath(rest, isFile2) {
  const azure = rest.indexOf("_git/");
  if (azure >= 0) {
    const slash = rest.indexOf("/", azure + "_git/".length);
    return slash < 0 ? { repository: rest, path: "", marked: true } : { repository: rest.slice(0, slash), path: rest.slice(slash + 1), marked: true };
  }
  const slashes = rest.indexOf("//");
  if (slashes >= 0) return { repository: rest.slice(0, slashes), path: rest.slice(slashes + 2), marked: true };
  const suffix = rest.indexOf(".git");
  if (suffix >= 0) {
    const end = suffix + ".git".length;
    return { repository: rest.slice(0, end), path: rest.slice(end), marked: true };
  }
  if (isFile2) return { repository: rest, path: "", marked: false };
  const segments = rest.split("/");
  if (segments.length < 2) return void 0;
  return { repository: segments.slice(0, 2).join("/"), path: segments.slice(2).join("/"), marked: false };
}
function leavesRepository(path) {
  const [first2] = import_node_path8.posix.normalize(withoutSlash(path)).split("/");
  return first2 === "..";
}
function withoutSlash(path) {
  return path.startsWith("/") ? path.slice(1) : path;
}
function parseQuery(query) {
  const values = parseForm(query);
  return {
    ref: values?.get("ref") || values?.get("version") || void 0,
    timeoutSeconds: timeoutOf(values?.get("timeout") ?? ""),
    submodules: !FALSE.has(values?.get("submodules") ?? "")
  };
}
var FALSE = /* @__PURE__ */ new Set(["0", "f", "F", "false", "FALSE", "False"]);
function parseForm(query) {
  const values = /* @__PURE__ */ new Map();
  for (const pair of query.split("&")) {
    if (pair.includes(";")) return void 0;
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = unescapeForm(equals < 0 ? pair : pair.slice(0, equals));
    const value = unescapeForm(equals < 0 ? "" : pair.slice(equals + 1));
    if (name === void 0 || value === void 0) return void 0;
    if (!values.has(name)) values.set(name, value);
  }
  return values;
}
function unescapeForm(text6) {
  if (/%(?![0-9a-fA-F]{2})/.test(text6)) return void 0;
  const plain2 = text6.replaceAll("+", " ");
  return plain2.replace(/(?:%[0-9a-fA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("%", ""), "hex").toString());
}
function timeoutOf(text6) {
  const seconds = /^[+-]?\d+$/.test(text6) ? Number(text6) : parseDuration(text6);
  return seconds !== void 0 && seconds > 0 && Number.isFinite(seconds) ? seconds : DEFAULT_TIMEOUT_SECONDS;
}

// src/sources/remote/remote-references.ts
function isAddress2(path) {
  return /^https?:\/\/[^\n]*$/i.test(path);
}
function parseGitReference(entry2) {
  return entry2.includes("\n") ? void 0 : parseGitUrl(entry2);
}
function isRemote(path) {
  return MAY_BE_REMOTE.test(path) && (isAddress2(path) || parseGitReference(path) !== void 0);
}
var MAY_BE_REMOTE = /[:@]|^github\.com\//i;
function namedAs(entry2, { marked, ref, repository }) {
  return {
    isNamedAsFile: /^[^?#]*\.(?:ya?ml|json)(?:[?#]|$)/i.test(entry2),
    isNamedAsRepository: marked || ref !== void 0 || /^https:\/\/github\.com\//i.test(repository)
  };
}

// src/sources/remote/refused-sources.ts
function remoteRefused(path, location, otherwise = "copy it into the repository and name the directory") {
  return failure("remote-unsupported", `${shownAddress(path)} cannot be fetched: remote sources are disabled`, {
    ...location,
    hint: `In the action, set \`remote: public\`. Or ${otherwise}.`
  });
}
function atPlace(thrown, location) {
  if (!(thrown instanceof KrmError) || thrown.diagnostics.every(({ file }) => file !== void 0))
    return thrown;
  return new KrmError(
    thrown.diagnostics.map((one) => one.file === void 0 ? { ...one, ...location } : one),
    { cause: thrown }
  );
}

// src/engine/loading/charts.ts
var MAX_KEPT_BYTES = 256 * 1024 * 1024;
var Charts = class {
  #byTree = /* @__PURE__ */ new Map();
  #kept = 0;
  /** @param path of the chart's directory, absolute within the tree and free of symlinks */
  read(tree, path) {
    const original = originalOf(tree);
    let known = this.#byTree.get(original);
    if (known === void 0) this.#byTree.set(original, known = /* @__PURE__ */ new Map());
    let chart = known.get(path);
    if (chart === void 0) {
      const shared2 = recordedApart(tree);
      known.set(path, chart = { reading: this.#counted(readDirectory(shared2, path)), record: shared2.record });
    }
    includeRecord(tree, chart.record);
    return chart.reading;
  }
  /** Forgets all charts. */
  release() {
    this.#byTree.clear();
    this.#kept = 0;
  }
  async #counted(reading) {
    const directory2 = await reading;
    this.#kept += bytesOf(directory2);
    if (this.#kept > MAX_KEPT_BYTES) this.release();
    return directory2;
  }
};

// src/engine/loading/clone.ts
var import_node_path9 = __toESM(require_node_path(), 1);
async function directoryOf({ address: address2, url, sha }, tree, location) {
  const located2 = await tree.lookup(import_node_path9.posix.resolve("/", url.path));
  if (located2?.type === "directory") return located2.path;
  const problem = located2 === void 0 ? "does not exist" : "is not a directory";
  throw failure("not-a-directory", `${shownAddress(address2)} ${problem} in that repository (${sha.slice(0, 7)})`, {
    ...location,
    hint: "Correct the path. Two slashes mark the end of the repository: https://host/repository//path?ref=v1."
  });
}
function keyOf3(path, clone2) {
  if (clone2 === void 0) return path;
  const { url, sha } = clone2;
  const top = `${url.repository}@${sha}${url.submodules ? "" : " without submodules"}:`;
  return path === "/" ? top : top + path;
}
function pathOf(key, clone2) {
  return clone2 === void 0 ? key : key.slice(keyOf3("/", clone2).length) || "/";
}

// src/engine/loading/paths.ts
var import_node_path10 = __toESM(require_node_path(), 1);
function isTooLong(path) {
  return path.length > MAX_PATH_LENGTH;
}
function contains(outer, inner) {
  return outer === "/" || inner === outer || inner.startsWith(`${outer}/`);
}
function isAmbiguous(path) {
  return path.split("/").some((segment) => segment !== ".." && segment.includes(".."));
}
function leavesTop(from, path) {
  return !path.startsWith("/") && import_node_path10.posix.join(from.slice(1), path).split("/")[0] === "..";
}
function looksLikeText(entry2) {
  return /\n|^\s*[{[]|:\s/.test(entry2);
}

// src/engine/loading/cycles.ts
var ADDRESS = "address ";
function openedWith({ key, clones }) {
  const clone2 = clones.at(-1);
  return clone2 === void 0 ? [key] : [key, ADDRESS + clone2.address];
}
function leadsBackTo({ ancestors, clones }, opened) {
  if (!opened.startsWith(ADDRESS)) return ancestors.some((ancestor) => contains(opened, ancestor));
  const address2 = opened.slice(ADDRESS.length);
  return clones.slice(0, -1).some((clone2) => clone2.address.startsWith(address2));
}
function checkCycle(chain, candidate, location) {
  const { tree, key, ancestors, clones } = chain;
  const roots = [...ancestors, key];
  const visited = roots.find((root) => contains(candidate, root));
  if (visited === void 0) return;
  const display = (one) => tree.display(pathOf(one, clones.at(-1)));
  const [here, there] = [display(candidate), display(visited)];
  const message = candidate === visited ? `${here} includes itself: ${[...roots, candidate].map(display).join(" \u2192 ")}` : `${here} contains ${there}, which includes it`;
  throw failure("cycle", `cycle: ${message}`, { ...location, hint: "Remove one of the references." });
}
function checkAddressCycle({ clones }, address2, location) {
  if (!clones.some((clone2) => clone2.address.startsWith(address2))) return;
  const chain = [...clones.map((clone2) => clone2.address), address2].map(shownAddress).join(" \u2192 ");
  throw failure("cycle", `cycle: ${shownAddress(address2)} includes itself: ${chain}`, {
    ...location,
    hint: "Remove one of the references."
  });
}

// src/engine/loading/edited-kustomization.ts
var import_node_path12 = __toESM(require_node_path(), 1);

// src/engine/loading/composition-file.ts
async function lookUp(root, names) {
  const found = [];
  const outside = [];
  for (const name of names) {
    const located2 = await root.lookup(name);
    if (located2?.type !== "file") continue;
    const file = root.tree.display(root.path === "/" ? `/${name}` : `${root.path}/${name}`);
    (root.isRestricted && !contains(root.path, located2.path) ? outside : found).push({ path: located2.path, file });
  }
  return { found, outside };
}
async function findComposition(root, kustomizations) {
  const { found, outside } = await lookUp(root, COMPOSITION_FILE_NAMES);
  const ours = [];
  let foreign;
  for (const { path, file } of found) {
    const bytes = await root.tree.read(path);
    root.claim();
    const what = describeForeign(bytes, file, kustomizations.length === 0);
    if (what === void 0) ours.push({ display: file, text: decodeText(bytes, file) });
    else foreign = `${file} is ${what}`;
  }
  const [composition, another] = ours;
  const beside = kustomizations[0]?.file ?? another?.display;
  if (composition !== void 0 && beside !== void 0) {
    throw failure("composition-conflict", `${root.display} holds both ${composition.display} and ${beside}`, {
      file: composition.display,
      hint: "Keep one of them, or move the composition into a directory of its own and list that under `resources`."
    });
  }
  return { composition, foreign, outside: outside[0] };
}
var KIND = /^kind:[ \t]*(["']?)Composition\1[ \t]*(?:#.*)?\r?$/m;
var OUR_GROUP = /^apiVersion:[ \t]*["']?kustomize\.config\.k8s\.io\//m;
function describeForeign(bytes, file, isAlone) {
  let node;
  try {
    const text6 = decodeText(bytes, file);
    if (isAlone && KIND.test(text6) && OUR_GROUP.test(text6) && !/\n---/.test(text6)) return void 0;
    if (!isAlone && !text6.includes("Composition")) return "not a composition";
    node = parseConfig(text6, file);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return isAlone ? void 0 : "not valid";
  }
  return isAlone || isComposition(node) ? foreignDocument(node) : "not a composition";
}

// src/engine/loading/kustomization-file.ts
async function loadKustomization(root) {
  const { found, outside } = await lookUp(root, KUSTOMIZATION_FILE_NAMES);
  const compositions = await findComposition(root, found);
  if (compositions.composition !== void 0) return loadedComposition(compositions.composition);
  const first2 = onlyOne(root, found);
  if (first2 === void 0) {
    const isChart = (await lookUp(root, ["Chart.yaml"])).found.length > 0;
    if (isChart) throw chartOnly(root);
    throw missing(root, outside[0] ?? compositions.outside, compositions.foreign);
  }
  const { node, duplicates } = await readKustomization(root, first2);
  const { kustomization, diagnostics } = decodeKustomization(node, first2.file);
  return { kustomization, file: first2.file, diagnostics: [...diagnostics, ...duplicates] };
}
function onlyOne(root, found) {
  const [first2, second] = found;
  if (second === void 0) return first2;
  throw failure(
    "several-kustomizations",
    `there are multiple kustomization files in ${root.display}: ${found.map(({ file }) => file).join(", ")}`,
    { file: second.file, hint: "Keep one of them." }
  );
}
async function readKustomization(root, { path, file }) {
  const bytes = await root.tree.read(path);
  root.claim();
  root.secrets?.noteKustomization(bytes);
  const duplicates = [];
  const node = parseConfig(decodeText(bytes, file), file, { onDuplicate: warnOfDuplicates(duplicates) });
  return { node, duplicates };
}
async function loadComposition(root) {
  const { found } = await lookUp(root, KUSTOMIZATION_FILE_NAMES);
  return (await findComposition(root, found)).composition;
}
function loadedComposition(composition) {
  const { display } = composition;
  const kustomization = {
    apiVersion: "kustomize.config.k8s.io/v1alpha1",
    kind: "Composition",
    location: { file: display, line: 1, column: 1 }
  };
  return { kustomization, file: display, diagnostics: [], composition };
}
function chartOnly(root) {
  return failure("no-kustomization", `there is no kustomization file in ${root.display}: it is a Helm chart`, {
    ...root.namedAt ?? { file: root.display },
    hint: "Name the chart in `helmCharts` of a kustomization in another directory, with the directory above the chart as `helmGlobals.chartHome`, and build that with --enable-helm: docs/guide/helm-charts.md."
  });
}
function missing(root, link, foreign) {
  const problem = `there is no kustomization file in ${root.display}`;
  if (link !== void 0) {
    const target = root.tree.display(link.path);
    return failure("no-kustomization", `${problem}: ${link.file} is a symlink to ${target}, which is outside of it`, {
      ...root.namedAt ?? { file: link.file },
      hint: `Replace the symlink by a file.${root.liftingHint}`
    });
  }
  return failure("no-kustomization", foreign === void 0 ? problem : `${problem}: ${foreign}`, {
    ...root.namedAt ?? { file: root.display },
    hint: foreign === void 0 ? `Add one named ${KUSTOMIZATION_FILE_NAMES.join(", ")}, or name the directory that has it.` : `Add one named ${KUSTOMIZATION_FILE_NAMES[0]}. A composition has \`kind: Composition\`, and \`apiVersion: kustomize.config.k8s.io/v1alpha1\` or none.`
  });
}

// src/engine/loading/manifests-below.ts
var import_node_path11 = __toESM(require_node_path(), 1);
var MAX_MANIFESTS = 2e4;
var MAX_ENTRIES2 = 1e6;
async function manifestsBelow(root, location) {
  const { tree, path: top } = root;
  const resources = [];
  const list2 = (path) => {
    if (resources.length === MAX_MANIFESTS) throw tooMany(root, `${MAX_MANIFESTS} manifests`, location);
    resources.push({ path: `./${import_node_path11.posix.relative(top, path)}`, location });
  };
  let entries = 0;
  const open = [{ name: "", type: "directory", path: top }];
  for (let at2 = open.pop(); at2 !== void 0; at2 = open.pop()) {
    const { name, type, path, lost } = at2;
    const isManifest = /\.ya?ml$/.test(lost?.shown ?? name);
    if (lost !== void 0) {
      if (isManifest || lost.type === "directory") throw unreadable2(root, path, lost.shown, location);
      continue;
    }
    if (type === "directory") {
      if (await isLink(root, path)) continue;
      const inside = await tree.list(path);
      root.claim();
      if (path !== top && inside.some((one) => one.type === "file" && KUSTOMIZATION_FILE_NAMES.includes(one.name))) {
        list2(path);
        continue;
      }
      entries += inside.length;
      if (entries > MAX_ENTRIES2) throw tooMany(root, `${MAX_ENTRIES2} files`, location);
      for (const one of inside.toReversed()) open.push({ ...one, path: import_node_path11.posix.join(path, one.name) });
    } else if (isManifest && type === "file" && !await isLink(root, path)) {
      if (COMPOSITION_FILE_NAMES.includes(name)) await checkForeign(root, path, location);
      list2(path);
    }
  }
  return resources;
}
async function isLink({ tree }, path) {
  return (await tree.lookup(path))?.path !== path;
}
async function checkForeign(root, path, location) {
  const display = root.tree.display(path);
  if (compositionIn(await root.tree.read(path), display) === void 0) return;
  throw failure("wrong-kind", `${display} is a Composition, which kustomize-controller cannot build`, {
    ...location,
    hint: "Add a kustomization file that lists what is to be built."
  });
}
function tooMany({ display }, what, location) {
  const message = `there are more than ${what} below ${display}, for which kustomize-controller generates a kustomization`;
  return failure("too-many-manifests", message, {
    ...location,
    hint: "Add a kustomization file that lists what is to be applied, or split the directory."
  });
}
function unreadable2({ tree }, path, shown2, location) {
  const directory2 = tree.display(import_node_path11.posix.dirname(path));
  return failure(
    "unreadable-name",
    `a generated kustomization cannot list ${shown2} in ${directory2}: its name is no UTF-8`,
    {
      ...location,
      hint: "Rename it, or add a kustomization file that lists what is to be applied."
    }
  );
}

// src/engine/loading/edited-kustomization.ts
async function loadEdited(root, edits) {
  if ("by" in edits) return loadSource(root, edits);
  for (const { patch } of [...edits.patches ?? [], ...edits.patchesJson6902 ?? []])
    if (patch !== void 0) root.secrets?.noteObjects(patch);
  for (const { text: text6 } of edits.patchesStrategicMerge ?? []) root.secrets?.noteObjects(text6);
  const { found } = await lookUp(root, KUSTOMIZATION_FILE_NAMES);
  const known = { ...edits, components: await componentsOf(root, edits) };
  const file = onlyOne(root, found);
  if (file === void 0) {
    const resources = await manifestsBelow(root, edits.location);
    const name = root.tree.display(import_node_path12.posix.join(root.path, KUSTOMIZATION_FILE_NAMES[0]));
    return { kustomization: generatedKustomization(resources, name, known), file: name, diagnostics: [] };
  }
  const { node, duplicates } = await readKustomization(root, file);
  const { kustomization, diagnostics } = decodeEdited(node, file.file, known);
  return { kustomization, file: file.file, diagnostics: [...diagnostics, ...duplicates] };
}
async function loadSource(root, edits) {
  for (const { patch } of edits.patches) if (patch !== void 0) root.secrets?.noteObjects(patch);
  const { found } = await lookUp(root, KUSTOMIZATION_FILE_NAMES);
  const file = onlyOne(root, found);
  if (file === void 0) {
    throw failure("argocd-invalid", `${root.display} holds no kustomization file`, {
      ...edits.location,
      hint: "Correct `path`, or add the file."
    });
  }
  const components = [];
  for (const each of edits.components)
    if (!edits.ignoresMissingComponents || await root.lookup(each.path) !== void 0) components.push(each);
  const { node, duplicates } = await readKustomization(root, file);
  const { kustomization, diagnostics } = decodeKustomization(node, file.file, { ...edits, components });
  return { kustomization, file: file.file, diagnostics: [...diagnostics, ...duplicates] };
}
async function componentsOf(root, { components = [], ignoresMissingComponents = false }) {
  const present2 = [];
  for (const component of components) {
    if (!isLocal(component.path)) {
      throw failure(
        "component-not-local",
        `kustomize-controller adds only local components: \`${component.path}\` is no relative path`,
        { ...component.location, hint: "Name a directory of the same source, relative to `spec.path`." }
      );
    }
    if (!ignoresMissingComponents || await root.lookup(component.path) !== void 0) present2.push(component);
  }
  return present2;
}
var ADDRESS2 = /^(?:git::|gh:|ssh:\/\/|https:\/\/|http:\/\/|git@|github\.com[:/])./is;
function isLocal(path) {
  return !ADDRESS2.test(path) && !/^(?:file:\/\/)?\//i.test(path);
}

// src/resource/set-field.ts
function setField(target, name, value, options = {}) {
  if (name === "") throw emptyKey(target);
  if (value === void 0 || isNull(value) && options.keepNull !== true) {
    clearField(target, name);
    return;
  }
  const existing = get(target, name);
  if (existing !== void 0) {
    replaceValue(existing, value);
    return;
  }
  quoteForYaml11(value);
  target.entries.push({ key: scalar(name, "", options.keyStyle ?? ""), value });
}
function setScalar(target, value) {
  if (value === void 0 || isNull(value)) return;
  replaceValue(target, value);
}
function replaceValue(existing, value) {
  quoteForYaml11(value);
  if (existing === value) return;
  value.style = writesTag(existing, value) ? "" : existing.style;
  const { source, offset } = existing;
  const keepsSource = isTagged(existing) || isTagged(value);
  overwrite(existing, value);
  if (keepsSource) Object.assign(existing, { source, offset });
}
function writesTag(existing, value) {
  if (existing.kind !== "scalar" || value.kind !== "scalar") return false;
  return existing.style !== "" && value.tag !== "" && value.tag !== "!!str" && isTagged(existing);
}
function clearField(target, name) {
  const index = target.entries.findIndex(({ key }) => key.kind === "scalar" && key.value === name);
  if (index >= 0) target.entries.splice(index, 1);
}
function emptyKey(node) {
  return failure("empty-key", "a map has a key that is empty or not a text, which cannot be written", {
    ...locate(node),
    hint: "Give the key a name. If it is a template, `{{ \u2026 }}`, render that first."
  });
}
function quoteForYaml11(value) {
  if (value.kind !== "scalar" || value.style !== "" || value.tag !== "!!str" && value.tag !== "") return;
  if (isYaml11NonString(value.value) && !isTagged(value)) value.style = "double";
}

// src/resource/text-map.ts
function textsUnder(node, field2) {
  const texts4 = /* @__PURE__ */ new Map();
  const found = get(node, field2);
  if (found?.kind !== "map") return texts4;
  for (const { key, value } of found.entries) {
    texts4.set(textOf4(key), textOf4(value));
  }
  return texts4;
}
function metadataTexts(object, field2) {
  const metadata2 = get(object, "metadata");
  const found = get(metadata2, field2);
  return found?.kind === "seq" ? textsInTurn(found) : textsUnder(metadata2, field2);
}
function textsInTurn({ items }) {
  const texts4 = /* @__PURE__ */ new Map();
  for (let at2 = 0; at2 + 1 < items.length; at2 += 2) texts4.set(textOf4(items[at2]), textOf4(items[at2 + 1]));
  return texts4;
}
function textOf4(node) {
  return node?.kind === "scalar" ? node.value : "";
}
function createAnnotations(object, keys = []) {
  const metadata2 = get(object, "metadata");
  if (metadata2?.kind !== "map") return;
  if (get(metadata2, "annotations") === void 0) setField(metadata2, "annotations", map());
  const annotations = get(metadata2, "annotations");
  if (annotations?.kind === "map") for (const key of keys) setField(annotations, key, scalar("", "!!str"));
}
function writeTexts(parent, field2, texts4) {
  clearField(parent, field2);
  if (texts4.size === 0) return;
  if (texts4.has("")) throw emptyKey(parent);
  const sorted = [...texts4].sort(([a], [b]) => compareBytewise(a, b));
  const twin = get(parent, field2);
  if (twin !== void 0) {
    if (twin.kind === "map") for (const [key, text6] of sorted) setField(twin, key, scalar(text6, "!!str"));
    return;
  }
  const entries = sorted.map(([key, text6]) => ({
    key: scalar(key),
    // Later writes to the text keep its quotes.
    value: scalar(text6, "!!str", text6.includes("\n") ? "literal" : isYaml11NonString(text6) ? "double" : "")
  }));
  parent.entries.push({ key: scalar(field2), value: map(entries) });
}
function removeEmptyTwins(parent, field2) {
  const { entries } = parent;
  const isField = ({ key }) => key.kind === "scalar" && key.value === field2;
  const first2 = entries.findIndex(isField);
  for (let at2 = entries.length - 1; at2 > first2; at2--) {
    if (!isField(entries[at2])) continue;
    const empty = [at2, first2].find((index) => isEmpty2(entries[index].value));
    if (empty !== void 0) entries.splice(empty, 1);
    if (empty === first2) return;
  }
}
function isEmpty2(node) {
  return isNull(node) || node.kind === "map" && node.entries.length === 0;
}

// src/resource/build-annotations.ts
var INTERNAL = "internal.config.kubernetes.io/";
var ORIGIN = "config.kubernetes.io/origin";
var TRANSFORMATIONS = "alpha.config.kubernetes.io/transformations";
var LOCAL_CONFIG = "config.kubernetes.io/local-config";
var LEGACY = ["config.kubernetes.io/path", "config.kubernetes.io/index", "config.k8s.io/id"];
var BUILD_ANNOTATIONS = /* @__PURE__ */ new Set([
  ..."previousKinds previousNames previousNamespaces prefixes suffixes allowNameChange allowKindChange refBy generatorBehavior needsHashSuffix path index seqindent id annotations-migration-resource-id helm-generated".split(" ").map((name) => INTERNAL + name),
  ...LEGACY,
  ORIGIN,
  TRANSFORMATIONS
]);
var NEEDS_HASH = `${INTERNAL}needsHashSuffix`;
function asksForHash(node) {
  const annotations = get(get(node, "metadata"), "annotations");
  if (annotations?.kind !== "map" || get(annotations, NEEDS_HASH) === void 0) return void 0;
  const value = annotations.entries.findLast(({ key }) => key.kind === "scalar" && key.value === NEEDS_HASH)?.value;
  return value === void 0 ? void 0 : value.kind === "scalar" && value.value === "enabled";
}
function writeHashRequest(node) {
  if (asksForHash(node) !== void 0) return;
  createAnnotations(node, []);
  const annotations = get(get(node, "metadata"), "annotations");
  if (annotations?.kind !== "map") return;
  annotations.entries.push({ key: scalar(NEEDS_HASH), value: scalar("enabled", "!!str", "single") });
}
function isKeptByJsonPatches(name) {
  return name.startsWith(INTERNAL) || LEGACY.includes(name);
}
var NONE2 = { prefixes: [], suffixes: [], needsHash: false, previous: [] };
function readBuildAnnotations(node) {
  const annotations = get(get(node, "metadata"), "annotations");
  if (annotations?.kind !== "map") return NONE2;
  const found = /* @__PURE__ */ new Map();
  for (const { key, value } of annotations.entries) {
    if (key.kind === "scalar" && value.kind === "scalar" && key.value.startsWith(INTERNAL)) {
      found.set(key.value.slice(INTERNAL.length), value.value);
    }
  }
  if (found.size === 0) return NONE2;
  const list2 = (name) => found.get(name)?.split(",") ?? [];
  const names = list2("previousNames");
  const namespaces = list2("previousNamespaces");
  const kinds = list2("previousKinds");
  if (names.length !== namespaces.length || names.length !== kinds.length) {
    throw failure("invalid-resource", "previousNames, previousNamespaces and previousKinds have different lengths", {
      ...locate(annotations),
      hint: `Remove the annotations that begin with ${INTERNAL}: kustomize reserves them for itself.`
    });
  }
  return {
    prefixes: list2("prefixes"),
    suffixes: list2("suffixes"),
    needsHash: found.get("needsHashSuffix") === "enabled",
    previous: names.map((name, index) => ({
      kind: kinds[index],
      name,
      effectiveNamespace: namespaces[index]
    }))
  };
}

// src/resource/merge-schema.data.ts
var mergeRoots = `
admissionregistration.k8s.io/v1 admissionregistration.v1 MutatingWebhookConfiguration MutatingWebhookConfigurationList ValidatingWebhookConfiguration ValidatingWebhookConfigurationList
admissionregistration.k8s.io/v1beta1 admissionregistration.v1beta1 MutatingWebhookConfiguration MutatingWebhookConfigurationList ValidatingWebhookConfiguration ValidatingWebhookConfigurationList
apiextensions.k8s.io/v1 apiextensions.v1 CustomResourceDefinition CustomResourceDefinitionList
apiextensions.k8s.io/v1beta1 apiextensions.v1beta1 CustomResourceDefinition CustomResourceDefinitionList
apiregistration.k8s.io/v1 apiregistration.v1 APIService APIServiceList
apiregistration.k8s.io/v1beta1 apiregistration.v1beta1 APIService APIServiceList
apps/v1 apps.v1 ControllerRevision ControllerRevisionList DaemonSet DaemonSetList Deployment DeploymentList ReplicaSet ReplicaSetList StatefulSet StatefulSetList
authentication.k8s.io/v1 authentication.v1 TokenRequest TokenReview
authentication.k8s.io/v1beta1 authentication.v1beta1 TokenReview
authorization.k8s.io/v1 authorization.v1 LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview
authorization.k8s.io/v1beta1 authorization.v1beta1 LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview
autoscaling/v1 autoscaling.v1 HorizontalPodAutoscaler HorizontalPodAutoscalerList Scale
autoscaling/v2beta1 autoscaling.v2beta1 HorizontalPodAutoscaler HorizontalPodAutoscalerList
autoscaling/v2beta2 autoscaling.v2beta2 HorizontalPodAutoscaler HorizontalPodAutoscalerList
batch/v1 batch.v1 CronJob CronJobList Job JobList
batch/v1beta1 batch.v1beta1 CronJob CronJobList
certificates.k8s.io/v1 certificates.v1 CertificateSigningRequest CertificateSigningRequestList
certificates.k8s.io/v1beta1 certificates.v1beta1 CertificateSigningRequest CertificateSigningRequestList
coordination.k8s.io/v1 coordination.v1 Lease LeaseList
coordination.k8s.io/v1beta1 coordination.v1beta1 Lease LeaseList
discovery.k8s.io/v1 discovery.v1 EndpointSlice EndpointSliceList
discovery.k8s.io/v1beta1 discovery.v1beta1 EndpointSlice EndpointSliceList
events.k8s.io/v1 events.v1 Event EventList
events.k8s.io/v1beta1 events.v1beta1 Event EventList
extensions/v1beta1 extensions.v1beta1 Ingress IngressList
flowcontrol.apiserver.k8s.io/v1beta1 flowcontrol.v1beta1 FlowSchema FlowSchemaList PriorityLevelConfiguration PriorityLevelConfigurationList
networking.k8s.io/v1 networking.v1 Ingress IngressClass IngressClassList IngressList NetworkPolicy NetworkPolicyList
networking.k8s.io/v1beta1 networking.v1beta1 Ingress IngressClass IngressClassList IngressList
node.k8s.io/v1 node.v1 RuntimeClass RuntimeClassList
node.k8s.io/v1beta1 node.v1beta1 RuntimeClass RuntimeClassList
policy/v1 policy.v1 PodDisruptionBudget PodDisruptionBudgetList
policy/v1beta1 policy.v1beta1 Eviction PodDisruptionBudget PodDisruptionBudgetList PodSecurityPolicy PodSecurityPolicyList
rbac.authorization.k8s.io/v1 rbac.v1 ClusterRole ClusterRoleBinding ClusterRoleBindingList ClusterRoleList Role RoleBinding RoleBindingList RoleList
rbac.authorization.k8s.io/v1beta1 rbac.v1beta1 ClusterRole ClusterRoleBinding ClusterRoleBindingList ClusterRoleList Role RoleBinding RoleBindingList RoleList
scheduling.k8s.io/v1 scheduling.v1 PriorityClass PriorityClassList
scheduling.k8s.io/v1beta1 scheduling.v1beta1 PriorityClass PriorityClassList
storage.k8s.io/v1 storage.v1 CSIDriver CSIDriverList CSINode CSINodeList StorageClass StorageClassList VolumeAttachment VolumeAttachmentList
storage.k8s.io/v1beta1 storage.v1beta1 CSIDriver CSIDriverList CSINode CSINodeList CSIStorageCapacity CSIStorageCapacityList StorageClass StorageClassList VolumeAttachment VolumeAttachmentList
v1 core.v1 Binding ComponentStatus ComponentStatusList ConfigMap ConfigMapList Endpoints EndpointsList Event EventList LimitRange LimitRangeList Namespace NamespaceList Node NodeList PersistentVolume PersistentVolumeClaim PersistentVolumeClaimList PersistentVolumeList Pod PodList PodTemplate PodTemplateList ReplicationController ReplicationControllerList ResourceQuota ResourceQuotaList Secret SecretList Service ServiceAccount ServiceAccountList ServiceList
`;
var mergeTypes = `
admissionregistration.v1.MutatingWebhookConfiguration webhooks[name]:-
admissionregistration.v1.ValidatingWebhookConfiguration webhooks[name]:-
admissionregistration.v1beta1.MutatingWebhookConfiguration webhooks[name]:-
admissionregistration.v1beta1.ValidatingWebhookConfiguration webhooks[name]:-
apiextensions.v1.CustomResourceDefinition spec:-
apiextensions.v1beta1.CustomResourceDefinition spec:-
apiregistration.v1.APIService status:apiregistration.v1.APIServiceStatus
apiregistration.v1.APIServiceStatus conditions[type]:-
apiregistration.v1beta1.APIService status:apiregistration.v1beta1.APIServiceStatus
apiregistration.v1beta1.APIServiceStatus conditions[type]:-
apps.v1.ControllerRevision data:-
apps.v1.DaemonSet spec:apps.v1.DaemonSetSpec status:apps.v1.DaemonSetStatus
apps.v1.DaemonSetSpec template:core.v1.PodTemplateSpec
apps.v1.DaemonSetStatus conditions[type]:-
apps.v1.Deployment spec:apps.v1.DeploymentSpec status:apps.v1.DeploymentStatus
apps.v1.DeploymentSpec template:core.v1.PodTemplateSpec
apps.v1.DeploymentStatus conditions[type]:-
apps.v1.Kustomization configMapGenerator[name]:- secretGenerator[name]:-
apps.v1.ReplicaSet spec:apps.v1.ReplicaSetSpec status:apps.v1.ReplicaSetStatus
apps.v1.ReplicaSetSpec template:core.v1.PodTemplateSpec
apps.v1.ReplicaSetStatus conditions[type]:-
apps.v1.StatefulSet spec:apps.v1.StatefulSetSpec status:apps.v1.StatefulSetStatus
apps.v1.StatefulSetSpec template:core.v1.PodTemplateSpec volumeClaimTemplates[]:core.v1.PersistentVolumeClaim
apps.v1.StatefulSetStatus conditions[type]:-
batch.v1.CronJob spec:batch.v1.CronJobSpec
batch.v1.CronJobSpec jobTemplate:batch.v1.JobTemplateSpec
batch.v1.Job spec:batch.v1.JobSpec status:batch.v1.JobStatus
batch.v1.JobSpec template:core.v1.PodTemplateSpec
batch.v1.JobStatus conditions[type]:-
batch.v1.JobTemplateSpec metadata:meta.v1.ObjectMeta spec:batch.v1.JobSpec
batch.v1beta1.CronJob spec:batch.v1beta1.CronJobSpec
batch.v1beta1.CronJobSpec jobTemplate:batch.v1beta1.JobTemplateSpec
batch.v1beta1.JobTemplateSpec metadata:meta.v1.ObjectMeta spec:batch.v1.JobSpec
core.v1.ComponentStatus conditions[type]:-
core.v1.Container env[name]:- ports[containerPort,protocol]:- volumeDevices[devicePath]:- volumeMounts[mountPath]:-
core.v1.EphemeralContainer env[name]:- volumeDevices[devicePath]:- volumeMounts[mountPath]:-
core.v1.EphemeralVolumeSource volumeClaimTemplate:core.v1.PersistentVolumeClaimTemplate
core.v1.Namespace status:core.v1.NamespaceStatus
core.v1.NamespaceStatus conditions[type]:-
core.v1.Node spec:core.v1.NodeSpec status:core.v1.NodeStatus
core.v1.NodeSpec podCIDRs[=]:-
core.v1.NodeStatus addresses[type]:- conditions[type]:-
core.v1.PersistentVolumeClaim status:core.v1.PersistentVolumeClaimStatus
core.v1.PersistentVolumeClaimStatus conditions[type]:-
core.v1.PersistentVolumeClaimTemplate metadata:meta.v1.ObjectMeta
core.v1.Pod spec:core.v1.PodSpec status:core.v1.PodStatus
core.v1.PodSpec containers[name]:core.v1.Container ephemeralContainers[name]:core.v1.EphemeralContainer hostAliases[ip]:- imagePullSecrets[name]:- initContainers[name]:core.v1.Container topologySpreadConstraints[topologyKey,whenUnsatisfiable]:- volumes[name]:core.v1.Volume
core.v1.PodStatus conditions[type]:- podIPs[ip]:-
core.v1.PodTemplate template:core.v1.PodTemplateSpec
core.v1.PodTemplateSpec metadata:meta.v1.ObjectMeta spec:core.v1.PodSpec
core.v1.ReplicationController spec:core.v1.ReplicationControllerSpec status:core.v1.ReplicationControllerStatus
core.v1.ReplicationControllerSpec template:core.v1.PodTemplateSpec
core.v1.ReplicationControllerStatus conditions[type]:-
core.v1.Service spec:core.v1.ServiceSpec status:core.v1.ServiceStatus
core.v1.ServiceAccount secrets[name]:-
core.v1.ServiceSpec ports[port,protocol]:-
core.v1.ServiceStatus conditions[type]:-
core.v1.Volume ephemeral:core.v1.EphemeralVolumeSource
meta.v1.ObjectMeta finalizers[=]:- managedFields:- ownerReferences[uid]:-
policy.v1.PodDisruptionBudget status:policy.v1.PodDisruptionBudgetStatus
policy.v1.PodDisruptionBudgetStatus conditions[type]:-
policy.v1beta1.PodDisruptionBudget status:policy.v1beta1.PodDisruptionBudgetStatus
policy.v1beta1.PodDisruptionBudgetStatus conditions[type]:-
storage.v1.CSINode spec:storage.v1.CSINodeSpec
storage.v1.CSINodeSpec drivers[name]:-
storage.v1beta1.CSINode spec:storage.v1beta1.CSINodeSpec
storage.v1beta1.CSINodeSpec drivers[name]:-
`;

// src/resource/merge-schema.ts
var opaqueSchema = { field: () => void 0, elements: () => void 0, mergeKeys: void 0 };
function listSchema(elements, mergeKeys2) {
  return { field: () => void 0, elements: () => elements, mergeKeys: mergeKeys2 };
}
function objectSchema(field2) {
  return { field: field2, elements: () => void 0, mergeKeys: void 0 };
}
var tables;
function readTables() {
  const roots = /* @__PURE__ */ new Map([["kustomize.config.k8s.io/v1beta1 Kustomization", "apps.v1.Kustomization"]]);
  const types = /* @__PURE__ */ new Map();
  for (const line of mergeRoots.trim().split("\n")) {
    const [apiVersion, prefix, ...kinds] = line.split(" ");
    for (const kind of kinds) {
      const name = `${prefix}.${kind}`;
      roots.set(`${apiVersion} ${kind}`, name);
      types.set(name, [kind.endsWith("List") ? `items[]:${name.slice(0, -4)}` : "metadata:meta.v1.ObjectMeta"]);
    }
  }
  for (const line of mergeTypes.trim().split("\n")) {
    const [name = "", ...fields4] = line.split(" ");
    types.set(name, [...types.get(name) ?? [], ...fields4]);
  }
  return { roots, types, compiled: /* @__PURE__ */ new Map() };
}
function schemaFor(apiVersion, kind) {
  tables ??= readTables();
  const type = tables.roots.get(`${apiVersion} ${kind}`);
  return type === void 0 ? void 0 : compileType(type, tables);
}
function schemaOfDefinition(definition) {
  if (!definition.startsWith("io.k8s.")) return void 0;
  tables ??= readTables();
  const name = definition.split(".").slice(-3).join(".");
  return tables.types.has(name) ? compileType(name, tables) : void 0;
}
function compileType(name, from) {
  const known = from.compiled.get(name);
  if (known !== void 0) return known;
  const texts4 = from.types.get(name);
  if (texts4 === void 0) return opaqueSchema;
  let fields4;
  const schema2 = objectSchema((field2) => (fields4 ??= readFields(texts4, from)).get(field2));
  from.compiled.set(name, schema2);
  return schema2;
}
function readFields(texts4, from) {
  const fields4 = /* @__PURE__ */ new Map();
  for (const text6 of texts4) {
    const [, field2, keys, type] = /^([^[:]+)(?:\[(.*)\])?:(.*)$/.exec(text6);
    const inner = compileType(type, from);
    fields4.set(field2, keys === void 0 ? inner : listSchema(inner, parseKeys(keys)));
  }
  return fields4;
}
function parseKeys(text6) {
  if (text6 === "") return void 0;
  return text6 === "=" ? [] : text6.split(",");
}
var clusterScoped = /* @__PURE__ */ new Map([
  ["APIService", ["apiregistration.k8s.io/v1", "apiregistration.k8s.io/v1beta1"]],
  ["CSIDriver", ["storage.k8s.io/v1", "storage.k8s.io/v1beta1"]],
  ["CSINode", ["storage.k8s.io/v1", "storage.k8s.io/v1beta1"]],
  ["CertificateSigningRequest", ["certificates.k8s.io/v1", "certificates.k8s.io/v1beta1"]],
  ["ClusterRole", ["rbac.authorization.k8s.io/v1", "rbac.authorization.k8s.io/v1beta1"]],
  ["ClusterRoleBinding", ["rbac.authorization.k8s.io/v1", "rbac.authorization.k8s.io/v1beta1"]],
  ["ComponentStatus", ["v1"]],
  ["CustomResourceDefinition", ["apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1"]],
  ["FlowSchema", ["flowcontrol.apiserver.k8s.io/v1beta1"]],
  ["IngressClass", ["networking.k8s.io/v1", "networking.k8s.io/v1beta1"]],
  ["MutatingWebhookConfiguration", ["admissionregistration.k8s.io/v1", "admissionregistration.k8s.io/v1beta1"]],
  ["Namespace", ["v1"]],
  ["Node", ["v1"]],
  ["NodeProxyOptions", ["v1"]],
  ["PersistentVolume", ["v1"]],
  ["PodSecurityPolicy", ["policy/v1beta1"]],
  ["PriorityClass", ["scheduling.k8s.io/v1", "scheduling.k8s.io/v1beta1"]],
  ["PriorityLevelConfiguration", ["flowcontrol.apiserver.k8s.io/v1beta1"]],
  ["RuntimeClass", ["node.k8s.io/v1", "node.k8s.io/v1beta1"]],
  ["StorageClass", ["storage.k8s.io/v1", "storage.k8s.io/v1beta1"]],
  ["ValidatingAdmissionPolicy", ["admissionregistration.k8s.io/v1"]],
  ["ValidatingAdmissionPolicyBinding", ["admissionregistration.k8s.io/v1"]],
  ["ValidatingWebhookConfiguration", ["admissionregistration.k8s.io/v1", "admissionregistration.k8s.io/v1beta1"]],
  ["VolumeAttachment", ["storage.k8s.io/v1", "storage.k8s.io/v1beta1"]]
]);
function isClusterScoped(apiVersion, kind) {
  return clusterScoped.get(kind)?.includes(apiVersion) === true;
}
var builtInSchemas = { schemaFor, isClusterScoped };

// src/resource/resource-id.ts
var CLUSTER_SCOPE = "_non_namespaceable_";
function parseApiVersion(apiVersion) {
  const slash = apiVersion.indexOf("/");
  if (slash < 0) return { group: "", version: apiVersion };
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}
function apiVersionOf(gvk2) {
  return gvk2.group === "" ? gvk2.version : `${gvk2.group}/${gvk2.version}`;
}
function resourceId(apiVersion, kind, name, namespace, schemas2 = builtInSchemas) {
  const { group, version } = parseApiVersion(apiVersion);
  const effectiveNamespace = schemas2.isClusterScoped(apiVersion, kind) ? CLUSTER_SCOPE : namespace || "default";
  return { group, version, kind, name, namespace, effectiveNamespace };
}
function selectedBy(gvk2, pattern) {
  return (!pattern.kind || pattern.kind === gvk2.kind) && (!pattern.group || pattern.group === gvk2.group) && (!pattern.version || pattern.version === gvk2.version);
}
function sameId(a, b) {
  return a.name === b.name && a.kind === b.kind && a.effectiveNamespace === b.effectiveNamespace && a.group === b.group && a.version === b.version;
}
function gvkText(gvk2) {
  return `${gvk2.kind || "[noKind]"}.${gvk2.version || "[noVer]"}.${gvk2.group || "[noGrp]"}`;
}
function idText(id) {
  return `${gvkText(id)}/${id.name || "[noName]"}.${id.namespace || "[noNs]"}`;
}
function describeId(id) {
  const name = id.namespace === "" ? id.name : `${id.namespace}/${id.name}`;
  return `${id.kind || "object"} ${name}`;
}

// src/resource/identify.ts
function identify(node, schemas2) {
  const metadata2 = get(node, "metadata");
  return resourceId(
    scalarText(get(node, "apiVersion")),
    scalarText(get(node, "kind")),
    scalarText(get(metadata2, "name")),
    scalarText(get(metadata2, "namespace")),
    schemas2
  );
}
function scalarText(node) {
  if (node?.kind !== "scalar" || node.tag === "!!null") return "";
  return node.value;
}

// src/resource/default-name.ts
function nameByKind(object) {
  const name = scalar(kebabCase(scalarText(get(object, "kind"))), "!!str");
  const metadata2 = get(object, "metadata");
  if (metadata2?.kind === "map") {
    clearField(metadata2, "name");
    setField(metadata2, "name", name);
  } else {
    clearField(object, "metadata");
    object.entries.push({ key: scalar("metadata"), value: map([{ key: scalar("name"), value: name }]) });
  }
}
function kebabCase(kind) {
  return kind.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").replaceAll(/([A-Z])([A-Z][a-z])/g, "$1-$2").toLowerCase();
}

// src/resource/difference.ts
function firstDifference(before, after, ignored = /* @__PURE__ */ new Set()) {
  return compare(before, after, "", ignored);
}
function compare(before, after, path, ignored) {
  if (ignored.has(path) || before === void 0 && after === void 0) return void 0;
  if (before?.kind === "map" && after?.kind === "map") return compareMaps(before, after, path, ignored);
  if (before?.kind === "seq" && after?.kind === "seq") {
    const [one, two] = [before.items, after.items];
    for (let index = 0; index < Math.max(one.length, two.length); index++) {
      const found = compare(one[index], two[index], `${path}[${index}]`, ignored);
      if (found !== void 0) return found;
    }
    return void 0;
  }
  if (before?.kind === "scalar" && after?.kind === "scalar" && sameScalar(before, after)) return void 0;
  const [only, other] = before === void 0 ? [after, before] : [before, after];
  if (only?.kind === "map" && other === void 0 && only.entries.length > 0) {
    return only.entries.every(({ key }) => ignored.has(fieldPath(path, key))) ? void 0 : path;
  }
  return path;
}
function compareMaps(before, after, path, ignored) {
  const remaining = new Map(after.entries.map((entry2) => [keyText4(entry2), entry2.value]));
  for (const entry2 of before.entries) {
    const key = keyText4(entry2);
    const found = compare(entry2.value, remaining.get(key), fieldPath(path, entry2.key), ignored);
    if (found !== void 0) return found;
    remaining.delete(key);
  }
  for (const entry2 of after.entries) {
    if (!remaining.has(keyText4(entry2))) continue;
    const found = compare(void 0, entry2.value, fieldPath(path, entry2.key), ignored);
    if (found !== void 0) return found;
  }
  return void 0;
}
function keyText4({ key }) {
  return key.kind === "scalar" ? key.value : "";
}
function fieldPath(path, key) {
  const name = key.kind === "scalar" ? key.value : "";
  const segment = /[.[\]]/.test(name) ? `[${name}]` : name;
  return path === "" ? segment : `${path}.${segment}`;
}
function sameScalar(a, b) {
  return a.value === b.value && tagOf3(a) === tagOf3(b);
}
function tagOf3({ tag, style, value }) {
  return tag || (style === "" ? resolveTag(value) : "!!str");
}

// src/resource/field-path.ts
function splitPath2(path, delimiter) {
  const parts = path.split(delimiter);
  if (parts.length > 1 && parts[0] === "") parts.shift();
  const segments = [];
  let pieces = [];
  for (const [at2, part] of parts.entries()) {
    const isEscape = part.endsWith("\\") && at2 < parts.length - 1;
    pieces.push(isEscape ? part.slice(0, -1) : part);
    if (isEscape) continue;
    segments.push(pieces.join(delimiter));
    pieces = [];
  }
  return segments;
}
function parseSegment(text6) {
  const isList2 = text6.endsWith("[]");
  const name = (isList2 ? text6.slice(0, -2) : text6).trim();
  return { name, isList: isList2, problem: segmentProblem(name) };
}
function segmentProblem(name) {
  if (name === "") return "a field path has an empty segment";
  if (name === "*") return "a wildcard is not supported in a field path";
  if (name === "-" || /^[+-]?\d+$/.test(name) || /^\[.*\]$/s.test(name)) return `${name} is not the name of a field`;
  return void 0;
}
function splitFieldPath(path) {
  const parts = splitPath2(path, ".");
  const segments = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    if (!part.startsWith("[") || part.endsWith("]")) {
      segments.push(part);
      continue;
    }
    let joined3 = part;
    while (index < parts.length - 1 && !parts[index].endsWith("]"))
      joined3 += `.${parts[++index]}`;
    segments.push(joined3.includes("=") ? joined3 : joined3.replace(/^[[\]]+|(?<![[\]])[[\]]+$/g, ""));
  }
  return segments;
}

// src/resource/field-spec.ts
var compiled = /* @__PURE__ */ new WeakMap();
var FieldSpecs = class _FieldSpecs {
  /** Compiles a list of field specs, at most once for each list object. */
  static of(specs) {
    let found = compiled.get(specs);
    if (found === void 0) compiled.set(specs, found = new _FieldSpecs(specs));
    return found;
  }
  #compiled;
  #byKind = /* @__PURE__ */ new Map();
  /** The last lookup: objects of the same kind often follow each other. */
  #last;
  constructor(specs) {
    this.#compiled = specs.map((spec) => ({ spec, segments: compilePath(spec.path) }));
  }
  /**
   * Calls `visit` with every node that a spec for this kind of object selects, in the order of the specs.
   * @param creation the node to create at the end of a path whose spec says `create`; without it nothing is created
   * @throws KrmError `field-path` if a path continues below a scalar
   */
  visit(root, gvk2, visit, creation) {
    checkTime();
    const matching = this.#matching(gvk2);
    const [first2] = matching;
    if (first2 === void 0) return;
    const walk2 = { spec: first2.spec, segments: first2.segments, creation, visit, root };
    try {
      for (let at2 = 0; at2 < matching.length; at2++) {
        const { spec, segments } = matching[at2];
        walk2.spec = spec;
        walk2.segments = segments;
        walk2.creation = spec.create ? creation : void 0;
        follow(root, 0, walk2);
      }
    } catch (thrown) {
      throw thrown instanceof KrmError ? ofObject(thrown, root, walk2.spec.path) : thrown;
    }
  }
  #matching(gvk2) {
    if (this.#last !== void 0 && sameGvk(this.#last.gvk, gvk2)) return this.#last.found;
    const key = `${apiVersionOf(gvk2)} ${gvk2.kind}`;
    let found = this.#byKind.get(key);
    if (found === void 0) {
      found = this.#compiled.filter(({ spec }) => selectedBy(gvk2, spec));
      this.#byKind.set(key, found);
    }
    this.#last = { gvk: gvk2, found };
    return found;
  }
};
function sameGvk(a, b) {
  return a.kind === b.kind && a.group === b.group && a.version === b.version;
}
function follow(node, depth, walk2) {
  const segment = walk2.segments[depth];
  if (segment === void 0) {
    walk2.visit(node, walk2.spec);
    return;
  }
  if (isNull(node)) return;
  if (node.kind === "seq") {
    const { items } = node;
    for (let at2 = 0; at2 < items.length; at2++) follow(items[at2], depth, walk2);
    return;
  }
  if (node.kind === "scalar") throw notACollection(node, walk2);
  const next = enter(node, segment, depth === walk2.segments.length - 1, walk2.creation);
  if (next !== void 0) follow(next, depth + 1, walk2);
}
function enter(node, segment, isLast, creation) {
  if (segment.problem !== void 0) {
    const hint = "Use names of fields only; the path does not name elements of lists.";
    throw failure("field-path", segment.problem, { ...locate(node), hint });
  }
  const found = get(node, segment.name);
  if (segment.isList) {
    if (found !== void 0 && isNull(found)) overwrite(found, seq());
    return found;
  }
  if (creation === void 0) return found;
  const made = isLast ? creation : { kind: "map", tag: "!!map" };
  if (found === void 0) {
    const entry2 = { key: scalar(segment.name), value: make(made) };
    node.entries.push(entry2);
    return entry2.value;
  }
  if (isNull(found) && made.kind === "scalar") found.tag = made.tag;
  else if (isNull(found)) overwrite(found, make(made));
  return found;
}
function make(creation) {
  if (creation.kind === "map") return map();
  return creation.kind === "seq" ? seq() : scalar("", creation.tag);
}
function ofObject(error, root, path) {
  const metadata2 = get(root, "metadata");
  const [kind, name, namespace] = [get(root, "kind"), get(metadata2, "name"), get(metadata2, "namespace")].map(
    scalarText
  );
  const object = describeId({ kind, name, namespace });
  const diagnostics = error.diagnostics.map((one) => ({
    ...one.file === void 0 ? locate(root) : void 0,
    ...one,
    message: `${path} of ${object}: ${one.message}`,
    object
  }));
  return new KrmError(diagnostics, { cause: error });
}
function requireScalar(node, what) {
  if (node.kind === "scalar") return node;
  const found = node.kind === "map" ? "a map" : "a list";
  throw failure("invalid-value", `${what} cannot be written in place of ${found}`, {
    ...locate(node),
    hint: "Select a field with a single value."
  });
}
function notACollection(node, walk2) {
  return failure("field-path", "the path cannot be followed: it continues below a single value", {
    ...locate(node) ?? locate(walk2.root),
    // Without a kind it is likely a default of kustomize, such as that for images, which the user cannot change.
    hint: walk2.spec.kind ? "Make the value a map or a list, or change the fieldSpec." : "Make the value a map or a list, or move the object to a kustomization without this transformer, which applies to all kinds."
  });
}
function compilePath(path) {
  return splitPath2(path, "/").map(parseSegment);
}

// src/resource/field-trie.ts
var FieldTrie = class {
  #root = newStep();
  #count = 0;
  get isEmpty() {
    return this.#count === 0;
  }
  /** Adds a path and its rule. */
  add(path, rule) {
    let step2 = this.#root;
    for (const text6 of splitPath2(path, "/")) {
      const { name, isList: isList2, problem } = parseSegment(text6);
      step2.problem ??= problem === void 0 ? void 0 : `${path}: ${problem}`;
      let next = step2.next.get(name);
      if (next === void 0) step2.next.set(name, next = newStep());
      next.isList ||= isList2;
      step2 = next;
    }
    step2.rules.push({ order: this.#count++, rule });
  }
  /** The nodes at the ends of the paths, in the order in which the paths were added. @throws KrmError `field-path` */
  find(root) {
    if (this.#count === 0) return [];
    const hits = [];
    walk(root, this.#root, hits);
    return hits.length < 2 ? hits : hits.sort((a, b) => a.order - b.order);
  }
};
function newStep() {
  return { next: /* @__PURE__ */ new Map(), rules: [], isList: false, problem: void 0 };
}
function walk(node, step2, hits) {
  if (step2.rules.length > 0) for (const { order, rule } of step2.rules) hits.push({ order, node, rule });
  descend(node, step2, hits);
}
function descend(node, step2, hits) {
  if (step2.next.size === 0 || isNull(node)) return;
  if (node.kind === "seq") {
    const { items } = node;
    for (let at2 = 0; at2 < items.length; at2++) descend(items[at2], step2, hits);
    return;
  }
  if (node.kind === "scalar") {
    const names = [...step2.next.keys()].join(", ");
    throw failure("field-path", `the path cannot be followed: it continues (${names}) below a single value`, {
      ...locate(node),
      hint: "Make the value a map or a list."
    });
  }
  if (step2.problem !== void 0) {
    const hint = "Use names of fields only; the path does not name elements of lists.";
    throw failure("field-path", step2.problem, { ...locate(node), hint });
  }
  const { entries } = node;
  for (let at2 = 0; at2 < entries.length; at2++) {
    const { key, value } = entries[at2];
    const next = key.kind === "scalar" ? step2.next.get(key.value) : void 0;
    if (next === void 0) continue;
    if (next.isList && isNull(value)) overwrite(value, seq());
    walk(value, next, hits);
  }
}

// src/resource/go-json.ts
function goJson(value, indent) {
  return indent === void 0 ? compact(value) : pretty(value, indent, "\n");
}
function compact(value) {
  if (value === null || typeof value !== "object") return encodeScalar(value);
  if (Array.isArray(value)) return `[${value.map(compact).join(",")}]`;
  return `{${sortedKeys(value).map((key) => `${encodeText(key)}:${compact(value[key] ?? null)}`).join(",")}}`;
}
function pretty(value, indent, newline) {
  if (value === null || typeof value !== "object") return encodeScalar(value);
  const deeper = newline + indent;
  if (Array.isArray(value)) {
    return value.length === 0 ? "[]" : `[${deeper}${value.map((item) => pretty(item, indent, deeper)).join(`,${deeper}`)}${newline}]`;
  }
  const keys = sortedKeys(value);
  if (keys.length === 0) return "{}";
  const fields4 = keys.map((key) => `${encodeText(key)}: ${pretty(value[key] ?? null, indent, deeper)}`);
  return `{${deeper}${fields4.join(`,${deeper}`)}${newline}}`;
}
function sortedKeys(value) {
  return Object.keys(value).sort(compareBytewise);
}
function encodeScalar(value) {
  if (typeof value === "string") return encodeText(value);
  if (typeof value === "number") return encodeNumber(value);
  return String(value);
}
function encodeNumber(value) {
  return Object.is(value, -0) ? "-0" : String(value);
}
function encodeText(text6) {
  return JSON.stringify(text6).replace(/[<>&\u2028\u2029]/g, escapeCharacter);
}
function escapeCharacter(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

// src/resource/objects.ts
function parseObjects(text6, file, mayLackName2) {
  return inlinedObjects(unwrapList(parseResources(text6, file), text6), mayLackName2);
}
function inlinedObjects(documents2, mayLackName2) {
  return inlineLists(checkedObjects(documents2, mayLackName2));
}
function checkedObjects(documents2, mayLackName2) {
  return documents2.flatMap((document) => checkObject(document, mayLackName2));
}
function parseInlineObjects(text6, name, location, mayLackName2) {
  const objects = parseObjects(text6, name, mayLackName2);
  for (const { source } of objects) if (source !== void 0) source.within = location;
  return objects;
}
function unwrapList(documents2, text6) {
  const only = documents2[0];
  if (documents2.length !== 1 || only?.kind !== "map") return documents2;
  const kind = scalarText(get(only, "kind"));
  if (kind !== "List" && kind !== "ResourceList") return documents2;
  if (/\n---[^\n]*\n/.test(text6)) return documents2;
  const items = get(only, "items");
  if (items === void 0) return get(only, "functionConfig") === void 0 ? documents2 : [];
  if (items.kind === "map") return items.entries.flatMap(({ key, value }) => [key, value]);
  return items.kind === "seq" ? items.items : [];
}
var IS_TEMPLATE = "this is a template, which kustomize cannot read";
function checkObject(node, mayLackName2) {
  if (isNull(node) || isEmpty3(node)) return [];
  if (node.kind !== "map") {
    throw notAnObject(node);
  }
  const kind = scalarText(get(node, "kind"));
  const metadata2 = get(node, "metadata");
  for (const part of [node, get(node, "kind"), metadata2, get(metadata2, "name")]) {
    if (part !== void 0 && isTemplate(part)) throw invalid3(part, IS_TEMPLATE, RENDER);
  }
  if (kind === "" && metadata2 === void 0 && scalarText(get(node, "apiVersion")) === "") {
    throw notAnObject(node);
  }
  if (kind === "") throw invalid3(node, "this object has no kind", "Add apiVersion and kind.");
  if (kind.endsWith("List")) return [node];
  if (metadata2 !== void 0 && metadata2.kind !== "map" && !isNull(metadata2)) {
    throw invalid3(metadata2, `the metadata of this ${kind} is not a map`, void 0);
  }
  const name = get(metadata2, "name");
  if (scalarText(name) === "" && !mayLackName2?.(node)) {
    const hint = kind === "Kustomization" || kind === "Component" ? "List the directory of the kustomization instead of its file." : get(metadata2, "generateName") === void 0 ? "Give it a metadata.name." : "Give it a metadata.name. kustomize cannot build objects with generateName.";
    throw invalid3(name ?? metadata2 ?? node, `missing metadata.name: this ${kind} has no name`, hint);
  }
  const annotations = get(metadata2, "annotations");
  if (annotations?.kind === "seq") {
    throw invalid3(annotations, `the annotations of ${kind} ${scalarText(name)} are a list, not a map`, "Write a map.");
  }
  return [node];
}
function notAnObject(node) {
  return invalid3(
    node,
    "this document is not an object: it has no kind and no metadata",
    "Add apiVersion, kind and metadata, or do not list this file where objects are expected."
  );
}
function isEmpty3(node) {
  if (node.kind === "scalar") return node.value === "" && node.style === "";
  return node.kind === "map" ? node.entries.length === 0 : node.items.length === 0;
}
function inlineLists(objects) {
  const result = [];
  const queue = [...objects];
  for (let index = 0; index < queue.length; index++) {
    const object = queue[index];
    const items = scalarText(get(object, "kind")).endsWith("List") ? get(object, "items") : void 0;
    if (items === void 0) {
      result.push(object);
      continue;
    }
    checkOthers(object, items);
    if (isNull(items)) continue;
    if (items.kind !== "seq") {
      throw invalid3(items, `the items of ${scalarText(get(object, "kind"))} are not a list`, "Write a list.");
    }
    for (const item of throughJson(items)) queue.push(...checkObject(item));
  }
  return result;
}
function checkOthers({ entries }, items) {
  checkDecodable(map(entries.map((entry2) => entry2.value === items ? { ...entry2, value: map() } : entry2)));
}
function throughJson(list2) {
  forgetStyles(list2);
  return toValue(list2).map((value, at2) => {
    const [node = map()] = parseResources(goJson(value), "");
    placeAt(node, list2.items[at2]);
    return node;
  });
}
function placeAt(node, { source, offset }) {
  node.source = source;
  node.offset = offset;
  if (node.kind === "seq") for (const item of node.items) placeAt(item, { source, offset });
  if (node.kind !== "map") return;
  for (const { key, value } of node.entries) {
    key.source = source;
    key.offset = offset;
    placeAt(value, { source, offset });
  }
}
function invalid3(node, message, hint) {
  const location = locate(node) ?? {};
  return failure("invalid-resource", message, { ...location, hint });
}

// src/resource/inline-objects.ts
function inlineObjects(entry2, mayLackName2) {
  try {
    return parseInlineObjects(entry2.text, "the inline document", entry2.location, mayLackName2);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    if (!entry2.isMapping && !entry2.text.trim().includes("\n")) return void 0;
    throw atEntry(thrown, entry2.location, entry2.isMapping);
  }
}
function atEntry(error, location, isMapping = false) {
  const [first2] = error.diagnostics;
  const line = first2?.line === void 0 || isMapping ? "" : ` (line ${first2.line} of the inline text)`;
  return failure(first2?.code ?? "invalid-yaml", `${first2?.message ?? error.message}${line}`, {
    ...location,
    object: first2?.object,
    hint: first2?.hint,
    cause: error
  });
}

// src/resource/json-patch/fault.ts
var PatchFault = class extends Error {
};

// src/resource/json-patch/shown-path.ts
var MAX_SHOWN2 = 1e3;
function shownPointer(pointer) {
  if (pointer !== "" && !pointer.startsWith("/") && !isHarmless(pointer)) return WITHHELD;
  if (pointer.length > MAX_SHOWN2)
    return `${shownPointer(pointer.slice(0, Math.max(0, pointer.lastIndexOf("/", MAX_SHOWN2))))}/\u2026`;
  return pointer.split("/").map((step2) => step2 === "" ? "" : shownStep(unescapeStep(step2), step2)).join("/");
}
function shownOperation(op) {
  return /^[A-Za-z]{0,10}$/.test(op) ? op : WITHHELD;
}
function shownStep(step2, written2 = step2) {
  return step2.split("/").every((part) => part === "" || isNameLike(part)) ? written2 : WITHHELD;
}

// src/resource/json-patch/document.ts
var MAX_COPIED = 1e6;
var MAX_MOVED = 1e9;
var TEXT_UNIT = 64;
var JsonDocument = class {
  #root;
  /** Containers copied here, which may be changed. */
  #owned = /* @__PURE__ */ new Set();
  #copied = 0;
  #moved = 0;
  constructor(root) {
    this.#root = root;
  }
  get root() {
    return this.#root;
  }
  /** Replaces the whole document. */
  set root(value) {
    this.#root = value;
  }
  /**
   * Finds the place of a pointer and makes the containers on the way writable. Undefined if the way leads through a
   * missing, null or scalar value, or if the pointer has no slash. Anything before the first slash is ignored.
   */
  find(pointer) {
    const keys = pointerSteps(pointer);
    const last = keys.pop();
    if (last === void 0 || !isContainer(this.#root)) return void 0;
    let container = this.#own(this.#root);
    this.#root = container;
    for (const key of keys) {
      const next = tryGet(container, key);
      if (next === void 0 || !isContainer(next)) return void 0;
      const owned = this.#own(next);
      if (owned !== next) this.set({ container, key }, owned);
      container = owned;
    }
    return { container, key: last };
  }
  /** The value at a place; undefined for a missing key. @throws PatchFault for an invalid index */
  get({ container, key }) {
    if (Array.isArray(container)) return container[indexIn(container, key, container.length)];
    return Object.hasOwn(container, key) ? container[key] : void 0;
  }
  /** Writes a key, or an existing index. @throws PatchFault for an invalid index */
  set({ container, key }, value) {
    if (Array.isArray(container)) container[indexIn(container, key, container.length)] = value;
    else container[key] = value;
  }
  /**
   * Writes a key, or inserts before an index. `-` and the length mean the end.
   * @throws PatchFault for an invalid index
   */
  add({ container, key }, value) {
    if (!Array.isArray(container)) container[key] = value;
    else if (key === "-") container.push(value);
    else this.#splice(container, insertionIndex(container, key), 0, value);
  }
  /** Removes a key or an index. @throws PatchFault if it does not exist */
  remove({ container, key }) {
    if (Array.isArray(container)) {
      this.#splice(container, indexIn(container, key, container.length), 1);
      return;
    }
    if (!Object.hasOwn(container, key))
      throw new PatchFault(`Unable to remove nonexistent key: ${shownStep(key)}: missing value`);
    delete container[key];
  }
  /** A deep copy. @throws PatchFault if the patch has copied too many values */
  duplicate(value) {
    this.#copied += typeof value === "string" ? 1 + value.length / TEXT_UNIT : 1;
    if (this.#copied > MAX_COPIED) throw new PatchFault(`the patch copies more than ${MAX_COPIED} values`);
    if (!isContainer(value)) return value;
    if (Array.isArray(value)) return value.map((item) => this.duplicate(item));
    const copy2 = /* @__PURE__ */ Object.create(null);
    for (const [key, item] of Object.entries(value)) copy2[key] = this.duplicate(item);
    return copy2;
  }
  /** @throws PatchFault if the patch has moved too many elements */
  #splice(list2, index, removed, ...inserted) {
    this.#moved += list2.length - index;
    if (this.#moved > MAX_MOVED) {
      throw new PatchFault(
        `the patch moves more than ${MAX_MOVED} elements of lists: \`-\` as an index adds at the end`
      );
    }
    list2.splice(index, removed, ...inserted);
  }
  #own(container) {
    if (this.#owned.has(container)) return container;
    const copy2 = Array.isArray(container) ? [...container] : Object.assign(/* @__PURE__ */ Object.create(null), container);
    this.#owned.add(copy2);
    return copy2;
  }
};
function isContainer(value) {
  return typeof value === "object" && value !== null;
}
function tryGet(container, key) {
  if (!Array.isArray(container)) return Object.hasOwn(container, key) ? container[key] : void 0;
  const index = parseIndex(key);
  return index === void 0 ? void 0 : container.at(index);
}
function parseIndex(key) {
  return /^[+-]?\d{1,15}$/.test(key) ? Number(key) : void 0;
}
function indexIn(container, key, length) {
  const index = parseIndex(key);
  if (index === void 0) throw new PatchFault(notANumber(key));
  if (index >= length || index < -length) throw invalidIndex(index);
  return index < 0 ? index + length : index;
}
function insertionIndex(container, key) {
  if (parseIndex(key) === void 0) {
    throw new PatchFault(`value was not a proper array index: '${shownStep(key)}': ${notANumber(key)}`);
  }
  return indexIn(container, key, container.length + 1);
}
function notANumber(key) {
  const reason = /^[+-]?\d+$/.test(key) ? "value out of range" : "invalid syntax";
  return `strconv.Atoi: parsing ${JSON.stringify(shownStep(key))}: ${reason}`;
}
function invalidIndex(index) {
  return new PatchFault(`Unable to access invalid index: ${index}: invalid index referenced`);
}

// src/resource/json-patch.ts
function parseJsonPatch(patch, file) {
  if (patch === null) return [];
  if (!Array.isArray(patch)) throw invalidPatch("the JSON patch is not a list of operations", file);
  return patch.map((item, index) => {
    if (item === null) return { op: void 0, path: void 0, from: void 0, value: void 0 };
    if (typeof item !== "object" || Array.isArray(item)) {
      throw invalidPatch(`operation ${index + 1} of the JSON patch is not a map`, file);
    }
    return { op: text4(item, "op"), path: text4(item, "path"), from: text4(item, "from"), value: field(item, "value") };
  });
}
function field(item, name) {
  return Object.hasOwn(item, name) ? item[name] : void 0;
}
function text4(item, name) {
  const value = field(item, name);
  return typeof value === "string" ? value : void 0;
}
function invalidPatch(message, file) {
  const hint = "Write a list of maps with op, path and, where the operation needs it, value or from.";
  return failure("invalid-patch", message, file === void 0 ? { hint } : { file, hint });
}
function applyJsonPatch(document, operations) {
  const target = new JsonDocument(document);
  for (const [index, operation] of operations.entries()) {
    checkTime();
    try {
      apply(target, operation);
    } catch (thrown) {
      if (!(thrown instanceof PatchFault)) throw thrown;
      const hint = `Check operation ${index + 1} of the patch. Its paths refer to the document after the operations before it.`;
      throw failure("json-patch", thrown.message, { hint });
    }
  }
  return target.root;
}
var OPERATIONS = /* @__PURE__ */ new Map([
  ["add", add],
  ["remove", remove],
  ["replace", replace],
  ["move", move],
  ["copy", copy],
  ["test", test]
]);
function apply(document, operation) {
  const applyTo = OPERATIONS.get(operation.op);
  if (applyTo === void 0) throw new PatchFault(`Unexpected kind: ${shownOperation(operation.op ?? "unknown")}`);
  applyTo(document, operation);
}
var NO_PATH = "operation missing path field: ";
function add(document, operation) {
  const path = requirePath(operation, "add");
  const place = find(document, path, `add operation does not apply: doc is missing path: "${shownPointer(path)}"`);
  within2(`error in add for path: '${shownPointer(path)}'`, () => document.add(place, operation.value ?? null));
}
function remove(document, operation) {
  const path = requirePath(operation, "remove");
  const place = find(document, path, `remove operation does not apply: doc is missing path: "${shownPointer(path)}"`);
  within2(`error in remove for path: '${shownPointer(path)}'`, () => document.remove(place));
}
function replace(document, operation) {
  const path = requirePath(operation, "replace", NO_PATH);
  if (path === "") {
    if (typeof operation.value !== "object" || operation.value === null) {
      throw new PatchFault("replace operation value must be object or array");
    }
    document.root = operation.value;
    return;
  }
  const place = find(document, path, `replace operation does not apply: doc is missing path: ${shownPointer(path)}`);
  within2(
    `replace operation does not apply: doc is missing key: ${shownPointer(path)}: missing value`,
    () => document.get(place),
    "only"
  );
  document.set(place, operation.value ?? null);
}
function move(document, operation) {
  const source = findSource(document, operation, "move");
  const value = within2(`error in move for path: '${shownStep(source.key)}'`, () => {
    const found = document.get(source);
    document.remove(source);
    return found;
  });
  const [path, place] = findDestination(document, operation, "move", NO_PATH);
  within2(`error in move for path: '${shownPointer(path)}'`, () => document.add(place, value ?? null));
}
function copy(document, operation) {
  const source = findSource(document, operation, "copy");
  const from = shownPointer(operation.from);
  const value = within2(`error in copy for from: '${from}'`, () => document.get(source));
  const [, place] = findDestination(document, operation, "copy");
  within2("error while adding value during copy", () => document.add(place, document.duplicate(value ?? null)));
}
function test(document, operation) {
  const path = requirePath(operation, "test", NO_PATH);
  const shown2 = shownPointer(path);
  const found = path === "" ? document.root : valueAt(document, find(document, path, `test operation does not apply: is missing path: ${shown2}`), shown2);
  if (!equal(found ?? null, operation.value ?? null))
    throw new PatchFault(`testing value ${shown2} failed: test failed`);
}
function valueAt(document, place, shown2) {
  return within2(`error in test for path: '${shown2}'`, () => document.get(place));
}
function find(document, pointer, problem) {
  const place = document.find(pointer);
  if (place === void 0) throw new PatchFault(`${problem}: missing value`);
  return place;
}
function findSource(document, { from }, name) {
  if (from === void 0)
    throw new PatchFault(`${name} operation failed to decode from: operation, missing from field: missing value`);
  return find(document, from, `${name} operation does not apply: doc is missing from path: ${shownPointer(from)}`);
}
function findDestination(document, operation, name, problem = "") {
  const path = requirePath(operation, name, problem);
  const missing3 = `${name} operation does not apply: doc is missing destination path: ${shownPointer(path)}`;
  return [path, find(document, path, missing3)];
}
function requirePath({ path }, name, problem = "") {
  if (path !== void 0) return path;
  throw new PatchFault(`${name} operation failed to decode path: ${problem}missing value`);
}
function within2(context, action, how = "before") {
  try {
    return action();
  } catch (thrown) {
    if (!(thrown instanceof PatchFault)) throw thrown;
    throw new PatchFault(how === "only" ? context : `${context}: ${thrown.message}`);
  }
}
function equal(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]));
  }
  if (Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}

// src/resource/label-selector.ts
function compileLabelSelector(selector2, location) {
  const requirements = new Parser(selector2, location).parse();
  return (labels) => requirements.every((requirement) => requirement(labels));
}
var SYMBOLS = /* @__PURE__ */ new Set(["=", "==", "!=", "!", "(", ")", ",", "<", ">"]);
var END2 = "";
var Parser = class {
  #selector;
  #location;
  #tokens;
  #at = 0;
  constructor(selector2, location) {
    this.#selector = selector2;
    this.#location = location;
    this.#tokens = selector2.match(/==|!=|[=!(),<>]|[^ \t\r\n=!(),<>]+/g) ?? [];
  }
  parse() {
    const requirements = [];
    if (this.#peek() === END2) return requirements;
    for (; ; ) {
      if (!this.#isWord() && this.#peek() !== "!") throw this.#unexpected("!, identifier, or 'end of string'");
      requirements.push(this.#requirement());
      if (this.#peek() === END2) return requirements;
      if (!this.#take(",")) throw this.#unexpected("',' or 'end of string'");
      if (!this.#isWord() && this.#peek() !== "!") throw this.#unexpected("identifier after ','");
    }
  }
  #peek() {
    return this.#tokens[this.#at] ?? END2;
  }
  #take(token) {
    if (this.#peek() !== token) return false;
    this.#at++;
    return true;
  }
  #isWord() {
    return this.#peek() !== END2 && !SYMBOLS.has(this.#peek());
  }
  #word() {
    if (!this.#isWord()) throw this.#unexpected("identifier");
    return this.#tokens[this.#at++];
  }
  #requirement() {
    const isAbsence = this.#take("!");
    const key = this.#word();
    this.#checkKey(key);
    if (isAbsence) return (labels) => !labels.has(key);
    if (this.#peek() === END2 || this.#peek() === ",") return (labels) => labels.has(key);
    return this.#comparison(key, this.#peek());
  }
  #comparison(key, operator) {
    switch (operator) {
      case "=":
      case "==":
      case "in": {
        const values = this.#values(key, operator);
        return (labels) => {
          const value = labels.get(key);
          return value !== void 0 && values.has(value);
        };
      }
      case "!=":
      case "notin": {
        const values = this.#values(key, operator);
        return (labels) => {
          const value = labels.get(key);
          return value === void 0 || !values.has(value);
        };
      }
      case "<":
      case ">": {
        const [limit] = [...this.#values(key, operator)].map(parseInteger);
        if (limit === void 0) throw this.#invalid("for 'Gt', 'Lt' operators, the value must be an integer");
        return (labels) => {
          const value = parseInteger(labels.get(key) ?? "");
          return value !== void 0 && (operator === ">" ? value > limit : value < limit);
        };
      }
      default:
        throw this.#unexpected("'=', '!=', '==', 'in', notin'");
    }
  }
  #values(key, operator) {
    this.#at++;
    const values = operator === "in" || operator === "notin" ? this.#valueList() : /* @__PURE__ */ new Set([this.#exactValue()]);
    for (const value of values) this.#checkValue(key, value);
    return values;
  }
  #exactValue() {
    return this.#peek() === END2 || this.#peek() === "," ? "" : this.#word();
  }
  /** Reads `(a, b)`. A missing value, as in `(a,)`, is the empty text. */
  #valueList() {
    if (!this.#take("(")) throw this.#unexpected("'('");
    const values = /* @__PURE__ */ new Set();
    let isValueDue = true;
    while (!this.#take(")")) {
      if (this.#take(",")) {
        if (isValueDue) values.add("");
        isValueDue = true;
      } else if (this.#isWord() && isValueDue) {
        values.add(this.#word());
        isValueDue = false;
      } else {
        throw this.#unexpected(isValueDue ? "',', ')' or identifier" : "',' or ')'");
      }
    }
    if (isValueDue) values.add("");
    return values;
  }
  #checkKey(key) {
    if (isQualifiedName(key)) return;
    throw this.#invalid(`unable to parse requirement: invalid label key ${JSON.stringify(key)}`);
  }
  #checkValue(key, value) {
    if (value === "" || isLabelPart(value)) return;
    throw this.#invalid(`unable to parse requirement: invalid label value ${JSON.stringify(value)} at key ${key}`);
  }
  #unexpected(expected) {
    return this.#invalid(`found '${this.#peek()}', expected: ${expected}`);
  }
  #invalid(message) {
    return failure("invalid-selector", `invalid selector ${JSON.stringify(this.#selector)}: ${message}`, {
      ...this.#location,
      hint: "Write requirements such as app=web, tier in (a, b) or !canary, separated by commas."
    });
  }
};
function parseInteger(text6) {
  if (!/^[+-]?\d{1,40}$/.test(text6)) return void 0;
  const value = BigInt(text6.replace("+", ""));
  return BigInt.asIntN(64, value) === value ? value : void 0;
}

// src/resource/local-config.ts
function isLocalConfig(node) {
  const metadata2 = get(node, "metadata");
  if (get(get(metadata2, "annotations"), LOCAL_CONFIG) === void 0) return false;
  return textsUnder(metadata2, "annotations").get(LOCAL_CONFIG) !== "false";
}

// src/resource/namespaced-kinds.ts
var kindsByVersion = /* @__PURE__ */ new Map([
  ["apps/v1", "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet"],
  ["autoscaling/v1", "HorizontalPodAutoscaler Scale"],
  ["autoscaling/v2beta1", "HorizontalPodAutoscaler"],
  ["autoscaling/v2beta2", "HorizontalPodAutoscaler"],
  ["batch/v1", "CronJob Job"],
  ["batch/v1beta1", "CronJob"],
  ["coordination.k8s.io/v1", "Lease"],
  ["coordination.k8s.io/v1beta1", "Lease"],
  ["discovery.k8s.io/v1", "EndpointSlice"],
  ["discovery.k8s.io/v1beta1", "EndpointSlice"],
  ["events.k8s.io/v1", "Event"],
  ["events.k8s.io/v1beta1", "Event"],
  ["extensions/v1beta1", "Ingress"],
  ["networking.k8s.io/v1", "Ingress NetworkPolicy"],
  ["networking.k8s.io/v1beta1", "Ingress"],
  ["policy/v1", "PodDisruptionBudget"],
  ["policy/v1beta1", "PodDisruptionBudget"],
  ["rbac.authorization.k8s.io/v1", "Role RoleBinding"],
  ["rbac.authorization.k8s.io/v1beta1", "Role RoleBinding"],
  ["storage.k8s.io/v1beta1", "CSIStorageCapacity"],
  [
    "v1",
    "ConfigMap Endpoints Event LimitRange PersistentVolumeClaim Pod PodAttachOptions PodExecOptions PodPortForwardOptions PodProxyOptions PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount ServiceProxyOptions"
  ]
]);
var namespaced = new Set(
  [...kindsByVersion].flatMap(([apiVersion, kinds]) => kinds.split(" ").map((kind) => `${apiVersion} ${kind}`))
);
function isNamespaced(apiVersion, kind) {
  return namespaced.has(`${apiVersion} ${kind}`);
}

// src/resource/openapi-schema.ts
function openApiSchema(json, resolve4 = () => void 0) {
  if (!isObject2(json)) return opaqueSchema;
  const { type, items, properties, additionalProperties: values } = json;
  if (type === "array" || Array.isArray(type) && type.length === 1 && type[0] === "array") {
    return listSchema(innerSchema(items, resolve4), mergeKeys(json));
  }
  return objectSchema((name) => {
    const property = isObject2(properties) && Object.hasOwn(properties, name) ? properties[name] : void 0;
    if (property !== void 0) return innerSchema(property, resolve4);
    return isObject2(values) ? innerSchema(values, resolve4) : void 0;
  });
}
function innerSchema(json, resolve4) {
  if (json === void 0 || isObject2(json) && Object.keys(json).length === 0) return void 0;
  const reference2 = referenceOf(json);
  return reference2 === void 0 ? openApiSchema(json, resolve4) : resolve4(reference2);
}
function referenceOf(json) {
  return isObject2(json) && typeof json.$ref === "string" && json.$ref !== "" ? json.$ref : void 0;
}
function mergeKeys(json) {
  const strategy = json["x-kubernetes-patch-strategy"];
  if (typeof strategy !== "string" || !strategy.split(",").includes("merge")) return void 0;
  const keys = json["x-kubernetes-list-map-keys"];
  if (Array.isArray(keys)) return keys.filter((key2) => typeof key2 === "string");
  const key = json["x-kubernetes-patch-merge-key"];
  return typeof key === "string" ? [key] : [];
}
function isObject2(json) {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

// src/resource/openapi-document.ts
var GVK = "x-kubernetes-group-version-kind";
function parseOpenApi(text6, file) {
  const root = parseRoot(text6, file);
  const { definitions = {}, paths: paths2 = {} } = isObject2(root) ? root : { definitions: root };
  if (!isObject2(definitions) || !isObject2(paths2)) {
    throw invalid4(file, "it is not an OpenAPI document", "Make `definitions` and `paths` maps.");
  }
  return new OpenApiDocument(definitions, paths2);
}
function parseRoot(text6, file) {
  if (!text6.startsWith("{")) {
    const node = parseConfig(text6, file);
    return node === void 0 ? {} : toConfigValue(node) ?? {};
  }
  try {
    return parseJson(text6);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw invalid4(
      file,
      "it begins with `{` but is not valid JSON",
      "Correct the JSON, or write the document as YAML.",
      cause
    );
  }
}
var MAX_REFERENCES = 100;
var OpenApiDocument = class {
  #document;
  #types;
  #clusterScoped;
  constructor(definitions, paths2) {
    this.#document = { definitions };
    this.#types = typesOf(definitions);
    this.#clusterScoped = clusterScopedOf(paths2);
  }
  /** The type of objects with exactly this apiVersion and kind; undefined if unknown. */
  schemaFor(apiVersion, kind, builtIn) {
    const own = () => {
      const type = this.#types.get(`${apiVersion} ${kind}`);
      return type && openApiSchema(type, (reference2) => this.#resolve(reference2, builtIn));
    };
    return choose(own, () => schemaFor(apiVersion, kind), builtIn);
  }
  /** Tells whether the paths of the document show that a kind is cluster-scoped. */
  isClusterScoped(apiVersion, kind) {
    return this.#clusterScoped.has(`${apiVersion} ${kind}`);
  }
  #resolve(reference2, builtIn, depth = 0) {
    if (!reference2.startsWith("#/") || depth === MAX_REFERENCES) return void 0;
    const own = () => {
      const found = follow2(this.#document, reference2);
      const next = referenceOf(found);
      if (next !== void 0) return this.#resolve(next, builtIn, depth + 1);
      return found && openApiSchema(found, (inner) => this.#resolve(inner, builtIn));
    };
    return choose(own, () => schemaOfDefinition(reference2.slice("#/definitions/".length)), builtIn);
  }
};
function choose(own, builtIn, types) {
  if (types === "unknown") return own();
  return types === "behind" ? own() ?? builtIn() : builtIn() ?? own();
}
function typesOf(definitions) {
  const types = /* @__PURE__ */ new Map();
  for (const definition of Object.values(definitions)) {
    const kinds = isObject2(definition) ? definition[GVK] : void 0;
    if (!isObject2(definition) || !Array.isArray(kinds)) continue;
    for (const kind of kinds) {
      const name = kindName(kind);
      if (name !== void 0) types.set(name, definition);
    }
  }
  return types;
}
function clusterScopedOf(paths2) {
  const cluster = /* @__PURE__ */ new Set();
  const namespaced2 = /* @__PURE__ */ new Set();
  for (const [path, operations] of Object.entries(paths2)) {
    const get2 = isObject2(operations) ? operations.get : void 0;
    const name = isObject2(get2) ? kindName(get2[GVK]) : void 0;
    if (name !== void 0) (path.includes("namespaces/{namespace}") ? namespaced2 : cluster).add(name);
  }
  for (const name of namespaced2) cluster.delete(name);
  return cluster;
}
function kindName(json) {
  if (!isObject2(json)) return void 0;
  const { group, version, kind } = json;
  if (typeof version !== "string" || typeof kind !== "string") return void 0;
  return `${typeof group === "string" && group !== "" ? `${group}/` : ""}${version} ${kind}`;
}
function follow2(document, reference2) {
  let found = document;
  for (const token of reference2.slice(2).split("/")) {
    const name = unescapeStep(token);
    found = isObject2(found) && Object.hasOwn(found, name) ? found[name] : void 0;
  }
  return isObject2(found) ? found : void 0;
}
function invalid4(file, problem, hint, cause) {
  return failure("invalid-openapi", `unable to read the OpenAPI schema ${file}: ${problem}`, { file, hint, cause });
}

// src/resource/re2/characters.ts
var digits = [[48, 57]];
var upper = [[65, 90]];
var lower = [[97, 122]];
var letters = [...upper, ...lower];
var word = [...digits, ...letters, [95, 95]];
var perlClasses = /* @__PURE__ */ new Map([
  ["d", digits],
  ["s", ranges("	\n\f\r ")],
  ["w", word]
]);
var posixClasses = /* @__PURE__ */ new Map([
  ["alnum", [...digits, ...letters]],
  ["alpha", letters],
  ["ascii", [[0, 127]]],
  ["blank", ranges("	 ")],
  ["cntrl", [[0, 31], ...ranges("\x7F")]],
  ["digit", digits],
  ["graph", [[33, 126]]],
  ["lower", lower],
  ["print", [[32, 126]]],
  ["punct", [[33, 47], [58, 64], [91, 96], [123, 126]]],
  // biome-ignore format: one line
  ["space", ranges("	\n\v\f\r ")],
  ["upper", upper],
  ["word", word],
  ["xdigit", [...digits, [65, 70], [97, 102]]]
]);
function ranges(chars) {
  return chars.split("").map((char) => [char.charCodeAt(0), char.charCodeAt(0)]);
}
function isWordChar(codePoint) {
  return word.some(([from, to]) => codePoint >= from && codePoint <= to);
}
function rangeTest(list2, ignoreCase) {
  if (!ignoreCase) return (codePoint) => list2.some(([from, to]) => codePoint >= from && codePoint <= to);
  const text6 = list2.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join("");
  return cached(new RegExp(`[${text6}]`, "iu"));
}
function propertyTest(name, ignoreCase) {
  if (name === "Any") return () => true;
  if (!/^\w+$/.test(name)) return void 0;
  for (const property of [`gc=${name}`, `sc=${name}`]) {
    try {
      return cached(new RegExp(`\\p{${property}}`, ignoreCase ? "iu" : "u"));
    } catch {
    }
  }
  return void 0;
}
function not(test2) {
  return (codePoint) => !test2(codePoint);
}
function cached(pattern) {
  const known = /* @__PURE__ */ new Map();
  return (codePoint) => {
    let result = known.get(codePoint);
    if (result === void 0) {
      result = pattern.test(String.fromCodePoint(codePoint));
      known.set(codePoint, result);
    }
    return result;
  };
}

// src/resource/re2/automaton.ts
var MAX_STEPS = 2e7;
var MAX_TOTAL_STEPS = 2e8;
var MAX_KEPT2 = 2e5;
function searchFor(program, limit = MAX_TOTAL_STEPS) {
  const automaton = new Automaton(program);
  let spent = 0;
  return (text6) => {
    automaton.steps = 0;
    const found = automaton.search(text6);
    spent += automaton.steps;
    if (spent > limit) throw tooCostly(text6);
    return found;
  };
}
var SIDES = { edge: 0, word: 1, newline: 2, other: 3 };
var Automaton = class {
  /** The steps of the current search. */
  steps = 0;
  #program;
  /** The tests of the program, each once, and the position of the test of each instruction among them. */
  #tests;
  #testOf;
  #seesWords;
  #seesLines;
  /** True if a match can begin only at the start of the text. */
  #isAnchored;
  #classes = /* @__PURE__ */ new Map();
  #classOf = /* @__PURE__ */ new Map();
  #states = /* @__PURE__ */ new Map();
  #kept = 0;
  /** The round in which each instruction was last followed, so that none is followed twice. */
  #followed;
  #round = 0;
  constructor(program) {
    this.#program = program;
    const tests = /* @__PURE__ */ new Map();
    this.#testOf = program.map((instruction) => {
      if (instruction.op !== "char") return -1;
      const known = tests.get(instruction.test) ?? tests.size;
      tests.set(instruction.test, known);
      return known;
    });
    this.#tests = [...tests.keys()];
    const asserts = (...assertions) => program.some((one) => one.op === "assert" && assertions.includes(one.assertion));
    this.#seesWords = asserts("word-boundary", "no-word-boundary");
    this.#seesLines = asserts("line-start", "line-end");
    const [first2] = program;
    this.#isAnchored = first2?.op === "assert" && first2.assertion === "text-start";
    this.#followed = new Int32Array(program.length);
  }
  search(text6) {
    let state = this.#state([0], SIDES.edge);
    for (let at2 = 0; at2 < text6.length; at2++) {
      if (++this.steps > MAX_STEPS) throw tooCostly(text6);
      const codePoint = text6.codePointAt(at2);
      if (codePoint > 65535) at2++;
      const charClass = this.#classOf.get(codePoint) ?? this.#classify(codePoint);
      const next = state.next[charClass.index] ??= this.#advance(state, charClass, text6);
      if (next === true) return true;
      if (next.reached.length === 0) return false;
      state = next;
    }
    state.atEnd ??= this.#follow(state, SIDES.edge, void 0, text6) === true;
    return state.atEnd;
  }
  #advance(state, charClass, text6) {
    const reached2 = this.#follow(state, charClass.side, charClass.passes, text6);
    if (reached2 === true) return true;
    if (!this.#isAnchored) reached2.push(0);
    return this.#state(reached2, charClass.side);
  }
  /**
   * Follows forks and assertions. Returns the instructions after the characters that pass; true if the pattern matches.
   * @param passes the results of the tests; undefined at the end of the text
   */
  #follow({ reached: reached2, before }, after, passes, text6) {
    checkTime();
    this.#round++;
    const pending = [...reached2];
    const next = [];
    while (pending.length > 0) {
      const at2 = pending.pop();
      if (this.#followed[at2] === this.#round) continue;
      this.#followed[at2] = this.#round;
      if (++this.steps > MAX_STEPS) throw tooCostly(text6);
      const instruction = this.#program[at2];
      if (instruction.op === "match") return true;
      if (instruction.op === "fork") pending.push(instruction.first, instruction.second);
      else if (instruction.op === "char") {
        if (passes?.[this.#testOf[at2]]) next.push(at2 + 1);
      } else if (holds2(instruction.assertion, before, after)) pending.push(at2 + 1);
    }
    return next;
  }
  /** The state with these instructions, which is made once. */
  #state(reached2, before) {
    const sorted = [...new Set(reached2)].sort((a, b) => a - b);
    const key = `${before}:${sorted.join()}`;
    let state = this.#states.get(key);
    if (state === void 0) {
      this.#kept += sorted.length + 1;
      if (this.#kept > MAX_KEPT2) {
        this.#states = /* @__PURE__ */ new Map();
        this.#kept = sorted.length + 1;
      }
      this.#states.set(key, state = { reached: sorted, before, next: [], atEnd: void 0 });
    }
    return state;
  }
  #classify(codePoint) {
    const passes = this.#tests.map((test2) => test2(codePoint));
    this.steps += passes.length;
    const isWord3 = this.#seesWords && isWordChar(codePoint);
    const isNewline = this.#seesLines && codePoint === NEWLINE;
    const side = isWord3 ? SIDES.word : isNewline ? SIDES.newline : SIDES.other;
    const key = `${side}:${passes.map(Number).join("")}`;
    let found = this.#classes.get(key);
    if (found === void 0) this.#classes.set(key, found = { index: this.#classes.size, side, passes });
    this.#classOf.set(codePoint, found);
    return found;
  }
};
var NEWLINE = 10;
function holds2(assertion, before, after) {
  switch (assertion) {
    case "text-start":
      return before === SIDES.edge;
    case "text-end":
      return after === SIDES.edge;
    case "line-start":
      return before === SIDES.edge || before === SIDES.newline;
    case "line-end":
      return after === SIDES.edge || after === SIDES.newline;
    default: {
      const isBoundary = before === SIDES.word !== (after === SIDES.word);
      return isBoundary === (assertion === "word-boundary");
    }
  }
}
function tooCostly(text6) {
  return failure("regex-too-costly", `a pattern takes too long on a text of ${text6.length} characters`, {
    hint: "Write a shorter pattern."
  });
}

// src/resource/re2/syntax.ts
function invalidPattern(problem, part) {
  return failure("invalid-regex", `error parsing regexp: ${problem}: \`${part}\``, {
    hint: "Use RE2 syntax, as in Go, which has no lookaround and no backreferences."
  });
}

// src/resource/re2/parser.ts
var MAX_REPEAT = 1e3;
var MAX_DEPTH3 = 1e3;
var escapedControls = /* @__PURE__ */ new Map([
  ["a", "\x07"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "	"],
  ["v", "\v"]
]);
var escapedAssertions = /* @__PURE__ */ new Map([
  ["A", "text-start"],
  ["z", "text-end"],
  ["b", "word-boundary"],
  ["B", "no-word-boundary"]
]);
function parsePattern(pattern) {
  return new Parser2(pattern).parse();
}
var Parser2 = class {
  #pattern;
  #at = 0;
  #depth = 0;
  #flags = { ignoreCase: false, multiLine: false, dotMatchesNewline: false };
  constructor(pattern) {
    this.#pattern = pattern;
  }
  parse() {
    const expression = this.#choice();
    if (this.#at < this.#pattern.length) throw invalidPattern("unexpected )", this.#pattern);
    return expression;
  }
  #take(text6) {
    if (!this.#pattern.startsWith(text6, this.#at)) return false;
    this.#at += text6.length;
    return true;
  }
  /** Matches a sticky expression at the current position and moves past the match. */
  #match(expression) {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#pattern);
    if (found === null) return void 0;
    this.#at += found[0].length;
    return found;
  }
  #char() {
    const char = String.fromCodePoint(this.#pattern.codePointAt(this.#at));
    this.#at += char.length;
    return char;
  }
  #choice() {
    if (++this.#depth > MAX_DEPTH3) throw invalidPattern("expression nests too deeply", this.#pattern);
    const flags = this.#flags;
    const options = [this.#sequence()];
    while (this.#take("|")) options.push(this.#sequence());
    this.#flags = flags;
    this.#depth--;
    return options.length === 1 ? options[0] : { op: "choice", options };
  }
  #sequence() {
    const parts = [];
    while (this.#at < this.#pattern.length && !/[|)]/.test(this.#pattern[this.#at])) this.#item(parts);
    return { op: "sequence", parts };
  }
  #item(parts) {
    const start = this.#at;
    const repeat = this.#repetition();
    if (repeat !== void 0) {
      parts.push(this.#repeat(parts.pop(), repeat, start));
      return;
    }
    if (this.#take("(")) {
      const group = this.#group(start);
      if (group !== void 0) parts.push(group);
      return;
    }
    if (this.#take("\\Q")) {
      const end = this.#pattern.indexOf("\\E", this.#at);
      const text6 = this.#pattern.slice(this.#at, end < 0 ? void 0 : end);
      this.#at += text6.length + (end < 0 ? 0 : 2);
      for (const char of text6) parts.push(this.#literal(char));
      return;
    }
    parts.push(this.#atom());
  }
  #atom() {
    const { multiLine, dotMatchesNewline } = this.#flags;
    if (this.#take("^")) return { op: "assertion", assertion: multiLine ? "line-start" : "text-start" };
    if (this.#take("$")) return { op: "assertion", assertion: multiLine ? "line-end" : "text-end" };
    if (this.#take("."))
      return { op: "class", test: dotMatchesNewline ? () => true : (codePoint) => codePoint !== 10 };
    if (this.#take("[")) return { op: "class", test: this.#class(this.#at - 1) };
    const assertion = this.#match(/\\([AzbB])/y)?.[1];
    if (assertion !== void 0) return { op: "assertion", assertion: escapedAssertions.get(assertion) };
    const test2 = this.#namedClass();
    return test2 === void 0 ? this.#literal(this.#escapedChar()) : { op: "class", test: test2 };
  }
  #literal(char) {
    if (!this.#flags.ignoreCase) return { op: "literal", char };
    const codePoint = char.codePointAt(0);
    return { op: "class", test: rangeTest([[codePoint, codePoint]], true) };
  }
  /** Reads `*`, `+`, `?` or `{n,m}`. Other braces are literal. */
  #repetition() {
    const found = this.#match(/(?:([*+?])|\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\})\??/y);
    if (found === void 0) return void 0;
    const [, sign, from, comma, to] = found;
    if (sign === "*") return [0, Number.POSITIVE_INFINITY];
    if (sign === "+") return [1, Number.POSITIVE_INFINITY];
    if (sign === "?") return [0, 1];
    const min = Number(from);
    return [min, comma === void 0 ? min : to === void 0 ? Number.POSITIVE_INFINITY : Number(to)];
  }
  #repeat(body, [min, max], start) {
    const end = this.#at;
    const text6 = this.#pattern.slice(start, end);
    if (min > MAX_REPEAT || min > max || max > MAX_REPEAT && max !== Number.POSITIVE_INFINITY) {
      throw invalidPattern("invalid repeat count", text6);
    }
    if (body === void 0) throw invalidPattern("missing argument to repetition operator", text6);
    if (this.#repetition() !== void 0) {
      throw invalidPattern("invalid nested repetition operator", this.#pattern.slice(start, this.#at));
    }
    const expression = { op: "repeat", body, min, max };
    if (text6.startsWith("{") && (min >= 2 || max >= 2 && max !== Number.POSITIVE_INFINITY)) {
      if (!staysWithin(expression, MAX_REPEAT)) throw invalidPattern("invalid repeat count", text6);
    }
    return expression;
  }
  /** Reads a group after its `(`. Undefined for `(?flags)`, which apply to the rest of the enclosing group. */
  #group(start) {
    const before = this.#flags;
    if (this.#take("?")) {
      if (this.#pattern.startsWith("P<", this.#at) || this.#pattern.startsWith("<", this.#at)) this.#groupName(start);
      else if (this.#groupFlags(start) === ")") return void 0;
    }
    const body = this.#choice();
    if (!this.#take(")")) throw invalidPattern("missing closing )", this.#pattern);
    this.#flags = before;
    return body;
  }
  #groupName(start) {
    if (this.#match(/P?<\w+>/y) !== void 0) return;
    const end = this.#pattern.indexOf(">", this.#at);
    throw invalidPattern("invalid named capture", this.#pattern.slice(start, end < 0 ? void 0 : end + 1));
  }
  #groupFlags(start) {
    const found = this.#match(/([imsU]*)(?:-([imsU]+))?([:)])/y);
    if (found === void 0) {
      this.#match(/[imsU]*-?[imsU]*/y);
      throw invalidPattern("invalid or unsupported Perl syntax", this.#pattern.slice(start, this.#at + 1));
    }
    const [, on = "", off = "", end] = found;
    const flag = (letter, now) => (now || on.includes(letter)) && !off.includes(letter);
    const { ignoreCase, multiLine, dotMatchesNewline } = this.#flags;
    this.#flags = {
      ignoreCase: flag("i", ignoreCase),
      multiLine: flag("m", multiLine),
      dotMatchesNewline: flag("s", dotMatchesNewline)
    };
    return end;
  }
  /** Reads `\d`, `\pL`, `\p{Greek}`, `\P{^Lu}` and the like, inside or outside brackets. */
  #namedClass() {
    const perl = this.#match(/\\([dswDSW])/y)?.[1];
    if (perl !== void 0) {
      const test3 = rangeTest(perlClasses.get(perl.toLowerCase()), this.#flags.ignoreCase);
      return perl === perl.toLowerCase() ? test3 : not(test3);
    }
    const found = this.#match(/\\([pP])(?:\{(\^?)([^}]*)\}|([^{]))/uy);
    if (found === void 0) return void 0;
    const [text6, letter, negation = "", long, short] = found;
    const test2 = propertyTest(long ?? short, this.#flags.ignoreCase);
    if (test2 === void 0) throw invalidPattern("invalid character class range", text6);
    return letter === "P" === (negation === "^") ? test2 : not(test2);
  }
  /** Reads a class after its `[`. */
  #class(start) {
    const negated = this.#take("^");
    const tests = [];
    const list2 = [];
    for (let first2 = true; first2 || !this.#take("]"); first2 = false) {
      if (this.#at >= this.#pattern.length) throw invalidPattern("missing closing ]", this.#pattern.slice(start));
      const test2 = this.#posixClass() ?? this.#namedClass();
      if (test2 === void 0) list2.push(this.#range(start));
      else tests.push(test2);
    }
    if (list2.length > 0) tests.push(rangeTest(list2, this.#flags.ignoreCase));
    return (codePoint) => tests.some((test2) => test2(codePoint)) !== negated;
  }
  #posixClass() {
    const found = this.#match(/\[:(\^?)(.*?):\]/sy);
    if (found === void 0) return void 0;
    const known = posixClasses.get(found[2]);
    if (known === void 0) throw invalidPattern("invalid character class range", found[0]);
    const test2 = rangeTest(known, this.#flags.ignoreCase);
    return found[1] === "^" ? not(test2) : test2;
  }
  #range(classStart) {
    const start = this.#at;
    const from = this.#escapedChar().codePointAt(0);
    if (this.#match(/-(?!\])/y) === void 0) return [from, from];
    if (this.#at >= this.#pattern.length) throw invalidPattern("missing closing ]", this.#pattern.slice(classStart));
    const to = this.#escapedChar().codePointAt(0);
    if (to < from) throw invalidPattern("invalid character class range", this.#pattern.slice(start, this.#at));
    return [from, to];
  }
  /** Reads one character, escaped or plain. */
  #escapedChar() {
    const start = this.#at;
    if (!this.#take("\\")) return this.#char();
    if (this.#at >= this.#pattern.length) throw invalidPattern("trailing backslash at end of expression", "");
    const octal = this.#match(/0[0-7]{0,2}|[1-7][0-7]{1,2}/y)?.[0];
    if (octal !== void 0) return String.fromCodePoint(Number.parseInt(octal, 8));
    const hex = this.#match(/x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]+)\})/y);
    const codePoint = hex === void 0 ? void 0 : Number.parseInt(hex[1] ?? hex[2], 16);
    if (codePoint !== void 0 && codePoint <= 1114111) return String.fromCodePoint(codePoint);
    const char = codePoint === void 0 ? this.#char() : "";
    const control = escapedControls.get(char);
    if (control !== void 0) return control;
    if (/^[^A-Za-z0-9\u0080-\u{10ffff}]$/u.test(char)) return char;
    throw invalidPattern("invalid escape sequence", this.#pattern.slice(start, this.#at));
  }
};
function staysWithin(expression, limit) {
  switch (expression.op) {
    case "sequence":
      return expression.parts.every((part) => staysWithin(part, limit));
    case "choice":
      return expression.options.every((option) => staysWithin(option, limit));
    case "repeat": {
      const { min, max, body } = expression;
      if (max === Number.POSITIVE_INFINITY && min <= 1) return staysWithin(body, limit);
      if (max === 0) return true;
      const count = max === Number.POSITIVE_INFINITY ? min : max;
      return count <= limit && staysWithin(body, Math.floor(limit / Math.max(count, 1)));
    }
    default:
      return true;
  }
}

// src/resource/re2/program.ts
var MAX_SIZE = 1e5;
function compileProgram(expression) {
  const program = [];
  emit2(expression, program);
  program.push({ op: "match" });
  return program;
}
function emit2(expression, program) {
  if (program.length > MAX_SIZE) throw invalidPattern("expression too large", `${MAX_SIZE} steps`);
  switch (expression.op) {
    case "literal": {
      program.push({ op: "char", test: literalTest(expression.char) });
      return;
    }
    case "class":
      program.push({ op: "char", test: expression.test });
      return;
    case "assertion":
      program.push({ op: "assert", assertion: expression.assertion });
      return;
    case "sequence":
      for (const part of expression.parts) emit2(part, program);
      return;
    case "choice":
      emitChoice(expression.options, program);
      return;
    case "repeat":
      emitRepeat(expression.body, expression.min, expression.max, program);
  }
}
var literalTests = /* @__PURE__ */ new Map();
var MAX_LITERALS = 1e3;
function literalTest(char) {
  let test2 = literalTests.get(char);
  if (test2 === void 0) {
    const wanted = char.codePointAt(0);
    test2 = (codePoint) => codePoint === wanted;
    if (literalTests.size < MAX_LITERALS) literalTests.set(char, test2);
  }
  return test2;
}
function emitChoice(options, program) {
  const jumps = [];
  for (const [index, option] of options.entries()) {
    const fork = index < options.length - 1 ? pushFork(program) : void 0;
    emit2(option, program);
    if (fork === void 0) continue;
    jumps.push(pushFork(program));
    fork.second = program.length;
  }
  for (const jump of jumps) jump.first = jump.second = program.length;
}
function emitRepeat(body, min, max, program) {
  for (let count = 0; count < min; count++) emit2(body, program);
  if (max === Number.POSITIVE_INFINITY) {
    const start = program.length;
    const fork = pushFork(program);
    emit2(body, program);
    const back = pushFork(program);
    back.first = back.second = start;
    fork.second = program.length;
    return;
  }
  const forks = [];
  for (let count = min; count < max; count++) {
    forks.push(pushFork(program));
    emit2(body, program);
  }
  for (const fork of forks) fork.second = program.length;
}
function pushFork(program) {
  const next = program.length + 1;
  const fork = { op: "fork", first: next, second: next };
  program.push(fork);
  return fork;
}

// src/resource/re2.ts
function compileRegex(pattern) {
  try {
    return compile(pattern);
  } catch (thrown) {
    if (thrown instanceof KrmError) return void 0;
    throw thrown;
  }
}
function compileAnchored(pattern, location) {
  if (pattern === "") return () => true;
  if (PLAIN_NAME.test(pattern)) return (text6) => text6 === pattern;
  if (DOTTED_NAME.test(pattern)) return (text6) => text6 === pattern || matchesDots(text6, pattern);
  if (pattern === ANYTHING) return (text6) => !text6.includes("\n");
  const matches = located(location, () => compile(`^(?:${pattern})$`));
  return (text6) => located(location, () => matches(text6));
}
function onlyMatch(pattern) {
  return pattern !== void 0 && PLAIN_NAME.test(pattern) ? pattern : void 0;
}
var PLAIN_NAME = /^[\w-]+$/;
var DOTTED_NAME = /^[\w.-]+$/;
var ANYTHING = ".*";
function matchesDots(text6, pattern) {
  let at2 = 0;
  for (const char of text6) {
    const wanted = pattern[at2++];
    if (wanted === "." ? char === "\n" : char !== wanted) return false;
  }
  return at2 === pattern.length;
}
function located(location, work) {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    throw new KrmError(thrown.diagnostics.map((diagnostic) => ({ ...diagnostic, ...location })));
  }
}
function compile(pattern) {
  if (pattern.length > MAX_SIZE) throw invalidPattern("expression too large", `${pattern.length} characters`);
  const expression = parsePattern(pattern);
  const literal = literalMatcher(expression);
  if (literal !== void 0) return literal;
  return searchFor(compileProgram(expression));
}
function literalMatcher(expression) {
  const parts = flatten(expression);
  const fromStart = isAssertion(parts[0], "text-start");
  const toEnd = isAssertion(parts.at(-1), "text-end");
  let wanted = "";
  for (const part of parts.slice(fromStart ? 1 : 0, toEnd ? -1 : void 0)) {
    if (part.op !== "literal") return void 0;
    wanted += part.char;
  }
  if (fromStart && toEnd) return (text6) => text6 === wanted;
  if (fromStart) return (text6) => text6.startsWith(wanted);
  return toEnd ? (text6) => text6.endsWith(wanted) : (text6) => text6.includes(wanted);
}
function flatten(expression) {
  return expression.op === "sequence" ? expression.parts.flatMap(flatten) : [expression];
}
function isAssertion(expression, assertion) {
  return expression?.op === "assertion" && expression.assertion === assertion;
}

// src/resource/resource.ts
var Resource = class _Resource {
  /** The object. Undefined after a patch has deleted it. */
  node;
  /** Name prefixes and suffixes, innermost first (docs/specification/identity.md 3.1). */
  prefixes;
  suffixes;
  /** True if the name gets a hash although no annotation of the object asks for it. */
  #needsHash;
  /** The behavior its generator asked for; undefined for objects that no generator made. */
  behavior;
  /** The name before the content hash was appended; undefined if the name has no hash. */
  unhashedName;
  /** Kept for objects whose file asks for a hash, because the hash covers them; see builtins/node-hash.ts. */
  notes = [];
  /** For generated objects without annotations: the number of fields of the metadata before those of the notes. */
  annotationsIndex;
  /** True if a step changed the tree in a way that hashes of other kinds cannot follow; see builtins/node-hash.ts. */
  hasUnknownTree = false;
  /** The error to report because a patch removed the name, unless a later step sets a name. */
  lostName;
  /** The entry of the last JSON patch, after which the values of the object have no places of their own. */
  patchedAt;
  /** Origin and transformations; tracked only if the build asks for it. */
  provenance;
  /** The names of the variables that read this object (docs/specification/variables.md 1). */
  variables = [];
  /** The trace of the object, for `explain`. A copy starts with the same history. */
  history = void 0;
  #previous;
  /** True if {@link pushPreviousId} found no name to record. */
  #wasNameless = false;
  /** The place where the object was read. Its line is computed on first use. */
  #source;
  #offset;
  #origin;
  #schemas = builtInSchemas;
  #id;
  #original;
  constructor(node, origin, annotations = readBuildAnnotations(node)) {
    this.node = node;
    this.#source = node?.source;
    this.#offset = node?.offset ?? 0;
    this.#origin = origin;
    this.prefixes = [...annotations.prefixes];
    this.suffixes = [...annotations.suffixes];
    this.#needsHash = annotations.needsHash && asksForHash(node) === void 0;
    this.#previous = [...annotations.previous];
  }
  /** A deep copy, which shares nothing mutable with the original. */
  clone() {
    const node = this.node === void 0 ? void 0 : cloneObject(this.node);
    const copy2 = new _Resource(node, this.#origin, this.#annotations());
    copy2.behavior = this.behavior;
    copy2.unhashedName = this.unhashedName;
    copy2.lostName = this.lostName;
    copy2.patchedAt = this.patchedAt;
    copy2.#wasNameless = this.#wasNameless;
    copy2.notes.push(...this.notes);
    copy2.annotationsIndex = this.annotationsIndex;
    copy2.hasUnknownTree = this.hasUnknownTree;
    copy2.provenance = this.provenance;
    copy2.history = this.history;
    copy2.variables.push(...this.variables);
    return copy2;
  }
  /** The file that the object was read from, or the generator entry that made it. */
  get origin() {
    this.#origin ??= this.#source && locateOffset(this.#source, this.#offset);
    return this.#origin;
  }
  /** Returns a function that computes {@link origin} and does not keep the resource in memory. */
  originLater() {
    let origin = this.#origin;
    const [source, offset] = [this.#source, this.#offset];
    return () => origin ??= source && locateOffset(source, offset);
  }
  set origin(origin) {
    this.#origin = origin;
  }
  /** True if the name gets a hash. An annotation of the object decides before the generator that made it. */
  get needsHash() {
    return asksForHash(this.node) ?? this.#needsHash;
  }
  set needsHash(needsHash) {
    this.#needsHash = needsHash;
  }
  /** Writes the request for a hash as an annotation, as kustomize keeps it, if a path or a patch names that. */
  exposeHashRequest(text6) {
    if (this.node !== void 0 && this.#needsHash && text6.includes(NEEDS_HASH)) writeHashRequest(this.node);
  }
  /** The types used to interpret the object. A {@link ResourceSet} sets them for its members. */
  get schemas() {
    return this.#schemas;
  }
  set schemas(schemas2) {
    this.#schemas = schemas2;
    this.refresh();
  }
  #annotations() {
    return { prefixes: this.prefixes, suffixes: this.suffixes, needsHash: this.needsHash, previous: this.#previous };
  }
  /**
   * The current identity, read from the tree. Cached: call {@link refresh} after changing apiVersion, kind or metadata.
   */
  get id() {
    this.#id ??= identify(this.node, this.#schemas);
    return this.#id;
  }
  /** Drops the cached identities. */
  refresh() {
    this.#id = void 0;
    this.#original = void 0;
  }
  /** Resets the bookkeeping: the object is then like one that was just read. */
  forget() {
    this.#previous.length = 0;
    this.#wasNameless = false;
    this.prefixes.length = 0;
    this.suffixes.length = 0;
    this.needsHash = false;
    this.behavior = void 0;
    this.provenance = void 0;
    this.#original = void 0;
  }
  /**
   * Records the current identity as a previous one. An object without a name has no previous identities
   * (docs/specification/identity.md 2.7).
   * @throws KrmError if the object has a name only at some of its pushes, as kustomize fails then
   */
  pushPreviousId() {
    const { kind, name, effectiveNamespace } = this.id;
    this.#removeEmptyTwins();
    if (name === "" ? this.hasPreviousIds : this.#wasNameless) throw this.lostName ?? namelessOnce(this);
    if (name === "") this.#wasNameless = true;
    else this.#previous.push({ kind, name, effectiveNamespace });
    if (this.needsHash) this.note("previousNames", "previousNamespaces", "previousKinds");
    this.#original = void 0;
  }
  #removeEmptyTwins() {
    const metadata2 = get(this.node, "metadata");
    if (metadata2?.kind === "map") removeEmptyTwins(metadata2, "annotations");
    if (this.node !== void 0) removeEmptyTwins(this.node, "metadata");
  }
  /** Records build annotations that kustomize would add now, if the hash of the object covers them. */
  note(...names) {
    if (!this.needsHash) return;
    const annotations = get(get(this.node, "metadata"), "annotations");
    const annotationsBefore = annotations?.kind === "map" ? annotations.entries.length : 0;
    for (const name of names) {
      const style = name === "allowNameChange" || name === "allowKindChange" ? "" : "single";
      if (!this.notes.some((note) => note.name === name)) this.notes.push({ name, annotationsBefore, style });
    }
  }
  /**
   * Writes the annotations of a generated object again, as kustomize does when it adds its own, and records these if the
   * object asks for a hash.
   */
  noteGeneration() {
    const metadata2 = get(this.node, "metadata");
    if (metadata2?.kind !== "map") return;
    if (get(metadata2, "annotations") === void 0) this.annotationsIndex = metadata2.entries.length;
    else writeTexts(metadata2, "annotations", textsUnder(metadata2, "annotations"));
    if (!this.#needsHash) return;
    this.note("generatorBehavior", "needsHashSuffix");
    this.sortNotes();
  }
  /** The build annotations that kustomize would have, by their full names. */
  noteTexts() {
    return this.notes.map(({ name }) => [`${INTERNAL}${name}`, this.noteText(name)]);
  }
  /** The text of a build annotation. */
  noteText(name) {
    if (name === "prefixes") return this.prefixes.join(",");
    if (name === "suffixes") return this.suffixes.join(",");
    if (name === "previousNames") return this.previousNames.join(",");
    if (name === "previousKinds") return this.#previous.map(({ kind }) => kind).join(",");
    if (name === "previousNamespaces") return this.#previous.map((id) => id.effectiveNamespace).join(",");
    return name === "generatorBehavior" ? this.behavior ?? "" : "enabled";
  }
  /** Sorts the build annotations among the sorted annotations of the object, as kustomize does when it writes all. */
  sortNotes() {
    const keys = [...metadataTexts(this.node, "annotations").keys()];
    const sorted = this.notes.map(({ name }) => {
      const annotationsBefore = keys.filter((key) => key < `${INTERNAL}${name}`).length;
      return { name, annotationsBefore, style: isYaml11NonString(this.noteText(name)) ? "double" : "" };
    }).sort((a, b) => a.name < b.name ? -1 : 1);
    this.notes.splice(0, this.notes.length, ...sorted);
  }
  get hasPreviousIds() {
    return this.#previous.length > 0;
  }
  /** The names of {@link previousIds}. */
  get previousNames() {
    return this.#previous.map(({ name }) => name);
  }
  /** Tells whether one of {@link previousIds} matches the pattern. */
  wasOfKind({ group, version, kind }) {
    const { id } = this;
    if (group && group !== id.group || version && version !== id.version) return false;
    return this.#previous.some((previous) => !kind || previous.kind === kind);
  }
  /**
   * True if kustomize would keep build annotations on the object, which its JSON patches see
   * (docs/specification/json-patch.md 2.5).
   */
  get isAnnotated() {
    return this.hasPreviousIds || this.needsHash || this.behavior !== void 0 || this.provenance !== void 0 || this.prefixes.length > 0 || this.suffixes.length > 0;
  }
  /** The previous identities, oldest first, without the current one. */
  previousIds() {
    return this.#previous.map((previous) => this.#asId(previous));
  }
  #asId({ kind, name, effectiveNamespace }) {
    const { group, version } = this.id;
    return { group, version, kind, name, namespace: effectiveNamespace, effectiveNamespace };
  }
  /** The first identity of the object. */
  get originalId() {
    if (this.#original === void 0) {
      const first2 = this.#previous[0];
      this.#original = first2 === void 0 ? this.id : this.#asId(first2);
    }
    return this.#original;
  }
  /** All identities, the previous ones first and the current one last. */
  allIds() {
    return [...this.previousIds(), this.id];
  }
  /** The object as messages name it: `Deployment shop/web`. */
  describe() {
    return describeId(this.id);
  }
};
function namelessOnce(resource) {
  const object = resource.describe();
  return failure("invalid-resource", `${object} has lost its metadata.name`, {
    ...resource.origin,
    object,
    hint: "Find the patch, the replacement or the variable that removes it."
  });
}

// src/resource/resource-set.ts
var MAX_RESOURCES = 3e5;
var MEMBER_BYTES = 1e3;
var ResourceSet = class _ResourceSet {
  schemas;
  #items = [];
  /**
   * Resources by their current identities. Entries are added when identities change and never removed, so every hit is
   * checked against the identities of the resource.
   */
  #byId = /* @__PURE__ */ new Map();
  /** Resources by a property of their current and previous identities; see {@link #byId}. Each is made when first needed. */
  #byAny = /* @__PURE__ */ new Map();
  /** The positions of the members; undefined until they are needed, and after they have changed. */
  #positions;
  /** The members, with the identity that each had when it was last added to the indexes. */
  #members = /* @__PURE__ */ new Map();
  /** The members whose identities have changed since uniqueness was last checked. */
  #unchecked = /* @__PURE__ */ new Set();
  /** True if a member may have been deleted or emptied. */
  #mayHaveEmpty = false;
  /** @param schemas the types that all members use */
  constructor(schemas2 = builtInSchemas) {
    this.schemas = schemas2;
  }
  static of(resources, schemas2) {
    const set = new _ResourceSet(schemas2);
    for (const resource of resources) set.append(resource);
    return set;
  }
  get size() {
    return this.#items.length;
  }
  /** The members in order. Not a copy: do not add or remove members while iterating. */
  get items() {
    return this.#items;
  }
  /**
   * Adds a resource at the end.
   * @throws KrmError `id-conflict` if another member has its identity, `too-many-objects`
   */
  append(resource) {
    if (resource.schemas !== this.schemas) resource.schemas = this.schemas;
    const present2 = this.#otherOf(resource);
    if (present2 !== void 0) throw conflict2(resource, present2);
    if (this.#items.length >= MAX_RESOURCES) throw tooMany2(resource);
    this.#positions?.set(resource, this.#items.length);
    this.#items.push(resource);
    this.#mayHaveEmpty ||= isEmpty4(resource);
    if (this.#byAny.size > 0) for (const id of resource.previousIds()) this.#index(id, resource);
    this.#register(resource);
  }
  appendAll(resources) {
    for (const resource of resources) this.append(resource);
  }
  /**
   * Call this when the identity of a member may have changed, when a previous identity was recorded, or when the member
   * may have been deleted or emptied.
   */
  changed(resource) {
    checkTime();
    resource.refresh();
    this.#mayHaveEmpty ||= isEmpty4(resource);
    const known = this.#members.get(resource);
    if (known !== void 0 && sameId(known, resource.id)) return;
    this.#register(resource);
    this.#unchecked.add(resource);
  }
  /** Updates all identities. Call this when {@link schemas} may have changed. */
  identifyAll() {
    for (const resource of this.#items) this.changed(resource);
  }
  /** Adds the current identity to the indexes. Previous ones are there already. */
  #register(resource) {
    const { id } = resource;
    this.#members.set(resource, id);
    charge(MEMBER_BYTES + 2 * id.name.length);
    enter2(this.#byId, keyOf4(id), resource);
    this.#index(id, resource);
  }
  #index(id, resource) {
    for (const [property, index] of this.#byAny) enter2(index, KEYS[property](id), resource);
  }
  /** Looks a property of all identities up. */
  #any(property, key) {
    let index = this.#byAny.get(property);
    if (index === void 0) {
      this.#byAny.set(property, index = /* @__PURE__ */ new Map());
      for (const resource of this.#items)
        for (const id of resource.allIds()) enter2(index, KEYS[property](id), resource);
    }
    return index.get(key);
  }
  /** Another member with the same current identity. */
  #otherOf(resource) {
    const { id } = resource;
    const found = this.#byId.get(keyOf4(id));
    if (found === void 0 || found === resource) return void 0;
    return membersOf(found).find((one) => one !== resource && this.#isLive(one) && sameId(one.id, id));
  }
  /** The members whose current identity is `id`. */
  byCurrentId(id) {
    return this.#live(this.#byId.get(keyOf4(id)), (resource) => sameId(resource.id, id));
  }
  /** The members whose current identity, or a previous one, is `id`. */
  byAnyId(id) {
    return this.#live(
      this.#any("id", keyOf4(id)),
      (resource) => resource.allIds().some((candidate) => sameId(candidate, id))
    );
  }
  /** The members that have or had this name, of any kind and namespace. */
  byAnyName(name) {
    return this.#live(this.#any("name", name), (resource) => resource.allIds().some((id) => id.name === name));
  }
  /**
   * The members that have or had this kind and this name, in order, and possibly others: use it to select from fewer.
   * @param kind undefined for any
   * @param name undefined for any
   */
  candidates(kind, name) {
    checkTime();
    let found = this.#items.length;
    let least;
    for (const [property, key] of [
      ["name", name],
      ["kind", kind]
    ]) {
      if (key === void 0) continue;
      const members = this.#any(property, key);
      if (members === void 0) return [];
      const size = members instanceof Set ? members.size : 1;
      if (size >= found) continue;
      [found, least] = [size, members];
    }
    if (least === void 0 || found > this.#items.length / WORTH_ORDERING) return this.#items;
    const live = membersOf(least).filter((one) => this.#isLive(one));
    return live.length < 2 ? live : this.#inOrder(live);
  }
  #inOrder(members) {
    const positions = this.#positions ??= new Map(this.#items.map((resource, at2) => [resource, at2]));
    return members.sort((a, b) => positions.get(a) - positions.get(b));
  }
  #live(found, matches) {
    if (found === void 0) return [];
    return membersOf(found).filter((one) => this.#isLive(one) && matches(one));
  }
  #isLive(resource) {
    return resource.node !== void 0 && this.#members.has(resource);
  }
  /** Removes the resources for which `keep` is false. */
  filter(keep) {
    this.#positions = void 0;
    const kept = [];
    for (const resource of this.#items) {
      if (keep(resource)) kept.push(resource);
      else this.#members.delete(resource);
    }
    this.#items = kept;
  }
  /** Replaces all members, in this order. @throws KrmError `id-conflict` */
  replaceAll(resources) {
    this.#items = [];
    this.#byId.clear();
    this.#byAny.clear();
    this.#positions = void 0;
    this.#members.clear();
    this.#mayHaveEmpty = false;
    this.appendAll(resources);
    this.#unchecked.clear();
  }
  /** Removes resources that patches have deleted or emptied. */
  dropEmpty() {
    if (!this.#mayHaveEmpty) return;
    this.#mayHaveEmpty = false;
    this.filter((resource) => !isEmpty4(resource));
  }
  sort(compare3) {
    this.#positions = void 0;
    this.#items.sort(compare3);
  }
  /** Checks that current identities are unique. @throws KrmError `id-conflict` */
  checkUnique() {
    const changed = this.#unchecked;
    this.#unchecked = /* @__PURE__ */ new Set();
    for (const one of changed) if (this.#isLive(one) && this.#otherOf(one) !== void 0) throw this.#firstConflict();
  }
  #firstConflict() {
    const first2 = this.#items.find((one) => one.node !== void 0 && this.#otherOf(one) !== void 0);
    const same2 = this.byCurrentId(first2.id);
    return conflict2(same2[1], same2[0]);
  }
};
var KEYS = {
  id: keyOf4,
  name: ({ name }) => name,
  kind: ({ kind }) => kind
};
var WORTH_ORDERING = 4;
function isEmpty4({ node }) {
  return node === void 0 || node.entries.length === 0;
}
function enter2(index, key, resource) {
  const found = index.get(key);
  if (found === void 0) index.set(key, resource);
  else if (found instanceof Set) found.add(resource);
  else if (found !== resource) index.set(key, /* @__PURE__ */ new Set([found, resource]));
}
function membersOf(found) {
  return found instanceof Set ? [...found] : [found];
}
function keyOf4(id) {
  return `${id.kind}
${id.name}
${id.effectiveNamespace}`;
}
function conflict2(resource, present2) {
  const where = present2.origin === void 0 ? "" : `; the other one is from ${present2.origin.file}`;
  return failure(
    "id-conflict",
    `may not add ${idText(resource.id)}: an object with that identity already exists${where}`,
    {
      ...resource.origin,
      object: resource.describe(),
      hint: "Remove one of the two, rename one (namePrefix, nameSuffix, namespace), or turn it into a patch."
    }
  );
}
function tooMany2(resource) {
  return failure("too-many-objects", `the build has more than ${MAX_RESOURCES} objects`, {
    ...resource.origin,
    hint: "Look for bases that are included many times, or split the directory."
  });
}

// src/resource/selector.ts
function compileSelector(selector2) {
  const pattern = (text6) => compileAnchored(text6 ?? "", selector2.location);
  const group = pattern(selector2.group);
  const version = pattern(selector2.version);
  const kind = pattern(selector2.kind);
  const name = pattern(selector2.name);
  const namespace = pattern(selector2.namespace);
  const byLabels = labelMatcher(selector2.labelSelector, selector2.location);
  const byAnnotations = labelMatcher(selector2.annotationSelector, selector2.location);
  return (object) => {
    const { id, originalId } = object;
    return kind(id.kind) && group(id.group) && version(id.version) && (name(originalId.name) || name(id.name)) && (namespace(originalId.effectiveNamespace) || namespace(id.effectiveNamespace)) && (byLabels === void 0 || byLabels(object.labels())) && (byAnnotations === void 0 || byAnnotations(object.annotations()));
  };
}
function labelMatcher(text6, location) {
  if (text6 === void 0 || text6 === "") return void 0;
  try {
    return compileLabelSelector(text6, location);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return () => {
      throw thrown;
    };
  }
}

// src/resource/strategic-merge/node-text.ts
function textOf5(node) {
  return node.kind === "scalar" ? node.value : "";
}
function present(node) {
  return isNull(node) ? void 0 : node;
}
function isEmptyElement(node) {
  return node === void 0 || isNull(node) || node.kind === "map" && node.entries.length === 0;
}
var kindNames = {
  map: "MappingNode",
  seq: "SequenceNode",
  scalar: "ScalarNode"
};
function wrongKind(expected, node) {
  const message = `wrong node kind: expected ${kindNames[expected]} but got ${kindNames[node.kind]}`;
  const hint = "Use the same kind, a map, a list or a single value, in the patch and in its target.";
  return failure("patch-kind", message, { ...locate(node), hint });
}

// src/resource/strategic-merge/element-list.ts
var VALUE_KEY = "";
var SLOT_BYTES = 400;
var ElementList = class {
  #keys;
  #byValue;
  /** In order. Positions do not change: a removed element leaves an empty slot. */
  #slots = [];
  /** By the positions of their keys; each is made when it is first needed. */
  #indexes = /* @__PURE__ */ new Map();
  #positionsOf = /* @__PURE__ */ new Map();
  /** Elements that may be empty. The next {@link set} removes them. */
  #empty = /* @__PURE__ */ new Set();
  /** Elements that have no key fields, because they are not maps; for lists of scalars, not scalars. */
  #odd = /* @__PURE__ */ new Set();
  constructor(items, keys) {
    this.#keys = keys;
    this.#byValue = keys[0] === VALUE_KEY;
    charge(SLOT_BYTES * items.length);
    for (const item of items) this.append(item);
  }
  /** The elements in order. */
  elements() {
    const elements = [];
    for (const { element: element2 } of this.#slots) if (element2 !== void 0) elements.push(element2);
    return elements;
  }
  append(element2) {
    const slot = { element: element2, texts: [] };
    this.#slots.push(slot);
    this.#enter(this.#slots.length - 1, slot, element2);
  }
  /** The first element with these texts. Keys without a text are not compared, unless all are without one. */
  find(texts4) {
    const all = texts4.map((_, at2) => at2);
    const given = all.filter((at2) => texts4[at2] !== "");
    const [first2] = this.#at(given.length === 0 ? all : given, texts4);
    return first2 === void 0 ? void 0 : this.#slots[first2]?.element;
  }
  /**
   * Puts `element` in place of all that match, or appends it if none matches. Without `element`, removes all that match.
   * An empty text matches any existing value, keys without a text are not compared, and without any text all elements
   * are removed. Elements that are null or `{}` are always removed.
   * @throws KrmError `patch-kind` for a scalar where a map is expected, and the reverse
   */
  set(texts4, element2) {
    this.#removeEmpty();
    const found = texts4.length === 0 ? [] : this.#matching(texts4);
    if (texts4.length === 0) this.#clear();
    for (const position of found) {
      const slot = this.#slots[position];
      this.#leave(position, slot);
      slot.element = element2;
      if (element2 !== void 0) this.#enter(position, slot, element2);
    }
    if (found.length === 0 && element2 !== void 0 && !isNull(element2)) this.append(element2);
  }
  /** Updates the indexes after a change to an element of this list. Does nothing for other nodes. */
  refresh(element2) {
    const positions = element2 && this.#positionsOf.get(element2);
    if (element2 === void 0 || positions === void 0) return;
    for (const position of positions.slice()) {
      const slot = this.#slots[position];
      this.#leave(position, slot);
      this.#enter(position, slot, element2);
    }
  }
  #matching(texts4) {
    const exact = [];
    const anyText = [];
    for (const [at2, text6] of texts4.entries()) (this.#byValue || text6 !== "" ? exact : anyText).push(at2);
    if (this.#byValue || texts4[0] === "") this.#rejectOdd();
    const found = exact.length === 0 ? this.#slots.keys() : this.#at(exact, texts4);
    return [...found].filter((position) => {
      const slot = this.#slots[position];
      return slot.element !== void 0 && anyText.every((at2) => slot.texts[at2] !== void 0);
    });
  }
  #rejectOdd() {
    let first2;
    for (const position of this.#odd) if (first2 === void 0 || position < first2) first2 = position;
    if (first2 === void 0) return;
    throw wrongKind(this.#byValue ? "scalar" : "map", this.#slots[first2]?.element);
  }
  /** The positions of the elements with these texts for these keys. */
  #at(keys, texts4) {
    const name = keys.join();
    let index = this.#indexes.get(name);
    if (index === void 0) {
      index = { keys, positions: /* @__PURE__ */ new Map() };
      this.#indexes.set(name, index);
      for (const [position, slot] of this.#slots.entries()) if (slot.element !== void 0) add2(index, slot, position);
    }
    return index.positions.get(joined2(keys, texts4)) ?? [];
  }
  #enter(position, slot, element2) {
    slot.texts = this.#textsOf(element2);
    const isOdd = element2.kind !== (this.#byValue ? "scalar" : "map");
    if (isEmptyElement(element2)) this.#empty.add(position);
    else if (isOdd) this.#odd.add(position);
    const positions = this.#positionsOf.get(element2);
    if (positions === void 0) this.#positionsOf.set(element2, [position]);
    else positions.push(position);
    for (const index of this.#indexes.values()) add2(index, slot, position);
  }
  #leave(position, { element: element2, texts: texts4 }) {
    this.#empty.delete(position);
    this.#odd.delete(position);
    if (element2 === void 0) return;
    remove2(this.#positionsOf, element2, position);
    for (const { keys, positions } of this.#indexes.values()) {
      const text6 = joined2(keys, texts4);
      if (text6 !== void 0) remove2(positions, text6, position);
    }
  }
  #textsOf(element2) {
    if (this.#byValue) return [textOf5(element2)];
    return this.#keys.map((key) => {
      const field2 = get(element2, key);
      return field2 === void 0 ? void 0 : textOf5(field2);
    });
  }
  #removeEmpty() {
    for (const position of this.#empty) {
      const slot = this.#slots[position];
      this.#leave(position, slot);
      slot.element = void 0;
    }
  }
  #clear() {
    this.#slots = [];
    this.#indexes = /* @__PURE__ */ new Map();
    this.#positionsOf = /* @__PURE__ */ new Map();
    this.#empty = /* @__PURE__ */ new Set();
    this.#odd = /* @__PURE__ */ new Set();
  }
};
function joined2(keys, texts4) {
  if (keys.length === 1) return texts4[keys[0]];
  const chosen = keys.map((at2) => texts4[at2]);
  return chosen.includes(void 0) ? void 0 : JSON.stringify(chosen);
}
function add2({ keys, positions }, { texts: texts4 }, position) {
  const text6 = joined2(keys, texts4);
  if (text6 === void 0) return;
  const present2 = positions.get(text6);
  if (present2 === void 0) positions.set(text6, [position]);
  else if (present2.at(-1) < position) present2.push(position);
  else
    present2.splice(
      present2.findIndex((other) => other > position),
      0,
      position
    );
}
function remove2(positions, key, position) {
  const present2 = positions.get(key);
  if (present2 === void 0) return;
  if (present2.length === 1 && present2[0] === position) positions.delete(key);
  else present2.splice(present2.indexOf(position), 1);
}

// src/resource/strategic-merge/key-tuples.ts
var MAX_SHAPES = 16;
function fillTuples(tuples) {
  const shapes = new Shapes(tuples);
  if (shapes.isUniform) return;
  for (const [index, one] of tuples.entries()) {
    checkTime();
    for (const other of shapes.agreeing(index, one)) {
      const filled = unify(one, tuples[other]);
      if (filled === void 0) continue;
      shapes.replace(index, filled);
      shapes.replace(other, filled);
    }
  }
}
function unify(one, two) {
  if (!one.some((text6, index) => text6 === two[index])) return void 0;
  if (one.some((text6, index) => text6 !== two[index] && text6 !== "" && two[index] !== "")) return void 0;
  return one.map((text6, index) => text6 || two[index]);
}
var Shapes = class {
  #tuples;
  /** The positions of the tuples of each shape. */
  #byShape = /* @__PURE__ */ new Map();
  /** The positions of the tuples of a shape by their texts of some keys; each is made when it is first needed. */
  #indexes = /* @__PURE__ */ new Map();
  constructor(tuples) {
    this.#tuples = tuples;
    for (const [position, tuple] of tuples.entries()) enter3(this.#byShape, shapeOf(tuple), position);
  }
  /** True if all tuples have the same keys. As they differ, none can complete another. */
  get isUniform() {
    return this.#byShape.size < 2;
  }
  /** The positions of the tuples that may complete `one`, and `index`, in order. */
  agreeing(index, one) {
    if (this.#byShape.size > MAX_SHAPES) return this.#tuples.keys();
    const shape = shapeOf(one);
    const found = /* @__PURE__ */ new Set([index]);
    for (const [other, positions] of this.#byShape) {
      const common = both(shape, other);
      const agree = common.includes("1") ? this.#index(other, common).get(textsIn(common, one)) : lacksOne(shape, other) ? positions : void 0;
      if (agree !== void 0) for (const position of agree) found.add(position);
    }
    return [...found].sort((a, b) => a - b);
  }
  replace(position, tuple) {
    const before = this.#tuples[position];
    const [from, to] = [shapeOf(before), shapeOf(tuple)];
    this.#tuples[position] = tuple;
    if (from === to && before.every((text6, at2) => text6 === tuple[at2])) return;
    this.#byShape.get(from)?.delete(position);
    for (const [common, index] of this.#indexes.get(from) ?? []) index.get(textsIn(common, before))?.delete(position);
    enter3(this.#byShape, to, position);
    for (const [common, index] of this.#indexes.get(to) ?? []) enter3(index, textsIn(common, tuple), position);
  }
  #index(shape, common) {
    let ofShape = this.#indexes.get(shape);
    if (ofShape === void 0) this.#indexes.set(shape, ofShape = /* @__PURE__ */ new Map());
    let index = ofShape.get(common);
    if (index === void 0) {
      ofShape.set(common, index = /* @__PURE__ */ new Map());
      for (const position of this.#byShape.get(shape) ?? []) {
        enter3(index, textsIn(common, this.#tuples[position]), position);
      }
    }
    return index;
  }
};
function shapeOf(tuple) {
  return tuple.map((text6) => text6 === "" ? "0" : "1").join("");
}
function both(shape, other) {
  return shape.split("").map((key, at2) => key === "1" && other[at2] === "1" ? "1" : "0").join("");
}
function lacksOne(shape, other) {
  return shape.split("").some((key, at2) => key === "0" && other[at2] === "0");
}
function textsIn(shape, tuple) {
  return JSON.stringify(tuple.filter((_, at2) => shape[at2] === "1"));
}
function enter3(index, key, position) {
  const present2 = index.get(key);
  if (present2 === void 0) index.set(key, /* @__PURE__ */ new Set([position]));
  else present2.add(position);
}

// src/resource/strategic-merge/associative-list.ts
function mergeAssociativeList(dest, patch, keys, merge2) {
  const lists2 = patch === void 0 ? [dest.items] : [patch.items, dest.items];
  if (lists2.every((items) => items.length === 0)) return dest;
  const only = keys.length === 0 ? VALUE_KEY : keys.length === 1 ? keys[0] : void 0;
  if (only !== void 0 && lists2.every((items) => items.every((item) => keyText5(item, only) !== ""))) {
    return seq(mergeByText(dest.items, patch?.items, only, merge2));
  }
  return seq(mergeByTuples(dest, patch, keys.length === 0 ? [VALUE_KEY] : keys, merge2));
}
function keepsItsElements({ items }, keys) {
  for (const item of items) if (item.kind !== "map") return false;
  const used2 = keys.length === 1 ? keys : keys.filter((key) => items.some((item) => keyText5(item, key) !== ""));
  const [first2] = used2;
  if (first2 === void 0) return false;
  const seen = items.length > 1 ? /* @__PURE__ */ new Set() : void 0;
  for (const item of items) {
    let tuple = keyText5(item, first2);
    if (tuple === "") return false;
    for (let other = 1; other < used2.length; other++) {
      const text6 = keyText5(item, used2[other]);
      if (text6 === "") return false;
      tuple = JSON.stringify([tuple, text6]);
    }
    if (seen?.has(tuple)) return false;
    seen?.add(tuple);
  }
  return true;
}
function keyText5(item, key) {
  if (key === VALUE_KEY) return isNull(item) ? "" : textOf5(item);
  const field2 = get(item, key);
  return field2 === void 0 || isNull(field2) ? "" : textOf5(field2);
}
function mergeByText(dest, patch, key, merge2) {
  const destByText = firstByText(dest, key);
  const patchByText = patch === void 0 ? void 0 : firstByText(patch, key);
  const result = /* @__PURE__ */ new Map();
  const removed = /* @__PURE__ */ new Set();
  for (const text6 of /* @__PURE__ */ new Set([...patchByText?.keys() ?? [], ...destByText.keys()])) {
    const merged3 = merge2(destByText.get(text6), patchByText?.get(text6));
    if (merged3 === void 0 || isEmptyElement(merged3)) removed.add(text6);
    else result.set(text6, withKeys(merged3, [key], [text6]));
  }
  for (const item of dest) {
    const text6 = keyText5(item, key);
    if (!removed.has(text6)) result.set(text6, item);
  }
  return [...result.values()];
}
function firstByText(items, key) {
  const found = /* @__PURE__ */ new Map();
  for (const item of items) {
    const text6 = keyText5(item, key);
    if (!found.has(text6)) found.set(text6, item);
  }
  return found;
}
function mergeByTuples(dest, patch, keys, merge2) {
  const tuples = tuplesOf(patch === void 0 ? [dest.items] : [patch.items, dest.items], keys);
  if (keys.length > 1) fillTuples(tuples);
  const isUsed = keys.map((_, index) => tuples.some((tuple) => tuple[index] !== ""));
  const used2 = isUsed.includes(true) ? keys.filter((_, index) => isUsed[index]) : keys;
  const own = new ElementList(dest.items, used2);
  const other = patch === void 0 ? void 0 : patch === dest ? own : new ElementList(patch.items, used2);
  const result = new ElementList([], used2);
  for (const tuple of tuples) {
    checkTime();
    const texts4 = used2 === keys ? tuple : tuple.filter((_, index) => isUsed[index]);
    const [one, two] = [own.find(texts4), other?.find(texts4)];
    const merged3 = merge2(one, two);
    const isRemoved = merged3 === void 0 || isEmptyElement(merged3);
    if (!isRemoved) withKeys(merged3, used2, texts4);
    for (const list2 of /* @__PURE__ */ new Set([own, other, result]))
      for (const node of /* @__PURE__ */ new Set([one, two, merged3])) list2?.refresh(node);
    if (isRemoved) own.set(texts4, void 0);
    else result.set(texts4, merged3);
  }
  for (const item of own.elements()) addBack(result, item, used2);
  return result.elements();
}
function tuplesOf(lists2, keys) {
  const tuples = /* @__PURE__ */ new Map();
  for (const items of lists2) {
    for (const item of items) {
      const tuple = keys[0] === VALUE_KEY ? [textOf5(item)] : keys.map((key) => keyText5(item, key));
      const id = JSON.stringify(tuple);
      if (!tuples.has(id)) tuples.set(id, tuple);
    }
  }
  return [...tuples.values()];
}
function withKeys(element2, keys, texts4) {
  for (const [index, text6] of texts4.entries()) {
    const key = keys[index];
    if (text6 === "") continue;
    if (element2.kind === "map") {
      if (get(element2, key) === void 0) setField(element2, key, scalar(text6));
    } else if (element2.kind === "scalar") {
      setScalar(element2, scalar(text6));
    }
  }
  return element2;
}
function addBack(result, item, keys) {
  if (keys[0] === VALUE_KEY) {
    result.set([textOf5(item)], item);
    return;
  }
  if (item.kind !== "map" && !isNull(item)) throw wrongKind("map", item);
  const texts4 = [];
  for (const key of keys) {
    const field2 = get(item, key);
    if (field2 === void 0) result.append(item);
    else texts4.push(textOf5(field2));
  }
  if (keys.length > 1) result.set(texts4, void 0);
  result.set(texts4, item);
}

// src/resource/strategic-merge/comment-schema.ts
function commentSchema(node) {
  if (node === void 0) return void 0;
  return schemaIn(node.comment) ?? (mayHaveHead(node) ? schemaIn(marksOf(node)?.head) : void 0);
}
function mayHaveHead({ source }) {
  if (source === void 0) return false;
  source.statesTypes ??= /^[ \t-]*#+[ \t]*\{/m.test(source.text);
  return source.statesTypes;
}
function schemaIn(comment) {
  const text6 = comment?.replace(/^#+/, "").trimStart();
  if (text6 === void 0 || !text6.startsWith("{")) return void 0;
  let json;
  try {
    json = parseJson(text6);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    return void 0;
  }
  return isObject2(json) && Object.keys(json).length > 0 ? openApiSchema(json) : void 0;
}

// src/resource/strategic-merge/directive.ts
var KEY2 = "$patch";
function takeMapDirective(patch) {
  const node = get(patch, KEY2);
  if (node === void 0) return "merge";
  const directive = parse(node);
  clearField(patch, KEY2);
  return directive;
}
function takeValidMapDirective(patch) {
  const node = get(patch, KEY2);
  return node !== void 0 && isDirective(textOf5(node)) ? takeMapDirective(patch) : "merge";
}
function takeListDirective(patch) {
  const element2 = patch.items.find((item) => get(item, KEY2) !== void 0);
  if (element2?.kind !== "map" || element2.entries.length > 1) return "merge";
  const directive = parse(get(element2, KEY2));
  patch.items = patch.items.filter((item) => {
    const other = get(item, KEY2);
    return !isEmptyElement(item) && (other === void 0 || textOf5(other) !== directive);
  });
  return directive;
}
function isDirective(text6) {
  return text6 === "merge" || text6 === "replace" || text6 === "delete";
}
function parse(node) {
  const text6 = textOf5(node);
  if (isDirective(text6)) return text6;
  throw failure(
    "unknown-patch-directive",
    `unknown patch strategy${/^[A-Za-z]{1,20}$/.test(text6) ? ` '${text6}'` : ", which is withheld because it may be a value"}`,
    { ...locate(node), hint: "Set `$patch` to merge, replace or delete." }
  );
}

// src/resource/strategic-merge.ts
function strategicMerge(dest, patch, schemas2, renewsNulls = false) {
  const merged3 = merge(dest, clone(patch), void 0, { schemas: schemas2, renewsNulls });
  return merged3 === void 0 ? void 0 : dest;
}
function merge(dest, patch, inherited2, terms) {
  if (patch === void 0 && dest !== void 0 && !isNull(dest)) return mergeWithNothing(dest, inherited2, terms);
  const one = present(dest);
  const two = present(patch);
  const kind = (one ?? two)?.kind;
  if (two !== void 0 && two.kind !== kind) throw wrongKind(kind, two);
  if (kind === "scalar") return patch ?? dest;
  const schema2 = commentSchema(one) ?? commentSchema(two) ?? inherited2 ?? embeddedSchema(one, terms) ?? embeddedSchema(two, terms);
  if (kind !== "seq") return mergeMaps(dest, patch, schema2, terms);
  if (schema2?.mergeKeys === void 0) return replaceList(dest, patch);
  return mergeLists(dest, patch, schema2, schema2.mergeKeys, terms);
}
function mergeWithNothing(node, inherited2, terms) {
  if (node.kind === "scalar") return node;
  const schema2 = commentSchema(node) ?? inherited2 ?? embeddedSchema(node, terms);
  if (node.kind === "map") return mergeMapWithNothing(node, schema2, terms);
  if (schema2?.mergeKeys === void 0 || node.items.length === 0) return node;
  if (!keepsItsElements(node, schema2.mergeKeys)) return mergeLists(node, void 0, schema2, schema2.mergeKeys, terms);
  const elements = schema2.elements();
  const { items } = node;
  for (let at2 = 0; at2 < items.length; at2++) mergeWithNothing(items[at2], elements, terms);
  node.comment = void 0;
  node.source = void 0;
  return node;
}
function mergeMapWithNothing(node, schema2, terms) {
  let removed;
  const entries = uniqueEntries2(node);
  for (let at2 = 0; at2 < entries.length; at2++) {
    const entry2 = entries[at2];
    const key = textOf5(entry2.key);
    if (key === "") throw emptyKey(node);
    const { value } = entry2;
    const merged3 = value.kind === "scalar" ? keptScalar(value, terms) : mergeWithNothing(value, commentSchema(entry2.key) ?? schema2?.field(key), terms);
    if (merged3 === void 0) (removed ??= /* @__PURE__ */ new Set()).add(entry2);
    else replaceValue(value, merged3);
  }
  if (removed !== void 0) dropEntries(node, removed);
  return node;
}
function keptScalar(node, { renewsNulls }) {
  if (!isNull(node)) return node;
  if (node.value === "") return void 0;
  return renewsNulls ? Object.assign(node, { source: void 0, offset: 0, comment: void 0 }) : node;
}
function dropEntries(node, removed) {
  node.entries = node.entries.flatMap((entry2) => {
    if (!removed.has(entry2)) return [entry2];
    const { key, value } = entry2;
    if (key.kind !== "scalar" || !isNull(key)) return [];
    return [{ key: Object.assign(scalar(key.value), { source: key.source, offset: key.offset }), value }];
  });
}
function embeddedSchema(node, terms) {
  const kind = present(get(node, "kind"));
  const apiVersion = present(get(node, "apiVersion"));
  if (kind === void 0 || apiVersion === void 0) return void 0;
  return terms.schemas.schemaFor(textOf5(apiVersion), textOf5(kind));
}
function mergeLists(dest, patch, schema2, keys, terms) {
  const [target, source] = chooseList(dest, patch);
  if (target === void 0) return void 0;
  const elements = schema2.elements();
  return mergeAssociativeList(target, source, keys, (one, two) => merge(one, two, elements, terms));
}
function mergeMaps(dest, patch, schema2, terms) {
  const target = chooseMap(dest, patch, terms);
  if (target?.kind !== "map") return target;
  const source = target === dest ? patch : target;
  const fields4 = source?.kind === "map" && source !== target ? new Fields(source) : void 0;
  const added = fields4 && newFields(fields4, target);
  let removed;
  const entries = uniqueEntries2(target);
  for (let at2 = 0; at2 < entries.length; at2++) {
    const entry2 = entries[at2];
    const key = textOf5(entry2.key);
    if (key === "") throw emptyKey(target);
    const other = source === target ? entry2 : fields4?.get(key);
    const inherited2 = commentSchema(entry2.key) ?? commentSchema(other?.key) ?? schema2?.field(key);
    const merged3 = merge(entry2.value, other?.value, inherited2, terms);
    if (merged3 === void 0 || isNull(merged3) && other !== void 0) (removed ??= /* @__PURE__ */ new Set()).add(entry2);
    else replaceValue(entry2.value, merged3);
  }
  if (removed !== void 0) dropEntries(target, removed);
  if (added !== void 0) addNew(target, added, schema2, terms);
  return target;
}
function newFields(patch, target) {
  const own = new Fields(target);
  const added = [];
  const entries = uniqueEntries2(patch.node);
  for (let at2 = 0; at2 < entries.length; at2++) {
    const entry2 = entries[at2];
    if (own.get(textOf5(entry2.key)) === void 0) added.push(entry2);
  }
  return added.length < 2 ? added : added.sort((a, b) => textOf5(a.key) < textOf5(b.key) ? -1 : 1);
}
function addNew(target, added, schema2, terms) {
  for (const entry2 of added) {
    const key = textOf5(entry2.key);
    const merged3 = merge(void 0, entry2.value, commentSchema(entry2.key) ?? schema2?.field(key), terms);
    setField(target, key, merged3, { keyStyle: merged3 === entry2.value ? writtenStyle(entry2.key) : "" });
  }
}
function chooseMap(dest, patch, terms) {
  if (dest === void 0 || isNull(dest)) {
    if (patch?.kind === "map" && takeValidMapDirective(patch) === "delete") return void 0;
    return patch ?? (dest?.kind === "scalar" ? keptScalar(dest, terms) : void 0);
  }
  if (patch === void 0) return dest;
  if (patch.kind !== "map") return void 0;
  adoptStyle(dest, patch);
  const directive = takeMapDirective(patch);
  if (directive === "delete") return void 0;
  return directive === "replace" ? patch : dest;
}
function chooseList(dest, patch) {
  const from = patch?.kind === "seq" ? patch : void 0;
  if (dest?.kind !== "seq") return from === void 0 ? [] : [from, from];
  if (patch === void 0) return [dest];
  if (from === void 0) return [];
  adoptStyle(dest, from);
  const directive = takeListDirective(from);
  if (directive === "delete") return [];
  return directive === "replace" ? [from, from] : [dest, from];
}
function replaceList(dest, patch) {
  if (patch === void 0) return dest;
  if (dest !== void 0) adoptStyle(dest, patch);
  return patch;
}
function adoptStyle(dest, patch) {
  dest.comment = patch.comment ?? dest.comment;
  const children = dest.kind === "map" ? dest.entries : dest.kind === "seq" ? dest.items : void 0;
  if (children?.length === 0) dest.style = patch.style;
}
var MAX_PAIRWISE2 = 12;
var Fields = class {
  node;
  many;
  constructor(node) {
    this.node = node;
    this.many = node.entries.length > MAX_PAIRWISE2 ? firstByKey(node) : void 0;
  }
  get(key) {
    if (this.many !== void 0) return this.many.get(key);
    const { entries } = this.node;
    for (let at2 = 0; at2 < entries.length; at2++) {
      const entry2 = entries[at2];
      if (textOf5(entry2.key) === key) return entry2;
    }
    return void 0;
  }
};
function firstByKey(node) {
  const entries = /* @__PURE__ */ new Map();
  for (const entry2 of node.entries) {
    const key = textOf5(entry2.key);
    if (!entries.has(key)) entries.set(key, entry2);
  }
  return entries;
}
function uniqueEntries2(node) {
  return hasDuplicates(node.entries) ? [...firstByKey(node).values()] : node.entries;
}
function hasDuplicates(entries) {
  if (entries.length > MAX_PAIRWISE2) return new Set(entries.map(({ key }) => textOf5(key))).size < entries.length;
  for (let index = 1; index < entries.length; index++) {
    const text6 = textOf5(entries[index].key);
    for (let other = 0; other < index; other++) {
      if (textOf5(entries[other].key) === text6) return true;
    }
  }
  return false;
}

// src/resource/value-problem.ts
function valueProblem(thrown, resource, what, location) {
  if (!(thrown instanceof KrmError)) return thrown;
  const isSecret = resource.id.kind === "Secret";
  const unquoted2 = (one) => isSecret && one.code === "not-representable" ? { ...one, message: "the type of a value" } : one;
  const error = new KrmError(thrown.diagnostics.map(unquoted2), { cause: thrown });
  return about(error, resource.describe(), location ?? resource.origin, `${what}: `);
}

// src/engine/loading/remote-references.ts
function unpinned(address2, url, location, now) {
  if (url === void 0 ? isPinnedFile(address2) : isCommit(url.ref ?? "")) return void 0;
  return {
    code: "unpinned-reference",
    severity: "notice",
    message: `${shownAddress(address2)} can change without a change here`,
    hint: url === void 0 ? `Append its digest, which kustomize does not know: #sha256:${now}` : `Pin it: ref=${now}`,
    ...location
  };
}
function forced(address2, location) {
  if (!/^git::/i.test(address2)) return void 0;
  return {
    code: "git-prefix",
    severity: "warning",
    message: "the prefix `git::` has no effect, and a future release of kustomize will not accept it",
    hint: "Remove it.",
    ...location
  };
}
function isPinnedFile(address2) {
  return /#sha256[=:][0-9a-f]{64}$/i.test(address2) || address2.split(/[/?#]/).some(isCommit);
}
function isCommit(ref) {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(ref);
}

// src/engine/loading/files.ts
var Files = class {
  #shared;
  #openApi = /* @__PURE__ */ new Map();
  #kustomizations = /* @__PURE__ */ new Map();
  #compositions = /* @__PURE__ */ new Map();
  #objects = /* @__PURE__ */ new Map();
  /** @param shared what the builds of other trees parse, too */
  constructor(shared2) {
    this.#shared = shared2;
  }
  /** Forgets everything. */
  release() {
    this.#openApi.clear();
    this.#kustomizations.clear();
    this.#compositions.clear();
    this.#objects.clear();
  }
  /** The kustomization or composition of a root. @throws KrmError as {@link loadKustomization} does */
  kustomization(root) {
    return this.#loaded(this.#kustomizations, root, loadKustomization);
  }
  /** The composition of a root; undefined if it has none. @throws KrmError `composition-conflict` */
  composition(root) {
    return this.#loaded(this.#compositions, root, loadComposition);
  }
  #loaded(kept, root, load) {
    const known = kept.get(root.key);
    if (known !== void 0) {
      includeRecord(root.tree, known.record);
      return known.loading.then(
        (loaded) => {
          root.secrets?.include(known.secrets);
          return loaded;
        },
        () => load(root)
      );
    }
    const shared2 = root.apart();
    const loading = load(shared2);
    kept.set(root.key, { loading, record: shared2.tree.record, secrets: shared2.secrets });
    loading.catch(() => kept.delete(root.key));
    return loading;
  }
  /**
   * The objects of a resource file, for the caller to change. They are kept from the second request on, since most files
   * are read once; then each request gets copies. If other trees are built as well, they are kept for these from the first
   * request on.
   * @param mayLackName whether an object needs no name; objects are kept by this function
   * @throws KrmError
   */
  objects(file, mayLackName2) {
    if (this.#shared !== void 0 && file.id !== void 0) {
      const key = JSON.stringify([file.id, file.path, file.display, mayLackName2?.name]);
      return this.#shared.objects(key, file.bytes.length, () => objectsOf(file, mayLackName2));
    }
    let objects = this.#objects.get(mayLackName2);
    if (objects === void 0) this.#objects.set(mayLackName2, objects = /* @__PURE__ */ new Map());
    let kept = objects.get(file.path);
    if (kept === void 0) {
      objects.set(file.path, "once");
      return objectsOf(file, mayLackName2);
    }
    if (kept === "once") objects.set(file.path, kept = objectsOf(file, mayLackName2));
    return kept.map(clone);
  }
  /** The types of an OpenAPI document. The document is parsed, and its errors are thrown, at first use. */
  openApi(file) {
    let parse2 = this.#openApi.get(file.path);
    if (parse2 === void 0) {
      let parsed;
      parse2 = () => parsed ??= parseOpenApi(textOf6(file), file.display);
      this.#openApi.set(file.path, parse2);
    }
    return parse2;
  }
  /** The document of a file in the dialect of kustomizations. */
  config(file, options = {}) {
    return parseConfig(textOf6(file), file.display, options);
  }
};
function objectsOf(file, mayLackName2) {
  const text6 = textOf6(file);
  try {
    return parseObjects(text6, file.display, mayLackName2);
  } catch (thrown) {
    throw isAddress2(file.path) && WEB_PAGE.test(text6) ? webPage(file.display, thrown) : thrown;
  }
}
var WEB_PAGE = /^\s{0,99}<(?:!doctype html|html)\b/i;
function webPage(file, cause) {
  return failure("invalid-yaml", "this is a web page, not YAML", {
    file,
    hint: "Use the address of the file itself: on GitHub, that of the button Raw.",
    cause
  });
}
function textOf6(file) {
  return decodeText(file.bytes, file.display);
}

// src/engine/loading/remote-entries.ts
var NOTHING_THERE = /* @__PURE__ */ new Set([
  "remote-not-found",
  "remote-failed",
  "not-a-directory",
  "lock-missing"
]);
var NO_OBJECTS = /* @__PURE__ */ new Set(["invalid-yaml", "invalid-utf8", "invalid-resource", "duplicate-key"]);
async function isRemoteFile(root, files, { path, location }) {
  const url = parseGitReference(path);
  if (url === void 0) return true;
  const { isNamedAsFile, isNamedAsRepository } = namedAs(path, url);
  if (isNamedAsFile && !isNamedAsRepository) return true;
  const isFile2 = async () => {
    const file = await root.read(path, location);
    root.claim();
    if (!isNamedAsFile) files.objects(file);
    return true;
  };
  const isRepository = async () => {
    await root.enter(path, location);
    return false;
  };
  const [first2, second] = isNamedAsRepository && !isNamedAsFile ? [isRepository, isFile2] : [isFile2, isRepository];
  try {
    return await first2();
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const mayBeOther = NOTHING_THERE.has(thrown.code) || first2 === isFile2 && NO_OBJECTS.has(thrown.code);
    if (!mayBeOther) throw thrown;
    return second().catch((other) => {
      const isAboutGit = first2 === isFile2 && (NO_OBJECTS.has(thrown.code) || url.marked);
      throw isAboutGit && other instanceof KrmError ? other : thrown;
    });
  }
}

// src/engine/loading/root.ts
var import_node_path15 = __toESM(require_node_path(), 1);

// src/lock/lock-references.ts
var import_node_crypto6 = __toESM(require_node_crypto(), 1);
function gitReference({ repository, ref = "HEAD", newest }) {
  const prefix = newest && newest.prefix !== "" ? `&tagPrefix=${newest.prefix.replace(/[%&]/g, encodeURIComponent)}` : "";
  const by = newest === void 0 ? "" : `&by=${newest.chosenBy ?? "argocd"}${prefix}`;
  return { kind: "git", ref: `${plainAddress(repository)}?ref=${ref}${by}` };
}
function fileReference(address2) {
  return { kind: "https", ref: plainAddress(address2.replace(/#.*$/s, "")) };
}
function chartReference({ repo, name, version, devel, chosenBy, artifact }) {
  const query = [
    ...version ? [`version=${version}`] : [],
    ...devel ? ["devel=true"] : [],
    // Of a range, the two may choose different versions.
    ...chosenBy === "source-controller" && !isExactVersion(version ?? "") ? [`by=${chosenBy}`] : [],
    ...artifact === void 0 ? [] : artifactQuery(artifact)
  ].join("&");
  return { kind: "chart", ref: `${plainAddress(repo.replace(/\/+$/, ""))}/${name}${query === "" ? "" : `?${query}`}` };
}
function artifactQuery({ digest, semver, semverFilter, tag, layer, isCopied, ignore }) {
  const range = [
    ["semver", semver],
    ["semverFilter", semverFilter]
  ];
  const found = digest ? [["digest", digest]] : semver ? range : [["tag", tag || "latest"]];
  const unpacked = isCopied ? [["operation", "copy"]] : [["ignore", ignore && (0, import_node_crypto6.createHash)("sha256").update(ignore).digest("hex")]];
  return [...found, ["layer", layer], ...unpacked].flatMap(
    ([name, value]) => value ? [`${name}=${value.replace(/[%&]/g, encodeURIComponent)}`] : []
  );
}
function isExactVersion(version) {
  return /^v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.test(version);
}
var DEFAULT_PORTS = { https: "443", http: "80", ssh: "22", git: "9418" };
function plainAddress(address2) {
  const [, scheme, authority, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(address2) ?? [];
  if (scheme === void 0 || authority === void 0 || rest === void 0) return maskSecrets(address2);
  const protocol = scheme.toLowerCase();
  const at2 = authority.lastIndexOf("@");
  const user = protocol === "ssh" ? authority.slice(0, at2 + 1).replace(/:.*@/, "@") : "";
  const host = authority.slice(at2 + 1).toLowerCase();
  const port = DEFAULT_PORTS[protocol];
  const shown2 = port !== void 0 && host.endsWith(`:${port}`) ? host.slice(0, -port.length - 1) : host;
  const masked = maskSecrets(`${protocol}://${shown2}${rest}`);
  return user === "" ? masked : masked.replace("://", `://${user}`);
}

// src/engine/loading/fetches.ts
function accept(bytes, { budget, secrets }) {
  budget?.resume();
  charge(bytes.length);
  secrets?.noteFile(bytes);
}
async function fetchFile(address2, clones, location, rules) {
  const { remotes } = rules;
  if (remotes === void 0) throw remoteRefused(address2, location);
  const hold = held(fileReference(address2), location, rules);
  const { bytes, digest } = await remotes.file(address2, clones.map(urlOf)).catch((thrown) => Promise.reject(atPlace(thrown, location)));
  hold(`sha256:${digest}`);
  accept(bytes, rules);
  notice(rules, unpinned(address2, void 0, location, digest));
  return { bytes, path: address2, display: shownAddress(address2), id: digest };
}
async function fetchRepository(address2, url, clones, location, rules) {
  const { remotes } = rules;
  if (remotes === void 0) throw remoteRefused(address2, location);
  const hold = held(gitReference(url), location, rules);
  const { tree, sha } = await remotes.repository(url, clones.map(urlOf)).catch((thrown) => Promise.reject(atPlace(thrown, location)));
  hold(sha);
  notice(rules, forced(address2, location));
  notice(rules, unpinned(address2, url, location, sha));
  return { clone: { address: address2, url, sha }, tree };
}
async function fetchChart(wanted, clones, { remotes, uses }) {
  if (remotes === void 0)
    throw remoteRefused(wanted.repo, {}, "put the chart beside the kustomization, in `charts`");
  const reference2 = chartReference(wanted);
  const locked = uses?.expect(reference2);
  const { files, digest } = await remotes.chart({ ...wanted, digest: locked }, clones.map(urlOf));
  uses?.use({ ...reference2, digest });
  return files;
}
function urlOf({ url }) {
  return url;
}
function held(reference2, location, { uses }) {
  const atReference = (check2) => {
    try {
      check2();
    } catch (thrown) {
      throw atPlace(thrown, location);
    }
  };
  atReference(() => uses?.expect(reference2));
  return (digest) => atReference(() => uses?.use({ ...reference2, digest }));
}
function notice(rules, diagnostic) {
  if (diagnostic !== void 0) rules.notice?.(diagnostic);
}

// src/engine/loading/imported-roots.ts
var import_node_path13 = __toESM(require_node_path(), 1);
function pathBetween(here, from, path) {
  const isSameTree = keyOf3("/", here.clone) === keyOf3("/", from.clone);
  if (path === "" || isRemote(path) || isSameTree && here.path === from.path) return path;
  if (from.clone !== void 0 && !isSameTree) return addressWithin(from.clone.url, import_node_path13.posix.resolve(from.path, path));
  if (path.startsWith("/")) return path;
  const relative3 = import_node_path13.posix.join(import_node_path13.posix.relative(here.path, from.path), path);
  return isRemote(relative3) ? `./${relative3}` : relative3;
}
function addressWithin({ repository, ref, submodules }, path) {
  const query = [...ref === void 0 ? [] : [`ref=${ref}`], ...submodules ? [] : ["submodules=false"]].join("&");
  return `${repository}//${path.slice(1)}${query === "" ? "" : `?${query}`}`;
}
var ImportedRoots = class {
  #keys;
  /** The roots of other repositories, by their repositories and their paths in these. */
  #elsewhere = /* @__PURE__ */ new Map();
  constructor(roots) {
    this.#keys = new Set(roots.map(({ path, clone: clone2 }) => keyOf3(path, clone2)));
    for (const root of roots) {
      if (root.clone === void 0) continue;
      const repository = repositoryOf(root.clone.url);
      const known = this.#elsewhere.get(repository);
      if (known === void 0) this.#elsewhere.set(repository, /* @__PURE__ */ new Map([[root.path, root]]));
      else known.set(root.path, root);
    }
  }
  /** Tells whether a path lies in or below one of them. @param path absolute within its tree @param clone what it is in */
  hold(path, clone2) {
    return this.#keys.size > 0 && outwards(path).some((at2) => this.#keys.has(keyOf3(at2, clone2)));
  }
  /** Finds the root that an address leads into, and the path from there. Undefined for all other paths. */
  found(address2) {
    if (this.#elsewhere.size === 0) return void 0;
    const url = parseGitReference(address2);
    const roots = url && this.#elsewhere.get(repositoryOf(url));
    if (url === void 0 || roots === void 0) return void 0;
    const target = import_node_path13.posix.resolve("/", url.path);
    const around = outwards(target).find((at2) => roots.has(at2));
    const root = roots.get(around ?? "") ?? [...roots.values()][0];
    return root && { root, path: import_node_path13.posix.relative(root.path, target) || "." };
  }
};
function repositoryOf({ repository, ref, submodules }) {
  return JSON.stringify([repository, ref, submodules]);
}
function outwards(path) {
  const all = [path];
  for (let at2 = path; at2 !== "/"; ) all.push(at2 = import_node_path13.posix.dirname(at2));
  return all;
}

// src/engine/loading/path-problems.ts
var import_node_path14 = __toESM(require_node_path(), 1);
var CHECK_INDENTATION = "Check the indentation: YAML may have joined two lines.";
function checkLength(path, location) {
  if (isTooLong(path)) throw failure("path-too-long", PATH_TOO_LONG, { ...location, hint: CHECK_INDENTATION });
}
async function fileNotFound(named2) {
  const { path, location } = named2;
  if (looksLikeText(path)) return textForPath(location);
  const submodule = await submoduleProblem(named2);
  if (submodule !== void 0)
    return failure("file-not-found", submodule.message, { ...location, hint: submodule.hint });
  return failure("file-not-found", `${shown(named2)} ${await whyMissing(named2)}${asNamed(named2)}`, {
    ...location,
    hint: hintAbout(path) ?? "Correct the path, or add the file. Paths are relative to the directory of the kustomization or composition."
  });
}
function cannotRead(named2, thrown) {
  if (!(thrown instanceof KrmError)) return thrown;
  const diagnostics = thrown.diagnostics.map(
    (one) => one.file === void 0 ? { ...one, ...named2.location } : { ...one, ...named2.location, message: `${shown(named2)} ${one.message}${asNamed(named2)}` }
  );
  return new KrmError(diagnostics, { cause: thrown });
}
function notAFile(named2) {
  return failure("not-a-file", `${shown(named2)} is not a file${asNamed(named2)}`, {
    ...named2.location,
    hint: "Name a file."
  });
}
function outsideRoot(named2, root, liftingHint) {
  return failure("outside-root", `${shown(named2)} must not be read: it is not in or below ${root}`, {
    ...named2.location,
    hint: `Move the file, or make its directory a base.${liftingHint}`
  });
}
function checkDirectoryPath({ path, location }, located2) {
  if (located2 === void 0 && looksLikeText(path)) throw textForPath(location);
  if (path.startsWith("/")) {
    throw failure("absolute-path", `${path} is absolute: directories are named relative to the kustomization`, {
      ...location,
      hint: "Name it by a relative path, such as ../base."
    });
  }
  if (isAmbiguous(path)) {
    throw failure(
      "ambiguous-path",
      `the path "${path}" has a segment that contains two dots, and resolves to "${import_node_path14.posix.normalize(path)}"`,
      { ...location, hint: hintAbout(path) }
    );
  }
}
async function notADirectory(named2, located2) {
  const submodule = await submoduleProblem(named2);
  if (submodule !== void 0) {
    return failure("not-a-directory", submodule.message, { ...named2.location, hint: submodule.hint });
  }
  const problem = located2 === void 0 ? await whyMissing(named2) : "is not a directory";
  return failure("not-a-directory", `${shown(named2)} ${problem}${asNamed(named2)}`, {
    ...named2.location,
    hint: hintAbout(named2.path) ?? "Correct the path. Paths are relative to the directory of the kustomization or composition."
  });
}
function hintAbout(path) {
  if (path.includes("\\")) return "Separate the names by `/`: a backslash is part of a name.";
  if (isAmbiguous(path)) return CHECK_INDENTATION;
  return path.includes("*") ? "Name each file and directory: there are no patterns such as `*`." : void 0;
}
function emptyPath(location) {
  return failure("empty-path", "an entry is empty: a file or a directory is expected", {
    ...location,
    hint: "Name a file or a directory, or remove the entry."
  });
}
function notARepository(address2, location) {
  return failure("not-a-directory", `${shownAddress(address2)} is not the address of a git repository`, {
    ...location,
    hint: "Name owner and repository, or mark the end of the repository: https://host/repository.git//path?ref=v1."
  });
}
function checkStaysInTree(from, path, clone2, location) {
  if (!leavesTop(from, path)) return;
  if (clone2 === void 0) {
    throw failure("outside-tree", `${path} leads out of the repository`, {
      ...location,
      hint: "Name a path within it."
    });
  }
  throw failure("outside-clone", `${path} leads out of ${shownAddress(clone2.url.repository)}`, {
    ...location,
    hint: "Use a path within that repository, or an address."
  });
}
function shown({ tree, resolved }) {
  return tree.display(resolved);
}
function asNamed(named2) {
  return named2.path === shown(named2) ? "" : ` (named as ${named2.path})`;
}
async function whyMissing({ tree, resolved }) {
  let here = resolved;
  let parent = await tree.lookup(import_node_path14.posix.dirname(here));
  while (parent === void 0) {
    here = import_node_path14.posix.dirname(here);
    if (here === "/") return "does not exist";
    parent = await tree.lookup(import_node_path14.posix.dirname(here));
  }
  const entries = parent.type === "directory" ? await tree.list(parent.path) : [];
  if (!entries.some(({ name }) => name === import_node_path14.posix.basename(here))) return "does not exist";
  const link = here === resolved ? "is a symlink" : `is behind the symlink ${tree.display(here)},`;
  return `${link} that leads nowhere or leaves ${tree.label}`;
}
async function submoduleProblem(named2) {
  const { tree, resolved } = named2;
  let here = resolved;
  let found = await tree.lookup(here);
  while (found === void 0 && here !== "/") {
    here = import_node_path14.posix.dirname(here);
    found = await tree.lookup(here);
  }
  if (found === void 0) return void 0;
  const which = here === resolved ? "is a submodule" : `is in the submodule ${tree.display(here)}`;
  if (found.isSubmodule) {
    return {
      message: `${shown(named2)} ${which}, whose files are not part of ${tree.label}${asNamed(named2)}`,
      hint: "Name it by the address of its own repository, such as https://host/repository//path?ref=v1."
    };
  }
  if (here === resolved || !await isEmptySubmodule(tree, here)) return void 0;
  return {
    message: `${shown(named2)} ${which}, whose files were not fetched${asNamed(named2)}`,
    hint: "Run `git submodule update --init --recursive`; with actions/checkout, set `submodules: recursive`."
  };
}
async function isEmptySubmodule(tree, directory2) {
  if ((await tree.lookup(directory2))?.type !== "directory" || (await tree.list(directory2)).length > 0) return false;
  for (let above = directory2, isTop = false; above !== "/" && !isTop; ) {
    above = import_node_path14.posix.dirname(above);
    isTop = await tree.lookup(import_node_path14.posix.join(above, ".git")) !== void 0;
    const modules = import_node_path14.posix.join(above, ".gitmodules");
    if ((await tree.lookup(modules))?.type !== "file") continue;
    const text6 = Buffer.from(await tree.read(modules)).toString();
    return submodulePaths(text6).some((path) => import_node_path14.posix.join(above, path) === directory2);
  }
  return false;
}
function submodulePaths(text6) {
  return text6.split("\n").flatMap((line) => {
    const [name = "", ...value] = line.split("=");
    return name.trim() === "path" ? [import_node_path14.posix.join(value.join("=").trim(), ".")] : [];
  });
}
function textForPath(location) {
  return failure("file-not-found", "there is no such file: this entry is a text, not a path", {
    ...location,
    hint: "Put the text into a file and list the file. If the field takes inline documents, correct the text."
  });
}

// src/engine/loading/root.ts
var NO_OTHERS = new ImportedRoots([]);
var Root = class _Root {
  tree;
  /** Absolute within the tree and free of symlinks. */
  path;
  /** Unique among the roots of a build. Begins with the key of every directory around it. */
  key;
  /** The keys of the roots that led here within the same tree, outermost first, without this one. */
  ancestors;
  /** The repositories elsewhere that led here, outermost first; the last one is where this root is. */
  clones;
  /** The entry that names this root; undefined for the one that a build starts from. */
  namedAt;
  #rules;
  /** Further directories that may be read; see {@link spanning}. */
  #others;
  constructor(tree, path, ancestors, clones, rules, namedAt, others = NO_OTHERS) {
    this.tree = tree;
    this.path = path;
    this.ancestors = ancestors;
    this.clones = clones;
    this.#rules = rules;
    this.namedAt = namedAt;
    this.#others = others;
    this.key = this.#keyOf(path);
  }
  /**
   * The root that a build starts from.
   * @param directory absolute within the tree, or the address of a git repository
   * @throws KrmError `not-a-directory`
   */
  static async open(tree, directory2, rules) {
    if (isRemote(directory2)) {
      return new _Root(tree, "/", [], [], rules).enter(directory2, { file: shownAddress(directory2) });
    }
    const located2 = await tree.lookup(directory2);
    if (located2?.type === "directory") return new _Root(tree, located2.path, [], [], rules);
    const problem = located2 === void 0 ? "does not exist" : "is not a directory";
    throw failure("not-a-directory", `cannot build ${tree.display(directory2)}: it ${problem}`, {
      file: tree.display(directory2),
      hint: "Name a directory that holds a kustomization file."
    });
  }
  /** The same root, whose diagnostics and uses go elsewhere. */
  reportingTo(reports) {
    return this.#copy({ ...this.#rules, ...reports }, this.#others);
  }
  /** The same root for the build of another root. */
  inBuildOf(other) {
    const isSameTree = originalOf(this.tree) === originalOf(other.tree);
    return this.#copy(other.#rules, this.#others, isSameTree ? other.tree : this.tree);
  }
  /** The same root for work that several builds share: what it asks is recorded apart if it is recorded, and what is secret. */
  apart() {
    const tree = this.tree.record === void 0 ? this.tree : recordedApart(this.tree);
    return this.#copy({ ...this.#rules, secrets: this.secrets?.apart() }, this.#others, tree);
  }
  /** Texts that may be values of Secrets. */
  get secrets() {
    return this.#rules.secrets;
  }
  /**
   * The same root, which may also read what lies in or below the others, and finds what {@link pathOf} names in
   * repositories elsewhere.
   */
  spanning(others) {
    return this.#copy(this.#rules, new ImportedRoots(others));
  }
  #copy(rules, others, tree = this.tree) {
    return new _Root(tree, this.path, this.ancestors, this.clones, rules, this.namedAt, others);
  }
  /** The root and the path by which to find what a path names: other ones for an address within an imported repository. */
  resolve(path) {
    return this.#others.found(path) ?? { root: this, path };
  }
  /** The path by which this root names what another one names by `path`. */
  pathOf(from, path) {
    return pathBetween(this, from, path);
  }
  /** The commit elsewhere that this root is in; undefined in the tree of the build itself. */
  get clone() {
    return this.clones.at(-1);
  }
  #keyOf(path) {
    return keyOf3(path, this.clone);
  }
  /** True if only files in or below it may be read. Repositories elsewhere are always restricted. */
  get isRestricted() {
    return this.clone !== void 0 || this.#rules.loadRestrictor !== "none";
  }
  /** How the restriction can be lifted, at the end of a hint. */
  get liftingHint() {
    const how = "--load-restrictor LoadRestrictionsNone lifts the rule, in the action the setting load-restrictor.";
    return this.clone === void 0 ? ` ${how}` : "";
  }
  get display() {
    return this.tree.display(this.path);
  }
  /** Looks up a path that the kustomization names, following links; undefined if nothing is there. */
  lookup(path) {
    if (isTooLong(path)) return Promise.resolve(void 0);
    const found = this.#others.found(path);
    if (found !== void 0) return found.root.lookup(found.path);
    return leavesTop(this.path, path) ? Promise.resolve(void 0) : this.tree.lookup(this.#resolve(path));
  }
  #resolve(path) {
    return import_node_path15.posix.resolve(this.path, path);
  }
  #named(path, location) {
    return { tree: this.tree, path, resolved: this.#resolve(path), location };
  }
  /** Reads a file that the kustomization names. @throws KrmError `file-not-found`, `not-a-file` or `outside-root` */
  async read(path, location) {
    checkLength(path, location);
    const found = this.#others.found(path);
    if (found !== void 0) return found.root.read(found.path, location);
    if (isAddress2(path)) return fetchFile(path, this.clones, location, this.#rules);
    checkStaysInTree(this.path, path, this.clone, location);
    const located2 = await this.#found(path, location);
    if (located2 === void 0) throw await fileNotFound(this.#named(path, location));
    if (located2.type !== "file") throw notAFile(this.#named(path, location));
    if (this.isRestricted && !this.#contains(located2.path)) {
      throw outsideRoot(this.#named(path, location), this.display, this.liftingHint);
    }
    this.#rules.budget?.resume();
    const bytes = await this.#bytes(located2.path, path, location);
    accept(bytes, this.#rules);
    const display = this.tree.display(this.#resolve(path));
    return { bytes, path: this.#keyOf(located2.path), display, id: located2.id };
  }
  #contains(path) {
    return contains(this.path, path) || this.#others.hold(path, this.clone);
  }
  async #bytes(real, path, location) {
    try {
      return await this.tree.read(real);
    } catch (thrown) {
      throw cannotRead(this.#named(path, location), thrown);
    }
  }
  /** Looks up a path; problems, such as those of a submodule, get the place that names it. */
  async #found(path, location) {
    try {
      return await this.lookup(path);
    } catch (thrown) {
      throw atPlace(thrown, location);
    }
  }
  /** Charges the time from here on to the build of this root. Call it after an await. */
  claim() {
    this.#rules.budget?.claim();
  }
  /** The files of a chart on another machine. @throws KrmError `remote-unsupported`, and the errors of fetching, without a place */
  chart(wanted) {
    return fetchChart(wanted, this.clones, this.#rules);
  }
  /** The root of a directory that the kustomization names. @throws KrmError `not-a-directory`, `cycle` and others */
  enter(path, location) {
    return this.#enter(path, location, "include");
  }
  /**
   * The root of a directory whose composition is imported. It may contain this root.
   * @throws KrmError `not-a-directory` and others
   */
  importFrom(path, location) {
    return this.#enter(path, location, "import");
  }
  async #enter(path, location, entering) {
    if (path === "") throw emptyPath(location);
    checkLength(path, location);
    const url = parseGitReference(path);
    if (url !== void 0) return this.#enterClone(path, url, location, entering);
    if (isAddress2(path)) throw notARepository(path, location);
    const located2 = await this.#found(path, location);
    const named2 = this.#named(path, location);
    checkDirectoryPath(named2, located2);
    checkStaysInTree(this.path, path, this.clone, location);
    if (located2?.type !== "directory") throw await notADirectory(named2, located2);
    if (entering === "include") checkCycle(this, this.#keyOf(located2.path), location);
    return new _Root(this.tree, located2.path, [...this.ancestors, this.key], this.clones, this.#rules, location);
  }
  /** The root of a directory of a repository elsewhere; docs/specification/remote-sources.md 3. */
  async #enterClone(address2, url, location, entering) {
    if (entering === "include") checkAddressCycle(this, address2, location);
    const { clone: clone2, tree } = await fetchRepository(address2, url, this.clones, location, this.#rules);
    const path = await directoryOf(clone2, tree, location);
    return new _Root(tree, path, [], [...this.clones, clone2], this.#rules, location);
  }
};

// src/engine/context/base-memo.ts
var BaseMemo = class {
  #requested = /* @__PURE__ */ new Set();
  #kept = /* @__PURE__ */ new Map();
  /** Forgets all bases. */
  release() {
    this.#kept.clear();
  }
  /** @param key differs for bases that are built differently: by root, and by position if origins are tracked */
  async base(root, key, build2) {
    if (!this.#requested.has(key)) {
      this.#requested.add(key);
      return build2();
    }
    let kept = this.#kept.get(key);
    if (kept === void 0) {
      kept = build2();
      this.#kept.set(key, kept);
    }
    const base = await kept.catch(() => void 0);
    if (base === void 0 || runsIntoCycle(base, root)) return build2();
    return { ...base, resources: base.resources.map((resource) => resource.clone()) };
  }
};
function runsIntoCycle(base, root) {
  return [...base.roots].some((opened) => leadsBackTo(root, opened));
}

// src/engine/context/build-schemas.ts
var BuildSchemas = class {
  state = { choice: void 0, used: false, unknownScopes: false };
  /** Loads the built-in types before anything needs them, so that those of a file only add to them. */
  loadBuiltIn() {
    this.state = { ...this.state, used: true };
  }
  /** Differs for states in which bases are built differently. */
  get key() {
    const { choice, used: used2, unknownScopes } = this.state;
    if (choice === void 0) return `${used2 ? "used" : ""}${unknownScopes ? "scopes" : ""}`;
    return choice === "built-in" ? choice : `${choice.builtIn} ${choice.path}`;
  }
  schemaFor(apiVersion, kind) {
    const { choice, used: used2 } = this.state;
    if (choice === void 0 && !used2) this.state = { ...this.state, used: true };
    if (choice === void 0 || choice === "built-in") return builtInSchemas.schemaFor(apiVersion, kind);
    return choice.document().schemaFor(apiVersion, kind, choice.builtIn);
  }
  isClusterScoped(apiVersion, kind) {
    if (builtInSchemas.isClusterScoped(apiVersion, kind)) return true;
    const { choice, unknownScopes } = this.state;
    if (choice === "built-in" || choice === void 0 && unknownScopes || isNamespaced(apiVersion, kind))
      return false;
    if (choice !== void 0) return choice.document().isClusterScoped(apiVersion, kind);
    this.state = { ...this.state, unknownScopes: true };
    return false;
  }
  choose(schemas2) {
    const { used: used2, unknownScopes } = this.state;
    const builtIn = used2 ? "behind" : unknownScopes ? "in-front" : "unknown";
    const choice = schemas2 === "built-in" ? schemas2 : { ...schemas2, builtIn };
    this.state = { choice, used: false, unknownScopes: false };
  }
};

// src/engine/context/compositions.ts
var Compositions = class {
  #kept = /* @__PURE__ */ new Map();
  /** Forgets all compositions. */
  release() {
    this.#kept.clear();
  }
  /**
   * @param used gets what a kept composition used @param consolidate does the work, and notes what it uses itself
   * @throws KrmError its errors, which are about this build and not kept
   */
  async of(root, used2, consolidate) {
    const kept = this.#kept.get(root.key);
    if (kept !== void 0) {
      for (const use of kept.used) used2.push(use);
      includeRecord(root.tree, kept.record);
      root.secrets?.include(kept.secrets);
      return inBuildOf(root, kept.consolidated);
    }
    const consolidation2 = await consolidate();
    if (consolidation2.isShared) this.#kept.set(root.key, consolidation2);
    return inBuildOf(root, consolidation2.consolidated);
  }
};
function inBuildOf(root, consolidated) {
  const moved = /* @__PURE__ */ new Map();
  const move2 = (one) => {
    let found = moved.get(one);
    if (found === void 0) moved.set(one, found = one.inBuildOf(root));
    return found;
  };
  const entries = consolidated.entries.map((entry2) => ({ ...entry2, root: move2(entry2.root) }));
  return { ...consolidated, root: move2(consolidated.root), entries, imported: consolidated.imported.map(move2) };
}

// src/builtins/document.ts
var objectFields = /* @__PURE__ */ new Set(["apiVersion", "kind", "metadata"]);
function documentOf2(fields4) {
  return record(fields4, { besides: objectFields });
}
var metadata = record(objectMetaFields, {
  besides: /* @__PURE__ */ new Set(["creationTimestamp", "finalizers", "generateName", "ownerReferences", "uid"])
});
function strictly(fields4) {
  return Object.fromEntries(Object.entries(fields4).map(([name, decoder]) => [name, exactly(decoder)]));
}
function decodedAs(decoder, change3) {
  return (node, reading) => {
    const decoded = decoder(node, reading);
    return decoded === void 0 ? void 0 : change3(decoded);
  };
}

// src/builtins/image-names.ts
var TAG2 = "(:[a-zA-Z0-9_.{}-]*)?";
var DIGEST = "(@[a-zA-Z0-9]+([.+_-][a-zA-Z0-9]+)*:[a-zA-Z0-9_.{}-]*)?";
var REST = new RegExp(`^${TAG2}${DIGEST}$`);
var MARKS = /[:@]/;
var MAX_MARKS = 3;
var PLAIN2 = /^[\w/:@-]+(?:\.[\w/:@-]+)*$/;
function imageMatcher(name) {
  if (!PLAIN2.test(name)) return compileRegex(`^${name}${TAG2}${DIGEST}$`);
  return (image2) => startsLike(image2, name) && REST.test(image2.slice(name.length));
}
function startsLike(image2, name) {
  if (image2.length < name.length) return false;
  for (let at2 = 0; at2 < name.length; at2++) {
    const expected = name.charCodeAt(at2);
    const found = image2.charCodeAt(at2);
    if (expected !== found && (expected !== DOT || !isAnyCharacter(found))) return false;
  }
  return true;
}
var DOT = 46;
var NEWLINE2 = 10;
var SURROGATES = 55296;
function isAnyCharacter(code) {
  return code !== NEWLINE2 && code < SURROGATES;
}
var ImageNames = class {
  /** The positions of the entries with each plain name, in ascending order. */
  #plain = /* @__PURE__ */ new Map();
  /** The different places of the dots in the plain names of each length. */
  #dots = /* @__PURE__ */ new Map();
  /** The positions of all other entries that can match something, in ascending order. */
  #others = [];
  #matchers = [];
  /** Results of {@link #plainMatches}. */
  #known = /* @__PURE__ */ new Map();
  constructor(names) {
    for (const [at2, name] of names.entries()) {
      if (PLAIN2.test(name)) {
        this.#addPlain(name, at2);
        continue;
      }
      const matches = imageMatcher(name);
      if (matches === void 0) continue;
      this.#others.push(at2);
      this.#matchers.push(matches);
    }
  }
  #addPlain(name, at2) {
    const known = this.#plain.get(name);
    if (known !== void 0) {
      known.push(at2);
      return;
    }
    this.#plain.set(name, [at2]);
    const dots = [...name.matchAll(/\./g)].map(({ index }) => index);
    const ofLength = this.#dots.get(name.length) ?? /* @__PURE__ */ new Map();
    this.#dots.set(name.length, ofLength.set(dots.join(), dots));
  }
  /** The position of the first entry, not before `from`, that matches an image; undefined if there is none. */
  next(image2, from) {
    checkTime();
    const plain2 = this.#plainMatches(image2);
    const first2 = plain2[firstFrom(plain2, from)];
    for (let index = firstFrom(this.#others, from); index < this.#others.length; index++) {
      const at2 = this.#others[index];
      if (first2 !== void 0 && at2 > first2) break;
      if (this.#matchers[index]?.(image2)) return at2;
    }
    return first2;
  }
  /** The positions of the entries with a plain name that match an image, in ascending order. */
  #plainMatches(image2) {
    const known = this.#known.get(image2);
    if (known !== void 0) return known;
    let matches = [];
    let end = image2.length;
    for (let marks = 0; marks <= MAX_MARKS && end > 0; marks++) {
      const places = this.#dots.get(end);
      if (places !== void 0 && REST.test(image2.slice(end))) {
        for (const dots of places.values()) {
          const found = this.#plain.get(withDots(image2.slice(0, end), dots)) ?? [];
          matches = matches.length === 0 ? found : [...matches, ...found].sort((a, b) => a - b);
        }
      }
      do
        end--;
      while (end > 0 && !MARKS.test(image2.charAt(end)));
    }
    if (this.#known.size >= MAX_KNOWN2) this.#known.clear();
    this.#known.set(image2, matches);
    return matches;
  }
};
var MAX_KNOWN2 = 1e3;
function withDots(text6, dots) {
  let dotted = "";
  let end = 0;
  for (const at2 of dots) {
    dotted += text6.slice(end, at2) + (isAnyCharacter(text6.charCodeAt(at2)) ? "." : text6.charAt(at2));
    end = at2 + 1;
  }
  return dotted + text6.slice(end);
}
function firstFrom(ascending, from) {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (ascending[middle] < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

// src/builtins/image-tag-transformer.ts
var imagePaths = words(`
  spec/containers[]/image
  spec/initContainers[]/image
  spec/volumes[]/image/reference
  spec/template/spec/containers[]/image
  spec/template/spec/initContainers[]/image
  spec/template/spec/volumes[]/image/reference
`);
var imageTagTransformer = {
  kind: "ImageTagTransformer",
  role: "transformer",
  defaults: { images: fields(everything, imagePaths, "create") },
  decode: decodedAs(
    documentOf2({ imageTag: image, fieldSpecs }),
    ({ imageTag, ...args }) => ({ ...args, images: imageTag === void 0 ? [] : [imageTag] })
  ),
  fields: [
    {
      name: "images",
      args: ({ images = [], location }, configuration) => images.length > 0 ? [{ images, fieldSpecs: configuration.images, location }] : [],
      steps: ({ images }) => images.length
    }
  ],
  withFieldSpecs: (args, { images: specs }) => ({ ...args, fieldSpecs: args.fieldSpecs ?? specs }),
  create: ({ images, fieldSpecs: specs = [] }) => [setImages(images, specs)]
};
function setImages(images, reached2) {
  const specs = FieldSpecs.of(reached2);
  const entries = images.map(asEntry);
  const names = new ImageNames(images.map(({ name = "" }) => name));
  return {
    kind: "ImageTagTransformer",
    transform(resources, warn) {
      if (images.length === 0) return;
      const places = [];
      for (const resource of resources.items) {
        if (resource.node === void 0 || resource.id.kind === "CustomResourceDefinition") continue;
        try {
          const found2 = findImages(resource.node, resource.id, specs);
          if (found2.length === 0) continue;
          for (const [field2, times] of counted(found2)) editAll(field2, times, entries, names);
          places.push(found2);
        } catch (thrown) {
          throw about(thrown, resource.describe(), resource.origin);
        }
      }
      const unused = entries.filter(({ used: used2 }) => !used2);
      if (unused.length === 0) return;
      const found = imageNames(places.flat());
      for (const entry2 of unused) warn(() => unusedImage(entry2, found));
    }
  };
}
function findImages(node, gvk2, specs) {
  const places = [];
  collectImages(node, places);
  specs.visit(node, gvk2, (field2) => places.push(field2));
  return places;
}
function asEntry(entry2) {
  const changes = entry2.newName || entry2.newTag || entry2.digest || entry2.tagSuffix;
  return { ...entry2, used: !changes };
}
function collectImages(node, into) {
  if (node.kind === "seq") {
    const { items } = node;
    for (let at2 = 0; at2 < items.length; at2++) collectImages(items[at2], into);
    return;
  }
  if (node.kind !== "map") return;
  const { entries } = node;
  for (let at2 = 0; at2 < entries.length; at2++) {
    const { key, value } = entries[at2];
    if (value.kind === "scalar") continue;
    collectImages(value, into);
    const isContainers = key.kind === "scalar" && (key.value === "containers" || key.value === "initContainers");
    if (isContainers && value.kind === "seq") collectFrom(value.items, into);
  }
}
function collectFrom(containers, into) {
  for (const container of containers) {
    if (container.kind !== "map") {
      if (isNull(container)) continue;
      throw failure("invalid-value", "a container is not a map", {
        ...locate(container),
        hint: "Check the indentation of the containers."
      });
    }
    const found = get(container, "image");
    if (found !== void 0) into.push(found);
  }
}
function counted(found) {
  const times = /* @__PURE__ */ new Map();
  for (const field2 of found) times.set(field2, (times.get(field2) ?? 0) + 1);
  return times;
}
function editAll(node, times, entries, names) {
  if (isNull(node)) return;
  const field2 = requireScalar(node, "an image");
  let at2 = names.next(field2.value, 0);
  for (let edits = 0; at2 !== void 0; ) {
    const entry2 = entries[at2];
    entry2.used = true;
    setScalar(field2, scalar(editImage(field2.value, entry2)));
    if (isNull(field2)) return;
    edits++;
    const following = names.next(field2.value, edits < times ? at2 : at2 + 1);
    if (following !== at2) edits = 0;
    at2 = following;
  }
}
var MAX_NAMES = 5;
var MAX_COMPARED = 500;
function imageNames(places) {
  const names = /* @__PURE__ */ new Set();
  for (const place of places) {
    if (place.kind === "scalar" && place.value !== "") names.add(splitImage(place.value).name);
    if (names.size === MAX_COMPARED) break;
  }
  return [...names];
}
function unusedImage({ name = "", location }, names) {
  const entry2 = name === "" ? "an images entry without a name" : `the images entry \`${shorten(name)}\``;
  const why = imageMatcher(name) === void 0 ? ": its name is not a regular expression" : "";
  const message = `${entry2} matches no image${why}`;
  return { code: "unused-image", severity: "warning", message, ...location, hint: hintFor2(name, names) };
}
function hintFor2(name, names) {
  const plain2 = splitImage(name).name;
  const last = (image2) => image2.slice(image2.lastIndexOf("/") + 1);
  const near = names.find((one) => one === plain2 || last(one) === last(plain2)) ?? nearest(name, names);
  if (near !== void 0) return `Did you mean \`${shorten(near)}\`?`;
  if (names.length === 0) return "Remove the entry, or move it to where the images are: no object here has one.";
  const more = names.length > MAX_NAMES ? ", \u2026" : "";
  const some = names.slice(0, MAX_NAMES).map((one) => `\`${shorten(one)}\``);
  return `Correct the name, or remove the entry. The images here are ${some.join(", ")}${more}.`;
}
function editImage(image2, entry2) {
  let { name, tag, digest } = splitImage(image2);
  if (entry2.newName) name = entry2.newName;
  if (entry2.newTag || entry2.digest) {
    tag = entry2.newTag ?? "";
    digest = entry2.digest ?? "";
  } else if (entry2.tagSuffix) {
    tag += entry2.tagSuffix;
    digest = "";
  }
  return name + (tag === "" ? "" : `:${tag}`) + (digest === "" ? "" : `@${digest}`);
}
function splitImage(image2) {
  const slash = Math.max(image2.indexOf("/"), 0);
  const at2 = image2.indexOf("@", slash);
  const colon = image2.indexOf(":", slash);
  const digest = at2 < 0 ? "" : image2.slice(at2 + 1);
  if (colon < 0 || at2 >= 0 && at2 < colon) return { name: at2 < 0 ? image2 : image2.slice(0, at2), tag: "", digest };
  return { name: image2.slice(0, colon), tag: image2.slice(colon + 1, at2 < 0 ? void 0 : at2), digest };
}

// src/builtins/label-fields.ts
var appsDeployment = owner("Deployment", "apps");
var appsStatefulSet = owner("StatefulSet", "apps");
var batchCronJob = owner("CronJob", "batch");
var batchJob = owner("Job", "batch");
var networkPolicy = owner("NetworkPolicy", "networking.k8s.io");
var replicationController = owner("ReplicationController", "", "v1");
var spreading = words(`
  affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels
  affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels
  affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels
  affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels
  topologySpreadConstraints/labelSelector/matchLabels
`).map((path) => `spec/template/spec/${path}`);
function templateMetadata(part, statefulSet) {
  const template = [`spec/template/metadata/${part}`];
  const jobTemplate = [`spec/jobTemplate/metadata/${part}`, `spec/jobTemplate/spec/template/metadata/${part}`];
  return [
    ...fields(owner("Deployment"), template, "create"),
    ...fields(statefulSet, template, "create"),
    ...fields(batchCronJob, jobTemplate, "create"),
    ...fields(batchJob, template, "create"),
    ...fields(replicationController, template, "create"),
    ...fields(owner("DaemonSet"), template, "create"),
    ...fields(owner("ReplicaSet"), template, "create"),
    ...fields(everything, [`metadata/${part}`], "create")
  ];
}
var claimTemplateLabels = fields(appsStatefulSet, ["spec/volumeClaimTemplates[]/metadata/labels"], "create");
var commonLabels = [
  ...fields(owner("Service", "", "v1"), ["spec/selector"], "create"),
  ...fields(appsDeployment, spreading),
  ...fields(owner("Deployment"), words("spec/template/metadata/labels spec/selector/matchLabels"), "create"),
  ...fields(appsStatefulSet, ["spec/selector/matchLabels"], "create"),
  ...fields(appsStatefulSet, spreading),
  ...claimTemplateLabels,
  ...fields(appsStatefulSet, ["spec/template/metadata/labels"], "create"),
  ...fields(
    batchCronJob,
    words("spec/jobTemplate/metadata/labels spec/jobTemplate/spec/template/metadata/labels"),
    "create"
  ),
  ...fields(batchCronJob, ["spec/jobTemplate/spec/selector/matchLabels"]),
  ...fields(owner("PodDisruptionBudget", "policy"), ["spec/selector/matchLabels"]),
  ...fields(batchJob, ["spec/selector/matchLabels"]),
  ...fields(batchJob, ["spec/template/metadata/labels"], "create"),
  ...fields(
    networkPolicy,
    words(
      "spec/egress/to/podSelector/matchLabels spec/ingress/from/podSelector/matchLabels spec/podSelector/matchLabels"
    )
  ),
  ...fields(replicationController, words("spec/template/metadata/labels spec/selector"), "create"),
  ...fields(owner("DaemonSet"), words("spec/template/metadata/labels spec/selector/matchLabels"), "create"),
  ...fields(owner("ReplicaSet"), words("spec/template/metadata/labels spec/selector/matchLabels"), "create"),
  ...fields(everything, ["metadata/labels"], "create")
];
var templateLabels = templateMetadata("labels", appsStatefulSet);
var annotationFields = templateMetadata("annotations", owner("StatefulSet"));

// src/builtins/label-transformer.ts
var labelFields2 = { labels: textMap, fieldSpecs };
var annotationsFields = { annotations: textMap, fieldSpecs };
var labelTransformer = {
  kind: "LabelTransformer",
  role: "transformer",
  defaults: { commonLabels, labels: [], templateLabels, volumeClaimTemplateLabels: claimTemplateLabels },
  decode: documentOf2(labelFields2),
  fields: [
    {
      name: "labels",
      args: ({ labels = [] }, configuration) => labels.map((label2) => ({
        labels: label2.pairs ?? /* @__PURE__ */ new Map(),
        fieldSpecs: fieldSpecsOf(label2, configuration),
        location: label2.location
      }))
    },
    {
      name: "commonLabels",
      /** kustomize runs this step after the entries of `labels` too, even without any commonLabels. */
      args({ labels = [], commonLabels: common = /* @__PURE__ */ new Map(), location }, configuration) {
        if (labels.length === 0 && common.size === 0) return [];
        return [{ labels: common, fieldSpecs: configuration.commonLabels, location }];
      }
    }
  ],
  withFieldSpecs: (args, { commonLabels: specs }) => ({ ...args, fieldSpecs: args.fieldSpecs ?? specs }),
  create({ labels = /* @__PURE__ */ new Map(), fieldSpecs: specs, location }, { warn }) {
    if (specs === void 0 && labels.size > 0) {
      warn(noFieldSpecs("LabelTransformer", "metadata/labels", "labels", location));
    }
    return [setLabels(labels, specs ?? [])];
  }
};
var annotationsTransformer = {
  kind: "AnnotationsTransformer",
  role: "transformer",
  defaults: { commonAnnotations: annotationFields },
  decode: documentOf2(annotationsFields),
  fields: [
    {
      name: "commonAnnotations",
      args: ({ commonAnnotations: annotations, location }, configuration) => annotations?.size ? [{ annotations, fieldSpecs: configuration.commonAnnotations, location }] : []
    }
  ],
  withFieldSpecs: (args, { commonAnnotations }) => ({ ...args, fieldSpecs: args.fieldSpecs ?? commonAnnotations }),
  create({ annotations = /* @__PURE__ */ new Map(), fieldSpecs: specs, location }, { warn }) {
    if (specs === void 0 && annotations.size > 0) {
      warn(noFieldSpecs("AnnotationsTransformer", "metadata/annotations", "commonAnnotations", location));
    }
    return [entriesTransformer("AnnotationsTransformer", annotations, specs ?? [])];
  }
};
function noFieldSpecs(kind, path, field2, location) {
  return {
    code: "no-field-specs",
    severity: "warning",
    message: `this ${kind} changes nothing: it has no fieldSpecs`,
    ...location,
    hint: `Add \`fieldSpecs: [{path: ${path}, create: true}]\`, use the field \`${field2}\` of the kustomization, or remove the document.`
  };
}
var fieldSpecsByOptions = /* @__PURE__ */ new WeakMap();
function fieldSpecsOf(label2, configuration) {
  if (label2.fields?.length) return mergedFieldSpecs(label2, configuration);
  let known = fieldSpecsByOptions.get(configuration);
  if (known === void 0) fieldSpecsByOptions.set(configuration, known = /* @__PURE__ */ new Map());
  const { includeSelectors, includeTemplates, includeVolumeClaimTemplates } = label2;
  const key = [includeSelectors, includeTemplates, includeVolumeClaimTemplates].map(Boolean).join();
  let found = known.get(key);
  if (found === void 0) known.set(key, found = mergedFieldSpecs(label2, configuration));
  return found;
}
function mergedFieldSpecs(label2, configuration) {
  const merge2 = (specs, more) => mergeFieldSpecs("labels", specs, more);
  const own = merge2(label2.fields ?? [], configuration.labels);
  if (label2.includeSelectors) return merge2(own, configuration.commonLabels);
  const withTemplates = label2.includeTemplates ? merge2(own, configuration.templateLabels) : own;
  const withClaims = label2.includeVolumeClaimTemplates ? merge2(withTemplates, configuration.volumeClaimTemplateLabels) : withTemplates;
  return merge2(withClaims, [{ path: "metadata/labels", create: true }]);
}
var CREATE_MAP = { kind: "map", tag: "!!map" };
function setLabels(labels, specs) {
  return entriesTransformer("LabelTransformer", labels, specs);
}
function entriesTransformer(kind, entries, reached2) {
  if (entries.size === 0) return { kind, transform() {
  } };
  const specs = FieldSpecs.of(reached2);
  const meetsBookkeeping = reached2.some(({ path, create }) => !create && /^\/?metadata\/annotations$/.test(path));
  const sorted = [...entries].sort(([a], [b]) => a < b ? -1 : 1);
  return {
    kind,
    transform(resources) {
      for (const resource of resources.items) {
        if (resource.node === void 0) continue;
        if (meetsBookkeeping && resource.isAnnotated) createAnnotations(resource.node);
        const values = sorted.map(([key, value]) => ({ key, value: scalar(value, "!!str") }));
        const set = (node) => {
          if (isNull(node)) return;
          if (node.kind !== "map") throw notMap(node);
          for (const { key, value } of values) setField(node, key, value);
        };
        specs.visit(resource.node, resource.id, set, CREATE_MAP);
      }
    }
  };
}
function notMap(node) {
  const found = node.kind === "seq" ? "a list" : "a single value";
  return failure("invalid-value", `labels or annotations cannot be set in ${found}`, {
    ...locate(node),
    hint: "Make it a map, or correct the field spec."
  });
}

// src/builtins/name-affix.ts
var prefixFields = { prefix: text2, fieldSpecs };
var suffixFields = { suffix: text2, fieldSpecs };
var prefixTransformer = {
  kind: "PrefixTransformer",
  role: "transformer",
  defaults: { namePrefix: fields(everything, ["metadata/name"]) },
  decode: documentOf2(prefixFields),
  fields: [
    {
      name: "namePrefix",
      args: (kustomization, { namePrefix }) => kustomization.namePrefix ? [
        {
          prefix: kustomization.namePrefix,
          fieldSpecs: namePrefix,
          location: fieldPlace(kustomization, "namePrefix")
        }
      ] : []
    }
  ],
  withFieldSpecs: (args, { namePrefix }) => ({ ...args, fieldSpecs: args.fieldSpecs ?? namePrefix }),
  create: (args) => [affixTransformer("PrefixTransformer", args.prefix, requireFieldSpecs("PrefixTransformer", args))]
};
var suffixTransformer = {
  kind: "SuffixTransformer",
  role: "transformer",
  defaults: { nameSuffix: fields(everything, ["metadata/name"]) },
  decode: documentOf2(suffixFields),
  fields: [
    {
      name: "nameSuffix",
      args: (kustomization, { nameSuffix }) => kustomization.nameSuffix ? [
        {
          suffix: kustomization.nameSuffix,
          fieldSpecs: nameSuffix,
          location: fieldPlace(kustomization, "nameSuffix")
        }
      ] : []
    }
  ],
  withFieldSpecs: (args, { nameSuffix }) => ({ ...args, fieldSpecs: args.fieldSpecs ?? nameSuffix }),
  create: (args) => [affixTransformer("SuffixTransformer", args.suffix, requireFieldSpecs("SuffixTransformer", args))]
};
var prefixSuffixTransformer = {
  kind: "PrefixSuffixTransformer",
  role: "transformer",
  decode: documentOf2({ ...prefixFields, ...suffixFields }),
  withFieldSpecs: (args, { namePrefix, nameSuffix }) => args.fieldSpecs === void 0 ? { ...args, fieldSpecs: namePrefix, suffixSpecs: nameSuffix } : args,
  create(args) {
    const specs = requireFieldSpecs("PrefixSuffixTransformer", args);
    return [
      affixTransformer("PrefixTransformer", args.prefix, specs),
      affixTransformer("SuffixTransformer", args.suffix, args.suffixSpecs ?? specs)
    ];
  }
};
function requireFieldSpecs(kind, { fieldSpecs: specs, location }) {
  if (specs !== void 0) return specs;
  throw failure("missing-field-specs", `fieldSpecs is not expected to be nil: this ${kind} has none`, {
    ...location,
    hint: "Add `fieldSpecs: [{path: metadata/name}]`."
  });
}
var NEVER_RENAMED = [
  { kind: "CustomResourceDefinition" },
  { group: "apiregistration.k8s.io", kind: "APIService" },
  { kind: "Namespace" }
];
var CREATE_NAME = { kind: "scalar", tag: "!!str" };
function affixTransformer(kind, affix = "", reached2) {
  const specs = FieldSpecs.of(reached2);
  return {
    kind,
    transform(resources) {
      if (affix === "") return;
      for (const resource of resources.items) {
        const original = resource.originalId;
        if (resource.node === void 0 || NEVER_RENAMED.some((pattern) => selectedBy(original, pattern))) continue;
        if (get(get(resource.node, "metadata"), "name") === void 0) {
          for (const spec of reached2) {
            const isName = spec.path === "metadata/name" && selectedBy(original, spec) && selectedBy(resource.id, spec);
            if (isName) remember(resource, kind, affix);
          }
        }
        specs.visit(
          resource.node,
          resource.id,
          (node, spec) => {
            if (!selectedBy(original, spec)) return;
            if (spec.path === "metadata/name") remember(resource, kind, affix);
            attach(node, kind, affix);
          },
          CREATE_NAME
        );
        resources.changed(resource);
      }
    }
  };
}
function remember(resource, kind, affix) {
  (kind === "PrefixTransformer" ? resource.prefixes : resource.suffixes).push(affix);
  resource.note(kind === "PrefixTransformer" ? "prefixes" : "suffixes");
  resource.pushPreviousId();
}
function attach(node, kind, affix) {
  const field2 = requireScalar(node, "a name");
  setScalar(field2, scalar(kind === "PrefixTransformer" ? affix + field2.value : field2.value + affix));
}

// src/builtins/helm/generated.ts
var HELM_GENERATED = "internal.config.kubernetes.io/helm-generated";

// src/builtins/namespace-transformer.ts
var SUBJECT_MODES = ["defaultOnly", "none", "allServiceAccounts"];
var namespaceTransformer = {
  kind: "NamespaceTransformer",
  role: "transformer",
  defaults: {
    namespace: [
      ...fields(owner("Namespace"), ["metadata/name"], "create"),
      ...fields(owner("CustomResourceDefinition", "apiextensions.k8s.io"), [
        "spec/conversion/webhook/clientConfig/service/namespace"
      ]),
      ...fields(owner("APIService", "apiregistration.k8s.io"), ["spec/service/namespace"], "create")
    ]
  },
  decode: decodedAs(
    documentOf2({ metadata, fieldSpecs, unsetOnly: bool, setRoleBindingSubjects: text2 }),
    ({ metadata: own, ...args }) => own?.namespace === void 0 ? args : { ...args, namespace: own.namespace }
  ),
  fields: [
    {
      name: "namespace",
      args: (kustomization, { namespace: specs }) => kustomization.namespace ? [
        {
          namespace: kustomization.namespace,
          fieldSpecs: specs,
          location: fieldPlace(kustomization, "namespace")
        }
      ] : []
    }
  ],
  withFieldSpecs: (args, { namespace }) => ({ ...args, fieldSpecs: args.fieldSpecs ?? namespace }),
  create: (args) => [setNamespaces(args)]
};
var BINDINGS = ["RoleBinding", "ClusterRoleBinding"];
var CREATE_NAMESPACE = { kind: "scalar", tag: "!!str" };
var CREATE_METADATA_NAMESPACE = { kind: "scalar", tag: "" };
function setNamespaces(args) {
  const setNamespace = namespaceSetter(args);
  return {
    kind: "NamespaceTransformer",
    transform(resources) {
      if (!args.namespace) return;
      for (const resource of resources.items) {
        if (resource.node === void 0 || isHelmGenerated(resource.node)) continue;
        resource.pushPreviousId();
        setNamespace(resource, resource.node);
        resources.changed(resource);
        checkConflict(resource, resources);
      }
    }
  };
}
function namespaceSetter({
  namespace = "",
  fieldSpecs: specs = [],
  unsetOnly,
  setRoleBindingSubjects,
  location
}) {
  const mode = setRoleBindingSubjects || "defaultOnly";
  if (!SUBJECT_MODES.includes(mode)) {
    throw failure("invalid-value", `invalid value "${mode}" for setRoleBindingSubjects`, {
      ...location,
      hint: `Use one of ${SUBJECT_MODES.join(", ")}.`
    });
  }
  const everywhere = new FieldSpecs([{ path: "metadata/namespace", create: true }]);
  const rest = specs.filter(({ path }) => path !== "metadata/namespace");
  const others = new FieldSpecs(rest);
  const othersOf = new Map(
    BINDINGS.map((binding) => [binding, rest.filter((spec) => !isSubjectsOf(binding, spec))]).filter(([, kept]) => kept.length < rest.length).map(([binding, kept]) => [binding, new FieldSpecs(kept)])
  );
  const set = (node) => {
    const field2 = requireScalar(node, "a namespace");
    if (unsetOnly && field2.value !== "") return;
    setScalar(field2, scalar(namespace, "!!str"));
  };
  return function setNamespace(resource, node) {
    const { id } = resource;
    if (id.effectiveNamespace !== CLUSTER_SCOPE) everywhere.visit(node, id, set, CREATE_METADATA_NAMESPACE);
    if (BINDINGS.includes(id.kind)) setSubjects(resource, node, mode, set);
    (othersOf.get(id.kind) ?? others).visit(
      node,
      id,
      (field2, spec) => {
        if (spec.path === "metadata/name" && !(id.group === "" && id.version === "v1")) return;
        set(field2);
      },
      CREATE_NAMESPACE
    );
  };
}
function isSubjectsOf(binding, { path, kind }) {
  return path === "subjects/namespace" && kind === binding;
}
function isHelmGenerated(node) {
  return scalarText(get(get(get(node, "metadata"), "annotations"), HELM_GENERATED)) === "true";
}
function setSubjects(resource, node, mode, set) {
  const subjects = get(node, "subjects");
  if (mode === "none" || subjects === void 0 || isNull(subjects)) return;
  if (subjects.kind !== "seq") throw notSubject(resource, subjects, "the subjects are not a list");
  const [key, expected] = mode === "defaultOnly" ? ["name", "default"] : ["kind", "ServiceAccount"];
  for (const subject of subjects.items) {
    if (subject.kind !== "map") throw notSubject(resource, subject, "a subject is not a map");
    const value = get(subject, key);
    if (value !== void 0 && value.kind !== "scalar")
      throw notSubject(resource, value, `the ${key} of a subject is not a text`);
    if (scalarText(value) !== expected) continue;
    const namespace = get(subject, "namespace");
    if (namespace === void 0 || isNull(namespace)) setField(subject, "namespace", scalar("", "!!str"));
    set(get(subject, "namespace"));
  }
}
function notSubject(resource, node, problem) {
  const object = resource.describe();
  return failure("invalid-value", `${problem} in ${object}`, {
    ...locate(node) ?? resource.origin,
    object,
    hint: "Write a list of maps with kind and name."
  });
}
function checkConflict(resource, resources) {
  const same2 = resources.byCurrentId(resource.id);
  if (same2.length <= 1) return;
  const other = same2.find((candidate) => candidate !== resource);
  const origin = other?.origin?.file === void 0 ? "" : ` (from ${other.origin.file})`;
  throw failure("id-conflict", `setting the namespace gives two objects the identity ${idText(resource.id)}${origin}`, {
    ...resource.origin,
    object: resource.describe(),
    hint: "Remove one of the two, or give them different names."
  });
}

// src/builtins/replica-count-transformer.ts
var documentFields = { replica, fieldSpecs };
var replicaCountTransformer = {
  kind: "ReplicaCountTransformer",
  role: "transformer",
  defaults: {
    replicas: words("Deployment StatefulSet ReplicaSet ReplicationController").flatMap(
      (kind) => fields(owner(kind), ["spec/replicas"], "create")
    )
  },
  decode: documentOf2(documentFields),
  fields: [
    {
      name: "replicas",
      args: ({ replicas = [] }, configuration) => replicas.map((entry2) => ({
        replica: entry2,
        fieldSpecs: configuration.replicas,
        location: entry2.location
      }))
    }
  ],
  withFieldSpecs: (args, { replicas }) => ({ ...args, fieldSpecs: args.fieldSpecs ?? replicas }),
  create: ({ replica: entry2, fieldSpecs: specs = [], location }) => [
    setReplicaCount(entry2 ?? { name: "", count: 0, location }, specs)
  ]
};
var CREATE_COUNT = { kind: "scalar", tag: "!!int" };
function setReplicaCount({ name, count, location }, specs) {
  const steps = specs.map((spec) => ({ spec, compiled: new FieldSpecs([spec]) }));
  const set = (node) => setScalar(requireScalar(node, "a replica count"), scalar(String(count), "!!int"));
  return {
    kind: "ReplicaCountTransformer",
    transform(resources) {
      const named2 = resources.byAnyName(name);
      let found = false;
      for (const { spec, compiled: compiled3 } of steps) {
        for (const resource of named2) {
          if (resource.node === void 0) continue;
          if (!resource.allIds().some((id) => id.name === name && selectedBy(id, spec))) continue;
          found = true;
          compiled3.visit(resource.node, resource.id, set, CREATE_COUNT);
        }
      }
      if (found) return;
      throw failure("target-not-found", `no object named ${name} has a replica count to set`, {
        ...location,
        hint: `Name one of the kinds ${specs.map((spec) => gvkText(spec)).join(", ")}, or remove the entry.`
      });
    }
  };
}

// src/builtins/default-configuration.ts
var defaultConfiguration = {
  ...prefixTransformer.defaults,
  ...suffixTransformer.defaults,
  ...namespaceTransformer.defaults,
  ...labelTransformer.defaults,
  ...annotationsTransformer.defaults,
  nameReference: nameReferences,
  varReference: variableReferences,
  ...imageTagTransformer.defaults,
  ...replicaCountTransformer.defaults
};

// src/builtins/hash.ts
var import_node_crypto7 = __toESM(require_node_crypto(), 1);

// node_modules/@noble/hashes/_u64.js
var fromNumH = (n) => n / 2 ** 32 | 0;
var fromNumL = (n) => n >>> 0;
function setU64FromNum(view, byteOffset, n, isLE) {
  const h = fromNumH(n);
  const l = fromNumL(n);
  view.setUint32(byteOffset, isLE ? l : h, isLE);
  view.setUint32(byteOffset + 4, isLE ? h : l, isLE);
}

// node_modules/@noble/hashes/utils.js
function isBytes(a) {
  return a instanceof Uint8Array || ArrayBuffer.isView(a) && a.constructor.name === "Uint8Array" && "BYTES_PER_ELEMENT" in a && a.BYTES_PER_ELEMENT === 1;
}
var atitle = (title) => title ? `"${title}" ` : "";
function anumber(n, title = "") {
  if (typeof n !== "number")
    throw new TypeError(atitle(title) + "expected number, got " + typeof n);
  if (!Number.isSafeInteger(n) || n < 0)
    throw new RangeError(atitle(title) + "expected integer >= 0, got " + n);
  return n;
}
function abytes(value, length, title = "") {
  if (isBytes(value) && (length === void 0 || value.length === length))
    return value;
  if (length !== void 0)
    anumber(length, "length");
  const bytes = isBytes(value);
  const ofLen = length !== void 0 ? ` of length ${length}` : "";
  const got = bytes ? `length=${value.length}` : `type=${typeof value}`;
  const message = atitle(title) + "expected Uint8Array" + ofLen + ", got " + got;
  if (!bytes)
    throw new TypeError(message);
  throw new RangeError(message);
}
var aobject = (value, label2) => {
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new TypeError((label2 === "object" ? "" : `"${label2}" `) + "expected object, got type=" + typeof value);
};
var aopts = (value, label2) => {
  aobject(value, label2);
  const proto = Object.getPrototypeOf(value);
  if (proto !== Object.prototype && proto !== null)
    throw new TypeError(`"${label2}" expected plain object`);
  if (Object.hasOwn(value, "__proto__"))
    throw new TypeError(`"${label2}.__proto__" is not allowed`);
};
function aexists(instance, checkFinished = true) {
  if (instance.destroyed)
    throw new Error("hash was destroyed");
  if (checkFinished && instance.finished)
    throw new Error("digest() was already called");
}
function aoutput(out, instance) {
  abytes(out, void 0, "output");
  const min = instance.outputLen;
  if (!(out.length >= min)) {
    throw new RangeError('"output" expected length >= ' + min);
  }
}
function clean(...arrays) {
  for (let i = 0; i < arrays.length; i++) {
    arrays[i].fill(0);
  }
}
function createView(arr) {
  return new DataView(arr.buffer, arr.byteOffset, arr.byteLength);
}
function rotr(word2, shift) {
  return word2 << 32 - shift | word2 >>> shift;
}
var hasHexBuiltin = /* @__PURE__ */ (() => (
  // @ts-ignore
  typeof Uint8Array.from([]).toHex === "function" && typeof Uint8Array.fromHex === "function"
))();
var hexes = /* @__PURE__ */ Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));
function bytesToHex(bytes) {
  abytes(bytes);
  if (hasHexBuiltin)
    return bytes.toHex();
  let hex = "";
  for (let i = 0; i < bytes.length; i++) {
    hex += hexes[bytes[i]];
  }
  return hex;
}
function utf8ToBytes(str) {
  if (typeof str !== "string")
    throw new TypeError("string expected");
  const encoded = new TextEncoder().encode(str);
  try {
    return new Uint8Array(encoded);
  } finally {
    clean(encoded);
  }
}
function checkOpts(defaults, opts, title = "opts") {
  aopts(defaults, "defaults");
  if (opts !== void 0)
    aopts(opts, title);
  const merged3 = Object.assign(/* @__PURE__ */ Object.create(null), defaults, opts);
  return merged3;
}
function createHasher(hashCons, info = {}) {
  if (typeof hashCons !== "function")
    throw new TypeError('"hashCons" expected function, got type=' + typeof hashCons);
  info = checkOpts({}, info, "info");
  const hashC = (msg, opts) => hashCons(opts).update(msg).digest();
  const tmp = hashCons(void 0);
  hashC.outputLen = tmp.outputLen;
  hashC.blockLen = tmp.blockLen;
  hashC.canXOF = tmp.canXOF;
  hashC.create = (opts) => hashCons(opts);
  Object.assign(hashC, info);
  return Object.freeze(hashC);
}
var oidNist = (suffix) => ({
  // Current NIST hashAlgs suffixes used here fit in one DER subidentifier octet.
  // Larger suffix values would need base-128 OID encoding and a different length byte.
  oid: Uint8Array.from([6, 9, 96, 134, 72, 1, 101, 3, 4, 2, suffix])
});

// node_modules/@noble/hashes/_md.js
function Chi(a, b, c) {
  return a & b ^ ~a & c;
}
function Maj(a, b, c) {
  return a & b ^ a & c ^ b & c;
}
var HashMD = class {
  blockLen;
  outputLen;
  canXOF = false;
  padOffset;
  isLE;
  // For partial updates less than block size
  buffer;
  view;
  finished = false;
  length = 0;
  pos = 0;
  destroyed = false;
  constructor(blockLen, outputLen, padOffset, isLE) {
    this.blockLen = blockLen;
    this.outputLen = outputLen;
    this.padOffset = padOffset;
    this.isLE = isLE;
    this.buffer = new Uint8Array(blockLen);
    this.view = createView(this.buffer);
  }
  update(data) {
    aexists(this);
    abytes(data);
    const { view, buffer, blockLen } = this;
    const len = data.length;
    let processed = false;
    for (let pos = 0; pos < len; ) {
      const take = Math.min(blockLen - this.pos, len - pos);
      if (take === blockLen) {
        const dataView = createView(data);
        for (; blockLen <= len - pos; pos += blockLen)
          this.process(dataView, pos);
        processed = true;
        continue;
      }
      buffer.set(pos === 0 && take === len ? data : data.subarray(pos, pos + take), this.pos);
      this.pos += take;
      pos += take;
      if (this.pos === blockLen) {
        this.process(view, 0);
        this.pos = 0;
        processed = true;
      }
    }
    this.length += data.length;
    if (processed)
      this.roundClean();
    return this;
  }
  digestInto(out) {
    aexists(this);
    aoutput(out, this);
    this.finished = true;
    const { buffer, view, blockLen, isLE } = this;
    let { pos } = this;
    buffer[pos++] = 128;
    buffer.fill(0, pos);
    if (this.padOffset > blockLen - pos) {
      this.process(view, 0);
      buffer.fill(0);
    }
    setU64FromNum(view, blockLen - 8, this.length * 8, isLE);
    this.process(view, 0);
    this.roundClean();
    const oview = out === buffer ? view : createView(out);
    const len = this.outputLen;
    const outLen = len / 4;
    const state = this.get();
    if (len % 4 || outLen > state.length)
      throw new Error("invalid outputLen");
    for (let i = 0; i < outLen; i++)
      oview.setUint32(4 * i, state[i], isLE);
  }
  digest() {
    const { buffer, outputLen } = this;
    this.digestInto(buffer);
    const res = buffer.slice(0, outputLen);
    this.destroy();
    return res;
  }
  _cloneIntoMeta(to) {
    const { buffer, length, finished: finished2, destroyed, pos } = this;
    to.destroyed = destroyed;
    to.finished = finished2;
    to.length = length;
    to.pos = pos;
    if (pos)
      to.buffer.set(buffer);
    return to;
  }
  clone() {
    return this._cloneInto();
  }
};
var SHA256_IV = /* @__PURE__ */ Uint32Array.from([
  1779033703,
  3144134277,
  1013904242,
  2773480762,
  1359893119,
  2600822924,
  528734635,
  1541459225
]);

// node_modules/@noble/hashes/sha2.js
var SHA256_K = /* @__PURE__ */ Uint32Array.from([
  1116352408,
  1899447441,
  3049323471,
  3921009573,
  961987163,
  1508970993,
  2453635748,
  2870763221,
  3624381080,
  310598401,
  607225278,
  1426881987,
  1925078388,
  2162078206,
  2614888103,
  3248222580,
  3835390401,
  4022224774,
  264347078,
  604807628,
  770255983,
  1249150122,
  1555081692,
  1996064986,
  2554220882,
  2821834349,
  2952996808,
  3210313671,
  3336571891,
  3584528711,
  113926993,
  338241895,
  666307205,
  773529912,
  1294757372,
  1396182291,
  1695183700,
  1986661051,
  2177026350,
  2456956037,
  2730485921,
  2820302411,
  3259730800,
  3345764771,
  3516065817,
  3600352804,
  4094571909,
  275423344,
  430227734,
  506948616,
  659060556,
  883997877,
  958139571,
  1322822218,
  1537002063,
  1747873779,
  1955562222,
  2024104815,
  2227730452,
  2361852424,
  2428436474,
  2756734187,
  3204031479,
  3329325298
]);
var SHA256_W = /* @__PURE__ */ new Uint32Array(64);
var SHA2_32B = class extends HashMD {
  // We cannot use array here since array allows indexing by variable
  // which means optimizer/compiler cannot use registers.
  // Numeric initializers matter: starting the fields as `undefined` changes
  // V8's field representation and makes sha256 3x slower (measured).
  A = 0;
  B = 0;
  C = 0;
  D = 0;
  E = 0;
  F = 0;
  G = 0;
  H = 0;
  constructor(outputLen, IV) {
    super(64, outputLen, 8, false);
    this.A = IV[0] | 0;
    this.B = IV[1] | 0;
    this.C = IV[2] | 0;
    this.D = IV[3] | 0;
    this.E = IV[4] | 0;
    this.F = IV[5] | 0;
    this.G = IV[6] | 0;
    this.H = IV[7] | 0;
  }
  get() {
    const { A, B, C, D, E, F, G, H } = this;
    return [A, B, C, D, E, F, G, H];
  }
  // prettier-ignore
  set(A, B, C, D, E, F, G, H) {
    this.A = A | 0;
    this.B = B | 0;
    this.C = C | 0;
    this.D = D | 0;
    this.E = E | 0;
    this.F = F | 0;
    this.G = G | 0;
    this.H = H | 0;
  }
  _cloneInto(to) {
    (to ||= new this.constructor()).set(...this.get());
    return this._cloneIntoMeta(to);
  }
  process(view, offset) {
    for (let i = 0; i < 16; i++, offset += 4)
      SHA256_W[i] = view.getUint32(offset, false);
    for (let i = 16; i < 64; i++) {
      const W15 = SHA256_W[i - 15];
      const W2 = SHA256_W[i - 2];
      const s0 = rotr(W15, 7) ^ rotr(W15, 18) ^ W15 >>> 3;
      const s1 = rotr(W2, 17) ^ rotr(W2, 19) ^ W2 >>> 10;
      SHA256_W[i] = s1 + SHA256_W[i - 7] + s0 + SHA256_W[i - 16] | 0;
    }
    let { A, B, C, D, E, F, G, H } = this;
    for (let i = 0; i < 64; i++) {
      const sigma1 = rotr(E, 6) ^ rotr(E, 11) ^ rotr(E, 25);
      const T1 = H + sigma1 + Chi(E, F, G) + SHA256_K[i] + SHA256_W[i] | 0;
      const sigma0 = rotr(A, 2) ^ rotr(A, 13) ^ rotr(A, 22);
      const T2 = sigma0 + Maj(A, B, C) | 0;
      H = G;
      G = F;
      F = E;
      E = D + T1 | 0;
      D = C;
      C = B;
      B = A;
      A = T1 + T2 | 0;
    }
    A = A + this.A | 0;
    B = B + this.B | 0;
    C = C + this.C | 0;
    D = D + this.D | 0;
    E = E + this.E | 0;
    F = F + this.F | 0;
    G = G + this.G | 0;
    H = H + this.H | 0;
    this.set(A, B, C, D, E, F, G, H);
  }
  roundClean() {
    clean(SHA256_W);
  }
  destroy() {
    this.destroyed = true;
    this.set(0, 0, 0, 0, 0, 0, 0, 0);
    clean(this.buffer);
  }
};
var _SHA256 = class extends SHA2_32B {
  constructor() {
    super(32, SHA256_IV);
  }
};
var sha256 = /* @__PURE__ */ createHasher(
  () => new _SHA256(),
  /* @__PURE__ */ oidNist(1)
);

// src/builtins/hash.ts
var letters2 = { "0": "g", "1": "h", "3": "k", a: "m", e: "t" };
function contentHash(node) {
  return shortHash(encodeContent(node));
}
function shortHash(content) {
  return sha256Hex(content).slice(0, 10).replace(/[013ae]/g, (digit) => letters2[digit]);
}
var SHORT2 = 16384;
function sha256Hex(text6) {
  if (text6.length <= SHORT2) return bytesToHex(sha256(utf8ToBytes(text6)));
  return (0, import_node_crypto7.createHash)("sha256").update(text6).digest("hex");
}
function encodeContent(node) {
  const kindNode = get(node, "kind");
  const kind = kindNode?.kind === "scalar" ? kindNode.value : "";
  const data = fieldContent(node, "data");
  if (kind === "ConfigMap") return encodeJson({ ...mapContent(node, "binaryData"), data, kind, name: "" });
  if (kind === "Secret") {
    return encodeJson({ data, kind, name: "", ...mapContent(node, "stringData"), type: fieldContent(node, "type") });
  }
  throw failure(
    "unhashable-kind",
    `the hash of a ${kind || "object without kind"} cannot be computed: this build changes it in a way that only kustomize can hash`,
    {
      ...locate(node),
      hint: "Remove the annotation that asks for a hash, or make the object and its patches without tags, comments and nulls."
    }
  );
}
function fieldContent(node, name) {
  const field2 = get(node, name);
  if (field2 === void 0) return "";
  if (field2.kind === "scalar") return field2.value;
  return field2.kind === "map" ? toValue(field2) : null;
}
function mapContent(node, name) {
  const field2 = get(node, name);
  return field2 === void 0 || field2.kind === "scalar" ? {} : { [name]: fieldContent(node, name) };
}
function encodeJson(value) {
  return goJson(withoutBigInts(value));
}
function withoutBigInts(value) {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(withoutBigInts);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutBigInts(item)]));
}

// src/builtins/node-hash-limits.ts
var TAG_BEFORE_COMMENT = /(?<![^\s"'])[^\s"'!]*![^\s"']*[ \t]+#/;
function isKnownTree(root) {
  const own = root.source;
  const text6 = own === void 0 ? NO_TEXT : readText(own);
  const present2 = /* @__PURE__ */ new Set();
  const collections = /* @__PURE__ */ new Set();
  let isKnown = !text6.hasTagBeforeComment;
  const visit = (node) => {
    if (node.source === own) present2.add(placeOf2(node));
    else if (isTagged(node)) isKnown = false;
    if (node.source === void 0 && node.kind === "map" && node.entries.length === 0) isKnown = false;
    if (node.kind === "seq") node.items.forEach(visit);
    if (node.kind === "map") {
      for (const { key, value } of node.entries) {
        if (isNullKey(key)) isKnown = false;
        visit(key);
        visit(value);
        if (key.source === own && value.kind !== "scalar") collections.add(placeOf2(key));
      }
    }
  };
  visit(root);
  let first2 = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const { key } of root.entries) {
    first2 = Math.min(first2, key.offset);
    last = Math.max(last, key.offset);
  }
  for (const [at2, document] of text6.documents.entries()) {
    if (document.offset > last) break;
    if ((text6.documents[at2 + 1]?.offset ?? Number.POSITIVE_INFINITY) <= first2) continue;
    for (const { node, value } of document.nodes) {
      if (node.offset < first2) continue;
      if (isTagged(node)) {
        if (isNull(node)) isKnown = false;
        if (!present2.has(placeOf2(node))) isKnown = false;
      }
      if (isNull(value) && collections.has(placeOf2(node))) isKnown = false;
    }
  }
  return isKnown;
}
function placeOf2({ kind, style, offset }) {
  return `${kind}${kind === "map" ? style : ""}@${offset}`;
}
function isNullKey(key) {
  if (key.kind !== "scalar" || key.style !== "" || key.tag === "!!str") return false;
  return resolveTag(key.value) === "!!null";
}
var NO_TEXT = { documents: [], hasTagBeforeComment: false };
var readTexts = /* @__PURE__ */ new WeakMap();
function readText(source) {
  const known = readTexts.get(source);
  if (known !== void 0) return known;
  const documents2 = parseResources(source.text, source.file).map((document) => ({
    offset: document.offset,
    nodes: nodesOf(document)
  }));
  const read2 = { documents: documents2, hasTagBeforeComment: TAG_BEFORE_COMMENT.test(source.text) };
  readTexts.set(source, read2);
  return read2;
}
function nodesOf(document) {
  const found = [];
  const visit = (node, value) => {
    found.push({ node, ...value && { value } });
    if (node.kind === "seq") for (const item of node.items) visit(item);
    if (node.kind === "map") {
      for (const entry2 of node.entries) {
        visit(entry2.key, entry2.value);
        visit(entry2.value);
      }
    }
  };
  visit(document);
  return found;
}
function movesComments(object, patch) {
  if (object.kind !== patch.kind || patch.source?.text.includes("#") !== true) return false;
  if (patch.kind !== "map" || object.kind !== "map") return patch.kind === "seq" && hasComments(patch);
  if (hasOwnComments(patch)) return true;
  return patch.entries.some(({ key, value }) => {
    const there = key.kind === "scalar" ? get(object, key.value) : void 0;
    if (there === void 0) return false;
    if (key.comment !== void 0 || hasOwnComments(key)) return true;
    return movesComments(there, value);
  });
}
function hasOwnComments(node) {
  const marks = marksOf(node);
  return marks !== void 0 && marks.head + marks.foot !== "";
}
function hasComments(node) {
  if (node.comment !== void 0 || hasOwnComments(node)) return true;
  if (node.kind === "seq") return node.items.some(hasComments);
  return node.kind === "map" && node.entries.some(({ key, value }) => hasComments(key) || hasComments(value));
}
function statesTags(node) {
  if (isTagged(node)) return true;
  if (node.kind === "seq") return node.items.some(statesTags);
  return node.kind === "map" && node.entries.some(({ key, value }) => isTagged(key) || statesTags(value));
}

// src/builtins/node-hash.ts
var KINDS2 = { seq: 2, map: 4, scalar: 8 };
var STYLES2 = { "": 0, double: 2, single: 4, literal: 8, folded: 16, flow: 32 };
function treeContent(resource) {
  if (resource.node === void 0 || resource.provenance !== void 0 || resource.hasUnknownTree) return void 0;
  if (!isKnownTree(resource.node)) return void 0;
  const node = withAnnotations(resource.node, resource);
  const annotations = get(get(node, "metadata"), "annotations");
  if (annotations?.kind !== "map") return void 0;
  if (asksForHash2(annotations) && resource.notes.some(({ name }) => name === "needsHashSuffix")) return void 0;
  const [first2, second] = node.entries.map(({ key }) => key);
  if (node.source !== void 0 && (first2?.source === void 0 || first2.offset === second?.offset)) return void 0;
  const entries = /* @__PURE__ */ new Map([[annotations, withNotes(annotations, resource)]]);
  return encode2(node, { entries, template: templateOf(node) });
}
function asksForHash2(annotations) {
  return get(annotations, NEEDS_HASH) !== void 0;
}
function withAnnotations(node, { annotationsIndex }) {
  const metadata2 = get(node, "metadata");
  if (annotationsIndex === void 0 || metadata2?.kind !== "map") return node;
  const present2 = metadata2.entries.find(({ key }) => key.kind === "scalar" && key.value === "annotations");
  const others = metadata2.entries.filter((entry2) => entry2 !== present2);
  others.splice(annotationsIndex, 0, present2 ?? { key: scalar("annotations"), value: map() });
  const changed = map(others, metadata2.style);
  Object.assign(changed, { tag: metadata2.tag, source: metadata2.source, offset: metadata2.offset });
  const copy2 = map(
    node.entries.map((entry2) => entry2.value === metadata2 ? { key: entry2.key, value: changed } : entry2),
    node.style
  );
  return Object.assign(copy2, { tag: node.tag, source: node.source, offset: node.offset });
}
function templateOf(root) {
  const template = /* @__PURE__ */ new Map();
  if (root.source !== void 0) return template;
  template.set(root, { line: 2, column: 1, tag: "!!map" });
  const read2 = (field2, line) => {
    const entry2 = root.entries.find(({ key }) => key.kind === "scalar" && key.value === field2);
    if (entry2 === void 0) return;
    template.set(entry2.key, { line, column: 1, tag: "!!str" });
    const isRead = entry2.value.source === void 0 && entry2.value.tag === "!!str";
    if (isRead) template.set(entry2.value, { line, column: field2.length + 3, tag: "!!str" });
  };
  read2("apiVersion", 2);
  read2("kind", 3);
  return template;
}
function encode2(node, known) {
  const children = node.kind === "map" ? (known.entries.get(node) ?? node.entries).flatMap(({ key, value }) => [key, value]) : node.kind === "seq" ? node.items : void 0;
  const { line, column, tag } = known.template.get(node) ?? formOf(node);
  const texts4 = children?.map((child) => encode2(child, known));
  const marks = marksOf(node);
  const fields4 = [
    ["Kind", KINDS2[node.kind]],
    ["Style", STYLES2[node.style] + (statesTag(node) ? 1 : 0)],
    ["Tag", tag],
    ["Value", node.kind === "scalar" ? node.value : ""],
    ["Anchor", ""],
    ["Alias", null],
    ["Content", void 0, texts4 === void 0 ? "null" : contentOf(node, texts4)],
    ["HeadComment", marks?.head ?? ""],
    ["LineComment", node.comment ?? ""],
    ["FootComment", marks?.foot ?? ""],
    ["Line", line],
    ["Column", column]
  ];
  return `{${fields4.map(([name, value = null, text6]) => `"${name}":${text6 ?? goJson(value)}`).join(",")}}`;
}
function formOf(node) {
  const tag = node.kind !== "scalar" && node.source === void 0 ? "" : node.tag;
  return { ...placeInDocument(node.kind === "scalar" ? afterBlanks(node) : node), tag };
}
function afterBlanks({ source, offset, value, style, tag }) {
  if (source === void 0 || value !== "" || style !== "" || tag !== "!!null") return { source, offset };
  BLANKS.lastIndex = offset;
  const end = offset + (BLANKS.exec(source.text)?.[0].length ?? 0);
  return { source, offset: /[,\]}]/.test(source.text.charAt(end)) ? end : offset };
}
var BLANKS = /(?:\s|#.*)*/y;
function contentOf({ kind, source, offset }, children) {
  if (children.length > 0) return `[${children.join(",")}]`;
  if (kind === "seq") return "null";
  if (source === void 0) return "[]";
  READ_EMPTY.lastIndex = offset;
  return READ_EMPTY.test(source.text) ? "null" : "[]";
}
var READ_EMPTY = /(?:[&!]\S*\s+)*\{(?:[\s\x85]|#[^\n\r\x85\u2028\u2029]*(?![^\n\r\x85\u2028\u2029]))*\}/y;
function statesTag(node) {
  return isTagged(node) && (node.kind !== "map" || node.entries[0]?.key.offset !== node.offset);
}
function withNotes(annotations, resource) {
  const entries = [];
  for (let at2 = 0; at2 <= annotations.entries.length; at2++) {
    for (const note of resource.notes) {
      if (note.annotationsBefore !== at2) continue;
      entries.push({
        key: scalar(`internal.config.kubernetes.io/${note.name}`),
        value: scalar(resource.noteText(note.name), "!!str", note.style)
      });
    }
    const entry2 = annotations.entries[at2];
    if (entry2 !== void 0) entries.push(entry2);
  }
  return entries;
}

// src/builtins/hash-transformer.ts
var hashTransformer = {
  kind: "HashTransformer",
  role: "transformer",
  decode: documentOf2({}),
  create: () => [appendHashes]
};
var appendHashes = {
  kind: "HashTransformer",
  transform(resources) {
    for (const resource of resources.items) {
      if (!resource.needsHash || resource.node === void 0) continue;
      const { name } = resource.id;
      const hash = hashOf(resource, resource.node);
      resource.pushPreviousId();
      resource.unhashedName = name;
      if (get(resource.node, "metadata") === void 0) setField(resource.node, "metadata", map());
      setField(get(resource.node, "metadata"), "name", scalar(`${name}-${hash}`));
      resources.changed(resource);
    }
  }
};
function hashOf(resource, node) {
  try {
    const kind = scalarText(get(node, "kind"));
    const tree = kind === "ConfigMap" || kind === "Secret" ? void 0 : treeContent(resource);
    return tree === void 0 ? contentHash(node) : shortHash(tree);
  } catch (thrown) {
    throw valueProblem(thrown, resource, `${resource.describe()} cannot be hashed`);
  }
}

// src/builtins/replacement/written-texts.ts
var lists = /* @__PURE__ */ new WeakMap();
var MIN_ELEMENTS = 16;
function writtenTexts(list2, items, key) {
  const valueAt2 = (at2) => key === "" ? items[at2] : get(items[at2], key);
  if (items.length < MIN_ELEMENTS) {
    return (at2) => {
      const node = valueAt2(at2);
      return node === void 0 ? void 0 : textOf7(node);
    };
  }
  const kept = keptFor(list2, key);
  return (at2) => {
    const node = valueAt2(at2);
    if (node === void 0) return void 0;
    if (node.kind !== "scalar") return textOf7(node);
    const known = kept[at2];
    if (known !== void 0 && isCurrent(known, node)) return known.text;
    const text6 = textOf7(node);
    const { value, tag, style, source, offset, comment } = node;
    kept[at2] = { node, value, tag, style, source, offset, comment, text: text6 };
    return text6;
  };
}
function keptFor(list2, key) {
  let byKey = lists.get(list2);
  if (byKey === void 0) lists.set(list2, byKey = /* @__PURE__ */ new Map());
  let kept = byKey.get(key);
  if (kept === void 0) byKey.set(key, kept = []);
  return kept;
}
function isCurrent(known, node) {
  return known.node === node && known.value === node.value && known.tag === node.tag && known.style === node.style && known.source === node.source && known.offset === node.offset && known.comment === node.comment;
}
function textOf7(node) {
  return encode(node).trim();
}

// src/builtins/replacement/path.ts
function lookUp2(root, path, location) {
  const node = lookUpNullable(root, path, location);
  return node === void 0 || isNull(node) ? void 0 : node;
}
function lookUpNullable(root, path, location) {
  const lookup = { path, location };
  let node = root;
  for (let at2 = 0; at2 < path.length && node !== void 0; at2++) node = enter4(node, path[at2], lookup);
  return node;
}
function enter4(node, element2, lookup) {
  const part = element2.trim();
  if (part === "") return node;
  return isNull(node) ? void 0 : step(node, part, lookup);
}
function step(node, part, lookup) {
  if (/^[+-]?\d+$/.test(part)) {
    if (part.startsWith("-")) throw lookupFailed(`array index ${Number(part)} cannot be negative`, lookup);
    return expect(node, "seq", lookup).items[Number(part)];
  }
  if (part === "-") return expect(node, "seq", lookup).items.at(-1);
  if (part === "*") throw lookupFailed("a wildcard is not supported in a source", lookup);
  if (!isListMatcher(part)) return get(expect(node, "map", lookup), part);
  const matcher = splitMatcher(part);
  if (matcher === void 0) throw lookupFailed(matcherProblem(part), lookup);
  return expect(node, "seq", lookup).items.find(
    (item) => matcher.key === "" ? item.kind === "scalar" && item.value === matcher.value : textUnder(item, matcher.key) === matcher.value
  );
}
function textUnder(item, key) {
  const value = get(item, key);
  return value?.kind === "scalar" ? value.value : void 0;
}
function expect(node, kind, lookup) {
  if (node.kind === kind) return node;
  throw lookupFailed(kindProblem(node, kind), lookup);
}
function lookupFailed(problem, { path, location }) {
  const field2 = `\`${path.join(".")}\``;
  return failure("field-not-found", `error looking up replacement source: ${field2}: ${problem}`, {
    ...location,
    hint: "Name one field: keys and indices, or `[key=value]` for an element of a list."
  });
}
function kindProblem(node, expected) {
  const names = { map: "a map", seq: "a list", scalar: "a single value" };
  return `expected ${names[expected]}, but found ${names[node.kind]}`;
}
function isListMatcher(part) {
  return part.startsWith("[") && part.endsWith("]");
}
function splitMatcher(part) {
  const inner = part.slice(1, -1);
  const equals = inner.indexOf("=");
  return equals < 0 ? void 0 : { key: inner.slice(0, equals), value: inner.slice(equals + 1) };
}
function matcherProblem(part) {
  return `${part} must contain fieldName=fieldValue to match elements of a list`;
}
function matchPath(node, path, trail) {
  const walk2 = { path, trail, found: [] };
  return follow3(node, 0, walk2) ?? walk2.found;
}
function follow3(start, from, walk2) {
  let node = start;
  for (let at2 = from; ; at2++) {
    const part = walk2.path[at2];
    if (part === void 0) return void walk2.found.push(node);
    const isIndex = isListIndex(part);
    if (!isIndex && isListMatcher(part)) return followMatches(listOf3(node, walk2.trail), part, at2 + 1, walk2);
    if (part === "*") return followAll(elementsOf(node), at2 + 1, walk2);
    const next = isIndex ? elementAt(listOf3(node, walk2.trail), Number(part), walk2.path[at2 + 1], walk2.trail) : fieldAt(node, part, walk2.path[at2 + 1], walk2.trail);
    if (typeof next !== "object") return next;
    node = next;
  }
}
function isListIndex(part) {
  return /^\+?\d+$/.test(part);
}
function fieldAt(node, name, following, trail) {
  if (name === "") return "the path has an empty element";
  if (node.kind !== "map" && !isNull(node)) return kindProblem(node, "map");
  let field2 = get(node, name);
  if (field2 === void 0) {
    if (trail.create === void 0) return void 0;
    field2 = make2(following, trail.create);
    if (node.kind === "map") setField(node, name, field2);
    else trail.isLost = true;
  }
  return field2.kind === "scalar" && following !== void 0 ? documentIn(field2.value, trail) : field2;
}
function documentIn(text6, trail) {
  const parsed = parseStructured(text6);
  if (parsed === void 0) return "the path goes on below a single value";
  trail.isLost = true;
  return parsed;
}
function parseStructured(text6) {
  try {
    return parseText(text6, "the text of a field");
  } catch (thrown) {
    if (thrown instanceof LimitError) throw thrown;
    return void 0;
  }
}
function listOf3(node, trail) {
  if (trail.create === void 0 || !isNull(node)) return node;
  trail.isLost = true;
  return seq();
}
function elementAt(node, index, following, trail) {
  const items = elementsOf(node);
  if (typeof items === "string") return items;
  if (items.length === index && trail.create !== void 0 && node.kind === "seq")
    node.items.push(make2(following, trail.create));
  return items[index] ?? `index ${index} specified but only ${items.length} elements found`;
}
function followMatches(node, part, at2, walk2) {
  const matcher = splitMatcher(part);
  if (matcher === void 0) return matcherProblem(part);
  const matches = compileRegex(matcher.value);
  if (matches === void 0) return `"${matcher.value}" is not a regular expression`;
  const before = walk2.found.length;
  const problem = followFitting(node, matcher.key, matches, at2, walk2);
  if (problem !== void 0 || walk2.found.length > before) return problem;
  if (walk2.trail.create === void 0 || node.kind !== "seq") return void 0;
  const element2 = matcher.key === "" ? scalar(matcher.value) : map([{ key: scalar(matcher.key), value: scalar(matcher.value) }]);
  node.items.push(element2);
  return followFitting(seq([element2]), matcher.key, matches, at2, walk2);
}
function followFitting(node, key, matches, at2, walk2) {
  const items = elementsOf(node);
  if (typeof items === "string") return items;
  const texts4 = writtenTexts(node, items, key);
  const fits = (_, index) => {
    const text6 = texts4(index);
    return text6 !== void 0 && matches(text6);
  };
  const fitting = items.filter(fits);
  return followAll(fitting, key === "" ? walk2.path.length : at2, walk2);
}
function followAll(items, at2, walk2) {
  if (typeof items === "string") return items;
  for (const item of items) {
    const problem = follow3(item, at2, walk2);
    if (problem !== void 0) return problem;
  }
  return void 0;
}
function elementsOf(node) {
  if (node.kind === "seq") return node.items;
  return isNull(node) ? [] : kindProblem(node, "seq");
}
function make2(next, create) {
  if (next === void 0 || next === "") return ofKind(create);
  return isListMatcher(next) || isListIndex(next) ? seq() : map();
}
function ofKind(kind) {
  if (kind === "map") return map();
  return kind === "seq" ? seq() : scalar("");
}

// src/builtins/data/generated-object.ts
function generatedObject(kind, args, options, content) {
  if (!args.name) {
    const field2 = kind === "ConfigMap" ? "configMapGenerator" : "secretGenerator";
    const hint = "Give it a `name`.";
    throw failure("missing-name", `an entry of \`${field2}\` has no name`, { ...args.location, hint });
  }
  const labels = combined(args.options?.labels, options?.labels);
  const annotations = combined(args.options?.annotations, options?.annotations);
  const immutable = args.options?.immutable === true || options?.immutable === true;
  const keepName = args.options?.disableNameSuffixHash === true || options?.disableNameSuffixHash === true;
  const metadata2 = [
    ["name", string(args.name)],
    ...args.namespace ? [["namespace", string(args.namespace)]] : [],
    ...labels.length > 0 ? [["labels", fieldsOf(labels)]] : [],
    ...annotations.length > 0 ? [["annotations", fieldsOf(annotations)]] : []
  ];
  const node = fieldsOf([
    ["apiVersion", string("v1")],
    ["kind", string(kind)],
    ["metadata", fieldsOf(metadata2)],
    ...content,
    ...immutable ? [["immutable", scalar("true", "!!bool")]] : []
  ]);
  return { node, needsHash: !keepName, behavior: behaviorOf(args.behavior) };
}
function combined(own, common) {
  const all = new Map([...common ?? [], ...own ?? []]);
  return sortedKeys2(all).map((key) => [key, scalar(all.get(key) ?? "", "!!str", "single")]);
}
function behaviorOf(name) {
  return name === "create" || name === "merge" || name === "replace" ? name : "unspecified";
}
function fieldsOf(fields4) {
  return map(fields4.map(([key, value]) => ({ key: scalar(key), value })));
}
function string(value) {
  if (value.includes("\n")) return scalar(value, "!!str", "literal");
  return scalar(value, "!!str", isYaml11NonString(value) ? "double" : "");
}
function sortedKeys2(keyed) {
  return [...keyed.keys()].sort(compareBytewise);
}
var lineLength = 70;
function base64(bytes) {
  const encoded = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return encoded.length < lineLength ? encoded : encoded.replace(/.{1,70}/g, "$&\n");
}

// src/builtins/data/key-values.ts
var import_node_buffer3 = __toESM(require_node_buffer(), 1);
var import_node_path16 = __toESM(require_node_path(), 1);

// src/builtins/data/env-file.ts
var import_node_buffer2 = __toESM(require_node_buffer(), 1);
var MAX_LINE_BYTES = 65536;
var LINE_BYTES3 = 128;
var leadingBlanks = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
var lineFeed = 10;
var carriageReturn = 13;
function readEnvFile(bytes, path) {
  const pairs = [];
  for (let start = 0, number2 = 1; start < bytes.length; number2++) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found < 0 ? bytes.length : found;
    charge(LINE_BYTES3);
    if (end - start >= MAX_LINE_BYTES) return { pairs, diagnostics: [tooLong(path, number2)] };
    const line = bytes.subarray(start, end > start && bytes[end - 1] === carriageReturn ? end - 1 : end);
    const pair = readLine(decodeLine(line, path, number2), number2 === 1);
    if (pair !== void 0) pairs.push(pair);
    start = end + 1;
  }
  return { pairs, diagnostics: [] };
}
function readLine(line, isFirst) {
  const text6 = (isFirst ? line.replace(/^\ufeff/, "") : line).replace(leadingBlanks, "");
  if (text6 === "" || text6.startsWith("#")) return void 0;
  const separator = text6.indexOf("=");
  if (separator < 0) return [text6, ""];
  return separator === 0 ? void 0 : [text6.slice(0, separator), text6.slice(separator + 1)];
}
function decodeLine(line, path, number2) {
  if ((0, import_node_buffer2.isUtf8)(line)) return Buffer.from(line).toString("utf8");
  const hint = "Save the file as UTF-8, or name it under `files` to keep its bytes as they are.";
  throw failure("invalid-utf8", `line ${number2} of ${JSON.stringify(path)} is not valid UTF-8`, { hint });
}
function tooLong(path, number2) {
  return {
    code: "line-too-long",
    severity: "warning",
    message: `line ${number2} of ${JSON.stringify(path)} is longer than 64 KiB: this line and the rest of the file are left out, as kustomize does`,
    hint: "Put the long value into a file of its own, and list it under `files`."
  };
}

// src/builtins/data/key-values.ts
async function loadKeyValues(args, object, readFile, { claim, origins, secrets } = {}) {
  const { envs = [], literals = [], files = [] } = args;
  const sources = [...envs, ...literals, ...files];
  const isSecret = object.startsWith("Secret");
  const listOf4 = (index) => {
    if (index < envs.length) return "envs";
    return index < envs.length + literals.length ? "literals" : "files";
  };
  const load = async (text6, list2) => {
    if (list2 === "envs") return loadEnvFile(text6, read2);
    return list2 === "literals" ? loadLiteral(text6, isSecret) : loadFile(text6, isSecret, read2);
  };
  const read2 = async (path, loaded) => {
    const bytes = await readFile(path);
    claim?.();
    secrets?.noteSource(bytes);
    return loaded(bytes);
  };
  for (const { text: text6 } of isSecret ? literals : []) secrets?.noteSource(text6);
  const data = /* @__PURE__ */ new Map();
  const diagnostics = [];
  for (const [index, source] of sources.entries()) {
    const report = (problem) => diagnostics.push({ ...problem, ...source.location, object });
    try {
      const loaded = await load(source.text, listOf4(index));
      loaded.diagnostics?.forEach(report);
      for (const [key, value] of loaded.pairs) {
        if (data.has(key)) report(duplicateKey2(key, isSecret));
        else {
          data.set(key, value);
          origins?.set(key, { ...source, list: listOf4(index) });
        }
      }
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      const isValue = isSecret && mayBeValue(source.text, listOf4(index));
      for (const one of thrown.diagnostics) report(isValue ? withoutSource(one, source.text, listOf4(index)) : one);
    }
  }
  if (diagnostics.some((diagnostic) => diagnostic.severity === "error")) throw new KrmError(diagnostics);
  return { data, diagnostics };
}
function loadEnvFile(path, read2) {
  return read2(path, (bytes) => {
    const { pairs, diagnostics } = readEnvFile(bytes, path);
    return { pairs: pairs.map(([key, text6]) => [key, { text: text6 }]), diagnostics };
  });
}
function loadFile(source, isSecret, read2) {
  const { key, path } = splitFileSource(source, isSecret);
  return read2(path, (bytes) => ({
    pairs: [[key, (0, import_node_buffer3.isUtf8)(bytes) ? { text: decodeUtf8(bytes) } : { binary: bytes }]]
  }));
}
function loadLiteral(source, isSecret) {
  const separator = source.indexOf("=");
  if (separator <= 0) {
    const shown2 = isSecret ? "a literal of a Secret" : JSON.stringify(source);
    throw failure("invalid-literal", `${shown2} is not a literal: it has no key`, { hint: "Write it as key=value." });
  }
  return { pairs: [[source.slice(0, separator), { text: withoutQuotes(source.slice(separator + 1)) }]] };
}
function withoutQuotes(value) {
  const first2 = value[0];
  const quoted = value.length >= 2 && (first2 === '"' || first2 === "'") && value.endsWith(first2);
  return quoted ? value.slice(1, -1) : value;
}
var FILE_ELSEWHERE = /^([^=]+)=([^=?]+\/\/[^=?]+\?(?:ref=[^=&]*)?&?(?:submodules=false)?)$/;
function splitFileSource(source, isSecret) {
  const parts = FILE_ELSEWHERE.exec(source)?.slice(1) ?? source.split("=");
  const [key = "", path = ""] = parts;
  if (parts.length === 1) return { key: import_node_path16.posix.basename(key), path: key };
  if (parts.length === 2 && key !== "" && path !== "") return { key, path };
  const missing3 = key === "" ? "has no key before the `=`" : "has no path after the `=`";
  const problem = parts.length > 2 ? "has more than one `=`, and neither a key nor a path can contain one" : missing3;
  const hint = "Write it as path or key=path.";
  const shown2 = isSecret ? "an entry of `files` of a Secret" : JSON.stringify(source);
  throw failure("invalid-file-source", `${shown2} ${problem}`, { hint });
}
function decodeUtf8(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
function mayBeValue(source, list2) {
  if (list2 === "literals") return false;
  const separator = source.indexOf("=");
  if (separator < 0) return !isPathLike(source);
  return list2 === "envs" || !isNameLike(source.slice(0, separator)) || !isCertainlyPath(source.slice(separator + 1));
}
function withoutSource(problem, source, list2) {
  if (problem.code === "invalid-file-source" || problem.code === "file-too-large") return problem;
  const key = source.slice(0, Math.max(0, source.indexOf("=")));
  const named2 = isNameLike(key) ? ` with the key ${JSON.stringify(key)}` : "";
  return {
    code: problem.code,
    severity: problem.severity,
    message: `the file of an entry of \`${list2}\`${named2} cannot be read: its name is withheld, because it may be a value of the Secret`,
    hint: key === "" ? "Write the path of a file. If the entry is a value, write it as key=value under `literals`." : "If it is a value, move the entry to `literals`. If it is a file, correct its path."
  };
}
function duplicateKey2(key, isSecret) {
  const shown2 = isSecret && !isNameLike(key) ? "a key, which is withheld because it may be a value," : `the key ${JSON.stringify(key)}`;
  const message = `${shown2} is given more than once`;
  return { code: "duplicate-key", severity: "error", message, hint: "Give each key one value." };
}

// src/builtins/data/keyed-generator.ts
function keyedGenerator(keyed) {
  const { kind, fieldName, fields: fields4, content } = keyed;
  return {
    kind: `${kind}Generator`,
    role: "generator",
    decode: documentDecoder(fields4),
    field: {
      name: fieldName,
      args(kustomization) {
        const { [fieldName]: entries = [] } = kustomization;
        const { generatorOptions: commonOptions } = kustomization;
        return commonOptions === void 0 ? entries : entries.map((entry2) => ({ ...entry2, commonOptions }));
      }
    },
    async generate(args, context, sources) {
      const data = await loadData(kind, args, context, sources);
      return [generatedObject(kind, args, args.commonOptions, content(data, args))];
    }
  };
}
function documentDecoder(fields4) {
  const decoder = documentOf2({ ...strictly(fields4), metadata });
  return decodedAs(decoder, ({ metadata: own, ...args }) => {
    const name = args.name || own?.name;
    const namespace = args.namespace || own?.namespace;
    return { ...args, ...name && { name }, ...namespace && { namespace } };
  });
}
async function loadData(kind, args, context, sources) {
  const readFile = async (path) => (await context.read(path, args.location)).bytes;
  const { data, diagnostics } = await loadKeyValues(args, `${kind} ${args.name ?? ""}`, readFile, {
    claim: () => context.budget.claim(),
    origins: sources,
    secrets: kind === "Secret" ? context.secrets : void 0
  });
  for (const diagnostic of diagnostics) context.warn(diagnostic);
  return data;
}

// src/builtins/configmap-generator.ts
var configMapGenerator = keyedGenerator({
  kind: "ConfigMap",
  fieldName: "configMapGenerator",
  fields: configMapFields,
  content: configMapContent
});
function configMapContent(data) {
  const texts4 = [];
  const binaries = [];
  for (const key of sortedKeys2(data)) {
    const value = data.get(key);
    if ("text" in value) texts4.push([key, string(value.text)]);
    else binaries.push([key, string(base64(value.binary))]);
  }
  return [
    ...texts4.length > 0 ? [["data", fieldsOf(texts4)]] : [],
    ...binaries.length > 0 ? [["binaryData", fieldsOf(binaries)]] : []
  ];
}

// src/builtins/helm-chart-inflation-generator.ts
var helmChartInflationGenerator = {
  kind: "HelmChartInflationGenerator",
  role: "generator",
  decode: decodedAs(
    documentOf2(strictly({ ...helmChartFields, ...helmGlobalsFields })),
    (config) => ({ chart: config, globals: config, inlineValue: toValue, location: config.location })
  ),
  field: {
    name: "helmCharts",
    /** A chart without a namespace gets that of the kustomization, or that of the levels around it. */
    args: ({ helmCharts = [], helmGlobals, namespace }, outerNamespace) => helmCharts.map((chart) => ({
      chart: { ...chart, namespace: chart.namespace || namespace || outerNamespace },
      globals: helmGlobals,
      inlineValue: toConfigValue,
      location: chart.location
    }))
  },
  async generate(args, context) {
    const inline = args.chart.valuesInline && args.inlineValue(args.chart.valuesInline);
    const settings = requireHelm(context.helm, args.chart);
    const { Inflation: Inflation2 } = await Promise.resolve().then(() => __toESM(require_program(), 1));
    try {
      const nodes = await new Inflation2(args, settings, context).objects(inline);
      return nodes.map((node) => ({ node }));
    } catch (thrown) {
      throw thrown instanceof KrmError ? aboutChart(thrown, args.chart) : thrown;
    }
  },
  conflict: ({ chart }, resource) => aboutChart(
    failure(
      "generator-conflict",
      `it makes ${idText(resource.id)}, but an object with this identity already exists`,
      {
        object: resource.describe(),
        hint: "Remove one of the two, or set values so that the chart does not make it."
      }
    ),
    chart
  )
};
function requireHelm(helm, { name, location }) {
  if (helm !== void 0) return helm;
  throw failure("helm-disabled", `the chart ${name ?? ""} is not inflated: must specify --enable-helm`, {
    ...location,
    hint: "Pass --enable-helm; in the action, set `enable-helm: true`. This runs the helm that is installed."
  });
}
function aboutChart(error, { name, location }) {
  const prefix = name ? `chart ${name}: ` : "";
  const diagnostics = error.diagnostics.map((one) => ({
    ...location,
    ...one.file !== void 0 && { file: one.file, line: one.line, column: one.column },
    ...one,
    message: prefix + one.message
  }));
  return new KrmError(diagnostics, { cause: error });
}

// src/builtins/iam-policy-generator.ts
var service = { name: text2, namespace: text2 };
var account = { name: text2, projectId: text2 };
var iamPolicyFields = {
  cloud: text2,
  kubernetesService: record(service),
  serviceAccount: record(account)
};
var iamPolicyGenerator = {
  kind: "IAMPolicyGenerator",
  role: "generator",
  decode: documentOf2(strictly(iamPolicyFields)),
  generate: (args) => [iamPolicy(args)]
};
function iamPolicy({ cloud = "", kubernetesService, serviceAccount, location }) {
  if (cloud !== "gke") {
    throw failure("unsupported-cloud", `cloud provider ${cloud || "(none)"} is not supported: only gke is`, {
      ...location,
      hint: "List a file with the ServiceAccount under `resources` instead."
    });
  }
  const { name = "", namespace = "" } = kubernetesService ?? {};
  if (name === "") {
    const hint = "Name the ServiceAccount under `kubernetesService`.";
    throw failure("missing-name", "this IAMPolicyGenerator has no kubernetesService.name", { ...location, hint });
  }
  const cloudAccount = `${serviceAccount?.name ?? ""}@${serviceAccount?.projectId ?? ""}.iam.gserviceaccount.com`;
  const document = `
apiVersion: v1
kind: ServiceAccount
metadata:
  annotations:
    iam.gke.io/gcp-service-account: ${cloudAccount}
  name: ${name}
${namespace === "" ? "" : `
  namespace: ${namespace}`}`;
  try {
    const [node] = parseInlineObjects(document, "the service account", location);
    if (node !== void 0) return { node, needsHash: false, behavior: "unspecified" };
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
  }
  throw failure("invalid-value", "the names of this IAMPolicyGenerator do not result in a valid object", {
    ...location,
    hint: "Give it a `serviceAccount.name`, and names of letters, digits and dashes."
  });
}

// src/builtins/patching/content.ts
var MAX_BEGINNING = 1e4;
function parsePatch(patch) {
  const source = nameOf2(patch);
  const merge2 = attempt3(() => objectsOf2(patch));
  if (!("failed" in merge2)) return { kind: "merge", objects: merge2.done, source };
  const json = attempt3(() => parseOperations(patch.text, nameOf2(patch)));
  if (!("failed" in json)) return { kind: "json", operations: json.done, source };
  const beginning3 = patch.text.slice(0, MAX_BEGINNING).replace(/^[^\S\n]*#.*\n/gm, "");
  const looksLikeList = /^\s*(\[|-(\s|$))/.test(beginning3);
  throw explain(patch, looksLikeList ? json.failed : merge2.failed, "neither a merge patch nor a JSON patch");
}
function parseInlineOperations(text6, location) {
  const json = attempt3(() => parseOperations(text6, "the inline patch"));
  if ("failed" in json) throw explain({ text: text6, file: void 0, location }, json.failed, "not a JSON patch");
  return json.done;
}
function objectsOf2(patch) {
  if (patch.file !== void 0) return parseObjects(patch.text, patch.file);
  return parseInlineObjects(patch.text, nameOf2(patch), patch.location);
}
function parseOperations(text6, file) {
  return parseJsonPatch(text6.startsWith("[") ? parseStrictJson(text6, file) : yamlValue(text6, file), file);
}
function yamlValue(text6, file) {
  const node = parseConfig(text6, file);
  return node === void 0 ? null : toConfigValue(node);
}
function parseStrictJson(text6, file) {
  try {
    return parseJson(text6);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw failure("invalid-patch", `the patch starts with [, but is not valid JSON: ${reasonOf(cause)}`, {
      file,
      hint: "Write valid JSON, or a YAML list with one dash for each operation."
    });
  }
}
function reasonOf(cause) {
  return cause instanceof Error ? cause.message.replace(/, (?:\.\.\.)?".*$/s, "") : "malformed";
}
var MAX_PATH = 100;
function isPath(text6) {
  return text6.length <= MAX_PATH && isCertainlyPath(text6);
}
function isPlainWord(text6) {
  return /^[A-Za-z]{1,40}$/.test(text6) && isNameLike(text6);
}
function nameOf2({ text: text6, file }) {
  return file ?? (isPath(text6) || isPlainWord(text6) ? `the inline patch \`${text6}\`` : "the inline patch");
}
function attempt3(read2) {
  try {
    return { done: read2() };
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    return { failed: thrown };
  }
}
function explain(patch, thrown, verdict) {
  const [first2] = diagnosticsOf(thrown);
  const message = `${nameOf2(patch)} is ${verdict}: ${first2?.message ?? "it cannot be read"}`;
  if (patch.file !== void 0) {
    const place = first2?.file === void 0 ? { file: patch.file } : { file: first2.file, line: first2.line, column: first2.column };
    return failure("invalid-patch", message, { ...place, hint: first2?.hint, cause: thrown });
  }
  const line = first2?.line === void 0 ? "" : ` (line ${first2.line} of the patch)`;
  const hint = isPath(patch.text) ? `Write \`path: ${patch.text}\` if that is the file of the patch.` : first2?.hint;
  return failure("invalid-patch", message + line, { ...patch.location, hint, cause: thrown });
}

// src/builtins/patching/json.ts
function applyToObject(resource, operations, location, options = {}) {
  if (resource.node === void 0) return;
  const { source, offset } = resource.node;
  if (resource.isAnnotated)
    createAnnotations(resource.node, resource.provenance === void 0 ? [] : [TRANSFORMATIONS]);
  const kept = [...metadataTexts(resource.node, "annotations")].filter(([name]) => isKeptByJsonPatches(name));
  const node = patched(resource, operations, location);
  if (node.kind !== "map") {
    throw failure(
      "invalid-patch",
      `the JSON patch replaces ${resource.describe()} by something that is not an object`,
      { ...location, object: resource.describe(), hint: "Change fields of the object, not the object as a whole." }
    );
  }
  if (resource.provenance !== void 0) dropMarks(node);
  if (hasTreeHash(resource)) {
    resource.node = reread(node, resource);
  } else {
    resource.hasUnknownTree = true;
    node.source = source;
    node.offset = offset;
    resource.node = node;
  }
  resource.patchedAt = location;
  if (kept.length > 0 && get(resource.node, "metadata") === void 0) setField(resource.node, "metadata", map());
  const metadata2 = get(resource.node, "metadata");
  if (metadata2?.kind === "map") rewriteAnnotations(resource, metadata2, kept, { ...options, location });
  else resource.provenance = void 0;
  if (resource.needsHash) resource.sortNotes();
  if (scalarText(get(metadata2, "name")) === "" && resource.id.name !== "") {
    const object = resource.describe();
    resource.lostName = failure("invalid-resource", `the JSON patch removes the name of ${object}`, {
      ...location,
      object,
      hint: "Objects need a metadata.name; to delete one, use a patch with `$patch: delete`."
    });
  }
}
function dropMarks(object) {
  const own = get(get(object, "metadata"), "annotations");
  const visit = (node) => {
    if (node.kind === "seq") node.items.forEach(visit);
    if (node.kind !== "map") return;
    if (node !== own && scalarText(get(node, TRANSFORMATIONS)) === "") clearField(node, TRANSFORMATIONS);
    for (const { value } of node.entries) visit(value);
  };
  visit(object);
}
function hasTreeHash({ id, needsHash }) {
  return id.kind !== "ConfigMap" && id.kind !== "Secret" && needsHash;
}
function reread(node, resource) {
  const [read2 = node] = parseResources(encode(node), "");
  if (read2.source !== void 0 && resource.origin !== void 0) read2.source.within = resource.origin;
  return read2;
}
function rewriteAnnotations(resource, metadata2, kept, { location, emptyKey: emptyKey2 }) {
  if (get(metadata2, "annotations")?.kind === "seq") {
    const object = resource.describe();
    throw failure("invalid-patch", `the JSON patch turns the annotations of ${object} into a list`, {
      ...location,
      object,
      hint: "Make them a map."
    });
  }
  const texts4 = new Map([...textsUnder(metadata2, "annotations"), ...kept]);
  const written2 = new Set(kept.map(([name]) => name));
  for (const [name] of resource.noteTexts()) if (!written2.has(name)) texts4.delete(name);
  if (resource.provenance !== void 0 && !texts4.delete(TRANSFORMATIONS)) resource.provenance = void 0;
  if (texts4.has("") && emptyKey2 === "empties") {
    setField(metadata2, "annotations", map());
    resource.forget();
  } else writeTexts(metadata2, "annotations", texts4);
}
function valueOf3(resource) {
  const value = toValue(resource.node);
  if (!hasTreeHash(resource)) return value;
  const annotations = Object(Object(Object(value).metadata).annotations);
  for (const [name, text6] of resource.noteTexts()) annotations[name] = text6;
  return value;
}
function patched(resource, operations, location) {
  try {
    return fromValue(applyJsonPatch(valueOf3(resource), operations));
  } catch (thrown) {
    throw valueProblem(thrown, resource, `the JSON patch for ${resource.describe()} fails`, location);
  }
}

// src/builtins/selection.ts
function selectResources(resources, selector2) {
  const matches = compileSelector(selector2);
  return resources.candidates(onlyMatch(selector2.kind), onlyMatch(selector2.name)).filter(
    (resource) => resource.node !== void 0 && matches({
      id: resource.id,
      originalId: resource.originalId,
      labels: () => metadataTexts(resource.node, "labels"),
      annotations: () => metadataTexts(resource.node, "annotations")
    })
  );
}
function patchTargets(resources, target, warn) {
  const selected = selectResources(resources, target);
  if (selected.length === 0 && !target.maySelectNothing) warn(() => selectsNothing(resources, target));
  return selected;
}
function selectsNothing(resources, target) {
  const message = `the target of the patch selects nothing: there is no object with ${selectorText(target)}`;
  const hint = nearestHint(target, resources) ?? "Correct the target, or remove the patch.";
  return { code: "unused-patch", severity: "warning", message, ...target.location, hint };
}
var SELECTED_BY = ["group", "version", "kind", "name", "namespace", "labelSelector", "annotationSelector"];
function selectorText(selector2) {
  const parts = SELECTED_BY.filter((field2) => selector2[field2]).map(
    (field2) => `${field2}: ${shorten(selector2[field2] ?? "")}`
  );
  return parts.length === 0 ? "an empty selector" : parts.join(", ");
}
var MAX_COMPARED2 = 500;
function nearestHint({ kind, name }, resources) {
  const named2 = name ? resources.byAnyName(name).find((resource) => resource.node !== void 0) : void 0;
  if (named2 !== void 0) return `There is a ${shorten(named2.describe())}: correct the target.`;
  const present2 = resources.items.slice(0, MAX_COMPARED2).filter((resource) => resource.node !== void 0);
  const ofKind2 = present2.filter(({ id }) => !kind || id.kind === kind);
  const near = kind && ofKind2.length === 0 ? nearest(kind, [...new Set(present2.map(({ id }) => id.kind))]) : name && nearest(
    name,
    ofKind2.map(({ id }) => id.name)
  );
  return near ? `Did you mean \`${near}\`?` : void 0;
}

// src/builtins/patch-json6902-transformer.ts
var patchFields2 = { target: selector, path: text2, jsonOp: text2 };
var patchJson6902Transformer = {
  kind: "PatchJson6902Transformer",
  role: "transformer",
  decode: documentOf2(patchFields2),
  fields: [
    {
      name: "patchesJson6902",
      args: ({ patchesJson6902 = [] }) => patchesJson6902.map(({ patch, ...entry2 }) => ({ ...entry2, ...patch !== void 0 && { jsonOp: patch } }))
    }
  ],
  async create(args, context) {
    const { target, location } = args;
    if (!target?.name) {
      throw failure(
        "patch-without-target",
        "a JSON patch must specify the target name: this one has no target with a name",
        { ...location, hint: "Give it a `target` with version, kind and name." }
      );
    }
    return [applyOperations(await readOperations(args, context), target, location)];
  }
};
async function readOperations({ path = "", jsonOp = "", location }, context) {
  if (path === "" && jsonOp === "")
    throw failure("invalid-patch", "empty file path and empty jsonOp: this entry has no patch", {
      ...location,
      hint: "Give it a `path` or a `patch`."
    });
  if (path !== "" && jsonOp !== "") {
    throw failure("invalid-patch", `must specify a file path or jsonOp, not both (${path})`, {
      ...location,
      hint: "Keep one of them."
    });
  }
  const operations = path === "" ? parseInlineOperations(jsonOp, location) : await operationsOfFile(path, location, context);
  if (operations.length > 0) return operations;
  throw failure("empty-patch", `the patch appears to be empty: ${path || "its text"} holds no operation`, {
    ...location,
    hint: "Write an operation, or remove the entry."
  });
}
async function operationsOfFile(path, location, context) {
  const { bytes, display } = await context.read(path, location);
  context.budget.claim();
  const content = decodeText(bytes, display);
  if (content !== "") return parseOperations(content, display);
  throw failure("empty-patch", `patch file ${display} seems to be empty`, {
    ...location,
    hint: "Write a patch into the file, or remove the entry."
  });
}
function applyOperations(operations, target, location) {
  return {
    kind: "PatchJson6902Transformer",
    transform(resources, warn) {
      for (const resource of patchTargets(resources, target, warn)) {
        applyToObject(resource, operations, location);
        resources.changed(resource);
      }
    }
  };
}

// src/builtins/patching/merge-patch.ts
function applyMerge(resource, patch, options) {
  if (resource.node === void 0) return;
  const { kind, name, namespace } = resource.id;
  if (options.allowNameChange || options.allowKindChange) resource.pushPreviousId();
  if (options.allowKindChange) resource.note("allowKindChange");
  if (options.allowNameChange) resource.note("allowNameChange");
  const { needsHash } = resource;
  const removesAnnotations = removesAllAnnotations(patch);
  if (needsHash && (statesTags(patch) || statesTags(resource.node) || movesComments(resource.node, patch)))
    resource.hasUnknownTree = true;
  const mergePatch = needsHash && !removesAnnotations ? mergeNoted : mergeInto;
  const merged3 = mergePatch(resource, resource.node, patch, options);
  if (merged3 === void 0 || merged3.entries.length === 0) {
    resource.node = void 0;
    return;
  }
  resource.node = merged3;
  if (removesAnnotations) resource.forget();
  else if (removesHashRequest(patch)) resource.needsHash = false;
  if (!options.allowKindChange) restore(merged3, "kind", kind);
  const metadata2 = metadataOf(merged3);
  if (!options.allowNameChange) restore(metadata2, "name", name);
  if (namespace === "") clearField(metadata2, "namespace");
  else restore(metadata2, "namespace", namespace);
  if (!resource.needsHash) return;
  if (!needsHash) resource.hasUnknownTree = true;
  rewriteIdentity(merged3, metadata2, options);
}
function removesAllAnnotations(patch) {
  const metadata2 = get(patch, "metadata");
  const annotations = get(metadata2, "annotations");
  return isNull(annotations) || isReplaced(annotations) || isReplaced(metadata2);
}
function removesHashRequest(patch) {
  return isNull(get(get(get(patch, "metadata"), "annotations"), NEEDS_HASH));
}
function isReplaced(node) {
  const directive = scalarText(get(node, "$patch"));
  return directive === "replace" || directive === "delete";
}
function mergeInto(resource, node, patch, options) {
  try {
    return strategicMerge(node, patch, resource.schemas, resource.needsHash);
  } catch (thrown) {
    const object = resource.describe();
    throw about(thrown, object, options.location, `the patch does not fit ${object}: `);
  }
}
function mergeNoted(resource, node, patch, options) {
  const metadata2 = get(node, "metadata");
  if (get(get(patch, "metadata"), "annotations")?.kind !== "map") return mergeInto(resource, node, patch, options);
  createAnnotations(node);
  const annotations = get(metadata2, "annotations");
  const style = annotations?.style ?? "";
  const merged3 = mergeInto(resource, node, patch, options);
  if (annotations !== void 0) annotations.style = style;
  if (annotations?.kind === "map" && annotations.entries.length === 0) clearField(metadata2, "annotations");
  return merged3;
}
function rewriteIdentity(node, metadata2, options) {
  const write = (parent, field2) => {
    const text6 = scalarText(get(parent, field2));
    if (text6 !== "") setField(parent, field2, scalar(text6));
  };
  if (options.isSelection) write(node, "apiVersion");
  if (options.isSelection || !options.allowKindChange) write(node, "kind");
  if (options.isSelection || !options.allowNameChange) write(metadata2, "name");
  write(metadata2, "namespace");
}
function restore(parent, field2, text6) {
  const present2 = get(parent, field2);
  if (present2?.kind === "scalar" && present2.value === text6) present2.tag = "";
  else setField(parent, field2, scalar(text6));
}
function metadataOf(node) {
  const present2 = get(node, "metadata");
  if (present2?.kind === "map") return present2;
  const metadata2 = map();
  setField(node, "metadata", metadata2);
  return get(node, "metadata");
}
function findTarget(resources, patch, location) {
  const id = identify(patch, resources.schemas);
  const found = resources.byAnyId(id);
  if (found.length === 1) return found[0];
  const where = locate(patch) ?? location;
  if (found.length > 1) {
    throw failure(
      "ambiguous-target",
      `the patch for ${describeId(id)} matches ${found.length} objects (${idText(id)})`,
      {
        ...where,
        object: describeId(id),
        hint: "Give the entry a target that selects one of them, for example by a label."
      }
    );
  }
  const nearest2 = nearestTo(id, resources);
  const but = nearest2 === void 0 ? "" : `; the nearest is ${nearest2.describe()}${fromFile(nearest2)}`;
  throw failure(
    "target-not-found",
    `the patch for ${describeId(id)} matches nothing: there is no ${idText(id)}${but}`,
    {
      ...where,
      object: describeId(id),
      hint: "Correct apiVersion, kind, name or namespace of the patch, or give the entry a target."
    }
  );
}
function fromFile(resource) {
  return resource.origin === void 0 ? "" : ` (${resource.origin.file})`;
}
function nearestTo(id, resources) {
  const sameName = resources.byAnyName(id.name);
  return sameName.find((resource) => resource.id.kind === id.kind) ?? sameName[0] ?? resources.items.find((resource) => resource.node !== void 0 && resource.id.kind === id.kind);
}
function prepareForIdentity(patch, options) {
  const metadata2 = get(patch, "metadata");
  if (!(options.allowNameChange || options.allowKindChange) || metadata2?.kind !== "map") return patch;
  const prepared = clone(patch);
  rewriteTexts(get(prepared, "metadata"), "annotations");
  return prepared;
}
function prepareForSelection(patch) {
  const prepared = clone(patch);
  const metadata2 = get(prepared, "metadata");
  if (metadata2?.kind === "map") {
    for (const field2 of ["labels", "annotations"]) rewriteTexts(metadata2, field2);
  }
  rewriteText(prepared, "kind");
  rewriteText(metadata2, "name");
  rewriteText(metadata2, "namespace");
  if (metadata2?.kind === "map" && isNull(get(metadata2, "namespace"))) clearField(metadata2, "namespace");
  return {
    for(resource) {
      const apiVersion = apiVersionOf(resource.id);
      const present2 = get(prepared, "apiVersion");
      if (present2 !== void 0 && scalarText(present2) === apiVersion) return prepared;
      const others = prepared.entries.filter(({ key }) => key.kind !== "scalar" || key.value !== "apiVersion");
      return map([...others, { key: scalar("apiVersion"), value: scalar(apiVersion) }]);
    }
  };
}
function rewriteText(parent, field2) {
  const present2 = get(parent, field2);
  if (present2?.kind === "scalar" && !isNull(present2)) present2.tag = "";
}
function rewriteTexts(metadata2, field2) {
  writeTexts(metadata2, field2, textsUnder(metadata2, field2));
}

// src/builtins/patch-strategic-merge-transformer.ts
var patchFields3 = { paths: list(textEntry), patches: text2 };
var patchStrategicMergeTransformer = {
  kind: "PatchStrategicMergeTransformer",
  role: "transformer",
  decode: documentOf2(patchFields3),
  fields: [
    {
      name: "patchesStrategicMerge",
      /** All entries are one step. */
      args({ patchesStrategicMerge: paths2 = [] }) {
        const [first2] = paths2;
        return first2 === void 0 ? [] : [{ paths: paths2, location: first2.location }];
      }
    }
  ],
  async create(args, context) {
    return [mergePatches(await readPatches(args, context), args.location)];
  }
};
async function readPatches({ paths: paths2 = [], patches: patches2 = "", location }, context) {
  if (paths2.length === 0 && patches2 === "")
    throw failure("invalid-patch", "empty file path and empty patch content: this entry has no patch", {
      ...location,
      hint: "Add patches, or remove it."
    });
  const objects = [];
  for (const entry2 of paths2)
    objects.push(...inlineObjects(entry2) ?? await context.readObjects(entry2.text, entry2.location));
  objects.push(...parseInline(patches2, location));
  if (objects.length > 0) return objects;
  const files = paths2.map((entry2) => entry2.text).join(", ");
  throw failure("empty-patch", `the patch appears to be empty: ${files || "its text"} holds no object`, {
    ...location,
    hint: "Write a patch, or remove the entry."
  });
}
function parseInline(patches2, location) {
  if (patches2 === "") return [];
  try {
    return parseInlineObjects(patches2, "the inline patch", location);
  } catch (thrown) {
    throw thrown instanceof KrmError ? atEntry(thrown, location) : thrown;
  }
}
function mergePatches(patches2, location) {
  return {
    kind: "PatchStrategicMergeTransformer",
    transform(resources) {
      for (const patch of patches2) {
        const resource = findTarget(resources, patch, location);
        applyMerge(resource, prepareForSelection(patch).for(resource), { location, isSelection: true });
        resources.changed(resource);
      }
      resources.dropEmpty();
      resources.checkUnique();
    }
  };
}

// src/builtins/patch-transformer.ts
var patchTransformer = {
  kind: "PatchTransformer",
  role: "transformer",
  decode: documentOf2(patchFields),
  fields: [{ name: "patches", args: ({ patches: patches2 = [] }) => patches2 }],
  async create(args, context) {
    const { target, options: { allowNameChange, allowKindChange } = {}, location } = args;
    return [
      applyPatch({ content: await readPatch(args, context), target, allowNameChange, allowKindChange, location })
    ];
  }
};
async function readPatch({ path = "", patch = "", location }, context) {
  const inline = patch.trim();
  if (path === "" && inline === "") {
    throw failure("invalid-patch", "must specify one of patch and path: this PatchTransformer entry has neither", {
      ...location,
      hint: "Add one of them."
    });
  }
  if (path === "") return parsePatch({ text: inline, file: void 0, location });
  if (inline !== "") {
    throw failure(
      "invalid-patch",
      `patch and path can't be set at the same time: this PatchTransformer entry has both (${path})`,
      { ...location, hint: "Keep one of them." }
    );
  }
  const { bytes, display } = await context.read(path, location);
  context.budget.claim();
  return parsePatch({ text: decodeText(bytes, display), file: display, location });
}
function applyPatch(entry2) {
  const { content, target, location } = entry2;
  if (content.kind === "json" && target === void 0) {
    throw failure("patch-without-target", `${content.source} is a JSON patch, but its entry has no target`, {
      ...location,
      hint: "Give the entry a target with a kind and a name."
    });
  }
  if (content.kind === "merge" && target !== void 0 && content.objects.length > 1) {
    throw failure("patch-with-several-objects", `${content.source} holds several patches, and the entry has a target`, {
      ...location,
      hint: "Give each patch an entry of its own, or remove the target."
    });
  }
  return {
    kind: "PatchTransformer",
    transform(resources, warn) {
      if (content.kind === "json") patchJson(resources, content.operations, target, location, warn);
      else if (target === void 0) mergeById(resources, content.objects, entry2);
      else mergeSelected(resources, content.objects[0], target, entry2, warn);
    }
  };
}
function patchJson(resources, operations, target, location, warn) {
  for (const resource of patchTargets(resources, target, warn)) {
    resource.pushPreviousId();
    applyToObject(resource, operations, location, { emptyKey: "empties" });
    resources.changed(resource);
  }
}
function mergeById(resources, patches2, options) {
  for (const patch of patches2) {
    const resource = findTarget(resources, patch, options.location);
    applyMerge(resource, prepareForIdentity(patch, options), options);
    resources.changed(resource);
  }
}
function mergeSelected(resources, patch, target, options, warn) {
  if (patch === void 0) return;
  const prepared = prepareForSelection(patch);
  const selected = new Set(patchTargets(resources, target, warn));
  if (options.allowNameChange || options.allowKindChange) {
    for (const resource of selected) for (const twin of resources.byCurrentId(resource.id)) selected.add(twin);
  }
  for (const resource of selected) {
    applyMerge(resource, prepared.for(resource), { ...options, isSelection: true });
    resources.changed(resource);
  }
  resources.dropEmpty();
  resources.checkUnique();
}

// src/builtins/replacement/source.ts
var DEFAULT_FIELD_PATH = "metadata.name";
function sourceValue(resources, { source, sourceValue: text6 }) {
  if (source === void 0) return scalar(text6);
  const resource = findSource2(resources, source);
  const path = source.fieldPath || DEFAULT_FIELD_PATH;
  resource.exposeHashRequest(path);
  const node = lookUp2(resource.node, splitFieldPath(path), source.location);
  if (node === void 0 || isNull(node) || isEmptyCollection(node)) {
    throw failure("field-not-found", `fieldPath \`${path}\` is missing for replacement source ${idText(source)}`, {
      ...source.location,
      object: resource.describe(),
      hint: "Correct the fieldPath, or give the object the field."
    });
  }
  return refine(node, source.options, resource.id.kind === "Secret");
}
function isEmptyCollection(node) {
  return node.kind === "map" && node.entries.length === 0 || node.kind === "seq" && node.items.length === 0;
}
function findSource2(resources, source) {
  const pool = source.name ? resources.byAnyName(source.name) : resources.candidates(source.kind || void 0, void 0);
  const found = pool.filter(
    (resource) => resource.node !== void 0 && resource.allIds().some((id) => isSelected(id, source))
  );
  if (found.length === 1) return found[0];
  const shown2 = `${idText(source)}${source.fieldPath ? `:${source.fieldPath}` : ""}`;
  if (found.length === 0) {
    throw failure("source-not-found", `nothing selected by ${shown2}`, {
      ...source.location,
      hint: "Correct kind, name and namespace of the source, or add the object to this build. A source takes no patterns: only targets do."
    });
  }
  const ids = found.map((resource) => resource.describe()).join(", ");
  throw failure("ambiguous-source", `multiple matches for selector ${shown2}: ${ids}`, {
    ...source.location,
    hint: "Add a kind, a name or a namespace so that one object is left."
  });
}
function isSelected(id, source) {
  if (source.name && source.name !== id.name) return false;
  if (source.namespace && source.namespace !== (id.namespace || "default")) return false;
  return selectedBy(id, source);
}
function refine(node, options, isSecret) {
  if (!options?.delimiter) return node;
  if (node.kind !== "scalar") throw delimiterNeedsScalar(options.location);
  const parts = node.value.split(options.delimiter);
  const index = options.index ?? 0;
  const part = parts[index];
  if (index < 0 || part === void 0) {
    const why = isSecret ? "the value has fewer parts" : `the value has ${parts.length} parts`;
    throw failure("index-out-of-bounds", `options.index ${index} is out of bounds: ${why}`, {
      ...options.location,
      hint: "Count from 0, or correct the `delimiter`."
    });
  }
  const refined = clone(node);
  refined.value = part;
  return refined;
}
function delimiterNeedsScalar(location) {
  return failure(
    "invalid-replacement",
    "delimiter option can only be used with scalar nodes: the field holds a map or a list",
    { ...location, hint: "Remove the `delimiter`, or name a field with a single value." }
  );
}

// src/builtins/replacement/edited-text.ts
var MAX_EDITS = 2e3;
var WHOLE = /^(?:0|-?[1-9]\d{0,14})$/;
var PLAIN3 = /^[A-Za-z][\w./-]*$/;
var UNESCAPED = /^[\w./:@+=,-]*$/;
var EditedText = class {
  text;
  document;
  #edits = [];
  constructor(text6, document) {
    this.text = text6;
    this.document = document;
  }
  /**
   * Writes to the fields. Returns false if the text has to be written as a whole. The document must then not be used any
   * more; `text` is unchanged.
   */
  write(fields4, write) {
    let { text: text6 } = this;
    for (const field2 of fields4) {
      if (field2.kind !== "scalar") return false;
      const { value: before, tag, style } = field2;
      const quote2 = quoteOf(field2);
      if (quote2 === void 0) return false;
      write(field2);
      if (field2.kind !== "scalar" || field2.tag !== tag || field2.style !== style || !isSafe(field2)) return false;
      const at2 = field2.offset + this.#grownBefore(field2.offset);
      const old = quote2 + before + quote2;
      if (!text6.startsWith(old, at2) || !endsAt(text6, at2 + old.length, quote2)) return false;
      text6 = text6.slice(0, at2) + quote2 + field2.value + quote2 + text6.slice(at2 + old.length);
      this.#edits.push({ offset: field2.offset, grown: field2.value.length - before.length });
    }
    this.text = text6;
    return true;
  }
  /** True if the text should be parsed again before the next write. */
  get needsReparsing() {
    return this.#edits.length >= MAX_EDITS;
  }
  #grownBefore(offset) {
    let grown = 0;
    for (const edit of this.#edits) if (edit.offset < offset) grown += edit.grown;
    return grown;
  }
};
function quoteOf({ tag, style }) {
  if (style === "") return tag === "!!str" || tag === "!!int" ? "" : void 0;
  if (tag !== "!!str") return void 0;
  if (style === "double") return '"';
  return style === "single" ? "'" : void 0;
}
function isSafe({ tag, style, value }) {
  if (style !== "") return UNESCAPED.test(value);
  if (tag === "!!int") return WHOLE.test(value);
  return PLAIN3.test(value) && resolveTag(value) === "!!str" && !isYaml11NonString(value);
}
function endsAt(text6, end, quote2) {
  return quote2 !== "" || end === text6.length || /[\s,}\]]/.test(text6.charAt(end));
}

// src/builtins/replacement/structured-data.ts
function setInStructuredData(root, path, trail, write) {
  let unparsed;
  for (const { field: field2, length } of scalarsAlong(root, path)) {
    if (field2 === unparsed) continue;
    const rest = path.slice(length);
    if (writeAgain(field2, rest, trail, write)) return true;
    const document = parseStructured(field2.value);
    if (document === void 0) {
      unparsed = field2;
      continue;
    }
    const text6 = attempt4(() => rewrite(document, field2.value, rest, trail, write));
    if (text6 === void 0) return false;
    field2.value = text6;
    const before = texts3.get(field2);
    if (before === void 0) texts3.set(field2, { text: text6, edited: void 0, failures: 0 });
    else before.text = text6;
    return true;
  }
  return false;
}
function* scalarsAlong(root, path) {
  const lookup = { path, location: void 0 };
  let node = root;
  for (let length = 1; length < path.length; length++) {
    const next = attempt4(() => enter4(node, path[length - 1], lookup));
    if (next === void 0) return;
    node = next;
    if (node.kind === "scalar" && !isNull(node)) yield { field: node, length };
  }
}
var texts3 = /* @__PURE__ */ new WeakMap();
var MAX_FAILURES = 16;
function writeAgain(field2, path, trail, write) {
  const known = texts3.get(field2);
  if (known === void 0 || known.text !== field2.value || known.failures === MAX_FAILURES) return false;
  if (trail.create !== void 0 && path.some((part) => part.startsWith("[") || part === "*")) return false;
  const { edited = attempt4(() => readAgain(field2.value)) } = known;
  known.edited = edited;
  const isDone = edited !== void 0 && attempt4(() => {
    const inText = { create: void 0, isLost: false };
    const fields4 = matchPath(edited.document, path, inText);
    return typeof fields4 !== "string" && fields4.length > 0 && !inText.isLost && edited.write(fields4, write);
  });
  if (edited === void 0 || isDone !== true) {
    known.edited = void 0;
    known.failures++;
    return false;
  }
  field2.value = edited.text;
  known.text = edited.text;
  if (edited.needsReparsing) known.edited = void 0;
  return true;
}
function readAgain(text6) {
  const document = parseStructured(text6);
  if (document === void 0 || document.source?.text !== text6) return void 0;
  if (isJson(text6) && HAS_ALIASES.test(text6)) return void 0;
  return written(document, text6) === text6 ? new EditedText(text6, document) : void 0;
}
function attempt4(work) {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof LimitError) throw thrown;
    return void 0;
  }
}
function rewrite(document, original, path, trail, write) {
  const fields4 = matchPath(document, path, trail);
  if (typeof fields4 === "string" || fields4.length === 0) return void 0;
  for (const field2 of fields4) {
    if (field2.tag === ALIAS) overwrite(field2, scalar(""));
    write(field2);
  }
  return written(document, original);
}
function written(document, original) {
  if (!isJson(original)) return encodeDocument(document).trim();
  const isPretty = original.includes("\n") && original.includes("  ");
  return goJson(toValue(expanded(document, original)), isPretty ? "  " : void 0);
}
function isJson(text6) {
  return /^\s*[{[]/.test(text6);
}
var HAS_ALIASES = /[#&*]|<</;
function expanded(document, original) {
  if (!HAS_ALIASES.test(original)) return document;
  const [node] = parseResources(encodeDocument(document), "the text of a field");
  return node ?? document;
}

// src/builtins/replacement/target.ts
var MAX_SPLICED = 32 * 1024 * 1024;
function writeToTarget(resources, target, value, warn) {
  const selects = compileTarget(target);
  const paths2 = target.fieldPaths?.length ? target.fieldPaths : [DEFAULT_FIELD_PATH];
  let selected = 0;
  const { kind, name } = target.select;
  for (const resource of resources.candidates(onlyMatch(kind), onlyMatch(name))) {
    if (resource.node === void 0 || !selects(resource)) continue;
    selected++;
    const { needsHash } = resource;
    for (const path of paths2) {
      if (!writeToField(resource, path, value, target)) warn(() => lostInText(resource, path, target));
    }
    if (!needsHash && resource.needsHash) resource.hasUnknownTree = true;
    resources.changed(resource);
  }
  if (selected === 0) warn(() => selectsNothing2(resources, target));
}
function selectsNothing2(resources, { select, reject = [] }) {
  const selector2 = select;
  const but = reject.length === 0 ? "" : " that `reject` does not exclude";
  const message = `the replacement writes nothing: there is no object with ${selectorText(selector2)}${but}`;
  const hint = nearestHint(selector2, resources) ?? "Correct `select`, or remove the target.";
  return { code: "unused-replacement", severity: "warning", message, ...selector2.location, hint };
}
function lostInText(resource, path, { location }) {
  const object = resource.describe();
  const message = `the replacement writes nothing to "${path}" of ${object}: the path leads into a text or below a null`;
  const hint = "Use only fields and indices, not `*`, in the path to a text. Replace a null by a value.";
  return { code: "unused-replacement", severity: "warning", message, ...location, object, hint };
}
function compileTarget(target) {
  const selected = compileSelector2(target.select);
  const rejected = (target.reject ?? []).map((selector2) => ({ selector: selector2, compiled: compileSelector2(selector2) }));
  return (resource) => {
    if (!selected.byLabels(resource)) return false;
    for (const { selector: selector2, compiled: compiled3 } of rejected) {
      if ((selector2.labelSelector || selector2.annotationSelector) && compiled3.byLabels(resource)) return false;
    }
    const ids = resource.allIds();
    for (const { selector: selector2, compiled: compiled3 } of rejected) {
      if (hasIdentity(selector2) && ids.some(compiled3.byId)) return false;
    }
    return ids.some(selected.byId);
  };
}
function hasIdentity(selector2) {
  const { group, version, kind, name, namespace } = selector2;
  return Boolean(group || version || kind || name || namespace);
}
function compileSelector2(selector2) {
  const pattern = (text6) => compileAnchored(text6 ?? "", selector2.location);
  const [group, version, kind] = [pattern(selector2.group), pattern(selector2.version), pattern(selector2.kind)];
  const [name, namespace] = [pattern(selector2.name), pattern(selector2.namespace)];
  const labels = compileLabelSelector(selector2.labelSelector ?? "", selector2.location);
  const annotations = compileLabelSelector(selector2.annotationSelector ?? "", selector2.location);
  return {
    byId: (id) => group(id.group) && version(id.version) && kind(id.kind) && name(id.name) && namespace(id.namespace),
    byLabels: (resource) => annotations(metadataTexts(resource.node, "annotations")) && labels(metadataTexts(resource.node, "labels"))
  };
}
function writeToField(resource, path, value, target) {
  checkTime();
  const segments = splitFieldPath(path);
  resource.exposeHashRequest(path);
  const create = target.options?.create ? value.kind : void 0;
  const write = (field2) => {
    if (field2.kind !== "scalar") resource.hasUnknownTree = true;
    setValue(field2, value, target.options);
  };
  const inText = { create, isLost: false };
  if (setInStructuredData(resource.node, segments, inText, write)) return !inText.isLost;
  const trail = { create, isLost: false };
  const fields4 = matchOrFail(resource, path, segments, trail, target);
  if (fields4.length === 0) throw fieldNotFound(resource, path, create !== void 0, "", target);
  for (const field2 of fields4) write(field2);
  return !trail.isLost;
}
function matchOrFail(resource, path, segments, trail, target) {
  const matched = matchPath(resource.node, segments, trail);
  if (typeof matched === "string")
    throw fieldNotFound(resource, path, trail.create !== void 0, `: ${matched}`, target);
  return matched;
}
function fieldNotFound(resource, path, create, why, target) {
  const verb = create ? "find or create" : "find";
  const object = resource.describe();
  return failure("field-not-found", `unable to ${verb} field "${path}" in replacement target ${object}${why}`, {
    ...target.location,
    object,
    hint: create ? "Correct the fieldPath." : "Correct the fieldPath, or set options.create."
  });
}
function setValue(field2, value, options) {
  let text6 = value.kind === "scalar" ? value.value : "";
  if (options?.delimiter) {
    if (field2.kind !== "scalar") throw delimiterNeedsScalar(locate(field2) ?? options.location);
    text6 = spliceText(field2.value, text6, options.delimiter, options.index ?? 0);
  }
  if (field2.kind === "scalar") field2.value = text6;
  else overwrite(field2, clone(value));
}
function spliceText(present2, text6, delimiter, index) {
  if (present2.length + text6.length > MAX_SPLICED) {
    throw failure("value-too-large", `a replacement makes a text of more than ${MAX_SPLICED} characters`, {
      hint: "Look for a replacement that inserts a text into itself."
    });
  }
  const parts = present2.split(delimiter);
  if (index < 0) parts.unshift(text6);
  else if (index >= parts.length) parts.push(text6);
  else parts[index] = text6;
  return parts.join(delimiter);
}

// src/builtins/replacement-transformer.ts
var documentFields2 = { replacements: list(record({ ...strictly(replacementFields), path: text2 })) };
var replacementTransformer = {
  kind: "ReplacementTransformer",
  role: "transformer",
  decode: documentOf2(documentFields2),
  fields: [
    {
      name: "replacements",
      /** All entries are one step. */
      args: ({ replacements = [], location }) => replacements.length > 0 ? [{ replacements, location }] : []
    }
  ],
  async create({ replacements = [] }, context) {
    return (await readReplacements(replacements, context)).map(replace2);
  }
};
async function readReplacements(entries, context) {
  const replacements = [];
  for (const replacement2 of entries) {
    const { path, source, sourceValue: value, targets, location } = replacement2;
    if (!path) {
      replacements.push(replacement2);
      continue;
    }
    if (source !== void 0 || value !== void 0 || targets !== void 0) {
      throw failure("invalid-replacement", `cannot specify both path and inline replacement (${path})`, {
        ...location,
        hint: "Keep one of them."
      });
    }
    const duplicates = [];
    const onDuplicate = warnOfDuplicates(duplicates);
    const { node, display } = await context.readConfig(path, location, { onDuplicate });
    replacements.push(...decodeReplacements(node, display, context.warn));
    for (const duplicate of duplicates) context.warn(duplicate);
  }
  return replacements;
}
function replace2(replacement2) {
  check(replacement2);
  return {
    kind: "ReplacementTransformer",
    location: replacement2.location,
    transform(resources, warn) {
      const value = sourceValue(resources, replacement2);
      for (const target of replacement2.targets ?? []) writeToTarget(resources, target, value, warn);
    }
  };
}
function check(replacement2) {
  const { source, sourceValue: value, targets, location } = replacement2;
  if (source === void 0 && value === void 0 || targets === void 0 || targets.length === 0) {
    throw failure("invalid-replacement", "replacements must specify a source and at least one target", {
      ...location,
      hint: "Add `source` or `sourceValue`, and `targets`."
    });
  }
  if (source !== void 0 && value !== void 0) {
    throw failure("invalid-replacement", "a replacement has both a source and a sourceValue", {
      ...location,
      hint: "Keep one of them."
    });
  }
  for (const target of targets) {
    if (target.select !== void 0) continue;
    throw failure("invalid-replacement", "a replacement target must specify resources to select", {
      ...target.location,
      hint: "Add a `select`."
    });
  }
}

// src/builtins/secret-generator.ts
var secretGenerator = keyedGenerator({
  kind: "Secret",
  fieldName: "secretGenerator",
  fields: secretFields,
  content: secretContent
});
function secretContent(data, { type }) {
  const values = sortedKeys2(data).map((key) => [key, string(base64(bytesOf2(data.get(key))))]);
  return [
    ["type", string(type || "Opaque")],
    ["data", fieldsOf(values)]
  ];
}
function bytesOf2(value) {
  return "text" in value ? Buffer.from(value.text, "utf8") : value.binary;
}

// src/builtins/value-add-transformer.ts
var import_node_path17 = __toESM(require_node_path(), 1);
var targetFields2 = { selector, fieldPath: text2, filePathPosition: int };
var targetFile = { targets: list(record(targetFields2)) };
var documentFields3 = { value: text2, ...targetFile, targetFilePath: text2 };
var valueAddTransformer = {
  kind: "ValueAddTransformer",
  role: "transformer",
  decode: documentOf2(documentFields3),
  async create({ value = "", targets = [], targetFilePath = "", location }, context) {
    const all = [...targets];
    if (targetFilePath !== "") {
      const { node, display } = await context.readConfig(targetFilePath, location);
      all.push(...decodeTargets(node, display, context.warn));
    }
    return [addValue(value.trim() || import_node_path17.posix.basename(context.directory), all, location)];
  }
};
var dialect3 = {
  unknownFields: "warning",
  duplicateFields: "warning",
  coercesToText: true,
  value: toConfigValue
};
function decodeTargets(node, file, warn) {
  if (node === void 0) return [];
  const reading = new Reading(dialect3, file, "this file");
  const decoded = record(targetFile)(node, reading);
  reading.finish(warn);
  return decoded?.targets ?? [];
}
function addValue(value, targets, location) {
  if (targets.length === 0) {
    const hint = "Add `targets`, or a `targetFilePath`.";
    throw failure("invalid-value", "must specify at least one target: this ValueAddTransformer has none", {
      ...location,
      hint
    });
  }
  for (const target of targets) checkTarget(target);
  return {
    kind: "ValueAddTransformer",
    transform(resources) {
      for (const { selector: selects, fieldPath: fieldPath2 = "", filePathPosition = 0 } of targets) {
        const set = fieldPath2 === "metadata/namespace" ? namespaceSetter({ namespace: value, location }) : void 0;
        for (const resource of selects === void 0 ? resources.items : selectResources(resources, selects)) {
          if (resource.node === void 0) continue;
          if (set !== void 0) set(resource, resource.node);
          else add3(resource, resource.node, { value, path: splitPath3(fieldPath2), position: filePathPosition });
          resources.changed(resource);
        }
      }
    }
  };
}
function checkTarget({ fieldPath: fieldPath2 = "", filePathPosition = 0, location }) {
  if (fieldPath2 === "")
    throw failure("invalid-value", "the fieldPath of a target cannot be empty", { ...location, hint: "Name a field." });
  if (filePathPosition >= 0) return;
  throw failure("invalid-value", `filePathPosition (${filePathPosition}) cannot be negative`, {
    ...location,
    hint: "Count from 1."
  });
}
function splitPath3(path) {
  const segments = path.split(/(?<!\\)\//).map((segment) => segment.replaceAll("\\/", "/").trim());
  return segments.filter((segment) => segment !== "");
}
function add3(resource, node, { value, path, position }) {
  let field2 = node;
  for (let depth = 0; depth < path.length; depth++) {
    if (field2 === void 0 || isNull(field2)) return;
    field2 = enter5(field2, path[depth], path[depth + 1], resource);
  }
  if (field2 === void 0) return;
  if (field2.kind !== "scalar") throw wrongKind2(field2, "a single value", resource);
  setScalar(field2, scalar(position > 0 ? insertPart(field2.value, position - 1, value) : value));
}
function enter5(node, part, next, resource) {
  if (/^[+-]?\d+$/.test(part) || part === "-") {
    if (node.kind !== "seq") throw wrongKind2(node, "a list", resource);
    return node.items.at(part === "-" ? -1 : Number(part));
  }
  const matcher = /^\[([^=]*)=(.*)\]$/s.exec(part);
  if (matcher !== null) {
    if (node.kind !== "seq") throw wrongKind2(node, "a list", resource);
    return element(node.items, matcher[1], matcher[2]);
  }
  if (node.kind !== "map") throw wrongKind2(node, "a map", resource);
  const found = get(node, part);
  if (found !== void 0) return found;
  const made = make3(next);
  setField(node, part, made);
  return made;
}
function element(items, key, value) {
  const textOf8 = (item) => key === "" ? item : get(item, key);
  const isMeant = (item) => textOf8(item)?.value === value;
  let found = items.find(isMeant);
  if (found === void 0) {
    found = key === "" ? scalar(value) : map([{ key: scalar(key), value: scalar(value) }]);
    items.push(found);
  }
  return found;
}
function make3(next) {
  if (next === void 0) return scalar("");
  return /^\d+$/.test(next) || /^\[.*\]$/s.test(next) ? seq() : map();
}
function insertPart(path, index, part) {
  const parts = path === "" ? [] : path === "/" ? [""] : path.split("/");
  let at2 = Math.min(index, parts.length);
  if (parts[0] === "" && at2 < parts.length) at2++;
  parts.splice(at2, 0, part);
  const joined3 = import_node_path17.posix.join(...parts);
  return parts[0] === "" ? `/${joined3}` : joined3;
}
function wrongKind2(node, expected, resource) {
  const found = { map: "a map", seq: "a list", scalar: "a single value" }[node.kind];
  return failure("field-path", `the value cannot be added: expected ${expected}, but found ${found}`, {
    ...locate(node) ?? resource.origin,
    object: resource.describe(),
    hint: "Correct the `fieldPath` of the target."
  });
}

// src/builtins/table.ts
var BUILTINS = [
  annotationsTransformer,
  configMapGenerator,
  hashTransformer,
  helmChartInflationGenerator,
  iamPolicyGenerator,
  imageTagTransformer,
  labelTransformer,
  namespaceTransformer,
  patchJson6902Transformer,
  patchStrategicMergeTransformer,
  patchTransformer,
  prefixSuffixTransformer,
  prefixTransformer,
  replacementTransformer,
  replicaCountTransformer,
  secretGenerator,
  suffixTransformer,
  valueAddTransformer
];
var byKind = new Map(BUILTINS.map((builtin) => [builtin.kind, builtin]));
var builtinKinds = new Set(byKind.keys());
var dialect4 = {
  duplicateFields: "error",
  coercesToText: true,
  value: toValue
};
function decodeBuiltin(kind, node, file, warn, unknownFields = "warning") {
  const reading = new Reading({ ...dialect4, unknownFields }, file, `this ${kind}`);
  const builtin = byKind.get(kind);
  if (builtin === void 0) {
    const near = nearest(kind, [...byKind.keys()]);
    const hint = near === void 0 ? "Correct the kind of the document." : `Did you mean ${near}?`;
    throw failure("unknown-builtin", `there is no built-in ${quote(kind)}`, { ...reading.place(node), hint });
  }
  rereadTexts(node);
  const args = builtin.decode(node, reading);
  reading.finish(warn);
  return { builtin, args };
}
var generatorFields2 = new Map(
  BUILTINS.flatMap(
    (kind) => kind.role === "generator" && kind.field !== void 0 ? [[kind.field.name, { kind, field: kind.field }]] : []
  )
);
var transformerFields = new Map(
  BUILTINS.flatMap(
    (kind) => kind.role === "transformer" ? (kind.fields ?? []).map((field2) => [field2.name, { kind, field: field2 }]) : []
  )
);

// src/engine/context/context.ts
function useLog({ uses, used: used2 }) {
  if (uses === void 0) return void 0;
  return {
    expect: (reference2) => uses.expect(reference2),
    use(use) {
      uses.check(use);
      used2.push(use);
    }
  };
}
var MAX_WARNINGS = 1e3;
function warnInto({ diagnostics }) {
  return (diagnostic) => {
    if (diagnostics.length < MAX_WARNINGS)
      diagnostics.push(typeof diagnostic === "function" ? diagnostic() : diagnostic);
    else if (diagnostics.at(-1) !== MORE_WARNINGS) diagnostics.push(MORE_WARNINGS);
  };
}
var MORE_WARNINGS = {
  code: "more-warnings",
  severity: "notice",
  message: `there are more warnings than the first ${MAX_WARNINGS}`
};
function emptyAccumulator({ schemas: schemas2 }) {
  return {
    resources: new ResourceSet(schemas2),
    configuration: void 0,
    variables: /* @__PURE__ */ new Map(),
    inheritedNamespace: void 0
  };
}
function addConfiguration(accumulator, configuration) {
  accumulator.configuration = combineConfigurations(accumulator.configuration, configuration, defaultConfiguration);
}

// src/engine/context/overflow.ts
var DEPTH_OF_FILES = 1e3;
function explainOverflow(thrown, resources, location) {
  if (!isOverflow(thrown)) return thrown;
  let found;
  for (const resource2 of resources) {
    if (resource2.node === void 0) continue;
    const deepest = deepestOf(resource2.node);
    if (deepest.depth > (found?.depth ?? DEPTH_OF_FILES)) found = { resource: resource2, ...deepest };
  }
  if (found === void 0) return nestedTooDeep(location, thrown);
  const { resource, depth, node } = found;
  return nestedTooDeep(location ?? locate(node) ?? resource.origin, thrown, {
    subject: `${resource.describe()} is nested too deeply: ${depth} levels`,
    object: resource.describe()
  });
}
function nestedTooDeep(location, cause, { subject = "an object or a path of this build is nested too deeply", object = "" } = {}) {
  return failure("nested-too-deep", subject, {
    ...location,
    ...object !== "" && { object },
    hint: "Look for a patch or a replacement that inserts an object into itself, or for a path with thousands of elements.",
    cause
  });
}
function isOverflow(thrown) {
  return thrown instanceof RangeError && thrown.message.includes("call stack");
}
function deepestOf(top) {
  let deepest = { depth: 1, node: top };
  const open = [deepest];
  for (let at2 = open.pop(); at2 !== void 0; at2 = open.pop()) {
    if (at2.depth > deepest.depth) deepest = at2;
    const { node } = at2;
    const depth = at2.depth + 1;
    if (node.kind === "seq") for (const item of node.items) open.push({ depth, node: item });
    else if (node.kind === "map") for (const { value } of node.entries) open.push({ depth, node: value });
  }
  return deepest;
}

// src/engine/context/provenance.ts
var import_node_path18 = __toESM(require_node_path(), 1);
function trackingOrigins(level) {
  const { buildMetadata = [] } = level.kustomization;
  return buildMetadata.length === 0 ? level : { ...level, position: { path: "" } };
}
function positionBelow({ position }, path) {
  if (position === void 0) return void 0;
  const url = parseGitReference(path);
  if (url === void 0) return { ...position, path: import_node_path18.posix.join(position.path, path) };
  const within3 = import_node_path18.posix.resolve("/", url.path).slice(1) || "notCloned";
  return { path: within3, repo: shownAddress(url.repository), ref: url.ref };
}
function positionKey(position) {
  return position === void 0 ? "" : JSON.stringify([position.path, position.repo, position.ref]);
}
function fromFile2(level, path) {
  const origin = positionBelow(level, path);
  return origin && { origin, steps: [] };
}
function fromKustomization(level) {
  return fromFile2(level, fileName(level));
}
function fieldOrigin(level, kind) {
  const { position } = level;
  if (position === void 0) return void 0;
  const { path, repo, ref } = position;
  return { repo, ref, configuredIn: import_node_path18.posix.join(path, fileName(level)), configuredBy: { apiVersion: "builtin", kind } };
}
function pluginOrigin({ id, provenance }) {
  if (provenance === void 0) return void 0;
  const { path, repo, ref } = provenance.origin;
  return {
    repo,
    ref,
    ...path !== void 0 && { configuredIn: path },
    configuredBy: { apiVersion: apiVersionOf(id), kind: id.kind, name: id.name, namespace: id.namespace }
  };
}
function fileName({ kustomization }) {
  return import_node_path18.posix.basename(kustomization.location.file.replace(/\?.*$/s, ""));
}
function recordStep(resources, step2) {
  const after = /* @__PURE__ */ new Map();
  for (const resource of resources) {
    rewriteAnnotations2(resource);
    const before = resource.provenance;
    if (before === void 0) {
      resource.provenance = { origin: step2, steps: [] };
      continue;
    }
    let provenance = after.get(before);
    if (provenance === void 0) after.set(before, provenance = { ...before, steps: [...before.steps, step2] });
    resource.provenance = provenance;
  }
}
function rewriteAnnotations2({ node }) {
  const metadata2 = get(node, "metadata");
  if (metadata2?.kind === "map") writeTexts(metadata2, "annotations", textsUnder(metadata2, "annotations"));
}
function provenanceWriter({ origins, transformations }) {
  const written2 = /* @__PURE__ */ new Map();
  return ({ provenance }) => {
    if (provenance === void 0) return [];
    let annotations = written2.get(provenance);
    if (annotations === void 0) {
      const { origin, steps } = provenance;
      annotations = [
        ...origins ? [[ORIGIN, encode(originNode(origin))]] : [],
        ...transformations && steps.length > 0 ? [[TRANSFORMATIONS, encode(seq(steps.map(originNode)))]] : []
      ];
      written2.set(provenance, annotations);
    }
    return annotations;
  };
}
function originNode({ path, repo, ref, configuredIn, configuredBy }) {
  return fields2({ path, repo, ref, configuredIn, configuredBy: configuredBy && fields2({ ...configuredBy }) });
}
function fields2(values) {
  const entries = [];
  for (const [key, value] of Object.entries(values)) {
    if (value) entries.push({ key: scalar(key), value: typeof value === "string" ? text5(value) : value });
  }
  return map(entries);
}
function text5(value) {
  const isOther = resolveTag(value) !== "!!str" || /^[\w.:+-]+$/.test(value) && isYaml11NonString(value);
  return scalar(value, "!!str", isOther ? "double" : "");
}

// src/engine/context/trace.ts
function traceVia(trace, inclusion) {
  if (trace === void 0) return void 0;
  const via = (inner = []) => [...inner, inclusion];
  return {
    step: (step2, resources) => trace.step({ ...step2, via: via(step2.via) }, resources),
    include: (inner, resources) => trace.include({ ...inner, via: via(inner.via) }, resources)
  };
}

// src/engine/level-limits.ts
var MAX_LEVELS = 1e5;
var MAX_DEPTH4 = 1e3;
var MAX_ENTRIES3 = 1e5;
var MAX_TEXT = 100 * 1024 * 1024;
function countLevel(opened, root) {
  if (++opened.levels > MAX_LEVELS) {
    throw failure(
      "too-many-levels",
      `a build opens more than ${MAX_LEVELS} kustomizations, components and compositions`,
      { file: root.display, hint: "Look for components and compositions that are included many times." }
    );
  }
  if (root.ancestors.length > MAX_DEPTH4) {
    throw failure("too-many-levels", `kustomizations include each other more than ${MAX_DEPTH4} levels deep`, {
      ...root.namedAt ?? { file: root.display },
      hint: "Include fewer levels of bases and components."
    });
  }
}
function countEntries(opened, { entries, location }) {
  opened.entries += entries.length;
  if (opened.entries <= MAX_ENTRIES3) return;
  throw failure("composition-too-large", `the compositions of a build run more than ${MAX_ENTRIES3} transformers`, {
    file: location.file,
    hint: "Look for compositions that are included many times."
  });
}
function countText(opened, { textLength, location }) {
  opened.text += textLength;
  if (opened.text <= MAX_TEXT) return;
  const limit = `${MAX_TEXT / 1024 ** 2} MiB of text`;
  throw failure("composition-too-large", `the compositions of a build are consolidated from more than ${limit}`, {
    file: location.file,
    hint: "Look for compositions that are included many times."
  });
}

// src/engine/openapi-field.ts
var VERSION = "v1.21.2";
async function adoptSchemas({ path, version, location }, root, { schemas: schemas2, files }) {
  const file = path === void 0 ? void 0 : await root.read(path, location);
  if (schemas2.state.choice !== void 0) return;
  if (file !== void 0) {
    if (version !== void 0) {
      const message = "cannot use both `version` and `path` of `openapi`: builtin version and custom schema provided";
      throw failure("openapi-conflict", message, { ...location, hint: "Remove one of them." });
    }
    schemas2.choose({ path: file.path, document: files.openApi(file) });
  } else if (version) {
    if (version !== VERSION) {
      throw failure("openapi-version", `the specified OpenAPI version ${version} is not built in`, {
        ...location,
        hint: `Remove it, or use ${VERSION}. For the types of other versions, list a file under \`path\`.`
      });
    }
    schemas2.choose("built-in");
  }
}

// src/engine/steps/absorb.ts
function absorb(resources, generated, location) {
  const found = resources.byAnyId(generated.id);
  const present2 = found[0];
  const changes = generated.behavior === "merge" || generated.behavior === "replace";
  if (present2 === void 0) {
    if (!changes) resources.append(generated);
    else throw missing2(generated, location);
    return;
  }
  if (found.length > 1) {
    throw failure(
      "ambiguous-target",
      `${idText(generated.id)} is ambiguous: ${found.length} objects have or had this identity`,
      { ...location, object: generated.describe(), hint: "Add a namespace to the entry." }
    );
  }
  if (!changes) {
    throw failure(
      "generator-conflict",
      `${idText(generated.id)} cannot be generated: an object with this identity already exists`,
      {
        ...location,
        object: generated.describe(),
        hint: "Set `behavior: merge` or `behavior: replace`, or give the entry another name."
      }
    );
  }
  if (gvkText(present2.id) !== gvkText(generated.id)) throw missing2(generated, location);
  change2(present2, generated);
  resources.changed(present2);
}
function missing2(generated, location) {
  return failure(
    "generator-target-missing",
    `${idText(generated.id)} does not exist, so there is nothing to ${generated.behavior}`,
    {
      ...location,
      object: generated.describe(),
      hint: "Remove the behavior, or correct name and namespace of the entry."
    }
  );
}
function dataOf(node, field2) {
  const texts4 = new Map(textsUnder(node, field2));
  const found = get(node, field2);
  if (found !== void 0 && texts4.has("")) throw emptyKey(found);
  for (const key of texts4.keys()) {
    const value = get(found, key);
    texts4.set(key, value?.kind === "scalar" && !isNull(value) ? value.value : "");
  }
  return texts4;
}
function isList(present2, node, field2) {
  const object = present2.describe();
  return failure("invalid-value", `the ${field2} of ${object} cannot be merged: they are a list`, {
    ...locate(node) ?? present2.origin,
    object,
    hint: "Make them a map."
  });
}
function hasSameName({ id }, other) {
  return id.name === other.id.name && id.effectiveNamespace === other.id.effectiveNamespace;
}
function change2(present2, generated) {
  const before = present2.node;
  const node = generated.node;
  const { provenance } = present2;
  const emptied = combineMetadata(present2, generated);
  if (generated.behavior === "merge") {
    for (const field2 of ["data", "binaryData"]) {
      writeTexts(node, field2, new Map([...dataOf(before, field2), ...dataOf(node, field2)]));
    }
    if (emptied !== void 0 && provenance !== void 0) present2.provenance = { ...provenance, steps: [] };
  } else {
    present2.origin = generated.origin;
    if (generated.provenance !== void 0 && emptied !== "annotations") {
      present2.provenance = { ...generated.provenance, steps: present2.provenance?.steps ?? [] };
    }
  }
  if (!generated.needsHash) present2.needsHash = false;
  present2.hasUnknownTree = true;
  present2.node = node;
}
function combineMetadata(present2, generated) {
  const metadata2 = get(generated.node, "metadata");
  const metadataBefore = get(present2.node, "metadata");
  for (const field2 of ["labels", "annotations"]) {
    const found = get(metadataBefore, field2);
    if (found?.kind === "seq") throw isList(present2, found, field2);
    const texts4 = new Map(textsUnder(metadataBefore, field2));
    if (texts4.has("")) {
      if (found !== void 0 && !hasSameName(present2, generated))
        throw about(emptyKey(found), present2.describe(), present2.origin);
      setField(metadata2, field2, map());
      present2.forget();
      if (field2 === "labels") {
        present2.needsHash = generated.needsHash;
        present2.behavior = generated.behavior;
      }
      return field2;
    }
    if (!generated.needsHash) texts4.delete(NEEDS_HASH);
    const more = [...textsUnder(metadata2, field2)].filter(([name2]) => !BUILD_ANNOTATIONS.has(name2));
    writeTexts(metadata2, field2, new Map([...texts4, ...more]));
  }
  const { name, namespace } = present2.id;
  setField(metadata2, "name", scalar(name));
  if (namespace === "") clearField(metadata2, "namespace");
  else setField(metadata2, "namespace", scalar(namespace));
  return void 0;
}

// src/engine/steps/builtin-documents.ts
function isBuiltin({ id }) {
  return id.group === "" && id.version === "builtin";
}
function isBuiltinDocument(node) {
  const { group, version } = parseApiVersion(scalarText(get(node, "apiVersion")));
  return group === "" && version === "builtin";
}
function mayLackName(config) {
  const kind = scalarText(get(config, "kind"));
  return !isBuiltinDocument(config) && kind !== "Kustomization" && kind !== "Component";
}
function configuredBuiltin(config, warn, unknownFields) {
  checkPrintable(config);
  const { id, origin } = config;
  const file = origin?.file ?? "the inline document";
  return decodeBuiltin(id.kind, config.node, file, warn, unknownFields);
}
function checkPrintable(config) {
  try {
    print(config.node);
  } catch (thrown) {
    throw valueProblem(thrown, config, `${config.describe()} cannot be read`);
  }
}
function wrongRole(config, role) {
  return failure("wrong-role", `${idText(config.id)} is not a ${role}`, {
    ...config.origin,
    object: config.describe(),
    hint: `List it under ${role === "generator" ? "transformers" : "generators"}.`
  });
}

// src/engine/steps/composition.ts
var import_node_path20 = __toESM(require_node_path(), 1);

// src/engine/steps/accumulator-document.ts
function isAccumulator({ id }) {
  return ACCUMULATOR_KINDS.has(id.kind);
}
var fields3 = record({
  paths: list(pathEntry),
  files: list(pathEntry),
  resources: list(pathEntry)
});
var OBJECT_FIELDS = /* @__PURE__ */ new Set(["apiVersion", "kind", "metadata"]);
var dialect5 = {
  unknownFields: "error",
  duplicateFields: "error",
  coercesToText: false,
  value: toValue
};
function accumulatedPaths(config) {
  const { id, origin, node } = config;
  const reading = new Reading(dialect5, origin?.file ?? "the inline document", `this ${id.kind}`);
  const { paths: paths2 = [], files = [], resources = [] } = fields3(argumentsOf(node), reading) ?? {};
  reading.finish();
  const all = [...paths2, ...files, ...resources];
  if (all.length > 0) return all;
  throw failure("invalid-value", `this ${id.kind} lists nothing`, {
    ...origin,
    object: config.describe(),
    hint: "List files and directories under `paths`."
  });
}
function argumentsOf(node) {
  const entries = node?.entries.filter(({ key }) => key.kind !== "scalar" || !OBJECT_FIELDS.has(key.value));
  return Object.assign(map(entries), { source: node?.source, offset: node?.offset });
}

// src/engine/steps/builtin-context.ts
var import_node_path19 = __toESM(require_node_path(), 1);
var WARNING_BYTES = 500;
function builtinContext({ context, root }) {
  const { files, charts, helm, budget, ended, secrets } = context;
  return {
    directory: root.path,
    // Not limited as other warnings are: --strict must see each, and a document or file causes only a few hundred.
    warn(diagnostic) {
      charge(WARNING_BYTES);
      context.diagnostics.push(typeof diagnostic === "function" ? diagnostic() : diagnostic);
    },
    budget,
    ended,
    helm,
    secrets,
    read: (path, location) => root.read(path, location),
    async readObjects(path, location) {
      const file = await root.read(path, location);
      budget.claim();
      return files.objects(file);
    },
    async readConfig(path, location, options) {
      const file = await root.read(path, location);
      budget.claim();
      return { node: files.config(file, options), display: file.display };
    },
    async readChart(path) {
      const located2 = await root.lookup(path);
      return located2?.type === "directory" ? charts.read(root.tree, located2.path) : void 0;
    },
    fetchChart: (wanted) => root.chart(wanted),
    display: (path) => root.tree.display(import_node_path19.posix.resolve(root.path, path))
  };
}

// src/engine/steps/composition-trace.ts
function tracedAs(level, { config, imports, overrides }, kustomization = level.kustomization) {
  const { context, kustomization: composition } = level;
  const own = { ...level, kustomization, ...kustomization !== composition && { composition: void 0 } };
  const { trace } = context;
  if (trace === void 0) return own;
  const overriddenAt = overrides.map(({ location }) => location);
  const traced = {
    step(step2, resources) {
      const isOwn = step2.kustomization === kustomization;
      trace.step(
        {
          ...step2,
          ...isOwn && { config: step2.config ?? config },
          ...step2.kustomization === composition && { name: "transformers" },
          ...isOwn && kustomization !== composition && { directoryOf: composition.location.file },
          imports: [...imports, ...step2.imports ?? []],
          overrides: [...overriddenAt, ...step2.overrides ?? []]
        },
        resources
      );
    },
    include(inclusion, resources) {
      const isOwn = inclusion.kustomization === composition;
      trace.include(isOwn ? { ...inclusion, name: "transformers" } : inclusion, resources);
    }
  };
  return { ...own, context: { ...context, trace: traced } };
}

// src/engine/steps/function-steps.ts
async function prepareFunction(level, config, phase) {
  const { context, root: own, home: root = own } = level;
  if (context.functions === void 0) {
    throw failure(
      "functions-disabled",
      `external plugins disabled; unable to load external plugin '${config.id.kind}'`,
      {
        ...config.origin,
        object: config.describe(),
        hint: "Use a built-in, with apiVersion builtin. On the command line, --enable-alpha-plugins enables functions."
      }
    );
  }
  root.tree.record?.markIncomplete("it runs functions");
  return context.functions.prepare({
    config,
    root: functionRoot(root),
    catalogs: level.catalogs ?? listedCatalogs(level.kustomization, root),
    phase,
    top: context.tree,
    build: context.opened,
    claim: () => root.claim(),
    ended: context.ended,
    read: async (path, location) => (await root.read(path, location)).bytes,
    restricted: root.isRestricted,
    // Functions see both annotations. The output keeps the one that the build asks for.
    origins: provenanceWriter({ origins: true, transformations: true }),
    warn: warnInto(context),
    uses: useLog(context),
    secrets: context.secrets
  });
}
function listedCatalogs({ catalogs = [] }, root) {
  return catalogs.map((entry2) => ({ ...entry2, root: functionRoot(root) }));
}
function functionRoot(root) {
  return root.tree.record === void 0 ? root : { tree: originalOf(root.tree), path: root.path };
}
async function prepareFunctions(level, configs, phase) {
  const steps = /* @__PURE__ */ new Map();
  for (const config of configs) {
    const step2 = await prepareFunction(level, config, phase);
    if (!steps.has(step2)) steps.set(step2, config);
  }
  return new Map([...steps].map(([step2, config]) => [config, step2]));
}
async function generateByFunction({ context, kustomization }, { config, step: step2 }, resources) {
  const made = await step2.generate();
  const origin = pluginOrigin(config);
  context.budget.run(() => {
    ResourceSet.of(made, context.schemas);
    for (const resource of made) {
      resource.provenance = origin && { origin, steps: [] };
      absorb(resources, resource, config.origin);
    }
  });
  context.trace?.step({ name: "generators", kustomization, config, location: config.origin }, made);
}
async function transformByFunction({ context, kustomization }, { config, origin }, step2, resources) {
  const { stated, removed } = await step2.transform(resources);
  if (origin !== void 0) for (const resource of stated) resource.provenance = { origin, steps: [] };
  const touched = [...resources.items, ...removed];
  context.trace?.step({ name: "transformers", kustomization, config, location: config?.origin }, touched);
}

// src/engine/steps/generators.ts
var GENERATOR_FIELDS = ["configMapGenerator", "secretGenerator", "helmCharts"];
var fieldsInOrder = GENERATOR_FIELDS.map((name) => generatorFields2.get(name)).filter((found) => found !== void 0);
async function runFieldGenerators(level, into) {
  const { kustomization, outerNamespace = "" } = level;
  if (GENERATOR_FIELDS.every((name) => !kustomization[name]?.length)) return;
  const usesOuter = !kustomization.namespace && kustomization.helmCharts?.some(({ namespace }) => !namespace);
  if (usesOuter) into.inheritedNamespace = outerNamespace;
  const context = builtinContext(level);
  for (const { kind, field: field2 } of fieldsInOrder) {
    for (const [index, args] of field2.args(kustomization, outerNamespace).entries()) {
      const origin = fieldOrigin(level, kind.kind);
      await generate(level, context, { kind, args, origin, step: { name: field2.name, index } }, into.resources);
    }
  }
}
async function pluginGenerators(level, configs, into) {
  if (configs.length === 0) return [];
  const context = builtinContext(level);
  const { resources } = into;
  const others = configs.filter((config) => config instanceof Resource).filter((config) => !isBuiltin(config));
  const steps = await prepareFunctions(level, others, { role: "generator" });
  for (const config of configs) {
    if (!(config instanceof Resource)) await config.run(into);
    else if (!isBuiltin(config)) {
      const step2 = steps.get(config);
      if (step2 !== void 0) await generateByFunction(level, { config, step: step2 }, resources);
    } else {
      const { builtin, args } = configuredBuiltin(config, context.warn);
      if (builtin.role !== "generator") throw wrongRole(config, "generator");
      const step2 = { name: "generators", config };
      await generate(level, context, { kind: builtin, args, origin: pluginOrigin(config), step: step2 }, resources);
    }
  }
  return [...steps].flatMap(([config, step2]) => step2.asTransformer === void 0 ? [] : [{ config, step: step2 }]);
}
async function generate({ context: { budget, trace }, kustomization }, context, { kind, args, origin, step: step2 }, resources) {
  const { location } = args;
  const sources = trace && /* @__PURE__ */ new Map();
  budget.resume();
  const objects = await kind.generate(args, context, sources);
  const generated = [];
  budget.run(() => {
    for (const { node, needsHash, behavior } of objects) {
      const resource = new Resource(node, location);
      if (needsHash !== void 0) resource.needsHash = needsHash;
      resource.behavior = behavior;
      resource.provenance = origin && { origin, steps: [] };
      resource.noteGeneration();
      generated.push(resource);
      if (kind.conflict === void 0) absorb(resources, resource, location);
      else if (resources.byAnyId(resource.id).length === 0) resources.append(resource);
      else throw kind.conflict(args, resource);
    }
  });
  trace?.step(
    { ...step2, kustomization, location, sources: sources?.size ? sources : void 0 },
    generated.flatMap(({ id }) => resources.byAnyId(id))
  );
}

// src/engine/steps/hash-requests.ts
function clearHashRequests(resources) {
  for (const resource of resources) {
    if (!resource.needsHash) continue;
    const metadata2 = get(resource.node, "metadata");
    const texts4 = metadata2?.kind === "map" ? new Map(textsUnder(metadata2, "annotations")) : void 0;
    if (metadata2?.kind === "map" && texts4?.delete(NEEDS_HASH)) writeTexts(metadata2, "annotations", texts4);
    resource.needsHash = false;
  }
}

// src/engine/steps/transformers.ts
var TRANSFORMER_FIELDS = [
  "patchesStrategicMerge",
  "patches",
  "namespace",
  "namePrefix",
  "nameSuffix",
  "labels",
  "commonLabels",
  "commonAnnotations",
  "patchesJson6902",
  "replicas",
  "images",
  "replacements"
];
var fieldsInOrder2 = TRANSFORMER_FIELDS.map((name) => transformerFields.get(name)).filter(
  (found) => found !== void 0
);
async function runTransformers(level, accumulator, loadConfigs, generators) {
  const { budget } = level.context;
  const context = builtinContext(level);
  const steps = await fieldSteps(level, context, accumulator.configuration ?? defaultConfiguration);
  const phase = { role: "transformer" };
  const joint = /* @__PURE__ */ new Set();
  const pushFunction = (config, step2) => {
    if (joint.has(step2)) return;
    joint.add(step2);
    steps.push({ ...pluginStep(config), transformers: [], function: step2 });
  };
  for (const { config, step: step2 } of generators) if (step2.asTransformer) pushFunction(config, step2.asTransformer(phase));
  for (const config of await loadConfigs()) {
    if (!(config instanceof Resource)) steps.push({ ...listedStep(config), composition: config });
    else if (!isBuiltin(config)) pushFunction(config, await prepareFunction(level, config, phase));
    else {
      budget.resume();
      steps.push({ ...pluginStep(config), transformers: await configuredTransformers(config, context) });
    }
  }
  for (const step2 of steps) {
    if (step2.composition === void 0) await runStep(level, step2, accumulator.resources);
    else await step2.composition.run(accumulator);
  }
}
async function runStep(level, step2, resources) {
  if (step2.function !== void 0) await transformByFunction(level, step2, step2.function, resources);
  level.context.budget.run(() => run(level, step2, resources));
}
async function configuredTransformers(config, context) {
  const { builtin, args } = configuredBuiltin(config, context.warn);
  if (builtin.role !== "transformer") throw wrongRole(config, "transformer");
  return builtin.create(args, context);
}
function pluginStep(config) {
  return { name: "transformers", config, location: config.origin, origin: pluginOrigin(config), times: 1 };
}
function listedStep({ location }) {
  return { name: "transformers", location, transformers: [], origin: void 0, times: 0 };
}
function run({ context, kustomization }, step2, resources) {
  const { name, index, config, transformers, origin, times } = step2;
  const warn = kustomization.kind === "Component" ? () => {
  } : warnInto(context);
  for (const transformer of transformers) {
    const { items } = resources;
    const { location } = transformer;
    try {
      transformer.transform(resources, warn);
    } catch (thrown) {
      const place = location ?? step2.location;
      const explained = explainOverflow(thrown, items, place);
      throw place === void 0 ? explained : atPlace(explained, place);
    }
    const entry2 = location === void 0 ? index : void 0;
    context.trace?.step({ name, index: entry2, config, kustomization, location }, items);
  }
  if (origin !== void 0) for (let count = 0; count < times; count++) recordStep(resources.items, origin);
  resources.dropEmpty();
}
async function fieldSteps(level, context, configuration) {
  const { kustomization } = level;
  const { budget } = level.context;
  const steps = [];
  for (const { kind, field: field2 } of fieldsInOrder2) {
    const { name } = field2;
    for (const [index, args] of field2.args(kustomization, configuration).entries()) {
      budget.resume();
      const transformers = await kind.create(args, context);
      const times = field2.steps?.(args) ?? 1;
      steps.push({ name, index, location: args.location, transformers, times, origin: fieldOrigin(level, kind.kind) });
    }
  }
  return steps;
}

// src/engine/steps/composition.ts
async function runComposition(level, { entries }, into, ports) {
  const runs = [];
  for (const entry2 of entries) {
    level.context.budget.resume();
    const config = new Resource(clone(entry2.config), entry2.location);
    config.provenance = fromFile2(level, level.root.pathOf(entry2.root, import_node_path20.posix.basename(entry2.location.file)));
    runs.push(await preparedEntry(level, { ...entry2, config }, ports));
  }
  for (const run2 of runs) {
    await run2(into);
    into.resources.checkUnique();
  }
}
async function preparedEntry(level, entry2, ports) {
  const { config } = entry2;
  if (isBuiltin(config)) return isAccumulator(config) ? accumulation(level, entry2, ports) : builtinRun(level, entry2);
  if (isInlineKustomization(apiVersionOf(config.id), config.id.kind)) return inlineKustomization(level, entry2, ports);
  const phase = { role: "transformer", sendsEmpty: true };
  const own = tracedAs(level, entry2);
  const step2 = await prepareFunction({ ...own, root: entry2.root, home: void 0 }, config, phase).catch(
    (thrown) => Promise.reject(isSpecified(config) ? thrown : withAccumulator(thrown))
  );
  return (into) => runStep(own, { ...pluginStep(config), transformers: [], function: step2 }, into.resources);
}
function isSpecified({ node }) {
  return get(node, "runtime") !== void 0 || get(node, "provider") !== void 0;
}
function withAccumulator(thrown) {
  if (!(thrown instanceof KrmError)) return thrown;
  return withHint(thrown, "To add an object, list its file under the `paths` of a ResourceAccumulator.");
}
function builtinRun(level, entry2) {
  const { config } = entry2;
  const own = tracedAs(level, entry2);
  const context = builtinContext(own);
  const { builtin, args: written2 } = configuredBuiltin(config, context.warn, "error");
  if (builtin.role === "generator") {
    const generation = { kind: builtin, args: written2, origin: pluginOrigin(config) };
    return (into) => generate(own, context, { ...generation, step: { name: "transformers", config } }, into.resources);
  }
  return async ({ configuration = defaultConfiguration, resources }) => {
    const args = builtin.withFieldSpecs?.(written2, configuration) ?? written2;
    const transformers = await builtin.create(args, context);
    await runStep(own, { ...pluginStep(config), transformers }, resources);
    if (builtin.kind === "HashTransformer") clearHashRequests(resources.items);
  };
}
function accumulation(level, entry2, ports) {
  const paths2 = accumulatedPaths(entry2.config);
  return (into) => ports.resources(tracedAs(level, entry2), paths2, into);
}
function inlineKustomization(level, entry2, ports) {
  const { config, location } = entry2;
  const { kustomization, diagnostics } = decodeKustomization(config.node, location.file);
  level.context.diagnostics.push(...diagnostics);
  const placed2 = { ...kustomization, location };
  const home = entry2.root.key === level.root.key ? void 0 : entry2.root;
  const catalogs = [...listedCatalogs(kustomization, entry2.root), ...level.catalogs ?? []];
  return (into) => ports.kustomization({ ...tracedAs(level, entry2, placed2), home, catalogs }, into);
}

// src/engine/steps/validators.ts
var VALIDATED_BY = "validated-by";
var IGNORED = /* @__PURE__ */ new Set([`metadata.labels.${VALIDATED_BY}`]);
async function runValidators(level, configs, into) {
  const validators = [];
  const { resources: set } = into;
  if (configs.length === 0) return;
  const context = builtinContext(level);
  const phase = { role: "validator" };
  const joint = /* @__PURE__ */ new Set();
  for (const config of configs) {
    if (!(config instanceof Resource)) validators.push(config);
    else if (isBuiltin(config)) validators.push([config, await configuredTransformers(config, context)]);
    else {
      const step2 = await prepareFunction(level, config, phase);
      if (!joint.has(step2)) validators.push([config, step2]);
      joint.add(step2);
    }
  }
  const resources = set.items;
  for (const each of validators) {
    if ("run" in each) {
      await each.run(into);
      continue;
    }
    const [config, validator] = each;
    if ("validate" in validator) {
      await validator.validate(set);
      continue;
    }
    const copies = resources.map((resource) => resource.clone());
    const copy2 = ResourceSet.of(copies, level.context.schemas);
    for (const transformer of validator) transformer.transform(copy2, () => {
    });
    for (const [index, resource] of resources.entries()) conclude(config, resource, copies[index]);
  }
}
function conclude(config, resource, copy2) {
  const difference = firstDifference(resource.node, copy2.node, IGNORED);
  if (difference !== void 0) {
    const object = resource.describe();
    const change3 = copy2.node === void 0 ? `deletes ${object}` : `changes ${difference} of ${object}`;
    throw failure("validator-modifies", `a validator must not change objects, but ${config.describe()} ${change3}`, {
      ...config.origin,
      object,
      hint: "If it should change objects, list it under `transformers`."
    });
  }
  const mark = get(get(get(copy2.node, "metadata"), "labels"), VALIDATED_BY);
  const metadata2 = get(resource.node, "metadata");
  if (mark?.kind !== "scalar" || metadata2?.kind !== "map") return;
  if (get(metadata2, "labels") === void 0) setField(metadata2, "labels", map());
  setField(get(metadata2, "labels"), VALIDATED_BY, scalar(mark.value, mark.tag));
}

// src/engine/composition-level.ts
async function compositionLevel(context, root, file, kustomization, accumulateBase2) {
  const composition = await context.compositions.of(
    root,
    context.used,
    () => consolidation(context, root, file, accumulateBase2)
  );
  context.budget.resume();
  countEntries(context.opened, composition);
  context.diagnostics.push(...composition.diagnostics);
  const { openapi, buildMetadata, location } = composition;
  const spanning = root.spanning(composition.imported);
  if (openapi !== void 0) await adoptSchemas(openapi, spanning, context);
  return {
    context,
    root: spanning,
    kustomization: {
      ...kustomization,
      location,
      ...openapi !== void 0 && { openapi },
      ...buildMetadata !== void 0 && { buildMetadata }
    },
    composition,
    catalogs: composition.catalogs.map((entry2) => ({ ...entry2, root: functionRoot(entry2.root) }))
  };
}
async function consolidation(context, root, file, accumulateBase2) {
  const { consolidate } = await Promise.resolve().then(() => __toESM(require_program(), 1));
  context.budget.resume();
  let isShared = true;
  const notices = [];
  const ports = {
    builtinKinds,
    readComposition: (from) => context.files.composition(from),
    resume: () => context.budget.resume(),
    async hasComposition(from, path) {
      const found = await from.importFrom(path, { file: from.display }).catch(() => void 0);
      return found !== void 0 && await context.files.composition(found) !== void 0;
    },
    async buildConfigs(from, path, location) {
      isShared = false;
      const kustomization = { apiVersion: "", kind: "Composition", location };
      const level = { context, root: from, kustomization, position: void 0 };
      const configs = emptyAccumulator(context);
      await accumulateBase2(level, { path, location }, configs);
      return configs.resources.items.flatMap(({ node }) => node ?? []);
    }
  };
  const log = useLog(context);
  const used2 = [];
  const uses = log && { ...log, use: (use) => (log.use(use), void used2.push(use)) };
  const notice2 = (diagnostic) => void notices.push(diagnostic);
  const own = root.reportingTo({ notice: notice2, uses, secrets: root.secrets }).apart();
  const consolidated = await consolidate(own, file, ports);
  countText(context.opened, consolidated);
  const diagnostics = [...consolidated.diagnostics, ...notices];
  return {
    consolidated: { ...consolidated, diagnostics },
    used: [...used2],
    isShared,
    secrets: own.secrets,
    record: own.tree.record
  };
}

// src/engine/configuration-files.ts
async function ownConfiguration(entries, { root, context }) {
  const files = [];
  for (const entry2 of entries) {
    const file = await root.read(entry2.path, entry2.location);
    root.claim();
    files.push(decodeConfiguration(context.files.config(file, { duplicateKeys: "error" }), file.display));
  }
  return mergeConfigurations(defaultConfiguration, files);
}

// src/engine/crds.ts
async function crdConfiguration(crds, { root, context }) {
  if (crds.length === 0) return void 0;
  const files = [];
  for (const { path, location } of crds) {
    const file = await root.read(path, location);
    root.claim();
    checkJson(file);
    const definitions = context.files.config(file);
    const isEmpty5 = definitions === void 0 || isNull(definitions);
    if (isEmpty5 && file.bytes.length > 0) continue;
    files.push(decodeCrdDefinitions(definitions, file.display));
  }
  return mergeConfigurations(emptyConfiguration, files);
}
var BRACE = 123;
function checkJson(file) {
  if (file.bytes[0] !== BRACE) return;
  try {
    parseJson(textOf6(file));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw failure(
      "invalid-crd-definitions",
      `unable to read OpenAPI definitions from ${file.display}: it is not valid JSON`,
      {
        file: file.display,
        hint: "Write one JSON value, or begin the file with a comment so that it is read as YAML.",
        cause
      }
    );
  }
}

// src/engine/resource-files.ts
var import_node_path21 = __toESM(require_node_path(), 1);
async function isFile({ root, context }, entry2) {
  const { root: owner2, path } = root.resolve(entry2.path);
  if (isAddress2(path)) return isRemoteFile(root, context.files, entry2);
  const located2 = path === "" ? void 0 : await owner2.lookup(path);
  return located2 === void 0 ? path !== "" && !isRemote(path) : located2.type !== "directory";
}
async function compositionDirectory({ root, context }, { path, location }) {
  const name = import_node_path21.posix.basename(path);
  if (!COMPOSITION_FILE_NAMES.includes(name) || isRemote(path)) return void 0;
  const directory2 = import_node_path21.posix.dirname(path);
  const entered = await root.importFrom(directory2, location).catch(() => void 0);
  const composition = entered && await context.files.composition(entered);
  root.claim();
  if (composition === void 0 || import_node_path21.posix.basename(composition.display) !== name) return void 0;
  return { path: directory2, location };
}
async function accumulateFile(level, entry2, into, configs) {
  const file = await level.root.read(entry2.path, entry2.location);
  const provenance = fromFile2(level, entry2.path);
  const before = into.resources.size;
  const { context, kustomization } = level;
  context.budget.run(() => {
    for (const node of objectsOf3(level, entry2, file, configs)) append(new Resource(node), provenance, into, configs);
  });
  const { location } = entry2;
  context.trace?.step({ name: "resources", kustomization, location }, into.resources.items.slice(before));
}
function objectsOf3({ context: { files } }, entry2, file, configs) {
  try {
    const objects = files.objects(file, configs && mayLackName);
    if (objects.some(isComposition)) throw misnamed(entry2);
    return objects;
  } catch (thrown) {
    const isOther = !(thrown instanceof KrmError) || thrown.code !== "invalid-resource";
    throw isOther || !isComposition(firstDocument(files, file)) ? thrown : misnamed(entry2);
  }
}
function firstDocument(files, file) {
  try {
    return files.config(file);
  } catch {
    return void 0;
  }
}
function misnamed({ path, location }) {
  return failure("wrong-kind", `${path} is a Composition, which only a file named composition.yaml can be`, {
    ...location,
    hint: `Move it to a directory of its own, name it ${COMPOSITION_FILE_NAMES[0]}, and list the directory.`
  });
}
function append(resource, provenance, { resources }, configs) {
  resource.provenance = provenance;
  if (provenance !== void 0) checkAnnotations(resource);
  if (configs !== void 0 && resource.id.name === "") {
    if (configs.staysUnnamed(resource.node)) {
      configs.found(resource);
      return;
    }
    nameByKind(resource.node);
    resource.refresh();
  }
  resources.append(resource);
}
function checkAnnotations(resource) {
  const annotations = get(get(resource.node, "metadata"), "annotations");
  if (annotations?.kind !== "scalar" || isNull(annotations)) return;
  const object = resource.describe();
  throw failure("invalid-resource", `the annotations of ${object} are a text, to which no origin can be added`, {
    ...locate(annotations),
    object,
    hint: "Write a map, or remove `buildMetadata`."
  });
}

// src/engine/plugin-configs.ts
async function pluginConfigs(level, entries, ports) {
  if (entries.length === 0) return [];
  const accumulator = emptyAccumulator(level.context);
  const ofGroups = await level.context.functions?.mayLackName();
  const others = [];
  const add4 = (listed) => void others.push({ listed, at: accumulator.resources.size });
  const unnamed = { staysUnnamed: ofGroups ?? (() => false), found: add4 };
  const paths2 = [];
  for (const entry2 of entries) {
    const { text: path, location } = entry2;
    const objects = inlineObjects(entry2, mayLackName);
    if (objects === void 0) paths2.push({ path, location });
    for (const node of objects ?? []) {
      append(new Resource(node, location), fromKustomization(level), accumulator, unnamed);
    }
  }
  const inline = accumulator.resources.size;
  for (const entry2 of paths2) {
    const composition = await ports.composition(entry2);
    if (composition === void 0) await ports.resource(entry2, accumulator, unnamed);
    else add4(composition);
  }
  await placePaths(level, accumulator.resources.items.slice(inline));
  const configs = [...accumulator.resources.items];
  for (const { listed, at: at2 } of others.reverse()) configs.splice(at2, 0, listed);
  return configs;
}
async function placePaths({ context, root, home }, configs) {
  if (home === void 0 || configs.length === 0) return;
  const { baseOf, rewritePaths } = await Promise.resolve().then(() => __toESM(require_program(), 1));
  const resume = () => context.budget.resume();
  const base = baseOf(home);
  for (const { node: config, origin: location = { file: home.display } } of configs) {
    if (config !== void 0) await rewritePaths({ config, home: base, location }, root, /* @__PURE__ */ new Map(), resume);
  }
}

// src/engine/variables/variable-text.ts
function parseVariableText(text6) {
  const parts = [];
  let literal = "";
  let rest = 0;
  let closes = true;
  for (let at2 = text6.indexOf("$"); at2 >= 0 && at2 + 1 < text6.length; at2 = text6.indexOf("$", rest)) {
    const next = text6.charAt(at2 + 1);
    const end = next === "(" && closes ? text6.indexOf(")", at2) : -1;
    if (next === "(") closes = end >= 0;
    literal += text6.slice(rest, at2);
    if (end >= 0) {
      if (literal !== "") parts.push({ text: literal });
      parts.push({ name: text6.slice(at2 + 2, end) });
      literal = "";
      rest = end + 1;
    } else {
      literal += next === "$" ? "$" : `$${next}`;
      rest = at2 + 2;
    }
  }
  literal += text6.slice(rest);
  if (literal !== "") parts.push({ text: literal });
  return parts;
}

// src/engine/variables/variables.ts
var DEFAULT_FIELD_PATH2 = "metadata.name";
function declareVariables(declared, into, resources) {
  for (const variable2 of declared) {
    const found = objectsOf4(variable2, resources);
    if (found.length > 1) throw ambiguous(variable2, found);
    found[0]?.variables.push(variable2.name);
  }
  addVariables(into, declared);
}
function addVariables(into, more) {
  for (const variable2 of more) {
    const present2 = into.get(variable2.name);
    if (present2 !== void 0) throw conflict3(variable2, present2);
    into.set(variable2.name, variable2);
  }
}
function objectsOf4({ objref }, resources) {
  if (objref === void 0) return [];
  const { name = "", namespace = "" } = objref;
  const { group, version, kind } = targetKind(objref);
  const isMeant = (id) => id.name === name && id.kind === kind && id.group === group && id.version === version && (namespace === "" || id.effectiveNamespace === namespace && namespace !== CLUSTER_SCOPE);
  return resources.byAnyName(name).filter((resource) => resource.allIds().some(isMeant));
}
function targetKind({ apiVersion = "", group = "", version = "", kind = "" }) {
  const parts = apiVersion.split("/").length;
  if (apiVersion === "" || parts > 2) return { group, version, kind };
  return parts === 1 ? { group, version: apiVersion, kind } : { ...parseApiVersion(apiVersion), kind };
}
function ambiguous({ name, objref, fieldref, location }, found) {
  const names = found.map(({ id }) => describeId(id)).join(", ");
  const field2 = fieldref?.fieldPath || DEFAULT_FIELD_PATH2;
  return failure(
    "ambiguous-variable",
    `the variable ${name} is ambiguous: it can read ${field2} of ${found.length} objects: ${names}`,
    {
      ...objref?.location ?? location,
      hint: "Add the namespace to its `objref`, or declare it in the kustomization that adds the object."
    }
  );
}
function conflict3({ name, location }, present2) {
  const [here, there] = [formatLocation(location), formatLocation(present2.location)];
  const problem = here === there ? "its kustomization is included more than once" : `it is also declared at ${there}`;
  return failure("variable-conflict", `the variable ${name} already exists: ${problem}`, {
    ...location,
    hint: "Rename one of them, or declare it once in a kustomization that includes both."
  });
}

// src/engine/variables/variable-values.ts
function resolveVariables(variables, resources) {
  const objects = /* @__PURE__ */ new Map();
  for (const resource of resources) {
    for (const name of resource.variables) if (!objects.has(name)) objects.set(name, resource);
  }
  const values = /* @__PURE__ */ new Map();
  const problems = [];
  for (const variable2 of variables.values()) {
    try {
      const object = objects.get(variable2.name);
      if (object === void 0) throw withoutObject(variable2);
      values.set(variable2.name, valueOf4(variable2, object));
    } catch (thrown) {
      if (!(thrown instanceof KrmError)) throw thrown;
      problems.push(...thrown.diagnostics);
    }
  }
  if (problems.length > 0) throw new KrmError(problems);
  return values;
}
function withoutObject({ name, objref, location }) {
  const kind = targetKind(objref ?? { location });
  const target = [apiVersionOf(kind), kind.kind, objref?.name ?? ""].filter((part) => part !== "").join(" ");
  return failure(
    "variable-without-object",
    `the variable ${name} reads ${target || "no object"}, which does not exist`,
    {
      ...objref?.location ?? location,
      hint: "Name an object of this kustomization or of an included one, with apiVersion, kind and name as in its file."
    }
  );
}
function valueOf4(variable2, object) {
  const path = variable2.fieldref?.fieldPath || DEFAULT_FIELD_PATH2;
  const node = fieldAt2(object, path);
  if (node !== void 0 && node.kind !== "scalar") return void 0;
  const value = node && scalarValue3(node);
  if (value !== void 0) return value;
  const problem = node === void 0 ? "which has no such field" : "which is not a decimal number";
  throw failure(
    "variable-without-field",
    `the variable ${variable2.name} reads ${path} of ${object.describe()}, ${problem}`,
    {
      ...variable2.fieldref?.location ?? variable2.location,
      object: object.describe(),
      hint: "Correct the `fieldPath`, or the field."
    }
  );
}
function fieldAt2({ node }, path) {
  try {
    return node && lookUpNullable(node, splitFieldPath(path).flatMap(splitIndex));
  } catch (thrown) {
    if (thrown instanceof KrmError) return void 0;
    throw thrown;
  }
}
function splitIndex(segment) {
  const [, name = "", index] = /^(.*)\[(\d+)\]$/s.exec(segment) ?? [];
  if (index === void 0) return [segment];
  return name === "" ? [index] : [name, index];
}
function scalarValue3({ tag, value }) {
  if (tag === "!!int") return integerValue(value);
  if (tag === "!!bool") return same(tag, value.toLowerCase());
  if (tag !== "!!float") return same("!!str", value);
  const number2 = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN;
  if (!Number.isFinite(number2)) return void 0;
  return { tag, text: plainDecimal(number2), spliced: formatFloat64(number2) };
}
function integerValue(value) {
  const [, sign, digits2] = /^([+-]?)0*(\d{1,19})$/.exec(value) ?? [];
  if (digits2 === void 0) return void 0;
  const number2 = sign === "-" ? -BigInt(digits2) : BigInt(digits2);
  return BigInt.asIntN(64, number2) === number2 ? same("!!int", String(number2)) : void 0;
}
function same(tag, text6) {
  return { tag, text: text6, spliced: text6 };
}
function plainDecimal(value) {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [mantissa = "", power = "0"] = String(Math.abs(value)).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  if (power === "0") return sign + mantissa;
  const point = whole.length + Number(power);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${whole}${fraction}`;
  return sign + (whole + fraction).padEnd(point, "0");
}

// src/engine/variables/variable-substitution.ts
function substituteVariables(variables, resources, fieldSpecs2) {
  if (variables.size === 0) return [];
  const values = resolveVariables(variables, resources.items);
  const substitution = new Substitution(values);
  const tries = /* @__PURE__ */ new Map();
  for (const resource of resources.items) {
    if (resource.node === void 0) continue;
    const fields4 = triesOf(tries, resource, fieldSpecs2).find(resource.node);
    if (fields4.length === 0) continue;
    for (const { node } of fields4) substitution.substituteField(node, resource);
    resources.changed(resource);
  }
  const unused = [...variables.values()].filter(({ name }) => !substitution.used.has(name));
  return unused.map((variable2) => (values.get(variable2.name) === void 0 ? unusable : neverUsed)(variable2));
}
function triesOf(tries, { id }, fieldSpecs2) {
  const key = `${apiVersionOf(id)} ${id.kind}`;
  let trie = tries.get(key);
  if (trie === void 0) {
    trie = new FieldTrie();
    for (const spec of fieldSpecs2) if (selectedBy(id, spec)) trie.add(spec.path, void 0);
    tries.set(key, trie);
  }
  return trie;
}
function neverUsed({ name, location }) {
  const message = `the variable ${name} is not used in any field that can hold variables`;
  const hint = "Remove it, or list the field under varReference in a file of `configurations`.";
  return { code: "unused-variable", severity: "notice", message, ...location, hint };
}
function unusable({ name, location }) {
  const message = `the variable ${name} is not substituted: its value is a map or a list`;
  const hint = "Name a field with a single value in its `fieldref`.";
  return { code: "unused-variable", severity: "warning", message, ...location, hint };
}
var Substitution = class {
  used = /* @__PURE__ */ new Set();
  #values;
  constructor(values) {
    this.#values = values;
  }
  /** Substitutes in a text, the texts of a map, or a list of texts. All these texts lose their quotes. */
  substituteField(node, resource) {
    if (isNull(node)) return;
    if (node.kind === "scalar") {
      if (isText(node)) this.#substitute(node);
      return;
    }
    if (node.kind === "map") {
      for (const { key, value } of node.entries) {
        if (!isText(key)) throw notText(key, "a key", resource);
        if (isText(value)) this.#substitute(value);
      }
      return;
    }
    for (const item of node.items) {
      if (!isText(item)) throw notText(item, "an element", resource);
      this.#substitute(item);
    }
  }
  #substitute(node) {
    const parts = parseVariableText(node.value);
    const [first2] = parts;
    const whole = parts.length === 1 && first2 !== void 0 && "name" in first2 ? this.#value(first2.name) : void 0;
    node.value = whole?.text ?? this.#joined(parts);
    node.tag = whole?.tag ?? "!!str";
    node.style = "";
  }
  /** Every part is charged before it is added: a text can name a long value thousands of times. */
  #joined(parts) {
    const joined3 = new GrowingText("");
    for (const part of parts) {
      const text6 = "text" in part ? part.text : this.#value(part.name)?.spliced ?? `$(${part.name})`;
      joined3.add(text6);
    }
    return joined3.text;
  }
  #value(name) {
    const value = this.#values.get(name);
    if (value !== void 0) this.used.add(name);
    return value;
  }
};
function isText(node) {
  return node.kind === "scalar" && (node.tag === "!!str" || node.tag === "");
}
function notText(node, what, resource) {
  return failure("invalid-variable-field", `${what} is not a string in a field that can hold variables`, {
    ...locate(node) ?? resource.origin,
    object: resource.describe(),
    hint: "Quote it."
  });
}

// src/engine/level.ts
async function openLevel(context, root, position, edits) {
  countLevel(context.opened, root);
  for (const opened of openedWith(root)) context.roots.add(opened);
  const loading = edits === void 0 ? context.files.kustomization(root) : loadEdited(root, edits);
  const { kustomization, diagnostics, composition } = await loading;
  context.budget.resume();
  context.diagnostics.push(...diagnostics);
  if (composition !== void 0) {
    return { ...await compositionLevel(context, root, composition, kustomization, accumulateBase), position };
  }
  if (kustomization.openapi !== void 0) await adoptSchemas(kustomization.openapi, root, context);
  return { context, root, kustomization, position };
}
async function accumulate(level, into) {
  await accumulateLevel(level, into);
  const { context, root } = level;
  const catalogs = catalogsOf(level);
  if (catalogs.length === 0 || context.functions?.unneeded === void 0) return;
  root.tree.record?.markIncomplete("it lists catalogs");
  await context.functions.unneeded({
    catalogs,
    build: context.opened,
    claim: () => root.claim(),
    warn: warnInto(context)
  });
  context.budget.resume();
}
function catalogsOf({ catalogs, kustomization, root, home = root }) {
  return catalogs ?? listedCatalogs(kustomization, home);
}
var CATALOG_LACKS = /* @__PURE__ */ new Set(["functions-disabled", "catalog-function-unknown"]);
var PER_LAYER = "Catalogs count per layer:";
async function included(level, build2) {
  try {
    return await build2();
  } catch (thrown) {
    const [catalog] = catalogsOf(level);
    if (catalog === void 0 || !(thrown instanceof KrmError) || !CATALOG_LACKS.has(thrown.code)) throw thrown;
    const note = `${PER_LAYER} the one at ${formatLocation(catalog.location)} serves the functions of its own layer only.`;
    throw withHint(thrown, note, ({ code, hint = "" }) => CATALOG_LACKS.has(code) && !hint.includes(PER_LAYER));
  }
}
async function accumulateLevel(level, into) {
  const { kustomization, composition } = level;
  if (composition !== void 0) return runComposition(level, composition, into, COMPOSITION_PORTS);
  await accumulateResources(level, kustomization.resources ?? [], into);
  addConfiguration(into, await ownConfiguration(kustomization.configurations ?? [], level));
  const ofCrds = await crdConfiguration(kustomization.crds ?? [], level);
  if (ofCrds !== void 0) addConfiguration(into, ofCrds);
  await runFieldGenerators(level, into);
  const generators = await pluginGenerators(level, await listedIn(level, "generators"), into);
  for (const entry2 of kustomization.components ?? []) await accumulateComponent(level, entry2, into);
  await runTransformers(level, into, () => listedIn(level, "transformers"), generators);
  await runValidators(level, await listedIn(level, "validators"), into);
  if (kustomization.validators?.length)
    level.context.trace?.step({ name: "validators", kustomization }, into.resources.items);
  declareVariables(kustomization.vars ?? [], into.variables, into.resources);
}
async function accumulateResources(level, entries, into, configs) {
  for (const entry2 of entries) {
    const directory2 = await compositionDirectory(level, entry2);
    if (directory2 !== void 0) await accumulateBase(level, directory2, into);
    else if (await isFile(level, entry2)) await accumulateFile(level, entry2, into, configs);
    else await accumulateBase(level, entry2, into);
  }
}
async function accumulateBase(level, entry2, into) {
  const root = await level.root.enter(entry2.path, entry2.location);
  const position = positionBelow(level, entry2.path);
  const { schemas: schemas2 } = level.context;
  const { state } = schemas2;
  const key = `${root.key}
${positionKey(position)}
${schemas2.key}`;
  const namespace = namespaceOf(level);
  const build2 = () => buildBase(level, root, position, entry2);
  let base = await included(level, () => level.context.memo.base(root, key, build2));
  includeRecord(root.tree, base.record);
  const { inheritedNamespace = namespace } = base;
  if (inheritedNamespace !== namespace) {
    schemas2.state = state;
    base = await included(level, () => level.context.memo.base(root, `${key}
${namespace}`, build2));
    includeRecord(root.tree, base.record);
  }
  schemas2.state = base.schemas;
  if (schemas2.state.choice !== state.choice) into.resources.identifyAll();
  if (!level.kustomization.namespace) into.inheritedNamespace ??= base.inheritedNamespace;
  level.context.budget.run(() => {
    into.resources.appendAll(base.resources);
    const { context, kustomization } = level;
    context.trace?.include({ name: "resources", location: entry2.location, kustomization }, base.resources);
  });
  addConfiguration(into, base.configuration);
  addVariables(into.variables, base.variables.values());
  for (const diagnostic of base.diagnostics) level.context.diagnostics.push(diagnostic);
  for (const opened of base.roots) level.context.roots.add(opened);
  for (const use of base.used) level.context.used.push(use);
  level.context.secrets.include(base.secrets);
}
function namespaceOf({ kustomization, outerNamespace = "" }) {
  return kustomization.namespace || outerNamespace;
}
async function buildBase(parent, root, position, entry2) {
  const secrets = parent.context.secrets.apart();
  const context = { ...parent.context, diagnostics: [], roots: /* @__PURE__ */ new Set(), used: [], secrets };
  const notice2 = (diagnostic) => void context.diagnostics.push(diagnostic);
  const own = root.reportingTo({ notice: notice2, uses: useLog(context), secrets }).apart();
  const opened = await openLevel(context, own, position);
  const level = { ...opened, outerNamespace: namespaceOf(parent) };
  if (level.kustomization.kind === "Component") {
    throw failure("component-as-resource", `${root.display} is a Component, and cannot be listed under resources`, {
      ...entry2.location,
      hint: "List it under components."
    });
  }
  const accumulator = emptyAccumulator(context);
  await accumulate(level, accumulator);
  return {
    resources: accumulator.resources.items,
    configuration: accumulator.configuration ?? defaultConfiguration,
    variables: accumulator.variables,
    schemas: context.schemas.state,
    inheritedNamespace: accumulator.inheritedNamespace,
    diagnostics: distinct(context.diagnostics),
    roots: context.roots,
    used: context.used,
    secrets,
    record: own.tree.record
  };
}
function contextVia({ context, kustomization }, name, { location }) {
  if (context.trace === void 0) return context;
  return { ...context, trace: traceVia(context.trace, { name, location, kustomization }) };
}
async function accumulateComponent(level, entry2, into) {
  const { path } = await compositionDirectory(level, entry2) ?? entry2;
  const root = await level.root.enter(path, entry2.location);
  const { choice } = level.context.schemas.state;
  const opened = await openLevel(contextVia(level, "components", entry2), root, positionBelow(level, entry2.path));
  const component = { ...opened, outerNamespace: namespaceOf(level) };
  if (component.composition !== void 0) {
    throw failure(
      "composition-as-component",
      `${root.display} is a Composition, and cannot be listed under components`,
      {
        ...entry2.location,
        hint: "List it under transformers, to change the objects here, or under resources, to add its own."
      }
    );
  }
  if (component.kustomization.kind !== "Component") {
    throw failure(
      "not-a-component",
      `${root.display} is listed under components, but is a ${component.kustomization.kind}`,
      { ...entry2.location, hint: "List it under resources, or make its kind Component." }
    );
  }
  if (level.context.schemas.state.choice !== choice) into.resources.identifyAll();
  await included(level, () => accumulate(component, into));
  into.resources.checkUnique();
  const { configuration } = into;
  into.configuration = void 0;
  if (configuration !== void 0) addConfiguration(into, configuration);
}
var COMPOSITION_PORTS = {
  resources: accumulateResources,
  async kustomization(level, into) {
    const { context, root, kustomization } = level;
    const { choice } = context.schemas.state;
    if (kustomization.openapi !== void 0) await adoptSchemas(kustomization.openapi, root, context);
    if (context.schemas.state.choice !== choice) into.resources.identifyAll();
    await accumulate(level, into);
  }
};
function listedIn(level, field2) {
  const entries = level.kustomization[field2] ?? [];
  return pluginConfigs(level, entries, {
    resource: (entry2, into, unnamed) => accumulateResources({ ...level, context: contextVia(level, field2, entry2) }, [entry2], into, unnamed),
    composition: (entry2) => listedComposition(level, entry2, field2)
  });
}
async function listedComposition(level, entry2, field2) {
  let directory2 = await compositionDirectory(level, entry2);
  if (directory2 === void 0 && !await isFile(level, entry2)) directory2 = entry2;
  if (directory2 === void 0) return void 0;
  const { context } = level;
  const root = await level.root.enter(directory2.path, entry2.location);
  const { composition } = await context.files.kustomization(root);
  context.budget.resume();
  if (composition === void 0) return void 0;
  const listed = directory2;
  return { location: entry2.location, run: (into) => RUNS[field2](level, listed, into) };
}
var RUNS = {
  /** Adds what the composition makes of nothing, by the rules of a generator. */
  async generators(level, entry2, into) {
    const made = emptyAccumulator(level.context);
    await accumulateBase(level, entry2, made);
    level.context.budget.run(() => {
      for (const resource of made.resources.items) absorb(into.resources, resource, entry2.location);
    });
    if (made.configuration !== void 0) addConfiguration(into, made.configuration);
    addVariables(into.variables, made.variables.values());
  },
  async transformers(level, entry2, into) {
    const { schemas: schemas2 } = level.context;
    const root = await level.root.enter(entry2.path, entry2.location);
    const { choice } = schemas2.state;
    const opened = await openLevel(contextVia(level, "transformers", entry2), root, positionBelow(level, entry2.path));
    if (schemas2.state.choice !== choice) into.resources.identifyAll();
    await included(level, () => accumulate({ ...opened, outerNamespace: namespaceOf(level) }, into));
  },
  /** Runs the composition on copies. Only a failure counts. */
  async validators(level, entry2, into) {
    const context = { ...level.context, trace: void 0 };
    const copies = ResourceSet.of(
      into.resources.items.map((resource) => resource.clone()),
      context.schemas
    );
    const copy2 = { ...into, resources: copies, variables: new Map(into.variables) };
    await RUNS.transformers({ ...level, context }, entry2, copy2);
  }
};

// src/engine/message-secrets.ts
var HASH = /(?<=-)[2456789bcdfghkmt]{10}(?![A-Za-z0-9])/g;
function withoutSecrets(diagnostics, secrets) {
  if (diagnostics.length === 0) return diagnostics;
  const texts4 = diagnostics.flatMap(({ message, hint, object }) => [message, hint, object]);
  const isAbout2 = diagnostics.map(
    ({ message, object = "" }) => message.includes("Secret") || object.startsWith("Secret")
  );
  const masked = secrets.mask(texts4).map((text6, index) => {
    return isAbout2[Math.floor(index / 3)] ? text6?.replace(HASH, "<hash>") : text6;
  });
  if (masked.every((text6, index) => text6 === texts4[index])) return diagnostics;
  return diagnostics.map((one, index) => {
    const [message = "", hint, object] = masked.slice(3 * index, 3 * index + 3);
    return { ...one, message, ...hint !== void 0 && { hint }, ...object !== void 0 && { object } };
  });
}

// src/engine/limited-work.ts
async function limitedWork({ file, pool, builds, timeoutSeconds, record: record2 }, secrets, work) {
  const budget = budgetOf(file, timeoutSeconds, pool, builds);
  const end = new AbortController();
  try {
    return await work({ budget, ended: end.signal, secrets });
  } catch (thrown) {
    if (budget.refusal !== void 0) {
      record2?.markIncomplete("its build was stopped");
      throw budget.refusal;
    }
    if (isOverflow(thrown)) throw nestedTooDeep({ file }, thrown);
    if (thrown instanceof RangeError) {
      throw new KrmError(
        diagnosticsOf(thrown).map((one) => ({ ...one, file })),
        { cause: thrown }
      );
    }
    throw thrown instanceof KrmError ? withMasked(thrown, secrets) : thrown;
  } finally {
    budget.close();
    end.abort(ENDED);
  }
}
var ENDED = new Error("the work has ended");
function withMasked(thrown, secrets) {
  const diagnostics = withoutSecrets(thrown.diagnostics, secrets);
  return diagnostics === thrown.diagnostics ? thrown : new KrmError(diagnostics, { cause: thrown });
}
function budgetOf(file, seconds, pool, builds) {
  return openBudget({
    seconds,
    late: () => new LimitError("build-timeout", `the build of ${file} was stopped: it takes more than ${seconds} seconds`, {
      file,
      hint: "Look for content that is repeated many times and for slow servers, or allow more time: --timeout, in the action the settings timeout and total-timeout."
    }),
    memory: pool.share(builds),
    tooLarge: () => new LimitError(
      "build-too-large",
      `the build of ${file} was stopped: it takes more memory than this machine has for it`,
      {
        file,
        hint: `All builds together may take ${Math.floor(pool.limit / 1024 ** 2)} MiB here. Look for content that multiplies itself, such as bases that each include two others, or use a machine with more memory.`
      }
    )
  });
}

// src/engine/references/reference-candidates.ts
var MAX_RENAMED = 100;
var NONE3 = [];
var Candidates = class {
  #byPreviousName = /* @__PURE__ */ new Map();
  /** True if any object was renamed. */
  hasRenamed = false;
  /** The current namespaces of objects, by their original namespaces. */
  #movedFrom = /* @__PURE__ */ new Map();
  #bindingNamespaces = /* @__PURE__ */ new Map();
  constructor(resources) {
    for (const resource of resources) {
      if (resource.node === void 0) continue;
      for (const name of resource.previousNames) {
        if (name !== resource.id.name) this.hasRenamed = true;
        let namesakes = this.#byPreviousName.get(name);
        if (namesakes === void 0) this.#byPreviousName.set(name, namesakes = new Namesakes());
        namesakes.add(resource);
      }
      const { id, originalId } = resource;
      let now = this.#movedFrom.get(originalId.effectiveNamespace);
      if (now === void 0) this.#movedFrom.set(originalId.effectiveNamespace, now = /* @__PURE__ */ new Map());
      const key = `${id.effectiveNamespace}
${id.namespace}`;
      if (!now.has(key)) now.set(key, resource);
    }
  }
  /** Checks the subjects of a role binding, as kustomize does even if nothing was renamed. @throws KrmError */
  checkBinding(resource) {
    if (resource.id.kind === "RoleBinding") this.#namespacesBound(resource);
  }
  /** The objects that had the name before and have another one now, up to a limit, in output order. */
  renamed(name) {
    const found = this.hasRenamed ? this.#byPreviousName.get(name) : void 0;
    return found?.all.slice(0, MAX_RENAMED).filter((candidate) => candidate.id.name !== name) ?? NONE3;
  }
  /** The objects with this previous name that an object can refer to, in output order. */
  named(name, referrer) {
    const found = this.#byPreviousName.get(name);
    if (found === void 0) return NONE3;
    const { all } = found;
    if (all.length === 1) return this.isReferable(all[0], referrer) ? all : NONE3;
    const near = all.length > FEW_NAMESAKES ? found.in(this.#namespacesOf(referrer)) : all;
    return near.filter((candidate) => this.isReferable(candidate, referrer));
  }
  /** The namespaces of the objects that an object can refer to; undefined for all namespaces. */
  #namespacesOf(referrer) {
    const { effectiveNamespace, kind } = referrer.id;
    if (effectiveNamespace === CLUSTER_SCOPE) return void 0;
    const namespaces = /* @__PURE__ */ new Set([effectiveNamespace, CLUSTER_SCOPE]);
    if (kind === "RoleBinding") {
      for (const namespace of this.#namespacesBound(referrer)) namespaces.add(namespace || "default");
    }
    return namespaces;
  }
  /**
   * The candidates that were originally in a namespace. If no referable object was, those that are in it now. Objects of
   * kinds without namespaces do not count.
   */
  inNamespace(candidates, namespace, referrer) {
    if (namespace === CLUSTER_SCOPE) return [];
    const moved = this.#movedFrom.get(namespace);
    const isKnown = moved !== void 0 && [...moved.values()].some((one) => this.isReferable(one, referrer));
    return candidates.filter(
      (candidate) => isKnown ? candidate.originalId.effectiveNamespace === namespace : candidate.id.effectiveNamespace === namespace
    );
  }
  /** Tells whether an object can refer to another one, by their namespaces. */
  isReferable(candidate, referrer) {
    const [from, to] = [referrer.id, candidate.id];
    if (from.effectiveNamespace === CLUSTER_SCOPE || to.effectiveNamespace === CLUSTER_SCOPE) return true;
    if (from.effectiveNamespace === to.effectiveNamespace) return true;
    return from.kind === "RoleBinding" && this.#namespacesBound(referrer).has(to.namespace);
  }
  /** The namespaces of the service accounts in a role binding. It can refer to objects in these namespaces. */
  #namespacesBound(binding) {
    let namespaces = this.#bindingNamespaces.get(binding);
    if (namespaces === void 0) {
      namespaces = serviceAccountNamespaces(binding);
      this.#bindingNamespaces.set(binding, namespaces);
    }
    return namespaces;
  }
};
var FEW_NAMESAKES = 8;
var Namesakes = class {
  all = [];
  #byNamespace;
  /** Adds an object. An object that had the name twice is added once. */
  add(resource) {
    if (this.all.at(-1) !== resource) this.all.push(resource);
  }
  /** The objects that are in one of the namespaces now. */
  in(namespaces) {
    if (namespaces === void 0) return this.all;
    const byNamespace = this.#byNamespace ??= this.#group();
    const found = [...namespaces].flatMap((namespace) => byNamespace.get(namespace) ?? []);
    return found.sort((a, b) => a.at - b.at).map(({ resource }) => resource);
  }
  #group() {
    const groups = /* @__PURE__ */ new Map();
    for (const [at2, resource] of this.all.entries()) {
      const { effectiveNamespace } = resource.id;
      const group = groups.get(effectiveNamespace);
      if (group === void 0) groups.set(effectiveNamespace, [{ resource, at: at2 }]);
      else group.push({ resource, at: at2 });
    }
    return groups;
  }
};
function serviceAccountNamespaces(binding) {
  const namespaces = /* @__PURE__ */ new Set();
  const subjects = get(binding.node, "subjects");
  if (subjects?.kind !== "seq") return namespaces;
  for (const subject of subjects.items) {
    const namespace = get(subject, "namespace");
    if (namespace === void 0 || scalarText(get(subject, "kind")) !== "ServiceAccount") continue;
    if (namespace.kind !== "scalar" || !isText2(namespace)) {
      throw failure("invalid-value", `the namespace of a subject of ${idText(binding.id)} is blank`, {
        ...locate(namespace) ?? binding.origin,
        object: binding.describe(),
        hint: "Name a namespace, or remove the field."
      });
    }
    namespaces.add(namespace.value);
  }
  return namespaces;
}
function isText2({ tag, style, value }) {
  if (tag === "") return style !== "" || resolveTag(value) === "!!str";
  return style !== "" || !isChecked(tag);
}

// src/engine/references/stale-references.ts
function warnOfStale(left, candidates, warn) {
  const { referrer, rule, node } = left;
  if (node.kind !== "scalar") return;
  let why;
  let kind = "";
  const reachable = [];
  for (const candidate of candidates.renamed(node.value)) {
    if (!isOfKind(candidate, rule.target)) continue;
    const obstacle = obstacleTo(candidate, left, candidates);
    if (obstacle === "none") reachable.push(candidate);
    else if (obstacle !== "another object") why ??= obstacle;
    kind = candidate.id.kind;
  }
  if (reachable.length > 1) why = several(reachable.length);
  if (why === void 0 || isLocalConfig(referrer.node)) return;
  const reason = why;
  warn(() => staleReference({ referrer, node, field: rule.path, kind, why: reason }));
}
function several(count) {
  return {
    reason: `${count} objects had it, and the field can mean any of them`,
    hint: "Give the objects different names, or refer to them in a kustomization that contains only one of them."
  };
}
var SAME_NAMESPACE = "Give both the same namespace.";
function obstacleTo(candidate, { referrer, rule, map: map2 }, candidates) {
  const [from, to] = [referrer.id, candidate.id];
  if (rule.target.group?.includes("/")) {
    return { reason: "kustomize's own rule for it is wrong", hint: byConfiguration(from.kind, rule.path) };
  }
  if (rule.path.endsWith("roleRef/name")) {
    const ref = get(referrer.node, "roleRef");
    if (scalarText(get(ref, "kind")) !== to.kind) return "another object";
    const group = get(ref, "apiGroup");
    if (group !== void 0 && scalarText(group) !== to.group) {
      return { reason: "its apiGroup differs", hint: `Set apiGroup to ${to.group}.` };
    }
  }
  const [kind, namespace] = [get(map2, "kind"), get(map2, "namespace")];
  if (kind !== void 0 && scalarText(kind) !== to.kind) return "another object";
  const asked = namespace && scalarText(namespace);
  const original = candidate.originalId.effectiveNamespace;
  if (asked !== void 0 && asked !== original && asked !== to.effectiveNamespace) {
    if (original !== "default") return "another object";
    return { reason: `it asks for the namespace ${asked}, and the object names none`, hint: SAME_NAMESPACE };
  }
  if (!candidates.isReferable(candidate, referrer)) {
    if (asked !== void 0)
      return { reason: "kustomize does not follow it into another namespace", hint: SAME_NAMESPACE };
    if (from.namespace !== "" && to.namespace !== "") return "another object";
    return { reason: "only one of the two objects names a namespace", hint: SAME_NAMESPACE };
  }
  return "none";
}
function isOfKind({ id }, { group, version, kind }) {
  if (kind !== id.kind || version && version !== id.version) return false;
  return !group || group.split("/", 1)[0] === id.group;
}
function byConfiguration(kind, field2) {
  return `Name ${field2} of ${kind} under \`nameReference\` in a file of \`configurations\`.`;
}
function staleReference(stale) {
  const { referrer, node, field: field2, kind, why } = stale;
  const object = referrer.describe();
  return {
    code: "stale-reference",
    severity: "warning",
    message: `${field2} of ${object} keeps the old name of the ${kind} \`${scalarText(node)}\`: ${why.reason}`,
    ...locate(node) ?? referrer.origin,
    object,
    hint: why.hint
  };
}

// src/engine/references/uncovered-references.ts
function warnOfUncovered(resources, candidates, warn) {
  if (!candidates.hasRenamed) return;
  for (const referrer of resources) {
    if (referrer.node === void 0) continue;
    const annotations = get(get(referrer.node, "metadata"), "annotations");
    const isCustom = isWithoutRules(referrer.id);
    if (annotations === void 0 && !isCustom) continue;
    const search = new Search(referrer, candidates, warn);
    if (annotations !== void 0) search.annotations(annotations);
    if (!isCustom) continue;
    for (const { key, value } of referrer.node.entries) {
      if (key.kind === "scalar" && key.value !== "metadata") search.within(key.value, value);
    }
  }
}
var BUILT_IN = new Set(
  words(`
    admissionregistration apiextensions apiregistration authentication authorization certificates coordination discovery
    events flowcontrol.apiserver internal.apiserver networking node rbac.authorization resource scheduling storage
    storagemigration
  `).map((name) => `${name}.k8s.io`)
);
function isWithoutRules({ group, kind }) {
  return group.includes(".") ? !BUILT_IN.has(group) : group === "" && kind === "ServiceAccount";
}
var Search = class {
  #referrer;
  #candidates;
  #warn;
  /** The path of the current node. */
  #path = [];
  constructor(referrer, candidates, warn) {
    this.#referrer = referrer;
    this.#candidates = candidates;
    this.#warn = warn;
  }
  annotations(node) {
    this.#path.push("metadata");
    this.within("annotations", node);
    this.#path.pop();
  }
  within(key, value) {
    this.#path.push(key);
    this.#visit(value);
    this.#path.pop();
  }
  #visit(node) {
    if (node.kind === "seq") for (const item of node.items) this.#visit(item);
    if (node.kind !== "map") return;
    for (const { key, value } of node.entries) {
      if (key.kind !== "scalar") continue;
      if (value.kind === "scalar") this.#look(key.value, value, node);
      else this.within(key.value, value);
    }
  }
  #look(key, node, parent) {
    const renamed = this.#candidates.renamed(node.value);
    if (renamed.length === 0) return;
    const path = [...this.#path, key];
    const meant = renamed.find((candidate) => this.#isMeant(candidate, parent, path));
    if (meant === void 0 || isLocalConfig(this.#referrer.node)) return;
    const field2 = path.map((step2) => step2.replaceAll("/", "\\/")).join("/");
    const { kind } = meant.id;
    const why = { reason: "no rule covers the field", hint: byConfiguration(this.#referrer.id.kind, field2) };
    this.#warn(() => staleReference({ referrer: this.#referrer, node, field: field2, kind, why }));
  }
  #isMeant(candidate, parent, path) {
    const { id } = candidate;
    const kind = path.at(-1) === "name" ? get(parent, "kind") : void 0;
    if (kind === void 0 ? !isAbout(candidate, path) : scalarText(kind) !== id.kind) return false;
    const group = groupIn(parent);
    if (kind !== void 0 && group !== void 0 && group !== id.group) return false;
    const namespace = get(parent, "namespace");
    if (namespace !== void 0) return scalarText(namespace) === id.namespace;
    const own = this.#referrer.id.effectiveNamespace;
    return own === id.effectiveNamespace || own === CLUSTER_SCOPE || id.effectiveNamespace === CLUSTER_SCOPE;
  }
};
function isAbout({ id, unhashedName }, path) {
  if (unhashedName === void 0) return false;
  const last = path.at(-1);
  const word2 = last === "name" ? path.at(-2) ?? "" : last;
  return word2.toLowerCase().replaceAll(/[-_]/g, "").includes(id.kind.toLowerCase());
}
function groupIn(parent) {
  const group = get(parent, "apiGroup") ?? get(parent, "group");
  if (group !== void 0) return scalarText(group);
  const apiVersion = scalarText(get(parent, "apiVersion"));
  if (apiVersion === "") return void 0;
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}

// src/engine/references/name-references.ts
function fixNameReferences(resources, nameReferences2, warn) {
  const candidates = new Candidates(resources.items);
  const tries = triesFor(nameReferences2);
  for (const referrer of resources.items) {
    if (referrer.node === void 0) continue;
    const trie = triesOf2(tries, referrer.originalId, nameReferences2);
    if (!trie.isEmpty) {
      checkApiVersion(referrer);
      candidates.checkBinding(referrer);
    }
    for (const { node, rule } of findReferences(referrer, trie)) {
      rewrite2(node, { referrer, rule }, candidates, warn);
    }
  }
  warnOfUncovered(resources.items, candidates, warn);
}
function checkApiVersion(referrer) {
  const apiVersion = get(referrer.node, "apiVersion");
  if (apiVersion?.kind !== "scalar" || apiVersion.value === "" || !isNull(apiVersion)) return;
  const object = referrer.describe();
  throw failure("invalid-resource", `the apiVersion of ${object} is null, so its references cannot be followed`, {
    ...locate(apiVersion) ?? referrer.origin,
    object,
    hint: "Give it an apiVersion."
  });
}
function findReferences(referrer, trie) {
  try {
    return trie.find(referrer.node);
  } catch (thrown) {
    throw about(thrown, referrer.describe(), referrer.origin, `the references of ${referrer.describe()}: `);
  }
}
var compiled2 = /* @__PURE__ */ new WeakMap();
function triesFor(nameReferences2) {
  let tries = compiled2.get(nameReferences2);
  if (tries === void 0) compiled2.set(nameReferences2, tries = /* @__PURE__ */ new Map());
  return tries;
}
function triesOf2(tries, gvk2, nameReferences2) {
  const key = `${apiVersionOf(gvk2)} ${gvk2.kind}`;
  let trie = tries.get(key);
  if (trie === void 0) {
    trie = new FieldTrie();
    for (const target of nameReferences2) {
      for (const spec of target.fieldSpecs) {
        if (selectedBy(gvk2, spec)) trie.add(spec.path, { target, path: spec.path });
      }
    }
    tries.set(key, trie);
  }
  return trie;
}
function rewrite2(node, reference2, candidates, warn) {
  if (isNull(node)) return;
  if (node.kind === "scalar") rewriteName(node, reference2, candidates, warn);
  else if (node.kind === "map") rewriteMap(node, reference2, candidates, warn);
  else {
    for (const item of node.items) {
      if (item.kind === "seq") throw listInList(item, reference2);
      rewrite2(item, reference2, candidates, warn);
    }
  }
}
function noName(node, { referrer, rule }) {
  const object = referrer.describe();
  const { origin, patchedAt } = referrer;
  const from = node.source === void 0 && patchedAt !== void 0 && origin !== void 0 ? ` (${origin.file})` : "";
  return failure("field-path", `${rule.path} of ${object}${from} has no name, but is configured to hold a reference`, {
    ...locate(node) ?? patchedAt ?? origin,
    object,
    hint: "Give it a name in the file or the patch that writes it, or correct the nameReference configuration."
  });
}
function listInList(item, { referrer, rule }) {
  const object = referrer.describe();
  return failure(
    "field-path",
    `${rule.path} of ${object} holds a list in a list, but is configured to hold references`,
    {
      ...locate(item) ?? referrer.patchedAt ?? referrer.origin,
      object,
      hint: "Write a list of names, or correct the nameReference configuration."
    }
  );
}
function rewriteName(node, reference2, candidates, warn) {
  const found = candidates.named(node.value, reference2.referrer);
  const target = pick(found, reference2, node, (a, b) => a.id.name === b.id.name);
  if (target === void 0) warnOfStale({ ...reference2, node }, candidates, warn);
  else if (target.id.name !== node.value) setScalar(node, scalar(target.id.name));
}
function rewriteMap(node, reference2, candidates, warn) {
  const nameNode = get(node, "name");
  if (nameNode === void 0) {
    throw noName(node, reference2);
  }
  const oldName = nameNode.kind === "scalar" ? nameNode.value : "";
  const namespaceNode = get(node, "namespace");
  let found = candidates.named(oldName, reference2.referrer);
  if (namespaceNode !== void 0) {
    const namespace = namespaceNode.kind === "scalar" ? namespaceNode.value : "";
    found = candidates.inNamespace(found, namespace, reference2.referrer);
  }
  const same2 = (a, b) => a.id.name === b.id.name && a.id.namespace === b.id.namespace;
  const target = pick(found, reference2, node, same2);
  if (target === void 0) warnOfStale({ ...reference2, node: nameNode, map: node }, candidates, warn);
  if (target === void 0 || target.id.name === oldName && target.id.namespace === "") return;
  setField(node, "name", scalar(target.id.name));
  if (target.id.namespace !== "") setField(node, "namespace", scalar(target.id.namespace));
}
function pick(named2, { referrer, rule }, node, interchangeable) {
  if (named2.length === 0) return void 0;
  checkTime();
  const role = rule.path.endsWith("roleRef/name") ? roleRef(referrer) : void 0;
  let left = named2.filter(
    (candidate) => candidate.wasOfKind(rule.target) && (role === void 0 || candidate.wasOfKind(role)) && isInReach(referrer, candidate)
  );
  if (left.length <= 1) return left[0];
  left = left.filter((candidate) => sameContext(candidate, referrer, true));
  if (left.length > 1) left = left.filter((candidate) => sameContext(candidate, referrer, false));
  const [first2, ...others] = left;
  if (first2 === void 0 || others.every((other) => interchangeable(first2, other))) return first2;
  throw failure(
    "ambiguous-reference",
    `${rule.path} of ${referrer.describe()} is ambiguous: it can mean ${left.map((one) => describeId(one.id)).join(", ")}`,
    { ...locate(node) ?? referrer.origin, object: referrer.describe(), hint: "Give the objects different names." }
  );
}
function roleRef(referrer) {
  const ref = get(referrer.node, "roleRef");
  const [group, kind] = [get(ref, "apiGroup"), get(ref, "kind")];
  if (group === void 0 || kind === void 0) return void 0;
  return { group: scalarText(group), kind: scalarText(kind) };
}
function isInReach(referrer, candidate) {
  const [from, to] = [referrer.id, candidate.id];
  return from.effectiveNamespace === CLUSTER_SCOPE || to.effectiveNamespace === CLUSTER_SCOPE || to.kind === "ServiceAccount" || from.effectiveNamespace === to.effectiveNamespace;
}
function sameContext(a, b, lenient2) {
  return sameTail(a.prefixes, b.prefixes, lenient2) && sameTail(a.suffixes, b.suffixes, lenient2);
}
function sameTail(a, b, lenient2) {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 0) return lenient2 || long.length === 0;
  const offset = long.length - short.length;
  return short.every((text6, index) => text6 === long[index + offset]);
}

// src/engine/output/output-order.ts
function checkSortOptions(options) {
  if (options === void 0) return;
  if (options.order !== "fifo" && options.order !== "legacy") {
    throw failure("invalid-value", "the field 'sortOptions.order' must be one of [fifo, legacy]", {
      ...options.location,
      hint: "Set `order` to one of them."
    });
  }
  if (options.order === "fifo" && options.legacySortOptions !== void 0) {
    throw failure(
      "invalid-value",
      "the field 'sortOptions.legacySortOptions' is set but the selected sort order is 'fifo'",
      { ...options.legacySortOptions.location, hint: "Remove legacySortOptions, or set the order to legacy." }
    );
  }
}
function sortOutput(resources, options, reorder) {
  const order = options?.order ?? (reorder === "none" ? "fifo" : "legacy");
  if (order === "fifo") return;
  const { orderFirst, orderLast } = options?.legacySortOptions ?? { orderFirst: kindsFirst, orderLast: kindsLast };
  const ranks2 = kindRanks(orderFirst ?? [], orderLast ?? []);
  const keys = /* @__PURE__ */ new Map();
  for (const resource of resources.items) {
    keys.set(resource, sortKey2(resource, ranks2));
  }
  resources.sort((a, b) => compare2(keys.get(a), keys.get(b)));
}
function sortKey2({ id }, ranks2) {
  return {
    rank: ranks2.get(id.kind) ?? 0,
    gvk: gvkSortText(id),
    id: `${gvkText(id)}|${id.namespace || "~X"}|${id.name || "~N"}`,
    isNamespace: id.kind === "Namespace",
    isCore: id.group === ""
  };
}
function gvkSortText(gvk2) {
  return `${gvk2.group || "~G"}_${gvk2.version || "~V"}_${gvk2.kind || "~K"}`;
}
function compare2(a, b) {
  if (a.gvk === b.gvk) return compareBytewise(a.id, b.id);
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.isNamespace && b.isNamespace && (a.isCore || b.isCore)) return compareBytewise(b.gvk, a.gvk);
  return compareBytewise(a.gvk, b.gvk);
}

// src/engine/output/finish.ts
var MANAGED_BY = /* @__PURE__ */ new Map([["app.kubernetes.io/managed-by", "kustomize-(devel)"]]);
function finish2({ kustomization, context }, accumulator, options) {
  const { resources, configuration = defaultConfiguration, variables } = accumulator;
  const { sortOptions: sortOptions2 } = kustomization;
  const warn = warnInto(context);
  const { trace } = context;
  appendHashes.transform(resources, warn);
  trace?.step({ name: "hash" }, resources.items);
  fixNameReferences(resources, configuration.nameReference, warn);
  trace?.step({ name: "nameReference" }, resources.items);
  context.diagnostics.push(...substituteVariables(variables, resources, configuration.varReference));
  trace?.step({ name: "vars", variables }, resources.items);
  resources.filter((resource) => resource.node !== void 0 && !isLocalConfig(resource.node));
  for (const resource of resources.items) checkIdentity(resource);
  resources.checkUnique();
  checkSortOptions(sortOptions2);
  sortOutput(resources, sortOptions2, options.reorder ?? "legacy");
  const asked = new Set(kustomization.buildMetadata?.map(({ text: text6 }) => text6));
  if (options.managedByLabel || asked.has("managedByLabel"))
    setLabels(MANAGED_BY, [{ path: "metadata/labels", create: true }]).transform(resources, warn);
  trace?.step({ name: "managed-by" }, resources.items);
  const annotationsOf = provenanceWriter({
    origins: asked.has("originAnnotations"),
    transformations: asked.has("transformerAnnotations")
  });
  const built = resources.items.map((resource) => builtResource(resource, annotationsOf(resource), options));
  trace?.step({ name: "output" }, resources.items);
  return built;
}
function checkIdentity(resource) {
  const { id, originalId, lostName, origin } = resource;
  if (id.kind !== "" && (id.name !== "" || id.kind.endsWith("List"))) return;
  if (id.kind !== "" && lostName !== void 0) throw lostName;
  const object = describeId(id.kind === "" || originalId.name !== "" ? originalId : id);
  throw failure("invalid-resource", `${object.trim()} has lost its ${id.kind === "" ? "kind" : "metadata.name"}`, {
    ...origin,
    object,
    hint: "Find the patch, the replacement or the variable that removes it."
  });
}
function builtResource(resource, annotations, options) {
  const node = resource.node;
  cleanAnnotations(resource, node, annotations);
  if (options.ownFiles) forgetStyles(node);
  const { id } = resource;
  const yaml = printed(resource, node);
  charge(yaml.length);
  const origin = resource.originLater();
  let value = options.withValues ? printedValue(node) : void 0;
  return {
    apiVersion: apiVersionOf(id),
    kind: id.kind,
    namespace: id.namespace,
    name: id.name,
    baseName: resource.unhashedName ?? id.name,
    original: resource.hasPreviousIds ? originalOf2(resource) : void 0,
    yaml,
    value: () => value ??= readPrinted(yaml),
    get origin() {
      return origin();
    }
  };
}
function originalOf2({ originalId: { kind, name, effectiveNamespace } }) {
  return { kind, namespace: effectiveNamespace === CLUSTER_SCOPE ? "" : effectiveNamespace, name };
}
function printed(resource, node) {
  try {
    return print(node);
  } catch (thrown) {
    throw valueProblem(thrown, resource, `${resource.describe()} cannot be printed`);
  }
}
function notMap2(resource, metadata2) {
  const object = resource.describe();
  return failure("invalid-resource", `the metadata of ${object} is not a map`, {
    ...locate(metadata2) ?? resource.origin,
    object,
    hint: "Make it a map, or remove it."
  });
}
function joinTwins(metadata2) {
  removeEmptyTwins(metadata2, "annotations");
  for (let pass = 0; pass < 2; pass++) {
    if (metadata2.entries.filter(({ key }) => key.kind === "scalar" && key.value === "annotations").length < 2) return;
    writeTexts(metadata2, "annotations", textsUnder(metadata2, "annotations"));
  }
}
function cleanAnnotations(resource, node, more) {
  let metadata2 = get(node, "metadata");
  if (metadata2?.kind !== "map") {
    if (metadata2 !== void 0 && !isNull(metadata2)) throw notMap2(resource, metadata2);
    if (metadata2 !== void 0 && more.length === 0) return;
    setField(node, "metadata", map());
    metadata2 = get(node, "metadata");
  }
  joinTwins(metadata2);
  if (get(metadata2, "annotations") === void 0 && more.length === 0) return;
  const kept = [...textsUnder(metadata2, "annotations")].filter(([key]) => !BUILD_ANNOTATIONS.has(key));
  if (kept.some(([key]) => key === "")) throw about(emptyKey(metadata2), resource.describe(), resource.origin);
  writeTexts(metadata2, "annotations", new Map([...kept, ...more]));
}

// src/engine/output/strict-reading.ts
var STRICT_CODES = /* @__PURE__ */ new Set([
  "duplicate-field",
  "function-removes-all",
  "ignored-field",
  "ignored-value",
  "line-too-long",
  "lost-alias",
  "no-field-specs",
  "several-runtimes",
  "stale-reference",
  "unused-image",
  "unused-patch",
  "unused-replacement"
]);
function readStrictly(diagnostics) {
  const strict2 = diagnostics.map((diagnostic) => {
    const isStrict = diagnostic.severity === "warning" && STRICT_CODES.has(diagnostic.code);
    return isStrict ? { ...diagnostic, severity: "error" } : diagnostic;
  });
  if (strict2.some(({ severity }) => severity === "error")) throw new KrmError(strict2);
}

// src/engine/builder.ts
function createBuilder(tree, options = {}) {
  const { pool = processPool() } = options;
  const files = new Files(options.parsedFiles);
  const memo = new BaseMemo();
  const charts = new Charts();
  const compositions = new Compositions();
  const texts4 = new SecretTexts();
  pool.register(files);
  pool.register(memo);
  pool.register(charts);
  pool.register(compositions);
  async function within3(directory2, { builds, timeoutSeconds, view = tree }, work) {
    const limits = { file: tree.display(directory2), pool, builds, timeoutSeconds, record: view.record };
    return limitedWork(limits, texts4.forBuild(), ({ budget, ended, secrets }) => {
      const schemas2 = new BuildSchemas();
      const context = {
        tree,
        files,
        memo,
        schemas: schemas2,
        charts,
        compositions,
        helm: options.helm,
        functions: options.functions,
        trace: options.trace,
        budget,
        ended,
        secrets,
        diagnostics: [],
        opened: { levels: 0, entries: 0, text: 0 },
        roots: /* @__PURE__ */ new Set(),
        uses: options.uses,
        used: []
      };
      const rules = {
        loadRestrictor: options.loadRestrictor ?? "root-only",
        remotes: options.remotes,
        budget,
        notice: (diagnostic) => void context.diagnostics.push(diagnostic),
        uses: useLog(context),
        secrets
      };
      return budget.race(Root.open(view, directory2, rules).then((root) => work(context, root)));
    });
  }
  return {
    build: (directory2, { builds = 1, timeoutSeconds = options.timeoutSeconds, recorded, edits, usedBy } = {}) => within3(directory2, { builds, timeoutSeconds, view: recorded }, async (context, root) => {
      const { level, accumulator } = await accumulateAll(context, root, edits);
      const resources = context.budget.run(() => finished(level, accumulator, options));
      const diagnostics = withoutSecrets(distinct(context.diagnostics), context.secrets);
      if (options.strict) readStrictly(diagnostics);
      options.uses?.record(context.used, usedBy ?? directory2);
      return { resources, diagnostics };
    }),
    consolidate: (directory2) => within3(directory2, { builds: 1, timeoutSeconds: options.timeoutSeconds }, async (context, root) => {
      const { composition, kustomization } = await openLevel(context, root);
      if (composition !== void 0)
        return { ...composition, diagnostics: withoutSecrets(distinct(context.diagnostics), context.secrets) };
      throw failure("wrong-kind", `${root.display} holds a ${kustomization.kind}, not a Composition`, {
        ...kustomization.location,
        hint: "Name a directory with a file composition.yaml of kind Composition."
      });
    })
  };
}
function finished(level, accumulator, options) {
  try {
    return finish2(level, accumulator, options);
  } catch (thrown) {
    throw explainOverflow(thrown, accumulator.resources.items);
  }
}
async function accumulateAll(context, root, edits) {
  if (edits !== void 0 && !("by" in edits)) context.schemas.loadBuiltIn();
  const level = trackingOrigins(await openLevel(context, root, void 0, edits));
  const accumulator = emptyAccumulator(context);
  await accumulate(level, accumulator);
  return { level, accumulator };
}

// src/cli/deployments/argument.ts
function isDeployment(argument) {
  return /^(?:flux|argocd|helm):\/\//.test(argument);
}

// src/cli/options/option-values.ts
var UNITS2 = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 };
function limitedCount(invocation, name) {
  const text6 = invocation.value(name) ?? "0";
  if (/^\d{1,9}$/.test(text6)) return Number(text6);
  throw illegal(text6, name, "expected a number, or 0 for no limit");
}
function positiveSeconds(invocation, name, below = Number.POSITIVE_INFINITY) {
  const text6 = invocation.value(name);
  if (text6 === void 0) return void 0;
  const seconds = parseDuration(text6);
  if (seconds !== void 0 && seconds > 0 && seconds < below) return seconds;
  throw illegal(text6, name, "expected a time such as 90s or 5m");
}
function limitedSeconds(invocation, name) {
  const text6 = invocation.value(name) ?? "0";
  const seconds = parseDuration(text6);
  if (seconds !== void 0 && seconds >= 0 && Number.isFinite(seconds)) return seconds;
  throw illegal(text6, name, "expected a time such as 10m, or 0 for no limit");
}
function illegal(text6, name, expected) {
  return new UsageError(`illegal value "${text6}" for --${name}: ${expected}`);
}
function asUsage(name, read2) {
  try {
    return read2();
  } catch (error) {
    const [problem] = error instanceof KrmError ? error.diagnostics : [];
    if (problem === void 0) throw error;
    const { message, hint } = problem;
    throw new UsageError(message.includes(`--${name}`) ? message : `--${name}: ${message}`, hint);
  }
}

// src/cli/options/catalog-settings.ts
async function readReachSettings(invocation) {
  const allowHosts = invocation.values("allow-hosts").flatMap((value) => value.split(/[\s,]+/).filter((host) => host !== ""));
  if (allowHosts.length > 0) {
    const { hostMatcher } = await Promise.resolve().then(() => __toESM(require_program(), 1));
    asUsage("allow-hosts", () => hostMatcher(allowHosts));
  }
  const tokenServers = invocation.values("token-server");
  const odd = tokenServers.find((pair) => !/^[^=\s/]+=[^=\s/:]+$/.test(pair));
  if (odd !== void 0)
    throw illegal(odd, "token-server", "expected REGISTRY=HOST, such as registry.example.com=gitlab.example.com");
  return { allowHosts, tokenServers, insecureRegistries: invocation.values("insecure-registry") };
}
async function readCatalogSettings(invocation) {
  const allowWildcards = invocation.has("allow-catalog-wildcards");
  const trustLines = [];
  const linesOf = async (name) => {
    const lines = invocation.values(name);
    if (lines.length === 0) return [];
    trustLines.push(...lines);
    const { parseTrustLines } = await Promise.resolve().then(() => __toESM(require_program(), 1));
    return asUsage(name, () => parseTrustLines(lines, { source: `--${name}`, allowWildcards }));
  };
  return {
    trusted: [...await linesOf("trusted-catalog"), ...await linesOf("alpha-trusted-plugin-catalog")],
    /** Catalogs that need no reference. */
    defaults: await linesOf("default-catalog"),
    /** All lines, as written. */
    trustLines,
    requirePinned: invocation.has("require-pinned-catalogs"),
    failOnUnavailable: invocation.has("fail-on-unavailable-catalog"),
    /** A path relative to the working directory. */
    trustRoot: invocation.value("trust-root"),
    ...await readReachSettings(invocation)
  };
}

// src/cli/options/function-settings.ts
var MAX_TIMEOUT_SECONDS = 2 ** 31 / 1e3;
async function readFunctionSettings(invocation) {
  const timeout = positiveSeconds(invocation, "function-timeout", MAX_TIMEOUT_SECONDS);
  return {
    /** If false, only functions of trusted catalogs run. */
    alphaPlugins: invocation.has("enable-alpha-plugins"),
    catalogs: await readCatalogSettings(invocation),
    exec: invocation.has("enable-exec"),
    starlark: invocation.has("enable-star"),
    inherited: invocation.values("inherit-env"),
    given: invocation.values("env"),
    network: invocation.has("network"),
    networkName: invocation.value("network-name"),
    allowMounts: invocation.has("allow-mounts"),
    /** Checked but not parsed: a relative source counts from the working directory. */
    mounts: await readMounts(invocation),
    asCurrentUser: invocation.has("as-current-user"),
    ulimits: readUlimits(invocation),
    engine: invocation.value("container-runtime"),
    pull: invocation.value("pull"),
    kustomizeBinary: invocation.value("kustomize-binary"),
    /** For one function. */
    timeoutMs: timeout === void 0 ? void 0 : timeout * 1e3,
    /** For one build; 0 for no limit. */
    maxRuns: limitedCount(invocation, "max-function-runs"),
    /** For all functions of one build; 0 for no limit. */
    maxTimeMs: limitedSeconds(invocation, "max-function-time") * 1e3,
    isolation: invocation.value("isolate-functions") ?? "auto",
    verifyIdempotent: invocation.has("verify-idempotent"),
    failOn: invocation.value("fail-on") ?? "error",
    resultsDirectory: invocation.value("results-dir")
  };
}
async function readMounts(invocation) {
  const given = invocation.values("mount");
  if (given.length === 0) return given;
  const { parseMount } = await Promise.resolve().then(() => __toESM(require_program(), 1));
  asUsage("mount", () => given.map((text6) => parseMount(text6, "/")));
  return given;
}
function readUlimits(invocation) {
  const given = invocation.values("ulimit");
  const odd = given.find((limit) => !/^[a-z]+=(?:-1|\d+)(?::(?:-1|\d+))?$/.test(limit));
  if (odd === void 0) return given;
  throw illegal(odd, "ulimit", "expected a limit such as nofile=1024:1024");
}

// src/cli/options/build-settings.ts
async function readBuildSettings(invocation) {
  return {
    loadRestrictor: restrictorOf(invocation.value("load-restrictor")),
    reorder: invocation.value("reorder") === "none" ? "none" : "legacy",
    strict: invocation.has("strict"),
    managedByLabel: invocation.has("enable-managedby-label"),
    timeoutSeconds: invocation.value("timeout") === "none" ? void 0 : positiveSeconds(invocation, "timeout"),
    helm: {
      /** True if charts of kustomizations are inflated. Those of HelmReleases always are. */
      isEnabled: invocation.has("enable-helm"),
      command: invocation.value("helm-command") || "helm",
      defaults: {
        apiVersions: invocation.values("helm-api-versions"),
        kubeVersion: invocation.value("helm-kube-version"),
        debug: invocation.has("helm-debug")
      }
    },
    jsonnet: jsonnetOf(invocation),
    /** The setting of the repository, for charts of deployments. */
    kubernetesVersion: invocation.value("kubernetes-version"),
    functions: await readFunctionSettings(invocation),
    /** Warnings about deprecated options. */
    warnings: DEPRECATED.filter(([name]) => invocation.value(name) !== void 0).map(
      ([name, hint]) => ({
        code: "deprecated-option",
        severity: "warning",
        message: `--${name} is deprecated`,
        hint
      })
    )
  };
}
function jsonnetOf(invocation) {
  if (!invocation.has("enable-jsonnet")) return void 0;
  return invocation.value("isolate-functions") ?? "auto";
}
function restrictorOf(text6) {
  return text6 === "LoadRestrictionsNone" ? "none" : "root-only";
}
function wantsLock(invocation) {
  return invocation.value("lock-out") !== void 0 || invocation.value("locked") !== void 0;
}
var DEPRECATED = [
  ["reorder", "Set sortOptions in the kustomization instead."],
  ["enable-managedby-label", "Add the label under labels in the kustomization instead."]
];

// src/cli/session.ts
var import_node_fs14 = __toESM(require_node_fs(), 1);
var import_node_path25 = __toESM(require_node_path(), 1);

// src/charts/kept-renderings.ts
var import_node_crypto8 = __toESM(require_node_crypto(), 1);
var import_node_util = __toESM(require_node_util(), 1);
var import_node_zlib = __toESM(require_node_zlib(), 1);
var MAX_BYTES2 = 16 * 1024 * 1024;
var MAX_UNPACKED_BYTES = 128 * 1024 * 1024;
function renderingsInStore(store) {
  return {
    async get(key) {
      const digest = store.recall(questionOf(key));
      const bytes = digest === void 0 ? void 0 : store.file(digest, MAX_BYTES2);
      return bytes === void 0 ? void 0 : unpackRendering(key, bytes);
    },
    async put(key, rendering) {
      const bytes = await packRendering(key, rendering);
      if (bytes.length > MAX_BYTES2) return;
      const digest = digestOfBytes(bytes);
      store.keepFile(digest, bytes);
      store.note(questionOf(key), digest);
    }
  };
}
function questionOf(key) {
  return `rendering ${key}`;
}
async function packRendering(key, { outputs }) {
  const bytes = outputs.map((output = "") => Buffer.from(output));
  const header = `${JSON.stringify({ key, lengths: bytes.map(({ length }) => length) })}
`;
  return (0, import_node_util.promisify)(import_node_zlib.gzip)(Buffer.concat([Buffer.from(header), ...bytes]), { level: 1 });
}
async function unpackRendering(key, bytes) {
  try {
    const unpacked = await (0, import_node_util.promisify)(import_node_zlib.gunzip)(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
    const start = unpacked.indexOf("\n") + 1;
    const entry2 = JSON.parse(unpacked.toString("utf8", 0, start));
    const lengths = entry2?.lengths;
    if (entry2?.key !== key || !Array.isArray(lengths) || lengths.length < 1 || lengths.length > 2) return void 0;
    const [first2, second = 0] = lengths;
    if (!isLength(first2) || !isLength(second) || start + first2 + second !== unpacked.length) return void 0;
    const output = unpacked.toString("utf8", start, start + first2);
    return { outputs: lengths.length === 1 ? [output] : [output, unpacked.toString("utf8", start + first2)] };
  } catch {
    return void 0;
  }
}
function isLength(value) {
  return Number.isSafeInteger(value) && value >= 0;
}

// src/jsonnet/create-jsonnet.ts
function createJsonnet(options) {
  const ending = new AbortController();
  let loading;
  const load = () => loading ??= Promise.resolve().then(() => __toESM(require_program(), 1)).then(({ jsonnetProcess }) => jsonnetProcess(options, ending.signal));
  return {
    evaluate: async (call) => (await load()).evaluate(call),
    close: () => ending.abort()
  };
}

// src/cli/catalog-sources.ts
var import_node_fs12 = __toESM(require_node_fs(), 1);
var import_node_path23 = __toESM(require_node_path(), 1);

// src/cli/repository-directory.ts
var import_node_fs11 = __toESM(require_node_fs(), 1);
var import_node_path22 = __toESM(require_node_path(), 1);
function repositoryAround(directory2) {
  if ((0, import_node_fs11.existsSync)((0, import_node_path22.join)(directory2, ".git"))) return directory2;
  const parent = (0, import_node_path22.dirname)(directory2);
  return parent === directory2 ? void 0 : repositoryAround(parent);
}

// src/cli/catalog-sources.ts
var MAX_PROGRAM_BYTES = 256 * 1024 * 1024;
function sourceOptions({ cwd, env, stderr }, top, { allowHosts, insecureRegistries, tokenServers }, trustRoot) {
  return {
    store: { directory: defaultStoreDirectory(env) },
    privateHosts: false,
    allowHosts,
    insecureRegistries,
    tokenServers,
    env: { ...env },
    workTree: top === "/" ? repositoryAround((0, import_node_fs12.realpathSync)(cwd)) : top,
    log: (line) => void stderr.write(`${line}
`),
    trustRoot
  };
}

// src/cli/open-functions.ts
var import_node_fs13 = __toESM(require_node_fs(), 1);
var import_node_path24 = __toESM(require_node_path(), 1);
function openFunctions(settings, terminal2, top) {
  const { cwd } = terminal2;
  const { alphaPlugins, resultsDirectory, catalogs } = settings;
  const results = resultsDirectory === void 0 || !alphaPlugins ? void 0 : (0, import_node_path24.resolve)(cwd, resultsDirectory);
  let opened;
  const open = () => opened ??= createRunner(settings, terminal2, top, results);
  return {
    prepare: async (request) => (await open()).prepare(request),
    mayLackName: async () => alphaPlugins ? (await open()).mayLackName() : void 0,
    unneeded: async (level) => (await open()).unneeded?.(level),
    async trustFacts(base, head) {
      const isTrusting = catalogs.trusted.length > 0 || catalogs.defaults.length > 0;
      return opened === void 0 && !isTrusting ? void 0 : (await open()).trustFacts(base, head);
    },
    async close() {
      const runner = results === void 0 ? opened : open();
      await (await runner)?.close();
    }
  };
}
async function createRunner(settings, terminal2, top, resultsDirectory) {
  const { cwd, env, stderr } = terminal2;
  const { chooseEngine, createContainerRuntime, createFunctions, parseMount, pluginHomes } = await Promise.resolve().then(() => __toESM(require_program(), 1));
  const catalogs = await openCatalogs(settings, terminal2, top);
  const { alphaPlugins, kustomizeBinary, timeoutMs } = settings;
  const environment = { host: env, inherited: settings.inherited, given: settings.given };
  const homes = pluginHomes({ ...env }, cwd);
  const mounts = settings.mounts.map((text6) => parseMount(text6, cwd));
  const engine = chooseEngine(settings.engine, { ...env });
  const containers = async () => createContainerRuntime({
    ...settings,
    engine,
    images: async () => (await catalogs.sources()).images,
    log: (line) => void stderr.write(`${line}
`),
    cwd,
    environment,
    process: timeoutMs === void 0 ? void 0 : { timeoutMs },
    mounts,
    limits: { ulimits: settings.ulimits }
  });
  return createFunctions({
    ...settings,
    environment,
    containers,
    catalogs,
    pluginHome: homes.groups,
    plugins: alphaPlugins ? { homes, kustomizeBinary: kustomizeBinary === void 0 ? void 0 : (0, import_node_path24.resolve)(cwd, kustomizeBinary) } : void 0,
    report: (diagnostic) => void printDiagnostics(terminal2, [diagnostic]),
    resultsDirectory,
    log: (line) => void stderr.write(`${line}
`)
  });
}
async function openCatalogs({ catalogs, network, allowMounts }, terminal2, top) {
  const { goPlatform, openSources } = await Promise.resolve().then(() => __toESM(require_program(), 1));
  const { trusted, defaults, requirePinned, failOnUnavailable } = catalogs;
  const cwd = (0, import_node_fs13.realpathSync)(terminal2.cwd);
  let opened;
  return {
    trusted,
    defaults,
    requirePinned,
    failOnUnavailable,
    switches: {
      network: { value: network, name: "--network", takesKinds: false },
      mounts: { value: allowMounts, name: "--allow-mounts", takesKinds: false }
    },
    nameOf: (path) => (0, import_node_path24.relative)(cwd, (0, import_node_path24.join)(top, path)),
    lockNameOf: (name) => (0, import_node_path24.relative)(repositoryAround(cwd) ?? cwd, (0, import_node_path24.resolve)(cwd, name)),
    pathOf: (name) => `/${(0, import_node_path24.relative)(top, (0, import_node_path24.resolve)(cwd, name))}`,
    report: (diagnostic) => void printDiagnostics(terminal2, [diagnostic]),
    platform: goPlatform(),
    sources: async () => opened ??= openSources(sourceOptions(terminal2, top, catalogs, catalogs.trustRoot)),
    close: async () => opened?.close()
  };
}

// src/cli/session.ts
async function withSession(terminal2, work) {
  const closers = [];
  const errors = [];
  const attempt5 = async (step2) => {
    try {
      return await step2();
    } catch (error) {
      errors.push(error);
      return void 0;
    }
  };
  const result = await attempt5(() => work({ terminal: terminal2, onEnd: (close) => void closers.push(close) }));
  for (const close of closers) await attempt5(close);
  if (errors.length > 0) throw errors[0];
  return result;
}
function fileSystem({ cwd }) {
  return diskTree("/", { label: "the file system", display: (path) => (0, import_node_path25.relative)(cwd, path) || "." });
}
function openBuild(session, settings, author, { top } = { top: "/" }) {
  const { terminal: terminal2, onEnd } = session;
  const { cwd, env } = terminal2;
  const {
    functions,
    helm: { isEnabled, command, defaults },
    jsonnet: isolation,
    kubernetesVersion,
    warnings: _,
    ...options
  } = settings;
  const remotes = openRemotes(session, author);
  const runner = openFunctions(functions, terminal2, top);
  const report = (notice2) => void printDiagnostics(terminal2, [notice2]);
  const jsonnet = openJsonnet(session, isolation, report);
  const store = lazyStore({ directory: defaultStoreDirectory(env) });
  const configHome = isEnabled && author === "user" ? "as-given" : "private";
  const program = createHelm({ command, cwd, env, configHome, isolated: !isEnabled });
  const helm = { ...defaults, helm: program };
  onEnd(() => program.close());
  onEnd(() => runner.close());
  onEnd(() => store.close());
  return {
    ...options,
    managedByLabel: settings.managedByLabel || env["KUSTOMIZE_ENABLE_MANAGEDBY_LABEL"] === "on",
    helm: isEnabled ? helm : void 0,
    deploymentHelm: { ...helm, kubeVersion: defaults.kubeVersion ?? kubernetesVersion },
    jsonnet,
    keptRenderings: renderingsInStore(store),
    remotes,
    functions: runner
  };
}
function openJsonnet({ terminal: terminal2, onEnd }, isolation, report) {
  if (isolation === void 0) return void 0;
  const jsonnet = createJsonnet({ env: terminal2.env, isolation, report });
  onEnd(() => jsonnet.close());
  return jsonnet;
}
var THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"];
var shared = /* @__PURE__ */ new WeakMap();
function openRemotes(session, author) {
  const ofSession = getOrInsert(shared, session, () => /* @__PURE__ */ new Map());
  return getOrInsert(ofSession, author, () => openOwnRemotes(session, author));
}
function openOwnRemotes({ terminal: terminal2, onEnd }, author, { asksAgain = false } = {}) {
  const { cwd, env } = terminal2;
  const remotes = lazyRemotes({
    store: { directory: defaultStoreDirectory(env) },
    rules: { protocols: author === "user" ? LOCAL_PROTOCOLS : REMOTE_PROTOCOLS, privateHosts: true },
    env: { ...env },
    insecureRegistries: THIS_MACHINE,
    workTree: repositoryAround((0, import_node_fs14.realpathSync)(cwd)),
    asksAgain,
    log: logTo(terminal2)
  });
  onEnd(() => remotes.close());
  return remotes;
}
function logTo({ stderr }) {
  return (line) => void stderr.write(`${line}
`);
}

// src/cli/commands/build.ts
async function build(invocation) {
  const settings = await readBuildSettings(invocation);
  const argument = invocation.arguments[0] ?? ".";
  const output = invocation.value("output");
  return async (terminal2) => {
    await printDiagnostics(terminal2, settings.warnings);
    const directory2 = isRemote(argument) ? argument : (0, import_node_path26.resolve)(terminal2.cwd, argument);
    const path = output === void 0 ? void 0 : (0, import_node_path26.resolve)(terminal2.cwd, output);
    const ownFiles = path !== void 0 && isDirectory2(path);
    const { resources, diagnostics } = await withSession(terminal2, async (session) => {
      if (isDeployment(argument)) {
        const { buildDeployment } = await Promise.resolve().then(() => __toESM(require_program(), 1));
        return buildDeployment(argument, session, invocation, settings);
      }
      const tree = fileSystem(terminal2);
      const lock = wantsLock(invocation) ? await (await Promise.resolve().then(() => __toESM(require_program(), 1))).openBuildLock(session, invocation) : void 0;
      const options = { ...openBuild(session, settings, "user"), ownFiles, uses: lock?.uses };
      const built = await createBuilder(terminal2.tuneBuild?.(tree) ?? tree, options).build(directory2);
      return lock === void 0 ? built : { ...built, diagnostics: [...built.diagnostics, ...lock.finish()] };
    });
    await printDiagnostics(terminal2, diagnostics);
    if (path === void 0) {
      await terminal2.stdout.write(resources.map((resource) => resource.yaml).join("---\n"));
      return 0;
    }
    const { writeResourceFiles, writeSingleFile } = await Promise.resolve().then(() => __toESM(require_program(), 1));
    if (ownFiles) writeResourceFiles(resources, path);
    else writeSingleFile(resources, path);
    return 0;
  };
}
function isDirectory2(path) {
  return (0, import_node_fs15.statSync)(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

// src/cli/commands/plain-build.ts
function runPlainBuild(directory2, terminal2) {
  const invocation = {
    arguments: directory2 === void 0 ? [] : [directory2],
    value: () => void 0,
    values: () => [],
    has: () => false
  };
  return statusOf(terminal2, async () => (await build(invocation))(terminal2));
}

// src/start/process-terminal.ts
var import_node_fs16 = __toESM(require_node_fs(), 1);

// src/start/turbofan.ts
var FROM = 5e5;
var UP_TO = 8e6;
var FIRST_V8 = 13;
var ARCHITECTURES = ["x64", "arm64"];
function limitTurbofan(tree) {
  const hasMaglev = Number.parseInt(process.versions.v8, 10) >= FIRST_V8 && ARCHITECTURES.includes(process.arch);
  if (!hasMaglev) return tree;
  let bytes = 0;
  let isOff = false;
  return {
    ...tree,
    async read(path) {
      const content = await tree.read(path);
      bytes += content.length;
      const shouldBeOff = bytes > FROM && bytes <= UP_TO;
      if (shouldBeOff !== isOff) switchTurbofan(!shouldBeOff);
      isOff = shouldBeOff;
      return content;
    }
  };
}
function switchTurbofan(on) {
  const { setFlagsFromString: setFlagsFromString2 } = process.getBuiltinModule("node:v8");
  setFlagsFromString2(on ? "--turbofan" : "--no-turbofan");
  if (!on) process.prependOnceListener("exit", () => setFlagsFromString2("--turbofan"));
}

// src/start/process-terminal.ts
function processTerminal(supervisor) {
  const stdout = sinkOf(1, () => process.stdout, refuse);
  const stderr = sinkOf(
    2,
    () => process.stderr,
    () => {
    }
  );
  return {
    get cwd() {
      return workingDirectory();
    },
    env: process.env,
    stdout,
    stderr,
    get isDrained() {
      return !stdout.isConnected() && !stderr.isConnected();
    },
    tuneBuild: limitTurbofan,
    supervisor
  };
}
function endWith(terminal2, status) {
  if (terminal2.isDrained) process.exit(status);
  process.exitCode = status;
}
function workingDirectory() {
  try {
    return process.cwd();
  } catch (error) {
    throw failure("directory-not-found", "the working directory does not exist any more", {
      hint: "Change to an existing directory: `cd`.",
      cause: error
    });
  }
}
function refuse(error) {
  throw failure("output-unwritable", `standard output cannot be written: ${error.message}`, { cause: error });
}
function sinkOf(descriptor, connect, fail) {
  let connected;
  let hasFailed = false;
  function stream() {
    connected ??= connect().on("error", () => {
    });
    return connected;
  }
  return {
    isConnected: () => connected !== void 0,
    get isTTY() {
      return stream().isTTY === true;
    },
    get columns() {
      return stream().columns;
    },
    async write(text6) {
      const rest = connected === void 0 ? writeDirectly(descriptor, text6) : text6;
      if (rest.length === 0 || hasFailed) return;
      const error = await new Promise((resolve4) => stream().write(rest, resolve4));
      if (!error) return;
      hasFailed = true;
      if (!isGone(error)) fail(error);
    }
  };
}
function writeDirectly(descriptor, text6) {
  let rest = Buffer.from(text6);
  try {
    while (rest.length > 0) rest = rest.subarray((0, import_node_fs16.writeSync)(descriptor, rest));
  } catch (error) {
    if (isGone(error)) return new Uint8Array();
  }
  return rest;
}
function isGone({ code }) {
  return code === "EPIPE" || code === "ERR_STREAM_DESTROYED";
}

// src/start/quick.ts
var [, directory] = process.argv.slice(2);
var terminal = processTerminal();
void runPlainBuild(directory, terminal).then((status) => endWith(terminal, status));
