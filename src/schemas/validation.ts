/** Checks all objects of renderings. docs/specification/schemas.md 4 */
import type { RenderedResource, Rendering } from "../render/rendering.ts";
import { toPointer } from "../text/index.ts";
import { DefinitionIndex } from "./definition-index.ts";
import { fieldPath } from "./field-path.ts";
import type { KnownApis } from "./known-apis.ts";
import type { SchemaFinding } from "./schema.ts";
import type { Problem, Validated } from "./validation-schema.ts";

/** The result of the check of some targets. */
export interface Validation {
  readonly targets: ReadonlyMap<string, Validated>;
  /** How many objects were checked. */
  readonly checked: number;
  /** How many objects have kinds of which nothing is known, by `APIVERSION KIND`. */
  readonly unknown: ReadonlyMap<string, number>;
  /** How many rules in CEL were not evaluated. One counts for each object and place. */
  readonly uncheckedRules: number;
}

/** Tells whether nobody is to be told of a finding. @param rule see {@link Problem.rule} */
export type IsAccepted = (rule: string, resource: RenderedResource, path: string, target: string) => boolean;

/** The rule of dangers that tells the same of changes. */
function ruleOf(sort: Problem["sort"]): string {
  if (sort === "unknown-field") return sort;
  return sort === "not-served" ? "removed-api" : sort === "deprecated" ? "deprecated-api" : "refused-object";
}

/**
 * Checks all objects. A custom resource is held to the definition in its own target; else to that in the first of the other targets that
 * has one; else to the given ones.
 * @param given definitions from elsewhere
 * @param isAccepted asked about each problem but the note that there are more
 */
export function validate(
  renderings: readonly Rendering[],
  apis: KnownApis,
  given: readonly RenderedResource[] = [],
  isAccepted: IsAccepted = () => false,
): Validation {
  const rendered = renderings.filter((each) => each.status === "rendered");
  const everywhere = new DefinitionIndex(rendered.flatMap(({ resources }) => resources));
  const elsewhere = new DefinitionIndex(given);
  const targets = new Map<string, Validated>();
  const unknown = new Map<string, number>();
  let checked = 0;
  let uncheckedRules = 0;
  for (const { target, resources } of rendered) {
    const own = new DefinitionIndex(resources);
    const problems: Problem[] = [];
    for (const resource of resources) {
      const verdict = apis.judge(
        resource.value(),
        (group, kind) => own.find(group, kind) ?? everywhere.find(group, kind) ?? elsewhere.find(group, kind),
      );
      const name = `${resource.apiVersion} ${resource.kind}`;
      if (verdict.status === "unknown") unknown.set(name, (unknown.get(name) ?? 0) + 1);
      else checked++;
      const add = (sort: Problem["sort"], path: SchemaFinding["path"], message: string): void => {
        const [rule, pointer] = [ruleOf(sort), toPointer(path)];
        if (isAccepted(rule, resource, pointer, target)) return;
        problems.push({ ...aboutOf(resource), sort, rule, path: pointer, field: fieldPath(path), message });
      };
      if (verdict.status === "not-served") add("not-served", [], verdict.text);
      if (verdict.status !== "checked") continue;
      uncheckedRules += verdict.uncheckedRules;
      for (const { sort, path, text } of verdict.findings) add(sort, path, text);
      if (verdict.rest !== undefined)
        problems.push({ ...aboutOf(resource), sort: "more", path: "", field: "", message: verdict.rest });
      if (verdict.deprecation !== undefined) add("deprecated", [], verdict.deprecation);
    }
    targets.set(target, { objects: resources.length, problems });
  }
  return { targets, checked, unknown, uncheckedRules };
}

/** Tells whether the API server refuses the object, or drops a part of it, or a policy of the team that counts as much is broken. */
export function isMistake({ sort }: Pick<Problem, "sort">): boolean {
  return sort !== "deprecated" && sort !== "relation" && sort !== "warning";
}

/** The object of a problem, and where it comes from. */
export function aboutOf({
  apiVersion,
  kind,
  namespace,
  name,
  origin,
}: RenderedResource): Pick<Problem, "object" | "origin"> {
  const at =
    origin === undefined ? undefined : { file: origin.file, ...(origin.line !== undefined && { line: origin.line }) };
  return { object: { apiVersion, kind, namespace, name }, ...(at !== undefined && { origin: at }) };
}
