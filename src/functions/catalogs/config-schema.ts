/** Placeholder until the checker of the catalog room lands. */
import type { CatalogEntry } from "../../catalog/index.ts";
import type { Location } from "../../diagnostics.ts";
import type { MapNode } from "../../yaml/nodes/node.ts";

export function checkConfig(_entry: CatalogEntry, _config: MapNode, _location: Location | undefined): void {}
