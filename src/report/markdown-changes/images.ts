/** Writes the images that others replace as a table. */
import type { ImageChange } from "../../review/index.ts";
import { causesOfRow } from "../causes.ts";
import type { Block, MarkdownContext } from "../markdown-context.ts";
import type { Row } from "../overview.ts";
import { shortDigests } from "../short-values.ts";
import { rowNews } from "../since/news.ts";
import { byteLength, code, details, plural } from "../text.ts";
import { ownersPhrases } from "../words/owner-words.ts";
import { causeLinks, printPhrases, targetsPhrase } from "./phrases.ts";

/** A longer table is folded. */
const MAX_OPEN_ROWS = 15;
const MAX_NAME_LENGTH = 120;
/** A longer name is broken before its last part: code in tables does not wrap. */
const MAX_UNBROKEN = 36;
/** Bytes of the markup that folds the table, at most. */
const FOLD_BYTES = 100;

/** Columns that fit on a phone beside each other: the versions are short, and the places wrap below their image. */
function headOf(images: readonly ImageChange[]): string[] {
  const isAllRun = images.every(({ containers }) => containers > 0);
  const title = isAllRun ? "image, and where it runs" : "image or source, and where it is used";
  return [`| version | ${title} |`, "|---|---|"];
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

/** Writes as many images as fit; each with its causes, if all of these fit. */
export function imageTable(context: MarkdownContext, rows: ReadonlySet<Row>, room: number): Block {
  const { images } = context.report;
  const total = images.length;
  if (total === 0) return { text: "", count: { shown: 0, total } };
  const rowOf = new Map(Array.from(rows, (row) => row.changes.map(({ id }) => [id, row] as const)).flat());
  const head = headOf(images);
  for (const withCauses of [true, false]) {
    const lines = [...head];
    let left = room - byteLength(head.join("\n")) - FOLD_BYTES;
    for (const image of images) {
      const line = lineOf(image, context, withCauses ? rowOf : undefined);
      left -= byteLength(line) + 1;
      if (left < 0) break;
      lines.push(line);
    }
    const shown = lines.length - head.length;
    if (shown < total && (withCauses || shown === 0)) continue;
    const table = lines.join("\n");
    const summary = shown === total ? plural(total, "image") : `The first ${shown} of ${plural(total, "image")}`;
    const text = shown <= MAX_OPEN_ROWS ? table : details(summary, table);
    return { text, count: { shown, total } };
  }
  return { text: "", count: { shown: 0, total } };
}

/** Names the places that made the changes of an image, where all rows with it have the same ones, their owners, and whether they are new. */
function placesOf(ids: readonly string[], rowOf: ReadonlyMap<string, Row>, context: MarkdownContext): string {
  const wanted = new Set(ids);
  const rows = new Set(ids.flatMap((id) => rowOf.get(id) ?? []));
  const texts = new Set(
    Array.from(rows, ({ group, changes }) => {
      const own = changes.filter(({ id }) => wanted.has(id));
      return causeLinks(causesOfRow({ group, changes: own }), context);
    }),
  );
  const [text = ""] = texts.size === 1 ? texts : [];
  const owners = printPhrases(ownersPhrases(rows, context.overview.owners));
  const ofRows = Array.from(rows, ({ group }) => group.id);
  const news = printPhrases(rowNews(context.news, ofRows));
  return [news, text, owners].filter((part) => part !== "").join("<br>");
}

/** @param rowOf the row of each change that the table replaces; undefined for no causes */
function lineOf(
  { repository, version, containers, changes, targets }: ImageChange,
  context: MarkdownContext,
  rowOf: ReadonlyMap<string, Row> | undefined,
): string {
  const isSame = repository.before === repository.after;
  const names = isSame ? nameOf(repository.after) : `${nameOf(repository.before)} →<br>${nameOf(repository.after)}`;
  const name = context.page?.toChange(names, changes[0]) ?? names;
  const [before, after] = shortDigests(version.before, version.after);
  const versions = before === after ? versionOf(after) : `${versionOf(before)} → ${versionOf(after)}`;
  const holders = containers === 0 ? "" : `${plural(containers, "container")} in `;
  const where = `${holders}${targetsPhrase(targets, context)}`;
  const place = rowOf === undefined ? "" : placesOf(changes, rowOf, context);
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
