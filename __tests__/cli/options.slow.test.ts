/** Every command reads all its options before it opens anything. */
import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import type { Option } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { krmRender, temporaryDirectory } from "./terminal.ts";

/** The required arguments of each command. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  release: ["create", "--output-dir", "out"],
  render: ["--output-dir", "out"],
  explain: ["."],
  cache: ["prune"],
  view: ["composition"],
};

/** Values that an option refuses. Those of options with choices follow from the choices. */
const ILLEGAL: Readonly<Record<string, readonly string[]>> = {
  "allow-hosts": ["https://host.example"],
  "alpha-trusted-plugin-catalog": ["ftp://host/catalog.yaml"],
  "build-option": ["nonsense", "pull=nonsense", "pull", "verify-idempotent=maybe", "base=main", ""],
  commit: ["main", ""],
  concurrency: ["0", "-1", "1.5", "many", ""],
  "default-catalog": ["catalog.yaml#latest"],
  "function-timeout": ["nonsense", "0s", "-1s", "none", "10000h", ""],
  "kubernetes-version": ["newest", "2.0", "1", ""],
  "max-function-runs": ["-1", "x", "1.5", ""],
  "max-function-time": ["-1s", "x", "10", ""],
  "max-size": ["1 GB", "many", "0", ""],
  mount: ["nonsense", "type=bind", "type=bind,src=x,dst=y", "type=bind,src=x,dst=/y,rw=maybe"],
  "older-than": ["0", "week", ""],
  push: ["oci://ghcr.io/a/b", "ghcr.io/A:v1", "oci://ghcr.io/a:v1@sha256:12", ""],
  redact: ["data/key", "ConfigMap", "ConfigMap:", ""],
  "release-name": ["a/b", "..", ""],
  "release-version": ["a b", "-x", ""],
  shard: ["1/7", "8/7@0000", "nonsense"],
  shards: ["0", "257", "many", ""],
  "token-server": ["registry.example.com", "registry.example.com=https://host.example"],
  timeout: ["nonsense", "0s", "-1s", "5", ""],
  "trusted-catalog": ["catalog.yaml key=", "https://host/*", "catalog.yaml#sha256=12"],
  ulimit: ["nofile", "nofile=lots", "NOFILE=1", ""],
};

/** Options whose value may be any text. */
const FREE: ReadonlySet<string> = new Set([
  "base",
  "bin",
  "changed-since",
  "configuration",
  "costs",
  "description",
  "directory",
  "env",
  "from",
  "group",
  "head",
  "helm-api-versions",
  "helm-command",
  "helm-kube-version",
  "inherit-env",
  "insecure-registry",
  "kind",
  "kustomize-binary",
  "lock-out",
  "locked",
  "namespace",
  "network-name",
  "output",
  "output-dir",
  "publisher",
  "repository",
  "results-dir",
  "schema",
  "statement",
  "targets-from",
  "to",
  "trust-root",
  "version",
  "why",
]);

const place = temporaryDirectory({ "kustomization.yaml": "namePrefix: a-\n" });
const programs = temporaryDirectory();
afterAll(() => {
  place.remove();
  programs.remove();
});
for (const name of ["git", "helm", "docker", "podman", "nerdctl", "kustomize"]) {
  programs.write({ [name]: '#!/bin/sh\necho "$0" >> "${0%/*}/started"\nexit 1\n' });
  chmodSync(join(programs.path, name), 0o755);
}
const before = [readdirSync(place.path), readdirSync(programs.path)];

/** All invalid uses of an option. */
function mistakes(option: Option): readonly (readonly string[])[] {
  const name = `--${option.name}`;
  if (option.value === undefined) return [[`${name}=maybe`]];
  const values = option.choices === undefined ? (ILLEGAL[option.name] ?? []) : ["nonsense", ""];
  return [...(option.optional ? [] : [[name]]), ...values.map((value) => [`${name}=${value}`])];
}

const cases = COMMANDS.flatMap(({ name, options }) =>
  options.flatMap((option) => mistakes(option).map((wrong) => [name, wrong.join(" "), wrong] as const)),
);

describe("a wrong value ends with 2 and one message, and nothing is opened", () => {
  test.each(cases)("%s %s", async (command, _, wrong) => {
    // No warning about a deprecated option comes first.
    const deprecated = COMMANDS.find(({ name }) => name === command)?.options.some(({ name }) => name === "reorder");
    const args = [command, ...(NEEDED[command] ?? []), ...(deprecated ? ["--reorder", "none"] : []), ...wrong];
    const { status, stdout, stderr } = await krmRender(args, {
      cwd: place.path,
      env: { PATH: programs.path, HOME: place.path, XDG_CACHE_HOME: join(place.path, "caches") },
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^error: .*${wrong[0]?.split("=")[0]}\\b.*\\n( {2}hint: .*\\n)?$`));
    expect([readdirSync(place.path), readdirSync(programs.path)]).toEqual(before);
  });

  test("every option is in one of the tables", () => {
    const options = COMMANDS.flatMap((command) => command.options);
    const untold = options.filter(
      ({ name, value, choices }) => value !== undefined && !choices && !(name in ILLEGAL) && !FREE.has(name),
    );
    expect(untold).toEqual([]);
  });
});

test.each(COMMANDS.map(({ name }) => name))(
  "%s refuses an unknown option before it opens anything",
  async (command) => {
    const args = [command, ...(NEEDED[command] ?? []), "--frobnicate"];
    const { status, stdout, stderr } = await krmRender(args, { cwd: place.path, env: { PATH: programs.path } });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toBe(
      `error: unknown option --frobnicate for ${command}\n  hint: Run \`krm-render ${command} --help\` for its options.\n`,
    );
    expect(readdirSync(programs.path)).toEqual(before[1]);
  },
);
