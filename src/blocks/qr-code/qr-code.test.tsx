// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { PortsProvider } from '#src/render/ports.tsx';
import { testBlock, testPage, testProps, testScope } from '#tests/support/block-props.tsx';
import { modulesOf, QrCode } from './qr-code.tsx';

afterEach(cleanup);

const block = testBlock('qr-code', {
  link: { $text: ['/book/', { path: ['params', 'id'] }], over: 'screen' },
  label: 'Opens the book on a phone',
});
const draw = (params: object) =>
  render(
    <PortsProvider manifest={[testPage('/book/:id')]}>
      <MemoryRouter>
        <QrCode {...testProps(block, { scope: { ...testScope, params: { ...params } } })} />
      </MemoryRouter>
    </PortsProvider>,
  );

describe('qr-code block', () => {
  it('draws the whole address as squares of a picture with a name, and the link under it', () => {
    draw({ id: 7 });
    const code = screen.getByRole('img', { name: 'Opens the book on a phone' });
    const address = `${window.location.origin}/book/7`;
    expect(code.getAttribute('data-address')).toBe(address);
    expect(code.querySelector('path')?.getAttribute('d')).toBe(modulesOf(address).path);
    expect(screen.getByRole('link', { name: address }).getAttribute('href')).toBe('/book/7');
  });

  it('draws a text that is no page, without showing it', () => {
    const url = 'otpauth://totp/Books:emma?secret=GEZDGNBV&issuer=Books';
    render(<QrCode {...testProps(testBlock('qr-code', { text: url, label: 'For the app' }))} />);
    const code = screen.getByRole('img', { name: 'For the app' });
    expect(code.querySelector('path')?.getAttribute('d')).toBe(modulesOf(url).path);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByText(url)).toBeNull();
  });

  it('says so while what it leads to is missing', () => {
    draw({});
    expect(screen.getByText('There is nothing to open yet.')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('has the three finders of the standard within a light margin of four modules', () => {
    const { size, path } = modulesOf('https://example.org/a');
    const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
    const finder = (left: number, top: number) =>
      Array.from({ length: 49 }, (_, i) => [i % 7, Math.floor(i / 7)] as const).every(([x, y]) => {
        const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
        return dark.has(`${left + x} ${top + y}`) === (ring !== 2);
      });
    expect([finder(4, 4), finder(size - 11, 4), finder(4, size - 11)]).toEqual([true, true, true]);
    expect(finder(size - 11, size - 11)).toBe(false);
    expect([...dark].every((place) => place.split(' ').every((n) => +n >= 4 && +n < size - 4))).toBe(true);
    expect(modulesOf('https://example.org/b').path).not.toBe(path);
  });
});
