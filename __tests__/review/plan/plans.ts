/** The plan of changes in targets of several sorts, for tests. */

import { processPool } from "../../../src/budget/index.ts";
import { EMPTY_CONFIGURATION } from "../../../src/configuration/index.ts";
import { deploymentOf, type Fate } from "../../../src/render/index.ts";
import type { Rendering } from "../../../src/render/rendering.ts";
import { type PartialReview, parseReport, type Report } from "../../../src/review/index.ts";
import { Reviewer } from "../../../src/review/reviewer.ts";
import { rendered } from "../renderings.ts";

const SIDES = {
  base: { sha: "a".repeat(40), label: "main", reason: "given" },
  head: { sha: "b".repeat(40), label: "topic", reason: "given" },
};

/** One target: its id, what becomes of objects that go from it, and both sides, undefined where it does not exist. */
export interface PlannedTarget {
  readonly id: string;
  readonly fate?: Fate;
  readonly base: string | undefined;
  readonly head: string | undefined;
  /** What the controller says of all objects. */
  readonly release?: Extract<Rendering, { status: "rendered" }>["resources"][number]["release"];
}

/** The report of targets, which whoever reads it finds no fault with. */
export function planReport(targets: readonly PlannedTarget[]): Report {
  const report = reviewed(targets).report(SIDES);
  parseReport(JSON.stringify(report));
  return report;
}

/** The facts that a run knows of the targets, for others that join it. */
export function partialReview(targets: readonly PlannedTarget[]): PartialReview {
  return reviewed(targets).partial(SIDES);
}

function reviewed(targets: readonly PlannedTarget[]): Reviewer {
  const reviewer = new Reviewer(processPool(), undefined, EMPTY_CONFIGURATION);
  for (const { id, fate, base, head, release } of targets) {
    const deployment = deploymentOf(id);
    const about = { id, path: deployment === undefined ? id : "deployed", why: "selected" };
    const side = (text: string | undefined): Rendering => {
      if (text === undefined) return { status: "absent", target: id };
      const rendering = rendered(text, id);
      return {
        ...rendering,
        resources: rendering.resources.map((each) => (release === undefined ? each : { ...each, release })),
      };
    };
    reviewer.compare(
      { ...about, ...(deployment !== undefined && { deployment }), ...(fate !== undefined && { fate }) },
      side(base),
      side(head),
      { seconds: undefined, isLast: true },
    );
  }
  return reviewer;
}

/** A line for each object and target: `Deployment web: restart in flux://…`. */
export function planLines({ changes, targets: all, plan }: Report): string[] {
  const names = new Map(changes.map(({ id, object: { kind, name } }) => [id, `${kind} ${name}`]));
  const holdersOf = (id: string): string[] => all.filter((target) => target.changes.includes(id)).map((one) => one.id);
  return plan.flatMap(({ change, action, targets = holdersOf(change) }) =>
    targets.map((target) => `${names.get(change)}: ${action} in ${target}`),
  );
}
