import { afterEach, describe, expect, it } from 'vitest';
import { patternParams } from '#src/core/route.ts';
import { clearSession, sessionStore } from './store.ts';
import { takeWish, wishFor } from './wanted-path.ts';

const screen = (route: string, access: string, alias: readonly string[] = []) => ({
  route,
  alias,
  access,
  params: patternParams(route).map((id) => ({ id, in: 'route' as const, type: 'integer' })),
});
const screens = [
  screen('/sale/:id', 'auth'),
  screen('/app/login', 'public', ['/login']),
  screen('/app/logout', 'app', ['/logout']),
  screen('/', 'public'),
];

describe('the page that was wanted before the sign-in', () => {
  afterEach(clearSession);

  it('is gone to once, with what its address says', () => {
    wishFor('/sale/5?tab=history#notes');
    expect(takeWish(screens)).toBe('/sale/5?tab=history#notes');
    expect(takeWish(screens)).toBeNull();
  });

  it.each([
    ...[
      '/logout',
      '/logout/',
      '/logout?force=true',
      '/logout#x',
      '/app/logout',
      '/app/logout/',
      '/app//logout',
    ],
    ...['/app/%6cogout', '/app/logout?force=true', '/app/login?x=1', '/login/', '/'],
    ...[
      '//host/sale/5',
      '//sale/5',
      '/\\host',
      '/\t/sale/5',
      'https://host/sale/5',
      'sale/5',
      '/nowhere',
      '/sale/x',
    ],
  ])('is never %s, remembered or edited into what the browser keeps', (path) => {
    wishFor(path);
    expect(takeWish(screens)).toBeNull();
    sessionStore.setState({ pathAfterLogin: path });
    expect(takeWish(screens)).toBeNull();
  });
});
