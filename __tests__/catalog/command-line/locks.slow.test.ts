/** `--lock-out` and `--locked` with catalogs and what they name; docs/specification/lock.md. */
import { describe, expect, test } from "@jest/globals";
import { type Answer, text } from "../../store/http/http-server.ts";
import { app, catalog, colours, config, entry, hex, painter, place, shellPainter, webServer } from "./world.ts";

const RED = painter("red");
const PROGRAM = shellPainter("none+blue");

describe("a run that is locked", () => {
  async function world() {
    const answers: Record<string, Answer> = { "/red.star": text(RED), "/stamp": text(PROGRAM) };
    const server = await webServer(answers);
    const content = (script = RED): string =>
      catalog(
        entry("Paint", `{starlark: "${server.url}/red.star#sha256=${hex(script)}"}`),
        entry(
          "Stamp",
          `{exec: {platforms: [{os: linux, bin: stamp, uri: "${server.url}/stamp", sha256: ${hex(PROGRAM)}}]}}`,
        ),
      );
    answers["/c.yaml"] = text(content());
    const reference = `${server.url}/c.yaml`;
    const here = place(app([reference]));
    here.write({
      "app/stamp.yaml": config("Stamp"),
      "app/kustomization.yaml": `resources: [cm.yaml]\ntransformers: [stamp.yaml, paint.yaml]\ncatalogs: ["${reference}"]\n`,
    });
    const run = (...args: string[]) =>
      here.build("--trusted-catalog", reference, "--allow-hosts", server.host, ...args);
    return { answers, server, here, run, content, reference };
  }

  test("uses what the lock has", async () => {
    const { server, here, run, content, reference } = await world();
    const made = await run("--lock-out", "krm-render.lock");
    expect([made.status, colours(made)]).toEqual([0, ["none+blue+red"]]);
    const { entries } = JSON.parse(here.read("krm-render.lock")) as { entries: object[] };
    const usedBy = ["app"];
    expect(entries).toEqual([
      { kind: "catalog", ref: reference, digest: `sha256:${hex(content())}`, usedBy },
      { kind: "exec", ref: `${server.url}/stamp`, digest: `sha256:${hex(PROGRAM)}`, usedBy },
      { kind: "starlark", ref: `${server.url}/red.star`, digest: `sha256:${hex(RED)}`, usedBy },
    ]);
    expect(await run("--locked")).toEqual(made);
  });

  test("names files as the repository does, wherever it runs", async () => {
    const files = {
      "red.star": RED,
      "c.yaml": catalog(entry("Paint", `{starlark: {path: red.star, sha256: ${hex(RED)}}}`)),
    };
    const here = place({ ...app(["../c.yaml"]), ...files });
    const below = ["app", {}, "build", ".", "--trusted-catalog", "../c.yaml"] as const;
    const made = await here.runIn(...below, "--lock-out", "../krm-render.lock");
    expect(made).toMatchObject({ status: 0 });
    const { entries } = JSON.parse(here.read("krm-render.lock")) as { entries: { ref: string }[] };
    expect(entries.map(({ ref }) => ref)).toEqual(["c.yaml", "red.star"]);
    expect(await here.runIn(...below, "--locked")).toMatchObject({ status: 0, stdout: made.stdout });
    expect(await here.build("--trusted-catalog", "c.yaml", "--locked")).toMatchObject({
      status: 0,
      stdout: made.stdout,
    });
  });

  test.each(["catalog", "exec", "starlark"])(
    "fails where another %s is wanted, before that is fetched",
    async (kind) => {
      const { server, here, run } = await world();
      await run("--lock-out", "krm-render.lock");
      const lock = JSON.parse(here.read("krm-render.lock")) as { entries: { kind: string; digest: string }[] };
      const other = lock.entries.map((one) => (one.kind === kind ? { ...one, digest: `sha256:${hex("other")}` } : one));
      here.write({ "krm-render.lock": JSON.stringify({ ...lock, entries: other }) });
      const before = server.requests.length;
      const fresh = await here.runIn(
        ".",
        { XDG_CACHE_HOME: here.path + "/fresh" },
        "build",
        "app",
        "--trusted-catalog",
        `${server.url}/c.yaml`,
        "--allow-hosts",
        server.host,
        "--locked",
      );
      expect(fresh).toMatchObject({ status: 1, stdout: "" });
      expect(fresh.stderr).toContain("lock");
      const asked = server.requests.slice(before);
      expect(asked).not.toContain(kind === "exec" ? "/stamp" : kind === "starlark" ? "/red.star" : "/stamp");
      const without = lock.entries.filter((one) => one.kind !== kind);
      here.write({ "krm-render.lock": JSON.stringify({ ...lock, entries: without }) });
      expect(await run("--locked")).toMatchObject({ status: 1, stdout: "" });
    },
  );

  test("fails for a catalog that has changed", async () => {
    const { answers, run, content, server } = await world();
    await run("--lock-out", "krm-render.lock");
    answers["/c.yaml"] = text(`${content()}# changed\n`);
    const result = await run("--locked");
    expect(result).toMatchObject({ status: 1, stdout: "" });
    expect(result.stderr).toContain(`${server.url}/c.yaml`);
  });

  // A lock restricts and never grants trust.
  test("trusts nothing by its lock", async () => {
    const { here, run } = await world();
    await run("--lock-out", "krm-render.lock");
    expect(await here.build("--locked")).toMatchObject({ status: 1, stderr: expect.stringContaining("not trusted") });
  });
});
