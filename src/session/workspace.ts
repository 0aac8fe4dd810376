// What a person works with on every page: real or synthetic data, a district, a base year.
import { call } from '#src/api/call.ts';
import type { ApiPort } from '#src/render/ports.tsx';
import type { Dataset, DataThere, SessionState } from './session-state.ts';
import { baseYear, sessionStore } from './store.ts';

type Session = Pick<SessionState, 'userInfo'>;

/** What the pages show, where they keep the two apart; null while that is not known. */
export function datasetOf({ userInfo }: Session): Dataset | null {
  const data = userInfo?.data;
  return data ? (data.chosen ?? data.standard) : null;
}

const noYears: readonly number[] = [];

/** Years with data of what the person works with, the newest first. */
export function yearsOf(session: Session): readonly number[] {
  const dataset = datasetOf(session);
  return dataset === null ? noYears : (session.userInfo?.data?.years[dataset] ?? noYears);
}

/** The year that the person chose last, else the latest with data; of years after the base year only where there is no other. */
export function workingYear(state: SessionState): number {
  const company = baseYear(state);
  const years = yearsOf(state);
  return state.selectedBaseyear ?? years.find((year) => year <= company) ?? years[0] ?? company;
}

/** The district that was chosen last, by whoever used this browser, if this person may see it. */
export function workingDistrict({ selectedDistrict, userInfo }: SessionState): string | null {
  const see = userInfo?.districts?.see ?? ['*'];
  return selectedDistrict !== null && (see.includes('*') || see.includes(selectedDistrict))
    ? selectedDistrict
    : null;
}

/** Without synthetic data there is nothing to choose. */
export function offersChoice(data: DataThere | undefined): boolean {
  return data !== undefined && (data.kinds.includes('synthetic') || data.chosen === 'synthetic');
}

/** Whether real data has come to somebody who looks at the synthetic and has not said that they want to. */
export function realHasCome(data: DataThere | undefined): boolean {
  return (
    data !== undefined && data.chosen === null && data.standard === 'synthetic' && data.kinds.includes('real')
  );
}

/** Holds at once, and on every machine of theirs. */
export function chooseDataset(api: ApiPort, chosen: Dataset): void {
  const { userInfo } = sessionStore.getState();
  if (!userInfo?.data) return;
  sessionStore.setState({ userInfo: { ...userInfo, data: { ...userInfo.data, chosen } } });
  // Another machine of the same person follows; this one need not wait for it.
  void call(api, 'option.save', { body: { 'workspace.dataset': chosen } }).catch(() => undefined);
}

export function rememberChoice({
  district,
  baseYear: year,
}: {
  readonly district?: string | null;
  readonly baseYear?: number;
}): void {
  sessionStore.setState({
    ...(district === undefined ? {} : { selectedDistrict: district }),
    ...(year === undefined ? {} : { selectedBaseyear: year }),
  });
}

const nothingHidden: SessionState['hiddenSearchRows'][string] = {};

/** What this user has hidden, by search. */
export function hiddenOf({ user, hiddenSearchRows }: SessionState): SessionState['hiddenSearchRows'][string] {
  return hiddenSearchRows[user?.id ?? 0] ?? nothingHidden;
}
