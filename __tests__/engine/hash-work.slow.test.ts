/** Hashes of objects other than ConfigMaps and Secrets take time in proportion to their files (docs/specification/hashes.md 1.7). */
import { expect, test } from "@jest/globals";
import { outcomeOf } from "./render.ts";

const HASHED = /^ {2}name: r\d+-[a-z0-9]{10}$/gm;

function replicaSet(index: number, more = ""): string {
  const annotations = "  annotations:\n    internal.config.kubernetes.io/needsHashSuffix: enabled\n";
  return `apiVersion: apps/v1\nkind: ReplicaSet\nmetadata:\n  name: r${index}\n${annotations}${more}`;
}

function lines(count: number, line: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => line(at)).join("");
}

const REMOVAL =
  "patches:\n- patch: '{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: r0}, spec: {x: {a: null}}}'\n";

// Each of these used to take minutes or to fail.
test.each([
  ["a file of many objects", 2000, Array.from({ length: 2000 }, (_, at) => replicaSet(at)).join("---\n"), ""],
  ["an object of many lines", 1, replicaSet(0, `spec:\n${lines(20_000, (at) => `  k${at}: v\n`)}`), ""],
  ["many values in one line", 1, replicaSet(0, `spec: {x: [${lines(20_000, (at) => `v${at}, `)}]}\n`), ""],
  [
    "many fields at the top",
    1,
    replicaSet(
      0,
      lines(130_000, (at) => `k${at}: v\n`),
    ),
    "",
  ],
  ["a long word of exclamation marks", 1, replicaSet(0, `spec: {x: "${"!".repeat(1_000_000)}"}\n`), ""],
  ["a comment with many signs", 1, replicaSet(0, `spec:\n  x: {${" #".repeat(100_000)}\n    a: b }\n`), REMOVAL],
])(
  "%s",
  async (_case, count, text, more) => {
    const files = { "kustomization.yaml": `resources: [a.yaml]\n${more}`, "a.yaml": text };
    const outcome = await outcomeOf({ files });
    expect("text" in outcome ? outcome.text.match(HASHED) : outcome.problems).toHaveLength(count);
  },
  60_000,
);
