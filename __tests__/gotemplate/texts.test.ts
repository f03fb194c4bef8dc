/** Functions on texts. Each result was taken from Argo CD's own rendering. */
import { expect, test } from "@jest/globals";
import { ERROR, rendered } from "./rendered.ts";

// docs/specification/go-templates.md 1.2, 1.3, 5.2, 5.3
test.each([
  [
    '{{abbrev 5 "hello world"}}|{{abbrev 3 "hello"}}|{{abbrevboth 5 10 "1234 5678 9123"}}|{{abbrevboth 5 8 "hello wonderful world"}}',
    "he...|hello|...5678...|... w...",
  ],
  ['{{trunc 3 "hello"}}|{{trunc -3 "hello"}}|{{trunc 9 "hello"}}|{{trunc -9 "hello"}}', "hel|llo|hello|hello"],
  ["{{trunc 5 .text}}|{{trunc -4 .text | quote}}", 'Stra�|"\\xa5本"'],
  [
    '{{trim "  x \\n"}}|{{trimAll "-x" "--x-y-x"}}|{{trimall "$" "$5$"}}|{{trimSuffix "-" "a--"}}|{{trimPrefix "-" "--a"}}',
    "x|y|5|a-|-a",
  ],
  [
    '{{upper .text}} {{lower "ÀB"}} {{title "hello wORLD foo-bar x_y"}} {{untitle "Hello World"}}',
    "STRAßE 日本 àb Hello WORLD Foo-Bar X_y hello world",
  ],
  ['{{substr 1 3 "hello"}}|{{substr -1 2 "hello"}}|{{substr 2 -1 "hello"}}|{{substr 2 99 "hello"}}', "el|he|llo|llo"],
  ['{{substr 3 1 "hello"}}', ERROR],
  ['{{substr -1 9 "hello"}}', ERROR],
  ['{{repeat 3 "ab"}}|{{repeat 0 "x"}}', "ababab|"],
  ['{{repeat -1 "x"}}', ERROR],
  ['{{repeat .replicas "x"}}', ERROR],
  ['{{repeat (int .replicas) "x"}}', "xxx"],
  ['{{repeat (add 1 1) "x"}}', ERROR],
  ['{{nospace " a b\\tc é"}} {{initials "First Second third"}} {{swapcase "aB cD ǅ"}}', "abcÃ© FSt Ab Cd ǆ"],
  [
    '{{snakecase "FirstName HTTPServer no_https GO-PATH http2xx Bld4Floor3rd"}} {{kebabcase "HTTPServer2xx myApp V2"}} {{camelcase "http_server-name x  y"}} {{camelcase "_"}}',
    "first_name_http_server_no_https_go_path_http_2xx_bld4_floor_3rd http-server-2xx-my-app-v2 HttpServerNameX Y __",
  ],
  [
    '{{wrap 5 "aaa bbb ccc"}}|{{wrapWith 3 "-" "abcdefgh"}}|{{wrap 3 "abcdefgh ij"}}',
    "aaa\nbbb\nccc|abc-def-gh|abcdefgh\nij",
  ],
  ['{{contains "b" "abc"}} {{hasPrefix "a" "abc"}} {{hasSuffix "a" "abc"}}', "true true false"],
  [
    '{{quote .name 1 nil "x\\"y\\n" .text}} {{squote .name 1 nil "it\'s"}} {{quote .tags}}',
    '"web" "1" "x\\"y\\n" "Straße 日本" \'web\' \'1\' \'it\'s\' "[b a c a]"',
  ],
  ['{{cat "a" 1 nil true}} {{cat}}', "a 1 true "],
  ['{{indent 2 "a\\nb"}}|{{nindent 1 "x"}}', "  a\n  b|\n x"],
  ['{{indent -1 "x"}}', ERROR],
  ['{{replace "a" "b" "banana"}} {{replace "" "-" "né"}} {{"x.y" | replace "." "_"}}', "bbnbnb -n-é- x_y"],
  ['{{plural "one" "many" 1}} {{plural "one" "many" 2}}', "one many"],
  [
    '{{toString 1}} {{toString .tags}} {{toString .nothing}} {{toStrings .mixed}} {{toStrings "a"}} {{toStrings nil}}',
    "1 [b a c a] <nil> [x 1 true [1] map[k:v]] [a] []",
  ],
  [
    '{{split "." "a.b.c"}} {{(split "." "a.b.c")._1}} {{splitList "," "a,b"}} {{splitn "." 2 "a.b.c"}} {{split "" "né"}}',
    "map[_0:a _1:b _2:c] b [a b] map[_0:a _1:b.c] map[_0:n _1:é]",
  ],
  ['{{(split "." "a.b")._7}}|', "<no value>|"],
  [
    '{{join "-" .tags}} {{join "," .mixed}} {{join "," "a"}} {{join "," nil}} {{.tags | join "/"}}',
    "b-a-c-a x,1,true,[1],map[k:v] a  b/a/c/a",
  ],
  ['{{sortAlpha .tags}} {{sortAlpha .mixed}} {{sortAlpha "x"}}', "[a a b c] [1 [1] map[k:v] true x] [x]"],
  ['{{$x := splitList "," "c,a,b"}}{{$y := sortAlpha $x}}{{$x}}{{$y}}', "[a b c][a b c]"],
  ['{{atoi "12"}} {{atoi "x"}} {{atoi "99999999999999999999"}} {{atoi " 1"}}', "12 0 9223372036854775807 0"],
  ["{{hello}}", "Hello!"],
  [
    '{{normalize "My_App.Name--"}} {{normalize "ÀÉ.x"}} {{slugify "Feature/ABC_some-long-branch-name-that-goes-on-and-on-and-on"}} {{slugify 10 false "feature/abc-def"}} {{slugify 10 true "feature/abc-def"}} {{slugify 3 "feature"}} {{slugify}}',
    "my-app.name x feature-abc-some-long-branch-name-that-goes-on-and feature-ab feature fea ",
  ],
  ["{{slugify 1}}", ERROR],
  ['{{slugify -1 false "x"}}', ERROR],
  ['{{fail "own message"}}', ERROR],
])("%j", (template, text) => {
  expect(rendered(template)).toBe(text);
});
