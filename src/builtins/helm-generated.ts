/** Marks what a chart made, so that `namespace` leaves it to the chart; never reaches the output (engine.md 4.4, 5.16). */
export const HELM_GENERATED = "internal.config.kubernetes.io/helm-generated";
