/** A catalog for the person who decides whether to trust it; docs/specification/catalogs.md 8. */
import { formatDiagnostic, visible } from "../diagnostics.ts";
import { parseImageName } from "../text/index.ts";
import { type Catalog, type CatalogEntry, entryFor } from "./catalog.ts";
import { digitsOf, pinOf } from "./digest.ts";
import { type FormatOf, lintCatalog } from "./lint.ts";
import { type CatalogReference, isPinned, shownReference, shownText } from "./reference.ts";
import type { CatalogView, FunctionView, ProgramView } from "./view-schema.ts";

export interface ViewOptions {
  readonly resolved?: string | undefined;
  readonly lint?: boolean | undefined;
  /** For the lint. Default: no file is looked at. */
  readonly formatOf?: FormatOf | undefined;
}

/** Describes a catalog. Nothing is fetched and nothing is run. */
export function viewCatalog(catalog: Catalog, reference: CatalogReference, options: ViewOptions = {}): CatalogView {
  return {
    version: 1,
    reference: shownReference(reference),
    resolved: options.resolved,
    sha256: catalog.sha256,
    pinned: reference.kind === "path" ? reference.sha256 !== undefined : isPinned(reference),
    trustLine: shownReference({ ...reference, sha256: catalog.sha256 }),
    name: catalog.name,
    labels: Object.fromEntries(catalog.labels),
    functions: catalog.entries.map((entry) => functionView(entry, entryFor(catalog, entry) !== entry)),
    findings: options.lint === true ? lintCatalog(catalog, reference, options.formatOf) : [],
  };
}

function functionView(entry: CatalogEntry, hidden: boolean): FunctionView {
  const { group, version, kind, description, publisher, maintainers, license, home, usage, idempotent } = entry;
  const { container } = entry.runtimes;
  return {
    group,
    version,
    kind,
    hidden,
    description,
    publisher,
    maintainers,
    license,
    home,
    usage,
    idempotent,
    configMap: entry.acceptsConfigMap,
    schema: entry.schema !== undefined,
    network: container?.requireNetwork === true,
    mounts: container?.requireStorageMount === true,
    programs: programsOf(entry),
  };
}

function programsOf({ runtimes: { container, exec, starlark } }: CatalogEntry): readonly ProgramView[] {
  const programs: ProgramView[] = [];
  if (container !== undefined) {
    const digest = container.sha256 ?? imageDigest(container.image);
    programs.push({ type: "container", from: shownText(container.image), digest, platform: undefined });
  }
  for (const { os, arch, uri, sha256 } of exec?.files ?? []) {
    const platform = os === undefined && arch === undefined ? undefined : `${os ?? "any"}/${arch ?? "any"}`;
    programs.push({ type: "exec", from: shownText(uri), digest: sha256 ?? digestIn(uri), platform });
  }
  if (starlark !== undefined) {
    const { uri, sha256 } = starlark;
    programs.push({ type: "starlark", from: shownText(uri), digest: sha256 ?? digestIn(uri), platform: undefined });
  }
  return programs;
}

/** The digest in an address: after `#sha256=`, or that of an artifact. */
function digestIn(uri: string): string | undefined {
  return pinOf(uri) ?? (/^oci:/i.test(uri) ? /@sha256:([0-9a-f]{64})/.exec(uri)?.[1] : undefined);
}

function imageDigest(image: string): string | undefined {
  const name = parseImageName(image);
  return typeof name === "string" ? undefined : digitsOf(name.digest ?? "");
}

/** The view as data. JSON writes a character in the same way as {@link visible}. */
export function viewCatalogJson(view: CatalogView): string {
  return `${visible(JSON.stringify(view, null, 2))}\n`;
}

/** The view as text for a terminal. Characters that control it are made visible, and no text of the catalog begins a line. */
export function viewText(view: CatalogView): string {
  const lines: string[] = [`catalog   ${view.reference}`];
  const put = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== "") lines.push(`${name.padEnd(10)}${oneLine(value)}`);
  };
  put("resolved", view.resolved);
  put("sha256", view.sha256);
  put("name", view.name);
  const labels = Object.entries(view.labels).map(([key, value]) => `${key}=${value}`);
  put("labels", labels.join(", "));
  for (const each of view.functions) lines.push("", ...functionLines(each));
  if (view.findings.length > 0) {
    const findings = view.findings.flatMap((one) => `${one.severity}: ${formatDiagnostic(one)}`.split("\n"));
    lines.push("", "findings:", ...findings.map((line) => `  ${line}`));
  }
  lines.push("", "To trust exactly this content:", "", `  ${view.trustLine}`);
  if (!view.pinned) lines.push("", "Without `#sha256=`, the reference trusts whatever it leads to later.");
  return `${lines.map(visible).join("\n")}\n`;
}

function functionLines(each: FunctionView): readonly string[] {
  const lines = [
    `${oneLine(`${each.group}/${each.version}`)} ${oneLine(each.kind)}${each.hidden ? " (no effect: it is defined before)" : ""}`,
  ];
  const put = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== "") lines.push(`  ${name.padEnd(13)}${oneLine(value)}`);
  };
  put("description", each.description);
  put("publisher", each.publisher === undefined ? undefined : `${each.publisher} (as it says)`);
  put("maintainers", each.maintainers.join(", "));
  put("license", each.license);
  put("home", each.home);
  put("usage", each.usage);
  for (const { type, from, digest, platform } of each.programs) {
    const parts = [platform, from, digest ?? "(no digest: it will not run)"];
    put(type, parts.filter((part) => part !== undefined).join(" "));
  }
  if (each.programs.length === 0) put("program", "none that this version of krm-render can run");
  const permissions = [each.network && "network", each.mounts && "mounts"].filter((part) => part !== false);
  put("asks for", permissions.join(", ") || "nothing");
  put("schema", each.schema ? "yes" : "no: its configurations are not checked");
  if (each.configMap) put("config", "also a ConfigMap");
  if (each.idempotent === false) put("idempotent", "no: running it again may give another result");
  return lines;
}

/** The most characters of one value. */
const MAX_VALUE = 500;

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE)}…` : line;
}
