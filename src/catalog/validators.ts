/** The validators of catalogs. The build compiles them from ./schema.ts; this file only declares them. */
import type { Validate } from "../documents/index.ts";

export declare const validateCatalog: Validate;
export declare const validateDefinition: Validate;
