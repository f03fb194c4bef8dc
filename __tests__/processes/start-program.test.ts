/** Programs, and the processes they have started, end when they are told to, and when this process is. */
import { once } from "node:events";
import { describe, expect, test } from "@jest/globals";
import { type StartedProgram, startProgram } from "../../src/processes/index.ts";
import { isRunning } from "../../src/processes/process-numbers.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

interface Family {
  readonly program: StartedProgram;
  readonly grandchild: number;
}

/** A shell that ignores requests to end, and the process that it has started. */
async function family(): Promise<Family> {
  const script = "trap '' INT TERM HUP; sleep 1000 & echo $!; wait";
  const env = { PATH: "/usr/bin:/bin" };
  const program = startProgram({ command: "sh", args: ["-c", script], cwd: "/", env });
  const [pid] = await once(program.child.stdout as NodeJS.ReadableStream, "data");
  return { program, grandchild: Number(String(pid)) };
}

async function gone(pid: number): Promise<true> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
  return true;
}

const listeners = (): number[] => SIGNALS.map((signal) => process.listenerCount(signal));

test.each(SIGNALS)("%s ends both, and reaches other listeners", async (signal) => {
  const before = listeners();
  const received: string[] = [];
  const listen = (name: string): void => void received.push(name);
  process.on(signal, listen);
  try {
    const { program, grandchild } = await family();
    const end = once(program.child, "close");
    process.emit(signal, signal);
    expect((await end)[1]).toBe("SIGKILL");
    expect(await gone(grandchild)).toBe(true);
    expect(received).toEqual([signal]);
  } finally {
    process.off(signal, listen);
  }
  expect(listeners()).toEqual(before);
});

test("ending one program does not end others", async () => {
  const [first, second] = await Promise.all([family(), family()]);
  first.program.end();
  expect((await once(first.program.child, "close"))[1]).toBe("SIGKILL");
  expect(await gone(first.grandchild)).toBe(true);
  expect([isRunning(second.program.child.pid as number), isRunning(second.grandchild)]).toEqual([true, true]);
  second.program.end();
  await once(second.program.child, "close");
  expect(await gone(second.grandchild)).toBe(true);
});

describe("a program that keeps the terminal", () => {
  const ends = [
    ["when it is told to", (program: StartedProgram) => program.end()],
    ["by SIGTERM", () => process.emit("SIGTERM", "SIGTERM")],
  ] as const;

  async function endOf(script: string, end: (program: StartedProgram) => unknown) {
    const listen = (): void => {};
    process.on("SIGTERM", listen);
    try {
      const call = { command: "sh", args: ["-c", script], cwd: "/", env: { PATH: "/usr/bin:/bin" } };
      const program = startProgram({ ...call, keepsTerminal: true });
      await once(program.child.stdout as NodeJS.ReadableStream, "data");
      const closed = once(program.child, "close");
      end(program);
      return await closed;
    } finally {
      process.off("SIGTERM", listen);
    }
  }

  test.each(ends)("can clean up: %s", async (_, end) => {
    expect(await endOf("trap 'exit 3' TERM; echo; while :; do sleep 0.05; done", end)).toEqual([3, null]);
  });

  test.each(ends)("is killed if it does not end: %s", async (_, end) => {
    expect(await endOf("trap '' TERM; echo; while :; do sleep 0.05; done", end)).toEqual([null, "SIGKILL"]);
  });
});
