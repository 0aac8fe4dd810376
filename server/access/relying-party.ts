import { isIP } from 'node:net';
import type { Config } from '../config.ts';

/** Who a passkey is made for: browsers hand it out at this host alone. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
  readonly name: string;
}

type Public = Pick<Config, 'product' | 'publicUrl'>;

/** Why there can be no passkeys at the address of the office, as a sentence; null where there can. */
export function passkeysUnavailable({ publicUrl }: Pick<Config, 'publicUrl'>): string | null {
  if (publicUrl === null)
    return 'Passkeys are not offered here: they belong to one fixed https address, and none is set up (PUBLIC_URL).';
  const { protocol, hostname } = new URL(publicUrl);
  const local = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !local)
    return 'Passkeys are not offered here: browsers allow them on https addresses only, and this office is reached by http.';
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0)
    return 'Passkeys are not offered here: they belong to the name of a host, and this office is reached by a number.';
  return null;
}

/** Null where there can be no passkeys. What a request says of its host is not believed. */
export function relyingParty(config: Public): RelyingParty | null {
  if (config.publicUrl === null || passkeysUnavailable(config) !== null) return null;
  const { hostname, origin } = new URL(config.publicUrl);
  return { id: hostname, origin, name: config.product };
}
