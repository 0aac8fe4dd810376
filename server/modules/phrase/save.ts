import { whoOf } from '../../access/caller.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem, type Rejection } from '../../problem.ts';
import { isStale, versionOf } from '../../records/conflict.ts';
import { createIn, saveIn, type Work } from '../../records/in-transaction.ts';
import { ownEntity } from '../../records/served.ts';
import { companyPhrases, type PhraseMenu, readMenu } from './phrases.ts';

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

/** The list's number and phrases, where there is one; whoever asks for the same list waits. */
async function holdList(client: DatabaseClient, name: string, owner: number | null) {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1::text, 2))', [
    `${owner ?? ''} ${name}`,
  ]);
  const { rows } = await client.query<{ id: number; phrases: readonly number[] }>(
    `select l.id, array(select p.id from phrase p where p.list_id = l.id) as phrases from phrase_list l
     where l.company = 1 and l.name = $1::text and l.user_id is not distinct from $2::bigint`,
    [name, owner],
  );
  return rows[0] ?? null;
}

function shown({ allUsers, thisUser }: PhraseMenu['phrases'], company: boolean): unknown {
  return company ? allUsers : thisUser.length;
}

function refuseForeign(phrases: readonly Sent[], known: readonly number[]): void {
  const foreign = phrases.findIndex(({ id }) => id !== undefined && !known.includes(id));
  if (foreign >= 0)
    throw new Problem('refused', 'A phrase of this list does not exist any more. Open the list again.', {
      errors: [{ pointer: `/phrases/${foreign}/id`, message: 'This phrase is not in the list.' }],
    });
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
  return context.database.write(whoOf(caller), async (client) => {
    const owner = company ? null : caller.id;
    const list = await holdList(client, params.phraseName, owner);
    const before = await readMenu(client, caller, params.phraseName);
    // A list that nobody has saved yet has the version 0.
    if (!list && body.version !== undefined && isStale(body, 0))
      throw new Problem('not-found', 'This list of phrases was never saved.');
    refuseForeign(body.phrases, list?.phrases ?? []);
    const phrases = body.phrases.map(({ posn, active = true, ...phrase }, i) => ({
      ...phrase,
      posn: posn ?? i + 1,
      active,
    }));
    const work: Work = {
      client,
      server: context,
      caller,
      entity: ownEntity('phraseList', context),
      current: () => readMenu(client, caller, params.phraseName),
      what: 'these phrases',
      // The audit is read by many: of a user's own phrases it tells the number only.
      told: () => ({
        phrases: { old: shown(before.phrases, company), new: company ? phrases : phrases.length },
      }),
    };
    // Without a version, as the call is specified, the last writer wins, and the audit says so.
    const version = body.version === undefined ? { __forceUpdate__: true } : versionOf(body);
    if (list) await saveIn(work, list.id, { ...version, phrases });
    else await createIn(work, { user_id: owner, name: params.phraseName, phrases });
    return readMenu(client, caller, params.phraseName);
  });
};
