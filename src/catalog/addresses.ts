/** Splits and normalises addresses, so that equal texts mean equal places; docs/specification/catalogs.md 2.3 to 2.6. */
import { posix } from "node:path";
import { type ImageNameFault, parseImageName } from "../text/index.ts";

/** Makes the error for an address. */
type Invalid = (problem: string, hint: string) => Error;

const HOST = "(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\\[[0-9a-f:.]+\\])(?::[0-9]{1,5})?";

/** Letters, digits and marks that mean the same whether they are escaped or not. */
const UNRESERVED = /[\w.~-]/;

/**
 * The normal form of an https address: host in lower case, no default port, a clean path, and no escapes that say nothing. The
 * query stays.
 */
export function httpsUrl(address: string, invalid: Invalid): string {
  const url = parsed(address);
  if (url === undefined || url.hostname === "")
    throw invalid("is not an address", "Write `https://host/catalog.yaml`.");
  if (url.username !== "" || url.password !== "") {
    throw invalid("contains credentials", "Remove them: catalogs are fetched by https without credentials.");
  }
  if (url.pathname.includes("//")) {
    throw invalid("has an empty part in its path", "Remove one slash. A file of a git repository begins with `git::`.");
  }
  // To some programs it is another host than the one without the dot.
  if (url.hostname.endsWith(".")) throw invalid("has a host that ends in a dot", "Remove the dot.");
  // Another escape could come out of it.
  if (/%(?![0-9a-f]{2})/i.test(url.href)) throw invalid("has a `%` that begins no escape", "Write `%25` for it.");
  return url.href.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return UNRESERVED.test(character) ? character : escape.toUpperCase();
  });
}

interface GitParts {
  readonly repository: string;
  readonly path: string;
  readonly ref: string | undefined;
}

const GIT_HINT = "Write `git::https://host/repository//catalog.yaml?ref=v1`, or `git::ssh://git@host/…`.";
const SSH = new RegExp(`^ssh://(?:[a-z0-9_][a-z0-9._-]*@)?${HOST}/`, "i");
const SCP = new RegExp(`^[a-z0-9_][a-z0-9._-]*@(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?):[^-/:]`, "i");

/** The parts of `git::REPOSITORY//FILE?ref=REF`. */
export function gitParts(address: string, invalid: Invalid): GitParts {
  const plain = address.replace(/^git::/i, "");
  const question = plain.indexOf("?");
  const place = question < 0 ? plain : plain.slice(0, question);
  const scheme = /^[a-z]+:\/\//i.exec(place)?.[0] ?? "";
  const mark = place.indexOf("//", scheme.length);
  if (mark < 0) throw invalid("names no file of its repository", GIT_HINT);
  const repository = repositoryOf(scheme.toLowerCase() + place.slice(scheme.length, mark), invalid);
  const path = posix.normalize(place.slice(mark + 2));
  if (path === "." || path.endsWith("/")) throw invalid("names no file of its repository", GIT_HINT);
  if (path === ".." || path.startsWith("../") || path.startsWith("/")) {
    throw invalid("leads out of its repository", "Name a file of the repository.");
  }
  return { repository, path, ref: refOf(question < 0 ? "" : plain.slice(question + 1), invalid) };
}

function repositoryOf(text: string, invalid: Invalid): string {
  if (text.startsWith("https://")) {
    const href = httpsUrl(text, invalid);
    return href.endsWith("/") ? href.slice(0, -1) : href;
  }
  const isUrl = text.startsWith("ssh://");
  if (!(isUrl ? SSH : SCP).test(text)) throw invalid("is not the address of a git repository", GIT_HINT);
  const [, user = "", host = "", rest = ""] = /^((?:ssh:\/\/)?(?:[^@/]*@)?)([^/:]*)(.*)$/s.exec(text) ?? [];
  const port = isUrl ? rest.replace(/^:22(?=\/)/, "") : rest;
  return user + host.toLowerCase() + port.replace(/\/$/, "");
}

const REF = /^[A-Za-z0-9_][\w./+-]*$/;

/** The one parameter that counts. @returns undefined without it */
function refOf(query: string, invalid: Invalid): string | undefined {
  let ref: string | undefined;
  for (const pair of query.split("&").filter((each) => each !== "")) {
    const equals = pair.indexOf("=");
    const [name, value] = equals < 0 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
    if ((name !== "ref" && name !== "version") || ref !== undefined) {
      throw invalid("has a query that is not one `ref`", "Write only `?ref=` and a branch, a tag or a commit.");
    }
    if (!REF.test(value) || value.includes("..")) {
      throw invalid("has an invalid `ref`", "Name a branch, a tag or a commit.");
    }
    ref = value;
  }
  return ref;
}

interface OciParts {
  readonly registry: string;
  readonly repository: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

const OCI_HINT = "Write `oci://host/repository:tag` or `oci://host/repository@sha256:…`.";
const DIGEST_HINT = "Write `@sha256:` and 64 hexadecimal digits in lower case.";
const NO_REPOSITORY = ["names no repository of its registry", OCI_HINT] as const;
const OCI_PROBLEMS: Readonly<Record<ImageNameFault, readonly [problem: string, hint: string]>> = {
  length: ["is too long", OCI_HINT],
  "second @": ["has an invalid digest after its `@`", DIGEST_HINT],
  digest: ["has an invalid digest after its `@`", DIGEST_HINT],
  tag: ["has an invalid tag", OCI_HINT],
  host: ["names no registry", OCI_HINT],
  "no path": NO_REPOSITORY,
  "upper case": NO_REPOSITORY,
  path: NO_REPOSITORY,
};
/** The parts of `oci://HOST/REPOSITORY[:TAG][@DIGEST]`. Without tag and digest, the tag is `latest`. */
export function ociParts(address: string, invalid: Invalid): OciParts {
  const name = parseImageName(address.slice("oci://".length), true);
  if (typeof name === "string") throw invalid(...OCI_PROBLEMS[name]);
  const { host = "", path, tag = "latest", digest } = name;
  const registry = host.toLowerCase().replace(/:443$/, "");
  return { registry, repository: path, tag: digest === undefined ? tag : undefined, digest };
}

function parsed(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
