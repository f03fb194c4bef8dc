import type { Jsonnet, JsonnetOptions } from "./jsonnet.ts";

/** Jsonnet as a program of this machine. The code that runs it is loaded with the first evaluation. */
export function createJsonnet(options: JsonnetOptions): Jsonnet {
  const ending = new AbortController();
  let loading: Promise<Pick<Jsonnet, "evaluate">> | undefined;
  const load = () =>
    (loading ??= import("./jsonnet-process.ts").then(({ jsonnetProcess }) => jsonnetProcess(options, ending.signal)));
  return {
    evaluate: async (call) => (await load()).evaluate(call),
    close: () => ending.abort(),
  };
}
