/** Images of catalogs on their whole way: from a real registry through the content store into a real engine. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { type ContainerRuntimeOptions, registryImages } from "../../../src/functions/container/index.ts";
import { openRegistries, openStore } from "../../../src/store/index.ts";
import {
  type ImageParts,
  NO_REGISTRY,
  type PushedImage,
  startRegistry,
  type TestRegistry,
} from "../../store/oci/registry.ts";
import { unless } from "../../unless.ts";
import { rootArchive } from "./real-image.ts";
import { describeEngines } from "./real-world.ts";
import { settings, specification } from "./shim.ts";
import { problem } from "./world.ts";

const platform = { os: "linux", architecture: process.arch === "arm64" ? "arm64" : "amd64" };

await describeEngines((world) => {
  unless(NO_REGISTRY, describe)(
    "K1: from a registry into the engine (docs/specification/containers.md 7.1 to 7.4)",
    () => {
      const { engine } = world;
      const root = rootArchive(`catalog-${process.pid}`);
      const repository = "krm-render-test/paint";
      const cleanups: (() => unknown)[] = [];

      afterEach(async () => {
        for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
      });

      async function started(): Promise<{ readonly registry: TestRegistry; readonly store: string }> {
        const registry = await startRegistry();
        cleanups.push(() => registry.close());
        const store = mkdtempSync(join(tmpdir(), "store-"));
        cleanups.push(() => rmSync(store, { recursive: true }));
        return { registry, store };
      }

      /** Pushes an image that prints a word. */
      function push(registry: TestRegistry, word: string, tag?: string, more: ImageParts = {}): Promise<PushedImage> {
        const config = { config: { Entrypoint: ["/bin/busybox", "echo", word] } };
        return registry.image(repository, tag, { layers: [root], platform, config, ...more });
      }

      /** One run with a store, as the action makes it. */
      async function run(
        image: string,
        directory: string,
        options: Partial<ContainerRuntimeOptions> = {},
      ): Promise<string> {
        const store = openStore({ directory });
        const host = image.slice(0, image.indexOf("/"));
        const registries = openRegistries({
          store: () => store,
          rules: { privateHosts: false, allowHosts: [host] },
          insecureRegistries: [host],
          env: {},
        });
        const images = async () => registryImages(registries);
        const containers = world.runtime({ pull: "client", keepImages: false, images, ...options });
        try {
          const program = await containers.program(specification({ image, fromCatalog: true }), settings());
          return Buffer.from((await program.run({ stdin: "" })).stdout)
            .toString()
            .trim();
        } finally {
          await containers.close();
          await registries.close();
          store.close();
        }
      }

      function blobs(store: string): string[] {
        return readdirSync(join(store, "v1/files")).sort();
      }

      test("an image by the digest of its manifest, and again without the registry", async () => {
        const { registry, store } = await started();
        const { digest } = await push(registry, "fetched");
        const image = `${registry.host}/${repository}@${digest}`;
        expect(await run(image, store)).toBe("fetched");
        expect(blobs(store)).toHaveLength(3);
        await registry.close();
        expect(await run(image, store)).toBe("fetched");
      });

      test("an image by the digest of an index, with attestations and other platforms in it", async () => {
        const { registry, store } = await started();
        const own = await push(registry, "own");
        const other = await push(registry, "other", undefined, { platform: { os: "linux", architecture: "s390x" } });
        const annotations = { "vnd.docker.reference.type": "attestation-manifest" };
        const attestation = { ...other, annotations, platform: { os: "unknown", architecture: "unknown" } };
        const { digest } = await registry.index(repository, "v1", [other, attestation, own]);
        expect(await run(`${registry.host}/${repository}@${digest}`, store)).toBe("own");
      });

      test("an image with the media types of docker", async () => {
        const { registry, store } = await started();
        const { digest } = await push(registry, "docker", "v1", { docker: true });
        expect(await run(`${registry.host}/${repository}@${digest}`, store)).toBe("docker");
      });

      test("attack 9.6: a tag that moves changes nothing", async () => {
        const { registry, store } = await started();
        const { digest } = await push(registry, "reviewed", "v1");
        await push(registry, "moved", "v1");
        expect(await run(`${registry.host}/${repository}:v1@${digest}`, store)).toBe("reviewed");
      });

      test("attack 9.7: a blob of the store that was changed is fetched again, and never run", async () => {
        const { registry, store } = await started();
        const { digest, layers, config } = await push(registry, "intact");
        const image = `${registry.host}/${repository}@${digest}`;
        expect(await run(image, store)).toBe("intact");
        for (const blob of [digest, layers[0]?.digest ?? "", config.digest]) {
          const name = blobs(store).find((each) => each.includes(blob.slice(7))) ?? "";
          writeFileSync(join(store, "v1/files", name), "changed");
          expect(await run(image, store)).toBe("intact");
        }
        await registry.close();
        writeFileSync(
          join(store, "v1/files", blobs(store).find((each) => each.includes(config.digest.slice(7))) ?? ""),
          "x",
        );
        expect(await problem(run(image, store))).toMatchObject({ code: "remote-failed" });
      });

      test("K8: the digest of the config is no digest of the image", async () => {
        const { registry, store } = await started();
        const { config } = await push(registry, "paint", "v1");
        expect(await problem(run(`${registry.host}/${repository}:v1@${config.digest}`, store))).toMatchObject({
          // docker-registry 2.8 answers 500, because the blob that it has is no manifest. Others answer 404.
          code: expect.stringMatching(/^registry-(?:failed|not-found)$/),
        });
        expect(engine.run("image", "ls", "-a", "-q", "--no-trunc")).not.toContain(config.digest.slice(7));
      });
    },
  );
});
