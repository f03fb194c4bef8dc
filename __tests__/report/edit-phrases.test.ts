import { expect, test } from "@jest/globals";
import { editPhrases, type ShownEdit } from "../../src/report/edit-phrases.ts";

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
