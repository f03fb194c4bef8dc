import { describe, expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import { parseObjects } from "../../src/resource/objects.ts";
import { Resource } from "../../src/resource/resource.ts";
import { resourceId } from "../../src/resource/resource-id.ts";
import { ResourceSet } from "../../src/resource/resource-set.ts";
import { setField } from "../../src/resource/set-field.ts";
import { get, type MapNode, scalar } from "../../src/yaml/index.ts";

function object(kind: string, name: string, namespace = ""): Resource {
  const where = namespace === "" ? "" : `, namespace: ${namespace}`;
  const text = `apiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}${where}}\n`;
  return new Resource(parseObjects(text, `${name}.yaml`)[0] as MapNode);
}

function rename(set: ResourceSet, resource: Resource, name: string): void {
  resource.pushPreviousId();
  setField(get(resource.node, "metadata") as MapNode, "name", scalar(name));
  set.changed(resource);
}

function codeOf(work: () => void): string | undefined {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof KrmError) return thrown.code;
    throw thrown;
  }
  return undefined;
}

describe("a resource set", () => {
  // docs/specification/identity.md 1.2, 5.1
  test.each([
    ["the same object", object("ConfigMap", "a"), "id-conflict"],
    ["no namespace and the default one", object("ConfigMap", "a", "default"), "id-conflict"],
    ["another namespace", object("ConfigMap", "a", "b"), undefined],
    ["another kind", object("Secret", "a"), undefined],
    ["another name", object("ConfigMap", "b"), undefined],
  ])("is asked to add %s", (_case, resource, code) => {
    const set = ResourceSet.of([object("ConfigMap", "a")]);
    expect(codeOf(() => set.append(resource))).toBe(code);
  });

  // docs/specification/identity.md 2.2
  test("finds a renamed object by all its names, and only the current one counts as current", () => {
    const one = object("ConfigMap", "a");
    const set = ResourceSet.of([one, object("Secret", "a")]);
    rename(set, one, "b");
    rename(set, one, "c");
    const ids = ["a", "b", "c"].map((name) => resourceId("v1", "ConfigMap", name, ""));
    expect(ids.map((id) => set.byAnyId(id))).toEqual([[one], [one], [one]]);
    expect(ids.map((id) => set.byCurrentId(id))).toEqual([[], [], [one]]);
    expect(set.byAnyName("b")).toEqual([one]);
    expect(one.originalId.name).toBe("a");
  });

  test("does not find deleted or removed objects", () => {
    const [one, two] = [object("ConfigMap", "a"), object("ConfigMap", "b")];
    const set = ResourceSet.of([one, two]);
    one.node = undefined;
    expect(set.byAnyName("a")).toEqual([]);
    set.changed(one);
    set.dropEmpty();
    expect(set.items).toEqual([two]);
    set.filter(() => false);
    expect([set.size, set.byAnyName("b")]).toEqual([0, []]);
  });

  test("finds identities that became equal, on request only", () => {
    const [one, two] = [object("ConfigMap", "a"), object("ConfigMap", "b")];
    const set = ResourceSet.of([one, two]);
    rename(set, two, "a");
    expect(codeOf(() => set.checkUnique())).toBe("id-conflict");
  });

  test("reads few identities to find candidates, and finds all in order after every change", () => {
    const objects = Array.from({ length: 40 }, (_, at) => object(at % 10 === 0 ? "Secret" : "ConfigMap", `c${at}`));
    const set = ResourceSet.of(objects);
    const names = (kind?: string, name?: string): string[] => set.candidates(kind, name).map(({ id }) => id.name);
    expect(names("Secret")).toEqual(["c0", "c10", "c20", "c30"]);
    expect(names("Secret", "c11")).toEqual(["c11"]);
    expect(names("Pod")).toEqual([]);
    expect(names(undefined, "x")).toEqual([]);
    expect(set.candidates("ConfigMap", undefined)).toBe(set.items);
    rename(set, objects[25] as Resource, "c5");
    expect(names(undefined, "c5")).toEqual(["c5", "c5"]);
    set.filter((resource) => resource !== objects[5]);
    set.append(object("Secret", "c5"));
    expect(set.candidates(undefined, "c5")).toEqual([objects[25], set.items.at(-1)]);
    set.sort((a, b) => (a.describe() < b.describe() ? 1 : -1));
    expect(names("Secret")).toEqual(["c5", "c30", "c20", "c10", "c0"]);
    set.replaceAll(objects.slice(0, 20).reverse());
    expect(names("Secret")).toEqual(["c10", "c0"]);
  });

  test("accepts an object with the previous name of a renamed one, but not with its new name", () => {
    const one = object("ConfigMap", "a");
    const set = ResourceSet.of([one]);
    rename(set, one, "b");
    expect(codeOf(() => set.append(object("ConfigMap", "a")))).toBeUndefined();
    expect(codeOf(() => set.append(object("ConfigMap", "b")))).toBe("id-conflict");
  });
});

describe("a copied resource", () => {
  test("has the bookkeeping of the original and is independent of it", () => {
    const one = object("ConfigMap", "a");
    const set = ResourceSet.of([one]);
    one.prefixes.push("x-");
    one.needsHash = true;
    rename(set, one, "x-a");
    const copy = one.clone();
    rename(ResourceSet.of([copy]), copy, "y");
    expect(one.id.name).toBe("x-a");
    expect(copy).toMatchObject({ prefixes: ["x-"], needsHash: true });
    expect(copy.allIds().map(({ name }) => name)).toEqual(["a", "x-a", "y"]);
    expect(copy.origin).toEqual({ file: "a.yaml", line: 1, column: 1 });
  });

  // docs/specification/identity.md 2.1, 3.1, 4.5
  // docs/specification/model.md 2.2
  test("takes over bookkeeping from annotations of a file", () => {
    const text = [
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x-a\n  annotations:",
      "    internal.config.kubernetes.io/previousNames: a",
      "    internal.config.kubernetes.io/previousNamespaces: default",
      "    internal.config.kubernetes.io/previousKinds: ConfigMap",
      "    internal.config.kubernetes.io/prefixes: x-",
      "    internal.config.kubernetes.io/needsHashSuffix: enabled\n",
    ].join("\n");
    const resource = new Resource(parseObjects(text, "a.yaml")[0] as MapNode);
    expect(resource).toMatchObject({ prefixes: ["x-"], suffixes: [], needsHash: true });
    expect(resource.originalId).toMatchObject({ name: "a", kind: "ConfigMap", effectiveNamespace: "default" });
  });
});
