/** Brings edits of different objects into the same form, so that one edit of many objects is recognised. */
import { stableJson, unescapeStep } from "../../../text/index.ts";
import { LABELS } from "../../differences/index.ts";
import type { Change, FieldChange } from "../../report.ts";

/** The name of an object before prefixes, suffixes, namespaces and hashes were applied. */
export interface OriginalName {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** One step of a path: a field, or an element of a list. An element that only its position identifies has no text. */
interface Step {
  readonly text: string;
  readonly isElement: boolean;
}

const CONTAINERS = new Set(["containers", "initContainers", "ephemeralContainers"]);
/** Fields that lead to the same contents in different kinds of objects. */
const WRAPPERS = [["spec"], ["jobTemplate", "spec"], ["template", "spec"]];

/**
 * The path of a field as people compare it: without what differs between the kinds that hold pods, the names of containers, and
 * positions. A label has the same form in metadata, selectors and templates, a property of a schema wherever the schema is used.
 */
export function pathForm(field: Pick<FieldChange, "path" | "namedPath">): string {
  const steps = stepsOf(field);
  const [parent, last] = steps.slice(-2);
  if (parent !== undefined && last !== undefined && !last.isElement) {
    if (LABELS.has(parent.text)) return print([{ text: "labels", isElement: false }, last]);
    if (parent.text === "annotations") return print([parent, last]);
  }
  const form: Step[] = [];
  for (const step of schemaField(steps) ?? withoutWrappers(steps)) {
    const holder = form.at(-1)?.text ?? "";
    if (!step.isElement && CONTAINERS.has(step.text)) form.push({ text: "containers", isElement: false });
    else form.push(step.isElement && CONTAINERS.has(holder) ? { text: "", isElement: true } : step);
  }
  return print(form);
}

function stepsOf({ path, namedPath = path }: Pick<FieldChange, "path" | "namedPath">): Step[] {
  const plain = path.split("/").slice(1);
  return namedPath
    .split("/")
    .slice(1)
    .map((name, index) => {
      const isPosition = /^\d+$/.test(plain[index] ?? "");
      const text = isPosition && name === plain[index] ? "" : unescapeStep(name);
      return { text, isElement: isPosition };
    });
}

/** The name of a property in the schema of a CustomResourceDefinition, and what is edited of it. Generators repeat schemas. */
function schemaField(steps: readonly Step[]): readonly Step[] | undefined {
  if (!steps.some(({ text, isElement }) => text === "openAPIV3Schema" && !isElement)) return undefined;
  const at = steps.findLastIndex(({ text }, index) => text === "properties" && index < steps.length - 1);
  return at < 0 ? undefined : steps.slice(at + 1);
}

function withoutWrappers(steps: readonly Step[]): readonly Step[] {
  let rest = steps;
  for (const wrapper of WRAPPERS) {
    const fits = rest.length > wrapper.length && wrapper.every((text, index) => rest[index]?.text === text);
    if (fits) rest = rest.slice(wrapper.length);
  }
  return rest;
}

function print(steps: readonly Step[]): string {
  return steps
    .map(({ text, isElement }, index) => {
      if (isElement) return `[${text === "" ? "*" : text}]`;
      if (/[.[\]\s]/.test(text)) return `[${text}]`;
      return index === 0 ? text : `.${text}`;
    })
    .join("");
}

/** A text that has a mark of its own must not be taken for one in which the mark stands for a name. */
const MARKS = /<(?:name|namespace|prefix|suffix|target)>/;

/** Takes the object's own name, namespace, prefix and suffix, and the name of its only target, out of texts. */
export class OwnNames {
  readonly #names = new Map<string, string>();
  readonly #pattern: RegExp | undefined;

  /** @param steps the directories that tell the only target of the object from others */
  constructor(
    { object, from }: Pick<Change, "object" | "from">,
    original: OriginalName | undefined,
    steps: readonly string[] = [],
  ) {
    const add = (name: string | undefined, mark: string): void => {
      // One character is not enough to tell a name from a word.
      if (name !== undefined && name.length > 1 && !this.#names.has(name)) this.#names.set(name, mark);
    };
    for (const name of [object.name, object.baseName, from?.name]) add(name, "<name>");
    for (const namespace of [object.namespace, from?.namespace]) add(namespace, "<namespace>");
    if (original !== undefined) {
      add(original.name, "<name>");
      for (const name of [object.baseName ?? object.name, from?.name]) {
        const at = name === undefined ? -1 : name.indexOf(original.name);
        if (name === undefined || at < 0) continue;
        add(name.slice(0, at), "<prefix>");
        add(name.slice(at + original.name.length), "<suffix>");
      }
    }
    for (const step of steps) add(step, "<target>");
    const texts = [...this.#names.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
    if (texts.length === 0) return;
    // Letters and digits on both sides make it a part of another word, unless the name itself ends in a separator.
    const parts = texts.map((text) => {
      const start = /^[A-Za-z0-9]/.test(text) ? "(?<![A-Za-z0-9])" : "";
      const end = /[A-Za-z0-9]$/.test(text) ? "(?![A-Za-z0-9])" : "";
      return `${start}${text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")}${end}`;
    });
    this.#pattern = new RegExp(parts.join("|"), "g");
  }

  /** The text with marks such as `<name>` in place of the names. */
  remove(text: string): string {
    if (this.#pattern === undefined) return text;
    return text.replace(this.#pattern, (name) => this.#names.get(name) ?? name);
  }

  /** Returns a text that is equal for texts of other objects that mean the same. Prefixes and suffixes are left out: not all have them. */
  keyOf(text: string): string {
    if (MARKS.test(text)) return `literally ${text}`;
    return this.remove(text).replace(/<prefix>|<suffix>/g, "");
  }

  /** The JSON of a value with marks in place of the names; undefined for no value. */
  valueForm(value: unknown): string | undefined {
    return value === undefined ? undefined : stableJson(withTexts(value, (text) => this.remove(text)));
  }

  /** Returns the same as {@link keyOf} for a value of any type. */
  valueKey(value: unknown): string {
    return value === undefined ? "" : stableJson(withTexts(value, (text) => this.keyOf(text)));
  }
}

/** A copy of a value with other texts. Only texts can hold names: in JSON, numbers and escapes can look like one. */
function withTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, replace));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const copy = Object.create(null) as Record<string, unknown>;
  // A key stays where another one would take its place.
  const taken = new Set(entries.map(([key]) => key));
  for (const [key, item] of entries) {
    const other = replace(key);
    const isFree = !taken.has(other);
    if (isFree) taken.add(other);
    copy[isFree ? other : key] = withTexts(item, replace);
  }
  return copy;
}
