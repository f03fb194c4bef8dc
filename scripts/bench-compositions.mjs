// @ts-check
// Times how long it takes to consolidate a tree of compositions, which `krm-render view composition` prints.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { row } from "./bench-measure.mjs";

/** The compositions of a part of the tree, on five levels. */
const PART = 20;

/** The entries of each composition. */
const ENTRIES = 5;

/**
 * Prints a row for each size, with the time to read the same files as the floor, and how the time grows.
 * @param {object} bench
 * @param {(args: string[]) => Promise<import("./bench-measure.mjs").Figure>} bench.ours
 * @param {(root: string) => Promise<import("./bench-measure.mjs").Figure>} bench.floor
 * @param {string} bench.directory for the compositions
 */
export async function benchCompositions({ ours, floor, directory }) {
  /** @param {number} count */
  const timed = async (count) => {
    const root = join(directory, `compositions-${count}`);
    const mine = await ours(["view", "composition", writeCompositions(root, count)]);
    const least = await floor(root);
    row(`${count} compositions`, mine, undefined, least);
    return { ms: mine.ms, ratio: mine.ms / least.ms };
  };
  const [one, half, all] = [await timed(1), await timed(100), await timed(200)];
  const growth = (all.ms - one.ms) / (half.ms - one.ms);
  console.log(
    `200 compositions with ${200 * ENTRIES} entries: ${all.ratio.toFixed(1)} times the floor; ` +
      `from 100 to 200: ${growth.toFixed(1)} times the time beyond that of one`,
  );
}

/**
 * Writes a tree of compositions with five levels of imports. Each overrides an entry of each of its imports, and the top gives
 * the order of all entries. Returns the directory of the top.
 * @param {string} root @param {number} count
 */
export function writeCompositions(root, count) {
  /** @type {string[][]} */
  const imports = Array.from({ length: count }, () => []);
  for (let index = 1; index < count; index++) {
    const inPart = (index - 1) % PART;
    const parent = inPart === 0 ? 0 : index - inPart + ((inPart - 1) >> 1);
    imports[parent]?.push(String(index));
  }
  imports.forEach((children, index) => {
    const lines = [
      "kind: Composition",
      ...(children.length > 0 ? ["transformersFrom:"] : []),
      ...children.map((child, at) => `- {path: ../${child}, importMode: ${at % 2 === 0 ? "prepend" : "append"}}`),
      ...(children.length > 0 ? ["transformerOverrides:"] : []),
      ...children.flatMap((child) => [
        "- apiVersion: example.com/v1",
        "  kind: App",
        `  metadata: {name: app-${child}}`,
        "  spec: {replicas: 3, env: {LEVEL: info}}",
      ]),
      "transformers:",
      ...entries(index),
      ...(index === 0 ? ["transformerOrder:", ...order(count)] : []),
    ];
    mkdirSync(join(root, String(index)), { recursive: true });
    writeFileSync(join(root, String(index), "composition.yaml"), `${lines.join("\n")}\n`);
  });
  return join(root, "0");
}

/** @param {number} index */
function entries(index) {
  return [
    "- kind: ResourceAccumulator",
    `  metadata: {name: objects-${index}}`,
    "  paths: [web.yaml, service.yaml]",
    "- kind: ConfigMapGenerator",
    `  metadata: {name: settings-${index}}`,
    "  files: [settings.txt, key=other.txt]",
    "  literals: [LEVEL=debug]",
    "- apiVersion: example.com/v1",
    "  kind: App",
    `  metadata: {name: app-${index}}`,
    "  runtime: {container: {image: registry.example/app:1.0.0}}",
    "  spec:",
    "    image: registry.example/web:1.0.0",
    "    replicas: 1",
    "    ports: [{name: http, port: 80}, {name: metrics, port: 9090}]",
    "- kind: PatchTransformer",
    `  metadata: {name: patch-${index}}`,
    "  path: patch.yaml",
    `  target: {kind: Deployment, name: web-${index}}`,
    "- kind: LabelTransformer",
    `  metadata: {name: labels-${index}}`,
    "  labels: {team: shop}",
  ];
}

/** The entries of all compositions by their kinds. @param {number} count */
function order(count) {
  const names = ["objects", "settings", "app", "patch", "labels"];
  return names.flatMap((name) => Array.from({ length: count }, (_, index) => `- {name: ${name}-${index}}`));
}
