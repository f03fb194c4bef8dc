// src/report/render-report.ts
var RENDER_REPORT_VERSION = 1;
function renderReport(outcomes) {
  const targets = outcomes.map(targetOf);
  targets.sort((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
  return { version: RENDER_REPORT_VERSION, targets };
}
function targetOf(outcome) {
  const { target: path, diagnostics } = outcome.rendering;
  if (!("written" in outcome)) {
    return { path, status: "failed", file: null, sha256: null, resources: null, diagnostics };
  }
  const { file, sha256 } = outcome.written;
  return { path, status: "rendered", file, sha256, resources: outcome.rendering.resources.length, diagnostics };
}

export {
  renderReport
};
