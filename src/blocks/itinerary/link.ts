import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedAction, LinkedBlock, Text } from '#src/core/linked.ts';

export interface StopWords {
  readonly id: string;
  readonly title: string;
  readonly tick?: string;
  readonly tickTitle: string;
  readonly text: Text;
  readonly link?: Text;
}

export interface ItineraryAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: string;
  readonly on: readonly LinkedAction[];
}

export interface LinkedItinerary extends LinkedBlock {
  readonly rowKey: string;
  readonly version: string;
  readonly heading: string;
  readonly text: Text;
  readonly stops: string;
  readonly stop: StopWords;
  readonly most: number;
  readonly save: readonly LinkedAction[];
  readonly actions: readonly ItineraryAction[];
  readonly empty: string;
}

export function isItinerary(block: LinkedBlock): block is LinkedItinerary {
  return block.type === 'itinerary';
}

export const link: BlockLinker = (block) => block;
