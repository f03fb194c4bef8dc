/** Single changes that hurt, each with its level and its sentence, and others that do not: changes.txt has them. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { reviewed } from "./found.ts";

interface Change {
  readonly title: string;
  readonly base: string;
  readonly head: string;
}

const [, ...blocks] = readFileSync(new URL("changes.txt", import.meta.url), "utf8").split(/^(?=hurts: |silent$)/m);
const changes = blocks.map((block): Change => {
  const [title = "", ...lines] = block.trim().split("\n");
  const [base = "", head = ""] = lines.join("\n").split(/^=>$/m);
  return { title, base: base.trim(), head: head.trim() };
});
const hurting = changes.filter(({ title }) => title.startsWith("hurts: "));
const silent = changes.filter(({ title }) => title === "silent");

/** The dangers of a change, each as `level rule: sentence`, without those of no account. */
function dangersOf({ base, head }: Change): readonly string[] {
  return reviewed({ app: [base, head] })
    .dangers.filter(({ level }) => level !== "low")
    .map(({ level, id, message }) => `${level} ${id}: ${message}`);
}

test("there are enough of both", () => {
  expect(hurting.length).toBeGreaterThanOrEqual(60);
  expect(silent.length).toBeGreaterThanOrEqual(40);
});

describe("hurts", () => {
  test.each(hurting)("$title", (change) => {
    expect(dangersOf(change)).toEqual([change.title.replace("hurts: ", "")]);
  });
});

describe("does not hurt", () => {
  test.each(silent)("$base => $head", (change) => {
    expect(dangersOf(change)).toEqual([]);
  });
});
