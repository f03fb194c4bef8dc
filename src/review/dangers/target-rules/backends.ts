/** The ports of Services to which an Ingress or a route leads. */
import { listAt, textAt, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import { groupOf } from "../../differences/index.ts";

export interface Backend {
  readonly namespace: string;
  readonly name: string;
  /** By its name, or by its number. */
  readonly port: string | number;
  /** The keys and positions that lead to the port. */
  readonly path: readonly string[];
}

const ROUTES: ReadonlySet<string> = new Set(["GRPCRoute", "HTTPRoute", "TCPRoute", "TLSRoute", "UDPRoute"]);

/** The Services and ports that the object names. */
export function backendsOf(resource: RenderedResource): readonly Backend[] {
  const group = groupOf(resource);
  if (resource.kind === "Ingress" && group === "networking.k8s.io") return ingressBackends(resource);
  return ROUTES.has(resource.kind) && group === "gateway.networking.k8s.io" ? routeBackends(resource) : [];
}

function ingressBackends(resource: RenderedResource): readonly Backend[] {
  const spec = valueAt(resource.value(), "spec");
  const rules = listAt(spec, "rules").flatMap((rule, index) =>
    listAt(rule, "http", "paths").map((place, at) => ({
      backend: valueAt(place, "backend"),
      path: ["spec", "rules", String(index), "http", "paths", String(at), "backend"],
    })),
  );
  const all = [{ backend: valueAt(spec, "defaultBackend"), path: ["spec", "defaultBackend"] }, ...rules];
  return all.flatMap(({ backend, path }) => {
    const service = valueAt(backend, "service");
    const named = textAt(service, "port", "name");
    const step = named === undefined ? "number" : "name";
    const port = named ?? valueAt(service, "port", "number");
    return backendOf(resource.namespace, service, port, [...path, "service", "port", step]);
  });
}

function routeBackends(resource: RenderedResource): readonly Backend[] {
  return listAt(resource.value(), "spec", "rules").flatMap((rule, index) =>
    listAt(rule, "backendRefs").flatMap((backend, at) => {
      const isService = (textAt(backend, "kind") ?? "Service") === "Service" && (textAt(backend, "group") ?? "") === "";
      const namespace = textAt(backend, "namespace") ?? resource.namespace;
      const path = ["spec", "rules", String(index), "backendRefs", String(at), "port"];
      return isService ? backendOf(namespace, backend, valueAt(backend, "port"), path) : [];
    }),
  );
}

/** By which the load balancer of AWS finds what to do in an annotation of the Ingress. */
const IN_ANNOTATION = "use-annotation";

function backendOf(
  namespace: string,
  map: Value | undefined,
  port: Value | undefined,
  path: readonly string[],
): readonly Backend[] {
  const name = textAt(map, "name");
  const isPort = typeof port === "number" || (typeof port === "string" && port !== IN_ANNOTATION);
  return name === undefined || !isPort ? [] : [{ namespace, name, port, path }];
}
