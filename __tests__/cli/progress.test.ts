import { describe, expect, test } from "@jest/globals";
import { showProgress } from "../../src/cli/progress.ts";
import type { Terminal } from "../../src/cli/terminal.ts";

function terminal(isTTY: boolean): { terminal: Terminal; written: string[] } {
  const written: string[] = [];
  const sink = { isTTY, write: async (text: string) => void written.push(text) };
  return { terminal: { cwd: "/", env: {}, stdout: sink, stderr: sink }, written };
}

describe("progress", () => {
  test("appears after a second, changes at most ten times a second, and is erased", () => {
    const { terminal: tty, written } = terminal(true);
    let time = 0;
    const progress = showProgress(tty, () => time);
    for (time = 0; time <= 1500; time += 50) progress.update(time / 50, 31, `target-${time}`);
    progress.finish();
    progress.finish();
    expect(written[0]).toBe("\r\u001b[2K20/31 target-1000");
    expect(written).toHaveLength(7);
    expect(written.at(-1)).toBe("\r\u001b[2K");
  });

  test("prints nothing if the work takes less than a second", () => {
    const { terminal: tty, written } = terminal(true);
    const progress = showProgress(tty, () => 10);
    progress.update(1, 2, "a");
    progress.finish();
    expect(written).toEqual([]);
  });

  test("never appears in a pipe", () => {
    const { terminal: pipe, written } = terminal(false);
    let time = 0;
    const progress = showProgress(pipe, () => time);
    time = 60_000;
    progress.update(1, 2, "a");
    progress.finish();
    expect(written).toEqual([]);
  });

  test("a long name is cut to the width of the terminal", () => {
    const { terminal: tty, written } = terminal(true);
    let time = 0;
    const progress = showProgress(tty, () => time);
    time = 5000;
    progress.update(1, 2, "x".repeat(200));
    expect(written[0]?.length).toBeLessThan(80);
  });
});
