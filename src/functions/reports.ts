/** What a run of a function came to, in words: failures with their reasons, results at the places they speak of. */
import { type Diagnostic, formatLocation, type Location, visible } from "../diagnostics.ts";
import { apiVersionOf, type Resource } from "../resource/index.ts";
import { shorten } from "../text/index.ts";
import { locate, type Node } from "../yaml/nodes/node.ts";
import type { ProgramOutcome, ProgramProblem } from "./program.ts";
import type { FunctionRoot } from "./step.ts";
import type { FunctionResult, ResourceRef } from "./wire/results.ts";

/** Which severity of a result fails a function that ended well. */
export type FailOn = "error" | "warning" | "never";

const LINES = 10;
const CHARACTERS = 500;
const MESSAGE_CHARACTERS = 2000;

const PROBLEMS: Readonly<Record<ProgramProblem, string>> = {
  timeout: "timed out",
  "out-of-memory": "ran out of memory",
  "output-too-large": "printed too much",
  "output-lost": "has an output that is not known to the end",
  "not-idempotent": "is not idempotent",
  "could-not-start": "could not be started",
  killed: "did not end by itself",
};

/** Why it failed: how it ended, and the last that it said. */
export function failureText(title: string, outcome: ProgramOutcome): string {
  const { problem, detail, exitCode, stderr } = outcome;
  const how = problem === undefined ? `failed: exit status ${exitCode ?? "unknown"}` : PROBLEMS[problem];
  const why = detail === undefined ? "" : `: ${detail}`;
  const silence = problem === undefined && stderr.trim() === "" ? ", and it said nothing" : "";
  return `${title} ${how}${why}${silence}${quoted(stderr)}`;
}

/** The same of a program that says itself what is wrong with it, and where; the config is elsewhere. */
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
 * The last lines of what a program said, each behind a bar: what stands at the start of a line, or looks like `##[`, can
 * give orders to a runner that reads the log.
 */
function quoted(stderr: string): string {
  const lines = stderr.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  return lines
    .slice(-LINES)
    .map((line) => `\n  | ${inert(line.slice(0, CHARACTERS))}`)
    .join("");
}

/** One line of strangers for a log or a terminal. */
function inert(line: string): string {
  return visible(line).replaceAll("##[", "## [");
}

/** What a function that ended well says of itself may still fail it. */
export function isFailing({ severity }: FunctionResult, failOn: FailOn): boolean {
  if (failOn === "never") return false;
  return severity === "error" || (failOn === "warning" && severity === "warning");
}

interface Place {
  readonly title: string;
  readonly location: Location;
  readonly root: FunctionRoot;
  /** What the function was given. */
  readonly resources: readonly Resource[];
}

/** Results as diagnostics: at the file they name, if there is one, else at the field or object, else at the function. */
export async function resultDiagnostics(
  results: readonly FunctionResult[],
  place: Place,
  severityOf: (result: FunctionResult) => Diagnostic["severity"],
): Promise<Diagnostic[]> {
  if (results.length === 0) return [];
  const byRef = new Map<string, Resource>();
  for (const resource of place.resources) {
    const { id } = resource;
    byRef.set(refKey(apiVersionOf(id), id.kind, id.namespace, id.name), resource);
  }
  const diagnostics: Diagnostic[] = [];
  for (const result of results) {
    const { resourceRef: ref, field, message } = result;
    const resource =
      ref && byRef.get(refKey(ref.apiVersion, ref.kind, ref.namespace === "default" ? "" : ref.namespace, ref.name));
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
function refKey(apiVersion: string, kind: string, namespace: string, name: string): string {
  return `${apiVersion}\n${kind}\n${namespace === "default" ? "" : namespace}\n${name}`;
}

function describeRef({ kind, name, namespace }: ResourceRef): string {
  return shorten(`${kind || "object"} ${namespace === "" ? name : `${namespace}/${name}`}`);
}

/** Where the field was written, or as much of its path as there is; line and column only with a file. */
function placeOf(resource: Resource, path: string | undefined): Partial<Location> {
  if (path !== undefined) {
    const place = locate(nodeAt(resource.node, path));
    if (place !== undefined) return { line: undefined, column: undefined, ...place };
  }
  return resource.origin === undefined ? {} : { line: undefined, column: undefined, ...resource.origin };
}

/** Follows `spec.containers[0].image` and `spec.containers.0.image` alike, as far as they lead. */
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

async function fileOf({ file }: FunctionResult, { tree, path }: FunctionRoot): Promise<Partial<Location>> {
  if (file === undefined || /[\0\\]|^\//.test(file.path) || file.path.split("/").includes("..")) return {};
  const wanted = `${path === "/" ? "" : path}/${file.path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/")}`;
  const located = wanted === "/" ? undefined : await tree.lookup(wanted).catch(() => undefined);
  return located?.type === "file" ? { file: tree.display(wanted), line: undefined, column: undefined } : {};
}
