/** Fills in templates of Go, for sets with `goTemplate`; docs/specification/argocd-application-sets.md 8.3. */
import { getOrInsert } from "../../../collections.ts";
import type { Location } from "../../../diagnostics.ts";
import { type ExecuteOptions, type GoTemplate, parseTemplate, TemplateError } from "../../../gotemplate/index.ts";
import type { MapValue } from "../../../yaml/index.ts";
import { quoted } from "./plain-renderer.ts";
import type { Renderer } from "./renderer.ts";
import type { SetEffort } from "./set-effort.ts";
import { invalid, unknown } from "./set-problems.ts";

type MissingKey = ExecuteOptions["missingKey"];

/** The options of templates that there are. */
const OPTIONS: ReadonlyMap<string, MissingKey> = new Map<string, MissingKey>([
  ["missingkey=default", "default"],
  ["missingkey=invalid", "default"],
  ["missingkey=zero", "zero"],
  ["missingkey=error", "error"],
]);

/** The most templates to remember. */
const MAX_KNOWN = 10_000;

/** A set with an option that there is not has no texts. @param place of the options */
export function goRenderer(effort: SetEffort, options: readonly string[], place: Location): Renderer {
  const strange = options.find((option) => !OPTIONS.has(option));
  const requireOptions = (): void => {
    if (strange === undefined) return;
    throw invalid(
      `${JSON.stringify(strange)} is no option of a template`,
      place,
      "Write `missingkey=error`, `missingkey=zero` or `missingkey=default`.",
    );
  };
  const missingKey = OPTIONS.get(options.at(-1) ?? "missingkey=default");
  const known = new Map<string, GoTemplate>();

  const run = (text: string, parameters: MapValue, missing: MissingKey): string => {
    if (known.size >= MAX_KNOWN) known.clear();
    effort.spend(text.length);
    const template = getOrInsert(known, text, () => parseTemplate(text));
    const made = template.execute(parameters, { missingKey: missing, effort: effort.templates });
    effort.write(made.length);
    return made;
  };
  const problem = (thrown: unknown, text: string, at: Location): unknown => {
    if (!(thrown instanceof TemplateError)) return thrown;
    const message = `the template ${quoted(text)} fails: ${thrown.message}`;
    if (thrown.kind === "unknown") return unknown(message, at, "Take the value from a parameter.");
    return invalid(message, at, "Correct the template, or give its generator the parameters that it needs.");
  };
  return {
    isGo: true,
    effort,
    fill(text, parameters, at) {
      requireOptions();
      if (!text.includes("{{")) {
        effort.write(text.length);
        return text;
      }
      try {
        return run(text, parameters, missingKey);
      } catch (thrown) {
        throw problem(thrown, text, at);
      }
    },
    fillIfKnown(text, parameters, at) {
      requireOptions();
      if (!text.includes("{{")) return text;
      try {
        return run(text, parameters, "error");
      } catch (thrown) {
        if (isMissingKey(thrown)) return text;
        throw problem(thrown, text, at);
      }
    },
  };
}

/** Argo CD tells so by the message, too. */
function isMissingKey(thrown: unknown): boolean {
  return thrown instanceof TemplateError && /^(?!null ).*has no (key|field) "/.test(thrown.message);
}
