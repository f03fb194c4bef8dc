/** Puts a placeholder in place of what is another one at each rendering; docs/specification/helm-charts.md 7. */
import { equalEnds } from "../collections.ts";
import { scalarText, setField, type ValuePath } from "../resource/index.ts";
import { get, type MapNode, type Node, overwrite, type ScalarNode, scalar, seq } from "../yaml/nodes/node.ts";
import { commonWords } from "./common-words.ts";
import { counterparts, IDENTITY } from "./object-pairs.ts";
import type { PrintedObject } from "./objects.ts";

/** In place of a random text, or of one that depends on the time. */
export const GENERATED = "<generated>";

/**
 * Replaces in the first rendering what the second one has otherwise. What is left does not depend on which two renderings they are.
 * @returns the paths of what was replaced, for each object
 */
export function replaceGenerated(objects: readonly PrintedObject[], again: readonly PrintedObject[]): ValuePath[][] {
  const taken = new Map<string, number>();
  return counterparts(objects, again).map((other, index) => {
    const { node } = objects[index] as PrintedObject;
    const paths: ValuePath[] = [];
    if (other !== undefined) visit(node, other.node, [], paths, scalarText(get(node, "kind")) === "Secret");
    if (paths.some((path) => IDENTITY.some((field) => equal(path, field)))) makeUnique(node, taken);
    return paths;
  });
}

function visit(node: Node, other: Node, path: ValuePath, paths: ValuePath[], isSecret: boolean): void {
  if (node.kind === "map" && other.kind === "map") {
    visitMaps(node, other, path, paths, isSecret);
  } else if (node.kind === "seq" && other.kind === "seq" && node.items.length === other.items.length) {
    for (const [index, item] of node.items.entries())
      visit(item, other.items[index] as Node, [...path, String(index)], paths, isSecret);
  } else if (node.kind === "seq" && other.kind === "seq") {
    paths.push(path);
    overwrite(node, seq([placeholder()]));
  } else if (node.kind !== "scalar" || other.kind !== "scalar") {
    paths.push(path);
    overwrite(node, placeholder());
  } else if (node.value !== other.value || node.tag !== other.tag) {
    paths.push(path);
    const isData = isSecret && path.length === 2 && path[0] === "data";
    const text = isIdentity(path)
      ? commonWords(node.value, other.value, GENERATED, /[-.:]/)
      : isData
        ? Buffer.from(GENERATED).toString("base64")
        : stableText(node.value, other.value);
    overwrite(node, placed(scalar(text, "!!str", node.tag === "!!str" ? node.style : ""), node));
  }
}

/** Keys can be random, too: one placeholder stands for all of them. */
function visitMaps(node: MapNode, other: MapNode, path: ValuePath, paths: ValuePath[], isSecret: boolean): void {
  const before = node.entries.length;
  node.entries = node.entries.filter(({ key, value }) => {
    const name = scalarText(key);
    const counterpart = get(other, name);
    if (counterpart === undefined) return false;
    visit(value, counterpart, [...path, name], paths, isSecret);
    return true;
  });
  const isWhole = node.entries.length === before && other.entries.every(({ key }) => get(node, scalarText(key)));
  if (isWhole) return;
  paths.push([...path, GENERATED]);
  setField(node, GENERATED, placeholder());
}

/** The text with one placeholder for all lines between the first and the last one that differ; of a single line, for the words there. */
function stableText(text: string, other: string): string {
  const [lines, others] = [text.split("\n"), other.split("\n")];
  const { start, end } = equalEnds(lines, others);
  const [line, otherLine] = [lines.slice(start, lines.length - end), others.slice(start, others.length - end)];
  const between =
    line.length === 1 && otherLine.length === 1
      ? commonWords(line[0] as string, otherLine[0] as string, GENERATED, NO_WORD)
      : GENERATED;
  return [...lines.slice(0, start), between, ...lines.slice(lines.length - end)].join("\n");
}

/** Neither in base64 nor in a date. */
const NO_WORD = /[^\w+/=.-]/;

/** Two objects whose names differ in random letters only must not become one. */
function makeUnique(node: MapNode, taken: Map<string, number>): void {
  const key = JSON.stringify(IDENTITY.map((path) => scalarText(path.reduce(get, node as Node | undefined))));
  const number = (taken.get(key) ?? 0) + 1;
  taken.set(key, number);
  const name = get(get(node, "metadata"), "name");
  if (number > 1 && name?.kind === "scalar") name.value += `-${number}`;
}

function placeholder(): ScalarNode {
  return scalar(GENERATED, "!!str");
}

function placed(node: ScalarNode, at: Node): ScalarNode {
  node.source = at.source;
  node.offset = at.offset;
  return node;
}

function isIdentity(path: ValuePath): boolean {
  return IDENTITY.some((field) => equal(path, field));
}

function equal(path: ValuePath, other: ValuePath): boolean {
  return path.length === other.length && path.every((step, index) => step === other[index]);
}
