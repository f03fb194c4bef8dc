/** What becomes of programs, and of what they have started, when this process is told to end. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { endGroup, GROUP, isAlive, watchGroup } from "../../src/sources/index.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A shell that ignores requests to end, and the number of the process that it has started. */
async function family(): Promise<{ readonly child: ChildProcess; readonly grandchild: number }> {
  const script = "trap '' INT TERM HUP; sleep 1000 & echo $!; wait";
  const child = spawn("sh", ["-c", script], { stdio: ["ignore", "pipe", "ignore"], ...GROUP });
  watchGroup(child);
  const [pid] = await once(child.stdout as NodeJS.ReadableStream, "data");
  return { child, grandchild: Number(String(pid)) };
}

async function gone(pid: number): Promise<true> {
  while (runs(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
  return true;
}

/** It is a child of somebody else, who may never notice that it has ended. */
function runs(pid: number): boolean {
  if (process.platform !== "linux") return isAlive(pid);
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

const listeners = (): number[] => SIGNALS.map((signal) => process.listenerCount(signal));

test.each(SIGNALS)("by %s, both are ended, and whoever else listens hears of it", async (signal) => {
  const before = listeners();
  const heard: string[] = [];
  const listen = (name: string): void => void heard.push(name);
  process.on(signal, listen);
  try {
    const { child, grandchild } = await family();
    const end = once(child, "close");
    process.emit(signal, signal);
    expect((await end)[1]).toBe("SIGKILL");
    expect(await gone(grandchild)).toBe(true);
    expect(heard).toEqual([signal]);
  } finally {
    process.off(signal, listen);
  }
  expect(listeners()).toEqual(before);
});

test("the one that is meant is ended, and the others go on until they are", async () => {
  const [first, second] = await Promise.all([family(), family()]);
  endGroup(first.child);
  expect((await once(first.child, "close"))[1]).toBe("SIGKILL");
  expect(await gone(first.grandchild)).toBe(true);
  expect([runs(second.child.pid as number), runs(second.grandchild)]).toEqual([true, true]);
  endGroup(second.child);
  await once(second.child, "close");
  expect(await gone(second.grandchild)).toBe(true);
});
