// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Version } from './answers.ts';
import { HistoryPanel } from './history-panel.tsx';

afterEach(cleanup);

const version: Version = {
  version: 1,
  action: 'publish',
  at: '2026-03-02T01:00:00.000Z',
  by: 'Ann',
  note: 'A first try',
  hasText: true,
};

function draw(given: Partial<Parameters<typeof HistoryPanel>[0]>) {
  const asked: string[] = [];
  render(
    <HistoryPanel
      versions={[version]}
      current={1}
      hasFile
      busy={false}
      onRollBack={({ version: to }) => asked.push(`version ${to}`)}
      onFile={() => asked.push('file')}
      {...given}
    />,
  );
  return asked;
}

describe('the history of a definition', () => {
  it('ends with the file, which the first publication over it can be taken back to', () => {
    const asked = draw({});
    expect(screen.getAllByRole('listitem').at(-1)?.textContent).toContain(
      'Version 0: the file of the repository',
    );
    screen.getByRole('button', { name: 'Put the file in force again' }).click();
    expect(asked).toEqual(['file']);
  });

  it('marks the file while it is in force, and offers the version then', () => {
    const asked = draw({ current: null });
    expect(screen.getAllByRole('listitem').at(-1)?.getAttribute('aria-current')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Put the file in force again' })).toBeNull();
    screen.getByRole('button', { name: 'Roll back to version 1' }).click();
    expect(asked).toEqual(['version 1']);
  });

  it('offers no file where the repository has none', () => {
    draw({ hasFile: false });
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });
});
