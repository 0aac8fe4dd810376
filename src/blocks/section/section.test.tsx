// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { BlockFinding, BlockLinkContext } from '#src/core/link/block-linker.ts';
import { testBlock, testProps } from '#tests/support/block-props.tsx';
import { link } from './link.ts';
import { Section } from './section.tsx';

afterEach(cleanup);

const section = (more: object) =>
  testBlock('section', {
    title: 'Hours',
    foldable: false,
    folded: false,
    columns: 1,
    blocks: [testBlock('text', { id: 'week' })],
    ...more,
  });

describe('section block', () => {
  it('draws its blocks under its heading', () => {
    render(<Section {...testProps(section({}))} />);
    expect(screen.getByRole('region', { name: 'Hours' }).textContent).toContain('block week');
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('region').hasAttribute('data-folded')).toBe(false);
  });

  it('folds and unfolds by its heading and remembers it', async () => {
    const user = userEvent.setup();
    const props = testProps(section({ foldable: true }));
    render(<Section {...props} />);
    const button = screen.getByRole('button', { name: 'Hours', expanded: true });
    await user.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByText('block week')).toBeNull();
    cleanup();
    render(<Section {...props} />);
    expect(screen.getByRole('button', { expanded: false })).toBeTruthy();
  });

  it('is folded at first where the definition says so', () => {
    render(<Section {...testProps(section({ foldable: true, folded: true }))} />);
    expect(screen.queryByText('block week')).toBeNull();
    expect(screen.getByRole('region').hasAttribute('data-folded')).toBe(true);
  });

  it('reports a foldable section without a title', () => {
    const findings: BlockFinding[] = [];
    const context = {
      report: (finding: BlockFinding) => findings.push(finding),
    } as unknown as BlockLinkContext;
    link(section({ foldable: true, title: null }), context);
    expect(findings).toMatchObject([{ rule: 'missing-title', pointer: '/foldable' }]);
  });
});
