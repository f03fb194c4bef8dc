/** Writes large data as JSON. */

/**
 * The JSON of an object in parts that belong together: one line for each element of a list in it. So no text is longer than the
 * largest element. Fields without a value are left out.
 */
export function* jsonChunks(data: object): Generator<string, void> {
  let separator = "{";
  for (const [name, value] of Object.entries(data) as [string, unknown][]) {
    if (value === undefined) continue;
    yield `${separator}\n  ${JSON.stringify(name)}: `;
    separator = ",";
    if (Array.isArray(value)) yield* listChunks(value);
    else yield JSON.stringify(value);
  }
  yield "\n}\n";
}

function* listChunks(items: readonly unknown[]): Generator<string, void> {
  let separator = "[";
  for (const item of items) {
    yield `${separator}\n    ${JSON.stringify(item)}`;
    separator = ",";
  }
  yield items.length === 0 ? "[]" : "\n  ]";
}
