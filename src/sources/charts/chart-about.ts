/** Reads and replaces what Chart.yaml says of a chart that was fetched. */
import { type Diagnostic, failure, KrmError } from "../../diagnostics.ts";
import { compareVersions, parseVersion } from "../../text/index.ts";
import { decodeText, emit, parseConfig, toConfigValue, type Value } from "../../yaml/index.ts";
import type { Directory } from "../helm/helm.ts";

export interface AboutChart {
  readonly name: string;
  readonly version: string;
}

/** Name and version, from Chart.yaml. @throws KrmError `archive-refused` */
export function aboutChart(files: Directory, shown: string): AboutChart {
  const { name, version } = fieldsOf(files, shown);
  if (typeof name === "string" && typeof version === "string") return { name, version };
  const hint = "Check the address: the archive is not that of a chart.";
  throw failure("archive-refused", `${shown} has no Chart.yaml with a name and a version`, { hint });
}

/**
 * The chart of an artifact as helm-controller renders it: with the first digits of the digest of the manifest behind its version.
 * docs/specification/helm-charts.md 5.7
 * @param tag by which the artifact was found; undefined for one that was named by its digest
 * @throws KrmError `chart-not-found` where helm-controller refuses the version
 */
export function withRevision(
  files: Directory,
  { version }: AboutChart,
  { shown, manifest, tag }: { readonly shown: string; readonly manifest: string; readonly tag?: string | undefined },
): Directory {
  const parsed = parseVersion(version);
  const hint = "Correct the version in Chart.yaml, or the tag: helm-controller of Flux refuses this chart, too.";
  const refused = (problem: string): Error => failure("chart-not-found", `${shown} ${problem}`, { hint });
  if (parsed === undefined) throw refused(`is a chart of the version ${JSON.stringify(version)}, which is none`);
  const tagged = tag === undefined ? undefined : parseVersion(tag.replaceAll("_", "+"));
  if (tagged !== undefined && compareVersions(tagged, parsed) !== 0)
    throw refused(`is a chart of the version ${version}, and not of that of its tag`);
  const prerelease = parsed.prerelease === "" ? "" : `-${parsed.prerelease}`;
  const whole = `${parsed.numbers.join(".")}${prerelease}+${manifest.replace("sha256:", "").slice(0, 12)}`;
  const fields = Object.assign(Object.create(null), fieldsOf(files, shown), { version: whole });
  return new Map([...files, ["Chart.yaml", Buffer.from(emit(fields))]]);
}

/** @throws KrmError `archive-refused` */
function fieldsOf(files: Directory, shown: string): { readonly [field: string]: Value } {
  const bytes = files.get("Chart.yaml");
  if (bytes === undefined) return {};
  try {
    const node = parseConfig(decodeText(bytes, "Chart.yaml"), "Chart.yaml");
    const value = node && toConfigValue(node);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const [{ message, line }] = thrown.diagnostics as [Diagnostic];
    const place = line === undefined ? "" : `, in line ${line}`;
    throw failure("archive-refused", `${shown} has a Chart.yaml that cannot be read${place}: ${message}`, {
      hint: "Correct the Chart.yaml, and package the chart again.",
      cause: thrown,
    });
  }
}
