/** The template language of Go, text/template, with the functions that Argo CD adds for ApplicationSets. */
export { TemplateEffort, type TemplateLimits } from "./effort.ts";
export { type ExecuteOptions, type GoTemplate, parseTemplate } from "./template.ts";
export { TemplateError, type TemplateFault } from "./template-error.ts";
export { asTexts, isTexts } from "./values/data.ts";
