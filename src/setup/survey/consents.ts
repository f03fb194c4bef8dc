/** The inputs by which a workflow allows what targets may need. */

export type Consent = "charts" | "remotes" | "functions" | "jsonnet" | "restrictions";

interface ConsentInput {
  /** The needed programs or files, for people. */
  readonly what: string;
  readonly input: string;
  /** Tells whether a value allows it, at least in part. Empty if the workflow sets none. */
  readonly allows: (value: string) => boolean;
  /** The default of the action, for people; absent if it allows nothing. */
  readonly byDefault?: string;
  readonly remedy: string;
}

const NEVER: ReadonlySet<string> = new Set(["false", "none"]);

export const CONSENTS: Readonly<Record<Consent, ConsentInput>> = {
  charts: {
    what: "helm",
    input: "enable-helm",
    allows: (value) => !NEVER.has(value),
    byDefault: "the action inflates charts of the repository",
    remedy: "Remove `enable-helm: false`, if pull requests may let the runner's helm run: docs/guide/helm-charts.md.",
  },
  remotes: {
    what: "other repositories",
    input: "remote",
    allows: (value) => !NEVER.has(value),
    byDefault: "the action fetches what the default branch uses over https",
    remedy:
      "Remove `remote: false`, or set `remote: public` if pull requests may choose what is fetched: docs/guide/remote-sources.md.",
  },
  functions: {
    what: "functions or plugins",
    input: "trusted-catalogs",
    allows: (value) => value !== "" && !NEVER.has(value),
    remedy: "Name the catalogs that you trust with `trusted-catalogs`: docs/guide/trust.md.",
  },
  jsonnet: {
    what: "jsonnet",
    input: "enable-jsonnet",
    allows: (value) => value === "true",
    remedy:
      "Write `enable-jsonnet: true` under the input `settings`, if pull requests may let the runner's jsonnet run: docs/guide/argocd.md.",
  },
  restrictions: {
    what: "files of other directories",
    input: "load-restrictor",
    allows: (value) => value === "LoadRestrictionsNone",
    remedy: "Set `load-restrictor: LoadRestrictionsNone` in .krm-render.yaml, if what deploys them builds so.",
  },
};

/** The sources that `remote: auto` does not fetch, and the remedy. */
export const MANUAL_SOURCES = {
  what: "sources by ssh, over http or with a user",
  remedy:
    "Set `remote: public`, or list hosts, if pull requests may choose what is fetched: docs/guide/remote-sources.md.",
  /** Tells whether a value of the input `remote` names hosts. */
  areAllowed: (value: string): boolean => value !== "" && value !== "auto" && !NEVER.has(value),
};
