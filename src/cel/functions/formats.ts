/** The named formats of Kubernetes: `format.dns1123Label().validate(text)`. */
import { Optional } from "@marcbachmann/cel-js";
import { isDnsLabel, isDnsSubdomain, isLabelPart, isOldDnsLabel, isQualifiedName } from "../../text/index.ts";
import { meter } from "../meter.ts";
import type { Definition } from "./definition.ts";
import { parseTimestamp } from "./times.ts";
import { parseAddressOfWeb } from "./urls.ts";

export class Format {
  readonly name: string;
  readonly accepts: (text: string) => boolean;

  constructor(name: string, accepts: (text: string) => boolean) {
    this.name = name;
    this.accepts = accepts;
  }

  equals(other: unknown): boolean {
    return other instanceof Format && other.name === this.name;
  }
}

/** The end of a prefix stands for what follows it. */
function isPrefix(is: (text: string) => boolean): (text: string) => boolean {
  return (text) => is(text.length > 1 && text.endsWith("-") ? `${text.slice(0, -1)}a` : text);
}

const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const FORMATS: readonly (readonly [name: string, accepts: (text: string) => boolean])[] = [
  ["dns1123Label", isDnsLabel],
  ["dns1123Subdomain", isDnsSubdomain],
  ["dns1035Label", isOldDnsLabel],
  ["qualifiedName", isQualifiedName],
  ["dns1123LabelPrefix", isPrefix(isDnsLabel)],
  ["dns1123SubdomainPrefix", isPrefix(isDnsSubdomain)],
  ["dns1035LabelPrefix", isPrefix(isOldDnsLabel)],
  ["labelValue", (text) => text === "" || isLabelPart(text)],
  ["uri", (text) => parseAddressOfWeb(text) !== undefined],
  ["uuid", (text) => UUID.test(text)],
  ["byte", (text) => text !== "" && BASE64.test(text)],
  ["date", (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseTimestamp(`${text}T00:00:00Z`) !== undefined],
  ["datetime", (text) => parseTimestamp(text.toUpperCase()) !== undefined],
];

const KNOWN = new Map(FORMATS.map(([name, accepts]) => [name, new Format(name, accepts)]));

/** Empty if the text has the format. */
function validate({ name, accepts }: Format, text: string): unknown {
  meter().pay(text.length * 4);
  return accepts(text) ? Optional.none() : Optional.of([`a text has not the format ${name}`]);
}

export const FORMAT_FUNCTIONS: readonly Definition[] = [
  ...[...KNOWN].map(([name, format]): Definition => [`Formats.${name}(): kubernetes.Format`, () => format]),
  ["Formats.named(string): optional<kubernetes.Format>", (_: unknown, name: string) => Optional.of(KNOWN.get(name))],
  ["kubernetes.Format.validate(string): optional<list<string>>", validate],
];
