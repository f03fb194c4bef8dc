import type { Helm, HelmOptions } from "./helm.ts";

/** Helm as a program of this machine. The code that runs it is loaded with the first chart. */
export function createHelm(options: HelmOptions): Helm {
  const ending = new AbortController();
  let loading: Promise<Pick<Helm, "run">> | undefined;
  const load = () =>
    (loading ??= import("./helm-process.ts").then(({ helmProcess }) => helmProcess(options, ending.signal)));
  return {
    honoursConfigHome: options.configHome === "as-given",
    isIsolated: options.isolated === true,
    run: async (args, call) => (await load()).run(args, call),
    close: () => ending.abort(),
  };
}
