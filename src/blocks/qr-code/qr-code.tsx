import qrcode from 'qrcode-generator';
import { type ReactNode, useMemo } from 'react';
import { Link, useHref } from 'react-router-dom';
import { resolveLink } from '#src/core/resolve/resolve-value.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import { isQrCode } from './link.ts';
import './qr-code.css';

/** Light modules around, as the standard wants them. */
const margin = 4;

export function QrCode({ block, scope, text }: BlockProps): ReactNode {
  const mayOpen = useMayOpen();
  if (!isQrCode(block)) return null;
  const to = block.link === undefined ? null : resolveLink(block.link, scope, mayOpen);
  const words = block.text === undefined ? '' : text(block.text);
  const title = text(block.title);
  const label = text(block.label);
  return (
    <div className="cad-qr-code">
      {title ? <h2>{title}</h2> : null}
      {to !== null ? (
        <Page to={to} label={label} />
      ) : words !== '' ? (
        <Code words={words} label={label} />
      ) : (
        <p>There is nothing to open yet.</p>
      )}
    </div>
  );
}

interface Labelled {
  readonly label: string;
}

function Page({ to, label }: Labelled & { readonly to: string }): ReactNode {
  const address = new URL(useHref(to), window.location.origin).href;
  return (
    <>
      <Code words={address} label={label} />
      <p>
        <Link to={to}>{address}</Link>
      </p>
    </>
  );
}

function Code({ words, label }: Labelled & { readonly words: string }): ReactNode {
  const { size, path } = useMemo(() => modulesOf(words), [words]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      data-address={words}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
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
