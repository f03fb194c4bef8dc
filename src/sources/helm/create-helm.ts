import type { Helm, HelmOptions } from "./helm.ts";

/** Helm as a program of this machine. The code that runs it is loaded with the first chart. */
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
