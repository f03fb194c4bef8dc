/** Checks the order of arguments and parameters. */
import { decode } from "../values/text.ts";
import { SyntaxProblem } from "./problems.ts";
import type { Call, FunctionNode } from "./syntax.ts";

/** The most positional arguments, and the most named arguments, of a call. */
const MAX_ARGUMENTS = 255;

/** The problems of the arguments of a call. */
export function* checkArguments({ at, arguments: given }: Call): Generator<SyntaxProblem> {
  const names = new Set<string>();
  let [star, stars] = [false, false];
  for (const argument of given) {
    const what = { positional: "positional argument", named: "named argument", "*": "*args", "**": "**kwargs" }[
      argument.form
    ];
    if (stars && argument.form !== "**") yield new SyntaxProblem(argument.at, `${what} may not follow **kwargs`);
    else if (star && argument.form !== "**") yield new SyntaxProblem(argument.at, `${what} may not follow *args`);
    if (argument.form === "*") star = true;
    else if (argument.form === "**") {
      if (stars) yield new SyntaxProblem(argument.at, "**kwargs is given twice");
      stars = true;
    } else if (argument.form === "positional") {
      if (names.size > 0) yield new SyntaxProblem(argument.at, "positional argument may not follow named ones");
    } else {
      if (names.has(argument.name))
        yield new SyntaxProblem(argument.at, `argument ${decode(argument.name)} is given twice`);
      names.add(argument.name);
    }
  }
  const positional = given.filter(({ form }) => form === "positional").length;
  if (positional > MAX_ARGUMENTS || names.size > MAX_ARGUMENTS)
    yield new SyntaxProblem(at, `a call has more than ${MAX_ARGUMENTS} arguments`);
}

/** The problems of the parameters of a function. */
export function* checkParameters({ parameters }: FunctionNode): Generator<SyntaxProblem> {
  const names = new Set<string>();
  let [optional, star, stars] = [false, false, false];
  for (const [index, { at, form, name }] of parameters.entries()) {
    if (name !== undefined && names.has(name.name))
      yield new SyntaxProblem(at, `parameter ${decode(name.name)} is repeated`);
    if (name !== undefined) names.add(name.name);
    if (stars) yield new SyntaxProblem(at, "no parameter may follow **kwargs");
    if (form === "*") {
      if (star) yield new SyntaxProblem(at, "a function has at most one *");
      star = true;
      if (name === undefined && !/^(required|optional)$/.test(parameters[index + 1]?.form ?? "")) {
        yield new SyntaxProblem(at, "a bare * must be followed by a parameter");
      }
    } else if (form === "**") stars = true;
    else if (form === "optional") optional = true;
    else if (optional && !star) yield new SyntaxProblem(at, "a required parameter may not follow an optional one");
  }
}
