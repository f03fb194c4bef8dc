// @ts-check
// Collects the licences of the packages in dist/.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Licences that an Apache-2.0 product may bundle together with their text. Adding one needs a decision. */
const ACCEPTED = new Set(["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"]);

/** Data that is no package, by the module that holds it. */
const DATA = new Map([
  [
    "src/schemas/table-text.ts",
    {
      title: "facts about Kubernetes (Apache-2.0)",
      text: "Copyright The Kubernetes Authors.\n\nThe versions, kinds and fields of src/schemas/data/kubernetes.json are taken from k8s.io/kubernetes and k8s.io/api,\nunder the Apache License, Version 2.0, whose text is in the file LICENSE of krm-render.",
    },
  ],
]);

const RULE = "=".repeat(80);

/**
 * @param {string} root
 * @param {import("esbuild").Metafile} metafile
 * @returns {string} the text of THIRD_PARTY_LICENSES: every package with at least one byte in the bundle, sorted by name
 */
export function thirdPartyLicenses(root, metafile) {
  const packages = bundledPackages(metafile).map((directory) => describe(root, directory));
  for (const [module, section] of DATA) if (isBundled(metafile, module)) packages.push(section);
  packages.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0));
  // A package that is installed twice in one version is listed once.
  const sections = [...new Set(packages.map(({ title, text }) => `${RULE}\n${title}\n${RULE}\n\n${text}\n`))];
  return `The files in dist/ contain the packages below, each under its own licence.\n\n${sections.join("\n")}`;
}

/** @param {import("esbuild").Metafile} metafile @param {string} module */
function isBundled(metafile, module) {
  return Object.values(metafile.outputs).some(({ inputs }) => (inputs[module]?.bytesInOutput ?? 0) > 0);
}

/** @param {import("esbuild").Metafile} metafile */
function bundledPackages(metafile) {
  /** @type {Set<string>} */
  const directories = new Set();
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const directory = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
      if (directory && bytesInOutput > 0) directories.add(directory);
    }
  }
  return [...directories].sort();
}

/**
 * @param {string} root
 * @param {string} directory
 */
function describe(root, directory) {
  const { name, version, author, ...rest } = JSON.parse(readFileSync(join(root, directory, "package.json"), "utf8"));
  const license = String(rest.license).replace(/^\((.*)\)$/, "$1");
  if (!license.split(" AND ").every((term) => ACCEPTED.has(term))) {
    throw new Error(`${name} ${version} has the licence ${license}, which scripts/licenses.mjs does not accept`);
  }
  const texts = readdirSync(join(root, directory))
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => normalise(readFileSync(join(root, directory, file), "utf8")));
  if (texts.length === 0) {
    const holder = typeof author === "string" ? author : author?.name;
    texts.push(
      `The package brings no licence text. Its package.json declares ${license}${holder ? ` by ${holder}` : ""}.`,
    );
  }
  return { title: `${name} ${version} (${license})`, text: texts.join("\n\n") };
}

/** @param {string} text */
function normalise(text) {
  return text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .replace(/[ \t]+$/gm, "")
    .replace(/^\n+|\n+$/g, "");
}
