/** The options about functions and plugins, of every command that renders. */
import type { Option } from "../command.ts";
import { settingOption } from "./setting-option.ts";

export const FUNCTION_OPTIONS: readonly Option[] = [
  {
    name: "enable-alpha-plugins",
    summary:
      "Allow generators, transformers and validators that are functions or plugins. Without this option, they are errors. " +
      "Plugins from a plugin directory run with your permissions.",
  },
  {
    name: "enable-exec",
    summary: "Allow functions that are executables on this machine. They run with your permissions.",
  },
  {
    name: "enable-star",
    summary: "Allow functions that are Starlark programs. They can read the objects of the build, and nothing else.",
  },
  {
    name: "env",
    short: "e",
    value: "NAME=VALUE",
    repeatable: true,
    summary:
      "Environment variable for every function. It overrides the configs. NAME alone passes on the value on this machine.",
  },
  {
    name: "inherit-env",
    value: "NAME",
    repeatable: true,
    summary:
      "Environment variable of this machine that executables get and that configs may request. They get no others.",
  },
  { name: "network", summary: "Allow the network to functions in containers that request it." },
  {
    name: "network-name",
    value: "NAME",
    summary: "With --network: use an existing network. Default: a network that is created for the run.",
  },
  { name: "allow-mounts", summary: "Let functions in containers read the files that their configs request." },
  {
    name: "mount",
    value: "type=bind,src=DIR,dst=PATH",
    repeatable: true,
    summary: "A mount that every function in a container can read; with rw=true, also write.",
  },
  {
    name: "as-current-user",
    summary: "Run functions in containers with your user id instead of one that owns nothing.",
  },
  {
    name: "ulimit",
    value: "NAME=SOFT:HARD",
    repeatable: true,
    summary:
      "Limit for every function in a container, in the syntax of docker. It replaces or adds to nofile=1024:1024. Engines " +
      "that run in a sandbox may need lower limits.",
  },
  {
    name: "container-runtime",
    value: "ENGINE",
    choices: ["docker", "podman", "nerdctl"],
    default: "docker",
    summary: "The engine that runs functions in containers.",
  },
  {
    name: "pull",
    value: "POLICY",
    choices: ["missing", "always", "never", "client"],
    default: "missing",
    summary:
      "When to fetch the images of functions. With `client`, krm-render fetches images with a digest itself, and never " +
      "lets the engine do it.",
  },
  settingOption("isolate-functions", {
    value: "MODE",
    summary:
      "Whether executables of catalogs run in a sandbox without files of this machine and without the network. `auto` warns " +
      "where there is no sandbox, `require` fails.",
  }),
  {
    name: "kustomize-binary",
    value: "PROGRAM",
    summary:
      "The kustomize that runs Go plugins. It must be built with cgo, and with the same versions of Go and modules as the " +
      "plugins. Without this option, a Go plugin is an error.",
  },
  settingOption("function-timeout", { value: "TIME", summary: "Time limit for one function." }),
  {
    name: "max-function-runs",
    value: "NUMBER",
    default: "0",
    summary: "How many times functions may run in one build; 0 is no limit.",
  },
  {
    name: "max-function-time",
    value: "TIME",
    default: "0",
    summary: "Time limit for all functions of one build together; 0 is no limit.",
  },
  {
    name: "verify-idempotent",
    summary: "Run each function twice on the same input, and fail if the outputs differ.",
  },
  {
    name: "fail-on",
    value: "SEVERITY",
    choices: ["error", "warning", "never"],
    default: "error",
    summary: "Which results of a function fail the build although the function succeeded.",
  },
  {
    name: "results-dir",
    value: "DIR",
    summary: "Write the results of the functions to results.yaml in this directory, in the format of kpt.",
  },
];
