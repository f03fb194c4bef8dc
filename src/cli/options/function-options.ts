/** What functions and plugins may do, in every command that renders. */
import type { Option } from "../command.ts";

export const FUNCTION_OPTIONS: readonly Option[] = [
  {
    name: "enable-alpha-plugins",
    summary:
      "Allow generators, transformers and validators that are functions or plugins. Without it, one is an error. Plugins " +
      "of a plugin directory then run as you, with all that you may do.",
  },
  {
    name: "enable-exec",
    summary: "Allow functions that are executables of this machine. They run as you, with all that you may do.",
  },
  {
    name: "enable-star",
    summary:
      "Allow functions that are programs in Starlark. They see the objects of the build and nothing of the machine.",
  },
  {
    name: "env",
    short: "e",
    value: "NAME=VALUE",
    repeatable: true,
    summary: "Variable for every function; wins over what configs say. NAME alone passes on the one of this machine.",
  },
  {
    name: "inherit-env",
    value: "NAME",
    repeatable: true,
    summary: "Variable of this machine that executables get and that configs may ask for. Without it, they get none.",
  },
  { name: "network", summary: "Give functions in containers that ask for it the network." },
  {
    name: "network-name",
    value: "NAME",
    summary: "With --network: an existing network, in place of one that is made for the run.",
  },
  { name: "allow-mounts", summary: "Let functions in containers read the files that their configs ask for." },
  {
    name: "mount",
    value: "type=bind,src=DIR,dst=PATH",
    repeatable: true,
    summary: "Something that every function in a container can read; with rw=true, also write.",
  },
  { name: "as-current-user", summary: "Run functions in containers as you, in place of a user that owns nothing." },
  {
    name: "ulimit",
    value: "NAME=SOFT:HARD",
    repeatable: true,
    summary:
      "Limit of every function in a container, as engines write it, in place of nofile=1024:1024 or beside it. Engines " +
      "that are themselves in a sandbox may need lower ones.",
  },
  {
    name: "container-runtime",
    value: "ENGINE",
    choices: ["docker", "podman", "nerdctl"],
    default: "docker",
    summary: "What runs functions in containers.",
  },
  {
    name: "pull",
    value: "POLICY",
    choices: ["missing", "always", "never"],
    default: "missing",
    summary: "When the images of functions are fetched.",
  },
  {
    name: "kustomize-binary",
    value: "PROGRAM",
    summary:
      "The kustomize that runs Go plugins: built with cgo, and of the versions of Go and modules that they were built with. " +
      "Without it, a Go plugin is an error.",
  },
  { name: "function-timeout", value: "TIME", default: "5m", summary: "How long one function may run." },
  {
    name: "max-function-runs",
    value: "NUMBER",
    default: "0",
    summary: "How often functions may run in one build; 0 is no limit.",
  },
  {
    name: "max-function-time",
    value: "TIME",
    default: "0",
    summary: "How long the functions of one build may run together; 0 is no limit.",
  },
  {
    name: "verify-idempotent",
    summary: "Run each function twice on the same input, and fail where it does not print the same bytes.",
  },
  {
    name: "fail-on",
    value: "SEVERITY",
    choices: ["error", "warning", "never"],
    default: "error",
    summary: "Which results of a function that ended well fail the build.",
  },
  {
    name: "results-dir",
    value: "DIR",
    summary: "Write what the functions report into results.yaml in this directory, in the form of kpt.",
  },
];
