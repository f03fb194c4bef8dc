/** A credential for a registry, and what is needed to find it. */
import type { Environment } from "../../processes/index.ts";
import type { Secrets } from "./secrets.ts";

export type Credential =
  | { readonly kind: "password"; readonly user: string; readonly password: string }
  /** Exchanged for tokens. */
  | { readonly kind: "identity"; readonly token: string }
  /** Sent to the registry as it is. */
  | { readonly kind: "registry"; readonly token: string };

/** The logins that are read: those of docker and podman, those of helm before them, or none. */
export type Logins = "docker" | "helm-and-docker" | "none";

export interface CredentialOptions {
  /** Default: `docker`. */
  readonly logins?: Logins | undefined;
  readonly env: Environment;
  /** A configuration below this directory is not read: it may name programs. */
  readonly workTree?: string | undefined;
  readonly log: (line: string) => void;
  readonly secrets: Secrets;
}
