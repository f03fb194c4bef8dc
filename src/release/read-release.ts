/** Reads release.json of an archive; docs/specification/releases.md 2.3. */
import { isCommitId } from "../text/index.ts";
import { isReleaseName, jsonText, type ReleaseDocument, type ReleasedTarget, type WithheldObject } from "./format.ts";

/** @returns what is wrong with it, as a text that goes on after its name */
export function readRelease(text: string): ReleaseDocument | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "is not JSON";
  }
  if (isObject(value) && value["schemaVersion"] !== 1) {
    return `has the schemaVersion ${JSON.stringify(value["schemaVersion"])?.slice(0, 20) ?? "missing"}, and this krm-render reads version 1`;
  }
  const release = releaseOf(value);
  if (typeof release === "string") return release;
  // Fields that are unknown, or there twice, do not come back.
  return jsonText(release) === text ? release : "is not written as a release has it";
}

class Wrong extends Error {}

function releaseOf(value: unknown): ReleaseDocument | string {
  try {
    const top = objectAt(value, "it");
    const program = objectAt(top["program"], "program");
    const secrets = objectAt(top["secrets"], "secrets");
    const name = textAt(top["name"], "name");
    const version = textAt(top["version"], "version");
    if (!isReleaseName(name) || !isReleaseName(version)) throw new Wrong("has a name or a version that no release has");
    const commit = textAt(top["commit"], "commit");
    if (!isCommitId(commit)) throw new Wrong("has a commit that is not the full id of one");
    return {
      schemaVersion: 1,
      name,
      version,
      repository: top["repository"] === null ? null : textAt(top["repository"], "repository"),
      commit,
      modified: flagAt(top["modified"], "modified"),
      created: textAt(top["created"], "created"),
      program: { name: "krm-render", version: textAt(program["version"], "program.version") },
      secrets: {
        withheld: flagAt(secrets["withheld"], "secrets.withheld"),
        objects: listAt(secrets["objects"], "secrets.objects").map(withheldAt),
      },
      lock: { sha256: digestAt(objectAt(top["lock"], "lock")["sha256"], "lock.sha256") },
      targets: listAt(top["targets"], "targets").map(targetAt),
    };
  } catch (error) {
    if (error instanceof Wrong) return error.message;
    throw error;
  }
}

function targetAt(value: unknown): ReleasedTarget {
  const target = objectAt(value, "a target");
  return {
    path: textAt(target["path"], "targets.path"),
    file: textAt(target["file"], "targets.file"),
    bytes: countAt(target["bytes"], "targets.bytes"),
    sha256: digestAt(target["sha256"], "targets.sha256"),
    objects: countAt(target["objects"], "targets.objects"),
  };
}

function withheldAt(value: unknown): WithheldObject {
  const object = objectAt(value, "an object of secrets");
  const text = (key: keyof WithheldObject): string => {
    const found = object[key];
    if (typeof found !== "string") throw new Wrong(`has no text at secrets.objects.${key}`);
    return found;
  };
  return {
    target: text("target"),
    apiVersion: text("apiVersion"),
    kind: text("kind"),
    namespace: text("namespace"),
    name: text("name"),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The keys come from a file: they are looked up in an object without a prototype. */
function objectAt(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new Wrong(`has no object at ${place}`);
  return Object.assign(Object.create(null) as Record<string, unknown>, value);
}

function listAt(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Wrong(`has no list at ${place}`);
  return value;
}

function textAt(value: unknown, place: string): string {
  if (typeof value !== "string" || value === "") throw new Wrong(`has no text at ${place}`);
  return value;
}

function flagAt(value: unknown, place: string): boolean {
  if (typeof value !== "boolean") throw new Wrong(`has neither true nor false at ${place}`);
  return value;
}

function countAt(value: unknown, place: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new Wrong(`has no number at ${place}`);
  return value as number;
}

function digestAt(value: unknown, place: string): string {
  if (typeof value !== "string" || !/^[0-9a-f]{64}$/.test(value)) throw new Wrong(`has no digest at ${place}`);
  return value;
}
