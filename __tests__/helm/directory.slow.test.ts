/** The directories that are copied for helm: endless ones are an error and are not copied. */
import { expect, test } from "@jest/globals";
import { memoryTree, readDirectory } from "../../src/sources/index.ts";

/** Each directory links to the next one ten times, and the last link dangles: 10 ** 12 directories without any file. */
function directoriesWithoutEnd(): Record<string, string> {
  const links: Record<string, string> = {};
  for (let level = 0; level < 12; level++) {
    for (let entry = 0; entry < 10; entry++) links[`/d${level}/e${entry}`] = `../d${level + 1}`;
  }
  return { ...links, "/d12/nowhere": "../gone" };
}

test.each([
  ["directories", memoryTree({}, directoriesWithoutEnd()), "/d0", "holds more than 20000 directories"],
  ["a circle", memoryTree({}, { "/a/b": "." }), "/a", "nests deeper than 64 directories"],
])("%s without end", async (_, tree, path, message) => {
  await expect(readDirectory(tree, path)).rejects.toMatchObject({
    code: "directory-too-large",
    message: expect.stringContaining(message),
  });
});

test("links are followed within the tree, and left out if they leave it", async () => {
  const tree = memoryTree(
    { "/chart/Chart.yaml": "a", "/other/x": "b" },
    { "/chart/in": "../other", "/chart/out": "../../etc" },
  );
  expect([...(await readDirectory(tree, "/chart")).keys()]).toEqual(["Chart.yaml", "in/x"]);
});
