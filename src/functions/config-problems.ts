/** Names the place and the object of a config in the problems with it. */
import { failure, type KrmError, type Location } from "../diagnostics.ts";
import type { Resource } from "../resource/index.ts";

export function locationOf({ origin }: Resource): Location {
  return origin ?? { file: "the inline document" };
}

/** Makes an error about a config. @param location more exact than the place of the config, if known */
export function configFailure(
  code: string,
  config: Resource,
  message: string,
  hint?: string,
  location: Location | undefined = config.origin,
): KrmError {
  return failure(code, message, { ...location, object: config.describe(), hint });
}
