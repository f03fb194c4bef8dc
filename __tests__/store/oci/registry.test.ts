import { afterAll, describe, expect } from "@jest/globals";
import { startRegistry, type TestRegistry, TYPES, withRegistry } from "./registry.ts";

describe("the registry of the tests", () => {
  const started: TestRegistry[] = [];
  afterAll(async () => {
    for (const registry of started) await registry.close();
  });

  withRegistry("takes images, indexes and artifacts, with and without tokens and TLS", async () => {
    for (const options of [{}, { tls: true }, { auth: { user: "me", password: "pw" } }]) {
      const registry = await startRegistry(options);
      started.push(registry);
      const image = await registry.image("a/b", "v1");
      const index = await registry.index("a/b", "multi", [image]);
      const artifact = await registry.artifact("a/c", undefined, [{ content: "a: 1\n", mediaType: TYPES.catalog }]);
      for (const pushed of [image, index, artifact]) expect(pushed.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    }
  });
});
