/** References to catalogs, and to what catalogs name; docs/specification/catalogs.md 2. */
import { posix } from "node:path";
import { failure, type Location } from "../diagnostics.ts";
import { isCommitId, maskSecrets, shorten } from "../text/index.ts";
import { gitParts, httpsUrl, ociParts } from "./addresses.ts";
import { digitsOf } from "./digest.ts";

interface Referenced {
  /** The reference without its `#sha256=`. Equal texts mean equal references. */
  readonly normal: string;
  /** The digest after `#sha256=`: 64 digits in lower case. */
  readonly sha256: string | undefined;
  /** Undefined for a reference that is no part of a file. */
  readonly location: Location | undefined;
}

/** A file of this machine. */
export interface PathReference extends Referenced {
  readonly kind: "path";
  /** Without `.` and `..` but at its start. Relative to the file that holds it until it is resolved. */
  readonly path: string;
}

interface HttpsReference extends Referenced {
  readonly kind: "https";
}

/** A file of a git repository. */
interface GitReference extends Referenced {
  readonly kind: "git";
  /** The address for git: `https://…`, `ssh://…` or `user@host:path`. Without credentials. */
  readonly repository: string;
  /** The file within the repository. */
  readonly path: string;
  /** A branch, a tag or a commit; undefined for the default branch. It does not begin with `-`. */
  readonly ref: string | undefined;
}

/** An artifact in a registry. */
export interface OciReference extends Referenced {
  readonly kind: "oci";
  /** The host, and the port unless it is 443. */
  readonly registry: string;
  readonly repository: string;
  /** Undefined if there is a digest. */
  readonly tag: string | undefined;
  /** `sha256:` and 64 digits: the digest of the manifest. */
  readonly digest: string | undefined;
}

export type CatalogReference = PathReference | HttpsReference | GitReference | OciReference;

/** The place of the file that holds a reference. */
export type Referrer =
  | { readonly kind: "directory"; readonly path: string }
  | { readonly kind: "git"; readonly repository: string; readonly directory: string; readonly ref: string | undefined }
  | { readonly kind: "https" | "oci" };

const MAX_REFERENCE = 4096;
// biome-ignore lint/suspicious/noControlCharactersInRegex: no reference contains these
const CONTROL = /[\x00-\x20\x7f\u2028\u2029\\]/;

/**
 * Parses a reference: a path; `https://host/file`; `git::https://host/repository//file?ref=v1`, also with `ssh://` or
 * `user@host:`; `oci://host/repository:tag` or `@sha256:…`. Each may end in `#sha256=` and the digest of the file.
 * @throws KrmError `catalog-reference`
 */
export function parseCatalogReference(text: string, location?: Location): CatalogReference {
  const invalid = (problem: string, hint: string): Error =>
    failure("catalog-reference", `${shownText(text)} ${problem}`, { ...location, hint });
  if (text === "")
    throw failure("catalog-reference", "a reference to a catalog is empty", { ...location, hint: FORMS });
  if (text.length > MAX_REFERENCE) throw invalid(`has more than ${MAX_REFERENCE} characters`, "Shorten it.");
  if (CONTROL.test(text)) throw invalid("contains blanks, backslashes or control characters", "Remove or encode them.");
  const hash = text.indexOf("#");
  const address = hash < 0 ? text : text.slice(0, hash);
  const sha256 = hash < 0 ? undefined : digitsOf(/^sha256=(.*)$/i.exec(text.slice(hash + 1))?.[1] ?? "");
  if (hash >= 0 && sha256 === undefined) {
    throw invalid("has no digest after its `#`", "Write `#sha256=` and 64 hexadecimal digits, or remove the `#`.");
  }
  const pin = { sha256, location };
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme === "oci") {
    const parts = ociParts(address, invalid);
    const { registry, repository, tag, digest } = parts;
    const suffix = digest === undefined ? `:${tag}` : `@${digest}`;
    return { kind: "oci", normal: `oci://${registry}/${repository}${suffix}`, ...parts, ...pin };
  }
  if (/^git::/i.test(address) || scheme === "ssh" || (scheme === undefined && /^[\w.-]+@[^/]*:/.test(address))) {
    return gitReference(gitParts(address, invalid), pin);
  }
  if (scheme === "https") return { kind: "https", normal: httpsUrl(address, invalid), ...pin };
  if (scheme !== undefined) throw invalid(`has the scheme ${scheme}, which catalogs do not have`, FORMS);
  if (/[?&](?:ref|version)=/.test(address)) throw invalid("is a path, but has a `ref`", GIT_FORM);
  return pathReference(posix.normalize(address), pin);
}

/** The reference to a file of this machine, by the path that identifies it: relative to the repository, links followed. */
export function withPath(reference: PathReference, path: string): PathReference {
  return pathReference(posix.normalize(path), reference);
}

/**
 * The reference with its path resolved against the file that holds it. A path in a file of a git repository is a file of
 * that repository.
 * @throws KrmError `catalog-reference` for a path that leaves its repository, and for one in a file that was fetched by https
 *   or from a registry
 */
export function resolveReference(reference: CatalogReference, from: Referrer): CatalogReference {
  if (reference.kind !== "path") return reference;
  const { path, location } = reference;
  if (from.kind === "directory")
    return path.startsWith("/") ? reference : withPath(reference, posix.join(from.path, path));
  const refused = (problem: string, hint: string): Error =>
    failure("catalog-reference", `${shownText(path)} ${problem}`, { ...location, hint });
  if (from.kind !== "git") {
    throw refused("is a path, but the file that names it has no directory", "Write an address.");
  }
  const inside = posix.join(from.directory, path);
  if (path.startsWith("/") || inside === ".." || inside.startsWith("../")) {
    throw refused("leads out of its repository", "Name a file of the repository.");
  }
  const found = gitReference({ repository: from.repository, path: inside, ref: from.ref }, reference);
  return writtenForm(found) ?? found;
}

/**
 * The reference to a file of a repository as a line of trust can name it. Undefined if none can: kustomize also fetches
 * repositories by `file://`, by http and with credentials, and refs of any name.
 */
function writtenForm(reference: GitReference): GitReference | undefined {
  const { normal, path, ref, sha256, location } = reference;
  try {
    const found = parseCatalogReference(normal, location);
    return found.kind === "git" && found.path === path && found.ref === ref ? { ...found, sha256 } : undefined;
  } catch {
    return undefined;
  }
}

/** The place from which the references in a catalog start. */
export function referrerOf(catalog: CatalogReference): Referrer {
  if (catalog.kind === "path") return { kind: "directory", path: posix.dirname(catalog.path) };
  if (catalog.kind !== "git") return { kind: catalog.kind };
  const { repository, ref, path } = catalog;
  return { kind: "git", repository, ref, directory: posix.dirname(path) };
}

/**
 * Tells whether the content of a reference cannot change: by a digest or a commit. A path is a part of the repository and counts
 * as fixed. An address with a query may answer differently each time, so only `#sha256=` fixes it.
 */
export function isPinned(reference: CatalogReference): boolean {
  if (reference.sha256 !== undefined || reference.kind === "path") return true;
  if (reference.kind === "git") return reference.ref !== undefined && isCommitId(reference.ref);
  return reference.kind === "oci" && reference.digest !== undefined;
}

/** A reference as messages show it, and as it can be written: without the secrets that a query may contain. */
export function shownReference({ kind, normal, sha256 }: CatalogReference): string {
  const text = sha256 === undefined ? normal : `${normal}#sha256=${sha256}`;
  // The user of an ssh address is no secret: a password is refused.
  return kind === "git" ? shorten(text, MAX_SHOWN) : shownText(text);
}

/** Tells whether a line of trust can name a reference. */
export function mayBeWritten(reference: CatalogReference): boolean {
  return reference.kind !== "git" || writtenForm(reference) !== undefined;
}

/** References without repetitions, in their order; docs/specification/catalogs.md 4.4. */
export function distinctReferences(references: Iterable<CatalogReference>): readonly CatalogReference[] {
  const found = new Map<string, CatalogReference>();
  for (const reference of references) {
    const key = `${reference.kind} ${reference.normal}#${reference.sha256 ?? ""}`;
    if (!found.has(key)) found.set(key, reference);
  }
  return [...found.values()];
}

const GIT_FORM = "Write `git::https://host/repository//catalog.yaml?ref=v1` for a file of a git repository.";
const FORMS = "Write a path, `https://…`, `git::https://…//file?ref=…` or `oci://…`.";

/** The limit of a reference in messages. */
const MAX_SHOWN = 2000;

/** Parameters of a query that hold a secret, such as those of signed addresses. */
const SECRET_PARAMETER = /([?&][^=&#]*(?:auth|cred|key|pass|pwd|secret|sig|token)[^=&#]*=)[^&#]*/gi;

/** A text that may be an address, without credentials. */
export function shownText(text: string): string {
  return shorten(maskSecrets(text).replace(SECRET_PARAMETER, "$1***"), MAX_SHOWN);
}

type Pin = Pick<Referenced, "sha256" | "location">;

function pathReference(path: string, { sha256, location }: Pin): PathReference {
  return { kind: "path", normal: path, path, sha256, location };
}

function gitReference(
  parts: Pick<GitReference, "repository" | "path" | "ref">,
  { sha256, location }: Pin,
): GitReference {
  const { repository, path, ref } = parts;
  const normal = `git::${repository}//${path}${ref === undefined ? "" : `?ref=${ref}`}`;
  return { kind: "git", normal, repository, path, ref, sha256, location };
}
