/** Releases: archives of manifests that are the same bytes each time, their provenance, and their verification. */

export { parsePushTarget, releaseArtifact } from "./artifact.ts";
export { isReleaseName, type ReleaseDocument, type ReleasedTarget } from "./format.ts";
export { makeRelease, type Release, type ReleaseRequest } from "./make-release.ts";
export { defaultName, defaultVersion, nameless, repositoryAddress } from "./names.ts";
export { LOCAL_BUILDER, type Provenance } from "./statement.ts";
export { type Expectations, type Verified, verifyRelease } from "./verify.ts";
export { writeArchive } from "./write-archive.ts";
export { type WrittenRelease, writeRelease } from "./write-release.ts";
