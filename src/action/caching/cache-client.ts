/**
 * The client of the Actions cache, as a program of its own: `dist/cache.js restore|restore-newest|save KEY`. It ends with 0 if it has found or
 * saved the entry, and with 3 if not. {@link cacheProcess} runs it, and explains why.
 */
import { restoreCache, saveCache } from "@actions/cache";
import { CACHED_PATHS, NOT_DONE } from "./cache-process.ts";

async function main([task, key = ""]: readonly string[]): Promise<boolean> {
  if (task === "save") return (await saveCache([...CACHED_PATHS], key)) >= 0;
  if (task === "restore-newest") return (await restoreCache([...CACHED_PATHS], key, [key])) !== undefined;
  // The service also finds keys that only begin with this one.
  return (await restoreCache([...CACHED_PATHS], key)) === key;
}

main(process.argv.slice(2)).then(
  (isDone) => {
    process.exitCode = isDone ? 0 : NOT_DONE;
  },
  (error: unknown) => {
    process.stdout.write(`::warning::${(error as Error).message}\n`);
    process.exitCode = NOT_DONE;
  },
);
