/** Which hosts each command reaches for catalogs, what they name, and images: one set of rules; docs/specification/oci.md 2.1, 2.2. */
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { configMap, type Directory, krmRender, type Result, temporaryDirectory } from "./terminal.ts";

/** A server of this machine that speaks no TLS, and counts the connections. */
let server: Server;
let host: string;
let connections = 0;
const open = new Set<Socket>();
let directory: Directory;

beforeAll(async () => {
  server = createServer((socket) => {
    connections++;
    open.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
    socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  for (const socket of open) socket.destroy();
  await closed;
});

const catalog = (runtime: string): string =>
  `apiVersion: config.kubernetes.io/v1alpha1\nkind: Catalog\nspec:\n  krmFunctions:\n  - {group: a.test, names: {kind: Paint}, versions: [{name: v1, runtime: ${runtime}}]}\n`;
const config = (annotation = ""): string =>
  `apiVersion: a.test/v1\nkind: Paint\nmetadata:\n  name: paint\n${annotation}`;
const app = (...catalogs: string[]): string =>
  `resources: [cm.yaml]\ntransformers: [paint.yaml]\ncatalogs: ${JSON.stringify(catalogs)}\n`;

beforeEach(() => {
  connections = 0;
  directory = temporaryDirectory({
    "app/kustomization.yaml": app(`https://${host}/c.yaml`),
    "app/cm.yaml": configMap("shop"),
    "app/paint.yaml": config(),
    "oci/kustomization.yaml": app(`oci://${host}/c:v1`),
    "oci/cm.yaml": configMap("shop"),
    "oci/paint.yaml": config(),
    "git/kustomization.yaml": app(`git::https://${host}/r//c.yaml?ref=v1`),
    "git/cm.yaml": configMap("shop"),
    "git/paint.yaml": config(),
    "image/kustomization.yaml": "transformers: [paint.yaml]\n",
    "image/paint.yaml": config(
      `  annotations:\n    config.kubernetes.io/function: |\n      container: {image: "${host}/fn:v1"}\n`,
    ),
    "script.yaml": catalog(`{starlark: "https://${host}/red.star"}`),
    "program.yaml": catalog(`{exec: {platforms: [{os: linux, arch: amd64, bin: a, uri: "oci://${host}/a:v1"}]}}`),
    "container.yaml": catalog(`{container: {image: "${host}/fn:v1"}}`),
  });
  directory.git("init", "--quiet", "--initial-branch=main");
  directory.commit("first");
  directory.write({ "app/cm.yaml": configMap("shop", "changed") });
});
afterEach(() => directory.remove());

function run(args: string): Promise<Result> {
  const words = args.replaceAll("HOST", host).split(" ");
  return krmRender(words, { cwd: directory.path, env: { XDG_CACHE_HOME: `${directory.path}-cache` } });
}

const FUNCTION = "--group a.test --kind Added --version v1";
const HTTPS = "https://HOST/c.yaml";
/** Each command that fetches, by what names the address. */
const COMMANDS: readonly (readonly [names: string, args: string])[] = [
  ["a line of trust", `build app --trusted-catalog ${HTTPS}`],
  ["a line of trust for a registry", "build oci --trusted-catalog oci://HOST/c:v1"],
  ["a line of trust", `render app --output-dir ../out --trusted-catalog ${HTTPS}`],
  ["a line of trust", `diff --base HEAD app --trusted-catalog ${HTTPS}`],
  ["a line of trust", `explain app ConfigMap/shop --trusted-catalog ${HTTPS}`],
  ["a line of trust", `release create app --allow-dirty --output-dir ../out --trusted-catalog ${HTTPS}`],
  ["an argument", `view catalog ${HTTPS}`],
  ["an argument", "view catalog oci://HOST/c:v1"],
  ["a catalog", "view catalog script.yaml --pin"],
  ["a catalog", "view catalog program.yaml --pin"],
  ["a catalog", "view catalog container.yaml --pin"],
  ["a kustomization", "pin app"],
  ["a kustomization", "pin oci"],
  ["a kustomization", "pin git"],
  ["a config of a function", "pin image"],
  ["a catalog", "pin script.yaml"],
  ["a catalog", "pin program.yaml"],
  ["a catalog", "pin container.yaml"],
  ["an argument", `catalog add script.yaml HOST/fn:v1 ${FUNCTION}`],
  ["an argument", `catalog add script.yaml https://HOST/red.star ${FUNCTION}`],
  ["an argument", `catalog add script.yaml https://HOST/a.tgz --bin a ${FUNCTION}`],
  ["an argument", `catalog add script.yaml oci://HOST/a:v1 --bin a ${FUNCTION}`],
  ["an argument", `catalog add script.yaml oci://HOST/s:v1 --runtime starlark ${FUNCTION}`],
];

describe("attack 9.11: a host of this machine that names", () => {
  test.each(COMMANDS)("%s is reached with --allow-hosts only: %s", async (_, args) => {
    const refused = await run(args);
    expect([refused.status, connections]).toEqual([1, 0]);
    expect(refused.stderr).toContain("127.0.0.1 is not on the public network");
    const allowed = await run(`${args} --allow-hosts a.test,HOST`);
    expect([allowed.status, connections > 0]).toEqual([1, true]);
    expect(allowed.stderr).not.toContain("public network");
    expect(directory.git("status", "--porcelain")).toBe("M app/cm.yaml");
  });
});
