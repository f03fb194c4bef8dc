/**
 * A writer as the tree of everything that it can be told. It runs with the real code: what it asks for next follows from the answers
 * that it got, so each sequence of answers is tried once, and looked up from then on.
 */
import { KrmError } from "../../../src/diagnostics.ts";
import type { CommentApi, IssueComment } from "../../../src/github/api.ts";
import { type Clock, withRetries } from "../../../src/github/retry.ts";

export type Request =
  | { readonly kind: "list" | "head" }
  | { readonly kind: "get"; readonly id: number }
  | { readonly kind: "create"; readonly body: Body }
  | { readonly kind: "update"; readonly id: number; readonly body: Body }
  | { readonly kind: "delete"; readonly id: number };

export type Comments = readonly (readonly [id: number, body: Body])[];

/** A number for each text of a comment: states are compared often. */
export type Body = number;

const texts: string[] = [];
const numbers = new Map<string, Body>();

export function bodyOf(text: string): Body {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  numbers.set(text, texts.length);
  return texts.push(text) - 1;
}

export function textOf(body: Body): string {
  return texts[body] ?? "";
}

/** `lost`: the client gives up waiting, and the request may still be performed. */
export type Answer =
  | { readonly comments: Comments }
  | { readonly head: string }
  | { readonly id: number }
  | "missing"
  | "lost";

/** A moment of a writer. */
export interface Moment {
  readonly id: number;
  /** What it has sent; undefined when it has ended. */
  readonly request: Request | undefined;
  /** The error that ended it. */
  readonly problem: Error | undefined;
  /** The answer that it got last. */
  readonly answer: Answer | undefined;
  readonly before: Moment | undefined;
  readonly after: Map<string, Moment>;
}

export interface Writer {
  /** The commit that it rendered. */
  readonly head: string;
  /** What it writes says nothing about this commit, so that it is stale as soon as another run writes about it. */
  readonly isStale?: true;
  readonly work: (github: CommentApi) => Promise<unknown>;
}

const BOT = { login: "github-actions[bot]", id: 41898282 };
const clock: Clock = { now: () => 0, sleep: async () => {}, random: () => 0 };
const LOST = Object.assign(new Error("the answer was lost"), { status: 500 });

let moments = 0;

/** The first moment of a writer. */
export function begin(writer: Writer): Promise<Moment> {
  return run(writer, undefined, undefined);
}

/** The moment after an answer. */
export async function proceed(writer: Writer, moment: Moment, answer: Answer): Promise<Moment> {
  const key = JSON.stringify(answer);
  const known = moment.after.get(key);
  if (known !== undefined) return known;
  const next = await run(writer, moment, answer);
  moment.after.set(key, next);
  return next;
}

async function run(writer: Writer, before: Moment | undefined, answer: Answer | undefined): Promise<Moment> {
  const answers: Answer[] = answer === undefined ? [] : [answer];
  for (let moment = before; moment?.answer !== undefined; moment = moment.before) answers.unshift(moment.answer);
  let request: Request | undefined;
  let problem: Error | undefined;
  let turn = 0;
  const send = async <T>(sent: Request): Promise<T> => {
    const given = answers[turn++];
    if (given !== undefined) return valueOf(sent, given) as T;
    if (request !== undefined) throw new Error("a writer sends two requests at once");
    request = sent;
    return new Promise<T>(() => {});
  };
  writer.work(portOf(send)).catch((thrown: Error) => {
    problem = thrown;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return { id: moments++, request, problem, answer, before, after: new Map() };
}

/** The account is the same at any time, so asking for it takes no turn. */
function portOf(send: <T>(request: Request) => Promise<T>): CommentApi {
  return {
    listComments: () => send({ kind: "list" }),
    getComment: (id) => send({ kind: "get", id }),
    createComment: (_issue, body, again) =>
      withRetries(() => send({ kind: "create", body: bodyOf(body) }), clock, again),
    updateComment: (id, body, again) =>
      withRetries(() => send({ kind: "update", id, body: bodyOf(body) }), clock, again),
    deleteComment: async (id, again) =>
      void (await withRetries(() => send<true>({ kind: "delete", id }), clock, again)),
    viewer: async () => BOT,
    pullRequestHead: () => send({ kind: "head" }),
  };
}

function valueOf(request: Request, answer: Answer): unknown {
  if (answer === "lost") throw LOST;
  if (answer === "missing") {
    if (request.kind === "get") return undefined;
    throw new KrmError({ code: "github-not-found", severity: "error", message: "no such comment" });
  }
  if ("comments" in answer) return answer.comments.map(([id, body]) => comment(id, body));
  if ("head" in answer) return answer.head;
  return request.kind === "delete" ? true : comment(answer.id, "body" in request ? request.body : bodyOf(""));
}

function comment(id: number, body: Body): IssueComment {
  return { id, url: `#issuecomment-${id}`, body: textOf(body), author: BOT, hidden: undefined };
}
