// Makes the first version of a definition from what is known: a query's columns, an entity's fields.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DescribedColumn } from '#server/definitions/describe-query.ts';
import { createFactsReader, type SqlFacts } from '#server/definitions/facts.ts';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { composed, namedTexts } from '#server/definitions/shared-queries.ts';
import { suggest } from '#src/core/suggest.ts';
import { isJsonObject, type Json, type JsonObject } from '#src/core/values.ts';
import { databaseFolder } from './check.ts';
import { formatted } from './fmt.ts';
import { lazyDatabase } from './lazy-database.ts';
import { type Io, UsageError, type Verb } from './verb.ts';

const namePattern = /^[a-z][a-z0-9]{1,39}$/;

/** A query to begin with; every line tells what it is for. */
export function starterSql(name: string): string {
  return `-- ${name}: say in one sentence what this report answers.
-- :districts is always given: the districts of the page that whoever runs the report may see. Other :names become
-- filters of the page; cast each to its type. An empty filter is null.
-- docs/tables.md lists what a query may read. Give every column a name; types decide formats.
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

function words(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
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
    params: [
      ...(place ? [{ id: 'dst', in: 'route', entity: 'district' }] : []),
      ...params
        .filter((param) => param.name !== 'districts' && param.name !== 'dst')
        .map((param) => paramOf(param, lists)),
    ],
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

/** Under the name that the language gives to what follows; an object literal may not have it, lest it be awaited. */
function afterwards(steps: readonly JsonObject[]): JsonObject {
  return Object.fromEntries([['then', [...steps]]]);
}

function write(root: string, path: string, json: JsonObject, out: Io['out']): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), formatted(root, path, JSON.stringify(json)));
  out(`${path} is written.`);
}

function refuseExisting(root: string, path: string): void {
  if (existsSync(join(root, path)))
    throw new UsageError(`${path} exists already. Choose another name, or edit it.`);
}

async function newReport(name: string, { root, out, err }: Io): Promise<number> {
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

/** An entity by its id, with its fields. */
function entityNamed(root: string, id: string): JsonObject {
  const files = readDefinitionFiles(root).filter(({ path }) => path.startsWith('schemas/entities/'));
  const names = files.map(({ path }) => path.replace(/^.*\/|\.json$/g, ''));
  const file = files[names.indexOf(id)];
  if (!file) {
    const near = suggest(id, names);
    throw new UsageError(`"${id}" is no entity.${near ? ` ${near}` : ''} There are ${names.join(', ')}.`);
  }
  return JSON.parse(Buffer.from(file.bytes).toString('utf8')) as JsonObject;
}

function fieldsOf(entity: JsonObject): readonly (readonly [string, JsonObject])[] {
  const properties = isJsonObject(entity.properties) ? entity.properties : {};
  return Object.entries(properties).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));
}

const most = 12;

function newList(name: string, io: Io): number {
  const entity = entityNamed(io.root, name);
  const record = isJsonObject(entity.record) ? entity.record : {};
  const { prefix, list } = record as { prefix?: string; list?: string };
  const path = `screens/${prefix}/list.json`;
  refuseExisting(io.root, path);
  const view = isJsonObject(record.permissions) ? record.permissions.view : undefined;
  write(
    io.root,
    path,
    {
      $schema: '../../schemas/meta/screen.schema.json',
      format: 1,
      id: `${prefix}/list`,
      route: `/${prefix}/list/:id`,
      title: `${String(entity.title)} list`,
      ...(view ? { needs: view } : {}),
      params: [{ id: 'id', in: 'route', type: 'text' }],
      data: { found: { records: list ?? '', hash: '{params.id}' } },
      blocks: [
        {
          id: 'list',
          type: 'grid',
          data: 'found',
          rowKey: 'id',
          freeze: 1,
          export: true,
          find: true,
          columns: fieldsOf(entity)
            .slice(0, most)
            .map(([id]) => ({ id })),
        },
      ],
    },
    io.out,
  );
  return 0;
}

function newRecord(name: string, io: Io): number {
  const entity = entityNamed(io.root, name);
  const record = isJsonObject(entity.record) ? entity.record : {};
  const { prefix, list } = record as { prefix?: string; list?: string };
  const path = `screens/${prefix}/edit.json`;
  refuseExisting(io.root, path);
  const permissions = isJsonObject(record.permissions) ? record.permissions : {};
  const writable = fieldsOf(entity).filter(
    ([, field]) => field.write === undefined || field.write === 'always',
  );
  const shown = fieldsOf(entity).filter(([, field]) => field.write !== undefined && field.write !== 'always');
  write(
    io.root,
    path,
    {
      $schema: '../../schemas/meta/screen.schema.json',
      format: 1,
      id: `${prefix}/edit`,
      route: `/${prefix}/edit/:id`,
      title: `${String(entity.title)} {params.id}`,
      ...(typeof permissions.view === 'string' ? { needs: permissions.view } : {}),
      params: [{ id: 'id', in: 'route', type: 'integer' }],
      data: { record: { operation: 'record.get', params: { list: list ?? '', id: '{params.id}' } } },
      blocks: [
        {
          id: 'facts',
          type: 'facts',
          data: 'record',
          entity: name,
          columns: 3,
          fields: shown.slice(0, most).map(([id]) => ({ id })),
        },
        {
          id: 'form',
          type: 'form',
          data: 'record',
          entity: name,
          ...(typeof permissions.update === 'string'
            ? { readOnlyWhen: `!has_perm('${permissions.update}')` }
            : {}),
          sections: [
            { id: 'main', title: String(entity.title), columns: 3, fields: writable.map(([id]) => id) },
          ],
          submit: {
            label: 'Save',
            on: [
              {
                type: 'call',
                operation: 'record.save',
                params: { list: list ?? '', id: '{params.id}' },
                body: 'form',
                ...afterwards([
                  { type: 'snackbar', kind: 'success', text: `${String(entity.title)} {params.id} is saved` },
                  { type: 'refresh', data: ['record'] },
                ]),
              },
            ],
          },
        },
      ],
    },
    io.out,
  );
  return 0;
}

function newForm(name: string, io: Io): number {
  const path = `schemas/forms/${name}.json`;
  refuseExisting(io.root, path);
  write(
    io.root,
    path,
    {
      $schema: '../meta/form.schema.json',
      $id: name,
      title: words(name),
      type: 'object',
      required: ['text'],
      properties: { text: { type: 'string', title: 'Text', maxLength: 200 } },
    },
    io.out,
  );
  return 0;
}

export const newVerb: Verb = {
  name: 'new',
  usage: 'report|list|record|form NAME',
  summary: 'Writes the first version of a definition.',
  details: [
    'report NAME: from screens/report/NAME.sql, whose columns and parameters are asked of the database; without that',
    '  file a query to begin with is written first. A test of expectations is written beside it.',
    'list ENTITY, record ENTITY: a list of records, a record with its form, from the fields of the entity.',
    'form NAME: a form schema that is no record.',
  ],
  run: async (args, io) => {
    const [what, name, ...more] = args;
    if (what === undefined || name === undefined || more.length > 0)
      throw new UsageError('Say what to make and its name.');
    if (what === 'report' && !namePattern.test(name))
      throw new UsageError(
        `"${name}" is no name of a report. Use small letters and figures, such as "avmcheck".`,
      );
    if (what === 'report') return newReport(name, io);
    if (what === 'list') return newList(name, io);
    if (what === 'record') return newRecord(name, io);
    if (what === 'form') return newForm(name, io);
    const near = suggest(what, ['report', 'list', 'record', 'form']);
    throw new UsageError(`"${what}" cannot be made.${near ? ` ${near}` : ''}`);
  },
};
