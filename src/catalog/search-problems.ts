/** The messages of a search; docs/specification/catalogs.md 4.5, 4.6. */
import { type Diagnostic, failure, type Location } from "../diagnostics.ts";
import { shorten } from "../text/index.ts";
import { apiVersionText, type Catalog, describeFunction, type FunctionId } from "./catalog.ts";
import { type CatalogReference, mayBeWritten, shownReference } from "./reference.ts";
import type { CatalogSearch } from "./search-input.ts";
import type { TrustLine } from "./trust-lines.ts";

/** The catalogs that a search has met. */
export interface Searched {
  readonly reached: { readonly catalog: Catalog; readonly reference: CatalogReference }[];
  /** With the digests of files that were read. */
  readonly untrusted: { readonly reference: CatalogReference; readonly sha256: string | undefined }[];
}

/** The most catalogs or versions that a message lists. */
const MAX_LISTED = 10;

/** A config of the core group, whose kinds belong to Kubernetes: a catalog would decide about any ConfigMap. */
export function coreGroup(id: FunctionId, location?: Location): Error {
  const message = `a catalog cannot name the program for ${describeFunction(id)}, a kind of Kubernetes`;
  const hint = "Name the program in the config: an annotation `config.kubernetes.io/function`, or `runtime`.";
  return failure("catalog-core-group", message, { ...location, hint });
}

/** No catalog has the function. */
export function notFound(id: FunctionId, search: CatalogSearch, searched: Searched, location?: Location): Error {
  const what = describeFunction(id);
  const { reached, untrusted } = searched;
  const seen = reached.map(({ reference }) => shownReference(reference));
  const where = seen.length === 0 ? "no catalog was searched" : `searched: ${listed(seen)}`;
  const catalogs = reached.map(({ catalog }) => catalog);
  const versions = versionsOf(id, catalogs);
  const known = versions.length === 0 ? "" : `; versions known: ${listed(versions)}`;
  if (untrusted.length === 0) {
    const hint =
      versions.length > 0
        ? `Write \`apiVersion: ${apiVersionText({ ...id, version: versions[0] ?? "" })}\`, or add the version to a catalog.`
        : "List a catalog that has the function under `catalogs`, or name its program in the config.";
    return failure("catalog-function-unknown", `no catalog has ${what}; ${where}${known}`, { ...location, hint });
  }
  const names = untrusted.map(({ reference }) => shownReference(reference));
  const verb = names.length === 1 ? "is not trusted" : "are not trusted";
  const elsewhere = trustedElsewhere(search, searched);
  const message = `no trusted catalog has ${what}: ${listed(names)} ${verb}; ${where}${known}${elsewhere.problem}`;
  return failure("catalog-untrusted", message, { ...location, hint: trustHint(untrusted) + elsewhere.hint });
}

function trustHint(untrusted: Searched["untrusted"]): string {
  const trustable = untrusted.find(({ reference }) => mayBeWritten(reference));
  if (trustable === undefined) {
    return (
      "No line can trust it: catalogs are fetched by https without credentials, by ssh and from registries only, and at refs of " +
      "letters, digits and `._/+-`. Name the repository that holds it in such a way, or list another catalog there."
    );
  }
  const line = shownReference(trustable.reference);
  return `Look at it with \`krm-render view catalog ${line}\`. If it may run, set \`--trusted-catalog ${line}\`, or add the line \`${line}\` to the input \`trusted-catalogs\`.`;
}

/** A copy is referenced where the original is trusted: what to do about it. */
function trustedElsewhere(search: CatalogSearch, { reached, untrusted }: Searched): { problem: string; hint: string } {
  const used = new Set(reached.map(({ reference }) => reference.normal));
  const copy = untrusted.find(({ reference }) => reference.kind === "path");
  const others = search.trusted.filter(({ reference, isPrefix }) => !isPrefix && !used.has(reference.normal));
  const [other] = others;
  if (copy === undefined || other === undefined) return { problem: "", hint: "" };
  const [local, trusted] = [shownReference(copy.reference), shownReference({ ...other.reference, sha256: undefined })];
  const digest = copy.sha256 ?? "HEX";
  return {
    problem: `; trusted, but not referenced, ${others.length === 1 ? "is" : "are"}: ${listed(others.map(({ reference }) => shownReference(reference)))}`,
    hint: ` If ${local} is a copy of ${trusted}, reference that instead, or trust its content: \`${trusted}#sha256=${digest}\`.`,
  };
}

/** The versions of a kind that catalogs have. */
function versionsOf({ group, kind }: FunctionId, catalogs: readonly Catalog[]): readonly string[] {
  const entries = catalogs.flatMap((catalog) => catalog.entries);
  const found = entries.filter((entry) => entry.group === group && entry.kind === kind);
  return [...new Set(found.map(({ version }) => version))];
}

function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, MAX_LISTED).map((text) => shorten(text, 300));
  const more = texts.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

/** A trusted catalog whose content may change: a pin of the reference is written by the author of a change, and fixes nothing. */
export function unpinned(reference: CatalogReference, line: TrustLine, sha256: string, isError: boolean): Diagnostic {
  const shown = shownReference({ ...reference, sha256: undefined });
  const fixed = shownReference({ ...reference, sha256 });
  const why = line.isPrefix
    ? "it is trusted by a wildcard"
    : "the line that trusts it has neither a digest nor a commit";
  return {
    code: "catalog-unpinned",
    severity: isError ? "error" : "warning",
    message: `the catalog ${shown} is trusted whatever it contains: ${why}`,
    ...reference.location,
    hint: `Look at it with \`krm-render view catalog ${fixed}\`, and trust \`${fixed}\`.`,
  };
}
