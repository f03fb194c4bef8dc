/** Collects the causes of changes that several targets have. */

import type { Cause } from "../report.ts";
import { askedFields, type Chosen } from "./choice.ts";
import type { CauseRequest, CausesInput } from "./types.ts";

/** The most causes of one change. Edits of the same kind in many targets each are a cause of their own. */
export const MAX_CAUSES = 20;
/** The most targets of one change that are traced. */
const MAX_TRACED = 50;
/** The same, if it is not known which files a target depends on. */
const MAX_TRACED_BLINDLY = 3;

interface Found {
  readonly cause: Cause;
  readonly fields: Set<string>;
  readonly targets: Set<string>;
}

/** What is known about one change. */
interface Known {
  readonly asked: Set<string>;
  readonly traced: Set<string>;
  /** The targets whose causes are those of others. */
  readonly assumed: Set<string>;
  readonly found: Map<string, Found>;
}

export class Collected {
  readonly #changes = new Map<string, Known>();
  readonly #changedOf: (target: string) => ReadonlySet<string> | undefined;

  constructor(requests: readonly CauseRequest[], changedOf: CausesInput["changedOf"]) {
    const sets = new Map<string, ReadonlySet<string> | undefined>();
    this.#changedOf = (target) => {
      if (!sets.has(target)) {
        const files = changedOf?.(target);
        sets.set(target, files && new Set(files));
      }
      return sets.get(target);
    };
    for (const request of requests) {
      const { id } = request;
      const known = this.#changes.get(id) ?? {
        asked: new Set(),
        traced: new Set(),
        assumed: new Set(),
        found: new Map(),
      };
      for (const { path } of askedFields(request)) known.asked.add(path);
      this.#changes.set(id, known);
    }
  }

  /** Whether a change has to be explained in a target. If not, its causes are those that other targets have for it. */
  needs({ id, target }: CauseRequest): boolean {
    const { found, traced, assumed } = this.#changes.get(id) as Known;
    if (traced.size === 0) return true;
    if (found.size >= MAX_CAUSES || traced.size >= MAX_TRACED) return false;
    const files = this.#changedOf(target);
    if (files === undefined || found.size === 0) return traced.size < MAX_TRACED_BLINDLY;
    // A target that depends on no other edited files than a traced one has its causes.
    const same = [...traced].find((one) => {
      const others = this.#changedOf(one);
      return others !== undefined && [...files].every((file) => others.has(file));
    });
    const shared = [...found.values()].filter(({ cause, targets }) => targets.has(same ?? "") && files.has(cause.file));
    const explained = new Set(shared.flatMap(({ fields }) => [...fields]));
    const all = new Set([...found.values()].flatMap(({ fields }) => [...fields]));
    if (shared.length === 0 || explained.size < all.size) return true;
    assumed.add(target);
    for (const { targets } of shared) targets.add(target);
    return false;
  }

  add({ id, target }: CauseRequest, chosen: readonly Chosen[]): void {
    const { found, traced } = this.#changes.get(id) as Known;
    traced.add(target);
    for (const { field, cause } of chosen) {
      const one = oneOf(found, cause);
      if (one === undefined) continue;
      if (field !== undefined) one.fields.add(field);
      one.targets.add(target);
    }
  }

  /** Causes in the order in which they were found. */
  causes(): Map<string, readonly Cause[]> {
    const causes = new Map<string, readonly Cause[]>();
    for (const [id, { asked, traced, assumed, found }] of this.#changes) {
      const known = traced.size + assumed.size;
      causes.set(
        id,
        [...found.values()].map(({ cause, fields, targets }) => ({
          ...cause,
          ...(fields.size > 0 && fields.size < asked.size && { fields: [...fields] }),
          ...(targets.size < known && { targets: [...targets] }),
        })),
      );
    }
    return causes;
  }
}

/** The cause among those that are known. When there are many, the next lines of a file count to the first one there. */
function oneOf(found: Map<string, Found>, cause: Cause): Found | undefined {
  const { side, file, line, step, plugin } = cause;
  const key = JSON.stringify([side, file, line, step, plugin]);
  const known = found.get(key);
  if (known !== undefined) return known;
  if (found.size >= MAX_CAUSES) {
    const isNear = (other: Cause): boolean =>
      other.side === side && other.file === file && other.step === step && other.plugin === plugin;
    return [...found.values()].find((other) => isNear(other.cause));
  }
  const one: Found = { cause, fields: new Set(), targets: new Set() };
  found.set(key, one);
  return one;
}
