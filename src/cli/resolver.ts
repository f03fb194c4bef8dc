/** Resolves references for `pin` and `catalog`: with git, HTTP, helm and registries. */
import { checkChart, pullArguments } from "../builtins/index.ts";
import { failure } from "../diagnostics.ts";
import { chartDigest } from "../lock/index.ts";
import type { Resolver } from "../pin/index.ts";
import {
  createHelm,
  defaultStoreDirectory,
  LOCAL_PROTOCOLS,
  lazyRemotes,
  parseGitReference,
} from "../sources/index.ts";
import { decodeText, parseConfig, toConfigValue } from "../yaml/index.ts";
import type { Session } from "./session.ts";

/** @param command the helm to run */
export function openResolver({ terminal, onEnd }: Session, command: string): Resolver {
  const { cwd, env } = terminal;
  const log = (line: string): void => void terminal.stderr.write(`${line}\n`);
  const remotes = lazyRemotes({
    store: { directory: defaultStoreDirectory(env) },
    rules: { protocols: LOCAL_PROTOCOLS, privateHosts: true },
    env: { ...env },
    log,
  });
  const helm = createHelm({ command, cwd, env, configHome: "as-given" });
  onEnd(() => helm.close());
  onEnd(() => remotes.close());
  return {
    async gitCommit(address) {
      const url = parseGitReference(address);
      if (url === undefined) throw new TypeError("an address of a repository");
      return (await remotes.repository(url)).sha;
    },
    file: (address) => remotes.file(address),
    imageDigest: (reference) => Promise.reject(noRegistry(reference)),
    artifactDigest: (reference) => Promise.reject(noRegistry(reference)),
    async chartVersion({ repo, name, version, devel }) {
      const chart = checkChart({ name, repo, version, devel, location: { file: "" } }, {});
      const files = await helm.pull(pullArguments(chart), name);
      const description = files.get("Chart.yaml");
      const node = description && parseConfig(decodeText(description, "Chart.yaml"), "Chart.yaml");
      const value = node && toConfigValue(node);
      const found = typeof value === "object" && value !== null && "version" in value ? value["version"] : undefined;
      if (typeof found === "string") return { version: found, digest: chartDigest(files) };
      throw failure("helm-failed", `the chart ${name} has no version in its Chart.yaml`);
    },
  };
}

function noRegistry(reference: string): Error {
  return failure("registry-failed", `${reference} cannot be resolved: this version does not ask registries`, {
    hint: "Write its digest: NAME@sha256:DIGEST.",
  });
}
