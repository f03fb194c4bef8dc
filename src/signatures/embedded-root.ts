/** The trust root of Sigstore's public instance. The build takes it from @sigstore/tuf; this file only declares it. */

/** A document in JSON. */
export declare const EMBEDDED: string;
