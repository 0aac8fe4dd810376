// @vitest-environment jsdom

import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type ApiPort, PortsProvider, useApi, useAppPorts, useSwitch } from './ports.tsx';

afterEach(cleanup);

const never = () => Promise.reject(new Error('not called'));
const api = (base: string): ApiPort => ({ base, call: never, file: never, upload: never });

function Seen({ told }: { readonly told: unknown[] }) {
  told.push([useApi().base, useSwitch('NTFYMESS')]);
  return null;
}

function Asking() {
  useAppPorts();
  return null;
}

describe('ports', () => {
  it('stay as they are outside but for those that are given anew', () => {
    const told: unknown[] = [];
    render(
      <PortsProvider api={api('/api')} switches={(name) => name === 'NTFYMESS'}>
        <Seen told={told} />
        <PortsProvider api={api('/preview')}>
          <Seen told={told} />
        </PortsProvider>
      </PortsProvider>,
    );
    expect(told).toEqual([
      ['/api', true],
      ['/preview', true],
    ]);
  });

  it('that nobody gives are named', () => {
    expect(() => render(<PortsProvider>{<Asking />}</PortsProvider>)).toThrow(
      'No "app" is provided. Give it to a PortsProvider around.',
    );
  });
});
