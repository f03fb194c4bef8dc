/** Writes the pages of `--help` from the tables of the commands. */
import type { Command, Option } from "./command.ts";
import { optionsOf } from "./options/option-table.ts";

const WIDTH = 88;
const INDENT = "  ";

/** The help page of one command. */
export function commandPage(command: Command): string {
  const name = `krm-render ${command.name}`;
  const codes = [
    ...Object.entries(command.exitCodes),
    ["2", "wrong usage: an unknown option, a missing value"] as const,
  ];
  const sections = [
    `${name} - ${command.summary}`,
    section(
      "Usage",
      command.usage.map((form) => `${name} ${form}`.trimEnd()),
    ),
    ...command.description.map((paragraph) => wrap(paragraph, "").join("\n")),
    section("Options", optionsOf(command).flatMap(optionLines)),
    section(
      "Examples",
      Object.entries(command.examples).flatMap(([comment, line]) => [`# ${comment}`, line]),
    ),
    section("Exit status", table(codes)),
  ];
  return `${sections.join("\n\n")}\n`;
}

/** The help page of the program. */
export function programPage(commands: readonly Command[]): string {
  const sections = [
    "krm-render - render Kubernetes configuration and show what a change to it really changes",
    section("Usage", [
      "krm-render COMMAND [ARGUMENT...] [OPTION...]",
      "krm-render COMMAND --help",
      "krm-render --version",
    ]),
    section("Commands", table(commands.map(({ name, summary }) => [name, summary]))),
    section("Exit status", [
      "0  done",
      "1  failure; the message says what to do",
      "2  wrong usage: an unknown command or option, a missing value",
    ]),
  ];
  return `${sections.join("\n\n")}\n`;
}

function section(title: string, lines: readonly string[]): string {
  return [`${title}:`, ...lines.map((line) => INDENT + line)].join("\n");
}

function optionLines(option: Option): string[] {
  const more = [
    option.choices === undefined ? "" : ` One of: ${option.choices.join(", ")}.`,
    option.default === undefined ? "" : ` Default: ${option.default}.`,
    option.repeatable ? " May be repeated." : "",
  ];
  return [option.spelling, ...wrap(option.summary + more.join(""), "      ")];
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
}

function wrap(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && indent.length + line.length + 1 + word.length > WIDTH) {
      lines.push(indent + line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, indent + line];
}
