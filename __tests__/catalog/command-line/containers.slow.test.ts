/** Images of catalogs: docs/specification/catalogs.md 5 and 6, from a real registry into real engines, with the program that is shipped. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { lackOfNetwork } from "../../functions/container/engines.ts";
import { rootArchive } from "../../functions/container/real-image.ts";
import { describeAnyEngine } from "../../functions/container/real-world.ts";
import {
  DOCKER_REGISTRY,
  NO_REGISTRY,
  type PushedImage,
  startRegistry,
  type TestRegistry,
  withRegistry,
} from "../../store/oci/registry.ts";
import { unless } from "../../unless.ts";
import { app, catalog, colours, config, entry, hex, type Place, place, type Result } from "./world.ts";

const platform = { os: "linux", architecture: process.arch === "arm64" ? "arm64" : "amd64" };
const REPOSITORY = "krm-render-test/painter";

function painted(result: Result): string {
  return result.status === 0 ? colours(result).join(" ") : result.stderr;
}

await describeAnyEngine(({ engine }) => {
  const root = rootArchive(`command-line-${process.pid}`);
  let registry: TestRegistry;
  beforeAll(async () => {
    if (DOCKER_REGISTRY !== undefined) registry = await startRegistry();
  });
  afterAll(() => registry?.close());

  /** Pushes an image that writes what a command prints as the colour. */
  function push(command: string, tag?: string): Promise<PushedImage> {
    const Entrypoint = ["/bin/sh", "-c", `busybox sed "s#colour: .*#colour: $(${command})#"`];
    return registry.image(REPOSITORY, tag, { layers: [root], platform, config: { config: { Entrypoint } } });
  }

  const repository = (): string => `${registry.host}/${REPOSITORY}`;

  function world(container: string, more: Readonly<Record<string, string>> = {}): Place {
    return place(app(["c.yaml"], { "app/c.yaml": catalog(entry("Paint", `{container: {${container}}}`)), ...more }));
  }

  function run(here: Place, ...args: string[]): Promise<Result> {
    const given = Object.entries(engine.env).filter(([name]) => /^(?:DOCKER|CONTAINERS?)_/.test(name)) as [
      string,
      string,
    ][];
    const limits = engine.ulimits.flatMap((limit) => ["--ulimit", limit]);
    const reach = ["--allow-hosts", registry.host, "--insecure-registry", registry.host];
    return here.runIn(
      ".",
      Object.fromEntries(given),
      "build",
      "app",
      "--trusted-catalog",
      "app/c.yaml",
      "--container-runtime",
      engine.name,
      ...limits,
      ...reach,
      ...args,
    );
  }

  withRegistry("K1: the image of a trusted catalog runs by its digest, although its tag has moved", async () => {
    const { digest } = await push("busybox echo reviewed", "v1");
    await push("busybox echo moved", "v1");
    const here = world(`image: "${repository()}:v1", sha256: ${digest.slice(7)}`);
    const result = await run(here, "--lock-out", "krm-render.lock");
    expect(painted(result)).toBe("reviewed");
    expect(here.leftovers()).toEqual([]);
    const { entries } = JSON.parse(here.read("krm-render.lock")) as { entries: object[] };
    expect(entries).toContainEqual({ kind: "image", ref: `${repository()}:v1`, digest, usedBy: ["app"] });
    expect(painted(await run(here, "--locked"))).toBe("reviewed");
    here.write({ "krm-render.lock": here.read("krm-render.lock").replace(digest.slice(7), hex("other")) });
    expect(await run(here, "--locked")).toMatchObject({ status: 1, stdout: "" });
  });

  withRegistry("K7: a tag is no digest", async () => {
    const { digest } = await push("busybox echo seven", "v7");
    const [image, digits] = [`${repository()}:v7`, digest.slice(7)];
    for (const [container, expected] of [
      [`image: "${image}"`, "has no digest, so other content could take its place"],
      [`image: "${repository()}@${digest}"`, "seven"],
      [`image: "${image}@${digest}", sha256: "SHA256:${digits.toUpperCase()}"`, "seven"],
      [`image: "${image}@${digest}", sha256: ${hex("other")}`, "has another digest than its `sha256`"],
      [`image: "${image}", sha256: "${digits.slice(1)}"`, "is not 64 hexadecimal digits"],
    ] as const) {
      expect([container, painted(await run(world(container)))]).toEqual([container, expect.stringContaining(expected)]);
    }
  });

  withRegistry("K8: the digest of an index, that of a manifest, and that of a config", async () => {
    const own = await push("busybox echo eight");
    const { digest } = await registry.index(REPOSITORY, "v8", [own]);
    const run8 = async (sha256: string): Promise<string> =>
      painted(await run(world(`image: "${repository()}:v8", sha256: "${sha256}"`)));
    expect(await run8(digest)).toBe("eight");
    expect(await run8(own.digest)).toBe("eight");
    const refused = await run8(own.config.digest);
    expect(refused).toContain("is the digest of the image's config");
    expect(refused).toContain(`Use the digest of the manifest: ${digest}`);
    // A digest that nobody knows runs nothing either.
    expect(await run8(hex("nobody"))).toMatch(/does not exist|not found|unknown/);
  });

  const INTERFACES = "busybox ls /sys/class/net | busybox xargs";
  const networked = unless(NO_REGISTRY ?? lackOfNetwork(engine), test);
  networked("K10: with the entry and the switch, there is a network", async () => {
    const { digest } = await push(INTERFACES);
    const here = world(`image: "${repository()}@${digest}", requireNetwork: true`);
    expect(painted(await run(here, "--network"))).toMatch(/eth0/);
  });

  withRegistry("K10: the network needs the entry and the switch", async () => {
    const { digest } = await push(INTERFACES);
    const image = `image: "${repository()}@${digest}"`;
    const asking = { "app/paint.yaml": config("Paint", "v1", "runtime: {container: {network: true}}\n") };
    const off = painted(await run(world(`${image}, requireNetwork: true`)));
    expect(off).toContain("use --network.");
    expect(painted(await run(world(image), "--network"))).not.toMatch(/eth0/);
    expect(painted(await run(world(image, asking), "--network"))).toMatch(/network/);
    expect((await run(world(image, asking), "--network")).status).toBe(1);
  });

  withRegistry("K11: mounts need the entry and the switch, and stay in the directory", async () => {
    const { digest } = await push("busybox cat /mnt/data.txt");
    const image = `image: "${repository()}@${digest}"`;
    const open = `${image}, requireStorageMount: true`;
    const mount = (src: string): Record<string, string> => ({
      "app/paint.yaml": config(
        "Paint",
        "v1",
        `runtime: {container: {mounts: [{type: bind, src: "${src}", dst: /mnt}]}}\n`,
      ),
      "app/files/data.txt": "mounted",
      "outside/data.txt": "outside",
    });
    expect(painted(await run(world(open, mount("files")), "--allow-mounts"))).toBe("mounted");
    for (const [container, src, args, expected] of [
      [image, "files", ["--allow-mounts"], "mount"],
      [open, "files", [], "--allow-mounts"],
      [open, "../outside", ["--allow-mounts"], "has a source with `..`"],
      [open, "link", ["--allow-mounts"], "has a source outside of the kustomization, through a link"],
      [open, "repository", ["--allow-mounts"], "has a source that contains `.git`"],
    ] as const) {
      const here = world(container, mount(src));
      here.link("app/link", "../outside");
      mkdirSync(join(here.path, "app/repository/.git"), { recursive: true });
      const result = await run(here, ...args);
      expect([src, result.status, result.stdout]).toEqual([src, 1, ""]);
      expect(result.stderr).toContain(expected);
    }
  });
});
