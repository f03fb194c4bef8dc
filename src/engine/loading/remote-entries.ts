/** Whether an address among resources is that of a file or of a repository; docs/specification/loading.md 3.1. */
import { KrmError } from "../../diagnostics.ts";
import type { PathEntry } from "../../documents/index.ts";
import type { Files } from "./files.ts";
import { parseGitReference } from "./remote-references.ts";
import type { Root } from "./root.ts";

/** What says that there is nothing of the kind, so that something of the other kind may be there. */
const NOTHING_THERE: ReadonlySet<string> = new Set(["remote-not-found", "remote-failed", "not-a-directory"]);
/** What a page for people reads like to one who looks for objects. */
const NO_OBJECTS: ReadonlySet<string> = new Set(["invalid-yaml", "invalid-utf8", "invalid-resource", "duplicate-key"]);

/**
 * The reference asks for a file first, and for a repository when anything is wrong with that. Here what the address looks
 * like comes first, and the other only where there is nothing of the first kind: it is the same for all addresses that are
 * of one kind, and spares a request for most.
 * @param entry whose path is an address
 * @throws KrmError when it is neither
 */
export async function isRemoteFile(root: Root, files: Files, { path, location }: PathEntry): Promise<boolean> {
  const url = parseGitReference(path);
  if (url === undefined) return true;
  const isNamedAsFile = /^[^?#]*\.(?:ya?ml|json)(?:[?#]|$)/i.test(path);
  const isNamedAsRepository = url.marked || url.ref !== undefined || /^https:\/\/github\.com\//i.test(url.repository);
  // The first two segments of the path would be the repository, which for a file is a chance hit.
  if (isNamedAsFile && !isNamedAsRepository) return true;

  const isFile = async (): Promise<boolean> => {
    const file = await root.read(path, location);
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
      // The page of a repository is no YAML; what git says about it is what counts.
      const isAboutGit = first === isFile && (NO_OBJECTS.has(thrown.code) || url.marked);
      throw isAboutGit && other instanceof KrmError ? other : thrown;
    });
  }
}
