/** Verified images in real engines: what they make of the archive, and what remains of it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { connectEngineTools } from "../../../src/action/engine-tools.ts";
import type { ContainerRuntimeOptions, FetchedImage } from "../../../src/functions/container/index.ts";
import { bundleProgram } from "../../bundle-program.ts";
import { digestOf, fetchedImage, type RealImage, realImage } from "./real-image.ts";
import { describeEngines } from "./real-world.ts";
import { settings, specification } from "./shim.ts";
import { problem } from "./world.ts";

await describeEngines((world) => {
  describe("O9: an archive of a verified image (docs/specification/containers.md 7.2 to 7.5)", () => {
    const { engine } = world;
    const image = realImage(["/bin/busybox", "sed", "s/red/green/"], `loads-${process.pid}`);
    const repository = "registry.example/krm-render-test/paint";

    /** The names in the engine that lead to the image. */
    function namesOf({ manifest }: RealImage): string[] {
      const list = engine.run("image", "ls", "--format", "{{.Repository}}:{{.Tag}}").split("\n");
      return list.filter((name) => name.includes(manifest.slice(7))).sort();
    }

    const names = (): string[] => namesOf(image);

    /** Which of the images the engine has, under any name or none. */
    function present(...ids: readonly string[]): string[] {
      const all = engine.run("image", "ls", "-a", "-q", "--no-trunc");
      return [image.config, image.manifest, ...ids].filter((id) => all.includes(id.slice(7)));
    }

    async function run(of: FetchedImage, options: Partial<ContainerRuntimeOptions> = {}) {
      const asked: string[] = [];
      const containers = world.runtime({
        pull: "missing",
        keepImages: false,
        images: async () => ({
          digests: async () => ({ manifest: of.manifest, config: of.config }),
          async fetch(_reference, { os, architecture }) {
            asked.push(`${os}/${architecture}`);
            return of;
          },
        }),
        ...options,
      });
      try {
        const declared = specification({ image: `${repository}@${of.manifest}`, fromCatalog: true });
        const program = await containers.program(declared, settings());
        const during = names();
        const { stdout, exitCode } = await program.run({ stdin: "red" });
        return { printed: Buffer.from(stdout).toString(), exitCode, title: program.title, asked, during };
      } finally {
        await containers.close();
      }
    }

    /** The archive with other bytes in place of one blob. */
    function tampered(blob: keyof RealImage & ("config" | "layer"), change: (bytes: Buffer) => Buffer): FetchedImage {
      return fetchedImage(image, new Map([[image[blob], change(image.blobs.get(image[blob]) as Buffer)]]));
    }

    afterAll(() => {
      for (const name of names()) engine.run("rmi", name);
    });

    test("is loaded under a name of the run, is run, and is removed again", async () => {
      const platform = `linux/${process.arch === "arm64" ? "arm64" : "amd64"}`;
      expect(await run(fetchedImage(image))).toEqual({
        printed: "green",
        exitCode: 0,
        title: `${repository}@${image.manifest}`,
        asked: [platform],
        during: [expect.stringMatching(/:load-\d+-[0-9a-f]{16}-[0-9a-f]{8}$/)],
      });
      expect([present(), names()]).toEqual([[], []]);
    });

    test("is loaded and removed by the tools of the action, too", async () => {
      const lines: string[] = [];
      const tools = connectEngineTools({ log: (text) => void lines.push(text) });
      expect(await run(fetchedImage(image), { tools })).toMatchObject({ printed: "green", exitCode: 0 });
      expect(lines.filter((line) => line.startsWith("[command]"))).toEqual([
        expect.stringMatching(/^\[command\]\w+ (?:version|info) --format /),
        expect.stringMatching(/^\[command\]\w+ load --input \S+\/image\.tar$/),
        expect.stringMatching(/^\[command\]\w+ rmi krm-render\.local\/sha256\/[0-9a-f]{64}:load-\S+$/),
      ]);
      expect(names()).toEqual([]);
    });

    test("keeps its config's digest as its id, and its manifest's where the engine keeps manifests", async () => {
      await run(fetchedImage(image), { keepImages: true });
      const [name = ""] = names();
      expect(name).toMatch(/^krm-render\.local\/sha256\/[0-9a-f]{64}:load$/);
      const [inspected] = JSON.parse(engine.run("image", "inspect", name));
      expect(`sha256:${inspected.Id.replace("sha256:", "")}`).toBe(
        inspected.Descriptor === undefined ? image.config : image.manifest,
      );
      expect(inspected.RootFS.Layers).toEqual(image.diffIds);
      // Only podman keeps the digest of what it was given.
      const { Digest } = engine.name === "podman" ? inspected : { Digest: image.manifest };
      expect(Digest).toBe(image.manifest);
      engine.run("rmi", name);
    });

    test("that an earlier run has kept is not fetched again", async () => {
      await run(fetchedImage(image), { keepImages: true });
      expect(await run(fetchedImage(image), { keepImages: true })).toMatchObject({ printed: "green", asked: [] });
      engine.run("rmi", names()[0] ?? "");
    });

    test("stays where somebody else has given it a name", async () => {
      await run(fetchedImage(image), { keepImages: true });
      const own = `krm-render-test/own-${process.pid}:v1`;
      engine.run("tag", names()[0] ?? "", own);
      engine.run("rmi", names()[0] ?? "");
      try {
        await run(fetchedImage(image));
        expect(engine.run("image", "inspect", "--format", "{{.Id}}", own)).toContain(image.config.slice(7));
      } finally {
        engine.run("rmi", own);
      }
    });

    test("with a changed layer is refused by the engine", async () => {
      const other = realImage(["/bin/busybox"], `other-${process.pid}`);
      const change = tampered("layer", () => other.blobs.get(other.layer) as Buffer);
      expect(await problem(run(change))).toMatchObject({
        code: "image-unavailable",
        message: expect.stringMatching(/cannot load the image .*(?:diffID|[Dd]igest)/),
      });
      expect([present(), names()]).toEqual([[], []]);
    });

    test("with a changed config is accepted by the engine, and refused here", async () => {
      const text = Buffer.from(image.blobs.get(image.config) ?? "").toString();
      const config = Buffer.from(text.replace("s/red/green/", "s/red/black/"));
      const change = tampered("config", () => config);
      const refused = await problem(run(change));
      expect([present(digestOf(config)), names()]).toEqual([[], []]);
      expect(refused).toMatchObject({
        code: "image-mismatch",
        message: `the image ${repository}, loaded into ${engine.name}, is ${digestOf(config)}, not ${image.config}`,
      });
    });

    test("with other layers than were expected is refused here", async () => {
      const change = { ...fetchedImage(image), diffIds: [digestOf(Buffer.from("other"))] };
      expect(await problem(run(change))).toMatchObject({
        code: "image-mismatch",
        message: expect.stringContaining("has other layers than were fetched"),
      });
      expect(names()).toEqual([]);
    });

    test("that breaks off leaves nothing", async () => {
      const whole = fetchedImage(image);
      const change: FetchedImage = {
        ...whole,
        async *archive(name) {
          let left = 5;
          for await (const part of whole.archive(name)) {
            if (left-- === 0) throw new Error("the blob changed");
            yield part;
          }
        },
      };
      await expect(run(change)).rejects.toThrow("the blob changed");
      expect([present(), names()]).toEqual([[], []]);
    });

    describe("when the process ends first", () => {
      const directory = mkdtempSync(join(tmpdir(), "process-"));
      const program = join(directory, "program.cjs");
      const blobs = join(directory, "image.json");
      const started = new Set<ChildProcess>();
      const waiting = realImage(["/bin/busybox", "sleep", "1000"], `waits-${process.pid}`);

      beforeAll(async () => {
        const entry = join(directory, "program.ts");
        const here = (path: string): string => JSON.stringify(join(import.meta.dirname, path));
        writeFileSync(
          entry,
          `import { readFileSync } from "node:fs";
           import { createContainerRuntime } from ${here("../../../src/functions/container/index.ts")};
           import { loadArchive } from ${here("load-archive.ts")};
           const [, , options, image, ending] = process.argv;
           const { names, parts } = JSON.parse(readFileSync(image, "utf8"));
           const blobs = new Map(parts.map(([digest, text]) => [digest, Buffer.from(text, "base64")]));
           const fetched = { ...names, bytes: 0, archive: (name) => loadArchive(names, (digest) => blobs.get(digest), name) };
           const containers = createContainerRuntime({
             ...JSON.parse(options),
             images: async () => ({ digests: async () => names, fetch: async () => fetched }),
           });
           const spec = { image: "registry.example/waits@" + names.manifest, fromCatalog: true };
           containers
             .program({ type: "container", network: false, mounts: [], envs: [], location: { file: "fn.yaml" }, ...spec }, {})
             .then((program) => ending === "nothing" || program.run({ stdin: "" }))
             .then(() => containers.close());`,
        );
        await bundleProgram(entry, program);
        const parts = [...waiting.blobs].map(([digest, bytes]) => [digest, bytes.toString("base64")]);
        writeFileSync(blobs, JSON.stringify({ names: { ...waiting, blobs: undefined }, parts }));
      });

      afterAll(() => {
        for (const child of started) child.kill("SIGKILL");
        rmSync(directory, { recursive: true });
      });

      function start(ending = "signal"): { readonly child: ChildProcess; readonly end: Promise<unknown> } {
        const options: ContainerRuntimeOptions = {
          engine: engine.name,
          cwd: "/",
          environment: { host: world.host, inherited: [], given: [] },
          network: false,
          allowMounts: false,
          keepImages: false,
          limits: { ulimits: engine.ulimits },
        };
        const child = spawn(process.execPath, [program, JSON.stringify(options), blobs, ending], { stdio: "inherit" });
        started.add(child);
        return { child, end: new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal))) };
      }

      const loads = (): string[] => namesOf(waiting);

      test("by SIGTERM, the image goes after its container", async () => {
        const { child, end } = start();
        await world.untilItRuns(child.pid);
        expect(loads()).toHaveLength(1);
        child.kill("SIGTERM");
        expect(await end).toBe("SIGTERM");
        expect([...loads(), ...world.containersOf(child.pid)]).toEqual([]);
      });

      test("by SIGKILL, the next run removes it", async () => {
        const first = start();
        await world.untilItRuns(first.child.pid);
        first.child.kill("SIGKILL");
        await first.end;
        expect(loads()).toEqual([expect.stringContaining(`:load-${first.child.pid}-`)]);
        expect(await start("nothing").end).toBe(0);
        expect([...loads(), ...world.containersOf(first.child.pid)]).toEqual([]);
      });
    });
  });
});
