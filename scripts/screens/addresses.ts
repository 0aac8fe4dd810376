// Where a screen is seen: its route with parameters that exist, found by what the definition says of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenOfExpectations } from '#src/core/link/link-expectations.ts';
import { isTemplate, type LinkedParam, type LinkedScreen } from '#src/core/linked.ts';
import { type OperationId, operations } from '#src/generated/operations.ts';
import { filesUnder } from '../generate/read-parts.ts';

export type GivenParams = { readonly [id: string]: unknown };

/** Somebody who opens the screen, as far as an address depends on them. */
export interface Opener {
  readonly role: string;
  readonly districts: readonly string[] | '*';
  readonly perms: ReadonlySet<string>;
  readonly token: string | null;
}

/** How the application is asked. */
export interface Reach {
  /** A call of the API as somebody. */
  readonly call: (opener: Opener, method: string, path: string, body?: object) => Promise<Response>;
  /** Ids of some records of a table, whoever may see them. */
  readonly idsOf: (table: string) => Promise<readonly number[]>;
}

export interface AddressBook<Who extends Opener = Opener> {
  /** Path and query of the screen for this visitor. */
  readonly of: (screen: LinkedScreen, visitor: Who, given?: GivenParams) => Promise<string>;
}

interface Listed {
  readonly table: string;
  /** The fields of its natural key; none where it is found by its number alone. */
  readonly key: readonly string[];
}

/** The tables and keys of the record lists. */
function recordLists(root: string): ReadonlyMap<string, Listed> {
  return new Map(
    filesUnder(root, 'schemas/entities', /\.json$/).map((file) => {
      const { record, key = [] } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
        readonly record: { readonly list: string; readonly table: string };
        readonly key?: readonly string[];
      };
      return [record.list, { table: record.table, key }];
    }),
  );
}

/** Parameters of a screen that the expectations beside it give, of several the first. */
function examplesOfParams(root: string): ReadonlyMap<string, GivenParams> {
  return new Map(
    filesUnder(root, 'screens', /\.test\.json$/).map((file) => {
      const { expectations } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
        readonly expectations: readonly { readonly given?: { readonly params?: GivenParams } }[];
      };
      const given = expectations.map((one) => one.given?.params ?? {}).toReversed();
      return [screenOfExpectations(file), Object.assign({}, ...given) as GivenParams];
    }),
  );
}

/** The parameter that a text consists of alone, `{params.id}`; null for any other text. */
function paramOf(text: unknown): string | null {
  if (!isTemplate(text) || text.$text.length !== 1) return null;
  const [part] = text.$text;
  return typeof part === 'object' && part.path[0] === 'params' ? (part.path[1] ?? null) : null;
}

/** The parameters that a text is made of, in their order; none of any other value. */
function paramsOf(text: unknown): readonly string[] {
  if (!isTemplate(text)) return [];
  return text.$text.flatMap((part) =>
    typeof part === 'object' && part.path[0] === 'params' && part.path[1] !== undefined ? [part.path[1]] : [],
  );
}

/** The operation that lists what another one of its kind is told by `id`: `job.list` for `job.get`. */
function listBeside(operation: string): OperationId | null {
  const list = operation.replace(/\..*$/, '.list');
  const ids = Object.keys(operations) as readonly OperationId[];
  return ids.find((id) => id === list && !operations[id].path.includes('{')) ?? null;
}

type Meaning =
  | { readonly kind: 'search' | 'record' | 'records' | 'map'; readonly list: string }
  | { readonly kind: 'key'; readonly list: string; readonly place: number }
  | { readonly kind: 'listed'; readonly operation: OperationId };

/**
 * What a parameter stands for: the hash of a search in a list, a map of its rows, a record of a list, a part of a record's natural key, two
 * records, something that an operation lists, or none of these.
 */
function meaningOf(screen: LinkedScreen, param: LinkedParam): Meaning | null {
  const sources = Object.values(screen.data);
  // The rows of a map are read by its address as by the hash of a search.
  const map = sources.some(
    (source) =>
      source.kind === 'operation' &&
      source.operation === 'map.get' &&
      paramOf(source.params.uuid) === param.id,
  );
  for (const source of sources) {
    if (source.kind === 'records' && paramOf(source.hash) === param.id)
      return { kind: map ? 'map' : 'search', list: source.list };
    if (source.kind === 'operation' && typeof source.params.list === 'string') {
      const { list, id, ids, key } = source.params;
      if (paramOf(id) === param.id) return { kind: 'record', list };
      const place = paramsOf(key).indexOf(param.id);
      if (place >= 0) return { kind: 'key', list, place };
      if (paramOf(ids) === param.id) return { kind: 'records', list };
    }
  }
  for (const source of sources) {
    if (source.kind !== 'operation' || paramOf(source.params.id) !== param.id) continue;
    const operation = listBeside(source.operation);
    if (operation !== null) return { kind: 'listed', operation };
  }
  return null;
}

async function json(response: Response, what: string): Promise<unknown> {
  if (!response.ok) throw new Error(`${what} answers ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Whether an operation of the screen is told this parameter, which nothing else fills. */
function isTold(screen: LinkedScreen, param: LinkedParam): boolean {
  if (param.default !== null) return false;
  return Object.values(screen.data).some(
    (source) =>
      source.kind === 'operation' &&
      Object.values(source.params).some((text) => paramsOf(text).includes(param.id)),
  );
}

function maySee(screen: LinkedScreen, visitor: Opener): boolean {
  return visitor.token !== null && (screen.needs === null || visitor.perms.has(screen.needs));
}

/** Whether the districts that these parameters name are the visitor's. */
function seesDistricts(screen: LinkedScreen, example: GivenParams, { districts }: Opener): boolean {
  return screen.params.every(({ id, entity }) => {
    const code = example[id];
    if (entity !== 'district' || code === undefined || code === 'all' || districts === '*') return true;
    return districts.includes(String(code));
  });
}

/** No record of the type is there at all: there is nothing yet to draw its page with. */
export class NoRecordYet extends Error {
  override readonly name = 'NoRecordYet';
}

/** Asks for records of a table, each time the same ones, spread over it. */
export function sampleOfRecords(table: string): string {
  return `select id from ${JSON.stringify(table)} order by md5(id::text) limit 200`;
}

/** Reads the definitions under `root`; asks the application for what exists. */
export function addressBook(root: string, { call, idsOf }: Reach): AddressBook {
  const lists = recordLists(root);
  const examples = examplesOfParams(root);
  const known = new Map<string, Promise<string>>();
  const once = (key: string, find: () => Promise<string>): Promise<string> => {
    const found = known.get(key) ?? find();
    known.set(key, found);
    return found;
  };

  const searchHash = async (list: string, visitor: Opener): Promise<string> => {
    const search = { searchType: 'full', isRecent: false, criteria: [] };
    const answer = await json(await call(visitor, 'POST', `/${list}/search`, search), `${list}/search`);
    return (answer as { readonly hash: string }).hash;
  };

  const mapAddress = async (list: string, visitor: Opener): Promise<string> => {
    const map = { hash: await searchHash(list, visitor) };
    return (
      (await json(await call(visitor, 'POST', `/${list}/maps`, map), `${list}/maps`)) as {
        readonly uuid: string;
      }
    ).uuid;
  };

  const firstListed = async (operation: OperationId, visitor: Opener): Promise<string> => {
    const { method, path } = operations[operation];
    const { items } = (await json(await call(visitor, method, path), path)) as {
      readonly items: readonly { readonly id: unknown }[];
    };
    const [first] = items;
    if (!first) throw new NoRecordYet(`${operation} lists nothing yet.`);
    return String(first.id);
  };

  const listOf = (list: string): Listed => {
    const listed = lists.get(list);
    if (listed === undefined) throw new Error(`No entity has the list "${list}".`);
    return listed;
  };
  const tableOf = (list: string): string => listOf(list).table;

  const isRead = async (list: string, id: number, visitor: Opener): Promise<boolean> => {
    const read = await call(visitor, 'GET', `/${list}/${id}`);
    await read.arrayBuffer();
    return read.ok;
  };

  /** The values of the natural key of a record that the visitor may read. */
  const keyOf = async (list: string, visitor: Opener): Promise<readonly string[]> => {
    for (const id of await idsOf(tableOf(list))) {
      const read = await call(visitor, 'GET', `/${list}/${id}`);
      const values = (await read.json()) as { readonly [field: string]: unknown };
      if (read.ok) return listOf(list).key.map((field) => String(values[field]));
    }
    throw new NoRecordYet(`${visitor.role} may read no record of ${list}.`);
  };

  /**
   * Whether the places and records that these parameters name are there for the visitor: an expectation is of somebody
   * who sees them, and others who open the screen may see other districts.
   */
  const serves = async (screen: LinkedScreen, example: GivenParams, visitor: Opener): Promise<boolean> => {
    if (!seesDistricts(screen, example, visitor)) return false;
    for (const source of Object.values(screen.data)) {
      if (source.kind !== 'operation' || typeof source.params.list !== 'string') continue;
      const { list, id, key } = source.params;
      const number = example[paramOf(id) ?? ''];
      if (number !== undefined && !(await isRead(list, Number(number), visitor))) return false;
      const parts = paramsOf(key).map((param) => example[param]);
      if (parts.length === 0 || parts.includes(undefined)) continue;
      const query = new URLSearchParams({ key: parts.map(String).join('/') });
      const found = await call(visitor, 'GET', `/${list}/key?${query.toString()}`);
      await found.arrayBuffer();
      if (!found.ok) return false;
    }
    return true;
  };

  /** Two records that the visitor may read, as an address has them side by side. */
  const twoRecords = async (list: string, visitor: Opener): Promise<string> => {
    const found: number[] = [];
    for (const id of await idsOf(tableOf(list))) {
      if (await isRead(list, id, visitor)) found.push(id);
      if (found.length === 2) return found.join();
    }
    throw new NoRecordYet(`${visitor.role} may read no two records of ${list}.`);
  };

  // Of the records that the visitor may read, the one of which the screen's queries tell most.
  const record = async (screen: LinkedScreen, param: LinkedParam, list: string, visitor: Opener) => {
    const table = tableOf(list);
    const ids = await idsOf(table);
    if (ids.length === 0) throw new NoRecordYet(`The table "${table}" holds no record yet.`);
    const queries = Object.values(screen.data).filter(({ kind }) => kind !== 'operation');
    let best: { readonly id: number; readonly total: number } | null = null;
    let seen = 0;
    for (const id of ids) {
      if (!(await isRead(list, id, visitor))) continue;
      let total = 0;
      for (const { id: source } of queries) {
        const asked = { screen: screen.id, source, params: { [param.id]: id }, limit: 1 };
        const answer = await call(visitor, 'POST', '/query', asked);
        // A part of the screen may need a right of its own.
        if (answer.status === 403) continue;
        total += Math.min(((await json(answer, source)) as { readonly total: number }).total, 5);
      }
      if (best === null || total > best.total) best = { id, total };
      seen += 1;
      if (seen >= (queries.length > 0 ? 12 : 1)) break;
    }
    if (best === null) throw new Error(`${visitor.role} may read no record of ${list}.`);
    return String(best.id);
  };

  const place = async (entity: string, visitor: Opener): Promise<string> => {
    // Of the regions not each holds a district of the visitor.
    if (entity === 'region' || (entity === 'district' && visitor.districts === '*')) return 'all';
    const first = visitor.districts[0];
    if (entity === 'district' && first !== undefined) return first;
    const items = await json(await call(visitor, 'GET', `/ref/${entity}s`), `ref/${entity}s`);
    const code = (items as readonly { readonly code?: string }[])[0]?.code;
    if (code === undefined) throw new Error(`No ${entity} is known to ${visitor.role}.`);
    return code;
  };

  const sampleOf = (screen: LinkedScreen, param: LinkedParam, visitor: Opener): Promise<string> => {
    // Who may not see the screen asks for any address of its form: that nothing is there is told before.
    if (!maySee(screen, visitor)) return Promise.resolve(param.entity === 'district' ? 'all' : '1');
    if (param.entity !== null)
      return once(`${param.entity} ${visitor.role}`, () => place(param.entity ?? '', visitor));
    const meaning = meaningOf(screen, param);
    if (meaning?.kind === 'key')
      return once(`key ${meaning.list} ${meaning.place} ${visitor.role}`, async () => {
        const key = await keyOf(meaning.list, visitor);
        return key[meaning.place] ?? '';
      });
    if (meaning?.kind === 'search')
      return once(`search ${meaning.list} ${visitor.role}`, () => searchHash(meaning.list, visitor));
    if (meaning?.kind === 'map')
      return once(`map ${meaning.list} ${visitor.role}`, () => mapAddress(meaning.list, visitor));
    if (meaning?.kind === 'listed')
      return once(`${meaning.operation} ${visitor.role}`, () => firstListed(meaning.operation, visitor));
    if (meaning?.kind === 'record')
      return once(`${screen.id} ${param.id} ${visitor.role}`, () =>
        record(screen, param, meaning.list, visitor),
      );
    if (meaning?.kind === 'records')
      return once(`two ${meaning.list} ${visitor.role}`, () => twoRecords(meaning.list, visitor));
    const example = examples.get(screen.id)?.[param.id];
    if (example !== undefined) return Promise.resolve(String(example));
    throw new Error(
      `Nothing says what ":${param.id}" of ${screen.route} stands for: no entity, no record, no search, no expectation beside it.`,
    );
  };

  return {
    of: async (screen, visitor, given = {}) => {
      let path = screen.route;
      const query = new URLSearchParams();
      const example = examples.get(screen.id) ?? {};
      const named =
        !maySee(screen, visitor) ||
        (await once(`${screen.id} example ${visitor.role}`, async () =>
          (await serves(screen, example, visitor)) ? 'yes' : '',
        )) !== '';
      for (const param of screen.params) {
        const value = given[param.id] ?? (named && isTold(screen, param) ? example[param.id] : undefined);
        if (param.in === 'route') {
          const text = value === undefined ? await sampleOf(screen, param, visitor) : String(value);
          path = path.replace(`:${param.id}`, encodeURIComponent(text));
        } else if (value !== undefined)
          for (const item of Array.isArray(value) ? value : [value]) query.append(param.id, String(item));
      }
      const text = query.toString();
      return text === '' ? path : `${path}?${text}`;
    },
  };
}
