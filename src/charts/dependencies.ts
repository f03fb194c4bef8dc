/** Adds the dependencies of a chart in a repository that are not in its directory `charts`; docs/specification/helm-charts.md 10.4. */
import { posix } from "node:path";
import { failure, type KrmError, type Location } from "../diagnostics.ts";
import { bytesOf, type Directory, isRegistry, parseRange, parseVersion } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import { type ChartMetadata, type Dependency, readMetadata } from "./chart-metadata.ts";
import { type ChartFilePorts, fetchChart } from "./fetching.ts";
import { isLockInSync } from "./lock-digest.ts";
import { type Subchart, subchartsOf } from "./subcharts.ts";

/** More than any chart has. */
const MAX_DEPENDENCIES = 100;
const MAX_FILES = 20_000;
const MAX_BYTES = 256 * 1024 * 1024;

interface Packaging {
  readonly packagedBy: "source-controller" | "helm";
  /** The directory of the chart in the tree that it is in. */
  readonly directory: string;
  readonly tree: Tree;
  readonly ports: ChartFilePorts;
  /** Reads the chart at another path of the tree. */
  readonly readChart: (path: string, location: Location) => Promise<Directory>;
}

/**
 * The files with those of the dependencies that are missing, as directories in `charts`. Their own dependencies are those that they
 * bring: neither source-controller nor `helm dependency build` looks for more.
 * @throws KrmError `chart-dependency`, `directory-too-large`, and what fetching and reading throw
 */
export async function withDependencies(
  files: Directory,
  metadata: ChartMetadata,
  packaging: Packaging,
): Promise<Directory> {
  const { dependencies, lock } = metadata;
  if (dependencies.length === 0 && lock === undefined) return files;
  const isOfHelm = packaging.packagedBy === "helm";
  const present = await subchartsOf(files);
  const wanted = isOfHelm ? dependencies : (lock?.dependencies ?? dependencies);
  const missing = isOfHelm ? absent(wanted, present) : absentForFlux(wanted, present);
  if (missing.length === 0) return files;
  if (missing.length > MAX_DEPENDENCIES)
    throw refused(missing[0], `more than ${MAX_DEPENDENCIES} dependencies are missing`);
  if (!isOfHelm) return withCharts(files, missing, packaging);
  if (!isLockInSync(metadata)) {
    const message = "Chart.lock does not belong to the dependencies of the chart, so helm builds none of them";
    throw failure("chart-dependency", message, { ...lock?.location, hint: "Run `helm dependency update`." });
  }
  // helm builds all of them again, and removes the archives that it did not make.
  const all = (lock?.dependencies ?? dependencies).filter(({ repository }) => repository !== "");
  const inDirectories = present.filter(({ isArchive }) => !isArchive);
  const local = new Set(dependencies.filter(({ repository }) => repository === "").map(({ name }) => name));
  const outdated = new Set(
    present.filter(({ isArchive, name }) => isArchive && !local.has(name)).map(({ path }) => path),
  );
  const kept = new Map([...files].filter(([path]) => !outdated.has(path)));
  const unknown = missing.filter(({ repository }) => repository === "");
  return withCharts(kept, [...unknown, ...absent(all, inDirectories)], packaging);
}

function absent(wanted: readonly Dependency[], present: readonly Subchart[]): readonly Dependency[] {
  const names = new Set(present.map(({ name }) => name));
  return wanted.filter(({ name }) => !names.has(name));
}

/** source-controller looks at names only if the numbers differ. */
function absentForFlux(wanted: readonly Dependency[], present: readonly Subchart[]): readonly Dependency[] {
  return wanted.length === present.length ? [] : absent(wanted, present);
}

async function withCharts(files: Directory, wanted: readonly Dependency[], packaging: Packaging): Promise<Directory> {
  const result = new Map(files);
  let bytes = bytesOf(files);
  const taken = new Set([...files.keys()].map((path) => path.split("/").slice(0, 2).join("/")));
  const known = new Set<string>();
  for (const dependency of wanted) {
    // Two aliases of one chart.
    const key = JSON.stringify([dependency.name, dependency.version, dependency.repository]);
    if (known.has(key)) continue;
    known.add(key);
    const chart = await chartOf(dependency, packaging);
    const { name, version } = readMetadata(chart, dependency.name, dependency.location);
    const path = [`charts/${name}`, `charts/${name}-${version}`].find((each) => !taken.has(each));
    if (path === undefined || !/^[A-Za-z0-9][A-Za-z0-9.+_-]*(?<!\.tgz)$/.test(path.slice("charts/".length)))
      throw refused(dependency, `the chart ${JSON.stringify(name.slice(0, 100))} cannot be put into \`charts\``);
    taken.add(path);
    for (const [file, content] of chart) result.set(`${path}/${file}`, content);
    bytes += bytesOf(chart);
    if (result.size > MAX_FILES || bytes > MAX_BYTES) {
      const message = `the chart and its dependencies hold more than ${MAX_FILES} files or ${MAX_BYTES} bytes`;
      throw failure("directory-too-large", message, dependency.location);
    }
  }
  return result;
}

function chartOf(dependency: Dependency, packaging: Packaging): Promise<Directory> {
  const { repository, name, version, location } = dependency;
  if (repository === "" || repository.startsWith("file://")) return localChart(dependency, packaging);
  if (!isRegistry(repository) && !/^https?:\/\//.test(repository)) {
    const isName = /^(?:@|alias:)/.test(repository);
    const problem = isName ? "is the name that helm has for a repository on some machine" : "is no address";
    throw refused(dependency, `its repository ${JSON.stringify(repository.slice(0, 200))} ${problem}`);
  }
  if (parseRange(version) === undefined)
    throw refused(dependency, `its version ${JSON.stringify(version.slice(0, 100))} is neither a version nor a range`);
  const chosenBy = packaging.packagedBy;
  const wanted = { repo: repository, name, version, devel: false, chosenBy };
  return fetchChart(wanted, location, packaging.ports).then(({ files }) => files);
}

/** A chart at a path that is relative to the chart. */
async function localChart(dependency: Dependency, packaging: Packaging): Promise<Directory> {
  const { repository, name, version, location } = dependency;
  const { directory, tree, readChart, packagedBy } = packaging;
  const given = repository === "" ? `charts/${name}` : repository.slice("file://".length);
  const isOfHelm = packagedBy === "helm";
  // To helm an absolute path is one of the machine. source-controller goes on from the chart, and never above the top.
  const leadsOut = isOfHelm && (given.startsWith("/") || /^\.\.(?:\/|$)/.test(posix.join(directory.slice(1), given)));
  const path = posix.join("/", directory, given).replace(/(?<=.)\/$/, "");
  const located = leadsOut ? undefined : await tree.lookup(path);
  if (located === undefined || (isOfHelm && located.type !== "directory"))
    throw refused(
      dependency,
      `there is no chart at ${leadsOut ? JSON.stringify(given.slice(0, 200)) : tree.display(path)}`,
    );
  const files = await readChart(path, location);
  const { version: found } = readMetadata(files, tree.display(path), location);
  const [range, parsed] = [parseRange(version), parseVersion(found)];
  if (range !== undefined && parsed !== undefined && range(parsed)) return files;
  const wanted = version === "" ? "of no version" : `of the version ${JSON.stringify(version.slice(0, 100))}`;
  throw refused(dependency, `a chart ${wanted} is wanted, and ${tree.display(path)} has ${found}`);
}

function refused(dependency: Dependency | undefined, problem: string): KrmError {
  const message = `the dependency ${JSON.stringify(dependency?.name.slice(0, 100))} of the chart cannot be had: ${problem}`;
  const hint = "Correct it, or run `helm dependency build` and commit the directory `charts`.";
  return failure("chart-dependency", message, { ...dependency?.location, hint });
}
