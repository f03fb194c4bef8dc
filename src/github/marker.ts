/** The first line of a sticky comment: who wrote it, for which key, in which run. Invisible to readers of the comment. */

/** What a marker says of the run that wrote the comment. */
export interface Stamp {
  /** GITHUB_RUN_ID: grows with every run of a repository. */
  readonly run: number;
  /** GITHUB_RUN_ATTEMPT: grows with every re-run of one run. */
  readonly attempt: number;
}

const MARKER = /^<!-- krm-render id=([^ ]+)(?: run=(\d{1,15})\.(\d{1,9}))? -->$/;

/**
 * Percent-encodes all that could end the marker or split it. Two keys never encode alike, since `%` is always encoded.
 * Of two hyphens in a row the second is encoded: `--` would end an HTML comment.
 */
function encodeKey(key: string): string {
  // Through bytes and back, since a lone surrogate makes encodeURIComponent throw.
  const encoded = encodeURIComponent(Buffer.from(key).toString()).replace(/[!'()*]/g, percent);
  return encoded.replaceAll("%2F", "/").replace(/--+/g, (run) => `-${"%2D".repeat(run.length - 1)}`);
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The marker of a comment, without a line break. `key` may be any text. */
export function formatMarker(key: string, stamp: Stamp): string {
  return `<!-- krm-render id=${encodeKey(key)} run=${stamp.run}.${stamp.attempt} -->`;
}

/** Splits off the first line of a comment: the stamp where it is a marker of this key, undefined where it is not. */
export function readMarker(body: string, key: string): { readonly stamp: Stamp; readonly text: string } | undefined {
  const end = body.indexOf("\n");
  const line = (end === -1 ? body : body.slice(0, end)).trimEnd();
  const match = MARKER.exec(line);
  if (match === null || match[1] !== encodeKey(key)) return undefined;
  const stamp = { run: Number(match[2] ?? 0), attempt: Number(match[3] ?? 0) };
  return { stamp, text: end === -1 ? "" : body.slice(end + 1) };
}

/** Whether `left` was made by a later run, or a later attempt of the same run, than `right`. */
export function isNewer(left: Stamp, right: Stamp): boolean {
  return left.run === right.run ? left.attempt > right.attempt : left.run > right.run;
}
