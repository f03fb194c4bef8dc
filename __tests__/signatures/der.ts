/** A writer of DER: as much as certificates and timestamps need. */

export type Der = Buffer;

function tlv(tag: number, ...parts: readonly Uint8Array[]): Der {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

export const sequence = (...parts: readonly Uint8Array[]): Der => tlv(0x30, ...parts);
export const setOf = (...parts: readonly Uint8Array[]): Der => tlv(0x31, ...parts);
export const octets = (...parts: readonly Uint8Array[]): Der => tlv(0x04, ...parts);
export const bits = (content: Uint8Array, unused = 0): Der => tlv(0x03, Buffer.from([unused]), content);
export const truth = (): Der => tlv(0x01, Buffer.from([255]));
export const utf8 = (text: string): Der => tlv(0x0c, Buffer.from(text));
/** A tag of the context around complete elements. */
export const explicit = (number: number, ...parts: readonly Uint8Array[]): Der => tlv(0xa0 + number, ...parts);
/** A tag of the context instead of that of the element. */
export const implicit = (number: number, content: Uint8Array): Der => tlv(0x80 + number, content);

export function integer(value: number): Der {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  return tlv(0x02, (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

export function oid(text: string): Der {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  const bytes = rest.flatMap((part) => {
    const groups = [part & 127];
    for (let left = Math.floor(part / 128); left > 0; left = Math.floor(left / 128)) groups.unshift((left & 127) | 128);
    return groups;
  });
  return tlv(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

const digits = (date: Date): string => date.toISOString().replace(/[-:T]|\.\d+/g, "");
export const utcTime = (date: Date): Der => tlv(0x17, Buffer.from(digits(date).slice(2)));
export const generalizedTime = (date: Date): Der => tlv(0x18, Buffer.from(digits(date)));
