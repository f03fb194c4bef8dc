/** Reads fields of a source as the API server checks them: a value of another type is refused. */
import { failure, type Location } from "../../diagnostics.ts";
import { isMap, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";
import type { PlaceOf } from "../objects/index.ts";

/** A map of an Application, with the places of its fields. */
export class Fields {
  readonly value: Value | undefined;
  readonly placeOf: PlaceOf;

  constructor(value: Value | undefined, placeOf: PlaceOf) {
    this.value = value;
    this.placeOf = placeOf;
  }

  /** True if the field is there, also as `{}`. */
  has(name: string): boolean {
    return (valueAt(this.value, name) ?? null) !== null;
  }

  /** @throws KrmError `argocd-invalid` */
  text(name: string): string {
    const value = valueAt(this.value, name) ?? "";
    if (typeof value === "string") return value;
    const hint = typeof value === "object" ? undefined : "Put it in quotes.";
    throw this.wrong(`\`${name}\` must be a text`, this.placeOf(name), hint);
  }

  /** @throws KrmError `argocd-invalid` */
  flag(name: string): boolean {
    const value = valueAt(this.value, name) ?? false;
    if (typeof value === "boolean") return value;
    throw this.wrong(`\`${name}\` must be true or false`, this.placeOf(name));
  }

  /** @throws KrmError `argocd-invalid` */
  texts(name: string): readonly TextItem[] {
    return this.#list(name).map((item, index) => {
      const location = this.placeOf(name, index);
      if (typeof item === "string") return { text: item, location };
      throw this.wrong(`each of \`${name}\` must be a text`, location);
    });
  }

  /** @throws KrmError `argocd-invalid` */
  maps(name: string): readonly Fields[] {
    return this.#list(name).map((item, index) => {
      if (isMap(item)) return new Fields(item, (...path) => this.placeOf(name, index, ...path));
      throw this.wrong(`each of \`${name}\` must be a map`, this.placeOf(name, index));
    });
  }

  /** The fields of a map, or of an empty one where there is none. @throws KrmError `argocd-invalid` */
  map(name: string): Fields {
    const value = valueAt(this.value, name) ?? undefined;
    if (value === undefined || isMap(value)) return new Fields(value, (...path) => this.placeOf(name, ...path));
    throw this.wrong(`\`${name}\` must be a map`, this.placeOf(name));
  }

  wrong(message: string, place: Location, hint = "Correct the field."): Error {
    return failure("argocd-invalid", message, { ...place, hint });
  }

  #list(name: string): readonly Value[] {
    const value = valueAt(this.value, name) ?? [];
    if (Array.isArray(value)) return value;
    throw this.wrong(`\`${name}\` must be a list`, this.placeOf(name));
  }
}

/** An element of a list of texts. */
export interface TextItem {
  readonly text: string;
  readonly location: Location;
}
