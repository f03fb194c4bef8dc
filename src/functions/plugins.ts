/**
 * Runs plugins: the programs of configs that have no function specification;
 * docs/specification/legacy-plugins.md 1.3, 2, 3.3.
 */
import { describeId, gvkText, type Resource } from "../resource/index.ts";
import { once } from "../store/index.ts";
import { print } from "../yaml/index.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import { configFailure, locationOf } from "./config-problems.ts";
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
  /** See {@link Functions.mayLackName}. */
  mayLackName(): ((config: MapNode) => boolean) | undefined;
}

export function createPlugins(surroundings: PluginSurroundings): Plugins {
  const phases = new WeakMap<Phase, Map<string, GroupStep>>();
  const { plugins } = surroundings;
  let groups: ReadonlySet<string> | undefined;

  async function prepare(request: FunctionRequest): Promise<FunctionStep> {
    if (plugins === undefined) throw disabled(request.config);
    const found = findPlugin(request, plugins.homes);
    const call = await callOf(found, request, surroundings);
    if (found.type === "go") return bridgeStep(call, plugins.kustomizeBinary, surroundings);
    if (found.type === "exec") return legacyStep(call, surroundings);
    warnOfGroupPlugins(call);
    return joinGroup(call, request, true);
  }

  const joinedSteps = (phase: Phase): Map<string, GroupStep> => once(phases, phase, () => new Map());

  /** Adds the config to the step that runs all configs of its group in one field. */
  function joinGroup(call: PluginCall, request: FunctionRequest, isListed: boolean): FunctionStep {
    const { phase } = request;
    const asTransformers = (later: Phase): FunctionStep => {
      for (const each of joint.group.requests) joinGroup(call, { ...each, phase: later }, false);
      return joinedSteps(later).get(call.path)?.step as FunctionStep;
    };
    const joint = once(joinedSteps(phase), call.path, () => groupStep(call, phase, surroundings, asTransformers));
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
  const location = locationOf(config);
  const cwd = workingDirectory(root, await trees.directoryOf(root.tree), location);
  const env = declaredEnvironment(environment);
  return { ...found, request, location, cwd, config: print(annotatedConfig(config, origins)), env };
}

async function legacyStep(call: PluginCall, surroundings: PluginSurroundings): Promise<FunctionStep> {
  const { request, location, cwd, path, config } = call;
  const title = `the plugin ${describeId(request.config.id)} (${path})`;
  const extraArgs = await pluginArguments(request);
  const env = new Map([...call.env, ...variables(call, config)]);
  const { limits } = surroundings;
  const program = legacyProgram({ title: path, command: path, cwd, env, limits, config, extraArgs });
  const identity = ["legacy", path, extraArgs, [...env], config, ...placeOf(request.root)];
  return createStep({ title, request, location, protocol: PLUGIN_PROTOCOL, program, identity }, surroundings);
}

function variables({ request, location, cwd }: PluginCall, config: string): Map<string, string> {
  return pluginVariables(config, cwd, (name) =>
    request.warn({
      code: "plugin-variable-too-long",
      severity: "notice",
      message: `the plugin gets no variable ${name}: its value is too long`,
      ...location,
      object: request.config.describe(),
      hint: "Let the plugin read the file that its first argument names.",
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
      // All configs of the group are known only now.
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
    message: `${path} is a plugin of KEP-993, which kustomize does not run`,
    ...location,
    object: request.config.describe(),
    hint: "Turn it into a KRM function, which kustomize and kpt also run.",
  });
}

function disabled(config: Resource): Error {
  const message = `${gvkText(config.id)} has no function specification, and plugins are disabled`;
  const hint =
    "Specify its function in the annotation config.kubernetes.io/function. On the command line, --enable-alpha-plugins enables plugins.";
  return configFailure("plugins-disabled", config, message, hint);
}
