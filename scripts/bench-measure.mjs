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
      bytes = Math.max(bytes, peakMemory(child.pid));
      cpu = Math.max(cpu, processorTime(child.pid));
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

/** The peak memory of a process, on systems that report it (Linux). @param {number | undefined} pid */
function peakMemory(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Milliseconds in a tick of the clock that Linux counts the time of processes with. */
const TICK = 10;

/**
 * The time in milliseconds that processors spent on a process, on systems that report it (Linux). Other programs on the machine
 * do not count. @param {number | undefined} pid
 */
function processorTime(pid) {
  try {
    // The name of the program, which may contain anything, ends with the last parenthesis.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(")").at(-1)?.trim().split(" ") ?? [];
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK;
  } catch {
    return 0;
  }
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
