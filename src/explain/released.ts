/** Explains what charts make, and what manifests hold: their templates and files, and the values that a field may come from. */
import type { RedactionRule } from "../configuration/index.ts";
import type { Location } from "../diagnostics.ts";
import type { BuiltResource } from "../engine/index.ts";
import { Resource } from "../resource/index.ts";
import { parseResources, type Value } from "../yaml/index.ts";
import { Explainer } from "./explanation.ts";
import { Tracer } from "./history.ts";
import { formatPath } from "./path.ts";
import { Places } from "./places.ts";
import { ReadFiles } from "./read-files.ts";

/** A value that a chart gets, which is no map and no list with elements. */
export interface GivenValue {
  readonly path: readonly string[];
  readonly value: Value;
  readonly location: Location | undefined;
  /** True for one of the release or the Application; false for one of the values file of the chart. */
  readonly isOwn: boolean;
}

/** Shorter texts are a part of another one by chance. */
const LEAST_PART = 2;
const MAX_VALUES = 10;

/**
 * @param resources with the templates as origins
 * @param given what the chart gets, without values of Secrets
 * @param rules what to withhold besides Secrets, and what annotations name
 * @param isOfChart tells the origins of objects that charts make from the manifests of others
 */
export function explainReleased(
  resources: readonly BuiltResource[],
  given: readonly GivenValue[],
  rules: readonly RedactionRule[],
  isOfChart: (origin: Location) => boolean,
): Explainer {
  const tracer = new Tracer();
  const objects: Resource[] = [];
  for (const { yaml, origin = { file: "" } } of resources) {
    const [node] = parseResources(yaml, "");
    if (node?.kind !== "map") continue;
    const object = new Resource(node, origin);
    objects.push(object);
    // Each object has a template or a manifest of its own.
    const name = isOfChart(origin) ? "chart" : "resources";
    tracer.step({ name, later: { name, location: origin, values: new Map() } }, [object]);
  }
  tracer.step({ name: "output" }, objects);
  return new Explainer(tracer, new Places(new ReadFiles()), resources, rules, (value) => valuesFor(value, given));
}

/** The values that may have set a field: those that it equals, or else those that it holds, or else all that are no defaults of the chart. */
function valuesFor(field: Value, given: readonly GivenValue[]) {
  const text = textOf(field);
  if (text === "") return [];
  const equal = given.filter(({ value }) => textOf(value) === text);
  const parts = equal.length > 0 ? [] : given.filter(({ value }) => isPart(textOf(value), text));
  const [match, found] =
    equal.length > 0
      ? (["equal", equal] as const)
      : parts.length > 0
        ? (["part", parts] as const)
        : (["given", given.filter(({ isOwn }) => isOwn)] as const);
  return found.slice(0, MAX_VALUES).map(({ path, location }) => ({ path: formatPath(path), match, ...location }));
}

/** The text of a scalar; empty for other values. */
function textOf(value: Value): string {
  return typeof value === "object" ? "" : String(value);
}

/** Tells whether a text stands in another one, and not within a word. */
function isPart(part: string, whole: string): boolean {
  if (part.length < LEAST_PART) return false;
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1))
    if (!/\w$/.test(whole.slice(0, at)) && !/^\w/.test(whole.slice(at + part.length))) return true;
  return false;
}
