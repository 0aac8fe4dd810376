// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { BlockFinding, BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';
import { PortsProvider } from '#src/render/ports.tsx';
import { testBlock, testPage, testProps, testScope } from '#tests/support/block-props.tsx';
import { link } from './link.ts';
import { parseMarkup } from './markup.ts';
import { TextBlock } from './text.tsx';

afterEach(cleanup);

function linked(text: unknown, more: object = {}) {
  const findings: BlockFinding[] = [];
  const context = {
    report: (finding: BlockFinding) => findings.push(finding),
  } as unknown as BlockLinkContext;
  return { block: link(testBlock('text', { intent: 'none', text, ...more }), context), findings };
}

function draw(block: LinkedBlock, row: { readonly [key: string]: unknown } = {}) {
  const scope = { ...testScope, params: row };
  return render(
    <PortsProvider manifest={[testPage('/shelf/:id')]}>
      <MemoryRouter>
        <TextBlock {...testProps(block, { scope })} />
      </MemoryRouter>
    </PortsProvider>,
  );
}

describe('text block', () => {
  it('draws paragraphs with bold, code and links', () => {
    const { block, findings } = linked('**Read** `me`.\n\nSee [the shelf](/shelf/1).');
    expect(findings).toEqual([]);
    const { container } = draw(block);
    expect(container.querySelectorAll('p')).toHaveLength(2);
    expect(container.querySelector('strong')?.textContent).toBe('Read');
    expect(container.querySelector('code')?.textContent).toBe('me');
    expect(screen.getByRole('link', { name: 'the shelf' }).getAttribute('href')).toBe('/shelf/1');
  });

  it('never reads HTML, nor markup in what a path fills in', () => {
    const text = { $text: ['<b>Hi</b> ', { path: ['params', 'name'] }], over: 'screen' };
    const { container } = draw(linked(text).block, { name: '**x** [y](/z) <i>' });
    expect(container.textContent).toBe('<b>Hi</b> **x** [y](/z) <i>');
    expect(container.querySelector('b, i, strong, a')).toBeNull();
  });

  it('fills paths inside bold and links, encoded in the address', () => {
    const text = {
      $text: ['**', { path: ['params', 'name'] }, '** [open](/shelf/', { path: ['params', 'name'] }, ')'],
      over: 'screen',
    };
    const { container } = draw(linked(text).block, { name: 'A/B' });
    expect(container.querySelector('strong')?.textContent).toBe('A/B');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/shelf/A%2FB');
  });

  it.each(['https://example.org', '//example.org', 'javascript:alert(1)'])('reports a link to %s', (to) => {
    expect(linked(`[x](${to.replace(/[()]/g, '')})`).findings).toMatchObject([
      { rule: 'link-not-a-route', pointer: '/text' },
    ]);
  });

  it('keeps stars and brackets that are no markup', () => {
    expect(parseMarkup('2 * 3 [maybe]')).toEqual([[{ kind: 'text', text: '2 * 3 [maybe]' }]]);
  });

  it('is a note when it stands out', () => {
    draw(linked('Careful', { intent: 'warning' }).block);
    expect(screen.getByRole('note').textContent).toBe('Careful');
  });
});
