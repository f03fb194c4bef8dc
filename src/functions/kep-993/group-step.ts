/** The protocol of KEP-993, which sends all configs of a group in one call; docs/specification/legacy-plugins.md 3. */
import { failure, type Location } from "../../diagnostics.ts";
import { builtInSchemas, describeId, identify, type Resource, type ResourceId } from "../../resource/index.ts";
import type { MapNode } from "../../yaml/nodes/node.ts";
import { documents, PLUGIN_PROTOCOL, type Protocol } from "../protocol.ts";
import type { FunctionRequest } from "../step.ts";
import { keyOf } from "../wire/identity.ts";
import { annotatedConfig, type Sent } from "../wire/sent.ts";
import { configGroup } from "./group-plugin.ts";

/** The configs of one group in one field of one kustomization. Grows until the plugin runs. */
export interface Group {
  readonly name: string;
  /** The name of the plugin in messages. */
  readonly title: string;
  readonly location: Location;
  readonly requests: FunctionRequest[];
  /** True if the field itself lists a config of the group, and not only `generators` does. */
  isListed: boolean;
}

/** The configs as the plugin receives them. */
export function configsText({ requests }: Group): string {
  return documents(requests.map(({ config, origins }) => annotatedConfig(config, origins)));
}

/** The exit status of a plugin that does not know the subcommand. */
const UNSUPPORTED = 127;

/** The protocol of the subcommand `generate`. */
export function generateProtocol(group: Group): Protocol {
  const isOwn = (node: MapNode): boolean => configGroup(node) === group.name;
  return {
    ...PLUGIN_PROTOCOL,
    input: () => configsText(group),
    mayLackName: isOwn,
    returned: (items) => items.filter((item) => !isOwn(item)),
    refusal: ({ exitCode }) =>
      exitCode === UNSUPPORTED
        ? { hint: "Status 127 means that it does not generate. List its config under `transformers` only." }
        : undefined,
  };
}

/**
 * The protocol of the subcommand `transform`. Objects of the group itself are not sent and stay unchanged: the plugin would
 * take them for configs.
 */
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
      return { hint: "Status 127 means that it does not transform. List its config under `generators`." };
    },
  };
}

/**
 * Checks that a transformation adds and removes no objects; docs/specification/legacy-plugins.md 3.6, 3.9.
 * @throws KrmError `plugin-restricted`
 */
function checkRestriction({ title, location }: Group, sent: readonly Sent[], items: readonly MapNode[]): void {
  const missing = new Map(sent.map(({ resource }) => [keyOf(resource.id), resource]));
  const known = new Set(missing.keys());
  const schemas = sent[0]?.resource.schemas ?? builtInSchemas;
  let added: ResourceId | undefined;
  for (const item of items) {
    const id = identify(item, schemas);
    const key = keyOf(id);
    missing.delete(key);
    // The merge reports duplicates.
    if (!known.has(key)) added ??= id;
  }
  const [removed] = missing.values();
  if (added === undefined && removed === undefined) return;
  const message = `${title} ${changeText(added, removed)}, which KEP-993 forbids for transformations`;
  const hint =
    "Add objects in `generate`, and set names, prefixes and namespaces in the kustomization. Or turn the plugin into a KRM function, which may do all of this.";
  throw failure("plugin-restricted", message, {
    ...location,
    object: removed?.describe() ?? (added && describeId(added)),
    hint,
  });
}

function changeText(added: ResourceId | undefined, removed: Resource | undefined): string {
  if (removed === undefined) return `adds ${added === undefined ? "" : describeId(added)}`;
  if (added === undefined) return `removes ${removed.describe()}`;
  return `removes ${removed.describe()} and adds ${describeId(added)}`;
}
