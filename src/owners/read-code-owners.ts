/** Reads the CODEOWNERS file that counts, and finds the owners of paths; docs/decisions/0039-owners.md. */
import { getOrInsert } from "../collections.ts";
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";
import type { Tree } from "../sources/tree.ts";
import { type Effort, sizeText, toBytes } from "../text/index.ts";
import { type Owners, ownersOf } from "./owners.ts";
import { type ParsedOwners, parseOwners } from "./parse.ts";
import { OwnerRules } from "./rules.ts";

/** The places of the file, in the order in which GitHub looks: the first one that is there counts. */
const PLACES = ["/.github/CODEOWNERS", "/CODEOWNERS", "/docs/CODEOWNERS"] as const;
/** GitHub reads no larger file. */
const MAX_BYTES = 3 * 1024 * 1024;
/** More rules than a file of this size has, unless somebody wants it to take long. */
const MAX_RULES = 100_000;
/** The steps of matching for all paths together: some seconds. */
const MAX_EFFORT = 10_000_000;

/** The owners of the files of a tree. */
export interface CodeOwners {
  /** The CODEOWNERS file, as messages name it. */
  readonly file: string;
  /** Returns the owners of a file; undefined if it has none. @param path absolute within the tree */
  of(path: string): Owners | undefined;
  /** Why no answer counts: set once the patterns have taken too much time for all paths together. */
  problem(): Diagnostic | undefined;
}

/** The file that counts, and a note on what is wrong with it. Both are absent where there is no file. */
export interface ReadOwners {
  readonly owners?: CodeOwners;
  readonly note?: Diagnostic;
}

/** Reads the file of a tree. One that cannot be used is no error: then nobody is named. */
export async function readCodeOwners(tree: Tree, maxEffort = MAX_EFFORT): Promise<ReadOwners> {
  for (const place of PLACES) {
    const located = await tree.lookup(place);
    if (located?.type === "file") return readPlace(tree, place, located.path, maxEffort);
  }
  return {};
}

async function readPlace(tree: Tree, place: string, path: string, maxEffort: number): Promise<ReadOwners> {
  const file = tree.display(place);
  let bytes: Uint8Array;
  try {
    bytes = await tree.read(path);
  } catch (thrown) {
    return { note: unused(file, diagnosticsOf(thrown)[0]?.message ?? "cannot be read") };
  }
  if (bytes.length > MAX_BYTES)
    return { note: unused(file, `is ${sizeText(bytes.length)} long, and GitHub reads at most ${sizeText(MAX_BYTES)}`) };
  const parsed = parseOwners(Buffer.from(bytes).toString("latin1"), MAX_RULES);
  if (parsed === undefined) return { note: unused(file, `has more than ${MAX_RULES} rules`) };
  const { rules, skipped } = parsed;
  const owners = codeOwners(file, new OwnerRules(rules), maxEffort);
  return skipped === undefined ? { owners } : { owners, note: skippedLines(file, skipped) };
}

function codeOwners(file: string, rules: OwnerRules, maxEffort: number): CodeOwners {
  const listed = new WeakMap<readonly string[], Owners>();
  let left = maxEffort;
  const effort: Effort = {
    spend(steps) {
      left -= steps;
      if (left < 0) throw new Spent();
    },
  };
  return {
    file,
    of(path) {
      if (left < 0) return undefined;
      try {
        const { owners = [] } = rules.find(toBytes(path.slice(1)).split("/"), effort) ?? {};
        return owners.length === 0 ? undefined : getOrInsert(listed, owners, () => ownersOf(owners));
      } catch (thrown) {
        if (thrown instanceof Spent) return undefined;
        throw thrown;
      }
    },
    problem: () => (left < 0 ? unused(file, "takes too much time to match with the files of this change") : undefined),
  };
}

/** Ends the search for a rule. */
class Spent extends Error {}

function unused(file: string, reason: string): Diagnostic {
  return {
    code: "codeowners-unused",
    severity: "notice",
    message: `${reason}, so no owners are named`,
    file,
  };
}

function skippedLines(file: string, { count, first }: NonNullable<ParsedOwners["skipped"]>): Diagnostic {
  const what = count === 1 ? "this line is" : `this line and ${count - 1} more are`;
  return {
    code: "codeowners-line",
    severity: "notice",
    message: `${what} skipped, as GitHub skips lines that are wrong`,
    file,
    line: first,
    hint: "Look at the file on GitHub, which says what is wrong.",
  };
}
