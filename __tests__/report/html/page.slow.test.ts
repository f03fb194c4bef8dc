import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { terminalChunks } from "../../../src/report/index.ts";
import type { Danger, Report } from "../../../src/review/index.ts";
import { change, failedTarget, hostile, hostileReport, hunk, imageChange, LINKS, report, target } from "../reports.ts";
import { attributeOf, elementsBelow, type ParsedPage, pageOf, textOf } from "./parsed.ts";

const seen = (page: ParsedPage): string => textOf(page.root).replace(/\s+/g, " ");

function withId(page: ParsedPage, id: string): ParsedPage["elements"][number] {
  const [found, ...others] = page.elements.filter((each) => attributeOf(each, "id") === id);
  if (found === undefined || others.length > 0) throw new Error(`${others.length} elements have the id ${id}`);
  return found;
}

test("one file that loads nothing holds every change", () => {
  const page = pageOf(report(target("apps/prod", { changes: [change()] }), failedTarget("apps/eu", "no such file")), {
    links: LINKS,
    durationMs: 1_200,
  });
  const { html, errors } = page;
  expect(html).toMatch(/^<!doctype html>\n<html lang=en>/);
  expect(errors).toEqual([]);
  expect(html).toContain("<h1>1 of 2 targets no longer builds · 1 change in 1 other</h1>");
  expect(seen(page)).toContain("apps/eu no longer builds");
  expect(seen(page)).toContain("apps/eu/kustomization.yaml:9 no such file");
  expect(textOf(withId(page, "behaviour"))).toContain("-  replicas: 3\n+  replicas: 5\n");
  expect(html).toContain("<a href=https://github.example/o/r/blob/5d6e");
  expect(html).toContain("in 1.2 s");
  expect(html).not.toMatch(/<link|<img|<iframe|\ssrc=|\son\w+=|\sstyle=|@import|url\(/);
});

test("the policy allows the style and the script of the page, and nothing else", () => {
  const page = pageOf(report());
  const policy = page.elements.find((each) => attributeOf(each, "http-equiv") === "Content-Security-Policy");
  const allowed = attributeOf(policy as NonNullable<typeof policy>, "content")?.split("; ");
  const hashOf = (name: string): string => {
    const [element, ...others] = page.elements.filter(({ tagName }) => tagName === name);
    expect(others).toEqual([]);
    const content = element?.childNodes[0];
    const text = content !== undefined && "value" in content ? content.value : "";
    return `sha256-${createHash("sha256").update(text).digest("base64")}`;
  };
  expect(allowed).toEqual([
    "default-src 'none'",
    `style-src '${hashOf("style")}'`,
    `script-src '${hashOf("script")}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});

test("targets that fail with the same error share its message, and those that failed before are folded", () => {
  const cause = { diagnostics: [{ code: "file-not-found", severity: "error" as const, message: "cause" }] };
  const page = pageOf(
    report(
      failedTarget("a", "", cause),
      failedTarget("b", "", cause),
      target("c", { ...cause, status: "failed-at-base" }),
      failedTarget("d", "", { ...cause, failedBefore: true }),
    ),
  );
  expect(seen(page)).toContain("a, b no longer build cause");
  expect(seen(page)).toContain("Try it: krm-render build a");
  expect(seen(page)).toContain("c builds again. It could not be compared, because the base does not build.");
  const [fold] = elementsBelow(withId(page, "untouched")).filter(({ tagName }) => tagName === "details");
  expect(textOf(fold as NonNullable<typeof fold>)).toContain(
    "1 target fails on both sides, and cannot be compared\nd could not be compared",
  );
  expect(page.html.match(/>cause</g)).toHaveLength(3);
});

test("the dangers of a target that builds again count as new, because nobody knows the objects of the base", () => {
  const given = report(target("a", { status: "failed-at-base", changes: [change({ op: "added" })] }));
  expect(seen(pageOf(given))).toContain(
    "a builds again, and all of its dangers count as new. It could not be compared",
  );
  expect([...terminalChunks(given)].join("")).toContain(
    "\nbuilds again, and all dangers count as new; it could not be compared, because the base does not build: a\n",
  );
});

test("a revision is named once", () => {
  const given = { sha: "1a2b3c4d5e6f", label: "HEAD~2 (1a2b3c4)", reason: "given" };
  expect(seen(pageOf({ ...report(), base: given }))).toContain(
    "Rendered HEAD at 5d6e7f8 (pull request head) against HEAD~2 (1a2b3c4) (given).",
  );
});

test("objects with the same diff share it, and each can be linked to", () => {
  const objects = ["a", "b", "c"].map((name) => change({ name }));
  const [first] = objects;
  const input = report(target("apps/prod", { changes: objects }));
  const page = pageOf(input);
  expect(page.html.match(/<pre>/g)).toHaveLength(1);
  expect(seen(page)).toContain("The same diff: Deployment shop/b, Deployment shop/c");
  for (const { id } of input.changes) expect(withId(page, id)).toBeDefined();
  expect(first).toBeDefined();
});

test("dangers stand above the changes, lead to them, and are named beside them", () => {
  const plain = report(target("apps/prod", { changes: [change()] }));
  const danger: Danger = {
    id: "immutable-field",
    key: "immutable-field:0123456789ab",
    level: "high",
    targets: ["apps/prod"],
    change: plain.changes[0]?.id ?? "",
    message: "the selector changes, which the API server refuses",
    before: "a",
    after: "b",
  };
  const silenced: Danger = {
    ...danger,
    key: "immutable-field:ba9876543210",
    message: "other",
    silenced: { by: "configuration", reason: "we <know>" },
  };
  const dangers = { ...plain.figures.dangers, high: 1, silenced: 1 };
  const page = pageOf({ ...plain, dangers: [danger, silenced], figures: { ...plain.figures, dangers } });
  const box = textOf(withId(page, "dangers")).replace(/\s+/g, " ");
  expect(box).toContain("high the selector changes, which the API server refuses (a → b) Deployment shop/web");
  expect(box).toContain("1 silenced danger");
  expect(box).toContain("silenced by .krm-render.yaml: we <know>");
  expect(page.html).toContain(`<a href=#${danger.change}>Deployment <code>shop/web</code></a>`);
  const row = page.elements.find((each) => attributeOf(each, "data-d") === "high");
  expect(textOf(row as NonNullable<typeof row>)).toContain(danger.message);
  expect(seen(page).indexOf(danger.message)).toBeLessThan(seen(page).indexOf("Changes 1"));
});

test("equal dangers of changes with one diff are said once, and a folded row does not have those of its change", () => {
  const fields = [
    { path: "/spec/replicas", op: "changed" as const, before: 3, after: 5 },
    { path: "/metadata/labels/a", op: "changed" as const, before: "1", after: "2", noise: "chart-labels" },
  ];
  const base = report(target("a", { changes: [change({ name: "one", fields }), change({ name: "two", fields })] }));
  const [one, two] = base.changes.map(({ id }) => id) as [string, string];
  const danger = (id: string, message: string): Danger => ({
    id: "immutable-field",
    key: `immutable-field:${id}`,
    level: "high",
    targets: ["a"],
    change: id,
    message,
  });
  const dangers = [danger(one, "same words"), danger(two, "same words"), danger(two, "other words")];
  const page = pageOf({ ...base, dangers });
  const said = textOf(withId(page, "behaviour"));
  expect(said.match(/high|same words|other words/g)).toEqual([
    "high",
    "high",
    "same words",
    "high",
    "high",
    "other words",
  ]);
  expect(textOf(withId(page, "noise"))).toContain("Deployment");
  expect(textOf(withId(page, "noise"))).not.toContain("high");
});

test("the top directory is called so, and steps of causes stand in parentheses", () => {
  const seenText = seen(pageOf(report(target(".", { changes: [change()] }), failedTarget(".", "gone"))));
  expect(seenText).toContain("the top directory");
  const causes = [{ side: "head" as const, file: "a/kustomization.yaml", line: 3, step: "images" }];
  expect(seen(pageOf(report(target("a", { changes: [change({ causes })] }))))).toContain(
    "by a/kustomization.yaml:3 (images)",
  );
});

test("images, noise, notes and the reasons of targets are on the page", () => {
  const plain = report(
    target("apps/prod", { changes: [imageChange("registry.example/shop", "1.4.2", "1.5.0")], why: "edited: app.yaml" }),
    target("apps/off", { status: "unaffected", why: "nothing that it reads is edited" }),
  );
  const id = plain.changes[0]?.id ?? "";
  const input: Report = {
    ...plain,
    images: [
      {
        repository: { before: "shop", after: "shop" },
        version: { before: "1.4.2", after: "" },
        containers: 3,
        changes: [id],
        targets: ["apps/prod"],
      },
      {
        repository: { before: "a", after: "b" },
        version: { before: "1", after: "1" },
        containers: 0,
        changes: [id],
        targets: ["apps/prod"],
      },
    ],
    notes: [{ code: "x", severity: "warning", message: "the clone is shallow" }],
  };
  const text = seen(pageOf(input));
  expect(text).toContain("shop1.4.2 → no tag3 containers in apps/prod a → b1apps/prod");
  expect(text).toContain("the clone is shallow");
  expect(text).toContain("apps/prodchanged11edited: app.yaml");
  expect(text).toContain("apps/offunaffected01nothing that it reads is edited");
});

test("places of one failure that are all edited are said to be so once", () => {
  const lost = {
    code: "file-not-found",
    severity: "error" as const,
    message: "there is no x",
    line: 1,
    inChange: true as const,
  };
  const broken = (path: string) => failedTarget(path, "", { diagnostics: [{ ...lost, file: `${path}/k.yaml` }] });
  expect(seen(pageOf(report(broken("a"))))).toContain("a/k.yaml:1 (edited by this change)");
  const text = seen(pageOf(report(broken("a"), broken("b"))));
  expect(text).toContain("a/k.yaml:1, b/k.yaml:1 (all edited by this change)");
});

test("rows name targets by what the top of the page explains", () => {
  const text = seen(
    pageOf(
      report(target("clusters/eu/web", { changes: [change()] }), target("clusters/us/web", { changes: [change()] })),
    ),
  );
  expect(text).toContain("Targets are named by the * of clusters/*/web.");
  expect(text).toMatch(/3 → 5\s*\+1 −1 · eu, us/);
});

const KNOWN =
  /^(?:html|head|meta|title|style|body|header|nav|main|section|h1|h2|h3|p|code|b|i|u|a|em|span|small|pre|del|ins|div|details|summary|ul|ol|li|table|caption|thead|tbody|tr|th|td|input|select|option|button|output|script)$/;

test("the first images are a table, and the others are folded in tables with the same head", () => {
  const images = Array.from({ length: 75 }, (_, index) => ({
    repository: { before: `registry.example/${index}`, after: `registry.example/${index}` },
    version: { before: "1", after: "2" },
    containers: 1,
    changes: [],
    targets: ["a"],
  }));
  const page = pageOf({ ...report(target("a")), images });
  expect(page.errors).toEqual([]);
  const inside = elementsBelow(withId(page, "images"));
  const named = (name: string, within = inside): typeof inside => within.filter(({ tagName }) => tagName === name);
  expect(named("table").map((table) => named("tr", elementsBelow(table)).length)).toEqual([51, 21, 6]);
  expect(named("details").map((details) => named("table", elementsBelow(details)).length)).toEqual([2]);
  expect(seen(page)).toContain("25 more");
  for (const { repository } of images) expect(seen(page)).toContain(`${repository.after}1 → 2`);
});

test("attack 9.17: no text of the pull request becomes markup of the page, and its links lead somewhere", () => {
  fc.assert(
    fc.property(withDangers(), (input) => {
      const page = pageOf(input, { links: LINKS });
      expect(page.errors).toEqual([]);
      expect(page.elements.map(({ tagName }) => tagName).filter((name) => !KNOWN.test(name))).toEqual([]);
      expect(page.elements.filter(({ tagName }) => tagName === "script" || tagName === "style")).toHaveLength(2);
      const names = page.elements.flatMap(({ attrs }) => attrs.map(({ name }) => name));
      expect(names.filter((name) => !ATTRIBUTES.test(name))).toEqual([]);
      const addresses = page.elements.flatMap((each) => attributeOf(each, "href") ?? []);
      expect(
        addresses.filter(
          (each) =>
            !/^(?:#|https:\/\/github\.example\/o\/r\/|https:\/\/github\.com\/org\/krm-render\/blob\/v[\d.]+\/docs\/dangers\/)/.test(
              each,
            ),
        ),
      ).toEqual([]);
      const ids = page.elements.flatMap((each) => attributeOf(each, "id") ?? []);
      const known = new Set(ids);
      expect(known.size).toBe(ids.length);
      expect(addresses.filter((each) => each.startsWith("#") && !known.has(each.slice(1)))).toEqual([]);
      for (const { id } of input.changes) expect(known.has(id)).toBe(true);
      // biome-ignore lint: these are the very characters to be found
      expect(page.html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }),
    { numRuns: 150 },
  );
});

const ATTRIBUTES =
  /^(?:lang|charset|http-equiv|content|name|class|href|id|open|hidden|tabindex|scope|colspan|role|type|value|placeholder|autocomplete|aria-label|aria-pressed|aria-describedby|aria-expanded|aria-controls|data-[tkdprocsnl])$/;

/** Reports with hostile dangers, images and noise as well. */
function withDangers(): fc.Arbitrary<Report> {
  const level = fc.constantFrom("high" as const, "medium" as const, "low" as const);
  const texts = fc.record({
    id: hostile,
    key: hostile,
    level,
    message: hostile,
    before: hostile,
    after: hostile,
    reason: hostile,
  });
  return fc.tuple(hostileReport, fc.array(texts, { maxLength: 4 })).map(([input, list]) => ({
    ...input,
    // Those of the report, which its figures count, and others with ids and keys that no reader accepts.
    dangers: [
      ...input.dangers,
      ...list.map(({ reason, ...rest }, index) => ({
        ...rest,
        targets: input.targets.slice(0, 2).map(({ path }) => path),
        change: input.changes[index % Math.max(1, input.changes.length)]?.id ?? "",
        ...(index % 2 === 0 ? { silenced: { by: "configuration" as const, reason } } : {}),
      })),
    ],
    images: list.map(({ id, before, after }) => ({
      repository: { before: id, after: id },
      version: { before, after },
      containers: 1,
      changes: input.changes.slice(0, 1).map((each) => each.id),
      targets: input.targets.slice(0, 3).map(({ path }) => path),
    })),
    noise: list.map(({ id }) => ({ rule: id, fields: 1, changes: 1, whole: 0 })),
  }));
}

test("a large page is small: what repeats stands once", () => {
  const lines = Array.from({ length: 400 }, (_, index) => `+${" ".repeat(2 * (index % 20))}key${index}: "value"`);
  const changes = Array.from({ length: 50 }, (_, index) =>
    change({ name: `web-${index}`, op: "added", fields: [], hunks: [hunk([`+name: web-${index}`, ...lines])] }),
  );
  const input = report(target("apps/prod", { changes }));
  expect(pageOf(input).html.length).toBeLessThan(JSON.stringify(input).length / 4);
});
