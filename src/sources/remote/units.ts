/**
 * The units in which `remote: auto` allows sources on other machines: a git repository, the https directory of a file, a chart with
 * its repository, or the repository of a registry; never a host alone. Pure. docs/guide/remote-sources.md
 *
 * A unit is named as messages name it, such as `the repository https://github.com/org/repo`. Only plain addresses have one: https,
 * without a user, and without anything that programs may read in two ways. Two spellings of one source are one unit where that is
 * certain.
 */
import { type ChartWanted, isRegistry } from "../charts/chart-wanted.ts";
import { isAddress, namedAs, parseGitReference } from "./remote-references.ts";

const HOST = "[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?";
/** No `%`, no `\`, no `//`: the path is what the server gets, byte for byte. */
const SEGMENT = "[A-Za-z0-9._~+@=,:!$&'()*-]+";
const PLAIN = new RegExp(
  `^https://(${HOST})(?::([0-9]{1,5}))?/((?:${SEGMENT}/)*(?:${SEGMENT})?)(\\?[\\x21-\\x7e]*)?$`,
  "i",
);

interface PlainAddress {
  /** With the port, unless that is 443. In lower case. */
  readonly host: string;
  readonly segments: readonly string[];
  /** With the question mark. Empty if there is none. */
  readonly query: string;
}

/** The parts of a plain address; undefined for any other. */
function partsOf(address: string): PlainAddress | undefined {
  const [, host, port, path, query = ""] = PLAIN.exec(address) ?? [];
  if (host === undefined || path === undefined) return undefined;
  const segments = path.split("/");
  if (host.includes("..") || segments.some((segment) => segment === "." || segment === "..")) return undefined;
  const isDefault = port === undefined || Number(port) === 443;
  return { host: host.toLowerCase() + (isDefault ? "" : `:${Number(port)}`), segments, query };
}

/** The unit of a repository. Undefined if it has none. @param repository its address as git gets it */
export function repositoryUnit(repository: string): string | undefined {
  const parts = partsOf(repository.replace(/(?<=[^/])\/$/, ""));
  if (parts === undefined || parts.query !== "") return undefined;
  const { host, segments } = parts;
  const path = segments.join("/").replace(/(?<=[^/])\.git$/, "");
  return path === "" || path.endsWith("/") ? undefined : unitOfRepository(host, path);
}

function unitOfRepository(host: string, path: string): string {
  // GitHub does not distinguish the case of names.
  return `the repository https://${host}/${host === "github.com" ? path.toLowerCase() : path}`;
}

/** The unit that a file shares with others, and that of the file alone; the latter twice if it shares none. None for other addresses. */
export function fileUnits(address: string): readonly [shared: string, own: string] | readonly [] {
  const parts = partsOf(address.replace(/#.*$/s, ""));
  if (parts === undefined) return [];
  const own = `the file https://${parts.host}/${parts.segments.join("/")}${parts.query}`;
  return [sharedUnit(parts) ?? own, own];
}

/**
 * The directory of a file, or the repository for files that GitHub serves of one. Undefined where the directory would be the whole
 * host, or a query chooses the content.
 */
function sharedUnit({ host, segments, query }: PlainAddress): string | undefined {
  const directory = segments.slice(0, -1).join("/");
  if (query !== "" || directory === "") return undefined;
  const repository = repositoryOnGitHub(host, segments);
  if (repository !== undefined) return unitOfRepository("github.com", repository);
  return `the directory https://${host}/${directory}/`;
}

/** The repository whose content, or whose releases, GitHub serves at an address. */
function repositoryOnGitHub(host: string, segments: readonly string[]): string | undefined {
  const [owner, name, ...rest] = segments;
  const where = rest.join("/");
  const isContent =
    host === "raw.githubusercontent.com"
      ? rest.length > 1
      : host === "github.com" && /^(?:raw\/|releases\/(?:download\/[^/]+|latest\/download)\/[^/]+$)/.test(where);
  return isContent ? `${owner}/${name}` : undefined;
}

/** The unit of a chart or an artifact, at any version. Undefined if it has none. */
export function chartUnit({ repo, name }: Pick<ChartWanted, "repo" | "name">): string | undefined {
  const isOfRegistry = isRegistry(repo);
  // A chart of a registry may lie in directories below the address.
  const names = isOfRegistry ? name.split("/") : [name];
  if (!names.every((each) => CHART_NAME.test(each))) return undefined;
  const parts = partsOf((isOfRegistry ? repo.replace("oci:", "https:") : repo).replace(/\/?$/, "/"));
  if (parts === undefined || parts.query !== "") return undefined;
  const place = [parts.host, ...parts.segments.filter((segment) => segment !== "")].join("/");
  return isOfRegistry ? `the repository oci://${place}/${name}` : `the chart ${name} of https://${place}`;
}

const CHART_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * The units that an entry of a kustomization names. Where only fetching it shows whether it is a file or a repository, it names a
 * repository and one file: what lies beside a repository is not of it.
 */
export function unitsNamedBy(entry: string): readonly string[] {
  const url = parseGitReference(entry);
  const repository = url && repositoryUnit(url.repository);
  const [shared, own] = isAddress(entry) ? fileUnits(entry) : [];
  const { isNamedAsFile, isNamedAsRepository } =
    url === undefined ? { isNamedAsFile: true, isNamedAsRepository: false } : namedAs(entry, url);
  const units = [
    ...(isNamedAsFile && !isNamedAsRepository ? [] : [repository]),
    ...(isNamedAsFile ? [shared] : isNamedAsRepository ? [] : [own]),
  ];
  return units.filter((unit) => unit !== undefined);
}
