/** The texts that stand for values that are not shown. They tell whether a value changed. */
import type { Value } from "../render/rendering.ts";

export type Side = Value | undefined;
export type Sides = readonly [before: Side, after: Side];
const REDACTED = /^<redacted(?:, (?:before|after))?>$/;
const ENCRYPTED = /^<encrypted(?:, (?:before|after))?>$/;
const BINARY = /^<binary, ([\d,]{1,20}) bytes(?:, (?:before|after))?>$/;

/** Tells whether a value is a placeholder for one that was withheld. */
export function isRedacted(value: Side): boolean {
  return typeof value === "string" && REDACTED.test(value);
}

/** Tells whether a value is a placeholder for one that is encrypted. */
export function isEncrypted(value: Side): boolean {
  return typeof value === "string" && ENCRYPTED.test(value);
}

/** The number of bytes of the binary value that a placeholder stands for; undefined for any other value. */
export function binarySize(value: Side): number | undefined {
  const found = typeof value === "string" ? BINARY.exec(value) : null;
  return found === null ? undefined : Number((found[1] as string).replaceAll(",", ""));
}

/** Both sides of a value that is not shown: marked if they differ. */
export function mask(before: Side, after: Side, word = "redacted"): Sides {
  const isSame = before === undefined || after === undefined || canonical(before) === canonical(after);
  return [
    before === undefined ? undefined : placeholder(word, isSame ? "" : "before"),
    after === undefined ? undefined : placeholder(word, isSame ? "" : "after"),
  ];
}

export function placeholder(word: string, side: "" | "before" | "after"): string {
  return side === "" ? `<${word}>` : `<${word}, ${side}>`;
}

/** A text that is equal for equal values. */
export function canonical(value: Value): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === "bigint" ? `${part}n` : part));
}
