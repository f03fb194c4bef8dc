import { expect, test } from "@jest/globals";
import type { RenderedResource } from "../../../../src/render/rendering.ts";
import { pairResources } from "../../../../src/review/differences/pairing/index.ts";
import { deployment, object, serviceAccount, settings, shown } from "./objects.ts";

interface Case {
  readonly what: string;
  readonly base: readonly RenderedResource[];
  readonly head: readonly RenderedResource[];
  readonly expected: readonly string[];
}

function from(name: string, namespace = "default", kind = "ConfigMap") {
  return { original: { kind, namespace, name } };
}

const FIVE = ["alpha", "beta", "gamma", "delta", "epsilon"];

const VOLUME = "spec:\n  accessModes:\n  - ReadWriteOnce\n  class: fast\n  storage: 20Gi\n  volumeMode: Block\n";

function roleFor(...names: readonly string[]): string {
  const rules = names.map(
    (name) => `- apiGroups:\n  - ""\n  resources:\n  - ${name}\n  verbs:\n  - get\n  - list\n  - watch\n`,
  );
  return `rules:\n${rules.join("")}`;
}

const FLUX = { kind: "Kustomization", apiVersion: "kustomize.toolkit.fluxcd.io/v1" };

/** What Flux applies from a directory. */
function applied(name: string, path: string, namespace = "apps") {
  const spec = `  interval: 1h\n  path: ${path}\n  prune: true\n  retryInterval: 2m\n  sourceRef:\n    kind: GitRepository\n    name: flux-system\n  timeout: 5m\n  wait: true\n`;
  return object({ ...FLUX, name, namespace }, `spec:\n${spec}`);
}

/** What a chart of Helm gets from its values. */
function release(name: string, chart: string, version = "1.0.0") {
  const values = FIVE.map((value) => `    ${value}: ${value}-of-the-chart\n`).join("");
  const spec = `  chart:\n    spec:\n      chart: ${chart}\n      version: ${version}\n  interval: 1h\n  values:\n${values}`;
  return object({ kind: "HelmRelease", apiVersion: "helm.toolkit.fluxcd.io/v2", name }, `spec:\n${spec}`);
}

function application(name: string, source: string, kind = "Application", repository = "shop") {
  const spec = `  destination:\n    namespace: shop\n    server: https://kubernetes.default.svc\n  project: default\n  source:\n    path: ${source}\n    repoURL: https://git.example/${repository}\n    targetRevision: main\n`;
  const nested = `  generators:\n  - list: {}\n  template:\n    spec:\n${spec.replace(/^/gm, "    ").trimEnd()}\n`;
  return object({ kind, apiVersion: "argoproj.io/v1alpha1", name }, `spec:\n${kind === "Application" ? spec : nested}`);
}

const CASES: readonly Case[] = [
  {
    what: "a Kustomization with another name and another directory is another one",
    base: [applied("keda", "./apps/keda/app")],
    head: [applied("adapter", "./apps/adapter/app")],
    expected: ["- → Kustomization apps/adapter", "Kustomization apps/keda → -"],
  },
  {
    what: "a Kustomization with another name, for the same directory in another spelling",
    base: [applied("keda", "./apps/keda/app")],
    head: [applied("scaler", "apps/keda/app/")],
    expected: ["Kustomization apps/keda → Kustomization apps/scaler"],
  },
  {
    what: "a Kustomization in another namespace and another directory",
    base: [applied("export", "./kube-system/export", "kube-system")],
    head: [applied("export", "./istio-system/export", "istio-system")],
    expected: ["Kustomization kube-system/export → Kustomization istio-system/export"],
  },
  {
    what: "a Kustomization that follows others to another name",
    base: [applied("old-a", "./same"), applied("old-b", "./apps/b")],
    head: [applied("new-a", "./same"), applied("new-b", "./apps/other")],
    expected: [
      "Kustomization apps/old-a → Kustomization apps/new-a",
      "- → Kustomization apps/new-b",
      "Kustomization apps/old-b → -",
    ],
  },
  {
    what: "a claim that follows others to another name: the new one is empty",
    base: [deployment({ name: "old-web" }), object({ name: "old-data", kind: "PersistentVolumeClaim" }, VOLUME)],
    head: [deployment({ name: "new-web" }), object({ name: "new-data", kind: "PersistentVolumeClaim" }, VOLUME)],
    expected: [
      "Deployment /old-web → Deployment /new-web",
      "- → PersistentVolumeClaim /new-data",
      "PersistentVolumeClaim /old-data → -",
    ],
  },
  {
    what: "a release of another chart, and one of another version",
    base: [release("a", "web"), release("b", "db")],
    head: [release("c", "cache"), release("d", "db", "2.0.0")],
    expected: ["- → HelmRelease /c", "HelmRelease /b → HelmRelease /d", "HelmRelease /a → -"],
  },
  {
    what: "an Application with another name and another directory",
    base: [application("a", "apps/a"), application("b", "apps/b")],
    head: [application("c", "apps/c"), application("d", "apps/b")],
    expected: ["- → Application /c", "Application /b → Application /d", "Application /a → -"],
  },
  {
    what: "an Application with another name, for the same directory of a repository that was renamed as well",
    base: [application("a", "apps/a")],
    head: [application("b", "apps/a", "Application", "store")],
    expected: ["Application /a → Application /b"],
  },
  {
    what: "an Application with another name, for all of another repository",
    base: [application("a", ".")],
    head: [application("b", ".", "Application", "store")],
    expected: ["- → Application /b", "Application /a → -"],
  },
  {
    what: "an Application with another suffix and another directory, from another file",
    base: [{ ...application("vault-a", "vault/a"), ...from("vault", "default", "Application") }],
    head: [{ ...application("vault-b", "vault/b"), ...from("vault", "default", "Application") }],
    expected: ["- → Application /vault-b", "Application /vault-a → -"],
  },
  {
    what: "an Application with another suffix for the same directory",
    base: [{ ...application("vault-a", "vault"), ...from("vault", "default", "Application") }],
    head: [{ ...application("vault-b", "vault"), ...from("vault", "default", "Application") }],
    expected: ["Application /vault-a → Application /vault-b"],
  },
  {
    what: "an ApplicationSet with another name and another directory",
    base: [application("a", "apps/a", "ApplicationSet"), application("b", "apps/b", "ApplicationSet")],
    head: [application("c", "apps/c", "ApplicationSet"), application("d", "apps/b", "ApplicationSet")],
    expected: ["- → ApplicationSet /c", "ApplicationSet /b → ApplicationSet /d", "ApplicationSet /a → -"],
  },
  {
    what: "a prefix was added: the head says what the name was before",
    base: [settings({ name: "web" }, ["a", "b"])],
    head: [settings({ name: "dev-web", ...from("web") }, ["a", "c"])],
    expected: ["ConfigMap /web → ConfigMap /dev-web"],
  },
  {
    what: "prefix, suffix and namespace changed, and small objects have nothing else in common",
    base: [
      serviceAccount({ name: "dev-web", namespace: "dev", ...from("web", "default", "ServiceAccount") }),
      object({ name: "dev-web", namespace: "dev", kind: "RoleBinding", ...from("web", "default", "RoleBinding") }),
    ],
    head: [
      object({ name: "prod-web-1", namespace: "prod", kind: "RoleBinding", ...from("web", "default", "RoleBinding") }),
      serviceAccount({ name: "prod-web-1", namespace: "prod", ...from("web", "default", "ServiceAccount") }),
    ],
    expected: [
      "RoleBinding dev/dev-web → RoleBinding prod/prod-web-1",
      "ServiceAccount dev/dev-web → ServiceAccount prod/prod-web-1",
    ],
  },
  {
    what: "one base is used twice with prefixes that both changed: contents decide",
    base: [
      settings({ name: "a-web", ...from("web") }, ["eu", ...FIVE]),
      settings({ name: "b-web", ...from("web") }, ["us", ...FIVE]),
    ],
    head: [
      settings({ name: "y-web", ...from("web") }, ["us", ...FIVE]),
      settings({ name: "x-web", ...from("web") }, ["eu", ...FIVE]),
    ],
    expected: ["ConfigMap /b-web → ConfigMap /y-web", "ConfigMap /a-web → ConfigMap /x-web"],
  },
  {
    what: "the same source name, from different bases with different contents",
    base: [settings({ name: "shop-config", ...from("config") }, FIVE)],
    head: [settings({ name: "bank-config", ...from("config") }, ["1", "2", "3", "4", "5", "6"])],
    expected: ["- → ConfigMap /bank-config", "ConfigMap /shop-config → -"],
  },
  {
    what: "the same source name and the same place in the same file, with different contents",
    base: [settings({ name: "a-config", ...from("config"), origin: { file: "base/config.yaml", line: 1 } }, FIVE)],
    head: [
      settings({ name: "b-config", ...from("config"), origin: { file: "base/config.yaml", line: 1 } }, [
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
      ]),
    ],
    expected: ["ConfigMap /a-config → ConfigMap /b-config"],
  },
  {
    what: "the only object of its name moved to another namespace, beside one that stays",
    base: [settings({ name: "web", namespace: "a" }, FIVE), settings({ name: "web", namespace: "b" }, FIVE)],
    head: [settings({ name: "web", namespace: "c" }, FIVE), settings({ name: "web", namespace: "a" }, FIVE)],
    expected: ["ConfigMap b/web → ConfigMap c/web", "ConfigMap a/web → ConfigMap a/web"],
  },
  {
    what: "a kind changed, and the rest did not",
    base: [deployment({ name: "db" })],
    head: [deployment({ name: "db", kind: "StatefulSet" })],
    expected: ["Deployment /db → StatefulSet /db"],
  },
  {
    what: "another kind with the same name, and little in common",
    base: [deployment({ name: "db" })],
    head: [object({ name: "db", kind: "Service" }, "spec:\n  selector:\n    app: db\n  ports:\n  - port: 80\n")],
    expected: ["- → Service /db", "Deployment /db → -"],
  },
  {
    what: "a group of an API was renamed",
    base: [object({ name: "ca", apiVersion: "certs.old.io/v1", kind: "Issuer" }, "spec:\n  a: 1\n  b: 2\n  c: 3\n")],
    head: [object({ name: "ca", apiVersion: "certs.new.io/v1", kind: "Issuer" }, "spec:\n  a: 1\n  b: 2\n  c: 3\n")],
    expected: ["Issuer /ca → Issuer /ca"],
  },
  {
    what: "a new name, with labels that follow it, and an edit",
    base: [deployment({ name: "web" })],
    head: [deployment({ name: "shop" }, { replicas: 5 })],
    expected: ["Deployment /web → Deployment /shop"],
  },
  {
    what: "a new name, with labels that stay",
    base: [deployment({ name: "web" })],
    head: [deployment({ name: "shop" }, { label: "web" })],
    expected: ["Deployment /web → Deployment /shop"],
  },
  {
    what: "a new name, and most of the content is other",
    base: [settings({ name: "web" }, FIVE)],
    head: [settings({ name: "shop" }, ["alpha", "beta", "3", "4", "5"])],
    expected: ["- → ConfigMap /shop", "ConfigMap /web → -"],
  },
  {
    what: "two objects that fit equally well: no pair",
    base: [deployment({ name: "web" })],
    head: [deployment({ name: "xyz" }), deployment({ name: "qpo" })],
    expected: ["- → Deployment /xyz", "- → Deployment /qpo", "Deployment /web → -"],
  },
  {
    what: "of two objects that are alike, the one that is more alike",
    base: [settings({ name: "web" }, [...FIVE, "zeta", "eta", "theta"])],
    head: [
      settings({ name: "xyz" }, [...FIVE, "zeta", "eta", "9"]),
      settings({ name: "qpo" }, [...FIVE, "zeta", "eta", "theta"]),
    ],
    expected: ["- → ConfigMap /xyz", "ConfigMap /web → ConfigMap /qpo"],
  },
  {
    what: "objects that hold nothing but labels are not alike",
    base: [serviceAccount({ name: "web" }), object({ name: "a", kind: "Namespace" })],
    head: [serviceAccount({ name: "shop" }), object({ name: "b", kind: "Namespace" })],
    expected: ["- → ServiceAccount /shop", "- → Namespace /b", "ServiceAccount /web → -", "Namespace /a → -"],
  },
  {
    what: "a volume with another name is another volume, although its form is the same",
    base: [object({ name: "old", kind: "PersistentVolumeClaim" }, VOLUME)],
    head: [object({ name: "new", kind: "PersistentVolumeClaim" }, VOLUME)],
    expected: ["- → PersistentVolumeClaim /new", "PersistentVolumeClaim /old → -"],
  },
  {
    what: "two values of a ConfigMap are evidence",
    base: [settings({ name: "a" }, ["x", "y"])],
    head: [settings({ name: "b" }, ["x", "y"])],
    expected: ["ConfigMap /a → ConfigMap /b"],
  },
  {
    what: "two ports are no evidence",
    base: [object({ name: "a", kind: "Service" }, "spec:\n  ports:\n  - port: 1\n    targetPort: 2\n")],
    head: [object({ name: "b", kind: "Service" }, "spec:\n  ports:\n  - port: 1\n    targetPort: 2\n")],
    expected: ["- → Service /b", "Service /a → -"],
  },
  {
    what: "the same source name in two namespaces of the source: each keeps its own",
    base: [
      serviceAccount({ name: "a-web", ...from("web", "x", "ServiceAccount") }),
      serviceAccount({ name: "b-web", ...from("web", "y", "ServiceAccount") }),
    ],
    head: [
      serviceAccount({ name: "b2-web", ...from("web", "x", "ServiceAccount") }),
      serviceAccount({ name: "a2-web", ...from("web", "y", "ServiceAccount") }),
    ],
    expected: ["ServiceAccount /a-web → ServiceAccount /b2-web", "ServiceAccount /b-web → ServiceAccount /a2-web"],
  },
  {
    what: "the same name in another namespace, from another source",
    base: [serviceAccount({ name: "dev-web", namespace: "a", ...from("web", "a", "ServiceAccount") })],
    head: [serviceAccount({ name: "dev-web", namespace: "b", ...from("dev-web", "b", "ServiceAccount") })],
    expected: ["ServiceAccount a/dev-web → ServiceAccount b/dev-web"],
  },
  {
    what: "a namespace goes where its objects go",
    base: [deployment({ name: "web", namespace: "dev" }), object({ name: "dev", kind: "Namespace" })],
    head: [deployment({ name: "web", namespace: "qa" }), object({ name: "qa", kind: "Namespace" })],
    expected: ["Deployment dev/web → Deployment qa/web", "Namespace /dev → Namespace /qa"],
  },
  {
    what: "the same form with other values, as roles have it",
    base: [object({ name: "foo-editor", kind: "ClusterRole" }, roleFor("foos", "cars", "vans"))],
    head: [object({ name: "bar-editor", kind: "ClusterRole" }, roleFor("bars", "dogs", "cats"))],
    expected: ["- → ClusterRole /bar-editor", "ClusterRole /foo-editor → -"],
  },
  {
    what: "small objects follow a large one to its new name",
    base: [
      deployment({ name: "web" }),
      serviceAccount({ name: "web" }),
      serviceAccount({ name: "other" }),
      object({ name: "web", kind: "Service" }, "spec:\n  ports:\n  - port: 80\n  selector:\n    app: web\n"),
    ],
    head: [
      deployment({ name: "shop" }),
      serviceAccount({ name: "shop" }),
      serviceAccount({ name: "new" }),
      object({ name: "shop", kind: "Service" }, "spec:\n  ports:\n  - port: 80\n  selector:\n    app: shop\n"),
    ],
    expected: [
      "Deployment /web → Deployment /shop",
      "ServiceAccount /web → ServiceAccount /shop",
      "- → ServiceAccount /new",
      "Service /web → Service /shop",
      "ServiceAccount /other → -",
    ],
  },
  {
    what: "small objects follow a large one to another prefix and another namespace",
    base: [
      deployment({ name: "dev-web", namespace: "dev" }),
      serviceAccount({ name: "dev-runner", namespace: "dev" }),
      object({ name: "dev", kind: "Namespace" }),
    ],
    head: [
      deployment({ name: "qa-web", namespace: "qa" }),
      serviceAccount({ name: "qa-runner", namespace: "qa" }),
      object({ name: "qa", kind: "Namespace" }),
    ],
    expected: [
      "Deployment dev/dev-web → Deployment qa/qa-web",
      "ServiceAccount dev/dev-runner → ServiceAccount qa/qa-runner",
      "Namespace /dev → Namespace /qa",
    ],
  },
  {
    what: "a Secret with the same values under another name, and one with other values",
    base: [settings({ name: "login", kind: "Secret" }, FIVE), settings({ name: "token", kind: "Secret" }, ["1", "2"])],
    head: [settings({ name: "access", kind: "Secret" }, FIVE), settings({ name: "key", kind: "Secret" }, ["3", "4"])],
    expected: ["Secret /login → Secret /access", "- → Secret /key", "Secret /token → -"],
  },
];

test.each(CASES)("$what", ({ base, head, expected }) => {
  expect(pairResources(base, head).map((pair) => `${shown(pair.base)} → ${shown(pair.head)}`)).toEqual(expected);
});
