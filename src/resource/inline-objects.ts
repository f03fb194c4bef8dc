/** Inline documents: the texts of entries of a kustomization. */
import { failure, KrmError, type Location } from "../diagnostics.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import { parseInlineObjects } from "./objects.ts";

interface Entry {
  readonly text: string;
  readonly location: Location;
  /** True if the entry is written as a mapping; its text is then the same document as an inline text. */
  readonly isMapping?: true;
}

/**
 * Parses an entry that is a path or inline documents. Returns undefined for a path.
 * @throws KrmError for inline documents with errors; a text of several lines is never a path
 */
export function inlineObjects(entry: Entry, mayLackName?: (object: MapNode) => boolean): MapNode[] | undefined {
  try {
    return parseInlineObjects(entry.text, "the inline document", entry.location, mayLackName);
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    if (!entry.isMapping && !entry.text.trim().includes("\n")) return undefined;
    throw atEntry(thrown, entry.location, entry.isMapping);
  }
}

/**
 * Moves an error in an inline text to the place of its entry. Lines are counted from the start of the text.
 * @param isMapping whether the text was made from a mapping, so that its lines mean nothing to the user
 */
export function atEntry(error: KrmError, location: Location, isMapping = false): KrmError {
  const [first] = error.diagnostics;
  const line = first?.line === undefined || isMapping ? "" : ` (line ${first.line} of the inline text)`;
  return failure(first?.code ?? "invalid-yaml", `${first?.message ?? error.message}${line}`, {
    ...location,
    object: first?.object,
    hint: first?.hint,
    cause: error,
  });
}
