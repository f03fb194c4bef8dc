/** The description of `krm-render render`. */
import type { Command } from "../command.ts";
import { BUILD_OPTIONS, CONCURRENCY, LOCK_OPTIONS, STRICT, TARGETS_FROM } from "../options/common-options.ts";
import { optionTable } from "../options/option-table.ts";
import { SETTINGS_PARAGRAPH } from "./settings-paragraph.ts";
import { TARGET_PARAGRAPH } from "./target-paragraph.ts";

export const render: Command = {
  name: "render",
  usage: ["[TARGET|GLOB...] --output-dir OUT [OPTION...]"],
  summary: "write the manifests of many directories",
  description: [
    "Renders every target into OUT/<target path>.yaml (the top of the repository into OUT/root.yaml) and writes " +
      "OUT/report.json, which lists every target with its file or its problems. If a target fails, the others are still " +
      "written.",
    TARGET_PARAGRAPH,
    SETTINGS_PARAGRAPH,
  ],
  options: [
    ...optionTable({
      "--output-dir OUT": "Where to write. Required. Files of earlier runs are not removed.",
    }),
    TARGETS_FROM,
    CONCURRENCY,
    STRICT,
    ...LOCK_OPTIONS,
    ...BUILD_OPTIONS,
  ],
  examples: {
    "Render all targets": "krm-render render --output-dir out",
    "Render all production overlays": "krm-render render 'apps/*/overlays/prod' --output-dir out",
  },
  exitCodes: { 0: "every target was rendered", 1: "a target failed; the others were written" },
  maxArguments: Number.POSITIVE_INFINITY,
  load: async () => (await import("../commands/render.ts")).render,
};
