/** Decides whether an address under `resources` is a file or a repository; docs/specification/loading.md 3.1. */
import { KrmError } from "../../diagnostics.ts";
import type { PathEntry } from "../../documents/index.ts";
import type { Files } from "./files.ts";
import { namedAs, parseGitReference } from "./remote-references.ts";
import type { Root } from "./root.ts";

/** Errors after which the address can still be of the other kind. A lock has an entry for the kind that was there. */
const NOTHING_THERE: ReadonlySet<string> = new Set([
  "remote-not-found",
  "remote-failed",
  "not-a-directory",
  "lock-missing",
]);
/** Errors of reading a web page as objects. */
const NO_OBJECTS: ReadonlySet<string> = new Set(["invalid-yaml", "invalid-utf8", "invalid-resource", "duplicate-key"]);

/**
 * Tells whether an address is a file. kustomize requests a file first, and a repository after any error. This tries the kind
 * that the address looks like first, and the other kind only if there is nothing of the first. The result is the same for
 * all addresses of only one kind, and most need one request less.
 * @param entry its path is an address
 * @throws KrmError if the address is neither
 */
export async function isRemoteFile(root: Root, files: Files, { path, location }: PathEntry): Promise<boolean> {
  const url = parseGitReference(path);
  if (url === undefined) return true;
  const { isNamedAsFile, isNamedAsRepository } = namedAs(path, url);
  // In the address of a file, a repository of the first two segments would be a coincidence.
  if (isNamedAsFile && !isNamedAsRepository) return true;

  const isFile = async (): Promise<boolean> => {
    const file = await root.read(path, location);
    root.claim();
    if (!isNamedAsFile) files.objects(file);
    return true;
  };
  const isRepository = async (): Promise<boolean> => {
    await root.enter(path, location);
    return false;
  };
  const [first, second] = isNamedAsRepository && !isNamedAsFile ? [isRepository, isFile] : [isFile, isRepository];
  try {
    return await first();
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const mayBeOther = NOTHING_THERE.has(thrown.code) || (first === isFile && NO_OBJECTS.has(thrown.code));
    if (!mayBeOther) throw thrown;
    return second().catch((other: unknown) => {
      // The web page of a repository is not YAML. The error of git is the useful one.
      const isAboutGit = first === isFile && (NO_OBJECTS.has(thrown.code) || url.marked);
      throw isAboutGit && other instanceof KrmError ? other : thrown;
    });
  }
}
