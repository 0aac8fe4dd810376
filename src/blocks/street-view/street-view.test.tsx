// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testBlock, testProps } from '#tests/support/block-props.tsx';
import { StreetView } from './street-view.tsx';
import { streetViewUrl } from './street-view-url.ts';

const service = 'https://maps.example.org/streetview?source=outdoor';

describe('the address of a street’s picture', () => {
  it('has the place, the size and the key, whatever letters they have', () => {
    const url = new URL(streetViewUrl(service, 'k-1', ' 3/12 Übel & Söhne Rd #4 ') ?? '');
    expect(url.origin + url.pathname).toBe('https://maps.example.org/streetview');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      source: 'outdoor',
      size: '640x400',
      location: '3/12 Übel & Söhne Rd #4',
      key: 'k-1',
    });
  });

  it('is none without a service, a key or a place', () => {
    for (const [at, key, place] of [
      ['', 'k', 'here'],
      [service, null, 'here'],
      [service, '', 'here'],
      [service, 'k', ' '],
      ['javascript:alert(1)', 'k', 'here'],
      ['not an address', 'k', 'here'],
    ] as const)
      expect(streetViewUrl(at, key, place)).toBeNull();
  });
});

describe('the street-view block', () => {
  const block = testBlock('street-view', {
    address: '1 Book Lane',
    latitude: '',
    longitude: '',
    key: { $expr: 'k', over: 'screen', returns: 'any' },
  });
  const draw = (key: unknown) => render(<StreetView {...testProps(block, { evaluate: () => key })} />);
  beforeEach(() => {
    const meta = document.createElement('meta');
    meta.name = 'cadastre-street-view';
    meta.content = service;
    document.head.append(meta);
  });
  afterEach(() => {
    cleanup();
    document.head.replaceChildren();
  });

  it('shows the picture with words for who does not see it, and says when there is none', () => {
    draw('k');
    const picture = screen.getByRole('img', { name: 'The street at 1 Book Lane' });
    expect(picture.getAttribute('src')).toContain('location=1+Book+Lane');
    fireEvent.error(picture);
    expect(screen.getByText('There is no picture of 1 Book Lane.')).toBeTruthy();
  });

  it('leads to the street in a tab of its own, without a script or a frame of the host', () => {
    const meta = document.createElement('meta');
    meta.name = 'cadastre-street-page';
    meta.content = 'https://maps.example.org/pano?at={lat},{lon}';
    document.head.replaceChildren(meta);
    const at = { ...block, latitude: '-33.5', longitude: '151.25' };
    const { container } = render(<StreetView {...testProps(at, { evaluate: () => 'k' })} />);
    const link = screen.getByRole('link', { name: /^Street view/ });
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      'https://maps.example.org/pano?at=-33.5,151.25',
      '_blank',
      'noopener noreferrer',
    ]);
    expect(container.querySelector('img, iframe, script')).toBeNull();
    cleanup();
    const { container: without } = render(<StreetView {...testProps(at, { evaluate: () => null })} />);
    expect(without.innerHTML).toBe('');
  });

  it('asks nothing of anybody without a key', () => {
    const { container } = draw(null);
    expect(container.innerHTML).toBe('');
  });
});
