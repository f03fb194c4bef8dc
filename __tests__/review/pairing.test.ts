import { describe, expect, test } from "@jest/globals";
import { pairResources } from "../../src/review/pairing.ts";
import { resource } from "./renderings.ts";

function object(apiVersion: string, kind: string, name: string, namespace = "", more = {}) {
  const scope = namespace === "" ? "" : `\n  namespace: ${namespace}`;
  return resource(`apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}${scope}\n`, more);
}

function generated(name: string, namespace = "") {
  return object("v1", "ConfigMap", name, namespace);
}

/** `base name → head name`, with the version where it matters. */
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
      what: "another kind of the same name is another object",
      base: [object("v1", "Service", "web")],
      head: [object("v1", "Pod", "web")],
      expected: ["- → v1 /web", "v1 /web → -"],
    },
    {
      what: "another group of the same kind is another object",
      base: [object("serving.knative.dev/v1", "Service", "web")],
      head: [object("v1", "Service", "web")],
      expected: ["- → v1 /web", "serving.knative.dev/v1 /web → -"],
    },
    {
      what: "another version of the same group is the same object",
      base: [object("policy/v1beta1", "PodDisruptionBudget", "web")],
      head: [object("policy/v1", "PodDisruptionBudget", "web")],
      expected: ["policy/v1beta1 /web → policy/v1 /web"],
    },
    {
      what: "of two versions each finds its own, whatever the order",
      base: [object("a/v1", "X", "web"), object("a/v2", "X", "web")],
      head: [object("a/v2", "X", "web"), object("a/v1", "X", "web")],
      expected: ["a/v2 /web → a/v2 /web", "a/v1 /web → a/v1 /web"],
    },
    {
      what: "of two versions at the head one is new",
      base: [object("a/v1beta1", "X", "web")],
      head: [object("a/v1", "X", "web"), object("a/v1beta1", "X", "web")],
      expected: ["- → a/v1 /web", "a/v1beta1 /web → a/v1beta1 /web"],
    },
    {
      what: "namespaces tell apart",
      base: [object("v1", "Service", "web", "a")],
      head: [object("v1", "Service", "web", "b")],
      expected: ["- → v1 b/web", "v1 a/web → -"],
    },
    {
      what: "no namespace is the default one",
      base: [object("v1", "Service", "web")],
      head: [object("v1", "Service", "web", "default")],
      expected: ["v1 /web → v1 default/web"],
    },
    {
      what: "a new content hash is the same object",
      base: [generated("config-2222222222")],
      head: [generated("config-4444444444")],
      expected: ["v1 /config-2222222222 → v1 /config-4444444444"],
    },
    {
      what: "a hash that came or went is the same object",
      base: [generated("config-2222222222")],
      head: [generated("config")],
      expected: ["v1 /config-2222222222 → v1 /config"],
    },
    {
      what: "a plain object next to a generated one of the same base name",
      base: [generated("config"), generated("config-2222222222")],
      head: [generated("config-4444444444"), generated("config")],
      expected: ["v1 /config-2222222222 → v1 /config-4444444444", "v1 /config → v1 /config"],
    },
    {
      what: "what only looks hashed is not",
      base: [object("v1", "Service", "web-2222222222")],
      head: [object("v1", "Service", "web-4444444444")],
      expected: ["- → v1 /web-4444444444", "v1 /web-2222222222 → -"],
    },
    {
      what: "duplicates pair in order",
      base: [object("v1", "Service", "web"), object("v1", "Service", "web")],
      head: [object("v1", "Service", "web")],
      expected: ["v1 /web → v1 /web", "v1 /web → -"],
    },
  ])("$what", ({ base, head, expected }) => {
    expect(pairs(base, head)).toEqual(expected);
  });
});
