/** Hosts that an Ingress or a route names at base, and for which the target has no route or no certificate at head. */
import { listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import type { Value } from "../../../yaml/index.ts";
import { groupOf } from "../../differences/index.ts";
import type { DangerPair, Excuse, TargetRule } from "../rule.ts";

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

/** A route that goes, of which others of the target name all hosts: another kind of route takes its place. */
export const SERVED_HOSTS: Excuse = {
  rule: "removed-route",
  onlyLowers: true,
  *excused({ head }, found) {
    const served = new Set(head.flatMap(hostsOf));
    for (const pair of found) {
      const hosts = pair.base === undefined || servesOthers(pair.base) ? [] : hostsOf(pair.base);
      if (hosts.length > 0 && hosts.every((host) => served.has(host))) yield pair;
    }
  },
};

function hostsText(resource: RenderedResource): string {
  return JSON.stringify([hostsOf(resource), encryptedHostsOf(resource)]);
}

const ROUTES: ReadonlySet<string> = new Set(
  ["GRPCRoute", "HTTPRoute", "TLSRoute"].map((kind) => `gateway.networking.k8s.io/${kind}`),
);

const INGRESS_ROUTES: ReadonlySet<string> = new Set(["traefik.io/IngressRoute", "traefik.containo.us/IngressRoute"]);

function hostsOf(resource: RenderedResource): readonly string[] {
  const kind = `${groupOf(resource)}/${resource.kind}`;
  const textsAt = (...path: string[]): string[] =>
    listAt(resource.value(), ...path).filter((each) => typeof each === "string");
  if (kind === "networking.k8s.io/Ingress")
    return listAt(resource.value(), "spec", "rules").flatMap((rule) => textAt(rule, "host") ?? []);
  if (ROUTES.has(kind)) return textsAt("spec", "hostnames");
  if (kind === "networking.istio.io/VirtualService") return textsAt("spec", "hosts");
  if (INGRESS_ROUTES.has(kind)) return listAt(resource.value(), "spec", "routes").flatMap(hostsInMatch);
  return kind === "route.openshift.io/Route" ? [textAt(resource.value(), "spec", "host") ?? ""].filter(Boolean) : [];
}

/** The hosts in a rule of Traefik, such as "Host(`shop.example`) && PathPrefix(`/api`)". */
function hostsInMatch(route: Value): readonly string[] {
  const match = textAt(route, "match") ?? "";
  return [...match.matchAll(/\bHost\(([^()]*)\)/g)].flatMap(([, names = ""]) =>
    [...names.matchAll(/[`"]([^`"]+)[`"]/g)].map(([, name = ""]) => name),
  );
}

/** Tells whether a route also serves hosts that it does not name. */
function servesOthers(resource: RenderedResource): boolean {
  const value = resource.value();
  return (
    valueAt(value, "spec", "defaultBackend") !== undefined ||
    listAt(value, "spec", "rules").some((rule) => resource.kind === "Ingress" && textAt(rule, "host") === undefined) ||
    (resource.kind === "IngressRoute" &&
      listAt(value, "spec", "routes").some((route) => hostsInMatch(route).length === 0))
  );
}

function encryptedHostsOf(resource: RenderedResource): readonly string[] {
  if (resource.kind !== "Ingress" || groupOf(resource) !== "networking.k8s.io") return [];
  return listAt(resource.value(), "spec", "tls").flatMap((entry) =>
    listAt(entry, "hosts").filter((each) => typeof each === "string"),
  );
}
