/** Turns failures and results of functions into diagnostics; docs/specification/results.md 1.3, 2, 3. */
import { posix } from "node:path";
import { type Diagnostic, formatLocation, type Location, visible } from "../diagnostics.ts";
import { apiVersionOf, type Resource } from "../resource/index.ts";
import { shorten } from "../text/index.ts";
import { locate, type Node } from "../yaml/nodes/node.ts";
import type { ProgramOutcome, ProgramProblem } from "./program.ts";
import type { FunctionRoot } from "./step.ts";
import type { FunctionResult, ResourceRef } from "./wire/results.ts";

/** The lowest severity of a result that fails a function which exits with 0. */
export type FailOn = "error" | "warning" | "never";

const LINES = 10;
const CHARACTERS = 500;
const MESSAGE_CHARACTERS = 2000;

const PROBLEMS: Readonly<Record<ProgramProblem, string>> = {
  timeout: "timed out",
  "out-of-memory": "ran out of memory",
  "output-too-large": "printed too much",
  "output-lost": "may have printed more than was received",
  "not-idempotent": "is not idempotent",
  "could-not-start": "could not be started",
  "input-failed": "did not get its input",
  killed: "did not end by itself",
};

/** The message of a failure: how the program ended, and the last lines of its standard error. */
export function failureText(title: string, outcome: ProgramOutcome): string {
  const { problem, detail, exitCode, stderr } = outcome;
  const how = problem === undefined ? `failed: exit status ${exitCode ?? "unknown"}` : PROBLEMS[problem];
  const why = detail === undefined ? "" : `: ${detail}`;
  const silent = problem === undefined && stderr.trim() === "" ? ", without an error message" : "";
  return `${title} ${how}${why}${silent}${quoted(stderr)}`;
}

/** The diagnostics of an interpreted program, which have their own places. The first one also names the place of the config. */
export function programProblems(
  title: string,
  { diagnostics = [], stderr }: ProgramOutcome,
  declared: Location,
  object: string,
): Diagnostic[] {
  return diagnostics.map((diagnostic, at) => {
    const message = `${title} failed: ${diagnostic.message}`;
    const more = at === 0 ? `\n  declared at ${formatLocation(declared)}${quoted(stderr)}` : "";
    return { ...diagnostic, message: message + more, object };
  });
}

/**
 * The last lines of standard error, each after a bar. GitHub's runner executes lines of the log that begin with `::` or
 * contain `##[`.
 */
function quoted(stderr: string): string {
  const lines = stderr.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const inert = lines.slice(-LINES).map((line) => visible(line.slice(0, CHARACTERS)).replaceAll("##[", "## ["));
  return inert.map((line) => `\n  | ${line}`).join("");
}

/** Tells whether the result fails a function that exited with 0. */
export function isFailing({ severity }: FunctionResult, failOn: FailOn): boolean {
  if (failOn === "never") return false;
  return severity === "error" || (failOn === "warning" && severity === "warning");
}

interface Place {
  readonly title: string;
  readonly location: Location;
  readonly root: FunctionRoot;
  /** The objects that were sent to the function. */
  readonly resources: readonly Resource[];
}

/**
 * Turns results into diagnostics. Each is placed at the file that it names, else at its field or object, else at the
 * declaration of the function.
 */
export async function resultDiagnostics(
  results: readonly FunctionResult[],
  place: Place,
  severityOf: (result: FunctionResult) => Diagnostic["severity"],
): Promise<Diagnostic[]> {
  if (results.length === 0) return [];
  const byRef = new Map<string, Resource>();
  for (const one of place.resources) byRef.set(refKey({ ...one.id, apiVersion: apiVersionOf(one.id) }), one);
  const diagnostics: Diagnostic[] = [];
  for (const result of results) {
    const { resourceRef: ref, field, message } = result;
    const resource = ref && byRef.get(refKey(ref));
    const object = resource?.describe() ?? (ref && describeRef(ref));
    const subject = [object, field && shorten(field.path)].filter(Boolean).join(", ");
    diagnostics.push({
      code: "function-result",
      severity: severityOf(result),
      message: `${place.title}: ${subject === "" ? "" : `${subject}: `}${message.slice(0, MESSAGE_CHARACTERS)}`,
      ...place.location,
      ...(resource && placeOf(resource, field?.path)),
      ...(await fileOf(result, place.root)),
      ...(object !== undefined && { object }),
    });
  }
  return diagnostics;
}

/** "" and `default` are one namespace. */
function refKey({ apiVersion, kind, namespace, name }: ResourceRef): string {
  return `${apiVersion}\n${kind}\n${namespace === "default" ? "" : namespace}\n${name}`;
}

function describeRef({ kind, name, namespace }: ResourceRef): string {
  return shorten(`${kind || "object"} ${namespace === "" ? name : `${namespace}/${name}`}`);
}

/** The location of the field, or of its nearest parent that exists, or of the object. */
function placeOf(resource: Resource, path: string | undefined): Partial<Location> {
  const place = (path === undefined ? undefined : locate(nodeAt(resource.node, path))) ?? resource.origin;
  return place === undefined ? {} : { line: undefined, column: undefined, ...place };
}

/** Follows a path such as `spec.containers[0].image` or `spec.containers.0.image` as far as it leads. */
function nodeAt(from: Node | undefined, path: string): Node | undefined {
  let node = from;
  for (const segment of path.replaceAll(/\[([^[\]]*)\]/g, ".$1").split(".")) {
    if (segment === "") continue;
    let next: Node | undefined;
    if (node?.kind === "seq") next = node.items[Number(segment)];
    else if (node?.kind === "map") {
      next = node.entries.find(({ key }) => key.kind === "scalar" && key.value === segment)?.value;
    }
    if (next === undefined) return node;
    node = next;
  }
  return node;
}

/** The location of the file that the result names, if it exists below the kustomization. */
async function fileOf({ file }: FunctionResult, { tree, path }: FunctionRoot): Promise<Partial<Location>> {
  if (file === undefined || /[\0\\]|^\//.test(file.path) || file.path.split("/").includes("..")) return {};
  const wanted = posix.resolve(path, file.path);
  const located = await tree.lookup(wanted).catch(() => undefined);
  return located?.type === "file" ? { file: tree.display(wanted), line: undefined, column: undefined } : {};
}
