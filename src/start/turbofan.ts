/**
 * Turns TurboFan off for builds of a medium size.
 *
 * V8 compiles hot functions twice more: with Maglev, which is fast, and with TurboFan, which is slow and pays off late. A build
 * of some megabytes ends before that. docs/decisions/0012-start-up.md has the figures.
 */
import type { Tree } from "../sources/tree.ts";

/** Bytes of input. A smaller build ends before TurboFan begins, and loading `node:v8` would cost it a millisecond. */
const FROM = 500_000;
/** A larger build is faster with TurboFan. */
const UP_TO = 8_000_000;

/** Node 20 has no Maglev, and some releases of Node 22 and some processors have none either. */
const FIRST_V8 = 13;
const ARCHITECTURES: readonly string[] = ["x64", "arm64"];

/** Wraps the tree of a build that is the only work of this process. */
export function limitTurbofan(tree: Tree): Tree {
  const hasMaglev = Number.parseInt(process.versions.v8, 10) >= FIRST_V8 && ARCHITECTURES.includes(process.arch);
  if (!hasMaglev) return tree;
  let bytes = 0;
  let isOff = false;
  return {
    ...tree,
    async read(path) {
      const content = await tree.read(path);
      bytes += content.length;
      const shouldBeOff = bytes > FROM && bytes <= UP_TO;
      if (shouldBeOff !== isOff) switchTurbofan(!shouldBeOff);
      isOff = shouldBeOff;
      return content;
    },
  };
}

function switchTurbofan(on: boolean): void {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  setFlagsFromString(on ? "--turbofan" : "--no-turbofan");
  // V8 accepts kept code only under the flags that it was saved with, so it is saved under those of the start.
  if (!on) process.prependOnceListener("exit", () => setFlagsFromString("--turbofan"));
}
