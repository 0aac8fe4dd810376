import type { DatabaseClient } from '../../database/client.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem, type Rejection } from '../../problem.ts';
import { checkVersion } from '../../records/check-version.ts';
import { writeAudit } from '../../records/record-save.ts';
import { companyPhrases, readMenu } from './phrases.ts';

interface Sent {
  readonly id?: number;
  readonly content: string;
  readonly posn?: number;
  readonly active?: boolean;
}

const longest = 2000;

function faultsOf(phrases: readonly Sent[]): readonly Rejection[] {
  return phrases.flatMap(({ content }, i) => {
    const pointer = `/phrases/${i}/content`;
    if (content.trim() === '') return [{ pointer, message: 'A phrase has a text. Type one, or delete it.' }];
    if (content.length > longest)
      return [
        { pointer, message: `A phrase has at most ${longest} characters, this has ${content.length}.` },
      ];
    return [];
  });
}

/** The row of the list, locked; made when it is the first time. */
async function holdList(client: DatabaseClient, name: string, owner: number | null, callerId: number) {
  await client.query(
    `insert into phrase_list (user_id, name, version, created_by, updated_by)
     values ($1::bigint, $2::text, 0, $3::bigint, $3::bigint) on conflict do nothing`,
    [owner, name, callerId],
  );
  const { rows } = await client.query<{ id: number; version: number; by: string | null; at: string }>(
    `select l.id, l.version, (select full_name from app_user u where u.id = l.updated_by) as by, l.updated_at as at
     from phrase_list l
     where l.company = 1 and l.name = $1::text and l.user_id is not distinct from $2::bigint for update of l`,
    [name, owner],
  );
  if (!rows[0]) throw new Error(`The list of phrases "${name}" is gone.`);
  return rows[0];
}

async function replace(client: DatabaseClient, listId: number, phrases: readonly Sent[]): Promise<void> {
  const { rows } = await client.query<{ id: number }>('select id from phrase where list_id = $1::bigint', [
    listId,
  ]);
  const known = new Set(rows.map(({ id }) => id));
  const foreign = phrases.findIndex(({ id }) => id !== undefined && !known.has(id));
  if (foreign >= 0)
    throw new Problem('refused', 'A phrase of this list does not exist any more. Open the list again.', {
      errors: [{ pointer: `/phrases/${foreign}/id`, message: 'This phrase is not in the list.' }],
    });
  const kept = phrases.flatMap(({ id }) => (id === undefined ? [] : [id]));
  await client.query('delete from phrase where list_id = $1::bigint and not id = any($2::bigint[])', [
    listId,
    kept,
  ]);
  for (const [i, { id, content, posn = i + 1, active = true }] of phrases.entries())
    await client.query(
      id === undefined
        ? 'insert into phrase (list_id, content, posn, active) values ($1::bigint, $2::text, $3::integer, $4::boolean)'
        : `update phrase set content = $2::text, posn = $3::integer, active = $4::boolean
           where list_id = $1::bigint and id = $5::bigint`,
      [listId, content, posn, active, ...(id === undefined ? [] : [id])],
    );
}

export const handler: OperationHandler<'phrase.save'> = async (call) => {
  const caller = signedIn(call);
  const { body, context, params } = call;
  const company = body.phrasetype === 'company';
  if (company && !caller.perms.has(companyPhrases))
    throw new Problem(
      'not-allowed',
      "You may not change the company's phrases. Ask an administrator for the permission.",
    );
  const errors = faultsOf(body.phrases);
  if (errors.length > 0) throw new Problem('refused', errors[0]?.message, { errors });
  return context.database.owner(async (client) => {
    const list = await holdList(client, params.phraseName, company ? null : caller.id, caller.id);
    const before = await readMenu(client, caller, params.phraseName);
    const standing = { version: list.version, current: before, changedBy: list.by, changedAt: list.at };
    // Without a version, as the call is specified, the last writer wins, and the audit says so.
    const asked = body.version === undefined ? { ...body, __forceUpdate__: true } : body;
    const forced = checkVersion(asked, standing, 'these phrases') && list.version > 0;
    await replace(client, list.id, body.phrases);
    await client.query(
      'update phrase_list set version = version + 1, updated_by = $2::bigint where id = $1::bigint',
      [list.id, caller.id],
    );
    const after = await readMenu(client, caller, params.phraseName);
    const shown = ({ phrases }: typeof after) => (company ? phrases.allUsers : phrases.thisUser.length);
    await writeAudit(client, caller.id, {
      table: 'phrase_list',
      id: list.id,
      action: 'update',
      fromVersion: list.version,
      // The audit is read by many: of a user's own phrases it tells the number only.
      fields: { phrases: { old: shown(before), new: shown(after) } },
      forced,
      district: null,
      synthetic: false,
    });
    return after;
  });
};
