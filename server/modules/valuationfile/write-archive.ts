// A ZIP that is written member by member, none of which is ever held as a whole. Beyond 4 GB it takes the long form.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';
import type { Member } from './manifest.ts';

/** What is packed at once. How it comes, as the network brings it, would tell in the bytes of the file. */
const pieceBytes = 256 * 1024;

const options = {
  // The earliest that the format knows, in no time zone: the moment of writing would make every file another one.
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
  compressionLevel: 6,
} as const;

export interface OpenMember {
  readonly put: (chunk: Uint8Array) => Promise<void>;
  readonly end: () => Promise<Member>;
}

export interface Archive {
  readonly member: (name: string) => OpenMember;
  /** Ends the archive; answers its bytes. */
  readonly end: () => Promise<number>;
  readonly abandon: () => Promise<void>;
}

export function openArchive(path: string): Archive {
  const output = createWriteStream(path, { mode: 0o600 });
  const written = finished(output);
  // A disk that fills fails what is written next; without anybody who hears it the failure would end the process.
  written.catch(() => {});
  const zip = new yazl.ZipFile();
  zip.outputStream.pipe(output);
  return {
    member: (name) => {
      // One piece at a time, so that the disk sets the pace.
      const input = new PassThrough({ highWaterMark: 1 });
      zip.addReadStream(input, name, options);
      const hash = createHash('sha256');
      const piece = Buffer.alloc(pieceBytes);
      let filled = 0;
      let bytes = 0;
      const pack = async (packed: Buffer) => {
        if (output.destroyed) await written;
        if (!input.write(packed)) await Promise.race([once(input, 'drain'), written]);
      };
      return {
        put: async (chunk) => {
          hash.update(chunk);
          bytes += chunk.length;
          for (let at = 0; at < chunk.length; ) {
            const taken = chunk.subarray(at, at + pieceBytes - filled);
            piece.set(taken, filled);
            filled += taken.length;
            at += taken.length;
            if (filled < pieceBytes) continue;
            // A copy: the packer holds what it was given.
            await pack(Buffer.from(piece));
            filled = 0;
          }
        },
        end: async () => {
          if (filled > 0) await pack(Buffer.from(piece.subarray(0, filled)));
          input.end();
          return { name, bytes, sha256: hash.digest('hex') };
        },
      };
    },
    end: async () => {
      zip.end();
      await written;
      return output.bytesWritten;
    },
    abandon: async () => {
      output.destroy();
      await written.catch(() => {});
    },
  };
}

export async function putWhole(archive: Archive, name: string, bytes: Uint8Array): Promise<Member> {
  const member = archive.member(name);
  await member.put(bytes);
  return member.end();
}
