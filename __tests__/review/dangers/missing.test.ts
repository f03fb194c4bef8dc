/** The rules on what a change refers to and nothing in the target has: what they find, and what they must not find. */
import { describe, expect, test } from "@jest/globals";
import { TARGET_RULES } from "../../../src/review/dangers/target-rules/index.ts";
import { readText } from "../../repository/repository.ts";
import { resource } from "../renderings.ts";
import { told } from "./found.ts";

const join = (...documents: readonly string[]): string => documents.filter(Boolean).join("\n---\n");

const object = (kind: string, name: string, more = "", apiVersion = "v1", metadata = ""): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}${metadata}}${more === "" ? "" : `\n${more}`}`;
const configMap = (name: string, data = "{key: value}"): string => object("ConfigMap", name, `data: ${data}`);
const workload = (pod: string, labels = "{app: web}", name = "web", kind = "Deployment"): string =>
  object(kind, name, `spec: {template: {metadata: {labels: ${labels}}, spec: ${pod}}}`, "apps/v1");
const container = (more: string): string => `{containers: [{name: web, image: "web:1", ${more}}]}`;
const reading = (name: string): string => workload(container(`envFrom: [{configMapRef: {name: ${name}}}]`));
const PLAIN = workload(container("tty: true"));
const custom = (kind: string, name: string, text = "none"): string =>
  object(kind, name, `spec: {text: ${text}}`, "example.com/v1");

/** Inserts the namespace into the metadata of a document. */
const within = (namespace: string, document: string): string =>
  document.replace("metadata: {", `metadata: {namespace: ${namespace}, `);

describe("a reference to what nothing renders", () => {
  const missing = (base: string, head: string) => told(base, head, "missing-reference", "lost-reference");
  const NO_START = "its Pods do not start unless something else makes it";

  const scaled = (kind: string, name: string): string =>
    object(
      "HorizontalPodAutoscaler",
      "web",
      `spec: {scaleTargetRef: {apiVersion: apps/v1, kind: ${kind}, name: ${name}}}`,
      "autoscaling/v2",
    );
  const bound = (kind: string, name: string): string =>
    object(
      "RoleBinding",
      "web",
      `roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ${kind}, name: ${name}}`,
      "rbac.authorization.k8s.io/v1",
    );
  const role = (kind: string, name: string): string => object(kind, name, "rules: []", "rbac.authorization.k8s.io/v1");
  const account = (name: string): string => object("ServiceAccount", name);
  const asAccount = (name: string): string => workload(`{containers: [], serviceAccountName: ${name}}`);
  const ingress = (name: string): string =>
    object(
      "Ingress",
      "web",
      `spec: {defaultBackend: {service: {name: ${name}, port: {number: 80}}}}`,
      "networking.k8s.io/v1",
    );

  test.each<[string, string, string, string]>([
    [
      "a near name",
      join(configMap("app-config"), reading("app-conf")),
      "medium Deployment web /spec/template/spec/containers/0/envFrom/0/configMapRef/name",
      `the Deployment refers to ConfigMap \`app-conf\`, which nothing in the target renders; it may mean \`app-config\`: ${NO_START}`,
    ],
    [
      "a name with other separators",
      join(configMap("appconfig"), reading("app-config")),
      "medium Deployment web /spec/template/spec/containers/0/envFrom/0/configMapRef/name",
      `the Deployment refers to ConfigMap \`app-config\`, which nothing in the target renders; it may mean \`appconfig\`: ${NO_START}`,
    ],
    [
      "the name of a generator",
      join(configMap("settings-5g2m8h7bck"), reading("settings")),
      "medium Deployment web /spec/template/spec/containers/0/envFrom/0/configMapRef/name",
      `the Deployment refers to ConfigMap \`settings\`, which nothing in the target renders; the build gives it the name \`settings-5g2m8h7bck\`: ${NO_START}`,
    ],
    [
      "an object of another namespace",
      join(within("one", configMap("settings")), within("two", reading("settings"))),
      "medium Deployment web /spec/template/spec/containers/0/envFrom/0/configMapRef/name",
      `the Deployment refers to ConfigMap \`settings\`, which nothing in the target renders; there is one in the namespace \`one\`: ${NO_START}`,
    ],
    [
      "a Secret of another namespace, which may be copied by hand",
      join(
        within("one", object("Secret", "key", "stringData: {a: b}")),
        within("two", workload(container("envFrom: [{secretRef: {name: key}}]"))),
      ),
      "low Deployment web /spec/template/spec/containers/0/envFrom/0/secretRef/name",
      `the Deployment refers to Secret \`key\`, which nothing in the target renders; there is one in the namespace \`one\`: ${NO_START}`,
    ],
    [
      "another kind of workload",
      join(workload(container("tty: true"), "{app: web}", "web", "StatefulSet"), scaled("Deployment", "web")),
      "medium HorizontalPodAutoscaler web /spec/scaleTargetRef/name",
      "the HorizontalPodAutoscaler refers to Deployment `web`, which nothing in the target renders; there is a StatefulSet of that name: nothing is scaled unless something else makes it",
    ],
    [
      "another kind of role",
      join(role("ClusterRole", "reader"), bound("Role", "reader")),
      "medium RoleBinding web /roleRef/name",
      "the RoleBinding refers to Role `reader`, which nothing in the target renders; there is a ClusterRole of that name: the binding grants nothing unless something else makes it",
    ],
    [
      "an autoscaler without its workload",
      join(PLAIN, scaled("Deployment", "shop")),
      "low HorizontalPodAutoscaler web /spec/scaleTargetRef/name",
      "the HorizontalPodAutoscaler refers to Deployment `shop`, which nothing in the target renders: nothing is scaled unless something else makes it",
    ],
    [
      "a ConfigMap that is nowhere",
      join(configMap("other"), reading("settings")),
      "low Deployment web /spec/template/spec/containers/0/envFrom/0/configMapRef/name",
      `the Deployment refers to ConfigMap \`settings\`, which nothing in the target renders: ${NO_START}`,
    ],
    [
      "a near name of what it refers to as well",
      join(
        configMap("app-config"),
        workload(container("envFrom: [{configMapRef: {name: app-config}}, {configMapRef: {name: app-configs}}]")),
      ),
      "low Deployment web /spec/template/spec/containers/0/envFrom/1/configMapRef/name",
      `the Deployment refers to ConfigMap \`app-configs\`, which nothing in the target renders; it may mean \`app-config\`: ${NO_START}`,
    ],
    [
      "an object of another namespace that Argo CD applies in a wave",
      join(
        within(
          "one",
          object("ConfigMap", "ca", "data: {a: b}", "v1", ", annotations: {argocd.argoproj.io/sync-wave: x}"),
        ),
        within("two", reading("ca")),
      ),
      "medium Deployment web /spec/template/spec/containers/0/envFrom/0/configMapRef/name",
      `the Deployment refers to ConfigMap \`ca\`, which nothing in the target renders; there is one in the namespace \`one\`: ${NO_START}`,
    ],
    [
      "a near name of a generator",
      join(configMap("settings-5g2m8h7bck"), reading("setting")),
      "medium Deployment web /spec/template/spec/containers/0/envFrom/0/configMapRef/name",
      `the Deployment refers to ConfigMap \`setting\`, which nothing in the target renders; it may mean \`settings\`: ${NO_START}`,
    ],
    [
      "a ServiceAccount that is nowhere",
      join(account("other"), asAccount("shop")),
      "low Deployment web /spec/template/spec/serviceAccountName",
      "the Deployment refers to ServiceAccount `shop`, which nothing in the target renders: no new Pods are accepted unless something else makes it",
    ],
    [
      "a Role that is nowhere",
      join(role("Role", "other"), bound("Role", "reader")),
      "low RoleBinding web /roleRef/name",
      "the RoleBinding refers to Role `reader`, which nothing in the target renders: the binding grants nothing unless something else makes it",
    ],
    [
      "a Service that is nowhere",
      join(object("Service", "other", "spec: {selector: {app: web}}"), PLAIN, ingress("shop")),
      "low Ingress web /spec/defaultBackend/service/name",
      "the Ingress refers to Service `shop`, which nothing in the target renders: requests to it fail unless something else makes it",
    ],
  ])("is told: %s", (_, head, at, message) => {
    expect(missing(configMap("unrelated-thing"), head)).toEqual([`missing-reference ${at}: ${message}`]);
    expect(missing(head, join(head, configMap("more")))).toEqual([]);
  });

  const secretOf = (name: string): string => workload(container(`envFrom: [{secretRef: {name: ${name}}}]`));
  test.each<[string, string]>([
    ["an object that is there", join(configMap("settings"), reading("settings"))],
    ["an optional one", join(configMap("app-config"), reading("app-conf, optional: true"))],
    ["one of each cluster", join(configMap("other"), reading("kube-root-ca.crt"), reading("istio-ca-root-cert"))],
    ["a role of each cluster", join(role("ClusterRole", "viewer"), bound("ClusterRole", "view"))],
    ["an account of each namespace", join(account("other"), asAccount("default"))],
    ["a variable", join(configMap("other"), reading('"${NAME}"'))],
    ["a Secret that is nowhere", join(object("Secret", "other"), secretOf("key"))],
    ["a kind that the target does not render", reading("settings")],
    [
      "a target that installs a chart",
      join(
        configMap("other"),
        object("HelmRelease", "x", "spec: {}", "helm.toolkit.fluxcd.io/v2"),
        reading("settings"),
      ),
    ],
    [
      "one of several that are nowhere: the target is a part of something",
      join(
        configMap("other"),
        workload(container("envFrom: [{configMapRef: {name: here}}, {configMapRef: {name: there}}]")),
      ),
    ],
    [
      "what a custom object names",
      join(configMap("app-config"), custom("Widget", "x", "app-conf"), reading("app-conf")),
    ],
    [
      "what a script names",
      join(configMap("app-config", "{run.sh: kubectl create configmap app-conf}"), reading("app-conf")),
    ],
    [
      "what an argument names",
      join(
        configMap("app-config"),
        workload(container("args: [--config=app-conf], envFrom: [{configMapRef: {name: app-conf}}]")),
      ),
    ],
    [
      "what a role names",
      join(
        configMap("app-config"),
        object("Role", "r", "rules: [{resourceNames: [app-conf]}]", "rbac.authorization.k8s.io/v1"),
        reading("app-conf"),
      ),
    ],
    ["the next of a row", join(object("Secret", "key-v1"), secretOf("key-v2"))],
    ["another word", join(object("Secret", "db-eu"), secretOf("db-us"))],
    [
      "a word that resembles another one little",
      join(object("Secret", "argocd-applicationset-controller"), secretOf("argocd-application-controller")),
    ],
    [
      "a copy for each namespace",
      join(
        within(
          "one",
          object(
            "ConfigMap",
            "ca",
            "data: {a: b}",
            "v1",
            ", annotations: {reflector.v1.k8s.emberstack.com/reflection-auto-enabled: yes}",
          ),
        ),
        within("two", reading("ca")),
      ),
    ],
    [
      "a workload of a custom kind, whose controller makes what it needs",
      join(
        account("other"),
        object("Notebook", "n", "spec: {template: {spec: {containers: [], serviceAccountName: n}}}", "kubeflow.org/v1"),
      ),
    ],
  ])("is not told: %s", (_, head) => {
    expect(missing(configMap("unrelated-thing"), head)).toEqual([]);
  });

  test("is not told of one that was as wrong before", () => {
    const before = join(configMap("app-config"), reading("app-conf"));
    expect(missing(before, before.replace("web:1", "web:2"))).toEqual([]);
  });

  test("is lost, not missing, in place of one that led to something", () => {
    const before = join(configMap("app-config"), reading("app-config"));
    expect(missing(before, join(configMap("app-config"), reading("app-conf")))).toEqual([
      "lost-reference medium Deployment web /spec/template/spec/containers/0/envFrom/0/configMapRef/name: the Deployment refers to another ConfigMap, which nothing in the target renders: its Pods do not start",
    ]);
  });
});

describe("a class that goes", () => {
  const storage = object("StorageClass", "fast", "provisioner: x", "storage.k8s.io/v1");
  const claim = object("PersistentVolumeClaim", "data", "spec: {storageClassName: fast}");
  const set = object(
    "StatefulSet",
    "db",
    "spec: {volumeClaimTemplates: [{metadata: {name: data}, spec: {storageClassName: fast}}], template: {spec: {containers: []}}}",
    "apps/v1",
  );
  const priority = object("PriorityClass", "urgent", "value: 1000", "scheduling.k8s.io/v1");

  test.each([
    [storage, claim, "PersistentVolumeClaim data", "claims that have no volume yet get none"],
    [storage, set, "StatefulSet db", "claims that have no volume yet get none"],
    [priority, workload("{containers: [], priorityClassName: urgent}"), "Deployment web", "no new Pods are accepted"],
  ])("is told with what needs it", (gone, user, who, loss) => {
    const kind = /kind: (\w+)/.exec(gone)?.[1];
    expect(told(join(gone, user), user, "lost-reference")).toEqual([
      `lost-reference medium ${kind} ${/name: (\w+)/.exec(gone)?.[1]}: the ${kind} is removed, but ${who} still refers to it: ${loss}`,
    ]);
    expect(told(join(gone, user), join(gone, user, PLAIN), "lost-reference", "missing-reference")).toEqual([]);
  });
});

describe("a key that is not there", () => {
  const missing = (base: string, head: string) => told(base, head, "missing-key", "lost-key");
  const holder = configMap("web", "{level: info}");
  const env = (key: string, name = "web", kind = "configMapKeyRef"): string =>
    workload(container(`env: [{name: A, valueFrom: {${kind}: {name: ${name}, key: ${key}}}}]`));
  const volume = workload(
    '{containers: [{name: web, image: "web:1"}], volumes: [{name: v, configMap: {name: web, items: [{key: levels, path: x}]}}]}',
  );
  const ENV = "/spec/template/spec/containers/0/env/0/valueFrom";

  test.each<[string, string, string]>([
    [
      join(holder, env("mode")),
      `${ENV}/configMapKeyRef/key`,
      "the Deployment reads the key `mode` of ConfigMap web, which does not have it: new Pods do not start",
    ],
    [
      join(holder, volume),
      "/spec/template/spec/volumes/0/configMap/items/0/key",
      "the Deployment reads the key `levels` of ConfigMap web, which does not have it; it may mean `level`: new Pods do not start",
    ],
    [
      join(object("Secret", "web", "data: {level: aW5mbw==}"), env("mode", "web", "secretKeyRef")),
      `${ENV}/secretKeyRef/key`,
      "the Deployment reads the key `mode` of Secret web, which does not have it: new Pods do not start",
    ],
    [
      join(configMap("web-5g2m8h7bck", "{level: info}"), env("mode", "web-5g2m8h7bck")),
      `${ENV}/configMapKeyRef/key`,
      "the Deployment reads the key `mode` of ConfigMap web, which does not have it: new Pods do not start",
    ],
  ])("is told", (head, path, message) => {
    const line = `missing-key high Deployment web ${path}: ${message}`;
    expect(missing("", head)).toEqual([line]);
    expect(missing(join(holder, PLAIN), head)).toEqual([line]);
    expect(missing(head, head.replace("web:1", "web:2"))).toEqual([]);
  });

  const filled = (more: string): string => object("ConfigMap", "web", "data: {level: info}", "v1", more);
  test.each<[string, string]>([
    ["the key is there", join(holder, env("level"))],
    ["in binary data", join(object("ConfigMap", "web", "binaryData: {mode: AA==}"), env("mode"))],
    [
      "in the data of a Secret as text",
      join(object("Secret", "web", "stringData: {mode: x}"), env("mode", "web", "secretKeyRef")),
    ],
    ["optional", join(holder, env("mode, optional: true"))],
    ["the object is not rendered", join(configMap("other"), env("mode"))],
    ["an empty object, which something fills", join(object("ConfigMap", "web"), env("mode"))],
    [
      "the Secret of a token",
      join(
        object("Secret", "web", "type: kubernetes.io/service-account-token\ndata: {extra: aW5mbw==}"),
        env("token", "web", "secretKeyRef"),
      ),
    ],
    [
      "a label that lets a controller write",
      join(filled(', labels: {config.openshift.io/inject-trusted-cabundle: "true"}'), env("ca-bundle.crt")),
    ],
    [
      "an annotation that lets a controller write",
      join(filled(", annotations: {replicator.v1.mittwald.de/replicate-from: x}"), env("mode")),
    ],
    ["a custom object that names it", join(holder, custom("ExternalSecret", "x", "web"), env("mode"))],
    ["a whole object", join(holder, reading("web"))],
  ])("is not told: %s", (_, head) => {
    expect(missing("", head)).toEqual([]);
  });

  test("is not told of one that was missing under another hash", () => {
    const before = join(configMap("web-5g2m8h7bck", "{level: info}"), env("mode", "web-5g2m8h7bck"));
    const after = join(configMap("web-7k5m2h9btc", "{level: debug}"), env("mode", "web-7k5m2h9btc"));
    expect(missing(before, after)).toEqual([]);
  });
});

describe("a selector of Pods that are not there", () => {
  const missing = (base: string, head: string) => told(base, head, "missing-pods", "lost-endpoints");
  const service = (name: string, selector: string): string => object("Service", name, `spec: {selector: ${selector}}`);
  const labelled = (labels: string, name = "web"): string => workload(container("tty: true"), labels, name);
  const budget = (selector: string): string =>
    object("PodDisruptionBudget", "b", `spec: {selector: ${selector}}`, "policy/v1");
  const policy = (selector: string): string =>
    object("NetworkPolicy", "p", `spec: {podSelector: ${selector}}`, "networking.k8s.io/v1");

  test.each<[string, string, string]>([
    [
      join(service("x", "{app: frontent, tier: a}"), labelled("{app: frontend, tier: a}")),
      "Service x /spec/selector",
      "the Service selects no Pods of the target; `app: frontent` may mean `frontend`: requests to it fail",
    ],
    [
      join(service("web", "{app: wbe}"), labelled("{app: web}")),
      "Service web /spec/selector",
      "the Service selects no Pods of the target; those of Deployment web have other labels: requests to it fail",
    ],
    [
      join(service("web-headless", "{app: web}"), labelled("{app.kubernetes.io/name: web}")),
      "Service web-headless /spec/selector",
      "the Service selects no Pods of the target; those of Deployment web have other labels: requests to it fail",
    ],
    [
      join(budget("{matchLabels: {app: front-end}}"), labelled("{app: frontend}")),
      "PodDisruptionBudget b /spec/selector/matchLabels",
      "the PodDisruptionBudget selects no Pods of the target; `app: front-end` may mean `frontend`: it protects nothing",
    ],
    [
      join(policy("{matchLabels: {app: frontends}}"), labelled("{app: frontend}")),
      "NetworkPolicy p /spec/podSelector/matchLabels",
      "the NetworkPolicy selects no Pods of the target; `app: frontends` may mean `frontend`: it restricts nothing",
    ],
  ])("is told", (head, at, message) => {
    const [selecting = "", pods = ""] = head.split("\n---\n");
    expect(missing("", head)).toEqual([`missing-pods medium ${at}: ${message}`]);
    expect(missing(pods, head)).toEqual([`missing-pods medium ${at}: ${message}`]);
    expect(missing(head, join(head, configMap("more")))).toEqual([]);
    expect(missing(selecting, head)).toEqual([]);
  });

  test.each<[string, string]>([
    ["Pods that are there", join(service("web", "{app: web}"), PLAIN)],
    ["Pods that other targets render", join(service("shop", "{app: shop}"), PLAIN)],
    ["a label that is added while Pods run", join(service("web", "{app: web, role: leader}"), PLAIN)],
    ["the name of a Pod", join(service("web", "{app: web, statefulset.kubernetes.io/pod-name: web-0}"), PLAIN)],
    ["an operator that makes them", join(service("web", "{app: wbe}"), PLAIN, custom("App", "web"))],
    [
      "an operator that the change does not touch",
      join(service("web", "{app: wbe}"), PLAIN, custom("App", "x", "web")),
    ],
    ["no selector", join(object("Service", "web", "spec: {}"), PLAIN)],
    ["all Pods", join(policy("{}"), PLAIN)],
    ["expressions", join(policy("{matchLabels: {app: frontends}, matchExpressions: []}"), labelled("{app: frontend}"))],
    ["another namespace", join(within("one", service("web", "{app: wbe}")), within("two", PLAIN))],
    [
      "two workloads of the name",
      join(service("web", "{app: wbe}"), PLAIN, PLAIN.replace("Deployment", "StatefulSet")),
    ],
  ])("is not told: %s", (_, head) => {
    expect(missing("", head)).toEqual([]);
  });

  test("is lost, not missing, where a Service had Pods", () => {
    const after = join(service("web", "{app: wbe}"), PLAIN);
    expect(missing(join(service("web", "{app: web}"), PLAIN), after)).toEqual([
      "lost-endpoints medium Service web /spec/selector: the Service selects no Pods of the target any more: requests to it fail",
    ]);
  });

  test("is told of a budget that had Pods", () => {
    const [before, after] = ["{matchLabels: {app: frontend}}", "{matchLabels: {app: frontent}}"].map((selector) =>
      join(budget(selector), labelled("{app: frontend}")),
    );
    expect(missing(before ?? "", after ?? "")).toHaveLength(1);
  });
});

describe("a port that a probe asks", () => {
  const missing = (base: string, head: string) => told(base, head, "missing-port");
  const probed = (fields: string, ports = "[{name: http, containerPort: 80}]"): string =>
    workload(container(`ports: ${ports}, ${fields}`));
  const get = (field: string, port = "web"): string => `${field}: {httpGet: {port: ${port}}}`;
  const text = (what: string, effect: string): string =>
    `the ${what} of the container \`web\` asks the port \`web\`, which the container does not name: ${effect}`;
  const UNREADY = "its Pods never get ready";

  test.each<[string, string, string, string]>([
    [get("readinessProbe"), "high", "readinessProbe/httpGet/port", text("readiness probe", UNREADY)],
    ["startupProbe: {tcpSocket: {port: web}}", "high", "startupProbe/tcpSocket/port", text("startup probe", UNREADY)],
    [
      get("livenessProbe"),
      "medium",
      "livenessProbe/httpGet/port",
      text("liveness probe", "the kubelet cannot probe it, and never restarts it for that"),
    ],
    [
      `lifecycle: {${get("postStart")}}`,
      "high",
      "lifecycle/postStart/httpGet/port",
      text("hook `postStart`", "it fails, and the kubelet ends the container"),
    ],
    [
      `lifecycle: {${get("preStop")}}`,
      "medium",
      "lifecycle/preStop/httpGet/port",
      text("hook `preStop`", "it fails, and the container ends without it"),
    ],
  ])("is told: %s", (fields, level, path, message) => {
    const head = probed(fields);
    const line = `missing-port ${level} Deployment web /spec/template/spec/containers/0/${path}: ${message}`;
    expect(missing("", head)).toEqual([line]);
    expect(missing(probed(fields.replaceAll("port: web", "port: http")), head)).toEqual([line]);
    expect(missing(probed(fields, "[{name: web, containerPort: 80}]"), head)).toEqual([line]);
    expect(missing(head, probed(`${fields}, tty: true`))).toEqual([]);
  });

  test.each([
    get("readinessProbe", "http"),
    get("readinessProbe", "80"),
    get("readinessProbe", "'8080'"),
    get("readinessProbe", "'${PORT}'"),
    "readinessProbe: {grpc: {port: 80}}",
    "readinessProbe: {exec: {command: [a]}}",
  ])("is not told: %s", (fields) => {
    expect(missing("", probed(fields))).toEqual([]);
  });

  test("is not told where something completes the names of ports", () => {
    expect(missing("", probed(get("readinessProbe"), "[{name: '${PORT}', containerPort: 80}]"))).toEqual([]);
  });
});

describe("a port that is not there", () => {
  const missing = (base: string, head: string) => told(base, head, "missing-port", "lost-port");
  const service = (...ports: string[]): string =>
    object("Service", "web", `spec: {selector: {app: web}, ports: [${ports.join(", ")}]}`);
  const serving = (name: string): string => workload(container(`ports: [{name: ${name}, containerPort: 8080}]`));
  const ingress = (port: string, name = "web"): string =>
    object(
      "Ingress",
      "i",
      `spec: {rules: [{http: {paths: [{path: /, backend: {service: {name: ${name}, port: ${port}}}}]}}]}`,
      "networking.k8s.io/v1",
    );
  const route = (port: number): string =>
    object(
      "HTTPRoute",
      "r",
      `spec: {rules: [{backendRefs: [{name: web, port: ${port}}]}]}`,
      "gateway.networking.k8s.io/v1",
    );
  const TO_PODS = "which no container of its Pods in the target has: requests to it fail unless other Pods have it";
  const PORT = "{name: a, port: 80, targetPort: http}";

  test.each<[string, string, string]>([
    [
      serving("http"),
      join(service("{port: 80, targetPort: htpp}"), serving("http")),
      `Service web /spec/ports/0/targetPort: the Service leads to the port \`htpp\`, ${TO_PODS}`,
    ],
    [
      join(service(PORT), serving("http")),
      join(service(PORT, "{name: b, port: 90, targetPort: metrics}"), serving("http")),
      `Service web /spec/ports/1/targetPort: the Service leads to the port \`metrics\`, ${TO_PODS}`,
    ],
    [
      service(PORT),
      join(service(PORT), serving("web")),
      `Deployment web: Service web leads to the port \`http\`, ${TO_PODS}`,
    ],
    [
      service(PORT),
      join(service(PORT), ingress("{number: 8080}")),
      "Ingress i /spec/rules/0/http/paths/0/backend/service/port/number: the Ingress leads to the port `8080` of Service web, which does not have it: requests to it fail",
    ],
    [
      service(PORT),
      join(service(PORT), ingress("{name: http}")),
      "Ingress i /spec/rules/0/http/paths/0/backend/service/port/name: the Ingress leads to the port `http` of Service web, which does not have it: requests to it fail",
    ],
    [
      service(PORT),
      join(service(PORT), route(81)),
      "HTTPRoute r /spec/rules/0/backendRefs/0/port: the HTTPRoute leads to the port `81` of Service web, which does not have it: requests to it fail",
    ],
    [
      join(service(PORT), ingress("{number: 80}")),
      join(service(PORT.replace("80", "8080")), ingress("{number: 80}")),
      "Service web /spec/ports: Ingress i leads to the port `80` of the Service, which does not have it: requests to it fail",
    ],
  ])("is told", (base, head, line) => {
    expect(missing(base, head)).toEqual([`missing-port high ${line}`]);
    expect(missing(head, join(head, configMap("more")))).toEqual([]);
  });

  test.each<[string, string, string]>([
    ["a port that is there", "", join(service(PORT), serving("http"), ingress("{name: a}"), route(80))],
    ["a number", "", join(service("{port: 80, targetPort: 9090}"), serving("http"))],
    ["no Pods", "", service(PORT)],
    ["a port of a mesh", "", join(service("{port: 80, targetPort: http-envoy-prom}"), serving("http"))],
    ["no Service", "", ingress("{number: 8080}", "other")],
    [
      "a Service of another name in DNS",
      "",
      join(object("Service", "web", "spec: {type: ExternalName, ports: [{port: 1}]}"), ingress("{number: 80}")),
    ],
    ["an action of a load balancer", "", join(service(PORT), ingress("{name: use-annotation}"))],
    [
      "what was missing before",
      join(service("{port: 80, targetPort: x}"), serving("http")),
      join(service("{port: 80, targetPort: y}"), serving("http")),
    ],
    [
      "a backend that was missing before",
      join(service(PORT), ingress("{number: 1}")),
      join(service(PORT.replace("80", "8080")), ingress("{number: 1}")),
    ],
  ])("is not told: %s", (_, base, head) => {
    expect(missing(base, head)).toEqual([]);
  });
});

describe("a workload whose parts do not fit", () => {
  const refused = (base: string, head: string) => told(base, head, "refused-workload");
  const selecting = (labels: string, kind = "Deployment"): string =>
    object(
      kind,
      "web",
      `spec: {selector: {matchLabels: {app: web}}, template: {metadata: {labels: ${labels}}, spec: {containers: []}}}`,
      "apps/v1",
    );
  const mounting = (volumes: string, kind = "Deployment", more = ""): string =>
    object(
      kind,
      "web",
      `spec: {${more}template: {spec: {containers: [{name: c, volumeMounts: [{name: data, mountPath: /x}]}], volumes: ${volumes}}}}`,
      "apps/v1",
    );
  const claims = "volumeClaimTemplates: [{metadata: {name: data}}], ";
  const MOUNT =
    "/spec/template/spec/containers/0/volumeMounts/0/name: the container `c` mounts the volume `data`, which the Pods do not have";

  test.each<[string, string]>([
    [
      selecting("{app: site}"),
      "Deployment web /spec/selector/matchLabels: the selector does not match the labels of the Pods (app): the API server refuses the object",
    ],
    [
      selecting("{}", "StatefulSet"),
      "StatefulSet web /spec/selector/matchLabels: the selector does not match the labels of the Pods (app): the API server refuses the object",
    ],
    [mounting("[{name: date}]"), `Deployment web ${MOUNT}: the API server refuses the object`],
    [mounting("[]", "StatefulSet"), `StatefulSet web ${MOUNT}: the API server refuses its Pods`],
  ])("is told", (head, line) => {
    expect(refused("", head)).toEqual([`refused-workload high ${line}`]);
    expect(refused(head, head.replace("spec: {", "spec: {paused: true, "))).toEqual([]);
  });

  test.each([
    selecting("{app: web, more: x}"),
    mounting("[{name: data}]"),
    mounting("[]", "StatefulSet", claims),
    mounting("[]").replace("apps/v1", "example.com/v1"),
    object("Pod", "web", "spec: {containers: [{name: c, volumeMounts: [{name: data, mountPath: /x}]}]}"),
    object("Job", "web", "spec: {template: {spec: {containers: []}}}", "batch/v1"),
  ])("is not told of %s", (head) => {
    expect(refused("", head)).toEqual([]);
  });
});

test.each(TARGET_RULES.filter(({ id }) => id.startsWith("missing-")))(
  "the page of $id shows what it finds",
  ({ id, ...rule }) => {
    const page = readText(`docs/dangers/${id}.md`);
    const [before, after] = ["Before:", "After:"].map((above) =>
      new RegExp(`^${above}\\n\\n\`\`\`yaml\\n([\\s\\S]*?)^\`\`\``, "m")
        .exec(page)?.[1]
        ?.split("---\n")
        .map((yaml) => resource(yaml)),
    );
    const head = after ?? [];
    const base = before ?? [];
    const pairs = head.map((each) => ({ base: base.find(({ kind }) => kind === each.kind), head: each }));
    const found = rule.check({ base, head, pairs }, pairs);
    expect([...found].map(({ message }) => message)).toEqual([/(?<=^```text\n)[\s\S]*?(?=\n```$)/m.exec(page)?.[0]]);
  },
);
