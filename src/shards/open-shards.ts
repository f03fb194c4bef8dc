/** Opens the bundles of all shards of one plan, which may come from anyone. */
import {
  type Bundle,
  type BundleManifest,
  MANIFESTS,
  openBundleDirectory,
  PARTIAL_FILE,
  PLAN_FILE,
  TIMES_FILE,
} from "../bundle/index.ts";
import { groupBy } from "../collections.ts";
import { type Diagnostic, diagnosticsOf, failure, KrmError } from "../diagnostics.ts";
import { manifestFile } from "../render/index.ts";
import { type PartialReview, parsePartial } from "../review/index.ts";
import { differenceText, isDocumentOf, parseCosts, targetsDigest } from "../targets/index.ts";

/** A manifest of the head in the bundle of a shard. */
export interface ShardManifest {
  /** Relative to the output directory. */
  readonly path: string;
  /** @throws KrmError `bundle-invalid` */
  read(): Buffer;
}

export interface OpenShards {
  /** The comparison that the bundles are of. The attempt is the last of them. */
  readonly about: Pick<BundleManifest, "repository" | "run" | "attempt" | "event" | "base" | "head">;
  readonly partials: readonly PartialReview[];
  readonly manifests: readonly ShardManifest[];
  /** The seconds of all targets, by id. */
  readonly seconds: ReadonlyMap<string, number>;
}

/** The run whose shards are joined. */
export type ExpectedRun = Pick<BundleManifest, "repository" | "run">;

interface Found {
  readonly directory: string;
  readonly bundle: Bundle;
  readonly manifest: BundleManifest & { readonly shard: NonNullable<BundleManifest["shard"]> };
}

/**
 * Opens all shards of a plan, and checks that none is missing, double, or of something else; that the plan has the digest that they
 * name; and that each has all targets that the plan gives it. Reports every problem of every bundle.
 * @param shown the name of a directory in messages
 * @throws KrmError with `bundle-invalid`, `partial-invalid`, `shard-missing`, `shard-twice`, `shard-foreign` and `shard-empty`
 */
export function openShards(
  directories: readonly string[],
  shown: (directory: string) => string,
  expected?: ExpectedRun,
): OpenShards {
  const problems: Diagnostic[] = [];
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (thrown) {
      problems.push(...diagnosticsOf(thrown));
      return undefined;
    }
  };
  const found = directories.flatMap((directory): Found[] => attempt(() => [openShard(directory, shown)]) ?? []);
  const own = ofOnePlan(found, shown, expected, problems);
  const parts = own.flatMap((each) => attempt(() => [readShard(each, shown)]) ?? []);
  // What cannot be read is not missing as well, but something is.
  if (problems.length > 0) throw new KrmError(problems);
  const [first] = own;
  if (first === undefined) throw failure("no-shards", "there are no shards to join");
  const { repository, run, event, base, head } = first.manifest;
  return {
    about: { repository, run, event, base, head, attempt: Math.max(...own.map(({ manifest }) => manifest.attempt)) },
    partials: parts.map(({ partial }) => partial),
    manifests: parts.flatMap(({ manifests }) => manifests),
    seconds: new Map(parts.flatMap(({ seconds }) => seconds)),
  };
}

function openShard(directory: string, shown: (directory: string) => string): Found {
  const bundle = openBundleDirectory(directory);
  const { manifest } = bundle;
  const { shard } = manifest;
  if (shard === undefined) throw foreign(shown(directory), "it is of a whole review, and of no shard");
  return { directory, bundle, manifest: { ...manifest, shard } };
}

/** The shards of the plan that most of them are of, in order. Reports all others, and those that are missing. */
function ofOnePlan(
  found: readonly Found[],
  shown: (directory: string) => string,
  expected: ExpectedRun | undefined,
  problems: Diagnostic[],
): readonly Found[] {
  const model = modelOf(found, expected);
  if (model === undefined) return [];
  const byIndex = new Map<number, Found>();
  for (const each of found) {
    const { manifest, directory } = each;
    const difference = differenceOf(manifest, model, expected);
    if (difference !== undefined) {
      problems.push(...foreign(shown(directory), difference).diagnostics);
      continue;
    }
    const { index, count } = manifest.shard;
    const other = byIndex.get(index);
    if (other === undefined) byIndex.set(index, each);
    else problems.push(...twice(index, count, shown(other.directory), shown(directory)).diagnostics);
  }
  const { count } = model.shard;
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !byIndex.has(index));
  // If none belongs here, that is what is wrong.
  if (byIndex.size > 0 && missing.length > 0) problems.push(...missingShards(missing, count).diagnostics);
  return [...byIndex.values()].sort((a, b) => a.manifest.shard.index - b.manifest.shard.index);
}

/** The manifest of a bundle like most others; those of the expected run come first. */
function modelOf(found: readonly Found[], expected: ExpectedRun | undefined): Found["manifest"] | undefined {
  const isExpected = ({ manifest }: Found): boolean =>
    expected === undefined || (manifest.repository === expected.repository && manifest.run === expected.run);
  const candidates = found.some(isExpected) ? found.filter(isExpected) : found;
  const groups = groupBy(candidates, ({ manifest: { repository, run, base, head, shard } }) =>
    JSON.stringify([repository, run, base, head, shard.plan, shard.count]),
  );
  return [...groups.values()].sort((a, b) => b.length - a.length)[0]?.[0].manifest;
}

/** How a shard differs from the others; undefined if it does not. */
function differenceOf(
  manifest: Found["manifest"],
  model: Found["manifest"],
  expected: ExpectedRun | undefined,
): string | undefined {
  for (const field of ["repository", "run"] as const) {
    const wanted = expected?.[field] ?? model[field];
    if (manifest[field] !== wanted) return `its ${field} is ${manifest[field]}, and not ${wanted}`;
  }
  for (const field of ["base", "head"] as const) {
    if (manifest[field] !== model[field])
      return `its ${field} is ${manifest[field].slice(0, 12)}, and that of the others is ${model[field].slice(0, 12)}`;
  }
  const [own, others] = [manifest.shard, model.shard];
  if (own.plan !== others.plan)
    return `it is of the plan ${own.plan.slice(0, 12)}, and the others are of ${others.plan.slice(0, 12)}: ${differenceText(own.plan, others.plan)}`;
  return own.count === others.count ? undefined : `it is one of ${own.count} shards, and the others of ${others.count}`;
}

interface Part {
  readonly partial: PartialReview;
  readonly manifests: readonly ShardManifest[];
  readonly seconds: readonly (readonly [target: string, seconds: number])[];
}

/** Reads a shard, and checks that its parts are of one comparison, and that it has the targets of the plan. */
function readShard({ directory, bundle, manifest }: Found, shown: (directory: string) => string): Part {
  const name = shown(directory);
  const { shard, base, head, files } = manifest;
  const partial = inBundle(name, () => parsePartial(bundle.read(PARTIAL_FILE)));
  if (partial.base.sha !== base || partial.head.sha !== head)
    throw foreign(name, `its ${PARTIAL_FILE} compares other commits than its bundle.json names`);
  const ids = partial.targets.map(({ id }) => id);
  if (ids.length === 0 && shard.count > 1) {
    throw failure("shard-empty", `${name} has no targets, and no plan has a shard without targets beside others`, {
      hint: HINT,
    });
  }
  // A target that was renamed is one in a report, and two in a plan.
  const planned = [...ids, ...partial.targets.flatMap(({ from }) => (from === undefined ? [] : [from]))];
  if (shardDigest(bundle.read(PLAN_FILE), shard, name) !== targetsDigest(planned))
    throw foreign(name, "its targets are not those that the plan gives to this shard");
  const own = new Set(ids.map((id) => `${MANIFESTS}/${manifestFile(id)}`));
  const inPlan = new Set(planned);
  const manifests = files
    .map(({ path }) => path)
    .filter((path) => path.startsWith(`${MANIFESTS}/`))
    .map((path): ShardManifest => {
      if (!own.has(path)) throw foreign(name, `${JSON.stringify(path)} is the manifest of none of its targets`);
      return { path, read: () => bundle.read(path) };
    });
  const costs = inBundle(name, () => parseCosts(bundle.read(TIMES_FILE).toString(), TIMES_FILE));
  return { partial, manifests, seconds: [...costs].filter(([id]) => inPlan.has(id)) };
}

/** The digest of the targets of a shard, in the plan that the bundle holds. */
function shardDigest(contents: Buffer, { plan, index, count }: Found["manifest"]["shard"], name: string): string {
  if (!isDocumentOf(contents, plan))
    throw foreign(name, `its ${PLAN_FILE} has another digest than the plan that it names`);
  // What has the digest was written by a job that divided the targets, or names the plan of a stranger in all bundles.
  const { shards } = inBundle(name, () => (JSON.parse(contents.toString()) ?? {}) as { shards?: unknown });
  const digest: unknown = Array.isArray(shards) && shards.length === count ? shards[index - 1] : undefined;
  if (typeof digest !== "string") throw foreign(name, `its ${PLAN_FILE} has no shard ${index} of ${count}`);
  return digest;
}

function inBundle<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof KrmError))
      throw failure("bundle-invalid", `the bundle ${name} cannot be used: ${String(thrown)}`);
    throw new KrmError(thrown.diagnostics.map((each) => ({ ...each, object: each.object ?? name })));
  }
}

const HINT =
  "Upload the output directory of each shard as it is, and run all shards of the matrix in one run of the workflow.";

function foreign(name: string, what: string): KrmError {
  return failure("shard-foreign", `${name} does not belong to the other shards: ${what}`, { hint: HINT });
}

function twice(index: number, count: number, first: string, second: string): KrmError {
  return failure("shard-twice", `shard ${index} of ${count} is there twice: ${first} and ${second}`, {
    hint: "Give the artifact of each shard its own name, and download each once.",
  });
}

function missingShards(missing: readonly number[], count: number): KrmError {
  const names =
    missing.length === 1 ? `shard ${missing[0]} of ${count} is` : `shards ${missing.join(", ")} of ${count} are`;
  return failure("shard-missing", `${names} missing, so there is no report: it would lack targets`, {
    hint: "Look for the jobs of the matrix that failed, and run them again. Then run this job again.",
  });
}
