/** Reads what a workflow sets: its inputs, and the input `settings`. */
import { type Diagnostic, diagnosticsOf, failure, KrmError } from "../diagnostics.ts";
import { nearest } from "../text/index.ts";
import { parseResources } from "../yaml/index.ts";
import { isNull, locate, type Node } from "../yaml/nodes/node.ts";
import { FILE_SETTINGS, isInput, isSetting, type SettingName } from "./settings.ts";
import { SETTINGS } from "./settings-table.ts";

/** The fields of `.krm-render.yaml` that hold rules. */
const SECTIONS = ["dangers", "noise", "redaction", "deployments"];

/** The variables of the runner, of which those named `INPUT_<NAME>` are inputs. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The texts that a workflow sets, by an input or under the input `settings`, without blanks around them, and one `invalid-input` for each
 * mistake in `settings`. A default that the runner has filled in is not set by the workflow.
 */
export function readWorkflowTexts(variables: Variables): {
  readonly texts: ReadonlyMap<SettingName, string>;
  readonly problems: readonly Diagnostic[];
} {
  const texts = new Map<SettingName, string>();
  for (const name of (Object.keys(SETTINGS) as SettingName[]).filter(isInput)) {
    const text = inputText(variables, name);
    // In action.yml, an input that the file may hold too has no default.
    if (text !== "" && (name in FILE_SETTINGS || text !== SETTINGS[name].default)) texts.set(name, text);
  }
  try {
    const problems: Diagnostic[] = [];
    for (const [name, text] of readSettingsText(texts.get("settings") ?? "")) {
      if (!texts.has(name)) texts.set(name, text.trim());
      else problems.push(setTwice(name));
    }
    return { texts, problems };
  } catch (thrown) {
    return { texts, problems: diagnosticsOf(thrown) };
  }
}

function setTwice(name: SettingName): Diagnostic {
  const message = `input ${name}: it is also set under the input settings`;
  return { code: "invalid-input", severity: "error", message, hint: "Remove one of them." };
}

/** The text of an input. The runner keeps hyphens: the input `fail-on` arrives as `INPUT_FAIL-ON`. */
function inputText(variables: Variables, name: string): string {
  return variables[`INPUT_${name.toUpperCase()}`]?.trim() ?? "";
}

/**
 * Reads a mapping of settings to values: a text, a number or a boolean, or a list of texts, which stands for one a line.
 * @returns the texts by the names of settings. The reader of a setting checks its text
 * @throws KrmError with one `invalid-input` for each mistake
 */
export function readSettingsText(text: string): ReadonlyMap<SettingName, string> {
  const problems: Diagnostic[] = [];
  const refuse = (message: string, line: number | undefined, hint?: string): void => {
    const place = line === undefined ? "" : `, line ${line}`;
    problems.push({
      code: "invalid-input",
      severity: "error",
      message: `input settings${place}: ${message}`,
      ...(hint !== undefined && { hint }),
    });
  };
  const settings = new Map<SettingName, string>();
  for (const { key, value } of entriesOf(text, refuse)) {
    const name = key.kind === "scalar" ? key.value : "";
    const line = locate(key)?.line;
    const fault = nameFault(name);
    const texts = (value.kind === "seq" ? value.items : [value]).map((each) =>
      each.kind === "scalar" && !isNull(each) ? each.value : undefined,
    );
    if (fault !== undefined) refuse(fault.message, line, fault.hint);
    else if (settings.has(name as SettingName)) refuse(`${name} is set twice`, line, "Remove one of them.");
    else if (!texts.includes(undefined)) settings.set(name as SettingName, texts.join("\n"));
    else refuse(`${name} has no value that is a text or a list of texts`, line, `Write it as \`${name}: VALUE\`.`);
  }
  if (problems.length > 0) throw new KrmError(problems);
  return settings;
}

type Refuse = (message: string, line: number | undefined, hint?: string) => void;

function entriesOf(text: string, refuse: Refuse): readonly { readonly key: Node; readonly value: Node }[] {
  try {
    const documents = parseResources(text, "", { aliases: "refused", rest: "refused", merges: "standard" });
    const [node] = documents;
    if (node === undefined || isNull(node)) return [];
    if (node.kind === "map" && documents.length === 1) return node.entries;
    throw failure("wrong-type", "it is not a mapping of names and values", {
      hint: "Write one setting a line, such as `timeout: 10m`.",
    });
  } catch (thrown) {
    for (const { message, line, hint } of diagnosticsOf(thrown)) refuse(message, line, hint);
    return [];
  }
}

/** The reason why a name cannot stand there, with what to do; undefined for a setting. */
function nameFault(name: string): { readonly message: string; readonly hint: string } | undefined {
  if (SECTIONS.includes(name))
    return {
      message: `${name} is no setting, but a section of .krm-render.yaml`,
      hint: "Write it there. That of the base branch counts.",
    };
  if (isSetting(name) && name !== "settings" && !("expression" in SETTINGS[name])) return undefined;
  if (isSetting(name)) return { message: `${name} cannot stand here`, hint: "Set it as an input of its own." };
  const near = nearest(name, Object.keys(SETTINGS));
  const hint = near === undefined ? "docs/reference/action.md lists the settings." : `Did you mean ${near}?`;
  return { message: `there is no setting ${JSON.stringify(name)}`, hint };
}
