/** Random files that change how fields are found: configurations, definitions of types, schemas; and variables. */
import { type Draw, type Fields, NAMES } from "./draw.ts";
import { type Level, pick, writeFile, writeText } from "./level.ts";
import type { Yaml } from "./yaml-text.ts";

/** A file of `configurations`. */
export function configuration({ draw }: Level): Yaml {
  const given = <T>(make: () => T): T | undefined => (draw.once(4) ? make() : undefined);
  return {
    nameReference: given(() => [
      {
        kind: draw.of("ConfigMap", "Secret", "Service"),
        version: draw.of("v1", undefined),
        fieldSpecs: [
          { kind: "Widget", path: draw.of("spec/configMap/name", "spec/secretRef/name", "spec/parts/name") },
        ],
      },
    ]),
    namePrefix: given(() => [
      { path: draw.of("metadata/name", "spec/configMap/name"), kind: draw.of("Widget", undefined) },
    ]),
    commonLabels: given(() => [
      { path: "spec/selector/matchLabels", create: draw.of("true", "false"), kind: "Widget" },
    ]),
    commonAnnotations: given(() => [{ path: "spec/notes", create: "true", kind: "Widget" }]),
    templateLabels: given(() => [{ path: "spec/labels", create: "true", kind: "Widget" }]),
    images: given(() => [{ path: draw.of("spec/parts[]/image", "spec/parts/image"), kind: "Widget" }]),
    replicas: given(() => [{ path: "spec/size", create: "true", kind: draw.of("Widget", "ConfigMap") }]),
    namespace: given(() => [{ path: "spec/where", create: draw.of("true", "false"), kind: "Widget" }]),
    varReference: given(() => [
      { path: draw.of("spec/size", "spec/parts/name", "data"), kind: draw.of("Widget", "ConfigMap") },
    ]),
  };
}

/** A file of `crds`. */
export function crds({ draw }: Level): Yaml {
  const reference = {
    "x-kubernetes-object-ref-api-version": "v1",
    "x-kubernetes-object-ref-kind": draw.of("ConfigMap", "Secret"),
  };
  return {
    "example.com/v1.Widget": {
      Schema: {
        properties: { kind: {}, apiVersion: {}, metadata: {}, spec: { $ref: "example.com/v1.WidgetSpec" } },
      },
    },
    "example.com/v1.WidgetSpec": {
      Schema: {
        properties: {
          configMap: reference,
          notes: draw.once(2) ? { "x-kubernetes-annotation": '""' } : undefined,
          selector: draw.once(2) ? { "x-kubernetes-label-selector": '""' } : undefined,
          title: draw.once(2) ? { "x-kubernetes-identity": '""' } : undefined,
        },
      },
    },
  };
}

const SCHEMA = {
  definitions: {
    Widget: {
      properties: { spec: { $ref: "#/definitions/Spec" } },
      "x-kubernetes-group-version-kind": [{ group: "example.com", version: "v1", kind: "Widget" }],
    },
    Spec: {
      properties: {
        parts: {
          type: "array",
          items: {},
          "x-kubernetes-patch-strategy": "merge",
          "x-kubernetes-patch-merge-key": "name",
        },
      },
    },
  },
};

/** The field `openapi`. */
export function openApi(level: Level): Yaml {
  if (level.draw.once(3)) return { version: "v1.21.2" };
  return { path: writeText(level, "schema", "json", JSON.stringify(SCHEMA)) };
}

/** The name of a file of the level, in a list. */
export function fileOf(level: Level, stem: string, make: (level: Level) => Yaml): Yaml {
  return [writeFile(level, stem, [make(level)])];
}

/** The field `vars`; names contain the directory, because a name that is given twice is an error. */
export function variables(level: Level, names: readonly string[]): Yaml {
  return names.map((name) => variable(level, name));
}

function variable(level: Level, name: string): Fields {
  const { draw } = level;
  const known = pick(level, "ConfigMap", "Service", "Deployment", "Widget") ?? {
    apiVersion: "v1",
    kind: "ConfigMap",
    name: NAMES[0],
    namespace: undefined,
  };
  return {
    name,
    objref: { apiVersion: known.apiVersion, kind: known.kind, name: known.name, namespace: known.namespace },
    fieldref: draw.once(2) ? undefined : { fieldPath: fieldOf(draw, known.kind) },
  };
}

function fieldOf(draw: Draw, kind: string): string {
  if (kind === "ConfigMap") return draw.of("data.a", "metadata.namespace");
  if (kind === "Deployment") return draw.of("spec.replicas", "spec.template.spec.containers[0].image");
  return draw.of("metadata.name", "metadata.namespace", "spec.size");
}
