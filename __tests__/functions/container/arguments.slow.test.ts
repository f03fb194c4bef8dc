/** The exact arguments of engines, recorded by a script in their place. */
import { availableParallelism } from "node:os";
import { posix } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { chooseEngine } from "../../../src/functions/container/index.ts";
import { answer, DIGEST, ID, LOCATION, settings, specification } from "./shim.ts";
import { called, calls, cleanUp, plain, problem, type World, world } from "./world.ts";

afterEach(cleanUp);

const SANDBOX = [
  "-i",
  "--name=NAME",
  "--label=krm-render.processes=HERE",
  "--pull=never",
  "--network=none",
  "--user=65534:65534",
  "--read-only",
  "--tmpfs=/tmp:rw,nosuid,nodev,size=64m,mode=1777,uid=65534,gid=65534",
  "--cap-drop=ALL",
  "--security-opt=no-new-privileges",
  "--pids-limit=256",
  "--memory=512m",
  "--cpus=N",
  "--ulimit=nofile=1024:1024",
  "--hostname=krm-fn",
];
const VARIABLES = ["--env=HOME=/tmp", "--env=LOG_TO_STDERR=true", "--env=STRUCTURED_RESULTS=true"];
/** The arguments that stop docker's client from adding proxies of its configuration. */
const NO_PROXIES = ["ALL", "FTP", "HTTPS", "HTTP", "NO"].map((name) => `--env=${name}_PROXY`);
const PROXIES = [
  ...NO_PROXIES,
  ...NO_PROXIES.map((word) => word.replace(/[A-Z]+_PROXY/, (name) => name.toLowerCase())),
];

describe("a run (docs/specification/containers.md 2.1)", () => {
  test("on docker: inspects the image, creates a container, starts it with the input, and removes it", async () => {
    const all = await calls({});
    expect(new Set(all.map(([first]) => first))).toEqual(new Set(["create", "image", "inspect", "ps", "rm", "start"]));
    expect(called(all, "image")).toEqual(["image", "inspect", "example.com/fn:v1"]);
    expect(called(all, "start")).toEqual(["start", "-a", "-i", "NAME"]);
    expect(called(all, "rm")).toEqual(["rm", "-f", "-v", "NAME"]);
    const create = called(all, "create");
    const fixed = create.filter((word) => !word.startsWith("--env="));
    expect(fixed).toEqual(["create", ...SANDBOX, "--log-driver=none", "--no-healthcheck", ID]);
    expect(create.filter((word) => word.startsWith("--env=")).sort()).toEqual([...VARIABLES, ...PROXIES].sort());
    expect(create.at(-1)).toBe(ID);
  });

  test("on podman: with a log, without proxies (docs/specification/containers.md 2.5, 4.3)", async () => {
    const log = ["--log-driver=k8s-file", "--log-opt=max-size=268435456"];
    const own = [...log, "--no-healthcheck", "--http-proxy=false"];
    const all = await calls({ engine: "podman" });
    const sandbox = SANDBOX.map((word) => word.replace("uid=65534,gid=65534", "U"));
    expect(called(all, "create")).toEqual(["create", ...sandbox, ...own, ...VARIABLES, ID]);
    expect(called(all, "start")).toEqual(["start", "-a", "-i", "NAME"]);
  });

  test("on nerdctl: creates and starts in one call, by the digest (docs/specification/containers.md 4.4)", async () => {
    const all = await calls({ engine: "nerdctl" });
    expect(new Set(all.map(([first]) => first))).toEqual(new Set(["image", "inspect", "ps", "rm", "run"]));
    const sandbox = SANDBOX.map((word) => word.replace(",uid=65534,gid=65534", ""));
    expect(called(all, "run")).toEqual(["run", ...sandbox, ...VARIABLES, DIGEST]);
  });

  test("uses no more CPUs than the machine has", async () => {
    const { containers, recorded } = world();
    await (await containers.program(specification(), settings())).run({ stdin: "" });
    expect(called(recorded.calls(), "create")).toContain(`--cpus=${Math.min(2, availableParallelism())}`);
  });

  test("a podman that prints ids without `sha256:`", async () => {
    const image = answer([{ Id: ID.slice("sha256:".length), RepoDigests: [] }]);
    expect(called(await calls({ engine: "podman", answers: { image } }), "create").at(-1)).toBe(ID);
  });
});

describe("options (docs/specification/containers.md 2.1, 2.6, 3.6)", () => {
  test.each<[name: string, World, Parameters<typeof specification>[0], expected: string[]]>([
    [
      "limits",
      { options: { limits: { memory: "1g", cpus: 1, processes: 10, temporary: "1g" } } },
      {},
      ["--memory=1g", "--pids-limit=10", "--tmpfs=/tmp:rw,nosuid,nodev,size=1g,mode=1777,uid=65534,gid=65534"],
    ],
    [
      "--ulimit beside ours",
      { options: { limits: { ulimits: ["nproc=9:9"] } } },
      {},
      ["--ulimit=nofile=1024:1024", "--ulimit=nproc=9:9"],
    ],
    ["--ulimit in place of ours", { options: { limits: { ulimits: ["nofile=9"] } } }, {}, ["--ulimit=nofile=9"]],
    [
      "--as-current-user",
      { options: { asCurrentUser: true } },
      {},
      [`--user=${process.getuid?.()}:${process.getgid?.()}`],
    ],
    ["--network-name", { options: { network: true, networkName: "mine" } }, { network: true }, ["--network=mine"]],
    ["--network of a function that does not ask", { options: { network: true } }, {}, ["--network=none"]],
    ["declared variables", {}, { envs: ["B=1", "A=x=y z", "EMPTY="] }, ["--env=A=x=y z", "--env=B=1", "--env=EMPTY="]],
    ["given variables win", { given: ["A=2"] }, { envs: ["A=1"] }, ["--env=A=2"]],
    ["given host variables go by name", { given: ["TOKEN"], host: { TOKEN: "t" } }, {}, ["--env=TOKEN"]],
    ["inherited, asked for", { inherited: ["REGION"], host: { REGION: "eu" } }, { envs: ["REGION"] }, ["--env=REGION"]],
    [
      "--mount, for all",
      { options: { mounts: [{ type: "bind", source: "/srv", target: "/srv", writable: true }] } },
      {},
      ["--mount=type=bind,source=/srv,target=/srv"],
    ],
    [
      "--mount of memory",
      { options: { mounts: [{ type: "tmpfs", source: "", target: "/work", writable: false }] } },
      {},
      ["--mount=type=tmpfs,target=/work,tmpfs-size=67108864"],
    ],
    [
      "volumes of the image",
      {
        answers: {
          image: answer([{ Id: ID, Config: { Volumes: { "/data": {}, "/data/": {}, "/tmp": {}, "/./tmp/": {} } } }]),
        },
      },
      {},
      ["--tmpfs=/data:rw,nosuid,nodev,size=64m,mode=1777,uid=65534,gid=65534"],
    ],
    [
      "--mount in the place of /tmp",
      { options: { mounts: [{ type: "bind", source: "/srv", target: "/tmp", writable: true }] } },
      {},
      ["--mount=type=bind,source=/srv,target=/tmp"],
    ],
  ])("%s", async (_name, of, more, expected) => {
    const create = called(await calls(of, more), "create");
    expect(create).toEqual(expect.arrayContaining(expected));
    // No option occurs twice, except `--tmpfs`, which an engine accepts once for each directory.
    const inMemory = create.flatMap((word) => /^--tmpfs=([^:]*)|^--mount=.*target=([^,]*)/.exec(word)?.slice(1) ?? []);
    const places = inMemory.flatMap((path) => (path === undefined ? [] : [posix.resolve(path)]));
    expect(places).toEqual([...new Set(places)]);
    const options = create.map((word) =>
      word.replace(/^(--env=[^=]*|--tmpfs=[^:]*?(?=\/?:)|--ulimit=[^=]*|--[a-z-]+).*/, "$1"),
    );
    expect(options.filter((option, index) => options.indexOf(option) !== index)).toEqual([]);
  });

  test("variables of the host do not reach the function, and those of the job do not reach the engine", async () => {
    const host = {
      GITHUB_TOKEN: "g",
      ACTIONS_RUNTIME_TOKEN: "a",
      INPUT_X: "i",
      HOME: "/root",
      DOCKER_HOST: "unix:///x",
    };
    const { containers, recorded } = world({ host: { ...host, HTTP_PROXY: "http://user:secret@proxy" } });
    await (await containers.program(specification(), settings())).run({ stdin: "" });
    const create = called(recorded.calls(), "create").join("\n");
    for (const value of ["g", "a", "i"]) expect(create).not.toMatch(new RegExp(`=${value}$`, "m"));
    const variables = recorded.variables("create");
    expect(
      ["GITHUB_TOKEN", "ACTIONS_RUNTIME_TOKEN", "INPUT_X", "HTTP_PROXY"].filter((name) => variables.has(name)),
    ).toEqual([]);
    expect([variables.get("HOME"), variables.get("DOCKER_HOST")]).toEqual(["/root", "unix:///x"]);
    // The engine itself needs proxies for everything but containers.
    expect(recorded.variables("image").get("HTTP_PROXY")).toBe("http://user:secret@proxy");
  });

  test("a variable of any name is passed by name with its value", async () => {
    const { containers, recorded } = world({
      given: ["GITHUB_TOKEN", "https_proxy"],
      host: { GITHUB_TOKEN: "g", https_proxy: "p" },
    });
    await (await containers.program(specification(), settings())).run({ stdin: "" });
    const variables = recorded.variables("create");
    expect([variables.get("GITHUB_TOKEN"), variables.get("https_proxy")]).toEqual(["g", "p"]);
    expect(recorded.variables("start").get("GITHUB_TOKEN")).toBe("g");
    expect(recorded.variables("image").has("GITHUB_TOKEN")).toBe(false);
  });
});

test("the longest variable is passed on, and too many long ones are not reported as a missing engine", async () => {
  const longest = `A=${"x".repeat(131_063)}`;
  expect(called(await calls({}, { envs: [longest] }), "create")).toContain(`--env=${longest}`);
  const many = Array.from({ length: 40 }, (_, at) => `A${at}=${"x".repeat(130_000)}`);
  const program = await world().containers.program(specification({ envs: many }), settings());
  expect(await program.run({ stdin: "" })).toMatchObject({
    problem: "could-not-start",
    detail: expect.stringMatching(/E2BIG|too long/),
  });
});

describe("the network of a run (docs/specification/containers.md 3.2)", () => {
  test("is created when the first function needs it, shared, and removed last", async () => {
    const { containers, recorded } = world({ options: { network: true } });
    const programs = await Promise.all(
      [1, 2].map(() => containers.program(specification({ network: true }), settings())),
    );
    await Promise.all(programs.map((program) => program.run({ stdin: "" })));
    await containers.close();
    const all = recorded.calls().map((call) => call.map(plain));
    const networks = all.filter(([first, second]) => first === "network" && second !== "ls");
    expect(networks).toEqual([
      ["network", "create", "--label", "krm-render.processes=HERE", "NAME"],
      ["network", "rm", "NAME"],
    ]);
    expect(all.at(-1)).toEqual(["network", "rm", "NAME"]);
    const used = recorded.calls().filter(([first]) => first === "create");
    const [made] = recorded.calls().filter(([, second]) => second === "create");
    expect(used.map((call) => call.find((word) => word.startsWith("--network=")))).toEqual([
      `--network=${made?.at(-1)}`,
      `--network=${made?.at(-1)}`,
    ]);
  });

  test.each(["host", "container:other", "ns:/proc/1/ns/net", "", "-x", "a,b"])("is never %p", (networkName) => {
    expect(() => world({ options: { network: true, networkName } })).toThrow(/is not allowed for functions/);
  });

  test("is an error if it cannot be created", async () => {
    const { containers } = world({ options: { network: true }, answers: { network: "echo no pool left >&2; exit 1" } });
    expect(await problem(containers.program(specification({ network: true }), settings()))).toMatchObject({
      code: "network-unavailable",
      message: "docker cannot create a network for functions: no pool left",
    });
  });
});

describe("refused specifications (docs/specification/containers.md 3.1, 3.4, 3.7)", () => {
  test.each<[name: string, Parameters<typeof specification>[0], World, expected: object]>([
    [
      "the network",
      { network: true },
      {},
      { code: "network-disabled", message: "network required but not enabled with --network" },
    ],
    [
      "mounts",
      { mounts: [{ type: "bind", source: "a", target: "/a", writable: false }] },
      {},
      { code: "mount-refused", message: "mounts required but not enabled with --allow-mounts" },
    ],
    [
      "a variable of the host",
      { envs: ["AWS_SECRET_ACCESS_KEY"] },
      { host: { AWS_SECRET_ACCESS_KEY: "s" } },
      { code: "environment-refused", hint: expect.stringContaining("--inherit-env AWS_SECRET_ACCESS_KEY") },
    ],
    ["a pattern of variables", { envs: ["AWS_*"] }, {}, { code: "environment-refused" }],
    ["an empty variable", { envs: ["=1"] }, {}, { code: "environment-refused" }],
    ["a NUL", { envs: ["A=\0"] }, {}, { code: "environment-refused" }],
    [
      "a variable that no program can be given",
      { envs: [`A=${"x".repeat(131_064)}`] },
      {},
      { code: "environment-refused", message: "the variable `A` is too long" },
    ],
  ])("%s", async (_name, more, of, expected) => {
    const { containers, recorded } = world(of);
    expect(await problem(containers.program(specification(more), settings()))).toMatchObject({
      ...expected,
      ...LOCATION,
    });
    expect(recorded.calls()).toEqual([]);
  });
});

describe("the choice of the engine (docs/specification/containers.md 4.1)", () => {
  test.each<[option: string | undefined, env: Record<string, string>, expected: string]>([
    [undefined, {}, "docker"],
    [undefined, { KPT_FN_RUNTIME: "podman" }, "podman"],
    [undefined, { KPT_FN_RUNTIME: "podman", KRM_FN_RUNTIME: "nerdctl" }, "nerdctl"],
    ["podman", { KRM_FN_RUNTIME: "nerdctl" }, "podman"],
    ["", { KRM_FN_RUNTIME: "" }, "docker"],
  ])("%p with %j", (option, env, expected) => expect(chooseEngine(option, env)).toBe(expected));

  test.each<[option: string | undefined, env: Record<string, string>, source: string]>([
    ["rkt", {}, "--container-runtime"],
    [undefined, { KRM_FN_RUNTIME: "toString" }, "KRM_FN_RUNTIME"],
  ])("%p with %j is refused", (option, env, source) => {
    expect(() => chooseEngine(option, env)).toThrow(`${source} has the unknown value`);
  });
});
