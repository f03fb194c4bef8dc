import { describe, expect, test } from "@jest/globals";
import type { RenderedResource } from "../../../../src/render/rendering.ts";
import { MAX_GRANTS } from "../../../../src/review/dangers/rules/grants.ts";
import { findings, object, places } from "./objects.ts";

const API = "rbac.authorization.k8s.io/v1";

type Side = RenderedResource | undefined;

/** `groups resources verbs [names]` of a rule, each with commas; `-` for the core group. */
function rules(...each: readonly string[]): string {
  const list = each.map((text) => {
    if (text.startsWith("/")) {
      const [url, verbs] = text.split(" ");
      return `{nonResourceURLs: ["${url}"], verbs: ["${verbs?.replaceAll(",", '", "')}"]}`;
    }
    const [groups, resources, verbs, names] = text
      .split(" ")
      .map((part) => `["${part.replaceAll("-core", "").replaceAll(",", '", "')}"]`);
    return `{apiGroups: ${groups}, resources: ${resources}, verbs: ${verbs}${names ? `, resourceNames: ${names}` : ""}}`;
  });
  return `rules: [${list.join(", ")}]`;
}

const role = (...each: readonly string[]) => object(`${API} Role`, rules(...each));
const clusterRole = (...each: readonly string[]) => object(`${API} ClusterRole`, rules(...each));

const ORDINARY = "apps deployments get,list";

describe("roles", () => {
  test("say what they grant, where, and how much", () => {
    expect(
      findings(
        "rbac-widened",
        clusterRole(ORDINARY),
        clusterRole(ORDINARY, "-core secrets,configmaps get,list,create"),
      ),
    ).toEqual([
      "high /rules/1: the ClusterRole changes, and its subjects can read Secrets, and so use every password and token in them; also, its subjects can change and read more than before ( -> get, list, create secrets; create, get, list configmaps)",
    ]);
    expect(findings("rbac-widened", undefined, role("* * *"))).toEqual([
      "medium /rules/0: a rule with `*` lets its subjects change every resource, and so do everything ( -> * *)",
    ]);
  });

  /** A rule that is added, and its level in a ClusterRole and in a Role; `-` for none. First in new roles, then in changed ones. */
  test.each<readonly [string, string, string, string, string]>([
    ["* * *", "high", "medium", "high", "medium"],
    ["-core * create", "high", "medium", "high", "medium"],
    ["apps * *", "high", "medium", "high", "medium"],
    ["example.com * *", "medium", "low", "medium", "low"],
    ["* */finalizers update", "-", "-", "low", "low"],
    ["templates.gatekeeper.sh constrainttemplates/finalizers update", "-", "-", "low", "low"],
    ["example.com widgets/status update,patch", "-", "-", "low", "low"],
    ["example.com */status update", "-", "-", "low", "low"],
    ["* */status update", "-", "-", "medium", "low"],
    ["-core services/status patch", "-", "-", "medium", "low"],
    ["coordination.k8s.io leases create,update", "-", "-", "low", "low"],
    ["example.com leases create,update", "-", "-", "medium", "low"],
    ["-core,events.k8s.io events create,patch", "-", "-", "low", "low"],
    ["-core serviceaccounts/token subscribe", "-", "-", "low", "low"],
    ["security.openshift.io securitycontextconstraints use", "-", "-", "medium", "low"],
    ["coordination.k8s.io,apps leases,deployments update", "-", "-", "medium", "low"],
    ["* deployments create", "-", "-", "medium", "low"],
    ["apps * get", "medium", "low", "medium", "low"],
    ["example.com * get", "low", "low", "low", "low"],
    ["-core * get", "high", "medium", "high", "medium"],
    [`${API.slice(0, -3)} roles escalate`, "high", "high", "high", "high"],
    [`${API.slice(0, -3)} clusterroles bind`, "high", "high", "high", "high"],
    [`${API.slice(0, -3)} clusterroles *`, "high", "high", "high", "high"],
    ["* roles *", "high", "high", "high", "high"],
    [`${API.slice(0, -3)} rolebindings *`, "high", "medium", "high", "medium"],
    ["example.com roles *", "high", "medium", "high", "medium"],
    ["-core serviceaccounts impersonate", "high", "high", "high", "high"],
    ["-core secrets get", "high", "medium", "high", "medium"],
    ["* secrets watch", "high", "medium", "high", "medium"],
    ["-core secrets get tls", "medium", "low", "medium", "low"],
    ["-core secrets create", "-", "-", "medium", "low"],
    ["-core pods/exec create", "high", "medium", "high", "medium"],
    ["-core pods/exec list", "-", "-", "low", "low"],
    ["-core nodes/proxy get", "high", "medium", "high", "medium"],
    ["-core pods/proxy get", "high", "medium", "high", "medium"],
    ["-core services/proxy create,update", "high", "medium", "high", "medium"],
    ["-core services/proxy watch", "-", "-", "low", "low"],
    ["-core */proxy get", "high", "medium", "high", "medium"],
    ["-core pods/ephemeralcontainers patch", "high", "medium", "high", "medium"],
    ["-core serviceaccounts/token create", "high", "medium", "high", "medium"],
    [`${API.slice(0, -3)} rolebindings create`, "high", "medium", "high", "medium"],
    [`${API.slice(0, -3)} rolebindings get`, "-", "-", "low", "low"],
    ["admissionregistration.k8s.io validatingwebhookconfigurations patch", "medium", "medium", "medium", "medium"],
    ["-core pods create", "-", "-", "medium", "low"],
    ["-core pods *", "-", "-", "medium", "low"],
    ["-core pods get,list,watch", "-", "-", "low", "low"],
    ["/metrics get", "-", "-", "low", "low"],
  ])("%s", (rule, cluster, namespace, changedCluster, changedNamespace) => {
    const level = (base: Side, head: Side) => places("rbac-widened", base, head)[0]?.split(" ")[0] ?? "-";
    expect([
      level(undefined, clusterRole(rule)),
      level(undefined, role(rule)),
      level(clusterRole(ORDINARY), clusterRole(ORDINARY, rule)),
      level(role(ORDINARY), role(rule)),
    ]).toEqual([cluster, namespace, changedCluster, changedNamespace]);
  });

  /** Rules at base and at head that grant the same, or less. */
  test.each<readonly [readonly string[], readonly string[]]>([
    [["-core pods,secrets get,list"], ["-core secrets get", "-core pods list,get"]],
    [["* * *"], ["-core secrets get", "apps deployments/scale patch", "-core pods delete web"]],
    [["-core pods *"], ["-core pods get,deletecollection"]],
    [["-core * get"], ["-core secrets,pods/log get"]],
    [["apps */scale patch"], ["apps deployments/scale patch"]],
    [["-core secrets get"], ["-core secrets get tls"]],
    [["-core secrets get a,b"], ["-core secrets get b"]],
    [["-core pods get", "apps deployments list"], ["apps deployments list"]],
    [["/* get"], ["/metrics get"]],
    [["/healthz/* get"], ["/healthz/ping get"]],
    [["-core pods get"], []],
    [["-core pods get"], ["-core pods get,describe,logs", "apps deployments rollout,edit,apply"]],
  ])("%j covers %j", (before, after) => {
    expect(findings("rbac-widened", clusterRole(...before), clusterRole(...after))).toEqual([]);
  });

  /** Rules at base and at head that grant more. */
  test.each<readonly [readonly string[], readonly string[]]>([
    [["-core pods get"], ["-core pods/log get"]],
    [["-core pods get"], ["apps pods get"]],
    [["-core pods get web"], ["-core pods get"]],
    [["-core pods get web"], ["-core pods get web,db"]],
    [["-core pods get,list"], ["-core pods *"]],
    [["apps deployments/scale patch"], ["apps */scale patch"]],
    [["-core pods get", "apps deployments list"], ["-core,apps pods,deployments get,list"]],
    [["/healthz/* get"], ["/metrics get"]],
    [["/metrics get"], ["/metrics post"]],
  ])("%j does not cover %j", (before, after) => {
    expect(findings("rbac-widened", clusterRole(...before), clusterRole(...after))).not.toEqual([]);
  });

  /** Rules at base and at head of a ClusterRole, and what is told. */
  test.each<readonly [string, readonly string[], readonly string[], readonly string[]]>([
    [
      "the names that limit a rule are told, and not what they had",
      ["-core secrets get,list,update a"],
      ["-core secrets get,list,update a,serving-cert,kubeconfig"],
      [
        "medium /rules/0: the ClusterRole changes, and its subjects can read some Secrets by name; also, its subjects can change more than before ( -> get, list, update secrets serving-cert and kubeconfig)",
      ],
    ],
    [
      "names with other verbs are apart, and many are counted",
      [ORDINARY],
      [ORDINARY, "-core configmaps get a,b,c,d", "-core configmaps update a"],
      [
        "medium /rules/2: the ClusterRole changes, and its subjects can change and read more than before ( -> update, get configmaps a; get configmaps b, c and d)",
      ],
    ],
    [
      "a rule that gives two powers is one danger of the higher level",
      [ORDINARY],
      [ORDINARY, "-core serviceaccounts/token create,subscribe"],
      [
        "high /rules/1: the ClusterRole changes, and its subjects can make tokens of ServiceAccounts, and act as these; also, its subjects can change more than before ( -> create, subscribe serviceaccounts/token)",
      ],
    ],
    [
      "two rules that give a power each are two",
      [ORDINARY],
      [ORDINARY, "-core pods/exec create", "-core secrets get,create"],
      [
        "high /rules/2: the ClusterRole changes, and its subjects can read Secrets, and so use every password and token in them; also, its subjects can change more than before ( -> get, create secrets)",
        "high /rules/1: the ClusterRole changes, and its subjects can run commands in Pods, or reach into them ( -> create pods/exec)",
      ],
    ],
    [
      "to write and to read everything of a group is one danger",
      [ORDINARY],
      [ORDINARY, "onepassword.com * create,get"],
      [
        "medium /rules/1: the ClusterRole changes, and a rule with `*` lets its subjects change every custom resource of a group, also those that come later ( -> create, get *.onepassword.com)",
      ],
    ],
    [
      "what is lost beside a power is no part of it",
      ["-core pods create"],
      ["-core secrets get"],
      [
        "high /rules/0: the ClusterRole changes, and its subjects can read Secrets, and so use every password and token in them ( -> get secrets)",
      ],
    ],
  ])("%s", (_name, before, after, found) => {
    expect(findings("rbac-widened", clusterRole(...before), clusterRole(...after))).toEqual(found);
  });

  /** Rules of a new ClusterRole, and what they are told as. */
  test.each<readonly [readonly string[], readonly string[]]>([
    [["-core,apps,example.com * *"], ["high /rules/0 * *; * *.apps; * *.example.com"]],
    [
      ["* * get,list,watch,create,update,patch,delete"],
      ["high /rules/0 create, update, patch, delete, get, list, watch *"],
    ],
    [["apps * get", "-core * create"], ["high /rules/1 create *; get *.apps"]],
    [["* * get,escalate"], ["high /rules/0 escalate, get *"]],
    [["* * *", "-core secrets get", "-core serviceaccounts impersonate"], ["high /rules/0 * *"]],
    [["-core * get", "-core secrets list"], ["high /rules/0 get *; list secrets"]],
    [
      ["apps * get", "-core pods/exec create"],
      ["high /rules/1 create pods/exec", "medium /rules/0 get *.apps"],
    ],
  ])("with a star, %j are one danger", (added, expected) => {
    const found = findings("rbac-widened", undefined, clusterRole(...added));
    expect(found.map((each) => each.replace(/:.*\( -> (.*)\)$/, " $1"))).toEqual(expected);
  });

  test("in a namespace, the higher level is told: escalate, and not the change of everything", () => {
    expect(places("rbac-widened", undefined, role("* * create,escalate"))).toEqual(["high /rules/0"]);
  });

  test("a role of OpenShift is the same role", () => {
    const old = object("authorization.openshift.io/v1 ClusterRole", rules(ORDINARY));
    expect(findings("rbac-widened", old, clusterRole(ORDINARY))).toEqual([]);
    expect(
      places("rbac-widened", undefined, object("authorization.openshift.io/v1 ClusterRole", rules("* * *"))),
    ).toEqual(["high /rules/0"]);
  });

  test("a role under another name is compared with the one that it replaces", () => {
    const base = object(`${API} ClusterRole`, rules("-core secrets get"), { name: "a" });
    const head = object(`${API} ClusterRole`, rules("-core secrets get"), { name: "b" });
    expect(findings("rbac-widened", base, head)).toEqual([]);
  });

  test("removed roles and other kinds are none", () => {
    expect(findings("rbac-widened", clusterRole("* * *"), undefined)).toEqual([]);
    expect(findings("rbac-widened", undefined, object("example.com/v1 ClusterRole", rules("* * *")))).toEqual([]);
    expect(findings("rbac-widened", undefined, object("v1 ConfigMap", rules("* * *")))).toEqual([]);
  });

  test("rules that are too many are a doubt, and no work", () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`).join(",");
    const wide = (verbs: string) =>
      clusterRole(`${names(100)} ${names(100)} ${verbs} ${names(Math.ceil(MAX_GRANTS / 10_000))}`);
    expect(findings("rbac-widened", wide("get"), wide("get,list"))).toEqual([
      "medium /rules: the rules of the role are too many to compare: its subjects may be able to do more than before",
    ]);
  });

  test("a role that takes over the rules of others", () => {
    const selecting = (...labels: readonly string[]) =>
      object(
        `${API} ClusterRole`,
        `aggregationRule: {clusterRoleSelectors: [${labels.map((label) => `{matchLabels: {${label}: "true"}}`).join(", ")}]}`,
      );
    expect(findings("rbac-widened", selecting("a"), selecting("a", "b"))).toEqual([
      "medium /aggregationRule/clusterRoleSelectors/1: the ClusterRole takes over the rules of further roles with a label, also of those that come later",
    ]);
    expect(findings("rbac-widened", selecting("a", "b"), selecting("b"))).toEqual([]);
    expect(findings("rbac-widened", undefined, selecting("a"))).toEqual([]);
    for (const everything of ["{}", "{matchLabels: {}}", "{matchExpressions: []}"]) {
      const head = object(`${API} ClusterRole`, `aggregationRule: {clusterRoleSelectors: [${everything}]}`);
      expect(findings("rbac-widened", undefined, head)).toHaveLength(1);
    }
  });

  test("a role whose rules others take over", () => {
    const labelled = (value: string, ...roles: readonly string[]) =>
      object(`${API} ClusterRole`, rules(ORDINARY), {
        labels: ["view", ...roles].map((to) => `rbac.authorization.k8s.io/aggregate-to-${to}: "${value}"`).join(", "),
      });
    const first = "medium /metadata/labels/rbac.authorization.k8s.io~1aggregate-to";
    const adds = "a label adds the rules of the ClusterRole to another role: all subjects of that one get them";
    expect(findings("rbac-widened", clusterRole(ORDINARY), labelled("true"))).toEqual([
      `${first}-view: ${adds} ( -> view)`,
    ]);
    expect(findings("rbac-widened", clusterRole(ORDINARY), labelled("true", "edit", "admin"))).toEqual([
      `${first}-view: ${adds} ( -> view, edit, admin)`,
    ]);
    expect(findings("rbac-widened", labelled("true"), labelled("true", "edit"))).toEqual([
      `${first}-edit: ${adds} ( -> edit)`,
    ]);
    expect(findings("rbac-widened", labelled("true"), labelled("true"))).toEqual([]);
    expect(findings("rbac-widened", clusterRole(ORDINARY), labelled("false"))).toEqual([]);
    expect(findings("rbac-widened", undefined, labelled("true"))).toEqual([]);
  });
});

describe("bindings", () => {
  const SHOP = "{kind: ServiceAccount, namespace: shop, name: web}";
  const OTHER = "{kind: User, name: ada}";
  const binding = (kind: string, roleName: string, ...subjects: readonly string[]) =>
    object(`${API} ${kind}`, `roleRef: {kind: ClusterRole, name: "${roleName}"}\nsubjects: [${subjects.join(", ")}]`);
  const group = (name: string) => `{kind: Group, name: "${name}"}`;

  test.each<readonly [string, Side, Side, readonly string[]]>([
    [
      "cluster-admin for a new subject",
      binding("ClusterRoleBinding", "cluster-admin", SHOP),
      binding("ClusterRoleBinding", "cluster-admin", SHOP, OTHER),
      [
        "high /subjects/1: the ClusterRoleBinding gives a powerful role: whoever gets it can do everything in the cluster ( -> cluster-admin: User ada)",
      ],
    ],
    [
      "cluster-admin in a new binding",
      undefined,
      binding("ClusterRoleBinding", "cluster-admin", SHOP),
      [
        "high /subjects/0: the ClusterRoleBinding gives a powerful role: whoever gets it can do everything in the cluster ( -> cluster-admin: ServiceAccount shop/web)",
      ],
    ],
    [
      "cluster-admin in a namespace",
      undefined,
      binding("RoleBinding", "cluster-admin", SHOP),
      [
        "medium /subjects/0: the RoleBinding gives a powerful role: whoever gets it can do everything in the namespace ( -> cluster-admin: ServiceAccount shop/web)",
      ],
    ],
    [
      "edit everywhere",
      binding("ClusterRoleBinding", "view", SHOP),
      binding("ClusterRoleBinding", "edit", SHOP),
      [
        "high /subjects/0: the ClusterRoleBinding gives a powerful role: whoever gets it can read all Secrets and run Pods as any ServiceAccount in the cluster ( -> edit: ServiceAccount shop/web)",
      ],
    ],
    [
      "a role for everybody",
      binding("ClusterRoleBinding", "view", SHOP),
      binding("ClusterRoleBinding", "view", SHOP, group("system:unauthenticated"), group("system:authenticated")),
      [
        "high /subjects/1: the ClusterRoleBinding gives a role to everybody who reaches the API server, without a password or token ( -> system:unauthenticated)",
        "high /subjects/2: the ClusterRoleBinding gives a role to every user and every ServiceAccount of the cluster ( -> system:authenticated)",
      ],
    ],
    [
      "a role in a namespace for everybody",
      undefined,
      binding(
        "RoleBinding",
        "view",
        group("system:authenticated"),
        group("system:serviceaccounts"),
        "{kind: User, name: 'system:anonymous'}",
      ),
      [
        "medium /subjects/0: the RoleBinding gives a role to every user and every ServiceAccount of the cluster ( -> system:authenticated)",
        "medium /subjects/1: the RoleBinding gives a role to every ServiceAccount of the cluster ( -> system:serviceaccounts)",
        "high /subjects/2: the RoleBinding gives a role to everybody who reaches the API server, without a password or token ( -> system:anonymous)",
      ],
    ],
    [
      "a binding that becomes one of the cluster",
      binding("RoleBinding", "monitor", SHOP),
      binding("ClusterRoleBinding", "monitor", SHOP),
      [
        "medium /roleRef: the binding becomes a ClusterRoleBinding: its subjects get the role in all namespaces, and not in one",
      ],
    ],
  ])("finds %s", (_name, base, head, found) => {
    expect(findings("rbac-widened", base, head)).toEqual(found);
  });

  test.each<readonly [string, Side, Side]>([
    ["a new binding of an ordinary role", undefined, binding("ClusterRoleBinding", "monitor", SHOP)],
    ["a new binding of view", undefined, binding("ClusterRoleBinding", "view", SHOP)],
    ["admin in a namespace", undefined, binding("RoleBinding", "admin", SHOP)],
    [
      "subjects that stay",
      binding("ClusterRoleBinding", "cluster-admin", SHOP, OTHER),
      binding("ClusterRoleBinding", "cluster-admin", OTHER),
    ],
    [
      "a new subject of an ordinary role",
      binding("ClusterRoleBinding", "monitor", SHOP),
      binding("ClusterRoleBinding", "monitor", SHOP, OTHER),
    ],
    [
      "a binding that becomes one of a namespace",
      binding("ClusterRoleBinding", "cluster-admin", SHOP),
      binding("RoleBinding", "cluster-admin", SHOP),
    ],
    [
      "a role that is made for everybody",
      undefined,
      binding("ClusterRoleBinding", "system:discovery", group("system:authenticated")),
    ],
    ["a removed binding", binding("ClusterRoleBinding", "cluster-admin", SHOP), undefined],
    [
      "a role with the name of a ClusterRole",
      undefined,
      object(`${API} RoleBinding`, `roleRef: {kind: Role, name: cluster-admin}\nsubjects: [${SHOP}]`),
    ],
  ])("does not find %s", (_name, base, head) => {
    expect(findings("rbac-widened", base, head)).toEqual([]);
  });
});
