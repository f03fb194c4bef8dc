/**
 * Writes what a report says into the last line of its comment, an HTML comment that readers do not see, and reads it again. Anybody who can
 * edit the comment may have written what is read: it is bounded, and a line that is wrong in any way is none.
 */
import { VERSION } from "../../version.ts";
import type { Seen, SeenAt } from "./seen.ts";

export interface SeenLine {
  /** The content of the report; undefined if that was too much. */
  readonly now: Seen | undefined;
  /** The report that it was compared with. */
  readonly before: SeenAt | undefined;
}

/** Bytes of what one report says, before they are written in 4/3 as many characters. More is not kept. */
const MAX_BYTES = 1_500;
const DIGEST_BYTES = 4;
const COUNT_BYTES = 2;
/** Bytes of the line. */
const MAX_LINE = 4_500;

// Base64 has no hyphens, so it cannot end the comment.
const LIST = "([A-Za-z0-9+/]{8,2000}={0,2})";
const LINE = new RegExp(
  `^<!-- krm-render seen=([^ ]{1,40})(?: now=${LIST})?(?: before=([0-9a-f]{40,64}):${LIST})? -->$`,
);

/** Writes the line in at most `room` bytes. What the report says matters more than what it was compared with. Empty if neither fits. */
export function formatSeenLine({ now, before }: SeenLine, room: number): string {
  const list = now && encoded(now);
  const earlier = before && encoded(before.seen);
  const nowPart = list === undefined ? "" : ` now=${list}`;
  const beforePart = before === undefined || earlier === undefined ? "" : ` before=${before.head}:${earlier}`;
  for (const parts of [`${nowPart}${beforePart}`, nowPart]) {
    const line = `<!-- krm-render seen=${VERSION}${parts} -->`;
    if (parts !== "" && line.length <= room) return line;
  }
  return "";
}

/** Reads the last line of a comment; undefined if it is no such line, or one of another version, which may make other digests. */
export function readSeenLine(text: string): SeenLine | undefined {
  const end = text.trimEnd();
  const start = end.lastIndexOf("\n") + 1;
  if (end.length - start > MAX_LINE) return undefined;
  const [, version, now, head, before] = LINE.exec(end.slice(start)) ?? [];
  if (version !== VERSION) return undefined;
  const earlier = before === undefined ? undefined : decoded(before);
  return {
    now: now === undefined ? undefined : decoded(now),
    before: head === undefined || earlier === undefined ? undefined : { head, seen: earlier },
  };
}

/** Undefined for more than {@link MAX_BYTES}. The last bit of a danger says whether it is the first of those that people read as one. */
function encoded({ gaps, rows, dangers }: Seen): string | undefined {
  const count = Buffer.alloc(COUNT_BYTES);
  const size =
    DIGEST_BYTES +
    COUNT_BYTES +
    2 * DIGEST_BYTES * rows.size +
    DIGEST_BYTES * dangers.reduce((sum, { length }) => sum + length, 0);
  if (size > MAX_BYTES) return undefined;
  count.writeUInt16BE(rows.size);
  const parts = [Buffer.from(gaps, "hex"), count, ...[...rows].map((row) => Buffer.from(row.join(""), "hex"))];
  for (const group of dangers) {
    for (const [at, key] of group.entries()) {
      const bytes = Buffer.from(key, "hex");
      if (at === 0) bytes.writeUInt8(bytes.readUInt8(DIGEST_BYTES - 1) | 1, DIGEST_BYTES - 1);
      parts.push(bytes);
    }
  }
  return Buffer.concat(parts).toString("base64");
}

function decoded(list: string): Seen | undefined {
  const bytes = Buffer.from(list, "base64");
  if (bytes.length > MAX_BYTES || bytes.length < DIGEST_BYTES + COUNT_BYTES) return undefined;
  if (bytes.toString("base64") !== list) return undefined;
  const digestAt = (at: number): string => bytes.toString("hex", at, at + DIGEST_BYTES);
  const count = bytes.readUInt16BE(DIGEST_BYTES);
  const end = DIGEST_BYTES + COUNT_BYTES + 2 * DIGEST_BYTES * count;
  if (end > bytes.length || (bytes.length - end) % DIGEST_BYTES > 0) return undefined;
  const rows = new Map<string, string>();
  for (let at = DIGEST_BYTES + COUNT_BYTES; at < end; at += 2 * DIGEST_BYTES)
    rows.set(digestAt(at), digestAt(at + DIGEST_BYTES));
  const dangers: string[][] = [];
  for (let at = end; at < bytes.length; at += DIGEST_BYTES) {
    const last = at + DIGEST_BYTES - 1;
    const isFirst = (bytes.readUInt8(last) & 1) === 1;
    if (isFirst) dangers.push([]);
    bytes.writeUInt8(bytes.readUInt8(last) & ~1, last);
    dangers.at(-1)?.push(digestAt(at));
  }
  return { gaps: digestAt(0), rows, dangers };
}

/**
 * Returns the report to compare with, as an earlier comment remembers it; undefined if that is not known.
 * @param comment the text of the comment, and the commit that it is of
 * @param head the commit of the report. A comment of the same commit says what that one was compared with
 */
export function earlierReport(
  comment: { readonly head: string | undefined; readonly text: string } | undefined,
  head: string,
): SeenAt | undefined {
  const line = comment && readSeenLine(comment.text);
  if (comment?.head === undefined || line === undefined) return undefined;
  const { now, before } = line;
  const found = comment.head === head ? before : now && { head: comment.head, seen: now };
  return found?.head === head ? undefined : found;
}
