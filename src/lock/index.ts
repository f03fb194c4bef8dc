/** krm-render.lock: what a build uses from elsewhere, with its digests; docs/specification/lock.md. */
export { chartDigest } from "./digests.ts";
export { LockEnforcer } from "./enforcer.ts";
export { LOCK_FILE_NAME, type Lock, type LockEntry, MAX_LOCK_BYTES, parseLock, printLock } from "./lock-file.ts";
export { LockRecorder } from "./recorder.ts";
export { type ChartAddress, chartReference, fileReference, gitReference, imageReference } from "./references.ts";
export { openEnforcer, usesOf } from "./run-uses.ts";
export type { Reference, Use, UseKind, UseLog, Uses } from "./uses.ts";
