import {
  DEFAULT_MAX_BYTES,
  markdownReport
} from "./shared-report-markdown.js";
import "./shared-report-summary.js";
import "./shared-diff.js";
import "./shared-diagnostics.js";
import "./shared-runtime.js";
export {
  DEFAULT_MAX_BYTES,
  markdownReport
};
