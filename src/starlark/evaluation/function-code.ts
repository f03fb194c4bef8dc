/** Compiles `def` and `lambda`. */
import type { Binding } from "../syntax/scope.ts";
import type { FunctionNode } from "../syntax/syntax.ts";
import type { Context } from "./context.ts";
import { type Box, Closure, type Code, type Evaluate } from "./frame.ts";

/** Compiles the code that all closures of a function share. */
export function codeOf(node: Pick<FunctionNode, "name" | "parameters" | "body" | "locals">, context: Context): Code {
  const star = node.parameters.findIndex(({ form }) => form === "*");
  const values = node.parameters.filter(({ form }) => !form.startsWith("*"));
  const named = star < 0 ? 0 : node.parameters.slice(star).filter(({ form }) => !form.startsWith("*")).length;
  return {
    name: node.name,
    body: context.block(node.body),
    parameters: values.map(({ name }) => name?.name ?? ""),
    named,
    hasStar: star >= 0 && node.parameters[star]?.name !== undefined,
    hasStars: node.parameters.some(({ form }) => form === "**"),
    isPlain: node.parameters.every(({ form }) => form === "required"),
    slots: node.locals.length,
    cost: 1 + Math.floor(node.locals.length / 16),
    boxed: node.locals.filter(({ scope }) => scope === "cell").map(({ index }) => index),
    active: 0,
  };
}

/** Compiles a function. The result makes closures and evaluates their default values. */
export function compileFunction(node: FunctionNode, context: Context): Evaluate {
  const { nodes } = context;
  const code = codeOf(node, context);
  // The nodes of the body count when the function is called.
  context.nodes = nodes;
  const defaults = node.parameters
    .filter(({ form }) => !form.startsWith("*"))
    .map(({ initial }) => (initial === undefined ? undefined : context.expression(initial)));
  const { captured } = node;
  return (frame) => {
    frame.thread.closure(defaults.length + captured.length);
    return new Closure(
      code,
      defaults.map((evaluate) => evaluate?.(frame)),
      captured.map((binding) => boxOf(binding, frame.slots, frame.captured)),
      frame.globals,
    );
  };
}

function boxOf({ scope, index }: Binding, slots: readonly unknown[], captured: readonly Box[]): Box {
  return scope === "free" ? (captured[index] as Box) : (slots[index] as Box);
}
