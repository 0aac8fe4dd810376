// Link rules of commands: their SQL, their parameters, and what the rows that it returns may propose.
import { type Checked, diagnosticOf } from '../check/check.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Entity } from '../entity.ts';
import { baseName } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json, type ValueType } from '../values.ts';
import type { Catalog, Command, CommandParam, QueryFacts } from './catalog.ts';
import { codeProblem } from './check-code.ts';
import { givenParameters } from './check-query.ts';
import { checkParams } from './link-queries.ts';
import type { Report } from './missing-columns.ts';
import { checkUses, queryError } from './query-uses.ts';

type Document = Checked<'command'>;

/** Columns that say which record a row is about, and why it is not done. */
const rowColumns = ['id', 'version'];
export const refusedColumn = 'refused';
/** Beside the fields of what a function would write: whether it stands so already, what to know of it, what stands now, what of it
 * the function compares before it writes, and a sentence about all rows, which each of them has alike. */
export const calledColumns = {
  same: 'same',
  note: 'note',
  was: 'was_',
  seen: 'seen',
  summary: 'summary',
} as const;
/** Given by the engine to the SQL of a command: the records of the selection or of the search. */
export const selectionParameter = 'ids';

export function commandOf({ json, loaded }: Document): Command {
  const params = Array.isArray(json.params) ? json.params.filter(isJsonObject) : [];
  const text = (value: Json | undefined) => (typeof value === 'string' ? value : null);
  const number = (value: Json | undefined) => (typeof value === 'number' ? value : null);
  const { does } = json;
  return {
    id: String(json.id),
    file: loaded.file,
    title: String(json.title),
    description: String(json.description),
    entity: String(json.entity),
    does: does === 'create' || does === 'move' || does === 'delete' || does === 'call' ? does : 'save',
    move: text(json.move),
    function: text(json.function),
    undoneBy: text(json.undoneBy),
    needs: String(json.needs),
    params: params.map(
      (param): CommandParam => ({
        id: String(param.id),
        title: String(param.title),
        description: text(param.description),
        type: (param.type === 'baseYear' ? 'integer' : String(param.type ?? 'text')) as ValueType,
        format: param.type === 'baseYear' ? 'baseYear' : null,
        many: param.many === true,
        required: param.required === true,
        codes: text(param.codes),
        default:
          typeof param.default === 'string' ||
          typeof param.default === 'number' ||
          typeof param.default === 'boolean'
            ? param.default
            : null,
        minimum: number(param.minimum),
        maximum: number(param.maximum),
      }),
    ),
    most: number(json.most) ?? 5_000,
    undo: json.undo === true || typeof json.undoneBy === 'string',
  };
}

export function linkCommands(
  documents: readonly Document[],
  catalog: Catalog,
  factsOf: (name: string) => QueryFacts | null,
): readonly Diagnostic[] {
  return documents.flatMap((document) => {
    const command = commandOf(document);
    const facts = factsOf(command.id);
    const report = (pointer: string, rule: string, message: string, suggestion?: string) =>
      diagnosticOf(document.loaded, { pointer, rule, message, suggestion });
    const named = [...checkNames(command, catalog, report), ...checkCall(command, facts, catalog, report)];
    if (!facts) {
      const message = `There is no ${document.loaded.file.replace(/\.json$/, '.sql')} beside the definition.`;
      return [...named, report('/id', 'missing-query', message)];
    }
    const given = [...givenParameters, selectionParameter];
    return [
      ...named,
      ...(facts.error ? [queryError(facts)] : []),
      ...checkUses(facts, null, catalog),
      ...checkParams(document, facts, command.params, catalog, 'command', given),
      ...checkColumns(command, facts, catalog, report),
    ];
  });
}

/** The record type, the right, the move and the code tables that a command names. */
function checkNames(command: Command, catalog: Catalog, report: Report): readonly Diagnostic[] {
  const { entities, permissions, codes } = catalog;
  const found: Diagnostic[] = [];
  const entity = entities.get(command.entity);
  if (!entity)
    found.push(
      report(
        '/entity',
        'unknown-entity',
        `Entity "${command.entity}" is unknown. A command writes the records of a type, no other table.`,
        suggest(command.entity, entities.keys()),
      ),
    );
  else if (entity.record.own)
    found.push(
      report(
        '/entity',
        'command-entity',
        `Records of "${entity.id}" are written by operations of their own, not by commands.`,
      ),
    );
  if (permissions && !permissions.has(command.needs))
    found.push(
      report(
        '/needs',
        'unknown-permission',
        `Permission "${command.needs}" is unknown, so nobody has it.`,
        suggest(command.needs, permissions),
      ),
    );
  for (const [i, param] of command.params.entries()) {
    if (param.codes !== null && !codes.has(param.codes))
      found.push(
        report(
          `/params/${i}/codes`,
          'unknown-codes',
          `Code table "${param.codes}" is unknown.`,
          suggest(param.codes, codes.keys()),
        ),
      );
    const problem =
      param.codes !== null && typeof param.default === 'string'
        ? codeProblem(param.default, param.codes, { codes })
        : null;
    if (problem)
      found.push(report(`/params/${i}/default`, problem.rule, problem.message, problem.suggestion));
  }
  return [...found, ...(entity ? checkMove(command, entity, report) : [])];
}

function checkMove({ does, move, undo }: Command, entity: Entity, report: Report): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const moves = entity.life?.moves.map(({ id }) => id) ?? [];
  if (does === 'move' ? move === null || !moves.includes(move) : move !== null) {
    const message =
      does === 'move'
        ? `"${move ?? ''}" is no move of "${entity.id}".`
        : `A command that does "${does}" moves nothing. Remove "move", or write "does": "move".`;
    const remedy = does === 'move' && move !== null ? suggest(move, moves) : undefined;
    found.push(report(move === null ? '/does' : '/move', 'command-move', message, remedy));
  }
  if (undo && (does === 'move' || does === 'delete'))
    found.push(report('/undo', 'command-undo', `What does "${does}" cannot be taken back. Remove "undo".`));
  return found;
}

/** The functions of a command that calls; others name none. One is given what was seen of each record where the SQL tells it. */
function checkCall(
  command: Command,
  facts: QueryFacts | null,
  { functions }: Catalog,
  report: Report,
): readonly Diagnostic[] {
  const { does, id } = command;
  const seen = facts?.columns?.some(({ name }) => name === calledColumns.seen) ?? false;
  const needed = {
    function: `bigint, jsonb, bigint[]${seen ? ', text[]' : ''}`,
    undoneBy: 'bigint',
  } as const;
  return (['function', 'undoneBy'] as const).flatMap((key) => {
    const name = command[key];
    if (does !== 'call')
      return name === null
        ? []
        : [
            report(
              `/${key}`,
              'command-move',
              `A command that does "${does}" calls no function. Remove "${key}".`,
            ),
          ];
    if (name === null)
      return key === 'undoneBy'
        ? []
        : [report('/does', 'command-move', `"${id}" calls no function. Name it in "function".`)];
    if (!functions || functions.has(`${name}(${needed[key]})`)) return [];
    const known = [...functions].filter((one) => one.endsWith(`(${needed[key]})`));
    return [
      report(
        `/${key}`,
        'missing-function',
        `The database has no function ${name}(${needed[key]}) that a request may call. Make it in a new migration.`,
        suggest(
          name,
          known.map((one) => one.slice(0, one.indexOf('('))),
        ),
      ),
    ];
  });
}

/** What the SQL returns: the record and its version, and fields that a save may write. */
function checkColumns(
  { does, entity: id }: Command,
  { columns, file }: QueryFacts,
  { entities }: Catalog,
  report: Report,
): readonly Diagnostic[] {
  const entity = entities.get(id);
  if (columns === null || !entity) return [];
  const names = columns.map(({ name }) => name);
  const needed = does === 'create' ? [] : rowColumns;
  const lacking = needed
    .filter((name) => !names.includes(name))
    .map((name) =>
      report(
        '/entity',
        'command-column',
        `${baseName(file)} returns no "${name}". A command that does "${does}" says which record in which version.`,
      ),
    );
  // Its records are called by what its own rows have; others are read before they are written.
  const unnamed = [...entity.record.label.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => does === 'call' && name !== 'id' && !names.includes(name))
    .map((name) =>
      report(
        '/entity',
        'command-column',
        `${baseName(file)} returns no "${name}". A command that does "call" calls its records "${entity.record.label}".`,
      ),
    );
  const writable = writableFields(entity, does);
  const wrong = names
    .filter((name) => !needed.includes(name) && name !== refusedColumn && !writable.includes(name))
    .map((name) =>
      report(
        '/entity',
        'command-column',
        Object.hasOwn(entity.fields, name)
          ? `${baseName(file)} returns "${name}", which a command that does "${does}" may not write.`
          : `${baseName(file)} returns "${name}", which is no field of "${entity.id}".`,
        suggest(name, writable),
      ),
    );
  return [...lacking, ...unnamed, ...wrong];
}

function writableFields({ fields }: Entity, does: Command['does']): readonly string[] {
  if (does === 'move' || does === 'delete') return [];
  if (does === 'call')
    return [
      ...Object.keys(fields).flatMap((field) => [field, `${calledColumns.was}${field}`]),
      calledColumns.same,
      calledColumns.note,
      calledColumns.seen,
      calledColumns.summary,
    ];
  return Object.values(fields)
    .filter(
      ({ write, engine }) => !engine && (write === 'always' || (does === 'create' && write === 'create')),
    )
    .map(({ id }) => id);
}
