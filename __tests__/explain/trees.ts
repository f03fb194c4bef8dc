/** Explains objects of trees that a test holds. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { diagnosticsOf, formatDiagnostic } from "../../src/diagnostics.ts";
import { type Explanation, explainBuild, explanationText, type ObjectQuery } from "../../src/explain/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { type Case, parseTable } from "../engine/cases.ts";
import type { Files, Inputs } from "../engine/render.ts";

/** The cases of `cases.txt`. They have the form of the cases of builds, and a line `explain: OBJECT [FIELD]`. */
export function questions(): (Case & { readonly object: string; readonly field: string | undefined })[] {
  const text = readFileSync(join(import.meta.dirname, "cases.txt"), "utf8");
  const asked = [...text.matchAll(/^explain: (\S+)(?: (.*))?$/gm)];
  return parseTable(text).map((one, index) => ({
    ...one,
    object: asked[index]?.[1] as string,
    field: asked[index]?.[2],
  }));
}

/** @param text `KIND[.GROUP]/NAME[@NAMESPACE]` */
function query(text: string): ObjectQuery {
  const [, kind = "", group = "", name = "", namespace = ""] =
    /^([^./]+)(?:\.([^/]+))?\/([^@]+)(?:@(.*))?$/.exec(text) ?? [];
  return { kind, group, name, namespace };
}

/** The directory that is built is `top`. */
export async function explanation(
  files: Files,
  object: string,
  field?: string,
  { links, options }: Pick<Inputs, "links" | "options"> = {},
): Promise<Explanation> {
  const { explainer } = await explainBuild(memoryTree(files, links), "/top", options ?? {});
  return explainer.explain(query(object), field);
}

/** The output of the command. */
export async function printed(
  files: Files,
  object: string,
  field?: string,
  more?: Pick<Inputs, "links" | "options">,
): Promise<string> {
  try {
    return explanationText(await explanation(files, object, field, more));
  } catch (thrown) {
    return diagnosticsOf(thrown)
      .map((diagnostic) => `error: ${formatDiagnostic(diagnostic)}\n`)
      .join("");
  }
}
