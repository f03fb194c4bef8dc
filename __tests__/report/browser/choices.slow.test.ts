/** What the reader of the HTML report chooses: the search by fields, the order, and what was seen. */
import { expect, test } from "@jest/globals";
import { planReport } from "../../review/plan/plans.ts";
import { config } from "../../review/plan/single-changes.ts";
import { change, hunk, report, target } from "../reports.ts";
import { inChromium, SHOWN } from "./browser.ts";
import { full, large } from "./page-reports.ts";

/** The text of what is shown of each row: its first name. */
const NAMES =
  "[...document.querySelectorAll('.r')].filter((row) => row.checkVisibility()).map((row) => row.querySelector('summary code').textContent)";
/** The headings of rows, with the names of these. */
const HEADINGS =
  "[...document.querySelectorAll('section.g')].filter((each) => each.checkVisibility()).map((each) => [each.querySelector('h3').textContent, ...[...each.querySelectorAll('.r > summary')].map((row) => row.querySelector('code').textContent)].join(' | '))";
const CONTENTS =
  "[...document.querySelectorAll('nav .l')].map((each) => [each.querySelector('summary').textContent, ...[...each.querySelectorAll('li')].map((item) => item.textContent.trim())].join(' | '))";

/** Changes in two targets, one of them in both; with owners. */
function owned() {
  const plain = report(
    target("apps/eu", {
      changes: [
        change({ name: "web" }),
        change({ name: "api", kind: "StatefulSet", fields: [], hunks: [hunk(["+a: b"])] }),
      ],
    }),
    target("apps/us", {
      changes: [
        change({ name: "web" }),
        change({ name: "old", op: "removed", kind: "Secret", fields: [], hunks: [hunk(["-kind: Secret"])] }),
      ],
    }),
  );
  const owners = [{ names: ["@org/web"] }, { names: ["@org/web", "@org/data"] }, undefined];
  return {
    ...plain,
    owners: { file: "CODEOWNERS" },
    groups: plain.groups.map((group, index) => {
      const own = owners[index];
      return own === undefined ? group : { ...group, owners: own };
    }),
  };
}

inChromium(({ show, reopen, complaints, value, until }) => {
  const search = async (page: Awaited<ReturnType<typeof show>>, text: string): Promise<readonly string[]> => {
    await value(
      page,
      `new Promise((done) => {
        new MutationObserver(done).observe(document.getElementById('at'), { childList: true });
        const box = document.getElementById('q');
        box.value = ${JSON.stringify(text)};
        box.dispatchEvent(new Event('input'));
      }).then(() => 0)`,
    );
    return value(page, NAMES);
  };

  test("the search finds objects by their fields, and both must be those of one object", async () => {
    const page = await show(full());
    expect(await search(page, "kind:configmap")).toEqual(["shop/one", "shop/two"]);
    expect(await search(page, 'kind:"config"')).toEqual([]);
    expect(await search(page, "name:two kind:ConfigMap")).toEqual(["shop/two"]);
    expect(await search(page, "name:two kind:Deployment")).toEqual([]);
    expect(await search(page, "namespace:shop key13")).toEqual(["shop/one", "shop/two"]);
    expect(await search(page, "namespace:nowhere")).toEqual([]);
    expect(await search(page, "danger:high")).toEqual(["shop/web"]);
    expect(await search(page, "danger:removed-probe")).toEqual(["shop/web"]);
    expect(await search(page, "danger:any kind:ConfigMap")).toEqual([]);
    expect(await search(page, "target:staging")).toEqual(["shop/api"]);
    expect(await search(page, "image:registry.example/shop")).toEqual([]);
    expect(await value(page, "getComputedStyle(document.getElementById('help')).visibility")).toBe("hidden");
    await page.focus("#q");
    expect(await value(page, "getComputedStyle(document.getElementById('help')).visibility")).toBe("visible");
    expect(complaints()).toEqual([]);
  });

  test("it finds the changes of a cluster and of an owner", async () => {
    const at = (cluster: string, head: string) => {
      return { id: `flux://${cluster}/apps/one`, fate: {}, base: config("a: b"), head: config(head) };
    };
    const clusters = await show(planReport([at("eu", "a: c"), at("us", "a: d")]));
    expect(await value(clusters, SHOWN)).toBe(2);
    expect(await search(clusters, "cluster:us")).toHaveLength(1);
    expect(await search(clusters, "cluster:us cluster:eu")).toEqual([]);
    const page = await show(owned());
    expect(await search(page, "owner:data")).toHaveLength(1);
    expect(await search(page, 'owner:"@org/web"')).toHaveLength(2);
    await search(page, "");
    await page.select("#fo", "1");
    await until(page, `${SHOWN} === 1`);
    expect(complaints()).toEqual([]);
  });

  test("rows stand under other headings, each in one place, and so do the contents", async () => {
    const page = await show(owned());
    const written = await value(page, HEADINGS);
    const contents = await value(page, CONTENTS);
    const links = await value<number>(page, "document.querySelectorAll('nav .l a').length");
    const under = async (order: string): Promise<readonly string[]> => {
      await page.select("#by", order);
      await until(page, `location.hash === '${order === "" ? "#" : `#?by=${order}`}' || location.hash === ''`);
      expect(await value(page, "document.querySelectorAll('nav .l a').length")).toBe(links);
      return value(page, HEADINGS);
    };
    expect(await under("kind")).toEqual(["Deployment 1 | shop/web", "Secret 1 | shop/old", "StatefulSet 1 | shop/api"]);
    expect(await value(page, CONTENTS)).toEqual([
      "Deployment 1 | ~ Deployment shop/web",
      "Secret 1 | − Secret shop/old",
      "StatefulSet 1 | ~ StatefulSet shop/api",
    ]);
    expect(await under("target")).toEqual(["apps/eu 2 | shop/web | shop/api", "apps/us 2 | shop/old"]);
    expect(await value(page, "document.querySelectorAll('.g')[1].lastElementChild.textContent")).toBe(
      "Also, under another heading: Deployment shop/web",
    );
    expect(await under("danger")).toEqual([expect.stringMatching(/^No danger 3 \|/)]);
    expect(await under("owner")).toEqual([
      expect.stringMatching(/^@org\/data 1/),
      expect.stringMatching(/^@org\/web 2/),
      expect.stringMatching(/^No owner 1/),
    ]);
    expect(await under("")).toEqual(written);
    expect(await value(page, CONTENTS)).toEqual(contents);
    expect(complaints()).toEqual([]);
  });

  test("the address keeps the search, the filters and the order, and leads to a row among them", async () => {
    const page = await show(full());
    await page.select("#by", "kind");
    await page.select("#fk", "1");
    await search(page, "name:two");
    await until(page, "location.hash === '#?q=name%3Atwo&by=kind&kind=ConfigMap'");
    await reopen(page, "#?q=name%3Aone&by=kind&kind=ConfigMap");
    await until(page, `${NAMES}.join() === 'shop/one'`);
    expect(await value(page, "[q.value, by.value, fk.selectedOptions[0].text].join()")).toBe("name:one,kind,ConfigMap");
    // What a link leads to is shown, in the order that was chosen.
    await page.click("#dangers .box a");
    await until(page, `${SHOWN} === 5`);
    await until(page, "location.hash.split('?')[1] === 'by=kind'");
    expect(await value(page, "document.querySelector('.to').closest('.r').open")).toBe(true);
    await value(page, "history.back()");
    await until(page, `${NAMES}.join() === 'shop/one'`);
    expect(complaints()).toEqual([]);
  });

  test("rows that were seen are counted, kept and hidden", async () => {
    const page = await show(large(40), { height: 800 });
    const seen = "document.getElementById('seen').textContent";
    expect(await value(page, seen)).toBe("");
    await until(page, "document.querySelectorAll('.tick input').length > 0");
    await page.click(".tick label");
    expect(await value(page, seen)).toBe("1 of 40 seen");
    expect(await value(page, "document.querySelector('.r').open")).toBe(false);
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    expect(await value(page, seen)).toBe("2 of 40 seen");
    await page.click("#hide");
    await until(page, `${SHOWN} === 38`);
    await until(page, "location.hash === '#?seen=hidden'");
    // The next row gets the focus of one that is hidden.
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await until(page, `${SHOWN} === 37`);
    expect(await value(page, "document.activeElement.closest('.r').checkVisibility()")).toBe(true);
    await reopen(page, "#");
    await until(page, `${seen} === '3 of 40 seen'`);
    expect(await value(page, SHOWN)).toBe(40);
    expect(await value(page, "[...document.querySelectorAll('.r.seen')].length")).toBe(3);
    expect(complaints()).toEqual([]);
  });

  test("a browser that keeps nothing makes no difference but that", async () => {
    const before =
      "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } })";
    const page = await show(large(5), { before });
    await until(page, "document.querySelectorAll('.tick input').length > 0");
    await page.keyboard.press("x");
    expect(await value(page, "document.getElementById('seen').textContent")).toBe("1 of 5 seen");
    expect(complaints()).toEqual([]);
  });

  test("a large page makes boxes near the window only, and its other orders draw what is in view", async () => {
    const page = await show(large(3000), { height: 800 });
    await until(page, "document.querySelectorAll('.tick').length > 0");
    expect(await value(page, "document.querySelectorAll('.tick').length")).toBeLessThan(300);
    await page.select("#by", "kind");
    await until(page, "document.querySelectorAll('section.g').length === 2");
    const drawn =
      "[...document.querySelectorAll('.r > summary')].filter((each) => each.checkVisibility({ contentVisibilityAuto: true })).length";
    await until(page, "document.querySelectorAll('.tick').length > 0");
    expect(await value(page, drawn)).toBeLessThan(200);
    expect(await value(page, "document.querySelectorAll('.r').length")).toBe(3000);
    expect(complaints()).toEqual([]);
  });

  test.each([390, 768, 1280, 1920])("nothing is wider than a window of %i pixels", async (width) => {
    const page = await show(full(), { width });
    await value(page, "document.querySelectorAll('details').forEach((each) => { each.open = true; })");
    expect(await value(page, "document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    expect(await value(page, "document.querySelector('h1').getClientRects().length")).toBe(1);
    const lines =
      "(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('h1')); return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8))).size; })()";
    expect(await value(page, lines)).toBeLessThanOrEqual(3);
    expect(complaints()).toEqual([]);
  });

  test.each([true, false])("a phone has the contents as a menu, with scripts: %s", async (scripts) => {
    const page = await show(full(), { width: 390, scripts });
    const isShown = () => page.$eval("nav a", (link) => link.checkVisibility());
    expect(await isShown()).toBe(false);
    await page.click("nav summary");
    expect(await isShown()).toBe(true);
    await page.click("nav a[href='#dangers']");
    if (!scripts) return;
    expect(await isShown()).toBe(false);
    await page.click("#more");
    expect(await page.$eval("#by", (by) => by.checkVisibility())).toBe(true);
    await page.keyboard.press("Escape");
    expect(await page.$eval("#by", (by) => by.checkVisibility())).toBe(false);
    expect(await value(page, "document.activeElement.id")).toBe("more");
    expect(complaints()).toEqual([]);
  });

  test("diffs have the colours of YAML where they are in view", async () => {
    const hunks = [
      hunk([" kind: Deployment", "-  - name: 'web'", "+  - name: 'api'", "+    # why", "+    text"], "spec"),
    ];
    const page = await show(report(target("a", { changes: [change({ hunks })] })));
    const marked = (name: string): string => `[...CSS.highlights.get('${name}')].map(String).join()`;
    await until(page, `${marked("key")} === 'kind,name,name'`);
    expect(await value(page, marked("quoted"))).toBe("'web','api'");
    expect(await value(page, marked("comment"))).toBe("# why");
    await value(page, "scrollTo(0, 0); document.querySelector('.r').open = false");
    await until(page, `${marked("key")} === ''`);
    expect(complaints()).toEqual([]);
  });

  test("the contents mark the place of the reader", async () => {
    const page = await show(large(60), { height: 700 });
    const current = "document.querySelector('nav [aria-current]')?.hash";
    await value(page, "document.querySelectorAll('.r')[30].scrollIntoView()");
    await until(page, `Boolean(${current})`);
    expect(await value(page, `document.querySelector(${current}).className`)).toBe("r");
    const other = await show(full(), { height: 400 });
    await value(other, "location.hash = '#dangers'");
    await until(other, `${current} === '#dangers'`);
    expect(complaints()).toEqual([]);
  });

  test("the contents list the rows that filters let through, and mark those that were seen", async () => {
    const page = await show(large(6));
    const listed =
      "[...document.querySelectorAll('nav .l li')].filter((each) => each.checkVisibility()).map((each) => each.querySelector('code').textContent)";
    await page.type("#q", "web-4");
    await until(page, `${listed}.join() === 'shop/web-4'`);
    await page.keyboard.press("Escape");
    await until(page, `${listed}.length === 6`);
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    const seen = "[...document.querySelectorAll('nav .seen code')].map((each) => each.textContent).join()";
    expect(await value(page, seen)).toBe("shop/web-0");
    await page.keyboard.press("x");
    expect(await value(page, seen)).toBe("");
    await page.select("#by", "kind");
    await page.type("#q", "web-3");
    await until(page, `${listed}.join() === 'shop/web-3'`);
    expect(await value(page, "document.querySelectorAll('nav .l:not([hidden])').length")).toBe(1);
    expect(complaints()).toEqual([]);
  });

  test("on a phone, buttons lead from change to change, and the bar names the one in view", async () => {
    const page = await show(large(40), { width: 390, height: 700 });
    const place = "document.getElementById('here').textContent + ' ' + document.getElementById('at').textContent";
    const press = (id: string): Promise<void> => value(page, `document.getElementById('${id}').click()`);
    await press("next");
    await until(page, `${place} === 'Deployment shop/web-0 row 1 of 40'`);
    await press("next");
    await press("next");
    await until(page, `${place} === 'Deployment shop/web-2 row 3 of 40'`);
    await press("previous");
    await until(page, `${place} === 'Service shop/web-1 row 2 of 40'`);
    expect(await page.$eval("#here", (here) => here.checkVisibility())).toBe(true);
    expect(await page.$eval("#sum b", (headline) => headline.checkVisibility())).toBe(false);
    await value(page, "scrollTo(0, 0)");
    await until(page, "document.getElementById('sum').className === 'quiet'");
    expect(await page.$eval("#here", (here) => here.checkVisibility())).toBe(false);
    const wide = await show(large(2));
    expect(await wide.$eval("#next", (next) => next.checkVisibility())).toBe(false);
    expect(complaints()).toEqual([]);
  });

  test("the sign beside a row copies its address, and a button those of its diffs where there are several", async () => {
    const [one, two] = ["one", "two"].map((name) => change({ name, hunks: [hunk([`+a: ${name}`], "a")] }));
    if (one === undefined || two === undefined) throw new Error("there are two");
    const page = await show(
      report(
        target("a", {
          changes: [
            one,
            two,
            change({ name: "other", kind: "Service", fields: [{ path: "/x", op: "added", after: 1 }] }),
          ],
        }),
      ),
    );
    await until(
      page,
      "document.querySelectorAll('.tick a').length === 2 && document.querySelectorAll('.copy').length === 2",
    );
    await page.click(".tick a");
    expect(await value(page, "location.hash")).toBe(`#${await value<string>(page, "document.querySelector('.r').id")}`);
    await page.click(".copy");
    expect(await value(page, "location.hash")).toBe(`#${await value<string>(page, "document.querySelector('.o').id")}`);
    expect(complaints()).toEqual([]);
  });

  test("the question mark leads to the keys", async () => {
    const page = await show(large(40), { height: 500 });
    await page.keyboard.type("?");
    const isInView = "document.getElementById('keys').getBoundingClientRect().bottom <= innerHeight";
    await until(page, isInView);
    expect(complaints()).toEqual([]);
  });
});
