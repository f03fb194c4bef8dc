/** Writes the files of `krm-render pin`: all of them, or none; docs/specification/lock.md 5.6. */
import { readFileSync, rmSync, statSync } from "node:fs";
import { relative } from "node:path";
import { failure } from "../../diagnostics.ts";
import { writeFileAtomically } from "../../render/index.ts";

export interface PinnedFile {
  /** Absolute. */
  readonly path: string;
  /** The bytes that were read. Undefined for a file that did not exist. */
  readonly before: Uint8Array | undefined;
  readonly text: string;
}

/**
 * Writes in the given order. If one file cannot be written, those before it get back their former bytes.
 * @param cwd messages name the files relative to it
 * @param write a port, so that tests can make it fail
 * @throws KrmError `pin-changed` if somebody has edited a file since it was read, `output-unwritable`
 */
export function writePinned(
  files: readonly PinnedFile[],
  cwd: string,
  write: (path: string, text: string) => void = writeFileAtomically,
): void {
  for (const file of files) requireUnchanged(file, cwd);
  const written: PinnedFile[] = [];
  try {
    for (const file of files) {
      write(file.path, file.text);
      written.push(file);
    }
  } catch (thrown) {
    for (const { path, before } of written.toReversed()) {
      if (before === undefined) rmSync(path, { force: true });
      else write(path, Buffer.from(before).toString());
    }
    throw thrown;
  }
}

/** References are resolved for as long as the network takes, and the user may have gone on editing. */
function requireUnchanged({ path, before }: PinnedFile, cwd: string): void {
  const now = statSync(path, { throwIfNoEntry: false }) && readFileSync(path);
  if (before === undefined ? now === undefined : now?.equals(before)) return;
  throw failure("pin-changed", "the file was changed while its references were resolved, so no file is written", {
    file: relative(cwd, path),
    hint: "Run the command again.",
  });
}
