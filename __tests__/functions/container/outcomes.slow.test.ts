/** Outcomes of runs, from the answers of engines. */
import { afterEach, describe, expect, test } from "@jest/globals";
import type { ProgramOutcome } from "../../../src/functions/program.ts";
import { type Answers, answer, settings, specification } from "./shim.ts";
import { called, cleanUp, outcomeOf, plain, problem, type World, world } from "./world.ts";

afterEach(cleanUp);

describe("the end of a container (docs/specification/containers.md 6.1)", () => {
  const state = (more: object): string =>
    answer({ Status: "exited", Running: false, ExitCode: 0, OOMKilled: false, Error: "", ...more });
  const failing = (code: number, words = ""): string =>
    `cat >/dev/null; echo partial; echo '${words}' >&2; exit ${code}`;

  test.each<[name: string, Answers, expected: Partial<ProgramOutcome>]>([
    [
      "input left unread, on a Unix socket (docs/specification/containers.md 6.3)",
      {
        start:
          "cat >/dev/null; echo words >&2; echo 'read unix @->/run/docker.sock: read: connection reset by peer' >&2",
        inspect: state({}),
      },
      { exitCode: 0, stderr: "words\n" },
    ],
    [
      "input left unread, on a TCP connection, which may lose output",
      {
        start: "cat >/dev/null; echo 'read tcp 10.0.0.1:5->10.0.0.2:2375: read: connection reset by peer' >&2",
        inspect: state({}),
      },
      {
        exitCode: 0,
        stderr: "",
        problem: "output-lost",
        detail: "docker lost its connection to it: read tcp 10.0.0.1:5->10.0.0.2:2375: read: connection reset by peer",
      },
    ],
    [
      "the same words before others",
      {
        start: "cat >/dev/null; echo 'read unix @->/x: read: connection reset by peer' >&2; echo more >&2",
        inspect: state({}),
      },
      { exitCode: 0, stderr: "read unix @->/x: read: connection reset by peer\nmore\n" },
    ],
    [
      "a function's own exit code",
      { start: failing(3, "bad"), inspect: state({ ExitCode: 3 }) },
      { exitCode: 3, stderr: "bad\n" },
    ],
    ["125 of a function", { start: failing(125), inspect: state({ ExitCode: 125 }) }, { exitCode: 125 }],
    ["126 of a function", { start: failing(126), inspect: state({ ExitCode: 126 }) }, { exitCode: 126 }],
    ["127 of a function", { start: failing(127), inspect: state({ ExitCode: 127 }) }, { exitCode: 127 }],
    [
      "no entrypoint, by docker",
      { start: failing(1), inspect: state({ Status: "created", ExitCode: 127, Error: "exec: /fn: no such file" }) },
      {
        exitCode: undefined,
        problem: "could-not-start",
        detail: "docker could not start it: exec: /fn: no such file",
        hint: expect.stringContaining("ENTRYPOINT") as unknown as string,
        stderr: "",
      },
    ],
    [
      "no entrypoint, by podman",
      { start: failing(127, "Error: not found"), inspect: state({ Status: "created" }) },
      { problem: "could-not-start", detail: "docker could not start it: Error: not found" },
    ],
    [
      "an engine that may not set limits",
      {
        start: failing(126, "Error: crun: the requested cgroup controller `cpu` is not available: OCI runtime error"),
        inspect: state({ Status: "created" }),
      },
      { problem: "could-not-start", hint: expect.stringContaining("delegate") as unknown as string },
    ],
    [
      "an engine that lost it on the way",
      { start: failing(128), inspect: state({ ExitCode: 128, Error: "OCI runtime error: gone" }) },
      { exitCode: undefined, problem: "could-not-start", detail: "docker could not start it: OCI runtime error: gone" },
    ],
    [
      "credentials in the words of an engine",
      { create: "echo 'Error: https://me:secret@mirror/v2/ says no' >&2; exit 1" },
      { detail: "docker could not start it: Error: https://***@mirror/v2/ says no" },
    ],
    [
      "an image for another processor, in the state",
      {
        start: failing(1),
        inspect: state({ Status: "created", Error: "exec /fn: exec format error" }),
        version: "echo arm64",
      },
      {
        problem: "could-not-start",
        detail: "its image is for linux/amd64, but this machine is linux/arm64",
        hint: "Use an image for linux/arm64, or let the machine emulate linux/amd64 with QEMU.",
      },
    ],
    [
      "an image for another processor, on standard error",
      {
        start: failing(1, "WARNING: The platforms differ\nexec /bin/sh: exec format error"),
        inspect: state({ ExitCode: 1 }),
        version: "echo aarch64",
      },
      {
        problem: "could-not-start",
        detail: "its image is for linux/amd64, but this machine is linux/arm64",
        stderr: "",
      },
    ],
    [
      "an image for another processor, found when it is made",
      { create: "echo 'Error: exec format error' >&2; exit 125", version: "echo arm64" },
      { problem: "could-not-start", detail: "its image is for linux/amd64, but this machine is linux/arm64" },
    ],
    [
      "a program that is none",
      {
        start: failing(1, "exec /fn: exec format error"),
        inspect: state({ ExitCode: 1 }),
        version: "echo amd64",
      },
      { problem: "could-not-start", detail: "its ENTRYPOINT is not a program for linux/amd64" },
    ],
    [
      "words of a function about formats",
      { start: failing(1, "begun\nexec /fn: exec format error"), inspect: state({ ExitCode: 1 }) },
      { exitCode: 1, stderr: "begun\nexec /fn: exec format error\n" },
    ],
    [
      "a network that does not exist, by docker",
      { start: failing(1), inspect: state({ Status: "created", ExitCode: 128, Error: "network mine not found" }) },
      { problem: "could-not-start", hint: expect.stringContaining("--network-name") as unknown as string },
    ],
    [
      "a network that does not exist, by podman",
      { create: "echo 'Error: unable to find network with name or ID mine: network not found' >&2; exit 125" },
      { problem: "could-not-start", hint: expect.stringContaining("--network-name") as unknown as string },
    ],
    [
      "a container that cannot be made",
      { create: "echo 'Error: Minimum memory limit allowed is 6MB' >&2; exit 125" },
      { problem: "could-not-start", detail: "docker could not start it: Error: Minimum memory limit allowed is 6MB" },
    ],
    [
      "out of memory",
      { start: failing(137), inspect: state({ ExitCode: 137, OOMKilled: true }) },
      { exitCode: 137, problem: "out-of-memory", detail: "it used more than 512m of memory" },
    ],
    [
      "out of memory in one of its processes",
      { start: "echo partial", inspect: state({ OOMKilled: true }) },
      { exitCode: 0, problem: "out-of-memory", detail: "it used more than 512m of memory" },
    ],
    [
      "a client that ends well before it",
      { start: "echo partial", inspect: state({ Status: "running", Running: true }) },
      { exitCode: undefined, problem: "killed", detail: "docker lost its connection to it: " },
    ],
    [
      "a client that ends well where it does not",
      { start: "echo partial", inspect: state({ ExitCode: 3 }) },
      { exitCode: 3 },
    ],
    [
      "a client that fails where it ends well",
      { start: failing(1, "unexpected EOF"), inspect: state({}) },
      { exitCode: 0, problem: "output-lost", detail: "docker lost its connection to it: unexpected EOF" },
    ],
    [
      "an end that is nothing",
      { start: "echo partial", inspect: "echo null" },
      { exitCode: undefined, problem: "output-lost" },
    ],
    [
      "an end that nobody tells",
      { start: "echo partial", inspect: "echo garbage" },
      { exitCode: undefined, problem: "output-lost", detail: "docker does not report how it ended" },
    ],
    [
      "a signal",
      { start: failing(139), inspect: state({ ExitCode: 139 }) },
      { exitCode: 139, problem: "killed", detail: "it was ended by SIGSEGV" },
    ],
    [
      "a kill that is not explained",
      { start: failing(137), inspect: state({ ExitCode: 137 }) },
      { exitCode: 137, problem: "killed", detail: expect.stringContaining("512m") as unknown as string },
    ],
    [
      "a lost connection",
      { start: failing(1, "unexpected EOF"), inspect: state({ Status: "running", Running: true }) },
      { exitCode: undefined, problem: "killed", detail: "docker lost its connection to it: unexpected EOF" },
    ],
  ])("%s", async (_name, answers, expected) => {
    expect(await outcomeOf({ answers })).toMatchObject(expected);
  });

  test("on nerdctl, which may forget the container, has the exit code of the client", async () => {
    const answers = { run: failing(3, "bad"), inspect: state({ Status: "created" }) };
    expect(await outcomeOf({ engine: "nerdctl", answers })).toMatchObject({ exitCode: 3, stderr: "bad\n" });
  });

  test("a container that has not ended is killed and removed", async () => {
    const { containers, recorded } = world({
      answers: { start: "exec sleep 60" },
      options: { process: { timeoutMs: 200 } },
    });
    const program = await containers.program(specification(), settings());
    expect(await program.run({ stdin: "x".repeat(1_000_000) })).toMatchObject({
      exitCode: undefined,
      problem: "timeout",
      detail: "it ran longer than 0.2 seconds",
    });
    expect(
      recorded
        .calls()
        .map((call) => call.map(plain))
        .slice(-2),
    ).toEqual([
      ["kill", "NAME"],
      ["rm", "-f", "-v", "NAME"],
    ]);
  });

  test.each<[words: string, removals: number]>([
    ["removal of container krm-1 is already in progress", 2],
    ["dial unix /run/docker.sock: connect: no such file or directory", 2],
    ["/usr/bin/docker: 3: exec: helper: not found", 2],
    ["Error: No such container: krm-1", 1],
    ['Error: no container with ID or name "krm-1" found: no such container', 1],
  ])("a removal that fails by %j", async (words, removals) => {
    const answers = { rm: `[ -e "$0.again" ] || { touch "$0.again"; echo '${words}' >&2; exit 1; }` };
    const { containers, recorded } = world({ answers });
    await (await containers.program(specification(), settings())).run({ stdin: "" });
    await containers.close();
    await containers.close();
    expect(recorded.calls().filter(([first]) => first === "rm")).toHaveLength(removals);
  });
});

describe("output that podman's client may lose (docs/specification/containers.md 2.5)", () => {
  const ended = (code: number): Answers => ({
    inspect: answer({ Status: "exited", Running: false, ExitCode: code, OOMKilled: false, Error: "" }),
  });

  async function heard(answers: Answers, stdin = "hello", options: World["options"] = {}) {
    const { containers, recorded } = world({ engine: "podman", answers, options });
    const outcome = await (await containers.program(specification(), settings())).run({ stdin });
    const asked = recorded.calls().filter(([first]) => first === "logs");
    return { ...outcome, stdout: Buffer.from(outcome.stdout).toString(), asked: asked.map((call) => call.map(plain)) };
  }

  test.each<[name: string, start: string, logs: string, expected: object]>([
    ["nothing", "cat; echo e >&2", "echo hello; echo e >&2", { stdout: "hello\n", stderr: "e\n" }],
    ["everything", ":", "printf 'a\\nb\\n'; echo e >&2", { stdout: "a\nb\n", stderr: "e\n" }],
    ["the end", "echo a", "printf 'a\\nb\\n'", { stdout: "a\nb\n" }],
    ["the end of standard error", "echo a; echo b >&2", "echo a; echo b >&2; echo c >&2", { stderr: "b\nc\n" }],
    ["nothing, and says something itself", "echo a; echo warning >&2", "echo a; echo b >&2", { stderr: "b\n" }],
    ["nothing, while its log lacks something", "printf 'a\\nb'", "echo a", { stdout: "a\nb" }],
  ])("%s: the longer of output and log counts", async (_name, start, logs, expected) => {
    expect(await heard({ start, logs })).toMatchObject({ exitCode: 0, asked: [["logs", "NAME"]], ...expected });
  });

  test("of a function that fails", async () => {
    const answers = { start: "exit 3", logs: "echo 'kind: ResourceList'; echo why >&2", ...ended(3) };
    expect(await heard(answers)).toMatchObject({ exitCode: 3, stdout: "kind: ResourceList\n", stderr: "why\n" });
  });

  test.each<[name: string, logs: string, detail: string]>([
    ["differs", "echo other", "podman may have lost a part of its output: its log differs"],
    [
      "cannot be read",
      "echo 'Error: no log' >&2; exit 125",
      "podman may have lost a part of its output: Error: no log",
    ],
    ["never ends", "exec sleep 60", "podman may have lost a part of its output: it ran longer than 2 seconds"],
  ])("is a problem if the log %s", async (_name, logs, detail) => {
    const options = { process: { timeoutMs: 2000 } };
    const outcome = await heard({ start: "echo a", logs }, "hello", options);
    expect(outcome).toMatchObject({ problem: "output-lost", detail });
  });

  test("the log is limited like the output", async () => {
    const options = { process: { stdoutBytes: 10 } };
    const outcome = await heard({ start: ":", logs: "echo 0123456789abc" }, "hello", options);
    expect(outcome).toMatchObject({ problem: "output-too-large" });
  });

  test("the log is not read if there is no input", async () => {
    expect(await heard({ start: "echo a", logs: "echo b" }, "")).toMatchObject({ stdout: "a\n", asked: [] });
  });
});

test("an engine that hangs at the end does not change the outcome, and is asked again", async () => {
  const answers = { start: "cat; exit 3", kill: '[ -e "$0.awake" ] || { touch "$0.awake"; exec sleep 60; }' };
  const { containers, recorded } = world({ answers, options: { answerMs: 500, process: { stdoutBytes: 2 } } });
  const program = await containers.program(specification(), settings());
  expect(await program.run({ stdin: "hello" })).toMatchObject({ problem: "output-too-large" });
  expect(called(recorded.calls(), "rm")).toEqual([]);
  await containers.close();
  expect(called(recorded.calls(), "rm").map(plain)).toEqual(["rm", "-f", "-v", "NAME"]);
});

test("an engine that never answers at the end does not change the outcome", async () => {
  const answers = { kill: "exec sleep 60", rm: "exec sleep 60" };
  const { containers } = world({ answers, options: { answerMs: 300 } });
  const program = await containers.program(specification(), settings());
  expect(await program.run({ stdin: "hello" })).toMatchObject({ exitCode: 0 });
  await expect(containers.close()).resolves.toBeUndefined();
});

describe("containers of ended processes (docs/specification/containers.md 6.2)", () => {
  test("are removed by the next process, and nothing else is", async () => {
    const gone = `krm-${2 ** 22 + 1}-${"a".repeat(16)}`;
    const alive = `krm-${process.pid}-${"b".repeat(16)}`;
    const names = [gone, alive, "krm-mine", "other"].join("\n");
    const answers = { ps: `printf '%s\\n' '${names}'`, network: `[ "$2" = ls ] && printf '%s\\n' '${names}'; :` };
    const { containers, recorded } = world({ answers, options: { network: true } });
    await containers.program(specification({ network: true }), settings());
    await containers.close();
    const all = recorded.calls();
    expect(called(all, "kill")).toEqual(["kill", gone]);
    expect(called(all, "rm")).toEqual(["rm", "-f", "-v", gone]);
    expect(all).toContainEqual(["network", "rm", gone]);
    expect(all.flat()).not.toContain(alive);
    expect(called(all, "ps").map(plain)).toEqual([
      "ps",
      "-a",
      "--filter",
      "label=krm-render.processes=HERE",
      "--format",
      "{{.Names}}",
    ]);
  });
});

describe("an engine that cannot be used (docs/specification/containers.md 4.2)", () => {
  const refusing = (words: string): Answers => ({ image: `echo "${words}" >&2; exit 1` });

  test.each<[name: string, World, expected: object]>([
    [
      "it is not installed",
      { options: { command: "/nowhere/docker" } },
      {
        message: expect.stringMatching(/^\/nowhere\/docker cannot be started, which container functions need: /),
        hint: "Install docker, or use another engine: --container-runtime podman or nerdctl.",
      },
    ],
    [
      "it is not installed on macOS",
      { options: { command: "/nowhere/docker", platform: "darwin" } },
      { hint: expect.stringContaining("Hosted macOS runners have no engine: use a Linux runner.") },
    ],
    [
      "it is not running",
      { answers: refusing("Cannot connect to the Docker daemon at unix:///x. Is the docker daemon running?") },
      {
        message: expect.stringMatching(/^docker is installed but not running: Cannot connect/),
        hint: "Start it, or use another engine: --container-runtime podman or nerdctl.",
      },
    ],
    [
      "it is denied",
      { answers: refusing("permission denied while trying to connect to the Docker daemon socket at unix:///x") },
      { message: expect.stringMatching(/^this user has no access to docker: /) },
    ],
    [
      "it runs Windows containers",
      { options: { platform: "win32" }, answers: { version: "echo windows" } },
      { message: "docker runs Windows containers, but functions need Linux containers" },
    ],
    [
      "it gives no answer",
      { answers: { image: "exec sleep 60" }, options: { answerMs: 300 } },
      { message: "docker image did not answer within 0.3 seconds" },
    ],
    [
      "it goes away before a container is made",
      { answers: { create: "echo 'Cannot connect to the Docker daemon at unix:///x' >&2; exit 1" } },
      { message: expect.stringMatching(/is installed but not running/) },
    ],
  ])("%s", async (_name, of, expected) => {
    const { containers } = world(of);
    const work = containers.program(specification(), settings()).then((program) => program.run({ stdin: "" }));
    expect(await problem(work)).toMatchObject({ code: "container-engine-unavailable", ...expected });
  });
});
