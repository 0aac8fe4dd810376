// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { testBlock, testProps } from '#tests/support/block-props.tsx';
import { Tabs } from './tabs.tsx';

afterEach(cleanup);

const when = { $expr: "has_perm('loanV')", over: 'screen', returns: 'boolean' } as const;
const block = testBlock('tabs', {
  tabs: ['one', 'two', 'three', 'hidden'].map((id) => ({
    id,
    title: `Tab ${id}`,
    ...(id === 'hidden' ? { visibleWhen: when } : {}),
    blocks: [testBlock('text', { id: `in-${id}` })],
  })),
});

function Page({
  first,
  onUrl,
}: {
  readonly first?: string;
  readonly onUrl?: (tab: string | undefined) => void;
}) {
  const [tab, setTab] = useState(first);
  const props = testProps(block, {
    evaluate: () => false,
    url: {
      get: () => tab,
      set: (_key, change) => {
        const value = typeof change === 'function' ? change(tab) : change;
        setTab(value);
        onUrl?.(value);
      },
    },
    renderBlock: (inner) => <input key={inner.id} aria-label={inner.id} />,
  });
  return <Tabs {...props} />;
}

const selected = () => screen.getByRole('tab', { selected: true }).textContent;

describe('tabs block', () => {
  it('opens the first tab, and the one that the address names', () => {
    const { unmount } = render(<Page />);
    expect(selected()).toBe('Tab one');
    unmount();
    render(<Page first="two" />);
    expect(selected()).toBe('Tab two');
  });

  it('opens the first tab when the address names none that is there', () => {
    render(<Page first="hidden" />);
    expect(selected()).toBe('Tab one');
    expect(screen.queryByRole('tab', { name: 'Tab hidden' })).toBeNull();
  });

  it('draws a panel when it is first opened and keeps what was typed in it', async () => {
    const user = userEvent.setup();
    render(<Page />);
    expect(screen.queryByLabelText('in-two')).toBeNull();
    await user.type(screen.getByLabelText('in-one'), 'draft');
    await user.click(screen.getByRole('tab', { name: 'Tab two' }));
    expect(screen.getByLabelText('in-two')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Tab one' }));
    expect(screen.getByLabelText<HTMLInputElement>('in-one').value).toBe('draft');
  });

  it('moves by arrows, Home and End with one Tab stop, and leaves the first tab out of the address', async () => {
    const user = userEvent.setup();
    const seen: (string | undefined)[] = [];
    render(<Page onUrl={(tab) => seen.push(tab)} />);
    await user.tab();
    await user.keyboard('{ArrowRight}{End}{ArrowRight}{ArrowLeft}{Home}');
    expect(seen).toEqual(['two', 'three', undefined, 'three', undefined]);
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Tab one' }));
    expect(screen.getAllByRole('tab').filter((tab) => tab.tabIndex === 0)).toHaveLength(1);
  });

  it('names each panel by its tab', () => {
    render(<Page />);
    expect(screen.getByRole('tabpanel', { name: 'Tab one' })).toBeTruthy();
  });
});
