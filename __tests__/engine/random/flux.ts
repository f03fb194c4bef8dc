/** Random Kustomizations of Flux, and what kustomize-controller reads otherwise than kustomize. */
import type { FluxSpec } from "../flux-reference.ts";
import { type Draw, NAMES, NAMESPACES } from "./draw.ts";
import { randomTree } from "./kustomizations.ts";
import { randomObject } from "./objects.ts";
import { documentsText } from "./yaml-text.ts";

export interface FluxCase {
  readonly files: Record<string, string>;
  readonly path: string;
  readonly spec: FluxSpec;
}

export function fluxCase(draw: Draw): FluxCase {
  const files = draw.once(2) ? lenient(draw, randomTree(draw)) : withoutKustomization(draw, randomTree(draw));
  return { files, path: draw.once(12) ? "." : "top", spec: fluxSpec(draw, files) };
}

/** Lines that kustomize refuses or drops, before those of the topmost kustomization. */
function lenient(draw: Draw, files: Record<string, string>): Record<string, string> {
  const [path, text] = topFile(files);
  const line = draw.of(
    "",
    "unknown: {a: [1]}\n",
    "namePrefix: 5\n",
    "namespace: true\n",
    "nameSuffix: 1.50\n",
    "commonLabels: {a: 1, b: yes}\n",
    "commonAnnotations: {a: 0x10, b: 1e3, c: 012}\n",
    "images: [{name: nginx, newTag: 1.10}]\n",
    "labels: [{pairs: {a: 1}, more: 2}]\n",
    "catalogs: [a.yaml]\n",
    "resources: []\n",
    "kind: Component\n",
    "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n",
    "apiVersion: 5\n",
    "configMapGenerator: [{name: made, literals: [a=1], options: {labels: {a: 1}}}]\n",
    "configMapGenerator: [{name: made, literals: [5]}]\n",
    "patches: [{patch: 5}]\n",
    "patches: [{target: {kind: Deployment, labelSelector: 5}, patch: '[]'}]\n",
    "replicas: [{name: 5, count: 2}]\n",
    "replacements: [{source: {kind: 5}}]\n",
    "buildMetadata: [transformerAnnotations]\n",
  );
  return { ...files, [path]: draw.once(4) ? `${text}\n${line}` : `${line}${text}` };
}

function topFile(files: Readonly<Record<string, string>>): [path: string, text: string] {
  const found = Object.entries(files).find(([path]) => /^top\/[Kk]ustomization[^/]*$/.test(path));
  return found ?? ["top/kustomization.yaml", ""];
}

/** Files in directories with and without a kustomization of their own. */
function withoutKustomization(draw: Draw, tree: Record<string, string>): Record<string, string> {
  const files = Object.fromEntries(Object.entries(tree).filter(([file]) => !file.startsWith("top/")));
  const directories = ["top", "top/a", "top/a/b", "top/a.yaml.d", "top/B", "top/é"];
  for (let count = draw.count(4); count >= 0; count--) {
    const directory = draw.of(...directories);
    const name = draw.of("a.yaml", "a.yml", "b.YAML", "c.json", ".yaml", "nothing.yaml", "~.yaml", "a b.yaml");
    const objects = [randomObject(draw), ...(draw.once(3) ? [randomObject(draw)] : [])];
    const odd = (): string => draw.of("", "# nothing\n", "a: b\n", "- a\n", "kind: A\n", "{}\n", "a: [\n");
    files[`${directory}/${name}`] = draw.once(20) ? odd() : documentsText(objects);
  }
  const inner = draw.of(...directories.slice(1));
  const own = Object.keys(files).filter((file) => file.startsWith(`${inner}/`));
  if (draw.once(2) && own.length > 0) {
    const listed = own.slice(0, draw.count(1) + 1).map((file) => `- "${file.slice(inner.length + 1)}"\n`);
    const name = draw.of("kustomization.yaml", "kustomization.yml", "Kustomization");
    files[`${inner}/${name}`] = `${draw.of("", "namePrefix: k-\n", "kind: Component\n")}resources:\n${listed.join("")}`;
  }
  return files;
}

function fluxSpec(draw: Draw, files: Readonly<Record<string, string>>): FluxSpec {
  const given = <T>(inSoMany: number, make: () => T): T | undefined => (draw.once(inSoMany) ? make() : undefined);
  const components = Object.keys(files).flatMap((path) => /^([^/]*part[^/]*)\/[Kk]ustom/.exec(path)?.[1] ?? []);
  const component = (): string =>
    draw.of("../absent", ...components.map((name) => `../${name}`), ...(draw.once(6) ? ["../base", ...ODD] : []));
  const spec = {
    targetNamespace: given(3, () => draw.of("live", "", ...NAMESPACES)),
    namePrefix: given(5, () => draw.of("f-", "", "1")),
    nameSuffix: given(5, () => draw.of("-f", "")),
    patches: given(2, () => several(draw, () => patch(draw))),
    components: given(5, () => several(draw, component)),
    ignoreMissingComponents: given(2, () => draw.once(2)),
    patchesStrategicMerge: given(20, () => [merge(draw)]),
    patchesJson6902: given(20, () => [
      { patch: operations(draw), target: { version: "v1", kind: "Service", name: objectName(draw) } },
    ]),
    images: given(3, () => several(draw, () => image(draw))),
    buildMetadata: given(8, () =>
      several(draw, () => draw.of("originAnnotations", "transformerAnnotations", "managedByLabel")),
    ),
  };
  return JSON.parse(JSON.stringify(spec)) as FluxSpec;
}

const ODD = ["https://example.com/a", "git@example.com:a/b", "/abs", "gh:", "github.com/a/b", "file:///a", ""];

function several<T>(draw: Draw, make: () => T): T[] {
  return Array.from({ length: draw.count(1) + 1 }, make);
}

function objectName(draw: Draw): string {
  return draw.of(...NAMES);
}

function operations(draw: Draw): Record<string, unknown>[] {
  return [
    draw.of<Record<string, unknown>>(
      { op: "add", path: "/metadata/annotations", value: { a: "1" } },
      { op: "add", path: "/metadata/labels", value: { app: "web", x: "0x10" } },
      { op: "add", path: "/metadata/annotations", value: null },
      { op: "replace", path: "/metadata/name", value: "other" },
      { op: "remove", path: "/spec" },
      { op: "test", path: "/kind", value: "Service" },
    ),
  ];
}

function merge(draw: Draw): Record<string, unknown> {
  const object = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: objectName(draw), labels: { patched: "yes" } },
  };
  return draw.once(4) ? { ...object, $patch: "delete" } : { ...object, spec: { type: "NodePort" } };
}

function patch(draw: Draw): NonNullable<FluxSpec["patches"]>[number] {
  if (draw.once(12)) return { patch: draw.of(JSON.stringify(merge(draw)), "a: [", JSON.stringify(operations(draw))) };
  const target = draw.of<Record<string, string>>(
    { kind: "Service" },
    { kind: "Deployment|Service", name: ".*" },
    { group: "apps", version: "v1" },
    { labelSelector: "app=web" },
    { annotationSelector: "!absent" },
    { namespace: "shop" },
    {},
  );
  const text = draw.of(
    JSON.stringify(operations(draw)),
    "- op: add\n  path: /metadata/labels\n  value: {x: 1}\n",
    "apiVersion: v1\nkind: Any\nmetadata:\n  name: any\n  annotations:\n    patched: 'true'\n",
    "metadata:\n  name: any\n  labels: {a: b}\nkind: Any\n",
  );
  return { patch: text, target };
}

function image(draw: Draw): Record<string, string> {
  return {
    name: draw.of("nginx", "nginx", "web", "registry.example.com/app"),
    ...(draw.once(2) && { newName: draw.of("other", "") }),
    ...(draw.once(2) && { newTag: draw.of("2.0", "") }),
    ...(draw.once(3) && { digest: "sha256:24a0c4b4a4c0eb97a1aabb8e29f18e917d05abfe1b7a7c07857230879ce7d3d3" }),
  };
}
