/** The phases of a run, their times, and the limit for the whole run. */
export { Heartbeat, type HeartbeatClock, type PrintedEvent } from "./heartbeat.ts";
export { type PhaseEvent, StepLog, type StepLogOptions, type TargetEvent } from "./step-log.ts";
export { TimeLimit } from "./time-limit.ts";
