/** The description of `krm-render doctor`. */
import type { Command } from "../command.ts";

export const doctor: Command = {
  name: "doctor",
  usage: [""],
  summary: "tell what would keep a run from working here",
  description: [
    "Checks Node, git and the clone, helm, container engines and the sandbox, the content store, .krm-render.yaml, and " +
      "the workflows that run krm-render; inside of a workflow also the event. Builds the targets without any consent, and names " +
      "the inputs that they need and that are off. Prints a line for each, with `ok`, `warning` or `problem`, and below it what " +
      "to do. It changes nothing, and opens no connection but to container engines.",
  ],
  options: [],
  examples: {
    "Check this repository": "krm-render doctor",
  },
  exitCodes: { 0: "there is no problem; there may be warnings", 1: "there is a problem" },
  maxArguments: 0,
  load: async () => (await import("../commands/doctor.ts")).doctor,
};
