import { maskSecrets } from "../text/index.ts";

const MAX_CHARACTERS = 2000;

/** Prepares the output of a program for a message: masks secrets, removes control characters, keeps the last 2,000 characters. */
export function presentable(output: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
  const plain = maskSecrets(output.slice(-4 * MAX_CHARACTERS)).replace(/[\x00-\x08\x0b-\x1f\x7f]/g, "");
  const trimmed = plain.trim();
  return trimmed.length <= MAX_CHARACTERS ? trimmed : `…${trimmed.slice(-MAX_CHARACTERS)}`;
}
