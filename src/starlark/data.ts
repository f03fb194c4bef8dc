/**
 * The input of a program: plain data that keeps integers and floats apart and has ordered maps. It can be sent to
 * another thread.
 */
export type Data = null | boolean | number | bigint | string | Real | readonly Data[] | ReadonlyMap<string, Data>;

/** A float. All other numbers are integers. */
export interface Real {
  readonly float: number;
}

export function isReal(data: object): data is Real {
  return "float" in data;
}
