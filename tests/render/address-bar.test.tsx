// @vitest-environment jsdom

import { act, cleanup, render, renderHook } from '@testing-library/react';
import { MemoryRouter, type Navigator, Router, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { routesOf } from '#src/core/link/link-screens.ts';
import { useAddressBar } from '#src/render/address-bar.ts';
import { testParam } from '#tests/support/block-props.tsx';

afterEach(cleanup);

const params = [testParam('word', { in: 'fragment' }), testParam('shelf')];

/** The hook at an address of the library; what it says, and where the address stands then. */
function at(address: string) {
  const { result } = renderHook(
    () => ({ bar: useAddressBar(params), place: useLocation(), go: useNavigate() }),
    { wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter> },
  );
  return {
    bar: () => result.current.bar,
    place: () => `${result.current.place.pathname}${result.current.place.search}${result.current.place.hash}`,
    go: (to: string) => act(async () => result.current.go(to)),
  };
}

describe('a secret after #', () => {
  it('is taken, leaves the address at once, and stays known until it is given up', async () => {
    const { bar, place } = at('/library?shelf=A#word=open%20me');
    expect(place()).toBe('/library?shelf=A');
    expect(bar().query).toEqual({ shelf: ['A'], word: ['open me'] });
    act(() => bar().setParams(params, { shelf: 'B' }, {}));
    expect(place()).toBe('/library?shelf=B');
    expect(bar().query).toEqual({ shelf: ['B'], word: ['open me'] });
    act(() => bar().setParams(params, { word: null }, {}));
    expect(place()).toBe('/library?shelf=B');
    expect(bar().query).toEqual({ shelf: ['B'], word: [] });
  });

  it('is not taken from the query, and a newer one takes its place', async () => {
    const { bar, place, go } = at('/library?word=told#elsewhere');
    expect(bar().query).toEqual({});
    expect(place()).toBe('/library?word=told#elsewhere');
    await go('/library#word=newer');
    expect(place()).toBe('/library');
    expect(bar().query).toEqual({ word: ['newer'] });
  });

  it('is no filter that a link may name', () => {
    const library = { route: '/library', params: [{ id: 'word', in: 'fragment' }, 'shelf'] };
    const [route] = routesOf([library], [], { blocks: new Map() });
    expect(route).toMatchObject({ pattern: '/library', query: ['shelf'] });
  });
});

describe('changes one after another', () => {
  /** A page that is drawn with what it wrote only when `draw` says so, as a busy browser does. */
  function drawnLate() {
    const written: string[] = [];
    const write = ({ search = '' }: { readonly search?: string }) => void written.push(search);
    const navigator = { createHref: String, go: () => undefined, push: write, replace: write };
    const Turn = () => {
      const { setText } = useAddressBar(params);
      const turned = (now: string | undefined) => (now === 'up' ? 'down' : now === 'down' ? undefined : 'up');
      return <button type="button" onClick={() => setText('sort', turned)} />;
    };
    const page = (search: string) => (
      <Router location={`/library${search}`} navigator={navigator as Navigator}>
        <Turn />
      </Router>
    );
    const { getByRole, rerender } = render(page(''));
    return {
      written,
      press: () => getByRole('button').click(),
      draw: (search: string) => rerender(page(search)),
    };
  }

  it('each go on from the one before, drawn or not', () => {
    const { written, press, draw } = drawnLate();
    press();
    press();
    expect(written).toEqual(['?sort=up', '?sort=down']);
    // For another reason.
    draw('');
    press();
    expect(written.at(-1)).toBe('');
    draw('?sort=down');
    press();
    expect(written.at(-1)).toBe('');
  });

  it('begin anew from an address that came from elsewhere', () => {
    const { written, press, draw } = drawnLate();
    press();
    draw('?shelf=A&sort=down');
    press();
    expect(written.at(-1)).toBe('?shelf=A');
  });
});
