/** `dist/cli.js`: starts `quick.js`, `watch.js` or `program.js` beside it. */
import { keptScript } from "./kept-code.ts";
import { WORKER } from "./worker-argument.ts";

/** A digest of both programs, which the bundler fills in. */
declare const PROGRAMS: string;
declare const __dirname: string;
declare const require: (id: string) => unknown;

/** The commands that work on many targets, whose builds others may have written. */
const WATCHED: readonly (string | undefined)[] = ["render", "diff"];

function launch(): void {
  const [command, argument, ...more] = process.argv.slice(2);
  const isPlainBuild = command === "build" && more.length === 0 && !argument?.startsWith("-");
  if (command === WORKER) start("program", argument);
  else if (WATCHED.includes(command)) start("watch", command);
  else start(isPlainBuild ? "quick" : "program", command);
}

function start(name: "quick" | "watch" | "program", command: string | undefined): void {
  const key = `${PROGRAMS}-${name}-${command !== undefined && /^[a-z]{1,20}$/.test(command) ? command : "other"}`;
  const run = keptScript(`${__dirname}/${name}.js`, ["require", "__dirname"], key).runInThisContext();
  run((id: string) => (id === "./program.js" ? start("program", command) : require(id)), __dirname);
}

// The bundles need it; older releases of Node 20 and 22 lack it.
if (typeof process.getBuiltinModule === "function") launch();
else {
  process.stderr.write(`error: krm-render needs Node 20.16, 22.3 or newer, and this is ${process.version}\n`);
  process.exitCode = 2;
}
