/** The proxy through which helm pulls charts. It lets connections through to allowed hosts only. */
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Reach } from "../../store/index.ts";
import { maskSecrets } from "../../text/index.ts";

/** More than any chart together with the index of its repository. Helm itself has no limit. */
const MAX_BYTES = 256 * 1024 * 1024;

interface Egress {
  /** Variables that make Go programs use the proxy. They still connect to loopback addresses directly. */
  readonly env: NodeJS.ProcessEnv;
  /** The reasons for which connections were refused. */
  readonly refusals: readonly string[];
  close(): void;
}

/** Starts the proxy. It resolves each name once, so that the address cannot change between the check and the connection. */
export async function openEgress(reach: Reach, maxBytes = MAX_BYTES): Promise<Egress> {
  const refusals: string[] = [];
  const sockets = new Set<Socket>();
  let bytes = 0;

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  }

  async function tunnel(authority: string, inside: Socket): Promise<void> {
    const { addresses, host, port } = await reach.check(`https://${authority}/`);
    const outside = connect(port, addresses?.[0] ?? host);
    keep(outside);
    inside.on("close", () => outside.destroy());
    outside.on("close", () => inside.destroy());
    outside.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) return;
      refusals.push(`more than ${maxBytes} bytes were sent`);
      outside.destroy();
    });
    outside.once("connect", () => {
      inside.write("HTTP/1.1 200 OK\r\n\r\n");
      inside.pipe(outside);
      outside.pipe(inside);
    });
  }

  const server = createServer((request, response) => {
    refusals.push(`${maskSecrets(request.url ?? "")} may not be read: only https is allowed`);
    response.writeHead(403).end();
  });
  server.on("connect", ({ url = "" }, socket: Socket) => {
    keep(socket);
    tunnel(url, socket).catch((error: Error) => {
      refusals.push(error.message);
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    });
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { HTTPS_PROXY: proxy, https_proxy: proxy, HTTP_PROXY: proxy, http_proxy: proxy, NO_PROXY: "", no_proxy: "" },
    refusals,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
