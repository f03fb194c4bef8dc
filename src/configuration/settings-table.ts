/**
 * The table of settings: each with its name, default, form, modes, text, and who decides on it. `npm run docs` writes the inputs of
 * action.yml and the schema of `.krm-render.yaml` from it. docs/decisions/0029-one-input-for-what-is-set-once.md
 */

/**
 * The owner of a setting:
 * - `policy`: the workflow, or else the file of the base, because no change decides how strictly it is reviewed, and who hears of it;
 * - `side`: the workflow, or else the file of the head, or of the base where strangers can cause runs that have secrets;
 * - `restrict`: the stricter of the workflow and the file of the base, which can only be stricter than the default;
 * - `job`: the workflow only, because it is about the job, or other steps have to agree;
 * - `trust`: the workflow only, because it allows code, the network or credentials.
 */
export type SettingClass = "policy" | "side" | "restrict" | "job" | "trust";

export const MODES = ["review", "comment", "merge", "release"] as const;
/**
 * The mode of the action. `review`: renders and compares two commits. `comment`: posts the report of the run that triggered this one.
 * `merge`: joins the reports of shards. `release`: renders one commit into an archive.
 */
export type Mode = (typeof MODES)[number];

/**
 * The form of a value in a file. A list has one text, or several; as an input, one per line or, of patterns, separated by commas. Of
 * the choices of a setting that restricts, the strictest comes first.
 */
export type SettingForm =
  | { readonly kind: "patterns" | "lines" }
  | { readonly kind: "flag" }
  | { readonly kind: "duration" }
  /** A version such as `1.31` or `1.31.4`. */
  | { readonly kind: "version" }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "count"; readonly least: number; readonly most: number };

export interface Setting {
  /** Empty for none. */
  readonly default: string;
  /** Set for inputs of their own. A workflow sets all others under the input `settings`. */
  readonly isInput?: true;
  readonly class: SettingClass;
  /** The modes that read it, in the order of {@link MODES}. */
  readonly modes: readonly Mode[];
  /** Set if `.krm-render.yaml` may have the setting. */
  readonly form?: SettingForm;
  /** The expression that the runner fills in where the workflow sets nothing. */
  readonly expression?: string;
  /** For action.yml and the JSON Schema. */
  readonly summary: string;
}

const AUTO = "auto";
const NO = "false";

const REVIEW = ["review"] as const;
const RELEASE = ["release"] as const;
/** The modes that render. */
const RENDERING = ["review", "release"] as const;
/** The modes that decide whether a report fails the step. */
const JUDGING = ["review", "merge"] as const;
/** The modes that write the comment. */
const COMMENTING = ["review", "comment", "merge"] as const;

const FLAG = { kind: "flag" } as const;
const DURATION = { kind: "duration" } as const;
const choice = <const T extends readonly string[]>(...choices: T) => ({ kind: "choice", choices }) as const;

const setting = <const Rules extends Omit<Setting, "summary">>(rules: Rules, summary: string) => ({
  ...rules,
  summary,
});

/** Every setting. */
export const SETTINGS = {
  mode: setting(
    { default: "review", isInput: true, class: "job", modes: MODES },
    "What the step does: `review` (renders two commits and shows the difference), `comment` (posts the report of an earlier step of this run, or of the run that triggered this one by `workflow_run`), `merge` (joins the reports of several machines into one), or `release` (renders one commit into an archive). Each mode reads some of the inputs. One that it does not read is a warning. See docs/reference/action.md.",
  ),
  targets: setting(
    { default: "", isInput: true, class: "side", modes: RENDERING, form: { kind: "patterns" } },
    "Directories to render, as paths or globs relative to the top of the repository. A pattern that begins with `!` removes targets, one that begins with `+` adds some. All kustomizations and Compositions that no other one in the repository includes, if absent.",
  ),
  base: setting(
    { default: "", isInput: true, class: "job", modes: REVIEW },
    "Revision to compare with: a commit, a branch or a tag. Default: on a pull request the merge base of its base branch and its head; on a push the commit before it; in a merge group its base; otherwise the merge base with the default branch.",
  ),
  head: setting(
    { default: "", isInput: true, class: "job", modes: RENDERING },
    "Revision to render. Default: on a pull request the head of its branch (not the merge that is checked out), otherwise the commit of the event.",
  ),
  "working-directory": setting(
    { default: ".", isInput: true, class: "job", modes: RENDERING },
    "Directory of the checkout, relative to the workspace, if several repositories are checked out.",
  ),
  shard: setting(
    { default: "", isInput: true, class: "job", modes: REVIEW },
    "The part of the targets that this job of a matrix renders, as `krm-render targets --shards` printed it. If that was given `--costs FILE`, each job needs the same file at the same place, relative to the workspace. Default: all targets.",
  ),
  reports: setting(
    { default: "", isInput: true, class: "job", modes: ["comment", "merge"] },
    "Directories with the reports of all shards, as paths or globs relative to the workspace, one per line. In mode `comment`, the directory with the report that an earlier step of this run wrote; without this input, that mode reads the artifact of the run that triggered this one.",
  ),
  comment: setting(
    {
      default: AUTO,
      isInput: true,
      class: "policy",
      modes: COMMENTING,
      form: choice("auto", "always", "on-change", "on-failure", "never"),
    },
    "When to create the comment on the pull request: `auto` (something changes, or a target fails), `always`, `on-change`, `on-failure` or `never`. Every mode but `never` updates an existing comment.",
  ),
  "comment-key": setting(
    { default: "", isInput: true, class: "job", modes: COMMENTING },
    "Name of the comment. Each name has its own comment on the pull request. Default: `<workflow>/<job>`, followed by the values of the matrix if the job has one.",
  ),
  "comment-max-bytes": setting(
    { default: "60000", class: "policy", modes: COMMENTING, form: { kind: "count", least: 2000, most: 65_000 } },
    "Largest size of the comment in bytes, 2000 to 65000. The comment counts the changes that do not fit.",
  ),
  check: setting(
    { default: NO, isInput: true, class: "job", modes: JUDGING },
    "Whether a check run shows the verdict at the commit, with annotations at the lines that cause failures and dangers, `true` or `false`. It takes the permission `checks: write`. Without this permission it becomes a commit status, which takes `statuses: write`.",
  ),
  "github-token": setting(
    { default: "", isInput: true, class: "job", modes: COMMENTING, expression: "${{ github.token }}" },
    "Token that writes the comment. It needs the permission `pull-requests: write` only.",
  ),
  matrix: setting(
    { default: "", isInput: true, class: "job", modes: COMMENTING, expression: "${{ toJSON(matrix) }}" },
    "The matrix values of the job, for the default of comment-key. The runner fills this in; do not set it.",
  ),
  "output-dir": setting(
    { default: "krm-render-report", isInput: true, class: "job", modes: ["review", "merge", "release"] },
    "Directory for the report and the rendered manifests, relative to the workspace. Its subdirectory `manifests` is emptied first; in mode `release`, only files of an earlier release are replaced. With `bundle.json`, which lists its files, it is a bundle that the modes `comment` and `merge` of other jobs read. Avoid names that begin with a dot: actions/upload-artifact leaves hidden files out.",
  ),
  "load-restrictor": setting(
    {
      default: "LoadRestrictionsRootOnly",
      class: "side",
      modes: RENDERING,
      form: choice("LoadRestrictionsRootOnly", "LoadRestrictionsNone"),
    },
    "Whether a kustomization or Composition may read files outside of its own directory, as in kustomize: `LoadRestrictionsRootOnly` (no) or `LoadRestrictionsNone` (yes). Neither allows it to read files outside of the repository.",
  ),
  "enable-helm": setting(
    { default: AUTO, isInput: true, class: "trust", modes: RENDERING },
    "Whether Helm charts are inflated: `auto` (without what helm is configured with), `true`, or `false`. This runs the runner's helm on the charts and values of the pull request: see docs/guide/helm-charts.md. Charts that are not in the repository are fetched as `remote` says. A chart that is not inflated is an error of its target. On privileged events, `auto` is `false`, and `true` is refused for forks.",
  ),
  "enable-jsonnet": setting(
    { default: NO, class: "trust", modes: RENDERING },
    "Whether files of jsonnet that Applications of Argo CD deploy are rendered, `true` or `false`. This runs the runner's jsonnet on those of the pull request, with the files that they import and nothing else: see docs/guide/argocd.md. Without it, such a file is an error of its Application. On privileged events, `true` is refused for forks.",
  ),
  "kubernetes-version": setting(
    { default: "", class: "side", modes: RENDERING, form: { kind: "version" } },
    "Version of Kubernetes that charts of HelmReleases see (`.Capabilities.KubeVersion`), and by whose rules objects are checked, as `1.NN` or `1.NN.P`. Default: that which helm has built in for charts, and the newest known one for checks.",
  ),
  remote: setting(
    { default: AUTO, isInput: true, class: "trust", modes: RENDERING },
    "Where bases in other git repositories, files at https URLs and charts are fetched from: `auto` (without credentials, the repositories, charts and directories of files that the default branch uses), `false` (nowhere), or a list of hosts, one per line or separated by commas, of `public` (all public hosts) and of hosts, as `host` or `host:port`, from which a pull request chooses. A host in a private network, or the runner itself, is only reached if it is listed; this holds for what catalogs name, too. See docs/guide/remote-sources.md. A reference that is not fetched is an error of its target. On privileged events, `auto` is `false`, and all else is refused for forks.",
  ),
  "auto-branches": setting(
    { default: "", class: "trust", modes: RENDERING },
    "Branches that count for `remote: auto` as the default branch does, in runs about a change that is for one of them, one per line or separated by commas. `*` stands for any text, as in `release/*`.",
  ),
  timeout: setting(
    { default: "5m", class: "side", modes: RENDERING, form: DURATION },
    "Time that the build of one target may take, such as `90s` or `5m`, or `none` for no limit. A target that takes longer fails; the others are rendered.",
  ),
  "total-timeout": setting(
    { default: "1h", class: "job", modes: RENDERING },
    "Time that the whole run may take, such as `30m`, or `none` for no limit. When it is over, the targets that are left fail, and the comment shows the others. Keep it below the time limit of the job.",
  ),
  "affected-only": setting(
    { default: "true", class: "side", modes: REVIEW, form: FLAG },
    "Whether only targets that the change can affect are rendered, `true` or `false`. The others are listed as unaffected. In doubt, for example if a lock or a trusted catalog differs, all are rendered. See docs/guide/targets.md.",
  ),
  concurrency: setting(
    { default: "8", class: "side", modes: RENDERING, form: { kind: "count", least: 1, most: 64 } },
    "Number of targets that are rendered at the same time, 1 to 64.",
  ),
  strict: setting(
    { default: NO, class: "policy", modes: RENDERING, form: FLAG },
    "Whether mistakes that kustomize ignores fail their target, `true` or `false`: unknown keys, images, patches and replacements that match nothing, references that keep an old name. Without it, they are warnings. See docs/reference/strict-reading.md.",
  ),
  "fail-on": setting(
    { default: "error", isInput: true, class: "policy", modes: JUDGING, form: choice("error", "warning", "never") },
    "Problems that fail the step: `error` (a target that no longer renders, or a comment that could not be written, unless the token is read-only), `warning` (also a target that did not render before, and every warning about a target, whether or not the change causes it), or `never`. Invalid inputs and unknown revisions always fail the step.",
  ),
  "fail-on-danger": setting(
    {
      default: "never",
      isInput: true,
      class: "policy",
      modes: JUDGING,
      form: choice("high", "medium", "low", "never"),
    },
    "Dangers that fail the step: `high`, `medium` (also high ones), `low` (all), or `never`. Those that `.krm-render.yaml` of the base silences do not count. See docs/guide/dangers.md.",
  ),
  redact: setting(
    { default: "", isInput: true, class: "policy", modes: RENDERING, form: { kind: "lines" } },
    "Values that the review withholds in addition to those of Secrets, each as `/PATH`, `KIND:/PATH` or `KIND/NAME:/PATH`, such as `ConfigMap/license-*:/data/key`. See docs/reference/configuration.md. In mode `release`, objects with such values are left out with `withhold-secrets`.",
  ),
  "artifact-name": setting(
    { default: "", isInput: true, class: "job", modes: COMMENTING },
    "Name of the artifact to which a later step of the job uploads `output-dir`. The comment then links to it. Without this input, the comment names no files. In mode `comment`, the artifact to read; without this input `krm-render-report`.",
  ),
  "page-url": setting(
    { default: "", isInput: true, class: "job", modes: COMMENTING },
    "The https address at which readers find the HTML page, which the output `html-path` names. Changes, dangers, failures and new warnings of the comment then link to their places on the page, as far as there is room. In mode `comment` without `reports`, the default is the artifact `report.html` of the run, unless the run is of a fork. See docs/guide/report-page.md.",
  ),
  "trusted-catalogs": setting(
    { default: "", isInput: true, class: "trust", modes: RENDERING },
    "Catalogs whose functions may run, one per line: a path in the repository, an https or git address, or oci://REGISTRY/NAME. `#sha256=HEX` after it trusts these bytes only; then `identity=ID issuer=URL` or `key=FILE` asks for a signature. Without this input, a function is an error of its target. See docs/guide/trust.md.",
  ),
  "default-catalogs": setting(
    { default: "", class: "trust", modes: RENDERING },
    "Trusted catalogs that are searched last for every kustomization, without being listed there, one per line in the form of `trusted-catalogs`.",
  ),
  "require-pinned-catalogs": setting(
    { default: NO, class: "restrict", modes: RENDERING, form: FLAG },
    "Whether a trusted catalog that can change, one without a digest or a commit, is an error, `true` or `false`. Without it it is a warning. On privileged events, it is always an error.",
  ),
  "fail-on-unavailable-catalog": setting(
    { default: NO, class: "restrict", modes: RENDERING, form: FLAG },
    "Whether a catalog that cannot be read fails its target even if another one names the function, `true` or `false`.",
  ),
  "allow-catalog-wildcards": setting(
    { default: NO, class: "trust", modes: RENDERING },
    "Whether `trusted-catalogs` may contain https://HOST/DIR/*, which trusts all catalogs in a directory of a server, `true` or `false`.",
  ),
  "trust-root": setting(
    { default: "", class: "trust", modes: RENDERING },
    "Path of a trust root for signatures, a Sigstore TrustedRoot in JSON, read from the base of the pull request. Default: that of the public Sigstore.",
  ),
  locked: setting(
    { default: NO, isInput: true, class: "trust", modes: RENDERING },
    "Whether each side is held to the lock in its revision: `false`, `true` (krm-render.lock at the top of the repository), or the path of another file there. Everything from elsewhere must be in it with the same digest. On privileged events, both sides are held to the lock of the base.",
  ),
  "lock-out": setting(
    { default: "", isInput: true, class: "job", modes: REVIEW },
    "File in the workspace or in `output-dir` that gets the lock of the head: everything that it uses from elsewhere, with its digest. It is not written if a target fails.",
  ),
  plugins: setting(
    { default: "catalog-only", isInput: true, class: "trust", modes: RENDERING },
    "Which functions may run: `catalog-only` (those of trusted catalogs), or `alpha` (also those whose configs name their own container image, as kustomize's --enable-alpha-plugins). After `alpha`, separated by commas, `exec` adds executables of the repository, which run with the permissions of the job, and `starlark` Starlark programs of the repository. Refused on privileged events.",
  ),
  "function-network": setting(
    { default: NO, class: "trust", modes: RENDERING },
    "Functions that may use the network if their catalog says that they need it: `false`, `true`, or a list of `group/kind` such as `fn.example.com/Paint`.",
  ),
  "function-mounts": setting(
    { default: NO, class: "trust", modes: RENDERING },
    "Functions that may read the files of the repository that their configs name, if their catalog says that they need it: `false`, `true`, or a list of `group/kind`.",
  ),
  "function-timeout": setting(
    { default: "5m", class: "restrict", modes: RENDERING, form: DURATION },
    "Time limit for one function, such as `90s` or `5m`.",
  ),
  "container-runtime": setting(
    { default: "docker", class: "job", modes: RENDERING },
    "The engine on the runner that runs functions in containers, `docker`, `podman` or `nerdctl`.",
  ),
  "token-servers": setting(
    { default: "", class: "trust", modes: RENDERING },
    "Hosts that may get the credentials of a registry because they give out its tokens, as `REGISTRY=HOST`, one per line or separated by commas. Without it, credentials go to the registry's own host only.",
  ),
  "cache-save": setting(
    { default: AUTO, class: "trust", modes: RENDERING },
    "Whether programs of catalogs that were fetched, and what helm has printed of charts of HelmReleases, are saved to the Actions cache for the next runs: `auto` (not in runs that strangers can cause), `always` (for programs, there too), or `never`.",
  ),
  "functions-on-privileged-events": setting(
    { default: NO, isInput: true, class: "trust", modes: RENDERING },
    "Whether functions run on events that have secrets although a stranger can cause them, such as `pull_request_target`, `issue_comment` and `workflow_run`; `true` or `false`. If so, each trusted catalog needs a digest or a commit.",
  ),
  "isolate-functions": setting(
    { default: AUTO, class: "restrict", modes: RENDERING, form: choice("require", "auto", "never") },
    "Whether executables of catalogs run in a sandbox without files of the runner and without the network: `auto` (a warning where there is no sandbox), `require` (an error there), or `never`.",
  ),
  "release-name": setting(
    { default: "", class: "job", modes: RELEASE },
    "Name of the release, and of its archive. Default: the name of the repository.",
  ),
  "release-version": setting(
    { default: "", isInput: true, class: "job", modes: RELEASE },
    "Version of the release. Default: the tag of the event, or the start of the commit.",
  ),
  "withhold-secrets": setting(
    { default: NO, class: "restrict", modes: RELEASE, form: FLAG },
    "Whether Secrets, and other objects with values that reviews withhold, are left out of the archive and only listed, `true` or `false`. See docs/guide/releases.md.",
  ),
  oci: setting(
    { default: "", isInput: true, class: "job", modes: RELEASE },
    "Registry, name and tag to push the archive to as an OCI artifact, as `REGISTRY/NAME:TAG`. Without this input, nothing is pushed.",
  ),
  settings: setting(
    { default: "", isInput: true, class: "job", modes: MODES },
    "Settings that have no input of their own, as YAML: a mapping of names and values, such as `timeout: 10m`. See docs/reference/action.md.",
  ),
} as const satisfies Readonly<Record<string, Setting>>;
