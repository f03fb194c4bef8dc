/** The names of images in catalogs and explicit runtimes; docs/specification/catalogs.md 5.2. */
import { failure, type Location } from "../diagnostics.ts";
import { DOCKER_HUB, type ImageName, parseImageName, pathInRegistry } from "../text/index.ts";
import { shownText } from "./reference.ts";

/** @throws KrmError `catalog-program` for a text that names no image */
export function imageName(image: string, location: Location): ImageName {
  const name = parseImageName(image);
  if (typeof name !== "string") return name;
  const problem =
    name === "length"
      ? "has a name that is too long"
      : name === "digest" || name === "second @"
        ? "has an invalid digest after its `@`"
        : "is not the name of an image";
  const hint = "Write `registry/path:tag`, in lower case.";
  throw failure("catalog-program", `the image ${shownText(image)} ${problem}`, { ...location, hint });
}

/** The registry and the path as written. */
export function repositoryOf({ host, path }: ImageName): string {
  return host === undefined ? path : `${host}/${path}`;
}

/** The registry and the path, in one form for all names of the same repository. */
export function qualifiedRepository({ host = DOCKER_HUB, path }: ImageName): string {
  const registry = host
    .toLowerCase()
    .replace(/:443$/, "")
    .replace(/^(?:index|registry-1)\.docker\.io$/, DOCKER_HUB);
  return `${registry}/${pathInRegistry(registry, path)}`;
}
