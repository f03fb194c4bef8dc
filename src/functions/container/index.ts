/** Runs functions in containers, with docker, podman or nerdctl. */
export { type ContainerRuntimeOptions, createContainerRuntime } from "./container-runtime.ts";
export type { EngineProgram, EngineTools, ToolAnswer } from "./engine-tools.ts";
export { MAX_LOAD_MS } from "./engine-tools.ts";
export { chooseEngine, type EngineName } from "./engines.ts";
export type { FetchedImage, ImageDigests, ImagePlatform, ImageSource } from "./image-source.ts";
export type { PullPolicy } from "./images.ts";
export { parseMount } from "./mounts.ts";
export { registryImages } from "./registry-images.ts";
