/** Reads `.krm-render.yaml`. */
import { type Diagnostic, diagnosticsOf, failure, KrmError, type Location, visible } from "../diagnostics.ts";
import { quote } from "../documents/index.ts";
import { nearest, sizeText } from "../text/index.ts";
import { decodeText, parseResources } from "../yaml/index.ts";
import { get, isNull, locate, type Node } from "../yaml/nodes/node.ts";
import {
  type Configuration,
  type DangerLevel,
  EMPTY_CONFIGURATION,
  type NoiseRule,
  type PolicyRule,
  type RedactionRule,
  type SilenceRule,
} from "./configuration.ts";
import { readDeployments } from "./deployments.ts";
import { textToHandOn } from "./handed-on.ts";
import { nameMatcher, type ObjectPattern, PathPattern } from "./patterns.ts";
import { readPolicies, ruleOfPolicy } from "./policies.ts";
import { parseRedactionLines } from "./redaction-lines.ts";
import { FILE_SETTINGS, type FileSettingName, type Settings, type SettingValue, settingFault } from "./settings.ts";
import { checkShape } from "./shape-reports.ts";

/** The name of the file, at the top of the repository. */
export const CONFIGURATION_FILE = ".krm-render.yaml";
/** The largest configuration, in bytes. */
const MAX_CONFIGURATION_BYTES = 1024 * 1024;
/** The most rules of all sorts, roots, values and sources together. */
const MAX_RULES = 1000;
/** The most levels of nesting. Valid files have fewer. */
const MAX_DEPTH = 16;
/** The most problems that are reported, and ids of unknown rules. */
const MAX_PROBLEMS = 100;
/** The longest reason, in characters. */
const MAX_REASON = 500;

/** The ids of the rules that this version has. */
export interface KnownRules {
  readonly dangers: readonly string[];
  readonly noise: readonly string[];
}

export interface ReadConfiguration {
  readonly configuration: Configuration;
  /** One `unknown-rule` for each id that stands for no rule. It has no effect. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads the text of a configuration. Cost is linear in the bytes.
 * @param file the name of the file in messages
 * @throws KrmError with every mistake: `configuration-too-large`, `invalid-yaml`, `duplicate-key`,
 *   `invalid-key`, `missing-field`, `unknown-field`, `wrong-type`, `invalid-value`
 */
export function readConfiguration(bytes: Uint8Array, file: string, known: KnownRules): ReadConfiguration {
  if (bytes.length > MAX_CONFIGURATION_BYTES) {
    throw tooLarge(`${sizeText(bytes.length)}; the limit is ${sizeText(MAX_CONFIGURATION_BYTES)}`, { file });
  }
  const text = decodeText(bytes, file);
  const [node, another] = parseResources(text, file, { aliases: "refused", rest: "refused", merges: "standard" });
  if (another !== undefined) {
    throw failure("invalid-yaml", "this configuration has more than one document", {
      ...(locate(another) ?? { file }),
      hint: "Join them into one.",
    });
  }
  if (node === undefined || isNull(node)) return { configuration: EMPTY_CONFIGURATION, warnings: [] };
  if (node.kind !== "map") {
    throw failure("wrong-type", `a configuration must be a mapping, not ${node.kind === "seq" ? "a list" : "a text"}`, {
      ...(locate(node) ?? { file }),
      hint: "Write its fields as `name: value`, such as `targets: apps/*`.",
    });
  }
  checkSize(node, file);
  const problems = [...checkShape(node, file)];
  if (problems.length > 0) throw new KrmError(problems);
  const reader = new Reader(file, known, problems);
  const read = reader.read(node);
  if (problems.length > 0) throw new KrmError(problems.slice(0, MAX_PROBLEMS));
  const configuration = { ...read, text: textToHandOn(text, node, read.deployments) };
  return { configuration, warnings: reader.warnings };
}

function tooLarge(what: string, place: Location): Error {
  return failure("configuration-too-large", `this configuration has ${what}`, {
    ...place,
    hint: "Use `*` for what its entries have in common.",
  });
}

/** @throws KrmError `configuration-too-large` */
function checkSize(node: Node, file: string): void {
  let rules = 0;
  const visit = (each: Node, depth: number, isItem: boolean): void => {
    if (each.kind === "scalar") return;
    const place = locate(each) ?? { file };
    if (depth > MAX_DEPTH) throw tooLarge(`more than ${MAX_DEPTH} levels of nesting`, place);
    if (each.kind === "map") {
      if (isItem && ++rules > MAX_RULES) throw tooLarge(`more than ${MAX_RULES} rules and entries`, place);
      for (const { key, value } of each.entries) {
        visit(key, depth + 1, false);
        visit(value, depth + 1, false);
      }
    } else for (const item of each.items) visit(item, depth + 1, true);
  };
  visit(node, 1, false);
}

/** Reads a configuration of a valid shape. */
class Reader {
  readonly warnings: Diagnostic[] = [];
  readonly #file: string;
  #dangers: ReadonlySet<string>;
  readonly #noise: ReadonlySet<string>;
  readonly #problems: Diagnostic[];

  constructor(file: string, known: KnownRules, problems: Diagnostic[]) {
    this.#file = file;
    this.#dangers = new Set(known.dangers);
    this.#noise = new Set(known.noise);
    this.#problems = problems;
  }

  read(node: Node): Configuration {
    const [dangers, noise] = [get(node, "dangers"), get(node, "noise")];
    const policies = this.#policies(get(node, "policies"));
    return {
      policies,
      dangers: {
        levels: this.#levels(get(dangers, "levels")),
        silences: itemsOf(get(dangers, "silence")).map((item) => this.#silence(item)),
      },
      noise: { off: this.#off(get(noise, "off")), rules: this.#noiseRules(get(noise, "rules")) },
      redaction: [
        ...itemsOf(get(node, "redaction")).map((item) => this.#pathRule(item)),
        ...textNodes(get(node, "redact")).flatMap((line) => this.#redactionLine(line)),
      ],
      deployments: readDeployments(get(node, "deployments"), this.#file, (message, place, hint) =>
        this.#report("invalid-value", message, place, hint),
      ),
      settings: this.#settings(node),
    };
  }

  /** Levels and silences may name policies, too. */
  #policies(node: Node | undefined): readonly PolicyRule[] {
    const policies = readPolicies(itemsOf(node), this.#file, objectsOf, (message, place, hint) =>
      this.#report("invalid-value", message, place, hint),
    );
    this.#dangers = new Set([...this.#dangers, ...policies.map(({ id }) => ruleOfPolicy(id))]);
    return policies;
  }

  #settings(node: Node): Settings {
    const settings = new Map<FileSettingName, SettingValue>();
    for (const name of Object.keys(FILE_SETTINGS) as FileSettingName[]) {
      const value = get(node, name);
      if (value === undefined) continue;
      for (const text of textNodes(value)) {
        const fault = settingFault(name, textOf(text));
        if (fault === undefined) continue;
        this.#report("invalid-value", `\`${name}\` ${fault}, not ${quote(textOf(text))}`, text);
      }
      // The patterns of `redact` add to the rules of `redaction`.
      if (name !== "redact") settings.set(name, { values: texts(value) ?? [], place: this.#place(value) });
    }
    return settings;
  }

  #redactionLine(node: Node): readonly RedactionRule[] {
    try {
      return parseRedactionLines([textOf(node)]).map((rule) => ({ ...rule, place: this.#place(node) }));
    } catch (thrown) {
      for (const { message, hint } of diagnosticsOf(thrown)) this.#report("invalid-value", message, node, hint);
      return [];
    }
  }

  #levels(node: Node | undefined): ReadonlyMap<string, DangerLevel | "off"> {
    const levels = new Map<string, DangerLevel | "off">();
    for (const { key, value } of node?.kind === "map" ? node.entries : []) {
      this.#check(key, this.#dangers, "danger");
      levels.set(textOf(key), textOf(value) as DangerLevel | "off");
    }
    return levels;
  }

  #silence(node: Node): SilenceRule {
    for (const id of textNodes(get(node, "rule"))) this.#check(id, this.#dangers, "danger");
    return {
      ids: texts(get(node, "rule")) ?? [],
      ...this.#targets(get(node, "targets")),
      ...objectsOf(node),
      ...pathsOf(node),
      reason: this.#reason(get(node, "reason")),
      place: this.#place(node),
    };
  }

  /** In one line, without characters that control a terminal. */
  #reason(node: Node | undefined): string {
    const reason = visible(textOf(node).trim().replaceAll(/\s+/g, " "));
    if (reason.length > MAX_REASON) {
      this.#report("invalid-value", `a reason has more than ${MAX_REASON} characters`, node, "Link to the long one.");
    }
    return reason;
  }

  #targets(node: Node | undefined): Pick<SilenceRule, "targets"> {
    for (const each of textNodes(node)) {
      const text = textOf(each);
      if (text === "." || !/^\.?\/|\/$/.test(text)) continue;
      const hint = `Write the path of the target from the top of the repository: ${quote(text.replaceAll(/^[./]+|\/+$/g, "") || ".")}.`;
      this.#report("invalid-value", `no path of a target is like ${quote(text)}`, each, hint);
    }
    const targets = texts(node);
    return targets === undefined ? {} : { targets };
  }

  #off(node: Node | undefined): ReadonlySet<string> {
    for (const id of textNodes(node)) this.#check(id, this.#noise, "noise");
    return new Set(texts(node));
  }

  #noiseRules(node: Node | undefined): readonly NoiseRule[] {
    const names = new Set(this.#noise);
    return itemsOf(node).map((item) => {
      const key = get(item, "name");
      const name = textOf(key);
      if (names.has(name)) {
        const problem = this.#noise.has(name) ? "is that of a built-in rule" : "is given to two rules";
        this.#report("invalid-value", `the name ${quote(name)} ${problem}`, key, "Choose another name.");
      }
      names.add(name);
      return { name, ...this.#pathRule(item) };
    });
  }

  /** The fields that all rules about paths have. */
  #pathRule(node: Node): RedactionRule & { readonly place: Location } {
    return { ...objectsOf(node), paths: pathsOf(node).paths ?? [], place: this.#place(node) };
  }

  /** Warns if an id, which may be a pattern, stands for no rule. */
  #check(node: Node, known: ReadonlySet<string>, sort: "danger" | "noise"): void {
    const id = textOf(node);
    if (this.warnings.length >= MAX_PROBLEMS) return;
    if (known.has(id) || (id.includes("*") && sort === "danger" && [...known].some(nameMatcher(id)))) return;
    const near = nearest(id, known);
    const page = sort === "danger" ? "docs/guide/dangers.md" : "docs/guide/noise.md";
    this.warnings.push({
      code: "unknown-rule",
      severity: "warning",
      message: `no rule of ${sort === "danger" ? "dangers" : "noise"} is called ${quote(id)}: this has no effect`,
      ...this.#place(node),
      hint: near === undefined ? `The rules are listed in ${page}.` : `Did you mean \`${near}\`?`,
    });
  }

  #report(code: string, message: string, node: Node | undefined, hint?: string): void {
    const place = node === undefined ? { file: this.#file } : this.#place(node);
    this.#problems.push({ code, severity: "error", message, ...place, ...(hint !== undefined && { hint }) });
  }

  #place(node: Node): Location {
    return locate(node) ?? { file: this.#file };
  }
}

function objectsOf(node: Node): ObjectPattern {
  const fields = ["kinds", "namespaces", "names"].map((field) => [field, texts(get(node, field))]);
  return Object.fromEntries(fields.filter(([, list]) => list !== undefined));
}

function pathsOf(node: Node): { readonly paths?: readonly PathPattern[] } {
  const paths = texts(get(node, "paths"));
  return paths === undefined ? {} : { paths: paths.map((path) => new PathPattern(path)) };
}

/** The texts of a field that takes one or several; undefined if it is absent. */
function texts(node: Node | undefined): readonly string[] | undefined {
  return node === undefined ? undefined : textNodes(node).map(textOf);
}

function textNodes(node: Node | undefined): readonly Node[] {
  if (node === undefined) return [];
  return node.kind === "seq" ? node.items : [node];
}

function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.kind === "seq" ? node.items : [];
}

function textOf(node: Node | undefined): string {
  return node?.kind === "scalar" ? node.value : "";
}
