/** Paths that texts mention. */

/**
 * Replaces a path, wherever the text mentions it or something below it. A longer name that holds the path stays: `apps` is in
 * neither `apps-eu` nor `my/apps`. Takes linear time.
 */
export function replacePath(text: string, path: string, by: string): string {
  if (path === "" || path === "." || !text.includes(path)) return text;
  const pieces = text.split(path);
  let result = pieces[0] as string;
  for (let index = 1; index < pieces.length; index++) {
    // Next to an empty piece stands the path itself, or an end of the text.
    const before = pieces[index - 1]?.at(-1) ?? (index === 1 ? " " : path);
    const after = pieces[index]?.[0] ?? (index === pieces.length - 1 ? " " : path);
    const isMentioned = !/[\w./-]$/.test(before) && !/^[\w-]/.test(after);
    result += `${isMentioned ? by : path}${pieces[index]}`;
  }
  return result;
}
