/** Characters in a catalog that people do not see, or that show a text in another order; docs/specification/catalogs.md 8.2. */
import type { Diagnostic } from "../diagnostics.ts";
import { scalarText } from "../resource/index.ts";
import { locate, type Node, type ScalarNode } from "../yaml/nodes/node.ts";
import type { Catalog } from "./catalog.ts";

/** Controls, what no font shows, what changes the direction, separators of lines, and blanks other than the usual one. */
const HIDDEN = /(?![\t\n\r ])[\p{Cc}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** Joins words, letters and emoji, or chooses how they look. Texts for people need these. */
const JOINING = /\u00a0|\u200c|\u200d|[\ufe00-\ufe0f]/;
/** The fields with texts for people. */
const TEXTS: ReadonlySet<string> = new Set(["description", "examples", "maintainers", "publisher", "usage"]);

/** The most characters that a finding lists. */
const MAX_LISTED = 5;

/** One warning for each key and each value with such characters, in the order of the file. */
export function hiddenCharacters({ documents, file }: Catalog): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const look = (node: ScalarNode, field: string, isKey = false): void => {
    const all = new Set(node.value.match(HIDDEN));
    if (TEXTS.has(field) && !isKey) for (const each of all) if (JOINING.test(each)) all.delete(each);
    if (all.size === 0) return;
    const codes = [...all].slice(0, MAX_LISTED).map((each) => `U+${hexOf(each)}`);
    const what = isKey ? "a field" : `the value of \`${field}\``;
    found.push({
      code: "catalog-hidden-character",
      severity: "warning",
      message: `${what} contains characters that are invisible or reorder a text: ${codes.join(", ")}`,
      ...(locate(node) ?? { file }),
      hint: "Remove them, or ask the publisher of the catalog what they are for.",
    });
  };
  const walk = (node: Node, field: string): void => {
    if (node.kind === "scalar") return look(node, field);
    if (node.kind === "seq") return node.items.forEach((item) => walk(item, field));
    for (const { key, value } of node.entries) {
      if (key.kind === "scalar") look(key, field, true);
      walk(value, scalarText(key));
    }
  };
  for (const document of documents) walk(document, "");
  return found;
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
