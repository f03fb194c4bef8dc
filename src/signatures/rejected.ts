/** Says why one signature does not count. Others of the same artifact may still do. */
export class Rejected extends Error {}
