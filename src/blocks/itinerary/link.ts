import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';

export type StopWords = BlockDefinition<'itinerary'>['stop'];

export type ItineraryAction = BlockDefinition<'itinerary'>['actions'][number];

export type LinkedItinerary = LinkedBlock & BlockDefinition<'itinerary'>;

export function isItinerary(block: LinkedBlock): block is LinkedItinerary {
  return block.type === 'itinerary';
}

export const link: BlockLinker = (block) => block;
