import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { fileName, filePath } from './attachments.ts';
import { type FileRow, filesOfRecord } from './file-of-record.ts';

/** Names as people gave them, each once. */
function namesOf(files: readonly FileRow[]): readonly string[] {
  const taken = new Set<string>();
  return files.map(({ name, type }) => {
    const whole = fileName(name, type);
    const dot = whole.lastIndexOf('.');
    for (let n = 1; ; n += 1) {
      const one = n === 1 ? whole : `${whole.slice(0, dot)} (${n})${whole.slice(dot)}`;
      if (taken.has(one.toLowerCase())) continue;
      taken.add(one.toLowerCase());
      return one;
    }
  });
}

/** Pictures and PDFs are packed already: they go in as they are, one at a time. */
export const handler: OperationHandler<'attachment.download'> = async (call) => {
  const caller = signedIn(call);
  const { body, context, reply } = call;
  const files = await filesOfRecord(context, caller, body);
  const names = namesOf(files);
  const pieces = async function* () {
    const ready: Uint8Array[] = [];
    const zip = new Zip((error, chunk) => {
      if (error) throw error;
      ready.push(chunk);
    });
    const taken = () => ready.splice(0);
    for (const [i, { file }] of files.entries()) {
      const member = new ZipPassThrough(names[i] ?? file);
      zip.add(member);
      member.push(await readFile(filePath(context.config.dataDir, file)), true);
      yield* taken();
    }
    zip.end();
    yield* taken();
  };
  reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${body.item_type}-${body.item_id}-files.zip"`);
  // A file that is gone cuts the stream, so that no half ZIP looks whole.
  return Readable.from(pieces(), { objectMode: false });
};
