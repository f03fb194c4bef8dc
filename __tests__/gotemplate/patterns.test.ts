/** Regular expressions, versions, URLs, paths and dates. Each result was taken from Argo CD's own rendering. */
import { expect, test } from "@jest/globals";
import { ERROR, rendered } from "./rendered.ts";

// docs/specification/go-templates.md 5.5, 5.8
test.each([
  [
    '{{regexMatch "^[a-z]+$" .name}} {{regexMatch "x" .name}} {{regexMatch "(" .name}} {{mustRegexMatch "w" .name}}',
    "true false false true",
  ],
  ['{{mustRegexMatch "(" .name}}', ERROR],
  ['{{regexFind "[0-9]+" "a12b3"}}|{{regexFind "x" "a"}}|{{mustRegexFind "a" "a"}}', "12||a"],
  ['{{regexFind "(" "x"}}', ERROR],
  [
    '{{regexFindAll "[0-9]+" "a12b3" -1}} {{regexFindAll "[0-9]" "123" 2}} {{regexFindAll "x" "1" -1}} {{regexFindAll "a*" "baac" -1 | len}} {{regexFindAll "x" "x" 0 | toJson}}',
    "[12 3] [1 2] [] 3 null",
  ],
  [
    '{{regexReplaceAll "a(x*)b" "-ab-axxb-" "${1}W"}} {{regexReplaceAll "a(x*)b" "-ab-axxb-" "$1W"}} {{regexReplaceAll "(?P<n>x)" "axb" "<$n>$$"}} {{regexReplaceAll "" "né" "-"}} {{regexReplaceAll "a*" "baac" "-"}}',
    "-W-xxW- --- a<x>$b -n-é- -b-c-",
  ],
  ['{{regexReplaceAllLiteral "a(x*)b" "-ab-axxb-" "${1}"}}', "-${1}-${1}-"],
  [
    '{{regexSplit "z+" "pizza" -1}} {{regexSplit "" "né" -1}} {{regexSplit "," "a,b,c" 2}} {{regexSplit "x" "" -1 | len}} {{regexSplit "a" "abaca" -1 | toJson}}',
    '[pi a] [n é] [a b,c] 1 ["","b","c",""]',
  ],
  ['{{regexQuoteMeta "1.2.3*[x]"}}', "1\\.2\\.3\\*\\[x\\]"],
  [
    '{{regexReplaceAll "(?i)WEB" .name "x"}} {{regexReplaceAll "\\\\pL" "a1é" "."}} {{regexFindAll "\\\\b\\\\w" "foo bar" -1}} {{regexReplaceAll "[^a-zA-Z0-9-]" "feature/X_1" "-"}}',
    "x .1. [f b] feature-X-1",
  ],
  ['{{regexFind "a(?=b)" "ab"}}', ERROR],
  ['{{regexFind "(a)\\\\1" "aa"}}', ERROR],
  [
    '{{semver "v1.2.3-rc.1+b"}} {{(semver "1.2.3").Major}} {{(semver "1.2").Patch}} {{(semver "v1.2.3-rc.1+b").Prerelease}} {{(semver "v1.2.3+b").Metadata}} {{(semver "v1.2").Original}} {{(semver "1.2.3").IncMinor}} {{(semver "v1.2.3-a").IncPatch}}',
    "1.2.3-rc.1+b 1 0 rc.1 b v1.2 1.3.0 1.2.3",
  ],
  [
    '{{(semver "1.2.3").Compare (semver "1.2.4")}} {{(semver "1.2.3").LessThan (semver "1.2.4")}} {{semver "2.0.0" | (semver "1.0.0").Equal}}',
    "-1 true false",
  ],
  ['{{semver "x"}}', ERROR],
  ['{{(semver "1.2.3").Compare "1.2.3"}}', ERROR],
  [
    '{{semverCompare "^1.2.0" "1.3.0"}} {{semverCompare ">=1.0 <2.0" "2.0.0"}} {{semverCompare "~1.2 || 3.x" "3.1.0"}} {{semverCompare ">1.0" "1.1.0-rc1"}} {{semverCompare ">1.0-0" "1.1.0-rc1"}}',
    "true false true false true",
  ],
  ['{{semverCompare "bad!" "1.0.0"}}', ERROR],
  [
    '{{urlParse "https://u:p@h.com:80/p%20a/b?q=1#f"}} {{(urlParse "https://h:8/").hostname}} {{urlParse "mailto:a@b"}} {{urlJoin (urlParse "https://u:p@h.com/a b?q#f")}} {{urlJoin (dict "scheme" "http" "host" "h" "path" "p")}}',
    "map[fragment:f host:h.com:80 hostname:h.com opaque: path:/p a/b query:q=1 scheme:https userinfo:u:p] h map[fragment: host: hostname: opaque:a@b path: query: scheme:mailto userinfo:] https://u:p@h.com/a%20b?q#f http://h/p",
  ],
  ['{{urlParse "http://h:x/"}}', ERROR],
  ['{{urlParse "%zz"}}', ERROR],
  ['{{urlJoin (dict "host" 1)}}', ERROR],
  [
    '{{base "a/b.tar.gz"}} {{dir "a/b"}} {{clean "a/../b//c/."}} {{ext "a/b.tar.gz"}} {{isAbs "/a"}} {{base ""}} {{dir ""}} {{base "/"}} {{osBase "a/b"}} {{osDir "a/b"}} {{osClean "./a"}} {{osExt "x.y"}} {{osIsAbs "a"}} {{clean "/.."}}',
    "b.tar.gz a b/c .gz true . . / b a a .y false /",
  ],
  [
    '{{date "2006-01-02T15:04:05Z07:00 Mon Jan _2 3:04PM" 1700000000}} {{dateInZone "15:04" (int64 0) "UTC"}} {{htmlDate 86400}} {{htmlDateInZone 0 "UTC"}}',
    "2023-11-14T22:13:20Z Tue Nov 14 10:13PM 00:00 1970-01-02 1970-01-01",
  ],
  [
    '{{toDate "2006-01-02" "2024-02-29"}} {{toDate "2006-01-02" "2023-02-29"}} {{(toDate "2006-01-02" "2024-02-29").Year}} {{toDate "2006-01-02" "2024-02-29" | unixEpoch}} {{toDate "2006-01-02" "2024-02-29" | dateModify "36h" | date "Jan 2"}} {{toDate "2006-01-02" "2024-02-29" | date_modify "x" | htmlDate}}',
    "2024-02-29 00:00:00 +0000 UTC 0001-01-01 00:00:00 +0000 UTC 2024 1709164800 Mar 1 2024-02-29",
  ],
  ['{{mustToDate "2006" "x"}}', ERROR],
  ['{{mustDateModify "x" (toDate "2006" "2020")}}', ERROR],
  [
    '{{duration "95"}} {{duration 95}} {{duration (int64 3661)}} {{durationRound "36h"}} {{durationRound "90s"}} {{durationRound (int64 5000000000)}} {{durationRound "x"}} {{durationRound 1}}',
    "1m35s 0s 1h1m1s 1d 1m 5s 0s 0s",
  ],
])("%j", (template, text) => {
  expect(rendered(template)).toBe(text);
});
