/** ValueAddTransformer: writes one value into fields of many objects; docs/specification/value-add.md. */
import { posix } from "node:path";
import { failure, type Location, type Warn } from "../diagnostics.ts";
import { type Decoded, type Dialect, int, list, Reading, record, selector, text } from "../documents/index.ts";
import { type Resource, setField, setScalar } from "../resource/index.ts";
import { toConfigValue } from "../yaml/index.ts";
import { get, isNull, locate, type MapNode, map, type Node, type ScalarNode, scalar, seq } from "../yaml/nodes/node.ts";
import type { TransformerKind } from "./builtin.ts";
import { documentOf } from "./document.ts";
import { namespaceSetter } from "./namespace-transformer.ts";
import { selectResources } from "./selection.ts";
import type { Transformer } from "./transformer.ts";

const targetFields = { selector, fieldPath: text, filePathPosition: int };
type ValueAddTarget = Decoded<typeof targetFields>;

const targetFile = { targets: list(record<ValueAddTarget>(targetFields)) };
const documentFields = { value: text, ...targetFile, targetFilePath: text };

export const valueAddTransformer: TransformerKind<Decoded<typeof documentFields>> = {
  kind: "ValueAddTransformer",
  role: "transformer",
  decode: documentOf(documentFields),
  async create({ value = "", targets = [], targetFilePath = "", location }, context) {
    const all = [...targets];
    if (targetFilePath !== "") {
      const { node, display } = await context.readConfig(targetFilePath, location);
      all.push(...decodeTargets(node, display, context.warn));
    }
    // Without a value the name of the directory is added.
    return [addValue(value.trim() || posix.basename(context.directory), all, location)];
  },
};

const dialect: Dialect = {
  unknownFields: "warning",
  duplicateFields: "warning",
  coercesToText: true,
  value: toConfigValue,
};

/**
 * Decodes the file that `targetFilePath` names (docs/specification/value-add.md 1.1).
 *
 * @throws KrmError with every problem of the file: `wrong-type`, `invalid-key`
 */
export function decodeTargets(node: Node | undefined, file: string, warn: Warn): readonly ValueAddTarget[] {
  if (node === undefined) return [];
  const reading = new Reading(dialect, file, "this file");
  const decoded = record<Decoded<typeof targetFile>>(targetFile)(node, reading);
  reading.finish(warn);
  return decoded?.targets ?? [];
}

/** @throws KrmError `invalid-value` for incomplete targets */
function addValue(value: string, targets: readonly ValueAddTarget[], location: Location): Transformer {
  if (targets.length === 0) {
    const hint = "Add `targets`, or a `targetFilePath`.";
    throw failure("invalid-value", "must specify at least one target: this ValueAddTransformer has none", {
      ...location,
      hint,
    });
  }
  for (const target of targets) checkTarget(target);
  return {
    kind: "ValueAddTransformer",
    transform(resources) {
      for (const { selector: selects, fieldPath = "", filePathPosition = 0 } of targets) {
        const set = fieldPath === "metadata/namespace" ? namespaceSetter({ namespace: value, location }) : undefined;
        for (const resource of selects === undefined ? resources.items : selectResources(resources, selects)) {
          if (resource.node === undefined) continue;
          if (set !== undefined) set(resource, resource.node);
          else add(resource, resource.node, { value, path: splitPath(fieldPath), position: filePathPosition });
          resources.changed(resource);
        }
      }
    },
  };
}

function checkTarget({ fieldPath = "", filePathPosition = 0, location }: ValueAddTarget): void {
  if (fieldPath === "")
    throw failure("invalid-value", "the fieldPath of a target cannot be empty", { ...location, hint: "Name a field." });
  if (filePathPosition >= 0) return;
  throw failure("invalid-value", `filePathPosition (${filePathPosition}) cannot be negative`, {
    ...location,
    hint: "Count from 1.",
  });
}

/** Splits a path at slashes without a backslash before them. Empty segments are dropped. */
function splitPath(path: string): string[] {
  const segments = path.split(/(?<!\\)\//).map((segment) => segment.replaceAll("\\/", "/").trim());
  return segments.filter((segment) => segment !== "");
}

interface Addition {
  readonly value: string;
  readonly path: readonly string[];
  /** The position, from 1, at which the value is inserted into the path in the field; 0 replaces the path. */
  readonly position: number;
}

function add(resource: Resource, node: MapNode, { value, path, position }: Addition): void {
  let field: Node | undefined = node;
  for (let depth = 0; depth < path.length; depth++) {
    // Nothing is written below a null or to a missing index of a list, as in kustomize.
    if (field === undefined || isNull(field)) return;
    field = enter(field, path[depth] as string, path[depth + 1], resource);
  }
  if (field === undefined) return;
  if (field.kind !== "scalar") throw wrongKind(field, "a single value", resource);
  setScalar(field, scalar(position > 0 ? insertPart(field.value, position - 1, value) : value));
}

/** Returns the field or element, and creates it if it is missing. Undefined for an index beyond the end. */
function enter(node: Node, part: string, next: string | undefined, resource: Resource): Node | undefined {
  if (/^[+-]?\d+$/.test(part) || part === "-") {
    if (node.kind !== "seq") throw wrongKind(node, "a list", resource);
    return node.items.at(part === "-" ? -1 : Number(part));
  }
  const matcher = /^\[([^=]*)=(.*)\]$/s.exec(part);
  if (matcher !== null) {
    if (node.kind !== "seq") throw wrongKind(node, "a list", resource);
    return element(node.items, matcher[1] as string, matcher[2] as string);
  }
  if (node.kind !== "map") throw wrongKind(node, "a map", resource);
  const found = get(node, part);
  if (found !== undefined) return found;
  const made = make(next);
  setField(node, part, made);
  return made;
}

function element(items: Node[], key: string, value: string): Node {
  const textOf = (item: Node): Node | undefined => (key === "" ? item : get(item, key));
  const isMeant = (item: Node): boolean => (textOf(item) as ScalarNode | undefined)?.value === value;
  let found = items.find(isMeant);
  if (found === undefined) {
    found = key === "" ? scalar(value) : map([{ key: scalar(key), value: scalar(value) }]);
    items.push(found);
  }
  return found;
}

/** Creates a missing field. The next part of the path decides its type. */
function make(next: string | undefined): Node {
  if (next === undefined) return scalar("");
  return /^\d+$/.test(next) || /^\[.*\]$/s.test(next) ? seq() : map();
}

/** Inserts a part into a file path. A leading slash stays first. */
function insertPart(path: string, index: number, part: string): string {
  const parts = path === "" ? [] : path === "/" ? [""] : path.split("/");
  let at = Math.min(index, parts.length);
  if (parts[0] === "" && at < parts.length) at++;
  parts.splice(at, 0, part);
  const joined = posix.join(...parts);
  return parts[0] === "" ? `/${joined}` : joined;
}

function wrongKind(node: Node, expected: string, resource: Resource): Error {
  const found = { map: "a map", seq: "a list", scalar: "a single value" }[node.kind];
  return failure("field-path", `the value cannot be added: expected ${expected}, but found ${found}`, {
    ...(locate(node) ?? resource.origin),
    object: resource.describe(),
    hint: "Correct the `fieldPath` of the target.",
  });
}
