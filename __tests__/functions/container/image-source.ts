/** A source of images in memory, which counts what is asked of it. */
import type { FetchedImage, ImagePlatform, ImageSource } from "../../../src/functions/container/index.ts";

export const MANIFEST = `sha256:${"a".repeat(64)}`;
export const CONFIG = `sha256:${"c".repeat(64)}`;
export const LAYER = `sha256:${"b".repeat(64)}`;

export interface TestSource {
  readonly open: () => Promise<ImageSource>;
  /** `digests REFERENCE PLATFORM` and `fetch REFERENCE PLATFORM`. */
  readonly asked: string[];
  /** How often the source was opened. */
  opened(): number;
}

export interface SourceOptions extends Partial<Omit<FetchedImage, "archive">> {
  readonly archive?: (name: string) => AsyncIterable<Uint8Array>;
  /** Thrown by `digests`. */
  readonly failure?: Error;
}

async function* named(name: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from("archive of ");
  yield Buffer.from(name);
}

/** Every reference leads to the same image. */
export function imageSource({ failure, ...image }: SourceOptions = {}): TestSource {
  const asked: string[] = [];
  let opened = 0;
  const note = (what: string, reference: string, { os, architecture }: ImagePlatform): void =>
    void asked.push(`${what} ${reference} ${os}/${architecture}`);
  const fetched = { manifest: MANIFEST, config: CONFIG, diffIds: [LAYER], bytes: 12, archive: named, ...image };
  const source: ImageSource = {
    async digests(reference, platform) {
      note("digests", reference, platform);
      if (failure !== undefined) throw failure;
      return { manifest: fetched.manifest, config: fetched.config };
    },
    async fetch(reference, platform) {
      note("fetch", reference, platform);
      return fetched;
    },
  };
  return {
    asked,
    opened: () => opened,
    async open() {
      opened++;
      return source;
    },
  };
}
