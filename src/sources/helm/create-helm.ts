/** Helm, loaded and started when the first chart asks for it. */
import type { Helm, HelmOptions } from "./helm.ts";

/** Helm as a program of this machine. Nothing is started, nor its code loaded, before the first chart. */
export function createHelm(options: HelmOptions): Helm {
  const ending = new AbortController();
  const loading = once(async () => (await import("./helm-process.ts")).helmProcess(options, ending.signal));
  return {
    honoursConfigHome: options.configHome === "as-given",
    run: async (args, call) => (await loading()).run(args, call),
    pull: async (args, chart, call) => (await loading()).pull(args, chart, call),
    close: () => ending.abort(),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
