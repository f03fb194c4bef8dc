/** A chart that prints everything that helm passes to it. */

const lines = (...text: string[]): string => `${text.join("\n")}\n`;

/** Files of the chart `web` below `prefix`. */
export function webChart(prefix: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const files: Record<string, string> = {
    "Chart.yaml": lines("apiVersion: v2", "name: web", "version: 1.2.3", 'appVersion: "9"'),
    "values.yaml": lines(
      "# The defaults.",
      "replicas: 1",
      "image: {name: nginx, tag: 1.10}",
      "ports: [80, 443]",
      "text: >-",
      "  folded to",
      "  one line",
      "nothing:",
      "day: 2001-01-01",
      "old: yes",
      "common: &common {tier: front}",
      "labels: *common",
    ),
    "templates/all.yaml": lines(
      "apiVersion: apps/v1",
      "kind: Deployment",
      "metadata:",
      "  name: {{ .Release.Name }}-web",
      "  annotations: {release-namespace: {{ .Release.Namespace }}}",
      "spec:",
      "  replicas: {{ .Values.replicas }}",
      "---",
      "apiVersion: v1",
      "kind: ConfigMap",
      "metadata:",
      "  name: values",
      "  namespace: {{ .Values.own | default .Release.Namespace }}",
      "data:",
      "  values: |",
      "    {{- toYaml .Values | nindent 4 }}",
      "  kube: {{ .Capabilities.KubeVersion.Version }}",
      '  api: {{ .Capabilities.APIVersions.Has "shop/v1" | quote }}',
      "---",
      "apiVersion: v1",
      "kind: ServiceAccount",
      "metadata:",
      "  name: nowhere",
    ),
    "templates/hook.yaml": lines(
      "apiVersion: batch/v1",
      "kind: Job",
      "metadata:",
      "  name: before",
      "  annotations: {helm.sh/hook: pre-install}",
    ),
    "templates/tests/check.yaml": lines(
      "apiVersion: v1",
      "kind: Pod",
      "metadata:",
      "  name: check",
      "  annotations: {helm.sh/hook: test}",
    ),
    "crds/shop.yaml": lines(
      "apiVersion: apiextensions.k8s.io/v1",
      "kind: CustomResourceDefinition",
      "metadata:",
      "  name: shops.example.com",
    ),
    ...more,
  };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [prefix + name, text]));
}
