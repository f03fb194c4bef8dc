/** The reason why an operation cannot be applied. The caller knows the operation and makes a KrmError of it. */
export class PatchFault extends Error {}
