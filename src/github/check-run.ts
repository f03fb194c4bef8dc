/** Shows a verdict at the commit: as a check run, or as a commit status where the token may not write check runs. */
import { type Diagnostic, type KrmError, visible } from "../diagnostics.ts";
import { wholeCharacters } from "../text/index.ts";
import type { CheckAnnotation, CheckApi, CheckRun, CheckRunContent } from "./api.ts";
import { encodeKey } from "./marker.ts";
import { isProblem } from "./own-comments.ts";
import { refusalOf, type Untrusted } from "./refusals.ts";

/** The content of a check. The lengths are cut to what GitHub takes. */
export interface CheckContent {
  readonly conclusion: CheckRunContent["conclusion"];
  /** One line. */
  readonly title: string;
  /** Markdown; at most {@link MAX_CHECK_TEXT} characters, since a text that is cut may end inside of a table. */
  readonly summary: string;
  readonly text?: string;
  /** The most important first. */
  readonly annotations: readonly CheckAnnotation[];
}

export interface Check extends CheckContent {
  /** The name that branch rules require. Two checks of a commit need two names, such as {@link checkName} makes. */
  readonly name: string;
  /** The commit that was rendered. */
  readonly head: string;
  /** The page behind "Details". */
  readonly detailsUrl: string;
  /** Why the token of this run is read-only; undefined where it may write. */
  readonly readOnly: Untrusted | undefined;
}

export interface PostedCheck {
  readonly outcome: "created" | "updated" | "status" | "skipped";
  /** The page of the check run; undefined without one. */
  readonly url: string | undefined;
  readonly notes: readonly Diagnostic[];
}

/** GitHub's limits, in characters. UTF-16 code units are never fewer. */
const MAX_CHECK_TEXT = 65_535;
const MAX_TITLE = 255;
const MAX_DESCRIPTION = 140;
/** The longest key in a name. */
const MAX_KEY = 200;
/** GitHub's limit of a message is 64 KiB. A reader needs less. */
const MAX_MESSAGE = 4_096;
/** The limit for one request. */
const BATCH = 50;
/** The limit for one check run. More would take minutes, and help nobody. */
export const MAX_CHECK_ANNOTATIONS = 500;

/** The name of a check where the user gives none. @param key that of the comment */
export function checkName(key: string): string {
  return `krm-render (${cutText(visible(key.replace(/\s+/g, " ")), MAX_KEY)})`;
}

/**
 * Creates a check run, or updates that of an earlier run of the same commit. GitHub never removes annotations from a check run: if
 * the earlier one has some that no longer hold, a new one takes its place. Its verdict is there with the first request; more than 50
 * annotations follow in further ones.
 *
 * Where the token may not write check runs, sets a commit status of the same name, and says so; where it may not do that either,
 * says that nothing was written.
 * @throws KrmError with one of the codes of `apiProblem`, but for refusals
 */
export async function postCheck(github: CheckApi, check: Check): Promise<PostedCheck> {
  try {
    return await writeCheckRun(github, check);
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    const { reason } = refusalOf(thrown.diagnostics[0]?.message ?? "", check.readOnly, "checks: write");
    return writeStatus(github, check, reason);
  }
}

async function writeCheckRun(github: CheckApi, check: Check): Promise<PostedCheck> {
  const externalId = `krm-render/${encodeKey(check.name)}`;
  const wanted = check.annotations.slice(0, MAX_CHECK_ANNOTATIONS).map(within);
  const content = contentOf(check, externalId);
  const earlier = (await github.checkRunsOf(check.head, check.name)).find((run) => run.externalId === externalId);
  const missing = earlier === undefined ? undefined : await missingFrom(github, earlier, wanted);
  const isUpdate = earlier !== undefined && missing !== undefined;
  const open = isUpdate ? missing : wanted;
  const first = { ...content, annotations: open.slice(0, BATCH) };
  const written = isUpdate
    ? await github.updateCheckRun(earlier.id, first)
    : await github.createCheckRun(check.head, first);
  for (let start = BATCH; start < open.length; start += BATCH) {
    await github.updateCheckRun(written.id, { ...content, annotations: open.slice(start, start + BATCH) });
  }
  return { outcome: isUpdate ? "updated" : "created", url: written.url, notes: [] };
}

/** The annotations that a check run lacks; undefined if it has others. */
async function missingFrom(
  github: CheckApi,
  { id, annotations }: CheckRun,
  wanted: readonly CheckAnnotation[],
): Promise<readonly CheckAnnotation[] | undefined> {
  if (annotations > MAX_CHECK_ANNOTATIONS) return undefined;
  const present = new Set(annotations === 0 ? [] : (await github.checkAnnotations(id)).map(keyOf));
  const missing = wanted.filter((annotation) => !present.has(keyOf(annotation)));
  const kept = new Set(wanted.map(keyOf));
  return [...present].every((key) => kept.has(key)) ? missing : undefined;
}

function keyOf({ path, line, level, title, message }: CheckAnnotation): string {
  return JSON.stringify([path, line, level, title, message.trim()]);
}

function contentOf({ name, conclusion, title, summary, text, detailsUrl }: Check, externalId: string): CheckRunContent {
  return {
    name,
    externalId,
    conclusion,
    title: cutText(title, MAX_TITLE),
    summary: cutText(summary, MAX_CHECK_TEXT),
    ...(text === undefined ? {} : { text: cutText(text, MAX_CHECK_TEXT) }),
    detailsUrl,
    annotations: [],
  };
}

function within(annotation: CheckAnnotation): CheckAnnotation {
  const { title, message } = annotation;
  return { ...annotation, title: cutText(title, MAX_TITLE), message: cutText(message, MAX_MESSAGE) };
}

async function writeStatus(github: CheckApi, check: Check, reason: string): Promise<PostedCheck> {
  const { name, head, conclusion, title, detailsUrl } = check;
  const notes = (code: string, message: string): PostedCheck["notes"] => [
    { code, severity: "notice", message, hint: CHECKS_HINT },
  ];
  try {
    await github.createCommitStatus(head, {
      context: name,
      state: conclusion === "failure" ? "failure" : "success",
      description: cutText(title, MAX_DESCRIPTION),
      targetUrl: detailsUrl,
    });
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    const message = `no check was written, neither as a check run nor as a commit status: ${reason}`;
    return { outcome: "skipped", url: undefined, notes: notes("check-not-written", message) };
  }
  const message = `the check ${name} is a commit status instead of a check run: ${reason}`;
  return { outcome: "status", url: undefined, notes: notes("check-as-status", message) };
}

const CHECKS_HINT = "Give the job `permissions: checks: write`. The result of the step is the same verdict.";

/** GitHub answers 404 to tokens that may not see that there is something to write to. */
function isRefusal(thrown: unknown): thrown is KrmError {
  return isProblem(thrown, "github-forbidden") || isProblem(thrown, "github-not-found");
}

function cutText(text: string, length: number): string {
  return text.length <= length ? text : `${wholeCharacters(text, length - 1)}…`;
}
