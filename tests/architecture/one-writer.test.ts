import { describe, expect, it } from 'vitest';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { isJsonObject } from '#src/core/values.ts';
import { root, sources } from './sources.ts';

/**
 * Who may write a row of an entity: what people change goes through `writePlans`, with the rows inside a record; sets that no
 * person typed (imports, the demo, the seed) through `writeRows`. Both keep version, stamps and history.
 */
const writers = [
  'server/records/write.ts',
  'server/records/write-children.ts',
  'server/database/write-rows.ts',
];

/** Writes that are no change of a record. */
const others = [
  // A whole database as it was, versions and history included.
  'server/database/restore.ts',
  // The version that a new password gives; the password itself is no field.
  'server/access/store-password.ts',
  // What has had its time, by the rule of its table, none of which is an entity's.
  'server/jobs/retention/clear.ts',
];

const tables = readDefinitionFiles(root)
  .filter(({ path }) => path.startsWith('schemas/entities/'))
  .map(({ bytes }) => {
    const json: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return isJsonObject(json) && isJsonObject(json.record) ? String(json.record.table) : '';
  });

const variable =
  /\b(?:(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?\$\{(?!columns\b)|copy\s+"?\$\{[^`]*from stdin)/i;

describe('one writer', () => {
  it('is the only one that names the table of an entity in a statement that writes', () => {
    const statement = new RegExp(
      `\\b(?:insert\\s+into|update|delete\\s+from|merge\\s+into|truncate|copy)\\s+(?:only\\s+)?"?(?:${tables.join('|')})"?(?=[\\s(])`,
      'i',
    );
    const named = sources.filter(({ file, text }) => file.startsWith('server/') && statement.test(text));
    expect(named.map(({ file }) => file).filter((file) => ![...writers, ...others].includes(file))).toEqual(
      [],
    );
    expect('insert into sale (id)').toMatch(statement);
    expect('copy sale (id) from stdin').toMatch(statement);
    // A reason that nobody needs any more goes.
    const needed = sources.filter(
      ({ file, text }) => others.includes(file) && (statement.test(text) || variable.test(text)),
    );
    expect(needed.map(({ file }) => file).sort()).toEqual([...others].sort());
  });

  it('is the only one that writes a table whose name is put into the statement', () => {
    const named = sources.filter(({ file, text }) => file.startsWith('server/') && variable.test(text));
    expect(named.map(({ file }) => file).filter((file) => ![...writers, ...others].includes(file))).toEqual(
      [],
    );
    expect(named.map(({ file }) => file)).toContain('server/records/write.ts');
  });
});
