/** The answers of an engine about an image. They are checked: an engine names images otherwise than registries do. */
import { posix } from "node:path";
import { failure } from "../../diagnostics.ts";
import { type Engine, objectOf, parseAnswer } from "./engine.ts";
import { LOCAL } from "./loaded-images.ts";

/** The fields of `image inspect` that are used. */
export interface Inspected {
  readonly Id?: string;
  readonly RepoDigests?: readonly string[] | null;
  readonly RootFS?: { readonly Layers?: readonly string[] | null } | null;
  readonly Os?: string;
  readonly Architecture?: string;
  readonly Config?: { readonly Volumes?: Readonly<Record<string, unknown>> | null } | null;
}

/**
 * Asks the engine about an image. Undefined if it does not have the image.
 * @throws KrmError `container-engine-unavailable`
 */
export async function inspectImage(engine: Engine, reference: string): Promise<Inspected | undefined> {
  const { exitCode, stdout, stderr } = await engine.call(["image", "inspect", reference]);
  if (exitCode !== 0) {
    const failed = engine.failure(stderr);
    if (failed !== undefined) throw failed;
    return undefined;
  }
  const answer = parseAnswer(stdout);
  const found: Inspected = objectOf(Array.isArray(answer) ? answer[0] : answer) ?? {};
  // Engines also take a name of hexadecimal digits for the beginning of an id.
  return `${found.Id}`.replace("sha256:", "").startsWith(reference) ? undefined : found;
}

/** The id of the image, `sha256:` and 64 digits. podman leaves `sha256:` out. Undefined if the answer has none. */
export function idOf({ Id = "" }: Inspected): string | undefined {
  const id = /^[0-9a-f]{64}$/.test(Id) ? `sha256:${Id}` : `${Id}`;
  return /^sha256:[0-9a-f]{64}$/.test(id) ? id : undefined;
}

/** The digests by which registries know the image. */
export function digestsOf({ RepoDigests }: Inspected): readonly string[] {
  return (Array.isArray(RepoDigests) ? RepoDigests : []).map((each) => `${each}`.replace(/^[^@]*@/, ""));
}

/**
 * Tells whether the engine knows the image only by names that runs have given it. podman finds such an image by the digest of its
 * manifest under any name, and another run may remove it.
 */
export function isOnlyLoaded({ RepoDigests }: Inspected): boolean {
  const names = Array.isArray(RepoDigests) ? RepoDigests : [];
  return names.length > 0 && names.every((name) => `${name}`.startsWith(LOCAL));
}

/** The facts about an image that containers need. */
export interface Image {
  /** The id of the content that containers are created from. A tag may have moved. */
  readonly id: string;
  /** `name@digest`, for messages. */
  readonly title: string;
  /** By which the image was found; the id without one. */
  readonly digest: string;
  /** Such as `linux/amd64`. */
  readonly platform: string;
  /** The directories of the image for which an engine would create volumes on disk. */
  readonly volumes: readonly string[];
}

/** @param display the name of the image in messages @throws KrmError `image-unavailable` for an image that cannot be run */
export function traitsOf(
  { Os, Architecture, Config }: Inspected,
  display: string,
): Omit<Image, "id" | "title" | "digest"> {
  if (Os !== undefined && Os !== "" && Os !== "linux") {
    const message = `the image ${display} is for ${Os}, but functions run in Linux containers`;
    throw failure("image-unavailable", message, { hint: "Use an image for Linux." });
  }
  const volumes = Object.keys(Config?.Volumes ?? {});
  const odd = volumes.find((path) => !/^\/[^:,]+$/.test(path) || posix.resolve(path) === "/");
  if (odd !== undefined) {
    const message = `the image ${display} has a volume at ${odd}, which cannot be replaced by memory`;
    throw failure("image-unavailable", message);
  }
  return { platform: `${Os ?? "linux"}/${Architecture ?? "unknown"}`, volumes };
}
