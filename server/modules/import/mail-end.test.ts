import { expect, it } from 'vitest';
import type { OwnerClient } from '../../database/client.ts';
import type { Letter } from '../../plugins/mail.ts';
import { mailEnd } from './mail-end.ts';

it('tells whoever imported how many files and lines there were, and which failed', async () => {
  const sent: Letter[] = [];
  let work: () => Promise<void> = () => Promise.resolve();
  const user = { username: 'otto', full_name: 'Otto B', email: 'otto@office.example' };
  const client = { query: () => Promise.resolve({ rows: [user], rowCount: 1 }) } as unknown as OwnerClient;
  const mail = {
    later: (one: () => Promise<void>) => {
      work = one;
    },
    send: (letter: Letter) => Promise.resolve(void sent.push(letter)),
  };
  await mailEnd({ config: { product: 'Cadastre' }, mail }, client, 7, ['a.csv', 'b.zip'], {
    files: 3,
    fails: 1,
    failed: ['bad.csv'],
    seen: 0,
    foreign: 0,
    fileIds: [1, 2, 3],
    itemType: 'SU',
    counts: { read: 9, new: 4, changed: 2, same: 3, conflict: 0 },
    problems: ['bad.csv:2: PID is empty. It is needed.'],
    notes: ['Slower: 2 files went in row by row. Somebody read.'],
  });
  await work();
  expect(sent).toEqual([
    {
      to: 'otto@office.example',
      toName: 'otto',
      subject: 'Cadastre: import done',
      text: [
        'Otto B (otto),',
        '',
        'the import of a.csv, b.zip is done.',
        '',
        '3 files read',
        '1 file failed',
        '4 new',
        '2 changed',
        '3 the same',
        '',
        'bad.csv:2: PID is empty. It is needed.',
        '',
        'Slower: 2 files went in row by row. Somebody read.',
        '',
        'Each line stands in the log of the file, on the page Import files.',
      ].join('\n'),
    },
  ]);
});
