/** Collects what is asked about the causes of changes, and the files that the objects come from. */
import type { RenderedResource } from "../render/rendering.ts";
import { compareBytewise } from "../text/index.ts";
import type { CauseRequest } from "./causes/index.ts";
import type { FoundChange } from "./changes.ts";
import { OriginCauses } from "./origin-causes.ts";
import type { Cause, FieldChange, ObjectName } from "./report.ts";

/** Further objects of targets are not asked about; their changes have the causes that other targets have for them. */
const MAX_REQUESTS = 100_000;

interface Asked {
  readonly target: string;
  readonly from: string | undefined;
  readonly base: ObjectName | undefined;
  readonly head: ObjectName | undefined;
}

export class AskedCauses {
  readonly #origins = new OriginCauses();
  readonly #asked = new Map<string, Asked[]>();
  #count = 0;

  /** @param from the target at base, if it is another one */
  note(id: string, target: string, { base, head, cause }: FoundChange, from?: string): void {
    this.#origins.note(id, target, cause);
    if (this.#count >= MAX_REQUESTS) return;
    this.#count++;
    const asked = this.#asked.get(id) ?? [];
    this.#asked.set(id, asked);
    // Most targets that have a change have it for the same names.
    const [first] = asked;
    asked.push({ target, from, base: nameOf(base, first?.base), head: nameOf(head, first?.head) });
  }

  /**
   * By the paths of the targets, because the order in which these were compared differs from run to run.
   * @param fieldsOf the fields of a change that a target still has
   */
  requests(fieldsOf: (id: string) => { readonly fields: readonly FieldChange[] }): CauseRequest[] {
    const requests = [...this.#asked].flatMap(([id, asked]) => {
      const { fields } = fieldsOf(id);
      return asked.map((one) => ({ id, ...one, fields }));
    });
    return requests.sort((a, b) => compareBytewise(a.target, b.target));
  }

  /** Targets have another change in place of this one. */
  forget(id: string, targets: ReadonlySet<string>): void {
    const asked = this.#asked.get(id)?.filter(({ target }) => !targets.has(target)) ?? [];
    if (asked.length > 0) this.#asked.set(id, asked);
    else this.#asked.delete(id);
  }

  /** The files that the objects come from, by the ids of changes. */
  origins(changedFiles: ReadonlySet<string>): ReadonlyMap<string, readonly Cause[]> {
    return new Map(
      [...this.#origins.list()].map(([id, causes]) => [
        id,
        causes.map((cause) => (changedFiles.has(cause.file) ? { ...cause, inChange: true as const } : cause)),
      ]),
    );
  }
}

/** The real name: only the causes are looked up by it. */
function nameOf(resource: RenderedResource | undefined, same: ObjectName | undefined): ObjectName | undefined {
  if (resource === undefined) return undefined;
  const { apiVersion, kind, namespace, name } = resource;
  const isSame =
    same?.name === name && same.namespace === namespace && same.kind === kind && same.apiVersion === apiVersion;
  return isSame ? same : { apiVersion, kind, namespace, name };
}
