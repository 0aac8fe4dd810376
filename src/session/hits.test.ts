import { describe, expect, it } from 'vitest';
import { createHitLog } from './hits.ts';

describe('openings of pages', () => {
  it('are logged, the same page again only after more than two seconds, the public site never', () => {
    let now = 0;
    const sent: string[] = [];
    const log = createHitLog({ now: () => now, send: (path) => sent.push(path) });
    log('/sale/1');
    now = 2_000;
    log('/sale/1');
    now = 2_001;
    log('/sale/1');
    log('/sale/2');
    log('/sale/1');
    log('/');
    expect(sent).toEqual(['/sale/1', '/sale/1', '/sale/2', '/sale/1']);
  });
});
