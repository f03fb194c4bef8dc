/** `krm-render diff` and `.krm-render.yaml`: the file of the base, `--configuration`, `--redact` and `--fail-on-danger`. */
import { afterEach, describe, expect, test } from "@jest/globals";
import { configMap, type Directory, krmRender, type Result, temporaryDirectory } from "./terminal.ts";

const FILE = ".krm-render.yaml";
const PVC = "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: data\n";
const SILENCE = "dangers: {silence: [{rule: removed-pvc, reason: copied before}]}\n";
const REDACTION = "redaction: [{kinds: ConfigMap, paths: /data/key}]\n";

const places: Directory[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place.remove();
});

/** A repository whose working tree removes a volume claim and edits a value. */
function shop(configuration?: string): Directory {
  const place = temporaryDirectory({
    "app/kustomization.yaml": "resources: [data.yaml, config.yaml]\n",
    "app/data.yaml": PVC,
    "app/config.yaml": configMap("web", "of-old"),
    ...(configuration === undefined ? {} : { [FILE]: configuration }),
  });
  places.push(place);
  place.git("init", "--quiet");
  place.commit("first");
  place.write({
    "app/kustomization.yaml": "resources: [config.yaml]\n",
    "app/config.yaml": configMap("web", "of-new"),
  });
  return place;
}

const diff = (place: Directory, ...args: string[]): Promise<Result> =>
  krmRender(["diff", "--base", "HEAD", ...args], { cwd: place.path });

describe("--fail-on-danger", () => {
  test("ends with 1 after the patch, and names the danger", async () => {
    const { status, stdout, stderr } = await diff(shop(), "--fail-on-danger", "high");
    expect(status).toBe(1);
    expect(stdout).toContain("-kind: PersistentVolumeClaim");
    expect(stderr).toMatch(
      /^error: (?:app\/kustomization\.yaml:1: )?this change brings 1 danger of the level high:\n- removed-pvc:[0-9a-f]{12} \(high\): PersistentVolumeClaim data in app: /m,
    );
    expect(stderr).toContain("hint: Correct the change, or have a danger accepted in .krm-render.yaml");
  });

  test.each([
    ["never", [], undefined],
    ["a silence of the base", ["--fail-on-danger", "low"], SILENCE],
    ["a level of the base", ["--fail-on-danger", "high"], "dangers: {levels: {removed-pvc: medium}}\n"],
  ])("passes with %s", async (_, args, configuration) => {
    expect((await diff(shop(configuration), ...args)).status).toBe(0);
  });

  test("fails before --exit-code says that there are differences", async () => {
    const place = shop();
    expect((await diff(place, "--exit-code", "--fail-on-danger", "high")).status).toBe(1);
    expect((await diff(place, "--exit-code", "--fail-on-danger", "never")).status).toBe(3);
  });

  test("a silence of the working tree does not count", async () => {
    const place = shop();
    place.write({ [FILE]: SILENCE });
    const { status, stdout } = await diff(place, "--fail-on-danger", "high");
    expect(status).toBe(1);
    expect(stdout).toContain("This change edits the rules of reviews: 1 change, from the next pull request on.");
    expect(stdout).toContain("  silence of dangers removed-pvc added, .krm-render.yaml:1");
  });

  test("unless it is named: to try a file before it is merged", async () => {
    const place = shop();
    place.write({ [FILE]: SILENCE });
    expect((await diff(place, "--fail-on-danger", "high", "--configuration", FILE)).status).toBe(0);
  });
});

describe("what is withheld", () => {
  test.each<[string, string | undefined, string[]]>([
    ["by the base", REDACTION, []],
    ["by --redact", undefined, ["--redact", "ConfigMap/web:/data/key"]],
    ["by a file", undefined, ["--configuration", "own.yaml"]],
    ["by both", "redaction: [{paths: /data/other}]\n", ["--redact", "/data/key"]],
  ])("%s", async (_, configuration, args) => {
    const place = shop(configuration);
    place.write({ "own.yaml": REDACTION });
    for (const format of ["patch", "json", "markdown", "html", "sarif"]) {
      const { status, stdout } = await diff(place, "--format", format, ...args);
      expect(status).toBe(0);
      expect(stdout).not.toMatch(/of-old|of-new/);
    }
  });

  test("nothing without a rule", async () => {
    expect((await diff(shop())).stdout).toContain("+  key: of-new");
  });
});

describe("mistakes", () => {
  test("in the base withhold all values, and fail", async () => {
    const { status, stdout, stderr } = await diff(shop("danger: {}\n"));
    expect(status).toBe(1);
    expect(stdout).toContain("kind: PersistentVolumeClaim");
    expect(stdout).not.toMatch(/of-old|of-new/);
    expect(stderr).toContain('error: .krm-render.yaml:1:1: unknown field "danger" in this configuration');
  });

  test("in the base pass where the change mends them", async () => {
    const place = shop("danger: {}\n");
    place.write({ [FILE]: SILENCE });
    const { status, stderr } = await diff(place);
    expect([status, stderr.split("\n")[0]?.replace(/ \([0-9a-f]{7}\)/, "")]).toEqual([
      0,
      'warning: .krm-render.yaml of HEAD has mistakes, so all values are withheld, and nothing is accepted or folded: .krm-render.yaml:1:1: unknown field "danger" in this configuration',
    ]);
  });

  test("in the working tree fail, after the patch", async () => {
    const place = shop();
    place.write({ [FILE]: "danger: {}\n" });
    const { status, stdout } = await diff(place);
    expect([status, stdout.includes("of-new")]).toEqual([1, true]);
  });

  test.each([
    ["a file with mistakes", "own.yaml", 'error: own.yaml:1:1: unknown field "danger" in this configuration'],
    ["no file", "none.yaml", "error: none.yaml: no such file"],
    ["a directory", "app", "error: app: cannot be read: EISDIR"],
  ])("in %s that is named end the command", async (_, file, message) => {
    const place = shop();
    place.write({ "own.yaml": "danger: {}\n" });
    const { status, stdout, stderr } = await diff(place, "--configuration", file);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
  });
});

test("--from and --to know dangers and silences, of a named file only", async () => {
  const place = temporaryDirectory({
    "a.yaml": `${PVC}---\n${configMap("web", "of-old")}`,
    "b.yaml": configMap("web", "of-new"),
    "own.yaml": `${SILENCE}${REDACTION}`,
    [FILE]: SILENCE,
  });
  places.push(place);
  const compare = (...args: string[]) =>
    krmRender(["diff", "--from", "a.yaml", "--to", "b.yaml", "--fail-on-danger", "high", ...args], { cwd: place.path });
  expect((await compare()).status).toBe(1);
  const silenced = await compare("--configuration", "own.yaml");
  expect([silenced.status, /of-old|of-new/.test(silenced.stdout)]).toEqual([0, false]);
});
