// src/cli/command.ts
var UsageError = class extends Error {
  hint;
  constructor(message, hint) {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
  }
};

export {
  UsageError
};
