/** Relations that do not hold in whole targets. docs/specification/schemas.md 4.6 */
import { expect, test } from "@jest/globals";
import { loadCel } from "../../../src/cel/index.ts";
import { type Configuration, EMPTY_CONFIGURATION, readConfiguration } from "../../../src/configuration/index.ts";
import { directoryTarget } from "../../../src/render/index.ts";
import { Accepted, standingFindings } from "../../../src/review/dangers/index.ts";
import { loadApis } from "../../../src/schemas/index.ts";
import { rendered } from "../renderings.ts";

const config = (name: string, namespace = ""): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}${namespace === "" ? "" : `, namespace: ${namespace}`}}\ndata: {mode: fast}`;
const pod = (container: string, name = "web"): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: web, image: "web:1", ${container}}]}`;
const from = (name: string): string => `envFrom: [{configMapRef: {name: ${name}}}]`;
const OVERDRAWN = "resources: {requests: {cpu: 2}, limits: {cpu: 1}}";

const APIS = await loadApis("1.30");

/** Each target is one of a cluster that its first document names in a comment, if it does. */
const found = (
  targets: readonly (readonly string[])[],
  configuration: Configuration = EMPTY_CONFIGURATION,
): { readonly told: string[][]; readonly silenced: number; readonly unevaluated: readonly string[] } => {
  const standing = targets.map((documents, at) => ({
    about: directoryTarget(`app${at}`),
    cluster: /^# (\w+)/.exec(documents[0] ?? "")?.[1],
    resources: rendered(documents.join("\n---\n"), "app").resources,
  }));
  const accepted = new Accepted(
    configuration,
    standing.map(({ about }) => about),
  );
  const { findings, unevaluated } = standingFindings({ targets: standing, configuration, apis: APIS, accepted });
  return {
    told: findings.map((all) =>
      all.map(({ resource, path, rule, level, isPolicy, isRefused }) =>
        [resource.name, ...(isPolicy ? [rule, level] : [path]), ...(isRefused ? ["refused"] : [])].join(" "),
      ),
    ),
    silenced: accepted.count,
    unevaluated: unevaluated.map(({ policy, reason, objects }) => `${policy}: ${reason}: ${objects}`),
  };
};

test.each<[string, readonly (readonly string[])[], readonly (readonly string[])[]]>([
  ["nothing", [[config("settings"), pod(from("settings"))]], [[]]],
  [
    "a name that is nearly right",
    [[config("settings"), pod(from("setings"))]],
    [["web /spec/containers/0/envFrom/0/configMapRef/name"]],
  ],
  ["a name that another target has", [[config("settings"), pod(from("setings"))], [config("setings")]], [[], []]],
  [
    "a name that another namespace has",
    [
      [config("settings", "shop"), pod(from("setings")).replace("name: web}", "name: web, namespace: shop}")],
      [config("setings", "blog")],
    ],
    [["web /spec/containers/0/envFrom/0/configMapRef/name"], []],
  ],
  ["a name that somebody else may make", [[config("settings"), pod(from("elsewhere"))]], [[]]],
  [
    "what the API server refuses, and the order of objects",
    [[pod("tty: true", "a"), pod(OVERDRAWN, "b"), config("settings"), pod(from("setings"), "c"), pod(OVERDRAWN, "d")]],
    [
      [
        "b /spec/containers/0/resources/limits/cpu refused",
        "c /spec/containers/0/envFrom/0/configMapRef/name",
        "d /spec/containers/0/resources/limits/cpu refused",
      ],
    ],
  ],
])("%s", (_title, targets, expected) => {
  expect(found(targets).told).toEqual(expected);
});

await loadCel();

const configured = (text: string): Configuration =>
  readConfiguration(Buffer.from(text), "f", { dangers: [], noise: [] }).configuration;
const ADMISSION = (
  name: string,
  expression: string,
  action = "Deny",
): string => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: ${name}}
spec:
  matchConstraints: {resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]}
  validations: [{expression: ${JSON.stringify(expression)}, message: m}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: ${name}}
spec: {policyName: ${name}, validationActions: [${action}]}`;
const TTY = "object.spec.containers.all(c, !c.?tty.orValue(false))";
const wrong = pod("tty: true");
const silenced = (by: string) =>
  wrong.replace("{name: web}", `{name: web, annotations: {krm-render.dev/silence: "${by}: it is so"}}`);

test.each<[string, readonly (readonly string[])[], string[][]]>([
  ["of the same target", [[ADMISSION("p", TTY), wrong]], [["web admission-policy high refused"]]],
  ["that only warns", [[ADMISSION("p", TTY, "Warn"), wrong]], [["web admission-policy low"]]],
  [
    "of another target of the cluster",
    [[`# prod\n${wrong}`], [`# prod\n${ADMISSION("p", TTY)}`]],
    [["web admission-policy high refused"], []],
  ],
  ["of another cluster", [[`# prod\n${wrong}`], [`# dev\n${ADMISSION("p", TTY)}`]], [[], []]],
  ["of another target of no known cluster", [[wrong], [ADMISSION("p", TTY)]], [[], []]],
  ["that an annotation accepts", [[ADMISSION("p", TTY), silenced("admission-policy")]], [[]]],
])("a policy of the API server %s", (_title, targets, expected) => {
  expect(found(targets).told).toEqual(expected);
});

test("says once what no policy could be asked about, and where it is", () => {
  const asking = ADMISSION("p", "request.userInfo.username == 'x'");
  expect(found([[`# prod\n${wrong}`, pod("tty: false", "api")], [`# prod\n${asking}`]])).toMatchObject({
    told: [[], []],
    unevaluated: ["the ValidatingAdmissionPolicy p of app1: it needs the user who applies the object: 2"],
  });
});

const POLICY =
  "policies: [{id: p, message: No., level: medium, kinds: Pod, expression: 'new.metadata.name != \"web\"'}]\n";
const rules = (dangers: string): string => `${POLICY}dangers: ${dangers}\n`;
test.each<[string, string, string[], number]>([
  ["", POLICY, ["web policy-p medium"], 0],
  ["that has another level", rules("{levels: {policy-p: high}}"), ["web policy-p high"], 0],
  ["that is off", rules("{levels: {policy-p: off}}"), [], 0],
  ["that is silenced", rules("{silence: [{rule: policy-p, reason: so it is, names: web}]}"), [], 1],
  ["that is silenced in the target", rules("{silence: [{rule: policy-*, reason: so it is, targets: app0}]}"), [], 1],
  [
    "that is silenced in another target",
    rules("{silence: [{rule: policy-p, reason: so it is, targets: app1}]}"),
    ["web policy-p medium"],
    0,
  ],
  [
    "that asks for the target",
    POLICY.replace(/'new[^']*'/, "'deployment.directory != \"app0\"'"),
    ["web policy-p medium"],
    0,
  ],
])("a policy of the team %s", (_title, text, told, count) => {
  expect(found([[wrong]], configured(text))).toMatchObject({ told: [told], silenced: count });
});

test.each<[string, string, string[]]>([
  [
    "silences",
    "dangers: {silence: [{rule: limit-below-request, reason: so it is, paths: /spec/containers/web/**}]}",
    [],
  ],
  ["levels", "dangers: {levels: {limit-below-request: low}}", []],
  [
    "silences of other places",
    "dangers: {silence: [{rule: limit-below-request, reason: so it is, paths: /metadata/**}]}",
    ["web /spec/containers/0/resources/limits/cpu refused"],
  ],
])("relations follow the %s of the configuration", (_title, text, told) => {
  expect(found([[pod(OVERDRAWN)]], configured(text)).told).toEqual([told]);
});
