/** Reads objects through one long-lived `git cat-file --batch`. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { failure, type KrmError } from "../../diagnostics.ts";
import { presentable } from "../../processes/index.ts";
import { MAX_FILE_BYTES } from "../tree-problems.ts";
import { type BatchAnswer, batchOutput } from "./batch-output.ts";
import { cannotStart, type GitContext, startGit } from "./git-process.ts";

export interface ObjectReader {
  /**
   * The object of an id, or of `<id>^{tree}`. Any number of reads may be pending; git answers them in order. After a failure,
   * the next read starts git again.
   * @throws KrmError `git-failed`, `git-not-found`
   */
  read(name: string): Promise<BatchAnswer>;
  /** Lets git end after the pending reads. Later reads fail. */
  close(): void;
}

interface Question {
  readonly answered: (answer: BatchAnswer) => void;
  readonly failed: (error: KrmError) => void;
}

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly questions: Question[];
  /** Names that are not written yet: reads of the same tick are written together. */
  unsent: string;
}

const NAME = /^[0-9a-f]{40,64}(?:\^\{tree\})?$/;

export function objectReader(context: GitContext, limit = MAX_FILE_BYTES): ObjectReader {
  let running: Running | undefined;
  let closed = false;

  function start(): Running {
    const program = startGit(context, ["cat-file", "--batch"]);
    const child = program.child as ChildProcessWithoutNullStreams;
    const current: Running = { child, questions: [], unsent: "" };
    let errors = "";
    const parse = batchOutput(limit, (answer) => {
      current.questions.shift()?.answered(answer);
      if (current.questions.length === 0) letNodeExit(child, true);
    });
    const fail = (error: KrmError): void => {
      if (running === current) running = undefined;
      for (const question of current.questions.splice(0)) question.failed(error);
    };
    child.stdout.on("data", (chunk: Buffer) => {
      try {
        parse(chunk);
      } catch (error) {
        program.end();
        fail(died(`it printed ${(error as Error).message}`, error));
      }
    });
    child.stderr.on("data", (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-10_000);
    });
    // Writing to a process that has ended fails; "close" reports its end.
    child.stdin.on("error", () => {});
    child.on("error", (error) => fail(cannotStart(error)));
    child.on("close", (code, signal) => {
      const message = presentable(errors);
      fail(died(message === "" ? (signal === null ? `exit code ${code}` : `signal ${signal}`) : message));
    });
    return current;
  }

  function send(to: Running, name: string): void {
    if (to.unsent === "") {
      queueMicrotask(() => {
        to.child.stdin.write(to.unsent);
        to.unsent = "";
      });
    }
    to.unsent += `${name}\n`;
  }

  return {
    read(name) {
      if (closed) return Promise.reject(failure("git-failed", "the repository was closed while it was being read"));
      if (!NAME.test(name)) return Promise.reject(new TypeError(`not an object id: ${JSON.stringify(name)}`));
      running ??= start();
      const current = running;
      return new Promise((answered, failed) => {
        if (current.questions.length === 0) letNodeExit(current.child, false);
        current.questions.push({ answered, failed });
        send(current, name);
      });
    },
    close() {
      closed = true;
      const current = running;
      if (current !== undefined) queueMicrotask(() => current.child.stdin.end());
    },
  };
}

function died(reason: string, cause?: unknown): KrmError {
  const hint = "Run `git fsck` to see whether the repository is intact.";
  return failure("git-failed", `git cat-file ended unexpectedly: ${reason}`, { hint, cause });
}

/** An idle git must not keep Node running, but a git with pending reads must. */
function letNodeExit(child: ChildProcessWithoutNullStreams, free: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr]) {
    // The pipes of a child are sockets, but their type does not show it.
    const { ref, unref } = handle as { ref?: () => void; unref?: () => void };
    (free ? unref : ref)?.call(handle);
  }
}
