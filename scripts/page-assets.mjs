// @ts-check
// Makes the module with the style and the script of the HTML report, and the digests by which its policy allows them.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { buildSync } from "esbuild";

const SOURCES = "src/report/html/browser";

/** @param {string} root @returns {string} the text of the module */
export function pageAssets(root) {
  const style = bundled(root, "page.css");
  const script = bundled(root, "main.ts");
  // Either would end its element.
  if (/<\/style/i.test(style) || /<\/script|<!--/i.test(script))
    throw new Error("an asset of the page ends its element");
  const values = { STYLE: style, STYLE_HASH: hash(style), SCRIPT: script, SCRIPT_HASH: hash(script) };
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join("");
}

/** @param {string} root @param {string} name */
function bundled(root, name) {
  const { outputFiles } = buildSync({
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
