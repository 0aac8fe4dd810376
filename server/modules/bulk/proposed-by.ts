import type { Entity } from '#src/core/entity.ts';
import { refusedColumn, selectionParameter } from '#src/core/link/link-commands.ts';
import { type Caller, whoOf } from '../../access/caller.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { codeOf, NewerSchemaError } from '../../database/errors.ts';
import type { ReadyCommand } from '../../definitions/definitions.ts';
import { Problem } from '../../problem.ts';
import type { Proposal } from '../../records/bulk/proposal.ts';
import type { Values } from '../../records/read.ts';
import type { RecordServer } from '../../records/served.ts';
import { districtsOf } from '../../reports/districts.ts';
import type { Asked, BulkPayload } from './bulk-payload.ts';
import { readParams } from './command-params.ts';
import { commandFor } from './may-ask.ts';
import { targetsOf } from './proposals-of.ts';

/** Milliseconds that the SQL of a command may take. */
const timeoutMs = 60_000;

type Command = Extract<Asked, { readonly does: 'command' }>;

/** The changes that a command proposes. */
export async function proposedBy(
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  payload: BulkPayload,
  asked: Command,
): Promise<readonly Proposal[]> {
  const command = commandFor(server, caller, asked.command);
  return proposalsFrom(command, await rowsOf(server, caller, entity, payload, asked));
}

/** The rows of a command's SQL, which runs as a report's does: read only, under row security. */
export function rowsOf(
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  payload: BulkPayload,
  asked: Command,
): Promise<readonly Values[]> {
  const read = <Result>(work: (client: DatabaseClient) => Promise<Result>) =>
    server.database.read(whoOf(caller), { timeoutMs }, work);
  return rowsIn(read, server, caller, entity, payload, asked);
}

/** The same by a reading of the caller's. */
export async function rowsIn(
  read: <Result>(work: (client: DatabaseClient) => Promise<Result>) => Promise<Result>,
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  payload: BulkPayload,
  { command: id, params }: Command,
): Promise<readonly Values[]> {
  const command = commandFor(server, caller, id);
  const given = readParams(command, params, server.definitions.current().codes);
  const over = payload.ids !== null || payload.criteria !== null;
  // What was selected where the caller only searches is proposed, and refused by name; else only where they work.
  const asked = over ? caller.districts : caller.workDistricts;
  const districts = await districtsOf({ districts: asked }, server.database, server.now());
  const rows = await read(async (client) => {
    const ids = over ? await targetsOf({ client, entity, caller }, payload) : null;
    const known: Values = { ...given, districts, [selectionParameter]: ids };
    const { text, names } = command.sql;
    const answer = await client.query<{ row: Values }>(
      `select row_to_json(proposed) as row from (${text}) proposed limit ${command.most + 1}`,
      names.map((name) => known[name] ?? null),
    );
    return answer.rows.map(({ row }) => row);
  }).catch((error: unknown) => {
    throw faultOf(error, server, command);
  });
  if (rows.length > command.most)
    throw new Problem(
      'refused',
      `${command.title} would change more than ${command.most} records. Nothing was changed; narrow it.`,
    );
  return rows;
}

/** What went wrong in the SQL is for whoever wrote it; the person who ran it learns that nothing was done. */
function faultOf(error: unknown, { log }: RecordServer, { id, title }: ReadyCommand): unknown {
  const code = error instanceof NewerSchemaError ? null : codeOf(error);
  if (error instanceof Problem || code === null || !/^[0-9A-Z]{5}$/.test(code) || !(error instanceof Error))
    return error;
  if (code === '57014')
    return new Problem(
      'query-too-long',
      `${title} looked for its records longer than a minute and was stopped. Nothing was changed; narrow it.`,
      { cause: error },
    );
  log.failure(`command ${id}`, error);
  return new Problem(
    'query-failed',
    `${title} cannot be done: the database refuses its SQL (${error.message}). Nothing was changed.`,
    { cause: error },
  );
}

export function proposalsFrom(
  command: Pick<ReadyCommand, 'does' | 'move'>,
  rows: readonly Values[],
): readonly Proposal[] {
  const seen = new Set<unknown>();
  return rows.map((row): Proposal => {
    const { [refusedColumn]: reason, ...rest } = row;
    const why = typeof reason === 'string' ? reason : null;
    if (command.does === 'create')
      return { id: null, version: null, refused: why, does: 'create', values: rest };
    const { id, version, ...values } = rest;
    const known = typeof version === 'number' ? version : null;
    const twice = seen.has(id) ? 'The command names this record twice.' : null;
    seen.add(id);
    const base = {
      id: typeof id === 'number' ? id : null,
      version: known,
      refused: why ?? twice ?? (known === null ? 'The command names no version of this record.' : null),
    };
    if (command.does === 'move') return { ...base, does: 'move', move: command.move ?? '' };
    return command.does === 'delete' ? { ...base, does: 'delete' } : { ...base, does: 'save', values };
  });
}
