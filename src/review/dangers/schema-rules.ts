/** The rules on what the API server would refuse. docs/specification/schemas.md */
import type { DangerLevel } from "../../configuration/index.ts";
import type { RenderedResource } from "../../render/rendering.ts";
import {
  DefinitionIndex,
  type FindDefinition,
  type KnownApis,
  type SchemaFinding,
  type Verdict,
} from "../../schemas/index.ts";
import { toPointer } from "../../text/index.ts";
import type { DangerPair, DangerTarget, Finding, PairRule, TargetRule } from "./rule.ts";
import { fieldText } from "./rules/index.ts";

/** The ids of the rules. */
type Sort = "refused-object" | "unknown-field" | "removed-api" | "deprecated-api";

interface SchemaRule {
  readonly id: Sort;
  readonly level: DangerLevel;
  readonly summary: string;
}

/** The rules, for the documentation. They look at nothing unless the APIs are known. */
export const SCHEMA_RULES: readonly SchemaRule[] = [
  { id: "refused-object", level: "high", summary: "the API server refuses an object" },
  { id: "unknown-field", level: "high", summary: "the API does not know a field" },
  { id: "removed-api", level: "high", summary: "the API server does not serve the kind of an object" },
  { id: "deprecated-api", level: "low", summary: "the API of an object is deprecated" },
];

const NONE: FindDefinition = () => undefined;

/** The rules on kinds that Kubernetes has built in. */
export function builtInRules(apis: KnownApis): readonly PairRule[] {
  const judged = new WeakMap<DangerPair, readonly Told[]>();
  const judge = (pair: DangerPair): readonly Told[] => {
    const known = judged.get(pair);
    if (known !== undefined) return known;
    const found = brought(pair, { name: `Kubernetes 1.${apis.minor}`, isOfCluster: apis.isOfCluster }, (resource) =>
      apis.judge(resource.value(), NONE),
    );
    judged.set(pair, found);
    return found;
  };
  return SCHEMA_RULES.map((rule) => ({
    ...rule,
    check: (pair) => judge(pair).filter(({ sort }) => sort === rule.id),
  }));
}

/** The rules on custom resources whose definition is in the same target. */
export function customRules(apis: KnownApis): readonly TargetRule[] {
  const judged = new WeakMap<DangerTarget, readonly (Told & { readonly pair: DangerPair })[]>();
  const judge = (target: DangerTarget, touched: readonly DangerPair[]) => {
    const known = judged.get(target);
    if (known !== undefined) return known;
    const [before, after] = [new DefinitionIndex(target.base), new DefinitionIndex(target.head)];
    const found = touched.flatMap((pair) =>
      brought(pair, { name: "the API", isOfCluster: true }, (resource, isHead) =>
        apis.judge(
          resource.value(),
          (group, kind) => (isHead ? after : before).find(group, kind),
          // Rules on changes are about this one.
          isHead ? pair.base?.value() : undefined,
        ),
      ).map((told) => ({ ...told, pair })),
    );
    judged.set(target, found);
    return found;
  };
  return SCHEMA_RULES.map((rule) => ({
    ...rule,
    touches: ({ head }) => head !== undefined && mayBeCustom(head, apis),
    check: (target, touched) => judge(target, touched).filter(({ sort }) => sort === rule.id),
  }));
}

/** Only groups whose names have a dot can have custom resources. */
function mayBeCustom({ apiVersion, kind }: RenderedResource, apis: KnownApis): boolean {
  const group = apiVersion.slice(0, Math.max(apiVersion.indexOf("/"), 0));
  return group.includes(".") && apis.judge({ apiVersion, kind }, NONE).status === "unknown";
}

interface Told extends Finding {
  readonly sort: Sort;
}

/** The rules that objects are held to. */
interface Api {
  readonly name: string;
  /** The cluster serves what it says, as far as the repository tells. */
  readonly isOfCluster: boolean;
}

/** Lists what is wrong with an object at head. What was wrong at base, too, is not what the change brings. */
function brought(
  { base, head }: DangerPair,
  api: Api,
  judge: (resource: RenderedResource, isHead: boolean) => Verdict,
): readonly Told[] {
  if (head === undefined) return [];
  const verdict = judge(head, true);
  const found = toldOf(verdict, head, api);
  if (found.length === 0 || base === undefined) return found.map(({ told }) => told);
  const before = new Set(toldOf(judge(base, false), base, api).map(({ key }) => key));
  return found.flatMap(({ key, told }): Told[] => {
    if (!before.has(key)) return [told];
    return told.sort === "deprecated-api" ? [] : [{ ...told, wasBefore: true }];
  });
}

/** Lists what a verdict says, each with what tells it apart: elements of lists may have other positions. */
function toldOf(
  verdict: Verdict,
  resource: RenderedResource,
  api: Api,
): readonly { readonly key: string; readonly told: Told }[] {
  if (verdict.status === "unknown") return [];
  if (verdict.status === "not-served")
    return [
      {
        key: verdict.text,
        told: { sort: "removed-api", message: verdict.text, ...(api.isOfCluster && { outcome: "refused" as const }) },
      },
    ];
  const told = verdict.findings.map((finding) => ({
    key: keyOf(finding),
    told: findingOf(finding, resource, api.name),
  }));
  const { deprecation } = verdict;
  if (deprecation !== undefined)
    told.push({ key: deprecation, told: { sort: "deprecated-api", message: deprecation } });
  return told;
}

/** The API server looks at the templates of a StatefulSet only when it gets what the controller makes of them. */
function isCheckedLater([first, second]: SchemaFinding["path"], { kind }: RenderedResource): boolean {
  return kind === "StatefulSet" && first === "spec" && (second === "template" || second === "volumeClaimTemplates");
}

function keyOf({ path, text }: SchemaFinding): string {
  return JSON.stringify([path.filter((step) => typeof step === "string"), text]);
}

function findingOf({ sort, path, text, near }: SchemaFinding, resource: RenderedResource, api: string): Told {
  const pointer = toPointer(path);
  const field = fieldText(path, resource.value());
  if (sort === "unknown-field") {
    const meant = near === undefined ? "" : `, which may mean \`${near}\``;
    const message = `${api} does not know the field \`${field}\`${meant}: the API server refuses the object, or drops the field`;
    return { sort, path: pointer, message };
  }
  const where = field === "" ? "" : `\`${field}\`: `;
  const isLater = isCheckedLater(path, resource);
  const answer =
    sort === "duplicate"
      ? "server-side apply refuses the object"
      : isLater
        ? "the API server refuses the object, or what is made of it"
        : "the API server refuses the object";
  // Somebody may apply it in another way, and what is made of an object is not the object.
  const isRefused = sort !== "duplicate" && !isLater;
  return {
    sort: "refused-object",
    path: pointer,
    message: `${where}${text}: ${answer}`,
    ...(isRefused && { outcome: "refused" as const }),
  };
}
