/** Which sync windows of an AppProject are about an Application. */
import { describe, expect, test } from "@jest/globals";
import { syncWindowsOf } from "../../../src/deployments/argocd/index.ts";
import type { Value } from "../../../src/yaml/index.ts";

const APPLICATION = {
  metadata: { name: "web" },
  spec: { destination: { name: "prod", namespace: "shop" } },
};
const WINDOW = { kind: "deny", schedule: "0 22 * * *", duration: "1h" };
const windowsOf = (window: Value) => syncWindowsOf({ spec: { syncWindows: [window] } }, APPLICATION);

// docs/specification/argocd-projects.md 6
describe("a sync window", () => {
  test.each<[boolean, Record<string, Value>]>([
    [false, {}],
    [true, { applications: ["a", "we*"] }],
    [true, { applications: ["a"], namespaces: ["shop"] }],
    [true, { clusters: ["*"] }],
    [true, { clusters: ["prod"] }],
    [false, { clusters: ["https://*"] }],
    [false, { applications: ["a"], namespaces: ["shop"], andOperator: true }],
    [true, { applications: ["web"], namespaces: ["shop"], andOperator: true }],
    [true, { applications: [], namespaces: ["shop"], andOperator: true }],
    [false, { namespaces: ["!x"] }],
    [false, { namespaces: ["sho{p"] }],
    [false, { namespaces: [1, null] }],
  ])("is about the Application: %s for %j", (expected, lists) => {
    expect(windowsOf({ ...WINDOW, ...lists }).length > 0).toBe(expected);
  });

  test("is named with its schedule", () => {
    const window = { ...WINDOW, namespaces: ["*"], timeZone: "Europe/Berlin", manualSync: true };
    expect(windowsOf(window)).toEqual([{ text: "deny 0 22 * * * for 1h (Europe/Berlin)", allowsManual: true }]);
  });

  test.each([
    ["kind", "refuse"],
    ["schedule", "`x`\n"],
    ["duration", "long"],
    ["timeZone", "<b>"],
  ])("is left out with another %s: %j", (field, text) => {
    expect(windowsOf({ ...WINDOW, namespaces: ["*"], [field]: text })).toEqual([]);
  });
});
