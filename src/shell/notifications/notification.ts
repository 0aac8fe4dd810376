import { isJsonObject } from '#src/core/values.ts';
import { listNamed } from '../item-types.ts';

export interface Notification {
  readonly id: number;
  readonly from_user_id: number | null;
  readonly from_name: string | null;
  readonly notify_type: string;
  readonly notify_detail: { readonly [member: string]: unknown };
  readonly updated_at: string;
  readonly is_read: boolean;
  readonly is_archived: boolean;
  /** The client's names for `notify_type` and `is_archived`. */
  readonly notifyType: string;
  readonly archived: boolean;
}

/** A notification of the server's answer; null for what is none. */
export function readNotification(value: unknown): Notification | null {
  if (!isJsonObject(value) || typeof value.id !== 'number' || typeof value.notify_type !== 'string')
    return null;
  return {
    id: value.id,
    from_user_id: typeof value.from_user_id === 'number' ? value.from_user_id : null,
    from_name: typeof value.from_name === 'string' ? value.from_name : null,
    notify_type: value.notify_type,
    notify_detail: isJsonObject(value.notify_detail) ? value.notify_detail : {},
    updated_at: typeof value.updated_at === 'string' ? value.updated_at : '',
    is_read: value.is_read === true,
    is_archived: value.is_archived === true,
    notifyType: value.notify_type,
    archived: value.is_archived === true,
  };
}

export function readNotifications(answer: unknown): readonly Notification[] {
  return Array.isArray(answer) ? answer.map(readNotification).filter((one) => one !== null) : [];
}

/** A search that somebody shares: the detail of SHARSRCH. */
export interface SharedSearch {
  /** Name of the list that is searched. */
  readonly list: string;
  readonly criteria: readonly object[];
  /** The criteria in words. */
  readonly text: string;
}

export function readSharedSearch(detail: Notification['notify_detail']): SharedSearch | null {
  const { type, crit } = detail;
  if (typeof type !== 'string' || !/^[a-z][a-z0-9]*$/.test(type) || !isJsonObject(crit)) return null;
  if (!Array.isArray(crit.criteria) || !crit.criteria.every(isJsonObject)) return null;
  return {
    list: listNamed(type),
    criteria: crit.criteria,
    text: typeof crit.cond_text === 'string' ? crit.cond_text : '',
  };
}

/** The detail of SHARSRCH for a search. */
export function sharedSearchDetail({ list, criteria, text }: SharedSearch): Notification['notify_detail'] {
  return { type: list, crit: { criteria, cond_text: text } };
}
