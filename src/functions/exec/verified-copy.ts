/** Copies a program and hashes what it copies, so that what runs is what was verified; docs/specification/executables.md 5.1. */
import { constants } from "node:fs";
import { chmod, open, rm } from "node:fs/promises";
import { failure } from "../../diagnostics.ts";
import { writeHashed } from "../../store/index.ts";

const CHUNK_BYTES = 1024 * 1024;

interface VerifiedCopy {
  /** The title of the program, for messages. */
  readonly title: string;
  readonly from: string;
  /** In a private directory. Must not exist. */
  readonly to: string;
  /** 64 hexadecimal digits in lower case. */
  readonly sha256: string;
}

/**
 * Makes a copy that may be executed and not written. If it fails, nothing is left.
 * @throws KrmError `digest-mismatch` for a file that has another digest, is no file, or cannot be read
 */
export async function copyVerified({ title, from, to, sha256 }: VerifiedCopy): Promise<void> {
  let found: string;
  try {
    found = await copyHashed(from, to);
  } catch (cause) {
    await rm(to, { force: true });
    const reason = (cause as NodeJS.ErrnoException).code ?? "unknown";
    throw mismatch(`${title} cannot be copied (${reason}), so its digest cannot be checked`, cause);
  }
  if (found === sha256) return;
  await rm(to, { force: true });
  throw mismatch(`${title} has the digest sha256:${found}, but its catalog has sha256:${sha256}`);
}

function mismatch(message: string, cause?: unknown): Error {
  return failure("digest-mismatch", message, {
    hint: "The stored file has changed since it was fetched. Run `krm-render cache verify`, and then run again.",
    ...(cause !== undefined && { cause }),
  });
}

async function copyHashed(from: string, to: string): Promise<string> {
  // A pipe in the place of the file would block; a link could lead anywhere.
  const source = await open(from, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await source.stat()).isFile()) throw Object.assign(new Error("not a file"), { code: "not a file" });
    const content = source.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES });
    const digest = await writeHashed(content, to, 0o500);
    // The umask may have taken rights away.
    await chmod(to, 0o500);
    return digest;
  } finally {
    await source.close();
  }
}
