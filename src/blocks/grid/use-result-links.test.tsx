// @vitest-environment jsdom

import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LinkedSource, ManifestEntry } from '#src/core/linked.ts';
import { PortsProvider } from '#src/render/ports.tsx';
import { testBlock, testProps, testScreen, testSource } from '#tests/support/block-props.tsx';
import { useResultLinks } from './use-result-links.ts';

const page = (route: string, record: string): ManifestEntry => ({
  id: route,
  route,
  alias: [],
  access: 'auth',
  hash: '',
  title: route,
  group: null,
  summary: null,
  record,
  params: [{ id: 'id', in: 'route', type: 'integer', entity: null }],
});
const manifest = [page('/tree/:id', 'trees'), page('/park/:id', 'parks')];

function links(hash: string | null) {
  const source: LinkedSource = {
    kind: 'records',
    id: 'found',
    list: 'trees',
    entity: 'tree',
    fields: [],
    rowKey: 'id',
    hash,
    where: {},
  };
  const props = testProps(testBlock('grid', { id: 'list' }), {
    screen: testScreen({ data: { found: source } }),
    source: testSource({ id: 'found', kind: 'records' }),
  });
  const query = { sort: ['-height'], find: 'oak', totals: {}, group: ['zone'] };
  const { result } = renderHook(() => useResultLinks(props, query), {
    wrapper: ({ children }) => <PortsProvider manifest={manifest}>{children}</PortsProvider>,
  });
  return result.current;
}

describe('links of a result', () => {
  it('carry the place of their row to the page of its record, groups first in the order', () => {
    expect(links('h4sh')('/tree/7', 2)).toBe(
      '/tree/7?result.hash=h4sh&result.at=3&result.sort=zone%2C-height&result.find=oak&result.block=list',
    );
  });

  it('stay as they are to other pages, and where the rows are no result of a search', () => {
    expect([links('h4sh')('/park/7', 2), links('h4sh')('', 2), links(null)('/tree/7', 2)]).toEqual([
      '/park/7',
      '',
      '/tree/7',
    ]);
  });
});
