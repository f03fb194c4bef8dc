/** The place of a variable when a program runs. */
export interface Binding {
  readonly name: string;
  /**
   * `local`: a slot of the frame. `cell`: a slot with a box, because an inner function also uses the variable. `free`:
   * a box of an outer function. `global`: a variable of the file. `universe`: predefined by the host or the language.
   */
  scope: "local" | "cell" | "free" | "global" | "universe";
  readonly index: number;
}
