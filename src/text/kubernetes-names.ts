/** The forms of names in Kubernetes. k8s.io/apimachinery: pkg/util/validation/validation.go */

const LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const SERVICE = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const NAME_PART = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;

const MAX_LABEL = 63;
const MAX_SUBDOMAIN = 253;

/** A label of DNS by RFC 1123. */
export function isDnsLabel(text: string): boolean {
  return text.length <= MAX_LABEL && LABEL.test(text);
}

/** A label of DNS by RFC 1035, which does not begin with a digit. */
export function isOldDnsLabel(text: string): boolean {
  return text.length <= MAX_LABEL && SERVICE.test(text);
}

/** Labels of DNS with dots between them. */
export function isDnsSubdomain(text: string): boolean {
  return text.length <= MAX_SUBDOMAIN && SUBDOMAIN.test(text);
}

/** A value of a label, or the last part of its name; not empty. */
export function isLabelPart(text: string): boolean {
  return text.length <= MAX_LABEL && NAME_PART.test(text);
}

/** The name of a label or an annotation: `example.com/name`, where the prefix may be absent. */
export function isQualifiedName(text: string): boolean {
  const at = text.indexOf("/");
  return at < 0 ? isLabelPart(text) : isDnsSubdomain(text.slice(0, at)) && isLabelPart(text.slice(at + 1));
}
