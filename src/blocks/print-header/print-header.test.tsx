// @vitest-environment jsdom

import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { testBlock, testProps } from '#tests/support/block-props.tsx';
import { PrintHeader } from './print-header.tsx';

afterEach(cleanup);

describe('print header', () => {
  it('writes its lines and leaves out empty ones', () => {
    const block = testBlock('print-header', {
      title: 'Notice',
      lines: [
        { $text: ['From ', { path: ['session', 'company'] }, ''], over: 'screen' },
        { $text: ['', { path: ['params', 'nothing'] }, ''], over: 'screen' },
        'Keep with your card.',
      ],
      newPage: true,
    });
    const { container } = render(<PrintHeader {...testProps(block)} />);
    const header = container.querySelector('header');
    expect([...(header?.children ?? [])].map((line) => line.textContent)).toEqual([
      'Notice',
      'From Library',
      'Keep with your card.',
    ]);
    expect(header?.dataset.newPage).toBe('true');
  });
});
