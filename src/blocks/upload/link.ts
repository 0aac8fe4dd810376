import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedAction, LinkedBlock, Text } from '#src/core/linked.ts';

export interface UploadOption {
  readonly id: string;
  readonly title: string;
  readonly help?: string;
  readonly default: boolean;
}

export interface LinkedUpload extends LinkedBlock {
  readonly operation: string;
  readonly accept: readonly string[];
  readonly many: boolean;
  readonly label: string;
  readonly help: string | null;
  /** Text of the button that opens the camera; null without one. */
  readonly camera: string | null;
  readonly options: readonly UploadOption[];
  readonly query: { readonly [name: string]: Text };
  /** What is told of a file's answer (`row`); null tells that it was sent. */
  readonly result: Text | null;
  readonly on: readonly LinkedAction[];
}

export function isUpload(block: LinkedBlock): block is LinkedUpload {
  return block.type === 'upload';
}

export const link: BlockLinker = (block) => {
  if (!isUpload(block)) return block;
  const linked: LinkedUpload = {
    ...block,
    help: block.help ?? null,
    camera: block.camera ?? null,
    result: block.result ?? null,
  };
  return linked;
};
