/** How values are printed. Each result was taken from Argo CD's own rendering. */
import { expect, test } from "@jest/globals";
import { rendered } from "./rendered.ts";

// docs/specification/go-templates.md 4.1, 4.2
test.each([
  ['{{print 1 2 "a" 3 4.5 true nil nil "b" "c"}}', "1 2a3 4.5 true <nil> <nil>bc"],
  ['{{println "a" 1 nil}}', "a 1 <nil>\n"],
  ['{{printf "%v %v %v %v" .name .replicas .nothing .tags}}', "web 3 <nil> [b a c a]"],
  [
    '{{printf "%s|%10s|%-10s|%.2s|%q|%x|%X" .name .name .name .name .name .name .name}}',
    'web|       web|web       |we|"web"|776562|776562',
  ],
  ['{{printf "%d|%5d|%-5d|%05d|%+d|% d" 42 42 42 42 42 42}}', "42|   42|42   |00042|+42| 42"],
  [
    '{{printf "%b %o %O %x %X %#x %#o %#b %c %U %#U %q" 42 42 42 42 42 42 42 42 42 233 233 65}}',
    "101010 52 0o52 2a 2A 0x2a 052 0b101010 * U+00E9 U+00E9 'é' 'A'",
  ],
  ['{{printf "%d" .replicas}}', "%!d(float64=3)"],
  ['{{printf "%d" .name}}', "%!d(string=web)"],
  ['{{printf "%s" .replicas}}', "%!s(float64=3)"],
  [
    '{{printf "%f|%.2f|%8.3f|%-8.1f|%08.2f|%e|%g|%G|%E" .ratio .ratio .ratio .ratio .ratio .ratio .big .big .big}}',
    "0.250000|0.25|   0.250|0.2     |00000.25|2.500000e-01|1.234567e+06|1.234567E+06|1.234567E+06",
  ],
  ['{{printf "%.0f %.0f %.0f %.0f" 0.5 1.5 2.5 3.5}}', "0 2 2 4"],
  [
    '{{printf "%g %g %g %g %g" 100000.0 1000000.0 0.0001 0.00001 123456789.0}}',
    "100000 1e+06 0.0001 1e-05 1.23456789e+08",
  ],
  ['{{printf "%t %v %5t" .on .off .on}}', "true false  true"],
  [
    '{{printf "%T %T %T %T %T %T %T %T" .name .replicas .on .tags .labels .nothing 1 (add 1 2)}}',
    "string float64 bool []interface {} map[string]interface {} <nil> int int64",
  ],
  [
    '{{printf "%v %+v %#v" .nested .nested .nested}}',
    'map[a:map[b:map[c:deep]] list:[map[n:one] map[n:two]]] map[a:map[b:map[c:deep]] list:[map[n:one] map[n:two]]] map[string]interface {}{"a":map[string]interface {}{"b":map[string]interface {}{"c":"deep"}}, "list":[]interface {}{map[string]interface {}{"n":"one"}, map[string]interface {}{"n":"two"}}}',
  ],
  [
    '{{printf "%#v %#v %#v %#v" .name 1 .ratio .mixed}}',
    '"web" 1 0.25 []interface {}{"x", 1, interface {}(nil), true, []interface {}{1}, map[string]interface {}{"k":"v"}}',
  ],
  ['{{printf "%q %q" .tags .labels}}', '["b" "a" "c" "a"] map["a.b/c":"d" "team":"core" "tier":"1"]'],
  ['{{printf "%s" .mixed}}', "[x %!s(float64=1) <nil> %!s(bool=true) [%!s(float64=1)] map[k:v]]"],
  ['{{printf "%d %d" 1}}', "1 %!d(MISSING)"],
  ['{{printf "%d" 1 2 "x"}}', "1%!(EXTRA int=2, string=x)"],
  ['{{printf "%"}}', "%!(NOVERB)"],
  ['{{printf "%!"}}', "%!!(MISSING)"],
  ['{{printf "%z" 1}}', "%!z(int=1)"],
  ['{{printf "100%%"}}', "100%"],
  ['{{printf "%[2]d %[1]d" 1 2}}', "2 1"],
  ['{{printf "%[3]d" 1}}', "%!d(BADINDEX)"],
  ['{{printf "%[x]d" 1}}', "%!d(BADINDEX)"],
  ['{{printf "%*d|%-*d|%.*f" 5 1 5 2 2 1.234}}', "    1|2    |1.23"],
  ['{{printf "%*d" "x" 1}}', "%!(BADWIDTH)1"],
  ['{{printf "%v" nil}} {{printf "%d" nil}} {{printf "%s" nil}}', "<nil> %!d(<nil>) %!s(<nil>)"],
  ['{{printf "% x" "abc"}} {{printf "%#x" "abc"}} {{printf "% #X" "abc"}}', "61 62 63 0x616263 0X61 0X62 0X63"],
  ['{{printf "%5.1s|%-5q|%+q|%#q" .text "a" "é" "a"}}', '    S|"a"  |"\\u00e9"|`a`'],
  ['{{printf "%6.2f%%" 12.345}}', " 12.35%"],
  ['{{printf "%x %X" "hello" 255}}', "68656c6c6f FF"],
  ['{{printf "%#g %#.3g %+.2e" 1.0 1.0 12345.678}}', "1.00000 1.00 +1.23e+04"],
  [
    '{{printf "%v" 1e21}} {{print 1e20}} {{print 123456.0}} {{print 1e-7}} {{print 0.1}}',
    "1e+21 1e+20 123456 1e-07 0.1",
  ],
  ['{{printf "%s" (list "a" nil)}}', "[a <nil>]"],
  ['{{html "<a href=\'x\'>&\\"" .nothing}}', "&lt;a href=&#39;x&#39;&gt;&amp;&#34;&lt;no value&gt;"],
  ['{{js "it\'s <b> \\"x\\" = 1\\n\\u2028é"}}', 'it\\\'s \\u003Cb\\u003E \\"x\\" \\u003D 1\\u000A\\u2028é'],
  ['{{urlquery "a b&c=d/é" 1}}', "a+b%26c%3Dd%2F%C3%A91"],
  ["{{html .missing 1 2}}", "&lt;no value&gt;1 2"],
])("%j", (template, text) => {
  expect(rendered(template)).toBe(text);
});
