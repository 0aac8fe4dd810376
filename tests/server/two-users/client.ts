// One client: reads, saves what it read, moves, makes, deletes and changes many, now and then with what must be refused.
import { randomUUID } from 'node:crypto';
import { pick, type Random, shuffled } from '#tests/battery/random.ts';
import { changeMany } from './bulk.ts';
import type { AskedRow, Inspection, Request } from './evidence.ts';

export interface Place {
  readonly district: string;
  /** The record that stands here now; another one once it was deleted. */
  id: number;
}

export interface Client {
  readonly no: number;
  readonly user: number;
  readonly districts: readonly string[];
  readonly random: Random;
  readonly call: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ readonly status: number; readonly json: Request['answer'] }>;
  /** What all clients work on. */
  readonly places: readonly Place[];
}

/** Sales by district, with the price that a record copies from them. */
export const sales: { readonly [district: string]: { readonly [id: number]: number } } = {
  '001': { 1: 100_000, 2: 200_000, 3: 300_000 },
  '002': { 5: 400_000 },
};

/** A label that a record of each district has from the beginning to the end. */
export const takenLabel = 'TAKEN';

/** Works through so many operations; answers every request that could have written. */
export async function workThrough(
  client: Client,
  operations: number,
  onYear: (n: number) => Promise<void>,
): Promise<readonly Request[]> {
  const { random, call, user } = client;
  const requests: Request[] = [];
  const known = new Map<number, Inspection>();
  const own = client.places.filter(({ district }) => client.districts.includes(district));
  const foreign = client.places.filter(({ district }) => !client.districts.includes(district));

  const send = async (
    asked: Omit<Request, 'user' | 'status' | 'answer'>,
    method: string,
    path: string,
    body?: object,
  ): Promise<Request> => {
    const { status, json } = await call(method, path, body);
    const request = { ...asked, user, status, answer: json };
    requests.push(request);
    for (const row of status < 300 && !asked.dryRun ? (json?.rows ?? [json]) : [])
      if (typeof row?.id === 'number') known.set(row.id, row);
    // Half of those who meet a conflict go on with what is stored now, the others with what they had.
    if (status === 409 && typeof json.current?.id === 'number' && random() < 0.5)
      known.set(json.current.id, json.current);
    return request;
  };
  const read = async (id: number) => {
    const { status, json } = await call('GET', `/inspections/${id}`);
    if (status === 200) known.set(id, json);
    return status === 200 ? (json as Inspection) : null;
  };
  /** Often read anew, else as this client has it, late or not. */
  const recall = async (place: Place) =>
    random() < 0.4 ? await read(place.id) : (known.get(place.id) ?? (await read(place.id)));

  const save = (row: AskedRow, wrong?: string) => {
    const { id, ...body } = row;
    return send(
      { kind: 'save', rows: [row], ...(wrong ? { wrong } : {}) },
      'PUT',
      `/inspections/${id}`,
      body,
    );
  };
  const saveMany = (
    rows: readonly AskedRow[],
    more: { readonly dryRun?: boolean; readonly wrong?: string } = {},
  ) => {
    const { wrong, ...options } = more;
    const expected = rows.length + (wrong === 'another number of rows' ? 1 : 0);
    return send({ kind: 'many', rows, ...more }, 'PUT', '/inspections', { rows, expected, ...options });
  };
  const make = async (district: string, n: number) => {
    const fields = {
      district_code: district,
      sale_id: saleOf(district, random),
      ...changeOf(client, n, null),
    };
    const body = { request_id: randomUUID(), label: `M${client.no}-${n}`, ...fields };
    const asked = { kind: 'create', rows: [{ id: 0, ...body }] } as const;
    const [made, again] = await Promise.all([
      send(asked, 'POST', '/inspections', body),
      // Sent twice at once, as by somebody whose network stumbled: one record comes of it.
      random() < 0.3 ? call('POST', '/inspections', body) : null,
    ]);
    if (again && (again.status !== made.status || again.json.id !== made.answer.id))
      throw new Error(`A request that was repeated made ${made.answer.id} and ${again.json?.id}.`);
    return made.answer.id as number | undefined;
  };
  const replace = async (place: Place, n: number) => {
    const { id } = place;
    const found = await recall(place);
    if (!found) return;
    const row = { id, version: found.version };
    const gone = await send(
      { kind: 'delete', rows: [row] },
      'DELETE',
      `/inspections/${id}?version=${row.version}`,
    );
    if (gone.status !== 204) return;
    const made = await make(place.district, n);
    if (made !== undefined) place.id = made;
  };

  const wrongly = async (place: Place, n: number) => {
    const found = await recall(place);
    if (!found) return;
    const row = { id: found.id, version: found.version };
    const elsewhere = [...known.values()].find(({ id, rooms }) => id !== row.id && rooms.length > 0);
    const good = { ...row, ...changeOf(client, n, found) };
    const ways: (() => Promise<Request>)[] = [
      () => save({ ...good, rate: 'x' }, 'a text in a number'),
      () => save({ ...good, state: 'CHECKED' }, 'a state that is written'),
      () => save({ ...good, cost: 1 }, 'a computed value'),
      () =>
        save(
          { ...good, label: takenLabel, sale_id: saleOf(place.district, random) },
          'a label that is taken',
        ),
      () =>
        save(
          { ...good, sale_id: client.districts.length > 1 ? 99 : place.district === '001' ? 5 : 1 },
          'a sale that is not for them to see',
        ),
      () => save({ id: row.id, rate: n }, 'no version'),
      () => save({ ...good, rooms: [{ name: 'Way too long a name' }] }, 'a room with too long a name'),
      () => saveMany([good, good], { wrong: 'a row twice' }),
      () => saveMany([good], { wrong: 'another number of rows' }),
      () =>
        send(
          { kind: 'move', rows: [row], wrong: 'no such move', move: 'fly' },
          'POST',
          `/inspections/${row.id}/move`,
          { move: 'fly', version: row.version },
        ),
    ];
    if (elsewhere) ways.push(() => save({ ...good, rooms: elsewhere.rooms }, "another record's rooms"));
    const [stranger] = shuffled(foreign, random);
    // The version is one that it had or will have: what refuses is the district.
    if (stranger) {
      ways.push(() => save({ id: stranger.id, version: 1 + (n % 9), rate: n }, "another district's record"));
      ways.push(() =>
        saveMany([good, { id: stranger.id, __forceUpdate__: true, rate: n }], {
          wrong: 'one of another district',
        }),
      );
    }
    await pick(ways, random)();
  };

  const operation = async (n: number) => {
    if (random() < 0.2) return onYear(n);
    const place = pick(own, random);
    const way = random();
    if (way < 0.08) return read(place.id);
    if (way < 0.16) return replace(place, n);
    if (way < 0.26) return wrongly(place, n);
    if (way < 0.34) return requests.push(...(await changeMany(client, own, n)));
    const found = await recall(place);
    if (!found) return;
    const row = { id: found.id, version: found.version };
    if (way < 0.48) {
      const move = pick(['finish', 'reopen', 'approve'], random);
      return send({ kind: 'move', rows: [row], move }, 'POST', `/inspections/${row.id}/move`, {
        move,
        version: row.version,
      });
    }
    if (way < 0.64) {
      const rows: AskedRow[] = [];
      for (const other of shuffled(own, random).slice(0, 2 + Math.floor(random() * 3))) {
        const stored = await recall(other);
        if (!stored) continue;
        const force = random() < 0.3 ? forcedChange(client, n, stored) : {};
        rows.push({ id: stored.id, version: stored.version, ...changeOf(client, n, stored), ...force });
      }
      if (rows.length === 0) return;
      return saveMany(rows, random() < 0.2 ? { dryRun: true } : {});
    }
    if (random() < 0.3)
      return save({ ...row, ...changeOf(client, n, found), ...forcedChange(client, n, found) });
    // What stands there already, sent again, is no change.
    const { label, rate, rooms } = found;
    return save({ ...row, ...(random() < 0.06 ? { label, rate, rooms } : changeOf(client, n, found)) });
  };
  for (let n = 1; n <= operations; n++) await operation(n);
  return requests;
}

function saleOf(district: string, random: Random): number {
  return Number(pick(Object.keys(sales[district] ?? {}), random));
}

/** By force, with a label that is nowhere: of what is forced no version tells whether it was a change. */
function forcedChange({ no }: Client, n: number, { id }: Inspection) {
  return { __forceUpdate__: true, label: `F${no}-${n}-${id}` };
}

/** Some fields with values that nobody else writes, so that no two changes are the same. */
function changeOf({ no, random }: Client, n: number, found: Inspection | null) {
  const rate = random() < 0.05 ? 13 : 100 + n * 5 + no;
  const change: { [field: string]: unknown } =
    random() < 0.7 ? { rate } : { label: `C${no}-${n}-${found?.id}` };
  if (random() < 0.3) change.label = `C${no}-${n}-${found?.id ?? 'new'}`;
  if (random() < 0.3) change.kind = pick(['IN', 'OUT', null], random);
  if (random() < 0.3) change.part = pick(['ROOF', 'BATH', 'WALL', null], random);
  if (random() < 0.2 && found) change.sale_id = saleOf(found.district_code, random);
  if (random() < 0.5 || !found) change.rooms = roomsFrom(found?.rooms ?? [], n, random);
  return change;
}

/** Rooms as somebody leaves them: some kept, some changed, some removed, some added, in any order. */
function roomsFrom(rooms: Inspection['rooms'], n: number, random: Random): readonly object[] {
  const kept = rooms
    .filter(() => random() < 0.7)
    .map(({ id, name, size }) => ({ id, name, size: random() < 0.5 ? size : n }));
  const added = [1, 2]
    .filter(() => random() < 0.5)
    .map((room) => ({ name: `R${n}-${room}`, size: room + n }));
  return shuffled([...kept, ...added], random).slice(0, 3);
}
