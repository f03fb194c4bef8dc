/** Which runs save what they have fetched to the Actions cache; docs/specification/store.md 5.7. */
export const CACHE_SAVE = ["auto", "always", "never"] as const;
/** The input `cache-save`. */
export type CacheSave = (typeof CACHE_SAVE)[number];
