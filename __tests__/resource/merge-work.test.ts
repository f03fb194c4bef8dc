/** The work of a merge grows with the length of the lists, and not with its square. */
import { expect, test } from "@jest/globals";
import { mergeAssociativeList } from "../../src/resource/strategic-merge/associative-list.ts";
import { map, type Node, type SeqNode, scalar, seq } from "../../src/yaml/nodes/node.ts";
import { countReads, type Reads } from "./counted.ts";

type Fields = Readonly<Record<string, string>>;
type Make = (index: number) => Fields | string;

const element = (made: Fields | string): Node =>
  typeof made === "string"
    ? scalar(made, "!!str")
    : map(Object.entries(made).map(([key, value]) => ({ key: scalar(key), value: scalar(value, "!!str") })));

const list = (size: number, make: Make): SeqNode => seq(Array.from({ length: size }, (_, at) => element(make(at))));

const port = (index: number, more: Fields = {}): Fields => ({ port: String(index), ...more });

const KEYS = ["port", "protocol"];

const lists: readonly [title: string, keys: readonly string[], dest: Make, patch: Make][] = [
  ["two keys", KEYS, (at) => port(at, { protocol: "TCP" }), (at) => port(at, { protocol: "TCP", name: "x" })],
  ["two keys, nothing in common", KEYS, (at) => port(at, { protocol: "TCP" }), (at) => port(at, { protocol: "UDP" })],
  ["a key that the object lacks", KEYS, (at) => port(at), (at) => port(at, { protocol: "TCP" })],
  ["a key that the patch lacks", KEYS, (at) => port(at, { protocol: at % 2 ? "TCP" : "UDP" }), (at) => port(at)],
  ["a key that some lack", KEYS, (at) => port(at, at % 2 ? { protocol: "TCP" } : {}), (at) => port(at)],
  [
    "one port in many protocols",
    KEYS,
    (at) => port(1, { protocol: `p${at}` }),
    (at) => port(1, { protocol: `p${at}` }),
  ],
  [
    "one key, and an element without it",
    ["name"],
    (at) => (at === 0 ? {} : { name: `n${at}` }),
    (at) => ({ name: `n${at}` }),
  ],
  ["scalars, one of them empty", [], (at) => (at === 0 ? "" : `v${at}`), (at) => `v${2 * at}`],
];

/** The number of reads, and of calls of the merge. */
function work(size: number, keys: readonly string[], dest: Make, patch: Make): number {
  const reads: Reads = { count: 0 };
  const [one, two] = [countReads(list(size, dest), reads), countReads(list(size, patch), reads)];
  mergeAssociativeList(one, two, keys, (a, b) => a ?? b);
  return reads.count;
}

test.each(lists)("%s", (_title, keys, dest, patch) => {
  const [small, large] = [work(200, keys, dest, patch), work(400, keys, dest, patch)];
  expect(large / small).toBeLessThan(2.2);
});
