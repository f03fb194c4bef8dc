/** The files of a repository that a container may see. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { parseMount } from "../../../src/functions/container/index.ts";
import type { Mount } from "../../../src/functions/specification/function-specification.ts";
import { LOCATION, settings, specification } from "./shim.ts";
import { called, calls, cleanUp, cleanups, problem, world } from "./world.ts";

afterEach(cleanUp);

describe("mounts (docs/specification/containers.md 3.3 to 3.6)", () => {
  function kustomization(): string {
    const top = mkdtempSync(join(tmpdir(), "mounts-"));
    cleanups.push(() => rmSync(top, { recursive: true }));
    const directory = join(top, "app");
    mkdirSync(join(directory, "data/deep"), { recursive: true });
    mkdirSync(join(directory, "with-git/.git"), { recursive: true });
    mkdirSync(join(directory, "a,b"));
    mkdirSync(join(top, "beside"));
    writeFileSync(join(directory, "data/file"), "x");
    writeFileSync(join(directory, "with-git/.git/config"), "token");
    symlinkSync("../beside", join(directory, "out"));
    symlinkSync("data", join(directory, "in"));
    symlinkSync("/etc", join(directory, "data/etc"));
    return directory;
  }

  const mount = (source: string, more: Partial<Mount> = {}): Mount => ({
    type: "bind",
    source,
    target: "/data",
    writable: false,
    ...more,
  });

  test.each([
    ["data", "data"],
    ["./data/deep/", "data/deep"],
    ["in", "data"],
    ["data/file", "data/file"],
  ])("%s is mounted from its real path, read-only", async (source, real) => {
    const directory = kustomization();
    const all = await calls({ options: { allowMounts: true } }, { mounts: [mount(source)] }, directory);
    expect(called(all, "create")).toContain(`--mount=type=bind,source=${directory}/${real},target=/data,readonly`);
  });

  test.each<[string, Mount, message: RegExp]>([
    ["absolute", mount("/etc"), /a source that is not a relative path/],
    ["a parent directory", mount("../beside"), /a source with `\.\.`/],
    ["a parent directory through a subdirectory", mount("data/../../beside"), /a source with `\.\.`/],
    ["a link that leads out", mount("out"), /outside of the kustomization, through a link/],
    ["a missing file", mount("nothing"), /ENOENT/],
    ["`.git`", mount("with-git/.git"), /in a `\.git` directory/],
    ["a directory that contains `.git`", mount("with-git"), /contains `\.git`/],
    ["a file in `.git`", mount("with-git/.git/config"), /in a `\.git` directory/],
    ["a comma", mount("a,b"), /comma/],
    ["a writable mount", mount("data", { writable: true }), /functions may only read files/],
    ["a volume", mount("data", { type: "volume" }), /has the type `volume`/],
    ["a relative target", mount("data", { target: "data" }), /a target that is not an absolute path/],
    ["the root as target", mount("data", { target: "/x/.." }), /a target that is not an absolute path/],
    ["a target in /etc", mount("data", { target: "/tmp/../etc/ssl" }), /would hide \/etc\/ssl/],
    ["/proc as target", mount("data", { target: "/proc" }), /would hide \/proc/],
    ["options in the target", mount("data", { target: "/x,readonly=false" }), /comma/],
  ])("attack 9.22: %s is refused", async (_name, refused, message) => {
    const { containers, recorded } = world({ options: { allowMounts: true } });
    const thrown = await problem(containers.program(specification({ mounts: [refused] }), settings(kustomization())));
    expect(thrown).toMatchObject({ code: "mount-refused", message: expect.stringMatching(message), ...LOCATION });
    expect(recorded.calls()).toEqual([]);
  });

  test("attack 9.15: a directory with a socket is refused", async () => {
    const directory = kustomization();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(directory, "data/deep/s"), resolve));
    cleanups.push(() => new Promise((resolve) => server.close(resolve)));
    const { containers } = world({ options: { allowMounts: true } });
    const thrown = await problem(containers.program(specification({ mounts: [mount("data")] }), settings(directory)));
    expect(thrown["message"]).toMatch(/`s`, which is neither a file nor a directory/);
  });

  test.each<[text: string, expected: Mount]>([
    ["type=bind,src=/srv,dst=/srv", { type: "bind", source: "/srv", target: "/srv", writable: false }],
    ["type=bind,source=rel,target=/x,rw=true", { type: "bind", source: "/repo/rel", target: "/x", writable: true }],
    ["type=volume,src=cache,destination=/x", { type: "volume", source: "cache", target: "/x", writable: false }],
    ["type=tmpfs,dst=/x", { type: "tmpfs", source: "", target: "/x", writable: false }],
  ])("--mount %s", (text, expected) => expect(parseMount(text, "/repo")).toEqual(expected));

  test.each([
    "",
    "src=/a,dst=/b",
    "type=bind,dst=/b",
    "type=bind,src=/a",
    "type=bind,src=/a,dst=/b,readonly",
    "type=x,src=/a,dst=/b",
    "type=bind,src=/a,dst=/b,rw=yes",
  ])("--mount %p is refused", (text) => expect(() => parseMount(text, "/repo")).toThrow(/--mount/));
});
