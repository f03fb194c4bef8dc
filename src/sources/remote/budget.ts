/** How much one run may ask for: each answer is bounded, and so are all of them together. */
import { failure } from "../../diagnostics.ts";
import { shownAddress } from "./addresses.ts";

export interface RemoteLimits {
  /** How much of a file is read, and how much of all files, which stay in memory. */
  readonly fileBytes?: number;
  readonly allFileBytes?: number;
  /** How much disk one commit may take, and all that are fetched. */
  readonly commitBytes?: number;
  readonly allCommitBytes?: number;
  /** How many repositories, at one ref each, and files are asked for. */
  readonly sources?: number;
}

export interface Budget {
  readonly fileBytes: number;
  /** What the next commit may take. */
  commitBytes(): number;
  /** To be called before something is asked for. @throws KrmError `remote-refused` */
  countSource(address: string): void;
  /** To be called with what came. @throws KrmError `remote-refused` */
  countFile(address: string, bytes: number): void;
  countCommit(bytes: number): void;
}

const MIB = 1024 * 1024;

export function createBudget(limits: RemoteLimits): Budget {
  const { fileBytes = 64 * MIB, allFileBytes = 512 * MIB, sources = 500 } = limits;
  const { commitBytes = 2048 * MIB, allCommitBytes = 8192 * MIB } = limits;
  let counted = 0;
  let ofFiles = 0;
  let ofCommits = 0;
  return {
    fileBytes,
    commitBytes: () => Math.min(commitBytes, Math.max(0, allCommitBytes - ofCommits)),
    countSource(address) {
      if (++counted > sources) throw refused(address, `more than ${sources} repositories and files are asked for`);
    },
    countFile(address, bytes) {
      ofFiles += bytes;
      if (ofFiles > allFileBytes) throw refused(address, `all files together are larger than ${allFileBytes} bytes`);
    },
    countCommit(bytes) {
      ofCommits += bytes;
    },
  };
}

function refused(address: string, why: string): Error {
  return failure("remote-refused", `${shownAddress(address)} is not read: ${why}`, {
    hint: "Vendor what is needed into the repository.",
  });
}
