/** Artifacts of a registry on the loopback interface, as an OCIRepository of Flux names them; docs/specification/helm-charts.md 5.7. */
import { afterEach, describe, expect } from "@jest/globals";
import { type ArtifactAddress, chartDigest } from "../../../src/lock/index.ts";
import { type OpenRemotes, type RemoteChart } from "../../../src/sources/index.ts";
import { openRemotes } from "../../../src/sources/remote/open-remotes.ts";
import { type Member, tarGz } from "../../store/artifacts/archives.ts";
import { startRegistry, type TestRegistry, withRegistry } from "../../store/oci/registry.ts";
import { temporaryDirectories } from "../fixtures.ts";

const temporary = temporaryDirectories();
const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
});

const HELM = "application/vnd.cncf.helm.chart.content.v1.tar+gzip";
const FLUX = "application/vnd.cncf.flux.content.v1.tar+gzip";
const MANIFEST = "application/vnd.oci.image.manifest.v1+json";

function open(directory = temporary()): OpenRemotes {
  const remotes = openRemotes({
    store: { directory },
    rules: { protocols: ["https", "http"], privateHosts: false, allowHosts: ["127.0.0.1"] },
    env: {},
    insecureRegistries: ["127.0.0.1"],
    sleep: async () => {},
  });
  closing.push(remotes);
  return remotes;
}

async function start(): Promise<TestRegistry> {
  const registry = await startRegistry();
  closing.push(registry);
  return registry;
}

const chartOf = (version: string, top = "web/"): Member[] => [
  [{ name: `${top}Chart.yaml` }, `apiVersion: v2\nname: web\nversion: ${version}\nappVersion: "1.10"\n`],
  [{ name: `${top}values.yaml` }, "a: b"],
];

/** Pushes an artifact, and returns the digest of its manifest. @param layers the media type and the entries of each */
async function push(
  registry: TestRegistry,
  tag: string,
  ...layers: readonly (readonly [type: string, members: readonly Member[]])[]
): Promise<string> {
  const config = Buffer.from("{}");
  const described = await Promise.all(
    layers.map(async ([mediaType, members]) => {
      const archive = await tarGz(members);
      return { mediaType, digest: await registry.blob("charts/app", archive), size: archive.length };
    }),
  );
  const about = { mediaType: "application/vnd.cncf.flux.config.v1+json", size: config.length };
  const manifest = {
    schemaVersion: 2,
    mediaType: MANIFEST,
    config: { ...about, digest: await registry.blob("charts/app", config) },
    layers: described,
  };
  return (await registry.manifest("charts/app", manifest, MANIFEST, tag)).digest;
}

const app = (registry: TestRegistry, artifact: ArtifactAddress, digest?: string) => ({
  repo: `oci://${registry.host}/charts`,
  name: "app",
  version: "",
  devel: false,
  artifact,
  digest,
});

async function outcome(work: Promise<RemoteChart>): Promise<string> {
  return work.then(
    ({ version }) => version,
    (thrown: Error & { code?: string }) => `${thrown.code}: ${thrown.message}`,
  );
}

const short = (manifest: string): string => manifest.slice("sha256:".length, "sha256:".length + 12);

describe("an artifact", () => {
  withRegistry("is found by its digest, a range of versions, or a tag, in this order", async () => {
    const registry = await start();
    const versions = ["1.0.0", "1.2.0", "1.10.0-rc.1", "v2.0.0", "3.0.0_b.1", "2.5"];
    const manifests = new Map<string, string>();
    for (const tag of versions)
      manifests.set(tag, await push(registry, tag, [HELM, chartOf(tag.replace("v", "").replace("_", "+"))]));
    manifests.set("latest", await push(registry, "latest", [HELM, chartOf("0.9.0")]));
    const at = (version: string, tag: string): string => `${version}+${short(manifests.get(tag) as string)}`;
    const rows: [artifact: ArtifactAddress, version: string | RegExp][] = [
      [{}, at("0.9.0", "latest")],
      [{ tag: "" }, at("0.9.0", "latest")],
      [{ tag: "1.0.0" }, at("1.0.0", "1.0.0")],
      [{ semver: "1.x", tag: "latest" }, at("1.2.0", "1.2.0")],
      [{ semver: ">=1.0.0-0 <2" }, at("1.10.0-rc.1", "1.10.0-rc.1")],
      // A tag of two numbers does not count, and _ is no + unless the layer is one of helm.
      [{ semver: ">=2" }, at("2.0.0", "v2.0.0")],
      [{ semver: ">=2", layer: HELM }, at("3.0.0", "3.0.0_b.1")],
      [{ semver: "*", semverFilter: "^1\\.0" }, at("1.0.0", "1.0.0")],
      [{ digest: manifests.get("1.2.0"), semver: "1.0.0" }, at("1.2.0", "1.2.0")],
      [{ semver: ">=4" }, /^chart-not-found: .*\/charts\/app has no version for >=4/],
      [{ semver: "latest" }, /^invalid-value: "latest" is neither a version nor a range/],
      [{ semver: "*", semverFilter: "(" }, /^invalid-value: the semverFilter "\(" is no regular expression/],
      [{ tag: "9.9.9" }, /^registry-not-found: /],
      [{ digest: `sha256:${"0".repeat(64)}` }, /^registry-not-found: /],
      [{ digest: "sha512:00" }, /^invalid-oci-reference: /],
    ];
    const remotes = open();
    for (const [artifact, version] of rows)
      expect([artifact, await outcome(remotes.chart(app(registry, artifact)))]).toEqual([
        artifact,
        typeof version === "string" ? version : expect.stringMatching(version),
      ]);
  });

  withRegistry("is its first layer, or the first one of a type", async () => {
    const registry = await start();
    const layers = [
      [FLUX, chartOf("1.0.0")],
      [HELM, chartOf("2.0.0")],
      [HELM, chartOf("3.0.0")],
    ] as const;
    await push(registry, "a", ...layers);
    const remotes = open();
    expect(await outcome(remotes.chart(app(registry, { tag: "a" })))).toMatch(/^1\.0\.0\+/);
    expect(await outcome(remotes.chart(app(registry, { tag: "a", layer: HELM })))).toMatch(/^2\.0\.0\+/);
    expect(await outcome(remotes.chart(app(registry, { tag: "a", layer: "text/plain" })))).toMatch(
      /^artifact-layer: .*none of its layers has the type text\/plain/,
    );
  });

  withRegistry("is unpacked and packed again, or copied", async () => {
    const registry = await start();
    const members: Member[] = [
      ...chartOf("1.0.0"),
      [{ name: "web/logo.png" }, "png"],
      [{ name: "web/ci/test.yaml" }, "x"],
      [{ name: "web/.gitignore" }, "x"],
    ];
    await push(registry, "plain", [FLUX, members]);
    await push(registry, "ignoring", [FLUX, [...members, [{ name: ".sourceignore" }, "ci/\n.sourceignore"]]]);
    await push(registry, "linking", [FLUX, [...members, [{ name: "web/link", type: "symlink", linkname: "/etc/a" }]]]);
    const remotes = open();
    const names = async (artifact: ArtifactAddress): Promise<unknown> => {
      const chart = await remotes.chart(app(registry, artifact)).catch((thrown: Error) => thrown.message);
      return typeof chart === "string" ? chart : [...chart.files.keys()].filter((name) => name !== "Chart.yaml").sort();
    };
    const rows: [artifact: ArtifactAddress, found: unknown][] = [
      [{ tag: "plain" }, ["ci/test.yaml", "values.yaml"]],
      [{ tag: "plain", isCopied: true }, [".gitignore", "ci/test.yaml", "logo.png", "values.yaml"]],
      [{ tag: "plain", ignore: "values.yaml" }, ["ci/test.yaml", "logo.png"]],
      [{ tag: "ignoring" }, ["logo.png", "values.yaml"]],
      [{ tag: "linking" }, ["ci/test.yaml", "values.yaml"]],
      [{ tag: "linking", isCopied: true }, expect.stringMatching(/"web\/link", which is not a regular file/)],
    ];
    for (const [artifact, found] of rows) expect([artifact, await names(artifact)]).toEqual([artifact, found]);
  });

  withRegistry("is refused where helm-controller refuses it", async () => {
    const registry = await start();
    const rows: [tag: string, members: readonly Member[], problem: RegExp][] = [
      ["1.0.1", chartOf("1.0.0"), /^chart-not-found: .* is a chart of the version 1\.0\.0, and not of that of its tag/],
      ["none", chartOf("one"), /^chart-not-found: .* is a chart of the version "one", which is none/],
      // `flux push artifact` of the directory of the chart itself.
      ["bare", chartOf("1.0.0", ""), /^archive-refused: .*"Chart\.yaml", which is not in the directory of the chart/],
      ["beside", [...chartOf("1.0.0"), [{ name: "README.md" }, "a"]], /^archive-refused: .*"README\.md", which is not/],
      ["up", [[{ name: "web/../../a" }, "a"]], /^archive-refused: .*which is no path in it/],
      ["root", [[{ name: "/web/a" }, "a"]], /^archive-refused: .*which is no path in it/],
      ["back", [[{ name: "web\\a" }, "a"]], /^archive-refused: .*which is no path in it/],
      [
        "hard",
        [[{ name: "web/a", type: "link", linkname: "web/b" }]],
        /^archive-refused: .*not a regular file but a link/,
      ],
      [
        "both",
        [
          [{ name: "web/a" }, "a"],
          [{ name: "web/a/b" }, "b"],
        ],
        /^archive-refused: .*a file and a directory/,
      ],
      ["empty", [], /^archive-refused: .*has no Chart\.yaml with a name and a version/],
    ];
    const remotes = open();
    for (const [tag, members, problem] of rows) {
      await push(registry, tag, [FLUX, members]);
      expect(await outcome(remotes.chart(app(registry, { tag })))).toMatch(problem);
    }
  });

  withRegistry("attack 9.37: whose tag moves between two sides is the same for both", async () => {
    const registry = await start();
    await push(registry, "a", [HELM, chartOf("1.0.0")]);
    const remotes = open();
    const base = await remotes.chart(app(registry, { tag: "a" }));
    await push(registry, "a", [HELM, chartOf("2.0.0")]);
    expect(await remotes.chart(app(registry, { tag: "a" }))).toBe(base);
    // Also where the lock of one side demands a digest.
    expect((await remotes.chart(app(registry, { tag: "a" }, `sha256:${"0".repeat(64)}`))).digest).toBe(base.digest);
  });

  withRegistry("of a lock or a digest is asked for once", async () => {
    const registry = await start();
    const manifest = await push(registry, "1.0.0", [HELM, chartOf("1.0.0")]);
    const directory = temporary();
    const first = await open(directory).chart(app(registry, { semver: "*" }));
    expect(first).toMatchObject({ name: "web", version: `1.0.0+${short(manifest)}`, digest: chartDigest(first.files) });
    expect(Buffer.from(first.files.get("Chart.yaml") ?? "").toString()).toBe(
      `apiVersion: v2\nappVersion: "1.10"\nname: web\nversion: 1.0.0+${short(manifest)}\n`,
    );
    await open(directory).chart(app(registry, { digest: manifest }));
    const before = registry.requests.length;
    for (const artifact of [{ semver: "*" }, { tag: "1.0.0" }, { digest: manifest }])
      expect(await open(directory).chart(app(registry, artifact, first.digest))).toEqual(first);
    expect(await open(directory).chart(app(registry, { digest: manifest }))).toEqual(first);
    expect(registry.requests.slice(before)).toEqual([]);
    // A tag that has moved is another version, which the lock does not accept.
    await push(registry, "1.0.0", [HELM, [...chartOf("1.0.0"), [{ name: "web/a" }, "a"]]]);
    expect((await open(directory).chart(app(registry, { tag: "1.0.0" }))).digest).not.toBe(first.digest);
  });
});

describe("a HelmRepository of a registry", () => {
  withRegistry("names charts in directories, and ranges of one or two numbers", async () => {
    const registry = await start();
    for (const version of ["1.2.0", "1.2.3", "1.3.0"]) await push(registry, version, [HELM, chartOf(version)]);
    const wanted = { ...app(registry, {}), repo: `oci://${registry.host}`, name: "charts/app", artifact: undefined };
    const remotes = open();
    const chosenBy = "source-controller";
    for (const [version, found] of [
      ["1.2", "1.2.3"],
      ["*", "1.3.0"],
      ["1.2.0", "1.2.0"],
    ] as const)
      expect(await outcome(remotes.chart({ ...wanted, version, chosenBy }))).toBe(found);
    // helm looks for the tag, and compares the names.
    expect(await outcome(remotes.chart({ ...wanted, version: "1.2" }))).toMatch(/^registry-not-found: /);
    expect(await outcome(remotes.chart({ ...wanted, version: "1.2.0" }))).toMatch(/^chart-not-found: .*"web", not /);
  });
});
