/** The causes of changes, as a review finds them: of each class of targets, the first one is traced. */
import { type CausesInput, filesDigest, findCauses, firstOfClasses } from "../../../src/review/causes/index.ts";
import { causesOf } from "../../../src/review/partial/change-causes.ts";
import type { Cause } from "../../../src/review/report.ts";

export interface Explained extends CausesInput {
  /** The edited files that a target depends on; not known if absent. */
  readonly changedOf?: (target: string) => readonly string[];
}

export async function explainedCauses({ requests, changedOf, ...input }: Explained): Promise<Map<string, Cause[]>> {
  const filesOf = (target: string): string | undefined => filesDigest(changedOf?.(target));
  const ids = [...new Set(requests.map(({ id }) => id))];
  const of = (id: string) => requests.filter((request) => request.id === id);
  const chosen = new Set(ids.flatMap((id) => firstOfClasses(of(id), filesOf)));
  const traces = await findCauses({ ...input, requests: requests.filter((request) => chosen.has(request)) });
  return new Map(
    ids.map((id) => {
      const targets = of(id).map(({ target }) => target);
      return [id, causesOf({ targets, traces: traces.get(id) ?? [], origins: new Map() }, filesOf)];
    }),
  );
}
