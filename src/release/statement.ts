/** The in-toto statement of a release, with provenance as SLSA defines it; docs/specification/releases.md 4. */
import { LOCK_FILE_NAME, type Lock, type LockEntry } from "../lock/index.ts";
import { VERSION } from "../version.ts";
import type { Release } from "./make-release.ts";

export const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
export const PREDICATE_TYPE = "https://slsa.dev/provenance/v1";
/** Says what the parameters below mean. A new meaning gets a new address. */
const BUILD_TYPE = "https://github.com/org/krm-render/blob/main/docs/specification/releases.md#4-the-statement";
/** The builder where nothing but a person on a machine vouches for the run. */
export const LOCAL_BUILDER = "https://github.com/org/krm-render/blob/main/docs/guide/releases.md#without-github";

/** Who made a release, and what they asked for. */
export interface Provenance {
  /** The workflow, as an address with its revision; {@link LOCAL_BUILDER} outside of workflows. */
  readonly builder: string;
  /** The address of the run. */
  readonly invocation?: string | undefined;
  /** The branch or tag, such as `refs/tags/v1`. */
  readonly ref?: string | undefined;
  /** The patterns that chose the targets; empty for all. */
  readonly patterns: readonly string[];
}

/** The provenance alone: the input `predicate-path` of actions/attest takes it. */
export function predicateOf({ document, lock }: Release, provenance: Provenance): object {
  const { builder, invocation, ref, patterns } = provenance;
  const { name, version, repository, commit, modified, secrets } = document;
  const source = repository ?? undefined;
  return {
    buildDefinition: {
      buildType: BUILD_TYPE,
      externalParameters: {
        ...(source !== undefined && { repository: source }),
        ...(ref !== undefined && { ref }),
        commit,
        modified,
        targets: patterns,
        name,
        version,
        withholdSecrets: secrets.withheld,
      },
      internalParameters: {},
      resolvedDependencies: [
        // Without an address, the commit alone says what was rendered.
        ...(modified ? [] : [{ ...(source !== undefined && { uri: `git+${source}` }), digest: { gitCommit: commit } }]),
        ...dependenciesOf(lock),
      ],
    },
    runDetails: {
      builder: { id: builder, version: { "krm-render": VERSION } },
      ...(invocation !== undefined && { metadata: { invocationId: invocation } }),
      byproducts: [{ name: LOCK_FILE_NAME, digest: { sha256: document.lock.sha256 } }],
    },
  };
}

/** @param name of the archive @param sha256 its digest, in lower-case hexadecimal */
export function statementOf(name: string, sha256: string, predicate: object): object {
  return {
    _type: STATEMENT_TYPE,
    subject: [{ name, digest: { sha256 } }],
    predicateType: PREDICATE_TYPE,
    predicate,
  };
}

function dependenciesOf(lock: Lock): readonly object[] {
  return lock.map((entry) => {
    const uri = uriOf(entry);
    return {
      name: `${entry.kind} ${entry.ref}`,
      ...(uri !== undefined && { uri }),
      digest: { [algorithmOf(entry)]: entry.digest.replace(/^sha256:/, "") },
    };
  });
}

/** Undefined for a file of the repository, which its commit fixes. */
function uriOf({ kind, ref }: LockEntry): string | undefined {
  if (kind === "git") return `git+${ref}`;
  if (kind === "image") return `oci://${ref}`;
  return /^[a-z][a-z0-9+.-]*:\/\//.test(ref) ? ref : undefined;
}

/** The digest of a chart is that of its files, not that of the archive at the address. */
function algorithmOf({ kind }: LockEntry): string {
  if (kind === "git") return "gitCommit";
  return kind === "chart" ? "krmRenderChartFiles" : "sha256";
}
