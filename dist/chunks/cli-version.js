import "./shared-runtime.js";

// src/version.ts
var VERSION = "0.1.0";

// src/cli/version.ts
async function version(_invocation, terminal) {
  await terminal.stdout.write(`${VERSION}
`);
  return 0;
}
export {
  version
};
