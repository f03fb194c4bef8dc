/** The example of compositions: the page shows its files, and both forms of it print the same. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { exampleOf } from "../repository/page-examples.ts";
import { repositoryFiles } from "../repository/repository.ts";
import { krmRender } from "./terminal.ts";

const DIRECTORY = "examples/composition";
const ROOT = dirname(dirname(import.meta.dirname));

test("docs/guide/composition.md shows the files of the example, and all of them", () => {
  const shown = exampleOf("docs/guide/composition.md").flatMap((step) => (step.kind === "file" ? [step] : []));
  for (const { path, text } of shown) {
    expect({ path, text }).toEqual({ path, text: readFileSync(join(ROOT, DIRECTORY, path), "utf8") });
  }
  const files = repositoryFiles().filter((path) => path.startsWith(`${DIRECTORY}/`));
  expect(files).toEqual(shown.map(({ path }) => `${DIRECTORY}/${path}`).sort());
});

test("the kustomization and the composition print the same", async () => {
  const build = (side: string) =>
    krmRender(["build", "--enable-alpha-plugins", "--enable-star", join(ROOT, DIRECTORY, side, "prod")]);
  const [before, after] = [await build("before"), await build("after")];
  expect(after).toEqual(before);
  expect(after).toMatchObject({ status: 0, stderr: "" });
  expect(after.stdout).toContain("kind: Deployment");
});
