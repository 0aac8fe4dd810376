// What the engine asks of whoever runs it, in one context. The composition root gives all of it, a preview other calls
// and screens, a test what it needs.
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Client } from '#src/api/client.ts';
import type { ManifestEntry } from '#src/core/linked.ts';
import type { AppPorts } from './dispatch.ts';
import type { Registries } from './registries.ts';

/** The calls the spine and its parts may make. */
export type ApiPort = Client;

export interface Ports {
  readonly api: ApiPort;
  /** What actions may do besides calling. */
  readonly app: AppPorts;
  readonly registries: Registries;
  /** The screens that this user may open. */
  readonly manifest: readonly ManifestEntry[];
  /** Whether a system parameter of the company is switched on. */
  readonly switches: (name: string) => boolean;
  /** Tells that something which is shown could not be loaded; the place where it would stand says so besides. */
  readonly tell: (thrown: unknown) => void;
}

const none: Partial<Ports> = { manifest: [], switches: () => false, tell: () => undefined };
const PortsContext = createContext(none);

/** Gives ports to what is inside; those that are not named stay as they are outside. */
export function PortsProvider({ children, ...given }: Partial<Ports> & { readonly children: ReactNode }) {
  const outer = useContext(PortsContext);
  const { api, app, registries, manifest, switches, tell } = { ...outer, ...given };
  const value = useMemo(() => {
    const named = { api, app, registries, manifest, switches, tell };
    return Object.fromEntries(Object.entries(named).filter(([, port]) => port !== undefined));
  }, [api, app, registries, manifest, switches, tell]);
  return <PortsContext value={value}>{children}</PortsContext>;
}

function usePort<Name extends keyof Ports>(name: Name): Ports[Name] {
  const port = useContext(PortsContext)[name];
  if (port === undefined) throw new Error(`No "${name}" is provided. Give it to a PortsProvider around.`);
  return port;
}

export const useApi = (): ApiPort => usePort('api');
export const useAppPorts = (): AppPorts => usePort('app');
export const useRegistries = (): Registries => usePort('registries');
export const useManifest = (): readonly ManifestEntry[] => usePort('manifest');
export const useTell = (): Ports['tell'] => usePort('tell');
export const useSwitch = (name: string): boolean => usePort('switches')(name);
