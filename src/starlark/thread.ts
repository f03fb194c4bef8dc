/** What the thread of a program runs: a bundle of its own, `dist/starlark.js`. Nothing imports it. */
import { parentPort, workerData } from "node:worker_threads";
import { serve } from "./serve.ts";
import type { Job } from "./worker.ts";

parentPort?.postMessage(serve((workerData as Job).request));
