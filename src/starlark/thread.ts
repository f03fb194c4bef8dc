/** The entry of the thread that runs a program. It is bundled as `dist/starlark.js`; nothing imports it. */
import { parentPort, workerData } from "node:worker_threads";
import { type Request, runRequest } from "./run-request.ts";

parentPort?.postMessage(runRequest(workerData as Request));
