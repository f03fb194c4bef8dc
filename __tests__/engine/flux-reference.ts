/** Builds the files of a test with the generator of kustomize-controller, by the program of scripts/flux-build. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Location } from "../../src/diagnostics.ts";
import type { KustomizationEdits } from "../../src/engine/index.ts";
import type { ReferenceOutcome } from "./reference.ts";
import type { Files } from "./render.ts";

/** The fields of a Kustomization of Flux that are edits. */
export interface FluxSpec {
  readonly targetNamespace?: string;
  readonly namePrefix?: string;
  readonly nameSuffix?: string;
  readonly patches?: readonly { readonly patch: string; readonly target?: Readonly<Record<string, string>> }[];
  readonly components?: readonly string[];
  readonly ignoreMissingComponents?: boolean;
  readonly patchesStrategicMerge?: readonly Readonly<Record<string, unknown>>[];
  readonly patchesJson6902?: readonly {
    readonly patch: readonly Readonly<Record<string, unknown>>[];
    readonly target: Readonly<Record<string, string>>;
  }[];
  readonly images?: readonly Readonly<Record<string, string>>[];
  readonly buildMetadata?: readonly string[];
}

/** The spec as edits, all of them at one place. */
export function editsOf(
  spec: FluxSpec,
  location: Location = { file: "ks.yaml", line: 1, column: 1 },
): KustomizationEdits {
  const text = (value: string | undefined) => (value === undefined ? undefined : { text: value, location });
  const located = <T extends object>(value: T): T & { location: Location } => ({ ...value, location });
  const selector = (target: Readonly<Record<string, string>> | undefined) =>
    target === undefined ? {} : { target: located(target) };
  return {
    location,
    namespace: text(spec.targetNamespace),
    namePrefix: text(spec.namePrefix),
    nameSuffix: text(spec.nameSuffix),
    patches: spec.patches?.map(({ patch, target }) => located({ patch, ...selector(target) })),
    components: spec.components?.map((path) => located({ path })),
    ignoresMissingComponents: spec.ignoreMissingComponents,
    patchesStrategicMerge: spec.patchesStrategicMerge?.map((patch) => located({ text: JSON.stringify(patch) })),
    patchesJson6902: spec.patchesJson6902?.map(({ patch, target }) =>
      located({ patch: JSON.stringify(patch), ...selector(target) }),
    ),
    images: spec.images?.map(located),
    buildMetadata: spec.buildMetadata?.map((value) => located({ text: value })),
  };
}

export async function fluxOutcome(
  binary: string,
  files: Files,
  path: string,
  spec: FluxSpec,
): Promise<ReferenceOutcome> {
  const root = await mkdtemp(join(tmpdir(), "krm-flux-"));
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), text);
    }
    const answer = await run(binary, { root, path, kustomization: { spec } });
    return answer.error ? { error: answer.error } : { text: answer.built ?? "" };
  } finally {
    await rm(root, { recursive: true });
  }
}

function run(binary: string, job: object): Promise<{ readonly built?: string; readonly error?: string }> {
  return new Promise((resolve, reject) => {
    const child = execFile(binary, [], { maxBuffer: 1 << 26, timeout: 60_000 }, (error, stdout, stderr) => {
      if (error !== null) reject(new Error(stderr || error.message));
      else resolve(JSON.parse(stdout));
    });
    child.stdin?.end(`${JSON.stringify(job)}\n`);
  });
}
