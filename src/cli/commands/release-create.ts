/** `krm-render release create`; docs/specification/releases.md 1 to 5. */
import { basename, relative, resolve } from "node:path";
import type { RedactionRule } from "../../configuration/index.ts";
import { diagnosticsOf, failure } from "../../diagnostics.ts";
import {
  defaultName,
  defaultVersion,
  isReleaseName,
  LOCAL_BUILDER,
  makeRelease,
  nameless,
  parsePushTarget,
  type Release,
  releaseArtifact,
  repositoryAddress,
  type WrittenRelease,
  writeRelease,
} from "../../release/index.ts";
import { directoryOfTarget, renderTargets } from "../../render/index.ts";
import { committedWorkTree, gitTree, type Repository, type Tree, treeNotes } from "../../sources/index.ts";
import { type OciReference, referenceText } from "../../store/index.ts";
import { selectTargets, TARGET_FILE_NAMES } from "../../targets/index.ts";
import { type Invocation, type Task, UsageError } from "../command.ts";
import { openReleaseLock } from "../lock.ts";
import { type BuildSettings, readBuildSettings } from "../options/build-settings.ts";
import { readConfigurationSettings } from "../options/configuration-settings.ts";
import { illegal, positiveInteger } from "../options/values.ts";
import { printFirst } from "../print-first.ts";
import {
  openBuild,
  openOwnRepository,
  openProgress,
  openRegistriesOf,
  placeOf,
  type Session,
  withSession,
} from "../session.ts";
import { configurationOf, withSettings } from "../settings.ts";
import { targetPatterns } from "../target-patterns.ts";
import { distinct, pathLine, printDiagnostics } from "../terminal.ts";

export async function createRelease(invocation: Invocation): Promise<Task> {
  const output = invocation.value("output-dir");
  if (output === undefined) throw new UsageError("release create needs --output-dir OUT");
  for (const name of ["release-name", "release-version"]) {
    const value = invocation.value(name);
    if (value !== undefined && !isReleaseName(value)) throw illegal(value, name, NAME_RULE);
  }
  // Wrong usage is told before anything is opened.
  positiveInteger(invocation, "concurrency");
  const given = await readBuildSettings(invocation);
  const { redaction } = readConfigurationSettings(invocation);
  const address = invocation.value("repository");
  if (address !== undefined && repositoryAddress(address) === undefined)
    throw illegal(address, "repository", "expected an address such as https://github.com/acme/shop");
  const target = readPush(invocation);

  return (terminal) =>
    withSession(terminal, async (session) => {
      await printFirst(terminal, given.warnings);
      const source = await openSource(session, invocation);
      const configuration = await configurationOf(source.tree);
      const filled = withSettings(invocation, configuration.settings);
      const settings = await readBuildSettings(filled);
      const patterns = targetPatterns(invocation, source.place) ?? configuration.settings.get("targets")?.values;
      const release = await renderRelease(session, filled, {
        settings,
        source,
        patterns,
        redaction: [...configuration.redaction, ...redaction],
      });
      const provenance = { builder: LOCAL_BUILDER, patterns: patterns ?? [] };
      const written = writeRelease(release, provenance, resolve(terminal.cwd, output));
      await terminal.stdout.write(`${written.sha256}  ${pathLine(relative(terminal.cwd, written.archive))}\n`);
      if (target !== undefined) await push(session, settings, { target, release, written });
      return 0;
    });
}

const NAME_RULE = "expected letters, digits and . _ + -, beginning with a letter or a digit, at most 100";

/** @throws UsageError */
function readPush(invocation: Invocation): OciReference | undefined {
  const text = invocation.value("push");
  if (text === undefined) return undefined;
  try {
    return parsePushTarget(text);
  } catch (thrown) {
    throw illegal(text, "push", `expected oci://REGISTRY/NAME:TAG; ${diagnosticsOf(thrown)[0]?.message ?? ""}`);
  }
}

/** What is rendered. */
interface Source {
  readonly repository: Repository;
  readonly commit: string;
  readonly modified: boolean;
  readonly tree: Tree;
  readonly place: ReturnType<typeof placeOf>;
}

/** @throws KrmError `release-dirty`, `unknown-revision`, and those of {@link openOwnRepository} */
async function openSource(session: Session, invocation: Invocation): Promise<Source> {
  const repository = await openOwnRepository(session);
  const place = placeOf(repository, session.terminal);
  const { sha: commit, label } = await repository.resolve("HEAD");
  const { tree, isClean } = await committedWorkTree(repository);
  if (!isClean && !invocation.has("allow-dirty")) {
    throw failure(
      "release-dirty",
      `the working tree differs from ${commit.slice(0, 7)}, so its manifests are those of no commit`,
      {
        hint: "Commit what `git status` lists, let git ignore it, or release it as it is with --allow-dirty.",
      },
    );
  }
  return {
    repository,
    commit,
    modified: !isClean,
    tree: isClean ? await gitTree(repository, commit, label) : tree,
    place,
  };
}

interface Rendering {
  readonly settings: BuildSettings;
  readonly source: Source;
  /** Undefined for all targets. */
  readonly patterns: readonly string[] | undefined;
  readonly redaction: readonly RedactionRule[];
}

async function renderRelease(
  session: Session,
  invocation: Invocation,
  { settings, source, patterns, redaction }: Rendering,
): Promise<Release> {
  const { terminal } = session;
  const { repository, commit, modified, place } = source;
  const concurrency = positiveInteger(invocation, "concurrency");
  const origin = repositoryAddress(invocation.value("repository") ?? (await repository.originAddress()));
  const name = invocation.value("release-name") ?? defaultName(origin, basename(place.top));
  if (name === undefined) throw nameless("--release-name NAME");
  const progress = openProgress(session);
  const noticed = treeNotes(TARGET_FILE_NAMES);
  const tree = noticed.observe(source.tree);
  const targets =
    patterns?.length === 0 ? [] : await selectTargets({ head: noticed.search(source.tree) }, patterns ?? []);
  const lock = await openReleaseLock(invocation, place, tree, terminal);
  const renderings = await renderTargets(tree, targets, {
    ...openBuild(session, settings, "others", place),
    uses: lock.uses,
    ...(concurrency === undefined ? {} : { concurrency }),
    onProgress: (done, total, target) => progress.update(done, total, target),
  });
  progress.finish();
  await printDiagnostics(terminal, await noticed.diagnostics(targets.map(directoryOfTarget)));
  const release = makeRelease({
    name,
    version: invocation.value("release-version") ?? defaultVersion(undefined, commit),
    repository: origin,
    commit,
    modified,
    seconds: await repository.commitTime(commit),
    renderings,
    lock: lock.recorded(),
    withholdSecrets: invocation.has("withhold-secrets"),
    redaction,
  });
  const warnings = renderings.flatMap((rendering) => (rendering.status === "absent" ? [] : rendering.diagnostics));
  await printDiagnostics(terminal, distinct([...warnings, ...release.diagnostics, ...lock.finish()]));
  return release;
}

interface Push {
  readonly target: OciReference;
  readonly release: Release;
  readonly written: WrittenRelease;
}

async function push(session: Session, { functions }: BuildSettings, { target, release, written }: Push): Promise<void> {
  const { terminal } = session;
  // Whoever runs the command names the registry. Where it leads to is judged as everywhere.
  const { allowHosts, ...others } = functions.catalogs;
  const host = /:\d+$/.test(target.registry) ? target.registry : `${target.registry}:443`;
  const registries = await openRegistriesOf(session, { ...others, allowHosts: [...allowHosts, host] }, "pull,push");
  const { digest, former } = await registries.push(target, releaseArtifact(release, written));
  if (former !== undefined && former !== digest) {
    await terminal.stderr.write(`${referenceText(target)} named ${former} before\n`);
  }
  const { tag: __, ...untagged } = target;
  await terminal.stdout.write(`oci://${referenceText({ ...untagged, digest })}\n`);
}
