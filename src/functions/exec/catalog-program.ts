/** Runs executables of catalogs, in a directory of their own; docs/specification/executables.md 2.1. */
import { type RunLimits, withPrivateDirectory } from "../../processes/index.ts";
import { runnableCopy } from "../../store/index.ts";
import { localProgram } from "../local-program.ts";
import type { Program } from "../program.ts";

export interface CatalogExecutable {
  readonly title: string;
  /** The verified file of the store. */
  readonly file: string;
  readonly sha256: string;
  readonly args: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  readonly limits: RunLimits;
  readonly log: (line: string) => void;
}

export function catalogProgram({ title, file, sha256, args, env, limits }: CatalogExecutable): Program {
  return {
    title,
    run: (run) =>
      withPrivateDirectory(async (cwd) => {
        const copy = runnableCopy(file, sha256);
        try {
          return await localProgram({ title, command: copy.path, args: () => args, cwd, env, limits }).run(run);
        } finally {
          copy.remove();
        }
      }),
  };
}
