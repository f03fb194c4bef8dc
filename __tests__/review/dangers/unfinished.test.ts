/** Values that something completes later, such as variables of Flux: what they become may be right. */
import { describe, expect, test } from "@jest/globals";
import { told } from "./found.ts";

const RULES = ["missing-key", "missing-pods", "missing-port", "missing-reference", "refused-workload", "limit-range"];

const join = (...documents: readonly string[]): string => documents.join("\n---\n");
const config = (name = "settings", key = "mode"): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "${name}"}\ndata: {"${key}": fast}`;
const deployment = (pod: string, selector = "web", label = "web"): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: "${selector}"}}
  template: {metadata: {labels: {app: "${label}"}}, spec: ${pod}}`;
const container = (more: string, volumes = "[]"): string =>
  `{containers: [{name: web, image: "web:1", ${more}}], volumes: ${volumes}}`;
const service = (app: string, port = "http"): string =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: "${app}"}, ports: [{name: "${port}", port: 80, targetPort: "${port}"}]}`;
const ingress = (port: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: web}\nspec: {defaultBackend: {service: {name: web, port: {name: "${port}"}}}}`;
const listening = (port = "http"): string => container(`ports: [{name: "${port}", containerPort: 80}]`);
const reading = (key: string): string =>
  container(`env: [{name: A, valueFrom: {configMapKeyRef: {name: settings, key: "${key}"}}}]`);
const mounting = (mount: string, volume: string): string =>
  container(`volumeMounts: [{name: "${mount}", mountPath: /a}]`, `[{name: "${volume}", emptyDir: {}}]`);
const taking = (name: string): string => container(`envFrom: [{configMapRef: {name: "${name}"}}]`);

/** What is wrong as it stands, and may be right with one value in place of which there is a variable. */
const CASES: readonly [what: string, wrong: string, ...unfinished: string[]][] = [
  [
    "a selector of a workload",
    deployment(listening(), "wbe"),
    deployment(listening(), "${APP}"),
    deployment(listening(), "web", "${APP}"),
  ],
  [
    "a mount",
    deployment(mounting("data", "dta")),
    deployment(mounting("${VOLUME}", "dta")),
    deployment(mounting("data", "${VOLUME}")),
  ],
  [
    "a key",
    join(config(), deployment(reading("mod"))),
    join(config(), deployment(reading("${KEY}"))),
    join(config("settings", "${KEY}"), deployment(reading("mod"))),
  ],
  [
    "an object",
    join(config("settings"), deployment(taking("setings"))),
    join(config("settings"), deployment(taking("${NAME}"))),
    join(config("prod-${NAME}"), deployment(taking("settings"))),
  ],
  [
    "Pods of a Service",
    join(service("shop"), deployment(listening())),
    join(service("${APP}"), deployment(listening())),
    join(service("shop"), deployment(listening(), "${APP}", "${APP}")),
  ],
  [
    "a port of Pods",
    join(service("web", "htp"), deployment(listening())),
    join(service("web", "${PORT}"), deployment(listening())),
    join(service("web", "htp"), deployment(listening("${PORT}"))),
  ],
  [
    "a port of a Service",
    join(ingress("htp"), service("web"), deployment(listening())),
    join(ingress("${PORT}"), service("web"), deployment(listening())),
    join(ingress("http"), service("web", "${PORT}"), deployment(listening("${PORT}"))),
  ],
];

describe.each(CASES)("%s", (_what, wrong, ...unfinished) => {
  test("is told as it stands", () => {
    expect(told("", wrong, ...RULES)).toHaveLength(1);
  });

  test.each(unfinished)("is not told with a variable: %#", (head) => {
    expect(told("", head, ...RULES)).toEqual([]);
  });
});
