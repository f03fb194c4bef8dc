/** Binds the arguments of a call to the parameters of a function. */
import { Fault, type Meter } from "../values/meter.ts";
import { Dict, type Keywords, Tuple, type Value } from "../values/values.ts";

interface Signature {
  readonly code: {
    readonly name: string;
    readonly parameters: readonly string[];
    readonly named: number;
    readonly hasStar: boolean;
    readonly hasStars: boolean;
    readonly slots: number;
  };
  readonly defaults: readonly (Value | undefined)[];
}

/** The slots of a new frame: parameters, then `*args` and `**kwargs`. Throws a fault if the arguments do not fit. */
export function bindArguments(
  meter: Meter,
  { code, defaults }: Signature,
  args: readonly Value[],
  keywords: Keywords,
): (Value | undefined)[] {
  const { name, parameters, hasStar, hasStars } = code;
  const positional = parameters.length - code.named;
  if (args.length > positional && !hasStar) throw tooMany(name, positional, defaults, args.length + keywords.length);
  meter.work(keywords.length * (1 + parameters.length / 16));
  const slots = Array.from({ length: code.slots }, (): Value | undefined => undefined);
  const bound = Math.min(args.length, positional);
  for (let index = 0; index < bound; index++) slots[index] = args[index];
  let next = parameters.length;
  if (hasStar) {
    meter.list(args.length - bound);
    slots[next++] = new Tuple(args.slice(bound));
  }
  const others = hasStars ? new Dict(meter) : undefined;
  slots[next] = others;
  for (const [key, value] of keywords) {
    const index = parameters.indexOf(key);
    if (index < 0 && others === undefined) {
      throw new Fault(`function ${name} got an unexpected keyword argument ${key}`);
    }
    if ((index < 0 ? others?.get(meter, key) : slots[index]) !== undefined) {
      throw new Fault(`function ${name} got multiple values for parameter ${key}`);
    }
    if (index < 0) others?.set(meter, key, value);
    else slots[index] = value;
  }
  const missing: string[] = [];
  for (const [index, parameter] of parameters.entries()) {
    if (slots[index] !== undefined) continue;
    slots[index] = defaults[index];
    if (defaults[index] === undefined) missing.push(parameter);
  }
  if (missing.length > 0) {
    const plural = missing.length > 1 ? "s" : "";
    throw new Fault(`function ${name} missing ${missing.length} argument${plural} (${missing.join(", ")})`);
  }
  return slots;
}

function tooMany(name: string, positional: number, defaults: Signature["defaults"], given: number): Fault {
  if (positional === 0) return new Fault(`function ${name} accepts no positional arguments (${given} given)`);
  const most = defaults.some((value) => value !== undefined) ? "at most " : "";
  const plural = positional > 1 ? "s" : "";
  return new Fault(`function ${name} accepts ${most}${positional} positional argument${plural} (${given} given)`);
}
