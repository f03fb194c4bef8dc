import { expect, test } from "@jest/globals";
import { editPhrases, phrasesText, type ShownEdit } from "../../src/report/edit-phrases.ts";
import { movePhrases } from "../../src/report/words/move-words.ts";
import { targetNames } from "../../src/report/words/target-names.ts";

test.each<{ edit: Omit<ShownEdit, "label">; phrase: string }>([
  { edit: { op: "changed", encrypted: true }, phrase: " encrypted value changed" },
  { edit: { op: "added", encrypted: true }, phrase: " encrypted value added" },
  { edit: { op: "changed", bytes: { before: 12_300, after: 12_500 } }, phrase: " binary, 12.3 kB → 12.5 kB" },
  { edit: { op: "changed", bytes: { before: 12, after: 12 } }, phrase: " binary, 12 bytes changed" },
  { edit: { op: "changed", bytes: { after: 2_500_000 } }, phrase: " binary, text → 2.5 MB" },
  { edit: { op: "removed", bytes: { before: 12 } }, phrase: " binary, 12 bytes removed" },
])("$phrase", ({ edit, phrase }) => {
  expect(editPhrases([{ label: "field", ...edit }], 1).phrases).toEqual([[{ word: "field" }, phrase]]);
});

test.each([
  ["a, b, c", "network", "moved from target a, b, c → network"],
  ["apps/dev, apps/prod", "apps/base", "moved from target apps/dev, apps/prod → apps/base"],
  ["clusters/dev, clusters/prod", "clusters/all", "moved from target clusters/{dev,prod} → clusters/all"],
  ["a, b, c, d, e, f, g", "x", "moved from target a, b, c, d, e and 2 more → x"],
])("what goes from %s to %s", (before, after, text) => {
  const [phrases = []] = movePhrases([{ label: "target", op: "changed", before, after }], targetNames({ targets: [] }));
  expect(phrasesText(phrases)).toBe(text);
  expect(phrases).toContainEqual({ code: after });
});

test("more edits of one list than there is room for are one phrase", () => {
  const edits: ShownEdit[] = [
    { label: "args", op: "removed", before: "-v" },
    ...["a", "b", "c"].map((after): ShownEdit => ({ label: "args", op: "added", after, count: 2 })),
    { label: "args", op: "changed", before: "--x=1", after: "--x=2" },
    { label: "replicas", op: "changed", before: 1, after: 2 },
  ];
  const shown = (room: number): string[] => editPhrases(edits, room).phrases.map(phrasesText);
  expect(shown(4)).toEqual(["args 1 value removed, 3 added, 1 changed", "replicas 1 → 2"]);
  expect(editPhrases(edits, 4).described).toBe(6);
  expect(shown(5)).toEqual([
    "args -v removed",
    "args a added (2×)",
    "args b added (2×)",
    "args c added (2×)",
    "args --x=1 → --x=2",
  ]);
});
