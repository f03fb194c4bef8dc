/** Shows new files as a patch. */
import type { ProposedFile } from "./proposal/index.ts";

/** A patch that makes the files, as `git apply` takes it. */
export function newFilesPatch(files: readonly ProposedFile[]): string {
  return files
    .map(({ path, text }) => {
      const lines = text.replace(/\n$/, "").split("\n");
      const head = `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n`;
      return `${head}@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join("")}`;
    })
    .join("");
}
