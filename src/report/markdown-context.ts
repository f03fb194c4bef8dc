/** What the writers of the parts of a Markdown report share. */
import type { Report } from "../review/index.ts";
import type { Figures } from "./figures.ts";

/** Where names link to. Each function returns an https address, which may hold anything a path may. */
export interface Links {
  /** Undefined for a file of another repository: where a pull request says that it comes from is no place to be led to. */
  blob(sha: string, file: string, line?: number): string | undefined;
  commit(sha: string): string;
  /** The workflow run, where the whole report is. */
  readonly run?: string;
}

/** What the writers of parts need to know. */
export interface MarkdownContext {
  readonly report: Report;
  readonly figures: Figures;
  readonly names: ReadonlyMap<string, string>;
  readonly links: Links | undefined;
}

/** A part of the text that fits the room it was given, with how much of its matter it shows. */
export interface Block {
  readonly text: string;
  readonly count: Count;
}

export interface Count {
  readonly shown: number;
  readonly total: number;
}
