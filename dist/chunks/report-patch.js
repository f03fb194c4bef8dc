import {
  patchReport,
  terminalPatch
} from "./shared-report-patch.js";
import "./shared-diagnostics.js";
import "./shared-runtime.js";
export {
  patchReport,
  terminalPatch
};
