import { describe, expect, it } from 'vitest';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { isJsonObject } from '#src/core/values.ts';
import { root, sources } from './sources.ts';

/**
 * Who may write a row of an entity. People write through `records/write.ts` alone, with the rows inside a record; the others move whole sets that no
 * person typed, and keep version and audit themselves.
 */
const writers = [
  'server/records/write.ts',
  'server/records/write-children.ts',
  'server/import/merge-properties.ts',
  'server/import/merge-sales.ts',
  'server/database/demo/load.ts',
  'server/database/restore.ts',
  'server/database/seed/seed.ts',
  // What a sign-in counts, a password is and the command line does to a user, and the mark of the first start: no fields.
  'server/access/sessions.ts',
  'server/database/first-start.ts',
  'server/database/users.ts',
  'server/modules/password/store-password.ts',
  'server/modules/session/signin.ts',
];

const tables = readDefinitionFiles(root)
  .filter(({ path }) => path.startsWith('schemas/entities/'))
  .map(({ bytes }) => {
    const json: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return isJsonObject(json) && isJsonObject(json.record) ? String(json.record.table) : '';
  });

describe('one writer', () => {
  it('is the only one that names the table of an entity in a statement that writes', () => {
    const statement = new RegExp(
      `\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into|truncate)\\s+(?:only\\s+)?"?(?:${tables.join('|')})"?(?=[\\s(])`,
      'i',
    );
    const named = sources.filter(({ file, text }) => file.startsWith('server/') && statement.test(text));
    expect(named.map(({ file }) => file).filter((file) => !writers.includes(file))).toEqual([]);
    expect('insert into sale (id)').toMatch(statement);
    expect(named.length).toBeGreaterThan(2);
  });

  it('is the only one that writes a table whose name is put into the statement', () => {
    const statement = /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?\$\{(?!columns\b)/i;
    const named = sources.filter(({ file, text }) => file.startsWith('server/') && statement.test(text));
    expect(named.map(({ file }) => file).filter((file) => !writers.includes(file))).toEqual([]);
    expect(named.map(({ file }) => file)).toContain('server/records/write.ts');
  });
});
