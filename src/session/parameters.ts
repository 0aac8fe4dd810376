import type { SessionState } from './session-state.ts';
import { systemParameter } from './store.ts';

const off = new Set(['', '0', 'false', 'n', 'no', 'off']);

/** Whether a system parameter is switched on; an unset one is off. */
export function isOn(state: SessionState, name: string): boolean {
  const value = systemParameter(state, name);
  return value !== null && value !== undefined && !off.has(String(value).trim().toLowerCase());
}

/** The parameters that let notifications of some kind arrive. */
const notificationParameters = [
  'NTFYANAS',
  'NTFYEXPT',
  'NTFYIMPT',
  'NTFYMESS',
  'NTFYSHSR',
  'NTFYSTGE',
  'NTFYSUAS',
] as const;

/** Of the two readings that the specification gives the wider one: docs/decisions/0064. */
export function showsBell(state: SessionState): boolean {
  return state.mvp4AuthToken !== null && notificationParameters.some((name) => isOn(state, name));
}
