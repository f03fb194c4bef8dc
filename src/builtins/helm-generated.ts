/**
 * Marks what a chart made, so that `namespace` leaves it to the chart; never reaches the output
 * (docs/specification/identity.md 4.1 and docs/specification/helm-charts.md 1.4).
 */
export const HELM_GENERATED = "internal.config.kubernetes.io/helm-generated";
