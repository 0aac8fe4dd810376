import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { copyDefinitions } from '#scripts/screens/copy-definitions.ts';
import { overlayVerb } from '#scripts/screens/overlay.ts';
import { namesAt, type Schema, valuesAt } from '#src/blocks/definition-editor/schema-walk.ts';
import { definitionKinds } from '#src/core/check/language.ts';
import { kindOf } from '#src/core/prepare.ts';
import { root } from './fixture.ts';

// A report whose query has columns that no other has, so that what is offered can only come from it.
const copy = copyDefinitions(root);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const report = {
  $schema: '../../schemas/meta/screen.schema.json',
  format: 1,
  id: 'report/overlaytrial',
  route: '/report/overlaytrial/:dst',
  title: 'Trial {params.dst}',
  needs: 'repoV',
  params: [
    { id: 'dst', in: 'route', entity: 'district' },
    { id: 'zone', codes: 'condition' },
    { fragment: 'zones-components' },
  ],
  data: { rows: { sql: 'overlaytrial' }, sales: { records: 'sales' }, more: { sql: 'overlaytrial.more' } },
  onOpen: [{ type: 'set', params: {} }],
  blocks: [
    { id: 'list', type: 'grid', data: 'rows', rowKey: 'trial_place', columns: ['trial_place'] },
    { id: 'sales', type: 'grid', data: 'sales', columns: [{ id: 'id' }] },
    { id: 'any', type: 'grid', columns: [{ id: 'id' }, { ids: ['id'] }] },
    { id: 'form', type: 'form', entity: 'sale', sections: [{ id: 'a', fields: ['suburb'] }] },
    { id: 'section', type: 'section', blocks: [{ id: 'in', type: 'grid', data: 'more', columns: ['x'] }] },
    { id: 'figures', type: 'stats', items: [{ id: 'a', field: 'x' }] },
  ],
};

const lines: string[] = [];
const schemaOf = (kind: string) =>
  JSON.parse(readFileSync(join(copy, 'var/editor', `${kind}.schema.json`), 'utf8')) as Schema;
let schema: Schema = {};

beforeAll(async () => {
  const folder = join(copy, 'screens/report');
  writeFileSync(join(folder, 'overlaytrial.json'), JSON.stringify(report));
  writeFileSync(
    join(folder, 'overlaytrial.sql'),
    'select suburb as trial_place, count(*) as trial_count from sale group by 1',
  );
  writeFileSync(join(folder, 'overlaytrial.more.sql'), 'select 1 as trial_more');
  await overlayVerb.run([], { root: copy, out: (line) => lines.push(line), err: (line) => lines.push(line) });
  schema = schemaOf('screen');
});

function offered(path: readonly (string | number)[]): readonly unknown[] {
  return valuesAt(schema, report, path)
    .filter(({ detail }) => detail === 'value')
    .map(({ value }) => value);
}

describe('the overlay for editors', () => {
  it('offers the columns of the source that a block names, of the source rows where it names none, and of all where there is no such habit', () => {
    expect(offered(['blocks', 0, 'columns', 0])).toEqual(['trial_place', 'trial_count']);
    expect(offered(['blocks', 0, 'rowKey'])).toEqual(['trial_place', 'trial_count']);
    expect(offered(['blocks', 1, 'columns', 0, 'id'])).toContain('contract_date');
    expect(offered(['blocks', 1, 'columns', 0, 'id'])).not.toContain('trial_place');
    expect(offered(['blocks', 2, 'columns', 0, 'id'])).toEqual(['trial_place', 'trial_count']);
    expect(offered(['blocks', 2, 'columns', 1, 'ids', 0])).toEqual(['trial_place', 'trial_count']);
    expect(offered(['blocks', 5, 'items', 0, 'field'])).toEqual(
      expect.arrayContaining(['trial_place', 'trial_more', 'contract_date']),
    );
    expect(offered(['blocks', 4, 'blocks', 0, 'columns', 0])).toEqual(['trial_more']);
  });

  it('offers the fields of the entity that a form names', () => {
    expect(offered(['blocks', 3, 'sections', 0, 'fields', 0])).toContain('purchase_price');
    expect(namesAt(schema, report, ['data', 'sales', 'where'], []).map(({ name }) => name)).toContain(
      'contract_date',
    );
  });

  it('offers sources, queries, permissions, code tables, lists, operations, formats and routes', () => {
    expect(offered(['blocks', 0, 'data'])).toEqual(['rows', 'sales', 'more']);
    expect(offered(['data', 'rows', 'sql'])).toEqual(
      expect.arrayContaining(['overlaytrial', 'overlaytrial.more']),
    );
    expect(offered(['needs'])).toContain('saleU');
    expect(offered(['params', 1, 'codes'])).toContain('natureOfProperty');
    expect(offered(['params', 1, 'list'])).toContain('zones');
    expect(offered(['data', 'sales', 'records'])).toContain('properties');
    expect(offered(['data', 'rows', 'operation'])).toContain('record.get');
    expect(offered(['blocks', 1, 'columns', 0, 'format'])).toContain('percent');
    expect(offered(['blocks', 1, 'columns', 0, 'link'])).toContain('/report/overlaytrial/{params.dst}');
    expect(offered(['buttons', 0, 'icon'])).toContain('plus');
  });

  it('offers the parameters of a screen, those of its fragments too', () => {
    const names = namesAt(schema, report, ['onOpen', 0, 'params'], []).map(({ name }) => name);
    expect(names).toEqual(['dst', 'zone', 'zones', 'components']);
  });

  it('offers nothing of one screen to another', () => {
    const other = { ...report, id: 'report/other', route: '/report/other/:dst' };
    expect(valuesAt(schema, other, ['blocks', 0, 'rowKey']).map(({ value }) => value)).not.toContain(
      'trial_place',
    );
  });

  it('marks nothing that the committed meta-schemas accept', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const files = [
      ...filesUnder(root, 'screens', /\.json$/),
      ...filesUnder(root, 'schemas', /\.json$/).filter((file) => !file.startsWith('schemas/meta/')),
    ].filter((file) => kindOf(file) !== null);
    const validators = new Map(definitionKinds.map((kind) => [kind, ajv.compile(schemaOf(kind))]));
    const wrong = files.flatMap((file) => {
      const validate = validators.get(kindOf(file) ?? 'screen');
      const right = validate?.(JSON.parse(readFileSync(join(root, file), 'utf8')));
      return right
        ? []
        : [`${file} ${validate?.errors?.[0]?.instancePath} ${validate?.errors?.[0]?.message}`];
    });
    expect(wrong).toEqual([]);
    const known = JSON.parse(readFileSync(join(root, 'screens/report/mediansales.json'), 'utf8')) as object;
    expect(validators.get('screen')?.({ ...known, needs: 'madeAMinuteAgo' })).toBe(true);
    expect(validators.get('screen')?.({ ...known, neds: 'repoV' })).toBe(false);
  });

  it('is written again only where something changed', async () => {
    expect(lines).toHaveLength(definitionKinds.length);
    lines.length = 0;
    await overlayVerb.run([], { root: copy, out: (line) => lines.push(line), err: () => {} });
    expect(lines).toEqual(['var/editor is up to date.']);
  });

  it('is laid over the meta-schema of every kind by the settings of the repository', () => {
    const text = readFileSync(join(root, '.vscode/settings.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '');
    const settings = JSON.parse(text) as { readonly 'json.schemas': readonly object[] };
    expect(settings['json.schemas']).toEqual(
      definitionKinds.map((kind) => ({
        url: `./schemas/meta/${kind}.schema.json`,
        schema: {
          allOf: [
            { $ref: `./${kind}.schema.json?committed` },
            { $ref: `../../var/editor/${kind}.schema.json` },
          ],
        },
      })),
    );
  });
});
