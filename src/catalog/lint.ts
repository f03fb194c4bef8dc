/** Finds what a person should know about a catalog before trusting it; docs/specification/catalogs.md 8. */
import { type Diagnostic, diagnosticsOf, type Location, type Warn } from "../diagnostics.ts";
import { describeFormat, mayRunOn, type ProgramFormat } from "../program-format.ts";
import { type Catalog, type CatalogEntry, describeFunction, entryFor } from "./catalog.ts";
import { readSchema } from "./config-schema.ts";
import { hiddenCharacters } from "./hidden-characters.ts";
import { programOf, referenceOfFile } from "./program.ts";
import { type CatalogReference, shownText } from "./reference.ts";

/** The groups for which the specification has the built-in catalog searched first. It has no functions yet. */
const OFFICIAL_GROUPS: ReadonlySet<string> = new Set(["kustomize.io", "config.kubernetes.io"]);
/** The one license of the public registry of functions. */
const REGISTRY_LICENSE = "Apache 2.0";
const SYSTEMS: ReadonlySet<string> = new Set(["linux", "darwin", "windows"]);
const PROCESSORS: ReadonlySet<string> = new Set(["amd64", "arm64"]);

/** Finds the format of a file beside a catalog, by its path. Undefined if there is none. */
export type FormatOf = (path: string) => ProgramFormat | undefined;

/**
 * The findings about a catalog: about its fields, then about its functions, each in the order of the file. What makes a
 * function fail is an error, what an attacker could use a warning, what is only missing for people a notice. Nothing is fetched
 * and nothing is run.
 */
export function lintCatalog(
  catalog: Catalog,
  reference: CatalogReference,
  formatOf: FormatOf = () => undefined,
): readonly Diagnostic[] {
  const findings: Diagnostic[] = [...catalog.diagnostics, ...hiddenCharacters(catalog)];
  for (const entry of catalog.entries) {
    const add: Add = (severity, text, hint, location = entry.location) => {
      const message = `${describeFunction(entry)} ${text}`;
      findings.push({ code: "catalog-lint", severity, message, ...location, ...(hint !== undefined && { hint }) });
    };
    lintPrograms(entry, reference, findings);
    lintFormats(entry, reference, formatOf, add);
    lintNames(entry, add);
    if (entryFor(catalog, entry) !== entry) {
      add("warning", "is defined before: this definition has no effect", "Remove one of them.");
    }
    if (OFFICIAL_GROUPS.has(entry.group)) {
      add("notice", `has the group ${entry.group}, in which the built-in catalog is searched first`);
    }
    lintTexts(entry, add);
  }
  return findings;
}

type Add = (severity: Diagnostic["severity"], message: string, hint?: string, location?: Location) => void;

/** Each program of an entry as it would be used: digests, addresses, names. */
function lintPrograms(entry: CatalogEntry, reference: CatalogReference, findings: Diagnostic[]): void {
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

/** Executables beside the catalog: whether the platforms that list them can run them. */
function lintFormats(entry: CatalogEntry, reference: CatalogReference, formatOf: FormatOf, add: Add): void {
  for (const { os, arch, bin, uri, location } of entry.runtimes.exec?.files ?? []) {
    const path = pathOf(uri, location, reference);
    const format = path === undefined ? undefined : formatOf(path);
    if (format === undefined || (format.type === "archive" && bin !== undefined)) continue;
    const what = `lists ${shownText(uri)}, which is ${describeFormat(format)}`;
    if (format.type !== "program") {
      const hint =
        "Name a program, a script that begins with a line such as `#!/bin/sh`, or an archive with its `bin`.";
      if (format.type !== "script") add("error", what, hint, location);
    } else if (!mayRunOn(format, os, arch)) {
      const hint = "Correct `os` and `arch`, or name the program for this platform.";
      add("error", `${what}, for ${os ?? "any"}/${arch ?? "any"}`, hint, location);
    } else if (os === undefined || arch === undefined) {
      const hint = `List it under \`platforms\`, with \`os: ${format.os}\` and \`arch: ${format.archs[0]}\`.`;
      add("warning", `${what}, for ${os ?? "any"}/${arch ?? "any"}`, hint, location);
    }
  }
}

/** Undefined for what does not lie beside the catalog, and for what {@link lintPrograms} reports. */
function pathOf(uri: string, location: Location, reference: CatalogReference): string | undefined {
  try {
    const source = referenceOfFile(uri, location, reference);
    return source.kind === "path" ? source.path : undefined;
  } catch {
    return undefined;
  }
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
    const unknown = (what: string): void => add("notice", `has a program for the unknown ${what}`, undefined, location);
    if (os !== undefined && !SYSTEMS.has(os)) unknown(`system ${shownText(os)}`);
    if (arch !== undefined && !PROCESSORS.has(arch)) unknown(`processor ${shownText(arch)}`);
    if (bin?.startsWith("/") === true || bin?.split("/").includes("..") === true) {
      const problem = `names ${shownText(bin)}, which leads out of its archive`;
      add("warning", problem, "Name a file of the archive.", location);
    }
  }
}

/** Checks the texts that the public registry of functions demands. */
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
    const own = shownText(entry.license);
    add("notice", `has the license ${own}; the public registry of functions accepts ${REGISTRY_LICENSE}`);
  }
}
