/** Random repositories for the graph: directories that include each other in all ways, and edits of them. */
import { posix } from "node:path";
import { memoryTree, type Tree } from "../../../src/sources/index.ts";
import { type Draw } from "../../engine/random/draw.ts";

/** A file, or a link if it begins with this. */
const LINK = "-> ";

/** Contents by path, without a leading slash. */
export type Repository = ReadonlyMap<string, string>;

const DIRECTORIES = [
  "apps/a",
  "apps/a/prod",
  "apps/b",
  "bases/a",
  "bases/b",
  "bases/b/deep",
  "components/c",
  "components/d",
  "configs/t",
  "compositions/m",
  "compositions/n",
  "shared",
] as const;
type Directory = (typeof DIRECTORIES)[number];
const FILES = [
  "web.yaml",
  "cm.yaml",
  "patch.yaml",
  "data.env",
  "config.yaml",
  "gen.yaml",
  "entries.yaml",
  "repl.yaml",
  "types.json",
  "fields.yaml",
];
const LINKS = ["link", "apps/link", "apps/a/link", "bases/link", "shared/link", "bases/a/data.env", "apps/b/web.yaml"];

export function treeOf(repository: Repository): Tree {
  const files: Record<string, string> = {};
  const links: Record<string, string> = {};
  for (const [path, content] of repository) {
    if (content.startsWith(LINK)) links[path] = content.slice(LINK.length);
    else files[path] = content;
  }
  return memoryTree(files, links);
}

export function randomRepository(draw: Draw): Repository {
  const repository = new Map<string, string>();
  for (const directory of DIRECTORIES) {
    if (draw.once(40)) continue;
    for (const name of FILES)
      if (!draw.once(60)) put(repository, `${directory}/${name}`, contentOf(draw, name, directory));
    putRoot(draw, repository, directory);
  }
  for (let count = draw.count(3); count > 0; count--) putLink(draw, repository);
  return repository;
}

/** One to three edits. */
export function edited(draw: Draw, before: Repository): Repository {
  const repository = new Map(before);
  for (let count = draw.count(2) + 1; count > 0; count--) {
    const paths = [...repository.keys()];
    const path = paths.length === 0 ? "shared/web.yaml" : draw.of(...paths);
    const directory = draw.of(...DIRECTORIES);
    switch (draw.count(8)) {
      case 0:
        repository.delete(path);
        break;
      case 1: {
        const content = repository.get(path) ?? "";
        repository.delete(path);
        const name = draw.of("renamed.yaml", "web.yaml", "kustomization.yml");
        put(repository, posix.join(posix.dirname(path), name), content);
        break;
      }
      case 2:
        putLink(draw, repository);
        break;
      case 3:
        for (const each of paths) if (each.startsWith(`${directory}/`)) repository.delete(each);
        break;
      case 4:
        move(repository, directory, draw.of(...DIRECTORIES, "bases/new"));
        break;
      case 5:
        put(repository, directory, LINK + relativeTo(posix.dirname(directory), draw.of(...DIRECTORIES)));
        break;
      case 6:
        putRoot(draw, repository, directory);
        break;
      default: {
        const name = draw.of(...FILES);
        put(repository, `${directory}/${name}`, contentOf(draw, name, directory));
      }
    }
  }
  return repository;
}

function move(repository: Map<string, string>, from: string, to: string): void {
  for (const [path, content] of [...repository].filter(([each]) => each.startsWith(`${from}/`))) {
    repository.delete(path);
    put(repository, to + path.slice(from.length), content);
  }
}

function putLink(draw: Draw, repository: Map<string, string>): void {
  const path = draw.of(...LINKS);
  const target = draw.of(...DIRECTORIES, "shared/web.yaml", "shared/data.env", "link", "apps/link", "nowhere", "bases");
  put(repository, path, LINK + (draw.once(8) ? "/outside" : relativeTo(posix.dirname(path), target)));
}

/** Replaces what is in the way. */
function put(repository: Map<string, string>, path: string, content: string): void {
  for (const other of repository.keys()) {
    if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) repository.delete(other);
  }
  repository.set(path, content);
}

function relativeTo(directory: string, target: string): string {
  return posix.relative(`/${directory}`, `/${target}`) || ".";
}

function contentOf(draw: Draw, name: string, directory: string): string {
  const value = draw.count(5);
  const id = `n${DIRECTORIES.indexOf(directory as Directory)}`;
  switch (name) {
    case "data.env":
      return `KEY=${value}\n`;
    case "patch.yaml":
      return `{apiVersion: v1, kind: ConfigMap, metadata: {name: web-${id}}, data: {patched: "${value}"}}\n`;
    case "config.yaml":
      return config(draw, directory, draw.of(0, 0, 2));
    case "gen.yaml":
      return config(draw, directory, draw.of(1, 3));
    case "entries.yaml":
      return [config(draw, directory), config(draw, directory)].join("---\n");
    case "repl.yaml":
      return `source: {kind: ConfigMap, name: web-${id}, fieldPath: data.value}\ntargets: [{select: {name: cm}, fieldPaths: [data.x]}]\n`;
    case "fields.yaml":
      return `commonLabels: [{path: spec/f${value}, create: true}]\n`;
    case "types.json":
      return `{"definitions": {"v${value}": {}}}`;
    default:
      return `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name.replace(".yaml", "")}-${id}}, data: {value: "${value}"}}\n`;
  }
}

/** A path to something, as a kustomization in a directory would write it. Mostly there is no circle. */
function pathFrom(draw: Draw, directory: string, names: readonly string[]): string {
  const at = DIRECTORIES.indexOf(directory as Directory) + 1;
  const later = DIRECTORIES.slice(at).filter((each) => !each.startsWith("components/") && !each.startsWith(directory));
  if (later.length === 0) return draw.of(...(names.length === 0 ? ["web.yaml", "cm.yaml"] : names));
  const other = draw.once(60) ? draw.of(...DIRECTORIES) : draw.of(...later);
  const whole = draw.once(30) ? draw.of(...LINKS) : names.length === 0 ? other : `${other}/${draw.of(...names)}`;
  const within = draw.once(60) ? `${draw.of("link", "apps/link")}/${draw.of("web.yaml", "a", "data.env")}` : whole;
  return relativeTo(directory, within);
}

const near = (draw: Draw, directory: string, names: readonly string[]): string =>
  draw.once(40) ? pathFrom(draw, directory, names) : draw.of(...names);

function config(draw: Draw, directory: string, which = draw.once(60) ? 4 : draw.count(3)): string {
  const name = `c${draw.count(999)}`;
  switch (which) {
    case 0:
      return `{apiVersion: builtin, kind: PatchTransformer, metadata: {name: ${name}}, path: ${near(draw, directory, ["patch.yaml"])}, target: {kind: ConfigMap}}\n`;
    case 1:
      return `{apiVersion: builtin, kind: ConfigMapGenerator, metadata: {name: ${name}}, files: [${near(draw, directory, ["data.env"])}]}\n`;
    case 2:
      return `{apiVersion: builtin, kind: LabelTransformer, metadata: {name: ${name}}, labels: {l: "${draw.count(3)}"}, fieldSpecs: [{path: metadata/labels, create: true}]}\n`;
    case 3:
      return `{apiVersion: builtin, kind: ConfigMapGenerator, metadata: {name: ${name}}, envs: [${near(draw, directory, ["data.env"])}]}\n`;
    default:
      return `{apiVersion: example.com/v1, kind: Fn, metadata: {name: ${name}}}\n`;
  }
}

function putRoot(draw: Draw, repository: Map<string, string>, directory: string): void {
  const isComposition = directory.startsWith("compositions/") !== draw.once(25);
  for (const name of ["kustomization.yaml", "composition.yaml"]) repository.delete(`${directory}/${name}`);
  if (draw.once(40)) return;
  if (directory === "configs/t" && !draw.once(4)) {
    const files = draw.once(2) ? "config.yaml" : "gen.yaml";
    put(repository, `${directory}/kustomization.yaml`, `resources: [${near(draw, directory, [files])}]\n`);
    return;
  }
  if (isComposition) put(repository, `${directory}/composition.yaml`, composition(draw, directory));
  else put(repository, `${directory}/kustomization.yaml`, kustomization(draw, directory));
}

function list(draw: Draw, most: number, make: () => string): string {
  return `[${[...new Set(Array.from({ length: draw.count(most - 1) + 1 }, make))].join(", ")}]`;
}

function kustomization(draw: Draw, directory: string): string {
  if (draw.once(80)) return "resources: [\n";
  const lines = [
    directory.startsWith("components/") ? "kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1" : "",
  ];
  const file = (...names: string[]) => near(draw, directory, names);
  const root = () => pathFrom(draw, directory, []);
  const add = (inSoMany: number, make: () => string): void => {
    if (draw.once(inSoMany)) lines.push(make());
  };
  const isComponent = directory.startsWith("components/") && !draw.once(20);
  if (isComponent) lines.push(`commonAnnotations: {a: "${draw.count(3)}"}`);
  else lines.push(`resources: ${list(draw, 3, () => (draw.once(3) ? file("web.yaml", "cm.yaml") : root()))}`);
  add(3, () => `components: [${relativeTo(directory, draw.of("components/c", "components/d"))}]`);
  add(4, () => `patches: [{path: ${file("patch.yaml")}, target: {kind: ConfigMap}}]`);
  add(25, () => `patchesStrategicMerge: [${file("patch.yaml")}]`);
  add(
    3,
    () =>
      `configMapGenerator: [{name: g${draw.count(99)}, files: [k=${file("data.env", "web.yaml")}], envs: [${file("data.env")}]}]`,
  );
  add(
    6,
    () =>
      `transformers: [${draw.once(2) ? file("config.yaml") : draw.of(root(), ...Array<string>(9).fill(relativeTo(directory, "configs/t")))}]`,
  );
  add(8, () => `generators: [${draw.once(2) ? file("gen.yaml") : relativeTo(directory, "configs/t")}]`);
  add(50, () => `validators:\n- |-\n  ${config(draw, directory, 2).trim()}`);
  add(10, () => `crds: [${file("types.json")}]`);
  add(10, () => `configurations: [${file("fields.yaml")}]`);
  add(10, () => `openapi: {path: ${file("types.json")}}`);
  add(20, () => `replacements: [{path: ${file("repl.yaml")}}]`);
  // One base that is reached in two ways has two names.
  if (!draw.once(10)) lines.push(`namePrefix: p${DIRECTORIES.indexOf(directory as Directory)}-`);
  return `${lines.filter((line) => line !== "").join("\n")}\n`;
}

function composition(draw: Draw, directory: string): string {
  const file = (...names: string[]) => near(draw, directory, names);
  const root = () => pathFrom(draw, directory, []);
  const entry = (): string => {
    switch (draw.count(4)) {
      case 0:
        return `{kind: ResourceAccumulator, metadata: {name: r${draw.count(3)}}, paths: [${draw.once(2) ? root() : file("web.yaml")}]}`;
      case 1:
        return file("config.yaml", "entries.yaml");
      case 2:
        return relativeTo(directory, "configs/t");
      case 3:
        return `{kind: Kustomization, apiVersion: kustomize.config.k8s.io/v1beta1, metadata: {name: k${draw.count(3)}}, resources: [${root()}], transformers: [${file("config.yaml")}]}`;
      default:
        return config(draw, directory).trim();
    }
  };
  const lines = ["kind: Composition", "apiVersion: kustomize.config.k8s.io/v1alpha1"];
  lines.push(
    `transformers: [{kind: ResourceAccumulator, metadata: {name: first${DIRECTORIES.indexOf(directory as Directory)}}, paths: [${file("web.yaml")}]}, ${entry()}]`,
  );
  const imported = directory === "compositions/m" ? "compositions/n" : "compositions/m";
  if (directory !== "compositions/n" || draw.once(60)) {
    const other = draw.once(20) ? root() : relativeTo(directory, imported);
    lines.push(`transformersFrom: [{path: ${other}${draw.once(4) ? "/composition.yaml" : ""}}]`);
    if (draw.once(4)) {
      const first = `first${DIRECTORIES.indexOf(imported)}`;
      const paths = `paths: [${file("cm.yaml")}]`;
      lines.push(`transformerOverrides: [{kind: ResourceAccumulator, metadata: {name: ${first}}, ${paths}}]`);
    }
  }
  return `${lines.join("\n")}\n`;
}
