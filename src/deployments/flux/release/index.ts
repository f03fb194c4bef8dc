export type { ReleaseRecipe } from "./release-recipe.ts";
