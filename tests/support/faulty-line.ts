// A line between a server and its database that can be cut where it hurts.
import { createConnection, createServer, type Socket } from 'node:net';

type How = 'before it arrives' | 'before its answer';

export interface FaultyLine {
  readonly url: string;
  /** The next words that hold the text are lost, or answered to nobody; then the connection is gone, and the line closed where it is said. */
  readonly cut: (text: string, how: How, then?: 'is closed') => void;
  /** Nobody is let through any more, and who was is out; until it is called with false. */
  readonly close: (closed: boolean) => void;
  readonly end: () => Promise<void>;
}

/** Where the database of an address listens: a folder of sockets, or a host. */
function endOf(url: URL): { path: string } | { host: string; port: number } {
  const port = Number(url.port || url.searchParams.get('port') || 5432);
  const host = url.searchParams.get('host') ?? url.hostname;
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

export async function faultyLine(to: string): Promise<FaultyLine> {
  const target = new URL(to);
  const lines = new Set<Socket>();
  let armed: { readonly text: string; readonly how: How; readonly then?: 'is closed' | undefined } | null =
    null;
  let closed = false;
  const server = createServer((client) => {
    if (closed) {
      client.destroy();
      return;
    }
    const database = createConnection(endOf(target));
    let answerless = false;
    const both = () => {
      client.destroy();
      database.destroy();
      lines.delete(client);
    };
    lines.add(client);
    client.on('error', both).on('close', both);
    database.on('error', both).on('close', both);
    client.on('data', (bytes) => {
      if (armed && bytes.includes(armed.text)) {
        const { how, then } = armed;
        armed = null;
        closed ||= then === 'is closed';
        if (how === 'before it arrives') return both();
        answerless = true;
      }
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      if (answerless) both();
      else client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(to);
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  const all = () => {
    for (const line of lines) line.destroy();
  };
  return {
    url: url.toString(),
    cut: (text, how, then) => {
      armed = { text, how, then };
    },
    close: (now) => {
      closed = now;
      if (now) all();
    },
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        all();
      }),
  };
}
