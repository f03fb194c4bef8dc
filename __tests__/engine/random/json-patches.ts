/** Random JSON 6902 patches, mostly for fields that exist. */
import type { Draw } from "./draw.ts";
import { type Level, named, writeText } from "./level.ts";
import { Lines, type Yaml, yamlText } from "./yaml-text.ts";

const VALUES = ["5", '"5"', "text", "{k: v}", "[1, two]", "null", "1.0", "yes", "010", "2001-01-01", "1e3"] as const;

const PATHS: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: ["/data/a", "/data/b", "/data", "/data/c.yaml", "/immutable"],
  Widget: ["/spec/size", "/spec/parts/-", "/spec/parts/0", "/spec/parts/0/name", "/spec/odd", "/spec/list/1"],
  Deployment: [
    "/spec/replicas",
    "/spec/template/spec/containers/0/image",
    "/spec/template/spec/containers/-",
    "/spec/template/spec/containers/0/env/0",
    "/spec/template/metadata/labels/example.com~1part",
  ],
  Service: ["/spec/type", "/spec/ports/0/port", "/spec/ports/-1"],
};

/** A list of operations, in YAML or in JSON. */
export function operations(draw: Draw, kind: string | undefined): string {
  const known = PATHS[kind ?? ""] ?? [];
  const anywhere = ["/metadata/labels", "/metadata/annotations", "/extra", "/metadata/note"];
  const paths = [...anywhere, ...anywhere, "/metadata/annotations/note", "/metadata/name", ...known];
  const one = (): { readonly [key: string]: string | undefined } => {
    const op = draw.once(4) ? draw.of("remove", "test", "copy", "move") : draw.of("add", "add", "replace");
    // In kustomize, copies of annotations contain internal annotations, which krm-render leaves out.
    const from = op === "copy" || op === "move" ? draw.of("/metadata/labels", ...known) : undefined;
    const value = from === undefined && op !== "remove" ? draw.of(...VALUES) : undefined;
    return { op, path: draw.of(...paths), from, value };
  };
  const list = draw.once(4) ? [one(), one()] : [one()];
  return draw.once(6) ? json(list) : yamlText(list);
}

function json(list: readonly { readonly [key: string]: string | undefined }[]): string {
  const items = list.map(({ value, ...rest }) => {
    const isPlain = value !== undefined && /^(?:\d|"|null$)/.test(value) && !/^0|^\d+-/.test(value);
    const text = value === undefined ? "" : `, "value": ${isPlain ? value : JSON.stringify(value)}`;
    return `${JSON.stringify(rest).slice(0, -1)}${text}}`;
  });
  return `[${items.join(", ")}]\n`;
}

/** An entry of `patchesJson6902`. */
export function jsonPatchEntry(level: Level): Yaml {
  const { apiVersion, kind, name } = named(level, ...(["ConfigMap", "Deployment", "Widget", "Service"] as const));
  const [version, group] = apiVersion.split("/").reverse();
  const target = { group, version, kind, name };
  const text = operations(level.draw, kind);
  if (level.draw.once(3)) return { target, path: writeText(level, "operations", "yaml", text) };
  return { target, patch: new Lines(text) };
}
