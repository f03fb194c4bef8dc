import {
  parseGitUrl
} from "./shared-sources-remote-git-url.js";
import {
  shownAddress
} from "./shared-sources-git-revisions.js";
import {
  apiVersionOf,
  builtInSchemas,
  describeId,
  listSchema,
  objectSchema,
  opaqueSchema,
  resourceId
} from "./shared-resource-merge-schema-data.js";
import {
  KrmError,
  failure
} from "./shared-diagnostics.js";

// src/yaml/binary.ts
import { isUtf8 } from "node:buffer";

// src/yaml/fault.ts
var Fault = class extends Error {
  /** Offset into the text that was scanned, in UTF-16 code units. */
  offset;
  hint;
  constructor(offset, problem, hint) {
    super(problem);
    this.offset = offset;
    this.hint = hint;
  }
};

// src/yaml/node.ts
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
  }
};
function scalar(value, tag = "", style = "") {
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
  const entries = from.entries?.map((entry2) => ({ key: clone(entry2.key), value: clone(entry2.value) }));
  const copy = new AnyNode(from.kind, from.tag, from.style, from.value, entries, from.items?.map(clone));
  copy.source = from.source;
  copy.offset = from.offset;
  copy.comment = from.comment;
  return copy;
}
function cloneObject(node) {
  const copies = /* @__PURE__ */ new Map();
  const copy = (from) => {
    if (from.kind === "map") {
      const entries = from.entries.map(({ key, value }) => ({ key: copy(key), value: copy(value) }));
      return placed(map(entries, from.style), from);
    }
    if (from.kind === "seq") return placed(seq(from.items.map(copy), from.style), from);
    if (from.source !== void 0) return clone(from);
    let made = copies.get(from);
    if (made === void 0) copies.set(from, made = clone(from));
    return made;
  };
  return copy(node);
}
function placed(copy, from) {
  copy.tag = from.tag;
  copy.source = from.source;
  copy.offset = from.offset;
  copy.comment = from.comment;
  return copy;
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
  for (const entry2 of node.entries) {
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
var lineStarts = /* @__PURE__ */ new WeakMap();
function locateOffset(source, offset) {
  if (source.within !== void 0) return source.within;
  let starts = lineStarts.get(source);
  if (starts === void 0) {
    starts = [0];
    for (let at = source.text.indexOf("\n"); at >= 0; at = source.text.indexOf("\n", at + 1)) starts.push(at + 1);
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

// src/yaml/failures.ts
function reading(source, base, read) {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof Fault) throw invalid(source, base + thrown.offset, thrown.message, thrown.hint);
    throw thrown;
  }
}
function invalid(source, offset, problem, hint) {
  const within = Math.min(offset, Math.max(source.text.length - 1, 0));
  return failure("invalid-yaml", `malformed YAML: ${problem}`, { ...locateOffset(source, within), hint });
}
function failureAt(node, code, message, hint) {
  return failure(code, message, { ...locate(node), hint });
}

// src/yaml/binary.ts
var BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
function decodeBinary(node) {
  const digits = node.value.replace(/[\r\n]/g, "");
  if (digits.length % 4 !== 0 || !BASE64.test(digits)) {
    throw failureAt(node, "not-representable", "!!binary value contains invalid base64 data");
  }
  return decodeBytes(Buffer.from(digits, "base64"));
}
function decodeBytes(bytes) {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  let text3 = "";
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    text3 += length === 0 ? "�" : bytes.toString("utf8", at, at + length);
    at += Math.max(length, 1);
  }
  return text3;
}
function sequenceLength(bytes, at) {
  const lead = bytes[at];
  if (lead < 128) return 1;
  const length = lead < 194 || lead > 244 ? 0 : lead < 224 ? 2 : lead < 240 ? 3 : 4;
  if (length === 0 || at + length > bytes.length) return 0;
  return bytes.toString("utf8", at, at + length).includes("�") && !isReplacement(bytes, at) ? 0 : length;
}
function isReplacement(bytes, at) {
  return bytes[at] === 239 && bytes[at + 1] === 191 && bytes[at + 2] === 189;
}

// src/yaml/marks.ts
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

// src/yaml/tokens.ts
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
var Tokens = class {
  types = [];
  /** Where each token begins in the scanned text. */
  starts = [];
  /** The text of scalars, names of anchors and aliases, tags as `handle suffix`. */
  values = [];
  /** Line comments by the index of the token they stand behind; undefined when there is none. */
  comments = void 0;
  get length() {
    return this.types.length;
  }
  push(type, start, value = "") {
    this.types.push(type);
    this.starts.push(start);
    this.values.push(value);
  }
  /** Puts a token before the one at `index`. Only a simple key needs it, so what moves is at most a line. */
  insert(index, type, start) {
    this.types.push(0);
    this.starts.push(0);
    this.values.push("");
    for (let at = this.types.length - 1; at > index; at--) {
      this.types[at] = this.types[at - 1];
      this.starts[at] = this.starts[at - 1];
      this.values[at] = this.values[at - 1];
    }
    this.types[index] = type;
    this.starts[index] = start;
    this.values[index] = "";
  }
  comment(text3) {
    const last = this.types.length - 1;
    if (last < 0) return;
    this.comments ??= /* @__PURE__ */ new Map();
    if (!this.comments.has(last)) this.comments.set(last, text3);
  }
};

// src/yaml/annotator.ts
var AHEAD = 3;
var Annotator = class {
  scanner;
  marks = /* @__PURE__ */ new Map();
  /** Comments in front of the present token that no node has taken yet. */
  head = "";
  line = "";
  foot = "";
  /** The comment above a dash behind which a collection begins: it belongs to the collection and not to its first key. */
  stem = "";
  documentHead = "";
  constructor(scanner) {
    this.scanner = scanner;
  }
  /** To be called before a token is looked at. Throws the scanner's {@link Fault}s. */
  reach(at) {
    const { scanner } = this;
    const { tokens, comments } = scanner;
    while (!scanner.atEnd && (tokens.length - at < AHEAD || scanner.mayBeKey(at))) scanner.step();
    const start = tokens.starts[at];
    const ends = tokens.types[at] === BLOCK_END;
    for (; scanner.taken < comments.length; scanner.taken++) {
      const comment = comments[scanner.taken];
      if (start < comment.token || ends && comment.head !== "") return;
      this.head = join(this.head, comment.head);
      this.line = join(this.line, comment.line);
      this.foot = join(this.foot, comment.foot);
    }
  }
  /** An implicit document begins: what stands an empty line above the first token is a comment on the document. */
  documentStart() {
    const { head } = this;
    const end = head.endsWith("\n") ? head.length - 1 : head.lastIndexOf("\n\n");
    if (end < 0) return;
    this.documentHead = head.slice(0, end);
    this.head = head.slice(end + (head.endsWith("\n") ? 1 : 2));
  }
  /** Behind a dash; `priorHead` is how much of the head comment stands above it, and `opens` tells what it opens. */
  dash(above, opens) {
    if (above === "" || !opens) return;
    this.stem = above;
    this.head = this.head.slice(above.length + 1);
  }
  get pendingHead() {
    return this.head;
  }
  /** A scalar or alias: all comments at its token are its own. */
  scalar(node) {
    this.setMarks(node, this.head, this.foot);
    if (this.line !== "") node.comment = this.line;
    this.clear();
  }
  /** A collection begins; of the comments at a bracket only the head lasts. */
  open(node, type) {
    if (type === FLOW_MAP_START || type === FLOW_SEQ_START) {
      this.setMarks(node, this.head, "");
      this.clear();
    } else if (type !== BLOCK_ENTRY) {
      this.setMarks(node, this.stem, "");
      this.stem = "";
    }
  }
  /** A flow collection or a block map ends: comments at its end are its line and foot. */
  close(node) {
    if (this.foot !== "") this.setMarks(node, this.marks.get(node)?.head ?? "", this.foot);
    if (this.line !== "") node.comment = this.line;
    this.clear();
  }
  /** An anchor or a tag in the text. */
  property(node, anchor, tagged) {
    const marks = this.marks.get(node) ?? this.setMarks(node, "", "", true);
    if (anchor !== void 0) marks.anchor = anchor;
    marks.tagged = tagged;
  }
  /** All marks, once the token behind the document was looked at. */
  finish(root) {
    this.settle(root);
    const nodes = /* @__PURE__ */ new Map();
    for (const [node, marks] of this.marks) {
      const place = placeOf(node);
      if (!nodes.has(place)) nodes.set(place, marks);
    }
    return { nodes, head: this.documentHead, foot: this.foot || this.head };
  }
  clear() {
    this.head = this.line = this.foot = this.stem = "";
  }
  setMarks(node, head, foot, always = false) {
    const marks = this.marks.get(node) ?? { head, foot, anchor: "", tagged: false };
    marks.head = head;
    marks.foot = foot;
    if (always || head !== "" || foot !== "") this.marks.set(node, marks);
    return marks;
  }
  /** Feet in maps go to keys: one of a key to the key before it, one of a value to its key, one of a map to its last key. */
  settle(node) {
    if (node.kind === "seq") for (const item of node.items) this.settle(item);
    if (node.kind !== "map") return;
    const isBlock = node.style !== "flow";
    let previous;
    for (const { key, value } of node.entries) {
      this.settle(key);
      if (isBlock && previous !== void 0) this.moveFoot(key, previous);
      this.settle(value);
      if ((this.marks.get(key)?.foot ?? "") === "") this.moveFoot(value, key);
      previous = key;
    }
    if (isBlock && previous !== void 0) this.moveFoot(node, previous);
  }
  moveFoot(from, to) {
    const marks = this.marks.get(from);
    if (marks === void 0 || marks.foot === "") return;
    this.setMarks(to, this.marks.get(to)?.head ?? "", marks.foot);
    marks.foot = "";
  }
};
function join(first, second) {
  return first === "" || second === "" ? first + second : `${first}
${second}`;
}

// src/yaml/characters.ts
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
var CONTROL = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x84\x86-\x9F\uFFFE\uFFFF]/;

// src/yaml/cursor.ts
var Cursor = class {
  /** Ends in one NUL that belongs to nobody. */
  text;
  position = 0;
  /** Offset of the first character of the current line. */
  lineStart = 0;
  /** Whether lines may end in something else than LF, so that searching for LF does not do. */
  exotic;
  constructor(text3) {
    this.text = `${text3}\0`;
    this.exotic = /[\r\x85\u2028\u2029]/.test(text3);
  }
  get column() {
    return this.position - this.lineStart;
  }
  /** The offset of the break that ends the line of `from`, or of the end of the text. */
  lineEnd(from) {
    if (!this.exotic) {
      const end = this.text.indexOf("\n", from);
      return end < 0 ? this.text.length - 1 : end;
    }
    let at = from;
    while (at < this.text.length - 1 && !isBreak(this.text.charCodeAt(at))) at++;
    return at;
  }
  /** Steps over one line break and returns it as a value holds it: LS and PS stay, all others are LF. */
  takeBreak() {
    const code = this.text.charCodeAt(this.position);
    this.position++;
    if (code === 13 && this.text.charCodeAt(this.position) === 10) this.position++;
    this.lineStart = this.position;
    if (code === 8232) return "\u2028";
    return code === 8233 ? "\u2029" : "\n";
  }
  /** Whether `---` or `...` stands here at the start of a line. */
  atDocumentIndicator() {
    const at = this.position;
    if (at !== this.lineStart) return false;
    const code = this.text.charCodeAt(at);
    if (code !== 45 && code !== 46) return false;
    if (this.text.charCodeAt(at + 1) !== code || this.text.charCodeAt(at + 2) !== code) return false;
    const after = this.text.charCodeAt(at + 3);
    return after === 32 || after === 9 || after === 0 || isBreak(after);
  }
};
function fold(first, others) {
  if (first !== "\n") return first + others;
  return others === "" ? " " : others;
}

// src/yaml/tags.ts
var LONG_PREFIX = "tag:yaml.org,2002:";
function readAnchor(cursor) {
  const { text: text3 } = cursor;
  const start = cursor.position;
  let end = start + 1;
  while (isWord(text3.charCodeAt(end))) end++;
  if (end === start + 1 || !(isBlankOrEnd(text3.charCodeAt(end)) || "?:,]}%@`".includes(text3.charAt(end)))) {
    const mark = text3.charAt(start);
    throw new Fault(
      start,
      `did not find expected alphabetic or numeric character behind \`${mark}\``,
      `Quote a text that begins with \`${mark}\`.`
    );
  }
  cursor.position = end;
  return text3.slice(start + 1, end);
}
function readTag(cursor) {
  const { text: text3 } = cursor;
  const start = cursor.position;
  let handle = "";
  let suffix = "";
  if (text3.charCodeAt(start + 1) === 60) {
    cursor.position += 2;
    suffix = readUri(cursor, "", start);
    if (text3.charCodeAt(cursor.position) !== 62) throw new Fault(start, "did not find the expected '>' of a tag");
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
  if (!isBlankOrEnd(text3.charCodeAt(cursor.position))) {
    throw new Fault(
      start,
      "did not find expected whitespace or line break behind a tag",
      "Quote a text that begins with `!`."
    );
  }
  return `${handle} ${suffix}`;
}
function readHandle(cursor, start) {
  const { text: text3 } = cursor;
  const begin = cursor.position;
  if (text3.charCodeAt(begin) !== 33) throw new Fault(start, "did not find expected '!'");
  let end = begin + 1;
  while (isWord(text3.charCodeAt(end))) end++;
  if (text3.charCodeAt(end) === 33) end++;
  cursor.position = end;
  return text3.slice(begin, end);
}
var URI_MARKS = ";/?:@&=+$,.!~*'()[]";
function readUri(cursor, head, start) {
  const { text: text3 } = cursor;
  let uri = head.slice(1);
  const begin = cursor.position;
  while (true) {
    const code = text3.charCodeAt(cursor.position);
    if (isWord(code) || code !== 0 && URI_MARKS.includes(String.fromCharCode(code))) {
      uri += String.fromCharCode(code);
      cursor.position++;
    } else if (code === 37) uri += readEscapes(cursor, start);
    else break;
  }
  if (head === "" && cursor.position === begin) throw new Fault(start, "did not find expected tag URI");
  return uri;
}
function readEscapes(cursor, start) {
  const { text: text3 } = cursor;
  const begin = cursor.position;
  while (text3.charCodeAt(cursor.position) === 37) {
    if (!isHex(text3.charCodeAt(cursor.position + 1)) || !isHex(text3.charCodeAt(cursor.position + 2))) {
      throw new Fault(start, "did not find URI escaped octet in a tag");
    }
    cursor.position += 3;
  }
  try {
    return decodeURIComponent(text3.slice(begin, cursor.position));
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

// src/yaml/directives.ts
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
  if (!isBreakOrEnd(code)) throw new Fault(start, "did not find expected comment or line break behind a directive");
  if (isBreak(code)) cursor.takeBreak();
}

// src/yaml/gaps.ts
var COMMENT_REACH = 512;
function skipGap(cursor, tokens, rules) {
  const { text: text3 } = cursor;
  let { tabs } = rules;
  let broken = false;
  while (true) {
    let code = text3.charCodeAt(cursor.position);
    while (code === 32 || code === 9 && tabs) code = text3.charCodeAt(++cursor.position);
    if (code === 9 && rules.tokenLine === cursor.lineStart) code = skipToComment(cursor, rules, false);
    while (code === 35) {
      const end = cursor.lineEnd(cursor.position);
      if (rules.tokenLine === cursor.lineStart) tokens.comment(text3.slice(cursor.position, end));
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
  const { text: text3, position } = cursor;
  if (rules.tabsAmongComments) {
    let at = position;
    const limit = position + COMMENT_REACH;
    while (at < limit && (isBlank(text3.charCodeAt(at)) || far && isBreak(text3.charCodeAt(at)))) at++;
    while (at < limit && text3.charCodeAt(at) === 35 && cursor.position < at) {
      if (isBreak(text3.charCodeAt(cursor.position))) cursor.takeBreak();
      else cursor.position++;
    }
  }
  return text3.charCodeAt(cursor.position);
}

// src/yaml/scalars.ts
var TABS = "Indent with spaces; YAML does not allow tabs for it.";
var plain = { value: "", endLine: 0, broken: false };
function readPlain(cursor, indent, inFlow) {
  const { text: text3 } = cursor;
  const start = cursor.position;
  let position = start;
  let head = "";
  let lineBegin = start;
  let end = start;
  let endLine2 = cursor.lineStart;
  let first = "";
  let others = "";
  let broken = false;
  let code = text3.charCodeAt(position);
  while (true) {
    if (position === cursor.lineStart) {
      cursor.position = position;
      if (cursor.atDocumentIndicator()) break;
    }
    if (code === 35) break;
    const begin = position;
    while (!isBlankOrEnd(code)) {
      if (code === 58 && isBlankOrEnd(text3.charCodeAt(position + 1))) break;
      if (inFlow && endsPlainInFlow(code)) break;
      code = text3.charCodeAt(++position);
    }
    if (position > begin) {
      if (broken) {
        head += text3.slice(lineBegin, end) + fold(first, others);
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
        else first = taken;
        broken = true;
      } else break;
      code = text3.charCodeAt(position);
    }
    if (!inFlow && position - cursor.lineStart < indent) break;
  }
  cursor.position = position;
  const tail = text3.slice(lineBegin, end);
  plain.value = head === "" ? tail : head + tail;
  plain.endLine = endLine2;
  plain.broken = broken;
  return plain;
}
function endsPlainInFlow(code) {
  return code === 44 || code === 63 || code === 91 || code === 93 || code === 123 || code === 125;
}
function readQuoted(cursor, single) {
  const { text: text3 } = cursor;
  const quote = single ? 39 : 34;
  const start = cursor.position;
  cursor.position++;
  let value = "";
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
    let code = text3.charCodeAt(position);
    let broken = false;
    while (!isBlankOrEnd(code)) {
      if (code === quote) {
        if (!single || text3.charCodeAt(position + 1) !== 39) break;
        value += text3.slice(begin, position + 1);
        position += 2;
        begin = position;
      } else if (code === 92 && !single) {
        value += text3.slice(begin, position);
        if (isBreak(text3.charCodeAt(position + 1))) {
          cursor.position = position + 1;
          cursor.takeBreak();
          position = begin = cursor.position;
          broken = true;
          break;
        }
        value += unescape(text3, position);
        position += escapeLength(text3.charCodeAt(position + 1));
        begin = position;
      } else position++;
      code = text3.charCodeAt(position);
    }
    value += text3.slice(begin, position);
    code = text3.charCodeAt(position);
    if (code === quote) {
      cursor.position = position + 1;
      return value;
    }
    if (code === 0) {
      throw new Fault(start, "found unexpected end of stream in a quoted text", "The closing quote is missing.");
    }
    cursor.position = position;
    value += readGap(cursor, broken);
  }
}
function readGap(cursor, escapedBreak) {
  const { text: text3 } = cursor;
  const begin = cursor.position;
  let broken = escapedBreak;
  let first = "";
  let others = "";
  let code = text3.charCodeAt(begin);
  while (true) {
    if (isBlank(code)) cursor.position++;
    else if (isBreak(code)) {
      const taken = cursor.takeBreak();
      if (broken) others += taken;
      else first = taken;
      broken = true;
    } else break;
    code = text3.charCodeAt(cursor.position);
  }
  if (!broken) return text3.slice(begin, cursor.position);
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
  78: "",
  95: " ",
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
function unescape(text3, position) {
  const code = text3.charCodeAt(position + 1);
  const simple = ESCAPES[code];
  if (simple !== void 0) return simple;
  const digits = hexDigits(code);
  if (digits === 0) {
    throw new Fault(
      position,
      "found unknown escape character in a double-quoted text",
      code === 47 ? "YAML as kustomize reads it has no `\\/`; write `/`." : "Use single quotes, or double the backslash."
    );
  }
  const hex = text3.slice(position + 2, position + 2 + digits);
  for (let at = 0; at < digits; at++) {
    if (!isHex(hex.charCodeAt(at))) throw new Fault(position, `did not find expected ${digits} hexadecimal digits`);
  }
  const point = Number.parseInt(hex, 16);
  if (point > 1114111 || point >= 55296 && point <= 57343) {
    throw new Fault(
      position,
      "found invalid Unicode character escape code",
      "Write the character itself, or one \\U with eight digits; pairs of surrogates are not understood."
    );
  }
  return String.fromCodePoint(point);
}
function readBlock(cursor, parentIndent, onComment) {
  const literal = cursor.text.charCodeAt(cursor.position) === 124;
  const { text: text3 } = cursor;
  const header = readHeader(cursor, onComment);
  let indent = header.increment === 0 ? 0 : Math.max(parentIndent, 0) + header.increment;
  let value = "";
  let lineBreak = "";
  let blanks = "";
  let afterBlank = false;
  const skipBreaks = () => {
    let deepest = 0;
    while (true) {
      while ((indent === 0 || cursor.column < indent) && text3.charCodeAt(cursor.position) === 32) cursor.position++;
      if (cursor.column > deepest) deepest = cursor.column;
      const code = text3.charCodeAt(cursor.position);
      if (code === 9 && (indent === 0 || cursor.column < indent)) {
        throw new Fault(cursor.position, "found a tab character where an indentation space is expected", TABS);
      }
      if (!isBreak(code)) break;
      blanks += cursor.takeBreak();
    }
    if (indent === 0) indent = Math.max(deepest, parentIndent + 1, 1);
  };
  skipBreaks();
  while (cursor.column === indent && text3.charCodeAt(cursor.position) !== 0) {
    const blank = isBlank(text3.charCodeAt(cursor.position));
    if (!literal && !afterBlank && !blank && lineBreak === "\n") {
      if (blanks === "") value += " ";
    } else value += lineBreak;
    const end = cursor.lineEnd(cursor.position);
    value += blanks + text3.slice(cursor.position, end);
    blanks = "";
    afterBlank = blank;
    cursor.position = end;
    lineBreak = text3.charCodeAt(end) === 0 ? "" : cursor.takeBreak();
    skipBreaks();
  }
  if (header.chomping >= 0) value += lineBreak;
  return header.chomping > 0 ? value + blanks : value;
}
function readHeader(cursor, onComment) {
  const { text: text3 } = cursor;
  const start = cursor.position;
  let chomping = 0;
  let increment = 0;
  let seen = 0;
  cursor.position++;
  for (let part = 0; part < 2; part++) {
    const code = text3.charCodeAt(cursor.position);
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
  while (isBlank(text3.charCodeAt(cursor.position))) cursor.position++;
  if (text3.charCodeAt(cursor.position) === 35) {
    const end = cursor.lineEnd(cursor.position);
    onComment(text3.slice(cursor.position, end));
    cursor.position = end;
  }
  if (!isBreakOrEnd(text3.charCodeAt(cursor.position))) {
    throw new Fault(
      cursor.position,
      "did not find expected comment or line break behind `|` or `>`",
      "Begin the text on the next line, indented, or quote it."
    );
  }
  if (isBreak(text3.charCodeAt(cursor.position))) cursor.takeBreak();
  return { chomping, increment };
}

// src/yaml/simple-key.ts
var REACH = 1024;
var SimpleKey = class {
  /** Index of the token, -1 when there is none. */
  token = -1;
  position = 0;
  lineStart = 0;
  /** At the column of the block mapping around it nothing but a key can stand. */
  required = false;
  /** Makes the token that is about to be read the candidate. */
  save(token, cursor, required) {
    this.drop();
    this.token = token;
    this.position = cursor.position;
    this.lineStart = cursor.lineStart;
    this.required = required;
  }
  /** Gives the candidate up. Throws where it had to be a key. */
  drop() {
    if (this.token >= 0 && this.required) {
      throw new Fault(
        this.position,
        "could not find expected ':'",
        "A line here must be `key: value`; indent it to make it part of the line above."
      );
    }
    this.token = -1;
  }
  /** Whether a `:` at the cursor makes the candidate a key. */
  isLive(cursor) {
    if (this.token < 0) return false;
    if (this.lineStart === cursor.lineStart && this.position + REACH >= cursor.position) return true;
    this.drop();
    return false;
  }
};

// src/yaml/scanner.ts
var MAX_DEPTH = 1e3;
function scan(text3, ahead, tabsAmongComments) {
  const scanner = new Scanner(text3, tabsAmongComments);
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
var Scanner = class {
  tokens = new Tokens();
  cursor;
  indents = [];
  indent = -1;
  outerKeys = [];
  key = new SimpleKey();
  keyAllowed = true;
  flowLevel = 0;
  /** Start of the line on which the last token ended. */
  tokenLine = -1;
  started = false;
  /** Filled in anew in front of each token. */
  gap;
  constructor(text3, tabsAmongComments) {
    this.cursor = new Cursor(text3);
    this.gap = { tokenLine: -1, tabs: false, tabsAfterBreak: false, tabsAmongComments };
  }
  get atEnd() {
    return this.tokens.types[this.tokens.length - 1] === END;
  }
  /** Reads one more token; false at the end of the document. */
  step() {
    const { cursor } = this;
    this.skipToToken();
    if (this.flowLevel === 0) this.closeBlocks(cursor.column);
    const { position, text: text3 } = cursor;
    const code = text3.charCodeAt(position);
    if (code === 0) return this.finish();
    if (position === cursor.lineStart) {
      if (code === 37) {
        this.directive();
        return true;
      }
      if (cursor.atDocumentIndicator()) return this.documentIndicator(code);
    }
    this.started = true;
    this.tokenLine = -2;
    const more = this.content(code);
    if (this.tokenLine === -2) this.tokenLine = cursor.lineStart;
    return more;
  }
  content(code) {
    const { text: text3, position } = this.cursor;
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
        return this.flowEntry();
      case 45:
        if (isBlankOrEnd(text3.charCodeAt(position + 1))) return this.blockEntry();
        return this.plain();
      case 63:
        if (inFlow || isBlankOrEnd(text3.charCodeAt(position + 1))) return this.explicitKey();
        return this.plain();
      case 58:
        if (inFlow || isBlankOrEnd(text3.charCodeAt(position + 1))) return this.value();
        return this.plain();
      case 42:
        return this.name(ALIAS2);
      case 38:
        return this.name(ANCHOR);
      case 33:
        this.saveKey();
        this.keyAllowed = false;
        this.tokens.push(TAG, position, readTag(this.cursor));
        return true;
      case 124:
      case 62:
        if (!inFlow) return this.block(code === 124 ? LITERAL : FOLDED);
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
        return this.plain();
    }
    throw new Fault(position, "found character that cannot start any token", startHint(code));
  }
  skipToToken() {
    const inFlow = this.flowLevel > 0;
    this.gap.tokenLine = this.tokenLine;
    this.gap.tabs = inFlow || !this.keyAllowed;
    this.gap.tabsAfterBreak = inFlow;
    const broken = skipGap(this.cursor, this.tokens, this.gap);
    if (broken && !inFlow) this.keyAllowed = true;
  }
  finish() {
    this.closeBlocks(-1);
    this.key.drop();
    this.tokens.push(END, this.cursor.position);
    return false;
  }
  directive() {
    const { cursor, tokens } = this;
    this.closeBlocks(-1);
    this.key.drop();
    this.keyAllowed = false;
    const start = cursor.position;
    if (cursor.text.startsWith("%YAML", start)) tokens.push(VERSION_DIRECTIVE, start, readVersionDirective(cursor));
    else tokens.push(TAG_DIRECTIVE, start, readTagDirective(cursor));
  }
  /** `---` or `...`; false when the document ends with it. */
  documentIndicator(code) {
    this.closeBlocks(-1);
    this.key.drop();
    this.keyAllowed = false;
    const start = this.cursor.position;
    this.cursor.position += 3;
    this.tokenLine = this.cursor.lineStart;
    const ends = this.started;
    this.tokens.push(code === 45 ? DOCUMENT_START : DOCUMENT_END, start);
    if (code === 45) this.started = true;
    return !ends;
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
  flowEntry() {
    this.key.drop();
    this.keyAllowed = true;
    this.tokens.push(FLOW_ENTRY, this.cursor.position++);
    return true;
  }
  blockEntry() {
    const { cursor } = this;
    if (this.flowLevel === 0) {
      if (!this.keyAllowed) {
        throw new Fault(
          cursor.position,
          "block sequence entries are not allowed in this context",
          "Begin the list on a line of its own, or quote the text."
        );
      }
      this.openBlock(cursor.column, this.tokens.length, BLOCK_SEQ_START, cursor.position);
    }
    this.key.drop();
    this.keyAllowed = true;
    this.tokens.push(BLOCK_ENTRY, cursor.position++);
    return true;
  }
  explicitKey() {
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
  value() {
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
  name(type) {
    this.saveKey();
    this.keyAllowed = false;
    const start = this.cursor.position;
    this.tokens.push(type, start, readAnchor(this.cursor));
    return true;
  }
  block(type) {
    this.key.drop();
    this.keyAllowed = true;
    const start = this.cursor.position;
    let comment;
    const value = readBlock(this.cursor, this.indent, (text3) => {
      comment = text3;
    });
    this.tokens.push(type, start, value);
    if (comment !== void 0) this.lineComment(comment, start);
    this.tokenLine = -1;
    return true;
  }
  /** Takes the comment in the first line of a block scalar, whose token begins at `_start`. */
  lineComment(text3, _start) {
    this.tokens.comment(text3);
  }
  plain() {
    this.saveKey();
    this.keyAllowed = false;
    const start = this.cursor.position;
    const plain2 = readPlain(this.cursor, this.indent + 1, this.flowLevel > 0);
    this.tokens.push(SCALAR, start, plain2.value);
    this.tokenLine = plain2.endLine;
    if (plain2.broken) this.keyAllowed = true;
    return true;
  }
  openBlock(column, index, type, position) {
    if (this.indent >= column) return;
    this.indents.push(this.indent);
    this.indent = column;
    if (this.indents.length > MAX_DEPTH) throw new Fault(position, `nested deeper than ${MAX_DEPTH} levels`);
    if (index === this.tokens.length) this.tokens.push(type, position);
    else this.tokens.insert(index, type, position);
  }
  closeBlocks(column) {
    while (this.indent > column) {
      this.tokens.push(BLOCK_END, this.cursor.position);
      this.indent = this.indents.pop() ?? -1;
    }
  }
  saveKey() {
    if (!this.keyAllowed) return;
    this.key.save(this.tokens.length, this.cursor, this.flowLevel === 0 && this.indent === this.cursor.column);
  }
};
function startHint(code) {
  if (code === 9) return "Indent with spaces; YAML does not allow tabs for it.";
  return "Put the text in quotes.";
}

// src/yaml/comment-scanner.ts
var REACH2 = 512;
var INSIDE = -1;
var START = { index: 0, line: 0, column: 0 };
var CommentScanner = class extends Scanner {
  comments = [];
  /** How many of the comments the parser has taken: go-yaml looks back at the others only. */
  taken = 0;
  /** Where the gap in front of the present token begins. */
  gapStart = 0;
  counted = { offset: 0, line: 0 };
  constructor(text3) {
    super(text3, true);
  }
  /** Whether the token may turn out to be a key: then go-yaml scans on before it hands it out. */
  mayBeKey(token) {
    const holds = (key) => key.token === token && key.isLive(this.cursor);
    if (this.key.token >= 0 && this.key.token < token) return false;
    return holds(this.key) || this.outerKeys.some(holds);
  }
  skipToToken() {
    const { cursor } = this;
    const { text: text3 } = cursor;
    this.gapStart = cursor.position;
    const line = this.lineOf(this.gapStart);
    while (true) {
      while (isBlank(text3.charCodeAt(cursor.position))) {
        if (text3.charCodeAt(cursor.position) === 9 && this.flowLevel === 0 && this.keyAllowed) break;
        cursor.position++;
      }
      this.raiseToHead();
      if (text3.charCodeAt(cursor.position) === 35) this.readComments(line);
      if (!isBreak(text3.charCodeAt(cursor.position))) return;
      cursor.takeBreak();
      if (this.flowLevel === 0) this.keyAllowed = true;
    }
  }
  content(code) {
    const { cursor, tokens, flowLevel } = this;
    const ofLast = flowLevel === 0 ? code === 58 : code === 44;
    const owner = ofLast ? tokens.starts[tokens.length - 1] ?? 0 : cursor.position;
    const more = super.content(code);
    if (tokens.types[tokens.length - 1] !== BLOCK_ENTRY) this.readLineComment(owner);
    return more;
  }
  /** Blocks end before the comments behind them that stand at their own column. */
  closeBlocks(column) {
    let at = (column < 0 ? this.cursor.position : this.gapStart) - 1;
    while (this.indent > column) {
      let stop = at;
      for (let index = this.comments.length - 1; index >= this.taken; index--) {
        const comment = this.comments[index];
        if (comment.end < stop) break;
        if (comment.start.column === this.indent + 1) at = comment.start.index;
        stop = comment.scanned;
      }
      this.tokens.push(BLOCK_END, at);
      this.indent = this.indents.pop() ?? -1;
    }
  }
  /** The comment in the first line of a block scalar. */
  lineComment(text3, token) {
    this.addLine(text3, token, START);
  }
  addLine(line, token, start) {
    this.comments.push({ scanned: 0, token, start, end: 0, head: "", line, foot: "" });
  }
  /** Line breaks between the cursor and the last character before it that is no blank. */
  breaksBefore() {
    const { text: text3, position } = this.cursor;
    let breaks = 0;
    for (let at = position - 1; at >= 0; at--) {
      const code = text3.charCodeAt(at);
      if (isBreak(code)) breaks += code === 13 && text3.charCodeAt(at + 1) === 10 ? 0 : 1;
      else if (!isBlank(code)) break;
    }
    return breaks;
  }
  /** The number of a line, from 0. To be asked in the order of the text. */
  lineOf(offset) {
    const { text: text3 } = this.cursor;
    for (; this.counted.offset < offset; this.counted.offset++) {
      const code = text3.charCodeAt(this.counted.offset);
      if (isBreak(code) && !(code === 13 && text3.charCodeAt(this.counted.offset + 1) === 10)) this.counted.line++;
    }
    return this.counted.line;
  }
  readLineComment(token) {
    const { cursor } = this;
    if (this.breaksBefore() > 0) return;
    let at = cursor.position;
    while (at < cursor.position + REACH2 && isBlank(cursor.text.charCodeAt(at))) at++;
    if (at === cursor.position + REACH2 || cursor.text.charCodeAt(at) !== 35) return;
    const end = cursor.lineEnd(at);
    this.addLine(cursor.text.slice(at, end), token, {
      index: at,
      line: this.lineOf(at),
      column: at - cursor.lineStart
    });
    cursor.position = end;
  }
  /** A comment on the line of a first dash, below which another list begins, is the head of that. */
  raiseToHead() {
    const { tokens, cursor, comments } = this;
    const comment = comments.length > this.taken ? comments[comments.length - 1] : void 0;
    if (comment === void 0 || comment.line === "" || isBreak(cursor.text.charCodeAt(cursor.position))) return;
    if (tokens.types[tokens.length - 1] !== BLOCK_ENTRY) return;
    if (tokens.types[tokens.length - 2] !== BLOCK_SEQ_START) return;
    comment.head = comment.line;
    comment.line = "";
    if (comment.start.line === this.lineOf(cursor.position) - 1) comment.token = cursor.position;
  }
  /** Reads the comments from here to the next token and parts them into feet and a head. */
  readComments(gapLine) {
    const { cursor, flowLevel } = this;
    const { text: text3 } = cursor;
    const indent = Math.max(this.indent, 0);
    const breaks = this.breaksBefore();
    const previous = this.tokenBefore();
    let line = this.lineOf(cursor.position);
    let { column } = cursor;
    let footLine = -1;
    if (gapLine > 0) footLine = line - breaks + (breaks === 0 && column > 1 ? 2 : 1);
    let firstEmpty = breaks <= 1;
    let recentEmpty = false;
    let start = START;
    let comment = "";
    let scanned = this.gapStart;
    let token = previous.start;
    let ahead = 0;
    const add = (head, foot, owner, end) => {
      this.comments.push({ scanned, token: owner, start, end, head, line: "", foot });
    };
    const cut = () => {
      const end = cursor.position + ahead;
      add("", comment, token, end);
      scanned = token = end;
      comment = "";
    };
    for (; ahead < REACH2; ahead++) {
      column++;
      const code = codeAfterBreak(text3, cursor.position + ahead, ahead);
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
      comment += this.readLine(cursor.position + ahead);
      ahead = 0;
      column = 0;
      line = this.lineOf(cursor.position);
    }
    if (comment !== "") add(comment, "", start.index, cursor.position + ahead - 1);
  }
  /** The token in front of the gap, a comma left aside. */
  tokenBefore() {
    const { types, starts, length } = this.tokens;
    const at = types[length - 1] === FLOW_ENTRY && length > 1 ? length - 2 : length - 1;
    return { start: starts[at] ?? 0, type: types[at] ?? END };
  }
  /** Moves the cursor to the end of the line on which a comment begins at `from`. */
  readLine(from) {
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
function codeAfterBreak(text3, at, ahead) {
  if (ahead > 0) {
    const before = text3.charCodeAt(at - 1);
    if (before >= 133 && isBreak(before)) return INSIDE;
  }
  return text3.charCodeAt(at) || 0;
}

// src/yaml/aliases.ts
var FREE = 4e5;
var STRICT = 4e6;
var MAX_REPEATED = 64 * 1024 * 1024;
var Aliases = class {
  anchors = /* @__PURE__ */ new Map();
  /** Anchored collections that are still being read. */
  unfinished = /* @__PURE__ */ new Set();
  written;
  copied = 0;
  repeated = 0;
  /** `tokens`: the size of the document as written. */
  constructor(tokens) {
    this.written = tokens / 2;
  }
  define(anchor, node) {
    this.anchors.set(anchor, node);
    if (node.kind !== "scalar") this.unfinished.add(node);
  }
  /** To be called when a collection is complete. */
  close(node) {
    if (this.unfinished.size > 0) this.unfinished.delete(node);
  }
  /** What the anchor names. Throws when there is none of that name. */
  check(anchor, offset) {
    const node = this.anchors.get(anchor);
    if (node !== void 0) return node;
    throw new Fault(
      offset,
      "unknown anchor referenced",
      "Anchors hold within one document; quote a text that begins with `*`."
    );
  }
  /** A copy of what the anchor names; `depth` is how deep the alias stands. */
  expand(anchor, offset, depth) {
    const node = this.check(anchor, offset);
    if (this.unfinished.has(node)) throw new Fault(offset, `anchor '${anchor}' value contains itself`);
    this.measure(node, depth, offset);
    const total = this.written + this.copied;
    const isExcessive = this.copied > 100 && total > 1e3 && this.copied / total > allowedShare(total);
    if (isExcessive || this.repeated > MAX_REPEATED) {
      throw new Fault(
        offset,
        "document contains excessive aliasing",
        "Write the repeated parts out, or split the file."
      );
    }
    return clone(node);
  }
  /** Counts the nodes and the text of a tree that is to stand at `depth`. */
  measure(node, depth, offset) {
    if (depth > MAX_DEPTH) throw new Fault(offset, `nested deeper than ${MAX_DEPTH} levels`);
    this.copied++;
    if (node.kind === "scalar") this.repeated += node.value.length;
    else if (node.kind === "seq") for (const item of node.items) this.measure(item, depth + 1, offset);
    else {
      for (const { key, value } of node.entries) {
        this.measure(key, depth + 1, offset);
        this.measure(value, depth + 1, offset);
      }
    }
  }
};
function allowedShare(total) {
  if (total <= FREE) return 0.99;
  if (total >= STRICT) return 0.1;
  return 0.99 - 0.89 * (total - FREE) / (STRICT - FREE);
}

// src/yaml/construction.ts
var BLOCK_SEQ = 0;
var INDENTLESS_SEQ = 1;
var BLOCK_MAP = 2;
var FLOW_SEQ = 3;
var FLOW_MAP = 4;
var FLOW_PAIR = 5;
var Construction = class {
  stack = [];
  aliases;
  root;
  source;
  base;
  dialect;
  constructor(source, base, dialect, tokens) {
    this.source = source;
    this.base = base;
    this.dialect = dialect;
    this.aliases = new Aliases(tokens);
  }
  get frame() {
    return this.stack[this.stack.length - 1];
  }
  /** Gives a node its place in the text. */
  place(node, start) {
    node.source = this.source;
    node.offset = this.base + start;
    return node;
  }
  /** Where a node begins in the text that is being read. */
  startOf(node) {
    return node.offset - this.base;
  }
  /** A null that is not written. */
  empty(start) {
    return this.place(scalar("", "!!null"), start);
  }
  /** Puts a node where the innermost open collection wants it: as an item, a key, or the value of the last key. */
  attach(node) {
    const { frame } = this;
    if (frame === void 0) {
      this.root = node;
    } else if (frame.node.kind === "seq") {
      frame.node.items.push(node);
    } else if (frame.key === void 0) {
      frame.key = node;
      if (node.kind === "scalar" && node.value === "<<") frame.merges = true;
    } else {
      frame.node.entries.push({ key: frame.key, value: node });
      frame.key = void 0;
    }
  }
  push(mode, node) {
    if (this.stack.length >= MAX_DEPTH) throw new Fault(this.startOf(node), `nested deeper than ${MAX_DEPTH} levels`);
    this.stack.push({ mode, node, key: void 0, entered: false, merges: false, lone: false });
  }
  pop() {
    const frame = this.stack.pop();
    this.aliases.close(frame.node);
    if (frame.node.kind === "map") this.dialect.finish(frame.node, frame.merges);
  }
  /** Gives a comment to the last entry of a collection: it stands behind the comma. */
  commentLast(node, comment) {
    const last = node.kind === "map" ? node.entries.at(-1)?.value : node.items.at(-1);
    if (last !== void 0) last.comment ??= comment;
  }
};

// src/yaml/tagged.ts
var CHECKED = /* @__PURE__ */ new Set(["!!bool", "!!int", "!!float", "!!null", "!!timestamp"]);
function isChecked(tag) {
  return CHECKED.has(tag);
}
function resolveTagged(node, resolve2) {
  if (!isChecked(node.tag)) return node.value;
  const resolved = resolve2(node.value);
  if (resolved.tag === node.tag) return resolved.value;
  if (node.tag === "!!float" && resolved.tag === "!!int") return Number(resolved.value);
  throw failureAt(
    node,
    "not-representable",
    `cannot decode ${resolved.tag} \`${node.value}\` as a ${node.tag}`,
    resolved.tag === "!!str" ? "Quote the value in the file that first sets this field, or write a matching one." : void 0
  );
}

// src/yaml/composer.ts
var Composer = class {
  tokens;
  fault;
  dialect;
  tree;
  annotator;
  handles = DEFAULT_HANDLES;
  at = 0;
  constructor(tokens, fault, tree, dialect, annotator) {
    this.tokens = tokens;
    this.fault = fault;
    this.tree = tree;
    this.dialect = dialect;
    this.annotator = annotator;
  }
  document() {
    const explicit = this.prologue();
    const type = this.type();
    if (type === END && !explicit) return void 0;
    if (!explicit) this.annotator?.documentStart();
    if (explicit && (type === END || type <= DOCUMENT_END)) this.tree.attach(this.tree.empty(this.start()));
    else this.node(true, false);
    for (let { frame } = this.tree; frame !== void 0; { frame } = this.tree) this.advance(frame);
    this.annotator?.reach(this.at);
    this.epilogue();
    return this.tree.root;
  }
  /** Directives and `---`; true when there was a `---`. */
  prologue() {
    if (this.type() >= BLOCK_SEQ_START) return false;
    let version = false;
    const handles = /* @__PURE__ */ new Map();
    while (this.type() === VERSION_DIRECTIVE || this.type() === TAG_DIRECTIVE) {
      const value = this.tokens.values[this.at];
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
          "Remove the `%` line; in resource files the `---` behind it begins another document."
        );
      }
      return false;
    }
    this.at++;
    return true;
  }
  /** What follows the document is not read, as in the reference, but a fault right behind it is. */
  epilogue() {
    const { types } = this.tokens;
    for (let at = this.at; at <= this.at + this.dialect.ahead; at++) {
      if (types[at] === BROKEN) throw this.fault;
    }
  }
  type() {
    this.annotator?.reach(this.at);
    const type = this.tokens.types[this.at];
    if (type === BROKEN) throw this.fault;
    return type;
  }
  start() {
    return this.tokens.starts[this.at];
  }
  error(problem, hint) {
    if (this.fault?.offset === this.start()) return this.fault;
    return new Fault(this.start(), problem, hint);
  }
  advance(frame) {
    switch (frame.mode) {
      case BLOCK_MAP:
        return frame.key === void 0 ? this.blockKey(frame) : this.blockValue();
      case BLOCK_SEQ:
        return this.blockEntry();
      case INDENTLESS_SEQ:
        return this.indentlessEntry();
      case FLOW_SEQ:
        return this.flowEntry(frame);
      case FLOW_MAP:
        return frame.key === void 0 ? this.flowKey(frame) : this.flowValue(frame, FLOW_MAP_END);
      default:
        return this.flowPair(frame);
    }
  }
  blockKey(frame) {
    const type = this.type();
    if (type === BLOCK_END) return this.close(frame.node);
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
  blockValue() {
    const start = this.start();
    if (this.type() !== VALUE) {
      return this.tree.attach(this.tree.empty(this.annotator === void 0 ? start : -1 - this.at));
    }
    this.keyComment();
    this.at++;
    const next = this.type();
    if (next === KEY || next === VALUE || next === BLOCK_END) this.tree.attach(this.tree.empty(start + 1));
    else this.node(true, true);
  }
  blockEntry() {
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
    const next = this.dash();
    if (next === BLOCK_ENTRY || next === BLOCK_END) this.tree.attach(this.tree.empty(start + 1));
    else this.node(true, false);
  }
  indentlessEntry() {
    if (this.type() !== BLOCK_ENTRY) return this.tree.pop();
    const start = this.start();
    const next = this.dash();
    const ends = next === BLOCK_ENTRY || next === KEY || next === VALUE || next === BLOCK_END;
    if (ends) this.tree.attach(this.tree.empty(start + 1));
    else this.node(true, false);
  }
  /** Steps over a dash; the type of what follows it. */
  dash() {
    const above = this.annotator?.pendingHead ?? "";
    this.at++;
    const next = this.type();
    this.annotator?.dash(above, next === BLOCK_SEQ_START || next === BLOCK_MAP_START);
    return next;
  }
  flowEntry(frame) {
    if (this.closesFlow(frame, FLOW_SEQ_END, "did not find expected ',' or ']'")) return;
    if (this.type() === KEY) {
      const pair = this.tree.place(map([], "flow"), this.start());
      this.tree.attach(pair);
      this.tree.push(FLOW_PAIR, pair);
      this.at++;
      return;
    }
    this.node(false, false);
  }
  flowPair(frame) {
    if (frame.entered && frame.key === void 0) return this.tree.pop();
    if (frame.key !== void 0) return this.flowValue(frame, FLOW_SEQ_END);
    frame.entered = true;
    const type = this.type();
    if (type !== VALUE && type !== FLOW_ENTRY && type !== FLOW_SEQ_END) return this.node(false, false);
    this.tree.attach(this.tree.empty(this.start()));
    this.at++;
  }
  flowKey(frame) {
    if (this.closesFlow(frame, FLOW_MAP_END, "did not find expected ',' or '}'")) return;
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
  flowValue(frame, end) {
    const start = this.start();
    if (frame.lone || this.type() !== VALUE) {
      frame.lone = false;
      return this.tree.attach(this.tree.empty(start));
    }
    this.keyComment();
    this.at++;
    const next = this.type();
    if (next === FLOW_ENTRY || next === end) this.tree.attach(this.tree.empty(start + 1));
    else this.node(false, false);
  }
  /** Steps over the comma between two entries, or over the closing bracket: then the collection is done. */
  closesFlow(frame, end, problem) {
    if (this.type() !== end && frame.entered) {
      if (this.type() !== FLOW_ENTRY) {
        throw new Fault(
          this.tree.startOf(frame.node),
          problem,
          "The bracket opened here may lack its closing one, or a comma is missing."
        );
      }
      const comment = this.comment();
      if (comment !== void 0) this.tree.commentLast(frame.node, comment);
      this.at++;
    }
    frame.entered = true;
    if (this.type() !== end) return false;
    this.takeComment(frame.node);
    this.close(frame.node);
    return true;
  }
  /** Reads one node: a scalar or alias at once, of a collection only its start. */
  node(block, indentless) {
    let type = this.type();
    const start = this.start();
    if (type === ALIAS2) {
      this.tree.attach(this.alias(start));
      this.at++;
      return;
    }
    let anchor;
    let tag;
    for (let property = 0; property < 2; property++) {
      if (type === ANCHOR && anchor === void 0) anchor = this.tokens.values[this.at];
      else if (type === TAG && tag === void 0) {
        tag = expandTag(this.tokens.values[this.at], this.handles);
        if (tag === void 0) throw this.error("found undefined tag handle");
      } else break;
      this.at++;
      type = this.type();
    }
    const tagged = tag !== void 0;
    if (tag === "!") tag = this.dialect.bangIsString && type >= SCALAR ? "!!str" : void 0;
    let node;
    if (type >= SCALAR) node = this.scalar(type, tag);
    else if (type === FLOW_MAP_START || block && type === BLOCK_MAP_START) node = map();
    else if (type === FLOW_SEQ_START || block && type === BLOCK_SEQ_START) node = seq();
    else if (indentless && type === BLOCK_ENTRY) node = seq();
    else if (anchor !== void 0 || tagged) {
      node = this.tree.empty(start);
      if (tagged && this.dialect.bangIsString) node.tag = "!!str";
      if (tag !== void 0) node.tag = tag;
    } else throw this.error("did not find expected node content", "A bracket may not be closed.");
    if (node.kind !== "scalar" && tag !== void 0) node.tag = tag;
    this.tree.place(node, start);
    if (anchor !== void 0 || tagged) this.annotator?.property(node, anchor, tag !== void 0);
    if (anchor !== void 0) this.tree.aliases.define(anchor, node);
    this.tree.attach(node);
    if (node.kind !== "scalar") this.open(type, node);
  }
  alias(start) {
    const { annotator, tree } = this;
    const name = this.tokens.values[this.at];
    if (annotator === void 0) {
      const copy = tree.aliases.expand(name, start, tree.stack.length);
      this.takeComment(copy);
      return copy;
    }
    tree.aliases.check(name, start);
    const node = tree.place(scalar(name, ALIAS), start);
    annotator.scalar(node);
    return node;
  }
  open(type, node) {
    if (type === FLOW_MAP_START || type === FLOW_SEQ_START) node.style = "flow";
    this.annotator?.open(node, type);
    if (type !== BLOCK_ENTRY) this.at++;
    if (type === BLOCK_MAP_START) this.tree.push(BLOCK_MAP, node);
    else if (type === BLOCK_SEQ_START) this.tree.push(BLOCK_SEQ, node);
    else if (type === FLOW_MAP_START) this.tree.push(FLOW_MAP, node);
    else this.tree.push(type === FLOW_SEQ_START ? FLOW_SEQ : INDENTLESS_SEQ, node);
  }
  close(node) {
    this.annotator?.close(node);
    this.at++;
    this.tree.pop();
  }
  scalar(type, tag) {
    const value = this.tokens.values[this.at];
    const style = SCALAR_STYLES[type - SCALAR] ?? "";
    let node;
    if (tag === void 0) node = scalar(value, style === "" ? this.dialect.resolve(value) : "!!str", style);
    else node = scalar(value, tag, isChecked(tag) && this.annotator === void 0 ? "" : style);
    this.takeComment(node);
    this.annotator?.scalar(node);
    this.at++;
    return node;
  }
  /** The comment behind the present token. */
  comment() {
    return this.tokens.comments?.get(this.at);
  }
  takeComment(node) {
    node.comment = this.comment() ?? node.comment;
  }
  /** A comment behind the colon belongs to the key. */
  keyComment() {
    const key = this.tree.frame?.key;
    if (key !== void 0) this.takeComment(key);
  }
};

// src/yaml/compose.ts
function compose(text3, source, base, dialect) {
  const { tokens, fault } = scan(text3, dialect.ahead, dialect.tabsAmongComments);
  return new Composer(tokens, fault, new Construction(source, base, dialect, tokens.length), dialect).document();
}
function composeMarked(text3, source, base, dialect) {
  const scanner = new CommentScanner(text3);
  const annotator = new Annotator(scanner);
  const tree = new Construction(source, base, dialect, 0);
  const root = new Composer(scanner.tokens, void 0, tree, dialect, annotator).document();
  return root === void 0 ? void 0 : { root, document: annotator.finish(root) };
}

// src/yaml/numbers.ts
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
  let digits = String(magnitude);
  for (let precision = 1; precision < 10; precision++) {
    const short = magnitude.toPrecision(precision);
    if (Math.fround(Number(short)) !== magnitude) continue;
    digits = String(Number(short));
    break;
  }
  return formatFloat(narrow, digits);
}
function formatFloat(value, magnitude) {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (value === 0) return `${sign}0`;
  const [mantissa = "", power = "0"] = magnitude.split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const leading = (whole + fraction).match(/^0*/)?.[0].length ?? 0;
  const digits = (whole + fraction).slice(leading).replace(/0+$/, "");
  const exponent = whole.length - 1 - leading + Number(power);
  if (exponent < -4 || exponent >= 6) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    const tail = digits.length > 1 ? `.${digits.slice(1)}` : "";
    return `${sign}${digits.charAt(0)}${tail}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const padded = digits.padEnd(exponent + 1, "0");
  const decimals = padded.slice(exponent + 1);
  return `${sign}${padded.slice(0, exponent + 1)}${decimals === "" ? "" : `.${decimals}`}`;
}

// src/yaml/timestamps.ts
var PATTERN = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d+))?(Z|[+-]\d\d:\d\d))|(?: (\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d+))?))?$/;
function readTimestamp(text3) {
  if (text3.charCodeAt(4) !== 45) return void 0;
  const match = PATTERN.exec(text3);
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
function pad(digits) {
  return digits.padStart(2, "0");
}

// src/yaml/resolution.ts
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
function isPlainlyString(text3) {
  const code = text3.charCodeAt(0);
  return code >= 128 || HINTS[code] === 0;
}
function resolveTag(text3) {
  if (text3.length > 0 && isPlainlyString(text3)) return "!!str";
  return resolve(text3).tag;
}
function resolve(text3) {
  const word = WORDS.get(text3);
  if (word !== void 0) return word;
  if (isPlainlyString(text3)) return { tag: "!!str", value: text3 };
  return resolveNumber(text3, true) ?? { tag: "!!str", value: text3 };
}
function resolve11(text3) {
  const word = WORDS.get(text3) ?? OLD_BOOLEANS.get(text3);
  if (word !== void 0) return word;
  if (isPlainlyString(text3)) return { tag: "!!str", value: text3 };
  const resolved = resolveNumber(text3, false) ?? { tag: "!!str", value: text3 };
  return resolved.tag === "!!timestamp" ? { tag: "!!timestamp", value: text3 } : resolved;
}
var DECIMAL = /^[-+]?(?:0|[1-9][0-9]*)$/;
var PREFIXED = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+))$/;
var INNER_SIGN = /^0(?:b([-+][01]+)|o([-+][0-7]+))$/;
var FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
var DOTTED = /^\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?$/;
var INT_MIN = -(2n ** 63n);
var UINT_MAX = 2n ** 64n - 1n;
function resolveNumber(text3, version12) {
  const hint = HINTS[text3.charCodeAt(0)];
  if (hint === 2) return DOTTED.test(text3) ? readFloat(text3.replaceAll("_", "")) : void 0;
  if (hint !== 3) return void 0;
  const time = readTimestamp(text3);
  if (time !== void 0) return { tag: "!!timestamp", value: time };
  const plain2 = text3.includes("_") ? text3.replaceAll("_", "") : text3;
  if (DECIMAL.test(plain2)) return readInt(plain2, plain2) ?? readFloat(plain2);
  const prefixed = PREFIXED.exec(plain2);
  if (prefixed !== null) {
    const [, sign = "", hex, binary, octal] = prefixed;
    const digits2 = hex !== void 0 ? `0x${hex}` : binary !== void 0 ? `0b${binary}` : `0o${octal}`;
    const int = readInt(sign + digits2, plain2);
    if (int !== void 0) return int;
  }
  if (FLOAT.test(plain2)) return readFloat(plain2);
  const inner = INNER_SIGN.exec(plain2);
  if (inner === null || inner[2] !== void 0 && !version12) return void 0;
  const digits = inner[1] ?? inner[2] ?? "";
  return readInt(`${digits.charAt(0)}0${inner[1] === void 0 ? "o" : "b"}${digits.slice(1)}`, plain2);
}
function readInt(literal, written) {
  const negative = literal.charCodeAt(0) === 45;
  const signed = negative || literal.charCodeAt(0) === 43;
  const digits = signed ? literal.slice(1) : literal;
  if (digits.length <= 13) return { tag: "!!int", value: negative ? -Number(digits) || 0 : Number(digits) };
  const magnitude = BigInt(digits);
  const value = negative ? -magnitude : magnitude;
  const limit = written.charCodeAt(0) === 43 ? -INT_MIN - 1n : UINT_MAX;
  if (value < INT_MIN || value > limit) return void 0;
  const small = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
  return { tag: "!!int", value: small ? Number(value) : value };
}
function readFloat(text3) {
  const value = Number(text3);
  return Number.isFinite(value) ? { tag: "!!float", value } : void 0;
}
function resolveTag11(text3) {
  if (text3.length > 0 && isPlainlyString(text3)) return "!!str";
  return resolve11(text3).tag;
}

// src/yaml/resources.ts
function parseResources(text3, file) {
  const source = openSource(text3, file);
  const documents2 = [];
  for (const { base, end } of chunks(source)) {
    const node = reading(source, base, () => compose(source.text.slice(base, end), source, base, RESOURCES));
    if (node !== void 0 && !isNull(node)) documents2.push(node);
  }
  return documents2;
}
var BYTE_ORDER_MARK = 65279;
function openSource(text3, file, normalizes = true) {
  const unmarked = text3.charCodeAt(0) === BYTE_ORDER_MARK ? text3.slice(1) : text3;
  const hasCr = normalizes && unmarked.includes("\r\n");
  const source = { file, text: hasCr ? unmarked.replaceAll("\r\n", "\n") : unmarked };
  const control = CONTROL.exec(source.text);
  if (control !== null) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    throw invalid(
      source,
      control.index,
      `control characters are not allowed, here U+${code}`,
      "Remove it, or write it as an escape in double quotes."
    );
  }
  return source;
}
function* chunks(source) {
  const { text: text3 } = source;
  let start = 0;
  while (true) {
    const base = text3.charCodeAt(start) === BYTE_ORDER_MARK ? start + 1 : start;
    const at = text3.indexOf("\n---", start);
    const end = at < 0 ? -1 : text3.indexOf("\n", at + 4);
    if (end < 0) {
      yield { base, end: text3.length };
      return;
    }
    const rest = text3.slice(at + 4, end).trim();
    if (rest !== "" && !rest.startsWith("#")) {
      throw invalid(
        source,
        at + 1,
        `invalid document separator: ${text3.slice(at + 1, end).trim()}`,
        "Put what follows `---` on the next line, or indent the line if it is part of a text."
      );
    }
    yield { base, end: at + 1 };
    start = end + 1;
  }
}
var RESOURCES = {
  ahead: 2,
  tabsAmongComments: true,
  bangIsString: false,
  resolve: (text3) => text3 === "<<" ? "!!merge" : resolveTag(text3),
  finish(node, merges) {
    if (merges) mergeMaps(node);
  }
};
function mergeMaps(node) {
  const merges = node.entries.filter(({ key }) => key.kind === "scalar" && key.tag === "!!merge");
  if (merges.length > 1) throw failureAt(merges[1]?.key, "invalid-yaml", "malformed YAML: duplicate merge key");
  node.entries = node.entries.filter(({ key }) => !isMergeText(key));
  const own = new Set(node.entries.map(({ key }) => textOf(key)));
  const merged = /* @__PURE__ */ new Map();
  for (const source of merges[0] === void 0 ? [] : mergeSources(merges[0].value).toReversed()) {
    for (const entry2 of source.entries) {
      const key = textOf(entry2.key);
      if (own.has(key)) continue;
      const earlier = merged.get(key);
      if (earlier === void 0) {
        merged.set(key, entry2);
        node.entries.push(entry2);
      } else earlier.value = entry2.value;
    }
  }
}
function mergeSources(value) {
  if (value.kind === "map") return [value];
  const sources = value.kind === "seq" ? value.items : [];
  const maps = sources.filter((item) => item.kind === "map");
  if (value.kind !== "seq" || maps.length < sources.length) {
    throw failureAt(value, "invalid-yaml", "malformed YAML: map merge requires map or sequence of maps as the value");
  }
  return maps;
}
function isMergeText(key) {
  return key.kind === "scalar" && key.value === "<<";
}
function textOf(key) {
  return key.kind === "scalar" ? key.value : "";
}

// src/yaml/config.ts
function parseConfig(text3, file, options = {}) {
  const source = openSource(text3, file);
  const dialect = options.duplicateKeys === "error" ? STRICT2 : LENIENT;
  const node = reading(source, 0, () => compose(source.text, source, 0, dialect));
  return node === void 0 || isNull(node) ? void 0 : node;
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
  bangIsString: true,
  resolve: tagOf,
  finish: (node) => finish(node, false)
};
var STRICT2 = { ...LENIENT, finish: (node) => finish(node, true) };
function tagOf(text3) {
  if (text3 === "<<") return "!!merge";
  const tag = resolveTag11(text3);
  return tag === "!!timestamp" ? "!!str" : tag;
}
function finish(node, strict) {
  const entries = /* @__PURE__ */ new Map();
  for (const entry2 of node.entries) {
    if (isMerge(entry2.key)) {
      for (const source of mergeSources(entry2.value).toReversed()) {
        for (const merged of source.entries) entries.set(merged.key.value, merged);
      }
      continue;
    }
    const name = keyText(entry2.key);
    if (strict && entries.has(name)) {
      throw failureAt(entry2.key, "duplicate-key", `key "${name}" already set in map`, "Remove one of the two.");
    }
    entries.delete(name);
    entries.set(name, entry2);
    const key = entry2.key;
    key.value = name;
    key.tag = "!!str";
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
  if (key.kind !== "scalar") {
    throw failureAt(key, "non-string-key", `a ${key.kind === "map" ? "mapping" : "list"} cannot be a key`);
  }
  if (key.tag === "!!str") return key.value;
  const value = scalarValue(key);
  if (value === null) {
    throw failureAt(key, "non-string-key", NULL_KEY, 'Quote it if the text is meant: `"null"`.');
  }
  if (typeof value === "bigint" && value > 2n ** 63n - 1n) {
    throw failureAt(key, "non-string-key", `${value} is too large for a key`, "Quote it.");
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

// src/yaml/decode.ts
function decodeText(bytes, file) {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw failure("invalid-yaml", `the file is not valid ${encoding.toUpperCase().replace(/(LE|BE)$/, "")}`, {
      ...file === void 0 ? {} : { file },
      hint: "Save the file as UTF-8; keep binary data in a file of its own and name it in a generator's `files`.",
      cause
    });
  }
}
function encodingOf(bytes) {
  if (bytes[0] === 255 && bytes[1] === 254) return "utf-16le";
  if (bytes[0] === 254 && bytes[1] === 255) return "utf-16be";
  return "utf-8";
}

// src/yaml/folded.ts
function refold(text3) {
  const start = text3.search(/[^\n]/);
  if (start < 0) return text3;
  const widened = !isBlank(text3.charCodeAt(start));
  const lines = [];
  let out = text3.slice(0, start);
  let previousBlank = true;
  let breaks = 0;
  for (const part of text3.slice(start).split(/(\n+)/)) {
    if (part === "") continue;
    if (part.charCodeAt(0) !== 10) {
      const blank = isBlank(part.charCodeAt(0));
      if (lines.length > 0) out += between(breaks, previousBlank || blank);
      out += part;
      lines.push(part);
      previousBlank = blank;
      breaks = 0;
    } else breaks = part.length + (widened && !previousBlank ? 1 : 0);
  }
  if (!text3.endsWith("\n")) return out;
  return text3.endsWith("\n\n") ? out + "\n".repeat(breaks) : `${out}
`;
}
function between(breaks, literal) {
  if (literal) return "\n".repeat(breaks);
  return breaks === 1 ? " " : "\n".repeat(breaks - 1);
}

// src/yaml/scalar-style.ts
var INERT = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./\\$^;<=+()-~*&!|>'\"%@`") {
  INERT[char.charCodeAt(0)] = 1;
}
for (const char of ",[]{}?") INERT[char.charCodeAt(0)] = 1;
var INDICATORS = new Set(Array.from("#,[]{}&*!|>'\"%@`", (char) => char.charCodeAt(0)));
var EMPTY = { multiline: false, plain: true, single: true, block: false, tabs: false };
var FREE2 = { multiline: false, plain: true, single: true, block: true, tabs: false };
var QUOTED = { multiline: false, plain: false, single: true, block: true, tabs: false };
function analyze(text3) {
  if (text3 === "") return EMPTY;
  const first = text3.charCodeAt(0);
  let at = 0;
  while (at < text3.length) {
    const code = text3.charCodeAt(at);
    if (code >= 128 || INERT[code] === 0) break;
    at++;
  }
  if (at < text3.length) return analyzeFully(text3);
  return startsPlain(text3, first) ? FREE2 : QUOTED;
}
function startsPlain(text3, first) {
  if (INDICATORS.has(first) || text3.startsWith("---") || text3.startsWith("...")) return false;
  if (first === 45 || first === 63 || first === 58) return text3.length > 1 && !isBlank(text3.charCodeAt(1));
  return true;
}
function analyzeFully(text3) {
  let plain2 = startsPlain(text3, text3.charCodeAt(0));
  let special = false;
  let tabs = false;
  let multiline = false;
  let breakSpace = false;
  let spaceBreak = false;
  let previous = 0;
  const { length } = text3;
  for (let at = 0; at < length; at++) {
    const code = text3.charCodeAt(at);
    if (code === 32) {
      if (isBreak(previous)) breakSpace = true;
    } else if (isBreak(code)) {
      multiline = true;
      if (code === 13 || code === 133) special = true;
      if (previous === 32) spaceBreak = true;
    } else if (code === 58) {
      if (at > 0 && (at + 1 >= length || isBlank(text3.charCodeAt(at + 1)))) plain2 = false;
    } else if (code === 35) {
      if (at > 0 && isBlankOrEnd(previous)) plain2 = false;
    } else if (code === 9) tabs = true;
    else if (code < 32 || code >= 127 && !isPrintable(code)) special = true;
    previous = code;
  }
  const last = text3.charCodeAt(length - 1);
  const edges = text3.charCodeAt(0) === 32 || last === 32;
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
function looksTyped(text3) {
  if (resolveTag11(text3) !== "!!str") return true;
  const first = text3.charCodeAt(0);
  if (first > 57 || first < 43 || !text3.includes(":")) return false;
  return BASE_60.test(text3);
}
function styleOf(text3, analysis, asKey) {
  if (text3.includes("\n")) return !asKey && analysis.block && !analysis.tabs ? "literal" : "double";
  if (asKey && analysis.multiline) return "double";
  if (looksTyped(text3)) return "double";
  if (analysis.plain) return "plain";
  return analysis.single ? "single" : "double";
}
function allowsFlowPlain(text3, analysis) {
  return analysis.plain && text3 !== "" && !/[,?[\]{}:]/.test(text3);
}

// src/yaml/to-value.ts
function toValue(node) {
  return valueOf(node, false, true);
}
function valueOf(node, inFlow, top) {
  if (node.kind === "scalar") return printedScalar(node, inFlow);
  const flow = inFlow || node.style === "flow";
  if (node.kind === "seq") return node.items.map((item) => valueOf(item, flow, false));
  const object = /* @__PURE__ */ Object.create(null);
  for (const { key, value } of uniqueEntries(node, flow, top)) object[key] = valueOf(value, flow, false);
  return object;
}
var FEW = 8;
function uniqueEntries(node, inFlow, top) {
  const { entries } = node;
  const seen = entries.length > FEW ? /* @__PURE__ */ new Set() : void 0;
  const named = [];
  let merges;
  for (let at = 0; at < entries.length; at++) {
    const { key, value } = entries[at];
    if (key.kind !== "scalar") throw notText(key);
    if (seen === void 0 ? isAmong(key.value, entries, at) : seen.has(key.value)) throw duplicateKey(node, key);
    seen?.add(key.value);
    if (key.value === "<<" && isMergeKey(key)) merges = value;
    else if (!top || !isDropped(key, inFlow)) named.push({ key: keyText2(key, inFlow, top), value });
  }
  return merges === void 0 ? named : [...named, ...inherited(merges, named, inFlow)];
}
function isAmong(key, entries, end) {
  for (let at = 0; at < end; at++) {
    if (entries[at].key.value === key) return true;
  }
  return false;
}
function isMergeKey({ tag, style }) {
  return tag === "!!merge" || style === "" && (tag === "" || tag === "!!str");
}
function notText(key) {
  const kind = key.kind === "map" ? "mapping" : "list";
  return failureAt(key, "non-string-key", `a ${kind} cannot be a key`, "Keys of resources are strings.");
}
function isDropped(key, inFlow) {
  return key.tag !== "!!str" && key.value !== "" && scalarValue2(key, inFlow) === null;
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
  if (value === "" && style === "" && (tag === "" || tag === "!!null")) return "";
  const quoted = style !== "" && !analyze(value).multiline;
  const resolved = scalarValue2(key, inFlow || quoted);
  if (typeof resolved === "string" && !isForeign(key)) return resolved;
  if (top) return tag === "!!binary" ? String(resolved) : value;
  throw failureAt(
    key,
    "non-string-key",
    `the key \`${value}\` is not a string`,
    key.source === void 0 ? "Choose a key that does not read as a number, a boolean, a date or null." : `Quote it where it is written: "${value}".`
  );
}
function isForeign({ tag, style, value }) {
  if (tag === "") return style === "" && resolveTag(value) === "!!timestamp";
  if (tag === "!!timestamp") return style === "";
  return tag !== "!!str" && tag !== "!!merge" && !isChecked(tag);
}
function duplicateKey(node, key) {
  const first = node.entries.find((entry2) => entry2.key.kind === "scalar" && entry2.key.value === key.value);
  const lines = first === void 0 ? void 0 : failureAt(first.key, "", "").diagnostics[0]?.line;
  const where = lines === void 0 ? "" : ` at line ${lines}`;
  return failureAt(
    key,
    "duplicate-key",
    `mapping key "${key.value}" already defined${where}`,
    "Remove one of the two."
  );
}
function scalarValue2(node, inFlow) {
  const { tag, style, value } = node;
  if (tag === "!!str" || tag === "" && style !== "") return writtenText(node, inFlow);
  if (tag === "!!binary") return decodeBinary(node);
  if (tag !== "" && !isChecked(tag)) return writtenText(node, inFlow);
  if (tag === "" || resolveTag(value) === tag) {
    if (style !== "") return writtenText(node, inFlow);
    if (value.includes("\n") || inFlow && (value === "" || value.includes(":"))) return writtenText(node, inFlow);
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
    throw failureAt(node, "not-representable", `the time zone of ${node.value} is out of range`);
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
      "Begin the text with something else, or write it in double quotes."
    );
  }
  return style === "folded" ? refold(value) : value;
}

// src/yaml/key-order.ts
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
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === length) return a.length - b.length;
  if (isTrail(a.charCodeAt(at)) && isTrail(b.charCodeAt(at)) && at > 0 && isLead(a.charCodeAt(at - 1))) at--;
  const x = a.codePointAt(at);
  const y = b.codePointAt(at);
  const xLetter = isLetter(x);
  const yLetter = isLetter(y);
  if (xLetter && yLetter) return x - y;
  if (xLetter || yLetter) return yLetter ? -1 : 1;
  if (!isDigit(x) && !isDigit(y)) return x - y;
  const carry = (x === 48 || y === 48) && followsNonZero(a, at) ? 1 : 0;
  const left = readRun(a, at, carry);
  const right = readRun(b, at, carry);
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
function followsNonZero(text3, at) {
  for (let back = at - 1; back >= 0 && isDigit(text3.charCodeAt(back)); back--) {
    if (text3.charCodeAt(back) !== 48) return true;
  }
  return false;
}
function readRun(text3, at, carry) {
  let end = at;
  let wide = false;
  let value = carry;
  let length = 0;
  while (end < text3.length) {
    const code = text3.codePointAt(end);
    if (!isDigit(code)) break;
    wide ||= code > 57;
    value = value * 10 + (code - 48);
    end += code > 65535 ? 2 : 1;
    length++;
  }
  if (length < 15 && !wide) return { value, length };
  let exact = BigInt(carry);
  for (const char of text3.slice(at, end))
    exact = BigInt.asIntN(64, exact * 10n + BigInt((char.codePointAt(0) ?? 48) - 48));
  return { value: exact, length };
}
function sortKeys(keys) {
  return keys.length < 2 || isOrdered(keys, String) ? keys : keys.sort().sort(compareKeys);
}
function isOrdered(items, keyOf2) {
  let previous = "";
  for (const item of items) {
    const key = keyOf2(item);
    if (!isLexical(key) || previous !== "" && compareKeys(previous, key) >= 0) return false;
    previous = key;
  }
  return true;
}
function isLexical(key) {
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at);
    if (code > 127 || code >= 48 && code <= 57) return false;
  }
  return true;
}

// src/yaml/scalar-text.ts
var WIDTH = 80;
function writeString(text3, asKey, column, indent) {
  const analysis = analyze(text3);
  const style = styleOf(text3, analysis, asKey);
  if (style === "plain") return !asKey && column + text3.length > WIDTH ? foldPlain(text3, column, indent) : text3;
  if (style === "literal") return writeLiteral(text3, indent);
  if (style === "single") return writeSingle(text3, column, indent, !asKey && column + 2 * text3.length > WIDTH);
  return writeDouble(text3, column, indent, !asKey);
}
function foldPlain(text3, start, indent) {
  const pad2 = `
${" ".repeat(indent)}`;
  let out = "";
  let column = start;
  let begin = 0;
  for (let at = 0; at < text3.length; at++) {
    const code = text3.charCodeAt(at);
    if (code === 32 && column > WIDTH && text3.charCodeAt(at - 1) !== 32 && text3.charCodeAt(at + 1) !== 32) {
      out += text3.slice(begin, at) + pad2;
      begin = at + 1;
      column = indent;
    } else column++;
  }
  return begin === 0 ? text3 : out + text3.slice(begin);
}
function writeSingle(text3, start, indent, folds) {
  if (!folds && !/[\n\u2028\u2029]/.test(text3))
    return text3.includes("'") ? `'${text3.replaceAll("'", "''")}'` : `'${text3}'`;
  const pad2 = " ".repeat(indent);
  let out = "'";
  let column = start + 1;
  let spaces = false;
  let breaks = false;
  for (let at = 0; at < text3.length; at++) {
    const code = text3.charCodeAt(at);
    if (code === 32) {
      const inside = at > 0 && at < text3.length - 1 && text3.charCodeAt(at + 1) !== 32;
      if (folds && !spaces && column > WIDTH && inside) {
        out += `
${pad2}`;
        column = indent;
      } else {
        out += " ";
        column++;
      }
      spaces = true;
    } else if (isBreak(code)) {
      out += !breaks && code === 10 ? "\n\n" : text3.charAt(at);
      column = 0;
      breaks = true;
    } else {
      if (breaks) {
        out += pad2;
        column = indent;
      }
      out += code === 39 ? "''" : text3.charAt(at);
      column += code === 39 ? 2 : 1;
      spaces = false;
      breaks = false;
    }
  }
  return `${out}'`;
}
function writeLiteral(text3, indent) {
  const pad2 = " ".repeat(indent);
  const first = text3.charCodeAt(0);
  let out = first === 32 || isBreak(first) ? "|2" : "|";
  const last = text3.charCodeAt(text3.length - 1);
  if (!isBreak(last)) out += "-";
  else if (text3.length === 1 || isBreak(text3.charCodeAt(text3.length - 2))) out += "+";
  out += "\n";
  let begin = 0;
  while (begin < text3.length) {
    let end = begin;
    while (end < text3.length && !isBreak(text3.charCodeAt(end))) end++;
    if (end > begin) out += pad2 + text3.slice(begin, end);
    out += text3.charAt(end);
    begin = end + 1;
  }
  return out;
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
function writeDouble(text3, start, indent, folds) {
  const pad2 = `
${" ".repeat(indent)}`;
  const everything = text3.charCodeAt(0) === 65279;
  let out = '"';
  let column = start + 1;
  let spaces = false;
  for (let at = 0; at < text3.length; at++) {
    const code = text3.codePointAt(at);
    if (code === 32 && !everything) {
      const inside = at > 0 && at < text3.length - 1;
      if (folds && !spaces && column > WIDTH && inside) {
        out += pad2;
        column = indent;
        if (text3.charCodeAt(at + 1) === 32) {
          out += "\\";
          column++;
        }
      } else {
        out += " ";
        column++;
      }
      spaces = true;
      continue;
    }
    const written = everything || mustEscape(code) ? escape(code) : String.fromCodePoint(code);
    out += written;
    column += written.length;
    spaces = false;
    if (code > 65535) at++;
  }
  return `${out}"`;
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

// src/yaml/layout.ts
var PADS = Array.from({ length: 64 }, (_, width) => " ".repeat(width));
var LONGEST_KEY = 128;
var Layout = class {
  out = "";
  /** Whether the last line is complete. */
  fresh = true;
  finish() {
    return this.fresh ? this.out : `${this.out}
`;
  }
  /** Begins a line at `indent`, unless `inline`. */
  line(indent, inline) {
    if (inline) return;
    const pad2 = PADS[indent] ?? " ".repeat(indent);
    this.out += this.fresh ? pad2 : `
${pad2}`;
    this.fresh = false;
  }
  /** Begins an item of a list, whose value follows behind the dash. */
  item(indent, inline) {
    this.line(indent, inline);
    this.out += "-";
  }
  /**
   * Begins an entry of a map. Returns the column behind the colon; negative when the key took the `? key` form, so that
   * a collection begins on the line of the colon.
   */
  key(text3, indent, inline) {
    this.line(indent, inline);
    if (isSimple(text3)) {
      const written = writeString(text3, true, indent, indent);
      this.out += `${written}:`;
      return indent + written.length + 1;
    }
    this.out += "? ";
    this.text(writeString(text3, false, indent + 2, indent + 2));
    this.line(indent, false);
    this.out += ":";
    return -1;
  }
  /** Ends the line with a scalar; `column` is where the line ends now, `indent` that of the collection around it. */
  scalar(value, column, indent) {
    this.out += " ";
    if (typeof value === "string") this.text(writeString(value, false, column + 1, indent + 2));
    else this.text(typeof value === "number" ? formatNumber(value) : String(value));
  }
  /** Begins a collection on the line of its parent's dash or colon. */
  space() {
    this.out += " ";
  }
  empty(brackets) {
    this.out += ` ${brackets}`;
  }
  /** A scalar that is the whole document. */
  root(value) {
    if (typeof value === "string") this.text(writeString(value, false, 0, 2));
    else this.text(typeof value === "number" ? formatNumber(value) : String(value));
  }
  /** An empty collection that is the whole document. */
  emptyRoot(brackets) {
    this.text(brackets);
  }
  text(written) {
    this.out += written;
    this.fresh = isBreak(written.charCodeAt(written.length - 1));
  }
};
function isSimple(text3) {
  if (text3.length <= LONGEST_KEY / 3 && !/[\n\r\x85\u2028\u2029]/.test(text3)) return true;
  return !analyze(text3).multiline && Buffer.byteLength(text3) <= LONGEST_KEY;
}
var SUSPECT = /[\x7f-\x9f\ufffe\uffff]/;
var LONGEST_JSON_KEY = 1024;
function jsonKey(text3, place) {
  if (SUSPECT.test(text3) && text3.includes("")) throw unprintable(133, place);
  if (text3.length > LONGEST_JSON_KEY / 6 && JSON.stringify(text3).length > LONGEST_JSON_KEY) {
    const start = text3.slice(0, 40);
    throw failureAt(place, "not-representable", `the key \`${start}…\` is longer than kustomize can print`);
  }
  return jsonText(text3, place);
}
function jsonText(text3, place) {
  if (!SUSPECT.test(text3)) return text3;
  const folded = text3.replace(/ *\x85(?: *\x85)* */g, (gap) => {
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
    "kustomize cannot print this character; remove it, or keep the value as binary data."
  );
}

// src/yaml/emit.ts
function emit(value) {
  const layout = new Layout();
  if (Array.isArray(value) && value.length > 0) writeSeq(layout, value, 0, false);
  else if (isObject(value) && Object.keys(value).length > 0) writeMap(layout, value, 0, false);
  else if (typeof value === "object" && value !== null) layout.emptyRoot(Array.isArray(value) ? "[]" : "{}");
  else layout.root(typeof value === "string" ? jsonText(value) : value);
  return layout.finish();
}
function writeMap(layout, map2, indent, inline) {
  let first = inline;
  for (const key of sortKeys(Object.keys(map2))) {
    const column = layout.key(jsonKey(key), indent, first);
    first = false;
    writeChild(layout, map2[key], indent, column, column >= 0);
  }
}
function writeSeq(layout, items, indent, inline) {
  let first = inline;
  for (const item of items) {
    layout.item(indent, first);
    first = false;
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

// src/yaml/encoder-output.ts
var EncoderOutput = class {
  text = "";
  column = 0;
  /** Whether what comes next needs no blank in front of it. */
  whitespace = true;
  /** Whether the present line has nothing but indentation, dashes and question marks counted in. */
  indention = true;
  /** Where nodes begin now; -1 around the document. */
  indent = -1;
  /** The indentation of a foot comment just written: a node that begins there is set off by an empty line. */
  footIndent = -1;
  head = "";
  line = "";
  foot = "";
  /** The foot of the map entry before this one. */
  tail = "";
  /** The comment of a key, until it is known what the value is. */
  keyLine = "";
  /** Whether a comment waits that ends the line, so that a comma has to go before it. */
  get endsLine() {
    return this.line !== "" || this.foot !== "" || this.tail !== "";
  }
  indicator(text3, options) {
    this.write(text3, options.spaced === true);
    this.whitespace = options.opens === true;
    this.indention = this.indention && options.indents === true;
  }
  /** Something that needs a blank in front of it. */
  word(text3) {
    if (text3 === "") {
      this.indention = false;
      return;
    }
    this.write(text3, true);
    this.whitespace = this.indention = false;
  }
  /** The lines of a block scalar, behind its first line. */
  block(lines) {
    this.whitespace = true;
    if (lines === "") return;
    this.write(lines, false);
    this.indention = isBreak(lines.charCodeAt(lines.length - 1));
  }
  /** Goes to where the next node or comment begins. */
  startLine() {
    const indent = Math.max(this.indent, 0);
    if (!this.indention || this.column > indent || this.column === indent && !this.whitespace) this.break();
    if (this.footIndent === indent) this.break();
    if (this.column < indent) this.write(" ".repeat(indent - this.column), false);
    this.whitespace = true;
    this.footIndent = -1;
  }
  headComment() {
    if (this.tail !== "") {
      this.footLike(this.tail);
      this.tail = "";
    }
    if (this.head === "") return;
    this.startLine();
    this.comment(this.head);
    this.head = "";
  }
  lineComment() {
    if (this.line === "") return;
    if (!this.whitespace) this.write(" ", false);
    this.comment(this.line);
    this.line = "";
  }
  footComment() {
    if (this.foot === "") return;
    this.footLike(this.foot);
    this.foot = "";
  }
  break() {
    this.text += "\n";
    this.column = 0;
    this.indention = true;
  }
  footLike(comment) {
    this.startLine();
    this.comment(comment);
    this.footIndent = Math.max(this.indent, 0);
  }
  comment(comment) {
    const lines = comment.split("\n");
    for (const [at, line] of lines.entries()) {
      if (line !== "") {
        if (at > 0) this.startLine();
        this.write(line.startsWith("#") ? line : `# ${line}`, false);
        this.indention = false;
      }
      if (at < lines.length - 1 || line !== "") this.break();
    }
    this.whitespace = true;
  }
  write(text3, spaced) {
    const written = spaced && !this.whitespace ? ` ${text3}` : text3;
    this.text += written;
    let lineStart = written.length;
    while (lineStart > 0 && !isBreak(written.charCodeAt(lineStart - 1))) lineStart--;
    this.column = lineStart === 0 ? this.column + written.length : written.length - lineStart;
  }
};

// src/yaml/marked-text.ts
function parseText(text3, file) {
  const source = openSource(text3, file, false);
  const marked = reading(source, 0, () => composeMarked(source.text, source, 0, AS_WRITTEN));
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
var AS_WRITTEN = { ...RESOURCES, finish: () => void 0 };
function readMarks(source) {
  if (!source.text.includes("#")) return NOTHING;
  const nodes = /* @__PURE__ */ new Map();
  try {
    for (const { base, end } of chunks(source)) {
      const marked = composeMarked(source.text.slice(base, end), source, base, AS_WRITTEN);
      for (const [place, marks] of marked?.document.nodes ?? []) {
        nodes.set(place, { ...marks, anchor: "", tagged: false });
      }
    }
  } catch {
  }
  return { ...NOTHING, nodes };
}

// src/yaml/scalar-writing.ts
function writtenStyle(node, inFlow, asKey, isTagged) {
  const { value, tag } = node;
  const analysis = analyze(value);
  let style = node.style === "" && value.includes("\n") ? "literal" : node.style;
  if (style === "" && tag === "!!str" && !isTagged && resolveTag(value) !== "!!str") style = "double";
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
function writeFolded(text3, indent) {
  const literal = writeLiteral(text3, indent);
  const head = literal.slice(0, literal.indexOf("\n"));
  const pad2 = " ".repeat(indent);
  let out = `>${head.slice(1)}
`;
  let leadingBlank = true;
  const widened = !/^\n*[ \t]/.test(text3);
  for (const part of text3.split(/(\n+)/)) {
    if (part === "") continue;
    if (part.startsWith("\n")) out += part + (leadingBlank || !widened ? "" : "\n");
    else {
      out += pad2 + part;
      leadingBlank = part.startsWith(" ") || part.startsWith("	");
    }
  }
  return out;
}

// src/yaml/encode.ts
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
var LONGEST_KEY2 = 128;
var Encoder = class {
  out = new EncoderOutput();
  indents = [];
  flowLevel = 0;
  document(root, head, foot) {
    const { out } = this;
    if (head !== "") {
      out.head = head;
      out.headComment();
      out.break();
    }
    this.announce(root, ALONE);
    out.headComment();
    this.whole(root, ALONE);
    if (foot !== "") out.foot = foot;
    out.footIndent = 0;
    out.footComment();
    out.footIndent = -1;
    out.startLine();
    return out.text;
  }
  /** Takes the comments that come with the start of a node; `tail` is the foot of the entry before it. */
  announce(node, place, tail = "") {
    const { out } = this;
    const marks = marksOf(node);
    if (marks?.head) out.head = marks.head;
    if (node.kind === "scalar") this.conclude(node, place);
    if (tail !== "" && node.kind !== "seq" && node.tag !== ALIAS) out.tail = tail;
  }
  /** Takes the comments that come with the end of a node. The foot of a key waits for the next entry. */
  conclude(node, place) {
    const foot = place.isKey ? void 0 : marksOf(node)?.foot;
    if (node.comment) this.out.line = node.comment;
    if (foot) this.out.foot = foot;
  }
  /** A node that was announced, and the comments behind it. */
  whole(node, place) {
    this.start(node, place);
    this.out.lineComment();
    this.out.footComment();
    this.content(node, place);
  }
  /** A scalar, or what stands in front of a collection. */
  start(node, place) {
    const { out } = this;
    if (node.tag === ALIAS && node.kind === "scalar") return out.word(`*${node.value}`);
    const { anchor = "", tagged = false } = marksOf(node) ?? {};
    if (anchor !== "") out.word(`&${anchor}`);
    const tag = tagged ? node.tag : writtenTag(node);
    if (tag !== "") out.word(tag);
    if (node.kind === "scalar") this.scalar(node, place, tagged);
  }
  scalar(node, place, isTagged) {
    const { out } = this;
    this.indentMore(true, place);
    const style = writtenStyle(node, this.flowLevel > 0, place.isSimpleKey === true, isTagged);
    const text3 = writeScalar(node.value, style, out.indent);
    if (style === "literal" || style === "folded") {
      const end = text3.indexOf("\n");
      out.word(text3.slice(0, end));
      if (out.line === "") out.break();
      else out.lineComment();
      out.block(text3.slice(end + 1));
    } else out.word(text3);
    this.indentLess();
  }
  content(node, place) {
    if (node.kind === "scalar") return;
    const isFlow = this.flowLevel > 0 || node.style === "flow" || childrenOf(node).length === 0;
    if (node.kind === "map") return isFlow ? this.flowMap(node, place) : this.blockMap(node, place);
    return isFlow ? this.flowSeq(node, place) : this.blockSeq(node, place);
  }
  blockSeq(node, place) {
    const { out } = this;
    for (const [at, item] of node.items.entries()) {
      this.announce(item, BLOCK_ITEM);
      if (at === 0) this.indentMore(false, place, place.inMap === true && (out.column === 0 || !out.indention));
      out.headComment();
      out.startLine();
      out.indicator("-", { spaced: true, indents: true });
      this.whole(item, BLOCK_ITEM);
    }
    this.conclude(node, place);
    this.indentLess();
  }
  blockMap(node, place) {
    const { out } = this;
    let tail = "";
    this.indentMore(false, place);
    for (const { key, value } of node.entries) {
      const isSimple2 = isSimpleKey(key);
      const keyPlace = isSimple2 ? SIMPLE_KEY : COMPLEX_KEY;
      this.announce(key, keyPlace, tail);
      tail = marksOf(key)?.foot ?? "";
      out.headComment();
      out.startLine();
      if (out.line !== "") {
        out.keyLine = out.line;
        out.line = "";
      }
      if (!isSimple2) out.indicator("?", { spaced: true, indents: true });
      this.start(key, keyPlace);
      this.content(key, keyPlace);
      this.announce(value, VALUE2);
      if (isSimple2) out.indicator(":", {});
      else {
        out.startLine();
        out.indicator(":", { spaced: true, indents: true });
      }
      this.keyComment(value);
      this.whole(value, VALUE2);
    }
    if (tail !== "") out.tail = tail;
    this.conclude(node, place);
    out.headComment();
    this.indentLess();
  }
  /** The comment of a key goes behind its colon if a block follows; a scalar takes it unless it has one of its own. */
  keyComment(value) {
    const { out } = this;
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
  flowSeq(node, place) {
    this.openFlow("[", place);
    let separated = true;
    for (const item of node.items) {
      this.announce(item, ALONE);
      this.separate(separated);
      separated = this.out.endsLine;
      this.flowChild(item, ALONE);
    }
    this.conclude(node, place);
    this.leaveFlow();
    if (this.out.column === 0) this.out.startLine();
    this.closeFlow("]");
  }
  flowMap(node, place) {
    const { out } = this;
    this.openFlow("{", place);
    let separated = true;
    let tail = "";
    for (const { key, value } of node.entries) {
      const isSimple2 = isSimpleKey(key);
      const keyPlace = isSimple2 ? SIMPLE_KEY : COMPLEX_KEY;
      this.announce(key, keyPlace, tail);
      tail = marksOf(key)?.foot ?? "";
      this.separate(separated);
      if (!isSimple2) out.indicator("?", { spaced: true });
      this.start(key, keyPlace);
      this.content(key, keyPlace);
      this.announce(value, VALUE2);
      out.indicator(":", { spaced: !isSimple2 });
      separated = out.endsLine;
      this.flowChild(value, VALUE2);
    }
    if (tail !== "") out.tail = tail;
    this.conclude(node, place);
    if (!separated && (out.head !== "" || out.foot !== "" || out.tail !== "")) out.indicator(",", {});
    out.headComment();
    this.leaveFlow();
    this.closeFlow("}");
  }
  openFlow(bracket, place) {
    this.out.indicator(bracket, { spaced: true, opens: true });
    this.indentMore(true, place);
    this.flowLevel++;
  }
  leaveFlow() {
    this.flowLevel--;
    this.indentLess();
  }
  closeFlow(bracket) {
    this.out.indicator(bracket, {});
    this.out.lineComment();
    this.out.footComment();
  }
  /** Goes on to the next child of a flow collection. A comma stands already where a comment ended the line. */
  separate(separated) {
    const { out } = this;
    if (!separated) out.indicator(",", {});
    out.headComment();
    if (out.column === 0) out.startLine();
  }
  flowChild(node, place) {
    const { out } = this;
    this.start(node, place);
    if (out.endsLine) out.indicator(",", {});
    out.lineComment();
    out.footComment();
    this.content(node, place);
  }
  /** A list in a map begins at the column of its key: `isCompact`. */
  indentMore(inFlow, place, isCompact = false) {
    const { out } = this;
    this.indents.push(out.indent);
    if (out.indent < 0) out.indent = inFlow ? 2 : 0;
    else if (place.inBlockSeq) out.indent += 2;
    else out.indent = 2 * Math.floor((out.indent + 2) / 2) - (isCompact ? 2 : 0);
  }
  indentLess() {
    this.out.indent = this.indents.pop() ?? -1;
  }
};
function childrenOf(node) {
  return node.kind === "map" ? node.entries : node.items;
}
function isSimpleKey(key) {
  if (key.kind !== "scalar") return childrenOf(key).length === 0;
  const marks = marksOf(key);
  const tag = marks?.tagged ? key.tag : writtenTag(key);
  return !analyze(key.value).multiline && Buffer.byteLength(key.value + (marks?.anchor ?? "") + tag) <= LONGEST_KEY2;
}

// src/yaml/from-value.ts
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
  const written = formatFloat64(Number(value));
  return scalar(written, resolveTag(written));
}
function text(value) {
  const analysis = analyze(value);
  if (value.includes("\n")) return scalar(value, "!!str", analysis.block ? "literal" : "double");
  if (looksTyped(value) || resolveTag11(value) !== "!!str") return scalar(value, "!!str", "double");
  if (analysis.plain) return scalar(value, "!!str");
  return scalar(value, "!!str", analysis.single ? "single" : "double");
}

// src/yaml/print.ts
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
  const entries = sortedEntries(node, flow, true);
  if (entries.length === 0) layout.emptyRoot("{}");
  else printMap(layout, entries, 0, false, flow);
  return layout.finish();
}
function printMap(layout, entries, indent, inline, inFlow) {
  let first = inline;
  for (const { key, value } of entries) {
    const column = layout.key(jsonKey(key, value), indent, first);
    first = false;
    printChild(layout, value, indent, column, column >= 0, inFlow);
  }
}
function printSeq(layout, node, indent, inline, inFlow) {
  let first = inline;
  for (const item of node.items) {
    layout.item(indent, first);
    first = false;
    printChild(layout, item, indent, -1, false, inFlow);
  }
}
function printChild(layout, node, indent, column, below, inFlow) {
  if (node.kind === "scalar") {
    const value = printedScalar(node, inFlow);
    layout.scalar(typeof value === "string" ? jsonText(value, node) : value, below ? column : indent + 1, indent);
    return;
  }
  const flow = inFlow || node.style === "flow";
  if (node.kind === "seq") {
    if (node.items.length === 0) return layout.empty("[]");
    if (below) return printSeq(layout, node, indent, false, flow);
    layout.space();
    return printSeq(layout, node, indent + 2, true, flow);
  }
  const entries = sortedEntries(node, flow, false);
  if (entries.length === 0) return layout.empty("{}");
  if (!below) layout.space();
  printMap(layout, entries, indent + 2, !below, flow);
}
function sortedEntries(node, inFlow, top) {
  const entries = uniqueEntries(node, inFlow, top);
  if (entries.length < 2 || isOrdered(entries, keyOf)) return entries;
  return entries.sort((a, b) => a.key < b.key ? -1 : 1).sort((a, b) => compareKeys(a.key, b.key));
}
function keyOf(entry2) {
  return entry2.key;
}

// src/yaml/yaml11.ts
var ONE_SCALAR = /^[A-Za-z0-9_.+~/-](?:[A-Za-z0-9_.+~/@=$^;()<-]|:(?=[A-Za-z0-9_./-]))*$/;
var LONGEST_TESTED = 1e6;
function isYaml11NonString(text3) {
  if (text3 === "" || text3.includes("\n")) return false;
  if (text3.length > LONGEST_TESTED || !ONE_SCALAR.test(text3)) return isOther(text3);
  if (text3 === "-" || text3.startsWith("---") || text3.startsWith("...")) return isOther(text3);
  const tag = resolveTag11(text3);
  return tag !== "!!str" && tag !== "!!timestamp";
}
function isOther(text3) {
  try {
    const node = parseConfig(text3, "");
    return node === void 0 || node.kind !== "scalar" || typeof toConfigValue(node) !== "string";
  } catch (error) {
    return error instanceof KrmError && error.message.includes(NULL_KEY);
  }
}

// src/resource/build-annotations.ts
var INTERNAL = "internal.config.kubernetes.io/";
var ORIGIN = "config.kubernetes.io/origin";
var TRANSFORMATIONS = "alpha.config.kubernetes.io/transformations";
var BUILD_ANNOTATIONS = /* @__PURE__ */ new Set([
  `${INTERNAL}previousKinds`,
  `${INTERNAL}previousNames`,
  `${INTERNAL}previousNamespaces`,
  `${INTERNAL}prefixes`,
  `${INTERNAL}suffixes`,
  `${INTERNAL}allowNameChange`,
  `${INTERNAL}allowKindChange`,
  `${INTERNAL}refBy`,
  `${INTERNAL}generatorBehavior`,
  `${INTERNAL}needsHashSuffix`,
  `${INTERNAL}path`,
  `${INTERNAL}index`,
  `${INTERNAL}seqindent`,
  `${INTERNAL}id`,
  `${INTERNAL}annotations-migration-resource-id`,
  `${INTERNAL}helm-generated`,
  "config.kubernetes.io/path",
  "config.kubernetes.io/index",
  "config.k8s.io/id",
  ORIGIN,
  TRANSFORMATIONS
]);
var NONE = { prefixes: [], suffixes: [], needsHash: false, previous: [] };
function readBuildAnnotations(node) {
  const annotations = get(get(node, "metadata"), "annotations");
  if (annotations?.kind !== "map") return NONE;
  const found = /* @__PURE__ */ new Map();
  for (const { key, value } of annotations.entries) {
    if (key.kind === "scalar" && value.kind === "scalar" && key.value.startsWith(INTERNAL)) {
      found.set(key.value.slice(INTERNAL.length), value.value);
    }
  }
  if (found.size === 0) return NONE;
  const list = (name) => found.get(name)?.split(",") ?? [];
  const names = list("previousNames");
  const namespaces = list("previousNamespaces");
  const kinds = list("previousKinds");
  const usable = names.length === namespaces.length && names.length === kinds.length;
  return {
    prefixes: list("prefixes"),
    suffixes: list("suffixes"),
    needsHash: found.get("needsHashSuffix") === "enabled",
    previous: !usable ? [] : names.map((name, index) => ({
      kind: kinds[index],
      name,
      effectiveNamespace: namespaces[index]
    }))
  };
}

// src/resource/resource.ts
var Resource = class _Resource {
  /** The object. Undefined once a patch has deleted it. */
  node;
  /** Name prefixes and suffixes, innermost first (engine.md 4.3). */
  prefixes;
  suffixes;
  needsHash;
  /** What the generator asked for; undefined for objects that none made. */
  behavior;
  /** The name before the content hash was appended; undefined for names without a hash. */
  unhashedName;
  /** Tracked only when a build asks for it. */
  provenance;
  /** The names of the variables that read this object (engine.md 5.14). */
  variables = [];
  #previous;
  /** Where the object was read, for as long as nobody asked for the line. */
  #read;
  #origin;
  #schemas = builtInSchemas;
  #id;
  #original;
  constructor(node, origin, annotations = readBuildAnnotations(node)) {
    this.node = node;
    this.#read = node;
    this.#origin = origin;
    this.prefixes = [...annotations.prefixes];
    this.suffixes = [...annotations.suffixes];
    this.needsHash = annotations.needsHash;
    this.#previous = [...annotations.previous];
  }
  /** A copy that shares nothing that changes. */
  clone() {
    const node = this.node === void 0 ? void 0 : cloneObject(this.node);
    const copy = new _Resource(node, this.#origin, this.#annotations());
    copy.behavior = this.behavior;
    copy.unhashedName = this.unhashedName;
    copy.provenance = this.provenance;
    copy.variables.push(...this.variables);
    return copy;
  }
  /** The file that the object was read from, or the generator entry that made it. */
  get origin() {
    this.#origin ??= locate(this.#read);
    return this.#origin;
  }
  set origin(origin) {
    this.#origin = origin;
  }
  /** The types that the object is known by. A set of resources gives them to its members. */
  get schemas() {
    return this.#schemas;
  }
  set schemas(schemas) {
    this.#schemas = schemas;
    this.refresh();
  }
  #annotations() {
    return { prefixes: this.prefixes, suffixes: this.suffixes, needsHash: this.needsHash, previous: this.#previous };
  }
  /** The identity as the tree states it now. Cached: call {@link refresh} after a write to apiVersion, kind or metadata. */
  get id() {
    this.#id ??= identify(this.node, this.#schemas);
    return this.#id;
  }
  refresh() {
    this.#id = void 0;
    this.#original = void 0;
  }
  /** Records the present identity as a previous one. */
  pushPreviousId() {
    const { kind, name, effectiveNamespace } = this.id;
    this.#previous.push({ kind, name, effectiveNamespace });
    this.#original = void 0;
  }
  get hasPreviousIds() {
    return this.#previous.length > 0;
  }
  /** Whether the reference has annotations of its own on the object, which its JSON patches see (engine.md 7). */
  get isAnnotated() {
    return this.hasPreviousIds || this.needsHash || this.behavior !== void 0 || this.provenance !== void 0 || this.prefixes.length > 0 || this.suffixes.length > 0;
  }
  /** Oldest first; without the present identity. */
  previousIds() {
    const { group, version } = this.id;
    return this.#previous.map(({ kind, name, effectiveNamespace }) => ({
      group,
      version,
      kind,
      name,
      namespace: effectiveNamespace,
      effectiveNamespace
    }));
  }
  /** The first identity that the object ever had. */
  get originalId() {
    this.#original ??= this.previousIds()[0] ?? this.id;
    return this.#original;
  }
  /** Every identity that the object has or had, previous ones first. */
  allIds() {
    return [...this.previousIds(), this.id];
  }
  /** As people say it: `Deployment shop/web`. */
  describe() {
    return describeId(this.id);
  }
};
function identify(node, schemas) {
  const metadata = get(node, "metadata");
  return resourceId(
    scalarText(get(node, "apiVersion")),
    scalarText(get(node, "kind")),
    scalarText(get(metadata, "name")),
    scalarText(get(metadata, "namespace")),
    schemas
  );
}
function scalarText(node) {
  if (node?.kind !== "scalar" || node.tag === "!!null") return "";
  return node.value;
}

// src/build/remote-references.ts
function isAddress(path) {
  return /^https?:\/\/[^\n]*$/i.test(path);
}
function parseGitReference(entry2) {
  return entry2.includes("\n") ? void 0 : parseGitUrl(entry2);
}
function isRemote(path) {
  return isAddress(path) || parseGitReference(path) !== void 0;
}
function remoteRefused(path, location) {
  return failure(
    "remote-unsupported",
    `${shownAddress(path)} is on another machine, and remote sources are switched off`,
    {
      ...location,
      hint: "In the action, set `remote: true`. Or vendor it into the repository and name the directory."
    }
  );
}
function atPlace(thrown, location) {
  if (!(thrown instanceof KrmError)) return thrown;
  return new KrmError(
    thrown.diagnostics.map((one) => one.file === void 0 ? { ...one, ...location } : one),
    { cause: thrown }
  );
}
function unpinned(address, url, location, now) {
  if (url === void 0 ? isPinnedFile(address) : isCommit(url.ref ?? "")) return void 0;
  return {
    code: "unpinned-reference",
    severity: "notice",
    message: `${shownAddress(address)} may change without a change here`,
    hint: url === void 0 ? `Append its digest, which kustomize does not know: #sha256:${now}` : `Pin it: ref=${now}`,
    ...location
  };
}
function isPinnedFile(address) {
  return /#sha256[=:][0-9a-f]{64}$/.test(address) || address.split(/[/?#]/).some(isCommit);
}
function isCommit(ref) {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(ref);
}

// src/build/root.ts
import { posix } from "node:path";
var ADDRESS = "address ";
var CHECK_INDENTATION = "Check the indentation around it: two lines may have become one.";
var Root = class _Root {
  tree;
  /** Absolute within the tree and free of symlinks. */
  path;
  /** Tells the root from those of other trees; begins with the key of every directory around it. */
  key;
  /** The keys of the roots that led here within the same tree, outermost first, without this one. */
  ancestors;
  /** The repositories elsewhere that led here, outermost first; the last one is where this root is. */
  clones;
  /** The entry that names this root; undefined for the one that a build starts from. */
  namedAt;
  #rules;
  constructor(tree, path, ancestors, clones, rules, namedAt) {
    this.tree = tree;
    this.path = path;
    this.ancestors = ancestors;
    this.clones = clones;
    this.#rules = rules;
    this.namedAt = namedAt;
    this.key = this.#keyOf(path);
  }
  /**
   * The root that a build starts from.
   * @param directory absolute within the tree, or the address of a git repository
   * @throws KrmError `not-a-directory`
   */
  static async open(tree, directory, rules) {
    if (isRemote(directory)) {
      return new _Root(tree, "/", [], [], rules).enter(directory, { file: shownAddress(directory) });
    }
    const located = await tree.lookup(directory);
    if (located?.type === "directory") return new _Root(tree, located.path, [], [], rules);
    const problem = located === void 0 ? "does not exist" : "is not a directory";
    throw failure("not-a-directory", `cannot build ${tree.display(directory)}: it ${problem}`, {
      file: tree.display(directory),
      hint: "Name a directory that holds a kustomization file."
    });
  }
  /** The commit elsewhere that this root is in; undefined in the tree of the build itself. */
  get clone() {
    return this.clones.at(-1);
  }
  /** What is opened with this root, for {@link leadsBackTo}. */
  get opened() {
    return this.clone === void 0 ? [this.key] : [this.key, ADDRESS + this.clone.address];
  }
  /** Whether opening something, from here or from below, runs into a cycle. */
  leadsBackTo(opened) {
    if (!opened.startsWith(ADDRESS)) return this.ancestors.some((ancestor) => contains(opened, ancestor));
    const address = opened.slice(ADDRESS.length);
    return this.clones.slice(0, -1).some((clone2) => clone2.address.startsWith(address));
  }
  #keyOf(path) {
    if (this.clone === void 0) return path;
    const { url, sha } = this.clone;
    const top = `${url.repository}@${sha}${url.submodules ? "" : " without submodules"}:`;
    return path === "/" ? top : top + path;
  }
  get display() {
    return this.tree.display(this.path);
  }
  /** What stands at a path that a kustomization names, following links; undefined when nothing does. */
  lookup(path) {
    return leavesTop(this.path, path) ? Promise.resolve(void 0) : this.tree.lookup(this.#resolve(path));
  }
  #resolve(path) {
    return posix.resolve(this.path, path);
  }
  /** Reads a file that a kustomization names. @throws KrmError `file-not-found`, `not-a-file` or `outside-root` */
  async read(path, location) {
    if (isAddress(path)) return this.#fetchFile(path, location);
    this.#refuseToLeave(path, location);
    const located = await this.lookup(path);
    const display = this.tree.display(this.#resolve(path));
    if (located === void 0) {
      if (looksLikeText(path)) throw textForPath(location);
      throw failure("file-not-found", `${display} ${await this.#whyMissing(path)}${this.#named(path, display)}`, {
        ...location,
        hint: isAmbiguous(path) ? CHECK_INDENTATION : "Correct the path, or add the file. Paths are relative to the directory of the kustomization."
      });
    }
    if (located.type !== "file") {
      throw failure("not-a-file", `${display} is not a file${this.#named(path, display)}`, { ...location });
    }
    const isRestricted = this.clone !== void 0 || this.#rules.loadRestrictor !== "none";
    if (isRestricted && !contains(this.path, located.path)) {
      throw failure("outside-root", `${display} is not in or below ${this.display}, and may not be read from there`, {
        ...location,
        hint: "Move the file, or make its directory a base. On the command line, --load-restrictor LoadRestrictionsNone lifts the rule."
      });
    }
    return { bytes: await this.tree.read(located.path), path: this.#keyOf(located.path), display, id: located.id };
  }
  async #fetchFile(address, location) {
    const { remotes } = this.#rules;
    if (remotes === void 0) throw remoteRefused(address, location);
    const { bytes, digest } = await remotes.file(address).catch((thrown) => Promise.reject(atPlace(thrown, location)));
    this.#notice(unpinned(address, void 0, location, digest));
    return { bytes, path: address, display: shownAddress(address), id: digest };
  }
  /** A link that leads nowhere is there, and still nothing is found. */
  async #whyMissing(path) {
    let here = this.#resolve(path);
    let parent = await this.tree.lookup(posix.dirname(here));
    while (parent === void 0) {
      here = posix.dirname(here);
      parent = await this.tree.lookup(posix.dirname(here));
    }
    const entries = parent.type === "directory" ? await this.tree.list(parent.path) : [];
    if (!entries.some(({ name }) => name === posix.basename(here))) return "does not exist";
    const link = here === this.#resolve(path) ? "is a symlink" : `is behind the symlink ${this.tree.display(here)},`;
    return `${link} that leads nowhere or leaves ${this.tree.label}`;
  }
  #notice(diagnostic) {
    if (diagnostic !== void 0) this.#rules.notice?.(diagnostic);
  }
  #named(path, display) {
    return path === display ? "" : ` (named as ${path})`;
  }
  /** The root of a directory that a kustomization names. @throws KrmError `not-a-directory`, `cycle` and others */
  async enter(path, location) {
    if (path === "")
      throw failure("empty-path", "an entry is empty where a file or a directory is expected", { ...location });
    const url = parseGitReference(path);
    if (url !== void 0) return this.#enterClone(path, url, location);
    if (isAddress(path)) {
      throw failure("not-a-directory", `${shownAddress(path)} is not the address of a git repository`, {
        ...location,
        hint: "Name owner and repository, or say where the repository ends: https://host/repository.git//path?ref=v1."
      });
    }
    const located = await this.lookup(path);
    if (located === void 0 && looksLikeText(path)) throw textForPath(location);
    if (path.startsWith("/")) {
      throw failure("absolute-path", `${path} is absolute: directories are named relative to the kustomization`, {
        ...location
      });
    }
    if (isAmbiguous(path)) {
      throw failure(
        "ambiguous-path",
        `the path "${path}" has a segment that runs into dots, and resolves to "${posix.normalize(path)}"`,
        { ...location, hint: CHECK_INDENTATION }
      );
    }
    this.#refuseToLeave(path, location);
    const display = this.tree.display(this.#resolve(path));
    if (located?.type !== "directory") {
      const problem = located === void 0 ? await this.#whyMissing(path) : "is not a directory";
      throw failure("not-a-directory", `${display} ${problem}${this.#named(path, display)}`, {
        ...location,
        hint: "Correct the path. Paths are relative to the directory of the kustomization."
      });
    }
    const chain = [...this.ancestors, this.key];
    const candidate = this.#keyOf(located.path);
    const visited = chain.find((root) => contains(candidate, root));
    if (visited !== void 0) throw this.#cycle(candidate, visited, location);
    return new _Root(this.tree, located.path, chain, this.clones, this.#rules, location);
  }
  /** The root of a directory of a repository elsewhere; engine.md 2.4. */
  async #enterClone(address, url, location) {
    const { remotes } = this.#rules;
    if (remotes === void 0) throw remoteRefused(address, location);
    if (this.clones.some((clone2) => clone2.address.startsWith(address))) {
      const chain = [...this.clones.map((clone2) => clone2.address), address].map(shownAddress).join(" → ");
      throw failure("cycle", `cycle: ${shownAddress(address)} includes itself: ${chain}`, {
        ...location,
        hint: "Remove one of the references."
      });
    }
    const { tree, sha } = await remotes.repository(url).catch((thrown) => Promise.reject(atPlace(thrown, location)));
    this.#notice(unpinned(address, url, location, sha));
    const located = await tree.lookup(posix.resolve("/", url.path));
    if (located?.type !== "directory") {
      const problem = located === void 0 ? "does not exist" : "is not a directory";
      throw failure("not-a-directory", `${shownAddress(address)} ${problem} in that repository (${sha.slice(0, 7)})`, {
        ...location,
        hint: "Correct the path. Two slashes say where the repository ends: https://host/repository//path?ref=v1."
      });
    }
    return new _Root(tree, located.path, [], [...this.clones, { address, url, sha }], this.#rules, location);
  }
  /** Above the top of a fetched repository there is nothing, not even the top again. */
  #refuseToLeave(path, location) {
    if (!leavesTop(this.path, path)) return;
    if (this.clone === void 0) {
      throw failure("outside-tree", `${path} leads out of the repository`, {
        ...location,
        hint: "Name a path within it."
      });
    }
    throw failure("outside-clone", `${path} leads out of ${shownAddress(this.clone.url.repository)}`, {
      ...location,
      hint: "What a repository elsewhere includes is in that repository, or is named by an address."
    });
  }
  #displayOfKey(key) {
    const path = this.clone === void 0 ? key : key.slice(this.#keyOf("/").length) || "/";
    return this.tree.display(path);
  }
  #cycle(candidate, visited, location) {
    const [here, there] = [this.#displayOfKey(candidate), this.#displayOfKey(visited)];
    const message = candidate === visited ? `${here} includes itself: ${[...this.ancestors, this.key, candidate].map((key) => this.#displayOfKey(key)).join(" → ")}` : `${here} contains ${there}, which includes it`;
    return failure("cycle", `cycle: ${message}`, { ...location, hint: "Remove one of the references." });
  }
};
function contains(outer, inner) {
  return outer === "/" || inner === outer || inner.startsWith(`${outer}/`);
}
function isAmbiguous(path) {
  return path.split("/").some((segment) => segment !== ".." && segment.includes(".."));
}
function leavesTop(from, path) {
  return !path.startsWith("/") && posix.join(from.slice(1), path).split("/")[0] === "..";
}
function looksLikeText(entry2) {
  return /\n|^\s*[{[]|:\s/.test(entry2);
}
function textForPath(location) {
  return failure("file-not-found", "there is no such file: a text stands here where a path is expected", {
    ...location,
    hint: "Put the text into a file and name that, or correct it where the field takes inline documents."
  });
}

// src/build/provenance.ts
import { posix as posix2 } from "node:path";
function trackingOrigins(level) {
  const { buildMetadata = [] } = level.kustomization;
  return buildMetadata.length === 0 ? level : { ...level, position: { path: "" } };
}
function positionBelow({ position }, path) {
  if (position === void 0) return void 0;
  const url = parseGitReference(path);
  if (url === void 0) return { ...position, path: posix2.join(position.path, path) };
  const within = posix2.resolve("/", url.path).slice(1) || "notCloned";
  return { path: within, repo: shownAddress(url.repository), ref: url.ref };
}
function positionKey(position) {
  return position === void 0 ? "" : JSON.stringify([position.path, position.repo, position.ref]);
}
function fromFile(level, path) {
  const origin = positionBelow(level, path);
  return origin && { origin, steps: [] };
}
function fromKustomization(level) {
  return fromFile(level, fileName(level));
}
function fieldOrigin(level, kind) {
  const { position } = level;
  if (position === void 0) return void 0;
  const { path, repo, ref } = position;
  return { repo, ref, configuredIn: posix2.join(path, fileName(level)), configuredBy: { apiVersion: "builtin", kind } };
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
  return posix2.basename(kustomization.location.file.replace(/\?.*$/s, ""));
}
function recordStep(resources, step) {
  const after = /* @__PURE__ */ new Map();
  for (const resource of resources) {
    const before = resource.provenance;
    if (before === void 0) {
      resource.provenance = { origin: step, steps: [] };
      continue;
    }
    let provenance = after.get(before);
    if (provenance === void 0) after.set(before, provenance = { ...before, steps: [...before.steps, step] });
    resource.provenance = provenance;
  }
}
function provenanceWriter({ origins, transformations }) {
  const written = /* @__PURE__ */ new Map();
  return ({ provenance }) => {
    if (provenance === void 0) return [];
    let annotations = written.get(provenance);
    if (annotations === void 0) {
      const { origin, steps } = provenance;
      annotations = [
        ...origins ? [[ORIGIN, encode(originNode(origin))]] : [],
        ...transformations && steps.length > 0 ? [[TRANSFORMATIONS, encode(seq(steps.map(originNode)))]] : []
      ];
      written.set(provenance, annotations);
    }
    return annotations;
  };
}
function originNode({ path, repo, ref, configuredIn, configuredBy }) {
  return fields({ path, repo, ref, configuredIn, configuredBy: configuredBy && fields({ ...configuredBy }) });
}
function fields(values) {
  const entries = [];
  for (const [key, value] of Object.entries(values)) {
    if (value) entries.push({ key: scalar(key), value: typeof value === "string" ? text2(value) : value });
  }
  return map(entries);
}
function text2(value) {
  const isOther2 = resolveTag(value) !== "!!str" || /^[\w.:+-]+$/.test(value) && isYaml11NonString(value);
  return scalar(value, "!!str", isOther2 ? "double" : "");
}

// src/resource/objects.ts
function parseObjects(text3, file) {
  return inlineLists(unwrapList(parseResources(text3, file)).flatMap(checkObject));
}
function parseInlineObjects(text3, name, location) {
  const objects = parseObjects(text3, name);
  for (const { source } of objects) if (source !== void 0) source.within = location;
  return objects;
}
function unwrapList(documents2) {
  const only = documents2[0];
  if (documents2.length !== 1 || only?.kind !== "map") return documents2;
  const kind = scalarText(get(only, "kind"));
  if (kind !== "List" && kind !== "ResourceList") return documents2;
  const items = get(only, "items");
  if (items === void 0) return get(only, "functionConfig") === void 0 ? documents2 : [];
  return items.kind === "seq" ? items.items : [];
}
function checkObject(node) {
  if (isNull(node) || isEmpty(node)) return [];
  if (node.kind !== "map") {
    throw invalid2(node, "this document is not an object: it has no kind and no metadata", void 0);
  }
  const kind = scalarText(get(node, "kind"));
  const metadata = get(node, "metadata");
  if (kind === "" && metadata === void 0 && scalarText(get(node, "apiVersion")) === "") {
    throw invalid2(node, "this document is not an object: it has no kind and no metadata", void 0);
  }
  if (kind === "") throw invalid2(node, "this object has no kind", "Add apiVersion and kind.");
  if (kind.endsWith("List")) return [node];
  if (metadata !== void 0 && metadata.kind !== "map" && !isNull(metadata)) {
    throw invalid2(metadata, `the metadata of this ${kind} is not a map`, void 0);
  }
  const name = get(metadata, "name");
  if (scalarText(name) === "") {
    const hint = kind === "Kustomization" || kind === "Component" ? "A kustomization is included by its directory: list that instead of the file." : get(metadata, "generateName") === void 0 ? "Give it a metadata.name." : "Give it a metadata.name: generateName cannot be built.";
    throw invalid2(name ?? metadata ?? node, `missing metadata.name: this ${kind} has no name`, hint);
  }
  const annotations = get(metadata, "annotations");
  if (annotations?.kind === "seq") {
    throw invalid2(annotations, `the annotations of ${kind} ${scalarText(name)} are a list, not a map`, void 0);
  }
  return [node];
}
function isEmpty(node) {
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
    if (isNull(items)) continue;
    if (items.kind !== "seq") {
      throw invalid2(items, `the items of ${scalarText(get(object, "kind"))} are not a list`, void 0);
    }
    for (const item of items.items) queue.push(...checkObject(rebuilt(item)));
  }
  return result;
}
function rebuilt(item) {
  const node = fromValue(toValue(item));
  node.source = item.source;
  node.offset = item.offset;
  return node;
}
function invalid2(node, message, hint) {
  const location = locate(node) ?? {};
  return failure("invalid-resource", message, { ...location, hint });
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
  value.style = existing.style;
  overwrite(existing, value);
}
function clearField(target, name) {
  const index = target.entries.findIndex(({ key }) => key.kind === "scalar" && key.value === name);
  if (index >= 0) target.entries.splice(index, 1);
}
function emptyKey(node) {
  return failure("empty-key", "a map has a key that is empty or no text, which cannot be written", {
    ...locate(node),
    hint: "Give the key a name."
  });
}
function quoteForYaml11(value) {
  if (value.kind !== "scalar" || value.style !== "" || value.tag !== "!!str" && value.tag !== "") return;
  if (isYaml11NonString(value.value)) value.style = "double";
}

// src/builtins/helm-generated.ts
var HELM_GENERATED = "internal.config.kubernetes.io/helm-generated";

// src/resource/strategic-merge/node-text.ts
function textOf2(node) {
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
  const hint = "A strategic merge patch and its target must agree on what is a map, a list or a single value.";
  return failure("patch-kind", message, { ...locate(node), hint });
}

// src/resource/strategic-merge/elements.ts
var VALUE_KEY = "";
function findElement(items, keys, texts) {
  if (keys[0] === VALUE_KEY) return items.find((item) => textOf2(item) === texts[0]);
  return items.find(
    (item) => keys.every((key, index) => {
      const field = get(item, key);
      return field !== void 0 && textOf2(field) === texts[index];
    })
  );
}
function setElement(items, keys, texts, element) {
  const result = [];
  const onlyMaps = keys[0] !== VALUE_KEY && (texts[0] ?? "") !== "";
  let found = false;
  for (const item of items) {
    if (isEmptyElement(item)) continue;
    if (onlyMaps && item.kind !== "map") {
      result.push(item);
    } else if (!matches(item, keys, texts)) {
      if (texts.length > 0) result.push(item);
    } else {
      found = true;
      if (element !== void 0) result.push(element);
    }
  }
  if (!found && element !== void 0 && !isNull(element)) result.push(element);
  return result;
}
function matches(item, keys, texts) {
  if (texts.length === 0) return false;
  for (const [index, text3] of texts.entries()) {
    const key = keys[index];
    if (key === VALUE_KEY) {
      if (item.kind !== "scalar") throw wrongKind("scalar", item);
      if (item.value !== text3) return false;
      continue;
    }
    if (item.kind !== "map") throw wrongKind("map", item);
    const field = get(item, key);
    if (field === void 0 || text3 !== "" && textOf2(field) !== text3) return false;
  }
  return true;
}

// src/resource/strategic-merge/associative-list.ts
function mergeAssociativeList(dest, patch, keys, merge2) {
  const lists = patch === void 0 ? [dest.items] : [patch.items, dest.items];
  if (lists.every((items) => items.length === 0)) return dest;
  const only = keys.length === 0 ? VALUE_KEY : keys.length === 1 ? keys[0] : void 0;
  if (only !== void 0 && lists.every((items) => items.every((item) => keyText3(item, only) !== ""))) {
    return seq(mergeByText(dest.items, patch?.items, only, merge2));
  }
  return seq(mergeByTuples(dest, patch, keys.length === 0 ? [VALUE_KEY] : keys, merge2));
}
function keyText3(item, key) {
  if (key === VALUE_KEY) return isNull(item) ? "" : textOf2(item);
  const field = get(item, key);
  return field === void 0 || isNull(field) ? "" : textOf2(field);
}
function mergeByText(dest, patch, key, merge2) {
  const destByText = firstByText(dest, key);
  const patchByText = patch === void 0 ? void 0 : firstByText(patch, key);
  const result = /* @__PURE__ */ new Map();
  const removed = /* @__PURE__ */ new Set();
  for (const text3 of /* @__PURE__ */ new Set([...patchByText?.keys() ?? [], ...destByText.keys()])) {
    const merged = merge2(destByText.get(text3), patchByText?.get(text3));
    if (merged === void 0 || isEmptyElement(merged)) removed.add(text3);
    else result.set(text3, withKeys(merged, [key], [text3]));
  }
  for (const item of dest) {
    const text3 = keyText3(item, key);
    if (!removed.has(text3)) result.set(text3, item);
  }
  return [...result.values()];
}
function firstByText(items, key) {
  const found = /* @__PURE__ */ new Map();
  for (const item of items) {
    const text3 = keyText3(item, key);
    if (!found.has(text3)) found.set(text3, item);
  }
  return found;
}
function mergeByTuples(dest, patch, keys, merge2) {
  const tuples = tuplesOf(patch === void 0 ? [dest.items] : [patch.items, dest.items], keys);
  if (keys.length > 1) fillTuples(tuples);
  const isUsed = keys.map((_, index) => tuples.some((tuple) => tuple[index] !== ""));
  const used = isUsed.includes(true) ? keys.filter((_, index) => isUsed[index]) : keys;
  let result = [];
  for (const tuple of tuples) {
    const texts = used === keys ? tuple : tuple.filter((_, index) => isUsed[index]);
    const find = (items) => findByTuple(items, used, texts);
    const merged = merge2(find(dest.items), patch === void 0 ? void 0 : find(patch.items));
    if (merged === void 0 || isEmptyElement(merged)) {
      dest.items = setElement(dest.items, used, texts, void 0);
    } else {
      result = setElement(result, used, texts, withKeys(merged, used, texts));
    }
  }
  for (const item of dest.items) result = addBack(result, item, used);
  return result;
}
function tuplesOf(lists, keys) {
  const tuples = /* @__PURE__ */ new Map();
  for (const items of lists) {
    for (const item of items) {
      const tuple = keys[0] === VALUE_KEY ? [textOf2(item)] : keys.map((key) => keyText3(item, key));
      const id = JSON.stringify(tuple);
      if (!tuples.has(id)) tuples.set(id, tuple);
    }
  }
  return [...tuples.values()];
}
function fillTuples(tuples) {
  for (const [index, one] of tuples.entries()) {
    for (const [other, two] of tuples.entries()) {
      const filled = unify(one, two);
      if (filled === void 0) continue;
      tuples[index] = filled;
      tuples[other] = filled;
    }
  }
}
function unify(one, two) {
  if (!one.some((text3, index) => text3 === two[index])) return void 0;
  if (one.some((text3, index) => text3 !== two[index] && text3 !== "" && two[index] !== "")) return void 0;
  return one.map((text3, index) => text3 || two[index]);
}
function findByTuple(items, keys, texts) {
  if (texts.every((text3) => text3 === "")) return findElement(items, keys, texts);
  const present2 = (_, index) => texts[index] !== "";
  return findElement(items, keys.filter(present2), texts.filter(present2));
}
function withKeys(element, keys, texts) {
  for (const [index, text3] of texts.entries()) {
    const key = keys[index];
    if (text3 === "") continue;
    if (element.kind === "map") {
      if (get(element, key) === void 0) setField(element, key, scalar(text3));
    } else if (element.kind === "scalar") {
      setScalar(element, scalar(text3));
    }
  }
  return element;
}
function addBack(result, item, keys) {
  if (keys[0] === VALUE_KEY) return setElement(result, keys, [textOf2(item)], item);
  if (item.kind !== "map" && !isNull(item)) throw wrongKind("map", item);
  const texts = [];
  let list = result;
  for (const key of keys) {
    const field = get(item, key);
    if (field === void 0) list = [...list, item];
    else texts.push(textOf2(field));
  }
  if (keys.length > 1) list = setElement(list, keys, texts, void 0);
  return setElement(list, keys, texts, item);
}

// src/resource/openapi-schema.ts
function openApiSchema(json, resolve2 = () => void 0) {
  if (!isObject2(json)) return opaqueSchema;
  const { type, items, properties, additionalProperties: values } = json;
  if (type === "array" || Array.isArray(type) && type.length === 1 && type[0] === "array") {
    return listSchema(innerSchema(items, resolve2), mergeKeys(json));
  }
  return objectSchema((name) => {
    const property = isObject2(properties) && Object.hasOwn(properties, name) ? properties[name] : void 0;
    if (property !== void 0) return innerSchema(property, resolve2);
    return isObject2(values) ? innerSchema(values, resolve2) : void 0;
  });
}
function innerSchema(json, resolve2) {
  if (json === void 0 || isObject2(json) && Object.keys(json).length === 0) return void 0;
  const reference = referenceOf(json);
  return reference === void 0 ? openApiSchema(json, resolve2) : resolve2(reference);
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
  const text3 = comment?.replace(/^#+/, "").trimStart();
  if (text3 === void 0 || !text3.startsWith("{")) return void 0;
  let json;
  try {
    json = JSON.parse(text3);
  } catch {
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
  return node !== void 0 && isDirective(textOf2(node)) ? takeMapDirective(patch) : "merge";
}
function takeListDirective(patch) {
  const element = patch.items.find((item) => get(item, KEY2) !== void 0);
  if (element?.kind !== "map" || element.entries.length > 1) return "merge";
  const directive = parse(get(element, KEY2));
  patch.items = setElement(patch.items, [KEY2], [directive], void 0);
  return directive;
}
function isDirective(text3) {
  return text3 === "merge" || text3 === "replace" || text3 === "delete";
}
function parse(node) {
  const text3 = textOf2(node);
  if (isDirective(text3)) return text3;
  throw failure("unknown-patch-directive", `unknown patch strategy '${text3}'`, {
    ...locate(node),
    hint: "`$patch` is one of merge, replace, delete."
  });
}

// src/resource/strategic-merge.ts
function strategicMerge(dest, patch, schemas) {
  const merged = merge(dest, clone(patch), void 0, schemas);
  return merged === void 0 ? void 0 : dest;
}
function merge(dest, patch, inherited2, schemas) {
  const one = present(dest);
  const two = present(patch);
  const kind = (one ?? two)?.kind;
  if (two !== void 0 && two.kind !== kind) throw wrongKind(kind, two);
  if (kind === "scalar") return patch ?? dest;
  const schema = commentSchema(one) ?? commentSchema(two) ?? inherited2 ?? embeddedSchema(one, schemas) ?? embeddedSchema(two, schemas);
  if (kind !== "seq") return mergeMaps2(dest, patch, schema, schemas);
  if (schema?.mergeKeys === void 0) return replaceList(dest, patch);
  return mergeLists(dest, patch, schema, schema.mergeKeys, schemas);
}
function embeddedSchema(node, schemas) {
  const kind = present(get(node, "kind"));
  const apiVersion = present(get(node, "apiVersion"));
  if (kind === void 0 || apiVersion === void 0) return void 0;
  return schemas.schemaFor(textOf2(apiVersion), textOf2(kind));
}
function mergeLists(dest, patch, schema, keys, schemas) {
  const [target, source] = chooseList(dest, patch);
  if (target === void 0) return void 0;
  const elements = schema.elements();
  return mergeAssociativeList(target, source, keys, (one, two) => merge(one, two, elements, schemas));
}
function mergeMaps2(dest, patch, schema, schemas) {
  const target = chooseMap(dest, patch);
  if (target?.kind !== "map") return target;
  const source = target === dest ? patch : target;
  const added = source?.kind === "map" && source !== target ? firstByKey(source) : void 0;
  const gone = /* @__PURE__ */ new Set();
  for (const entry2 of uniqueEntries2(target)) {
    const key = textOf2(entry2.key);
    if (key === "") throw emptyKey(target);
    const other = source === target ? entry2 : added?.get(key);
    const inherited2 = commentSchema(entry2.key) ?? commentSchema(other?.key) ?? schema?.field(key);
    const merged = merge(entry2.value, other?.value, inherited2, schemas);
    if (merged === void 0 || isNull(merged) && other !== void 0) gone.add(entry2);
    else replaceValue(entry2.value, merged);
    added?.delete(key);
  }
  if (gone.size > 0) target.entries = target.entries.filter((entry2) => !gone.has(entry2));
  if (added !== void 0) addNew(target, added, schema, schemas);
  return target;
}
function addNew(target, added, schema, schemas) {
  for (const [key, entry2] of [...added].sort(([a], [b]) => a < b ? -1 : 1)) {
    const merged = merge(void 0, entry2.value, commentSchema(entry2.key) ?? schema?.field(key), schemas);
    setField(target, key, merged, { keyStyle: merged === entry2.value ? entry2.key.style : "" });
  }
}
function chooseMap(dest, patch) {
  if (dest === void 0 || isNull(dest)) {
    if (patch?.kind === "map" && takeValidMapDirective(patch) === "delete") return void 0;
    if (patch !== void 0) return patch;
    return dest !== void 0 && textOf2(dest) !== "" ? dest : void 0;
  }
  if (patch === void 0) return dest;
  if (patch.kind !== "map") return void 0;
  adoptLook(dest, patch);
  const directive = takeMapDirective(patch);
  if (directive === "delete") return void 0;
  return directive === "replace" ? patch : dest;
}
function chooseList(dest, patch) {
  const from = patch?.kind === "seq" ? patch : void 0;
  if (dest?.kind !== "seq") return from === void 0 ? [] : [from, from];
  if (patch === void 0) return [dest];
  if (from === void 0) return [];
  adoptLook(dest, from);
  const directive = takeListDirective(from);
  if (directive === "delete") return [];
  return directive === "replace" ? [from, from] : [dest, from];
}
function replaceList(dest, patch) {
  if (patch === void 0) return dest;
  if (dest !== void 0) adoptLook(dest, patch);
  return patch;
}
function adoptLook(dest, patch) {
  dest.comment = patch.comment ?? dest.comment;
  const children = dest.kind === "map" ? dest.entries : dest.kind === "seq" ? dest.items : void 0;
  if (children?.length === 0) dest.style = patch.style;
}
function firstByKey(node) {
  const entries = /* @__PURE__ */ new Map();
  for (const entry2 of node.entries) {
    const key = textOf2(entry2.key);
    if (!entries.has(key)) entries.set(key, entry2);
  }
  return entries;
}
function uniqueEntries2(node) {
  if (node.entries.length < 2) return node.entries;
  const keys = new Set(node.entries.map(({ key }) => textOf2(key)));
  return keys.size === node.entries.length ? node.entries : firstByKey(node).values();
}

export {
  scalar,
  map,
  seq,
  clone,
  overwrite,
  get,
  isNull,
  locate,
  ALIAS,
  formatFloat64,
  formatFloat32,
  resolveTag,
  parseResources,
  parseConfig,
  toConfigValue,
  decodeText,
  emit,
  parseText,
  encode,
  encodeDocument,
  fromValue,
  toValue,
  print,
  isYaml11NonString,
  BUILD_ANNOTATIONS,
  Resource,
  identify,
  scalarText,
  parseObjects,
  parseInlineObjects,
  openApiSchema,
  referenceOf,
  isObject2 as isObject,
  isAddress,
  parseGitReference,
  isRemote,
  Root,
  contains,
  setField,
  setScalar,
  clearField,
  trackingOrigins,
  positionBelow,
  positionKey,
  fromFile,
  fromKustomization,
  fieldOrigin,
  pluginOrigin,
  recordStep,
  provenanceWriter,
  HELM_GENERATED,
  strategicMerge
};
