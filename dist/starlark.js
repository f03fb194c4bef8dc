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

// node:node:worker_threads
var require_node_worker_threads = __commonJS({
  "node:node:worker_threads"(exports2, module2) {
    module2.exports = Object.create(new Proxy({}, { get: (_, name) => process.getBuiltinModule("node:worker_threads")[name] }));
  }
});

// src/starlark/thread.ts
var import_node_worker_threads = __toESM(require_node_worker_threads(), 1);

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

// src/text/secret-shapes.ts
var MAX_HARMLESS = 5;
function isHarmless(text4) {
  return text4.length <= MAX_HARMLESS;
}

// src/text/shorten.ts
var DEFAULT_LENGTH = 100;
function shorten(text4, length = DEFAULT_LENGTH) {
  return text4.length <= length ? text4 : `${wholeCharacters(text4, length)}\u2026`;
}
function wholeCharacters(text4, length) {
  const last = text4.charCodeAt(length - 1);
  return text4.slice(0, last >= 55296 && last <= 56319 ? length - 1 : length);
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
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
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
    const list = [diagnostics].flat().map(bounded);
    super(list.map(formatDiagnostic).join("\n"), options);
    this.name = "KrmError";
    this.diagnostics = list;
  }
  /** The code of the first diagnostic. */
  get code() {
    return this.diagnostics[0]?.code ?? "internal";
  }
};
var MAX_MESSAGE = 1e4;
function bounded(diagnostic) {
  const { message, hint: hint2 } = diagnostic;
  if (message.length <= MAX_MESSAGE && (hint2?.length ?? 0) <= MAX_MESSAGE) return diagnostic;
  return { ...diagnostic, message: shorten(message, MAX_MESSAGE), hint: hint2 && shorten(hint2, MAX_MESSAGE) };
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
function formatLocation(place) {
  if (place.file === void 0) return "";
  if (place.line === void 0) return place.file;
  return place.column === void 0 ? `${place.file}:${place.line}` : `${place.file}:${place.line}:${place.column}`;
}
function formatDiagnostic(diagnostic) {
  const place = formatLocation(diagnostic);
  const { message, hint: hint2 } = bounded(diagnostic);
  const head = place === "" ? message : `${place}: ${message}`;
  return visible(hint2 === void 0 ? head : `${head}
  hint: ${hint2}`);
}
var INVISIBLE = (
  // biome-ignore lint: these are the very characters to be found
  new RegExp("[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\ufff9-\\ufffb]|\\p{Surrogate}", "gu")
);
function visible(text4) {
  return text4.replace(INVISIBLE, (character3) => `\\u${character3.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

// src/yaml/nodes/fault.ts
var Fault = class extends Error {
  /** Offset into the scanned text, in UTF-16 code units. */
  offset;
  hint;
  constructor(offset, problem, hint2) {
    super(problem);
    this.offset = offset;
    this.hint = hint2;
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
var MAX_TIMER = 2 ** 31 - 1;
var CHUNK = 1 << 20;
var meter = { left: CHUNK };
function charge(bytes) {
  if ((meter.left -= bytes) < 0) settle();
}
var LONG_TEXT = 32;
function chargeText(text4) {
  if (text4.length > LONG_TEXT) charge(text4.length);
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
var allowance;
function settle() {
  const used = CHUNK - meter.left;
  running.asked += used;
  meter.left = CHUNK;
  if (allowance !== void 0 && (allowance.left -= used) < 0) throw allowance.exceeded();
  running.checkTime?.();
  if (running.asked <= running.allowed) return;
  running.extend();
  running.checkTime?.();
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
  const position2 = positions.get(key);
  if (indexed > MAX_INDEXED) forgetAll();
  return position2 === void 0 ? void 0 : entries[position2];
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
function invalid(source, offset, problem, hint2) {
  const within3 = Math.min(offset, Math.max(source.text.length - 1, 0));
  return failure("invalid-yaml", `malformed YAML: ${problem}`, { ...locateOffset(source, within3), hint: hint2 });
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
function isWord(code) {
  return code >= 97 && code <= 122 || code >= 65 && code <= 90 || code >= 48 && code <= 57 || code === 95 || code === 45;
}
function isHex(code) {
  return code >= 48 && code <= 57 || code >= 97 && code <= 102 || code >= 65 && code <= 70;
}

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
function formatFloat64(value) {
  return formatFloat(value, String(Math.abs(value)));
}
function formatFloat(value, magnitude) {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (value === 0) return `${sign}0`;
  const [mantissa = "", power = "0"] = magnitude.split("e");
  const [whole = "", fraction2 = ""] = mantissa.split(".");
  const leading = (whole + fraction2).match(/^0*/)?.[0].length ?? 0;
  const digits2 = (whole + fraction2).slice(leading).replace(/0+$/, "");
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
  constructor(resolve3) {
    this.#resolve = resolve3;
  }
  /** The text and its tag, from the cache if it is there. */
  get(text4) {
    if (text4.length > MAX_LENGTH) return { text: text4, tag: this.#resolve(text4) };
    const known = this.#known.get(text4);
    if (known !== void 0) return known;
    const made = { text: text4, tag: this.#resolve(text4) };
    if (this.#known.size >= MAX_ENTRIES) this.#known.clear();
    this.#known.set(text4, made);
    return made;
  }
};

// src/yaml/nodes/timestamps.ts
var PATTERN = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d+))?(Z|[+-]\d\d:\d\d))|(?: (\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d+))?))?$/;
function readTimestamp(text4) {
  if (text4.charCodeAt(4) !== 45) return void 0;
  const match = PATTERN.exec(text4);
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
  const fraction2 = (match[7] ?? match[12] ?? "").slice(0, 9).replace(/0+$/, "");
  const clock = `${pad(hour)}:${pad(minute)}:${pad(second)}${fraction2 === "" ? "" : `.${fraction2}`}`;
  return `${year}-${pad(month)}-${pad(day)}T${clock}${normalZone(zone)}`;
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
  ...["true", "True", "TRUE"].map((word) => entry(word, "!!bool", true)),
  ...["false", "False", "FALSE"].map((word) => entry(word, "!!bool", false)),
  ...["", "~", "null", "Null", "NULL"].map((word) => entry(word, "!!null", null)),
  ...[".nan", ".NaN", ".NAN"].map((word) => entry(word, "!!float", Number.NaN)),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map(
    (word) => entry(word, "!!float", Number.POSITIVE_INFINITY)
  ),
  ...["-.inf", "-.Inf", "-.INF"].map((word) => entry(word, "!!float", Number.NEGATIVE_INFINITY))
]);
var OLD_BOOLEANS = new Map([
  ...["y", "Y", "yes", "Yes", "YES", "on", "On", "ON"].map((word) => entry(word, "!!bool", true)),
  ...["n", "N", "no", "No", "NO", "off", "Off", "OFF"].map((word) => entry(word, "!!bool", false))
]);
function entry(word, tag, value) {
  return [word, { tag, value }];
}
var HINTS = new Uint8Array(128);
for (const char of "yYnNtTfFoO~") HINTS[char.charCodeAt(0)] = 1;
HINTS[46] = 2;
for (const char of "+-0123456789") HINTS[char.charCodeAt(0)] = 3;
function isPlainlyString(text4) {
  const code = text4.charCodeAt(0);
  return code >= 128 || HINTS[code] === 0;
}
function resolveTag(text4) {
  if (text4.length > 0 && isPlainlyString(text4)) return "!!str";
  return resolve(text4).tag;
}
function resolve(text4) {
  const word = WORDS.get(text4);
  if (word !== void 0) return word;
  if (isPlainlyString(text4)) return { tag: "!!str", value: text4 };
  return resolveNumber(text4, true) ?? { tag: "!!str", value: text4 };
}
function resolve11(text4) {
  const word = WORDS.get(text4) ?? OLD_BOOLEANS.get(text4);
  if (word !== void 0) return word;
  if (isPlainlyString(text4)) return { tag: "!!str", value: text4 };
  const resolved = resolveNumber(text4, false) ?? { tag: "!!str", value: text4 };
  return resolved.tag === "!!timestamp" ? { tag: "!!timestamp", value: text4 } : resolved;
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
function resolveNumber(text4, version12) {
  const hint2 = HINTS[text4.charCodeAt(0)];
  if (hint2 === 2) {
    return DOTTED.test(text4) && !LOOSE_UNDERSCORE.test(text4) ? readFloat(withoutUnderscores(text4)) : void 0;
  }
  if (hint2 !== 3 || NON_NUMERIC_LETTER.test(text4)) return void 0;
  const time = readTimestamp(text4);
  if (time !== void 0) return { tag: "!!timestamp", value: time };
  const plain3 = withoutUnderscores(text4);
  if (DECIMAL.test(plain3)) return readInt(plain3, plain3) ?? readFloat(plain3);
  const prefixed = PREFIXED.exec(plain3);
  if (prefixed !== null) {
    const [, sign = "", hex2, binary2, octal] = prefixed;
    const digits3 = hex2 !== void 0 ? `0x${hex2}` : binary2 !== void 0 ? `0b${binary2}` : `0o${octal}`;
    const int = readInt(sign + digits3, plain3);
    if (int !== void 0) return int;
  }
  if (FLOAT.test(plain3)) return readFloat(plain3);
  const inner = INNER_SIGN.exec(plain3);
  if (inner === null || inner[2] !== void 0 && !version12) return void 0;
  const digits2 = inner[1] ?? inner[2] ?? "";
  return readInt(`${digits2.charAt(0)}0${inner[1] === void 0 ? "o" : "b"}${digits2.slice(1)}`, plain3);
}
var FOREIGN = /[^-+._0-9a-fxoA-FXO]/;
function withoutUnderscores(text4) {
  if (!text4.includes("_") || FOREIGN.test(text4)) return text4;
  const bytes = Buffer.from(text4, "latin1");
  let length = 0;
  for (const byte2 of bytes) if (byte2 !== UNDERSCORE) bytes[length++] = byte2;
  return bytes.toString("latin1", 0, length);
}
var UNDERSCORE = 95;
function readInt(literal, written) {
  const negative = literal.charCodeAt(0) === 45;
  const signed = negative || literal.charCodeAt(0) === 43;
  const digits2 = signed ? literal.slice(1) : literal;
  if (digits2.length <= 13) return { tag: "!!int", value: negative ? -Number(digits2) || 0 : Number(digits2) };
  if (digits2.replace(LEADING_ZEROS, "").length > MAX_DIGITS) return void 0;
  const magnitude = BigInt(digits2);
  const value = negative ? -magnitude : magnitude;
  const limit = written.charCodeAt(0) === 43 ? -INT_MIN - 1n : UINT_MAX;
  if (value < INT_MIN || value > limit) return void 0;
  const small = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
  return { tag: "!!int", value: small ? Number(value) : value };
}
function readFloat(text4) {
  const value = Number(text4);
  return Number.isFinite(value) ? { tag: "!!float", value } : void 0;
}
function resolveTag11(text4) {
  if (text4.length > 0 && isPlainlyString(text4)) return "!!str";
  return resolve11(text4).tag;
}

// src/yaml/nodes/tagged.ts
var CHECKED = /* @__PURE__ */ new Set(["!!bool", "!!int", "!!float", "!!null", "!!timestamp"]);
var INT64_MAX = 2n ** 63n - 1n;
function isChecked(tag) {
  return CHECKED.has(tag);
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
  constructor(text4) {
    this.text = [text4, "\0"].join("");
    this.hasOtherBreaks = /[\r\x85\u2028\u2029]/.test(text4);
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
function fold(first, others) {
  if (first !== "\n") return first + others;
  return others === "" ? " " : others;
}

// src/yaml/reading/scalars.ts
var TABS = "Indent with spaces; YAML does not allow tabs for it.";
var plain = { value: "", endLine: 0, broken: false };
function readPlain(cursor, indent, inFlow) {
  const { text: text4 } = cursor;
  const start = cursor.position;
  let position2 = start;
  let head = "";
  let lineBegin = start;
  let end = start;
  let endLine2 = cursor.lineStart;
  let first = "";
  let others = "";
  let broken = false;
  let code = text4.charCodeAt(position2);
  while (true) {
    if (position2 === cursor.lineStart) {
      cursor.position = position2;
      if (cursor.atDocumentIndicator()) break;
    }
    if (code === 35) break;
    const begin = position2;
    while (!isBlankOrEnd(code)) {
      if (code === 58 && isBlankOrEnd(text4.charCodeAt(position2 + 1))) break;
      if (inFlow && endsPlainInFlow(code)) break;
      code = text4.charCodeAt(++position2);
    }
    if (position2 > begin) {
      if (broken) {
        head += text4.slice(lineBegin, end) + fold(first, others);
        lineBegin = begin;
        broken = false;
        others = "";
      }
      end = position2;
      endLine2 = cursor.lineStart;
    }
    if (!isBlank(code) && !isBreak(code)) break;
    while (true) {
      if (isBlank(code)) {
        if (broken && code === 9 && position2 - cursor.lineStart < indent) {
          throw new Fault(position2, "found a tab character that violates indentation", TABS);
        }
        position2++;
      } else if (isBreak(code)) {
        cursor.position = position2;
        const taken = cursor.takeBreak();
        position2 = cursor.position;
        if (broken) others += taken;
        else first = taken;
        broken = true;
      } else break;
      code = text4.charCodeAt(position2);
    }
    if (!inFlow && position2 - cursor.lineStart < indent) break;
  }
  cursor.position = position2;
  const tail = text4.slice(lineBegin, end);
  plain.value = head === "" ? tail : head + tail;
  plain.endLine = endLine2;
  plain.broken = broken;
  return plain;
}
function endsPlainInFlow(code) {
  return code === 44 || code === 63 || code === 91 || code === 93 || code === 123 || code === 125;
}
function readQuoted(cursor, single2) {
  const { text: text4 } = cursor;
  const quote2 = single2 ? 39 : 34;
  const start = cursor.position;
  const close = cursor.hasOtherBreaks ? -1 : closingQuote(text4, start, quote2);
  if (close > 0) {
    cursor.position = close + 1;
    return text4.slice(start + 1, close);
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
    let position2 = cursor.position;
    let begin = position2;
    let code = text4.charCodeAt(position2);
    let broken = false;
    while (!isBlankOrEnd(code)) {
      if (code === quote2) {
        if (!single2 || text4.charCodeAt(position2 + 1) !== 39) break;
        value.add(text4.slice(begin, position2 + 1));
        position2 += 2;
        begin = position2;
      } else if (code === 92 && !single2) {
        value.add(text4.slice(begin, position2));
        if (isBreak(text4.charCodeAt(position2 + 1))) {
          cursor.position = position2 + 1;
          cursor.takeBreak();
          position2 = begin = cursor.position;
          broken = true;
          break;
        }
        value.add(unescape(text4, position2));
        position2 += escapeLength(text4.charCodeAt(position2 + 1));
        begin = position2;
      } else position2++;
      code = text4.charCodeAt(position2);
    }
    value.add(text4.slice(begin, position2));
    code = text4.charCodeAt(position2);
    if (code === quote2) {
      cursor.position = position2 + 1;
      return value.text;
    }
    if (code === 0) {
      throw new Fault(start, "found unexpected end of stream in a quoted text", "Add the closing quote.");
    }
    cursor.position = position2;
    value.add(readGap(cursor, broken));
  }
}
function closingQuote(text4, start, quote2) {
  let at2 = start + 1;
  let code = text4.charCodeAt(at2);
  while (code !== quote2 && code !== 10 && code !== 92 && code !== 0) code = text4.charCodeAt(++at2);
  return code === quote2 && (quote2 === 34 || text4.charCodeAt(at2 + 1) !== quote2) ? at2 : -1;
}
function readGap(cursor, escapedBreak) {
  const { text: text4 } = cursor;
  const begin = cursor.position;
  let broken = escapedBreak;
  let first = "";
  let others = "";
  let code = text4.charCodeAt(begin);
  while (true) {
    if (isBlank(code)) cursor.position++;
    else if (isBreak(code)) {
      const taken = cursor.takeBreak();
      if (broken) others += taken;
      else first = taken;
      broken = true;
    } else break;
    code = text4.charCodeAt(cursor.position);
  }
  if (!broken) return text4.slice(begin, cursor.position);
  return first === "" ? others : fold(first, others);
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
function unescape(text4, position2) {
  const code = text4.charCodeAt(position2 + 1);
  const simple2 = ESCAPES[code];
  if (simple2 !== void 0) return simple2;
  const digits2 = hexDigits(code);
  if (digits2 === 0) {
    throw new Fault(
      position2,
      "found unknown escape character in a double-quoted text",
      code === 47 ? "YAML as kustomize reads it has no `\\/`; write `/`." : "Use single quotes, or double the backslash."
    );
  }
  const hex2 = text4.slice(position2 + 2, position2 + 2 + digits2);
  for (let at2 = 0; at2 < digits2; at2++) {
    if (!isHex(hex2.charCodeAt(at2))) throw new Fault(position2, `did not find expected ${digits2} hexadecimal digits`);
  }
  const point = Number.parseInt(hex2, 16);
  if (point > 1114111 || point >= 55296 && point <= 57343) {
    throw new Fault(
      position2,
      "found invalid Unicode character escape code",
      "Write the character itself, or one \\U with eight digits. Surrogate pairs are not supported."
    );
  }
  return String.fromCodePoint(point);
}

// src/yaml/reading/block-scalars.ts
function readBlock(cursor, parentIndent, onComment) {
  const literal = cursor.text.charCodeAt(cursor.position) === 124;
  const { text: text4 } = cursor;
  const header = readHeader(cursor, onComment);
  block.indent = header.increment === 0 ? 0 : Math.max(parentIndent, 0) + header.increment;
  skipEmptyLines(cursor, parentIndent);
  const { indent } = block;
  let value = "";
  let lineBreak = "";
  let afterBlank = false;
  let begin = cursor.position;
  let end = begin;
  while (cursor.position - cursor.lineStart === indent && text4.charCodeAt(cursor.position) !== 0) {
    const blank = isBlank(text4.charCodeAt(cursor.position));
    if (lineBreak === "") value = block.empty;
    else {
      const folds = !literal && !afterBlank && !blank && lineBreak === "\n";
      if (folds) value += text4.slice(begin, end) + (block.empty || " ");
      else if (lineBreak === "\n" && text4.charCodeAt(end) === 10) value += text4.slice(begin, end + 1) + block.empty;
      else value += text4.slice(begin, end) + lineBreak + block.empty;
    }
    begin = cursor.position;
    end = cursor.lineEnd(begin);
    afterBlank = blank;
    cursor.position = end;
    lineBreak = text4.charCodeAt(end) === 0 ? "" : cursor.takeBreak();
    skipEmptyLines(cursor, parentIndent);
  }
  value += text4.slice(begin, end);
  if (header.chomping >= 0) value += lineBreak;
  return header.chomping > 0 ? value + block.empty : value;
}
var block = { indent: 0, empty: "" };
function skipEmptyLines(cursor, parentIndent) {
  const { text: text4 } = cursor;
  const { indent } = block;
  let { position: position2 } = cursor;
  let deepest = 0;
  let empty = "";
  while (true) {
    const limit = indent === 0 ? text4.length : cursor.lineStart + indent;
    let code = text4.charCodeAt(position2);
    while (code === 32 && position2 < limit) code = text4.charCodeAt(++position2);
    const column = position2 - cursor.lineStart;
    if (column > deepest) deepest = column;
    if (code === 9 && position2 < limit) {
      throw new Fault(position2, "found a tab character where an indentation space is expected", TABS);
    }
    cursor.position = position2;
    if (!isBreak(code)) break;
    empty += cursor.takeBreak();
    position2 = cursor.position;
  }
  block.empty = empty;
  if (indent === 0) block.indent = Math.max(deepest, parentIndent + 1, 1);
}
function readHeader(cursor, onComment) {
  const { text: text4 } = cursor;
  const start = cursor.position;
  let chomping = 0;
  let increment = 0;
  let seen = 0;
  cursor.position++;
  for (let part = 0; part < 2; part++) {
    const code = text4.charCodeAt(cursor.position);
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
  while (isBlank(text4.charCodeAt(cursor.position))) cursor.position++;
  if (text4.charCodeAt(cursor.position) === 35) {
    const end = cursor.lineEnd(cursor.position);
    onComment(text4.slice(cursor.position, end));
    cursor.position = end;
  }
  if (!isBreakOrEnd(text4.charCodeAt(cursor.position))) {
    throw new Fault(
      cursor.position,
      "did not find expected comment or line break after `|` or `>`",
      "Begin the text on the next line, indented, or quote it."
    );
  }
  if (isBreak(text4.charCodeAt(cursor.position))) cursor.takeBreak();
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
  comment(text4) {
    const last = this.types.length - 1;
    if (last < 0) return;
    this.comments ??= /* @__PURE__ */ new Map();
    if (!this.comments.has(last)) this.comments.set(last, text4);
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
  openBlock(column, index, type, position2) {
    if (this.indent >= column) return;
    this.indents.push(this.indent);
    this.indent = column;
    if (this.indents.length > MAX_DEPTH) throw new Fault(position2, `nested deeper than ${MAX_DEPTH} levels`);
    if (index === this.tokens.length) this.tokens.push(type, position2);
    else this.tokens.insert(index, type, position2);
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

// src/yaml/reading/tags.ts
var LONG_PREFIX = "tag:yaml.org,2002:";
function readAnchor(cursor) {
  const { text: text4 } = cursor;
  const start = cursor.position;
  let end = start + 1;
  while (isWord(text4.charCodeAt(end))) end++;
  if (end === start + 1 || !(isBlankOrEnd(text4.charCodeAt(end)) || "?:,]}%@`".includes(text4.charAt(end)))) {
    const mark = text4.charAt(start);
    throw new Fault(
      start,
      `did not find expected alphabetic or numeric character after \`${mark}\``,
      `Quote a text that begins with \`${mark}\`.`
    );
  }
  cursor.position = end;
  return text4.slice(start + 1, end);
}
function readTag(cursor) {
  const { text: text4 } = cursor;
  const start = cursor.position;
  let handle = "";
  let suffix = "";
  if (text4.charCodeAt(start + 1) === 60) {
    cursor.position += 2;
    suffix = readUri(cursor, "", start);
    if (text4.charCodeAt(cursor.position) !== 62) throw new Fault(start, "did not find the expected '>' of a tag");
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
  if (!isBlankOrEnd(text4.charCodeAt(cursor.position))) {
    throw new Fault(
      start,
      "did not find expected whitespace or line break after a tag",
      "Quote a text that begins with `!`."
    );
  }
  return `${handle} ${suffix}`;
}
function readHandle(cursor, start) {
  const { text: text4 } = cursor;
  const begin = cursor.position;
  if (text4.charCodeAt(begin) !== 33) throw new Fault(start, "did not find expected '!'");
  let end = begin + 1;
  while (isWord(text4.charCodeAt(end))) end++;
  if (text4.charCodeAt(end) === 33) end++;
  cursor.position = end;
  return text4.slice(begin, end);
}
var URI_MARKS = ";/?:@&=+$,.!~*'()[]";
function readUri(cursor, head, start) {
  const { text: text4 } = cursor;
  const uri = new GrowingText(head.slice(1));
  const begin = cursor.position;
  let from = begin;
  while (true) {
    const code = text4.charCodeAt(cursor.position);
    if (isWord(code) || code !== 0 && URI_MARKS.includes(String.fromCharCode(code))) cursor.position++;
    else if (code === 37) {
      uri.add(text4.slice(from, cursor.position) + readEscapes(cursor, start));
      from = cursor.position;
    } else break;
  }
  if (head === "" && cursor.position === begin) throw new Fault(start, "did not find expected tag URI");
  return uri.text + text4.slice(from, cursor.position);
}
function readEscapes(cursor, start) {
  const { text: text4 } = cursor;
  const begin = cursor.position;
  while (text4.charCodeAt(cursor.position) === 37) {
    if (!isHex(text4.charCodeAt(cursor.position + 1)) || !isHex(text4.charCodeAt(cursor.position + 2))) {
      throw new Fault(start, "did not find URI escaped octet in a tag");
    }
    cursor.position += 3;
  }
  try {
    return decodeURIComponent(text4.slice(begin, cursor.position));
  } catch {
    throw new Fault(start, "found an incorrect UTF-8 octet in a tag");
  }
}
function expandTag(written, handles) {
  const gap = written.indexOf(" ");
  const handle = written.slice(0, gap);
  const suffix = written.slice(gap + 1);
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
  error(problem, hint2) {
    if (this.#fault?.offset === this.start()) return this.#fault;
    return new Fault(this.start(), problem, hint2);
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
  constructor(source, base, dialect, tokens) {
    this.#source = source;
    this.#base = base;
    this.#dialect = dialect;
    this.aliases = new Aliases(tokens, dialect.aliases);
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
  constructor(tokens, fault, tree, dialect, annotator) {
    super(tokens, fault, annotator);
    this.tree = tree;
    this.#dialect = dialect;
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
  while (isWord(cursor.text.charCodeAt(end))) end++;
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
  const { text: text4 } = cursor;
  let { tabs } = rules;
  let broken = false;
  while (true) {
    let code = text4.charCodeAt(cursor.position);
    while (code === 32 || code === 9 && tabs) code = text4.charCodeAt(++cursor.position);
    if (code === 9 && rules.tokenLine === cursor.lineStart) code = skipToComment(cursor, rules, false);
    while (code === 35) {
      const end = cursor.lineEnd(cursor.position);
      if (rules.tokenLine === cursor.lineStart) tokens.comment(text4.slice(cursor.position, end));
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
  const { text: text4, position: position2 } = cursor;
  if (rules.tabsAmongComments) {
    let at2 = position2;
    const limit = position2 + COMMENT_REACH;
    while (at2 < limit && (isBlank(text4.charCodeAt(at2)) || far && isBreak(text4.charCodeAt(at2)))) at2++;
    while (at2 < limit && text4.charCodeAt(at2) === 35 && cursor.position < at2) {
      if (isBreak(text4.charCodeAt(cursor.position))) cursor.takeBreak();
      else cursor.position++;
    }
  }
  return text4.charCodeAt(cursor.position);
}

// src/yaml/reading/scanner.ts
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
    const { position: position2, text: text4 } = cursor;
    const code = text4.charCodeAt(position2);
    if (code === 0) return this.#finish();
    if (position2 === cursor.lineStart) {
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
    const { text: text4, position: position2 } = this.cursor;
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
        if (isBlankOrEnd(text4.charCodeAt(position2 + 1))) return this.#blockEntry();
        return this.#plain();
      case 63:
        if (inFlow || isBlankOrEnd(text4.charCodeAt(position2 + 1))) return this.#explicitKey();
        return this.#plain();
      case 58:
        if (inFlow || isBlankOrEnd(text4.charCodeAt(position2 + 1))) return this.#value();
        return this.#plain();
      case 42:
        return this.#name(ALIAS2);
      case 38:
        return this.#name(ANCHOR);
      case 33:
        this.saveKey();
        this.keyAllowed = false;
        this.tokens.push(TAG, position2, readTag(this.cursor));
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
          position2,
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
    throw new Fault(position2, "found character that cannot start any token", startHint(code));
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
    const value = readBlock(this.cursor, this.indent, (text4) => {
      comment = text4;
    });
    this.tokens.push(type, start, value);
    if (comment !== void 0) this.lineComment(comment, start);
    this.#tokenLine = -1;
    return true;
  }
  /** Records the comment in the first line of a block scalar, whose token begins at `_start`. */
  lineComment(text4, _start) {
    this.tokens.comment(text4);
  }
  #plain() {
    this.saveKey();
    this.keyAllowed = false;
    const start = this.cursor.position;
    const plain3 = readPlain(this.cursor, this.indent + 1, this.flowLevel > 0);
    this.tokens.push(SCALAR, start, plain3.value);
    this.#tokenLine = plain3.endLine;
    if (plain3.broken) this.keyAllowed = true;
    return true;
  }
};
function startHint(code) {
  if (code === 9) return "Indent with spaces; YAML does not allow tabs for it.";
  return "Put the text in quotes.";
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
function join(first, second) {
  return first === "" || second === "" ? first + second : `${first}
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
  constructor(text4) {
    super(new Cursor(text4), true);
  }
  /** Tells whether the token may turn out to be a key. If so, go-yaml scans on before it returns the token. */
  mayBeKey(token) {
    const holds = (key) => key.token === token && key.isLive(this.cursor);
    if (this.key.token >= 0 && this.key.token < token) return false;
    return holds(this.key) || this.outerKeys.some(holds);
  }
  skipToToken() {
    const { cursor } = this;
    const { text: text4 } = cursor;
    this.#gapStart = cursor.position;
    const line = this.#lineOf(this.#gapStart);
    while (true) {
      while (isBlank(text4.charCodeAt(cursor.position))) {
        if (text4.charCodeAt(cursor.position) === 9 && this.flowLevel === 0 && this.keyAllowed) break;
        cursor.position++;
      }
      this.#raiseToHead();
      if (text4.charCodeAt(cursor.position) === 35) this.#readComments(line);
      if (!isBreak(text4.charCodeAt(cursor.position))) return;
      cursor.takeBreak();
      if (this.flowLevel === 0) this.keyAllowed = true;
    }
  }
  content(code) {
    const { cursor, tokens, flowLevel } = this;
    const ofLast = flowLevel === 0 ? code === 58 : code === 44;
    const owner = ofLast ? tokens.starts[tokens.length - 1] ?? 0 : cursor.position;
    const more = super.content(code);
    if (tokens.types[tokens.length - 1] !== BLOCK_ENTRY) this.#readLineComment(owner);
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
  lineComment(text4, token) {
    this.#addLine(text4, token, START);
  }
  #addLine(line, token, start) {
    this.comments.push({ scanned: 0, token, start, end: 0, head: "", line, foot: "" });
  }
  /** The number of line breaks between the cursor and the last character before it that is neither blank nor break. */
  #breaksBefore() {
    const { text: text4, position: position2 } = this.cursor;
    let breaks = 0;
    for (let at2 = position2 - 1; at2 >= 0; at2--) {
      const code = text4.charCodeAt(at2);
      if (isBreak(code)) breaks += code === 13 && text4.charCodeAt(at2 + 1) === 10 ? 0 : 1;
      else if (!isBlank(code)) break;
    }
    return breaks;
  }
  /** The line of an offset, counted from 0. Successive calls need ascending offsets. */
  #lineOf(offset) {
    const { text: text4 } = this.cursor;
    for (; this.#counted.offset < offset; this.#counted.offset++) {
      const code = text4.charCodeAt(this.#counted.offset);
      if (isBreak(code) && !(code === 13 && text4.charCodeAt(this.#counted.offset + 1) === 10)) this.#counted.line++;
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
    const { text: text4 } = cursor;
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
    const add2 = (head, foot, owner, end) => {
      this.comments.push({ scanned, token: owner, start, end, head, line: "", foot });
    };
    const cut = () => {
      const end = cursor.position + ahead;
      add2("", comment, token, end);
      scanned = token = end;
      comment = "";
    };
    for (; ahead < REACH; ahead++) {
      column++;
      const code = codeAfterBreak(text4, cursor.position + ahead, ahead);
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
    if (comment !== "") add2(comment, "", start.index, cursor.position + ahead - 1);
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
function codeAfterBreak(text4, at2, ahead) {
  if (ahead > 0) {
    const before = text4.charCodeAt(at2 - 1);
    if (before >= 133 && isBreak(before)) return INSIDE;
  }
  return text4.charCodeAt(at2) || 0;
}

// src/yaml/reading/compose.ts
function composeMarked(text4, source, base, dialect) {
  const scanner = new CommentScanner(text4);
  const annotator = new Annotator(scanner);
  const tree = new TreeBuilder(source, base, dialect, 0);
  const root = new Composer(scanner.tokens, void 0, tree, dialect, annotator).document();
  return root === void 0 ? void 0 : { root, document: annotator.finish(root) };
}

// src/yaml/reading/resources.ts
var BYTE_ORDER_MARK = 65279;
var PART = 1 << 16;
function* chunks(source) {
  const { text: text4 } = source;
  let start = 0;
  while (true) {
    const base = text4.charCodeAt(start) === BYTE_ORDER_MARK ? start + 1 : start;
    const at2 = text4.indexOf("\n---", start);
    const end = at2 < 0 ? -1 : text4.indexOf("\n", at2 + 4);
    if (end < 0) {
      yield { base, end: text4.length };
      return;
    }
    const rest = text4.slice(at2 + 4, end).trim();
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
function tagOf(text4) {
  return text4 === "<<" ? "!!merge" : resolveTag(text4);
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

// src/yaml/reading/marked-text.ts
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
function followsNonZero(text4, at2) {
  for (let back = at2 - 1; back >= 0 && isDigit(text4.charCodeAt(back)); back--) {
    if (text4.charCodeAt(back) !== 48) return true;
  }
  return false;
}
var DIGIT_BYTES = 64;
function readRun(text4, at2, carry) {
  let end = at2;
  let wide = false;
  let value = carry;
  let length = 0;
  while (end < text4.length) {
    const code = text4.codePointAt(end);
    if (!isDigit(code)) break;
    wide ||= code > 57;
    value = value * 10 + (code - 48);
    end += code > 65535 ? 2 : 1;
    length++;
  }
  if (length < 15 && !wide) return { value, length };
  charge(DIGIT_BYTES * length);
  let exact = BigInt(carry);
  for (const char of text4.slice(at2, end)) {
    exact = BigInt.asIntN(64, exact * 10n + BigInt((char.codePointAt(0) ?? 48) - 48));
  }
  return { value: exact, length };
}
function sortKeys(keys) {
  return keys.length < 2 || isOrdered(keys, String) ? keys : keys.sort().sort(compareKeys);
}
function isOrdered(items, keyOf) {
  let previous = "";
  for (const item of items) {
    const key = keyOf(item);
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
function analyze(text4) {
  if (text4 === "") return EMPTY;
  const first = text4.charCodeAt(0);
  let at2 = 0;
  while (at2 < text4.length) {
    const code = text4.charCodeAt(at2);
    if (code >= 128 || INERT[code] === 0) break;
    at2++;
  }
  if (at2 < text4.length) return analyzeFully(text4);
  return startsPlain(text4, first) ? FREE : QUOTED;
}
function startsPlain(text4, first) {
  if (INDICATORS.has(first) || text4.startsWith("---") || text4.startsWith("...")) return false;
  if (first === 45 || first === 63 || first === 58) return text4.length > 1 && !isBlank(text4.charCodeAt(1));
  return true;
}
function analyzeFully(text4) {
  let plain3 = startsPlain(text4, text4.charCodeAt(0));
  let special = false;
  let tabs = false;
  let multiline = false;
  let breakSpace = false;
  let spaceBreak = false;
  let previous = 0;
  const { length } = text4;
  for (let at2 = 0; at2 < length; at2++) {
    const code = text4.charCodeAt(at2);
    if (code > 58 && code < 127) {
    } else if (code === 32) {
      if (isBreak(previous)) breakSpace = true;
    } else if (isBreak(code)) {
      multiline = true;
      if (code === 13 || code === 133) special = true;
      if (previous === 32) spaceBreak = true;
    } else if (code === 58) {
      if (at2 > 0 && (at2 + 1 >= length || isBlank(text4.charCodeAt(at2 + 1)))) plain3 = false;
    } else if (code === 35) {
      if (at2 > 0 && isBlankOrEnd(previous)) plain3 = false;
    } else if (code === 9) tabs = true;
    else if (code < 32 || code >= 127 && !isPrintable(code)) special = true;
    previous = code;
  }
  const last = text4.charCodeAt(length - 1);
  const edges = text4.charCodeAt(0) === 32 || last === 32;
  return {
    multiline,
    plain: plain3 && !edges && !multiline && !special && !tabs,
    single: !breakSpace && !spaceBreak && !special && !tabs,
    block: last !== 32 && !spaceBreak && !special,
    tabs
  };
}
function isPrintable(code) {
  return code >= 160 && (code < 55296 || code >= 57344 && code !== 65279 && code < 65534);
}
var BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;
function looksTyped(text4) {
  if (resolveTag11(text4) !== "!!str") return true;
  const first = text4.charCodeAt(0);
  if (first > 57 || first < 43 || !text4.includes(":")) return false;
  return BASE_60.test(text4);
}
function allowsFlowPlain(text4, analysis) {
  return analysis.plain && text4 !== "" && !/[,?[\]{}:]/.test(text4);
}

// src/yaml/writing/scalar-text.ts
var WIDTH = 80;
function writeSingle(text4, start, indent, folds) {
  if (!folds && !/[\n\u2028\u2029]/.test(text4))
    return text4.includes("'") ? `'${text4.replaceAll("'", "''")}'` : `'${text4}'`;
  const pad2 = " ".repeat(indent);
  const out = new GrowingText("'");
  let column = start + 1;
  let spaces = false;
  let breaks = false;
  let begin = 0;
  for (let at2 = 0; at2 < text4.length; at2++) {
    const code = text4.charCodeAt(at2);
    if (code === 32) {
      const inside = at2 > 0 && at2 < text4.length - 1 && text4.charCodeAt(at2 + 1) !== 32;
      if (folds && !spaces && column > WIDTH && inside) {
        out.add(`${text4.slice(begin, at2)}
${pad2}`);
        begin = at2 + 1;
        column = indent;
      } else column++;
      spaces = true;
    } else if (isBreak(code)) {
      if (!breaks && code === 10) {
        out.add(`${text4.slice(begin, at2)}
`);
        begin = at2;
      }
      column = 0;
      breaks = true;
    } else {
      if (breaks) {
        out.add(text4.slice(begin, at2) + pad2);
        begin = at2;
        column = indent;
      }
      if (code === 39) {
        out.add(`${text4.slice(begin, at2)}'`);
        begin = at2;
      }
      column += code === 39 ? 2 : 1;
      spaces = false;
      breaks = false;
    }
  }
  return `${out.text + text4.slice(begin)}'`;
}
var OTHER_BREAKS = /[\r\x85\u2028\u2029]/;
function writeLiteral(text4, indent) {
  const pad2 = " ".repeat(indent);
  const first = text4.charCodeAt(0);
  let header = first === 32 || isBreak(first) ? "|2" : "|";
  const last = text4.charCodeAt(text4.length - 1);
  if (!isBreak(last)) header += "-";
  else if (text4.length === 1 || isBreak(text4.charCodeAt(text4.length - 2))) header += "+";
  const out = new GrowingText(`${header}
`);
  let begin = 0;
  const hasOtherBreaks = OTHER_BREAKS.test(text4);
  while (begin < text4.length) {
    let end = hasOtherBreaks ? begin : text4.indexOf("\n", begin);
    if (end < 0) end = text4.length;
    while (hasOtherBreaks && end < text4.length && !isBreak(text4.charCodeAt(end))) end++;
    out.add((end > begin ? pad2 : "") + text4.slice(begin, end + 1));
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
function writeDouble(text4, start, indent, folds) {
  const pad2 = `
${" ".repeat(indent)}`;
  const everything = text4.charCodeAt(0) === 65279;
  const out = new GrowingText('"');
  let column = start + 1;
  let spaces = false;
  let begin = 0;
  for (let at2 = 0; at2 < text4.length; at2++) {
    const code = text4.codePointAt(at2);
    if (code === 32 && !everything) {
      const inside = at2 > 0 && at2 < text4.length - 1;
      if (folds && !spaces && column > WIDTH && inside) {
        const isDouble = text4.charCodeAt(at2 + 1) === 32;
        out.add(text4.slice(begin, at2) + pad2 + (isDouble ? "\\" : ""));
        begin = at2 + 1;
        column = isDouble ? indent + 1 : indent;
      } else column++;
      spaces = true;
      continue;
    }
    spaces = false;
    const end = code > 65535 ? at2 + 2 : at2 + 1;
    if (everything || mustEscape(code)) {
      const written = escape(code);
      out.add(text4.slice(begin, at2) + written);
      begin = end;
      column += written.length;
    } else column += end - at2;
    at2 = end - 1;
  }
  return `${out.text + text4.slice(begin)}"`;
}
function mustEscape(code) {
  if (code < 127) return code < 32 || code === 34 || code === 92;
  return code > 65535 || code === 8232 || code === 8233 || !isPrintable(code);
}
function escape(code) {
  const short = SHORT[code];
  if (short !== void 0) return short;
  const hex2 = code.toString(16).toUpperCase();
  if (code <= 255) return `\\x${hex2.padStart(2, "0")}`;
  return code <= 65535 ? `\\u${hex2.padStart(4, "0")}` : `\\U${hex2.padStart(8, "0")}`;
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
  indicator(text4, options) {
    this.#write(text4, options.spaced === true);
    this.whitespace = options.opens === true;
    this.indention = this.indention && options.indents === true;
  }
  /** Writes a word, with a space in front of it. */
  word(text4) {
    if (text4 === "") {
      this.indention = false;
      return;
    }
    this.#write(text4, true);
    this.whitespace = this.indention = false;
  }
  /** Writes the lines of a block scalar after its first line. */
  block(lines2) {
    this.whitespace = true;
    if (lines2 === "") return;
    this.#write(lines2, false);
    this.indention = isBreak(lines2.charCodeAt(lines2.length - 1));
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
    const lines2 = comment.split("\n");
    for (const [at2, line] of lines2.entries()) {
      if (line !== "") {
        if (at2 > 0) this.startLine();
        this.#write(line.startsWith("#") ? line : `# ${line}`, false);
        this.indention = false;
      }
      if (at2 < lines2.length - 1 || line !== "") this.break();
    }
    this.whitespace = true;
  }
  #write(text4, spaced) {
    const written = spaced && !this.whitespace ? ` ${text4}` : text4;
    this.text += written;
    let lineStart = written.length;
    while (lineStart > 0 && !isBreak(written.charCodeAt(lineStart - 1))) lineStart--;
    this.column = lineStart === 0 ? this.column + written.length : written.length - lineStart;
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
function writeFolded(text4, indent) {
  const literal = writeLiteral(text4, indent);
  const head = literal.slice(0, literal.indexOf("\n"));
  const pad2 = " ".repeat(indent);
  const out = new GrowingText(`>${head.slice(1)}
`);
  let leadingBlank = true;
  const isWidened = !/^\n*[ \t]/.test(text4);
  for (const [part] of text4.matchAll(/\n+|[^\n]+/g)) {
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
var ALONE = {};
var BLOCK_ITEM = { inBlockSeq: true };
var SIMPLE_KEY = { inMap: true, isKey: true, isSimpleKey: true };
var COMPLEX_KEY = { inMap: true, isKey: true };
var VALUE2 = { inMap: true };
var MAX_SIMPLE_KEY = 128;
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
    const text4 = writeScalar(node.value, style, out.indent);
    if (style === "literal" || style === "folded") {
      const end = text4.indexOf("\n");
      out.word(text4.slice(0, end));
      if (out.line === "") out.break();
      else out.lineComment();
      out.block(text4.slice(end + 1));
    } else out.word(text4);
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
      const isSimple = isSimpleKey(key);
      const keyPlace = isSimple ? SIMPLE_KEY : COMPLEX_KEY;
      this.#takeStartComments(key, keyPlace, tail);
      tail = marksOf(key)?.foot ?? "";
      out.headComment();
      out.startLine();
      if (out.line !== "") {
        out.keyLine = out.line;
        out.line = "";
      }
      if (!isSimple) out.indicator("?", { spaced: true, indents: true });
      this.#writeStart(key, keyPlace);
      this.#writeContent(key, keyPlace);
      this.#takeStartComments(value, VALUE2);
      if (isSimple) out.indicator(":", {});
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
      const isSimple = isSimpleKey(key);
      const keyPlace = isSimple ? SIMPLE_KEY : COMPLEX_KEY;
      this.#takeStartComments(key, keyPlace, tail);
      tail = marksOf(key)?.foot ?? "";
      this.#separate(separated);
      if (!isSimple) out.indicator("?", { spaced: true });
      this.#writeStart(key, keyPlace);
      this.#writeContent(key, keyPlace);
      this.#takeStartComments(value, VALUE2);
      out.indicator(":", { spaced: !isSimple });
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
  return !analyze(key.value).multiline && Buffer.byteLength(key.value + (marks?.anchor ?? "") + tag) <= MAX_SIMPLE_KEY;
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
  if (!Number.isFinite(Number(value))) throw failure("not-representable", TOO_LARGE, { hint: "Quote it." });
  const written = formatFloat64(Number(value));
  return scalar(written, resolveTag(written));
}
var TOO_LARGE = "a number is too large for 64-bit floating point";
function text(value) {
  const analysis = analyze(value);
  if (value.includes("\n")) return scalar(value, "!!str", analysis.block ? "literal" : "double");
  if (looksTyped(value) || resolveTag11(value) !== "!!str") return scalar(value, "!!str", "double");
  if (analysis.plain) return scalar(value, "!!str");
  return scalar(value, "!!str", analysis.single ? "single" : "double");
}

// src/starlark/values/meter.ts
var Fault2 = class extends Error {
  kind;
  hint;
  constructor(message, hint2, kind = "failed") {
    super(message);
    this.name = "Fault";
    this.kind = kind;
    this.hint = hint2;
  }
};
function exceeded(message, hint2) {
  return new Fault2(message, hint2, "limit");
}
var LIMITS = {
  steps: 1e7,
  depth: 200,
  bytes: 1 << 30,
  length: 1 << 24,
  source: 1 << 22,
  output: 1 << 26,
  printed: 1 << 20,
  milliseconds: 6e4
};
var MAX_BYTES = 2 ** 30;
var MAX_LENGTH2 = 2 ** 28;
var LIST_BYTES = 112;
var EXACT_LENGTH = 4;
var SPARE_BYTES = 136;
var TABLE_BYTES = 304;
var TEXT_BYTES = 32;
var SMALL_BYTES = 96;
var CLOSURE_BYTES = 240;
var Meter = class {
  steps = 0;
  maxSteps;
  /** See {@link Dialect.rulesOf2020}. */
  rulesOf2020;
  limits;
  /** The bytes allocated so far. */
  bytes = 0;
  constructor(limits, rulesOf2020 = false) {
    const { bytes, length } = limits;
    this.limits = { ...limits, bytes: Math.min(bytes, MAX_BYTES), length: Math.min(length, MAX_LENGTH2) };
    this.maxSteps = limits.steps;
    this.rulesOf2020 = rulesOf2020;
  }
  /** Counts work that grows with the data. */
  work(units) {
    this.steps += units;
    if (this.steps > this.maxSteps) this.outOfSteps();
  }
  outOfSteps() {
    throw exceeded(`the program did not end within ${this.maxSteps} steps`, "Look for a loop that runs too long.");
  }
  /** Counts allocated bytes. */
  allocate(bytes) {
    this.bytes += bytes;
    if (this.bytes > this.limits.bytes) {
      const hint2 = "Look for a text or a list that grows without end.";
      throw exceeded(`the program allocated more than ${this.limits.bytes} bytes`, hint2);
    }
  }
  /** Counts a new dict or set. */
  table() {
    this.allocate(TABLE_BYTES);
  }
  /** Counts a value without parts: a float, a range, a bound method. */
  small() {
    this.allocate(SMALL_BYTES);
  }
  /** Counts a new closure with `count` default values and captured variables. */
  closure(count2) {
    this.allocate(count2 * 12 + CLOSURE_BYTES);
  }
  /** Counts a new list or tuple of few elements. The caller counts the work. */
  list(count2) {
    this.allocate(count2 * 12 + (count2 < EXACT_LENGTH ? LIST_BYTES : LIST_BYTES + SPARE_BYTES));
  }
  /** Counts a new list that grows by one element at a time. Count each with {@link element}. */
  growingList() {
    this.allocate(LIST_BYTES + SPARE_BYTES);
  }
  /** Counts one more element of a list. */
  element() {
    this.allocate(12);
  }
  /** Counts a new list of `count` tuples of `width` elements, before it is made. */
  rows(count2, width) {
    this.elements(count2 * (width + 1));
    this.allocate(count2 * LIST_BYTES);
  }
  /** Checks the length of the output so far. */
  output(length) {
    if (length <= this.limits.output) return;
    const hint2 = "Look for objects that are added many times.";
    throw exceeded(`the program made more than ${this.limits.output} bytes`, hint2);
  }
  /** Counts a text before it is made. */
  text(length) {
    if (length > this.limits.length) {
      throw exceeded(`a string of ${length} bytes is longer than ${this.limits.length}`);
    }
    this.allocate(length + TEXT_BYTES);
  }
  /** Counts a walk over the characters of a string. */
  walk(length) {
    this.work(length / 4);
  }
  /** Counts the search for a text in another one, before it runs. In the worst case it compares all pairs of bytes. */
  search(length, part) {
    this.work(length / 256 + length * part / 1024);
  }
  /** Counts one piece of a text that is put together from pieces. `length` is the length so far. */
  grow(length, piece) {
    if (length > this.limits.length) this.text(length);
    this.allocate(piece);
    this.work(1 + piece / 256);
  }
  /** Counts the elements of a new list or tuple before it is made. */
  elements(count2) {
    if (count2 > this.limits.length / 8) {
      throw exceeded(`a list of ${count2} elements has more than ${this.limits.length / 8}`);
    }
    this.allocate(count2 * 12 + LIST_BYTES + SPARE_BYTES);
    this.work(count2);
  }
};

// src/starlark/values/text.ts
var ASCII = /^[\0-\x7f]*$/;
function encode2(text4) {
  return ASCII.test(text4) ? text4 : Buffer.from(text4, "utf8").toString("latin1");
}
function decode(bytes) {
  return ASCII.test(bytes) ? bytes : Buffer.from(bytes, "latin1").toString("utf8");
}
function isAscii(bytes) {
  return ASCII.test(bytes);
}
var REPLACEMENT = 65533;
var INVALID = { code: REPLACEMENT, size: 1 };
function runeAt(bytes, at2) {
  const first = bytes.charCodeAt(at2);
  if (first < 128) return { code: first, size: 1 };
  if (first < 194 || first > 244) return INVALID;
  const second = continuation(bytes, at2 + 1);
  if (second < 0) return INVALID;
  if (first < 224) return { code: (first & 31) << 6 | second, size: 2 };
  const third = continuation(bytes, at2 + 2);
  if (third < 0) return INVALID;
  if (first < 240) {
    const code2 = (first & 15) << 12 | second << 6 | third;
    return code2 < 2048 || code2 >= 55296 && code2 < 57344 ? INVALID : { code: code2, size: 3 };
  }
  const fourth = continuation(bytes, at2 + 3);
  if (fourth < 0) return INVALID;
  const code = (first & 7) << 18 | second << 12 | third << 6 | fourth;
  return code < 65536 || code > 1114111 ? INVALID : { code, size: 4 };
}
function continuation(bytes, at2) {
  const byte2 = bytes.charCodeAt(at2);
  return (byte2 & 192) === 128 ? byte2 & 63 : -1;
}
function runes(bytes) {
  const codes = [];
  allRunes(bytes, (code) => codes.push(code) > 0);
  return codes;
}
function encodeRune(code) {
  if (code < 128) return String.fromCharCode(code);
  return encode2(String.fromCodePoint(code >= 55296 && code < 57344 ? REPLACEMENT : code));
}
function allRunes(bytes, test) {
  for (let at2 = 0; at2 < bytes.length; ) {
    const { code, size } = runeAt(bytes, at2);
    if (!test(code)) return false;
    at2 += size;
  }
  return true;
}
function countRunes(bytes) {
  let count2 = 0;
  allRunes(bytes, () => ++count2 > 0);
  return count2;
}
var CHUNK2 = 1024;
function joinRunes(bytes, textOf2) {
  const chunks2 = [];
  let chunk = "";
  for (let at2 = 0; at2 < bytes.length; ) {
    const rune = runeAt(bytes, at2);
    chunk += textOf2(rune, at2);
    at2 += rune.size;
    if (chunk.length < CHUNK2) continue;
    chunks2.push(chunk);
    chunk = "";
  }
  return chunks2.join("") + chunk;
}
function mapRunes(bytes, change2) {
  let index = 0;
  return joinRunes(bytes, ({ code }) => encodeRune(change2(code, index++)));
}
var SHORT2 = /* @__PURE__ */ new Map([
  [7, "\\a"],
  [8, "\\b"],
  [12, "\\f"],
  [10, "\\n"],
  [13, "\\r"],
  [9, "\\t"],
  [11, "\\v"],
  [34, '\\"'],
  [92, "\\\\"]
]);
var PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;
function quote(bytes) {
  if (/^[ !#-[\]-~]*$/.test(bytes)) return `"${bytes}"`;
  const quoted = joinRunes(bytes, ({ code, size }, at2) => {
    return code === REPLACEMENT && size === 1 ? hex("x", bytes.charCodeAt(at2), 2) : quoteRune(code);
  });
  return `"${quoted}"`;
}
function quoteRune(code) {
  const short = SHORT2.get(code);
  if (short !== void 0) return short;
  if (code < 32 || code === 127) return hex("x", code, 2);
  if (code < 127 || PRINTABLE.test(String.fromCodePoint(code))) return encodeRune(code);
  return code < 65536 ? hex("u", code, 4) : hex("U", code, 8);
}
function hex(letter, code, digits2) {
  return `\\${letter}${code.toString(16).padStart(digits2, "0")}`;
}

// src/starlark/formatting.ts
var KINDS2 = /* @__PURE__ */ new Set([
  "CronJob",
  "DaemonSet",
  "Deployment",
  "Job",
  "ReplicaSet",
  "StatefulSet",
  "ValidatingWebhookConfiguration"
]);
var API_VERSIONS = /* @__PURE__ */ new Set([
  "admissionregistration.k8s.io/v1",
  "apps/v1",
  "apps/v1beta1",
  "apps/v1beta2",
  "batch/v1",
  "batch/v1beta1",
  "extensions/v1beta1",
  "v1"
]);
var LISTS = [
  [["spec", "template", "spec", "containers"], "name"],
  [["webhooks", "rules", "operations"], void 0]
];
var ANNOTATION = "config.kubernetes.io/formatting";
function formatItems(items) {
  for (const item of items) {
    const strategy = get(get(get(item, "metadata"), "annotations"), ANNOTATION);
    if (strategy !== void 0 && textOf(strategy) === "none") continue;
    if (strategy !== void 0 && textOf(strategy) !== "standard") {
      throw new Fault2(encode2(`formatting annotation has illegal value ${textOf(strategy)}`), void 0, "result");
    }
    if (!KINDS2.has(textOf(get(item, "kind"))) || !API_VERSIONS.has(textOf(get(item, "apiVersion")))) continue;
    for (const [path, field] of LISTS) {
      const key = (element) => textOf(field === void 0 ? element : get(element, field));
      for (const list of listsAt(item, path)) list.items.sort((a, b) => compareBytewise(key(a), key(b)));
    }
  }
}
function textOf(node) {
  return node?.kind === "scalar" ? node.value : "";
}
function listsAt(node, path) {
  if (node?.kind === "seq")
    return [...path.length === 0 ? [node] : [], ...node.items.flatMap((item) => listsAt(item, path))];
  const [field, ...rest] = path;
  return field === void 0 ? [] : listsAt(get(node, field), rest);
}

// src/starlark/data.ts
function isReal(data) {
  return "float" in data;
}

// src/starlark/values/integers.ts
var MAX_SAFE = Number.MAX_SAFE_INTEGER;
var HALF_RANGE = 2 ** 52;
function normal(value) {
  return value >= -MAX_SAFE && value <= MAX_SAFE ? Number(value) : value;
}
function charge2(meter2, x, y, product) {
  const [a, b] = [bitsOf(x), bitsOf(y)];
  const bits = product ? a + b : Math.max(a, b);
  meter2.allocate(32 + bits / 8);
  if (bits <= 256) return;
  if (bits > meter2.limits.length / 64) {
    throw exceeded(`an integer of about ${bits} bits is longer than ${meter2.limits.length / 64}`);
  }
  meter2.work(product ? a / 64 * (b / 64) * 0.02 + bits / 512 : bits / 512);
}
function bitsOf(value) {
  if (typeof value === "number") return 64;
  return value > -(2n ** 128n) && value < 2n ** 128n ? 128 : value.toString(16).length * 4;
}
function add(meter2, x, y) {
  if (typeof x === "number" && typeof y === "number") {
    const sum = x + y;
    if (sum <= MAX_SAFE && sum >= -MAX_SAFE) return sum;
  }
  charge2(meter2, x, y, false);
  return normal(BigInt(x) + BigInt(y));
}
function subtract(meter2, x, y) {
  if (typeof x === "number" && typeof y === "number") {
    const difference = x - y;
    if (difference <= MAX_SAFE && difference >= -MAX_SAFE) return difference;
  }
  charge2(meter2, x, y, false);
  return normal(BigInt(x) - BigInt(y));
}
function multiply(meter2, x, y) {
  if (typeof x === "number" && typeof y === "number") {
    const product = x * y;
    if (product <= MAX_SAFE && product >= -MAX_SAFE) return product + 0;
  }
  charge2(meter2, x, y, true);
  return normal(BigInt(x) * BigInt(y));
}
function floorDivide(meter2, x, y) {
  if (y === 0) throw new Fault2("floored division by zero");
  if (typeof x === "number" && typeof y === "number" && Math.abs(x) < HALF_RANGE && Math.abs(y) < HALF_RANGE) {
    return (x - modulo(meter2, x, y)) / y + 0;
  }
  charge2(meter2, x, y, true);
  const [a, b] = [BigInt(x), BigInt(y)];
  const inexact = a % b !== 0n && a < 0n !== b < 0n;
  return normal(a / b - (inexact ? 1n : 0n));
}
function modulo(meter2, x, y) {
  if (y === 0) throw new Fault2("integer modulo by zero");
  if (typeof x === "number" && typeof y === "number") {
    const rest2 = x % y;
    return rest2 === 0 ? 0 : rest2 < 0 !== y < 0 ? rest2 + y : rest2;
  }
  charge2(meter2, x, y, true);
  const b = BigInt(y);
  const rest = BigInt(x) % b;
  return normal(rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest);
}
function bitwise(meter2, operator, x, y) {
  if (typeof x === "number" && typeof y === "number" && (x | 0) === x && (y | 0) === y) {
    return operator === "|" ? x | y : operator === "&" ? x & y : x ^ y;
  }
  charge2(meter2, x, y, false);
  const [a, b] = [BigInt(x), BigInt(y)];
  return normal(operator === "|" ? a | b : operator === "&" ? a & b : a ^ b);
}
var MAX_SHIFT = 512;
function shiftLeft(meter2, x, count2) {
  if (count2 >= MAX_SHIFT) throw new Fault2(`shift count too large: ${count2}`, `Shift by less than ${MAX_SHIFT}.`);
  if (typeof x === "number") {
    const shifted = x * 2 ** count2;
    if (shifted <= MAX_SAFE && shifted >= -MAX_SAFE) return shifted;
  }
  charge2(meter2, x, 2n ** BigInt(count2), true);
  return normal(BigInt(x) << BigInt(count2));
}
function shiftRight(meter2, x, count2) {
  if (typeof x === "number") return count2 > 60 ? x < 0 ? -1 : 0 : Math.floor(x / 2 ** count2) + 0;
  charge2(meter2, x, 0, false);
  return normal(x >> BigInt(count2));
}
function isInteger(value) {
  return typeof value === "number" || typeof value === "bigint";
}
function isSmall(value) {
  return typeof value === "number" && value >= -2147483648 && value <= 2147483647;
}
function digits(meter2, value, base = 10) {
  if (typeof value === "bigint") charge2(meter2, value, value, true);
  meter2.text(bitsOf(value) / 3);
  return value.toString(base);
}
var PREFIXES = /* @__PURE__ */ new Map([
  ["0o", 8],
  ["0x", 16],
  ["0b", 2]
]);
function parseInteger(meter2, text4, base) {
  const sign = /^[+-]/.exec(text4)?.[0] ?? "";
  let body = text4.slice(sign.length);
  let radix = base;
  const prefixed = body.length > 2 ? PREFIXES.get(body.slice(0, 2).toLowerCase()) : void 0;
  if (prefixed !== void 0 && (base === 0 || base === prefixed)) {
    body = body.slice(2);
    radix = prefixed;
  } else if (base === 0 && prefixed === void 0 && /^0./.test(body)) {
    return /^0+$/.test(body) ? 0 : void 0;
  }
  if (radix === 0) radix = 10;
  const value = unsigned(meter2, body.toLowerCase(), radix);
  if (value === void 0) return void 0;
  return normal(sign === "-" ? -value : value);
}
var EXACT_DIGITS = 10;
var DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";
function unsigned(meter2, text4, radix) {
  if (text4 === "") return void 0;
  const bits = text4.length * Math.ceil(Math.log2(radix));
  if (bits > meter2.limits.length / 64) throw exceeded(`an integer of ${text4.length} digits is too long`);
  for (const digit of text4) {
    const value2 = DIGITS.indexOf(digit);
    if (value2 < 0 || value2 >= radix) return void 0;
  }
  meter2.allocate(32 + bits / 8);
  meter2.work(text4.length * text4.length / 1e4 + 1);
  if (radix === 10) return BigInt(text4);
  if (radix === 16) return BigInt(`0x${text4}`);
  if (radix === 8) return BigInt(`0o${text4}`);
  if (radix === 2) return BigInt(`0b${text4}`);
  let value = 0n;
  for (let at2 = 0; at2 < text4.length; at2 += EXACT_DIGITS) {
    const part = text4.slice(at2, at2 + EXACT_DIGITS);
    value = value * BigInt(radix ** part.length) + BigInt(Number.parseInt(part, radix));
  }
  return value;
}

// src/starlark/values/table.ts
var Mutable = class {
  /** The number of active iterations. */
  iterations = 0;
  /** Throws a fault during an iteration. `verb` completes "cannot \u2026 list". */
  check(verb) {
    if (this.iterations > 0) {
      const copy2 = this.noun === "dict" ? "x.items()" : "list(x)";
      throw new Fault2(`cannot ${verb} ${this.noun} during iteration`, `Iterate over a copy, such as ${copy2}.`);
    }
  }
};
var ENTRY_BYTES = 64;
var PLACES_PER_STEP = 64;
var Table = class extends Mutable {
  entries = /* @__PURE__ */ new Map();
  /** The keys that differ from their identity. */
  #originals;
  /** The number of keys removed since {@link compact} last made a new map. */
  #removed = 0;
  #meter;
  constructor(meter2) {
    super();
    meter2.table();
    this.#meter = meter2;
  }
  get size() {
    return this.entries.size;
  }
  /** The keys in order. */
  *keys() {
    this.compact();
    for (const identity of this.entries.keys()) yield this.#original(identity);
  }
  /**
   * Counts the start of an iteration, which skips the places of removed keys. Makes a new map without these places if
   * that costs less than it saves.
   */
  compact() {
    const { size } = this.entries;
    this.#meter.work(this.#removed / PLACES_PER_STEP);
    if (this.#removed ** 2 < (size + PLACES_PER_STEP) * PLACES_PER_STEP) return;
    this.#meter.work(size);
    this.entries = new Map(this.entries);
    this.#removed = 0;
  }
  #original(identity) {
    const original = this.#originals?.get(identity);
    return original === void 0 ? identity : original;
  }
  find(meter2, key) {
    return this.entries.get(typeof key === "string" ? key : this.identify(meter2, key));
  }
  insert(meter2, key, value) {
    this.check("insert into");
    const identity = typeof key === "string" ? key : this.identify(meter2, key);
    const { size } = this.entries;
    this.entries.set(identity, value);
    if (this.entries.size === size) return;
    meter2.allocate(ENTRY_BYTES);
    if (identity === key) return;
    meter2.allocate(ENTRY_BYTES);
    if (this.#originals === void 0) meter2.table();
    this.#originals ??= /* @__PURE__ */ new Map();
    this.#originals.set(identity, key);
  }
  /** Removes a key and returns its value; undefined if it is not present. */
  delete(meter2, key) {
    this.check("delete from");
    const identity = this.identify(meter2, key);
    const value = this.entries.get(identity);
    if (value === void 0) return void 0;
    this.entries.delete(identity);
    this.#removed++;
    this.#originals?.delete(identity);
    return value;
  }
  clear() {
    this.check("clear");
    this.entries.clear();
    this.#originals = void 0;
  }
};

// src/starlark/values/values.ts
var Float = class {
  value;
  constructor(value) {
    this.value = value;
  }
};
var Bytes = class {
  data;
  constructor(data) {
    this.data = data;
  }
};
var Tuple = class {
  items;
  constructor(items) {
    this.items = items;
  }
};
var List = class extends Mutable {
  items;
  noun = "list";
  constructor(items) {
    super();
    this.items = items;
  }
};
var Dict = class extends Table {
  noun = "dict";
  identify = identityOf;
  /** The value of a key; undefined if there is none. Throws a fault for a value that cannot be a key. */
  get(meter2, key) {
    return this.find(meter2, key);
  }
  set(meter2, key, value) {
    this.insert(meter2, key, value);
  }
  *pairs() {
    this.compact();
    const values = this.entries.values();
    for (const key of this.keys()) yield [key, values.next().value];
  }
};
var StarSet = class extends Table {
  noun = "set";
  identify = identityOf;
  has(meter2, value) {
    return this.find(meter2, value) !== void 0;
  }
  add(meter2, value) {
    this.insert(meter2, value, null);
  }
};
var Range = class {
  start;
  stop;
  step;
  length;
  constructor(start, stop, step2) {
    this.start = start;
    this.stop = stop;
    this.step = step2;
    this.length = Math.max(0, Math.ceil((stop - start) / step2));
  }
};
var Elements = class {
  source;
  /** The method that was called. */
  method;
  constructor(source, method) {
    this.source = source;
    this.method = method;
  }
};
var Struct = class {
  fields;
  constructor(fields2) {
    this.fields = fields2;
  }
};
var Callable = class {
  name;
  constructor(name) {
    this.name = name;
  }
};
var Builtin = class extends Callable {
  native;
  self;
  constructor(name, native, self) {
    super(name);
    this.native = native;
    this.self = self;
  }
};
var TUPLE = "\u0100";
var BYTES = "\u0101";
var INTEGER = "\u0102";
var MAX_DEPTH2 = 200;
function identityOf(meter2, key) {
  if (typeof key === "bigint") return largeIdentity(meter2, key);
  if (key === null || typeof key !== "object") return key;
  if (key instanceof Float) return numberIdentity(meter2, key.value);
  if (key instanceof Bytes) return BYTES + key.data;
  if (key instanceof Tuple) return TUPLE + tupleIdentity(meter2, key, 0);
  if (key instanceof Callable) return key;
  throw new Fault2(`unhashable type: ${typeName(key)}`, "Use a string, a number or a tuple of them as key.");
}
function numberIdentity(meter2, value) {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? largeIdentity(meter2, BigInt(value)) : value;
}
function largeIdentity(meter2, value) {
  const digits2 = value.toString(16);
  meter2.text(digits2.length);
  return INTEGER + digits2;
}
var NUMBERS = /* @__PURE__ */ new WeakMap();
var lastNumber = 0;
function tupleIdentity(meter2, tuple, depth) {
  if (depth > MAX_DEPTH2) throw exceeded(`a key is nested deeper than ${MAX_DEPTH2} tuples`);
  let result = "";
  for (const item of tuple.items) {
    const part = item instanceof Tuple ? `t${tupleIdentity(meter2, item, depth + 1)}` : plainIdentity(meter2, item);
    result += `${part.length}:${part}`;
    meter2.grow(result.length, part.length);
  }
  return result;
}
function plainIdentity(meter2, item) {
  const part = identityOf(meter2, item);
  if (part === null) return "z";
  if (typeof part === "number") return `n${part}`;
  if (typeof part === "string" || typeof part === "boolean") return `${typeof part === "string" ? "s" : "b"}${part}`;
  const number = NUMBERS.get(part) ?? ++lastNumber;
  NUMBERS.set(part, number);
  return `o${number}`;
}
function typeName(value) {
  if (value === null) return "NoneType";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number" || typeof value === "bigint") return "int";
  if (value instanceof List) return "list";
  if (value instanceof Dict) return "dict";
  if (value instanceof Tuple) return "tuple";
  if (value instanceof Float) return "float";
  if (value instanceof Builtin) return "builtin_function_or_method";
  if (value instanceof Callable) return "function";
  if (value instanceof Range) return "range";
  if (value instanceof StarSet) return "set";
  if (value instanceof Bytes) return "bytes";
  if (value instanceof Struct) return "struct";
  const kind = value.method.startsWith("elem") ? "elems" : "codepoints";
  return `${typeof value.source === "string" ? "string" : "bytes"}.${kind}`;
}
function isTrue(value) {
  if (value === null || typeof value !== "object") return Boolean(value);
  if (value instanceof List || value instanceof Tuple) return value.items.length > 0;
  if (value instanceof Table) return value.size > 0;
  if (value instanceof Float) return value.value !== 0;
  if (value instanceof Bytes) return value.data !== "";
  if (value instanceof Range) return value.length > 0;
  return true;
}

// src/starlark/host-values.ts
function toValue2(meter2, data) {
  if (typeof data === "string") return encode2(data);
  if (typeof data === "bigint") return normal(data);
  if (data === null || typeof data !== "object") return data;
  if (data instanceof Map) {
    const dict = new Dict(meter2);
    for (const [key, value] of data) dict.set(meter2, encode2(key), toValue2(meter2, value));
    return dict;
  }
  if (isReal(data)) return new Float(data.float);
  return new List(data.map((item) => toValue2(meter2, item)));
}
var MAX_DEPTH3 = 200;
var INTEGER_END = 2n ** 64n;
var INTEGER_MIN = -(2n ** 63n);
var SCALAR_BYTES = 120;
var COLLECTION_BYTES = 250;
var ENTRY_BYTES2 = 180;
var ResultReader = class {
  #meter;
  #name;
  #path = [];
  #within = [];
  /** A lower bound of the length of the tree as text. */
  #length = 0;
  constructor(meter2, name) {
    this.#meter = meter2;
    this.#name = name;
  }
  read(value) {
    this.#meter.work(1);
    if (typeof value === "string") return this.#text(value);
    if (typeof value === "bigint" && (value >= INTEGER_END || value < INTEGER_MIN)) {
      throw this.problem(`the integer ${value}, of more than 64 bits`);
    }
    if (value === null || typeof value !== "object" || value instanceof Float) {
      this.#grow(SCALAR_BYTES, 1);
      return this.#plain(value);
    }
    this.#grow(COLLECTION_BYTES, 2);
    if (value instanceof List || value instanceof Tuple) return this.#nested(value, () => this.#items(value.items));
    if (value instanceof Dict) return this.#nested(value, () => this.#entries(value));
    throw this.problem(`a ${typeName(value)}`, value);
  }
  /** Makes a fault about the value that is being read. */
  problem(what, value) {
    const steps = this.#path.map((step2) => `[${typeof step2 === "number" ? step2 : JSON.stringify(decode(step2))}]`);
    const hint2 = value !== void 0 && typeName(value) === "set" ? "Convert it to a list: sorted(x) or list(x)." : void 0;
    const message = `${this.#name}${encode2(steps.join(""))} is ${what}, which cannot be in a resource`;
    return new Fault2(message, hint2, "result");
  }
  #grow(bytes, length) {
    this.#meter.allocate(bytes);
    this.#length += length;
    this.#meter.output(this.#length);
  }
  #plain(value) {
    if (value === null) return fromValue(null);
    if (typeof value === "boolean") return scalar(String(value), "!!bool");
    if (!(value instanceof Float)) return scalar(String(value), "!!int");
    if (!Number.isFinite(value.value)) throw this.problem("a float that is not finite");
    const text4 = formatFloat64(value.value);
    return scalar(/[.e]/.test(text4) ? text4 : `${text4}.0`, "!!float");
  }
  /** Makes a scalar of a string, with quotes if it needs them. */
  #text(value) {
    this.#grow(SCALAR_BYTES + value.length, value.length);
    const text4 = decode(value);
    if (text4.includes("\uFFFD") && encode2(text4) !== value) throw this.problem("a string that is not UTF-8");
    return fromValue(text4);
  }
  #nested(value, read2) {
    if (this.#within.includes(value)) throw this.problem("a value that contains itself");
    if (this.#within.length >= MAX_DEPTH3) throw this.problem(`nested deeper than ${MAX_DEPTH3} levels`);
    this.#within.push(value);
    const result = read2();
    this.#within.pop();
    return result;
  }
  #items(items) {
    const nodes = items.map((item, index) => this.#at(index, item));
    return seq(nodes, nodes.length === 0 ? "flow" : "");
  }
  #entries(dict) {
    const entries = [];
    for (const [key, value] of dict.pairs()) {
      if (typeof key !== "string") throw this.problem(`a dict with a key of type ${typeName(key)}`);
      this.#grow(ENTRY_BYTES2 - SCALAR_BYTES, 2);
      entries.push({ key: this.#text(key), value: this.#at(key, value) });
    }
    return map(entries, entries.length === 0 ? "flow" : "");
  }
  #at(step2, value) {
    this.#path.push(step2);
    const node = this.read(value);
    this.#path.pop();
    return node;
  }
};

// src/starlark/evaluation/parameters.ts
function bindArguments(meter2, { code, defaults }, args, keywords) {
  const { name, parameters, hasStar, hasStars } = code;
  const positional = parameters.length - code.named;
  if (args.length > positional && !hasStar) throw tooMany(name, positional, defaults, args.length + keywords.length);
  meter2.work(keywords.length * (1 + parameters.length / 16));
  const slots = Array.from({ length: code.slots }, () => void 0);
  const bound2 = Math.min(args.length, positional);
  for (let index = 0; index < bound2; index++) slots[index] = args[index];
  let next = parameters.length;
  if (hasStar) {
    meter2.list(args.length - bound2);
    slots[next++] = new Tuple(args.slice(bound2));
  }
  const others = hasStars ? new Dict(meter2) : void 0;
  slots[next] = others;
  for (const [key, value] of keywords) {
    const index = parameters.indexOf(key);
    if (index < 0 && others === void 0) {
      throw new Fault2(`function ${name} got an unexpected keyword argument ${key}`);
    }
    if ((index < 0 ? others?.get(meter2, key) : slots[index]) !== void 0) {
      throw new Fault2(`function ${name} got multiple values for parameter ${key}`);
    }
    if (index < 0) others?.set(meter2, key, value);
    else slots[index] = value;
  }
  const missing = [];
  for (const [index, parameter] of parameters.entries()) {
    if (slots[index] !== void 0) continue;
    slots[index] = defaults[index];
    if (defaults[index] === void 0) missing.push(parameter);
  }
  if (missing.length > 0) {
    const plural = missing.length > 1 ? "s" : "";
    throw new Fault2(`function ${name} missing ${missing.length} argument${plural} (${missing.join(", ")})`);
  }
  return slots;
}
function tooMany(name, positional, defaults, given) {
  if (positional === 0) return new Fault2(`function ${name} accepts no positional arguments (${given} given)`);
  const most = defaults.some((value) => value !== void 0) ? "at most " : "";
  const plural = positional > 1 ? "s" : "";
  return new Fault2(`function ${name} accepts ${most}${positional} positional argument${plural} (${given} given)`);
}

// src/starlark/evaluation/frame.ts
var NEXT = 0;
var BREAK = 1;
var CONTINUE = 2;
var RETURN = 3;
var Closure = class extends Callable {
  code;
  /** The default values by parameter; undefined if there is none. */
  defaults;
  captured;
  globals;
  constructor(code, defaults, captured, globals) {
    super(code.name);
    this.code = code;
    this.defaults = defaults;
    this.captured = captured;
    this.globals = globals;
  }
};
var Frame = class {
  thread;
  name;
  slots;
  captured;
  globals;
  result = null;
  /** The current offset in the text. It is set before anything that can fail. */
  at = 0;
  constructor(thread, closure, slots) {
    this.thread = thread;
    this.name = closure.name;
    this.slots = slots;
    this.captured = closure.captured;
    this.globals = closure.globals;
  }
};
var Thread = class extends Meter {
  frames = [];
  /** The lines that `print` wrote. */
  printed = [];
  /** True if lines were dropped from {@link printed}. */
  cut = false;
  #printedLength = 0;
  #recursion;
  #maxDepth;
  constructor(limits, dialect) {
    super(limits, dialect.rulesOf2020);
    this.#recursion = dialect.recursion;
    this.#maxDepth = limits.depth;
  }
  call(callee, args, keywords) {
    if (callee instanceof Closure) return this.enter(callee, bindArguments(this, callee, args, keywords));
    if (!(callee instanceof Builtin)) throw new Fault2(`invalid call of non-function (${typeName(callee)})`);
    this.work(1);
    return callee.native(this, args, keywords, callee.self ?? null);
  }
  /** Runs a function whose arguments are in their slots. After a fault, the frames stay as they are for the report. */
  enter(closure, slots) {
    const { code } = closure;
    if (code.active > 0 && !this.#recursion) {
      throw new Fault2(`function ${code.name} called recursively`, "Use a loop over range(...) or a list.");
    }
    if (this.frames.length >= this.#maxDepth) {
      throw exceeded(`calls are nested deeper than ${this.#maxDepth}`);
    }
    this.steps += code.cost;
    if (this.steps > this.maxSteps) this.outOfSteps();
    const frame = new Frame(this, closure, slots);
    for (const slot of code.boxed) {
      this.small();
      slots[slot] = { value: slots[slot] };
    }
    this.frames.push(frame);
    code.active++;
    code.body(frame);
    code.active--;
    this.frames.pop();
    return frame.result;
  }
  print(text4) {
    this.#printedLength += text4.length + 1;
    if (this.#printedLength <= this.limits.printed) this.printed.push(text4);
    else this.cut = true;
  }
};
function emptySlots(count2) {
  return Array.from({ length: count2 }, () => void 0);
}

// src/starlark/values/iteration.ts
function cursorOf(value) {
  if (value === null || typeof value !== "object") return void 0;
  if (value instanceof List) return new ListCursor(value);
  if (value instanceof Range) return new RangeCursor(value);
  if (value instanceof Dict || value instanceof StarSet) return new KeyCursor(value);
  if (value instanceof Tuple) return new TupleCursor(value.items);
  if (value instanceof Elements) return new GeneratedCursor(elementsOf(value));
  return void 0;
}
function iterate(value) {
  const cursor = cursorOf(value);
  if (cursor !== void 0) return cursor;
  throw new Fault2(`${typeName(value)} value is not iterable`, hintFor(value));
}
var ListCursor = class {
  #list;
  #index = 0;
  constructor(list) {
    this.#list = list;
    list.iterations++;
  }
  next() {
    return this.#list.items[this.#index++];
  }
  done() {
    this.#list.iterations--;
  }
};
var TupleCursor = class {
  #items;
  #index = 0;
  constructor(items) {
    this.#items = items;
  }
  next() {
    return this.#items[this.#index++];
  }
  done() {
  }
};
var RangeCursor = class {
  #range;
  #index = 0;
  constructor(range2) {
    this.#range = range2;
  }
  next() {
    const { start, step: step2, length } = this.#range;
    return this.#index < length ? start + this.#index++ * step2 : void 0;
  }
  done() {
  }
};
var KeyCursor = class {
  #table;
  #keys;
  constructor(table) {
    this.#table = table;
    this.#keys = table.keys();
    table.iterations++;
  }
  next() {
    const { done, value } = this.#keys.next();
    return done ? void 0 : value;
  }
  done() {
    this.#table.iterations--;
  }
};
var GeneratedCursor = class {
  #values;
  constructor(values) {
    this.#values = values;
  }
  next() {
    const { done, value } = this.#values.next();
    return done ? void 0 : value;
  }
  done() {
  }
};
function* elementsOf({ source, method }) {
  const bytes = source instanceof Bytes ? source.data : source;
  const asNumbers = source instanceof Bytes || method.endsWith("ords");
  const byCharacter = method.startsWith("codepoint");
  for (let at2 = 0; at2 < bytes.length; ) {
    const { code, size } = byCharacter ? runeAt(bytes, at2) : { code: bytes.charCodeAt(at2), size: 1 };
    const invalid2 = byCharacter && code === 65533;
    yield asNumbers ? code : invalid2 ? "\xEF\xBF\xBD" : bytes.slice(at2, at2 + size);
    at2 += size;
  }
}
function lengthOf(value) {
  if (typeof value === "string") return value.length;
  if (value instanceof List || value instanceof Tuple) return value.items.length;
  if (value instanceof Dict || value instanceof StarSet) return value.size;
  if (value instanceof Range) return value.length;
  if (value instanceof Bytes) return value.data.length;
  if (value instanceof Elements && typeof value.source === "string" && value.method.startsWith("elem")) {
    return value.source.length;
  }
  return void 0;
}
function itemsOf(meter2, value, who) {
  if (value instanceof List || value instanceof Tuple) {
    meter2.elements(value.items.length);
    return value.items.slice();
  }
  const cursor = cursorOf(value);
  if (cursor === void 0) throw new Fault2(`${who}: got ${typeName(value)}, want iterable`, hintFor(value));
  const known = lengthOf(value) ?? 0;
  meter2.elements(known);
  const items = [];
  for (let item = cursor.next(); item !== void 0; item = cursor.next()) {
    meter2.work(1);
    if (items.push(item) > known) meter2.element();
  }
  cursor.done();
  return items;
}
function whileIterating(value, run2) {
  const walked = value instanceof List || value instanceof Dict || value instanceof StarSet ? value : void 0;
  if (walked !== void 0) walked.iterations++;
  const result = run2();
  if (walked !== void 0) walked.iterations--;
  return result;
}
function hintFor(value) {
  return typeof value === "string" ? "Use .elems() or .codepoints() to iterate over a string." : void 0;
}

// src/starlark/values/floats.ts
function toFloat(value) {
  const float = Number(value);
  if (!Number.isFinite(float)) throw new Fault2("int too large to convert to float");
  return float;
}
function truncate(value) {
  if (Number.isNaN(value)) throw new Fault2("cannot convert float NaN to integer");
  if (!Number.isFinite(value)) throw new Fault2("cannot convert float infinity to integer");
  return normal(BigInt(Math.trunc(value)));
}
function compareNumbers(x, y) {
  if (x < y) return -1;
  if (x > y) return 1;
  const [first, second] = [Number.isNaN(x), Number.isNaN(y)];
  return first === second ? 0 : first ? 1 : -1;
}
function floatModulo({ rulesOf2020 }, x, y) {
  const rest = x % y;
  return !rulesOf2020 && x < 0 !== y < 0 && rest !== 0 ? rest + y : rest;
}
function writeFloat({ rulesOf2020 }, value) {
  return rulesOf2020 && Number.isFinite(value) ? inSixDigits(value) : formatted(value, "g", rulesOf2020);
}
function formatFloat2({ rulesOf2020 }, value, conversion) {
  const lower = conversion.toLowerCase();
  const text4 = formatted(value, lower, rulesOf2020);
  return conversion === lower || !Number.isFinite(value) ? text4 : text4.toUpperCase();
}
function formatted(value, conversion, rulesOf2020) {
  if (!Number.isFinite(value)) {
    const [nan, infinity] = rulesOf2020 ? ["NaN", "Inf"] : ["nan", "inf"];
    return Number.isNaN(value) ? nan : `${value > 0 ? "+" : "-"}${infinity}`;
  }
  if (conversion === "f") return fixed(value);
  if (conversion === "e") return scientific(value);
  return rulesOf2020 ? formatFloat64(value) : shortest(value);
}
function inSixDigits(value) {
  if (value === 0) return formatFloat64(value);
  const power = powerOf(value);
  const digits2 = rounded(Math.abs(value), 5 - power);
  return formatFloat64(Math.sign(value) * Number(`${digits2}e${power - 5}`));
}
function powerOf(value) {
  return Number(value.toExponential(20).split("e")[1]);
}
function shortest(value) {
  const text4 = formatFloat64(value);
  return /[.e]/.test(text4) ? text4 : `${text4}.0`;
}
function scientific(value) {
  if (value === 0) return `${Object.is(value, -0) ? "-" : ""}0.000000e+00`;
  const power = powerOf(value);
  let digits2 = String(rounded(Math.abs(value), 6 - power));
  let exponent = power;
  if (digits2.length > 7) {
    digits2 = digits2.slice(0, 7);
    exponent++;
  }
  const size = String(Math.abs(exponent)).padStart(2, "0");
  return `${value < 0 ? "-" : ""}${digits2[0]}.${digits2.slice(1)}e${exponent < 0 ? "-" : "+"}${size}`;
}
function fixed(value) {
  const digits2 = String(rounded(Math.abs(value), 6)).padStart(7, "0");
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  return `${sign}${digits2.slice(0, -6)}.${digits2.slice(-6)}`;
}
function rounded(value, places) {
  let [numerator, denominator] = fraction(value);
  if (places >= 0) numerator *= 10n ** BigInt(places);
  else denominator *= 10n ** BigInt(-places);
  const whole = numerator / denominator;
  const twice = numerator % denominator * 2n;
  if (twice > denominator || twice === denominator && whole % 2n === 1n) return whole + 1n;
  return whole;
}
function fraction(value) {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponent = Number(raw >> 52n & 0x7ffn);
  const mantissa = raw & 0xfffffffffffffn | (exponent === 0 ? 0n : 1n << 52n);
  const shift2 = (exponent === 0 ? 1 : exponent) - 1075;
  return shift2 >= 0 ? [mantissa << BigInt(shift2), 1n] : [mantissa, 1n << BigInt(-shift2)];
}
var NAMES = /* @__PURE__ */ new Map([
  ["inf", Number.POSITIVE_INFINITY],
  ["infinity", Number.POSITIVE_INFINITY],
  ["nan", Number.NaN]
]);
var DECIMAL2 = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
var HEXADECIMAL = /^([+-]?)0x([\da-f]*)(?:\.([\da-f]*))?p([+-]?\d+)$/i;
var MISPLACED = /^_|_$|__|_[^\da-f_]|[^\da-f_]_/i;
function parseFloating(text4) {
  if (text4 === "") throw new Fault2("float: empty string");
  const named3 = NAMES.get(text4.replace(/^[+-]/, "").toLowerCase());
  if (named3 !== void 0) return text4.startsWith("-") ? -named3 : named3;
  const value = text4.includes("_") ? parsePlain(withoutUnderscores2(text4)) : parsePlain(text4);
  if (value === void 0) throw new Fault2(`invalid float literal: ${text4}`);
  if (!Number.isFinite(value)) throw new Fault2("floating-point number too large");
  return value;
}
function withoutUnderscores2(text4) {
  const body = text4.replace(/^[+-]/, "");
  const isHexadecimal = /^0x/i.test(body);
  const digits2 = isHexadecimal ? `0${body.slice(2)}` : body;
  const isMisplaced = MISPLACED.test(digits2) || !isHexadecimal && /e_|_e/i.test(digits2);
  return isMisplaced ? void 0 : text4.replaceAll("_", "");
}
function parsePlain(text4) {
  if (text4 === void 0) return void 0;
  if (DECIMAL2.test(text4)) return Number(text4);
  const [, sign, whole = "", part = "", exponent = ""] = HEXADECIMAL.exec(text4) ?? [];
  if (sign === void 0 || whole + part === "") return void 0;
  const power = Math.max(-99999, Math.min(99999, Number(exponent)));
  const value = scaled(BigInt(`0x${whole}${part}`), power - 4 * part.length);
  return sign === "-" ? -value : value;
}
var PRECISION = 53;
var MIN_POWER = -1074;
function scaled(digits2, power) {
  const written = digits2.toString(16);
  const length = 4 * (written.length - 1) + (32 - Math.clz32(Number.parseInt(written.charAt(0), 16)));
  const dropped = Math.max(0, length - PRECISION, MIN_POWER - power);
  if (dropped === 0) return timesPower(Number(digits2), power);
  const kept = digits2 >> BigInt(dropped);
  const rest = digits2 - (kept << BigInt(dropped));
  const half = 1n << BigInt(dropped - 1);
  const isUp = rest > half || rest === half && kept % 2n === 1n;
  return timesPower(Number(isUp ? kept + 1n : kept), power + dropped);
}
function timesPower(value, power) {
  let result = value;
  for (let left = power; left !== 0; ) {
    const step2 = Math.max(-1e3, Math.min(1e3, left));
    result *= 2 ** step2;
    left -= step2;
  }
  return result;
}

// src/starlark/values/comparison.ts
var MAX_DEPTH4 = 10;
function equal(meter2, x, y, depth = MAX_DEPTH4) {
  if (typeof x === "string") return equalTexts(meter2, x, y);
  if (depth < 1) {
    const hint2 = `Compare parts of the values: at most ${MAX_DEPTH4} levels are compared.`;
    throw new Fault2("comparison exceeded maximum recursion depth", hint2);
  }
  if (x === null || y === null || typeof x !== "object" || typeof y !== "object") return equalPlain(x, y);
  if (x instanceof List || x instanceof Tuple) {
    return x.constructor === y.constructor && equalItems(meter2, x.items, y.items, depth);
  }
  if (x instanceof Dict) return y instanceof Dict && equalDicts(meter2, x, y, depth);
  if (x instanceof StarSet) return y instanceof StarSet && x.size === y.size && isSubset(meter2, x, y);
  if (x instanceof Float) return y instanceof Float && compareNumbers(x.value, y.value) === 0;
  if (x instanceof Bytes) return y instanceof Bytes && x.data === y.data;
  if (x instanceof Range) return y instanceof Range && equalRanges(x, y);
  if (x instanceof Struct) return y instanceof Struct && equalStructs(meter2, x, y, depth);
  return x === y;
}
function equalTexts(meter2, x, y) {
  if (typeof y !== "string" || x.length !== y.length) return false;
  meter2.work(x.length / 256);
  return x === y;
}
function equalPlain(x, y) {
  if (x instanceof Float) return isInteger(y) && compareNumbers(x.value, y) === 0;
  if (y instanceof Float) return isInteger(x) && compareNumbers(x, y.value) === 0;
  return x === y;
}
function equalItems(meter2, x, y, depth) {
  if (x.length !== y.length) return false;
  for (let index = 0; index < x.length; index++) {
    meter2.work(1);
    if (!equal(meter2, x[index], y[index], depth - 1)) return false;
  }
  return true;
}
function equalDicts(meter2, x, y, depth) {
  if (x.size !== y.size) return false;
  for (const [key, value] of x.pairs()) {
    meter2.work(1);
    const other = y.get(meter2, key);
    if (other === void 0 || !equal(meter2, value, other, depth - 1)) return false;
  }
  return true;
}
function equalRanges(x, y) {
  if (x.length !== y.length) return false;
  return x.length === 0 || x.start === y.start && (x.length === 1 || x.step === y.step);
}
function equalStructs(meter2, x, y, depth) {
  if (x.fields.size !== y.fields.size) return false;
  for (const [name, value] of x.fields) {
    const other = y.fields.get(name);
    if (other === void 0 || !equal(meter2, value, other, depth - 1)) return false;
  }
  return true;
}
function isSubset(meter2, x, y) {
  for (const value of x.keys()) {
    meter2.work(1);
    if (!y.has(meter2, value)) return false;
  }
  return true;
}
function compare(meter2, operator, x, y, depth = MAX_DEPTH4) {
  if (operator === "==") return equal(meter2, x, y, depth);
  if (operator === "!=") return !equal(meter2, x, y, depth);
  if (x instanceof StarSet && y instanceof StarSet) return compareSets(meter2, operator, x, y);
  const order = orderOf(meter2, x, y, depth);
  if (order === void 0) {
    throw new Fault2(`${typeName(x)} ${operator} ${typeName(y)} not implemented`, "Compare values of one type.");
  }
  if (typeof order === "object") return compare(meter2, operator, order.x, order.y, depth - 1);
  if (operator === "<") return order < 0;
  if (operator === "<=") return order <= 0;
  return operator === ">" ? order > 0 : order >= 0;
}
function orderOf(meter2, x, y, depth) {
  if (typeof x === "string") {
    if (typeof y !== "string") return void 0;
    meter2.work(Math.min(x.length, y.length) / 256);
    return orderOfTexts(x, y);
  }
  if (x === null && y === null && meter2.rulesOf2020) return 0;
  if (typeof x === "boolean") return typeof y === "boolean" ? Number(x) - Number(y) : void 0;
  const [first, second] = [x instanceof Float ? x.value : x, y instanceof Float ? y.value : y];
  if (isInteger(first)) return isInteger(second) ? compareNumbers(first, second) : void 0;
  if (x instanceof Bytes) return y instanceof Bytes ? orderOfTexts(x.data, y.data) : void 0;
  if (x instanceof List && y instanceof List) return orderOfItems(meter2, x.items, y.items, depth);
  if (x instanceof Tuple && y instanceof Tuple) return orderOfItems(meter2, x.items, y.items, depth);
  return void 0;
}
function orderOfTexts(x, y) {
  return x < y ? -1 : x > y ? 1 : 0;
}
function orderOfItems(meter2, x, y, depth) {
  for (let index = 0; index < x.length && index < y.length; index++) {
    meter2.work(1);
    const [a, b] = [x[index], y[index]];
    if (!equal(meter2, a, b, depth - 1)) return { x: a, y: b };
  }
  return x.length - y.length;
}
function compareSets(meter2, operator, x, y) {
  const isStrict = operator === "<" || operator === ">";
  const [small, large] = operator.startsWith("<") ? [x, y] : [y, x];
  if (isStrict ? small.size >= large.size : small.size > large.size) return false;
  return isSubset(meter2, small, large);
}

// src/starlark/values/writer.ts
var MAX_DEPTH5 = 500;
function repr(meter2, value) {
  if (typeof value === "string") return text2(meter2, value);
  if (value === null || typeof value !== "object") return plain2(meter2, value);
  return new Writer(meter2).write(value);
}
function str(meter2, value) {
  return typeof value === "string" ? value : repr(meter2, value);
}
function text2(meter2, value) {
  meter2.walk(value.length);
  const written = quote(value);
  meter2.text(written.length);
  return written;
}
function plain2(meter2, value) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return digits(meter2, value);
}
var Writer = class {
  #meter;
  #path = [];
  #length = 0;
  constructor(meter2) {
    this.#meter = meter2;
  }
  write(value) {
    const before = this.#length;
    const written = this.#format(value);
    const piece = Math.max(0, written.length - (this.#length - before));
    this.#length += piece;
    this.#meter.grow(this.#length, piece);
    return written;
  }
  #format(value) {
    if (typeof value === "string") {
      this.#meter.walk(value.length);
      return quote(value);
    }
    if (value === null || typeof value !== "object") return plain2(this.#meter, value);
    if (value instanceof Float) return writeFloat(this.#meter, value.value);
    if (value instanceof List) return this.#within(value, "[", value.items.map.bind(value.items), "]");
    if (value instanceof Tuple) {
      return this.#within(value, "(", value.items.map.bind(value.items), value.items.length === 1 ? ",)" : ")");
    }
    if (value instanceof Dict) {
      const pairs = [...value.pairs()];
      return this.#within(value, "{", (write) => pairs.map(([key, each]) => `${write(key)}: ${write(each)}`), "}");
    }
    if (value instanceof StarSet)
      return `set(${this.#within(value, "[", (write) => [...value.keys()].map(write), "]")})`;
    if (value instanceof Bytes) return `b${quote(value.data)}`;
    if (value instanceof Range) return range(value);
    if (value instanceof Elements) return `${this.#format(value.source)}.${value.method}()`;
    if (value instanceof Struct) return this.#struct(value);
    return callable(value);
  }
  #within(value, open, each, close) {
    if (this.#path.includes(value) && !(value instanceof Tuple)) return `${open}...${close}`;
    if (this.#path.length >= MAX_DEPTH5) throw exceeded(`a value is nested deeper than ${MAX_DEPTH5} levels`);
    this.#path.push(value);
    const parts2 = each((item) => this.write(item));
    this.#path.pop();
    return open + parts2.join(", ") + close;
  }
  #struct(value) {
    const fields2 = [...value.fields].sort(([a], [b]) => a < b ? -1 : 1);
    return this.#within(value, "struct(", (write) => fields2.map(([name, each]) => `${name} = ${write(each)}`), ")");
  }
};
function range({ start, stop, step: step2 }) {
  if (step2 !== 1) return `range(${start}, ${stop}, ${step2})`;
  return start === 0 ? `range(${stop})` : `range(${start}, ${stop})`;
}
function callable(value) {
  if (!(value instanceof Builtin)) return `<function ${value.name}>`;
  if (value.self === void 0) return `<built-in function ${value.name}>`;
  return `<built-in method ${value.name} of ${typeName(value.self)} value>`;
}

// src/starlark/values/interpolation.ts
function interpolate(meter2, format2, values) {
  const given = values instanceof Tuple ? values.items : [values];
  meter2.work(format2.length / 64);
  let used = 0;
  let result = "";
  let at2 = 0;
  for (; ; ) {
    const sign = format2.indexOf("%", at2);
    result += format2.slice(at2, sign < 0 ? void 0 : sign);
    if (sign < 0) break;
    at2 = sign + 1;
    if (format2[at2] === "%") {
      meter2.work(1);
      result += "%";
      at2++;
      continue;
    }
    let value;
    if (format2[at2] === "(") {
      const end = format2.indexOf(")", at2);
      if (end < 0) throw new Fault2("incomplete format key: ) is missing");
      value = named(meter2, values, format2.slice(at2 + 1, end));
      at2 = end + 1;
    } else {
      value = given[used];
      if (value === void 0) throw new Fault2("not enough arguments for format string");
    }
    const conversion = format2[at2++];
    if (conversion === void 0) throw new Fault2("incomplete format: it ends with %");
    const piece = convert(meter2, conversion, value);
    result += piece;
    meter2.grow(result.length, piece.length);
    used++;
  }
  meter2.text(result.length);
  if (used < given.length && !(values instanceof Dict)) throw new Fault2("too many arguments for format string");
  return result;
}
function named(meter2, values, key) {
  if (!(values instanceof Dict)) throw new Fault2("format requires a mapping", "Use a dict for %(name)s.");
  const value = values.get(meter2, key);
  if (value === void 0) throw new Fault2(`key not found: ${key}`);
  return value;
}
function convert(meter2, conversion, value) {
  switch (conversion) {
    case "s":
      return str(meter2, value);
    case "r":
      return repr(meter2, value);
    case "d":
    case "i":
      return digits(meter2, integer(conversion, value));
    case "o":
      return digits(meter2, integer(conversion, value), 8);
    case "x":
      return digits(meter2, integer(conversion, value), 16);
    case "X":
      return digits(meter2, integer(conversion, value), 16).toUpperCase();
    case "e":
    case "f":
    case "g":
    case "E":
    case "F":
    case "G":
      return formatFloat2(meter2, floating(conversion, value), conversion);
    case "c":
      return character(value);
    case "%":
      return "%";
    default:
      throw new Fault2(
        `unknown conversion %${conversion}`,
        "Use %s, %r, %d, %x, %o, %e, %f, %g or %c, without width and precision."
      );
  }
}
function integer(conversion, value) {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof Float) return truncate(value.value);
  throw new Fault2(`%${conversion} format requires integer: cannot convert ${typeName(value)} to int`);
}
function floating(conversion, value) {
  if (value instanceof Float) return value.value;
  if (typeof value === "number" || typeof value === "bigint") return typeof value === "number" ? value : Number(value);
  throw new Fault2(`%${conversion} format requires float, not ${typeName(value)}`);
}
function character(value) {
  if (typeof value === "string") {
    if (value === "" || runeAt(value, 0).size !== value.length) {
      throw new Fault2("%c format requires a single-character string");
    }
    return encodeRune(runeAt(value, 0).code);
  }
  if (typeof value !== "number" && typeof value !== "bigint") {
    throw new Fault2(`%c format requires int or single-character string, not ${typeName(value)}`);
  }
  if (!isSmall(value) || value < 0 || value > 1114111) {
    throw new Fault2(`%c format requires a valid Unicode code point, got ${value}`);
  }
  return encodeRune(value);
}

// src/starlark/values/subscript.ts
function smallInteger(value, what) {
  if (isSmall(value)) return value;
  if (typeof value === "number" || typeof value === "bigint") throw new Fault2(`${what}: ${value} out of range`);
  throw new Fault2(`${what}: got ${typeName(value)}, want int`);
}
function getIndex(meter2, x, y) {
  if (x instanceof Dict) {
    const value = x.get(meter2, y);
    if (value === void 0) {
      throw new Fault2(
        `key ${shortened(meter2, y)} not in dict`,
        "Use .get(key) or .setdefault(key, value) if the key may be missing."
      );
    }
    return value;
  }
  const length = x instanceof Dict ? void 0 : indexableLength(x);
  if (length === void 0) throw new Fault2(`cannot index ${typeName(x)} by ${typeName(y)}`);
  const index = position(smallInteger(y, `${typeName(x)} index`), length, x);
  if (x instanceof List || x instanceof Tuple) return x.items[index];
  if (typeof x === "string") return x[index];
  if (x instanceof Range) return x.start + index * x.step;
  if (x instanceof Bytes) {
    meter2.small();
    return new Bytes(x.data[index]);
  }
  const source = x.source;
  return x.method === "elems" ? source[index] : source.charCodeAt(index);
}
function shortened(meter2, key) {
  const text4 = repr(meter2, key);
  return text4.length > 200 ? `${text4.slice(0, 200)}...` : text4;
}
function indexableLength(x) {
  const indexable = typeof x === "string" || x instanceof List || x instanceof Tuple || x instanceof Range || x instanceof Bytes || x instanceof Elements;
  return indexable ? lengthOf(x) : void 0;
}
function position(index, length, x) {
  const at2 = index < 0 ? index + length : index;
  if (at2 >= 0 && at2 < length) return at2;
  throw outOfRange(index, length, x);
}
function outOfRange(index, length, x) {
  const range2 = length === 0 ? `: the ${typeName(x)} is empty` : ` [${-length}:${length - 1}]`;
  return new Fault2(`${typeName(x)} index ${index} out of range${range2}`);
}
function setIndex(meter2, x, y, value) {
  if (x instanceof Dict) {
    x.set(meter2, y, value);
  } else if (x instanceof List) {
    const index = position(smallInteger(y, "list index"), x.items.length, x);
    x.check("assign to element of");
    x.items[index] = value;
  } else {
    throw new Fault2(`${typeName(x)} value does not support item assignment`);
  }
}
function bounds(low, high, length) {
  const start = bound(low, length, 0, "invalid start index");
  const end = bound(high, length, length, "invalid end index");
  return [clamp(start, 0, length), clamp(end, 0, length)];
}
function bound(value, length, otherwise, what) {
  if (value === void 0 || value === null) return otherwise;
  const index = smallInteger(value, what);
  return index < 0 ? index + length : index;
}
function clamp(value, least, most) {
  return Math.min(Math.max(value, least), most);
}
function slice(meter2, x, low, high, stride) {
  const length = x instanceof Elements ? void 0 : indexableLength(x);
  if (length === void 0) throw new Fault2(`cannot slice ${typeName(x)}`);
  const step2 = stride === null ? 1 : smallInteger(stride, "invalid slice step");
  if (step2 === 0) throw new Fault2("zero is not a valid slice step");
  let [start, end] = bounds(low, high, length);
  if (step2 < 0) {
    start = Math.min(bound(low, length, length - 1, "invalid start index"), length - 1);
    end = Math.max(bound(high, length, -1, "invalid end index"), -1);
  }
  if (x instanceof Range && step2 > 0) return sliceRange(meter2, x, start, Math.max(start, end), step2);
  if (x instanceof Range) return sliceRange(meter2, x, Math.max(start, end), end, step2);
  if (typeof x === "string") return sliceText(meter2, x, start, end, step2);
  if (x instanceof Bytes) return new Bytes(sliceText(meter2, x.data, start, end, step2));
  const items = pick(meter2, x.items, start, end, step2);
  return x instanceof List ? new List(items) : new Tuple(items);
}
function sliceRange(meter2, x, start, end, step2) {
  meter2.small();
  return new Range(x.start + x.step * start, x.start + x.step * end, x.step * step2);
}
function sliceText(meter2, text4, start, end, step2) {
  meter2.text(Math.max(0, Math.ceil((end - start) / step2)));
  if (step2 === 1) return text4.slice(start, Math.max(start, end));
  meter2.walk(Math.max(0, (end - start) / step2));
  const picked = [];
  for (let at2 = start; step2 > 0 ? at2 < end : at2 > end; at2 += step2) picked.push(text4[at2]);
  return picked.join("");
}
function pick(meter2, items, start, end, step2) {
  meter2.elements(Math.max(0, Math.ceil((end - start) / step2)));
  if (step2 === 1) return items.slice(start, Math.max(start, end));
  const picked = [];
  for (let at2 = start; step2 > 0 ? at2 < end : at2 > end; at2 += step2) picked.push(items[at2]);
  return picked;
}

// src/starlark/values/operators.ts
function binary(meter2, operator, x, y) {
  switch (operator) {
    case "+":
      return concatenate(meter2, x, y) ?? arithmetic(meter2, "+", x, y) ?? unknown(operator, x, y);
    case "*":
      return repetition(meter2, x, y) ?? arithmetic(meter2, "*", x, y) ?? unknown(operator, x, y);
    case "-":
    case "/":
    case "//":
      return arithmetic(meter2, operator, x, y) ?? sets(meter2, operator, x, y) ?? unknown(operator, x, y);
    case "%":
      if (typeof x === "string") return interpolate(meter2, x, y);
      return arithmetic(meter2, "%", x, y) ?? unknown(operator, x, y);
    case "|":
    case "&":
    case "^":
      if (isInteger(x) && isInteger(y)) return bitwise(meter2, operator, x, y);
      return sets(meter2, operator, x, y) ?? unknown(operator, x, y);
    case "<<":
    case ">>":
      return isInteger(x) ? shift(meter2, operator, x, y) : unknown(operator, x, y);
    case "in":
      return contains(meter2, y, x);
    case "not in":
      return !contains(meter2, y, x);
    default:
      return compare(meter2, operator, x, y);
  }
}
function unknown(operator, x, y) {
  throw new Fault2(`unknown binary op: ${typeName(x)} ${operator} ${typeName(y)}`, hint(operator, x, y));
}
function hint(operator, x, y) {
  const oneIsText = typeof x === "string" !== (typeof y === "string");
  return operator === "+" && oneIsText ? "Use str(x) to make a string of a value." : void 0;
}
function arithmetic(meter2, operator, x, y) {
  if (isInteger(x) && isInteger(y)) {
    if (operator === "+") return add(meter2, x, y);
    if (operator === "-") return subtract(meter2, x, y);
    if (operator === "*") return multiply(meter2, x, y);
    if (operator === "//") return floorDivide(meter2, x, y);
    if (operator === "%") return modulo(meter2, x, y);
  }
  const a = x instanceof Float ? x.value : isInteger(x) ? toFloat(x) : void 0;
  const b = y instanceof Float ? y.value : isInteger(y) ? toFloat(y) : void 0;
  if (a === void 0 || b === void 0) return void 0;
  meter2.small();
  return new Float(floating2(meter2, operator, a, b));
}
function floating2(meter2, operator, a, b) {
  if (operator === "+") return a + b;
  if (operator === "-") return a - b;
  if (operator === "*") return a * b;
  if (b === 0) {
    const name = { "/": "floating-point division", "//": "floored division", "%": "floating-point modulo" }[operator];
    throw new Fault2(`${name} by zero`);
  }
  return operator === "/" ? a / b : operator === "//" ? Math.floor(a / b) : floatModulo(meter2, a, b);
}
function concatenate(meter2, x, y) {
  if (typeof x === "string" && typeof y === "string") return concatTexts(meter2, x, y);
  if (x instanceof List && y instanceof List) return new List(joined(meter2, x, y));
  if (x instanceof Tuple && y instanceof Tuple) return new Tuple(joined(meter2, x, y));
  if (x instanceof Bytes && y instanceof Bytes) return new Bytes(concatTexts(meter2, x.data, y.data));
  return void 0;
}
function concatTexts(meter2, x, y) {
  meter2.text(x.length + y.length);
  return x + y;
}
function joined(meter2, x, y) {
  meter2.elements(x.items.length + y.items.length);
  return x.items.concat(y.items);
}
function repetition(meter2, x, y) {
  const [value, count2] = isInteger(x) ? [y, x] : [x, y];
  if (!isInteger(count2)) return void 0;
  if (typeof value === "string") return repeatText(meter2, value, count2);
  if (value instanceof Bytes) return new Bytes(repeatText(meter2, value.data, count2));
  if (!(value instanceof List || value instanceof Tuple)) return void 0;
  const times = repetitions(count2, value.items.length);
  meter2.elements(value.items.length * times);
  const items = [];
  for (let done = 0; done < times; done++) for (const item of value.items) items.push(item);
  return value instanceof List ? new List(items) : new Tuple(items);
}
function repeatText(meter2, text4, count2) {
  const times = repetitions(count2, text4.length);
  meter2.text(text4.length * times);
  meter2.work(text4.length * times / 1024);
  return text4.repeat(times);
}
function repetitions(count2, length) {
  if (length === 0) return 0;
  if (!isSmall(count2)) throw new Fault2(`repeat count ${count2} too large`);
  return Math.max(0, count2);
}
function shift(meter2, operator, x, y) {
  const count2 = smallInteger(y, "shift count");
  if (count2 < 0) throw new Fault2(`negative shift count: ${count2}`);
  return operator === "<<" ? shiftLeft(meter2, x, count2) : shiftRight(meter2, x, count2);
}
function sets(meter2, operator, x, y) {
  if (x instanceof Dict && y instanceof Dict && operator === "|") {
    const union = new Dict(meter2);
    for (const [key, value] of x.pairs()) union.set(meter2, key, value);
    return update(meter2, union, y);
  }
  if (!(x instanceof StarSet && y instanceof StarSet) || operator === "/" || operator === "//") return void 0;
  meter2.work(x.size + y.size);
  const result = new StarSet(meter2);
  const keep = (from, condition) => {
    for (const value of from.keys()) if (condition(value)) result.add(meter2, value);
  };
  if (operator === "&") keep(y, (value) => x.has(meter2, value));
  else if (operator === "|") keep(x, () => true);
  else keep(x, (value) => !y.has(meter2, value));
  if (operator === "|" || operator === "^") keep(y, (value) => !x.has(meter2, value));
  return result;
}
function update(meter2, into, from) {
  meter2.work(from.size);
  for (const [key, value] of from.pairs()) into.set(meter2, key, value);
  return into;
}
function contains(meter2, container, x) {
  if (container instanceof List || container instanceof Tuple) {
    return container.items.some((item) => {
      meter2.work(1);
      return equal(meter2, item, x);
    });
  }
  if (container instanceof Dict) return isKey(x) && container.get(meter2, x) !== void 0;
  if (container instanceof StarSet) return container.has(meter2, x);
  if (typeof container === "string") {
    if (typeof x !== "string") throw new Fault2(`'in <string>' requires string as left operand, not ${typeName(x)}`);
    meter2.search(container.length, x.length);
    return container.includes(x);
  }
  if (container instanceof Range) return isInRange(container, x);
  if (container instanceof Bytes) return isInBytes(meter2, container, x);
  return unknown("in", x, container);
}
function isKey(x) {
  if (x === null || typeof x !== "object" || x instanceof Float || x instanceof Bytes) return true;
  return x instanceof Tuple ? x.items.every(isKey) : x instanceof Callable;
}
function isInRange({ start, step: step2, length }, x) {
  const value = x instanceof Float && Number.isFinite(x.value) ? Math.trunc(x.value) : x;
  if (!isInteger(value)) throw new Fault2(`'in <range>' requires integer as left operand, not ${typeName(x)}`);
  if (!isSmall(value)) return false;
  const index = (value - start) / step2;
  return Number.isInteger(index) && index >= 0 && index < length;
}
function isInBytes(meter2, { data }, x) {
  meter2.search(data.length, x instanceof Bytes ? x.data.length : 1);
  if (x instanceof Bytes) return data.includes(x.data);
  if (!isInteger(x)) throw new Fault2(`'in bytes' requires bytes or int as left operand, not ${typeName(x)}`);
  if (!isSmall(x) || x < 0 || x > 255) throw new Fault2(`int in bytes: ${x} out of range`);
  return data.includes(String.fromCharCode(x));
}
function unary(meter2, operator, x) {
  if (isInteger(x)) {
    if (operator === "+") return x;
    return subtract(meter2, operator === "~" ? -1 : 0, x);
  }
  if (x instanceof Float && operator !== "~") {
    meter2.small();
    return operator === "-" ? new Float(-x.value) : x;
  }
  throw new Fault2(`unknown unary op: ${operator} ${typeName(x)}`);
}

// src/starlark/evaluation/assignment.ts
function compileAssignment(statement, context) {
  const { operator, target, value, at: at2 } = statement;
  const evaluate = context.expression(value);
  if (operator !== void 0) return compileChange(operator, target, evaluate, at2, context);
  const store = context.target(target, at2);
  return (frame) => store(frame, evaluate(frame));
}
function compileTarget(target, at2, context) {
  switch (target.kind) {
    case "name":
      return compileStore(target.binding);
    case "parentheses":
      return context.target(target.x, at2);
    case "index": {
      const x = context.expression(target.x);
      const y = context.expression(target.y);
      return (frame, value) => {
        const [container, key] = [x(frame), y(frame)];
        frame.at = target.at;
        setIndex(frame.thread, container, key, value);
      };
    }
    case "dot": {
      const x = context.expression(target.x);
      return (frame) => {
        const value = x(frame);
        frame.at = target.at;
        throw notAssignable(value, target.name);
      };
    }
    case "tuple":
    case "list":
      return unpack(
        target.items.map((item) => context.target(item, at2)),
        at2
      );
    default:
      throw new Error(`the resolver let ${target.kind} through as a target`);
  }
}
function notAssignable(value, name) {
  return new Fault2(
    `cannot assign to .${name} of ${typeName(value)}`,
    value instanceof Dict ? `Write ["${name}"] for an entry of a dict.` : void 0
  );
}
function compileStore({ scope, index }) {
  if (scope === "global") {
    return (frame, value) => {
      frame.globals[index] = value;
    };
  }
  if (scope === "cell") {
    return (frame, value) => {
      frame.slots[index].value = value;
    };
  }
  return (frame, value) => {
    frame.slots[index] = value;
  };
}
function unpack(stores, at2) {
  return (frame, value) => {
    frame.at = at2;
    const cursor = cursorOf(value);
    if (cursor === void 0) throw new Fault2(`got ${typeName(value)} in sequence assignment`);
    const items = [];
    let item = cursor.next();
    for (; item !== void 0 && items.length < stores.length; item = cursor.next()) items.push(item);
    if (item !== void 0) {
      throw new Fault2(`too many values to unpack (got ${lengthOf(value) ?? "more"}, want ${stores.length})`);
    }
    cursor.done();
    if (items.length < stores.length) {
      throw new Fault2(`too few values to unpack (got ${items.length}, want ${stores.length})`);
    }
    for (const [index, store] of stores.entries()) store(frame, items[index]);
  };
}
function compileChange(operator, target, evaluate, at2, context) {
  if (target.kind === "parentheses") return compileChange(operator, target.x, evaluate, at2, context);
  if (target.kind === "name") {
    const load = context.expression(target);
    const store = compileStore(target.binding);
    return (frame) => {
      const old = load(frame);
      const value = evaluate(frame);
      frame.at = at2;
      store(frame, change(frame.thread, operator, old, value));
    };
  }
  if (target.kind === "dot") {
    const store = context.target(target, at2);
    return (frame) => store(frame, null);
  }
  if (target.kind !== "index") throw new Error(`the resolver let ${target.kind} through as a target`);
  const x = context.expression(target.x);
  const y = context.expression(target.y);
  return (frame) => {
    const [container, key] = [x(frame), y(frame)];
    frame.at = target.at;
    const old = getIndex(frame.thread, container, key);
    const value = evaluate(frame);
    frame.at = at2;
    setIndex(frame.thread, container, key, change(frame.thread, operator, old, value));
  };
}
function change(meter2, operator, x, y) {
  if (typeof x === "number" && typeof y === "number" && operator === "+") {
    const sum = x + y;
    if (Number.isSafeInteger(sum)) return sum;
  }
  if (operator === "+" && x instanceof List && isIterable(y)) {
    x.check("apply += to");
    for (const item of itemsOf(meter2, y, "+=")) x.items.push(item);
    return x;
  }
  if (operator === "|" && x instanceof Dict && y instanceof Dict) {
    x.check("apply |= to");
    return update(meter2, x, y);
  }
  return binary(meter2, operator, x, y);
}
function isIterable(value) {
  if (value instanceof List || value instanceof Dict || value instanceof StarSet) return true;
  const cursor = cursorOf(value);
  cursor?.done();
  return cursor !== void 0;
}

// src/starlark/evaluation/context.ts
var NODES_PER_STEP = 16;
function costSince(before, context) {
  return 1 + Math.floor((context.nodes - before) / NODES_PER_STEP);
}

// src/starlark/library/arguments.ts
function expectCount(who, args, keywords, least, most = least) {
  if (keywords.length > 0) throw new Fault2(`${who}: unexpected keyword argument ${keywords[0]?.[0]}`);
  if (args.length >= least && args.length <= most) return;
  const few = args.length < least;
  const bound2 = least === most ? "" : few ? "at least " : "at most ";
  throw new Fault2(`${who}: got ${args.length} arguments, want ${bound2}${few ? least : most}`);
}
function named2(who, args, keywords, names, required) {
  if (args.length > names.length) {
    throw new Fault2(`${who}: got ${args.length} arguments, want at most ${names.length}`);
  }
  const values = names.map((_, index) => args[index]);
  for (const [name, value] of keywords) {
    const index = names.indexOf(name);
    if (index < 0) throw new Fault2(`${who}: unexpected keyword argument ${name}`);
    if (values[index] !== void 0) throw new Fault2(`${who}: got multiple values for keyword argument ${name}`);
    values[index] = value;
  }
  for (let index = 0; index < required; index++) {
    if (values[index] === void 0) throw new Fault2(`${who}: missing argument for ${names[index]}`);
  }
  return values;
}
function mismatch(who, value, wanted) {
  return new Fault2(`${who}: got ${typeName(value)}, want ${wanted}`);
}
function text3(who, value) {
  if (typeof value === "string") return value;
  throw mismatch(who, value ?? null, "string");
}
function boolean(who, value) {
  if (typeof value === "boolean") return value;
  throw mismatch(who, value, "bool");
}
function callable2(who, value) {
  if (value instanceof Callable) return value;
  throw mismatch(who, value, "callable");
}
function integer2(who, value) {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") throw new Fault2(`${who}: ${value} out of range`);
  throw mismatch(who, value, "int");
}

// src/starlark/library/builtins.ts
function takes(least, most, run2) {
  return (who) => (machine, args, keywords, self) => {
    expectCount(who, args, keywords, least, most);
    return run2(machine, args, self, who);
  };
}
function builtins(table) {
  return new Map(Object.entries(table).map(([name, make]) => [name, make(name)]));
}

// src/starlark/library/collection-methods.ts
var BYTES_METHODS = builtins({
  elems: takes(0, 0, (_machine, _args, self) => new Elements(self, "elems"))
});
var LIST_METHODS = builtins({
  append: takes(1, 1, (machine, args, self) => {
    self.check("append to");
    machine.element();
    self.items.push(args[0]);
    return null;
  }),
  clear: takes(0, 0, (_machine, _args, self) => {
    self.check("clear");
    self.items = [];
    return null;
  }),
  extend: takes(1, 1, (machine, args, self, who) => {
    const items = itemsOf(machine, args[0], who);
    self.check("extend");
    for (const item of items) self.items.push(item);
    return null;
  }),
  index: takes(1, 3, (machine, args, self) => {
    const [start, end] = bounds(args[1], args[2], self.items.length);
    for (let at2 = start; at2 < end; at2++) {
      machine.work(1);
      if (equal(machine, self.items[at2], args[0])) return at2;
    }
    throw new Fault2("index: value not in list");
  }),
  insert: takes(2, 2, (machine, args, self, who) => {
    const index = integer2(who, args[0]);
    self.check("insert into");
    machine.element();
    machine.work(self.items.length / 64);
    self.items.splice(index < 0 ? Math.max(0, index + self.items.length) : index, 0, args[1]);
    return null;
  }),
  pop: takes(0, 1, (machine, args, self, who) => {
    const { length } = self.items;
    const [last = length - 1] = args;
    const index = integer2(who, last);
    const at2 = index < 0 ? index + length : index;
    if (at2 < 0 || at2 >= length) throw outOfRange(index, length, self);
    self.check("pop from");
    if (at2 === length - 1) return self.items.pop();
    machine.work(length / 64);
    return self.items.splice(at2, 1)[0];
  }),
  remove: takes(1, 1, (machine, args, self) => {
    self.check("remove from");
    const at2 = self.items.findIndex((item) => {
      machine.work(1);
      return equal(machine, item, args[0]);
    });
    if (at2 < 0) throw new Fault2("remove: element not found");
    machine.work(self.items.length / 64);
    self.items.splice(at2, 1);
    return null;
  })
});
var DICT_METHODS = builtins({
  clear: takes(0, 0, (_machine, _args, self) => {
    self.clear();
    return null;
  }),
  get: takes(1, 2, (machine, [key = null, otherwise = null], self) => {
    const value = self.get(machine, key);
    return value === void 0 ? otherwise : value;
  }),
  items: takes(0, 0, (machine, _args, self) => {
    machine.rows(self.size, 2);
    return new List([...self.pairs()].map((pair) => new Tuple(pair)));
  }),
  keys: takes(0, 0, (machine, _args, self, who) => new List(itemsOf(machine, self, who))),
  pop: takes(1, 2, (machine, [key = null, otherwise], self) => {
    const removed = self.delete(machine, key);
    const value = removed === void 0 ? otherwise : removed;
    const hint2 = "Pass a default value as second argument if the key may be missing.";
    if (value === void 0) throw new Fault2("pop: missing key", hint2);
    return value;
  }),
  popitem: takes(0, 0, (machine, _args, self) => {
    const first = self.pairs().next();
    if (first.done) throw new Fault2("popitem: empty dict");
    self.delete(machine, first.value[0]);
    return new Tuple(first.value);
  }),
  setdefault: takes(1, 2, (machine, [key = null, value = null], self) => {
    const old = self.get(machine, key);
    if (old !== void 0) return old;
    self.set(machine, key, value);
    return value;
  }),
  update: (who) => (machine, args, keywords, self) => {
    if (args.length > 1) throw new Fault2(`update: got ${args.length} arguments, want at most 1`);
    fillDict(who, machine, self, args[0], keywords);
    return null;
  },
  values: takes(0, 0, (machine, _args, self) => {
    machine.elements(self.size);
    return new List([...self.pairs()].map(([, value]) => value));
  })
});
function fillDict(who, machine, dict, source, keywords) {
  if (source instanceof Dict) {
    update(machine, dict, source);
  } else if (source !== void 0) {
    for (const [index, pair] of itemsOf(machine, source, who).entries()) {
      const [key, value] = pairOf(who, machine, pair, index);
      dict.set(machine, key, value);
    }
  }
  const names = /* @__PURE__ */ new Set();
  for (const [name, value] of keywords) {
    if (names.has(name)) throw new Fault2(`${who}: duplicate keyword argument ${name}`);
    names.add(name);
    dict.set(machine, name, value);
  }
}
function pairOf(who, machine, pair, index) {
  const what = `${who}: dictionary update sequence element #${index}`;
  if (cursorOf(pair) === void 0) throw new Fault2(`${what} is not iterable (${typeName(pair)})`);
  const length = lengthOf(pair);
  if (length !== 2)
    throw new Fault2(`${what} has ${length === void 0 ? "unknown length" : `length ${length}`}, want 2`);
  return itemsOf(machine, pair, who);
}

// src/starlark/library/set-methods.ts
function withItems(run2) {
  return takes(
    1,
    1,
    (machine, args, self, who) => run2(machine, itemsOf(machine, args[0], who), self)
  );
}
var SET_METHODS = builtins({
  add: takes(1, 1, (machine, args, self) => {
    self.add(machine, args[0]);
    return null;
  }),
  clear: takes(0, 0, (_machine, _args, self) => {
    if (self.size > 0) self.clear();
    return null;
  }),
  difference: takes(1, 1, (machine, args, self, who) => {
    const result = copy(machine, self);
    for (const item of itemsOf(machine, args[0], who)) result.delete(machine, item);
    return result;
  }),
  discard: takes(1, 1, (machine, args, self) => {
    self.delete(machine, args[0]);
    return null;
  }),
  intersection: withItems((machine, items, self) => {
    const common = items.filter((item) => self.has(machine, item));
    return setOf(machine, common);
  }),
  issubset: withItems((machine, items, self) => isSubset(machine, self, setOf(machine, items))),
  issuperset: withItems((machine, items, self) => items.every((item) => self.has(machine, item))),
  pop: takes(0, 0, (machine, _args, self) => {
    const first = self.keys().next();
    if (first.done) throw new Fault2("pop: empty set");
    self.delete(machine, first.value);
    return first.value;
  }),
  remove: takes(1, 1, (machine, args, self) => {
    if (self.delete(machine, args[0]) === void 0) throw new Fault2("remove: missing key");
    return null;
  }),
  symmetric_difference: takes(1, 1, (machine, args, self, who) => {
    const result = copy(machine, self);
    for (const item of itemsOf(machine, args[0], who)) {
      if (result.delete(machine, item) === void 0) result.add(machine, item);
    }
    return result;
  }),
  union: takes(0, Number.POSITIVE_INFINITY, (machine, args, self, who) => {
    return addAll(who, machine, copy(machine, self), args);
  }),
  update: takes(0, Number.POSITIVE_INFINITY, (machine, args, self, who) => {
    addAll(who, machine, self, args);
    return null;
  })
});
function setOf(machine, items) {
  const set = new StarSet(machine);
  for (const item of items) set.add(machine, item);
  return set;
}
function copy(machine, set) {
  return setOf(machine, itemsOf(machine, set, "set"));
}
function addAll(who, machine, set, args) {
  for (const arg of args) for (const item of itemsOf(machine, arg, who)) set.add(machine, item);
  return set;
}

// src/starlark/values/format.ts
var PARTS = /\{\{|\}\}|\{([^}]*)\}|[{}]/g;
function format(machine, template, args, keywords) {
  const numbering = { next: 0, kind: void 0 };
  machine.work(template.length / 64);
  let result = "";
  let done = 0;
  for (const match of template.matchAll(PARTS)) {
    const [whole, field] = match;
    result += template.slice(done, match.index);
    done = match.index + whole.length;
    const piece = field === void 0 ? brace(whole) : replacement(machine, field, args, keywords, numbering);
    result += piece;
    machine.grow(result.length, piece.length);
  }
  result += template.slice(done);
  machine.text(result.length);
  return result;
}
function brace(whole) {
  if (whole.length === 2) return whole.charAt(0);
  throw new Fault2(
    whole === "}" ? "format: single '}' in format" : "format: unmatched '{' in format",
    "Write {{ or }} for a brace."
  );
}
function replacement(machine, field, args, keywords, numbering) {
  const [, name = "", , conversion, , spec = ""] = /^([^!:]*)(!([^:]*))?(:([^]*))?$/.exec(field) ?? parts(field);
  const value = valueOf(name, args, keywords, numbering);
  if (spec !== "") throw new Fault2(`format spec features not supported in replacement fields: ${spec}`);
  if (conversion === void 0 || conversion === "s") return str(machine, value);
  if (conversion === "r") return repr(machine, value);
  throw new Fault2(`format: unknown conversion ${repr(machine, conversion)}`);
}
function parts(field) {
  const at2 = field.indexOf("!");
  const [conversion = "", ...spec] = field.slice(at2 + 1).split(":");
  return [field, field.slice(0, at2), "", conversion, "", spec.join(":")];
}
function valueOf(name, args, keywords, numbering) {
  if (/^[0-9]*$/.test(name)) {
    const kind = name === "" ? "automatic" : "manual";
    if (numbering.kind !== void 0 && numbering.kind !== kind) {
      throw new Fault2("format: cannot mix {} with {0}", "Number all fields, or none.");
    }
    numbering.kind = kind;
    const value = args[name === "" ? numbering.next++ : Number(name)];
    if (value === void 0) throw new Fault2("format: tuple index out of range", "Pass an argument for each field.");
    return value;
  }
  const found = keywords.find(([key]) => key === name);
  if (found !== void 0) return found[1];
  if (/[.[{]/.test(name))
    throw new Fault2(`format: only names and numbers are supported in replacement fields: ${name}`);
  throw new Fault2(`format: keyword ${name} not found`);
}

// src/starlark/values/letters.ts
var CLASSES = { letter: new RegExp("^\\p{L}$", "u"), digit: new RegExp("^\\p{Nd}$", "u"), lower: new RegExp("^\\p{Ll}$", "u"), upper: new RegExp("^\\p{Lu}$", "u"), title: new RegExp("^\\p{Lt}$", "u") };
function isA(kind, code) {
  return CLASSES[kind].test(String.fromCodePoint(code));
}
function isSpace(code) {
  if (code < 128) return code === 32 || code >= 9 && code <= 13;
  return code === 133 || /^[\p{Z}]$/u.test(String.fromCodePoint(code));
}
var ALONE2 = [
  [8064, 8071, 8],
  [8080, 8087, 8],
  [8096, 8103, 8],
  [8115, 8115, 9],
  [8131, 8131, 9],
  [8179, 8179, 9]
];
function toUpper(code) {
  if (code < 128) return code >= 97 && code <= 122 ? code - 32 : code;
  for (const [from, to, distance] of ALONE2) if (code >= from && code <= to) return code + distance;
  return single(String.fromCodePoint(code).toUpperCase(), code);
}
function toLower(code) {
  if (code < 128) return code >= 65 && code <= 90 ? code + 32 : code;
  if (code === 304) return 105;
  return single(String.fromCodePoint(code).toLowerCase(), code);
}
function toTitle(code) {
  if (code >= 452 && code <= 460) return 453 + 3 * Math.floor((code - 452) / 3);
  if (code >= 497 && code <= 499) return 498;
  if (code >= 4304 && code <= 4351) return code;
  return toUpper(code);
}
function isCased(code) {
  if (code === 304 || code === 305) return false;
  return code === 223 || toUpper(code) !== code || toLower(code) !== code;
}
function single(changed, code) {
  const first = changed.codePointAt(0) ?? code;
  return String.fromCodePoint(first) === changed ? first : code;
}
function isCasedText(bytes) {
  return !allRunes(bytes, (code) => !isCased(code));
}
function title(bytes) {
  let within3 = false;
  return mapRunes(bytes, (code) => {
    const changed = within3 ? toLower(code) : toTitle(code);
    within3 = isCased(changed);
    return changed;
  });
}
function isTitle(bytes) {
  let [any, within3] = [false, false];
  const fits = allRunes(bytes, (code) => {
    const isCapital = code >= 65 && code <= 90 || isA("title", code);
    if (isCapital || isA("lower", code)) {
      if (isCapital === within3) return false;
      [any, within3] = [true, true];
    } else if (isA("upper", code)) {
      return false;
    } else {
      within3 = false;
    }
    return true;
  });
  return fits && any;
}

// src/starlark/values/splitting.ts
function charge3(meter2, length, parts2) {
  meter2.growingList();
  meter2.allocate(length + parts2 * 44);
  meter2.work(length / 64 + parts2);
}
function splitAt(meter2, text4, separator, most, fromBack) {
  meter2.search(text4.length, separator.length);
  const parts2 = text4.split(separator);
  charge3(meter2, text4.length, parts2.length);
  const excess = parts2.length - 1 - most;
  if (most < 0 || excess <= 0) return parts2;
  if (fromBack) return [parts2.slice(0, excess + 1).join(separator), ...parts2.slice(excess + 1)];
  return [...parts2.slice(0, most), parts2.slice(most).join(separator)];
}
function fields(meter2, text4, most, fromBack) {
  meter2.walk(text4.length);
  const words = [];
  let start = -1;
  for (let at2 = 0; at2 < text4.length; ) {
    const { code, size } = runeAt(text4, at2);
    const space = isSpace(code);
    if (!space && start < 0) start = at2;
    if (space && start >= 0) {
      words.push({ start, end: at2 });
      start = -1;
    }
    at2 += size;
  }
  if (start >= 0) words.push({ start, end: text4.length });
  charge3(meter2, text4.length, words.length);
  const cut = (from, to) => text4.slice(from, to);
  if (most < 0 || words.length <= most) return words.map(({ start: from, end }) => cut(from, end));
  if (fromBack) {
    const rest2 = words[words.length - 1 - most];
    const tail = words.slice(words.length - most).map(({ start: from, end }) => cut(from, end));
    return rest2 === void 0 ? tail : [cut(0, rest2.end), ...tail];
  }
  const rest = words[most];
  const head = words.slice(0, most).map(({ start: from, end }) => cut(from, end));
  return rest === void 0 ? head : [...head, cut(rest.start, text4.length)];
}
function lines(meter2, text4, keepEnds) {
  if (text4 === "") return [];
  const parts2 = text4.split("\n");
  charge3(meter2, text4.length, parts2.length);
  const last = parts2.pop() ?? "";
  const whole = keepEnds ? parts2.map((line) => `${line}
`) : parts2;
  return last === "" ? whole : [...whole, last];
}
function trim(meter2, text4, given, atStart, atEnd) {
  meter2.work(given.length);
  const set = new Set(runes(given));
  const isCut = (code) => given === "" ? isSpace(code) : set.has(code);
  let [from, to] = [0, text4.length];
  for (let rune = runeAt(text4, from); atStart && from < to && isCut(rune.code); rune = runeAt(text4, from))
    from += rune.size;
  for (let rune = runeBefore(text4, to); atEnd && from < to && isCut(rune.code); rune = runeBefore(text4, to))
    to -= rune.size;
  meter2.walk(text4.length - (to - from));
  meter2.text(to - from);
  return text4.slice(from, to);
}
function runeBefore(text4, end) {
  for (let size = Math.min(4, end); size > 1; size--) {
    const rune = runeAt(text4, end - size);
    if (rune.size === size) return rune;
  }
  return runeAt(text4, end - 1);
}
function replace(meter2, text4, old, by, most) {
  if (most === 0 || old === by && old !== "") return text4;
  if (old !== "") {
    const parts3 = splitAt(meter2, text4, old, most, false);
    meter2.text(text4.length + (parts3.length - 1) * (by.length - old.length));
    meter2.work(parts3.length);
    return parts3.join(by);
  }
  meter2.work(text4.length);
  const parts2 = characters(text4);
  const used = most > 0 ? most : parts2.length + 1;
  meter2.text(text4.length + Math.min(used, parts2.length + 1) * by.length);
  let result = "";
  for (const [index, part] of parts2.entries()) result += index < used ? by + part : part;
  return parts2.length < used ? result + by : result;
}
function characters(text4) {
  if (isAscii(text4)) return text4.split("");
  const parts2 = [];
  for (let at2 = 0; at2 < text4.length; ) {
    const { size } = runeAt(text4, at2);
    parts2.push(text4.slice(at2, at2 + size));
    at2 += size;
  }
  return parts2;
}

// src/starlark/library/string-methods.ts
function simple(run2) {
  return takes(0, 0, (machine, _args, self) => {
    machine.small();
    machine.text(self.length);
    machine.walk(self.length);
    return run2(self);
  });
}
function every(test) {
  return simple((self) => self !== "" && allRunes(self, test));
}
function elements(method) {
  return simple((self) => new Elements(self, method));
}
function only(machine, args, who) {
  const value = text3(who, args[0]);
  machine.work(value.length / 256);
  return value;
}
function within2(self, args) {
  const [start, end] = bounds(args[1], args[2], self.length);
  return [self.slice(start, Math.max(start, end)), start];
}
var count = takes(1, 3, (machine, args, self, who) => {
  const part = text3(who, args[0]);
  const [searched] = within2(self, args);
  machine.search(searched.length, part.length);
  if (part === "") {
    machine.walk(searched.length);
    return countRunes(searched) + 1;
  }
  let found = 0;
  for (let at2 = searched.indexOf(part); at2 >= 0; at2 = searched.indexOf(part, at2 + part.length)) found++;
  return found;
});
var find = takes(1, 3, (machine, args, self, who) => {
  const part = text3(who, args[0]);
  const [searched, start] = within2(self, args);
  machine.search(searched.length, part.length);
  const at2 = who.startsWith("r") ? searched.lastIndexOf(part) : searched.indexOf(part);
  if (at2 >= 0) return at2 + start;
  if (who.endsWith("find")) return -1;
  throw new Fault2(`${who}: substring not found`);
});
var hasAffix = takes(1, 3, (machine, args, self, who) => {
  const [searched] = within2(self, args);
  const has = (affix) => {
    machine.work(affix.length / 256);
    return who === "startswith" ? searched.startsWith(affix) : searched.endsWith(affix);
  };
  const affixes = args[0];
  if (typeof affixes === "string") return has(affixes);
  if (!(affixes instanceof Tuple)) throw new Fault2(`${who}: got ${typeName(affixes)}, want string or tuple of string`);
  return affixes.items.some((affix, index) => {
    machine.work(1);
    if (typeof affix === "string") return has(affix);
    throw new Fault2(`${who}: want string, got ${typeName(affix)}, for element ${index}`);
  });
});
var join2 = takes(1, 1, (machine, args, self) => {
  const cursor = cursorOf(args[0]);
  if (cursor === void 0) throw new Fault2(`join: got ${typeName(args[0])}, want iterable`);
  const parts2 = [];
  let length = 0;
  for (let item = cursor.next(); item !== void 0; item = cursor.next()) {
    if (typeof item !== "string") throw new Fault2(`join: in list, want string, got ${typeName(item)}`);
    parts2.push(item);
    length += item.length + self.length;
    machine.grow(length, item.length + self.length);
  }
  cursor.done();
  machine.allocate(32);
  return parts2.join(self);
});
var strip = takes(0, 1, (machine, args, self, who) => {
  machine.work(self.length / 64);
  const characters2 = args[0] === void 0 ? "" : text3(who, args[0]);
  return trim(machine, self, characters2, who !== "rstrip", who !== "lstrip");
});
var partition = takes(1, 1, (machine, args, self, who) => {
  const separator = only(machine, args, who);
  if (separator === "") throw new Fault2(`${who}: empty separator`);
  machine.text(self.length + 64);
  machine.list(3);
  machine.search(self.length, separator.length);
  const at2 = who === "partition" ? self.indexOf(separator) : self.lastIndexOf(separator);
  if (at2 < 0) return new Tuple(who === "partition" ? [self, "", ""] : ["", "", self]);
  return new Tuple([self.slice(0, at2), separator, self.slice(at2 + separator.length)]);
});
var split = takes(0, 2, (machine, [separator = null, most], self, who) => {
  const limit = most === void 0 ? -1 : integer2(who, most);
  if (separator === null) return new List(fields(machine, self, limit, who === "rsplit"));
  if (typeof separator !== "string") throw new Fault2(`${who}: got ${typeName(separator)} for separator, want string`);
  if (separator === "") throw new Fault2(`${who}: empty separator`);
  return new List(splitAt(machine, self, separator, limit, who === "rsplit"));
});
var STRING_METHODS = builtins({
  capitalize: simple((self) => mapRunes(self, (code, index) => index === 0 ? toTitle(code) : toLower(code))),
  codepoint_ords: elements("codepoint_ords"),
  codepoints: elements("codepoints"),
  count,
  elem_ords: elements("elem_ords"),
  elems: elements("elems"),
  endswith: hasAffix,
  find,
  format: () => (machine, args, keywords, self) => format(machine, self, args, keywords),
  index: find,
  isalnum: every((code) => isA("letter", code) || isA("digit", code)),
  isalpha: every((code) => isA("letter", code)),
  isdigit: every((code) => isA("digit", code)),
  islower: simple((self) => isCasedText(self) && mapRunes(self, toLower) === self),
  isspace: every(isSpace),
  istitle: simple(isTitle),
  isupper: simple((self) => isCasedText(self) && mapRunes(self, toUpper) === self),
  join: join2,
  lower: simple((self) => mapRunes(self, toLower)),
  lstrip: strip,
  partition,
  removeprefix: takes(1, 1, (machine, args, self, who) => {
    const prefix = only(machine, args, who);
    return self.startsWith(prefix) ? self.slice(prefix.length) : self;
  }),
  removesuffix: takes(1, 1, (machine, args, self, who) => {
    const suffix = only(machine, args, who);
    return self.endsWith(suffix) ? self.slice(0, self.length - suffix.length) : self;
  }),
  replace: takes(2, 3, (machine, args, self, who) => {
    const [old, by] = [text3(who, args[0]), text3(who, args[1])];
    return replace(machine, self, old, by, args[2] === void 0 ? -1 : integer2(who, args[2]));
  }),
  rfind: find,
  rindex: find,
  rpartition: partition,
  rsplit: split,
  rstrip: strip,
  split,
  splitlines: takes(0, 1, (machine, [keepEnds = false], self, who) => {
    return new List(lines(machine, self, boolean(who, keepEnds)));
  }),
  startswith: hasAffix,
  strip,
  title: simple(title),
  upper: simple((self) => mapRunes(self, toUpper))
});

// src/starlark/library/attributes.ts
var NONE = /* @__PURE__ */ new Map();
function methodsOf(value) {
  if (typeof value === "string") return STRING_METHODS;
  if (value instanceof List) return LIST_METHODS;
  if (value instanceof Dict) return DICT_METHODS;
  if (value instanceof StarSet) return SET_METHODS;
  return value instanceof Bytes ? BYTES_METHODS : NONE;
}
function methodOf(value, name) {
  return methodsOf(value).get(name);
}
function findAttribute(value, name) {
  if (value instanceof Struct) return value.fields.get(name);
  const method = methodOf(value, name);
  return method === void 0 ? void 0 : new Builtin(name, method, value);
}
function attribute(value, name) {
  const found = findAttribute(value, name);
  if (found !== void 0) return found;
  const near = nearest(name, attributeNames(value));
  const hint2 = value instanceof Dict && near === void 0 ? `Write ["${name}"] for an entry of a dict.` : void 0;
  throw new Fault2(
    `${typeName(value)} has no .${name} field or method`,
    near === void 0 ? hint2 : `Did you mean .${near}?`
  );
}
function attributeNames(value) {
  return [...(value instanceof Struct ? value.fields : methodsOf(value)).keys()].sort();
}

// src/starlark/evaluation/calls.ts
var NONE2 = [];
function compileCall(call, context) {
  const { callee, at: at2 } = call;
  const isSimple = call.arguments.every(({ form }) => form === "positional");
  if (callee.kind === "dot") return compileMethodCall(call, context);
  const target = context.expression(callee);
  if (!isSimple) {
    const read2 = compileArguments(call.arguments, context);
    return (frame) => {
      const value = target(frame);
      const { args, keywords } = read2(frame, at2);
      frame.at = at2;
      return frame.thread.call(value, args, keywords);
    };
  }
  const list = call.arguments.map(({ value }) => context.expression(value));
  return (frame) => {
    const value = target(frame);
    if (value instanceof Closure && value.code.isPlain && value.code.parameters.length === list.length) {
      const { slots } = value.code;
      const values = evaluateAll(list, frame);
      while (values.length < slots) values.push(void 0);
      frame.at = at2;
      return frame.thread.enter(value, values);
    }
    const args = evaluateAll(list, frame);
    frame.at = at2;
    return frame.thread.call(value, args, NONE2);
  };
}
function evaluateAll(list, frame) {
  const values = [];
  for (let index = 0; index < list.length; index++) values.push(list[index](frame));
  return values;
}
function compileMethodCall({ callee, arguments: given, at: at2 }, context) {
  if (callee.kind !== "dot") throw new Error("not a method call");
  const { name } = callee;
  const x = context.expression(callee.x);
  const read2 = compileArguments(given, context);
  return (frame) => {
    const self = x(frame);
    frame.at = callee.at;
    const method = methodOf(self, name);
    const other = method === void 0 ? attribute(self, name) : null;
    const { args, keywords } = read2(frame, at2);
    frame.at = at2;
    if (method === void 0) return frame.thread.call(other, args, keywords);
    frame.thread.work(1);
    return method(frame.thread, args, keywords, self);
  };
}
function compileArguments(given, context) {
  const list = given.map(({ form, name, value }) => ({ form, name, evaluate: context.expression(value) }));
  const positional = list.filter(({ form }) => form === "positional").map(({ evaluate }) => evaluate);
  if (positional.length === list.length) return (frame) => ({ args: evaluateAll(positional, frame), keywords: NONE2 });
  const named3 = list.filter(({ form }) => form === "named");
  const star = list.find(({ form }) => form === "*")?.evaluate;
  const stars = list.find(({ form }) => form === "**")?.evaluate;
  return (frame, at2) => {
    const args = evaluateAll(positional, frame);
    const keywords = named3.map(({ name, evaluate }) => [name, evaluate(frame)]);
    const more = star?.(frame);
    const others = stars?.(frame);
    frame.at = at2;
    if (others !== void 0) spreadNamed(frame, others, keywords);
    if (more !== void 0) spread(frame, more, args);
    return { args, keywords };
  };
}
function spreadNamed(frame, value, keywords) {
  if (!(value instanceof Dict)) throw new Fault2(`argument after ** must be a mapping, not ${typeName(value)}`);
  for (const [key, each] of value.pairs()) {
    if (typeof key !== "string") throw new Fault2(`keywords must be strings, not ${typeName(key)}`);
    frame.thread.work(1);
    frame.thread.allocate(32);
    keywords.push([key, each]);
  }
}
function spread(frame, value, args) {
  const cursor = cursorOf(value);
  if (cursor === void 0) throw new Fault2(`argument after * must be iterable, not ${typeName(value)}`);
  for (let item = cursor.next(); item !== void 0; item = cursor.next()) {
    frame.thread.work(1);
    frame.thread.element();
    args.push(item);
  }
  cursor.done();
}

// src/starlark/evaluation/comprehension.ts
function compileComprehension({ body, clauses }, context) {
  const before = context.nodes;
  if ("kind" in body) {
    const element = context.expression(body);
    const run3 = compileClauses(clauses, context, before, (frame, into) => {
      frame.thread.element();
      into.push(element(frame));
    });
    return (frame) => {
      frame.thread.growingList();
      const items = [];
      run3(frame, items);
      return new List(items);
    };
  }
  const key = context.expression(body.key);
  const value = context.expression(body.value);
  const run2 = compileClauses(clauses, context, before, (frame, into) => {
    const [k, v] = [key(frame), value(frame)];
    frame.at = body.at;
    into.set(frame.thread, k, v);
  });
  return (frame) => {
    const dict = new Dict(frame.thread);
    run2(frame, dict);
    return dict;
  };
}
function compileClauses(clauses, context, before, body) {
  return clauses.reduceRight((inner, clause) => {
    if (clause.kind === "for") return compileLoop(clause, context, before, inner);
    const condition = context.expression(clause.condition);
    return (frame, into) => {
      if (isTrue(condition(frame))) inner(frame, into);
    };
  }, body);
}
function compileLoop({ target, source, at: at2 }, context, before, inner) {
  const store = context.target(target, at2);
  const cost = costSince(before, context);
  const evaluate = context.expression(source);
  return (frame, into) => {
    const { thread } = frame;
    const value = evaluate(frame);
    frame.at = at2;
    const cursor = iterate(value);
    for (let item = cursor.next(); item !== void 0; item = cursor.next()) {
      thread.steps += cost;
      if (thread.steps > thread.maxSteps) thread.outOfSteps();
      store(frame, item);
      inner(frame, into);
    }
    cursor.done();
  };
}

// src/starlark/evaluation/fast-operators.ts
var MAX = Number.MAX_SAFE_INTEGER;
function compileBinary(expression, context) {
  const { operator, at: at2 } = expression;
  const x = context.expression(expression.x);
  const y = context.expression(expression.y);
  switch (operator) {
    case "+":
      return (frame) => {
        const a = x(frame);
        const b = y(frame);
        if (typeof a === "number" && typeof b === "number") {
          const sum = a + b;
          if (sum <= MAX && sum >= -MAX) return sum;
        }
        frame.at = at2;
        if (typeof a === "string" && typeof b === "string") return concatTexts(frame.thread, a, b);
        return binary(frame.thread, operator, a, b);
      };
    case "-":
      return (frame) => {
        const a = x(frame);
        const b = y(frame);
        if (typeof a === "number" && typeof b === "number") {
          const difference = a - b;
          if (difference <= MAX && difference >= -MAX) return difference;
        }
        frame.at = at2;
        return binary(frame.thread, operator, a, b);
      };
    case "==":
    case "!=": {
      const positive = operator === "==";
      return (frame) => {
        const a = x(frame);
        const b = y(frame);
        if (typeof a === "number" && typeof b === "number") return a === b === positive;
        if (a === null || typeof a === "boolean") return a === b === positive;
        if (typeof a === "string") return equal(frame.thread, a, b) === positive;
        frame.at = at2;
        return binary(frame.thread, operator, a, b);
      };
    }
    case "<":
    case "<=":
    case ">":
    case ">=":
      return compileOrder(operator, x, y, at2);
    case "in":
    case "not in": {
      const positive = operator === "in";
      return (frame) => {
        const a = x(frame);
        const b = y(frame);
        if (typeof a === "string" && b instanceof Dict) return b.get(frame.thread, a) !== void 0 === positive;
        frame.at = at2;
        return binary(frame.thread, operator, a, b);
      };
    }
    default:
      return (frame) => {
        const a = x(frame);
        const b = y(frame);
        frame.at = at2;
        return binary(frame.thread, operator, a, b);
      };
  }
}
function compileOrder(operator, x, y, at2) {
  const [less, equal2, greater] = [operator.startsWith("<"), operator.endsWith("="), operator.startsWith(">")];
  return (frame) => {
    const a = x(frame);
    const b = y(frame);
    if (typeof a === "number" && typeof b === "number") return a < b ? less : a > b ? greater : equal2;
    frame.at = at2;
    return binary(frame.thread, operator, a, b);
  };
}

// src/starlark/evaluation/function-code.ts
function codeOf(node, context) {
  const star = node.parameters.findIndex(({ form }) => form === "*");
  const values = node.parameters.filter(({ form }) => !form.startsWith("*"));
  const named3 = star < 0 ? 0 : node.parameters.slice(star).filter(({ form }) => !form.startsWith("*")).length;
  return {
    name: node.name,
    body: context.block(node.body),
    parameters: values.map(({ name }) => name?.name ?? ""),
    named: named3,
    hasStar: star >= 0 && node.parameters[star]?.name !== void 0,
    hasStars: node.parameters.some(({ form }) => form === "**"),
    isPlain: node.parameters.every(({ form }) => form === "required"),
    slots: node.locals.length,
    cost: 1 + Math.floor(node.locals.length / 16),
    boxed: node.locals.filter(({ scope }) => scope === "cell").map(({ index }) => index),
    active: 0
  };
}
function compileFunction(node, context) {
  const { nodes } = context;
  const code = codeOf(node, context);
  context.nodes = nodes;
  const defaults = node.parameters.filter(({ form }) => !form.startsWith("*")).map(({ initial }) => initial === void 0 ? void 0 : context.expression(initial));
  const { captured } = node;
  return (frame) => {
    frame.thread.closure(defaults.length + captured.length);
    return new Closure(
      code,
      defaults.map((evaluate) => evaluate?.(frame)),
      captured.map((binding) => boxOf(binding, frame.slots, frame.captured)),
      frame.globals
    );
  };
}
function boxOf({ scope, index }, slots, captured) {
  return scope === "free" ? captured[index] : slots[index];
}

// src/starlark/evaluation/expressions.ts
function compileExpression(expression, context) {
  switch (expression.kind) {
    case "name":
      return compileName(expression, context);
    case "int":
    case "string":
      return constant(expression.value);
    case "float":
      return constant(new Float(expression.value));
    case "bytes":
      return constant(new Bytes(expression.value));
    case "list":
      return compileList(expression.items, context);
    case "tuple": {
      const list = compileItems(expression.items, context);
      return (frame) => new Tuple(list(frame));
    }
    case "dict":
      return compileDict(expression.pairs, context);
    case "comprehension":
      return compileComprehension(expression, context);
    case "lambda":
      return compileFunction(expression.node, context);
    case "parentheses":
      return context.expression(expression.x);
    case "call":
      return compileCall(expression, context);
    case "binary":
      return compileBinary(expression, context);
    case "unary":
      return compileUnary(expression, context);
    case "logical": {
      const x = context.expression(expression.x);
      const y = context.expression(expression.y);
      const ends = expression.operator === "or";
      return (frame) => {
        const value = x(frame);
        return isTrue(value) === ends ? value : y(frame);
      };
    }
    case "conditional": {
      const condition = context.expression(expression.condition);
      const yes = context.expression(expression.yes);
      const no = context.expression(expression.no);
      return (frame) => isTrue(condition(frame)) ? yes(frame) : no(frame);
    }
    case "index":
      return compileIndex(expression, context);
    case "slice":
      return compileSlice(expression, context);
    case "dot": {
      const x = context.expression(expression.x);
      const { name, at: at2 } = expression;
      return (frame) => {
        const value = x(frame);
        frame.at = at2;
        frame.thread.small();
        return attribute(value, name);
      };
    }
  }
}
function constant(value) {
  return () => value;
}
function compileName({ name, binding, at: at2 }, context) {
  if (binding === void 0) throw new Error(`the resolver left out ${name}`);
  const { index } = binding;
  const unset = (what) => new Fault2(`${what} variable ${name} referenced before assignment`);
  switch (binding.scope) {
    case "universe":
      return constant(context.universe.get(name) ?? null);
    case "local":
      return (frame) => {
        const value = frame.slots[index];
        if (value !== void 0) return value;
        frame.at = at2;
        throw unset("local");
      };
    case "global":
      return (frame) => {
        const value = frame.globals[index];
        if (value !== void 0) return value;
        frame.at = at2;
        throw unset("global");
      };
    default: {
      const isFree = binding.scope === "free";
      return (frame) => {
        const { value } = (isFree ? frame.captured : frame.slots)[index];
        if (value !== void 0) return value;
        frame.at = at2;
        throw unset("local");
      };
    }
  }
}
function compileItems(items, context) {
  const list = items.map((item) => context.expression(item));
  const { length } = list;
  const [first, second, third] = list;
  const values = [
    () => [],
    (frame) => [first(frame)],
    (frame) => [first(frame), second(frame)],
    (frame) => [first(frame), second(frame), third(frame)]
  ][length];
  return (frame) => {
    frame.thread.list(length);
    return values === void 0 ? evaluateAll(list, frame) : values(frame);
  };
}
function compileList(items, context) {
  const list = compileItems(items, context);
  return (frame) => new List(list(frame));
}
function compileDict(pairs, context) {
  const list = pairs.map(({ key, value, at: at2 }) => ({
    key: context.expression(key),
    value: context.expression(value),
    at: at2
  }));
  return (frame) => {
    const dict = new Dict(frame.thread);
    for (const { key, value, at: at2 } of list) {
      const [k, v] = [key(frame), value(frame)];
      frame.at = at2;
      const { size } = dict;
      dict.set(frame.thread, k, v);
      if (dict.size === size)
        throw new Fault2(`duplicate key: ${repr(frame.thread, k)}`, "Remove one of the two entries.");
    }
    return dict;
  };
}
function compileUnary({ operator, x: operand, at: at2 }, context) {
  const x = context.expression(operand);
  if (operator === "not") return (frame) => !isTrue(x(frame));
  return (frame) => {
    const value = x(frame);
    frame.at = at2;
    return unary(frame.thread, operator, value);
  };
}
function compileIndex({ x: operand, y: index, at: at2 }, context) {
  const x = context.expression(operand);
  const y = context.expression(index);
  return (frame) => {
    const [container, key] = [x(frame), y(frame)];
    frame.at = at2;
    return getIndex(frame.thread, container, key);
  };
}
function compileSlice(expression, context) {
  const { at: at2 } = expression;
  const x = context.expression(expression.x);
  const [low, high, step2] = [expression.low, expression.high, expression.step].map(
    (bound2) => bound2 === void 0 ? constant(null) : context.expression(bound2)
  );
  return (frame) => {
    const value = x(frame);
    const [from, to, by] = [low(frame), high(frame), step2(frame)];
    frame.at = at2;
    return slice(frame.thread, value, from, to, by);
  };
}

// src/starlark/evaluation/statements.ts
function compile(program, universe) {
  const context = {
    universe,
    nodes: 0,
    expression: (expression) => {
      context.nodes++;
      return compileExpression(expression, context);
    },
    target: (target, at2) => compileTarget(target, at2, context),
    block: (statements) => compileBlock(statements, context)
  };
  const node = { name: "<toplevel>", parameters: [], body: program.statements, locals: [...program.locals] };
  return new Closure(codeOf(node, context), [], [], emptySlots(program.globals.length));
}
function compileBlock(statements, context) {
  const list = statements.map((statement) => compileStatement(statement, context));
  const [first, second] = list;
  if (first === void 0) return () => NEXT;
  if (second === void 0) return first;
  if (list.length === 2) {
    return (frame) => {
      const ending = first(frame);
      return ending === NEXT ? second(frame) : ending;
    };
  }
  return (frame) => {
    for (let index = 0; index < list.length; index++) {
      const ending = list[index](frame);
      if (ending !== NEXT) return ending;
    }
    return NEXT;
  };
}
function compileStatement(statement, context) {
  const before = context.nodes;
  const plain3 = (work) => {
    const cost = costSince(before, context);
    return (frame) => {
      step(frame, cost);
      work(frame);
      return NEXT;
    };
  };
  switch (statement.kind) {
    case "expression":
      return plain3(context.expression(statement.x));
    case "assign":
      return plain3(compileAssignment(statement, context));
    case "def": {
      const make = context.expression({ kind: "lambda", at: statement.at, node: statement.node });
      const store = context.target(statement.name, statement.at);
      return plain3((frame) => store(frame, make(frame)));
    }
    case "if":
      return compileIf(statement, context);
    case "for":
      return compileFor(statement, context);
    case "while":
      return compileWhile(statement, context);
    case "return": {
      const evaluate = statement.value === void 0 ? () => null : context.expression(statement.value);
      const cost = costSince(before, context);
      return (frame) => {
        step(frame, cost);
        frame.result = evaluate(frame);
        return RETURN;
      };
    }
    case "break":
      return () => BREAK;
    case "continue":
      return () => CONTINUE;
    case "pass":
    case "load":
      return () => NEXT;
  }
}
function step({ thread }, cost) {
  thread.steps += cost;
  if (thread.steps > thread.maxSteps) thread.outOfSteps();
}
function compileIf({ condition, yes, no }, context) {
  const before = context.nodes;
  const test = context.expression(condition);
  const cost = costSince(before, context);
  const then = context.block(yes);
  const otherwise = context.block(no);
  return (frame) => {
    step(frame, cost);
    const value = test(frame);
    return value === true || value !== false && isTrue(value) ? then(frame) : otherwise(frame);
  };
}
function compileFor({ target, source, body, at: at2 }, context) {
  const before = context.nodes;
  const evaluate = context.expression(source);
  const cost = costSince(before, context);
  const beforeTarget = context.nodes;
  const store = context.target(target, at2);
  const costOfTurn = costSince(beforeTarget, context);
  const run2 = context.block(body);
  return (frame) => {
    step(frame, cost);
    return loop(frame, evaluate(frame), at2, costOfTurn, store, run2);
  };
}
function loop(frame, value, at2, cost, store, run2) {
  frame.at = at2;
  const cursor = iterate(value);
  for (let item = cursor.next(); item !== void 0; item = cursor.next()) {
    step(frame, cost);
    store(frame, item);
    const ending = run2(frame);
    if (ending === BREAK) break;
    if (ending === RETURN) {
      cursor.done();
      return RETURN;
    }
  }
  cursor.done();
  return NEXT;
}
function compileWhile({ condition, body }, context) {
  const before = context.nodes;
  const test = context.expression(condition);
  const cost = costSince(before, context);
  const run2 = context.block(body);
  return (frame) => {
    for (; ; ) {
      step(frame, cost);
      if (!isTrue(test(frame))) return NEXT;
      const ending = run2(frame);
      if (ending === BREAK) return NEXT;
      if (ending === RETURN) return RETURN;
    }
  };
}

// src/starlark/values/conversions.ts
var CONVERSIONS = {
  abs: takes(1, 1, (machine, [value = null]) => {
    machine.small();
    if (value instanceof Float) return new Float(Math.abs(value.value));
    if (!isInteger(value)) throw new Fault2(`abs: got ${typeName(value)}, want int or float`);
    return value < 0 ? subtract(machine, 0, value) : value;
  }),
  bool: takes(0, 1, (_machine, [value]) => value !== void 0 && isTrue(value)),
  bytes: takes(1, 1, (machine, [value = null], _self, who) => {
    if (value instanceof Bytes) return value;
    if (typeof value === "string") return new Bytes(valid(machine, value));
    if (cursorOf(value) === void 0)
      throw new Fault2(`bytes: got ${typeName(value)}, want string, bytes, or iterable of ints`);
    const numbers = itemsOf(machine, value, who);
    machine.text(numbers.length);
    return new Bytes(numbers.map(byteOf).join(""));
  }),
  chr: takes(1, 1, (machine, [value = null], _self, who) => {
    machine.text(4);
    const code = smallInteger(value, who);
    if (code < 0 || code > 1114111) throw new Fault2(`chr: ${code} is not a Unicode code point`);
    return encodeRune(code);
  }),
  float: takes(0, 1, (machine, [value]) => {
    machine.small();
    return new Float(value === void 0 ? 0 : floatOf(machine, value));
  }),
  hash: takes(1, 1, (machine, [value = null]) => {
    if (typeof value === "string") return hashText(machine, value);
    if (value instanceof Bytes) return hashBytes(machine, value.data);
    throw new Fault2(`hash: got ${typeName(value)}, want string or bytes`);
  }),
  int: (who) => (machine, args, keywords) => {
    const [value = 0, base] = named2(who, args, keywords, ["x", "base"], 0);
    if (args.length === 0 && keywords.length === 0) throw new Fault2("int: missing argument for x");
    if (typeof value === "string") return integerOf(machine, value, base === void 0 ? 10 : smallInteger(base, who));
    if (base !== void 0) throw new Fault2("int: can't convert non-string with explicit base");
    if (typeof value === "boolean") return Number(value);
    if (isInteger(value)) return value;
    if (value instanceof Float) return truncate(value.value);
    throw new Fault2(`int: cannot convert ${typeName(value)} to int`);
  },
  ord: takes(1, 1, (_machine, [value = null]) => {
    if (value instanceof Bytes) {
      if (value.data.length !== 1) throw new Fault2(`ord: bytes has length ${value.data.length}, want 1`);
      return value.data.charCodeAt(0);
    }
    if (typeof value !== "string") throw new Fault2(`ord: got ${typeName(value)}, want string or bytes`);
    const { code, size } = runeAt(value, 0);
    if (value === "" || size !== value.length) {
      throw new Fault2(`ord: string encodes ${countRunes(value)} Unicode code points, want 1`);
    }
    return code;
  }),
  str: takes(1, 1, (machine, [value = null]) => {
    return value instanceof Bytes ? valid(machine, value.data) : str(machine, value);
  })
};
function valid(machine, data) {
  machine.text(data.length);
  machine.walk(data.length);
  return isAscii(data) ? data : mapRunes(data, (code) => code);
}
function byteOf(value, index) {
  if (!isInteger(value)) throw new Fault2(`bytes: at index ${index}, got ${typeName(value)}, want int`);
  if (!isSmall(value) || value < 0 || value > 255) throw new Fault2(`bytes: at index ${index}, ${value} out of range`);
  return String.fromCharCode(value);
}
function floatOf(machine, value) {
  if (typeof value === "boolean") return Number(value);
  if (isInteger(value)) return toFloat(value);
  if (value instanceof Float) return value.value;
  if (typeof value !== "string") throw new Fault2(`float: got ${typeName(value)}, want number or string`);
  machine.work(value.length / 64);
  return parseFloating(value);
}
function integerOf(machine, literal, base) {
  if (base !== 0 && (base < 2 || base > 36)) throw new Fault2("int: base must be an integer >= 2 && <= 36");
  const value = parseInteger(machine, literal, base);
  if (value === void 0) {
    const shown = repr(machine, literal.slice(0, 100));
    throw new Fault2(`int: invalid literal with base ${base}: ${shown}`);
  }
  return value;
}
function hashText(machine, value) {
  machine.walk(value.length);
  let hash = 0;
  for (const code of runes(value)) hash = Math.imul(hash, 31) + code | 0;
  return hash;
}
function hashBytes(machine, data) {
  machine.walk(data.length);
  let hash = 2166136261;
  for (let at2 = 0; at2 < data.length; at2++) hash = Math.imul(hash ^ data.charCodeAt(at2), 16777619) >>> 0;
  return hash;
}

// src/starlark/library/universe.ts
var FUNCTIONS = builtins({
  ...CONVERSIONS,
  all: takes(1, 1, (machine, [source = null], _self, who) => !some(who, machine, source, false)),
  any: takes(1, 1, (machine, [source = null], _self, who) => some(who, machine, source, true)),
  dict: (who) => (machine, args, keywords) => {
    if (args.length > 1) throw new Fault2(`dict: got ${args.length} arguments, want at most 1`);
    const dict = new Dict(machine);
    fillDict(who, machine, dict, args[0], keywords);
    return dict;
  },
  dir: takes(1, 1, (_machine, [value = null]) => new List(attributeNames(value))),
  enumerate: takes(1, 2, (machine, [source = null, first = 0], _self, who) => {
    const start = integer2(who, first);
    const items = itemsOf(machine, source, who);
    machine.rows(items.length, 2);
    return new List(items.map((item, index) => new Tuple([add(machine, start, index), item])));
  }),
  fail: (who) => (machine, args, keywords) => {
    throw new Fault2(`fail: ${together(who, machine, args, keywords, (arg) => str(machine, arg))}`);
  },
  getattr: takes(2, 3, (machine, args, _self, who) => {
    machine.small();
    const [value, , otherwise] = args;
    const name = text3(who, args[1]);
    const attribute2 = findAttribute(value, name);
    const found = attribute2 === void 0 ? otherwise : attribute2;
    if (found === void 0) throw new Fault2(`getattr: ${typeName(value)} has no .${name} field or method`);
    return found;
  }),
  hasattr: takes(2, 2, (_machine, [value = null, name], _self, who) => {
    return findAttribute(value, text3(who, name)) !== void 0;
  }),
  len: takes(1, 1, (_machine, args) => {
    const length = lengthOf(args[0]);
    if (length === void 0) throw new Fault2(`len: value of type ${typeName(args[0])} has no len`);
    return length;
  }),
  list: takes(0, 1, (machine, [source], _self, who) => {
    return new List(source === void 0 ? [] : itemsOf(machine, source, who));
  }),
  max: () => (machine, args, keywords) => extreme("max", machine, args, keywords),
  min: () => (machine, args, keywords) => extreme("min", machine, args, keywords),
  print: (who) => (machine, args, keywords) => {
    machine.print(together(who, machine, args, keywords, (arg) => printed(machine, arg)));
    return null;
  },
  range: takes(1, 3, (machine, args, _self, who) => {
    machine.small();
    const [first, second, step2] = args.map((arg) => integer2(who, arg));
    if (step2 === 0) throw new Fault2("range: step argument must not be zero");
    return second === void 0 ? new Range(0, first, 1) : new Range(first, second, step2 ?? 1);
  }),
  repr: takes(1, 1, (machine, [value = null]) => repr(machine, value)),
  reversed: takes(1, 1, (machine, [source = null], _self, who) => {
    return new List(itemsOf(machine, source, who).reverse());
  }),
  set: takes(0, 1, (machine, [source], _self, who) => {
    const set = new StarSet(machine);
    if (source !== void 0) for (const item of itemsOf(machine, source, who)) set.add(machine, item);
    return set;
  }),
  sorted: () => sorted,
  tuple: takes(0, 1, (machine, [source], _self, who) => {
    if (source instanceof Tuple) return source;
    return new Tuple(source === void 0 ? [] : itemsOf(machine, source, who));
  }),
  type: takes(1, 1, (_machine, [value = null]) => typeName(value)),
  zip: takes(0, Number.POSITIVE_INFINITY, (machine, args, _self, who) => {
    const columns = args.map((arg) => itemsOf(machine, arg, who));
    const shortest2 = columns.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
    const rows = columns.length === 0 ? 0 : shortest2;
    machine.rows(rows, columns.length);
    return new List(Array.from({ length: rows }, (_, row) => new Tuple(columns.map((column) => column[row]))));
  })
});
var UNIVERSE = new Map([
  ["None", null],
  ["True", true],
  ["False", false],
  ...[...FUNCTIONS].map(([name, native]) => [name, new Builtin(name, native)])
]);
function some(who, machine, source, wanted) {
  const cursor = cursorOf(source);
  if (cursor === void 0) throw new Fault2(`${who}: got ${typeName(source)}, want iterable`, hintFor(source));
  let found = false;
  for (let item = cursor.next(); item !== void 0 && !found; item = cursor.next()) {
    machine.work(1);
    found = isTrue(item) === wanted;
  }
  cursor.done();
  return found;
}
function together(who, machine, args, keywords, textOf2) {
  const [sep = " "] = named2(who, [], keywords, ["sep"], 0);
  const separator = text3(who, sep);
  const parts2 = args.map(textOf2);
  machine.text(parts2.reduce((sum, { length }) => sum + length + separator.length, 0));
  return parts2.join(separator);
}
function printed(machine, value) {
  return value !== null && typeof value === "object" && "data" in value ? value.data : str(machine, value);
}
function extreme(who, machine, args, keywords) {
  if (args.length === 0) throw new Fault2(`${who} requires at least one positional argument`);
  const [key] = named2(who, [], keywords, ["key"], 0);
  const source = args.length === 1 ? args[0] : new Tuple(args);
  const items = itemsOf(machine, source, who);
  const get2 = key === void 0 ? void 0 : callable2(who, key);
  if (items.length === 0) throw new Fault2(`${who}: argument is an empty sequence`);
  return whileIterating(source, () => {
    let [best, bestKey] = [items[0], null];
    for (const [index, item] of items.entries()) {
      machine.work(1);
      const itemKey = get2 === void 0 ? item : machine.call(get2, [item], []);
      if (index > 0 && !compare(machine, who === "max" ? ">" : "<", itemKey, bestKey)) continue;
      [best, bestKey] = [item, itemKey];
    }
    return best;
  });
}
function sorted(machine, args, keywords) {
  const [source = null, key, reverse = false] = named2("sorted", args, keywords, ["iterable", "key", "reverse"], 1);
  const items = itemsOf(machine, source, "sorted");
  const down = boolean("sorted", reverse);
  const get2 = key === void 0 ? void 0 : callable2("sorted", key);
  const keys = get2 === void 0 ? items : whileIterating(source, () => items.map((x) => machine.call(get2, [x], [])));
  const order = items.map((_, index) => index);
  order.sort((a, b) => {
    const [x, y] = down ? [keys[b], keys[a]] : [keys[a], keys[b]];
    machine.work(1);
    if (compare(machine, "<", x, y)) return -1;
    return compare(machine, "<", y, x) ? 1 : 0;
  });
  return new List(order.map((index) => items[index]));
}

// src/starlark/syntax/problems.ts
var SyntaxProblem = class extends Error {
  at;
  hint;
  constructor(at2, message, hint2) {
    super(message);
    this.name = "SyntaxProblem";
    this.at = at2;
    this.hint = hint2;
  }
};
function placesIn(text4) {
  const starts = [0, ...Array.from(text4.matchAll(/\r\n|\r|\n/g), ({ 0: end, index }) => index + end.length)];
  return (at2) => {
    let [line, above] = [0, starts.length];
    while (above - line > 1) {
      const middle = line + above >> 1;
      if ((starts[middle] ?? 0) <= at2) line = middle;
      else above = middle;
    }
    return { line: line + 1, column: at2 - (starts[line] ?? 0) + 1 };
  };
}
var MAX_PROBLEMS = 20;
var SyntaxProblems = class extends Error {
  problems;
  constructor(problems) {
    super(problems[0]?.message ?? "");
    this.problems = problems;
  }
};

// src/starlark/syntax/source-text.ts
var FIRST = 56320;
function encodeSource(text4, keeps) {
  if (!keeps) return encode2(text4);
  return text4.split(/([\udc80-\udcff])/u).map((part, index) => index % 2 === 0 ? encode2(part) : String.fromCharCode(part.charCodeAt(0) - FIRST)).join("");
}

// src/starlark/syntax/literals.ts
var INTEGER2 = /0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|[0-9]+/y;
var FLOAT2 = /(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]*)?|[0-9]+[eE][+-]?[0-9]*/y;
var MAX_DIGITS2 = 1e5;
function readNumber(text4, at2) {
  const float = matchAt(FLOAT2, text4, at2);
  if (float !== void 0) {
    const value = Number(float);
    if (!/[0-9.]$/.test(float) || !Number.isFinite(value))
      throw new SyntaxProblem(at2, `invalid float literal: ${float}`);
    return { kind: "float", value, end: at2 + float.length };
  }
  const integer3 = matchAt(INTEGER2, text4, at2) ?? "";
  const prefix = /^0[xXoObB]/.exec(text4.slice(at2, at2 + 2))?.[0];
  if (prefix !== void 0 && integer3 === "0") {
    throw new SyntaxProblem(at2, `invalid number: digits are missing after ${prefix}`);
  }
  if (/^0[0-9]*[1-9]/.test(integer3)) {
    throw new SyntaxProblem(at2, `${integer3} begins with 0`, `Write 0o${integer3.slice(1)} if it is octal.`);
  }
  if (integer3.length > MAX_DIGITS2) throw new SyntaxProblem(at2, `an integer of ${integer3.length} digits is too long`);
  return { kind: "int", value: normal(BigInt(integer3)), end: at2 + integer3.length };
}
function matchAt(pattern, text4, at2) {
  pattern.lastIndex = at2;
  return pattern.exec(text4)?.[0];
}
function readString(text4, at2, lax) {
  const prefix = /^(?:rb|r|b)?/.exec(text4.slice(at2, at2 + 2))?.[0] ?? "";
  const start = at2 + prefix.length;
  const sign = text4[start];
  const quotes = text4.startsWith(sign.repeat(3), start) ? sign.repeat(3) : sign;
  const from = start + quotes.length;
  const to = endOfString(text4, at2, from, quotes);
  const raw = prefix.startsWith("r");
  const isBytes = prefix.endsWith("b");
  const body = text4.slice(from, to).replace(/\r\n?/g, "\n");
  const keeps = lax && quotes.length === 1;
  const value = raw || !body.includes("\\") ? encodeSource(body, keeps) : unescape2(body, at2, { lax, isBytes, keeps });
  return { kind: isBytes ? "bytes" : "string", value, end: to + quotes.length };
}
function endOfString(text4, at2, from, quotes) {
  for (let end = from; end < text4.length; end++) {
    const sign = text4[end];
    if (text4.startsWith(quotes, end)) return end;
    if (sign === "\\") {
      end += text4[end + 1] === "\r" && text4[end + 2] === "\n" ? 2 : 1;
    } else if (quotes.length === 1 && (sign === "\n" || sign === "\r")) {
      throw new SyntaxProblem(at2, "the string does not end on its line", "Close the string, or use three quotes.");
    }
  }
  throw new SyntaxProblem(at2, "the string does not end");
}
var SIMPLE = /* @__PURE__ */ new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "	"],
  ["v", "\v"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["\n", ""]
]);
var ESCAPE = /\\(?:([0-7]{1,3})|x([^]{0,2})|u([^]{0,4})|U([^]{0,8})|([^]))/g;
var LAX_ESCAPE = /\\(?:([0-7]{1,3})|x([^]{0,2})|(?!)()|(?!)()|([^]))/g;
function unescape2(body, at2, { lax, isBytes, keeps }) {
  let result = "";
  let done = 0;
  for (const match of body.matchAll(lax && !isBytes ? LAX_ESCAPE : ESCAPE)) {
    const [whole, octal, hex2, short, long, other] = match;
    result += encodeSource(body.slice(done, match.index), keeps);
    done = match.index + whole.length;
    if (octal !== void 0) result += byte(Number.parseInt(octal, 8), whole, at2, lax || isBytes);
    else if (hex2 !== void 0) result += byte(hexadecimal(hex2, 2, whole, at2), whole, at2, lax || isBytes);
    else if (short !== void 0) result += character2(hexadecimal(short, 4, whole, at2), whole, at2);
    else if (long !== void 0) result += character2(hexadecimal(long, 8, whole, at2), whole, at2);
    else {
      const simple2 = SIMPLE.get(other ?? "");
      if (simple2 === void 0 && !lax) {
        const hint2 = "Double the backslash, or write r before the string.";
        throw new SyntaxProblem(at2, `invalid escape sequence ${whole}`, hint2);
      }
      result += simple2 ?? encodeSource(whole, keeps);
    }
  }
  return result + encodeSource(body.slice(done), keeps);
}
function hexadecimal(digits2, length, whole, at2) {
  if (digits2.length < length || !/^[0-9a-fA-F]+$/.test(digits2)) {
    throw new SyntaxProblem(at2, `invalid escape sequence ${whole}`, `Write ${length} hexadecimal digits.`);
  }
  return Number.parseInt(digits2, 16);
}
function byte(value, whole, at2, any) {
  if (value > 255) throw new SyntaxProblem(at2, `invalid escape sequence ${whole}: it is more than a byte`);
  if (value > 127 && !any) {
    const code = value.toString(16).toUpperCase().padStart(4, "0");
    throw new SyntaxProblem(at2, `${whole} is not an ASCII character`, `Write \\u${code} for the character U+${code}.`);
  }
  return String.fromCharCode(value);
}
function character2(code, whole, at2) {
  if (code > 1114111 || code >= 55296 && code < 57344) {
    throw new SyntaxProblem(at2, `${whole} is not a character`);
  }
  return encodeRune(code);
}

// src/starlark/syntax/scanner.ts
var KEYWORDS = new Set(
  "and break continue def elif else for if in lambda load not or pass return while as async await class del except finally from global import is nonlocal raise try with yield".split(" ")
);
var SIGNS = "//= >>= <<= ** // << >> <= >= == != += -= *= /= %= &= |= ^= = < > + - * / % & | ^ ~ . , : ; ( ) [ ] { }".split(" ");
var OPENING = "([{";
var CLOSING = ")]}";
var MAX_DEPTH6 = 1e3;
var TAB = 8;
var IDENTIFIER = /[\p{L}_][\p{L}_0-9]*/uy;
var STRING_START = /(?:rb|r|b)?["']/y;
var NUMBER_START = /\.?[0-9]/y;
var Scanner2 = class {
  #text;
  #laxEscapes;
  #at = 0;
  #depth = 0;
  #atLineStart = true;
  #indents = [0];
  /** The number of pending tokens before the next one of the text: indents if positive, outdents if negative. */
  #pendingIndents = 0;
  constructor(text4, laxEscapes) {
    this.#text = text4;
    this.#laxEscapes = laxEscapes;
  }
  /** Reads the next token; at the end of the text always `end`. Throws `SyntaxProblem`. */
  next() {
    for (; ; ) {
      const wasAtLineStart = this.#atLineStart;
      const blank = this.#atLineStart && this.#indentation();
      if (this.#pendingIndents !== 0) return this.#pendingToken();
      this.#skipSpace();
      if (this.#at >= this.#text.length) {
        const end = this.#endOfText(wasAtLineStart);
        if (end !== void 0) return end;
        continue;
      }
      const newline = this.#newlineLength();
      if (newline > 0) {
        const at2 = this.#at;
        this.#at += newline;
        this.#atLineStart = true;
        if (this.#depth > 0 || blank) continue;
        return { kind: "newline", at: at2, value: "" };
      }
      if (this.#text[this.#at] !== "\\") return this.#word();
      this.#at++;
      const continued = this.#newlineLength();
      if (continued === 0)
        throw new SyntaxProblem(this.#at, "stray backslash", "Use a backslash only at the end of a line.");
      this.#at += continued;
    }
  }
  /** Reads the indentation of a line. True if the line is empty. */
  #indentation() {
    this.#atLineStart = false;
    let column = 0;
    for (; this.#text[this.#at] === " " || this.#text[this.#at] === "	"; this.#at++) {
      column += this.#text[this.#at] === " " ? 1 : TAB - column % TAB;
    }
    const sign = this.#text[this.#at];
    if (sign === void 0 || sign === "#" || sign === "\n" || sign === "\r") return true;
    if (this.#depth > 0) return false;
    if (column > this.#indent()) {
      this.#indents.push(column);
      this.#pendingIndents++;
    }
    while (column < this.#indent()) {
      this.#indents.pop();
      this.#pendingIndents--;
    }
    if (column !== this.#indent()) {
      const message = "unindent does not match any outer indentation level";
      throw new SyntaxProblem(this.#at, message, "Align it with a line above.");
    }
    return false;
  }
  #indent() {
    return this.#indents.at(-1) ?? 0;
  }
  #pendingToken() {
    const kind = this.#pendingIndents > 0 ? "indent" : "outdent";
    this.#pendingIndents -= Math.sign(this.#pendingIndents);
    return { kind, at: this.#at, value: "" };
  }
  /** Skips blanks and a comment. */
  #skipSpace() {
    while (this.#text[this.#at] === " " || this.#text[this.#at] === "	") this.#at++;
    if (this.#text[this.#at] !== "#") return;
    while (this.#at < this.#text.length && this.#newlineLength() === 0) this.#at++;
  }
  #newlineLength() {
    const sign = this.#text[this.#at];
    if (sign === "\n") return 1;
    if (sign !== "\r") return 0;
    return this.#text[this.#at + 1] === "\n" ? 2 : 1;
  }
  /** Closes open blocks. Adds a line end if the text does not end with one. */
  #endOfText(wasAtLineStart) {
    if (this.#indents.length === 1) return { kind: "end", at: this.#at, value: "" };
    if (!wasAtLineStart) {
      this.#atLineStart = true;
      return { kind: "newline", at: this.#at, value: "" };
    }
    this.#pendingIndents = 1 - this.#indents.length;
    this.#indents.length = 1;
    return void 0;
  }
  #word() {
    const text4 = this.#text;
    const at2 = this.#at;
    STRING_START.lastIndex = at2;
    if (STRING_START.test(text4)) {
      const { kind, value, end } = readString(text4, at2, this.#laxEscapes);
      this.#at = end;
      return { kind, at: at2, value };
    }
    IDENTIFIER.lastIndex = at2;
    const name = IDENTIFIER.exec(text4)?.[0];
    if (name !== void 0) {
      this.#at += name.length;
      return { kind: KEYWORDS.has(name) ? name : "identifier", at: at2, value: encode2(name) };
    }
    NUMBER_START.lastIndex = at2;
    if (NUMBER_START.test(text4)) {
      const { kind, value, end } = readNumber(text4, at2);
      this.#at = end;
      return { kind, at: at2, value };
    }
    return this.#sign();
  }
  #sign() {
    const at2 = this.#at;
    const kind = SIGNS.find((sign) => this.#text.startsWith(sign, at2));
    if (kind === void 0) {
      const found = String.fromCodePoint(this.#text.codePointAt(at2) ?? 0);
      throw new SyntaxProblem(at2, `unexpected character ${JSON.stringify(found)}`);
    }
    if (OPENING.includes(kind) && ++this.#depth > MAX_DEPTH6)
      throw new SyntaxProblem(at2, "brackets are nested too deeply");
    if (CLOSING.includes(kind) && --this.#depth < 0) throw new SyntaxProblem(at2, `unexpected ${kind}`);
    this.#at += kind.length;
    return { kind, at: at2, value: "" };
  }
};

// src/starlark/syntax/token-reader.ts
var MAX_DEPTH7 = 200;
var DESCRIPTIONS = /* @__PURE__ */ new Map([
  ["end", "the end of the file"],
  ["newline", "the end of the line"],
  ["indent", "an indented line"],
  ["outdent", "a line that is indented less"],
  ["int", "an integer"],
  ["float", "a float"],
  ["string", "a string"],
  ["bytes", "bytes"]
]);
function described(kind) {
  return DESCRIPTIONS.get(kind) ?? kind;
}
var PYTHON_HINTS = /* @__PURE__ */ new Map([
  ["is", "Use == instead of is."],
  ["**", "Multiply instead: there is no power operator."],
  ["try", "Test a condition first, or call fail(...): there are no exceptions."],
  ["raise", "Call fail(...): there are no exceptions."],
  ["class", "Use dicts: there are no classes."],
  ["import", "Copy the code into this file: there are no modules."],
  ["from", "Copy the code into this file: there are no modules."],
  ["del", "Use x.pop(key)."],
  ["with", "Remove it: there are no context managers."],
  ["yield", "Return a list: there are no generators."],
  ["global", "Return the value: a function cannot assign to a global."],
  ["nonlocal", "Return the value, or change a list: a function cannot assign to variables of another function."]
]);
var TokenReader2 = class {
  token;
  #scanner;
  #depth = 0;
  constructor(text4, laxEscapes) {
    this.#scanner = new Scanner2(text4, laxEscapes);
    this.token = this.#scanner.next();
  }
  /** Tells whether the current token is of a kind. */
  is(kind) {
    return this.token.kind === kind;
  }
  /** Returns the current token and moves to the next one. */
  take() {
    const { token } = this;
    this.token = this.#scanner.next();
    return token;
  }
  /** Takes the current token if it is of a kind. Tells whether it is. */
  accept(kind) {
    const isKind = this.is(kind);
    if (isKind) this.take();
    return isKind;
  }
  /** Takes a token of a kind. Throws `SyntaxProblem` if the current one is of another kind. */
  consume(kind) {
    if (this.token.kind !== kind) throw this.unexpected(kind);
    return this.take();
  }
  unexpected(wanted) {
    const { kind, at: at2, value } = this.token;
    const got = kind === "identifier" ? decode(String(value)) : described(kind);
    return new SyntaxProblem(at2, `got ${got}, want ${described(wanted)}`, PYTHON_HINTS.get(kind));
  }
  /** Runs a recursive production. Throws `SyntaxProblem` if it is nested too deeply. */
  nested(read2) {
    if (++this.#depth > MAX_DEPTH7) throw new SyntaxProblem(this.token.at, `nested deeper than ${MAX_DEPTH7} levels`);
    const result = read2();
    this.#depth--;
    return result;
  }
  name() {
    if (!this.is("identifier")) throw this.unexpected("a name");
    const { at: at2, value } = this.take();
    return { kind: "name", at: at2, name: String(value) };
  }
};

// src/starlark/syntax/displays.ts
var ENDS = /* @__PURE__ */ new Set(["end", "newline", "=", "}", "]", ")", ";"]);
var DisplayParser = class extends TokenReader2 {
  /** Parses one expression, or several separated by commas, which are a tuple. */
  expression(inBrackets = false) {
    const first = this.test();
    if (!this.is(",")) return first;
    const { at: at2 } = this.token;
    return { kind: "tuple", at: at2, items: this.#more([first], inBrackets) };
  }
  #more(items, mayEndWithComma, parse2 = () => this.test()) {
    while (this.is(",")) {
      const { at: at2 } = this.take();
      if (ENDS.has(this.token.kind)) {
        if (mayEndWithComma) break;
        throw new SyntaxProblem(at2, "a tuple that ends with a comma needs parentheses");
      }
      items.push(parse2());
    }
    return items;
  }
  parentheses() {
    const { at: at2 } = this.take();
    if (this.accept(")")) return { kind: "tuple", at: at2, items: [] };
    const x = this.expression(true);
    this.consume(")");
    return { kind: "parentheses", at: at2, x };
  }
  list() {
    const { at: at2 } = this.take();
    if (this.accept("]")) return { kind: "list", at: at2, items: [] };
    const first = this.test();
    if (this.is("for")) return { kind: "comprehension", at: at2, body: first, clauses: this.#clauses("]") };
    const items = this.#more([first], true);
    this.consume("]");
    return { kind: "list", at: at2, items };
  }
  dict() {
    const { at: at2 } = this.take();
    const pairs = [];
    while (!this.is("}")) {
      pairs.push(this.#pair());
      if (pairs.length === 1 && this.is("for")) {
        return { kind: "comprehension", at: at2, body: pairs[0], clauses: this.#clauses("}") };
      }
      if (!this.accept(",")) break;
    }
    this.consume("}");
    return { kind: "dict", at: at2, pairs };
  }
  #pair() {
    const key = this.test();
    const { at: at2 } = this.consume(":");
    return { at: at2, key, value: this.test() };
  }
  #clauses(closing) {
    const list = [];
    while (!this.accept(closing)) {
      const { at: at2 } = this.token;
      if (this.accept("for")) {
        const target = this.loopVariables();
        this.consume("in");
        list.push({ kind: "for", at: at2, target, source: this.binary(0) });
      } else if (this.accept("if")) list.push({ kind: "if", condition: this.unconditional() });
      else throw this.unexpected(`${closing}, for or if`);
    }
    return list;
  }
  /** Parses the variables between `for` and `in`. */
  loopVariables() {
    const first = this.suffixed();
    if (!this.is(",")) return first;
    const { at: at2 } = this.token;
    return { kind: "tuple", at: at2, items: this.#more([first], true, () => this.suffixed()) };
  }
};

// src/starlark/syntax/expressions.ts
var LEVELS = [
  ["or"],
  ["and"],
  ["not"],
  ["==", "!=", "<", ">", "<=", ">=", "in", "not in"],
  ["|"],
  ["^"],
  ["&"],
  ["<<", ">>"],
  ["-", "+"],
  ["*", "%", "/", "//"]
];
var PRECEDENCE = new Map(LEVELS.flatMap((signs, level) => signs.map((sign) => [sign, level])));
var MAX_CHAIN = 1e4;
var NOT = 2;
var COMPARISON = 3;
var ExpressionParser = class extends DisplayParser {
  test() {
    return this.nested(() => {
      if (this.is("lambda")) return this.#lambda(() => this.test());
      const yes = this.binary(0);
      if (!this.is("if")) return yes;
      const { at: at2 } = this.take();
      const condition = this.binary(0);
      if (!this.accept("else")) throw new SyntaxProblem(at2, "a conditional expression needs an else");
      return { kind: "conditional", at: at2, condition, yes, no: this.test() };
    });
  }
  unconditional() {
    return this.is("lambda") ? this.#lambda(() => this.unconditional()) : this.binary(0);
  }
  #lambda(body) {
    const { at: at2 } = this.take();
    const parameters = this.is(":") ? [] : this.parameters();
    this.consume(":");
    const value = this.nested(body);
    const statement = { kind: "return", at: value.at, value };
    const node = { name: "lambda", at: at2, parameters, body: [statement], locals: [], captured: [] };
    return { kind: "lambda", at: at2, node };
  }
  binary(level) {
    if (this.is("not") && level <= NOT) {
      const { at: at2 } = this.take();
      const x = this.nested(() => this.binary(NOT));
      return this.#operators({ kind: "unary", at: at2, operator: "not", x }, level, NOT);
    }
    return this.#operators(this.suffixed(), level, LEVELS.length);
  }
  /** Parses the operators after `first` that bind at least as tightly as `level` and less tightly than `below`. */
  #operators(first, level, below) {
    let x = first;
    let ceiling = below;
    for (let count2 = 0; ; count2++) {
      this.#checkLength(count2);
      const operator = this.#operator();
      const precedence = PRECEDENCE.get(operator);
      if (precedence === void 0 || precedence < level || precedence >= ceiling) return this.#checked(x, operator);
      const { at: at2 } = this.take();
      if (operator === "not in") this.consume("in");
      const y = this.nested(() => this.binary(precedence + 1));
      if (operator === "and" || operator === "or") x = { kind: "logical", at: at2, operator, x, y };
      else x = { kind: "binary", at: at2, operator, x, y };
      ceiling = precedence === COMPARISON ? COMPARISON : precedence + 1;
    }
  }
  /** The operator at the current token. Here, `not` can only begin `not in`. */
  #operator() {
    return this.is("not") ? "not in" : this.token.kind;
  }
  #checked(x, operator) {
    if (x.kind === "binary" && PRECEDENCE.get(x.operator) === COMPARISON && PRECEDENCE.get(operator) === COMPARISON) {
      const hint2 = "Use parentheses, or join two comparisons with and.";
      throw new SyntaxProblem(this.token.at, `${x.operator} does not associate with ${operator}`, hint2);
    }
    return x;
  }
  suffixed() {
    let x = this.#operand();
    for (let count2 = 0; ; count2++) {
      this.#checkLength(count2);
      const { kind, at: at2 } = this.token;
      if (kind === ".") {
        this.take();
        x = { kind: "dot", at: at2, x, name: this.name().name };
      } else if (kind === "[") {
        x = this.#index(x);
      } else if (kind === "(") {
        this.take();
        const given = this.#listBefore([")", "end"], () => this.#argument());
        this.consume(")");
        x = { kind: "call", at: at2, callee: x, arguments: given };
      } else {
        return x;
      }
    }
  }
  #checkLength(count2) {
    if (count2 <= MAX_CHAIN) return;
    const hint2 = "Break it up into several statements.";
    throw new SyntaxProblem(this.token.at, `an expression is a chain of more than ${MAX_CHAIN} parts`, hint2);
  }
  #index(x) {
    const { at: at2 } = this.take();
    const low = this.is(":") ? void 0 : this.expression();
    if (low !== void 0 && this.accept("]")) return { kind: "index", at: at2, x, y: low };
    let high;
    let step2;
    this.consume(":");
    if (!this.is(":") && !this.is("]")) high = this.test();
    if (this.accept(":") && !this.is("]")) step2 = this.test();
    this.consume("]");
    return { kind: "slice", at: at2, x, low, high, step: step2 };
  }
  /** Parses a list of arguments or parameters, which ends before one of these tokens. It may end with a comma. */
  #listBefore(ends, parse2) {
    const list = [];
    while (!ends.includes(this.token.kind)) {
      if (list.length > 0) this.consume(",");
      if (this.is(")")) break;
      list.push(parse2());
    }
    return list;
  }
  #argument() {
    const { kind, at: at2 } = this.token;
    if (kind === "*" || kind === "**") {
      this.take();
      return { at: at2, form: kind, name: "", value: this.test() };
    }
    const value = this.test();
    if (!this.is("=")) return { at: at2, form: "positional", name: "", value };
    if (value.kind !== "name") throw new SyntaxProblem(this.token.at, "a named argument has the form name=value");
    this.take();
    return { at: at2, form: "named", name: value.name, value: this.test() };
  }
  parameters() {
    return this.#listBefore([")", ":", "end"], () => this.#parameter());
  }
  #parameter() {
    const { kind, at: at2 } = this.token;
    if (kind === "*" || kind === "**") {
      this.take();
      const named3 = kind === "**" || this.is("identifier");
      return { at: at2, form: kind, name: named3 ? this.name() : void 0, initial: void 0 };
    }
    const name = this.name();
    if (!this.accept("=")) return { at: at2, form: "required", name, initial: void 0 };
    return { at: at2, form: "optional", name, initial: this.test() };
  }
  #operand() {
    const { kind, at: at2, value } = this.token;
    switch (kind) {
      case "identifier":
        return this.name();
      case "int":
      case "float":
      case "string":
      case "bytes":
        this.take();
        return { kind, at: at2, value };
      case "[":
        return this.list();
      case "{":
        return this.dict();
      case "(":
        return this.parentheses();
      case "-":
      case "+":
      case "~":
        this.take();
        return { kind: "unary", at: at2, operator: kind, x: this.nested(() => this.suffixed()) };
      default:
        throw this.unexpected("an expression");
    }
  }
};

// src/starlark/syntax/parser.ts
var ASSIGNMENTS = new Map([
  ["=", void 0],
  ...["+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>"].map((sign) => [`${sign}=`, sign])
]);
function parse(text4, laxEscapes) {
  return new Parser(text4, laxEscapes).file();
}
var Parser = class extends ExpressionParser {
  file() {
    const statements = [];
    while (!this.is("end")) {
      if (!this.accept("newline")) this.#statement(statements);
    }
    return statements;
  }
  #statement(into) {
    switch (this.token.kind) {
      case "def":
        into.push(this.#def());
        break;
      case "if":
        into.push(this.#if());
        break;
      case "for":
        into.push(this.#for());
        break;
      case "while": {
        const { at: at2 } = this.take();
        const condition = this.test();
        into.push({ kind: "while", at: at2, condition, body: this.#suite() });
        break;
      }
      default:
        this.#simple(into);
    }
  }
  #def() {
    const { at: at2 } = this.take();
    const name = this.name();
    this.consume("(");
    const parameters = this.parameters();
    this.consume(")");
    const body = this.#suite();
    return { kind: "def", at: at2, name, node: { name: name.name, at: at2, parameters, body, locals: [], captured: [] } };
  }
  /** Parses `if` with its branches. Each `elif` becomes an `if` in the `else` before it. */
  #if() {
    const branches = [];
    do {
      const { at: at2 } = this.take();
      const condition = this.test();
      branches.push({ kind: "if", at: at2, condition, yes: this.#suite() });
      if (branches.length > MAX_CHAIN) throw new SyntaxProblem(at2, `an if has more than ${MAX_CHAIN} branches`);
    } while (this.is("elif"));
    let no = [];
    if (this.accept("else")) no = this.#suite();
    for (const branch of branches.reverse()) no = [{ ...branch, no }];
    return no[0];
  }
  #for() {
    const { at: at2 } = this.take();
    const target = this.loopVariables();
    this.consume("in");
    const source = this.expression();
    return { kind: "for", at: at2, target, source, body: this.#suite() };
  }
  /** Parses a colon and its block: an indented one, or statements on the same line. */
  #suite() {
    this.consume(":");
    const statements = [];
    if (!this.accept("newline")) {
      this.#simple(statements);
      return statements;
    }
    this.consume("indent");
    return this.nested(() => {
      while (!this.is("outdent") && !this.is("end")) this.#statement(statements);
      this.consume("outdent");
      return statements;
    });
  }
  /** Parses the statements of one line, separated by semicolons. */
  #simple(into) {
    do
      into.push(this.#small());
    while (this.#separated());
    if (!this.is("end")) this.consume("newline");
  }
  #separated() {
    return this.accept(";") && !this.is("newline") && !this.is("end");
  }
  #small() {
    const { kind, at: at2 } = this.token;
    switch (kind) {
      case "return": {
        this.take();
        const bare = ["end", "newline", ";"].includes(this.token.kind);
        return { kind, at: at2, value: bare ? void 0 : this.expression() };
      }
      case "break":
      case "continue":
      case "pass":
        this.take();
        return { kind, at: at2 };
      case "load":
        return this.#load();
      default:
        return this.#assignment();
    }
  }
  #assignment() {
    const { at: start } = this.token;
    const target = this.expression();
    const { kind, at: at2 } = this.token;
    if (!ASSIGNMENTS.has(kind)) return { kind: "expression", at: start, x: target };
    this.take();
    return { kind: "assign", at: at2, operator: ASSIGNMENTS.get(kind), target, value: this.expression() };
  }
  /** Parses `load("module", "name", other="name")`, so that the resolver can reject it at its place. */
  #load() {
    const { at: at2 } = this.take();
    this.consume("(");
    if (!this.accept("string")) throw this.unexpected("the name of a module, as a string");
    const names = [];
    while (this.accept(",")) {
      if (this.is(")")) break;
      names.push(this.#loaded());
    }
    this.consume(")");
    if (names.length === 0) throw new SyntaxProblem(at2, "load must name at least one symbol");
    return { kind: "load", at: at2, names };
  }
  #loaded() {
    if (this.is("string")) {
      const { at: at2, value } = this.take();
      return { kind: "name", at: at2, name: String(value) };
    }
    const name = this.name();
    this.consume("=");
    if (!this.accept("string")) throw this.unexpected("the name of a symbol, as a string");
    return name;
  }
};

// src/starlark/syntax/bound-names.ts
function* boundNames(statements) {
  for (const statement of statements) {
    if (statement.kind === "def") yield statement.name.name;
    else if (statement.kind === "assign") yield* targetNames(statement.target);
    else if (statement.kind === "while") yield* boundNames(statement.body);
    else if (statement.kind === "for") {
      yield* targetNames(statement.target);
      yield* boundNames(statement.body);
    } else if (statement.kind === "if") {
      yield* boundNames(statement.yes);
      yield* boundNames(statement.no);
    }
  }
}
function* targetNames(target) {
  if (target.kind === "name") yield target.name;
  else if (target.kind === "parentheses") yield* targetNames(target.x);
  else if (target.kind === "tuple" || target.kind === "list") for (const item of target.items) yield* targetNames(item);
}

// src/starlark/syntax/signature.ts
var MAX_ARGUMENTS = 255;
function* checkArguments({ at: at2, arguments: given }) {
  const names = /* @__PURE__ */ new Set();
  let [star, stars] = [false, false];
  for (const argument of given) {
    const what = { positional: "positional argument", named: "named argument", "*": "*args", "**": "**kwargs" }[argument.form];
    if (stars && argument.form !== "**") yield new SyntaxProblem(argument.at, `${what} may not follow **kwargs`);
    else if (star && argument.form !== "**") yield new SyntaxProblem(argument.at, `${what} may not follow *args`);
    if (argument.form === "*") star = true;
    else if (argument.form === "**") {
      if (stars) yield new SyntaxProblem(argument.at, "**kwargs is given twice");
      stars = true;
    } else if (argument.form === "positional") {
      if (names.size > 0) yield new SyntaxProblem(argument.at, "positional argument may not follow named ones");
    } else {
      if (names.has(argument.name))
        yield new SyntaxProblem(argument.at, `argument ${decode(argument.name)} is given twice`);
      names.add(argument.name);
    }
  }
  const positional = given.filter(({ form }) => form === "positional").length;
  if (positional > MAX_ARGUMENTS || names.size > MAX_ARGUMENTS)
    yield new SyntaxProblem(at2, `a call has more than ${MAX_ARGUMENTS} arguments`);
}
function* checkParameters({ parameters }) {
  const names = /* @__PURE__ */ new Set();
  let [optional, star, stars] = [false, false, false];
  for (const [index, { at: at2, form, name }] of parameters.entries()) {
    if (name !== void 0 && names.has(name.name))
      yield new SyntaxProblem(at2, `parameter ${decode(name.name)} is repeated`);
    if (name !== void 0) names.add(name.name);
    if (stars) yield new SyntaxProblem(at2, "no parameter may follow **kwargs");
    if (form === "*") {
      if (star) yield new SyntaxProblem(at2, "a function has at most one *");
      star = true;
      if (name === void 0 && !/^(required|optional)$/.test(parameters[index + 1]?.form ?? "")) {
        yield new SyntaxProblem(at2, "a bare * must be followed by a parameter");
      }
    } else if (form === "**") stars = true;
    else if (form === "optional") optional = true;
    else if (optional && !star) yield new SyntaxProblem(at2, "a required parameter may not follow an optional one");
  }
}

// src/starlark/syntax/variables.ts
var Variables = class {
  container = { outer: void 0, node: void 0, blocks: [], locals: [], captured: /* @__PURE__ */ new Map(), loops: 0 };
  #dialect;
  #universe;
  #problem;
  #globals = /* @__PURE__ */ new Map();
  /** The globals that were assigned so far. */
  #assigned = /* @__PURE__ */ new Set();
  constructor(dialect, universe, problem) {
    this.#dialect = dialect;
    this.#universe = universe;
    this.#problem = problem;
  }
  /** Declares the variables of the file, which are known from its beginning. */
  declareGlobals(statements) {
    for (const name of boundNames(statements)) {
      if (!this.#globals.has(name)) this.#globals.set(name, { name, scope: "global", index: this.#globals.size });
    }
  }
  allGlobals() {
    return [...this.#globals.values()];
  }
  /** Opens a block with its own variables. */
  open(names) {
    const block2 = /* @__PURE__ */ new Map();
    this.container.blocks.push(block2);
    for (const name of names) if (!block2.has(name)) this.#declare(block2, name);
  }
  close() {
    this.container.blocks.pop();
  }
  /** Opens a function, declares its variables, and runs `run` in it. */
  within(node, run2) {
    const outer = this.container;
    this.container = { outer, node, blocks: [], locals: node.locals, captured: /* @__PURE__ */ new Map(), loops: 0 };
    const rank = (form) => Number(form.startsWith("*"));
    const parameters = node.parameters.toSorted((a, b) => rank(a.form) - rank(b.form));
    const names = parameters.flatMap(({ name }) => name === void 0 ? [] : [name]);
    this.open([...names.map(({ name }) => name), ...boundNames(node.body)]);
    for (const name of names) this.bind(name);
    run2();
    this.container = outer;
  }
  /** Resolves a name that is assigned. */
  bind(name) {
    const block2 = this.container.blocks.at(-1);
    if (block2 !== void 0) {
      name.binding = block2.get(name.name) ?? this.#declare(block2, name.name);
      return;
    }
    if (this.#assigned.has(name.name) && !this.#dialect.globalReassign) {
      const hint2 = "Choose another name, or assign the variable in a function.";
      this.#problem(name.at, `cannot reassign global ${name.name}`, hint2);
    }
    this.#assigned.add(name.name);
    const binding = this.#globals.get(name.name);
    if (binding !== void 0) name.binding = binding;
  }
  #declare(block2, name) {
    const { locals } = this.container;
    const binding = { name, scope: "local", index: locals.length };
    locals.push(binding);
    block2.set(name, binding);
    return binding;
  }
  /** Resolves a name whose value is read. */
  use(name) {
    const found = this.#lookup(this.container, name.name) ?? this.#lookupGlobal(name);
    if (found !== void 0) {
      name.binding = found;
      return;
    }
    const near = nearest(name.name, [...this.#localNames(), ...this.#globals.keys(), ...this.#universe]);
    this.#problem(name.at, `undefined: ${name.name}`, near === void 0 ? void 0 : `Did you mean ${near}?`);
  }
  #localNames() {
    return this.container.blocks.flatMap((block2) => [...block2.keys()]);
  }
  /** Finds a variable of this function or of an outer one. All functions in between capture the latter. */
  #lookup(container, name) {
    for (let at2 = container.blocks.length - 1; at2 >= 0; at2--) {
      const binding = container.blocks[at2]?.get(name);
      if (binding !== void 0) return binding;
    }
    const known = container.captured.get(name);
    if (known !== void 0) return known;
    if (container.node === void 0 || container.outer === void 0) return void 0;
    const outer = this.#lookup(container.outer, name);
    if (outer === void 0) return void 0;
    if (outer.scope === "local") outer.scope = "cell";
    const free = { name, scope: "free", index: container.node.captured.length };
    container.node.captured.push(outer);
    container.captured.set(name, free);
    return free;
  }
  #lookupGlobal({ name, at: at2 }) {
    const global = this.#globals.get(name);
    const inOrder = this.#dialect.globalReassign && this.container.node === void 0 && this.container.blocks.length === 0;
    if (global !== void 0 && (!inOrder || this.#assigned.has(name))) return global;
    if (!this.#universe.has(name)) return global;
    if (name === "set" && !this.#dialect.set || name === "float" && !this.#dialect.float) {
      this.#problem(at2, `this dialect does not support ${name}`);
    }
    return { name, scope: "universe", index: 0 };
  }
};

// src/starlark/syntax/resolver.ts
function resolve2(statements, dialect, universe) {
  return new Resolver(dialect, universe).file(statements);
}
var LOAD_HINT = "Copy the code that you need into this file.";
var Resolver = class {
  #dialect;
  #variables;
  #problems = [];
  constructor(dialect, universe) {
    this.#dialect = dialect;
    this.#variables = new Variables(dialect, universe, (at2, message, hint2) => this.#problem(at2, message, hint2));
  }
  file(statements) {
    this.#variables.declareGlobals(statements);
    this.#statements(statements);
    this.#check(1);
    return { statements, globals: this.#variables.allGlobals(), locals: this.#variables.container.locals };
  }
  #problem(at2, message, hint2) {
    this.#add([new SyntaxProblem(at2, decode(message), hint2)]);
  }
  #add(problems) {
    for (const problem of problems) {
      this.#problems.push(problem);
      this.#check(MAX_PROBLEMS);
    }
  }
  /** Throws if there are at least `count` problems. */
  #check(count2) {
    if (this.#problems.length >= count2) throw new SyntaxProblems(this.#problems.toSorted((a, b) => a.at - b.at));
  }
  #statements(statements) {
    for (const statement of statements) this.#statement(statement);
  }
  #statement(statement) {
    switch (statement.kind) {
      case "expression":
        this.#expression(statement.x);
        break;
      case "break":
      case "continue":
        if (this.#variables.container.loops === 0) this.#problem(statement.at, `${statement.kind} not in a loop`);
        break;
      case "pass":
        break;
      case "if":
        this.#control(statement.at, "if");
        this.#expression(statement.condition);
        this.#statements(statement.yes);
        this.#statements(statement.no);
        break;
      case "assign":
        this.#expression(statement.value);
        this.#target(statement.target, statement.operator !== void 0);
        break;
      case "def":
        if (this.#variables.container.node !== void 0 && !this.#dialect.nestedDef) {
          this.#problem(statement.at, "this dialect does not support def inside of functions");
        }
        this.#variables.bind(statement.name);
        this.#function(statement.node);
        break;
      case "for":
        this.#control(statement.at, "for");
        this.#expression(statement.source);
        this.#target(statement.target, false);
        this.#loop(statement.body);
        break;
      case "while":
        if (!this.#dialect.while) this.#problem(statement.at, "this dialect does not support while loops");
        this.#control(statement.at, "while");
        this.#expression(statement.condition);
        this.#loop(statement.body);
        break;
      case "return":
        if (this.#variables.container.node === void 0) this.#problem(statement.at, "return outside of a function");
        this.#expressions(statement.value);
        break;
      case "load":
        this.#problem(statement.at, "load is not available: a function is one file", LOAD_HINT);
        break;
    }
  }
  #control(at2, what) {
    if (this.#variables.container.node !== void 0 || this.#dialect.topLevelControl) return;
    this.#problem(at2, `${what} outside of a function`, "Put it into a function and call the function.");
  }
  #loop(body) {
    this.#variables.container.loops++;
    this.#statements(body);
    this.#variables.container.loops--;
  }
  #target(target, augmented) {
    switch (target.kind) {
      case "name":
        this.#variables.bind(target);
        break;
      case "index":
        this.#expressions(target.x, target.y);
        break;
      case "dot":
        this.#expression(target.x);
        break;
      case "parentheses":
        this.#target(target.x, augmented);
        break;
      case "tuple":
      case "list":
        if (augmented) this.#problem(target.at, `a ${target.kind} cannot be changed by an operator`);
        for (const item of target.items) this.#target(item, augmented);
        break;
      default:
        this.#problem(target.at, `cannot assign to this ${target.kind}`);
    }
  }
  #expression(expression) {
    switch (expression.kind) {
      case "name":
        this.#variables.use(expression);
        break;
      case "float":
        if (!this.#dialect.float) this.#problem(expression.at, "this dialect does not support floats");
        break;
      case "int":
      case "string":
      case "bytes":
        break;
      case "list":
      case "tuple":
        this.#expressions(...expression.items);
        break;
      case "dict":
        for (const { key, value } of expression.pairs) this.#expressions(key, value);
        break;
      case "comprehension":
        this.#comprehension(expression);
        break;
      case "conditional":
        this.#expressions(expression.condition, expression.yes, expression.no);
        break;
      case "slice":
        this.#expressions(expression.x, expression.low, expression.high, expression.step);
        break;
      case "call":
        this.#expression(expression.callee);
        this.#add(checkArguments(expression));
        for (const { value } of expression.arguments) this.#expression(value);
        break;
      case "lambda":
        if (!this.#dialect.lambda) this.#problem(expression.at, "this dialect does not support lambda");
        this.#function(expression.node);
        break;
      case "unary":
      case "dot":
      case "parentheses":
        this.#expression(expression.x);
        break;
      case "index":
      case "logical":
      case "binary":
        if (expression.kind === "binary" && expression.operator === "/" && !this.#dialect.float) {
          this.#problem(expression.at, "this dialect does not support floating-point division", "Use // for integers.");
        }
        this.#expressions(expression.x, expression.y);
        break;
    }
  }
  #expressions(...expressions) {
    for (const expression of expressions) if (expression !== void 0) this.#expression(expression);
  }
  #comprehension({ body, clauses }) {
    let first = true;
    for (const clause of clauses) {
      if (clause.kind === "if") {
        this.#expression(clause.condition);
        continue;
      }
      if (first) {
        this.#expression(clause.source);
        this.#variables.open(clauses.flatMap((each) => each.kind === "for" ? [...targetNames(each.target)] : []));
      }
      this.#target(clause.target, false);
      if (!first) this.#expression(clause.source);
      first = false;
    }
    this.#expressions(..."kind" in body ? [body] : [body.key, body.value]);
    this.#variables.close();
  }
  #function(node) {
    for (const { initial } of node.parameters) if (initial !== void 0) this.#expression(initial);
    this.#add(checkParameters(node));
    this.#variables.within(node, () => this.#statements(node.body));
  }
};

// src/starlark/program.ts
function run(text4, dialect, limits, host) {
  const thread = new Thread(limits, dialect);
  let failures = [];
  try {
    requireShort(text4, limits);
    const program = prepare(text4, dialect, new Map([...UNIVERSE, ...host.given]));
    thread.enter(program, emptySlots(program.code.slots));
    host.read(thread);
  } catch (thrown) {
    failures = failuresOf(thrown, text4, thread);
  }
  return { failures, printed: thread.printed.map(decode), cut: thread.cut, steps: Math.ceil(thread.steps) };
}
function check(text4, dialect, limits, given) {
  const thread = new Thread(limits, dialect);
  try {
    requireShort(text4, limits);
    resolve2(parse(text4, dialect.rulesOf2020), dialect, /* @__PURE__ */ new Set([...UNIVERSE.keys(), ...given]));
    return [];
  } catch (thrown) {
    return failuresOf(thrown, text4, thread);
  }
}
function requireShort({ length }, { source }) {
  if (length > source) throw exceeded(`the program has ${length} characters, more than ${source}`);
}
function prepare(text4, dialect, universe) {
  const statements = parse(text4, dialect.rulesOf2020);
  return compile(resolve2(statements, dialect, new Set(universe.keys())), universe);
}
var MAX_MESSAGE_LENGTH = 4e3;
var MAX_NAME_LENGTH2 = 100;
function shortened2(text4, length) {
  return text4.length <= length ? text4 : `${text4.slice(0, length)}\u2026`;
}
function failuresOf(thrown, text4, thread) {
  const placeOf2 = placesIn(text4);
  const ofProblem = ({ at: at2, message, hint: hint2 }) => ({
    kind: "syntax",
    message: shortened2(message, MAX_MESSAGE_LENGTH),
    hint: hint2,
    trace: [{ ...placeOf2(at2), function: "" }]
  });
  if (thrown instanceof SyntaxProblem) return [ofProblem(thrown)];
  if (thrown instanceof SyntaxProblems) return thrown.problems.map(ofProblem);
  const trace = thread.frames.map(({ at: at2, name }) => ({
    ...placeOf2(at2),
    function: shortened2(decode(name), MAX_NAME_LENGTH2)
  }));
  if (thrown instanceof Fault2) {
    return [
      { kind: thrown.kind, message: shortened2(decode(thrown.message), MAX_MESSAGE_LENGTH), hint: thrown.hint, trace }
    ];
  }
  if (thrown instanceof RangeError) {
    const isDeep = thrown.message.includes("call stack");
    const message = isDeep ? "the program is nested too deeply" : `a value is too large: ${thrown.message}`;
    const hint2 = isDeep ? "Break up deeply nested expressions, or long chains of operators." : void 0;
    return [{ kind: "limit", message, hint: hint2, trace }];
  }
  throw thrown;
}

// src/starlark/run-request.ts
var CONTEXT = "ctx";
function runRequest({ source, dialect, limits, resourceList, environment, isCheck }) {
  if (isCheck) {
    const failures = check(source, dialect, limits, [CONTEXT]);
    return { failures, printed: [], cut: false, steps: 0, output: void 0 };
  }
  const given = new InputMeter(limits, dialect.rulesOf2020);
  const list = toValue2(given, resourceList);
  const fields2 = /* @__PURE__ */ new Map([
    ["resource_list", list],
    ["open_api", new Dict(given)],
    ["environment", toValue2(given, environment)]
  ]);
  let output;
  const outcome = run(source, dialect, limits, {
    given: /* @__PURE__ */ new Map([[CONTEXT, new Struct(fields2)]]),
    read(meter2) {
      const tree = new ResultReader(meter2, "ctx.resource_list").read(list);
      const items = itemsOf2(tree);
      if (dialect.rulesOf2020) formatItems(items);
      const text4 = encode(tree);
      meter2.output(Buffer.byteLength(text4));
      output = text4;
    }
  });
  return { ...outcome, output };
}
var InputMeter = class extends Meter {
  allocate() {
  }
};
function itemsOf2(tree) {
  const items = get(tree, "items");
  const path = 'ctx.resource_list["items"]';
  if (items?.kind !== "seq") {
    throw new Fault2(`${path} is not a list`, "Assign a list of objects, or leave the list as it is.", "result");
  }
  const at2 = items.items.findIndex((item) => item.kind !== "map" && item.tag !== "!!null");
  if (at2 < 0) return items.items;
  const hint2 = "Make every item a dict with apiVersion, kind and metadata.";
  throw new Fault2(`${path}[${at2}] is not an object`, hint2, "result");
}

// src/starlark/thread.ts
import_node_worker_threads.parentPort?.postMessage(runRequest(import_node_worker_threads.workerData));
