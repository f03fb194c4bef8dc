/** The first argument of a process that another one watches. Without that other process, it is an unknown command. */
export const WORKER = "worker";
