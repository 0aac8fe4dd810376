// Each measure of each report, computed a second time from its own rows. A measure without a second way is a finding.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SqlSource } from '#server/definitions/definitions.ts';
import type { Operand } from '#server/definitions/figures/figures.ts';
import { readParams, valuesFor } from '#server/reports/bind-params.ts';
import type { Row } from '#src/core/values.ts';
import { root } from '#tests/support/database-server.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { aggregates, type Behind, heldElsewhere, type Way, ways } from './second-ways.ts';

let server: TestServer;
let districts: readonly string[];
beforeAll(async () => {
  server = await startTestApp({ demo: true });
  districts = await server.database.owner(async (client) =>
    (await client.query<{ code: string }>('select code::text as code from district order by 1')).rows.map(
      ({ code }) => code,
    ),
  );
});
afterAll(() => server?.close());

interface Source {
  readonly place: string;
  readonly screen: string;
  readonly id: string;
  readonly sql: SqlSource;
}

function sources(): readonly Source[] {
  return [...server.context.definitions.current().screens.values()].flatMap(({ id: screen, sql }) =>
    [...sql].flatMap(([id, one]) =>
      screen.startsWith('report/') && one.figures ? [{ place: `${screen} ${id}`, screen, id, sql: one }] : [],
    ),
  );
}

function wayOf(place: string, column: string, how: string | null): Way | null {
  const said = ways[place]?.[column];
  if (typeof said === 'function') return said;
  return how === null || how === 'mode' ? null : (aggregates[how] ?? null);
}

const without = (known: typeof ways) =>
  sources().flatMap(({ place, sql }) =>
    Object.entries(sql.figures?.columns ?? {}).flatMap(([column, { how }]) =>
      place in heldElsewhere || known[place]?.[column] || (how !== null && aggregates[how])
        ? []
        : [`${place} ${column} (${how ?? 'computed'})`],
    ),
  );

const given: Row = { dst: 'all', year: 2025, base_year: 2025 };

async function ask(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  return server.context.database.read(
    { userId: 1, districts: '*' },
    { dataset: 'both' },
    async (client) => (await client.query<Row>(`select * from (${text}\n) r limit 100000`, [...values])).rows,
  );
}

const same = (keys: readonly unknown[], others: readonly unknown[]) =>
  keys.every((key, i) => String(key ?? '\u0000') === String(others[i] ?? '\u0000'));

/** The rows of an operand: those of the group, and those of all groups. */
function behind(rows: readonly Row[], { keys, condition, measure }: Operand, row: Row): Behind {
  const counted = rows.filter(
    (one) =>
      (condition === null || one[`c${condition}`] === true) &&
      (measure === null || one[`m${measure}`] !== null),
  );
  const own = counted.filter((one) =>
    same(
      keys.map((_, i) => one[`k${i}`]),
      keys.map((key) => row[key]),
    ),
  );
  const numbers = (some: readonly Row[]) =>
    measure === null ? some.map(() => 1) : some.map((one) => Number(one[`m${measure}`]));
  return { values: numbers(own), everywhere: numbers(counted), count: own.length };
}

const close = (said: unknown, expected: number | null) =>
  said === null || expected === null
    ? said === null && expected === null
    : Math.abs(Number(said) - expected) <= 1e-9 * Math.max(1, Math.abs(expected));

/** Figures that differ from what their rows come to. */
async function differing({ place, screen, sql }: Source) {
  const ready = server.context.definitions.current().screens.get(screen);
  if (!ready || !sql.figures) return { faults: [`${place} is not there`], compared: 0 };
  const wanted = Object.fromEntries(
    ready.screen.params.flatMap(({ id }) => (given[id] === undefined ? [] : [[id, given[id]]])),
  );
  const params = readParams(ready.screen, wanted);
  const report = await ask(sql.sql.text, valuesFor(sql, sql.sql.names, params, districts));
  const grouped: (readonly Row[])[] = [];
  for (const { sql: one, params: types } of sql.figures.statements)
    grouped.push(await ask(one.text, valuesFor({ params: types }, one.names, params, districts)));
  const faults: string[] = [];
  let compared = 0;
  const step = Math.max(1, Math.floor(report.length / 25));
  for (const [column, { operands, how }] of Object.entries(sql.figures.columns)) {
    const way = wayOf(place, column, how);
    if (!way) continue;
    for (const row of report.filter((_, i) => i % step === 0)) {
      const expected = way(...operands.map((operand) => behind(grouped[operand.rows] ?? [], operand, row)));
      compared += 1;
      if (!close(row[column], expected))
        faults.push(
          `${place} ${column} is ${String(row[column])}, its rows come to ${expected}: ${JSON.stringify(operands)}`,
        );
    }
  }
  return { faults, compared };
}

describe('the measures of the reports', () => {
  it('have a second way each', () => {
    expect(without(ways)).toEqual([]);
    for (const [place, file] of Object.entries(heldElsewhere)) {
      expect(existsSync(join(root, file)), file).toBe(true);
      // By a second study, or counted by hand from the report that it asks.
      const report = place.replace(/^report\/| .*$/g, '');
      expect(readFileSync(join(root, file), 'utf8')).toMatch(new RegExp(`studyOf|report\\('${report}'`));
    }
  });

  it('would be found without one', () => {
    const { 'report/compavgchg rows': _, ...fewer } = ways;
    expect(without(fewer)).toContain('report/compavgchg rows difference (computed)');
  });

  // In parts, since all of them take minutes.
  it.each([0, 1, 2, 3])('are what their rows come to, part %i', async (part) => {
    const faults: string[] = [];
    let compared = 0;
    for (const source of sources().filter((_, i) => i % 4 === part)) {
      if (source.place in heldElsewhere) continue;
      const found = await differing(source);
      faults.push(...found.faults.slice(0, 3));
      compared += found.compared;
    }
    expect(faults).toEqual([]);
    expect(compared).toBeGreaterThan(100);
    console.log(`${compared} figures were computed a second time.`);
  });

  it('would be found where one is of other rows', async () => {
    const source = sources().find(({ place }) => place === 'report/mediansales rows');
    const figures = source?.sql.figures;
    if (!source || !figures) throw new Error('The report is not there.');
    const columns = {
      ...figures.columns,
      prior_median: { ...figures.columns.median, how: null } as (typeof figures.columns)[string],
    };
    const planted = { ...source, sql: { ...source.sql, figures: { ...figures, columns } } };
    const { faults } = await differing(planted);
    expect(faults.join('\n')).toContain('report/mediansales rows prior_median');
  });
});
