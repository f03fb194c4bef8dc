/** Runs programs of this machine with limits, and removes everything they leave behind. */
export { cleanUpAtExit, SIGNALS, uninterrupted } from "./at-exit.ts";
export { HeadAndTail } from "./capture.ts";
export { baseEnvironment, type Environment, machineVariables, withoutRunnerVariables } from "./environment.ts";
export { endEscaped } from "./escaped-processes.ts";
export { formatOf } from "./executable-format.ts";
export { makeDirectories } from "./make-directories.ts";
export { isExecutable, machineMemory, programMemory } from "./memory-limit.ts";
export { presentable } from "./presentable.ts";
export { type PrivateDirectory, privateDirectory, removedAtExit, withPrivateDirectory } from "./private-directory.ts";
export { isAlive, processSpace } from "./process-numbers.ts";
export { type ProgramCall, type RunLimits, type RunOutcome, type RunProblem, runProgram } from "./run-program.ts";
export { SharedCalls } from "./shared-calls.ts";
export { runBeforeExit, type StartedProgram, startProgram, waitUntil } from "./start-program.ts";
export { createTurns } from "./turns.ts";
