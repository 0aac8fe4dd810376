import type { BlockDefinition } from '#src/core/block-definition.ts';

type Kind = NonNullable<BlockDefinition<'grid'>['actions'][number]['kind']>;

/** The buttons that a row of an office list may have, and how each looks: the same picture and word everywhere. */
export const rowActionKinds = {
  edit: { icon: 'edit', label: 'Edit' },
  rotateLeft: { icon: 'image-rotate-left', label: 'Rotate left' },
  rotateRight: { icon: 'image-rotate-right', label: 'Rotate right' },
  merge: { icon: 'git-merge', label: 'Merge' },
  export: { icon: 'export', label: 'Export' },
  refresh: { icon: 'refresh', label: 'Refresh' },
  delete: { icon: 'trash', label: 'Delete' },
  archive: { icon: 'archive', label: 'Archive' },
  restore: { icon: 'unarchive', label: 'Restore' },
  download: { icon: 'download', label: 'Download' },
  send: { icon: 'send-message', label: 'Send' },
} as const satisfies { readonly [kind in Kind]: { readonly icon: string; readonly label: string } };

/** More buttons than this in a row stand in its menu. */
export const buttonsInRow = 4;
