/** How an image is named: registry, path, tag and digest; docs/specification/containers.md 5.1, 5.4. */
import { failure, type Location } from "../../diagnostics.ts";

export interface ImageReference {
  /** As written, without the tag where there is a digest: the digest alone decides. What an engine is asked for. */
  readonly effective: string;
  /** The same with its registry, for engines that do not take Docker Hub for granted. */
  readonly qualified: string;
  /** As written, without the digest, for messages. */
  readonly display: string;
  /** `sha256:` and 64 digits. */
  readonly digest?: string;
  /** Whether it is the id of an image that the engine has, which no registry knows. */
  readonly isId: boolean;
}

const HOST = /^(?:localhost|[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+|[A-Za-z0-9.-]+(?=:\d)|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
const COMPONENT = /^[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * Reads a reference. What passes can stand on a command line: it cannot be mistaken for an option.
 * @param sha256 a digest that is given apart from the reference; the same again is no contradiction
 * @throws KrmError `invalid-image`
 */
export function parseImage(text: string, sha256: string | undefined, location: Location): ImageReference {
  const invalid = (problem: string, hint?: string): Error =>
    failure("invalid-image", `\`${text.slice(0, 300)}\` ${problem}`, { ...location, hint });
  if (text.length > 4096) throw invalid("is too long for the name of an image");
  const given = sha256 === undefined ? undefined : `sha256:${sha256.replace(/^sha256:/i, "").toLowerCase()}`;
  if (given !== undefined && !DIGEST.test(given)) throw invalid("has a sha256 that is not 64 hexadecimal digits");
  if (DIGEST.test(text)) {
    if (given !== undefined && given !== text) throw invalid(`is not ${given}, which sha256 asks for`);
    return { effective: text, qualified: text, display: text, digest: text, isId: true };
  }
  const [name = "", written, ...more] = text.split("@");
  if (more.length > 0 || (written !== undefined && !DIGEST.test(written))) {
    throw invalid("has no valid digest behind its @", "A digest is `sha256:` and 64 hexadecimal digits.");
  }
  if (given !== undefined && written !== undefined && given !== written) {
    throw invalid(`and sha256 name two digests: sha256 is ${given}`, "Keep the one that is right.");
  }
  const digest = written ?? given;
  const colon = name.lastIndexOf(":");
  const hasTag = colon > name.lastIndexOf("/");
  const repository = hasTag ? name.slice(0, colon) : name;
  if (hasTag && !TAG.test(name.slice(colon + 1))) throw invalid("has no valid tag behind its colon");
  const [first = "", ...rest] = repository.split("/");
  const hasHost = rest.length > 0 && HOST.test(first);
  const path = hasHost ? rest : [first, ...rest];
  if (!path.every((component) => COMPONENT.test(component))) {
    throw invalid("is no name of an image", "It is `registry/path:tag`, in lower case.");
  }
  const full = hasHost ? repository : `docker.io/${rest.length > 0 ? "" : "library/"}${repository}`;
  const suffix = digest === undefined ? (hasTag ? name.slice(colon) : "") : `@${digest}`;
  return {
    effective: repository + suffix,
    qualified: full + suffix,
    display: name,
    ...(digest && { digest }),
    isId: false,
  };
}
