/** Evaluates programs of jsonnet: finds the files that one can read, and runs it on copies of them. */
export { createJsonnet } from "./create-jsonnet.ts";
export { type Closure, findImports, KnownImports, type Program } from "./import-closure.ts";
export type { Jsonnet, JsonnetCall, JsonnetOptions, JsonnetVariable } from "./jsonnet.ts";
