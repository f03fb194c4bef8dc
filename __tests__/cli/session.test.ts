/** A session closes everything that it opened, also after an error. */
import { describe, expect, test } from "@jest/globals";
import { withSession } from "../../src/cli/session.ts";
import type { Terminal } from "../../src/cli/terminal.ts";

const sink = { isTTY: false, write: async () => {} };
const terminal: Terminal = { cwd: "/", env: {}, stdout: sink, stderr: sink };

/** Opens three resources; closing fails for those listed. */
async function session(work: () => Promise<string>, failing: readonly string[] = []): Promise<[unknown, string[]]> {
  const closed: string[] = [];
  const outcome = withSession(terminal, async ({ onEnd }) => {
    for (const name of ["first", "second", "third"]) {
      onEnd(async () => {
        closed.push(name);
        if (failing.includes(name)) throw new Error(`${name} does not close`);
      });
    }
    return work();
  });
  return [await outcome.catch((error: Error) => error.message), closed];
}

const ALL = ["first", "second", "third"];

describe("a session", () => {
  test("returns the result of the work", async () => {
    expect(await session(async () => "done")).toEqual(["done", ALL]);
  });

  test("closes everything if the work fails", async () => {
    expect(await session(() => Promise.reject(new Error("broken")))).toEqual(["broken", ALL]);
  });

  test("closes everything if closing fails, and reports the first error", async () => {
    expect(await session(async () => "done", ["first", "second"])).toEqual(["first does not close", ALL]);
  });

  test("reports the error of the work if closing fails, too", async () => {
    expect(await session(() => Promise.reject(new Error("broken")), ["second"])).toEqual(["broken", ALL]);
  });
});
