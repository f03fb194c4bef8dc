/**
 * Opens the configuration that counts in a comparison, and finds the edits of the change. The file of the base counts: no change
 * accepts its own dangers, or shows values that are withheld. docs/decisions/0023-the-configuration-of-the-base.md
 */
import {
  CONFIGURATION_FILE,
  type Configuration,
  type ConfigurationChange,
  compareConfigurations,
  EMPTY_CONFIGURATION,
  type FileSettingName,
  type RedactionRule,
  readConfiguration,
  SETTINGS,
  type SettingInForce,
  type SettingsInForce,
  WITHHOLDING_CONFIGURATION,
} from "../configuration/index.ts";
import { type Diagnostic, diagnosticsOf, formatLocation } from "../diagnostics.ts";
import { checkedPolicies } from "../policies/index.ts";
import { readConfigurationFile, type Trees } from "../render/index.ts";
import { KNOWN_RULES } from "../review/index.ts";
import type { Tree } from "../sources/tree.ts";

export interface OpenedConfiguration {
  /** The configuration of the base. For a file with mistakes, one that withholds every value. */
  readonly configuration: Configuration;
  /** The edits of the change. They count from the next change on. */
  readonly changes: readonly ConfigurationChange[];
  /** For the report: mistakes that keep the file from counting, now or after this change. One of severity `error` fails the run. */
  readonly notes: readonly Diagnostic[];
  /** Rules without an effect in a file that the change leaves alone. */
  readonly warnings: readonly Diagnostic[];
  /** The configuration of the head, and the names of both revisions. A broken one sets nothing, so that of the base counts. */
  readonly head: Configuration;
  readonly revisions: { readonly counting: string; readonly head: string };
}

/**
 * The settings that count: those about how strictly a change is reviewed from the base, others from the head.
 * docs/decisions/0029-one-input-for-what-is-set-once.md
 * @param isPrivileged true if a stranger may have caused a run that has secrets; then all are of the base
 */
export function settingsInForce(
  { configuration, head, revisions }: OpenedConfiguration,
  isPrivileged: boolean,
): SettingsInForce {
  const inForce = new Map<FileSettingName, SettingInForce>();
  const take = (from: Configuration, revision: string, isTaken: (name: FileSettingName) => boolean): void => {
    for (const [name, value] of from.settings) if (isTaken(name)) inForce.set(name, { ...value, revision });
  };
  const isOfBase = (name: FileSettingName): boolean => isPrivileged || SETTINGS[name].class !== "side";
  take(configuration, revisions.counting, isOfBase);
  take(head, revisions.head, (name) => !isOfBase(name));
  return inForce;
}

/**
 * Reads the file of both sides. A file with mistakes does not end the comparison: a change that mends it must be reviewed too.
 * @param counting the tree whose file counts, if it is not the base itself but the tip of its branch
 */
export async function openConfiguration(trees: Trees, counting: Tree = trees.base): Promise<OpenedConfiguration> {
  const base = await readSide(trees.base);
  const head = await readSide(trees.head);
  const counts = counting === trees.base ? base : await readSide(counting);
  const isEdited = !areEqual(base, head);
  // The author of an edit sees every mistake of the file, also rules that would only have no effect.
  const ownProblems = isEdited ? [...head.problems, ...head.warnings.map(asError)] : [];
  const isBroken = counts.configuration === undefined;
  // Elsewhere, the places of its mistakes would mislead.
  const isListed = isBroken && !isEdited && areEqual(counts, head);
  const isMended = isEdited && ownProblems.length === 0;
  return {
    configuration: counts.configuration ?? WITHHOLDING_CONFIGURATION,
    changes:
      isEdited && head.configuration !== undefined
        ? compareConfigurations(base.configuration ?? EMPTY_CONFIGURATION, head.configuration, {
            file: head.file,
            dangers: KNOWN_RULES.dangers,
          })
        : [],
    notes: [
      ...(isBroken ? [brokenNote(counts, counting, { isMended, isListed })] : []),
      ...(isListed ? counts.problems : ownProblems),
    ],
    warnings: isEdited ? [] : counts.warnings,
    head: head.configuration ?? counts.configuration ?? EMPTY_CONFIGURATION,
    revisions: { counting: counting.label, head: (head.configuration === undefined ? counting : trees.head).label },
  };
}

type SideOfFile = Awaited<ReturnType<typeof readSide>>;

/** @returns no `bytes` if there is no file, and no `configuration` if it has mistakes */
async function readSide(tree: Tree) {
  const none: readonly Diagnostic[] = [];
  const side = { file: tree.display(`/${CONFIGURATION_FILE}`), problems: none, warnings: none };
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readConfigurationFile(tree);
    if (bytes === undefined) return { ...side, bytes, configuration: EMPTY_CONFIGURATION };
    return { ...side, bytes, ...(await checkedPolicies(readConfiguration(bytes, side.file, KNOWN_RULES))) };
  } catch (thrown) {
    return { ...side, bytes, configuration: undefined, problems: diagnosticsOf(thrown) };
  }
}

function areEqual(a: SideOfFile, b: SideOfFile): boolean {
  if (a.bytes === undefined || b.bytes === undefined) {
    return a.bytes === b.bytes && a.problems.length === b.problems.length;
  }
  return Buffer.compare(a.bytes, b.bytes) === 0;
}

function brokenNote(
  { file, problems }: SideOfFile,
  { label }: Tree,
  { isMended, isListed }: { readonly isMended: boolean; readonly isListed: boolean },
): Diagnostic {
  const [first] = problems;
  const reason = first === undefined || isListed ? "" : `: ${formatLocation(first)}: ${first.message}`;
  return {
    code: "configuration-broken",
    severity: isMended ? "warning" : "error",
    message: `${file} of ${label} has mistakes, so all values are withheld, and nothing is accepted or folded${reason}`,
    hint: isMended
      ? "This change mends the file. Reviews show values again when it is merged."
      : "Mend the file in a change of its own. Reviews show values again when it is merged.",
  };
}

export function asError(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, severity: "error" };
}

/** Adds rules about values to withhold. */
export function withRedaction(opened: OpenedConfiguration, rules: readonly RedactionRule[]): OpenedConfiguration {
  const { configuration } = opened;
  return { ...opened, configuration: { ...configuration, redaction: [...configuration.redaction, ...rules] } };
}

/**
 * Reads a configuration that the user names, in place of that of the base.
 * @param file its name in messages
 * @throws KrmError with every mistake
 */
export async function readGivenConfiguration(bytes: Uint8Array, file: string): Promise<OpenedConfiguration> {
  const { configuration, warnings } = await checkedPolicies(readConfiguration(bytes, file, KNOWN_RULES));
  const revisions = { counting: file, head: file };
  return { configuration, changes: [], notes: [], warnings, head: configuration, revisions };
}
