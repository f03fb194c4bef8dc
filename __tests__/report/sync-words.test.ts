/** The words for annotations and options of Argo CD that change. */
import { describe, expect, test } from "@jest/globals";
import { phrasesText, type ShownEdit } from "../../src/report/edit-phrases.ts";
import { syncPhrase } from "../../src/report/words/sync-words.ts";

const annotation = (name: string): string => `annotations[argocd.argoproj.io/${name}]`;
const wordsOf = (edit: ShownEdit): string | undefined => {
  const phrases = syncPhrase(edit);
  return phrases && phrasesText(phrases);
};

describe("an edit", () => {
  test.each<[label: string, edit: Omit<ShownEdit, "label">, expected: string | undefined]>([
    [annotation("sync-wave"), { op: "changed", before: "1", after: "5" }, "later sync wave 1 → 5"],
    [annotation("sync-wave"), { op: "changed", before: "1", after: "-2" }, "earlier sync wave 1 → -2"],
    [annotation("sync-wave"), { op: "changed", before: "a", after: "1" }, "sync wave a → 1"],
    [annotation("sync-wave"), { op: "changed", before: "", after: "1" }, "sync wave  → 1"],
    [annotation("sync-wave"), { op: "added", after: "-1" }, "sync wave -1 added"],
    [annotation("hook"), { op: "added", after: "PreSync" }, "hook of Argo CD PreSync added"],
    [annotation("hook"), { op: "changed", before: "PreSync", after: "Sync" }, "hook of Argo CD PreSync → Sync"],
    [
      annotation("hook-delete-policy"),
      { op: "removed", before: "HookSucceeded" },
      "deletion of the hook HookSucceeded removed",
    ],
    [
      annotation("sync-options"),
      { op: "changed", before: "Validate=false", after: "Validate=false, Prune=false" },
      "sync option Prune=false added, which keeps it from being pruned",
    ],
    [
      annotation("sync-options"),
      { op: "changed", before: "Replace=true,Force=true", after: "Prune=false" },
      "sync options Prune=false added, Replace=true, Force=true removed",
    ],
    [annotation("sync-options"), { op: "changed", before: "A=b,C=d", after: "C=d, A=b" }, undefined],
    [annotation("sync-options"), { op: "changed", redacted: true }, undefined],
    [
      annotation("compare-options"),
      { op: "added", after: "IgnoreExtraneous" },
      "compare option IgnoreExtraneous added, by which its Application counts as in sync though it has to be pruned",
    ],
    [
      annotation("compare-options"),
      { op: "changed", before: "ServerSideDiff=true", after: "ServerSideDiff=true,IncludeMutationWebhook=true" },
      "compare option IncludeMutationWebhook=true added, by which an Application also counts what webhooks change as differences",
    ],
    [
      annotation("compare-options"),
      { op: "changed", before: "ServerSideDiff=true", after: "ServerSideDiff=false" },
      "compare options ServerSideDiff=false added, ServerSideDiff=true removed",
    ],
    [
      annotation("compare-options"),
      { op: "removed", before: "IgnoreExtraneous" },
      "compare option IgnoreExtraneous removed",
    ],
    ["syncPolicy.syncOptions", { op: "added", after: ["Replace=true"] }, "sync option Replace=true added"],
    [
      "syncPolicy.syncOptions",
      { op: "added", after: ["A=1", "B=1", "C=1", "D=1", "E=1"] },
      "sync options A=1, B=1, C=1, D=1 and 1 more added",
    ],
    ["syncPolicy.syncOptions", { op: "added", after: [{ a: "b" }] }, undefined],
    ["template.metadata.annotations[argocd.argoproj.io/hook]", { op: "added", after: "Sync" }, undefined],
    [annotation("tracking-id"), { op: "added", after: "x" }, undefined],
  ])("%s %j", (label, edit, expected) => {
    expect(wordsOf({ label, ...edit })).toBe(expected);
  });
});
