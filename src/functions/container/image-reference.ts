/** Parses references to images: registry, path, tag and digest; docs/specification/containers.md 5.1, 5.4. */
import { failure, type Location } from "../../diagnostics.ts";

export interface ImageReference {
  /** The reference for the engine: as written, but without the tag if there is a digest. */
  readonly effective: string;
  /** The same with its registry, for engines that do not default to Docker Hub. */
  readonly qualified: string;
  /** With registry, tag and digest. The tag explains a digest that the registry does not serve. */
  readonly whole: string;
  /** As written, without the digest, for messages. */
  readonly display: string;
  /** `sha256:` and 64 digits. */
  readonly digest?: string;
  /** Whether it is the id of an image in the engine. No registry knows ids. */
  readonly isId: boolean;
}

const HOST = /^(?:localhost|[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+|[A-Za-z0-9.-]+(?=:\d)|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
const COMPONENT = /^[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * Parses a reference. A valid reference cannot be mistaken for an option on a command line.
 * @param sha256 the field `sha256`; it may repeat the digest of the reference
 * @throws KrmError `invalid-image`
 */
export function parseImage(text: string, sha256: string | undefined, location: Location): ImageReference {
  const invalid = (problem: string, hint?: string): Error =>
    failure("invalid-image", `\`${text.slice(0, 300)}\` ${problem}`, { ...location, hint });
  if (text.length > 4096) throw invalid("is too long for a reference to an image");
  const given = sha256 === undefined ? undefined : `sha256:${sha256.replace(/^sha256:/i, "").toLowerCase()}`;
  if (given !== undefined && !DIGEST.test(given)) throw invalid("has a `sha256` that is not 64 hexadecimal digits");
  if (DIGEST.test(text)) {
    if (given !== undefined && given !== text) throw invalid(`differs from its \`sha256\`, ${given}`);
    return { effective: text, qualified: text, whole: text, display: text, digest: text, isId: true };
  }
  const [name = "", written, ...more] = text.split("@");
  if (more.length > 0 || (written !== undefined && !DIGEST.test(written))) {
    throw invalid("has an invalid digest after `@`", "Write `sha256:` and 64 hexadecimal digits.");
  }
  if (given !== undefined && written !== undefined && given !== written) {
    throw invalid(`has another digest than its \`sha256\`, ${given}`, "Remove the wrong one.");
  }
  const digest = written ?? given;
  const colon = name.lastIndexOf(":");
  const hasTag = colon > name.lastIndexOf("/");
  const repository = hasTag ? name.slice(0, colon) : name;
  if (hasTag && !TAG.test(name.slice(colon + 1))) throw invalid("has an invalid tag");
  const [first = "", ...rest] = repository.split("/");
  const hasHost = rest.length > 0 && HOST.test(first);
  const path = hasHost ? rest : [first, ...rest];
  if (!path.every((component) => COMPONENT.test(component))) {
    throw invalid("is not a reference to an image", "Write `registry/path:tag`, in lower case.");
  }
  const full = hasHost ? repository : `docker.io/${rest.length > 0 ? "" : "library/"}${repository}`;
  const suffix = digest === undefined ? (hasTag ? name.slice(colon) : "") : `@${digest}`;
  return {
    effective: repository + suffix,
    qualified: full + suffix,
    whole: full + (hasTag ? name.slice(colon) : "") + (digest === undefined ? "" : `@${digest}`),
    display: name,
    ...(digest && { digest }),
    isId: false,
  };
}
