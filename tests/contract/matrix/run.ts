import { afterAll, beforeAll, expect, it } from 'vitest';
import saleEntity from '#schemas/entities/sale.json' with { type: 'json' };
import { loadOperations } from '#server/definitions/load-operations.ts';
import type { Operation } from '#server/definitions/operation-file.ts';
import type { Answer } from '#tests/support/http.ts';
import type { Asked, Case, Expected } from './case.ts';
import { elsewhere, untried } from './elsewhere.ts';
import { type Asker, type At, districts, type Ground, openGround, type Place, places } from './ground.ts';
import { placed } from './placed.ts';

// What an operation's file demands is known from the file; the cases beside this file say the rest, and an operation that
// they do not name fails.
const operations = loadOperations(new URL('../../..', import.meta.url).pathname);
const cases = new Map(Object.entries({ ...placed, ...elsewhere }));

/** The right that the operation's file demands; null: being signed in is enough. */
function rightOf({ permission }: Operation): string | null {
  if (permission === 'signed-in' || permission === 'public') return null;
  // The records of the matrix are sales and what goes with their rights.
  if (permission === 'record:view') return saleEntity.record.permissions.view;
  return permission === 'record:update' ? saleEntity.record.permissions.update : permission;
}

function expectedOf(operation: Operation, one: Case, at: At, anonymous: boolean): Expected {
  const due = typeof one.answers === 'object' ? one.answers[at.place] : one.answers;
  if (operation.permission === 'public') return due;
  if (anonymous) return 401;
  const right = rightOf(operation);
  if (right !== null && !at.asker.perms.has(right)) return 403;
  const lacked = one.lacks?.(at) ?? null;
  if (lacked !== null) return lacked;
  return due;
}

/** Tries every operation by nobody and by a person of each of these roles (null: of all), in every kind of district. */
export function tryMatrix(roles: readonly string[] | null): void {
  let ground: Ground;
  beforeAll(async () => {
    ground = await openGround(roles);
  });
  afterAll(() => ground.close());

  const send = (operation: Operation, asked: Asked, token: string | null): Promise<Answer> =>
    ground.server.call(operation.method, asked.path, {
      token: token === null ? null : (asked.token ?? token),
      ...(asked.body ? { body: asked.body } : {}),
      ...(asked.bytes ? { raw: asked.bytes, headers: { 'content-type': 'application/octet-stream' } } : {}),
    });

  /** What is wrong with one answer; null: nothing. */
  async function tried(operation: Operation, one: Case, asker: Asker, place: Place, anonymous = false) {
    const at: At = { place, district: districts[place], asker, ground };
    const expected = expectedOf(operation, one, at, anonymous);
    const asked = await one.ask(at);
    const before = expected === 'ok' ? '' : await ground.fingerprint();
    const answer = await send(operation, asked, anonymous ? null : asker.token);
    const ok = answer.status >= 200 && answer.status < 300;
    const who = `${anonymous ? 'anonymous' : asker.role}, ${place}`;
    if (expected === 'ok' ? !ok : answer.status !== expected)
      return `${who}: ${answer.status}, not ${expected}: ${answer.text.slice(0, 300)}`;
    if (expected !== 'ok' && (await ground.fingerprint()) !== before)
      return `${who}: was refused and changed something`;
    const fault = ok ? await one.fault?.(answer, at) : null;
    return fault ? `${who}: ${fault}` : null;
  }

  it('has expectations', () => {
    const known = new Set([...cases.keys(), ...Object.keys(untried)]);
    expect(operations.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
  });

  it('is tried by roles that differ in their rights', () => {
    expect(new Set(ground.askers.map(({ perms }) => [...perms].sort().join(' '))).size).toBe(
      ground.askers.length,
    );
    expect(ground.askers.some(({ perms }) => !perms.has('saleU'))).toBe(true);
  });

  it.each(
    operations.filter(({ id }) => cases.has(id)).map((operation) => [operation.id, operation] as const),
  )('%s answers each as it should', async (id, operation) => {
    const one = cases.get(id);
    if (!one) throw new Error(`${id} has no expectations.`);
    const faults: string[] = [];
    const note = (fault: string | null) => {
      if (fault !== null) faults.push(fault);
    };
    const [first] = ground.askers;
    if (first) note(await tried(operation, one, first, 'own', true));
    for (const asker of ground.askers)
      for (const place of typeof one.answers === 'object' ? places : (['own'] as const))
        note(await tried(operation, one, asker, place));
    expect(faults).toEqual([]);
  });

  it('is answered to somebody: what is sent is true', () => {
    const nobody = operations.filter((operation) => {
      const right = rightOf(operation);
      return right !== null && !ground.askers.some(({ perms }) => perms.has(right));
    });
    expect(nobody.map(({ id }) => id)).toEqual([]);
  });
}
