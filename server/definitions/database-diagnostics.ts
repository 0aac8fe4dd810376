import type { Diagnostic } from '#src/core/diagnostic.ts';
import type { MigrationError } from '../database/migration-error.ts';
import type { RuleFinding } from '../database/rules.ts';
import { writtenAt } from '../database/written-at.ts';

/** A finding about the database, told beside those about definitions: at the migration that made the thing. */
export function databaseDiagnostic({ rule, level, place, message, remedy }: RuleFinding): Diagnostic {
  return {
    ...writtenAt(place),
    column: 1,
    severity: level === 'refuse' ? 'error' : 'warning',
    rule,
    message,
    pointer: '',
    suggestion: remedy,
  };
}

export function migrationDiagnostic({ file, line, column, reason }: MigrationError): Diagnostic {
  return {
    file,
    line,
    column,
    severity: 'error',
    rule: 'failing-migration',
    message: `The database refuses this statement: ${reason}. Mend it; nothing of the migration is kept.`,
    pointer: '',
  };
}
