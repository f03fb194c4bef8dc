/** Functions on dates. The time zone is UTC, which Argo CD's images have. */
import { toBytes } from "../../text/index.ts";
import { fixed, type GoFunction } from "../execution/function.ts";
import { refusal, unknown } from "../template-error.ts";
import { nearestInt64 } from "../values/numbers.ts";
import { GoInteger, type GoValue } from "../values/values.ts";
import { formatDuration, parseDurationExactly } from "./durations.ts";
import { GoTime } from "./time.ts";
import { formatTime } from "./time-layout.ts";
import { parseTime } from "./time-reading.ts";

const SECOND = 1_000_000_000n;

/** More seconds than this are no date: Go's calendar goes round. */
const FARTHEST = 2n ** 47n;

function checkZone(zone: string): void {
  if (!["", "UTC", "Local"].includes(zone))
    throw unknown(`krm-render does not know the time zone ${JSON.stringify(zone)}`);
}

/** The time of an argument. Go takes the present for anything that is no time. */
function timeOf(value: GoValue): GoTime {
  if (value instanceof GoTime) return value;
  if (value instanceof GoInteger && (value.value > FARTHEST || value.value < -FARTHEST))
    throw unknown("krm-render does not know dates that are millions of years away");
  if (value instanceof GoInteger && (value.type === "int" || value.type === "int64")) return new GoTime(value.value, 0);
  throw unknown(
    "a date that is neither a time nor a whole number is the present, which only the running cluster knows",
  );
}

function format(layout: string, date: GoValue, zone: string): string {
  const time = timeOf(date);
  checkZone(zone);
  return formatTime(layout, new GoTime(time.seconds, time.nanoseconds));
}

function changed(text: string, time: GoTime): GoTime | undefined {
  const duration = parseDurationExactly(text);
  if (duration === undefined) return undefined;
  const all = time.seconds * SECOND + BigInt(time.nanoseconds) + duration;
  const nanoseconds = ((all % SECOND) + SECOND) % SECOND;
  return new GoTime((all - nanoseconds) / SECOND, Number(nanoseconds), time.offset);
}

const dateModify = fixed(["string", "time"], (text, time) => changed(text, time as GoTime) ?? time);
const mustDateModify = fixed(["string", "time"], (text, time) => {
  const result = changed(text, time as GoTime);
  if (result === undefined) throw refusal(`${JSON.stringify(text)} is no duration`);
  return result;
});
const dateInZone = fixed(["string", "any", "string"], function (layout, date, zone) {
  this.effort.spend(layout.length * 16);
  return format(layout, date, zone);
});

/** The greatest unit that a duration is more than one of. */
function rounded(duration: bigint): string {
  const amount = duration < 0n ? -duration : duration;
  const hour = 3600n * SECOND;
  const units: readonly (readonly [bigint, string])[] = [
    [hour * 24n * 365n, "y"],
    [hour * 24n * 30n, "mo"],
    [hour * 24n, "d"],
    [hour, "h"],
    [60n * SECOND, "m"],
    [SECOND, "s"],
  ];
  const unit = units.find(([size]) => amount > size);
  return unit === undefined ? "0s" : `${amount / unit[0]}${unit[1]}`;
}

export const DATES: Readonly<Record<string, GoFunction>> = {
  date: fixed(["string", "any"], function (layout, date) {
    return dateInZone.run(this, [layout, date, ""]);
  }),
  dateInZone,
  date_in_zone: dateInZone,
  htmlDate: fixed(["any"], (date) => format("2006-01-02", date, "")),
  htmlDateInZone: fixed(["any", "string"], (date, zone) => format("2006-01-02", date, zone)),
  dateModify,
  date_modify: dateModify,
  mustDateModify,
  must_date_modify: mustDateModify,
  toDate: fixed(["string", "string"], function (layout, text) {
    this.effort.spend((layout.length + text.length) * 16);
    const read = parseTime(layout, text);
    return read === undefined ? GoTime.ZERO : GoTime.of(read);
  }),
  mustToDate: fixed(["string", "string"], function (layout, text) {
    this.effort.spend((layout.length + text.length) * 16);
    const time = parseTime(layout, text);
    if (time === undefined) throw refusal(`${JSON.stringify(text)} is no date in the form ${JSON.stringify(layout)}`);
    return GoTime.of(time);
  }),
  unixEpoch: fixed(["time"], (time) => String((time as GoTime).seconds)),
  duration: fixed(["any"], (value) => {
    const seconds =
      typeof value === "string"
        ? nearestInt64(value)
        : value instanceof GoInteger && value.type === "int64"
          ? value.value
          : 0n;
    return toBytes(formatDuration(BigInt.asIntN(64, seconds * SECOND)));
  }),
  durationRound: fixed(["any"], (value) => {
    if (value instanceof GoTime)
      throw unknown("the time since a date is something that only the running cluster knows");
    if (typeof value === "string") return rounded(parseDurationExactly(value) ?? 0n);
    return rounded(value instanceof GoInteger && value.type === "int64" ? value.value : 0n);
  }),
};
