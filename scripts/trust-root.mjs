// @ts-check
// Makes the module with the trust root of Sigstore's public instance out of the package of Sigstore that carries it.
import { createRequire } from "node:module";

/** The public instance, as its update repository is called. */
const PUBLIC = "https://tuf-repo-cdn.sigstore.dev";

/** @returns {string} the text of the module */
export function trustRoot() {
  const seeds = createRequire(import.meta.url)("@sigstore/tuf/seeds.json");
  const encoded = seeds[PUBLIC].targets["trusted_root.json"];
  const root = JSON.parse(Buffer.from(encoded, "base64").toString("utf8"));
  return `export const EMBEDDED = ${JSON.stringify(JSON.stringify(root))};\n`;
}
