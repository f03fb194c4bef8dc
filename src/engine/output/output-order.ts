/** The order of the output; docs/specification/sort-order.md. */
import { failure } from "../../diagnostics.ts";
import { kindRanks, kindsFirst, kindsLast, type SortOptions } from "../../documents/index.ts";
import { type Gvk, gvkText, type Resource, type ResourceSet } from "../../resource/index.ts";
import { compareBytewise } from "../../text/index.ts";

/** @throws KrmError `invalid-value` */
export function checkSortOptions(options: SortOptions | undefined): void {
  if (options === undefined) return;
  if (options.order !== "fifo" && options.order !== "legacy") {
    throw failure("invalid-value", "the field 'sortOptions.order' must be one of [fifo, legacy]", {
      ...options.location,
      hint: "Set `order` to one of them.",
    });
  }
  if (options.order === "fifo" && options.legacySortOptions !== undefined) {
    throw failure(
      "invalid-value",
      "the field 'sortOptions.legacySortOptions' is set but the selected sort order is 'fifo'",
      { ...options.legacySortOptions.location, hint: "Remove legacySortOptions, or set the order to legacy." },
    );
  }
}

/**
 * Sorts by rank of the kind, then by group, version and kind, then by namespace and name. The order `fifo` sorts nothing.
 * @param reorder the order for a kustomization without sortOptions
 */
export function sortOutput(resources: ResourceSet, options: SortOptions | undefined, reorder: "legacy" | "none"): void {
  const order = options?.order ?? (reorder === "none" ? "fifo" : "legacy");
  if (order === "fifo") return;
  const { orderFirst, orderLast } = options?.legacySortOptions ?? { orderFirst: kindsFirst, orderLast: kindsLast };
  const ranks = kindRanks(orderFirst ?? [], orderLast ?? []);
  const keys = new Map<Resource, SortKey>();
  for (const resource of resources.items) {
    keys.set(resource, sortKey(resource, ranks));
  }
  resources.sort((a, b) => compare(keys.get(a) as SortKey, keys.get(b) as SortKey));
}

interface SortKey {
  readonly rank: number;
  readonly gvk: string;
  readonly id: string;
  readonly isNamespace: boolean;
  readonly isCore: boolean;
}

function sortKey({ id }: Resource, ranks: ReadonlyMap<string, number>): SortKey {
  return {
    rank: ranks.get(id.kind) ?? 0,
    gvk: gvkSortText(id),
    id: `${gvkText(id)}|${id.namespace || "~X"}|${id.name || "~N"}`,
    isNamespace: id.kind === "Namespace",
    isCore: id.group === "",
  };
}

/** The text by which kinds are sorted. Empty parts sort after letters: the core group comes after named groups. */
function gvkSortText(gvk: Gvk): string {
  return `${gvk.group || "~G"}_${gvk.version || "~V"}_${gvk.kind || "~K"}`;
}

function compare(a: SortKey, b: SortKey): number {
  if (a.gvk === b.gvk) return compareBytewise(a.id, b.id);
  if (a.rank !== b.rank) return a.rank - b.rank;
  // Core namespaces come before namespaces of other groups.
  if (a.isNamespace && b.isNamespace && (a.isCore || b.isCore)) return compareBytewise(b.gvk, a.gvk);
  return compareBytewise(a.gvk, b.gvk);
}
