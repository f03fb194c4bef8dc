/** The rules on all objects of a target: what they find, and what they must not find. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { reviewed, told } from "./found.ts";

const join = (...documents: readonly string[]): string => documents.join("\n---\n");

const object = (kind: string, name: string, more = "", apiVersion = "v1"): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}}${more === "" ? "" : `\n${more}`}`;

const secret = (name: string): string => object("Secret", name, "stringData: {key: value}");
const configMap = (name: string): string => object("ConfigMap", name, "data: {key: value}");
const service = (name: string, selector = "{app: web}"): string =>
  object("Service", name, `spec: {selector: ${selector}}`);

/** A workload with a pod of the given specification. */
const workload = (pod: string, labels = "{app: web}", name = "web", kind = "Deployment"): string =>
  object(kind, name, `spec: {template: {metadata: {labels: ${labels}}, spec: ${pod}}}`, "apps/v1");

const container = (more: string): string => `{containers: [{name: web, image: "web:1", ${more}}]}`;
const volume = (more: string): string => `{containers: [{name: web, image: "web:1"}], volumes: [{name: v, ${more}}]}`;
const PLAIN = workload(container("tty: true"));

describe("a reference to an object that is removed", () => {
  const lost = (base: string, head: string) => told(base, head, "removed-secret", "lost-reference");

  const pods: [string, string, string, string, string][] = [
    [
      "env",
      container("env: [{name: A, valueFrom: {configMapKeyRef: {name: x, key: k}}}]"),
      configMap("x"),
      "medium",
      "its Pods do not start",
    ],
    [
      "env",
      container("env: [{name: A, valueFrom: {secretKeyRef: {name: x, key: k}}}]"),
      secret("x"),
      "high",
      "its Pods do not start",
    ],
    ["envFrom", container("envFrom: [{configMapRef: {name: x}}]"), configMap("x"), "medium", "its Pods do not start"],
    ["envFrom", container("envFrom: [{secretRef: {name: x}}]"), secret("x"), "high", "its Pods do not start"],
    ["a volume", volume("configMap: {name: x}"), configMap("x"), "medium", "its Pods do not start"],
    ["a volume", volume("secret: {secretName: x}"), secret("x"), "high", "its Pods do not start"],
    [
      "a projected volume",
      volume("projected: {sources: [{configMap: {name: x}}]}"),
      configMap("x"),
      "medium",
      "its Pods do not start",
    ],
    [
      "a projected volume",
      volume("projected: {sources: [{secret: {name: x}}]}"),
      secret("x"),
      "high",
      "its Pods do not start",
    ],
    [
      "a CSI volume",
      volume("csi: {driver: d, nodePublishSecretRef: {name: x}}"),
      secret("x"),
      "high",
      "its Pods do not start",
    ],
    [
      "an init container",
      "{containers: [], initContainers: [{name: i, envFrom: [{secretRef: {name: x}}]}]}",
      secret("x"),
      "high",
      "its Pods do not start",
    ],
    [
      "imagePullSecrets",
      "{containers: [], imagePullSecrets: [{name: x}]}",
      secret("x"),
      "high",
      "images of private registries cannot be pulled",
    ],
    [
      "serviceAccountName",
      "{containers: [], serviceAccountName: x}",
      object("ServiceAccount", "x"),
      "medium",
      "no new Pods are accepted",
    ],
  ];

  test.each(pods)("in %s: %s", (_, pod, gone, level, loss) => {
    const kind = /kind: (\w+)/.exec(gone)?.[1] ?? "";
    const rule = kind === "Secret" ? "removed-secret" : "lost-reference";
    expect(lost(join(gone, workload(pod)), workload(pod))).toEqual([
      `${rule} ${level} ${kind} x: the ${kind} is removed, but Deployment web still refers to it: ${loss}`,
    ]);
    expect(
      lost(join(gone, workload(pod)), join(gone, workload(pod), PLAIN.replace("name: web", "name: other"))),
    ).toEqual([]);
  });

  const RBAC = "rbac.authorization.k8s.io/v1";
  const role = object("Role", "x", "rules: []", RBAC);
  const account = object("ServiceAccount", "x");
  const others: [string, string, string, string][] = [
    [
      "Ingress",
      object(
        "Ingress",
        "i",
        "spec: {defaultBackend: {service: {name: x, port: {number: 80}}}}",
        "networking.k8s.io/v1",
      ),
      service("x"),
      "medium",
    ],
    [
      "Ingress",
      object(
        "Ingress",
        "i",
        "spec: {rules: [{host: h, http: {paths: [{path: /, backend: {service: {name: x}}}]}}]}",
        "networking.k8s.io/v1",
      ),
      service("x"),
      "medium",
    ],
    [
      "Ingress",
      object("Ingress", "i", "spec: {backend: {serviceName: x}}", "extensions/v1beta1"),
      service("x"),
      "medium",
    ],
    ["Ingress", object("Ingress", "i", "spec: {tls: [{secretName: x}]}", "networking.k8s.io/v1"), secret("x"), "high"],
    ["StatefulSet", object("StatefulSet", "i", "spec: {serviceName: x}", "apps/v1"), service("x"), "medium"],
    [
      "HorizontalPodAutoscaler",
      object(
        "HorizontalPodAutoscaler",
        "i",
        "spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: x}}",
        "autoscaling/v2",
      ),
      object("Deployment", "x", "spec: {}", "apps/v1"),
      "medium",
    ],
    [
      "RoleBinding",
      object("RoleBinding", "i", `roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: x}`, RBAC),
      role,
      "medium",
    ],
    ["RoleBinding", object("RoleBinding", "i", "subjects: [{kind: ServiceAccount, name: x}]", RBAC), account, "low"],
    [
      "ClusterRoleBinding",
      object("ClusterRoleBinding", "i", "subjects: [{kind: ServiceAccount, name: x, namespace: shop}]", RBAC),
      account,
      "low",
    ],
    [
      "HTTPRoute",
      object("HTTPRoute", "i", "spec: {rules: [{backendRefs: [{name: x, port: 80}]}]}", "gateway.networking.k8s.io/v1"),
      service("x"),
      "medium",
    ],
    [
      "HTTPRoute",
      object("HTTPRoute", "i", "spec: {parentRefs: [{name: x}]}", "gateway.networking.k8s.io/v1"),
      object("Gateway", "x", "spec: {}", "gateway.networking.k8s.io/v1"),
      "medium",
    ],
    [
      "ValidatingWebhookConfiguration",
      object(
        "ValidatingWebhookConfiguration",
        "i",
        "webhooks: [{name: w, clientConfig: {service: {name: x, namespace: shop}}}]",
        "admissionregistration.k8s.io/v1",
      ),
      service("x"),
      "medium",
    ],
    [
      "APIService",
      object("APIService", "i", "spec: {service: {name: x, namespace: shop}}", "apiregistration.k8s.io/v1"),
      service("x"),
      "medium",
    ],
    ["ServiceAccount", object("ServiceAccount", "i", "secrets: [{name: x}]"), secret("x"), "low"],
    [
      "Gateway",
      object(
        "Gateway",
        "i",
        "spec: {listeners: [{name: l, tls: {certificateRefs: [{name: x}]}}]}",
        "gateway.networking.k8s.io/v1",
      ),
      secret("x"),
      "high",
    ],
  ];

  test.each(others)("in %s %#", (kind, referrer, gone, level) => {
    const [found, ...more] = lost(join(gone, referrer), referrer);
    expect(more).toEqual([]);
    expect(found).toMatch(new RegExp(`^\\S+ ${level} \\w+ x: the \\w+ is removed, but ${kind} i still refers to it: `));
  });

  const SETTINGS = workload(container("envFrom: [{configMapRef: {name: x}}]"));

  test.each<[string, string, string]>([
    ["that nothing refers to", join(secret("x"), PLAIN), PLAIN],
    [
      "that goes with the reference",
      join(secret("x"), workload(container("envFrom: [{secretRef: {name: x}}]"))),
      PLAIN,
    ],
    [
      "that is optional",
      join(secret("x"), workload(container("envFrom: [{secretRef: {name: x, optional: true}}]"))),
      workload(container("envFrom: [{secretRef: {name: x, optional: true}}]")),
    ],
    ["that was never there", workload(container("envFrom: [{secretRef: {name: x}}]")), join(PLAIN, secret("z"))],
    [
      "that only gets a namespace",
      join(configMap("x"), SETTINGS),
      join(configMap("x").replace("{name: x}", "{name: x, namespace: shop}"), SETTINGS),
    ],
    ["of another kind", join(secret("x"), SETTINGS), SETTINGS],
    [
      "of another namespace",
      join(
        configMap("x").replace("{name: x}", "{name: x, namespace: blue}"),
        configMap("x").replace("{name: x}", "{name: x, namespace: green}"),
        SETTINGS.replace("{name: web}", "{name: web, namespace: green}"),
      ),
      join(
        configMap("x").replace("{name: x}", "{name: x, namespace: green}"),
        SETTINGS.replace("{name: web}", "{name: web, namespace: green}"),
      ),
    ],
    [
      "that an ExternalSecret makes now",
      join(secret("x"), workload(container("envFrom: [{secretRef: {name: x}}]"))),
      join(
        object("ExternalSecret", "e", "spec: {target: {name: x}}", "external-secrets.io/v1"),
        workload(container("envFrom: [{secretRef: {name: x}}]")),
      ),
    ],
    [
      "that a SealedSecret made before",
      join(
        secret("x"),
        object("SealedSecret", "x", "spec: {}", "bitnami.com/v1alpha1"),
        workload(container("envFrom: [{secretRef: {name: x}}]")),
      ),
      join(
        object("SealedSecret", "x", "spec: {}", "bitnami.com/v1alpha1"),
        workload(container("envFrom: [{secretRef: {name: x}}]")),
      ),
    ],
    [
      "that a new operator makes",
      join(configMap("db-settings"), workload(container("envFrom: [{configMapRef: {name: db-settings}}]"))),
      join(
        object("Postgres", "db", "spec: {}", "example.com/v1"),
        workload(container("envFrom: [{configMapRef: {name: db-settings}}]")),
      ),
    ],
    [
      "with a new hash, which is written everywhere",
      join(configMap("x-2456789bcd"), SETTINGS.replace("name: x}", "name: x-2456789bcd}")),
      join(configMap("x-bcdfghkmt2"), SETTINGS.replace("name: x}", "name: x-bcdfghkmt2}")),
    ],
    [
      "of a user",
      object("RoleBinding", "i", "subjects: [{kind: User, name: x}]", RBAC),
      object("RoleBinding", "i", "subjects: [{kind: User, name: z}]", RBAC),
    ],
  ])("is none %s", (_, base, head) => {
    expect(lost(base, head)).toEqual([]);
  });

  test("with an old hash that something still has", () => {
    const hashed = SETTINGS.replace("name: x}", "name: x-2456789bcd}");
    expect(lost(join(configMap("x-2456789bcd"), hashed), join(configMap("x-bcdfghkmt2"), hashed))).toEqual([
      "lost-reference medium ConfigMap x-bcdfghkmt2: the ConfigMap is removed, but Deployment web still refers to it: its Pods do not start",
    ]);
  });

  test("of several objects is one, with the worst that follows", () => {
    const binding = object("RoleBinding", "a", "subjects: [{kind: ServiceAccount, name: x}]", RBAC);
    const user = workload("{containers: [], serviceAccountName: x}");
    const third = workload("{containers: [], serviceAccountName: x}", "{}", "third");
    expect(lost(join(account, binding, user, third), join(binding, user, third))).toEqual([
      "lost-reference medium ServiceAccount x: the ServiceAccount is removed, but Deployment web and 2 more still refer to it: no new Pods are accepted",
    ]);
  });

  test("is looked for in objects of any shape", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const odd = (spec: unknown, kind: string) =>
          `apiVersion: v1\nkind: ${kind}\nmetadata: {name: odd}\nspec: ${JSON.stringify(spec)}`;
        const kinds = ["Ingress", "Service", "Deployment", "StatefulSet", "RoleBinding", "Pod"];
        const base = kinds.map((kind) =>
          odd({ template: { spec: value, metadata: value }, rules: value, selector: value }, kind),
        );
        const head = kinds.map((kind) =>
          odd({ template: { spec: { containers: value }, metadata: value }, tls: value }, kind),
        );
        const { targets } = reviewed({ app: [join(secret("x"), ...base), join(...head)] });
        expect(targets.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });
});

describe("a reference that is changed", () => {
  const env = (name: string, kind = "configMapRef") => workload(container(`envFrom: [{${kind}: {name: ${name}}}]`));
  const lost = (base: string, head: string) => told(base, head, "lost-reference");

  test.each<[string, string, string, string[]]>([
    [
      "to what nothing renders",
      join(configMap("x"), env("x")),
      join(configMap("x"), env("z")),
      [
        "lost-reference medium Deployment web /spec/template/spec/containers/0/envFrom/0/configMapRef/name: the Deployment refers to another ConfigMap, which nothing in the target renders: its Pods do not start",
      ],
    ],
    [
      "to a claim that nothing renders",
      join(object("PersistentVolumeClaim", "x"), workload(volume("persistentVolumeClaim: {claimName: x}"))),
      join(object("PersistentVolumeClaim", "x"), workload(volume("persistentVolumeClaim: {claimName: z}"))),
      [
        "lost-reference high Deployment web /spec/template/spec/volumes/0/persistentVolumeClaim/claimName: the Deployment refers to another PersistentVolumeClaim, which nothing in the target renders: its Pods do not start",
      ],
    ],
    [
      "to something else",
      join(configMap("x"), configMap("z"), env("x")),
      join(configMap("x"), configMap("z"), env("z")),
      [],
    ],
    ["from what nothing rendered", env("x"), env("z"), []],
    ["to something new", join(configMap("x"), env("x")), join(configMap("x"), configMap("z"), env("z")), []],
    ["to what something else completes", join(configMap("x"), env("x")), join(configMap("x"), env("'${NAME}'")), []],
    [
      "in another place",
      join(configMap("x"), env("x")),
      join(
        configMap("x"),
        workload(
          container(
            "envFrom: [{configMapRef: {name: x}}], env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}]",
          ),
        ),
      ),
      [],
    ],
    [
      "to the account that is always there",
      join(object("ServiceAccount", "x"), workload("{containers: [], serviceAccountName: x}")),
      join(object("ServiceAccount", "x"), workload("{containers: [], serviceAccountName: default}")),
      [],
    ],
  ])("%s", (_, base, head, expected) => {
    expect(lost(base, head)).toEqual(expected);
  });
});

describe("a Service without Pods", () => {
  const lost = (base: string, head: string) => told(base, head, "lost-endpoints", "lost-reference");
  const other = workload(container("tty: true"), "{app: other}", "other");

  test.each<[string, string, string, string[]]>([
    [
      "of another selector",
      join(service("web"), PLAIN),
      join(service("web", "{app: wbe}"), PLAIN),
      [
        "lost-endpoints medium Service web /spec/selector: the Service selects no Pods of the target any more: requests to it fail",
      ],
    ],
    [
      "whose workload has other labels",
      join(service("web"), PLAIN),
      join(service("web"), workload(container("tty: true"), "{app: wbe}")),
      [
        "lost-endpoints medium Deployment web /spec/template/metadata/labels: the Pods have other labels, so that Service web selects none any more: requests to it fail",
      ],
    ],
    [
      "whose workload is removed",
      join(service("a"), service("b"), PLAIN),
      join(service("a"), service("b")),
      [
        "lost-endpoints medium Deployment web: the Deployment is removed, but Service a and 1 more still select its Pods, and no others: requests to it fail",
      ],
    ],
    [
      "whose workload is removed under an autoscaler is told once",
      join(
        service("web"),
        PLAIN,
        object(
          "HorizontalPodAutoscaler",
          "i",
          "spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}",
          "autoscaling/v2",
        ),
      ),
      join(
        service("web"),
        object(
          "HorizontalPodAutoscaler",
          "i",
          "spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}",
          "autoscaling/v2",
        ),
      ),
      [
        "lost-endpoints medium Deployment web: the Deployment is removed, but Service web still selects its Pods, and no others: requests to it fail",
      ],
    ],
    ["that had none", join(service("web"), other), join(service("web", "{app: x}"), other), []],
    [
      "whose labels change with the selector",
      join(service("web"), PLAIN),
      join(service("web", "{app: x}"), workload(container("tty: true"), "{app: x}")),
      [],
    ],
    [
      "whose Pods get more labels",
      join(service("web"), PLAIN),
      join(service("web"), workload(container("tty: true"), "{app: web, x: y}")),
      [],
    ],
    ["that goes with its workload", join(service("web"), PLAIN, other), other, []],
    [
      "that selects the Pods of another workload now",
      join(service("web"), PLAIN, other),
      join(service("web", "{app: other}"), PLAIN, other),
      [],
    ],
    [
      "whose workload becomes another kind",
      join(service("web"), PLAIN),
      join(service("web"), PLAIN.replace("Deployment", "DaemonSet")),
      [],
    ],
    [
      "that leads elsewhere",
      join(service("web"), PLAIN),
      object("Service", "web", "spec: {type: ExternalName, externalName: x}"),
      [],
    ],
    [
      "whose workload an operator makes now",
      join(service("web"), PLAIN),
      join(service("web"), object("App", "web", "spec: {}", "example.com/v1")),
      [],
    ],
    [
      "whose Pods are left to a second workload",
      join(service("web"), PLAIN, workload(container("tty: true"), "{app: web}", "two")),
      join(service("web"), PLAIN),
      [],
    ],
  ])("%s", (_, base, head, expected) => {
    expect(lost(base, head)).toEqual(expected);
  });

  test("a CronJob and a Pod count", () => {
    const job = object(
      "CronJob",
      "job",
      "spec: {jobTemplate: {spec: {template: {metadata: {labels: {app: web}}, spec: {containers: []}}}}}",
      "batch/v1",
    );
    const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p, labels: {app: web}}\nspec: {containers: []}";
    expect(lost(join(service("web"), PLAIN), join(service("web"), job))).toEqual([]);
    expect(lost(join(service("web"), PLAIN), join(service("web"), pod))).toEqual([]);
  });
});

describe("a network policy that is removed", () => {
  const policy = (spec: string, kind = "NetworkPolicy", apiVersion = "networking.k8s.io/v1"): string =>
    object(kind, "p", `spec: ${spec}`, apiVersion);
  const OTHER_PODS = workload(container("tty: true"), "{app: db}", "db");
  const BY_LABEL = "{podSelector: {matchLabels: {app: web}}}";
  const found = (base: readonly string[], head: readonly string[]) =>
    reviewed({ app: [join(...base, secret("s")), join(...head, secret("s"))] })
      .dangers.filter(({ id }) => id === "removed-networkpolicy")
      .map(({ id }) => id);

  test.each([
    ["NetworkPolicy", policy(BY_LABEL)],
    [
      "CiliumNetworkPolicy",
      policy("{endpointSelector: {matchLabels: {app: web}}}", "CiliumNetworkPolicy", "cilium.io/v2"),
    ],
  ])("%s is no danger if the Pods that it selects go as well", (_kind, one) => {
    expect(found([one, PLAIN, OTHER_PODS], [OTHER_PODS])).toEqual([]);
    expect(found([one, PLAIN], [])).toEqual([]);
  });

  test("is one if some of its Pods stay, or others come", () => {
    expect(found([policy(BY_LABEL), PLAIN], [PLAIN])).toHaveLength(1);
    const second = workload(container("tty: true"), "{app: web}", "second");
    expect(found([policy(BY_LABEL), PLAIN, second], [second])).toHaveLength(1);
    expect(found([policy(BY_LABEL), PLAIN], [second])).toHaveLength(1);
  });

  test("is one if its Pods stay without the label", () => {
    const unlabelled = PLAIN.replaceAll("app: web", "app: free");
    expect(unlabelled).not.toBe(PLAIN);
    expect(found([policy(BY_LABEL), PLAIN], [unlabelled])).toHaveLength(1);
  });

  test("is one if it selected no Pods of the target: it protects others", () => {
    expect(found([policy(BY_LABEL), OTHER_PODS], [])).toHaveLength(1);
  });

  test.each([
    ["all Pods", "{podSelector: {}}"],
    ["nothing that is known", "{}"],
    ["no labels", "{podSelector: {matchLabels: {}}}"],
    ["expressions", "{podSelector: {matchLabels: {app: web}, matchExpressions: [{key: a, operator: Exists}]}}"],
    ["labels that are none", "{podSelector: {matchLabels: {app: web, b: 1}}}"],
    ["a text, as Calico does", '{selector: app == "web"}'],
  ])("is one if it selects by %s", (_what, spec) => {
    expect(found([policy(spec), PLAIN], [])).toHaveLength(1);
  });

  test("is one in the target whose Pods stay, and none in another", () => {
    const report = reviewed({
      a: [join(policy(BY_LABEL), PLAIN), secret("s")],
      b: [join(policy(BY_LABEL), PLAIN), PLAIN],
    });
    const targets = report.dangers.filter(({ id }) => id === "removed-networkpolicy").map((one) => one.targets);
    expect(targets).toEqual([["b"]]);
  });
});

describe("an image with `latest` that the target had before", () => {
  const deployment = (name: string, ...images: readonly string[]) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec: {template: {spec: {containers: [${images.map((image, index) => `{name: c${index}, image: "${image}"}`).join(", ")}]}}}
`;
  const server = deployment("server", "argocd:latest");

  test.each<readonly [string, string, string, number]>([
    [
      "in another object",
      `${server}---\n${deployment("redis", "redis:7")}`,
      `${server}---\n${deployment("redis", "redis:7", "argocd:latest")}`,
      0,
    ],
    ["in a new object", server, `${server}---\n${deployment("redis", "argocd:latest")}`, 0],
    ["another one", server, `${server}---\n${deployment("redis", "redis:latest")}`, 1],
    ["of another registry", server, `${server}---\n${deployment("redis", "evil.example/argocd:latest")}`, 1],
    ["beside another one", server, `${server}---\n${deployment("redis", "argocd:latest", "redis")}`, 2],
    [
      "with a version before",
      deployment("server", "argocd:1.0"),
      `${deployment("server", "argocd:1.0")}---\n${deployment("redis", "argocd:latest")}`,
      1,
    ],
  ])("%s", (_name, base, head, count) => {
    expect(told(base, head, "image-latest")).toHaveLength(count);
  });
});
