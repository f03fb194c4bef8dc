/** Estimates of the work of targets. */
import { expect, test } from "@jest/globals";
import { microsecondsOf } from "../../src/targets/shard-costs.ts";

const IDS = ["apps/web", "flux://prod/flux-system/apps", "flux://prod/apps/HelmRelease/web"];

test("a release costs runs of helm, whatever its files are", () => {
  const costs = microsecondsOf(IDS, new Map(IDS.map((id) => [id, 1])), undefined);
  const [directory = 0, kustomization = 0, release = 0] = IDS.map((id) => costs.get(id));
  expect(kustomization).toBe(directory);
  expect(release).toBeGreaterThan(10 * directory);
});
