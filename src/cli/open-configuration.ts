/** Opens the configuration of reviews: that of the repository or of `--configuration`, and the rules of `--redact`. */
import { resolve } from "node:path";
import {
  type OpenedConfiguration,
  openConfiguration,
  readGivenConfiguration,
  withRedaction,
} from "../comparison/index.ts";
import { failure } from "../diagnostics.ts";
import type { Trees } from "../render/index.ts";
import { readNamedFile } from "./named-file.ts";
import type { ConfigurationSettings } from "./options/configuration-settings.ts";

/**
 * @param cwd what the name of the file is relative to
 * @param trees the trees with the configuration of the repository; undefined where there are none
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
  if (file === undefined)
    return trees === undefined ? readGivenConfiguration(new Uint8Array(), "") : openConfiguration(trees);
  const bytes = readNamedFile(resolve(cwd, file), file);
  if (bytes === undefined) throw failure("file-not-found", "no such file", { file });
  return readGivenConfiguration(bytes, file);
}
