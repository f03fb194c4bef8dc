import { describe, expect, test } from "@jest/globals";
import {
  endpointOf,
  LOCAL_PROTOCOLS,
  SAFE_PROTOCOLS,
  shownAddress,
  withoutCredentials,
} from "../../../src/store/http/addresses.ts";
import { createReach, isPrivateAddress } from "../../../src/store/http/reach.ts";

describe("the host of an address", () => {
  test.each([
    ["https://example.com/a", { protocol: "https", host: "example.com", port: 443 }],
    ["HTTPS://user:pw@Example.com:8443/a", { protocol: "https", host: "example.com", port: 8443 }],
    ["https://0x7f.1/a", { protocol: "https", host: "127.0.0.1", port: 443 }],
    ["https://[::1]:1/a", { protocol: "https", host: "::1", port: 1 }],
    ["http://example.com", { protocol: "http", host: "example.com", port: 80 }],
    ["ssh://git@example.com:2222/a", { protocol: "ssh", host: "example.com", port: 2222 }],
    ["git://example.com/a", { protocol: "git", host: "example.com", port: 9418 }],
    ["git@example.com:a/b", { protocol: "ssh", host: "example.com", port: 22 }],
    ["example.com:a/b", { protocol: "ssh", host: "example.com", port: 22 }],
    ["git@[::1]:a", { protocol: "ssh", host: "::1", port: 22 }],
    ["file:///a", { protocol: "file", host: "", port: 0 }],
    ["/a/b", { protocol: "file", host: "", port: 0 }],
    ["../a:b", { protocol: "file", host: "", port: 0 }],
    ["user@host/a", { protocol: "file", host: "", port: 0 }],
    ["ext::sh -c date", undefined],
    ["ftp://example.com/a", undefined],
    ["https://", undefined],
    [":a", undefined],
  ])("%s", (address, expected) => {
    expect(endpointOf(address)).toEqual(expected);
  });
});

describe("addresses that are not on the public network", () => {
  test.each([
    ..."127.0.0.1 127.9.9.9 0.0.0.0 10.1.2.3 100.64.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1".split(
      " ",
    ),
    ..."168.63.129.16 192.0.2.1 198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255".split(" "),
    ..."::1 :: fe80::1 fe80::1%eth0 fc00::1 fd00:ec2::254 ff02::1 ::ffff:127.0.0.1 ::ffff:7f00:1 64:ff9b::7f00:1".split(
      " ",
    ),
    ..."2002:7f00:1:: 2001:0:7f00:1:: 2001:db8::1 3fff::1".split(" "),
  ])("%s", (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  test.each(["140.82.121.4", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"])(
    "but not %s",
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );
});

describe("the rules of access", () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    "public.example": ["8.8.8.8", "2606:4700::1111"],
    "inside.example": ["8.8.8.8", "10.0.0.5"],
  };
  const asked: string[] = [];
  const resolve = async (host: string): Promise<readonly string[]> => {
    asked.push(host);
    const found = names[host];
    if (found === undefined) throw new Error("ENOTFOUND");
    return found;
  };
  const strict = createReach({ protocols: SAFE_PROTOCOLS, privateHosts: false }, resolve);
  const open = createReach({ protocols: LOCAL_PROTOCOLS, privateHosts: true }, resolve);

  test("public names are resolved only once", async () => {
    expect(await strict.check("https://public.example/a")).toEqual({
      protocol: "https",
      host: "public.example",
      port: 443,
      addresses: names["public.example"],
      address: "https://public.example/a",
    });
  });

  test.each([
    ["https://user:pw@PUBLIC.example:443/a/../b c#d", "https://public.example/b%20c"],
    ["https://public%2eexample/a", "https://public.example/a"],
    ["https://public.example:8443\\a", "https://public.example:8443/a"],
    ["git@public.example:a/b.git", "git@public.example:a/b.git"],
    ["ssh://git@public.example:2222/a", "ssh://git@public.example:2222/a"],
  ])("%s is handed on as %s", async (address, plain) => {
    expect((await strict.check(address)).address).toBe(plain);
  });

  // krm-render and git could read a different host in each of these.
  test.each([
    "ssh://127.0.0.1%2f.public.example/a",
    "ssh://%31%32%37.0.0.1%2f.public.example/a",
    "ssh://public.example%40127.0.0.1/a",
    "[::1].public.example:a",
    "git@[127.0.0.1:22]:a",
    "public.example@127.0.0.1@public.example:a",
    "ssh://-oProxyCommand=date@public.example/a",
    "-oProxyCommand=date:a",
    "ssh://public.example./a",
    "https://public.example./a",
  ])("%s is not handed on", async (address) => {
    const anything = createReach({ protocols: SAFE_PROTOCOLS, privateHosts: false }, async () => ["8.8.8.8"]);
    const outcome = await anything.check(address).catch((error) => error.code);
    expect(outcome).toBe("remote-refused");
  });

  test("a name without an address is refused", async () => {
    const nothing = createReach({ protocols: SAFE_PROTOCOLS, privateHosts: false }, async () => []);
    await expect(nothing.check("https://public.example/a")).rejects.toMatchObject({ code: "remote-failed" });
  });

  test.each([
    ["https://inside.example/a", "remote-refused", /inside\.example \(10\.0\.0\.5\) is not on the public network/],
    ["git@inside.example:a", "remote-refused", /not on the public network/],
    ["https://127.0.0.1/a", "remote-refused", /not on the public network/],
    ["https://2130706433/a", "remote-refused", /127\.0\.0\.1/],
    ["https://unknown.example/a", "remote-failed", /no address for the name unknown\.example/],
    ["http://public.example/a", "remote-refused", /the protocol http is not allowed, only https, ssh/],
    ["file:///a", "remote-refused", /the protocol file is not allowed/],
    ["/a", "remote-refused", /the protocol file is not allowed/],
    ["ext::sh -c date", "remote-refused", /it is not an address of these protocols: https, ssh/],
  ])("%s is refused", async (address, code, message) => {
    await expect(strict.check(address)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test("no name is resolved if private hosts are allowed", async () => {
    asked.length = 0;
    expect((await open.check("http://inside.example/a")).addresses).toBeUndefined();
    expect((await open.check("file:///a")).protocol).toBe("file");
    expect(asked).toEqual([]);
  });
});

test.each([
  ["https://public.example/a", undefined],
  ["https://10.0.0.5:8443/a", undefined],
  ["https://10.0.0.5/a", "remote-refused 10.0.0.5"],
  ["https://other.example/a", "remote-refused other.example"],
  ["git@other.example:a", "remote-refused other.example"],
])("of hosts that are listed alone, %s", async (address, refusal) => {
  const rules = { privateHosts: false, allowHosts: ["public.example", "10.0.0.5:8443"], onlyAllowed: true };
  const reach = createReach({ protocols: SAFE_PROTOCOLS, ...rules }, async () => ["8.8.8.8"]);
  const outcome = await reach.check(address).then(
    () => undefined,
    (error) => `${error.code} ${/: (\S+) is not among the hosts that may be read/.exec(error.message)?.[1]}`,
  );
  expect(outcome).toBe(refusal);
});

// docs/specification/oci.md 2.1
describe("hosts that are allowed wherever they are", () => {
  const resolve = async (): Promise<readonly string[]> => ["10.0.0.5"];
  const allows = (entries: readonly string[], address: string): Promise<boolean> =>
    createReach({ protocols: SAFE_PROTOCOLS, privateHosts: false, allowHosts: entries }, resolve)
      .check(address)
      .then(() => true)
      .catch(() => false);

  test.each([
    ["git.corp.example", "https://git.corp.example/a"],
    ["git.corp.example", "https://GIT.corp.example:8443/a"],
    ["Git.Corp.Example:8443", "https://git.corp.example:8443/a"],
    ["git.corp.example:443", "https://git.corp.example/a"],
    ["git.corp.example:22", "git@git.corp.example:a/b"],
    ["*.corp.example", "https://a.b.corp.example/a"],
    ["*.corp.example:5000", "https://a.corp.example:5000/a"],
    ["10.0.0.5", "https://10.0.0.5/a"],
    ["[::1]:5000", "https://[::1]:5000/a"],
    ["[0:0::1]", "https://[::1]/a"],
    ["localhost", "https://localhost:5000/a"],
  ])("%s allows %s", async (entry, address) => {
    expect(await allows(["other.example", entry], address)).toBe(true);
  });

  test.each([
    ["git.corp.example", "https://git.corp.example.evil.example/a"],
    ["git.corp.example", "https://x.git.corp.example/a"],
    ["git.corp.example:8443", "https://git.corp.example/a"],
    ["*.corp.example", "https://corp.example/a"],
    ["*.corp.example", "https://evilcorp.example/a"],
    ["*.corp.example:5000", "https://a.corp.example/a"],
    ["[::1]:5000", "https://[::1:5000]/a"],
    ["git.corp.example", "http://git.corp.example/a"],
    ["git.corp.example", "https://git.corp.example./a"],
  ])("%s does not allow %s", async (entry, address) => {
    expect(await allows([entry], address)).toBe(false);
  });

  test.each([
    "",
    "*",
    "*.com",
    "*.10.0.0.1",
    "https://a.example",
    "a.example/b",
    "u@a.example",
    "a:99999",
    "a b",
    "::1",
    "-a",
  ])("%j is no host", (entry) => {
    const rules = { protocols: SAFE_PROTOCOLS, privateHosts: false, allowHosts: [entry] };
    expect(() => createReach(rules)).toThrow(/is not a host: it must be a name or an address/);
  });
});

test.each([
  ["https://s3.example/a?X-Amz-Signature=abc&x=1", "https://s3.example/a?X-Amz-Signature=***&x=1"],
  ["https://a.example/a?sig=abc&se=1", "https://a.example/a?sig=***&se=1"],
  ["https://a.example/a?x=1;access_token=a?b#token", "https://a.example/a?x=1;access_token=***#token"],
  ["https://u:p@a.example/a?ref=main&version=v1", "https://***@a.example/a?ref=main&version=v1"],
  ["a.yaml?design=1&code=2", "a.yaml?design=1&code=***"],
])("%s is shown without secrets", (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});

test("the longest address is shown in linear time", () => {
  // With a step for each pair of characters, this would take hours.
  for (const part of ["?token", "&token=", "?", ";a?", "token"])
    expect(shownAddress(`https://a/${part.repeat(1_000_000)}`).length).toBeLessThan(3000);
});

test.each([
  ["https://user:p%40ss@host/a@b", "https://host/a@b", { user: "user", password: "p@ss" }],
  ["https://user@host/a", "https://host/a", { user: "user", password: "" }],
  ["https://us:er:pw@host", "https://host", { user: "us", password: "er:pw" }],
  ["https://%zz:pw@host", "https://host", { user: "%zz", password: "pw" }],
  ["https://host/a@b", "https://host/a@b", undefined],
  ["git@host:a", "git@host:a", undefined],
])("the credentials of %s", (address, bare, credentials) => {
  expect(withoutCredentials(address)).toEqual({ address: bare, credentials });
});
