// @vitest-environment jsdom

import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { actionRunners } from '#src/actions/index.ts';
import { followed } from '#src/actions/test-support.ts';
import { TextBlock } from '#src/blocks/text/text.tsx';
import { formatDiagnostic } from '#src/core/diagnostic.ts';
import type { LinkedAction } from '#src/core/linked.ts';
import type { BlockComponent, BlockProps } from '#src/render/block-props.ts';
import { askConfirm, ConfirmHost } from '#src/render/confirm.tsx';
import { PortsProvider } from '#src/render/ports.tsx';
import type { Lazy } from '#src/render/registries.ts';
import { Screen } from '#src/render/screen.tsx';
import { prepareLibrary } from '#tests/definitions/fixture.ts';
import { testScope } from '#tests/support/block-props.tsx';

afterEach(cleanup);
beforeAll(() => {
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

const dialogOf = (blocks: readonly object[]) => ({
  format: 1,
  id: 'shelf',
  route: '/shelf',
  title: 'Shelf',
  data: { books: { records: 'books', where: {} } },
  blocks: [
    {
      id: 'list',
      type: 'grid',
      data: 'books',
      columns: [{ id: 'title', on: [{ type: 'dialog', title: 'Lend {row.title}', blocks }] }],
    },
  ],
});
const prepare = (blocks: readonly object[]) =>
  prepareLibrary(null, [
    { path: 'screens/shelf.json', bytes: new TextEncoder().encode(JSON.stringify(dialogOf(blocks))) },
  ]);
const note = { id: 'note', type: 'text', text: 'About {row.title}' };
const hidden = { id: 'hidden', type: 'text', text: 'Lent', visibleWhen: 'row.lent' };

/** Stands for the list: starts the plan of its first column with a row, and tells what a dialog's block may start. */
function List({ block, act }: BlockProps) {
  const [column] = block.columns as readonly { readonly on: readonly LinkedAction[] }[];
  const plan = column?.on ?? [];
  const row = { id: 5, title: 'Emma', lent: false };
  return (
    <>
      <button type="button" onClick={() => void act(plan, { row })}>
        Lend
      </button>
      <button
        type="button"
        onClick={() => void act([followed({ type: 'call', operation: 'book.lend' }, plan)], { row })}
      >
        Lend by card
      </button>
    </>
  );
}

/** An input that is never saved. */
function Typed({ scope, act, setDirty }: BlockProps) {
  return (
    <>
      <input aria-label="Reader" onChange={() => setDirty(true)} />
      <button
        type="button"
        onClick={() =>
          void act([
            {
              type: 'snackbar',
              kind: 'info',
              text: { $text: ['Row ', { path: ['row', 'id'] }], over: 'row' },
            },
          ])
        }
      >
        Tell {String(scope.row?.title)}
      </button>
      <button
        type="button"
        onClick={() =>
          void act([
            {
              type: 'snackbar',
              kind: 'info',
              text: { $text: ['Card ', { path: ['answer', 'card'] }], over: 'row' },
            },
          ])
        }
      >
        Tell the card
      </button>
    </>
  );
}

function draw(blocks: readonly object[]) {
  const { screens, diagnostics } = prepare(blocks);
  const linked = screens.find(({ id }) => id === 'shelf');
  if (!linked) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  const told: string[] = [];
  const dirty: boolean[] = [];
  const never = () => Promise.reject(new Error('not called'));
  const registries = {
    blocks: new Map<string, Lazy<BlockComponent>>([
      ['grid', async () => List],
      ['text', async () => TextBlock],
      ['section', async () => Typed],
    ]),
    widgets: new Map(),
    actions: actionRunners,
  };
  const { params: _, data: __, ...base } = testScope;
  const page = (
    <SWRConfig value={{ provider: () => new Map() }}>
      <PortsProvider
        api={{ base: '/api', call: async () => ({ card: 7 }), upload: never, file: never }}
        registries={registries}
        app={{
          navigate: () => undefined,
          snackbar: (_kind, text) => void told.push(text),
          confirm: askConfirm,
          share: () => undefined,
          changeMany: () => Promise.resolve(false),
          handOff: () => Promise.resolve(false),
          takeIds: () => () => undefined,
          session: {
            signIn: () => undefined,
            refresh: async () => undefined,
            signOut: async () => undefined,
            remember: () => undefined,
          },
        }}
      >
        <Screen
          screen={linked}
          routeParams={{}}
          base={base}
          visit="1"
          onTitle={() => undefined}
          setDirty={(value) => void dirty.push(value)}
        />
        <ConfirmHost />
      </PortsProvider>
    </SWRConfig>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />);
  return { told, dirty };
}

const typed = { id: 'typed', type: 'section', title: 'Typed', blocks: [note] };

describe('a dialog that a row opens', () => {
  it('knows the row in its title, its texts and its conditions', async () => {
    draw([note, hidden]);
    await userEvent.click(await screen.findByRole('button', { name: 'Lend' }));
    expect(await screen.findByText('About Emma')).toBeDefined();
    expect(screen.getByRole('dialog', { name: 'Lend Emma' })).toBeDefined();
    expect(screen.queryByText('Lent')).toBeNull();
  });

  it('knows it in what its blocks start', async () => {
    const { told } = draw([typed]);
    await userEvent.click(await screen.findByRole('button', { name: 'Lend' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Tell Emma' }));
    expect(told).toEqual(['Row 5']);
  });

  it('knows the answer of the call before it in what its blocks start', async () => {
    const { told } = draw([typed]);
    await userEvent.click(await screen.findByRole('button', { name: 'Lend by card' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Tell the card' }));
    expect(told).toEqual(['Card 7']);
  });

  it('asks before what is typed in it is given up', async () => {
    draw([typed]);
    await userEvent.click(await screen.findByRole('button', { name: 'Lend' }));
    await userEvent.type(await screen.findByLabelText('Reader'), 'Ann');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('dialog', { name: 'Lend Emma' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Close without saving' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Lend Emma' })).toBeNull());
  });

  it('may name only what the row has, and nothing of a row elsewhere', () => {
    expect(prepare([{ ...note, text: 'About {row.titel}' }]).diagnostics.map(({ rule }) => rule)).toEqual([
      'unknown-name',
    ]);
    expect(prepare([{ ...hidden, visibleWhen: 'row.pages' }]).diagnostics.map(({ rule }) => rule)).toEqual([
      'expression-type',
    ]);
  });
});
