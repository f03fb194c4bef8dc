/** Images from registries, by way of the content store: the adapter of {@link ImageSource}. */
import { parseOciReference, type Registries, writeLoadArchive } from "../../store/index.ts";
import type { ImageSource } from "./image-source.ts";

/** @param registries the caller closes them, after the container runtime */
export function registryImages(registries: Registries): ImageSource {
  return {
    digests: async (reference, platform) => registries.imageDigests(parseOciReference(reference), platform),
    async fetch(reference, platform) {
      const layout = await registries.image(parseOciReference(reference), platform);
      const { manifest, config, layers, diffIds } = layout;
      return {
        manifest: manifest.digest,
        config: config.digest,
        diffIds,
        bytes: layers.reduce((sum, { size }) => sum + size, manifest.size + config.size),
        archive: (name) => writeLoadArchive(layout, name),
      };
    },
  };
}
