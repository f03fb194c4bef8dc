/** The place of the manifests of a run. A bundle has fewer than 10,000 files, so one archive stands for very many manifests. */
import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { MANIFESTS, MANIFESTS_ARCHIVE } from "../bundle/index.ts";
import { writeArchive } from "../release/index.ts";
import { compareBytewise } from "../text/index.ts";

/** The most manifests that are files of a bundle. */
const MAX_FILES = 9000;

export interface ManifestPlace {
  /** The directory of the manifests; absolute. */
  readonly directory: string;
  /** True if the directory is not in the output directory. */
  readonly isApart: boolean;
  /** Writes what stands for them in the output directory. @throws KrmError `output-unwritable` */
  finish(): void;
}

/**
 * @param output the output directory
 * @param count of all manifests that may be written
 * @param temporary where a directory of very many of them is made
 */
export function placeManifests(output: string, count: number, temporary: string): ManifestPlace {
  if (count <= MAX_FILES) return { directory: join(output, MANIFESTS), isApart: false, finish() {} };
  const top = mkdtempSync(join(temporary, "krm-render-"));
  return {
    directory: join(top, MANIFESTS),
    isApart: true,
    finish() {
      const entries = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const files = entries.map(({ parentPath, name }) => join(parentPath, name));
      const archived = files.map((file) => ({
        path: file.slice(top.length + 1),
        bytes: statSync(file).size,
        text: () => [readFileSync(file, "utf8")],
      }));
      writeArchive(
        join(output, MANIFESTS_ARCHIVE),
        archived.sort((a, b) => compareBytewise(a.path, b.path)),
      );
    },
  };
}
