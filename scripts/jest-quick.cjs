// The filter of `npm test`: leaves out the suites that take long, and says so at the end.

/** @param {string[]} paths of suites */
module.exports = (paths) => {
  const quick = paths.filter((path) => !path.endsWith(".slow.test.ts"));
  const left = paths.length - quick.length;
  if (left > 0) {
    process.once("exit", () =>
      console.error(
        `\nLeft out: ${left} suite${left === 1 ? "" : "s"} named *.slow.test.ts. \`npm run test:all\` runs everything.`,
      ),
    );
  }
  return { filtered: quick };
};
