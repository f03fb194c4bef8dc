/** Reports for tests: plain ones, and generators of hostile ones. */

import fc from "fast-check";
import type { Diagnostic } from "../../src/diagnostics.ts";
import { compareIds, type DeploymentName, deploymentId } from "../../src/render/index.ts";
import type { Links } from "../../src/report/index.ts";
import {
  assembleReport,
  type Cause,
  type Change,
  ChangeStore,
  type CrdChange,
  type Danger,
  type FieldChange,
  type Hunk,
  type Owners,
  type PodEffect,
  type Report,
  type TargetReport,
} from "../../src/review/index.ts";
import { anyText } from "../any-text.ts";

export const LINKS: Links = {
  blob: (sha, file, line) => `https://github.example/o/r/blob/${sha}/${file}${line === undefined ? "" : `#L${line}`}`,
  commit: (sha) => `https://github.example/o/r/commit/${sha}`,
  run: "https://github.example/o/r/actions/runs/1",
};

/** A target that holds its changes, as tests write it. */
export interface TestTarget extends Omit<TargetReport, "changes"> {
  readonly changes: readonly Change[];
}

/** A change with the name of its object beside the other fields, and fields that may lack their labels. */
type FlatChange = Omit<Change, "object" | "fields" | "referrers"> &
  Change["object"] & {
    readonly fields: readonly TestField[];
    readonly referrers: readonly { readonly kind: string; readonly namespace: string; readonly name: string }[];
  };

export type TestField = Omit<FieldChange, "label"> & { readonly label?: string };

export function report(...targets: TestTarget[]): Report {
  return assembled({
    base: { sha: "1a2b3c4d5e6f1a2b3c4d5e6f1a2b3c4d5e6f1a2b", label: "main", reason: "merge base" },
    head: { sha: "5d6e7f801a2b5d6e7f801a2b5d6e7f801a2b5d6e", label: "HEAD", reason: "pull request head" },
    targets,
  });
}

function assembled({
  base,
  head,
  targets,
  dangers = [],
  effects = [],
  owners,
}: Pick<Report, "base" | "head"> & {
  targets: readonly TestTarget[];
  dangers?: readonly TestDanger[];
  effects?: readonly TestEffect[];
  owners?: readonly Owners[] | undefined;
}): Report {
  const store = new ChangeStore();
  const causesOf = new Map<string, readonly Cause[]>();
  const stored = targets.map((each) => {
    const changes = each.changes.map(({ id: _id, causes, ...rest }) => {
      const id = store.add(rest);
      causesOf.set(id, causes);
      return id;
    });
    return { ...each, changes };
  });
  return assembleReport({
    base,
    head,
    targets: stored,
    store,
    causes: causesOf,
    dangers: placed(dangers, stored),
    podEffects: effectsOf(effects, stored, store),
    owners: owners && ownersOf(owners, stored, [...causesOf.values()].flat()),
  });
}

/** Gives one list of owners after the other to the targets and to the files of causes. */
function ownersOf(
  lists: readonly Owners[],
  targets: readonly TargetReport[],
  causes: readonly Cause[],
): NonNullable<Parameters<typeof assembleReport>[0]["owners"]> {
  const some = <T>(keys: readonly T[]): [T, Owners][] =>
    keys.flatMap((key, index) => {
      const owners = lists[index % (lists.length + 1)];
      return owners === undefined ? [] : [[key, owners]];
    });
  const files = new Map(some(causes.map(({ file }) => file)));
  return { file: "CODEOWNERS", files, targets: new Map(some(targets.map(({ id }) => id))) };
}

function idOf({ path, deployment }: Pick<TestTarget, "path" | "deployment">): string {
  return deployment === undefined ? path : deploymentId(deployment);
}

/** An effect of one of the changes on Pods, in some of the targets that have it. */
interface TestEffect extends Pick<PodEffect, "workloads"> {
  readonly at: number;
  readonly having: number;
  readonly own: "restarted" | "recreated" | "on-delete" | "paused";
  readonly other: "restarted" | "recreated" | "old-values" | "new-files" | "reloaded";
}

/** Effects as their changes can have them, one for each change at most. */
function effectsOf(
  effects: readonly TestEffect[],
  targets: readonly TargetReport[],
  store: ChangeStore,
): readonly PodEffect[] {
  const ids = [...new Set(targets.flatMap(({ changes: own }) => own))].filter((id) => store.get(id).op === "changed");
  const found = effects.flatMap(({ at, having, own, other, workloads }): PodEffect[] => {
    const id = ids[at % ids.length];
    if (id === undefined) return [];
    const paths = [...new Set(targets.filter((one) => one.changes.includes(id)).map((one) => one.id))].sort(compareIds);
    const of = { change: id, targets: paths.slice(0, 1 + (having % paths.length)) };
    const { kind, namespace, name } = store.get(id).object;
    if (kind === "Deployment") {
      const pods = workloads[0]?.pods ?? null;
      return [{ ...of, effect: own, workloads: [{ kind, namespace, name, pods }] }];
    }
    return kind === "ConfigMap" || kind === "Secret" ? [{ ...of, effect: other, workloads }] : [];
  });
  return [...new Map(found.map((each) => [each.change, each])).values()];
}

/** A danger of one of the changes, in some of the targets that have it. */
interface TestDanger extends Omit<Danger, "key" | "change" | "targets"> {
  readonly at: number;
  readonly having: number;
}

function placed(dangers: readonly TestDanger[], targets: readonly TargetReport[]): Danger[] {
  const holders = new Map<string, Set<string>>();
  for (const { id: holder, changes: own } of targets)
    for (const id of own) holders.set(id, (holders.get(id) ?? new Set()).add(holder));
  const ids = [...holders.keys()];
  if (ids.length === 0) return [];
  return dangers.map(({ at, having, ...rest }, index) => {
    const of = ids[at % ids.length] as string;
    const paths = [...(holders.get(of) ?? [])].sort(compareIds);
    const key = `${rest.id}:${index.toString(16).padStart(12, "0")}`;
    return { ...rest, key, change: of, targets: paths.slice(0, 1 + (having % paths.length)) };
  });
}

export function target(path: string, more: Partial<TestTarget> = {}): TestTarget {
  const changes = more.changes ?? [];
  const status = changes.length > 0 ? "changed" : "unchanged";
  return {
    id: path,
    path,
    status,
    why: "selected",
    resources: { base: 1, head: 1 },
    changes,
    diagnostics: [],
    ...more,
  };
}

export function change(more: Partial<FlatChange> = {}): Change {
  const all = {
    id: "0".repeat(16),
    op: "changed" as const,
    apiVersion: "apps/v1",
    kind: "Deployment",
    namespace: "shop",
    name: "web",
    fields: [{ path: "/spec/replicas", op: "changed" as const, before: 3, after: 5 }],
    hunks: [hunk(["-  replicas: 3", "+  replicas: 5"], "spec")],
    causes: [{ side: "head" as const, file: "apps/shop/base/web.yaml", line: 3, step: "resources" }],
    ...more,
  };
  const { apiVersion, kind, namespace, name, baseName, fields, referrers, ...rest } = all;
  return {
    ...rest,
    object: { apiVersion, kind, namespace, name, ...(baseName === undefined ? {} : { baseName }) },
    fields: fields.map((field) => ({ label: field.path.slice(1).replaceAll("/", "."), ...field })),
    ...(referrers === undefined ? {} : { referrers: referrers.map((each) => ({ apiVersion: "v1", ...each })) }),
  };
}

export function imageChange(image: string, before: string, after: string): Change {
  const field: TestField = {
    path: "/spec/template/spec/containers/0/image",
    op: "changed",
    before: `${image}:${before}`,
    after: `${image}:${after}`,
  };
  return change({ fields: [field], hunks: [hunk([`-  image: ${image}:${before}`, `+  image: ${image}:${after}`])] });
}

export function hunk(lines: readonly string[], field = ""): Hunk {
  return {
    oldStart: 1,
    oldLines: lines.filter((each) => !each.startsWith("+")).length,
    newStart: 1,
    newLines: lines.filter((each) => !each.startsWith("-")).length,
    fields: field === "" ? [] : [field],
    lines,
  };
}

export function failedTarget(path: string, message: string, more: Partial<TestTarget> = {}): TestTarget {
  const diagnostic: Diagnostic = {
    code: "patch-target-missing",
    severity: "error",
    message,
    file: `${path}/kustomization.yaml`,
    line: 9,
    column: 5,
  };
  return target(path, {
    status: "failed",
    failedBefore: false,
    resources: { base: 1, head: null },
    diagnostics: [diagnostic],
    ...more,
  });
}

/** Hostile texts: markup, ends of markup, mentions, workflow commands, text that hides or reorders itself. */
export const hostile = fc.oneof(
  fc.constantFrom(
    "`",
    "```",
    "````diff\nx",
    "~~~",
    "</details>",
    "<details><summary>x",
    "<!-- krm-render id=default -->",
    "-->",
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "@everyone",
    "@octocat please",
    "#1",
    "o/r#1",
    "[x](https://evil.example)",
    "![x](https://evil.example/x.png)",
    "https://evil.example/?q=1",
    "www.evil.example",
    "a | b",
    "a\\|b",
    "| a | b |\n|---|---|",
    "::error file=x::y",
    "**bold** _it_ ~~s~~",
    "&lt;b&gt;",
    "line\nbreak",
    "\r\n",
    "\u202egnp.exe",
    "\u001b[31mred",
    "👩‍👩‍👧 é ß 漢字",
    "مرحبا",
    "\ud800",
    "x".repeat(500),
    "`".repeat(300),
    "__proto__",
    "",
  ),
  anyText({ maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom("`", "<", ">", "\n", "\\", "|", "a", " ", "@", "&", "*", "_", "[", "]", "(", ")"),
  }),
);

const line = hostile.map((text) => text.replaceAll("\n", ""));

const fields: fc.Arbitrary<FieldChange> = fc.record(
  {
    path: fc.tuple(fc.constantFrom("/data/", "/spec/containers/0/image", "/metadata/"), hostile).map(([a, b]) => a + b),
    label: hostile,
    op: fc.constantFrom("added" as const, "removed" as const, "changed" as const),
    before: fc.oneof(hostile, fc.integer()),
    after: fc.oneof(hostile, fc.integer(), fc.record({ a: hostile })),
    noise: fc.constantFrom("checksums", "a rule"),
  },
  { requiredKeys: ["path", "label", "op"] },
);

const references: fc.Arbitrary<FieldChange> = fc.record({
  path: fc.constantFrom("/spec/volumes/0/configMap/name", "/spec/name"),
  label: hostile,
  op: fc.constant("changed" as const),
  before: hostile,
  after: hostile,
  reference: fc.constant(true as const),
});

const imageName = fc.constantFrom("web", "web:1", "web:2", "r.example:5000/shop/web:1");
const imageFields: fc.Arbitrary<FieldChange> = fc.record({
  path: fc.constantFrom("/spec/containers/0/image", "/spec/template/spec/initContainers/1/image", "/spec/image"),
  label: hostile,
  op: fc.constant("changed" as const),
  before: imageName,
  after: imageName,
});

const hunks: fc.Arbitrary<Hunk> = fc
  .tuple(fc.array(fc.tuple(fc.constantFrom("+", "-", " "), line), { minLength: 1, maxLength: 12 }), line)
  .map(([lines, field]) =>
    hunk(
      lines.map(([op, text]) => op + text),
      field,
    ),
  );

const name = { apiVersion: hostile, kind: hostile, namespace: hostile, name: hostile };

const crds: fc.Arbitrary<CrdChange> = fc.record({
  versions: fc.array(
    fc.record({
      name: hostile,
      op: fc.constantFrom("added", "removed", "served", "not-served", "stored", "deprecated"),
    }),
    { maxLength: 3 },
  ),
  properties: fc.array(
    fc.record(
      {
        version: hostile,
        path: hostile,
        op: fc.constantFrom("added", "removed", "retyped", "required", "narrowed", "widened", "default"),
        before: hostile,
        after: hostile,
      },
      { requiredKeys: ["version", "path", "op"] },
    ),
    { maxLength: 4 },
  ),
  descriptions: fc.nat(3),
}) as fc.Arbitrary<CrdChange>;

const dangers: fc.Arbitrary<TestDanger[]> = fc.array(
  fc.record(
    {
      at: fc.nat(),
      having: fc.nat(),
      id: fc.constantFrom("removed-pvc", "image-major", "privileged"),
      level: fc.constantFrom("high", "medium", "low"),
      path: hostile,
      message: hostile,
      before: hostile,
      after: hostile,
      silenced: fc.record({ by: fc.constantFrom("configuration", "annotation", "this-change"), reason: hostile }),
    },
    { requiredKeys: ["at", "having", "id", "level", "message"] },
  ) as fc.Arbitrary<TestDanger>,
  { maxLength: 4 },
);

const owners: fc.Arbitrary<Owners[] | undefined> = fc.option(
  fc.array(
    fc.record(
      {
        names: fc.uniqueArray(fc.constantFrom("@everyone", "@octocat", "@org/team_1.x", "a+b%c@mail.example", "@-_"), {
          minLength: 1,
        }),
        more: fc.integer({ min: 1, max: 3000 }),
      },
      { requiredKeys: ["names"] },
    ),
    { maxLength: 4 },
  ),
  { nil: undefined },
);

const effects: fc.Arbitrary<TestEffect[]> = fc.array(
  fc.record({
    at: fc.nat(),
    having: fc.nat(),
    own: fc.constantFrom("restarted", "recreated", "on-delete", "paused"),
    other: fc.constantFrom("restarted", "recreated", "old-values", "new-files", "reloaded"),
    workloads: fc.array(
      fc.record({
        kind: fc.constantFrom("Deployment", "StatefulSet", "DaemonSet"),
        namespace: hostile,
        name: hostile,
        pods: fc.option(fc.integer({ min: 1, max: 9 })),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  }) as fc.Arbitrary<TestEffect>,
  { maxLength: 4 },
);

const changes: fc.Arbitrary<Change> = fc.record(
  {
    id: fc.constant(""),
    op: fc.constantFrom("added" as const, "removed" as const, "changed" as const),
    object: fc.record(
      {
        apiVersion: hostile,
        kind: fc.oneof(hostile, fc.constantFrom("Deployment", "ConfigMap", "Secret", "CustomResourceDefinition")),
        namespace: fc.oneof(hostile, fc.constant("")),
        name: hostile,
        baseName: hostile,
      },
      { requiredKeys: ["apiVersion", "kind", "namespace", "name"] },
    ),
    from: fc.record({ ...name, targets: fc.array(hostile, { maxLength: 3 }) }, { requiredKeys: [] }),
    onlyReferences: fc.constant(true as const),
    crd: crds,
    referrers: fc.array(fc.record(name), { maxLength: 6 }),
    fields: fc.array(fc.oneof({ weight: 3, arbitrary: fields }, imageFields, references), { maxLength: 6 }),
    hunks: fc.array(hunks, { maxLength: 3 }),
    causes: fc.array(
      fc.record({
        side: fc.constantFrom("base" as const, "head" as const),
        file: hostile,
        line: fc.nat(),
        step: hostile,
      }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ["id", "op", "object", "fields", "hunks", "causes"] },
);

const diagnostics: fc.Arbitrary<Diagnostic> = fc.record(
  {
    code: fc.constant("x"),
    severity: fc.constantFrom("error" as const, "warning" as const),
    message: hostile,
    file: hostile,
    line: fc.nat(),
    hint: hostile,
  },
  { requiredKeys: ["code", "severity", "message"] },
);

const side = fc.record({ sha: fc.constantFrom(null, "5d6e7f801a2b"), label: hostile, reason: hostile });

const deployments: fc.Arbitrary<DeploymentName> = fc.record({
  system: fc.constant("flux" as const),
  kind: fc.constant("Kustomization" as const),
  namespace: hostile,
  name: hostile,
  cluster: hostile,
});

const testTargets: fc.Arbitrary<TestTarget[]> = fc
  .array(
    fc.record(
      {
        path: hostile,
        deployment: deployments,
        status: fc.constantFrom("changed", "unchanged", "added", "removed", "failed", "failed-at-base", "unaffected"),
        why: hostile,
        failedBefore: fc.boolean(),
        asNew: fc.constant(true as const),
        comparedWith: fc.constant({ sha: "5d6e7f801a2b", date: "2026-11-20" }),
        resources: fc.constantFrom({ base: 1, head: 1 }, { base: null, head: 2 }, { base: 3, head: null }),
        changes: fc.array(changes, { maxLength: 5 }),
        layoutOnly: fc.nat(),
        mistakesBefore: fc.nat(),
        diagnostics: fc.array(diagnostics, { maxLength: 3 }),
      },
      { requiredKeys: ["path", "status", "why", "resources", "changes", "diagnostics"] },
    ) as fc.Arbitrary<Omit<TestTarget, "id">>,
    { maxLength: 6 },
  )
  .map((all) => all.map((each) => ({ ...each, id: idOf(each) })));

export const hostileReport: fc.Arbitrary<Report> = fc
  .record({ base: side, head: side, targets: testTargets, dangers, effects, owners })
  .map(assembled);

/** Reports of any content that obey the rules for reports, as `review` makes them. */
export const tidyReport: fc.Arbitrary<Report> = fc
  .record({ base: side, head: side, targets: testTargets, dangers, effects, owners })
  .map((given) => assembled(tidied(given)));

type Given = Parameters<typeof assembled>[0];

function tidied({ base, head, targets, dangers: found = [], effects: ofPods = [], owners: lists }: Given): Given {
  const clean = JSON.parse(
    JSON.stringify({ base, head, targets, dangers: found, effects: ofPods, owners: lists }),
    (_key, value: unknown) =>
      // biome-ignore lint: these are the very characters to be removed
      typeof value === "string" ? value.replace(/[\u0000-\u001f\u007f-\u009f]/g, "") : value,
  ) as Given;
  return { ...clean, targets: clean.targets.map(tidyTarget) };
}

function tidyTarget(
  { layoutOnly = 0, mistakesBefore = 0, deployment, id: _id, path: _path, ...rest }: TestTarget,
  index: number,
): TestTarget {
  const named = { path: `apps/${index}`, ...(deployment && { deployment: { ...deployment, name: `n${index}` } }) };
  return {
    id: idOf(named),
    ...named,
    ...rest,
    layoutOnly: layoutOnly + 1,
    mistakesBefore: mistakesBefore + 1,
    changes: rest.changes.map(({ crd, ...each }) => ({
      ...each,
      ...(crd && each.op === "changed" && each.object.kind === "CustomResourceDefinition" && { crd }),
      ...(each.from && {
        from: { ...each.from, ...(each.from.targets && { targets: ["apps/0", ".", "flux://eu/flux-system/web"] }) },
      }),
      fields: each.op === "changed" ? each.fields : [],
      causes: each.causes.map((cause) => ({ ...cause, file: `f${cause.file}`, line: (cause.line ?? 0) + 1 })),
    })),
    diagnostics: rest.diagnostics.map((each) => ({ ...each, line: (each.line ?? 0) + 1 })),
  };
}
