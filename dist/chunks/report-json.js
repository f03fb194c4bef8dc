import {
  jsonReport
} from "./shared-report-json.js";
import "./shared-runtime.js";
export {
  jsonReport
};
