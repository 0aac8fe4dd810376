// Definitions of `schemas/` that have statements of their own beside them, as they are served: those without a finding.
import { contentQueries } from '#src/core/link/link-exports.ts';
import type { Prepared } from '#src/core/prepare.ts';
import type { ReadyCommand, ReadyExport, ReadyImport } from './definitions.ts';
import type { SqlFacts } from './facts.ts';
import type { PositionalSql } from './named-parameters.ts';
import type { Queries } from './queries.ts';

type Folder = 'commands' | 'exports' | 'imports';

/** Where the statement `name` of a definition of this kind lies. */
export function statementPath(folder: Folder, name: string): string {
  return `schemas/${folder}/${name}.sql`;
}

interface Statement {
  readonly sql: PositionalSql;
  readonly columns: Extract<SqlFacts, { ok: true }>['columns'];
}

/** The definitions of a kind that are sound with all of their statements; a broken one is not there to be used. */
function soundOf<Kind extends { readonly id: string; readonly file: string }, Ready>(
  folder: Folder,
  kinds: Iterable<Kind>,
  namesOf: (kind: Kind) => readonly string[],
  readyOf: (kind: Kind, statements: ReadonlyMap<string, Statement>) => Ready | null,
  { diagnostics }: Prepared,
  queries: Queries,
): ReadonlyMap<string, Ready> {
  const broken = new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ file }) => file));
  const found = new Map<string, Ready>();
  for (const kind of kinds) {
    const names = namesOf(kind);
    const statements = new Map<string, Statement>();
    for (const name of names) {
      const path = statementPath(folder, name);
      const query = queries.get(path);
      if (query?.facts?.ok && !broken.has(path))
        statements.set(name, { sql: query.positional, columns: query.facts.columns });
    }
    if (broken.has(kind.file) || names.some((name) => !statements.has(name))) continue;
    const ready = readyOf(kind, statements);
    if (ready !== null) found.set(kind.id, ready);
  }
  return found;
}

export function readyCommands(prepared: Prepared, queries: Queries): ReadonlyMap<string, ReadyCommand> {
  return soundOf(
    'commands',
    prepared.commands.values(),
    ({ id }) => [id],
    (command, statements) => {
      const own = statements.get(command.id);
      return own ? { ...command, ...own } : null;
    },
    prepared,
    queries,
  );
}

export function readyExports(prepared: Prepared, queries: Queries): ReadonlyMap<string, ReadyExport> {
  return soundOf(
    'exports',
    prepared.exports.values(),
    (type) => [
      type.items,
      ...contentQueries(type, prepared.imports).map(({ sql }) => sql),
      ...(type.checks ? [type.checks] : []),
    ],
    (type, sql) => {
      const kind = type.layout === null ? null : prepared.imports.get(type.layout.import);
      return kind === undefined ? null : { ...type, kind, sql };
    },
    prepared,
    queries,
  );
}

export function readyImports(prepared: Prepared, queries: Queries): ReadonlyMap<string, ReadyImport> {
  return soundOf(
    'imports',
    prepared.imports.values(),
    ({ sql, lines }) => [sql, lines].filter((name) => name !== null),
    (kind, statements) => ({ ...kind, queries: statements }),
    prepared,
    queries,
  );
}
