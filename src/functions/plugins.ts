/**
 * Plugins: what configs mean that do not say themselves how they are run;
 * docs/specification/legacy-plugins.md 1.3, 2, 3.3.
 */
import { failure } from "../diagnostics.ts";
import { describeId, gvkText } from "../resource/index.ts";
import { print } from "../yaml/index.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import { declaredEnvironment } from "./declared-environment.ts";
import { bridgeStep } from "./go-bridge/bridge-step.ts";
import { configGroup, installedGroups } from "./kep-993/group-plugin.ts";
import { configsText, type Group, generateProtocol, transformProtocol } from "./kep-993/group-step.ts";
import { type FoundPlugin, findPlugin } from "./legacy/find-plugin.ts";
import { legacyProgram, pluginVariables } from "./legacy/legacy-program.ts";
import { pluginArguments } from "./legacy/plugin-arguments.ts";
import { localProgram, workingDirectory } from "./local-program.ts";
import { placeOf } from "./place.ts";
import type { PluginCall, PluginSurroundings } from "./plugin-call.ts";
import type { Program } from "./program.ts";
import { PLUGIN_PROTOCOL } from "./protocol.ts";
import { createStep } from "./run-step.ts";
import type { FunctionRequest, FunctionStep, Phase } from "./step.ts";
import { annotatedConfig } from "./wire/sent.ts";

export interface Plugins {
  /** @throws KrmError `plugins-disabled`, `plugin-not-found` and others of {@link findPlugin} */
  prepare(request: FunctionRequest): Promise<FunctionStep>;
  /** See {@link ./step.ts}. */
  mayLackName(): ((config: MapNode) => boolean) | undefined;
}

export function createPlugins(surroundings: PluginSurroundings): Plugins {
  const phases = new WeakMap<Phase, Map<string, GroupStep>>();
  const { plugins } = surroundings;
  let groups: ReadonlySet<string> | undefined;

  async function prepare(request: FunctionRequest): Promise<FunctionStep> {
    if (plugins === undefined) throw disabled(request);
    const found = findPlugin(request, plugins.homes);
    const call = await callOf(found, request, surroundings);
    if (found.type === "go") return bridgeStep(call, plugins.kustomizeBinary, surroundings);
    if (found.type === "exec") return legacyStep(call, surroundings);
    warnOfGroupPlugins(call);
    return join(call, request, true);
  }

  /** One step for all configs of a group in a field. */
  function join(call: PluginCall, request: FunctionRequest, isListed: boolean): FunctionStep {
    const { phase } = request;
    let steps = phases.get(phase);
    if (steps === undefined) phases.set(phase, (steps = new Map()));
    let joint = steps.get(call.path);
    if (joint === undefined) {
      const asTransformers = (later: Phase): FunctionStep => {
        const [first, ...more] = (joint as GroupStep).group.requests.map((each) => ({ ...each, phase: later }));
        const step = join(call, first as FunctionRequest, false);
        for (const each of more) join(call, each, false);
        return step;
      };
      steps.set(call.path, (joint = groupStep(call, phase, surroundings, asTransformers)));
    }
    joint.group.requests.push(request);
    joint.group.isListed ||= isListed;
    return joint.step;
  }

  return {
    prepare,
    mayLackName() {
      const installed = (groups ??= installedGroups(plugins?.homes.groups));
      return installed.size === 0 ? undefined : (config) => installed.has(configGroup(config));
    },
  };
}

async function callOf(
  found: FoundPlugin,
  request: FunctionRequest,
  { trees, environment }: PluginSurroundings,
): Promise<PluginCall> {
  const { config, root, origins } = request;
  const location = config.origin ?? { file: "the inline document" };
  const cwd = workingDirectory(root, await trees.directoryOf(root.tree), location);
  const env = declaredEnvironment([], environment, (name) => {
    throw new Error(`nobody declares ${name}`);
  });
  return { ...found, request, location, cwd, config: print(annotatedConfig(config, origins)), env };
}

async function legacyStep(call: PluginCall, surroundings: PluginSurroundings): Promise<FunctionStep> {
  const { request, location, cwd, path, config } = call;
  const title = `the plugin ${describeId(request.config.id)} (${path})`;
  const more = await pluginArguments(request);
  const env = new Map([...call.env, ...variables(call, config)]);
  const program = legacyProgram({ title: path, command: path, cwd, env, limits: surroundings.limits, config, more });
  const identity = ["legacy", path, more, [...env], config, ...placeOf(request.root)];
  return createStep({ title, request, location, protocol: PLUGIN_PROTOCOL, program, identity }, surroundings);
}

function variables({ request, location, cwd }: PluginCall, config: string): Map<string, string> {
  return pluginVariables(config, cwd, (name) =>
    request.warn({
      code: "plugin-variable-too-long",
      severity: "notice",
      message: `the plugin gets no ${name}: its value is longer than a variable can be`,
      ...location,
      object: request.config.describe(),
      hint: "Have the plugin read the file that its first argument names.",
    }),
  );
}

interface GroupStep {
  readonly group: Group;
  readonly step: FunctionStep;
}

function groupStep(
  call: PluginCall,
  { role }: Phase,
  surroundings: PluginSurroundings,
  asTransformer: (phase: Phase) => FunctionStep,
): GroupStep {
  const { path, location, cwd, request } = call;
  const subcommand = role === "generator" ? "generate" : "transform";
  const name = configGroup(request.config.node as MapNode);
  const title = `the plugin ${name} ${subcommand} (${path})`;
  const group: Group = { name, title, location, requests: [], isListed: false };
  const program: Program = {
    title: path,
    run(run) {
      // Only now all configs are known.
      const env = new Map([...call.env, ...variables(call, configsText(group))]);
      const { limits } = surroundings;
      return localProgram({ title: path, command: path, args: () => [subcommand], cwd, env, limits }).run(run);
    },
  };
  const protocol = role === "generator" ? generateProtocol(group) : transformProtocol(group);
  const identity = ["group", path, subcommand, [...call.env], ...placeOf(request.root)];
  const step = createStep({ title, request, location, protocol, program, identity }, surroundings);
  return { group, step: role === "generator" ? { ...step, asTransformer } : step };
}

function warnOfGroupPlugins({ path, location, request }: PluginCall): void {
  request.warn({
    code: "deprecated-plugin",
    severity: "notice",
    message: `${path} is a plugin as KEP-993 had it, which no kustomize runs`,
    ...location,
    object: request.config.describe(),
    hint: "Turn it into a KRM function, which kustomize and kpt run, too.",
  });
}

function disabled({ config }: FunctionRequest): Error {
  const message = `${gvkText(config.id)} does not say how it is run, and plugins of a plugin directory are not run here`;
  return failure("plugins-disabled", message, {
    ...config.origin,
    object: config.describe(),
    hint: "Give it the annotation config.kubernetes.io/function. On the command line, --enable-alpha-plugins runs plugins.",
  });
}
