/**
 * What goes into a program: plain data in which an integer is not a float, keys have an order, and no key is special. It can
 * be sent to another thread.
 */
export type Data = null | boolean | number | bigint | string | Real | readonly Data[] | ReadonlyMap<string, Data>;

/** A number that is no integer by type; all others are integers. */
export interface Real {
  readonly float: number;
}

export function isReal(data: object): data is Real {
  return "float" in data;
}
