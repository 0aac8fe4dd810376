// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { streetPage } from './street-page.ts';

beforeEach(() => {
  const meta = document.createElement('meta');
  meta.name = 'cadastre-street-page';
  meta.content = 'https://maps.example.org/pano?at={lat},{lon}';
  document.head.append(meta);
});
afterEach(() => document.head.replaceChildren());

describe('the page of a street', () => {
  it('is at the place, given as numbers or as they are written', () => {
    expect(streetPage('k', -33.86881234567, 151.2)).toBe(
      'https://maps.example.org/pano?at=-33.8688123,151.2',
    );
    expect(streetPage('k', ' -33.5 ', '151')).toBe('https://maps.example.org/pano?at=-33.5,151');
  });

  it('is none without a key, a place or a host', () => {
    for (const [key, lat, lon] of [
      [null, -33, 151],
      ['', -33, 151],
      ['k', null, 151],
      ['k', -33, ''],
      ['k', 'here', 151],
      ['k', -91, 151],
      ['k', -33, 181],
    ])
      expect([key, lat, lon, streetPage(key, lat, lon)]).toEqual([key, lat, lon, null]);
    document.head.replaceChildren();
    expect(streetPage('k', -33, 151)).toBeNull();
  });
});
