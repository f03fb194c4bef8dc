/** Random selectors of patches and replacements: kinds and names that exist, and patterns. */
import { type Fields, NAMESPACES } from "./draw.ts";
import { type Level, pick } from "./level.ts";

export function selector(level: Level): Fields {
  const { draw } = level;
  const known = draw.once(3) ? undefined : pick(level);
  const kind = known?.kind ?? draw.of("Deployment|StatefulSet", "Role.*", "Config");
  const name =
    known?.name.replaceAll(/["']/g, "") ?? draw.of("w.*", ".*b", "dev-web", "eb", "web|db", "^web$", "(?i)WEB");
  return {
    group: draw.once(15) ? draw.of("apps", "a.*") : undefined,
    version: draw.once(15) ? draw.of("v1", "v1.*") : undefined,
    kind: draw.once(4) ? undefined : kind,
    name: draw.once(2) ? name : undefined,
    namespace: draw.once(6) ? draw.of(...NAMESPACES) : undefined,
    labelSelector: draw.once(6)
      ? draw.of("app=web", "app in (web, db)", '"!tier"', "app!=web", "app==db,tier", "tier notin (front)")
      : undefined,
    annotationSelector: draw.once(12) ? draw.of("note", "note=plain", "note in (x, plain)", '"!more"') : undefined,
  };
}
