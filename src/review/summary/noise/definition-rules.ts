/** Rules on definitions of resources and on webhooks. */
import { isDescription } from "../../differences/index.ts";
import type { BuiltInRule } from "./rule.ts";

const CA_BUNDLES: ReadonlyMap<string, RegExp> = new Map([
  ["ValidatingWebhookConfiguration", /^\/webhooks\/\d+\/clientConfig\/caBundle$/],
  ["MutatingWebhookConfiguration", /^\/webhooks\/\d+\/clientConfig\/caBundle$/],
  ["CustomResourceDefinition", /^\/spec\/conversion\/(?:webhook\/clientConfig|webhookClientConfig)\/caBundle$/],
  ["APIService", /^\/spec\/caBundle$/],
]);

export const caBundle: BuiltInRule = {
  id: "ca-bundle",
  summary: "Another `caBundle` of webhooks, of conversions of definitions, and of API services.",
  folds: ({ op, path }, { object }) => op === "changed" && CA_BUNDLES.get(object.kind)?.test(path) === true,
};

export const descriptions: BuiltInRule = {
  id: "descriptions",
  summary: "Descriptions in the schemas of CustomResourceDefinitions.",
  folds: (field, { object }) => isDescription(field, object.kind),
};
