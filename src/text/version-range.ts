/** Versions and ranges of charts as helm reads them, which is how Masterminds/semver does; docs/specification/helm-charts.md 5. */

export interface Version {
  readonly numbers: readonly [major: bigint, minor: bigint, patch: bigint];
  /** The part behind the first dash. Empty for a release. */
  readonly prerelease: string;
}

const MAX_VERSION = 256;
const MAX_RANGE = 512;
const MAX_ALTERNATIVES = 32;
const MAX_NUMBER = 2n ** 64n;

const SUFFIX = "(?:-([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?";
const LOOSE = new RegExp(`^v?([0-9]+)(?:\\.([0-9]+))?(?:\\.([0-9]+))?${SUFFIX}$`);
const STRICT = new RegExp(`^(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)\\.(0|[1-9][0-9]*)${SUFFIX}$`);

/** Reads a version, which may begin with a `v`, and lack its last numbers. Undefined if it is none. */
export function parseVersion(text: string): Version | undefined {
  return versionOf(text, LOOSE);
}

/** Reads a version as Flux does, with three numbers. Undefined if it is none. */
export function parseFluxVersion(text: string): Version | undefined {
  return text.split(".").length < 3 ? undefined : parseVersion(text);
}

/** Reads a version with three numbers and no `v`, as tags of charts must be. Undefined if it is none. */
export function parseStrictVersion(text: string): Version | undefined {
  return versionOf(text, STRICT);
}

function versionOf(text: string, form: RegExp): Version | undefined {
  const match = text.length > MAX_VERSION ? null : form.exec(text);
  if (match === null) return undefined;
  const [major = 0n, minor = 0n, patch = 0n] = match.slice(1, 4).map((number) => BigInt(number ?? 0));
  const prerelease = match[4] ?? "";
  const isTooBig = [major, minor, patch].some((number) => number >= MAX_NUMBER);
  if (isTooBig || prerelease.split(".").some((part) => /^0[0-9]+$/.test(part))) return undefined;
  return { numbers: [major, minor, patch], prerelease };
}

/** The order of versions: negative if the first one is lower. What follows a plus does not count. */
export function compareVersions(one: Version, other: Version): number {
  for (const [index, number] of one.numbers.entries()) {
    const against = other.numbers[index] as bigint;
    if (number !== against) return number < against ? -1 : 1;
  }
  if (one.prerelease === other.prerelease) return 0;
  if (one.prerelease === "" || other.prerelease === "") return one.prerelease === "" ? 1 : -1;
  const [left, right] = [one.prerelease.split("."), other.prerelease.split(".")];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const order = comparePart(left[index], right[index]);
    if (order !== 0) return order;
  }
  return 0;
}

function comparePart(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0;
  if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
  const [left, right] = [numberOf(one), numberOf(other)];
  if (left === undefined && right === undefined) return one < other ? -1 : 1;
  if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
  return left < right ? -1 : 1;
}

function numberOf(part: string): bigint | undefined {
  const number = /^[0-9]+$/.test(part) ? BigInt(part) : undefined;
  return number !== undefined && number < MAX_NUMBER ? number : undefined;
}

type Check = (version: Version) => boolean;

/** A blank as regular expressions of Go have it. */
const BLANK = "[\\t\\n\\f\\r ]";
const CLASS = "[0-9|xX*]+";
const WANTED = `v?(${CLASS})(?:\\.(${CLASS}))?(?:\\.(${CLASS}))?${SUFFIX}`;
const COMPARISON = new RegExp(`${BLANK}*(!=|>=|=>|<=|=<|~>|[=><~^]|)${BLANK}*(${WANTED})`, "y");
/** Between two comparisons stands a blank, a comma, or both. */
const SEPARATOR = new RegExp(`${BLANK}*,${BLANK}*|${BLANK}+`, "y");
const END = new RegExp(`${BLANK}*$`, "y");
const HYPHEN = new RegExp(`${BLANK}*(${WANTED})${BLANK}+-${BLANK}+(${WANTED})${BLANK}*`, "g");

/** Reads a range, such as `^1.2`, `>=1.0 <2.0 || 3.x` or `1.2 - 1.4`. Undefined if it is none. */
export function parseRange(text: string): Check | undefined {
  if (text.length > MAX_RANGE) return undefined;
  const alternatives = withoutHyphens(text).split("||");
  const checks = alternatives.map(allOf);
  if (alternatives.length > MAX_ALTERNATIVES || checks.includes(undefined)) return undefined;
  return (version) => checks.some((check) => check?.(version));
}

function withoutHyphens(text: string): string {
  return text.replace(HYPHEN, (...found: string[]) => `>= ${found[1]}, <= ${found[6]} `);
}

/** Comparisons that must all hold. */
function allOf(text: string): Check | undefined {
  const comparisons: Comparison[] = [];
  const found = (form: RegExp, at: number): RegExpExecArray | null => {
    form.lastIndex = at;
    return form.exec(text);
  };
  for (let at = 0; ; ) {
    const match = found(COMPARISON, at);
    const comparison = comparisonOf(match);
    if (match === null || comparison === undefined) return undefined;
    comparisons.push(comparison);
    at += match[0].length;
    if (found(END, at) !== null) break;
    const separator = found(SEPARATOR, at);
    if (separator === null) return undefined;
    at += separator[0].length;
  }
  const takesPrereleases = comparisons.some(({ wanted }) => wanted.prerelease !== "");
  return (version) =>
    (version.prerelease === "" || takesPrereleases) &&
    comparisons.every(({ holds, ...comparison }) => holds(version, comparison));
}

interface Wanted {
  readonly wanted: Version;
  /** The number of parts that are given: neither left out nor `x`. */
  readonly parts: 0 | 1 | 2 | 3;
}

interface Comparison extends Wanted {
  readonly holds: (version: Version, comparison: Wanted) => boolean;
}

function comparisonOf(match: RegExpExecArray | null): Comparison | undefined {
  const [, operator = "", whole = "", major, minor, patch, prerelease = ""] = match ?? [];
  const holds = OPERATORS[operator];
  if (match === null || holds === undefined) return undefined;
  const open = [major, minor, patch].findIndex((part) => part === undefined || /^[xX*]$/.test(part));
  const parts = (open < 0 ? 3 : open) as Wanted["parts"];
  const given = [major, minor, patch].map((part, index) => (index < parts ? part : "0")).join(".");
  const wanted = parseVersion(parts === 3 ? whole : `${given}${prerelease === "" ? "" : `-${prerelease}`}`);
  return wanted && { wanted, parts, holds };
}

function isWithin({ numbers }: Version, { wanted }: Wanted, parts: number): boolean {
  return wanted.numbers.slice(0, parts).every((number, index) => numbers[index] === number);
}

function isTilde(version: Version, comparison: Wanted): boolean {
  const { wanted, parts } = comparison;
  if (compareVersions(version, wanted) < 0) return false;
  const isAny = wanted.numbers.every((number) => number === 0n) && parts !== 1 && parts !== 2;
  return isAny || isWithin(version, comparison, parts === 1 ? 1 : 2);
}

function isCaret(version: Version, comparison: Wanted): boolean {
  const { wanted, parts } = comparison;
  if (compareVersions(version, wanted) < 0) return false;
  const [major, minor] = wanted.numbers;
  const fixed = major > 0n || parts === 1 ? 1 : minor > 0n || parts === 2 ? 2 : 3;
  return isWithin(version, comparison, fixed);
}

function isAbove(version: Version, comparison: Wanted): boolean {
  const { wanted, parts } = comparison;
  if (parts !== 1 && parts !== 2) return compareVersions(version, wanted) > 0;
  return !isWithin(version, comparison, parts) && compareVersions({ ...version, prerelease: "" }, wanted) > 0;
}

const OPERATORS: Readonly<Record<string, Comparison["holds"]>> = {
  "": isEqual,
  "=": isEqual,
  "!=": isOther,
  ">": isAbove,
  ">=": (version, { wanted }) => compareVersions(version, wanted) >= 0,
  "=>": (version, { wanted }) => compareVersions(version, wanted) >= 0,
  "<": (version, { wanted }) => compareVersions(version, wanted) < 0,
  "<=": isAtMost,
  "=<": isAtMost,
  "~": isTilde,
  "~>": isTilde,
  "^": isCaret,
};

function isEqual(version: Version, comparison: Wanted): boolean {
  return comparison.parts < 3 ? isTilde(version, comparison) : compareVersions(version, comparison.wanted) === 0;
}

function isOther(version: Version, comparison: Wanted): boolean {
  const { wanted, parts } = comparison;
  if (parts === 1) return !isWithin(version, comparison, 1);
  if (parts === 2) {
    if (!isWithin(version, comparison, 2)) return true;
    return version.prerelease !== wanted.prerelease;
  }
  return compareVersions(version, wanted) !== 0;
}

function isAtMost(version: Version, comparison: Wanted): boolean {
  const { wanted, parts } = comparison;
  if (parts === 3) return compareVersions(version, wanted) <= 0;
  const [major, minor] = version.numbers;
  const [most, mostMinor] = wanted.numbers;
  if (major !== most) return major < most;
  return parts === 1 || minor <= mostMinor;
}
