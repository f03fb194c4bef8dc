/** What LimitRanges of a target refuse. */
import { describe, expect, test } from "@jest/globals";
import { breachesOf } from "../../../src/review/dangers/target-rules/limits.ts";
import { rendered } from "../renderings.ts";
import { reviewed, told } from "./found.ts";

const join = (...documents: readonly string[]): string => documents.join("\n---\n");
const range = (item: string, name = "small", metadata = ""): string =>
  `apiVersion: v1\nkind: LimitRange\nmetadata: {name: ${name}${metadata}}\nspec: {limits: [{type: Container, ${item}}]}`;
const podRange = (item: string): string => range(item).replace("type: Container", "type: Pod");
const claimRange = (item: string): string => range(item).replace("type: Container", "type: PersistentVolumeClaim");
const pod = (resources: string, more = ""): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: web, resources: ${resources}}${more}]}`;
const deployment = (resources: string, metadata = ""): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web${metadata}}
spec: {template: {spec: {containers: [{name: web, image: web, resources: ${resources}}]}}}`;
const claim = (storage: string): string =>
  `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data}\nspec: {resources: {requests: {storage: ${storage}}}}`;

describe("a Pod", () => {
  const breaks = (ranges: string, object: string): string[] => {
    const { resources } = rendered(join(ranges, object), "app");
    const isRange = ({ kind }: { readonly kind: string }): boolean => kind === "LimitRange";
    const found = resources.filter((resource) => !isRange(resource));
    return found.flatMap((resource) => breachesOf(resource, resources.filter(isRange)).map(({ text }) => text));
  };

  test.each<readonly [string, string, string, readonly string[]]>([
    ["within all bounds", range("max: {cpu: 1}, min: {cpu: 100m}"), "{limits: {cpu: 500m}}", []],
    ["at a bound", range("max: {cpu: 1}, min: {cpu: 1}"), "{limits: {cpu: 1000m}}", []],
    [
      "with a limit above",
      range("max: {cpu: 1}"),
      "{limits: {cpu: 2}}",
      ["container `web` may get more `cpu` than LimitRange `small` allows"],
    ],
    ["without a limit, which becomes the most", range("max: {cpu: 1}"), "{}", []],
    [
      "with a request above, and no limit",
      range("max: {cpu: 1}"),
      "{requests: {cpu: 2}}",
      [
        "container `web` asks for more `cpu` than the limit that LimitRange `small` gives it",
        "container `web` may get more `cpu` than LimitRange `small` allows",
      ],
    ],
    [
      "with a request above the default",
      range("default: {memory: 128Mi}"),
      "{requests: {memory: 256Mi}}",
      ["container `web` asks for more `memory` than the limit that LimitRange `small` gives it"],
    ],
    [
      "with a request below",
      range("min: {cpu: 100m}"),
      "{requests: {cpu: 50m}}",
      ["container `web` gets less `cpu` than LimitRange `small` demands"],
    ],
    [
      "with a limit below",
      range("min: {cpu: 100m}"),
      "{limits: {cpu: 50m}}",
      ["container `web` gets less `cpu` than LimitRange `small` demands"],
    ],
    ["without a request, which becomes the least", range("min: {cpu: 100m}"), "{}", []],
    ["within the ratio", range("maxLimitRequestRatio: {cpu: 2}"), "{requests: {cpu: 1}, limits: {cpu: 2}}", []],
    [
      "above the ratio",
      range("maxLimitRequestRatio: {cpu: 1.5}"),
      "{requests: {cpu: 1}, limits: {cpu: 2}}",
      ["container `web` has a limit of `cpu` that is farther above its request than LimitRange `small` allows"],
    ],
    [
      "without what the ratio needs",
      range("maxLimitRequestRatio: {cpu: 2}"),
      "{}",
      ["container `web` has a limit of `cpu` that is farther above its request than LimitRange `small` allows"],
    ],
    ["with variables", range("max: {cpu: 1}"), '{limits: {cpu: "${CPU}"}}', []],
    ["with variables in the range", range('max: {cpu: "${CPU}"}'), "{limits: {cpu: 3}}", []],
    [
      "of two ranges, of which one gives more",
      join(range("default: {cpu: 1}"), range("default: {cpu: 3}", "large")),
      "{requests: {cpu: 2}}",
      [],
    ],
  ])("%s", (_name, ranges, resources, expected) => {
    expect(breaks(ranges, pod(resources))).toEqual(expected);
  });

  const second = (list: string, resources: string, more = ""): string =>
    `], ${list}: [{name: two, image: two, resources: ${resources}${more}}`;

  test.each<readonly [string, string, string, number]>([
    [
      "the sum of containers above",
      podRange("max: {cpu: 1}"),
      ", {name: b, image: b, resources: {limits: {cpu: 1}}}",
      1,
    ],
    [
      "an init container that runs before",
      podRange("max: {cpu: 1}"),
      second("initContainers", "{limits: {cpu: 1}}"),
      0,
    ],
    ["an init container that needs more", podRange("max: {cpu: 1}"), second("initContainers", "{limits: {cpu: 2}}"), 1],
    [
      "an init container that stays",
      podRange("max: {cpu: 1}"),
      second("initContainers", "{limits: {cpu: 1}}", ", restartPolicy: Always"),
      1,
    ],
    ["an amount of the Pod itself", podRange("max: {cpu: 1}"), "], resources: {limits: {cpu: 2}}, tolerations: [{}", 1],
    ["a limit that no container has", podRange("max: {memory: 1Gi}"), "", 1],
    ["a request that no container has", podRange("min: {memory: 1Gi}"), "", 1],
  ])("as a whole: %s", (_name, ranges, more, count) => {
    expect(breaks(ranges, pod("{limits: {cpu: 500m}}", more))).toHaveLength(count);
  });

  test("a claim", () => {
    expect(breaks(claimRange("min: {storage: 1Gi}, max: {storage: 2Gi}"), claim("2Gi"))).toEqual([]);
    expect(breaks(claimRange("max: {storage: 2Gi}"), claim("3Gi"))).toEqual([
      "the claim asks for more `storage` than LimitRange `small` allows",
    ]);
    expect(breaks(claimRange("min: {storage: 2Gi}"), claim("1Gi"))).toHaveLength(1);
  });
});

describe("a change", () => {
  const MAX = range("max: {cpu: 1}");
  const [GOOD, BAD] = ["{limits: {cpu: 1}}", "{limits: {cpu: 2}}"];
  const TEXT = "may get more `cpu` than LimitRange `small` allows: the API server refuses";
  const POD_PATH = "/spec/template/spec/containers/0/resources";

  test.each<readonly [string, string, string, readonly string[]]>([
    [
      "of a Deployment",
      join(MAX, deployment(GOOD)),
      join(MAX, deployment(BAD)),
      [`limit-range high Deployment web ${POD_PATH}: container \`web\` ${TEXT} its new Pods`],
    ],
    ["of another field", join(MAX, deployment(BAD)), join(MAX, deployment(BAD, ", labels: {a: b}")), []],
    [
      "of the namespace",
      join(MAX, deployment(GOOD, ", namespace: other")),
      join(MAX, deployment(BAD, ", namespace: other")),
      [],
    ],
    [
      "that adds a Pod",
      MAX,
      join(MAX, pod(BAD)),
      [`limit-range high Pod web /spec/containers/0/resources: container \`web\` ${TEXT} the object`],
    ],
    ["of a Pod that is there", join(MAX, pod(GOOD)), join(MAX, pod(BAD)), []],
    [
      "of the LimitRange",
      join(range("max: {cpu: 2}"), deployment(BAD)),
      join(MAX, deployment(BAD)),
      [
        "limit-range high LimitRange small: the LimitRanges of the namespace no longer let in new Pods of Deployment web",
      ],
    ],
    ["of both", join(range("max: {cpu: 2}"), deployment("{limits: {cpu: 3}}")), join(MAX, deployment(BAD)), []],
    [
      "of an operator's object",
      join(MAX, deployment(GOOD).replace("apps/v1", "example.com/v1")),
      join(MAX, deployment(BAD).replace("apps/v1", "example.com/v1")),
      [],
    ],
  ])("%s", (_name, base, head, expected) => {
    expect(told(base, head, "limit-range")).toEqual(expected);
  });

  test("tells many objects with the LimitRange once", () => {
    const many = Array.from({ length: 5 }, (_, index) => deployment(BAD).replace("name: web}", `name: web-${index}}`));
    const report = reviewed({ app: [join(range("max: {cpu: 2}"), ...many), join(MAX, ...many)] });
    expect(report.dangers.filter(({ id }) => id === "limit-range").map(({ message }) => message)).toEqual([
      "the LimitRanges of the namespace no longer let in new Pods of 5 objects, which do not change: web-0, web-1 and 3 more",
    ]);
  });
});
