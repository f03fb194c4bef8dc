// @ts-check
// Writes the directories that bench.mjs times.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes a base of two objects, and an overlay with the usual fields. @param {string} directory */
export function writeSmallOverlay(directory) {
  write(directory, "base/kustomization.yaml", kustomization(["resources:", "- web.yaml", "- service.yaml"]));
  write(directory, "base/web.yaml", deployment("web"));
  write(directory, "base/service.yaml", service("web"));
  write(
    directory,
    "overlay/kustomization.yaml",
    kustomization(["resources:", "- ../base", ...OVERLAY, ...patchOf("web")]),
  );
  return join(directory, "overlay");
}

const OBJECTS_PER_FILE = 50;

/**
 * Writes one root of `size` Deployments, with a prefix, labels, an image, a patch for all of them, and a generated ConfigMap
 * that each of them refers to: for a variable, for its environment, and as a volume.
 * @param {string} directory @param {number} size
 */
export function writeRoot(directory, size) {
  const objects = Array.from({ length: size }, (_, index) => deployment(`app-${index}`));
  const files = [];
  for (let start = 0; start < size; start += OBJECTS_PER_FILE) {
    const file = `resources/${start}.yaml`;
    write(directory, file, objects.slice(start, start + OBJECTS_PER_FILE).join("---\n"));
    files.push(`- ${file}`);
  }
  const lines = ["resources:", ...files, ...OVERLAY, ...patchOf(".*")];
  write(directory, "kustomization.yaml", kustomization(lines));
  return directory;
}

/** Writes `count` overlays over ten bases of twenty objects. @param {string} directory @param {number} count */
export function writeFleet(directory, count) {
  for (let base = 0; base < 10; base++) {
    const names = Array.from({ length: 10 }, (_, index) => `app-${base}-${index}`);
    for (const name of names) {
      write(directory, `bases/${base}/${name}.yaml`, `${deployment(name)}---\n${service(name)}`);
    }
    const lines = ["resources:", ...names.map((name) => `- ${name}.yaml`)];
    write(directory, `bases/${base}/kustomization.yaml`, kustomization(lines));
  }
  return Array.from({ length: count }, (_, index) => {
    const overlay = `overlays/${index}`;
    const lines = [
      "resources:",
      `- ../../bases/${index % 10}`,
      `namespace: team-${index}`,
      ...OVERLAY,
      ...patchOf(".*"),
    ];
    write(directory, `${overlay}/kustomization.yaml`, kustomization(lines));
    return join(directory, overlay);
  });
}

const FIELDS_PER_CRD = 400;

/**
 * Writes an overlay over CustomResourceDefinitions of at least `bytes` bytes: deep schemas with descriptions of several
 * lines, as code generators write them. @param {string} directory @param {number} bytes
 */
export function writeCrds(directory, bytes) {
  const files = [];
  for (let written = 0; written < bytes; ) {
    const text = crd(`kind${files.length}`);
    written += text.length;
    write(directory, `base/crds/${files.length}.yaml`, text);
    files.push(`- crds/${files.length}.yaml`);
  }
  write(directory, "base/kustomization.yaml", kustomization(["resources:", ...files]));
  const overlay = [
    "resources:",
    "- ../base",
    "commonAnnotations:",
    "  team: shop",
    "labels:",
    "- pairs:",
    "    team: shop",
  ];
  write(directory, "overlay/kustomization.yaml", kustomization(overlay));
  return join(directory, "overlay");
}

const OVERLAY = [
  "namePrefix: prod-",
  "labels:",
  "- pairs:",
  "    team: shop",
  "  includeSelectors: true",
  "images:",
  "- name: registry.example/app",
  "  newTag: 2.0.0",
  "configMapGenerator:",
  "- name: settings",
  "  literals:",
  "  - LOG_LEVEL=info",
];

/** @param {string} name */
function patchOf(name) {
  return [
    "patches:",
    "- target:",
    "    kind: Deployment",
    `    name: ${name}`,
    "  patch: |-",
    "    apiVersion: apps/v1",
    "    kind: Deployment",
    "    metadata:",
    "      name: any",
    "    spec:",
    "      template:",
    "        spec:",
    "          containers:",
    "          - name: app",
    "            resources:",
    "              limits:",
    "                memory: 256Mi",
  ];
}

/** @param {string[]} lines */
function kustomization(lines) {
  return `${["apiVersion: kustomize.config.k8s.io/v1beta1", "kind: Kustomization", ...lines].join("\n")}\n`;
}

/** @param {string} name */
function deployment(name) {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: 1
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      containers:
      - name: app
        image: registry.example/app:1.0.0
        ports:
        - containerPort: 8080
        env:
        - name: LOG_LEVEL
          valueFrom:
            configMapKeyRef:
              name: settings
              key: LOG_LEVEL
        envFrom:
        - configMapRef:
            name: settings
        volumeMounts:
        - name: settings
          mountPath: /etc/settings
      volumes:
      - name: settings
        configMap:
          name: settings
`;
}

/** @param {string} name */
function service(name) {
  return `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector:
    app: ${name}
  ports:
  - port: 80
    targetPort: 8080
`;
}

/** @param {string} name */
export function crd(name) {
  const kind = name[0]?.toUpperCase() + name.slice(1);
  const fields = Array.from({ length: FIELDS_PER_CRD }, (_, index) => property(`field${index}`, index));
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    controller-gen.kubebuilder.io/version: v0.16.1
  name: ${name}s.bench.example
spec:
  group: bench.example
  names:
    kind: ${kind}
    listKind: ${kind}List
    plural: ${name}s
    singular: ${name}
  scope: Namespaced
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        description: ${kind} is the Schema for the ${name}s API
        properties:
          spec:
            properties:
${fields.join("")}            type: object
        type: object
    served: true
    storage: true
    subresources:
      status: {}
`;
}

/** @param {string} name @param {number} index */
function property(name, index) {
  const lines = [
    `${name}:`,
    "  description: |-",
    `    ${name} says how many of the objects are kept when the controller cleans up.`,
    "    This is a beta field and requires enabling the feature gate of the same name.",
    "    More info: https://example.com/docs/concepts/overview#labels",
    "  properties:",
    "    matchExpressions:",
    "      description: matchExpressions is a list of label selector requirements. The",
    "        requirements are ANDed.",
    "      items:",
    "        properties:",
    "          key:",
    "            type: string",
    "          operator:",
    `            default: "In"`,
    "            enum: [In, NotIn, Exists]",
    "            type: string",
    "          values:",
    "            items:",
    "              type: string",
    "            type: array",
    "            x-kubernetes-list-type: atomic",
    "        required:",
    "        - key",
    "        - operator",
    "        type: object",
    "      type: array",
    "    replicas:",
    "      default: 1",
    "      format: int32",
    `      maximum: ${index}`,
    "      type: integer",
    "  type: object",
  ];
  return lines.map((line) => `              ${line}\n`).join("");
}

/** @param {string} directory @param {string} path @param {string} text */
function write(directory, path, text) {
  const file = join(directory, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
