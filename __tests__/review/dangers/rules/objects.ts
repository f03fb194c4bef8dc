/** Short objects for the tests of rules, and what rules say of them. */
import type { RenderedResource } from "../../../../src/render/rendering.ts";
import { PAIR_RULES } from "../../../../src/review/dangers/rules/index.ts";
import { resource } from "../../renderings.ts";

export interface Parts {
  readonly name?: string;
  readonly namespace?: string;
  /** In flow style: `a: b, c: d`. */
  readonly annotations?: string;
  readonly labels?: string;
}

/** An object: `apps/v1 Deployment` and the lines below its metadata. */
export function object(
  kind: string,
  body = "",
  { name = "shop", namespace, annotations, labels }: Parts = {},
): RenderedResource {
  const [apiVersion, kindName] = kind.split(" ");
  const metadata = [`name: ${name}`];
  if (namespace !== undefined) metadata.push(`namespace: ${namespace}`);
  if (annotations !== undefined) metadata.push(`annotations: {${annotations}}`);
  if (labels !== undefined) metadata.push(`labels: {${labels}}`);
  return resource(`apiVersion: ${apiVersion}\nkind: ${kindName}\nmetadata: {${metadata.join(", ")}}\n${body}\n`);
}

/** A Deployment with one container, and more fields of its Pods. */
export function deployment(container: string, pod = "", parts: Parts = {}): RenderedResource {
  return workload(`{name: web, image: "web:1.0.0"${container && `, ${container}`}}`, pod, parts);
}

/** A Deployment with containers. */
export function workload(containers: string, pod = "", parts: Parts = {}): RenderedResource {
  return object(
    "apps/v1 Deployment",
    `spec: {template: {spec: {containers: [${containers}]${pod && `, ${pod}`}}}}`,
    parts,
  );
}

/** `LEVEL PATH: MESSAGE (BEFORE -> AFTER)` of each finding of a rule. */
export function findings(
  id: string,
  base: RenderedResource | undefined,
  head: RenderedResource | undefined,
): readonly string[] {
  const rule = PAIR_RULES.find((each) => each.id === id);
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return [...rule.check({ base, head })].map(({ level = rule.level, path = "", message, before, after }) => {
    const values = before === undefined && after === undefined ? "" : ` (${before ?? ""} -> ${after ?? ""})`;
    return `${level} ${path}: ${message}${values}`;
  });
}

/** Of each finding, the level and the path only. */
export function places(
  id: string,
  base: RenderedResource | undefined,
  head: RenderedResource | undefined,
): readonly string[] {
  return findings(id, base, head).map((finding) => finding.slice(0, finding.indexOf(":")));
}
