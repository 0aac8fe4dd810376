import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { streetPage } from './street-page.ts';
import './street-link.css';

/** Leads to the street at a place, in a tab of its own; nothing where it may not be asked for. */
export function StreetLink({
  streetKey,
  latitude,
  longitude,
}: {
  readonly streetKey: unknown;
  readonly latitude: unknown;
  readonly longitude: unknown;
}): ReactNode {
  const address = streetPage(streetKey, latitude, longitude);
  if (address === null) return null;
  return (
    <a className="cad-street-link" href={address} target="_blank" rel="noopener noreferrer">
      <Icon name="share" /> Street view <span className="cad-visually-hidden">(opens a new tab)</span>
    </a>
  );
}
