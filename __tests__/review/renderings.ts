/** Makes renderings from YAML text, without the engine, for tests. */
import { parseAllDocuments } from "yaml";
import type { Failed, Rendered, RenderedResource, Value } from "../../src/render/rendering.ts";

/** Matches the suffix that kustomize's generators append, by its alphabet and length. */
const HASH = /-[2456789bcdfghkmt]{10}$/;

export function resource(yaml: string, more: Partial<RenderedResource> = {}): RenderedResource {
  const text = yaml.endsWith("\n") ? yaml : `${yaml}\n`;
  const value = parseAllDocuments(text, { version: "1.1", intAsBigInt: false })[0]?.toJS() as Value;
  const { apiVersion, kind, metadata } = value as {
    apiVersion: string;
    kind: string;
    metadata: { name: string; namespace?: string };
  };
  const generated = kind === "ConfigMap" || kind === "Secret";
  return {
    apiVersion,
    kind,
    namespace: metadata.namespace ?? "",
    name: metadata.name,
    baseName: generated ? metadata.name.replace(HASH, "") : metadata.name,
    yaml: text,
    value: () => value,
    ...more,
  };
}

/** The resources of a text with documents separated by `---`. */
export function rendered(yaml: string, target = "apps/shop/overlays/prod"): Rendered {
  const documents = yaml.split(/^---\n/m).filter((document) => document.trim() !== "");
  return {
    status: "rendered",
    target,
    resources: documents.map((document) => resource(document.replace(/^\n/, ""))),
    diagnostics: [],
  };
}

export function failed(target = "apps/shop/overlays/prod", message = "no such file", code = "file-not-found"): Failed {
  const diagnostic = {
    code,
    severity: "error",
    message,
    file: `${target}/kustomization.yaml`,
    line: 3,
  } as const;
  return { status: "failed", target, diagnostics: [diagnostic] };
}
