/** The time of a run: what it is doing, where the time goes, and the limit for all of it. */
export { Heartbeat, type HeartbeatClock, type PrintedEvent } from "./heartbeat.ts";
export { type PhaseEvent, StepLog, type StepLogOptions, type TargetEvent } from "./step-log.ts";
export { TimeLimit } from "./time-limit.ts";
