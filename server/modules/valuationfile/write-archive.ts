// A ZIP that is written member by member, none of which is ever held as a whole.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { Zip, ZipDeflate } from 'fflate';
import { Problem } from '../../problem.ts';
import type { Member } from './manifest.ts';

/** What is packed at once. How it comes, as the network brings it, would tell in the bytes of the file. */
const pieceBytes = 256 * 1024;
/** A ZIP tells sizes and places in four bytes. */
const mostBytes = 0xffff_ffff;

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
  let ready: Uint8Array[] = [];
  let size = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const flush = async () => {
    const chunks = ready;
    ready = [];
    for (const chunk of chunks) {
      size += chunk.length;
      if (output.destroyed) await written;
      if (!output.write(chunk)) await Promise.race([once(output, 'drain'), written]);
    }
    if (size > mostBytes)
      throw new Problem('refused', 'The valuation file would have more than 4 GB, which is the most of one.');
  };
  return {
    member: (name) => {
      const file = new ZipDeflate(name, { level: 6 });
      // The earliest that the format knows: the moment of writing would make every file another one.
      file.mtime = new Date(1980, 0, 1);
      zip.add(file);
      const hash = createHash('sha256');
      const piece = new Uint8Array(pieceBytes);
      let filled = 0;
      let bytes = 0;
      return {
        put: async (chunk) => {
          hash.update(chunk);
          bytes += chunk.length;
          if (bytes > mostBytes) throw new Problem('refused', `${name} would have more than 4 GB.`);
          for (let at = 0; at < chunk.length; ) {
            const taken = chunk.subarray(at, at + pieceBytes - filled);
            piece.set(taken, filled);
            filled += taken.length;
            at += taken.length;
            if (filled < pieceBytes) continue;
            // A copy: the packer holds what it was given.
            file.push(piece.slice());
            filled = 0;
            await flush();
          }
        },
        end: async () => {
          file.push(piece.slice(0, filled), true);
          await flush();
          return { name, bytes, sha256: hash.digest('hex') };
        },
      };
    },
    end: async () => {
      zip.end();
      await flush();
      output.end();
      await written;
      return size;
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
