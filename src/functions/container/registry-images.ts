/** Images from registries, by way of the content store: the adapter of {@link ImageSource}. */
import { type OciReference, parseOciReference, type Registries, writeLoadArchive } from "../../store/index.ts";
import type { ImageSource } from "./image-source.ts";

/**
 * @param registries the caller closes them, after the container runtime
 * @param need brings a blob from a former run into the store, if it can; gets 64 hexadecimal digits
 */
export function registryImages(
  registries: Registries,
  need = async (_sha256: string): Promise<void> => {},
): ImageSource {
  const needed = async (reference: string): Promise<OciReference> => {
    const image = parseOciReference(reference);
    if (image.digest !== undefined) await need(image.digest.replace("sha256:", ""));
    return image;
  };
  return {
    digests: async (reference, platform) => registries.imageDigests(await needed(reference), platform),
    async fetch(reference, platform) {
      const layout = await registries.image(await needed(reference), platform);
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
