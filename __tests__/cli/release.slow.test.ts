/** `krm-render release`, as a user runs it; docs/specification/releases.md. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { distFile } from "../dist.ts";
import { findProgram, lackOf } from "../programs.ts";
import { DOCKER_REGISTRY, startRegistry, type TestRegistry, withRegistry } from "../store/oci/registry.ts";
import { unless } from "../unless.ts";
import { configMap, type Directory, krmRender, type Result, temporaryDirectory } from "./terminal.ts";

let directory: Directory;
let commit: string;
const FILES = {
  "shop/base/kustomization.yaml": "resources: [a.yaml]\n",
  "shop/base/a.yaml": configMap("web"),
  "shop/overlays/dev/kustomization.yaml": "namePrefix: dev-\nresources: [../../base]\n",
  "shop/overlays/prod/kustomization.yaml":
    "namePrefix: prod-\nresources: [../../base]\nsecretGenerator: [{name: db, literals: [password=hunter2]}]\n",
};

beforeEach(() => {
  directory = temporaryDirectory(FILES);
  directory.git("init", "--quiet", "--initial-branch=main");
  directory.git("remote", "add", "origin", "git@github.com:Example/Shop.git");
  commit = directory.commit("first");
});
afterEach(() => directory.remove());

const run = (...args: string[]): Promise<Result> => krmRender(["release", ...args], { cwd: directory.path });
/** A directory beside that of the test, and of this test only. */
const beside = (name: string): string => join("..", `${basename(directory.path)}-${name}`);
const create = (...args: string[]): Promise<Result> => run("create", "--output-dir", beside("out"), ...args);
const out = (name = ""): string => join(directory.path, beside("out"), name);
afterEach(() => rmSync(out(), { recursive: true, force: true }));
const archives = (): string[] =>
  existsSync(out()) ? readdirSync(out()).filter((name) => name.endsWith(".tar.gz")) : [];

describe("create", () => {
  test("releases the commit, and prints the digest as sha256sum does", async () => {
    const { status, stdout, stderr } = await create();
    expect([status, stderr]).toEqual([0, ""]);
    const archive = `Shop-${commit.slice(0, 12)}.tar.gz`;
    expect(archives()).toEqual([archive]);
    expect(execFileSync("sha256sum", [join(beside("out"), archive)], { cwd: directory.path, encoding: "utf8" })).toBe(
      stdout,
    );
    expect(JSON.parse(readFileSync(out("release.json"), "utf8"))).toMatchObject({
      name: "Shop",
      version: commit.slice(0, 12),
      repository: "https://github.com/Example/Shop",
      commit,
      modified: false,
      created: new Date(Number(directory.git("show", "--no-patch", "--format=%ct")) * 1000)
        .toISOString()
        .replace(".000Z", "Z"),
      targets: [{ path: "shop/overlays/dev" }, { path: "shop/overlays/prod" }],
    });
    for (const name of ["dev", "prod"]) {
      const built = await krmRender(["build", `shop/overlays/${name}`], { cwd: directory.path });
      expect(readFileSync(out(`manifests/shop/overlays/${name}.yaml`), "utf8")).toBe(built.stdout);
    }
  });

  // docs/specification/releases.md 1.1, 4.4
  test("twice gives the same bytes, from another clone with another address", async () => {
    const first = await create();
    const clone = join(directory.path, beside("clone"));
    execFileSync("git", ["clone", "--quiet", directory.path, clone]);
    try {
      execFileSync("git", ["-C", clone, "remote", "set-url", "origin", "https://user:s3cret@github.com/Example/Shop"]);
      const second = await krmRender(["release", "create", "--output-dir", join(directory.path, beside("clone-out"))], {
        cwd: clone,
      });
      expect(second.stdout.split(" ")[0]).toBe(first.stdout.split(" ")[0]);
      const statement = (place: string): string =>
        readFileSync(join(directory.path, beside(place), "statement.intoto.json"), "utf8");
      expect(statement("clone-out")).toBe(statement("out"));
    } finally {
      for (const place of [clone, join(directory.path, beside("clone-out"))])
        rmSync(place, { recursive: true, force: true });
    }
  });

  test("with names and patterns", async () => {
    const { stdout } = await create("shop/overlays/prod", "--release-name", "shop", "--release-version", "v1.2.3");
    expect(stdout).toMatch(/^[0-9a-f]{64} {2}\.\.\/[^/]*-out\/shop-v1\.2\.3\.tar\.gz\n$/);
    const predicate = JSON.parse(readFileSync(out("predicate.json"), "utf8"));
    expect(predicate).toMatchObject({
      buildDefinition: {
        externalParameters: {
          repository: "https://github.com/Example/Shop",
          commit,
          modified: false,
          targets: ["shop/overlays/prod"],
          name: "shop",
          version: "v1.2.3",
          withholdSecrets: false,
        },
        resolvedDependencies: [{ uri: "git+https://github.com/Example/Shop", digest: { gitCommit: commit } }],
      },
      runDetails: { builder: { id: expect.stringContaining("docs/guide/releases.md#without-github") } },
    });
    expect(predicate.runDetails.metadata).toBeUndefined();
  });

  // docs/specification/releases.md 3.1
  test("leaves Secrets out where they are withheld", async () => {
    await create("--withhold-secrets");
    const release = readFileSync(out("release.json"), "utf8");
    expect(JSON.parse(release).secrets).toEqual({
      withheld: true,
      objects: [
        {
          target: "shop/overlays/prod",
          apiVersion: "v1",
          kind: "Secret",
          namespace: "",
          name: expect.stringMatching(/^prod-db-[a-z0-9]{10}$/),
        },
      ],
    });
    expect(readFileSync(out("manifests/shop/overlays/prod.yaml"), "utf8")).toBe(configMap("prod-web"));
  });

  // docs/specification/releases.md 3.1, 3.3
  test("takes targets, strictness and what is withheld from the configuration of the commit", async () => {
    directory.write({
      ".krm-render.yaml":
        "targets: shop/overlays/dev\nstrict: true\nredaction:\n- {kinds: [ConfigMap], paths: [/data]}\n",
      "shop/base/a.yaml": configMap("web").replace("metadata:", "data:\n  key: a\nmetadata:"),
    });
    directory.commit("configuration");
    const { status, stderr } = await create("--withhold-secrets");
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining(
        "1 object that is no Secret is left out, because of withheld values in it: ConfigMap dev-web",
      ),
    ]);
    expect(JSON.parse(readFileSync(out("release.json"), "utf8"))).toMatchObject({ targets: [{ objects: 0 }] });
    const { targets } = JSON.parse(readFileSync(out("predicate.json"), "utf8")).buildDefinition.externalParameters;
    expect(targets).toEqual(["shop/overlays/dev"]);
    expect((await create("shop/overlays/prod")).status).toBe(0);
    expect(JSON.parse(readFileSync(out("release.json"), "utf8")).targets).toHaveLength(1);
    directory.write({ ".krm-render.yaml": "tragets: a\n" });
    directory.commit("mistake");
    expect(await create()).toMatchObject({ status: 1, stderr: expect.stringContaining("tragets") });
  });

  test("refuses a working tree with changes, and with --allow-dirty says so", async () => {
    appendFileSync(join(directory.path, "shop/base/a.yaml"), "data: {a: b}\n");
    const refused = await create();
    expect([refused.status, archives()]).toEqual([1, []]);
    expect(refused.stderr).toBe(
      `error: the working tree differs from ${commit.slice(0, 7)}, so its manifests are those of no commit\n` +
        "  hint: Commit what `git status` lists, let git ignore it, or release it as it is with --allow-dirty.\n",
    );
    expect((await create("--allow-dirty")).status).toBe(0);
    expect(JSON.parse(readFileSync(out("release.json"), "utf8"))).toMatchObject({ commit, modified: true });
    expect(readFileSync(out("manifests/shop/overlays/dev.yaml"), "utf8")).toContain("a: b");
    expect(JSON.parse(readFileSync(out("krm-render.lock"), "utf8"))).not.toHaveProperty("commits");
  });

  test("ignores files that git ignores, and refuses new ones", async () => {
    directory.write({ ".gitignore": "*.log\n" });
    directory.commit("ignore");
    directory.write({ "a.log": "x" });
    expect((await create()).status).toBe(0);
    directory.write({ "new.yaml": "x" });
    expect((await create()).stderr).toContain("the working tree differs from");
  });

  // docs/specification/releases.md 2.5
  test("a target that fails leaves nothing behind", async () => {
    directory.write({ "shop/overlays/bad/kustomization.yaml": "resources: [missing.yaml]\n" });
    directory.commit("bad");
    const { status, stdout, stderr } = await create();
    expect([status, stdout, existsSync(out())]).toEqual([1, "", false]);
    expect(stderr).toMatch(/shop\/overlays\/bad\/kustomization\.yaml:1:13: .*missing\.yaml/);
    expect(stderr).toContain("nothing is released: 1 of 3 targets failed: shop/overlays/bad\n");
  });

  test("a lock holds the release, and the lock of a release holds a later one", async () => {
    directory.write({ "krm-render.lock": '{"version": 1, "entries": []}' });
    directory.commit("lock");
    expect((await create("--locked")).status).toBe(0);
    const lock = readFileSync(out("krm-render.lock"), "utf8");
    expect(JSON.parse(lock).commits).toEqual([
      { repository: "https://github.com/Example/Shop", commit: directory.git("rev-parse", "HEAD") },
    ]);
    directory.write({ "krm-render.lock": lock });
    directory.commit("lock of the release");
    expect(await create("--locked")).toMatchObject({ status: 0, stderr: "" });
  });

  test.each<[string, string[], string]>([
    ["no output directory", ["create"], "release create needs --output-dir OUT"],
    ["no task", [], "release needs one of create, verify"],
    ["another task", ["make"], 'release needs one of create, verify, not "make"'],
    [
      "a name with a slash",
      ["create", "--output-dir", "o", "--release-name", "a/b"],
      'illegal value "a/b" for --release-name: expected letters, digits and . _ + -',
    ],
    [
      "a version that leads elsewhere",
      ["create", "--output-dir", "o", "--release-version", "../v"],
      'illegal value "../v" for --release-version',
    ],
    [
      "a push without a tag",
      ["create", "--output-dir", "o", "--push", "oci://ghcr.io/a/b"],
      'illegal value "oci://ghcr.io/a/b" for --push: expected oci://REGISTRY/NAME:TAG',
    ],
    [
      "a repository that is none",
      ["create", "--output-dir", "o", "--repository", "shop"],
      'illegal value "shop" for --repository: expected an address such as https://github.com/acme/shop',
    ],
    [
      "a push without a registry",
      ["create", "--output-dir", "o", "--push", "acme/shop:v1"],
      'illegal value "acme/shop:v1" for --push: expected oci://REGISTRY/NAME:TAG; "oci://acme/shop:v1" is not a reference',
    ],
    ["a push that is none", ["create", "--output-dir", "o", "--push", "oci://A"], 'illegal value "oci://A" for --push'],
    [
      "an option of the other task",
      ["create", "--output-dir", "o", "--statement", "x"],
      "--statement is an option of verify, not of create",
    ],
    ["an option of the other task", ["verify", "a", "--push", "x"], "--push is an option of create, not of verify"],
    ["nothing to verify", ["verify"], "release verify needs an archive: release verify ARCHIVE"],
    ["two archives", ["verify", "a", "b"], 'release verify takes one archive, and not "b" as well'],
    [
      "a commit that is none",
      ["verify", "a", "--commit", "main"],
      'illegal value "main" for --commit: expected at least 7 digits',
    ],
  ])("wrong usage: %s", async (_, args, message) => {
    const { status, stderr } = await run(...args);
    expect([status, stderr.slice(0, message.length + 7)]).toEqual([2, `error: ${message}`]);
  });

  test("needs a repository with a commit", async () => {
    const empty = temporaryDirectory();
    try {
      const outside = await krmRender(["release", "create", "--output-dir", "o"], { cwd: empty.path });
      expect([outside.status, outside.stderr]).toEqual([1, expect.stringContaining("git finds no repository here")]);
      empty.git("init", "--quiet");
      const fresh = await krmRender(["release", "create", "--output-dir", "o"], { cwd: empty.path });
      expect([fresh.status, fresh.stderr]).toEqual([1, expect.stringContaining("nothing is committed yet")]);
    } finally {
      empty.remove();
    }
  });
});

describe("verify", () => {
  const archive = (): string => join(beside("out"), archives()[0] ?? "");

  test("says what a release is", async () => {
    await create();
    const { status, stdout, stderr } = await run(
      "verify",
      archive(),
      "--statement",
      join(beside("out"), "statement.intoto.json"),
      "--commit",
      commit.slice(0, 7),
      "--repository",
      "git@github.com:Example/Shop.git",
    );
    expect([status, stderr]).toEqual([0, ""]);
    const digest = readFileSync(out("subjects.sha256"), "utf8").slice(0, 64);
    expect(stdout).toBe(
      `release    Shop ${commit.slice(0, 12)}\nrepository https://github.com/Example/Shop\ncommit     ${commit}\n` +
        `targets    2 (objects: 3)\narchive    sha256:${digest}\n`,
    );
  });

  test("says that nothing vouches for an archive alone", async () => {
    await create();
    rmSync(out(`${archives()[0]}.sha256`));
    expect((await run("verify", archive())).stderr).toContain("note: the archive fits together.");
  });

  test("names what is wrong, and ends with 1", async () => {
    await create();
    const bytes = readFileSync(out(archives()[0]));
    writeFileSync(out(archives()[0]), Buffer.concat([bytes, Buffer.from("x")]));
    const { status, stdout, stderr } = await run("verify", archive());
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      `error: ${archive()}: this is not the archive of a release: it has bytes behind its compressed data\n` +
        "  hint: Get it again from where it was published, and compare its digest there.\n",
    );
  });
});

describe("--push", () => {
  let registry: TestRegistry;
  beforeAll(async () => {
    if (DOCKER_REGISTRY !== undefined) registry = await startRegistry();
  });
  afterAll(() => registry?.close());
  const pushed = (...args: string[]): Promise<Result> =>
    create(
      "--release-version",
      "v1",
      "--insecure-registry",
      registry.host,
      "--push",
      `oci://${registry.host}/team/shop:v1`,
      ...args,
    );

  // docs/specification/releases.md 7.1, 7.2
  withRegistry("lets Flux and Argo CD read the archive", async () => {
    const { status, stdout, stderr } = await pushed();
    expect([status, stderr]).toEqual([0, ""]);
    const [sums = "", reference = ""] = stdout.trimEnd().split("\n");
    const manifest = (await (
      await fetch(`${registry.url}/v2/team/shop/manifests/v1`, {
        headers: { accept: "application/vnd.oci.image.manifest.v1+json" },
      })
    ).json()) as {
      config: { mediaType: string };
      layers: { mediaType: string; digest: string }[];
    };
    expect(manifest).toMatchObject({
      config: { mediaType: "application/vnd.cncf.flux.config.v1+json" },
      layers: [
        {
          mediaType: "application/vnd.oci.image.layer.v1.tar+gzip",
          digest: `sha256:${sums.slice(0, 64)}`,
          annotations: { "org.opencontainers.image.title": "Shop-v1.tar.gz" },
        },
      ],
      annotations: {
        "org.opencontainers.image.source": "https://github.com/Example/Shop",
        "org.opencontainers.image.revision": `v1@sha1:${commit}`,
        "org.opencontainers.image.created": expect.stringMatching(/Z$/),
        "org.opencontainers.image.version": "v1",
      },
    });
    expect(reference).toMatch(new RegExp(`^oci://${registry.host}/team/shop@sha256:[0-9a-f]{64}$`));
    const blob = await fetch(`${registry.url}/v2/team/shop/blobs/${manifest.layers[0]?.digest}`);
    expect(Buffer.from(await blob.arrayBuffer()).equals(readFileSync(out("Shop-v1.tar.gz")))).toBe(true);
    expect(await pushed()).toEqual({ status, stdout, stderr });
    const moved = await pushed("--withhold-secrets");
    expect(moved.stderr).toBe(`${registry.host}/team/shop:v1 named ${reference.split("@")[1]} before\n`);
  });

  withRegistry("that fails leaves the release on disk, and claims nothing", async () => {
    const { status, stdout, stderr } = await create(
      "--release-version",
      "v1",
      "--insecure-registry",
      "127.0.0.1:1",
      "--push",
      "oci://127.0.0.1:1/team/shop:v1",
    );
    expect([status, archives()]).toEqual([1, ["Shop-v1.tar.gz"]]);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(/127\.0\.0\.1:1\/team\/shop:v1 cannot be pushed: .*ECONNREFUSED/);
  });
});

// docs/specification/releases.md 1.1, 1.5
describe("the built program", () => {
  const NODE24 = findProgram("NODE24_BIN");
  let reference: string;

  beforeEach(() => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`many/${index}.yaml`, configMap(`c${index}`)]),
    );
    const resources = Object.keys(many).map((name) => name.slice("many/".length));
    directory.write({
      ...many,
      "many/kustomization.yaml": JSON.stringify({ resources }),
      "größe/x.yaml": configMap("x"),
    });
    directory.write({ "größe/kustomization.yaml": "resources: [x.yaml]\n" });
    directory.commit("many");
    mkdirSync(out(), { recursive: true });
    reference = made("reference", {});
  });

  interface Machine {
    readonly node?: string;
    readonly cwd?: string;
    readonly umask?: string;
    readonly env?: Readonly<Record<string, string>>;
  }

  /** Makes a release. @returns the digest of the archive and the statement about it */
  function made(name: string, { node = process.execPath, cwd = directory.path, umask = "022", env }: Machine): string {
    const program = ["-c", 'umask "$0"; exec "$@"', umask, node, distFile("cli.js"), "release", "create"];
    const options = { cwd, encoding: "utf8", env: { ...process.env, ...env } } as const;
    const sum = execFileSync("sh", [...program, "--output-dir", out(name)], options).slice(0, 64);
    return `${sum} ${readFileSync(out(`${name}/statement.intoto.json`), "utf8")}`;
  }

  unless(lackOf("NODE24_BIN"), test)("makes the same bytes on Node 20 and 24", () => {
    expect(made("24", { node: NODE24 as string })).toBe(reference);
  });

  test.each<[string, Machine]>([
    ["in another time zone", { env: { TZ: "Pacific/Kiritimati" } }],
    ["in another language", { env: { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", LANGUAGE: "tr" } }],
    ["in no language", { env: { LANG: "C", LC_ALL: "C" } }],
    ["with another umask", { umask: "077" }],
    ["with another home and temporary directory", { env: { HOME: "/nonexistent", TMPDIR: "/var/tmp" } }],
  ])("makes the same bytes %s", (_, machine) => expect(made("other", machine)).toBe(reference));

  test("makes the same bytes in a clone of one commit at another place, whose files are of another time", () => {
    const cwd = out("a/clone of shop");
    execFileSync("git", ["clone", "--quiet", "--depth", "1", `file://${directory.path}`, cwd]);
    execFileSync("git", ["-C", cwd, "remote", "set-url", "origin", "https://github.com/Example/Shop.git"]);
    utimesSync(join(cwd, "shop/base/a.yaml"), 1e9, 1e9);
    expect(made("other", { cwd })).toBe(reference);
  });
});
