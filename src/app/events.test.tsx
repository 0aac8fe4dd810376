// @vitest-environment jsdom

import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeMismatch, eventStore, happened, tellMismatch, useEvent } from './events.ts';

afterEach(cleanup);
beforeEach(() => eventStore.setState(eventStore.getInitialState()));

function Listener({ listen }: { readonly listen: () => void }) {
  useEvent('sessionEnded', listen);
  return null;
}

describe('what happens outside of React', () => {
  it('is heard by who listens now, each time and by the newest listener, and by nobody afterwards', () => {
    const heard: string[] = [];
    happened('sessionEnded');
    const { rerender, unmount } = render(<Listener listen={() => void heard.push('first')} />);
    happened('definitionsChanged');
    expect(heard).toEqual([]);
    happened('sessionEnded');
    rerender(<Listener listen={() => void heard.push('second')} />);
    happened('sessionEnded');
    unmount();
    happened('sessionEnded');
    expect(heard).toEqual(['first', 'second']);
  });

  it('tells another version once, and one version at a time', () => {
    tellMismatch({ kind: 'server', version: '2' });
    tellMismatch({ kind: 'client', version: '2' });
    expect(eventStore.getState().mismatch).toEqual({ kind: 'server', version: '2' });
    closeMismatch();
    tellMismatch({ kind: 'server', version: '2' });
    expect(eventStore.getState().mismatch).toBeNull();
    tellMismatch({ kind: 'client', version: '2' });
    expect(eventStore.getState().mismatch).toEqual({ kind: 'client', version: '2' });
  });
});
