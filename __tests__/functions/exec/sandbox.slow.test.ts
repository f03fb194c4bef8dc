/** The reach of an executable of a catalog, with and without a sandbox (docs/specification/executables.md 5.3, 5.4). */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { isRunning } from "../../../src/processes/process-numbers.ts";
import { NO_LINUX, unless } from "../../unless.ts";
import { leaveNothing } from "../workshop.ts";
import {
  bundle,
  describeVariants,
  NO_SANDBOX,
  processesWith,
  run,
  SANDBOXED,
  stored,
  temporary,
  textOf,
  until,
  WITHOUT,
} from "./catalog-programs.ts";
import { HOSTILE, NO_PERL } from "./hostile-program.ts";

leaveNothing();

const onLinux = unless(NO_LINUX ?? NO_PERL, describe);
const sandboxed = unless(NO_SANDBOX, test);

/** The machine of a runner: files with tokens, sockets, and a process whose variables hold a token. */
const machine = temporary();
const file = (path: string, text: string): string => {
  mkdirSync(dirname(join(machine, path)), { recursive: true });
  writeFileSync(join(machine, path), text);
  return join(machine, path);
};
const servers: Server[] = [];
const listening = (where: string | number): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((socket) => void socket.end("welcome"));
    servers.push(server);
    if (typeof where === "number") server.listen(where, "127.0.0.1", () => resolve(server));
    else server.listen(where, () => resolve(server));
  });
const sibling = spawn("/bin/sh", ["-c", "sleep 600 & wait"], {
  env: { SIBLING_TOKEN: "secret", PATH: process.env["PATH"] },
  detached: true,
});
let port = 0;
const socket = join(machine, "docker.sock");
const attempts = (): readonly [attempt: string, what: string, got: string][] => [
  ["read", file("home/.docker/config.json", '{"auths":{}}'), '{"auths":{}}'],
  ["read", file("work/repository/.git/config", "AUTHORIZATION: basic"), "AUTHORIZATION: basic"],
  ["read", file("work/_temp/git-credentials", "token"), "token"],
  ["read", file("work/_temp/_runner_file_commands/env", "A=b"), "A=b"],
  ["write", join(machine, "work/_temp/_runner_file_commands/env"), "written"],
  ["write", join(machine, "work/repository/kustomization.yaml"), "written"],
  ["tcp", String(port), "welcome"],
  ["unix", socket, "welcome"],
  ["kill", String(sibling.pid), "alive"],
  ["see", String(process.pid), "seen"],
  ["environ", "SIBLING_TOKEN", "SIBLING_TOKEN=secret"],
];

beforeAll(async () => {
  if (process.platform !== "linux") return;
  port = ((await listening(0)).address() as { port: number }).port;
  await listening(socket);
});
afterAll(() => {
  for (const server of servers) server.close();
  if (sibling.pid !== undefined) process.kill(-sibling.pid, "SIGKILL");
});

onLinux("attack 9.14, attack 9.15: what it can reach", () => {
  const args = () => attempts().flatMap(([kind, what]) => [kind, what]);

  test("without a sandbox: everything that its user can", async () => {
    const outcome = await run(HOSTILE, WITHOUT, { args: args() });
    expect(outcome.stderr).toBe("");
    expect(textOf(outcome).split("\n").slice(0, -1)).toEqual(attempts().map(([kind, , got]) => `${kind}: got ${got}`));
  });

  sandboxed("in the sandbox: nothing", async () => {
    const outcome = await run(HOSTILE, SANDBOXED, { args: args() });
    expect(outcome.stderr).toBe("");
    expect(textOf(outcome).split("\n").slice(0, -1)).toEqual(attempts().map(([kind]) => `${kind}: refused`));
    expect(readFileSync(join(machine, "work/_temp/_runner_file_commands/env"), "utf8")).toBe("A=b");
  });

  sandboxed("in the sandbox: the programs and libraries of the system, to read", async () => {
    const script = `#!/bin/sh
pwd; cd / && echo "$(ls | grep -v '^\\(bin\\|sbin\\|lib.*\\)$' | xargs)" && echo "$(ls -A /etc /tmp /dev/shm | xargs)"
ls /home /root /run /var /sys /opt /mnt /srv 2>/dev/null
for path in /x /etc/x /usr/bin/x /usr/share/x /dev/x /proc/x /function/x /function/program; do
  (echo >"$path") 2>/dev/null && echo "wrote $path"
done
(echo >/tmp/x && echo >/dev/shm/x && echo >/dev/null) && echo wrote
head -c 4 /dev/urandom | wc -c; cat /proc/sys/kernel/hostname; grep -c . /proc/net/dev
grep -E "^(CapInh|CapPrm|CapEff|CapBnd|CapAmb|NoNewPrivs)" /proc/self/status | sed 's/.*\\t//' | xargs`;
    const outcome = await run(script, SANDBOXED);
    const [home, top, inner, ...rest] = textOf(outcome).trimEnd().split("\n");
    expect(home).toBe("/tmp");
    expect(top).toBe("dev etc function proc tmp usr");
    expect(inner).not.toMatch(/shadow|sudoers|hosts|docker|ssh/);
    expect(rest).toEqual(["wrote", "4", "krm-fn", "3", `${"0000000000000000 ".repeat(5)}1`]);
  });

  sandboxed("in the sandbox: namespaces of its own do not help it", async () => {
    const outcome = await run(
      `#!/bin/sh
unshare --user --map-root-user --mount sh -c '
  mount -o remount,bind,rw /usr/bin; echo >/usr/bin/krm-render-test && echo wrote
  umount /tmp; umount /usr/bin; umount /proc; cat "$0"' "$1" 2>/dev/null
echo done`,
      SANDBOXED,
      { args: [join(machine, "work/_temp/git-credentials")] },
    );
    expect(textOf(outcome)).toBe("done\n");
    expect(existsSync("/usr/bin/krm-render-test")).toBe(false);
  });
});

onLinux("attack 9.14: what it leaves behind", () => {
  // It hides from the marks by which processes are found that have left their group (docs/specification/executables.md 4.2).
  const hidden = (seconds: string): string =>
    `#!/bin/sh\nenv -i prlimit --locks=1: setsid sleep ${seconds} </dev/null >/dev/null 2>&1 &
until [ "$(tr -d '\\0' </proc/$!/cmdline)" = sleep${seconds} ]; do :; done\necho started`;

  test("without a sandbox: a process that hides", async () => {
    expect(textOf(await run(hidden("4711.1"), WITHOUT))).toBe("started\n");
    const left = processesWith("4711.1");
    for (const pid of left) process.kill(pid, "SIGKILL");
    await until(() => !left.some(isRunning));
    expect(left).toHaveLength(1);
  });

  sandboxed("in the sandbox: nothing", async () => {
    expect(textOf(await run(hidden("4711.2"), SANDBOXED))).toBe("started\n");
    await until(() => processesWith("4711.2").length === 0);
  });

  sandboxed("in the sandbox: nothing at its time limit", async () => {
    const limits = { timeoutMs: 1000, stdoutBytes: 1000, stderrBytes: 1000 };
    const outcome = await run(`${hidden("4711.3")}\nsleep 4711.3`, SANDBOXED, { limits });
    expect(outcome).toMatchObject({ problem: "timeout", exitCode: undefined });
    await until(() => processesWith("4711.3").length === 0);
  });

  describeVariants((variant) =>
    test("what a process prints after the program has ended is waited for", async () => {
      const outcome = await run("#!/bin/sh\n(sleep 0.5; echo second) &\necho first\nexit 3\n", variant);
      expect(textOf(outcome)).toBe("first\nsecond\n");
      expect(outcome).toMatchObject({ exitCode: 3, stderr: "" });
    }),
  );

  sandboxed("in the sandbox: nothing if krm-render is killed", async () => {
    const place = temporary();
    const { file: program } = stored("#!/bin/sh\nsetsid sleep 4711.4 &\nsleep 4711.4\n");
    const args = [await bundle(), program, "require"];
    const child = spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, TMPDIR: place } });
    await until(() => processesWith("4711.4").length >= 2);
    child.kill("SIGKILL");
    await until(() => processesWith("4711.4").length === 0);
    expect(processesWith("4711.4")).toEqual([]);
  });
});
