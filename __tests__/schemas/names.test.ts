/** The syntax of names and addresses. docs/specification/schemas.md 2.6, 3.4 */
import { describe, expect, test } from "@jest/globals";
import { isIPv4, isIPv6, isNetwork } from "../../src/schemas/addresses.ts";
import {
  annotationNameFault,
  dataKeyFault,
  labelValueFault,
  nameFault,
  namespaceFault,
  qualifiedNameFault,
} from "../../src/schemas/names.ts";
import { isBase64, isDateTime, isTrimmedQuantity } from "../../src/schemas/scalars.ts";

const a = (count: number): string => "a".repeat(count);
const nameIn =
  (group: string, kind: string, minor = 30) =>
  (name: string) =>
    nameFault(name, group, kind, minor) === undefined;
const without =
  (fault: (text: string) => string | undefined) =>
  (text: string): boolean =>
    fault(text) === undefined;

describe.each([
  ["a name", nameIn("apps", "Deployment"), ["a", "a.b-c", "1a", a(253)], ["", "A", "-a", "a-", "a..b", "a_b", a(254)]],
  ["the name of a Namespace", nameIn("", "Namespace"), ["a", "1a", a(63)], ["a.b", a(64), "A"]],
  ["the name of a Service", nameIn("", "Service"), ["a", "a1"], ["1a", "a.b", a(64)]],
  ["the name of a Service since 1.34", nameIn("", "Service", 34), ["a", "1a"], ["a.b"]],
  ["the name of a StatefulSet", nameIn("apps", "StatefulSet"), ["a", "1a", a(63)], ["a.b", a(64)]],
  ["the name of a CronJob", nameIn("batch", "CronJob"), ["a", "a.b", a(52)], ["A", a(53)]],
  ["the name of a role", nameIn("rbac.authorization.k8s.io", "Role"), ["a", "system:a", "A"], ["a/b", "a%", ".", ".."]],
  ["a namespace", without(namespaceFault), ["a", "1"], ["a.b", "A"]],
  [
    "the name of a label",
    without(qualifiedNameFault),
    ["a", "A_b.c", "example.com/a"],
    ["", "/a", "a/", "a/b/c", "Example.com/a", "-a", a(64)],
  ],
  ["the name of an annotation", without(annotationNameFault), ["Example.com/A"], ["a b"]],
  ["the value of a label", without(labelValueFault), ["", "a", "A.b_c-1", a(63)], ["a b", "-", a(64), "a/b"]],
  ["a key of data", without(dataKeyFault), ["a", "A_b.c-1", ".a"], ["", "..", "..a", "a/b", a(254)]],
  [
    "a quantity",
    isTrimmedQuantity,
    ["1", "500m", "1.5Gi", ".5", "1e3", "-1", "+1", "Gi", "1 ".trim()],
    ["", "1x", "1 Gi", "1KB", "1e", "1_0"],
  ],
  ["base64", isBase64, ["", "YQ==", "YWI=", "YWJj", "YWJj\nYWJj"], ["a", "YQ=", "YQ==YQ==", "a b c"]],
  [
    "a time",
    isDateTime,
    ["2026-02-28T00:00:00Z", "2024-02-29T23:59:59.5+01:00"],
    ["2026-02-29T00:00:00Z", "2026-02-28", "2026-13-01T00:00:00Z", "2026-02-28t00:00:00z"],
  ],
  ["an address of version 4", isIPv4, ["0.0.0.0", "255.255.255.255"], ["256.0.0.0", "1.2.3", "01.2.3.4", ""]],
  [
    "an address of version 6",
    isIPv6,
    ["::", "::1", "1:2:3:4:5:6:7:8", "fe80::1", "::ffff:1.2.3.4"],
    ["", ":", ":::", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "1:2:3"],
  ],
  [
    "a network",
    isNetwork,
    ["10.0.0.0/8", "::/0", "fe80::/128"],
    ["10.0.0.0", "10.0.0.0/33", "::/129", "a/1", "::/1/2"],
  ],
] as const)("%s", (_, fits, right, wrong) => {
  test.each([...right.map((text) => [text, true]), ...wrong.map((text) => [text, false])] as const)(
    "%j: %j",
    (text, expected) => {
      expect(fits(text as string)).toBe(expected);
    },
  );
});
