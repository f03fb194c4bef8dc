/** Fills in `{{ name }}`, the templates of sets without `goTemplate`; docs/specification/argocd-application-sets.md 8.2. */
import { getOrInsert } from "../../../collections.ts";
import type { Location } from "../../../diagnostics.ts";
import type { MapValue } from "../../../yaml/index.ts";
import type { Renderer } from "./renderer.ts";
import type { SetEffort } from "./set-effort.ts";
import { invalid } from "./set-problems.ts";

/** Texts and the names between them: a text first, and last. Undefined where a name does not end. */
type Parts = readonly string[] | undefined;

/** The most templates to remember. */
const MAX_KNOWN = 10_000;

export function plainRenderer(effort: SetEffort): Renderer {
  const known = new Map<string, Parts>();
  const fill = (text: string, parameters: MapValue, place: Location): string => {
    if (!text.includes("{{")) {
      effort.write(text.length);
      return text;
    }
    if (known.size >= MAX_KNOWN) known.clear();
    effort.spend(text.length);
    const parts = getOrInsert(known, text, () => partsOf(text));
    if (parts === undefined)
      throw invalid(`the template ${quoted(text)} has \`{{\` without \`}}\``, place, "Write `}}` behind each name.");
    const made = parts.map((part, index) => (index % 2 === 0 ? part : valueOf(part, parameters))).join("");
    effort.write(made.length);
    return made;
  };
  return { isGo: false, effort, fill, fillIfKnown: fill };
}

/** The value of a name, or else what stands in the template. */
function valueOf(tag: string, parameters: MapValue): string {
  const name = tag.trim();
  const value = name !== "" && Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  return typeof value === "string" ? value : `{{${tag}}}`;
}

function partsOf(text: string): Parts {
  if (!isTemplate(text)) return [text];
  const parts: string[] = [];
  for (let at = 0; ; ) {
    const opening = text.indexOf("{{", at);
    if (opening < 0) return [...parts, text.slice(at)];
    const closing = text.indexOf("}}", opening + 2);
    if (closing < 0) return undefined;
    parts.push(text.slice(at, opening), text.slice(opening + 2, closing));
    at = closing + 2;
  }
}

/** A text is a template only if some line has `{{` and `}}` behind it. */
function isTemplate(text: string): boolean {
  return text.split("\n").some((line) => {
    const opening = line.indexOf("{{");
    return opening >= 0 && line.lastIndexOf("}}") >= opening + 2;
  });
}

/** A text in a message. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
