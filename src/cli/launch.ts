/** `dist/cli.js`: has Node keep the compiled program, and starts it. Node keeps only what is loaded after this was said. */

declare const require: (id: string) => unknown;

/** Since Node 22. */
interface KeepsCompiledCode {
  readonly enableCompileCache?: (directory: string) => void;
}

function launch(): void {
  const { XDG_CACHE_HOME, HOME } = process.env;
  const caches = XDG_CACHE_HOME || (HOME && `${HOME}/.cache`);
  if (caches?.startsWith("/")) {
    // NODE_DISABLE_COMPILE_CACHE forbids it; and where nothing can be written, nothing is kept and nothing is said.
    const { enableCompileCache } = process.getBuiltinModule("node:module") as unknown as KeepsCompiledCode;
    enableCompileCache?.(`${caches}/krm-render/code`);
  }
  const [command, directory, ...more] = process.argv.slice(2);
  const isPlainBuild = command === "build" && more.length === 0 && !directory?.startsWith("-");
  require(isPlainBuild ? "./quick.js" : "./program.js");
}

// The bundle needs it; older releases of Node 20 and 22 lack it.
if (typeof process.getBuiltinModule === "function") launch();
else {
  process.stderr.write(`error: krm-render needs Node 20.16, 22.3 or newer, and this is ${process.version}\n`);
  process.exitCode = 2;
}
