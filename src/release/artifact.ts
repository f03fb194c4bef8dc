/** A release as an artifact of a registry that Flux and Argo CD read; docs/specification/releases.md 7. */
import { failure } from "../diagnostics.ts";
import { type ArtifactToPush, type OciReference, parseOciReference } from "../store/index.ts";
import { archiveName } from "./format.ts";
import type { Release } from "./make-release.ts";
import type { WrittenRelease } from "./write-release.ts";

/**
 * Reads `REGISTRY/NAME:TAG`, also behind `oci://`. The registry must be named: without one, it would be Docker Hub.
 * @throws KrmError `invalid-oci-reference`
 */
export function parsePushTarget(text: string): OciReference {
  const reference = parseOciReference(/^oci:\/\//i.test(text) ? text : `oci://${text}`);
  if (reference.tag !== undefined && reference.digest === undefined) return reference;
  throw failure(
    "invalid-oci-reference",
    `${JSON.stringify(text)} is not REGISTRY/NAME:TAG: a push needs a tag, and no digest`,
  );
}

/** The length of the id of a commit, unless the repository has other ids. */
const SHA1_DIGITS = 40;

/**
 * One layer, the archive, of the type that Argo CD accepts without configuration. Flux takes the first layer of any type. The
 * annotations are those that Flux shows and passes on.
 */
export function releaseArtifact({ document }: Release, written: WrittenRelease): ArtifactToPush {
  const { name, version, repository, commit, modified, created } = document;
  const title = archiveName(document);
  const hash = commit.length > SHA1_DIGITS ? "sha256" : "sha1";
  return {
    configType: "application/vnd.cncf.flux.config.v1+json",
    config: {
      created,
      architecture: "unknown",
      os: "unknown",
      config: {},
      rootfs: { type: "layers", diff_ids: [`sha256:${written.tarSha256}`] },
    },
    layer: {
      mediaType: "application/vnd.oci.image.layer.v1.tar+gzip",
      path: written.archive,
      sha256: written.sha256,
      size: written.bytes,
      annotations: { "org.opencontainers.image.title": title },
    },
    annotations: {
      "org.opencontainers.image.created": created,
      ...(repository !== null && { "org.opencontainers.image.source": repository }),
      "org.opencontainers.image.revision": `${version}@${hash}:${commit}${modified ? "-modified" : ""}`,
      "org.opencontainers.image.title": name,
      "org.opencontainers.image.version": version,
    },
  };
}
