import type { ContentState } from 'draft-js';
import type { ReactNode } from 'react';

/** A link while it is edited: it tells where it leads and leads nowhere. */
export function EditorLink({
  contentState,
  entityKey,
  children,
}: {
  readonly contentState: ContentState;
  readonly entityKey?: string;
  readonly children?: ReactNode;
}) {
  const data: unknown = entityKey ? contentState.getEntity(entityKey).getData() : null;
  const href: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'href') : null;
  return (
    <span className="cad-rich-link" title={typeof href === 'string' ? href : undefined}>
      {children}
    </span>
  );
}
