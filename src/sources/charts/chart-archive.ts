/** Unpacks the archive of a chart into memory; docs/specification/helm-charts.md 5.5. */
import { Readable } from "node:stream";
import { failure, KrmError } from "../../diagnostics.ts";
import { expansion, readTar, type TarEntry } from "../../store/index.ts";
import type { Directory } from "../helm/helm.ts";

const MIB = 1024 * 1024;
export const MAX_ARCHIVE_BYTES = 64 * MIB;
/** The limits of a chart in a tree; see `readDirectory`. */
const MAX_UNPACKED_BYTES = 256 * MIB;
const MAX_ENTRIES = 20_000;
const PART = 64 * 1024;
const BYTE_ORDER_MARK = Buffer.from("\ufeff");

/**
 * The files of a chart, by their paths in its directory.
 * @param archive gzip around tar
 * @param shown the archive in messages
 * @throws KrmError `archive-refused`
 */
export async function unpackChart(archive: Buffer, shown: string): Promise<Directory> {
  const refused = (problem: string, cause?: unknown): KrmError =>
    failure("archive-refused", `${shown} ${problem}`, { hint: "Package the chart again with `helm package`.", cause });
  const files = new Map<string, Uint8Array>();
  let entries = 0;

  async function take({ name, type, content }: TarEntry): Promise<void> {
    if (++entries > MAX_ENTRIES) throw refused(`has more than ${MAX_ENTRIES} entries`);
    const entry = `has the entry ${JSON.stringify(name.slice(0, 200))}`;
    if (type === "directory") return;
    if (type !== "file")
      throw refused(`${entry}, which is not a regular file but a ${type ?? "thing of another type"}`);
    const path = pathInChart(name);
    if (path === undefined) throw refused(`${entry}, which is not in the directory of the chart`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    files.set(path, bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes);
  }

  function* parts(): Iterable<Buffer> {
    for (let at = 0; at < archive.length; at += PART) yield archive.subarray(at, at + PART);
  }

  const limits = { isGzip: true, maxPacked: MAX_ARCHIVE_BYTES, maxUnpacked: MAX_UNPACKED_BYTES, refused };
  try {
    await readTar(Readable.from(parts()), expansion(limits).stages, take);
  } catch (thrown) {
    if (thrown instanceof KrmError) throw thrown;
    throw refused(`cannot be read as a tar archive in gzip: ${(thrown as Error).message}`, thrown);
  }
  return files;
}

/**
 * The path of an entry below the directory of its chart, the first part of its name, whatever that is. Archives of Windows have
 * backslashes. Undefined for one that is absolute, or names another place.
 */
function pathInChart(name: string): string | undefined {
  const [top, ...rest] = name.split(name.includes("\\") ? "\\" : "/");
  const [first] = rest;
  const parts = rest.flatMap((part) => part.split("/")).filter((part) => part !== "" && part !== ".");
  if (top === "" || top === ".." || first === "" || name.includes("\0") || parts.includes("..")) return undefined;
  if (top === "Chart.yaml" || /^[a-z]:$/i.test(parts[0] ?? "")) return undefined;
  return parts.length === 0 ? undefined : parts.join("/");
}
