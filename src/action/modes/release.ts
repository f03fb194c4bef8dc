/** `mode: release`: renders one commit into an archive with its provenance; docs/specification/releases.md. */
import { dirname, join, resolve } from "node:path";
import { MANIFESTS } from "../../bundle/index.ts";
import { type Diagnostic, diagnosticsOf, failure } from "../../diagnostics.ts";
import { type Context, writeSummary } from "../../github/index.ts";
import {
  defaultName,
  defaultVersion,
  isReleaseName,
  makeRelease,
  nameless,
  type Provenance,
  parsePushTarget,
  type Release,
  releaseArtifact,
  type WrittenRelease,
  writeRelease,
} from "../../release/index.ts";
import { openRepository, type Repository } from "../../sources/index.ts";
import { type OciReference, type RegistriesOptions, referenceText } from "../../store/index.ts";
import { functionConsent, refuseUntrusted } from "../consent.ts";
import type { Inputs } from "../inputs/index.ts";
import { keepGoing } from "../keep-going.ts";
import { attemptUrl } from "../links.ts";
import type { Outcome } from "../outcome.ts";
import { safeOutputDirectory } from "../output-directory.ts";
import type { Outputs } from "../outputs.ts";
import type { Ports } from "../ports.ts";
import { releaseSummary } from "./release-summary.ts";
import { type RenderedCommit, renderCommit } from "./rendered-commit.ts";

/** Seconds that the work before the targets and after them has in any case. */
const MIN_FETCH_SECONDS = 60;
const MIN_PUSH_SECONDS = 60;

/** Options to reach registries of this machine, for tests. */
export type RegistryOptions = Pick<RegistriesOptions, "insecureRegistries" | "sleep">;

/**
 * All or nothing, but for the push: an archive that cannot be pushed stays, and the step fails.
 * @throws KrmError if nothing is released: a target fails, the output directory is unusable, an input is invalid
 */
export async function release(
  given: Inputs,
  context: Context,
  ports: Ports,
  registries: RegistryOptions = {},
): Promise<Outcome> {
  const { comparison, event, workspace } = context;
  if (comparison.kind === "nothing") return { outputs: {}, diagnostics: comparison.notes };
  const target = readPushTarget(given.release);
  const consent = functionConsent(given, context);
  if (consent.isPrivileged) {
    const message = `nothing is released on ${event}: a stranger can cause it, and its runs have secrets`;
    throw failure("release-refused", message, { hint: "Release on push, release, workflow_dispatch or schedule." });
  }
  const { inputs, diagnostics: refusals } = refuseUntrusted(given, context);
  const { runner, steps, time } = ports;
  steps.begin("fetching", "fetching the commit, if it is missing");
  const directory = safeOutputDirectory(workspace, inputs.outputDirectory);
  const repository = await openRepository(resolve(workspace, inputs.workingDirectory), {
    env: ports.gitEnvironment,
    log: (line) => runner.log(line),
  });
  try {
    const wanted = inputs.head ?? comparison.head.sha;
    const fetch = () => repository.ensureCommit(wanted);
    const { sha: commit } = await time.within("fetching the commit", MIN_FETCH_SECONDS, fetch);
    steps.begin("planning");
    const label = inputs.head ?? comparison.head.label;
    runner.log(`releasing ${commit} (${label})`);
    const problems: Diagnostic[] = [];
    const rendered = await renderCommit(repository, { commit, label }, inputs, problems, context, ports);
    // The ref of a pull request is its merge, and an input can name another commit.
    const isOfEvent = inputs.head === undefined && comparison.kind === "commits";
    const ref = isOfEvent ? ports.environment["GITHUB_REF"] || undefined : undefined;
    steps.begin("writing", "writing the release");
    const made = await makeOf(rendered, commit, ref, repository, context);
    const written = writeRelease(made, provenanceOf(rendered.inputs, ref, context, ports), directory);
    runner.log(`${written.sha256}  ${written.archive}`);
    const pushed =
      target &&
      (await keepGoing(problems, () =>
        push(target, releaseArtifact(made, written), inputs, context, ports, registries),
      ));
    const text = releaseSummary(written, made.document, pushed);
    await keepGoing(problems, () => writeSummary(ports.summaryFile, () => ({ text, truncated: false })));
    return {
      outputs: outputsOf(made, written, pushed),
      diagnostics: [...refusals, ...consent.diagnostics, ...rendered.diagnostics, ...made.diagnostics, ...problems],
    };
  } finally {
    repository.close();
  }
}

async function makeOf(
  { targets, renderings, lock, redaction, inputs }: RenderedCommit,
  commit: string,
  ref: string | undefined,
  repository: Repository,
  context: Context,
): Promise<Release> {
  const address = `${context.serverUrl}/${context.owner}/${context.repository}`;
  const name = inputs.release.name ?? defaultName(address, context.workspace);
  if (name === undefined) throw nameless("the setting release-name");
  return makeRelease({
    name,
    version: inputs.release.version ?? defaultVersion(ref, commit),
    repository: address,
    commit,
    modified: false,
    seconds: await repository.commitTime(commit),
    targets,
    renderings,
    lock,
    withholdSecrets: inputs.release.withholdSecrets,
    redaction,
  });
}

/** @throws KrmError `invalid-input` */
function readPushTarget({ name, version, oci }: Inputs["release"]): OciReference | undefined {
  const invalid = (title: string, message: string): Error => failure("invalid-input", `${title}: ${message}`);
  for (const [title, text] of [
    ["setting release-name", name],
    ["input release-version", version],
  ] as const) {
    if (text !== undefined && !isReleaseName(text)) {
      throw invalid(title, `${JSON.stringify(text)} has other characters than letters, digits and . _ + -`);
    }
  }
  try {
    return oci === undefined ? undefined : parsePushTarget(oci);
  } catch (thrown) {
    throw invalid("input oci", diagnosticsOf(thrown)[0]?.message ?? "");
  }
}

function provenanceOf(
  { targets }: Inputs,
  ref: string | undefined,
  context: Context,
  { environment }: Ports,
): Provenance {
  const { serverUrl, owner, repository, workflow } = context;
  const file = environment["GITHUB_WORKFLOW_REF"] || `${owner}/${repository}/${workflow}`;
  return { builder: `${serverUrl}/${file}`, invocation: attemptUrl(context), ref, patterns: targets };
}

/** @returns the reference with the digest */
async function push(
  target: OciReference,
  artifact: ReturnType<typeof releaseArtifact>,
  inputs: Inputs,
  context: Context,
  ports: Ports,
  options: RegistryOptions,
): Promise<string> {
  const { runner, gitEnvironment, steps, time } = ports;
  steps.begin("pushing", `pushing ${referenceText(target)}`);
  const { openRegistries } = await import("../../store/index.ts");
  const registries = openRegistries({
    ...options,
    access: "pull,push",
    rules: { privateHosts: false, allowHosts: [...inputs.hosts, target.registry] },
    tokenServers: inputs.functions.tokenServers,
    env: gitEnvironment,
    workTree: context.workspace,
    log: (line) => runner.log(line),
    onSecret: (text) => runner.hide(text),
    store: () => {
      throw new TypeError("a push fetches nothing");
    },
  });
  try {
    const work = () => registries.push(target, artifact);
    const { digest, former } = await time.within("pushing the release", MIN_PUSH_SECONDS, work);
    if (former !== undefined && former !== digest) runner.log(`${referenceText(target)} named ${former} before`);
    const { registry, repository } = target;
    const pushed = referenceText({ registry, repository, digest });
    runner.log(`pushed ${pushed}`);
    return pushed;
  } finally {
    await registries.close();
  }
}

function outputsOf({ document }: Release, written: WrittenRelease, pushed: string | undefined): Outputs {
  return {
    targets: String(document.targets.length),
    "head-sha": document.commit,
    "manifests-dir": join(dirname(written.archive), MANIFESTS),
    "archive-path": written.archive,
    "archive-digest": `sha256:${written.sha256}`,
    "statement-path": written.statement,
    "predicate-path": written.predicate,
    "checksums-path": written.subjects,
    "oci-reference": pushed ?? "",
  };
}
