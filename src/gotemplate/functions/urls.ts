/** Functions on URLs, as the Go package net/url reads and writes them. */
import { fixed, type GoFunction } from "../execution/function.ts";
import { refusal } from "../template-error.ts";
import { GoMap, type GoValue, typeName } from "../values/values.ts";
import { percent } from "./escapes.ts";

/** The parts of a URL whose rules for escapes differ. */
type Part = "host" | "path" | "user" | "fragment";

/** The characters that a part may hold as they are, beside letters, digits and `-_.~`. */
const PLAIN: Readonly<Record<Part, RegExp>> = {
  host: /[!$&'()*+,;=:[\]<>"]/,
  path: /[$&+,/:;=@]/,
  user: /[$&+,;=]/,
  fragment: /[$&+,/:;=?@!()*]/,
};

function escaped(text: string, part: Part): string {
  return text.replace(/[^A-Za-z0-9\-_.~]/g, (one) => (PLAIN[part].test(one) ? one : percent(one)));
}

function unescaped(text: string, part: Part): string {
  if (/%(?![0-9a-fA-F]{2})/.test(text)) throw refusal(`${JSON.stringify(text)} has a wrong escape`);
  if (part === "host") {
    // Only bytes beyond ASCII may be escaped in a host, and the characters there are few.
    if (/%[0-7]/.test(text.replace(/%25/g, ""))) throw refusal(`the host ${JSON.stringify(text)} has a wrong escape`);
    if (/[^\x80-\xff%A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"]/.test(text))
      throw refusal(`the host ${JSON.stringify(text)} has a wrong character`);
  }
  return text.replace(/%[0-9a-fA-F]{2}/g, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)));
}

interface Url {
  scheme: string;
  opaque: string;
  user: string;
  host: string;
  path: string;
  query: string;
  fragment: string;
}

function parse(text: string): Url {
  const url: Url = { scheme: "", opaque: "", user: "", host: "", path: "", query: "", fragment: "" };
  const hash = text.indexOf("#");
  const main = hash < 0 ? text : text.slice(0, hash);
  if (/[\0-\x1f\x7f]/.test(main)) throw refusal("a URL may have no control characters");
  if (hash >= 0) url.fragment = unescaped(text.slice(hash + 1), "fragment");
  if (main === "*") return { ...url, path: "*" };
  let rest = main;
  const scheme = /^([^:/?#]*):/.exec(main);
  if (scheme !== null && /^[A-Za-z]/.test(main)) {
    if (/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme[1] as string)) {
      url.scheme = (scheme[1] as string).toLowerCase();
      rest = main.slice(scheme[0].length);
    }
  } else if (main.startsWith(":")) throw refusal("a URL lacks its scheme");
  const question = rest.indexOf("?");
  if (question >= 0) {
    url.query = rest.slice(question + 1);
    rest = rest.slice(0, question);
  }
  if (!rest.startsWith("/")) {
    if (url.scheme !== "") return { ...url, opaque: rest };
    if (/^[^/]*:/.test(rest)) throw refusal("the first part of a path may have no colon");
  }
  if ((url.scheme !== "" || !rest.startsWith("///")) && rest.startsWith("//")) {
    const end = rest.indexOf("/", 2);
    const authority = rest.slice(2, end < 0 ? undefined : end);
    rest = end < 0 ? "" : rest.slice(end);
    readAuthority(url, authority);
  }
  url.path = unescaped(rest, "path");
  return url;
}

function readAuthority(url: Url, authority: string): void {
  const at = authority.lastIndexOf("@");
  if (at >= 0) {
    const info = authority.slice(0, at);
    if (/[^A-Za-z0-9\-._:~!$&'()*+,;=%@]/.test(info)) throw refusal("the user of a URL has a wrong character");
    const colon = info.indexOf(":");
    const name = unescaped(colon < 0 ? info : info.slice(0, colon), "user");
    url.user =
      escaped(name, "user") + (colon < 0 ? "" : `:${escaped(unescaped(info.slice(colon + 1), "user"), "user")}`);
  }
  const host = authority.slice(at + 1);
  const bracket = host.startsWith("[") ? host.lastIndexOf("]") : -1;
  if (host.startsWith("[") && bracket < 0) throw refusal("the host of a URL lacks its bracket");
  const behind =
    bracket < 0 ? host.slice(host.includes(":") ? host.indexOf(":") : host.length) : host.slice(bracket + 1);
  if (!/^(?::[0-9]*)?$/.test(behind)) throw refusal("the port of a URL is no number");
  url.host = unescaped(host, "host");
}

function hostName(host: string): string {
  if (host.startsWith("[")) {
    const end = host.indexOf("]");
    if (end >= 0) return host.slice(1, end);
  }
  const port = /:[0-9]*$/.exec(host);
  return port === null ? host : host.slice(0, port.index);
}

function print(url: Url): string {
  let text = url.scheme === "" ? "" : `${url.scheme}:`;
  if (url.opaque !== "") text += url.opaque;
  else {
    if (url.scheme !== "" || url.host !== "" || url.user !== "") {
      if (url.host !== "" || url.path !== "" || url.user !== "") text += "//";
      if (url.user !== "") text += `${url.user}@`;
      text += escaped(url.host, "host");
    }
    const path = url.path === "*" ? "*" : escaped(url.path, "path");
    if (path !== "" && !path.startsWith("/") && url.host !== "") text += "/";
    if (text === "" && /^[^/]*:/.test(path)) text += "./";
    text += path;
  }
  if (url.query !== "") text += `?${url.query}`;
  return url.fragment === "" ? text : `${text}#${escaped(url.fragment, "fragment")}`;
}

function textAt(map: GoMap, key: string): string {
  if (!map.entries.has(key)) return "";
  const value = map.entries.get(key);
  if (typeof value !== "string") throw refusal(`the ${key} of a URL is ${typeName(value)}, and has to be a text`);
  return value;
}

export const URLS: Readonly<Record<string, GoFunction>> = {
  urlParse: fixed(["string"], function (text) {
    this.effort.spend(text.length * 3);
    const { scheme, host, path, query, opaque, fragment, user } = parse(text);
    const parts = { scheme, host, hostname: hostName(host), path, query, opaque, fragment, userinfo: user };
    return new GoMap(new Map<string, GoValue>(Object.entries(parts)));
  }),
  urlJoin: fixed(["map"], function (map) {
    const [scheme = "", host = "", path = "", query = "", opaque = "", fragment = "", userinfo = ""] =
      "scheme host path query opaque fragment userinfo".split(" ").map((key) => textAt(map, key));
    this.effort.spend((host.length + path.length + fragment.length + userinfo.length) * 3);
    const user = userinfo === "" ? "" : parse(`proto://${userinfo}@host`).user;
    return print({ scheme, host, path, query, opaque, fragment, user });
  }),
};
