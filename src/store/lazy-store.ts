import { type ContentStore, openStore, type StoreOptions } from "./content-store.ts";

export type LazyStore = Pick<
  ContentStore,
  "file" | "filePath" | "keepFile" | "recall" | "note" | "workplace" | "discard" | "close"
>;

/** A content store that is opened with its first use. */
export function lazyStore(options: StoreOptions): LazyStore {
  let opened: ContentStore | undefined;
  const store = (): ContentStore => (opened ??= openStore(options));
  return {
    file: (digest, maxBytes) => store().file(digest, maxBytes),
    keepFile: (digest, bytes) => store().keepFile(digest, bytes),
    filePath: (digest) => store().filePath(digest),
    recall: (question) => store().recall(question),
    note: (question, digest) => store().note(question, digest),
    workplace: () => store().workplace(),
    discard: (directory) => store().discard(directory),
    close: () => opened?.close(),
  };
}
