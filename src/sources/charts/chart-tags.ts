/** Chooses the tag of a chart or an artifact in a registry; docs/specification/helm-charts.md 5.2, 5.8. */
import { failure, type KrmError } from "../../diagnostics.ts";
import type { ArtifactAddress } from "../../lock/index.ts";
import { compileRegex } from "../../resource/index.ts";
import { CHART_TYPE } from "../../store/index.ts";
import { compareVersions, parseFluxVersion, parseStrictVersion, parseVersion, type Version } from "../../text/index.ts";
import { rangeOf } from "./chart-index.ts";
import type { ChartWanted } from "./chart-wanted.ts";

interface Tags {
  /** The repository in messages. */
  readonly shown: string;
  /** Asks the registry. */
  readonly list: () => Promise<readonly string[]>;
}

/** @throws KrmError `chart-not-found`, `invalid-value`, and what listing throws */
export async function chartTag(tags: Tags, version: string, chosenBy: ChartWanted["chosenBy"]): Promise<string> {
  const parseExact = chosenBy === "source-controller" ? parseFluxVersion : parseVersion;
  if (version !== "" && parseExact(version) !== undefined) return version.replaceAll("+", "_");
  return highest(tags, version, await tags.list(), (tag) => parseStrictVersion(tag.replaceAll("_", "+")));
}

/** The tag that an OCIRepository names by a range, or as it is. @throws KrmError as {@link chartTag} */
export async function artifactTag(tags: Tags, { semver, semverFilter, tag, layer }: ArtifactAddress): Promise<string> {
  if (!semver) return tag || "latest";
  const matches = semverFilter ? compileRegex(semverFilter) : () => true;
  if (matches === undefined) {
    const message = `the semverFilter ${JSON.stringify(semverFilter?.slice(0, 100))} is no regular expression`;
    throw failure("invalid-value", message, { hint: "Write it as Go reads it." });
  }
  const isOfHelm = layer === CHART_TYPE;
  const counting = (await tags.list()).filter(matches);
  return highest(tags, semver, counting, (each) => parseFluxVersion(isOfHelm ? each.replaceAll("_", "+") : each));
}

function highest(
  { shown }: Tags,
  range: string,
  tags: readonly string[],
  parse: (tag: string) => Version | undefined,
): string {
  const matches = rangeOf(range);
  const versions = tags.flatMap((tag) => {
    const parsed = parse(tag);
    return parsed === undefined ? [] : [{ tag, parsed }];
  });
  const found = versions.sort((one, other) => compareVersions(other.parsed, one.parsed)).find(matches);
  if (found !== undefined) return found.tag;
  throw noVersion(shown, range);
}

function noVersion(shown: string, range: string): KrmError {
  const wanted = range === "" ? "that is a release" : `for ${range}`;
  const hint = "Check the version, and the tags in the registry.";
  return failure("chart-not-found", `${shown} has no version ${wanted}`, { hint });
}
