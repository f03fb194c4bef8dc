/** Properties run over the same inputs everywhere, so that a failure is the change's; KRM_SEED looks at others. */
import fc from "fast-check";

const seed = process.env.KRM_SEED ?? "20261121";
fc.configureGlobal(seed === "random" ? {} : { seed: Number(seed) });
