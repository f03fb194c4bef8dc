/** Objects with contents, for the tests of pairing. */
import type { RenderedResource } from "../../../../src/render/rendering.ts";
import { resource } from "../../renderings.ts";

export interface Parts {
  readonly name: string;
  readonly namespace?: string;
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly labels?: string;
  readonly original?: RenderedResource["original"];
  readonly origin?: RenderedResource["origin"];
}

/** An object with the lines of `body` below its metadata. */
export function object(parts: Parts, body = ""): RenderedResource {
  const { name, namespace = "", kind = "ConfigMap", apiVersion = "v1", labels = "", original, origin } = parts;
  const more = `${labels && `  labels:\n${labels.replace(/^/gm, "    ")}\n`}  name: ${name}\n`;
  const scope = namespace && `  namespace: ${namespace}\n`;
  return resource(`apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n${more}${scope}${body}`, { original, origin });
}

/** A Deployment whose labels and container have its name. */
export function deployment(parts: Parts, { image = "shop:1", replicas = 2, label = parts.name } = {}) {
  const body = `spec:
  replicas: ${replicas}
  selector:
    matchLabels:
      app: ${label}
  template:
    metadata:
      labels:
        app: ${label}
    spec:
      containers:
      - image: ${image}
        name: ${label}
        ports:
        - containerPort: 8080
`;
  return object({ apiVersion: "apps/v1", kind: "Deployment", labels: `app: ${label}`, ...parts }, body);
}

export function settings(parts: Parts, values: readonly string[]) {
  return object(parts, `data:\n${values.map((value, index) => `  key${index}: ${value}\n`).join("")}`);
}

export function serviceAccount(parts: Parts) {
  return object({ kind: "ServiceAccount", labels: "chart: shop\nheritage: Helm\nrelease: r\ntier: x", ...parts });
}

/** `Kind namespace/name`. */
export function shown(side: RenderedResource | undefined): string {
  return side === undefined ? "-" : `${side.kind} ${side.namespace}/${side.name}`;
}
