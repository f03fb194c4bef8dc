/** The named formats of Kubernetes: `format.dns1123Label().validate(text)`. */
import { Optional } from "@marcbachmann/cel-js";
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

const LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const LABEL_1035 = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/;
const NAME = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;

function isOf(form: RegExp, most: number): (text: string) => boolean {
  return (text) => text.length <= most && form.test(text);
}

/** The end of a prefix stands for what follows it. */
function isPrefix(form: RegExp, most: number): (text: string) => boolean {
  const is = isOf(form, most);
  return (text) => is(text.length > 1 && text.endsWith("-") ? `${text.slice(0, -1)}a` : text);
}

function isQualifiedName(text: string): boolean {
  const [first = "", second, more] = text.split("/");
  if (more !== undefined) return false;
  const name = second ?? first;
  return isOf(NAME, 63)(name) && (second === undefined || isOf(SUBDOMAIN, 253)(first));
}

const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const FORMATS: readonly (readonly [name: string, accepts: (text: string) => boolean])[] = [
  ["dns1123Label", isOf(LABEL, 63)],
  ["dns1123Subdomain", isOf(SUBDOMAIN, 253)],
  ["dns1035Label", isOf(LABEL_1035, 63)],
  ["qualifiedName", isQualifiedName],
  ["dns1123LabelPrefix", isPrefix(LABEL, 63)],
  ["dns1123SubdomainPrefix", isPrefix(SUBDOMAIN, 253)],
  ["dns1035LabelPrefix", isPrefix(LABEL_1035, 63)],
  ["labelValue", (text) => text === "" || isOf(NAME, 63)(text)],
  ["uri", (text) => parseAddressOfWeb(text) !== undefined],
  ["uuid", isOf(UUID, 36)],
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
