/** Reviews two texts of manifests, and tells the dangers. */
import { processPool } from "../../../src/budget/index.ts";
import { type Configuration, EMPTY_CONFIGURATION } from "../../../src/configuration/index.ts";
import type { Report } from "../../../src/review/index.ts";
import { Reviewer } from "../../../src/review/reviewer.ts";
import { rendered } from "../renderings.ts";

const SIDE = { sha: null, label: "x", reason: "given" };

/** @param sides of each target: the documents of both sides, separated by `---` */
export function reviewed(
  sides: Readonly<Record<string, readonly [base: string, head: string]>>,
  configuration: Configuration = EMPTY_CONFIGURATION,
): Report {
  const reviewer = new Reviewer(processPool(), undefined, configuration);
  for (const [path, [base, head]] of Object.entries(sides)) {
    const limits = { seconds: undefined, isLast: true };
    reviewer.compare({ id: path, path, why: "selected" }, rendered(base, path), rendered(head, path), limits);
  }
  return reviewer.report({ base: SIDE, head: SIDE });
}

/** The dangers of one target by some rules, each in a line: `rule level Kind name path: message`. */
export function told(base: string, head: string, ...rules: string[]): string[] {
  const { dangers, changes } = reviewed({ app: [base, head] });
  const objects = new Map(changes.map(({ id, object }) => [id, object]));
  return dangers
    .filter(({ id }) => rules.includes(id))
    .map(({ id, level, change, path, message }) => {
      const { kind, name } = objects.get(change) ?? { kind: "", name: "" };
      return `${id} ${level} ${kind} ${name}${path === undefined ? "" : ` ${path}`}: ${message}`;
    });
}
