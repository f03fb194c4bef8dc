/** Keeps the consolidated compositions of a tree for the builds that include them later. */
import type { Consolidated, Entry } from "../../composition/index.ts";
import type { Use } from "../../lock/index.ts";
import { includeRecord, type TreeRecord } from "../../sources/index.ts";
import type { SecretTexts } from "../../text/index.ts";
import type { Root } from "../loading/index.ts";

/** A consolidated composition, and whether other builds may use it. */
export interface Consolidation {
  readonly consolidated: Consolidated<Root>;
  /** False if a part of it was built, which depends on the state of the build. */
  readonly isShared: boolean;
  /** The uses of files and programs from elsewhere. */
  readonly used: readonly Use[];
  /** Texts that may be values of Secrets. */
  readonly secrets: SecretTexts | undefined;
  /** The accesses to the tree; undefined if they are not recorded. */
  readonly record: TreeRecord | undefined;
}

/**
 * Builds at the same time do not wait for each other: a composition can build a directory that includes another one, so two
 * builds of a cycle would wait forever.
 */
export class Compositions {
  readonly #kept = new Map<string, Consolidation>();

  /** Forgets all compositions. */
  release(): void {
    this.#kept.clear();
  }

  /**
   * @param used gets what a kept composition used @param consolidate does the work, and notes what it uses itself
   * @throws KrmError its errors, which are about this build and not kept
   */
  async of(root: Root, used: Use[], consolidate: () => Promise<Consolidation>): Promise<Consolidated<Root>> {
    const kept = this.#kept.get(root.key);
    if (kept !== undefined) {
      for (const use of kept.used) used.push(use);
      includeRecord(root.tree, kept.record);
      root.secrets?.include(kept.secrets);
      return inBuildOf(root, kept.consolidated);
    }
    const consolidation = await consolidate();
    if (consolidation.isShared) this.#kept.set(root.key, consolidation);
    // What this build reads by the list belongs to this build, not to the work that others share.
    return inBuildOf(root, consolidation.consolidated);
  }
}

/** The same composition, read by the budget and the rules of another build. */
function inBuildOf(root: Root, consolidated: Consolidated<Root>): Consolidated<Root> {
  const moved = new Map<Root, Root>();
  const move = (one: Root): Root => {
    let found = moved.get(one);
    if (found === undefined) moved.set(one, (found = one.inBuildOf(root)));
    return found;
  };
  const entries = consolidated.entries.map((entry): Entry<Root> => ({ ...entry, root: move(entry.root) }));
  return { ...consolidated, root: move(consolidated.root), entries, imported: consolidated.imported.map(move) };
}
