// @ts-check
// Makes the style and the script of the HTML report, with the digests by which its policy allows them. Equal sources give equal
// bytes.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { build } from "esbuild";

/** The file that `npm run build` writes. */
export const PAGE_ASSETS = "src/report/html/assets.generated.ts";

const SOURCES = "src/report/html/browser";

/** @param {string} root @returns {Promise<string>} the text of {@link PAGE_ASSETS} */
export async function pageAssets(root) {
  const style = await bundled(root, "page.css");
  const script = await bundled(root, "main.ts");
  // Either would end its element.
  if (/<\/style/i.test(style) || /<\/script|<!--/i.test(script))
    throw new Error("an asset of the page ends its element");
  const lines = Object.entries({ STYLE: style, STYLE_HASH: hash(style), SCRIPT: script, SCRIPT_HASH: hash(script) });
  return [
    `/** Made by scripts/page-assets.mjs from ${SOURCES}. Do not edit. */`,
    ...lines.map(([name, value]) => `export const ${name}: string = ${JSON.stringify(value)};`),
    "",
  ].join("\n");
}

/** @param {string} root @param {string} name */
async function bundled(root, name) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(SOURCES, name)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    logLevel: "error",
  });
  return (outputFiles[0]?.text ?? "").trimEnd();
}

/** @param {string} text */
function hash(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
