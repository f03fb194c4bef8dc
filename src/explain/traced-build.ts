/** A build whose steps were recorded, and the questions that can be asked about each of its objects. */
import type { Diagnostic } from "../diagnostics.ts";
import { type BuildOptions, type BuiltResource, createBuilder } from "../engine/index.ts";
import type { DeploymentRecipe } from "../render/index.ts";
import type { Tree } from "../sources/index.ts";
import { type Field, textOf } from "./field.ts";
import { type ExtentOf, type History, Tracer } from "./history.ts";
import { Places } from "./places.ts";
import { ReadFiles } from "./read-files.ts";
import { type Reason, Reasons } from "./reasons.ts";
import { descend, parsePath } from "./selection.ts";

/** The identity of an object in the output, with its real name. */
export interface OutputName {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for none. */
  readonly namespace: string;
  readonly name: string;
}

export interface Recorded {
  readonly tracer: Tracer;
  readonly files: ReadFiles;
  readonly places: Places;
  readonly resources: readonly BuiltResource[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface RecordOptions {
  /** How much of each object is recorded; all of them as a whole if absent. */
  readonly extentOf?: ExtentOf | undefined;
  /** In place of that of the build options. */
  readonly timeoutSeconds?: number | undefined;
  /** Makes it the build of a deployment. */
  readonly deployment?: Controlled | undefined;
}

/** The part of a controller in a build. */
export type Controlled = Pick<DeploymentRecipe, "edits" | "declared" | "finish">;

/**
 * Builds a directory of a tree, and records the changes of each step.
 * @param directory absolute within the tree, as `Builder.build` takes it
 * @throws KrmError for a directory that does not build
 */
export async function recordBuild(
  tree: Tree,
  directory: string,
  options: BuildOptions,
  { extentOf, timeoutSeconds = options.timeoutSeconds, deployment }: RecordOptions = {},
): Promise<Recorded> {
  const [tracer, files] = [new Tracer(extentOf), new ReadFiles()];
  const watched = files.watch(tree);
  const builder = createBuilder(watched, { ...options, trace: tracer });
  const built = await builder.build(directory, { timeoutSeconds, edits: deployment?.edits });
  const named = new Set(deployment && filesOf(deployment.edits));
  const finished = deployment?.finish(built.resources, (step, before, after) => {
    for (const { location } of [step, ...step.values.values()]) if (location !== undefined) named.add(location.file);
    tracer.later(step, before, after);
  });
  if (deployment !== undefined) await files.readNamed(files.watch(deployment.declared), named);
  const resources = finished?.resources ?? built.resources;
  const diagnostics = [...built.diagnostics, ...(finished?.diagnostics ?? [])];
  return { tracer, files, places: new Places(files), resources, diagnostics };
}

/** The files that edits come from. */
function filesOf(edits: Controlled["edits"]): ReadonlySet<string> {
  if (edits === undefined) return new Set();
  const parts = Object.values(edits).flat();
  return new Set([edits, ...parts].flatMap((part) => (typeof part === "object" ? (part.location?.file ?? []) : [])));
}

/** One object of a recorded build. The reasons of each question come nearest first, and may repeat. */
export interface TracedObject {
  /** The steps of the path to a field, as all builds name them; undefined for a field that the object never had. */
  path(pointer: string): readonly string[] | undefined;
  /** Why a field has its value, or is gone; none for a field that the object never had. @param path see {@link path} */
  reasonsOfField(path: readonly string[]): Iterable<Reason>;
  /** Why the object is there, or is gone. */
  reasonsOfObject(): Iterable<Reason>;
  /** The entries through which the object and the steps that changed it came into the build. */
  reasonsOfInclusion(): Iterable<Reason>;
  /** Settings that decide what fields of the kustomizations around the object do. */
  reasonsOfSettings(): Iterable<Reason>;
  /** Every other change of the object. */
  reasonsOfContent(): Iterable<Reason>;
}

export class TracedBuild {
  readonly #recorded: Recorded;
  readonly #reasons: Reasons;
  readonly #output = new Map<string, History | undefined>();
  #earlier: Map<string, History> | undefined;

  /** @param filesAt the files at or below a path that are worth naming as reasons */
  constructor(recorded: Recorded, filesAt: (path: string) => readonly string[]) {
    this.#recorded = recorded;
    this.#reasons = new Reasons({ ...recorded, filesAt });
    for (const [index, resource] of recorded.resources.entries()) {
      this.#output.set(keyOf(resource), recorded.tracer.outputAt(index));
    }
  }

  /** True if the output has an object that was not recorded. */
  hides(name: OutputName): boolean {
    const key = keyOf(name);
    return this.#output.has(key) && this.#output.get(key) === undefined;
  }

  /** The object that has a name in the output, or else one that had it before it was deleted or renamed. */
  object(name: OutputName): TracedObject | undefined {
    const history = this.#output.get(keyOf(name)) ?? this.#byEarlierName().get(keyOf(name));
    if (history === undefined) return undefined;
    const reasons = this.#reasons;
    return {
      path: (pointer) => fieldAt(history, parsePath(pointer))?.segments,
      *reasonsOfField(path) {
        const field = fieldAt(history, path);
        if (field !== undefined) yield* reasons.ofField(history, field);
      },
      reasonsOfObject: () => reasons.ofObject(history),
      reasonsOfInclusion: () => reasons.ofInclusion(history),
      reasonsOfSettings: () => reasons.ofSettings(history),
      reasonsOfContent: () => reasons.ofContent(history),
    };
  }

  /** The path of a file without symbolic links. */
  realPath(file: string): string {
    return this.#recorded.files.realPath(file);
  }

  /** All objects by each name that they ever had; those that are not in the output first. */
  #byEarlierName(): ReadonlyMap<string, History> {
    if (this.#earlier !== undefined) return this.#earlier;
    const earlier = (this.#earlier = new Map<string, History>());
    const { missing, output } = this.#recorded.tracer;
    for (const history of [...missing, ...output]) {
      const { kind } = history;
      const apiVersion = history.text("apiVersion");
      for (const name of new Set(history.texts("metadata", "name"))) {
        for (const namespace of new Set(["", ...history.texts("metadata", "namespace")])) {
          const key = keyOf({ apiVersion, kind, namespace, name });
          if (!earlier.has(key)) earlier.set(key, history);
        }
      }
    }
    return earlier;
  }
}

/** A field, or what it was before redaction, which shows the texts of a Secret as its data. */
function fieldAt(history: History, segments: readonly string[]): Field | undefined {
  const [first, ...rest] = segments;
  if (first === "data" && textOf(history.at("kind")?.value) === "Secret") {
    return descend(history.root, segments) ?? descend(history.root, ["stringData", ...rest]);
  }
  return descend(history.root, segments);
}

function keyOf({ apiVersion, kind, namespace, name }: OutputName): string {
  return JSON.stringify([apiVersion, kind, namespace, name]);
}
