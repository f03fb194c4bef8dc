/** Semantic versions. */
import { compareVersions, parseStrictVersion, type Version } from "../../text/index.ts";
import { CelFailure } from "../failure.ts";
import type { Definition } from "./definition.ts";

export class SemanticVersion {
  readonly version: Version;

  constructor(version: Version) {
    this.version = version;
  }

  equals(other: unknown): boolean {
    return other instanceof SemanticVersion && compareVersions(this.version, other.version) === 0;
  }

  number(index: 0 | 1 | 2): bigint {
    return this.version.numbers[index];
  }
}

/** Completes what is nearly a version: a `v` before it, zeros before its numbers, and fewer of them. */
function normalized(text: string): string {
  const [major = "", minor, ...rest] = text.replace(/^v/, "").split(".");
  const three = [major, ...(minor === undefined ? [] : [minor]), ...(rest.length === 0 ? [] : [rest.join(".")])];
  const numbers = three.map((part) => part.replace(/^0+(?=\d)/, ""));
  if (numbers.length >= 3 || /[+-]/.test(numbers.at(-1) ?? "")) return numbers.join(".");
  return [...numbers, "0", "0"].slice(0, 3).join(".");
}

function parse(text: string, isLoose = false): SemanticVersion | undefined {
  const version = parseStrictVersion(isLoose ? normalized(text) : text);
  return version && new SemanticVersion(version);
}

function semver(text: string, isLoose = false): SemanticVersion {
  const parsed = parse(text, isLoose);
  if (parsed === undefined) throw new CelFailure("a text is no semantic version");
  return parsed;
}

function order(one: SemanticVersion, other: SemanticVersion): number {
  return Math.sign(compareVersions(one.version, other.version));
}

const SEMVER = "kubernetes.Semver";

export const VERSIONS: readonly Definition[] = [
  [`semver(string): ${SEMVER}`, semver],
  [`semver(string, bool): ${SEMVER}`, semver],
  ["isSemver(string): bool", (text: string) => parse(text) !== undefined],
  ["isSemver(string, bool): bool", (text: string, isLoose: boolean) => parse(text, isLoose) !== undefined],
  [`${SEMVER}.major(): int`, (version: SemanticVersion) => version.number(0)],
  [`${SEMVER}.minor(): int`, (version: SemanticVersion) => version.number(1)],
  [`${SEMVER}.patch(): int`, (version: SemanticVersion) => version.number(2)],
  [`${SEMVER}.isGreaterThan(${SEMVER}): bool`, (one: SemanticVersion, other: SemanticVersion) => order(one, other) > 0],
  [`${SEMVER}.isLessThan(${SEMVER}): bool`, (one: SemanticVersion, other: SemanticVersion) => order(one, other) < 0],
  [`${SEMVER}.compareTo(${SEMVER}): int`, (one: SemanticVersion, other: SemanticVersion) => BigInt(order(one, other))],
];
