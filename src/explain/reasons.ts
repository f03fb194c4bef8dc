/**
 * Everything that had a part in how a value or an object came to be, from the nearest to the furthest. The first part that
 * a change edits is its cause.
 */
import { posix } from "node:path";
import { getOrInsert } from "../collections.ts";
import type { Location } from "../diagnostics.ts";
import type { Inclusion } from "../engine/index.ts";
import { scalarText, splitFieldPath } from "../resource/index.ts";
import { get, locate, type Node } from "../yaml/nodes/node.ts";
import { lastLine } from "./extents.ts";
import { type Change, changesOf, type Field, type Step, textOf } from "./field.ts";
import { History, type Tracer } from "./history.ts";
import { namedFiles } from "./named-files.ts";
import { mapAt, originsOf, type Places } from "./places.ts";
import type { ReadFiles } from "./read-files.ts";
import { descend } from "./selection.ts";
import { type Setting, settingOf } from "./setting.ts";

/** A part that a line of a file had. */
export interface Reason extends Omit<Setting, "place"> {
  readonly place: Location;
  /** The last line of what is at the place; infinite for a whole file. */
  readonly lastLine: number;
  /** True if the place is that of a whole object. */
  readonly isObject?: true;
}

/** How many objects lie between a value and the one that it was copied from, at most. */
const MAX_COPIES = 4;
/** The most fields whose changes explain that of a field that holds them, or of a name that follows from them. */
const MAX_FIELDS = 1000;
/** The most kustomizations whose settings are looked at. */
const MAX_KUSTOMIZATIONS = 50;

/** Fields that decide what other fields of their kustomization do. */
const SETTINGS = ["configurations", "crds", "openapi", "generatorOptions", "helmGlobals", "buildMetadata", "catalogs"];

const IDENTITY = [["metadata", "name"], ["metadata", "namespace"], ["kind"], ["apiVersion"]];

export interface ReasonPorts {
  readonly tracer: Tracer;
  readonly places: Places;
  readonly files: ReadFiles;
  /** The files at or below a path that are worth naming. */
  readonly filesAt: (path: string) => readonly string[];
}

export class Reasons {
  readonly #ports: ReasonPorts;
  readonly #ofSteps = new WeakMap<Step, readonly Reason[]>();
  #byName: Map<string, History[]> | undefined;

  constructor(ports: ReasonPorts) {
    this.#ports = ports;
  }

  /** Why a field has its value, or is gone: the newest step first. */
  *ofField(history: History, field: Field): Iterable<Reason> {
    if (!field.isLeaf && field.source !== undefined) yield* this.#ofPresent(history, field);
    yield* this.#ofChanges(changesOf(field, MAX_FIELDS), history);
  }

  /** Why an object is there, or is gone. */
  *ofObject(history: History): Iterable<Reason> {
    const [first] = history.changes;
    const last = history.changes.at(-1);
    if (last !== undefined && last !== first && last.segments.length === 0) yield* this.#ofChange(last, history, 0);
    if (first !== undefined) yield* this.#ofChange(first, history, 0);
    // An object with another identity counts as another object.
    for (const path of IDENTITY) yield* this.#ofChanges(history.at(...path)?.changes.toReversed() ?? [], history);
  }

  /** The entries through which an object and the steps that changed it came into the build. */
  *ofInclusion(history: History): Iterable<Reason> {
    const [first] = history.changes;
    if (first !== undefined) yield* this.#entries(inclusionsOf(first.step, history));
    const seen = new Set<Step>();
    for (const { step } of history.changes.toReversed()) {
      if (step.via === undefined || seen.has(step)) continue;
      seen.add(step);
      yield* this.#entries(step.via);
    }
  }

  /** Settings of the kustomizations that an object came through, which decide what other fields of them do. */
  *ofSettings(history: History): Iterable<Reason> {
    const kustomizations = [
      ...history.changes.flatMap(({ step }) => [step, ...(step.via ?? [])]),
      ...history.included.map(({ inclusion }) => inclusion),
    ].flatMap(({ kustomization }) => kustomization?.location.file ?? []);
    for (const file of [...new Set(kustomizations)].slice(0, MAX_KUSTOMIZATIONS)) {
      const top = this.#ports.files.node(file);
      for (const name of SETTINGS) {
        const node = get(top, name);
        if (node === undefined) continue;
        yield* this.#at(locate(node), { step: name });
        yield* this.#namedIn(node, file, name);
      }
    }
  }

  /** Every other change of an object, for values that a program computed from them. */
  *ofContent(history: History): Iterable<Reason> {
    yield* this.#ofChanges(changesOf(history.root, MAX_FIELDS), history);
  }

  /** The place of a map or list as it is. */
  *#ofPresent(history: History, field: Field): Iterable<Reason> {
    const newest = changesOf(field, MAX_FIELDS)[0] ?? history.changes[0];
    const { source, offset } = field;
    if (newest === undefined || source === undefined) return;
    const place = this.#ports.places.inFile({ source, offset });
    if (place !== undefined) yield* this.#at(place, { step: newest.step.name });
  }

  *#ofChanges(
    changes: readonly Change[],
    history: History,
    depth = 0,
    before = Number.POSITIVE_INFINITY,
  ): Iterable<Reason> {
    for (const change of changes) if (change.step.number < before) yield* this.#ofChange(change, history, depth);
  }

  *#ofChange(change: Change, history: History, depth: number): Iterable<Reason> {
    const { places } = this.#ports;
    const { step, segments } = change;
    const { place, ...setting } = settingOf(change, history, places);
    // A name follows from what made it.
    const isDerived = step.name === "hash" || step.name === "nameReference";
    if (isDerived && depth < MAX_COPIES) yield* this.#ofOrigin(change, history, depth + 1);
    if (place !== undefined) {
      const isObject = segments.length === 0 && change.at !== undefined;
      const isFile = places.isWholeFile(change);
      yield {
        ...setting,
        place,
        lastLine: isFile ? Number.POSITIVE_INFINITY : this.#lastLine(place),
        ...(isObject && { isObject }),
      };
    }
    for (const { location } of originsOf(change)) yield* this.#at(location, setting);
    yield* this.#at(setting.entry, setting);
    for (const override of setting.overrides?.toReversed() ?? []) yield* this.#at(override, setting);
    yield* this.#ofStep(step, setting);
    if (!isDerived && depth < MAX_COPIES) yield* this.#ofOrigin(change, history, depth + 1);
    for (const entry of setting.imports?.toReversed() ?? []) yield* this.#at(entry, setting);
  }

  /** The fields, of this object or of others, that the value was computed from. */
  *#ofOrigin(change: Change, history: History, depth: number): Iterable<Reason> {
    const { step } = change;
    if (step.name === "hash") {
      const content = changesOf(history.root, MAX_FIELDS).filter(({ segments }) => segments[0] !== "metadata");
      yield* this.#ofChanges(content, history, depth, step.number);
    }
    for (const followed of history.follows.get(change) ?? []) {
      const key = followed.name === textOf(change.after) ? "name" : "namespace";
      const renaming = followed.at("metadata", key)?.changes.toReversed() ?? [];
      yield* this.#ofChanges(renaming, followed, depth, step.number);
    }
    if (step.name === "vars") {
      for (const [, name = ""] of textOf(change.before).matchAll(/\$\(([^$()]+)\)/g)) {
        const { objref, fieldref } = step.variables?.get(name) ?? {};
        yield* this.#ofSource(objref?.kind, objref?.name, fieldref?.fieldPath, step, depth);
      }
      return;
    }
    const source = get(this.#entryAt(step), "source");
    const text = (name: string): string => scalarText(get(source, name));
    if (source !== undefined) yield* this.#ofSource(text("kind"), text("name"), text("fieldPath"), step, depth);
  }

  /** A field that a replacement or a variable reads. Empty parts match everything. */
  *#ofSource(
    kind: string | undefined,
    name: string | undefined,
    path: string | undefined,
    step: Step,
    depth: number,
  ): Iterable<Reason> {
    const named = name ? this.#histories().get(name) : [...this.#histories().values()].flat();
    const found = named?.find((history) => !kind || history.texts("kind").includes(kind));
    if (found === undefined) return;
    const field = descend(found.root, splitFieldPath(path || "metadata.name"));
    if (field !== undefined) yield* this.#ofChanges(changesOf(field, MAX_FIELDS), found, depth, step.number);
    yield* this.ofObject(found);
    yield* this.ofInclusion(found);
  }

  /** All objects of the build, by each name that they ever had. */
  #histories(): ReadonlyMap<string, readonly History[]> {
    if (this.#byName !== undefined) return this.#byName;
    this.#byName = new Map();
    const { output, missing } = this.#ports.tracer;
    for (const history of [...output, ...missing]) {
      for (const name of new Set(history.texts("metadata", "name"))) {
        getOrInsert(this.#byName, name, (): History[] => []).push(history);
      }
    }
    return this.#byName;
  }

  /** Reasons of a step that do not depend on the change: its document, the files that its entry names, and the entries around it. */
  *#ofStep(step: Step, setting: Omit<Setting, "place">): Iterable<Reason> {
    yield* getOrInsert(this.#ofSteps, step, () => [...this.#aroundStep(step, setting)]);
  }

  *#aroundStep(step: Step, setting: Omit<Setting, "place">): Iterable<Reason> {
    const { config, kustomization, directoryOf } = step;
    const own = withoutEntry(setting);
    const { step: name, plugin } = own;
    const file = config?.origin?.file ?? directoryOf ?? kustomization?.location.file;
    yield* this.#at(config?.origin, own);
    const history = config?.history;
    if (history instanceof History) {
      for (const change of history.changes.toReversed()) {
        const { place, entry } = settingOf(change, history, this.#ports.places);
        yield* this.#at(place, own);
        yield* this.#at(entry, own);
      }
      const inclusions = history.changes[0] === undefined ? [] : inclusionsOf(history.changes[0].step, history);
      for (const { location } of inclusions) yield* this.#at(location, own);
    }
    const node = config?.node ?? this.#entryAt(step);
    if (step.name === "replacements" && step.location !== undefined) yield* this.#at(step.location, own);
    if (file === undefined || node === undefined) return;
    yield* this.#namedIn(node, file, name, plugin);
    if (kustomization !== undefined && name === "helmCharts") yield* this.#ofChart(node, kustomization, file);
  }

  *#ofChart(entry: Node, { helmGlobals }: Inclusion["kustomization"], file: string): Iterable<Reason> {
    const home = helmGlobals?.chartHome || "charts";
    const name = get(entry, "name");
    if (name?.kind !== "scalar") return;
    const files = this.#ports.filesAt(posix.join(posix.dirname(file), home, name.value));
    // A template says more than the values that it uses.
    const templates = files.filter((one) => one.includes("/templates/"));
    for (const one of [...templates, ...files]) yield wholeFile(one, "helmCharts");
  }

  *#namedIn(node: Node, file: string, step: string, plugin?: string): Iterable<Reason> {
    for (const path of namedFiles(node, file)) {
      for (const one of this.#ports.filesAt(path)) yield wholeFile(one, step, plugin);
    }
  }

  /** The node of the entry that asked for a step. */
  #entryAt(step: Step): Node | undefined {
    const { location, config } = step;
    if (location === undefined) return this.#ports.places.entryNode(step);
    return mapAt(config?.node, location) ?? mapAt(this.#ports.files.node(location.file), location);
  }

  *#entries(inclusions: Iterable<Inclusion>): Iterable<Reason> {
    for (const { name, location } of inclusions) yield* this.#at(location, { step: name });
  }

  *#at(place: Location | undefined, setting: Omit<Setting, "place">): Iterable<Reason> {
    if (place !== undefined) yield { ...withoutEntry(setting), place, lastLine: this.#lastLine(place) };
  }

  #lastLine(place: Location): number {
    return lastLine(this.#ports.files.lines(place.file), place);
  }
}

function withoutEntry({ step, plugin, imports, overrides }: Omit<Setting, "place">): Omit<Setting, "place" | "entry"> {
  return {
    step,
    ...(plugin !== undefined && { plugin }),
    ...(imports && { imports }),
    ...(overrides && { overrides }),
  };
}

function wholeFile(file: string, step: string, plugin?: string): Reason {
  return {
    step,
    ...(plugin !== undefined && { plugin }),
    place: { file, line: 1, column: 1 },
    lastLine: Number.POSITIVE_INFINITY,
  };
}

/** The entries through which a step that changed an object came into the build, innermost first. */
function inclusionsOf(step: Step, { included }: History): Inclusion[] {
  const outer = included.filter(({ after }) => after >= step.number).map(({ inclusion }) => inclusion);
  return [...(step.via ?? []), ...outer.flatMap((inclusion) => [inclusion, ...(inclusion.via ?? [])])];
}
