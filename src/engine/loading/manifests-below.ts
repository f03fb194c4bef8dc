/** The manifests and directories that a generated kustomization lists; docs/specification/flux-kustomization.md 2. */
import { posix } from "node:path";
import { failure, type Location } from "../../diagnostics.ts";
import {
  COMPOSITION_FILE_NAMES,
  compositionIn,
  KUSTOMIZATION_FILE_NAMES,
  type PathEntry,
} from "../../documents/index.ts";
import type { TreeEntry } from "../../sources/tree.ts";
import type { Root } from "./root.ts";

/** Larger directories cannot be applied as one. */
const MAX_MANIFESTS = 20_000;
/** A git repository of a few objects can hold any number of directories. */
const MAX_ENTRIES = 1_000_000;

interface Found extends Pick<TreeEntry, "name" | "type" | "lost"> {
  /** Absolute within the tree. */
  readonly path: string;
}

/**
 * All manifests below a directory, in the order of Go's `filepath.Walk`. Links are not followed: no artifact has them.
 * @param location the place that the entries get
 * @throws KrmError `too-many-manifests`, `unreadable-name`, `wrong-kind`
 */
export async function manifestsBelow(root: Root, location: Location): Promise<readonly PathEntry[]> {
  const { tree, path: top } = root;
  const resources: PathEntry[] = [];
  const list = (path: string): void => {
    if (resources.length === MAX_MANIFESTS) throw tooMany(root, `${MAX_MANIFESTS} manifests`, location);
    resources.push({ path: `./${posix.relative(top, path)}`, location });
  };
  let entries = 0;
  const open: Found[] = [{ name: "", type: "directory", path: top }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { name, type, path, lost } = at;
    const isManifest = /\.ya?ml$/.test(lost?.shown ?? name);
    if (lost !== undefined) {
      if (isManifest || lost.type === "directory") throw unreadable(root, path, lost.shown, location);
      continue;
    }
    if (type === "directory") {
      if (await isLink(root, path)) continue;
      const inside = await tree.list(path);
      root.claim();
      if (path !== top && inside.some((one) => one.type === "file" && KUSTOMIZATION_FILE_NAMES.includes(one.name))) {
        list(path);
        continue;
      }
      entries += inside.length;
      if (entries > MAX_ENTRIES) throw tooMany(root, `${MAX_ENTRIES} files`, location);
      for (const one of inside.toReversed()) open.push({ ...one, path: posix.join(path, one.name) });
    } else if (isManifest && type === "file" && !(await isLink(root, path))) {
      if (COMPOSITION_FILE_NAMES.includes(name)) await checkForeign(root, path, location);
      list(path);
    }
  }
  return resources;
}

async function isLink({ tree }: Root, path: string): Promise<boolean> {
  return (await tree.lookup(path))?.path !== path;
}

/** The controller would take a composition for an object. @throws KrmError `wrong-kind` */
async function checkForeign(root: Root, path: string, location: Location): Promise<void> {
  const display = root.tree.display(path);
  if (compositionIn(await root.tree.read(path), display) === undefined) return;
  throw failure("wrong-kind", `${display} is a Composition, which kustomize-controller cannot build`, {
    ...location,
    hint: "Add a kustomization file that lists what is to be built.",
  });
}

function tooMany({ display }: Root, what: string, location: Location): Error {
  const message = `there are more than ${what} below ${display}, for which kustomize-controller generates a kustomization`;
  return failure("too-many-manifests", message, {
    ...location,
    hint: "Add a kustomization file that lists what is to be applied, or split the directory.",
  });
}

function unreadable({ tree }: Root, path: string, shown: string, location: Location): Error {
  const directory = tree.display(posix.dirname(path));
  return failure(
    "unreadable-name",
    `a generated kustomization cannot list ${shown} in ${directory}: its name is no UTF-8`,
    {
      ...location,
      hint: "Rename it, or add a kustomization file that lists what is to be applied.",
    },
  );
}
