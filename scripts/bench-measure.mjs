// @ts-check
// Times runs of programs, and prints the results.
import { execFile, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";

/** @typedef {{ ms: number, cpu: number, bytes: number }} Sample duration, time of processors and peak memory, 0 if unknown */
/** @typedef {Omit<Sample, "cpu"> & { least: number, most: number }} Figure */

/** @param {string} program @param {string[]} args @param {number} count @param {string} [cwd] @returns {Promise<Sample[]>} */
export async function sample(program, args, count, cwd) {
  const samples = [];
  for (let run = 0; run < count; run++) samples.push(await runOnce(program, args, cwd));
  return samples;
}

/** @param {string} program @param {string[]} args @param {string} [cwd] @returns {Promise<Sample>} */
function runOnce(program, args, cwd) {
  return new Promise((done, fail) => {
    const sink = openSync("/dev/null", "w");
    const start = performance.now();
    const child = spawn(program, args, { cwd, stdio: ["ignore", sink, "pipe"] });
    let bytes = 0;
    let cpu = 0;
    const poll = setInterval(() => {
      const alive = aliveBelow(child.pid);
      bytes = Math.max(bytes, sum(alive, peakMemory));
      cpu = Math.max(cpu, sum(alive, processorTime));
    }, 5);
    let errors = "";
    child.stderr?.on("data", (chunk) => {
      errors += chunk;
    });
    child.on("error", fail);
    child.on("close", (status) => {
      const ms = performance.now() - start;
      clearInterval(poll);
      closeSync(sink);
      if (status === 0) done({ ms, cpu, bytes });
      else fail(new Error(`${program} ${args.join(" ")} failed with status ${status}: ${errors}`));
    });
  });
}

/**
 * A process and those that it started, on systems that list them (Linux): the command line works in a process of its own.
 * @param {number | undefined} pid @returns {number[]}
 */
function aliveBelow(pid) {
  if (pid === undefined) return [];
  const children = readProcess(`${pid}/task/${pid}/children`).split(" ").filter(Boolean);
  return [pid, ...children.flatMap((child) => aliveBelow(Number(child)))];
}

/** The peak memory of a process. @param {number} pid */
function peakMemory(pid) {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readProcess(`${pid}/status`))?.[1] ?? 0) * 1024;
}

/** Milliseconds in a tick of the clock that Linux counts the time of processes with. */
const TICK = 10;

/**
 * The time in milliseconds that processors spent on a process and on those of its children that have ended. Other programs on the
 * machine do not count. @param {number} pid
 */
function processorTime(pid) {
  // The name of the program, which may contain anything, ends with the last parenthesis.
  const fields = readProcess(`${pid}/stat`).split(")").at(-1)?.trim().split(" ") ?? [];
  return sum(fields.slice(11, 15), Number) * TICK;
}

/** @param {string} path below `/proc`; empty text where there is no such process */
function readProcess(path) {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
}

/** @template Item @param {Item[]} items @param {(item: Item) => number} of */
function sum(items, of) {
  return items.reduce((total, item) => total + of(item), 0);
}

/** @param {Sample[]} samples @returns {Figure} */
export function median(samples) {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  const [least = 0, middle = 0, most = 0] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
  return { ms: middle, least, most, bytes: Math.max(...samples.map(({ bytes }) => bytes)) };
}

/** @param {string} name @param {Figure} mine @param {Figure | undefined} other @param {Figure} [least] */
export function row(name, mine, other, least) {
  const cells = [
    ...figures(mine),
    ...(other === undefined ? ["-", "-", "-", "-"] : [...figures(other), `${(other.ms / mine.ms).toFixed(2)} x`]),
    least === undefined ? "-" : time(least.ms),
  ];
  console.log(line(name, cells));
}

/** @param {Figure} figure */
function figures({ ms, least, most, bytes }) {
  return [time(ms), `${time(least)}-${time(most)}`.replaceAll(" ", ""), memory(bytes)];
}

/** @param {string} name @param {string[]} cells */
export function line(name, cells) {
  return name.padEnd(28) + cells.map((cell) => cell.padStart(14)).join("");
}

/** @param {string} program @param {string[]} args @returns {Promise<string>} */
export function output(program, args) {
  return new Promise((done, fail) => {
    execFile(program, args, (error, stdout) => (error === null ? done(stdout) : fail(error)));
  });
}

/** @param {number} ms */
function time(ms) {
  return ms < 10_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** @param {number} bytes */
function memory(bytes) {
  return bytes === 0 ? "?" : `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}
