/** The part of a configuration that says what ApplicationSets ask for, in comments that people fill in. */
import type { UnknownSets } from "../survey/index.ts";

/** The most clusters, and the most generators, that are listed. */
const MAX_LISTED = 20;
/** Texts that can stand in one line. */
const LINE = /^[^\p{Cc}\u2028\u2029]{1,200}$/u;

/** Lines of comments: without the signs in front, they are settings to fill in. Empty if there is nothing to say. */
export function setsText({ clusters, generators }: UnknownSets): string {
  const lines = [
    ...(clusters === undefined ? [] : clusterLines(clusters)),
    ...(generators.length === 0 ? [] : generatorLines(generators)),
  ];
  if (lines.length === 0) return "";
  const heading = [
    "What only Argo CD knows. Fill in the empty texts, and remove the signs # in front of these settings:",
    "docs/guide/argocd.md#applicationsets",
    "",
  ];
  return [
    ...heading.map((line) => `# ${line}`.trimEnd()),
    ...["deployments:", ...lines].map((line) => `# ${line}`),
    "",
  ].join("\n");
}

function clusterLines({ labels, names, servers }: NonNullable<UnknownSets["clusters"]>): readonly string[] {
  const keys = [...labels.keys()].filter(isLine);
  const asked = keys.length === 0 ? "" : `, labels: {${keys.map((key) => `${quoted(key)}: ""`).join(", ")}}`;
  const values = keys.flatMap((key) => {
    const known = (labels.get(key) ?? []).filter(isLine);
    return known.length === 0 ? [] : [`  # Selectors ask for ${quoted(key)}: ${known.map(quoted).join(", ")}`];
  });
  const listed = [
    ...names.filter(isLine).map((name) => `name: ${quoted(name)}`),
    ...servers.filter(isLine).map((server) => `name: "", server: ${quoted(server)}`),
  ].slice(0, MAX_LISTED);
  const rows = listed.length === 0 ? ['name: ""'] : listed;
  return [...values, "  clusters:", ...rows.map((row) => `  - {${row}${asked}}`)];
}

function generatorLines(generators: UnknownSets["generators"]): readonly string[] {
  const known = generators.filter(({ set }) => isLine(set));
  const more = known.length - MAX_LISTED;
  return [
    "  generators:",
    ...known.slice(0, MAX_LISTED).flatMap(({ set, kind, parameters }) => {
      const names = parameters.filter(isLine).map((each) => `${quoted(each)}: ""`);
      return [`  - set: ${quoted(set)}`, `    generator: ${kind}`, "    elements:", `    - {${names.join(", ")}}`];
    }),
    ...(more > 0 ? [`  # and ${more} more, in the same way. \`*\` stands for any characters of a name.`] : []),
  ];
}

function isLine(text: string): boolean {
  return LINE.test(text);
}

/** Others wrote the names, so all but plain ones stand in quotes. */
function quoted(text: string): string {
  return /^[A-Za-z][\w./-]*$/.test(text) && !/^(?:true|false|yes|no|on|off|null|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);
}
