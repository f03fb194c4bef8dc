/** Unpacks the archive of a chart into memory; docs/specification/helm-charts.md 5.5. */
import { Readable } from "node:stream";
import { failure, KrmError } from "../../diagnostics.ts";
import { expansion, readTar, type TarEntry } from "../../store/index.ts";
import { artifactTree } from "../artifact/artifact-tree.ts";
import { readDirectory } from "../helm/directory.ts";
import type { Directory } from "../helm/helm.ts";
import { memoryTree } from "../memory-tree.ts";

const MIB = 1024 * 1024;
export const MAX_ARCHIVE_BYTES = 64 * MIB;
/** The limits of a chart in a tree; see `readDirectory`. */
const MAX_UNPACKED_BYTES = 256 * MIB;
const MAX_ENTRIES = 20_000;
const PART = 64 * 1024;
const BYTE_ORDER_MARK = Buffer.from("\ufeff");

type Refused = (problem: string, cause?: unknown) => KrmError;

/**
 * The files of a chart, by their paths in its directory.
 * @param archive gzip around tar
 * @param shown the archive in messages
 * @param last the file behind which nothing is read
 * @throws KrmError `archive-refused`
 */
export async function unpackChart(archive: Buffer, shown: string, last?: string): Promise<Directory> {
  const refused = refusalOf(shown);
  const files = new Map<string, Uint8Array>();
  const placeOf: PlaceOf = (name, type) => {
    if (type !== "file") throw refused(notRegular(name, type));
    return { to: files, path: inChart(name, refused) };
  };
  await readFiles(archive, refused, placeOf, last);
  return files;
}

/**
 * The files of a chart in an artifact that source-controller unpacks and packs again: without links, and without what the patterns
 * of `.sourceignore` leave out. docs/specification/helm-charts.md 5.7
 * @param ignore the field `spec.ignore`
 * @throws KrmError `archive-refused`, `source-ignore-too-large`
 */
export async function unpackArtifact(archive: Buffer, shown: string, ignore: string | undefined): Promise<Directory> {
  const refused = refusalOf(shown);
  const unpacked = new Map<string, Uint8Array>();
  await readFiles(archive, refused, (name, type) => {
    const parts = name.split("/").filter((part) => part !== "" && part !== ".");
    if (/[\\\0]|^\/|^$/.test(name) || parts.includes("..")) throw refused(`${entryText(name)}, which is no path in it`);
    if (type === "symlink") return undefined;
    if (type !== "file" || parts.length === 0) throw refused(notRegular(name, type));
    return { to: unpacked, path: parts.join("/") };
  });
  const packed = await readDirectory(artifactTree(treeOf(unpacked, refused), ignore), "/");
  return new Map([...packed].map(([name, bytes]) => [inChart(name, refused), bytes]));
}

function treeOf(files: Directory, refused: Refused): ReturnType<typeof memoryTree> {
  try {
    return memoryTree(Object.fromEntries(files));
  } catch (thrown) {
    if (thrown instanceof TypeError) throw refused("has a file and a directory with the same name", thrown);
    throw thrown;
  }
}

/** The place of an entry that is no directory; undefined for one that is left out. */
type PlaceOf = (
  name: string,
  type: string | undefined,
) => { readonly to: Map<string, Uint8Array>; readonly path: string } | undefined;

/** Ends the reading of an archive whose last file of interest was read. */
const ENOUGH = new Error("enough");

async function readFiles(archive: Buffer, refused: Refused, placeOf: PlaceOf, last?: string): Promise<void> {
  let entries = 0;

  async function take({ name, type, content }: TarEntry): Promise<void> {
    if (++entries > MAX_ENTRIES) throw refused(`has more than ${MAX_ENTRIES} entries`);
    const place = type === "directory" ? undefined : placeOf(name, type);
    if (place === undefined) return;
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const hasMark = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
    place.to.set(place.path, hasMark ? bytes.subarray(3) : bytes);
    if (place.path === last) throw ENOUGH;
  }

  function* parts(): Iterable<Buffer> {
    for (let at = 0; at < archive.length; at += PART) yield archive.subarray(at, at + PART);
  }

  const limits = { isGzip: true, maxPacked: MAX_ARCHIVE_BYTES, maxUnpacked: MAX_UNPACKED_BYTES, refused };
  try {
    await readTar(Readable.from(parts()), expansion(limits).stages, take);
  } catch (thrown) {
    if (thrown === ENOUGH) return;
    if (thrown instanceof KrmError) throw thrown;
    throw refused(`cannot be read as a tar archive in gzip: ${(thrown as Error).message}`, thrown);
  }
}

function refusalOf(shown: string): Refused {
  const hint = "Package the chart again with `helm package`.";
  return (problem, cause) => failure("archive-refused", `${shown} ${problem}`, { hint, cause });
}

function entryText(name: string): string {
  return `has the entry ${JSON.stringify(name.slice(0, 200))}`;
}

function notRegular(name: string, type: string | undefined): string {
  return `${entryText(name)}, which is not a regular file but a ${type ?? "thing of another type"}`;
}

/**
 * The path of an entry below the directory of its chart, the first part of its name, whatever that is. Archives of Windows have
 * backslashes.
 * @throws KrmError `archive-refused` for one that is absolute, or names another place
 */
function inChart(name: string, refused: Refused): string {
  const [top, ...rest] = name.split(name.includes("\\") ? "\\" : "/");
  const [first] = rest;
  const parts = rest.flatMap((part) => part.split("/")).filter((part) => part !== "" && part !== ".");
  const isOutside = top === "" || top === ".." || first === "" || name.includes("\0") || parts.includes("..");
  const isInside = !isOutside && top !== "Chart.yaml" && !/^[a-z]:$/i.test(parts[0] ?? "") && parts.length > 0;
  if (isInside) return parts.join("/");
  throw refused(`${entryText(name)}, which is not in the directory of the chart`);
}
