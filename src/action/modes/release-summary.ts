/** The summary of a release for the page of the run. */
import { basename } from "node:path";
import type { ReleaseDocument, WrittenRelease } from "../../release/index.ts";

/**
 * Nothing in it is from the rendered files: names and references have no characters that Markdown knows.
 * @param pushed the reference with the digest; undefined if nothing was pushed
 */
export function releaseSummary(archive: WrittenRelease, document: ReleaseDocument, pushed: string | undefined): string {
  const { name, version, commit, targets, secrets } = document;
  const objects = targets.reduce((sum, target) => sum + target.objects, 0);
  const rows = [
    ["archive", `\`${basename(archive.archive)}\``],
    ["digest", `\`sha256:${archive.sha256}\``],
    ["commit", `\`${commit}\``],
    ["targets", String(targets.length)],
    ["objects", String(objects)],
    ...(secrets.withheld ? [["withheld objects", String(secrets.objects.length)]] : []),
    ...(pushed === undefined ? [] : [["pushed", `\`${pushed}\``]]),
  ];
  const table = rows.map(([head, text]) => `| ${head} | ${text} |`);
  return [`## Release \`${name}\` \`${version}\``, "", "| | |", "|---|---|", ...table, ""].join("\n");
}
