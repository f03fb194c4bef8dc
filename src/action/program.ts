/** `dist/worker.js`: everything but the supervisor, which loads it in the worker, or to report that all workers were lost. */
export { reportLoss } from "./loss.ts";
export { work } from "./worker.ts";
