// What must hold after any number of people wrote at once; one sentence for each promise that was broken. Pure.
import { isDeepStrictEqual } from 'node:util';
import { sales } from './client.ts';
import type { AskedRow, AuditLine, Evidence, Inspection, Request, Room } from './evidence.ts';
import { groupedBy } from './grouped.ts';
import { brokenYear } from './year-promises.ts';

/** What is followed of a record: what somebody writes, and what follows from it. */
const followed = ['label', 'sale_id', 'price', 'kind', 'part', 'rate', 'cost', 'state'] as const;

type State = Pick<Inspection, (typeof followed)[number] | 'rooms'>;

/** One acknowledged change of one record. */
interface Change {
  readonly request: Request;
  readonly asked: AskedRow;
  /** The version that it answered; of a deletion the one that went. */
  readonly version: number;
  readonly answer: Inspection;
}

/** All that is broken; empty when every promise is kept. */
export function brokenPromises(evidence: Evidence): readonly string[] {
  const { requests, records, audit } = evidence;
  const broken = requests.flatMap((request) => {
    const { kind, status, wrong } = request;
    if (status >= 500) return [`${named(request)} was answered with ${status}.`];
    if (wrong !== undefined && status < 300) return [`${named(request)} was acknowledged with ${wrong}.`];
    return ![200, 201, 204, 400, 404, 409, 422].includes(status)
      ? [`${kind} was answered with ${status}.`]
      : [];
  });
  const histories = historiesOf(requests);
  const found = new Map(records.map((record) => [record.id, record]));
  const lines = groupedBy(audit, ({ row_id }) => row_id);
  const states = new Map<number, ReadonlyMap<number, State>>();
  for (const [id, changes] of histories) {
    const followedThrough = follow(id, changes, lines.get(id) ?? []);
    broken.push(...followedThrough.broken);
    states.set(id, followedThrough.states);
    const gone = changes.at(-1)?.request.kind === 'delete';
    const last = changes.at(-1)?.version ?? 0;
    const record = found.get(id);
    if (gone !== (record === undefined)) broken.push(`Record ${id} is ${gone ? 'still there' : 'gone'}.`);
    if (record && record.version !== last)
      broken.push(
        `Record ${id} stands at version ${record.version}; ${last} was the last that was acknowledged.`,
      );
    if (record)
      broken.push(...differences(`Record ${id} at the end`, followedThrough.states.get(last), record));
  }
  for (const id of new Set([...found.keys(), ...lines.keys()]))
    if (!histories.has(id)) broken.push(`Record ${id} was made by no acknowledged request.`);
  return [
    ...broken,
    ...conflicts(requests, states),
    ...brokenRooms(evidence),
    ...brokenNumbers(histories),
    ...untold(evidence),
    ...brokenYear(evidence.year),
  ];
}

function named({ kind, user, rows }: Request): string {
  return `A ${kind} of ${rows.map(({ id }) => id).join(', ')} by user ${user}`;
}

/** The acknowledged changes of each record, in the order of their versions. A save that changed nothing is none. */
function historiesOf(requests: readonly Request[]): ReadonlyMap<number, readonly Change[]> {
  const changes = requests.flatMap((request): readonly Change[] => {
    const { kind, status, dryRun, rows, answer } = request;
    if (status >= 300 || dryRun) return [];
    if (kind === 'delete')
      return rows.map((asked) => ({ request, asked, version: asked.version ?? 0, answer: asked as never }));
    const answers: readonly Inspection[] = Array.isArray(answer.rows) ? answer.rows : [answer];
    return answers.flatMap((one, n) => {
      const asked = rows[n] as AskedRow;
      const nothing = kind !== 'create' && !asked.__forceUpdate__ && one.version === asked.version;
      return nothing ? [] : [{ request, asked, version: one.version, answer: one }];
    });
  });
  const order = ({ request, version }: Change) => version + (request.kind === 'delete' ? 0.5 : 0);
  return groupedBy(
    changes.toSorted((one, other) => order(one) - order(other)),
    ({ asked, answer }) => asked.id || answer.id,
  );
}

/** Follows a record from version to version, beside its history. */
function follow(
  id: number,
  changes: readonly Change[],
  lines: readonly AuditLine[],
): { readonly broken: readonly string[]; readonly states: ReadonlyMap<number, State> } {
  const broken: string[] = [];
  const states = new Map<number, State>();
  const roomIds = new Set<number>();
  let state: State | null = null;
  if (lines.length !== changes.length)
    broken.push(`Record ${id} has ${lines.length} entries of history for ${changes.length} changes.`);
  changes.forEach(({ request, asked, version, answer }, n) => {
    const { kind, user } = request;
    const where = `Record ${id}, version ${version}, ${kind} by user ${user}`;
    const removed = kind === 'delete';
    const expected = removed ? n : n + 1;
    if (version !== expected)
      broken.push(`${where}: ${expected} was to come; an update is lost or came from nowhere.`);
    const read = removed ? version : version - 1;
    // A change of many names no versions: it is of what stands.
    const ofMany = kind === 'bulk' || kind === 'undo';
    if (kind !== 'create' && !ofMany && !asked.__forceUpdate__ && asked.version !== read)
      broken.push(`${where}: was acknowledged though it had read version ${asked.version}.`);
    const forced = asked.__forceUpdate__ === true && asked.version !== read;
    const before: State | null = state;
    if (!removed) {
      const after = afterwards(
        before,
        request,
        asked.undoes ? takenBack(asked.undoes, states) : (asked as Partial<State>),
        answer,
      );
      if (!ofMany) broken.push(...differences(where, after, answer));
      for (const { id: room } of after.rooms) {
        const old = before?.rooms.some((one) => one.id === room);
        if (!old && roomIds.has(room)) broken.push(`${where}: room ${room} came back from elsewhere.`);
        roomIds.add(room);
      }
      if (request.move !== undefined)
        broken.push(...wrongMove(where, before, request, changes[0]?.request.user));
      state = after;
      states.set(version, after);
    }
    broken.push(
      ...wrongLine(where, lines[n], { kind, user, forced, read, before, after: removed ? null : state }),
    );
  });
  return { broken, states };
}

/** What must stand after a change of what stood before. */
function afterwards(
  before: State | null,
  { move }: Request,
  asked: Partial<State>,
  answer: Inspection,
): State {
  const begun: State = before ?? {
    label: '',
    sale_id: 0,
    price: null,
    kind: 'IN',
    part: null,
    rate: null,
    cost: null,
    state: 'PLANNED',
    rooms: [],
  };
  if (move !== undefined) return { ...begun, state: movesTo[move]?.to ?? begun.state };
  const { label, sale_id, rate, kind: inOrOut, part } = { ...begun, ...asked };
  const rooms = asked.rooms === undefined ? begun.rooms : roomsAfter(asked.rooms, answer.rooms);
  const size = rooms.reduce((sum, room) => sum + room.size, 0);
  const price = Object.assign({}, ...Object.values(sales))[sale_id] ?? null;
  return {
    label,
    sale_id,
    price,
    rate,
    rooms,
    kind: inOrOut,
    part: part !== null && (inOrOut === null || !partOf[part]?.includes(inOrOut)) ? null : part,
    cost: rate === null ? null : Math.round(rate * size),
    state: begun.state,
  };
}

/** What an undo writes: of the fields that the change changed what stood there before; what follows, follows again. */
function takenBack(version: number, states: ReadonlyMap<number, State>): Partial<State> {
  const [before, made] = [states.get(version - 1), states.get(version)];
  const written = ['label', 'sale_id', 'kind', 'part', 'rate'] as const;
  return Object.fromEntries(
    written.flatMap((field) => (before?.[field] === made?.[field] ? [] : [[field, before?.[field]]])),
  );
}

const partOf: { readonly [part: string]: readonly string[] } = {
  ROOF: ['OUT'],
  BATH: ['IN'],
  WALL: ['IN', 'OUT'],
};

const movesTo: { readonly [move: string]: { readonly from: string; readonly to: string } } = {
  finish: { from: 'PLANNED', to: 'DONE' },
  reopen: { from: 'DONE', to: 'PLANNED' },
  approve: { from: 'DONE', to: 'CHECKED' },
};

/** Rooms as they were sent; a new one has the number that was answered. */
function roomsAfter(sent: readonly Room[], answered: readonly Room[]): readonly Room[] {
  return sent.map(({ id, name, size }, n) => ({ id: id ?? answered[n]?.id ?? 0, name, size }));
}

function wrongMove(
  where: string,
  before: State | null,
  { move = '', user }: Request,
  maker?: number,
): readonly string[] {
  const broken: string[] = [];
  if (before?.state !== movesTo[move]?.from) broken.push(`${where}: ${move} of what was ${before?.state}.`);
  if (move === 'finish' && before?.rooms.length === 0) broken.push(`${where}: finished without a room.`);
  if (move === 'finish' && before?.rate === 13)
    broken.push(`${where}: finished though its function refuses.`);
  if (move === 'approve' && user === maker) broken.push(`${where}: approved by who made it.`);
  return broken;
}

function differences(where: string, expected: State | undefined, found: Inspection): readonly string[] {
  if (!expected) return [];
  const plain = (rooms: readonly Room[]) => rooms.map(({ id, name, size }) => ({ id, name, size }));
  const fields = followed.flatMap((field) =>
    expected[field] === found[field]
      ? []
      : [`${where}: ${field} is ${found[field]}, not ${expected[field]}.`],
  );
  const [were, are] = [plain(expected.rooms), plain(found.rooms)];
  return isDeepStrictEqual(were, are)
    ? fields
    : [...fields, `${where}: rooms are ${JSON.stringify(are)}, not ${JSON.stringify(were)}.`];
}

interface Told {
  readonly kind: Request['kind'];
  readonly user: number;
  readonly forced: boolean;
  readonly read: number;
  readonly before: State | null;
  readonly after: State | null;
}

/** The entry of history of one change: who, from which version, forced or not, and each field from what to what. */
function wrongLine(where: string, line: AuditLine | undefined, told: Told): readonly string[] {
  if (!line) return [`${where}: no entry of history.`];
  const { kind, user, forced, read, before, after } = told;
  const action = kind === 'create' ? 'insert' : kind === 'delete' ? 'delete' : 'update';
  const from = kind === 'create' ? null : read;
  const broken: string[] = [];
  const { action: done, user_id, from_version, forced: byForce, fields } = line;
  if (done !== action || user_id !== user || from_version !== from || byForce !== forced)
    broken.push(`${where}: the history tells ${done} by ${user_id} from ${from_version}, forced ${byForce}.`);
  for (const field of followed) {
    const [old, now] = [before?.[field] ?? null, after?.[field] ?? null];
    const entry = fields[field];
    const right = entry ? entry.old === old && entry.new === now : old === now;
    if (!right)
      broken.push(`${where}: the history tells ${field} as ${JSON.stringify(entry)}, ${old} became ${now}.`);
  }
  const was = before?.rooms ?? [];
  const { old, new: now } = (fields.rooms ?? { old: [], new: [] }) as {
    readonly old: readonly Room[];
    readonly new: readonly Room[] | null;
  };
  const gone = new Set(old.map(({ id }) => id));
  const tells = [...was.filter(({ id }) => !gone.has(id)), ...(now ?? [])].map(sized);
  const are = (after?.rooms ?? []).map(sized);
  if (!isDeepStrictEqual(tells.toSorted(), are.toSorted()))
    broken.push(
      `${where}: the history tells rooms ${tells.toSorted().join(', ')}, not ${are.toSorted().join(', ')}.`,
    );
  return broken;
}

const sized = ({ id, name, size }: Room) => `${id} ${name} ${size}`;

/** What a 409 tells is what stood there, and it was another version than the one that was sent. */
function conflicts(
  requests: readonly Request[],
  states: ReadonlyMap<number, ReadonlyMap<number, State>>,
): readonly string[] {
  return requests.flatMap((request) => {
    if (request.status !== 409 || request.kind === 'bulk' || request.kind === 'undo') return [];
    const { answer, rows } = request;
    const told: readonly { row: number; current_version: number; current: Inspection }[] =
      request.kind === 'many' ? answer.rows : [{ ...answer, row: 0 }];
    return told.flatMap(({ row, current_version, current }) => {
      const asked = rows[row];
      const where = `${named(request)}, refused for version ${current_version}`;
      if (!asked || asked.version === current_version) return [`${where}: that is what it had read.`];
      return differences(where, states.get(asked.id)?.get(current_version), current);
    });
  });
}

/** The rows inside belong to a record that is there, stand in an order without gaps, and are those that it shows. */
function brokenRooms({ rooms, records }: Evidence): readonly string[] {
  const byRecord = groupedBy(rooms, ({ inspection_id }) => inspection_id);
  const orphans = [...byRecord.keys()].filter((id) => !records.some((record) => record.id === id));
  return [
    ...orphans.map((id) => `Rooms of record ${id} are left, which is gone.`),
    ...records.flatMap(({ id, rooms: shown }) => {
      const stored = (byRecord.get(id) ?? []).toSorted((one, other) => one.posn - other.posn);
      const inOrder = stored.every(({ posn }, n) => posn === n + 1);
      return inOrder && isDeepStrictEqual(stored.map(sized), shown.map(sized))
        ? []
        : [`Record ${id} shows other rooms than the table has, or in another order.`];
    }),
  ];
}

/** Numbers of a district without a gap and none twice: a creation that was refused took none. */
function brokenNumbers(histories: ReadonlyMap<number, readonly Change[]>): readonly string[] {
  const made = [...histories.values()].flatMap(([first]) => (first ? [first.answer] : []));
  return [...groupedBy(made, ({ district_code }) => district_code)].flatMap(([district, ofDistrict]) => {
    const numbers = ofDistrict.map(({ number }) => Number(number.split('-')[1])).toSorted((a, b) => a - b);
    return numbers.every((number, n) => number === n + 1)
      ? []
      : [`The numbers of district ${district} are ${numbers.join(', ')}.`];
  });
}

function untold({ requests, told }: Evidence): readonly string[] {
  const approved = requests.filter(({ move, status }) => move === 'approve' && status === 200).length;
  return approved === told ? [] : [`${told} were told of ${approved} approvals.`];
}
