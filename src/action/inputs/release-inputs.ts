/** The inputs of releases. */
import type { InputReader } from "./input-reader.ts";

export interface ReleaseInputs {
  /** Undefined for the name of the repository. */
  readonly name: string | undefined;
  /** Undefined for the tag of the event, or the commit. */
  readonly version: string | undefined;
  /** Whether Secrets are left out. */
  readonly withholdSecrets: boolean;
  /** The registry, name and tag to push the archive to. */
  readonly oci: string | undefined;
}

export function readReleaseInputs(reader: InputReader): ReleaseInputs {
  return {
    name: reader.optional("release-name"),
    version: reader.optional("release-version"),
    withholdSecrets: reader.flag("withhold-secrets"),
    oci: reader.optional("oci"),
  };
}
