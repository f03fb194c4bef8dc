/** The choices of the reader in the bar, and their names in the address. */
import { byId } from "./rows.ts";

/** The search, filters and the order. Targets, kinds and owners are named: their numbers are others in another report. */
const CONTROLS = [
  { id: "q", name: "q" },
  { id: "by", name: "by" },
  { id: "ft", name: "target", isNamed: true },
  { id: "fk", name: "kind", isNamed: true },
  { id: "fd", name: "danger" },
  { id: "fo", name: "owner", isNamed: true },
  { id: "fc", name: "sort" },
] as const satisfies readonly { readonly id: string; readonly name: string; readonly isNamed?: true }[];

export type ControlId = (typeof CONTROLS)[number]["id"];

function controlOf(id: ControlId): HTMLInputElement | HTMLSelectElement | null {
  return document.getElementById(id) as HTMLInputElement | HTMLSelectElement | null;
}

export function valueOf(id: ControlId): string {
  return controlOf(id)?.value ?? "";
}

/** Hides rows that were seen. */
export function isHiding(): boolean {
  return byId("hide").ariaPressed === "true";
}

export function setHiding(isOn: boolean): void {
  byId("hide").ariaPressed = String(isOn);
}

export function readChoices(): URLSearchParams {
  const choices = new URLSearchParams();
  for (const { id, name, ...rest } of CONTROLS) {
    const control = controlOf(id);
    if (control === null || control.value === "") continue;
    const label = control instanceof HTMLSelectElement ? control.selectedOptions[0]?.text : undefined;
    choices.set(name, "isNamed" in rest ? (label ?? "") : control.value);
  }
  if (isHiding()) choices.set("seen", "hidden");
  return choices;
}

/** Sets all controls. A value that this page does not have is none. */
export function setChoices(choices: URLSearchParams): void {
  for (const { id, name, ...rest } of CONTROLS) {
    const control = controlOf(id);
    if (control === null) continue;
    const value = choices.get(name) ?? "";
    if (control instanceof HTMLSelectElement) {
      const option = [...control.options].find((each) => ("isNamed" in rest ? each.text : each.value) === value);
      control.value = value === "" ? "" : (option?.value ?? "");
    } else control.value = value;
  }
  setHiding(choices.get("seen") === "hidden");
}

/** Shows all rows again, in the same order. */
export function clearFilters(): void {
  for (const { id } of CONTROLS) {
    const control = controlOf(id);
    if (control !== null && id !== "by") control.value = "";
  }
  setHiding(false);
}

/** Calls when the reader chooses something. */
export function onChoice(changed: () => void): void {
  for (const { id } of CONTROLS) controlOf(id)?.addEventListener(id === "q" ? "input" : "change", changed);
  byId("hide").addEventListener("click", () => {
    setHiding(!isHiding());
    changed();
  });
}
