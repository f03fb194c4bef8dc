/** Opens the configuration of reviews: that of the repository, or that of `--configuration`, with what `--redact` adds. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  type OpenedConfiguration,
  openConfiguration,
  readGivenConfiguration,
  withRedaction,
} from "../comparison/index.ts";
import { failure } from "../diagnostics.ts";
import type { Trees } from "../render/index.ts";
import type { ConfigurationSettings } from "./options/configuration-settings.ts";

/**
 * @param cwd what the name of the file is relative to
 * @param trees those whose configuration is meant; undefined where there is none
 * @throws KrmError for a given file that cannot be read, or has mistakes
 */
export async function openReviewConfiguration(
  { file, redaction }: ConfigurationSettings,
  cwd: string,
  trees: Trees | undefined,
): Promise<OpenedConfiguration> {
  return withRedaction(await open(file, cwd, trees), redaction);
}

async function open(file: string | undefined, cwd: string, trees: Trees | undefined): Promise<OpenedConfiguration> {
  if (file !== undefined) return readGivenConfiguration(readFile(resolve(cwd, file), file), file);
  return trees === undefined ? readGivenConfiguration(new Uint8Array(), "") : openConfiguration(trees);
}

function readFile(path: string, file: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    const isAbsent = (cause as NodeJS.ErrnoException).code === "ENOENT";
    const code = isAbsent ? "file-not-found" : "unreadable";
    throw failure(code, isAbsent ? "no such file" : `cannot be read: ${(cause as Error).message}`, { file, cause });
  }
}
