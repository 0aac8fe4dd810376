// Changes of many records in one go, as a client asks for them: looked at first, run, now and then taken back.
import { randomUUID } from 'node:crypto';
import { pick, shuffled } from '#tests/battery/random.ts';
import type { Client, Place } from './client.ts';
import type { AskedRow, Request } from './evidence.ts';

type Answer = Awaited<ReturnType<Client['call']>>;

/** What is done to each record: values, or a move. */
interface Asked {
  readonly action: 'set' | 'move';
  readonly values?: { readonly [field: string]: unknown };
  readonly move?: string;
}

/** Answers the requests of one such change, and of its undo where there is one. */
export async function changeMany(
  client: Client,
  own: readonly Place[],
  n: number,
): Promise<readonly Request[]> {
  const { call, random, no } = client;
  const ids = shuffled(own, random)
    .slice(0, 2 + Math.floor(random() * 3))
    .map(({ id }) => id);
  const asked: Asked = pick(
    [
      { action: 'set', values: { rate: 100 + n * 5 + no } },
      { action: 'set', values: { kind: pick(['IN', 'OUT'], random), rate: 100 + n * 5 + no } },
      { action: 'set', values: { part: 'WALL' } },
      { action: 'move', move: pick(['finish', 'reopen'], random) },
    ] as const,
    random,
  );
  const move = asked.move === undefined ? {} : { move: asked.move };
  const shown = resultOf(await call('POST', '/inspections/bulk/preview', { ...asked, ids }));
  const run = await call('POST', '/inspections/bulk/run', {
    request_id: randomUUID(),
    ...asked,
    ids,
    expected: shown.done + shown.same,
    ...(random() < 0.5 ? { stamp: shown.stamp } : {}),
  });
  const made = await requestOf(client, 'bulk', run, ids, () => ({ ...asked.values }), move);
  if (made.status >= 300 || asked.action === 'move' || random() < 0.6) return [made];

  const job = run.json.id;
  const versions = new Map(versionsIn(made));
  const back = resultOf(await call('POST', `/bulk/${job}/undo`, { request_id: randomUUID(), preview: true }));
  const undo = await call('POST', `/bulk/${job}/undo`, {
    request_id: randomUUID(),
    expected: back.done + back.same,
    ...(random() < 0.5 ? { stamp: back.stamp } : {}),
  });
  const undone = await requestOf(client, 'undo', undo, [...versions.keys()], (id) => ({
    undoes: versions.get(id),
  }));
  return [made, undone];
}

function resultOf({ status, json }: Answer): { done: number; same: number; stamp: string } {
  if (status !== 200 || json.state !== 'done')
    throw new Error(`A preview was answered ${status} ${JSON.stringify(json)}.`);
  return json.result;
}

const versionsIn = (request: Request): readonly (readonly [number, number])[] =>
  request.answer.rows.map(({ id, version }: { id: number; version: number }) => [id, version]);

/** The request once it has ended, with the records that it changed and the version that each then had. */
async function requestOf(
  { call, user }: Client,
  kind: 'bulk' | 'undo',
  answer: Answer,
  ids: readonly number[],
  rowOf: (id: number) => object,
  move: { readonly move?: string } = {},
): Promise<Request> {
  const asked = (which: readonly number[]): AskedRow[] => which.map((id) => ({ id, ...rowOf(id) }));
  let { json } = answer;
  if (answer.status !== 200)
    return { kind, user, rows: asked(ids), ...move, status: answer.status, answer: json };
  while (json.state === 'queued' || json.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 50));
    json = (await call('GET', `/jobs/${json.id}`)).json;
  }
  if (json.state !== 'done') return { kind, user, rows: asked(ids), ...move, status: 422, answer: json };
  const { rows } = (await call('GET', `/bulk/${json.id}/rows?outcome=done`)).json;
  const changed = rows.map(({ id }: { id: number }) => id);
  return { kind, user, rows: asked(changed), ...move, status: 200, answer: { rows } };
}
