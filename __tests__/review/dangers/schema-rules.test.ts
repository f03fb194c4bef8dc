/** What a change brings that the API server refuses. docs/specification/schemas.md 4.4, 4.5 */
import { describe, expect, test } from "@jest/globals";
import type { RenderedResource } from "../../../src/render/rendering.ts";
import { builtInRules, customRules, SCHEMA_RULES } from "../../../src/review/dangers/schema-rules.ts";
import { loadApis } from "../../../src/schemas/index.ts";
import { object } from "./rules/objects.ts";

const apis = await loadApis("1.30");

function told(base: RenderedResource | undefined, head: RenderedResource | undefined): readonly string[] {
  const pair = { base, head };
  return builtInRules(apis).flatMap((rule) =>
    [...rule.check(pair)].map(
      ({ path = "", message, wasBefore }) => `${rule.id} ${path}: ${message}${wasBefore ? " (before)" : ""}`,
    ),
  );
}

const pod = (containers: string, more = ""): RenderedResource =>
  object("v1 Pod", `spec: {containers: [${containers}]${more}}`);
const REFUSED = "the API server refuses the object";

describe("a built-in kind", () => {
  test.each([
    ["nothing", pod("{name: a}"), pod("{name: b}"), []],
    [
      "a new object",
      undefined,
      pod("{name: a, tty: 1}"),
      [
        "refused-object /spec/containers/0/tty: `spec.containers[a].tty`: boolean expected, not a number: the API server refuses the object",
      ],
    ],
    ["an object that goes", pod("{name: a, tty: 1}"), undefined, []],
    [
      "what was wrong before, at another position",
      pod("{name: a, tty: 1}"),
      pod("{name: b}, {name: a, tty: 1}"),
      [
        `refused-object /spec/containers/1/tty: \`spec.containers[a].tty\`: boolean expected, not a number: ${REFUSED} (before)`,
      ],
    ],
    [
      "another mistake beside it",
      pod("{name: a, tty: 1}"),
      pod("{name: a, tty: 1, stdn: true}"),
      [
        `refused-object /spec/containers/0/tty: \`spec.containers[a].tty\`: boolean expected, not a number: ${REFUSED} (before)`,
        "unknown-field /spec/containers/0/stdn: Kubernetes 1.30 does not know the field `spec.containers[a].stdn`, which may mean `stdin`: the API server refuses the object, or drops the field",
      ],
    ],
    [
      "a key that is there twice",
      pod("{name: a}"),
      pod("{name: a}, {name: a}"),
      [
        "refused-object /spec/containers/1: `spec.containers[a]`: an earlier element of the list has the same `name`: server-side apply refuses the object",
      ],
    ],
    [
      "a template of a StatefulSet",
      undefined,
      object("apps/v1 StatefulSet", "spec: {selector: {}, template: {spec: {containers: [{image: a}]}}}"),
      [
        `refused-object /spec/template/spec/containers/0: \`spec.template.spec.containers[0]\`: the field \`name\` is missing: ${REFUSED}, or what is made of it`,
      ],
    ],
    [
      "an API that is gone",
      object("policy/v1 PodDisruptionBudget"),
      object("policy/v1beta1 PodDisruptionBudget"),
      [
        "removed-api : Kubernetes 1.30 does not serve policy/v1beta1 PodDisruptionBudget, which was removed in 1.25 (use policy/v1 PodDisruptionBudget)",
      ],
    ],
    [
      "an API that was gone before",
      object("policy/v1beta1 PodDisruptionBudget"),
      object("policy/v1beta1 PodDisruptionBudget", "spec: {}"),
      [
        "removed-api : Kubernetes 1.30 does not serve policy/v1beta1 PodDisruptionBudget, which was removed in 1.25 (use policy/v1 PodDisruptionBudget) (before)",
      ],
    ],
    [
      "a deprecated API",
      undefined,
      object("flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema", "spec: {priorityLevelConfiguration: {name: a}}"),
      [
        "deprecated-api : flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema is deprecated since Kubernetes 1.29; Kubernetes 1.32 serves it no longer (use flowcontrol.apiserver.k8s.io/v1 FlowSchema)",
      ],
    ],
    ["variables", undefined, pod("{name: a, tty: '${TTY}'}"), []],
    ["an unknown kind", undefined, object("example.com/v1 A", "spec: {a: b}"), []],
  ])("tells of %s", (_, base, head, expected) => {
    expect(told(base, head)).toEqual(expected);
  });

  test("tells no value of a Secret", () => {
    const secret = object(
      "v1 Secret",
      "data: {password: hunter2}\nstringdata: {password: hunter2}\nimmutable: hunter2",
    );
    expect(told(undefined, secret)).toHaveLength(3);
    expect(told(undefined, secret).join()).not.toContain("hunter2");
  });
});

describe("a custom resource", () => {
  const definition = (type: string): RenderedResource =>
    object(
      "apiextensions.k8s.io/v1 CustomResourceDefinition",
      `spec: {group: example.com, names: {kind: A}, scope: Namespaced, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {size: {type: ${type}}}}}}]}`,
      { name: "as.example.com" },
    );
  const [old, now] = [object("example.com/v1 A", "size: 1"), object("example.com/v1 A", "size: 2")];

  test.each([
    ["the definition of the target", [definition("string")], ["refused-object /size"]],
    ["no definition", [], []],
    ["a definition that it fits", [definition("integer")], []],
  ])("is held to %s", (_, definitions, expected) => {
    const pair = { base: old, head: now };
    const target = { base: [old, definition("integer")], head: [now, ...definitions], pairs: [pair] };
    const found = customRules(apis).flatMap((rule) => {
      const touched = rule.touches?.(pair) ? [pair] : [];
      return [...rule.check(target, touched)].map(({ path }) => `${rule.id} ${path}`);
    });
    expect(found).toEqual(expected);
  });

  test("is no matter of kinds that are built in", () => {
    const pair = { base: undefined, head: pod("{name: a}") };
    expect(customRules(apis).map((rule) => rule.touches?.(pair))).toEqual(SCHEMA_RULES.map(() => false));
  });
});
