/** The parts of the name of an image; docs/specification/catalogs.md 5.2. What an engine accepts, the functions check again. */
import { failure, type Location } from "../diagnostics.ts";
import { digitsOf } from "./digest.ts";
import { shownText } from "./reference.ts";

export interface ImageName {
  /** As written, with or without a registry. */
  readonly repository: string;
  readonly tag: string | undefined;
  /** 64 hexadecimal digits. */
  readonly digest: string | undefined;
}

const REPOSITORY = /^[A-Za-z0-9][\w.-]*(?::[0-9]{1,5}(?=\/))?(?:\/[a-z0-9][a-z0-9._-]*)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const MAX_IMAGE = 4096;

/** @throws KrmError `catalog-program` for a text that names no image */
export function splitImage(image: string, location: Location): ImageName {
  const invalid = (problem: string): Error =>
    failure("catalog-program", `the image ${shownText(image)} ${problem}`, {
      ...location,
      hint: "Write `registry/path:tag`, in lower case.",
    });
  if (image.length > MAX_IMAGE) throw invalid("has a name that is too long");
  const [name = "", written, ...more] = image.split("@");
  const digest = written?.startsWith("sha256:") === true ? digitsOf(written) : undefined;
  if (more.length > 0 || (written !== undefined && digest === undefined))
    throw invalid("has an invalid digest after its `@`");
  const colon = name.lastIndexOf(":");
  const hasTag = colon > name.lastIndexOf("/");
  const repository = hasTag ? name.slice(0, colon) : name;
  const tag = hasTag ? name.slice(colon + 1) : undefined;
  if (!REPOSITORY.test(repository) || (tag !== undefined && !TAG.test(tag)))
    throw invalid("is not the name of an image");
  return { repository, tag, digest };
}

/** The repository with its registry. Names without one are those of Docker Hub. */
export function qualifiedRepository(repository: string): string {
  const [first = "", ...rest] = repository.split("/");
  if (hasRegistry(repository)) {
    const registry = first
      .toLowerCase()
      .replace(/:443$/, "")
      .replace(/^(?:index|registry-1)\.docker\.io$/, "docker.io");
    return [registry, ...rest].join("/");
  }
  return `docker.io/${rest.length > 0 ? "" : "library/"}${repository}`;
}

/** Whether a repository names its registry. Without one it means Docker Hub, where anyone may own the name. */
export function hasRegistry(repository: string): boolean {
  const [first = "", ...rest] = repository.split("/");
  return rest.length > 0 && (first === "localhost" || first.includes(".") || first.includes(":"));
}
