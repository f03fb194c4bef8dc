/** Formats numbers as kustomize prints them (docs/specification/yaml-writing.md 3). */

/** Formats a number of a resource: an integer of up to 64 bits in full, any other number as Go's `%g`. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && value < 18446744073709551616 && value > -9223372036854775808) {
    return String(value === 0 ? 0 : value);
  }
  return formatFloat(value, String(Math.abs(value)));
}

/** Formats a number as Go's shortest `%g`, also if it is an integer. */
export function formatFloat64(value: number): string {
  return formatFloat(value, String(Math.abs(value)));
}

/** Formats a float that is a key of a configuration file. sigs.k8s.io/yaml rounds it to 32 bits. */
export function formatFloat32(value: number): string {
  if (Number.isNaN(value)) return ".nan";
  if (!Number.isFinite(value)) return value > 0 ? ".inf" : "-.inf";
  const narrow = Math.fround(value);
  if (!Number.isFinite(narrow)) return narrow > 0 ? ".inf" : "-.inf";
  const magnitude = Math.abs(narrow);
  let digits = String(magnitude);
  for (let precision = 1; precision < 10; precision++) {
    const short = magnitude.toPrecision(precision);
    if (Math.fround(Number(short)) !== magnitude) continue;
    digits = String(Number(short));
    break;
  }
  return formatFloat(narrow, digits);
}

/**
 * Go's shortest `%g`: with an exponent below 1e-4 and from 1e+6 on. `magnitude` is the absolute value as JavaScript
 * prints it.
 */
function formatFloat(value: number, magnitude: string): string {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (value === 0) return `${sign}0`;
  const [mantissa = "", power = "0"] = magnitude.split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const leading = (whole + fraction).match(/^0*/)?.[0].length ?? 0;
  const digits = (whole + fraction).slice(leading).replace(/0+$/, "");
  const exponent = whole.length - 1 - leading + Number(power);
  if (exponent < -4 || exponent >= 6) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    const tail = digits.length > 1 ? `.${digits.slice(1)}` : "";
    return `${sign}${digits.charAt(0)}${tail}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const padded = digits.padEnd(exponent + 1, "0");
  const decimals = padded.slice(exponent + 1);
  return `${sign}${padded.slice(0, exponent + 1)}${decimals === "" ? "" : `.${decimals}`}`;
}
