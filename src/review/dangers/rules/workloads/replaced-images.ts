/** Images that come from elsewhere, are another version, or are no longer fixed. */
import { textAt } from "../../../../manifests/index.ts";
import { type ImageName, parseImageName, toPointer } from "../../../../text/index.ts";
import type { DangerPair, Finding, PairRule } from "../../rule.ts";
import { type Container, oneLine, podsOf } from "../objects/index.ts";

/** Enough for a name with a digest. */
const MAX_IMAGE = 200;

interface ChangedImage {
  readonly container: Container;
  readonly before: ImageName;
  readonly after: ImageName;
  /** The texts of both. */
  readonly shown: { readonly before: string; readonly after: string };
}

/** The images that change in containers that stay, each once. */
function changedImages(pair: DangerPair): readonly ChangedImage[] {
  const found = new Map<string, ChangedImage>();
  for (const { base, head } of podsOf(pair)?.containers ?? []) {
    const [old, now] = [base && textAt(base.value, "image"), textAt(head.value, "image")];
    if (old === undefined || now === undefined || old === now) continue;
    const [before, after] = [parseImageName(old), parseImageName(now)];
    if (typeof before === "string" || typeof after === "string") continue;
    const shown = { before: shortened(old), after: shortened(now) };
    const key = JSON.stringify([old, now]);
    if (!found.has(key)) found.set(key, { container: head, before, after, shown });
  }
  return [...found.values()];
}

/** The first digits of a digest tell digests apart. */
function shortened(image: string): string {
  return oneLine(image.replace(/(@sha256:[0-9a-f]{12})[0-9a-f]+/, "$1…"), MAX_IMAGE);
}

function rule(
  text: Pick<PairRule, "id" | "level" | "summary">,
  message: string,
  isFound: (image: ChangedImage) => boolean,
): PairRule {
  return {
    ...text,
    *check(pair): Iterable<Finding> {
      for (const image of changedImages(pair))
        if (isFound(image)) yield { path: toPointer([...image.container.path, "image"]), message, ...image.shown };
    },
  };
}

const lastPart = ({ path }: ImageName): string => path.slice(path.lastIndexOf("/") + 1);
const repository = ({ host, path }: ImageName): string =>
  `${host ?? "docker.io"}/${host === undefined && !path.includes("/") ? "library/" : ""}${path}`;

export const imageRegistry: PairRule = rule(
  { id: "image-registry", level: "medium", summary: "an image comes from another registry or repository" },
  "an image comes from another registry or repository: check that it is the same image",
  ({ before, after }) =>
    lastPart(before) === lastPart(after) &&
    repository(before) !== repository(after) &&
    (before.digest === undefined || before.digest !== after.digest),
);

export const imageDowngrade: PairRule = rule(
  { id: "image-downgrade", level: "medium", summary: "an image goes back to an earlier version" },
  "an image goes back to an earlier version: what the later one has stored or migrated may not be readable",
  ({ before, after }) => {
    if (lastPart(before) !== lastPart(after)) return false;
    const [old, now] = [versionOf(before), versionOf(after)];
    // Another major version is another danger.
    if (old === undefined || now === undefined || old[0] !== now[0]) return false;
    const at = old.findIndex((number, index) => number !== now[index]);
    return at >= 0 && (now[at] as number) < (old[at] as number);
  },
);

export const imageUnpinned: PairRule = rule(
  { id: "image-unpinned", level: "low", summary: "an image loses its digest" },
  "an image loses its digest: whoever can push to its tag decides what runs",
  ({ before, after }) => before.digest !== undefined && after.digest === undefined,
);

/** Images of the PostgreSQL server: https://www.postgresql.org/docs/current/upgrading.html */
const POSTGRES = new Set(["postgres", "postgresql", "postgis", "pgvector"]);

export const imageMajor: PairRule = {
  id: "image-major",
  level: "medium",
  summary: "an image changes to another major version",
  *check(pair): Iterable<Finding> {
    for (const { container, before, after, shown } of changedImages(pair)) {
      const [old, now] = [majorOf(before), majorOf(after)];
      if (old === undefined || now === undefined || old === now || lastPart(before) !== lastPart(after)) continue;
      const isPostgres = POSTGRES.has(lastPart(after));
      yield {
        path: toPointer([...container.path, "image"]),
        message: isPostgres
          ? "an image changes to another major version of PostgreSQL, which does not start on data of the old one until this is migrated"
          : now < old
            ? "an image goes back to an earlier major version: what the later one has stored may not be readable"
            : "an image changes to another major version: read its release notes for what breaks",
        ...shown,
        ...(isPostgres && { level: "high" }),
      };
    }
  },
};

/** The numbers of a release such as `v1.2.3`, or of a date such as `2026-11-28`; undefined for other tags, also for those with a suffix, whose order nobody knows. */
function versionOf({ tag }: ImageName): readonly number[] | undefined {
  const match = /^v?(\d{1,4})\.(\d{1,6})\.(\d{1,6})$/.exec(tag ?? "") ?? /^(20\d\d)-(\d\d)-(\d\d)$/.exec(tag ?? "");
  return match?.slice(1).map(Number);
}

/**
 * The first number of a version: `v1.2.3`, `1.2-alpine`, `16`. Years, dates, numbers of builds and hashes are no versions: a first
 * number of three digits or more, or one that is followed by a hash or a date.
 */
const VERSION = /^v?(\d{1,3})(?:\.\d+)*(?:[-_+.][\w.+-]*)?$/i;
/** `57-1a2b3c4`, `12-20240131`: the number of a build. `24-01-31`: a date. */
const BUILD = /^v?\d+[-_](?:[0-9a-f]{7,40}|\d{6,}|\d\d[-_]\d\d)\b/i;
/** A larger number without any point is the number of a build. */
const MAX_LONE = 40;
const MAX_MAJOR = 999;

function majorOf({ tag }: ImageName): number | undefined {
  const match = VERSION.exec(tag ?? "");
  if (tag === undefined || match === null || BUILD.test(tag)) return undefined;
  const major = Number(match[1]);
  if (major > MAX_MAJOR || (/^v?\d+(?:-|$)/i.test(tag) && major > MAX_LONE)) return undefined;
  return major;
}
