import { type ReactNode, useState } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import { BlockStates } from '#src/render/states.tsx';
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
  const address = streetViewUrl(service(), evaluate(block.key), place);
  if (address === null) return null;
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
        <figcaption>{text(block.title) || 'Street view'}</figcaption>
      </figure>
    </BlockStates>
  );
}
