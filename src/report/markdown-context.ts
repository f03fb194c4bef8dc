/** The types that the writers of the parts of a Markdown report share. */
import type { Report } from "../review/index.ts";
import type { PageLinks } from "./anchors/page-links.ts";
import type { Overview } from "./overview.ts";
import type { News } from "./since/news.ts";
import type { TargetNames } from "./words/target-names.ts";

/** The link targets of commits and files. Each function returns an https URL, which may hold any character of a path. */
export interface Links {
  /** Undefined for a file of another repository: a report does not link to URLs that a pull request chose. */
  blob(sha: string, file: string, line?: number): string | undefined;
  commit(sha: string): string;
  /** The URL of the workflow run, which holds the whole report. */
  readonly run?: string;
  /** The repository, as `owner/name`. */
  readonly repository?: Page;
  /** The pull request, as `#7`; absent where the comparison is not one of a pull request. */
  readonly pullRequest?: Page;
}

/** A page of the host of the repository, with its https URL. */
interface Page {
  readonly name: string;
  readonly address: string;
}

/** The other forms of the report that the reader can open. Each address is an https URL. */
export interface Reach {
  /** The job summary, where it was written before. `complete`: it left nothing out. */
  readonly summary?: { readonly address: string; readonly complete: boolean };
  /** The artifact to which a later step of the workflow uploads the report files. */
  readonly artifact?: { readonly name: string; readonly address: string };
  /** The address of the HTML page, without a fragment. The text then leads to its parts. */
  readonly page?: string;
}

/** The input of all writers of parts. */
export interface MarkdownContext {
  readonly report: Report;
  readonly overview: Overview;
  readonly targets: TargetNames;
  /** Files are named below this directory, which ends in a slash; empty for whole paths. The text says so once. */
  readonly below: string;
  readonly links: Links | undefined;
  /** Links to the parts of the HTML page; undefined for none. */
  readonly page: PageLinks | undefined;
  /** The groups of each change by its id, as one key: changes with the same key have the same edits. */
  readonly edits: ReadonlyMap<string, string>;
  /** The differences to the report of an earlier commit; undefined where none is known. */
  readonly news: News | undefined;
}

/** A part of the text within its budget, with the count of items that it shows. */
export interface Block {
  readonly text: string;
  readonly count: Count;
}

export interface Count {
  readonly shown: number;
  readonly total: number;
}
