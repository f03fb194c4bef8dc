/** The lines that say which catalogs are trusted; docs/specification/catalogs.md 3. */
import { about, failure } from "../diagnostics.ts";
import { type CatalogReference, parseCatalogReference, shownText } from "./reference.ts";

/** The identity or key that a signature must prove. */
export type SignatureDemand =
  | { readonly identity: string; readonly issuer: string }
  /** The file of a public key. */
  | { readonly key: string };

export interface TrustLine {
  readonly reference: CatalogReference;
  /** True if it trusts each file below its address: a line that ends in `/*`. */
  readonly isPrefix: boolean;
  /** Undefined: nothing has to be signed. */
  readonly signature: SignatureDemand | undefined;
}

interface TrustLineOptions {
  /** The source of the line in messages, such as `--trusted-catalog` or `trusted-catalogs`. */
  readonly source: string;
  readonly allowWildcards?: boolean;
}

/** The most lines. */
const MAX_LINES = 1000;

/**
 * Parses lines of the form `REF[#sha256=HEX] [identity=… issuer=… | key=FILE]`. Leaves out empty lines and lines that begin
 * with `#`.
 * @throws KrmError `trust-line`, `catalog-reference`
 */
export function parseTrustLines(lines: Iterable<string>, options: TrustLineOptions): readonly TrustLine[] {
  const found = new Map<string, TrustLine>();
  for (const text of lines) {
    const trimmed = text.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const line = parseTrustLine(trimmed, options);
    const { normal, sha256 = "" } = line.reference;
    const key = `${line.isPrefix} ${normal}#${sha256}`;
    if (found.has(key)) throw wrong(options, `trusts ${shownText(normal)} twice`, "Keep one of the lines.");
    found.set(key, line);
    if (found.size > MAX_LINES) throw wrong(options, `has more than ${MAX_LINES} lines`, "Trust fewer catalogs.");
  }
  return [...found.values()];
}

function parseTrustLine(text: string, options: TrustLineOptions): TrustLine {
  const [written = "", ...terms] = text.split(/\s+/);
  const isPrefix = written.endsWith("/*");
  if (written.includes("*") && !isPrefix) {
    const problem = `has a \`*\` that is not the end of ${shownText(written)}`;
    throw wrong(options, problem, "Write it as the last part: `/*`.");
  }
  if (isPrefix && options.allowWildcards !== true) {
    const hint =
      "Name each catalog, or set `--allow-catalog-wildcards` or in the action the setting `allow-catalog-wildcards`.";
    throw wrong(options, `trusts all files below ${shownText(written.slice(0, -1))}, which is not allowed`, hint);
  }
  const reference = placed(options, () => parseCatalogReference(isPrefix ? written.slice(0, -1) : written));
  if (isPrefix && (reference.kind !== "https" || !reference.normal.endsWith("/"))) {
    throw wrong(options, `has a \`*\` in a reference that is not an https address`, "Name each catalog.");
  }
  return { reference, isPrefix, signature: signatureOf(terms, options) };
}

const SIGNATURE_HINT = "Write `identity=… issuer=…` or `key=FILE` after the reference.";

function signatureOf(terms: readonly string[], options: TrustLineOptions): SignatureDemand | undefined {
  if (terms.length === 0) return undefined;
  const values = new Map<string, string>();
  for (const term of terms) {
    const equals = term.indexOf("=");
    const [name, value] = [term.slice(0, Math.max(equals, 0)), term.slice(equals + 1)];
    if (!TERMS.has(name)) throw wrong(options, `has the unknown term \`${shownText(term)}\``, SIGNATURE_HINT);
    if (value === "") throw wrong(options, `has an empty \`${name}\``, SIGNATURE_HINT);
    if (values.has(name)) throw wrong(options, `has \`${name}\` twice`, SIGNATURE_HINT);
    values.set(name, value);
  }
  const [identity, issuer, key] = [values.get("identity"), values.get("issuer"), values.get("key")];
  if (key !== undefined && values.size > 1) throw wrong(options, "has both a `key` and an identity", SIGNATURE_HINT);
  if (key !== undefined) return { key };
  if (identity === undefined || issuer === undefined) {
    const missing = identity === undefined ? "issuer` but no `identity" : "identity` but no `issuer";
    throw wrong(options, `has an \`${missing}\``, SIGNATURE_HINT);
  }
  return { identity, issuer };
}

const TERMS: ReadonlySet<string> = new Set(["identity", "issuer", "key"]);

function wrong({ source }: TrustLineOptions, problem: string, hint: string): Error {
  return failure("trust-line", `a line of ${source} ${problem}`, { hint });
}

/** Adds the source to the errors of `parse`. */
function placed<T>(options: TrustLineOptions, parse: () => T): T {
  try {
    return parse();
  } catch (thrown) {
    throw about(thrown, options.source, undefined, `in ${options.source}: `);
  }
}
