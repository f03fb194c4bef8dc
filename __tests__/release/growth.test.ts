/** How the work of a release grows with its paths. */
import { expect, test } from "@jest/globals";
import { pathClash } from "../../src/release/paths.ts";
import { growth } from "../work.ts";

test("many long paths are compared with linear work", async () => {
  const deep = "a.yaml/".repeat(140);
  const compare = (size: number) => {
    const paths = Array.from({ length: size }, (_, index) => `manifests/${index}/${deep}x.yaml`);
    expect(pathClash([...paths, `manifests/7/${deep}X.yaml`])?.kind).toBe("alike");
  };
  expect(await growth(1_000, compare)).toBeLessThan(3);
});
