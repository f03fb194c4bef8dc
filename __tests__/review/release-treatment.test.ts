/** What Flux does with objects of releases that it does not treat as others. */
import { describe, expect, test } from "@jest/globals";
import type { DefinitionPolicy } from "../../src/engine/context/built.ts";
import { treatmentOf } from "../../src/review/release-treatment.ts";
import { resource } from "./renderings.ts";

const plain = (annotations = "{}") => ({
  ...resource(`apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web, annotations: ${annotations}}\n`),
  release: {},
});
const definition = (upgrade: DefinitionPolicy, install: DefinitionPolicy = "Create") => ({
  ...resource("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: webs.acme.io}\n"),
  release: { definition: { install, upgrade } },
});
const OF_HELM = { ...definition("Create"), release: { definition: "helm" as const } };
const KEEP = "{helm.sh/resource-policy: keep}";
const HOOK = '{helm.sh/hook: "post-install, Pre-Upgrade"}';

describe("docs/guide/comment.md: objects of releases", () => {
  test.each<[string, Parameters<typeof treatmentOf>[0], boolean, unknown]>([
    ["an object that goes", { base: plain(), head: undefined }, false, undefined],
    ["one that is kept", { base: plain(KEEP), head: undefined }, false, { fate: "kept" }],
    ["one that changes and would be kept", { base: plain(KEEP), head: plain(KEEP) }, false, undefined],
    ["the same of no release", { base: { ...plain(KEEP), release: undefined }, head: undefined }, false, undefined],
    ["a hook", { base: undefined, head: plain(HOOK) }, false, { hook: ["post-install", "pre-upgrade"] }],
    ["a hook that goes", { base: plain(HOOK), head: undefined }, false, { hook: ["post-install", "pre-upgrade"] }],
    ["a definition that goes", { base: definition("CreateReplace"), head: undefined }, false, { fate: "definition" }],
    ["one that changes", { base: definition("Create"), head: definition("Create") }, false, { fate: "not-updated" }],
    [
      "one that changes and is skipped",
      { base: definition("Skip"), head: definition("Skip") },
      false,
      { fate: "not-updated" },
    ],
    ["one that is replaced", { base: definition("Create"), head: definition("CreateReplace") }, false, undefined],
    ["a new one", { base: undefined, head: definition("Create") }, false, undefined],
    ["a new one that is skipped", { base: undefined, head: definition("Skip") }, false, { fate: "not-created" }],
    ["the same of a new release", { base: undefined, head: definition("Skip") }, true, undefined],
    [
      "one that a new release skips",
      { base: undefined, head: definition("Create", "Skip") },
      true,
      { fate: "not-created" },
    ],
    ["one of helm that changes", { base: OF_HELM, head: OF_HELM }, false, { fate: "not-upgraded" }],
    ["a new one of helm", { base: undefined, head: OF_HELM }, false, { fate: "not-upgraded" }],
    ["one that helm installs", { base: undefined, head: OF_HELM }, true, undefined],
    ["one of helm that goes", { base: OF_HELM, head: undefined }, false, { fate: "definition" }],
  ])("%s", (_title, pair, isNew, expected) => {
    expect(treatmentOf(pair, { isNew })).toEqual(expected);
  });
});

describe("docs/guide/comment.md: hooks of Argo CD in directories", () => {
  const of = (annotations: string) => ({ ...plain(annotations), release: undefined });
  const [hook, other] = [of("{argocd.argoproj.io/hook: Sync}"), of("{}")];
  const kept = of("{argocd.argoproj.io/hook: Sync, argocd.argoproj.io/hook-delete-policy: HookFailed}");
  test.each<[string, Parameters<typeof treatmentOf>[0], Parameters<typeof treatmentOf>[1], unknown]>([
    ["one that changes", { base: hook, head: hook }, {}, { hook: ["Sync"] }],
    ["a new one", { base: undefined, head: hook }, {}, { hook: ["Sync"] }],
    ["one that goes", { base: hook, head: undefined }, {}, { hook: ["Sync"] }],
    ["one that goes with its target", { base: hook, head: undefined }, { isGone: true }, undefined],
    ["one that is updated, since only a failed one is deleted", { base: kept, head: kept }, {}, undefined],
    ["one that is skipped", { base: undefined, head: of("{argocd.argoproj.io/hook: Skip}") }, {}, undefined],
    ["an object that becomes one", { base: other, head: hook }, {}, undefined],
    ["what Flux applies", { base: hook, head: hook }, { isOfFlux: true }, undefined],
    ["a hook of helm alone", { base: undefined, head: of("{helm.sh/hook: post-install}") }, {}, undefined],
  ])("%s", (_title, pair, circumstances, expected) => {
    expect(treatmentOf(pair, circumstances)).toEqual(expected);
  });
});

describe("docs/guide/argocd.md: objects of Applications", () => {
  const kept = { ...plain(), release: { application: { pruned: "prune-false", deleted: "crd" } as const } };
  type Rules = NonNullable<NonNullable<Parameters<typeof treatmentOf>[0]["head"]>["release"]>["application"];
  const of = (application: NonNullable<Rules>, annotations = "{}") => ({
    ...plain(annotations),
    release: { application },
  });
  const hook = of({ hook: { phases: ["PreSync"], isDeleted: true } }, "{argocd.argoproj.io/hook: PreSync}");
  const updatedHook = of({ hook: { phases: ["PreSync"], isDeleted: false } }, "{argocd.argoproj.io/hook: PreSync}");
  const other = { ...plain(), release: undefined };
  test.each<[string, Parameters<typeof treatmentOf>[0], boolean, unknown]>([
    ["a hook that changes", { base: hook, head: hook }, false, { hook: ["PreSync"] }],
    ["a new hook", { base: undefined, head: hook }, false, { hook: ["PreSync"] }],
    ["a hook that goes", { base: hook, head: undefined }, false, { hook: ["PreSync"] }],
    ["a hook that goes with its Application", { base: hook, head: undefined }, true, undefined],
    ["a hook that is updated", { base: updatedHook, head: updatedHook }, false, undefined],
    ["one that becomes a hook", { base: other, head: hook }, false, { becomes: "hook" }],
    ["a hook that becomes another object", { base: hook, head: other }, false, { becomes: "plain" }],
    [
      "a hook that another tool applies from now on",
      { base: hook, head: { ...hook, release: undefined } },
      false,
      undefined,
    ],
    [
      "one that is replaced",
      { base: of({ update: "replaced" }), head: of({ update: "replaced" }) },
      false,
      { isReplaced: true },
    ],
    ["one that was", { base: of({ update: "replaced" }), head: other }, false, { isReplaced: true }],
    ["one that is forced", { base: of({ update: "forced" }), head: of({ update: "forced" }) }, false, undefined],
    ["one that goes stays by its own option", { base: kept, head: undefined }, false, { fate: "prune-false" }],
    ["one that goes with its Application stays by another", { base: kept, head: undefined }, true, { fate: "crd" }],
    ["one that changes is treated as any other", { base: kept, head: kept }, false, undefined],
  ])("%s", (_title, pair, isGone, expected) => {
    expect(treatmentOf(pair, { isGone })).toEqual(expected);
  });
});

describe("docs/guide/flux.md: objects of Kustomizations", () => {
  const marked = (mark: string) => ({ ...plain(`{kustomize.toolkit.fluxcd.io/${mark}}`), release: undefined });
  test.each<[string, Parameters<typeof treatmentOf>[0], boolean, unknown]>([
    ["one that is not pruned", { base: marked("prune: disabled"), head: undefined }, true, { fate: "prune-disabled" }],
    ["one that only another tool may apply", { base: marked("prune: disabled"), head: undefined }, false, undefined],
    ["one that changes", { base: marked("prune: disabled"), head: marked("prune: disabled") }, true, undefined],
    [
      "one that is left alone",
      { base: plain(), head: marked("reconcile: disabled") },
      true,
      { fate: "reconcile-disabled" },
    ],
  ])("%s", (_title, pair, isOfFlux, expected) => {
    expect(treatmentOf(pair, { isOfFlux })).toEqual(expected);
  });
});
