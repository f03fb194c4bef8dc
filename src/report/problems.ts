/** Gathers the problems of targets by their causes: a broken base breaks each of its overlays, and one rename all that name it. */

import { getOrInsert } from "../collections.ts";
import type { Diagnostic, Location } from "../diagnostics.ts";
import { targetText } from "../render/index.ts";
import type { TargetDiagnostic, TargetReport } from "../review/index.ts";
import { replacePath } from "../text/index.ts";

/** A place in the sources. */
export interface Place extends Location {
  /** The change edits this file. */
  readonly inChange?: true;
}

/** A problem with all of its places: the same words, but for the paths of the place and of the target. */
export interface Problem {
  /** The diagnostic of the first target. */
  readonly diagnostic: Diagnostic;
  /** Distinct, in the order of the targets; empty for a problem without a place. */
  readonly places: readonly Place[];
  /** In order. */
  readonly targets: readonly [TargetReport, ...TargetReport[]];
}

interface Gathered extends Problem {
  readonly places: Place[];
  readonly targets: [TargetReport, ...TargetReport[]];
  readonly known: Set<string>;
}

/** Gathers those problems that are `wanted`; in the order in which the targets have them first. Takes linear time. */
export function gatherProblems(
  targets: readonly TargetReport[],
  wanted: (diagnostic: TargetDiagnostic) => boolean,
): Problem[] {
  const problems = new Map<string, Gathered>();
  for (const target of targets) {
    for (const diagnostic of target.diagnostics) {
      if (!wanted(diagnostic)) continue;
      const problem = getOrInsert(problems, keyOf(diagnostic, target), (): Gathered => {
        const { inChange: _inChange, isNew: _isNew, ...plain } = diagnostic;
        return { diagnostic: plain, places: [], targets: [target], known: new Set() };
      });
      if (problem.targets.at(-1) !== target) problem.targets.push(target);
      notePlace(problem, diagnostic);
    }
  }
  return [...problems.values()];
}

/** The number of those of a severity. */
export function countOf(problems: readonly Pick<Problem, "diagnostic">[], wanted: Diagnostic["severity"]): number {
  return problems.filter(({ diagnostic: { severity } }) => severity === wanted).length;
}

function notePlace({ places, known }: Gathered, { file, line, column, inChange }: TargetDiagnostic): void {
  if (file === undefined) return;
  const key = `${line ?? 0}:${column ?? 0}:${file}`;
  if (known.has(key)) return;
  known.add(key);
  places.push({ file, line, column, ...(inChange ? { inChange } : {}) });
}

/** The messages of programs and of Node about a host that cannot be reached. */
const UNREACHABLE =
  /could not resolve|name resolution|name or service not known|nodename nor servname|ENOTFOUND|EAI_AGAIN|timed out|no route to host|network is unreachable|EHOSTUNREACH|ENETUNREACH|connection refused|ECONNREFUSED|couldn't connect|failed to connect|unable to connect/i;

/** The host of an address at the start of a message: `https://host/…` or `user@host:…`. */
const HOST = /^(?:[a-z][a-z+]*:\/\/(?:[^\s/@]*@)?([^\s/]+)|[^\s/@:]+@([^\s/:]+):)/i;

/** Equal for problems that have one cause. */
function keyOf({ code, message, hint = "", file }: Diagnostic, { id, path }: TargetReport): string {
  const [, host = ""] = HOST.exec(message)?.filter((part) => part !== undefined) ?? [];
  // Nothing of the host can be had: which repository and commit is wanted makes no difference.
  if (host !== "" && UNREACHABLE.test(message.slice(host.length))) return JSON.stringify([code, host, hint]);
  // What is written before the report names a target alone.
  const own = [
    targetText(id),
    path,
    ...(file === undefined ? [] : [file, file.slice(0, Math.max(0, file.lastIndexOf("/")))]),
  ];
  return JSON.stringify([code, withoutPaths(message, own), withoutPaths(hint, own)]);
}

/** The text with marks in place of these paths. */
function withoutPaths(text: string, paths: readonly string[]): string {
  // The longest first: a file begins with its directory.
  return paths.toSorted((a, b) => b.length - a.length).reduce((left, path) => replacePath(left, path, "\0"), text);
}
