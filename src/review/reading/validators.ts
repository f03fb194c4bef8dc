/**
 * The validators of reports and of partial reviews. The build compiles them from ./schema.ts and ./partial-schema.ts; this file
 * only declares them.
 */
import type { Validator } from "./shape.ts";

export declare const validateReport: Validator;
export declare const validatePartial: Validator;
