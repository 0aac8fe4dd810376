import qrcode from 'qrcode-generator';
import { type ReactNode, useMemo } from 'react';
import { Link, useHref } from 'react-router-dom';
import { resolveLink } from '#src/core/resolve/resolve-value.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { isQrCode } from './link.ts';
import './qr-code.css';

/** Light modules around, as the standard wants them. */
const margin = 4;

export function QrCode({ block, scope, text }: BlockProps): ReactNode {
  if (!isQrCode(block)) return null;
  const to = resolveLink(block.link, scope);
  const title = text(block.title);
  return (
    <div className="cad-qr-code">
      {title ? <h2>{title}</h2> : null}
      {to === null ? <p>There is nothing to open yet.</p> : <Drawn to={to} label={text(block.label)} />}
    </div>
  );
}

function Drawn({ to, label }: { readonly to: string; readonly label: string }): ReactNode {
  const address = new URL(useHref(to), window.location.origin).href;
  const { size, path } = useMemo(() => modulesOf(address), [address]);
  return (
    <>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        data-address={address}
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p>
        <Link to={to}>{address}</Link>
      </p>
    </>
  );
}

/** The dark modules as one path, a square each. */
export function modulesOf(words: string): { readonly size: number; readonly path: string } {
  const code = qrcode(0, 'M');
  code.addData(words);
  code.make();
  const count = code.getModuleCount();
  const places = Array.from({ length: count * count }, (_, i) => ({
    row: Math.floor(i / count),
    column: i % count,
  }));
  return {
    size: count + 2 * margin,
    path: places
      .filter(({ row, column }) => code.isDark(row, column))
      .map(({ row, column }) => `M${column + margin} ${row + margin}h1v1h-1z`)
      .join(''),
  };
}
