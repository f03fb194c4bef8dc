/** The end of an evaluation that has no value, as CEL knows it. */
export class CelFailure extends Error {
  /** @param text one line without values of objects */
  constructor(text: string) {
    super(text);
    this.name = "CelFailure";
  }
}
