/** Functions on semantic versions, as the Go package Masterminds/semver reads them. */
import { compareVersions, parseRange, parseVersion, type Version } from "../../text/index.ts";
import { fixed, type GoFunction } from "../execution/function.ts";
import { refusal } from "../template-error.ts";
import { GoInteger, GoObject, type GoValue, type Method } from "../values/values.ts";

function parsed(text: string): Version {
  const version = parseVersion(text);
  if (version === undefined) throw refusal(`${JSON.stringify(text)} is no version`);
  return version;
}

/** A version as a value of a template. */
class GoVersion extends GoObject {
  /** The pointer that `semver` gives has more methods than the values of its methods. */
  readonly type: "*semver.Version" | "semver.Version";
  readonly version: Version;
  readonly original: string;
  readonly metadata: string;

  constructor(original: string, type: "*semver.Version" | "semver.Version" = "*semver.Version") {
    super();
    this.type = type;
    this.original = original;
    this.version = parsed(original);
    this.metadata = /\+(.*)$/.exec(original)?.[1] ?? "";
  }

  print(): string {
    const { numbers, prerelease } = this.version;
    return numbers.join(".") + (prerelease && `-${prerelease}`) + (this.metadata && `+${this.metadata}`);
  }

  json(): string {
    return this.print();
  }

  equals(other: GoValue): boolean {
    return other instanceof GoVersion && other.original === this.original;
  }

  method(name: string): Method | undefined {
    return this.#property(name) ?? this.#next(name) ?? (this.type.startsWith("*") ? this.#comparison(name) : undefined);
  }

  #property(name: string): Method | undefined {
    const [major, minor, patch] = this.version.numbers;
    const values: Readonly<Record<string, GoValue>> = {
      String: this.print(),
      Major: new GoInteger(major, "uint64"),
      Minor: new GoInteger(minor, "uint64"),
      Patch: new GoInteger(patch, "uint64"),
      Prerelease: this.version.prerelease,
      Metadata: this.metadata,
      ...(this.type.startsWith("*") ? { Original: this.original } : {}),
    };
    return Object.hasOwn(values, name) ? { parameters: [], run: () => values[name] } : undefined;
  }

  #next(name: string): Method | undefined {
    const [major, minor, patch] = this.version.numbers;
    const sign = this.original.startsWith("v") ? "v" : "";
    const isRelease = this.version.prerelease === "";
    const texts: Readonly<Record<string, string>> = {
      IncMajor: `${major + 1n}.0.0`,
      IncMinor: `${major}.${minor + 1n}.0`,
      IncPatch: `${major}.${minor}.${isRelease ? patch + 1n : patch}`,
    };
    if (!Object.hasOwn(texts, name)) return undefined;
    return { parameters: [], run: () => new GoVersion(`${sign}${texts[name]}`, "semver.Version") };
  }

  #comparison(name: string): Method | undefined {
    const compare = (args: readonly GoValue[]): number => compareVersions(this.version, (args[0] as GoVersion).version);
    const methods: Readonly<Record<string, (order: number) => GoValue>> = {
      Compare: (order) => new GoInteger(Math.sign(order)),
      Equal: (order) => order === 0,
      LessThan: (order) => order < 0,
      LessThanEqual: (order) => order <= 0,
      GreaterThan: (order) => order > 0,
      GreaterThanEqual: (order) => order >= 0,
    };
    const result = Object.hasOwn(methods, name) ? methods[name] : undefined;
    return result && { parameters: ["same"], run: (args) => result(compare(args)) };
  }
}

export const VERSIONS: Readonly<Record<string, GoFunction>> = {
  semver: fixed(["string"], (text) => new GoVersion(text)),
  semverCompare: fixed(["string", "string"], function (range, text) {
    this.effort.spend(range.length + text.length);
    const check = parseRange(range);
    if (check === undefined) throw refusal(`${JSON.stringify(range)} is no range of versions`);
    return check(parsed(text));
  }),
};
