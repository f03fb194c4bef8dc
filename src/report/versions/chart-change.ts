/** Recognises a new version of a Helm chart that Flux installs, or of a source that it reads. */
import type { Change, FieldChange } from "../../review/index.ts";

export interface ChartChange {
  /** The name of the release, or of the source. */
  readonly release: string;
  readonly before: string;
  readonly after: string;
}

/** Undefined for other fields, and for versions that are ranges. */
export function chartChange(field: FieldChange, { object }: Pick<Change, "object">): ChartChange | undefined {
  const { op, path, before, after, image } = field;
  const isRelease = object.kind === "HelmRelease" && object.apiVersion.startsWith("helm.toolkit.fluxcd.io/");
  const isVersion = isRelease ? path === "/spec/chart/spec/version" : image !== undefined && path === "/spec/ref/tag";
  if (op !== "changed" || !isVersion) return undefined;
  if (typeof before !== "string" || typeof after !== "string" || !isExact(before) || !isExact(after)) return undefined;
  return { release: object.name, before, after };
}

function isExact(version: string): boolean {
  return /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]*)?$/.test(version);
}
