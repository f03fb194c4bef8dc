/** The words of a target by which something may make an object while it runs: then it is missing in no rendering. */
import { CONTAINER_LISTS, listAt, podTemplateOf, textAt } from "../../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../../render/rendering.ts";
import { isMaker, wordsIn } from "./makers.ts";

/** Objects whose texts can be scripts, settings of programs, or rights to make something of a name. */
const TEXTS: ReadonlySet<string> = new Set(["ClusterRole", "ConfigMap", "Role", "Secret"]);

export class Mentions {
  readonly #resources: readonly RenderedResource[];
  /** Built when the first name is asked for. */
  #words: ReadonlySet<string> | undefined;
  #makersWords: ReadonlySet<string> | undefined;

  constructor(resources: readonly RenderedResource[]) {
    this.#resources = resources;
  }

  /** Tells whether a custom object, a role, a program or a script names it, other than by a reference. */
  has(name: string): boolean {
    return this.byMaker(name) || (this.#words ??= new Set(this.#resources.flatMap(wordsOf))).has(name);
  }

  /** Tells whether a custom object names it whose controller may make others. */
  byMaker(name: string): boolean {
    this.#makersWords ??= new Set(this.#resources.filter(isMaker).flatMap(({ yaml }) => wordsIn(yaml)));
    return this.#makersWords.has(name);
  }
}

function wordsOf(resource: RenderedResource): readonly string[] {
  if (podTemplateOf(resource) !== undefined) return programWords(resource);
  // An object does not mention itself.
  return TEXTS.has(resource.kind) ? wordsIn(resource.yaml).filter((word) => word !== resource.name) : [];
}

/** The words of commands, arguments and variables. */
function programWords(resource: RenderedResource): readonly string[] {
  const spec = podTemplateOf(resource)?.spec;
  const containers = CONTAINER_LISTS.flatMap((list) => listAt(spec, list));
  return containers.flatMap((container) => [
    ...["command", "args"].flatMap((field) => listAt(container, field).flatMap(wordsOfText)),
    ...listAt(container, "env").flatMap((variable) => wordsIn(textAt(variable, "value") ?? "")),
  ]);
}

function wordsOfText(value: Value): readonly string[] {
  return typeof value === "string" ? wordsIn(value) : [];
}
