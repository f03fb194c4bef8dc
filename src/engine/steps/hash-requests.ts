/** Requests for a hash in the name that are done: the end of the build must not add a second one. */
import { NEEDS_HASH, type Resource, textsUnder, writeTexts } from "../../resource/index.ts";
import { get } from "../../yaml/nodes/node.ts";

export function clearHashRequests(resources: readonly Resource[]): void {
  for (const resource of resources) {
    if (!resource.needsHash) continue;
    const metadata = get(resource.node, "metadata");
    const texts = metadata?.kind === "map" ? new Map(textsUnder(metadata, "annotations")) : undefined;
    // An annotation decides before the generator.
    if (metadata?.kind === "map" && texts?.delete(NEEDS_HASH)) writeTexts(metadata, "annotations", texts);
    resource.needsHash = false;
  }
}
