import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copyDefinitions } from '#scripts/screens/copy-definitions.ts';
import { formatted } from '#scripts/screens/fmt.ts';
import { UsageError } from '#scripts/screens/verb.ts';
import { verbs } from '#scripts/screens/verbs.ts';
import { root } from './fixture.ts';

const copy = copyDefinitions(root);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

async function run(name: string, ...args: readonly string[]) {
  const lines: string[] = [];
  const verb = verbs.find((one) => one.name === name);
  if (!verb) throw new Error(`There is no verb "${name}".`);
  const say = (line: string) => lines.push(line);
  const code = await verb.run(args, { root: copy, out: say, err: say });
  return { code, lines };
}

const read = (path: string) => readFileSync(join(copy, path), 'utf8');

/** The columns whose meaning is left for the analyst to say; what else is told but the end fails. */
function unexplained(lines: readonly string[]) {
  return lines.slice(0, -1).map((line) => / warning column-words .* "(\w+)" is\./.exec(line)?.[1] ?? line);
}

describe('new report', () => {
  it('writes a query to begin with, then the page and its test from the columns of the query', async () => {
    const first = await run('new', 'report', 'bandtrial');
    expect(first.lines[0]).toContain('screens/report/bandtrial.sql is written.');
    expect(existsSync(join(copy, 'screens/report/bandtrial.json'))).toBe(false);
    const second = await run('new', 'report', 'bandtrial');
    expect(second.code).toBe(0);
    const report = JSON.parse(read('screens/report/bandtrial.json'));
    expect(report.params).toEqual([
      { id: 'dst', in: 'route', entity: 'district' },
      { id: 'from_date', title: 'From date', type: 'date' },
      { id: 'least_price', title: 'Least price', type: 'integer' },
    ]);
    expect(report.blocks.map(({ type }: { type: string }) => type)).toEqual(['chart', 'grid']);
    expect(report.blocks[1].columns).toEqual(['suburb', { id: 'sales', total: 'sum' }, 'average_price']);
    const { code, lines } = await run('check', join(copy, 'screens/report/bandtrial.json'));
    expect([code, lines.at(-1)]).toEqual([0, '1 definition is right.']);
    expect(unexplained(lines)).toEqual(['suburb', 'average_price']);
    await expect(run('new', 'report', 'bandtrial')).rejects.toThrow('exists already');
  });

  it('writes years as years, shares as per cent, and leaves a key that is made out of the columns', async () => {
    writeFileSync(
      join(copy, 'screens/report/sharetrial.sql'),
      `select district_code || '-' || suburb as key, suburb, count(*)::integer as sales,
         count(*) filter (where purchase_price > 0)::double precision / count(*) as sold_share
       from sale
       where district_code = any(:districts::text[]) and extract(year from contract_date) >= :base_year::integer
         and (:last_year::integer is null or extract(year from contract_date) <= :last_year::integer)
       group by district_code, suburb`,
    );
    await run('new', 'report', 'sharetrial');
    const report = JSON.parse(read('screens/report/sharetrial.json'));
    expect(report.params.slice(1)).toEqual([
      {
        id: 'base_year',
        type: 'integer',
        format: 'baseYear',
        title: 'Base year',
        default: { expr: 'session.selectedBaseyear' },
      },
      { id: 'last_year', type: 'integer', format: 'baseYear', title: 'Last year' },
    ]);
    expect(report.data.rows.fields).toEqual({ sold_share: { format: 'percent' } });
    expect(report.blocks[0].x.field).toBe('suburb');
    expect(report.blocks[1].rowKey).toBe('key');
    expect(report.blocks[1].columns[0]).toBe('suburb');
    const { lines } = await run('check', join(copy, 'screens/report/sharetrial.json'));
    expect(lines.at(-1)).toBe('1 definition is right.');
    expect(unexplained(lines)).toEqual(['suburb', 'sold_share']);
  });

  it('names the fragments that hold what nearly every report is narrowed by', async () => {
    writeFileSync(
      join(copy, 'screens/report/zonetrial.sql'),
      `select zone_code, count(*)::integer as properties
       from property
       where district_code = any(:districts::text[]) and base_date_of(:year::integer) is not null
         and (:zones::text[] is null or zone_code = any(:zones::text[]))
         and (:components::text[] is null or component_code = any(:components::text[]))
         and (:least_area::bigint is null or area >= :least_area::bigint)
       group by zone_code`,
    );
    await run('new', 'report', 'zonetrial');
    expect(JSON.parse(read('screens/report/zonetrial.json')).params).toEqual([
      { fragment: 'district-year' },
      { fragment: 'zones-components' },
      { id: 'least_area', type: 'integer', title: 'Least area' },
    ]);
    const { lines } = await run('check', join(copy, 'screens/report/zonetrial.json'));
    expect(lines.at(-1)).toBe('1 definition is right.');
  });

  it('tells what the database says of a query that it refuses', async () => {
    writeFileSync(join(copy, 'screens/report/wrongtrial.sql'), 'select nothing_like_this from sale');
    const { code, lines } = await run('new', 'report', 'wrongtrial');
    expect(code).toBe(1);
    expect(lines[0]).toContain('column "nothing_like_this" does not exist');
    rmSync(join(copy, 'screens/report/wrongtrial.sql'));
  });

  it('refuses a name that is none', async () => {
    await expect(run('new', 'report', 'Bad Name')).rejects.toThrow(UsageError);
    await expect(run('new', 'raport', 'x')).rejects.toThrow('Did you mean "report"?');
  });
});

describe('new list, record and form', () => {
  it('write definitions that are right', async () => {
    expect((await run('new', 'list', 'analysis')).code).toBe(0);
    expect((await run('new', 'record', 'analysis')).code).toBe(0);
    expect((await run('new', 'form', 'feedback')).code).toBe(0);
    const { lines } = await run('check');
    expect(lines.filter((line) => /anly\/|feedback/.test(line) && line.includes(' error '))).toEqual([]);
    await expect(run('new', 'list', 'analisis')).rejects.toThrow('Did you mean "analysis"?');
  });
});

describe('migrate', () => {
  it('tells what an older file becomes, and saves it in form when asked to', async () => {
    const path = 'screens/report/older.json';
    const older = {
      format: 0,
      id: 'report/older',
      route: '/report/older/:dst',
      title: 'Older',
      perm: 'repoV',
      sql: 'mediansalesz',
      blocks: [],
    };
    writeFileSync(join(copy, path), JSON.stringify(older));
    const told = await run('migrate');
    expect(told.lines).toEqual([
      `${path}: format 0 → 1`,
      '  "perm" is "needs" now.',
      '  "sql" is the source "rows" in "data" now, and blocks name it.',
      'Nothing is written; --write saves them.',
    ]);
    expect(JSON.parse(read(path))).toEqual(older);
    await run('migrate', '--write', join(copy, path));
    expect(JSON.parse(read(path))).toMatchObject({
      format: 1,
      needs: 'repoV',
      data: { rows: { sql: 'mediansalesz' } },
    });
    expect((await run('migrate')).lines).toEqual(['Every definition has the format 1.']);
    rmSync(join(copy, path));
  });
});

describe('fmt', () => {
  it('orders keys as the documentation does, whatever their depth, and changes no value', () => {
    const given = {
      title: 'Hello',
      blocks: [{ columns: [{ format: 'currency', id: 'price' }], type: 'grid', data: 'rows', id: 'list' }],
      id: 'hello',
      format: 1,
      route: '/hello',
      $schema: '../schemas/meta/screen.schema.json',
    };
    const text = formatted(root, 'screens/hello.json', JSON.stringify(given));
    expect(JSON.parse(text)).toEqual(given);
    expect(Object.keys(JSON.parse(text))).toEqual(['$schema', 'format', 'id', 'route', 'title', 'blocks']);
    const [block] = JSON.parse(text).blocks;
    expect(Object.keys(block).slice(0, 2)).toEqual(['id', 'type']);
    expect(Object.keys(block.columns[0])).toEqual(['id', 'format']);
    expect(formatted(root, 'screens/hello.json', text)).toBe(text);
  });

  it('leaves out of a report what is said by leaving it out', () => {
    const list = {
      id: 'list',
      type: 'grid',
      data: 'rows',
      columns: [{ id: 'price' }],
      export: true,
      freeze: 1,
    };
    const encoding = { x: { field: 'suburb' }, y: { field: 'price', aggregate: 'median' } };
    const plot = { id: 'prices', type: 'chart', data: 'rows', spec: { mark: 'bar', encoding } };
    const given = { id: 'hello', group: 'stat', data: { rows: { sql: 'hello' } }, blocks: [plot, list] };
    const text = formatted(root, 'screens/hello.json', JSON.stringify(given));
    expect(JSON.parse(text).id).toBeUndefined();
    expect(formatted(root, 'screens/hello.json', text)).toBe(text);
    expect(JSON.parse(text).blocks).toEqual([
      { id: 'prices', type: 'chart', mark: 'bar', x: 'suburb', y: { field: 'price', aggregate: 'median' } },
      { type: 'grid', columns: ['price'], freeze: 1 },
    ]);
  });

  it('finds every screen and code table of the house in form', async () => {
    expect((await run('fmt', '--check')).lines).toEqual(['All files are in form.']);
  });

  it('tells which files are not in form without changing them', async () => {
    const path = 'screens/app/dashboard.json';
    const before = JSON.stringify(JSON.parse(read(path)));
    writeFileSync(join(copy, path), before);
    const { code, lines } = await run('fmt', '--check', join(copy, path));
    expect([code, lines[0]]).toEqual([1, `${path} is not in form.`]);
    expect(read(path)).toBe(before);
    expect((await run('fmt', join(copy, path))).code).toBe(0);
    expect((await run('fmt', '--check', join(copy, path))).code).toBe(0);
  });
});

describe('uses', () => {
  it('tells which screens break when a field goes', async () => {
    const { lines } = await run('uses', 'sale.purpose');
    expect(lines.some((line) => /^screens\/sale\/record\.json:\d+:\d+ error unknown-field/.test(line))).toBe(
      true,
    );
    expect(lines.at(-1)).toMatch(/^Field "purpose" of "sale" is needed in \d+ places of \d+ files\.$/);
  });

  it('says so when nothing breaks', async () => {
    const { lines } = await run('uses', 'codes:day');
    expect(lines).toEqual(['codes "day" can go: no definition breaks.']);
  });

  it('finds where a permission is named', async () => {
    const { lines } = await run('uses', 'permission:repoV');
    expect(lines.some((line) => /^screens\/report\/mediansales\.json:\d+:\d+ names repoV$/.test(line))).toBe(
      true,
    );
  });

  it('suggests the near name', async () => {
    await expect(run('uses', 'sale.purpos')).rejects.toThrow('Did you mean "purpose"?');
    await expect(run('uses', 'sal.purpose')).rejects.toThrow('Did you mean "sale"?');
  });
});

describe('tables', () => {
  it('lists what a query may read, and nothing that it may not', async () => {
    const { lines } = await run('tables');
    expect(lines.some((line) => /^sale\.purchase_price\s+bigint/.test(line))).toBe(true);
    expect(lines.some((line) => line.startsWith('app_user.password_hash'))).toBe(false);
    expect(lines.some((line) => line.startsWith('ratio_study('))).toBe(true);
    const page = read('docs/tables.md');
    await run('tables', '--write');
    // A migration that changes what can be read changes the page: npm run screens -- tables --write.
    expect(read('docs/tables.md')).toBe(page);
    expect((await run('tables', 'zone')).lines.every((line) => line.startsWith('zone.'))).toBe(true);
  });
});
