import { type ContentStore, openStore, type StoreOptions } from "./content-store.ts";

export type LazyStore = Pick<ContentStore, "file" | "keepFile" | "recall" | "note" | "close">;

/** A content store that is opened with its first use. */
export function lazyStore(options: StoreOptions): LazyStore {
  let opened: ContentStore | undefined;
  const store = (): ContentStore => (opened ??= openStore(options));
  return {
    file: (digest, maxBytes) => store().file(digest, maxBytes),
    keepFile: (digest, bytes) => store().keepFile(digest, bytes),
    recall: (question) => store().recall(question),
    note: (question, digest) => store().note(question, digest),
    close: () => opened?.close(),
  };
}
