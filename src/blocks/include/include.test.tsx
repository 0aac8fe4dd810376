// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { PortsProvider } from '#src/render/ports.tsx';
import { testBlock, testPage, testProps, testScope } from '#tests/support/block-props.tsx';
import { Include } from './include.tsx';

afterEach(cleanup);

function draw(params: { readonly [id: string]: unknown }) {
  const to = { $text: ['/shelf/', { path: ['params', 'shelf'] }], over: 'screen' };
  const block = testBlock('include', { title: 'Shelf', to, text: 'By author.', newPage: true });
  render(
    <PortsProvider manifest={[testPage('/shelf/:id')]}>
      <MemoryRouter>
        <Include {...testProps(block, { scope: { ...testScope, params } })} />
      </MemoryRouter>
    </PortsProvider>,
  );
}

describe('include block', () => {
  it('leads to the page that stands in the document', () => {
    draw({ shelf: 'A/1' });
    expect(screen.getByRole('link', { name: 'Shelf' }).getAttribute('href')).toBe('/shelf/A%2F1');
    expect(screen.getByText('By author.')).toBeTruthy();
  });

  it('names the page without a link while its parameter is missing', () => {
    draw({});
    expect(screen.getByRole('heading', { name: 'Shelf' })).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });
});
