/** Random repositories, and changes to them as people make them. */
import fc from "fast-check";
import { type BaseModel, KINDS, type ObjectModel, type OverlayModel, type RepositoryModel } from "./model.ts";

const values = fc.array(fc.nat(9), { minLength: 1, maxLength: 4 });

const object: fc.Arbitrary<Omit<ObjectModel, "id" | "name">> = fc.record({
  kind: fc.constantFrom(...KINDS),
  version: fc.constant(1 as const),
  values,
});

const generator = fc.record({ kind: fc.constantFrom("ConfigMap" as const, "Secret" as const), values });

const overlay: fc.Arbitrary<Omit<OverlayModel, "directory" | "base">> = fc.record({
  prefix: fc.constantFrom("", "", "blue-", "green-"),
  namespace: fc.constantFrom("", "blue", "green"),
  label: fc.nat(3),
  replicas: fc.integer({ min: 1, max: 3 }),
  isBroken: fc.constant(false),
});

/** Two bases and up to four overlays. Each object and each generator of the repository has a number of its own. */
export const repository: fc.Arbitrary<RepositoryModel> = fc
  .record({
    bases: fc.array(
      fc.record({
        objects: fc.array(object, { minLength: 1, maxLength: 5 }),
        generators: fc.array(generator, { maxLength: 2 }),
      }),
      { minLength: 2, maxLength: 2 },
    ),
    overlays: fc.array(fc.tuple(overlay, fc.nat(1)), { minLength: 1, maxLength: 4 }),
  })
  .map(({ bases, overlays }) => {
    let id = 0;
    return {
      bases: bases.map(({ objects, generators }) => ({
        objects: objects.map((model) => ({ ...model, id: ++id, name: `object-${id}` })),
        generators: generators.map((model) => ({ ...model, id: ++id })),
      })),
      overlays: overlays.map(([model, base], index) => ({ ...model, base, directory: `overlays/o${index}` })),
    };
  });

const EDITS = {
  "edit an object": (model: RepositoryModel, at: number, value: number) =>
    withObject(model, at, (old) => ({ ...old, values: replaced(old.values, value % old.values.length, value + 10) })),
  "insert an element": (model: RepositoryModel, at: number, value: number) =>
    withObject(model, at, (old) => ({ ...old, values: [value + 20, ...old.values] })),
  "remove an element": (model: RepositoryModel, at: number) =>
    withObject(model, at, (old) => ({ ...old, values: old.values.length > 1 ? old.values.slice(1) : old.values })),
  "reverse the elements": (model: RepositoryModel, at: number) =>
    withObject(model, at, (old) => ({ ...old, values: [...old.values].reverse() })),
  "rename an object": (model: RepositoryModel, at: number, value: number) =>
    withObject(model, at, (old) => ({ ...old, name: `renamed-${old.id}-${value}` })),
  "bump a version": (model: RepositoryModel, at: number) => withObject(model, at, (old) => ({ ...old, version: 2 })),
  "remove an object": (model: RepositoryModel, at: number) => withObject(model, at, () => undefined),
  "add an object": (model: RepositoryModel, at: number, value: number) =>
    withBase(model, at, (base) => ({ ...base, objects: [...base.objects, newObject(at, value)] })),
  "move an object": (model: RepositoryModel, at: number) => {
    const [from, index] = chosenObject(model, at);
    const moved = model.bases[from]?.objects[index];
    if (moved === undefined) return model;
    const rest = withObject(model, at, () => undefined);
    return withBase(rest, from + 1, (base) => ({ ...base, objects: [...base.objects, moved] }));
  },
  "edit a generator": (model: RepositoryModel, at: number, value: number) =>
    withBase(model, at, (base) => ({
      ...base,
      generators: base.generators.map((old) => ({ ...old, values: replaced(old.values, 0, value + 10) })),
    })),
  "change a prefix": (model: RepositoryModel, at: number, value: number) =>
    withOverlay(model, at, (old) => ({ ...old, prefix: ["", "blue-", "green-", "red-"][value % 4] as string })),
  "change a namespace": (model: RepositoryModel, at: number, value: number) =>
    withOverlay(model, at, (old) => ({ ...old, namespace: ["", "blue", "green", "red"][value % 4] as string })),
  "change a label": (model: RepositoryModel, at: number, value: number) =>
    withOverlay(model, at, (old) => ({ ...old, label: value })),
  "change a patch": (model: RepositoryModel, at: number, value: number) =>
    withOverlay(model, at, (old) => ({ ...old, replicas: value })),
  "choose another base": (model: RepositoryModel, at: number) =>
    withOverlay(model, at, (old) => ({ ...old, base: (old.base + 1) % model.bases.length })),
  "rename a directory": (model: RepositoryModel, at: number) =>
    withOverlay(model, at, (old) => ({ ...old, directory: `${old.directory}-new` })),
  "add an overlay": (model: RepositoryModel, at: number) => ({
    ...model,
    overlays: [
      ...model.overlays,
      { ...chosen(model.overlays, at), directory: `overlays/added-${model.overlays.length}-${at}` },
    ],
  }),
  "remove an overlay": (model: RepositoryModel, at: number) => ({
    ...model,
    overlays: model.overlays.filter((_, index) => index !== at % model.overlays.length || model.overlays.length === 1),
  }),
  "break an overlay": (model: RepositoryModel, at: number) =>
    withOverlay(model, at, (old) => ({ ...old, isBroken: !old.isBroken })),
};

/** What a change does. The numbers choose what it is done to, whatever the repository has by then. */
export interface Edit {
  readonly what: keyof typeof EDITS;
  readonly at: number;
  readonly value: number;
}

export const edit: fc.Arbitrary<Edit> = fc.record({
  what: fc.constantFrom(...(Object.keys(EDITS) as Edit["what"][])),
  at: fc.nat(1_000),
  value: fc.nat(9),
});

export function changed(model: RepositoryModel, edits: readonly Edit[]): RepositoryModel {
  return edits.reduce((before, { what, at, value }) => EDITS[what](before, at, value), model);
}

function newObject(at: number, value: number): ObjectModel {
  const id = 100 + at;
  return { id, kind: chosen(KINDS, at), name: `added-${id}-${value}`, version: 1, values: [value, 1] };
}

function withBase(model: RepositoryModel, at: number, change: (old: BaseModel) => BaseModel): RepositoryModel {
  return { ...model, bases: changedAt(model.bases, at, change) };
}

function withOverlay(model: RepositoryModel, at: number, change: (old: OverlayModel) => OverlayModel): RepositoryModel {
  return { ...model, overlays: changedAt(model.overlays, at, change) };
}

/** Changes one object, or removes it. */
function withObject(
  model: RepositoryModel,
  at: number,
  change: (old: ObjectModel) => ObjectModel | undefined,
): RepositoryModel {
  const [base, index] = chosenObject(model, at);
  return withBase(model, base, (old) => ({
    ...old,
    objects: old.objects.flatMap((one, position) => (position === index ? (change(one) ?? []) : [one])),
  }));
}

/** The index of a base, and of an object in it. */
function chosenObject({ bases }: RepositoryModel, at: number): [base: number, index: number] {
  const base = at % bases.length;
  return [base, Math.floor(at / bases.length) % Math.max(1, bases[base]?.objects.length ?? 0)];
}

function changedAt<T>(items: readonly T[], at: number, change: (old: T) => T): T[] {
  return items.map((item, index) => (index === at % items.length ? change(item) : item));
}

function replaced<T>(items: readonly T[], at: number, item: T): T[] {
  return items.map((old, index) => (index === at ? item : old));
}

function chosen<T>(items: readonly T[], at: number): T {
  return items[at % items.length] as T;
}
