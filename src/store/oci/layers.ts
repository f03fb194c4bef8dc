/** Chooses the layer of an artifact; docs/specification/oci.md 7.2, 7.3, 7.6. */
import { failure, type KrmError } from "../../diagnostics.ts";
import { type Descriptor, TITLE } from "./manifest.ts";

/** Chooses one layer of an artifact. @throws KrmError `artifact-layer` */
export type ChooseLayer = (layers: readonly Descriptor[], name: string) => Descriptor;

const PREFIX = "application/vnd.cncf.kubernetes.krm-func";
const CATALOG_TYPES: readonly string[] = [`${PREFIX}-catalog.layer.v1+yaml`, `${PREFIX}-definition.layer.v1+yaml`];
const SCRIPT_TYPE = `${PREFIX}-runtime-starlark.layer.v1`;
/** The proposal repeats the type of scripts for executables, by mistake. */
const EXECUTABLE_TYPES: readonly string[] = [`${PREFIX}-runtime-exec.layer.v1`, SCRIPT_TYPE];

/** The one layer with a catalog or a definition of a function; or else the one whose title ends with `.yaml` or `.yml`. */
export const chooseCatalogLayer: ChooseLayer = (layers, name) =>
  theOnly(layers, name, "a catalog", CATALOG_TYPES, (title) => /\.ya?ml$/.test(title));

/** The one layer with a script, or else the one whose title ends with `.star`, or else the only one. */
export const chooseScriptLayer: ChooseLayer = (layers, name) =>
  theOnly(layers, name, "a script", [SCRIPT_TYPE], (title) => title.endsWith(".star"), true);

/** The one layer with an executable, or else the only one. */
export const chooseExecutableLayer: ChooseLayer = (layers, name) =>
  theOnly(layers, name, "an executable", EXECUTABLE_TYPES, () => false, true);

export const CHART_TYPE = "application/vnd.cncf.helm.chart.content.v1.tar+gzip";
/** The type before helm 3.7. */
const OLD_CHART_TYPE = "application/tar+gzip";

/** The one layer with the archive of a chart. */
export const chooseChartLayer: ChooseLayer = (layers, name) =>
  theOnly(layers, name, "a chart", [CHART_TYPE, OLD_CHART_TYPE], () => false);

/** The first layer, or the first one of a media type, as source-controller of Flux chooses. */
export function chooseFirstLayer(type: string | undefined): ChooseLayer {
  return (layers, name) => {
    const layer = layers.find(({ mediaType }) => !type || mediaType === type);
    if (layer !== undefined) return layer;
    const reason = type ? `none of its layers has the type ${type}: ${listed(layers)}` : listed(layers);
    const hint = "Correct `layerSelector` of the OCIRepository, or its reference.";
    throw failure("artifact-layer", `${name} cannot be used: ${reason}`, { hint });
  };
}

function theOnly(
  layers: readonly Descriptor[],
  name: string,
  what: string,
  types: readonly string[],
  isTitle: (title: string) => boolean,
  orAny = false,
): Descriptor {
  const typed = layers.filter(({ mediaType }) => types.includes(mediaType));
  const titled = layers.filter(({ annotations }) => isTitle(annotations.get(TITLE) ?? ""));
  const found = [typed, titled, orAny ? layers : []].find(({ length }) => length > 0) ?? [];
  const [layer, second] = found;
  if (layer === undefined) throw refused(name, `none of its layers is ${what}: ${listed(layers)}`, types);
  if (second !== undefined) throw refused(name, `several of its layers could be ${what}: ${listed(found)}`, types);
  return layer;
}

function listed(layers: readonly Descriptor[]): string {
  const names = layers.slice(0, 10).map(({ annotations, mediaType }) => annotations.get(TITLE) ?? mediaType);
  return names.length === 0 ? "it has no layers" : names.join(", ");
}

function refused(name: string, reason: string, [type = ""]: readonly string[]): KrmError {
  const hint = `Publish it as an artifact with one layer of the type ${type}.`;
  return failure("artifact-layer", `${name} cannot be used: ${reason}`, { hint });
}
