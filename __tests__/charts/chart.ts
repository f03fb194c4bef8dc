/** Charts for tests, and sources of other machines that have them. */
import type { ChartFilePorts, ChartSource } from "../../src/charts/index.ts";
import { chartFiles } from "../../src/charts/index.ts";
import { failure } from "../../src/diagnostics.ts";
import { chartDigest, type Reference, type Use } from "../../src/lock/index.ts";
import { type ChartWanted, type Directory, memoryTree, type Remotes } from "../../src/sources/index.ts";

export const PLACE = { file: "release.yaml", line: 3, column: 5 };

export type Files = Readonly<Record<string, string>>;

/** The text of a Chart.yaml. */
export function about(name: string, version: string, more: object = {}): string {
  return JSON.stringify({ apiVersion: "v2", name, version, ...more });
}

export function directoryOf(files: Files): Directory {
  return new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]));
}

/** @param charts by repository and name; repositories of git by their addresses */
export function remotesOf(
  charts: Readonly<Record<string, Files>>,
  repositories: Readonly<Record<string, Files>> = {},
): Remotes & { readonly asked: ChartWanted[]; readonly from: unknown[] } {
  const asked: ChartWanted[] = [];
  const from: unknown[] = [];
  return {
    asked,
    from,
    async chart(wanted, ways) {
      asked.push(wanted);
      from.push(ways?.map(({ repository }) => repository));
      const files = charts[`${wanted.repo}/${wanted.name}`];
      if (files === undefined) throw failure("chart-not-found", `no chart ${wanted.name}`);
      const found = directoryOf(files);
      const { name, version } = JSON.parse(files["Chart.yaml"] ?? "{}") as { name: string; version: string };
      return { files: found, name, version, digest: chartDigest(found) };
    },
    async repository({ repository }) {
      const files = repositories[repository];
      if (files === undefined) throw failure("remote-failed", `no repository ${repository}`);
      return { tree: memoryTree(files), sha: "a".repeat(40) };
    },
    async file() {
      throw new Error("no file is asked for");
    },
  };
}

/** The texts of the files, or the first error as `code: message`. */
export async function built(source: ChartSource, ports: ChartFilePorts): Promise<Files | string> {
  try {
    const { files } = await chartFiles(source, ports);
    return Object.fromEntries([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
  } catch (thrown) {
    return `${(thrown as { code?: string }).code}: ${(thrown as Error).message.split("\n")[0]}`;
  }
}

/** A log of uses, with a lock if there are entries. */
export function usesOf(entries?: Readonly<Record<string, string>>) {
  const used: Use[] = [];
  return {
    used,
    expect({ ref }: Reference): string | undefined {
      if (entries === undefined) return undefined;
      if (entries[ref] === undefined) throw failure("lock-missing", `${ref} has no entry`);
      return entries[ref];
    },
    use: (use: Use): void => void used.push(use),
  };
}
