import { type ComponentType, createContext } from 'react';
import type { ScreenHeadProps } from './screen-head.tsx';

/** What draws the space above the blocks, given by the frame that has its code; null where none is around. */
export const HeadSlot = createContext<ComponentType<ScreenHeadProps> | null>(null);
