/** Tells the problems that a change causes from those that were there before. */
import { groupBy } from "../collections.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { isDeploymentId, type SideName } from "../render/index.ts";
import type { Rendering } from "../render/rendering.ts";
import { replacePath } from "../text/index.ts";
import type { TargetDiagnostic, TargetReport } from "./report.ts";

/** The files that a change edits, as messages name them. */
export interface EditedFiles {
  readonly changedFiles: ReadonlySet<string>;
  /** The files that only one side has; absent if that is not known. */
  readonly loneFiles?: Readonly<Record<SideName, ReadonlySet<string>>> | undefined;
}

/**
 * The problems of the head, those marked that the base does not have. Where the base failed, it is not known which problems it
 * has besides: then only those in files that the change edits are new. A file that only the head has takes over the problems of one
 * with the same name that only the base has: it was moved.
 */
export function markNew(
  head: readonly Diagnostic[],
  base: Rendering,
  { path, from }: Pick<TargetReport, "path" | "from">,
  { changedFiles, loneFiles }: EditedFiles,
): TargetDiagnostic[] {
  const moved = from === undefined || isDeploymentId(from) ? undefined : { from, path };
  const before = base.status === "absent" ? [] : base.diagnostics;
  const known = new Known(moved === undefined ? before : before.map((each) => relocated(each, moved)), identity);
  // By position: the same problem can stand there twice.
  const left = new Map([...head.entries()].filter(([, diagnostic]) => !known.take(diagnostic)));
  if (loneFiles !== undefined && left.size > 0) {
    const gone = known.rest().filter(({ file }) => file !== undefined && loneFiles.base.has(file));
    takeMoved(gone, left, loneFiles.head);
  }
  return head.map((diagnostic, position) => {
    const inChange = diagnostic.file !== undefined && changedFiles.has(diagnostic.file);
    const isNew = left.has(position) && (base.status !== "failed" || inChange);
    return { ...diagnostic, ...(isNew ? { isNew } : {}), ...(inChange ? { inChange } : {}) };
  });
}

/** The most directories of a path that are compared. */
const MAX_DIRECTORIES = 8;

/** Takes the problems of moved files out of those that are left: first those of files whose paths have the longest end in common. */
function takeMoved(gone: readonly Diagnostic[], left: Map<number, Diagnostic>, added: ReadonlySet<string>): void {
  let rest = gone;
  for (let length = MAX_DIRECTORIES + 1; length > 0 && rest.length > 0; length--) {
    const known = new Known(rest, (diagnostic) => identityAfterMove(diagnostic, length));
    for (const [position, diagnostic] of left)
      if (diagnostic.file !== undefined && added.has(diagnostic.file) && known.take(diagnostic)) left.delete(position);
    rest = known.rest();
  }
}

/** The identity with the end of the path only, where the message names the directory as well. */
function identityAfterMove(diagnostic: Diagnostic, length: number): string {
  const { file = "", message } = diagnostic;
  const names = file.split("/");
  const directory = names.slice(0, -length).join("/");
  return identity({
    ...diagnostic,
    file: names.slice(-length).join("/"),
    message: replacePath(message, directory, "."),
  });
}

/** Problems that others can be found to be, each once. */
class Known {
  readonly #identity: (diagnostic: Diagnostic) => string;
  readonly #waiting: Map<string, Diagnostic[]>;

  constructor(diagnostics: readonly Diagnostic[], identityOf: (diagnostic: Diagnostic) => string) {
    this.#identity = identityOf;
    this.#waiting = groupBy(diagnostics, identityOf);
  }

  /** Tells whether one with the same identity is left, and takes it. */
  take(diagnostic: Diagnostic): boolean {
    return this.#waiting.get(this.#identity(diagnostic))?.pop() !== undefined;
  }

  rest(): Diagnostic[] {
    return [...this.#waiting.values()].flat();
  }
}

/** A new target has all warnings of its bases. Those that other targets had before are not new. */
export function forgetKnown(targets: readonly TargetReport[]): TargetReport[] {
  const known = new Set<string>();
  for (const { status, diagnostics } of targets) {
    // Those of the base say what was wrong there.
    if (status === "failed-at-base" || status === "removed") continue;
    for (const diagnostic of diagnostics) if (!diagnostic.isNew) known.add(identity(diagnostic));
  }
  return targets.map((target) => {
    const isAdded = target.status === "added" || (target.status === "failed" && target.isNew === true);
    if (!isAdded || known.size === 0) return target;
    const diagnostics = target.diagnostics.map((diagnostic) => {
      const { isNew, ...rest } = diagnostic;
      return isNew && diagnostic.severity !== "error" && known.has(identity(diagnostic)) ? rest : diagnostic;
    });
    return { ...target, diagnostics };
  });
}

/**
 * The problem without its line, which changes when lines are added above it, and without the hashes in generated names, which
 * change with every edit of their contents.
 */
export function identity({ code, file, message }: Diagnostic): string {
  return JSON.stringify([code, file, message.replace(/-[2456789bcdfghkmt]{10}(?![\w-])/g, "-")]);
}

/** The problem as it would be if the target had been where it is at the head. */
function relocated(diagnostic: Diagnostic, { from, path }: { from: string; path: string }): Diagnostic {
  const { file, message } = diagnostic;
  const isInside = file === from || file?.startsWith(`${from}/`);
  return {
    ...diagnostic,
    ...(isInside ? { file: `${path}${file?.slice(from.length)}` } : {}),
    message: replacePath(message, from, path),
  };
}
