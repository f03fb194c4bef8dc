/** Helm as the engine sees it: a program that is given files by their content and leaves nothing behind. */

import type { ReachRules } from "../remote/reach.ts";

/** Files by path relative to the directory, such as `templates/web.yaml`; in the order of the tree they come from. */
export type Directory = ReadonlyMap<string, Uint8Array>;

/** One word of a command line. A file or directory is written to a private place, and its path becomes the word. */
export type HelmArgument =
  | string
  | { readonly file: Uint8Array; readonly display: string }
  | { readonly directory: Directory; readonly display: string };

/** What the caller says beside the words; `display` of files and directories stands for their paths in messages. */
export interface HelmCall {
  /** `helmGlobals.configHome`; used where it is trusted, see {@link HelmOptions.configHome}. */
  readonly configHome?: string | undefined;
}

/**
 * The port through which charts are inflated. Equal calls (arguments and contents) run once and yield the same text, so
 * that templates with random content do not make base and head differ.
 * @throws KrmError `helm-not-found`, or `helm-failed` with helm's own words
 */
export interface Helm {
  /** Whether the configHome of a call counts. */
  readonly honoursConfigHome: boolean;
  /** Runs helm and yields its standard output. */
  run(args: readonly HelmArgument[], call?: HelmCall): Promise<string>;
  /**
   * Runs `helm pull` into a private directory. Throws `remote-unsupported` or `remote-refused` where {@link
   * HelmOptions.pulls} says so.
   * @param args what is pulled: a reference, `--repo`, `--version`
   * @param chart the name of the directory that helm unpacks
   */
  pull(args: readonly string[], chart: string, call?: HelmCall): Promise<Directory>;
  /** Ends what still runs: a build that was ended does not wait for its charts. */
  close(): void;
}

export interface HelmOptions {
  /** A name to be found on the PATH, or a path. */
  readonly command: string;
  /** Absolute; what relative paths of the command and of a trusted configHome count from. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /**
   * Whether kustomizations may say where helm keeps its configuration. Plugins are loaded from there, so only those that
   * the user wrote may; all others get an empty, private place.
   */
  readonly configHome: "as-given" | "private";
  /**
   * Where charts may be pulled from: from anywhere unless given. With rules only over https, and only from hosts that they
   * allow, also after a redirect or an index that leads elsewhere.
   */
  readonly pulls?: "refused" | ReachRules | undefined;
  /** Default 300. */
  readonly timeoutSeconds?: number;
}
