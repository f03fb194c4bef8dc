import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Value } from "../../../../src/render/rendering.ts";
import { Contents } from "../../../../src/review/differences/fields/contents.ts";
import { fieldsOf } from "./inputs.ts";

const rule = (resource: string, ...verbs: string[]) => ({ apiGroups: [""], resources: [resource], verbs });
const pods = rule("pods", "get", "list", "watch");
const secrets = rule("secrets", "get");
const services = rule("services", "get", "list", "watch");

describe("elements without keys", () => {
  test.each<{ what: string; before: Value[]; after: Value[]; fields: object[] }>([
    {
      what: "an inserted rule is added whole, although its neighbours are similar",
      before: [pods, secrets],
      after: [services, pods, secrets],
      fields: [{ path: "/rules/0", op: "added", after: services }],
    },
    {
      what: "a removed rule is removed whole",
      before: [pods, services, secrets],
      after: [pods, secrets],
      fields: [{ path: "/rules/1", op: "removed", before: services }],
    },
    {
      what: "a changed rule is changed inside",
      before: [pods, secrets],
      after: [rule("pods", "get", "list", "watch", "delete"), secrets],
      fields: [{ path: "/rules/0/verbs/3", op: "added", after: "delete" }],
    },
    {
      what: "a rule before a changed one is added, and the changed one is changed",
      before: [pods],
      after: [rule("jobs", "create"), rule("pods", "get", "list", "delete")],
      fields: [
        { path: "/rules/0", op: "added", after: rule("jobs", "create") },
        { path: "/rules/1/verbs/2", op: "changed", before: "watch", after: "delete" },
      ],
    },
    {
      what: "the most similar elements belong together",
      before: [rule("a", "get", "list"), rule("b", "get", "list")],
      after: [rule("b", "get", "list", "watch"), rule("c", "create")],
      fields: [
        { path: "/rules/0", op: "removed", before: rule("a", "get", "list") },
        { path: "/rules/0/verbs/2", op: "added", after: "watch" },
        { path: "/rules/1", op: "added", after: rule("c", "create") },
      ],
    },
    {
      what: "an element in place of one that has nothing in common with it",
      before: [pods, secrets],
      after: [pods, { nonResourceURLs: ["/metrics"], verbs: ["post"] }],
      fields: [
        { path: "/rules/1", op: "removed", before: secrets },
        { path: "/rules/1", op: "added", after: { nonResourceURLs: ["/metrics"], verbs: ["post"] } },
      ],
    },
    {
      what: "elements that changed places",
      before: [pods, services, secrets],
      after: [secrets, pods, services],
      fields: [{ path: "/rules", op: "reordered" }],
    },
    {
      what: "elements that changed places, and a new one",
      before: [pods, secrets],
      after: [secrets, pods, services],
      fields: [
        { path: "/rules/2", op: "added", after: services },
        { path: "/rules", op: "reordered" },
      ],
    },
    {
      what: "one of several equal elements",
      before: ["a", "a", "b"],
      after: ["a", "b"],
      fields: [{ op: "removed", before: "a" }],
    },
    {
      what: "options with the same name",
      before: ["--level=info", "--port=80"],
      after: ["--new", "--port=81", "--level=debug"],
      fields: [
        { path: "/rules/0", op: "added", after: "--new" },
        { path: "/rules/2", op: "changed", before: "--level=info", after: "--level=debug" },
        { path: "/rules/1", op: "changed", before: "--port=80", after: "--port=81" },
        { path: "/rules", op: "reordered" },
      ],
    },
    {
      what: "options with similar values and other names are other options",
      before: ["--port=80", "x"],
      after: ["--host=80", "--hosts=80", "x"],
      fields: [
        { path: "/rules/0", op: "removed", before: "--port=80" },
        { path: "/rules/0", op: "added", after: "--host=80" },
        { path: "/rules/1", op: "added", after: "--hosts=80" },
      ],
    },
    {
      what: "a reference to a similar name",
      before: [{ configMapRef: { name: "app-config" } }, { secretRef: { name: "app" } }],
      after: [{ configMapRef: { name: "app-config-v2" } }, { secretRef: { name: "app" } }],
      fields: [{ path: "/rules/0/configMapRef/name", op: "changed" }],
    },
    {
      what: "a reference to another object",
      before: [{ configMapRef: { name: "blue" } }],
      after: [{ configMapRef: { name: "green" } }],
      fields: [
        { path: "/rules/0", op: "removed" },
        { path: "/rules/0", op: "added" },
      ],
    },
    {
      what: "the same sort of element with other content",
      before: [{ http01: { ingress: { class: "nginx" } } }],
      after: [{ http01: { gatewayHTTPRoute: { parentRefs: [] } } }],
      fields: [
        { path: "/rules/0/http01/ingress", op: "removed" },
        { path: "/rules/0/http01/gatewayHTTPRoute", op: "added" },
      ],
    },
    {
      what: "lists in lists",
      before: [[["a", "b", "c"]], [["x"]]],
      after: [[["y"]], [["a", "b", "c", "d"]], [["x"]]],
      fields: [
        { path: "/rules/0", op: "added", after: [["y"]] },
        { path: "/rules/1/0/3", op: "added", after: "d" },
      ],
    },
  ])("$what", ({ before, after, fields }) => {
    const found = fieldsOf({ rules: before }, { rules: after });
    expect(found).toMatchObject(fields);
    expect(found).toHaveLength(fields.length);
  });

  const rules = fc.uniqueArray(
    fc.record({
      resources: fc.uniqueArray(fc.constantFrom("pods", "secrets", "jobs", "nodes"), { minLength: 1, maxLength: 3 }),
      verbs: fc.uniqueArray(fc.constantFrom("get", "list", "watch", "create"), { minLength: 1, maxLength: 4 }),
    }),
    { selector: (each) => JSON.stringify(each), minLength: 1, maxLength: 12 },
  );

  test("one more element is one added element", () => {
    fc.assert(
      fc.property(rules, fc.nat(), (after, random) => {
        const index = random % after.length;
        const before = after.toSpliced(index, 1);
        const added = { path: `/rules/${index}`, op: "added", after: after[index] };
        expect(fieldsOf({ rules: before }, { rules: after })).toMatchObject([added]);
        const removed = { path: `/rules/${index}`, op: "removed", before: after[index] };
        expect(fieldsOf({ rules: after }, { rules: before })).toMatchObject([removed]);
      }),
      { numRuns: 500 },
    );
  });

  test("elements in another order are reordered, and nothing else", () => {
    fc.assert(
      fc.property(rules, fc.nat(), (before, random) => {
        const at = random % before.length;
        const after = [...before.slice(at), ...before.slice(0, at)];
        const expected = at === 0 ? [] : [{ path: "/rules", label: "rules", op: "reordered" }];
        expect(fieldsOf({ rules: before }, { rules: after })).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  test("a value is read once, however many lists it is in", () => {
    let reads = 0;
    const leaf: Value = Object.defineProperty({}, "x", { enumerable: true, get: () => ++reads && 1 }) as Value;
    const contents = new Contents({ before: new Map(), after: new Map() });
    let value: Value = leaf;
    for (let depth = 0; depth < 10; depth++) {
      value = [value];
      contents.numberOf(value, "before");
    }
    expect(reads).toBe(1);
  });

  test("deep values are compared", () => {
    const nested = (leaf: string) => {
      let value: Value = leaf;
      for (let depth = 0; depth < 900; depth++) value = [value, "x"];
      return value;
    };
    expect(fieldsOf(nested("a"), nested("b"))).toHaveLength(1);
  });
});
