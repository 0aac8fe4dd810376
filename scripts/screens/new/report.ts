import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DescribedColumn } from '#server/definitions/describe-query.ts';
import { createFactsReader, type SqlFacts } from '#server/definitions/facts.ts';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { composed, namedTexts } from '#server/definitions/shared-queries.ts';
import type { Json, JsonObject } from '#src/core/values.ts';
import { databaseFolder } from '../check.ts';
import { lazyDatabase } from '../lazy-database.ts';
import type { Io } from '../verb.ts';
import { afterwards, refuseExisting, words, write } from './written.ts';

/** A query to begin with; every line tells what it is for. */
export function starterSql(name: string): string {
  return `-- ${name}: say in one sentence what this report answers.
-- :districts is always given: the districts of the page that whoever runs the report may see. Other :names become
-- filters of the page; cast each to its type. An empty filter is null.
-- docs/tables.md lists what a query may read. Give every column a name; types decide formats.
-- A figure opens the records that it counts: the next line says which they are.
-- counts: sales by id
select suburb,
  count(*)::integer as sales,
  round(avg(purchase_price))::bigint as average_price
from sale
where district_code = any(:districts::text[])
  and (:from_date::date is null or contract_date >= :from_date::date)
  and (:least_price::bigint is null or purchase_price >= :least_price::bigint)
group by suburb
`;
}

type Facts = Extract<SqlFacts, { readonly ok: true }>;

const numeric = new Set(['integer', 'number']);

/** The reference list whose name a filter bears: `property_types` is `propertyTypes`. */
function listNamed(name: string, lists: readonly string[]): JsonObject {
  const plain = (text: string) => text.replaceAll(/[^a-z]/gi, '').toLowerCase();
  const list = lists.find((one) => plain(one) === plain(name));
  return list === undefined ? {} : { list };
}

function paramOf({ name, type }: DescribedColumn, lists: readonly string[]): JsonObject {
  if (type === 'integer' && (name === 'year' || name === 'base_year'))
    return {
      id: name,
      type,
      format: 'baseYear',
      title: 'Base year',
      default: { expr: 'session.selectedBaseyear' },
    };
  if (type === 'integer' && name.endsWith('_year'))
    return { id: name, type, format: 'baseYear', title: words(name) };
  if (type === 'list') return { id: name, title: words(name), ...listNamed(name, lists), many: true };
  return { id: name, ...(type === 'text' ? {} : { type }), title: words(name) };
}

/** The parameters of a page; those that most reports have by the fragments that hold them. */
function paramsOf(
  params: readonly DescribedColumn[],
  place: boolean,
  lists: readonly string[],
): readonly JsonObject[] {
  const yearly = place && params.some(({ name, type }) => name === 'year' && type === 'integer');
  const parts = ['zones', 'components'].every((part) =>
    params.some(({ name, type }) => name === part && type === 'list'),
  );
  const shared = new Set([
    'districts',
    'dst',
    ...(yearly ? ['year'] : []),
    ...(parts ? ['zones', 'components'] : []),
  ]);
  return [
    ...(yearly
      ? [{ fragment: 'district-year' }]
      : place
        ? [{ id: 'dst', in: 'route', entity: 'district' }]
        : []),
    ...(parts ? [{ fragment: 'zones-components' }] : []),
    ...params.filter(({ name }) => !shared.has(name)).map((param) => paramOf(param, lists)),
  ];
}

/** A key that is made of other columns names the row; nobody reads it. */
function isMadeKey({ name }: DescribedColumn): boolean {
  return name === 'key' || name.endsWith('_key');
}

/** What holds for a column wherever it is shown: shares are written as per cent. */
function sharesOf(columns: readonly DescribedColumn[]): JsonObject {
  const shares = columns.filter(
    ({ name, type }) => type === 'number' && /(?:^|_)(?:share|percent|pct)(?:$|_)/.test(name),
  );
  if (shares.length === 0) return {};
  return { fields: Object.fromEntries(shares.map(({ name }) => [name, { format: 'percent' }])) };
}

/** A counted column has a sum; an average, a rate or a year has none. */
function columnOf({ name, type }: DescribedColumn): Json {
  const counted =
    type === 'integer' && /(?:^|_)(?:n|count|counts|sales|properties|number|total)(?:$|_)/.test(name);
  return counted ? { id: name, total: 'sum' } : { id: name };
}

/** The definition of a report from what the database says of its query. */
export function reportDefinition(
  name: string,
  { columns, params }: Facts,
  lists: readonly string[] = [],
): JsonObject {
  const place = params.some((param) => param.name === 'districts');
  const [key] = columns;
  const label = columns.find((column) => ['text', 'date'].includes(column.type) && !isMadeKey(column));
  const figure = columns.find(({ name: id, type }) => numeric.has(type) && id !== key?.name);
  const route = place ? `/report/${name}/:dst` : `/report/${name}`;
  const chart: readonly JsonObject[] =
    label && figure
      ? [
          {
            id: 'plot',
            type: 'chart',
            data: 'rows',
            title: words(figure.name),
            spec: {
              mark: label.type === 'date' ? 'line' : 'bar',
              encoding: {
                x: {
                  field: label.name,
                  type: label.type === 'date' ? 'temporal' : 'nominal',
                  title: words(label.name),
                  ...(label.type === 'date' ? {} : { sort: '-y' }),
                },
                y: { field: figure.name, type: 'quantitative', title: words(figure.name) },
              },
            },
          },
        ]
      : [];
  return {
    $schema: '../../schemas/meta/screen.schema.json',
    format: 1,
    id: `report/${name}`,
    route,
    title: place ? `${words(name)} {params.dst}` : words(name),
    needs: 'repoV',
    group: 'stat',
    summary: 'Say what this report answers.',
    dataset: true,
    params: paramsOf(params, place, lists),
    data: { rows: { sql: name, ...sharesOf(columns) } },
    blocks: [
      ...chart,
      {
        id: 'list',
        type: 'grid',
        data: 'rows',
        rowKey: key?.name ?? 'id',
        ...(key ? { sort: [key.name] } : {}),
        freeze: 1,
        export: true,
        find: true,
        columns: columns.filter((column) => !isMadeKey(column)).map(columnOf),
        empty: 'No row fits these filters.',
      },
    ],
  };
}

/** Expectations to begin with: the page is drawn, and an empty answer is told as one. */
export function reportExpectations(place: boolean): JsonObject {
  const params = place ? { params: { dst: 'all' } } : {};
  const expectation = (title: string, given: JsonObject, ...expected: readonly JsonObject[]): JsonObject => ({
    title,
    given: { role: 'analyst', ...params, ...given },
    ...afterwards(expected),
  });
  return {
    $schema: '../../schemas/meta/expectation.schema.json',
    expectations: [
      expectation('has rows', {}, { rows: { least: 1 } }),
      expectation('says when nothing fits', { rows: 'none' }, { text: 'No row fits these filters.' }),
    ],
  };
}

export async function newReport(name: string, { root, out, err }: Io): Promise<number> {
  const sqlPath = `screens/report/${name}.sql`;
  const path = `screens/report/${name}.json`;
  refuseExisting(root, path);
  if (!existsSync(join(root, sqlPath))) {
    writeFileSync(join(root, sqlPath), starterSql(name));
    out(
      `${sqlPath} is written. Make it your query, then repeat this command: the page is made from its columns.`,
    );
    return 0;
  }
  const dataDir = join(root, 'var', 'check');
  const database = lazyDatabase(root, databaseFolder(dataDir), () => {});
  try {
    const whole = composed(readFileSync(join(root, sqlPath), 'utf8'), namedTexts(readDefinitionFiles(root)));
    if (!whole) {
      err(`${sqlPath} uses a query that is not under schemas/queries. Mend it, then repeat this command.`);
      return 1;
    }
    const facts = await createFactsReader(database, { root, dataDir }).read(whole.text);
    if (!facts.ok) {
      err(`The database refuses ${sqlPath}: ${facts.message} Mend it, then repeat this command.`);
      return 1;
    }
    write(root, path, reportDefinition(name, facts, referenceLists(root)), out);
    const place = facts.params.some((param) => param.name === 'districts');
    write(root, `screens/report/${name}.test.json`, reportExpectations(place), out);
    out('Next: say what it answers in "summary", then npm run screens -- check and npm run dev.');
    return 0;
  } finally {
    await database.close();
  }
}

function referenceLists(root: string): readonly string[] {
  const { codes } = JSON.parse(readFileSync(join(root, 'schemas/codes/referenceList.json'), 'utf8')) as {
    readonly codes: readonly { readonly code: string }[];
  };
  return codes.map(({ code }) => code);
}
