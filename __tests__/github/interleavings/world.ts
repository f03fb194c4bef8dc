/**
 * A pull request in memory, and writers whose requests take their turns one by one. A request that writes is in flight from its
 * sending until its delivery, which may be at any later point. Its answer may be lost: then it stays in flight after its writer has
 * gone on. All other requests are answered with what holds at their turn.
 */
import {
  type Answer,
  begin,
  bodyOf,
  type Comments,
  type Moment,
  proceed,
  type Request,
  type Writer,
} from "./writer.ts";

export interface Scenario {
  /** The commits of the pull request, one after the other. */
  readonly heads: readonly string[];
  /** The comments at the beginning. */
  readonly comments?: readonly string[];
  /** Each one starts when its commit is pushed: the commit at the place `startedBy` of `heads`. */
  readonly writers: readonly (Writer & { readonly startedBy: number })[];
  /** How many answers to writes may be lost; none if absent. */
  readonly losses?: number;
}

/** The writes of others that are in flight: those of writers of another commit than the present one are stale. */
export type InFlight = "stale" | "other" | "none";

export interface Turn {
  readonly moment: Moment;
  /** For a writer that has ended, what held when its last request took its turn: how many pushes there were, and what was in flight. */
  readonly pushes: number;
  readonly inFlight: InFlight;
}

export interface World {
  readonly pushes: number;
  readonly losses: number;
  readonly nextId: number;
  readonly comments: Comments;
  /** Writes whose answers were lost. */
  readonly lost: readonly Request[];
  readonly turns: readonly Turn[];
}

/** What may happen next: `push`, `serve 0`, `lose 1`, `deliver 0`. */
export type Event = string;

export async function openWorld(scenario: Scenario): Promise<World> {
  const comments = (scenario.comments ?? []).map((body, index) => [index + 1, bodyOf(body)] as const);
  const turns = await Promise.all(
    scenario.writers.map(async (writer) => ({ moment: await begin(writer), pushes: -1, inFlight: "none" as const })),
  );
  return { pushes: 0, losses: scenario.losses ?? 0, nextId: comments.length + 1, comments, lost: [], turns };
}

export function headOf({ heads }: Scenario, { pushes }: World): string {
  return heads[pushes] ?? "";
}

export function eventsOf(scenario: Scenario, world: World): Event[] {
  const events: Event[] = [];
  if (world.pushes + 1 < scenario.heads.length) events.push("push");
  scenario.writers.forEach(({ startedBy }, index) => {
    const request = world.turns[index]?.moment.request;
    if (request === undefined || startedBy > world.pushes) return;
    events.push(`serve ${index}`);
    if (world.losses > 0 && isWrite(request)) events.push(`lose ${index}`);
  });
  return [...events, ...world.lost.map((_request, index) => `deliver ${index}`)];
}

/** Whether nobody has anything left to do. Lost writes may still arrive, or never. */
export function isOver(scenario: Scenario, { pushes, turns }: World): boolean {
  return pushes + 1 === scenario.heads.length && turns.every(({ moment }) => moment.request === undefined);
}

/** Equal for two worlds that continue alike, whatever happened before. */
export function keyOf({ pushes, losses, nextId, comments, lost, turns }: World): string {
  const writers = turns.map((turn) => `${turn.moment.id} ${turn.pushes} ${turn.inFlight}`).join();
  return `${pushes} ${losses} ${nextId} [${comments.join(" ")}] ${lost.map((request) => JSON.stringify(request)).join()} ${writers}`;
}

export async function happen(scenario: Scenario, world: World, event: Event): Promise<World> {
  if (event === "push") return { ...world, pushes: world.pushes + 1 };
  const [name, index] = [event.split(" ")[0], Number(event.split(" ")[1])];
  if (name === "deliver") {
    const request = world.lost[index] as Request;
    return { ...perform(scenario, world, request).world, lost: world.lost.filter((_lost, place) => place !== index) };
  }
  const { moment } = world.turns[index] as Turn;
  const request = moment.request as Request;
  const isLost = name === "lose";
  const { world: served, answer } = isLost ? { world, answer: "lost" as const } : perform(scenario, world, request);
  const writer = scenario.writers[index] as Writer;
  const next = await proceed(writer, moment, answer);
  const turn =
    next.request === undefined
      ? { moment: next, pushes: world.pushes, inFlight: inFlightBeside(scenario, world, index) }
      : { moment: next, pushes: -1, inFlight: "none" as const };
  return {
    ...served,
    losses: isLost ? world.losses - 1 : world.losses,
    lost: isLost ? [...world.lost, request] : world.lost,
    turns: world.turns.map((other, place) => (place === index ? turn : other)),
  };
}

/**
 * A writer of a former commit asks for the commit right before it writes, so that only what it has sent counts. One of the present
 * commit writes what follows from its list of the comments, so that all counts that it has not written since.
 */
function inFlightBeside(scenario: Scenario, world: World, index: number): InFlight {
  // A lost write may be of any time.
  if (world.lost.length > 0) return "stale";
  const found = scenario.writers.map(({ head, isStale, startedBy }, place): InFlight => {
    const request = world.turns[place]?.moment.request;
    if (place === index || startedBy > world.pushes || request === undefined) return "none";
    const isFormer = head !== headOf(scenario, world);
    if (!isWrite(request) && (isFormer || request.kind !== "head")) return "none";
    return isFormer || isStale ? "stale" : "other";
  });
  return found.find((one) => one === "stale") ?? found.find((one) => one === "other") ?? "none";
}

function perform(scenario: Scenario, world: World, request: Request): { world: World; answer: Answer } {
  const { comments, nextId } = world;
  switch (request.kind) {
    case "list":
      return { world, answer: { comments } };
    case "head":
      return { world, answer: { head: headOf(scenario, world) } };
    case "create": {
      const created = [...comments, [nextId, request.body] as const];
      return { world: { ...world, comments: created, nextId: nextId + 1 }, answer: { id: nextId } };
    }
    default: {
      const { id } = request;
      if (comments.every(([other]) => other !== id)) return { world, answer: "missing" };
      if (request.kind === "get") return { world, answer: { id } };
      const rest = comments.filter(([other]) => other !== id);
      const changed = request.kind === "delete" ? rest : comments.map((other) => replaced(other, id, request.body));
      return { world: { ...world, comments: changed }, answer: { id } };
    }
  }
}

function replaced(comment: Comments[number], id: number, body: number): Comments[number] {
  return comment[0] === id ? [id, body] : comment;
}

export function isWrite({ kind }: Request): boolean {
  return kind === "create" || kind === "update" || kind === "delete";
}
