/**
 * The annotation of objects that a chart made. The field `namespace` does not change them. It is removed from the output
 * (docs/specification/identity.md 4.1 and docs/specification/helm-charts.md 1.4).
 */
export const HELM_GENERATED = "internal.config.kubernetes.io/helm-generated";
