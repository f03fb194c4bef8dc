/** How the work of a build grows with the functions of one catalog. */
import { expect, test } from "@jest/globals";
import { memoryTree } from "../../../src/sources/index.ts";
import { growth } from "../../work.ts";
import { built, CONFIG, catalog, hex, layer, script } from "./catalog-workshop.ts";

const PROGRAM = "https://example.com/fn.star";

test("functions of one catalog are found with linear work", async () => {
  const properties = Array.from({ length: 300 }, (_, index) => `p${index}: {type: string}`).join(", ");
  const runtime = `starlark: {url: "${PROGRAM}", sha256: "${hex(script("us"))}"}`;
  const text = catalog(runtime, `schema: {openAPIV3Schema: {type: object, properties: {${properties}}}}\n`);
  const build = async (size: number) => {
    const configs = Array.from({ length: size }, (_, index) => CONFIG.replace("name: own", `name: own-${index}`));
    const files = { ...layer("../c.yaml"), "app/fn.yaml": configs.join("---\n"), "c.yaml": text };
    const options = { trusted: ["c.yaml"], web: { [PROGRAM]: script("us") }, baseline: memoryTree(files) };
    expect((await built(files, options)).owner).toBe("us");
  };
  expect(await growth(40, build)).toBeLessThan(3);
});
