/** Why an operation does not apply; turned into a diagnostic where the operation is known. */
export class PatchFault extends Error {}
