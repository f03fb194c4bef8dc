/** Documents that stand in a kustomization as the text of an entry. */
import { failure, KrmError, type Location } from "../diagnostics.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import { parseInlineObjects } from "./objects.ts";

interface Entry {
  readonly text: string;
  readonly location: Location;
  /** Whether the entry is written as a mapping; its text is then what such an inline text would be. */
  readonly isMapping?: true;
}

/**
 * The objects of an entry that may be a path or inline documents; undefined for a path. What spans lines is never a path,
 * so a fault in it is reported as such.
 * @throws KrmError
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
 * A fault within an inline text, at the place of its entry: lines are counted from the start of the text.
 * @param isMapping whether nobody has seen the text
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
