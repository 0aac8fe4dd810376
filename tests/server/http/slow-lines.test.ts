import { connect } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLineSpeed, atLeast } from '#server/plugins/line-speed.ts';
import { memoryLog } from '#server/plugins/log.ts';
import { addProblems } from '#server/plugins/problems.ts';

const log = memoryLog();
const soon = { bytesPerSecond: 10_000, windowMs: 100 };
let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  app = Fastify({ logger: false, forceCloseConnections: true });
  app.decorateRequest('caller', null);
  addProblems(app, log);
  addLineSpeed(app, log, { body: soon, upload: soon, answer: soon });
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
  app.post('/json', async ({ body }) => body);
  app.post('/upload', async ({ body }) => {
    for await (const _chunk of body as Readable);
  });
  app.post('/refused', async (_request, reply) => reply.code(403).send('no'));
  app.get('/large', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    return Readable.from(
      (function* () {
        for (let i = 0; i < 64; i++) yield piece;
      })(),
    );
  });
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => app.close());

/** Sends and says nothing more; what was answered until the server closed the connection. */
function answerTo(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  return new Promise((resolve) => socket.on('close', () => resolve(answer)));
}

const head = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n`;

/** A body of which the test says what has come and when a window is over. */
function bodyAt(least: number) {
  let look = () => {};
  const source = new PassThrough();
  const out = atLeast({ bytesPerSecond: least, windowMs: 1_000 }, source, (asked) => {
    look = asked;
    return () => {
      look = () => {};
    };
  });
  const failed = new Promise<unknown>((resolve) => out.on('error', resolve));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const window = async (bytes: number) => {
    if (bytes > 0) source.write(Buffer.alloc(bytes));
    await settle();
    look();
    await settle();
  };
  return { source, out, failed, window };
}

describe('a slow line', () => {
  it.each([
    ['a body', '/json', 'application/json'],
    ['an upload', '/upload', 'application/octet-stream'],
  ])('that stops in the middle of %s ends with 408 and its connection', async (_what, path, type) => {
    const answer = await answerTo(`${head(path, type)}{"a":`);
    expect(answer).toContain('HTTP/1.1 408');
    expect(answer).toContain('"code":"body-too-slow"');
  });

  it('that goes on with what is refused unread loses its connection', async () => {
    const answer = await answerTo(`${head('/refused', 'application/octet-stream')}{"a":`);
    expect(answer).toContain('HTTP/1.1 403');
    expect(answer).not.toContain('408');
  });

  it('is cut as well where it has sent more than is read of a refused body', async () => {
    const long = head('/refused', 'application/octet-stream').replace('length: 1000', 'length: 100000000');
    const answer = await answerTo(`${long}${'x'.repeat(1_000_000)}`);
    expect(answer).toContain('HTTP/1.1 403');
  });

  it('is not asked for more when all has come, read or not', async () => {
    const { source, out, window } = bodyAt(100);
    source.end('x');
    for (let i = 0; i < 10; i++) await window(0);
    expect(out.destroyed).toBe(false);
  });

  it('that drips a body ends, one that is faster than the least takes as long as it takes', async () => {
    const dripping = bodyAt(100);
    dripping.out.resume();
    await dripping.window(200);
    await dripping.window(1);
    expect(await dripping.failed).toMatchObject({ code: 'body-too-slow', status: 408 });
    const steady = bodyAt(100);
    steady.out.resume();
    for (let i = 0; i < 500; i++) await steady.window(101);
    expect(steady.out.destroyed).toBe(false);
  });

  it('is not blamed while the server is the slow one', async () => {
    const { out, window } = bodyAt(100);
    await window(1_000_000);
    for (let i = 0; i < 10; i++) await window(0);
    expect(out.destroyed).toBe(false);
    out.resume();
    // The window in which it was read to its end is not counted yet.
    await window(0);
    expect(out.destroyed).toBe(false);
  });

  it('that fetches nothing of an answer loses its connection, and the log says so', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n');
    socket.pause();
    for (let i = 0; i < 400 && log.entries.length === 0; i++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(log.entries).toMatchObject([
      { kind: 'security', entry: { event: 'answer-not-fetched', path: '/large' } },
    ]);
    socket.resume();
    await closed;
  });
});
