/** `krm-render cache`: lists, checks and cleans the content store; docs/specification/store.md 3. */
import { resolve } from "node:path";
import { defaultStoreDirectory } from "../../sources/index.ts";
import { type Invocation, type Task, UsageError } from "../command.ts";
import { byteSize, positiveInteger } from "../options/option-values.ts";
import { pathLine } from "../terminal.ts";

const DEFAULT_DAYS = 30;

export function cache(invocation: Invocation): Task {
  const [task] = invocation.arguments;
  if (task !== "list" && task !== "verify" && task !== "prune") {
    throw new UsageError("cache needs a task: list, verify or prune");
  }
  const days = positiveInteger(invocation, "older-than") ?? DEFAULT_DAYS;
  const bytes = byteSize(invocation, "max-size") ?? Number.POSITIVE_INFINITY;
  const given = invocation.value("directory");
  const isRemoving = invocation.has("remove");
  if (isRemoving && task !== "verify") throw new UsageError(`--remove is an option of verify, not of ${task}`);

  return async ({ cwd, env, stdout, stderr }) => {
    const store = await import("../../store/entries.ts");
    const directory = given === undefined ? defaultStoreDirectory(env) : resolve(cwd, given);
    const entries = store.storeEntries(directory);
    const line = ({ kind, id, source, usedAt, bytes: size }: (typeof entries)[number]): string =>
      `${usedAt.toISOString().slice(0, 10)}\t${size}\t${kind}\t${id}${source === undefined ? "" : `\t${pathLine(source)}`}\n`;

    if (task === "list") {
      await stdout.write(entries.map(line).join(""));
      return 0;
    }
    if (task === "verify") {
      const { isIntact } = await import("../../sources/remote/intact-entry.ts");
      const broken: typeof entries = [];
      for (const entry of entries) if (!(await isIntact(entry, { ...env }).catch(() => false))) broken.push(entry);
      if (isRemoving) store.removeEntries(directory, broken);
      await stdout.write(broken.map(line).join(""));
      await stderr.write(
        `${entries.length} checked, ${broken.length} ${isRemoving ? "broken and removed" : "broken"}\n`,
      );
      return broken.length === 0 || isRemoving ? 0 : 1;
    }
    const removed = store.tidyStore(directory, { days, bytes });
    store.removeLeftovers(directory, new Date(Date.now() - 24 * 60 * 60 * 1000));
    await stdout.write(removed.map(line).join(""));
    await stderr.write(`${removed.length} of ${entries.length} removed\n`);
    return 0;
  };
}
