/**
 * The entries of `generators`, `transformers` and `validators`; docs/specification/plugin-configs.md 1.1 and
 * docs/specification/function-configs.md 3.1.
 */
import { KrmError } from "../diagnostics.ts";
import { emit, toConfigValue } from "../yaml/index.ts";
import { type Decoder, type TextEntry, textEntry } from "./decoder.ts";

/** An entry of `generators`, `transformers` or `validators`. */
export interface ConfigEntry extends TextEntry {
  /** True if it is written as a mapping; its text is then the same document as an inline text. */
  readonly isMapping?: true;
}

/**
 * Decodes an entry. The specification of KRM functions allows mappings here, and kustomize refuses them
 * (docs/specification/function-configs.md 3.1). A mapping is read in the dialect of kustomizations.
 */
export const configEntry: Decoder<ConfigEntry> = (node, reading) => {
  if (node.kind !== "map") return textEntry(node, reading);
  const message = `${reading.field()} is a mapping, which kustomize refuses`;
  reading.report("inline-config", message, node, "For kustomize, write it as a text: `- |`.", "notice");
  try {
    return { text: emit(toConfigValue(node)), location: reading.place(node), isMapping: true };
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const [first] = thrown.diagnostics;
    return reading.report(first?.code ?? "invalid-yaml", first?.message ?? thrown.message, node, first?.hint);
  }
};
