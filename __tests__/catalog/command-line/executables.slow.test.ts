/** Executables and scripts that catalogs name: docs/specification/catalogs.md 5, with the program that is shipped. */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { elf, machO, portableExecutable } from "../../processes/formats.ts";
import { END, rawMember, tar, tarGz } from "../../store/artifacts/archives.ts";
import { httpServer, text } from "../../store/http/http-server.ts";
import { app, catalog, colours, entry, hex, painter, place, type Result, shellPainter, webServer } from "./world.ts";

const PROGRAM = shellPainter("blue");
const TRUST = ["--trusted-catalog", "app/c.yaml"];

function painted(result: Result): string {
  return result.status === 0 ? colours(result).join(" ") : result.stderr;
}

/** A catalog with one executable for this machine. */
function executable(fields: string): string {
  return catalog(entry("Paint", `{exec: {platforms: [{os: linux, ${fields}}]}}`));
}

describe("K12: an executable at an address", () => {
  async function run(archive: Uint8Array, sha256: string, name = "paint.tar.gz") {
    const server = await webServer({ [`/${name}`]: (_, response) => void response.end(archive) });
    const here = place(
      app(["c.yaml"], { "app/c.yaml": executable(`bin: paint, uri: "${server.url}/${name}", sha256: ${sha256}`) }),
    );
    const reach = ["--allow-hosts", server.host];
    const result = await here.build(...TRUST, ...reach);
    return { server, here, result, again: () => here.build(...TRUST, ...reach) };
  }

  test("runs by the digest of its archive, and is fetched once", async () => {
    const archive = await tarGz([[{ name: "./paint", mode: 0o755 }, PROGRAM]]);
    const { server, here, result, again } = await run(archive, hex(archive));
    expect(painted(result)).toBe("blue");
    expect(painted(await again())).toBe("blue");
    expect(server.requests).toEqual(["/paint.tar.gz"]);
    expect(here.leftovers()).toEqual([]);
  });

  test("runs by the digest of the program in the archive", async () => {
    const archive = await tarGz([[{ name: "paint", mode: 0o755 }, PROGRAM]]);
    expect(painted((await run(archive, hex(PROGRAM))).result)).toBe("blue");
  });

  test("runs without an archive", async () => {
    expect(painted((await run(Buffer.from(PROGRAM), hex(PROGRAM), "paint")).result)).toBe("blue");
  });

  const bomb = (): Buffer =>
    gzipSync(Buffer.concat([rawMember("paint", "0", Buffer.alloc(0), 2 ** 30), Buffer.alloc(2 ** 26)]));
  test.each<[what: string, archive: () => Promise<Buffer> | Buffer, sha256: string | undefined, message: string]>([
    ["another digest", () => tarGz([[{ name: "paint" }, PROGRAM]]), hex("other"), "digest"],
    ["9.9: a name that leads out of the archive", () => tarGz([[{ name: "../paint" }, PROGRAM]]), undefined, "paint"],
    ["9.9: a link", () => tarGz([[{ name: "paint", type: "symlink", linkname: "/bin/sh" }]]), undefined, "paint"],
    [
      "9.9: the program twice",
      () =>
        tarGz([
          [{ name: "paint" }, PROGRAM],
          [{ name: "./paint" }, PROGRAM],
        ]),
      undefined,
      "paint",
    ],
    ["9.10: much more than was sent", bomb, undefined, "archive"],
    [
      "a truncated archive",
      async () => gzipSync((await tar([[{ name: "paint" }, PROGRAM]])).subarray(0, 600)),
      undefined,
      "archive",
    ],
    ["nothing but its end", () => gzipSync(END), undefined, "paint"],
  ])("refuses attack %s, and keeps nothing", async (_, make, sha256, message) => {
    const archive = await make();
    const { here, result } = await run(archive, sha256 ?? hex(archive));
    expect(result).toMatchObject({ status: 1, stdout: "" });
    expect(result.stderr).toContain(message);
    expect(result.stderr).toContain("app/c.yaml:");
    expect(here.leftovers()).toEqual([]);
    expect(here.stored().filter((file) => !file.endsWith(".lock"))).toHaveLength(
      sha256 === undefined ? here.stored().length : 0,
    );
  });
});

test("K13: no program for this platform", async () => {
  const here = place(
    app(["c.yaml"], {
      "app/c.yaml": catalog(
        entry(
          "Paint",
          `{exec: {platforms: [{os: windows, arch: amd64, bin: p, uri: "https://a.test/a.zip", sha256: ${hex("a")}}, {os: plan9, arch: arm64, bin: p, uri: "https://a.test/b", sha256: ${hex("a")}}]}}`,
        ),
      ),
    }),
  );
  const { status, stderr } = await here.build(...TRUST);
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /Paint of fn\.acme\.test\/v1 has no program for linux\/\w+, only for windows\/amd64, plan9\/arm64\n/,
  );
});

describe("K22: a script", () => {
  const script = painter("red");

  test("at an address needs a digest", async () => {
    const server = await webServer({ "/red.star": text(script) });
    const here = place(app(["c.yaml"]));
    const reach = ["--allow-hosts", server.host];
    here.write({ "app/c.yaml": catalog(entry("Paint", `{starlark: "${server.url}/red.star"}`)) });
    const refused = await here.build(...TRUST, ...reach);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain("has no digest, so other content could take its place");
    expect(refused.stderr).toContain("`krm-render view catalog app/c.yaml --pin`");
    expect(server.requests).toEqual([]);
    here.write({ "app/c.yaml": catalog(entry("Paint", `{starlark: "${server.url}/red.star#sha256=${hex(script)}"}`)) });
    expect(painted(await here.build(...TRUST, ...reach))).toBe("none+red");
    here.write({ "app/c.yaml": catalog(entry("Paint", `{starlark: "${server.url}/red.star#sha256=${hex("x")}"}`)) });
    const other = await here.build(...TRUST, ...reach);
    expect(other).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("app/c.yaml:") });
  });

  test("beside the catalog needs one, too", async () => {
    const here = place(
      app(["c.yaml"], {
        "app/red.star": script,
        "app/c.yaml": catalog(entry("Paint", "{starlark: {path: red.star}}")),
      }),
    );
    expect(painted(await here.build(...TRUST))).toContain("has no digest");
  });
});

describe("K28: an executable beside the catalog", () => {
  const files = {
    "app/paint.sh": PROGRAM,
    "app/c.yaml": catalog(entry("Paint", `{exec: {path: paint.sh, sha256: ${hex(PROGRAM)}}}`)),
  };

  test("runs with the trust alone, and not once it is changed", async () => {
    const here = place(app(["c.yaml"], files));
    expect(painted(await here.build(...TRUST))).toBe("blue");
    here.write({ "app/paint.sh": shellPainter("evil") });
    const refused = await here.build(...TRUST);
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    // Although the store has what it was.
    const digests = `app/paint.sh has the digest sha256:${hex(shellPainter("evil"))}, but sha256:${hex(PROGRAM)} is wanted`;
    expect(refused.stderr).toContain(digests);
    expect(here.leftovers()).toEqual([]);
  });

  test("attack 9.22: a path out of the repository, and a link out of it", async () => {
    const outside = place({ "paint.sh": PROGRAM });
    for (const path of ["../../outside.sh", "/bin/sh"]) {
      const here = place(
        app(["c.yaml"], { "app/c.yaml": catalog(entry("Paint", `{exec: {path: ${path}, sha256: ${hex(PROGRAM)}}}`)) }),
      );
      expect(painted(await here.build(...TRUST))).toContain("leads out of the directory of its catalog");
    }
    const here = place(
      app(["c.yaml"], { "app/c.yaml": catalog(entry("Paint", `{exec: {path: link.sh, sha256: ${hex(PROGRAM)}}}`)) }),
    );
    here.link("app/link.sh", `${outside.path}/paint.sh`);
    const { status, stderr } = await here.build(...TRUST);
    // The digest decides what runs, wherever the link leads.
    expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
  });
});

describe("a program for another platform", () => {
  // A shell would run the last line.
  const SHELL = Buffer.from("\n\nexit 0\n");
  const fields = (bytes: Uint8Array) => `{exec: {platforms: [{os: linux, path: paint, sha256: ${hex(bytes)}}]}}`;
  test.each<[what: string, start: Buffer]>([
    ["linux/s390x", elf(22, { big: true })],
    ["darwin/machine-18", machO(18)],
    ["windows/amd64", portableExecutable(0x8664)],
  ])("%s is named, in a run and by --lint", async (what, start) => {
    const bytes = Buffer.concat([start, SHELL]);
    const here = place(app(["c.yaml"], { "app/c.yaml": catalog(entry("Paint", fields(bytes))) }));
    here.write({ "app/paint": bytes });
    const result = await here.build(...TRUST);
    expect(result).toMatchObject({ status: 1, stdout: "" });
    expect(result.stderr).toMatch(
      new RegExp(`could not be started: it is a program for ${what}, and this machine is \\w+/\\w+\\n`),
    );
    expect(result.stderr).toContain("hint: Let the catalog list programs by `os` and `arch`");
    const { stdout } = await here.run("view", "catalog", "app/c.yaml", "--lint");
    expect(stdout).toContain(`lists paint, which is a program for ${what}, for linux/any`);
  });
});

describe("attack 9.11: addresses that lead inside", () => {
  const script = painter("red");

  test("this machine is not asked without --allow-hosts", async () => {
    const server = await webServer({ "/red.star": text(script) });
    const here = place(
      app(["c.yaml"], {
        "app/c.yaml": catalog(entry("Paint", `{starlark: "${server.url}/red.star#sha256=${hex(script)}"}`)),
      }),
    );
    const { status, stderr } = await here.build(...TRUST);
    expect(status).toBe(1);
    expect(stderr).toContain("is not on the public network");
    expect(stderr).toContain("--allow-hosts");
    expect(server.requests).toEqual([]);
  });

  test("nor where an allowed host leads there", async () => {
    const inner = await httpServer({ "/red.star": text(script) });
    const server = await webServer({
      "/red.star": (_, response) =>
        void response.writeHead(302, { location: `${inner.url.replace("http:", "https:")}/red.star` }).end(),
    });
    const here = place(
      app(["c.yaml"], {
        "app/c.yaml": catalog(entry("Paint", `{starlark: "${server.url}/red.star#sha256=${hex(script)}"}`)),
      }),
    );
    const { status, stderr } = await here.build(...TRUST, "--allow-hosts", server.host);
    expect(status).toBe(1);
    expect(stderr).toContain("127.0.0.1 is not on the public network");
    expect(inner.requests).toEqual([]);
    await inner.close();
  });
});
