import { createContext, useContext } from 'react';

const SwitchesContext = createContext<(name: string) => boolean>(() => false);
export const SwitchesProvider = SwitchesContext.Provider;

/** Whether a system parameter of the company is switched on; where nobody tells, it is off. */
export function useSwitch(name: string): boolean {
  return useContext(SwitchesContext)(name);
}
