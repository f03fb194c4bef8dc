/** Which program of an entry runs, with which permissions, and which of its calls are one (docs/specification/catalogs.md 5, 6). */
import { describe, expect, test } from "@jest/globals";
import type { Switch } from "../../../src/catalog/index.ts";
import type { Containers } from "../../../src/functions/containers.ts";
import type { ContainerSpecification } from "../../../src/functions/specification/function-specification.ts";
import { memoryTree } from "../../../src/sources/index.ts";
import { build, built, catalog, hex, layer, open, type Settings, script } from "./catalog-workshop.ts";

const IMAGE = "registry.example.com/fn";
const SHA = hex("image");
const image = (more = ""): string => `container: {image: "${IMAGE}:v1", sha256: "${SHA}"${more}}`;
const star = `starlark: {path: fn.star, sha256: "${hex(script("us"))}"}`;

interface Engine extends Containers {
  readonly asked: ContainerSpecification[];
  runs: number;
}

/** An engine whose images set the owner. */
function engine(isThere = true): Engine {
  return {
    asked: [],
    runs: 0,
    isAvailable: async () => isThere,
    async program(specification) {
      this.asked.push(specification);
      return {
        title: specification.image,
        digest: `sha256:${SHA}`,
        run: async ({ stdin }) => {
          this.runs++;
          const labelled = stdin.replace(/^ {4}name: cm$/m, "    labels: {owner: image}\n    name: cm");
          return { stdout: Buffer.from(labelled), stderr: "", exitCode: 0 };
        },
      };
    },
    close: async () => {},
  };
}

/** Files of a layer whose config has these lines after its kind. */
const files = (runtime: string, config = "metadata: {name: own}\n"): Record<string, string> => ({
  ...layer("../c.yaml"),
  "app/fn.yaml": `apiVersion: fn.example.com/v1\nkind: Own\n${config}`,
  "c.yaml": catalog(runtime),
  "fn.star": script("us"),
});

const annotated = (specification: string): string =>
  `metadata:\n  name: own\n  annotations:\n    config.kubernetes.io/function: '${specification}'\n`;

const TRUSTED = { trusted: ["c.yaml"] };
const switches = (network: Switch, mounts: Switch): Settings["catalogs"] => ({
  switches: {
    network: { value: network, name: "--network", takesKinds: false },
    mounts: { value: mounts, name: "--allow-mounts", takesKinds: false },
  },
});

describe("the program of an entry with several", () => {
  test.each<[what: string, isThere: boolean, owner: string]>([
    ["is the image where an engine is", true, "image"],
    ["is another one where none is", false, "us"],
  ])("%s", async (_, isThere, owner) => {
    const containers = engine(isThere);
    const outcome = await built(files(`${image()}, ${star}`), { ...TRUSTED, containers });
    expect([outcome.messages, outcome.owner, containers.runs]).toEqual([[], owner, isThere ? 1 : 0]);
  });

  test("attack 9.3: that a config names decides nothing", async () => {
    const containers = engine();
    const config = annotated(`starlark: {path: ../own.star, sha256: "${hex(script("us"))}"}`);
    const all = { ...files(star, config), "own.star": script("them") };
    expect((await built(all, { ...TRUSTED, containers })).owner).toBe("us");
  });
});

describe("K10, K11: permissions need the entry and the switch", () => {
  const NETWORK = ", requireNetwork: true";
  const MOUNTS = ", requireStorageMount: true";
  const asks = (text: string): string => annotated(`container: {${text}}`);
  const mount = "mounts: [{type: bind, src: data, dst: /data}]";
  const names = `image: "${IMAGE}", sha256: "${SHA}"`;

  test.each<[what: string, entry: string, config: string, given: Settings["catalogs"], expected: string]>([
    ["an entry that needs it, switch off", NETWORK, asks("mounts: []"), switches(false, false), "network-disabled"],
    [
      "an entry that needs it, switch for others",
      NETWORK,
      asks("mounts: []"),
      switches([{ group: "x", kind: "Own" }], true),
      "network-disabled",
    ],
    ["an entry that needs it, switch on", NETWORK, asks("mounts: []"), switches(true, false), "network"],
    [
      "an entry that needs it, switch for it",
      NETWORK,
      asks("mounts: []"),
      switches([{ group: "fn.example.com", kind: "Own" }], false),
      "network",
    ],
    ["a config that declines it", NETWORK, asks("network: false"), switches(false, false), "nothing"],
    ["a config that asks for it alone", "", asks("network: true"), switches(true, true), "network-undeclared"],
    [
      "a config that names the image and asks for more",
      "",
      asks(`${names}, network: true`),
      switches(true, true),
      "explicit-runtime",
    ],
    ["a config that names the image and asks for less", NETWORK, asks(names), switches(false, false), "nothing"],
    [
      "a config that names another image",
      "",
      asks(`image: other, sha256: "${SHA}"`),
      switches(true, true),
      "explicit-runtime",
    ],
    ["mounts that the entry does not declare", "", asks(mount), switches(true, true), "mount-undeclared"],
    ["mounts that the switch does not allow", MOUNTS, asks(mount), switches(true, false), "mounts-disabled"],
    ["mounts that both allow", MOUNTS, asks(mount), switches(false, true), "mounts"],
    ["mounts that nobody asks for", MOUNTS, asks("network: false"), switches(true, true), "nothing"],
    ["mounts of a config that names the image", MOUNTS, asks(`${names}, ${mount}`), switches(false, true), "mounts"],
  ])("%s", async (_, entry, config, given, expected) => {
    const containers = engine();
    const { diagnostics } = await built(files(image(entry), config), { ...TRUSTED, containers, catalogs: given ?? {} });
    const [asked] = containers.asked;
    const granted = asked && [...(asked.network ? ["network"] : []), ...(asked.mounts.length > 0 ? ["mounts"] : [])];
    expect(granted?.join() ?? diagnostics[0]?.code).toBe(expected === "nothing" ? "" : expected);
    expect(containers.asked.map(({ image: name }) => name)).toEqual(asked ? [`${IMAGE}:v1@sha256:${SHA}`] : []);
  });
});

describe("equal calls of base and head, and of several targets", () => {
  const data = { "data/x": "", "README.md": "" };
  const two = (first: Record<string, string>, second: Record<string, string>) => [
    memoryTree(first),
    memoryTree(second),
  ];

  test.each<[what: string, runtimes: [string, string], config: string, runs: number]>([
    ["run once", [image(), image()], "metadata: {name: own}\n", 1],
    ["run once where only the text of the catalog differs", [image(), `${image()} `], "metadata: {name: own}\n", 1],
    [
      "run for each revision with the network",
      [image(", requireNetwork: true"), image(", requireNetwork: true")],
      "metadata: {name: own}\n",
      2,
    ],
    [
      "run for each revision with mounts",
      [image(", requireStorageMount: true"), image(", requireStorageMount: true")],
      annotated("container: {mounts: [{type: bind, src: cm.yaml, dst: /data}]}"),
      2,
    ],
    ["run for each digest", [image(), image().replace(SHA, hex("other"))], "metadata: {name: own}\n", 2],
    ["run for each environment", [image(), image(", envs: [A=1]")], "metadata: {name: own}\n", 2],
  ])("%s", async (_, [one, other], config, runs) => {
    const containers = engine();
    const functions = open({ ...TRUSTED, containers, catalogs: switches(true, true) ?? {} });
    for (const tree of two({ ...files(one, config), ...data }, files(other, config))) {
      expect((await build(functions, tree)).messages).toEqual([]);
    }
    await functions.close();
    expect(containers.runs).toBe(runs);
  });
});

test("a name without a registry causes one warning", async () => {
  const containers = engine();
  const runtime = `container: {image: fn, sha256: "${SHA}"}`;
  const { messages } = await built(files(runtime), { ...TRUSTED, containers });
  expect(messages).toEqual([expect.stringContaining("short-image-name")]);
});
