import { GoInteger, GoObject, type GoValue, type Method } from "../values/values.ts";
import { type Clock, formatTime } from "./time-layout.ts";
import type { ReadMoment } from "./time-reading.ts";

const DAY = 86_400n;

/** A moment. */
export class GoTime extends GoObject {
  /** The first moment of the year 1, which Go takes for no time. */
  static readonly ZERO = new GoTime(-62_135_596_800n, 0);

  readonly type = "time.Time";
  /** Since 1970. */
  readonly seconds: bigint;
  readonly nanoseconds: number;
  /** The seconds that the zone adds. */
  readonly offset: number;

  constructor(seconds: bigint, nanoseconds: number, offset = 0) {
    super();
    this.seconds = seconds;
    this.nanoseconds = nanoseconds;
    this.offset = offset;
  }

  /** Makes a moment of what was read. */
  static of({ seconds, nanoseconds, offset }: ReadMoment): GoTime {
    return new GoTime(seconds, nanoseconds, offset);
  }

  get clock(): Clock {
    const local = this.seconds + BigInt(this.offset);
    const inDay = ((local % DAY) + DAY) % DAY;
    const days = (local - inDay) / DAY;
    // The calendar repeats itself every 400 years, so that Date can be asked about a year that it knows.
    const cycle = 146_097n;
    const inCycle = ((days % cycle) + cycle) % cycle;
    const date = new Date(Number(inCycle) * 86_400_000);
    const yearStart = Date.UTC(date.getUTCFullYear(), 0, 1);
    return {
      year: date.getUTCFullYear() + Number((days - inCycle) / cycle) * 400,
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: Number(inDay / 3600n),
      minute: Number((inDay / 60n) % 60n),
      second: Number(inDay % 60n),
      weekday: date.getUTCDay(),
      yearDay: (date.getTime() - yearStart) / 86_400_000 + 1,
    };
  }

  print(): string {
    return formatTime("2006-01-02 15:04:05.999999999 -0700 MST", this);
  }

  json(): string {
    return formatTime("2006-01-02T15:04:05.999999999Z07:00", this);
  }

  equals(other: GoValue): boolean {
    return (
      other instanceof GoTime &&
      other.seconds === this.seconds &&
      other.nanoseconds === this.nanoseconds &&
      other.offset === this.offset
    );
  }

  method(name: string): Method | undefined {
    const { clock } = this;
    const values: Readonly<Record<string, GoValue>> = {
      Year: new GoInteger(clock.year),
      Day: new GoInteger(clock.day),
      Hour: new GoInteger(clock.hour),
      Minute: new GoInteger(clock.minute),
      Second: new GoInteger(clock.second),
      Nanosecond: new GoInteger(this.nanoseconds),
      YearDay: new GoInteger(clock.yearDay),
      Unix: new GoInteger(this.seconds, "int64"),
      UTC: new GoTime(this.seconds, this.nanoseconds),
      IsZero: this.seconds === -62_135_596_800n && this.nanoseconds === 0,
      String: this.print(),
    };
    if (name === "Format") return { parameters: ["string"], run: ([layout]) => formatTime(layout as string, this) };
    return Object.hasOwn(values, name) ? { parameters: [], run: () => values[name] } : undefined;
  }
}
