/** Reports for the tests of what is computed from all changes together. */
import {
  assembleReport,
  type ChangeGroup,
  ChangeStore,
  type OriginalName,
  type Report,
  type TargetReport,
} from "../../src/review/index.ts";
import { change } from "../report/reports.ts";

type FlatChange = NonNullable<Parameters<typeof change>[0]>;
export interface Given extends FlatChange {
  readonly original?: string;
}

const SIDE = { sha: null, label: "x", reason: "" };

/** A report of the changes of each target. @param about more about the targets, by their paths */
export function reportOf(
  targets: Readonly<Record<string, readonly Given[]>>,
  about: Readonly<Record<string, Partial<TargetReport>>> = {},
): Report {
  const store = new ChangeStore();
  const causes = new Map<string, Report["changes"][number]["causes"]>();
  const reports = Object.entries(targets).map(([path, given]) => {
    const changes = given.map(({ original, ...more }) => {
      const { id: _id, causes: places, ...rest } = change({ causes: [], ...more });
      const { kind, namespace } = rest.object;
      const name: OriginalName | undefined = original === undefined ? undefined : { kind, namespace, name: original };
      const id = store.add(rest, name);
      causes.set(id, places);
      return id;
    });
    const resources = { base: 1, head: 1 };
    return {
      id: path,
      path,
      status: "changed" as const,
      why: "selected",
      resources,
      changes,
      diagnostics: [],
      ...about[path],
    };
  });
  return assembleReport({ base: SIDE, head: SIDE, targets: reports, store, causes });
}

export function groupsOf(...given: Parameters<typeof reportOf>): readonly ChangeGroup[] {
  return reportOf(...given).groups;
}
