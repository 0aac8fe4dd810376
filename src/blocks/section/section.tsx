import { type ReactNode, useId, useState } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import { isSection } from './link.ts';
import './section.css';

const memoryKey = 'folded';

export function Section({ block, text, memory, renderBlock }: BlockProps): ReactNode {
  const headingId = useId();
  const bodyId = useId();
  const remembered = memory.get(memoryKey);
  const [folded, setFolded] = useState(
    typeof remembered === 'boolean' ? remembered : isSection(block) && block.folded,
  );
  if (!isSection(block)) return null;
  const title = text(block.title);
  const open = !(block.foldable && folded);
  const fold = () => {
    setFolded(open);
    memory.set(memoryKey, open);
  };
  return (
    <section
      className="cad-section"
      data-folded={!open || undefined}
      aria-labelledby={title ? headingId : undefined}
    >
      {title ? (
        <h2 id={headingId} className="cad-section-title">
          {block.foldable ? (
            <button type="button" aria-expanded={open} aria-controls={bodyId} onClick={fold}>
              <span className="cad-section-mark" aria-hidden="true" data-open={open} />
              {title}
            </button>
          ) : (
            title
          )}
        </h2>
      ) : null}
      <div id={bodyId} className="cad-section-body" data-columns={block.columns} hidden={!open}>
        {open ? block.blocks.map(renderBlock) : null}
      </div>
    </section>
  );
}
