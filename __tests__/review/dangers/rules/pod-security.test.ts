import { describe, expect, test } from "@jest/globals";
import { findings, object } from "./objects.ts";

const ENFORCE = "pod-security.kubernetes.io/enforce";
const PATH = "/metadata/labels/pod-security.kubernetes.io~1enforce";

/** A Namespace with a level, or with none. */
function namespace(level: string, label = ENFORCE, kind = "v1 Namespace") {
  return object(kind, "", level === "-" ? {} : { labels: `${label}: "${level}"` });
}

const WEAKER = `high ${PATH}: the Namespace enforces a weaker Pod Security level than before: it accepts`;
const ANY = `${WEAKER} any Pods, also privileged ones, and ones with the network or directories of the node`;

describe("the level that a Namespace enforces", () => {
  test.each([
    ["restricted", "privileged", `${ANY} (restricted -> privileged)`],
    ["baseline", "privileged", `${ANY} (baseline -> privileged)`],
    [
      "restricted",
      "baseline",
      `${WEAKER} Pods that run as root, and containers that can gain privileges (restricted -> baseline)`,
    ],
    [
      "baseline",
      "-",
      `high ${PATH}: the Namespace enforces no Pod Security level any more: it accepts any Pods, unless the cluster has a level of its own for all (baseline -> )`,
    ],
    [
      "restricted",
      "strict",
      `high ${PATH}: the Pod Security level of the Namespace becomes one that Kubernetes does not have: nobody knows which Pods it accepts (restricted -> strict)`,
    ],
  ])("from %s to %s", (before, after, found) => {
    expect(findings("pod-security", namespace(before), namespace(after))).toEqual([found]);
  });

  test.each([
    ["privileged", "privileged"],
    ["privileged", "-"],
    ["-", "privileged"],
    ["baseline", "restricted"],
    ["restricted", "restricted"],
    ["__proto__", "privileged"],
  ])("from %s to %s is none", (before, after) => {
    expect(findings("pod-security", namespace(before), namespace(after))).toEqual([]);
  });

  test.each(["warn", "audit", "enforce-version"])("the label %s refuses nothing", (label) => {
    const of = (level: string) => namespace(level, `pod-security.kubernetes.io/${label}`);
    expect(findings("pod-security", of("restricted"), of("privileged"))).toEqual([]);
  });

  test("new and removed Namespaces, and other kinds, are none", () => {
    expect(findings("pod-security", undefined, namespace("privileged"))).toEqual([]);
    expect(findings("pod-security", namespace("restricted"), undefined)).toEqual([]);
    const of = (level: string) => namespace(level, ENFORCE, "example.com/v1 Namespace");
    expect(findings("pod-security", of("restricted"), of("privileged"))).toEqual([]);
  });
});
