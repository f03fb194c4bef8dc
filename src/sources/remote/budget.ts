/** Limits what one run may fetch, for each source and for all sources together. */
import { failure } from "../../diagnostics.ts";
import { shownAddress } from "../../store/http/addresses.ts";
import { sizeText } from "../../text/index.ts";

export interface RemoteLimits {
  /** The size of one file, and of all files, which stay in memory. Default: 64 MiB and 512 MiB. */
  readonly fileBytes?: number;
  readonly allFileBytes?: number;
  /** The size on disk of one commit, and of all commits that are fetched. Default: 2 GiB and 8 GiB. */
  readonly commitBytes?: number;
  readonly allCommitBytes?: number;
  /** The size of all charts, unpacked, which stay in memory. Default: 512 MiB. */
  readonly allChartBytes?: number;
  /** The number of repositories, at one ref each, charts and files. Default: 500. */
  readonly sources?: number;
}

export interface Budget {
  readonly fileBytes: number;
  /** The limit of the next commit. */
  commitBytes(): number;
  /** Call it before each fetch. @throws KrmError `remote-refused` */
  countSource(address: string): void;
  /** Call it with the size of each file. @throws KrmError `remote-refused` */
  countFile(address: string, bytes: number): void;
  countCommit(bytes: number): void;
  /** Call it with the size of each chart, unpacked. @throws KrmError `remote-refused` */
  countChart(name: string, bytes: number): void;
}

const MIB = 1024 * 1024;

export function createBudget(limits: RemoteLimits): Budget {
  const { fileBytes = 64 * MIB, allFileBytes = 512 * MIB, allChartBytes = 512 * MIB, sources = 500 } = limits;
  const { commitBytes = 2048 * MIB, allCommitBytes = 8192 * MIB } = limits;
  let counted = 0;
  let ofFiles = 0;
  let ofCommits = 0;
  let ofCharts = 0;
  return {
    fileBytes,
    commitBytes: () => Math.min(commitBytes, Math.max(0, allCommitBytes - ofCommits)),
    countSource(address) {
      if (++counted > sources)
        throw refused(address, `more than ${sources} repositories, charts and files are requested`);
    },
    countFile(address, bytes) {
      ofFiles += bytes;
      if (ofFiles > allFileBytes)
        throw refused(address, `all files together are larger than ${sizeText(allFileBytes)}`);
    },
    countCommit(bytes) {
      ofCommits += bytes;
    },
    countChart(name, bytes) {
      ofCharts += bytes;
      if (ofCharts > allChartBytes)
        throw refused(name, `all charts together are larger than ${sizeText(allChartBytes)}`);
    },
  };
}

function refused(address: string, why: string): Error {
  const hint = "Vendor what is needed into the repository.";
  return failure("remote-refused", `${shownAddress(address)} is not read: ${why}`, { hint });
}
