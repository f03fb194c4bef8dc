/** Compares builds with container functions with kustomize and the same image, and tests the messages of failures. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { configMap, type Directory, krmRender, type Result, temporaryDirectory } from "../../cli/terminal.ts";
import { KUSTOMIZE, NO_KUSTOMIZE } from "../../helm/tools.ts";
import { note } from "../../unless.ts";
import { importImage } from "./engines.ts";
import { describeEngines, SHELL } from "./real-world.ts";

note(NO_KUSTOMIZE);

await describeEngines((world) => {
  const { engine } = world;
  const directories: Directory[] = [];
  let image = "";

  beforeAll(() => {
    image = importImage(engine, "function", [SHELL], { withNobody: true });
  });
  afterAll(() => {
    engine.run("rmi", "-f", image);
  });
  afterEach(() => {
    for (const directory of directories.splice(0)) directory.remove();
  });

  /** A config whose function runs a script. */
  function config(script: string, more: { readonly envs?: readonly string[]; readonly network?: boolean }): string {
    const { envs = [], ...rest } = more;
    const specification = JSON.stringify({ container: { image, envs: [`FN=${script}`, ...envs], ...rest } });
    const annotations = `annotations: {config.kubernetes.io/function: ${JSON.stringify(specification)}}`;
    return `apiVersion: example.com/v1\nkind: Script\nmetadata: {name: script, ${annotations}}\nvalue: 1\n`;
  }

  function kustomization(field: string, script: string, more: Parameters<typeof config>[1] = {}): Directory {
    const directory = temporaryDirectory({
      "kustomization.yaml": `resources: [a.yaml]\nnamePrefix: x-\n${field}: [fn.yaml]\n`,
      "a.yaml": `${configMap("a", "value")}---\n${configMap("b", "other")}`,
      "fn.yaml": config(script, more),
    });
    directories.push(directory);
    return directory;
  }

  function build({ path }: Directory, ...flags: string[]): Promise<Result> {
    const ulimits = engine.ulimits.flatMap((limit) => ["--ulimit", limit]);
    const env = { ...(world.host as Record<string, string>), KRM_FN_RUNTIME: engine.name };
    return krmRender(["build", "--enable-alpha-plugins", "--pull", "never", ...ulimits, ...flags], { cwd: path, env });
  }

  /** The output of kustomize, or `ours` without it. It supports docker only, so a script of that name calls podman. */
  function byKustomize(ours: string, { path }: Directory, ...flags: string[]): string {
    if (!KUSTOMIZE) return ours;
    const programs = temporaryDirectory({});
    directories.push(programs);
    const ulimits = engine.ulimits.map((limit) => `--ulimit=${limit}`).join(" ");
    const docker = join(programs.path, "docker");
    writeFileSync(docker, `#!/bin/sh\nPATH=\${PATH#*:}\nshift\nexec ${engine.name} run ${ulimits} "$@"\n`, {
      mode: 0o755,
    });
    const env: NodeJS.ProcessEnv = { ...engine.env, PATH: `${programs.path}:${engine.env["PATH"]}` };
    const args = ["build", "--enable-alpha-plugins", ...flags];
    return execFileSync(KUSTOMIZE, args, { cwd: path, env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  }

  /** A script that prints an object with its input. */
  const REPORT =
    "printf 'apiVersion: v1\\nkind: ConfigMap\\nmetadata:\\n  name: report\\ndata:\\n  input: |\\n'; sed 's/^/    /'";

  describe("the output", () => {
    test.each<[name: string, field: string, script: string]>([
      ["a transformer that changes objects", "transformers", "sed 's/key: value/key: changed/'"],
      ["a transformer that removes objects", "transformers", "echo 'kind: ResourceList'; echo 'items: []'"],
      ["the input of a transformer", "transformers", REPORT],
      ["the input of a generator", "generators", REPORT],
      ["a validator that prints nothing", "validators", "cat >/dev/null"],
      ["text on standard error", "transformers", "echo words >&2; cat"],
      ["variables", "transformers", 'sed "s/key: value/key: $LOG_TO_STDERR-$STRUCTURED_RESULTS/"'],
    ])("%s", async (_name, field, script) => {
      const directory = kustomization(field, script);
      const { status, stdout, stderr } = await build(directory);
      expect({ status, problems: stderr.match(/^error.*/gm) }).toEqual({ status: 0, problems: null });
      expect(stdout).toBe(byKustomize(stdout, directory));
    });

    test("--env overrides declared variables", async () => {
      const script = 'sed "s/key: value/key: $A-$B/"';
      const directory = kustomization("transformers", script, { envs: ["A=declared", "B=declared"] });
      const { stdout } = await build(directory, "--env", "A=given");
      expect(stdout).toContain("key: given-declared");
      expect(stdout).toBe(byKustomize(stdout, directory, "--env", "A=given"));
    });
  });

  describe("the message", () => {
    const head = (more: string): RegExp =>
      new RegExp(`^error: fn.yaml:3:\\d+: .*${image.replaceAll("/", "\\/")}@sha256:[0-9a-f]{64}.* ${more}`, "m");

    test.each<[name: string, script: string, flags: string[], expected: string]>([
      ["of a failure", "echo first >&2; echo last >&2; exit 7", [], "failed: exit status 7\n  \\| first\n  \\| last"],
      ["of a time limit", "sleep 100", ["--function-timeout", "1s"], "timed out: it ran longer than 1 seconds"],
      ["of a signal", "sh -c 'kill -SEGV $$'; exit $?", [], ".*: it was ended by SIGSEGV"],
    ])("%s", async (_name, script, flags, expected) => {
      const { status, stdout, stderr } = await build(kustomization("transformers", script), ...flags);
      expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
      expect(stderr).toMatch(head(expected));
    });

    test("of workflow commands is inert", async () => {
      const script = "echo '::error::x' >&2; echo '##[error]y' >&2; exit 1";
      const { stderr } = await build(kustomization("transformers", script));
      expect(stderr).toContain("  | ::error::x");
      expect(stderr).not.toContain("##[");
    });

    test("of a network that is not allowed", async () => {
      const { status, stderr } = await build(kustomization("transformers", "cat", { network: true }));
      expect(status).toBe(1);
      expect(stderr).toMatch(/network required but not enabled with --network/);
    });
  });
});
