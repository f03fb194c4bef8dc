/** Containers on real engines: the permissions of functions, and how they end. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { parseMount } from "../../../src/functions/container/index.ts";
import { unless } from "../../unless.ts";
import { importImage, lackOfNetwork } from "./engines.ts";
import { describeEngines, type Function, SHELL } from "./real-world.ts";
import { settings, specification } from "./shim.ts";

await describeEngines((world) => {
  describe("a function", () => {
    test("receives its input and returns its output", async () => {
      const outcome = await world.fn("cat; echo words >&2", { run: { stdin: "input" } });
      expect(outcome).toEqual({ stdout: expect.anything(), stderr: "words\n", exitCode: 0 });
      expect(Buffer.from(outcome.stdout).toString()).toBe("input");
    });

    test("receives and returns 10 MB", async () => {
      const stdin = `${"0123456789abcde\n".repeat(650_000)}end`;
      const { stdout, exitCode } = await world.fn("cat", { run: { stdin } });
      expect(exitCode).toBe(0);
      expect(Buffer.from(stdout).equals(Buffer.from(stdin))).toBe(true);
    });

    test("receives and returns control characters", async () => {
      const stdin = "a\u0010\u0011b\u0003\u0004c\r\n";
      expect(Buffer.from((await world.fn("cat", { run: { stdin } })).stdout).toString()).toBe(stdin);
    });

    test.each([
      ["reads nothing", "exec <&-; exit 0"],
      ["ends without reading", "exit 0"],
    ])("may succeed if it %s", async (_name, script) => {
      const outcome = await world.fn(script, { run: { stdin: "x".repeat(5_000_000) } });
      expect(outcome).toMatchObject({ exitCode: 0, stderr: "" });
    });

    describe("with a slow client of the engine", () => {
      const directory = mkdtempSync(join(tmpdir(), "slow-"));
      const command = join(directory, world.engine.name);
      afterAll(() => rmSync(directory, { recursive: true }));

      // The unread input at the end: none, a part in the engine, or so much that its client holds a part.
      test.each([10, 130_000, 5_000_000])(
        "a function that leaves %i bytes unread says all that it says",
        async (length) => {
          const others = `[ "$1" = start ] || exec ${world.engine.name} "$@"`;
          const slowly = `${world.engine.name} "$@" | { sleep 2; cat; }`;
          writeFileSync(command, `#!/bin/sh\n${others}\n${slowly}\n`, { mode: 0o755 });
          const script = "yes line | head -n 30000; echo end; echo words >&2";
          const outcome = await world.fn(script, { options: { command }, run: { stdin: "x".repeat(length) } });
          expect(outcome).toMatchObject({ exitCode: 0, stderr: "words\n" });
          expect(Buffer.from(outcome.stdout).toString()).toBe(`${"line\n".repeat(30_000)}end\n`);
        },
      );
    });

    test("runs as nobody, without capabilities and host variables (docs/specification/containers.md 2.2 to 2.4)", async () => {
      const script = "id -u; id -g; echo $HOME $LOG_TO_STDERR $STRUCTURED_RESULTS; cat /proc/self/status; echo; env";
      const printed = await world.printed(script, { envs: ["OWN=1"] });
      const [head = "", variables = ""] = printed.split("\n\n");
      expect(head).toMatch(/^65534\n65534\n\/tmp true true\n/);
      expect(head).toMatch(/^CapEff:\s0+$/m);
      expect(head).toMatch(/^CapBnd:\s0+$/m);
      expect(head).toMatch(/^NoNewPrivs:\s1$/m);
      expect(head).toMatch(/^Seccomp:\s2$/m);
      const names = variables.split("\n").map((line) => line.replace(/=.*/, ""));
      expect(names).toContain("OWN");
      const usual = new Set(["container", "FN", "HOME", "HOSTNAME", "LOG_TO_STDERR", "OWN", "PATH", "PWD", "SHLVL"]);
      for (const name of ["STRUCTURED_RESULTS", "TERM"]) usual.add(name);
      expect(names.filter((name) => !usual.has(name))).toEqual([]);
    });

    test("does not get the proxies of the engine", async () => {
      const config = mkdtempSync(join(tmpdir(), "docker-config-"));
      try {
        const proxies = { default: { httpProxy: "http://user:secret@proxy", httpsProxy: "http://user:secret@proxy" } };
        writeFileSync(join(config, "config.json"), JSON.stringify({ proxies }));
        const configured = { ...world.host, DOCKER_CONFIG: config, http_proxy: "http://user:secret@proxy" };
        const environment = { host: configured, inherited: [], given: [] };
        expect(await world.printed("env", { options: { environment } })).not.toMatch(/proxy=/i);
      } finally {
        rmSync(config, { recursive: true });
      }
    });

    test("writes to /tmp only (docs/specification/containers.md 2.4)", async () => {
      const paths = ["/tmp/x", "/x", "/bin/x", "/proc/sys/kernel/hostname", "/dev/x"];
      const script = paths.map((path) => `( echo x >${path} ) 2>&1 && echo wrote ${path}`).join("; ");
      const lines = (await world.printed(`${script}; true`)).split("\n");
      expect(lines[0]).toBe("wrote /tmp/x");
      const refused = expect.stringMatching(/can't create|nonexistent|Read-only/);
      expect(lines.slice(1)).toEqual(paths.slice(1).map(() => refused));
      const full = await world.fn("dd if=/dev/zero of=/tmp/x bs=1M count=40", {
        options: { limits: { temporary: "8m" } },
      });
      expect(full).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("No space left on device") });
    });

    test.each([0o755, 0o700, 0o1777])("writes to /tmp if its image gives it the mode %o", async (temporaryMode) => {
      const image = world.image(`mode-${temporaryMode}`, [SHELL], { temporaryMode });
      expect(await world.printed("echo x >/tmp/x && cat /tmp/x", { image })).toBe("x");
      const asCurrentUser = { image, options: { asCurrentUser: true } };
      expect(await world.printed("echo x >/tmp/x && cat /tmp/x", asCurrentUser)).toBe("x");
    });

    test("has memory in place of the volumes of its image", async () => {
      const volume = world.image("volume", ["VOLUME /data", SHELL]);
      expect(await world.printed("grep ' /data ' /proc/mounts", { image: volume })).toMatch(
        /^tmpfs \/data tmpfs rw,nosuid,nodev/,
      );
    });

    test("has no network (docs/specification/containers.md 2.4)", async () => {
      expect(await world.printed("ls /sys/class/net")).toBe("lo");
    });

    const networked = unless(lackOfNetwork(world.engine), test);
    networked("has the network of the run if allowed (docs/specification/containers.md 3.2)", async () => {
      expect(
        (await world.printed("ls /sys/class/net", { network: true, options: { network: true } })).split("\n"),
      ).toEqual(["eth0", "lo"]);
      expect(world.networksOf()).toHaveLength(1);
      await expect(world.fn("true", { network: true })).rejects.toMatchObject({ code: "network-disabled" });
    });

    test("reads mounts and cannot write to them (docs/specification/containers.md 3.4)", async () => {
      const directory = mkdtempSync(join(tmpdir(), "mounted-"));
      try {
        mkdirSync(join(directory, "data"));
        writeFileSync(join(directory, "data/file"), "content");
        const mounts = [{ type: "bind", source: "data", target: "/mnt/data", writable: false }];
        const how: Function = { mounts, directory, options: { allowMounts: true } };
        expect(await world.printed("cat /mnt/data/file", how)).toBe("content");
        expect((await world.fn("echo x >/mnt/data/file", how)).exitCode).toBe(1);
        const given = parseMount(`type=bind,src=${directory}/data,dst=/all,rw=true`, "/");
        const options = { mounts: [given], asCurrentUser: true };
        expect(await world.printed("echo new >/all/made && cat /all/made; id -u", { options })).toBe(
          `new\n${process.getuid?.()}`,
        );
      } finally {
        rmSync(directory, { recursive: true });
      }
    });

    test("runs the content that was looked up (docs/specification/containers.md 5.3)", async () => {
      const name = world.image("moving", ['ENTRYPOINT ["/bin/echo","old"]']);
      const program = await world.runtime().program(specification({ image: name }), settings());
      importImage(world.engine, "moving", ['ENTRYPOINT ["/bin/echo","new"]']);
      expect(Buffer.from((await program.run({ stdin: "" })).stdout).toString()).toBe("old\n");
      expect(program.title).toMatch(new RegExp(`^${name}@sha256:[0-9a-f]{64}$`));
      const id = world.engine
        .run("image", "inspect", "--format", "{{.Id}}", name)
        .trim()
        .replace(/^(?!sha256:)/, "sha256:");
      const byId = await world.runtime().program(specification({ image: id }), settings());
      expect(Buffer.from((await byId.run({ stdin: "" })).stdout).toString()).toBe("new\n");
    });

    test("runs beside others without conflicts", async () => {
      const containers = world.runtime();
      const spec = specification({ image: world.shell(), envs: ["FN=cat >/tmp/x; cat /tmp/x"] });
      const program = await containers.program(spec, settings());
      const inputs = ["a", "b", "c", "d", "e", "f"];
      const outcomes = await Promise.all(inputs.map((stdin) => program.run({ stdin })));
      expect(outcomes.map(({ stdout }) => Buffer.from(stdout).toString())).toEqual(inputs);
    });
  });

  describe("how it ends", () => {
    test.each([1, 125, 126, 127, 255])(
      "exit code %i is its own (docs/specification/containers.md 6.1)",
      async (code) => {
        const outcome = await world.fn(`echo out; echo err >&2; exit ${code}`);
        expect(outcome).toEqual({ stdout: expect.anything(), stderr: "err\n", exitCode: code });
        expect(Buffer.from(outcome.stdout).toString()).toBe("out\n");
      },
    );

    test.each([
      ["that is missing", '["/nothing"]', /no such file/],
      ["that cannot be run", '["/bin"]', /permission denied|is a directory/],
    ])("an entrypoint %s is distinguished from a failure of the function", async (_name, entrypoint, words) => {
      const program = await world
        .runtime()
        .program(specification({ image: world.image("broken", [`ENTRYPOINT ${entrypoint}`]) }), settings());
      const outcome = await program.run({ stdin: "x" });
      expect(outcome).toMatchObject({ exitCode: undefined, problem: "could-not-start", stderr: "" });
      expect(outcome.detail).toMatch(words);
    });

    test("a network that does not exist is not a missing program", async () => {
      const options = { network: true, networkName: "krm-render-absent" };
      const outcome = await world.fn("true", { network: true, options });
      expect(outcome).toMatchObject({ problem: "could-not-start", hint: expect.stringContaining("--network-name") });
    });

    test("a missing image is an error", async () => {
      const absent = specification({ image: "krm-render-test/absent:v1" });
      await expect(world.runtime().program(absent, settings())).rejects.toMatchObject({ code: "image-unavailable" });
      const nowhere = specification({ image: "localhost:1/absent:v1" });
      await expect(world.runtime({ pull: "missing" }).program(nowhere, settings())).rejects.toThrow(
        /cannot pull the image localhost:1\/absent:v1: .*(refused|denied)/,
      );
    });

    test("a limit that the engine refuses is an error", async () => {
      const outcome = await world.fn("true", { options: { limits: { ulimits: ["nofile=x"] } } });
      expect(outcome).toMatchObject({ problem: "could-not-start", detail: expect.stringMatching(/ulimit/) });
    });

    test("running out of memory is reported", async () => {
      const outcome = await world.fn("x=0123456789abcdef; while :; do x=$x$x; done");
      expect(outcome).toMatchObject({ exitCode: 137, detail: expect.stringContaining("64m of memory") });
      // podman learns of it by the second version of cgroups only, docker in any case.
      expect(world.engine.name === "docker" ? outcome.problem : "out-of-memory").toBe("out-of-memory");
      expect(["out-of-memory", "killed"]).toContain(outcome.problem);
    });

    test("running out of memory in one process of a script is a failure, even if the script ends with 0", async () => {
      const outcome = await world.fn("echo begun; (x=0123456789abcdef; while :; do x=$x$x; done); echo done; exit 0");
      // podman learns of it by the second version of cgroups only, docker in any case.
      const told = world.engine.name === "docker" ? "out-of-memory" : outcome.problem;
      expect(outcome).toEqual({ ...outcome, exitCode: 0, ...(told && { problem: told }) });
      expect(["out-of-memory", undefined]).toContain(told);
    });

    test("the time limit ends a function that ignores signals (docs/specification/containers.md 6.2)", async () => {
      // On a loaded machine, the function may not have begun when its time is up.
      for (let [timeoutMs, begun] = [1500, false]; !begun; timeoutMs *= 2) {
        const outcome = await world.fn("trap '' TERM INT HUP; echo begun; echo err >&2; while :; do sleep 100; done", {
          options: { process: { timeoutMs } },
        });
        expect(outcome).toMatchObject({ exitCode: undefined, problem: "timeout" });
        expect(outcome.detail).toBe(`it ran longer than ${timeoutMs / 1000} seconds`);
        begun = outcome.stderr === "err\n";
      }
    });

    test("child processes end with the function", async () => {
      expect(await world.printed("(sleep 1000 >/dev/null 2>&1 &); (setsid sleep 1000 &); echo done")).toBe("done");
    });

    test("the number of processes is limited", async () => {
      const script = "i=0; while [ $i -lt 100 ]; do sleep 1000 & i=$((i+1)); done; echo all";
      const outcome = await world.fn(script, { options: { limits: { processes: 40 } } });
      expect(outcome).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/can't fork/) });
    });

    const flood: Function = { options: { process: { stdoutBytes: 1_000_000, stderrBytes: 10_000 } } };

    test("too much standard output ends the function", async () => {
      const outcome = await world.fn("yes", flood);
      expect(outcome).toMatchObject({ problem: "output-too-large", detail: "it printed more than 1000000 bytes" });
      expect(outcome.stdout.length).toBeLessThanOrEqual(1_000_000);
    });

    test("of too much standard error, the beginning and the end are kept", async () => {
      const outcome = await world.fn("echo first >&2; yes | head -c 2000000 >&2; echo last >&2; exit 4", flood);
      expect(outcome.exitCode).toBe(4);
      expect(outcome.stderr).toMatch(/^first\ny[^]* bytes are left out [^]*y\nlast\n$/);
      expect(outcome.stderr.length).toBeLessThan(11_000);
    });

    test("a signal is reported by name", async () => {
      expect(await world.fn("sh -c 'kill -SEGV $$'; exit $?")).toMatchObject({
        exitCode: 139,
        problem: "killed",
        detail: "it was ended by SIGSEGV",
      });
    });

    test("the function ends when the run is aborted", async () => {
      const abort = new AbortController();
      const running = world.fn("sleep 1000", { run: { signal: abort.signal } });
      await world.untilItRuns();
      abort.abort();
      expect(await running).toMatchObject({ exitCode: undefined, problem: "killed" });
      expect(world.containersOf()).toEqual([]);
      expect(await world.fn("true", { run: { signal: AbortSignal.abort() } })).toMatchObject({ problem: "killed" });
    });

    test("the function ends when the runtime is closed (docs/specification/containers.md 6.2)", async () => {
      const containers = world.runtime();
      const program = await containers.program(
        specification({ image: world.shell(), envs: ["FN=sleep 1000"] }),
        settings(),
      );
      const running = program.run({ stdin: "" });
      await world.untilItRuns();
      await containers.close();
      expect(await running).toMatchObject({ problem: expect.any(String) });
    });
  });
});
