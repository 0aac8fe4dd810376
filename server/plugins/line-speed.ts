// What comes or goes too slowly is given up, so that half a body or a file that nobody fetches holds nothing for long.
import { type Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';

/** The least that a line has to carry: bytes a second, on the average of each window. */
export interface LeastSpeed {
  readonly bytesPerSecond: number;
  readonly windowMs: number;
}

export interface LineSpeeds {
  /** Bodies of JSON, 2 MB at most. */
  readonly body: LeastSpeed;
  /** Files that are sent to us, 100 MB at most: a slow line takes hours and is waited for. */
  readonly upload: LeastSpeed;
  /** Answers, of any size. */
  readonly answer: LeastSpeed;
}

export const lineSpeeds: LineSpeeds = {
  body: { bytesPerSecond: 2_048, windowMs: 10_000 },
  upload: { bytesPerSecond: 1_024, windowMs: 20_000 },
  answer: { bytesPerSecond: 1_024, windowMs: 30_000 },
};

/** How long a whole request may take to arrive; the longest upload at its least speed takes longer than anybody sits. */
export const longestRequestMs = 6 * 3_600_000;

interface SecurityLog {
  readonly security: (event: string, entry: { readonly [member: string]: unknown }) => void;
}

const leastOf = ({ bytesPerSecond, windowMs }: LeastSpeed) => (bytesPerSecond * windowMs) / 1_000;

/** Looks again and again; answers how to stop that. */
type Every = (look: () => void, ms: number) => () => void;

const byTheClock: Every = (look, ms) => {
  const timer = setInterval(look, ms);
  return () => clearInterval(timer);
};

/** The same bytes; fails with 408 when a window brings too few. While its reader is the slow one nothing is counted. */
export function atLeast(speed: LeastSpeed, source: Readable, every: Every = byTheClock): Transform {
  let got = 0;
  const out = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      got += chunk.length;
      done(null, chunk);
    },
  });
  const full = () => out.readableLength >= out.readableHighWaterMark;
  let wasFull = false;
  const stop = every(() => {
    const waited = wasFull;
    wasFull = full();
    if (!waited && !wasFull && got < leastOf(speed)) out.destroy(new Problem('body-too-slow'));
    got = 0;
  }, speed.windowMs);
  // Whoever refuses a body without reading it hears of no failure of it.
  out.on('error', () => {});
  // Neither way may the end of one leave the other waiting; the connection itself stays for the answer.
  source.on('error', (error) => out.destroy(error));
  source.on('aborted', () => out.destroy(new Problem('client-left')));
  source.on('end', stop).on('close', stop);
  return source.pipe(out);
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || !['0', undefined].includes(headers['content-length']);
}

/** Closes the connection of whoever does not fetch what waits for them. */
function watchAnswer(
  speed: LeastSpeed,
  request: FastifyRequest,
  reply: FastifyReply,
  log: SecurityLog,
): void {
  const { socket } = request.raw;
  const delivered = () => socket.bytesWritten - socket.writableLength;
  let before = delivered();
  let waited = false;
  const timer = setInterval(() => {
    const waits = socket.writableLength > 0;
    if (waited && waits && delivered() - before < leastOf(speed)) {
      log.security('answer-not-fetched', {
        id: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        user: request.caller?.id ?? null,
        from: request.ip,
      });
      socket.destroy();
    }
    before = delivered();
    waited = waits;
  }, speed.windowMs);
  timer.unref();
  reply.raw.once('close', () => clearInterval(timer));
}

export function addLineSpeed(app: FastifyInstance, log: SecurityLog, speeds: LineSpeeds = lineSpeeds): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    if (!hasBody(request)) return payload;
    const json = request.headers['content-type']?.startsWith('application/json') ?? true;
    const speed = json ? speeds.body : speeds.upload;
    const body = atLeast(speed, payload);
    // Whoever has an answer before all is sent may go on for a window, so that they come to read it, and no longer.
    reply.raw.once('finish', () => {
      if (request.raw.complete) return;
      payload.unpipe(body);
      payload.resume();
      setTimeout(() => payload.destroy(), speed.windowMs).unref();
    });
    return body;
  });
  app.addHook('onError', async (_request, reply, error) => {
    // The rest of the body is not waited for.
    if (error instanceof Problem && error.code === 'body-too-slow') reply.header('connection', 'close');
  });
  app.addHook('onSend', async (request, reply, payload) => {
    watchAnswer(speeds.answer, request, reply, log);
    return payload;
  });
}
