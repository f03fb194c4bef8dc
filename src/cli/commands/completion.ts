/** `krm-render completion`: a script that completes commands and options in a shell. */
import { type Command, type CommandCode, UsageError } from "../command.ts";

/** @param commands all that the script completes */
export function completion(commands: readonly Command[]): CommandCode {
  return async (invocation) => {
    const [shell] = invocation.arguments;
    const text = await scriptFor(shell, commands);
    if (text === undefined) throw new UsageError("completion needs a shell: completion bash, zsh or fish");
    return async ({ stdout }) => {
      await stdout.write(text);
      return 0;
    };
  };
}

async function scriptFor(shell: string | undefined, commands: readonly Command[]): Promise<string | undefined> {
  switch (shell) {
    case "bash":
      return (await import("../completion/bash.ts")).bashCompletion(commands);
    case "zsh":
      return (await import("../completion/zsh.ts")).zshCompletion(commands);
    case "fish":
      return (await import("../completion/fish.ts")).fishCompletion(commands);
    default:
      return undefined;
  }
}
