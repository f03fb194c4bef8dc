/** Merges outputs and compares with a slow and simple model; docs/specification/wire-format.md 4.5, 4.6, 5.2. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Diagnostic, KrmError } from "../../src/diagnostics.ts";
import { mergeBack } from "../../src/functions/wire/merge-output.ts";
import { readOutput } from "../../src/functions/wire/output.ts";
import { functionConfig, resourceList } from "../../src/functions/wire/resource-list.ts";
import { send } from "../../src/functions/wire/sent.ts";
import { parseObjects } from "../../src/resource/objects.ts";
import { Resource } from "../../src/resource/resource.ts";
import { ResourceSet } from "../../src/resource/resource-set.ts";
import { emit, toValue } from "../../src/yaml/index.ts";
import type { MapNode } from "../../src/yaml/nodes/node.ts";

const LOCATION = { file: "config.yaml", line: 1 };
const INTERNAL = "internal.config.kubernetes.io/";

interface Thing {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly data: string;
}

const thing = fc.record({
  kind: fc.constantFrom("ConfigMap", "Secret", "Namespace"),
  name: fc.constantFrom("a", "b", "c", "d", "__proto__"),
  namespace: fc.constantFrom("", "default", "x"),
  data: fc.constantFrom("1", "2"),
});

/** No namespace and `default` are the same. The namespace of cluster-scoped objects is ignored. */
const keyOf = ({ kind, name, namespace }: Thing): string =>
  `${kind}/${name}/${kind === "Namespace" ? "" : namespace || "default"}`;

function yamlOf({ kind, name, namespace, data }: Thing): string {
  const metadata = { name, ...(namespace !== "" && { namespace }) };
  return emit({ apiVersion: "v1", kind, metadata, data: { data } });
}

function setOf(things: readonly Thing[]): ResourceSet {
  return ResourceSet.of(
    things.flatMap((each) => parseObjects(yamlOf(each), "in.yaml")).map((node) => new Resource(node)),
  );
}

const show = (set: ResourceSet): string[] =>
  set.items.map(({ node, id }) => {
    const { data } = toValue(node as MapNode) as unknown as { data: { data: string } };
    return `${id.kind}/${id.name}/${id.namespace}: ${data.data}`;
  });

const unique = fc.uniqueArray(thing, { selector: keyOf, maxLength: 8 });

test("merges like the model (docs/specification/wire-format.md 4.5)", () => {
  fc.assert(
    fc.property(unique, fc.array(thing, { maxLength: 8 }), (input, output) => {
      const set = setOf(input);
      const sent = set.items.map((each) => send(each, () => []));
      const { items } = readOutput(
        Buffer.from(output.map(yamlOf).join("---\n") || "{kind: ResourceList, items: []}"),
        LOCATION,
      );
      const keys = output.map(keyOf);
      const merge = () => mergeBack(set, sent, items, { title: "fn", location: LOCATION, warn: () => {} });
      fc.pre(new Set(keys).size === keys.length);
      const { added, removed } = merge();
      const found = (one: Thing): Thing | undefined => output.find((other) => keyOf(other) === keyOf(one));
      const isNew = (one: Thing): boolean => !input.some((other) => keyOf(other) === keyOf(one));
      const expected = [...input.flatMap((one) => found(one) ?? []), ...output.filter(isNew)];
      expect(show(set)).toEqual(
        expected.map(({ kind, name, namespace, data }) => `${kind}/${name}/${namespace}: ${data}`),
      );
      expect([added.length, removed.length]).toEqual([
        output.filter(isNew).length,
        input.filter((one) => found(one) === undefined).length,
      ]);
    }),
  );
});

test("an object that comes back twice is refused (docs/specification/wire-format.md 4.2, 4.5)", () => {
  fc.assert(
    fc.property(unique, fc.array(thing, { minLength: 2, maxLength: 8 }), (input, output) => {
      const keys = output.map(keyOf);
      fc.pre(new Set(keys).size < keys.length);
      const set = setOf(input);
      const sent = set.items.map((each) => send(each, () => []));
      const { items } = readOutput(Buffer.from(output.map(yamlOf).join("---\n")), LOCATION);
      const merge = () => mergeBack(set, sent, items, { title: "fn", location: LOCATION, warn: () => {} });
      expect(merge).toThrow(KrmError);
    }),
  );
});

test("a function that returns its input changes nothing, even when repeated (docs/specification/wire-format.md 4.5)", () => {
  fc.assert(
    fc.property(unique, fc.integer({ min: 1, max: 3 }), (input, times) => {
      const set = setOf(input);
      const before = show(set);
      for (let time = 0; time < times; time++) {
        const sent = set.items.map((each) => send(each, () => []));
        const config = functionConfig(parseObjects("kind: Fn\nmetadata: {name: fn}\n", "c")[0] as MapNode, []);
        const stdin = resourceList(
          sent.map(({ node }) => node),
          config,
        );
        // Without objects, the config is sent.
        const { items } = readOutput(
          Buffer.from(input.length === 0 ? "{kind: ResourceList, items: []}" : stdin),
          LOCATION,
        );
        mergeBack(set, sent, items, { title: "fn", location: LOCATION, warn: () => {} });
      }
      expect(show(set)).toEqual(before);
    }),
  );
});

describe("attack 9.18: state in annotations (docs/specification/wire-format.md 5.2)", () => {
  const objects = `apiVersion: v1
kind: ConfigMap
metadata:
  name: was-renamed
  annotations:
    ${INTERNAL}previousKinds: ConfigMap
    ${INTERNAL}previousNames: victim
    ${INTERNAL}previousNamespaces: default
    ${INTERNAL}needsHashSuffix: enabled
---
apiVersion: v1
kind: Secret
metadata:
  name: other
`;

  function after(change: (text: string) => string) {
    const set = ResourceSet.of(parseObjects(objects, "in.yaml").map((node) => new Resource(node)));
    const sent = set.items.map((each) => send(each, () => []));
    const config = functionConfig(parseObjects("kind: Fn\nmetadata: {name: fn}\n", "c")[0] as MapNode, []);
    const { items } = readOutput(
      Buffer.from(
        change(
          resourceList(
            sent.map(({ node }) => node),
            config,
          ),
        ),
      ),
      LOCATION,
    );
    const warnings: string[] = [];
    const warn = (one: Diagnostic | (() => Diagnostic)): void => {
      warnings.push((typeof one === "function" ? one() : one).message);
    };
    mergeBack(set, sent, items, { title: "fn", location: LOCATION, warn });
    const state = set.items.map((each) => [each.id.name, each.previousNames.join(), each.needsHash]);
    return { state, warnings };
  }
  const only = (name: string, annotations: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  annotations:\n${annotations.replaceAll(/^/gm, "    ")}\n`;
  const FORGED = `${INTERNAL}previousKinds: ConfigMap\n${INTERNAL}previousNames: victim\n${INTERNAL}previousNamespaces: default`;

  test.each([
    [
      "stays where it is left alone",
      (text: string) => text,
      [
        ["was-renamed", "victim", true],
        ["other", "", false],
      ],
      0,
    ],
    [
      "goes along with a new name",
      (text: string) =>
        text
          .replace("    name: was-renamed\n  ", "    name: new\n  ")
          .replace(/ {4}name: was-renamed\n/, "    name: new\n"),
      [
        ["other", "", false],
        ["new", "victim", true],
      ],
      0,
    ],
    ["is lost where it is dropped", () => only("was-renamed", "a: b"), [["was-renamed", "", false]], 1],
    [
      "is not taken by a new object",
      (text: string) => `${only("forged", FORGED)}---\n${objects}`.replace("kind: x", text),
      [
        ["was-renamed", "victim", true],
        ["other", "", false],
        ["forged", "", false],
      ],
      1,
    ],
    [
      "nor by one that had none",
      () => `${objects}  annotations:\n    ${INTERNAL}needsHashSuffix: enabled\n    ${INTERNAL}previousNames: x\n`,
      [
        ["was-renamed", "victim", true],
        ["other", "", false],
      ],
      1,
    ],
    [
      "nor a part of it by a renamed one",
      () => only("new", `${INTERNAL}previousNames: victim`),
      [["new", "", false]],
      1,
    ],
    [
      "nor twice",
      () =>
        `${only("new", `${FORGED}\n${INTERNAL}needsHashSuffix: enabled`)}---\n${only("newer", `${FORGED}\n${INTERNAL}needsHashSuffix: enabled`)}`,
      [
        ["new", "victim", true],
        ["newer", "", false],
      ],
      1,
    ],
  ])("%s", (_, change, state, warnings) => {
    const outcome = after(change);
    expect(outcome.state).toEqual(state);
    expect(outcome.warnings).toHaveLength(warnings);
  });
});

// A search through all objects for each one would exceed the time of a test.
test("many thousands of objects are merged back (docs/specification/wire-format.md 4.6)", () => {
  const text = Array.from({ length: 30_000 }, (_, at) =>
    yamlOf({ kind: "ConfigMap", name: `n${at}`, namespace: "", data: "1" }),
  ).join("---\n");
  const set = ResourceSet.of(parseObjects(text, "in.yaml").map((node) => new Resource(node)));
  const sent = set.items.map((each) => send(each, () => []));
  const { items } = readOutput(Buffer.from(text), LOCATION);
  mergeBack(set, sent, items, { title: "fn", location: LOCATION, warn: () => {} });
  expect(set.size).toBe(30_000);
});
