/** Random trees of compositions without mistakes, with the list that each of them is consolidated into. */
import { posix } from "node:path";
import fc from "fast-check";
import { stringify } from "yaml";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Fields = Readonly<Record<string, Json>>;

export interface ValidTree {
  /** The contents of files by their paths: texts as they are, everything else as data for YAML. */
  readonly files: Readonly<Record<string, Json>>;
  /** The directories of compositions. The first one imports all others, directly or through others. */
  readonly directories: readonly string[];
  /** The names of the list that the first one is consolidated into. */
  readonly names: readonly string[];
}

const KINDS = [
  "ResourceAccumulator",
  "ConfigMapGenerator",
  "SecretGenerator",
  "PatchTransformer",
  "ReplacementTransformer",
  "LabelTransformer",
  "PrefixTransformer",
  "Kustomization",
] as const;
type Kind = (typeof KINDS)[number] | "Function";

interface EntryPlan {
  readonly kind: Kind;
  readonly form: "mapping" | "text" | "file" | "directory of the file";
  /** Whether the document follows those of the entry before, in its file. */
  readonly joined: boolean;
  readonly variant: number;
}

interface Plan {
  readonly parent: number;
  readonly nested: boolean;
  readonly mode: "prepend" | "append" | undefined;
  /** Whether it is imported by the name of its file. */
  readonly byFile: boolean;
  readonly modules: boolean;
  readonly entries: readonly EntryPlan[];
  readonly overrides: readonly { readonly target: number; readonly deletes: boolean; readonly variant: number }[];
  /** Where each entry goes; undefined without an order. */
  readonly order: readonly number[] | undefined;
}

function plans(kinds: readonly Kind[]): fc.Arbitrary<readonly Plan[]> {
  const entry: fc.Arbitrary<EntryPlan> = fc.record({
    kind: fc.constantFrom(...kinds),
    form: fc.constantFrom("mapping", "mapping", "text", "file", "directory of the file"),
    joined: fc.boolean(),
    variant: fc.nat(3),
  });
  const override = fc.record({
    target: fc.nat(),
    deletes: fc.nat(5).map((number) => number === 5),
    variant: fc.nat(3),
  });
  const plan: fc.Arbitrary<Plan> = fc.record({
    parent: fc.nat(),
    nested: fc.boolean(),
    mode: fc.constantFrom(undefined, "prepend", "append"),
    byFile: fc.boolean(),
    modules: fc.boolean(),
    entries: fc.array(entry, { maxLength: 4 }),
    overrides: fc.array(override, { maxLength: 3 }),
    order: fc.option(fc.array(fc.nat(100), { minLength: 8, maxLength: 8 }), { nil: undefined }),
  });
  return fc.array(plan, { minLength: 1, maxLength: 7 });
}

/** Trees of built-ins, which build without functions. */
export const builtinTrees: fc.Arbitrary<ValidTree> = plans(KINDS).map(treeOf);

/** Trees with functions as well. */
export const validTrees: fc.Arbitrary<ValidTree> = plans([...KINDS, "Function", "Function"]).map(treeOf);

/** The files of a tree as texts. @param written the order in which the fields of a mapping are written */
export function textsOf({ files }: ValidTree, written = (keys: string[]): string[] => keys): Record<string, string> {
  const reordered = (value: Json): Json => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return (value as readonly Json[]).map(reordered);
    const fields = value as Fields;
    return Object.fromEntries(written(Object.keys(fields)).map((key) => [key, reordered(fields[key] as Json)]));
  };
  const text = (content: Json): string => {
    if (typeof content === "string") return content;
    const documents = Array.isArray(content) ? (content as readonly Json[]) : [content];
    return documents.map((document) => stringify(reordered(document))).join("---\n");
  };
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [path, text(content)]));
}

/** An entry of a list, with what an override of it must say. */
interface Listed {
  readonly name: string;
  readonly kind: Kind;
  readonly identity: Fields;
}

class Writer {
  readonly files: Record<string, Json> = {};
  #number = 0;

  number(): number {
    return ++this.#number;
  }

  /** Writes a file beside a composition, and returns its name. */
  add(directory: string, name: string, content: Json): string {
    this.files[posix.join(directory, name)] = content;
    return name;
  }
}

function treeOf(found: readonly Plan[]): ValidTree {
  const writer = new Writer();
  const directories: string[] = [];
  for (const [index, { parent, nested }] of found.entries()) {
    const above = index === 0 || !nested ? "" : (directories[parent % index] ?? "");
    directories.push(index === 0 ? "top" : posix.join(above, `d${index}`));
  }
  const lists: (readonly Listed[])[] = [];
  for (let index = found.length - 1; index >= 0; index--) {
    const children = found.flatMap((plan, child) =>
      child > index && plan.parent % child === index
        ? [{ directory: directories[child] ?? "", list: lists[child] ?? [], plan }]
        : [],
    );
    lists[index] = writeComposition(writer, found[index] as Plan, directories[index] ?? "", children);
  }
  return { files: writer.files, directories, names: (lists[0] ?? []).map(({ name }) => name) };
}

interface Child {
  readonly directory: string;
  readonly list: readonly Listed[];
  readonly plan: Plan;
}

function writeComposition(
  writer: Writer,
  { entries, overrides, order, modules }: Plan,
  directory: string,
  children: readonly Child[],
): readonly Listed[] {
  const imported = children.flatMap(({ list }) => list);
  const none = entries.length + imported.length === 0;
  const label: EntryPlan = { kind: "LabelTransformer", form: "mapping", joined: false, variant: 0 };
  const own = writeEntries(writer, none ? [label] : entries, directory);
  const gone = new Set<string>();
  const written: Json[] = [];
  for (const { target, deletes, variant } of overrides) {
    const left = imported.filter(({ name }) => !gone.has(name));
    const chosen = left[target % left.length];
    if (chosen === undefined) continue;
    const isLast = left.length + own.list.length === 1;
    if (deletes && !isLast) gone.add(chosen.name);
    const change = deletes && !isLast ? { $patch: "delete" } : argumentsOf(writer, chosen.kind, directory, variant);
    written.push({ ...chosen.identity, ...change });
  }
  const block = (appended: boolean): readonly Listed[] =>
    children.flatMap(({ list, plan }) => ((plan.mode === "append") === appended ? list : []));
  const all = [...block(false), ...own.list, ...block(true)].filter(({ name }) => !gone.has(name));
  const ranked = order && all.map((listed, at) => ({ listed, rank: order[at % order.length] ?? 0 }));
  const list = ranked?.sort((a, b) => a.rank - b.rank).map(({ listed }) => listed) ?? all;
  const prefix = modules ? "module" : "transformer";
  writer.add(directory, "composition.yaml", {
    ...(children.length > 0 && {
      [`${prefix}sFrom`]: children.map(({ directory: child, plan: { mode, byFile } }) => ({
        path: posix.join(posix.relative(directory, child), byFile ? "composition.yaml" : ""),
        ...(mode !== undefined && { importMode: mode }),
      })),
    }),
    ...(written.length > 0 && { [`${prefix}Overrides`]: written }),
    ...(own.items.length > 0 && { [`${prefix}s`]: own.items }),
    ...(order !== undefined && { [`${prefix}Order`]: list.map(({ name }) => ({ name })) }),
    kind: "Composition",
  });
  return list;
}

/** The items of the field for entries, and what they add to the list. */
function writeEntries(
  writer: Writer,
  entries: readonly EntryPlan[],
  directory: string,
): { readonly items: readonly Json[]; readonly list: readonly Listed[] } {
  const items: Json[] = [];
  const list: Listed[] = [];
  let documents: Json[] | undefined;
  for (const { kind, form, joined, variant } of entries) {
    const listed = identityOf(writer, kind);
    list.push(listed);
    const config = { ...listed.identity, ...argumentsOf(writer, kind, directory, variant) };
    if (joined && documents !== undefined) {
      documents.push(config);
      continue;
    }
    documents = undefined;
    if (form === "mapping") items.push(config);
    else if (form === "text") items.push(stringify(config));
    else {
      documents = [config];
      const name = `${form === "file" ? "" : "entries/"}entry-${writer.number()}.yaml`;
      items.push(writer.add(directory, name, documents));
    }
  }
  return { items, list };
}

function identityOf(writer: Writer, kind: Kind): Listed {
  const number = writer.number();
  const name = `${kind.toLowerCase()}-${number}`;
  const metadata = { name };
  if (kind === "Kustomization") {
    return { name, kind, identity: { apiVersion: "kustomize.config.k8s.io/v1beta1", kind, metadata } };
  }
  if (kind !== "Function") {
    return { name, kind, identity: { ...(number % 3 > 0 && { apiVersion: "builtin" }), kind, metadata } };
  }
  const unnamed = number % 2 === 0;
  const own = unnamed ? `a${number}-fn` : name;
  const identity = { apiVersion: "example.com/v1", kind: `A${number}Fn`, ...(!unnamed && { metadata }) };
  return { name: own, kind, identity };
}

/** What configures an entry, or overrides it. The files that it names lie beside the composition that says it. */
function argumentsOf(writer: Writer, kind: Kind, directory: string, variant: number): Fields {
  const number = writer.number();
  const label = { [`l${number}`]: `v${number}` };
  const text = (name = `text-${number}.txt`): string => writer.add(directory, name, `a${number}=b\n`);
  switch (kind) {
    case "ResourceAccumulator":
      return { paths: [variant < 2 ? objects(writer, directory, number) : base(writer, directory, number)] };
    case "ConfigMapGenerator":
      return variant === 0
        ? { literals: [`a${number}=b`] }
        : { files: [text(), `key=${text(`more/${number}.txt`)}`], options: { labels: label } };
    case "SecretGenerator":
      return { envs: [text()], type: "Opaque" };
    case "PatchTransformer":
      return { target: { kind: "ConfigMap" }, path: patch(writer, directory, number) };
    case "ReplacementTransformer": {
      const targets = [{ select: { kind: "ConfigMap" }, fieldPaths: ["data.replaced"], options: { create: true } }];
      const file = writer.add(directory, `replacement-${number}.yaml`, { sourceValue: `v${number}`, targets });
      return { replacements: [{ path: file }] };
    }
    case "LabelTransformer":
      return {
        labels: label,
        ...(variant > 1 && { fieldSpecs: [{ path: "metadata/labels", create: true }] }),
      };
    case "PrefixTransformer":
      return { prefix: `p${number}-` };
    case "Kustomization":
      return {
        ...(variant % 2 === 0 && { resources: [objects(writer, directory, number)] }),
        ...(variant > 1 && { configMapGenerator: [{ name: `inner-${number}`, files: [`key=${text()}`] }] }),
        patches: [{ path: patch(writer, directory, number), target: { kind: "ConfigMap" } }],
        transformers: [
          { apiVersion: "builtin", kind: "ReplacementTransformer", metadata: { name: "r" }, replacements: [] },
        ],
      };
    case "Function":
      return {
        ...(variant > 0 && { runtime: variant === 1 ? { exec: { path: "./run" } } : { container: { image: "a" } } }),
        spec: { number, list: [variant, { a: null }], text: "a\n\nb" },
      };
  }
}

function objects(writer: Writer, directory: string, number: number): string {
  const envFrom = [{ configMapRef: { name: `configmapgenerator-${number % 10}` } }];
  return writer.add(directory, `objects-${number}.yaml`, [
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: `map-${number}` }, data: { number: String(number) } },
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: `web-${number}` },
      spec: { template: { spec: { containers: [{ name: "web", image: "web:1", envFrom }] } } },
    },
  ]);
}

function base(writer: Writer, directory: string, number: number): string {
  const name = `base-${number}`;
  const configMapGenerator = [{ name, literals: [`a=${number}`] }];
  writer.add(directory, `${name}/kustomization.yaml`, { namePrefix: "base-", configMapGenerator });
  return name;
}

function patch(writer: Writer, directory: string, number: number): string {
  const data = { [`patched${number}`]: "yes" };
  const content = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "any" }, data };
  return writer.add(directory, `patches/${number}.yaml`, content);
}
