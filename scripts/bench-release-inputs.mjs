// @ts-check
// Makes the repository of HelmReleases that bench-releases.mjs times, with charts as large as people have them.
import { commit } from "./bench-review-inputs.mjs";

/** @typedef {Map<string, string>} Files texts by path */

/** What helm gets of one release. @typedef {{ name: string, chart: string, values: string }} Release */

/**
 * Releases of Flux that a cluster applies, over charts in the same repository: each chart has 30 templates, a schema of its values, a library
 * of helpers and two charts in it. The change is another number of replicas of the first release.
 * @param {string} directory @param {{ releases: number, charts: number, clusters?: number }} size releases of each cluster
 * @returns {readonly Release[]} those of one cluster
 */
export function writeReleases(directory, { releases, charts, clusters = 1 }) {
  /** @type {Files} */
  const files = new Map();
  for (let index = 0; index < charts; index++) writeChart(files, `charts/chart-${index}`, "1.0.0");
  const all = Array.from({ length: releases }, (_, index) => ({
    name: `app-${index}`,
    chart: `charts/chart-${index % charts}`,
    values: valuesOf(index, 2),
  }));
  for (const { name, chart, values } of all) files.set(`apps/${name}/release.yaml`, releaseOf(name, chart, values));
  for (let cluster = 0; cluster < clusters; cluster++) {
    const top = `clusters/c${cluster}`;
    files.set(`${top}/flux-system/gotk-sync.yaml`, kustomization("flux-system", `./${top}`));
    files.set(`${top}/source.yaml`, SOURCE);
    for (const { name } of all) files.set(`${top}/${name}.yaml`, kustomization(name, `./apps/${name}`));
  }
  const changed = releaseOf("app-0", "charts/chart-0", valuesOf(0, 3));
  commit(directory, files, new Map([["apps/app-0/release.yaml", changed]]));
  return all;
}

/**
 * The same with a new version of the first chart, which sets another image.
 * @param {string} directory @param {{ releases: number, charts: number }} size
 */
export function writeNewVersion(directory, { releases, charts }) {
  /** @type {Files} */
  const files = new Map();
  for (let index = 0; index < charts; index++) writeChart(files, `charts/chart-${index}`, "1.0.0");
  writeChart(files, "charts/chart-0-new", "1.1.0");
  for (let index = 0; index < releases; index++)
    files.set(
      `apps/app-${index}/release.yaml`,
      releaseOf(`app-${index}`, `charts/chart-${index % charts}`, valuesOf(index, 2)),
    );
  files.set("clusters/c0/flux-system/gotk-sync.yaml", kustomization("flux-system", "./clusters/c0"));
  files.set("clusters/c0/source.yaml", SOURCE);
  for (let index = 0; index < releases; index++)
    files.set(`clusters/c0/app-${index}.yaml`, kustomization(`app-${index}`, `./apps/app-${index}`));
  const changed = releaseOf("app-0", "charts/chart-0-new", valuesOf(0, 2));
  commit(directory, files, new Map([["apps/app-0/release.yaml", changed]]));
}

const SOURCE = [
  "apiVersion: source.toolkit.fluxcd.io/v1",
  "kind: GitRepository",
  "metadata: {name: flux-system, namespace: flux-system}",
  "spec: {interval: 1h, url: 'https://git.example/fleet.git', ref: {branch: main}}",
  "",
].join("\n");

/** @param {string} name @param {string} path */
function kustomization(name, path) {
  return [
    "apiVersion: kustomize.toolkit.fluxcd.io/v1",
    "kind: Kustomization",
    `metadata: {name: ${name}, namespace: flux-system}`,
    "spec:",
    `  {interval: 10m, prune: true, path: ${path}, sourceRef: {kind: GitRepository, name: flux-system}}`,
    "",
  ].join("\n");
}

/** @param {string} name @param {string} chart @param {string} values */
function releaseOf(name, chart, values) {
  const source = "sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}";
  return [
    "apiVersion: helm.toolkit.fluxcd.io/v2",
    "kind: HelmRelease",
    `metadata: {name: ${name}, namespace: apps}`,
    "spec:",
    "  interval: 1h",
    `  chart: {spec: {chart: ./${chart}, reconcileStrategy: Revision, ${source}}}`,
    "  values:",
    ...values.split("\n").map((line) => `    ${line}`.trimEnd()),
  ].join("\n");
}

/** @param {number} index @param {number} replicas */
function valuesOf(index, replicas) {
  return [
    `replicas: ${replicas}`,
    `host: app-${index}.example.com`,
    "image: {repository: registry.example/app, tag: 1.2.3}",
    "resources: {requests: {cpu: 10m, memory: 64Mi}, limits: {memory: 256Mi}}",
    "database: {enabled: true, size: 10Gi}",
    `env: {LEVEL: info, INDEX: '${index}', URL: 'https://app-${index}.example.com'}`,
    "",
  ].join("\n");
}

/** @param {Files} files @param {string} top @param {string} version */
function writeChart(files, top, version) {
  const name = top.split("/").at(-1) ?? "";
  files.set(`${top}/Chart.yaml`, about(name, version));
  files.set(`${top}/values.yaml`, DEFAULTS);
  files.set(`${top}/values.schema.json`, `${JSON.stringify(SCHEMA, undefined, 2)}\n`);
  files.set(`${top}/README.md`, "# Values\n\nEach value is described in values.yaml.\n".repeat(100));
  files.set(`${top}/charts/common/Chart.yaml`, `${about("common", "2.0.0")}type: library\n`);
  for (const [file, text] of Object.entries(LIBRARY)) files.set(`${top}/charts/common/templates/_${file}.tpl`, text);
  for (let part = 0; part < 10; part++)
    for (const [kind, text] of Object.entries(TEMPLATES))
      files.set(`${top}/templates/${kind}-${part}.yaml`, text.replaceAll("PART", `part-${part}`));
  for (const inner of ["database", "cache"]) {
    files.set(`${top}/charts/${inner}/Chart.yaml`, about(inner, "3.0.0"));
    files.set(`${top}/charts/${inner}/values.yaml`, DEFAULTS);
    for (const [kind, text] of Object.entries(TEMPLATES))
      files.set(`${top}/charts/${inner}/templates/${kind}.yaml`, text.replaceAll("PART", inner));
  }
}

/** @param {string} name @param {string} version */
function about(name, version) {
  return `apiVersion: v2\nname: ${name}\nversion: ${version}\nappVersion: ${version}\ndescription: A part of a bench.\n`;
}

const DEFAULTS = [
  "replicas: 1",
  "host: ''",
  "image: {repository: app, tag: '', pullPolicy: IfNotPresent}",
  "env: {}",
  "resources: {}",
  "database: {enabled: false, size: 1Gi}",
  "podSecurityContext: {runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000}",
  "securityContext: {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}",
  "probes: {path: /healthz, period: 10}",
  "",
].join("\n");

const MAP = { type: "object" };
const SCHEMA = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {
    replicas: { type: "integer", minimum: 0 },
    host: { type: "string" },
    image: { type: "object", properties: { repository: { type: "string" }, tag: { type: "string" } } },
    env: { type: "object", additionalProperties: { type: "string" } },
    ...Object.fromEntries(["resources", "podSecurityContext", "securityContext", "probes"].map((key) => [key, MAP])),
    database: { type: "object", properties: { enabled: { type: "boolean" }, size: { type: "string" } } },
  },
};

const LIBRARY = {
  names: [
    '{{- define "common.name" -}}{{ .Release.Name | trunc 40 | trimSuffix "-" }}-{{ .Chart.Name | trunc 20 }}{{- end }}',
    '{{- define "common.labels" -}}',
    'helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}',
    "app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}",
    "app.kubernetes.io/managed-by: {{ .Release.Service }}",
    '{{ include "common.selector" . }}',
    "{{- end }}",
    '{{- define "common.selector" -}}',
    "app.kubernetes.io/name: {{ .Chart.Name }}",
    "app.kubernetes.io/instance: {{ .Release.Name }}",
    "{{- end }}",
    "",
  ].join("\n"),
  container: [
    '{{- define "common.container" -}}',
    "- name: {{ .Chart.Name }}",
    '  image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"',
    "  imagePullPolicy: {{ .Values.image.pullPolicy }}",
    "  securityContext: {{- toYaml .Values.securityContext | nindent 4 }}",
    "  env:",
    "  {{- range $key, $value := .Values.env }}",
    "  - name: {{ $key }}",
    "    value: {{ $value | quote }}",
    "  {{- end }}",
    "  ports: [{name: http, containerPort: 8080}]",
    "  livenessProbe: {httpGet: {path: {{ .Values.probes.path }}, port: http}, periodSeconds: {{ .Values.probes.period }}}",
    "  {{- with .Values.resources }}",
    "  resources: {{- toYaml . | nindent 4 }}",
    "  {{- end }}",
    "{{- end }}",
    "",
  ].join("\n"),
};

/** @param {string} apiVersion @param {string} kind */
function metadata(apiVersion, kind) {
  return [
    `apiVersion: ${apiVersion}`,
    `kind: ${kind}`,
    "metadata:",
    '  name: {{ include "common.name" . }}-PART',
    '  labels: {{- include "common.labels" . | nindent 4 }}',
  ];
}

const TEMPLATES = {
  deployment: [
    ...metadata("apps/v1", "Deployment"),
    "spec:",
    "  replicas: {{ .Values.replicas }}",
    "  selector:",
    '    matchLabels: {{- include "common.selector" . | nindent 6 }}',
    "  template:",
    "    metadata:",
    '      annotations: {checksum/config: {{ include "common.labels" . | sha256sum }}}',
    '      labels: {{- include "common.selector" . | nindent 8 }}',
    "    spec:",
    "      securityContext: {{- toYaml .Values.podSecurityContext | nindent 8 }}",
    '      containers: {{- include "common.container" . | nindent 6 }}',
    "",
  ].join("\n"),
  service: [
    ...metadata("v1", "Service"),
    "spec:",
    "  ports: [{name: http, port: 80, targetPort: http}]",
    '  selector: {{- include "common.selector" . | nindent 4 }}',
    "",
  ].join("\n"),
  config: [
    ...metadata("v1", "ConfigMap"),
    "data:",
    "  host: {{ .Values.host | quote }}",
    "  {{- range $key, $value := .Values.env }}",
    "  {{ $key | lower }}: {{ tpl $value $ | quote }}",
    "  {{- end }}",
    "",
  ].join("\n"),
};
