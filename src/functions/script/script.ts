/** The program of a function in Starlark, wherever it is; docs/specification/starlark.md 2.1 to 2.3. */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import { failure } from "../../diagnostics.ts";
import { shownAddress } from "../../sources/index.ts";
import type { StarlarkSpecification } from "../specification/function-specification.ts";
import type { FunctionRequest } from "../step.ts";
import { configDirectory } from "./config-directory.ts";

export interface Script {
  readonly source: string;
  /** The file as the user would name it, or the address. */
  readonly display: string;
}

/**
 * Reads it through the tree, so that it need not be on disk, or from the address that the config names.
 * @throws KrmError `starlark-refused` for a path or an address that may not be used, `starlark-not-found`, and those of
 *   remote sources
 */
export async function readScript(specification: StarlarkSpecification, request: FunctionRequest): Promise<Script> {
  const { path, url, location } = specification;
  const { display, bytes } =
    path === undefined
      ? await fetched(url as string, specification, request)
      : await beside(path, specification, request);
  try {
    return { display, source: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (cause) {
    throw failure("starlark-refused", `${display} is not UTF-8, and no program`, { ...location, cause });
  }
}

interface Bytes {
  readonly display: string;
  readonly bytes: Uint8Array;
}

/** Paths count from the file of the config, and never lead above its directory, not even through a link. */
async function beside(
  path: string,
  { location, sha256 }: StarlarkSpecification,
  { config, root, restricted }: FunctionRequest,
): Promise<Bytes> {
  const clean = posix.normalize(path);
  if (clean.startsWith("/") || clean.startsWith("..") || /[\0\\]/.test(path)) {
    throw failure("starlark-refused", `${path} leads out of the directory of the config`, {
      ...location,
      hint: "Name a file in or below the directory that the config is in, such as fn.star.",
    });
  }
  const { tree } = root;
  const file = config.origin?.file;
  const directory = file === undefined ? root.path : configDirectory(root, file);
  if (directory === undefined) {
    throw failure("starlark-refused", `${path} would be beside ${file}, which is not in ${tree.label}`, {
      ...location,
      hint: "Copy the config and its program to where they are used.",
    });
  }
  const wanted = posix.resolve(directory, clean);
  const display = tree.display(wanted);
  const located = await tree.lookup(wanted);
  if (located === undefined) {
    throw failure("starlark-not-found", `${display} does not exist`, {
      ...location,
      hint: "The path of a program counts from the directory that its config is in.",
    });
  }
  if (located.type !== "file") throw failure("starlark-not-found", `${display} is not a file`, { ...location });
  if (restricted && directory !== "/" && !located.path.startsWith(`${directory}/`)) {
    const outside = `${display} is a link that leaves ${tree.display(directory)}, and may not be run`;
    throw failure("starlark-refused", outside, { ...location, hint: "Put the program itself there." });
  }
  const bytes = await tree.read(located.path);
  const found = sha256 && createHash("sha256").update(bytes).digest("hex");
  if (found !== sha256) {
    throw failure("starlark-refused", `${display} has the digest sha256 ${found}, and its config asks for ${sha256}`, {
      ...location,
      hint: "See whether the file was meant to change; if so, write its new digest into the config.",
    });
  }
  return { display, bytes };
}

const DIGEST = /#sha256[=:][0-9a-f]{64}$/;

/** By the port to remote sources, with its rules; it compares the digest. */
async function fetched(url: string, specification: StarlarkSpecification, { read }: FunctionRequest): Promise<Bytes> {
  const { location, sha256 } = specification;
  const display = shownAddress(url);
  if (!/^https?:\/\/[^\n]*$/i.test(url)) {
    throw failure("starlark-refused", `${display} is not an address of the web`, {
      ...location,
      hint: "Write https://…, or name a file of the repository by `path`.",
    });
  }
  if (!DIGEST.test(url) && !/^[0-9a-f]{64}$/.test(sha256 ?? "")) {
    throw failure("starlark-refused", `${display} is a program without a digest: it could be another one tomorrow`, {
      ...location,
      hint: "Add `sha256:` with the 64 digits that sha256sum prints, or copy the program into the repository.",
    });
  }
  return { display, bytes: await read(DIGEST.test(url) ? url : `${url}#sha256=${sha256}`, location) };
}
