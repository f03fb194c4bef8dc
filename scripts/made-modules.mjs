// @ts-check
// Makes the modules of src/ that only declare what they export: validators out of schemas, the style and the script of the HTML
// report, the facts about Kubernetes, and Sigstore's trust root. The bundler of dist/ and jest load what is made in place of the declarations.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pageAssets } from "./page-assets.mjs";
import { SCHEMAS, validators } from "./schemas.mjs";
import { trustRoot } from "./trust-root.mjs";

const { composition, catalog, configuration, diffReport, partialReview } = SCHEMAS;

/** What makes the text of each module, by the path from the root. @type {Readonly<Record<string, (root: string) => string>>} */
export const MADE_MODULES = {
  "src/catalog/validators.ts": (root) => validators(root, [catalog]),
  "src/composition/validators.ts": (root) => validators(root, [composition]),
  "src/configuration/validators.ts": (root) => validators(root, [configuration]),
  "src/report/html/assets.ts": pageAssets,
  "src/review/reading/validators.ts": (root) => validators(root, [diffReport, partialReview]),
  "src/schemas/table-text.ts": kubernetesTable,
  "src/signatures/embedded-root.ts": trustRoot,
};

/** @param {string} root */
function kubernetesTable(root) {
  const table = JSON.parse(readFileSync(join(root, "src", "schemas", "data", "kubernetes.json"), "utf8"));
  return `export const TABLE = ${JSON.stringify(JSON.stringify(table))};\n`;
}

/**
 * Makes the text of a module. Equal sources give equal bytes.
 *
 * @param {string} root
 * @param {string} path an absolute path
 * @returns {string | undefined} undefined for a module that is as its file says
 */
export function madeModule(root, path) {
  return MADE_MODULES[relative(root, path).replaceAll("\\", "/")]?.(root);
}

/**
 * Lets esbuild load the made modules.
 *
 * @param {string} root
 * @returns {import("esbuild").Plugin}
 */
export function madeModules(root) {
  return {
    name: "made-modules",
    setup(hooks) {
      hooks.onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path }) => {
        const contents = madeModule(root, path);
        return contents === undefined ? undefined : { contents, loader: "js" };
      });
    },
  };
}
