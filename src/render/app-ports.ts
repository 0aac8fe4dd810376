import { createContext, useContext } from 'react';
import type { AppPorts } from './dispatch.ts';

const AppPortsContext = createContext<AppPorts | null>(null);
export const AppPortsProvider = AppPortsContext.Provider;

export function useAppPorts(): AppPorts {
  const ports = useContext(AppPortsContext);
  if (!ports) throw new Error('No application ports are provided. Wrap the tree in AppPortsProvider.');
  return ports;
}
