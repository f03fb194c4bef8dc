import {
  formatDiagnostic,
  visible
} from "./shared-diagnostics.js";

// src/cli/terminal.ts
async function printDiagnostics(terminal, diagnostics) {
  const lines = diagnostics.map((diagnostic) => `${diagnostic.severity}: ${formatDiagnostic(diagnostic)}
`);
  if (lines.length > 0) await terminal.stderr.write(lines.join(""));
}
function pathLine(path) {
  return visible(path).replaceAll("\n", "\\u000a").replaceAll("	", "\\u0009");
}
function distinct(diagnostics) {
  return [...new Map(diagnostics.map((diagnostic) => [formatDiagnostic(diagnostic), diagnostic])).values()];
}
function wantsColour({ env, stdout }) {
  if (env["FORCE_COLOR"]) return env["FORCE_COLOR"] !== "0" && env["FORCE_COLOR"] !== "false";
  if (env["NO_COLOR"]) return false;
  return stdout.isTTY && env["TERM"] !== "dumb";
}

export {
  printDiagnostics,
  pathLine,
  distinct,
  wantsColour
};
