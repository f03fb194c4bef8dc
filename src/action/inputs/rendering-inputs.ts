/** The inputs about rendering, and about the hosts that builds may reach. */
import { posix } from "node:path";
import { FILE_SETTINGS, KUBERNETES_VERSION } from "../../configuration/index.ts";
import { LOCK_FILE_NAME } from "../../lock/index.ts";
import type { InputReader } from "./input-reader.ts";
import { splitPatterns } from "./input-texts.ts";

/** Rules for the fetching of remote resources and charts. */
export interface RemoteHosts {
  /** True if all public hosts may be reached, and not only those that are listed. */
  readonly isPublic: boolean;
  /** Hosts of any network, as `host`, `host:port` or `*.domain`. */
  readonly listed: readonly string[];
}

export function readRenderingInputs(reader: InputReader) {
  const restrictor = reader.choice("load-restrictor", FILE_SETTINGS["load-restrictor"].form.choices);
  const remote = remoteHosts(reader);
  return {
    loadRestrictor: restrictor === "LoadRestrictionsNone" ? ("none" as const) : ("root-only" as const),
    enableHelm: helmConsent(reader),
    /** True if files of jsonnet that Applications deploy may run. */
    enableJsonnet: reader.flag("enable-jsonnet"),
    /** The version of Kubernetes that charts of deployments see; undefined for that of helm. */
    kubernetesVersion: kubernetesVersion(reader),
    /** The hosts from which remote resources and charts are fetched; undefined if none are. */
    remote,
    /** The branches that count for `auto` beside the default branch, if a change is for one of them. */
    autoBranches: splitPatterns(reader.text("auto-branches")),
    /** The hosts that `remote` lists, in any network. Catalogs and their programs may be fetched from them, too. */
    hosts: typeof remote === "object" ? remote.listed : [],
    /** True if the head fails for mistakes that kustomize ignores. */
    strict: reader.flag("strict"),
    /** Seconds that the build of one target may take; undefined for no limit. */
    timeoutSeconds: reader.duration("timeout"),
    /** Seconds that all targets may take together; undefined for no limit. */
    totalTimeoutSeconds: reader.duration("total-timeout"),
    concurrency: reader.integer("concurrency", FILE_SETTINGS.concurrency.form),
    /** The path in the repository of the lock that each side is held to; undefined if no lock counts. */
    locked: locked(reader),
    /** The file that gets the lock of the head, relative to the workspace; undefined if none is written. */
    lockOut: reader.optional("lock-out"),
  };
}

function helmConsent(reader: InputReader): boolean | "auto" {
  const value = reader.choice("enable-helm", ["auto", "true", "false"]);
  return value === "auto" ? value : value === "true";
}

function kubernetesVersion(reader: InputReader): string | undefined {
  const value = reader.optional("kubernetes-version");
  if (value === undefined || KUBERNETES_VERSION.test(value)) return value;
  reader.refuse("kubernetes-version", `"${value}" is not a version such as 1.31 or 1.31.4`);
  return undefined;
}

/** Words of `remote` that stand for something else than hosts. */
const WORDS: ReadonlySet<string> = new Set(["auto", "true", "false", "none"]);

function remoteHosts(reader: InputReader): RemoteHosts | "auto" | undefined {
  const words = splitPatterns(reader.text("remote"));
  if (words.length === 1 && words[0] === "auto") return "auto";
  if (words.length === 1 && (words[0] === "false" || words[0] === "none")) return undefined;
  const listed = words.filter((word) => word !== "public");
  const odd = listed.find((word) => WORDS.has(word) || !/^[\w*.[\]:-]+$/.test(word));
  if (odd !== undefined)
    reader.refuse(
      "remote",
      `"${odd}" is not a host, such as git.example.com or 10.0.0.7:8443`,
      "Write `public` for all public hosts, `auto` alone for what the default branch uses, or `false` alone for none.",
    );
  return { isPublic: listed.length < words.length, listed };
}

function locked(reader: InputReader): string | undefined {
  const value = reader.text("locked");
  if (value === "false") return undefined;
  const path = posix.normalize(value === "true" ? LOCK_FILE_NAME : value);
  if (posix.isAbsolute(path) || path === ".." || path.startsWith("../") || path.endsWith("/"))
    reader.refuse(
      "locked",
      `"${value}" is not a file of the repository, such as ${LOCK_FILE_NAME}; or write true or false`,
    );
  return path;
}
