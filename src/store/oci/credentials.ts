/** Credentials for registries, from the user's configuration of docker and podman; docs/specification/oci.md 3. */
import { readFile, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { failure } from "../../diagnostics.ts";
import type { Environment } from "../../processes/index.ts";
import { DOCKER_HUB } from "../../text/index.ts";
import type { Credential, CredentialOptions, Logins } from "./credential.ts";
import { askHelper } from "./credential-helper.ts";
import { parseJson, readObject } from "./manifest.ts";

/** Docker's name for Docker Hub. */
const HUB_KEY = "https://index.docker.io/v1/";
const MAX_CONFIG_BYTES = 1024 * 1024;

/**
 * The user's credential for a repository. Undefined if there is none.
 * @throws KrmError `credential-failed` if a configuration cannot be read, or a helper fails
 */
export async function credentialFor(
  registry: string,
  repository: string,
  options: CredentialOptions,
): Promise<Credential | undefined> {
  for (const path of configFiles(options.env, options.logins)) {
    const config = await readConfig(path, options);
    const found = config && (await credentialIn(config, registry, repository, options));
    if (found !== undefined) {
      for (const secret of secretsOf(found)) options.secrets.add(secret);
      return found;
    }
  }
  return undefined;
}

function secretsOf(credential: Credential): readonly string[] {
  if (credential.kind !== "password") return [credential.token];
  const { user, password } = credential;
  return [password, Buffer.from(`${user}:${password}`).toString("base64")];
}

/** In the order in which they are searched. A relative path could lead into the work tree, and is ignored. */
export function configFiles(env: Environment, logins: Logins = "docker"): readonly string[] {
  const { HOME, DOCKER_CONFIG, REGISTRY_AUTH_FILE, XDG_RUNTIME_DIR, XDG_CONFIG_HOME } = env;
  const { HELM_REGISTRY_CONFIG, HELM_CONFIG_HOME } = env;
  if (logins === "none") return [];
  const below = (directory: string | undefined, ...parts: string[]): string[] =>
    directory ? [join(directory, ...parts)] : [];
  const config = XDG_CONFIG_HOME || (HOME && join(HOME, ".config"));
  const ofHelm = HELM_CONFIG_HOME || (config && join(config, "helm"));
  return [
    ...(logins !== "helm-and-docker"
      ? []
      : HELM_REGISTRY_CONFIG
        ? [HELM_REGISTRY_CONFIG]
        : below(ofHelm, "registry", "config.json")),
    ...(REGISTRY_AUTH_FILE ? [REGISTRY_AUTH_FILE] : []),
    ...(DOCKER_CONFIG ? below(DOCKER_CONFIG, "config.json") : below(HOME, ".docker", "config.json")),
    ...below(XDG_RUNTIME_DIR, "containers", "auth.json"),
    ...below(config, "containers", "auth.json"),
  ].filter((path) => isAbsolute(path));
}

type Config = Readonly<Record<string, unknown>>;

async function readConfig(path: string, { workTree, log }: CredentialOptions): Promise<Config | undefined> {
  try {
    const real = await realpath(path);
    if (workTree !== undefined && isBelow(await realpath(workTree), real)) {
      log(`${path} is not read for credentials: it lies in the work tree, and could name programs to run`);
      return undefined;
    }
    const bytes = await readFile(real);
    const config = bytes.length > MAX_CONFIG_BYTES ? undefined : readObject(parseJson(bytes));
    if (config !== undefined) return config;
    throw failure("credential-failed", `${path} cannot be read for credentials: it is not a JSON object`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES" || code === "EISDIR") return undefined;
    throw error;
  }
}

function isBelow(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function credentialIn(
  config: Config,
  registry: string,
  repository: string,
  options: CredentialOptions,
): Promise<Credential | undefined> {
  const helpers = readObject(config["credHelpers"]) ?? {};
  for (const key of keysOf(registry)) {
    const helper = helpers[key];
    if (typeof helper === "string") return askHelper(helper, key, options);
  }
  const store = config["credsStore"];
  if (typeof store === "string" && store !== "") {
    const found = await askHelper(store, registry === DOCKER_HUB ? HUB_KEY : registry, options);
    if (found !== undefined) return found;
  }
  return credentialOf(entryFor(readObject(config["auths"]) ?? {}, registry, repository));
}

function keysOf(registry: string): readonly string[] {
  return registry === DOCKER_HUB ? [HUB_KEY, DOCKER_HUB, "index.docker.io", "registry-1.docker.io"] : [registry];
}

/** The entry with the longest path that contains the repository. Keys may have a scheme. */
function entryFor(auths: Config, registry: string, repository: string): unknown {
  let best: { readonly length: number; readonly entry: unknown } | undefined;
  const names = new Set([...keysOf(registry), registry].map((key) => plainKey(key).host));
  for (const [key, entry] of Object.entries(auths)) {
    const { host, path, hasScheme } = plainKey(key);
    if (!names.has(host)) continue;
    // With a scheme, a path is that of an API, such as /v1/.
    const length = hasScheme || path === "" ? 0 : path.length;
    if (length > 0 && repository !== path && !repository.startsWith(`${path}/`)) continue;
    if (best === undefined || length > best.length) best = { length, entry };
  }
  return best?.entry;
}

function plainKey(key: string): { readonly host: string; readonly path: string; readonly hasScheme: boolean } {
  const [, scheme, host = "", path = ""] = /^(https?:\/\/)?([^/]*)\/?(.*)$/is.exec(key) ?? [];
  return { host: host.toLowerCase(), path: path.replace(/\/+$/, ""), hasScheme: scheme !== undefined };
}

function credentialOf(entry: unknown): Credential | undefined {
  const { auth, username, password, identitytoken, registrytoken } = readObject(entry) ?? {};
  if (typeof registrytoken === "string" && registrytoken !== "") return { kind: "registry", token: registrytoken };
  if (typeof identitytoken === "string" && identitytoken !== "") return { kind: "identity", token: identitytoken };
  if (typeof username === "string" && typeof password === "string" && username !== "") {
    return { kind: "password", user: username, password };
  }
  if (typeof auth !== "string" || auth === "") return undefined;
  const text = Buffer.from(auth, "base64").toString();
  const colon = text.indexOf(":");
  if (colon < 1) return undefined;
  // Docker ends passwords at zero bytes, with which it once filled them.
  const secret = text.slice(colon + 1).replace(/\0+$/, "");
  return { kind: "password", user: text.slice(0, colon), password: secret };
}
