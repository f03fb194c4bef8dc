/** Catalogs for tests. */

import type { Catalog } from "../../src/catalog/index.ts";
import { readCatalog } from "../../src/catalog/read-catalog.ts";
import { formatDiagnostic, KrmError } from "../../src/diagnostics.ts";

export const HEX = "a".repeat(64);
export const OTHER_HEX = "b".repeat(64);

export function catalogOf(text: string, file = "catalog.yaml"): Catalog {
  return readCatalog(Buffer.from(text), file);
}

/** A catalog with functions in flow style. */
export function catalogText(...functions: string[]): string {
  const head =
    "apiVersion: config.kubernetes.io/v1alpha1\nkind: Catalog\nmetadata: {name: acme}\nspec:\n  krmFunctions:\n";
  return head + functions.map((each) => `  - ${each}\n`).join("");
}

/** A function in flow style. @param runtime in flow style */
export function functionText(kind: string, runtime: string, more = "", version = "v1"): string {
  return `{group: fn.acme.test, names: {kind: ${kind}}, versions: [{name: ${version}, runtime: ${runtime}${more}}]}`;
}

/** A function with an image that has a digest. */
export function imageText(kind: string, image = "registry.acme.test/fns/paint:v1", hex = HEX, more = ""): string {
  return functionText(kind, `{container: {image: "${image}", sha256: ${hex}${more}}}`);
}

/** The messages of an error, each with code, place and hint, as a user sees them. */
export function problemsOf(run: () => unknown): string[] {
  try {
    run();
  } catch (thrown) {
    return messagesOf(thrown);
  }
  return [];
}

export async function rejection(run: () => Promise<unknown>): Promise<string[]> {
  try {
    await run();
  } catch (thrown) {
    return messagesOf(thrown);
  }
  return [];
}

function messagesOf(thrown: unknown): string[] {
  if (!(thrown instanceof KrmError)) throw thrown;
  return thrown.diagnostics.map((one) => `${one.code} ${formatDiagnostic(one)}`);
}
