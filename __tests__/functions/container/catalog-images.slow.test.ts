/** Images of catalogs: by digest, fetched by the own client, loaded into the engine, and checked by their ids. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { type Diagnostic, failure } from "../../../src/diagnostics.ts";
import type { ContainerRuntimeOptions, EngineName, EngineTools } from "../../../src/functions/container/index.ts";
import { processSpace } from "../../../src/processes/index.ts";
import { CONFIG, imageSource, LAYER, MANIFEST, type SourceOptions } from "./image-source.ts";
import { type Answers, answer, DIGEST, ID, LOCATION, settings, specification } from "./shim.ts";
import { called, cleanUp, plain, problem, world } from "./world.ts";

afterEach(cleanUp);

const IMAGE = `registry.example/fns/paint@${DIGEST}`;
const NAME = `krm-render.local/sha256/${MANIFEST.slice(7)}:load`;
const ABSENT = "echo 'Error response from daemon: No such image' >&2; exit 1";
/** The answer of an engine with the graph driver about the image. */
const LOADED = { Id: CONFIG, RepoDigests: [], RootFS: { Layers: [LAYER] }, Os: "linux", Architecture: "amd64" };

/** An engine that has the image only after `load`, under the name that it was loaded by. */
function loading(found: unknown = [LOADED], more: Answers = {}): Answers {
  return {
    version: "echo 28.0.4 linux/amd64",
    info: "echo 4.3.1 linux/amd64",
    image: `case "$3" in krm-render.local/*) ;; *) ${ABSENT};; esac\n[ -e "$0.loaded" ] || { ${ABSENT}; }\n${answer(found)}`,
    load: 'cat >"$0.loaded"; echo "Loaded image"',
    rmi: "",
    ...more,
  };
}

interface Catalog {
  readonly engine?: EngineName;
  readonly answers?: Answers;
  readonly source?: SourceOptions;
  readonly options?: Partial<ContainerRuntimeOptions>;
}

function catalog({ engine, answers = loading(), source: how, options }: Catalog = {}) {
  const source = imageSource(how);
  const { containers, recorded } = world({
    ...(engine && { engine }),
    answers,
    options: { images: source.open, ...options },
  });
  return {
    source,
    containers,
    program: (image = IMAGE) => containers.program(specification({ image, fromCatalog: true }), settings()),
    calls: () => recorded.calls().map((call) => call.map(plain).join(" ")),
    about: (...names: string[]) => recorded.calls().filter(([name = ""]) => names.includes(name)),
    recorded,
  };
}

describe("K1: an image of a catalog (docs/specification/containers.md 7.1 to 7.4)", () => {
  test("is fetched, loaded, checked, and run by the id that the engine reports", async () => {
    const { program, calls, source } = catalog();
    const prepared = await program();
    expect(prepared.title).toBe(`registry.example/fns/paint@${DIGEST}`);
    await prepared.run({ stdin: "hello" });
    const reference = `registry.example/fns/paint@${DIGEST}`;
    expect(source.asked).toEqual([`digests ${reference} linux/amd64`, `fetch ${reference} linux/amd64`]);
    const all = calls().filter((call) => !/^(?:ps|rm|inspect) /.test(call));
    expect(all.map((call) => call.replace(/^create .*--pull=(\S+) .* (\S+)$/, "create --pull=$1 $2"))).toEqual([
      `image inspect ${IMAGE}`,
      "version --format {{.Server.Version}} {{.Server.Os}}/{{.Server.Arch}}",
      `image inspect ${NAME}`,
      "load",
      `image inspect ${NAME}`,
      `create --pull=never ${CONFIG}`,
      "start -a -i NAME",
    ]);
  });

  test("goes to the standard input of the engine", async () => {
    const { program, recorded } = catalog({ answers: loading([LOADED], { load: 'cat >"$0.loaded"; exit 0' }) });
    await program();
    const path = `${recorded.path.split(":")[0]}/docker.loaded`;
    expect(spawnSync("cat", [path], { encoding: "utf8" }).stdout).toBe(`archive of ${NAME}`);
  });

  test.each<[name: string, engine: EngineName, found: object, id: string]>([
    ["a graph driver", "docker", LOADED, CONFIG],
    ["containerd's image store", "docker", { ...LOADED, Id: MANIFEST, Descriptor: { digest: MANIFEST } }, MANIFEST],
    ["podman, which leaves the algorithm out", "podman", { ...LOADED, Id: CONFIG.slice(7) }, CONFIG],
    ["nerdctl, which runs by the digest of the manifest", "nerdctl", LOADED, MANIFEST],
  ])("runs by the id of %s", async (_name, engine, found, id) => {
    const { program, about } = catalog({ engine, answers: loading([found]) });
    await (await program()).run({ stdin: "hello" });
    expect(about("create", "run")[0]?.at(-1)).toBe(id);
  });

  test("is fetched for the platform of the engine", async () => {
    const answers = loading([LOADED], { version: "echo 29.1.0 linux/aarch64" });
    const { program, source } = catalog({ answers });
    await program();
    expect(source.asked[0]).toMatch(/ linux\/arm64$/);
  });

  test("is not fetched if the engine knows its digest", async () => {
    const answers = { image: answer([{ ...LOADED, Id: ID, RepoDigests: [IMAGE] }]) };
    const { program, source, about } = catalog({ answers });
    await (await program()).run({ stdin: "" });
    expect([source.opened(), about("load", "pull")]).toEqual([0, []]);
    expect(about("create")[0]?.at(-1)).toBe(ID);
  });

  test("is not fetched if an earlier run has left it in the engine", async () => {
    const known = `case "$3" in krm-render.local/*) ;; *) ${ABSENT};; esac\n${answer([LOADED])}`;
    const { program, source, about } = catalog({ answers: loading([], { image: known }) });
    await program();
    expect([source.asked.length, about("load", "pull", "rmi")]).toEqual([1, []]);
  });

  test("is loaded again if the name of an earlier run is that of another image", async () => {
    const other = answer([{ ...LOADED, Id: ID }]);
    const image = `case "$3" in krm-render.local/*) ;; *) ${ABSENT};; esac\n[ -e "$0.loaded" ] || { ${other}\nexit; }\n${answer([LOADED])}`;
    const { program, about } = catalog({ answers: loading([], { image }) });
    await (await program()).run({ stdin: "" });
    expect(about("load")).toHaveLength(1);
    expect(about("create")[0]?.at(-1)).toBe(CONFIG);
  });

  test("is loaded once, however many names and indexes lead to it", async () => {
    const { program, about, source } = catalog();
    await Promise.all(
      [IMAGE, IMAGE, `mirror.example/paint@${DIGEST}`, `mirror.example/paint@${MANIFEST}`].map(program),
    );
    expect(about("load")).toHaveLength(1);
    expect(about("version")).toHaveLength(1);
    expect(source.asked.filter((each) => each.startsWith("fetch"))).toHaveLength(1);
  });

  test("is neither fetched nor pulled with --pull never", async () => {
    const { program, source, about } = catalog({ options: { pull: "never" } });
    expect(await problem(program())).toMatchObject({ code: "image-unavailable", ...LOCATION });
    expect([source.opened(), about("load", "pull")]).toEqual([0, []]);
  });
});

describe("attack 9.6: a tag proves nothing", () => {
  test.each(["registry.example/fns/paint:v1.4.0", "registry.example/fns/paint", ID])(
    "the image %s of a catalog is refused before the engine is asked",
    async (image) => {
      const { program, source, about } = catalog();
      expect(await problem(program(image))).toMatchObject({
        code: "invalid-image",
        message: `the image ${image} of a catalog has no digest`,
        hint: "Add `sha256` with the digest that the registry serves.",
        ...LOCATION,
      });
      expect([source.opened(), about("image", "pull", "load", "create")]).toEqual([0, []]);
    },
  );

  test("the tag beside a digest does not reach the engine, and the registry only to explain a wrong digest", async () => {
    const { program, source, calls } = catalog();
    await (await program(`registry.example/fns/paint:moved@${DIGEST}`)).run({ stdin: "" });
    expect(calls().filter((each) => each.includes("moved"))).toEqual([]);
    expect(source.asked[0]).toBe(`digests registry.example/fns/paint:moved@${DIGEST} linux/amd64`);
  });
});

describe("attack 9.7: what the engine has made of the archive", () => {
  test.each<[name: string, answers: Answers, expected: Partial<Diagnostic>]>([
    [
      "another config, which engines accept",
      loading([{ ...LOADED, Id: ID }]),
      {
        code: "image-mismatch",
        message: `the image registry.example/fns/paint, loaded into docker, is ${ID}, not ${CONFIG}`,
        hint: "Nothing was run. Check docker, and who else has access to it.",
      },
    ],
    ["no id", loading([{ ...LOADED, Id: "paint" }]), { code: "image-mismatch" }],
    ["nothing", loading([]), { code: "image-mismatch" }],
    [
      "other layers",
      loading([{ ...LOADED, RootFS: { Layers: [ID] } }]),
      {
        code: "image-mismatch",
        message: "the image registry.example/fns/paint, loaded into docker, has other layers than were fetched",
      },
    ],
    ["more layers", loading([{ ...LOADED, RootFS: { Layers: [LAYER, LAYER] } }]), { code: "image-mismatch" }],
    ["no layers", loading([{ ...LOADED, RootFS: null }]), { code: "image-mismatch" }],
    ["layers that are no list", loading([{ ...LOADED, RootFS: { Layers: LAYER } }]), { code: "image-mismatch" }],
    [
      "no image of that name",
      loading([], { image: ABSENT }),
      {
        code: "image-unavailable",
        message: "docker does not have the image registry.example/fns/paint, which it has loaded",
      },
    ],
    [
      "a refusal",
      loading([LOADED], { load: "cat >/dev/null; echo 'invalid diffID for layer 0' >&2; exit 1" }),
      {
        code: "image-unavailable",
        message: "docker cannot load the image registry.example/fns/paint: invalid diffID for layer 0",
        hint: "Check that the disk of docker has room, and that it can read the compression of the layers.",
      },
    ],
    [
      "a success without unpacked layers, as containerd reports it",
      loading([LOADED], { load: 'cat >"$0.loaded"; echo "Error unpacking image $0: wrong diff id"' }),
      { code: "image-unavailable", message: expect.stringContaining("wrong diff id") as unknown as string },
    ],
    [
      "an image for Windows",
      loading([{ ...LOADED, Os: "windows" }]),
      { code: "image-unavailable", message: expect.stringContaining("is for windows") as unknown as string },
    ],
  ])("%s is an error, and nothing runs or stays", async (_name, answers, expected) => {
    const { program, about, containers } = catalog({ answers, options: { keepImages: false } });
    expect(await problem(program())).toMatchObject({ ...expected, ...LOCATION });
    await containers.close();
    expect(about("create", "start", "pull")).toEqual([]);
    expect(about("rmi").map((call) => call[1]?.split(":")[0])).toEqual([NAME.split(":")[0]]);
  });

  test("a name that a run keeps is removed, too, if its image is another one", async () => {
    const { program, about } = catalog({ answers: loading([{ ...LOADED, Id: ID }]) });
    expect(await problem(program())).toMatchObject({ code: "image-mismatch" });
    expect(about("rmi")).toEqual([["rmi", NAME]]);
  });

  test("a blob that changes while it is read ends the load, and its error is the outcome", async () => {
    async function* damaged(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("half");
      throw failure("image-mismatch", "the blob changed");
    }
    const answers = loading([LOADED], { load: 'cat >"$0.part"; mv "$0.part" "$0.loaded"; sleep 60' });
    const { program, about } = catalog({ answers, source: { archive: damaged } });
    expect(await problem(program())).toMatchObject({ code: "image-mismatch", message: "the blob changed" });
    expect(about("create")).toEqual([]);
    expect(about("rmi")).toEqual([["rmi", NAME]]);
  });
});

describe("the engine pulls (docs/specification/containers.md 7.3)", () => {
  const unreachable = failure("remote-failed", "registry.example cannot be reached", { hint: "Check the network." });
  const PULLED = [{ Id: ID, RepoDigests: [IMAGE], Os: "linux", Architecture: "amd64" }];
  const pulls = (found: unknown, pull = ""): Answers =>
    loading([], {
      image: `[ -e "$0.pulled" ] || { ${ABSENT}; }\n${answer(found)}`,
      pull: `touch "$0.pulled"\n${pull}`,
    });

  test("by digest if the own client cannot reach the registry", async () => {
    const lines: string[] = [];
    const { program, about } = catalog({
      answers: pulls(PULLED),
      source: { failure: unreachable },
      options: { log: (line) => void lines.push(line) },
    });
    await (await program()).run({ stdin: "" });
    expect(about("pull")).toEqual([["pull", "--quiet", IMAGE]]);
    expect(about("create")[0]?.at(-1)).toBe(ID);
    expect(lines).toEqual(["docker pulls the image registry.example/fns/paint, because this process cannot fetch it"]);
  });

  test("and its answer is checked", async () => {
    const answers = pulls([{ ...PULLED[0], RepoDigests: [`registry.example/fns/paint@${MANIFEST}`] }]);
    const { program, about } = catalog({ answers, source: { failure: unreachable } });
    expect(await problem(program())).toMatchObject({ code: "image-mismatch" });
    expect(about("create")).toEqual([]);
  });

  test("and if it fails as well, both reasons are shown", async () => {
    const answers = pulls([], "echo denied >&2; exit 1");
    const { program } = catalog({ answers, source: { failure: unreachable } });
    expect(await problem(program())).toMatchObject({
      code: "image-unavailable",
      message: `registry.example cannot be reached; and docker cannot pull the image ${IMAGE}: denied`,
      hint: "Check the network.",
    });
  });

  test.each(["remote-refused", "image-mismatch", "invalid-image", "output-unwritable"])(
    "but never after a refusal (%s)",
    async (code) => {
      const { program, about } = catalog({ answers: pulls(PULLED), source: { failure: failure(code, "refused") } });
      expect(await problem(program())).toMatchObject({ code, message: "refused" });
      expect(about("pull")).toEqual([]);
    },
  );

  test("never with --pull client", async () => {
    const options = { pull: "client" } as const;
    const { program, about } = catalog({ answers: pulls(PULLED), source: { failure: unreachable }, options });
    expect(await problem(program())).toMatchObject({ code: "remote-failed" });
    expect(about("pull")).toEqual([]);
  });

  test("--pull client also fetches an image that a config names by digest, but not one by tag", async () => {
    const image = `case "$3" in *:v1)\n${answer(PULLED)}\nexit;; esac\n${loading()["image"]}`;
    const { containers, about, source } = catalog({ answers: loading([], { image }), options: { pull: "client" } });
    await containers.program(specification({ image: IMAGE }), settings());
    expect([source.asked.length, about("load").length]).toEqual([2, 1]);
    await containers.program(specification({ image: "registry.example/fns/paint:v1" }), settings());
    expect(source.asked).toHaveLength(2);
  });
});

describe("images that a run removes (docs/specification/containers.md 7.5)", () => {
  const RUN = new RegExp(`^${NAME}-${process.pid}-${processSpace()}-[0-9a-f]{8}$`);

  test("go after their containers, by a name that no other run has", async () => {
    const { program, containers, about } = catalog({ options: { keepImages: false } });
    await (await program()).run({ stdin: "" });
    expect(about("rmi")).toEqual([]);
    await containers.close();
    const ends = about("rm", "rmi");
    expect(ends.map(([name]) => name)).toEqual(["rm", "rmi"]);
    expect(ends[1]?.[1]).toMatch(RUN);
    await containers.close();
    expect(about("rmi")).toHaveLength(1);
  });

  test("are not those that were there before", async () => {
    const answers = { image: answer([{ ...LOADED, Id: ID, RepoDigests: [IMAGE] }]), rmi: "" };
    const { program, containers, about } = catalog({ answers, options: { keepImages: false } });
    await (await program()).run({ stdin: "" });
    await containers.close();
    expect(about("rmi")).toEqual([]);
  });

  test("that podman finds under the name of another run are loaded under an own name", async () => {
    const others = `krm-render.local/sha256/${MANIFEST.slice(7)}@${DIGEST}`;
    const image = answer([{ ...LOADED, RepoDigests: [others] }]);
    const { program, about } = catalog({
      engine: "podman",
      answers: loading([], { image }),
      options: { keepImages: false },
    });
    await program();
    expect(about("load")).toHaveLength(1);
  });

  test("are kept by default", async () => {
    const { program, containers, about } = catalog();
    await (await program()).run({ stdin: "" });
    await containers.close();
    expect(about("rmi")).toEqual([]);
  });

  test("of killed runs go, too, but no others", async () => {
    const ended = spawnSync("true").pid;
    const dead = `${NAME}-${ended}-${processSpace()}-00000000`;
    const others = [
      NAME,
      `${NAME}-${process.pid}-${processSpace()}-00000000`,
      `${NAME}-${ended}-0123456789abcdef-00000000`,
      `registry.example/krm-render.local/sha256/x:load-${ended}-${processSpace()}-00000000`,
    ];
    const list = ["cat <<'END'", ...others, dead, "END"].join("\n");
    const image = `[ "$2" = ls ] && {\n${list}\nexit\n}\n${loading()["image"]}`;
    const { program, containers, about } = catalog({ answers: loading([], { image }), options: { keepImages: false } });
    await program();
    await containers.close();
    expect(about("rmi").map(([, name]) => name)).toEqual([expect.stringMatching(RUN), dead]);
  });

  test("go through the tools of the action, as the question for the version and the load do", async () => {
    const asked: string[][] = [];
    let archive = "";
    const tools: EngineTools = {
      async call(args) {
        asked.push([...args]);
        return { exitCode: 0, stdout: "28.0.4 linux/amd64\n", stderr: "" };
      },
      async load(parts) {
        for await (const part of parts) archive += Buffer.from(part).toString();
        return { exitCode: 0, stdout: "", stderr: "" };
      },
    };
    const image = `case "$3" in krm-render.local/*) ;; *) ${ABSENT};; esac\n${answer([LOADED])}`;
    const { program, containers, about } = catalog({
      answers: loading([], { image }),
      options: { keepImages: false, tools: () => tools },
    });
    await (await program()).run({ stdin: "" });
    await containers.close();
    expect(about("load", "rmi", "version")).toEqual([]);
    expect(archive).toMatch(/^archive of krm-render\.local/);
    expect(asked.map(([name]) => name)).toEqual(["version", "rmi"]);
  });

  test("an engine that does not say its version is an error", async () => {
    const { program } = catalog({ answers: loading([LOADED], { version: "echo broken >&2; exit 1" }) });
    expect(await problem(program())).toMatchObject({
      code: "container-engine-unavailable",
      message: "docker does not say which version it has: broken",
    });
  });
});

describe("attack 9.15: the engine's socket", () => {
  test("reaches no function: neither its path, nor its address, nor the network that it listens on", async () => {
    const host = { DOCKER_HOST: "tcp://127.0.0.1:2375", DOCKER_CONFIG: "/secrets", HOME: "/root" };
    const source = imageSource();
    const { containers, recorded } = world({ answers: loading(), host, options: { images: source.open } });
    await (await containers.program(specification({ image: IMAGE, fromCatalog: true }), settings())).run({ stdin: "" });
    const create = called(recorded.calls(), "create");
    expect(create).toContain("--network=none");
    expect(create.filter((word) => /sock|DOCKER|2375|^--(?:mount|volume|privileged|device)/.test(word))).toEqual([]);
    // The engine's own client needs the address.
    expect(recorded.variables("create").get("DOCKER_HOST")).toBe(host.DOCKER_HOST);
  });

  test("cannot be mounted, neither by its path nor with the directory that it lies in", async () => {
    const directory = mkdtempSync(join(tmpdir(), "sockets-"));
    mkdirSync(join(directory, "data"));
    const server = createServer().listen(join(directory, "data/engine.sock"));
    try {
      await once(server, "listening");
      const { containers, recorded } = world({ answers: loading(), options: { allowMounts: true } });
      for (const source of ["data", "data/engine.sock"]) {
        const mounts = [{ type: "bind", source, target: "/data", writable: false }];
        const declared = specification({ image: IMAGE, fromCatalog: true, mounts });
        expect(await problem(containers.program(declared, settings(directory)))).toMatchObject({
          code: "mount-refused",
        });
      }
      expect(recorded.calls()).toEqual([]);
    } finally {
      server.close();
      rmSync(directory, { recursive: true });
    }
  });

  test("the network of the machine cannot be chosen", () => {
    expect(() => world({ options: { network: true, networkName: "host" } })).toThrow(/not allowed for functions/);
  });
});
