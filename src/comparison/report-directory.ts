/** The files of a comparison: the report in all formats, the manifests of the head, the times, and the list of all these for other jobs. */
import { lstatSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { type BundleAbout, MANIFESTS, MANIFESTS_ARCHIVE, TIMES_FILE } from "../bundle/index.ts";
import type { RedactionRule } from "../configuration/index.ts";
import { type Diagnostic, diagnosticsOf } from "../diagnostics.ts";
import { withholdSecrets } from "../manifests/index.ts";
import { cleanUpAtExit, makeDirectories } from "../processes/index.ts";
import { type Chunks, ManifestWriter, type Rendering, writeFileAtomically } from "../render/index.ts";
import type { Links, ReportFormat } from "../report/index.ts";
import type { Report } from "../review/index.ts";
import { type ManifestPlace, placeManifests, type ShardManifest, shardFiles, TargetTimes } from "../shards/index.ts";
import { bundleFiles } from "./bundle-files.ts";
import type { Compared } from "./compare.ts";
import { asError } from "./configuration.ts";
import type { PlannedComparison } from "./plan.ts";

export interface ManifestRules {
  /** The ids of all targets whose manifests may be written, in this run or in one of another shard. */
  readonly targets: readonly string[];
  /** Values to withhold besides Secrets. */
  readonly redaction: readonly RedactionRule[];
  /** The most manifests that this run writes. */
  readonly most: number;
  /** An absolute directory for very many manifests, which stay in it. Without it, only their archive stays. */
  readonly temporary?: string;
}

/** The rules of a comparison. A shard writes few enough manifests for files of their own. */
export function manifestRules({ affected, configured, shard }: PlannedComparison): ManifestRules {
  const most = shard === undefined ? affected.length : 0;
  return { targets: affected, redaction: configured.configuration.redaction, most };
}

export interface ReportTexts {
  /** The report in Markdown; written without links if absent. */
  readonly markdown?: string;
  readonly links?: Links;
  /** The origin of the bundle; undefined for no bundle. */
  readonly about: Omit<BundleAbout, "kind"> | undefined;
  /** Called when the reports are written. @returns the absolute paths of further files of this run */
  readonly finish?: (() => readonly string[]) | undefined;
}

export type ReportDirectory = ReturnType<typeof openReportDirectory>;

/**
 * Opens a directory for the files of a comparison. Each file is written also if another one fails.
 * @param directory absolute; exists, and has none of the files of an earlier run
 * @param problems gets what cannot be written, and notices about the bundle
 */
export function openReportDirectory(
  directory: string,
  { targets, redaction, most, temporary }: ManifestRules,
  problems: Diagnostic[],
  times = new TargetTimes(),
) {
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (thrown) {
      problems.push(...diagnosticsOf(thrown));
      return undefined;
    }
  };
  const place = attempt(() => placeManifests(directory, most, temporary ?? tmpdir()));
  const removeApart = (): void => {
    if (place?.isApart && temporary === undefined)
      rmSync(join(place.directory, ".."), { recursive: true, force: true });
  };
  const cancelCleanUp = place?.isApart ? cleanUpAtExit("directories", removeApart) : () => {};
  // A target whose name makes this fail must not cost the reports.
  const manifests = place && attempt(() => new ManifestWriter(place.directory, targets));
  /** Relative to the directory. */
  const written = new Set<string>();

  function put(name: string, text: string | Chunks): boolean {
    attempt(() => {
      writeFileAtomically(join(directory, name), text);
      written.add(name);
    });
    return written.has(name);
  }

  async function putReports(report: Report, { markdown, links }: ReportTexts, left?: ReportFormat) {
    const { markdownReport, reportFiles } = await import("../report/index.ts");
    const text = markdown ?? markdownReport(report, { maxBytes: Number.MAX_SAFE_INTEGER }).text;
    const files = reportFiles(report, text, links).filter(({ format }) => format !== left);
    const done = files.filter((file) => put(file.name, file.text));
    return new Map(done.map(({ format, name }) => [format, join(directory, name)]));
  }

  function archive(made: ManifestPlace): void {
    if (made.isApart) {
      made.finish();
      written.add(MANIFESTS_ARCHIVE);
      removeApart();
    }
    cancelCleanUp();
  }

  function finishFiles({ finish }: ReportTexts): void {
    if (place !== undefined) attempt(() => archive(place));
    for (const path of attempt(() => finish?.()) ?? []) {
      const inside = relative(directory, path);
      if (inside.split(sep)[0] !== ".." && isFile(path)) written.add(inside);
    }
    put(TIMES_FILE, times.text());
  }

  return {
    /** The directory of the manifests, absolute; undefined if it cannot be made. */
    manifests: manifests && place?.directory,
    times,
    /** Writes a manifest of the head. @param base the other side of the target */
    writeManifest: (head: Rendering, base: Rendering): void =>
      attempt(() => {
        if (head.status !== "rendered" || manifests === undefined) return;
        // Workflows upload them as an artifact, and everyone who can read the repository can read that.
        const { file } = manifests.write(withholdSecrets(head, redaction, base));
        if (!place?.isApart) written.add(`${MANIFESTS}/${file}`);
      }),
    /** Writes a manifest of another run, whose path the reader of bundles has checked. */
    copyManifest: (manifest: ShardManifest): void =>
      attempt(() => {
        if (place === undefined) return;
        const file = join(place.directory, "..", manifest.path);
        makeDirectories(join(file, ".."));
        writeFileAtomically(file, () => [manifest.read().toString()]);
        if (!place.isApart) written.add(manifest.path);
      }),
    /** @returns the absolute paths of the reports that were written, by format */
    async finishReview(report: Report, texts: ReportTexts) {
      const reports = await putReports(report, texts);
      finishFiles(texts);
      const { about } = texts;
      if (about !== undefined)
        attempt(() => problems.push(...bundleFiles(directory, { kind: "review", ...about }, written)));
      return reports;
    },
    /**
     * Writes the partial review of a shard in place of the report as JSON. The bundle is made only if everything else is written, and
     * without one, no other job accepts the shard.
     */
    async finishShard({ partial, shard }: NonNullable<Compared["part"]>, report: Report, texts: ReportTexts) {
      // Its own part of the report is for people who look into one job.
      const reports = await putReports(report, texts, "json");
      const own = shardFiles(partial, shard.plan);
      for (const [name, text] of own) put(name, text);
      finishFiles(texts);
      const { about } = texts;
      if (about === undefined) throw new TypeError("a shard compares commits");
      const { index, count, digest } = shard.name;
      // An incomplete shard must not look complete. A missing manifest is a problem for the job that joins the shards.
      if ([...own.keys(), TIMES_FILE].every((name) => written.has(name)))
        attempt(() => {
          const list = { kind: "shard" as const, ...about, shard: { index, count, plan: digest } };
          // Without a list of its files, or with a file that does not belong to it, a shard is of no use.
          problems.push(...bundleFiles(directory, list, written).map(asError));
        });
      return reports;
    },
  };
}

/** Further files may not be there, or a directory may be in their place. */
function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
