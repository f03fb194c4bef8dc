/** `--output-dir` of `diff` and `merge`: what the action leaves in its output directory, for other jobs. */
import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BundleAbout,
  MANIFESTS,
  MANIFESTS_ARCHIVE,
  OUTPUT_FILES,
  TIMES_FILE,
  writeBundle,
} from "../../bundle/index.ts";
import type { RedactionRule } from "../../configuration/index.ts";
import { type Diagnostic, diagnosticsOf, failure, KrmError } from "../../diagnostics.ts";
import { withholdSecrets } from "../../manifests/index.ts";
import { cleanUpAtExit, makeDirectories } from "../../processes/index.ts";
import { type Chunks, ManifestWriter, type Rendering, unwritable, writeFileAtomically } from "../../render/index.ts";
import { joinReviews, type PartialReview, type Report } from "../../review/index.ts";
import { type OwnShard, placeManifests, shardFiles, TargetTimes } from "../../shards/index.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface OutputDirectory {
  /** What cannot be written, and a bundle that no reader would accept. */
  readonly problems: readonly Diagnostic[];
  /** Writes a manifest of the head. @param base the other side of the target */
  readonly write: (head: Rendering, base: Rendering) => void;
  /** Writes a manifest that is at hand. @param path relative to the directory; checked by the reader of bundles */
  readonly copy: (path: string, contents: Buffer) => void;
  /** Told of the work on targets. */
  readonly times: TargetTimes;
  finishReview(report: Report, env: Env, given?: Given): Promise<void>;
  finishShard(partial: PartialReview, shard: OwnShard, env: Env): Promise<void>;
}

/** What other runs found out. */
export interface Given {
  readonly times: TargetTimes;
  readonly about: Omit<BundleAbout, "kind">;
}

export interface ManifestRules {
  /** All whose manifests may be written, in this run or in one of another shard. */
  readonly targets: readonly string[];
  readonly redaction: readonly RedactionRule[];
  /** The most that this run writes. */
  readonly most: number;
  /** Whether an earlier process of this run has opened the directory. */
  readonly isOurs?: boolean;
}

/**
 * Opens a directory that is empty, or holds an earlier output, which is removed.
 * @throws KrmError `output-not-empty`, `output-unwritable`
 */
export function openOutputDirectory(
  directory: string,
  { targets, redaction, most, isOurs }: ManifestRules,
): OutputDirectory {
  empty(directory, isOurs);
  const problems: Diagnostic[] = [];
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (thrown) {
      problems.push(...diagnosticsOf(thrown));
    }
  };
  let manifests: ManifestWriter | undefined;
  const place = placeManifests(directory, most, tmpdir());
  const removeApart = (): void => {
    if (place.isApart) rmSync(join(place.directory, ".."), { recursive: true, force: true });
  };
  const cancelCleanup = place.isApart ? cleanUpAtExit("directories", removeApart) : () => {};
  attempt(() => (manifests = new ManifestWriter(place.directory, targets)));
  const written = new Set<string>();
  const put = (name: string, text: Chunks): void =>
    attempt(() => {
      writeFileAtomically(join(directory, name), text);
      written.add(name);
    });
  const times = new TargetTimes();
  const list = (about: BundleAbout): void =>
    attempt(() => {
      try {
        writeBundle(directory, about, written);
      } catch (thrown) {
        // The files of a review are complete without the list.
        if (about.kind === "shard" || !(thrown instanceof KrmError) || thrown.code !== "bundle-not-written")
          throw thrown;
        problems.push(...thrown.diagnostics.map((each) => ({ ...each, severity: "warning" as const })));
      }
    });
  return {
    problems,
    write: (head, base) =>
      attempt(() => {
        if (head.status !== "rendered" || manifests === undefined) return;
        const { file } = manifests.write(withholdSecrets(head, redaction, base));
        if (!place.isApart) written.add(`${MANIFESTS}/${file}`);
      }),
    copy: (path, contents) =>
      attempt(() => {
        const file = join(place.directory, "..", path);
        makeDirectories(join(file, ".."));
        writeFileAtomically(file, () => [contents.toString()]);
        if (!place.isApart) written.add(path);
      }),
    times,
    async finishReview(report, env, given) {
      if (place.isApart) {
        attempt(() => {
          place.finish();
          written.add(MANIFESTS_ARCHIVE);
        });
        removeApart();
      }
      cancelCleanup();
      for (const { name, text } of await filesOf(report)) put(name, text);
      put(TIMES_FILE, () => [(given?.times ?? times).text()]);
      const about = given?.about ?? aboutOf(report, env);
      if (about !== undefined) list({ kind: "review", ...about });
    },
    async finishShard(partial, { name, plan }, env) {
      // Its own part of the report is for people who look into one leg.
      for (const { format, name: file, text } of await filesOf(joinReviews([partial])))
        if (format !== "json") put(file, text);
      for (const [file, text] of shardFiles(partial, plan)) put(file, text);
      put(TIMES_FILE, () => [times.text()]);
      const about = aboutOf(partial, env);
      if (about === undefined) throw new TypeError("a shard compares commits");
      const { index, count, digest } = name;
      // What another job would not get must not look complete.
      if (problems.length === 0) list({ kind: "shard", ...about, shard: { index, count, plan: digest } });
    },
  };
}

function empty(directory: string, isKnown = false): void {
  try {
    makeDirectories(directory);
    const names = readdirSync(directory);
    const foreign = names.find((name) => name !== MANIFESTS && !OUTPUT_FILES.has(name));
    const isOurs = isKnown || names.length === 0 || names.some((each) => OUTPUT_FILES.has(each));
    if (foreign !== undefined || !isOurs) {
      throw failure(
        "output-not-empty",
        `the output directory has ${JSON.stringify(foreign ?? names[0])}, which is not of an earlier output`,
        {
          hint: "Name a directory that is empty or does not exist.",
        },
      );
    }
    for (const name of names) rmSync(join(directory, name), { recursive: true, force: true });
  } catch (thrown) {
    if (thrown instanceof KrmError) throw thrown;
    throw unwritable(directory, thrown);
  }
}

/** Loads the writers. */
async function filesOf(report: Report) {
  const { markdownReport, reportFiles } = await import("../../report/index.ts");
  return reportFiles(report, markdownReport(report, { maxBytes: Number.MAX_SAFE_INTEGER }).text);
}

/** What the output is of; undefined for a working tree with changes. On a runner, the run is that of the workflow. */
function aboutOf({ base, head }: Pick<Report, "base" | "head">, env: Env): Omit<BundleAbout, "kind"> | undefined {
  if (base.sha === null || head.sha === null) return undefined;
  const { GITHUB_REPOSITORY: repository = "", GITHUB_EVENT_NAME: event = "" } = env;
  return {
    repository: /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(repository) ? repository : "local/local",
    run: countOf(env["GITHUB_RUN_ID"]),
    attempt: countOf(env["GITHUB_RUN_ATTEMPT"]),
    event: /^[a-z_]{1,100}$/.test(event) ? event : "local",
    base: base.sha,
    head: head.sha,
  };
}

function countOf(text = ""): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
