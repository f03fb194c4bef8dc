/** Compares fields as the API server does: after it has filled in defaults. */
import { isMap, type MapValue } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";
import { compareQuantities, type Path } from "./objects/index.ts";

/** The values that the API server fills in where a field of a workload, a volume or a claim is absent, by the field. */
const DEFAULTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["apiGroup", "rbac.authorization.k8s.io"],
  ["apiVersion", "v1"],
  ["attachRequired", true],
  ["completionMode", "NonIndexed"],
  ["completions", 1],
  ["defaultMode", 420],
  ["dnsPolicy", "ClusterFirst"],
  ["enableServiceLinks", true],
  ["failureThreshold", 3],
  ["fsGroupPolicy", "ReadWriteOnceWithFSType"],
  ["imagePullPolicy", "IfNotPresent"],
  ["kind", "PersistentVolumeClaim"],
  ["manualSelector", false],
  ["periodSeconds", 10],
  ["podManagementPolicy", "OrderedReady"],
  ["preemptionPolicy", "PreemptLowerPriority"],
  ["protocol", "TCP"],
  ["readOnly", false],
  ["reclaimPolicy", "Delete"],
  ["revisionHistoryLimit", 10],
  ["schedulerName", "default-scheduler"],
  ["scheme", "HTTP"],
  ["scope", "Namespaced"],
  ["successThreshold", 1],
  ["suspend", false],
  ["terminationGracePeriodSeconds", 30],
  ["terminationMessagePath", "/dev/termination-log"],
  ["terminationMessagePolicy", "File"],
  ["timeoutSeconds", 1],
  ["volumeBindingMode", "Immediate"],
  ["volumeLifecycleModes", "Persistent"],
  ["volumeMode", "Filesystem"],
]);

/** Maps that mean the same when they are empty as when they are absent. Other empty maps, such as `emptyDir`, have a meaning. */
const EMPTY_IS_ABSENT = new Set(
  "annotations binaryData capacity data labels limits matchLabels metadata nodeSelector parameters requests resources securityContext stringData volumeAttributes".split(
    " ",
  ),
);

/** Maps with keys of users, in which no field has a default and each text counts. */
const FREE_MAPS = new Set(
  "annotations binaryData data labels matchLabels nodeSelector parameters stringData volumeAttributes".split(" "),
);

/** Texts that mean something else when they are empty than when they are absent. */
const EMPTY_TEXT_COUNTS = new Set(["storageClassName", "volumeAttributesClassName"]);

/** Fields that hold quantities by name, and fields that are quantities. */
const QUANTITIES = new Set(["capacity", "hard", "limits", "podFixed", "requests"]);
const QUANTITY = new Set(["divisor", "sizeLimit"]);

/** Fields that the cluster writes, not those who apply the object. */
const IGNORED = new Set(["status", "creationTimestamp"]);

/**
 * The deepest place that holds all differences of two values; undefined if the API server takes them as equal.
 * @param path that of the values
 */
export function differenceOf(before: Value | undefined, after: Value | undefined, path: Path): Path | undefined {
  const steps = reversedSteps(before, after, String(path.at(-1)), String(path.at(-2)));
  return steps && [...path, ...steps.reverse()];
}

/** The steps from two values to the place, last one first: built on the way back, so that equal values cost no paths. */
function reversedSteps(
  before: Value | undefined,
  after: Value | undefined,
  key: string,
  parent: string,
): (string | number)[] | undefined {
  if (before === after) return undefined;
  if ((QUANTITIES.has(parent) || QUANTITY.has(key)) && compareQuantities(before, after) === 0) return undefined;
  if (isMap(before) && isMap(after)) return stepsInMaps(before, after, key);
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return onlyOne(before.keys(), (index) => reversedSteps(before[index], after[index], String(index), key));
  }
  if (FREE_MAPS.has(parent)) return (before ?? null) === (after ?? null) || sameNumber(before, after) ? undefined : [];
  if (isAbsent(key, before)) return isAbsent(key, after) || isDefault(key, after) ? undefined : [];
  if (isAbsent(key, after)) return isDefault(key, before) ? undefined : [];
  return sameNumber(before, after) ? undefined : [];
}

function stepsInMaps(before: MapValue, after: MapValue, parent: string): (string | number)[] | undefined {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const own = (map: MapValue, key: string) => (Object.hasOwn(map, key) ? map[key] : undefined);
  return onlyOne(keys, (key) =>
    IGNORED.has(key) && !FREE_MAPS.has(parent)
      ? undefined
      : reversedSteps(own(before, key), own(after, key), key, parent),
  );
}

/** The steps to the only difference among some parts; none if there are several; undefined if there is no difference. */
function onlyOne<Step extends string | number>(
  parts: Iterable<Step>,
  compare: (part: Step) => (string | number)[] | undefined,
): (string | number)[] | undefined {
  let only: (string | number)[] | undefined;
  for (const part of parts) {
    const found = compare(part);
    if (found === undefined) continue;
    if (only !== undefined) return [];
    only = found;
    only.push(part);
  }
  return only;
}

function isAbsent(key: string, value: Value | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (value === "") return !EMPTY_TEXT_COUNTS.has(key);
  if (Array.isArray(value)) return value.length === 0;
  return isMap(value) && EMPTY_IS_ABSENT.has(key) && isEmpty(value);
}

/** Tells whether a map has nothing but ignored, absent and equally empty values: `metadata: {creationTimestamp: null}`. */
function isEmpty(map: MapValue): boolean {
  return Object.keys(map).every((key) => IGNORED.has(key) || isAbsent(key, map[key]));
}

function isDefault(key: string, value: Value | undefined): boolean {
  // The only default that is a list has one element.
  const scalar = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const filled = DEFAULTS.get(key);
  return filled !== undefined && (filled === scalar || sameNumber(filled, scalar));
}

function sameNumber(before: Value | undefined, after: Value | undefined): boolean {
  const isNumber = (value: unknown) => typeof value === "number" || typeof value === "bigint";
  return isNumber(before) && isNumber(after) && String(before) === String(after);
}
