import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evidence, Request } from './evidence.ts';
import { brokenPromises } from './promises.ts';
import { type Office, openOffice } from './run.ts';
import type { YearRequest } from './year.ts';

// A seed repeats what each person chooses; who comes first is the machine's to say.
const seed = Number(process.env.CADASTRE_SEED ?? 1840);

let office: Office;
let evidence: Evidence;
const broken: string[] = [];
beforeAll(async () => {
  console.log(`Five people work by the seed ${seed}; CADASTRE_SEED chooses another.`);
  office = await openOffice();
  // Who meets whom is the machine's to say, too: they work on until all has happened that could lose an update.
  for (let round = 0; round < 6; round++) {
    evidence = await office.run(seed + round, 400);
    broken.push(...brokenPromises(evidence));
    if (hasMet(evidence)) break;
  }
});
afterAll(() => office.server.close());

/** Whether somebody wrote by force over what was not read, and a note was refused that somebody else had saved. */
function hasMet({ audit, year: { requests } }: Evidence): boolean {
  return (
    audit.some(({ forced }) => forced) &&
    requests.some(({ kind, list, status }) => kind === 'save' && list === 'auditnotes' && status === 409)
  );
}

describe('five people who write at once', () => {
  it('lose no update, and each change has one entry of history', () => {
    expect(broken).toEqual([]);
  });

  it('have done everything that could lose one', () => {
    const { requests } = evidence;
    const some = (test: (request: Request) => unknown) => requests.filter(test).length;
    for (const kind of ['create', 'save', 'many', 'move', 'delete', 'bulk', 'undo'])
      expect(
        some((request) => request.kind === kind && request.status < 300),
        kind,
      ).toBeGreaterThan(0);
    for (const kind of ['save', 'many', 'move'])
      expect(
        some((request) => request.kind === kind && request.status === 409),
        kind,
      ).toBeGreaterThan(0);
    expect(some(({ wrong }) => wrong)).toBeGreaterThan(10);
    expect(some(({ rows, status }) => status === 200 && rows.some((row) => row.rooms))).toBeGreaterThan(10);
    expect(evidence.audit.filter(({ forced }) => forced).length).toBeGreaterThan(0);
  });

  it('have worked on the notes, links and factors of a year as well', () => {
    const { requests } = evidence.year;
    const done = (list: string, ...kinds: readonly string[]) =>
      requests.filter(
        (request) => request.list === list && kinds.includes(request.kind) && request.status < 300,
      ).length;
    for (const list of ['auditnotes', 'benchmarklinks']) {
      expect(done(list, 'create'), list).toBeGreaterThan(0);
      expect(done(list, 'save', 'many'), list).toBeGreaterThan(0);
      expect(done(list, 'delete'), list).toBeGreaterThan(0);
    }
    expect(done('factors', 'apply')).toBeGreaterThan(1);
    expect(done('factors', 'undo')).toBeGreaterThan(0);
    expect(requests.filter(({ status }) => status === 409).length).toBeGreaterThan(0);
  });
});

describe('the check of what they promise', () => {
  const saves = () =>
    evidence.requests.filter(({ kind, status, rows, answer }) => {
      const [row] = rows;
      return kind === 'save' && status === 200 && !row?.__forceUpdate__ && answer.version !== row?.version;
    });
  const one = () => saves()[0] as Request;
  const instead = (request: Request, other: Partial<Request>): Evidence => ({
    ...evidence,
    requests: evidence.requests.map((each) => (each === request ? { ...request, ...other } : each)),
  });
  const year = (other: Partial<Evidence['year']>): Evidence => ({
    ...evidence,
    year: { ...evidence.year, ...other },
  });
  /** As if one that was refused had been acknowledged. */
  const acknowledged = (test: (request: YearRequest) => boolean) => {
    const refused = evidence.year.requests.find(test);
    return evidence.year.requests.map((request) =>
      request === refused
        ? {
            ...request,
            status: 200,
            answer: { id: request.rows[0]?.id, version: (request.rows[0]?.version ?? 0) + 1 },
          }
        : request,
    );
  };
  const twice = <Item>(items: readonly Item[]) => [...items, items.at(-1) as Item];

  it.each<[string, () => Evidence]>([
    [
      'a save of what was read before somebody else saved',
      () => instead(one(), { rows: [{ ...one().rows[0], id: one().answer.id, version: 999 }] }),
    ],
    [
      'two saves that made the same version',
      () => ({ ...evidence, requests: [...evidence.requests, { ...one(), user: 1 }] }),
    ],
    ['a request that was refused and changed something', () => instead(one(), { status: 422 })],
    ['an answer that is not what was saved', () => instead(one(), { answer: { ...one().answer, rate: 7 } })],
    ['a server that failed', () => instead(one(), { status: 500 })],
    ['a wrong request that was acknowledged', () => instead(one(), { wrong: 'a text in a number' })],
    ['a change without history', () => ({ ...evidence, audit: evidence.audit.slice(0, -1) })],
    ['a change with two entries of history', () => ({ ...evidence, audit: twice(evidence.audit) })],
    [
      'a history that names somebody else',
      () => ({ ...evidence, audit: evidence.audit.map((line) => ({ ...line, user_id: line.user_id + 1 })) }),
    ],
    [
      'a history without the fields',
      () => ({ ...evidence, audit: evidence.audit.map((line) => ({ ...line, fields: {} })) }),
    ],
    [
      'an acknowledged write that is not found',
      () => ({
        ...evidence,
        records: evidence.records.map((record) => ({ ...record, label: `${record.label}?` })),
      }),
    ],
    ['a record that is gone', () => ({ ...evidence, records: evidence.records.slice(1) })],
    ['rooms that are gone', () => ({ ...evidence, rooms: [] })],
    [
      'a room of nobody',
      () => ({
        ...evidence,
        rooms: [...evidence.rooms, { id: 0, inspection_id: 0, posn: 1, name: 'X', size: 1 }],
      }),
    ],
    [
      'rooms in no order',
      () => ({ ...evidence, rooms: evidence.rooms.map((room) => ({ ...room, posn: 1 + room.posn })) }),
    ],
    ['a move that nobody was told of', () => ({ ...evidence, told: evidence.told + 1 })],
    [
      'a note saved over what somebody else had saved',
      () =>
        year({
          requests: acknowledged(
            ({ kind, list, status }) => kind === 'save' && list === 'auditnotes' && status === 409,
          ),
        }),
    ],
    [
      'a link without history',
      () => year({ audit: evidence.year.audit.filter(({ list }) => list !== 'benchmarklinks') }),
    ],
    ['a note that is gone', () => year({ records: [], audit: evidence.year.audit })],
    [
      'a factor over values that nobody had seen',
      () =>
        year({
          runs: evidence.year.runs.map((run) => ({
            ...run,
            wrote: run.wrote.map((one) => ({ ...one, old: 7 })),
          })),
        }),
    ],
    [
      'a factor that nobody applied',
      () => year({ requests: evidence.year.requests.filter(({ kind }) => kind !== 'apply') }),
    ],
    [
      'a factor that stands though it was undone',
      () => year({ runs: evidence.year.runs.map((run) => ({ ...run, state: 'APPLIED' })) }),
    ],
    [
      'values that no factor made',
      () =>
        year({
          values: evidence.year.values.map((one) => ({ ...one, v1: 1 })),
          factors: evidence.year.factors.map((one) => ({ ...one, factor: 2 })),
        }),
    ],
  ])('finds %s', (_, planted) => {
    expect(brokenPromises(planted())).not.toEqual([]);
  });
});
