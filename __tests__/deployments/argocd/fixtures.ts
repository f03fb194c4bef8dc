/** Applications for tests, and what is read of them. */
import { readApplication } from "../../../src/deployments/argocd/index.ts";
import { ObjectPlaces, objectsOf } from "../../../src/deployments/objects/index.ts";
import type { Tree } from "../../../src/sources/tree.ts";
import { parseResources } from "../../../src/yaml/index.ts";

export const COMMIT = "0123456789abcdef0123456789abcdef01234567";

/** Reads the Application that a text holds. */
export async function read(tree: Tree, text: string, more: { own?: string; commit?: string | undefined } = {}) {
  const documents = parseResources(text, "app.yaml");
  const [printed] = objectsOf(documents);
  if (printed === undefined) throw new Error("no Application");
  const places = new ObjectPlaces({ documents: async () => documents });
  return readApplication(printed, {
    tree,
    places,
    own: more.own ?? "o/r",
    branches: new Set(["main", "feature"]),
    commit: "commit" in more ? more.commit : COMMIT,
  });
}

/** The text of an Application. @param spec its fields, as JSON or YAML in one line */
export function application(spec: string, name = "web"): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${name}, namespace: argocd}
spec: ${spec}
`;
}

/** An Application with one source in the directory `web` of the repository. @param helm the fields of \`helm\` */
export function webApplication(helm: string, more = ""): string {
  return application(
    `{destination: {name: in-cluster, namespace: shop}, source: {repoURL: "https://x.example/o/r", path: web, helm: {${helm}}${more}}}`,
  );
}
