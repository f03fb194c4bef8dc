import {
  positiveInteger
} from "./shared-cli-workspace.js";
import {
  defaultStoreDirectory
} from "./shared-sources-remote-git-url.js";
import "./shared-sources-helm-directory.js";
import "./shared-sources-virtual-tree.js";
import "./shared-sources-git-revisions.js";
import "./shared-sources-disk-tree.js";
import "./shared-sources-git-git-process.js";
import {
  UsageError
} from "./shared-cli-command.js";
import "./shared-diagnostics.js";
import "./shared-runtime.js";

// src/cli/cache.ts
import { resolve } from "node:path";
var DEFAULT_DAYS = 30;
var DAY = 24 * 60 * 60 * 1e3;
async function cache(invocation, { cwd, env, stdout, stderr }) {
  const [task] = invocation.arguments;
  if (task !== "list" && task !== "verify" && task !== "prune") {
    throw new UsageError("cache needs to be told what to do: list, verify or prune");
  }
  const days = positiveInteger(invocation, "older-than") ?? DEFAULT_DAYS;
  const store = await import("./sources-remote-store-entries.js");
  const given = invocation.value("directory");
  const directory = given === void 0 ? defaultStoreDirectory(env) : resolve(cwd, given);
  const entries = store.storeEntries(directory);
  const line = (entry) => {
    const day = entry.usedAt.toISOString().slice(0, 10);
    return `${day}	${entry.bytes}	${entry.source ?? "file"}	${entry.id}
`;
  };
  if (task === "list") {
    await stdout.write(entries.map(line).join(""));
    return 0;
  }
  if (task === "verify") {
    const broken = [];
    for (const entry of entries) if (!await store.isIntact(entry, { ...env })) broken.push(entry);
    await stdout.write(broken.map(line).join(""));
    await stderr.write(`${entries.length} checked, ${broken.length} broken
`);
    return broken.length === 0 ? 0 : 1;
  }
  const now = Date.now();
  const unused = entries.filter(({ usedAt }) => usedAt.getTime() < now - days * DAY);
  store.removeEntries(directory, unused);
  store.removeLeftovers(directory, new Date(now - DAY));
  await stdout.write(unused.map(line).join(""));
  await stderr.write(`${unused.length} of ${entries.length} removed
`);
  return 0;
}
export {
  cache
};
