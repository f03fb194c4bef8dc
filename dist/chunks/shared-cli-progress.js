import {
  pathLine
} from "./shared-cli-terminal.js";

// src/cli/progress.ts
var QUIET_MS = 1e3;
var BETWEEN_MS = 100;
var CLEAR_LINE = "\r\x1B[2K";
var MAX_TARGET = 60;
function showProgress({ stderr }, now = performance.now.bind(performance)) {
  let due = now() + QUIET_MS;
  let shown = false;
  return {
    update(done, total, target) {
      if (!stderr.isTTY || now() < due) return;
      due = now() + BETWEEN_MS;
      shown = true;
      const line = pathLine(target);
      const name = line.length > MAX_TARGET ? `…${line.slice(1 - MAX_TARGET)}` : line;
      void stderr.write(`${CLEAR_LINE}${done}/${total} ${name}`);
    },
    finish() {
      if (shown) void stderr.write(CLEAR_LINE);
      shown = false;
    }
  };
}

export {
  showProgress
};
