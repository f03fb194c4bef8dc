/** Random repositories with Flux: clusters, Kustomizations that declare others, and what these build. */
import { posix } from "node:path";
import type { Draw } from "../../engine/random/draw.ts";

/** Contents by path, without a leading slash. */
export type Repository = ReadonlyMap<string, string>;

const CLUSTERS = ["clusters/prod", "clusters/test"] as const;
const PARTS = ["apps", "apps/a", "apps/a/app", "apps/b", "infra", "infra/deep", "shared"] as const;
const COMPONENTS = ["components/c", "components/d"] as const;
const FILES = ["cm.yaml", "dep.yaml", "ks.yaml", "settings.yaml", "patch.txt", "data.env", "kustomization.yaml"];
const OFTEN: Readonly<Record<string, number>> = { "cm.yaml": 8, "settings.yaml": 1 };
const IGNORE_FILES = [".sourceignore", "apps/.sourceignore", "infra/.sourceignore"];

/** All paths that a repository can have, each with how many of ten have it. */
const PATHS: ReadonlyMap<string, number> = new Map([
  ...CLUSTERS.flatMap((cluster): [string, number][] => [
    [`${cluster}/flux-system/gotk-sync.yaml`, cluster === CLUSTERS[0] ? 9 : 5],
    [`${cluster}/flux-system/kustomization.yaml`, 5],
    [`${cluster}/apps.yaml`, 9],
    [`${cluster}/infra.yaml`, 6],
    [`${cluster}/settings.yaml`, 7],
    [`${cluster}/kustomization.yaml`, 5],
  ]),
  ...PARTS.flatMap((part) => FILES.map((name): [string, number] => [`${part}/${name}`, OFTEN[name] ?? 5])),
  ...COMPONENTS.flatMap((part) =>
    ["kustomization.yaml", "cm.yaml", "data.env"].map((name): [string, number] => [`${part}/${name}`, 8]),
  ),
  ...IGNORE_FILES.map((path): [string, number] => [path, 0]),
]);

/** One of ten repositories has files that it ignores. */
export function randomRepository(draw: Draw): Repository {
  const present = new Set<string>();
  const ignores = draw.once(10);
  for (const [path, ofTen] of PATHS)
    if (draw.count(9) < ofTen || (ignores && IGNORE_FILES.includes(path) && draw.once(2))) present.add(path);
  return new Map([...present].map((path) => [path, contentOf(draw, path, present)]));
}

/** Changes one file to three: they come, go, move, or get another content. */
export function edited(draw: Draw, before: Repository): Repository {
  const after = new Map(before);
  for (let count = draw.count(2) + 1; count > 0; count--) {
    const path = draw.of(...PATHS.keys());
    if (IGNORE_FILES.includes(path) && !draw.once(4)) continue;
    if (draw.once(5)) after.delete(path);
    else if (draw.once(12)) move(after, draw.of(...PARTS, ...COMPONENTS), draw.of(...PARTS, "apps/new"));
    else after.set(path, contentOf(draw, path, new Set(after.keys())));
  }
  return after;
}

function move(repository: Map<string, string>, from: string, to: string): void {
  const moved = [...repository].filter(([path]) => path.startsWith(`${from}/`));
  for (const [path, content] of moved) {
    repository.delete(path);
    repository.set(posix.join(to, path.slice(from.length + 1)), content);
  }
}

function contentOf(draw: Draw, path: string, present: ReadonlySet<string>): string {
  const [directory, name] = [posix.dirname(path), posix.basename(path)];
  if (name === ".sourceignore")
    return draw.of("*.env\n", "/infra/deep\n", "cm.yaml\n!/apps/a/cm.yaml\n", "ks.yaml\n", "");
  if (name === "data.env") return `A=${draw.of("1", "2")}\n`;
  if (name === "cm.yaml" || name === "patch.txt") return configMap(draw, posix.basename(directory));
  if (name === "settings.yaml") return settings(draw);
  if (name === "dep.yaml") return deploymentObject(draw, posix.basename(directory));
  if (name === "gotk-sync.yaml") return sync(draw, posix.dirname(directory));
  if (name === "kustomization.yaml") return kustomization(draw, directory, present);
  return kustomizations(draw, directory, name);
}

function configMap(draw: Draw, name: string): string {
  const value = draw.of("x", "y", "$" + "{NAME:=z}", "$" + "{OTHER:=w}", "$" + "{OTHER:=w}", "$" + "{OTHER}");
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {k: '${value}'}\n`;
}

function settings(draw: Draw): string {
  const kind = draw.of("ConfigMap", "ConfigMap", "Secret");
  const field = kind === "Secret" ? "stringData" : "data";
  const namespace = draw.once(4) ? "" : ", namespace: flux-system";
  return `apiVersion: v1\nkind: ${kind}\nmetadata: {name: ${draw.of("settings", "others")}${namespace}}\n${field}: {NAME: ${draw.of("one", "two")}, OTHER: ${draw.of("o", "p")}}\n`;
}

function deploymentObject(draw: Draw, part: string): string {
  return `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: '${draw.of("web", "$" + "{NAME:=web}")}-${part}'}\nspec: {template: {spec: {containers: [{name: c, image: '${draw.of("nginx:1", "nginx:2")}'}]}}}\n`;
}

/** What `flux bootstrap` writes. */
function sync(draw: Draw, cluster: string): string {
  const ignore = draw.once(8) ? `  ignore: |\n    ${draw.of("/shared", "/apps/b", "*.env")}\n` : "";
  return `apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: flux-system, namespace: flux-system}\nspec:\n  url: ssh://git@github.com/acme/platform\n${ignore}---\n${object(draw, "flux-system", `./${cluster}`)}`;
}

/** One file can declare several. */
function kustomizations(draw: Draw, directory: string, file: string): string {
  const count = draw.once(4) ? 2 : 1;
  const own = file === "ks.yaml" ? posix.basename(directory) : file.replace(".yaml", "");
  return Array.from({ length: count }, (_, index) => {
    const paths =
      file === "apps.yaml" ? ["apps", "apps", "apps/a"] : file === "infra.yaml" ? ["infra", "shared"] : PARTS;
    return object(draw, index === 0 ? own : draw.of("more", "apps", "shared"), `./${draw.of(...paths)}`);
  }).join("---\n");
}

const SUBSTITUTE_FROM = ["ConfigMap", "ConfigMap", "Secret"] as const;

function object(draw: Draw, name: string, path: string): string {
  const maybe = (inSoMany: number, text: () => string): string => (draw.once(inSoMany) ? text() : "");
  const fields = [
    maybe(5, () => `  targetNamespace: ${draw.of("shop", "ops")}\n`),
    maybe(8, () => `  namePrefix: ${draw.of("a-", "b-")}\n`),
    maybe(6, () => `  images: [{name: nginx, newTag: '${draw.of("3", "4")}'}]\n`),
    maybe(6, () => `  commonMetadata: {labels: {team: ${draw.of("a", "b")}}}\n`),
    maybe(
      6,
      () =>
        `  components: [${draw.of("../components/c", "../../components/c", "../../../components/d", "../shared")}]\n`,
    ),
    maybe(6, () => `  dependsOn: [{name: ${draw.of("apps", "infra", "more", "none")}}]\n`),
    maybe(4, () => {
      const patch = draw.of(
        "spec: {targetNamespace: patched}",
        "spec: {postBuild: {substitute: {NAME: patched}}}",
        "spec: {path: ./shared}",
        "spec: {suspend: true}",
      );
      return `  patches:\n  - target: {kind: Kustomization}\n    patch: |\n      apiVersion: kustomize.toolkit.fluxcd.io/v1\n      kind: Kustomization\n      metadata: {name: x}\n      ${patch}\n`;
    }),
    maybe(3, () => {
      const substitute = draw.once(2) ? `substitute: {NAME: ${draw.of("in", "line")}}, ` : "";
      const from = `{kind: ${draw.of(...SUBSTITUTE_FROM)}, name: ${draw.of("settings", "others")}, optional: ${draw.of("true", "false")}}`;
      return `  postBuild: {${substitute}substituteFrom: [${from}]}\n`;
    }),
  ];
  const source = draw.once(40) ? "elsewhere" : "flux-system";
  return `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: ${name}, namespace: flux-system}\nspec:\n  path: ${path}\n  prune: true\n  sourceRef: {kind: GitRepository, name: ${source}}\n${fields.join("")}`;
}

function kustomization(draw: Draw, directory: string, present: ReadonlySet<string>): string {
  const isComponent = directory.startsWith("components/") !== draw.once(30);
  const own = [...present].filter((path) => posix.dirname(path) === directory).map((path) => posix.basename(path));
  const listed = own.filter((name) => /^(?!kustomization).*\.yaml$/.test(name) && !draw.once(6));
  const others = [...PARTS, `${directory}/flux-system`].filter(
    (part) => present.has(`${part}/kustomization.yaml`) && !`${directory}/`.startsWith(`${part}/`),
  );
  const [other] = others;
  if (other !== undefined && draw.once(2)) listed.push(posix.relative(directory, draw.of(...others)));
  if (draw.once(12)) listed.push(draw.of("absent.yaml", "../shared/cm.yaml"));
  const lines = [
    isComponent ? "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n" : "",
    `resources: [${listed.join(", ")}]\n`,
    draw.once(6) ? `namespace: ${draw.of("shop", "ops")}\n` : "",
    draw.once(6) ? `components: [${posix.relative(directory, draw.of(...COMPONENTS))}]\n` : "",
    own.includes("data.env") && draw.once(2) ? "configMapGenerator: [{name: made, envs: [data.env]}]\n" : "",
    own.includes("patch.txt") && own.includes("cm.yaml") && draw.once(2) ? "patches: [{path: patch.txt}]\n" : "",
  ];
  return lines.join("");
}
