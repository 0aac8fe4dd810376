import { Readable } from 'node:stream';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { readPids } from './pid-lines.ts';
import { refuseWrong, takePids } from './take-pids.ts';

/** Bytes of a file: fifty thousand PIDs in two bytes a letter. */
const most = 2 * 1024 * 1024;

export const handler: OperationHandler<'handoff.upload'> = async (call) => {
  const { request, query, context } = call;
  const caller = signedIn(call);
  const list = readPids(textOf(await bytesOf(request.body)));
  refuseWrong(list, 'refused-file', '');
  const name = query.name.replace(/\p{Cc}/gu, '').trim();
  return takePids(context, caller, list, {
    direction: 'IN',
    source: 'FILE',
    fileName: name.slice(0, 200) || 'PIDs',
  });
};

async function bytesOf(body: unknown): Promise<Buffer> {
  if (!(body instanceof Readable))
    throw new Problem(
      'refused-file',
      'The request holds no file. Send the file itself as application/octet-stream.',
    );
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    const part = Buffer.from(piece);
    size += part.length;
    if (size > most) throw new Problem('upload-too-large', `The file is larger than ${most >> 20} MB.`);
    pieces.push(part);
  }
  return Buffer.concat(pieces);
}

/** Figures are the same in every encoding but UTF-16, which says so at its begin. */
function textOf(bytes: Buffer): string {
  const wide =
    bytes.length >= 2 &&
    ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  if (wide) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}
