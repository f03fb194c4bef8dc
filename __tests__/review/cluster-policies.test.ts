/** The policies that other targets of a cluster render: which are rendered, and how often. */
import { beforeAll, expect, test } from "@jest/globals";
import { loadCel } from "../../src/cel/index.ts";
import { type Configuration, EMPTY_CONFIGURATION } from "../../src/configuration/index.ts";
import { compareTrees } from "../../src/review/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

beforeAll(async () => {
  await loadCel();
});

const policy = (most: number): string => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: most}
spec:
  matchConstraints: {resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [UPDATE], resources: [configmaps]}]}
  validations: [{expression: "int(object.data.n) <= ${most}", message: too many}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: most}
spec: {policyName: most, validationActions: [Deny]}
`;
const config = (n: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {n: "${n}"}\n`;
const target = (name: string, text: string): Record<string, string> => ({
  [`${name}/kustomization.yaml`]: "resources: [a.yaml]\n",
  [`${name}/a.yaml`]: text,
});
const OFF: Configuration = {
  ...EMPTY_CONFIGURATION,
  dangers: { levels: new Map([["admission-policy", "off"]]), silences: [] },
};
const MESSAGE = "the ValidatingAdmissionPolicy most of policies: too many: the API server refuses the object";
const FIRST = ", if the policy is applied first, which this change brings or edits";

interface Case {
  readonly base: Record<string, string>;
  readonly head: Record<string, string>;
  readonly affected?: readonly string[];
  readonly configuration?: Configuration;
}

const APPS = { base: target("web", config("1")), head: target("web", config("9")) };

test.each<[string, Case, readonly string[], number]>([
  ["refuse an object", { base: target("policies", policy(5)), head: target("policies", policy(5)) }, [MESSAGE], 1],
  [
    "refuse it if they come first",
    { base: {}, head: target("policies", policy(5)), affected: ["web", "policies"] },
    [MESSAGE + FIRST],
    1,
  ],
  ["that allow it", { base: target("policies", policy(9)), head: target("policies", policy(9)) }, [], 1],
  [
    "that need what is not rendered",
    { base: {}, head: target("policies", policy(5).replace("int(object", "request.userInfo.uid == '' || int(object")) },
    [],
    1,
  ],
  ["that do not build", { base: {}, head: { "policies/kustomization.yaml": "resources: [none.yaml]\n" } }, [], 1],
  ["of a rule that is off", { base: {}, head: target("policies", policy(5)), configuration: OFF }, [], 0],
  [
    "are not asked where nothing differs",
    { base: { ...target("policies", policy(5)), ...APPS.head }, head: target("policies", policy(5)) },
    [],
    0,
  ],
])(
  "policies of another target: %s",
  async (_title, { base, head, affected = ["web"], configuration = EMPTY_CONFIGURATION }, told, asked) => {
    const trees = { base: memoryTree({ ...APPS.base, ...base }), head: memoryTree({ ...APPS.head, ...head }) };
    const side = { label: "a", commit: null };
    const questions: string[] = [];
    const { dangers } = await compareTrees({
      trees,
      sides: { base: side, head: side } as never,
      targets: affected.map((id) => ({ id, path: id, affected: true, why: "selected" })),
      changedFiles: new Set(),
      build: {},
      configuration,
      policiesBeside: (id) => {
        questions.push(id);
        return Promise.resolve(id === "web" ? ["policies"] : []);
      },
    });
    expect(dangers.map(({ message }) => message)).toEqual(told);
    expect(questions.filter((id) => id === "web")).toHaveLength(asked);
  },
);
