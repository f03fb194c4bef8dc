/** Fetches what a chart is made of, as the lock allows it, and gives errors the place of what named it. */
import type { Location } from "../diagnostics.ts";
import { chartReference, fileReference, gitReference, type Reference, type UseLog } from "../lock/index.ts";
import {
  atPlace,
  type ChartWanted,
  type GitUrl,
  type RemoteChart,
  type RemoteFile,
  type RemoteRepository,
  type Remotes,
  remoteRefused,
} from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";

export interface ChartFilePorts {
  /** The tree that is rendered. All that is read of it goes through this port. */
  readonly tree: Tree;
  /** Without it, nothing on other machines can be read. */
  readonly remotes: Remotes | undefined;
  /** Sees everything that is fetched. Undefined without a lock. */
  readonly uses?: UseLog | undefined;
  /** The repositories that led to the tree, outermost first. */
  readonly from?: readonly GitUrl[] | undefined;
}

type FetchPorts = Pick<ChartFilePorts, "remotes" | "uses" | "from">;

/** @throws KrmError `remote-unsupported`, `lock-missing`, `lock-mismatch`, and what fetching throws, at the place */
export function fetchChart(wanted: ChartWanted, location: Location, ports: ChartFilePorts): Promise<RemoteChart> {
  return held(chartReference(wanted), wanted.repo, location, ports, async (remotes, digest) => {
    const chart = await remotes.chart({ ...wanted, digest }, ports.from);
    return [chart, chart.digest];
  });
}

/** @throws KrmError as {@link fetchChart} */
export function fetchRepository(url: GitUrl, location: Location, ports: FetchPorts): Promise<RemoteRepository> {
  return held(gitReference(url), url.repository, location, ports, async (remotes) => {
    const repository = await remotes.repository(url, ports.from);
    return [repository, repository.sha];
  });
}

/** @throws KrmError as {@link fetchChart}, and `remote-not-found` */
export function fetchFile(address: string, location: Location, ports: ChartFilePorts): Promise<RemoteFile> {
  return held(fileReference(address), address, location, ports, async (remotes) => {
    const file = await remotes.file(address, ports.from);
    return [file, `sha256:${file.digest}`];
  });
}

async function held<T>(
  reference: Reference,
  address: string,
  location: Location,
  { remotes, uses }: FetchPorts,
  fetch: (remotes: Remotes, digest: string | undefined) => Promise<readonly [found: T, digest: string]>,
): Promise<T> {
  if (remotes === undefined) throw remoteRefused(address, location, "copy the chart into the repository");
  try {
    const [found, digest] = await fetch(remotes, uses?.expect(reference));
    uses?.use({ ...reference, digest });
    return found;
  } catch (thrown) {
    throw atPlace(thrown, location);
  }
}
