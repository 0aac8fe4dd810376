// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, describe, expect, it } from 'vitest';
import type { BlockFinding, BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { testBlock, testField, testProps, testScreen, testSource } from '#tests/support/block-props.tsx';
import { Facts } from './facts.tsx';
import { link } from './link.ts';

afterEach(cleanup);

const fields = [
  testField('title', 'text', { title: 'Title' }),
  testField('branch', 'text', { title: 'Branch', codes: 'branch' }),
  testField('kind', 'text', { title: 'Kind', list: 'kinds' }),
  testField('bought', 'date', { title: 'Bought' }),
  testField('pages', 'integer', { title: 'Length', unit: 'pages' }),
  testField('lent', 'boolean', { title: 'Lent' }),
];

function linked(definitions: readonly object[]) {
  const findings: BlockFinding[] = [];
  const context: BlockLinkContext = {
    source: { kind: 'sql', id: 'book', fields, rowKey: null },
    fieldsOf: () => fields,
    entity: () => null,
    report: (finding) => findings.push(finding),
    suggest: (wrong) => (wrong === 'titel' ? 'Did you mean "title"?' : undefined),
    widgetFor: () => ({ type: 'text', options: {} }),
    useCodes: () => {},
    useValidator: () => '',
  };
  const block = link(
    testBlock('facts', { data: 'book', columns: 2, fields: definitions, empty: 'Gone.' }),
    context,
  );
  return { block, findings };
}

const api: ApiPort = {
  base: '/api',
  call: async () => ({ kinds: [{ code: 'A', name: 'Atlas' }] }),
  upload: () => Promise.reject(new Error('not here')),
  file: () => Promise.reject(new Error('not here')),
};

function draw(block: LinkedBlock, value: unknown) {
  const props = testProps(block, {
    source: testSource({ fields, value }),
    screen: testScreen({ codes: { branch: [{ code: 'N', label: 'North' }] } }),
  });
  return render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <PortsProvider api={api}>
        <MemoryRouter>
          <Facts {...props} />
        </MemoryRouter>
      </PortsProvider>
    </SWRConfig>,
  );
}

const values = () => screen.getAllByRole('definition').map((value) => value.textContent);
const book = { title: 'Emma', branch: 'N', kind: 'A', bought: '2022-03-09', pages: 1474, lent: false };

describe('facts block', () => {
  it('draws every field of the source where none is named, each in its format', async () => {
    draw(linked([]).block, [book]);
    expect(await screen.findByText('Atlas')).toBeTruthy();
    expect(values()).toEqual(['Emma', 'North', 'Atlas', '09-Mar-2022', '1,474 pages', 'No']);
  });

  it('draws an operation’s record, a dash for what is missing, and leaves out what may be left out', () => {
    draw(linked([{ id: 'title' }, { id: 'bought', title: 'On' }, { id: 'pages', hideEmpty: true }]).block, {
      title: 'Emma',
      bought: null,
    });
    expect(values()).toEqual(['Emma', '–']);
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Title', 'On']);
  });

  it('links a value to where its row says', () => {
    const to = { $text: ['/branch/', { path: ['row', 'branch'] }], over: 'row' };
    draw(linked([{ id: 'branch', link: to }]).block, book);
    expect(screen.getByRole('link', { name: 'North' }).getAttribute('href')).toBe('/branch/N');
  });

  it('says so when there is no record', () => {
    draw(linked([]).block, []);
    expect(screen.getByText('Gone.')).toBeTruthy();
  });

  it('reports an unknown field', () => {
    expect(linked([{ id: 'titel' }]).findings).toMatchObject([
      { pointer: '/fields/0/id', rule: 'unknown-column', suggestion: 'Did you mean "title"?' },
    ]);
  });
});
