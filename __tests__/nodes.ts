const node24 = process.env.NODE24_BIN;

/** What tests run the built programs by: this Node, and the one that NODE24_BIN names. */
export const NODES: readonly string[] = [process.execPath, ...(node24 ? [node24] : [])];

/** What tests run the built action by: Node 24, as GitHub does, where NODE24_BIN names it, and this Node otherwise. */
export const ACTION_NODE = node24 || process.execPath;
