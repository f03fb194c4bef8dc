/** Tells the user which work takes long. */
import { sizeText } from "../../text/index.ts";

/** Notes how much has arrived. */
export type Report = (bytes: number, total?: number) => void;

const FIRST_MS = 1000;
const NEXT_MS = 10_000;

/**
 * Prints a line about work that takes longer than a second, and another one every ten seconds: `Fetching NAME`, with the
 * size so far and in total once these are known.
 * @param what the work, such as `Fetching https://example.com/file`
 */
export async function withProgress<T>(
  log: (line: string) => void,
  what: string,
  work: (report: Report) => Promise<T>,
): Promise<T> {
  let bytes: number | undefined;
  let all: number | undefined;
  const print = (): void => {
    const size = bytes === undefined ? "" : `: ${sizeText(bytes)}${all === undefined ? "" : ` of ${sizeText(all)}`}`;
    log(`${what}${size}`);
    timer = setTimeout(print, NEXT_MS).unref();
  };
  let timer = setTimeout(print, FIRST_MS).unref();
  try {
    return await work((soFar, total) => {
      bytes = soFar;
      all = total;
    });
  } finally {
    clearTimeout(timer);
  }
}
