/** An authority of the tests' own, and a certificate of it for servers on the loopback interface. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Certificates {
  /** The authority's certificate in PEM. */
  readonly ca: string;
  readonly key: string;
  readonly cert: string;
}

let made: Certificates | undefined;

/** For `localhost`, 127.0.0.1, ::1 and the names below `corp.example`. Made once per process. */
export function certificates(): Certificates {
  if (made !== undefined) return made;
  const directory = mkdtempSync(join(tmpdir(), "krm-certificates-"));
  const path = (name: string): string => join(directory, name);
  const openssl = (...args: string[]): void => void execFileSync("openssl", args, { cwd: directory, stdio: "pipe" });
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  try {
    writeFileSync(path("ext"), "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1,DNS:*.corp.example\n");
    openssl("req", "-x509", ...curve, "-days", "2", "-subj", "/CN=ca of a test", "-keyout", "ca.key", "-out", "ca.pem");
    openssl("req", ...curve, "-subj", "/CN=localhost", "-keyout", "key.pem", "-out", "request.pem");
    openssl(
      ..."x509 -req -days 2 -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -extfile ext -out cert.pem".split(
        " ",
      ),
    );
    const read = (name: string): string => readFileSync(path(name), "utf8");
    made = { ca: read("ca.pem"), key: read("key.pem"), cert: read("cert.pem") };
    return made;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
