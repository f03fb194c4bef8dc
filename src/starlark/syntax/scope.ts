/** Where the value of a name is found when a program runs. */
export interface Binding {
  readonly name: string;
  /**
   * `local`: a slot of the frame. `cell`: a slot that holds a box, because an inner function uses the variable too.
   * `free`: a box of an outer function. `global`: a variable of the file. `universe`: what the host and the language give.
   */
  scope: "local" | "cell" | "free" | "global" | "universe";
  readonly index: number;
}
