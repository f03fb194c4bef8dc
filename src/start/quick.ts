/**
 * `dist/quick.js`: runs `krm-render build [DIR]` without options, which is most builds. It is a small bundle that loads faster
 * than the whole program. The bundler replaces every `import()` in it by the start of the whole program, which repeats
 * the work; nothing has been printed by then.
 */
import { runPlainBuild } from "../cli/index.ts";
import { endWith, processTerminal } from "./process-terminal.ts";

const [, directory] = process.argv.slice(2);
const terminal = processTerminal();
void runPlainBuild(directory, terminal).then((status) => endWith(terminal, status));
