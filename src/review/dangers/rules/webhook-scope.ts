/** Webhooks whose failure stops nearly every change of the cluster. */
import { isMap, listAt, type MapValue, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import { groupOf } from "../../differences/index.ts";
import type { Finding, PairRule } from "../rule.ts";
import { oneLine, textsAt } from "./objects/index.ts";

export const webhookScope: PairRule = {
  id: "webhook-scope",
  level: "high",
  summary: "a webhook is asked about all kinds of objects, and its failure is a refusal",
  kinds: new Set(["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"]),
  *check({ base, head }): Iterable<Finding> {
    if (head === undefined || groupOf(head) !== "admissionregistration.k8s.io") return;
    const before = new Set(base === undefined ? [] : [...decisive(base)].map(([, webhook]) => textAt(webhook, "name")));
    for (const [index, webhook] of decisive(head)) {
      const name = textAt(webhook, "name");
      if (before.has(name)) continue;
      yield {
        path: `/webhooks/${index}`,
        message: `the webhook \`${oneLine(name ?? String(index), 80)}\` is asked about all kinds of objects, and fails closed: while it does not answer, the API server refuses what it is asked about`,
      };
    }
  },
};

/** The webhooks that are asked about all kinds of objects, and whose failure counts as a refusal, with their positions. */
function* decisive(configuration: RenderedResource): Iterable<[index: number, webhook: MapValue]> {
  for (const [index, webhook] of listAt(configuration.value(), "webhooks").entries()) {
    if (!isMap(webhook) || (textAt(webhook, "failurePolicy") ?? "Fail") !== "Fail") continue;
    const isLimited = ["namespaceSelector", "objectSelector"].some((field) => selects(valueAt(webhook, field)));
    if (isLimited || listAt(webhook, "matchConditions").length > 0) continue;
    if (listAt(webhook, "rules").some(isAll)) yield [index, webhook];
  }
}

function selects(selector: Value | undefined): boolean {
  const labels = valueAt(selector, "matchLabels");
  return listAt(selector, "matchExpressions").length > 0 || (isMap(labels) && Object.keys(labels).length > 0);
}

function isAll(rule: Value): boolean {
  const resources = textsAt(rule, "resources");
  return textsAt(rule, "apiGroups").includes("*") && (resources.includes("*") || resources.includes("*/*"));
}
