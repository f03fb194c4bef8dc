/** Random generators: the fields of a kustomization and the plugins, with all kinds of sources. */
import { type Draw, type Fields, NAMES, NAMESPACES, pairs } from "./draw.ts";
import { type Level, pick, writeText } from "./level.ts";
import type { Yaml } from "./yaml-text.ts";

const LITERALS = ["1", "x y", "'q'", "true", "", "a=b", '"d"', "é"] as const;
const ENVIRONMENTS = [
  "A=1\nB=two words\n",
  "# comment\n\nC=x=y\n D=lead\n",
  "E\r\nF=1\r\n",
  'G="quoted"\nH=trail \n',
] as const;
const CONTENTS = [
  "plain\n",
  "no end",
  "",
  "k: v\nl: [1]\n",
  "crlf\r\nlines\r\n",
  "trailing \nspace\n",
  `${"long ".repeat(30)}\n`,
  "\n\nblank\n",
  "é ☃ 😀\n",
  " lead\n",
] as const;

/** An entry of `configMapGenerator` or `secretGenerator`, or the fields of their plugins. */
export function generator(level: Level, kind: "ConfigMap" | "Secret"): Fields {
  const { draw, known } = level;
  const present = pick(level, kind);
  const target = present !== undefined && draw.once(2) ? present : undefined;
  const name = target?.name ?? draw.of(...NAMES, "made");
  const namespace = target === undefined ? (draw.once(6) ? draw.of(...NAMESPACES) : undefined) : target.namespace;
  const isThere = known.some((one) => one.kind === kind && one.name === name && one.namespace === namespace);
  if (!isThere) known.push({ apiVersion: "v1", kind, name, namespace });
  return {
    name,
    namespace,
    type: kind === "Secret" && draw.once(4) ? "kubernetes.io/tls" : undefined,
    behavior: isThere && !draw.once(20) ? draw.of("merge", "replace") : draw.of(undefined, undefined, "create"),
    ...sources(level),
    options: draw.once(5) ? generatorOptions(draw) : undefined,
  };
}

/** Each source has its own keys, because a key that is given twice is an error. */
function sources(level: Level): Fields {
  const { draw } = level;
  const file = (): string => {
    const path = writeText(level, "file", draw.of("txt", "conf"), draw.of(...CONTENTS));
    return draw.once(2) ? `f${draw.count(9)}=${path}` : path;
  };
  const keys = draw.once(12) ? ["a", "a.b-c"] : [draw.of("a", "b", "c")];
  return {
    literals: draw.once(8) ? undefined : keys.map((key) => JSON.stringify(`${key}=${draw.of(...LITERALS)}`)),
    files: draw.once(3) ? [file()] : undefined,
    envs: draw.once(6) ? [writeText(level, "values", "env", draw.of(...ENVIRONMENTS))] : undefined,
    env: draw.once(25) ? writeText(level, "old", "env", "OLD=1\n") : undefined,
  };
}

export function generatorOptions(draw: Draw): Fields {
  return {
    disableNameSuffixHash: draw.once(2) ? draw.of("true", "true", "false") : undefined,
    labels: draw.once(3) ? pairs(draw) : undefined,
    annotations: draw.once(2) ? pairs(draw) : undefined,
    immutable: draw.once(5) ? draw.of("true", "false") : undefined,
  };
}

/** A document of the field `generators`. */
export function generatorPlugin(level: Level): Yaml {
  const { draw } = level;
  const kind = draw.of("ConfigMapGenerator", "SecretGenerator", "IAMPolicyGenerator");
  if (kind === "IAMPolicyGenerator") {
    return {
      apiVersion: "builtin",
      kind,
      metadata: { name: `policy-${draw.count(99)}` },
      cloud: "gke",
      kubernetesService: { namespace: draw.once(2) ? draw.of(...NAMESPACES) : undefined, name: "k8s-sa" },
      serviceAccount: { name: "gsa", projectId: "project" },
    };
  }
  const {
    name = "made",
    namespace,
    env: _,
    ...rest
  } = generator(level, kind === "SecretGenerator" ? "Secret" : "ConfigMap");
  return { apiVersion: "builtin", kind, metadata: { name, namespace }, ...rest };
}
