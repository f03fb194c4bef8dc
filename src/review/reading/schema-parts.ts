/** Short ways to write the parts of a JSON Schema. */

export type Schema = Readonly<Record<string, unknown>>;
export type Properties = Readonly<Record<string, Schema>>;

/** A text on one line: without control characters. Names and files can have some, which writers escape. */
export const LINE = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$";
export const FILLED = "[\\s\\S]";

export const line = (description: string): Schema => ({ description, type: "string", pattern: LINE });
export const file = (description: string): Schema => ({ description, type: "string", pattern: FILLED });
export const text = (description: string): Schema => ({ description, type: "string" });
export const count = (description: string, minimum = 0): Schema => ({ description, type: "integer", minimum });
export const flag = (description: string): Schema => ({ description, const: true });
export const choice = (description: string, ...values: string[]): Schema => ({ description, enum: values });
export const reference = (name: string, description?: string): Schema => ({
  ...(description === undefined ? {} : { description }),
  $ref: `#/$defs/${name}`,
});
export const list = (description: string, items: Schema): Schema => ({ description, type: "array", items });
/** @param optional the names of the properties that may be absent */
export const object = (description: string, properties: Properties, ...optional: string[]): Schema => ({
  description,
  type: "object",
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});

export const lineNumber = count("Counts from 1.", 1);
