/** Compares a statement with the archive that it is about; docs/specification/releases.md 6.4. */

import { readFileSync, statSync } from "node:fs";
import { propertyAt } from "../collections.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { reasonOf } from "../render/index.ts";
import type { ReleaseDocument } from "./format.ts";
import { PREDICATE_TYPE, STATEMENT_TYPE } from "./statement.ts";

export interface StatedArchive {
  /** In lower-case hexadecimal. */
  readonly sha256: string;
  /** Undefined if release.json cannot be read. */
  readonly release: ReleaseDocument | undefined;
  /** The name that the release gave to the archive. */
  readonly name: string | undefined;
}

const MAX_STATEMENT_BYTES = 32 * 1024 ** 2;

/** @param file its name in messages @returns what does not fit together */
export function checkStatement(path: string, file: string, archive: StatedArchive): readonly Diagnostic[] {
  const problem = (code: string, message: string, hint?: string): readonly Diagnostic[] => [
    { code, severity: "error", message, file, ...(hint !== undefined && { hint }) },
  ];
  let value: unknown;
  try {
    const stats = statSync(path);
    // Reading a pipe would block.
    if (!stats.isFile()) return problem("unreadable", "the statement is not a regular file");
    if (stats.size > MAX_STATEMENT_BYTES) return problem("release-content", "the statement is larger than 32 MiB");
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return problem("release-content", "the statement is not JSON");
    return problem("unreadable", `the statement cannot be read: ${reasonOf(error)}`);
  }
  if (propertyAt(value, "dsseEnvelope") !== undefined || propertyAt(value, "payload") !== undefined) {
    const hint = "Verify it with `gh attestation verify`, and give this command the file statement.intoto.json.";
    return problem("release-content", "the statement is signed, and this command reads the statement alone", hint);
  }
  if (propertyAt(value, "_type") !== STATEMENT_TYPE || propertyAt(value, "predicateType") !== PREDICATE_TYPE) {
    return problem("release-content", `the statement is not one of ${STATEMENT_TYPE} about ${PREDICATE_TYPE}`);
  }
  const subjects = propertyAt(value, "subject");
  const own = (Array.isArray(subjects) ? subjects : []).filter(
    (each) => propertyAt(each, "digest", "sha256") === archive.sha256,
  );
  if (own.length === 0)
    return problem("release-digest", `the statement is about another archive than sha256:${archive.sha256}`);
  if (archive.release === undefined) return [];
  if (!own.some((subject) => propertyAt(subject, "name") === archive.name)) {
    return problem("release-mismatch", `the statement gives the archive another name than ${archive.name}`);
  }
  const stated = differing(value, archive.release);
  if (stated === undefined) return [];
  return problem("release-mismatch", `the statement has another ${stated} than the release`);
}

/** The first thing that the statement says otherwise than the release. */
function differing(statement: unknown, release: ReleaseDocument): string | undefined {
  const parameters = propertyAt(statement, "predicate", "buildDefinition", "externalParameters");
  const wanted: readonly (readonly [string, unknown, unknown])[] = [
    ["name", propertyAt(parameters, "name"), release.name],
    ["version", propertyAt(parameters, "version"), release.version],
    ["commit", propertyAt(parameters, "commit"), release.commit],
    ["repository", propertyAt(parameters, "repository"), release.repository ?? undefined],
    ["state of the files", propertyAt(parameters, "modified"), release.modified],
    ["choice about Secrets", propertyAt(parameters, "withholdSecrets"), release.secrets.withheld],
  ];
  const different = wanted.find(([, stated, released]) => stated !== released)?.[0];
  if (different !== undefined || release.modified) return different;
  const dependencies = propertyAt(statement, "predicate", "buildDefinition", "resolvedDependencies");
  const commits = (Array.isArray(dependencies) ? dependencies : []).map((each) =>
    propertyAt(each, "digest", "gitCommit"),
  );
  return commits[0] === release.commit ? undefined : "rendered commit";
}
