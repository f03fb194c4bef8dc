/** What a scenario can state of its report: lines under a name, such as each changed field under `field`. */
import type { Location } from "../../../src/diagnostics.ts";
import type { Report } from "../../../src/review/index.ts";

type Change = Report["changes"][number];
type Facts = (report: Report) => readonly string[];

export const FACTS: Readonly<Record<string, Facts>> = {
  change: ({ changes }) =>
    changes.map(({ id, op, object, from, onlyReferences }) =>
      words(
        id,
        op,
        object.kind,
        nameOf(object),
        from && `from ${shortJson(from)}`,
        onlyReferences && "only references",
      ),
    ),
  field: ({ changes }) =>
    changes.flatMap((change) =>
      change.fields.map(({ op, path, label, before, after, redacted, reference, noise }) =>
        words(
          `${nameOf(change.object)}:`,
          op,
          path,
          `"${label}"`,
          redacted && "redacted",
          reference && "a reference",
          noise && `noise ${noise}`,
          before !== undefined && `before ${shortJson(before)}`,
          after !== undefined && `after ${shortJson(after)}`,
        ),
      ),
    ),
  hunk: ({ changes }) =>
    changes.flatMap(({ hunks }) =>
      hunks.map(({ oldStart, oldLines, newStart, newLines, fields }) =>
        words(`-${oldStart},${oldLines}`, `+${newStart},${newLines}`, ...fields),
      ),
    ),
  cause: ({ changes }) =>
    changes.flatMap((change) =>
      change.causes.map((cause) =>
        words(
          `${nameOf(change.object)}:`,
          cause.side,
          placeOf(cause),
          cause.step,
          cause.plugin,
          cause.fields?.join(" "),
          cause.targets && `in ${cause.targets.join(" ")}`,
          cause.entry && `by ${placeOf(cause.entry)}`,
          cause.imports && `imported at ${cause.imports.map(placeOf).join(" ")}`,
          cause.overrides && `overridden at ${cause.overrides.map(placeOf).join(" ")}`,
          !cause.inChange && "not edited",
        ),
      ),
    ),
  crd: ({ changes }) =>
    changes.flatMap(({ crd }) => [
      ...(crd?.versions ?? []).map(({ name, op }) => words(name, op)),
      ...(crd?.properties ?? []).map(({ version, path, op, before, after }) =>
        words(version, path, op, before && `before ${before}`, after && `after ${after}`),
      ),
      ...(crd?.descriptions ? [`${crd.descriptions} descriptions`] : []),
    ]),
  pods: ({ changes, podEffects }) =>
    podEffects.map(({ change, effect, workloads }) => {
      const object = changes.find(({ id }) => id === change)?.object;
      const of = workloads.map(({ kind, name, pods }) => `${kind} ${name} ${pods ?? "?"}`);
      return words(`${object && nameOf(object)}:`, effect, of.join(", "));
    }),
  elsewhere: ({ changes }) =>
    changes.flatMap(({ object, elsewhere }) =>
      elsewhere === undefined ? [] : [words(`${nameOf(object)}:`, shortJson(elsewhere.versions))],
    ),
  target: ({ targets }) =>
    targets.map(({ path, status, from, failedBefore, isNew, needs, why, resources, layoutOnly, mistakesBefore }) =>
      words(
        path,
        status,
        `${resources.base ?? "?"} → ${resources.head ?? "?"}`,
        from && `from ${from}`,
        failedBefore && "failed before",
        isNew && "new",
        needs && `needs ${needs.join(" ")}`,
        layoutOnly && `${layoutOnly} in layout only`,
        mistakesBefore && `${mistakesBefore} with mistakes from before`,
        `(${why})`,
      ),
    ),
  problem: ({ targets, notes = [] }) => [
    ...targets.flatMap(({ path, diagnostics }) =>
      diagnostics.map((each) =>
        words(`${path}:`, each.severity, each.code, placeOf(each), each.isNew && "new", each.inChange && "edited"),
      ),
    ),
    ...notes.map((note) => words(note.severity, note.code, placeOf(note))),
  ],
  group: ({ groups }) =>
    groups.map(({ id, op, edits, kinds, changes, targets, consequence, onlyReferences }) =>
      words(
        id,
        op,
        consequence,
        kinds.map(({ kind, count }) => `${count} ${kind}`).join(" "),
        `in ${targets.join(" ")}`,
        `of ${changes.length}:`,
        edits.map((edit) => `${edit.op} ${edit.label} ×${edit.count}`).join(", "),
        onlyReferences && "only references",
      ),
    ),
  owners: ({ groups, targets }) => [
    ...groups.map(({ op, kinds, edits, owners }) =>
      words(op, kinds[0]?.kind, edits[0]?.label, "of", owners === undefined ? "nobody" : ownersOf(owners)),
    ),
    ...targets.flatMap(({ id, owners }) => (owners === undefined ? [] : [words(id, "of", ownersOf(owners))])),
  ],
  danger: ({ dangers }) =>
    dangers.map(({ key, level, targets, path, silenced }) =>
      words(key, level, path, `in ${targets.join(" ")}`, silenced && `silence of ${silenced.by}: ${silenced.reason}`),
    ),
  image: ({ images }) => images.map((image) => shortJson({ ...image, changes: image.changes.length })),
  noise: ({ noise }) => noise.map(({ rule, ...counts }) => words(rule, shortJson(counts))),
  trust: ({ trust = [] }) =>
    trust.map(({ kind, op, subject, file, line, fields }) =>
      words(kind, op, subject, `${file}:${line ?? ""}`, fields?.map(({ name }) => name).join(" ")),
    ),
  unread: ({ unread }) => (unread?.files ?? []).map(({ file, op, reason }) => words(op, file, reason && `(${reason})`)),
};

function ownersOf({ names, more }: NonNullable<Report["groups"][number]["owners"]>): string {
  return words(...names, more && `and ${more} more`);
}

function words(...parts: readonly (string | number | false | undefined)[]): string {
  return parts.filter((part) => part !== false && part !== undefined && part !== "" && part !== 0).join(" ");
}

function nameOf({ namespace, name }: Change["object"]): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

function placeOf({ file, line, column }: Partial<Location>): string {
  return [file, line, column].filter((part) => part !== undefined).join(":");
}

/** JSON of at most 80 characters. */
function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
