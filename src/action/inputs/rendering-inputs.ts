/** The inputs about how targets are rendered, and what builds may reach. */
import { posix } from "node:path";
import { FILE_SETTINGS } from "../../configuration/index.ts";
import { LOCK_FILE_NAME } from "../../lock/index.ts";
import type { InputReader } from "./input-reader.ts";
import { splitPatterns } from "./input-texts.ts";

export interface RenderingInputs {
  readonly loadRestrictor: "root-only" | "none";
  readonly enableHelm: boolean;
  /** Whether remote resources are fetched. */
  readonly remote: boolean;
  readonly allowPrivateHosts: boolean;
  /** Hosts of private networks that catalogs, registries and remote resources may be fetched from. */
  readonly allowHosts: readonly string[];
  /** Whether the head fails for mistakes that kustomize ignores. */
  readonly strict: boolean;
  /** Seconds that the build of one target may take; undefined for no limit. */
  readonly timeoutSeconds: number | undefined;
  /** Seconds that all targets may take together; undefined for no limit. */
  readonly totalTimeoutSeconds: number | undefined;
  readonly concurrency: number;
  /** The path in the repository of the lock that each side is held to; undefined if no lock counts. */
  readonly locked: string | undefined;
  /** The file that gets the lock of the head, relative to the workspace; undefined if none is written. */
  readonly lockOut: string | undefined;
}

export function readRenderingInputs(reader: InputReader): RenderingInputs {
  const restrictor = reader.choice("load-restrictor", FILE_SETTINGS["load-restrictor"].form.choices);
  return {
    loadRestrictor: restrictor === "LoadRestrictionsNone" ? "none" : "root-only",
    enableHelm: reader.flag("enable-helm"),
    remote: reader.flag("remote"),
    allowPrivateHosts: reader.flag("allow-private-hosts"),
    allowHosts: hosts(reader),
    strict: reader.flag("strict"),
    timeoutSeconds: reader.duration("timeout"),
    totalTimeoutSeconds: reader.duration("total-timeout"),
    concurrency: reader.integer("concurrency", FILE_SETTINGS.concurrency.form),
    locked: locked(reader),
    lockOut: reader.optional("lock-out"),
  };
}

function hosts(reader: InputReader): readonly string[] {
  const listed = splitPatterns(reader.text("allow-hosts"));
  const odd = listed.find((each) => !/^[\w*.[\]:-]+$/.test(each));
  if (odd !== undefined)
    reader.refuse("allow-hosts", `"${odd}" is not a host, such as git.example.com or 10.0.0.7:8443`);
  return listed;
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
