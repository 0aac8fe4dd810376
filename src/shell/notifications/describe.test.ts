import { describe, expect, it } from 'vitest';
import { describeNotification } from './describe.ts';
import {
  type Notification,
  readNotifications,
  readSharedSearch,
  sharedSearchDetail,
} from './notification.ts';

const of = (notify_type: string, notify_detail: Notification['notify_detail']): Notification => ({
  id: 1,
  from_user_id: 2,
  from_name: 'Ann',
  notify_type,
  notify_detail,
  updated_at: '2026-07-01T00:00:00Z',
  is_read: false,
  is_archived: false,
  notifyType: notify_type,
  archived: false,
});

const said = (type: string, detail: Notification['notify_detail']) => {
  const { title, text, facts, opens } = describeNotification(of(type, detail));
  return [title, text, opens, facts.map(({ name, value }) => `${name}: ${value}`).join('; ')];
};

describe('a notification', () => {
  it('says what its type means', () => {
    expect(
      said('SHARSRCH', { type: 'sales', crit: { criteria: [], cond_text: 'Suburb contains a.' } }),
    ).toEqual(['Shared search: sales', 'Suburb contains a.', 'search', '']);
    expect(
      said('IMPTDONE', { files: ['a.dat', 'b.dat'], fails: ['b.dat'], fileIds: [4, 5], item_type: 'SA' }),
    ).toEqual([
      'Import done',
      '2 files of sales imported, 1 failed',
      'facts',
      'Kind: sales; Files: a.dat, b.dat; Failed: b.dat; Log: 4, 5',
    ]);
    const fileIds = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
    const text = (count: number) =>
      said('IMPTDONE', { files: ['2024.zip'], fails: [], fileIds: fileIds(count), item_type: 'SA' })[1];
    expect([text(1), text(52), text(200)]).toEqual([
      '1 file of sales imported',
      '2024.zip: 52 files of sales imported',
      '2024.zip: at least 200 files of sales imported',
    ]);
    expect(said('EXPTDONE', { filename: 'x.csv', exportId: 7, error_count: 0, warn_count: 1 })).toEqual([
      'Export done',
      'x.csv: 0 errors, 1 warning',
      'facts',
      'File: x.csv; Export: 7; Errors: 0; Warnings: 1',
    ]);
    expect(said('EXPTDONE', { filename: 'x.pdf', documentId: 7, error_count: 0, warn_count: 0 })).toEqual([
      'Document ready',
      'x.pdf',
      'facts',
      'File: x.pdf; Page: My documents',
    ]);
    expect(said('EXPTDONE', { filename: 'x.csv', documentId: 7, error_count: 0, warn_count: 1 })).toEqual([
      'Document ready',
      'x.csv: 1 warning',
      'facts',
      'File: x.csv; Warnings: 1; Page: My documents',
    ]);
    expect(said('SUPPASND', { ids: [1] })).toEqual([
      'Supp assigned',
      '1 supp assigned to you',
      'facts',
      'Supp: 1',
    ]);
    expect(said('ANLYASND', { ids: [1, 2] })).toEqual([
      'Analysis assigned',
      '2 analyses assigned to you',
      'facts',
      'Analyses: 1, 2',
    ]);
    expect(said('STGECHGD', { item_type: 'PR', to_stage: 'Review', ids: [9, 8] })).toEqual([
      'Stage changed',
      '2 properties moved to stage Review',
      'facts',
      'Stage: Review; Properties: 9, 8',
    ]);
    expect(said('NOTEMESS', { text: 'Lunch?' })).toEqual(['Message', 'Lunch?', 'text', '']);
    expect(said('ELSE', {})).toEqual(['Notification', 'Type ELSE', 'text', '']);
  });

  it('links items to their pages, and an import to its log', () => {
    const links = (type: string, detail: Notification['notify_detail']) =>
      describeNotification(of(type, detail)).facts.flatMap((fact) => (fact.links ?? []).map(({ to }) => to));
    expect(links('ANLYASND', { ids: [1, 2] })).toEqual(['/anly/1', '/anly/2']);
    expect(links('IMPTDONE', { fileIds: [4, 5] })).toEqual(['/trx/datafiles/comblog?ids=4,5']);
  });

  it('with a broken detail still says something', () => {
    for (const type of ['SHARSRCH', 'IMPTDONE', 'EXPTDONE', 'SUPPASND', 'ANLYASND', 'STGECHGD', 'NOTEMESS'])
      expect(describeNotification(of(type, { ids: 'x', files: {}, crit: 3 })).title).not.toBe('');
  });

  it('is left out of the list when the server sends something else', () => {
    expect(readNotifications({})).toEqual([]);
    expect(readNotifications([null, { id: 'x' }, { id: 1, notify_type: 'NOTEMESS' }])).toHaveLength(1);
  });

  it('has its type and whether it is archived under the names of the client, too', () => {
    const [one] = readNotifications([{ id: 1, notify_type: 'NOTEMESS', is_archived: true }]);
    expect(one).toMatchObject({ notifyType: 'NOTEMESS', archived: true, is_archived: true });
    expect(readNotifications([{ id: 1, notify_type: 'NOTEMESS' }])[0]?.archived).toBe(false);
  });

  it('carries a search there and back', () => {
    const search = {
      list: 'sales',
      criteria: [{ fld: 'a', op: 'eq', val: 1 }],
      text: 'A is 1.',
    } as const;
    const detail: unknown = sharedSearchDetail(search);
    expect(readSharedSearch(detail as Notification['notify_detail'])).toEqual(search);
    expect(readSharedSearch({ type: 'prop', crit: { criteria: [] } })?.list).toBe('properties');
    expect(readSharedSearch({ type: '../x', crit: { criteria: [] } })).toBeNull();
    expect(readSharedSearch({ type: 'sales', crit: { criteria: [3] } })).toBeNull();
  });
});
