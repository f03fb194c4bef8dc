/** Overviews of reports, by the numbers that the first line counts. */
import fc from "fast-check";
import { type Overview, overviewOf } from "../../src/report/overview.ts";
import type { DangerLevel } from "../../src/review/index.ts";
import { change, failedTarget, report, target } from "./reports.ts";

/** Numbers of targets, unless the name says something else. */
export interface Given {
  same?: number;
  unaffected?: number;
  /** Targets with changes. */
  changed?: number;
  rows?: number;
  /** The rows are moves of objects. */
  moves?: number;
  added?: number;
  removed?: number;
  /** Removed targets that did not build. */
  gone?: number;
  renamed?: number;
  broken?: number;
  newBroken?: number;
  unknown?: number;
  late?: number;
  /** Lack inputs, and rendered at the base. */
  lacking?: number;
  /** Fail on both sides: edited, left alone, not known. */
  edited?: number;
  untouched?: number;
  unclear?: number;
  repaired?: number;
  high?: number;
  medium?: number;
  low?: number;
  silenced?: number;
  /** Those of targets that are rendered all the same. */
  errors?: number;
  warnings?: number;
  trust?: number;
  /** Folded fields, of labels unless `what` says otherwise, in as many targets as `noisy`. */
  folded?: number;
  what?: Overview["noise"]["what"];
  noisy?: number;
  /** Objects. */
  layout?: number;
  /** Notes of severity error. */
  mistakes?: number;
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

export function overviewWith(given: Given): Overview {
  const { same = 0, unaffected = 0, changed = 0, added = 0, removed = 0, renamed = 0, repaired = 0 } = given;
  const {
    broken = 0,
    newBroken = 0,
    unknown = 0,
    late = 0,
    lacking = 0,
    edited = 0,
    untouched = 0,
    unclear = 0,
  } = given;
  const { high = 0, medium = 0, low = 0, silenced = 0, moves = 0, folded = 0, noisy = 0, layout = 0 } = given;
  const base = overviewOf(report());
  const failing = (count: number, more = {}) => times(count, (at) => failedTarget(`t${at}`, "x", more));
  const none = { base: null, head: null };
  const failures = overviewOf(
    report(
      ...[
        ...failing(broken),
        ...failing(newBroken, { resources: none, isNew: true as const }),
        ...failing(unknown, { resources: none }),
        ...failing(late, { resources: { base: 1, head: 1 } }),
        ...failing(lacking, { needs: ["enable-helm", "remote", "plugins"] }),
        ...failing(edited, { failedBefore: true, edited: true }),
        ...failing(untouched, { failedBefore: true, edited: false }),
        ...failing(unclear, { failedBefore: true }),
      ].map((each, at) => ({ ...each, path: `apps/${String(at).padStart(3, "0")}` })),
    ),
  );
  const [row] = overviewOf(report(target("t", { changes: [change()] }))).rows as [Overview["rows"][number]];
  const ofLevel = (count: number, level: DangerLevel) =>
    times(count, () => ({ level, parts: [{ id: "x" }] }) as unknown as Overview["dangers"][number]);
  const isMove = { ...row, group: { ...row.group, op: "moved" as const } };
  const failed = broken + newBroken + unknown + late + lacking + edited + untouched + unclear;
  const total = same + unaffected + changed + added + removed + renamed + repaired + failed + (noisy ?? 0);
  return {
    ...base,
    failures: failures.failures,
    earlier: failures.earlier,
    rows: [...times(given.rows ?? 0, () => row), ...times(moves, () => isMove)],
    folded: times(folded > 0 ? 1 : 0, () => row),
    noise: { fields: folded, what: given.what ?? "label", isOfArgo: false, targets: noisy },
    repaired: times(repaired, () => ({}) as Overview["repaired"][number]),
    renamed: times(renamed, () => ({}) as Overview["renamed"][number]),
    added: times(added, String),
    removed: times(removed, String),
    unknown: times(given.gone ?? 0, () => ({}) as Overview["unknown"][number]),
    isIncomplete: (given.mistakes ?? 0) > 0,
    touched: changed + added + removed + renamed,
    warnings: [
      ...times(given.errors ?? 0, () => problemOf("error")),
      ...times(given.warnings ?? 0, () => problemOf("warning")),
    ],
    trust: times(given.trust ?? 0, () => ({}) as Overview["trust"][number]),
    figures: {
      ...base.figures,
      targets: { ...base.figures.targets, total, unaffected, affected: total - unaffected, unchanged: same },
      changes: { ...base.figures.changes, moved: moves },
      layoutOnly: layout,
    },
    dangers: [...ofLevel(high, "high"), ...ofLevel(medium, "medium"), ...ofLevel(low, "low")],
    silenced: ofLevel(silenced, "low"),
  };
}

function problemOf(severity: "error" | "warning"): Overview["warnings"][number] {
  return { diagnostic: { code: "x", severity, message: "x" } } as Overview["warnings"][number];
}

/** Those of which a line can have any number. */
const COUNTED = [
  ...(["same", "changed", "rows", "added", "removed", "renamed", "broken", "newBroken", "unknown", "late"] as const),
  ...(["edited", "untouched", "unclear", "lacking", "repaired", "high", "medium", "low"] as const),
  ...(["errors", "warnings", "trust", "folded", "noisy", "mistakes"] as const),
];

/** Overviews with much that is urgent, and with much else. */
export const busyOverview: fc.Arbitrary<Overview> = fc
  .tuple(...COUNTED.map((name) => fc.constantFrom(0, 1, 12, 40).map((count) => [name, count] as const)))
  .map((counts) => overviewWith(Object.fromEntries(counts)));

const names = fc.stringMatching(/^[a-z]{2,9}(?:[.-][a-z0-9]{2,14}){0,5}(?:\/[a-z][a-z0-9-]{1,30}){0,3}$/);
const versions = fc.stringMatching(/^v?\d{1,4}(?:\.\d{1,3}){0,2}(?:-[a-z0-9]{1,20})?$/);

/** Overviews whose line names an image or a chart. */
export const namingOverview: fc.Arbitrary<Overview> = fc
  .record({
    what: fc.constantFrom("chart" as const, "image" as const),
    name: names,
    before: versions,
    after: versions,
    releases: fc.constantFrom(0, 26),
    jobs: fc.constantFrom(0, 2),
    cronJobs: fc.constantFrom(0, 3),
    high: fc.constantFrom(0, 2),
    edited: fc.constantFrom(0, 26),
  })
  .map(({ high, edited, ...sole }) => ({ ...overviewWith({ changed: 26, rows: 3, same: 121, high, edited }), sole }));
