/** Opens a bundle that is a directory, as actions/download-artifact leaves it. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { checkFound, checkListed, checkRead, type FoundFile, readListed } from "./contents.ts";
import { readRegularFile } from "./digest.ts";
import { type BundleManifest, MAX_ENTRIES, MAX_MANIFEST_BYTES, parseManifest, tooMany } from "./manifest.ts";
import { BUNDLE_FILE } from "./output-files.ts";
import { pathProblem, quoted } from "./paths.ts";
import { guarded, type Refuse, refuserOf } from "./problems.ts";

/** A bundle whose files are those that it lists. Its contents may come from anyone. */
export interface Bundle {
  readonly manifest: BundleManifest;
  /** The contents of a listed file, which are checked again. @throws KrmError `bundle-invalid`, also for a file that is not listed */
  read(path: string): Buffer;
  close(): void;
}

/**
 * Opens a directory and checks all of its files by its `bundle.json`: their paths, number, sizes and digests. Follows no link.
 * @throws KrmError `bundle-invalid`
 */
export function openBundleDirectory(directory: string): Bundle {
  const refuse = refuserOf(quoted(directory));
  return guarded(refuse, () => {
    const held = filesBelow(directory, refuse);
    checkFound(held, refuse);
    const manifest = parseManifest(contentsOf(join(directory, BUNDLE_FILE), MAX_MANIFEST_BYTES), refuse);
    checkListed(held, manifest, refuse);
    for (const file of manifest.files) {
      checkRead(file, readRegularFile(join(directory, file.path), file.bytes), refuse);
    }
    return {
      manifest,
      read: (path) => readListed(manifest, path, ({ bytes }) => contentsOf(join(directory, path), bytes), refuse),
      close() {},
    };
  });
}

function contentsOf(path: string, maxBytes: number): Buffer {
  const chunks: Buffer[] = [];
  readRegularFile(path, maxBytes, (chunk) => void chunks.push(Buffer.from(chunk)));
  return Buffer.concat(chunks);
}

/** All files, and no link or special file. */
function filesBelow(top: string, refuse: Refuse): FoundFile[] {
  const held: FoundFile[] = [];
  let entries = 0;
  const open = [""];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const entry of readdirSync(join(top, at), { withFileTypes: true })) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      // Directories count: there may be many without a file.
      if (++entries >= 2 * MAX_ENTRIES) throw refuse(tooMany(entries));
      const problem = pathProblem(path);
      if (problem !== undefined) throw refuse(`the path ${quoted(path)} ${problem}`);
      if (entry.isDirectory()) open.push(path);
      else if (entry.isFile()) held.push({ path, bytes: lstatSync(join(top, path)).size });
      else throw refuse(`${quoted(path)} is a link or a special file`);
    }
  }
  return held;
}
