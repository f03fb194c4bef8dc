/** The validator of configurations. The build compiles it from ./schema.ts; this file only declares it. */
import type { Validate } from "../documents/index.ts";

export declare const validateConfiguration: Validate;
