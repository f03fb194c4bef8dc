/** The objects that `helm template` prints, with what helm says of each; docs/specification/helm-charts.md 6. */
import { KrmError } from "../diagnostics.ts";
import { checkedObjects, parseObjects } from "../resource/index.ts";
import { parseManifests } from "../yaml/index.ts";
import { get, type MapNode, type Node, type Source } from "../yaml/nodes/node.ts";

/** One object that a chart made. */
export interface PrintedObject {
  readonly node: MapNode;
  /** The file that made it, as helm names it: `web/templates/service.yaml`, where `web` is the chart. */
  readonly template: string | undefined;
  /** Set for hooks, which helm runs beside the release. */
  readonly hook: Hook | undefined;
  /** True for objects of a directory `crds/`, which helm installs once and never upgrades. */
  readonly isCrd: boolean;
}

export interface Hook {
  /** `pre-install`, `post-upgrade`, `test` and so on. */
  readonly events: readonly string[];
}

/** Parses the output of `helm template` as kustomize reads resource files; each object needs a name. @throws KrmError as they do */
export function parseChartObjects(output: string): MapNode[] {
  return aboutOutput(() => parseObjects(output, ""));
}

/** The programs by whose rules the output of helm can be read. */
export type OutputReader = "kustomize" | "kubectl";

const READERS: Readonly<Record<OutputReader, (output: string) => MapNode[]>> = {
  kustomize: (output) => parseObjects(output, "", hasGenerateName),
  // Lists stay as they are.
  kubectl: (output) => checkedObjects(parseManifests(output, ""), hasGenerateName),
};

/** Parses the output of `helm template`, and reads what its comments and annotations say. @throws KrmError as resource files do */
export function printedObjects(output: string, reader: OutputReader = "kustomize"): PrintedObject[] {
  const templates = new Map<Source, (offset: number) => string | undefined>();
  return aboutOutput(() => READERS[reader](output)).map((node) => {
    const template = templateOf(node, templates);
    return { node, template, hook: hookOf(node), isCrd: template !== undefined && IN_CRDS.test(template) };
  });
}

/** Says of problems that they are those of the output of helm, which nobody sees. */
function aboutOutput<T>(parse: () => T): T {
  try {
    return parse();
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const diagnostics = thrown.diagnostics.map(({ file: _file, line, column: _column, ...one }) => ({
      ...one,
      message: `the output of helm cannot be used: ${one.message}${line === undefined ? "" : ` (line ${line})`}`,
      hint: "Run `helm template` with the same values to see it.",
    }));
    throw new KrmError(diagnostics, { cause: thrown });
  }
}

/** The directory `crds` of a chart, or of one in its `charts`. */
const IN_CRDS = /^[^/]+\/(?:charts\/[^/]+\/)*crds\//;

function hasGenerateName(object: MapNode): boolean {
  return get(get(object, "metadata"), "generateName") !== undefined;
}

function templateOf(
  { source, offset }: MapNode,
  known: Map<Source, (offset: number) => string | undefined>,
): string | undefined {
  if (source === undefined) return undefined;
  let find = known.get(source);
  if (find === undefined) known.set(source, (find = templatesIn(source.text)));
  return find(offset);
}

/** Helm begins the text of each file with its name. The file of a definition may hold several documents. */
function templatesIn(text: string): (offset: number) => string | undefined {
  const found = [...text.matchAll(/(?:^|\n)---\r?\n# Source: (.+)/g)];
  let next = 0;
  return (offset) => {
    // Objects come in order, but for the items of lists.
    if (next > 0 && (found[next - 1] as RegExpExecArray).index > offset) next = 0;
    while (next < found.length && (found[next] as RegExpExecArray).index <= offset) next++;
    return found[next - 1]?.[1]?.trim();
  };
}

/** @returns undefined for what is no hook. Helm prints no object with an event that it does not know */
function hookOf(object: MapNode): Hook | undefined {
  const annotations = get(get(object, "metadata"), "annotations");
  const events = wordsOf(get(annotations, "helm.sh/hook"));
  return events.length === 0 ? undefined : { events };
}

function wordsOf(node: Node | undefined): string[] {
  if (node?.kind !== "scalar") return [];
  return node.value
    .split(",")
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== "");
}
