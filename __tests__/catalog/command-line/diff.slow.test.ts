/** `krm-render diff` shows what a change edits of what may run. */
import { expect, test } from "@jest/globals";
import { git } from "../../sources/fixtures.ts";
import { app, catalog, hex, painter, place, scriptEntry } from "./world.ts";

const [RED, GREEN] = [painter("red"), painter("green")];
const files = (program: string) => ({
  "catalog.yaml": catalog(scriptEntry("Paint", "paint.star", program)),
  "paint.star": program,
});

function changed(more = {}) {
  const here = place({ ...app(["../catalog.yaml"]), ...files(RED), ...more });
  git(here.path, "add", "-A");
  git(here.path, "-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qm", "first");
  here.write(files(GREEN));
  return here;
}

test("a changed entry of a trusted catalog, above the patch and in each report", async () => {
  const here = changed();
  const { status, stdout } = await here.run(
    "diff",
    "--base",
    "HEAD",
    "--trusted-catalog",
    "catalog.yaml",
    "--format",
    "patch",
  );
  expect(status).toBe(0);
  expect(stdout.split("\n").slice(0, 4)).toEqual([
    expect.stringMatching(/^# This change edits what may run: \d changes? of catalogs/),
    "#   catalog entry fn.acme.test/v1 Paint changed, catalog.yaml:6",
    expect.stringContaining(`${hex(RED)}`),
    expect.stringMatching(/^(?:#|diff --git)/),
  ]);
  expect(stdout).toContain("+  colour: none+green");
  const markdown = await here.run(
    "diff",
    "--base",
    "HEAD",
    "--trusted-catalog",
    "catalog.yaml",
    "--format",
    "markdown",
  );
  expect(markdown.stdout).toContain("> [!CAUTION]\n> **This change edits what may run");
});

test("nothing where no catalog is trusted, and no function needs one", async () => {
  const here = changed({ "app/kustomization.yaml": "resources: [cm.yaml]\n" });
  const { stdout } = await here.run("diff", "--base", "HEAD");
  expect(stdout).not.toContain("edits what may run");
});
