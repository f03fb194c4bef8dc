/** krm-render.lock: what a build uses from elsewhere, with its digests; docs/specification/lock.md. */
export { chartDigest } from "./digests.ts";
export { LockEnforcer } from "./enforcer.ts";
export {
  LOCK_FILE_NAME,
  type Lock,
  type LockEntry,
  type LockedCommit,
  MAX_LOCK_BYTES,
  parseLock,
  parseWholeLock,
  printLock,
  type WholeLock,
} from "./lock-file.ts";
export {
  type ArtifactAddress,
  type ChartAddress,
  chartReference,
  fileReference,
  gitReference,
  imageReference,
  isExactVersion,
  plainAddress,
} from "./lock-references.ts";
export { LockRecorder } from "./recorder.ts";
export { openEnforcer, usesOf } from "./run-uses.ts";
export type { Reference, Use, UseKind, UseLog, Uses } from "./uses.ts";
