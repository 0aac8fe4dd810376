import type { ReactNode } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import { isPrintHeader } from './link.ts';
import './print-header.css';

export function PrintHeader({ block, text }: BlockProps): ReactNode {
  if (!isPrintHeader(block)) return null;
  const title = text(block.title);
  const lines = block.lines.map((line) => text(line).trim()).filter((line) => line !== '');
  return (
    <header className="cad-print-header" data-new-page={block.newPage}>
      {title ? <h2>{title}</h2> : null}
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a definition never move
        <p key={i}>{line}</p>
      ))}
    </header>
  );
}
