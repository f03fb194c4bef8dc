/** Writes dangers, new failures and new warnings as SARIF 2.1.0, as GitHub's code scanning accepts it. */
import { createHash } from "node:crypto";
import type { Diagnostic, Location } from "../diagnostics.ts";
import { type Cause, type Change, type Danger, type DangerLevel, isSilenced, type Report } from "../review/index.ts";
import { stableJson } from "../text/index.ts";
import { VERSION } from "../version.ts";
import { docsAddress, ruleAddress } from "./docs-address.ts";
import { bothNames } from "./summary.ts";
import { shortLine } from "./text.ts";
import { type TargetNames, targetNames, targetsText } from "./words/target-names.ts";

/** Code scanning takes no more results of one run. The highest levels come first, and what is silenced comes last. */
const MAX_RESULTS = 5_000;
/** Code scanning shows no more locations of one result. */
const MAX_LOCATIONS = 100;
const MAX_MESSAGE = 1_000;
const MAX_TARGETS = 5;
/** Code scanning takes files of up to 10 MB. */
const MAX_LISTED_TARGETS = 100;

const LEVELS = { high: "error", medium: "warning", low: "note" } as const;
/** The numbers of code scanning: critical begins at 9.0, high at 7.0, medium at 4.0. */
const SEVERITIES: Readonly<Record<DangerLevel, string>> = { high: "8.0", medium: "5.0", low: "2.0" };

interface Result {
  readonly ruleId: string;
  readonly level: "error" | "warning" | "note";
  readonly message: { readonly text: string };
  readonly locations: readonly unknown[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly suppressions?: readonly unknown[];
  readonly properties?: unknown;
}

/** The log, in parts. It holds what the change brings: what was there before is no result. */
export function* sarifChunks(report: Report): Generator<string, void> {
  const rules = new Map<string, unknown>();
  const results = resultsOf(report, rules);
  const shown = results.slice(0, MAX_RESULTS);
  const left = results.length - shown.length;
  const run = {
    tool: {
      driver: {
        name: "krm-render",
        semanticVersion: VERSION,
        informationUri: docsAddress("README.md"),
        rules: [...rules.values()],
      },
    },
    automationDetails: { id: "krm-render/" },
    columnKind: "utf16CodeUnits",
    invocations: [
      {
        executionSuccessful: report.figures.targets.failed === 0,
        toolExecutionNotifications:
          left === 0 ? [] : [{ level: "warning", message: { text: `${left} more results are left out` } }],
      },
    ],
  };
  const head = JSON.stringify({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [run],
  });
  // The results follow the other parts of the run, one a line: all of them together could be longer than a text can be.
  yield `${head.slice(0, -3)},"results":[`;
  for (const [index, result] of shown.entries()) yield `${index === 0 ? "\n" : ",\n"}${JSON.stringify(result)}`;
  yield "\n]}]}\n";
}

function resultsOf(report: Report, rules: Map<string, unknown>): Result[] {
  const changes = new Map(report.changes.map((change) => [change.id, change]));
  const results: Result[] = [];
  // The same failure of 200 overlays is one result.
  const seen = new Set<string>();
  const names = targetNames(report);
  const paths = new Map(report.targets.map(({ id, path }) => [id, path]));
  for (const { path, status, failedBefore, isNew, needs, diagnostics } of report.targets) {
    // A new target that only lacks an input is no mistake.
    const isOwn = status === "failed" && !failedBefore && !(isNew && needs !== undefined);
    for (const diagnostic of diagnostics) {
      const isFailure = isOwn && diagnostic.severity === "error";
      // An error of a target that is rendered all the same is as new as a warning.
      const isNews = diagnostic.isNew && diagnostic.severity !== "notice";
      if (!isFailure && !(isNews && (status !== "failed" || diagnostic.severity === "warning"))) continue;
      const result = resultOf(diagnostic, path);
      const fingerprint = JSON.stringify(result.partialFingerprints);
      if (seen.has(fingerprint)) continue;
      seen.add(fingerprint);
      addRule(rules, diagnostic.code, docsAddress("reference/diagnostics.md"), undefined);
      results.push(result);
    }
  }
  for (const danger of report.dangers) {
    const change = changes.get(danger.change);
    if (change === undefined) continue;
    addRule(rules, danger.id, ruleAddress(danger.id), danger.level);
    results.push(dangerResult(danger, change, names, paths));
  }
  const order = ["error", "warning", "note"];
  const rankOf = ({ level, suppressions }: Result): number =>
    order.indexOf(level) + (suppressions === undefined ? 0 : order.length);
  return results.sort((a, b) => rankOf(a) - rankOf(b));
}

function addRule(rules: Map<string, unknown>, id: string, address: string, level: DangerLevel | undefined): void {
  if (rules.has(id)) return;
  const name = id.replaceAll("-", " ");
  rules.set(id, {
    id,
    shortDescription: { text: name },
    fullDescription: { text: name },
    help: { text: `See ${address}` },
    helpUri: address,
    properties: {
      tags: ["kubernetes"],
      ...(level === undefined ? {} : { "security-severity": SEVERITIES[level], tags: ["kubernetes", "security"] }),
    },
  });
}

function dangerResult(danger: Danger, change: Change, names: TargetNames, paths: ReadonlyMap<string, string>): Result {
  const { id, key, level, path, message, before, after, targets, silenced } = danger;
  const values = before === undefined && after === undefined ? "" : ` (${before ?? "none"} → ${after ?? "none"})`;
  const text = `${change.object.kind} ${bothNames(change)}: ${message}${values}. In ${targetsText(targets, names, MAX_TARGETS)}.`;
  return {
    ruleId: id,
    level: LEVELS[level],
    message: { text: shortLine(text, MAX_MESSAGE) },
    locations: locations(causesOf(change, path), paths.get(targets[0] ?? "") ?? "."),
    partialFingerprints: { "danger/v1": key },
    ...(isSilenced(danger) && {
      suppressions: [
        { kind: silenced?.by === "annotation" ? "inSource" : "external", justification: silenced?.reason },
      ],
    }),
    properties: { targets: targets.slice(0, MAX_LISTED_TARGETS) },
  };
}

/** The causes of the field, or of the change where none names the field: those at head first, as only head has alerts. */
function causesOf({ causes }: Change, path: string | undefined): readonly Cause[] {
  const own = causes.filter(({ fields }) => fields === undefined || (path !== undefined && fields.includes(path)));
  const all = own.length > 0 ? own : causes;
  return [...all].sort((a, b) => placeRank(a) - placeRank(b));
}

function placeRank({ side, inChange }: Cause): number {
  return (side === "head" ? 0 : 2) + (inChange ? 0 : 1);
}

function resultOf(diagnostic: Diagnostic, target: string): Result {
  const { code, severity, message, hint, file, line } = diagnostic;
  const text = hint === undefined ? message : `${message}. ${hint}`;
  const content = stableJson([code, file ?? target, message]);
  return {
    ruleId: code,
    level: severity === "error" ? "error" : "warning",
    message: { text: shortLine(text, MAX_MESSAGE) },
    locations: locations(file === undefined ? [] : [{ file, line }], target),
    partialFingerprints: { "problem/v1": createHash("sha256").update(content).digest("hex") },
  };
}

/** At least one: code scanning refuses results without. */
function locations(places: readonly Location[], target: string): unknown[] {
  const named: readonly Location[] = places.length === 0 ? [{ file: target }] : places;
  return named.slice(0, MAX_LOCATIONS).map(({ file, line }) => ({
    physicalLocation: {
      artifactLocation: { uri: uriOf(file) },
      ...(line === undefined ? {} : { region: { startLine: line } }),
    },
  }));
}

/** A path of the repository as a relative URI; an address as it is. */
function uriOf(file: string): string {
  if (/^https:\/\/[\w.:/@%?&=+~-]+$/.test(file)) return file;
  return (
    file
      .split("/")
      // A half of a character would make encodeURIComponent throw.
      .map((part) => encodeURIComponent(Buffer.from(part).toString()))
      .join("/")
  );
}
