import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Pictures, workbooks and backups are compressed already; a stream of events must not wait for a full block. */
const compressible = /^(?:application\/(?:problem\+)?json|text\/csv)(?:;|$)/;

/**
 * Sends JSON and CSV compressed to whoever takes it. There is no secret to be guessed by the length of an answer
 * (BREACH): the token travels in a header that no foreign page can make a browser send.
 */
export async function addCompression(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, {
    // A compressed request would be inflated before anything has asked who sends it.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 1024,
    customTypes: compressible,
    // The best quality takes a hundred times as long for a fifth of the bytes.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
}
