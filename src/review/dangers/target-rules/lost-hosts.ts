/** Hosts that an Ingress or a route names at base, and for which the target has no route or no certificate at head. */
import { listAt, textAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { groupOf } from "../../differences/index.ts";
import type { DangerPair, TargetRule } from "../rule.ts";

export const LOST_HOST: TargetRule = {
  id: "lost-host",
  level: "medium",
  summary: "no Ingress or route names a host any more, or none a certificate for it",
  touches: ({ base, head }) => base !== undefined && head !== undefined && hostsText(base) !== hostsText(head),
  *check({ head }, touched) {
    if (touched.length === 0) return;
    const served = new Set(head.flatMap(hostsOf));
    const encrypted = new Set(head.flatMap(encryptedHostsOf));
    for (const pair of touched) {
      const { base } = pair as DangerPair & { readonly base: RenderedResource };
      for (const host of new Set(hostsOf(base)))
        if (!served.has(host))
          yield { pair, message: "no Ingress or route of this target names a host any more", before: host };
      for (const host of new Set(encryptedHostsOf(base)))
        if (served.has(host) && !encrypted.has(host))
          yield {
            pair,
            message:
              "no Ingress of this target names a certificate for a host any more: clients refuse it or talk to it in plain text, unless the controller has one",
            before: host,
          };
    }
  },
};

function hostsText(resource: RenderedResource): string {
  return JSON.stringify([hostsOf(resource), encryptedHostsOf(resource)]);
}

const ROUTES: ReadonlySet<string> = new Set(
  ["GRPCRoute", "HTTPRoute", "TLSRoute"].map((kind) => `gateway.networking.k8s.io/${kind}`),
);

function hostsOf(resource: RenderedResource): readonly string[] {
  const kind = `${groupOf(resource)}/${resource.kind}`;
  if (kind === "networking.k8s.io/Ingress")
    return listAt(resource.value(), "spec", "rules").flatMap((rule) => textAt(rule, "host") ?? []);
  if (ROUTES.has(kind)) return listAt(resource.value(), "spec", "hostnames").filter((each) => typeof each === "string");
  return kind === "route.openshift.io/Route" ? [textAt(resource.value(), "spec", "host") ?? ""].filter(Boolean) : [];
}

function encryptedHostsOf(resource: RenderedResource): readonly string[] {
  if (resource.kind !== "Ingress" || groupOf(resource) !== "networking.k8s.io") return [];
  return listAt(resource.value(), "spec", "tls").flatMap((entry) =>
    listAt(entry, "hosts").filter((each) => typeof each === "string"),
  );
}
