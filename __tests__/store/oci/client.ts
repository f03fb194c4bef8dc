/** Registries for tests, with a store of their own, and what they log and read. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "@jest/globals";
import { KrmError } from "../../../src/diagnostics.ts";
import {
  type ContentStore,
  openRegistries,
  openStore,
  type Registries,
  type RegistriesOptions,
} from "../../../src/store/index.ts";

export interface TestClient extends Registries {
  readonly store: ContentStore;
  readonly logged: string[];
  readonly secrets: string[];
  readonly waits: number[];
  /** The files in the store, and what lies in its workplaces. */
  stored(): readonly string[];
}

/** To be called once at the top of a test file. The returned function makes a client with an empty store each time. */
export function testClients(directory: () => string): (options?: Partial<RegistriesOptions>) => TestClient {
  const closing: (() => void)[] = [];
  afterAll(() => {
    for (const close of closing) close();
  });
  return (options = {}) => {
    const place = directory();
    const store = openStore({ directory: place });
    closing.push(() => store.close());
    const logged: string[] = [];
    const secrets: string[] = [];
    const waits: number[] = [];
    const registries = openRegistries({
      store: () => store,
      rules: { privateHosts: false, allowHosts: ["127.0.0.1"] },
      insecureRegistries: ["127.0.0.1"],
      env: {},
      log: (line) => logged.push(line),
      onSecret: (text) => secrets.push(text),
      sleep: async (milliseconds) => void waits.push(milliseconds),
      random: () => 0,
      ...options,
    });
    const listed = (name: string): string[] =>
      readdirSync(join(place, "v1", name), { recursive: true, encoding: "utf8" });
    return { ...registries, store, logged, secrets, waits, stored: () => [...listed("files"), ...listed("tmp")] };
  };
}

/** The code and the text of the problem with which it fails. */
export async function problemOf(work: Promise<unknown>): Promise<string> {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof KrmError)) throw new Error(`expected a KrmError, got ${String(thrown)}`, { cause: thrown });
  return `${thrown.code}: ${thrown.message}`;
}
