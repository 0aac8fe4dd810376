// A form over the book, drawn with its validators compiled as the server does it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { FormBlock } from '#src/blocks/form/form.tsx';
import { link } from '#src/blocks/form/link.ts';
import type { Entity } from '#src/core/entity.ts';
import { evaluateExpression } from '#src/core/expressions/evaluate.ts';
import type { BlockFinding } from '#src/core/link/block-linker.ts';
import type { CodeRow, LinkedBlock, LinkedExpression, LinkedParam } from '#src/core/linked.ts';
import type { ActExtra, ActOutcome, BlockProps, Failure, SourceView } from '#src/render/block-props.ts';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { widgets } from '#src/widgets/index.ts';
import { testProps, testScreen, testSource } from './block-props.tsx';
import { bookContext, bookEntity, bookField, genres } from './book.ts';

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

/** To be called once by a test file. */
export function drawsForms(): void {
  beforeAll(() => {
    mkdirSync(modules, { recursive: true });
    // jsdom has no dialogs; the one call that the conflict dialog makes.
    HTMLDialogElement.prototype.showModal = function open() {
      this.open = true;
    };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(cleanup);
}

export const book = bookEntity([
  bookField('title', { required: true, maxLength: 12 }),
  bookField('genre', { codes: 'genre' }),
  bookField('pages', { type: 'integer', format: 'integer', minimum: 1 }),
  bookField('copies', { type: 'integer', format: 'integer' }),
  bookField('sheets', { type: 'number', format: 'number' }),
  bookField('bought_on', { type: 'date', format: 'date' }),
  bookField('price', { type: 'integer', format: 'currency' }),
  bookField('shelf', { type: 'number', format: 'area', unitField: 'shelf_unit' }),
  bookField('shelf_unit', { codes: 'unit' }),
  bookField('lent', { type: 'boolean', format: 'boolean' }),
  bookField('reader'),
  bookField('code', { readOnly: true }),
]);

const byType: { readonly [type: string]: string } = {
  integer: 'integer',
  number: 'number',
  date: 'date',
  boolean: 'checkbox',
};
const byFormat: { readonly [format: string]: string } = { currency: 'currency', area: 'area' };

export const over = (text: string): LinkedExpression => ({ $expr: text, over: 'form', returns: 'any' });

export const definition = {
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

/** Links a form over the book and compiles its validators to where the page loads them from. */
export async function linked(
  given: object,
  over: Entity = book,
): Promise<{ block: LinkedBlock; findings: readonly BlockFinding[] }> {
  const schemas: { readonly hash: string; readonly schema: object }[] = [];
  const { context, findings } = bookContext(over, {
    widgetFor: (of) => ({
      type: of.codes ? 'code' : (byFormat[of.format] ?? byType[of.type] ?? 'text'),
      options: {},
    }),
    useValidator: (schema) => {
      const hash = createHash('sha256').update(JSON.stringify(schema)).digest('hex');
      schemas.push({ hash, schema });
      return hash;
    },
  });
  const block = link(given as LinkedBlock, context);
  for (const { hash, schema } of schemas) writeFileSync(join(modules, `${hash}.js`), compile(schema));
  writeFileSync(join(modules, 'package.json'), '{"type":"module"}');
  return { block: JSON.parse(JSON.stringify(block)) as LinkedBlock, findings };
}

const noPort = () => Promise.reject(new Error('not called'));
// Relative addresses of validator modules begin here.
const base = pathToFileURL(folder).href;

export const scope: BlockProps['scope'] = {
  params: { id: 7 },
  data: {},
  user: { id: 1, username: 'ann', full_name: 'Ann Reader' },
  session: {
    baseYear: 2025,
    selectedBaseyear: 2025,
    selectedDistrict: null,
    exportedDistrict: null,
    company: '',
    version: '',
    parameters: {},
  },
  roles: [],
  perms: [],
  workDistricts: [],
  today: '2026-03-01',
};

function sourceOf(value: unknown, retry: () => void): SourceView {
  return testSource({ id: 'book', kind: 'operation', value, retry });
}

export const stored = {
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

export interface Drawn {
  readonly acts: ActExtra[];
  readonly dirty: boolean[];
  readonly retry: ReturnType<typeof vi.fn>;
  readonly redraw: (value: unknown) => void;
  /** Draws another definition in the same place, as after a publish. */
  readonly redefine: (given: object) => Promise<void>;
  readonly unmount: () => void;
}

export interface DrawnForm {
  /** What saving answers, one after the other; then it succeeds. */
  readonly answers?: readonly (ActOutcome | Promise<ActOutcome>)[];
  readonly given?: object;
  readonly record?: unknown;
  readonly over?: Entity;
  readonly call?: ApiPort['call'];
  readonly perms?: readonly string[];
  /** Districts that the person works in. */
  readonly works?: readonly string[];
  /** What the address says to the block. */
  readonly address?: { readonly [key: string]: string };
  /** The form is read first: no input is waited for. */
  readonly reads?: boolean;
  /** Code tables beside the genres. */
  readonly codes?: { readonly [table: string]: readonly CodeRow[] };
}

export async function draw({
  answers = [],
  given = definition,
  record = stored,
  over: entity = book,
  call = noPort,
  codes = {},
  reads = false,
  perms = [],
  works = [],
  address = {},
}: DrawnForm = {}): Promise<Drawn> {
  const around = { ...scope, perms, workDistricts: works };
  let { block } = await linked(given, entity);
  const acts: ActExtra[] = [];
  const dirty: boolean[] = [];
  const retry = vi.fn();
  let next = 0;
  const props = (value: unknown): BlockProps => ({
    ...testProps(block),
    url: { get: (key) => address[key], set: () => undefined },
    screen: testScreen({ id: 'book/edit', codes: { genre: genres, ...codes }, params: [idParam] }),
    scope: around,
    source: block.data ? sourceOf(value, retry) : null,
    evaluate: (expression, extra) => evaluateExpression(expression, { ...around, ...extra }),
    text: (text) => (typeof text === 'string' ? text : ''),
    act: async (_steps, extra = {}) => {
      const { quiet: _, ...said } = extra;
      acts.push(said);
      return answers[next++] ?? { done: true, value: { ...stored, version: 4 } };
    },
    setDirty: (value) => dirty.push(value),
  });
  const api: ApiPort = { base, call, upload: noPort, file: noPort };
  const tree = (value: unknown) => (
    <PortsProvider api={api} registries={{ blocks: new Map(), widgets, actions: new Map() }}>
      <FormBlock {...props(value)} />
    </PortsProvider>
  );
  const { rerender, unmount } = render(tree(record));
  await (reads ? screen.findByText('Emma') : screen.findByRole('textbox', { name: /^Title/ }));
  // Each kind of input comes by itself, and one that an earlier file used comes first.
  await waitFor(() => {
    const loading = document.querySelector('.cad-widget-loading');
    if (loading) throw new Error(`${loading.getAttribute('data-widget')} still loads.`);
  });
  return {
    acts,
    dirty,
    retry,
    redraw: (value) => rerender(tree(value)),
    redefine: async (next) => {
      ({ block } = await linked(next, entity));
      rerender(tree(record));
    },
    unmount,
  };
}

const idParam: LinkedParam = {
  id: 'id',
  in: 'route',
  title: 'ID',
  type: 'integer',
  format: 'id',
  many: false,
  codes: null,
  list: null,
  entity: null,
  widget: { type: 'integer', options: {} },
  default: null,
  required: true,
  help: null,
};

export function failure(more: Partial<Failure>): ActOutcome {
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

export const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

export async function type(label: RegExp | string, text: string): Promise<void> {
  const input = screen.getByLabelText(label);
  await userEvent.clear(input);
  if (text !== '') await userEvent.type(input, text);
}
