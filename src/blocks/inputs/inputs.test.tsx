// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { BlockFinding, BlockLinkContext } from '#src/core/link/block-linker.ts';
import { PortsProvider } from '#src/render/ports.tsx';
import { widgets } from '#src/widgets/index.ts';
import {
  testBlock,
  testField,
  testParam,
  testProps,
  testScope,
  testScreen,
  testSource,
} from '#tests/support/block-props.tsx';
import { Inputs } from './inputs.tsx';
import { textOf, valuesOf, withValue } from './lines.ts';
import { link } from './link.ts';
import { useLatest } from './use-latest.ts';

afterEach(cleanup);

const fields = [
  testField('code', 'text', { title: 'Shelf' }),
  testField('price', 'number', { title: 'Price' }),
];
const linkContext: BlockLinkContext = {
  source: { kind: 'sql', id: 'rows', fields, rowKey: null },
  fieldsOf: () => fields,
  entity: () => null,
  report: () => {},
  suggest: () => undefined,
  widgetFor: () => ({ type: 'text', options: {} }),
  useCodes: () => {},
  useValidator: () => '',
};

function linked(given: object, findings: BlockFinding[] = []) {
  const block = testBlock('inputs', {
    ...{
      param: 'price',
      decimals: 2,
      needed: 'A price is needed.',
      columns: [],
      buttons: [],
      empty: 'No shelves.',
    },
    ...given,
  });
  return link(block, { ...linkContext, report: (finding) => findings.push(finding) });
}

/** A page that answers each value when it is told to; what it was asked is written down. */
function Page({
  given,
  asked,
  late = 0,
}: {
  readonly given: object;
  readonly asked: unknown[];
  readonly late?: number;
}) {
  const [value, setValue] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const props = testProps(linked(given), {
    screen: testScreen({
      params: [testParam('price', { title: 'Price', type: 'number', live: true })],
      data: { rows: { kind: 'sql', id: 'rows', fields, rowKey: null } },
    }),
    scope: { ...testScope, params: { price: value } },
    source: testSource({
      fields,
      value: [
        { code: 'A1', price: 5 },
        { code: 'B2', price: 7 },
      ],
    }),
    sources: { rows: testSource({ fields, ...(busy ? { stale: true as const } : {}) }) },
    evaluate: () => true,
    act: async (steps) => {
      const { params } = steps[0] as unknown as { params: { price: unknown } };
      asked.push(params.price);
      const stand = () => {
        setValue(params.price);
        setBusy(true);
      };
      if (late > 0) setTimeout(stand, late);
      else stand();
      return { done: true, value: null };
    },
  });
  return (
    <PortsProvider registries={{ blocks: new Map(), widgets, actions: new Map() }} manifest={[]}>
      <Inputs {...props} />
      <button type="button" onClick={() => setBusy(false)}>
        Answer
      </button>
    </PortsProvider>
  );
}

describe('inputs block', () => {
  it('asks at each key, and while an answer is on its way keeps the last value for afterwards', async () => {
    const asked: unknown[] = [];
    render(<Page given={{}} asked={asked} />);
    await userEvent.type(await screen.findByRole('textbox'), '123');
    expect(asked).toEqual([1]);
    await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
    await waitFor(() => expect(asked).toEqual([1, 123]));
  });

  it('loses no key while the page does not have the one before yet', async () => {
    const asked: unknown[] = [];
    render(<Page given={{}} asked={asked} late={30} />);
    const input = await screen.findByRole<HTMLInputElement>('textbox');
    await userEvent.click(input);
    for (const key of '1.08') await userEvent.keyboard(key);
    expect(input.value).toBe('1.08');
    // The page comes to stand with it, and its own echo writes nothing over.
    await waitFor(() => {
      fireEvent.click(screen.getByRole('button', { name: 'Answer' }));
      expect(asked.at(-1)).toBe(1.08);
    });
    expect(input.value).toBe('1.08');
  });

  it.each([
    ['1,05', 'is not a number'],
    ['0', 'Type 0.01 or more.'],
    ['-1', 'Type 0.01 or more.'],
    ['1000', 'Type 10 or less.'],
    ['11', 'Type 10 or less.'],
  ])('tells what is no value, %s, at the input and asks nothing more for it', async (typed, said) => {
    const asked: unknown[] = [];
    render(<Page given={{ least: 0.01, most: 10 }} asked={asked} />);
    const input = await screen.findByRole('textbox');
    await userEvent.click(input);
    await userEvent.paste(typed);
    expect(screen.getByRole('alert').textContent).toContain(said);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(asked).toEqual([]);
    await userEvent.clear(input);
    expect(screen.getByRole('alert').textContent).toBe('A price is needed.');
    expect(asked).toEqual([]);
  });

  it('steps from where it is to begin, not beyond its limits', async () => {
    const asked: unknown[] = [];
    const from = { $expr: '9.5', over: 'screen', returns: 'number' };
    render(<Page given={{ step: 1, most: 10, from }} asked={asked} />);
    // The page evaluates to true here, which is no number to begin with.
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Price: more' }).disabled).toBe(true);
    await userEvent.type(await screen.findByRole('textbox'), '9');
    await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
    await userEvent.click(screen.getByRole('button', { name: 'Price: more' }));
    await waitFor(() => expect(asked).toEqual([9, 10]));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Price: more' }).disabled).toBe(true);
  });

  it('takes what is no value away with a step, and the button that waited for it is there again', async () => {
    const asked: unknown[] = [];
    const on = { over: 'screen', returns: 'boolean', $expr: 'true' };
    const set = [{ type: 'set', params: { price: 2 } }];
    const buttons = [{ id: 'keep', label: 'Keep', intent: 'primary', enabledWhen: on, on: set }];
    render(<Page given={{ step: 1, buttons }} asked={asked} />);
    const input = await screen.findByRole<HTMLInputElement>('textbox');
    await userEvent.type(input, '9');
    await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
    await userEvent.type(input, 'x');
    const keep = screen.getByRole<HTMLButtonElement>('button', { name: 'Keep' });
    expect(keep.disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Price: more' }));
    await waitFor(() => expect(input.value).toBe('10'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(keep.disabled).toBe(false);
  });

  it('draws an input for each row, and keeps their values in one text', async () => {
    const asked: unknown[] = [];
    render(
      <Page
        given={{ data: 'rows', key: 'code', columns: [{ id: 'code' }, { id: 'price' }], after: 'code' }}
        asked={asked}
      />,
    );
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Shelf',
      'Price',
      'Price',
    ]);
    await userEvent.type(await screen.findByLabelText('Price B2'), '8');
    expect(asked).toEqual(['B2=8']);
    await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
    await userEvent.type(screen.getByLabelText('Price A1'), '3');
    await waitFor(() => expect(asked).toEqual(['B2=8', 'B2=8;A1=3']));
  });

  it('stands above its rows with its buttons, and one of them takes away what was typed and is no value', async () => {
    const asked: unknown[] = [];
    const set = (price: string | null) => [{ type: 'set', params: { price } }];
    const on = { over: 'screen', returns: 'boolean', $expr: 'true' };
    const buttons = [
      { id: 'clear', label: 'Clear', intent: 'none', on: set(null) },
      { id: 'keep', label: 'Keep', intent: 'primary', enabledWhen: on, on: set('A1=2') },
    ];
    render(<Page given={{ data: 'rows', key: 'code', columns: [{ id: 'code' }], buttons }} asked={asked} />);
    const input = await screen.findByLabelText<HTMLInputElement>('Price B2');
    const keep = screen.getByRole<HTMLButtonElement>('button', { name: 'Keep' });
    expect(keep.compareDocumentPosition(input)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await userEvent.click(input);
    await userEvent.paste('1,05');
    expect(screen.getByRole('alert').textContent).toContain('is not a number');
    expect(keep.disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Price B2').value).toBe('');
    expect(keep.disabled).toBe(false);
    expect(asked).toEqual([null]);
  });

  it('reports a column that is not there, and rows without the field that names them', () => {
    const findings: BlockFinding[] = [];
    linked({ data: 'rows', columns: [{ id: 'cost' }] }, findings);
    expect(findings.map(({ pointer }) => pointer)).toEqual(['/data', '/columns/0/id']);
  });
});

describe('what was typed last', () => {
  /** Types the next value in the very moment in which the one before is drawn, as typed or as what the page tells. */
  function Typist({ sent, once }: { readonly sent: unknown[]; readonly once: 'typed' | 'told' }) {
    const [current, setCurrent] = useState<unknown>(null);
    const { typed, give } = useLatest<unknown>(current, false, (value) => sent.push(value));
    const drawn = once === 'typed' ? typed?.value : current;
    useLayoutEffect(() => {
      if (drawn === 1) give(1.08);
    }, [drawn, give]);
    return (
      <>
        <output>{String(typed?.value ?? 'none')}</output>
        <button type="button" onClick={() => give(1)}>
          Type
        </button>
        <button type="button" onClick={() => setCurrent(1)}>
          Come
        </button>
      </>
    );
  }

  it.each(['typed', 'told'] as const)(
    'stays, where it came right after the one before was drawn as %s',
    (once) => {
      const sent: unknown[] = [];
      render(<Typist sent={sent} once={once} />);
      fireEvent.click(screen.getByRole('button', { name: 'Type' }));
      fireEvent.click(screen.getByRole('button', { name: 'Come' }));
      expect(sent).toEqual([1, 1.08]);
      expect(screen.getByRole('status').textContent).toBe('1.08');
    },
  );
});

describe('values by key', () => {
  it('are read and written, and what is none is left out', () => {
    expect([...valuesOf('A=1.5;B=;=3;C=x;D=0.2')]).toEqual([
      ['A', 1.5],
      ['D', 0.2],
    ]);
    expect(valuesOf(null).size).toBe(0);
    expect(textOf(new Map())).toBeNull();
    expect(withValue('A=1', 'B', 2)).toBe('A=1;B=2');
    expect(withValue('A=1', 'A', null)).toBeNull();
    expect(withValue('A=1', 'B;C', 2)).toBe('A=1');
  });
});
