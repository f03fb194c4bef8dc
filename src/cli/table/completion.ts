/** The description of `krm-render completion`. */
import type { Command } from "../command.ts";

/** @param commands all, this one included */
export const completion = (commands: () => readonly Command[]): Command => ({
  name: "completion",
  usage: ["bash|zsh|fish"],
  summary: "print a script that completes commands in a shell",
  description: [
    "Prints a script for the shell. Once the shell has read it, the tab key completes commands, options, their values, and " +
      "revisions of git.",
  ],
  options: [],
  examples: {
    "Load it into bash, for example in ~/.bashrc": "source <(krm-render completion bash)",
    "Load it into zsh, in ~/.zshrc after compinit": "source <(krm-render completion zsh)",
    "Load it into each new fish": "krm-render completion fish > ~/.config/fish/completions/krm-render.fish",
  },
  exitCodes: { 0: "printed" },
  maxArguments: 1,
  load: async () => (await import("../commands/completion.ts")).completion(commands()),
});
