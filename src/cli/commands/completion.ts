/** `krm-render completion`: a script that completes commands and options in a shell. */
import { type Command, type CommandCode, UsageError } from "../command.ts";

/** Loads only the script of one shell. */
const SCRIPTS: Readonly<Record<string, () => Promise<(commands: readonly Command[]) => string>>> = {
  bash: async () => (await import("../completion/bash.ts")).bashCompletion,
  zsh: async () => (await import("../completion/zsh.ts")).zshCompletion,
  fish: async () => (await import("../completion/fish.ts")).fishCompletion,
};

/** @param commands all that the script completes */
export function completion(commands: readonly Command[]): CommandCode {
  return async (invocation) => {
    const [shell = ""] = invocation.arguments;
    const load = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
    if (load === undefined) throw new UsageError("completion needs a shell: completion bash, zsh or fish");
    const text = (await load())(commands);
    return async ({ stdout }) => {
      await stdout.write(text);
      return 0;
    };
  };
}
