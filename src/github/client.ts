/** Sends requests to GitHub's API: limits, retries, pages, and errors as diagnostics. */
import { KrmError } from "../diagnostics.ts";
import type { Again } from "./api.ts";
import { apiProblem } from "./api-problems.ts";
import { type Clock, systemClock, withRetries } from "./retry.ts";

export interface GitHubOptions {
  readonly token: string;
  /** The base URL: `https://api.github.com`, or that of a GitHub Enterprise Server. */
  readonly apiUrl: string;
  readonly owner: string;
  readonly repository: string;
  readonly clock?: Clock;
}

/** Reads an answer, which may come from a proxy or be an error page. @throws Error that says what the answer is not */
export type Read<T> = (data: unknown) => T;

/** The parameters of a route. `owner` and `repo` are known. */
export type Parameters = Readonly<Record<string, unknown>>;

interface Answer {
  readonly status: number;
  readonly data: unknown;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
}

/** Every method throws a KrmError with one of the codes of `apiProblem`. */
export interface Client {
  readonly options: GitHubOptions;
  /**
   * @param action what the request is for, as it reads after "could not": `create the comment on #7`
   * @param route such as `GET /repos/{owner}/{repo}/pulls`
   */
  request<T>(action: string, route: string, parameters: Parameters, read: Read<T>, again?: Again<T>): Promise<T>;
  /** The entries of all pages. @param entries finds them in the answer */
  pages<T>(action: string, route: string, parameters: Parameters, entries: Read<readonly T[]>): Promise<T[]>;
  graphql<T>(action: string, query: string, read: Read<T>): Promise<T>;
  /** The address that an answer redirects to, which is not followed. */
  redirection(action: string, route: string, parameters: Parameters): Promise<string>;
  /** Runs other requests with the same retries and errors. */
  perform<T>(action: string, attempt: () => Promise<T>, again?: Again<T>): Promise<T>;
}

const PAGE_SIZE = 100;
/** Ends the loop over pages for a server that always announces one more. */
const MAX_PAGES = 200;
/** Milliseconds. */
const REQUEST_TIMEOUT = 30_000;

/** Loads the client of GitHub, which takes tens of milliseconds, so call it only when it is needed. */
export async function openClient(options: GitHubOptions): Promise<Client> {
  const { getOctokit } = await import("@actions/github");
  const octokit = getOctokit(options.token, {
    baseUrl: options.apiUrl,
    log: silentLog,
    // The client that the package loads otherwise knows proxies, and takes longer to load than all else of it.
    ...(!hasProxy(process.env) && { request: { fetch } }),
  });
  const clock = options.clock ?? systemClock;
  const repository = { owner: options.owner, repo: options.repository };

  async function send(route: string, parameters: Parameters, more: { readonly redirect?: "manual" } = {}) {
    const request = { signal: AbortSignal.timeout(REQUEST_TIMEOUT), ...more };
    // What a route does not take would become a parameter of its query.
    const home = route.includes("{owner}") ? repository : {};
    return (await octokit.request(route, { ...home, ...parameters, request })) as Answer;
  }

  async function perform<T>(action: string, attempt: () => Promise<T>, again?: Again<T>): Promise<T> {
    try {
      return await withRetries(attempt, clock, again);
    } catch (thrown) {
      // Those that a callback threw have their words.
      throw thrown instanceof KrmError ? thrown : apiProblem(action, thrown, clock);
    }
  }

  return {
    options,
    perform,

    request: (action, route, parameters, read, again) =>
      perform(action, async () => read((await send(route, parameters)).data), again),

    async pages<T>(action: string, route: string, parameters: Parameters, entries: Read<readonly T[]>): Promise<T[]> {
      const all: T[] = [];
      for (let page = 1; page <= MAX_PAGES; page++) {
        const { found, more } = await perform(action, async () => {
          const { data, headers } = await send(route, { ...parameters, per_page: PAGE_SIZE, page });
          return { found: entries(data), more: /rel="?next"?/.test(String(headers.link ?? "")) };
        });
        all.push(...found);
        if (!more || found.length === 0) return all;
      }
      throw apiProblem(action, new Error(`there are more than ${all.length}`), clock);
    },

    graphql: (action, query, read) =>
      perform(action, async () => {
        const request = { signal: AbortSignal.timeout(REQUEST_TIMEOUT) };
        return read(await octokit.graphql(query, { request }));
      }),

    redirection: (action, route, parameters) =>
      perform(action, async () => {
        const { headers } = await send(route, parameters, { redirect: "manual" });
        if (typeof headers.location !== "string") throw new Error("the answer names no address");
        return headers.location;
      }),
  };
}

function hasProxy(environment: NodeJS.ProcessEnv): boolean {
  return Object.entries(environment).some(([name, value]) => /^https?_proxy$/i.test(name) && value);
}

/** Octokit's own log would mix URLs and deprecations into ours. */
const silentLog = { debug() {}, info() {}, warn() {}, error() {} };
