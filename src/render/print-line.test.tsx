// @vitest-environment jsdom

import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PrintLine } from './print-line.tsx';

afterEach(cleanup);

const chips = [
  { id: 'branch', title: 'Branch', value: 'North' },
  { id: 'year', title: 'Year', value: '2022' },
];

describe('the line of a printed page', () => {
  it('names the parameters, the data set, who ran it and when', () => {
    const { container } = render(
      <PrintLine chips={chips} dataset="synthetic" runAt="2022-07-01T02:30:00Z" by="Ann Reader" />,
    );
    expect([...(container.firstElementChild?.children ?? [])].map((part) => part.textContent)).toEqual([
      'Branch: North',
      'Year: 2022',
      'Synthetic data',
      'Run 01-Jul-2022 12:30 by Ann Reader',
    ]);
  });

  it('says by whom it is printed where no run has a time', () => {
    const { container } = render(<PrintLine chips={chips} dataset={null} runAt={null} by="Ann Reader" />);
    expect(container.firstElementChild?.lastElementChild?.textContent).toBe('Printed by Ann Reader');
  });

  it('is not there where a page has neither parameters nor rows', () => {
    const { container } = render(<PrintLine chips={[]} dataset={null} runAt={null} by="Ann Reader" />);
    expect(container.firstElementChild).toBeNull();
  });
});
