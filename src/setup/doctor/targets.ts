/** Checks whether the targets build, and whether the workflows give what they need. */
import { readSettingsText, type SettingName } from "../../configuration/index.ts";
import { formatLocation } from "../../diagnostics.ts";
import { shorten } from "../../text/index.ts";
import { modeOf } from "../proposal/index.ts";
import { countedFiles, type OwnStep, type Survey } from "../survey/index.ts";
import { CONSENTS, type Obstacle, type Trial, type TrialFailure } from "../trial/index.ts";
import type { Facts } from "./facts.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** The most problems that are told. */
const MAX_TOLD = 20;

export function targetFindings({ targets, survey }: Facts): readonly Finding[] {
  if (!("total" in targets))
    return targets
      .slice(0, MAX_TOLD)
      .map(({ message, hint }) => problem(message, hint ?? "See docs/guide/targets.md."));
  const { total, failures } = targets;
  if (total === 0) {
    return [
      problem(
        "there are no targets: no kustomization or composition is found",
        "Run this at the top of the repository that has them.",
      ),
    ];
  }
  const steps = (survey?.workflows ?? []).flatMap(({ own }) => own).filter((step) => modeOf(step) === "review");
  return [
    builtFinding(targets),
    ...failures.map((failure) => failureFinding(failure, steps)),
    ...chartFindings(failures, survey, steps),
  ];
}

function builtFinding({ built, total }: Trial): Finding {
  if (total === 1) return ok(built === 1 ? "1 target, which builds as it is" : "1 target");
  return ok(
    built === total
      ? `${total} targets, which all build as they are`
      : `${total} targets, of which ${built} ${built === 1 ? "builds as it is" : "build as they are"}`,
  );
}

/** What the steps of workflows say to allow something: the input has this value, or another than `false`. */
const VALUES: Readonly<Record<keyof typeof CONSENTS, { readonly value: string; readonly remedy: string }>> = {
  charts: {
    value: "true",
    remedy: "Set `enable-helm: true` if pull requests may let the runner's helm run: docs/guide/helm-charts.md.",
  },
  remotes: {
    value: "",
    remedy: "Set `remote: public` if pull requests may choose what is fetched: docs/guide/remote-sources.md.",
  },
  functions: { value: "", remedy: "Name the catalogs that you trust with `trusted-catalogs`: docs/guide/trust.md." },
  restrictions: {
    value: "LoadRestrictionsNone",
    remedy: "Set `load-restrictor: LoadRestrictionsNone` in .krm-render.yaml, if what deploys them builds so.",
  },
};

function failureFinding({ obstacle, targets, example }: TrialFailure, steps: readonly OwnStep[]): Finding {
  const [first = ""] = targets;
  const one = targets.length === 1;
  const which = one ? `the target ${JSON.stringify(first)}` : `${targets.length} targets`;
  const such = one ? "" : `, such as ${JSON.stringify(first)},`;
  if (obstacle === "time")
    return warning(`${which}${such} ${one ? "was" : "were"} not tried for lack of time`, "Run `krm-render render`.");
  if (obstacle === "mistake") {
    const place = formatLocation(example);
    const told = [...(place === "" ? [] : [place]), shorten(example.message, 200)].join(": ");
    const remedy = example.hint ?? `Run \`krm-render build\` on the target.`;
    return problem(`${which}${such} ${one ? "does" : "do"} not build: ${told}`, remedy);
  }
  const { what, input } = CONSENTS[obstacle];
  const needs = `${which}${such} ${one ? "needs" : "need"} ${what}`;
  if (allows(steps, obstacle)) return ok(`${needs}, and the workflow sets the input ${input}`);
  const { remedy } = VALUES[obstacle];
  return warning(
    obstacle === "restrictions" ? `${needs}, and load-restrictor forbids that` : `${needs}: the input ${input} is off`,
    remedy,
  );
}

/** helm is asked for before the source of a chart, so builds do not tell of that. */
function chartFindings(
  failures: readonly TrialFailure[],
  survey: Survey | undefined,
  steps: readonly OwnStep[],
): readonly Finding[] {
  const charts = survey?.needs.remoteCharts;
  if (charts === undefined || failures.some(({ obstacle }) => obstacle === "remotes") || allows(steps, "remotes"))
    return [];
  const use = countedFiles(charts, "uses", "use");
  return [warning(`${use} charts of other repositories: the input remote is off`, VALUES.remotes.remedy)];
}

function allows(steps: readonly OwnStep[], obstacle: Exclude<Obstacle, "time" | "mistake">): boolean {
  return steps.length > 0 && steps.every((step) => isSet(step, obstacle));
}

function isSet({ inputs }: OwnStep, obstacle: Exclude<Obstacle, "time" | "mistake">): boolean {
  if (obstacle === "functions" && inputs.get("plugins")?.includes("alpha")) return true;
  const { input } = CONSENTS[obstacle];
  const given = inputs.get(input) ?? settingOf(inputs, input) ?? "";
  // An expression may have any value.
  if (given.includes("${{")) return true;
  const { value } = VALUES[obstacle];
  return value === "" ? given !== "" && given !== "false" : given === value;
}

/** What a step sets under the input `settings`. Its mistakes are told elsewhere. */
function settingOf(inputs: OwnStep["inputs"], name: string): string | undefined {
  try {
    return readSettingsText(inputs.get("settings") ?? "").get(name as SettingName);
  } catch {
    return undefined;
  }
}
