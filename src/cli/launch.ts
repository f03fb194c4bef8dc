/** `dist/cli.js`: has Node keep the compiled program, and starts it. Node keeps only what is loaded after this was said. */

declare const require: (id: string) => unknown;

/** Since Node 22. */
interface KeepsCompiledCode {
  readonly enableCompileCache?: (directory: string) => void;
}

const { XDG_CACHE_HOME, HOME } = process.env;
const caches = XDG_CACHE_HOME || (HOME && `${HOME}/.cache`);
if (caches?.startsWith("/")) {
  // NODE_DISABLE_COMPILE_CACHE forbids it; and where nothing can be written, nothing is kept and nothing is said.
  const { enableCompileCache } = process.getBuiltinModule("node:module") as unknown as KeepsCompiledCode;
  enableCompileCache?.(`${caches}/krm-render/code`);
}
require("./program.js");
