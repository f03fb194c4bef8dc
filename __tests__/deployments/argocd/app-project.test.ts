/** What AppProjects permit, as Argo CD's own code decides it, and what is said of what they do not. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type ProjectRules, readAppProject } from "../../../src/deployments/argocd/app-project.ts";
import { destinationOf } from "../../../src/deployments/argocd/application-object.ts";
import { wildcards } from "../../../src/deployments/argocd/patterns/index.ts";
import {
  mayPermitDestination,
  mayPermitSource,
  permitsKind,
} from "../../../src/deployments/argocd/project-permissions.ts";
import { refusedObjects, refusedParts } from "../../../src/deployments/argocd/project-problems.ts";
import { formatLocation } from "../../../src/diagnostics.ts";
import { parseResources, toValue, type Value } from "../../../src/yaml/index.ts";

const effort = { spend: () => undefined };
const valueOf = (text: string): Value => toValue(parseResources(text, "x.yaml")[0] as never);

function rulesOf(spec: unknown): ProjectRules | undefined {
  const value = valueOf(JSON.stringify({ apiVersion: "argoproj.io/v1alpha1", kind: "AppProject", metadata: {}, spec }));
  const location = { file: "projects/shop.yaml", line: 3 };
  return readAppProject({ apiVersion: "", kind: "", namespace: "", name: "shop", value, origin: location });
}

interface Case {
  readonly spec: unknown;
  readonly objects: readonly (readonly [string, string, string, boolean, boolean])[];
  readonly destinations: readonly (readonly [string, string, string, boolean])[];
  readonly sources: readonly (readonly [string, boolean])[];
}

const cases = JSON.parse(readFileSync(new URL("projects.json", import.meta.url), "utf8")) as Case[];

// docs/specification/argocd-projects.md 2 and 3
test("random projects permit what Argo CD permits", () => {
  for (const { spec, objects, destinations, sources } of cases) {
    const rules = rulesOf(spec) as ProjectRules;
    expect({
      spec,
      objects: objects.map(([group, kind, name, isNamespaced]) => [
        group,
        kind,
        name,
        isNamespaced,
        permitsKind(rules, { group, kind, name }, isNamespaced, effort),
      ]),
      destinations: destinations.map(([name, server, namespace]) => [
        name,
        server,
        namespace,
        mayPermitDestination(rules, { name, server }, namespace, effort),
      ]),
      sources: sources.map(([address]) => [address, mayPermitSource(rules, address, effort)]),
    }).toEqual({ spec, objects, destinations, sources });
  }
});

// docs/specification/argocd-projects.md 3.4
test("where the name or the address of a cluster is not known, what one of them permits is permitted", () => {
  const names = fc.constantFrom("", "*", "a", "b", "!a", "!b", "a*", "!*b");
  const item = fc.record({ name: names, server: names, namespace: names });
  const text = fc.constantFrom("a", "b", "ab");
  fc.assert(
    fc.property(fc.array(item, { maxLength: 4 }), text, text, text, (destinations, name, server, namespace) => {
      const may = (cluster: { name: string | undefined; server: string | undefined }): boolean =>
        mayPermitDestination({ destinations }, cluster, namespace, effort);
      if (!may({ name, server })) return;
      expect(may({ name: undefined, server }) && may({ name, server: undefined })).toBe(true);
    }),
  );
});

describe("a project is not read", () => {
  test.each([
    ["without rules", undefined],
    ["with a text in place of a list", { sourceRepos: "*" }],
    ["with a text in place of a destination", { destinations: ["*"] }],
    ["with a kind that is a number", { clusterResourceWhitelist: [{ kind: 1 }] }],
    ["with too many entries", { sourceRepos: Array(1001).fill("*") }],
    ["with a pattern that is too long", { sourceRepos: ["a".repeat(1001)] }],
  ])("%s", (_, spec) => {
    expect(rulesOf(spec)).toBeUndefined();
  });
});

test("an empty list of kinds with namespaces permits none, and no list all", () => {
  const pod = { group: "", kind: "Pod", name: "a" };
  const permits = (spec: unknown, isNamespaced: boolean): boolean =>
    permitsKind(rulesOf(spec) as ProjectRules, pod, isNamespaced, effort);
  expect(
    [{}, { namespaceResourceWhitelist: [] }, { namespaceResourceWhitelist: null }].map((spec) => permits(spec, true)),
  ).toEqual([true, false, true]);
  expect(permits({}, false)).toBe(false);
});

test("a star stops at a separator, two do not", () => {
  const match = (pattern: string, text: string): boolean => wildcards(pattern, "/")(text);
  expect(["a/*", "a/**", "*/b/*", "*[!a]*c", "a/?/c", "a?b/c"].map((pattern) => match(pattern, "a/b/c"))).toEqual([
    false,
    true,
    true,
    false,
    true,
    false,
  ]);
  expect(match("*[!a]*c", "x/yc")).toBe(true);
});

const SPEC = {
  sourceRepos: ["https://github.com/acme/*"],
  destinations: [{ server: "https://kubernetes.default.svc", namespace: "shop*" }],
  namespaceResourceBlacklist: [{ group: "", kind: "Secret" }],
};
const PROJECT = rulesOf(SPEC) as ProjectRules;

describe("an Application is refused", () => {
  const application = (fields: string): Value =>
    valueOf(`apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: web}\nspec: {${fields}}\n`);
  const shown = (fields: string, rules = PROJECT): string[] => {
    const value = application(fields);
    const problems = refusedParts(value, destinationOf(value), rules, (...path) => ({ file: path.join(".") }));
    return problems.map(({ severity, message, ...place }) => `${severity} ${formatLocation(place)}: ${message}`);
  };
  const IN = "destination: {name: in-cluster, namespace: shop-eu}";
  const SOURCE = "source: {repoURL: 'git@github.com:acme/shop.git'}";
  test.each<[what: string, fields: string, expected: string[]]>([
    ["not if all is permitted", `${IN}, source: {repoURL: 'https://GitHub.com/acme/shop.git'}`, []],
    [
      "for a source that no pattern names",
      `${IN}, ${SOURCE}`,
      [
        "error spec.source.repoURL: the project shop does not permit the source git@github.com:acme/shop.git: Argo CD refuses the Application",
      ],
    ],
    [
      "for each of several sources",
      `${IN}, sources: [{repoURL: 'https://github.com/acme/a'}, {repoURL: 'https://github.com/other/a', ref: x}]`,
      [
        "error spec.sources.1.repoURL: the project shop does not permit the source https://github.com/other/a: Argo CD refuses the Application",
      ],
    ],
    [
      "for its destination",
      "destination: {server: 'https://kubernetes.default.svc/', namespace: kube-system}, source: {repoURL: 'https://github.com/acme/a'}",
      [
        "error spec.destination: the project shop does not permit the namespace kube-system of the cluster in-cluster: Argo CD refuses the Application",
      ],
    ],
    [
      "not for a cluster whose address is not known",
      "destination: {name: prod, namespace: shop}, source: {repoURL: 'https://github.com/acme/a'}",
      [],
    ],
    ["not for an address that Go may read as another one", `${IN}, source: {repoURL: 'https://host/a%41'}`, []],
  ])("%s", (_, fields, expected) => {
    expect(shown(fields)).toEqual(expected);
  });

  test("or nothing is said, where matching takes too long", () => {
    const long = rulesOf({ ...SPEC, sourceRepos: Array(1000).fill(`${"*a".repeat(490)}b`) }) as ProjectRules;
    const address = `https://x/${"a".repeat(900)}`;
    expect(shown(`${IN}, source: {repoURL: '${address}'}`, long)).toEqual([
      "warning projects/shop.yaml:3: the project shop has too many long patterns to check an Application against",
    ]);
  });
});

describe("a sync is refused", () => {
  const objects = (text: string) =>
    parseResources(text, "x.yaml").map((node) => ({ value: toValue(node), origin: { file: "x.yaml", line: 1 } }));
  const project = {
    rules: PROJECT,
    cluster: { name: "in-cluster", server: "https://kubernetes.default.svc" },
    shownCluster: "in-cluster",
  };
  const shown = (text: string): string[] =>
    refusedObjects(objects(text), "shop", project).map(({ object, message }) => `${object}: ${message}`);
  const object = (apiVersion: string, kind: string, metadata: string, more = ""): string =>
    `---\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {${metadata}}\n${more}`;
  const CRD = object(
    "apiextensions.k8s.io/v1",
    "CustomResourceDefinition",
    "name: x",
    "spec: {group: x.io, scope: Cluster, names: {kind: X}}\n",
  );
  const END = "Argo CD syncs nothing of the Application";
  test.each<[what: string, text: string, expected: string[]]>([
    ["not for what is permitted", object("v1", "ConfigMap", "name: a, namespace: shop-eu"), []],
    [
      "for a kind, once",
      object("v1", "Secret", "name: a, namespace: shop") + object("v1", "Secret", "name: b, namespace: shop"),
      [`Secret shop/a: the project shop does not permit the kind Secret: ${END}`],
    ],
    [
      "for a kind without namespaces, also one that is defined beside it",
      object("rbac.authorization.k8s.io/v1", "ClusterRole", "name: a") + CRD + object("x.io/v1", "X", "name: a"),
      [
        `ClusterRole a: the project shop does not permit the kind ClusterRole of \`rbac.authorization.k8s.io\`: ${END}`,
        `CustomResourceDefinition x: the project shop does not permit the kind CustomResourceDefinition of \`apiextensions.k8s.io\`: ${END}`,
        `X a: the project shop does not permit the kind X of \`x.io\`: ${END}`,
      ],
    ],
    [
      "for another namespace than that of the destination, once",
      object("v1", "ConfigMap", "name: a, namespace: other") + object("v1", "ConfigMap", "name: b, namespace: other"),
      [`ConfigMap other/a: the project shop does not permit the namespace other of the cluster in-cluster: ${END}`],
    ],
    ["not for a kind that nothing defines, if one sort of kinds permits it", object("x.io/v1", "X", "name: a"), []],
    [
      "not for a hook of a deletion",
      object("v1", "Secret", "name: a, namespace: shop, annotations: {argocd.argoproj.io/hook: PostDelete}"),
      [],
    ],
  ])("%s", (_, text, expected) => {
    expect(shown(text)).toEqual(expected);
  });
});
