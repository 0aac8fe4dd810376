import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly author: string | null;
  readonly homepage: string | null;
  /** Which of the texts; null where the package brings none. */
  readonly text: number | null;
}

export interface Acknowledgements {
  readonly packages: readonly Package[];
  readonly texts: readonly string[];
}

let read: Acknowledgements | undefined;

function isAcknowledgements(value: unknown): value is Acknowledgements {
  return typeof value === 'object' && value !== null && 'packages' in value && 'texts' in value;
}

/** What `npm run generate` found in the lock file and the packages; read when it is first asked for. */
export function acknowledgements(root: string): Acknowledgements {
  if (read) return read;
  const file: unknown = JSON.parse(readFileSync(join(root, 'src/generated/acknowledgements.json'), 'utf8'));
  if (!isAcknowledgements(file))
    throw new Error('src/generated/acknowledgements.json is not what it must be.');
  read = file;
  return file;
}
