/** Writes the images that others replace as a table. */
import type { Change, ImageChange } from "../../review/index.ts";
import { causesOfRow } from "../causes.ts";
import type { Block, MarkdownContext } from "../markdown-context.ts";
import type { Row } from "../overview.ts";
import { shortDigests } from "../short-values.ts";
import { byteLength, code, plural } from "../text.ts";
import { causeLinks, targetsPhrase } from "./phrases.ts";

/** A longer table is folded. */
const MAX_OPEN_ROWS = 15;
const MAX_NAME_LENGTH = 120;
/** A longer name is broken before its last part: code in tables does not wrap. */
const MAX_UNBROKEN = 36;
/** Bytes of the markup that folds the table, at most. */
const FOLD_BYTES = 100;

/** Columns that fit on a phone beside each other: the versions are short, and the places wrap below their image. */
const headOf = (images: readonly ImageChange[]): string[] => [`| version | ${imagesTitle(images)} |`, "|---|---|"];

/** What the names in the table are. */
function imagesTitle(images: readonly ImageChange[]): string {
  const isAllRun = images.every(({ containers }) => containers > 0);
  return isAllRun ? "image, and where it runs" : "image or source, and where it is used";
}

/** The rows that the table of images says all of: new images of containers, and nothing else. */
export function imageRows({ report, overview }: Pick<MarkdownContext, "report" | "overview">): ReadonlySet<Row> {
  const named = new Set(report.images.flatMap(({ changes }) => changes));
  return new Set(
    overview.rows.filter(
      ({ group, changes }) =>
        group.op === "changed" &&
        group.consequence === "image" &&
        changes.every(({ id, referrers }) => named.has(id) && referrers === undefined),
    ),
  );
}

/** As many images as fit; each with its causes, if all of these fit. */
export function imageTable(context: MarkdownContext, rows: ReadonlySet<Row>, room: number): Block {
  const { images } = context.report;
  const total = images.length;
  if (total === 0) return { text: "", count: { shown: 0, total } };
  const told = toldBy(rows);
  const head = headOf(images);
  for (const withCauses of [true, false]) {
    const lines = [...head];
    let left = room - byteLength(head.join("\n")) - FOLD_BYTES;
    for (const image of images) {
      const line = rowOf(image, context, withCauses ? told : undefined);
      left -= byteLength(line) + 1;
      if (left < 0) break;
      lines.push(line);
    }
    const shown = lines.length - head.length;
    if (shown < total && (withCauses || shown === 0)) continue;
    const table = lines.join("\n");
    const summary = shown === total ? plural(total, "image") : `The first ${shown} of ${plural(total, "image")}`;
    const text = shown <= MAX_OPEN_ROWS ? table : `<details><summary>${summary}</summary>\n\n${table}\n\n</details>`;
    return { text, count: { shown, total } };
  }
  return { text: "", count: { shown: 0, total } };
}

/** A change, and the row of the list that is not shown because the table says all of it. */
interface Told {
  readonly row: Row;
  readonly change: Change;
}

/** What the table tells, by the ids of changes. */
function toldBy(rows: ReadonlySet<Row>): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  for (const row of rows) for (const change of row.changes) told.set(change.id, { row, change });
  return told;
}

/** The places that made the changes of an image, where all rows with it name the same ones. */
function placesOf(ids: readonly string[], told: ReadonlyMap<string, Told>, context: MarkdownContext): string {
  const rows = new Map<Row, [Change, ...Change[]]>();
  for (const id of ids) {
    const { row, change } = told.get(id) ?? {};
    if (row === undefined || change === undefined) continue;
    const own = rows.get(row);
    if (own === undefined) rows.set(row, [change]);
    else own.push(change);
  }
  const texts = new Set(
    Array.from(rows, ([{ group }, changes]) => causeLinks(causesOfRow({ group, changes }), context)),
  );
  const [text = ""] = texts.size === 1 ? texts : [];
  return text;
}

function rowOf(
  { repository, version, containers, changes, targets }: ImageChange,
  context: MarkdownContext,
  told: ReadonlyMap<string, Told> | undefined,
): string {
  const isSame = repository.before === repository.after;
  const name = isSame ? nameOf(repository.after) : `${nameOf(repository.before)} →<br>${nameOf(repository.after)}`;
  const [before, after] = shortDigests(version.before, version.after);
  const versions = before === after ? versionOf(after) : `${versionOf(before)} → ${versionOf(after)}`;
  const holders = containers === 0 ? "" : `${plural(containers, "container")} in `;
  const where = `${holders}${targetsPhrase(targets, context)}`;
  const place = told === undefined ? "" : placesOf(changes, told, context);
  return `| ${versions} | ${name}<br>${where}${place === "" ? "" : `<br>${place}`} |`;
}

/** The name as code, in two lines if it is long. */
function nameOf(repository: string): string {
  const slash = repository.lastIndexOf("/");
  if (repository.length <= MAX_UNBROKEN || slash < 0) return code(repository, MAX_NAME_LENGTH);
  return `${code(repository.slice(0, slash + 1), MAX_NAME_LENGTH)}<br>${code(repository.slice(slash + 1), MAX_NAME_LENGTH)}`;
}

function versionOf(version: string): string {
  return version === "" ? "no tag" : code(version, MAX_NAME_LENGTH);
}
