/** ValidatingAdmissionPolicies that a target renders, on changes of its objects. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { loadCel } from "../../src/cel/index.ts";
import { AdmissionPolicies, type Surroundings } from "../../src/policies/index.ts";
import type { RenderedResource } from "../../src/render/rendering.ts";
import { rendered } from "../review/renderings.ts";

beforeAll(async () => {
  await loadCel();
});

interface Policy {
  readonly spec?: string;
  readonly rules?: string;
  readonly constraints?: string;
  readonly binding?: string;
  readonly others?: readonly string[];
}

const RULES = "[{apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments]}]";
const TWO = 'validations: [{expression: "object.spec.replicas >= 2", message: Two replicas.}]';

/** The documents of a policy and its binding. */
function policy({
  spec = TWO,
  rules = RULES,
  constraints = "",
  binding = "validationActions: [Deny]",
}: Policy): string {
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: p}
spec: {matchConstraints: {resourceRules: ${rules}${constraints}}, ${spec}}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: b}
spec: {policyName: p, ${binding}}`;
}

const web = (replicas: number, more = "", namespace = "shop"): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: ${namespace}, labels: {app: web}}\nspec: {replicas: ${replicas}${more}}`;

function objects(...documents: readonly string[]): readonly RenderedResource[] {
  const all = rendered(documents.join("\n---\n"), "app");
  return all.status === "rendered" ? all.resources : [];
}

const SURROUNDINGS = (head: readonly RenderedResource[]): Surroundings => ({
  isNamespaced: (_apiVersion, kind) => (kind === "Namespace" ? false : undefined),
  pluralOf: () => undefined,
  isServed: (apiVersion) => (apiVersion.endsWith("/gone") ? false : apiVersion.endsWith("/v1beta1") ? true : undefined),
  withDefaults: (object) => object,
  namespace: (name) => head.find((each) => each.kind === "Namespace" && each.name === name)?.value(),
});

/** The verdicts on the change of one object, each in a line. */
async function verdicts(given: Policy, base: string | undefined, head: string | undefined): Promise<readonly string[]> {
  const others = given.others ?? [];
  const all = objects(policy(given), ...others);
  const policies = new AdmissionPolicies(await loadCel(), { base: all, head: all }, SURROUNDINGS(all));
  const [before] = base === undefined ? [] : objects(base);
  const [after] = head === undefined ? [] : objects(head);
  return [...policies.verdicts({ base: before, head: after })].map(({ action, judgement }) => {
    const text =
      judgement.status === "denied"
        ? judgement.messages.join("; ")
        : judgement.status === "failed"
          ? judgement.reason
          : judgement.needs;
    return `${action} ${judgement.status}: ${text}`;
  });
}

const DENIED = "denies denied: Two replicas";
const CONVERTED = "denies unknown: the object in another version of its API";
const OLD = web(1).replace("apps/v1", "apps/v1beta1");
const LABELS = "denies unknown: the labels of the Namespace, which are not rendered here";
const SHOP = "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, labels: {env: prod}}";
const inEnv = (env: string): string => `, namespaceSelector: {matchLabels: {env: ${env}}}`;
const spec = (expression: string, more = ""): Policy => ({
  spec: `${more}validations: [{expression: ${JSON.stringify(expression)}, message: m}]`,
});
const DELETES = "[{apiGroups: [apps], apiVersions: [v1], operations: ['*'], resources: ['*']}]";

describe("the verdict", () => {
  test.each<[string, Policy, string | undefined, string | undefined, readonly string[]]>([
    ["on a new object", {}, undefined, web(1), [DENIED]],
    ["on one that is right", {}, undefined, web(2), []],
    ["on one that was as wrong before: it is refused when it changes", {}, web(0), web(1), [DENIED]],
    ["on one that goes", {}, web(1), undefined, []],
    [
      "on one that goes, if the policy asks",
      { ...spec("oldObject.spec.replicas == 0"), rules: DELETES },
      web(1),
      undefined,
      ["denies denied: m"],
    ],
    ["that warns", { binding: "validationActions: [Warn, Audit]" }, undefined, web(1), ["warns denied: Two replicas"]],
    ["that audits", { binding: "validationActions: [Audit]" }, undefined, web(1), []],
    [
      "without a message",
      { spec: 'validations: [{expression: "object.spec.replicas > 1"}]' },
      undefined,
      web(1),
      ["denies denied: `object.spec.replicas > 1` is false"],
    ],
    ["without a binding of this policy", { binding: "policyName: other" }, undefined, web(1), []],
    ["on another kind", {}, undefined, web(1).replace("Deployment", "StatefulSet"), []],
    ["on another version, for which it is converted", {}, undefined, OLD, [CONVERTED]],
    ["on another version, of a policy that is exact", { constraints: ", matchPolicy: Exact" }, undefined, OLD, []],
    ["on a version, by a rule for one that is gone", { rules: RULES.replace("v1", "gone") }, undefined, web(1), []],
    [
      "on a version, by a rule for one that may be there",
      { rules: RULES.replace("v1", "v2") },
      undefined,
      web(1),
      [CONVERTED],
    ],
    ["on both versions", { rules: RULES.replace("v1", "v1, v1beta1") }, undefined, OLD, [DENIED]],
    [
      "of rules that exclude another version",
      { constraints: `, excludeResourceRules: ${RULES.replace("v1", "v1beta1")}` },
      undefined,
      web(1),
      [],
    ],
    [
      "of a binding for another version",
      { binding: `validationActions: [Deny], matchResources: {resourceRules: ${RULES.replace("v1", "v1beta1")}}` },
      undefined,
      web(1),
      [DENIED],
    ],
    ["of excluded rules", { constraints: `, excludeResourceRules: ${RULES}` }, undefined, web(1), []],
    ["of names", { rules: RULES.replace("resources", "resourceNames: [other], resources") }, undefined, web(1), []],
    ["of a scope", { rules: RULES.replace("resources", "scope: Cluster, resources") }, undefined, web(1), []],
    [
      "of labels",
      { constraints: ", objectSelector: {matchExpressions: [{key: app, operator: NotIn, values: [web]}]}" },
      undefined,
      web(1),
      [],
    ],
    [
      "of labels that are there",
      { constraints: ", objectSelector: {matchLabels: {app: web}}" },
      undefined,
      web(1),
      [DENIED],
    ],
    ["of a namespace that is not rendered", { constraints: inEnv("prod") }, undefined, web(1), [LABELS]],
    [
      "of a namespace by its name",
      { constraints: ", namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: shop}}" },
      undefined,
      web(1),
      [DENIED],
    ],
    ["of a namespace that is rendered", { constraints: inEnv("prod"), others: [SHOP] }, undefined, web(1), [DENIED]],
    ["of another namespace", { constraints: inEnv("dev"), others: [SHOP] }, undefined, web(1), []],
    [
      "of a binding for another namespace",
      {
        binding: "validationActions: [Deny], matchResources: {namespaceSelector: {matchLabels: {env: dev}}}",
        others: [SHOP],
      },
      undefined,
      web(1),
      [],
    ],
    [
      "with a condition",
      spec("false", 'matchConditions: [{name: a, expression: "object.spec.replicas > 5"}], '),
      undefined,
      web(1),
      [],
    ],
    [
      "with variables",
      spec(
        "variables.b == 3",
        'variables: [{name: a, expression: "object.spec.replicas"}, {name: b, expression: "variables.a + 1"}], ',
      ),
      undefined,
      web(1),
      ["denies denied: m"],
    ],
    [
      "with a variable that nobody reads",
      spec("object.spec.replicas > 1 || variables.a", 'variables: [{name: a, expression: "object.spec.nothing"}], '),
      undefined,
      web(2),
      [],
    ],
    [
      "with a variable without a value",
      spec("variables.a", 'variables: [{name: a, expression: "object.spec.nothing"}], '),
      undefined,
      web(2),
      ['denies failed: the field "nothing" is not there'],
    ],
    [
      "with the request",
      spec(
        "request.operation == 'UPDATE' && request.resource.resource == 'deployments' && request.kind.kind == 'Deployment' && request.namespace == 'shop' && request.name == 'web'",
      ),
      web(1),
      web(2),
      [],
    ],
    [
      "with the user",
      spec("request.userInfo.username == 'x'"),
      web(1),
      web(2),
      ["denies unknown: the user who applies the object"],
    ],
    [
      "with the authorizer",
      spec("authorizer.group('').resource('pods').check('get').allowed()"),
      web(1),
      web(2),
      ["denies unknown: the authorizer"],
    ],
    [
      "with the Namespace",
      { ...spec("namespaceObject.metadata.labels.env == 'dev'"), others: [SHOP] },
      web(1),
      web(2),
      ["denies denied: m"],
    ],
    [
      "with a Namespace that is not rendered",
      spec("namespaceObject.metadata.labels.env == 'dev'"),
      web(1),
      web(2),
      ["denies unknown: the Namespace, which is not rendered here"],
    ],
    [
      "with an expression that cannot be read",
      spec("object.spec ="),
      web(1),
      web(2),
      ["denies failed: an expression cannot be read: Unexpected character: ="],
    ],
    [
      "on a change of the old object",
      spec("object.spec.replicas >= oldObject.spec.replicas"),
      web(3),
      web(2),
      ["denies denied: m"],
    ],
    [
      "that takes too much work",
      spec("object.spec.l.all(a, object.spec.l.all(b, object.spec.l.all(c, true)))"),
      undefined,
      web(1, `, l: [${"1,".repeat(300)}]`),
      ["denies failed: its expressions take too much work"],
    ],
  ])("%s", async (_name, given, base, head, expected) => {
    expect(await verdicts(given, base, head)).toEqual(expected);
  });
});

test.each<[string, (text: string) => string, readonly string[]]>([
  ["the same", (text) => text, [DENIED]],
  ["another one of the same name", (text) => text.replace("replicas >= 2", "replicas >= 3"), []],
])("a policy that two targets render: %s", async (_name, other, expected) => {
  const all = [...objects(policy({})), ...objects(other(policy({})))];
  const policies = new AdmissionPolicies(await loadCel(), { base: all, head: all }, SURROUNDINGS(all));
  const found = [...policies.verdicts({ base: undefined, head: objects(web(1))[0] })];
  expect(found.map(({ action, judgement }) => `${action} ${judgement.status}: Two replicas`)).toEqual(expected);
});

describe("parameters", () => {
  const PARAMS =
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: limits, namespace: shop, labels: {a: b}}\ndata: {least: '3'}";
  const kind = "paramKind: {apiVersion: v1, kind: ConfigMap}, ";
  const expression = spec("object.spec.replicas >= int(params.data.least)", kind);
  const named = "validationActions: [Deny], paramRef: {name: limits, parameterNotFoundAction: Deny}";
  test.each<[string, Policy, readonly string[]]>([
    ["that are rendered", { ...expression, binding: named, others: [PARAMS] }, ["denies denied: m"]],
    [
      "that a selector chooses",
      {
        ...expression,
        binding: "validationActions: [Deny], paramRef: {selector: {matchLabels: {a: b}}}",
        others: [PARAMS],
      },
      ["denies denied: m"],
    ],
    [
      "that are not rendered",
      { ...expression, binding: named },
      ["denies unknown: its parameters, which are not rendered here"],
    ],
    [
      "in another namespace",
      { ...expression, binding: named, others: [PARAMS.replace("shop", "other")] },
      ["denies unknown: its parameters, which are not rendered here"],
    ],
    ["that the binding does not name", { ...spec("params == null", kind) }, []],
  ])("%s", async (_name, given, expected) => {
    expect(await verdicts(given, undefined, web(1))).toEqual(expected);
  });
});
