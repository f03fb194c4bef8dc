/**
 * The marker is the first line of a sticky comment, an HTML comment that readers do not see. It names the program, the key,
 * and the run that rendered what the comment says, with the commit.
 */

/** The run that rendered a comment. */
export interface Stamp {
  /** GITHUB_RUN_ID: grows with every run of a repository. */
  readonly run: number;
  /** GITHUB_RUN_ATTEMPT: grows with every re-run of one run. */
  readonly attempt: number;
  /** The commit that was rendered; undefined in markers of former versions. */
  readonly head?: string | undefined;
}

const MARKER = /^<!-- krm-render id=([^ ]+)(?: run=(\d{1,15})\.(\d{1,9}))?(?: head=([0-9a-f]{40,64}))? -->$/;

/** Begins the warning that a comment is outdated, right after its marker. The commit that the pull request is at follows. */
export const OUTDATED = "<!-- krm-render outdated head=";

/**
 * Percent-encodes everything that could end or split the marker. Different keys have different encodings, because `%` is
 * always encoded. The second of two hyphens is encoded, because `--` would end the HTML comment.
 */
export function encodeKey(key: string): string {
  // The detour over bytes replaces lone surrogates, for which encodeURIComponent throws.
  const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  const encoded = encodeURIComponent(Buffer.from(key).toString()).replace(/[!'()*]/g, percent);
  return encoded.replaceAll("%2F", "/").replace(/--+/g, (run) => `-${"%2D".repeat(run.length - 1)}`);
}

/** The marker of a comment, without a line break. `key` may be any text. */
export function formatMarker(key: string, { run, attempt, head }: Stamp): string {
  return `<!-- krm-render id=${encodeKey(key)} run=${run}.${attempt}${head === undefined ? "" : ` head=${head}`} -->`;
}

/** Splits a comment into the stamp and the text after the marker. Undefined without a marker of this key. */
export function readMarker(body: string, key: string): { readonly stamp: Stamp; readonly text: string } | undefined {
  const end = body.indexOf("\n");
  const line = (end === -1 ? body : body.slice(0, end)).trimEnd();
  const match = MARKER.exec(line);
  if (match === null || match[1] !== encodeKey(key)) return undefined;
  const head = match[4] === undefined ? {} : { head: match[4] };
  const stamp = { run: Number(match[2] ?? 0), attempt: Number(match[3] ?? 0), ...head };
  return { stamp, text: end === -1 ? "" : body.slice(end + 1) };
}

/** True if `left` is a later run than `right`, or a later attempt of the same run. */
export function isNewer(left: Stamp, right: Stamp): boolean {
  return left.run === right.run ? left.attempt > right.attempt : left.run > right.run;
}
