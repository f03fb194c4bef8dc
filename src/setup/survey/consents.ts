/** The inputs by which a workflow allows what targets may need. */

export type Consent = "charts" | "remotes" | "functions" | "restrictions";

interface ConsentInput {
  /** The needed programs or files, for people. */
  readonly what: string;
  readonly input: string;
  /** The value that allows it; empty for any but `false`. */
  readonly value: string;
  readonly remedy: string;
}

export const CONSENTS: Readonly<Record<Consent, ConsentInput>> = {
  charts: {
    what: "helm",
    input: "enable-helm",
    value: "true",
    remedy: "Set `enable-helm: true` if pull requests may let the runner's helm run: docs/guide/helm-charts.md.",
  },
  remotes: {
    what: "other repositories",
    input: "remote",
    value: "",
    remedy: "Set `remote: public` if pull requests may choose what is fetched: docs/guide/remote-sources.md.",
  },
  functions: {
    what: "functions or plugins",
    input: "trusted-catalogs",
    value: "",
    remedy: "Name the catalogs that you trust with `trusted-catalogs`: docs/guide/trust.md.",
  },
  restrictions: {
    what: "files of other directories",
    input: "load-restrictor",
    value: "LoadRestrictionsNone",
    remedy: "Set `load-restrictor: LoadRestrictionsNone` in .krm-render.yaml, if what deploys them builds so.",
  },
};
