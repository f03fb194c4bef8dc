/**
 * What kustomize knows and this version does not. Such a field is an error and never passed over in silence: a rendering
 * without it would look right and be wrong. To support a field, delete its line.
 */
interface Unsupported {
  readonly message: string;
  readonly hint: string;
}

const helm: Unsupported = {
  message: "Helm charts are not rendered by this version",
  hint: "Render the chart with `helm template` into a file and list that file under `resources`.",
};

/** By the name of the kustomization's field. */
export const unsupportedFields: Readonly<Record<string, Unsupported>> = {
  openapi: {
    message: "custom OpenAPI schemas are not read by this version",
    hint: "Remove `openapi`, and write patches of custom resources so that they replace lists as a whole.",
  },
  helmCharts: helm,
  helmGlobals: helm,
  helmChartInflationGenerator: helm,
};

/** By the kind of a document of `apiVersion: builtin`. */
export const unsupportedBuiltins: Readonly<Record<string, Unsupported>> = {
  HelmChartInflationGenerator: helm,
};
