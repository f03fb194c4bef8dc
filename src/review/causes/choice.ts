/** Chooses the cause of each field among its reasons: the nearest one that the change edits. */
import type { Location } from "../../diagnostics.ts";
import type { OutputName, Reason, TracedBuild, TracedObject } from "../../explain/index.ts";
import { withoutHash } from "../../manifests/index.ts";
import type { SideName } from "../../render/index.ts";
import type { Cause } from "../report.ts";
import type { EditedFiles } from "./edited-files.ts";
import type { AskedField, CauseRequest } from "./types.ts";

/** The most reasons of one question that are looked at. */
const MAX_REASONS = 1000;

/** How well a reason explains a change: edited lines, an edited file, or neither. Less is better. */
const [EDITED_LINE, EDITED_FILE, NEITHER] = [0, 1, 2] as const;

interface Candidate {
  readonly rank: typeof EDITED_LINE | typeof EDITED_FILE | typeof NEITHER;
  readonly cause: Cause;
}

/** The cause of one field; of the whole object without a field. */
export interface Chosen {
  readonly field?: string;
  readonly cause: Cause;
}

/** A target on one side, which is built when it is first needed. */
export interface TracedSide {
  readonly side: SideName;
  /** The build, with the object of a name if it is there; undefined if it fails. */
  open(name: OutputName): Promise<TracedBuild | undefined>;
  /** The place that names the directory that a controller builds; undefined for other targets. */
  readonly pathPlace: Location | undefined;
}

/** @param sides those of head and of base */
export async function chooseCauses(
  request: CauseRequest,
  sides: Readonly<Record<SideName, TracedSide>>,
  files: EditedFiles,
): Promise<readonly Chosen[]> {
  const { base: baseName, head: headName } = request;
  const head = new ObjectSide(sides.head, headName ?? baseName, files);
  const base = new ObjectSide(sides.base, baseName ?? headName, files);
  const fields = askedFields(request);
  if (fields.length === 0) {
    const [own, other] = headName === undefined ? [base, head] : [head, base];
    const isMoved = baseName !== undefined && headName !== undefined;
    const cause = isMoved ? await causeOfMove(own, other) : await causeOfPresence(own, other);
    return cause === undefined ? [] : [{ cause }];
  }
  const chosen: Chosen[] = [];
  for (const field of fields) {
    const cause = await causeOfField(field, head, base);
    if (cause !== undefined) chosen.push({ field: field.path, cause });
  }
  return chosen;
}

const IDENTITY = {
  name: "/metadata/name",
  namespace: "/metadata/namespace",
  kind: "/kind",
  apiVersion: "/apiVersion",
} as const;

/** The changed fields, and those of the identity that differ. None for an object that is new, gone or only elsewhere. */
export function askedFields({ base, head, fields }: CauseRequest): CauseRequest["fields"] {
  if (base === undefined || head === undefined) return [];
  const keys = Object.keys(IDENTITY) as (keyof typeof IDENTITY)[];
  const moved = keys.flatMap((key): AskedField[] => {
    const path = IDENTITY[key];
    const [before, after] = key === "name" ? [base.name, head.name].map(withoutHash) : [base[key], head[key]];
    if (before === after || fields.some((one) => one.path === path)) return [];
    return [{ path, op: head[key] === "" ? "removed" : "changed" }];
  });
  return [...fields, ...moved];
}

/** Why an object is on one side, and not on the other. */
async function causeOfPresence(own: ObjectSide, other: ObjectSide): Promise<Cause | undefined> {
  return best([
    // What removed it at head, or no longer removes it.
    () => other.ask((object) => object.reasonsOfObject()),
    () => own.ask((object) => object.reasonsOfObject()),
    () => own.ask((object) => object.reasonsOfInclusion()),
    () => own.ask((object) => object.reasonsOfSettings()),
    () => other.path(),
    () => own.path(),
  ]);
}

/** Why another target has an object. */
async function causeOfMove(head: ObjectSide, base: ObjectSide): Promise<Cause | undefined> {
  return best([
    () => head.ask((object) => object.reasonsOfObject()),
    () => head.ask((object) => object.reasonsOfInclusion()),
    () => base.ask((object) => object.reasonsOfObject()),
    () => base.ask((object) => object.reasonsOfInclusion()),
  ]);
}

async function causeOfField({ path, op }: AskedField, head: ObjectSide, base: ObjectSide): Promise<Cause | undefined> {
  const isRemoved = op === "removed";
  // Lists of base and head may have their elements at other positions, but name them by the same keys.
  const [own, other] = isRemoved ? [base, head] : [head, base];
  let segments: readonly string[] | undefined;
  const ofOwn = async () => {
    const object = await own.object();
    segments = object?.path(path);
    return segments && own.ask((one) => one.reasonsOfField(segments as readonly string[]));
  };
  const ofOther = async () => {
    if (segments === undefined) await ofOwn();
    return segments && other.ask((one) => one.reasonsOfField(segments as readonly string[]));
  };
  return best([
    isRemoved ? ofOther : ofOwn,
    isRemoved ? ofOwn : ofOther,
    () => own.ask((object) => object.reasonsOfInclusion()),
    () => other.ask((object) => object.reasonsOfInclusion()),
    () => own.ask((object) => object.reasonsOfSettings()),
    () => other.ask((object) => object.reasonsOfSettings()),
    () => own.ask((object) => object.reasonsOfContent()),
    () => other.ask((object) => object.reasonsOfContent()),
    () => own.path(),
    () => other.path(),
  ]);
}

/** Asks until an answer lies in edited lines; otherwise the best one, and the first of equal ones. */
async function best(questions: readonly (() => Promise<Candidate | undefined>)[]): Promise<Cause | undefined> {
  let found: Candidate | undefined;
  for (const ask of questions) {
    const candidate = await ask();
    if (candidate !== undefined && (found === undefined || candidate.rank < found.rank)) found = candidate;
    if (found?.rank === EDITED_LINE) break;
  }
  return found?.cause;
}

/** Answers questions about an object on one side. */
class ObjectSide {
  readonly #traced: TracedSide;
  readonly #name: CauseRequest["head"];
  readonly #files: EditedFiles;

  constructor(traced: TracedSide, name: CauseRequest["head"], files: EditedFiles) {
    this.#traced = traced;
    this.#name = name;
    this.#files = files;
  }

  async object(): Promise<TracedObject | undefined> {
    if (this.#name === undefined) return undefined;
    return (await this.#traced.open(this.#name))?.object(this.#name);
  }

  /** The best of some reasons. */
  async ask(reasons: (object: TracedObject) => Iterable<Reason>): Promise<Candidate | undefined> {
    const build = this.#name && (await this.#traced.open(this.#name));
    const object = this.#name && build?.object(this.#name);
    if (build === undefined || object === undefined) return undefined;
    let found: Candidate | undefined;
    let left = MAX_REASONS;
    for (const reason of reasons(object)) {
      if (--left < 0) break;
      const candidate = await this.#judge(reason, build);
      if (found === undefined || candidate.rank < found.rank) found = candidate;
      if (found.rank === EDITED_LINE) break;
    }
    return found;
  }

  /** The place that names the directory, if the change edits its line. */
  async path(): Promise<Candidate | undefined> {
    const { side, pathPlace } = this.#traced;
    if (pathPlace?.line === undefined || !this.#files.has(pathPlace.file)) return undefined;
    const { file, line, column } = pathPlace;
    if ((await this.#files.firstLine(side, file, line, line)) === undefined) return undefined;
    const at = { file, line, ...(column !== undefined && { column }) };
    return { rank: EDITED_LINE, cause: { side, ...at, step: "path", inChange: true } };
  }

  async #judge(reason: Reason, build: TracedBuild): Promise<Candidate> {
    const { place, lastLine, isObject, ...setting } = reason;
    const { side } = this.#traced;
    const file = this.#files.has(place.file) ? place.file : build.realPath(place.file);
    const { line: first, column } = place;
    const at = { ...(first !== undefined && { line: first }), ...(column !== undefined && { column }) };
    const cause: Cause = { side, file, ...at, ...setting };
    if (!this.#files.has(file)) return { rank: NEITHER, cause };
    const inChange = { ...cause, inChange: true as const };
    const line = await this.#files.firstLine(side, file, place.line ?? 1, lastLine);
    if (line === undefined) return { rank: EDITED_FILE, cause: inChange };
    const isElsewhere = line !== place.line && isObject === undefined;
    return { rank: EDITED_LINE, cause: isElsewhere ? { ...inChange, line, column: 1 } : inChange };
  }
}
