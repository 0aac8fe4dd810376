import { type ReactNode, useState } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import { BlockStates } from '#src/render/states.tsx';
import { StreetLink } from '#src/render/street-link.tsx';
import { streetPage } from '#src/render/street-page.ts';
import { isStreetView } from './link.ts';
import './street-view.css';
import { streetViewUrl } from './street-view-url.ts';

/** The maps service, a setting of the server. */
const service = () =>
  document.querySelector<HTMLMetaElement>('meta[name="cadastre-street-view"]')?.content ?? '';

export function StreetView({ block, source, evaluate, text }: BlockProps): ReactNode {
  const [failed, setFailed] = useState<string | null>(null);
  if (!isStreetView(block)) return null;
  const place = text(block.address);
  const key = evaluate(block.key);
  const address = streetViewUrl(service(), key, place);
  const [latitude, longitude] = [text(block.latitude), text(block.longitude)];
  const link = <StreetLink streetKey={key} latitude={latitude} longitude={longitude} />;
  if (address === null)
    return streetPage(key, latitude, longitude) === null ? null : <p className="cad-street-view">{link}</p>;
  return (
    <BlockStates source={source} lines={1}>
      <figure className="cad-street-view">
        {failed === address ? (
          <p className="cad-muted">There is no picture of {place}.</p>
        ) : (
          <img
            src={address}
            alt={`The street at ${place}`}
            width={640}
            height={400}
            loading="lazy"
            onError={() => setFailed(address)}
          />
        )}
        <figcaption>
          {text(block.title) || 'Street view'} {link}
        </figcaption>
      </figure>
    </BlockStates>
  );
}
