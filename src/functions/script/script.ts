/** Reads the Starlark program of a function from a file or an address; docs/specification/starlark.md 2.1 to 2.3. */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import { failure } from "../../diagnostics.ts";
import { shownAddress } from "../../sources/index.ts";
import { decodeSource } from "../../starlark/index.ts";
import type { StarlarkSpecification } from "../specification/function-specification.ts";
import type { FunctionRequest } from "../step.ts";
import { configDirectory } from "./config-directory.ts";

export interface Script {
  readonly source: string;
  /** The file or address, as messages name it. */
  readonly display: string;
}

/**
 * Reads the program through the tree of the config, or from the address that the config names.
 * @throws KrmError `starlark-refused` for a path or an address that is not allowed, `starlark-not-found`, and the errors of
 *   remote sources
 */
export async function readScript(specification: StarlarkSpecification, request: FunctionRequest): Promise<Script> {
  const { path, url } = specification;
  if (path !== undefined) return readFile(path, specification, request);
  return readAddress(url as string, specification, request);
}

/** Reads a path relative to the file of the config. Neither the path nor a link may lead out of its directory. */
async function readFile(
  path: string,
  { location, sha256 }: StarlarkSpecification,
  { config, root, restricted }: FunctionRequest,
): Promise<Script> {
  const clean = posix.normalize(path);
  if (clean.startsWith("/") || clean.startsWith("..") || /[\0\\]/.test(path)) {
    const hint = "Name a file in or below the directory of the config, such as fn.star.";
    throw failure("starlark-refused", `${path} leads out of the directory of the config`, { ...location, hint });
  }
  const { tree } = root;
  const file = config.origin?.file;
  const directory = file === undefined ? root.path : configDirectory(root, file);
  if (directory === undefined) {
    const message = `${path} cannot be read: its config, ${file}, is not in ${tree.label}`;
    const hint = "Copy the config and its program into the directory of the kustomization.";
    throw failure("starlark-refused", message, { ...location, hint });
  }
  const wanted = posix.resolve(directory, clean);
  const display = tree.display(wanted);
  const located = await tree.lookup(wanted);
  if (located === undefined) {
    const hint = "Write a path relative to the directory of the config.";
    throw failure("starlark-not-found", `${display} does not exist`, { ...location, hint });
  }
  if (located.type !== "file") throw failure("starlark-not-found", `${display} is not a file`, { ...location });
  if (restricted && directory !== "/" && !located.path.startsWith(`${directory}/`)) {
    const outside = `${display} must not run: it is a link that leads out of ${tree.display(directory)}`;
    throw failure("starlark-refused", outside, { ...location, hint: "Replace the link with the program itself." });
  }
  const bytes = await tree.read(located.path);
  const found = sha256 && createHash("sha256").update(bytes).digest("hex");
  if (found !== sha256) {
    const message = `${display} has the digest sha256 ${found}, but its config has ${sha256}`;
    const hint = "Check whether the file should have changed. If so, write its new digest into the config.";
    throw failure("digest-mismatch", message, { ...location, hint });
  }
  return { display, source: decodeSource(bytes) };
}

const DIGEST = /#sha256[=:][0-9a-f]{64}$/;

/** Reads an address by the rules for remote sources, which compare the digest. */
async function readAddress(
  url: string,
  { location, sha256 }: StarlarkSpecification,
  { read }: FunctionRequest,
): Promise<Script> {
  const display = shownAddress(url);
  if (!/^https?:\/\/[^\n]*$/i.test(url)) {
    const hint = "Write an address that begins with https://, or name a file of the repository in `path`.";
    throw failure("starlark-refused", `${display} is not an http or https address`, { ...location, hint });
  }
  if (!DIGEST.test(url) && !/^[0-9a-f]{64}$/.test(sha256 ?? "")) {
    const message = `${display} has no digest, without which the program could change unnoticed`;
    const hint = "Add `sha256:` with the digest that sha256sum prints, or copy the program into the repository.";
    throw failure("starlark-refused", message, { ...location, hint });
  }
  const bytes = await read(DIGEST.test(url) ? url : `${url}#sha256=${sha256}`, location);
  return { display, source: decodeSource(bytes) };
}
