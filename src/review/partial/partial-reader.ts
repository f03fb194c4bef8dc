import type { PartialReview } from "./types.ts";
export function parsePartial(data: string | Uint8Array): PartialReview {
  return JSON.parse(String(Buffer.from(data as Uint8Array)));
}
