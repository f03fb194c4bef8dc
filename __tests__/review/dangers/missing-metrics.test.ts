/** The rule on monitors of the Prometheus Operator: what it finds, and what it must not find. */
import { describe, expect, test } from "@jest/globals";
import { told } from "./found.ts";

const join = (...documents: readonly string[]): string => documents.join("\n---\n");
const metadata = (name: string, labels: string, namespace: string): string =>
  `metadata: {name: ${name}, labels: ${labels}${namespace === "" ? "" : `, namespace: ${namespace}`}}`;

interface Given {
  readonly name?: string;
  readonly labels?: string;
  readonly namespace?: string;
}

const service = (spec: string, { name = "web", labels = "{app: web}", namespace = "" }: Given = {}): string =>
  `apiVersion: v1\nkind: Service\n${metadata(name, labels, namespace)}\nspec: {${spec}}`;
const workload = (ports: string, { name = "web", labels = "{app: web}", namespace = "" }: Given = {}): string =>
  `apiVersion: apps/v1\nkind: Deployment\n${metadata(name, "{}", namespace)}\nspec: {template: {metadata: {labels: ${labels}}, spec: {containers: [{name: web, image: "web:1", ports: [${ports}]}]}}}`;
const monitor = (spec: string, { name = "web", namespace = "" }: Given = {}, kind = "ServiceMonitor"): string =>
  `apiVersion: monitoring.coreos.com/v1\nkind: ${kind}\n${metadata(name, "{}", namespace)}\nspec: {${spec}}`;
const podMonitor = (spec: string, given: Given = {}): string => monitor(spec, given, "PodMonitor");

const WEB = "selector: {matchLabels: {app: web}}";
const HTTP = service("selector: {app: web}, ports: [{name: http, port: 80, targetPort: web}]");
const PODS = workload("{name: web, containerPort: 8080}");
const NOTHING = "it finds nothing to scrape";
const asking = (port: string): string => monitor(`${WEB}, endpoints: [{${port}}]`);

const missing = (base: string, head: string): string[] => told(base, head, "missing-metrics");

describe("a monitor that is new", () => {
  test.each<[title: string, head: string, path: string, message: string]>([
    [
      "means another value",
      join(service("", { labels: "{app: shop-frontend}" }), monitor("selector: {matchLabels: {app: shop-fronted}}")),
      "ServiceMonitor web /spec/selector",
      `the ServiceMonitor selects no Service of the target; \`app: shop-fronted\` may mean \`shop-frontend\`: ${NOTHING}`,
    ],
    [
      "means the labels of Pods",
      join(service("selector: {app: web, tier: front}", { labels: "{}" }), monitor(WEB, { name: "metrics" })),
      "ServiceMonitor metrics /spec/selector",
      `the ServiceMonitor selects no Service of the target; these are labels of the Pods of Service web, which does not have them itself: ${NOTHING}`,
    ],
    [
      "looks in its own namespace only",
      join(service("", { namespace: "shop" }), monitor(WEB, { namespace: "monitoring" })),
      "ServiceMonitor web /spec/selector",
      `the ServiceMonitor selects no Service of the target; Service web has these labels, in the namespace \`shop\`, where it does not look: ${NOTHING}`,
    ],
    [
      "has the name of a Service with other labels",
      join(service("", { labels: "{app: web, part: api}" }), monitor("selector: {matchLabels: {app: web, part: ui}}")),
      "ServiceMonitor web /spec/selector",
      `the ServiceMonitor selects no Service of the target; Service web has other labels: ${NOTHING}`,
    ],
    [
      "means other Pods",
      join(
        workload("", { labels: "{app: shop-frontend}" }),
        podMonitor("selector: {matchLabels: {app: shop-fronted}}"),
      ),
      "PodMonitor web /spec/selector",
      `the PodMonitor selects no Pods of the target; \`app: shop-fronted\` may mean \`shop-frontend\`: ${NOTHING}`,
    ],
    [
      "asks a port of no Service",
      join(HTTP, asking("port: web")),
      "ServiceMonitor web /spec/endpoints/0/port",
      `the ServiceMonitor asks the port \`web\`, which no Service of the target that it selects has: ${NOTHING} there`,
    ],
    [
      "asks a port by the name that a Service does not give it",
      join(service("selector: {app: web}, ports: [{port: 80}]"), asking("port: http")),
      "ServiceMonitor web /spec/endpoints/0/port",
      `the ServiceMonitor asks the port \`http\`, which no Service of the target that it selects has: ${NOTHING} there`,
    ],
    [
      "asks a number that no container declares",
      join(HTTP, PODS, asking("targetPort: 9090")),
      "ServiceMonitor web /spec/endpoints/0/targetPort",
      `the ServiceMonitor asks the port \`9090\`, which no container of its Pods in the target declares: ${NOTHING} there`,
    ],
    [
      "asks a port of no container",
      join(PODS, podMonitor(`${WEB}, podMetricsEndpoints: [{path: /metrics}, {port: metrics}]`)),
      "PodMonitor web /spec/podMetricsEndpoints/1/port",
      `the PodMonitor asks the port \`metrics\`, which no container of its Pods in the target declares: ${NOTHING} there`,
    ],
    [
      "asks a number of Pods",
      join(PODS, podMonitor(`${WEB}, podMetricsEndpoints: [{portNumber: 9090}]`)),
      "PodMonitor web /spec/podMetricsEndpoints/0/portNumber",
      `the PodMonitor asks the port \`9090\`, which no container of its Pods in the target declares: ${NOTHING} there`,
    ],
  ])("%s", (_title, head, path, message) => {
    expect(missing("", head)).toEqual([`missing-metrics medium ${path}: ${message}`]);
    expect(missing(head, join(head, workload("", { name: "other", labels: "{app: other}" })))).toEqual([]);
  });

  test.each<[title: string, head: string]>([
    ["finds its Service and port", join(HTTP, PODS, asking("port: http"))],
    ["finds the port of the containers by name", join(HTTP, PODS, asking("targetPort: web"))],
    ["finds the port of the containers by number", join(HTTP, PODS, asking("targetPort: 8080"))],
    [
      "finds one of several Services with the port",
      join(HTTP, service("selector: {a: b}, ports: [{name: x, port: 1}]", { name: "b" }), asking("port: x")),
    ],
    ["asks all ports", join(HTTP, asking("path: /metrics"))],
    [
      "has nothing of its name or labels",
      join(
        service("", { name: "shop", labels: "{app: shop}" }),
        monitor("selector: {matchLabels: {k8s-app: kubelet}}"),
      ),
    ],
    ["selects everything", join(HTTP, monitor("selector: {}, endpoints: [{port: metrics}]"))],
    [
      "looks everywhere for a port",
      join(HTTP, monitor(`${WEB}, namespaceSelector: {any: true}, endpoints: [{port: metrics}]`)),
    ],
    [
      "looks into the namespace",
      join(
        service("", { namespace: "shop" }),
        monitor(`${WEB}, namespaceSelector: {matchNames: [shop]}`, { namespace: "monitoring" }),
      ),
    ],
    ["knows no Pods behind its Service", join(HTTP, asking("targetPort: 9090"))],
    [
      "finds a Service whose endpoints somebody writes",
      join(service("ports: [{name: http, port: 80}]"), asking("port: metrics")),
    ],
    ["asks by a regular expression", join(HTTP, asking('port: "http-.*"'))],
    ["asks what a mesh adds", join(PODS, podMonitor(`${WEB}, podMetricsEndpoints: [{port: http-envoy-prom}]`))],
    ["asks what is completed later", join(HTTP, asking('port: "${PORT}"'))],
    [
      "may select what is completed later",
      join(service("", { labels: '{app: "${NAME}"}' }), monitor("selector: {matchLabels: {app: web}}")),
    ],
    [
      "selects by an expression as well",
      join(
        HTTP,
        monitor(
          `selector: {matchLabels: {app: web}, matchExpressions: [{key: tier, operator: DoesNotExist}]}, endpoints: [{port: http}]`,
        ),
      ),
    ],
    ["is of another group", join(HTTP, asking("port: web").replace("monitoring.coreos.com/v1", "example.com/v1"))],
  ])("is right: it %s", (_title, head) => {
    expect(missing("", head)).toEqual([]);
  });
});

describe("a monitor that found something", () => {
  const BASE = join(HTTP, PODS, asking("port: http"));
  test.each<[title: string, base: string, head: string, message: string]>([
    [
      "selects other labels",
      BASE,
      BASE.replace("matchLabels: {app: web}", "matchLabels: {app: unrelated}"),
      `medium ServiceMonitor web /spec/selector: the ServiceMonitor selects no Service of the target any more: ${NOTHING}`,
    ],
    [
      "stays, and its Service has other labels",
      BASE,
      BASE.replace("labels: {app: web}", "labels: {app: unrelated}"),
      `medium Service web: ServiceMonitor web selected the Service, and selects none any more: ${NOTHING}`,
    ],
    [
      "stays, and the port has another name",
      BASE,
      BASE.replace("name: http", "name: web"),
      `medium Service web: ServiceMonitor web asks the port \`http\`, which no Service of the target that it selects has: ${NOTHING} there`,
    ],
    [
      "looks everywhere, and the port has another name",
      BASE.replace(WEB, `${WEB}, namespaceSelector: {any: true}`),
      BASE.replace(WEB, `${WEB}, namespaceSelector: {any: true}`).replace("name: http", "name: web"),
      `medium Service web: ServiceMonitor web asks the port \`http\`, which no Service of the target that it selects has: ${NOTHING} there`,
    ],
    [
      "stays, and a container no longer declares the port",
      join(HTTP, PODS, asking("targetPort: web")),
      join(HTTP, PODS.replace("name: web, containerPort", "name: api, containerPort"), asking("targetPort: web")),
      `medium Deployment web: ServiceMonitor web asks the port \`web\`, which no container of its Pods in the target declares: ${NOTHING} there`,
    ],
    [
      "is of Pods that get other labels",
      join(PODS, podMonitor(WEB)),
      join(PODS.replace("{app: web}", "{app: unrelated}"), podMonitor(WEB)),
      `medium Deployment web: PodMonitor web selected the Pods, and selects none any more: ${NOTHING}`,
    ],
  ])("%s", (_title, base, head, message) => {
    expect(missing(base, head)).toEqual([`missing-metrics ${message}`]);
  });

  test("is no danger where it found nothing before, or goes itself", () => {
    const unrelated = monitor("selector: {matchLabels: {app: unrelated}}");
    expect(missing(join(HTTP, unrelated), join(HTTP, unrelated.replace("unrelated", "wbe")))).toEqual([]);
    expect(missing(BASE, join(HTTP.replace("labels: {app: web}", "labels: {a: b}"), PODS))).toEqual([]);
    expect(missing(asking("port: http"), asking("port: web"))).toEqual([]);
  });
});
