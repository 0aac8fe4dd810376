import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkScreens } from '#scripts/screens/check.ts';
import { copyDefinitions } from '#scripts/screens/copy-definitions.ts';
import { root } from './fixture.ts';

// A report is two files. Each mistake in one of them is told with its exact place, by the real database where it is about SQL.
const copy = copyDefinitions(root);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const sql = `-- Districts and how many sales each has.
-- counts: sales by id
select district_code, count(*)::integer as sales
from sale
where district_code = any(:districts)
  and (:from_date::date is null or contract_date >= :from_date)
group by district_code
`;
const definition = `{
  "$schema": "../../schemas/meta/screen.schema.json",
  "format": 1,
  "id": "report/example",
  "route": "/report/example/:dst",
  "title": "Example {params.dst}",
  "group": "stat",
  "params": [
    { "id": "dst", "in": "route", "entity": "district" },
    { "id": "from_date", "type": "date" }
  ],
  "data": { "rows": { "sql": "example" } },
  "blocks": [
    {
      "id": "list",
      "type": "grid",
      "data": "rows",
      "rowKey": "district_code",
      "columns": ["district_code", { "id": "sales", "total": "sum", "tone": "row.sales < 5 ? 'warning' : 'none'" }]
    }
  ]
}
`;

async function findings(change: {
  readonly json?: readonly [string, string];
  readonly sql?: readonly [string, string];
}): Promise<readonly string[]> {
  writeFileSync(
    join(copy, 'screens/report/example.json'),
    change.json ? definition.replace(...change.json) : definition,
  );
  writeFileSync(join(copy, 'screens/report/example.sql'), change.sql ? sql.replace(...change.sql) : sql);
  const lines: string[] = [];
  await checkScreens({ root: copy, json: false, out: (line) => lines.push(line), note: () => {} });
  return lines.filter((line) => line.startsWith('screens/report/example'));
}

describe('a new report of two files', () => {
  it('is right', async () => {
    expect(await findings({})).toEqual([]);
  });

  it('is right where it counts no records and says why', async () => {
    const change = {
      sql: ['-- counts: sales by id\n', ''],
      json: ['"sql": "example" }', '"sql": "example", "noRows": "they are told by another office" }'],
    } as const;
    expect(await findings(change)).toEqual([]);
  });

  it.each([
    [
      'a misspelt key',
      { json: ['"columns"', '"colums"'] },
      'screens/report/example.json:19:7 error unknown-key The key "colums" is not known here. Did you mean "columns"?',
    ],
    [
      'a misspelt column',
      { json: ['"id": "sales"', '"id": "sale"'] },
      'screens/report/example.json:19:44 error unknown-column "sale" is not returned by example.sql. Did you mean "sales"?',
    ],
    [
      'a column renamed in the query',
      { sql: ['as sales', 'as n'] },
      'screens/report/example.json:19:44 error unknown-column "sales" is not returned by example.sql.',
    ],
    [
      'a mistyped expression',
      { json: ['row.sales < 5', "row.sales < 'few'"] },
      'screens/report/example.json:19:78 error expression-type The expression does not fit: no such overload: number < text.',
    ],
    [
      'a query that does not say what it counts',
      { sql: ['-- counts: sales by id\n', ''] },
      'screens/report/example.sql:2:1 error figure-counts The figures of a report lead to the records behind them, and this query does not say which it counts. Write "-- counts: LIST by COLUMN" before its first word, or say in the source\'s "noRows" why there are none.',
    ],
    [
      'a query that says it in no words that are known',
      { sql: ['-- counts: sales by id', '-- counts: sales'] },
      'screens/report/example.sql:3:1 error figure-counts The figures of a report lead to the records behind them, and this query does not say which it counts. Write "-- counts: LIST by COLUMN" before its first word, or say in the source\'s "noRows" why there are none.',
    ],
    [
      'an unknown table',
      { sql: ['from sale', 'from sales'] },
      'screens/report/example.sql:4:6 error query-error The database refuses the query: relation "sales" does not exist.',
    ],
    [
      'a parameter that the screen does not have',
      { sql: ['>= :from_date', '>= :form_date'] },
      'screens/report/example.json:12:30 error unknown-query-parameter example.sql reads ":form_date", which is no parameter of this screen. Did you mean "from_date"?',
    ],
    [
      'a parameter of another type',
      { json: ['"type": "date"', '"type": "integer"'] },
      'screens/report/example.json:12:30 error query-parameter-type example.sql takes ":from_date" as date, but the parameter is number. Change "type" or "many" of the parameter, or the cast in the query.',
    ],
  ] as const)('tells the place of %s', async (_, change, expected) => {
    expect((await findings(change))[0]).toBe(expected);
  });
});
