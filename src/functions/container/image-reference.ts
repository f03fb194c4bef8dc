/** Parses references to images: registry, path, tag and digest; docs/specification/containers.md 5.1, 5.4. */
import { failure, type Location } from "../../diagnostics.ts";
import { DOCKER_HUB, type ImageNameFault, isDigest, parseImageName, pathInRegistry } from "../../text/index.ts";

export interface ImageReference {
  /** The reference for the engine: as written, but without the tag if there is a digest. */
  readonly effective: string;
  /** The same with its registry, for engines that do not default to Docker Hub. */
  readonly qualified: string;
  /** With registry, tag and digest. The tag explains a digest that the registry does not serve. */
  readonly whole: string;
  /** The text as written, without the digest, for messages. */
  readonly display: string;
  /** `sha256:` and 64 digits. */
  readonly digest?: string;
  /** True for the id of an image in the engine. No registry knows ids. */
  readonly isId: boolean;
}

const DIGEST_HINT = "Write `sha256:` and 64 hexadecimal digits.";
const NO_IMAGE = ["is not a reference to an image", "Write `registry/path:tag`, in lower case."] as const;
const PROBLEMS: Readonly<Record<ImageNameFault, readonly [problem: string, hint?: string]>> = {
  length: ["is too long for a reference to an image"],
  "second @": ["has an invalid digest after `@`", DIGEST_HINT],
  digest: ["has an invalid digest after `@`", DIGEST_HINT],
  tag: ["has an invalid tag"],
  host: NO_IMAGE,
  "no path": NO_IMAGE,
  "upper case": NO_IMAGE,
  path: NO_IMAGE,
};

/**
 * Parses a reference. A valid reference cannot be mistaken for an option on a command line.
 * @param sha256 the field `sha256`; it may repeat the digest of the reference
 * @throws KrmError `invalid-image`
 */
export function parseImage(text: string, sha256: string | undefined, location: Location): ImageReference {
  const invalid = (problem: string, hint?: string): Error =>
    failure("invalid-image", `\`${text.slice(0, 300)}\` ${problem}`, { ...location, hint });
  const given = sha256 === undefined ? undefined : `sha256:${sha256.replace(/^sha256:/i, "").toLowerCase()}`;
  if (given !== undefined && !isDigest(given)) throw invalid("has a `sha256` that is not 64 hexadecimal digits");
  if (isDigest(text)) {
    if (given !== undefined && given !== text) throw invalid(`differs from its \`sha256\`, ${given}`);
    return { effective: text, qualified: text, whole: text, display: text, digest: text, isId: true };
  }
  const name = parseImageName(text);
  if (typeof name === "string") throw invalid(...PROBLEMS[name]);
  const { host, path, tag, digest: written } = name;
  if (given !== undefined && written !== undefined && given !== written) {
    throw invalid(`has another digest than its \`sha256\`, ${given}`, "Remove the wrong one.");
  }
  const digest = written ?? given;
  const repository = host === undefined ? path : `${host}/${path}`;
  const full = `${host ?? DOCKER_HUB}/${host === undefined ? pathInRegistry(DOCKER_HUB, path) : path}`;
  const tagged = tag === undefined ? "" : `:${tag}`;
  const suffix = digest === undefined ? tagged : `@${digest}`;
  return {
    effective: repository + suffix,
    qualified: full + suffix,
    whole: full + tagged + (digest === undefined ? "" : `@${digest}`),
    display: repository + tagged,
    ...(digest && { digest }),
    isId: false,
  };
}
