/** The port to jsonnet, which evaluates one program on files that were found before. */
import type { Diagnostic, Location } from "../diagnostics.ts";
import type { IsolationMode } from "../functions/index.ts";
import type { Environment } from "../processes/index.ts";

/** A variable of a program: `std.extVar`, or an argument of the function that it is. */
export interface JsonnetVariable {
  readonly name: string;
  readonly value: string;
  /** True for code, false for a text. */
  readonly isCode: boolean;
  /** The place that gives it. */
  readonly location: Location;
}

/** Paths are absolute within a tree, and free of `..`. */
export interface JsonnetCall {
  /** The program, which is among the files. */
  readonly file: string;
  /** All that the program and its imports can read. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Directories that an import names by mistake, or that are looked into; with what the files need, they are all that there is. */
  readonly directories: Iterable<string>;
  /** The directories in which imports are looked for that are not beside the importing file. The last one counts first. */
  readonly libraries: readonly string[];
  readonly externals: readonly JsonnetVariable[];
  readonly args: readonly JsonnetVariable[];
  /** Shows a path to people. */
  readonly display: (path: string) => string;
  readonly signal?: AbortSignal | undefined;
}

export interface Jsonnet {
  /**
   * The JSON that a program prints.
   * @throws KrmError `jsonnet-unusable` without a jsonnet, `jsonnet-not-isolated` where isolation is required and not to be had,
   *   `jsonnet-failed` for an error of the program, and for one that takes too much time, memory or space
   */
  evaluate(call: JsonnetCall): Promise<string>;
  /** Ends all programs that run. */
  close(): void;
}

export interface JsonnetOptions {
  /** The variables of this process. The program is looked for on its PATH, and gets none of them. */
  readonly env: Environment;
  /** The same as for executables of catalogs. */
  readonly isolation: IsolationMode;
  /** Gets the notice that there is no sandbox, once at most. */
  readonly report: (diagnostic: Diagnostic) => void;
  /** The time that one program may take. Default: 300. */
  readonly timeoutSeconds?: number;
  /** The memory that one program may take, on Linux. */
  readonly memoryBytes?: number;
}
