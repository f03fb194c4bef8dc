/**
 * What kustomize knows and this version does not. Such a field is an error and never passed over in silence: a rendering
 * without it would look right and be wrong. To support a field, delete its line.
 */
interface Unsupported {
  readonly message: string;
  readonly hint: string;
}

/** By the name of the kustomization's field. */
export const unsupportedFields: Readonly<Record<string, Unsupported>> = {
  openapi: {
    message: "custom OpenAPI schemas are not read by this version",
    hint: "Remove `openapi`, and write patches of custom resources so that they replace lists as a whole.",
  },
};
