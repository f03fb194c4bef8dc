/** Data for templates, and what becomes of a template with it. */
import { parseTemplate, TemplateError } from "../../src/gotemplate/index.ts";
import type { Value } from "../../src/yaml/index.ts";

export const DATA: Value = {
  name: "web",
  env: "prod",
  replicas: 3,
  big: 1234567,
  ratio: 0.25,
  on: true,
  off: false,
  nothing: null,
  empty: "",
  text: "Straße 日本",
  tags: ["b", "a", "c", "a"],
  numbers: [3, 1.5, -2],
  mixed: [
    "x",
    1,
    null,
    true,
    [1],
    {
      k: "v",
    },
  ],
  labels: {
    team: "core",
    tier: "1",
    "a.b/c": "d",
  },
  nested: {
    a: {
      b: {
        c: "deep",
      },
    },
    list: [
      {
        n: "one",
      },
      {
        n: "two",
      },
    ],
  },
  path: {
    path: "apps/prod/web",
    basename: "web",
    segments: ["apps", "prod", "web"],
  },
  json: '{"a":[1,2.5,null,"<x>"]}',
  yaml: "a: 1\nb: [x, 2]\n",
};

/** The result of a template that Argo CD refuses. */
export const ERROR = "(an error)";

/** The text of a template, or {@link ERROR} if Go would refuse it. */
export function rendered(template: string, data: Value = DATA): string {
  try {
    return parseTemplate(template).execute(data);
  } catch (error) {
    if (error instanceof TemplateError && (error.kind === "syntax" || error.kind === "execution")) return ERROR;
    throw error;
  }
}
