/** Images of catalogs, read from registries into the content store; docs/specification/containers.md 7. */
import { parseOciReference, type Registries, writeLoadArchive } from "../../store/index.ts";
import type { ImageSource } from "../container/index.ts";

export function registryImages(registries: Registries): ImageSource {
  return {
    digests: (reference, platform) => registries.imageDigests(parseOciReference(reference), platform),
    async fetch(reference, platform) {
      const layout = await registries.image(parseOciReference(reference), platform);
      const { manifest, config, layers, diffIds } = layout;
      return {
        manifest: manifest.digest,
        config: config.digest,
        diffIds,
        bytes: [manifest, config, ...layers].reduce((sum, { size }) => sum + size, 0),
        archive: (name) => writeLoadArchive(layout, name),
      };
    },
  };
}
