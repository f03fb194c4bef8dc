/** Copies the addresses of rows and diffs. */
import { formatAddress } from "./address.ts";
import { readChoices } from "./choices.ts";

/** Puts the address of an element into the bar of the browser and, where it can, into the clipboard: then the control says so. */
export function copyLink(anchor: string, control: Element): void {
  history.replaceState(null, "", formatAddress({ anchor, choices: readChoices() }));
  // Other readers have their own choices.
  const address = `${location.href.split("#")[0]}#${anchor}`;
  void navigator.clipboard?.writeText(address).then(() => {
    control.classList.add("done");
  });
}
