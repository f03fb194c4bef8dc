/** Encodings and digests of texts. */
import { createHash } from "node:crypto";
import { fixed, type GoFunction } from "../execution/function.ts";

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The message of Go about a text that is not encoded, which the functions give instead of a result. */
function corrupt(base: 32 | 64, at: number): string {
  return `illegal base${base} data at input byte ${at}`;
}

/** The bytes that digits of an alphabet stand for, most significant bit first. What does not fill a byte is dropped. */
function bytesOf(digits: readonly number[], bits: number): string {
  const bytes: number[] = [];
  let [held, kept] = [0, 0];
  for (const digit of digits) {
    held = ((held << bits) | digit) & 0xffff;
    kept += bits;
    if (kept < 8) continue;
    kept -= 8;
    bytes.push((held >> kept) & 0xff);
  }
  return Buffer.from(bytes).toString("latin1");
}

function decodeBase64(text: string): string {
  const digits: number[] = [];
  const skipBreaks = (from: number): number => {
    let at = from;
    while (text[at] === "\n" || text[at] === "\r") at++;
    return at;
  };
  /** The place of a digit among the four that make three bytes. */
  let place = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] as string;
    const digit = BASE64.indexOf(byte);
    if (digit >= 0) {
      digits.push(digit);
      place = (place + 1) % 4;
    } else if (byte === "=") {
      if (place < 2) return corrupt(64, at);
      let end = at + 1;
      if (place === 2) {
        end = skipBreaks(end);
        if (end >= text.length) return corrupt(64, text.length);
        if (text[end] !== "=") return corrupt(64, end - 1);
        end++;
      }
      end = skipBreaks(end);
      return end < text.length ? corrupt(64, end) : bytesOf(digits, 6);
    } else if (byte !== "\n" && byte !== "\r") return corrupt(64, at);
  }
  return place === 0 ? bytesOf(digits, 6) : corrupt(64, text.length - place);
}

function decodeBase32(input: string): string {
  const text = input.replace(/[\r\n]/g, "");
  const digits: number[] = [];
  for (let start = 0; start < text.length; start += 8) {
    for (let place = 0; place < 8; place++) {
      const at = start + place;
      const byte = text[at];
      if (byte === undefined) return corrupt(32, text.length - place);
      const left = text.length - at - 1;
      if (byte === "=" && place >= 2 && left < 8) {
        if (left + place < 7) return corrupt(32, text.length);
        for (let next = 0; next < 7 - place; next++) {
          if (left > next && text[at + 1 + next] !== "=") return corrupt(32, at + next);
        }
        if (place === 3 || place === 6) return corrupt(32, at);
        return bytesOf(digits, 5);
      }
      const digit = BASE32.indexOf(byte);
      if (digit < 0) return corrupt(32, at);
      digits.push(digit);
    }
  }
  return bytesOf(digits, 5);
}

function encodeBase32(text: string): string {
  let result = "";
  let [held, kept] = [0, 0];
  for (const byte of Buffer.from(text, "latin1")) {
    held = ((held << 8) | byte) & 0xffff;
    kept += 8;
    while (kept >= 5) {
      kept -= 5;
      result += BASE32[(held >> kept) & 31];
    }
  }
  if (kept > 0) result += BASE32[(held << (5 - kept)) & 31];
  return result.padEnd(Math.ceil(text.length / 5) * 8, "=");
}

function adler32(text: string): number {
  let [sum, sums] = [1, 0];
  for (const byte of Buffer.from(text, "latin1")) {
    sum = (sum + byte) % 65521;
    sums = (sums + sum) % 65521;
  }
  return sums * 65536 + sum;
}

function onText(change: (text: string) => string): GoFunction {
  return fixed(["string"], function (text) {
    this.effort.spend(text.length);
    return change(text);
  });
}

function digest(algorithm: "sha1" | "sha256" | "sha512"): GoFunction {
  return onText((text) => createHash(algorithm).update(Buffer.from(text, "latin1")).digest("hex"));
}

export const ENCODINGS: Readonly<Record<string, GoFunction>> = {
  b64enc: onText((text) => Buffer.from(text, "latin1").toString("base64")),
  b64dec: onText(decodeBase64),
  b32enc: onText(encodeBase32),
  b32dec: onText(decodeBase32),
  sha1sum: digest("sha1"),
  sha256sum: digest("sha256"),
  sha512sum: digest("sha512"),
  adler32sum: onText((text) => String(adler32(text))),
};
