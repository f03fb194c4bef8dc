/** Reports whose pages are opened in a browser. */
import type { Danger, Report } from "../../../src/review/index.ts";
import { change, failedTarget, hunk, imageChange, report, target } from "../reports.ts";

/** A report in which every section of a page has something. */
export function full(): Report {
  const template = Array.from({ length: 20 }, (_, index) => `+  key${index}: ${index}`);
  const plain = report(
    target("apps/prod", {
      changes: [
        change(),
        imageChange("registry.example/shop", "1.4.2", "1.5.0"),
        change({ name: "one", op: "added", kind: "ConfigMap", fields: [], hunks: [hunk(["+data:", ...template])] }),
        change({
          name: "two",
          op: "added",
          kind: "ConfigMap",
          fields: [],
          hunks: [hunk(["+more:", "+  data:", ...template.map((line) => `+  ${line.slice(1)}`)])],
        }),
      ],
      diagnostics: [{ code: "x", severity: "warning", message: "an old warning", file: "apps/prod/app.yaml", line: 1 }],
    }),
    target("apps/staging", { changes: [change({ name: "api", onlyReferences: true })] }),
    failedTarget("apps/eu", "no such file"),
    failedTarget("apps/old", "gone", { failedBefore: true }),
    target("apps/back", { status: "failed-at-base" }),
    target("apps/off", { status: "unaffected", why: "nothing that it reads is edited" }),
  );
  const [first, second] = plain.changes;
  const danger = (id: string, level: Danger["level"], more: Partial<Danger> = {}): Danger => ({
    id,
    key: `${id}:0123456789ab`,
    level,
    targets: ["apps/prod"],
    change: first?.id ?? "",
    message: `what ${id} means`,
    ...more,
  });
  return {
    ...plain,
    trust: [
      {
        kind: "function",
        op: "changed",
        subject: "paint",
        file: "fn.yaml",
        line: 3,
        fields: [{ name: "image", before: "a", after: "b" }],
      },
    ],
    notes: [{ code: "x", severity: "notice", message: "the clone is shallow" }],
    dangers: [
      danger("immutable-field", "high", { before: "a", after: "b" }),
      danger("removed-probe", "medium"),
      danger("moved-between-targets", "low"),
      danger("removed-limits", "high", { silenced: { by: "annotation", reason: "measured" } }),
    ],
    images: [
      {
        repository: { before: "registry.example/shop", after: "registry.example/shop" },
        version: { before: "1.4.2", after: "1.5.0" },
        containers: 1,
        changes: [second?.id ?? ""],
        targets: ["apps/prod"],
      },
    ],
    figures: { ...plain.figures, dangers: { high: 1, medium: 1, low: 1, silenced: 1 } },
  };
}

/** Many images, targets, and dangers of different changes. */
export function manyBoxes(count: number): Report {
  const base = large(count);
  return {
    ...base,
    images: base.changes.map(({ id }, index) => ({
      repository: { before: `registry.example/${index}`, after: `registry.example/${index}` },
      version: { before: "1", after: "2" },
      containers: 1,
      changes: [id],
      targets: ["apps/a"],
    })),
    dangers: base.changes.map(({ id }, index) => ({
      id: "immutable-field",
      key: `immutable-field:${index}`,
      level: "high",
      targets: ["apps/a"],
      change: id,
      message: `what ${index} means`,
    })),
    targets: report(...Array.from({ length: count }, (_, index) => target(`apps/more-${index}`))).targets.concat(
      base.targets,
    ),
  };
}

/** Many rows, each of another object. */
export function large(count: number): Report {
  const changes = Array.from({ length: count }, (_, index) =>
    change({
      name: `web-${index}`,
      kind: index % 2 === 0 ? "Deployment" : "Service",
      fields: [{ path: "/spec/replicas", op: "changed", before: index, after: index + 1 }],
      hunks: [hunk([" spec:", `-  replicas: ${index}`, `+  replicas: ${index + 1}`], "spec")],
    }),
  );
  const half = Math.floor(count / 2);
  return report(
    target("apps/a", { changes: changes.slice(0, half) }),
    target("apps/b", { changes: changes.slice(half) }),
  );
}
