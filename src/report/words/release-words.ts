/** Says what Flux, helm and Argo CD do with objects of releases that it does not treat as others. */
import type { Change } from "../../review/index.ts";
import { joinPhrases, type Phrase } from "../edit-phrases.ts";

/** Events that are named. Further ones are counted. */
const MAX_EVENTS = 4;

type Fate = NonNullable<NonNullable<Change["release"]>["fate"]>;

/** Returns the phrases for the names or the edits of a row, such as: hook `post-upgrade`, runs at each upgrade. Empty for plain objects. */
export function releasePhrases(changes: readonly Change[]): Phrase[] {
  const fates = sharedFates(changes);
  const generated = changes.every(({ release }) => release?.isGenerated);
  const chance: Phrase[] = generated ? [{ code: "<generated>" }, " is new at each installation"] : [];
  const unknown = changes.filter(({ release }) => release?.mayBeIgnored).length;
  const which = unknown < changes.length ? ` in ${unknown} of them` : "";
  const ignored: Phrase[] =
    unknown === 0
      ? []
      : [
          `Argo CD may ignore some of it${which}, by rules of `,
          { code: "ignoreDifferences" },
          " that are not evaluated",
        ];
  const replaced = changes.filter(({ release }) => release?.isReplaced).length;
  const it = replaced === 1 ? "it" : "them";
  const again: Phrase[] =
    replaced === 0
      ? []
      : [
          `Argo CD deletes ${replaced < changes.length ? `${replaced} of them` : it} and creates ${it} again, because of `,
          { code: "Force=true" },
          " and ",
          { code: "Replace=true" },
        ];
  const becomes = (["hook", "plain"] as const).map((what): Phrase[] => {
    const count = changes.filter(({ release }) => release?.becomes === what).length;
    if (count === 0) return [];
    const isOne = count === 1;
    const subject = count < changes.length ? `${count} of them ${isOne ? "is " : "are "}` : "";
    if (what === "plain") return [`${subject}no ${isOne ? "hook" : "hooks"} of Argo CD any more`];
    return [`${subject}${isOne ? "a hook" : "hooks"} of Argo CD from now on, which it does not prune`];
  });
  const told = fates.map(({ fate, count }) => fatePhrases(fate, count, changes.length));
  return joinPhrases(
    [...told, sharedHook(changes), ...becomes, again, chance, ignored].filter(({ length }) => length > 0),
    "; ",
  );
}

/** Reasons for objects to stay when their release or their Application goes. */
const STAYING: Readonly<Partial<Record<Fate, string>>> = {
  kept: "helm.sh/resource-policy: keep",
  definition: "crds/",
  "delete-false": "Delete=false",
  crd: "CustomResourceDefinition",
  "prune-disabled": "prune: disabled",
  "reconcile-disabled": "reconcile: disabled",
};

/** Says which objects of a release that goes stay: 2 of them stay in the cluster (`crds/`). */
export function stayingPhrases(changes: readonly Change[]): Phrase[] {
  const hooks = changes.filter(({ release }) => release?.hook !== undefined).length;
  const ran: Phrase[] =
    hooks === 0 ? [] : [hooks === 1 ? "1 is a hook" : `${hooks} are hooks`, ", which Helm does not uninstall"];
  const kept = sharedFates(changes).filter(({ fate }) => Object.hasOwn(STAYING, fate));
  const count = kept.reduce((sum, each) => sum + each.count, 0);
  const reasons = kept.map(({ fate }): Phrase[] => [{ code: STAYING[fate] ?? "" }]);
  const verb = count === 1 ? "stays" : "stay";
  const stay: Phrase[] = count === 0 ? [] : [`${count} of them ${verb} in the cluster (`, ...joinPhrases(reasons), ")"];
  return joinPhrases(
    [stay, ran].filter(({ length }) => length > 0),
    "; ",
  );
}

const FLUX_MARKS = {
  "prune-disabled": "kustomize.toolkit.fluxcd.io/prune: disabled",
  "reconcile-disabled": "kustomize.toolkit.fluxcd.io/reconcile: disabled",
  "ssa-ignore": "kustomize.toolkit.fluxcd.io/ssa: Ignore",
  "ssa-if-not-present": "kustomize.toolkit.fluxcd.io/ssa: IfNotPresent",
} as const;

function sharedFates(changes: readonly Change[]): { readonly fate: Fate; readonly count: number }[] {
  const counts = new Map<Fate, number>();
  for (const { release } of changes)
    if (release?.fate !== undefined) counts.set(release.fate, (counts.get(release.fate) ?? 0) + 1);
  return Array.from(counts, ([fate, count]) => ({ fate, count }));
}

function fatePhrases(fate: Fate, count: number, all: number): Phrase[] {
  const [them, they] = count === 1 ? ["it", "it"] : ["them", "they"];
  const [object, subject] = count === all ? [them, they] : [`${count} of them`, `${count} of them`];
  const stay = count === 1 ? "stays" : "stay";
  switch (fate) {
    case "kept":
      return [`${subject} ${stay} in the cluster, because of `, { code: "helm.sh/resource-policy: keep" }];
    case "prune-false":
    case "delete-false":
      return [
        `${subject} ${stay} in the cluster, because of `,
        { code: fate === "prune-false" ? "Prune=false" : "Delete=false" },
      ];
    case "crd":
      return [`${subject} ${stay} in the cluster: Argo CD deletes no CustomResourceDefinition with its Application`];
    case "definition":
      return [`${subject} ${stay} in the cluster: Helm never deletes what is in `, { code: "crds/" }];
    case "not-updated":
      return [`Flux does not update ${object}, unless `, { code: "upgrade.crds" }, " is ", { code: "CreateReplace" }];
    case "not-upgraded":
      return [`Helm does not apply ${object} in an upgrade: only an installation applies `, { code: "crds/" }];
    case "not-created":
      return [`Flux does not create ${object}: the policy for `, { code: "crds/" }, " is ", { code: "Skip" }];
    case "prune-disabled":
      return [`${subject} ${stay} in the cluster, because of `, { code: FLUX_MARKS[fate] }];
    case "reconcile-disabled":
    case "ssa-ignore":
      return [`Flux leaves ${object} alone, because of `, { code: FLUX_MARKS[fate] }];
    case "ssa-if-not-present":
      return [`Flux only creates ${object}, because of `, { code: FLUX_MARKS[fate] }];
  }
}

/** The events of hooks, where all are hooks of the same ones. */
function sharedHook(changes: readonly Change[]): Phrase[] {
  const [events, ...others] = new Set(changes.map(({ release }) => release?.hook?.join()));
  if (events === undefined || others.length > 0) return [];
  const names = events.split(",").filter((name) => name !== "");
  const rest = names.length > MAX_EVENTS ? [` and ${names.length - MAX_EVENTS} more`] : [];
  const shown = joinPhrases(names.slice(0, MAX_EVENTS).map((code): Phrase[] => [{ code }]));
  return [changes.length === 1 ? "hook " : "hooks ", ...shown, ...rest, ...runsAt(names, changes.length === 1)];
}

function runsAt(events: readonly string[], isOne: boolean): Phrase[] {
  const run = isOne ? "runs" : "run";
  if (["PreSync", "Sync", "PostSync"].some((name) => events.includes(name))) return [`, ${run} at each sync`];
  if (events.includes("SyncFail")) return [`, ${run} when a sync fails`];
  if (["PreDelete", "PostDelete"].some((name) => events.includes(name)))
    return [`, ${run} when the Application is deleted`];
  const has = (name: string): boolean => events.includes(`pre-${name}`) || events.includes(`post-${name}`);
  if (has("upgrade")) return [`, ${run} at each upgrade`];
  if (events.some((name) => name === "test" || name === "test-success"))
    return [`, ${run} after each release, as a test`];
  if (has("install")) return [`, ${run} only when the release is installed`];
  if (has("delete")) return [`, ${run} when the release is uninstalled`];
  return has("rollback") ? [`, ${run} when the release is rolled back`] : [];
}
