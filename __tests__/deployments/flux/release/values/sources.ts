/** Sources for tests. */
import type { ValuesSource } from "../../../../../src/deployments/flux/release/values/index.ts";

/** A text with a `targetPath` and `literal`, as recorded.jsonl has it. */
export type Written = readonly [text: string, targetPath?: string, literal?: "literal"];

/** The sources of texts: ConfigMaps `s0`, `s1` and so on. */
export function sourcesOf(written: readonly Written[], more: Partial<ValuesSource> = {}): readonly ValuesSource[] {
  return written.map(([text, targetPath, literal], index) => ({
    kind: "ConfigMap",
    name: `s${index}`,
    valuesKey: "values.yaml",
    targetPath,
    literal: literal === "literal",
    text,
    withheld: false,
    placeOf: undefined,
    ...more,
  }));
}

/** The source of a text that is withheld. */
export function secret(...written: Written): ValuesSource {
  return sourcesOf([written], { kind: "Secret", withheld: true })[0] as ValuesSource;
}

/** The source of a text that is not. */
export function plain(...written: Written): ValuesSource {
  return sourcesOf([written])[0] as ValuesSource;
}
