/** The table of commands, in the order of the help. */
import type { Command } from "./command.ts";
import { build } from "./table/build.ts";
import { cache } from "./table/cache.ts";
import { catalog } from "./table/catalog.ts";
import { completion } from "./table/completion.ts";
import { config } from "./table/config.ts";
import { diff } from "./table/diff.ts";
import { doctor } from "./table/doctor.ts";
import { explain } from "./table/explain.ts";
import { init } from "./table/init.ts";
import { merge } from "./table/merge-description.ts";
import { pin } from "./table/pin.ts";
import { release } from "./table/release.ts";
import { render } from "./table/render.ts";
import { targets } from "./table/targets.ts";
import { validate } from "./table/validate.ts";
import { version } from "./table/version.ts";
import { view } from "./table/view.ts";

export const COMMANDS: readonly Command[] = [
  build,
  render,
  diff,
  merge,
  targets,
  validate,
  explain,
  view,
  pin,
  release,
  catalog,
  cache,
  init,
  doctor,
  config,
  completion(() => COMMANDS),
  version,
];
