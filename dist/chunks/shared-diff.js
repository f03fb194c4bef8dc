// src/review/report.ts
var REPORT_VERSION = 1;

// node_modules/diff/libesm/diff/base.js
var Diff = class {
  diff(oldStr, newStr, options = {}) {
    let callback;
    if (typeof options === "function") {
      callback = options;
      options = {};
    } else if ("callback" in options) {
      callback = options.callback;
    }
    const oldString = this.castInput(oldStr, options);
    const newString = this.castInput(newStr, options);
    const oldTokens = this.removeEmpty(this.tokenize(oldString, options));
    const newTokens = this.removeEmpty(this.tokenize(newString, options));
    return this.diffWithOptionsObj(oldTokens, newTokens, options, callback);
  }
  diffWithOptionsObj(oldTokens, newTokens, options, callback) {
    var _a;
    const done = (value) => {
      value = this.postProcess(value, options);
      if (callback) {
        setTimeout(function() {
          callback(value);
        }, 0);
        return void 0;
      } else {
        return value;
      }
    };
    const newLen = newTokens.length, oldLen = oldTokens.length;
    let editLength = 1;
    let maxEditLength = newLen + oldLen;
    if (options.maxEditLength != null) {
      maxEditLength = Math.min(maxEditLength, options.maxEditLength);
    }
    const maxExecutionTime = (_a = options.timeout) !== null && _a !== void 0 ? _a : Infinity;
    const abortAfterTimestamp = Date.now() + maxExecutionTime;
    const bestPath = [{ oldPos: -1, lastComponent: void 0 }];
    let newPos = this.extractCommon(bestPath[0], newTokens, oldTokens, 0, options);
    if (bestPath[0].oldPos + 1 >= oldLen && newPos + 1 >= newLen) {
      return done(this.buildValues(bestPath[0].lastComponent, newTokens, oldTokens));
    }
    let minDiagonalToConsider = -Infinity, maxDiagonalToConsider = Infinity;
    const execEditLength = () => {
      for (let diagonalPath = Math.max(minDiagonalToConsider, -editLength); diagonalPath <= Math.min(maxDiagonalToConsider, editLength); diagonalPath += 2) {
        let basePath;
        const removePath = bestPath[diagonalPath - 1], addPath = bestPath[diagonalPath + 1];
        if (removePath) {
          bestPath[diagonalPath - 1] = void 0;
        }
        let canAdd = false;
        if (addPath) {
          const addPathNewPos = addPath.oldPos - diagonalPath;
          canAdd = addPath && 0 <= addPathNewPos && addPathNewPos < newLen;
        }
        const canRemove = removePath && removePath.oldPos + 1 < oldLen;
        if (!canAdd && !canRemove) {
          bestPath[diagonalPath] = void 0;
          continue;
        }
        if (!canRemove || canAdd && removePath.oldPos < addPath.oldPos) {
          basePath = this.addToPath(addPath, true, false, 0, options);
        } else {
          basePath = this.addToPath(removePath, false, true, 1, options);
        }
        newPos = this.extractCommon(basePath, newTokens, oldTokens, diagonalPath, options);
        if (basePath.oldPos + 1 >= oldLen && newPos + 1 >= newLen) {
          return done(this.buildValues(basePath.lastComponent, newTokens, oldTokens)) || true;
        } else {
          bestPath[diagonalPath] = basePath;
          if (basePath.oldPos + 1 >= oldLen) {
            maxDiagonalToConsider = Math.min(maxDiagonalToConsider, diagonalPath - 1);
          }
          if (newPos + 1 >= newLen) {
            minDiagonalToConsider = Math.max(minDiagonalToConsider, diagonalPath + 1);
          }
        }
      }
      editLength++;
    };
    if (callback) {
      (function exec() {
        setTimeout(function() {
          if (editLength > maxEditLength || Date.now() > abortAfterTimestamp) {
            return callback(void 0);
          }
          if (!execEditLength()) {
            exec();
          }
        }, 0);
      })();
    } else {
      while (editLength <= maxEditLength && Date.now() <= abortAfterTimestamp) {
        const ret = execEditLength();
        if (ret) {
          return ret;
        }
      }
    }
  }
  addToPath(path, added, removed, oldPosInc, options) {
    const last = path.lastComponent;
    if (last && !options.oneChangePerToken && last.added === added && last.removed === removed) {
      return {
        oldPos: path.oldPos + oldPosInc,
        lastComponent: { count: last.count + 1, added, removed, previousComponent: last.previousComponent }
      };
    } else {
      return {
        oldPos: path.oldPos + oldPosInc,
        lastComponent: { count: 1, added, removed, previousComponent: last }
      };
    }
  }
  extractCommon(basePath, newTokens, oldTokens, diagonalPath, options) {
    const newLen = newTokens.length, oldLen = oldTokens.length;
    let oldPos = basePath.oldPos, newPos = oldPos - diagonalPath, commonCount = 0;
    while (newPos + 1 < newLen && oldPos + 1 < oldLen && this.equals(oldTokens[oldPos + 1], newTokens[newPos + 1], options)) {
      newPos++;
      oldPos++;
      commonCount++;
      if (options.oneChangePerToken) {
        basePath.lastComponent = { count: 1, previousComponent: basePath.lastComponent, added: false, removed: false };
      }
    }
    if (commonCount && !options.oneChangePerToken) {
      basePath.lastComponent = { count: commonCount, previousComponent: basePath.lastComponent, added: false, removed: false };
    }
    basePath.oldPos = oldPos;
    return newPos;
  }
  equals(left, right, options) {
    if (options.comparator) {
      return options.comparator(left, right);
    } else {
      return left === right || !!options.ignoreCase && left.toLowerCase() === right.toLowerCase();
    }
  }
  removeEmpty(array) {
    const ret = [];
    for (let i = 0; i < array.length; i++) {
      if (array[i]) {
        ret.push(array[i]);
      }
    }
    return ret;
  }
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  castInput(value, options) {
    return value;
  }
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  tokenize(value, options) {
    return Array.from(value);
  }
  join(chars) {
    return chars.join("");
  }
  postProcess(changeObjects, options) {
    return changeObjects;
  }
  get useLongestToken() {
    return false;
  }
  buildValues(lastComponent, newTokens, oldTokens) {
    const components = [];
    let nextComponent;
    while (lastComponent) {
      components.push(lastComponent);
      nextComponent = lastComponent.previousComponent;
      delete lastComponent.previousComponent;
      lastComponent = nextComponent;
    }
    components.reverse();
    const componentLen = components.length;
    let componentPos = 0, newPos = 0, oldPos = 0;
    for (; componentPos < componentLen; componentPos++) {
      const component = components[componentPos];
      if (!component.removed) {
        if (!component.added && this.useLongestToken) {
          let value = newTokens.slice(newPos, newPos + component.count);
          value = value.map(function(value2, i) {
            const oldValue = oldTokens[oldPos + i];
            return oldValue.length > value2.length ? oldValue : value2;
          });
          component.value = this.join(value);
        } else {
          component.value = this.join(newTokens.slice(newPos, newPos + component.count));
        }
        newPos += component.count;
        if (!component.added) {
          oldPos += component.count;
        }
      } else {
        component.value = this.join(oldTokens.slice(oldPos, oldPos + component.count));
        oldPos += component.count;
      }
    }
    return components;
  }
};

// node_modules/diff/libesm/diff/array.js
var ArrayDiff = class extends Diff {
  tokenize(value) {
    return value.slice();
  }
  join(value) {
    return value;
  }
  removeEmpty(value) {
    return value;
  }
};
var arrayDiff = new ArrayDiff();
function diffArrays(oldArr, newArr, options) {
  return arrayDiff.diff(oldArr, newArr, options);
}

// src/review/merge-keys.ts
var MERGE_KEYS = ["name", "id", "containerPort", "port", "mountPath", "devicePath", "key", "ip", "host", "path"];
function mergeKeyOf(before, after) {
  if (!before.every(isMap) || !after.every(isMap) || before.length + after.length === 0) return void 0;
  return MERGE_KEYS.find((key) => isUnique(before, key) && isUnique(after, key));
}
function isUnique(items, key) {
  const seen = /* @__PURE__ */ new Set();
  for (const item of items) {
    const value = keyOf(item, key);
    if (value === void 0 || seen.has(value)) return false;
    seen.add(value);
  }
  return true;
}
function keyOf(item, key, names) {
  if (!isMap(item) || !Object.hasOwn(item, key)) return void 0;
  const value = item[key];
  if (typeof value === "object") return void 0;
  const text = typeof value === "string" ? names?.get(value) ?? value : String(value);
  if (key !== "port" && key !== "containerPort") return text;
  return `${text}/${typeof item["protocol"] === "string" ? item["protocol"] : "TCP"}`;
}
function isMap(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/review/redaction.ts
var UNCHANGED = "<redacted>";
var BEFORE = "<redacted, before>";
var AFTER = "<redacted, after>";
var COPIES = /* @__PURE__ */ new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  "kapp.k14s.io/original",
  "objectset.rio.cattle.io/applied"
]);
var OPEN_FIELDS = /* @__PURE__ */ new Set(["apiVersion", "kind", "metadata", "type", "immutable"]);
function redact(before, after) {
  const sides = redactSides(before, after, true);
  return { before: sides[0], after: sides[1], withheld: sides[0] !== before || sides[1] !== after };
}
function mayHoldSecrets(yaml) {
  return yaml.includes("Secret") || [...COPIES].some((annotation) => yaml.includes(annotation));
}
function isRedacted(value) {
  return value === UNCHANGED || value === BEFORE || value === AFTER;
}
function shapeOf(value, top) {
  if (Array.isArray(value)) return "list";
  if (typeof value !== "object" || value === null) return "scalar";
  return isSecret(value, top) ? "secret" : "map";
}
function isSecret(value, top) {
  if (ownValue(value, "kind") !== "Secret") return false;
  return top || ["metadata", "data", "stringData"].some((key) => Object.hasOwn(value, key));
}
function redactSides(before, after, top) {
  const shapeBefore = before === void 0 ? void 0 : shapeOf(before, top);
  const shapeAfter = after === void 0 ? void 0 : shapeOf(after, top);
  if (shapeBefore !== void 0 && shapeAfter !== void 0 && shapeBefore !== shapeAfter) {
    return [redactSides(before, void 0, top)[0], redactSides(void 0, after, top)[1]];
  }
  switch (shapeBefore ?? shapeAfter) {
    case "list":
      return redactLists(before, after);
    case "map":
      return redactMaps(before, after, redactField);
    case "secret":
      return redactSecrets(before, after);
    default:
      return [before, after];
  }
}
function redactLists(before, after) {
  const left = before?.slice();
  const right = after?.slice();
  const length = Math.max(before?.length ?? 0, after?.length ?? 0);
  for (let index = 0; index < length; index++) {
    const [a, b] = redactSides(before?.[index], after?.[index], false);
    if (left !== void 0 && index < left.length) left[index] = a;
    if (right !== void 0 && index < right.length) right[index] = b;
  }
  return [unlessEqual(before, left), unlessEqual(after, right)];
}
function unlessEqual(original, copy) {
  return original?.some((item, index) => item !== copy?.[index]) ? copy : original;
}
function redactMaps(before, after, field) {
  const results = /* @__PURE__ */ new Map();
  for (const side of [before, after]) {
    for (const key of Object.keys(side ?? {})) {
      if (!results.has(key)) results.set(key, field(key, ownValue(before, key), ownValue(after, key)));
    }
  }
  return [rebuild(before, results, 0), rebuild(after, results, 1)];
}
function rebuild(original, results, side) {
  if (original === void 0) return void 0;
  const keys = Object.keys(original);
  if (keys.every((key) => results.get(key)?.[side] === original[key])) return original;
  const copy = emptyMap();
  for (const key of keys) {
    const value = results.get(key)?.[side];
    if (value !== void 0) copy[key] = value;
  }
  return copy;
}
function redactField(key, before, after) {
  return COPIES.has(key) ? mask(before, after) : redactSides(before, after, false);
}
function redactSecrets(before, after) {
  return redactMaps(withFoldedData(before), withFoldedData(after), (key, left, right) => {
    if (key === "data") return redactData(left, right);
    return OPEN_FIELDS.has(key) ? redactField(key, left, right) : mask(left, right);
  });
}
function withFoldedData(secret) {
  if (secret === void 0) return void 0;
  const folded = emptyMap();
  for (const [key, value] of Object.entries(secret)) {
    if (key !== "data" && key !== "stringData") folded[key] = value;
    else folded["data"] ??= foldData(ownValue(secret, "data") ?? {}, ownValue(secret, "stringData") ?? {});
  }
  return folded;
}
function foldData(data, stringData) {
  if (!isMap2(data) || !isMap2(stringData)) return canonical([data, stringData]);
  const values = /* @__PURE__ */ new Map();
  for (const [key, value] of Object.entries(data)) values.set(key, comparable(value, "base64"));
  for (const [key, value] of Object.entries(stringData)) values.set(key, comparable(value, "utf8"));
  const folded = emptyMap();
  for (const key of [...values.keys()].sort()) folded[key] = values.get(key);
  return folded;
}
function redactData(before, after) {
  if (before !== void 0 && !isMap2(before) || after !== void 0 && !isMap2(after)) return mask(before, after);
  return redactMaps(before, after, (_key, left, right) => mask(left, right));
}
function comparable(value, encoding) {
  if (typeof value !== "string") return `value ${canonical(value)}`;
  if (encoding === "utf8") return `bytes ${Buffer.from(value, "utf8").toString("latin1")}`;
  const text = value.replace(/\s+/g, "");
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return `text ${value}`;
  return `bytes ${Buffer.from(text, "base64").toString("latin1")}`;
}
function mask(before, after) {
  if (before === void 0 || after === void 0 || canonical(before) === canonical(after)) {
    return [before === void 0 ? void 0 : UNCHANGED, after === void 0 ? void 0 : UNCHANGED];
  }
  return [BEFORE, AFTER];
}
function canonical(value) {
  return JSON.stringify(value, (_key, part) => typeof part === "bigint" ? `${part}n` : part);
}
function isMap2(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function emptyMap() {
  return /* @__PURE__ */ Object.create(null);
}
function ownValue(map, key) {
  return map !== void 0 && Object.hasOwn(map, key) ? map[key] : void 0;
}

// src/review/fields.ts
var MAX_FIELDS = 200;
var MAX_VALUE_LENGTH = 2e3;
var MAX_LIST_EDITS = 200;
var ROOT = { before: "", after: "" };
function under(place, before, after = before) {
  return { before: `${place.before}/${before}`, after: `${place.after}/${after}` };
}
function compareFields(input) {
  const fields = [];
  const references = /* @__PURE__ */ new Set();
  let count = 0;
  let referenceCount = 0;
  compare(ROOT, input.before, input.after);
  return {
    fields,
    more: count - fields.length,
    onlyReferences: count > 0 && count === referenceCount,
    references
  };
  function compare(place, before, after) {
    if (before === after || input.except.has(place.after)) return;
    if (Array.isArray(before) && Array.isArray(after)) compareLists(place, before, after);
    else if (isMap3(before) && isMap3(after)) compareMaps(place, before, after);
    else add(place, "changed", before, after);
  }
  function compareMaps(place, before, after) {
    for (const key of Object.keys(before)) {
      const child = under(place, escapePointer(key));
      if (Object.hasOwn(after, key)) compare(child, before[key], after[key]);
      else add(child, "removed", before[key], void 0);
    }
    for (const key of Object.keys(after)) {
      if (!Object.hasOwn(before, key)) add(under(place, escapePointer(key)), "added", void 0, after[key]);
    }
  }
  function compareLists(place, before, after) {
    const key = mergeKeyOf(before, after);
    if (key === void 0) compareSequences(place, before, after);
    else compareKeyed(place, before, after, key);
  }
  function compareKeyed(place, before, after, key) {
    const positions = new Map(after.map((item, index) => [keyOf(item, key, input.namesAfter), index]));
    const kept = /* @__PURE__ */ new Set();
    let previous = -1;
    let reordered = false;
    before.forEach((item, index) => {
      const position = positions.get(keyOf(item, key, input.namesBefore));
      if (position === void 0) return add(under(place, index), "removed", item, void 0);
      kept.add(position);
      reordered ||= position < previous;
      previous = position;
      compare(under(place, index, position), item, after[position]);
    });
    after.forEach((item, index) => {
      if (!kept.has(index)) add(under(place, index), "added", void 0, item);
    });
    if (reordered) add(place, "reordered");
  }
  function compareSequences(place, before, after) {
    const tokensBefore = before.map((item) => token(item, input.namesBefore));
    const tokensAfter = after.map((item) => token(item, input.namesAfter));
    const parts = diffArrays(tokensBefore, tokensAfter, { maxEditLength: MAX_LIST_EDITS }) ?? [
      { value: tokensBefore, removed: true, added: false },
      { value: tokensAfter, removed: false, added: true }
    ];
    let left = 0;
    let right = 0;
    let removed = 0;
    let added = 0;
    for (const part of parts) {
      if (part.removed) removed += part.value.length;
      else if (part.added) added += part.value.length;
      else {
        closeRun();
        for (const _ of part.value) comparePositions();
      }
    }
    closeRun();
    function closeRun() {
      for (; removed > 0 && added > 0; removed--, added--) comparePositions();
      for (; removed > 0; removed--, left++) add(under(place, left), "removed", before[left], void 0);
      for (; added > 0; added--, right++) add(under(place, right), "added", void 0, after[right]);
    }
    function comparePositions() {
      compare(under(place, left, right), before[left], after[right]);
      left++;
      right++;
    }
  }
  function isReference(before, after) {
    if (typeof before !== "string" || typeof after !== "string") return false;
    const from = input.namesBefore.get(before);
    const to = input.namesAfter.get(after);
    return (from !== void 0 || to !== void 0) && (from ?? before) === (to ?? after);
  }
  function add(at, op, before, after) {
    const reference = op === "changed" && isReference(before, after);
    if (reference) {
      referenceCount++;
      references.add(after);
    }
    count++;
    if (fields.length === MAX_FIELDS) return;
    const path = op === "removed" ? input.maskBefore(at.before) : input.maskAfter(at.after);
    const place = { path, op };
    if (isRedacted(before) || isRedacted(after)) {
      fields.push({ ...place, redacted: true });
      return;
    }
    const left = snapshot(before, input.maskBefore);
    const right = snapshot(after, input.maskAfter);
    if (left === OVERSIZED || right === OVERSIZED) {
      fields.push({ ...place, oversized: true });
      return;
    }
    fields.push({
      ...place,
      ...reference ? { reference: true } : {},
      ...before === void 0 ? {} : { before: left },
      ...after === void 0 ? {} : { after: right }
    });
  }
}
var OVERSIZED = /* @__PURE__ */ Symbol("oversized");
function snapshot(value, mask2) {
  let room = MAX_VALUE_LENGTH;
  const result = copy(value);
  return room < 0 ? OVERSIZED : result;
  function copy(part) {
    room -= typeof part === "string" ? part.length + 2 : 4;
    if (room < 0) return void 0;
    if (typeof part === "bigint") return String(part);
    if (typeof part === "string") return mask2(part);
    if (Array.isArray(part)) return part.map(copy);
    if (part === void 0 || !isMap3(part)) return part;
    const map = /* @__PURE__ */ Object.create(null);
    for (const key of Object.keys(part)) {
      room -= key.length + 4;
      map[mask2(key)] = copy(part[key]);
    }
    return map;
  }
}
function token(value, names) {
  return JSON.stringify(value, (_key, part) => {
    if (typeof part === "bigint") return `${part}n`;
    if (typeof part === "string") return names.get(part) ?? part;
    return isMap3(part) ? sorted(part) : part;
  });
}
function sorted(map) {
  const copy = /* @__PURE__ */ Object.create(null);
  for (const key of Object.keys(map).sort()) copy[key] = map[key];
  return copy;
}
function escapePointer(key) {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
function isMap3(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/review/sections.ts
var LABEL_KEYS = ["name", "containerPort", "port", "mountPath", "key", "path", "host", "ip", "kind"];
function sectionsOf(lines, wanted) {
  const snapshots = /* @__PURE__ */ new Map();
  const stack = [];
  let next = 0;
  let block;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    const indent = line.length - line.trimStart().length;
    if (block !== void 0 && (line.trim() === "" || indent > block)) {
      if (wanted[next] === index) snapshots.set(wanted[next++], stack.slice());
      continue;
    }
    block = readLine(line.trimStart(), indent, stack) ? stack.at(-1)?.indent ?? 0 : void 0;
    if (wanted[next] === index) snapshots.set(wanted[next++], stack.slice(0, -1));
  }
  return new Map([...snapshots].map(([line, frames]) => [line, format(frames)]));
}
function readLine(text, indent, stack) {
  let rest = text;
  let at = indent;
  while (rest === "-" || rest.startsWith("- ")) {
    closeWhile(stack, (top) => top.indent > at || top.indent === at && top.key === void 0);
    stack.push({ indent: at, key: void 0, label: void 0, rank: LABEL_KEYS.length });
    const inner = rest.slice(1).trimStart();
    at += rest.length - inner.length;
    rest = inner;
  }
  const split = splitKey(rest);
  if (split === void 0) {
    const element2 = stack.at(-1);
    if (element2 !== void 0 && element2.key === void 0 && rest !== "" && rest !== text)
      element2.label ??= unquote(rest);
    return startsBlock(rest);
  }
  closeWhile(stack, (top) => top.indent >= at);
  const element = stack.at(-1);
  const rank = LABEL_KEYS.indexOf(split.key);
  if (element !== void 0 && element.key === void 0 && rank >= 0 && rank < element.rank && split.value !== "") {
    element.label = unquote(split.value);
    element.rank = rank;
  }
  stack.push({ indent: at, key: split.key, label: void 0, rank: 0 });
  return startsBlock(split.value);
}
function closeWhile(stack, condition) {
  while (stack.length > 0 && condition(stack.at(-1))) stack.pop();
}
function splitKey(text) {
  if (text.startsWith('"') || text.startsWith("'")) {
    const match = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'):(?: |$)/.exec(text);
    if (match === null) return void 0;
    const key = match[0].trimEnd().slice(0, -1);
    return { key: unquote(key), value: text.slice(match[0].length) };
  }
  const colon = text.indexOf(": ");
  if (colon > 0) return { key: text.slice(0, colon), value: text.slice(colon + 2).trim() };
  return text.length > 1 && text.endsWith(":") ? { key: text.slice(0, -1), value: "" } : void 0;
}
function startsBlock(value) {
  return /^[|>][0-9+-]*$/.test(value);
}
function unquote(text) {
  const quote = text[0];
  if (text.length < 2 || !text.endsWith(quote) || quote !== '"' && quote !== "'") return text;
  return text.slice(1, -1);
}
var MAX_LABEL_LENGTH = 60;
function format(frames) {
  let path = "";
  for (const { key, label } of frames) {
    if (key === void 0) path += `[${shorten(label ?? "")}]`;
    else if (/[.[\]\s]/.test(key)) path += `[${shorten(key)}]`;
    else path += path === "" ? key : `.${key}`;
  }
  return path;
}
function shorten(text) {
  return text.length <= MAX_LABEL_LENGTH ? text : `${text.slice(0, MAX_LABEL_LENGTH)}…`;
}

// src/review/hunks.ts
var CONTEXT = 3;
var MAX_EDITS = 500;
function diffTexts(before, after) {
  const left = linesOf(before);
  const right = linesOf(after);
  const groups = groupEdits(findEdits(left, right));
  const places = groups.map(([first]) => {
    const edit = first;
    return edit.added > 0 ? { side: right, line: edit.right } : { side: left, line: edit.left };
  });
  const oldSections = sectionsOf(
    left,
    places.filter((place) => place.side === left).map((place) => place.line)
  );
  const newSections = sectionsOf(
    right,
    places.filter((place) => place.side === right).map((place) => place.line)
  );
  return groups.map((edits, index) => {
    const place = places[index];
    const section = (place.side === left ? oldSections : newSections).get(place.line) ?? "";
    return hunkOf(edits, left, right, section);
  });
}
function linesOf(text) {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}
function findEdits(left, right) {
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start++;
  let end = 0;
  while (end < shorter - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;
  const oldMiddle = left.slice(start, left.length - end);
  const newMiddle = right.slice(start, right.length - end);
  if (oldMiddle.length === 0 && newMiddle.length === 0) return [];
  const whole = { left: start, right: start, removed: oldMiddle.length, added: newMiddle.length };
  if (oldMiddle.length === 0 || newMiddle.length === 0) return [whole];
  const parts = diffArrays(oldMiddle, newMiddle, { maxEditLength: MAX_EDITS });
  if (parts === void 0) return [whole];
  const edits = [];
  let oldLine = start;
  let newLine = start;
  let open;
  for (const part of parts) {
    const size = part.value.length;
    if (!part.removed && !part.added) {
      if (open !== void 0) edits.push(open);
      open = void 0;
      oldLine += size;
      newLine += size;
      continue;
    }
    open ??= { left: oldLine, right: newLine, removed: 0, added: 0 };
    if (part.removed) {
      open.removed += size;
      oldLine += size;
    } else {
      open.added += size;
      newLine += size;
    }
  }
  if (open !== void 0) edits.push(open);
  return edits;
}
function groupEdits(edits) {
  const groups = [];
  let previousEnd = Number.NEGATIVE_INFINITY;
  for (const edit of edits) {
    if (edit.left - previousEnd <= 2 * CONTEXT) groups.at(-1).push(edit);
    else groups.push([edit]);
    previousEnd = edit.left + edit.removed;
  }
  return groups;
}
function hunkOf(edits, left, right, section) {
  const first = edits[0];
  const last = edits.at(-1);
  const lead = Math.min(CONTEXT, first.left);
  const oldStart = first.left - lead;
  const newStart = first.right - lead;
  const oldEnd = Math.min(left.length, last.left + last.removed + CONTEXT);
  const newEnd = Math.min(right.length, last.right + last.added + CONTEXT);
  const lines = [];
  let at = oldStart;
  for (const edit of edits) {
    for (; at < edit.left; at++) lines.push({ op: " ", text: left[at] });
    for (let i = 0; i < edit.removed; i++) lines.push({ op: "-", text: left[edit.left + i] });
    for (let i = 0; i < edit.added; i++) lines.push({ op: "+", text: right[edit.right + i] });
    at = edit.left + edit.removed;
  }
  for (; at < oldEnd; at++) lines.push({ op: " ", text: left[at] });
  return {
    oldStart: oldEnd === oldStart ? oldStart : oldStart + 1,
    oldLines: oldEnd - oldStart,
    newStart: newEnd === newStart ? newStart : newStart + 1,
    newLines: newEnd - newStart,
    section,
    lines
  };
}

// src/review/names.ts
function generatedNames(resources) {
  const names = /* @__PURE__ */ new Map();
  for (const resource of resources) {
    if (resource.name !== resource.baseName) names.set(resource.name, resource.baseName);
  }
  return names;
}
function hashMasks(base, head) {
  const before = secretHashes(base);
  const after = secretHashes(head);
  return {
    base: maskOf(before, (hash) => after.size === 0 || after.has(hash) ? "<hash>" : "<hash, before>"),
    head: maskOf(after, (hash) => before.size === 0 || before.has(hash) ? "<hash>" : "<hash, after>")
  };
}
function secretHashes(resources) {
  const hashes = /* @__PURE__ */ new Set();
  for (const { kind, name, baseName } of resources) {
    if (kind === "Secret" && name.startsWith(`${baseName}-`)) hashes.add(name.slice(baseName.length + 1));
  }
  return hashes;
}
function maskOf(hashes, label) {
  if (hashes.size === 0) return (text) => text;
  return (text) => text.replace(/[a-z0-9]+/g, (word) => hashes.has(word) ? label(word) : word);
}

// src/review/pairing.ts
function pairResources(base, head) {
  const partners = /* @__PURE__ */ new Map();
  let restOfBase = base;
  let restOfHead = head;
  for (const identity of [exactIdentity, versionlessIdentity, hashlessIdentity]) {
    if (restOfBase.length === 0 || restOfHead.length === 0) break;
    const taken = matchBy(identity, restOfBase, restOfHead, partners);
    restOfBase = restOfBase.filter((resource) => !taken.has(resource));
    restOfHead = restOfHead.filter((resource) => !partners.has(resource));
  }
  const pairs = head.map((resource) => ({ base: partners.get(resource), head: resource }));
  for (const resource of restOfBase) pairs.push({ base: resource, head: void 0 });
  return pairs;
}
function matchBy(identity, base, head, partners) {
  const waiting = /* @__PURE__ */ new Map();
  for (let index = base.length - 1; index >= 0; index--) {
    const resource = base[index];
    const key = identity(resource);
    const queue = waiting.get(key);
    if (queue === void 0) waiting.set(key, [resource]);
    else queue.push(resource);
  }
  const taken = /* @__PURE__ */ new Set();
  for (const resource of head) {
    const partner = waiting.get(identity(resource))?.pop();
    if (partner === void 0) continue;
    partners.set(resource, partner);
    taken.add(partner);
  }
  return taken;
}
function exactIdentity(resource) {
  return `${resource.apiVersion}\0${resource.kind}\0${resource.namespace}\0${resource.name}`;
}
function versionlessIdentity(resource) {
  return `${groupOf(resource)}\0${resource.kind}\0${namespaceOf(resource)}\0${resource.name}`;
}
function hashlessIdentity(resource) {
  return `${groupOf(resource)}\0${resource.kind}\0${namespaceOf(resource)}\0${resource.baseName}`;
}
function groupOf(resource) {
  const slash = resource.apiVersion.indexOf("/");
  return slash < 0 ? "" : resource.apiVersion.slice(0, slash);
}
function namespaceOf(resource) {
  return resource.namespace === "" ? "default" : resource.namespace;
}

// src/review/print.ts
function printValue(value) {
  const lines = [];
  append(value, "", "", lines);
  return `${lines.join("\n")}
`;
}
function append(value, lead, indent, lines) {
  if (Array.isArray(value) && value.length > 0) {
    if (lead !== "") lines.push(lead);
    for (const item of value) appendItem(item, indent, lines);
    return;
  }
  const keys = isMap4(value) ? Object.keys(value) : [];
  if (keys.length > 0) {
    if (lead !== "") lines.push(lead);
    for (const key of keys) {
      const child = value[key];
      const childIndent = Array.isArray(child) ? indent : `${indent}  `;
      append(child, `${indent}${printString(key)}:`, childIndent, lines);
    }
    return;
  }
  const separator = lead === "" ? "" : " ";
  if (typeof value === "string" && value.includes("\n")) appendText(value, `${lead}${separator}`, indent, lines);
  else lines.push(`${lead}${separator}${printScalar(value)}`);
}
function appendItem(item, indent, lines) {
  const at = lines.length;
  append(item, "", `${indent}  `, lines);
  const first = lines[at] ?? "";
  const own = first.startsWith(`${indent}  `) ? first.slice(indent.length + 2) : first;
  lines[at] = `${indent}- ${own}`;
}
function appendText(text, lead, indent, lines) {
  if (!/^[^\s]/.test(text) || /[^\n\t\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd]|[ \t]\n/.test(text) || !/[^\n]\n?$/.test(text)) {
    lines.push(`${lead}${JSON.stringify(text)}`);
    return;
  }
  lines.push(`${lead}${text.endsWith("\n") ? "|" : "|-"}`);
  for (const line of text.replace(/\n$/, "").split("\n")) lines.push(line === "" ? "" : `${indent}${line}`);
}
function printScalar(value) {
  if (typeof value === "string") return printString(value);
  if (Array.isArray(value)) return "[]";
  return isMap4(value) ? "{}" : String(value);
}
function printString(text) {
  if (/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)) return JSON.stringify(text);
  return /^[A-Za-z_/<][\w./<>,()=+@ -]*$/.test(text) && !text.endsWith(" ") ? text : JSON.stringify(text);
}
function isMap4(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/review/changes.ts
function compareResources(base, head, masks) {
  if (base.length === head.length && base.every((resource, index) => sameText(resource, head[index]))) {
    return { changes: [], layoutOnly: 0 };
  }
  const names = { base: generatedNames(base), head: generatedNames(head) };
  const removed = [];
  const changed = [];
  const added = [];
  const referring = [];
  const referrers = /* @__PURE__ */ new Map();
  let layoutOnly = 0;
  for (const pair of pairResources(base, head)) {
    if (pair.base === void 0) added.push(wholeChange("added", pair.head, masks.head));
    else if (pair.head === void 0) removed.push(wholeChange("removed", pair.base, masks.base));
    else if (!sameText(pair.base, pair.head)) {
      const result = compareObjects(pair.base, pair.head, names, masks);
      if (result === void 0) {
        layoutOnly++;
        continue;
      }
      (result.change.onlyReferences ? referring : changed).push(result.change);
      noteReferrers(referrers, pair.head, result.references, masks.head);
    }
  }
  return { changes: [...removed, ...changed.map(withReferrers), ...added, ...referring], layoutOnly };
  function withReferrers(change) {
    const found = change.from?.name === void 0 ? void 0 : referrers.get(change.name);
    return found === void 0 ? change : { ...change, referrers: found };
  }
}
function sameText(base, head) {
  return base.yaml === head?.yaml && base.name === head.name;
}
function wholeChange(op, resource, mask2) {
  const value = resource.value();
  const redacted = op === "added" ? redact(void 0, value) : redact(value, void 0);
  const text = textOf(resource, op === "added" ? redacted.after : redacted.before, redacted.withheld, mask2);
  return {
    op,
    ...identityOf(resource, mask2),
    ...redacted.withheld ? { redacted: true } : {},
    fields: [],
    hunks: op === "added" ? diffTexts("", text) : diffTexts(text, ""),
    ...originOf(resource)
  };
}
function compareObjects(base, head, names, masks) {
  const redacted = redact(base.value(), head.value());
  const from = {
    ...base.name === head.name ? {} : { name: masks.base(base.name) },
    ...base.apiVersion === head.apiVersion ? {} : { apiVersion: base.apiVersion }
  };
  const renamed = Object.keys(from).length > 0;
  const result = compareFields({
    before: redacted.before,
    after: redacted.after,
    namesBefore: names.base,
    namesAfter: names.head,
    maskBefore: masks.base,
    maskAfter: masks.head,
    except: /* @__PURE__ */ new Set([..."name" in from ? ["/metadata/name"] : [], ..."apiVersion" in from ? ["/apiVersion"] : []])
  });
  if (result.fields.length === 0 && !renamed) return void 0;
  const change = {
    op: "changed",
    ...identityOf(head, masks.head),
    ...renamed ? { from } : {},
    ...result.onlyReferences && !renamed ? { onlyReferences: true } : {},
    ...redacted.withheld ? { redacted: true } : {},
    fields: result.fields,
    ...result.more > 0 ? { moreFields: result.more } : {},
    hunks: diffTexts(
      textOf(base, redacted.before, redacted.withheld, masks.base),
      textOf(head, redacted.after, redacted.withheld, masks.head)
    ),
    ...originOf(head)
  };
  return { change, references: result.references };
}
function identityOf(resource, mask2) {
  const { apiVersion, kind, namespace, name, baseName } = resource;
  return { apiVersion, kind, namespace, name: mask2(name), ...baseName === name ? {} : { baseName } };
}
function textOf(resource, value, withheld, mask2) {
  return mask2(withheld ? printValue(value) : resource.yaml);
}
function originOf(resource) {
  if (resource.origin === void 0) return {};
  const { file, line } = resource.origin;
  return { origin: { file, ...line === void 0 ? {} : { line } } };
}
function noteReferrers(referrers, resource, references, mask2) {
  const { kind, namespace, name } = resource;
  for (const reference of references) {
    const key = mask2(reference);
    const list = referrers.get(key);
    const referrer = { kind, namespace, name: mask2(name) };
    if (list === void 0) referrers.set(key, [referrer]);
    else list.push(referrer);
  }
}

// src/review/target.ts
function reviewTarget(base, head) {
  const path = head.target;
  const resources = {
    base: base.status === "rendered" ? base.resources.length : null,
    head: head.status === "rendered" ? head.resources.length : null
  };
  if (head.status === "failed") {
    const failedBefore = base.status === "failed";
    return { path, status: "failed", failedBefore, resources, changes: [], diagnostics: head.diagnostics };
  }
  if (base.status === "failed") {
    const status = head.status === "absent" ? "removed" : "failed-at-base";
    return { path, status, resources, changes: [], diagnostics: base.diagnostics };
  }
  if (base.status === "absent" && head.status === "absent") {
    return { path, status: "failed", failedBefore: true, resources, changes: [], diagnostics: [nowhere(path)] };
  }
  const before = base.status === "absent" ? [] : base.resources;
  const after = head.status === "absent" ? [] : head.resources;
  const masks = hashMasks(before, after);
  const { changes, layoutOnly } = compareResources(before, after, masks);
  const diagnostics = head.status === "absent" ? [] : head.diagnostics;
  return {
    path,
    status: statusOf(base, head, changes.length),
    resources,
    changes,
    ...layoutOnly > 0 ? { layoutOnly } : {},
    diagnostics: diagnostics.map((diagnostic) => masked(diagnostic, masks.head))
  };
}
function masked(diagnostic, mask2) {
  const { message, object } = diagnostic;
  return { ...diagnostic, message: mask2(message), ...object === void 0 ? {} : { object: mask2(object) } };
}
function statusOf(base, head, changes) {
  if (base.status === "absent") return "added";
  if (head.status === "absent") return "removed";
  return changes > 0 ? "changed" : "unchanged";
}
function nowhere(path) {
  return {
    code: "target-not-found",
    severity: "error",
    message: `there is no kustomization in ${path}, neither at the base nor at the head`,
    file: path,
    hint: "Name a directory that holds a kustomization.yaml."
  };
}

// src/review/groups.ts
function groupChanges(report) {
  const groups = /* @__PURE__ */ new Map();
  for (const target of report.targets) {
    for (const change of target.changes) {
      const key = keyOf2(change);
      const group = groups.get(key) ?? openGroup(change);
      groups.set(key, group);
      group.targets.push(target.path);
      group.namespaces.add(change.namespace);
      for (const referrer of change.referrers ?? [])
        group.referrers.set(`${referrer.kind}\0${referrer.name}`, referrer);
    }
  }
  return [...groups.values()].map(closed).sort((a, b) => rankOf(a.change) - rankOf(b.change));
}
function openGroup(change) {
  return { change, targets: [], namespaces: /* @__PURE__ */ new Set(), referrers: /* @__PURE__ */ new Map() };
}
function closed({ change, targets, namespaces, referrers }) {
  const gathered = referrers.size === 0 ? change : { ...change, referrers: [...referrers.values()] };
  return { change: gathered, namespaces: [...namespaces], targets };
}
function keyOf2(change) {
  const { op, apiVersion, kind, namespace, name, from, hunks } = change;
  const ownNamespace = `namespace: ${namespace}`;
  const lines = hunks.map(
    (hunk) => hunk.lines.map(
      ({ op: sign, text }) => sign + (text.endsWith(ownNamespace) ? text.slice(0, -namespace.length) : text)
    )
  );
  return JSON.stringify([op, apiVersion, kind, name, from, lines]);
}
function rankOf(change) {
  if (change.onlyReferences) return 3;
  return { removed: 0, changed: 1, added: 2 }[change.op];
}

// src/review/withhold.ts
function withholdSecrets(rendering) {
  const { resources } = rendering;
  if (!resources.some(({ yaml }) => mayHoldSecrets(yaml))) return rendering;
  const mask2 = hashMasks(resources, resources).head;
  return { ...rendering, resources: resources.map((resource) => withoutSecrets(resource, mask2)) };
}
function withoutSecrets(resource, mask2) {
  const read = () => redact(void 0, resource.value());
  const redacted = mayHoldSecrets(resource.yaml) ? read() : void 0;
  const yaml = redacted?.withheld ? printValue(redacted.after) : resource.yaml;
  return {
    ...resource,
    name: mask2(resource.name),
    yaml: mask2(yaml),
    value: () => maskStrings((redacted ?? read()).after, mask2)
  };
}
function maskStrings(value, mask2) {
  if (typeof value === "string") return mask2(value);
  if (Array.isArray(value)) return value.map((item) => maskStrings(item, mask2));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [mask2(key), maskStrings(item, mask2)]));
}

// src/review/index.ts
function review(input) {
  const targets = input.renderings.map(({ base, head }) => reviewTarget(base, head));
  targets.sort((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
  return { version: REPORT_VERSION, base: input.base, head: input.head, targets };
}

export {
  groupChanges,
  withholdSecrets,
  review
};
