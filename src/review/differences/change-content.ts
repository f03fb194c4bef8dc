/** The content of a change: what makes two of them one. */
import { createHash } from "node:crypto";
import { stableJson } from "../../text/index.ts";
import type { NewChange } from "../change.ts";

/**
 * The SHA-256 of the content, in hexadecimal digits. The order of keys does not count: it is no part of the content. Noise is no
 * part of it either, so that other rules give the same ids, nor is what is around hunks, so that targets share their changes.
 */
export function contentDigest({ hunks, fields, ...rest }: NewChange): string {
  const plain = fields.map(({ noise: _noise, ...field }) => field);
  const hash = createHash("sha256").update(stableJson({ ...rest, fields: plain }));
  // One after the other, because all hunks of a large object together could be longer than a text can be.
  for (const { fields: at, lines, newLines, newStart, oldLines, oldStart } of hunks) {
    hash.update(`\n${JSON.stringify({ fields: at, lines, newLines, newStart, oldLines, oldStart })}`);
  }
  return hash.digest("hex");
}

/**
 * The first of two changes with the same content, with the noise that both have. What is around a list can decide whether its
 * order means something, and is no part of a change.
 */
export function withSharedNoise(first: NewChange, second: NewChange): NewChange {
  const isShared = first.fields.every(
    ({ noise }, index) => noise === undefined || noise === second.fields[index]?.noise,
  );
  if (isShared) return first;
  const fields = first.fields.map((each, index) => {
    const { noise, ...field } = each;
    return noise === second.fields[index]?.noise ? each : field;
  });
  return { ...first, fields };
}
