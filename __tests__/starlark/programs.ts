/** Random programs, most of which succeed. */
import fc from "fast-check";

const INTEGERS = [
  "0",
  "1",
  "2",
  "3",
  "7",
  "-1",
  "-5",
  "10",
  "255",
  "-256",
  "2147483647",
  "-2147483649",
  "9007199254740991",
  "9007199254740993",
  "-9007199254740992",
  "18446744073709551616",
  "123456789012345678901234567890",
  "0x7f",
  "0o17",
  "0b101",
];
const FLOATS = [
  "0.0",
  "1.0",
  "1.5",
  "-2.25",
  "0.1",
  "1e20",
  "1e-7",
  "123456.0",
  "1234567.0",
  "1e300",
  "-0.0078125",
  "9007199254740992.0",
];
const STRINGS = [
  '""',
  '"a"',
  '"b"',
  '"hello"',
  '"héllo"',
  '"日本語"',
  '"x😀y"',
  '"a,b,,c"',
  '"  two words "',
  '"A1b2"',
  '"Ünder ßtraße"',
  '"ǆungla ﬁ"',
  '"{}-{}"',
  '"{0}{1!r}"',
  '"{x}"',
  '"%s and %r"',
  '"%d%%"',
  '"%x|%o"',
  '"line\\none\\n"',
  '"tab\\tquote\\"\\\\"',
  '"\\u200b\\u00a0\\x7f"',
  '"12"',
  '"-7"',
  '"0x1F"',
  '"1e3"',
  '"Title Case"',
  '"ab" * 3',
  '"é"[0:1]',
  '"%g %e %f"',
  '"😀"[1:3]',
  '"Σίσυφος"',
  '"İstanbul"',
];
const BYTES = ['b""', 'b"abc"', 'b"\\xff\\x00a"', 'b"h\\u00e9"'];
const NAMES = ["a", "b", "c", "d"];

/** Valid calls: `T` a string, `L` a list, `D` a dict, `I` a small integer, `E` anything, `K` a possible key. */
const FITTING = [
  "T.capitalize()",
  "list(T.codepoint_ords())",
  "list(T.codepoints())",
  "T.count(T)",
  "T.count(T, I, I)",
  "list(T.elem_ords())",
  "list(T.elems())",
  "T.endswith(T)",
  "T.endswith((T, T), I)",
  "T.find(T)",
  "T.find(T, I)",
  "T.rfind(T, I, I)",
  "T.isalnum()",
  "T.isalpha()",
  "T.isdigit()",
  "T.islower()",
  "T.isspace()",
  "T.istitle()",
  "T.isupper()",
  "T.join([T, T])",
  "T.lower()",
  "T.lstrip()",
  "T.lstrip(T)",
  "T.rstrip()",
  "T.rstrip(T)",
  "T.strip()",
  "T.strip(T)",
  "T.partition(T + '-')",
  "T.rpartition(T + '-')",
  "T.removeprefix(T)",
  "T.removesuffix(T)",
  "T.replace(T, T)",
  "T.replace(T, T, I)",
  "T.rsplit()",
  "T.rsplit(None, I)",
  "T.rsplit(' ', I)",
  "T.split()",
  "T.split(None, I)",
  "T.split('l', I)",
  "T.split(',')",
  "T.splitlines()",
  "T.splitlines(True)",
  "T.startswith(T)",
  "T.title()",
  "T.upper()",
  "'{}:{!r}'.format(E, E)",
  "'{1}{0}{x}'.format(E, E, x = E)",
  "[L.index(e) for e in L[:1]]",
  "[L.pop() for e in [1] if L]",
  "[L.insert(I, E), L.append(E), L.extend(L)]",
  "D.get(K)",
  "D.get(K, E)",
  "D.items()",
  "D.keys()",
  "D.values()",
  "D.setdefault(K, E)",
  "D.pop(K, E)",
  "D.update([(K, E)], x = E)",
  "dict(D, y = E)",
  "D | {K: E}",
  "set([K, K]).union([K])",
  "set([K, K]) & set([K])",
  "set([K]) ^ set([K, K])",
  "set([K]) - set([K])",
  "set([K, K]).issubset([K])",
  "set([K]) <= set([K, K])",
  "K in set([K, K])",
  "abs(I)",
  "all(L)",
  "any(L)",
  "bool(E)",
  "bytes(T)",
  "chr(abs(I) + 50)",
  "[dir(D), dir(T)]",
  "enumerate(L, I)",
  "float(I)",
  "getattr(T, 'upper')()",
  "hasattr(E, 'get')",
  "hash(T)",
  "hash(bytes(T))",
  "int(I)",
  "int('7f', 16)",
  "len(L)",
  "list(L)",
  "max([I, I])",
  "min(I, I)",
  "max(L, key = str)",
  "min([T, T], key = len)",
  "[ord(e) for e in T.codepoints()]",
  "list(range(I, I))",
  "list(range(I, I, -2))",
  "range(I)[1:]",
  "repr(E)",
  "reversed(L)",
  "sorted([T, T, T])",
  "sorted([I, I], reverse = True)",
  "sorted(L, key = lambda e: repr(e))",
  "str(E)",
  "tuple(L)",
  "type(E)",
  "zip(L, L, range(2))",
  "T < T",
  "T == T",
  "T in T",
  "[I, I] < [I, I]",
  "E == E",
  "E != E",
  "K in D",
  "K not in L",
  "E and E",
  "E or E",
  "not E",
  "E if E else E",
  "T + T",
  "T * I",
  "L + L",
  "L * 2",
  "'%s %r' % (E, E)",
  "'%d %x %o' % (I, I, I)",
  "'%(k)s' % {'k': E}",
  "'%e %f %g' % (I, I, I)",
  "'%c' % (abs(I) + 65)",
  "[e for e in L if e]",
  "{str(e): e for e in L}",
  "[(e, f) for e in L for f in range(2)]",
  "(lambda x, y = E, *z, **w: [x, y, z, w])(E, v = E)",
  "(lambda *x: x)(*L)",
  "[f(E) for f in [lambda x: [x]]]",
  "T[I:I]",
  "T[::-1]",
  "T[I:I:2]",
  "L[I:I:-1]",
  "L[:2]",
  "-I",
  "~I",
  "+I",
];
/** Mostly invalid calls. */
const WILD = [
  "E + E",
  "E - E",
  "E * I",
  "E / E",
  "E // E",
  "E % E",
  "E | E",
  "E & E",
  "E < E",
  "E >= E",
  "E in E",
  "E[E]",
  "E[I]",
  "T[I]",
  "L[I]",
  "D[K]",
  "E[I:E]",
  "len(E)",
  "int(E)",
  "float(E)",
  "list(E)",
  "tuple(E)",
  "dict(E)",
  "set(E)",
  "sorted(E)",
  "max(E)",
  "ord(E)",
  "chr(E)",
  "bytes(E)",
  "abs(E)",
  "hash(E)",
  "range(E, E)",
  "zip(E, E)",
  "enumerate(E)",
  "E.get(E)",
  "E.append(E)",
  "E.upper()",
  "E.pop(E)",
  "E.index(E)",
  "T.join(L)",
  "T.split(E)",
  "T.format(E, E, x = E)",
  "T % E",
  "T % (E, E)",
  "E(E)",
  "getattr(E, T)",
  "{E: E}",
  "D.update(E)",
  "L.extend(E)",
  "(lambda x: x)(*E)",
  "(lambda x: x)(**E)",
  "T.replace(E, T)",
  "int(T, I)",
  "set([K]).add(E)",
  "-E",
  "~E",
  "sorted(L)",
  "reversed(E)",
  "D.popitem()",
  "L.remove(E)",
  "float(T)",
  "int(T)",
];
const SMALL = ["0", "1", "2", "3", "-1", "-2", "5", "-9", "10"];
const KEYS = ["1", '"k"', "(1, 'a')", "None", "True", "1.0", "2", "2.5", "a"];

/** An expression of a kind, with a few levels. */
function expressionOf(kind: string, depth: number): fc.Arbitrary<string> {
  const within = (pattern: string) => fill(pattern, depth - 1);
  switch (kind) {
    case "I":
      if (depth <= 0) return fc.constantFrom(...SMALL);
      return fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...SMALL) },
        {
          weight: 1,
          arbitrary: fc
            .constantFrom("len(T)", "(I + I)", "(I - I)", "(I * I)", "(I % 7)", "(I // 3)", "T.find(T)")
            .chain(within),
        },
      );
    case "N":
      if (depth <= 0) return fc.constantFrom(...INTEGERS, ...FLOATS);
      return fc.oneof(
        fc.constantFrom(...INTEGERS, ...FLOATS),
        fc
          .constantFrom(
            "(N + N)",
            "(N - N)",
            "(N * N)",
            "(N // 7)",
            "(N % 7)",
            "(N / 3)",
            "(N // -7.5)",
            "(N % -2.25)",
            "N < N",
            "N == N",
            "-N",
            "str(N)",
            "'%d' % N",
            "'%g|%e|%f' % (N, N, N)",
          )
          .chain(within),
      );
    case "B":
      if (depth <= 0) return fc.constantFrom(...INTEGERS);
      return fc
        .constantFrom(
          "(B + B)",
          "(B - B)",
          "(B * B)",
          "(B // B)",
          "(B % B)",
          "(B | B)",
          "(B & B)",
          "(B ^ B)",
          "(B << 70)",
          "(B >> 3)",
          "~B",
          "(B == B)",
          "[B < B]",
          "'%x' % B",
          "str(B)",
          "float(B)",
          "B",
          "B",
        )
        .chain(within);
    case "T":
      if (depth <= 0) return fc.constantFrom(...STRINGS);
      return fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...STRINGS) },
        {
          weight: 1,
          arbitrary: fc
            .constantFrom("str(E)", "repr(E)", "(T + T)", "T.upper()", "T[I:I]", "T.replace(T, T)", "('%s' % (E,))")
            .chain(within),
        },
      );
    case "L":
      if (depth <= 0)
        return fc
          .constantFrom("[]", "[1]", "(2, 'b')", "[3, [4]]", "list(d)", "range(4)", '"x y".split()', "c")
          .map((list) => `list(${list})`);
      return fc
        .constantFrom("[E, E]", "[E]", "list((E, E, E))", "[e for e in L if e != E]", "list(T.elems())", "list(L)")
        .chain(within);
    case "D":
      if (depth <= 0) return fc.constantFrom("{}", "{'k': 1}", "d", "{1: 'a', 2.5: None, (1, 'a'): True}");
      return fc.constantFrom("dict([(K, E)])", "{str(e): e for e in L}", "dict(x = E)", "d").chain(within);
    case "K":
      return fc.constantFrom(...KEYS);
    default: {
      const atom = fc.oneof(
        fc.constantFrom(...INTEGERS, ...FLOATS),
        fc.constantFrom(...STRINGS),
        fc.constantFrom(...BYTES, "None", "True", "False", "()", "[]", "{}", "range(5)", 'set([1, "a"])'),
        fc.constantFrom(...NAMES),
      );
      if (depth <= 0) return atom;
      return fc.oneof(
        { weight: 3, arbitrary: atom },
        {
          weight: 6,
          arbitrary: fc
            .constantFrom(...FITTING)
            .chain(within)
            .map((x) => `(${x})`),
        },
        {
          weight: 1,
          arbitrary: fc.constantFrom("N", "B", "T", "L", "D").chain((each) => expressionOf(each, depth - 1)),
        },
      );
    }
  }
}

/** Replaces each letter of a pattern by an expression. */
function fill(pattern: string, depth: number): fc.Arbitrary<string> {
  const parts = pattern.split(/\b([ILDETKNB])\b/);
  return fc
    .tuple(...parts.map((part, index) => (index % 2 === 0 ? fc.constant(part) : expressionOf(part, depth))))
    .map((all) => all.join(""));
}

const pattern = (...patterns: string[]) => fc.constantFrom(...patterns).chain((each) => fill(each, 2));
const expression = fc.oneof(
  { weight: 12, arbitrary: pattern(...FITTING) },
  { weight: 4, arbitrary: pattern("N", "B") },
  { weight: 2, arbitrary: expressionOf("E", 2) },
  { weight: 1, arbitrary: pattern(...WILD) },
);

const name = fc.constantFrom(...NAMES);
const statement = fc.oneof(
  { weight: 6, arbitrary: expression.map((x) => `print(${x})`) },
  { weight: 3, arbitrary: fc.tuple(name, expression).map(([n, x]) => `${n} = ${x}`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        name,
        pattern(" += I", " -= I", " *= 2", " += T", " += L", " |= D", "[0] = E", "[K] = E", " %= 3", " += E"),
      )
      .map(([n, x]) => n + x),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(name, name, pattern("[E, E]", "T.partition('l')[:2]", "L", "E"))
      .map(([n, m, x]) => `${n}, ${m} = ${x}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(name, expressionOf("L", 2), name, expression)
      .map(([n, x, m, y]) => `for ${n} in ${x}:\n    ${m} = (${n}, ${y})\n    if len(str(${m})) > 40: break`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(expression, expression, expression)
      .map(([x, y, z]) => `if ${x}:\n    print(${y})\nelse:\n    print(${z})`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(expressionOf("D", 2), name)
      .map(([x, n]) => `for k, v in (${x}).items():\n    ${n} = [k, v]\n    continue`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(name, expression, expression)
      .map(
        ([n, x, y]) =>
          `def f(x, y = ${x}, *z):\n    ${n} = x\n    return [${n}, y, z]\nprint(f(${y}), f(${n}, y = 2), f(*[1, 2, 3]))`,
      ),
  },
);

/** A function with some parameters, called with arguments that may not fit. */
const call = fc
  .tuple(
    fc.subarray(["x", "y", "z = 3", "*", "*r", "k", "l = 4", "**s"]),
    fc.array(
      fc.constantFrom(
        "1",
        "2",
        "a",
        "x = 5",
        "y = 6",
        "k = 7",
        "q = 8",
        "*[9]",
        "*(1, 2)",
        "**{'l': 0}",
        "**{'x': 1}",
        "**d",
      ),
      {
        maxLength: 4,
      },
    ),
  )
  .map(([parameters, given]) => {
    const names = parameters.map((each) => each.replace(/ =.*|\*/g, "")).filter((each) => each !== "");
    const order = (each: string) => (each.startsWith("**") ? 3 : each.startsWith("*") ? 2 : each.includes("=") ? 1 : 0);
    const args = given.toSorted((x, y) => order(x) - order(y));
    return `def g(${parameters.join(", ")}): return [${names.join(", ")}]\nprint(g(${args.join(", ")}))`;
  });

/** Functions within functions, and variables of the outer ones. */
const nested = fc
  .tuple(name, name, pattern("E"), fc.constantFrom(...NAMES, "m", "n"))
  .map(
    ([m, n, x, free]) =>
      `def outer(m):\n    n = [m]\n    def inner(o):\n        n.append(o)\n        return lambda: (m, n, o, [${free} for m in n])\n    ${m} = inner(${x})\n    n.append(2)\n    return ${m}() + tuple([${n} for ${n} in n])\nprint(outer(1))`,
  );

const statements = fc
  .array(fc.oneof({ weight: 12, arbitrary: statement }, call, nested), { minLength: 1, maxLength: 5 })
  .map((list) =>
    ["a, b, c, d = 3, 'text', [1, 'two', None], {'k': 1, 2: [3]}", ...list, "print(a, b, c, d)"].join("\n"),
  );

/** A program of some statements in a function. Later statements use the variables of earlier ones. */
export const program: fc.Arbitrary<string> = statements.map(
  (body) => `def main():\n${body.replace(/^/gm, "    ")}\n\nmain()\n`,
);

/** A program of statements outside functions, for dialects that allow it. */
export const topLevelProgram: fc.Arbitrary<string> = statements.map((body) => `${body}\n`);
