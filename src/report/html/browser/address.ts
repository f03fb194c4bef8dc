/** The address of the page: after `#`, the id of an element, and after `?`, what the reader has chosen. */

export interface Address {
  /** The id of an element; empty for none. */
  readonly anchor: string;
  readonly choices: URLSearchParams;
}

export function parseAddress(hash: string): Address {
  const [anchor = "", ...rest] = hash.replace(/^#/, "").split("?");
  return { anchor: decoded(anchor), choices: new URLSearchParams(rest.join("?")) };
}

export function formatAddress({ anchor, choices }: Address): string {
  const text = choices.toString();
  return `#${encodeURIComponent(anchor)}${text === "" ? "" : `?${text}`}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
