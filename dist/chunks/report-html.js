import {
  htmlReport
} from "./shared-report-html.js";
import "./shared-report-summary.js";
import "./shared-diff.js";
import "./shared-diagnostics.js";
import "./shared-runtime.js";
export {
  htmlReport
};
