/** Charts that are another major version. */
import { toPointer } from "../../../text/index.ts";
import { versionsIn } from "../elsewhere.ts";
import type { Finding, PairRule } from "../rule.ts";
import { oneLine } from "./objects/index.ts";

/** Ends the message, unless the version is an earlier one. */
export const UNSEEN = ", since nothing of it is rendered here";

export const chartMajor: PairRule = {
  id: "chart-major",
  level: "medium",
  summary: "a chart changes to another major version",
  *check({ base, head }): Iterable<Finding> {
    if (base === undefined || head === undefined) return;
    const old = new Map<string, string>();
    for (const { what, name, version } of versionsIn(base.value(), base))
      if (what === "chart" && majorOf(version) !== undefined) old.set(name, version);
    for (const { what, name, version, path } of versionsIn(head.value(), head)) {
      const before = what === "chart" ? old.get(name) : undefined;
      const [from, to] = [majorOf(before), majorOf(version)];
      if (before === undefined || from === undefined || to === undefined || from === to) continue;
      yield {
        path: toPointer(path),
        message:
          to < from
            ? "the chart goes back to an earlier major version: what the later one has stored may not be readable"
            : `the chart changes to another major version: read its release notes for what breaks${UNSEEN}`,
        before: oneLine(before),
        after: oneLine(version),
      };
    }
  },
};

/** The first number of a whole version, or of a range within one major version; undefined for others. Charts have semantic versions. */
function majorOf(version: string | undefined): number | undefined {
  const match = /^[~^]?v?(\d{1,9})\.(?:\d+\.\d+(?:[-+@][\w.+:@-]*)?|(?:\d+\.)?[xX*])$/.exec(version ?? "");
  return match === null ? undefined : Number(match[1]);
}
