import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { areHere, knownAnswer } from '#tests/support/known-answers.ts';

export const HUNTER = knownAnswer('data/psi/hunter');
export const FACTS = knownAnswer('data/known-answers/district-facts-hunter.json');
export const hunterIsHere = areHere([HUNTER, FACTS], 'the Hunter districts (KA1 to KA5)');

/** The six districts' zips of 2017 to January 2023, where they are present. */
export function hunterZips(): readonly { readonly name: string; readonly bytes: Buffer }[] {
  return readdirSync(HUNTER)
    .filter((name) => name.endsWith('.zip'))
    .sort()
    .map((name) => ({ name, bytes: readFileSync(join(HUNTER, name)) }));
}
