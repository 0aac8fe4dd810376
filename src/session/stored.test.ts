import { describe, expect, it } from 'vitest';
import { readStored } from './stored.ts';

const company = { id: 1, name: 'Office', baseDate: '2025-07-01' };
const user = { id: 2, username: 'ann', full_name: 'Ann', company };
const userInfo = {
  company: { name: 'Office', baseDate: '2025-07-01', params: {} },
  perms: { roles: ['viewer'], perms: ['saleV'] },
  menu: [
    {
      title: 'Group',
      action: null,
      activeon: [],
      activematch: [],
      items: [{ title: 'Sales', action: '/sale/index', activeon: [], activematch: [], items: [] }],
    },
  ],
};

describe('what a browser has kept of a session', () => {
  it('is taken up as it was', () => {
    const kept = {
      mvp4AuthToken: 't',
      user,
      userInfo,
      theme: 'dark',
      hiddenSearchRows: { 2: { sales: [1] } },
    };
    expect(readStored(JSON.stringify(kept))).toEqual(kept);
  });

  it.each([
    ['user', { ...user, id: '1' }],
    ['user', { ...user, company: null }],
    ['userInfo', { ...userInfo, perms: {} }],
    ['userInfo', { ...userInfo, menu: {} }],
    ['userInfo', { ...userInfo, company: { name: 'x' } }],
    ['mvp4AuthToken', 5],
    ['theme', 'pink'],
    ['hiddenSearchRows', { 2: { sales: ['x'] } }],
    ['logoutTime', 'tomorrow'],
    ['title', 'not kept'],
  ])('loses %s alone when it is not as it should be: %j', (key, value) => {
    expect(readStored(JSON.stringify({ drawerPinned: false, [key]: value }))).toEqual({
      drawerPinned: false,
    });
  });

  it.each(['', '{', 'null', '[]', '5', '"x"'])('is nothing when it is %j', (text) => {
    expect(readStored(text)).toEqual({});
  });
});
