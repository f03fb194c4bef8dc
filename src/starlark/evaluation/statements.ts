/** Compiles statements to functions that execute them. */
import type { Resolved } from "../syntax/resolver.ts";
import type { Statement } from "../syntax/syntax.ts";
import { iterate } from "../values/iteration.ts";
import { isTrue, type Value } from "../values/values.ts";
import { compileAssignment, compileTarget } from "./assignment.ts";
import { type Context, costSince, type Store } from "./context.ts";
import { compileExpression } from "./expressions.ts";
import { BREAK, Closure, CONTINUE, type Ending, type Execute, emptySlots, type Frame, NEXT, RETURN } from "./frame.ts";
import { codeOf } from "./function-code.ts";

/** Compiles the file to a function without parameters. `universe` has the predefined values by name. */
export function compile(program: Resolved, universe: ReadonlyMap<string, Value>): Closure {
  const context: Context = {
    universe,
    nodes: 0,
    expression: (expression) => {
      context.nodes++;
      return compileExpression(expression, context);
    },
    target: (target, at) => compileTarget(target, at, context),
    block: (statements) => compileBlock(statements, context),
  };
  const node = { name: "<toplevel>", parameters: [], body: program.statements, locals: [...program.locals] };
  return new Closure(codeOf(node, context), [], [], emptySlots(program.globals.length));
}

/** Compiles a sequence of statements. */
function compileBlock(statements: readonly Statement[], context: Context): Execute {
  const list = statements.map((statement) => compileStatement(statement, context));
  const [first, second] = list;
  if (first === undefined) return () => NEXT;
  if (second === undefined) return first;
  if (list.length === 2) {
    return (frame) => {
      const ending = first(frame);
      return ending === NEXT ? second(frame) : ending;
    };
  }
  return (frame) => {
    for (let index = 0; index < list.length; index++) {
      const ending = (list[index] as Execute)(frame);
      if (ending !== NEXT) return ending;
    }
    return NEXT;
  };
}

function compileStatement(statement: Statement, context: Context): Execute {
  const before = context.nodes;
  const plain = (work: (frame: Frame) => unknown): Execute => {
    const cost = costSince(before, context);
    return (frame) => {
      step(frame, cost);
      work(frame);
      return NEXT;
    };
  };
  switch (statement.kind) {
    case "expression":
      return plain(context.expression(statement.x));
    case "assign":
      return plain(compileAssignment(statement, context));
    case "def": {
      const make = context.expression({ kind: "lambda", at: statement.at, node: statement.node });
      const store = context.target(statement.name, statement.at);
      return plain((frame) => store(frame, make(frame)));
    }
    case "if":
      return compileIf(statement, context);
    case "for":
      return compileFor(statement, context);
    case "while":
      return compileWhile(statement, context);
    case "return": {
      const evaluate = statement.value === undefined ? () => null : context.expression(statement.value);
      const cost = costSince(before, context);
      return (frame) => {
        step(frame, cost);
        frame.result = evaluate(frame);
        return RETURN;
      };
    }
    case "break":
      return () => BREAK;
    case "continue":
      return () => CONTINUE;
    case "pass":
    case "load":
      return () => NEXT;
  }
}

function step({ thread }: Frame, cost: number): void {
  thread.steps += cost;
  if (thread.steps > thread.maxSteps) thread.outOfSteps();
}

function compileIf({ condition, yes, no }: Statement & { kind: "if" }, context: Context): Execute {
  const before = context.nodes;
  const test = context.expression(condition);
  const cost = costSince(before, context);
  const then = context.block(yes);
  const otherwise = context.block(no);
  return (frame) => {
    step(frame, cost);
    const value = test(frame);
    return value === true || (value !== false && isTrue(value)) ? then(frame) : otherwise(frame);
  };
}

function compileFor({ target, source, body, at }: Statement & { kind: "for" }, context: Context): Execute {
  const before = context.nodes;
  const evaluate = context.expression(source);
  const cost = costSince(before, context);
  const beforeTarget = context.nodes;
  const store = context.target(target, at);
  const costOfTurn = costSince(beforeTarget, context);
  const run = context.block(body);
  return (frame) => {
    step(frame, cost);
    return loop(frame, evaluate(frame), at, costOfTurn, store, run);
  };
}

function loop(frame: Frame, value: Value, at: number, cost: number, store: Store, run: Execute): Ending {
  frame.at = at;
  const cursor = iterate(value);
  for (let item = cursor.next(); item !== undefined; item = cursor.next()) {
    step(frame, cost);
    store(frame, item);
    const ending = run(frame);
    if (ending === BREAK) break;
    if (ending === RETURN) {
      cursor.done();
      return RETURN;
    }
  }
  cursor.done();
  return NEXT;
}

function compileWhile({ condition, body }: Statement & { kind: "while" }, context: Context): Execute {
  const before = context.nodes;
  const test = context.expression(condition);
  const cost = costSince(before, context);
  const run = context.block(body);
  return (frame) => {
    for (;;) {
      step(frame, cost);
      if (!isTrue(test(frame))) return NEXT;
      const ending = run(frame);
      if (ending === BREAK) return NEXT;
      if (ending === RETURN) return RETURN;
    }
  };
}
