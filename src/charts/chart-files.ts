/** The files of a chart, as helm gets them; docs/specification/helm-charts.md 5, 10. */
import { posix } from "node:path";
import { failure, type Location } from "../diagnostics.ts";
import {
  artifactTree,
  type Directory,
  parseGitReference,
  readDirectory,
  shownAddress,
  unpackChart,
} from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import { readMetadata } from "./chart-metadata.ts";
import { withDependencies } from "./dependencies.ts";
import { type ChartFilePorts, fetchChart, fetchRepository } from "./fetching.ts";
import { IGNORE_FILE, parseHelmIgnore, withInertIgnoreFile } from "./helm-ignore.ts";
import type { ChartSource, GitChart } from "./recipe.ts";
import { inFetchedChart, inTree, withValuesFiles } from "./values-files.ts";

export interface ChartFiles {
  /** Without what `.helmignore` leaves out, and with all dependencies that were missing. */
  readonly files: Directory;
  /** The name in Chart.yaml. */
  readonly name: string;
  /** The version in Chart.yaml. */
  readonly version: string;
}

/**
 * Reads or fetches the files of a chart.
 * @throws KrmError `chart-not-found`, `chart-dependency`, `directory-too-large`, `archive-refused`, `file-not-found`, `not-a-file`,
 * `invalid-values`, `invalid-yaml`; `remote-unsupported` and what fetching throws; `lock-missing`, `lock-mismatch`
 */
export async function chartFiles(source: ChartSource, ports: ChartFilePorts): Promise<ChartFiles> {
  const [whole, display] = await wholeChart(source, ports);
  const files = withInertIgnoreFile(whole);
  const { name, version } = readMetadata(files, display, source.location);
  return { files, name, version };
}

async function wholeChart(
  source: ChartSource,
  ports: ChartFilePorts,
): Promise<readonly [files: Directory, display: string]> {
  if (source.from === "tree") return treeChart(source, source.directory, ports.tree, ports);
  if (source.from === "git") return gitChart(source, ports);
  const { repo, name } = source.wanted;
  const { files } = await fetchChart(source.wanted, source.location, ports);
  const display = `${shownAddress(repo)}/${name}`;
  return [await withValuesFiles(files, source, inFetchedChart(files, display)), display];
}

async function gitChart(source: GitChart, ports: ChartFilePorts): ReturnType<typeof wholeChart> {
  const named = parseGitReference(source.repository);
  if (named === undefined) {
    const message = `${shownAddress(source.repository)} is not the address of a repository`;
    throw failure("chart-not-found", message, { ...source.location, hint: "Correct the address." });
  }
  const url = source.newest === undefined ? named : { ...named, newest: source.newest };
  const { tree } = await fetchRepository(url, source.location, ports);
  const seen = source.packagedBy === "helm" ? tree : artifactTree(tree, source.ignore);
  return treeChart(source, source.directory, seen, { ...ports, from: [...(ports.from ?? []), url] });
}

/** @param directory in the tree: a directory, or an archive */
async function treeChart(
  source: ChartSource,
  directory: string,
  tree: Tree,
  ports: ChartFilePorts,
): ReturnType<typeof wholeChart> {
  const display = tree.display(directory);
  const files = await chartAt(directory, tree, source.location);
  const metadata = readMetadata(files, display, source.location);
  const valued = await withValuesFiles(files, source, inTree(tree, source.location));
  const isArchive = (await tree.lookup(directory))?.type === "file";
  if (isArchive) return [valued, display];
  const readChart = (path: string, location: Location): Promise<Directory> => chartAt(path, tree, location);
  const packagedBy = source.packagedBy ?? "source-controller";
  return [await withDependencies(valued, metadata, { packagedBy, directory, tree, ports, readChart }), display];
}

/** The files at a path, without what its `.helmignore` leaves out. */
async function chartAt(path: string, tree: Tree, location: Location): Promise<Directory> {
  const located = await tree.lookup(path);
  if (located?.type === "file") return unpackChart(Buffer.from(await tree.read(path)), tree.display(path));
  if (located?.type !== "directory") {
    const hint = "Correct the path of the chart, or add the chart there.";
    throw failure("chart-not-found", `there is no chart ${tree.display(path)}`, { ...location, hint });
  }
  const ignoreFile = posix.join(path, IGNORE_FILE);
  const hasRules = (await tree.lookup(ignoreFile))?.type === "file";
  const text = hasRules ? Buffer.from(await tree.read(ignoreFile)).toString() : "";
  return readDirectory(tree, path, parseHelmIgnore(text));
}
