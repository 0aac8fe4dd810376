import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Upstream {
  readonly url: string;
  /** What was asked, in order. */
  readonly asked: readonly { readonly headers: IncomingMessage['headers']; readonly body: string }[];
  /** From now on requests are answered so. */
  readonly answer: (by: (response: ServerResponse, body: string) => void) => void;
  readonly close: () => Promise<void>;
}

const proposal = (response: ServerResponse) => {
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      id: 'x',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Other words.' } }],
      usage: { total_tokens: 3 },
    }),
  );
};

/** A small HTTP server in the role of the service that words texts anew. */
export async function startUpstream(): Promise<Upstream> {
  const asked: { headers: IncomingMessage['headers']; body: string }[] = [];
  let by: (response: ServerResponse, body: string) => void = proposal;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('utf8');
    });
    request.on('end', () => {
      asked.push({ headers: request.headers, body });
      by(response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1/chat/completions`,
    asked,
    answer: (next) => {
      by = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
