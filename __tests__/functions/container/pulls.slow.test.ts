/** Images from a real registry, by tag and by digest. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { PullPolicy } from "../../../src/functions/container/index.ts";
import { NO_REGISTRY, registry } from "../../helm/tools.ts";
import { unless } from "../../unless.ts";
import { importImage } from "./engines.ts";
import { describeEngines } from "./real-world.ts";
import { settings, specification } from "./shim.ts";

await describeEngines((world) => {
  unless(NO_REGISTRY, describe)("from a registry", () => {
    const { engine } = world;
    let server: Awaited<ReturnType<typeof registry>>;
    let directory = "";
    let name = "";
    let env: Record<string, string | undefined> = {};
    const digests: Record<string, string> = {};

    function run(...args: string[]): string {
      return execFileSync(engine.name, args, { encoding: "utf8", env, stdio: ["ignore", "pipe", "pipe"] }).trim();
    }

    /** Pushes an image that prints `word`, under the tag that all share. */
    async function push(word: string): Promise<void> {
      const image = importImage(engine, word, [`ENTRYPOINT ["/bin/echo","${word}"]`]);
      run("tag", image, `${name}:v1`);
      run("push", `${name}:v1`);
      // The digest of the registry: podman compresses layers when it pushes them.
      const accept = ["docker.distribution.manifest.v2+json", "oci.image.manifest.v1+json"];
      const answer = await fetch(`http://${name.replace("/", "/v2/")}/manifests/v1`, {
        headers: { accept: accept.map((type) => `application/vnd.${type}`).join(", ") },
      });
      digests[word] = answer.headers.get("docker-content-digest") ?? "";
      run("rmi", "-f", `${name}:v1`, image);
    }

    function forget(): void {
      try {
        run("rmi", "-f", `${name}:v1`, ...Object.values(digests).map((digest) => `${name}@${digest}`));
      } catch {
        // Some of the images may be absent.
      }
    }

    async function printed(image: string, pull?: PullPolicy): Promise<string> {
      const environment = { host: { ...env, TMPDIR: world.host["TMPDIR"] }, inherited: [], given: [] };
      const program = await world.runtime({ pull, environment }).program(specification({ image }), settings());
      return `${Buffer.from((await program.run({ stdin: "" })).stdout)
        .toString()
        .trim()} ${program.title}`;
    }

    beforeAll(async () => {
      directory = mkdtempSync(join(tmpdir(), "registry-"));
      server = await registry(directory);
      name = `${server.host}/krm-render-test/fn`;
      const registries = join(directory, "registries.conf");
      writeFileSync(registries, `[[registry]]\nlocation = "${server.host}"\ninsecure = true\n`);
      env = { ...engine.env, CONTAINERS_REGISTRIES_CONF: registries };
      await push("old");
      await push("new");
    });

    afterAll(() => {
      forget();
      server.close();
      rmSync(directory, { recursive: true });
    });

    test("missing images are pulled, by tag and by digest", async () => {
      forget();
      expect(await printed(`${name}:v1`, "missing")).toBe(`new ${name}:v1@${digests["new"]}`);
      expect(await printed(`${name}:v1@${digests["old"]}`, "missing")).toBe(`old ${name}:v1@${digests["old"]}`);
      expect(await printed(`${name}@${digests["old"]}`, "never")).toBe(`old ${name}@${digests["old"]}`);
    });

    test("only --pull always notices a moved tag", async () => {
      forget();
      await printed(`${name}@${digests["old"]}`, "missing");
      run("tag", `${name}@${digests["old"]}`, `${name}:v1`);
      expect(await printed(`${name}:v1`, "missing")).toMatch(/^old /);
      expect(await printed(`${name}:v1`, "always")).toMatch(/^new /);
    });

    test("a digest that the registry does not have is an error", async () => {
      await expect(printed(`${name}@sha256:${"0".repeat(64)}`, "missing")).rejects.toMatchObject({
        code: "image-unavailable",
      });
    });
  });
});
