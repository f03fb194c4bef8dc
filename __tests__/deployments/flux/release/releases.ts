/** Makes HelmReleases and the objects of charts for tests. */
import {
  type HelmObject,
  isHelmRelease,
  type ReadReleaseInput,
  type Release,
  readRelease,
} from "../../../../src/deployments/flux/release/index.ts";
import { ObjectPlaces, objectsOf, type PrintedObject } from "../../../../src/deployments/objects/index.ts";
import { parseResources } from "../../../../src/yaml/index.ts";
import { get, type MapNode } from "../../../../src/yaml/nodes/node.ts";

export interface Cluster {
  /** The paths of all files, with their texts. */
  readonly files: Readonly<Record<string, string>>;
  readonly sources?: Partial<ReadReleaseInput["sources"]>;
  readonly parent?: ReadReleaseInput["parent"];
  /** The paths in the HelmRelease of what comes from Secrets. */
  readonly withheld?: readonly (readonly string[])[];
}

/** Reads the one HelmRelease of some files; all objects in them are in its cluster. */
export async function read({ files, sources, parent, withheld }: Cluster): Promise<Release> {
  const documents = (path: string) => parseResources(files[path.replace(/^\//, "")] ?? "", path.replace(/^\//, ""));
  const objects = Object.keys(files).flatMap((file) => objectsOf(documents(file)));
  const found = objects.find(isHelmRelease);
  if (found === undefined) throw new Error("no HelmRelease");
  return readRelease(
    { ...found, withheld },
    {
      cluster: "prod",
      parent,
      places: new ObjectPlaces({ documents: async (path) => documents(path) }),
      sources: {
        lookUp: async ({ kind, namespace, name }) =>
          objects.find((one: PrintedObject) => one.kind === kind && one.namespace === namespace && one.name === name),
        generators: () => objects.filter(({ kind }) => kind === "ArtifactGenerator"),
        settings: { roots: [], sources: [], values: [] } as unknown as ReadReleaseInput["sources"]["settings"],
        own: "https://github.com/acme/fleet",
        rootSources: new Set(["GitRepository flux-system/flux-system"]),
        topOf: () => "/",
        ...sources,
      },
    },
  );
}

/** A HelmRelease `apps/shop`. @param spec its fields in flow style, without braces */
export function release(spec: string, metadata = "name: shop, namespace: apps"): string {
  return `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {${metadata}}\nspec:\n${spec.replace(/^/gm, "  ")}\n`;
}

/** The objects of templates as helm prints them: hooks last. */
export function helmObjects(
  templates: Readonly<Record<string, string>>,
  withheld: Readonly<Record<string, readonly (readonly string[])[]>> = {},
): HelmObject[] {
  const objects = Object.entries(templates).flatMap(([path, text]) =>
    parseResources(text, path).map((document): HelmObject => {
      const node = document as MapNode;
      const hook = get(get(get(node, "metadata"), "annotations"), "helm.sh/hook");
      return {
        node,
        template: `shop/${path}`,
        hook: hook?.kind === "scalar" ? { events: hook.value.split(",") } : undefined,
        isCrd: path.startsWith("crds/"),
        withheld: withheld[path] ?? [],
      };
    }),
  );
  return [...objects.filter(({ hook }) => !hook), ...objects.filter(({ hook }) => hook)];
}
