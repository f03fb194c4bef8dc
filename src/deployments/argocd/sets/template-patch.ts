/** Applies `templatePatch` to an Application; docs/specification/argocd-application-sets.md 8.6. */
import { KrmError, type Location } from "../../../diagnostics.ts";
import { emptyMap, isMap, valueAt } from "../../../manifests/index.ts";
import type { MapValue, Value } from "../../../yaml/index.ts";
import { APPLICATION } from "./application-shape.ts";
import { asGoData } from "./parameters.ts";
import { quoted } from "./plain-renderer.ts";
import { INVALID, invalid } from "./set-problems.ts";
import { shapedMap } from "./shapes.ts";
import { readData } from "./yaml-data.ts";

/** @param text the patch with its parameters filled in @throws KrmError `argocd-set-invalid` */
export function patched(application: MapValue, text: string, place: Location): MapValue {
  const patch = readPatch(text, place);
  if (patch === null) return application;
  if (!isMap(patch)) throw invalid("`templatePatch` must hold a map", place, "Write fields of an Application.");
  // What is no Application is refused before it is merged.
  shapedMap(patch, APPLICATION.fields, () => place, "templatePatch");
  const merged = mergedMap(application, patch, [], place);
  const result = shapedMap(merged, APPLICATION.fields, () => place, "templatePatch");
  const project = valueAt(application, "spec", "project");
  const spec = result["spec"];
  if (isMap(spec)) {
    if (project === undefined) delete spec["project"];
    else spec["project"] = project;
  }
  return result;
}

function readPatch(text: string, place: Location): Value {
  try {
    if (!text.trim().startsWith("{")) return readData(text, place.file);
    if (depthOf(text) > MAX_DEPTH) throw invalid("`templatePatch` is nested too deeply", place, "Correct the patch.");
    return asGoData(JSON.parse(text) as Value);
  } catch (thrown) {
    if (thrown instanceof KrmError && thrown.code === INVALID) throw thrown;
    const reason =
      thrown instanceof KrmError
        ? thrown.diagnostics[0]?.message
        : thrown instanceof SyntaxError
          ? "it is no JSON"
          : undefined;
    if (reason === undefined) throw thrown;
    throw invalid(
      `\`templatePatch\` cannot be read as YAML: ${reason}, in ${quoted(text)}`,
      place,
      "Correct the patch.",
    );
  }
}

/** The most maps and lists in one another, as in YAML. */
const MAX_DEPTH = 1_000;

/** How many maps and lists of a text of JSON are in one another, at most. */
function depthOf(text: string): number {
  let [depth, deepest, isText] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"') isText = !isText;
    else if (isText) at += character === "\\" ? 1 : 0;
    else if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth--;
  }
  return deepest;
}

/** Merges as a strategic merge patch: null removes, maps are merged, lists are replaced but for `finalizers`. */
function mergedMap(original: MapValue, patch: MapValue, path: readonly string[], place: Location): MapValue {
  const directive = own(patch, "$patch");
  if (directive === "delete") return emptyMap();
  if (directive !== undefined && directive !== "replace")
    throw invalid(`\`$patch\` of \`templatePatch\` must be \`replace\` or \`delete\``, place, "Correct the patch.");
  if (directive === "replace") return without(patch, "$patch");
  const result = retained(original, patch, place);
  for (const [key, value] of Object.entries(patch)) {
    if (key === "$retainKeys") continue;
    if (key.startsWith("$setElementOrder/") || key.startsWith("$deleteFromPrimitiveList/"))
      throw invalid(`\`${key}\` of \`templatePatch\` is not read here`, place, "Write the whole list.");
    const before = own(result, key);
    if (value === null) delete result[key];
    else if (isMap(before) && isMap(value)) {
      requireKnown(path, key, place);
      result[key] = mergedMap(before, value, [...path, key], place);
    } else if (Array.isArray(before) && Array.isArray(value)) {
      requireKnown(path, key, place);
      const isSet = path.length === 1 && path[0] === "metadata" && key === "finalizers";
      result[key] = isSet ? joined(before, value) : value;
    } else {
      const made = withoutDirectives(withoutNulls(value));
      if (made === undefined) delete result[key];
      else result[key] = made;
    }
  }
  return result;
}

/** Argo CD cannot merge maps and lists that are in `valuesObject` on both sides. */
function requireKnown(path: readonly string[], key: string, place: Location): void {
  if (!path.includes("valuesObject")) return;
  throw invalid(
    `\`templatePatch\` changes \`${key}\` in \`valuesObject\`, which the template has, too, and Argo CD cannot merge them`,
    place,
    "Write `valuesObject` in only one of them, or use `values`.",
  );
}

/** The part of a map that `$retainKeys` leaves. */
function retained(original: MapValue, patch: MapValue, place: Location): MapValue {
  const keys = own(patch, "$retainKeys");
  const result = Object.assign(emptyMap(), original);
  if (keys === undefined) return result;
  const kept = new Set(Array.isArray(keys) ? keys : []);
  const isWrong = Object.entries(patch).some(
    ([key, value]) => key !== "$retainKeys" && value !== null && !kept.has(key),
  );
  if (!Array.isArray(keys) || isWrong)
    throw invalid("`$retainKeys` of `templatePatch` must list all keys beside it", place, "Correct the patch.");
  for (const key of Object.keys(result)) if (!kept.has(key)) delete result[key];
  return result;
}

function own(value: MapValue, key: string): Value | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function without(value: MapValue, key: string): MapValue {
  const result = Object.assign(emptyMap(), value);
  delete result[key];
  return result;
}

/** Keys with null are dropped, in lists only those of maps in them. */
function withoutNulls(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isMap(value)) return value;
  const result = emptyMap();
  for (const [key, item] of Object.entries(value)) if (item !== null) result[key] = withoutNulls(item);
  return result;
}

/** Undefined for a map with a directive, which has nothing to change here. */
function withoutDirectives(value: Value): Value | undefined {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((item) => item !== undefined);
  if (!isMap(value)) return value;
  if (Object.hasOwn(value, "$patch")) return undefined;
  const result = emptyMap();
  for (const [key, item] of Object.entries(value)) {
    const made = withoutDirectives(item);
    if (made !== undefined) result[key] = made;
  }
  return result;
}

/** Both lists without repetitions. What only the patch has goes in front. */
function joined(before: readonly Value[], patch: readonly Value[]): Value[] {
  const added = [...new Set(patch)];
  const kept = before.filter((item) => !added.includes(item));
  const result: Value[] = [];
  const indexes = new Map(before.map((item, index) => [item, index]));
  while (kept.length > 0 || added.length > 0) {
    const [left, right] = [kept[0], added[0]];
    const at = right === undefined ? Number.POSITIVE_INFINITY : (indexes.get(right) ?? -1);
    const isLeft = left !== undefined && (indexes.get(left) as number) < at;
    result.push((isLeft ? kept.shift() : added.shift()) as Value);
  }
  return result;
}
