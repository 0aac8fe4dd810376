// Longer than the habit: one model, held through typing, pasting, filling, taking back and saving in turn.
import { describe, expect, it } from 'vitest';
import type { PageRequest } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';
import type { Failure } from '#src/render/block-props.ts';
import { CellEdits } from './cell-edits.ts';
import { RowViews } from './cell-view.ts';
import { totalsOf } from './columns-of-block.ts';
import {
  type CellRules,
  type Follows,
  type GridColumn,
  type GridSaves,
  isLinkedGrid,
  type LinkedGrid,
} from './definition.ts';
import { makeEditIntents } from './edit-intents.ts';
import { firstUnsavable } from './first-unsavable.ts';
import type { EvaluateRow } from './follow-row.ts';
import { followTotals } from './follow-totals.ts';
import { GridModel } from './grid-model.ts';
import { layOut, noChoice } from './layout.ts';
import { link } from './link.ts';
import { pageOfRows } from './local-rows.ts';
import { PageWindow } from './page-window.ts';
import type { RowEdit } from './row-edit.ts';
import { afterRefusal, afterSaving, chosen, sheetBody } from './save-sheet.ts';
import { column, field, gridBlock, linkContext, treeFields } from './test-support.ts';

const rules: CellRules = {
  required: false,
  minimum: 0,
  maximum: null,
  maxLength: null,
  pattern: null,
  permission: null,
};
const saves: GridSaves = { list: 'trees', permission: 'treeU', id: 'id', version: 'version', fields: {} };
const integer = (id: string, edit: CellRules | null) =>
  column(id, {
    title: id,
    field: field(id, { type: 'integer', format: 'integer' }),
    format: 'integer',
    edit,
  });

function sheetOf(
  count: number,
  columns: readonly GridColumn[],
  more: Partial<LinkedGrid> = {},
  evaluate: EvaluateRow = () => null,
) {
  const linked = link(gridBlock({ columns: [{ id: 'id' }], rowKey: 'id' }), linkContext().context);
  if (!isLinkedGrid(linked)) throw new Error('The grid was not linked.');
  const block: LinkedGrid = { ...linked, editing: 'sheet', columns, saves, ...more };
  const rows = Array.from(
    { length: count },
    (_, i): Row => ({
      id: i + 1,
      version: 1,
      ...Object.fromEntries(columns.slice(1).map(({ id }, j) => [id, (i + 1) * 10 + j])),
    }),
  );
  const views = new RowViews(block, {
    evaluate: (expression, { row, form = row }) => evaluate(expression, { row, form }),
    text: () => '',
    mayOpen: () => true,
    recordHref: () => null,
    inResult: (to) => to,
    recordName: () => null,
    labels: () => null,
    mayEdit: ({ edit }) => edit !== null,
    worksIn: () => true,
    figures: null,
    closed: null,
  });
  const fields = ['id', 'version', ...columns.slice(1).map(({ id }) => id)].map((id) =>
    field(id, { type: 'integer' }),
  );
  const page = async (request: PageRequest) => pageOfRows(rows, fields, request);
  const layout = layOut(columns, noChoice, { freeze: 0, selectable: false, actionsWidth: 0 });
  const query = { sort: [], find: '', totals: totalsOf(columns) };
  const model = new GridModel((changed) => new PageWindow(page, query, changed), layout, views);
  model.window.restart(page, query);
  const said: string[] = [];
  const works: Promise<unknown>[] = [];
  const { copyBlock, ...intents } = makeEditIntents(() => ({
    model,
    rowKey: 'id',
    sheet: true,
    noun: 'trees',
    mayEditColumn: (one) => views.mayEditColumn(one),
    mayEdit: (one, row) => views.mayEdit(one, row),
    tell: (text) => said.push(text),
    refuse: (text) => said.push(`! ${text}`),
    report: (work) => works.push(work),
  }));
  const done = async () => {
    await Promise.all(works.splice(0));
  };
  return { model, intents, said, done };
}

const abc = [integer('id', null), integer('a', rules), integer('b', rules), integer('c', null)];
const texts = (model: GridModel, key: string) =>
  Object.fromEntries([...(model.edits.row(key)?.cells ?? [])].map(([id, { text }]) => [id, text]));

async function readySheet(count = 5, columns = abc, more: Partial<LinkedGrid> = {}, evaluate?: EvaluateRow) {
  const sheet = sheetOf(count, columns, more, evaluate);
  await sheet.model.window.rows(0, count - 1);
  await new Promise((settled) => setTimeout(settled));
  return sheet;
}

describe('a block pasted into a worksheet', () => {
  it('fills cells from the active one on, marks text among numbers at its cell, and is one step of undo', async () => {
    const { model, intents, said, done } = await readySheet();
    model.activate({ row: 1, col: 1 });
    intents.paste(model.active, '1,200\t"7"\r\ndear\t8\r\n');
    await done();
    expect(said).toEqual(['Pasted 4 cells in 2 rows. 1 cell cannot be saved yet.']);
    expect([texts(model, '2'), texts(model, '3')]).toEqual([
      { a: '1,200', b: '7' },
      { a: 'dear', b: '8' },
    ]);
    expect(model.edits.cell('2', 'a')?.values).toEqual({ a: 1200 });
    expect(model.edits.cell('3', 'a')?.problem).toContain('is not a number');
    expect(model.edits.tally).toEqual({ cells: 4, rows: 2, wrong: 1, warned: 0, clashing: 0 });
    expect(await firstUnsavable(model)).toEqual({ row: 2, col: 1 });
    expect(model.marked).toEqual([2, 2]);
    intents.undo();
    expect(model.edits.size).toBe(0);
    intents.redo();
    expect(model.edits.tally.cells).toBe(4);
  });

  it.each([
    [{ row: 4, col: 1 }, '1\n2', 'The block has 2 rows, but from here there is room for 1 tree.'],
    [{ row: 0, col: 2 }, '1\t2', 'Column “c” cannot be changed here.'],
    [{ row: 0, col: 3 }, '1\t2', 'The block has 2 columns, but from here there is room for 1.'],
    [{ row: 0, col: 0 }, '1\t2\t3\t4', 'Columns “id” and “c” cannot be changed here.'],
  ])('is refused as a whole where it does not fit: %#', async (at, text, why) => {
    const { model, intents, said, done } = await readySheet();
    model.activate(at);
    intents.paste(model.active, text);
    await done();
    expect(said).toEqual([`! Nothing was pasted. ${why}`]);
    expect(model.edits.size).toBe(0);
  });

  it('of one value fills the marked block', async () => {
    const { model, intents, done } = await readySheet();
    model.activate({ row: 0, col: 1 });
    intents.extend({ row: 2, col: 2 });
    intents.paste(model.active, '5');
    await done();
    expect(model.edits.rows.map(({ key }) => texts(model, key))).toEqual(
      Array.from({ length: 3 }, () => ({ a: '5', b: '5' })),
    );
  });

  it('of 5,000 × 30 cells leaves the page free in between', async () => {
    const wide = [integer('id', null), ...Array.from({ length: 30 }, (_, i) => integer(`m${i}`, rules))];
    const { model, intents, said, done } = await readySheet(5_000, wide);
    model.activate({ row: 0, col: 1 });
    const line = Array.from({ length: 30 }, (_, i) => (i === 7 ? 'many' : String(i))).join('\t');
    let turns = 0;
    const clock = setInterval(() => {
      turns += 1;
    });
    intents.paste(model.active, Array.from({ length: 5_000 }, () => line).join('\n'));
    await done();
    clearInterval(clock);
    expect(said).toEqual(['Pasted 150,000 cells in 5,000 rows. 5,000 cells cannot be saved yet.']);
    expect(model.edits.tally).toMatchObject({ cells: 150_000, wrong: 5_000 });
    expect(turns).toBeGreaterThan(5);
  });
});

describe('marked cells of a worksheet', () => {
  it('are filled from their first row, or from the row above', async () => {
    const { model, intents, done } = await readySheet();
    model.activate({ row: 0, col: 1 });
    intents.extend({ row: 2, col: 2 });
    intents.fillDown();
    await done();
    expect(model.edits.rows.map(({ key }) => [key, texts(model, key)])).toEqual([
      ['2', { a: '10', b: '11' }],
      ['3', { a: '10', b: '11' }],
    ]);
    model.activate({ row: 3, col: 1 });
    intents.fillDown();
    await done();
    expect(texts(model, '4')).toEqual({ a: '10' });
  });

  it('are emptied together, and refused together where one cannot be changed', async () => {
    const { model, intents, said, done } = await readySheet();
    model.activate({ row: 0, col: 2 });
    intents.extend({ row: 1, col: 3 });
    intents.clear(model.active);
    await done();
    expect(said).toEqual(['! Nothing was changed. Column “c” cannot be changed here.']);
    intents.extend({ row: 1, col: 2 });
    intents.clear(model.active);
    await done();
    expect(model.edits.rows.map(({ key }) => model.edits.cell(key, 'b')?.values)).toEqual([
      { b: null },
      { b: null },
    ]);
  });

  it('all take what was typed into one of them', async () => {
    const { model, intents, done } = await readySheet();
    model.activate({ row: 0, col: 1 });
    intents.extend({ row: 3, col: 1 });
    intents.startEdit(model.active, '9');
    expect(intents.endEditInAll('9')).toBe(true);
    await done();
    expect(model.edits.tally).toMatchObject({ cells: 4, rows: 4 });
  });
});

describe('what a worksheet sends', () => {
  const edit = (key: string, cells: readonly (readonly [string, number])[], row: Row = {}): RowEdit => ({
    key,
    row: { id: Number(key), version: 3, a: 1, b: 2, ...row },
    cells: new Map(
      cells.map(([id, value]) => [id, { text: String(value), values: { [id]: value }, problem: null }]),
    ),
    failure: null,
    within: '',
  });
  const refusal = (status: number, more: Partial<Failure>): Failure => ({
    status,
    code: 'refused',
    message: 'No.',
    reference: null,
    errors: [],
    details: {},
    ...more,
  });
  const edits = (...rows: readonly RowEdit[]) => {
    const made = new CellEdits(() => {});
    made.takeRows(new Map(rows.map((row) => [row.key, row])));
    return made;
  };

  it('is all rows with their versions, by the record’s own fields', () => {
    const joined = {
      ...saves,
      list: 'owners',
      id: 'owner_id',
      version: 'owner_version',
      fields: { b: 'age' },
    };
    const row = edit('7', [['b', 40]], { owner_id: 70, owner_version: 2 });
    expect(sheetBody([row], joined)).toEqual({ expected: 1, rows: [{ id: 70, version: 2, age: 40 }] });
  });

  it('is unsaved no more when it is stored, but for what was typed meanwhile', () => {
    const sent = edit('1', [
      ['a', 5],
      ['b', 6],
    ]);
    const now = edits(sent);
    const later = { text: '8', values: { b: 8 }, problem: null };
    now.take([{ key: '1', row: sent.row, column: 'b', edit: later }]);
    now.settle(
      afterSaving([sent], { rows: [{ id: 1, version: 4, a: 5, b: 6 }] }, (key) => now.row(key), saves),
    );
    expect(now.row('1')?.row.version).toBe(4);
    expect([...(now.row('1')?.cells.keys() ?? [])]).toEqual(['b']);
    expect(now.canUndo).toBe(false);
  });

  it('is marked at the cells that the server refuses', () => {
    const sent = [
      edit('1', [['a', 5]]),
      edit('2', [
        ['a', 6],
        ['b', 7],
      ]),
    ];
    const now = edits(...sent);
    const failure = refusal(422, {
      errors: [
        { pointer: '/rows/1/b', message: 'Too much.' },
        { pointer: '/rows/0/other', message: 'Closed.' },
      ],
    });
    now.settle(afterRefusal(sent, failure, (key) => now.row(key), saves));
    expect(now.cell('2', 'b')?.problem).toBe('Too much.');
    expect(now.cell('2', 'a')?.problem).toBe(null);
    expect(now.row('1')?.failure?.message).toBe('Closed.');
  });

  it('waits for a choice where somebody else changed the same cell, and goes on from theirs elsewhere', () => {
    const sent = [
      edit('1', [
        ['a', 5],
        ['b', 6],
      ]),
      edit('2', [['a', 9]]),
    ];
    const now = edits(...sent);
    const failure = refusal(409, {
      errors: [{ pointer: '/rows/0/a', message: 'Ann has changed this.' }],
      details: {
        rows: [
          {
            row: 0,
            fields: ['a'],
            current: { id: 1, a: 4, b: 2 },
            current_version: 5,
            changed_by: 'Ann',
          },
          { row: 1, fields: [], current: { id: 2, a: 9 }, current_version: 4, changed_by: 'Ann' },
        ],
      },
    });
    now.settle(afterRefusal(sent, failure, (key) => now.row(key), saves));
    expect(now.tally).toEqual({ cells: 2, rows: 1, wrong: 0, warned: 0, clashing: 1 });
    expect(now.cell('1', 'a')?.theirs).toEqual({ by: 'Ann', values: { a: 4 } });
    const known = now.row('1');
    if (!known) throw new Error('The row is gone.');
    expect([...(chosen(known, 'a', 'theirs')?.cells.keys() ?? [])]).toEqual(['b']);
    now.takeRows(new Map([['1', chosen(known, null, 'mine')]]));
    expect(sheetBody(now.rows, saves).rows).toEqual([{ id: 1, version: 5, a: 5, b: 6 }]);
  });
});

describe('a grid that changes records it refers to', () => {
  const entity = {
    id: 'owner',
    title: 'Owner',
    record: { list: 'owners', permissions: { view: 'o', update: 'ownerU' } },
    fields: { height: { ...field('height', { type: 'number' }), required: false, readOnly: false } },
  };
  const linkWith = (record: object, more: object = {}) => {
    const { context, findings } = linkContext();
    const block = gridBlock({
      record: { entity: 'owner', id: 'id', ...record },
      columns: [{ id: 'id' }, { id: 'name' }, { id: 'height', edit: true, ...more }],
    });
    const linked = link(block, { ...context, entity: () => entity as never });
    return { saves: isLinkedGrid(linked) ? linked.saves : null, findings };
  };

  it('saves to their list by their number and version', () => {
    expect(linkWith({ version: 'price' })).toEqual({
      saves: { list: 'owners', permission: 'ownerU', id: 'id', version: 'price', fields: {} },
      findings: [],
    });
  });

  it.each([
    [{}, {}, '/record/entity', 'have no column "version"'],
    [{ version: 'price', id: 'name' }, {}, '/record/id', 'holds no number of a record'],
    [{ version: 'price' }, { edit: 'weight' }, '/columns/2/edit', 'is no field of "owner"'],
  ])('is told what its definition lacks: %#', (record, more, pointer, message) => {
    expect(linkWith(record, more).findings).toMatchObject([
      { pointer, message: expect.stringContaining(message) },
    ]);
  });

  it('is no worksheet without a column that can be changed', () => {
    const { context, findings } = linkContext();
    link(gridBlock({ editing: 'sheet', columns: treeFields.map(({ id }) => ({ id })) }), context);
    expect(findings).toMatchObject([{ pointer: '/editing', rule: 'sheet-columns' }]);
  });
});

describe('what follows from unsaved cells', () => {
  const formula = (text: string) => ({ $expr: text, over: 'form', returns: 'any' }) as const;
  const twice = column('twice', { field: field('twice', { type: 'integer' }), total: 'sum' });
  const mean = column('c', { field: field('c', { type: 'integer' }), total: 'avg' });
  const evaluate: EvaluateRow = ({ $expr }, { form }) =>
    $expr === 'twice' ? Number(form.a) * 2 : $expr === 'small' ? Number(form.a) < 100 : null;
  const check = (level: 'error' | 'warning') => ({
    columns: ['b'],
    check: {
      id: level,
      when: null,
      expr: formula('small'),
      message: 'Too tall.',
      level,
      fields: ['a'],
    },
  });
  const follows: Follows = {
    computed: [{ column: 'twice', expr: formula('twice') }],
    checks: [check('warning')],
    fields: {},
  };
  const columns = [abc[0], abc[1], abc[2], mean, twice].flatMap((one) => one ?? []);

  it('is computed in the row, in totals that can be told, and marked in those that cannot', async () => {
    const { model, intents, done } = await readySheet(3, columns, { follows }, evaluate);
    expect(model.totals().totals).toEqual({ c: 22, twice: 69 });
    model.activate({ row: 0, col: 1 });
    intents.paste(model.active, '110');
    await done();
    expect(model.shown(0)?.row).toMatchObject({ a: 110, twice: 220 });
    expect(model.totals()).toEqual({ totals: { c: 22, twice: 69 - 13 + 220 }, stale: new Set() });
    intents.undo();
    expect(model.totals().totals).toEqual({ c: 22, twice: 69 });
    const stored = { totals: { c: 5 }, rows: [{ before: { c: 1 }, after: { c: 4 } }] };
    expect(followTotals(stored.totals, stored.rows, columns, null)).toEqual({
      totals: { c: 5 },
      stale: new Set(['c']),
    });
    const price = column('price', { total: 'sum', once: { id: 'dealing', title: 'Dealing' } });
    const lot = { dealing: 'D1', price: 10 };
    const raised = [{ before: lot, after: { ...lot, price: 12 } }];
    const all = [...raised.map(({ after }) => after), lot];
    expect(followTotals({ price: 10 }, raised, [price], all).totals).toEqual({ price: 12 });
    expect(followTotals({ price: 10 }, raised, [price], null).stale).toEqual(new Set(['price']));
    const alone = [{ before: lot, after: { ...lot, dealing: 'D2' } }];
    const parted = [lot, ...alone.map(({ after }) => after)];
    expect(followTotals({ price: 10 }, alone, [price], parted).totals).toEqual({ price: 20 });
  });

  it('breaks a rule of the record type at its cell: a warning is told, an error holds up the save', async () => {
    const { model, intents, done } = await readySheet(3, columns, { follows }, evaluate);
    model.activate({ row: 0, col: 1 });
    intents.paste(model.active, '110');
    await done();
    expect(model.edits.tally).toMatchObject({ wrong: 0, warned: 1 });
    const strict = await readySheet(
      3,
      columns,
      { follows: { ...follows, checks: [check('error')] } },
      evaluate,
    );
    strict.model.activate({ row: 1, col: 1 });
    strict.intents.paste(strict.model.active, '110');
    await strict.done();
    expect(strict.model.edits.tally).toMatchObject({ wrong: 1, warned: 0 });
    expect(await firstUnsavable(strict.model)).toEqual({ row: 1, col: 2 });
    strict.intents.paste(strict.model.active, '90');
    await strict.done();
    expect(strict.model.edits.tally).toMatchObject({ wrong: 0 });
  });

  it('is linked from the entity in its order, and from columns', () => {
    const own = { ...rules, readOnly: false, write: 'always', search: [], widget: null };
    const value = (text: string) => ({
      expr: formula(text),
      reads: [text.split('.')[1] ?? ''],
      stored: false,
    });
    const entity = {
      id: 'tree',
      title: 'Tree',
      record: { list: 'trees', permissions: { view: 'treeV', update: 'treeU' } },
      fields: {
        price: { ...field('price', { type: 'integer' }), ...own, value: value('form.height') },
        height: { ...field('height', { type: 'number' }), ...own, value: value('form.name') },
        name: { ...field('name'), ...own },
      },
      check: [{ ...check('error').check, expr: formula('form.name'), fields: ['name'] }],
    };
    const source = {
      kind: 'records',
      id: 'trees',
      list: 'trees',
      entity: 'tree',
      fields: treeFields,
      rowKey: 'id',
      hash: null,
      where: {},
    } as const;
    const { context } = linkContext(source);
    const linked = link(gridBlock({ columns: [{ id: 'id' }, { id: 'name', edit: true }, { id: 'price' }] }), {
      ...context,
      entityOfList: () => entity as never,
    });
    if (!isLinkedGrid(linked)) throw new Error('The grid was not linked.');
    expect(linked.follows.computed.map((one) => one.column)).toEqual(['height', 'price']);
    expect(linked.follows.checks.map((one) => one.columns)).toEqual([['name']]);
  });
});
