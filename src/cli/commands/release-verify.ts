/** `krm-render release verify`; docs/specification/releases.md 6. */
import { relative, resolve } from "node:path";
import { repositoryAddress, verifyRelease } from "../../release/index.ts";
import { type Invocation, type Task, UsageError } from "../command.ts";
import { illegal } from "../options/option-values.ts";
import { pathLine } from "../terminal.ts";

/** The options that have a meaning here, in the order of the help. */
const OPTIONS = ["statement", "repository", "commit"] as const;

export function verifyArchive(invocation: Invocation): Task {
  const [archive, ...more] = invocation.arguments;
  if (archive === undefined) throw new UsageError("release verify needs an archive: release verify ARCHIVE");
  if (more.length > 0) throw new UsageError(`release verify takes one archive, and not "${more[0]}" as well`);
  const [statement, given, commit] = OPTIONS.map((name) => invocation.value(name));
  // In the form that a release has, however the repository is cloned.
  const repository = repositoryAddress(given) ?? given;
  if (commit !== undefined && !/^[0-9a-f]{7,64}$/.test(commit))
    throw illegal(commit, "commit", "expected at least 7 digits of the id of a commit");

  return async ({ cwd, stdout, stderr }) => {
    const expected = { statement: statement && resolve(cwd, statement), repository, commit };
    const shownAs = (path: string): string => relative(cwd, path) || path;
    const { release, sha256, comparedWith } = await verifyRelease(resolve(cwd, archive), expected, shownAs);
    const { name, version, repository: address, commit: id, modified, targets, secrets } = release;
    const objects = targets.reduce((sum, target) => sum + target.objects, 0);
    const lines = [
      `release    ${name} ${version}`,
      ...(address === null ? [] : [`repository ${address}`]),
      `commit     ${id}${modified ? ", with changes that are not in it" : ""}`,
      `targets    ${targets.length} (objects: ${objects}${secrets.withheld ? `; withheld: ${secrets.objects.length}` : ""})`,
      `archive    sha256:${sha256}`,
    ];
    await stdout.write(lines.map((line) => `${pathLine(line)}\n`).join(""));
    if (comparedWith.length === 0) {
      await stderr.write(
        "note: the archive fits together. Compare its digest with a published one, or give its --statement.\n",
      );
    }
    return 0;
  };
}
