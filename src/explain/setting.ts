/** Who made one change of a field: the one answer that explanations and causes are made of. */
import type { Location } from "../diagnostics.ts";
import type { Change } from "./field.ts";
import type { History } from "./history.ts";
import type { Places } from "./places.ts";

/** The step that changed a field, and the places that made it do so. */
export interface Setting {
  /** The field of the kustomization that caused it, or `hash`, `nameReference`, `vars`, `managed-by`, `output`. */
  readonly step: string;
  /** The kind and name of the plugin, if one caused it. */
  readonly plugin?: string;
  /** The line that holds the value, or else the entry; undefined for a change that no file causes. */
  readonly place: Location | undefined;
  /** The entry that caused the step, if it is not at the place of the value. */
  readonly entry?: Location;
  /** For an entry of a composition: the entries of `transformersFrom` through which it came, outermost first. */
  readonly imports?: readonly Location[];
  /** For an entry of a composition: the entries of `transformerOverrides` that changed it, in order. */
  readonly overrides?: readonly Location[];
}

export function settingOf(change: Change, history: History, places: Places): Setting {
  const { step } = change;
  const place = places.of(change, history);
  const entry = places.entry(change, history);
  const isElsewhere = entry !== undefined && (entry.file !== place?.file || entry.line !== place.line);
  return {
    step: step.name,
    ...(step.config !== undefined && { plugin: `${step.config.id.kind} ${step.config.id.name}` }),
    place,
    ...(isElsewhere && { entry }),
    ...(step.imports?.length && { imports: step.imports }),
    ...(step.overrides?.length && { overrides: step.overrides }),
  };
}
