/** The options about catalogs of functions, of every command that renders. */
import { optionTable } from "./option-table.ts";

/** The options about hosts from which a catalog, and the files that it names, may be fetched. */
export const REACH_OPTIONS = optionTable({
  "--allow-hosts HOST": {
    repeatable: true,
    summary:
      "A host in a private network, or this machine, from which catalogs, what they name, and images may be fetched: `host` " +
      "or `host:port`, several separated by commas. Without this option, only public hosts are reached.",
  },
  "--token-server REGISTRY=HOST": {
    repeatable: true,
    summary: "A host that may get the credentials of a registry, because it gives out the tokens of that registry.",
  },
  "--insecure-registry HOST:PORT": {
    repeatable: true,
    summary: "A registry on this machine that is reached over http, for tests.",
  },
});

export const CATALOG_OPTIONS = [
  ...optionTable({
    "--trusted-catalog REF": {
      repeatable: true,
      summary:
        "Run the functions that this catalog names: a path, an https or git address, or oci://REGISTRY/NAME. `#sha256=HEX` " +
        "trusts these bytes only. After it, `identity=ID issuer=URL` or `key=FILE` asks for a signature.",
    },
    "--alpha-trusted-plugin-catalog REF": { repeatable: true, summary: "The former name of --trusted-catalog." },
    "--default-catalog REF": {
      repeatable: true,
      summary: "A trusted catalog that is searched last for every kustomization, without being listed there.",
    },
    "--require-pinned-catalogs": "Fail for a trusted catalog that can change: one without a digest or a commit.",
    "--fail-on-unavailable-catalog": "Fail when a catalog cannot be read, even if another one names the function.",
    "--allow-catalog-wildcards":
      "Allow --trusted-catalog https://HOST/DIR/*, which trusts all catalogs in a directory of a server.",
    "--trust-root FILE":
      "The trust root for signatures, a Sigstore TrustedRoot in JSON. Default: that of the public Sigstore.",
  }),
  ...REACH_OPTIONS,
];
