/** Checks the shape of a configuration with the validator, and describes its mistakes. */
import type { Diagnostic } from "../diagnostics.ts";
import { type LocatedError, type Path, quote, type Reading, shapeProblems, withinPath } from "../documents/index.ts";
import { nearest } from "../text/index.ts";
import { isNull, type MapNode } from "../yaml/nodes/node.ts";
import { deploymentTextFault, emptyHint, keyFault, missingHint, typeHint } from "./deployment-hints.ts";
import { configurationSchema, LEVELS } from "./schema.ts";
import { isInput, isSetting, refusalOf } from "./settings.ts";
import { plainText, type TextFault } from "./text-faults.ts";
import { validateConfiguration } from "./validators.ts";

/** The problems with the fields of a configuration, sorted by place, at most 100. All of them are errors. */
export function checkShape(node: MapNode, file: string): readonly Diagnostic[] {
  return shapeProblems(node, {
    file,
    subject: "this configuration",
    validate: validateConfiguration,
    keywords: REPORTS,
    report: (located, reading) =>
      withinPath(reading, located.place.path, () => REPORTS.get(located.error.keyword)?.(located, reading)),
  });
}

/** Reports by keyword. All other keywords only repeat these. */
const REPORTS = new Map<string, (located: LocatedError, reading: Reading) => void>([
  ["required", reportMissing],
  ["type", reportType],
  ["additionalProperties", reportUnknown],
  ["pattern", reportText],
  ["enum", reportChoice],
  ["minItems", reportEmpty],
  ["maxItems", reportCount],
]);

const EMPTY_HINT = "Remove the field, which then stands for all, or list what it is about.";

function reportEmpty({ node, place }: LocatedError, reading: Reading): void {
  reading.report("invalid-value", `${reading.field()} is empty`, node, emptyHint(place.path) ?? EMPTY_HINT);
}

const MISSING_HINTS: ReadonlyMap<string, string> = new Map([
  ["name", "Write a name, which the review shows: `name: build-stamps`."],
  ["paths", "Write the paths of fields: `paths: [/data/key]`."],
  ["reason", "Say why the danger is accepted: `reason: the volumes are copied before`."],
  ["id", "Write a name, which the review shows: `id: two-replicas`."],
  ["expression", "Write what must be true: `expression: new.spec.replicas >= 2`."],
  ["message", "Say the rule in words: `message: Deployments have at least two replicas`."],
  ["rule", "Name the rule: `rule: removed-pvc`."],
]);

function reportMissing({ error, node, place }: LocatedError, reading: Reading): void {
  const field = String(error.params["missingProperty"]);
  const hint = missingHint(place.path, field) ?? MISSING_HINTS.get(field);
  reading.report("missing-field", `${reading.field()} has no \`${field}\``, node, hint);
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ["array", "a list"],
  ["boolean", "a boolean"],
  ["integer", "a number"],
  ["object", "a mapping"],
  ["string", "a string"],
]);

function reportType({ error, node, place }: LocatedError, reading: Reading): void {
  const types = [error.params["type"]].flat() as string[];
  const expected = types.flatMap((type) => TYPES.get(type) ?? []).sort();
  let hint = typeHint(place.path, isNull(node));
  const isOne = !types.includes("array") && !types.includes("object");
  if (hint !== undefined) return reading.mismatch(node, expected.join(" or "), hint);
  if (isNull(node) && isOne && place.path.length === 1) hint = "Write a value, or remove the field.";
  else if (isNull(node))
    hint = typeof place.path.at(-1) === "number" ? "Remove the dash, or write the entry after it." : EMPTY_HINT;
  else if (types.includes("boolean")) hint = "Write `true` or `false`.";
  else if (types.includes("integer")) hint = "Write a whole number without quotes.";
  else if (node.kind === "scalar" && types.includes("string")) hint = `Quote the value: ${quote(node.value)}.`;
  else if (node.kind === "map" && types.includes("array")) hint = "Begin each entry with a dash.";
  reading.mismatch(node, expected.join(" or "), hint);
}

const POINTER_HINT =
  "Write `~1` for a slash in a name, and `~0` for a tilde: /metadata/annotations/example.com~1owner.";

function reportText({ node, place }: LocatedError, reading: Reading): void {
  const text = node.kind === "scalar" ? node.value : "";
  const field = place.path.find((segment, index) => index > 0 && typeof segment === "string" && segment in TEXTS);
  const { problem, hint } = deploymentTextFault(place.path, text) ?? TEXTS[String(field)]?.(text) ?? plainText(text);
  reading.report("invalid-value", `${reading.field()} ${problem}`, node, hint);
}

/** Describes a text that no pattern accepts, by the field that has it. */
const TEXTS: Readonly<Record<string, (text: string) => TextFault>> = {
  reason: () => ({ problem: "is empty", hint: MISSING_HINTS.get("reason") ?? "" }),
  id: (text) => ({
    problem: text === "" ? "is empty" : `must not be ${quote(text)}`,
    hint: "Use at most 63 lower-case letters, digits and hyphens, beginning and ending with a letter or digit.",
  }),
  expression: () => ({ problem: "is empty", hint: MISSING_HINTS.get("expression") ?? "" }),
  name: (text) => ({
    problem: text === "" ? "is empty" : `must not be ${quote(text)}`,
    hint: "Use at most 63 letters, digits, dots, underscores and hyphens, beginning with a letter or digit.",
  }),
  paths: (text) => {
    if (!text.startsWith("/") && text !== "" && text.length <= 500) {
      return { problem: `must begin with a slash, not be ${quote(text)}`, hint: `Write ${quote(`/${text}`)}.` };
    }
    return /~(?![01])/.test(text)
      ? { problem: `has a tilde without 0 or 1: ${quote(text)}`, hint: POINTER_HINT }
      : plainText(text);
  },
};

function reportChoice({ error, node }: LocatedError, reading: Reading): void {
  const allowed = error.params["allowedValues"];
  const choices: readonly string[] = Array.isArray(allowed) ? allowed.map(String) : LEVELS;
  const value = node.kind === "scalar" && !isNull(node) ? quote(node.value) : reading.describe(node);
  const near = node.kind === "scalar" ? nearest(node.value, choices) : undefined;
  const hint = near === undefined ? "Write one of them." : `Did you mean \`${near}\`?`;
  const listed = `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
  reading.report("invalid-value", `${reading.field()} must be ${listed}, not ${value}`, node, hint);
}

function reportCount({ error, node }: LocatedError, reading: Reading): void {
  const message = `${reading.field()} has more than ${String(error.params["limit"])} entries`;
  reading.report("configuration-too-large", message, node, "Use `*` for what they have in common.");
}

function reportUnknown({ error, place, node: key }: LocatedError, reading: Reading): void {
  const field = String(error.params["additionalProperty"]);
  const refusal = place.path.length === 0 ? refusalOf(field) : undefined;
  if (refusal !== undefined) {
    const where =
      isSetting(field) && isInput(field) ? `the input \`${field}\`` : `\`${field}\` under the input \`settings\``;
    const hint = `Set ${where} of the action in the workflow, and remove it here.`;
    return reading.report("setting-refused", `\`${field}\` cannot be set in this file: ${refusal}`, key, hint);
  }
  const fault = keyFault(place.path, field);
  if (fault !== undefined) return reading.report("invalid-key", `${reading.field()} ${fault.problem}`, key, fault.hint);
  const known = knownFields(place.path);
  const near = nearest(field, known);
  const hint =
    near === undefined
      ? `Its fields are ${known.map((name) => `\`${name}\``).join(", ")}.`
      : `Did you mean \`${near}\`?`;
  reading.report("unknown-field", `unknown field ${quote(field)} in ${reading.field()}`, key, hint);
}

interface Part {
  readonly $ref?: string;
  readonly items?: Part;
  readonly properties?: Readonly<Record<string, Part>>;
}

const ROOT = configurationSchema as Part & { readonly $defs: Readonly<Record<string, Part>> };

/** The fields of the schema at a path. */
function knownFields(path: Path): readonly string[] {
  let part = resolved(ROOT);
  for (const segment of path) {
    part = resolved((typeof segment === "number" ? part.items : part.properties?.[segment]) ?? {});
  }
  return Object.keys(part.properties ?? {});
}

function resolved(part: Part): Part {
  return part.$ref === undefined ? part : (ROOT.$defs[part.$ref.replace("#/$defs/", "")] ?? {});
}
