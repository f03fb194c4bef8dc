/** Releases for tests, made of renderings by hand. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach } from "@jest/globals";
import { KrmError } from "../../src/diagnostics.ts";
import { gzipped } from "../../src/release/gzip.ts";
import {
  makeRelease,
  type Provenance,
  type Release,
  type ReleaseRequest,
  type WrittenRelease,
  writeRelease,
} from "../../src/release/index.ts";
import { directoryTarget } from "../../src/render/index.ts";
import { rendered } from "../review/renderings.ts";

export const COMMIT = "0123456789abcdef0123456789abcdef01234567";
export const REPOSITORY = "https://github.com/example/shop";
/** 2026-01-31T08:00:00Z */
export const SECONDS = 1_769_846_400;
export const PROVENANCE: Provenance = {
  builder: "https://github.com/example/shop/.github/workflows/release.yml@refs/tags/v1.2.3",
  invocation: "https://github.com/example/shop/actions/runs/7/attempts/1",
  ref: "refs/tags/v1.2.3",
  patterns: [],
};

export const configMap = (name: string, text = "a"): string =>
  `apiVersion: v1\ndata:\n  key: ${text}\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;

export const REQUEST: ReleaseRequest = {
  name: "shop",
  version: "v1.2.3",
  repository: REPOSITORY,
  commit: COMMIT,
  modified: false,
  seconds: SECONDS,
  targets: ["overlays/prod", "overlays/dev", "."].map(directoryTarget),
  renderings: [
    rendered(`${configMap("one")}---\n${configMap("two")}`, "overlays/prod"),
    rendered(configMap("one", "b"), "overlays/dev"),
    rendered(configMap("top"), "."),
  ],
  lock: [
    { kind: "image", ref: "ghcr.io/example/fn:v1", digest: `sha256:${"a".repeat(64)}`, usedBy: ["overlays/prod"] },
    { kind: "git", ref: "https://github.com/example/base?ref=v2", digest: "b".repeat(40), usedBy: ["overlays/dev"] },
  ],
  withholdSecrets: false,
  redaction: [],
};

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

export function newDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "krm-release-")));
  directories.push(directory);
  return directory;
}

export function release(more: Partial<ReleaseRequest> = {}): Release {
  return makeRelease({ ...REQUEST, ...more });
}

export interface MadeRelease extends WrittenRelease {
  readonly directory: string;
  readonly release: Release;
}

/** Makes a release and writes it to a new directory. */
export function made(more: Partial<ReleaseRequest> = {}, provenance: Provenance = PROVENANCE): MadeRelease {
  const directory = newDirectory();
  const one = release(more);
  return { directory, release: one, ...writeRelease(one, provenance, directory) };
}

/** The tar archive in an archive. */
export function tarIn(archive: string): Buffer {
  return gunzipSync(readFileSync(archive));
}

/** Compresses as a release does. */
export function compressed(tar: Uint8Array): Buffer {
  return Buffer.concat([...gzipped([tar])]);
}

/** The codes and messages of the problems with which it fails. */
export async function problemsOf(work: () => unknown): Promise<readonly string[]> {
  try {
    await work();
  } catch (error) {
    if (error instanceof KrmError) return error.diagnostics.map(({ code, message }) => `${code}: ${message}`);
    throw error;
  }
  return [];
}
