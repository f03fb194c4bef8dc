import { describe, expect, test } from "@jest/globals";
import { compileLabelSelector } from "../../src/resource/label-selector.ts";
import { resourceId } from "../../src/resource/resource-id.ts";
import { compileSelector, type Selectable, type SelectorText } from "../../src/resource/selector.ts";

// docs/specification/patches.md 3.3, 3.4
describe("label selectors", () => {
  const labels = new Map([
    ["app", "web"],
    ["tier", "front"],
    ["size", "5"],
    ["empty", ""],
    ["example.com/part", "a.b_c"],
    ["in", "notin"],
  ]);

  test.each<[selector: string, selects: boolean]>([
    ["", true],
    ["  ", true],
    ["app=web", true],
    ["app==web", true],
    ["app = web , tier=front", true],
    ["app=web,tier=back", false],
    ["app=api", false],
    ["missing=x", false],
    ["app!=api", true],
    ["app!=web", false],
    ["missing!=x", true],
    ["app", true],
    ["missing", false],
    ["!missing", true],
    ["!app", false],
    ["app in (api, web)", true],
    ["app in (api)", false],
    ["missing in (x)", false],
    ["app notin (api)", true],
    ["app notin (api,web)", false],
    ["missing notin (x)", true],
    ["empty=", true],
    ["empty=,app", true],
    ["empty in ()", true],
    ["empty in (x,)", true],
    ["empty in (,x)", true],
    ["app in ()", false],
    ["size>4", true],
    ["size>5", false],
    ["size<6", true],
    ["size < 005", false],
    ["app>4", false],
    ["missing>4", false],
    ["example.com/part=a.b_c", true],
    ["in=notin", true],
    ["in in (notin)", true],
    ["in", true],
    ["tier\nin\t(front)", true],
  ])("%j: %s", (selector, selects) => {
    expect(compileLabelSelector(selector)(labels)).toBe(selects);
  });

  test.each([
    ["=a", "found '=', expected: !, identifier, or 'end of string'"],
    ["==", "found '==', expected: !, identifier, or 'end of string'"],
    [",", "found ',', expected: !, identifier, or 'end of string'"],
    ["a,", "found '', expected: identifier after ','"],
    ["a,,b", "found ',', expected: identifier after ','"],
    ["a b", "found 'b', expected: '=', '!=', '==', 'in', notin'"],
    ["a=b c", "found 'c', expected: ',' or 'end of string'"],
    ["!a=b", "found '=', expected: ',' or 'end of string'"],
    ["!", "found '', expected: identifier"],
    ["a=!", "found '!', expected: identifier"],
    ["a in b", "found 'b', expected: '('"],
    ["a in (b", "found '', expected: ',' or ')'"],
    ["a in (b c)", "found 'c', expected: ',' or ')'"],
    ["a in (", "found '', expected: ',', ')' or identifier"],
    ["a>x", "for 'Gt', 'Lt' operators, the value must be an integer"],
    ["a>9223372036854775808", "the value must be an integer"],
    ["a>", "the value must be an integer"],
    ["-a", 'invalid label key "-a"'],
    ["A.example/a", 'invalid label key "A.example/a"'],
    ["x/y/z", 'invalid label key "x/y/z"'],
    ["/a", 'invalid label key "/a"'],
    [`${"a".repeat(64)}`, "invalid label key"],
    ["a=b-", 'invalid label value "b-"'],
    [`a=${"b".repeat(64)}`, "invalid label value"],
  ])("%j: %s", (selector, message) => {
    expect(() => compileLabelSelector(selector)).toThrow(message);
    expect(() => compileLabelSelector(selector, { file: "k.yaml", line: 2 })).toThrow(/^k\.yaml:2: invalid selector /);
  });

  test("names of Object.prototype are ordinary keys", () => {
    expect(compileLabelSelector("constructor")(new Map())).toBe(false);
  });
});

// docs/specification/patches.md 3.1, 3.2, 3.4
describe("selectors", () => {
  const id = resourceId("apps/v1", "Deployment", "dev-web", "shop");
  const web: Selectable = {
    id,
    originalId: resourceId("apps/v1", "Deployment", "web", ""),
    labels: () => new Map([["app", "web"]]),
    annotations: () => new Map([["note", "x"]]),
  };

  test.each<[selector: SelectorText, selects: boolean]>([
    [{}, true],
    [{ kind: "", name: "" }, true],
    [{ kind: "Deployment" }, true],
    [{ kind: "Deploy" }, false],
    [{ kind: "Deploy.*" }, true],
    [{ kind: "Deployment|StatefulSet" }, true],
    [{ kind: "StatefulSet" }, false],
    [{ group: "apps", version: "v1" }, true],
    [{ group: "app" }, false],
    [{ version: "v1beta1" }, false],
    [{ name: "web" }, true],
    [{ name: "dev-web" }, true],
    [{ name: "dev" }, false],
    [{ namespace: "shop" }, true],
    [{ namespace: "default" }, true],
    [{ namespace: "other" }, false],
    [{ labelSelector: "app=web" }, true],
    [{ labelSelector: "app=api" }, false],
    [{ annotationSelector: "note" }, true],
    [{ annotationSelector: "!note" }, false],
    [{ kind: "Deployment", name: "w.b", labelSelector: "app", annotationSelector: "note=x" }, true],
  ])("%j: %s", (selector, selects) => {
    expect(compileSelector(selector)(web)).toBe(selects);
  });

  test("objects without a namespace, and those in none", () => {
    const role = resourceId("rbac.authorization.k8s.io/v1", "ClusterRole", "r", "");
    const object: Selectable = { ...web, id: role, originalId: role };
    expect(compileSelector({ namespace: "_non_namespaceable_" })(object)).toBe(true);
    expect(compileSelector({ namespace: "default" })(object)).toBe(false);
  });

  test("an invalid pattern is an error at once", () => {
    expect(() => compileSelector({ name: "(" })).toThrow("error parsing regexp: missing closing ): `^(?:()$`");
  });

  test("an invalid label selector is an error only for objects that match everything else", () => {
    expect(compileSelector({ kind: "Service", labelSelector: "==" })(web)).toBe(false);
    expect(() => compileSelector({ kind: "Deployment", labelSelector: "==" })(web)).toThrow("found '=='");
  });

  test("labels are read only if everything else matches", () => {
    const labels = (): never => {
      throw new Error("looked at");
    };
    expect(compileSelector({ name: "other", labelSelector: "app" })({ ...web, labels })).toBe(false);
  });
});
