/** Maps of labels and annotations. */
import { escapeStep } from "../../text/index.ts";
import type { FieldChange } from "../report.ts";

/** Maps of labels, wherever they are. */
export const LABELS: ReadonlySet<string> = new Set(["labels", "matchLabels", "selector"]);

/** Tells whether the field is a whole map of labels or annotations. */
function isLabelMap({ path }: Pick<FieldChange, "path">): boolean {
  const last = path.slice(path.lastIndexOf("/") + 1);
  return last === "annotations" || (LABELS.has(last) && last !== "selector");
}

/** Labels and annotations are fields of their own, also where their map is new or gone. */
export function perLabel(field: FieldChange): readonly FieldChange[] {
  if ((field.op !== "added" && field.op !== "removed") || !isLabelMap(field)) return [field];
  const map = field.op === "added" ? field.after : field.before;
  if (typeof map !== "object" || map === null || Array.isArray(map)) return [field];
  const entries = Object.entries(map);
  if (entries.length === 0 || entries.some(([, value]) => typeof value === "object")) return [field];
  return entries.map(([key, value]) => ({
    path: `${field.path}/${escapeStep(key)}`,
    label: /[.[\]\s]/.test(key) ? `${field.label}[${key}]` : `${field.label}.${key}`,
    op: field.op,
    ...(field.noise !== undefined && { noise: field.noise }),
    ...(field.op === "added" ? { after: value } : { before: value }),
  }));
}
