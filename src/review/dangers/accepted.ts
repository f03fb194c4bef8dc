/** Tells what somebody has accepted, or given another level, for a command that compares nothing. */
import { type Configuration, type DangerLevel, matchesObject, ruleOfPolicy } from "../../configuration/index.ts";
import type { Target } from "../../render/index.ts";
import type { RenderedResource } from "../../render/rendering.ts";
import { pointerSteps, toPointer } from "../../text/index.ts";
import { acceptedBy } from "./annotations.ts";
import { namedSteps } from "./pointers.ts";
import { RULES } from "./rules-list.ts";
import { SilenceRules } from "./silences.ts";

export class Accepted {
  readonly #configuration: Configuration["dangers"];
  readonly #silences: SilenceRules;
  readonly #known: ReadonlySet<string>;
  #count = 0;

  constructor({ dangers, policies }: Pick<Configuration, "dangers" | "policies">, targets: readonly Target[]) {
    const paths = new Map(targets.map(({ id, path }) => [id, path]));
    this.#configuration = dangers;
    this.#silences = new SilenceRules(dangers.silences, (target) => paths.get(target) ?? target);
    this.#known = new Set([...RULES.map(({ id }) => id), ...policies.map(({ id }) => ruleOfPolicy(id))]);
  }

  /** How many findings are silenced, of those that were asked about. */
  get count(): number {
    return this.#count;
  }

  /** The level that the configuration gives to a rule. */
  levelOf(rule: string): DangerLevel | "off" | undefined {
    return this.#configuration.levels.get(rule);
  }

  /**
   * Tells whether nobody is to be told of a finding: its rule is off, or a silence of the configuration or an annotation of the object
   * accepts it. Takes time linear in the object where there are silences.
   * @param path a JSON Pointer into the object
   */
  has(rule: string, resource: RenderedResource, path: string, target: string): boolean {
    if (this.levelOf(rule) === "off") return true;
    const isSilenced = this.#isSilenced(rule, resource, path, target);
    if (isSilenced) this.#count++;
    return isSilenced;
  }

  #isSilenced(rule: string, resource: RenderedResource, path: string, target: string): boolean {
    for (const accepted of acceptedBy(resource, this.#known)) if (accepted === rule) return true;
    const { silences } = this.#configuration;
    if (!silences.some((each) => matchesObject(each, resource))) return false;
    const namedPath = toPointer(namedSteps(resource.value(), pointerSteps(path)));
    const danger = { id: rule, ...(path !== "" && { path, namedPath }) };
    return this.#silences.of({ danger, object: resource }, target) !== undefined;
  }
}
