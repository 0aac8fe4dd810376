// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiFailure } from '#src/api/failure.ts';
import type { ManyRequest } from '#src/render/many-records.ts';
import { PortsProvider } from '#src/render/ports.tsx';
import { ManyRecordsDialog } from '#src/shell/many-records/dialog.tsx';
import { widgets } from '#src/widgets/index.ts';

// jsdom draws dialogs and opens none.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
});
afterEach(cleanup);

const text = { type: 'text', options: {} };
const input = { help: null, widget: text, codes: null, many: false, required: false, default: null };
const books: ManyRequest = {
  title: 'Change books',
  text: 'Tick what is to change.',
  list: 'books',
  prefix: 'book',
  one: 'book',
  more: 'books',
  does: { kind: 'set' },
  inputs: [
    { ...input, id: 'shelf', title: 'Shelf' },
    { ...input, id: 'lent', title: 'Lent', widget: { type: 'checkbox', options: {} } },
  ],
  ids: [7, 8],
  hash: 'all',
};
const recall: ManyRequest = {
  ...books,
  title: 'Recall books',
  does: { kind: 'command', command: 'recall' },
  inputs: [{ ...input, id: 'days', title: 'Days', widget: { type: 'integer', options: {} }, default: 30 }],
  ids: [],
};
const result = {
  found: 3,
  done: 2,
  same: 0,
  refused: 1,
  stamp: 's1',
  undo: true,
  rows: [
    {
      id: 7,
      outcome: 'done',
      message: null,
      label: 'Book L-7',
      changes: [{ id: 'shelf', title: 'Shelf', old: null, new: 'B', old_text: null, new_text: 'Back room' }],
    },
    { id: 9, outcome: 'refused', message: 'Book 9 is lent.', label: null, changes: [] },
  ],
};
const job = (id: number, more: object = {}) => ({
  id,
  state: 'done',
  progress: 100,
  message: null,
  result,
  ...more,
});

function open(request: ManyRequest, answers: { readonly [operation: string]: unknown }) {
  const calls: [string, unknown][] = [];
  const closed: boolean[] = [];
  const never = () => Promise.reject(new Error('not called'));
  const call = async (operation: string, given: unknown) => {
    calls.push([operation, given]);
    const answer = answers[operation];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  render(
    <PortsProvider
      api={{ base: '/api', call, upload: never, file: never }}
      registries={{ blocks: new Map(), widgets, actions: new Map() }}
    >
      <ManyRecordsDialog request={request} onClose={(changed) => void closed.push(changed)} />
    </PortsProvider>,
  );
  return { calls, closed };
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

describe('the dialog over many records', () => {
  it('sets the ticked fields alone, shows what would be done, does just that, and takes it back', async () => {
    const { calls, closed } = open(books, {
      'bulk.preview': job(1),
      'bulk.run': job(2),
      'bulk.undo': job(3),
    });
    expect(screen.getByRole('button', { name: 'Show what would be done' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Shelf' }));
    fireEvent.change(await screen.findByRole('textbox', { name: 'New value of Shelf' }), {
      target: { value: 'B' },
    });
    await press('Show what would be done');
    await screen.findByText('Book 9 is lent.');
    expect(screen.getByRole('list', { name: 'Counts' }).textContent).toBe(
      '2 will be changed1 refused, will stay as they are',
    );
    expect(screen.getByRole('row', { name: /^Book L-7/ }).textContent).toBe(
      'Book L-7Shelf: empty → Back room',
    );
    await press('Change 2 books');
    await press('Undo');
    await screen.findByText(/^Taken back for 2 books\./);
    await press('Done');
    const target = { action: 'set', values: { shelf: 'B' }, ids: [7, 8] };
    expect(calls).toMatchObject([
      ['bulk.preview', { params: { list: 'books' }, body: target }],
      ['bulk.run', { body: { ...target, expected: 2, stamp: 's1', request_id: expect.any(String) } }],
      ['bulk.undo', { params: { id: 2 } }],
    ]);
    expect(closed).toEqual([true]);
  });

  it('asks whether it is about the selected rows or about all that was found', async () => {
    const { calls } = open({ ...books, does: { kind: 'delete' }, inputs: [] }, { 'bulk.preview': job(1) });
    fireEvent.click(screen.getByRole('radio', { name: 'All books found' }));
    await press('Show what would be done');
    await screen.findByRole('button', { name: 'Delete 2 books' });
    expect(calls[0]).toEqual([
      'bulk.preview',
      { params: { list: 'books' }, body: { action: 'delete', hash: 'all' } },
    ]);
  });

  it('runs a command with its parameters, tells how far it is, and can be cancelled with nothing changed', async () => {
    const running = job(5, { state: 'running', progress: 40, message: '400 of 1000 records', result: null });
    const { calls, closed } = open(recall, {
      'command.preview': job(4, { result: { ...result, summary: '2 books recalled of 1 shelf' } }),
      'command.run': running,
      'job.cancel': running,
      'job.get': job(5, { state: 'cancelled', result: null }),
    });
    await press('Show what would be done');
    await screen.findByText('2 books recalled of 1 shelf');
    await press('Change 2 books');
    await screen.findByText('400 of 1000 records');
    expect(screen.getByRole('progressbar')).toHaveProperty('value', 40);
    await press('Cancel it');
    expect((await screen.findByRole('alert')).textContent).toBe('It was cancelled. Nothing was changed.');
    await press('Cancel');
    expect(calls.slice(0, 2)).toMatchObject([
      ['command.preview', { params: { id: 'recall' }, body: { params: { days: 30 }, hash: 'all' } }],
      ['command.run', { params: { id: 'recall' }, body: { params: { days: 30 }, expected: 2, stamp: 's1' } }],
    ]);
    expect(closed).toEqual([false]);
  });

  it('says why nothing was changed, and can be looked at again', async () => {
    const message = 'Records were changed meanwhile. Nothing was changed; look again.';
    open(recall, { 'command.preview': job(4), 'command.run': new ApiFailure(409, 'conflict', message) });
    await press('Show what would be done');
    await press('Change 2 books');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    await screen.findByRole('button', { name: 'Show what would be done' });
  });
});
