/** The references of a lock: repositories, files, images and charts in a normal form; docs/specification/lock.md 2. */
import { createHash } from "node:crypto";
import { maskSecrets } from "../text/index.ts";
import type { Reference } from "./uses.ts";

/** @param url the parts of the address of a repository; one commit serves all directories in it */
export function gitReference({ repository, ref = "HEAD", newest }: RepositoryAddress): Reference {
  // Where a controller reads a range, a kustomization names a branch or a tag.
  const prefix =
    newest && newest.prefix !== "" ? `&tagPrefix=${newest.prefix.replace(/[%&]/g, encodeURIComponent)}` : "";
  const by = newest === undefined ? "" : `&by=${newest.chosenBy ?? "argocd"}${prefix}`;
  return { kind: "git", ref: `${plainAddress(repository)}?ref=${ref}${by}` };
}

interface RepositoryAddress {
  readonly repository: string;
  /** Default: the default branch. */
  readonly ref?: string | undefined;
  /** The range that `ref` is read as. Absent for a name. */
  readonly newest?: { readonly prefix: string; readonly chosenBy?: string | undefined } | undefined;
}

/** @param address of a file; a digest behind `#` is no part of its name */
export function fileReference(address: string): Reference {
  return { kind: "https", ref: plainAddress(address.replace(/#.*$/s, "")) };
}

/**
 * @param name of an image, with its tag. What follows `@` does not count: the digest is that of the use
 * @param digest names an image without a tag, so that two images of one repository have two entries
 */
export function imageReference(name: string, digest: string | undefined): Reference {
  const plainName = name.replace(/@.*$/s, "");
  const hasTag = plainName.lastIndexOf(":") > plainName.lastIndexOf("/");
  return { kind: "image", ref: hasTag || digest === undefined ? plainName : `${plainName}@${digest}` };
}

/** @param chart with its version as it is named: exact, a range, or empty for the newest */
export function chartReference({ repo, name, version, devel, chosenBy, artifact }: ChartAddress): Reference {
  const query = [
    ...(version ? [`version=${version}`] : []),
    ...(devel ? ["devel=true"] : []),
    // Of a range, the two may choose different versions.
    ...(chosenBy === "source-controller" && !isExactVersion(version ?? "") ? [`by=${chosenBy}`] : []),
    ...(artifact === undefined ? [] : artifactQuery(artifact)),
  ].join("&");
  return { kind: "chart", ref: `${plainAddress(repo.replace(/\/+$/, ""))}/${name}${query === "" ? "" : `?${query}`}` };
}

export interface ChartAddress {
  readonly repo: string;
  readonly name: string;
  readonly version?: string | undefined;
  readonly devel?: boolean | undefined;
  /** The program by whose rules a range is read. Default: helm. */
  readonly chosenBy?: "helm" | "source-controller" | undefined;
  readonly artifact?: ArtifactAddress | undefined;
}

/** An artifact of a registry, as an OCIRepository of Flux names it. */
export interface ArtifactAddress {
  /** The digest of the manifest. It counts over a range, and a range over a tag. */
  readonly digest?: string | undefined;
  readonly semver?: string | undefined;
  /** A regular expression of Go for the tags that count. */
  readonly semverFilter?: string | undefined;
  /** Default: `latest`. */
  readonly tag?: string | undefined;
  /** The media type of the layer. Default: the first layer, whatever it is. */
  readonly layer?: string | undefined;
  /** True if the layer is taken as it is. Else it is unpacked and packed again, without what `.sourceignore` leaves out. */
  readonly isCopied?: boolean | undefined;
  /** The field `spec.ignore`. */
  readonly ignore?: string | undefined;
}

function artifactQuery({ digest, semver, semverFilter, tag, layer, isCopied, ignore }: ArtifactAddress): string[] {
  const range: [string, string | undefined][] = [
    ["semver", semver],
    ["semverFilter", semverFilter],
  ];
  const found: [string, string | undefined][] = digest
    ? [["digest", digest]]
    : semver
      ? range
      : [["tag", tag || "latest"]];
  const unpacked: [string, string | undefined][] = isCopied
    ? [["operation", "copy"]]
    : [["ignore", ignore && createHash("sha256").update(ignore).digest("hex")]];
  return [...found, ["layer", layer] as const, ...unpacked].flatMap(([name, value]) =>
    value ? [`${name}=${value.replace(/[%&]/g, encodeURIComponent)}`] : [],
  );
}

/** Tells whether a version of a chart is one version, and no range. */
export function isExactVersion(version: string): boolean {
  return /^v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.test(version);
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { https: "443", http: "80", ssh: "22", git: "9418" };

/**
 * An address without credentials, with scheme and host in lower case and without the default port. Secrets in its query are
 * masked, as in messages: a lock is committed. The user of an ssh address stays, because it is not a secret.
 */
export function plainAddress(address: string): string {
  const [, scheme, authority, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(address) ?? [];
  if (scheme === undefined || authority === undefined || rest === undefined) return maskSecrets(address);
  const protocol = scheme.toLowerCase();
  const at = authority.lastIndexOf("@");
  const user = protocol === "ssh" ? authority.slice(0, at + 1).replace(/:.*@/, "@") : "";
  const host = authority.slice(at + 1).toLowerCase();
  const port = DEFAULT_PORTS[protocol];
  const shown = port !== undefined && host.endsWith(`:${port}`) ? host.slice(0, -port.length - 1) : host;
  const masked = maskSecrets(`${protocol}://${shown}${rest}`);
  return user === "" ? masked : masked.replace("://", `://${user}`);
}
