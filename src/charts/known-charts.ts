/** The charts that were read of one tree: one that many releases deploy is read once, as long as there is room. */
import type { Use } from "../lock/index.ts";
import { includeRecord, recordedApart } from "../sources/index.ts";
import type { TreeRecord } from "../sources/tree.ts";
import { stableJson } from "../text/index.ts";
import type { ChartFiles } from "./chart-files.ts";
import type { ChartFilePorts } from "./fetching.ts";
import type { ChartSource } from "./recipe.ts";

const MAX_BYTES = 64 * 1024 * 1024;

interface Known {
  readonly chart: ChartFiles;
  readonly record: TreeRecord | undefined;
  /** All that was fetched for it. */
  readonly uses: readonly Use[];
}

export class KnownCharts {
  /** Without their places, which only errors have. */
  readonly #known = new Map<string, Promise<Known>>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** @param read reads a chart that is not known. Its errors are not kept. @throws what `read` throws */
  async files(
    { location: _place, ...source }: ChartSource,
    ports: ChartFilePorts,
    read: (ports: ChartFilePorts) => Promise<ChartFiles>,
  ): Promise<ChartFiles> {
    const key = stableJson(source);
    const known = await this.#known.get(key)?.catch(() => undefined);
    if (known !== undefined) {
      includeRecord(ports.tree, known.record);
      for (const use of known.uses) ports.uses?.use(use);
      return known.chart;
    }
    const reading = this.#read(ports, read);
    this.#known.set(key, reading);
    try {
      const { chart } = await reading;
      this.#keep(chart);
      return chart;
    } catch (thrown) {
      if (this.#known.get(key) === reading) this.#known.delete(key);
      throw thrown;
    }
  }

  async #read(ports: ChartFilePorts, read: (ports: ChartFilePorts) => Promise<ChartFiles>): Promise<Known> {
    const used: Use[] = [];
    const tree = recordedApart(ports.tree);
    const uses = ports.uses && {
      ...ports.uses,
      use: (use: Use) => {
        ports.uses?.use(use);
        used.push(use);
      },
    };
    return { chart: await read({ ...ports, tree, uses }), record: tree.record, uses: used };
  }

  #keep({ files }: ChartFiles): void {
    for (const bytes of files.values()) this.#bytes += bytes.length;
    if (this.#bytes <= this.#maxBytes) return;
    this.#known.clear();
    this.#bytes = 0;
  }
}
