/**
 * Servers with a catalog and its programs: a registry with TLS and tokens, which has the catalog, an image and a script, and a
 * web server with an executable. With them, a repository whose kustomization and composition use all of these.
 */
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootArchive } from "../functions/container/real-image.ts";
import type { RealWorld } from "../functions/container/real-world.ts";
import { tarGz } from "../store/artifacts/archives.ts";
import { certificates } from "../store/http/certificates.ts";
import { type HttpServer, httpServer } from "../store/http/http-server.ts";
import { startRegistry, type TestRegistry, TYPES } from "../store/oci/registry.ts";
import type { Files } from "./repository.ts";

export const PASSWORD = "password-of-the-registry";
const USER = { user: "reader", password: PASSWORD };
const RANDOM = "/proc/sys/kernel/random/uuid";
/** Each run of a program leaves another mark, so that runs can be counted in the manifests. */
const SCRIPT = `
def run(items):
  for item in items:
    item["data"]["script"] = "has run"

run(ctx.resource_list["items"])
`;

export interface Market {
  readonly registry: TestRegistry;
  readonly web: HttpServer;
  /** Files of a repository with three targets: two kustomizations and a composition. */
  readonly files: Files;
  /** The line that trusts the catalog. */
  readonly trusted: string;
  /** The digests of what a run fetches, each of 64 digits, by what it is. */
  readonly digests: Readonly<Record<"catalog" | "manifest" | "layer" | "executable" | "script", string>>;
  /** The variables of a runner with the engine of the world, and the login of the registry. */
  readonly env: Readonly<Record<string, string>>;
  /** The first argument of each call of the engine since the last call of this function. */
  engineCalls(): string[];
  /** All requests to all servers since the last call of this function. */
  requests(): string[];
  close(): Promise<void>;
}

export async function openMarket({ engine }: RealWorld): Promise<Market> {
  const directory = mkdtempSync(join(tmpdir(), "market-"));
  const registry = await startRegistry({ tls: true, auth: USER });
  const archive = await tarGz([[{ name: "paint", mode: 0o755 }, marking("sed", "executable", "cat")]]);
  const { ca, ...tls } = certificates();
  const web = await httpServer({ "/paint.tar.gz": (_, response) => void response.end(archive) }, tls);
  const architecture = process.arch === "arm64" ? "arm64" : "amd64";
  const image = await registry.image("fn/paint", "v1", {
    layers: [rootArchive(`market-${process.pid}`)],
    platform: { os: "linux", architecture },
    config: {
      config: { Entrypoint: ["/bin/sh", "-c", marking("/bin/busybox sed", "image", "/bin/busybox cat").slice(10)] },
    },
  });
  await registry.artifact("fn/script", "v1", [
    { content: SCRIPT, mediaType: "application/vnd.cncf.kubernetes.krm-func-runtime-starlark.layer.v1" },
  ]);
  const text = catalogText({
    image: `${registry.host}/fn/paint@${image.digest}`,
    executable: `${web.url}/paint.tar.gz`,
    sha256: createHash("sha256").update(archive).digest("hex"),
    script: `oci://${registry.host}/fn/script:v1`,
    scriptSha256: createHash("sha256").update(SCRIPT).digest("hex"),
    architecture,
  });
  const catalog = await registry.artifact("fn/catalog", "v1", [{ content: text, mediaType: TYPES.catalog }]);
  const reference = `oci://${registry.host}/fn/catalog@${catalog.digest}`;

  const calls = join(directory, "calls");
  for (const name of ["bin", "docker-config"]) mkdirSync(join(directory, name));
  const dropped = engine.ulimits.map((limit) => `--ulimit=${limit.split("=")[0]}=*) continue ;;`).join(" ");
  // The limits of the action are more than this machine may allow.
  const wrapper = `#!/bin/sh
printf '%s\\n' "$1" >>'${calls}'
case "$1" in create|run) set -- "$@" --end
  for each do
    shift
    case "$each" in ${dropped} --end) break ;; esac
    set -- "$@" "$each"
  done
  first=$1
  shift
  set -- "$first" ${engine.ulimits.map((limit) => `--ulimit=${limit}`).join(" ")} "$@"
esac
PATH='${process.env["PATH"]}'
exec ${engine.name} "$@"
`;
  writeFileSync(calls, "");
  writeFileSync(join(directory, "bin", engine.name), wrapper);
  chmodSync(join(directory, "bin", engine.name), 0o755);
  writeFileSync(join(directory, "ca.pem"), ca);
  const auth = Buffer.from(`${USER.user}:${USER.password}`).toString("base64");
  writeFileSync(join(directory, "docker-config/config.json"), JSON.stringify({ auths: { [registry.host]: { auth } } }));
  let seen = { registry: 0, tokens: 0, web: 0 };
  const market: Market = {
    registry,
    web,
    files: repositoryFiles(reference),
    trusted: reference,
    digests: {
      catalog: digits(catalog.layers[0]?.digest),
      manifest: digits(image.digest),
      layer: digits(image.layers[0]?.digest),
      executable: createHash("sha256").update(archive).digest("hex"),
      script: createHash("sha256").update(SCRIPT).digest("hex"),
    },
    env: {
      ...variablesOf(engine.env),
      PATH: `${join(directory, "bin")}:${process.env["PATH"]}`,
      DOCKER_CONFIG: join(directory, "docker-config"),
      NODE_EXTRA_CA_CERTS: join(directory, "ca.pem"),
    },
    engineCalls() {
      const lines = readFileSync(calls, "utf8").split("\n").slice(0, -1);
      writeFileSync(calls, "");
      return lines;
    },
    requests() {
      const tokens = registry.tokens?.requests ?? [];
      const fresh = [
        ...registry.requests.slice(seen.registry),
        ...tokens.slice(seen.tokens).map(({ parameters }) => `token ${parameters.get("scope")}`),
        ...web.requests.slice(seen.web),
      ];
      seen = { registry: registry.requests.length, tokens: tokens.length, web: web.requests.length };
      return fresh;
    },
    async close() {
      await registry.close();
      await web.close();
      rmSync(directory, { recursive: true });
    },
  };
  market.requests();
  return market;
}

/** A program of a shell that replaces the word of its kind by one that differs from run to run. */
function marking(sed: string, kind: string, cat: string): string {
  return `#!/bin/sh\n${sed} "s/not run by ${kind}/run by ${kind} as $(${cat} ${RANDOM})/"\n`;
}

function digits(digest: string | undefined): string {
  return digest?.replace("sha256:", "") ?? "";
}

function variablesOf(env: RealWorld["engine"]["env"]): Record<string, string> {
  const names = ["DOCKER_HOST", "CONTAINERS_STORAGE_CONF", "CONTAINERS_CONF"];
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

interface Programs {
  readonly image: string;
  readonly executable: string;
  readonly sha256: string;
  readonly script: string;
  readonly scriptSha256: string;
  readonly architecture: string;
}

function catalogText({ image, executable, sha256, script, scriptSha256, architecture }: Programs): string {
  const entry = (kind: string, runtime: object): object => ({
    group: "market.example.com",
    names: { kind },
    versions: [{ name: "v1", runtime }],
  });
  // YAML contains JSON.
  return JSON.stringify({
    apiVersion: "config.kubernetes.io/v1alpha1",
    kind: "Catalog",
    metadata: { name: "market" },
    spec: {
      krmFunctions: [
        entry("ByImage", { container: { image } }),
        entry("ByExecutable", {
          exec: { platforms: [{ os: "linux", arch: architecture, bin: "paint", uri: executable, sha256 }] },
        }),
        entry("ByScript", { starlark: { url: script, sha256: scriptSha256 } }),
      ],
    },
  });
}

const KINDS = ["ByImage", "ByExecutable", "ByScript"];
const config = (kind: string): string =>
  `apiVersion: market.example.com/v1\nkind: ${kind}\nmetadata:\n  name: ${kind.toLowerCase()}\n`;
const WEB = `apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  image: not run by image
  executable: not run by executable
  script: not run
`;

function repositoryFiles(reference: string): Files {
  const kustomization = `catalogs:
- ${reference}
resources:
- ../web
transformers:
${KINDS.map((kind) => `- ${kind}.yaml\n`).join("")}`;
  const composition = `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Composition
catalogs:
- ${reference}
transformers:
- kind: ResourceAccumulator
  paths: [../web]
${KINDS.map((kind) => `- ${config(kind).trimEnd().replaceAll("\n", "\n  ")}\n`).join("")}`;
  return {
    "web/kustomization.yaml": "resources: [web.yaml]\n",
    "web/web.yaml": WEB,
    "composed/composition.yaml": composition,
    ...Object.fromEntries(
      ["one", "two"].flatMap((target) => [
        [`${target}/kustomization.yaml`, kustomization],
        ...KINDS.map((kind) => [`${target}/${kind}.yaml`, config(kind)]),
      ]),
    ),
  };
}
