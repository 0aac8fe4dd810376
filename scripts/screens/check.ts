import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { entityNotes } from '#server/database/column-comments.ts';
import { readMigrations } from '#server/database/migrate.ts';
import { MigrationError } from '#server/database/migration-error.ts';
import { readViews } from '#server/database/views.ts';
import { databaseDiagnostic, migrationDiagnostic } from '#server/definitions/database-diagnostics.ts';
import { createFactsReader, type FactsReader } from '#server/definitions/facts.ts';
import { type DefinitionFile, readDefinitionFiles } from '#server/definitions/files.ts';
import { createMemory, type StoredMemory } from '#server/definitions/memory.ts';
import { findingsOf } from '#server/definitions/prepare.ts';
import { compareDiagnostics, type Diagnostic, formatDiagnostic } from '#src/core/diagnostic.ts';
import { lazyDatabase } from './lazy-database.ts';

export interface CheckOptions {
  readonly root: string;
  readonly json: boolean;
  readonly out: (line: string) => void;
  readonly note: (line: string) => void;
  /** Tells the findings of these files only. */
  readonly only?: readonly string[];
}

/** Checks every definition under `root`; the number of errors. */
export async function checkScreens({ root, json, out, note, only }: CheckOptions): Promise<number> {
  const dataDir = join(root, 'var', 'check');
  const database = lazyDatabase(root, databaseFolder(dataDir), note);
  try {
    const files = readDefinitionFiles(root);
    const facts = createFactsReader(database, { root, dataDir, keepTables: true });
    const found = await diagnosticsOf(files, facts, root, createMemory(dataDir), only ?? null);
    const diagnostics = only ? found.filter(({ file }) => only.includes(file)) : found;
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
    if (json) out(JSON.stringify(diagnostics, null, 2));
    else {
      for (const diagnostic of diagnostics) out(formatDiagnostic(diagnostic));
      const count = only?.length ?? files.filter(({ path }) => path.endsWith('.json')).length;
      const what = count === 1 ? '1 definition' : `${count} definitions`;
      out(
        errors === 0
          ? `${what} ${count === 1 ? 'is' : 'are'} right.`
          : `${errors === 1 ? '1 error' : `${errors} errors`} in ${what}.`,
      );
    }
    return errors;
  } finally {
    await database.close();
  }
}

/** Findings about definitions, and about the database that they are checked with. */
export async function diagnosticsOf(
  files: readonly DefinitionFile[],
  facts: FactsReader,
  root: string,
  memory: StoredMemory | null = null,
  only: readonly string[] | null = null,
): Promise<readonly Diagnostic[]> {
  try {
    const diagnostics = await findingsOf(files, facts, root, memory, only);
    const found = (await facts.findings?.()) ?? [];
    return [...found.map(databaseDiagnostic), ...diagnostics].sort(compareDiagnostics);
  } catch (error) {
    if (error instanceof MigrationError) return [migrationDiagnostic(error)];
    throw error;
  }
}

// One database for one state of what makes it: a changed migration gets a fresh one, and the old ones go.
export function databaseFolder(dataDir: string): string {
  const stamp = createHash('sha256');
  for (const { checksum } of readMigrations()) stamp.update(checksum);
  stamp.update(JSON.stringify([readViews(), entityNotes()]));
  const name = `database-${stamp.digest('hex').slice(0, 12)}`;
  mkdirSync(dataDir, { recursive: true });
  for (const other of readdirSync(dataDir)) {
    if (other.startsWith('database-') && other !== name)
      rmSync(join(dataDir, other), { recursive: true, force: true });
  }
  return join(dataDir, name);
}
