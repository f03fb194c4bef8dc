/** Finds and fetches charts of repositories and registries; docs/specification/helm-charts.md 5. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { failure, KrmError } from "../../diagnostics.ts";
import { chartDigest, chartReference, isExactVersion } from "../../lock/index.ts";
import { parseUrl, shownAddress } from "../../store/http/addresses.ts";
import {
  type ChooseLayer,
  type ContentStore,
  chooseChartLayer,
  chooseFirstLayer,
  digestOfBytes,
  download,
  get,
  type HttpOptions,
  type OciReference,
  once,
  parseOciReference,
  type Registries,
  referenceText,
  withProgress,
  withWorkplace,
} from "../../store/index.ts";
import { bytesOf } from "../helm/directory.ts";
import type { Directory } from "../helm/helm.ts";
import type { Budget } from "../remote/budget.ts";
import { aboutChart, withRevision } from "./chart-about.ts";
import { MAX_ARCHIVE_BYTES, unpackArtifact, unpackChart } from "./chart-archive.ts";
import { type ChartIndex, readIndex } from "./chart-index.ts";
import { artifactTag, chartTag } from "./chart-tags.ts";
import { type ChartWanted, isRegistry, type RemoteChart } from "./chart-wanted.ts";

interface ChartsOptions {
  readonly http: Omit<HttpOptions, "maxBytes">;
  readonly budget: Budget;
  readonly store: () => ContentStore;
  readonly registries: () => Registries;
  readonly log: (line: string) => void;
  /** True if what the store knows of a version does not count, unless a lock gives its digest. */
  readonly asksAgain: boolean;
  /** True if no login is read. */
  readonly isAnonymous: boolean;
}

/** The archive of a chart in the store. */
interface Archive {
  /** 64 hexadecimal digits. */
  readonly digest: string;
  readonly bytes: Buffer;
  /** Its address in messages. */
  readonly shown: string;
  /** The digest of its manifest, if it is in a registry. */
  readonly manifest?: string | undefined;
  /** The tag by which it was found. */
  readonly tag?: string | undefined;
}

/** @returns a function that throws KrmError, also `chart-not-found`, `chart-index`, `archive-refused`, and what registries throw */
export function openCharts(options: ChartsOptions): (wanted: ChartWanted) => Promise<RemoteChart> {
  const { http, budget, store, registries, log, asksAgain, isAnonymous } = options;
  const indexes = new Map<string, Promise<ChartIndex>>();

  async function indexOf(repo: string): Promise<ChartIndex> {
    const address = inRepository(repo, "index.yaml");
    const name = `the index of ${shownAddress(repo)}`;
    const { bytes } = await withProgress(log, `Fetching ${name}`, () =>
      get(address, { ...http, maxBytes: budget.fileBytes }),
    );
    budget.countFile(address, bytes.length);
    return readIndex(bytes, repo);
  }

  async function fromRepository({ repo, name, chosenBy }: ChartWanted, version: string): Promise<Archive> {
    const index = await once(indexes, repo, () => indexOf(repo));
    const { url, digest } = index.find(name, version, chosenBy);
    if (isRegistry(url)) {
      const archive = await fromRegistry(parseOciReference(url.replace(/\+/g, "_")));
      if (digest === undefined || digest === archive.digest) return archive;
      throw wrongDigest(repo, `${archive.shown} has the digest sha256:${archive.digest}, not sha256:${digest}`);
    }
    const address = inRepository(repo, url);
    const shown = shownAddress(address);
    const kept = digest === undefined ? undefined : store().file(digest, MAX_ARCHIVE_BYTES);
    if (digest !== undefined && kept !== undefined) return { digest, bytes: kept, shown };
    const found = await fetchArchive(address, digest).catch((thrown: unknown) => {
      if (!(thrown instanceof KrmError) || thrown.code !== "digest-mismatch") throw thrown;
      throw wrongDigest(repo, thrown.diagnostics[0]?.message ?? "", thrown);
    });
    return { ...found, shown };
  }

  function fetchArchive(address: string, sha256: string | undefined): Promise<Omit<Archive, "shown">> {
    return withWorkplace(store(), async (place) => {
      const to = join(place, "chart");
      const found = await withProgress(log, `Fetching ${shownAddress(address)}`, (onProgress) =>
        download(address, { ...http, neverDowngrade: false, to, maxBytes: MAX_ARCHIVE_BYTES, sha256, onProgress }),
      );
      const { sha256: digest } = found;
      return { digest, bytes: await readVerified(await store().moveFile(digest, to), digest) };
    });
  }

  async function fromRegistry(ref: OciReference, choose: ChooseLayer = chooseChartLayer): Promise<Archive> {
    const { tag } = ref;
    const found = await registries().artifact(ref, choose, MAX_ARCHIVE_BYTES);
    const digest = found.digest.replace("sha256:", "");
    const bytes = await readVerified(found.path, digest);
    return { digest, bytes, shown: referenceText(ref), manifest: found.manifestDigest, tag };
  }

  async function archiveOf(wanted: ChartWanted): Promise<Archive> {
    const { repo, name, devel, chosenBy, artifact } = wanted;
    // As helm does: any version, prereleases too.
    const version = wanted.version || (devel ? ">0.0.0-0" : "");
    if (!isRegistry(repo)) return fromRepository(wanted, version);
    const ref = parseOciReference(`${repo.replace(/\/$/, "")}/${name}`);
    const tags = { shown: referenceText(ref), list: () => registries().tags(ref) };
    if (artifact === undefined) return fromRegistry({ ...ref, tag: await chartTag(tags, version, chosenBy) });
    const named = artifact.digest
      ? parseOciReference(`${tags.shown}@${artifact.digest}`)
      : { ...ref, tag: await artifactTag(tags, artifact) };
    return fromRegistry(named, chooseFirstLayer(artifact.layer));
  }

  async function unpacked(archive: Omit<Archive, "digest">, wanted: ChartWanted): Promise<RemoteChart> {
    const { bytes, shown, manifest } = archive;
    const { artifact } = wanted;
    const isUnpacked = artifact !== undefined && artifact.isCopied !== true;
    const files = await (isUnpacked ? unpackArtifact(bytes, shown, artifact.ignore) : unpackChart(bytes, shown));
    budget.countChart(shown, bytesOf(files));
    const about = aboutChart(files, shown);
    if (artifact !== undefined && manifest !== undefined)
      return remoteChart(withRevision(files, about, { ...archive, manifest }), shown);
    // A directory in a registry may be above the name.
    if (wanted.chosenBy === "source-controller" || about.name === wanted.name.replace(/^.*\//, ""))
      return remoteChart(files, shown);
    const hint = "Name the chart as its Chart.yaml does.";
    throw failure("chart-not-found", `${shown} is the chart ${JSON.stringify(about.name)}, not ${wanted.name}`, {
      hint,
    });
  }

  /** The chart that the store has under the digest of a lock, or knows to be an exact version. */
  async function stored(wanted: ChartWanted): Promise<RemoteChart | undefined> {
    for (const question of questionsOf(wanted)) {
      if (wanted.digest === undefined && asksAgain) continue;
      const digest = store().recall(question);
      const bytes = digest === undefined ? undefined : store().file(digest, MAX_ARCHIVE_BYTES);
      const manifest = wanted.artifact && (wanted.artifact.digest || store().recall(manifestOf(question)));
      if (bytes === undefined || (wanted.artifact !== undefined && manifest === undefined)) continue;
      const archive = { bytes, shown: `the stored chart ${wanted.name}`, manifest };
      const chart = await unpacked(archive, wanted).catch((thrown) => {
        // Whoever wrote the note may be wrong; the repository knows.
        if (thrown instanceof KrmError) return undefined;
        throw thrown;
      });
      if (chart !== undefined && (wanted.digest ?? chart.digest) === chart.digest) return chart;
    }
    return undefined;
  }

  return async (wanted) => {
    budget.countSource(wanted.repo);
    const known = await stored(wanted);
    if (known !== undefined) return known;
    const archive = await archiveOf(wanted).catch((thrown: unknown) => {
      throw isAnonymous && isDenied(thrown) ? needsInput(thrown) : thrown;
    });
    const chart = await unpacked(archive, wanted);
    for (const question of questionsOf({ ...wanted, digest: chart.digest })) {
      store().note(question, archive.digest);
      if (archive.manifest !== undefined) store().note(manifestOf(question), archive.manifest.replace("sha256:", ""));
    }
    return chart;
  };
}

function remoteChart(files: Directory, shown: string): RemoteChart {
  return { files, ...aboutChart(files, shown), digest: chartDigest(files) };
}

/** The questions that are asked once: a digest has one answer, and an exact version of a chart is not expected to change. */
function questionsOf(wanted: ChartWanted): readonly string[] {
  const { digest, version, artifact } = wanted;
  const isFixed = artifact === undefined ? isExactVersion(version) : Boolean(artifact.digest);
  return [
    ...(digest === undefined ? [] : [`chart ${digest}`]),
    ...(isFixed ? [`chart ${chartReference(wanted).ref}`] : []),
  ];
}

/** The question for the manifest that led to an archive: its digest is a part of the version. */
function manifestOf(question: string): string {
  return `manifest of ${question}`;
}

function isDenied(thrown: unknown): thrown is KrmError {
  return thrown instanceof KrmError && thrown.code === "registry-denied";
}

function needsInput(cause: KrmError): KrmError {
  const message = `${cause.diagnostics[0]?.message}, and \`remote: auto\` uses no login`;
  const hint = "Check the name. To fetch it with the logins of the job, name its host in the input remote.";
  return failure("remote-unsupported", message, { hint, cause });
}

/** The bytes of a file of the store. @throws KrmError `digest-mismatch` if another process has changed it meanwhile */
async function readVerified(path: string, digest: string): Promise<Buffer> {
  const bytes = await readFile(path);
  if (digestOfBytes(bytes) === digest) return bytes;
  throw failure("digest-mismatch", `the file ${digest} has changed in the store while it was read`);
}

/** An address that is relative to a repository, whose query and credentials it gets, or absolute. @throws KrmError `chart-index` */
function inRepository(repo: string, address: string): string {
  const base = parseUrl(repo);
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(address);
  if (base !== undefined && !isAbsolute) base.pathname = base.pathname.replace(/\/?$/, "/");
  const url = isAbsolute ? parseUrl(address) : base && parseUrl(address, base.href);
  if (url === undefined || base === undefined) {
    const message = `${shownAddress(isAbsolute ? address : repo)} is not an address`;
    throw failure("chart-index", message, { hint: "Correct the `repo` of the chart, or the index of its repository." });
  }
  if (!isAbsolute) url.search = base.search;
  return url.href;
}

function wrongDigest(repo: string, message: string, cause?: unknown): KrmError {
  const hint = "The server, or something in between, sends another archive, or the index is wrong.";
  return failure("digest-mismatch", `${message}, which the index of ${shownAddress(repo)} gives`, { hint, cause });
}
