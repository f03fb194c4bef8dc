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

// src/functions/starlark/thread.ts
var import_node_worker_threads = __toESM(require_node_worker_threads(), 1);

// src/functions/starlark/data.ts
function isReal(data) {
  return "float" in data;
}

// src/functions/starlark/meter.ts
var Fault = class extends Error {
  kind;
  hint;
  constructor(message, kind = "failed", hint2) {
    super(message);
    this.name = "Fault";
    this.kind = kind;
    this.hint = hint2;
  }
};
var LIMITS = {
  steps: 1e7,
  depth: 200,
  bytes: 1 << 30,
  length: 1 << 24,
  printed: 1 << 20,
  milliseconds: 6e4
};
var MOST_BYTES = 2 ** 30;
var MOST_LENGTH = 2 ** 28;
var Meter = class {
  steps = 0;
  maxSteps;
  limits;
  bytes = 0;
  constructor(limits) {
    const { bytes, length } = limits;
    this.limits = { ...limits, bytes: Math.min(bytes, MOST_BYTES), length: Math.min(length, MOST_LENGTH) };
    this.maxSteps = limits.steps;
  }
  /** Counts work that is in proportion to data and not to the program's text. */
  work(units) {
    this.steps += units;
    if (this.steps > this.maxSteps) this.outOfSteps();
  }
  outOfSteps() {
    throw new Fault(
      `the program did not end within ${this.maxSteps} steps`,
      "limit",
      "Look for a loop that runs too long."
    );
  }
  allocate(bytes) {
    this.bytes += bytes;
    if (this.bytes > this.limits.bytes) {
      throw new Fault(
        `the program allocated more than ${this.limits.bytes} bytes`,
        "limit",
        "Look for a text or a list that grows without end."
      );
    }
  }
  /** Counts a text before it is made. Throws where it would be longer than one may be. */
  text(length) {
    if (length > this.limits.length) {
      throw new Fault(`a string of ${length} bytes is longer than ${this.limits.length}`, "limit");
    }
    this.allocate(length + 16);
  }
  /** Counts a walk over the characters of a string. */
  walk(length) {
    this.work(length / 4);
  }
  /** Counts the search for a text in another, before it. At worst it compares each byte of the one with each of the other. */
  search(length, part) {
    this.work(length / 256 + length * part / 1024);
  }
  /** Counts a text that is put together piece by piece, at each piece. */
  grow(length, piece) {
    if (length > this.limits.length) this.text(length);
    this.allocate(piece);
    this.work(1 + piece / 256);
  }
  /** Counts the elements of a new list or tuple before it is made. */
  elements(count2) {
    if (count2 > this.limits.length / 8) {
      throw new Fault(`a list of ${count2} elements has more than ${this.limits.length / 8}`, "limit");
    }
    this.allocate(count2 * 8 + 32);
    this.work(count2);
  }
};

// src/functions/starlark/integers.ts
var MOST = Number.MAX_SAFE_INTEGER;
var HALF = 2 ** 52;
function normal(value) {
  return value >= -MOST && value <= MOST ? Number(value) : value;
}
function charge(meter, x, y, product) {
  const [a, b] = [bitsOf(x), bitsOf(y)];
  const bits = product ? a + b : Math.max(a, b);
  if (bits <= 256) return;
  if (bits > meter.limits.length / 64) {
    throw new Fault(`an integer of about ${bits} bits is longer than ${meter.limits.length / 64}`, "limit");
  }
  meter.allocate(bits / 8);
  meter.work(product ? a / 64 * (b / 64) * 0.02 + bits / 512 : bits / 512);
}
function bitsOf(value) {
  if (typeof value === "number") return 64;
  return value > -(2n ** 128n) && value < 2n ** 128n ? 128 : value.toString(16).length * 4;
}
function add(meter, x, y) {
  if (typeof x === "number" && typeof y === "number") {
    const sum = x + y;
    if (sum <= MOST && sum >= -MOST) return sum;
  }
  charge(meter, x, y, false);
  return normal(BigInt(x) + BigInt(y));
}
function subtract(meter, x, y) {
  if (typeof x === "number" && typeof y === "number") {
    const difference = x - y;
    if (difference <= MOST && difference >= -MOST) return difference;
  }
  charge(meter, x, y, false);
  return normal(BigInt(x) - BigInt(y));
}
function multiply(meter, x, y) {
  if (typeof x === "number" && typeof y === "number") {
    const product = x * y;
    if (product <= MOST && product >= -MOST) return product + 0;
  }
  charge(meter, x, y, true);
  return normal(BigInt(x) * BigInt(y));
}
function floorDivide(meter, x, y) {
  if (y === 0) throw new Fault("floored division by zero");
  if (typeof x === "number" && typeof y === "number" && Math.abs(x) < HALF && Math.abs(y) < HALF) {
    return (x - modulo(meter, x, y)) / y + 0;
  }
  charge(meter, x, y, true);
  const [a, b] = [BigInt(x), BigInt(y)];
  const inexact = a % b !== 0n && a < 0n !== b < 0n;
  return normal(a / b - (inexact ? 1n : 0n));
}
function modulo(meter, x, y) {
  if (y === 0) throw new Fault("integer modulo by zero");
  if (typeof x === "number" && typeof y === "number") {
    const rest2 = x % y;
    return rest2 === 0 ? 0 : rest2 < 0 !== y < 0 ? rest2 + y : rest2;
  }
  charge(meter, x, y, true);
  const b = BigInt(y);
  const rest = BigInt(x) % b;
  return normal(rest !== 0n && rest < 0n !== b < 0n ? rest + b : rest);
}
function bitwise(meter, operator, x, y) {
  if (typeof x === "number" && typeof y === "number" && (x | 0) === x && (y | 0) === y) {
    return operator === "|" ? x | y : operator === "&" ? x & y : x ^ y;
  }
  charge(meter, x, y, false);
  const [a, b] = [BigInt(x), BigInt(y)];
  return normal(operator === "|" ? a | b : operator === "&" ? a & b : a ^ b);
}
var FARTHEST = 512;
function shiftLeft(meter, x, count2) {
  if (count2 >= FARTHEST)
    throw new Fault(`shift count too large: ${count2}`, "failed", `Shift by less than ${FARTHEST}.`);
  if (typeof x === "number") {
    const shifted = x * 2 ** count2;
    if (shifted <= MOST && shifted >= -MOST) return shifted;
  }
  charge(meter, x, 2n ** BigInt(count2), true);
  return normal(BigInt(x) << BigInt(count2));
}
function shiftRight(meter, x, count2) {
  if (typeof x === "number") return count2 > 60 ? x < 0 ? -1 : 0 : Math.floor(x / 2 ** count2) + 0;
  charge(meter, x, 0, false);
  return normal(x >> BigInt(count2));
}
function isSmall(value) {
  return typeof value === "number" && value >= -2147483648 && value <= 2147483647;
}
function digits(meter, value, base = 10) {
  if (typeof value === "bigint") {
    charge(meter, value, value, true);
    meter.text(bitsOf(value) / 3);
  }
  return value.toString(base);
}
var PREFIXES = /* @__PURE__ */ new Map([
  ["0o", 8],
  ["0x", 16],
  ["0b", 2]
]);
function parseInteger(meter, text3, base) {
  const sign = /^[+-]/.exec(text3)?.[0] ?? "";
  let body = text3.slice(sign.length);
  let radix = base;
  const prefixed = body.length > 2 ? PREFIXES.get(body.slice(0, 2).toLowerCase()) : void 0;
  if (prefixed !== void 0 && (base === 0 || base === prefixed)) {
    body = body.slice(2);
    radix = prefixed;
  } else if (base === 0 && prefixed === void 0 && /^0./.test(body)) {
    return /^0+$/.test(body) ? 0 : void 0;
  }
  if (radix === 0) radix = 10;
  const value = unsigned(meter, body.toLowerCase(), radix);
  if (value === void 0) return void 0;
  return normal(sign === "-" ? -value : value);
}
var DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";
function unsigned(meter, text3, radix) {
  if (text3 === "") return void 0;
  const bits = text3.length * Math.ceil(Math.log2(radix));
  if (bits > meter.limits.length / 64) throw new Fault(`an integer of ${text3.length} digits is too long`, "limit");
  for (const digit of text3) {
    const value2 = DIGITS.indexOf(digit);
    if (value2 < 0 || value2 >= radix) return void 0;
  }
  meter.work(text3.length * text3.length / 1e4 + 1);
  if (radix === 10) return BigInt(text3);
  if (radix === 16) return BigInt(`0x${text3}`);
  if (radix === 8) return BigInt(`0o${text3}`);
  if (radix === 2) return BigInt(`0b${text3}`);
  let value = 0n;
  for (const digit of text3) value = value * BigInt(radix) + BigInt(DIGITS.indexOf(digit));
  return value;
}

// src/functions/starlark/text.ts
var ASCII = /^[\0-\x7f]*$/;
function encode(text3) {
  return ASCII.test(text3) ? text3 : Buffer.from(text3, "utf8").toString("latin1");
}
function decode(bytes) {
  return ASCII.test(bytes) ? bytes : Buffer.from(bytes, "latin1").toString("utf8");
}
function isAscii(bytes) {
  return ASCII.test(bytes);
}
var REPLACEMENT = 65533;
var INVALID = { code: REPLACEMENT, size: 1 };
function runeAt(bytes, at) {
  const first = bytes.charCodeAt(at);
  if (first < 128) return { code: first, size: 1 };
  if (first < 194 || first > 244) return INVALID;
  const second = continuation(bytes, at + 1);
  if (second < 0) return INVALID;
  if (first < 224) return { code: (first & 31) << 6 | second, size: 2 };
  const third = continuation(bytes, at + 2);
  if (third < 0) return INVALID;
  if (first < 240) {
    const code2 = (first & 15) << 12 | second << 6 | third;
    return code2 < 2048 || code2 >= 55296 && code2 < 57344 ? INVALID : { code: code2, size: 3 };
  }
  const fourth = continuation(bytes, at + 3);
  if (fourth < 0) return INVALID;
  const code = (first & 7) << 18 | second << 12 | third << 6 | fourth;
  return code < 65536 || code > 1114111 ? INVALID : { code, size: 4 };
}
function continuation(bytes, at) {
  const byte2 = bytes.charCodeAt(at);
  return (byte2 & 192) === 128 ? byte2 & 63 : -1;
}
function runes(bytes) {
  const codes = [];
  for (let at = 0; at < bytes.length; ) {
    const { code, size } = runeAt(bytes, at);
    codes.push(code);
    at += size;
  }
  return codes;
}
function encodeRune(code) {
  if (code < 128) return String.fromCharCode(code);
  return encode(String.fromCodePoint(code >= 55296 && code < 57344 ? REPLACEMENT : code));
}
function allRunes(bytes, test) {
  for (let at = 0; at < bytes.length; ) {
    const { code, size } = runeAt(bytes, at);
    if (!test(code)) return false;
    at += size;
  }
  return true;
}
function countRunes(bytes) {
  let count2 = 0;
  allRunes(bytes, () => ++count2 > 0);
  return count2;
}
var CHUNK = 1024;
function mapRunes(bytes, change2) {
  const chunks = [];
  let chunk = "";
  let index = 0;
  for (let at = 0; at < bytes.length; ) {
    const { code, size } = runeAt(bytes, at);
    chunk += encodeRune(change2(code, index++));
    at += size;
    if (chunk.length < CHUNK) continue;
    chunks.push(chunk);
    chunk = "";
  }
  return chunks.join("") + chunk;
}
var SHORT = /* @__PURE__ */ new Map([
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
  const chunks = ['"'];
  let chunk = "";
  for (let at = 0; at < bytes.length; ) {
    const { code, size } = runeAt(bytes, at);
    chunk += code === REPLACEMENT && size === 1 ? hex("x", bytes.charCodeAt(at), 2) : quoteRune(code);
    at += size;
    if (chunk.length < CHUNK) continue;
    chunks.push(chunk);
    chunk = "";
  }
  return `${chunks.join("")}${chunk}"`;
}
function quoteRune(code) {
  const short = SHORT.get(code);
  if (short !== void 0) return short;
  if (code < 32 || code === 127) return hex("x", code, 2);
  if (code < 127 || PRINTABLE.test(String.fromCodePoint(code))) return encodeRune(code);
  return code < 65536 ? hex("u", code, 4) : hex("U", code, 8);
}
function hex(letter, code, digits2) {
  return `\\${letter}${code.toString(16).padStart(digits2, "0")}`;
}

// src/functions/starlark/table.ts
var Mutable = class {
  /** How many loops run over it at the moment. */
  walkers = 0;
  /** Throws when it is being walked over. `verb` completes "cannot … list". */
  check(verb) {
    if (this.walkers > 0) {
      const copy2 = this.noun === "dict" ? "x.items()" : "list(x)";
      throw new Fault(`cannot ${verb} ${this.noun} during iteration`, "failed", `Walk over a copy, such as ${copy2}.`);
    }
  }
};
var Table = class extends Mutable {
  entries = /* @__PURE__ */ new Map();
  /** Keys that are not their own identity. */
  originals;
  get size() {
    return this.entries.size;
  }
  /** The keys in order. */
  *keys() {
    for (const identity of this.entries.keys()) yield this.original(identity);
  }
  original(identity) {
    const original = this.originals?.get(identity);
    return original === void 0 ? identity : original;
  }
  find(meter, key) {
    return this.entries.get(typeof key === "string" ? key : this.identify(meter, key));
  }
  insert(meter, key, value) {
    this.check("insert into");
    const identity = typeof key === "string" ? key : this.identify(meter, key);
    const { size } = this.entries;
    this.entries.set(identity, value);
    if (this.entries.size === size) return;
    meter.allocate(64);
    if (identity === key) return;
    this.originals ??= /* @__PURE__ */ new Map();
    this.originals.set(identity, key);
  }
  /** Removes a key and returns what it stood for; undefined where it was not there. */
  delete(meter, key) {
    this.check("delete from");
    const identity = this.identify(meter, key);
    const value = this.entries.get(identity);
    if (value === void 0) return void 0;
    this.entries.delete(identity);
    this.originals?.delete(identity);
    return value;
  }
  clear() {
    this.check("clear");
    this.entries.clear();
    this.originals = void 0;
  }
};

// src/functions/starlark/values.ts
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
  /** Throws on keys that cannot be hashed. */
  get(meter, key) {
    return this.find(meter, key);
  }
  set(meter, key, value) {
    this.insert(meter, key, value);
  }
  *pairs() {
    const values = this.entries.values();
    for (const key of this.keys()) yield [key, values.next().value];
  }
};
var StarSet = class extends Table {
  noun = "set";
  identify = identityOf;
  has(meter, value) {
    return this.find(meter, value) !== void 0;
  }
  add(meter, value) {
    this.insert(meter, value, null);
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
var DEEP = 200;
function identityOf(meter, key) {
  if (key === null || typeof key !== "object") return key;
  if (key instanceof Float) return numberIdentity(key.value);
  if (key instanceof Bytes) return BYTES + key.data;
  if (key instanceof Tuple) return TUPLE + tupleIdentity(meter, key, 0);
  if (key instanceof Callable) return key;
  throw new Fault(`unhashable type: ${typeName(key)}`, "failed", "Use a string, a number or a tuple of them as key.");
}
function numberIdentity(value) {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;
}
var NUMBERS = /* @__PURE__ */ new WeakMap();
var lastNumber = 0;
function tupleIdentity(meter, tuple, depth) {
  if (depth > DEEP) throw new Fault(`a key is nested deeper than ${DEEP} tuples`, "limit");
  let result = "";
  for (const item of tuple.items) {
    const part = item instanceof Tuple ? `t${tupleIdentity(meter, item, depth + 1)}` : plainIdentity(meter, item);
    result += `${part.length}:${part}`;
    meter.grow(result.length, part.length);
  }
  return result;
}
function plainIdentity(meter, item) {
  const part = identityOf(meter, item);
  if (part === null) return "z";
  if (typeof part === "number" || typeof part === "bigint") return `n${part}`;
  if (typeof part === "string" || typeof part === "boolean") return `${typeof part === "string" ? "s" : "b"}${part}`;
  let number = NUMBERS.get(part);
  if (number === void 0) NUMBERS.set(part, number = ++lastNumber);
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

// src/functions/starlark/host.ts
function toValue(meter, data) {
  if (typeof data === "string") return encode(data);
  if (typeof data === "bigint") return normal(data);
  if (data === null || typeof data !== "object") return data;
  if (data instanceof Map) {
    const dict = new Dict();
    for (const [key, value] of data) dict.set(meter, encode(key), toValue(meter, value));
    return dict;
  }
  if (isReal(data)) return new Float(data.float);
  return new List(data.map((item) => toValue(meter, item)));
}
function ofJson(json) {
  if (Array.isArray(json)) return json.map(ofJson);
  if (typeof json === "object" && json !== null) {
    return new Map(Object.entries(json).map(([key, value]) => [key, ofJson(value)]));
  }
  if (typeof json === "number") return Number.isSafeInteger(json) ? json : { float: json };
  return typeof json === "boolean" || typeof json === "string" ? json : null;
}
var DEEPEST = 200;
var LARGEST = 2n ** 64n;
var SMALLEST = -(2n ** 63n);
var Reader = class {
  meter;
  name;
  path = [];
  within = [];
  constructor(meter, name) {
    this.meter = meter;
    this.name = name;
  }
  read(value) {
    this.meter.work(1);
    if (typeof value === "string") return this.text(value);
    if (typeof value === "bigint" && (value >= LARGEST || value < SMALLEST)) {
      throw this.problem(`the integer ${value}, of more than 64 bits`);
    }
    if (value === null || typeof value !== "object") return value;
    if (value instanceof Float) {
      if (!Number.isFinite(value.value)) throw this.problem("a float that is not finite");
      return { float: value.value };
    }
    if (value instanceof List || value instanceof Tuple) return this.nested(value, () => this.items(value.items));
    if (value instanceof Dict) return this.nested(value, () => this.entries(value));
    throw this.problem(`a ${typeName(value)}`, value);
  }
  /** A fault about the value that is being read. */
  problem(what, value) {
    const steps = this.path.map((step2) => `[${typeof step2 === "number" ? step2 : JSON.stringify(decode(step2))}]`);
    const hint2 = value !== void 0 && typeName(value) === "set" ? "Make a list of it: sorted(x) or list(x)." : void 0;
    return new Fault(`${this.name}${encode(steps.join(""))} is ${what}, which cannot be in a resource`, "result", hint2);
  }
  text(value) {
    this.meter.allocate(value.length);
    const text3 = decode(value);
    if (text3.includes("\uFFFD") && encode(text3) !== value) throw this.problem("a string that is no UTF-8");
    return text3;
  }
  nested(value, read) {
    if (this.within.includes(value)) throw this.problem("a value that contains itself");
    if (this.within.length >= DEEPEST) throw this.problem(`nested deeper than ${DEEPEST} levels`);
    this.within.push(value);
    const result = read();
    this.within.pop();
    return result;
  }
  items(items) {
    return items.map((item, index) => this.at(index, item));
  }
  entries(dict) {
    const entries = /* @__PURE__ */ new Map();
    for (const [key, value] of dict.pairs()) {
      if (typeof key !== "string") throw this.problem(`a dict with a key of type ${typeName(key)}`);
      entries.set(this.text(key), this.at(key, value));
    }
    return entries;
  }
  at(step2, value) {
    this.path.push(step2);
    const data = this.read(value);
    this.path.pop();
    return data;
  }
};

// src/functions/starlark/parameters.ts
function bindArguments(meter, { code, defaults }, args, keywords) {
  const { name, parameters, hasStar, hasStars } = code;
  const positional = parameters.length - code.named;
  if (args.length > positional && !hasStar) throw tooMany(name, positional, defaults, args.length + keywords.length);
  meter.work(keywords.length * (1 + parameters.length / 16));
  const slots = Array.from({ length: code.slots }, () => void 0);
  const bound2 = Math.min(args.length, positional);
  for (let index = 0; index < bound2; index++) slots[index] = args[index];
  let next = parameters.length;
  if (hasStar) slots[next++] = new Tuple(args.slice(bound2));
  const others = new Dict();
  if (hasStars) slots[next] = others;
  for (const [key, value] of keywords) {
    const index = parameters.indexOf(key);
    if (index < 0 && !hasStars) throw new Fault(`function ${name} got an unexpected keyword argument ${key}`);
    if (index < 0 ? others.get(meter, key) !== void 0 : slots[index] !== void 0) {
      throw new Fault(`function ${name} got multiple values for parameter ${key}`);
    }
    if (index < 0) others.set(meter, key, value);
    else slots[index] = value;
  }
  const missing = [];
  for (const [index, parameter] of parameters.entries()) {
    if (slots[index] !== void 0) continue;
    slots[index] = defaults[index];
    if (defaults[index] === void 0) missing.push(parameter);
  }
  if (missing.length > 0) {
    throw new Fault(
      `function ${name} missing ${missing.length} argument${missing.length > 1 ? "s" : ""} (${missing.join(", ")})`
    );
  }
  return slots;
}
function tooMany(name, positional, defaults, given) {
  if (positional === 0) return new Fault(`function ${name} accepts no positional arguments (${given} given)`);
  const most = defaults.some((value) => value !== void 0) ? "at most " : "";
  return new Fault(
    `function ${name} accepts ${most}${positional} positional argument${positional > 1 ? "s" : ""} (${given} given)`
  );
}

// src/functions/starlark/frame.ts
var NEXT = 0;
var BREAK = 1;
var CONTINUE = 2;
var RETURN = 3;
var Closure = class extends Callable {
  code;
  /** By parameter; undefined where there is none. */
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
  /** Where it is, as an offset into the text. It is set before whatever can fail. */
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
  /** What `print` was given, line by line. */
  printed = [];
  /** Whether lines are missing from {@link printed}. */
  cut = false;
  printedLength = 0;
  recursion;
  maxDepth;
  constructor(limits, dialect) {
    super(limits);
    this.recursion = dialect.recursion;
    this.maxDepth = limits.depth;
  }
  call(callee, args, keywords) {
    if (callee instanceof Closure) return this.enter(callee, bindArguments(this, callee, args, keywords));
    if (!(callee instanceof Builtin)) throw new Fault(`invalid call of non-function (${typeName(callee)})`);
    this.work(1);
    return callee.native(this, args, keywords, callee.self ?? null);
  }
  /** Runs a function whose parameters are in their slots. A fault leaves all as it was, to be looked at. */
  enter(closure, slots) {
    const { code } = closure;
    if (code.active > 0 && !this.recursion) {
      throw new Fault(`function ${code.name} called recursively`, "failed", "Use a loop over range(...) or a list.");
    }
    if (this.frames.length >= this.maxDepth) {
      throw new Fault(`calls are nested deeper than ${this.maxDepth}`, "limit");
    }
    this.steps += code.cost;
    if (this.steps > this.maxSteps) this.outOfSteps();
    const frame = new Frame(this, closure, slots);
    for (const slot of code.boxed) slots[slot] = { value: slots[slot] };
    this.frames.push(frame);
    code.active++;
    code.body(frame);
    code.active--;
    this.frames.pop();
    return frame.result;
  }
  print(text3) {
    this.printedLength += text3.length + 1;
    if (this.printedLength <= this.limits.printed) this.printed.push(text3);
    else this.cut = true;
  }
};
function emptySlots(count2) {
  return Array.from({ length: count2 }, () => void 0);
}

// src/functions/starlark/problems.ts
var SyntaxProblem = class extends Error {
  at;
  hint;
  constructor(at, message, hint2) {
    super(message);
    this.name = "SyntaxProblem";
    this.at = at;
    this.hint = hint2;
  }
};
function placeOf(text3, at) {
  const before = text3.slice(0, at).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}
var MOST_PROBLEMS = 20;
var MISTYPED = 3;
var LONGEST = 40;
function nearest(name, names) {
  if (name.length > LONGEST) return void 0;
  let best;
  let least = Math.floor(name.length / MISTYPED) + 1;
  for (const candidate of names) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= least) continue;
    const distance = editDistance(name, candidate);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}
function editDistance(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change2 = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change2, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
var SyntaxProblems = class extends Error {
  problems;
  constructor(problems) {
    super(problems[0]?.message ?? "");
    this.problems = problems;
  }
};

// src/functions/starlark/literals.ts
var INTEGER = /0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|[0-9]+/y;
var FLOAT = /(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]*)?|[0-9]+[eE][+-]?[0-9]*/y;
var MOST_DIGITS = 1e5;
function readNumber(text3, at) {
  const float = matchAt(FLOAT, text3, at);
  if (float !== void 0) {
    const value = Number(float);
    if (!/[0-9.]$/.test(float) || !Number.isFinite(value))
      throw new SyntaxProblem(at, `invalid float literal: ${float}`);
    return { kind: "float", value, end: at + float.length };
  }
  const integer3 = matchAt(INTEGER, text3, at) ?? "";
  const prefix = /^0[xXoObB]/.exec(text3.slice(at, at + 2))?.[0];
  if (prefix !== void 0 && integer3 === "0") {
    throw new SyntaxProblem(at, `invalid number: digits are missing behind ${prefix}`);
  }
  if (/^0[0-9]*[1-9]/.test(integer3)) {
    throw new SyntaxProblem(at, `${integer3} begins with 0`, `Write 0o${integer3.slice(1)} if it is octal.`);
  }
  if (integer3.length > MOST_DIGITS) throw new SyntaxProblem(at, `an integer of ${integer3.length} digits is too long`);
  return { kind: "int", value: normal(BigInt(integer3)), end: at + integer3.length };
}
function matchAt(pattern, text3, at) {
  pattern.lastIndex = at;
  return pattern.exec(text3)?.[0];
}
function readString(text3, at, lax) {
  const prefix = /^(?:rb|r|b)?/.exec(text3.slice(at, at + 2))?.[0] ?? "";
  const start = at + prefix.length;
  const sign = text3[start];
  const quotes = text3.startsWith(sign.repeat(3), start) ? sign.repeat(3) : sign;
  const from = start + quotes.length;
  const to = endOfString(text3, at, from, quotes);
  const raw = prefix.startsWith("r");
  const isBytes = prefix.endsWith("b");
  const body = text3.slice(from, to).replace(/\r\n?/g, "\n");
  const value = raw || !body.includes("\\") ? encode(body) : unescape(body, at, lax, isBytes);
  return { kind: isBytes ? "bytes" : "string", value, end: to + quotes.length };
}
function endOfString(text3, at, from, quotes) {
  for (let end = from; end < text3.length; end++) {
    const sign = text3[end];
    if (text3.startsWith(quotes, end)) return end;
    if (sign === "\\") {
      end += text3[end + 1] === "\r" && text3[end + 2] === "\n" ? 2 : 1;
    } else if (quotes.length === 1 && (sign === "\n" || sign === "\r")) {
      throw new SyntaxProblem(at, "the string does not end on its line", "Close it, or use three quotes.");
    }
  }
  throw new SyntaxProblem(at, "the string does not end");
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
function unescape(body, at, lax, isBytes) {
  let result = "";
  let done = 0;
  for (const match of body.matchAll(lax && !isBytes ? LAX_ESCAPE : ESCAPE)) {
    const [whole, octal, hex2, short, long, other2] = match;
    result += encode(body.slice(done, match.index));
    done = match.index + whole.length;
    if (octal !== void 0) result += byte(Number.parseInt(octal, 8), whole, at, lax || isBytes);
    else if (hex2 !== void 0) result += byte(hexadecimal(hex2, 2, whole, at), whole, at, lax || isBytes);
    else if (short !== void 0) result += character(hexadecimal(short, 4, whole, at), whole, at);
    else if (long !== void 0) result += character(hexadecimal(long, 8, whole, at), whole, at);
    else {
      const simple2 = SIMPLE.get(other2 ?? "");
      if (simple2 === void 0 && !lax) {
        throw new SyntaxProblem(
          at,
          `invalid escape sequence ${whole}`,
          "Double the backslash, or write r before the string."
        );
      }
      result += simple2 ?? encode(whole);
    }
  }
  return result + encode(body.slice(done));
}
function hexadecimal(digits2, length, whole, at) {
  if (digits2.length < length || !/^[0-9a-fA-F]+$/.test(digits2)) {
    throw new SyntaxProblem(at, `invalid escape sequence ${whole}`, `It needs ${length} hexadecimal digits.`);
  }
  return Number.parseInt(digits2, 16);
}
function byte(value, whole, at, any) {
  if (value > 255) throw new SyntaxProblem(at, `invalid escape sequence ${whole}: it is more than a byte`);
  if (value > 127 && !any) {
    const code = value.toString(16).toUpperCase().padStart(4, "0");
    throw new SyntaxProblem(at, `${whole} is no ASCII character`, `Write \\u${code} for the character U+${code}.`);
  }
  return String.fromCharCode(value);
}
function character(code, whole, at) {
  if (code > 1114111 || code >= 55296 && code < 57344) {
    throw new SyntaxProblem(at, `${whole} is no character`);
  }
  return encodeRune(code);
}

// src/functions/starlark/scanner.ts
var KEYWORDS = new Set(
  "and break continue def elif else for if in lambda load not or pass return while as async await class del except finally from global import is nonlocal raise try with yield".split(" ")
);
var SIGNS = "//= >>= <<= ** // << >> <= >= == != += -= *= /= %= &= |= ^= = < > + - * / % & | ^ ~ . , : ; ( ) [ ] { }".split(" ");
var OPENING = "([{";
var CLOSING = ")]}";
var DEEPEST2 = 1e3;
var TAB = 8;
var IDENTIFIER = /[\p{L}_][\p{L}_0-9]*/uy;
var STRING_START = /(?:rb|r|b)?["']/y;
var NUMBER_START = /\.?[0-9]/y;
var Scanner = class {
  text;
  laxEscapes;
  at = 0;
  depth = 0;
  atLineStart = true;
  indents = [0];
  /** Tokens that are due before the text goes on: indents above zero, outdents below. */
  due = 0;
  constructor(text3, laxEscapes) {
    this.text = text3;
    this.laxEscapes = laxEscapes;
  }
  /** The next token; `end` forever once the text is over. Throws `SyntaxProblem`. */
  next() {
    for (; ; ) {
      const wasAtLineStart = this.atLineStart;
      const blank = this.atLineStart && this.indentation();
      if (this.due !== 0) return this.dueToken();
      this.skipSpace();
      if (this.at >= this.text.length) {
        const end = this.endOfText(wasAtLineStart);
        if (end !== void 0) return end;
        continue;
      }
      const newline = this.newlineLength();
      if (newline > 0) {
        const at = this.at;
        this.at += newline;
        this.atLineStart = true;
        if (this.depth > 0 || blank) continue;
        return { kind: "newline", at, value: "" };
      }
      if (this.text[this.at] !== "\\") return this.word();
      this.at++;
      const continued = this.newlineLength();
      if (continued === 0) throw new SyntaxProblem(this.at, "stray backslash", "It may only end a line.");
      this.at += continued;
    }
  }
  /** Measures the indentation of a line; true if there is nothing on it. */
  indentation() {
    this.atLineStart = false;
    let column = 0;
    for (; this.text[this.at] === " " || this.text[this.at] === "	"; this.at++) {
      column += this.text[this.at] === " " ? 1 : TAB - column % TAB;
    }
    const sign = this.text[this.at];
    if (sign === void 0 || sign === "#" || sign === "\n" || sign === "\r") return true;
    if (this.depth > 0) return false;
    if (column > this.indent()) {
      this.indents.push(column);
      this.due++;
    }
    while (column < this.indent()) {
      this.indents.pop();
      this.due--;
    }
    if (column !== this.indent()) {
      throw new SyntaxProblem(
        this.at,
        "unindent does not match any outer indentation level",
        "Align it with a line above."
      );
    }
    return false;
  }
  indent() {
    return this.indents.at(-1) ?? 0;
  }
  dueToken() {
    const kind = this.due > 0 ? "indent" : "outdent";
    this.due -= Math.sign(this.due);
    return { kind, at: this.at, value: "" };
  }
  /** Blanks, and comments up to the end of their line. */
  skipSpace() {
    while (this.text[this.at] === " " || this.text[this.at] === "	") this.at++;
    if (this.text[this.at] !== "#") return;
    while (this.at < this.text.length && this.newlineLength() === 0) this.at++;
  }
  newlineLength() {
    const sign = this.text[this.at];
    if (sign === "\n") return 1;
    if (sign !== "\r") return 0;
    return this.text[this.at + 1] === "\n" ? 2 : 1;
  }
  /** Closes open blocks, after a last line end where the text lacks one. */
  endOfText(wasAtLineStart) {
    if (this.indents.length === 1) return { kind: "end", at: this.at, value: "" };
    if (!wasAtLineStart) {
      this.atLineStart = true;
      return { kind: "newline", at: this.at, value: "" };
    }
    this.due = 1 - this.indents.length;
    this.indents.length = 1;
    return void 0;
  }
  word() {
    const { text: text3, at } = this;
    STRING_START.lastIndex = at;
    if (STRING_START.test(text3)) {
      const { kind, value, end } = readString(text3, at, this.laxEscapes);
      this.at = end;
      return { kind, at, value };
    }
    IDENTIFIER.lastIndex = at;
    const name = IDENTIFIER.exec(text3)?.[0];
    if (name !== void 0) {
      this.at += name.length;
      return { kind: KEYWORDS.has(name) ? name : "identifier", at, value: encode(name) };
    }
    NUMBER_START.lastIndex = at;
    if (NUMBER_START.test(text3)) {
      const { kind, value, end } = readNumber(text3, at);
      this.at = end;
      return { kind, at, value };
    }
    return this.sign();
  }
  sign() {
    const { at } = this;
    const kind = SIGNS.find((sign) => this.text.startsWith(sign, at));
    if (kind === void 0) {
      const found = String.fromCodePoint(this.text.codePointAt(at) ?? 0);
      throw new SyntaxProblem(at, `unexpected character ${JSON.stringify(found)}`);
    }
    if (OPENING.includes(kind) && ++this.depth > DEEPEST2) throw new SyntaxProblem(at, "brackets are nested too deeply");
    if (CLOSING.includes(kind) && --this.depth < 0) throw new SyntaxProblem(at, `unexpected ${kind}`);
    this.at += kind.length;
    return { kind, at, value: "" };
  }
};

// src/functions/starlark/token-reader.ts
var DEEPEST3 = 200;
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
var ABSENT = /* @__PURE__ */ new Map([
  ["is", "There is no is; compare by ==."],
  ["**", "There is no power operator; multiply."],
  ["try", "There are no exceptions; test a condition first, and end by fail(...)."],
  ["raise", "There are no exceptions; end by fail(...)."],
  ["class", "There are no classes; use dicts."],
  ["import", "There are no modules; a function is one file."],
  ["from", "There are no modules; a function is one file."],
  ["del", "Use x.pop(key)."],
  ["with", "There are no context managers."],
  ["yield", "There are no generators; return a list."],
  ["global", "A function cannot assign to a global; return the value."],
  ["nonlocal", "A function cannot assign to a variable of another; return the value, or change a list."]
]);
var TokenReader = class {
  token;
  scanner;
  depth = 0;
  constructor(text3, laxEscapes) {
    this.scanner = new Scanner(text3, laxEscapes);
    this.token = this.scanner.next();
  }
  is(kind) {
    return this.token.kind === kind;
  }
  /** Takes the current token. */
  take() {
    const { token } = this;
    this.token = this.scanner.next();
    return token;
  }
  consume(kind) {
    if (this.token.kind !== kind) throw this.unexpected(kind);
    return this.take();
  }
  unexpected(wanted) {
    const { kind, at, value } = this.token;
    const got = kind === "identifier" ? decode(String(value)) : described(kind);
    return new SyntaxProblem(at, `got ${got}, want ${described(wanted)}`, ABSENT.get(kind));
  }
  /** Runs a production that can contain itself. */
  nested(read) {
    if (++this.depth > DEEPEST3) throw new SyntaxProblem(this.token.at, `nested deeper than ${DEEPEST3} levels`);
    const result = read();
    this.depth--;
    return result;
  }
  name() {
    if (!this.is("identifier")) throw this.unexpected("a name");
    const { at, value } = this.take();
    return { kind: "name", at, name: String(value) };
  }
};

// src/functions/starlark/displays.ts
var ENDS = /* @__PURE__ */ new Set(["end", "newline", "=", "}", "]", ")", ";"]);
var DisplayParser = class extends TokenReader {
  /** One expression, or several with commas between them, which are a tuple. */
  expression(inBrackets = false) {
    const first = this.test();
    if (!this.is(",")) return first;
    const { at } = this.token;
    return { kind: "tuple", at, items: this.more([first], inBrackets) };
  }
  more(items, mayEndWithComma) {
    while (this.is(",")) {
      const { at } = this.take();
      if (ENDS.has(this.token.kind)) {
        if (mayEndWithComma) break;
        throw new SyntaxProblem(at, "a tuple that ends with a comma needs parentheses");
      }
      items.push(this.test());
    }
    return items;
  }
  parentheses() {
    const { at } = this.take();
    if (this.is(")")) {
      this.take();
      return { kind: "tuple", at, items: [] };
    }
    const x = this.expression(true);
    this.consume(")");
    return { kind: "parentheses", at, x };
  }
  list() {
    const { at } = this.take();
    if (this.is("]")) {
      this.take();
      return { kind: "list", at, items: [] };
    }
    const first = this.test();
    if (this.is("for")) return { kind: "comprehension", at, body: first, clauses: this.clauses("]") };
    const items = this.more([first], true);
    this.consume("]");
    return { kind: "list", at, items };
  }
  dict() {
    const { at } = this.take();
    const pairs = [];
    while (!this.is("}")) {
      pairs.push(this.pair());
      if (pairs.length === 1 && this.is("for")) {
        return { kind: "comprehension", at, body: pairs[0], clauses: this.clauses("}") };
      }
      if (!this.is(",")) break;
      this.take();
    }
    this.consume("}");
    return { kind: "dict", at, pairs };
  }
  pair() {
    const key = this.test();
    const { at } = this.consume(":");
    return { at, key, value: this.test() };
  }
  clauses(closing) {
    const list = [];
    while (!this.is(closing)) {
      const { kind, at } = this.token;
      if (kind === "for") {
        this.take();
        const target = this.loopVariables();
        this.consume("in");
        list.push({ kind, at, target, source: this.binary(0) });
      } else if (kind === "if") {
        this.take();
        list.push({ kind, condition: this.unconditional() });
      } else {
        throw this.unexpected(`${closing}, for or if`);
      }
    }
    this.take();
    return list;
  }
  /** What stands between `for` and `in`. */
  loopVariables() {
    const first = this.suffixed();
    if (!this.is(",")) return first;
    const { at } = this.token;
    const items = [first];
    while (this.is(",")) {
      this.take();
      if (ENDS.has(this.token.kind)) break;
      items.push(this.suffixed());
    }
    return { kind: "tuple", at, items };
  }
};

// src/functions/starlark/expressions.ts
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
var NOT = 2;
var COMPARISON = 3;
var ExpressionParser = class extends DisplayParser {
  /** An expression without commas. */
  test() {
    return this.nested(() => {
      if (this.is("lambda")) return this.lambda(() => this.test());
      const yes = this.binary(0);
      if (!this.is("if")) return yes;
      const { at } = this.take();
      const condition = this.binary(0);
      if (!this.is("else")) throw new SyntaxProblem(at, "a conditional expression needs an else");
      this.take();
      return { kind: "conditional", at, condition, yes, no: this.test() };
    });
  }
  unconditional() {
    return this.is("lambda") ? this.lambda(() => this.unconditional()) : this.binary(0);
  }
  lambda(body) {
    const { at } = this.take();
    const parameters = this.is(":") ? [] : this.parameters();
    this.consume(":");
    const value = this.nested(body);
    const statement = { kind: "return", at: value.at, value };
    return {
      kind: "lambda",
      at,
      node: { name: "lambda", at, parameters, body: [statement], locals: [], captured: [] }
    };
  }
  binary(level) {
    if (this.is("not") && level <= NOT) {
      const { at } = this.take();
      const x = this.nested(() => this.binary(NOT));
      return this.operators({ kind: "unary", at, operator: "not", x }, level, NOT);
    }
    return this.operators(this.suffixed(), level, LEVELS.length);
  }
  /** The operators that follow `first`, as far as they bind at least as tightly as `level` and less than `below`. */
  operators(first, level, below) {
    let x = first;
    let ceiling = below;
    for (; ; ) {
      const operator = this.operator();
      const precedence = PRECEDENCE.get(operator);
      if (precedence === void 0 || precedence < level || precedence >= ceiling) return this.checked(x, operator);
      const { at } = this.take();
      if (operator === "not in") this.consume("in");
      const y = this.nested(() => this.binary(precedence + 1));
      if (operator === "and" || operator === "or") x = { kind: "logical", at, operator, x, y };
      else x = { kind: "binary", at, operator, x, y };
      ceiling = precedence === COMPARISON ? COMPARISON : precedence + 1;
    }
  }
  /** The sign of the current token; `not` here can only begin `not in`. */
  operator() {
    return this.is("not") ? "not in" : this.token.kind;
  }
  checked(x, operator) {
    if (x.kind === "binary" && PRECEDENCE.get(x.operator) === COMPARISON && PRECEDENCE.get(operator) === COMPARISON) {
      throw new SyntaxProblem(
        this.token.at,
        `${x.operator} does not associate with ${operator}`,
        "Use parentheses, or join two comparisons with and."
      );
    }
    return x;
  }
  /** An operand with the dots, indexes and calls behind it. */
  suffixed() {
    let x = this.operand();
    for (; ; ) {
      const { kind, at } = this.token;
      if (kind === ".") {
        this.take();
        x = { kind: "dot", at, x, name: this.name().name };
      } else if (kind === "[") {
        x = this.index(x);
      } else if (kind === "(") {
        this.take();
        const given = this.arguments();
        this.consume(")");
        x = { kind: "call", at, callee: x, arguments: given };
      } else {
        return x;
      }
    }
  }
  index(x) {
    const { at } = this.take();
    const low = this.is(":") ? void 0 : this.expression();
    if (low !== void 0 && this.is("]")) {
      this.take();
      return { kind: "index", at, x, y: low };
    }
    let high;
    let step2;
    this.consume(":");
    if (!this.is(":") && !this.is("]")) high = this.test();
    if (this.is(":")) {
      this.take();
      if (!this.is("]")) step2 = this.test();
    }
    this.consume("]");
    return { kind: "slice", at, x, low, high, step: step2 };
  }
  arguments() {
    const given = [];
    while (!this.is(")") && !this.is("end")) {
      if (given.length > 0) this.consume(",");
      if (this.is(")")) break;
      given.push(this.argument());
    }
    return given;
  }
  argument() {
    const { kind, at } = this.token;
    if (kind === "*" || kind === "**") {
      this.take();
      return { at, form: kind, name: "", value: this.test() };
    }
    const value = this.test();
    if (!this.is("=")) return { at, form: "positional", name: "", value };
    if (value.kind !== "name") throw new SyntaxProblem(this.token.at, "a named argument has the form name=value");
    this.take();
    return { at, form: "named", name: value.name, value: this.test() };
  }
  parameters() {
    const list = [];
    while (!this.is(")") && !this.is(":") && !this.is("end")) {
      if (list.length > 0) this.consume(",");
      if (this.is(")")) break;
      list.push(this.parameter());
    }
    return list;
  }
  parameter() {
    const { kind, at } = this.token;
    if (kind === "*" || kind === "**") {
      this.take();
      const named3 = kind === "**" || this.is("identifier");
      return { at, form: kind, name: named3 ? this.name() : void 0, initial: void 0 };
    }
    const name = this.name();
    if (!this.is("=")) return { at, form: "required", name, initial: void 0 };
    this.take();
    return { at, form: "optional", name, initial: this.test() };
  }
  operand() {
    const { kind, at, value } = this.token;
    switch (kind) {
      case "identifier":
        return this.name();
      case "int":
      case "float":
      case "string":
      case "bytes":
        this.take();
        return { kind, at, value };
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
        return { kind: "unary", at, operator: kind, x: this.nested(() => this.suffixed()) };
      default:
        throw this.unexpected("an expression");
    }
  }
};

// src/functions/starlark/parser.ts
var ASSIGNMENTS = new Map([
  ["=", void 0],
  ...["+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>"].map((sign) => [`${sign}=`, sign])
]);
function parse(text3, laxEscapes) {
  return new Parser(text3, laxEscapes).file();
}
var Parser = class extends ExpressionParser {
  file() {
    const statements = [];
    while (!this.is("end")) {
      if (this.is("newline")) this.take();
      else this.statement(statements);
    }
    return statements;
  }
  statement(into) {
    switch (this.token.kind) {
      case "def":
        into.push(this.def());
        break;
      case "if":
        into.push(this.if());
        break;
      case "for":
        into.push(this.for());
        break;
      case "while": {
        const { at } = this.take();
        const condition = this.test();
        into.push({ kind: "while", at, condition, body: this.suite() });
        break;
      }
      default:
        this.simple(into);
    }
  }
  def() {
    const { at } = this.take();
    const name = this.name();
    this.consume("(");
    const parameters = this.parameters();
    this.consume(")");
    const body = this.suite();
    return { kind: "def", at, name, node: { name: name.name, at, parameters, body, locals: [], captured: [] } };
  }
  /** `if` with all that follows it; each `elif` is an `if` within the `else` before. */
  if() {
    const branches = [];
    do {
      const { at } = this.take();
      const condition = this.test();
      branches.push({ kind: "if", at, condition, yes: this.suite() });
    } while (this.is("elif"));
    let no = [];
    if (this.is("else")) {
      this.take();
      no = this.suite();
    }
    for (const branch of branches.reverse()) no = [{ ...branch, no }];
    return no[0];
  }
  for() {
    const { at } = this.take();
    const target = this.loopVariables();
    this.consume("in");
    const source = this.expression();
    return { kind: "for", at, target, source, body: this.suite() };
  }
  /** A colon and what belongs to it: an indented block, or statements on the same line. */
  suite() {
    this.consume(":");
    const statements = [];
    if (!this.is("newline")) {
      this.simple(statements);
      return statements;
    }
    this.take();
    this.consume("indent");
    return this.nested(() => {
      while (!this.is("outdent") && !this.is("end")) this.statement(statements);
      this.consume("outdent");
      return statements;
    });
  }
  /** Statements on one line, with semicolons between them. */
  simple(into) {
    do
      into.push(this.small());
    while (this.separated());
    if (!this.is("end")) this.consume("newline");
  }
  separated() {
    if (!this.is(";")) return false;
    this.take();
    return !this.is("newline") && !this.is("end");
  }
  small() {
    const { kind, at } = this.token;
    switch (kind) {
      case "return": {
        this.take();
        const bare = ["end", "newline", ";"].includes(this.token.kind);
        return { kind, at, value: bare ? void 0 : this.expression() };
      }
      case "break":
      case "continue":
      case "pass":
        this.take();
        return { kind, at };
      case "load":
        return this.load();
      default:
        return this.assignment();
    }
  }
  assignment() {
    const { at: start } = this.token;
    const target = this.expression();
    const { kind, at } = this.token;
    if (!ASSIGNMENTS.has(kind)) return { kind: "expression", at: start, x: target };
    this.take();
    return { kind: "assign", at, operator: ASSIGNMENTS.get(kind), target, value: this.expression() };
  }
  /** `load("module", "name", other="name")`, which is read so that it can be refused with its place. */
  load() {
    const { at } = this.take();
    this.consume("(");
    if (!this.is("string")) throw this.unexpected("the name of a module, as a string");
    this.take();
    const names = [];
    while (this.is(",")) {
      this.take();
      if (this.is(")")) break;
      names.push(this.loaded());
    }
    this.consume(")");
    if (names.length === 0) throw new SyntaxProblem(at, "load must name at least one symbol");
    return { kind: "load", at, names };
  }
  loaded() {
    if (this.is("string")) {
      const { at, value } = this.take();
      return { kind: "name", at, name: String(value) };
    }
    const name = this.name();
    this.consume("=");
    if (!this.is("string")) throw this.unexpected("the name of a symbol, as a string");
    this.take();
    return name;
  }
};

// src/functions/starlark/bound-names.ts
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

// src/functions/starlark/signature.ts
var MOST2 = 255;
function* checkArguments({ at, arguments: given }) {
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
  if (positional > MOST2 || names.size > MOST2) yield new SyntaxProblem(at, `a call may have ${MOST2} arguments`);
}
function* checkParameters({ parameters }) {
  const names = /* @__PURE__ */ new Set();
  let [optional, star, stars] = [false, false, false];
  for (const [index, { at, form, name }] of parameters.entries()) {
    if (name !== void 0 && names.has(name.name))
      yield new SyntaxProblem(at, `parameter ${decode(name.name)} stands twice`);
    if (name !== void 0) names.add(name.name);
    if (stars) yield new SyntaxProblem(at, "no parameter may follow **kwargs");
    if (form === "*") {
      if (star) yield new SyntaxProblem(at, "a function has at most one *");
      star = true;
      if (name === void 0 && !/^(required|optional)$/.test(parameters[index + 1]?.form ?? "")) {
        yield new SyntaxProblem(at, "a bare * must be followed by a parameter");
      }
    } else if (form === "**") stars = true;
    else if (form === "optional") optional = true;
    else if (optional && !star) yield new SyntaxProblem(at, "a required parameter may not follow an optional one");
  }
}

// src/functions/starlark/variables.ts
var Variables = class {
  container = { outer: void 0, node: void 0, blocks: [], locals: [], captured: /* @__PURE__ */ new Map(), loops: 0 };
  dialect;
  universe;
  problem;
  globals = /* @__PURE__ */ new Map();
  given = /* @__PURE__ */ new Map();
  /** Globals that a statement so far has assigned. */
  assigned = /* @__PURE__ */ new Set();
  constructor(dialect, universe, problem) {
    this.dialect = dialect;
    this.universe = universe;
    this.problem = problem;
  }
  /** The variables of the file are known from its beginning. */
  declareGlobals(statements) {
    for (const name of boundNames(statements)) {
      if (!this.globals.has(name)) this.globals.set(name, { name, scope: "global", index: this.globals.size });
    }
  }
  allGlobals() {
    return [...this.globals.values()];
  }
  /** Opens a block with variables of its own. */
  open(names) {
    const block = /* @__PURE__ */ new Map();
    this.container.blocks.push(block);
    for (const name of names) if (!block.has(name)) this.declare(block, name);
  }
  close() {
    this.container.blocks.pop();
  }
  /** Does something within a function. */
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
  /** A name that a statement gives a value to. */
  bind(name) {
    const block = this.container.blocks.at(-1);
    if (block !== void 0) {
      name.binding = block.get(name.name) ?? this.declare(block, name.name);
      return;
    }
    if (this.assigned.has(name.name) && !this.dialect.globalReassign) {
      this.problem(name.at, `cannot reassign global ${name.name}`, "Choose another name, or do it in a function.");
    }
    this.assigned.add(name.name);
    const binding = this.globals.get(name.name);
    if (binding !== void 0) name.binding = binding;
  }
  declare(block, name) {
    const { locals } = this.container;
    const binding = { name, scope: "local", index: locals.length };
    locals.push(binding);
    block.set(name, binding);
    return binding;
  }
  /** A name whose value is taken. */
  use(name) {
    const found = this.lookup(this.container, name.name) ?? this.lookupGlobal(name);
    if (found !== void 0) {
      name.binding = found;
      return;
    }
    const near = nearest(name.name, [...this.localNames(), ...this.globals.keys(), ...this.universe]);
    this.problem(name.at, `undefined: ${name.name}`, near === void 0 ? void 0 : `Did you mean ${near}?`);
  }
  localNames() {
    return this.container.blocks.flatMap((block) => [...block.keys()]);
  }
  /** A variable of this function or of one around it; the latter is captured by all functions in between. */
  lookup(container, name) {
    for (let at = container.blocks.length - 1; at >= 0; at--) {
      const binding = container.blocks[at]?.get(name);
      if (binding !== void 0) return binding;
    }
    const known = container.captured.get(name);
    if (known !== void 0) return known;
    if (container.node === void 0 || container.outer === void 0) return void 0;
    const outer = this.lookup(container.outer, name);
    if (outer === void 0) return void 0;
    if (outer.scope === "local") outer.scope = "cell";
    const free = { name, scope: "free", index: container.node.captured.length };
    container.node.captured.push(outer);
    container.captured.set(name, free);
    return free;
  }
  lookupGlobal({ name, at }) {
    const global = this.globals.get(name);
    const inOrder = this.dialect.globalReassign && this.container.node === void 0 && this.container.blocks.length === 0;
    if (global !== void 0 && (!inOrder || this.assigned.has(name))) return global;
    if (!this.universe.has(name)) return global;
    if (name === "set" && !this.dialect.set || name === "float" && !this.dialect.float) {
      this.problem(at, `this dialect does not support ${name}`);
    }
    let binding = this.given.get(name);
    if (binding === void 0) this.given.set(name, binding = { name, scope: "universe", index: 0 });
    return binding;
  }
};

// src/functions/starlark/resolver.ts
function resolve(statements, dialect, universe) {
  const resolver = new Resolver(dialect, universe);
  return resolver.file(statements);
}
var Resolver = class {
  dialect;
  variables;
  problems = [];
  constructor(dialect, universe) {
    this.dialect = dialect;
    this.variables = new Variables(dialect, universe, (at, message, hint2) => this.problem(at, message, hint2));
  }
  file(statements) {
    this.variables.declareGlobals(statements);
    this.statements(statements);
    this.check(1);
    return { statements, globals: this.variables.allGlobals(), locals: this.variables.container.locals };
  }
  problem(at, message, hint2) {
    this.add([new SyntaxProblem(at, decode(message), hint2)]);
  }
  add(problems) {
    for (const problem of problems) {
      this.problems.push(problem);
      this.check(MOST_PROBLEMS);
    }
  }
  /** Throws if there are so many problems. */
  check(count2) {
    if (this.problems.length >= count2) throw new SyntaxProblems(this.problems.toSorted((a, b) => a.at - b.at));
  }
  statements(statements) {
    for (const statement of statements) this.statement(statement);
  }
  statement(statement) {
    switch (statement.kind) {
      case "expression":
        this.expression(statement.x);
        break;
      case "break":
      case "continue":
        if (this.variables.container.loops === 0) this.problem(statement.at, `${statement.kind} not in a loop`);
        break;
      case "pass":
        break;
      case "if":
        this.control(statement.at, "if");
        this.expression(statement.condition);
        this.statements(statement.yes);
        this.statements(statement.no);
        break;
      case "assign":
        this.expression(statement.value);
        this.target(statement.target, statement.operator !== void 0);
        break;
      case "def":
        if (this.variables.container.node !== void 0 && !this.dialect.nestedDef) {
          this.problem(statement.at, "this dialect does not support def inside of functions");
        }
        this.variables.bind(statement.name);
        this.function(statement.node);
        break;
      case "for":
        this.control(statement.at, "for");
        this.expression(statement.source);
        this.target(statement.target, false);
        this.loop(statement.body);
        break;
      case "while":
        if (!this.dialect.while) this.problem(statement.at, "this dialect does not support while loops");
        this.control(statement.at, "while");
        this.expression(statement.condition);
        this.loop(statement.body);
        break;
      case "return":
        if (this.variables.container.node === void 0) this.problem(statement.at, "return outside of a function");
        if (statement.value !== void 0) this.expression(statement.value);
        break;
      case "load":
        this.problem(
          statement.at,
          "load is not available: a function is one file",
          "Copy what you need into the file."
        );
        break;
    }
  }
  control(at, what) {
    if (this.variables.container.node !== void 0 || this.dialect.topLevelControl) return;
    this.problem(at, `${what} outside of a function`, "Put it into a function, and call that.");
  }
  loop(body) {
    this.variables.container.loops++;
    this.statements(body);
    this.variables.container.loops--;
  }
  target(target, augmented) {
    switch (target.kind) {
      case "name":
        this.variables.bind(target);
        break;
      case "index":
        this.expression(target.x);
        this.expression(target.y);
        break;
      case "dot":
        this.expression(target.x);
        break;
      case "parentheses":
        this.target(target.x, augmented);
        break;
      case "tuple":
      case "list":
        if (augmented) this.problem(target.at, `a ${target.kind} cannot be changed by an operator`);
        for (const item of target.items) this.target(item, augmented);
        break;
      default:
        this.problem(target.at, `cannot assign to this ${target.kind}`);
    }
  }
  expression(expression) {
    switch (expression.kind) {
      case "name":
        this.variables.use(expression);
        break;
      case "float":
        if (!this.dialect.float) this.problem(expression.at, "this dialect does not support floats");
        break;
      case "int":
      case "string":
      case "bytes":
        break;
      case "list":
      case "tuple":
        for (const item of expression.items) this.expression(item);
        break;
      case "dict":
        for (const { key, value } of expression.pairs) {
          this.expression(key);
          this.expression(value);
        }
        break;
      case "comprehension":
        this.comprehension(expression);
        break;
      case "conditional":
        this.expression(expression.condition);
        this.expression(expression.yes);
        this.expression(expression.no);
        break;
      case "slice":
        this.expression(expression.x);
        for (const bound2 of [expression.low, expression.high, expression.step]) if (bound2) this.expression(bound2);
        break;
      case "call":
        this.expression(expression.callee);
        this.add(checkArguments(expression));
        for (const { value } of expression.arguments) this.expression(value);
        break;
      case "lambda":
        if (!this.dialect.lambda) this.problem(expression.at, "this dialect does not support lambda");
        this.function(expression.node);
        break;
      case "unary":
      case "dot":
      case "parentheses":
        this.expression(expression.x);
        break;
      case "index":
      case "logical":
      case "binary":
        if (expression.kind === "binary" && expression.operator === "/" && !this.dialect.float) {
          this.problem(expression.at, "this dialect does not support floating-point division", "Use // for integers.");
        }
        this.expression(expression.x);
        this.expression(expression.y);
        break;
    }
  }
  comprehension({ body, clauses }) {
    let first = true;
    for (const clause of clauses) {
      if (clause.kind === "if") {
        this.expression(clause.condition);
        continue;
      }
      if (first) {
        this.expression(clause.source);
        this.variables.open(clauses.flatMap((each) => each.kind === "for" ? [...targetNames(each.target)] : []));
      }
      this.target(clause.target, false);
      if (!first) this.expression(clause.source);
      first = false;
    }
    if ("kind" in body) {
      this.expression(body);
    } else {
      this.expression(body.key);
      this.expression(body.value);
    }
    this.variables.close();
  }
  function(node) {
    for (const { initial } of node.parameters) if (initial !== void 0) this.expression(initial);
    this.add(checkParameters(node));
    this.variables.within(node, () => this.statements(node.body));
  }
};

// src/functions/starlark/iteration.ts
function cursorOf(value) {
  if (value === null || typeof value !== "object") return void 0;
  if (value instanceof List) return new ListCursor(value);
  if (value instanceof Range) return new RangeCursor(value);
  if (value instanceof Dict || value instanceof StarSet) return new KeyCursor(value);
  if (value instanceof Tuple) return new TupleCursor(value.items);
  if (value instanceof Elements) return new GeneratedCursor(elementsOf(value));
  return void 0;
}
var ListCursor = class {
  list;
  index = 0;
  constructor(list) {
    this.list = list;
    list.walkers++;
  }
  next() {
    return this.list.items[this.index++];
  }
  done() {
    this.list.walkers--;
  }
};
var TupleCursor = class {
  items;
  index = 0;
  constructor(items) {
    this.items = items;
  }
  next() {
    return this.items[this.index++];
  }
  done() {
  }
};
var RangeCursor = class {
  range;
  index = 0;
  constructor(range2) {
    this.range = range2;
  }
  next() {
    const { start, step: step2, length } = this.range;
    return this.index < length ? start + this.index++ * step2 : void 0;
  }
  done() {
  }
};
var KeyCursor = class {
  table;
  keys;
  constructor(table) {
    this.table = table;
    this.keys = table.keys();
    table.walkers++;
  }
  next() {
    const { done, value } = this.keys.next();
    return done ? void 0 : value;
  }
  done() {
    this.table.walkers--;
  }
};
var GeneratedCursor = class {
  values;
  constructor(values) {
    this.values = values;
  }
  next() {
    const { done, value } = this.values.next();
    return done ? void 0 : value;
  }
  done() {
  }
};
function* elementsOf({ source, method }) {
  const bytes = source instanceof Bytes ? source.data : source;
  const asNumbers = source instanceof Bytes || method.endsWith("ords");
  const byCharacter = method.startsWith("codepoint");
  for (let at = 0; at < bytes.length; ) {
    const { code, size } = byCharacter ? runeAt(bytes, at) : { code: bytes.charCodeAt(at), size: 1 };
    const invalid = byCharacter && code === 65533;
    yield asNumbers ? code : invalid ? "\xEF\xBF\xBD" : bytes.slice(at, at + size);
    at += size;
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
function itemsOf(meter, value, who) {
  if (value instanceof List || value instanceof Tuple) {
    meter.elements(value.items.length);
    return value.items.slice();
  }
  const cursor = cursorOf(value);
  if (cursor === void 0) throw new Fault(`${who}: got ${typeName(value)}, want iterable`, "failed", hintFor(value));
  const known = lengthOf(value) ?? 0;
  meter.elements(known);
  const items = [];
  for (let item = cursor.next(); item !== void 0; item = cursor.next()) {
    meter.work(1);
    if (items.push(item) > known) meter.allocate(8);
  }
  cursor.done();
  return items;
}
function whileWalking(value, run2) {
  const walked = value instanceof List || value instanceof Dict || value instanceof StarSet ? value : void 0;
  if (walked !== void 0) walked.walkers++;
  const result = run2();
  if (walked !== void 0) walked.walkers--;
  return result;
}
function hintFor(value) {
  return typeof value === "string" ? "Use .elems() or .codepoints() to walk over a string." : void 0;
}

// src/yaml/numbers.ts
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

// src/functions/starlark/floats.ts
function toFloat(value) {
  const float = Number(value);
  if (!Number.isFinite(float)) throw new Fault("int too large to convert to float");
  return float;
}
function truncate(value) {
  if (Number.isNaN(value)) throw new Fault("cannot convert float NaN to integer");
  if (!Number.isFinite(value)) throw new Fault("cannot convert float infinity to integer");
  return normal(BigInt(Math.trunc(value)));
}
function compareNumbers(x, y) {
  if (x < y) return -1;
  if (x > y) return 1;
  const [first, second] = [Number.isNaN(x), Number.isNaN(y)];
  return first === second ? 0 : first ? 1 : -1;
}
function floatModulo(x, y) {
  const rest = x % y;
  return x < 0 !== y < 0 && rest !== 0 ? rest + y : rest;
}
function formatFloat2(value, conversion = "g") {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "+inf" : "-inf";
  const lower = conversion.toLowerCase();
  const text3 = lower === "f" ? fixed(value) : lower === "e" ? scientific(value) : shortest(value);
  return conversion === lower ? text3 : text3.toUpperCase();
}
function shortest(value) {
  const text3 = formatFloat64(value);
  return /[.e]/.test(text3) ? text3 : `${text3}.0`;
}
function scientific(value) {
  if (value === 0) return `${Object.is(value, -0) ? "-" : ""}0.000000e+00`;
  const power = Number(value.toExponential(20).split("e")[1]);
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
function parseFloating(text3) {
  const [, sign = "", body = ""] = /^([+-]?)([^]*)$/.exec(text3) ?? [];
  const named3 = NAMES.get(body.toLowerCase());
  if (named3 !== void 0) return sign === "-" ? -named3 : named3;
  if (text3 === "") throw new Fault("float: empty string");
  if (!/^(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(body)) throw new Fault(`invalid float literal: ${text3}`);
  const value = Number(text3);
  if (!Number.isFinite(value)) throw new Fault("floating-point number too large");
  return value;
}

// src/functions/starlark/comparison.ts
var DEEPEST4 = 10;
function equal(meter, x, y, depth = DEEPEST4) {
  if (typeof x === "string") return equalTexts(meter, x, y);
  if (depth < 1) {
    throw new Fault(
      "comparison exceeded maximum recursion depth",
      "failed",
      `Values are compared ${DEEPEST4} levels deep.`
    );
  }
  if (x === null || y === null || typeof x !== "object" || typeof y !== "object") return equalPlain(x, y);
  if (x instanceof List || x instanceof Tuple) {
    return x.constructor === y.constructor && equalItems(meter, x.items, y.items, depth);
  }
  if (x instanceof Dict) return y instanceof Dict && equalDicts(meter, x, y, depth);
  if (x instanceof StarSet) return y instanceof StarSet && x.size === y.size && isSubset(meter, x, y);
  if (x instanceof Float) return y instanceof Float && compareNumbers(x.value, y.value) === 0;
  if (x instanceof Bytes) return y instanceof Bytes && x.data === y.data;
  if (x instanceof Range) return y instanceof Range && equalRanges(x, y);
  if (x instanceof Struct) return y instanceof Struct && equalStructs(meter, x, y, depth);
  return x === y;
}
function equalTexts(meter, x, y) {
  if (typeof y !== "string" || x.length !== y.length) return false;
  meter.work(x.length / 256);
  return x === y;
}
function equalPlain(x, y) {
  if (x instanceof Float) return isInteger(y) && compareNumbers(x.value, y) === 0;
  if (y instanceof Float) return isInteger(x) && compareNumbers(x, y.value) === 0;
  return x === y;
}
function isInteger(value) {
  return typeof value === "number" || typeof value === "bigint";
}
function equalItems(meter, x, y, depth) {
  if (x.length !== y.length) return false;
  for (let index = 0; index < x.length; index++) {
    meter.work(1);
    if (!equal(meter, x[index], y[index], depth - 1)) return false;
  }
  return true;
}
function equalDicts(meter, x, y, depth) {
  if (x.size !== y.size) return false;
  for (const [key, value] of x.pairs()) {
    meter.work(1);
    const other2 = y.get(meter, key);
    if (other2 === void 0 || !equal(meter, value, other2, depth - 1)) return false;
  }
  return true;
}
function equalRanges(x, y) {
  if (x.length !== y.length) return false;
  return x.length === 0 || x.start === y.start && (x.length === 1 || x.step === y.step);
}
function equalStructs(meter, x, y, depth) {
  if (x.fields.size !== y.fields.size) return false;
  for (const [name, get] of x.fields) {
    const other2 = y.fields.get(name);
    if (other2 === void 0 || !equal(meter, get(), other2(), depth - 1)) return false;
  }
  return true;
}
function isSubset(meter, x, y) {
  for (const value of x.keys()) {
    meter.work(1);
    if (!y.has(meter, value)) return false;
  }
  return true;
}
function compare(meter, operator, x, y, depth = DEEPEST4) {
  if (operator === "==") return equal(meter, x, y, depth);
  if (operator === "!=") return !equal(meter, x, y, depth);
  if (x instanceof StarSet && y instanceof StarSet) return compareSets(meter, operator, x, y);
  const order = orderOf(meter, x, y, depth);
  if (order === void 0) {
    throw new Fault(
      `${typeName(x)} ${operator} ${typeName(y)} not implemented`,
      "failed",
      "Compare values of one type."
    );
  }
  if (typeof order === "object") return compare(meter, operator, order.x, order.y, depth - 1);
  if (operator === "<") return order < 0;
  if (operator === "<=") return order <= 0;
  return operator === ">" ? order > 0 : order >= 0;
}
function orderOf(meter, x, y, depth) {
  if (typeof x === "string") {
    if (typeof y !== "string") return void 0;
    meter.work(Math.min(x.length, y.length) / 256);
    return orderOfTexts(x, y);
  }
  if (typeof x === "boolean") return typeof y === "boolean" ? Number(x) - Number(y) : void 0;
  const [first, second] = [x instanceof Float ? x.value : x, y instanceof Float ? y.value : y];
  if (isInteger(first)) return isInteger(second) ? compareNumbers(first, second) : void 0;
  if (x instanceof Bytes) return y instanceof Bytes ? orderOfTexts(x.data, y.data) : void 0;
  if (x instanceof List && y instanceof List) return orderOfItems(meter, x.items, y.items, depth);
  if (x instanceof Tuple && y instanceof Tuple) return orderOfItems(meter, x.items, y.items, depth);
  return void 0;
}
function orderOfTexts(x, y) {
  return x < y ? -1 : x > y ? 1 : 0;
}
function orderOfItems(meter, x, y, depth) {
  for (let index = 0; index < x.length && index < y.length; index++) {
    meter.work(1);
    const [a, b] = [x[index], y[index]];
    if (!equal(meter, a, b, depth - 1)) return { x: a, y: b };
  }
  return x.length - y.length;
}
function compareSets(meter, operator, x, y) {
  const isStrict = operator === "<" || operator === ">";
  const [small, large] = operator.startsWith("<") ? [x, y] : [y, x];
  if (isStrict ? small.size >= large.size : small.size > large.size) return false;
  return isSubset(meter, small, large);
}

// src/functions/starlark/writer.ts
var DEEPEST5 = 500;
function repr(meter, value) {
  if (typeof value === "string") return text(meter, value);
  if (value === null || typeof value !== "object") return plain(meter, value);
  return new Writer(meter).write(value);
}
function str(meter, value) {
  return typeof value === "string" ? value : repr(meter, value);
}
function text(meter, value) {
  meter.walk(value.length);
  const written = quote(value);
  meter.text(written.length);
  return written;
}
function plain(meter, value) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return digits(meter, value);
}
var Writer = class {
  meter;
  path = [];
  length = 0;
  constructor(meter) {
    this.meter = meter;
  }
  write(value) {
    const before = this.length;
    const written = this.format(value);
    const piece = Math.max(0, written.length - (this.length - before));
    this.length += piece;
    this.meter.grow(this.length, piece);
    return written;
  }
  format(value) {
    if (typeof value === "string") {
      this.meter.walk(value.length);
      return quote(value);
    }
    if (value === null || typeof value !== "object") return plain(this.meter, value);
    if (value instanceof Float) return formatFloat2(value.value);
    if (value instanceof List) return this.within(value, "[", value.items.map.bind(value.items), "]");
    if (value instanceof Tuple) {
      return this.within(value, "(", value.items.map.bind(value.items), value.items.length === 1 ? ",)" : ")");
    }
    if (value instanceof Dict) {
      const pairs = [...value.pairs()];
      return this.within(value, "{", (write) => pairs.map(([key, each]) => `${write(key)}: ${write(each)}`), "}");
    }
    if (value instanceof StarSet)
      return `set(${this.within(value, "[", (write) => [...value.keys()].map(write), "]")})`;
    if (value instanceof Bytes) return `b${quote(value.data)}`;
    if (value instanceof Range) return range(value);
    if (value instanceof Elements) return `${this.format(value.source)}.${value.method}()`;
    if (value instanceof Struct) return this.struct(value);
    return callable(value);
  }
  within(value, open, each, close) {
    if (this.path.includes(value) && !(value instanceof Tuple)) return `${open}...${close}`;
    if (this.path.length >= DEEPEST5) throw new Fault(`a value is nested deeper than ${DEEPEST5} levels`, "limit");
    this.path.push(value);
    const parts2 = each((item) => this.write(item));
    this.path.pop();
    return open + parts2.join(", ") + close;
  }
  struct(value) {
    const fields2 = [...value.fields].sort(([a], [b]) => a < b ? -1 : 1);
    return this.within(value, "struct(", (write) => fields2.map(([name, get]) => `${name} = ${write(get())}`), ")");
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

// src/functions/starlark/interpolation.ts
function interpolate(meter, format2, values) {
  const given = values instanceof Tuple ? values.items : [values];
  meter.work(format2.length / 64);
  let used = 0;
  let result = "";
  let at = 0;
  for (; ; ) {
    const sign = format2.indexOf("%", at);
    result += format2.slice(at, sign < 0 ? void 0 : sign);
    if (sign < 0) break;
    at = sign + 1;
    if (format2[at] === "%") {
      result += "%";
      at++;
      continue;
    }
    let value;
    if (format2[at] === "(") {
      const end = format2.indexOf(")", at);
      if (end < 0) throw new Fault("incomplete format key: ) is missing");
      value = named(meter, values, format2.slice(at + 1, end));
      at = end + 1;
    } else {
      value = given[used];
      if (value === void 0) throw new Fault("not enough arguments for format string");
    }
    const conversion = format2[at++];
    if (conversion === void 0) throw new Fault("incomplete format: it ends with %");
    const piece = convert(meter, conversion, value);
    result += piece;
    meter.grow(result.length, piece.length);
    used++;
  }
  if (used < given.length && !(values instanceof Dict)) throw new Fault("too many arguments for format string");
  return result;
}
function named(meter, values, key) {
  if (!(values instanceof Dict))
    throw new Fault("format requires a mapping", "failed", "%(name)s takes its value from a dict.");
  const value = values.get(meter, key);
  if (value === void 0) throw new Fault(`key not found: ${key}`);
  return value;
}
function convert(meter, conversion, value) {
  switch (conversion) {
    case "s":
      return str(meter, value);
    case "r":
      return repr(meter, value);
    case "d":
    case "i":
      return digits(meter, integer(conversion, value));
    case "o":
      return digits(meter, integer(conversion, value), 8);
    case "x":
      return digits(meter, integer(conversion, value), 16);
    case "X":
      return digits(meter, integer(conversion, value), 16).toUpperCase();
    case "e":
    case "f":
    case "g":
    case "E":
    case "F":
    case "G":
      return formatFloat2(floating(conversion, value), conversion);
    case "c":
      return character2(value);
    case "%":
      return "%";
    default:
      throw new Fault(
        `unknown conversion %${conversion}`,
        "failed",
        "There are no widths or precisions; use %s, %r, %d, %x, %o, %e, %f, %g or %c."
      );
  }
}
function integer(conversion, value) {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof Float) return truncate(value.value);
  throw new Fault(`%${conversion} format requires integer: cannot convert ${typeName(value)} to int`);
}
function floating(conversion, value) {
  if (value instanceof Float) return value.value;
  if (typeof value === "number" || typeof value === "bigint") return typeof value === "number" ? value : Number(value);
  throw new Fault(`%${conversion} format requires float, not ${typeName(value)}`);
}
function character2(value) {
  if (typeof value === "string") {
    if (value === "" || runeAt(value, 0).size !== value.length) {
      throw new Fault("%c format requires a single-character string");
    }
    return encodeRune(runeAt(value, 0).code);
  }
  if (typeof value !== "number" && typeof value !== "bigint") {
    throw new Fault(`%c format requires int or single-character string, not ${typeName(value)}`);
  }
  if (!isSmall(value) || value < 0 || value > 1114111) {
    throw new Fault(`%c format requires a valid Unicode code point, got ${value}`);
  }
  return encodeRune(value);
}

// src/functions/starlark/subscript.ts
function smallInteger(value, what) {
  if (isSmall(value)) return value;
  if (typeof value === "number" || typeof value === "bigint") throw new Fault(`${what}: ${value} out of range`);
  throw new Fault(`${what}: got ${typeName(value)}, want int`);
}
function getIndex(meter, x, y) {
  if (x instanceof Dict) {
    const value = x.get(meter, y);
    if (value === void 0) {
      throw new Fault(
        `key ${shortened(meter, y)} not in dict`,
        "failed",
        "Use .get(key) or .setdefault(key, value) where it may be missing."
      );
    }
    return value;
  }
  const length = x instanceof Dict ? void 0 : indexableLength(x);
  if (length === void 0) throw new Fault(`cannot index ${typeName(x)} by ${typeName(y)}`);
  const index = position(smallInteger(y, `${typeName(x)} index`), length, x);
  if (x instanceof List || x instanceof Tuple) return x.items[index];
  if (typeof x === "string") return x[index];
  if (x instanceof Range) return x.start + index * x.step;
  if (x instanceof Bytes) return new Bytes(x.data[index]);
  const source = x.source;
  return x.method === "elems" ? source[index] : source.charCodeAt(index);
}
function shortened(meter, key) {
  const text3 = repr(meter, key);
  return text3.length > 200 ? `${text3.slice(0, 200)}...` : text3;
}
function indexableLength(x) {
  const indexable = typeof x === "string" || x instanceof List || x instanceof Tuple || x instanceof Range || x instanceof Bytes || x instanceof Elements;
  return indexable ? lengthOf(x) : void 0;
}
function position(index, length, x) {
  const at = index < 0 ? index + length : index;
  if (at >= 0 && at < length) return at;
  throw outOfRange(index, length, x);
}
function outOfRange(index, length, x) {
  const range2 = length === 0 ? `: the ${typeName(x)} is empty` : ` [${-length}:${length - 1}]`;
  return new Fault(`${typeName(x)} index ${index} out of range${range2}`);
}
function setIndex(meter, x, y, value) {
  if (x instanceof Dict) {
    x.set(meter, y, value);
  } else if (x instanceof List) {
    const index = position(smallInteger(y, "list index"), x.items.length, x);
    x.check("assign to element of");
    x.items[index] = value;
  } else {
    throw new Fault(`${typeName(x)} value does not support item assignment`);
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
function slice(meter, x, low, high, stride) {
  const length = x instanceof Elements ? void 0 : indexableLength(x);
  if (length === void 0) throw new Fault(`cannot slice ${typeName(x)}`);
  const step2 = stride === null ? 1 : smallInteger(stride, "invalid slice step");
  if (step2 === 0) throw new Fault("zero is not a valid slice step");
  let [start, end] = bounds(low, high, length);
  if (step2 < 0) {
    start = Math.min(bound(low, length, length - 1, "invalid start index"), length - 1);
    end = Math.max(bound(high, length, -1, "invalid end index"), -1);
  }
  if (x instanceof Range) return sliceRange(x, start, step2 > 0 ? Math.max(start, end) : Math.min(start, end), step2);
  if (typeof x === "string") return sliceText(meter, x, start, end, step2);
  if (x instanceof Bytes) return new Bytes(sliceText(meter, x.data, start, end, step2));
  const items = pick(meter, x.items, start, end, step2);
  return x instanceof List ? new List(items) : new Tuple(items);
}
function sliceRange(x, start, end, step2) {
  return new Range(x.start + x.step * start, x.start + x.step * end, x.step * step2);
}
function sliceText(meter, text3, start, end, step2) {
  meter.text(Math.max(0, Math.ceil((end - start) / step2)));
  if (step2 === 1) return text3.slice(start, Math.max(start, end));
  meter.walk(Math.max(0, (end - start) / step2));
  const picked = [];
  for (let at = start; step2 > 0 ? at < end : at > end; at += step2) picked.push(text3[at]);
  return picked.join("");
}
function pick(meter, items, start, end, step2) {
  meter.elements(Math.max(0, Math.ceil((end - start) / step2)));
  if (step2 === 1) return items.slice(start, Math.max(start, end));
  const picked = [];
  for (let at = start; step2 > 0 ? at < end : at > end; at += step2) picked.push(items[at]);
  return picked;
}

// src/functions/starlark/operators.ts
function binary(meter, operator, x, y) {
  switch (operator) {
    case "+":
      return concatenate(meter, x, y) ?? arithmetic(meter, "+", x, y) ?? unknown(operator, x, y);
    case "*":
      return repetition(meter, x, y) ?? arithmetic(meter, "*", x, y) ?? unknown(operator, x, y);
    case "-":
    case "/":
    case "//":
      return arithmetic(meter, operator, x, y) ?? sets(meter, operator, x, y) ?? unknown(operator, x, y);
    case "%":
      if (typeof x === "string") return interpolate(meter, x, y);
      return arithmetic(meter, "%", x, y) ?? unknown(operator, x, y);
    case "|":
    case "&":
    case "^":
      if (isInteger2(x) && isInteger2(y)) return bitwise(meter, operator, x, y);
      return sets(meter, operator, x, y) ?? unknown(operator, x, y);
    case "<<":
    case ">>":
      return isInteger2(x) ? shift(meter, operator, x, y) : unknown(operator, x, y);
    case "in":
      return contains(meter, y, x);
    case "not in":
      return !contains(meter, y, x);
    default:
      return compare(meter, operator, x, y);
  }
}
function unknown(operator, x, y) {
  throw new Fault(`unknown binary op: ${typeName(x)} ${operator} ${typeName(y)}`, "failed", hint(operator, x, y));
}
function hint(operator, x, y) {
  const oneIsText = typeof x === "string" !== (typeof y === "string");
  return operator === "+" && oneIsText ? "Use str(x) to make a string of a value." : void 0;
}
function isInteger2(value) {
  return typeof value === "number" || typeof value === "bigint";
}
function arithmetic(meter, operator, x, y) {
  if (isInteger2(x) && isInteger2(y)) {
    if (operator === "+") return add(meter, x, y);
    if (operator === "-") return subtract(meter, x, y);
    if (operator === "*") return multiply(meter, x, y);
    if (operator === "//") return floorDivide(meter, x, y);
    if (operator === "%") return modulo(meter, x, y);
  }
  const a = x instanceof Float ? x.value : isInteger2(x) ? toFloat(x) : void 0;
  const b = y instanceof Float ? y.value : isInteger2(y) ? toFloat(y) : void 0;
  if (a === void 0 || b === void 0) return void 0;
  return new Float(floating2(operator, a, b));
}
function floating2(operator, a, b) {
  if (operator === "+") return a + b;
  if (operator === "-") return a - b;
  if (operator === "*") return a * b;
  if (b === 0) {
    const name = { "/": "floating-point division", "//": "floored division", "%": "floating-point modulo" }[operator];
    throw new Fault(`${name} by zero`);
  }
  return operator === "/" ? a / b : operator === "//" ? Math.floor(a / b) : floatModulo(a, b);
}
function concatenate(meter, x, y) {
  if (typeof x === "string" && typeof y === "string") return concatTexts(meter, x, y);
  if (x instanceof List && y instanceof List) return new List(joined(meter, x, y));
  if (x instanceof Tuple && y instanceof Tuple) return new Tuple(joined(meter, x, y));
  if (x instanceof Bytes && y instanceof Bytes) return new Bytes(concatTexts(meter, x.data, y.data));
  return void 0;
}
function concatTexts(meter, x, y) {
  meter.text(x.length + y.length);
  return x + y;
}
function joined(meter, x, y) {
  meter.elements(x.items.length + y.items.length);
  return x.items.concat(y.items);
}
function repetition(meter, x, y) {
  const [value, count2] = isInteger2(x) ? [y, x] : [x, y];
  if (!isInteger2(count2)) return void 0;
  if (typeof value === "string") return repeatText(meter, value, count2);
  if (value instanceof Bytes) return new Bytes(repeatText(meter, value.data, count2));
  if (!(value instanceof List || value instanceof Tuple)) return void 0;
  const times = repetitions(count2, value.items.length);
  meter.elements(value.items.length * times);
  const items = [];
  for (let done = 0; done < times; done++) for (const item of value.items) items.push(item);
  return value instanceof List ? new List(items) : new Tuple(items);
}
function repeatText(meter, text3, count2) {
  const times = repetitions(count2, text3.length);
  meter.text(text3.length * times);
  meter.work(text3.length * times / 1024);
  return text3.repeat(times);
}
function repetitions(count2, length) {
  if (length === 0) return 0;
  if (!isSmall(count2)) throw new Fault(`repeat count ${count2} too large`);
  return Math.max(0, count2);
}
function shift(meter, operator, x, y) {
  const count2 = smallInteger(y, "shift count");
  if (count2 < 0) throw new Fault(`negative shift count: ${count2}`);
  return operator === "<<" ? shiftLeft(meter, x, count2) : shiftRight(meter, x, count2);
}
function sets(meter, operator, x, y) {
  if (x instanceof Dict && y instanceof Dict && operator === "|") {
    const union = new Dict();
    for (const [key, value] of x.pairs()) union.set(meter, key, value);
    return update(meter, union, y);
  }
  if (!(x instanceof StarSet && y instanceof StarSet)) return void 0;
  meter.work(x.size + y.size);
  const result = new StarSet();
  const keep = (from, condition) => {
    for (const value of from.keys()) if (condition(value)) result.add(meter, value);
  };
  if (operator === "&") keep(y, (value) => x.has(meter, value));
  else if (operator === "|") keep(x, () => true);
  else keep(x, (value) => !y.has(meter, value));
  if (operator === "|" || operator === "^") keep(y, (value) => !x.has(meter, value));
  return operator === "/" || operator === "//" ? void 0 : result;
}
function update(meter, into, from) {
  meter.work(from.size);
  for (const [key, value] of from.pairs()) into.set(meter, key, value);
  return into;
}
function contains(meter, container, x) {
  if (container instanceof List || container instanceof Tuple) {
    return container.items.some((item) => {
      meter.work(1);
      return equal(meter, item, x);
    });
  }
  if (container instanceof Dict) return isKey(x) && container.get(meter, x) !== void 0;
  if (container instanceof StarSet) return container.has(meter, x);
  if (typeof container === "string") {
    if (typeof x !== "string") throw new Fault(`'in <string>' requires string as left operand, not ${typeName(x)}`);
    meter.search(container.length, x.length);
    return container.includes(x);
  }
  if (container instanceof Range) return isInRange(container, x);
  if (container instanceof Bytes) return isInBytes(container, x);
  return unknown("in", x, container);
}
function isKey(x) {
  if (x instanceof Tuple) return x.items.every(isKey);
  return !(x instanceof List || x instanceof Dict || x instanceof StarSet || x instanceof Range);
}
function isInRange({ start, step: step2, length }, x) {
  const value = x instanceof Float ? Math.trunc(x.value) : x;
  if (!isInteger2(value)) throw new Fault(`'in <range>' requires integer as left operand, not ${typeName(x)}`);
  if (!isSmall(value)) return false;
  const index = (value - start) / step2;
  return Number.isInteger(index) && index >= 0 && index < length;
}
function isInBytes({ data }, x) {
  if (x instanceof Bytes) return data.includes(x.data);
  if (!isInteger2(x)) throw new Fault(`'in bytes' requires bytes or int as left operand, not ${typeName(x)}`);
  if (!isSmall(x) || x < 0 || x > 255) throw new Fault(`int in bytes: ${x} out of range`);
  return data.includes(String.fromCharCode(x));
}
function unary(meter, operator, x) {
  if (isInteger2(x)) {
    if (operator === "+") return x;
    return subtract(meter, operator === "~" ? -1 : 0, x);
  }
  if (x instanceof Float && operator !== "~") return operator === "-" ? new Float(-x.value) : x;
  throw new Fault(`unknown unary op: ${operator} ${typeName(x)}`);
}

// src/functions/starlark/assignment.ts
function compileAssignment(statement, context) {
  const { operator, target, value, at } = statement;
  const evaluate = context.expression(value);
  if (operator !== void 0) return compileChange(operator, target, evaluate, at, context);
  const store = context.target(target, at);
  return (frame) => store(frame, evaluate(frame));
}
function compileTarget(target, at, context) {
  switch (target.kind) {
    case "name":
      return compileStore(target.binding);
    case "parentheses":
      return context.target(target.x, at);
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
        target.items.map((item) => context.target(item, at)),
        at
      );
    default:
      throw new Error(`the resolver let ${target.kind} through as a target`);
  }
}
function notAssignable(value, name) {
  return new Fault(
    `cannot assign to .${name} of ${typeName(value)}`,
    "failed",
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
function unpack(stores, at) {
  return (frame, value) => {
    frame.at = at;
    const cursor = cursorOf(value);
    if (cursor === void 0) throw new Fault(`got ${typeName(value)} in sequence assignment`);
    const items = [];
    let item = cursor.next();
    for (; item !== void 0 && items.length < stores.length; item = cursor.next()) items.push(item);
    if (item !== void 0) {
      throw new Fault(`too many values to unpack (got ${lengthOf(value) ?? "more"}, want ${stores.length})`);
    }
    cursor.done();
    if (items.length < stores.length) {
      throw new Fault(`too few values to unpack (got ${items.length}, want ${stores.length})`);
    }
    for (const [index, store] of stores.entries()) store(frame, items[index]);
  };
}
function compileChange(operator, target, evaluate, at, context) {
  if (target.kind === "parentheses") return compileChange(operator, target.x, evaluate, at, context);
  if (target.kind === "name") {
    const load = context.expression(target);
    const store = compileStore(target.binding);
    return (frame) => {
      const old = load(frame);
      const value = evaluate(frame);
      frame.at = at;
      store(frame, change(frame.thread, operator, old, value));
    };
  }
  if (target.kind === "dot") {
    const store = context.target(target, at);
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
    frame.at = at;
    setIndex(frame.thread, container, key, change(frame.thread, operator, old, value));
  };
}
function change(meter, operator, x, y) {
  if (typeof x === "number" && typeof y === "number" && operator === "+") {
    const sum = x + y;
    if (Number.isSafeInteger(sum)) return sum;
  }
  if (operator === "+" && x instanceof List && isWalkable(y)) {
    x.check("apply += to");
    for (const item of itemsOf(meter, y, "+=")) x.items.push(item);
    return x;
  }
  if (operator === "|" && x instanceof Dict && y instanceof Dict) {
    x.check("apply |= to");
    return update(meter, x, y);
  }
  return binary(meter, operator, x, y);
}
function isWalkable(value) {
  if (value instanceof List || value instanceof Dict || value instanceof StarSet) return true;
  const cursor = cursorOf(value);
  cursor?.done();
  return cursor !== void 0;
}

// src/functions/starlark/context.ts
var NODES_PER_STEP = 16;
function costSince(before, context) {
  return 1 + Math.floor((context.nodes - before) / NODES_PER_STEP);
}

// src/functions/starlark/arguments.ts
function expectCount(who, args, keywords, least, most = least) {
  if (keywords.length > 0) throw new Fault(`${who}: unexpected keyword argument ${keywords[0]?.[0]}`);
  if (args.length >= least && args.length <= most) return;
  const few = args.length < least;
  const bound2 = least === most ? "" : few ? "at least " : "at most ";
  throw new Fault(`${who}: got ${args.length} arguments, want ${bound2}${few ? least : most}`);
}
function named2(who, args, keywords, names, required) {
  if (args.length > names.length) {
    throw new Fault(`${who}: got ${args.length} arguments, want at most ${names.length}`);
  }
  const values = names.map((_, index) => args[index]);
  for (const [name, value] of keywords) {
    const index = names.indexOf(name);
    if (index < 0) throw new Fault(`${who}: unexpected keyword argument ${name}`);
    if (values[index] !== void 0) throw new Fault(`${who}: got multiple values for keyword argument ${name}`);
    values[index] = value;
  }
  for (let index = 0; index < required; index++) {
    if (values[index] === void 0) throw new Fault(`${who}: missing argument for ${names[index]}`);
  }
  return values;
}
function mismatch(who, value, wanted) {
  return new Fault(`${who}: got ${typeName(value)}, want ${wanted}`);
}
function text2(who, value) {
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
  if (typeof value === "bigint") throw new Fault(`${who}: ${value} out of range`);
  throw mismatch(who, value, "int");
}

// src/functions/starlark/methods.ts
function methods(table) {
  return new Map(
    Object.entries(table).map(([name, run2]) => [
      name,
      (machine, args, keywords, self) => run2(self, machine, args, keywords)
    ])
  );
}

// src/functions/starlark/collection-methods.ts
var BYTES_METHODS = methods({
  elems(self, _machine, args, keywords) {
    expectCount("elems", args, keywords, 0);
    return new Elements(self, "elems");
  }
});
var LIST_METHODS = methods({
  append(self, machine, args, keywords) {
    expectCount("append", args, keywords, 1);
    self.check("append to");
    machine.allocate(8);
    self.items.push(args[0]);
    return null;
  },
  clear(self, _machine, args, keywords) {
    expectCount("clear", args, keywords, 0);
    self.check("clear");
    self.items = [];
    return null;
  },
  extend(self, machine, args, keywords) {
    expectCount("extend", args, keywords, 1);
    const items = itemsOf(machine, args[0], "extend");
    self.check("extend");
    for (const item of items) self.items.push(item);
    return null;
  },
  index(self, machine, args, keywords) {
    expectCount("index", args, keywords, 1, 3);
    const [start, end] = bounds(args[1], args[2], self.items.length);
    for (let at = start; at < end; at++) {
      machine.work(1);
      if (equal(machine, self.items[at], args[0])) return at;
    }
    throw new Fault("index: value not in list");
  },
  insert(self, machine, args, keywords) {
    expectCount("insert", args, keywords, 2);
    const index = integer2("insert", args[0]);
    self.check("insert into");
    machine.allocate(8);
    machine.work(self.items.length / 64);
    self.items.splice(index < 0 ? Math.max(0, index + self.items.length) : index, 0, args[1]);
    return null;
  },
  pop(self, machine, args, keywords) {
    expectCount("pop", args, keywords, 0, 1);
    const { length } = self.items;
    const [last = length - 1] = args;
    const index = integer2("pop", last);
    const at = index < 0 ? index + length : index;
    if (at < 0 || at >= length) throw outOfRange(index, length, self);
    self.check("pop from");
    if (at === length - 1) return self.items.pop();
    machine.work(length / 64);
    return self.items.splice(at, 1)[0];
  },
  remove(self, machine, args, keywords) {
    expectCount("remove", args, keywords, 1);
    self.check("remove from");
    const at = self.items.findIndex((item) => {
      machine.work(1);
      return equal(machine, item, args[0]);
    });
    if (at < 0) throw new Fault("remove: element not found");
    machine.work(self.items.length / 64);
    self.items.splice(at, 1);
    return null;
  }
});
var DICT_METHODS = methods({
  clear(self, _machine, args, keywords) {
    expectCount("clear", args, keywords, 0);
    self.clear();
    return null;
  },
  get(self, machine, args, keywords) {
    expectCount("get", args, keywords, 1, 2);
    const [key = null, otherwise = null] = args;
    const value = self.get(machine, key);
    return value === void 0 ? otherwise : value;
  },
  items(self, machine, args, keywords) {
    expectCount("items", args, keywords, 0);
    machine.elements(self.size * 3);
    return new List([...self.pairs()].map((pair) => new Tuple(pair)));
  },
  keys(self, machine, args, keywords) {
    expectCount("keys", args, keywords, 0);
    return new List(itemsOf(machine, self, "keys"));
  },
  pop(self, machine, args, keywords) {
    expectCount("pop", args, keywords, 1, 2);
    const [key = null, otherwise] = args;
    const removed = self.delete(machine, key);
    const value = removed === void 0 ? otherwise : removed;
    if (value === void 0) {
      throw new Fault("pop: missing key", "failed", "Give a second argument for when it is missing.");
    }
    return value;
  },
  popitem(self, machine, args, keywords) {
    expectCount("popitem", args, keywords, 0);
    machine.work(self.size / 64);
    const first = self.pairs().next();
    if (first.done) throw new Fault("popitem: empty dict");
    self.delete(machine, first.value[0]);
    return new Tuple(first.value);
  },
  setdefault(self, machine, args, keywords) {
    expectCount("setdefault", args, keywords, 1, 2);
    const [key = null, value = null] = args;
    const old = self.get(machine, key);
    if (old !== void 0) return old;
    self.set(machine, key, value);
    return value;
  },
  update(self, machine, args, keywords) {
    if (args.length > 1) throw new Fault(`update: got ${args.length} arguments, want at most 1`);
    fillDict("update", machine, self, args[0], keywords);
    return null;
  },
  values(self, machine, args, keywords) {
    expectCount("values", args, keywords, 0);
    machine.elements(self.size);
    return new List([...self.pairs()].map(([, value]) => value));
  }
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
    if (names.has(name)) throw new Fault(`${who}: duplicate keyword argument ${name}`);
    names.add(name);
    dict.set(machine, name, value);
  }
}
function pairOf(who, machine, pair, index) {
  const what = `${who}: dictionary update sequence element #${index}`;
  if (cursorOf(pair) === void 0) throw new Fault(`${what} is not iterable (${typeName(pair)})`);
  const length = lengthOf(pair);
  if (length !== 2)
    throw new Fault(`${what} has ${length === void 0 ? "unknown length" : `length ${length}`}, want 2`);
  return itemsOf(machine, pair, who);
}

// src/functions/starlark/set-methods.ts
var SET_METHODS = methods({
  add(self, machine, args, keywords) {
    expectCount("add", args, keywords, 1);
    self.add(machine, args[0]);
    return null;
  },
  clear(self, _machine, args, keywords) {
    expectCount("clear", args, keywords, 0);
    if (self.size > 0) self.clear();
    return null;
  },
  difference(self, machine, args, keywords) {
    const result = copy(machine, self);
    for (const item of other("difference", machine, args, keywords)) result.delete(machine, item);
    return result;
  },
  discard(self, machine, args, keywords) {
    expectCount("discard", args, keywords, 1);
    self.delete(machine, args[0]);
    return null;
  },
  intersection(self, machine, args, keywords) {
    const items = other("intersection", machine, args, keywords);
    return setOf(
      machine,
      items.filter((item) => self.has(machine, item))
    );
  },
  issubset: (self, machine, args, keywords) => isSubset(machine, self, setOf(machine, other("issubset", machine, args, keywords))),
  issuperset: (self, machine, args, keywords) => other("issuperset", machine, args, keywords).every((item) => self.has(machine, item)),
  pop(self, machine, args, keywords) {
    expectCount("pop", args, keywords, 0);
    machine.work(self.size / 64);
    const first = self.keys().next();
    if (first.done) throw new Fault("pop: empty set");
    self.delete(machine, first.value);
    return first.value;
  },
  remove(self, machine, args, keywords) {
    expectCount("remove", args, keywords, 1);
    if (self.delete(machine, args[0]) === void 0) throw new Fault("remove: missing key");
    return null;
  },
  symmetric_difference(self, machine, args, keywords) {
    const result = copy(machine, self);
    for (const item of other("symmetric_difference", machine, args, keywords)) {
      if (result.delete(machine, item) === void 0) result.add(machine, item);
    }
    return result;
  },
  union: (self, machine, args, keywords) => addAll("union", machine, copy(machine, self), args, keywords),
  update(self, machine, args, keywords) {
    addAll("update", machine, self, args, keywords);
    return null;
  }
});
function setOf(machine, items) {
  const set = new StarSet();
  for (const item of items) set.add(machine, item);
  return set;
}
function copy(machine, set) {
  return setOf(machine, itemsOf(machine, set, "set"));
}
function other(who, machine, args, keywords) {
  expectCount(who, args, keywords, 1);
  return itemsOf(machine, args[0], who);
}
function addAll(who, machine, set, args, keywords) {
  expectCount(who, args, keywords, 0, Number.POSITIVE_INFINITY);
  for (const arg of args) for (const item of itemsOf(machine, arg, who)) set.add(machine, item);
  return set;
}

// src/functions/starlark/format.ts
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
  return result + template.slice(done);
}
function brace(whole) {
  if (whole.length === 2) return whole.charAt(0);
  throw new Fault(
    whole === "}" ? "format: single '}' in format" : "format: unmatched '{' in format",
    "failed",
    "Double a brace that means itself."
  );
}
function replacement(machine, field, args, keywords, numbering) {
  const [, name = "", , conversion, , spec = ""] = /^([^!:]*)(!([^:]*))?(:([^]*))?$/.exec(field) ?? parts(field);
  const value = valueOf(name, args, keywords, numbering);
  if (spec !== "") throw new Fault(`format spec features not supported in replacement fields: ${spec}`);
  if (conversion === void 0 || conversion === "s") return str(machine, value);
  if (conversion === "r") return repr(machine, value);
  throw new Fault(`format: unknown conversion ${repr(machine, conversion)}`);
}
function parts(field) {
  const at = field.indexOf("!");
  const [conversion = "", ...spec] = field.slice(at + 1).split(":");
  return [field, field.slice(0, at), "", conversion, "", spec.join(":")];
}
function valueOf(name, args, keywords, numbering) {
  if (/^[0-9]*$/.test(name)) {
    const kind = name === "" ? "automatic" : "manual";
    if (numbering.kind !== void 0 && numbering.kind !== kind) {
      throw new Fault("format: cannot mix {} with {0}", "failed", "Number all fields, or none.");
    }
    numbering.kind = kind;
    const value = args[name === "" ? numbering.next++ : Number(name)];
    if (value === void 0)
      throw new Fault("format: tuple index out of range", "failed", "There are fewer arguments than fields.");
    return value;
  }
  const found = keywords.find(([key]) => key === name);
  if (found !== void 0) return found[1];
  if (/[.[{]/.test(name))
    throw new Fault(`format: only names and numbers are supported in replacement fields: ${name}`);
  throw new Fault(`format: keyword ${name} not found`);
}

// src/functions/starlark/letters.ts
var CLASSES = { letter: new RegExp("^\\p{L}$", "u"), digit: new RegExp("^\\p{Nd}$", "u"), lower: new RegExp("^\\p{Ll}$", "u"), upper: new RegExp("^\\p{Lu}$", "u"), title: new RegExp("^\\p{Lt}$", "u") };
function isA(kind, code) {
  return CLASSES[kind].test(String.fromCodePoint(code));
}
function isSpace(code) {
  if (code < 128) return code === 32 || code >= 9 && code <= 13;
  return code === 133 || /^[\p{Z}]$/u.test(String.fromCodePoint(code));
}
var ALONE = [
  [8064, 8071, 8],
  [8080, 8087, 8],
  [8096, 8103, 8],
  [8115, 8115, 9],
  [8131, 8131, 9],
  [8179, 8179, 9]
];
function toUpper(code) {
  if (code < 128) return code >= 97 && code <= 122 ? code - 32 : code;
  for (const [from, to, distance] of ALONE) if (code >= from && code <= to) return code + distance;
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

// src/functions/starlark/splitting.ts
function charge2(meter, length, parts2) {
  meter.allocate(length + parts2 * 32);
  meter.work(length / 64 + parts2);
}
function splitAt(meter, text3, separator, most, fromBack) {
  meter.search(text3.length, separator.length);
  const parts2 = text3.split(separator);
  charge2(meter, text3.length, parts2.length);
  const excess = parts2.length - 1 - most;
  if (most < 0 || excess <= 0) return parts2;
  if (fromBack) return [parts2.slice(0, excess + 1).join(separator), ...parts2.slice(excess + 1)];
  return [...parts2.slice(0, most), parts2.slice(most).join(separator)];
}
function fields(meter, text3, most, fromBack) {
  const words = [];
  let start = -1;
  for (let at = 0; at < text3.length; ) {
    const { code, size } = runeAt(text3, at);
    const space = isSpace(code);
    if (!space && start < 0) start = at;
    if (space && start >= 0) {
      words.push({ start, end: at });
      start = -1;
    }
    at += size;
  }
  if (start >= 0) words.push({ start, end: text3.length });
  charge2(meter, text3.length, words.length);
  const cut = (from, to) => text3.slice(from, to);
  if (most < 0 || words.length <= most) return words.map(({ start: from, end }) => cut(from, end));
  if (fromBack) {
    const rest2 = words[words.length - 1 - most];
    const tail = words.slice(words.length - most).map(({ start: from, end }) => cut(from, end));
    return rest2 === void 0 ? tail : [cut(0, rest2.end), ...tail];
  }
  const rest = words[most];
  const head = words.slice(0, most).map(({ start: from, end }) => cut(from, end));
  return rest === void 0 ? head : [...head, cut(rest.start, text3.length)];
}
function lines(meter, text3, keepEnds) {
  if (text3 === "") return [];
  const parts2 = text3.split("\n");
  charge2(meter, text3.length, parts2.length);
  const last = parts2.pop() ?? "";
  const whole = keepEnds ? parts2.map((line) => `${line}
`) : parts2;
  return last === "" ? whole : [...whole, last];
}
function trim(meter, text3, given, atStart, atEnd) {
  const set = new Set(runes(given));
  const isCut = (code) => given === "" ? isSpace(code) : set.has(code);
  meter.work(given.length);
  let [from, to] = [0, text3.length];
  for (let rune = runeAt(text3, from); atStart && from < to && isCut(rune.code); rune = runeAt(text3, from))
    from += rune.size;
  for (let rune = runeBefore(text3, to); atEnd && from < to && isCut(rune.code); rune = runeBefore(text3, to))
    to -= rune.size;
  meter.walk(text3.length - (to - from));
  meter.text(to - from);
  return text3.slice(from, to);
}
function runeBefore(text3, end) {
  for (let size = Math.min(4, end); size > 1; size--) {
    const rune = runeAt(text3, end - size);
    if (rune.size === size) return rune;
  }
  return runeAt(text3, end - 1);
}
function replace(meter, text3, old, by, most) {
  if (most === 0 || old === by && old !== "") return text3;
  const parts2 = old === "" ? characters(text3) : splitAt(meter, text3, old, most, false);
  const used = old === "" && most > 0 ? most : parts2.length + 1;
  const length = text3.length + (parts2.length + 1) * by.length;
  meter.text(length);
  meter.work(parts2.length);
  if (old !== "") return parts2.join(by);
  let result = "";
  for (const [index, part] of parts2.entries()) result += index < used ? by + part : part;
  return parts2.length < used ? result + by : result;
}
function characters(text3) {
  if (isAscii(text3)) return text3.split("");
  const parts2 = [];
  for (let at = 0; at < text3.length; ) {
    const { size } = runeAt(text3, at);
    parts2.push(text3.slice(at, at + size));
    at += size;
  }
  return parts2;
}

// src/functions/starlark/string-methods.ts
function simple(name, run2) {
  return [
    name,
    (self, machine, args, keywords) => {
      expectCount(name, args, keywords, 0);
      machine.text(self.length);
      machine.walk(self.length);
      return run2(self);
    }
  ];
}
function every(name, test) {
  return simple(name, (self) => self !== "" && allRunes(self, test));
}
function elements(method) {
  return simple(method, (self) => new Elements(self, method));
}
var METHODS = [
  simple("capitalize", (self) => mapRunes(self, (code, index) => index === 0 ? toTitle(code) : toLower(code))),
  elements("codepoint_ords"),
  elements("codepoints"),
  ["count", count],
  elements("elem_ords"),
  elements("elems"),
  ["endswith", (...rest) => hasAffix("endswith", ...rest)],
  ["find", (...rest) => find("find", ...rest)],
  ["format", (self, machine, args, keywords) => format(machine, self, args, keywords)],
  ["index", (...rest) => find("index", ...rest)],
  every("isalnum", (code) => isA("letter", code) || isA("digit", code)),
  every("isalpha", (code) => isA("letter", code)),
  every("isdigit", (code) => isA("digit", code)),
  simple("islower", (self) => isCasedText(self) && mapRunes(self, toLower) === self),
  every("isspace", isSpace),
  simple("istitle", isTitle),
  simple("isupper", (self) => isCasedText(self) && mapRunes(self, toUpper) === self),
  ["join", join],
  simple("lower", (self) => mapRunes(self, toLower)),
  ["lstrip", (...rest) => strip("lstrip", ...rest)],
  ["partition", (...rest) => partition("partition", ...rest)],
  [
    "removeprefix",
    (self, machine, args, keywords) => {
      const prefix = only("removeprefix", machine, args, keywords);
      return self.startsWith(prefix) ? self.slice(prefix.length) : self;
    }
  ],
  [
    "removesuffix",
    (self, machine, args, keywords) => {
      const suffix = only("removesuffix", machine, args, keywords);
      return self.endsWith(suffix) ? self.slice(0, self.length - suffix.length) : self;
    }
  ],
  [
    "replace",
    (self, machine, args, keywords) => {
      expectCount("replace", args, keywords, 2, 3);
      const [old, by] = [text2("replace", args[0]), text2("replace", args[1])];
      return replace(machine, self, old, by, args[2] === void 0 ? -1 : integer2("replace", args[2]));
    }
  ],
  ["rfind", (...rest) => find("rfind", ...rest)],
  ["rindex", (...rest) => find("rindex", ...rest)],
  ["rpartition", (...rest) => partition("rpartition", ...rest)],
  ["rsplit", (...rest) => split("rsplit", ...rest)],
  ["rstrip", (...rest) => strip("rstrip", ...rest)],
  ["split", (...rest) => split("split", ...rest)],
  [
    "splitlines",
    (self, machine, args, keywords) => {
      expectCount("splitlines", args, keywords, 0, 1);
      return new List(lines(machine, self, boolean("splitlines", args.length > 0 && args[0])));
    }
  ],
  ["startswith", (...rest) => hasAffix("startswith", ...rest)],
  ["strip", (...rest) => strip("strip", ...rest)],
  simple("title", title),
  simple("upper", (self) => mapRunes(self, toUpper))
];
var STRING_METHODS = new Map(
  METHODS.map(([name, run2]) => [name, (machine, args, keywords, self) => run2(self, machine, args, keywords)])
);
function isCasedText(self) {
  return !allRunes(self, (code) => !isCased(code));
}
function title(self) {
  let within = false;
  return mapRunes(self, (code) => {
    const changed = within ? toLower(code) : toTitle(code);
    within = isCased(changed);
    return changed;
  });
}
function isTitle(self) {
  let [any, within] = [false, false];
  for (const code of runes(self)) {
    const isCapital = code >= 65 && code <= 90 || isA("title", code);
    if (isCapital || isA("lower", code)) {
      if (isCapital === within) return false;
      [any, within] = [true, true];
    } else if (isA("upper", code)) {
      return false;
    } else {
      within = false;
    }
  }
  return any;
}
function only(who, machine, args, keywords) {
  expectCount(who, args, keywords, 1);
  const value = text2(who, args[0]);
  machine.work(value.length / 256);
  return value;
}
function count(self, machine, args, keywords) {
  expectCount("count", args, keywords, 1, 3);
  const part = text2("count", args[0]);
  const [start, end] = bounds(args[1], args[2], self.length);
  const within = self.slice(start, Math.max(start, end));
  machine.search(within.length, part.length);
  if (part === "") {
    machine.walk(within.length);
    return countRunes(within) + 1;
  }
  let found = 0;
  for (let at = within.indexOf(part); at >= 0; at = within.indexOf(part, at + part.length)) found++;
  return found;
}
function find(who, self, machine, args, keywords) {
  expectCount(who, args, keywords, 1, 3);
  const part = text2(who, args[0]);
  const [start, end] = bounds(args[1], args[2], self.length);
  const within = self.slice(start, Math.max(start, end));
  machine.search(within.length, part.length);
  const at = who.startsWith("r") ? within.lastIndexOf(part) : within.indexOf(part);
  if (at >= 0) return at + start;
  if (who.endsWith("find")) return -1;
  throw new Fault(`${who}: substring not found`);
}
function hasAffix(who, self, machine, args, keywords) {
  expectCount(who, args, keywords, 1, 3);
  const [start, end] = bounds(args[1], args[2], self.length);
  const within = self.slice(start, Math.max(start, end));
  const has = (affix) => {
    machine.work(affix.length / 256);
    return who === "startswith" ? within.startsWith(affix) : within.endsWith(affix);
  };
  const affixes = args[0];
  if (typeof affixes === "string") return has(affixes);
  if (!(affixes instanceof Tuple)) throw new Fault(`${who}: got ${typeName(affixes)}, want string or tuple of string`);
  return affixes.items.some((affix, index) => {
    machine.work(1);
    if (typeof affix === "string") return has(affix);
    throw new Fault(`${who}: want string, got ${typeName(affix)}, for element ${index}`);
  });
}
function join(self, machine, args, keywords) {
  expectCount("join", args, keywords, 1);
  const cursor = cursorOf(args[0]);
  if (cursor === void 0) throw new Fault(`join: got ${typeName(args[0])}, want iterable`);
  const parts2 = [];
  let length = 0;
  for (let item = cursor.next(); item !== void 0; item = cursor.next()) {
    if (typeof item !== "string") throw new Fault(`join: in list, want string, got ${typeName(item)}`);
    parts2.push(item);
    length += item.length + self.length;
    machine.grow(length, item.length + self.length);
  }
  cursor.done();
  return parts2.join(self);
}
function strip(who, self, machine, args, keywords) {
  expectCount(who, args, keywords, 0, 1);
  machine.work(self.length / 64);
  const characters2 = args[0] === void 0 ? "" : text2(who, args[0]);
  return trim(machine, self, characters2, who !== "rstrip", who !== "lstrip");
}
function partition(who, self, machine, args, keywords) {
  const separator = only(who, machine, args, keywords);
  if (separator === "") throw new Fault(`${who}: empty separator`);
  machine.text(self.length);
  machine.search(self.length, separator.length);
  const at = who === "partition" ? self.indexOf(separator) : self.lastIndexOf(separator);
  if (at < 0) return new Tuple(who === "partition" ? [self, "", ""] : ["", "", self]);
  return new Tuple([self.slice(0, at), separator, self.slice(at + separator.length)]);
}
function split(who, self, machine, args, keywords) {
  expectCount(who, args, keywords, 0, 2);
  const [separator = null, most] = args;
  const limit = most === void 0 ? -1 : integer2(who, most);
  if (separator === null) return new List(fields(machine, self, limit, who === "rsplit"));
  if (typeof separator !== "string") throw new Fault(`${who}: got ${typeName(separator)} for separator, want string`);
  if (separator === "") throw new Fault(`${who}: empty separator`);
  return new List(splitAt(machine, self, separator, limit, who === "rsplit"));
}

// src/functions/starlark/attributes.ts
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
  if (value instanceof Struct) return value.fields.get(name)?.();
  const method = methodOf(value, name);
  return method === void 0 ? void 0 : new Builtin(name, method, value);
}
function attribute(value, name) {
  const found = findAttribute(value, name);
  if (found !== void 0) return found;
  const near = nearest(name, attributeNames(value));
  const hint2 = value instanceof Dict && near === void 0 ? `Write ["${name}"] for an entry of a dict.` : void 0;
  throw new Fault(
    `${typeName(value)} has no .${name} field or method`,
    "failed",
    near === void 0 ? hint2 : `Did you mean .${near}?`
  );
}
function attributeNames(value) {
  return [...(value instanceof Struct ? value.fields : methodsOf(value)).keys()].sort();
}

// src/functions/starlark/calls.ts
var NONE2 = [];
function compileCall(call, context) {
  const { callee, at } = call;
  const isSimple = call.arguments.every(({ form }) => form === "positional");
  if (callee.kind === "dot") return compileMethodCall(call, context);
  const target = context.expression(callee);
  if (!isSimple) {
    const read = compileArguments(call.arguments, context);
    return (frame) => {
      const value = target(frame);
      const { args, keywords } = read(frame, at);
      frame.at = at;
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
      frame.at = at;
      return frame.thread.enter(value, values);
    }
    const args = evaluateAll(list, frame);
    frame.at = at;
    return frame.thread.call(value, args, NONE2);
  };
}
function evaluateAll(list, frame) {
  const values = [];
  for (let index = 0; index < list.length; index++) values.push(list[index](frame));
  return values;
}
function compileMethodCall({ callee, arguments: given, at }, context) {
  if (callee.kind !== "dot") throw new Error("not a method call");
  const { name } = callee;
  const x = context.expression(callee.x);
  const read = compileArguments(given, context);
  return (frame) => {
    const self = x(frame);
    frame.at = callee.at;
    const method = methodOf(self, name);
    const other2 = method === void 0 ? attribute(self, name) : null;
    const { args, keywords } = read(frame, at);
    frame.at = at;
    if (method === void 0) return frame.thread.call(other2, args, keywords);
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
  return (frame, at) => {
    const args = evaluateAll(positional, frame);
    const keywords = named3.map(({ name, evaluate }) => [name, evaluate(frame)]);
    const more = star?.(frame);
    const others = stars?.(frame);
    frame.at = at;
    if (others !== void 0) spreadNamed(frame, others, keywords);
    if (more !== void 0) spread(frame, more, args);
    return { args, keywords };
  };
}
function spreadNamed(frame, value, keywords) {
  if (!(value instanceof Dict)) throw new Fault(`argument after ** must be a mapping, not ${typeName(value)}`);
  for (const [key, each] of value.pairs()) {
    if (typeof key !== "string") throw new Fault(`keywords must be strings, not ${typeName(key)}`);
    frame.thread.work(1);
    frame.thread.allocate(32);
    keywords.push([key, each]);
  }
}
function spread(frame, value, args) {
  const cursor = cursorOf(value);
  if (cursor === void 0) throw new Fault(`argument after * must be iterable, not ${typeName(value)}`);
  for (let item = cursor.next(); item !== void 0; item = cursor.next()) {
    frame.thread.work(1);
    frame.thread.allocate(8);
    args.push(item);
  }
  cursor.done();
}

// src/functions/starlark/comprehension.ts
function compileComprehension({ body, clauses }, context) {
  const before = context.nodes;
  if ("kind" in body) {
    const element = context.expression(body);
    const run3 = compileClauses(clauses, context, before, (frame, into) => {
      frame.thread.allocate(8);
      into.push(element(frame));
    });
    return (frame) => {
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
    const dict = new Dict();
    run2(frame, dict);
    return dict;
  };
}
function compileClauses(clauses, context, before, body) {
  return clauses.reduceRight((inner, clause) => {
    if (clause.kind === "for") return compileLoop(clause, context, costSince(before, context), inner);
    const condition = context.expression(clause.condition);
    return (frame, into) => {
      if (isTrue(condition(frame))) inner(frame, into);
    };
  }, body);
}
function compileLoop({ target, source, at }, context, cost, inner) {
  const evaluate = context.expression(source);
  const store = context.target(target, at);
  return (frame, into) => {
    const { thread } = frame;
    const value = evaluate(frame);
    frame.at = at;
    const cursor = cursorOf(value);
    if (cursor === void 0) throw new Fault(`${typeName(value)} value is not iterable`, "failed", hintFor(value));
    for (let item = cursor.next(); item !== void 0; item = cursor.next()) {
      thread.steps += cost;
      if (thread.steps > thread.maxSteps) thread.outOfSteps();
      store(frame, item);
      inner(frame, into);
    }
    cursor.done();
  };
}

// src/functions/starlark/fast-operators.ts
var MOST3 = Number.MAX_SAFE_INTEGER;
function compileBinary(expression, context) {
  const { operator, at } = expression;
  const x = context.expression(expression.x);
  const y = context.expression(expression.y);
  switch (operator) {
    case "+":
      return (frame) => {
        const a = x(frame);
        const b = y(frame);
        if (typeof a === "number" && typeof b === "number") {
          const sum = a + b;
          if (sum <= MOST3 && sum >= -MOST3) return sum;
        }
        frame.at = at;
        if (typeof a === "string" && typeof b === "string") return concatTexts(frame.thread, a, b);
        return binary(frame.thread, operator, a, b);
      };
    case "-":
      return (frame) => {
        const a = x(frame);
        const b = y(frame);
        if (typeof a === "number" && typeof b === "number") {
          const difference = a - b;
          if (difference <= MOST3 && difference >= -MOST3) return difference;
        }
        frame.at = at;
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
        frame.at = at;
        return binary(frame.thread, operator, a, b);
      };
    }
    case "<":
    case "<=":
    case ">":
    case ">=":
      return compileOrder(operator, x, y, at);
    case "in":
    case "not in": {
      const positive = operator === "in";
      return (frame) => {
        const a = x(frame);
        const b = y(frame);
        if (typeof a === "string" && b instanceof Dict) return b.get(frame.thread, a) !== void 0 === positive;
        frame.at = at;
        return binary(frame.thread, operator, a, b);
      };
    }
    default:
      return compileOther(operator, x, y, at);
  }
}
function compileOrder(operator, x, y, at) {
  const [less, equal2, greater] = [operator.startsWith("<"), operator.endsWith("="), operator.startsWith(">")];
  return (frame) => {
    const a = x(frame);
    const b = y(frame);
    if (typeof a === "number" && typeof b === "number") return a < b ? less : a > b ? greater : equal2;
    frame.at = at;
    return binary(frame.thread, operator, a, b);
  };
}
function compileOther(operator, x, y, at) {
  return (frame) => {
    const a = x(frame);
    const b = y(frame);
    frame.at = at;
    return binary(frame.thread, operator, a, b);
  };
}

// src/functions/starlark/function-code.ts
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
  const code = codeOf(node, context);
  const defaults = node.parameters.filter(({ form }) => !form.startsWith("*")).map(({ initial }) => initial === void 0 ? void 0 : context.expression(initial));
  const { captured } = node;
  return (frame) => {
    frame.thread.allocate(64 + 8 * (defaults.length + captured.length));
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

// src/functions/starlark/evaluation.ts
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
      const { name, at } = expression;
      return (frame) => {
        const value = x(frame);
        frame.at = at;
        return attribute(value, name);
      };
    }
  }
}
function constant(value) {
  return () => value;
}
function compileName({ name, binding, at }, context) {
  if (binding === void 0) throw new Error(`the resolver left out ${name}`);
  const { index } = binding;
  const unset = (what) => new Fault(`${what} variable ${name} referenced before assignment`);
  switch (binding.scope) {
    case "universe":
      return constant(context.universe.get(name) ?? null);
    case "local":
      return (frame) => {
        const value = frame.slots[index];
        if (value !== void 0) return value;
        frame.at = at;
        throw unset("local");
      };
    case "global":
      return (frame) => {
        const value = frame.globals[index];
        if (value !== void 0) return value;
        frame.at = at;
        throw unset("global");
      };
    default: {
      const isFree = binding.scope === "free";
      return (frame) => {
        const { value } = (isFree ? frame.captured : frame.slots)[index];
        if (value !== void 0) return value;
        frame.at = at;
        throw unset("local");
      };
    }
  }
}
function compileItems(items, context) {
  const list = items.map((item) => context.expression(item));
  const { length } = list;
  return (frame) => {
    frame.thread.allocate(32 + 8 * length);
    const values = [];
    for (let index = 0; index < length; index++) values.push(list[index](frame));
    return values;
  };
}
function compileList(items, context) {
  const list = compileItems(items, context);
  return (frame) => new List(list(frame));
}
function compileDict(pairs, context) {
  const list = pairs.map(({ key, value, at }) => ({
    key: context.expression(key),
    value: context.expression(value),
    at
  }));
  return (frame) => {
    const dict = new Dict();
    frame.thread.allocate(64);
    for (const { key, value, at } of list) {
      const [k, v] = [key(frame), value(frame)];
      frame.at = at;
      const { size } = dict;
      dict.set(frame.thread, k, v);
      if (dict.size === size)
        throw new Fault(`duplicate key: ${repr(frame.thread, k)}`, "failed", "Remove one of the two.");
    }
    return dict;
  };
}
function compileUnary({ operator, x: operand, at }, context) {
  const x = context.expression(operand);
  if (operator === "not") return (frame) => !isTrue(x(frame));
  return (frame) => {
    const value = x(frame);
    frame.at = at;
    return unary(frame.thread, operator, value);
  };
}
function compileIndex({ x: operand, y: index, at }, context) {
  const x = context.expression(operand);
  const y = context.expression(index);
  return (frame) => {
    const [container, key] = [x(frame), y(frame)];
    frame.at = at;
    return getIndex(frame.thread, container, key);
  };
}
function compileSlice(expression, context) {
  const { at } = expression;
  const x = context.expression(expression.x);
  const [low, high, step2] = [expression.low, expression.high, expression.step].map(
    (bound2) => bound2 === void 0 ? constant(null) : context.expression(bound2)
  );
  return (frame) => {
    const value = x(frame);
    const [from, to, by] = [low(frame), high(frame), step2(frame)];
    frame.at = at;
    return slice(frame.thread, value, from, to, by);
  };
}

// src/functions/starlark/statements.ts
function compile(program, universe) {
  const context = {
    universe,
    nodes: 0,
    expression: (expression) => {
      context.nodes++;
      return compileExpression(expression, context);
    },
    target: (target, at) => compileTarget(target, at, context),
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
  switch (statement.kind) {
    case "expression": {
      const evaluate = context.expression(statement.x);
      const cost = costSince(before, context);
      return (frame) => {
        step(frame, cost);
        evaluate(frame);
        return NEXT;
      };
    }
    case "assign": {
      const assign = compileAssignment(statement, context);
      const cost = costSince(before, context);
      return (frame) => {
        step(frame, cost);
        assign(frame);
        return NEXT;
      };
    }
    case "def": {
      const make = context.expression({ kind: "lambda", at: statement.at, node: statement.node });
      const store = context.target(statement.name, statement.at);
      return (frame) => {
        step(frame, 1);
        store(frame, make(frame));
        return NEXT;
      };
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
function compileFor({ target, source, body, at }, context) {
  const before = context.nodes;
  const evaluate = context.expression(source);
  const cost = costSince(before, context);
  const store = context.target(target, at);
  const run2 = context.block(body);
  return (frame) => {
    step(frame, cost);
    return loop(frame, evaluate(frame), at, store, run2);
  };
}
function loop(frame, value, at, store, run2) {
  frame.at = at;
  const cursor = cursorOf(value);
  if (cursor === void 0) throw new Fault(`${typeName(value)} value is not iterable`, "failed", hintFor(value));
  for (let item = cursor.next(); item !== void 0; item = cursor.next()) {
    step(frame, 1);
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
    while (isTrue(test(frame))) {
      step(frame, cost);
      const ending = run2(frame);
      if (ending === BREAK) break;
      if (ending === RETURN) return RETURN;
    }
    return NEXT;
  };
}

// src/functions/starlark/conversions.ts
var CONVERSIONS = {
  abs(machine, args, keywords) {
    expectCount("abs", args, keywords, 1);
    const value = args[0];
    if (value instanceof Float) return new Float(Math.abs(value.value));
    if (!isInteger3(value)) throw new Fault(`abs: got ${typeName(value)}, want int or float`);
    return value < 0 ? subtract(machine, 0, value) : value;
  },
  bool(_machine, args, keywords) {
    expectCount("bool", args, keywords, 0, 1);
    return args[0] !== void 0 && isTrue(args[0]);
  },
  bytes(machine, args, keywords) {
    expectCount("bytes", args, keywords, 1);
    const value = args[0];
    if (value instanceof Bytes) return value;
    if (typeof value === "string") return new Bytes(valid(machine, value));
    if (cursorOf(value) === void 0)
      throw new Fault(`bytes: got ${typeName(value)}, want string, bytes, or iterable of ints`);
    return new Bytes(itemsOf(machine, value, "bytes").map(byteOf).join(""));
  },
  chr(_machine, args, keywords) {
    expectCount("chr", args, keywords, 1);
    const code = smallInteger(args[0], "chr");
    if (code < 0 || code > 1114111) throw new Fault(`chr: ${code} is no Unicode code point`);
    return encodeRune(code);
  },
  float(machine, args, keywords) {
    expectCount("float", args, keywords, 0, 1);
    return new Float(args[0] === void 0 ? 0 : floatOf(machine, args[0]));
  },
  hash(machine, args, keywords) {
    expectCount("hash", args, keywords, 1);
    const value = args[0];
    if (typeof value === "string") return hashText(machine, value);
    if (value instanceof Bytes) return hashBytes(machine, value.data);
    throw new Fault(`hash: got ${typeName(value)}, want string or bytes`);
  },
  int(machine, args, keywords) {
    const [value = 0, base] = named2("int", args, keywords, ["x", "base"], 0);
    if (args.length === 0 && keywords.length === 0) throw new Fault("int: missing argument for x");
    if (typeof value === "string")
      return integerOf(machine, value, base === void 0 ? 10 : smallInteger(base, "int"));
    if (base !== void 0) throw new Fault("int: can't convert non-string with explicit base");
    if (typeof value === "boolean") return Number(value);
    if (isInteger3(value)) return value;
    if (value instanceof Float) return truncate(value.value);
    throw new Fault(`int: cannot convert ${typeName(value)} to int`);
  },
  ord(_machine, args, keywords) {
    expectCount("ord", args, keywords, 1);
    const value = args[0];
    if (value instanceof Bytes) {
      if (value.data.length !== 1) throw new Fault(`ord: bytes has length ${value.data.length}, want 1`);
      return value.data.charCodeAt(0);
    }
    if (typeof value !== "string") throw new Fault(`ord: got ${typeName(value)}, want string or bytes`);
    const { code, size } = runeAt(value, 0);
    if (value === "" || size !== value.length) {
      throw new Fault(`ord: string encodes ${countRunes(value)} Unicode code points, want 1`);
    }
    return code;
  },
  str(machine, args, keywords) {
    expectCount("str", args, keywords, 1);
    const value = args[0];
    return value instanceof Bytes ? valid(machine, value.data) : str(machine, value);
  }
};
function isInteger3(value) {
  return typeof value === "number" || typeof value === "bigint";
}
function valid(machine, data) {
  machine.text(data.length);
  machine.walk(data.length);
  return isAscii(data) ? data : mapRunes(data, (code) => code);
}
function byteOf(value, index) {
  if (!isInteger3(value)) throw new Fault(`bytes: at index ${index}, got ${typeName(value)}, want int`);
  if (!isSmall(value) || value < 0 || value > 255) throw new Fault(`bytes: at index ${index}, ${value} out of range`);
  return String.fromCharCode(value);
}
function floatOf(machine, value) {
  if (typeof value === "boolean") return Number(value);
  if (isInteger3(value)) return toFloat(value);
  if (value instanceof Float) return value.value;
  if (typeof value !== "string") throw new Fault(`float: got ${typeName(value)}, want number or string`);
  machine.work(value.length / 64);
  return parseFloating(value);
}
function integerOf(machine, literal, base) {
  if (base !== 0 && (base < 2 || base > 36)) throw new Fault("int: base must be an integer >= 2 && <= 36");
  const value = parseInteger(machine, literal, base);
  if (value === void 0) {
    const shown = repr(machine, literal.slice(0, 100));
    throw new Fault(`int: invalid literal with base ${base}: ${shown}`);
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
  for (let at = 0; at < data.length; at++) hash = Math.imul(hash ^ data.charCodeAt(at), 16777619) >>> 0;
  return hash;
}

// src/functions/starlark/universe.ts
var FUNCTIONS = {
  ...CONVERSIONS,
  all: (machine, args, keywords) => !some("all", machine, args, keywords, false),
  any: (machine, args, keywords) => some("any", machine, args, keywords, true),
  dict(machine, args, keywords) {
    if (args.length > 1) throw new Fault(`dict: got ${args.length} arguments, want at most 1`);
    const dict = new Dict();
    fillDict("dict", machine, dict, args[0], keywords);
    return dict;
  },
  dir(_machine, args, keywords) {
    expectCount("dir", args, keywords, 1);
    return new List(attributeNames(args[0]));
  },
  enumerate(machine, args, keywords) {
    expectCount("enumerate", args, keywords, 1, 2);
    const [, first = 0] = args;
    const start = integer2("enumerate", first);
    const items = itemsOf(machine, args[0], "enumerate");
    machine.elements(items.length * 2);
    return new List(items.map((item, index) => new Tuple([start + index, item])));
  },
  fail(machine, args, keywords) {
    const [sep = " "] = named2("fail", [], keywords, ["sep"], 0);
    const separator = text2("fail", sep);
    throw new Fault(`fail: ${args.map((arg) => str(machine, arg)).join(separator)}`);
  },
  getattr(_machine, args, keywords) {
    expectCount("getattr", args, keywords, 2, 3);
    const [value, , otherwise] = args;
    const name = text2("getattr", args[1]);
    const attribute2 = findAttribute(value, name);
    const found = attribute2 === void 0 ? otherwise : attribute2;
    if (found === void 0) throw new Fault(`getattr: ${typeName(value)} has no .${name} field or method`);
    return found;
  },
  hasattr(_machine, args, keywords) {
    expectCount("hasattr", args, keywords, 2);
    return findAttribute(args[0], text2("hasattr", args[1])) !== void 0;
  },
  len(_machine, args, keywords) {
    expectCount("len", args, keywords, 1);
    const length = lengthOf(args[0]);
    if (length === void 0) throw new Fault(`len: value of type ${typeName(args[0])} has no len`);
    return length;
  },
  list(machine, args, keywords) {
    expectCount("list", args, keywords, 0, 1);
    return new List(args[0] === void 0 ? [] : itemsOf(machine, args[0], "list"));
  },
  max: (machine, args, keywords) => extreme("max", machine, args, keywords),
  min: (machine, args, keywords) => extreme("min", machine, args, keywords),
  print(machine, args, keywords) {
    const [sep = " "] = named2("print", [], keywords, ["sep"], 0);
    const separator = text2("print", sep);
    const line = args.map((arg) => printed(machine, arg)).join(separator);
    machine.text(line.length);
    machine.print(line);
    return null;
  },
  range(_machine, args, keywords) {
    expectCount("range", args, keywords, 1, 3);
    const [first, second, step2] = args.map((arg) => integer2("range", arg));
    if (step2 === 0) throw new Fault("range: step argument must not be zero");
    return second === void 0 ? new Range(0, first, 1) : new Range(first, second, step2 ?? 1);
  },
  repr(machine, args, keywords) {
    expectCount("repr", args, keywords, 1);
    return repr(machine, args[0]);
  },
  reversed(machine, args, keywords) {
    expectCount("reversed", args, keywords, 1);
    return new List(itemsOf(machine, args[0], "reversed").reverse());
  },
  set(machine, args, keywords) {
    expectCount("set", args, keywords, 0, 1);
    const set = new StarSet();
    if (args[0] !== void 0) for (const item of itemsOf(machine, args[0], "set")) set.add(machine, item);
    return set;
  },
  sorted,
  tuple(machine, args, keywords) {
    expectCount("tuple", args, keywords, 0, 1);
    if (args[0] instanceof Tuple) return args[0];
    return new Tuple(args[0] === void 0 ? [] : itemsOf(machine, args[0], "tuple"));
  },
  type(_machine, args, keywords) {
    expectCount("type", args, keywords, 1);
    return typeName(args[0]);
  },
  zip(machine, args, keywords) {
    expectCount("zip", args, keywords, 0, Number.POSITIVE_INFINITY);
    const columns = args.map((arg) => itemsOf(machine, arg, "zip"));
    const rows = columns.length === 0 ? 0 : columns.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
    machine.elements(rows * (columns.length + 4));
    return new List(Array.from({ length: rows }, (_, row) => new Tuple(columns.map((column) => column[row]))));
  }
};
var UNIVERSE = new Map([
  ["None", null],
  ["True", true],
  ["False", false],
  ...Object.entries(FUNCTIONS).map(([name, native]) => [name, new Builtin(name, native)])
]);
function some(who, machine, args, keywords, wanted) {
  expectCount(who, args, keywords, 1);
  const cursor = cursorOf(args[0]);
  if (cursor === void 0) {
    throw new Fault(`${who}: got ${typeName(args[0])}, want iterable`, "failed", hintFor(args[0]));
  }
  let found = false;
  for (let item = cursor.next(); item !== void 0 && !found; item = cursor.next()) {
    machine.work(1);
    found = isTrue(item) === wanted;
  }
  cursor.done();
  return found;
}
function printed(machine, value) {
  return value !== null && typeof value === "object" && "data" in value ? value.data : str(machine, value);
}
function extreme(who, machine, args, keywords) {
  if (args.length === 0) throw new Fault(`${who} requires at least one positional argument`);
  const [key] = named2(who, [], keywords, ["key"], 0);
  const source = args.length === 1 ? args[0] : new Tuple(args);
  const items = itemsOf(machine, source, who);
  const keys = keysOf(who, machine, source, items, key);
  if (items.length === 0) throw new Fault(`${who}: argument is an empty sequence`);
  let best = 0;
  for (let index = 1; index < items.length; index++) {
    machine.work(1);
    if (compare(machine, who === "max" ? ">" : "<", keys[index], keys[best])) best = index;
  }
  return items[best];
}
function keysOf(who, machine, source, items, key) {
  if (key === void 0) return items;
  const get = callable2(who, key);
  return whileWalking(source, () => items.map((item) => machine.call(get, [item], [])));
}
function sorted(machine, args, keywords) {
  const [source = null, key, reverse = false] = named2("sorted", args, keywords, ["iterable", "key", "reverse"], 1);
  const items = itemsOf(machine, source, "sorted");
  const down = boolean("sorted", reverse);
  const keys = keysOf("sorted", machine, source, items, key);
  const order = items.map((_, index) => index);
  order.sort((a, b) => {
    const [x, y] = down ? [keys[b], keys[a]] : [keys[a], keys[b]];
    machine.work(1);
    if (compare(machine, "<", x, y)) return -1;
    return compare(machine, "<", y, x) ? 1 : 0;
  });
  return new List(order.map((index) => items[index]));
}

// src/functions/starlark/program.ts
function run(text3, dialect, limits, host) {
  const thread = new Thread(limits, dialect);
  let failures = [];
  try {
    const given = host.given(thread);
    const program = prepare(text3, dialect, new Map([...UNIVERSE, ...given]));
    thread.enter(program, emptySlots(program.code.slots));
    host.read(thread);
  } catch (thrown) {
    failures = failuresOf(thrown, text3, thread);
  }
  return { failures, printed: thread.printed.map(decode), cut: thread.cut, steps: Math.ceil(thread.steps) };
}
function prepare(text3, dialect, universe) {
  const statements = parse(text3, dialect.laxEscapes);
  return compile(resolve(statements, dialect, new Set(universe.keys())), universe);
}
var LONGEST_MESSAGE = 4e3;
var LONGEST_NAME = 100;
function shortened2(text3, length) {
  return text3.length <= length ? text3 : `${text3.slice(0, length)}\u2026`;
}
function failuresOf(thrown, text3, thread) {
  if (thrown instanceof SyntaxProblem) return [ofProblem(thrown, text3)];
  if (thrown instanceof SyntaxProblems) return thrown.problems.map((problem) => ofProblem(problem, text3));
  const trace = thread.frames.map(({ at, name }) => ({
    ...placeOf(text3, at),
    function: shortened2(decode(name), LONGEST_NAME)
  }));
  if (thrown instanceof Fault) {
    return [
      { kind: thrown.kind, message: shortened2(decode(thrown.message), LONGEST_MESSAGE), hint: thrown.hint, trace }
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
function ofProblem({ at, message, hint: hint2 }, text3) {
  return {
    kind: "syntax",
    message: shortened2(message, LONGEST_MESSAGE),
    hint: hint2,
    trace: [{ ...placeOf(text3, at), function: "" }]
  };
}

// src/functions/starlark/serve.ts
function serve(request) {
  let list = null;
  let resourceList;
  const outcome = run(request.source, request.dialect, request.limits, {
    given(meter) {
      list = toValue(meter, request.resourceList);
      let openApi;
      const fields2 = /* @__PURE__ */ new Map([
        ["resource_list", () => list],
        [
          "open_api",
          () => openApi ??= toValue(meter, request.openApi === "" ? /* @__PURE__ */ new Map() : ofJson(JSON.parse(request.openApi)))
        ]
      ]);
      const environment = toValue(meter, request.environment);
      fields2.set("environment", () => environment);
      return /* @__PURE__ */ new Map([["ctx", new Struct(fields2)]]);
    },
    read(meter) {
      const reader = new Reader(meter, "ctx.resource_list");
      const data = reader.read(list);
      checkItems(data);
      resourceList = data;
    }
  });
  return { ...outcome, resourceList };
}
function checkItems(data) {
  const items = data instanceof Map ? data.get("items") : void 0;
  const path = 'ctx.resource_list["items"]';
  if (!Array.isArray(items)) {
    throw new Fault(`${path} is no list`, "result", "Assign a list of objects to it, or leave it as it is.");
  }
  const at = items.findIndex((item) => item !== null && !(item instanceof Map));
  if (at < 0) return;
  const hint2 = "Every item is a dict with apiVersion, kind and metadata.";
  throw new Fault(`${path}[${at}] is no object`, "result", hint2);
}

// src/functions/starlark/thread.ts
import_node_worker_threads.parentPort?.postMessage(serve(import_node_worker_threads.workerData.request));
