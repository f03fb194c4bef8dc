/** The files that the tests of the action render. */
import type { Files } from "./repository.ts";

/** Secret values, which no output may hold in any encoding. */
export const SECRETS = ["sw0rdfish-of-old", "sw0rdfish-of-new", "opensesame-left", "opensesame-right"] as const;

const deployment = (image: string) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 1
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - name: web
        image: ${image}
        envFrom:
        - secretRef:
            name: db
`;

const secret = (value: string) => `apiVersion: v1
kind: Secret
metadata:
  name: token
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: '{"stringData":{"token":"${value}"}}'
stringData:
  token: ${value}
`;

const generator = (value: string) => `resources:
- web.yaml
- token.yaml
secretGenerator:
- name: db
  literals:
  - password=${value}
`;

/** A base, two overlays, and an independent target that the pull request does not change. */
export const SHOP: Files = {
  "apps/web/base/kustomization.yaml": generator(SECRETS[0]),
  "apps/web/base/token.yaml": secret(SECRETS[2]),
  "apps/web/base/web.yaml": deployment("registry.example/web:1.4.2"),
  "apps/web/overlays/prod/kustomization.yaml": "namePrefix: prod-\nresources:\n- ../../base\n",
  "apps/web/overlays/staging/kustomization.yaml": "namePrefix: staging-\nresources:\n- ../../base\n",
  "apps/legacy/kustomization.yaml": "resources:\n- config.yaml\n",
  "apps/legacy/config.yaml": configMap("legacy", "size: small"),
};

/** The changes of the pull request: an image, and every secret. */
export const CHANGE: Files = {
  "apps/web/base/kustomization.yaml": generator(SECRETS[1]),
  "apps/web/base/token.yaml": secret(SECRETS[3]),
  "apps/web/base/web.yaml": deployment("registry.example/web:1.5.0"),
};

export const PROD = "apps/web/overlays/prod";

export function configMap(name: string, data: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  ${data}\n`;
}

/** A change too large for a comment: many objects of many lines in multi-byte characters. */
export function hugeChange(objects: number): Files {
  const names = Array.from({ length: objects }, (_, index) => `config-${index}`);
  const data = Array.from({ length: 40 }, (_, index) => `key-${index}: "häßlich ☃ ${"```".repeat(3)} ${index}"`).join(
    "\n  ",
  );
  return {
    "apps/huge/kustomization.yaml": `resources:\n${names.map((name) => `- ${name}.yaml\n`).join("")}`,
    ...Object.fromEntries(names.map((name) => [`apps/huge/${name}.yaml`, configMap(name, data)])),
  };
}
