/** The program of a catalog entry that runs on a platform, with its digest; docs/specification/catalogs.md 5. */
import { type Diagnostic, failure, type Location, type Warn } from "../diagnostics.ts";
import {
  type CatalogEntry,
  type ContainerRuntime,
  describeFunction,
  type ExecFile,
  type ExecRuntime,
  type StarlarkRuntime,
} from "./catalog.ts";
import { digitsOf } from "./digest.ts";
import { imageName, repositoryOf } from "./image.ts";
import {
  type CatalogReference,
  parseCatalogReference,
  referrerOf,
  resolveReference,
  shownReference,
  shownText,
} from "./reference.ts";

export interface Platform {
  /** `linux`, `darwin` or `windows`. */
  readonly os: string;
  /** `amd64`, `arm64` or another, as Go calls it. */
  readonly arch: string;
  /** True if there is an engine for containers. */
  readonly hasEngine: boolean;
}

/** A program that runs, by its digest. */
export type Program =
  | {
      readonly type: "container";
      /** `repository@sha256:…`, as an engine takes it. */
      readonly image: string;
      /** The name as written, for messages: the tag decides nothing. */
      readonly display: string;
      /** `sha256:` and 64 digits. */
      readonly digest: string;
      readonly requireNetwork: boolean;
      readonly requireStorageMount: boolean;
      readonly envs: readonly string[];
      readonly location: Location;
    }
  | {
      readonly type: "exec";
      readonly source: CatalogReference;
      /** The program in the source, if that is an archive. */
      readonly bin: string | undefined;
      /** The digest of the source, or of the program in it. Undefined: the digest of the OCI reference counts. */
      readonly sha256: string | undefined;
      readonly args: readonly string[];
      readonly envs: readonly string[];
      readonly location: Location;
    }
  | {
      readonly type: "starlark";
      readonly source: CatalogReference;
      readonly sha256: string | undefined;
      readonly name: string;
      readonly dialect: "kustomize" | "kpt";
      readonly location: Location;
    };

/**
 * Chooses the program of an entry: the image if there is an engine, else the executable for the platform, else the Starlark
 * program, else the image. Nothing without a digest is ever chosen.
 * @param catalog the reference of the catalog, for relative paths and messages
 * @throws KrmError `catalog-no-program`, `catalog-no-digest`, `catalog-invalid-digest`, `catalog-reference`, `catalog-program`
 */
export function programOf(
  entry: CatalogEntry,
  platform: Platform,
  catalog: CatalogReference,
  warn: Warn = () => {},
): Program {
  const { container, exec, starlark } = entry.runtimes;
  if (container !== undefined && platform.hasEngine) return containerProgram(container, entry, catalog, warn);
  const file = exec?.files.find((each) => fits(each, platform));
  if (exec !== undefined && file !== undefined) return execProgram(exec, file, entry, catalog);
  if (starlark !== undefined) return starlarkProgram(starlark, entry, catalog);
  if (container !== undefined) return containerProgram(container, entry, catalog, warn);
  throw noProgram(entry, platform, exec);
}

function fits({ os, arch }: ExecFile, platform: Platform): boolean {
  return (os === undefined || os === platform.os) && (arch === undefined || arch === platform.arch);
}

function noProgram(entry: CatalogEntry, platform: Platform, exec: ExecRuntime | undefined): Error {
  const what = describeFunction(entry);
  if (exec === undefined) {
    const message = `the catalog entry of ${what} has no program that this version of krm-render can run`;
    const hint = "Known are `container`, `exec` and `starlark`.";
    return failure("catalog-no-program", message, { ...entry.location, hint });
  }
  const platforms = exec.files.map(({ os = "any", arch = "any" }) => `${os}/${arch}`);
  const message = `${what} has no program for ${platform.os}/${platform.arch}, only for ${[...new Set(platforms)].slice(0, 20).join(", ")}`;
  const hint = "Run it on one of these platforms, or add a `container` to the catalog entry.";
  return failure("catalog-no-program", message, { ...exec.location, hint });
}

function containerProgram(
  container: ContainerRuntime,
  entry: CatalogEntry,
  catalog: CatalogReference,
  warn: Warn,
): Program {
  const { image, sha256, requireNetwork, requireStorageMount, envs, location } = container;
  const name = imageName(image, location);
  const written = name.digest && digitsOf(name.digest);
  const given = givenDigest(sha256, `the image of ${describeFunction(entry)}`, location);
  if (written !== undefined && given !== undefined && written !== given) {
    const message = `the image ${shownText(image)} of ${describeFunction(entry)} has another digest than its \`sha256\`, ${given}`;
    throw failure("catalog-invalid-digest", message, { ...location, hint: "Remove the wrong one." });
  }
  const digits = written ?? given;
  if (digits === undefined) throw noDigest(`the image ${shownText(image)}`, entry, catalog, location);
  if (name.host === undefined) warn(shortName(entry, image, location));
  const digest = `sha256:${digits}`;
  const repository = repositoryOf(name);
  const display = name.tag === undefined ? repository : `${repository}:${name.tag}`;
  const permissions = { requireNetwork, requireStorageMount };
  return { type: "container", image: `${repository}@${digest}`, display, digest, ...permissions, envs, location };
}

/** A name without a registry. The digest decides what runs, but anyone may own the name. */
export function shortName(entry: CatalogEntry, image: string, location: Location): Diagnostic {
  return {
    code: "short-image-name",
    severity: "warning",
    message: `${describeFunction(entry)} has the image ${shownText(image)}, whose name has no registry: Docker Hub is meant`,
    ...location,
    hint: "Write the registry in front of the name: `docker.io/…`.",
  };
}

/** Names of archives. What any other file is, its content says when it was fetched. */
const ARCHIVE = /\.(?:tar\.gz|tgz|tar)$/i;

function execProgram(exec: ExecRuntime, file: ExecFile, entry: CatalogEntry, catalog: CatalogReference): Program {
  const { location } = file;
  const what = `the executable ${shownText(file.uri)}`;
  const { source, sha256 } = sourceOf(file, what, entry, catalog);
  const path = source.kind === "path" || source.kind === "git" ? source.path : source.normal.replace(/\?.*$/s, "");
  if (ARCHIVE.test(path) && file.bin === undefined) {
    const message = `${what} of ${describeFunction(entry)} is an archive, and \`bin\` does not say which file of it is the program`;
    throw failure("catalog-program", message, { ...location, hint: "Write `bin: NAME`." });
  }
  return { type: "exec", source, bin: file.bin, sha256, args: exec.args, envs: exec.envs, location };
}

function starlarkProgram(starlark: StarlarkRuntime, entry: CatalogEntry, catalog: CatalogReference): Program {
  const { name, dialect, location } = starlark;
  const what = `the Starlark program ${shownText(starlark.uri)}`;
  return { type: "starlark", ...sourceOf(starlark, what, entry, catalog), name, dialect, location };
}

/** The place and the digest of a file that a catalog names. */
function sourceOf(
  { uri, sha256, location }: Pick<ExecFile, "uri" | "sha256" | "location">,
  what: string,
  entry: CatalogEntry,
  catalog: CatalogReference,
): { source: CatalogReference; sha256: string | undefined } {
  const source = referenceOfFile(uri, location, catalog);
  const given = givenDigest(sha256, `${what} of ${describeFunction(entry)}`, location);
  if (given !== undefined && source.sha256 !== undefined && given !== source.sha256) {
    const message = `${what} of ${describeFunction(entry)} has another digest after \`#\` than its \`sha256\`, ${given}`;
    throw failure("catalog-invalid-digest", message, { ...location, hint: "Remove the wrong one." });
  }
  const digest = given ?? source.sha256;
  const isFixed = source.kind === "oci" && source.digest !== undefined;
  if (digest === undefined && !isFixed) throw noDigest(what, entry, catalog, location);
  return { source, sha256: digest };
}

/**
 * The reference of a file that a catalog names.
 * @param catalog the reference of that catalog
 * @throws KrmError `catalog-reference`
 */
export function referenceOfFile(uri: string, location: Location, catalog: CatalogReference): CatalogReference {
  const parsed = parseCatalogReference(uri, location);
  const source = resolveReference(parsed, referrerOf(catalog));
  if (source.kind === "path") requireInside(source.path, catalog, location);
  return source;
}

/** A path in a catalog stays in the repository, or below the directory of a catalog that lies outside of it. */
function requireInside(path: string, catalog: CatalogReference, location: Location): void {
  const from = catalog.kind === "path" ? catalog.path : "";
  const isOutside = from.startsWith("/") || from.startsWith("../");
  const directory = from.slice(0, from.lastIndexOf("/") + 1);
  const isInside = isOutside
    ? path.startsWith(directory)
    : !path.startsWith("/") && path !== ".." && !path.startsWith("../");
  if (isInside) return;
  const message = `${shownText(path)} leads out of the directory of its catalog`;
  const hint = "Keep what a catalog names beside it.";
  throw failure("catalog-reference", message, { ...location, hint });
}

/** @throws KrmError `catalog-invalid-digest` */
function givenDigest(text: string | undefined, what: string, location: Location): string | undefined {
  if (text === undefined) return undefined;
  const digits = digitsOf(text);
  if (digits !== undefined) return digits;
  const message = `the \`sha256\` of ${what} is not 64 hexadecimal digits`;
  const hint = "Write the digest that `sha256sum FILE` prints, or that the registry shows for an image.";
  throw failure("catalog-invalid-digest", message, { ...location, hint });
}

function noDigest(what: string, entry: CatalogEntry, catalog: CatalogReference, location: Location): Error {
  const message = `${what} of ${describeFunction(entry)} has no digest, so other content could take its place`;
  const hint = `Add \`sha256\` to the catalog: \`krm-render view catalog ${shownReference(catalog)} --pin\` prints it with all digests.`;
  return failure("catalog-no-digest", message, { ...location, hint });
}
