import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedAction, LinkedBlock, LinkedExpression, Text } from '#src/core/linked.ts';

export interface GalleryLine {
  readonly id: string;
  readonly text: Text;
  readonly link?: Text;
  readonly visibleWhen?: LinkedExpression;
}

export interface GalleryAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: string;
  readonly visibleWhen?: LinkedExpression;
  readonly on: readonly LinkedAction[];
}

export interface LinkedGallery extends LinkedBlock {
  readonly rowKey: string;
  readonly picture: {
    readonly operation: string;
    readonly params: { readonly [name: string]: Text };
    readonly visibleWhen?: LinkedExpression;
  };
  readonly alt: Text;
  readonly heading: Text;
  readonly turn?: string;
  readonly lines: readonly GalleryLine[];
  readonly actions: readonly GalleryAction[];
  readonly tick?: {
    readonly field: string;
    readonly enabledWhen?: LinkedExpression;
    readonly on: readonly LinkedAction[];
  };
  readonly order?: { readonly visibleWhen?: LinkedExpression; readonly on: readonly LinkedAction[] };
  readonly toolbar: readonly Omit<GalleryAction, 'visibleWhen'>[];
  readonly pageSize: number;
  readonly empty: string;
}

export function isGallery(block: LinkedBlock): block is LinkedGallery {
  return block.type === 'gallery';
}

export const link: BlockLinker = (block) => block;
