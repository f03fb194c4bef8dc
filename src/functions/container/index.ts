/** Runs functions in containers, with docker, podman or nerdctl. */
export { type ContainerRuntimeOptions, createContainerRuntime } from "./container-runtime.ts";
export { chooseEngine, type EngineName } from "./engines.ts";
export { PULL_POLICIES, type PullPolicy } from "./images.ts";
export { parseMount } from "./mounts.ts";
