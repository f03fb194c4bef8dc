/** @type {import("jest").Config} */
export default {
  testEnvironment: "node",
  roots: ["<rootDir>/__tests__"],
  testMatch: ["**/*.test.ts"],
  globalSetup: "<rootDir>/scripts/jest-setup.mjs",
  setupFiles: ["<rootDir>/__tests__/setup.ts"],
  extensionsToTreatAsEsm: [".ts"],
  transform: { "\\.ts$": "<rootDir>/scripts/jest-transform.mjs" },
  reporters: ["default", "<rootDir>/scripts/jest-summary.mjs"],
  maxWorkers: "100%",
  // Builds are stopped by the memory that their process holds, and Node frees no module of earlier suites.
  workerIdleMemoryLimit: "1GB",
  // Tests start git, Node and servers; on a busy machine that takes its time. No test asserts a duration.
  testTimeout: 60_000,
  coverageProvider: "babel",
  collectCoverageFrom: ["src/**/*.ts"],
};
