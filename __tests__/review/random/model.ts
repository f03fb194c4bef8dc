/** Small kustomize repositories as data, so that a change can be made to them before they become files. */
import type { Entry, Files } from "../scenarios/scenario.ts";

export const KINDS = ["Deployment", "Service", "ConfigMap", "Secret", "ClusterRole", "Shop"] as const;
export type Kind = (typeof KINDS)[number];

export interface ObjectModel {
  /** Tells the objects of one repository apart, whatever their names: it decides most of their values. */
  readonly id: number;
  readonly kind: Kind;
  readonly name: string;
  readonly version: 1 | 2;
  /** Values that changes are made to. */
  readonly values: readonly number[];
}

export interface GeneratorModel {
  readonly id: number;
  readonly kind: "ConfigMap" | "Secret";
  readonly values: readonly number[];
}

/** A directory that others build on. */
export interface BaseModel {
  readonly objects: readonly ObjectModel[];
  readonly generators: readonly GeneratorModel[];
}

export interface OverlayModel {
  readonly directory: string;
  /** The index of its base. */
  readonly base: number;
  readonly prefix: string;
  readonly namespace: string;
  readonly label: number;
  readonly replicas: number;
  /** The kustomization names a file that does not exist. */
  readonly isBroken: boolean;
}

export interface RepositoryModel {
  readonly bases: readonly BaseModel[];
  readonly overlays: readonly OverlayModel[];
}

/** Part of each value of a Secret, and of nothing else. */
export const SECRET_MARK = "correct-horse";

export function secretValue(id: number, value: number): string {
  return `${SECRET_MARK}-${id}-${value}`;
}

export function filesOf({ bases, overlays }: RepositoryModel): Files {
  const files = new Map<string, Entry>();
  for (const [index, base] of bases.entries()) {
    const names = base.objects.map((object) => `${object.name}-${object.kind.toLowerCase()}.yaml`);
    for (const [at, object] of base.objects.entries()) put(`bases/${index}/${names[at]}`, yaml(manifestOf(object)));
    put(`bases/${index}/kustomization.yaml`, yaml({ resources: [...new Set(names)], ...generatorFields(base) }));
  }
  for (const overlay of overlays) put(`${overlay.directory}/kustomization.yaml`, yaml(kustomizationOf(overlay)));
  return files;

  function put(path: string, text: string): void {
    files.set(path, { text });
  }
}

/** JSON is YAML. With a line for each value, it has lines that a change is seen in. */
function yaml(value: unknown): string {
  return `${JSON.stringify(value, undefined, 1)}\n`;
}

function generatorFields({ generators }: BaseModel): Record<string, unknown> {
  const ofKind = (kind: GeneratorModel["kind"]) => generators.filter((generator) => generator.kind === kind);
  return {
    configMapGenerator: ofKind("ConfigMap").map(({ id, values }) => ({
      name: `made-${id}`,
      literals: values.map((value, index) => `key${index}=${id}-${value}`),
    })),
    secretGenerator: ofKind("Secret").map(({ id, values }) => ({
      name: `made-${id}`,
      literals: values.map((value, index) => `key${index}=${secretValue(id, value)}`),
    })),
  };
}

function kustomizationOf(overlay: OverlayModel): Record<string, unknown> {
  const up = "../".repeat(overlay.directory.split("/").length);
  return {
    resources: [`${up}bases/${overlay.base}`, ...(overlay.isBroken ? ["missing.yaml"] : [])],
    ...(overlay.prefix === "" ? {} : { namePrefix: overlay.prefix }),
    ...(overlay.namespace === "" ? {} : { namespace: overlay.namespace }),
    labels: [{ pairs: { team: `team-${overlay.label}` }, includeSelectors: overlay.label % 2 === 0 }],
    patches: [
      {
        target: { kind: "Deployment" },
        patch: JSON.stringify([{ op: "replace", path: "/spec/replicas", value: overlay.replicas }]),
      },
    ],
  };
}

function manifestOf(object: ObjectModel): Record<string, unknown> {
  const { id, kind, name, version, values } = object;
  const metadata = { name, annotations: Object.fromEntries(range(6).map((key) => [`note-${key}`, `${id} ${key}`])) };
  const numbered = (make: (value: number, index: number) => string) =>
    Object.fromEntries(values.map((value, index) => [`key${index}`, make(value, index)]));
  switch (kind) {
    case "Deployment": {
      const containers = values.map((value, index) => ({
        name: `c${index}`,
        image: `registry.example/app-${id}:${value}`,
        args: [`--id=${id}`, `--level=${value}`],
        envFrom: [{ configMapRef: { name: `made-${id % 5}` } }],
      }));
      return {
        apiVersion: "apps/v1",
        kind,
        metadata,
        spec: { replicas: 1, selector: { matchLabels: { app: `app-${id}` } }, template: { spec: { containers } } },
      };
    }
    case "Service": {
      const ports = values.map((value, index) => ({ name: `p${index}`, port: 1000 + value, protocol: "TCP" }));
      return { apiVersion: "v1", kind, metadata, spec: { selector: { app: `app-${id}` }, ports } };
    }
    case "ConfigMap": {
      const text = values.map((value, index) => `line ${index} of ${id}\nvalue = ${value}\n`).join("");
      return { apiVersion: "v1", kind, metadata, data: { ...numbered((value) => `${id}-${value}`), "app.conf": text } };
    }
    case "Secret": {
      // Enough that it is known again under another name.
      const own = Object.fromEntries(range(5).map((key) => [`own${key}`, secretValue(id, 100 + key)]));
      const stringData = { ...numbered((value) => secretValue(id, value)), ...own };
      return { apiVersion: "v1", kind, metadata, stringData };
    }
    case "ClusterRole": {
      const rules = values.map((value) => ({
        apiGroups: [`group-${value}.example`],
        resources: [`things-${id}`, "others"],
        verbs: ["get", "list", ...(value % 2 === 0 ? ["watch"] : [])],
      }));
      return { apiVersion: "rbac.authorization.k8s.io/v1", kind, metadata, rules };
    }
    case "Shop": {
      const wares = values.map((value) => ({ ware: `ware ${value}`, price: { amount: value, currency: "EUR" } }));
      return { apiVersion: `shop.example/v${version}`, kind, metadata, spec: { owner: `ada-${id}`, wares } };
    }
  }
}

export function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
