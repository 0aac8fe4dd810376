import { describe, expect, it } from 'vitest';
import { diagnosticsOf } from '#scripts/screens/check.ts';
import { MigrationError } from '#server/database/migration-error.ts';
import type { FactsReader } from '#server/definitions/facts.ts';
import { formatDiagnostic } from '#src/core/diagnostic.ts';
import { root } from './fixture.ts';

const files = [{ path: 'screens/report/one.sql', bytes: Buffer.from('select 1 as one') }];
const facts: FactsReader = { read: async () => ({ ok: true, columns: [], params: [] }) };
const told = async (more: Partial<FactsReader>) =>
  (await diagnosticsOf(files, { ...facts, ...more }, root)).map(formatDiagnostic);

describe('the check of definitions', () => {
  it('tells a migration that fails at its line, and nothing else', async () => {
    const script = { file: 'server/database/migrations/099_owner.sql', sql: 'select 1;\nselect x' };
    const failed = new MigrationError('Migration 99', script, 17, new Error('column "x" does not exist'));
    expect(await told({ read: () => Promise.reject(failed) })).toEqual([
      'server/database/migrations/099_owner.sql:2:8 error failing-migration The database refuses this statement: column "x" does not exist. Mend it; nothing of the migration is kept.',
    ]);
  });

  it('tells what rules about the database find, an open table as an error', async () => {
    const finding = { kind: 'table', place: 'sale', message: 'Table "sale" is open.', remedy: 'Close it.' };
    const lines = await told({
      findings: async () => [
        { ...finding, rule: 'table-open', level: 'refuse' },
        { ...finding, rule: 'index-twice', level: 'report' },
      ],
    });
    const place = 'server/database/migrations/005_sale.sql:52:1';
    expect(lines).toContain(`${place} error table-open Table "sale" is open. Close it.`);
    expect(lines).toContain(`${place} warning index-twice Table "sale" is open. Close it.`);
  });
});
