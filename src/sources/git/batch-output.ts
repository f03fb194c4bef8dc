/** Parses the output of `git cat-file --batch`, however it is split into chunks. */

export type ObjectType = "blob" | "tree" | "commit" | "tag";

/** One answer, in the order of the questions. */
export type BatchAnswer =
  | { readonly found: false }
  | {
      readonly found: true;
      /** In hexadecimal: 40 digits, or 64 in a SHA-256 repository. */
      readonly id: string;
      readonly type: ObjectType;
      readonly size: number;
      /** Undefined if the object is larger than the limit. */
      readonly bytes: Buffer | undefined;
    };

const HEADER = /^([0-9a-f]{40,64}) (blob|tree|commit|tag) (\d+)$/;
const NOT_FOUND = / (?:missing|ambiguous)$/;
const MAX_HEADER_BYTES = 8192;
const LINE_FEED = 10;

/**
 * Returns a function that takes chunks, and throws an Error for output that git does not print.
 * @param limit larger objects are skipped, in bytes
 * @param emit gets every answer once it is complete
 */
export function batchOutput(limit: number, emit: (answer: BatchAnswer) => void): (chunk: Buffer) => void {
  let header = "";
  let answer: Extract<BatchAnswer, { found: true }> | undefined;
  /** Bytes of the object so far. A line feed follows the object. */
  let seen = 0;

  function readHeader(chunk: Buffer, from: number): number {
    const end = chunk.indexOf(LINE_FEED, from);
    header += chunk.toString("utf8", from, end < 0 ? chunk.length : end);
    if (header.length > MAX_HEADER_BYTES) throw new Error("a header without end");
    if (end < 0) return chunk.length;
    const match = HEADER.exec(header);
    if (match === null) {
      if (!NOT_FOUND.test(header)) throw new Error(`unexpected header ${JSON.stringify(header)}`);
      emit({ found: false });
    } else {
      const size = Number(match[3]);
      const bytes = size <= limit ? Buffer.allocUnsafe(size) : undefined;
      answer = { found: true, id: match[1] as string, type: match[2] as ObjectType, size, bytes };
      seen = 0;
    }
    header = "";
    return end + 1;
  }

  function readBody(chunk: Buffer, from: number, current: Extract<BatchAnswer, { found: true }>): number {
    const taken = Math.min(current.size - seen, chunk.length - from);
    if (current.bytes !== undefined) chunk.copy(current.bytes, seen, from, from + taken);
    seen += taken;
    const next = from + taken;
    if (seen < current.size || next === chunk.length) return next;
    if (chunk[next] !== LINE_FEED) throw new Error("an object longer than announced");
    answer = undefined;
    emit(current);
    return next + 1;
  }

  return (chunk) => {
    let at = 0;
    while (at < chunk.length) at = answer === undefined ? readHeader(chunk, at) : readBody(chunk, at, answer);
  };
}
