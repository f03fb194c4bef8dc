/** A GitHub of its own for each test. */
import { afterEach, beforeEach, expect } from "@jest/globals";
import { type LoopbackGitHub, type LoopbackOptions, startGitHub } from "./server.ts";

/**
 * Each test fails if a request or an answer is not as GitHub's description says.
 * @param set gets the one of the next test
 * @param options asked before each test
 */
export function useGitHub(set: (server: LoopbackGitHub) => void, options: () => LoopbackOptions = () => ({})): void {
  let server: LoopbackGitHub;
  beforeEach(async () => {
    server = await startGitHub(options());
    set(server);
  });
  afterEach(async () => {
    await server.close();
    expect(server.violations).toEqual([]);
  });
}
