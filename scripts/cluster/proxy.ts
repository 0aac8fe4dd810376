import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';

const agent = new Agent({ keepAlive: false });

/** What is sent on as it came; a request is small here, and one whose server refuses it goes to the next. */
function sendOn(
  port: number,
  asked: IncomingMessage,
  body: Buffer,
  answer: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve) => {
    const { method, url, headers } = asked;
    const sent = request({ agent, host: '127.0.0.1', port, method, path: url, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer).on('close', () => resolve(true));
    });
    sent.on('error', (error) => {
      const refused = 'code' in error && error.code === 'ECONNREFUSED';
      if (!refused && !answer.headersSent) answer.writeHead(502).end();
      resolve(!refused);
    });
    sent.end(body);
  });
}

/** One request to each server in turn. */
export function roundRobin(ports: readonly number[]): Server {
  let next = 0;
  return createServer(async (asked, answer) => {
    const parts: Buffer[] = [];
    for await (const part of asked) parts.push(part);
    const body = Buffer.concat(parts);
    for (let tried = 0; tried < ports.length; tried++) {
      const port = ports[next++ % ports.length];
      if (port !== undefined && (await sendOn(port, asked, body, answer))) return;
    }
    answer.writeHead(502).end();
  });
}
