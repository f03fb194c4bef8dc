/** The port to helm, which gets the content of files and leaves nothing behind. */
/** Files by path relative to the directory, such as `templates/web.yaml`, in the order of their tree. */
export type Directory = ReadonlyMap<string, Uint8Array>;

/**
 * One argument. A file or directory is written to a private directory, and its path becomes the argument, after `prefix`. `display`
 * replaces that path in messages.
 */
export type HelmArgument =
  | string
  | { readonly file: Uint8Array; readonly display: string; readonly prefix?: string | undefined }
  | { readonly directory: Directory; readonly display: string };

export interface HelmCall {
  /** `helmGlobals.configHome`. Used if it is trusted, see {@link HelmOptions.configHome}. */
  readonly configHome?: string | undefined;
  /** Calls that differ in this alone are not equal. Default: 0. */
  readonly repetition?: number | undefined;
  /** Fires when the caller gives up. Helm is ended unless an equal call still waits for it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Inflates charts. Equal calls, with equal arguments and contents, run once, so that templates with random content do not
 * make base and head differ.
 * @throws KrmError `helm-not-found`, or `helm-failed` with helm's own message
 */
export interface Helm {
  /** True if the configHome of a call is used. */
  readonly honoursConfigHome: boolean;
  /** See {@link HelmOptions.isolated}. */
  readonly isIsolated?: boolean;
  /** Runs helm, and returns its standard output. */
  run(args: readonly HelmArgument[], call?: HelmCall): Promise<string>;
  /** Ends all running programs. */
  close(): void;
}

export interface HelmOptions {
  /** A name to find on the PATH, or a path. */
  readonly command: string;
  /** Absolute. Relative paths of the command and of a trusted configHome start here. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /**
   * `as-given` if kustomizations may choose the directory of helm's configuration. Helm loads plugins from there, so only the
   * user's own kustomizations may; for all others, helm gets an empty, private directory.
   */
  readonly configHome: "as-given" | "private";
  /**
   * True if helm gets nothing of the machine but the paths of programs and of temporary files: no home directory, configuration, login
   * or plugin. A version that resolves names for templates is refused.
   */
  readonly isolated?: boolean;
  /** Default: 300. */
  readonly timeoutSeconds?: number;
  /**
   * The memory that one helm may take, on Linux. The first try of each has an eighth of it. Default: an eighth of the
   * machine's memory, at least 256 MiB and at most 2 GiB.
   */
  readonly memoryBytes?: number | undefined;
}
