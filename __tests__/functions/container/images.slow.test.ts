/** Resolves references to images. */
import { afterEach, describe, expect, test } from "@jest/globals";
import type { EngineName } from "../../../src/functions/container/index.ts";
import { type Answers, answer, DIGEST, ID, LOCATION, settings, specification } from "./shim.ts";
import { called, calls, cleanUp, problem, world } from "./world.ts";

afterEach(cleanUp);

describe("images (docs/specification/containers.md 5.1 to 5.4)", () => {
  const absent = "echo 'Error response from daemon: No such image' >&2; exit 1";
  /** An image that is absent until it is pulled. */
  const missing = (image: string): Answers => ({
    image: `[ -e "$0.pulled" ] || { ${absent}; }\n${image}`,
    pull: 'touch "$0.pulled"',
  });
  const PULLED = answer([{ Id: ID, RepoDigests: [`example.com/fn@${DIGEST}`] }]);

  test.each<[policy: "missing" | "always" | "never" | undefined, present: boolean, expected: string[]]>([
    [undefined, true, ["inspect example.com/fn:v1"]],
    [undefined, false, ["inspect example.com/fn:v1", "pull --quiet example.com/fn:v1", "inspect example.com/fn:v1"]],
    ["missing", true, ["inspect example.com/fn:v1"]],
    ["always", true, ["pull --quiet example.com/fn:v1", "inspect example.com/fn:v1"]],
    ["never", true, ["inspect example.com/fn:v1"]],
  ])("with --pull %s, present: %s", async (pull, present, expected) => {
    const answers = present ? {} : missing(PULLED);
    const all = await calls({ answers, options: { pull } });
    const about = all.filter(([first]) => first === "image" || first === "pull");
    expect(about.map((call) => call.join(" ").replace(/^image /, ""))).toEqual(expected);
  });

  test("are looked up once a run", async () => {
    const { containers, recorded } = world();
    const programs = await Promise.all([1, 2, 3].map(() => containers.program(specification(), settings())));
    await programs[0]?.run({ stdin: "" });
    await containers.program(specification(), settings());
    expect(recorded.calls().filter(([first]) => first === "image")).toHaveLength(1);
    expect(programs[0]?.title).toBe(`example.com/fn:v1@${DIGEST}`);
  });

  test("a failure is also kept, and reported at the place of each function", async () => {
    const { containers, recorded } = world({ answers: { image: absent, pull: "echo denied: no access >&2; exit 1" } });
    const first = await problem(containers.program(specification(), settings()));
    expect(first).toEqual({
      code: "image-unavailable",
      severity: "error",
      message: "docker cannot pull the image example.com/fn:v1: denied: no access",
      hint: "Check its name and tag, and that the engine is logged in to the registry.",
      ...LOCATION,
    });
    const elsewhere = { file: "other.yaml", line: 1, column: 1 };
    const second = await problem(containers.program(specification({ location: elsewhere }), settings()));
    expect(second).toEqual({ ...first, ...elsewhere });
    expect(recorded.calls().filter(([name]) => name === "pull")).toHaveLength(1);
  });

  test("are an error if absent with --pull never", async () => {
    const { containers } = world({ answers: { image: absent }, options: { pull: "never" } });
    expect(await problem(containers.program(specification(), settings()))).toMatchObject({
      code: "image-unavailable",
      message: "docker does not have the image example.com/fn:v1",
      hint: "Run `docker pull example.com/fn:v1` first, or allow pulls with --pull missing.",
    });
  });

  test.each<[image: string, pull: "missing" | "never"]>([
    ["gcr.io/kpt-fn/set-labels:v0.1", "missing"],
    ["gcr.io/kpt-fn-contrib/set-labels:v0.1", "never"],
  ])("%s, with --pull %s, has moved (docs/specification/containers.md 5.5)", async (image, pull) => {
    const { containers } = world({ answers: { image: absent, pull: "exit 1" }, options: { pull } });
    expect(await problem(containers.program(specification({ image }), settings()))).toMatchObject({
      code: "image-unavailable",
      hint: expect.stringContaining("try ghcr.io/kptdev/krm-functions-catalog/set-labels:v0.1."),
    });
  });

  test.each<[engine: EngineName, image: string, pulled: string]>([
    ["docker", "fn", "fn"],
    ["podman", "fn", "docker.io/library/fn"],
    ["podman", "me/fn:v1", "docker.io/me/fn:v1"],
    ["podman", "localhost/fn:v1", "localhost/fn:v1"],
    ["podman", "registry:5000/a/b", "registry:5000/a/b"],
    ["docker", `example.com/fn:v1@${DIGEST}`, `example.com/fn@${DIGEST}`],
    ["nerdctl", `example.com/fn:v1@${DIGEST}`, `example.com/fn@${DIGEST}`],
  ])("%s pulls %s as %s", async (engine, image, pulled) => {
    const all = await calls({ engine, answers: missing(PULLED) }, { image });
    expect(called(all, "pull")).toEqual(["pull", "--quiet", pulled]);
  });

  test("the digest of the field sha256 is part of the reference", async () => {
    const all = await calls({ answers: missing(PULLED) }, { sha256: DIGEST.slice(7).toUpperCase() });
    expect(called(all, "pull")).toEqual(["pull", "--quiet", `example.com/fn@${DIGEST}`]);
  });

  test("a name that is the beginning of an id is not an id", async () => {
    const other = answer([{ Id: `sha256:${"2".repeat(64)}` }]);
    const answers = {
      image: `[ -e "$0.pulled" ] && { ${other}\nexit; }\n${answer([{ Id: ID }])}`,
      pull: 'touch "$0.pulled"',
    };
    const all = await calls({ answers }, { image: "1111" });
    expect(called(all, "pull")).toEqual(["pull", "--quiet", "1111"]);
    expect(called(all, "create").at(-1)).toBe(`sha256:${"2".repeat(64)}`);
    const { containers } = world({ options: { pull: "never" } });
    expect(await problem(containers.program(specification({ image: "11" }), settings()))).toMatchObject({
      code: "image-unavailable",
    });
  });

  test("an id is used unchanged and never pulled", async () => {
    expect(called(await calls({ options: { pull: "always" } }, { image: ID }), "image")).toEqual([
      "image",
      "inspect",
      ID,
    ]);
    const { containers, recorded } = world({ answers: { image: absent } });
    expect(await problem(containers.program(specification({ image: ID }), settings()))).toMatchObject({
      code: "image-unavailable",
    });
    expect(called(recorded.calls(), "pull")).toEqual([]);
  });

  test.each<[name: string, image: unknown, more: Parameters<typeof specification>[0], expected: object]>([
    [
      "another digest than the one asked for",
      [{ Id: ID, RepoDigests: [`example.com/fn@sha256:${"e".repeat(64)}`] }],
      { image: `example.com/fn@${DIGEST}` },
      {
        code: "image-mismatch",
        message: `the image example.com/fn in docker is sha256:${"e".repeat(64)}, not ${DIGEST}`,
      },
    ],
    [
      "another id",
      [{ Id: ID, RepoDigests: [`example.com/fn@${DIGEST}`] }],
      { image: DIGEST },
      { code: "image-mismatch" },
    ],
    ["no id", [{ Id: "fn" }], {}, { code: "image-unavailable" }],
    ["nothing", [], {}, { code: "image-unavailable" }],
    ["null", null, {}, { code: "image-unavailable" }],
    ["a list of null", [null], {}, { code: "image-unavailable" }],
    ["a word", "image", {}, { code: "image-unavailable" }],
    [
      "digests that are none",
      [{ Id: ID, RepoDigests: [5, null] }],
      { image: `example.com/fn@${DIGEST}` },
      { code: "image-mismatch" },
    ],
    [
      "Windows",
      [{ Id: ID, Os: "windows" }],
      {},
      { code: "image-unavailable", message: expect.stringMatching(/windows/) },
    ],
    [
      "a volume that would be an option",
      [{ Id: ID, Config: { Volumes: { "/x:exec": {} } } }],
      {},
      { code: "image-unavailable" },
    ],
    [
      "a volume in the place of everything",
      [{ Id: ID, Config: { Volumes: { "/x/..": {} } } }],
      {},
      { code: "image-unavailable" },
    ],
  ])("are refused if the engine has %s", async (_name, image, more, expected) => {
    const { containers } = world({ answers: { image: answer(image), pull: "" } });
    expect(await problem(containers.program(specification(more), settings()))).toMatchObject({
      ...expected,
      ...LOCATION,
    });
  });

  test.each([
    "",
    "-v",
    "--privileged",
    "Example/fn",
    "fn:",
    "fn@sha256:abc",
    `fn@${DIGEST}@${DIGEST}`,
    "fn:v1 --privileged",
    "fn\n",
    "http://example.com/fn",
    "a//b",
    "../fn",
  ])("no image is called %p", async (image) => {
    const { containers, recorded } = world();
    expect(await problem(containers.program(specification({ image }), settings()))).toMatchObject({
      code: "invalid-image",
      ...LOCATION,
    });
    expect(called(recorded.calls(), "pull")).toEqual([]);
  });

  test.each([
    ["12", "has a `sha256` that is not 64 hexadecimal digits"],
    ["e".repeat(64), "has another digest than its `sha256`"],
  ])("sha256: %s beside another digest", async (sha256, message) => {
    const image = `example.com/fn@${DIGEST}`;
    const thrown = await problem(world().containers.program(specification({ image, sha256 }), settings()));
    expect(thrown["message"]).toContain(message);
  });
});
