/** The text of an Application for tests. */

/** @param path of its directory in the repository `acme/shop` */
export function applicationText(name: string, path: string): string {
  return `---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${name}, namespace: argocd}
spec:
  project: default
  source: {repoURL: https://github.com/acme/shop, path: ${path}}
  destination: {name: in-cluster, namespace: web}
`;
}
