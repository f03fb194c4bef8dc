/** Programs of this machine and the temporary directories they work in. */
export { type PrivateDirectory, privateDirectory, withPrivateDirectory } from "./private-directory.ts";
export { endGroup, GROUP, watchGroup } from "./process-group.ts";
export { isAlive, processSpace } from "./process-numbers.ts";
export { endStrays } from "./strays.ts";
export { temporaryDirectory } from "./temporary-directory.ts";
