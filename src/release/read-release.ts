/** Reads release.json of an archive; docs/specification/releases.md 2.3. */
import { isCommitId } from "../text/index.ts";
import { isReleaseName, jsonText, type ReleaseDocument, type ReleasedTarget, type WithheldObject } from "./format.ts";

/** @returns what is wrong with it, as a text that goes on after its name */
export function readRelease(text: string): ReleaseDocument | string {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value) && value["schemaVersion"] !== 1) {
      return `has the schemaVersion ${JSON.stringify(value["schemaVersion"])?.slice(0, 20) ?? "missing"}, and this krm-render reads version 1`;
    }
    const release = releaseOf(value);
    // Fields that are unknown, or there twice, do not come back.
    return jsonText(release) === text ? release : "is not written as a release has it";
  } catch (error) {
    if (error instanceof SyntaxError) return "is not JSON";
    if (error instanceof Wrong) return error.message;
    throw error;
  }
}

class Wrong extends Error {}

function releaseOf(value: unknown): ReleaseDocument {
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
}

function targetAt(value: unknown): ReleasedTarget {
  const target = objectAt(value, "a target");
  const id = target["id"];
  return {
    ...(id !== undefined && { id: textAt(id, "targets.id") }),
    path: textAt(target["path"], "targets.path"),
    file: textAt(target["file"], "targets.file"),
    bytes: countAt(target["bytes"], "targets.bytes"),
    sha256: digestAt(target["sha256"], "targets.sha256"),
    objects: countAt(target["objects"], "targets.objects"),
  };
}

function withheldAt(value: unknown): WithheldObject {
  const object = objectAt(value, "an object of secrets");
  const text = (key: keyof WithheldObject) => stringAt(object[key], `secrets.objects.${key}`);
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

/** Makes a function that returns a value if it is right, and else throws an error with its place. */
function expect<T>(missing: string, isRight: (value: unknown) => boolean): (value: unknown, place: string) => T {
  return (value, place) => {
    if (!isRight(value)) throw new Wrong(`has ${missing} at ${place}`);
    return value as T;
  };
}

const listAt = expect<readonly unknown[]>("no list", Array.isArray);
const stringAt = expect<string>("no text", (value) => typeof value === "string");
const textAt = expect<string>("no text", (value) => typeof value === "string" && value !== "");
const flagAt = expect<boolean>("neither true nor false", (value) => typeof value === "boolean");
const countAt = expect<number>("no number", (value) => Number.isSafeInteger(value) && (value as number) >= 0);
const digestAt = expect<string>("no digest", (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value));
