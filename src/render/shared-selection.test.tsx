// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { isSelected, toggle } from './selection.ts';
import { PageSelections, SelectionsOfPage, useSelection } from './shared-selection.ts';

afterEach(cleanup);

function Part({ name, label }: { readonly name?: string; readonly label: string }): ReactNode {
  const [selection, set] = useSelection(name);
  return (
    <button
      type="button"
      aria-pressed={isSelected(selection, '7')}
      onClick={() => set(toggle(selection, '7'))}
    >
      {label}
    </button>
  );
}

const pressed = () => page.getAllByRole('button').map((one) => one.getAttribute('aria-pressed') === 'true');

it('is one for all that give one name, and of a part alone where none is given', () => {
  render(
    <SelectionsOfPage value={new PageSelections()}>
      <Part name="sales" label="table" />
      <Part name="sales" label="map" />
      <Part name="loans" label="others" />
      <Part label="alone" />
    </SelectionsOfPage>,
  );
  fireEvent.click(page.getByText('map'));
  expect(pressed()).toEqual([true, true, false, false]);
  fireEvent.click(page.getByText('table'));
  expect(pressed()).toEqual([false, false, false, false]);
  fireEvent.click(page.getByText('alone'));
  expect(pressed()).toEqual([false, false, false, true]);
});
