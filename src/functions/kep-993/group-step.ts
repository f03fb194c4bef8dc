/**
 * What KEP-993 says of a call: all configs of a group at once, and what a transformation may do;
 * docs/specification/legacy-plugins.md 3.
 */

import { failure, type Location } from "../../diagnostics.ts";
import { builtInSchemas, describeId, identify, type Resource, type ResourceId } from "../../resource/index.ts";
import type { MapNode } from "../../yaml/nodes/node.ts";
import { documents, PLUGIN_PROTOCOL, type Protocol } from "../protocol.ts";
import type { FunctionRequest } from "../step.ts";
import { keyOf } from "../wire/identity.ts";
import { annotatedConfig, type Sent } from "../wire/sent.ts";
import { configGroup } from "./group-plugin.ts";

/** The configs of one group in one field of one kustomization. Grows until it is run. */
export interface Group {
  readonly name: string;
  /** What messages call the plugin. */
  readonly title: string;
  readonly location: Location;
  readonly requests: FunctionRequest[];
  /** Whether the field itself lists a config, and not only `generators`. */
  isListed: boolean;
}

/** The configs as the plugin sees them. */
export function configsText({ requests }: Group): string {
  return documents(requests.map(({ config, origins }) => annotatedConfig(config, origins)));
}

/** The plugin does not know the subcommand. */
const UNSUPPORTED = 127;

export function generateProtocol(group: Group): Protocol {
  const isOwn = (node: MapNode): boolean => configGroup(node) === group.name;
  return {
    ...PLUGIN_PROTOCOL,
    input: () => configsText(group),
    mayLackName: isOwn,
    returned: (items) => items.filter((item) => !isOwn(item)),
    refusal: ({ exitCode }) =>
      exitCode === UNSUPPORTED
        ? { hint: "Status 127 says that it does not generate: list its config under `transformers` alone." }
        : undefined,
  };
}

/** Objects of the group itself would pass for configs: they are not sent, and stay as they are. */
export function transformProtocol(group: Group): Protocol {
  const isOwn = (node: MapNode): boolean => configGroup(node) === group.name;
  return {
    ...PLUGIN_PROTOCOL,
    mayLackName: isOwn,
    input(sent) {
      const others = sent.map(({ node }) => node).filter((node) => !isOwn(node));
      return [configsText(group), ...(others.length === 0 ? [] : [documents(others)])].join("---\n");
    },
    returned(items, sent) {
      const own = sent.filter(({ node }) => isOwn(node));
      const others = items.filter((item) => !isOwn(item));
      checkRestriction(group, sent, [...own.map(({ node }) => node), ...others]);
      return [...own.map(({ node }) => node), ...others];
    },
    refusal({ exitCode }) {
      if (exitCode !== UNSUPPORTED) return undefined;
      if (!group.isListed) return "skip";
      return { hint: "Status 127 says that it does not transform: list its config under `generators`." };
    },
  };
}

/**
 * docs/specification/legacy-plugins.md 3.9, also for what the stories of the KEP do.
 * @throws KrmError `plugin-restricted`
 */
function checkRestriction({ title, location }: Group, sent: readonly Sent[], items: readonly MapNode[]): void {
  const missing = new Map(sent.map(({ resource }) => [keyOf(resource.id), resource]));
  const known = new Set(missing.keys());
  const schemas = sent[0]?.resource.schemas ?? builtInSchemas;
  let more: ResourceId | undefined;
  for (const item of items) {
    const id = identify(item, schemas);
    const key = keyOf(id);
    missing.delete(key);
    // What comes back twice is told by whoever takes it back.
    if (!known.has(key)) more ??= id;
  }
  const [removed] = missing.values();
  if (more === undefined && removed === undefined) return;
  throw failure("plugin-restricted", `${title} ${changeText(more, removed)}, which KEP-993 forbids a transformation`, {
    ...location,
    object: removed?.describe() ?? (more && describeId(more)),
    hint: "Make objects in `generate`, and give names, prefixes and namespaces in the kustomization; or turn the plugin into a KRM function, which may do both.",
  });
}

function changeText(more: ResourceId | undefined, removed: Resource | undefined): string {
  if (removed === undefined) return `adds ${more === undefined ? "" : describeId(more)}`;
  if (more === undefined) return `removes ${removed.describe()}`;
  return `removes ${removed.describe()} and adds ${describeId(more)}`;
}
