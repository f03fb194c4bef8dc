/** What a person should know about a catalog before trusting it; docs/specification/catalogs.md 8. */
import { type Diagnostic, diagnosticsOf, type Location, type Warn } from "../diagnostics.ts";
import { type Catalog, type CatalogEntry, describeFunction, entryFor } from "./catalog.ts";
import { readSchema } from "./config-schema.ts";
import { isOfficialGroup } from "./official.ts";
import { programOf } from "./program.ts";
import { type CatalogReference, shownText } from "./reference.ts";

/** The one license of the public registry of functions. */
const REGISTRY_LICENSE = "Apache 2.0";
const SYSTEMS: ReadonlySet<string> = new Set(["linux", "darwin", "windows"]);
const PROCESSORS: ReadonlySet<string> = new Set(["amd64", "arm64"]);

/**
 * The findings about a catalog, in the order of the file: what makes a function fail is an error, what an attacker could use
 * a warning, what is only missing for people a notice. Nothing is fetched and nothing is run.
 */
export function lintCatalog(catalog: Catalog, reference: CatalogReference | undefined): readonly Diagnostic[] {
  const findings: Diagnostic[] = [...catalog.diagnostics];
  for (const entry of catalog.entries) {
    const add = (
      severity: Diagnostic["severity"],
      message: string,
      hint?: string,
      location: Location = entry.location,
    ): void => {
      const found: Diagnostic = {
        code: "catalog-lint",
        severity,
        message: `${describeFunction(entry)} ${message}`,
        ...location,
      };
      findings.push(hint === undefined ? found : { ...found, hint });
    };
    lintPrograms(entry, reference, findings);
    lintNames(entry, add);
    if (entryFor(catalog, entry) !== entry) {
      add("warning", "is defined before: this definition has no effect", "Remove one of them.");
    }
    if (entry.group !== "" && isOfficialGroup(entry.group)) {
      add("notice", `has the group ${entry.group}, in which the built-in catalog is searched first`);
    }
    lintTexts(entry, add);
  }
  return findings;
}

type Add = (severity: Diagnostic["severity"], message: string, hint?: string, location?: Location) => void;

/** Each program of an entry as it would be used: digests, addresses, names. */
function lintPrograms(entry: CatalogEntry, reference: CatalogReference | undefined, findings: Diagnostic[]): void {
  const { container, exec, starlark } = entry.runtimes;
  const attempts: [CatalogEntry["runtimes"], os: string, arch: string][] = [];
  const none = { container: undefined, exec: undefined, starlark: undefined };
  if (container !== undefined) attempts.push([{ ...none, container }, "", ""]);
  for (const file of exec?.files ?? []) {
    if (exec === undefined) continue;
    attempts.push([{ ...none, exec: { ...exec, files: [file] } }, file.os ?? "", file.arch ?? ""]);
  }
  if (starlark !== undefined) attempts.push([{ ...none, starlark }, "", ""]);
  if (attempts.length === 0) attempts.push([none, "", ""]);
  const warn: Warn = (found) => findings.push(typeof found === "function" ? found() : found);
  for (const [runtimes, os, arch] of attempts) {
    collect(findings, () => programOf({ ...entry, runtimes }, { os, arch, hasEngine: true }, reference, warn));
  }
  const { schema } = entry;
  if (schema !== undefined) collect(findings, () => readSchema(schema));
}

function collect(findings: Diagnostic[], run: () => unknown): void {
  try {
    run();
  } catch (thrown) {
    findings.push(...diagnosticsOf(thrown));
  }
}

function lintNames(entry: CatalogEntry, add: Add): void {
  for (const { os, arch, bin, location } of entry.runtimes.exec?.files ?? []) {
    if (os !== undefined && !SYSTEMS.has(os))
      add("notice", `has a program for the unknown system ${shownText(os)}`, undefined, location);
    if (arch !== undefined && !PROCESSORS.has(arch)) {
      add("notice", `has a program for the unknown processor ${shownText(arch)}`, undefined, location);
    }
    if (bin?.startsWith("/") === true || bin?.split("/").includes("..") === true) {
      add(
        "warning",
        `names ${shownText(bin)}, which leads out of its archive`,
        "Name a file of the archive.",
        location,
      );
    }
  }
}

/** What the public registry of functions demands. */
function lintTexts(entry: CatalogEntry, add: Add): void {
  const missing = [
    entry.description === undefined && "description",
    entry.publisher === undefined && "publisher",
    entry.schema === undefined && "schema",
    entry.idempotent === undefined && "idempotent",
    entry.usage === undefined && "usage",
    entry.examples.length === 0 && "examples",
    entry.license === undefined && "license",
  ].filter((name) => name !== false);
  if (missing.length > 0) add("notice", `has no ${missing.map((name) => `\`${name}\``).join(", ")}`);
  if (entry.license !== undefined && entry.license !== REGISTRY_LICENSE) {
    add(
      "notice",
      `has the license ${shownText(entry.license)}; the public registry of functions accepts ${REGISTRY_LICENSE}`,
    );
  }
}
