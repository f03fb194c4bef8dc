import type { RemoteOptions } from "./open-remotes.ts";
import type { OpenRemotes } from "./remotes.ts";

/** Remotes whose code is loaded with the first fetch. */
export function lazyRemotes(options: RemoteOptions): OpenRemotes {
  let opening: Promise<OpenRemotes> | undefined;
  const open = (): Promise<OpenRemotes> =>
    (opening ??= import("./open-remotes.ts").then(({ openRemotes }) => openRemotes(options)));
  return {
    repository: async (url, from) => (await open()).repository(url, from),
    file: async (address, from) => (await open()).file(address, from),
    chart: async (wanted, from) => (await open()).chart(wanted, from),
    async close() {
      await (await opening)?.close();
    },
  };
}
