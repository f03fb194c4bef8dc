/** The unchanged lines around hunks, which the page holds packed. */

/** By the ids of changes: the lines above and below each hunk. */
type Lines = Readonly<Record<string, readonly (readonly [above: string, below: string])[]>>;

let known: Promise<Lines> | undefined;

/** False for a page without such lines, and in a browser that cannot unpack them. */
export function hasSurroundings(): boolean {
  return document.getElementById("around") !== null && typeof DecompressionStream !== "undefined";
}

/** The lines around the hunks of a change. Unpacks those of all when it is asked for the first time. */
export async function surroundingsOf(id: string): Promise<Lines[string]> {
  known ??= unpack(document.getElementById("around")?.textContent ?? "");
  return (await known)[id] ?? [];
}

async function unpack(text: string): Promise<Lines> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return (await new Response(stream).json()) as Lines;
}
