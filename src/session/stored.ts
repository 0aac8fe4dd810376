// What a browser keeps may be of an older version, or edited by hand: what is not as it should be is left out.
import { isJsonObject } from '#src/core/values.ts';
import type { DataThere, SessionState, SessionUser, UserInfo } from './session-state.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

function isCompany(value: unknown): value is SessionUser['company'] {
  return isJsonObject(value) && isNumber(value.id) && isText(value.name) && isText(value.baseDate);
}

export function isUser(value: unknown): value is SessionUser {
  return (
    isJsonObject(value) &&
    isNumber(value.id) &&
    isText(value.username) &&
    isText(value.full_name) &&
    isCompany(value.company)
  );
}

const isDataset = (value: unknown) => value === 'real' || value === 'synthetic';
const areYears = (value: unknown) => Array.isArray(value) && value.every(isNumber);

function isDataThere(value: unknown): value is DataThere {
  return (
    isJsonObject(value) &&
    isDataset(value.standard) &&
    Array.isArray(value.kinds) &&
    value.kinds.every(isDataset) &&
    (value.chosen === null || isDataset(value.chosen)) &&
    isJsonObject(value.years) &&
    areYears(value.years.real) &&
    areYears(value.years.synthetic)
  );
}

/** Items of the menu are looked at one by one where they are drawn. */
export function isUserInfo(value: unknown): value is UserInfo {
  return (
    isJsonObject(value) &&
    isJsonObject(value.company) &&
    isText(value.company.name) &&
    isText(value.company.baseDate) &&
    isJsonObject(value.company.params) &&
    isJsonObject(value.perms) &&
    isTexts(value.perms.roles) &&
    isTexts(value.perms.perms) &&
    (value.districts === undefined ||
      (isJsonObject(value.districts) && isTexts(value.districts.see) && isTexts(value.districts.work))) &&
    (value.data === undefined || isDataThere(value.data)) &&
    Array.isArray(value.menu)
  );
}

function isHiddenRows(value: unknown): value is SessionState['hiddenSearchRows'] {
  return (
    isJsonObject(value) &&
    Object.values(value).every(
      (searches) =>
        isJsonObject(searches) &&
        Object.values(searches).every((rows) => Array.isArray(rows) && rows.every(isNumber)),
    )
  );
}

/** What is kept over a reload, and how each of it must look. */
const kept: { readonly [key in keyof SessionState]?: (value: unknown) => boolean } = {
  mvp4AuthToken: isText,
  sessionId: isText,
  user: isUser,
  userInfo: isUserInfo,
  pathAfterLogin: isText,
  drawerPinned: isFlag,
  selectedDistrict: isText,
  selectedBaseyear: isNumber,
  exportedDistrict: isText,
  hiddenSearchRows: isHiddenRows,
  sbMobileView: isFlag,
  lastActive: isNumber,
  logoutTime: isNumber,
  logoutDlgShownAt: isNumber,
  theme: (value) => value === 'system' || value === 'light' || value === 'dark',
};

export const keptKeys = Object.keys(kept) as readonly (keyof SessionState)[];

/** The part of a session that a stored text holds. */
export function readStored(text: string | null): Partial<SessionState> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
  if (!isJsonObject(parsed)) return {};
  return Object.fromEntries(
    keptKeys.flatMap((key) => (kept[key]?.(parsed[key]) ? [[key, parsed[key]]] : [])),
  );
}
