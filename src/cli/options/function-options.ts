/** The options about functions and plugins, of every command that renders. */
import { ofSetting, optionTable } from "./option-table.ts";

export const FUNCTION_OPTIONS = optionTable({
  "--enable-alpha-plugins":
    "Allow generators, transformers and validators that are functions or plugins. Without this option, they are errors. " +
    "Plugins from a plugin directory run with your permissions.",
  "--enable-exec": "Allow functions that are executables on this machine. They run with your permissions.",
  "--enable-star":
    "Allow functions that are Starlark programs. They can read the objects of the build, and nothing else.",
  "-e, --env NAME=VALUE": {
    repeatable: true,
    summary:
      "Environment variable for every function. It overrides the configs. NAME alone passes on the value on this machine.",
  },
  "--inherit-env NAME": {
    repeatable: true,
    summary:
      "Environment variable of this machine that executables get and that configs may request. They get no others.",
  },
  "--network": "Allow the network to functions in containers that request it.",
  "--network-name NAME": "With --network: use an existing network. Default: a network that is created for the run.",
  "--allow-mounts": "Let functions in containers read the files that their configs request.",
  "--mount type=bind,src=DIR,dst=PATH": {
    repeatable: true,
    summary: "A mount that every function in a container can read; with rw=true, also write.",
  },
  "--as-current-user": "Run functions in containers with your user id instead of one that owns nothing.",
  "--ulimit NAME=SOFT:HARD": {
    repeatable: true,
    summary:
      "Limit for every function in a container, in the syntax of docker. It replaces or adds to nofile=1024:1024. Engines " +
      "that run in a sandbox may need lower limits.",
  },
  "--container-runtime ENGINE": {
    choices: ["docker", "podman", "nerdctl"],
    default: "docker",
    summary: "The engine that runs functions in containers.",
  },
  "--pull POLICY": {
    choices: ["missing", "always", "never", "client"],
    default: "missing",
    summary:
      "When to fetch the images of functions. With `client`, krm-render fetches images with a digest itself, and never " +
      "lets the engine do it.",
  },
  "--isolate-functions MODE": ofSetting(
    "isolate-functions",
    "Whether executables of catalogs run in a sandbox without files of this machine and without the network. `auto` warns " +
      "where there is no sandbox, `require` fails.",
  ),
  "--kustomize-binary PROGRAM":
    "The kustomize that runs Go plugins. It must be built with cgo, and with the same versions of Go and modules as the " +
    "plugins. Without this option, a Go plugin is an error.",
  "--function-timeout TIME": ofSetting("function-timeout", "Time limit for one function."),
  "--max-function-runs NUMBER": {
    default: "0",
    summary: "How many times functions may run in one build; 0 is no limit.",
  },
  "--max-function-time TIME": {
    default: "0",
    summary: "Time limit for all functions of one build together; 0 is no limit.",
  },
  "--verify-idempotent": "Run each function twice on the same input, and fail if the outputs differ.",
  "--fail-on SEVERITY": {
    choices: ["error", "warning", "never"],
    default: "error",
    summary: "Which results of a function fail the build although the function succeeded.",
  },
  "--results-dir DIR": "Write the results of the functions to results.yaml in this directory, in the format of kpt.",
});
