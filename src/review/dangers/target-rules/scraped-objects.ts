/** The objects that monitors find: Services by their labels, and workloads by those of their Pods. */
import { getOrInsert, groupBy } from "../../../collections.ts";
import { listAt, textAt, valueAt } from "../../../manifests/index.ts";
import { selects } from "../../../policies/index.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { isUnfinished } from "../../../schemas/index.ts";
import { oneLine } from "../rules/index.ts";
import { looksIn, type Monitor } from "./monitors.ts";
import { NearNames, podLabelsOf, Selection, textsOf } from "./search/index.ts";

export interface Scraped {
  readonly resource: RenderedResource;
  readonly namespace: string;
  readonly labels: ReadonlyMap<string, string>;
}

type Wanted = Pick<Monitor, "labels" | "namespaces"> & { readonly selector?: Monitor["selector"] };

/** Objects of one side. The indexes are built when they are first asked for, in time linear in the objects. */
export class ScrapedObjects {
  readonly #all: readonly Scraped[];
  readonly #selection: Selection;
  readonly #open = new Map<string, readonly Scraped[]>();
  readonly #values = new Map<string, NearNames>();
  #byPods: ScrapedObjects | undefined;
  #byName: ReadonlyMap<string, readonly Scraped[]> | undefined;

  constructor(all: readonly Scraped[]) {
    this.#all = all;
    this.#selection = new Selection(all);
  }

  /** The objects that a monitor finds. @throws Error where this takes too long */
  foundBy({ labels, selector, namespaces }: Wanted): readonly Scraped[] {
    return [...this.#selection.all({ namespace: "", labels })]
      .map((index) => this.#all[index] as Scraped)
      .filter(({ namespace }) => looksIn(namespaces, namespace))
      .filter((each) => selector === undefined || selects(selector, { labels: each.labels, areAll: true }) !== false);
  }

  /** Tells whether something completes labels later, so that a monitor may find an object that it does not find here. */
  mayComplete({ labels, namespaces }: Wanted): boolean {
    return [...labels.keys()].some((key) => this.#openAt(key).some(({ namespace }) => looksIn(namespaces, namespace)));
  }

  /** Says what a monitor seems to mean that finds nothing; undefined if it may mean what something else applies. */
  meantBy({ resource, labels, namespaces, selects: kind }: Monitor): string | undefined {
    const [far] = this.foundBy({ labels, namespaces: undefined });
    if (far !== undefined && !looksIn(namespaces, far.namespace))
      return `${textOf(far)} has these labels, in the namespace \`${oneLine(far.namespace, 63)}\`, where it does not look`;
    for (const [key, value] of labels) {
      const near = this.#valuesAt(key).find(value);
      if (near !== undefined && this.foundBy({ labels: new Map(labels).set(key, near), namespaces }).length > 0)
        return `\`${oneLine(`${key}: ${value}`)}\` may mean \`${oneLine(near)}\``;
    }
    const [ofPods] = kind === "Service" ? this.#selectingPods().foundBy({ labels, namespaces }) : [];
    if (ofPods !== undefined)
      return `these are labels of the Pods of ${textOf(ofPods)}, which does not have them itself`;
    const [named, ...others] = this.#named(resource.baseName).filter(({ namespace }) => looksIn(namespaces, namespace));
    return named !== undefined && others.length === 0 ? `${textOf(named)} has other labels` : undefined;
  }

  #openAt(key: string): readonly Scraped[] {
    return getOrInsert(this.#open, key, () => this.#all.filter(({ labels }) => isUnfinished(labels.get(key) ?? "")));
  }

  #valuesAt(key: string): NearNames {
    return getOrInsert(
      this.#values,
      key,
      () => new NearNames(this.#all.flatMap(({ labels }) => labels.get(key) ?? [])),
    );
  }

  /** The Services by the labels by which they select their Pods. */
  #selectingPods(): ScrapedObjects {
    return (this.#byPods ??= new ScrapedObjects(
      this.#all.map((each) => ({ ...each, labels: podSelectorOf(each.resource) })),
    ));
  }

  #named(name: string): readonly Scraped[] {
    return (this.#byName ??= groupBy(this.#all, ({ resource }) => resource.baseName)).get(name) ?? [];
  }
}

/** The objects that monitors of a kind can find. */
export function scrapedObjects(resources: readonly RenderedResource[], kind: Monitor["selects"]): ScrapedObjects {
  return new ScrapedObjects(
    resources.flatMap((resource) => {
      const labels = kind === "Pod" ? podLabelsOf(resource) : serviceLabels(resource);
      return labels === undefined ? [] : [{ resource, namespace: resource.namespace, labels }];
    }),
  );
}

function textOf({ resource: { kind, baseName } }: Scraped): string {
  return `${kind} ${oneLine(baseName)}`;
}

/** The labels of a Service; undefined for another object. */
export function serviceLabels(resource: RenderedResource): ReadonlyMap<string, string> | undefined {
  const isService = resource.kind === "Service" && resource.apiVersion === "v1";
  return isService ? textsOf(valueAt(resource.value(), "metadata", "labels")) : undefined;
}

function podSelectorOf(service: RenderedResource): ReadonlyMap<string, string> {
  return textsOf(valueAt(service.value(), "spec", "selector"));
}

/** The names of the ports of a Service; undefined where something else decides which ones lead to Pods. */
export function portNamesOf(service: RenderedResource): readonly string[] | undefined {
  const ports = listAt(service.value(), "spec", "ports");
  const names = ports.map((port) => textAt(port, "name") ?? "");
  const isOwn = textAt(service.value(), "spec", "type") !== "ExternalName" && podSelectorOf(service).size > 0;
  return isOwn && ports.length > 0 && !names.some(isUnfinished) ? names : undefined;
}
