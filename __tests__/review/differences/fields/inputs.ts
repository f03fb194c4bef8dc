/** Compares values without generated names and masks, for tests. */
import type { Value } from "../../../../src/render/rendering.ts";
import { compareFields } from "../../../../src/review/differences/fields/index.ts";
import type { FieldChange } from "../../../../src/review/report.ts";

export function fieldsOf(before: Value, after: Value): FieldChange[] {
  const mask = (text: string): string => text;
  const names = new Map<string, string>();
  return compareFields({
    before,
    after,
    namesBefore: names,
    namesAfter: names,
    maskBefore: mask,
    maskAfter: mask,
    except: new Set(),
  }).fields;
}
