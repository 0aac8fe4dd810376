// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Failure } from '#src/render/block-props.ts';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { testBlock, testProps } from '#tests/support/block-props.tsx';
import { Upload } from './upload.tsx';

afterEach(cleanup);

interface Sending {
  readonly operation: string;
  readonly file: string;
  readonly query: object;
  readonly progress: (share: number) => void;
  readonly answer: (value: unknown) => void;
  readonly fail: (failure: Failure) => void;
  readonly signal: AbortSignal | undefined;
}

const on = [{ type: 'refresh', data: ['scans'] }];
const result = { $text: [{ path: ['row', 'pages'] }, ' pages read'], over: 'row' };
const block = testBlock('upload', {
  operation: 'scan.upload',
  accept: ['.pdf'],
  many: true,
  label: 'Drop scans',
  help: null,
  options: [{ id: 'ocr', title: 'Read the text', default: false }],
  query: { shelf: 'A' },
  result,
  on,
});

function draw(more: object = {}) {
  const sendings: Sending[] = [];
  const api: ApiPort = {
    base: '/api',
    call: () => Promise.reject(new Error('not here')),
    file: () => Promise.reject(new Error('not here')),
    upload: (operation, file, query, progress, signal) =>
      new Promise((answer, fail) => {
        signal?.addEventListener('abort', () => fail(new DOMException('cancelled', 'AbortError')));
        sendings.push({ operation, file: file.name, query, progress, answer, fail, signal });
      }),
  };
  const props = testProps({ ...block, ...more });
  const view = render(
    <PortsProvider api={api}>
      <Upload {...props} />
    </PortsProvider>,
  );
  return { sendings, props, view };
}

const pdf = (name: string) => new File(['x'.repeat(2048)], name);
const pick = (...files: File[]) => userEvent.upload(screen.getByLabelText(/Drop scans/), files);

describe('upload block', () => {
  it('sends picked files one after another with the options and tells each answer', async () => {
    const { sendings, props } = draw();
    await userEvent.click(screen.getByLabelText(/Read the text/));
    await pick(pdf('a.pdf'), pdf('b.PDF'));
    expect(sendings.map(({ operation, file, query }) => [operation, file, query])).toEqual([
      ['scan.upload', 'a.pdf', { shelf: 'A', ocr: true }],
    ]);
    expect(screen.getByText('Waiting')).toBeTruthy();
    sendings[0]?.progress(0.4);
    await waitFor(() => expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(0.4));
    sendings[0]?.answer({ pages: 7 });
    expect(await screen.findByText('7 pages read')).toBeTruthy();
    await waitFor(() => expect(sendings).toHaveLength(2));
    expect(props.asked).toContainEqual(['act', on, { row: { pages: 7 } }]);
    sendings[1]?.answer({ pages: 8 });
    expect(await screen.findByText('8 pages read')).toBeTruthy();
  });

  it('takes dropped files', async () => {
    const { sendings } = draw();
    const place = screen.getByText('Drop scans').closest('label');
    if (!place) throw new Error('There is no drop area.');
    fireEvent.drop(place, { dataTransfer: { files: [pdf('dropped.pdf')] } });
    await waitFor(() => expect(sendings[0]?.file).toBe('dropped.pdf'));
  });

  it('tells the failure of a file with its reference and goes on with the next', async () => {
    const { sendings } = draw();
    await pick(pdf('a.pdf'), pdf('b.pdf'));
    sendings[0]?.fail({
      status: 422,
      code: 'bad',
      message: 'Page 3 is torn.',
      reference: 'r-3',
      errors: [],
      details: {},
    });
    expect((await screen.findByRole('alert')).textContent).toBe('Page 3 is torn. (reference r-3)');
    await waitFor(() => expect(sendings).toHaveLength(2));
  });

  it('cancels a waiting file and the one under way', async () => {
    const { sendings } = draw();
    await pick(pdf('a.pdf'), pdf('b.pdf'));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel b.pdf' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel a.pdf' }));
    expect(sendings[0]?.signal?.aborted).toBe(true);
    await waitFor(() => expect(screen.getAllByText('Cancelled')).toHaveLength(2));
    expect(sendings).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Clear the list' }));
    expect(screen.queryByText('a.pdf')).toBeNull();
  });

  it('refuses other endings by name and sends nothing of them', async () => {
    const { sendings } = draw();
    const place = screen.getByText('Drop scans').closest('label');
    if (!place) throw new Error('There is no drop area.');
    fireEvent.drop(place, { dataTransfer: { files: [pdf('photo.jpg')] } });
    expect((await screen.findByRole('alert')).textContent).toContain('photo.jpg');
    expect(sendings).toEqual([]);
  });

  it('holds the page while files are under way and aborts them when it is left', async () => {
    const { sendings, props, view } = draw();
    await pick(pdf('a.pdf'));
    expect(props.asked.at(-1)).toEqual(['dirty', true]);
    view.unmount();
    expect(sendings[0]?.signal?.aborted).toBe(true);
  });
});
