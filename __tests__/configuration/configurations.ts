/** Reads texts of configurations as the tests need it. */
import { type Configuration, type KnownRules, readConfiguration } from "../../src/configuration/index.ts";
import { type Diagnostic, diagnosticsOf } from "../../src/diagnostics.ts";

export const KNOWN: KnownRules = {
  dangers: ["image-latest", "removed-pvc", "replicas-zero"],
  noise: ["chart-labels", "checksums"],
};

export const COMPLETE = `dangers:
  levels: {image-latest: off, replicas-zero: low}
  silence:
    - rule: removed-pvc
      reason: the volumes are copied to the new cluster
      targets: [apps/shop/*]
      kinds: [PersistentVolumeClaim]
      namespaces: [shop]
      names: [orders-*]
      paths: [/spec/**]
noise:
  off: [chart-labels]
  rules:
    - name: build-stamps
      kinds: [Deployment]
      paths: ["/metadata/annotations/example.com~1built-at"]
redaction:
  - kinds: [ConfigMap]
    names: [license-*]
    paths: [/data/key]
deployments:
  roots:
    - path: ./clusters/prod/
      cluster: prod
  ignore: [docs/**, flux://prod/flux-system/legacy]
  values:
    - kind: ConfigMap
      namespace: flux-system
      name: cluster-settings
      data: {DOMAIN: example.org}
  sources:
    - kind: GitRepository
      name: apps
      path: deploy
  charts:
    - path: ./charts/web/
      release: web
      namespace: shop
      cluster: prod
      values: [charts/web/prod.yaml, common.yaml]
  clusters:
    - name: prod-eu
      server: https://eu.example.org:6443/
      argocd: hub
      labels: {env: prod}
    - name: prod-us
  generators:
    - set: argocd/previews
      generator: pullRequest
      elements: [{number: "12", labels: [a]}]
`;

const bytesOf = (text: string | Uint8Array): Uint8Array => (typeof text === "string" ? Buffer.from(text) : text);

export function read(text: string | Uint8Array): Configuration {
  return readConfiguration(bytesOf(text), ".krm-render.yaml", KNOWN).configuration;
}

export function warningsOf(text: string): readonly Diagnostic[] {
  return readConfiguration(bytesOf(text), ".krm-render.yaml", KNOWN).warnings;
}

/** What is thrown. @throws if nothing is thrown */
export function problemsOf(text: string | Uint8Array): readonly Diagnostic[] {
  try {
    read(text);
  } catch (thrown) {
    return diagnosticsOf(thrown);
  }
  throw new Error("the configuration was read");
}
