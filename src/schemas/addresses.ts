/** Addresses of the Internet Protocol. */

const BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);
const GROUP = /^[0-9a-f]{1,4}$/i;
/** The longest address that can be written. */
const MAX_LENGTH = 45;

export function isIPv4(text: string): boolean {
  return IPV4.test(text);
}

/** Without a zone. The last 32 bits may be written as those of version 4. */
export function isIPv6(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const halves = text.split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const isMapped = groups.length > 0 && isIPv4(groups.at(-1) ?? "") && !text.endsWith(":");
  const count = groups.length + Number(isMapped);
  const isCounted = halves.length === 1 ? count === 8 : halves.length === 2 && count < 8;
  return isCounted && (isMapped ? groups.slice(0, -1) : groups).every((group) => GROUP.test(group));
}

/** An address and the number of bits of its network. */
export function isNetwork(text: string): boolean {
  const [address = "", bits = "", more] = text.split("/");
  if (more !== undefined || !/^\d{1,3}$/.test(bits)) return false;
  return isIPv4(address) ? Number(bits) <= 32 : isIPv6(address) && Number(bits) <= 128;
}
