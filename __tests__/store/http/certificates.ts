/** An authority of the tests' own, and a certificate of it for servers on the loopback interface. */
import { authority, ec, pem, serverCertificate } from "../../signatures/certificates.ts";

export interface Certificates {
  /** The authority's certificate in PEM. */
  readonly ca: string;
  readonly key: string;
  readonly cert: string;
}

let made: Certificates | undefined;

/** For `localhost`, 127.0.0.1, ::1, and the names below `example` and `corp.example`. Made once per process. */
export function certificates(): Certificates {
  if (made !== undefined) return made;
  const ca = authority("ca of a test");
  const keys = ec();
  const cert = serverCertificate(ca, keys, ["localhost", "*.example", "*.corp.example"], ["127.0.0.1", "::1"]);
  const key = keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  made = { ca: pem(ca.raw), key, cert: pem(cert) };
  return made;
}
