/** The port to a container engine. */
import { placeOf } from "./place.ts";
import type { PrivateTrees } from "./private-tree.ts";
import type { Program, Runnable } from "./program.ts";
import type { ContainerSpecification } from "./specification/function-specification.ts";
import type { FunctionRequest } from "./step.ts";

interface ContainerProgram extends Program {
  /** The digest by which the image was found, `sha256:` and 64 digits. Without one, the id in the engine. */
  readonly digest: string;
}

export interface Containers {
  /**
   * @param directory finds the directory that relative mounts start from; makes a private copy of a tree that is not on disk
   * @throws KrmError if the image, or a permission that it asks for, is refused, or the engine does not answer
   */
  program(specification: ContainerSpecification, directory: () => Promise<string>): Promise<ContainerProgram>;
  /** Tells whether the engine is there and answers. */
  isAvailable(): Promise<boolean>;
  /** Removes what the run has made. */
  close(): Promise<void>;
}

/** Prepares a container. Its calls depend on the directory of the kustomization only by mounts and by the network. */
export async function containerRunnable(
  containers: Containers,
  specification: ContainerSpecification,
  { root }: FunctionRequest,
  trees: PrivateTrees,
): Promise<Runnable & { readonly program: ContainerProgram }> {
  const program = await containers.program(
    specification,
    async () => (await trees.directoryOf(root.tree)) + (root.path === "/" ? "" : root.path),
  );
  const { location: _, ...declared } = specification;
  const isPure = !specification.network && specification.mounts.length === 0;
  return { program, identity: ["container", program.title, declared, ...(isPure ? [] : placeOf(root))] };
}
