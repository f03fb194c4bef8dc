/** `krm-render cache`: lists, checks and cleans the content store. */
import { resolve } from "node:path";
import { defaultStoreDirectory } from "../../sources/index.ts";
import { type Invocation, type Task, UsageError } from "../command.ts";
import { positiveInteger } from "../options/values.ts";
import { pathLine } from "../terminal.ts";

const DEFAULT_DAYS = 30;
const DAY = 24 * 60 * 60 * 1000;

export function cache(invocation: Invocation): Task {
  const [task] = invocation.arguments;
  if (task !== "list" && task !== "verify" && task !== "prune") {
    throw new UsageError("cache needs a task: list, verify or prune");
  }
  const days = positiveInteger(invocation, "older-than") ?? DEFAULT_DAYS;
  const given = invocation.value("directory");

  return async ({ cwd, env, stdout, stderr }) => {
    const store = await import("../../store/entries.ts");
    const directory = given === undefined ? defaultStoreDirectory(env) : resolve(cwd, given);
    const entries = store.storeEntries(directory);
    const line = (entry: (typeof entries)[number]): string => {
      const day = entry.usedAt.toISOString().slice(0, 10);
      return `${day}\t${entry.bytes}\t${entry.source === undefined ? "file" : pathLine(entry.source)}\t${entry.id}\n`;
    };

    if (task === "list") {
      await stdout.write(entries.map(line).join(""));
      return 0;
    }
    if (task === "verify") {
      const { isIntact } = await import("../../sources/remote/intact-entry.ts");
      const broken: typeof entries = [];
      for (const entry of entries) if (!(await isIntact(entry, { ...env }))) broken.push(entry);
      await stdout.write(broken.map(line).join(""));
      await stderr.write(`${entries.length} checked, ${broken.length} broken\n`);
      return broken.length === 0 ? 0 : 1;
    }
    const now = Date.now();
    const unused = entries.filter(({ usedAt }) => usedAt.getTime() < now - days * DAY);
    store.removeEntries(directory, unused);
    store.removeLeftovers(directory, new Date(now - DAY));
    await stdout.write(unused.map(line).join(""));
    await stderr.write(`${unused.length} of ${entries.length} removed\n`);
    return 0;
  };
}
