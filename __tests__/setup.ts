/** Property tests use the same inputs everywhere, so that the change under test causes a failure. KRM_SEED chooses others. */
import fc from "fast-check";

const seed = process.env.KRM_SEED ?? "20261121";
fc.configureGlobal(seed === "random" ? {} : { seed: Number(seed) });
