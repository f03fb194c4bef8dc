// @ts-check
// Our wording of an error may differ from kustomize's, but it must name the same file, object or field.

const COMMON_WORDS = new Set(
  "cannot contains failed following invalid matches missing multiple provided resource specified specify unable".split(
    " ",
  ),
);

/**
 * Whether a message names the culprit of kustomize's error. Takes the most specific kind of name that the error contains; one
 * name of that kind must occur in the message.
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
function culprits(reference) {
  // Remove the name of the transformer that failed, which only its configuration contains, and the text of an inline patch.
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
    // Quoted text, and paths of fields.
    matches(text, /["'`]([^"'`\n]*[a-z][^"'`\n]*)["'`]/gi),
    matches(text, /\b([a-z]\w*(?:\.\w+)+)\b/g),
    // Otherwise the long words.
    matches(text, /\b([a-z]{6,})\b/gi).filter((word) => !COMMON_WORDS.has(word.toLowerCase())),
  ];
  return kinds.find((names) => names.length > 0) ?? [];
}

/** @param {string} text @param {RegExp} pattern @returns {string[]} */
function matches(text, pattern) {
  return [...text.matchAll(pattern)].flatMap((match) => match[1] ?? []);
}
