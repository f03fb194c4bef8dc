/** Writes Markdown links to the parts of the HTML page. */
import type { Change, Report } from "../../review/index.ts";
import type { DangerGroup } from "../danger-groups.ts";
import type { Failure } from "../failures.ts";
import type { NewWarning, Overview, Row } from "../overview.ts";
import { link } from "../text.ts";
import { anchoredRows, dangerAnchors, failureAnchors, placeAnchors, warningAnchors } from "./page-anchors.ts";

/** Each method returns the label, which is Markdown without links, as a link; the label itself for what the page does not show. */
export class PageLinks {
  readonly #address: string;
  /** The markup between a label and its anchor. */
  readonly #start: string;
  readonly #rows: ReadonlyMap<Row, string>;
  readonly #dangers: ReadonlyMap<DangerGroup, string>;
  readonly #failures: ReadonlyMap<Failure, string>;
  readonly #warnings: ReadonlyMap<NewWarning, string>;
  /** By the names of clusters or deployments. */
  readonly #places: ReadonlyMap<string, string>;
  /** The ids of the changes that have a place of their own. */
  readonly #changes: ReadonlySet<string>;

  readonly #withDiffs: boolean;

  /**
   * @param address the https URL of the page, without a fragment
   * @param report the report of the text with the links, and its overview
   * @param withDiffs whether the titles of diffs are links too, which name again what rows have named
   */
  constructor(
    address: string,
    { report, overview }: { readonly report: Report; readonly overview: Overview },
    withDiffs = true,
  ) {
    this.#withDiffs = withDiffs;
    const rows = anchoredRows(overview);
    // Markdown reads entities in addresses as well.
    this.#address = address.replaceAll("&", "&amp;");
    this.#start = link("", `${this.#address}#`).slice(1, -1);
    this.#rows = new Map(rows.map(({ row, anchor }) => [row, anchor]));
    this.#dangers = dangerAnchors(overview);
    this.#failures = failureAnchors(overview);
    this.#warnings = warningAnchors(overview);
    this.#places = placeAnchors(report, overview)?.names ?? new Map();
    this.#changes = new Set(rows.flatMap(({ row }) => row.changes.map(({ id }) => id)));
  }

  toRow(label: string, row: Row): string {
    return this.#to(label, this.#rows.get(row));
  }

  toDanger(label: string, group: DangerGroup): string {
    return this.#to(label, this.#dangers.get(group));
  }

  toFailure(label: string, failure: Failure): string {
    return this.#to(label, this.#failures.get(failure));
  }

  toWarning(label: string, warning: NewWarning): string {
    return this.#to(label, this.#warnings.get(warning));
  }

  /** @param name that of a cluster or a deployment, as the line above the changes names it */
  toPlace(label: string, name: string): string {
    return this.#to(label, this.#places.get(name));
  }

  toDiff(label: string, id: Change["id"]): string {
    return this.#withDiffs ? this.toChange(label, id) : label;
  }

  toChange(label: string, id: Change["id"] | undefined): string {
    return this.#to(label, id !== undefined && this.#changes.has(id) ? id : undefined);
  }

  /** The bytes that the links of a text take beside their labels, about. */
  bytesIn(text: string): number {
    return (text.split(this.#start).length - 1) * (this.#start.length + ANCHOR_BYTES);
  }

  #to(label: string, anchor: string | undefined): string {
    return anchor === undefined ? label : link(label, `${this.#address}#${anchor}`);
  }
}

/** Bytes of an anchor and of the brackets around a link, about. */
const ANCHOR_BYTES = 16;
