/** Tests that every kind of tree must pass, with the same content. */
// oxlint-disable jest/no-export -- a table of tests shared by several test files, which is no test file itself
import { expect, test } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import type { Tree } from "../../src/sources/tree.ts";
import type { Content } from "./fixtures.ts";

export const CONTENT: Content = {
  files: {
    "kustomization.yaml": "resources: [apps/web]\n",
    "apps/web/kustomization.yaml": "resources: [deployment.yaml]\n",
    "apps/web/deployment.yaml": "kind: Deployment\n",
    "apps/web.yaml": "kind: Service\n",
    "apps/api/deep/er/file.yaml": "deep\n",
    "empty.yaml": "",
    "binary.bin": Uint8Array.from([0, 255, 10, 13, 0, 128]),
    "odd/new\nline.yaml": "newline\n",
    "odd/quo\"te's.yaml": "quote\n",
    "odd/back\\slash.yaml": "backslash\n",
    "odd/ spaced .yaml": "spaces\n",
    "odd/\ttab.yaml": "tab\n",
    "odd/é.yaml": "accent\n",
    "odd/\uff5e.yaml": "fullwidth\n",
    "odd/😀.yaml": "emoji\n",
    "odd/__proto__": "prototype\n",
    "odd/..dots": "dots\n",
  },
  links: {
    "link-to-file": "apps/web/deployment.yaml",
    "link-to-directory": "apps/web",
    "link-to-link": "link-to-directory",
    "link-to-top": "apps/..",
    "apps/up": "../kustomization.yaml",
    "apps/api/sideways": "../web/./deployment.yaml",
    // `..` after a link is the parent of the link's target: /apps/web/.. is /apps.
    "through-link-and-up": "link-to-directory/../web.yaml",
    dangling: "nowhere",
    "dangling-below-file": "kustomization.yaml/x",
    "loop-a": "loop-b",
    "loop-b": "loop-a",
    "loop-self": "loop-self",
    "loop-below": "loop-below/x",
    outside: "../../../../../../../../../../../../../../etc/hostname",
    "outside-absolute": "/etc/hostname",
    "outside-directory": "/etc",
    "file-with-slash": "kustomization.yaml/",
  },
};

const LOOKUPS: readonly (readonly [path: string, type: string | undefined, real?: string])[] = [
  ["/", "directory"],
  ["/kustomization.yaml", "file"],
  ["/apps", "directory"],
  ["/apps/web", "directory"],
  ["/apps/web.yaml", "file"],
  ["/apps/api/deep/er/file.yaml", "file"],
  ["/odd/new\nline.yaml", "file"],
  ["/odd/quo\"te's.yaml", "file"],
  ["/odd/back\\slash.yaml", "file"],
  ["/odd/ spaced .yaml", "file"],
  ["/odd/😀.yaml", "file"],
  ["/odd/__proto__", "file"],
  ["/odd/..dots", "file"],
  ["/link-to-file", "file", "/apps/web/deployment.yaml"],
  ["/link-to-directory", "directory", "/apps/web"],
  ["/link-to-directory/deployment.yaml", "file", "/apps/web/deployment.yaml"],
  ["/link-to-link", "directory", "/apps/web"],
  ["/link-to-link/kustomization.yaml", "file", "/apps/web/kustomization.yaml"],
  ["/link-to-top", "directory", "/"],
  ["/link-to-top/link-to-top/apps/web", "directory", "/apps/web"],
  ["/apps/up", "file", "/kustomization.yaml"],
  ["/apps/api/sideways", "file", "/apps/web/deployment.yaml"],
  ["/through-link-and-up", "file", "/apps/web.yaml"],
  ["/absent", undefined],
  ["/absent/below", undefined],
  ["/kustomization.yaml/below", undefined],
  ["/kustomization.yaml/below/that", undefined],
  ["/constructor", undefined],
  ["/apps/__proto__", undefined],
  ["/dangling", undefined],
  ["/dangling/below", undefined],
  ["/dangling-below-file", undefined],
  ["/loop-a", undefined],
  ["/loop-b", undefined],
  ["/loop-self", undefined],
  ["/loop-self/below", undefined],
  ["/loop-below", undefined],
  ["/outside", undefined],
  ["/outside-absolute", undefined],
  ["/outside-directory", undefined],
  ["/outside-directory/hostname", undefined],
  ["/file-with-slash", undefined],
  ["/nul\0byte", undefined],
  [`/${"long/".repeat(50_000)}x`, undefined],
];

const TOP_ENTRIES: readonly (readonly [name: string, type: string])[] = [
  ["apps", "directory"],
  ["binary.bin", "file"],
  ["dangling", "other"],
  ["dangling-below-file", "other"],
  ["empty.yaml", "file"],
  ["file-with-slash", "other"],
  ["kustomization.yaml", "file"],
  ["link-to-directory", "directory"],
  ["link-to-file", "file"],
  ["link-to-link", "directory"],
  ["link-to-top", "directory"],
  ["loop-a", "other"],
  ["loop-b", "other"],
  ["loop-below", "other"],
  ["loop-self", "other"],
  ["odd", "directory"],
  ["outside", "other"],
  ["outside-absolute", "other"],
  ["outside-directory", "other"],
  ["through-link-and-up", "file"],
];

const READ_ERRORS: readonly (readonly [path: string, code: string])[] = [
  ["/absent.yaml", "file-not-found"],
  ["/apps", "not-a-file"],
  ["/", "not-a-file"],
  ["/dangling", "file-not-found"],
  ["/loop-a", "file-not-found"],
  ["/outside", "file-not-found"],
  ["/kustomization.yaml/below", "file-not-found"],
];

const LIST_ERRORS: readonly (readonly [path: string, code: string])[] = [
  ["/absent", "directory-not-found"],
  ["/kustomization.yaml", "not-a-directory"],
  ["/link-to-file", "not-a-directory"],
  ["/outside-directory", "directory-not-found"],
];

/** Registers the tests. `open` returns a tree of {@link CONTENT}, and is called once for each test. */
export function testTree(open: () => Tree | Promise<Tree>): void {
  test.each(LOOKUPS)("lookup %j is %s", async (path, type, real = path) => {
    const tree = await open();
    const located = await tree.lookup(path);
    expect(located === undefined ? undefined : { path: located.path, type: located.type }).toEqual(
      type === undefined ? undefined : { path: real, type },
    );
    expect(await tree.lookup(path)).toEqual(located);
  });

  test("reads every file, byte for byte", async () => {
    const tree = await open();
    for (const [path, bytes] of Object.entries(CONTENT.files)) {
      expect([path, Buffer.from(await tree.read(`/${path}`))]).toEqual([path, Buffer.from(bytes)]);
    }
  });

  test("reads through links", async () => {
    const tree = await open();
    const texts = await Promise.all(
      ["/link-to-file", "/link-to-link/deployment.yaml", "/apps/up", "/through-link-and-up"].map(async (path) =>
        Buffer.from(await tree.read(path)).toString(),
      ),
    );
    expect(texts).toEqual(["kind: Deployment\n", "kind: Deployment\n", "resources: [apps/web]\n", "kind: Service\n"]);
  });

  test("lists the top, with links by the types of their targets", async () => {
    const entries = await (await open()).list("/");
    expect(entries.map(({ name, type }) => [name, type])).toEqual(TOP_ENTRIES);
  });

  test("lists all names in bytewise order", async () => {
    const names = (await (await open()).list("/odd")).map(({ name }) => name);
    expect(names).toHaveLength(10);
    expect(names).toEqual([...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  });

  test("lists a directory through a link", async () => {
    const entries = await (await open()).list("/link-to-link");
    expect(entries.map(({ name }) => name)).toEqual(["deployment.yaml", "kustomization.yaml"]);
  });

  test.each(READ_ERRORS)("read %s fails with %s at its path", async (path, code) => {
    const tree = await open();
    const error = await problemOf(tree.read(path));
    expect([error.code, error.diagnostics[0]?.file]).toEqual([code, tree.display(path)]);
    expect(error.message).toContain(tree.label);
  });

  test.each(LIST_ERRORS)("list %s fails with %s at its path", async (path, code) => {
    const tree = await open();
    const error = await problemOf(tree.list(path));
    expect([error.code, error.diagnostics[0]?.file]).toEqual([code, tree.display(path)]);
  });

  test.each(["", "apps", "/apps/", "/apps/../apps", "/./apps", "//apps", "/apps/.", "/apps/.."])(
    "refuses %j, which is not normalised",
    async (path) => {
      const tree = await open();
      await expect(tree.lookup(path)).rejects.toThrow(TypeError);
    },
  );

  test("displays paths relative to the top", async () => {
    const tree = await open();
    expect([tree.display("/"), tree.display("/apps/web")]).toEqual([".", "apps/web"]);
  });
}

export async function problemOf(work: Promise<unknown>): Promise<KrmError> {
  const thrown = await work.then(
    () => new Error("nothing was thrown"),
    (error: unknown) => error,
  );
  if (!(thrown instanceof KrmError)) throw thrown;
  return thrown;
}
