/** Workloads, and the effects that a report tells of them, for tests. */

import { expect } from "@jest/globals";
import { phrasesText } from "../../../src/report/edit-phrases.ts";
import { overviewOf } from "../../../src/report/overview.ts";
import { rowName, rowWords } from "../../../src/report/summary.ts";
import { parseReport, type Report, review } from "../../../src/review/index.ts";
import { asWritten } from "../as-written.ts";
import { rendered } from "../renderings.ts";

const SIDES = {
  base: { sha: "a".repeat(40), label: "main", reason: "given" },
  head: { sha: "b".repeat(40), label: "topic", reason: "given" },
};

/** The report of several targets. Each is the YAML of both sides. */
export function reportOf(...targets: readonly (readonly [base: string, head: string])[]): Report {
  const report = review({
    ...SIDES,
    renderings: targets.map(([base, head], index) => ({
      base: rendered(base, `t${index}`),
      head: rendered(head, `t${index}`),
    })),
  });
  // Whoever reads it finds no fault with it.
  expect(parseReport(JSON.stringify(report))).toEqual(asWritten(report));
  return report;
}

/** A line for each effect: the change, the effect, and the workloads with their Pods. */
export function effectsOf({ changes, podEffects }: Report): string[] {
  const names = new Map(changes.map(({ id, object }) => [id, object.baseName ?? object.name]));
  return podEffects.map(({ change, effect, workloads, targets }) => {
    const of = workloads.map(({ kind, name, pods }) => `${kind} ${name} ${pods ?? "?"}`).join(", ");
    return `${names.get(change)}: ${effect} ${of} in ${targets.join()}`;
  });
}

/** The rows as people read them. */
export function rowsOf(report: Report): string[] {
  const { rows, references, folded } = overviewOf(report);
  return [...rows, ...references, ...folded].map(
    (row) => `${phrasesText(rowName(row))}: ${phrasesText(rowWords(row))}`,
  );
}

interface Shape {
  readonly kind?: string;
  readonly name?: string;
  readonly apiVersion?: string;
  /** YAML of the metadata on one line, and lines of the specification. */
  readonly metadata?: string;
  readonly spec?: readonly string[];
  /** YAML of the template's metadata, of the container, and of the Pod, each on one line. */
  readonly template?: string;
  readonly container?: string;
  readonly pod?: string;
}

/** A workload in one flow map, with what is given besides what it needs. */
export function workload(shape: Shape = {}): string {
  const {
    kind = "Deployment",
    name = "web",
    apiVersion = "apps/v1",
    metadata,
    spec = [],
    template,
    container,
    pod,
  } = shape;
  const more = (text: string | undefined): string => (text === undefined ? "" : `, ${text}`);
  return `apiVersion: ${apiVersion}
kind: ${kind}
metadata: {name: ${name}${more(metadata)}}
spec:
  selector: {matchLabels: {app: ${name}}}
${spec.map((line) => `  ${line}\n`).join("")}  template:
    metadata: {labels: {app: ${name}}${more(template)}}
    spec:
      containers:
      - {name: web, image: "registry.example/web:1"${more(container)}}
${pod === undefined ? "" : `      ${pod}\n`}`;
}
