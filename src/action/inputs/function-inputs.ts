/** The inputs about functions and their catalogs. */
import { MAX_DURATION, SETTINGS } from "../../configuration/index.ts";
import type { InputReader } from "./input-reader.ts";
import { lines, splitPatterns } from "./input-texts.ts";

export interface PluginConsent {
  /** True if configs may name container images, and programs as the others allow. */
  readonly alpha: boolean;
  readonly exec: boolean;
  readonly starlark: boolean;
}

/** Only functions of trusted catalogs run. */
export const NO_PLUGINS: PluginConsent = { alpha: false, exec: false, starlark: false };

export type FunctionInputs = ReturnType<typeof readFunctionInputs>;

export function readFunctionInputs(reader: InputReader) {
  return {
    /** Trust lines, as written. */
    trustedCatalogs: lines(reader.text("trusted-catalogs")),
    /** Trust lines of catalogs that need no reference, as written. */
    defaultCatalogs: lines(reader.text("default-catalogs")),
    requirePinned: reader.flag("require-pinned-catalogs"),
    failOnUnavailable: reader.flag("fail-on-unavailable-catalog"),
    allowWildcards: reader.flag("allow-catalog-wildcards"),
    /** A path in the repository, read from the base. */
    trustRoot: reader.optional("trust-root"),
    /** The programs that configs of functions may name themselves. */
    plugins: plugins(reader),
    /** The functions that may use the network, as written: none, all, or those of some `group/kind`. */
    network: reader.text("function-network"),
    /** The functions that may read files of the repository, as written. */
    mounts: reader.text("function-mounts"),
    engine: reader.choice("container-runtime", ["docker", "podman", "nerdctl"]),
    timeoutSeconds: reader.duration("function-timeout") ?? MAX_DURATION,
    /** Tells whether executables of catalogs run in a sandbox. */
    isolation: reader.choice("isolate-functions", SETTINGS["isolate-functions"].form.choices),
    onPrivilegedEvents: reader.flag("functions-on-privileged-events"),
    /** `REGISTRY=HOST`: hosts that may get the credentials of a registry, because they give out its tokens. */
    tokenServers: tokenServers(reader),
    /** The runs that save fetched files to the Actions cache; docs/specification/store.md 5.7. */
    cacheSave: reader.choice("cache-save", ["auto", "always", "never"]),
  };
}

function plugins(reader: InputReader): PluginConsent {
  const text = reader.text("plugins");
  const words = text.split(/[\s,]+/);
  if (words.length === 1 && words[0] === "catalog-only") return NO_PLUGINS;
  const has = (word: string): boolean => words.includes(word);
  if (!has("alpha") || words.some((word) => !["alpha", "exec", "starlark"].includes(word)))
    reader.refuse("plugins", `"${text}" is neither catalog-only, nor alpha with or without exec and starlark after it`);
  return { alpha: true, exec: has("exec"), starlark: has("starlark") };
}

function tokenServers(reader: InputReader): readonly string[] {
  const listed = splitPatterns(reader.text("token-servers"));
  const odd = listed.find((each) => !/^[^=\s/]+=[^=\s/:]+$/.test(each));
  if (odd !== undefined)
    reader.refuse("token-servers", `"${odd}" is not REGISTRY=HOST, such as registry.example.com=gitlab.example.com`);
  return listed;
}
