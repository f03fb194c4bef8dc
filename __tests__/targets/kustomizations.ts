/** Builds trees for the tests of targets. */
import { memoryTree, type Tree } from "../../src/sources/index.ts";

export const COMPONENT = "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n";

/** A kustomization that lists the given directories. */
export function including(...resources: string[]): string {
  return `resources: [${resources.join(", ")}]\n`;
}

/** A tree with a kustomization.yaml of the given text in each directory; `.` is the top. */
export function treeOf(directories: Record<string, string>, links: Record<string, string> = {}): Tree {
  const files: Record<string, string> = {};
  for (const [directory, text] of Object.entries(directories)) {
    files[directory === "." ? "/kustomization.yaml" : `/${directory}/kustomization.yaml`] = text;
  }
  return memoryTree(files, links);
}
