// @vitest-environment jsdom

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EntityField } from '#src/core/entity.ts';
import { evaluateExpression } from '#src/core/expressions/evaluate.ts';
import type { BlockFinding } from '#src/core/link/block-linker.ts';
import type { LinkedBlock, LinkedExpression, LinkedScreen } from '#src/core/linked.ts';
import type { ActExtra, ActOutcome, BlockProps, Failure, SourceView } from '#src/render/block-props.ts';
import { RegistriesProvider } from '#src/render/parts.tsx';
import { type ApiPort, ApiProvider } from '#src/render/ports.ts';
import { widgets } from '#src/widgets/index.ts';
import { FormBlock } from './form.tsx';
import { link } from './link.ts';

// Below the project's root, because the test runner loads modules from nowhere else.
mkdirSync('var', { recursive: true });
const folder = mkdtempSync(join(process.cwd(), 'var', 'form-validators-'));
const modules = join(folder, 'definitions', 'validators');

// The compiler's bundler refuses to run inside jsdom, so it runs in a process of its own, once for each schema.
const compiler = `
import { validatorModule } from './server/definitions/validator-module.ts';
let text = '';
for await (const part of process.stdin) text += part;
process.stdout.write(await validatorModule(JSON.parse(text)));`;
const compiled = new Map<string, string>();
function compile(schema: object): string {
  const input = JSON.stringify(schema);
  const known =
    compiled.get(input) ??
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', compiler], {
      input,
      encoding: 'utf8',
    });
  compiled.set(input, known);
  return known;
}

beforeAll(() => {
  mkdirSync(modules, { recursive: true });
  // jsdom has no dialogs; the two calls that the conflict dialog makes.
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(cleanup);
// Parts load when first used; a slow machine must not fail a test.
configure({ asyncUtilTimeout: 20_000 });

function field(id: string, more: Partial<EntityField> = {}): EntityField {
  return {
    id,
    title: id[0]?.toUpperCase() + id.slice(1).replaceAll('_', ' '),
    type: 'text',
    format: 'text',
    unit: null,
    codes: null,
    list: null,
    description: null,
    unitField: null,
    required: false,
    readOnly: false,
    search: [],
    permission: null,
    widget: null,
    minimum: null,
    maximum: null,
    maxLength: null,
    pattern: null,
    ...more,
  };
}

const fields = Object.fromEntries(
  [
    field('title', { required: true, maxLength: 12 }),
    field('genre', { codes: 'genre' }),
    field('pages', { type: 'integer', format: 'integer', minimum: 1 }),
    field('copies', { type: 'integer', format: 'integer' }),
    field('sheets', { type: 'number', format: 'number' }),
    field('bought_on', { type: 'date', format: 'date' }),
    field('price', { type: 'integer', format: 'currency' }),
    field('shelf', { type: 'number', format: 'area', unitField: 'shelf_unit' }),
    field('shelf_unit', { codes: 'unit' }),
    field('lent', { type: 'boolean', format: 'boolean' }),
    field('reader'),
    field('code', { readOnly: true }),
  ].map((entry) => [entry.id, entry]),
);

const byType: { readonly [type: string]: string } = {
  integer: 'integer',
  number: 'number',
  date: 'date',
  boolean: 'checkbox',
};
const byFormat: { readonly [format: string]: string } = { currency: 'currency', area: 'area' };

const over = (text: string): LinkedExpression => ({ $expr: text, over: 'form', returns: 'any' });

const definition = {
  id: 'book',
  type: 'form',
  title: null,
  visibleWhen: null,
  data: 'book',
  entity: 'book',
  light: false,
  sections: [
    {
      id: 'main',
      title: 'Book',
      columns: 3,
      fields: [
        { id: 'title' },
        { id: 'genre' },
        { id: 'pages' },
        { id: 'copies' },
        { id: 'sheets', value: over('form.pages * form.copies') },
        { id: 'code' },
      ],
    },
    {
      id: 'lending',
      title: 'Lending',
      fields: [
        { id: 'lent' },
        { id: 'reader', visibleWhen: over('form.lent'), requiredWhen: over('form.lent') },
        {
          id: 'bought_on',
          check: [
            {
              expr: over('form.bought_on > "2000-01-01"'),
              message: 'Bought before 2000. Change the day.',
              level: 'error',
            },
          ],
        },
        { id: 'price' },
        { id: 'shelf' },
      ],
    },
  ],
  submit: { label: 'Save', on: [{ type: 'call', operation: 'record.save', body: 'form' }] },
};

async function linked(given: object): Promise<{ block: LinkedBlock; findings: readonly BlockFinding[] }> {
  const schemas: { readonly hash: string; readonly schema: object }[] = [];
  const findings: BlockFinding[] = [];
  const block = link(given as LinkedBlock, {
    source: null,
    fieldsOf: () => [],
    entity: (id) =>
      id === 'book'
        ? {
            id: 'book',
            title: 'Book',
            record: {
              prefix: 'book',
              list: 'books',
              itemType: 'BK',
              table: 'book',
              view: 'book',
              label: 'Book {id}',
              permissions: { view: 'v', update: 'u' },
            },
            fields,
          }
        : null,
    form: () => null,
    report: (finding) => findings.push(finding),
    suggest: () => undefined,
    widgetFor: (of) => ({
      type: of.codes ? 'code' : (byFormat[of.format] ?? byType[of.type] ?? 'text'),
      options: {},
    }),
    useCodes: () => undefined,
    useValidator: (schema) => {
      const hash = createHash('sha256').update(JSON.stringify(schema)).digest('hex');
      schemas.push({ hash, schema });
      return hash;
    },
  });
  for (const { hash, schema } of schemas) writeFileSync(join(modules, `${hash}.js`), compile(schema));
  writeFileSync(join(modules, 'package.json'), '{"type":"module"}');
  return { block: JSON.parse(JSON.stringify(block)) as LinkedBlock, findings };
}

const none = () => undefined;
const noPort = () => Promise.reject(new Error('not called'));
const api: ApiPort = { base: pathToFileURL(folder).href, call: noPort, upload: noPort, file: noPort };

const scope: BlockProps['scope'] = {
  params: {},
  data: {},
  user: null,
  session: { baseYear: 2025, selectedBaseyear: 2025, selectedDistrict: null, company: '', version: '' },
  roles: [],
  perms: [],
  today: '2026-03-01',
};

function sourceOf(value: unknown, retry: () => void): SourceView {
  return {
    id: 'book',
    kind: 'operation',
    fields: [],
    rowKey: null,
    status: 'ready',
    failure: null,
    value,
    page: noPort,
    revision: '',
    retry,
    export: noPort,
  };
}

const stored = {
  id: 7,
  version: 3,
  title: 'Emma',
  genre: 'XX',
  pages: 300,
  copies: 2,
  sheets: 600,
  shelf: 25000,
  shelf_unit: 'H',
  lent: false,
  code: 'AB',
};

interface Drawn {
  readonly acts: ActExtra[];
  readonly dirty: boolean[];
  readonly retry: ReturnType<typeof vi.fn>;
  readonly redraw: (value: unknown) => void;
}

async function draw(
  answers: readonly (ActOutcome | Promise<ActOutcome>)[] = [],
  given: object = definition,
  record: unknown = stored,
): Promise<Drawn> {
  const { block } = await linked(given);
  const acts: ActExtra[] = [];
  const dirty: boolean[] = [];
  const retry = vi.fn();
  let next = 0;
  const props = (value: unknown): BlockProps => ({
    block,
    screen: {
      codes: {
        genre: [
          { code: 'NO', label: 'Novel' },
          { code: 'PO', label: 'Poems' },
        ],
      },
    } as unknown as LinkedScreen,
    scope,
    source: block.data ? sourceOf(value, retry) : null,
    sources: {},
    evaluate: (expression, extra) => evaluateExpression(expression, { ...scope, ...extra }),
    text: (text) => (typeof text === 'string' ? text : ''),
    act: async (_, extra = {}) => {
      acts.push(extra);
      return answers[next++] ?? { done: true, value: { ...stored, version: 4 } };
    },
    renderBlock: () => null,
    url: { get: () => undefined, set: none },
    memory: { get: none, set: none },
    visit: { get: none, set: none },
    setDirty: (value) => dirty.push(value),
  });
  const tree = (value: unknown) => (
    <ApiProvider value={api}>
      <RegistriesProvider value={{ blocks: new Map(), widgets, actions: new Map() } as never}>
        <FormBlock {...props(value)} />
      </RegistriesProvider>
    </ApiProvider>
  );
  const { rerender } = render(tree(record));
  await screen.findByLabelText(/^Title/);
  if (!('light' in given && given.light)) await screen.findByLabelText(/^Price/);
  return { acts, dirty, retry, redraw: (value) => rerender(tree(value)) };
}

function failure(more: Partial<Failure>): ActOutcome {
  return {
    done: false,
    failure: {
      status: 422,
      code: 'invalid',
      message: 'Refused.',
      reference: null,
      errors: [],
      details: {},
      ...more,
    },
  };
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
async function type(label: RegExp, text: string): Promise<void> {
  const input = screen.getByLabelText(label);
  await userEvent.clear(input);
  if (text !== '') await userEvent.type(input, text);
}

describe('form', () => {
  it('sends the version and the changed fields only', async () => {
    const { acts, dirty } = await draw();
    await type(/^Title/, 'Persuasion');
    expect(dirty.at(-1)).toBe(true);
    await save();
    expect(acts).toEqual([{ form: { version: 3, title: 'Persuasion' } }]);
    await waitFor(() => expect(dirty.at(-1)).toBe(false));
    await type(/^Title/, 'Emma 2');
    await save();
    expect(acts[1]?.form).toEqual({ version: 4, title: 'Emma 2' });
  });

  it('computes a value from others and sends it with them', async () => {
    const { acts } = await draw();
    await type(/^Copies/, '3');
    expect(screen.getByLabelText(/^Sheets/)).toHaveProperty('value', '900');
    await save();
    expect(acts[0]?.form).toEqual({ version: 3, copies: 3, sheets: 900 });
  });

  it('keeps a code that is not in its table, shows it and does not send it', async () => {
    const { acts } = await draw();
    expect(screen.getByRole('combobox', { name: 'Genre' })).toHaveProperty('value', 'XX');
    await type(/^Pages/, '301');
    await save();
    expect(acts[0]?.form).toEqual({ version: 3, pages: 301, sheets: 602 });
  });

  it('reads hectares and stores square metres with the flag', async () => {
    const { acts } = await draw();
    const area = screen.getByLabelText(/^Shelf/);
    expect(area).toHaveProperty('value', '2.5 ha');
    await type(/^Shelf/, '450');
    await save();
    expect(acts[0]?.form).toEqual({ version: 3, shelf: 450, shelf_unit: 'M' });
  });

  it('shows a field and asks for it as its conditions say', async () => {
    const { acts } = await draw();
    expect(screen.queryByLabelText(/^Reader/)).toBeNull();
    await userEvent.click(screen.getByLabelText(/^Lent/));
    expect(screen.getByLabelText(/^Reader/)).toHaveProperty('required', true);
    await save();
    expect(acts).toEqual([]);
    const summary = screen.getByRole('alert');
    expect(document.activeElement).toBe(summary);
    await userEvent.click(within(summary).getByRole('button', { name: 'Reader is missing. Fill it in.' }));
    expect(document.activeElement).toBe(screen.getByLabelText(/^Reader/));
  });

  it('checks lengths and limits with the compiled validator', async () => {
    const { acts } = await draw();
    await type(/^Title/, 'A title that is too long');
    await type(/^Pages/, '0');
    await save();
    expect(acts).toEqual([]);
    expect(screen.getAllByText('Title is too long. Use at most 12 characters.')).toHaveLength(2);
    expect(screen.getAllByText('Pages must be 1 or more.')).toHaveLength(2);
    expect(screen.getByLabelText(/^Title/).getAttribute('aria-invalid')).toBe('true');
  });

  it('keeps a text that is no value on screen and does not save', async () => {
    const { acts } = await draw();
    await type(/^Bought on/, '31/02/2020');
    await userEvent.tab();
    expect(screen.getByText('Invalid date')).toBeDefined();
    await save();
    expect(acts).toEqual([]);
    expect(screen.getByLabelText(/^Bought on/)).toHaveProperty('value', '31/02/2020');
    await type(/^Bought on/, '29/02/2020');
    await save();
    expect(acts[0]?.form).toEqual({ version: 3, bought_on: '2020-02-29' });
  });

  it('holds a check between fields against the value', async () => {
    const { acts } = await draw();
    await type(/^Bought on/, '01-Jan-1999');
    await save();
    expect(acts).toEqual([]);
    expect(screen.getAllByText('Bought before 2000. Change the day.').length).toBeGreaterThan(0);
  });

  it('lands server problems on their fields and the others in the summary', async () => {
    await draw([
      failure({
        errors: [
          { pointer: '/title', message: 'This title is taken. Choose another.' },
          { pointer: '/weather', message: 'Too wet' },
        ],
      }),
    ]);
    await type(/^Title/, 'Other');
    await save();
    const summary = await screen.findByRole('alert');
    expect(within(summary).getByText('Too wet (/weather)')).toBeDefined();
    expect(screen.getByLabelText(/^Title/).getAttribute('aria-describedby')).toMatch(/-note$/);
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Other');
  });

  it('keeps text and dirty mark when saving fails', async () => {
    const { dirty } = await draw([failure({ status: 0, message: 'The network is down.' })]);
    await type(/^Title/, 'Other');
    await save();
    // The message itself is the spine's to tell, once.
    expect(await screen.findByText('Not saved')).toBeDefined();
    expect(screen.queryByText('The network is down.')).toBeNull();
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Other');
    expect(dirty.at(-1)).toBe(true);
  });

  it('makes one call of ten clicks', async () => {
    let finish: (outcome: ActOutcome) => void = none;
    const { acts } = await draw([new Promise<ActOutcome>((resolve) => (finish = resolve))]);
    await type(/^Title/, 'Other');
    const button = screen.getByRole('button', { name: 'Save' });
    for (let i = 0; i < 10; i++) fireEvent.click(button);
    await act(async () => finish({ done: true, value: { version: 4 } }));
    expect(acts).toHaveLength(1);
  });

  it('offers reload or force on a conflict, a second time too, and loses nothing typed', async () => {
    const conflict = failure({ status: 409, message: 'Changed by Ann at 10:00.' });
    const { acts } = await draw([conflict, conflict]);
    await type(/^Title/, 'Mine');
    await save();
    expect(await screen.findByText('Changed by Ann at 10:00.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Force save' }));
    expect(acts[1]).toEqual({ form: { version: 3, title: 'Mine' }, body: { __forceUpdate__: true } });
    expect(await screen.findByText('Changed by Ann at 10:00.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Mine');
  });

  it('takes the other state when a conflict is answered by reload', async () => {
    const { retry, redraw } = await draw([failure({ status: 409, message: 'Changed.' })]);
    await type(/^Title/, 'Mine');
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Reload' }));
    expect(retry).toHaveBeenCalledOnce();
    redraw({ ...stored, title: 'Theirs', version: 9 });
    await waitFor(() => expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Theirs'));
  });

  it('keeps what is typed when the source is refreshed under it', async () => {
    const { redraw } = await draw();
    await type(/^Title/, 'Mine');
    redraw({ ...stored, title: 'Theirs', version: 9 });
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Mine');
  });

  it('saves by Ctrl+S', async () => {
    const { acts } = await draw();
    await type(/^Title/, 'Keys');
    await userEvent.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(acts).toHaveLength(1));
  });

  it('only shows while it is read only', async () => {
    await draw([], { ...definition, readOnlyWhen: over('true') });
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('readOnly', true);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('sends all fields where there is no record', async () => {
    const light = {
      ...definition,
      data: null,
      light: true,
      sections: [{ id: 'main', fields: [{ id: 'title' }, { id: 'reader' }] }],
    };
    const { acts } = await draw([], light, undefined);
    await save();
    expect(acts).toEqual([]);
    await type(/^Title/, 'New');
    await save();
    expect(acts[0]?.form).toEqual({ title: 'New' });
  });
});

describe('linking a form', () => {
  it('reports a form of nothing, a field twice and an input too heavy for a light form', async () => {
    const rules = async (given: object) =>
      (await linked(given)).findings.map(({ rule, pointer }) => `${rule} ${pointer}`);
    expect(await rules({ ...definition, entity: undefined })).toEqual(['form-owner /sections']);
    expect(
      await rules({ ...definition, sections: [{ id: 'a', fields: [{ id: 'title' }, { id: 'title' }] }] }),
    ).toEqual(['duplicate-field /sections/0/fields/1/id']);
    expect(
      await rules({ ...definition, light: true, sections: [{ id: 'a', fields: [{ id: 'genre' }] }] }),
    ).toEqual(['light-widget /sections/0/fields/0/id']);
  });

  it('makes plain draft-07 without anything that depends on a value', async () => {
    const { block } = await linked(definition);
    const text = JSON.stringify(block.sections);
    expect(text).not.toMatch(/oneOf|anyOf|"if"|"enum"|"required":\[/);
    expect((block.sections as readonly { schema: object }[])[0]?.schema).toMatchObject({
      type: 'object',
      properties: { title: { type: 'string', maxLength: 12 }, pages: { type: 'integer', minimum: 1 } },
    });
  });
});
