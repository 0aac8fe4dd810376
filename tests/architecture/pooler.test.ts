// A pooler in transaction mode hands a connection on when a transaction ends, and with it what its session holds.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { root, sources } from './sources.ts';

const server = [
  ...sources.filter(({ file }) => file.startsWith('server/')),
  ...filesUnder(root, 'server', /\.sql$/).map((file) => ({
    file,
    text: readFileSync(join(root, file), 'utf8').replaceAll(/--[^\n]*/g, ''),
  })),
];

/** What outlives a transaction, and the files that may ask for it all the same, with the reason. */
const sessionOnly: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  readonly but: { readonly [file: string]: string };
}[] = [
  {
    what: 'a lock of the session',
    pattern: /\bpg_(?:try_)?advisory_(?:lock|unlock)(?:_shared)?\(/,
    but: {},
  },
  {
    what: 'a setting of the session',
    pattern:
      /\bset_config\([^)]*,\s*false\s*\)|['"`;]\s*set (?!local\b|transaction\b|constraints\b)\w+ *(?:=|to\b)/i,
    but: {
      'server/database/pool.ts': 'Each transaction sets the same again.',
      'server/database/roles.ts': 'The superuser of the embedded PostgreSQL, which has no pooler.',
    },
  },
  {
    what: 'a named statement',
    pattern: /['"`;]\s*(?:prepare|deallocate) \w+|\.query\(\{\s*name:/i,
    but: {
      'server/definitions/describe-query.ts':
        'It is gone with the next statement but one of its transaction.',
      'server/definitions/facts.ts': 'Counts the letters of that statement.',
    },
  },
  { what: 'a channel that is listened to', pattern: /['"`;]\s*(?:un)?listen \w+/i, but: {} },
  { what: 'a cursor that is held', pattern: /\bcursor\b[^;'"`]*\bwith hold\b/i, but: {} },
];

describe('the server behind a pooler in transaction mode', () => {
  it.each(sessionOnly)('holds no $what beyond its transaction', ({ pattern, but }) => {
    const found = server.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
    expect(found.sort()).toEqual(Object.keys(but).sort());
  });

  it('drops every temporary table in the transaction that made it', () => {
    const made = server.flatMap(({ file, text }) =>
      [...text.matchAll(/\bcreate temp(?:orary)? table (?:if not exists )?(\w+)/g)].map(([, name = '']) => ({
        folder: file.slice(0, file.lastIndexOf('/')),
        name,
      })),
    );
    expect(made.length).toBeGreaterThan(8);
    const kept = made.filter(
      ({ folder, name }) =>
        !server.some(
          ({ file, text }) =>
            file.startsWith(`${folder}/`) &&
            new RegExp(
              `(?:\\bdrop table (?!if exists \\$)[^;'\`]*|const SCRATCH = \\[[^\\]]*)\\b${name}\\b`,
            ).test(text),
        ),
    );
    expect(kept).toEqual([]);
  });
});
