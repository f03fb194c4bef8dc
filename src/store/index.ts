/** Fetches over HTTP and from registries, within rules; and the content store, which keeps files and commits on disk. */
export {
  type Artifacts,
  createArtifacts,
  type Executable,
  type Fetch,
  type WantedExecutable,
  type WantedScript,
} from "./artifacts/artifacts.ts";
export { expansion } from "./artifacts/expansion.ts";
export { readTar, type TarEntry } from "./artifacts/tar.ts";
export { MAX_TAR_NAME, TAR_BLOCK, tarChecksum, tarHeader, tarPadding } from "./artifacts/tar-header.ts";
export { type ContentStore, openStore, type StoreOptions, withWorkplace } from "./content-store.ts";
export type { StoreEntry } from "./entries.ts";
export { digestOfBytes, digestOfFile, writeHashed } from "./hashed-file.ts";
export { type Downloaded, type DownloadOptions, download } from "./http/download.ts";
export { hostMatcher } from "./http/host-matcher.ts";
export { Hosts, hostKey } from "./http/hosts.ts";
export { get, type HttpAnswer, type HttpOptions } from "./http/http-client.ts";
export { type Report, withProgress } from "./http/progress.ts";
export {
  type Checked,
  createReach,
  patientResolve,
  type Reach,
  type ReachRules,
  type Resolve,
  resolveName,
} from "./http/reach.ts";
export { type Attempt, retrying, type Sleep, sleepFor } from "./http/retry.ts";
export { type LazyStore, lazyStore } from "./lazy-store.ts";
export { type ImageLayout, type StoredBlob } from "./oci/images.ts";
export {
  CHART_TYPE,
  type ChooseLayer,
  chooseCatalogLayer,
  chooseChartLayer,
  chooseExecutableLayer,
  chooseFirstLayer,
  chooseScriptLayer,
} from "./oci/layers.ts";
export { writeLoadArchive } from "./oci/load-archive.ts";
export type { Descriptor, ImageIndex, ImageManifest, OciManifest, Platform } from "./oci/manifest.ts";
export type { ArtifactToPush, Pushed } from "./oci/push.ts";
export { type OciReference, parseOciReference, referenceText } from "./oci/reference.ts";
export { type Artifact, openRegistries, type Registries, type RegistriesOptions } from "./oci/registries.ts";
export { once } from "./once.ts";
