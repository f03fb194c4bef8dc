/** A resolver that knows what a test tells it, as git, registries and helm would answer. */
import { failure } from "../../src/diagnostics.ts";
import type { Resolver } from "../../src/pin/index.ts";

export const COMMIT = "4f2d1c0e9b8a7f6e5d4c3b2a1908f7e6d5c4b3a2";
export const DIGEST = `sha256:${"d".repeat(64)}`;
export const HEX = "f".repeat(64);
/** The bytes of each catalog. */
export const CATALOG = Buffer.from("kind: Catalog\n");

export interface FakeResolver extends Resolver {
  /** What was asked, in order. */
  readonly asked: string[];
}

/** @param broken references that cannot be resolved */
export function fakeResolver(broken: readonly string[] = []): FakeResolver {
  const asked: string[] = [];
  async function answer<T>(what: string, reference: string, value: T): Promise<T> {
    asked.push(`${what} ${reference}`);
    if (broken.some((part) => reference.includes(part))) {
      throw failure("remote-failed", `${reference} cannot be fetched: no such thing`);
    }
    return value;
  }
  return {
    asked,
    gitCommit: (address) => answer("git", address, COMMIT),
    file: (address) => answer("file", address, { digest: HEX, bytes: Buffer.from("a: b\n") }),
    imageDigest: (reference) => answer("image", reference, DIGEST),
    catalog: ({ kind, normal }) =>
      answer("catalog", normal, {
        bytes: CATALOG,
        ...(kind === "git" && { resolved: COMMIT }),
        ...(kind === "oci" && { resolved: DIGEST }),
      }),
    programDigest: (source, type) => answer(type, source.normal, HEX),
    chartVersion: ({ repo, name, version }) =>
      answer("chart", `${repo} ${name} ${version}`, { version: "1.2.3", digest: DIGEST }),
  };
}
