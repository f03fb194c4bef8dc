/**
 * Programs with their results. If STARLARK_BIN names an interpreter in Go, tests compare what it prints and whether it fails.
 * Messages, hints and places are those of this interpreter only.
 */

export interface Printing {
  readonly title: string;
  readonly program: string;
  /** The switches for the interpreter in Go, if any. */
  readonly switches?: readonly string[];
  /** The output of all `print` calls, which may contain line ends. */
  readonly printed: readonly string[];
}

export interface Failing {
  readonly title: string;
  readonly program: string;
  readonly message: string;
  readonly hint?: string;
  /** Line, column and function of each call, the innermost last. Only the place if the program does not start. */
  readonly trace: readonly string[];
}

export const PRINTING: readonly Printing[] = [
  {
    title: "arithmetic rounds down",
    program: `print(7 // 2, -7 // 2, 7 // -2, 7 % -3, -7 % 3, 1 / 2, 3 // 2.0, -7.5 % 2)
print(1 == 1.0, 1.0 == 1, None == False, True == 1, 0.1 + 0.2, 3 - 0.5, 2 * 1.5)`,
    printed: ["3 -4 -4 -2 2 0.5 1.0 0.5", "True True False False 0.30000000000000004 2.5 3.0"],
  },
  {
    title: "integers of any size",
    program: `print(1 << 40, (1 << 511) >> 500, 9007199254740991 + 1, 9007199254740991 * 9007199254740993)
print(-(1 << 70) // 3, -(1 << 70) % 3, (1 << 64) - 1, ~(1 << 64), (1 << 70) & 0xff0000000000000000, -1 ^ (1 << 65))
print(0xff, 0o17, 0b101, 123456789012345678901234567890 // 987654321, hash("abc"), int("-7f", 16), int("0b11", 0), int("z", 36))
print("%d %x %o %X" % (1 << 70, 255, 8, 1 << 68), -(2147483648), 2147483647 * 2147483647, 5 // 9007199254740993)`,
    printed: [
      "1099511627776 2048 9007199254740992 81129638414606681695789005144063",
      "-393530540239137101142 2 18446744073709551615 -18446744073709551617 1180591620717411303424 -36893488147419103233",
      "255 15 5 124999998873437499901 96354 -127 3 35",
      "1180591620717411303424 ff 10 100000000000000000 -2147483648 4611686014132420609 0",
    ],
  },
  {
    title: "floats and how they are written",
    program: `print(1.0, 0.1, 1e6, 1e5, 123456789.0, 1e-5, 0.0001, 1e21, 1.5e300, -0.0, 100.0, 1e100)
print("%e %f %g" % (1.5, 1.5, 1.5), "%e" % 123456.789, "%f" % 1e20, "%f" % 0.0078125, "%e" % 0.0, "%g" % 1, "%E %G" % (1e-10, 1e-10))
print(float("inf"), -float("inf"), float("nan"), float("nan") == float("nan"), float("1e3"), float(" 1".strip()), int(1e20), int(-2.7))
print(sorted([float("nan"), 1, float("-inf"), 2.5]), 1 < 1.5, 9007199254740993 < 9007199254740992.0, max(1, 2.5))`,
    printed: [
      "1.0 0.1 1e+06 100000.0 1.23456789e+08 1e-05 0.0001 1e+21 1.5e+300 -0.0 100.0 1e+100",
      "1.500000e+00 1.500000 1.5 1.234568e+05 100000000000000000000.000000 0.007812 0.000000e+00 1.0 1.000000E-10 1E-10",
      "+inf -inf nan True 1000.0 1.0 100000000000000000000 -2",
      "[-inf, 1, 2.5, nan] True False 2.5",
    ],
  },
  {
    title: "strings are bytes",
    program: `s = "héllo"
print(len(s), s[1:3], repr(s[1:2]), s[1:2] == "h", list(s.elems()), list(s.codepoints()), list(s.elem_ords())[:3], list("日本".codepoint_ords()))
print("é" in s, s.find("l"), s.upper(), "ß".upper(), "ŉ".upper(), "ǆ".title(), s[::-1][0], "😀"[0:4], "%s" % s[1:3], ord("é"), chr(233))
print("a" < "b", "Z" < "a", "é" > "z", "a" * 3, 3 * "ab", "x" * -1, "abc"[-2:], "abc"[::2], "abc"[5:], "abc"[-9:2])`,
    printed: [
      '6 é "\\xc3" False ["h", "\\xc3", "\\xa9", "l", "l", "o"] ["h", "é", "l", "l", "o"] [104, 195, 169] [26085, 26412]',
      "True 3 HÉLLO ß ŉ ǅ o 😀 é 233 é",
      "True True True aaa ababab  bc ac  ab",
    ],
  },
  {
    title: "escapes",
    program: String.raw`print("\a\b\f\n\r\t\v".split("\n"), "\x41\101\u0041\U0001F600", r"\d\n", 'it\'s', """a
b\
c""", b"\xff\377\x00", b"é")
print(repr("\x00\x7f\u00a0\u200b\"'\\"), repr(b"\xff\x00a"), "tab\there", '"' + "'")`,
    printed: [
      '["\\a\\b\\f", "\\r\\t\\v"] AAA😀 \\d\\n it\'s a',
      "bc ��\u0000 é",
      '"\\x00\\x7f\\u00a0\\u200b\\"\'\\\\" b"\\xff\\x00a" tab\there "\'',
    ],
  },
  {
    title: "methods of strings",
    program: String.raw`print("hello world".title(), "HELLO".capitalize(), "a,b,,c".split(","), " a  b ".split(), " a  b c".split(None, 1), "a b c".rsplit(" ", 1), "a.b.c".rsplit(".", 1))
print("a\nb\n\nc\n".splitlines(), "a\nb".splitlines(True), "banana".count("an"), "banana".count(""), "banana".replace("a", "o", 2), "ab".replace("", "-"))
print("banana".find("na"), "banana".rfind("na"), "banana".find("na", 3), "banana".rfind("x"), "banana".index("n", -3), "xxaxx".strip("x"), "  a ".lstrip(), " a ".rstrip())
print("a-b-c".partition("-"), "a-b-c".rpartition("-"), "abc".partition("-"), "abc".startswith(("x", "ab")), "abc".endswith("bc", 1), "prefix-x".removeprefix("prefix-"), "x.yaml".removesuffix(".yaml"))
print("abc".isalpha(), "ab1".isalnum(), "12".isdigit(), "".isdigit(), "Ab C".istitle(), "AB".isupper(), "a1".islower(), " \t".isspace(), ", ".join(["a", "b"]))
print(" a  b  c ".split(None, 0), " a  b  c ".rsplit(None, 1), "a b".split(" ", 0), "".split(), "".split(","), "abc".join([]), "\u00a0x\u2003".strip() == "x")`,
    printed: [
      'Hello World Hello ["a", "b", "", "c"] ["a", "b"] ["a", "b c"] ["a b", "c"] ["a.b", "c"]',
      '["a", "b", "", "c"] ["a\\n", "b"] 2 7 bonona -a-b-',
      "2 4 4 -1 4 a a   a",
      '("a", "-", "b-c") ("a-b", "-", "c") ("abc", "", "") True True x x',
      "True True True False True True True True a, b",
      '["a  b  c "] [" a  b", "c"] ["a b"] [] [""]  True',
    ],
  },
  {
    title: "formatting",
    program: `print("%s %r %d%% %c %c" % ("a", "a", 5, 65, "é"), "%(x)s-%(x)r" % {"x": "v"}, "%s" % (("t",),), "%s" % [1], "%d" % 1.9)
print("{} {}".format(1, "a"), "{1}{0}".format(1, 2), "{a!r}{b}".format(a = "x", b = [1]), "{{}}", "{{{}}}".format(1), "{!s:}".format("q"))`,
    printed: ['a "a" 5% A é v-"v" ("t",) [1] 1', '1 a 21 "x"[1] {{}} {1} q'],
  },
  {
    title: "lists",
    program: `x = [3, 1, 2]
x.append(4); x.extend([5]); x.insert(0, 0); x.insert(-1, 9); x.remove(1)
print(x, x.pop(), x.pop(0), x, x.index(2), x[1:3], x[::-1], x[-1], [1] + [2], [0] * 3, 2 in x, [1, 2] < [1, 3], [1] < [1, 2], [] == ())
y = x[:]; y.extend([7]); print(y, x)`,
    printed: [
      "[3, 2, 4, 9] 5 0 [3, 2, 4, 9] 1 [2, 4] [9, 4, 2, 3] 9 [1, 2] [0, 0, 0] True True True False",
      "[3, 2, 4, 9, 7] [3, 2, 4, 9]",
    ],
  },
  {
    title: "slices",
    program: `x = list(range(10))
print(x[2:5], x[:-3], x[::3], x[::-2], x[8:2:-2], x[100:], x[-100:2], (1, 2, 3)[1:], range(10)[2:8:3], range(10)[::-1], "abcdef"[4:1:-1], x[2:1])
print(range(5)[3:100:-3], range(0)[-9::-1], enumerate(["x"], 9007199254740991)[0][0] + 1, "".elems() in {})`,
    printed: [
      "[2, 3, 4] [0, 1, 2, 3, 4, 5, 6] [0, 3, 6, 9] [9, 7, 5, 3, 1] [8, 6, 4] [] [0, 1] (2, 3) range(2, 8, 3) range(9, -1, -1) edc []",
      "range(100, 100, -3) range(-1, -1, -1) 9007199254740992 False",
    ],
  },
  {
    title: "dicts keep their order",
    program: `d = {"b": 1, "a": 2, 3: "c", (1, 2): "t", None: 0, 1.5: "f"}
print(d, d["b"], d.get("x"), d.get("x", 9), len(d), list(d), d.keys(), d.values(), d.items(), "a" in d, [] in d if False else 0)
d["z"] = 1; d["b"] = 5; d.pop("a"); print(d, d.pop("q", "none"), d.setdefault("n"), d.setdefault("m", 1), d.popitem(), d)
print({1: "a"}[1.0], {True: 1, 1: 2}, {1.0: "x", 1: "y"} if False else "", dict([(1, 2)], a = 3), {"a": 1} | {"a": 2, "b": 3}, {1: 2} == {1.0: 2})
e = {}; e.update([("x", 1)], y = 2, z = 3); print(e, {k: v for k, v in e.items() if v > 1})`,
    printed: [
      '{"b": 1, "a": 2, 3: "c", (1, 2): "t", None: 0, 1.5: "f"} 1 None 9 6 ["b", "a", 3, (1, 2), None, 1.5] ["b", "a", 3, (1, 2), None, 1.5] [1, 2, "c", "t", 0, "f"] [("b", 1), ("a", 2), (3, "c"), ((1, 2), "t"), (None, 0), (1.5, "f")] True 0',
      '{3: "c", (1, 2): "t", None: 0, 1.5: "f", "z": 1, "n": None, "m": 1} none None 1 ("b", 5) {3: "c", (1, 2): "t", None: 0, 1.5: "f", "z": 1, "n": None, "m": 1}',
      'a {True: 1, 1: 2}  {1: 2, "a": 3} {"a": 2, "b": 3} True',
      '{"x": 1, "y": 2, "z": 3} {"y": 2, "z": 3}',
    ],
  },
  {
    title: "the methods of all types",
    program: 'print(dir(""), dir([]), dir({}), dir(set([])), dir(b""), dir(1), dir(()))',
    printed: [
      '["capitalize", "codepoint_ords", "codepoints", "count", "elem_ords", "elems", "endswith", "find", "format", "index", "isalnum", "isalpha", "isdigit", "islower", "isspace", "istitle", "isupper", "join", "lower", "lstrip", "partition", "removeprefix", "removesuffix", "replace", "rfind", "rindex", "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip", "title", "upper"] ["append", "clear", "extend", "index", "insert", "pop", "remove"] ["clear", "get", "items", "keys", "pop", "popitem", "setdefault", "update", "values"] ["add", "clear", "difference", "discard", "intersection", "issubset", "issuperset", "pop", "remove", "symmetric_difference", "union", "update"] ["elems"] [] []',
    ],
  },
  {
    title: "lists of the file can be changed by functions while it runs",
    program: `x = [1]
def f(y): x.append(y); x[0] += 1
f("a")
print(x, "a")`,
    printed: ['[2, "a"] a'],
  },
  {
    title: "None is a value of a dict",
    program: `d = {"a": None, None: 1}
print(d.get("a", 2), d.get(None), d.setdefault("a", 3), d.pop("a", 4), d.pop("a", None), d, {None: None}.popitem())`,
    printed: ["None 1 None None None {None: 1} (None, None)"],
  },
  {
    title: "sets",
    program: `s = set([3, 1, 2, 3])
print(s, len(s), 1 in s, s | set([4]), s & set([1, 9]), s - set([1]), s ^ set([1, 5]), s.union([7], [8]), s == set([1, 2, 3]), set([1]) < s, s.issubset([1, 2, 3]), s.pop(), s)`,
    printed: [
      "set([1, 2]) 3 True set([3, 1, 2, 4]) set([1]) set([3, 2]) set([3, 2, 5]) set([3, 1, 2, 7, 8]) True True True 3 set([1, 2])",
    ],
  },
  {
    title: "comprehensions have variables of their own",
    program: `x = 5
print([x for x in range(3)], x, [(i, j) for i in range(3) if i for j in range(i)], {i: i * i for i in range(3)}, [x for x in [x]])`,
    printed: ["[0, 1, 2] 5 [(1, 0), (2, 0), (2, 1)] {0: 0, 1: 1, 2: 4} [5]"],
  },
  {
    title: "functions",
    program: `def f(a, b = 2, *args, c, d = 4, **kwargs): return (a, b, args, c, d, kwargs)
print(f(1, c = 3), f(1, 2, 3, 4, c = 5, e = 6), f(*[1, 2, 3], **{"c": 4}), f(c = 1, a = 2))
def g(*, x): return x
def outer():
    n = [0]
    def inner(): n[0] += 1; return n[0]
    return inner
i = outer(); print(i(), i(), g(x = 1), (lambda x, y = 2: x + y)(1), [f(2) for f in [lambda x: x * n for n in range(3)]], f, outer, len, "".join)`,
    printed: [
      '(1, 2, (), 3, 4, {}) (1, 2, (3, 4), 5, 4, {"e": 6}) (1, 2, (3,), 4, 4, {}) (2, 2, (), 1, 4, {})',
      "1 2 1 3 [4, 4, 4] <function f> <function outer> <built-in function len> <built-in method join of string value>",
    ],
  },
  {
    title: "defaults are evaluated once",
    program: `def f(x, acc = []): acc.append(x); return acc
print(f(1), f(2), f(3, []))`,
    printed: ["[1, 2] [1, 2] [3]"],
  },
  {
    title: "variables of functions",
    program: `x = 1
def f():
    return x
def g(c):
    y = 1
    if c: y = 2
    return y
print(f(), g(True), g(False))`,
    printed: ["1 2 1"],
  },
  {
    title: "conditions and loops",
    program: `def f(n):
    out = []
    for i in range(n):
        if i == 2: continue
        elif i == 5: break
        else: out.append(i)
    return out
print(f(10), 1 if [] else 2, not None, 0 or "x", "" and 1, 1 and 2, [] or {} or (), None or 0)`,
    printed: ["[0, 1, 3, 4] 2 True x  2 () 0"],
  },
  {
    title: "unpacking",
    program: `a, (b, c), [d] = 1, (2, 3), [4]
def f():
    x = [0, 1]
    i = 0
    i, x[i] = 1, 9
    x[0], x[1] = x[1], x[0]
    for k, (v, w) in [(1, (2, 3))]: x.append(k + v + w)
    return x
print(a, b, c, d, f())`,
    printed: ["1 2 3 4 [9, 0, 6]"],
  },
  {
    title: "universe",
    program: String.raw`print(all([1, []]), any([0, "x"]), bool(""), list(enumerate("ab".elems(), 5)), zip([1, 2], "ab".elems()), sorted([3, 1, 2], reverse = True), sorted(["b", "A"], key = lambda s: s.lower()))
print(max(1, 3, 2), min([4, 2]), max("a", "bb", key = len), reversed([1, 2]), type(1), type(1.0), type(None), type(len), type({}.get), type(range(1)), type("".elems()), type(lambda: 0))
print(range(3), range(1, 10, 2), list(range(5, 0, -2)), len(range(10, 0)), 3 in range(5), 2.0 in range(5), range(0) == range(5, 1), tuple("ab".elems()), str(1), repr("a"), abs(-5), abs(-1.5))
print(hasattr("", "upper"), getattr([1], "index")(1), getattr(1, "x", 2), dir([]), chr(128512), bytes("é"), bytes([1, 2]), list(b"ab".elems()), b"abc"[1], hash(b"a"), str(b"\xff"))
print(bool(range(0)), [1, 2] == [1, 2], (1,) + (2,), [[]] * 2, str(["a", ("b",), {}, set()]), None, print)`,
    printed: [
      'False True False [(5, "a"), (6, "b")] [(1, "a"), (2, "b")] [3, 2, 1] ["A", "b"]',
      "3 2 bb [2, 1] int float NoneType builtin_function_or_method builtin_function_or_method range string.elems function",
      'range(3) range(1, 10, 2) [5, 3, 1] 0 True True True ("a", "b") 1 "a" 5 1.5',
      'True 0 2 ["append", "clear", "extend", "index", "insert", "pop", "remove"] 😀 é \u0001\u0002 [97, 98] b 3826002220 �',
      'False True (1, 2) [[], []] ["a", ("b",), {}, set([])] None <built-in function print>',
    ],
  },
  {
    title: "values that contain themselves are written",
    program: `x = [1]; x.append(x); d = {}; d["d"] = d
print(x, d)`,
    printed: ['[1, [...]] {"d": {...}}'],
  },
  { title: "print takes a separator", program: 'print(1, "a", b"b", sep = "-")', printed: ["1-a-b"] },
  {
    title: "operators chain to the left",
    program:
      'print(10 - 3 - 2, 2 * 3 % 4, 1 + 2 * 3, -2 * 3, not 1 == 2, 1 | 2 & 3 ^ 1, 1 << 2 + 1, "a" + "b" in "cab")',
    printed: ["5 2 7 -6 True 3 8 True"],
  },
  {
    title: "blank lines, comments and continued lines",
    program: String.raw`def f():

    # a comment
    x = (1 +
        2)   # behind

  # dedented comment
    return x + \
        1
print(f()); pass; print("end")`,
    printed: ["4", "end"],
  },
  {
    title: "tabs and spaces",
    program: `if_ = 1
def f():
	return 1
print(f())`,
    printed: ["1"],
  },
  {
    title: "top-level control",
    program: `x = 0
for i in range(3): x += i
if x > 2: print("big", x)
while x > 0: x -= 2
print(x, len); len = 3; print(len)`,
    switches: ["-globalreassign"],
    printed: ["big 3", "-1 <built-in function len>", "3"],
  },
  {
    title: "recursion",
    program: `def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(15))`,
    switches: ["-recursion"],
    printed: ["610"],
  },
];

/** Programs that fail. */
export const FAILING: readonly Failing[] = [
  {
    title: "a call that fails shows its callers",
    program: `def f(x):
    return [1, 2][x]
def g():
    return f(5)
print("before")
g()`,
    message: "list index 5 out of range [-2:1]",
    trace: ["6:2 <toplevel>", "4:13 g", "2:18 f"],
  },
  {
    title: "unknown field",
    program: `def f():
    return "x".uper()
f()`,
    message: "string has no .uper field or method",
    hint: "Did you mean .upper?",
    trace: ["3:2 <toplevel>", "2:15 f"],
  },
  {
    title: "unknown key",
    program: `x = {"a": 1}
print(x["b"])`,
    message: 'key "b" not in dict',
    hint: "Use .get(key) or .setdefault(key, value) if the key may be missing.",
    trace: ["2:8 <toplevel>"],
  },
  {
    title: "fail",
    program: `def f(): fail("no", 1, ["x"])
f()`,
    message: 'fail: no 1 ["x"]',
    trace: ["2:2 <toplevel>", "1:14 f"],
  },
  {
    title: "fail with a separator",
    program: 'fail("a", "b", sep = "-")',
    message: "fail: a-b",
    trace: ["1:5 <toplevel>"],
  },
  {
    title: "a function that calls itself",
    program: `def f(): return f()
f()`,
    message: "function f called recursively",
    hint: "Use a loop over range(...) or a list.",
    trace: ["2:2 <toplevel>", "1:18 f"],
  },
  {
    title: "functions that call each other",
    program: `def f(): return g()
def g(): return f()
g()`,
    message: "function g called recursively",
    hint: "Use a loop over range(...) or a list.",
    trace: ["3:2 <toplevel>", "2:18 g", "1:18 f"],
  },
  {
    title: "changing a list during iteration",
    program: `x = [1, 2]
def f():
    for i in x: x.append(i)
f()`,
    message: "cannot append to list during iteration",
    hint: "Iterate over a copy, such as list(x).",
    trace: ["4:2 <toplevel>", "3:25 f"],
  },
  {
    title: "changing a dict during iteration",
    program: `x = {1: 2}
def f():
    for i in x: x[i] = 2
f()`,
    message: "cannot insert into dict during iteration",
    hint: "Iterate over a copy, such as x.items().",
    trace: ["4:2 <toplevel>", "3:18 f"],
  },
  {
    title: "changing a list that is sorted",
    program: `x = [2, 1]
def f(i): x.append(i); return i
sorted(x, key = f)`,
    message: "cannot append to list during iteration",
    hint: "Iterate over a copy, such as list(x).",
    trace: ["3:7 <toplevel>", "2:19 f"],
  },
  {
    title: "an unset local",
    program: `def f():
    print(x)
    x = 1
f()`,
    message: "local variable x referenced before assignment",
    trace: ["4:2 <toplevel>", "2:11 f"],
  },
  {
    title: "an unset global",
    program: `def f(): print(x)
f()
x = 1`,
    message: "global variable x referenced before assignment",
    trace: ["2:2 <toplevel>", "1:16 f"],
  },
  {
    title: "division by zero",
    program: "print(1 // 0)",
    message: "floored division by zero",
    trace: ["1:9 <toplevel>"],
  },
  {
    title: "the keys of what cannot be compared, no further than that",
    program: `def key(x): print(x); return x
max([1, "a", 2], key = key)`,
    message: "string > int not implemented",
    hint: "Compare values of one type.",
    trace: ["2:4 <toplevel>"],
  },
  {
    title: "infinity in a range",
    program: 'print(float("inf") in range(3))',
    message: "'in <range>' requires integer as left operand, not float",
    trace: ["1:20 <toplevel>"],
  },
  {
    title: "an order of None",
    program: "print(None < None)",
    message: "NoneType < NoneType not implemented",
    hint: "Compare values of one type.",
    trace: ["1:12 <toplevel>"],
  },
  {
    title: "types that do not add",
    program: 'print("a" + 1)',
    message: "unknown binary op: string + int",
    hint: "Use str(x) to make a string of a value.",
    trace: ["1:11 <toplevel>"],
  },
  {
    title: "an index out of range",
    program: "print([][0])",
    message: "list index 0 out of range: the list is empty",
    trace: ["1:9 <toplevel>"],
  },
  {
    title: "a step of zero",
    program: "print([1][::0])",
    message: "zero is not a valid slice step",
    trace: ["1:10 <toplevel>"],
  },
  {
    title: "an unhashable key",
    program: "print({[]: 1})",
    message: "unhashable type: list",
    hint: "Use a string, a number or a tuple of them as key.",
    trace: ["1:10 <toplevel>"],
  },
  {
    title: "a duplicate key",
    program: 'print({"a": 1, "a": 2})',
    message: 'duplicate key: "a"',
    hint: "Remove one of the two entries.",
    trace: ["1:19 <toplevel>"],
  },
  {
    title: "a comparison without an order",
    program: 'print(1 < "a")',
    message: "int < string not implemented",
    hint: "Compare values of one type.",
    trace: ["1:9 <toplevel>"],
  },
  {
    title: "strings are not iterable",
    program: '[c for c in "abc"]',
    message: "string value is not iterable",
    hint: "Use .elems() or .codepoints() to iterate over a string.",
    trace: ["1:4 <toplevel>"],
  },
  {
    title: "too many values",
    program: "a, b = 1, 2, 3",
    message: "too many values to unpack (got 3, want 2)",
    trace: ["1:6 <toplevel>"],
  },
  {
    title: "too few values",
    program: "a, b = [1]",
    message: "too few values to unpack (got 1, want 2)",
    trace: ["1:6 <toplevel>"],
  },
  {
    title: "no such argument",
    program: `def f(x): return x
f(y = 1)`,
    message: "function f got an unexpected keyword argument y",
    trace: ["2:2 <toplevel>"],
  },
  {
    title: "a missing argument",
    program: `def f(x, y): return x
f(1)`,
    message: "function f missing 1 argument (y)",
    trace: ["2:2 <toplevel>"],
  },
  {
    title: "too many arguments",
    program: `def f(x): return x
f(1, 2)`,
    message: "function f accepts 1 positional argument (2 given)",
    trace: ["2:2 <toplevel>"],
  },
  {
    title: "an argument twice",
    program: `def f(x): return x
f(1, x = 2)`,
    message: "function f got multiple values for parameter x",
    trace: ["2:2 <toplevel>"],
  },
  {
    title: "calling a number",
    program: "1()",
    message: "invalid call of non-function (int)",
    trace: ["1:2 <toplevel>"],
  },
  {
    title: "a shift too far",
    program: "1 << 512",
    message: "shift count too large: 512",
    hint: "Shift by less than 512.",
    trace: ["1:3 <toplevel>"],
  },
  {
    title: "comparing a value that contains itself",
    program: `x = []; x.append(x)
y = []; y.append(y)
x == y`,
    message: "comparison exceeded maximum recursion depth",
    hint: "Compare parts of the values: at most 10 levels are compared.",
    trace: ["3:3 <toplevel>"],
  },
  {
    title: "a format without its argument",
    program: '"%s %s" % 1',
    message: "not enough arguments for format string",
    trace: ["1:9 <toplevel>"],
  },
  {
    title: "an argument without its format",
    program: '"%s" % (1, 2)',
    message: "too many arguments for format string",
    trace: ["1:6 <toplevel>"],
  },
  {
    title: "a format of another type",
    program: '"%d" % "x"',
    message: "%d format requires integer: cannot convert string to int",
    trace: ["1:6 <toplevel>"],
  },
  {
    title: "a lone brace",
    program: '"}".format()',
    message: "format: single '}' in format",
    hint: "Write {{ or }} for a brace.",
    trace: ["1:11 <toplevel>"],
  },
  {
    title: "mixed numbering",
    program: '"{}{0}".format(1, 2)',
    message: "format: cannot mix {} with {0}",
    hint: "Number all fields, or none.",
    trace: ["1:15 <toplevel>"],
  },
  {
    title: "int of no number",
    program: 'int("1x")',
    message: 'int: invalid literal with base 10: "1x"',
    trace: ["1:4 <toplevel>"],
  },
  {
    title: "an argument of the wrong type",
    program: '"a".join([1])',
    message: "join: in list, want string, got int",
    trace: ["1:9 <toplevel>"],
  },
  {
    title: "a missing substring",
    program: '"a".index("b")',
    message: "index: substring not found",
    trace: ["1:10 <toplevel>"],
  },
  {
    title: "assigning to a field",
    program: `x = {}
x.a = 1`,
    message: "cannot assign to .a of dict",
    hint: 'Write ["a"] for an entry of a dict.',
    trace: ["2:2 <toplevel>"],
  },
  {
    title: "assigning to a character",
    program: `x = "abc"
x[0] = "b"`,
    message: "string value does not support item assignment",
    trace: ["2:2 <toplevel>"],
  },
  {
    title: "a wrong argument of a builtin",
    program: "len(1)",
    message: "len: value of type int has no len",
    trace: ["1:4 <toplevel>"],
  },
  {
    title: "a keyword argument that a builtin lacks",
    program: "len(x = 1)",
    message: "len: unexpected keyword argument x",
    trace: ["1:4 <toplevel>"],
  },
  {
    title: "star of a number",
    program: "print(*1)",
    message: "argument after * must be iterable, not int",
    trace: ["1:6 <toplevel>"],
  },
  {
    title: "two stars of a list",
    program: "print(**[1])",
    message: "argument after ** must be a mapping, not list",
    trace: ["1:6 <toplevel>"],
  },
  {
    title: "keywords that are no strings",
    program: "print(**{1: 2})",
    message: "keywords must be strings, not int",
    trace: ["1:6 <toplevel>"],
  },
  {
    title: "sorting what has no order",
    program: 'sorted([1, "a"])',
    message: "string < int not implemented",
    hint: "Compare values of one type.",
    trace: ["1:7 <toplevel>"],
  },
  {
    title: "min of nothing",
    program: "min([])",
    message: "min: argument is an empty sequence",
    trace: ["1:4 <toplevel>"],
  },
  {
    title: "chr out of range",
    program: "chr(0x110000)",
    message: "chr: 1114112 is not a Unicode code point",
    trace: ["1:4 <toplevel>"],
  },
  {
    title: "ord of two",
    program: 'ord("ab")',
    message: "ord: string encodes 2 Unicode code points, want 1",
    trace: ["1:4 <toplevel>"],
  },
  {
    title: "bytes out of range",
    program: "bytes([256])",
    message: "bytes: at index 0, 256 out of range",
    trace: ["1:6 <toplevel>"],
  },
  {
    title: "None for a separator",
    program: "print(1, sep = None)",
    message: "print: got NoneType, want string",
    trace: ["1:6 <toplevel>"],
  },
  {
    title: "None for a start",
    program: "enumerate([], None)",
    message: "enumerate: got NoneType, want int",
    trace: ["1:10 <toplevel>"],
  },
  {
    title: "setdefault of a list",
    program: "{}.setdefault([], 1)",
    message: "unhashable type: list",
    hint: "Use a string, a number or a tuple of them as key.",
    trace: ["1:14 <toplevel>"],
  },
  {
    title: "pop of a missing key",
    program: '{}.pop("x")',
    message: "pop: missing key",
    hint: "Pass a default value as second argument if the key may be missing.",
    trace: ["1:7 <toplevel>"],
  },
];

/** Programs that do not start. */
export const REFUSED: readonly Failing[] = [
  {
    title: "for outside of a function",
    program: "for x in []: pass",
    message: "for outside of a function",
    hint: "Put it into a function and call the function.",
    trace: ["1:1"],
  },
  {
    title: "if outside of a function",
    program: "if True: pass",
    message: "if outside of a function",
    hint: "Put it into a function and call the function.",
    trace: ["1:1"],
  },
  {
    title: "while",
    program: `def f():
    while True: pass`,
    message: "this dialect does not support while loops",
    trace: ["2:5"],
  },
  {
    title: "a global twice",
    program: `x = 1
x = 2`,
    message: "cannot reassign global x",
    hint: "Choose another name, or assign the variable in a function.",
    trace: ["2:1"],
  },
  {
    title: "changing a global",
    program: `x = 1
x += 1`,
    message: "cannot reassign global x",
    hint: "Choose another name, or assign the variable in a function.",
    trace: ["2:1"],
  },
  { title: "an undefined name", program: "print(foo)", message: "undefined: foo", trace: ["1:7"] },
  { title: "two undefined names", program: "def f(): return foo + bar", message: "undefined: foo", trace: ["1:17"] },
  {
    title: "return outside of a function",
    program: "return 1",
    message: "return outside of a function",
    trace: ["1:1"],
  },
  { title: "break outside of a loop", program: "def f(): break", message: "break not in a loop", trace: ["1:10"] },
  {
    title: "chained comparison",
    program: "1 < 2 < 3",
    message: "< does not associate with <",
    hint: "Use parentheses, or join two comparisons with and.",
    trace: ["1:7"],
  },
  {
    title: "is",
    program: "1 is 1",
    message: "got is, want the end of the line",
    hint: "Use == instead of is.",
    trace: ["1:3"],
  },
  { title: "an f-string", program: 'f"x"', message: "got a string, want the end of the line", trace: ["1:2"] },
  {
    title: "a power",
    program: "2 ** 3",
    message: "got **, want the end of the line",
    hint: "Multiply instead: there is no power operator.",
    trace: ["1:3"],
  },
  {
    title: "try",
    program: "try: pass",
    message: "got try, want an expression",
    hint: "Test a condition first, or call fail(...): there are no exceptions.",
    trace: ["1:1"],
  },
  {
    title: "a class",
    program: "class A: pass",
    message: "got class, want an expression",
    hint: "Use dicts: there are no classes.",
    trace: ["1:1"],
  },
  {
    title: "an octal number of old",
    program: "x = 0755",
    message: "0755 begins with 0",
    hint: "Write 0o755 if it is octal.",
    trace: ["1:5"],
  },
  {
    title: "an unknown escape",
    program: String.raw`x = "\d"`,
    message: "invalid escape sequence \\d",
    hint: "Double the backslash, or write r before the string.",
    trace: ["1:5"],
  },
  {
    title: "a byte in a string",
    program: String.raw`x = "\xff"`,
    message: "\\xff is not an ASCII character",
    hint: "Write \\u00FF for the character U+00FF.",
    trace: ["1:5"],
  },
  { title: "a surrogate", program: String.raw`x = "\ud800"`, message: "\\ud800 is not a character", trace: ["1:5"] },
  {
    title: "an open string",
    program: 'x = "abc',
    message: "the string does not end on its line",
    hint: "Close the string, or use three quotes.",
    trace: ["1:5"],
  },
  { title: "an open triple string", program: 'x = """abc', message: "the string does not end", trace: ["1:5"] },
  { title: "an open bracket", program: "x = (1,", message: "got the end of the file, want )", trace: ["2:1"] },
  { title: "a wrong bracket", program: "x = (1]", message: "got ], want )", trace: ["1:7"] },
  { title: "a stray bracket", program: "x = 1)", message: "unexpected )", trace: ["1:6"] },
  {
    title: "no indent",
    program: `def f():
return 1`,
    message: "got return, want an indented line",
    trace: ["2:1"],
  },
  {
    title: "a wrong dedent",
    program: `def f():
        x = 1
    y = 2`,
    message: "unindent does not match any outer indentation level",
    hint: "Align it with a line above.",
    trace: ["3:5"],
  },
  {
    title: "an unexpected indent",
    program: `x = 1
  y = 2`,
    message: "got an indented line, want an expression",
    trace: ["2:3"],
  },
  {
    title: "a trailing comma",
    program: "x = 1,",
    message: "a tuple that ends with a comma needs parentheses",
    trace: ["1:6"],
  },
  {
    title: "positional after named",
    program: 'print(sep = "", 1)',
    message: "positional argument may not follow named ones",
    trace: ["1:17"],
  },
  {
    title: "a named argument twice",
    program: 'print(sep = "", sep = "")',
    message: "argument sep is given twice",
    trace: ["1:17"],
  },
  {
    title: "an argument after **",
    program: 'print(**{}, sep = "")',
    message: "named argument may not follow **kwargs",
    trace: ["1:13"],
  },
  { title: "a parameter twice", program: "def f(x, x): pass", message: "parameter x is repeated", trace: ["1:10"] },
  {
    title: "required after optional",
    program: "def f(x = 1, y): pass",
    message: "a required parameter may not follow an optional one",
    trace: ["1:14"],
  },
  {
    title: "a bare star",
    program: "def f(*): pass",
    message: "a bare * must be followed by a parameter",
    trace: ["1:7"],
  },
  {
    title: "a parameter after **",
    program: "def f(**k, x): pass",
    message: "no parameter may follow **kwargs",
    trace: ["1:12"],
  },
  {
    title: "assigning to a call",
    program: "def f(): len(1) = 2",
    message: "cannot assign to this call",
    trace: ["1:13"],
  },
  { title: "assigning to a literal", program: "1 = 2", message: "cannot assign to this int", trace: ["1:1"] },
  {
    title: "augmented unpacking",
    program: "def f(): (a, b) += 1",
    message: "a tuple cannot be changed by an operator",
    trace: ["1:12"],
  },
  {
    title: "else without if",
    program: "x = 1 if 2",
    message: "a conditional expression needs an else",
    trace: ["1:7"],
  },
  { title: "a lonely not", program: "x = 1 not 2", message: "got an integer, want in", trace: ["1:11"] },
  { title: "a stray character", program: "x = 1 $ 2", message: 'unexpected character "$"', trace: ["1:7"] },
  {
    title: "a stray backslash",
    program: String.raw`x = 1 \ 2`,
    message: "stray backslash",
    hint: "Use a backslash only at the end of a line.",
    trace: ["1:8"],
  },
  { title: "load without names", program: 'load("x")', message: "load must name at least one symbol", trace: ["1:1"] },
  { title: "a keyword as a name", program: "def f(lambda): pass", message: "got lambda, want a name", trace: ["1:7"] },
  { title: "an empty subscript", program: "x = [1][]", message: "got ], want an expression", trace: ["1:9"] },
  { title: "a float without exponent", program: "x = 1e", message: "invalid float literal: 1e", trace: ["1:5"] },
  {
    title: "a hexadecimal number without digits",
    program: "x = 0x",
    message: "invalid number: digits are missing after 0x",
    trace: ["1:5"],
  },
  {
    title: "a conditional in a comprehension",
    program: "x = [y for y in 1 if 2 else 3]",
    message: "got else, want ], for or if",
    trace: ["1:24"],
  },
  {
    title: "del",
    program: "def f(): del x",
    message: "got del, want an expression",
    hint: "Use x.pop(key).",
    trace: ["1:10"],
  },
];
