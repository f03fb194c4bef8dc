/** Which changes count as routine. A wrong yes hides something, so the table of what is not routine is the longer one. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { overviewOf } from "../../src/report/overview.ts";
import { routineOf } from "../../src/report/routine.ts";
import type { Change, Report } from "../../src/review/index.ts";
import { change, failedTarget, imageChange, report, type TestField, type TestTarget, target } from "./reports.ts";

const bump = (before = "1.4.2", after = "1.5.0"): Change => imageChange("registry.example/shop", before, after);
const [imageField] = bump().fields as [Change["fields"][number]];
const changed = (...changes: readonly Change[]): TestTarget => target("t", { changes });
const with_ = (...fields: readonly TestField[]): TestTarget => changed(change({ fields: [imageField, ...fields] }));
const version: TestField = {
  path: "/metadata/labels/helm.sh~1chart",
  op: "changed",
  before: "shop-1",
  after: "shop-2",
  noise: "chart-labels",
};
const { noise: _noise, ...unfolded } = version;
const checksum: TestField = {
  path: "/spec/template/metadata/annotations/checksum~1config",
  op: "changed",
  before: "a",
  after: "b",
  noise: "checksums",
};
const danger = {
  id: "image-major",
  key: "image-major:0123456789ab",
  level: "low",
  targets: ["t"],
  change: bump().id,
  message: "m",
} as const;
const plain = report(changed(bump()));
/** A release of Flux, which names the version of its chart. */
const release = (
  before: string,
  after: string,
  more: { kind?: string; apiVersion?: string; path?: string } = {},
): Change =>
  change({
    apiVersion: "helm.toolkit.fluxcd.io/v2",
    kind: "HelmRelease",
    name: "reloader",
    fields: [{ path: more.path ?? "/spec/chart/spec/version", op: "changed", before, after }],
    ...(more.kind === undefined ? {} : { kind: more.kind }),
    ...(more.apiVersion === undefined ? {} : { apiVersion: more.apiVersion }),
  });

describe("routine is", () => {
  test.each<{ what: string; given: Report; images: number }>([
    { what: "a new tag", given: plain, images: 1 },
    { what: "a new digest", given: report(changed(bump("1@sha256:aa", "1@sha256:bb"))), images: 1 },
    { what: "new tags of several images", given: report(changed(bump(), imageChange("b", "1", "2"))), images: 2 },
    { what: "a tag and the label of a chart", given: report(with_(version)), images: 1 },
    { what: "a tag and a checksum", given: report(with_(checksum)), images: 1 },
    { what: "a tag and a label that no rule folds", given: report(with_(unfolded)), images: 1 },
    { what: "a tag and a new label", given: report(with_({ ...unfolded, op: "added" })), images: 1 },
    {
      what: "a tag beside an object with another label",
      given: report(changed(bump(), change({ name: "b", fields: [unfolded] }))),
      images: 1,
    },
    {
      what: "a tag beside objects with folded labels only",
      given: report(changed(bump(), change({ name: "b", fields: [version] }))),
      images: 1,
    },
    { what: "a tag beside targets in which nothing changes", given: report(changed(bump()), target("u")), images: 1 },
    {
      what: "a tag beside a failure that the change leaves alone",
      given: report(changed(bump()), failedTarget("u", "x", { failedBefore: true, edited: false })),
      images: 1,
    },
    {
      what: "a tag beside warnings that were there before",
      given: report(
        target("t", {
          changes: [bump()],
          diagnostics: [{ code: "unused-image", severity: "warning", message: "matches nothing" }],
        }),
      ),
      images: 1,
    },
    {
      what: "a tag beside a notice about the comparison",
      given: { ...plain, notes: [{ code: "x", severity: "notice", message: "m" }] },
      images: 1,
    },
  ])("$what", ({ given, images }) => {
    expect(routineOf(given)?.images).toHaveLength(images);
  });
});

describe("routine is not", () => {
  test.each<{ what: string; given: Report }>([
    { what: "nothing at all", given: report(target("t")) },
    { what: "folded labels only", given: report(changed(change({ fields: [version] }))) },
    { what: "an older tag", given: report(changed(bump("0.2", "0.1"))) },
    { what: "an older tag of another form", given: report(changed(bump("v1.10.0-alpine", "v1.9.9-alpine"))) },
    { what: "a new version of a chart", given: report(changed(release("1.0.48", "1.0.49"))) },
    { what: "a tag and a chart", given: report(changed(bump(), release("v1.0.48", "v1.1.0"))) },
    {
      what: "an image in the values of a chart",
      given: report(
        changed({
          ...release("1.0.48", "1.0.49"),
          fields: [{ ...imageField, path: "/spec/values/image/tag", before: "1", after: "2", image: "a" }],
        }),
      ),
    },
    {
      what: "a tag and a label of an Application",
      given: report(
        changed(
          bump(),
          change({ apiVersion: "argoproj.io/v1alpha1", kind: "Application", name: "b", fields: [unfolded] }),
        ),
      ),
    },
    {
      what: "a version in another field",
      given: report(changed(release("1.0.0", "1.0.1", { path: "/spec/version" }))),
    },
    {
      what: "a release of something else",
      given: report(changed(release("1.0.0", "1.0.1", { apiVersion: "example.com/v1" }))),
    },
    { what: "another field", given: report(with_({ path: "/spec/replicas", op: "changed", before: 1, after: 2 })) },
    { what: "a label only", given: report(changed(change({ fields: [unfolded] }))) },
    { what: "a label that is withheld", given: report(with_({ ...unfolded, redacted: true })) },
    { what: "a label of another order", given: report(with_({ ...unfolded, op: "reordered" })) },
    {
      what: "a label of pods that no rule folds",
      given: report(with_({ ...unfolded, path: "/spec/template/metadata/labels/a" })),
    },
    { what: "a label of a selector", given: report(with_({ ...unfolded, path: "/spec/selector/matchLabels/a" })) },
    { what: "all labels", given: report(with_({ path: "/metadata/labels", op: "added", after: { a: "b" } })) },
    {
      what: "an annotation that no rule folds",
      given: report(with_({ ...unfolded, path: "/metadata/annotations/a" })),
    },
    ...["Namespace", "Node", "Pod", "ClusterRole"].map((kind) => ({
      what: `a label of a ${kind}, which decides what may run`,
      given: report(
        changed(
          bump(),
          change({
            kind,
            fields: [
              {
                path: "/metadata/labels/pod-security.kubernetes.io~1enforce",
                op: "changed",
                before: "restricted",
                after: "privileged",
              },
            ],
          }),
        ),
      ),
    })),
    { what: "a value that a rule folds", given: report(with_({ ...version, path: "/spec/replicas" })) },
    { what: "another order", given: report(with_({ ...version, op: "reordered" })) },
    {
      what: "another repository",
      given: report(changed(change({ fields: [{ ...imageField, before: "a/shop:1", after: "b/shop:1" }] }))),
    },
    {
      what: "an image outside of containers",
      given: report(changed(change({ fields: [{ ...imageField, path: "/spec/image" }] }))),
    },
    {
      what: "a new image",
      given: report(changed(change({ fields: [{ path: imageField.path, op: "added", after: "a:1" }] }))),
    },
    { what: "latest now", given: report(changed(bump("1", "latest"))) },
    { what: "latest before", given: report(changed(bump("latest", "1"))) },
    { what: "a tag without a version now", given: report(changed(bump("1.2.3", "main"))) },
    { what: "a tag without a version before", given: report(changed(bump("stable", "1.2.3"))) },
    { what: "no digest any more", given: report(changed(bump("sha256:aa11", "v2"))) },
    { what: "no digest beside the tag any more", given: report(changed(bump("1.2.3@sha256:aa11", "1.2.4"))) },
    { what: "latest with a digest", given: report(changed(bump("latest@sha256:aa", "latest@sha256:bb"))) },
    {
      what: "no tag now",
      given: report(changed(change({ fields: [{ ...imageField, after: "registry.example/shop" }] }))),
    },
    { what: "a Job", given: report(changed({ ...bump(), object: { ...bump().object, kind: "Job" } })) },
    { what: "a CronJob", given: report(changed({ ...bump(), object: { ...bump().object, kind: "CronJob" } })) },
    { what: "more fields than are listed", given: report(changed({ ...bump(), moreFields: 1 })) },
    { what: "an added object", given: report(changed(bump(), change({ op: "added", fields: [] }))) },
    { what: "a removed object", given: report(changed(bump(), change({ op: "removed", fields: [] }))) },
    { what: "a renamed object", given: report(changed({ ...bump(), from: { name: "old" } })) },
    { what: "an object of another target", given: report(changed({ ...bump(), from: { targets: ["u"] } })) },
    { what: "another API version", given: report(changed({ ...bump(), from: { apiVersion: "apps/v1beta1" } })) },
    { what: "a change without known fields", given: report(changed(bump(), change({ name: "b", fields: [] }))) },
    { what: "references to new names", given: report(changed(bump(), { ...bump(), onlyReferences: true })) },
    { what: "a renamed target", given: report(target("t", { changes: [bump()], from: "u" })) },
    { what: "an added target", given: report(changed(bump()), target("u", { status: "added" })) },
    { what: "a removed target", given: report(changed(bump()), target("u", { status: "removed" })) },
    { what: "a failure", given: report(changed(bump()), failedTarget("u", "x")) },
    {
      what: "a failure on both sides whose files the change edits",
      given: report(changed(bump()), failedTarget("u", "x", { failedBefore: true, edited: true })),
    },
    {
      what: "a failure on both sides of which not everything is known",
      given: report(changed(bump()), failedTarget("u", "x", { failedBefore: true })),
    },
    { what: "a repair", given: report(changed(bump()), target("u", { status: "failed-at-base" })) },
    {
      what: "a new warning",
      given: report(
        changed(bump()),
        target("u", { diagnostics: [{ code: "unused-image", severity: "warning", message: "m", isNew: true }] }),
      ),
    },
    {
      what: "a warning about the comparison",
      given: { ...plain, notes: [{ code: "x", severity: "warning", message: "m" }] },
    },
    { what: "a danger", given: { ...plain, dangers: [danger] } },
    {
      what: "a silenced danger",
      given: { ...plain, dangers: [{ ...danger, silenced: { by: "configuration", reason: "r" } }] },
    },
    {
      what: "an edit of what may run",
      given: { ...plain, trust: [{ kind: "function", op: "changed", subject: "s", file: "f", fields: [] }] },
    },
  ])("$what", ({ given }) => {
    expect(routineOf(given)).toBeUndefined();
    expect(overviewOf(given).routine).toBeUndefined();
  });

  test("any change of anything else", () => {
    const segment = fc.constantFrom(
      "spec",
      "data",
      "rules",
      "0",
      "metadata",
      "name",
      "labels",
      "annotations",
      "image",
      "env",
    );
    const path = fc.array(segment, { minLength: 1, maxLength: 6 }).map((parts) => `/${parts.join("/")}`);
    const field = fc.record(
      {
        path,
        op: fc.constantFrom("added" as const, "removed" as const, "changed" as const, "reordered" as const),
        before: fc.oneof(fc.string(), fc.integer()),
        after: fc.oneof(fc.string(), fc.integer()),
        redacted: fc.constant(true as const),
        oversized: fc.constant(true as const),
        encrypted: fc.constant(true as const),
      },
      { requiredKeys: ["path", "op"] },
    );
    fc.assert(
      fc.property(field, fc.constantFrom("Deployment", "ConfigMap", "Role"), (other, kind) => {
        fc.pre(!/^\/metadata\/labels\/[^/]+$/.test(other.path));
        expect(routineOf(report(changed(bump(), change({ name: "b", kind, fields: [other] }))))).toBeUndefined();
        expect(routineOf(report(with_(other)))).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});
