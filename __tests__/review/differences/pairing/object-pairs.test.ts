import { describe, expect, test } from "@jest/globals";
import { pairResources } from "../../../../src/review/differences/pairing/index.ts";
import { resource } from "../../renderings.ts";

function object(apiVersion: string, kind: string, name: string, namespace = "", more = {}) {
  const scope = namespace === "" ? "" : `\n  namespace: ${namespace}`;
  return resource(`apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}${scope}\n`, more);
}

function generated(name: string, namespace = "") {
  return object("v1", "ConfigMap", name, namespace);
}

/** `base name → head name`, with the version where the test is about it. */
function pairs(base: ReturnType<typeof resource>[], head: ReturnType<typeof resource>[]): string[] {
  const print = (side: ReturnType<typeof resource> | undefined) =>
    side === undefined ? "-" : `${side.apiVersion} ${side.namespace}/${side.name}`;
  return pairResources(base, head).map((pair) => `${print(pair.base)} → ${print(pair.head)}`);
}

describe("pairing", () => {
  test.each([
    {
      what: "the same object",
      base: [object("v1", "Service", "web")],
      head: [object("v1", "Service", "web")],
      expected: ["v1 /web → v1 /web"],
    },
    {
      what: "an object of another kind is another object",
      base: [object("v1", "Service", "web")],
      head: [object("v1", "Pod", "web")],
      expected: ["- → v1 /web", "v1 /web → -"],
    },
    {
      what: "an object of another API group is another object",
      base: [object("serving.knative.dev/v1", "Service", "web")],
      head: [object("v1", "Service", "web")],
      expected: ["- → v1 /web", "serving.knative.dev/v1 /web → -"],
    },
    {
      what: "an object in another version of its API group is the same object",
      base: [object("policy/v1beta1", "PodDisruptionBudget", "web")],
      head: [object("policy/v1", "PodDisruptionBudget", "web")],
      expected: ["policy/v1beta1 /web → policy/v1 /web"],
    },
    {
      what: "an object in two versions is paired by version, in any order",
      base: [object("a/v1", "X", "web"), object("a/v2", "X", "web")],
      head: [object("a/v2", "X", "web"), object("a/v1", "X", "web")],
      expected: ["a/v2 /web → a/v2 /web", "a/v1 /web → a/v1 /web"],
    },
    {
      what: "one of two versions at the head is added",
      base: [object("a/v1beta1", "X", "web")],
      head: [object("a/v1", "X", "web"), object("a/v1beta1", "X", "web")],
      expected: ["- → a/v1 /web", "a/v1beta1 /web → a/v1beta1 /web"],
    },
    {
      what: "an object that is in another namespace has moved",
      base: [object("v1", "Service", "web", "a")],
      head: [object("v1", "Service", "web", "b")],
      expected: ["v1 a/web → v1 b/web"],
    },
    {
      what: "an object whose kind left the group extensions is the same object, whatever else changes",
      base: [object("extensions/v1beta1", "Ingress", "web")],
      head: [object("networking.k8s.io/v1", "Ingress", "web")],
      expected: ["extensions/v1beta1 /web → networking.k8s.io/v1 /web"],
    },
    {
      what: "an object without a namespace is in the namespace default",
      base: [object("v1", "Service", "web")],
      head: [object("v1", "Service", "web", "default")],
      expected: ["v1 /web → v1 default/web"],
    },
    {
      what: "an object with a new content hash is the same object",
      base: [generated("config-2222222222")],
      head: [generated("config-4444444444")],
      expected: ["v1 /config-2222222222 → v1 /config-4444444444"],
    },
    {
      what: "an object that gained or lost its hash is the same object",
      base: [generated("config-2222222222")],
      head: [generated("config")],
      expected: ["v1 /config-2222222222 → v1 /config"],
    },
    {
      what: "a plain object next to a generated one with the same base name",
      base: [generated("config"), generated("config-2222222222")],
      head: [generated("config-4444444444"), generated("config")],
      expected: ["v1 /config-2222222222 → v1 /config-4444444444", "v1 /config → v1 /config"],
    },
    {
      what: "a name that only looks like a hashed one is an ordinary name",
      base: [object("v1", "Service", "web-2222222222")],
      head: [object("v1", "Service", "web-4444444444")],
      expected: ["- → v1 /web-4444444444", "v1 /web-2222222222 → -"],
    },
    {
      what: "duplicates are paired in order",
      base: [object("v1", "Service", "web"), object("v1", "Service", "web")],
      head: [object("v1", "Service", "web")],
      expected: ["v1 /web → v1 /web", "v1 /web → -"],
    },
  ])("$what", ({ base, head, expected }) => {
    expect(pairs(base, head)).toEqual(expected);
  });
});
