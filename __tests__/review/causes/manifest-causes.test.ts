/** The causes of changes in objects that Argo CD applies as files hold them. */
import { describe, expect, test } from "@jest/globals";
import { EditedFiles } from "../../../src/review/causes/edited-files.ts";
import { ManifestCauses } from "../../../src/review/causes/manifest-causes.ts";
import { memoryTree } from "../../../src/sources/index.ts";

const config = (name: string, data: string, more = ""): string =>
  `---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}${more}\ndata:\n${data}`;
const TREES = {
  base: memoryTree({ "a.yaml": config("a", "  x: 1\n  y: 1\n"), "broken.yaml": "a: [" }),
  head: memoryTree({
    "a.yaml": config("other", "  x: 1\n") + config("a", "  list:\n  - p: 1\n  - p: 2\n", "\n  namespace: shop"),
    "broken.yaml": "a: [",
  }),
};

interface Asked {
  readonly path: string;
  readonly op?: "added" | "removed" | "changed";
  readonly target?: string;
  readonly namespace?: string;
  readonly files?: readonly string[];
}

async function causes({ path, op = "changed", target, namespace = "shop", files = ["a.yaml"] }: Asked) {
  const name = { apiVersion: "v1", kind: "ConfigMap", namespace, name: "a" };
  const edited = new EditedFiles(TREES, new Set(["a.yaml", "broken.yaml"]));
  const found = await new ManifestCauses(TREES, edited).of({
    id: "c",
    target: target ?? "argocd://in-cluster/argocd/web",
    base: name,
    head: name,
    fields: [{ path, op }],
    files,
  });
  return found.map(({ field, cause }) => `${field}: ${cause.side} ${cause.file}:${cause.line}`);
}

describe("a field of an object that is applied as a file holds it", () => {
  test.each<[what: string, asked: Asked, expected: string[]]>([
    ["that is there", { path: "/data/list/1/p" }, ["/data/list/1/p: head a.yaml:17"]],
    ["that is no longer there", { path: "/data/y", op: "removed" }, ["/data/y: base a.yaml:8"]],
    ["that has no line", { path: "/data/z/a" }, ["/data/z/a: head a.yaml:15"]],
    ["of an object of another namespace", { path: "/data/list", namespace: "other" }, []],
    ["of a directory", { path: "/data/list", target: "apps/web" }, []],
    ["of files that do not change", { path: "/data/list", files: ["b.yaml"] }, []],
    [
      "of a file with mistakes, and of another one",
      { path: "/data/list", files: ["broken.yaml", "a.yaml"] },
      ["/data/list: head a.yaml:16"],
    ],
  ])("%s", async (_, asked, expected) => {
    expect(await causes(asked)).toEqual(expected);
  });
});
