// @ts-check
// Prepares what all suites use, before jest runs any.
import { dirname } from "node:path";
import compareDist from "./jest-dist.mjs";
import { bundleSources } from "./jest-sources.mjs";

export default async function prepare() {
  await bundleSources(dirname(import.meta.dirname));
  await compareDist();
}
