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
  writeRelease,
} from "../../release/index.ts";
import { committedWorkTree, gitTree } from "../../sources/index.ts";
import { type OciReference, referenceText } from "../../store/index.ts";
import { type Invocation, type Task, UsageError } from "../command.ts";
import { openTreeLock } from "../lock.ts";
import { readBuildSettings } from "../options/build-settings.ts";
import type { ReachSettings } from "../options/catalog-settings.ts";
import { readConfigurationSettings } from "../options/configuration-settings.ts";
import { illegal, positiveInteger } from "../options/option-values.ts";
import { printFirst } from "../print-first.ts";
import { renderTree } from "../render-tree.ts";
import { openOwnRepository, openRegistriesOf, placeOf, type Session, withSession } from "../session.ts";
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
  // Wrong usage is an error before anything is opened.
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
      const configuration = await configurationOf(source.workspace.tree);
      const filled = withSettings(invocation, configuration.settings);
      const patterns = targetPatterns(filled, source.workspace);
      const withheld = [...configuration.redaction, ...redaction];
      const release = await renderRelease(session, filled, source, patterns, withheld);
      const provenance = { builder: LOCAL_BUILDER, patterns: patterns ?? [] };
      const written = writeRelease(release, provenance, resolve(terminal.cwd, output));
      await terminal.stdout.write(`${written.sha256}  ${pathLine(relative(terminal.cwd, written.archive))}\n`);
      if (target !== undefined)
        await push(session, given.functions.catalogs, target, releaseArtifact(release, written));
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

/** @throws KrmError `release-dirty`, `unknown-revision`, and those of {@link openOwnRepository} */
async function openSource(session: Session, invocation: Invocation) {
  const repository = await openOwnRepository(session);
  const place = placeOf(repository, session.terminal);
  const { sha: commit, label } = await repository.resolve("HEAD");
  const { tree, isClean } = await committedWorkTree(repository);
  if (!isClean && !invocation.has("allow-dirty")) {
    const message = `the working tree differs from ${commit.slice(0, 7)}, so its manifests are those of no commit`;
    throw failure("release-dirty", message, {
      hint: "Commit what `git status` lists, let git ignore it, or release it as it is with --allow-dirty.",
    });
  }
  const workspace = { ...place, tree: isClean ? await gitTree(repository, commit, label) : tree };
  return { repository, commit, modified: !isClean, workspace };
}

async function renderRelease(
  session: Session,
  invocation: Invocation,
  { repository, commit, modified, workspace }: Awaited<ReturnType<typeof openSource>>,
  patterns: readonly string[] | undefined,
  redaction: readonly RedactionRule[],
): Promise<Release> {
  const { terminal } = session;
  const origin = repositoryAddress(invocation.value("repository") ?? (await repository.originAddress()));
  const name = invocation.value("release-name") ?? defaultName(origin, basename(workspace.top));
  if (name === undefined) throw nameless("--release-name NAME");
  const { targets, renderings, lock } = await renderTree(session, invocation, workspace, patterns, (tree) =>
    openTreeLock(invocation, workspace, tree, terminal),
  );
  const release = makeRelease({
    name,
    version: invocation.value("release-version") ?? defaultVersion(undefined, commit),
    repository: origin,
    commit,
    modified,
    seconds: await repository.commitTime(commit),
    targets,
    renderings,
    lock: lock.recorded(),
    withholdSecrets: invocation.has("withhold-secrets"),
    redaction,
  });
  const warnings = renderings.flatMap((rendering) => (rendering.status === "absent" ? [] : rendering.diagnostics));
  await printDiagnostics(terminal, distinct([...warnings, ...release.diagnostics, ...lock.finish()]));
  return release;
}

async function push(
  session: Session,
  { allowHosts, ...others }: ReachSettings,
  target: OciReference,
  artifact: ReturnType<typeof releaseArtifact>,
): Promise<void> {
  const { terminal } = session;
  // The user names the registry. The addresses that it leads to are checked as all others.
  const host = /:\d+$/.test(target.registry) ? target.registry : `${target.registry}:443`;
  const registries = await openRegistriesOf(session, { ...others, allowHosts: [...allowHosts, host] }, "pull,push");
  const { digest, former } = await registries.push(target, artifact);
  if (former !== undefined && former !== digest) {
    await terminal.stderr.write(`${referenceText(target)} named ${former} before\n`);
  }
  const { tag: __, ...untagged } = target;
  await terminal.stdout.write(`oci://${referenceText({ ...untagged, digest })}\n`);
}
