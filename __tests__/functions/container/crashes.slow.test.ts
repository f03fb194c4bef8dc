/** On real engines, no container outlives the process that started it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { ContainerRuntimeOptions } from "../../../src/functions/container/index.ts";
import { bundleProgram } from "../../bundle-program.ts";
import { lackOfNetwork } from "../../functions/container/engines.ts";
import { unless } from "../../unless.ts";
import { describeEngines } from "./real-world.ts";
import { specification } from "./shim.ts";

await describeEngines((world) => {
  unless(lackOfNetwork(world.engine), describe)(
    "when the process ends first (docs/specification/containers.md 6.2)",
    () => {
      const started = new Set<ChildProcess>();
      const directory = mkdtempSync(join(tmpdir(), "process-"));
      const program = join(directory, "program.cjs");

      beforeAll(async () => {
        const room = join(import.meta.dirname, "../../../src/functions/container/index.ts");
        writeFileSync(
          join(directory, "program.ts"),
          `import { createContainerRuntime } from ${JSON.stringify(room)};
         const [, , options, spec, ending] = process.argv;
         async function main() {
           const containers = createContainerRuntime(JSON.parse(options));
           const program = await containers.program(JSON.parse(spec), {});
           process.stdin.once("data", () => {
             if (ending === "throw") throw new Error("crash");
             process.exit(7);
           });
           if (ending === "nothing") {
             await containers.close();
             return process.exit(0);
           }
           await program.run({ stdin: "" });
         }
         main();`,
        );
        const entry = join(directory, "program.ts");
        await bundleProgram(entry, program);
      });

      afterAll(() => {
        for (const child of started) child.kill("SIGKILL");
        rmSync(directory, { recursive: true });
      });

      function start(ending: string): { readonly child: ChildProcess; readonly end: Promise<unknown> } {
        const options: ContainerRuntimeOptions = {
          engine: world.engine.name,
          cwd: "/",
          environment: { host: world.host, inherited: [], given: [] },
          pull: "never",
          network: true,
          allowMounts: false,
          limits: { ulimits: world.engine.ulimits },
        };
        const spec = specification({
          image: world.shell(),
          network: true,
          envs: ["FN=trap '' TERM; while :; do sleep 100; done"],
        });
        const child = spawn(process.execPath, [program, JSON.stringify(options), JSON.stringify(spec), ending], {
          stdio: ["pipe", "ignore", "ignore"],
        });
        started.add(child);
        return { child, end: new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? signal))) };
      }

      test.each<[ending: NodeJS.Signals | "exit" | "throw", status: unknown]>([
        ["SIGTERM", "SIGTERM"],
        ["SIGINT", "SIGINT"],
        ["exit", 7],
        ["throw", 1],
      ])("by %s, it leaves nothing", async (ending, status) => {
        const { child, end } = start(ending);
        await world.untilItRuns(child.pid);
        if (ending === "exit" || ending === "throw") child.stdin?.write("now");
        else child.kill(ending);
        expect(await end).toBe(status);
        expect([...world.containersOf(child.pid), ...world.networksOf(child.pid)]).toEqual([]);
      });

      test("by SIGKILL, the next process cleans up", async () => {
        const { child, end } = start("SIGKILL");
        await world.untilItRuns(child.pid);
        child.kill("SIGKILL");
        await end;
        expect(await start("nothing").end).toBe(0);
        expect([...world.containersOf(child.pid), ...world.networksOf(child.pid)]).toEqual([]);
      });
    },
  );
});
