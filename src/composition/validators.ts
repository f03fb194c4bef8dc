/** The validators of compositions. The build compiles them from ./schema.ts; this file only declares them. */
import type { Validate } from "../documents/index.ts";

export declare const validateComposition: Validate;
export declare const validateEntry: Validate;
