// @ts-check
// Our wording of an error may be better than kustomize's, but it has to name what is to blame.

const COMMON_WORDS = new Set(
  "cannot contains failed following invalid matches missing multiple provided resource specified specify unable".split(
    " ",
  ),
);

/**
 * Whether a message names the culprit of kustomize's error: the most telling kind of name that the error holds is
 * looked for, and one of that kind has to occur.
 *
 * @param {string} message
 * @param {string} reference kustomize's error, with its root written `{{ROOT}}`
 */
export function mentionsCulprit(message, reference) {
  const text = message.toLowerCase();
  const names = culprits(reference);
  return names.length === 0 || names.some((name) => text.includes(name.toLowerCase()));
}

/** @param {string} reference @returns {string[]} */
export function culprits(reference) {
  // Says which transformer failed, in names that only its configuration knows, or repeats an inline patch.
  const text = reference
    .replace(/plugin \S+ fails configuration: /, "")
    .replace(/\[patch: ".*"\]/s, "")
    .replaceAll("\\\\", "\\");
  const kinds = [
    matches(text, /\bvar '([^']+)'/g),
    // Identities, `Kind.version.group/name.namespace`: their names.
    matches(text, /[A-Z]\w*\.[\w[\]]+\.[\w[\].-]+\/([\w.-]+)\.(?:[\w-]+|\[noNs\])/g).filter(
      (name) => name !== "[noName]",
    ),
    matches(text, /(?:Name|"name"):"([^"]+)"/g),
    matches(text, /with name (\S+)/g),
    matches(text, /Go struct field [\w.]*?(\w+) of type/g),
    matches(text, /([\w-]+\.(?:ya?ml|json|txt|env))\b/g).filter((name) => !name.startsWith("kustomization.")),
    // Directories below the root: their last part.
    matches(text, /\{\{ROOT\}\}\/([\w./@-]+)/g).map((path) => path.split("/").at(-1) ?? path),
    // Whatever is quoted, and fields by their path.
    matches(text, /["'`]([^"'`\n]*[a-z][^"'`\n]*)["'`]/gi),
    matches(text, /\b([a-z]\w*(?:\.\w+)+)\b/g),
    // Otherwise the words that carry the sentence.
    matches(text, /\b([a-z]{6,})\b/gi).filter((word) => !COMMON_WORDS.has(word.toLowerCase())),
  ];
  return kinds.find((names) => names.length > 0) ?? [];
}

/** @param {string} text @param {RegExp} pattern @returns {string[]} */
function matches(text, pattern) {
  return [...text.matchAll(pattern)].flatMap((match) => match[1] ?? []);
}
