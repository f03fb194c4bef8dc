/** Looks the places of fields of a set up, each once: to find one takes as long as to go through the set. */
import type { Location } from "../../../diagnostics.ts";
import type { PlaceOf } from "../../objects/index.ts";

/** How many places of a set are looked up: fewer in large ones. */
const MOST = 1_000;
const LEAST = 4;
/** The characters of the set that all searches together may go through. */
const SEARCHED = 2_000_000;

/** Remembers the places that it has been asked for. Beyond the limit, everything is at the generators. @param size of the set, in characters */
export function rememberedPlaces(placeOf: PlaceOf, size: number): PlaceOf {
  const known = new Map<string, Location>();
  const most = Math.max(LEAST, Math.min(MOST, SEARCHED / size));
  const generators = placeOf("spec", "generators");
  return (...path) => {
    const key = JSON.stringify(path);
    let place = known.get(key);
    if (place === undefined) {
      if (known.size >= most) return generators;
      place = placeOf(...path);
      known.set(key, place);
    }
    return place;
  };
}
