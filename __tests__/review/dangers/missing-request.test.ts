/** The rule on autoscalers that go by a share of requests: what it finds, and what it must not find. */
import { expect, test } from "@jest/globals";
import { told } from "./found.ts";

const join = (...documents: readonly string[]): string => documents.join("\n---\n");
const pods = (containers: string, more = "", kind = "Deployment", version = "apps/v1"): string =>
  `apiVersion: ${version}\nkind: ${kind}\nmetadata: {name: web}\nspec: {template: {metadata: {labels: {app: web}}, spec: {containers: [${containers}]${more}}}}`;
const scaled = (metrics: string, version = "v2", target = "apiVersion: apps/v1, kind: Deployment"): string =>
  `apiVersion: autoscaling/${version}\nkind: HorizontalPodAutoscaler\nmetadata: {name: shop}\nspec: {scaleTargetRef: {${target}, name: web}, maxReplicas: 5${metrics}}`;
const by = (resource: string, target = "{type: Utilization, averageUtilization: 80}"): string =>
  `, metrics: [{type: Resource, resource: {name: ${resource}, target: ${target}}}]`;
const ofContainer = (container: string): string =>
  `, metrics: [{type: ContainerResource, containerResource: {name: cpu, container: ${container}, target: {type: Utilization, averageUtilization: 80}}}]`;
const range = (fields: string): string =>
  `apiVersion: v1\nkind: LimitRange\nmetadata: {name: small}\nspec: {limits: [{type: Container, ${fields}}]}`;

const NONE = "{name: web}";
const CPU = "{name: web, resources: {requests: {cpu: 1}}}";
const AT_AUTOSCALER = "medium HorizontalPodAutoscaler shop";
const END = "none: it scales nothing by that unless something else sets a request";

const missing = (base: string, head: string): string[] => told(base, head, "missing-request");

test.each<[title: string, head: string, path: string, what: string]>([
  [
    "a container without requests",
    join(pods(NONE), scaled(by("cpu"))),
    "/spec/metrics/0/resource",
    "`cpu`, and container `web` of Deployment web requests",
  ],
  [
    "a request of something else",
    join(pods(CPU), scaled(by("memory"))),
    "/spec/metrics/0/resource",
    "`memory`, and container `web` of Deployment web requests",
  ],
  [
    "the metric of an autoscaler without one",
    join(pods(NONE), scaled("")),
    "/spec",
    "`cpu`, and container `web` of Deployment web requests",
  ],
  [
    "the first version of the API",
    join(pods(NONE), scaled(", targetCPUUtilizationPercentage: 80", "v1")),
    "/spec/targetCPUUtilizationPercentage",
    "`cpu`, and container `web` of Deployment web requests",
  ],
  [
    "the first version with metrics",
    join(
      pods(NONE),
      scaled(", metrics: [{type: Resource, resource: {name: cpu, targetAverageUtilization: 80}}]", "v2beta1"),
    ),
    "/spec/metrics/0/resource",
    "`cpu`, and container `web` of Deployment web requests",
  ],
  [
    "one container of two",
    join(pods(`${CPU}, {name: log}`), scaled(by("cpu"))),
    "/spec/metrics/0/resource",
    "`cpu`, and container `log` of Deployment web requests",
  ],
  [
    "two containers",
    join(pods("{name: web}, {name: log}"), scaled(by("cpu"))),
    "/spec/metrics/0/resource",
    "`cpu`, and containers web and log of Deployment web request",
  ],
  [
    "a sidecar",
    join(pods(CPU, ", initContainers: [{name: mesh, restartPolicy: Always}]"), scaled(by("cpu"))),
    "/spec/metrics/0/resource",
    "`cpu`, and init container `mesh` of Deployment web requests",
  ],
  [
    "the container that it names",
    join(pods(`${CPU}, {name: log}`, ", resources: {requests: {cpu: 1}}"), scaled(ofContainer("log"))),
    "/spec/metrics/0/containerResource",
    "`cpu`, and container `log` of Deployment web requests",
  ],
  [
    "a LimitRange of another sort",
    join(pods(NONE), scaled(by("cpu")), range("default: {memory: 1Gi}")),
    "/spec/metrics/0/resource",
    "`cpu`, and container `web` of Deployment web requests",
  ],
])("%s", (_title, head, path, what) => {
  expect(missing("", head)).toEqual([
    `missing-request ${AT_AUTOSCALER} ${path}: the HorizontalPodAutoscaler goes by the utilization of ${what} ${END}`,
  ]);
  expect(missing(head, head.replaceAll("{name: web}", '{name: web, image: "web:1"}'))).toEqual([]);
});

test.each<[title: string, head: string]>([
  ["a request", join(pods(CPU), scaled(by("cpu")))],
  ["a limit, which is the request", join(pods("{name: web, resources: {limits: {cpu: 1}}}"), scaled(by("cpu")))],
  ["a LimitRange with a request", join(pods(NONE), scaled(by("cpu")), range("defaultRequest: {cpu: 1}"))],
  ["a LimitRange with a limit", join(pods(NONE), scaled(by("cpu")), range("max: {cpu: 1}"))],
  ["an average value", join(pods(NONE), scaled(by("cpu", "{type: AverageValue, averageValue: 1}")))],
  [
    "other metrics",
    join(
      pods(NONE),
      scaled(", metrics: [{type: Pods, pods: {metric: {name: a}, target: {type: AverageValue, averageValue: 1}}}]"),
    ),
  ],
  ["resources of the Pod", join(pods(NONE, ", resources: {requests: {cpu: 1}}"), scaled(by("cpu")))],
  ["an init container that ends", join(pods(CPU, ", initContainers: [{name: init}]"), scaled(by("cpu")))],
  ["another container than the one that it names", join(pods(`${CPU}, {name: log}`), scaled(ofContainer("web")))],
  ["a container that something adds", join(pods(NONE), scaled(ofContainer("istio-proxy")))],
  [
    "resources that are completed later",
    join(pods('{name: web, resources: {requests: "${REQUESTS}"}}'), scaled(by("cpu"))),
  ],
  ["a workload that is not here", scaled(by("cpu"))],
  [
    "a workload of an operator",
    join(
      pods(NONE, "", "Rollout", "argoproj.io/v1alpha1"),
      scaled(by("cpu"), "v2", "apiVersion: argoproj.io/v1alpha1, kind: Rollout"),
    ),
  ],
  [
    "metrics of an annotation",
    join(
      pods(NONE),
      scaled("", "v1").replace(
        "{name: shop}",
        '{name: shop, annotations: {autoscaling.alpha.kubernetes.io/metrics: "[]"}}',
      ),
    ),
  ],
])("is right: %s", (_title, head) => {
  expect(missing("", head)).toEqual([]);
});

test("is told where the change takes the request", () => {
  const autoscaler = scaled(by("cpu"));
  const lost = "HorizontalPodAutoscaler shop goes by the utilization of `cpu`, and container `web`";
  expect(missing(join(pods(CPU), autoscaler), join(pods(NONE), autoscaler))).toEqual([
    `missing-request medium Deployment web /spec/template/spec/containers/0: ${lost} requests ${END}`,
  ]);
  const given = range("defaultRequest: {cpu: 1}");
  const [base, head] = [given, range("defaultRequest: {memory: 1Gi}")].map((each) =>
    join(pods(NONE), autoscaler, each),
  );
  expect(missing(base ?? "", head ?? "")).toEqual([
    `missing-request medium LimitRange small: ${lost} of Deployment web requests ${END}`,
  ]);
  expect(missing(base ?? "", join(pods(NONE), autoscaler))).toEqual([
    `missing-request medium LimitRange small: ${lost} of Deployment web requests ${END}`,
  ]);
});
