// What several people do to one year of values at once: notes of the audit, sales linked to benchmarks, factors applied and undone.
import { randomUUID } from 'node:crypto';
import { pick } from '#tests/battery/random.ts';
import type { Client } from './client.ts';
import type { AskedRow } from './evidence.ts';

export type YearList = 'auditnotes' | 'benchmarklinks';

/** Where a record of a list may stand, by its key; or the component of a district, to which factors are applied. */
export type YearPlace =
  | {
      readonly list: YearList;
      readonly district: string;
      readonly key: { readonly [field: string]: unknown };
      /** The record that stands here now, as far as anybody was told. */
      id: number | null;
    }
  | { readonly list: 'factors'; readonly district: string };

export interface YearRequest {
  readonly kind: 'create' | 'save' | 'many' | 'delete' | 'apply' | 'undo';
  readonly list: YearList | 'factors';
  readonly user: number;
  readonly rows: readonly AskedRow[];
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
  readonly answer: any;
  /** Of a factor: its job, and what its look told of each value that it would change. */
  readonly job?: number;
  readonly factor?: number;
  readonly seen?: ReadonlyMap<number, number | null>;
}

/** The component of each district whose values are worked on; its properties are 9,000 and more. */
export const component = 'YYY';
export const districtsOfYear = ['001', '002'];
const firstOf = (district: string) => 9000 + 100 * Number(district);
/** V0 of the properties that get a factor: any of two decimals makes thousands of them. */
export const valuesBefore = (district: string) =>
  new Map([
    [firstOf(district) + 1, 100_000],
    [firstOf(district) + 2, 200_000],
  ]);

/** A benchmark, two properties that get a factor, three analysed sales; what a run before left goes. */
export const yearFixture = `
  delete from audit_note; delete from analysis; delete from factor_run; delete from component_year; delete from property where id >= 9000;
  delete from component where code = '${component}';
  ${districtsOfYear
    .map((district) => {
      const first = firstOf(district);
      return `insert into component (district_code, code) values ('${district}', '${component}');
        insert into property (id, district_code, component_code) select n, '${district}', '${component}' from generate_series(${first}, ${first + 2}) n;
        update property set benchmark_type = 'P' where id = ${first};
        insert into property_value (property_id, base_date, land_value, method)
          select id, lt_base_date(), case id - ${first} when 0 then 300000 else 100000 * (id - ${first}) end, 'I' from property where id between ${first} and ${first + 2};
        insert into analysis (id, property_id, district_code, component_code, contract_date, alv_future) overriding system value
          select n, ${first} + 1, '${district}', '${component}', lt_base_date(), 300000 from generate_series(${first + 1}, ${first + 3}) n;`;
    })
    .join('\n')}`;

export function placesOfYear(): readonly YearPlace[] {
  return districtsOfYear.flatMap((district): readonly YearPlace[] => [
    ...[305, 902, 910].map((test) => ({
      list: 'auditnotes' as const,
      district,
      key: { district_code: district, test, key: component },
      id: null,
    })),
    ...[1, 2, 3].map((n) => ({
      list: 'benchmarklinks' as const,
      district,
      key: {
        district_code: district,
        analysis_id: firstOf(district) + n,
        property_id: firstOf(district),
        component_code: component,
      },
      id: null,
    })),
    { list: 'factors', district },
    { list: 'factors', district },
  ]);
}

/** One client's work on the year: an answer for each request that could have written. */
export function yearWork(client: Client, places: readonly YearPlace[]) {
  const { call, random, user, no } = client;
  const own = places.filter(({ district }) => client.districts.includes(district));
  const known = new Map<string, number>();

  const versionOf = async (list: YearList, id: number) => {
    const late = known.get(`${list} ${id}`);
    if (late !== undefined && random() < 0.5) return late;
    const { status, json } = await call('GET', `/${list}/${id}`);
    if (status !== 200) return null;
    known.set(`${list} ${id}`, json.version);
    return Number(json.version);
  };

  const record = async (
    place: Exclude<YearPlace, { list: 'factors' }>,
    n: number,
  ): Promise<YearRequest[]> => {
    const { list, key, id } = place;
    const text = `T${no}-${n}`;
    const told = { list, user } as const;
    if (id === null) {
      const body = { request_id: randomUUID(), ...key, text };
      const { status, json } = await call('POST', `/${list}`, body);
      if (status === 201) place.id = json.id;
      return [{ ...told, kind: 'create', rows: [{ id: 0, text }], status, answer: json }];
    }
    const version = await versionOf(list, id);
    if (version === null) return [];
    if (random() < 0.2) {
      const { status, json } = await call('DELETE', `/${list}/${id}?version=${version}`);
      if (status === 204 && place.id === id) place.id = null;
      return [{ ...told, kind: 'delete', rows: [{ id, version }], status, answer: json }];
    }
    if (random() < 0.6) {
      const { status, json } = await call('PUT', `/${list}/${id}`, { version, text });
      if (status === 200) known.set(`${list} ${id}`, json.version);
      return [{ ...told, kind: 'save', rows: [{ id, version, text }], status, answer: json }];
    }
    // A sheet of notes: all of it, or none.
    const rows: AskedRow[] = [{ id, version, text }];
    for (const other of own) {
      if (other.list !== list || other.id === null || rows.some((row) => row.id === other.id)) continue;
      const read = await versionOf(list, other.id);
      if (read !== null && other.id !== null)
        rows.push({ id: other.id, version: read, text: `${text}-${rows.length}` });
    }
    const { status, json } = await call('PUT', `/${list}`, { rows, expected: rows.length });
    return [{ ...told, kind: 'many', rows, status, answer: json }];
  };

  /** A factor that is looked at, applied as it was seen, and now and then taken back. */
  const factor = async (district: string, always = false): Promise<YearRequest[]> => {
    const told = { list: 'factors', user, rows: [] } as const;
    const params = { factor: (101 + Math.floor(random() * 80)) / 100, district, component };
    const shown = await call('POST', '/commands/factor_apply/preview', { params });
    if (shown.status !== 200 || shown.json.state !== 'done')
      throw new Error(`A look at a factor was answered ${shown.status} ${JSON.stringify(shown.json)}.`);
    const { done, same, stamp, rows } = shown.json.result;
    const seen = new Map<number, number | null>(
      rows.flatMap(
        ({ id, outcome, changes }: { id: number; outcome: string; changes: { old: number | null }[] }) =>
          outcome === 'done' ? [[id, changes[0]?.old ?? null] as const] : [],
      ),
    );
    const run = await finished(
      await call('POST', '/commands/factor_apply/run', {
        request_id: randomUUID(),
        params,
        expected: done + same,
        stamp,
      }),
    );
    const applied: YearRequest = { ...told, kind: 'apply', ...run, factor: params.factor, seen };
    if (applied.status >= 300 || done === 0 || (!always && random() < 0.5)) return [applied];
    const undo = await finished(await call('POST', `/bulk/${run.job}/undo`, { request_id: randomUUID() }));
    return [applied, { ...told, kind: 'undo', ...undo, job: run.job }];
  };

  /** The answer once its job has ended; one that failed was refused. */
  const finished = async ({ status, json }: Awaited<ReturnType<Client['call']>>) => {
    let answer = json;
    while (status === 200 && (answer.state === 'queued' || answer.state === 'running')) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      answer = (await call('GET', `/jobs/${answer.id}`)).json;
    }
    const failed = status === 200 && answer.state !== 'done';
    return { status: failed ? 422 : status, answer, job: Number(answer?.id) };
  };

  return {
    work: async (n: number): Promise<readonly YearRequest[]> => {
      const place = pick(own, random);
      return place.list === 'factors' ? factor(place.district) : record(place, n);
    },
    /** Nobody else is there any more: it is sure to be applied, and taken back. */
    takeBack: () => factor(own[0]?.district ?? '', true),
  };
}
